"""Which games are in which file of a run, and what the file is called.

One rule: a scenario of many games has files of its own, with 65,536 games in each; consecutive small
scenarios share a file, as many as have 16,384 games together, but never so many that a run has fewer
than 64 files.
"""

from __future__ import annotations

import re

SHARD_GAMES = 65_536
"""Games of one scenario in a file at most.  Fixed, so that files do not depend on the number of workers."""

SHARED_GAMES = 16_384
"""Games in a file at most that several scenarios share."""

FEWEST_FILES = 64
"""Scenarios share files only where there are more than this: a file is what one worker plays in one go."""

RULE = {"shard_games": SHARD_GAMES, "shared_games": SHARED_GAMES, "fewest_files": FEWEST_FILES}
"""What decides which games a file has, for the manifest."""

_PART = re.compile(r"(?:games|seats|events)/scenarios?-(\d{5})(?:-(\d{5}))?/part-(\d{5})\.parquet")


def scenarios_in_a_file(games: int, scenarios: int) -> int:
    """Return the number of scenarios, of `games` games each, that share a file, in a run of `scenarios`."""
    return max(1, min(SHARED_GAMES // games, scenarios // FEWEST_FILES))


def part_name(table: str, scenarios: range, part: int) -> str:
    """Return the path of one file within the run directory: "games/scenario-00007/part-00000.parquet"."""
    first, last = scenarios[0], scenarios[-1]
    folder = f"scenario-{first:05d}" if first == last else f"scenarios-{first:05d}-{last:05d}"
    return f"{table}/{folder}/part-{part:05d}.parquet"


def scenarios_of(name: str) -> range:
    """Return the scenarios in a file of games, seats or events by its path within the run."""
    found = _PART.fullmatch(name)
    return range(int(found[1]), int(found[2] or found[1]) + 1) if found else range(0)
