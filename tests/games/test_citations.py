"""Decisions, rulings and examples that are cited by number stand in the README of the game."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent.name for path in (ROOT / "simkit" / "games").glob("*/README.md"))
FOLDERS = ("simkit", "strategies", "reports", "tests", "tools", "examples")
SOURCES = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
GAME_CODE = ROOT / "simkit" / "games", ROOT / "strategies"
PAGES = [*ROOT.glob("*.md"), *sorted((ROOT / "docs").glob("*/*.md")), *(ROOT / "docs").glob("*.md")]

ROW = re.compile(r"^\| ([DR])(\d+) \|.*$", re.MULTILINE)
NUMBER = re.compile(r"\b[DR]\d{1,2}\b")
CITED = re.compile(r"\b(?:decision|ruling)s? ([DR]\d+(?:(?:, | and | to )[DR]\d+)*)", re.IGNORECASE)
EXAMPLE = re.compile(r"\bexamples? (\d+(?:(?:, | and | to )\d+)*)", re.IGNORECASE)
NUMBERED_PAGE = re.compile(r"\bdecision (\d{2,3})\b")
OUTSIDE = re.compile(r"\bgame sheet|sheet says|the sheet's examples|\b(?:of|after) the sheet|by_the_sheet")
"""Words about a specification that is no part of the project."""

MODULE = re.compile(r"`([\w/*]+\.py)`")
FUNCTION = re.compile(r"`((?!test_)[\w/]+)\.((?!(?:py|txt|yaml)\b)\w+)`")
TEST = re.compile(r"`(test_\w+)\.(test_\w+)(\.\.\.)?`")
TEST_FILE = re.compile(r"`(?:[\w/]+/)?test_\w+\.py`")
MEMBER = re.compile(r"`(\w+)\.(?!py\b)(\w+)")
RECORDS = ("castaway", "rules", "state")
"""Modules whose names are those of records, too: `rules.width` is a field."""


def readme(game: str) -> str:
    return (ROOT / "simkit" / "games" / game / "README.md").read_text(encoding="utf-8")


@cache
def rows(game: str) -> dict[str, str]:
    return {f"{found[1]}{found[2]}": found[0] for found in ROW.finditer(readme(game))}


@cache
def game_of(path: Path) -> str | None:
    """Return the game that a file is about: by its folder, or by its own name."""
    parts = [part.removeprefix("test_") for part in path.relative_to(ROOT).parts]
    return next((game for game in GAMES if any(part.startswith(game) for part in parts)), None)


def remarks(path: Path) -> Iterator[str]:
    """Yield the comments and docstrings of a file."""
    source = path.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


def may_cite(path: Path) -> bool:
    """Return False if nothing in a file looks like a citation: most files need not be taken apart."""
    source = path.read_text(encoding="utf-8")
    return any(pattern.search(source) for pattern in (NUMBER, EXAMPLE, NUMBERED_PAGE, OUTSIDE))


def expanded(cited: str) -> list[str]:
    """Return the numbers of "D2 to D4 and D7", one by one."""
    found: list[str] = []
    for part in re.split(r", | and ", cited):
        first, _, last = part.partition(" to ")
        letter = first[0] if first[0].isalpha() else ""
        ends = int(first.removeprefix(letter)), int((last or first).removeprefix(letter))
        found += [f"{letter}{number}" for number in range(ends[0], ends[1] + 1)]
    return found


@cache
def own_tests(game: str) -> set[str]:
    files = (ROOT / "tests" / "games" / game).glob("*.py")
    return {name for path in files for name in re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE)}


def files_called(game: str, name: str) -> list[Path]:
    own = ROOT / "simkit" / "games" / game
    tests = ROOT / "tests" / "games"
    folders = (ROOT, own, own / "rules", tests, tests / game)
    return [path for folder in folders for path in folder.glob(name)]


def defines(path: Path, name: str) -> bool:
    """Return True if a file defines a function; a name that ends with ... is the beginning of one."""
    ending = "" if name.endswith("...") else r"\b"
    name = name.removesuffix("...")
    return bool(re.search(rf"^ *def {name}{ending}", path.read_text(encoding="utf-8"), re.MULTILINE))


def missing(game: str, text: str) -> Iterator[str]:
    """Yield the files, functions and tests that lines of tables name and that do not exist."""
    for line in text.splitlines():
        if not line.startswith("|"):
            continue
        yield from (name for name in MODULE.findall(line) if not files_called(game, name))
        named = [(f"{module}.py", name) for module, name in FUNCTION.findall(line)]
        named += [(f"{module}.py", name + rest) for module, name, rest in TEST.findall(line)]
        for module, name in named:
            if not any(defines(path, name) for path in files_called(game, module)):
                yield f"{module}: {name}"


def coded_and_tested(text: str) -> list[str]:
    """Return the lines of tables whose last two columns say where something is coded and tested."""
    found, is_one = [], False
    for line in text.splitlines():
        if not line.startswith("|"):
            is_one = False
        elif re.search(r"\| (?:coded|listed and answered) in [^|]*\| tested in [^|]*\|$", line):
            is_one = True
        elif is_one and not line.startswith("|---"):
            found.append(line)
    return found


def complaints(path: Path, text: str) -> Iterator[str]:
    """Yield what is cited in a text and defined nowhere, and numbers that are not called what they are."""
    game = game_of(path)
    defined = rows(game) if game else {}
    for found in CITED.finditer(text):
        yield from (f"{number}: no row" for number in expanded(found[1]) if number not in defined)
    if game and path.suffix == ".py":
        yield from (f"{number}: decision or ruling?" for number in NUMBER.findall(CITED.sub("", text)))
        tests = own_tests(game)
        for found in EXAMPLE.finditer(text):
            for number in expanded(found[1]):
                if not any(re.match(rf"test_(example_)?{number}_", name) for name in tests):
                    yield f"example {number}: no test"
    if any(not any((ROOT / "docs/decisions").glob(f"{n:0>3}-*.md")) for n in NUMBERED_PAGE.findall(text)):
        yield "a decision that is no page of docs/decisions"
    yield from (f"'{words}' is outside the project" for words in OUTSIDE.findall(text))


def strangers(path: Path, text: str) -> Iterator[str]:
    """Yield the modules, and what is in those near a file, that a text names and that do not exist."""
    files = {source.name for source in SOURCES}
    yield from (name for name in re.findall(r"`(\w+\.py)`", text) if name not in files)
    for module, member in MEMBER.findall(text):
        near = (path.parent / f"{module}.py", path.parents[1] / f"{module}.py")
        file = next((candidate for candidate in near if candidate.exists() and module not in RECORDS), None)
        if file and not re.search(rf"^\s*(def |class )?{member}", file.read_text(), re.MULTILINE):
            yield f"{module}.{member}"


@pytest.mark.parametrize("game", GAMES)
def test_decisions_and_rulings_are_numbered_without_gaps(game: str) -> None:
    listed = [(found[1], int(found[2])) for found in ROW.finditer(readme(game))]
    for letter in "DR":
        numbers = [number for first, number in listed if first == letter]
        assert numbers == list(range(1, len(numbers) + 1)) != []


@pytest.mark.parametrize("game", GAMES)
def test_every_row_names_a_function_and_a_test_that_exist(game: str) -> None:
    text = readme(game)
    assert list(missing(game, text)) == []
    lines = coded_and_tested(text)
    assert set(rows(game).values()) < set(lines)  # and a table of the phases
    for line in lines:
        *_, coded, tested = line.removesuffix("|").split("|")
        assert FUNCTION.search(coded), line
        assert TEST.search(tested) or TEST_FILE.search(tested), line


@pytest.mark.parametrize(
    "name",
    ["survival.starve", "hunger.eat", "hunger.py", "test_rules.test_99_...", "test_hunger.test_9_lost"],
)
def test_a_function_or_a_test_that_does_not_exist_is_found(name: str) -> None:
    text = f"| R1 | `survival.eat` `{name}` `cards.py` `test_rules.test_9_...` `content/*.yaml` |"
    assert len(list(missing("castaways", text))) == 1


@pytest.mark.parametrize("game", GAMES)
def test_readmes_cite_what_there_is(game: str) -> None:
    text, known = readme(game), rows(game)
    assert [number for number in NUMBER.findall(text) if number not in known] == []
    for found in EXAMPLE.finditer(text):
        for number in expanded(found[1]):
            assert any(re.match(rf"test_(example_)?{number}_", name) for name in own_tests(game)), number
    kept = (ROOT / "simkit" / "games" / game / "content" / "assumptions.yaml").read_text(encoding="utf-8")
    assumptions = re.findall(r"^(A\d+):", kept, re.MULTILINE)
    assert assumptions
    assert [name for name in re.findall(r"\((A\d+)\)", text) if name not in assumptions] == []


def test_every_citation_has_a_row() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {complaint}"
        for path in SOURCES
        if path != Path(__file__) and may_cite(path)
        for text in remarks(path)
        for complaint in complaints(path, text)
    ]
    assert found == []


def test_tests_named_after_a_decision_or_a_ruling_have_a_row() -> None:
    for game in GAMES:
        named = {
            f"{letter.upper()}{number}"
            for test in own_tests(game)
            for letter, number in re.findall(r"_([dr])(\d+)(?=_|$)", test)
        }
        assert named <= set(rows(game)), game


def test_pages_cite_what_there_is() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {complaint}"
        for path in PAGES
        for complaint in complaints(path, path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_modules_that_remarks_name_exist() -> None:
    files = [path for path in SOURCES if any(map(path.is_relative_to, GAME_CODE))]
    assert [name for path in files for text in remarks(path) for name in strangers(path, text)] == []


@pytest.mark.parametrize("name", ["perform.py", "cards.print_cards"])
def test_a_module_that_does_not_exist_is_found(name: str) -> None:
    text = f"`{name}` does it, `printed.print_cards` and `operations.py` help, ``table.machine`` waits"
    assert list(strangers(ROOT / "simkit/games/castaways/rules/turn.py", text)) == [name]


@pytest.mark.parametrize(
    ("path", "text", "complaint"),
    [
        ("simkit/games/nautilion/rules/turn.py", "# as ruling R99 says", "R99: no row"),
        ("strategies/castaways/reference.py", "# decisions D2, D4 to D21", "D21: no row"),
        ("simkit/games/nautilion/rules/turn.py", "# the Phantom first (R4)", "R4: decision or ruling?"),
        ("tests/games/nautilus_2002/test_rules.py", "# example 99", "example 99: no test"),
        ("simkit/run/runner.py", "# ruling R4", "R4: no row"),
        ("simkit/run/runner.py", "# decision 999", "a decision that is no page of docs/decisions"),
        ("simkit/run/runner.py", "# the game sheet says", "'game sheet' is outside the project"),
    ],
)
def test_what_is_not_defined_is_found(path: str, text: str, complaint: str) -> None:
    assert list(complaints(ROOT / path, text)) == [complaint]


def test_what_is_defined_is_not_complained_about() -> None:
    text = "# decisions D2 to D4 and D7, ruling R28; example 3; decision 013"
    assert list(complaints(ROOT / "simkit/games/nautilion/rules/turn.py", text)) == []
