"""The live page in a real browser: a slider is moved by the keyboard, and the number is that of a run."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import simkit
from simkit import Run
from simkit.page.server import Server
from tests.page.conftest import serve
from tests.report.browser import Page, browser, chromium
from tests.report.test_browser import findings_of_axe

pytestmark = pytest.mark.skipif(chromium() is None, reason="no Chromium is installed")


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    """Return a page of a browser, as large as a laptop's."""
    with browser(tmp_path / "profile") as opened:
        opened.resize(1280, 900)
        yield opened


def open_page(page: Page, server: Server) -> None:
    """Open the live page, and wait for the first answer."""
    page.open_address(server.address)
    wait_for(page, 1)


def wait_for(page: Page, answers: int, seconds: float = 120) -> None:
    """Wait until the page has shown as many last answers."""
    wait_until(page, f"Number(document.body.dataset.done || 0) >= {answers}", seconds)


def wait_until(page: Page, condition: str, seconds: float = 60) -> None:
    """Wait until a condition holds in the page."""
    until = time.monotonic() + seconds
    while not page.run(condition):
        assert time.monotonic() < until, condition
        time.sleep(0.05)


def text_of(name: str) -> str:
    """Return the expression for the words of an element."""
    return f"document.getElementById('{name}').textContent"


def compare_with_run(page: Page, folder: Path) -> Run:
    """Copy the file by a click, run it, and compare the first number of the page with the run's."""
    page.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    page.click("#copy")
    wait_until(page, f"{text_of('said')} !== ''")
    text = page.run("navigator.clipboard.readText()")
    assert text == page.run("document.getElementById('yaml').textContent")
    (folder / "idea.yaml").write_text(text, encoding="utf-8")
    run = simkit.run(folder / "idea.yaml", out=folder / "idea", jobs=1, report="none")
    shown = page.run("({...document.querySelector('#keys div').dataset})")
    own = run.summary.filter(column=shown["column"], of=shown["of"], scenario=run.scenarios.height - 1)
    row = own.filter(own["statistic"].is_in(["rate", "mean"])).row(0, named=True)
    assert [float(shown[name]) for name in ("estimate", "low", "high")] == [
        row[name] for name in ("estimate", "low", "high")
    ]
    assert int(shown["games"]) == row["n"] == 20_000
    said = page.run("document.querySelector('#keys b').textContent")
    assert said == f"{100 * row['estimate']:.1f}\N{NO-BREAK SPACE}%"
    return run


def test_a_slider_is_moved_and_the_number_is_that_of_a_run(page: Page, tmp_path: Path) -> None:
    with serve("pig", tmp_path / "runs") as server:
        open_page(page, server)
        before = page.run("document.querySelector('#keys b').textContent")
        page.run("document.getElementById('rule-sides').focus()")
        page.press("ArrowRight")
        page.press("ArrowRight")
        wait_until(page, f"/ 8\\b/.test({text_of('sentence')})")
        wait_until(page, f"{text_of('state')}.startsWith('20,000 games,')")
        assert page.run("document.querySelector('#keys b').textContent") != before
        run = compare_with_run(page, tmp_path)
        assert run.scenarios["setting"].to_list() == ["as printed", "tried"]
        assert page.run("document.querySelectorAll('#tried tr').length") >= 2
        assert page.run("document.querySelector('#tried tr[aria-current] button').textContent") == "sides 8"
        answers = page.run("Number(document.body.dataset.done)")
        page.click("#tried tr:last-child button")
        wait_for(page, answers + 1)
        assert page.run("document.querySelector('#keys b').textContent") == before
        assert page.run("document.getElementById('rule-sides').value") == "6"
        page.run("document.querySelector('[aria-label=\"sides, exactly\"]').select()")
        page.type("1")
        page.press("Tab")
        wait_for(page, answers + 2)
        assert (
            page.run("document.getElementById('rule-sides-problem').textContent")
            == "found 1, allowed is at least 2"
        )
        assert page.complaints() == []
        own = server.address
        assert {address.removeprefix(own) for address in page.requests()} <= {"", "try", "copy"}


@pytest.mark.long
@pytest.mark.parametrize("game", ["pig", "nautilion"])
def test_axe_finds_nothing(page: Page, game: str, tmp_path: Path) -> None:
    with serve(game, tmp_path / "runs") as server:
        open_page(page, server)
        for width in (1280, 390):
            page.resize(width, 900)
            for scheme in ("light", "dark"):
                page.media(scheme=scheme)
                page.run("for (const own of document.querySelectorAll('details')) own.open = true")
                assert findings_of_axe(page) == []
                assert page.run("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
def test_the_number_of_nautilion_is_that_of_a_run(page: Page, tmp_path: Path) -> None:
    with serve("nautilion", tmp_path / "runs") as server:
        open_page(page, server)
        page.run("document.getElementById('rule-reserve').focus()")
        page.press("ArrowRight")
        wait_for(page, 2)
        assert page.run("document.getElementById('sentence').textContent").startswith(
            "With the reserve at 5 tokens instead of 4, "
        )
        compare_with_run(page, tmp_path)


@pytest.mark.long
def test_a_report_is_written_and_opened(page: Page, tmp_path: Path) -> None:
    with serve("pig", tmp_path / "runs") as server:
        open_page(page, server)
        page.click("#report")
        wait_until(page, "document.querySelector('#said a') !== null")
        page.open_address(page.run("document.querySelector('#said a').href"))
        assert page.run("document.querySelector('h1').textContent") == "Pig"
        assert page.run("document.querySelectorAll('.spots circle').length") > 0
        assert page.complaints() == []
