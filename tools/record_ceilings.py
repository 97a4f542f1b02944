"""Records with a game the ceilings that runs have measured, for reports on any run with the same rules.

    simkit ceiling experiments/nautilion_difficulty.yaml --where "reserve=[2, 4, 6]"
    python tools/record_ceilings.py runs/ceiling/nautilion_difficulty

It takes the folders of answers, or of runs that asked for the ceiling of their rules (`ceiling: true`).  What
was just measured with the game's master is written into ceilings.yaml beside the game's strategies, in place
of what stands there for the same rules.  Do this after the master, a strategy or a rule was changed: reports
say so until then.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import click

import simkit
from simkit.errors import BadInput
from simkit.plugins import find_game, ladder_files, master_of
from simkit.questions.answer import stored_answer
from simkit.run.findings.ceiling import (
    CEILING,
    FILE,
    Ceiling,
    sources_of_play,
    write_ceilings,
)
from simkit.run.store.manifest import ANSWERS


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path))
def record(folders: tuple[Path, ...]) -> None:
    """Record the ceilings in FOLDERS: answers of `simkit ceiling`, or runs that asked for it."""
    try:
        for folder in folders:
            file, count = record_answer(folder, datetime.now(UTC).date())
            click.echo(f"{count:,} ceilings written to {file}")
    except BadInput as complaint:
        raise click.UsageError(str(complaint)) from None


def record_answer(folder: Path, day: date) -> tuple[Path, int]:
    """Record the ceilings in an answer, or in that of a run; return the file, and how many there are.

    Raises
    ------
    BadInput
        If there are none of the game's master and with the game's own content, or the game has no
        ``ladder.yaml``.
    """
    own_folder = folder / ANSWERS / CEILING
    answer = stored_answer(own_folder if own_folder.is_dir() else folder)
    if answer is None or answer.question != CEILING:
        raise BadInput(f"{folder}: has no answer to the question {CEILING}")
    game = find_game(answer.data["game"])
    if answer.data["changed_content"]:
        raise BadInput(
            f"{folder}: played with other content than the game's, so that nothing can be recorded"
        )
    files = ladder_files(game.name)
    if not files:
        raise BadInput(f"{game.name} has no ladder.yaml beside its strategies, where ceilings are recorded")
    master = master_of(game.name)
    wanted = master.base.name, master.look_ahead.playouts if master.look_ahead else 0
    found = [Ceiling.from_data(own) for own in answer.data["ceilings"]]
    own = [one for one in found if not one.measured and (one.base, one.playouts) == wanted]
    if not own:
        raise BadInput(f"{folder}: nothing was measured with the game's master of today")
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
