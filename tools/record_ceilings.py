"""Records with a game the ceilings that runs have measured, for reports on any run with the same rules.

    simkit run experiments/nautilion_difficulty.yaml --ceiling
    python tools/record_ceilings.py runs/nautilion_difficulty/*

The runs have asked for the ceiling of their rules (`ceiling: true`).  What they have just measured with the
game's master is written into ceilings.yaml beside the game's strategies, in place of what stands there for
the same rules.  Do this after the master, a strategy or a rule was changed: reports say so until then.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import click

import simkit
from simkit.errors import BadInput
from simkit.plugins import ladder_files, master_of
from simkit.questions.kept import kept_answer
from simkit.run.findings.ceiling import (
    CEILING,
    FILE,
    Ceiling,
    sources_of_play,
    write_ceilings,
)
from simkit.run.store.directory import RunDirectory


@click.command()
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path))
def record(runs: tuple[Path, ...]) -> None:
    """Record the ceilings that RUNS have measured."""
    try:
        for path in runs:
            file, count = record_run(RunDirectory(path), datetime.now(UTC).date())
            click.echo(f"{count:,} ceilings written to {file}")
    except BadInput as complaint:
        raise click.UsageError(str(complaint)) from None


def record_run(run: RunDirectory, day: date) -> tuple[Path, int]:
    """Record the ceilings that a run has measured; return the file, and how many there are.

    Raises
    ------
    BadInput
        If it has measured none with the game's master and content, or the game has no ``ladder.yaml``.
    """
    run.require_finished()
    game, answer = run.game, kept_answer(run, CEILING)
    if game.changed_content:
        raise BadInput(
            f"{run.path}: played with other content than the game's, so that nothing can be recorded"
        )
    files = ladder_files(game.name)
    if not files:
        raise BadInput(f"{game.name} has no ladder.yaml beside its strategies, where ceilings are recorded")
    master = master_of(game.name)
    wanted = master.base.name, master.look_ahead.playouts if master.look_ahead else 0
    found = [] if answer is None else [Ceiling.from_data(own) for own in answer.data["ceilings"]]
    own = [one for one in found if not one.measured and (one.base, one.playouts) == wanted]
    if not own:
        raise BadInput(f"{run.path}: measured no ceiling with the game's master; run it with --ceiling")
    file = files[0].with_name(FILE)
    about = {
        "measured": day.isoformat(),
        "simkit": simkit.__version__,
        "sources": sources_of_play(game, master.base.name),
    }
    write_ceilings(file, game.name, own, about)
    return file, len(own)


if __name__ == "__main__":
    record()
