"""Finds what may escape an author: games stopped, cards never met, strategies never asked."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import polars as pl

from simkit.engine.base.columns import STOPPED
from simkit.engine.base.events import NUMBERS
from simkit.engine.contract.game import Game
from simkit.engine.play.match import Match
from simkit.engine.play.walk import walk
from simkit.errors import BadInput
from simkit.language import NOBODY
from simkit.run.store.directory import RunDirectory
from simkit.run.work.interrupt import GivenUp


def stopped_games(run: RunDirectory) -> tuple[float, float]:
    """Return the share of games stopped at the decision cap: in the whole run, and in the worst scenario.

    The cap is simkit's own and the same for every game; a stopped game counts as it stood.  Other caps are
    rules of a game, which say how such a game counts.
    """
    shares = run.estimates(of="game", level=STOPPED)["estimate"]
    return float(shares.sum()) / len(run.levels), float(max(shares, default=0.0))


Places = list[tuple[str, str]]
"""Sections and ids of items."""


def unused_items(run: RunDirectory) -> tuple[Places, int]:
    """Return the items that no event of a run mentions, and the number of logged games.

    An event mentions an item if one of its fields numbers items (`Field.of`) and has the item's number;
    sections that no field numbers are left out.
    """
    game = run.game
    numbering = list(_numbering_fields(game))
    if game.content is None or not numbering:
        raise BadInput(f"{game.title}: its events name no cards")
    events = run.events
    sections = list(dict.fromkeys(name for _, _, of in numbering for name in of))
    met: set[tuple[str, str]] = set()
    for kind, column, of in numbering:
        places = game.content.ids(of)
        found = events.filter(pl.col("kind") == kind).select(pl.col(column).unique()).collect()
        met |= {places[number] for number in found[column] if 0 <= number < len(places)}
    games = events.select(pl.struct("scenario", "game").n_unique()).collect().item()
    return [place for place in game.content.ids(sections) if place not in met], int(games)


def _numbering_fields(game: Game) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield kind, column and sections of each event field that numbers items."""
    for kind in game.events:
        for field, column in zip(kind.fields, NUMBERS, strict=False):
            if field.of:
                yield kind.name, column, tuple(field.of)


MOST_SCENARIOS = 12
"""The most scenarios whose games are played through."""

GAMES = 20
"""Games played through before a player counts as never asked; most are asked in the first."""

CONFIRMED = 1000
"""Games in which no decision was made before a scenario counts as having none."""

LONGEST = 3.0
"""Seconds after which the search ends without a result."""


@lru_cache(maxsize=4)
def asked_players(run: RunDirectory) -> dict[int, frozenset[int]]:
    """Return, for some of a run's scenarios, the players that were asked for a decision in a few games.

    Empty if the games can't be played any more, or take too long in plain Python.
    """
    scenarios = sorted(run.line_ups)
    until = time.monotonic() + LONGEST
    found = {}
    try:
        for scenario in scenarios[:: -(-len(scenarios) // MOST_SCENARIOS)]:
            match = run.match(scenario)
            games = min(GAMES, run.games_played[scenario])
            asked = _asked(match, games, until)
            if not asked and match.measure(range(min(CONFIRMED, run.games_played[scenario])))[0]:
                return {}
            found[scenario] = asked
    except (BadInput, GivenUp, TimeoutError):
        return {}
    return found


def _asked(match: Match, games: int, until: float) -> frozenset[int]:
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
    games = min(run.games_played.values())
    if nothing_is_decided(run):
        return [
            f"There is nothing to decide in this game: in the {min(games, CONFIRMED):,} games looked at no "
            "player ever had two moves to choose from. No strategy was asked, and results differ by chance "
            "and by the rules alone."
        ]
    names = run.line_ups
    everybody = dict.fromkeys(name for scenario in asked for name in names[scenario])
    heard = {names[scenario][player] for scenario, players in asked.items() for player in players}
    silent = [name for name in everybody if name not in heard]
    words = [
        f"{' and '.join(silent)} {'was' if len(silent) == 1 else 'were'} never asked for a decision in the "
        f"{min(games, GAMES)} games looked at: what is won says nothing about how "
        f"{'it plays' if len(silent) == 1 else 'they play'}."
    ] if silent else []  # fmt: skip
    if empty := [scenario for scenario, players in asked.items() if not players]:
        words.append(
            f"In {len(empty)} of {len(asked)} scenarios looked at there is nothing to decide: no strategy is "
            "asked there."
        )
    return words
