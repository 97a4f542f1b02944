"""A report on any run of any game: what was estimated, scenario by scenario.

A report script: a function `report` that gets a run and returns a `Report`.  Copy it, change it, and name it
in an experiment (``report: ./my_report.py``) or on the command line (``simkit report RUN --script``).
"""

from __future__ import annotations

from simkit import report as r


def report(run: r.Run) -> r.Report:
    """Return the report."""
    best = r.parts.BestInPoints(run)
    several = r.parts.SeveralSeats(run)
    ceiling = r.parts.CeilingOfPlay(run)
    wins = r.parts.WinRates(run, but=several.covers)
    effects, others = r.parts.EffectsOfFactors(wins.main), wins.others()
    parts: list[r.parts.Part] = [
        r.parts.Limits(run),
        best,
        r.parts.CurvesOverFactors(wins.first),
        wins,
        ceiling,
        effects,
        others,
        r.parts.Components(run),
        several,
        r.parts.Length(run),
        r.parts.Minutes(run),
        r.parts.Means(run),
    ]
    told = [part for part in parts if part is not wins or not effects.changes]  # these say which scenario
    return r.Report(run, parts, key_figures=[best, wins, effects, several, others], findings=told)
