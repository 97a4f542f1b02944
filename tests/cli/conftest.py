"""What the tests of the command line share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from simkit.cli.main import main
from simkit.cli.screen import console


@pytest.fixture
def simkit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Return a function that runs simkit in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(console, "width", 200)  # its lines are not to be broken, whoever imported it first

    def run(*arguments: object) -> Result:
        return CliRunner().invoke(main, [str(argument) for argument in arguments])

    return run
