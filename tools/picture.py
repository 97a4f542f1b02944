"""Takes pictures for the documents: the first page of today's report on `nautilion_base`, and the live page.

    python tools/picture.py [RUN]

It needs a run (`make demo`; the newest by default) and an installed Chromium.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import click

import simkit
from simkit.page.server import Server
from simkit.page.session import Session
from simkit.page.setting import start_of

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "images" / "report.png"
LIVE_PAGE = PICTURE.with_name("live-page.png")
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WIDTH, HEIGHT = 840, 1350


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
    print(f"wrote {PICTURE}")
    take_live_page()
    print(f"wrote {LIVE_PAGE}")


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
