"""What a game's master comes to under some rules: the ceiling of the results of good play.

A ceiling belongs to rules, and not to the players that meet under them.  It is measured by the question
`ceiling` (`simkit.questions.ceiling`), whose answer is kept beside the run that asked.  For rules of general
interest it is recorded with the game, in a file ``ceilings.yaml`` beside its strategies, which
`tools/record_ceilings.py` writes; reports on any run find it there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from math import isfinite, nan
from pathlib import Path
from typing import Annotated, Any
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt
import polars as pl
import yaml
from annotated_types import Ge, Len
from pydantic import BaseModel, ConfigDict, ValidationError

from simkit.content.complaints import complaint, problems_of
from simkit.content.json_text import json_value
from simkit.content.source import Source
from simkit.engine.base.columns import Column
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import Knobs
from simkit.engine.contract.objectives import Objective
from simkit.engine.contract.player import Reference
from simkit.errors import BadInput
from simkit.experiment.file.scenarios import unknown_rule
from simkit.plugins import find_game, find_strategy, ladder_files
from simkit.run.findings.alike import points_of
from simkit.run.findings.code_of_play import code_of_play
from simkit.run.findings.ladder import objective_of, read_as
from simkit.run.findings.targeted import estimate_of
from simkit.run.games import Games
from simkit.run.store.directory import RunDirectory
from simkit.run.store.manifest import ANSWERS
from simkit.stats.estimates import (
    Estimate,
    Unit,
    difference_of_shares,
    mean_of,
    unit_of,
    widened,
    widened_share,
    wilson,
)
from simkit.stats.whose import SEAT, Whose

Floats = npt.NDArray[np.float64]

CEILING = "ceiling"
"""The name of the question, and of its key in experiments."""

FILE = "ceilings.yaml"

METHOD = "double sampling"
"""How the estimates are made: see `simkit.stats.control`."""

HEAD = """\
# How well the game's master plays, by rules (those that differ from the printed ones): its result, with an
# interval, and the number of its games. Reports on any run with these rules draw it as the ceiling.
# `fresh`: the result in as many other games, of the highest and the lowest in some experiment.
# Written by simkit's tools/record_ceilings.py from runs of experiments with `ceiling: true`.
"""

Rules = Mapping[str, Any]
"""Rules that differ from the printed ones, as plain data."""


@dataclass(frozen=True)
class Measure:
    """A column of which a ceiling is measured."""

    column: Column
    """Of the game, or of its seats, whose values are then averaged over the seats of a game."""

    of_seats: bool = False

    @property
    def name(self) -> str:
        """The name of the column."""
        return self.column.name

    @property
    def is_share(self) -> bool:
        """True for yes or no."""
        return self.column.is_yes_no

    @property
    def unit(self) -> Unit:
        """What its means are counted in."""
        return unit_of(self.is_share)


def measures_of(game: Game, players: int) -> list[Measure]:
    """Return what is measured of a game's master, the most important first.

    Where all win or lose together, or one plays alone, it is the game's first objective; where seats compete,
    each against players as good as itself, it is what they score; and in all games how long a game lasts.
    """
    first = objective_of(game) if game.objectives else None
    main: Objective | None = first
    if first is not None and players > 1 and first.of == "seat" and first.shared == "one":
        main = points_of(game)
    found = [Measure(game.column_of(main), main.of == "seat")] if main else []
    return [*found, *([Measure(game.length_column)] if game.length_column else [])]


def is_contested(game: Game, players: int) -> bool:
    """Return True if players compete, so that a table of masters wins no more than any other."""
    first = game.objectives[0] if game.objectives else None
    return first is not None and players > 1 and first.of == "seat" and first.shared == "one"


@dataclass(frozen=True)
class Ceiling:
    """What a game's master comes to under some rules."""

    rules: Rules
    """The rules that differ from the printed ones, as plain data."""

    base: str
    """The strategy that looks ahead."""

    playouts: int
    """Its play-outs per decision; 0 if a strategy of the game is called master, which is played as it is."""

    results: Mapping[str, Estimate]
    """The mean of each column that is measured; n is the number of the master's games."""

    control: str = ""
    """The player with which it is compared: the one whose games on the same chance it was measured with; for
    one that is recorded, a player of the run.  Empty if there is none."""

    controls: Mapping[str, Estimate] = field(default_factory=dict)
    gains: Mapping[str, Estimate] = field(default_factory=dict)
    """The mean of the same columns of that player, and by how much the master's is above it."""

    setting: str = ""
    """The rules in words, as the experiment that asked varies them."""

    measured: str = ""
    """The day on which it was recorded; empty if it was measured for the run itself."""

    is_current: bool = True
    """Whether the game, the strategy and look-ahead are what they were then."""

    fresh: Mapping[str, Estimate] = field(default_factory=dict)
    """The mean of each column in as many other games, which had no part in choosing it as the highest or the
    lowest of many; empty if that was not measured."""

    @property
    def games(self) -> int:
        """The number of the master's games."""
        return next(iter(self.results.values())).n

    @property
    def key(self) -> str:
        """The rules as one text, equal for equal rules."""
        return key_of(self.rules)

    def quoted(self, measure: Measure, picked_from: int) -> Estimate:
        """Return the result of one that was chosen among many: of fresh games, or widened for the choice."""
        if measure.name in self.fresh:
            return self.fresh[measure.name]
        wide = widened_share if measure.is_share else widened
        return wide(self.results[measure.name], picked_from)

    def quoted_gain(self, measure: Measure, picked_from: int) -> Estimate:
        """Return the same of its difference to the player that it is compared with."""
        if measure.name in self.fresh:
            return difference_of_shares(self.controls[measure.name], self.fresh[measure.name])
        return widened(self.gains[measure.name], picked_from)

    def compared(self, player: str, controls: Mapping[str, Estimate]) -> Ceiling:
        """Return the same beside a player's means by column, of games that share no chance with these."""
        gains = {
            name: replace(difference_of_shares(estimate, self.results[name]), unit=estimate.unit.of_changes)
            for name, estimate in controls.items()
        }
        return replace(self, control=player, controls=controls, gains=gains)

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data, for JSON."""

        def ends(found: Mapping[str, Estimate]) -> dict[str, list[float | int | None]]:
            return {
                name: [*map(_number, (estimate.value, estimate.low, estimate.high)), estimate.n]
                for name, estimate in found.items()
            }

        return {key: ends(getattr(self, key)) if key in _ENDS else getattr(self, key) for key in _KEYS}

    @classmethod
    def from_data(cls, data: Mapping[str, Any], game: Game) -> Ceiling:
        """Return the ceiling of a game from its plain data."""

        def estimates(key: str) -> dict[str, Estimate]:
            found = {}
            for name, (*ends, n) in data.get(key, {}).items():
                unit = _unit_in(game, name)
                value, low, high = map(_read_number, ends)
                own = unit.of_changes if key == "gains" else unit
                found[name] = Estimate(value, low, high, n, METHOD, own)
            return found

        own: dict[str, Any] = {key: estimates(key) if key in _ENDS else data[key] for key in _KEYS}
        return cls(**own)


_ENDS = ("results", "controls", "gains", "fresh")
_KEYS = ("setting", "rules", "base", "playouts", "control", *_ENDS[:3], "measured", "is_current", _ENDS[3])
"""The keys of its plain data, in their order, and those of estimates."""


def _unit_in(game: Game, name: str) -> Unit:
    """Return what the means of a game's or its seats' column are counted in."""
    columns = (*game.columns, *game.seat_columns)
    return unit_of(any(column.name == name and column.is_yes_no for column in columns))


def _number(value: float) -> float | None:
    return value if isfinite(value) else None


def _read_number(value: float | None) -> float:
    return nan if value is None else value


def mean_result(values: Floats, measure: Measure) -> Estimate:
    """Return the mean of a player's results, as a rate for yes or no."""
    if measure.is_share:
        return wilson(int(values.sum()), len(values))
    if values.min() == values.max():  # as in the summaries of runs
        return Estimate(float(values[0]), float(values[0]), float(values[0]), len(values), "Student t")
    return mean_of(values)


def means_in(run: RunDirectory, measures: Iterable[Measure]) -> dict[int, dict[str, Estimate]]:
    """Return the means of a run's scenarios, by scenario and column."""
    found: dict[int, dict[str, Estimate]] = {scenario: {} for scenario in run.line_ups}
    for measure in measures:
        if measure.of_seats:
            for scenario in run.scenarios_with(Whose(SEAT, 1)):
                found[scenario][measure.name] = mean_result(
                    results_in(run, scenario, [measure])[measure.name], measure
                )
            continue
        rows = run.estimates(of="game", column=measure.name, statistic="rate" if measure.is_share else "mean")
        for row in rows.iter_rows(named=True):
            found[row["scenario"]][measure.name] = estimate_of(row)
    return found


def results_in(run: RunDirectory, scenario: int, measures: Iterable[Measure]) -> dict[str, Floats]:
    """Return the results of a scenario in a run's tables, game by game; those of the seats on average."""
    found = {}
    for measure in measures:
        column = pl.col(measure.name).cast(pl.Float64)
        rows = run.seats_in([scenario]) if measure.of_seats else run.games_in([scenario])
        values = rows.group_by("game").agg(column.mean()).sort("game").collect()
        found[measure.name] = values[measure.name].to_numpy()
    return found


def results_by_game(games: Games, measures: Iterable[Measure]) -> dict[str, Floats]:
    """Return the results of games, one by one; those of the seats on average."""
    return {measure.name: games.means(measure.name, of_seats=measure.of_seats) for measure in measures}


def changed_rules(knobs: Knobs) -> dict[str, Any]:
    """Return the rules that differ from the printed ones, as plain data."""
    changed = knobs.model_dump(mode="json", exclude_defaults=True)
    # A set has no order, and the same rules must always be written the same way.
    return {k: sorted(v) if isinstance(getattr(knobs, k), frozenset) else v for k, v in changed.items()}


def key_of(rules: Rules) -> str:
    """Return rules as one text, equal for equal rules."""
    return json.dumps(dict(rules), sort_keys=True)


# ---- of a run


_KNOWN: WeakKeyDictionary[RunDirectory, dict[int, Ceiling]] = WeakKeyDictionary()


def ceilings_of(run: RunDirectory) -> Mapping[int, Ceiling]:
    """Return the ceilings that are known for a finished run's rules, by scenario.

    They are those that the run was asked for, and for other rules those that are recorded with the game.
    """
    if run not in _KNOWN:
        _KNOWN[run] = _ceilings(run)
    return _KNOWN[run]


def _ceilings(run: RunDirectory) -> dict[int, Ceiling]:
    game = run.game
    known = {} if game.changed_content else {ceiling.key: ceiling for ceiling in recorded_ceilings(game)}
    known |= {ceiling.key: ceiling for ceiling in _asked(run)}
    # What a group did not write down of its games is in no table of the run, and not in its game.
    in_run = {measure.name for seats in (1, 2) for measure in measures_of(game, seats)}
    for key, ceiling in known.items():
        known[key] = replace(
            ceiling, results={name: ceiling.results[name] for name in ceiling.results if name in in_run}
        )
    known = {key: ceiling for key, ceiling in known.items() if ceiling.results}
    if not known:
        return {}
    by_text = {_as_json(game, json.dumps(dict(ceiling.rules))): ceiling for ceiling in known.values()}
    by_text.pop("", None)
    table = run.scenario_rows().select("scenario", "knobs")
    # A run may be older than some rule: then all its texts are others than those of today.
    is_of_today = _as_json(game, table["knobs"][0]) == table["knobs"][0]
    texts = ((at, text if is_of_today else _as_json(game, text)) for at, text in table.iter_rows())
    return {scenario: by_text[text] for scenario, text in texts if text in by_text}


def _as_json(game: Game, text: str) -> str:
    """Return knobs as they are written today; an empty text if there are no such rules any more."""
    try:
        return game.knobs.from_json(text).as_json()
    except ValidationError:
        return ""


def _asked(run: RunDirectory) -> list[Ceiling]:
    """Return the ceilings in the answer that is kept beside a run; none if there is no whole answer to it."""
    if CEILING not in run.manifest["experiment"].get("questions", {}):
        return []
    try:
        data = json_value((run.path / ANSWERS / CEILING / "answer.json").read_text(encoding="utf-8"))
        if data["made_of"]["run"] != run.manifest["identity"]:
            return []
        return [Ceiling.from_data(entry, run.game) for entry in data["data"]["ceilings"]]
    except (OSError, ValueError, KeyError, TypeError):
        return []


# ---- recorded with the game


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    rules: dict[str, Any] = {}
    games: Annotated[int, Ge(1)]
    results: dict[str, Annotated[list[float], Len(3, 3)]]
    fresh: dict[str, Annotated[list[float], Len(3, 3)]] = {}
    plays: str = ""


class _Group(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    measured: str
    simkit: str
    base: str
    playouts: Annotated[int, Ge(0)]
    sources: str
    ceilings: list[_Entry]


class CeilingFile(BaseModel):
    """The contents of a ``ceilings.yaml``."""

    model_config = ConfigDict(extra="forbid", strict=True)

    game: str
    recorded: list[_Group] = []
    """What was measured on one day with one master: the day, simkit's version, the base and its play-outs, a
    hash of the code that decides play (`sources_of_play`), and the ceilings: rules, games, results, and a
    hash of some games under these rules."""


def ceiling_files(game: str) -> list[Path]:
    """Return the files with recorded ceilings beside the strategies that are installed for a game."""
    return [file for ladder in ladder_files(game) if (file := ladder.with_name(FILE)).is_file()]


def recorded_ceilings(game: Game) -> list[Ceiling]:
    """Return the ceilings that are recorded with a game."""
    return [ceiling for file in ceiling_files(game.name) for ceiling in read_ceilings(file)]


def read_ceilings(file: Path) -> list[Ceiling]:
    """Read a ``ceilings.yaml``."""
    source, found = _read(file)
    game = find_game(found.game)
    return [
        Ceiling(
            _rules_now(source, game, (i, k), entry.rules),
            group.base,
            group.playouts,
            _estimates(game, entry.results, entry.games),
            measured=group.measured,
            is_current=group.sources == _sources_now(game, group.base),
            fresh=_estimates(game, entry.fresh, entry.games),
        )
        for i, group in enumerate(found.recorded)
        for k, entry in enumerate(group.ceilings)
    ]


def _estimates(game: Game, found: Mapping[str, Sequence[float]], games: int) -> dict[str, Estimate]:
    return {
        name: Estimate(value, low, high, games, METHOD, _unit_in(game, name))
        for name, (value, low, high) in found.items()
    }


def _rules_now(source: Source, game: Game, at: tuple[int, int], rules: Rules) -> dict[str, Any]:
    """Return recorded rules as today's differ from the printed ones."""
    place = ("recorded", at[0], "ceilings", at[1], "rules")
    try:
        return changed_rules(game.knobs.model_validate(dict(rules)))
    except ValidationError as error:
        problems = problems_of(
            error, lambda rest: (*place, *rest), (), unknown_word=partial(unknown_rule, game)
        )
        raise complaint(source, problems) from None


def _read(file: Path) -> tuple[Source, CeilingFile]:
    return read_as(CeilingFile, file, "a file of ceilings")


def _sources_now(game: Game, base: str) -> str:
    """Return the hash of the sources that decide play; empty if there is no such base any more."""
    try:
        return sources_of_play(game, base)
    except BadInput:
        return ""


@cache
def sources_of_play(game: Game, base: str) -> str:
    """Return a hash of the code that decides how a game's master plays (`code_of_play`)."""
    strategy = find_strategy(game.name, Reference(base), Path())
    return f"v{code_of_play(game, strategy)[:15]}"  # in YAML never a number


def write_ceilings(
    file: Path,
    game: str,
    found: Sequence[Ceiling],
    about: Mapping[str, str],
    plays: Callable[[Rules], str] = lambda rules: "",
) -> None:
    """Write ceilings into a ``ceilings.yaml``, in place of those that it has for the same rules.

    * `found`: those that were measured.
    * `about`: when, and with what: measured, simkit, sources.
    * `plays`: returns a hash of some games under some rules, by which `renew_ceilings` knows them again.
    """
    groups = _read(file)[1].recorded if file.is_file() else []
    replaced = {ceiling.key for ceiling in found}
    for group in groups:
        group.ceilings = [ceiling for ceiling in group.ceilings if key_of(ceiling.rules) not in replaced]
    for base, playouts in dict.fromkeys((ceiling.base, ceiling.playouts) for ceiling in found):
        entries = [
            _Entry(
                rules=dict(ceiling.rules),
                games=ceiling.games,
                results=_rounded(ceiling.results),
                plays=plays(ceiling.rules),
            )
            for ceiling in found
            if (ceiling.base, ceiling.playouts) == (base, playouts)
        ]
        groups.append(_Group(**about, base=base, playouts=playouts, ceilings=entries))
    _write(file, game, groups)


def renew_ceilings(file: Path, sources: str, plays: Callable[[Rules], str]) -> tuple[int, int]:
    """Mark the ceilings as today's under whose rules the same games are played as when they were recorded.

    * `sources`: the hash of today's code (`sources_of_play`).
    * `plays`: returns a hash of some games under some rules, as `write_ceilings` got it.

    Returns `renewed`, `left`: how many were marked, and how many are of another way of playing, or tell no
    games.
    """
    found = _read(file)[1]
    groups: list[_Group] = []
    renewed = left = 0
    for group in found.recorded:
        if group.sources == sources:
            groups.append(group)
            continue
        same = [
            ceiling for ceiling in group.ceilings if ceiling.plays and ceiling.plays == plays(ceiling.rules)
        ]
        others = [ceiling for ceiling in group.ceilings if ceiling not in same]
        groups.append(group.model_copy(update={"ceilings": others}))
        groups.append(group.model_copy(update={"ceilings": same, "sources": sources}))
        renewed, left = renewed + len(same), left + len(others)
    _write(file, found.game, groups)
    return renewed, left


def ends_of(ceilings: Iterable[Ceiling]) -> list[Ceiling]:
    """Return the lowest and the highest of several ceilings, which reports quote; none of a single one."""
    main = [
        (next(iter(ceiling.results.values())).value, place, ceiling) for place, ceiling in enumerate(ceilings)
    ]
    return [min(main)[2], max(main)[2]] if len(main) > 1 else []


def write_fresh(file: Path, found: Iterable[Ceiling]) -> None:
    """Write what ceilings of a ``ceilings.yaml`` came to in fresh games beside them.

    `found`: with the results of as many fresh games as the ceilings of the same rules have.
    """
    contents = _read(file)[1]
    fresh = {(ceiling.key, ceiling.base, ceiling.playouts): _rounded(ceiling.results) for ceiling in found}
    for group in contents.recorded:
        for entry in group.ceilings:
            entry.fresh = fresh.get((key_of(entry.rules), group.base, group.playouts), entry.fresh)
    _write(file, contents.game, contents.recorded)


def _write(file: Path, game: str, groups: Iterable[_Group]) -> None:
    lines = [HEAD + f"game: {game}", "recorded:"]
    for group in groups:
        if group.ceilings:
            lines += _lines(group.model_dump(exclude={"ceilings"}), group.ceilings)
    file.write_text("\n".join([*lines, ""]), encoding="utf-8")


def _rounded(results: Mapping[str, Estimate]) -> dict[str, list[float]]:
    return {
        name: [round(end, 4) for end in (result.value, result.low, result.high)]
        for name, result in results.items()
    }


def _lines(head: Mapping[str, Any], entries: Iterable[_Entry]) -> Iterator[str]:
    yield f"- {_in_a_line(head)[1:-1]}".replace(", ", "\n  ")
    yield "  ceilings:"
    for entry in entries:
        yield f"  - {_in_a_line(entry.model_dump(exclude_defaults=True))}"


def _in_a_line(data: Mapping[str, Any]) -> str:
    return yaml.safe_dump(dict(data), default_flow_style=True, sort_keys=False, width=10**6).strip()
