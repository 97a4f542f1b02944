"""What a report script returns: a run, and the parts of its report in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from simkit.report.document.blocks import Document, Part
from simkit.report.facts.settings import variants_section
from simkit.report.parts import assumptions_section, facts, reproduce_section
from simkit.run.store.directory import RunDirectory

MOST_KEY_FIGURES = 4


@dataclass(frozen=True)
class Report:
    """A report: the parts that say what a run has to say.

    Parts stand in the order of their sections.  Key figures and findings come in the same order, unless the
    parts that have any are listed once more, in another one.  What every report begins and ends with is
    added: title and facts; the named variants, the assumptions, how to reproduce the numbers.

    Parameters
    ----------
    run : RunDirectory
        The run.
    parts : sequence of Part
        The parts.
    key_figures, findings : sequence of Part, optional
        The parts in the order of their key figures, of which the first four are shown, and of their findings.
    title, subtitle : str, optional
        What stands on top; by default the experiment's title and description.
    has_variants : bool
        Whether named variants are listed; not in a report whose parts say themselves what these set.
    """

    run: RunDirectory
    parts: Sequence[Part]
    key_figures: Sequence[Part] | None = None
    findings: Sequence[Part] | None = None
    title: str | None = None
    subtitle: str | None = None
    has_variants: bool = True

    def document(self) -> Document:
        """Return the report as it is laid out, without its first page."""
        experiment = self.run.manifest["experiment"]
        keys = self.parts if self.key_figures is None else self.key_figures
        found = self.parts if self.findings is None else self.findings
        return Document(
            title=experiment["title"] if self.title is None else self.title,
            subtitle=experiment["description"] if self.subtitle is None else self.subtitle,
            facts=facts(self.run),
            key_figures=[figure for part in keys for figure in part.key_figures()][:MOST_KEY_FIGURES],
            findings=[finding for part in found for finding in part.findings()],
            sections=[
                *(section for part in self.parts for section in part.sections()),
                *(variants_section(self.run) if self.has_variants else []),
                assumptions_section(self.run),
                reproduce_section(self.run),
            ],
            in_short=" ".join(said for part in self.parts if (said := part.in_short())),
        )
