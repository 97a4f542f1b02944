"""What an experiment asks: said by its key `question`, or seen from what it varies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from simkit.engine.contract.knobs import PLAYERS, Knobs
from simkit.engine.contract.player import OVERLOOKS
from simkit.engine.contract.skills import skill_of
from simkit.experiment.factors import ASSUMPTIONS, COMPONENT, Called, Factor, are_numbers, heading, label
from simkit.experiment.keys import LINE_UP, EveryPlayer, OnePlayer, RuleKey, is_of_players
from simkit.experiment.target import FIRST_PLAYER, FIRST_SEAT, GAMES, SEATS, TURN_ORDER
from simkit.language import after, listed

if TYPE_CHECKING:
    from simkit.engine.contract.game import Game

CURVE = 3
"""A number with at least this many levels is asked about as a curve; with fewer, each is a change."""


class About(StrEnum):
    """What an experiment asks about; the words of the key `question`."""

    SETTING = "setting"
    """How the game goes as it is: nothing is varied that another kind of question is about."""

    CHANGE = "change"
    """What changed rules do, to whom, compared with the first level."""

    NUMBER = "number"
    """How results follow a number: where the curve turns, and what gives an even game."""

    COMPONENTS = "components"
    """What each card, token or ability is worth: levels with one thing changed, the first with none."""

    COMBINATIONS = "combinations"
    """What the parts of a rule that is a set, such as expansions, do alone and together."""

    PLAYERS = "players"
    """Which player is best, and whether each is beaten by another."""

    SEATS = "seats"
    """Whether the seat, or the place in the turn order, matters."""

    SKILL = "skill"
    """What mistakes cost."""

    PLAYER_COUNT = "number of players"
    """What the number of players changes."""

    ASSUMPTIONS = "assumptions"
    """Which of the values that are not known decides the answer."""


@dataclass(frozen=True)
class AskedAbout:
    """What an experiment asks, and by which factor."""

    about: About
    factor: str = ""
    """The factor's name; empty if there is none."""

    players: tuple[str, ...] = ()
    """Whose results come before those of others, by their names; empty if nobody's do."""

    result: str = ""
    """The column that is asked about; empty for the most important one of the game."""

    def is_about(self, player: str) -> bool:
        """Return True for a player whose results come first: "novice", "novice, 2 players"."""
        return player.partition(", ")[0] in self.players

    def in_words(self, knobs: Called) -> str:
        """Return what page one of a report begins with: "what the price of an Artificial Tide changes"."""
        first = f", first for {listed(self.players)}" if self.players and self.about in _OF_RESULTS else ""
        return f"{self._in_words(label(knobs, self.factor) if self.factor else '')}{first}"

    def _in_words(self, called: str) -> str:
        result = self.result.replace("_", " ")
        return {
            About.SETTING: "how the game goes as printed",
            About.CHANGE: f"what {called} changes{after(result, ' in the ')}",
            About.NUMBER: f"how {f'the {result} follows' if result else 'results follow'} {called}",
            About.COMPONENTS: "what each thing that is left out or changed is worth",
            About.COMBINATIONS: f"what the parts of {called} do, alone and together",
            About.PLAYERS: "which player is best",
            About.SEATS: "whether the place in the turn order, or the seat, matters",
            About.SKILL: "what mistakes cost",
            About.PLAYER_COUNT: "what the number of players changes",
            About.ASSUMPTIONS: "which of the values that are not known decides the result",
        }[self.about]


@dataclass(frozen=True)
class Who:
    """What a title may name besides factors, and what targets are about."""

    players: Mapping[str, str] = field(default_factory=dict)
    """The name of each player -> its skill."""

    results: Mapping[str, str] = field(default_factory=dict)
    """The columns that players strive for, the most important first -> their headings."""

    @classmethod
    def of(cls, game: Game, players: Mapping[str, str]) -> Who:
        """Return the players of an experiment, by their skills, with what its game strives for."""
        return cls(
            players, {objective.column: game.column_of(objective).heading for objective in game.objectives}
        )

    def asked(self, targets: Iterable[tuple[str, str]], title: str) -> tuple[tuple[str, ...], str]:
        """Return whose results come first, and which: those of the targets, else what the title names."""
        own, said = [target for target in targets if target[0] in self.players], _words(_asking(title))
        players = [name for name in self.players if name in dict(own)]
        if not players:
            called = {
                name: f"{name.replace('_', ' ')} {_kind(skill)}" for name, skill in self.players.items()
            }
            players = [name for name, words in called.items() if said & (_words(words) - _OF_PLAYERS)]
        if len(players) == len(self.players):
            players = []
        columns = [column for _, column in own]
        columns += [column for column, words in self.results.items() if said & _words(words)]
        result = next((column for column in columns if column in self.results), "")
        return tuple(players), "" if result == next(iter(self.results), "") else result


def _kind(skill: str) -> str:
    """Return the words for players of a skill, and those that people use for the weakest two alike."""
    kind = skill_of(skill)
    if kind is None:
        return ""
    words = " ".join((kind.name, *kind.also))
    return f"{words} {_FIRST_TIME}" if _words(words) & _words(_FIRST_TIME) else words


_FIRST_TIME = "beginner first-time novice newcomer"
"""Words for a player who plays for the first time, or nearly so."""

_OF_PLAYERS = {"player", "time", "chance", "move"}
"""Words that name no single player."""


def asked_about(
    factors: Sequence[Factor],
    targets: Iterable[tuple[str, str]] = (),
    said: str = "",
    title: str = "",
    knobs: Called = Knobs,
    who: Who | None = None,
) -> AskedAbout:
    """Return what an experiment asks.

    * `targets`: whose results its targets are about, "novice", "seats", "game", and in which column.
    * `said`: its key `question`: a word of `About`, or the name or heading of a factor; empty if it has none.
    * `title`: its title: what it names of factors, players and results is asked about before others.
    * `knobs`: the rules of its game, with the words by which a title names them.
    * `who`: its players and results; without these only a factor is found.
    """
    aimed = list(targets)
    players, result = (who or Who()).asked(aimed, title)
    about, factor = _factor_asked(factors, {subject for subject, _ in aimed}, said, title, knobs)
    return AskedAbout(about, factor, players, result)


def _factor_asked(
    factors: Sequence[Factor], subjects: Set[str], said: str, title: str, knobs: Called
) -> tuple[About, str]:
    """Return what is asked, and about which factor; "" for none."""
    ranks = _ranks(factors, title, knobs)
    ranked = [factor for _, factor in ranks]
    if said in set(About):
        about = About(said)
        fitting = [factor.name for factor in ranked if fits(about, factor)]
        if fitting or about not in NEEDED:
            return about, next(iter(fitting), "")
    for factor in factors:
        if said and said in (factor.name, heading(factor.name)):
            return about_of(factor), factor.name
    if not ranked:
        return About.SETTING, ""
    if subjects & _OF_SEATS and subjects <= {*_OF_SEATS, GAMES}:
        return About.SEATS, ""
    (rank, first), *others = ranks
    about = about_of(first)
    if about in _OF_RULES_ALONE and any(other == rank for other, _ in others):
        return About.SETTING, ""  # which rule comes first says nothing
    return about, first.name


_OF_SEATS = {SEATS, FIRST_SEAT, TURN_ORDER, FIRST_PLAYER}

NEEDED = {
    About.CHANGE: "a factor with several levels",
    About.COMPONENTS: "a factor with several levels",
    About.NUMBER: "a factor whose levels are numbers",
    About.COMBINATIONS: "a rule that is a set of parts, or levels such as a, b and a+b",
    About.SKILL: f"a factor such as strategy.{OVERLOOKS}: [0, 0.1]",
    About.ASSUMPTIONS: f"the factor {ASSUMPTIONS}",
}
"""What an experiment has to vary to be asked about in a way, in words; the other ways need nothing."""

_ORDER = (
    About.ASSUMPTIONS, About.COMPONENTS, About.SKILL, About.COMBINATIONS, About.NUMBER, About.CHANGE,
    About.PLAYER_COUNT, About.PLAYERS,
)  # fmt: skip
"""Of several factors the one of the first kind is asked about."""

_OF_RULES_ALONE = (About.COMBINATIONS, About.NUMBER, About.CHANGE)
"""Kinds of which none comes before another: that some factor of them is asked about has to be said."""

_OF_RESULTS = (About.SETTING, About.CHANGE, About.NUMBER)
"""Kinds of question whose answer begins with the players that are asked about."""


def _ranks(
    factors: Sequence[Factor], title: str, knobs: Called
) -> list[tuple[tuple[int, bool, int], Factor]]:
    """Return the factors with their ranks, the ones that are asked about before others first.

    What the title names comes first, then what has a name of its own, then single rules, then who plays.
    """
    asked, varied = _words(_asking(title)), [factor for factor in factors if len(factor.levels) > 1]
    called = {factor.name: _words_for(factor, knobs) for factor in varied}
    ranks = []
    for factor in varied:
        others = set().union(*(called[name] for name in called if name != factor.name))
        named, about = len(asked & called[factor.name] - others), about_of(factor)
        place = _ORDER.index(About.CHANGE if about in _OF_RULES_ALONE else about)
        ranks.append(((-named, factor.key is not None or about is About.PLAYERS, place), factor))
    return sorted(ranks, key=lambda entry: (entry[0], _ORDER.index(about_of(entry[1]))))


def _asking(title: str) -> str:
    """Return a title without what stands before a colon, which is the game's name."""
    return re.sub(r"^[^:]*:\s", "", title)


def _words_for(factor: Factor, knobs: Called) -> set[str]:
    """Return the words by which a title names a factor: of a rule's label and name, or of a heading."""
    own = _words(f"{label(knobs, factor.name)} {heading(factor.name)}")
    return own - _OF_RULES if factor.key else own


def _words(text: str) -> set[str]:
    """Return the words of a text without endings of the plural: "tide" of "What if Tides were cheap?"."""
    found = {*re.findall(r"[^\W\d_]{2,}", text.lower())} - _SMALL
    return {f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s") for word in found}


_SMALL = {
    *(
        "an",
        "and",
        "are",
        "at",
        "be",
        "by",
        "do",
        "does",
        "for",
        "from",
        "how",
        "if",
        "in",
        "is",
        "it",
        "its",
    ),
    *("of", "on", "or", "than", "that", "the", "to", "was", "were", "what", "when", "which", "who", "with"),
}
"""Words that name nothing."""

_OF_RULES = {"cost", "each", "game", "number", "price", "most", "start", "turn", "worth"}
"""Words that many rules' labels share: they name none of them."""


def fits(about: About, factor: Factor) -> bool:
    """Return True if a factor can be asked about in a way."""
    if about_of(factor) == about:
        return True
    if is_of_players(factor.name):
        return False
    labels = [level.label for level in factor.levels]
    match about:
        case About.NUMBER:
            return are_numbers(labels)
        case About.COMBINATIONS:
            return any("+" in label for label in labels) or _is_set(factor)
        case About.CHANGE | About.COMPONENTS:
            return True
    return False


def _is_set(factor: Factor) -> bool:
    """Return True for a rule whose values are sets of parts."""
    values = [setting.value for level in factor.levels for setting in level.settings]
    return isinstance(factor.key, RuleKey) and all(isinstance(value, (list, tuple, set)) for value in values)


def about_of(factor: Factor) -> About:
    """Return what is asked about a factor if it is the only one."""
    key = factor.key
    labels = [level.label for level in factor.levels]
    if factor.name == ASSUMPTIONS:
        return About.ASSUMPTIONS
    if factor.name == COMPONENT:
        return About.COMPONENTS
    if isinstance(key, EveryPlayer | OnePlayer) and key.parameter:
        numbers = About.SKILL if key.parameter == OVERLOOKS else About.NUMBER
        return numbers if are_numbers(labels) else About.CHANGE
    if is_of_players(factor.name):
        return About.PLAYERS
    if isinstance(key, RuleKey) and key.rule == PLAYERS:
        return About.PLAYER_COUNT
    if isinstance(key, RuleKey) and any("+" in label for label in labels):
        return About.COMBINATIONS
    sets = [setting.key for level in factor.levels for setting in level.settings]
    if key is None and LINE_UP in sets:
        return About.PLAYERS
    if key is None and sets and all(isinstance(set_, RuleKey) and set_.rule == PLAYERS for set_ in sets):
        return About.PLAYER_COUNT
    return About.NUMBER if len(labels) >= CURVE and are_numbers(labels) else About.CHANGE


def unfit(question: str, factors: Sequence[Factor]) -> str:
    """Return what an experiment lacks to be asked a kind of question; empty if nothing."""
    if question not in set(About):
        return ""
    about = About(question)
    several = [factor for factor in factors if len(factor.levels) > 1]
    return "" if any(fits(about, factor) for factor in several) else NEEDED.get(about, "")


def question_words(factors: Iterable[str]) -> list[str]:
    """Return what the key `question` may say: kinds of questions, and factors by their headings."""
    return [*About, *map(heading, factors)]
