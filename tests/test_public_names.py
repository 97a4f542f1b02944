"""What is shown to be copied imports public names only, and each of them says what it is."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import simkit

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
    assert [name for name, value in named.items() if callable(value) and not value.__doc__] == []


TYPES = ("Answer", "Claim", "Comparison", "Document", "Experiment", "Played", "Quantity", "Replay", "Run")


def test_types_are_public_and_load_polars_only_when_they_are_asked_for() -> None:
    packages = {module.removeprefix("simkit.") for module in PUBLIC if module.count(".") == 1}
    assert set(dir(simkit)) == {*simkit.__all__, *packages, "__version__"}
    assert set(TYPES) <= set(simkit.__all__)
    code = (
        "from __future__ import annotations\nimport sys, simkit\n"
        "def played(run: simkit.Run) -> simkit.Answer: ...\n"
        "assert not {'polars', 'numba', 'numpy'} & sys.modules.keys()\n"
        f"from simkit import {', '.join(TYPES)}\nassert 'polars' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_functions_return_is_of_the_public_types(tmp_path: Path) -> None:
    run, other = (
        simkit.run(game="pig", games=200, seed=seed, strategies=["hold_at", "random"], runs=tmp_path)
        for seed in (1, 2)
    )
    assert isinstance(run, simkit.Run) and isinstance(run.replay(game=3), simkit.Replay)
    assert isinstance(simkit.experiment(game="pig", strategy="random"), simkit.Experiment)
    assert isinstance(simkit.play("pig", ["hold_at", "random"], games=2), simkit.Played)
    assert isinstance(simkit.ladder("pig"), simkit.Answer)
    assert isinstance(run.compare(other), simkit.Comparison)
    document = run.document()
    assert isinstance(document, simkit.Document)
    answer = document.answer
    assert answer is not None
    claims = [claim for sentence in answer.sentences for claim in getattr(sentence, "claims", ())]
    assert claims and all(isinstance(claim, simkit.Claim) for claim in claims)
    assert all(isinstance(quantity, simkit.Quantity) for claim in claims for quantity in claim.quantities)
    with pytest.raises(AttributeError, match="'Rnu'"):
        _ = simkit.Rnu  # type: ignore[attr-defined]
