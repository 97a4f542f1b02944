"""Report how hard Nautilion's expansions are, alone and together."""

from __future__ import annotations

from simkit import report as r
from simkit.reports.shared.expansion_effects import Additions, ExpansionsCombined, ExpansionsTogether
from simkit.reports.shared.expansion_order import EvenGames, HowGamesEnd, WinRatesInOrder

NAME = "nautilion_difficulty"


def report(run: r.Run) -> r.Report:
    """Return the report."""
    data = ExpansionsCombined.read(run, NAME, ("expansions", "board", "reserve", "strategy"))
    if len(data.order) == 1:
        raise r.BadInput(
            f"the report {NAME} compares combinations of expansions; this run plays but one. The report "
            f"nautilion_base says how hard it is, and {r.parts.GENERAL}"
        )
    parts = [part(data) for part in (Additions, ExpansionsTogether, WinRatesInOrder, EvenGames, HowGamesEnd)]
    return r.Report(run, [*parts, r.parts.CeilingOfPlay(run)], findings=[], has_variants=False)
