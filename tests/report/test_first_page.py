"""Page one: verdict, answer, key figures and figure, then the findings; the players after them."""

from __future__ import annotations

import io
import json
import re
from functools import partial
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import typst
from matplotlib.colors import to_rgb
from matplotlib.image import imread as read_png

import simkit.report
from simkit import Document
from simkit.document import charts, figures
from simkit.document.blocks import VerdictRow, Verdicts
from simkit.document.html import render_html
from simkit.document.pdf import PREAMBLE, _spots, figure_later, source_on_pages, tables_apart, typst_source
from simkit.experiment.about import About, AskedAbout
from simkit.experiment.factors import heading
from simkit.report.front.first_page import _moved_up
from simkit.report.parts import Figure, InShort, KeyFigure, Section, Table, Text
from simkit.report.stats import POINTS, Estimate
from simkit.stats.estimates import UNKNOWN
from tests.conftest import RunOf
from tests.report.reading import headings_of, page_of, section_of
from tests.report.test_layout import contrast

ROWS = [
    VerdictRow("missed", "novice: won at least 20 %", "3.3 %"),
    VerdictRow("not yet known", "planner: won 40 to 75 %", "74.0 %"),
    VerdictRow("met", "games: turns 8 to 16", "14.1"),
]


def page_one(height: float, said: int = 1) -> Document:
    """Return a report with all that page one may have, with a figure of some height."""
    drawing, _ = figures.new_figure(1, 1, height)
    figure = Figure("answer", drawing, "Wins by price.", "A line.")
    return Document(
        "Half of 50 % and 60 %?", "A question.", {"Game": "Pig"}, [KeyFigure("9 %", "wins")],
        ["A finding."] * 5, [Section("The players", [Text("Who plays.")])],
        answer=InShort(["The answer.", *["More is said about it."] * said], figure=figure),
        verdict=Section("Verdict: missed", [Verdicts(ROWS)]), cautions=["A caution."], hint="As usual.",
    )  # fmt: skip


def html_of(report: Document) -> str:
    return render_html(report, {figure.name: figures.svg_of(figure.drawing) for figure in report.figures()})


def test_the_order_of_page_one() -> None:
    page = html_of(page_one(3.0))
    parts = [
        "<h1>", "Verdict: missed</h2>", '<b class="missed">missed</b>',
        '<b class="not-yet-known">not yet known</b>', '<b class="met">met</b>', "In short</h2>",
        '<p class="first">The answer.</p>', "<p>More is said", "A caution.", 'class="keys"', "<figure>",
        "Findings</h2>", "As usual.", "<nav", "The players</h2>",
    ]  # fmt: skip
    places = [page.index(part) for part in parts]
    assert places == sorted(places)
    source = typst_source(page_one(3.0)).partition(PREAMBLE)[2]
    said = [f'"{words}' for words in ("Verdict: missed", "The answer", "More", "A caution")]
    places = [
        source.index(part) for part in [*said, "..keys", "fitting(", "= Findings", "As usual", "The players"]
    ]
    assert places == sorted(places)


def test_what_is_not_there_has_no_heading() -> None:
    page = html_of(Document("A", "", {}, [], [], [Section("Rows", [Text("Words.")])]))
    assert re.findall("<h2>(.*?)</h2>", page) == ["Rows"]
    source = typst_source(Document("A", "", {}, [], [], []))
    assert "In short" not in source and "= Findings" not in source


def spot_of_answer(report: Document, folder: Path) -> tuple[int, float]:
    """Return the page on which the answer's figure ends in a PDF, and how far down, in points."""
    (folder / "figures").mkdir(exist_ok=True)
    (folder / "figures" / "answer.svg").write_text(figures.svg_of(report.figures()[0].drawing))
    (folder / "a.typ").write_text(typst_source(report))
    spots = json.loads(
        typst.query(str(folder / "a.typ"), "<spots>", root=str(folder), field="value", one=True)
    )
    ((page, y),) = [(page, y) for name, page, y in spots if name == "end answer"]
    return page, y


@pytest.mark.parametrize(("height", "said"), [(2.0, 1), (5.0, 1), (5.0, 7), (8.0, 1)])
def test_the_figure_of_the_answer_stands_on_page_one(tmp_path: Path, height: float, said: int) -> None:
    page, y = spot_of_answer(page_one(height, said), tmp_path)
    assert page == 1
    if height > 4:
        assert 730 < y < 780  # it takes what room there is, and ends above the foot of the page


def test_a_figure_that_would_be_too_small_on_page_one_stands_on_the_next(tmp_path: Path) -> None:
    assert spot_of_answer(page_one(5.0, said=16), tmp_path)[0] == 2


def test_a_title_is_not_broken_within_a_percentage() -> None:
    assert page_one(2.0).title == "Half of 50\N{NO-BREAK SPACE}% and 60\N{NO-BREAK SPACE}%?"


def test_verdicts_are_legible_in_light_dark_and_print() -> None:
    folder = Path(simkit.report.__file__).parents[1] / "document" / "page"
    css = (folder / "page.css").read_text(encoding="utf-8")
    schemes = re.findall(r"--met:(#\w+);--missed:(#\w+);--unknown:(#\w+);--on:(#\w+)", css)
    assert len(schemes) == 5  # by the system and by the button, each light and dark; print
    for *grounds, ink in schemes:
        assert all(contrast(np.array(to_rgb(ground)), np.array(to_rgb(ink))) > 5.5 for ground in grounds)
    in_pdf = re.findall(r'"(?:met|missed|not yet known)": rgb\("(#\w+)"\)', PREAMBLE)
    assert in_pdf == list(schemes[0][:3])


PIG = """
name: pig
game: pig
games: 100
strategies: [hold_at, hold_at]
factors:
  strategies.0.n: [15, 20, 25]
"""


def test_targets_stand_before_the_answer_and_what_is_usual_below_it(run_of: RunOf) -> None:
    own = page_of(run_of(PIG + "targets: {turns: 1 to 900}\n", "own"))
    assert own.verdict is not None
    assert own.verdict.heading.startswith("Verdict: met (")
    default = page_of(run_of(PIG, "default"))
    assert default.verdict is None
    assert default.sections[0].heading == "The players"
    assert default.hint.startswith("No targets ") and not own.hint
    page = render_html(default, {figure.name: figures.svg_of(figure.drawing) for figure in default.figures()})
    assert '<section><p class="caption">No targets ' in page  # within the page's margins
    for report in (own, default):
        assert report.answer is not None and report.answer.figure is not None
        assert report.figures()[0] is report.answer.figure
        assert report.answer.figure not in report.figures_below()
        below = [block for section in report.sections for block in section.blocks]
        assert not any(section.blocks == [] for section in report.sections) and below
        assert any("A target is met " in note for note in report.notes) == (report is own)
        assert report.in_short.startswith(report.answer.sentences[0])
        players = section_of(report, "The players")
        assert isinstance(players.blocks[0], Table)


@pytest.mark.parametrize(
    ("asked", "place"),
    [
        (AskedAbout(About.SETTING), 0), (AskedAbout(About.CHANGE, "rules.price"), 1),
        (AskedAbout(About.NUMBER, "rules.none"), None), (AskedAbout(About.SEATS), 2),
        (AskedAbout(About.PLAYERS, "strategy"), 3),
    ],
)  # fmt: skip
def test_the_first_figure_that_is_about_what_was_asked_moves_up(asked: AskedAbout, place: int | None) -> None:
    drawn = []
    for label in ("turns", "price", "games won", "rounds"):
        drawing, axes = figures.new_figure(1, 1, 2.0)
        axes[0, 0].set_xlabel(label)
        drawn.append(Figure(label, drawing, "A caption.", "Nothing."))
    headings = ("Length", "Money", "Seats", "Strategies")
    sections = [Section(name, [picture]) for name, picture in zip(headings, drawn, strict=True)]
    sections[2] = Section("Seats", [*sections[2].blocks, Text("Words.")])
    figure, left = _moved_up(sections, asked, heading(asked.factor))
    assert figure is (None if place is None else drawn[place])
    gone = {place} - {2, None}  # a section with more than the figure stays
    assert [section.heading for section in left] == [name for n, name in enumerate(headings) if n not in gone]
    assert all(figure not in section.blocks for section in left)


def test_a_figure_without_room_on_page_one_leaves_it_to_the_findings(tmp_path: Path) -> None:
    report, spots_in = page_one(5.0, said=16), partial(_spots, source=tmp_path / "a.typ", folder=tmp_path)
    spot_of_answer(report, tmp_path)
    later = figure_later(report, spots_in)
    assert later.answer is not None and later.answer.figure is None
    assert later.figures() == report.figures()
    assert later.sections[0].blocks == report.figures()
    there = page_one(5.0)
    assert figure_later(there, spots_in) is there


def test_long_tables_stand_back() -> None:
    rows = {name: Table(pl.DataFrame({"row": list(range(n))}), f"{name}.") for name, n in
            (("short", 9), ("long", 10), ("very long", 30))}  # fmt: skip
    drawing, _ = figures.new_figure(1, 1, 2.0)
    figure = Figure("strip", drawing, "The same.", "Dots.")
    beside = Section("Beside", [figure, *rows.values()])
    alone = Section("Alone", list(rows.values()))
    assert beside.folded() == [rows["long"], rows["very long"]]
    assert alone.folded() == [rows["very long"]]
    report = Document("A", "", {}, [], [], [beside, alone, Section("All", [rows["very long"]])])
    page = html_of(report)
    assert page.count('<details class="folded">') == page.count("</details>") == 4
    assert re.findall(r"<summary>.*?</b> (.*?)</span> \((\d+) rows\)</summary>", page)[0] == ("long.", "10")
    above, (last,) = tables_apart(report)
    assert headings_of(above) == ["Beside", "Alone"]
    assert above.sections[0].blocks == [figure, rows["short"]]
    assert last.heading == "Tables"
    captions = [block.caption for block in last.blocks if isinstance(block, Table)]
    assert captions == ["Beside. long.", "Beside. very long.", "Alone. very long.", "All. very long."]


def test_the_numbers_of_a_strip_stand_beside_its_dots() -> None:
    effects = [Estimate(0.05, 0.02, 0.08, 99, "", POINTS), UNKNOWN]
    for series, count in (
        ({"a": effects}, 1),
        ({"a": effects, "b": effects}, 2),
        (dict.fromkeys("abc", effects), 0),
    ):
        (panel,) = charts.dots_against_zero(["one", "two"], series, "points").axes
        said = [text for text in panel.texts if "(" in text.get_text()]
        assert [text.get_text() for text in said] == ["+5.0 (+2.0 to +8.0)"] * count
        heights = [
            np.ravel(line.get_ydata())[0] for line in panel.lines if line.get_marker() not in ("None", "")
        ]
        assert [text.get_position()[1] for text in said] == heights[:count]


def filled(report: Document, folder: Path) -> list[float]:
    """Return how far down each page of a report's PDF is filled, from 0 to 1."""
    (folder / "figures").mkdir(exist_ok=True)
    for figure in report.figures():
        (folder / "figures" / figure.file_name).write_text(figures.svg_of(figure.drawing))
    source = folder / "a.typ"
    source.write_text(source_on_pages(report, source, folder), encoding="utf-8")
    found: list[float] = []
    pages = typst.compile(str(source), root=str(folder), format="png", ppi=30)
    for page in pages if isinstance(pages, list) else [pages]:
        assert isinstance(page, bytes)
        grey = read_png(io.BytesIO(page))[:, :, :3].min(axis=2)
        text = grey[int(0.075 * len(grey)) : int(0.93 * len(grey))]  # without head and foot
        inked = np.flatnonzero((text < 0.8).any(axis=1))
        found.append((inked[-1] + 1) / len(text) if len(inked) else 0.0)
    return found


def test_no_page_is_less_than_half_full_but_the_last(run_of: RunOf, tmp_path: Path) -> None:
    pages = filled(page_of(run_of(PIG)), tmp_path)
    assert len(pages) > 2
    assert min(pages[:-1]) > 0.5
    assert filled(Document("A", "", {}, [], [], [Section("B", [Text("Words.")])]), tmp_path)[0] < 0.5
