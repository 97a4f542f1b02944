"""`simkit play`: a person sits at the table."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from simkit.cli.screen import console
from simkit.content.characters import NAME, NAME_IN_WORDS
from simkit.door import RUNS
from simkit.errors import BadInput
from simkit.experiment.values import Experiment
from simkit.questions.likeness import QUESTION
from simkit.questions.question import Question
from simkit.run.store.directory import RunDirectory
from simkit.run.work.interrupt import run_interruptibly
from simkit.table.game import TableGame
from simkit.table.kept import KeptGame, add_games, directory_of, games_in
from simkit.table.saved import read_saved
from simkit.table.screen import Left, TableScreen
from simkit.table.setting import TableOfPlayers, table_for

INTERRUPTED = 130


def play_and_show(
    target: str | None,
    number: int | None,
    into: str | None,
    resume: Path | None,
    trust: bool,
    **described: Any,
) -> None:
    """Play a game at the terminal, keep it, and show how it went; the arguments are the options."""
    if (target is None) == (resume is None):
        raise BadInput("say what to play: a game or an experiment's file; or --resume FILE, a saved game")
    if trust and resume is None:
        raise BadInput("--trust is about a saved game: --resume FILE")
    if resume is not None:
        if number is not None or any(described.values()):
            raise BadInput("--resume goes on with a saved game as it was; leave the other options out")
        saved = read_saved(resume, trusted=trust)
        into = into if into is not None else saved.into
        out, table = place_of(saved.table, into)
        game = saved.game()
    else:
        assert target is not None
        out, table = place_of(table_for(target, **described), into or "")
        taken = games_in(out)
        if number in taken:
            raise BadInput(f"game {number} was played at this table already ({out}); leave --game out")
        game = TableGame(table, number if number is not None else max(taken, default=-1) + 1)
    screen = TableScreen(game, console, into or "", _reader())
    try:
        while True:
            screen.play()
            screen.show_end()
            if not sys.stdin.isatty() or screen.after_the_end():
                break
    except Left as left:
        sys.exit(INTERRUPTED if left.is_interrupted else 0)
    run = add_games(table, [KeptGame.of(game)], out)
    console.print(f"kept as game {game.number} of {run.path}")
    show_likeness(run)


def place_of(
    table: TableOfPlayers, into: str, directory: Callable[[Experiment, Path], Path] = directory_of
) -> tuple[Path, TableOfPlayers]:
    """Return the run directory of a table's games, and the table under the name that it has there."""
    if into and len(Path(into).parts) > 1:
        return Path(into), table
    if into and not re.match(NAME, into):
        raise BadInput(f"--into: found '{into}', allowed are {NAME_IN_WORDS}; or a directory: games/tuesday")
    named = TableOfPlayers(replace(table.experiment, name=into)) if into else table
    return directory(named.experiment, RUNS), named


def _reader() -> Any:
    """Return what reads a line: with a line to edit on a terminal."""
    if sys.stdin.isatty():
        import readline  # noqa: F401 (input() then has a line to edit)
    return input


def show_likeness(run: RunDirectory, question: Question[Any] = QUESTION) -> None:
    """Print which strategies the people play like, or what else a question finds; Ctrl-C leaves it out."""
    try:
        with console.status("comparing with the strategies (Ctrl-C leaves it out) ..."):
            found = run_interruptibly(question.read_from, run, question.parameters())
    except KeyboardInterrupt:
        return
    for sentence in found.sentences:
        console.print(sentence)
