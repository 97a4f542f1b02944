"""A player that thinks: a strategy that tries each move by play-outs before it chooses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.engine.strategy import Parameter, Strategy
from simkit.errors import Complaint

THINKING = "thinking "
OPPONENTS = ", opponents "

PLAYOUTS = Parameter("playouts", 1024, 0, 1_000_000, "play-outs per decision, on average at most; 0 for none")
SURE = Parameter("sure", 2.0, 0, 100, "standard errors by which a move must lead what the base would choose")
NUMBERS = (PLAYOUTS, SURE)
"""What tunes look-ahead; the base has its own parameters besides."""


@dataclass(frozen=True)
class ThinkingStrategy(Strategy):
    """A strategy with look-ahead, as `thinking` makes it.

    Parameters
    ----------
    base : Strategy
        Plays where nothing better is found, and for its own seat in every play-out.
    opponents : Strategy
        By which it imagines the other seats in play-outs.
    """

    base: Strategy | None = None
    opponents: Strategy | None = None

    def parameter_row(self, chosen: Mapping[str, float]) -> npt.NDArray[np.float64]:
        """Return the parameters of the base; those of look-ahead are checked, and left out."""
        numbers = {parameter.name for parameter in NUMBERS}
        check = replace(self, parameters=NUMBERS)
        Strategy.parameter_row(check, {k: v for k, v in chosen.items() if k in numbers})
        own = {name: value for name, value in chosen.items() if name not in numbers}
        base = replace(self, parameters=self.parameters[len(NUMBERS) :])
        return Strategy.parameter_row(base, own)

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules of the base and of the opponents."""
        assert self.base is not None and self.opponents is not None
        return self.base.function.__module__, self.opponents.function.__module__

    @property
    def layout(self) -> np.dtype[np.void]:
        """The layout of the base's parameters."""
        assert self.base is not None
        return self.base.layout

    def numbers(self, chosen: Mapping[str, float]) -> tuple[int, float]:
        """Return the play-outs per decision, and how sure it must be."""
        playouts, sure = (chosen.get(p.name, p.default) for p in NUMBERS)
        return int(playouts), float(sure)


def thinking(base: Strategy, opponents: Strategy | None = None) -> ThinkingStrategy:
    """Return a strategy with look-ahead; how many play-outs is its parameter `playouts`.

    Parameters
    ----------
    base : Strategy
        Chooses first; only a move that is surely better takes the place of its choice.
    opponents : Strategy, optional
        By which it imagines the others; the base without it.

    Raises
    ------
    Complaint
        If one of them thinks itself, or they play different games, or a parameter's name is taken.
    """
    for own in (base, opponents):
        if isinstance(own, ThinkingStrategy):
            raise Complaint(f"'{own.name}' thinks already: allowed is a strategy that doesn't")
    taken = [p.name for p in base.parameters if p.name in {own.name for own in NUMBERS}]
    if taken:
        raise Complaint(f"strategy '{base.name}' has a parameter '{taken[0]}', which is look-ahead's")
    others = opponents or base
    return ThinkingStrategy(
        name=name_of(base.name, opponents.name if opponents else None),
        game=base.game,
        skill="look-ahead",
        parameters=(*NUMBERS, *base.parameters),
        function=base.function,
        idea=f"Tries each move by play-outs of {base.name} before it chooses.",
        base=base,
        opponents=others,
    )


def name_of(base: str, opponents: str | None) -> str:
    """Return what experiments, runs and reports call a thinking player: "thinking planner"."""
    return f"{THINKING}{base}{OPPONENTS}{opponents}" if opponents else f"{THINKING}{base}"


def parts_of(name: str) -> tuple[str, str | None] | None:
    """Return the base and the opponents (None for the base) of a thinking player; None for another name."""
    if not name.startswith(THINKING):
        return None
    base, _, opponents = name.removeprefix(THINKING).partition(OPPONENTS)
    return base, opponents or None


def named_in(reference: str) -> list[str]:
    """Return the strategies that a reference names: itself, or base and opponents of a thinking player."""
    base, opponents = parts_of(reference) or (reference, None)
    return [base, opponents] if opponents else [base]


def opponents_of(strategy: Strategy) -> Strategy:
    """Return by whom a player imagines the others; for one that does not think, itself."""
    if isinstance(strategy, ThinkingStrategy) and strategy.opponents is not None:
        return strategy.opponents
    return strategy


def numbers_of(strategy: Strategy, chosen: Mapping[str, Any]) -> tuple[int, float]:
    """Return the play-outs per decision (0 for a player that does not think), and how sure it must be."""
    return strategy.numbers(chosen) if isinstance(strategy, ThinkingStrategy) else (0, 0.0)
