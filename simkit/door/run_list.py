"""The list of all runs: what is played in each, what differs from the printed rules, what it came to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from simkit.door.headline import headline_of
from simkit.engine.contract.describe import value_in_words
from simkit.errors import BadInput
from simkit.experiment.factors import heading
from simkit.run.findings.verdict import judge_run
from simkit.run.store.directory import RunDirectory
from simkit.run.store.found import list_runs
from simkit.run.store.manifest import LABEL, NEWEST, NOTE

MOST_PLAYERS = 4
"""The most players that are named; the run has them all."""


def rows_of_runs(folder: Path) -> list[dict[str, Any]]:
    """Return a row per finished run, the newest first."""
    return [_row(f"{NEWEST}{number}", path) for number, path in enumerate(list_runs(folder), start=1)]


def _row(reference: str, path: Path) -> dict[str, Any]:
    run = RunDirectory(path)
    experiment = run.manifest["experiment"]
    headline, results = _known(run)
    return {
        "run": reference,
        "label": run.manifest.get(LABEL, ""),
        "name": experiment["name"],
        "game": experiment["game"],
        "finished": run.manifest["finished_at"][:16].replace("T", " "),
        "scenarios": experiment["scenarios"],
        "games": experiment["games"],
        "differs": "; ".join(_what_differs(run)),
        "headline": headline,
        "results": results,
        "verdict": _verdict(run),
        "title": experiment["title"],
        "note": run.manifest.get(NOTE, ""),
        "path": str(path),
    }


def _known(run: RunDirectory) -> tuple[str, list[dict[str, Any]]]:
    try:
        return headline_of(run)
    except BadInput as problem:  # one damaged run doesn't hide the others
        return str(problem), []


def _verdict(run: RunDirectory) -> str:
    try:
        return judge_run(run).outcome
    except BadInput:
        return "damaged"


def _what_differs(run: RunDirectory) -> list[str]:
    """Return what is not as printed, what is varied and who plays, in words."""
    try:
        return [*_rules(run), *_varied(run), _players(run)]
    except BadInput as problem:
        return [str(problem)]


def _rules(run: RunDirectory) -> list[str]:
    """Return the rules that are not as printed, and the same in all scenarios: "reserve 4"."""
    scenarios = [json.loads(knobs) for knobs in run.scenarios()["knobs"].unique(maintain_order=True)]
    printed = json.loads(run.game.in_the_box.knobs().as_json())
    same = [name for name in printed if all(own.get(name) == scenarios[0].get(name) for own in scenarios)]
    changed = [name for name in same if scenarios[0].get(name) != printed[name]]
    words = [f"{name} {value_in_words(scenarios[0].get(name))}" for name in changed]
    return [*words, *(["cards of its own"] if run.manifest["experiment"].get("content") else [])]


def _varied(run: RunDirectory) -> list[str]:
    words = [f"{heading(factor)} ({run.levels[factor].n_unique()})" for factor in run.factors]
    return [f"by {', '.join(words)}"] if words else []


def _players(run: RunDirectory) -> str:
    names = list(dict.fromkeys(name for line_up in run.line_ups.values() for name in line_up))
    more = len(names) - MOST_PLAYERS
    return f"{', '.join(names[:MOST_PLAYERS])}{f' and {more} more' if more > 0 else ''}"
