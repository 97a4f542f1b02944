"""`simkit demo`: an experiment that comes with simkit is copied into the folder, and run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from click.testing import Result

SHIPPED = sorted((Path(__file__).parents[2] / "experiments").glob("*.yaml"))


def test_the_experiment_is_written_and_run(simkit: Callable[..., Result]) -> None:
    told = simkit("demo", "--games", "0")  # refused by `run`
    assert told.exit_code == 2
    assert told.output.startswith("wrote nautilion_base.yaml;")
    assert "--games: found 0" in told.output
    assert "#   simkit run nautilion_base.yaml" in Path("nautilion_base.yaml").read_text().splitlines()


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
def test_every_experiment_can_be_copied_as_it_is(simkit: Callable[..., Result], file: Path) -> None:
    assert simkit("demo", file.stem, "--games", "0").exit_code == 2
    copy = Path(file.name).read_text()
    assert yaml.safe_load(copy) == yaml.safe_load(file.read_text())
    assert "experiments/" not in copy and "schema" not in copy
