"""A report on any run of any game: what was estimated, scenario by scenario."""

from __future__ import annotations

from simkit.report.document import Report
from simkit.report.parts import assumptions_section, facts, reproduce_section
from simkit.report.sections.effects_of_factor import all_changes, change_finding, change_keys, change_section
from simkit.report.sections.means import limit_findings, means_section, share_sections
from simkit.report.sections.win_rates import all_wins, win_finding, win_keys, wins_section
from simkit.report.settings import variants_section
from simkit.run.directory import RunDirectory


def report(run: RunDirectory) -> Report:
    """Return the report."""
    everybody = all_wins(run)
    changes = all_changes(everybody[0]) if everybody else []
    looked_at = sum(len(change.pairs) for change in changes)
    keys = [
        *(key for wins in everybody[:1] for key in win_keys(wins)),
        *(key for change in changes for key in change_keys(change, looked_at)),
        *(key for wins in everybody[1:] for key in win_keys(wins)),
    ]
    return Report(
        title=run.manifest["experiment"]["title"],
        subtitle=run.manifest["experiment"]["description"],
        facts=facts(run),
        key_figures=keys[:4],
        findings=[
            *limit_findings(run),
            *(win_finding(wins) for wins in everybody[:1]),
            *(change_finding(change, looked_at) for change in changes),
            *(win_finding(wins) for wins in everybody[1:]),
            *([] if everybody else ["The game has no column `won`: what it counts is told below."]),
        ],
        sections=[
            *(wins_section(wins) for wins in everybody[:1]),
            *(change_section(change) for change in changes),
            *(wins_section(wins) for wins in everybody[1:]),
            means_section(run),
            *share_sections(run),
            *variants_section(run),
            assumptions_section(run),
            reproduce_section(run),
        ],
    )
