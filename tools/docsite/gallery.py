"""Reports of shipped experiments with few games, and pictures of their first pages.

A report is made anew when any source that it may depend on has changed; the folder of each is named by the
hash of them all.
"""

from __future__ import annotations

import hashlib
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import simkit
from docsite.pages import ROOT, clear, experiment_files
from docsite.tutorial import picture_of_page_one

MADE = ROOT / "docs" / "_build" / "gallery"
SOURCES = ("simkit", "strategies", "reports", "examples", "experiments")

SHOWN = {
    "castaways": {"castaways_rescue": 400, "castaways_selfishness": 400},
    "hex": {"hex": 20},
    "nautilion": {"nautilion_base": 2_000, "nautilion_difficulty": 300},
    "nautilus_2002": {"nautilus_2002_money": 400, "nautilus_2002_strategies": 400},
    "nautilus_island": {"nautilus_island_seats": 1_000, "nautilus_island_components": 500},
    "night_market": {"night_market": 4_000},
    "pig": {"pig": 20_000},
    "yacht": {"yacht": 100},
}
"""The experiments by game, each with the games of a scenario: few, so that the site is soon made."""

RESOLUTION = 110.0
"""Of the pictures, in points per inch."""


@dataclass(frozen=True)
class Pictured:
    """A report with its picture, as places that a page of the game links to."""

    title: str
    report: str
    picture: str


@cache
def _sources() -> bytes:
    """Return the hash of all that a report may depend on."""
    found = hashlib.sha256()
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".yaml", ".txt", ".html", ".css", ".js") and path.is_file():
                found.update(str(path).encode())
                found.update(path.read_bytes())
    return found.digest()


def make_gallery(extra: Path) -> dict[str, list[Pictured]]:
    """Make every report that is not there, put it and its picture into a folder, and return them by game.

    `extra`: the folder of files that stand on the site as they are.
    """
    return {
        game: [_pictured(game, name, games, extra) for name, games in pictures.items()]
        for game, pictures in SHOWN.items()
    }


def _pictured(game: str, name: str, games: int, extra: Path) -> Pictured:
    made = _made(name, games)
    out = extra / "games" / game / "reports"
    out.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(made / "report.html", out / f"{name}.html")
    shutil.copyfile(made / "page.png", out / f"{name}.png")
    title = (made / "title.txt").read_text(encoding="utf-8")
    return Pictured(title, f"reports/{name}.html", f"reports/{name}.png")


def _made(name: str, games: int) -> Path:
    """Return the folder of an experiment's report, made unless it is there."""
    (file,) = experiment_files(name)
    key = hashlib.sha256(_sources() + f"{file}{games}".encode()).hexdigest()[:16]
    folder = MADE / f"{name}-{key}"
    if (folder / "page.png").is_file():
        return folder
    for old in MADE.glob(f"{name}-*"):
        clear(old)
    run = simkit.run(file, games=games, out=folder, again=True)
    run.report(pdf=True)
    (folder / "title.txt").write_text(run.title, encoding="utf-8")
    picture_of_page_one(folder / "report.pdf", folder / "page.png", RESOLUTION)
    return folder
