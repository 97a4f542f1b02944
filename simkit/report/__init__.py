"""Makes reports: HTML, PDF and figures from a run directory."""

from simkit.report.write import write_report

__all__ = ["write_report"]
