"""Finds out whether strategies are asked for decisions at all; if none is, results are chance alone."""

from __future__ import annotations

import time
from functools import lru_cache

import numpy as np

from simkit.engine.play.match import Match
from simkit.engine.play.walk import walk
from simkit.errors import BadInput
from simkit.run.store.directory import RunDirectory
from simkit.run.work.stuck import GivenUp
from simkit.words import NOBODY

MOST_SCENARIOS = 12
"""The most scenarios whose games are walked through."""

GAMES = 20
"""Games walked through before a player counts as never asked; most are asked in the first."""

CONFIRMED = 1000
"""Games in which no decision was made before a scenario counts as having none."""

LONGEST = 3.0
"""Seconds after which nothing more is said."""


@lru_cache(maxsize=4)
def asked_players(run: RunDirectory) -> dict[int, frozenset[int]]:
    """Return, for some of a run's scenarios, the players who were asked for a decision in a few games.

    Empty if the games can't be played any more, or take too long in plain Python.
    """
    scenarios = sorted(run.line_ups)
    until = time.monotonic() + LONGEST
    found = {}
    try:
        for scenario in scenarios[:: -(-len(scenarios) // MOST_SCENARIOS)]:
            match = run.match(scenario)
            games = min(GAMES, run.manifest["experiment"]["games"])
            asked = _asked(match, games, until)
            if not asked and match.measure(range(min(CONFIRMED, run.manifest["experiment"]["games"])))[0]:
                return {}
            found[scenario] = asked
    except (BadInput, GivenUp, TimeoutError):
        return {}
    return found


def _asked(match: Match, games: int, until: float) -> frozenset[int]:
    """Return the players who were asked in some games; it stops when all were."""
    found: set[int] = set()
    with np.errstate(all="ignore"):  # as compiled code does
        for number in range(games):
            for step in walk(match, number, plain=True):  # of players that think, the bases
                if time.monotonic() > until:
                    raise TimeoutError
                if step.seat != NOBODY:
                    found.add(match.player_at(number, step.seat))
                    if len(found) == len(match.strategies):
                        return frozenset(found)
    return frozenset(found)


def nothing_is_decided(run: RunDirectory) -> bool:
    """Return True if no strategy was asked in any scenario looked at."""
    asked = asked_players(run)
    return bool(asked) and not any(asked.values())


def unasked_in_words(run: RunDirectory) -> list[str]:
    """Return sentences about scenarios without decisions, and about strategies that are never asked."""
    asked = asked_players(run)
    games = run.manifest["experiment"]["games"]
    if nothing_is_decided(run):
        return [
            f"There is nothing to decide in this game: in the {min(games, CONFIRMED):,} games looked at no "
            "player ever had two moves to choose from. No strategy was asked, and results differ by chance "
            "and by the rules alone."
        ]
    names = run.line_ups
    everybody = dict.fromkeys(name for scenario in asked for name in names[scenario])
    heard = {names[scenario][player] for scenario, own in asked.items() for player in own}
    silent = [name for name in everybody if name not in heard]
    words = [
        f"{' and '.join(silent)} {'was' if len(silent) == 1 else 'were'} never asked for a decision in the "
        f"{min(games, GAMES)} games looked at: what is won says nothing about how "
        f"{'it plays' if len(silent) == 1 else 'they play'}."
    ] if silent else []  # fmt: skip
    if empty := [scenario for scenario, own in asked.items() if not own]:
        words.append(
            f"In {len(empty)} of {len(asked)} scenarios looked at there is nothing to decide: no strategy is "
            "asked there."
        )
    return words
