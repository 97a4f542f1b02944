"""Decides which games go into which file of a run, and the names of the files.

A scenario of many games has files of its own, with 65,536 games in each.  Consecutive small scenarios share a
file, as many as have 16,384 games together, or fewer, so that a run of many scenarios has at least 64 files.
Where players think, a file has the number of games that some seconds are enough for.  Where the games of each
scenario depend on precision, it is decided once which scenarios share a file, when all numbers are first
known, and the manifest says it: a scenario that needs more games after all has them in the same file.

All these numbers are doubled until there are no more than about 1,024 files, also for a thousand million
games.  Within a file the games lie in blocks of 65,536, each a row group, which are played and written one by
one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

SHARD_GAMES = 65_536
"""The games in a block; and the most in a file of one scenario, unless the run has more than `MOST_FILES`."""

SHARED_GAMES = 16_384
"""The most games in a file that several scenarios share, unless the run has more than `MOST_FILES`."""

MOST_FILES = 1_024
"""About the most files of a table.  They are a function of the experiment alone, and not of the workers."""

FEWEST_FILES = 64
"""Scenarios share files only if there are more than this, because one worker plays a whole file."""

PLAYOUTS = 65_536
"""If players think: the most games in a file, times play-outs per decision."""

FEWEST_GAMES = 8
"""The fewest games in a file, however long players think."""

FIRST_TRIAL_GAME = 2**31
"""The number of the first trial game of a scenario (`simkit.run.work.counting`), of which there is no file.
No game that counts has a number as large."""

RULE = {
    "shard_games": SHARD_GAMES,
    "shared_games": SHARED_GAMES,
    "most_files": MOST_FILES,
    "fewest_files": FEWEST_FILES,
    "playouts": PLAYOUTS,
    "fewest_games": FEWEST_GAMES,
}
"""All numbers that decide the layout of files, for the manifest."""

_PART = re.compile(r"(?:games|seats|events)/scenarios?-(\d{5})(?:-(\d{5}))?/part-(\d{5})\.parquet")


def scenarios_in_files(games: Sequence[int], playouts: int, one_in: int = 0) -> list[int]:
    """Return how many consecutive scenarios share a file, for one file after another.

    * `games`: the games of each scenario.
    * `playouts`: the play-outs per decision of all players together, in the scenario with the most.
    * `one_in`: one game in this many is logged; 0 for none.
    """
    most = min(
        _doubled(SHARED_GAMES, sum(games), one_in),
        games_in_a_file(playouts, max(games), len(games), one_in),
    )
    return list(take_together(games, most, len(games) // FEWEST_FILES))


def take_together(games: Sequence[int], most: int, scenarios: int) -> Iterator[int]:
    """Yield how many consecutive scenarios have at most `most` games together, one after another.

    They are at most `scenarios`.  One that has more games by itself is alone.
    """
    count = so_far = 0
    for planned in games:
        if count and (so_far + planned > most or count >= scenarios):
            yield count
            count = so_far = 0
        count += 1
        so_far += planned
    if count:
        yield count


def games_in_a_file(playouts: int, games: int, scenarios: int = 1, one_in: int = 0) -> int:
    """Return the most games of one scenario in a file.

    * `playouts`: the play-outs per decision of all its players together.
    * `games`: the games of each scenario; the most that they may have, where that depends on precision.
    * `scenarios`: the scenarios of the run, where it is known that none has more games.
    * `one_in`: one game in this many is logged; 0 for none.
    """
    if playouts <= 1:
        return _doubled(SHARD_GAMES, games * scenarios, one_in)
    few = max(FEWEST_GAMES, min(SHARD_GAMES, 1 << (PLAYOUTS // playouts).bit_length() >> 1))
    return _doubled(few, games, one_in)  # such scenarios take long, and all workers are to have some of each


def _doubled(most: int, games: int, one_in: int) -> int:
    """Return the most games in a file, doubled until all games lie in `MOST_FILES`.

    The events of a file are in memory at once: it has at most as many logged games as a block has games.
    """
    while games > most * MOST_FILES and (not one_in or 2 * most <= SHARD_GAMES * one_in):
        most *= 2
    return most


def part_name(table: str, scenarios: range, part: int) -> str:
    """Return a file's path within the run directory: "games/scenario-00007/part-00000.parquet"."""
    first, last = scenarios[0], scenarios[-1]
    folder = f"scenario-{first:05d}" if first == last else f"scenarios-{first:05d}-{last:05d}"
    return f"{table}/{folder}/part-{part:05d}.parquet"


def scenarios_of(name: str) -> range:
    """Return the scenarios in a file, from its path within the run directory."""
    found = _PART.fullmatch(name)
    return range(int(found[1]), int(found[2] or found[1]) + 1) if found else range(0)
