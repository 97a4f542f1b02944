"""Optional parts come off without a scar: in a copy without them all checks pass, and Pig has its report."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import parts
import pytest

PARTS = parts.parts()

QUICK = (
    "tests/test_plugins.py",
    "tests/test_public_names.py",
    "tests/cli/test_commands.py",
    "tests/test_docs.py",
    "tests/test_code_blocks.py",
    "examples/pig",
)
"""The tests that are run without each single part; without all of them, all are."""


def run(copy: Path, *command: str | Path) -> str:
    """Run a command in a copy of the repository as if the copy were installed; return what it prints."""
    own = os.environ | parts.environment(copy)
    done = subprocess.run(command, cwd=copy, env=own, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout[-5000:]}\n{done.stderr[-5000:]}"
    return done.stdout


def copy_without(folder: Path, *names: str) -> Path:
    """Write a copy of the repository without some parts, and check it; return its folder."""
    copy = folder / "copy"
    copy.mkdir()
    parts.write_copy(copy, names)
    if (known := parts.ROOT / ".mypy_cache").is_dir():
        shutil.copytree(known, copy / ".mypy_cache")  # what has not changed need not be checked again
    installed = Path(sys.prefix) / ".ready"
    run(copy, "make", "check", "--assume-old", installed, f"VENV={sys.prefix}")
    run(
        copy, sys.executable, "-m", "simkit", "run", "examples/pig/pig.yaml", "--games", "200", "--no-ceiling"
    )
    assert list(copy.glob("runs/*/*/report.html"))
    return copy


@pytest.mark.long
@pytest.mark.parametrize("name", PARTS)
def test_without_a_part_the_rest_is_whole(name: str, tmp_path: Path) -> None:
    copy = copy_without(tmp_path, name)
    run(copy, sys.executable, "-m", "pytest", *QUICK)


@pytest.mark.long
def test_without_all_parts_all_tests_of_the_core_pass(tmp_path: Path) -> None:
    copy = copy_without(tmp_path, *PARTS)
    assert [path.name for path in (copy / "simkit" / "games").iterdir()] == ["__init__.py"]
    run(copy, sys.executable, "-m", "pytest", "-n", "auto", "--maxprocesses", "4", "--dist", "worksteal")


def test_the_core_and_the_tools_name_no_module_of_a_part() -> None:
    """Only `simkit/__init__.py` has a line that goes with a part."""
    belongs = [path for part in PARTS.values() for path in part.files()]
    names = [path.relative_to(parts.ROOT).with_suffix("").as_posix() for path in belongs]
    modules = [
        f"simkit.{name.removeprefix('simkit/').replace('/', '.')}"
        for name in names
        if name.startswith(("simkit/", "strategies/", "reports/"))
    ]
    assert {"simkit.page", "simkit.games.castaways", "simkit.strategies.nautilion"} < {*modules}
    named = re.compile(rf"\b(?:{'|'.join(map(re.escape, modules))})\b")
    for folder in ("simkit", "strategies", "reports", "tools"):
        for file in (parts.ROOT / folder).rglob("*.py"):
            is_optional = any(file.is_relative_to(belong) for belong in belongs)
            if not is_optional and file != parts.ROOT / "simkit" / "__init__.py":
                assert not named.search(file.read_text(encoding="utf-8")), file
