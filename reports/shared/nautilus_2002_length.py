"""Nautilus' report on the length of games: by ending, and when the last pieces of Atlantis come out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl
from matplotlib.ticker import MaxNLocator

from simkit.games.nautilus_2002.state import PIECES
from simkit.report.charts import MOST_ROWS, key
from simkit.report.columns import colours_of_labels, column_of, game_columns, in_order, label_in_words
from simkit.report.document import Block, Figure, Table
from simkit.report.figures import percent_axis, small_multiples
from simkit.report.paired import SideBySide, mean_of
from simkit.report.parts import after, percent
from simkit.report.scenarios import in_those, scenario_column
from simkit.report.sections.worth_of_components import ComponentTable
from simkit.reports.shared.nautilus_2002 import knobs_of
from simkit.reports.shared.nautilus_2002_subject import Subject, estimate_in_words, signed_in_words
from simkit.run.directory import RunDirectory
from simkit.run.recorded import EVENTS_ONE_IN

LAST_PIECES = range(PIECES - 2, PIECES + 1)
"""The pieces of Atlantis that end the game when all three are out."""

ENDING_RULES = ("end_three", "end_all", "end_stagnation")
"""The rules by which each ending can be left out."""

MOST_BESIDE_OTHERS = 20
"""Rows of a chart that leaves room on its page; a taller one stands behind the table, which fills pages."""


def length_blocks(subject: Subject, panels: Mapping[str, Sequence[int]]) -> list[Block]:
    """Return charts and tables of the length of games by ending, and of the last pieces of Atlantis.

    Parameters
    ----------
    subject : Subject
        Whose games.
    panels : mapping
        Their scenarios by the number of players.
    """
    blocks: list[Block] = [_rounds_by_ending(subject, panels)]
    if EVENTS_ONE_IN in subject.run.manifest["experiment"]:
        blocks.append(_pieces_table(subject, subject.alone[:MOST_ROWS]))
    return blocks


def ending_rule_findings(run: RunDirectory, tables: Sequence[ComponentTable]) -> list[str]:
    """Return a sentence for each table on the rounds that games last with an ending left out."""
    knobs, rounds = knobs_of(run), SideBySide.read(run, "rounds")
    findings = []
    for table in tables:
        printed = table.scenarios[table.printed]
        changed = {
            component: mean_of(rounds.per_game([scenario]) - rounds.per_game([printed]))
            for component, scenario in table.scenarios.items()
            if any(getattr(knobs[scenario], rule) != getattr(knobs[printed], rule) for rule in ENDING_RULES)
        }
        if changed:
            listed = [f"with '{name}' {signed_in_words(effect)}" for name, effect in changed.items()]
            lasted = estimate_in_words(mean_of(rounds.per_game([printed])))
            findings.append(
                f"With {table.who}, games last {lasted} rounds '{table.printed}'; {', '.join(listed)} rounds."
            )
    return findings


def _rounds_by_ending(subject: Subject, panels: Mapping[str, Sequence[int]]) -> Figure:
    """Return a figure of the number of games by length in rounds, each bar parted by ending."""
    run = subject.run
    end = column_of(game_columns(run), "end")
    games = run.games(sorted(subject.alone)).group_by("scenario", "rounds", "end").len().collect()
    present = in_order(end, games["end"].unique().to_list())
    colours = colours_of_labels(end, present)
    last = int(games["rounds"].to_numpy().max())
    figure, axes = small_multiples(list(panels), 2.2, sharey=True, sharex=True)
    highest = 0.0
    for title, scenarios in panels.items():
        own = games.filter(pl.col("scenario").is_in(list(scenarios)))
        floor = np.zeros(last + 1)
        for label in present:
            shares = np.zeros(last + 1)
            for rounds, number in own.filter(pl.col("end") == label).select("rounds", "len").iter_rows():
                shares[rounds] += 100 * number / own["len"].sum()
            words = label_in_words(end, label)
            axes[title].bar(range(last + 1), shares, bottom=floor, color=colours[words], width=0.9)
            floor += shares
        highest = max(highest, float(floor.max()))
        axes[title].set_xlabel("rounds")
    for panel in axes.values():
        percent_axis(panel, top=1.05 * highest)
        panel.set_xlim(0, last + 1)
        panel.xaxis.set_major_locator(MaxNLocator(integer=True))
    key(figure, colours)
    return Figure(
        "rounds_by_ending",
        figure,
        f"How many rounds games of {subject.who} last{after(in_those(run, subject.alone))}: the share of "
        "games, by how they end.",
        "One panel per number of players, one bar per number of rounds, parted by ending.",
    )


def _pieces_table(subject: Subject, scenarios: list[int]) -> Table:
    """Return a table of the rounds in which pieces 13, 14 and 15 come out, scenario by scenario."""
    run = subject.run
    games = run.events(scenarios=scenarios).select("scenario", "game").unique().collect()
    number = dict(games.group_by("scenario").len().iter_rows())
    out = out_in_round(run, scenarios)
    columns = {
        f"piece {piece}": [_when(out, scenario, piece, number[scenario]) for scenario in scenarios]
        for piece in LAST_PIECES
    }
    names = scenario_column(run, scenarios)
    return Table(
        pl.DataFrame(names | columns),
        "When the last three pieces of Atlantis come out, found or built over: the median round, and in how "
        "many games they do.",
    )


def out_in_round(run: RunDirectory, scenarios: Sequence[int]) -> pl.DataFrame:
    """Return the round in which each of the last three pieces comes out: scenario, game, number, turn."""
    out = run.events("atlantis_found", list(scenarios)).filter(pl.col("number").is_in(list(LAST_PIECES)))
    return out.select("scenario", "game", "number", "turn").collect()


def _when(out: pl.DataFrame, scenario: int, piece: int, games: int) -> str:
    own = out.filter((pl.col("scenario") == scenario) & (pl.col("number") == piece))
    if own.is_empty():
        return "never"
    return f"round {np.median(own['turn'].to_numpy()):.0f}, {percent(len(own) / games)}"
