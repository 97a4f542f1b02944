"""Makes the first page of every report: verdict, answer and figure; and the players, after the findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from simkit.document.blocks import (
    Block,
    Document,
    Figure,
    InShort,
    Section,
    Table,
    Text,
    VerdictRow,
    Verdicts,
)
from simkit.experiment.about import About, AskedAbout
from simkit.experiment.factors import short_label
from simkit.language import UNKNOWN
from simkit.report.front.answers import answer_of
from simkit.report.front.findings import first_findings
from simkit.results.asked import asked_of
from simkit.results.claims import TooFew, claims_of, in_turn
from simkit.results.players import players_section
from simkit.run.findings.unknown import Place, spans_of
from simkit.run.findings.verdict import judge_run
from simkit.run.store.directory import RunDirectory
from simkit.run.store.vocabulary import vocabulary_of
from simkit.stats.estimates import Range
from simkit.words.cautions import cautions
from simkit.words.claims import Voice
from simkit.words.titles import titled
from simkit.words.verdicts import pairs_of, seek_command, usual_in_words, verdict_heading, verdict_lines

MATRIX_CAPTION = (
    "How often the player wins against the other, two at a table. Off: how far the win rate lies from the "
    "middle of its range, in points. The distance of the matrix is the root mean square of these; by chance "
    "alone is what it would be on average if every true win rate were the middle of its range."
)


BOTH_KINDS = (
    "By chance: the 95\N{NO-BREAK SPACE}% interval. Over unknown values: the range of results when values "
    "that could not be looked up are replaced by their alternatives, one at a time."
)

FRESH = (
    "What the first page calls the most or the least was measured again in games that did not choose it; "
    "tables show the games that did."
)

MEANING = (
    "A target is met if the whole 95\N{NO-BREAK SPACE}% interval lies within its range, and missed if the "
    "whole interval lies outside; it is widened for the number of settings that the target is about."
)


def with_first_page(run: RunDirectory, report: Document, besides: Mapping[str, str]) -> Document:
    """Return a script's report with the first page added, and with what follows its findings.

    The verdict stands first where the experiment has targets of its own; else a hint says after the findings
    what is usual.  There stand the sentences `besides`, under their headings, and the players.  The findings
    are ranked (`simkit.report.front.findings`).  The answer is followed by cautions: those of the parts, and
    where it rests on tables of strong players (`simkit.words.cautions`).
    """
    spans = spans_of(run)
    asked = asked_of(run)
    found = report.answer or answer_of(run)
    said = found.sentences if found else ()
    warned = cautions(run)
    cautioned = [caution for caution in (*warned.values(), *report.cautions) if caution not in " ".join(said)]
    findings = first_findings(found.findings if found else (), report.findings, asked, [*said, *cautioned])
    told = in_turn([*said, *findings])
    said, findings = told[: len(said)], told[len(said) :]
    is_fresh = any(
        quantity.is_fresh for words in told for claim in claims_of(words) for quantity in claim.quantities
    )
    words = " ".join([*said, *cautioned])
    is_open = any(isinstance(claim, TooFew) for claim in claims_of(said[0] if said else ""))
    figure, sections = found.picture() if found else None, report.sections
    if figure is None:
        figure, sections = _moved_up(report.sections, asked, short_label(vocabulary_of(run), asked.factor))
        if figure and (claims := claims_of(said[0] if said else "")):
            figure = titled(figure, Voice(run), claims)
    else:
        sections = _without(report.sections, figure)
    verdict = None if judge_run(run).by_default else _verdict_section(run, spans, words)
    beside_it = [Section(heading, [Text(sentence)]) for heading, sentence in besides.items()]
    return replace(
        report,
        in_short=words,
        answer=InShort(said, figure=figure),
        verdict=verdict,
        hint=usual_in_words(run, judge_run(run)),
        findings=findings,
        cautions=cautioned,
        key_figures=(found and found.key_figures) or ([] if is_open else report.key_figures),
        notes=[*report.notes, *([MEANING] if verdict else []), *([FRESH] if is_fresh else [])],
        sections=[*beside_it, *players_section(run), *sections],
    )


def _without(sections: Sequence[Section], figure: Figure) -> list[Section]:
    """Return the sections without a figure of the first page; one that held nothing else is left out."""
    kept = [
        replace(
            section, blocks=[block for block in section.blocks if getattr(block, "name", "") != figure.name]
        )
        for section in sections
    ]
    return [
        section for section, before in zip(kept, sections, strict=True) if section.blocks or not before.blocks
    ]


def _moved_up(
    sections: Sequence[Section], asked: AskedAbout, called: str
) -> tuple[Figure | None, Sequence[Section]]:
    """Return the first figure about what was asked, and the sections without it.

    It is about a factor if its section, its caption or an axis names that; any is, if nothing is varied.
    """
    for place, section in enumerate(sections):
        for figure in section.blocks:
            if isinstance(figure, Figure) and _is_about(asked, called, section, figure):
                left = [block for block in section.blocks if block is not figure]
                rest = [replace(section, blocks=left)] if left else []
                return figure, [*sections[:place], *rest, *sections[place + 1 :]]
    return None, sections


_NAMED: Mapping[About, Sequence[str]] = {
    About.SEATS: ("seat", "turn order", "first player"),
    About.PLAYERS: ("player", "strateg"),
    About.SKILL: ("overlook", "mistake"),
    About.COMPONENTS: ("component", "worth"),
    About.PLAYER_COUNT: ("player",),
    About.ASSUMPTIONS: ("assumption",),
}
"""How the heading of a section says that it is about what was asked, besides by the name of the factor."""


def _is_about(asked: AskedAbout, called: str, section: Section, figure: Figure) -> bool:
    top = section.heading.lower()
    if any(word in top for word in _NAMED.get(asked.about, ())):
        return True
    if not asked.factor:
        return asked.about not in _NAMED
    axes = figure.drawing.axes
    on_axes = [
        words for axis in axes for words in (axis.get_xlabel(), axis.get_ylabel(), axis.get_title("left"))
    ]
    return called.lower() in " ".join([top, figure.caption, *on_axes]).lower()


def _verdict_section(run: RunDirectory, spans: Mapping[Place, Range], in_short: str) -> Section | None:
    """Return the verdict; if it or the answer in short gives both uncertainties, also what these are."""
    verdict = judge_run(run)
    rows = [VerdictRow(*row) for row in verdict_lines(run, verdict, spans)]
    if not rows:
        return None
    has_unknown = any(UNKNOWN in words for words in (in_short, *(row.result for row in rows)))
    matrices = [
        Table(pairs_of(run, judged), MATRIX_CAPTION)
        for judged in verdict.targets
        if judged.distance is not None
    ]
    blocks: list[Block] = [Verdicts(rows, BOTH_KINDS if has_unknown else ""), *matrices]
    if command := seek_command(run, verdict):
        blocks.append(Text(f"{command} looks for rules that meet them."))
    return Section(verdict_heading(verdict), blocks)
