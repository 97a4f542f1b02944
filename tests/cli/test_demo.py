"""`simkit demo`: an experiment that comes with simkit is copied into the folder, and run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from simkit.content.source import read_source
from simkit.experiment.file.shipped import copy_experiment, shipped_experiments

SHIPPED = sorted((Path(__file__).parents[2] / "experiments").glob("*.yaml"))


def test_the_experiment_is_written_and_run(simkit: Callable[..., Result]) -> None:
    told = simkit("demo", "--games", "0")  # refused by `run`
    assert told.exit_code == 2
    assert told.output.startswith(
        "wrote nautilion_base.yaml; after a change to it: simkit run nautilion_base.yaml\n"
    )
    assert "--games: found 0" in told.output
    lines = Path("nautilion_base.yaml").read_text().splitlines()
    assert lines[0].startswith("# How hard is Nautilion?")
    assert "#   simkit run nautilion_base.yaml" in lines


def test_a_file_that_is_there_is_kept_and_run(simkit: Callable[..., Result]) -> None:
    Path("nautilion_base.yaml").write_text("game: pigg\n")
    told = simkit("demo")
    assert told.output.startswith("found nautilion_base.yaml")
    assert "unknown game 'pigg'" in told.output
    assert Path("nautilion_base.yaml").read_text() == "game: pigg\n"


def test_a_misspelt_name_is_told_the_nearest(simkit: Callable[..., Result]) -> None:
    told = simkit("demo", "nautilion_bas")
    assert told.exit_code == 2
    assert "unknown experiment 'nautilion_bas'; did you mean 'nautilion_base'?" in told.output


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_every_experiment_can_be_copied_as_it_is(tmp_path: Path, file: Path) -> None:
    assert list(shipped_experiments()) == [own.stem for own in SHIPPED]
    copy, is_new = copy_experiment(file.name, tmp_path)
    assert is_new
    assert read_source(copy).data == read_source(file).data
    assert "experiments/" not in copy.read_text() and "schema" not in copy.read_text()
