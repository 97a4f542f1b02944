"""A report on any run of any game: what was estimated, scenario by scenario.

A report script: a function `report` that gets a run and returns a `Report`.  Copy it, change it, and name it
in an experiment (``report: ./my_report.py``) or on the command line (``simkit report RUN --script``).
"""

from __future__ import annotations

from simkit.report.charts import MOST_ROWS
from simkit.report.document import Report, Section
from simkit.report.parts import assumptions_section, facts, in_levels, opening, reproduce_section
from simkit.report.result import measures_of, results_of
from simkit.report.sections.curve_over_factor import curve_sections
from simkit.report.sections.effects_of_factor import (
    all_changes,
    change_findings,
    change_keys,
    change_section,
    hardly_used,
    too_many_levels,
)
from simkit.report.sections.length import spans_figure
from simkit.report.sections.means import counted, limit_findings, means_section, rates_section, share_sections
from simkit.report.sections.minutes import minutes_finding, minutes_section
from simkit.report.sections.points_of_players import best_in_points
from simkit.report.sections.several_seats import SeveralSeats
from simkit.report.sections.win_rates import (
    all_wins,
    is_known_before,
    win_findings,
    win_keys,
    wins_section,
)
from simkit.report.settings import variants_section
from simkit.run.directory import RunDirectory


def report(run: RunDirectory) -> Report:
    """Return the report."""
    several = SeveralSeats.read(run)
    measures = measures_of(run)
    if measures and measures[0].is_share:  # where games are won first, points are told with the players
        measures = results_of(run)
    every = [wins for result in measures for wins in all_wins(run, result)]
    leading = best_in_points(run)
    changes = all_changes(every[0]) if every else []
    shown = [wins for wins in every if not (several and several.covers(wins))]
    rates, known = win_findings(shown), bool(shown) and is_known_before(shown[0])
    keys = [
        *leading.key_figures(),
        *(key for wins in shown[:1] for key in win_keys(wins)),
        *(key for change in changes for key in change_keys(change)),
        *(several.key_figures() if several else []),
        *(key for wins in shown[1:] for key in win_keys(wins)),
    ]
    return Report(
        title=run.manifest["experiment"]["title"],
        subtitle=run.manifest["experiment"]["description"],
        facts=facts(run),
        key_figures=keys[:4],
        findings=[
            *limit_findings(run),
            *leading.findings(),
            *([] if known else rates[:1]),
            *change_findings(changes),
            *hardly_used(changes),
            *(said for wins in every[:1] for said in too_many_levels(wins)),
            *rates[0 if known else 1 :],
            *(several.findings() if several else []),
            *minutes_finding(run),
            *([] if every else ["The game declares no objective; its counts are shown below."]),
        ],
        sections=[
            *leading.sections(),
            *(section for wins in shown[:1] if wins.result.is_share for section in curve_sections(wins)),
            *(wins_section(wins) for wins in shown[:1]),
            *(change_section(change) for change in changes),
            *(wins_section(wins) for wins in shown[1:]),
            *(several.sections() if several else []),
            *_length(run),
            *minutes_section(run),
            means_section(run),
            *rates_section(run),
            *share_sections(run),
            *variants_section(run),
            assumptions_section(run),
            reproduce_section(run),
        ],
    )


def _length(run: RunDirectory) -> list[Section]:
    """Return a section on the spread of the first column that counts something, often the length of games."""
    rows = {in_levels(run, row): row["scenario"] for row in run.scenarios().iter_rows(named=True)}
    return [
        Section(opening(column.heading), [spans_figure(run, column, rows)])
        for column in counted(run)[:1]
        if len(rows) <= MOST_ROWS
    ]
