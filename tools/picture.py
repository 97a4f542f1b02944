"""Takes the picture in the README: the first page of today's report on `nautilion_base`.

    python tools/picture.py [RUN]

It needs a run (`make demo`; the newest by default) and an installed Chromium.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import click

import simkit

PICTURE = Path(__file__).parents[1] / "docs" / "images" / "report.png"
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


if __name__ == "__main__":
    picture()
