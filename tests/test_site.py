"""The site of the documentation: all pages can be written, links lead somewhere, Sphinx makes it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from docsite import commands, games, keys
from docsite.__main__ import write_source
from docsite.links import broken_links
from docsite.pages import FILES, LINK, Pages, rooms_of

from simkit.experiment.file.model import ExperimentFile
from simkit.testing import find_game
from tests.test_docs import anchors

ROOT = Path(__file__).parents[1]


def without_code(text: str) -> str:
    return re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of all pages as Sphinx reads them, without reports."""
    return write_source(tmp_path_factory.mktemp("site"), gallery=False)


def test_links_of_the_site_lead_somewhere(source: Path) -> None:
    pages = sorted(source.rglob("*.md"))
    assert len(pages) > 150
    for page in pages:
        for _, place, anchor in LINK.findall(without_code(page.read_text(encoding="utf-8"))):
            target = (page.parent / place).resolve() if place else page
            assert target.is_file(), f"{page.relative_to(source)}: {place}"
            assert not anchor or anchor[1:] in anchors(target), f"{page.relative_to(source)}: {place}{anchor}"


def test_every_page_is_in_the_navigation(source: Path) -> None:
    listed = {source / "index.md", *(source / FILES).rglob("*.md")}  # files are reached by links alone
    for page in source.rglob("*.md"):
        for tree in re.findall(r"^```\{toctree\}\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S):
            for line in tree.split("\n\n", 1)[1].splitlines():
                place = re.sub(r".*<(.*)>", r"\1", line)
                listed.add((page.parent / f"{place}.md").resolve())
    assert {page.resolve() for page in source.rglob("*.md")} == {page.resolve() for page in listed}


def test_every_key_command_rule_and_strategy_has_its_place(source: Path) -> None:
    headings = anchors(source / "reference" / "keys.md")
    assert set(ExperimentFile.model_fields) <= headings
    shown = (source / "reference" / "command_options.md").read_text(encoding="utf-8")
    for name in ("run", "seek", "new game", "replay"):
        assert f"### simkit {name}\n" in shown
    pig = source / "games" / "pig"
    rules = (pig / "rules.md").read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in rules for name in find_game("pig").knobs.model_fields)
    assert {"hold_at", "random", "master"} <= anchors(pig / "players.md")


def test_the_index_says_in_which_order_pages_stand(tmp_path: Path) -> None:
    front, rooms = rooms_of(Pages(tmp_path))
    assert list(rooms) == ["Tutorial", "How-to", "Reference", "Discussion"]
    assert "Three doors" in front
    assert next(iter(rooms["How-to"].pages)) == "howto/install"


def test_a_key_that_nothing_shows_is_named() -> None:
    with pytest.raises(LookupError, match="'no_such_key'"):
        keys.example_of("no_such_key")


def test_help_keeps_its_examples_as_code() -> None:
    assert "Examples:\n\n```text\nsimkit run idea.yaml\n" in commands.page()


def test_a_game_says_for_how_many_it_is() -> None:
    words = [games.seats_in_words(find_game(name)) for name in ("pig", "yacht", "castaways")]
    assert words == ["2 players", "1 player", "1 to 4 players"]


def test_broken_links_of_a_site_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<a href="b.html#x">x</a> <a href="b.html#y">y</a> <a href="c.html">c</a>'
    )
    (tmp_path / "b.html").write_text(
        '<p id="x"><img src="none.png"><a href="https://example.org/z">z</a></p>'
    )
    assert broken_links(tmp_path) == [
        "a.html: b.html#y: the page has no such anchor",
        "a.html: c.html: there is no such page",
        "b.html: none.png: there is no such page",
    ]


@pytest.mark.long
def test_sphinx_makes_the_site_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="`make docs` installs it")
    command = [sys.executable, "-m", "docsite", "--no-gallery", "--build", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT / "tools", capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    first = (tmp_path / "html" / "index.html").read_text(encoding="utf-8")
    assert "I have a question about a game" in first
    assert (tmp_path / "html" / "searchindex.js").is_file()
    called = (tmp_path / "html" / "reference" / "python" / "simkit.html").read_text(encoding="utf-8")
    assert "How many games of each scenario are played:" in called  # a colon ends no type
    assert ">Type<" not in called
