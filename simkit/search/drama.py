"""Finds the most dramatic game of a run: that in which the lead changes most, or whose win looked lost.

Tables don't know how a game went.  So a few candidates, which the tables offer, are played again: where seats
have points, it is looked who leads after every move; else play-outs from every decision say how often such a
position is won.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import polars as pl

from simkit.engine.contract.objectives import Objective
from simkit.engine.play.match import Match
from simkit.language import NOBODY, plural
from simkit.run.findings.notable import KEYS, Notable, Played, margins_of, number_in_words
from simkit.search.review import all_valued
from simkit.search.valued import Course, choices_made
from simkit.search.valuing import HALVES

CANDIDATES = 24
"""The closest games, of which it is looked who leads."""

WINS = 8
"""The latest wins, whose positions are valued by play-outs."""

PLAYOUTS = 128
"""Play-outs that value a decision: one half picks the lowest, the other says how low it is."""

HALF = 0.5
"""Who wins with a lower chance than this was expected to lose."""


@dataclass(frozen=True)
class _Course:
    """How a game with points went: how often the lead changed, and how far its winner was behind."""

    changes: int
    behind: float
    move: int
    winner: int


def dramatic_games(played: Played, first: int = 1) -> list[Notable]:
    """Return the games in which the lead changes most; where nobody has points, the least likely wins."""
    if not played.is_played_together and played.points is not None:
        return _by_lead(played, played.points, first)
    goal = played.objectives[0] if played.objectives else None
    if goal is None or not played.is_yes_no(goal):
        raise played.refusal("dramatic", f"{played.title} has neither a lead that could change nor a win")
    return _by_playouts(played, goal, first)


def _by_lead(played: Played, points: Objective, first: int) -> list[Notable]:
    closest = margins_of(played).sort("margin", "length", *KEYS, descending=[False, True, False, False])
    candidates = closest.head(max(CANDIDATES, first)).collect()
    goal = played.objectives[0]
    decided_by = goal.column if played.is_yes_no(goal) else ""
    found = []
    for row in candidates.iter_rows(named=True):
        course = _course(played.run.match(row["scenario"]), row["game"], points, decided_by)
        found.append((course, row["scenario"], row["game"]))
    found.sort(key=lambda lead: (-lead[0].changes, -lead[0].behind))
    notable = []
    for course, scenario, game in found[:first]:
        points_behind = number_in_words(course.behind)
        behind = (
            f"seat {course.winner + 1}, which wins, was behind by {points_behind} after move {course.move}"
        )
        why = (
            f"the lead changes {plural(course.changes, 'time')}, most of the {len(candidates)} closest of "
            f"{played.every}{f'; {behind}' if course.behind > 0 else ''}"
        )
        notable.append(Notable(scenario, game, why))
    return notable


def _course(match: Match, number: int, points: Objective, decided_by: str = "") -> _Course:
    """Play a game again and look who leads after every move; a yes in `decided_by` wins, or most points."""
    sign = -1 if points.better == "less" else 1
    stand = []
    for step in match.walk(number):
        _, seats = match.outcome_of(step.state)
        stand.append(sign * seats[points.column].astype(np.float64))
    scores = np.array(stand)
    leaders = [int(now.argmax()) if (now == now.max()).sum() == 1 else NOBODY for now in scores]
    alone = [leader for leader in leaders if leader != NOBODY]
    changes = sum(one != other for one, other in pairwise(alone))
    winner = int(seats[decided_by].argmax() if decided_by else scores[-1].argmax())
    gaps = np.delete(scores, winner, axis=1).max(axis=1) - scores[:, winner]
    return _Course(changes, float(gaps.max()), int(gaps.argmax()), winner)


def _by_playouts(played: Played, goal: Objective, first: int) -> list[Notable]:
    """Return the wins that looked least likely at some decision, by play-outs from there.

    In these every seat's own player goes on; one that looks ahead as its base does.
    """
    called = played.column_of(goal).heading
    won = pl.col(goal.column)
    length = pl.col(played.length.name).cast(pl.Int64) if played.length else pl.lit(0)
    games = played.games.select(*KEYS, length=length)
    if goal.of == "game":
        wins = played.games.filter(won).select(*KEYS, winner=pl.lit(0, pl.Int64))
    else:
        wins = played.seats.filter(won).group_by(KEYS).agg(winner=pl.col("player").first().cast(pl.Int64))
    latest = wins.join(games, on=KEYS).sort("length", *KEYS, descending=[True, False, False])
    candidates = latest.head(max(WINS, first)).collect()
    if candidates.is_empty():
        raise played.refusal("dramatic", f"none of {played.every} is {called}")
    found = []
    for row in candidates.iter_rows(named=True):
        match = played.run.match(row["scenario"])
        found.append((*_lowest(match, row["game"], row["winner"]), row["scenario"], row["game"]))
    found.sort()
    return [
        Notable(
            scenario,
            game,
            f"{_lost_and_won(called, share, move)}: the lowest chance in the "
            f"{plural(len(candidates), 'win')} that took longest, of {played.every}",
        )
        for _, share, move, scenario, game in found[:first]
    ]


def _lost_and_won(called: str, share: float, move: int) -> str:
    """Return how a win looked when its chance was lowest: of a half of the play-outs, a share was won."""
    count, each = round(share * PLAYOUTS / HALVES), PLAYOUTS // HALVES
    tries = f"{each} play-outs from move {move} on"
    if count == 0:
        return f"{called}, although of {tries} none was"
    if share < HALF:
        return f"{called}, although of {tries} only {count} {'was' if count == 1 else 'were'}"
    return f"{called}, and never looked lost: of {tries} {count} were"


def _lowest(match: Match, number: int, player: int) -> tuple[float, float, int]:
    """Return the least share of play-outs won after a decision of a player, and the move, from 1.

    One half of the play-outs picks the decision.  The first share is this half's, the second the other's.
    """
    some = range(number, number + 1)
    course = Course(PLAYOUTS, 0, 0.5)
    rows = all_valued(match, PLAYOUTS).value(some, 1.0, course, choices_made(match, some)).rows
    own = [row for row in rows if match.player_at(number, int(row.seat)) == player]
    if not own:
        return 1.0, 1.0, 0
    lowest = min(own, key=lambda row: float(row.halves[row.chosen, 0]))
    picked, measured = lowest.halves[lowest.chosen]
    return float(picked), float(measured), int(lowest.moves) + 1
