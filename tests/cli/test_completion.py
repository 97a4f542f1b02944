"""What a shell completes: commands, games where one is meant, files where one may stand."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from click.shell_completion import BashComplete
from click.testing import Result

from simkit.cli.main import main
from simkit.plugins import game_names


def completed(*words: str) -> list[tuple[str, str]]:
    """Return what is offered for the last word: its kind, and the word itself."""
    shell = BashComplete(main, {}, "simkit", "_SIMKIT_COMPLETE")
    return [(item.type, item.value) for item in shell.get_completions(list(words[:-1]), words[-1])]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("lu",), [("plain", "luck")]),
        (("rules", "pi"), [("plain", "pig")]),
        (("strategies", "pi"), [("plain", "pig")]),
        (("schema", "nautili"), [("plain", "nautilion")]),
        (("new", "strategy", "fox", "--game", "pi"), [("plain", "pig")]),
        (("luck", "pi"), [("file", "pi"), ("plain", "pig")]),
        (("ui", "pi"), [("file", "pi"), ("plain", "pig")]),
        (("run", "pi"), [("file", "pi")]),
        (("rules", "--js"), [("plain", "--json")]),
    ],
)
def test_commands_games_and_files_are_offered(words: tuple[str, ...], offered: list[tuple[str, str]]) -> None:
    assert completed(*words) == offered


def test_all_games_are_offered_to_an_empty_word() -> None:
    assert completed("cards", "") == [("plain", name) for name in game_names()]


@pytest.mark.parametrize(("shell", "line"), [("zsh", "#compdef simkit"), ("fish", "complete --no-files")])
def test_the_script_of_a_shell_is_printed(simkit: Callable[..., Result], shell: str, line: str) -> None:
    told = simkit("completion", shell)
    assert told.exit_code == 0
    assert line in told.output
    assert f"_SIMKIT_COMPLETE={shell}_complete" in told.output


def test_a_shell_without_a_script_is_refused(simkit: Callable[..., Result]) -> None:
    told = simkit("completion", "tcsh")
    assert told.exit_code == 2
    assert "'bash', 'zsh', 'fish'" in told.output


def test_bash_completes_and_loads_no_numba() -> None:
    code = (
        "import sys, simkit.cli.main\ntry:\n    simkit.cli.main.main(prog_name='simkit')\n"
        "finally:\n    print([m for m in ('numba', 'numpy', 'polars', 'rich') if m in sys.modules])"
    )
    asked = {"_SIMKIT_COMPLETE": "bash_complete", "COMP_WORDS": "simkit ladder pi", "COMP_CWORD": "2"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | asked, check=True
    )
    assert done.stdout.splitlines() == ["file,pi", "plain,pig", "[]"]
