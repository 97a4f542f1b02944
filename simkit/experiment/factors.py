"""Factors: what an experiment varies, and what each of their levels sets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING, Any

from simkit.content.source import Place
from simkit.engine.contract.knobs import PLAYERS, Knobs, RuleWords, words_of, words_of_parameter
from simkit.engine.contract.player import OVERLOOKS, Player
from simkit.experiment.keys import EveryPlayer, Key, LineUp, OnePlayer, Restrict, RuleKey, read_key
from simkit.language import listed

if TYPE_CHECKING:
    from simkit.engine.contract.strategy import Strategy

ASSUMPTIONS = "assumptions"
"""The factor that varies the unknown values of a game."""

AS_ASSUMED = "as assumed"


Entry = tuple[Player | None, Place | str]


@dataclass(frozen=True)
class Setting:
    """One setting: its key, its value, and the place where it is written."""

    key: Key
    value: Any
    place: Place | str = field(compare=False)
    entries: tuple[Entry, ...] = field(default=(), compare=False)
    """The players that it names, once they are read, each with its place; None for a wrong entry."""

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data, for JSON."""
        return {"key": self.key.name, "value": _plain(self.value)}


@dataclass(frozen=True)
class FactorLevel:
    """One level of a factor: its label, its settings, and the knobs that it presupposes."""

    label: str
    settings: tuple[Setting, ...]
    only_if: dict[str, Any] = field(default_factory=dict)

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data, for JSON."""
        only_if = {"only_if": _plain(self.only_if)} if self.only_if else {}
        return {"label": self.label, "sets": [setting.as_data() for setting in self.settings], **only_if}


@dataclass(frozen=True)
class Factor:
    """A factor and its levels."""

    name: str
    levels: tuple[FactorLevel, ...]
    is_sampled: bool = field(default=False, compare=False)
    """Whether the levels are rows of a sampled design, of which some may be equal."""

    @property
    def key(self) -> Key | None:
        """The key of all its levels; None if its levels are named variants."""
        return read_key(self.name)

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data, for JSON."""
        return {"name": self.name, "levels": [level.as_data() for level in self.levels]}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Factor:
        """Return the factor from its plain data; places are not kept."""
        levels = []
        for level in data["levels"]:
            keys = ((read_key(entry["key"]), entry["value"]) for entry in level["sets"])
            settings = tuple(Setting(key, value, "") for key, value in keys if key)
            levels.append(FactorLevel(level["label"], settings, level.get("only_if", {})))
        return cls(data["name"], tuple(levels))


def _plain(value: Any) -> Any:
    """Return a value as JSON holds it: lists for tuples and sets."""
    if isinstance(value, Mapping):
        return {str(name): _plain(inner) for name, inner in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    return [_plain(inner) for inner in value] if isinstance(value, (list, tuple)) else value


COMPONENT = "component"
"""The factor of experiments that change one component at a time; its first level changes nothing."""

OUTCOME = " (outcome)"
"""What reports append to the heading of an outcome column that is called like a factor."""


def as_number(level: str) -> float | None:
    """Return the number that a level's label is; None for a word, and for what is no finite number.

    >>> as_number("0.5"), as_number("low"), as_number("nan")
    (0.5, None, None)
    """
    try:
        number = float(level)
    except ValueError:
        return None
    return number if isfinite(number) else None


def are_numbers(levels: Iterable[str]) -> bool:
    """Return True if each level's label is a number of its own."""
    numbers = [as_number(level) for level in levels]
    return None not in numbers and len({*numbers}) == len(numbers)


def is_path(name: str) -> bool:
    """Return True if a factor is called by the key that its levels set; else they are named variants."""
    return read_key(name) is not None


def heading(name: str) -> str:
    """Return the name of a factor in reports: "board", "player 1's n" (set by strategies.0.n)."""
    key = read_key(name)
    if isinstance(key, (EveryPlayer, OnePlayer)) and key.parameter == OVERLOOKS:
        whose = f"{key.of('').heading}'s " if isinstance(key, OnePlayer) else ""
        return f"{whose}share of moves overlooked"
    return key.heading if key else name


@dataclass(frozen=True)
class Vocabulary:
    """What a designer calls the rules of a game, and the parameters of its players."""

    knobs: type[Knobs]
    parameters: Mapping[str, RuleWords]

    @classmethod
    def of(cls, knobs: type[Knobs], strategies: Iterable[Strategy]) -> Vocabulary:
        """Return the words for a game's rules and for what some strategies can be given."""
        every = [parameter for strategy in strategies for parameter in strategy.parameters]
        words = {
            parameter.name: words_of_parameter(parameter.name, parameter.label, parameter.said)
            for parameter in reversed(every)
        }
        return cls(knobs, words)


Called = type[Knobs] | Vocabulary
"""What rules are called; with a `Vocabulary` also what parameters of players are, else by their own names."""


def _words(called: Called, key: Key | None) -> RuleWords | None:
    """Return what a designer calls a rule, or a parameter of players; None for any other key."""
    knobs, parameters = (called.knobs, called.parameters) if isinstance(called, Vocabulary) else (called, {})
    if isinstance(key, RuleKey):
        return words_of(knobs, key.rule)
    name = key.parameter if isinstance(key, (EveryPlayer, OnePlayer)) else ""
    return (parameters.get(name) or words_of_parameter(name)) if name and name != OVERLOOKS else None


def short_label(knobs: Called, factor: str) -> str:
    """Return what a factor is called above a column or along an axis: "price of an Artificial Tide"."""
    key = read_key(factor)
    words = _words(knobs, key)
    if words is None:
        return heading(factor)
    return key.of(words.title).heading if isinstance(key, (EveryPlayer, OnePlayer)) else words.title


def label(knobs: Called, factor: str) -> str:
    """Return a factor within a sentence: "the price of an Artificial Tide", "the players' selfishness"."""
    key = read_key(factor)
    if isinstance(key, RuleKey):
        return words_of(knobs.knobs if isinstance(knobs, Vocabulary) else knobs, key.rule).label
    name = short_label(knobs, factor)
    is_named = isinstance(key, (OnePlayer, Restrict)) or name.startswith(("the ", "a ", "an "))
    return name if is_named else f"the {name}"


def noun(knobs: Called, factor: str) -> str:
    """Return a factor without its article, as in a caption: "price of an Artificial Tide"."""
    return label(knobs, factor).removeprefix("the ")


def _of_players(key: EveryPlayer | OnePlayer, words: RuleWords, level: str, who: str = "") -> str:
    """Return how players play with a value of a parameter, as they say it: "player 1 holding at 25"."""
    phrase, is_one = words.level(level), isinstance(key, OnePlayer)
    who = who or (key.of("").heading if is_one else "each player")
    if phrase.startswith("with "):
        return f"{phrase.removeprefix('with ')}{f' for {who}' if is_one else ''}"
    return f"{who} {phrase}"


def so_in_words(called: Called, parameter: str, value: float) -> str:
    """Return how a player plays with a value, to follow it: "holding at 25", "with selfishness 0.2"."""
    words = _words(called, EveryPlayer(parameter))
    assert words
    level = f"{value:,g}"
    return words.level(level) if words.said else f"with {words.title} {level}"


COUNTING = re.compile(
    r"(no|one|two|three|four|five|six|seven|eight|nine|ten|more|less) (?!to |.*\b(is|are|has|have|costs?)\b)"
)
"""How the name of a variant begins that is no clause and counts something."""


VERB = re.compile(
    r"\b(is|are|was|has|have|does?|can|may|must|gets?|gives?|pays?|wins?|takes?|begins?|needs?|loses?)\b"
    r"|\b(costs?|counts?|scores?|draws?|moves?|plays?|starts?|ends?) \w"
)
"""Tells a variant that is named by a clause, "storms cost nothing", from one named by nouns."""

BRACKETS = re.compile(r"\(.*?\)")
"""What a name says in passing."""

PREPOSITION = re.compile(r"(of|from|by|for|in|on|at|to|up to|one to) ")
"""How the name of a variant begins that says how something is, and not what there is."""


def _is_quality(level: str) -> bool:
    """Return whether a variant's name may say what its factor is like: "dear", "of 70 points"."""
    return bool(PREPOSITION.match(level)) or (" " not in level and as_number(level) is None)


def is_clause(level: str) -> bool:
    """Return whether a variant's name is a clause: "storms cost nothing"."""
    return bool(VERB.search(BRACKETS.sub("", level))) and not COUNTING.match(level)


def variant_in_words(level: str, factor: str = "") -> str:
    """Return the name of a variant in a sentence; in quotes if it is a clause.

    What says of its factor how that is, as "dear" and "of 70 points" do, follows it: "the price dear".
    """
    if level == "none" and factor:
        return f"no {factor}"
    if is_clause(level):
        return f"'{level}'"
    if factor and level.startswith(f"{factor} "):
        return f"the {level}"
    is_of_factor = factor not in ("", *NAMES_NOTHING) and _is_quality(level)
    return f"the {factor} {level}" if is_of_factor else level


NAMES_NOTHING = ("variant", "variants", "rule", "rules", "change", "version", COMPONENT)
"""Names of factors that say nothing of what they vary."""


THE_SAME = "the same"
"""Stands for the player that a sentence is about, of whom only what it does is said."""


def with_level(knobs: Called, factor: str, level: str, who: str = "") -> str:
    """Return a level within a sentence: "with the reserve at 6 tokens", "on board A1", "without the raft".

    Of variants that have names: "with cheap tides", "when storms cost nothing".

    Parameters
    ----------
    who : str
        What a player is called whose parameter it is: "the other player", `THE_SAME`; else "player 1".
    """
    key = read_key(factor)
    if isinstance(key, RuleKey) and (words := _words(knobs, key)):
        return words.level(level)
    value = _value(key, level)
    if isinstance(key, Restrict):
        return f"with {value} for {key.player}"
    if key is None and as_number(level) is None:
        if level.startswith(("as ", "with ", "without ", "by ")):
            return level
        return f"when {level}" if is_clause(level) else f"with {variant_in_words(level, factor)}"
    if isinstance(key, OnePlayer) and key.parameter == OVERLOOKS and (share := as_number(level)) is not None:
        does = f"overlooking {f'{100 * share:g} % of' if share else 'no'} moves"
        return does if who == THE_SAME else f"with {who or key.of('').heading} {does}"
    if isinstance(key, (EveryPlayer, OnePlayer)) and key.parameter == OVERLOOKS:
        return f"with {level_in_words(factor, level)}"
    if isinstance(key, (EveryPlayer, OnePlayer)) and (words := _words(knobs, key)) and words.said:
        return words.level(value) if who == THE_SAME else f"with {_of_players(key, words, value, who)}"
    if who and words:
        return f"with {words.title} {value}" if who == THE_SAME else f"with {who}'s {words.title} at {value}"
    if key is None or (isinstance(key, (EveryPlayer, OnePlayer)) and key.parameter):
        return f"with {label(knobs, factor)} at {value}"
    return f"with {value} {f'as {key.heading}' if isinstance(key, OnePlayer) else 'playing'}"


def with_change(knobs: Called, factor: str, level: str, base: str, who: str = "") -> str:
    """Return a change of level within a sentence: "with the price of an Artificial Tide at 1 instead of 2".

    What is with and without needs no comparison: "with Heroic", "without the raft".
    """
    key = read_key(factor)
    if isinstance(key, RuleKey) and (words := _words(knobs, key)):
        return words.change(level, base)
    return f"{with_level(knobs, factor, level, who)} instead of {_value(key, base)}"


def _value(key: Key | None, level: str) -> str:
    """Return a level of a factor that is no rule, behind "instead of"."""
    if key is None:
        return level if as_number(level) is not None else variant_in_words(level)
    if isinstance(key, Restrict):
        is_list = level.startswith("[")
        return (listed(level.strip("[]").split(", ")) or "every move") if is_list else f"'{level}'"
    if isinstance(key, (EveryPlayer, OnePlayer)) and key.parameter == OVERLOOKS:
        share = as_number(level)
        return level if share is None else f"{100 * share:g} %" if share else "none"
    if isinstance(key, (EveryPlayer, OnePlayer)) and level.isdecimal():
        return f"{int(level):,}"
    return listed(level.split(" - ")) if isinstance(key, LineUp) else level


def level_in_words(factor: str, level: object, knobs: Called | None = None) -> str:
    """Return a factor's level in few words, for a list: "board A1", "3 players", "10 % of moves overlooked".

    With a game's knobs, rules are called as a designer does: "price of an Artificial Tide 1".
    """
    key = read_key(factor)
    words = _words(knobs, key) if knobs is not None else None
    if words and isinstance(key, RuleKey):
        return words.short(str(level))
    if heading(factor) == PLAYERS and str(level).isdecimal():
        return f"{level} player{'' if str(level) == '1' else 's'}"
    share = as_number(str(level))
    if isinstance(key, (EveryPlayer, OnePlayer)) and key.parameter == OVERLOOKS and share is not None:
        whose = f"{key.of('').heading}'s " if isinstance(key, OnePlayer) else ""
        return f"{whose}{f'{100 * share:g} % of' if share else 'no'} moves overlooked"
    if words and isinstance(key, (EveryPlayer, OnePlayer)):
        value = _value(key, str(level))
        title = key.of(words.title).heading if isinstance(key, OnePlayer) else words.title
        return _of_players(key, words, value) if words.said else f"{title} {value}"
    return f"{heading(factor)} {level}"
