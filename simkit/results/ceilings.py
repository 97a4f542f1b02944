"""The ceilings of a run's rules: what a game's master comes to there, beside a player of the run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from simkit.engine.contract.game import Game
from simkit.engine.contract.objectives import measure_in_words
from simkit.engine.contract.skills import BEST
from simkit.errors import BadInput
from simkit.experiment.keys import is_of_players
from simkit.language import plural
from simkit.plugins import find_game, strategies_of
from simkit.results.people import plain_name
from simkit.results.players import player_in_short
from simkit.results.scenarios import levels_in_words
from simkit.run.findings.ceiling import Ceiling, CeilingMeasure, ceilings_of, means_in, measures_of
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import UNKNOWN, Estimate

TITLE = "The ceiling of play"

AMONG_THEMSELVES = "What good players score among themselves"
"""The section's title where players compete: then it is no ceiling."""

CEILING = "the ceiling"


def master_in_words(base: str, playouts: int) -> str:
    """Return what the master is made of."""
    if not playouts:
        return BEST
    return f"{BEST} ({base} that looks ahead with {plural(playouts, 'play-out')} per decision)"


@dataclass(frozen=True)
class Ceilings:
    """The ceilings of several rules, of one game."""

    game: Game
    ceilings: Sequence[Ceiling]
    """One for each set of rules, each with its `setting` in words."""

    beside: Sequence[int | None] = ()
    """Of a run: for each, the scenario whose player it stands beside; None if there is none."""

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Ceilings:
        """Return the ceilings that an answer holds."""
        game = find_game(data["game"])
        return cls(game, [Ceiling.from_data(entry, game) for entry in data["ceilings"]])

    @classmethod
    def of_run(cls, run: RunDirectory) -> Ceilings | None:
        """Return the ceilings that are known for a run's rules; None if there are none."""
        try:
            known = ceilings_of(run)
        except BadInput:  # the game is no longer what the run was made with: it has no known ceiling
            return None
        if not known:
            return None
        others = [factor for factor in run.factors if not is_of_players(factor)]
        means = means_in(run, cls(run.game, list(known.values())).measures)
        by_rules: dict[int, list[int]] = {}
        for scenario, ceiling in known.items():
            by_rules.setdefault(id(ceiling), []).append(scenario)
        found, beside = [], []
        for scenarios in by_rules.values():
            ceiling = known[scenarios[0]]
            at = _beside(run, scenarios, ceiling, means)
            if at is not None and not ceiling.controls:
                ceiling = ceiling.compared(plain_name(run, run.line_ups[at][0]), _only(means[at], ceiling))
            levels = run.levels.filter(pl.col("scenario").is_in(scenarios))
            same = [factor for factor in others if levels[factor].n_unique() == 1]
            found.append(replace(ceiling, setting=levels_in_words(run, run.scenario(scenarios[0]), same)))
            beside.append(at)
        return cls(run.game, found, beside)

    @property
    def measures(self) -> Sequence[CeilingMeasure]:
        """What was measured, the most important first."""
        every = {measure.name: measure for seats in (1, 2) for measure in measures_of(self.game, seats)}
        return [every[name] for name in self.ceilings[0].results]

    def called(self, ceiling: Ceiling) -> str:
        """Return the player that stands beside a ceiling: "an expert"."""
        known = strategies_of(self.game.name)
        skill = known[ceiling.control].skill if ceiling.control in known else ""
        return player_in_short(ceiling.control, skill, is_only=bool(skill))

    @property
    def main(self) -> CeilingMeasure:
        """What matters most."""
        return self.measures[0]

    @property
    def shown(self) -> Sequence[CeilingMeasure]:
        """What is shown: wins alone, where there are any; else everything."""
        return [self.main] if self.main.is_share else self.measures

    def heading(self, measure: CeilingMeasure) -> str:
        """Return how a measure is called, with the unit of its numbers."""
        name = measure_in_words(measure.column)
        return f"{name}, %" if measure.is_share else name

    def table(self, measure: CeilingMeasure, *, short: bool = False) -> pl.DataFrame:
        """Return a row for each set of rules, in words, with a measure's results.

        `short`: whether intervals are written as the longer of their sides.
        """
        name, written = measure.name, "bare side" if short else "bare"
        players = list(dict.fromkeys(ceiling.control for ceiling in self.ceilings if ceiling.control))
        rows = []
        for ceiling in self.ceilings:
            row = {"rules": ceiling.setting} if ceiling.setting else {}
            if len(players) > 1:
                row["player"] = ceiling.control
            if players:
                control = format(ceiling.controls[name], written) if ceiling.control else ""
                row[players[0] if len(players) == 1 else "its result"] = control
            row["masters" if self.main.of_seats else "ceiling"] = format(ceiling.results[name], written)
            if players and not short:
                row["difference"] = f"{ceiling.gains[name]:bare}" if ceiling.control else ""
            row["games"] = f"{ceiling.games:,}"
            if any(one.measured for one in self.ceilings):
                row["measured"] = (
                    ceiling.measured if ceiling.is_current else f"{ceiling.measured}, since changed"
                )
            rows.append(row)
        return pl.DataFrame(rows, infer_schema_length=None)

    def frame(self) -> pl.DataFrame:
        """Return a row of numbers for each set of rules and each measure."""
        rows = []
        for ceiling in self.ceilings:
            for name, result in ceiling.results.items():
                found = result, ceiling.controls.get(name, UNKNOWN), ceiling.gains.get(name, UNKNOWN)
                ends = (end for one in found for end in (one.value, one.low, one.high))
                head = (
                    ceiling.setting,
                    name,
                    ceiling.control,
                    ceiling.base,
                    ceiling.playouts,
                    ceiling.games,
                    ceiling.measured,
                )
                rows.append((*head, *ends))
        texts, counts = ("rules", "column", "player", "base"), ("playouts", "games")
        schema: dict[str, Any] = {**dict.fromkeys(texts, pl.String), **dict.fromkeys(counts, pl.Int64)}
        schema["measured"] = pl.String
        for name in ("ceiling", "of_player", "gain"):
            schema |= dict.fromkeys((name, f"{name}_low", f"{name}_high"), pl.Float64)
        return pl.DataFrame(rows, schema, orient="row").with_columns(pl.selectors.float().fill_nan(None))


def _only(means: Mapping[str, Estimate], ceiling: Ceiling) -> dict[str, Estimate]:
    return {name: means[name] for name in ceiling.results}


def _beside(
    run: RunDirectory, scenarios: Sequence[int], ceiling: Ceiling, means: Mapping[int, Mapping[str, Estimate]]
) -> int | None:
    """Return the scenario whose player a ceiling stands beside: that of its control, or the strongest player.

    Players are all alike there, and the master's base counts as the strongest.
    """
    alike = [at for at in scenarios if at in run.alike and ceiling.results.keys() <= means[at].keys()]
    alike = [at for at in alike if run.strategies[run.line_ups[at][0]].look_ahead is None]
    if ceiling.controls:
        alike = [
            at for at in alike if ceiling.control in {name := run.line_ups[at][0], plain_name(run, name)}
        ]
    main = next(iter(ceiling.results))
    objective = run.game.objectives[0] if run.game.objectives else None
    sign = -1 if objective and objective.better == "less" else 1

    def strength(scenario: int) -> tuple[bool, float]:
        return run.names[scenario][0] == ceiling.base, sign * means[scenario][main].value

    return max(alike, key=strength, default=None)


def rates_at_ceiling(run: RunDirectory) -> dict[int, Estimate]:
    """Return what is won at the ceiling under each scenario's rules, where that is known; by scenario."""
    try:
        known = ceilings_of(run)
    except BadInput:  # the game is no longer what the run was made with
        return {}
    first = next(iter(known.values()), None)
    if first is None:
        return {}
    main = Ceilings(run.game, [first]).main
    if not main.is_share:
        return {}
    return {scenario: ceiling.results[main.name] for scenario, ceiling in known.items()}
