"""`simkit runs` and `simkit export`: list the runs, describe them, write their tables for other programs."""

from __future__ import annotations

import json
from pathlib import Path

import click

from simkit.cli.loading import find
from simkit.cli.options import without_holes
from simkit.cli.screen import console, show_block, show_mark
from simkit.document.blocks import Table
from simkit.door import RUNS
from simkit.door.exporting import Decimal
from simkit.language import plural


def write_words(label: tuple[str, str] | None, note: tuple[str, str] | None, folder: Path) -> None:
    """Write labels and notes of runs, each of the run that stands before it."""
    for words, is_label in ((label, True), (note, False)):
        if words:
            run = find(words[0], folder)
            run.describe(**({"label": words[1]} if is_label else {"note": words[1]}))
            console.print(f"{run.path}: {'label' if is_label else 'note'} {words[1] or 'removed'}")


def export_and_show(
    reference: str, path: Path, folder: Path, decimal: Decimal = "point", *, incomplete: bool = False
) -> None:
    """Write a run's tables for other programs, and print the files."""
    found = find(reference, folder, incomplete=incomplete)
    show_mark(found)
    for file in found.export(path, decimal=decimal):
        console.print(f"wrote {file}")


HOLDS = {True: "yes", False: "no", None: "open"}
"""Whether a claim holds in another run."""


def show_claims(run: str, against: str | None, *, as_json: bool) -> None:
    """Print the claims of a run's report, and whether they hold in another run, if one is named."""
    rows = find(run, RUNS).claims(against)
    if as_json:
        click.echo(json.dumps({"claims": without_holes(rows)}, indent=1, ensure_ascii=False, allow_nan=False))
        return
    judged = [
        {"claim": row["sentence"], "kind": row["kind"], **({"holds": HOLDS[row["holds"]]} if against else {})}
        for row in rows
    ]
    count = plural(len(rows), "claim")
    show_block(Table(judged, f"{count} on page one say what they claim as values."), len(judged))
