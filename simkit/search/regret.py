"""Finds the decisions and situations in which a strategy loses most against look-ahead.

The regret of a decision is how much more the better move would have brought, if all players went on as usual
after either (those that look ahead as their bases).  Look-ahead finds that move, and fresh play-outs that had
no part in finding it value both, under the same chance (`simkit.search.valuing`).  So a move that only looked
better by luck does not count, and a player who always makes the best move has no regret, apart from chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from simkit.engine.base.rows import Record, Rows
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import Knobs
from simkit.engine.contract.player import Reference
from simkit.engine.contract.strategy import Strategy
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.language import NOBODY
from simkit.run.work.workers import HERE, Where, in_batches
from simkit.search.valued import DecisionsMatch, M, choices_made, thinking_in
from simkit.search.valuing import VALUED_DECISION

GAMES = 200

PLAYOUTS = 256
"""Play-outs per decision, by default, that look for a better move; as many again value it."""

SURE = 1.0
"""The lead, in standard errors, from which a move is valued again with fresh play-outs."""

SURELY = 2.0
"""The gain, in standard errors, from which a move then counts as surely better."""

AT_ONCE = 8
"""Games per piece of work."""


@dataclass(frozen=True)
class Valuation:
    """Whose decisions are valued, and in which games."""

    game: Game
    knobs: Knobs
    strategies: tuple[Strategy, ...]
    """One per player, as in a match."""

    parameters: tuple[Mapping[str, float], ...]
    """Each player's own."""

    asked: int
    """The player whose decisions are valued; so are those of all players that are the same."""

    seed: int
    words: str
    """The setting in words."""

    references: tuple[Reference, ...] = ()
    """How each player's strategy is named in `folder`."""

    folder: Path = Path()
    """What the paths of strategies and of content are relative to."""

    content: str = ""
    """The experiment's own content, if it has any."""

    @property
    def name(self) -> str:
        """A name for its folder: "nautilion_expert"."""
        return f"{self.game.name}_{self.strategies[self.asked].name}".replace(" ", "_")

    @property
    def is_asked(self) -> tuple[bool, ...]:
        """For each player, whether their decisions are valued."""
        own = self.strategies[self.asked].name, dict(self.parameters[self.asked])
        players = zip(self.strategies, self.parameters, strict=True)
        return tuple((strategy.name, dict(chosen)) == own for strategy, chosen in players)

    @property
    def opponents(self) -> Strategy | None:
        """Whom the player imagines in a replay that shows its look-ahead: the real others, if all are one."""
        others = {s.name: s for s, asked in zip(self.strategies, self.is_asked, strict=True) if not asked}
        return next(iter(others.values())).without_look_ahead if len(others) == 1 else None

    def match(self) -> Match:
        """Return the match that is played, without look-ahead."""
        return Match(self.game, self.knobs, self.strategies, self.parameters, self.seed)

    def require_more_playouts(self, playouts: int) -> None:
        """Complain if the player's own look-ahead has as many play-outs as are to find better moves."""
        strategy = self.strategies[self.asked]
        own = strategy.thinker_row(self.parameters[self.asked])[0]
        if own >= playouts:
            raise BadInput(
                f"{strategy.name} itself has {own:,} play-outs per decision, and {playouts:,} would find "
                f"nothing better: allowed are more, such as {4 * own:,}"
            )

    def match_of(self, kind: type[M], **numbers: float) -> M:
        """Return the same match with the player's decisions valued: `numbers` are those of look-ahead."""
        return thinking_in(kind, self.match(), self.is_asked, **numbers)


def value_decisions(
    valuation: Valuation, *, games: int = GAMES, playouts: int = PLAYOUTS, workers: Where = HERE
) -> pl.DataFrame:
    """Play games and return one row for each of the player's decisions, with what it gave away.

    Returns `game`, `move` (which one of the game, from 1), `seat`, `turn`, `progress` (null where the game
    declares none), `kind`, `better_kind`, `options`, `chosen` and `better` (indices of legal moves, equal if
    nothing better was found), `value` (the first objective on average after the player's choice), `regret`
    and `error`, and `again`, `again_error`: the same by play-outs fresh once more, for decisions at which the
    other move is surely better.
    """
    valuation.require_more_playouts(playouts)
    match, played = valuation.match_of(DecisionsMatch, playouts=playouts, sure=SURE), valuation.match()
    match.compile()
    shared = match, valuation.is_asked, played
    parts = in_batches(workers, value_some, shared, range(games), AT_ONCE, "all this")
    rows = np.concatenate([part for part, _ in parts])
    places = pl.concat([place for _, place in parts])
    found = pl.DataFrame({name: rows[name] for name in VALUED_DECISION.names or ()})
    kinds = {kind.number: kind.name for kind in valuation.game.moves}
    return (
        found.with_columns(
            move=pl.col("moves") + 1,
            kind=pl.col("kind").replace_strict(kinds, return_dtype=pl.String),
            better_kind=pl.col("better_kind").replace_strict(kinds, return_dtype=pl.String),
        )
        .rename({"gain": "regret"})
        .join(places, on=["game", "move"], how="left", maintain_order="left")
        .select(
            *("game", "move", "seat", "turn", "progress", "kind", "better_kind", "options", "chosen"),
            *("better", "value", "regret", "error", "again", "again_error"),
        )
    )


def value_some(
    match: DecisionsMatch, asked: tuple[bool, ...], played: Match, some: range
) -> tuple[Rows, pl.DataFrame]:
    """Return the valued decisions of some games, given the games as they are played, and their places."""
    return match.value(some, asked, choices_made(played, some)), _places(played, some)


def _places(match: Match, some: range) -> pl.DataFrame:
    """Return the turn and the game's progress at every decision."""
    rows = []
    for game in some:
        for move, (before, step, turn) in enumerate(turns_of(match, game), start=1):
            if step.seat != NOBODY:
                rows.append((game, move, turn, progress_at(match, before.state, step.seat)))
    schema = {"game": pl.Int64, "move": pl.Int64, "turn": pl.Int64, "progress": pl.Float64}
    return pl.DataFrame(rows, schema=schema, orient="row")


def turns_of(match: Match, game: int) -> Any:
    """Yield the moves of a game: the step before each, the step, and its turn.

    Turns begin with events of the kinds that begin one; without such a kind, when another seat acts.
    """
    begins = {kind.number for kind in match.game.events if kind.begins_turn}
    turn, seat = 0, NOBODY
    for before, step in pairwise(match.walk(game)):
        if begins:
            turn += sum(int(event["kind"]) in begins for event in before.events)
        elif int(before.state.seat) != seat:
            seat = int(before.state.seat)
            turn += 1
        yield before, step, turn


def progress_at(match: Match, state: Record, seat: int) -> float | None:
    """Return a game's measure of progress in some state; None if it declares none."""
    game = match.game
    if game.progress is None:
        return None
    row, seat_rows = match.outcome_of(state)
    own = row[0] if game.progress.of == "game" else seat_rows[seat]
    return float(own[game.progress.column])
