"""Renders a report as one HTML file that works offline: styles and pictures are part of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

from simkit.report.document import Block, Bullets, Code, Figure, Report, Section, Table, Text

STYLE = """
:root{--ink:#1d2733;--soft:#5b6774;--line:#dfe4ea;--paper:#fff;--back:#f3f5f8;--accent:#0b5d8a}
*{box-sizing:border-box}
html{scroll-behavior:smooth}
body{margin:0;background:var(--back);color:var(--ink);overflow-wrap:anywhere;font:16px/1.6 "Source Serif 4","Charter","Georgia",serif}
main{max-width:1040px;margin:0 auto;background:var(--paper);box-shadow:0 0 40px rgba(29,39,51,.08)}
header.cover{background:linear-gradient(150deg,#0a3350,#0b5d8a 70%,#2b86ad);color:#fff;padding:64px 72px 48px}
header.cover .brand{font:600 13px/1 ui-sans-serif,system-ui,sans-serif;letter-spacing:.18em;text-transform:uppercase;opacity:.75}
h1{font-size:44px;line-height:1.12;margin:18px 0 10px;font-weight:700;letter-spacing:-.01em}
header.cover p{font-size:19px;line-height:1.5;margin:0;max-width:720px;opacity:.92}
dl.facts{display:flex;flex-wrap:wrap;gap:14px 40px;margin:34px 0 0}
dl.facts div{min-width:90px}
dl.facts dt{font:600 11px/1.4 ui-sans-serif,system-ui,sans-serif;letter-spacing:.1em;text-transform:uppercase;opacity:.7}
dl.facts dd{margin:2px 0 0;font-size:17px}
.keys{display:grid;grid-template-columns:repeat(auto-fit,minmax(170px,1fr));border-bottom:1px solid var(--line)}
.keys div{padding:28px 24px 24px 72px;border-right:1px solid var(--line)}
.keys div+div{padding-left:28px}
.keys div:last-child{border-right:0}
.keys b{display:block;font-size:38px;white-space:nowrap;line-height:1.1;color:var(--accent);font-variant-numeric:tabular-nums}
.keys span{font:14px/1.4 ui-sans-serif,system-ui,sans-serif;color:var(--soft)}
section{padding:14px 72px 26px}
section.findings{padding-top:34px}
section.findings li{font-size:19px;line-height:1.5;margin:0 0 12px;padding-left:6px}
section.findings li::marker{color:var(--accent);font-weight:700}
h2{font-size:27px;line-height:1.25;margin:30px 0 12px;border-top:3px solid var(--accent);padding-top:16px}
p{margin:0 0 14px;max-width:76ch}
figure{margin:26px 0 30px}
figure svg{width:100%;min-width:640px;height:auto;display:block}
figcaption,p.caption{font:14px/1.5 ui-sans-serif,system-ui,sans-serif;color:var(--soft);text-align:left;max-width:92ch}
figcaption{margin-top:8px}
p.caption{margin:22px 0 8px}
figcaption b,p.caption b{color:var(--ink)}
.scroll{overflow-x:auto}
section>.scroll{margin:0 0 30px}
table{border-collapse:collapse;width:100%;font:14px/1.45 ui-sans-serif,system-ui,sans-serif;font-variant-numeric:tabular-nums}
th{text-align:left;border-bottom:2px solid var(--ink);padding:6px 14px 6px 0;vertical-align:bottom}
td{border-bottom:1px solid var(--line);padding:5px 14px 5px 0;vertical-align:top}
td.number,th.number{text-align:right}
th,td{overflow-wrap:normal}
td.short,td.number{white-space:nowrap}
td.long{min-width:10em}
tbody tr:hover{background:#f2f7fa}
pre{white-space:pre-wrap;background:var(--back);border-left:3px solid var(--accent);padding:14px 18px;font:14px/1.5 ui-monospace,"DejaVu Sans Mono",monospace}
nav{padding:22px 72px 0;font:15px/1.9 ui-sans-serif,system-ui,sans-serif}
nav a{color:var(--accent);text-decoration:none;margin-right:22px;display:inline-block;line-height:1.5}
nav a:hover{text-decoration:underline}
footer{padding:24px 72px 40px;font:13px/1.5 ui-sans-serif,system-ui,sans-serif;color:var(--soft)}
@media(max-width:720px){header.cover,section,nav,footer{padding-left:22px;padding-right:22px}.keys div,.keys div+div{padding:18px 22px}h1{font-size:32px}}
@media print{body{background:#fff}main{box-shadow:none;max-width:none}nav{display:none}figure,tr{break-inside:avoid}h2{break-after:avoid}}
"""  # noqa: E501 (CSS reads better a rule a line)

SHORT = 16
"""Characters of a cell that is not broken over two lines."""

IN_INTERVALS = {"to", "more", "less"}
"""Words of a number with its interval, which is not broken either."""


def render_html(report: Report, pictures: Mapping[str, str]) -> str:
    """Return a report as HTML.

    Parameters
    ----------
    report : Report
        The report.
    pictures : mapping
        Figure name -> SVG text.
    """
    numbering = _Numbering()
    anchors = _anchors([section.heading for section in report.sections])
    named = list(zip(anchors, report.sections, strict=True))
    sections = "\n".join(_section(section, anchor, pictures, numbering) for anchor, section in named)
    links = " ".join(f'<a href="#{anchor}">{escape(section.heading)}</a>' for anchor, section in named)
    facts = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in report.facts.items()
    )
    keys = "".join(
        f"<div><b>{escape(key.number)}</b><span>{escape(key.meaning)}</span></div>"
        for key in report.key_figures
    )
    subtitle = f"<p>{escape(report.subtitle)}</p>" if report.subtitle else ""
    findings = "".join(f"<li>{escape(finding)}</li>" for finding in report.findings)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="generator" content="simkit">
<title>{escape(report.title)}</title>
<style>{STYLE}</style>
</head>
<body>
<main>
<header class="cover"><div class="brand">simkit balance report</div><h1>{escape(report.title)}</h1>
{subtitle}<dl class="facts">{facts}</dl></header>
<div class="keys">{keys}</div>
<nav aria-label="Contents">{links}</nav>
<section class="findings" id="findings"><h2>Findings</h2><ol>{findings}</ol></section>
{sections}
<footer>Made by simkit. Intervals are 95 % confidence intervals.</footer>
</main>
</body>
</html>
"""


class _Numbering:
    """Counts figures and tables, to number them."""

    def __init__(self) -> None:
        self.figures = 0
        self.tables = 0


def _section(section: Section, anchor: str, pictures: Mapping[str, str], numbering: _Numbering) -> str:
    blocks = "\n".join(_block(block, pictures, numbering) for block in section.blocks)
    return f'<section id="{anchor}"><h2>{escape(section.heading)}</h2>\n{blocks}</section>'


def _block(block: Block, pictures: Mapping[str, str], numbering: _Numbering) -> str:
    if isinstance(block, Text):
        return f"<p>{escape(block.words)}</p>"
    if isinstance(block, Bullets):
        return f"<ul>{''.join(f'<li>{escape(point)}</li>' for point in block.points)}</ul>"
    if isinstance(block, Code):
        return f"<pre>{escape(block.lines)}</pre>"
    if isinstance(block, Figure):
        numbering.figures += 1
        caption = f"<b>Figure {numbering.figures}.</b> {escape(block.caption)}"
        picture = _inline(pictures[block.name], block.plain_name, block.description)
        return f'<figure><div class="scroll">{picture}</div><figcaption>{caption}</figcaption></figure>'
    numbering.tables += 1
    return _table(block, numbering.tables)


def _table(table: Table, number: int) -> str:
    classes = [' class="number"' if numeric else "" for numeric in table.numeric()]
    head = "".join(
        f"<th scope=col{kind}>{escape(name)}</th>"
        for name, kind in zip(table.frame.columns, classes, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(
            f"<td{kind or _length(cell)}>{escape(cell)}</td>" for cell, kind in zip(row, classes, strict=True)
        )
        + "</tr>"
        for row in table.cells()
    )
    rows = f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    if not table.caption:
        return f'<div class="scroll"><table>{rows}</table></div>'
    name = f"table-{number}"  # ties the caption, which is not scrolled, to its table
    return (
        f'<p class="caption" id="{name}"><b>Table {number}.</b> {escape(table.caption)}</p>'
        f'<div class="scroll"><table aria-labelledby="{name}">{rows}</table></div>'
    )


def _length(cell: str) -> str:
    """Return the CSS class of a cell: short (an interval, a few words), not to be broken; or long."""
    short = len(cell) <= SHORT or set(re.findall(r"[^\W\d_]+", cell)) <= IN_INTERVALS
    return ' class="short"' if short else ' class="long"'


def _inline(svg: str, name: str, description: str) -> str:
    """Return an SVG for use inside HTML: with a name, a description, and ids that no other picture has."""
    body = svg[svg.index("<svg") :]
    body = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', body)
    body = re.sub(r'(href="#|url\(#)', rf"\g<1>{name}-", body)
    body = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", body, count=1)
    body = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", body, count=1)
    return body.replace("<svg", f'<svg role="img" aria-label="{escape(description)}"', 1)


def _anchors(headings: list[str]) -> list[str]:
    """Return the sections' anchors for links: their headings in letters and digits, all different."""
    anchors: list[str] = []
    for heading in headings:
        plain = re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-")
        doubles = sum(anchor == plain or anchor.startswith(f"{plain}--") for anchor in anchors)
        anchors.append(f"{plain}--{doubles + 1}" if doubles else plain)
    return anchors
