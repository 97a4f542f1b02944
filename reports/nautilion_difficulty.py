"""Report how hard Nautilion's expansions are, alone and together.

A report script: a function `report` that gets a run and returns a `Report`.  Copy it, change it, and name it
in an experiment (``report: ./my_report.py``) or on the command line (``simkit report RUN --script``).
"""

from __future__ import annotations

from simkit import report as r
from simkit.reports.shared.expansion_effects import Additions, Combinations, Together
from simkit.reports.shared.expansion_order import EvenGames, FromEasyToHard, HowGamesEnd, Skill, WinRates
from simkit.reports.shared.expansion_surprises import Surprises
from simkit.reports.shared.nautilion_ceiling import PlayersPart

NAME = "nautilion_difficulty"


def report(run: r.RunDirectory) -> r.Report:
    """Return the report."""
    data = Combinations.read(run, NAME, ("expansions", "board", "reserve", "strategy"))
    if len(data.order) == 1:
        raise r.BadInput(
            f"the report {NAME} compares combinations of expansions; this run plays but one. The report "
            f"nautilion_base says how hard it is, and {r.GENERAL}"
        )
    surprises, order, additions = Surprises(data), FromEasyToHard(data), Additions(data)
    players, together, even = PlayersPart(data), Together(data), EvenGames(data)
    ends, skill = HowGamesEnd(data), Skill(data)
    return r.Report(
        run,
        [additions, together, order, players, WinRates(data), even, ends],
        key_figures=[order, additions],
        findings=[surprises, order, players, additions, together, even, ends, skill],
        has_variants=False,
    )
