"""Lets a strategy learn from look-ahead: every move of a position is valued once for all strategies.

Whole games say little about a weight: luck decides most of them.  A valued position is one decision, with
what each legal move brings if the player goes on as before; under the same chance, so that most luck cancels
out.  A strategy with other weights can choose in ten thousand positions within some hundredths of a second,
and how much better its choices are is then known at once.

The values hold for a player that goes on as that one did.  So play with the weights that were learnt, and
value positions anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from simkit.engine.base.rows import Records, zeros
from simkit.engine.contract.game import Game
from simkit.engine.contract.objectives import Objective
from simkit.engine.contract.strategy import Strategy
from simkit.engine.lookahead.memory import GOALS
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.run.work.workers import HERE, Where, in_batches
from simkit.search.regret import Valuation
from simkit.search.valued import PositionsMatch, choices
from simkit.search.valuing import Positions, position_layout
from simkit.stats.estimates import Estimate, mean_change

GAMES = 1000
PLAYOUTS = 64
"""Play-outs of each legal move.  A few play-outs of many decisions teach more than many of a few."""

SHARE = 0.2
"""The share of a game's decisions that are valued; decisions of one game have much in common."""

AT_ONCE = 8
"""Games of one piece of work."""

ONLY_FIRST = (1.0, *(0.0,) * (len(GOALS) - 1))
"""How much each goal counts by default."""


@dataclass(frozen=True)
class ValuedPositions:
    """Decisions of one setting, each with what every legal move is worth."""

    match: Match
    """The decisions of its first player are valued."""

    positions: Positions
    """The decisions and the states in which they were made."""

    games: int
    """How many games they come from."""

    def __len__(self) -> int:
        return len(self.positions.rows)

    def choices(
        self, strategy: Strategy, parameters: Mapping[str, float] | None = None
    ) -> npt.NDArray[np.int64]:
        """Return the index of the move that a strategy chooses in each position."""
        return choices(strategy, parameters or {}, self.match, self.positions)

    def worth(self, weights: tuple[float, ...] = ONLY_FIRST) -> npt.NDArray[np.float64]:
        """Return how much more each legal move of each position is worth than the one that was made.

        `weights`: how much each goal counts (`simkit.engine.lookahead.memory.GOALS`).

        Returns -inf where there is no legal move.
        """
        rows = self.positions.rows
        values: npt.NDArray[np.float64] = rows.values @ np.array(weights)
        own = np.take_along_axis(values, rows.chosen[:, None], axis=1)
        places = np.arange(values.shape[1])
        return np.where(places < rows.listed[:, None], values - own, -np.inf)

    def gains(
        self, chosen: npt.NDArray[np.int64], weights: tuple[float, ...] = ONLY_FIRST
    ) -> npt.NDArray[np.float64]:
        """Return how much more choices are worth than those that were made, for each position."""
        gained: npt.NDArray[np.float64] = np.take_along_axis(self.worth(weights), chosen[:, None], axis=1)[
            :, 0
        ]
        return gained

    def gain(self, chosen: npt.NDArray[np.int64], weights: tuple[float, ...] = ONLY_FIRST) -> Estimate:
        """Return how much more choices are worth per position, with an interval over the games."""
        game = self.positions.rows.game
        gained = np.bincount(game, self.gains(chosen, weights), minlength=self.games).astype(np.float64)
        counts = np.bincount(game, minlength=self.games).astype(np.float64)
        return mean_change(gained, counts)

    def half(self, which: int) -> ValuedPositions:
        """Return the positions of the games with even numbers (0), or of those with odd ones (1)."""
        own = self.positions.rows.game % 2 == which
        return replace(self, positions=Positions(self.positions.rows[own], self.positions.states[own]))

    def save(self, file: Path) -> None:
        """Keep the positions in a file."""
        arrays = {name: part.view(np.uint8) for name, part in self.positions._asdict().items()}
        np.savez_compressed(file, made_of=_made_of(self.match), games=self.games, **arrays)


def goal_of(game: Game, objective: Objective) -> tuple[float, ...]:
    """Return the weights of goals by which only one objective of a game counts."""
    goals = (*game.objectives, *([game.progress] if game.progress else []))
    place = goals.index(objective)
    return tuple(1.0 if goal == place else 0.0 for goal in range(len(GOALS)))


def load_positions(file: Path, valuation: Valuation) -> ValuedPositions:
    """Return the positions in a file."""
    match = valuation.match()
    with np.load(file) as found:
        if "rows" not in found or str(found["made_of"]) != _made_of(match):
            raise BadInput(f"{file}: these positions are of another setting: value them anew")
        rows = _records(found["rows"], position_layout(match.game.max_moves))
        return ValuedPositions(
            match, Positions(rows, _records(found["states"], match.game.state)), int(found["games"])
        )


def value_positions(
    valuation: Valuation,
    *,
    games: int | range = GAMES,
    playouts: int = PLAYOUTS,
    share: float = SHARE,
    workers: Where = HERE,
) -> ValuedPositions:
    """Play games and return positions of the valued player, and of all players that are the same.

    * `games`: how many games, or which.
    * `share`: the share of decisions that are valued.
    """
    match = valuation.match_of(PositionsMatch, playouts=playouts)
    match.compile()
    numbers = games if isinstance(games, range) else range(games)
    parts = in_batches(workers, value_some, (match, share), numbers, AT_ONCE, "positions")
    positions = Positions(*(np.concatenate(member).view(np.recarray) for member in zip(*parts, strict=True)))
    return ValuedPositions(valuation.match(), positions, max(numbers, default=-1) + 1)


def value_some(match: PositionsMatch, share: float, some: range) -> Positions:
    """Return the valued positions of some games."""
    return match.value(some, share)


def _made_of(match: Match) -> str:
    """Return in words what positions of a match are made of."""
    players = [(s.name, dict(chosen)) for s, chosen in zip(match.strategies, match.parameters, strict=True)]
    layouts = f"{match.game.state} {position_layout(match.game.max_moves)}"
    return f"{match.game.name} {match.knobs.as_json()} {players} {layouts}"


def _records(raw: npt.NDArray[np.uint8], layout: np.dtype[np.void]) -> Records:
    rows: Records = zeros(len(raw) // layout.itemsize, layout)
    rows.view(np.uint8)[:] = raw
    return rows
