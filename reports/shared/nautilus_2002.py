"""Nautilus (2002): what the parts of its report share: words, rules, and whose games they are about."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from simkit import report as r
from simkit.games.nautilus_2002.knobs import Nautilus2002Knobs

ZONES = {"lagoon": "#eaf6f8", "incline": "#d2e6f2", "deep sea": "#b3cbe3", "canyon": "#8b9dbb"}
"""Pale, so that what is drawn over them stands out."""

FIRST_MONEY_ZONE = 1
"""The incline: in the lagoon nothing is recovered."""

RECONSTRUCTED = (
    "The board with the base's place, the passages of stations, the tiles by zone and "
    "the sizes of stacks could not be looked up; they were made anew to fit what is known. Comparisons (of "
    "players, places in the turn order, rules) are likely to hold for the printed game; the points and rates "
    "are those of this board, and the experiment on assumptions shows how far some changes move them."
)
"""What a section says about the board and the stations."""

RESTS_ON = (
    "The board, the base's place on it, the stations' passages and the tiles by zone are reconstructed: "
    "comparisons are likely to hold for the printed game, the numbers are those of this reconstruction."
)
"""What the first page says about them."""

TRUST = r.OwnPart(sections=[r.Section("How far to trust this", [r.Text(RECONSTRUCTED)])], cautions=[RESTS_ON])


def knobs_of(run: r.Run) -> dict[int, Nautilus2002Knobs]:
    """Return the rules of every scenario."""
    return {s: knobs for s, knobs in r.rules_by_scenario(run).items() if isinstance(knobs, Nautilus2002Knobs)}


@dataclass(frozen=True)
class Subject:
    """The strategy that plays best, and where it plays."""

    points: r.Points
    """Of the scenarios that means are taken over; its names are the strategies, the best first."""

    alone: list[int]
    """The scenarios in which the best sits in every seat; if there are none, all in which it sits."""

    @classmethod
    def of(cls, contest: r.Contest, every: r.Points) -> Subject:
        """Return the best strategy: those that met others by strength, then the rest by their mean score."""
        points = replace(every, players=contest.players, seats=contest.seats)
        scores = points.means(["strategy"]).sort("score", "strategy", descending=True)
        names = list(dict.fromkeys([*r.by_strength(contest.seats, contest.players), *scores["strategy"]]))
        with_it = {s: set(players) for s, players in contest.players.items() if names[0] in players}
        alone = [scenario for scenario, players in with_it.items() if len(players) == 1]
        return cls(replace(points, names=names), alone or list(with_it))

    @property
    def run(self) -> r.Run:
        """The run."""
        return self.points.run

    @property
    def name(self) -> str:
        """The strategy that plays best."""
        return self.points.names[0]

    @property
    def called(self) -> str:
        """The players whose means these are, in words: "expert in all seats"."""
        return f"{self.name} in all seats" if self._alike else f"all players at tables with {self.name}"

    @property
    def where(self) -> str:
        """The scenarios over which means are taken, in words after a comma; "" for a single one."""
        return r.after(r.in_those(self.run, self.alone))

    @property
    def by_players(self) -> dict[str, list[int]]:
        """The scenarios by the number of players, whose fair shares differ."""
        lines: dict[str, list[int]] = {}
        for scenario in sorted(self.alone, key=lambda at: len(self.points.players[at])):
            lines.setdefault(f"{len(self.points.players[scenario])} players", []).append(scenario)
        return lines

    @cached_property
    def labels(self) -> dict[int, str]:
        """Every scenario of the run in words."""
        return r.labels(self.run)

    def row(self, scenario: int) -> str:
        """Return a scenario in words, over as many lines as it needs beside a chart."""
        return r.wrapped(self.labels[scenario], r.charts.LABEL)

    @property
    def _alike(self) -> bool:
        return all(set(self.points.players[scenario]) == {self.name} for scenario in self.alone)
