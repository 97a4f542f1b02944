"""Report how far results rest on assumptions, for runs of any game with the factor `assumptions`."""

from __future__ import annotations

from simkit import report as r


def report(run: r.Run) -> r.Report:
    """Return the report."""
    return r.Report(run, [r.parts.Alternatives(run)])
