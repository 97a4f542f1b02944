"""Checks whether a run is whole, and whether its games still come out as they were recorded."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from simkit.errors import BadInput
from simkit.language import listed, plural
from simkit.questions.kept import require_answers
from simkit.run.findings.again import Again, play_again
from simkit.run.findings.fresh import kept_fresh_games
from simkit.run.findings.verdict import VERDICT, has_own_verdict
from simkit.run.store.directory import RunDirectory
from simkit.run.store.files import ON
from simkit.run.store.listed import FILES, FORMER
from simkit.run.store.manifest import ANSWERS, FRESH, INCOMPLETE, MANIFEST, OLDER, SUMMARY
from simkit.run.work.summing import require_summary

SUMMARY_IS_RIGHT = f"{SUMMARY} is what the tables come to"

MADE_OF_TABLES = ("figures", INCOMPLETE, "report.html", "report.pdf", VERDICT)
"""What lies in a run directory and can be made anew."""


class Verified(NamedTuple):
    """What playing games again came to: how many came out otherwise, and sentences about all of it."""

    differing: int
    sentences: list[str]


def checked(run: RunDirectory, *, deep: bool) -> Iterator[str]:
    """Check a run, file by file; with `deep`, read every byte of it, and work its summary out."""
    if run.incomplete and not run.finished:
        raise BadInput(f"{run.path}: this run was not finished; {ON}\n{run.incomplete}")
    run.require_finished(deep=deep)
    yield from _whole_in_lines(run, deep=deep)


def verified(run: RunDirectory, games: int, seed: int) -> Verified:
    """Check all files of a run, and play some of its games again, of its fresh games too."""
    run.require_finished(deep=True)
    sentences = [] if run.incomplete else list(_whole_in_lines(run, deep=True))
    differing = 0
    fresh = None if run.incomplete else kept_fresh_games(run)
    for some, what in ((run, "games"), (fresh, "fresh games")):
        if some:
            found = play_again(some, games, seed)
            differing += found.differing
            sentences += _lines(some, found, what)
    return Verified(differing, sentences)


def _whole_in_lines(run: RunDirectory, *, deep: bool) -> Iterator[str]:
    """Yield in words what of a whole run was compared, and what was not."""
    answers = require_answers(run)
    own = f" and {plural(answers, 'answer')}" if answers else ""
    yield _whole_in_words(run, own)
    if older := OLDER.get(run.manifest["format"]):
        yield older.said
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


def _lines(run: RunDirectory, found: Again, what: str) -> Iterator[str]:
    every = sum(run.games_played.values())
    played = (
        f"{found.games:,} of {every:,} {what}, in {plural(found.scenarios, 'scenario')}, were played again"
    )
    if not found.differing:
        yield f"{played}: every column came out as it was recorded"
        return
    yield f"{played}: {found.differing:,} came out otherwise"
    for differing in found.told:
        columns = ", ".join(f"{name} {before} -> {now}" for name, before, now in differing.columns)
        yield f"scenario {differing.scenario}, game {differing.game}: {columns}"
