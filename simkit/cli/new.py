"""`simkit new`: writes a strategy, an experiment, a board, a report or a game to start from."""

from __future__ import annotations

from pathlib import Path

from simkit.cli.screen import console
from simkit.experiment.file import starters


def write_strategy(name: str, game: str) -> None:
    """Write a strategy in the current folder, and print what to type next."""
    file = starters.new_strategy(name, game, Path())
    _say(
        f"wrote {file}",
        "play it:",
        f"    simkit new experiment {name}_tried --game {game} --strategy ./{file}:{name}",
        f"    simkit run {name}_tried.yaml",
    )


def write_experiment(name: str, game: str, strategies: tuple[str, ...]) -> None:
    """Write an experiment in the current folder, and print what to type next."""
    file = starters.new_experiment(name, game, strategies, Path())
    _say(f"wrote {file}", "run it:", f"    simkit run {file}")


def write_board(name: str, game: str) -> None:
    """Write a drawing of a game's board in the current folder, and print what to type next."""
    file = starters.new_board(name, game, Path())
    _say(
        f"wrote {file}, the board as it is printed",
        "draw another, and see if it is right:",
        f"    simkit cards {game} --content {file}",
        f"play on it; in an experiment: content: {file}",
    )


def write_report_script(name: str) -> None:
    """Write a report script in the current folder, and print what to type next."""
    file = starters.new_report(name, Path())
    _say(
        f"wrote {file}",
        "write a run's report with it:",
        f"    simkit report RUN --script ./{file}",
        f"or name it in the experiment: report: ./{file}",
    )


def write_game(name: str, like: str) -> None:
    """Write a game's folder in the current folder, and print what to type next."""
    folder = starters.new_game(name, Path(), like)
    so_far = "plays Pig so far; its README.md explains how a game is written"
    if like not in ("dice", "pig"):
        so_far = "is a whole small game; its README.md says how it is played, and where to change what"
    _say(
        f"wrote {folder}/, which {so_far}",
        "play it:",
        f"    pip install --editable {folder}",
        f"    simkit schema > {folder}/schema.json",
        f"    simkit run {folder}/{name}.yaml",
    )


def _say(*lines: str) -> None:
    for line in lines:
        console.print(line)
