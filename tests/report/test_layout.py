"""How reports are laid out: what stands on which page, what may be broken, how colours are kept distinct."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
import pytest
import typst
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure as MatplotlibFigure

import simkit.report
from simkit import Document
from simkit.document import charts, figures
from simkit.document.blocks import LINE
from simkit.document.html import render_html
from simkit.document.pdf import NORMAL, SMALL, SMALLEST, _spots, fill_pages, typst_source, write_pdf
from simkit.document.series import name_series
from simkit.report.parts import Block, Code, Figure, Section, Table, Text
from simkit.report.report import _hanging
from simkit.report.stats import Estimate
from simkit.report.words import wrapped


def test_long_titles_are_broken_and_given_room() -> None:
    long = "strategies four experts, component no portholes for 6"
    figure, panels = figures.small_multiples([long, "short"], 1.5, across=2)
    plain, _ = figures.small_multiples(["a", "short"], 1.5, across=2)
    title = panels[long].get_title(loc="left") or panels[long].get_title()
    assert title.replace("\n", " ") == long
    assert max(len(line) for line in title.splitlines()) < 40
    assert figure.get_size_inches()[1] > plain.get_size_inches()[1]


def test_points_can_be_distinguished_without_colours() -> None:
    assert len(set(figures.MARKS)) == len(figures.MARKS) == len(figures.PALETTE)
    figure, axes = figures.new_figure(1, 1, 2.0)
    colours = figures.colours_of(["one", "two", "three"])
    estimates = {name: [Estimate(0.5, 0.4, 0.6, 9, "")] for name in colours}
    charts.several_dots(axes[0, 0], ["row"], estimates, colours)
    name_series(figure, colours)
    assert [line.get_marker() for line in axes[0, 0].lines] == list(figures.MARKS[:3])
    places = {text.get_text(): text.xy for text in axes[0, 0].texts}
    drawn = [line.get_xydata()[0] for line in axes[0, 0].lines]
    assert [places[name] for name in colours] == [pytest.approx(tuple(place)) for place in drawn]


def luminance(colour: npt.NDArray[np.float64]) -> float:
    """Return the relative luminance of a colour, as WCAG defines it."""
    linear = np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def contrast(one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def on_dark_pages(colour: Any) -> npt.NDArray[np.float64]:
    """Return a colour of a picture as dark pages show it: invert(.91) hue-rotate(180deg)."""
    grey = np.array([0.213, 0.715, 0.072])
    inverted = 0.91 - 0.82 * np.asarray(to_rgb(colour))
    return np.asarray(np.clip(2 * grey @ inverted - inverted, 0, 1))


def test_numbers_in_grids_are_legible_on_light_and_dark_pages() -> None:
    folder = Path(simkit.report.__file__).parents[1] / "document" / "page"
    css = (folder / "page.css").read_text(encoding="utf-8")
    assert css.count("--picture:invert(.91) hue-rotate(180deg)") == 2  # what `on_dark_pages` works out
    for colours in (figures.red_to_blue(), figures.white_to_blue()):
        for colour in colours(np.linspace(0, 1, 33))[:, :3]:
            ink = figures.ink_on(colour)
            assert contrast(np.asarray(colour), np.asarray(to_rgb(ink))) > 4.5
            assert contrast(on_dark_pages(colour), on_dark_pages(ink)) > 4.5
    assert contrast(np.ones(3), np.asarray(to_rgb(figures.SOFT))) > 4.5
    assert contrast(on_dark_pages("white"), on_dark_pages(figures.SOFT)) > 4.5


def test_lines_have_the_marks_of_their_colours() -> None:
    _, axes = figures.new_figure(1, 1, 2.0)
    x = np.array([1.0, 2.0])
    for colour in figures.PALETTE:
        shares = [Estimate(0.25, 0.2, 0.3, 9, ""), Estimate(0.5, 0.4, 0.6, 9, "")]
        charts.line_with_band(axes[0, 0], x, shares, colour)
    assert [line.get_marker() for line in axes[0, 0].lines] == list(figures.MARKS)


def size_of(table: Table) -> float:
    """Return the size of a table's letters in points."""
    source = typst_source(Document("A", "B", {}, [], [], [Section("Rows", [table])]))
    (size,) = re.findall(r"#set text\(size: ([\d.]+)pt\)\n#set par\(justify: false\)\n#figure", source)
    return float(size)


def test_what_can_not_be_broken_makes_letters_smaller() -> None:
    words = "some words that may be broken " * 9
    intervals = ["more 28.1 (27.8 to 28.4)".replace(" ", "\N{NO-BREAK SPACE}")] * 5
    path = "./a/folder/with/my/own/ideas/in/it/and/one/of_them.py:bold_and_brave"
    for cells, size in (
        ([words] * 3, NORMAL),
        (intervals[:3], NORMAL),
        (intervals, SMALL),
        ([path] * 2, NORMAL),
        (["x" * len(path)] * 2, SMALL),
        (["1"] * 8, SMALL),
    ):
        frame = pl.DataFrame({f"{column}": [cell] for column, cell in enumerate(cells)})
        assert size_of(Table(frame)) == size
        assert size_of(Table(frame.clear())) == (SMALL if len(cells) > 7 else NORMAL)


def test_names_with_their_values_hang_below_each_other() -> None:
    pairs = {f"strategy_{number}": "0123456789abcdef" for number in range(9)}
    lines = _hanging("sources     ", pairs).splitlines()
    assert max(map(len, lines)) <= LINE
    assert lines[0].startswith("sources     strategy_0 0123456789abcdef, strategy_1 ")
    assert all(line.startswith(" " * 12 + "strategy_") for line in lines[1:])
    assert len(lines) == 5


def test_tables_stand_flush_left() -> None:
    assert "#show figure.where(kind: table): set align(left)" in typst_source(
        Document("A", "B", {}, [], [], [])
    )


def test_a_table_without_rows_is_set() -> None:
    table = Table(pl.DataFrame({"a": [], "b": []}), "Nothing.")
    source = typst_source(Document("A", "B", {}, [], ["None."], [Section("Rows", [table])]))
    typst.compile(source.encode(), format="pdf")


def test_what_introduces_code_stands_on_its_page() -> None:
    section = Section("Again", [Text("So it was run:"), Code("simkit run x.yaml"), Text("And so on.")])
    source = typst_source(Document("A", "B", {}, [], [], [section]))
    assert '#block(sticky: true)[#"So it was run:"]' in source
    assert '#block(sticky: true)[#"And so on."]' not in source


def test_a_figure_taller_than_the_page_is_shown_whole_below_its_heading(tmp_path: Path) -> None:
    drawing = MatplotlibFigure(figsize=(8, 30))
    drawing.subplots()
    tall = Figure("tall", drawing, "Tall.", "A tall picture.")
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / tall.file_name).write_text(figures.svg_of(drawing))
    section = Section("Rows", [Text("What follows is tall."), tall])
    (tmp_path / "a.typ").write_text(typst_source(Document("A", "B", {}, [], ["None."], [section])))
    pages = typst.compile(str(tmp_path / "a.typ"), root=str(tmp_path), format="svg")
    assert isinstance(pages, list)
    assert len(pages) == 2  # the cover, and one page with heading, words and picture
    (picture,) = re.findall(rb"<image[^>]*>", pages[1])
    width, height = (float(size) for size in re.findall(rb'(?:width|height)="([\d.]+)"', picture))
    assert height < 600
    assert width / height == pytest.approx(8 / 30, rel=0.01)


def pages_of(source: str, mark: str) -> list[int]:
    """Return on which page of a PDF stands what is marked in its source."""
    source += f"\n#context [#metadata(query(<{mark}>).map(found => found.location().page())) <pages>]"
    return list(json.loads(typst.query(source.encode(), "<pages>", field="value", one=True)))


@pytest.mark.parametrize("above", range(36, 54, 3))
@pytest.mark.parametrize("rows", [1, 6, 40])
def test_rows_and_what_introduces_a_table_are_not_left_alone(above: int, rows: int) -> None:
    table = Table(pl.DataFrame({"a": [f"row {row}" for row in range(rows)]}), "Rows.")
    blocks: list[Block] = [Code("\n".join("x" * above)), Text("First words."), Text("More words."), table]
    source = typst_source(Document("A", "B", {}, [], ["None."], [Section("Rows", blocks)]))
    source = re.sub(r'(?m)^("row \d+"), ', r"[#\1 #metadata(none) <row>], ", source)
    source = source.replace('#"First words."', '#"First words." #metadata(none) <words>')
    pages = pages_of(source, "row")
    assert len(pages) == rows
    assert min(pages.count(page) for page in pages) >= min(rows, 3)
    assert pages_of(source, "words") == pages[:1]


@pytest.mark.parametrize("above", range(36, 42))
def test_a_few_lines_to_read_and_type_stand_on_one_page(above: int) -> None:
    before = Section("Before", [Code("\n".join("x" * above))])
    lines = Section("Again", [Text("First words."), Code("\n".join("y" * 9)), Text("Last words.")])
    source = typst_source(Document("A", "B", {}, [], ["None."], [before, lines]))
    for words in ("First", "Last"):
        source = source.replace(f'#"{words} words."', f'#"{words} words." #metadata(none) <words>')
    first, last = pages_of(source, "words")
    assert first == last


def test_what_is_scrolled_on_a_phone_has_its_caption_outside() -> None:
    table = Table(pl.DataFrame({"a strategy": ["./my/own/ideas.py:bold"], "b": [1]}), "Rows.")
    text = render_html(Document("A", "B", {}, [], [], [Section("Rows", [table])]), {})
    before, scrolled = text.split('<div class="scroll" role="group" tabindex="0" aria-label="Table 1">')
    assert '<p class="caption" id="table-1"><b>Table 1.</b> Rows.</p>' in before
    assert scrolled.startswith('<table data-name="Table 1" aria-labelledby="table-1">')
    assert '<td class="long">./my/own/ideas.py:bold</td><td class="number">1</td>' in scrolled


def test_paths_may_be_broken_over_lines_but_not_in_what_is_typed() -> None:
    path = "./my/own/ideas_of_mine.py:bold_one"
    section = Section("Rows", [Text(path), Code(path), Text("a/b")])
    source = typst_source(Document("A", "B", {}, [], [], [section]))
    assert '"./|my/|own/|ideas_|of_|mine.|py:|bold_|one"'.replace("|", "\N{ZERO WIDTH SPACE}") in source
    assert f'#raw("{path}", block: true)' in source
    assert '#"a/b"' in source


def test_the_file_of_a_figure_named_after_a_strategys_path() -> None:
    figure = Figure("win_rate_./mine.py:idea_A1", drawing=None, caption="", description="")  # type: ignore[arg-type]
    assert figure.file_name == "win_rate_.-mine.py-idea_A1.svg"


def test_a_picture_refers_to_its_own_parts_whatever_it_is_called() -> None:
    drawing = MatplotlibFigure()
    drawing.subplots().plot([0, 1])
    named = Figure("wins_expert(crew=20)_A1 'x'", drawing, "caption", "description")
    html = render_html(
        Document("t", "s", {}, [], [], [Section("s", [named])]), {named.name: figures.svg_of(drawing)}
    )
    own = set(re.findall(r'\bid="([^"]+)"', html))
    referred = set(re.findall(r'(?:href="#|url\(#)([^")]+)', html))
    assert any(name.startswith("wins_expert") for name in referred)
    assert {name for name in referred if name.startswith("wins")} <= own
    assert all(re.fullmatch(r"[\w.-]+", name) for name in own)


def filled_pages(report: Document, folder: Path) -> Document:
    """Return a report as its PDF has it."""
    filled, _ = fill_pages(report, partial(_spots, source=folder / "a.typ", folder=folder))
    return filled


def laid_out(report: Document, folder: Path) -> list[int]:
    """Return on which page each figure of a report's PDF ends."""
    (folder / "figures").mkdir()
    for figure in report.figures():
        (folder / "figures" / figure.file_name).write_text(figures.svg_of(figure.drawing))
    write_pdf(report, folder, folder / "report.pdf")
    source = folder / "a.typ"
    filled = fill_pages(report, partial(_spots, source=source, folder=folder))
    source.write_text(typst_source(*filled))
    spots = json.loads(typst.query(str(source), "<spots>", root=str(folder), field="value", one=True))
    return [page for name, page, _ in spots if name.startswith("end ")]


def test_a_figure_keeps_its_distance_from_what_stands_above_it(tmp_path: Path) -> None:
    words = "What it shows, in a caption that goes on in a second line, because it says what was counted. "
    pictures = []
    (tmp_path / "figures").mkdir()
    for name in ("one", "two"):
        drawing, _ = figures.new_figure(1, 1, 1.5)
        pictures.append(Figure(name, drawing, 2 * words, "A picture."))
        (tmp_path / "figures" / f"{name}.svg").write_text(figures.svg_of(drawing))
    report = Document("t", "s", {"a": "b"}, [], ["f"], [Section("Two", [Text("Words."), *pictures])])
    spots = _spots(report, {}, tmp_path / "a.typ", tmp_path)
    (page, end), (next_page, begin) = spots["end one"], spots["before two"]
    assert page == next_page
    assert begin - end > 12  # points, from the last line of the caption; it was 0, and covered letters' feet


def figure_of(name: str, height: float) -> Figure:
    """Return a figure as wide as the page."""
    drawing, _ = figures.new_figure(1, 1, height)
    return Figure(name, drawing, "A caption.", "Nothing.")


@pytest.mark.parametrize(("findings", "page"), [(1, 1), (8, 1), (20, 2)])
def test_a_figure_is_made_smaller_rather_than_leave_a_page_half_empty(
    tmp_path: Path, findings: int, page: int
) -> None:
    section = Section("Dots", [Text("Words before."), figure_of("dots", 6.5)])
    report = Document("A", "B", {}, [], ["None."] * findings, [section])
    assert laid_out(report, tmp_path) == [page]


def test_figures_one_after_the_other_fill_their_pages(tmp_path: Path) -> None:
    figures = [figure_of(f"figure {number}", 3.9) for number in range(6)]
    report = Document("A", "B", {}, [], ["None."] * 26, [Section(f.name, [f]) for f in figures])
    assert laid_out(report, tmp_path) == [2, 2, 2, 3, 3, 3]


def test_figures_alone_in_their_sections_become_smaller_together(tmp_path: Path) -> None:
    """Two would leave a quarter of each page empty, and the third alone would become too small to read."""
    figures = [figure_of(f"figure {number}", 3.6) for number in range(6)]
    report = Document("A", "B", {}, [], ["None."] * 26, [Section(f.name, [f]) for f in figures])
    assert laid_out(report, tmp_path) == [2, 2, 2, 3, 3, 3]
    spots = partial(_spots, source=tmp_path / "a.typ", folder=tmp_path)
    sizes = fill_pages(report, spots)[1]
    assert set(sizes) == {figure.name for figure in figures}
    assert len(set(sizes.values())) == 1
    assert SMALLEST <= min(sizes.values()) < 1


def test_a_table_is_as_wide_as_the_text() -> None:
    table = Table(pl.DataFrame({"a": ["x"], "b": ["y"], "c": ["z"]}))
    source = typst_source(Document("A", "B", {}, [], [], [Section("Rows", [table])]))
    assert "columns: (auto, auto, auto, 0pt), column-gutter: (1fr, 1fr, 0pt,)" in source


def test_a_figure_that_would_leave_a_page_half_empty_stands_after_the_next_table(tmp_path: Path) -> None:
    rows = Table(pl.DataFrame({"row": list(range(30))}), "Rows.")
    blocks: list[Block] = [Text("Words."), figure_of("dots", 7.5), rows]
    report = Document("A", "B", {}, [], ["None."] * 17, [Section("Dots", blocks)])
    assert laid_out(report, tmp_path) == [2]
    assert filled_pages(report, tmp_path).sections[0].blocks == [blocks[0], rows, blocks[1]]


def test_labels_are_broken_into_lines_about_equally_long_and_none_begins_with_a_dash() -> None:
    assert wrapped("random - reference - majority_hunter - diver", 40) == (
        "random - reference -\nmajority_hunter - diver"
    )
    assert wrapped(wrapped("random - reference - majority_hunter - diver", 40), 40).count("\n") == 1
    assert wrapped("expert") == "expert"


def sheet(rows: int, sections: int = 1) -> Document:
    """Return a sheet with tables of some rows."""
    lines = [
        {"measure": f"line {row}", "found": f"{row} (1 to 9)", "in words": "What it is."}
        for row in range(rows)
    ]
    parts = [Section(f"Topic {number}", [Table(lines)]) for number in range(sections)]
    return Document("A", "B", {}, [], [], [*parts, Section("How sure", [Text("Not very.")])], is_sheet=True)


@pytest.mark.parametrize("rows", [10, 55])
def test_a_sheet_stands_on_one_page_in_letters_that_fit(tmp_path: Path, rows: int) -> None:
    write_pdf(sheet(rows), tmp_path, tmp_path / "sheet.pdf")
    assert len(re.findall(rb"/Type/Page\b(?!s)", (tmp_path / "sheet.pdf").read_bytes())) == 1


def test_tables_of_a_sheet_share_their_columns_and_one_row_of_headings() -> None:
    source = typst_source(sheet(3, sections=2))
    assert len(set(re.findall(r"#table\(columns: \(([^)]*)\)", source))) == 1
    assert source.count('text(fill: soft, "measure")') == 1


def test_a_sheet_is_as_narrow_on_the_page_of_a_browser() -> None:
    page = render_html(sheet(3, sections=2), {})
    assert '<div class="sheet">' in page and page.count("<table") == 2
    assert '<div class="sheet">' not in render_html(Document("A", "B", {}, [], [], []), {})
