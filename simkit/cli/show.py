"""`simkit check` of a run, and `simkit schema`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from simkit.cli.screen import console
from simkit.door.listing import content_of
from simkit.engine.contract.content import content_schema
from simkit.errors import BadInput
from simkit.experiment.file.schema import experiment_schema
from simkit.language import listed, plural
from simkit.plugins import find_game
from simkit.questions.kept import require_answers
from simkit.run.findings.fresh import kept_fresh_games
from simkit.run.findings.verdict import VERDICT, has_own_verdict
from simkit.run.store.directory import RunDirectory
from simkit.run.store.files import ON
from simkit.run.store.listed import FILES, FORMER
from simkit.run.store.manifest import ANSWERS, FRESH, INCOMPLETE, MANIFEST, SUMMARY
from simkit.run.work.summing import require_summary

SUMMARY_IS_RIGHT = f"{SUMMARY} is what the tables come to"

MADE_OF_TABLES = ("figures", INCOMPLETE, "report.html", "report.pdf", VERDICT)
"""What lies in a run directory and can be made anew."""


def show_whole(run: RunDirectory, *, deep: bool) -> None:
    """Check a run, file by file; with `deep`, read every byte of it, and work its summary out."""
    if run.incomplete and not run.finished:
        raise BadInput(f"{run.path}: this run was not finished; {ON}\n{run.incomplete}")
    run.require_finished(deep=deep)
    for line in whole_in_lines(run, deep=deep):
        console.print(line)


def whole_in_lines(run: RunDirectory, *, deep: bool) -> Iterator[str]:
    """Yield in words what of a whole run was compared, and what was not."""
    answers = require_answers(run)
    own = f" and {plural(answers, 'answer')}" if answers else ""
    yield _whole_in_words(run, own)
    if deep:
        try:
            _ = run.game
        except BadInput as problem:
            yield f"the summary was not worked out from the tables: {problem}"
        else:
            require_summary(run)
            yield SUMMARY_IS_RIGHT
    if fresh := kept_fresh_games(run):
        yield f"{run.path / FRESH} is whole: fresh games of {plural(len(fresh.games_played), 'scenario')}"
    known = {MANIFEST, FILES, *FORMER, ANSWERS, FRESH, *(Path(name).parts[0] for name in run.files)}
    others = sorted(path.name for path in run.path.iterdir() if path.name not in known)
    is_own = True
    with suppress(BadInput):
        if VERDICT in others:
            is_own = has_own_verdict(run)
            others.remove(VERDICT)
    made = [other for other in others if other in MADE_OF_TABLES]
    if made:
        yield f"not compared: {listed(made)}, which simkit makes from the tables"
    if foreign := [other for other in others if other not in made]:
        yield f"not compared: {listed(foreign)}, no file of a run"
    if not is_own:
        raise BadInput(
            f"{run.path}: {VERDICT} is not what the tables come to; `simkit run` of its file mends it"
        )


def _whole_in_words(run: RunDirectory, more: str) -> str:
    """Return in words that a run was found to be whole, and how many of its files were not read for it.

    `more` is what has its checksums besides.
    """
    files, known = len(run.files), len(run.files) - run.files_read - run.files_there
    if run.files_there:
        return (
            f"{run.path} is whole: of {plural(files, 'file')} {run.files_there:,} lie in "
            f"{run.manifest['store']} and have their sizes there, the others{more} have their checksums; "
            "--deep compares all"
        )
    if not known:
        return f"{run.path} is whole: {plural(files, 'file')}{more} have their checksums"
    return (
        f"{run.path} is whole: of {plural(files, 'file')} {known:,} have not changed since their checksums "
        f"were compared here, {run.files_read:,}{more} were compared now; --deep compares all"
    )


def show_schema(name: str | None) -> None:
    """Print the JSON Schema of experiments, or of a game's content."""
    schema = experiment_schema() if name is None else content_schema(type(content_of(find_game(name))))
    print(json.dumps(schema, indent=2))
