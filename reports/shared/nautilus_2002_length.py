"""How many rounds games of Nautilus (2002) last, how they end, and how close they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from simkit import report as r
from simkit.games.nautilus_2002.state import PIECES
from simkit.reports.shared.nautilus_2002 import Subject, knobs_of

LAST_PIECES = range(PIECES - 2, PIECES + 1)
"""The pieces of Atlantis that end the game when all three are out."""

ENDING_RULES = ("end_three", "end_all", "end_stagnation")
"""The rules by which each ending can be left out."""

MOST_BESIDE_OTHERS = 20
"""Rows of a chart that leaves room on its page; a taller one stands behind the table, which fills pages."""

MEANS = {
    "canyon_round": "canyon opened in round",
    "slots_covered": "built over",
    "slots_left": "left",
    "best_score": "best score",
}
MEANS_IN_WORDS = (
    "Rounds; the round in which the canyon was opened (0 if never); discoveries built over, and left on the "
    "board; the best score; points between first and second, and how often those were few."
)


@dataclass(frozen=True)
class Length(r.Part):
    """How many rounds games last, how they end, how close they are, how often the canyon is opened."""

    subject: Subject
    """Whose games are counted by ending; lengths and endings are shown for all scenarios."""

    def sections(self) -> list[r.Section]:
        """Return every scenario's endings, lengths and margins, lengths by ending, and the last pieces."""
        run, column = self.subject.run, r.column_of(r.game_columns(self.subject.run), "rounds")
        shown = r.base(run) if len(run.scenario_rows()) > r.charts.MOST_ROWS else list(self.subject.labels)
        rows = {self.subject.row(scenario): scenario for scenario in shown}
        blocks: list[r.Block] = [r.length_table(run, column, MEANS_IN_WORDS, MEANS)]
        if len(rows) <= r.charts.MOST_ROWS:
            ends = r.ends_figure(
                run, self._end, {"": {row: [scenario] for row, scenario in rows.items()}},
                "Numbers are per cent of games.",
                "Stacked bars, one per scenario: the share of each ending.",
            )  # fmt: skip
            place = 0 if len(rows) <= MOST_BESIDE_OTHERS else 1
            blocks[place:place] = [ends, r.spans_figure(run, column, rows)]
        return [r.Section("Length and endings", [*blocks, self._by_ending(), *self._last_pieces()])]

    @property
    def _end(self) -> r.Column:
        return r.column_of(r.game_columns(self.subject.run), "end")

    def _by_ending(self) -> r.Figure:
        """Return a figure of the share of games by length, each bar split by ending."""
        subject, panels = self.subject, self.subject.by_players
        games = (
            subject.run.games_in(sorted(subject.alone)).group_by("scenario", "rounds", "end").len().collect()
        )
        present, _ = r.shares_of_ends(subject.run, self._end, {"": panels})
        colours = r.colours_of_labels(self._end, present)
        rounds = np.arange(int(games["rounds"].to_numpy().max()) + 1)
        figure, axes = r.figures.small_multiples(list(panels), 2.2, sharey=True, sharex=True)
        highest = 0.0
        for title, scenarios in panels.items():
            rows, floor = games.filter(pl.col("scenario").is_in(scenarios)), np.zeros(len(rounds))
            for label, colour in zip(present, colours.values(), strict=True):
                at, number = rows.filter(pl.col("end") == label).select("rounds", "len").to_numpy().T
                shares = 100 * np.bincount(at, number, len(rounds)) / int(rows["len"].sum())
                axes[title].bar(rounds, shares, bottom=floor, color=colour, width=0.9)
                floor += shares
            highest = max(highest, float(floor.max()))
            axes[title].set_xlabel("rounds")
        for panel in axes.values():
            r.figures.percent_axis(panel, top=1.05 * highest)
            panel.set_xlim(0, len(rounds))
            r.figures.whole_numbers(panel.xaxis)
        r.name_series(figure, colours)
        return r.Figure(
            "rounds_by_ending",
            figure,
            f"The share of games of {subject.called}{subject.where}.",
            "One panel per number of players, one bar per number of rounds, parted by ending.",
            "How many rounds games last, by how they end",
        )

    def _last_pieces(self) -> list[r.Block]:
        """Return a table of when pieces 13, 14 and 15 come out in each scenario, if games were logged."""
        run, scenarios = self.subject.run, self.subject.alone[: r.charts.MOST_ROWS]
        if not run.has_events:
            return []
        logged = run.events_in(scenarios=scenarios).select("scenario", "game").unique().collect()
        games = dict(logged.group_by("scenario").len().iter_rows())
        scenarios = [scenario for scenario in scenarios if scenario in games]
        out = out_in_round(run, scenarios)
        columns = {
            f"piece {piece}": [_when(out, scenario, piece, games[scenario]) for scenario in scenarios]
            for piece in LAST_PIECES
        }
        words = (
            "When the last three pieces of Atlantis come out, found or built over: the median round, and in "
            "how many games they do."
        )
        return [r.Table(pl.DataFrame(r.scenario_column(run, scenarios) | columns), words)]


def out_in_round(run: r.Run, scenarios: Sequence[int]) -> pl.DataFrame:
    """Return the round in which each of the last three pieces comes out: scenario, game, number, turn."""
    out = run.events_in("atlantis_found", list(scenarios)).filter(pl.col("number").is_in(list(LAST_PIECES)))
    return out.select("scenario", "game", "number", "turn").collect()


def _when(out: pl.DataFrame, scenario: int, piece: int, games: int) -> str:
    rows = out.filter(scenario=scenario, number=piece)
    if rows.is_empty():
        return "never"
    return f"round {np.median(rows['turn'].to_numpy()):.0f}, {r.percent(len(rows) / games)}"


@dataclass(frozen=True)
class WithoutEndings(r.Part):
    """What components do to the length of games that leave out a way in which these end."""

    components: r.Components

    def findings(self) -> list[r.Finding]:
        """Return by how much one of them changes the length where it does most; none if it is open."""
        found = [
            (change.quantities[0].estimate, worth.voice.say(change))
            for worth in self.components.worths
            for effect in worth.every
            if self._without_ending(worth.run, effect.pairs)
            for change in worth.of_length(effect.pairs)
        ]
        largest = sorted(found, key=lambda entry: -abs(entry[0].value))[:1]
        return [r.Finding(words, r.size_of(size), r.Surprise.SIZE, "component") for size, words in largest]

    @staticmethod
    def _without_ending(run: r.Run, pairs: Sequence[r.Pair]) -> bool:
        rules = knobs_of(run)
        before, after = rules[pairs[0].before], rules[pairs[0].after]
        return any(getattr(before, rule) != getattr(after, rule) for rule in ENDING_RULES)
