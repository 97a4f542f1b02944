"""Report how far results rest on assumptions, for runs of any game with the factor `assumptions`.

A report script: a function `report` that gets a run and returns a `Report`.  Copy it, change it, and name it
in an experiment (``report: ./my_report.py``) or on the command line (``simkit report RUN --script``).
"""

from __future__ import annotations

from simkit import report as r


def report(run: r.RunDirectory) -> r.Report:
    """Return the report."""
    return r.Report(run, [r.Alternatives(run)])
