"""Measures a game's ladder of skill: look-ahead with more and more play-outs, until they win no more.

All players play the same games, so that they differ by their skill and not by their luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.engine.contract.composed import thinking
from simkit.engine.contract.objectives import Objective
from simkit.engine.contract.player import PLAYOUTS
from simkit.engine.contract.strategy import Strategy
from simkit.engine.play.match import Match
from simkit.run.findings.ladder import LadderSetting, outcomes_of
from simkit.run.work.workers import HERE, Where, in_batches
from simkit.stats.distributions import Distributions
from simkit.stats.estimates import CONFIDENCE, Estimate, means, paired_difference, unit_of, wilson
from simkit.stats.tally import Tally

FEWEST_PLAYOUTS = 16
"""The first budget; with fewer, look-ahead can't compare the moves of most games."""

FEWEST_ALONE = 2
"""The first budget of a game with one strategy.

With too few play-outs for the moves of a decision, they are saved and it is made without looking ahead.  So
the players of little skill, whom nobody wrote, look ahead now and then.
"""

MOST_PLAYOUTS = 1024
"""The last budget by default."""

WORTH_A_RUNG = 0.05
"""The difference in win rate between two rungs of skill."""

DOUBLINGS = 2
"""The climb ends when this many doublings together are surely worth less than a rung."""

NOT_BEFORE = 256
"""The climb never ends before this many play-outs, which games with many moves need to compare them."""

AT_ONCE = 10
"""Games per piece of work: few, because look-ahead is slow and no worker should be idle."""

Values = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rung:
    """A player on the ladder."""

    name: str
    playouts: int
    """Play-outs per decision; 0 for a strategy by itself."""

    result: Estimate
    """Win rate, or mean points."""

    gain: Estimate | None = None
    """For a player that thinks: what the last doubling of play-outs has won, game by game."""


@dataclass(frozen=True)
class Climb:
    """A ladder of skill."""

    setting: LadderSetting
    base: str
    named: tuple[Rung, ...]
    """The strategies by themselves, the weakest first."""

    thinking: tuple[Rung, ...]
    """The base with more and more play-outs."""

    is_over: bool
    """Whether the last doublings won less than a rung, for sure; else skill may reach further."""

    rungs: tuple[str, ...]
    """The players that are a clear step apart, from the weakest to the strongest."""

    is_decided: bool = True
    """Whether any strategy had a decision to make; if not, look-ahead is not measured."""

    winners: tuple[int, int] = (0, 0)
    """How many of the games of the base by itself have several winners, and how many have none."""

    @property
    def ceiling(self) -> Rung:
        """The strongest player found."""
        return max((*self.named, *self.thinking), key=lambda rung: self.setting.sign * rung.result.value)


def climb(
    setting: LadderSetting,
    named: Sequence[Strategy],
    base: Strategy,
    *,
    most: int = MOST_PLAYOUTS,
    workers: Where = HERE,
) -> Climb:
    """Measure strategies, then one of them with look-ahead, until more play-outs win no more.

    * `named`: the strategies by themselves, `base` among them.
    * `base`: the one that thinks; or a player that thinks already, whose method is measured then.
    * `most`: play-outs per decision at most.
    """
    values: dict[str, Values] = {}
    alone = []
    decisions = 0
    for strategy in named:
        match = setting.match(strategy, {})
        decisions += match.measure(range(setting.games))[0]
        values[strategy.name] = _play(setting, match, workers, strategy.name)
        alone.append(Rung(strategy.name, 0, _estimate(setting, values[strategy.name])))
    thought: list[Rung] = []
    thinker = base if base.look_ahead else thinking(base)
    base = thinker.without_look_ahead
    climbed, is_over = [values[base.name]], False
    fewest = FEWEST_PLAYOUTS if len(named) > 1 else FEWEST_ALONE
    for playouts in _budgets(fewest, most) if decisions else ():
        name = name_of_rung(thinker.name, playouts)
        match = setting.match(thinker, {PLAYOUTS.name: playouts})
        own = _play(setting, match, workers, name)
        rung = Rung(name, playouts, _estimate(setting, own), _gain(setting, climbed[-1], own))
        thought.append(rung)
        climbed.append(own)
        values[rung.name] = own
        is_over = _is_perfect(setting, own) or (playouts >= NOT_BEFORE and _is_over(setting, climbed))
        if is_over:
            break
    alone.sort(key=lambda rung: setting.sign * rung.result.value)
    winners = _winners(setting, setting.match(base, {}))
    found = Climb(setting, base.name, tuple(alone), tuple(thought), is_over, (), decisions > 0, winners)
    ranked = {rung.name: values[rung.name] for rung in (*alone, *thought)}
    return replace(found, rungs=_rungs(setting, ranked))


def name_of_rung(thinker: str, playouts: int) -> str:
    """Return what a thinking player with that many play-outs is called: "thinking expert, 64 play-outs"."""
    return f"{thinker}, {playouts:,} play-outs"


def _winners(setting: LadderSetting, match: Match) -> tuple[int, int]:
    """Return how many games several seats win, and how many none; (0, 0) where seats do not compete."""
    objective, seats = setting.objective, len(match.strategies)
    if objective.of == "game" or objective.shared != "one" or not setting.is_share or seats < 2:
        return 0, 0
    _, seat_rows = match.play(0, setting.games)
    counts = np.asarray(seat_rows[objective.column]).reshape(-1, seats).sum(axis=1)
    return int((counts > 1).sum()), int((counts == 0).sum())


def _budgets(fewest: int, most: int) -> Iterator[int]:
    playouts = min(fewest, most)
    while playouts <= most:
        yield playouts
        playouts *= 2


def _is_perfect(setting: LadderSetting, values: Values) -> bool:
    """Return True if every game was won, so that no player can do better."""
    best = 1.0 if setting.objective.better == "more" else 0.0
    return setting.is_share and bool((values == best).all())


def _is_over(setting: LadderSetting, climbed: Sequence[Values]) -> bool:
    """Return True if the last doublings together are surely worth less than a rung."""
    gain = _gain(setting, climbed[-1 - DOUBLINGS], climbed[-1])
    return gain.high < WORTH_A_RUNG if setting.is_share else gain.low <= 0


def _play(setting: LadderSetting, match: Match, workers: Where, name: str) -> Values:
    """Return a player's result in every game, shape (games,), the same for any number of workers."""
    match.compile()
    shared = match, setting.objective
    parts = in_batches(workers, some_outcomes, shared, range(setting.games), AT_ONCE, name)
    return np.concatenate(parts).astype(np.float64)


def some_outcomes(match: Match, objective: Objective, some: range) -> npt.NDArray[Any]:
    """Return the results of a match's first player in some games."""
    return outcomes_of(match, len(some), objective, some.start)


def _estimate(setting: LadderSetting, values: Values) -> Estimate:
    if setting.is_share:
        return wilson(int(values.sum()), len(values))
    whole = values.astype(np.int64)
    return means(Distributions.of_one(0, Tally.of(whole if (whole == values).all() else values)))[0]


def _gain(setting: LadderSetting, before: Values, after: Values, confidence: float = CONFIDENCE) -> Estimate:
    """Return the gain of the second player over the first, game by game."""
    unit = unit_of(setting.is_share).of_changes
    return paired_difference(setting.sign * before, setting.sign * after, confidence, unit=unit)


def _rungs(setting: LadderSetting, values: Mapping[str, Values]) -> tuple[str, ...]:
    """Return the players that do clearly better than the one before, beginning with the weakest.

    Clearly: beyond an interval that allows for comparing all of them, and by `WORTH_A_RUNG` of win rates.  If
    several players are on a rung, the first in `values` is named: a strategy by itself rather than one that
    thinks, fewer play-outs rather than more.
    """
    ranked = sorted(values, key=lambda name: setting.sign * float(values[name].mean()))
    confidence = 1 - (1 - CONFIDENCE) / max(1, len(ranked) - 1)

    def is_clearly_better(name: str, than: str) -> bool:
        gain = _gain(setting, values[than], values[name], confidence)
        return gain.low > 0 and (not setting.is_share or gain.value >= WORTH_A_RUNG)

    rungs: list[str] = []
    while above := [name for name in ranked if not rungs or is_clearly_better(name, rungs[-1])]:
        rungs.append(next(n for n in values if n in above and not is_clearly_better(n, above[0])))
    return tuple(rungs)
