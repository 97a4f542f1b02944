"""Makes the scenarios of an experiment from its settings, each with validated knobs and players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from simkit.content.complaints import Problem, in_words, problems_of
from simkit.content.source import Place
from simkit.engine.game import Game
from simkit.engine.knobs import Knobs
from simkit.engine.thinker import METHOD_KEY, METHODS, name_of, parts_of
from simkit.errors import Complaint, raised
from simkit.experiment.dial import ErringEntry, reference_with, spelled_out
from simkit.experiment.factors import Factor, Setting
from simkit.experiment.model import FORMS, PlayerEntry, StrategyEntry, ThinkEntry
from simkit.experiment.questions import Asked
from simkit.experiment.target import Target
from simkit.experiment.unknown_rules import unknown_rule
from simkit.plugins import find_strategy

MOST_SCENARIOS = 100_000

_ENTRY: TypeAdapter[str | PlayerEntry | ErringEntry | ThinkEntry] = TypeAdapter(StrategyEntry)


@dataclass(frozen=True, slots=True)
class Player:
    """A player: a strategy as the experiment names it, and its parameters."""

    strategy: str
    parameters: dict[str, float]


class _Seated(NamedTuple):
    """A player, with the places in the file where its strategy and its parameters are set."""

    player: Player
    place: Place | str
    places: dict[str, Place | str]


@dataclass(frozen=True, slots=True)
class Scenario:
    """One combination of all factors' levels.

    Parameters
    ----------
    index : int
        From 0, in the order of the grid, the last factor changing fastest.
    levels : dict
        Factor -> label of its level.
    knobs : Knobs
        The rules.
    players : tuple of Player
        One per seat.
    """

    index: int
    levels: dict[str, str]
    knobs: Knobs
    players: tuple[Player, ...]


@dataclass(frozen=True, eq=False)
class Experiment:
    """A checked experiment with all defaults filled in.

    Parameters
    ----------
    name, title, description, report : str
        As in the file; `report` is "none" if none is wanted.
    game : Game
        The game.
    seed, games : int
        The seed, and how many games of each scenario are played.
    factors : tuple of str
        The names of what is varied.
    scenarios : tuple of Scenario
        What is played.
    folder : Path
        What the paths of strategies and reports are relative to.
    resolved : dict
        The file as data, the command line's settings under `set`.
    events_one_in : int
        Of how many games one is logged, event by event; 0 if none is.
    seconds : mapping
        Kind of move -> how long a decision for it takes at the table, where the file says so.
    targets : tuple of Target
        What the designer wants the game to come to; none if the file sets none.
    questions : tuple of Asked
        What is asked besides, with the parameters.
    varied : tuple of Factor
        The factors again, with what each of their levels sets.
    command : tuple of str
        The command that asked for it; empty if it was loaded in Python.
    file : str
        The path of its file as it was given; of a mapping, what messages call it.
    setting : str
        The setting in words, where it is a game's standard one and not a designer's own.
    """

    name: str
    title: str
    description: str
    game: Game
    seed: int
    games: int
    factors: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    report: str
    folder: Path
    resolved: dict[str, Any]
    events_one_in: int = 0
    seconds: Mapping[str, float] = field(default_factory=dict)
    targets: tuple[Target, ...] = ()
    questions: tuple[Asked, ...] = ()
    varied: tuple[Factor, ...] = ()
    command: tuple[str, ...] = ()
    file: str = ""
    setting: str = ""


class ScenarioReader:
    """Makes scenarios from settings, and collects the problems in them."""

    def __init__(self, game: Game, folder: Path, problems: list[Problem]) -> None:
        self.game = game
        self.folder = folder
        self.problems = problems
        self._printed = game.knobs()
        self._checked: dict[str, bool] = {}

    def read(self, index: int, levels: dict[str, str], settings: list[Setting]) -> Scenario | None:
        """Return one scenario, or None if there are problems with it."""
        before = len(self.problems)
        knobs = self.knobs(settings)
        if knobs is None:
            self._check_names(settings)
            return None
        self._require_record(knobs, settings)
        players = self._players(settings, self.game.seats_under(knobs))
        return None if len(self.problems) > before else Scenario(index, levels, knobs, players)

    def knobs(self, settings: Iterable[Setting]) -> Knobs | None:
        """Return the validated knobs; of several settings of a knob, the last one counts."""
        chosen = {s.path.removeprefix("rules."): s for s in settings if s.path.startswith("rules.")}
        try:
            knobs = self.game.knobs.model_validate({name: setting.value for name, setting in chosen.items()})
            # What is not set is shared: of 100,000 scenarios each would have its own copy.
            return self._printed.model_copy(update={name: getattr(knobs, name) for name in chosen})
        except ValidationError as error:
            self.problems += self._knob_problems(error, chosen)
        except Exception as error:  # raised by a plug-in's own check, of a list that is too short, say
            if self.game.is_shipped:
                raise
            self.problems.append(
                (_place_of(chosen), f"{self.game.title}: its check of rules {raised(error)}")
            )
        return None

    def _require_record(self, knobs: Knobs, settings: Iterable[Setting]) -> None:
        """Record a problem if a plug-in's rules don't fit their record, such as a list that is too long."""
        if self.game.is_shipped:
            return
        try:
            self.game.rules_under(knobs)
        except Complaint as problem:
            chosen = {s.path: s for s in settings if s.path.startswith("rules.")}
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
        """Return the message about a rule that there is not; one without a value may be part of a list."""
        if word in chosen and chosen[word].value is None:
            return (
                f"'{word}' is no rule of {self.game.name}; several values of a rule stand in a list: [a, b]"
            )
        return unknown_rule(self.game, word)

    def _check_names(self, settings: Iterable[Setting]) -> None:
        """Check the strategies' names where wrong rules leave open how many seats there are."""
        for setting in settings:
            if setting.path == "strategies" and isinstance(setting.value, list):
                named = _entries(setting)
            elif setting.path == "strategy" or re.fullmatch(r"strategies\.\d+", setting.path):
                named = [(setting.value, setting.place)]
            else:
                continue
            for value, place in named:
                self._check(_Seated(self._player(value, place), place, {}))

    def _players(self, settings: list[Setting], seats: int) -> tuple[Player, ...]:
        line_up: list[tuple[Any, Place | str]] = []
        for setting in settings:
            if setting.path == "strategy":
                line_up = [(setting.value, setting.place)] * seats
            elif setting.path == "strategies":
                line_up = self._line_up(setting, seats)
        if not line_up:
            self.problems.append(((), "who plays is missing: add `strategy: ...` or `strategies: [...]`"))
            return ()
        seated = [_Seated(self._player(value, place), place, {}) for value, place in line_up]
        of_seats = (own for setting in settings if "." in setting.path for own in setting.parameters())
        for setting in sorted([*of_seats, *settings], key=_narrowness):
            self._change(seated, setting)
        for own in seated:
            self._check(own)
        return tuple(own.player for own in seated)

    def _line_up(self, setting: Setting, seats: int) -> list[tuple[Any, Place | str]]:
        if not isinstance(setting.value, list):
            message = f"strategies: found {in_words(setting.value)}, allowed is a list, one per seat"
            self.problems.append((setting.place, message))
            return [(None, setting.place)] * seats
        if len(setting.value) != seats:
            message = f"strategies: found {len(setting.value)}, {self.game.title} here has {seats} seats"
            self.problems.append((setting.place, message))
            return [(None, setting.place)] * seats
        return _entries(setting)

    def _player(self, value: Any, place: Place | str) -> Player:
        if value is not None:
            try:
                entry = _ENTRY.validate_python(value)
                if isinstance(entry, ErringEntry):
                    entry = PlayerEntry.model_validate(spelled_out(value))
            except ValidationError as error:
                relative = lambda where: place if isinstance(place, str) else (*place, *where)  # noqa: E731
                self.problems += problems_of(error, relative, (), forms=FORMS)
                return Player("", {})
            if isinstance(entry, ThinkEntry):
                return Player(*entry.player())
            if isinstance(entry, PlayerEntry):
                return Player(entry.name, dict(entry.parameters))
            return Player(entry, {})
        if not self.problems:
            self.problems.append((place, "strategy: found nothing, allowed is a strategy's name"))
        return Player("", {})

    def _change(self, seated: list[_Seated], setting: Setting) -> None:
        """Apply ``strategy.<parameter>``, ``strategies.<seat>`` or ``strategies.<seat>.<parameter>``."""
        head, _, rest = setting.path.partition(".")
        if not rest or head == "rules":
            return
        if head == "strategy":
            seated[:] = [self._with(own, rest, setting) for own in seated]
            return
        seat, _, parameter = rest.partition(".")
        if not seat.isdecimal() or int(seat) >= len(seated):
            message = f"'{setting.path}': found seat '{seat}', allowed is 0 to {len(seated) - 1}"
            self.problems.append((setting.place, message))
        elif parameter:
            seated[int(seat)] = self._with(seated[int(seat)], parameter, setting)
        else:
            seated[int(seat)] = _Seated(self._player(setting.value, setting.place), setting.place, {})

    def _with(self, own: _Seated, parameter: str, setting: Setting) -> _Seated:
        if parameter == METHOD_KEY and isinstance(setting.value, str):
            return self._by_method(own, setting)
        if isinstance(setting.value, bool) or not isinstance(setting.value, (int, float)):
            message = f"'{setting.path}': found {in_words(setting.value)}, allowed is a number"
            self.problems.append((setting.place, message))
            return own
        reference = reference_with(self.game.name, own.player.strategy, self.folder, parameter)
        player = Player(reference, {**own.player.parameters, parameter: float(setting.value)})
        in_file_for_all = setting.path.startswith("strategy.") and not isinstance(setting.place, str)
        place = own.place if in_file_for_all else setting.place  # one strategy of several may lack it
        return _Seated(player, own.place, {**own.places, parameter: place})

    def _by_method(self, own: _Seated, setting: Setting) -> _Seated:
        """Return a thinking player with another method."""
        parts = parts_of(own.player.strategy)
        if parts is None or setting.value not in METHODS:
            allowed = f"allowed is {' or '.join(METHODS)}, for a player that thinks"
            message = f"'{setting.path}': found {in_words(setting.value)}, {allowed}"
            self.problems.append((setting.place, message))
            return own
        reference = name_of(parts.base, parts.opponents, setting.value)
        return _Seated(Player(reference, own.player.parameters), own.place, own.places)

    def _check(self, own: _Seated) -> None:
        key, place = repr(own), own.place
        if not own.player.strategy or key in self._checked:
            return
        self._checked[key] = True
        try:
            strategy = find_strategy(self.game.name, own.player.strategy, self.folder)
            for name, value in own.player.parameters.items():
                place = own.places.get(name, own.place)
                strategy.parameter_row({name: value})
        except Complaint as complaint:
            if str(complaint) not in (words for _, words in self.problems):  # not again for every level
                self.problems.append((place, str(complaint)))


def _entries(setting: Setting) -> list[tuple[Any, Place | str]]:
    """Return the entries of a line-up, each with its place."""
    place = setting.place
    return [
        (value, place if isinstance(place, str) else (*place, i)) for i, value in enumerate(setting.value)
    ]


def _place_of(chosen: dict[str, Setting]) -> Place | str:
    """Return the place of the rule that is set, or of all rules if several are."""
    return next(iter(chosen.values())).place if len(chosen) == 1 else ("rules",)


def _narrowness(setting: Setting) -> int:
    """Return the rank at which a setting is applied: seats, then all players' parameters, then one seat's.

    So nothing that is set is lost because something wider stands below it.
    """
    head, *rest = setting.path.split(".", 2)
    return 1 if head == "strategy" else 2 * (len(rest) - 1)


def _named_in(error: ValidationError, chosen: dict[str, Setting]) -> Place:
    """Return the knob, of those that a message about several knobs names, that was set last: in a factor."""
    for found in error.errors(include_url=False):
        if not found["loc"]:
            words = re.findall(r"\w+", str(found.get("ctx", {}).get("error", "")))
            named = [knob for knob in chosen if knob in words]
            return (named[-1] if named else next(iter(chosen), ""),)
    return ()
