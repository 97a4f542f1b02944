"""What all tests share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, settings

from simkit import plugins
from simkit.cli.main import main
from simkit.cli.screen import console
from simkit.experiment.file.load import Overrides, load_experiment
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory

os.environ.pop("COLUMNS", None)  # set where tests run side by side; output is then wrapped as on a screen

RunOf = Callable[..., RunDirectory]
Simkit = Callable[..., Result]

UNHURRIED = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
settings.register_profile("daily", max_examples=10, deadline=None, suppress_health_check=UNHURRIED)
settings.register_profile("long", max_examples=200, deadline=None, suppress_health_check=UNHURRIED)
settings.load_profile("daily")

SMALL = """
name: small
title: A small experiment
game: {game}
seed: 7
games: 300
strategy: random
factors: {factors}
report: none
"""


@pytest.fixture(autouse=True, scope="session")
def settings_of_no_account(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the settings of the account that tests out of them: they may name a cluster."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("settings")))
        yield


@pytest.fixture(autouse=True, scope="module")
def forget_what_was_made() -> Iterator[None]:
    """Forget the games and strategies that the tests of a module have made in this process."""
    yield
    plugins._games_made_here.clear()
    plugins._strategies_made_here.clear()


@pytest.fixture
def write_experiment(tmp_path: Path) -> Callable[[str], Path]:
    """Return a function that writes an experiment file and returns its path."""

    def write(text: str) -> Path:
        path = tmp_path / "experiment.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def run_of(write_experiment: Callable[[str], Path], tmp_path: Path) -> RunOf:
    """Return a function that plays an experiment, a text or a file, into a folder: `run_of(text, "run")`."""

    def run(experiment: str | Path, folder: str = "run", **overrides: Any) -> RunDirectory:
        file = experiment if isinstance(experiment, Path) else write_experiment(experiment)
        return run_experiment(load_experiment(file, Overrides(**overrides)), tmp_path / folder, jobs=1)

    return run


@pytest.fixture(scope="module")
def run_once_of(tmp_path_factory: pytest.TempPathFactory) -> RunOf:
    """Return a function that plays an experiment once for all tests of a module: `run_once_of(text)`.

    Each call reads the run anew.
    """
    played: dict[str, Path] = {}

    def run(text: str) -> RunDirectory:
        if text not in played:
            folder = tmp_path_factory.mktemp("played")
            file = folder / "experiment.yaml"
            file.write_text(text, encoding="utf-8")
            played[text] = run_experiment(load_experiment(file), folder / "run", jobs=1).path
        return RunDirectory(played[text])

    return run


@pytest.fixture
def small(write_experiment: Callable[[str], Path]) -> Path:
    """Return a small experiment with Pig: four scenarios of 300 games."""
    factors = "{rules.target: [20, 40], die: {printed: {}, small: {rules.sides: 4}}}"
    return write_experiment(SMALL.format(game="pig", factors=factors))


@pytest.fixture
def boards(write_experiment: Callable[[str], Path]) -> Path:
    """Return the like for Nautilion, of which a game has one player, several ends and levels in words."""
    factors = "{rules.board: [A1, C2], rules.reserve: [2, 6]}"
    return write_experiment(SMALL.format(game="nautilion", factors=factors))


@pytest.fixture
def simkit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Simkit:
    """Return a function that runs simkit in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        console, "width", 200
    )  # its lines are not to be broken, whichever test imported it first

    def run(*arguments: object) -> Result:
        return CliRunner().invoke(main, [str(argument) for argument in arguments])

    return run
