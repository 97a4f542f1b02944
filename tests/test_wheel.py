"""The wheel: one top-level package, which plays beside folders of a designer's own with any name."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXPERIMENT = "name: it\ngame: nautilus_island\ngames: 20\nstrategy: random\nreport: none\n"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a wheel that is built from the source distribution, as it is published."""
    out = tmp_path_factory.mktemp("built")
    build = "import sys, hatchling.build as b; print(b.build_sdist(sys.argv[1]))"
    sdist = _run(sys.executable, "-c", build, str(out), cwd=ROOT).splitlines()[-1]
    source = out / "source"
    source.mkdir()
    _run("tar", "xzf", str(out / sdist), "-C", str(source), "--strip-components=1", cwd=out)
    name = _run(sys.executable, "-c", build.replace("sdist", "wheel"), str(out), cwd=source).splitlines()[-1]
    return out / name


def _run(*command: str, cwd: Path, **environment: str) -> str:
    own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | environment
    done = subprocess.run(command, cwd=cwd, env=own, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_has_one_top_level_package(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names if ".dist-info" not in name} == {"simkit"}
    for file in ("strategies/pig", "tests"):
        assert not any(name.startswith(f"simkit/{file}") for name in names)
    for file in (
        "strategies/nautilion/players.py",
        "reports/general.py",
        "examples/pig/pyproject.toml",
        "experiment/file/templates/games/cards/game.py.in",
        "py.typed",
    ):
        assert f"simkit/{file}" in names


@pytest.mark.long
@pytest.mark.parametrize("form", ["strategies/__init__.py", "strategies.py"])
def test_it_plays_beside_a_folder_of_that_name(wheel: Path, tmp_path: Path, form: str) -> None:
    """Installed where only its dependencies are, as in a fresh environment."""
    _run(sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "env"), cwd=tmp_path)
    python = tmp_path / "env" / "bin" / "python"
    (site,) = (tmp_path / "env").glob("lib/*/site-packages")
    for installed in Path(sysconfig.get_path("purelib")).iterdir():
        if "simkit" not in installed.name and installed.name != "__editable__":
            (site / installed.name).symlink_to(installed)
    zipfile.ZipFile(wheel).extractall(site)
    mine = tmp_path / "mine"
    for name in (form, form.replace("strategies", "reports")):
        (mine / name).parent.mkdir(parents=True, exist_ok=True)
        (mine / name).write_text("raise RuntimeError('of the designer')\n")
    (mine / "it.yaml").write_text(EXPERIMENT)
    for path in ({}, {"PYTHONPATH": "."}):
        assert "expert" in _run(str(python), "-m", "simkit", "games", cwd=mine, **path)
        assert "is good" in _run(str(python), "-m", "simkit", "check", "it.yaml", cwd=mine, **path)
    _run(str(python), "-m", "simkit", "run", "it.yaml", cwd=mine, PYTHONPATH=".")
    where = _run(str(python), "-c", "import simkit; print(simkit.__file__)", cwd=mine)
    assert where.strip() == str(site / "simkit" / "__init__.py")
