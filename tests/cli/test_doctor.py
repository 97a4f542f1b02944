"""`simkit doctor`: what it checks on this machine, and what it says of what is broken."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from click.testing import Result

from simkit.door import doctor
from simkit.game import Game


def only(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Leave only these of all checks."""
    for name in set(doctor.CHECKS) - set(names):
        monkeypatch.delitem(doctor.CHECKS, name)


def test_all_is_well_here_and_nothing_is_written(simkit: Callable[..., Result], tmp_path: Path) -> None:
    told = simkit("doctor", "--json")
    assert told.exit_code == 0, told.output
    rows = {row["what"]: row for row in json.loads(told.output)}
    assert list(rows) == list(doctor.CHECKS)
    assert all(row["state"] == "ok" for name, row in rows.items() if name not in ("memory", "cache"))
    assert f"numba {version('numba')}" in rows["libraries"]["found"]
    assert "Pig compiles, 1,000 games are played" in rows["compiling"]["found"]
    assert list(tmp_path.iterdir()) == []


def test_a_cache_that_cant_be_written_is_broken_and_says_what_to_do(
    simkit: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, "cache", "cores")
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SIMKIT_CACHE_DIR", str(tmp_path / "file" / "below"))
    monkeypatch.setenv("COLUMNS", "200")
    told = simkit("doctor")
    assert told.exit_code == 1
    lines = told.output.splitlines()
    assert [line.split()[:2] for line in lines[:2]] == [["ok", "cores"], ["broken", "cache"]]
    assert "can't be written" in lines[1]
    assert lines[2].strip() == "to do: set SIMKIT_CACHE_DIR to another folder"
    assert lines[3:] == ["broken: cache"]


def test_an_empty_cache_is_fine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "cache")
    monkeypatch.setenv("SIMKIT_CACHE_DIR", str(tmp_path / "new"))
    ((_, found),) = doctor.check_all()
    assert found.state != "broken"
    assert "empty so far" in found.found


@pytest.mark.parametrize(("installed", "said"), [("0.1", "polars is 0.1, allowed is"), ("", "polars is not")])
def test_a_library_that_is_too_old_or_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, installed: str, said: str
) -> None:
    def other(name: str) -> str:
        if name == "polars" and not installed:
            raise PackageNotFoundError(name)
        return installed if name == "polars" else version(name)

    only(monkeypatch, "libraries")
    monkeypatch.setattr(doctor, "version", other)
    ((_, found),) = doctor.check_all()
    assert found.state == "broken"
    assert found.found.startswith(said)
    assert "numba" not in found.found
    assert found.advice == doctor.INSTALL_ANEW


def test_a_check_that_fails_is_broken_and_the_next_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "cores", "memory")

    def fails() -> doctor.Checked:
        raise RuntimeError("no such thing")

    monkeypatch.setitem(doctor.CHECKS, "cores", fails)
    found = dict(doctor.check_all())
    assert found["cores"] == ("broken", "RuntimeError: no such thing", doctor.INSTALL_ANEW)
    assert found["memory"].state != "broken"


def test_little_memory_is_no_fault(simkit: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "memory")
    monkeypatch.setattr(doctor, "_memory_in_bytes", lambda: (1 << 29, 1 << 31))
    told = simkit("doctor")
    assert told.exit_code == 0
    assert told.output.split()[:7] == ["careful", "memory", "0.5", "of", "2.0", "GB", "free"]
    assert told.output.endswith("simkit works here\n")


def test_pig_is_found_where_it_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simkit.plugins.game_names", lambda: ["nautilion"])
    before = list(sys.path)
    game, strategy = doctor._pig()
    assert isinstance(game, Game) and game.name == "pig"
    assert getattr(strategy, "name", "") == "hold_at"
    assert sys.path == before


@pytest.mark.long
def test_it_works_where_libraries_can_not_be_imported() -> None:
    code = (
        "import sys; sys.modules.update(numba=None, polars=None, rich=None, matplotlib=None); "
        "sys.argv = ['simkit', 'doctor']; from simkit.__main__ import program; program()"
    )
    wide = os.environ | {"COLUMNS": "200"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=wide)
    assert done.returncode == 1, done.stderr
    assert done.stderr == ""
    states = {words[1]: words[0] for line in done.stdout.splitlines() if len(words := line.split()) > 2}
    assert states["Python"] == states["cores"] == "ok"
    assert {states[name] for name in ("compiling", "fonts", "PDF")} == {"broken"}
    assert "import of polars halted" in done.stdout
