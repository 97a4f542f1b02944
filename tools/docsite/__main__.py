"""Makes the site: `python -m docsite [--no-gallery]`, from the folder `tools`."""

from __future__ import annotations

import re
import shutil
import sys
import time
from pathlib import Path

import click

from docsite import commands, door, games, keys
from docsite.gallery import make_gallery
from docsite.links import broken_links
from docsite.pages import DOCS, Pages, clear, rooms_of, toctree

BUILD = DOCS / "_build"
CONF = Path(__file__).parent
STATIC = "_static"

HIDE = "---\nhide-toc: true\n---\n"
"""Stands at the top of a page that has no table of its contents beside it."""

ON_TOP = {"contributing": "Contributing", "changes": "Changes"}
"""Pages that stand beside the rooms in the navigation, not within one."""

FROM_CODE = {
    "reference/command_options": commands.TITLE,
    "reference/keys": keys.TITLE,
    door.INDEX: "Python: what may be imported",
}
"""The pages of the reference that are made from the code, with their short titles."""

FROM_THE_CODE = """

## From the code

* [Commands and their options](command_options.md), all of them
* [The keys of an experiment](keys.md), one by one, with examples
* [Python](python/index.md): what may be imported, with every function
* [Games](../games/index.md): rules, players, moves, tables, cards and reports of each
"""


def write_source(build: Path, *, gallery: bool) -> Path:
    """Write all pages that Sphinx reads, and return their folder.

    * `build`: the folder for all that is made; files that stand on the site as they are go into its folder
      `extra`.
    * `gallery`: whether to play the experiments whose reports stand on the pages of games.
    """
    pages, extra = Pages(build / "source"), build / "extra"
    pages.copy_all()
    _write_index(pages)
    pages.write("reference/command_options", commands.page())
    pages.write("reference/keys", keys.page())
    door.write_door(pages)
    clear(extra)
    extra.mkdir(parents=True)
    games.write_games(pages, make_gallery(extra) if gallery else {})
    for file in ("conf.py", "simkit.css"):
        place = f"{STATIC}/{file}" if file.endswith("css") else file
        pages.add(CONF / file, place)
    pages.remove_others()
    return pages.out


def _write_index(pages: Pages) -> None:
    """Write the front page, and one for each room, from the index that is written by hand."""
    front, rooms = rooms_of(pages)
    top = {}
    for title, room in rooms.items():
        place = f"{title.lower().replace('-', '')}/index"
        top[place] = title
        own, text = dict(room.pages), pages.turned(room.text, DOCS / "README.md", place)
        if title == "Reference":
            own = {name: words for name, words in own.items() if not name.startswith("games/")} | FROM_CODE
            text += FROM_THE_CODE
            top[games.INDEX] = "Games"
        elif title == "Discussion":
            own["decisions/index"] = "Decisions"
        own = {name: words for name, words in own.items() if name not in ON_TOP}
        text = re.sub(r"^### ", "## ", text, flags=re.MULTILINE)
        pages.write(place, f"# {title}\n\n{text}\n\n{toctree(own, place)}")
    words = pages.turned(front, DOCS / "README.md", "index")
    pages.write("index", f"{HIDE}\n{words}\n{toctree(top | ON_TOP, 'index', depth=2)}")
    _write_decisions(pages)


def _write_decisions(pages: Pages) -> None:
    titles = {
        f"decisions/{path.stem}": path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
        for path in sorted((DOCS / "decisions").glob("*.md"))
    }
    lines = [f"* [{title}]({place.rpartition('/')[2]}.md)" for place, title in titles.items()]
    pages.write(
        "decisions/index",
        "# Decisions\n\nWhy simkit is built as it is, a page each: the question, the choice, why, and "
        "what was not chosen.\n\n"
        + "\n".join(lines)
        + "\n\n"
        + toctree(dict.fromkeys(titles, ""), "decisions/index"),
    )


def make_html(build: Path) -> Path:
    """Make HTML of the pages, and return its folder; end where Sphinx warns or a link is broken."""
    from sphinx.cmd.build import build_main  # so that pages can be written without it

    html = build / "html"
    options = ["-W", "--keep-going", "-q", "-b", "html", "-d", str(build / "kept")]
    if build_main([*options, str(build / "source"), str(html)]):
        sys.exit("the site is not whole: see above")
    shutil.copytree(build / "extra", html, dirs_exist_ok=True)
    if problems := broken_links(html):
        sys.exit("\n".join(problems))
    return html


@click.command()
@click.option("--gallery/--no-gallery", default=True, help="Play experiments, and show their reports.")
@click.option("--build", type=click.Path(path_type=Path), default=BUILD, help="The folder to make it in.")
def make(gallery: bool, build: Path) -> None:
    """Make the site, in docs/_build/html."""
    began = time.monotonic()
    write_source(build, gallery=gallery)
    html = make_html(build)
    pages = sum(1 for _ in html.rglob("*.html"))
    print(f"{html / 'index.html'}: {pages} pages in {time.monotonic() - began:.0f} seconds")


if __name__ == "__main__":
    make()
