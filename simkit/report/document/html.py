"""Renders a report as one HTML file that works offline: styles, script and pictures are part of it.

Its script only adds to what can be read without it.  A security policy lets nothing but that style and that
script act, whatever stands in titles, names and levels.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from simkit.report.document.blocks import Block, Bullets, Code, Document, Figure, Section, Table, Text
from simkit.report.document.commands import Commands
from simkit.report.document.picture import Spots, inert, plot

PAGE = Path(__file__).parent / "page"
"""The folder with the style and the script of pages."""

FINDINGS = "Findings"
"""The heading of the findings."""

SHORT = 16
"""A cell with at most this many characters is not broken over lines."""

IN_INTERVALS = {"to", "more", "less"}
"""A number with its interval has at most this many words, and is not broken over lines."""


def render_html(report: Document, pictures: Mapping[str, str], commands: Commands | None = None) -> str:
    """Return a report as HTML.

    Parameters
    ----------
    report : Document
        The report.
    pictures : mapping
        Figure name -> SVG text.
    commands : Commands, optional
        Finds the commands of points.
    """
    page = _Page(pictures, Spots(commands))
    every = [*report.front, Section(FINDINGS, []), *report.sections]
    anchors = _anchors([section.heading for section in every])
    laid_out = [page.section(section, anchor) for anchor, section in zip(anchors, every, strict=True)]
    place = len(report.front)
    laid_out[place] = _findings(report.findings, anchors[place])
    links = " ".join(
        f'<a href="#{anchor}">{inert(section.heading)}</a>'
        for anchor, section in zip(anchors, every, strict=True)
    )
    facts = "".join(
        f"<div><dt>{inert(name)}</dt><dd>{inert(value)}</dd></div>" for name, value in report.facts.items()
    )
    keys = "".join(
        f"<div><b>{inert(key.number)}</b><span>{inert(key.meaning)}</span></div>"
        for key in report.key_figures
    )
    subtitle = f"<p>{inert(report.subtitle)}</p>" if report.subtitle else ""
    sections = "\n".join(laid_out)
    style, script = _part("page.css"), _part("page.js")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy(style, script)}">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="generator" content="simkit">
<title>{inert(report.title)}</title>
<style>{style}</style>
</head>
<body>
<main>
<header class="cover"><div class="brand">simkit balance report</div><h1>{inert(report.title)}</h1>
{subtitle}<dl class="facts">{facts}</dl></header>
<div class="keys">{keys}</div>
<nav aria-label="Contents">{links}</nav>
{sections}
<footer>Made by simkit. Intervals are 95 % confidence intervals.</footer>
</main>
<script type="application/json" id="data">{page.spots.data()}</script>
<script>{script}</script>
</body>
</html>
"""


def _findings(findings: Sequence[str], anchor: str) -> str:
    """Return the section of findings."""
    points = "".join(f"<li>{inert(finding)}</li>" for finding in findings)
    return f'<section class="findings" id="{anchor}"><h2>{FINDINGS}</h2><ol>{points}</ol></section>'


@cache
def _part(name: str) -> str:
    """Return the page's style or script."""
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


class _Page:
    """Lays out blocks, and numbers figures and tables.

    Parameters
    ----------
    pictures : mapping
        Figure name -> SVG text.
    spots : Spots
        Collects the points that have tooltips.
    """

    def __init__(self, pictures: Mapping[str, str], spots: Spots) -> None:
        self.pictures = pictures
        self.spots = spots
        self.figures = 0
        self.tables = 0

    def section(self, section: Section, anchor: str) -> str:
        """Return a section."""
        blocks = "\n".join(self._block(block) for block in section.blocks)
        return f'<section id="{anchor}"><h2>{inert(section.heading)}</h2>\n{blocks}</section>'

    def _block(self, block: Block) -> str:
        if isinstance(block, Text):
            return f"<p>{inert(block.words)}</p>"
        if isinstance(block, Bullets):
            return f"<ul>{''.join(f'<li>{inert(point)}</li>' for point in block.points)}</ul>"
        if isinstance(block, Code):
            return f"<pre>{inert(block.lines)}</pre>"
        if isinstance(block, Figure):
            self.figures += 1
            caption = f"<b>Figure {self.figures}.</b> {inert(block.caption)}"
            picture = plot(block, self.pictures[block.name], self.spots, self.figures)
            return (
                f"<figure>{_scrolled(f'Figure {self.figures}')}{picture}</div>"
                f"<figcaption>{caption}</figcaption></figure>"
            )
        self.tables += 1
        return _table(block, self.tables)


def _scrolled(name: str) -> str:
    """Return the opening tag of a block that can be scrolled sideways, also with the keyboard."""
    return f'<div class="scroll" role="group" tabindex="0" aria-label="{name}">'


def _table(table: Table, number: int) -> str:
    classes = [' class="number"' if numeric else "" for numeric in table.numeric()]
    head = "".join(
        f"<th scope=col{kind}>{inert(name)}</th>"
        for name, kind in zip(table.frame.columns, classes, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(
            f"<td{kind or _length(cell)}>{inert(cell)}</td>" for cell, kind in zip(row, classes, strict=True)
        )
        + "</tr>"
        for row in table.cells()
    )
    rows = f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    start, said = _scrolled(f"Table {number}"), f'data-name="Table {number}"'
    if not table.caption:
        return f"{start}<table {said}>{rows}</table></div>"
    name = f"table-{number}"  # ties the caption, which is not scrolled, to its table
    return (
        f'<p class="caption" id="{name}"><b>Table {number}.</b> {inert(table.caption)}</p>'
        f'{start}<table {said} aria-labelledby="{name}">{rows}</table></div>'
    )


def _length(cell: str) -> str:
    """Return the CSS class of a cell: short, which is not broken over lines, or long."""
    short = len(cell) <= SHORT or set(re.findall(r"[^\W\d_]+", cell)) <= IN_INTERVALS
    return ' class="short"' if short else ' class="long"'


def _anchors(headings: list[str]) -> list[str]:
    """Return the sections' anchors for links: unique names made from their headings."""
    anchors: list[str] = []
    for heading in headings:
        plain = re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-")
        doubles = sum(anchor == plain or anchor.startswith(f"{plain}--") for anchor in anchors)
        anchors.append(f"{plain}--{doubles + 1}" if doubles else plain)
    return anchors
