"""The pages that are written by hand: where they stand on the site, and where their links lead there."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from docsite.markdown import outside_code

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
INDEX = DOCS / "README.md"

LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\]]*\])*\])\((?!https?://|mailto:)([^)\s#]*)(#[^)\s]*)?\)")
ROOMS = ("tutorial", "howto", "reference", "discussion", "log", "decisions")
FILES = "files"
"""The folder of files that a page links to and that are no pages."""

FOLDERS = {DOCS / "decisions": "decisions/index.md", ROOT / "experiments": "reference/commands.md"}
"""Folders that a page may link to, with what stands for them on the site."""

LANGUAGES = {".py": "python", ".yaml": "yaml", ".toml": "toml", ".txt": "text", "": "text"}
"""The endings of files that are shown on a page, with the language of each."""

ORPHAN = "---\norphan: true\n---"
"""Stands at the top of a page that is reached by links alone."""


def _places() -> dict[Path, str]:
    """Return the place on the site of every page, without its ending."""
    places = {INDEX: "index", ROOT / "README.md": "index", DOCS / "CONTRIBUTING.md": "contributing"}
    places[ROOT / "CHANGELOG.md"] = "changes"
    for room in ROOMS:
        places |= {page: f"{room}/{page.stem}" for page in sorted((DOCS / room).glob("*.md"))}
    portraits = DOCS / "reference" / "portraits"
    places |= {page: f"reference/portraits/{page.stem}" for page in sorted(portraits.glob("*.md"))}
    for readme in (ROOT / "simkit" / "games").glob("*/README.md"):
        places[readme] = f"games/{readme.parent.name}/rulings"
    for readme in (ROOT / "examples").glob("*/README.md"):
        places[readme] = f"games/{readme.parent.name}/how_it_is_written"
    return places


@dataclass
class Pages:
    """The pages of the site as they are written into a folder."""

    out: Path
    """The folder, from which Sphinx reads."""

    places: dict[Path, str] = field(default_factory=_places)
    written: set[Path] = field(default_factory=set)

    def write(self, place: str, text: str) -> None:
        """Write a page, unless it stands there already as it is."""
        self._keep(self.out / f"{place}.md", text.rstrip().encode() + b"\n")

    def _keep(self, path: Path, content: bytes) -> None:
        self.written.add(path)
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

    def add(self, source: Path, place: str) -> str:
        """Take in a file that is no page, and return its place."""
        self._keep(self.out / place, source.read_bytes())
        return place

    def copy_all(self) -> None:
        """Write every page but the index, whose parts `rooms_of` returns."""
        for source, place in self.places.items():
            if place != "index":
                self.write(place, self.turned(source.read_text(encoding="utf-8"), source, place))

    def turned(self, text: str, source: Path, place: str) -> str:
        """Return a page's text with its links turned to where their targets stand on the site."""

        def turn(link: re.Match[str]) -> str:
            words, target, anchor = link[1], link[2], link[3] or ""
            if not target:
                return link[0]
            found = (source.parent / target).resolve()
            return f"{words}({_relative(self._place_of(found), place)}{anchor})"

        return outside_code(text, LINK, turn)

    def _place_of(self, target: Path) -> str:
        """Return the place of what a link leads to: a page, a picture, or a page that shows files."""
        if target in self.places:
            return f"{self.places[target]}.md"
        if target in FOLDERS:
            return FOLDERS[target]
        if target.is_relative_to(DOCS):
            return self.add(target, target.relative_to(DOCS).as_posix())
        name = target.relative_to(ROOT).as_posix()
        files = sorted(path for path in target.iterdir() if path.is_file()) if target.is_dir() else [target]
        if not all(path.suffix in LANGUAGES for path in files):
            return self.add(target, f"{FILES}/{name}")
        shown = [ORPHAN, f"# `{name}`"]
        for path in files:
            text = path.read_text(encoding="utf-8").rstrip()
            shown += [f"## {path.name}"] * target.is_dir()
            shown.append(f"~~~{LANGUAGES[path.suffix]}\n{text}\n~~~")
        self.write(f"{FILES}/{name}", "\n\n".join(shown))
        return f"{FILES}/{name}.md"

    def remove_others(self) -> None:
        """Remove what an earlier build left and this one did not write."""
        for path in self.out.rglob("*"):
            if path.is_file() and path not in self.written:
                path.unlink()


def _relative(place: str, of: str) -> str:
    return os.path.relpath(place, Path(of).parent)


@dataclass
class Room:
    """A part of the index: its text, and the pages that it links to with their short titles."""

    text: str
    pages: dict[str, str]


def rooms_of(pages: Pages) -> tuple[str, dict[str, Room]]:
    """Return what the index says before its first room, and its rooms by heading."""
    front, *parts = re.split(
        r"^## (?=Tutorial|How-to|Reference|Discussion)", INDEX.read_text(encoding="utf-8"), flags=re.M
    )
    rooms = {}
    for part in parts:
        title, _, text = part.partition("\n")
        linked: dict[str, str] = {}
        for words, target, anchor in LINK.findall(text):
            place = pages.places.get((DOCS / target).resolve())
            if place and not anchor and place not in linked:
                linked[place] = _capital(words.strip("![]").replace("`", ""))
        rooms[title.strip()] = Room(text.strip(), linked)
    return front, rooms


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def toctree(entries: dict[str, str], of: str, *, depth: int = 1) -> str:
    """Return the directive that puts pages, with their short titles, into the navigation."""
    lines = [
        f"{title} <{_relative(place, of)}>" if title else _relative(place, of)
        for place, title in entries.items()
    ]
    return f"```{{toctree}}\n:maxdepth: {depth}\n:hidden:\n\n" + "\n".join(lines) + "\n```\n"


def experiment_files(name: str = "*") -> list[Path]:
    """Return the files of all shipped experiments, or of the one with a name."""
    places = (f"examples/*/{name}.yaml", f"experiments/{name}.yaml")
    return [path for place in places for path in sorted(ROOT.glob(place))]


def clear(folder: Path) -> None:
    """Remove a folder with all that is in it."""
    shutil.rmtree(folder, ignore_errors=True)
