"""Makes the first page of every report: the answer in short, the verdict and the players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import polars as pl

from simkit.report.document.blocks import Block, Document, Section, Table, Text
from simkit.report.facts.asked import asked_of
from simkit.report.facts.players import players_section
from simkit.report.front.alike import beside, cautions
from simkit.report.front.answers import answer_of
from simkit.report.front.findings import first_findings
from simkit.report.front.in_short import answer_in_short
from simkit.report.front.verdict_words import pairs_of, verdict_heading, verdict_lines
from simkit.report.sections.ceiling import MASTER, ceiling_in_short
from simkit.report.words import UNKNOWN
from simkit.run.findings.unknown import Place, spans_of
from simkit.run.findings.verdict import judge_run
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Range

MATRIX_CAPTION = (
    "How often the player wins against the other, two at a table. Off: how far the win rate lies from the "
    "middle of its range, in points. The distance of the matrix is the root mean square of these; by chance "
    "alone is what it would be on average if every true win rate were the middle of its range."
)


def with_first_page(run: RunDirectory, report: Document, besides: Mapping[str, str]) -> Document:
    """Return a script's report with the first page added: the answer in short, the verdict, the players.

    The findings are ranked (`simkit.report.front.findings`).  Cautions follow the answer: those of the parts,
    and where it rests on tables of strong players (`simkit.report.front.alike`); before them stands what the
    game's master comes to, where that is known.  The sentences `besides` stand beside the verdict, or under
    their own headings where there is none.
    """
    spans = spans_of(run)
    found = report.answer or answer_of(run)
    answer = " ".join(found.sentences) if found else report.in_short or answer_in_short(run, spans)
    warned = cautions(run)
    ceiling = "" if MASTER in answer else ceiling_in_short(run)
    cautioned = [own for own in (*warned.values(), *report.cautions) if own not in answer]
    words = " ".join(said for said in (answer, ceiling, *cautioned) if said)
    picture = [found.figure] if found and found.figure else []
    first = [Section("In short", [Text(words), *picture])] if words else []
    verdict = _verdict_section(run, spans, words, besides)
    has_targets = bool(run.manifest["experiment"].get("targets"))
    front = [*verdict, *first] if has_targets else [*first, *verdict]
    return replace(
        report,
        in_short=words,
        front=[*front, *players_section(run)],
        findings=first_findings(found.findings if found else (), report.findings, asked_of(run), words),
        key_figures=beside(run, (found and found.key_figures) or report.key_figures, warned),
    )


def _verdict_section(
    run: RunDirectory, spans: Mapping[Place, Range], in_short: str, besides: Mapping[str, str]
) -> list[Section]:
    """Return the verdict; if it or the answer in short gives both uncertainties, also what these are."""
    verdict = judge_run(run)
    rows = [(outcome, target, words) for outcome, target, words in verdict_lines(run, verdict, spans)]
    if not rows:
        return [Section(heading, [Text(sentence)]) for heading, sentence in besides.items()]
    frame = pl.DataFrame(rows, schema=["verdict", "target", "result"], orient="row")
    caption = (
        "A target is met if the whole 95 % interval lies within its range, and missed if the whole interval "
        "lies outside; the interval is widened for the number of settings that the target is about."
    )
    blocks: list[Block] = [Table(frame, caption)]
    blocks += [
        Table(pairs_of(run, judged), MATRIX_CAPTION)
        for judged in verdict.targets
        if judged.distance is not None
    ]
    if any(UNKNOWN in words for words in (in_short, *(row[-1] for row in rows))):
        blocks.append(
            Text(
                "By chance: the 95 % interval. Over unknown values: the range of results when values that "
                "could not be looked up are replaced by their alternatives, one at a time."
            )
        )
    return [Section(verdict_heading(verdict), [*blocks, *map(Text, besides.values())])]
