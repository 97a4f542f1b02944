"""The page of a report in a real browser: every control is used, nothing is complained of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

from simkit import Document, Run
from simkit.document.html import render_html
from simkit.report import Figure, Section, Table, figures
from tests.conftest import RunOf
from tests.report.browser import Page, browser, chromium
from tests.report.test_page import HOSTILE, PIG, hostile_page

pytestmark = [pytest.mark.long, pytest.mark.skipif(chromium() is None, reason="no Chromium is installed")]

AXE = Path(__file__).parent / "vendored" / "axe.min.js"

SHOWN = "[...document.querySelectorAll('.spots circle')].filter(s => !s.hasAttribute('hidden')).length"


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    """Return a page of a browser, as large as a laptop's."""
    with browser(tmp_path / "profile") as opened:
        opened.resize(1200, 900)
        yield opened


@pytest.fixture
def report(run_of: RunOf) -> Path:
    """Return the page of a report on a small run of Pig."""
    return Run(run_of(PIG).path).report("general")[0]


def findings_of_axe(page: Page) -> list[str]:
    """Return what axe finds wrong with a page, in all its rules."""
    page.run(AXE.read_text(encoding="utf-8"))
    return list(
        page.run(
            "axe.run().then(found => found.violations.map("
            "v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html + n.failureSummary).join(' | ')))"
        )
    )


def test_every_control_of_a_figure(page: Page, report: Path) -> None:
    page.open(report)
    first = page.run("document.querySelector('.spots circle').getAttribute('aria-label')")
    assert page.run("getComputedStyle(document.getElementById('tip')).display") == "none"
    page.hover(".spots circle")
    assert page.run("document.getElementById('tip').textContent") == first
    assert page.run("!document.getElementById('tip').hidden")
    page.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    page.click(".spots circle")
    said = page.run("document.getElementById('asked').innerText")
    assert first in said
    assert "simkit replay" in said
    page.run("new Promise(done => setTimeout(done, 100))")
    assert page.run("document.getElementById('copied').textContent").startswith("Copied.")
    assert page.run("navigator.clipboard.readText()").startswith("simkit ")
    page.click("#asked button[aria-label='Copy: The command that replays such a game']")
    page.run("new Promise(done => setTimeout(done, 100))")
    assert page.run("navigator.clipboard.readText()").startswith("simkit replay ")
    page.press("Escape")
    assert page.run("document.getElementById('asked').hidden")
    assert page.run("document.activeElement === document.querySelector('.spots circle')")
    page.press("ArrowRight")
    assert page.run("document.activeElement === document.querySelectorAll('.spots circle')[1]")
    page.press("Enter")
    assert not page.run("document.getElementById('asked').hidden")
    page.click("#close")
    assert page.run("document.getElementById('asked').hidden")
    assert page.complaints() == []
    assert page.requests() == [report.resolve().as_uri()]


def test_every_switch(page: Page, report: Path) -> None:
    page.open(report)
    every = page.run(SHOWN)
    boxes = page.run("document.querySelectorAll('.switches input').length")
    assert boxes == 5
    for number in range(boxes):
        page.run(f"document.querySelectorAll('.switches input')[{number}].id = 'box-{number}'")
        page.click(f"#box-{number}")
        fewer = page.run(SHOWN)
        assert fewer < every
        hidden = page.run("document.querySelectorAll('.picture use[hidden], .picture g[hidden]').length")
        assert hidden > 0
        assert page.run(
            "[...document.querySelectorAll('.picture [hidden]')]"
            ".every(part => getComputedStyle(part).display == 'none')"
        )
        page.click(f"#box-{number}")
        assert page.run(SHOWN) == every
    page.click(".switches fieldset button")
    assert page.run(SHOWN) == 0
    page.click(".switches fieldset button")
    assert page.run(SHOWN) == every
    page.click(".switches summary")
    assert not page.run("document.querySelector('.switches').open")
    assert page.complaints() == []


def test_every_control_of_a_table(page: Page, report: Path) -> None:
    page.open(report)
    page.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    every = (
        "[...document.querySelectorAll('table')].map(t => [...t.tHead.rows[0].cells].map(c => c.textContent))"
    )
    number, heads = next((i, titles) for i, titles in enumerate(page.run(every)) if "share won" in titles)
    table = f"document.querySelectorAll('table')[{number}]"
    column = f"[...{table}.tBodies[0].rows].filter(r => !r.hidden).map(r => r.cells[place].textContent)"
    place = heads.index("share won")
    tools = f"{table}.closest('.scroll').previousElementSibling"
    page.run(f"{tools}.querySelector('input').id = 'filter'; {tools}.querySelector('button').id = 'copy'")
    shares = page.run(column.replace("place", str(place)))
    numbers = [float(share.split()[0]) for share in shares]
    page.run(f"{table}.tHead.rows[0].cells[{place}].firstChild.id = 'sorted'")
    for order in (sorted(numbers), sorted(numbers, reverse=True), numbers):
        page.click("#sorted")
        found = page.run(column.replace("place", str(place)))
        assert [float(share.split()[0]) for share in found] == order
    page.click("#filter")
    page.type("15")
    rows = page.run(column.replace("place", "0"))
    assert 0 < len(rows) < len(shares)
    row = f"[...{table}.tBodies[0].rows].filter(r => !r.hidden)[0]"
    cells = ["=1+1", "+cmd|' /C calc'!A0", "-2+3 (A1)", "@SUM(A1)", "-0.3", "+0.8 (-0.3 to +1.9)", "-1.5*"]
    for text in cells:
        page.run(f"{row}.append(Object.assign(document.createElement('td'), {{textContent: {text!r}}}))")
    page.click("#copy")
    page.run("new Promise(done => setTimeout(done, 100))")
    copied = page.run("navigator.clipboard.readText()").splitlines()
    assert copied[1].split(",")[-len(cells) :] == [f"'{text}" for text in cells[:4]] + cells[4:]
    assert copied[0].split(",")[:2] == heads[:2]
    assert len(copied) == 1 + len(rows)
    assert page.complaints() == []


def test_light_and_dark(page: Page, report: Path) -> None:
    page.open(report)
    paper = "getComputedStyle(document.querySelector('main')).backgroundColor"
    white = page.run(paper)
    assert white == "rgb(255, 255, 255)"
    page.click("#theme")
    dark = page.run(paper)
    assert dark != white
    page.click("#theme")
    assert page.run(paper) == white
    page.media(scheme="dark")
    page.open(report)
    assert page.run(paper) == dark
    page.click("#theme")
    assert page.run(paper) == white
    page.media("print", "dark")
    page.open(report)
    assert page.run(paper) == white
    assert page.run("getComputedStyle(document.querySelector('nav')).display") == "none"


def test_on_a_phone_what_is_cut_off_says_so(page: Page, report: Path) -> None:
    page.resize(390, 844)
    page.open(report)
    boxes = "[...document.querySelectorAll('.scroll')]"
    cut = f"{boxes}.filter((box) => box.scrollWidth > box.clientWidth + 1)"
    page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.run(f"{cut}.length") > 3
    cue = "getComputedStyle(box, '::before').content.includes('Push aside')"
    fades = "getComputedStyle(box).maskImage.includes('gradient')"
    assert page.run(f"{cut}.every((box) => {cue} && {fades})")
    assert page.run(f"{boxes}.every((box) => {cut}.includes(box) || !({cue}))")
    ends = f"{cut}.forEach((box) => {{ box.scrollLeft = 10000; box.dispatchEvent(new Event('scroll')); }})"
    page.run(ends)
    assert page.run(f"{cut}.some((box) => {fades})") is False
    first = "getComputedStyle(document.querySelector('td')).position"
    assert page.run(first) == "sticky"
    page.resize(1400, 900)
    page.open(report)
    assert page.run(first) == "static"
    assert page.run(f"{boxes}.some((box) => box.querySelector('.plot') && {cue})") is False


def test_a_long_table_beside_a_figure_opens_on_a_click_and_says_then_what_is_cut_off(
    page: Page, tmp_path: Path
) -> None:
    figure, _ = figures.new_figure(1, 1, 2.0)
    rows = Table(pl.DataFrame({f"column {n} of many": ["words " * 9] * 12 for n in range(9)}), "Rows.")
    strip = Figure("strip", figure, "The same.", "Dots.")
    report = Document("A", "", {}, [], [], [Section("B", [strip, rows])])
    (tmp_path / "a.html").write_text(render_html(report, {"strip": figures.svg_of(figure)}), encoding="utf-8")
    page.resize(390, 844)
    page.open(tmp_path / "a.html")
    assert not page.run("document.querySelector('table').checkVisibility({contentVisibilityAuto: true})")
    page.click("summary")
    page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.run("document.querySelector('table').checkVisibility({contentVisibilityAuto: true})")
    assert page.run("document.querySelector('details .scroll').matches('.wide.more')")
    assert findings_of_axe(page) == []


@pytest.mark.parametrize("width", [400, 1200])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_has_no_findings(page: Page, report: Path, width: int, scheme: str) -> None:
    page.resize(width, 900)
    page.media(scheme=scheme)
    page.open(report)
    assert page.run("document.documentElement.scrollWidth") <= width
    assert findings_of_axe(page) == []
    page.click(".spots circle")
    assert findings_of_axe(page) == []


def test_without_a_script_it_reads_as_before(page: Page, report: Path) -> None:
    page.call("Emulation.setScriptExecutionDisabled", value=True)
    page.open(report)
    assert page.run("document.querySelectorAll('button, input').length") == 0
    assert page.run("document.querySelector('.spots circle title').textContent.length") > 20
    assert page.run("getComputedStyle(document.querySelector('nav')).position") == "static"


@pytest.mark.filterwarnings("ignore:Glyph")
def test_names_that_mean_harm_do_none(page: Page, tmp_path: Path) -> None:
    for number, words in enumerate(HOSTILE):
        path = tmp_path / f"{number}.html"
        path.write_text(hostile_page(words), encoding="utf-8")
        page.open(path)
        page.click(".spots circle")
        assert page.complaints() == []
        assert page.requests() == [path.resolve().as_uri()]
        assert not [event for event in page.events if event.get("method") == "Page.javascriptDialogOpening"]


def test_an_injected_script_is_refused(page: Page, report: Path, tmp_path: Path) -> None:
    path = tmp_path / "injected.html"
    text = report.read_text(encoding="utf-8")
    path.write_text(text.replace("</body>", "<script>window.harm = 1</script></body>"), encoding="utf-8")
    page.open(path)
    assert page.run("window.harm === undefined")
    assert any("Content Security Policy" in words for words in page.complaints())
