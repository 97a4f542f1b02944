"""Takes pictures for the documents: the first page of today's report on `nautilion_base`, and the live page.

    python tools/picture.py [RUN]

It needs a run (`make demo`; the newest by default) and an installed Chromium.  The picture holds the words of
that page, and those of the page after a few games, by which a test sees whether it is still today's page.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import click
from PIL import Image
from PIL.PngImagePlugin import PngInfo

import simkit
from simkit.door.results import Run
from simkit.page.server import Server
from simkit.page.session import Session
from simkit.page.setting import start_of
from simkit.questions.reporting import report_of

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "images" / "report.png"
LIVE_PAGE = PICTURE.with_name("live-page.png")
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WIDTH, HEIGHT = 840, 1600
DEMO = ROOT / "experiments" / "nautilion_base.yaml"
PAGE, PAGE_OF_FEW = "page", "page of few games"
FEW = 20
"""The games per scenario of the second page: they are played within seconds."""


@click.command()
@click.argument("run", default="nautilion_base")
def picture(run: str) -> None:
    """Write the report of a run again, and take a picture of its first page."""
    browser = next((path for name in NAMES if (path := shutil.which(name))), None)
    if browser is None:
        sys.exit("no Chromium is installed")
    found = simkit.open_run(run)
    found.report()
    page = found.path / "report.html"
    with tempfile.TemporaryDirectory() as profile:
        subprocess.run(
            [browser, "--headless=new", "--no-sandbox", "--hide-scrollbars", f"--user-data-dir={profile}",
             f"--window-size={WIDTH},{HEIGHT}", f"--screenshot={PICTURE}", page.resolve().as_uri()],
            check=True, stderr=subprocess.DEVNULL,
        )  # fmt: skip
    words = PngInfo()
    words.add_itxt(PAGE, words_of_page(found), zip=True)
    with tempfile.TemporaryDirectory() as folder:
        words.add_itxt(PAGE_OF_FEW, words_of_page(run_of_few(Path(folder, "run"))), zip=True)
    with Image.open(PICTURE) as taken:
        taken.save(PICTURE, pnginfo=words, optimize=True)
    print(f"wrote {PICTURE}")
    take_live_page()
    print(f"wrote {LIVE_PAGE}")


def run_of_few(folder: Path) -> Run:
    """Return a run of the demo's experiment with few games."""
    return simkit.run(DEMO, games=FEW, out=folder, report="none", progress=False)


def words_of_page(run: Run) -> str:
    """Return the words of the first page of a run's report: verdict, answer, numbers, picture, findings."""
    document = report_of(run, "nautilion_base").report
    answer, figure = document.answer, document.answer and document.answer.figure
    lines: list[object] = [document.title, document.subtitle]
    if document.verdict:
        lines += [str(row) for block in document.verdict.blocks for row in getattr(block, "rows", ())]
    lines += [*(answer.sentences if answer else ()), *document.cautions, document.hint]
    lines += [f"{key.number} {key.meaning}" for key in document.key_figures]
    if figure:
        lines += [figure.title, figure.caption]
        lines += [text.get_text() for panel in figure.drawing.axes for text in (panel.title, *panel.texts)]
    return "\n".join(map(str, filter(None, (*lines, *document.findings))))


def words_in_picture() -> dict[str, str]:
    """Return the words that the picture holds."""
    with Image.open(PICTURE) as taken:
        return {name: str(taken.info.get(name, "")) for name in (PAGE, PAGE_OF_FEW)}


def take_live_page() -> None:
    """Take a picture of Nautilion's live page, after its reserve has been changed by the keyboard."""
    sys.path.insert(0, str(ROOT))
    from tests.report.browser import browser

    with tempfile.TemporaryDirectory() as folder:
        server = Server(Session(start_of("nautilion"), Path(folder, "runs")))
        server.start()
        with browser(Path(folder, "profile")) as page:
            page.resize(1280, 860)
            page.open_address(server.address)
            for answers, key in ((1, "ArrowRight"), (2, "")):
                while page.run("Number(document.body.dataset.done || 0)") < answers:
                    time.sleep(0.1)
                page.run("document.getElementById('rule-reserve').focus()")
                if key:
                    page.press(key)
            page.run("document.querySelector('[data-rule=board]').scrollIntoView()")
            page.screenshot(LIVE_PAGE)
        server.stop()


if __name__ == "__main__":
    picture()
