"""Report how likely rescue is in Castaways: by number of players and skill, why games fail, what helps.

A report script: a function `report` that gets a run and returns a `Report`.  It draws what a run has to show:
the number of players, rules that are varied, components left out, and, where events were logged, the turns.
"""

from __future__ import annotations

from simkit import report as r
from simkit.reports.shared.castaways import TRUST, Ends
from simkit.reports.shared.castaways_outings import Outings
from simkit.reports.shared.castaways_over_rules import OverNumbers, by_rules
from simkit.reports.shared.castaways_points import OverParameters, StoryPoints
from simkit.reports.shared.castaways_together import RESCUED, Together, numbers_of
from simkit.reports.shared.castaways_turns import Headland, Turns


def report(run: r.Run) -> r.Report:
    """Return the report."""
    r.parts.require_game(run, "castaways_rescue", "castaways")
    rescue = Together.of(run)
    components = r.parts.Components(run)
    parts: list[r.parts.Part] = [
        rescue,
        r.parts.CeilingOfPlay(run),
        by_rules(rescue),
        OverNumbers(rescue),
        OverParameters(rescue),
        components,
        Ends(rescue),
    ]
    if not components.worths and not numbers_of(run):  # then the run is about play
        parts += [Headland(rescue), Turns(rescue), Outings(rescue), StoryPoints(rescue)]
    table = r.charts.rate_table(run, "Rescues in every scenario.", result=RESCUED)
    parts += [r.parts.OwnPart(sections=[r.parts.Section("Every scenario", [table])])]
    return r.Report(run, [*parts, r.parts.Minutes(run), TRUST], findings=parts)
