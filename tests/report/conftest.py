"""What tests of reports share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from simkit.experiment.file.load import load_experiment
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory


@pytest.fixture
def run_of(write_experiment: Callable[[str], Path], tmp_path: Path) -> Callable[[str], RunDirectory]:
    """Return a function that runs an experiment."""

    def make(text: str) -> RunDirectory:
        return run_experiment(load_experiment(write_experiment(text)), tmp_path / "run", jobs=1)

    return make
