"""The live page in a real browser: a slider is moved by the keyboard, and the number is that of a run."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import simkit
from simkit import Run
from simkit.page.server import Server
from tests.page.conftest import form_of, serve
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


def set_field(page: Page, field: str, value: str) -> None:
    """Type into a field of a card, or choose a word of it."""
    page.run(
        f"(() => {{ const own = document.getElementById('{field}'); own.value = {json.dumps(value)};"
        " own.dispatchEvent(new Event('input', {bubbles: true})); })()"
    )


def open_card(page: Page, card: str) -> str:
    """Open a card by the keyboard, and wait until it says what it costs; return the selector of the card."""
    page.run(f"document.querySelector('[data-card={card}] > summary').focus()")
    page.press("Enter")
    wait_until(page, f"{text_of(f'{card}-cost')} !== ''", 120)
    return f"[data-card={card}]"


def ask_card(page: Page, card: str, seconds: float = 60) -> str:
    """Click on the button of a card, and wait for the end; return the words that stand there."""
    own = f"document.querySelector('[data-card={card}]')"
    before = int(page.run(f"Number({own}.dataset.answers || 0)"))
    page.click(f"[data-card={card}] .start")
    wait_until(page, f"Number({own}.dataset.answers || 0) > {before}", seconds)
    assert page.run(f"{own}.dataset.ended") == "done", page.run(
        f"{own}.querySelector('.how-far').textContent"
    )
    return str(page.run(f"{own}.querySelector('.found').innerText"))


def test_a_card_is_asked_stopped_copied_and_written(page: Page, tmp_path: Path) -> None:
    with serve("pig", tmp_path / "runs") as server:
        open_page(page, server)
        card = open_card(page, "luck")
        assert page.run(text_of("luck-cost")).startswith("About 35,000 games, about ")
        assert page.run("document.getElementById('luck-games').value") == "5000"
        set_field(page, "luck-games", "3")
        page.click(f"{card} .start")
        wait_until(page, f"{text_of('luck-games-problem')} === 'found 3, allowed is at least 10'")
        wait_until(page, "document.activeElement.id === 'luck-games'")
        wait_until(page, f"document.querySelector('{card}').dataset.ended === 'wrong'")
        set_field(page, "luck-games", "5000000")
        page.click(f"{card} .start")
        wait_until(page, f"document.querySelector('{card} .found p') !== null")
        assert " of 5,000,000 games so far. About: " in page.run(
            f"document.querySelector('{card} .stands').textContent"
        )
        assert page.run("document.activeElement.className") == "stop"
        page.press("Enter")
        wait_until(page, f"document.querySelector('{card}').dataset.ended === 'stopped'")
        assert page.run("document.activeElement.className") == "main start"
        set_field(page, "luck-games", "400")
        said = ask_card(page, "luck")
        assert said.startswith("A casual player beats a player that moves at random in ")
        page.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        for kind, begins in (
            ("yaml", "# Copied from the live page.\n"),
            ("command", "simkit luck idea.yaml --games 400\n"),
            ("python", "import simkit\n"),
        ):
            page.click(f"{card} [data-copy={kind}]")
            wait_until(
                page, f"document.querySelector('{card} .keeps pre').textContent.startsWith({begins!r})"
            )
            wait_until(page, f"document.querySelector('{card} .keeps [role=status]').textContent !== ''")
            assert page.run("navigator.clipboard.readText()").startswith(begins)
        page.click(f"{card} .write")
        wait_until(page, f"document.querySelector('{card} .keeps a') !== null")
        assert page.complaints() == []
        page.open_address(page.run(f"document.querySelector('{card} .keeps a').href"))
        assert page.run("document.querySelector('h1').textContent") == "Pig: luck and skill"


def test_a_reload_keeps_the_setting_the_cards_and_what_was_kept(page: Page, tmp_path: Path) -> None:
    with serve("pig", tmp_path / "runs") as server:
        open_page(page, server)
        page.run("document.getElementById('keep-name').focus()")
        page.type("at first")
        page.press("Enter")
        wait_until(page, "document.querySelectorAll('#kept li').length === 1")
        page.run("document.getElementById('rule-sides').focus()")
        page.press("ArrowRight")
        wait_until(page, f"/ 7\\b/.test({text_of('sentence')})")
        wait_until(page, f"{text_of('state')}.startsWith('20,000 games,')")
        open_card(page, "compare")
        set_field(page, "compare-other", "at first")
        set_field(page, "compare-games", "2000")
        said = ask_card(page, "compare")
        assert "7 sides instead of 6" in said
        page.open_address(server.address)
        wait_for(page, 1)
        assert page.run("document.getElementById('rule-sides').value") == "7"
        assert "7 sides instead of 6" in page.run(
            "document.querySelector('[data-card=compare] .short').textContent"
        )
        assert page.run("document.querySelector('[data-card=compare] .stands').className") == "stands"
        assert page.run("document.getElementById('compare-other').value") == "at first"
        page.click("#kept .name")
        wait_for(page, 2)
        assert page.run("document.getElementById('rule-sides').value") == "6"
        assert page.run("document.querySelector('[data-card=compare] .stands').className") == "stands other"


def test_what_is_found_is_tried_by_a_click(page: Page, tmp_path: Path) -> None:
    with serve("pig", tmp_path / "runs") as server:
        open_page(page, server)
        open_card(page, "seek")
        assert "say what is wanted" in page.run(text_of("seek-cost"))
        for field, value in (("targets", "turns 10 to 12"), ("by", "target"), ("games", "400")):
            set_field(page, f"seek-{field}", value)
        ask_card(page, "seek")
        words = page.run("document.querySelector('[data-card=seek] .try').textContent")
        page.click("[data-card=seek] .try")
        wait_for(page, 2)
        value = page.run("document.getElementById('rule-target').value")
        assert words == f"Try target {value}"
        assert page.run(text_of("sentence")).startswith(f"With the target at {words.split()[-1]} instead of ")


def test_a_page_to_look_at_only_shows_what_is_done_and_changes_nothing(page: Page, tmp_path: Path) -> None:
    with serve("pig", tmp_path / "runs") as server:
        open_page(page, server)
        link = page.run(
            "new URL(JSON.parse(document.getElementById('data').textContent).link, location.href).href"
        )
        assert link == server.reading_address
        page.open_address(link)
        wait_for(page, 1)
        assert page.run("document.getElementById('rule-sides').disabled")
        can_click = "own.checkVisibility() && !own.disabled"
        assert page.run(f"[...document.querySelectorAll('#right button')].filter(own => {can_click})") == []
        form = form_of(server.session, rules={"sides": 9}, games=500)
        assert list(server.session.try_out(form))[-1]["state"] == "done"
        asked = {"form": form, "card": "replay", "parameters": {"game": 4}}
        assert list(server.session.workbench.ask(asked))[-1]["state"] == "done"
        wait_until(page, f"/ 9\\b/.test({text_of('sentence')})")
        assert page.run("document.getElementById('rule-sides').value") == "9"
        wait_until(page, "document.querySelector('[data-card=replay] .found pre') !== null")
        sent = "{method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'}"
        status = page.run(f"fetch('try', {sent}).then(own => own.status)")
        assert status == 403


FOUR = ("nautilion", "nautilus_island", "castaways", "nautilus_2002")
"""The games whose cards are all used in a browser."""


@pytest.mark.long
@pytest.mark.parametrize("game", FOUR)
def test_every_card_answers_for_every_game(page: Page, game: str, tmp_path: Path) -> None:
    with serve(game, tmp_path / "runs") as server:
        page.open_address(server.address)
        wait_for(page, 1, 600)
        page.run("document.getElementById('keep-name').value = 'at first'")
        page.click("#keep")
        wait_until(page, "document.querySelectorAll('#kept li').length === 1")
        page.run("document.getElementById('games').value = 1000")
        page.run("document.getElementById('seed').value = 2")
        for field in ("games", "seed"):
            page.run(f"document.getElementById('{field}').dispatchEvent(new Event('change'))")
        wait_for(page, 2)
        cards = page.run("[...document.querySelectorAll('.card')].map(own => own.dataset.card)")
        assert cards == ["sensitivity", "seek", "luck", "worth", "compare", "replay"]
        for card in cards:
            open_card(page, card)
            if card == "seek":
                set_field(
                    page, "seek-targets", page.run("document.getElementById('seek-targets').placeholder")
                )
            if card == "compare":
                set_field(page, "compare-other", "at first")
            if card == "replay":
                set_field(page, "replay-most", "longest")
            said = ask_card(page, card, 600)
            assert len(said.split()) > 20
        assert page.complaints() == []


@pytest.mark.long
@pytest.mark.parametrize("game", ["pig", "nautilion"])
def test_axe_finds_nothing(page: Page, game: str, tmp_path: Path) -> None:
    with serve(game, tmp_path / "runs") as server:
        open_page(page, server)
        page.run("document.getElementById('keep-name').value = 'mine'")
        page.click("#keep")
        for card in ("sensitivity", "luck", "replay"):
            open_card(page, card)
            if card != "replay":
                set_field(page, f"{card}-games", "200")
            ask_card(page, card)
            page.click(f"[data-card={card}] [data-copy=python]")
            wait_until(page, f"document.querySelector('[data-card={card}] .keeps pre').textContent !== ''")
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
