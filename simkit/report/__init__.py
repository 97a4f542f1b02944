"""Reports: from a run directory to HTML, PDF and figures."""

from simkit.report.write import write_report

__all__ = ["write_report"]
