"""Writes a report as a PDF, typeset by typst."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import typst

from simkit.document.blocks import (
    LINE,
    Block,
    Bullets,
    Code,
    Document,
    Figure,
    InShort,
    Section,
    Table,
    Text,
    Verdicts,
)
from simkit.errors import writing

PREAMBLE = """
#let accent = rgb("#0b5d8a")
#let soft = rgb("#5b6774")
#let shades = ("met": rgb("#17663a"), "missed": rgb("#a32018"), "not yet known": rgb("#7d5200"))
#set document(title: report-title, author: "simkit", date: none)
#set text(font: "Libertinus Serif", size: 10.5pt, fill: rgb("#1d2733"), lang: "en")
#set par(justify: true, leading: 0.68em, spacing: 1.0em)
#show heading: set par(justify: false)
#show heading.where(level: 1): it => block(above: 1.5em, below: 0.8em, sticky: true, width: 100%)[
  #line(length: 100%, stroke: 1.6pt + accent)
  #v(-0.1em)
  #text(size: 16pt, weight: "bold", it.body)
]
#show figure: set block(breakable: true)
#show figure.caption: it => block(sticky: true, width: 100%, align(left, text(size: 9pt, fill: soft)[
  *#it.supplement #context it.counter.display(it.numbering).* #it.body
]))
#show figure.where(kind: table): set figure.caption(position: top)
#show figure.where(kind: table): set align(left)
#show raw.where(block: true): it => block(
  breakable: it.lines.len() > 20,
  fill: rgb("#f3f5f8"), inset: 9pt, width: 100%, stroke: (left: 2pt + accent), text(size: 8.5pt, it),
)
#set page(
  paper: "a4", margin: (x: 2.1cm, top: 2.4cm, bottom: 2.2cm),
  header: context if counter(page).get().first() > 1 [
    #set text(size: 8.5pt, fill: soft)
    #if mark.len() > 0 [#text(weight: "bold", fill: shades.at("not yet known"), upper(marked)) #h(0.5em)]
    #report-title #h(1fr) simkit #kind
    #v(-0.6em) #line(length: 100%, stroke: 0.4pt + soft)
  ],
  footer: context [
    #set text(size: 8.5pt, fill: soft)
    #h(1fr) #counter(page).display() of #counter(page).final().first() #h(1fr)
    #if counter(page).get() == counter(page).final() {
      set par(justify: false, leading: 0.45em)
      block(above: 0.6em, text(size: 7.5pt, small-print))
    }
  ],
)
#set table(stroke: none, inset: (x: 5pt, y: 3.2pt))
#set table.cell(breakable: false)
#set enum(spacing: 0.9em)
#let least = 0.5 // of the height of the answer's figure: if page one leaves less room, it stands on the next
#let tallest = 19cm // of a picture: what heading, introduction and caption leave of a page
#let picture(path, alt, size) = layout(place => {
  let whole = image(path, width: place.width, alt: alt)
  if measure(whole).height <= tallest {
    align(center, image(path, width: place.width * size, alt: alt))
  } else {
    align(center, image(path, width: place.width, height: tallest * size, fit: "contain", alt: alt))
  }
})
#let message(words) = if words.len() > 0 {
  block(width: 100%, below: 0.5em, sticky: true, align(left, text(size: 10.5pt, weight: "bold", words)))
}
#let fitting(path, alt, caption) = layout(place => context {
  let top = locate(<fitting>).position().y
  let room = page.height - 2.2cm - top - measure(caption, width: place.width).height - 3.5em.to-absolute()
  let whole = measure(image(path, width: place.width)).height
  let height = if room < least * whole { calc.min(whole, tallest) } else { calc.min(whole, room, tallest) }
  align(center, image(path, width: place.width, height: height, fit: "contain", alt: alt))
})
#let verdict(outcome) = box(fill: shades.at(outcome), radius: 2pt, inset: (x: 5pt), outset: (y: 2.5pt),
  text(size: 9pt, weight: "bold", fill: white, outcome))
#let caution(words) = block(stroke: (left: 2pt + shades.at("not yet known")), inset: (left: 9pt), words)
#let spot(name) = [#metadata(name) <spot>]
#let before(name, above: 0pt) = block(height: 0pt, above: above, below: 0pt, spot(name))
"""

COVER = """
#if mark.len() > 0 {
  let line = 1.6pt + shades.at("not yet known")
  block(stroke: line, fill: rgb("#fff3d6"), width: 100%, inset: 10pt, below: 0.8em)[
    #set par(justify: false)
    #text(size: 11pt, weight: "bold", mark.first()) #text(size: 9.5pt, mark.slice(1).join(" "))
  ]
}
#block(fill: accent, width: 100%, inset: (x: 16pt, top: 12pt, bottom: 11pt), below: 0.9em)[
  #set text(fill: white)
  #set par(justify: false, spacing: 0.7em)
  #text(size: 7.5pt, tracking: 1.6pt, weight: "bold", fill: white.transparentize(25%))[SIMKIT #upper(kind)]

  #text(size: 20pt, weight: "bold", report-title)

  #text(size: 10pt, report-subtitle)
  #v(0.2em)
  #set text(size: 8.5pt)
  #facts.map(f => [#text(fill: white.transparentize(25%), f.at(0)) #f.at(1)]).join(h(1.4em))
]
"""

EYEBROW = """
#show heading.where(level: 1): it => block(above: 1.5em, below: 0.9em, sticky: true,
  text(size: 9pt, tracking: 0.6pt, weight: "bold", fill: soft, upper(it.body)))
"""
"""Makes headings small, where what stands below them is large."""

SHEET = """
#set page(margin: (x: 1.5cm, top: 1.1cm, bottom: 1.5cm))
#set par(justify: false, leading: 0.4em, spacing: 0.7em)
#set table(inset: (x: 3pt, y: 1.5pt))
"""
"""Sets all small, so that it stands on one page."""

LETTERS = (8.2, 7.8, 7.4, 7.0, 6.6)
"""The font sizes of a sheet in points, of which the largest is taken with which it stands on one page."""

END = "the end"
"""The spot at the end of a sheet."""

BESIDE = "13%"
"""How wide the headings of a sheet's sections are, which stand at the left of their blocks."""

KEYS = """
#grid(columns: (1fr,) * keys.len(), column-gutter: 12pt,
  ..keys.map(k => block(stroke: (left: 2pt + accent), inset: (left: 9pt, y: 3pt))[
    #set par(justify: false, leading: 0.5em)
    #text(size: 17pt, weight: "bold", fill: accent, k.at(0)) \\
    #text(size: 9pt, fill: soft, k.at(1))
  ]))
"""
"""The key figures, beside each other."""

NORMAL, SMALL = 9, 7.5
"""The font sizes for tables, in points."""

ANSWER, SAID = 15, 11.5
"""The font sizes of the answer's first sentence, and of its others and the findings, in points."""

LARGE = ', weight: "bold", hyphenate: false'
"""What else distinguishes the answer's first sentence."""

LONGEST_CELL = 64
"""The characters of a cell of a sheet for which a line is kept; longer ones go on below."""

MOST_COLUMNS = 7
"""The most columns of a table in the normal font size."""

ACROSS = 1035
"""The font size in points, times the characters of a table's row that fit across the page."""

NARROWEST_HEAD = 12
"""Headings of a wide table with at most this many characters are not broken over lines."""

LONG_WORD = 20
"""Longer words, in characters, may have to be broken to fit their column."""

JOINT = "\N{ZERO WIDTH SPACE}"
"""Matches the places where a long word may be broken."""

SPOTS = """
#context [#metadata(query(<spot>).map(own => {
  let place = own.location().position()
  (own.value, place.page, place.y.pt())
})) <spots>]
"""
"""Typst code that reports the positions of marked spots."""

SHORT_SECTION = 24
"""Sections with at most this many lines are not broken over pages."""

ABOVE_SECTION = "2.6em"
"""The space above such a section; at the beginning of a block typst drops that of its heading."""

ABOVE_FIGURE = "1.6em"
"""The space above a figure that is not the first of its section, which keeps it off another's caption."""

SHORT_TABLE = 8
"""Tables with at most this many lines are not broken over pages."""

ALONG = 3
"""The fewest rows that a longer table has on each page."""

_NOTHING = "table.cell(rowspan: {}, inset: 0pt)[], "
"""A cell of the invisible column at the right of every table."""


def write_pdf(report: Document, folder: Path, path: Path) -> None:
    """Typeset a report as PDF.

    `folder`: where its figures lie: ``folder / "figures" / "<name>.svg"``.

    Raises BadInput if the system refuses to write it, or the run directory was removed.
    """
    source = folder / ".report.typ"
    temporary = folder / ".report.pdf"
    with writing(path):
        try:
            for leftover in (source, temporary):
                leftover.unlink(missing_ok=True)  # it may be a link
            source.write_text(source_on_pages(report, source, folder), encoding="utf-8")
            # As bytes: what the disk refuses is then an OSError, not an error of typst's.
            temporary.write_bytes(_set(source, folder))
            temporary.replace(path)
        finally:
            source.unlink(missing_ok=True)
            temporary.unlink(missing_ok=True)


def source_on_pages(report: Document, source: Path, folder: Path) -> str:
    """Return a report as typst text, with figures and tables where they leave no page half empty.

    `source`: a file to try it with, beside the figures of `folder`.
    """
    spots_in = partial(_spots, source=source, folder=folder)
    if report.is_sheet:
        return _on_one_page(report, source, folder)
    above, tables = tables_apart(report)  # those at the end, which may take most of the time, move no figure
    above, sizes = fill_pages(figure_later(above, spots_in), spots_in)
    return typst_source(replace(above, sections=[*above.sections, *tables]), sizes)


def _on_one_page(report: Document, source: Path, folder: Path) -> str:
    """Return a sheet as typst text, in the largest letters with which it stands on one page."""
    found = ""
    for letters in LETTERS:
        found = typst_source(report, letters=letters)
        if _spots_in(found, source, folder)[END][0] == 1:
            break
    return found


def tables_apart(report: Document) -> tuple[Document, list[Section]]:
    """Return a report without its long tables, and a section with these, named by theirs, if there are any.

    It stands at the end: its numbers are in pictures, or are looked up and not read.
    """
    sections, tables = [], list[Block]()
    for section in report.sections:
        back = section.folded()
        left = [block for block in section.blocks if not any(block is table for table in back)]
        if left:
            sections.append(replace(section, blocks=left))
        tables += [replace(table, caption=f"{section.heading}. {table.caption}".strip()) for table in back]
    return replace(report, sections=sections), [Section("Tables", tables)] if tables else []


def figure_later(report: Document, spots_in: Callable[[Document, Mapping[str, float]], Spots]) -> Document:
    """Return a report with the answer's figure after the findings, if page one has no room for it."""
    figure = report.answer.figure if report.answer else None
    if report.answer is None or figure is None or spots_in(report, {})[f"end {figure.plain_name}"][0] == 1:
        return report
    answer = replace(report.answer, figure=None)
    return replace(
        report, answer=answer, sections=[Section("The answer in a picture", [figure]), *report.sections]
    )


def _set(source: Path, folder: Path) -> bytes:
    """Typeset a report that is written as typst text; return the PDF."""
    with _finding_files(source, folder):
        return bytes(typst.compile(str(source), root=str(folder)))


@contextmanager
def _finding_files(source: Path, folder: Path) -> Iterator[None]:
    """Turn typst's error about a removed run directory into an OSError."""
    try:
        yield
    except typst.TypstError:
        for file in (source, folder / "figures"):
            file.stat()
        raise


def _spots(report: Document, sizes: Mapping[str, float], source: Path, folder: Path) -> Spots:
    """Return the positions where the figures of a report begin and end."""
    return _spots_in(typst_source(report, sizes), source, folder)


def _spots_in(text: str, source: Path, folder: Path) -> Spots:
    """Return the positions of all spots of a typst text."""
    source.write_text(text, encoding="utf-8")
    with _finding_files(source, folder):
        found = json.loads(typst.query(str(source), "<spots>", root=str(folder), field="value", one=True))
    return {name: (page, y) for name, page, y in found}


def typst_source(
    report: Document, sizes: Mapping[str, float] | None = None, *, letters: float = LETTERS[0]
) -> str:
    """Return a report as typst text.

    * `sizes`: Figure's name -> its share of the text's width, if less than all of it.
    * `letters`: the font size of a sheet in points.
    """
    return "\n".join(
        [
            f"#let report-title = {_literal(report.title)}",
            f"#let report-subtitle = {_string(report.subtitle)}",
            f"#let kind = {_string(report.kind)}",
            f"#let marked = {_string(report.marked)}",
            f"#let mark = ({''.join(f'{_string(words)},' for words in report.mark)})",
            f"#let small-print = {_string(' '.join(report.notes))}",
            f"#let facts = ({''.join(_pair(*fact) for fact in report.facts.items())})",
            f"#let keys = ({''.join(_pair(key.number, key.meaning) for key in report.key_figures)})",
            PREAMBLE,
            *([SHEET, f"#set text(size: {letters}pt)"] if report.is_sheet else []),
            COVER,
            *_first_page(report),
            *(
                _sheet(report.sections)
                if report.is_sheet
                else (_section(section, sizes or {}) for section in report.sections)
            ),
            SPOTS,
        ]
    )


def _first_page(report: Document) -> Iterator[str]:
    """Yield the verdict, the answer with its key figures and its figure, and the findings."""
    yield f"#[{EYEBROW}"
    if report.verdict:
        yield _section(report.verdict, {})
    answer = report.answer or InShort(())
    if answer.sentences or report.key_figures or answer.figure or report.cautions:
        yield "= In short"
    for place, words in enumerate(answer.sentences):
        yield f"#text(size: {SAID if place else ANSWER}pt{'' if place else LARGE}, {_string(words)})\n"
    for words in report.cautions:
        yield f"#caution({_string(words)})"
    if report.key_figures:
        yield KEYS
    if answer.figure:
        yield f"#block(height: 0pt, above: {ABOVE_FIGURE}, below: 0pt)[#metadata(none) <fitting>]"
        yield _figure(answer.figure, None)
    yield "]"
    if report.findings:
        yield "= Findings"
        findings = "\n".join(f"+ #{_string(str(finding))}" for finding in report.findings)
        yield f"#[\n#set text(size: {SAID}pt)\n{findings}\n]"
    if report.hint:
        yield f"#text(size: 9pt, fill: soft, {_string(report.hint)})"


def _section(section: Section, sizes: Mapping[str, float]) -> str:
    lines = [f"= #{_string(section.heading)}"]
    start = 0  # where the lines begin that stay with the next figure: the heading, words that introduce it
    for number, block in enumerate(section.blocks):
        introduces = _introduces(section.blocks[number:])
        if isinstance(block, Figure):
            above = f", above: {ABOVE_FIGURE}" if start else ""  # else the heading has its own space
            lines.insert(start, f"#before({_literal(f'before {block.plain_name}')}{above})")
            lines.append(_figure(block, sizes.get(block.name, 1)))
        else:
            lines.append(f"#block(sticky: true)[{_block(block)}]" if introduces else _block(block))
        if not introduces:
            start = len(lines)
    whole = "\n\n".join(lines)
    if not _is_short(section.blocks):
        return whole
    return f"#block(breakable: false, above: {ABOVE_SECTION})[\n{whole}\n]"


def _sheet(sections: Sequence[Section]) -> Iterator[str]:
    """Yield the sections of a sheet: headings at the left; tables of the same headings share their columns.

    The first of these has a row of headings, the others have none.
    """
    widths: dict[tuple[str, ...], str] = {}
    tables = [block for section in sections for block in section.blocks if isinstance(block, Table)]
    for names in dict.fromkeys(tuple(table.columns) for table in tables):
        alike = [table for table in tables if tuple(table.columns) == names]
        rows = [row for table in alike for row in [table.columns, *table.cells()]]
        longest = [min(max(map(len, column)), LONGEST_CELL) for column in zip(*rows, strict=True)]
        widths[names] = ", ".join(f"{length}fr" for length in longest)
    headed = set[tuple[str, ...]]()
    for section in sections:
        lines = []
        for block in section.blocks:
            if isinstance(block, Table):
                names = tuple(block.columns)
                lines.append(_rows_of_sheet(block, widths[names], has_head=names not in headed))
                headed.add(names)
            elif isinstance(block, Figure):
                lines.append(_picture_of_sheet(block))
            else:
                lines.append(_block(block))
        heading = f'text(weight: "bold", fill: accent, {_string(section.heading)})'
        body = "\n\n".join(lines)
        yield (
            f"#block(breakable: false, above: 0.35em, below: 0.35em, stroke: (top: 0.4pt + soft), "
            f"inset: (top: 2.5pt), grid(columns: ({BESIDE}, 1fr), {heading}, [\n{body}\n]))"
        )
    yield f"#spot({_literal(END)})"


def _picture_of_sheet(figure: Figure) -> str:
    """Return a figure of a sheet, with its caption in small letters and without a number."""
    file, words = _literal(f"figures/{figure.file_name}"), _literal(figure.description)
    return (
        f"#image({file}, width: 100%, alt: {words})#spot({_literal(f'before {figure.plain_name}')})"
        f"#spot({_literal(f'end {figure.plain_name}')})\n\n#text(size: 7.5pt, fill: soft, "
        f"{_string(figure.caption)})"
    )


def _rows_of_sheet(table: Table, widths: str, *, has_head: bool) -> str:
    """Return a table of a sheet, whose columns are as wide as those of others."""
    head = ", ".join(f"text(fill: soft, {_string(name)})" for name in table.columns)
    rows = ", ".join(_string(cell) for row in table.cells() for cell in row)
    return f"#table(columns: ({widths}), {f'{head}, ' if has_head else ''}{rows})"


def _is_short(blocks: Sequence[Block]) -> bool:
    """Return True if a section is short and has no figures, so that it should stay on one page."""
    words: list[str] = []
    for block in blocks:
        if isinstance(block, Figure | Table):
            return False
        words += [block.words] if isinstance(block, Text) else []
        words += block.lines.splitlines() if isinstance(block, Code) else []
        words += block.points if isinstance(block, Bullets) else []
    return sum(1 + len(line) // LINE for line in words) <= SHORT_SECTION


def _introduces(blocks: Sequence[Block]) -> bool:
    """Return True if the first block is text that belongs on the page of the figure or table below."""
    return isinstance(blocks[0], Text) and any(not isinstance(block, Text) for block in blocks)


def _block(block: Text | Bullets | Code | Table | Verdicts) -> str:
    if isinstance(block, Text):
        return f"#{_string(block.words)}"
    if isinstance(block, Bullets):
        return "\n".join(f"- #{_string(point)}" for point in block.points)
    if isinstance(block, Code):
        return f"#raw({_literal(block.lines)}, block: true)"
    if isinstance(block, Verdicts):
        return _verdicts(block)
    return _table(block)


def _verdicts(block: Verdicts) -> str:
    """Return targets with their verdicts, one below the other, and what these mean in small letters."""
    rows = "".join(
        f"verdict({_literal(row.outcome)}), [*#{_string(row.target)}* #linebreak() #{_string(row.result)}], "
        for row in block.rows
    )
    caption = f"\n\n#text(size: 9pt, fill: soft, {_string(block.caption)})" if block.caption else ""
    grid = f"grid(columns: (auto, 1fr), column-gutter: 10pt, row-gutter: 9pt, {rows})"
    return f"#[\n#set par(justify: false, leading: 0.5em)\n#{grid}\n]{caption}"


def _figure(figure: Figure, size: float | None) -> str:
    """Return a figure together with its caption.

    It is as wide as a share of the text; without `size` it takes the room that is left on its page.
    """
    file, words = _literal(f"figures/{figure.file_name}"), _literal(figure.description)
    end = f"spot({_literal(f'end {figure.plain_name}')})"
    caption, title = f"[#{_string(figure.caption)}#{end}]", f"message({_literal(figure.title)})"
    drawn = f"picture({file}, {words}, {size})"
    if size is None:
        drawn = f"fitting({file}, {words}, {{ {title}\n{caption} }})"
    return f"#block(breakable: false, figure({{ {title}\n{drawn} }}, caption: {caption}))"


def _table(table: Table) -> str:
    align = ", ".join("right" if numeric else "left" for numeric in table.numeric())
    cells = table.cells()
    size = _size(len(table.columns), cells)
    names = _heads(table, cells, int(ACROSS / size))
    head = ", ".join(f'text(weight: "bold", {name})' for name in names)
    together = _kept_together(cells, int(ACROSS / size))
    rows = "\n".join(
        "".join(f"{_string(cell)}, " for cell in row) + together.get(number, "")
        for number, row in enumerate(cells)
    )
    columns = ", ".join(["auto"] * len(table.columns))
    gutters = "1fr, " * (len(table.columns) - 1)  # the spare width goes between the columns
    grid = (
        f"table(columns: ({columns}, 0pt), column-gutter: ({gutters}0pt,), align: ({align}, left), "
        f"table.hline(stroke: 0.8pt), table.header({head}, {_NOTHING.format(1)}), "
        f"table.hline(stroke: 0.5pt),\n{rows}\ntable.hline(stroke: 0.8pt))"
    )
    caption = f", caption: {_string(table.caption)}" if table.caption else ""
    return (
        f"#[\n#set text(size: {size}pt)\n#set par(justify: false)\n#figure(kind: table, {grid}{caption})\n]"
    )


def _size(columns: int, cells: Sequence[Sequence[str]]) -> float:
    """Return a table's font size in points: smaller for many columns or for text that can't be broken."""
    parts = (
        [len(part) for cell in column for part in re.split(f"[ {JOINT}]", _breakable(cell))]
        for column in zip(*cells, strict=True)
    )
    unbroken = sum(max(lengths) + 3 for lengths in parts)
    return NORMAL if columns <= MOST_COLUMNS and unbroken <= ACROSS / NORMAL else SMALL


def _heads(table: Table, cells: Sequence[Sequence[str]], across: int) -> list[str]:
    """Return a table's headings; in a wide table, broken to be about as narrow as their columns."""
    names = table.columns
    widths = [max([len(row[column]) for row in cells], default=0) for column in range(len(names))]
    if sum(max(len(name), width) + 3 for name, width in zip(names, widths, strict=True)) <= across:
        return [_string(name) for name in names]
    return [_head(name, max(width, NARROWEST_HEAD)) for name, width in zip(names, widths, strict=True)]


def _head(name: str, width: int) -> str:
    lines = textwrap.wrap(name, width, break_long_words=False, break_on_hyphens=False) or [name]
    return " + linebreak() + ".join(f"[#{_string(line)}]" for line in lines)


def _kept_together(cells: Sequence[Sequence[str]], across: int) -> dict[int, str]:
    """Return invisible cells that keep rows together: the first and the last rows, or a whole short table.

    A single row at the foot or the head of a page is overlooked; typst breaks no page inside a cell.
    A table of few rows with many lines each is broken like a long one: kept whole, it could leave half a
    page empty.
    """
    rows = len(cells)
    lines = sum(1 + sum(map(len, row)) // across for row in cells)
    if lines <= SHORT_TABLE or rows < 2 * ALONG:
        return {0: _NOTHING.format(rows)} if rows else {}
    single = dict.fromkeys(range(ALONG, rows - ALONG), _NOTHING.format(1))
    return {0: _NOTHING.format(ALONG)} | single | {rows - ALONG: _NOTHING.format(ALONG)}


def _pair(a: str, b: str) -> str:
    return f"({_string(a)}, {_string(b)}), "


def _string(text: str) -> str:
    """Return a typst string whose long words may be broken over lines."""
    return _literal(_breakable(text))


def _breakable(text: str) -> str:
    """Return a text with break points in long words, such as a strategy's path."""
    return re.sub(
        rf"\S{{{LONG_WORD},}}", lambda word: re.sub(r"([/_.:])(?=\w)", rf"\1{JOINT}", word[0]), text
    )


def _literal(text: str) -> str:
    """Return a text as a typst string; its escapes are JSON's, with braces around code points."""
    return json.dumps(text, ensure_ascii=False)


Spots = Mapping[str, tuple[int, float]]
"""The page of each marked spot and its distance from the top in points, by name."""

TEXT_WIDTH = 476.2
"""The width of the text, in points."""

TALLEST = 538.6
"""The greatest height of a picture, in points."""

PAGE_TOP, PAGE_BOTTOM = 68.0, 779.5
"""The vertical positions where the text of a page begins and ends, in points."""

AROUND = 30.0
"""The space above and below headings and figures, in points, which vanishes at the edge of a page."""

SMALLEST = 0.62
"""The smallest size of a figure, as a share of the text's width, with legible letters."""

MOST_EMPTY = 130.0
"""The space, in points, that a figure which does not fit may leave empty."""


def fill_pages(
    report: Document, spots_in: Callable[[Document, Mapping[str, float]], Spots]
) -> tuple[Document, dict[str, float]]:
    """Return a report with figures moved so that no page is left half empty, and the figures' sizes.

    The first figure that has gone to the next page is made smaller, if it stays legible; else, if a table
    follows in its section, it is put after that; else it is made smaller together with the figures of the
    page that it has left.  Every such change moves all that follows, so figures are treated one by one.

    `spots_in`: typesets a report with figures of certain sizes; returns where each figure begins and ends.

    Returns the report, and by figure its share of the text's width, if less than all of it.
    """
    sizes: dict[str, float] = {}
    done = 0
    while done < len(report.figures_below()):
        spots = spots_in(report, sizes)
        for figure in report.figures_below()[done:]:
            before, end = spots[f"before {figure.plain_name}"], spots[f"end {figure.plain_name}"]
            smaller = _fitting([figure], sizes, before, end)
            if not smaller and end[0] > before[0] and PAGE_BOTTOM - before[1] > MOST_EMPTY:
                later = _after_next_table(report, figure)
                if later is not report:
                    report = later  # the next figure has moved up; this ends, because tables run out
                    break
                smaller = _fitting([*_of_page(report, before[0], spots), figure], sizes, before, end)
            sizes |= smaller
            done += 1
            if smaller:
                break
    return report, sizes


def _of_page(report: Document, page: int, spots: Spots) -> list[Figure]:
    """Return the figures that stand on a page."""
    return [figure for figure in report.figures_below() if spots[f"end {figure.plain_name}"][0] == page]


def _fitting(
    figures: Sequence[Figure], sizes: Mapping[str, float], before: tuple[int, float], end: tuple[int, float]
) -> dict[str, float]:
    """Return the sizes at which the last of some figures fits on the page of the others.

    All become smaller by the same share.  Nothing is returned if the last fits already, or they would no
    longer be legible.
    """
    if end[0] == before[0]:
        return {}
    needed = end[1] - PAGE_TOP + AROUND
    share = 1 - (needed - (PAGE_BOTTOM - before[1])) / sum(_drawn(figure, sizes) for figure in figures)
    fitting = {figure.name: round(share * sizes.get(figure.name, 1) - 0.005, 2) for figure in figures}
    widths = [fitting[figure.name] * min(1, TALLEST / _height(figure)) for figure in figures]
    return fitting if share < 1 and min(widths) >= SMALLEST - 0.01 else {}


def _drawn(figure: Figure, sizes: Mapping[str, float]) -> float:
    """Return how tall a figure is drawn, in points."""
    return min(_height(figure), TALLEST) * sizes.get(figure.name, 1)


def _height(figure: Figure) -> float:
    """Return how tall a figure is that is as wide as the text, in points."""
    width, height = figure.drawing.get_size_inches()
    return float(TEXT_WIDTH * height / width)


def _after_next_table(report: Document, figure: Figure) -> Document:
    """Return a report with a figure moved after the next table of its section, if there is one."""
    sections = [_swapped(section, figure) for section in report.sections]
    if all(old is new for old, new in zip(report.sections, sections, strict=True)):
        return report
    return replace(report, sections=sections)


def _swapped(section: Section, figure: Figure) -> Section:
    blocks = list(section.blocks)
    if not any(block is figure for block in blocks):
        return section
    place = next(i for i, block in enumerate(blocks) if block is figure)
    table = next((i for i in range(place, len(blocks)) if isinstance(blocks[i], Table)), None)
    if table is None:
        return section
    blocks.insert(table, blocks.pop(place))  # what stood behind it has moved up by one
    return replace(section, blocks=blocks)
