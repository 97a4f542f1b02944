"""The wheel: one top-level package, which plays beside folders of a designer's own with any name."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from pathlib import Path

import pytest

import simkit

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
        "examples/yacht/yacht.yaml",
        "experiments/nautilion_base.yaml",
        "py.typed",
    ):
        assert f"simkit/{file}" in names


def test_versions_agree() -> None:
    (cited,) = re.findall(
        r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert cited == simkit.__version__


def test_the_oldest_python_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = [
        name.rpartition(" ")[2] for name in project["project"]["classifiers"] if ":: Python :: 3." in name
    ]
    oldest = named[0]
    assert project["project"]["requires-python"] == f">={oldest}"
    assert project["tool"]["ruff"]["target-version"] == f"py{oldest.replace('.', '')}"
    assert f"{sys.version_info[0]}.{sys.version_info[1]}" in named
    for page in ("README.md", "docs/howto/install.md"):
        assert f"Python {oldest} or later" in (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.long
def test_an_empty_folder_is_enough_for_the_demo(wheel: Path, tmp_path: Path) -> None:
    python = installed(wheel, tmp_path)
    mine = tmp_path / "mine"
    mine.mkdir()
    own = {"HOME": str(tmp_path), "SIMKIT_CACHE_DIR": str(tmp_path / "cache")}
    told = _run(str(python), "-m", "simkit", "doctor", cwd=mine, **own)
    assert told.endswith("simkit works here\n")
    assert "Pig compiles" in told
    assert list(mine.iterdir()) == []
    _run(str(python), "-m", "simkit", "demo", "--games", "50", cwd=mine, **own)
    assert {path.name for path in mine.iterdir()} == {"nautilion_base.yaml", "runs"}
    (run,) = (mine / "runs" / "nautilion_base").iterdir()
    assert (run / "report.pdf").read_bytes().startswith(b"%PDF")
    assert "Nautilion: how hard" in (run / "report.html").read_text(encoding="utf-8")
    (mine / "pig.yaml").write_text(EXPERIMENT.replace("nautilus_island", "pig"))
    _run(str(python), "-m", "simkit", "run", "pig.yaml", "--backend", "processes", cwd=mine, **own)
    assert (mine / "runs" / "it").is_dir()


def installed(wheel: Path, folder: Path) -> Path:
    """Install the wheel where only its dependencies are, as in a fresh environment; return its Python."""
    _run(sys.executable, "-m", "venv", "--without-pip", str(folder / "env"), cwd=folder)
    (site,) = (folder / "env").glob("lib/*/site-packages")
    for library in Path(sysconfig.get_path("purelib")).iterdir():
        if "simkit" not in library.name and library.name != "__editable__":
            (site / library.name).symlink_to(library)
    zipfile.ZipFile(wheel).extractall(site)
    return folder / "env" / "bin" / "python"


@pytest.mark.long
@pytest.mark.parametrize("form", ["strategies/__init__.py", "strategies.py"])
def test_it_plays_beside_a_folder_of_that_name(wheel: Path, tmp_path: Path, form: str) -> None:
    python = installed(wheel, tmp_path)
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
    (site,) = (tmp_path / "env").glob("lib/*/site-packages")
    assert where.strip() == str(site / "simkit" / "__init__.py")
