"""Proves that a change of the code left every result as it was: plays all strategies, compares hashes.

    python tools/sameness.py                  compare with tests/sameness.json; exit code 1 if a value differs
    python tools/sameness.py nautilion pig    only these games
    python tools/sameness.py --write          record anew, after a change that is meant to change results

Every strategy of every game plays some hundred games under each of a grid of settings (expansions, players,
boards, rules, line-ups, parameters).  The values of every outcome column, of games and of seats, are hashed,
as little-endian numbers of the column's declared type: the order of columns and the way that files store them
may change.  Recorded is a hash of each setting and a hash of each column over all settings, so that a
difference names the game, the line-ups, the settings and the columns.

A column, a strategy or a setting that is new is no difference, and named (`--write` records it); one that is
gone is a difference.
A difference that is meant is explained in the commit that renews the file.

It takes about two minutes where nothing is compiled yet, ten seconds afterwards.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import click
import numpy as np
from joblib import Parallel, delayed
from sameness_settings import SETTINGS, SamenessSetting

from simkit.engine.base.columns import Column
from simkit.engine.base.rows import Rows
from simkit.engine.contract.strategy import Strategy
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.plugins import find_game, strategies_of

RECORDED = Path(__file__).parents[1] / "tests" / "sameness.json"

SEED = 20_160_401
HASH_LENGTH = 6
NOTHING = "-" * HASH_LENGTH
"""Marks a setting that a line-up does not play, and a column of seats where one player is alone."""

BETWEEN = " | "
"""Between the names of settings."""

Hashes = dict[str, str]
"""By column: the hash of its values."""

Results = dict[str, dict[str, Hashes]]
"""By line-up and by setting."""


@dataclass(frozen=True)
class Recorded:
    """What is kept of a game's results."""

    columns: Mapping[str, str]
    """By column: the hash of its values under all settings."""

    settings: Mapping[str, Mapping[str, str]]
    """By line-up and by setting: the hash of the values of all columns."""


def moved_parameters(strategy: Strategy) -> dict[str, float]:
    """Return a strategy's parameters, each a quarter of the way from its default to its highest value."""
    return {p.name: p.default + 0.25 * (p.high - p.default) for p in strategy.parameters}


def hashes_of(columns: Sequence[Column], rows: Rows, prefix: str = "") -> Hashes:
    """Return the hash of each column's values, under the column's name."""
    found = {}
    for column in columns:
        values = rows[column.name].astype(np.dtype(column.dtype).newbyteorder("<"))
        found[prefix + column.name] = _hash_of(values.tobytes())
    return found


def _hash_of(values: bytes) -> str:
    return hashlib.sha256(values).hexdigest()[:HASH_LENGTH]


def play(game: str, setting: SamenessSetting) -> Hashes:
    """Play a setting and return the hash of every outcome column."""
    played, known = find_game(game), strategies_of(game)
    strategies = tuple(known[name] for name in setting.lineup)
    parameters = tuple(moved_parameters(s) if setting.parameters_moved else {} for s in strategies)
    knobs = played.knobs.model_validate(setting.rules)
    match = Match(played, knobs, strategies, parameters, SEED)
    rows, seat_rows = match.play(0, setting.games)
    return hashes_of(played.columns, rows) | hashes_of(match.seat_columns, seat_rows, "seat: ")


def play_all(game: str, one_in: int = 1) -> Results:
    """Play all settings of a game, or every n-th of them."""
    results: Results = {}
    for setting in islice(SETTINGS[game](), 0, None, one_in):
        settings = results.setdefault(setting.players, {})
        if setting.words in settings:
            raise ValueError(f"{game}, {setting.players}: two settings are called '{setting.words}'")
        settings[setting.words] = play(game, setting)
    return results


def recorded_of(results: Results) -> Recorded:
    """Return what is kept of a game's results."""
    every = [results[players][words] for players in sorted(results) for words in sorted(results[players])]
    columns = list(dict.fromkeys(name for hashes in every for name in hashes))
    return Recorded(
        {name: _hash_of_all(hashes.get(name, NOTHING) for hashes in every) for name in columns},
        {
            players: {
                words: _hash_of_all(hashes[name] for name in sorted(hashes))
                for words, hashes in settings.items()
            }
            for players, settings in results.items()
        },
    )


def _hash_of_all(hashes: Iterable[str]) -> str:
    return _hash_of(" ".join(hashes).encode())


def differences(game: str, recorded: Recorded, found: Results) -> list[str]:
    """Return a line for each difference from the recorded results; what is new is no difference."""
    lines = []
    for players, settings in recorded.settings.items():
        if players not in found:
            lines.append(f"{game}: {players}: no longer played")
            continue
        gone = [words for words in settings if words not in found[players]]
        lines += [f"{game}: {players}: {words}: no longer played" for words in gone]
    if lines:
        return lines
    lines += different_settings(game, recorded, found)
    now = recorded_of(_known(found, recorded))
    lines += [f"{game}: the column is gone: {name}" for name in recorded.columns if name not in now.columns]
    changed = [name for name, value in now.columns.items() if value != recorded.columns[name]]
    return [*lines, f"{game}: columns that differ: {', '.join(changed)}"] if changed else lines


def _known(found: Results, recorded: Recorded) -> Results:
    """Return results without the line-ups, settings and columns that were not recorded then."""
    return {
        players: {
            words: {name: value for name, value in hashes.items() if name in recorded.columns}
            for words, hashes in settings.items()
            if words in recorded.settings[players]
        }
        for players, settings in found.items()
        if players in recorded.settings
    }


def not_recorded(game: str, recorded: Recorded, found: Results) -> list[str]:
    """Return a line for each strategy, setting and column with which nothing was compared."""
    lines, columns = [], set()
    for players, settings in found.items():
        known = recorded.settings.get(players, {})
        new = [words for words in settings if words not in known]
        lines += [f"{game}: {players}: {words}: never recorded" for words in (new if known else [])]
        lines += [] if known else [f"{game}: {players}: never recorded"]
        columns |= {name for hashes in settings.values() for name in hashes}
    return lines + [
        f"{game}: the column was never recorded: {name}" for name in sorted(columns - {*recorded.columns})
    ]


def different_settings(game: str, recorded: Recorded, found: Results) -> list[str]:
    """Return a line for each setting that both have and that differs."""
    return [
        f"{game}: {players}: {words}: differs"
        for players, settings in recorded_of(_known(found, recorded)).settings.items()
        for words, value in settings.items()
        if value != recorded.settings[players][words]
    ]


def as_json(recorded: Recorded) -> dict[str, Any]:
    """Return the results of a game as they are written, with the name of each setting once."""
    names = list(dict.fromkeys(words for settings in recorded.settings.values() for words in settings))
    return {
        "columns": dict(recorded.columns),
        "settings": BETWEEN.join(names),
        "players": {
            players: " ".join(settings.get(words, NOTHING) for words in names)
            for players, settings in recorded.settings.items()
        },
    }


def from_json(written: Mapping[str, Any]) -> Recorded:
    """Return the results of a game, read from what was written."""
    names = written["settings"].split(BETWEEN)
    settings = {
        players: {w: h for w, h in zip(names, hashes.split(), strict=True) if h != NOTHING}
        for players, hashes in written["players"].items()
    }
    return Recorded(written["columns"], settings)


def read_recorded() -> dict[str, Recorded]:
    """Return the recorded results, by game; nothing if there is no file yet."""
    written = json.loads(RECORDED.read_text()) if RECORDED.exists() else {}
    return {game: from_json(results) for game, results in written.items()}


def play_games(games: Sequence[str]) -> dict[str, Results]:
    """Play several games, each in a process of its own where there are processors for it."""
    results = Parallel(n_jobs=min(len(games), 2))(delayed(play_all)(game) for game in games)
    return dict(zip(games, results, strict=True))


def compare(games: Sequence[str]) -> tuple[list[str], list[str]]:
    """Play games; return where they differ from what is recorded, and what was never recorded."""
    known, found = read_recorded(), play_games(games)
    recorded = {game: known.get(game, Recorded({}, {})) for game in games}
    different = [line for game in games for line in differences(game, recorded[game], found[game])]
    return different, [line for game in games for line in not_recorded(game, recorded[game], found[game])]


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(list(SETTINGS)))
@click.option("--write", is_flag=True, help="Record the results instead of comparing them.")
def main(games: tuple[str, ...], write: bool) -> None:
    """Compare the results of GAMES (of all, if none is named) with tests/sameness.json."""
    chosen = games or tuple(SETTINGS)
    try:
        if write:
            found = {game: recorded_of(results) for game, results in play_games(chosen).items()}
            written = {game: as_json(results) for game, results in (read_recorded() | found).items()}
            RECORDED.write_text(json.dumps(written, indent=0) + "\n")
            click.echo(f"written to {RECORDED}")
            return
        lines, new = compare(chosen)
    except BadInput as complaint:
        raise click.UsageError(str(complaint)) from None
    for line in (*lines, *new):
        click.echo(line)
    besides = f" except for {len(new)} that `--write` records" if new else ""
    click.echo(f"results differ{besides}" if lines else f"the same: {', '.join(chosen)}{besides}")
    sys.exit(1 if lines else 0)


if __name__ == "__main__":
    main()
