"""A damaged run directory is told, whoever reads it, and never read as data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from simkit.cli.main import main
from simkit.errors import Complaint
from simkit.experiment import Overrides, load_experiment
from simkit.run.directory import RunDirectory
from simkit.run.query import find_games
from simkit.run.runner import run_experiment

PART = "games/scenario=0/part-00000.parquet"


@pytest.fixture
def run(small: Path, tmp_path: Path) -> Path:
    return run_experiment(load_experiment(small, Overrides(games=300)), tmp_path / "run", jobs=1).path


def flip(file: Path, place: int) -> None:
    contents = bytearray(file.read_bytes())
    contents[place] ^= 0xFF
    file.write_bytes(bytes(contents))


@pytest.mark.parametrize("place", [32, 33])  # polars reads the one as other data, over the other it panics
@pytest.mark.parametrize(
    "command",
    [
        ["compare", "RUN", "RUN"],
        ["report", "RUN", "--no-pdf"],
        ["replay", "RUN", "--scenario", "0", "--game", "1"],
        ["replay", "RUN", "--where", "turns > 0"],
        ["check", "RUN"],
    ],
)
def test_a_byte_of_a_part_is_told_by_whoever_reads_it(run: Path, command: list[str], place: int) -> None:
    flip(run / PART, place)
    result = CliRunner().invoke(main, [word.replace("RUN", str(run)) for word in command])
    assert result.exit_code == 2
    assert f"damaged, the checksum of {PART} is not the manifest's" in result.output


def test_a_damaged_summary_is_not_shown_as_that_of_a_run_found_again(run: Path, small: Path) -> None:
    flip(run / "summary.parquet", 40)
    result = CliRunner().invoke(main, ["run", str(small), "--out", str(run), "--no-report"])
    assert result.exit_code == 2
    assert "the checksum of summary.parquet" in result.output


@pytest.mark.parametrize("place", [32, 33, -400])
def test_of_an_unfinished_run_no_damage_ends_in_a_traceback(run: Path, place: int) -> None:
    manifest = json.loads((run / "manifest.json").read_text())
    (run / "manifest.json").write_text(json.dumps(manifest | {"state": "running", "files": {}}))
    flip(run / PART, place)
    try:
        find_games(RunDirectory(run), [0], "turns > 900", 1)
    except Complaint as complaint:
        assert "can't be read" in str(complaint)


def test_whatever_byte_is_damaged_reading_complains_if_it_fails(run: Path) -> None:
    table = run / "scenarios.parquet"
    whole, complaints = table.read_bytes(), []
    for place in range(4, 150):  # over some of them polars panics
        flip(table, place)
        try:
            RunDirectory(run).scenarios()
        except Complaint as complaint:
            complaints.append(str(complaint))
        table.write_bytes(whole)
    assert complaints
    assert all("damaged, scenarios.parquet can't be read" in words for words in complaints)
