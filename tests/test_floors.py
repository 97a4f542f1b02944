"""The shape of the house: imports run down the floors, and the engine knows no game."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

FLOORS = [
    "simkit.errors",
    "simkit.words",
    "simkit.compile",
    "simkit.content",
    "simkit.engine",
    "simkit.game",
    "simkit.games",
    "simkit.strategies",
    "simkit.plugins",
    "simkit.stats",
    "simkit.experiment",
    "simkit.experiment.file",
    "simkit.run",
    "simkit.run.store",
    "simkit.run.work",
    "simkit.run.findings",
    "simkit.run.runner",
    "simkit.testing",
    "simkit.search",
    *(f"simkit.report.{room}" for room in ("words", "document", "facts", "effects", "sections", "front")),
    "simkit.report",
    "simkit.reports",
    "simkit.questions",
    "simkit.door",
    "simkit.cli",
]
"""From the ground up; nothing imports from above itself.  `plugins` finds what stands below it."""

LINKED = ("strategies", "reports")
"""Top-level folders that are imported as parts of simkit."""

SOURCES = sorted(
    path
    for folder in ("simkit", "strategies", "reports", "examples")
    for path in (ROOT / folder).rglob("*.py")
)
SHIPPED = [path for path in SOURCES if "examples" not in path.parts]


def module_of(path: Path) -> str:
    """Return the name that a file is imported by: the top-level folders are linked into the package."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    return f"simkit.{name}" if name.partition(".")[0] in LINKED else name


def floor_of(module: str) -> int | None:
    for number, floor in sorted(enumerate(FLOORS), key=lambda own: -len(own[1])):
        if module == floor or module.startswith(f"{floor}."):
            return number
    return None


def imports_of(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
    return found


@pytest.mark.parametrize("path", SHIPPED, ids=module_of)
def test_imports_run_down_the_floors(path: Path) -> None:
    module = module_of(path)
    if module in ("simkit", "simkit.__main__"):
        return
    own = floor_of(module)
    assert own is not None, f"{module} stands on no floor"
    above = {name for name in imports_of(path) if (floor_of(name) or 0) > own}
    assert not above, f"{module} reaches up to {above}"


def test_no_file_imports_one_that_imports_it() -> None:
    """Imports for types count, and those inside functions."""
    modules = {module_of(path): path for path in SOURCES}
    imported = {name: sorted(imports_of(path) & modules.keys() - {name}) for name, path in modules.items()}
    finished: set[str] = set()

    def follow(name: str, importers: tuple[str, ...]) -> None:
        assert name not in importers, " imports ".join((*importers[importers.index(name) :], name))
        if name not in finished:
            for other in imported[name]:
                follow(other, (*importers, name))
            finished.add(name)

    for name in modules:
        follow(name, ())


def test_numba_is_known_on_the_compile_floor_alone() -> None:
    for path in SHIPPED:
        if floor_of(module_of(path)) != FLOORS.index("simkit.compile"):
            libraries = {name.partition(".")[0] for name in imports_of(path)}
            assert libraries.isdisjoint({"numba", "llvmlite"}), path


def test_games_and_strategies_know_only_their_own_game() -> None:
    for path in SHIPPED:
        parts = module_of(path).split(".")
        own = parts[2:3] if parts[:2] in (["simkit", "games"], ["simkit", "strategies"]) else []
        if own:
            games = {n.split(".")[2] for n in imports_of(path) if n.startswith("simkit.games.")}
            assert games <= set(own), path


def test_statistics_know_no_games() -> None:
    for path in (ROOT / "simkit/stats").glob("*.py"):
        assert not {name for name in imports_of(path) if name.startswith(("simkit.engine", "simkit.games"))}


def test_the_engine_has_no_word_of_any_game() -> None:
    words = re.compile(r"nautil|phantom|darkhouse|abyss|castaway|whirlwind|\bpig\b|\bcrew\b", re.IGNORECASE)
    for path in [
        path for floor in ("compile", "content", "engine") for path in (ROOT / "simkit" / floor).rglob("*.py")
    ]:
        assert not words.search(path.read_text()), path
