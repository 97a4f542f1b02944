"""Proves that a change of the code left every result as it was: plays all strategies, compares hashes.

    python tools/sameness.py                  compare with tests/sameness.json; exit code 1 if a value differs
    python tools/sameness.py nautilion pig    only these games
    python tools/sameness.py --write          record anew, after a change that is meant to change results

Every strategy of every game plays some hundred games under each of a grid of settings (expansions, players,
boards, rules, line-ups, parameters).  The values of every outcome column, of games and of seats, are hashed
by themselves, so that a difference names the game, the line-up, the setting and the column.  They are hashed
as little-endian numbers of the column's declared type: the order of columns and the way that files store them
may change.

A column, a strategy or a setting that is new is no difference (`--write` records it); one that is gone is.
A difference that is meant is explained in the commit that renews the file.

It takes about two minutes where nothing is compiled yet, ten seconds afterwards.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np
from joblib import Parallel, delayed
from sameness_settings import SETTINGS, Setting

from simkit.engine.base.columns import Column
from simkit.engine.base.rows import Rows
from simkit.engine.contract.strategy import Strategy
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.plugins import find_game, strategies_of

RECORDED = Path(__file__).parents[1] / "tests" / "sameness.json"

SEED = 20_160_401
HASH_LENGTH = 8
NO_VALUE = "-" * HASH_LENGTH
"""Stands for a column of seats where a single player plays, who has none."""

Hashes = dict[str, str]
"""By column: the hash of its values."""

Results = dict[str, dict[str, Hashes]]
"""By line-up and by setting."""


def moved_parameters(strategy: Strategy) -> dict[str, float]:
    """Return a strategy's parameters, each a quarter of the way from its default to its highest value."""
    return {p.name: p.default + 0.25 * (p.high - p.default) for p in strategy.parameters}


def hashes_of(columns: Sequence[Column], rows: Rows, prefix: str = "") -> Hashes:
    """Return the hash of each column's values, under the column's name."""
    found = {}
    for column in columns:
        values = rows[column.name].astype(np.dtype(column.dtype).newbyteorder("<"))
        found[prefix + column.name] = hashlib.sha256(values.tobytes()).hexdigest()[:HASH_LENGTH]
    return found


def play(game: str, setting: Setting) -> Hashes:
    """Play a setting and return the hash of every outcome column."""
    played, known = find_game(game), strategies_of(game)
    strategies = tuple(known[name] for name in setting.lineup)
    parameters = tuple(moved_parameters(s) if setting.parameters_moved else {} for s in strategies)
    knobs = played.knobs.model_validate(setting.rules)
    match = Match(played, knobs, strategies, parameters, SEED)
    rows, seat_rows = match.play(0, setting.games)
    return hashes_of(played.columns, rows) | hashes_of(match.seat_columns, seat_rows, "seat: ")


def play_all(game: str) -> Results:
    """Play all settings of a game."""
    results: Results = {}
    for setting in SETTINGS[game]():
        settings = results.setdefault(setting.players, {})
        if setting.words in settings:
            raise ValueError(f"{game}, {setting.players}: two settings are called '{setting.words}'")
        settings[setting.words] = play(game, setting)
    return results


def packed(results: Results) -> dict[str, Any]:
    """Return a game's results as they are recorded: the columns' names once, their hashes in that order."""
    all_hashes = [hashes for settings in results.values() for hashes in settings.values()]
    columns = list(dict.fromkeys(name for hashes in all_hashes for name in hashes))
    lines = {
        players: {
            words: " ".join(hashes.get(c, NO_VALUE) for c in columns) for words, hashes in settings.items()
        }
        for players, settings in results.items()
    }
    return {"columns": columns, "hashes": lines}


def unpacked(recorded: Mapping[str, Any]) -> Results:
    """Return a game's results from what was recorded of them."""
    columns = recorded["columns"]
    return {
        players: {
            words: {c: h for c, h in zip(columns, line.split(), strict=True) if h != NO_VALUE}
            for words, line in settings.items()
        }
        for players, settings in recorded["hashes"].items()
    }


def differences(game: str, recorded: Results, found: Results) -> list[str]:
    """Return, a line each, where what was found is not what was recorded; new things are no difference."""
    lines = []
    for players, settings in recorded.items():
        if players not in found:
            lines.append(f"{game}: {players}: no longer played")
            continue
        for words, hashes in settings.items():
            now = found[players].get(words)
            if now is None:
                lines.append(f"{game}: {players}: {words}: no longer played")
                continue
            gone = [column for column in hashes if column not in now]
            changed = [column for column in hashes if column in now and now[column] != hashes[column]]
            if gone:
                lines.append(f"{game}: {players}: {words}: gone: {', '.join(gone)}")
            if changed:
                lines.append(f"{game}: {players}: {words}: differs: {', '.join(changed)}")
    return lines


def read_recorded() -> dict[str, Any]:
    """Return the recorded results, by game; nothing if there is no file yet."""
    recorded: dict[str, Any] = json.loads(RECORDED.read_text()) if RECORDED.exists() else {}
    return recorded


def play_games(games: Sequence[str]) -> dict[str, Results]:
    """Play several games, each in a process of its own where there are processors for it."""
    results = Parallel(n_jobs=min(len(games), 2))(delayed(play_all)(game) for game in games)
    return dict(zip(games, results, strict=True))


def compare(games: Sequence[str]) -> list[str]:
    """Play games and return where they differ from what is recorded."""
    recorded, found = read_recorded(), play_games(games)
    return [
        line
        for game in games
        for line in differences(game, unpacked(recorded[game]) if game in recorded else {}, found[game])
    ]


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(list(SETTINGS)))
@click.option("--write", is_flag=True, help="Record the results instead of comparing them.")
def main(games: tuple[str, ...], write: bool) -> None:
    """Compare the results of GAMES (of all, if none is named) with tests/sameness.json."""
    chosen = games or tuple(SETTINGS)
    try:
        if write:
            found = {game: packed(results) for game, results in play_games(chosen).items()}
            text = json.dumps({**read_recorded(), **found}, indent=0, sort_keys=True)
            RECORDED.write_text(text + "\n")
            click.echo(f"written to {RECORDED}")
            return
        lines = compare(chosen)
    except BadInput as complaint:
        raise click.UsageError(str(complaint)) from None
    for line in lines:
        click.echo(line)
    click.echo(f"{len(lines)} settings differ" if lines else f"the same: {', '.join(chosen)}")
    sys.exit(1 if lines else 0)


if __name__ == "__main__":
    main()
