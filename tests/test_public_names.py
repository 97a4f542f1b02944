"""What is shown to be copied imports public names only, and each of them says what it is."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PUBLIC = (
    "simkit",
    "simkit.game",
    "simkit.game.effects",
    "simkit.questions",
    "simkit.report",
    "simkit.testing",
)
IMPORT = re.compile(
    r"^[ \t>.]*(?:from[ \t]+(simkit[\w.]*)[ \t]+import\b|import[ \t]+(simkit[\w.]*))", re.MULTILINE
)
OF_A_SHIPPED_GAME = re.compile(r"simkit\.games\.\w+\.")
"""What a strategy for a shipped game may need: the constants of its rules."""


def shown() -> Iterator[tuple[Path, str]]:
    """Yield the files from which readers copy, and the code in them."""
    templates = ROOT / "simkit" / "experiment" / "file" / "templates"
    for file in (*(ROOT / "examples").rglob("*.py"), *templates.rglob("*.py"), *templates.rglob("*.py.in")):
        yield file, file.read_text(encoding="utf-8")
    for file in (ROOT / "examples").rglob("*.ipynb"):
        cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
        yield file, "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    for room in ("docs/howto", "docs/tutorial", "docs/reference", "examples", "simkit/games"):
        for file in (ROOT / room).rglob("*.md"):
            yield (
                file,
                "\n".join(re.findall(r"```\w*\n(.*?)```", file.read_text(encoding="utf-8"), re.DOTALL)),
            )
    yield ROOT / "README.md", (ROOT / "README.md").read_text(encoding="utf-8")


def test_what_is_copied_imports_public_names_only() -> None:
    files, private = 0, []
    for file, code in shown():
        files += 1
        for found in IMPORT.finditer(code):
            module = found[1] or found[2]
            is_public = module in PUBLIC or not re.match(r"simkit(\.|$)", module)
            if not is_public and not OF_A_SHIPPED_GAME.match(f"{module}."):
                private.append(f"{file.relative_to(ROOT)}: {module}")
    assert files > 50 and not private, "\n".join(private)


@pytest.mark.parametrize("module", PUBLIC)
def test_each_public_name_says_what_it_is(module: str) -> None:
    public = importlib.import_module(module)
    named = {name: getattr(public, name) for name in public.__all__}
    assert [name for name, own in named.items() if callable(own) and not own.__doc__] == []
