"""Report how hard Nautilion's expansions are, alone and together.

A report script: a function `report` that gets a run and returns a `Report`.  Copy it, change it, and name it
in an experiment (``report: ./my_report.py``) or on the command line (``simkit report RUN --script``).
"""

from __future__ import annotations

from simkit import report as r
from simkit.reports.shared.expansion_effects import Additions, Combinations, Together
from simkit.reports.shared.expansion_order import EvenGames, HowGamesEnd, WinRates

NAME = "nautilion_difficulty"


def report(run: r.RunDirectory) -> r.Report:
    """Return the report."""
    data = Combinations.read(run, NAME, ("expansions", "board", "reserve", "strategy"))
    if len(data.order) == 1:
        raise r.BadInput(
            f"the report {NAME} compares combinations of expansions; this run plays but one. The report "
            f"nautilion_base says how hard it is, and {r.GENERAL}"
        )
    parts = [part(data) for part in (Additions, Together, WinRates, EvenGames, HowGamesEnd)]
    return r.Report(run, [*parts, r.CeilingOfPlay(run)], findings=[], has_variants=False)
