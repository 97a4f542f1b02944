"""Sums up what decisions gave away, by kind of move and by situation."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from simkit.engine.base.columns import Column
from simkit.search.regret import SURELY, Valuation
from simkit.stats.estimates import POINTS, SHARE, Estimate, Unit, mean_change

MOST_RANGES = 4
"""The most ranges into which turns and progress are divided."""

WORST = 3
"""The number of worst decisions that are shown."""


@dataclass(frozen=True)
class Loss:
    """What one group of decisions gave away."""

    by: str
    label: str
    """How decisions are grouped ("kind", "turn", "progress", or "all"), and which group it is."""

    decisions: int
    better: Estimate
    """The share of these decisions at which another move is surely better."""

    each: Estimate
    """What one of them gives away on average, in units of the game's first objective."""

    per_game: Estimate
    """What all of them in a game give away, per player."""


@dataclass(frozen=True)
class Mistake:
    """One of the worst decisions, with a fresh estimate of what it gave away."""

    game: int
    move: int
    seat: int
    turn: int
    kind: str
    better_kind: str
    """The kinds of the move chosen and of the better one."""

    better: int
    """The index of the better move among the legal ones."""

    value: float
    regret: float
    error: float
    """The value of the choice, how much more the other move brings, and the standard error of that."""


@dataclass(frozen=True)
class Losses:
    """What a strategy gives away in all its decisions."""

    valuation: Valuation
    games: int
    playouts: int
    """The number of games, and of play-outs per decision."""

    whole: Loss
    """All decisions together."""

    parts: tuple[Loss, ...]
    """By kind of move, the costliest first; by turn; by progress, where the game declares it."""

    worst: tuple[Mistake, ...]
    """The decisions that gave away most, no two of one game."""

    @property
    def costliest(self) -> Loss | None:
        """The kind of move at which clearly more is lost than at any other one; None if there is none."""
        first, *others = self.by("kind")
        is_most = first.per_game.low > max((loss.per_game.high for loss in others), default=0.0)
        return first if others and is_most else None

    def by(self, what: str) -> list[Loss]:
        """Return the losses by "kind", "turn" or "progress"."""
        return [part for part in self.parts if part.by == what]


def losses_of(valuation: Valuation, decisions: pl.DataFrame, games: int, playouts: int) -> Losses:
    """Return the summed losses of some decisions (see `regret.value_decisions`)."""
    players, unit = sum(valuation.is_asked), unit_of(valuation)

    def loss(by: str, label: str, part: pl.DataFrame) -> Loss:
        return _loss(part, (by, label), games, players, unit)

    kinds = [loss("kind", str(label), frame) for (label,), frame in decisions.group_by("kind")]
    kinds.sort(key=lambda part: (-part.per_game.value, part.label))
    parts = list(kinds)
    for by in ("turn", "progress"):
        known = decisions.filter(pl.col(by).is_not_null())
        parts += [
            loss(by, label, known.filter(pl.Series(mask))) for label, mask in ranges_of(known[by].to_numpy())
        ]
    return Losses(
        valuation, games, playouts, loss("all", "all decisions", decisions), tuple(parts), _worst(decisions)
    )


def ranges_of(values: npt.NDArray[Any], most: int = MOST_RANGES) -> list[tuple[str, npt.NDArray[np.bool_]]]:
    """Divide numbers into a few ranges of about equal size: return "3 to 5", and which numbers are in it."""
    if not len(values):
        return []
    ends = np.unique(np.quantile(values, np.arange(1, most + 1) / most, method="inverted_cdf"))
    found, below = [], -np.inf
    for high in ends:
        inside = (values > below) & (values <= high)
        first = values[inside].min()
        found.append((f"{first:.10g} to {high:.10g}" if first < high else f"{high:.10g}", inside))
        below = high
    return found


def _loss(decisions: pl.DataFrame, name: tuple[str, str], games: int, players: int, unit: Unit) -> Loss:
    """Return the loss in some decisions; its error is estimated from the differences between games."""
    game = decisions["game"].to_numpy()
    regret = decisions["regret"].to_numpy()
    surely = is_surely_better(decisions).to_numpy().astype(np.float64)
    counts = np.bincount(game, minlength=games).astype(np.float64)
    given, better = (
        np.bincount(game, values, minlength=games).astype(np.float64) for values in (regret, surely)
    )
    everywhere = np.full(games, float(players))
    return Loss(
        *name,
        decisions=len(decisions),
        better=mean_change(better, counts, unit=SHARE),
        each=mean_change(given, counts, unit=unit, most=np.inf),
        per_game=mean_change(given, everywhere, unit=unit, most=np.inf),
    )


def is_surely_better(decisions: pl.DataFrame) -> pl.Series:
    """Return, for each decision, whether fresh play-outs show that another move is surely better."""
    return (decisions["regret"] > SURELY * decisions["error"]).alias("is_surely_better")


def _worst(decisions: pl.DataFrame, most: int = WORST) -> tuple[Mistake, ...]:
    """Return the decisions that gave away most, with a second fresh estimate of their losses."""
    sure = decisions.filter(is_surely_better(decisions))
    ranked = sure.sort(
        pl.col("regret") - SURELY * pl.col("error"), "game", "move", descending=[True, False, False]
    )
    first = ranked.unique("game", keep="first", maintain_order=True).head(most)
    # The play-outs that select the worst decisions overstate their losses, so fresh ones value them.
    own = first.with_columns(regret="again", error="again_error")
    names = [field.name for field in fields(Mistake)]
    return tuple(Mistake(**row) for row in own.select(names).iter_rows(named=True))


def column_of(valuation: Valuation) -> Column:
    """Return the column that is given away."""
    goal = valuation.game.headline
    assert goal is not None
    return valuation.game.column_of(goal)


def unit_of(valuation: Valuation) -> Unit:
    """Return what amounts that are given away are counted in: points of a rate, or the column's own unit."""
    column = column_of(valuation)
    return replace(POINTS, is_change=False) if column.is_yes_no else Unit(f" {column.heading}")
