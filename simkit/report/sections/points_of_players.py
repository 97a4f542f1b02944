"""Reports which player has the most points per game, where points are what players first strive for."""

from __future__ import annotations

import polars as pl

from simkit.experiment.about import About
from simkit.report.document.blocks import Figure, Finding, KeyFigure, Part, Section, Surprise, Table
from simkit.report.document.charts import dots, numbers_beside
from simkit.report.document.figures import PALETTE, new_figure
from simkit.report.facts.line_ups import LineUps, line_ups_of, mean_per_game, mixed, together
from simkit.report.facts.paired import Floats, size_of
from simkit.report.facts.players import is_known_stronger
from simkit.report.facts.result import Result, measures_of
from simkit.report.facts.scenarios import base, in_base, wrapped
from simkit.report.words import opening
from simkit.run.findings.noticed import nothing_is_decided
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import NUMBER, UNKNOWN, Estimate, is_significant, mean_of


class BestInPoints(Part):
    """Which player has the most points per game, where points are what players first strive for.

    Parameters
    ----------
    run : RunDirectory
        The run.

    Attributes
    ----------
    result : Result
        The points.
    means : dict of str to Estimate
        The mean points per game of each player who meets others, the best first; empty where points are not
        the first objective, or no two different players meet.
    leads : dict of str to Estimate
        How much better the best is than each other player, at the tables where both play.
    """

    def __init__(self, run: RunDirectory) -> None:
        measures = measures_of(run)
        self.run = run
        self.result = measures[0] if measures else Result()
        is_asked = measures and _is_of_seats(run) and not nothing_is_decided(run)
        tables = _tables(run) if is_asked else {}
        means = {
            name: mean_of(_per_game(run, tables, name, self.result))
            for name in dict.fromkeys(name for line_up in tables.values() for name in line_up)
        }
        sign = 1 if self.result.is_less_better else -1
        self.means = dict(sorted(means.items(), key=lambda own: sign * own[1].value))
        best, *others = self.means or [""]
        self.leads = {name: self._lead(tables, best, name, sign) for name in others}
        *better, worst = self.means or [""]
        self._over_worst = [self._lead(tables, name, worst, sign) for name in better]

    @property
    def _last(self) -> str:
        """The weakest, in words; called so only if it is significantly behind all others."""
        worst, mean = list(self.means.items())[-1]
        points = f"{mean}"
        if all(is_significant(lead, len(self._over_worst)) for lead in self._over_worst):
            return f"{worst} is the weakest with {points}"
        return f"{worst} has the {'most' if self.result.is_less_better else 'fewest'}, {points}"

    def _lead(self, tables: LineUps, best: str, other: str, sign: int) -> Estimate:
        both = together(tables, best, other) or tables  # where they never met, over all their tables
        of_best, of_other = (_per_game(self.run, both, name, self.result) for name in (best, other))
        return mean_of(-sign * (of_best - of_other), NUMBER.of_changes)

    def answer(self) -> str:
        """Return a sentence about the best player; "" if no two players meet."""
        if len(self.means) < 2:
            return ""
        best, *others = self.means
        where = f"{in_base(self.run)}, " if in_base(self.run) else ""
        own = f"{self.means[best]} {self.result.wins} per game"
        unclear = [name for name in others if not is_significant(self.leads[name], len(others))]
        if unclear:
            named = " and ".join(unclear) if len(unclear) < 3 else f"{len(unclear)} others"
            own += f", not significantly better than {named}"
        return opening(f"{where}the best player is {best} with {own}; {self._last}.")

    def findings(self) -> list[Finding]:
        """Return the sentence about the best player, unless the game's ladder says the same."""
        words = self.answer()
        best, worst = (list(self.means)[end] for end in (0, -1)) if words else ("", "")
        if all(is_known_stronger(self.run, best, other) for other in self.leads) or not words:
            return []
        is_reversed = is_known_stronger(self.run, worst, best) and is_significant(self.leads[worst])
        size = size_of(self.leads[worst])
        return [Finding(words, size, Surprise.REVERSED if is_reversed else Surprise.WHICH, About.PLAYERS)]

    def key_figures(self) -> list[KeyFigure]:
        """Return the points of the best player."""
        if len(self.means) < 2:
            return []
        best, mean = next(iter(self.means.items()))
        words = f"{self.result.wins} per game of {best}, the best player"
        return [KeyFigure(f"{mean:alone}", words)]

    def sections(self) -> list[Section]:
        """Return a section with the points of each player, and how much better the best is."""
        if len(self.means) < 2:
            return []
        names = list(self.means)
        figure, axes = new_figure(1, 1, 0.3 * len(names) + 0.9)
        dots(axes[0, 0], [wrapped(name) for name in names], list(self.means.values()), PALETTE[0], scale=1)
        numbers_beside(axes[0, 0], {"": list(self.means.values())}, {}, scale=1)
        axes[0, 0].set_xlabel(f"{self.result.rate} per game")
        caption = f"{opening(self.result.rate)} per game of each player, with 95 % intervals."
        frame = pl.DataFrame(
            {
                "player": names,
                f"{self.result.rate}": [*map(str, self.means.values())],
                f"{names[0]} is better by": [f"{self.leads.get(name, UNKNOWN)}" for name in names],
                "significant": [
                    ("yes" if is_significant(self.leads[name], len(self.leads)) else "no")
                    if name in self.leads
                    else ""
                    for name in names
                ],
            }
        )
        table = Table(
            frame,
            "Means at all tables with others, the best first. The third column is of the games in which both "
            f"play, one by one ({len(self.leads)} comparisons allowed for).",
        )
        drawn = Figure("points_of_players", figure, caption, "One dot with an interval per player.")
        return [Section(f"{opening(self.result.wins)} of each player", [drawn, table])]


def _per_game(run: RunDirectory, tables: LineUps, name: str, result: Result) -> Floats:
    own = {scenario: names for scenario, names in tables.items() if name in names}
    return mean_per_game(run, own, name, [result.column])[result.column]


def _tables(run: RunDirectory) -> LineUps:
    """Return the tables at which different players sit, in the scenarios that means are taken over."""
    if run.people_take_turns:  # each has other games
        return {}
    shown = set(base(run))
    return {s: names for s, names in mixed(line_ups_of(run)).items() if s in shown and run.has_seats(s)}


def _is_of_seats(run: RunDirectory) -> bool:
    goal = run.game.headline
    return goal is not None and goal.of == "seat" and not run.game.column_of(goal).is_yes_no
