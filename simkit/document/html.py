"""Renders a report as one HTML file that works offline: styles, script and pictures are part of it.

Its script only adds to what can be read without it.  A security policy allows only that style and that
script, whatever stands in titles, names and levels.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from simkit.document.blocks import Document, Figure, Section
from simkit.document.commands import CommandLines
from simkit.document.picture import REACH, Spots, picture_of
from simkit.document.templates import PAGE, filled

SHORT = 16
"""A cell with at most this many characters is not broken over lines."""

IN_INTERVALS = {"to", "more", "less"}
"""A number with its interval has at most this many words, and is not broken over lines."""


def render_html(report: Document, pictures: Mapping[str, str], commands: CommandLines | None = None) -> str:
    """Return a report as HTML.

    * `pictures`: Figure name -> SVG text.
    * `commands`: finds the commands of points.
    """
    spots, counts, anchors = Spots(commands), Counter[str](), list[str]()

    def laid_out(section: Section) -> dict[str, Any]:
        anchors.append(_anchor(section.heading, anchors))
        return {"anchor": anchors[-1], **_laid_out(section, pictures, counts, spots)}

    answer = report.answer
    said = answer.sentences if answer else ()
    own = [answer.figure] if answer and answer.figure else []
    verdict = laid_out(report.verdict) if report.verdict else None
    in_short = (
        laid_out(Section("In short", own)) if said or own or report.key_figures or report.cautions else None
    )
    findings = laid_out(Section("Findings", [])) if report.findings else None
    sections = [laid_out(section) for section in report.sections]
    style, script = _part("page.css"), _part("page.js")
    return filled(
        "page.html",
        report=report, verdict=verdict, in_short=in_short, said=said, findings=findings, sections=sections,
        parts=[part for part in (verdict, in_short, findings, *sections) if part], data=spots.data(),
        style=style, script=script, policy=policy(style, script), length=_length, reach=REACH, within="",
    )  # fmt: skip


def render_sections(sections: Sequence[Section], pictures: Mapping[str, str], within: str) -> str:
    """Return sections as they stand in a page that is no report; their headings if there are several.

    * `pictures`: Figure name -> SVG text; points have no tooltips.
    * `within`: what the ids begin with, so that nothing else on that page has the same.
    """
    counts = Counter[str]()
    laid_out = [_laid_out(section, pictures, counts) for section in sections]
    return filled("sections.html", sections=laid_out, length=_length, reach=REACH, within=within)


def _laid_out(
    section: Section, pictures: Mapping[str, str], counts: Counter[str], spots: Spots | None = None
) -> dict[str, Any]:
    """Return a section for a template; `counts` is how many blocks of each kind stand before it."""
    blocks = []
    for block in section.blocks:
        kind = type(block).__name__
        counts[kind] += 1
        picture = picture_of(block, pictures[block.name], spots) if isinstance(block, Figure) else None
        is_folded = any(block is table for table in section.folded())
        blocks.append(
            {"kind": kind, "block": block, "number": counts[kind], "picture": picture, "folded": is_folded}
        )
    return {"heading": section.heading, "blocks": blocks}


@cache
def _part(name: str) -> str:
    return (PAGE / name).read_text(encoding="utf-8")


def policy(style: str, script: str) -> str:
    """Return a page's security policy, which allows this style, this script and nothing else.

    Images are allowed only as data in the page itself; matplotlib puts a scale's colours there.
    """
    hashes = [b64encode(hashlib.sha256(part.encode()).digest()).decode() for part in (style, script)]
    return (
        f"default-src 'none'; style-src 'sha256-{hashes[0]}'; script-src 'sha256-{hashes[1]}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _length(cell: str) -> str:
    """Return the CSS class of a cell: short, which is not broken over lines, or long."""
    is_short = len(cell) <= SHORT or set(re.findall(r"[^\W\d_]+", cell)) <= IN_INTERVALS
    return "short" if is_short else "long"


def _anchor(heading: str, taken: list[str]) -> str:
    """Return a section's anchor for links: a name made from its heading that no other section has."""
    plain = re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-")
    doubles = sum(anchor == plain or anchor.startswith(f"{plain}--") for anchor in taken)
    return f"{plain}--{doubles + 1}" if doubles else plain
