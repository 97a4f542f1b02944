"""Documentation: links lead somewhere, every page is in the index, and what it counts is so."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import parts
import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("tutorial", "howto", "reference", "discussion", "log")
PAGES = sorted(
    [
        *(page for page in (ROOT / "docs").rglob("*.md") if "_build" not in page.parts),
        *(ROOT / "simkit").rglob("README.md"),
        *(ROOT / "examples").glob("*/README.md"),
        *ROOT.glob("*.md"),
    ]
)
LINK = re.compile(r"\]\((?!https?://|mailto:)([^)\s]+)\)")


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as forges make them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        place, _, anchor = link.partition("#")
        target = page.parent / place if place else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    for room in ROOMS:
        for page in (ROOT / "docs" / room).glob("*.md"):
            assert f"({room}/{page.name})" in index, page.name


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 60


def test_what_contributing_names_is_there() -> None:
    text = (ROOT / "docs" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:simkit|strategies|reports|tests|docs|tools)/[\w./]*)`", text)
    assert len(named) > 10
    for path in named:
        if not re.search(r"[A-Z]{4}", path):  # GAME and NAME stand for any
            assert (ROOT / path).exists(), path


def test_the_plan_of_packages_and_parts_is_that_of_today() -> None:
    """Whatever the numbers of lines; `tools/parts.py --write` renews it."""
    text = (ROOT / "docs" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert re.sub(r"[\d,]+", "", text) == re.sub(r"[\d,]+", "", parts.written(text))


def test_functions_that_contributing_names_stand_where_it_says() -> None:
    text = (ROOT / "docs" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    found = re.findall(r"`(\w+)`\s(?:in|of)\s`(simkit/[\w/]+\.py)`", text)
    assert len(found) >= 10
    for name, path in found:
        source = (ROOT / path).read_text(encoding="utf-8")
        assert re.search(rf"^(?:def|class) {name}\b", source, re.MULTILINE), name
    example = {
        "survival.go_hungry": "simkit/games/castaways/rules",
        "test_rules.test_10_nothing_to_eat": "tests/games/castaways",
    }
    for name, folder in example.items():
        module, function = name.split(".")
        assert f"`{name}`" in text
        assert f"def {function}(" in (ROOT / folder / f"{module}.py").read_text(encoding="utf-8")


def files_naming(word: str, *folders: str) -> list[str]:
    """Return the product's Python files in which a word stands."""
    found = subprocess.run(
        ["git", "grep", "-lw", word, "--", *(f"{folder}/*.py" for folder in folders)],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    if found.returncode > 1:
        pytest.skip("this is no checkout")
    return found.stdout.split()


@pytest.mark.parametrize(("rule", "files"), [("campfire_most", ["knobs.py", "rules/resolution.py"])])
def test_a_rule_is_a_line_and_the_module_that_reads_it(rule: str, files: list[str]) -> None:
    game = "simkit/games/castaways"
    assert files_naming(rule, "simkit", "strategies", "reports") == [f"{game}/{file}" for file in files]


def test_a_player_is_one_file() -> None:
    (named,) = files_naming("camp_first", "simkit", "strategies", "reports")
    assert named.startswith("strategies/castaways/")
