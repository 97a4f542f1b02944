"""Report how likely rescue is in Castaways: by number of players and skill, why games fail, what helps.

A report script: a function `report` that gets a run and returns a `Report`.  It draws what a run has to show:
the number of players, rules that are varied, components left out, and, where events were logged, the turns.
"""

from __future__ import annotations

from simkit import report as r
from simkit.reports.shared.castaways import RESCUE, TRUST, Ends
from simkit.reports.shared.castaways_outings import Outings
from simkit.reports.shared.castaways_points import StoryPoints, over_parameters
from simkit.reports.shared.castaways_turns import Headland, Turns


def report(run: r.RunDirectory) -> r.Report:
    """Return the report."""
    r.require_game(run, "castaways_rescue", "castaways")
    rescue = r.Together.read(run, RESCUE)
    left_out = r.LeftOut(rescue.wins)
    parts: list[r.Part] = [
        rescue,
        r.CeilingOfPlay(run),
        r.TogetherByRules(rescue),
        r.TogetherOverNumbers(rescue),
        over_parameters(rescue),
        left_out,
        r.TogetherBySkill(rescue),
        Ends(rescue),
    ]
    if left_out.worths is None and not r.numbers_of(rescue):  # then the run is about play
        parts += [Headland(rescue), Turns(rescue), Outings(rescue), StoryPoints(rescue)]
    table = r.rate_table(run, "Rescues in every scenario.", result=RESCUE.result)
    parts += [r.OwnPart(sections=[r.Section("Every scenario", [table])])]
    return r.Report(run, [*parts, r.Minutes(run), TRUST], findings=parts)
