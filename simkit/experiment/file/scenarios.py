"""Makes the scenarios of an experiment from its settings, each with validated knobs and players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from simkit.content.complaints import Problem, problems_of, quoted
from simkit.content.source import Place
from simkit.engine.contract.describe import KnobInWords, describe_knobs
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import Knobs
from simkit.engine.contract.player import DIAL_NAMES, METHOD_KEY, METHODS, Player
from simkit.errors import BadInput, nearest, raised, unknown
from simkit.experiment.factors import Setting
from simkit.experiment.file.factors import parameters_of
from simkit.experiment.file.players import line_ups_in
from simkit.experiment.keys import EVERY_PLAYER, LINE_UP, EveryPlayer, OnePlayer, Restrict, RuleKey
from simkit.experiment.values import Scenario
from simkit.language import listed, plural
from simkit.plugins import find_strategy

NEAR = 0.6
"""How similar the ends of two words must be, if they begin alike, to suggest one for the other."""

SHORTEST = 3
"""The fewest letters of a word by which rules are searched."""


def unknown_rule(game: Game, word: str) -> str:
    """Return the message about a rule that a game does not have.

    A word that begins like other rules, `phantom_speed`, lists those.
    """
    known = describe_knobs(game.knobs)
    kind = f"rule of {game.name}"
    guess = nearest(word, [knob.name for knob in known])
    head = word.lower().partition("_")[0]
    kin = _about(head, known)
    if not kin:
        return unknown(kind, word, [knob.name for knob in known])
    hint = f"; did you mean '{guess}'?" if guess and _is_near(word.lower(), guess.lower(), head) else "."
    listed = "; ".join(f"{knob.name}, {knob.description} ({knob.allowed})" for knob in kin)
    return (
        f"unknown {kind} '{word}'{hint} What can be set about '{head}': {listed}. "
        f"`simkit rules {game.name}` lists all"
    )


def _about(head: str, known: list[KnobInWords]) -> list[KnobInWords]:
    """Return the rules whose names contain a word, in the singular or the plural."""
    stem = head.rstrip("s")
    if len(stem) < SHORTEST:
        return []
    return [knob for knob in known if re.search(rf"(^|_){re.escape(stem)}s?(_|$)", knob.name)]


def _is_near(word: str, guess: str, head: str) -> bool:
    """Return True if a guess is similar to a rule beyond the word with which both begin."""
    if guess.startswith(f"{head}_"):
        word, guess = word[len(head) + 1 :], guess[len(head) + 1 :]
    return SequenceMatcher(None, word, guess).ratio() >= NEAR


class Seated(NamedTuple):
    """A player (None for a wrong entry), with the places where its strategy and its parameters are set."""

    player: Player | None
    place: Place | str
    places: dict[str, Place | str]


def seated(settings: Sequence[Setting], game: Game, seats: int, problems: list[Problem]) -> list[Seated]:
    """Return the players of a scenario by seat; problems are added to `problems`."""
    found: list[Seated] = []
    for setting in settings:
        if setting.key == EVERY_PLAYER:
            found = [Seated(*entry, {}) for entry in setting.entries] * seats
        elif setting.key == LINE_UP:
            found = _line_up(setting, game, seats, problems)
    if not found:
        problems.append(((), "who plays is missing: add `strategy: ...` or `strategies: [...]`"))
    of_seats = (
        parameter for each in settings if isinstance(each.key, OnePlayer) for parameter in parameters_of(each)
    )
    for setting in sorted([*of_seats, *settings], key=_narrowness) if found else ():
        _change(found, setting, problems)
    return found


def _restricted(found: Iterable[Seated], settings: Iterable[Setting]) -> list[Seated]:
    """Return the players of a scenario, each without the kinds of moves that settings take from it."""
    kinds = {setting.key.player: setting.value for setting in settings if isinstance(setting.key, Restrict)}
    return [_without(entry, kinds.get(entry.player.name, ())) if entry.player else entry for entry in found]


def _without(entry: Seated, kinds: Sequence[str]) -> Seated:
    if entry.player is None or not kinds:
        return entry
    strategy = replace(entry.player.strategy, without=tuple(kinds))
    return entry._replace(player=replace(entry.player, strategy=strategy))


def _line_up(setting: Setting, game: Game, seats: int, problems: list[Problem]) -> list[Seated]:
    first = 0
    for number, (entries, _) in line_ups_in(setting.value, setting.place).items():
        if number in ("", str(seats)) and len(entries) == seats:
            return [Seated(*entry, {}) for entry in setting.entries[first : first + seats]]
        first += len(entries)
    message = f"strategies: found {quoted(setting.value)}, allowed is a list, one per seat"
    if isinstance(setting.value, list):
        message = f"strategies: found {len(setting.value)}, {game.title} here has {seats} seats"
    if isinstance(setting.value, dict):
        there = f"there are those for {listed(setting.value)}" if setting.value else "there is none"
        message = f"strategies: no line-up for {plural(seats, 'player')}; {there}"
    problems.append((setting.place, message))
    return [Seated(None, setting.place, {})] * seats


def _change(found: list[Seated], setting: Setting, problems: list[Problem]) -> None:
    """Apply ``strategy.<parameter>``, ``strategies.<seat>`` or ``strategies.<seat>.<parameter>``."""
    key = setting.key
    if isinstance(key, EveryPlayer) and key.parameter:
        found[:] = [_with(entry, key.parameter, setting, problems) for entry in found]
    if not isinstance(key, OnePlayer):
        return
    if key.number is None or key.number >= len(found):
        message = f"'{key.name}': found seat '{key.player}', allowed is 0 to {len(found) - 1}"
        problems.append((setting.place, message))
    elif key.parameter:
        found[key.number] = _with(found[key.number], key.parameter, setting, problems)
    else:
        found[key.number] = Seated(*setting.entries[0], {})


def _with(entry: Seated, parameter: str, setting: Setting, problems: list[Problem]) -> Seated:
    """Return a player with a parameter, or with another method to think."""
    value, key = setting.value, setting.key.name
    if parameter == METHOD_KEY and isinstance(value, str):
        look_ahead = entry.player.strategy.look_ahead if entry.player else None
        if entry.player and look_ahead and value in METHODS:
            strategy = replace(entry.player.strategy, look_ahead=replace(look_ahead, method=value))
            return entry._replace(player=replace(entry.player, strategy=strategy))
        allowed = f"allowed is {' or '.join(METHODS)}, for a player that thinks"
        problems.append((setting.place, f"'{key}': found {quoted(value)}, {allowed}"))
        return entry
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        problems.append((setting.place, f"'{key}': found {quoted(value)}, allowed is a number"))
        return entry
    if entry.player is None:
        return entry
    in_file_for_all = isinstance(setting.key, EveryPlayer) and not isinstance(setting.place, str)
    place = entry.place if in_file_for_all else setting.place  # one strategy of several may lack it
    player = replace(entry.player, parameters={**entry.player.parameters, parameter: float(value)})
    return Seated(player, entry.place, {**entry.places, parameter: place})


def _narrowness(setting: Setting) -> int:
    """Return the rank at which a setting is applied: seats, then all players' parameters, then one seat's.

    So no setting is lost because a wider one stands below it.
    """
    if isinstance(setting.key, OnePlayer):
        return 2 if setting.key.parameter else 0
    return 1 if isinstance(setting.key, EveryPlayer) else 0


MOST_SCENARIOS = 100_000

DIALS = frozenset(DIAL_NAMES)


class ScenarioReader:
    """Makes scenarios from settings, and collects the problems in them."""

    def __init__(self, game: Game, folder: Path, problems: list[Problem]) -> None:
        self.game = game
        self.folder = folder
        self.problems = problems
        self._known: dict[str, Player] = {}
        self.names: set[str] = set()
        """The names of all players, before anything is taken from them."""

    def read(self, index: int, levels: dict[str, str], settings: list[Setting]) -> Scenario | None:
        """Return one scenario, or None if there are problems with it."""
        before = len(self.problems)
        knobs = self.knobs(settings)
        if knobs is None:
            for entry in (entry for setting in settings for entry in setting.entries):
                self._settled(Seated(*entry, {}))  # how many seats there are is open
            return None
        self._require_record(knobs, settings)
        found = seated(settings, self.game, self.game.seats_under(knobs), self.problems)
        self.names.update(entry.player.name for entry in found if entry.player)
        found = _restricted(found, settings)
        players = tuple(player for entry in found if (player := self._settled(entry)))
        is_whole = len(self.problems) == before and len(players) == len(found)
        return Scenario(index, levels, knobs, players) if is_whole else None

    def knobs(self, settings: Iterable[Setting]) -> Knobs | None:
        """Return the validated knobs; of several settings of a knob, the last one counts."""
        chosen = {s.key.rule: s for s in settings if isinstance(s.key, RuleKey)}
        try:
            return self.game.knobs.with_values({name: setting.value for name, setting in chosen.items()})
        except ValidationError as error:
            self.problems += self._knob_problems(error, chosen)
        except Exception as error:  # raised by a plug-in's own check, of a list that is too short, say
            self.problems.append(
                (_place_of(chosen), f"{self.game.title}: its check of rules {raised(error)}")
            )
        return None

    def _require_record(self, knobs: Knobs, settings: Iterable[Setting]) -> None:
        """Record a problem if a plug-in's rules don't fit their record, such as a list that is too long."""
        try:
            self.game.rules_under(knobs)
        except BadInput as problem:
            chosen = {s.key.rule: s for s in settings if isinstance(s.key, RuleKey)}
            self.problems.append((_place_of(chosen), str(problem)))

    def _knob_problems(self, error: ValidationError, chosen: dict[str, Setting]) -> list[Problem]:
        names = list(self.game.knobs.model_fields)

        def place_of(location: Place) -> Place | str:
            named = location or _named_in(error, chosen)
            setting = chosen.get(str(named[0])) if named else None
            if setting is None:
                return ("rules",)
            if isinstance(setting.place, str):
                return setting.place
            if str(named[0]) not in names and len(setting.place) == 3:
                return setting.place[:2]  # the factor's own name is wrong, not each of its levels
            return (*setting.place, *location[1:])

        return problems_of(error, place_of, names, unknown_word=partial(self._unknown_rule, chosen))

    def _unknown_rule(self, chosen: dict[str, Setting], word: str) -> str:
        """Return the message about an unknown rule; one without a value may be part of a list."""
        if word in chosen and chosen[word].value is None:
            return (
                f"'{word}' is no rule of {self.game.name}; several values of a rule stand in a list: [a, b]"
            )
        return unknown_rule(self.game, word)

    def _settled(self, entry: Seated) -> Player | None:
        """Return a player, with the skill dial if its settings need it; checked once."""
        seen, player, place = repr(entry), entry.player, entry.place
        if player is None or seen in self._known:
            return self._known.get(seen)
        try:
            strategy = find_strategy(self.game.name, player.strategy, self.folder)
            known = {parameter.name for parameter in strategy.parameters}
            if not player.strategy.errs and any(
                name not in known for name in DIALS.intersection(entry.places)
            ):
                player = replace(player, strategy=player.strategy.erring())
                strategy = find_strategy(self.game.name, player.strategy, self.folder)
            for name, value in player.parameters.items():
                place = entry.places.get(name, entry.place)
                strategy.parameter_row({name: value})
        except BadInput as complaint:
            if str(complaint) not in (words for _, words in self.problems):  # not again for every level
                self.problems.append((place, str(complaint)))
        self._known[seen] = player
        return player


def _place_of(chosen: dict[str, Setting]) -> Place | str:
    """Return the place of the rule that is set, or of all rules if several are."""
    return next(iter(chosen.values())).place if len(chosen) == 1 else ("rules",)


def _named_in(error: ValidationError, chosen: dict[str, Setting]) -> Place:
    """Return the knob that was set last, by a factor, of those that a message about several knobs names."""
    for found in error.errors(include_url=False):
        if not found["loc"]:
            words = re.findall(r"\w+", str(found.get("ctx", {}).get("error", "")))
            named = [knob for knob in chosen if knob in words]
            return (named[-1] if named else next(iter(chosen), ""),)
    return ()
