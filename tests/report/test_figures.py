"""Titles of figures are claims of the answer, marked in the picture, and series are named at their ends."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from matplotlib import rc_context, rcParams
from matplotlib.figure import Figure as MatplotlibFigure
from matplotlib.text import Text

from simkit import Document, Quantity
from simkit.document.charts import MOST_ON_PAGE_ONE, line_with_band, several_dots, stacked_shares
from simkit.document.figures import colours_of, new_figure, small_multiples, svg_of, use_style
from simkit.document.html import render_html
from simkit.questions.reporting import report_of
from simkit.report.charts import (
    change_shown,
    levels_shown,
    most_shown,
    name_series,
    spread_shown,
    titled,
    with_titles,
)
from simkit.report.parts import Figure, Section
from simkit.report.stats import POINTS, SHARE, Estimate, Of, Truth
from simkit.report.words import Voice
from simkit.results.claims import Change, claims_in, claims_of
from simkit.run.store.directory import RunDirectory
from simkit.words.rounding import Titled

SIDES = """
name: sides
game: pig
seed: 1
games: 400
rules: {target: 30}
question: sides
strategies:
  - {name: hold_at, parameters: {n: 20}}
  - {name: hold_at, parameters: {n: 2}}
factors:
  rules.sides: [2, 20]
"""

NUMBERS = """
name: numbers
game: pig
seed: 1
games: 400
rules: {target: 30}
question: sides
factors:
  rules.sides: [4, 6, 12, 20]
strategies: [hold_at, random]
"""

BEST = """
name: best
game: night_market
seed: 1
games: 400
question: players
factors:
  pair:
    bold - careful: {strategies: [bold, careful]}
    bold - random: {strategies: [bold, random]}
    careful - random: {strategies: [careful, random]}
"""

SEATS = """
name: seats
game: pig
seed: 1
games: 2_000
rules: {target: 30}
strategies: [hold_at, hold_at]
question: seats
"""


def page_of(run: RunDirectory) -> tuple[Document, Figure]:
    """Return the report of a run, and the figure of its page one."""
    document = report_of(run, "general").report
    assert document.answer and document.answer.figure
    return document, document.answer.figure


def names_in(drawing: MatplotlibFigure) -> list[str]:
    """Return all words in the panels of a picture, without marks before them."""
    return [text.get_text().split(" ", 1)[-1] for panel in drawing.axes for text in panel.texts]


@pytest.mark.parametrize("experiment", [SIDES, NUMBERS, BEST, SEATS])
def test_the_title_of_page_ones_figure_makes_claims_of_the_page(
    run_of: Callable[[str], RunDirectory], experiment: str
) -> None:
    document, figure = page_of(run_of(experiment))
    made = [claim for _, claim in claims_in(document)]
    said = claims_of(figure.title)
    assert said
    assert all(claim in made for claim in said)
    assert not figure.drawing.legends
    html = render_html(document, {drawn.name: svg_of(drawn.drawing) for drawn in document.figures()})
    assert html.count(f'<p class="message">{figure.title}</p>'.replace("'", "&#39;")) >= 1


def test_what_the_title_says_is_marked_where_it_is_drawn(run_of: Callable[[str], RunDirectory]) -> None:
    _, figure = page_of(run_of(SIDES))
    (claim, *_) = claims_of(figure.title)
    assert isinstance(claim, Change)
    marked = [
        line
        for panel in figure.drawing.axes
        for line in panel.lines
        if str(line.get_gid()).startswith("marked")
    ]
    places = sorted(float(np.asarray(line.get_xdata())[0]) for line in marked)
    assert places[-1] - places[0] == pytest.approx(100 * abs(claim.quantities[0].estimate.value))


def test_a_title_has_no_intervals_and_few_digits() -> None:
    own = Estimate(0.2468, 0.23, 0.26, 500, "", POINTS)
    rounded = Titled(own.value, own.low, own.high, own.n, own.method, own.unit)
    assert f"{abs(rounded):plain}" == "25 points"
    assert f"{rounded.counted(' points more')}" == "+25 points more"
    near = Titled(0.996, 0.99, 1.0, 500, "", SHARE)
    assert f"{near}".replace("\N{NO-BREAK SPACE}", " ") == "99.6 %"


def test_lines_are_named_at_their_right_ends_without_touching() -> None:
    figure, axes = new_figure(1, 1, 3.0)
    colours = colours_of(["one", "two", "three"])
    for name, end in zip(colours, (0.50, 0.51, 0.9), strict=True):
        shares = [Estimate(value, value - 0.02, value + 0.02, 99, "") for value in (0.3, end)]
        line_with_band(axes[0, 0], np.array([1.0, 2.0]), shares, colours[name])
    name_series(figure, colours)
    figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in axes[0, 0].texts]
    assert sorted(names_in(figure)) == sorted(colours)
    assert min(box.x0 for box in boxes) >= axes[0, 0].get_window_extent().x1
    assert not any(one.overlaps(other) for n, one in enumerate(boxes) for other in boxes[:n])


def test_dots_and_bars_are_named_above_the_first_row_that_has_them() -> None:
    figure, axes = new_figure(1, 2, 3.0)
    colours = colours_of(["one", "two"])
    dot = Estimate(0.5, 0.4, 0.6, 99, "")
    several_dots(axes[0, 0], ["a", "b"], {name: [dot, dot] for name in colours}, colours)
    bars = {"ways to lose": np.array([0.0, 0.6]), "won": np.array([1.0, 0.4])}
    of_bars = dict(zip(bars, ("#7a1446", "#4bb9c4"), strict=True))
    stacked_shares(axes[0, 1], ["a", "b"], bars, of_bars)
    name_series(figure, colours | of_bars)
    figure.draw_without_rendering()
    above = axes[0, 1].get_window_extent().y1
    named = {text.get_text(): text for text in axes[0, 1].texts if text.get_text() in bars}
    assert {text.get_text().split(" ")[-1] for text in axes[0, 0].texts} == {"one", "two"}
    assert named["ways to lose"].xy == pytest.approx((30.0, 1.0))
    assert all(Text.get_window_extent(text).y0 >= above for text in named.values())
    assert not figure.legends


def test_several_panels_with_the_same_lines_name_them_in_the_last_of_each_row() -> None:
    figure, panels = small_multiples(["a", "b", "c", "d"], 2.0, across=2, sharex=True, sharey=True)
    colours = colours_of(["one", "two"])
    for panel in panels.values():
        for height, colour in zip((0.3, 0.6), colours.values(), strict=True):
            shares = [Estimate(height, height - 0.05, height + 0.05, 99, "")] * 2
            line_with_band(panel, np.array([1.0, 2.0]), shares, colour)
    name_series(figure, colours)
    assert {title: len(panel.texts) for title, panel in panels.items()} == {"a": 0, "b": 2, "c": 0, "d": 2}
    assert names_in(figure) == ["one", "two", "one", "two"]


def test_a_quantity_of_a_title_is_that_of_the_answer(run_of: Callable[[str], RunDirectory]) -> None:
    document, figure = page_of(run_of(SIDES))
    every: list[Quantity] = [quantity for _, claim in claims_in(document) for quantity in claim.quantities]
    assert all(quantity in every for claim in claims_of(figure.title) for quantity in claim.quantities)


def test_what_a_figure_shows_goes_to_its_caption_where_a_message_takes_its_title(
    run_of: Callable[[str], RunDirectory],
) -> None:
    run = run_of(SIDES)
    drawn = Figure("dots", new_figure(1, 1, 1)[0], "Strokes are intervals.", "Dots.", "Turns by sides")
    claims = spread_shown(run, [Of("turns", (scenario,)) for scenario in sorted(run.line_ups)])
    said = titled(drawn, Voice(run), claims)
    assert claims_of(said.title) == tuple(claims)
    assert said.caption == "Turns by sides. Strokes are intervals."
    assert titled(said, Voice(run), claims).caption == said.caption


def test_of_a_figure_over_several_pages_the_first_part_alone_has_the_message(
    run_of: Callable[[str], RunDirectory],
) -> None:
    run = run_of(SIDES)
    parts = [Figure(f"dots_{n}", new_figure(1, 1, 1)[0], "", "", "Turns") for n in (1, 2)]
    claims = levels_shown(run, [Of("turns", tuple(sorted(run.line_ups)))])
    ((first, second),) = (
        title.blocks for title in with_titles([Section("Turns", parts)], Voice(run), claims)
    )
    assert isinstance(first, Figure) and isinstance(second, Figure)
    assert claims_of(first.title) and second.title == "Turns"


@pytest.mark.parametrize("is_most", [True, False])
def test_what_is_shown_to_be_the_most_is_so_in_the_run(
    run_of: Callable[[str], RunDirectory], is_most: bool
) -> None:
    run = run_of(NUMBERS)
    ofs = [Of("turns", (scenario,)) for scenario in sorted(run.line_ups)]
    means = {of: Truth(run).value(of).value for of in ofs}
    (claim,) = most_shown(run, ofs, is_most=is_most)
    assert claim.subjects == ((max if is_most else min)(means, key=lambda of: means[of]),)
    assert claim.holds(Truth(run))
    assert not most_shown(run, [ofs[0], ofs[0]])


def test_a_change_is_shown_only_where_it_is_clear(run_of: Callable[[str], RunDirectory]) -> None:
    run = run_of(NUMBERS)
    first, *_, last = (Of("turns", (scenario,)) for scenario in sorted(run.line_ups))
    (claim,) = change_shown(run, first, last)
    assert claim.holds(Truth(run))
    assert not change_shown(run, first, first)


def test_a_picture_of_page_one_has_few_rows(run_of: Callable[[str], RunDirectory]) -> None:
    levels = "".join(f"    sides {n}: {{rules.sides: {n}}}\n" for n in range(4, 4 + MOST_ON_PAGE_ONE + 4))
    _, figure = page_of(
        run_of(
            f"name: many\ngame: pig\nseed: 1\ngames: 200\nrules: {{target: 20}}\nquestion: variant\n"
            f"strategies: [hold_at, random]\nfactors:\n  variant:\n{levels}"
        )
    )
    rows = [label.get_text() for label in figure.drawing.axes[0].get_yticklabels()]
    assert len(rows) == MOST_ON_PAGE_ONE
    assert figure.drawing.get_figheight() < 8


def test_a_line_leads_to_the_name_of_what_ends_far_from_it() -> None:
    figure, axes = new_figure(1, 1, 2.0)
    colours = colours_of(["short", "long"])
    for name, end in (("short", 3), ("long", 10)):
        x = np.arange(end, dtype=np.float64)
        line_with_band(axes[0, 0], x, [Estimate(0.5, 0.4, 0.6, 9, "") for _ in x], colours[name])
    name_series(figure, colours)
    led = {text.get_text(): text.arrow_patch is not None for text in axes[0, 0].texts}
    assert led == {"short": True, "long": False}


def test_a_file_of_matplotlibs_in_the_folder_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be a stranger's; with `text.usetex` each text of a figure would be given to latex."""
    (tmp_path / "matplotlibrc").write_text("text.usetex: True\n")
    monkeypatch.chdir(tmp_path)
    with rc_context({"text.usetex": True, "lines.linewidth": 9}):
        use_style()
        assert not rcParams["text.usetex"]
        assert rcParams["lines.linewidth"] < 9
