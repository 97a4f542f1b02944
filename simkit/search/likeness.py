"""Finds the simulated player that people play like: a strategy, and how often it slips (the skill dial).

Where their choices are known, each is compared with what a strategy would choose there, and with what it
would choose if it overlooked that.  The chance of all choices together is a function of how often the
strategy overlooks its best move; where it is highest is the estimate, and the interval holds all values that
a likelihood ratio test does not reject.  Where only results are known, games are simulated with several
numbers of slips, and the results of the people are compared with theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import gammaincinv, logsumexp

from simkit.engine.base.chance import CHANCE, SEATS_STREAM, open_stream
from simkit.engine.base.rows import Record, Rows, contents, zeros
from simkit.engine.contract.composed import erring
from simkit.engine.contract.player import OVERLOOKS
from simkit.engine.contract.strategy import PARAMETERS, Strategy
from simkit.engine.play.match import Match
from simkit.engine.play.seating import Seating

Numbers = npt.NDArray[np.float64]

DRAWS = 24
"""How often a strategy that draws by chance is asked in one position."""

MOST_RANKS = 10
"""The worst choice of a strategy, in its own order, that is looked for; the others count as evenly likely."""

SLIPS = np.unique(np.concatenate([[0.0], np.geomspace(1e-4, 1.0, 400), np.linspace(0.0, 1.0, 401)]))
"""The numbers of slips per choice that are compared."""

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Choice:
    """A choice of a person: the state before, the legal moves, and the index of the one made."""

    state: Record
    moves: Rows
    chosen: int


@dataclass(frozen=True)
class Likeness:
    """How people compare with one strategy."""

    strategy: str
    slips: float
    low: float
    high: float
    """How many of its choices overlook the best move, most likely, and the interval."""

    share: float
    """How likely this is the strategy that they are most like, of those compared."""

    best: float
    """The logarithm of the likelihood at that number of slips."""


def by_choices(
    seating: Seating, choices: Sequence[Choice], strategies: Mapping[str, Strategy], seed: int = 1
) -> list[Likeness]:
    """Return how people compare with strategies by their choices, the most alike first.

    * `strategies`: the strategies to compare with; none of them looks ahead.
    * `seed`: decides the chance of strategies that draw.
    """
    curves = {}
    for name, strategy in strategies.items():
        pairs = np.array([_chances(seating, choice, strategy, seed + i) for i, choice in enumerate(choices)])
        with np.errstate(divide="ignore"):
            chance = (1 - SLIPS)[:, None] * pairs[:, 0] + SLIPS[:, None] * pairs[:, 1]
            curves[name] = np.log(chance).sum(axis=1)
    return _compared(curves)


def is_made_of_another(strategy: Strategy) -> bool:
    """Return True if a strategy looks ahead or errs, so that it can't be given slips of its own."""
    return type(strategy) is not Strategy


def _compared(curves: Mapping[str, Numbers]) -> list[Likeness]:
    """Return the comparison, given each strategy's log likelihood by the number of slips."""
    evidence = {name: _evidence(curve) for name, curve in curves.items()}
    far = gammaincinv(0.5, CONFIDENCE)  # half of what chi-squared with one degree of freedom allows
    whole = logsumexp(list(evidence.values()))
    found = []
    for name, curve in curves.items():
        best = int(np.argmax(curve))
        inside = SLIPS[curve >= curve[best] - far]
        share = float(np.exp(evidence[name] - whole))
        found.append(
            Likeness(name, float(SLIPS[best]), float(inside[0]), float(inside[-1]), share, float(curve[best]))
        )
    return sorted(found, key=lambda compared: -compared.share)


def _evidence(curve: Numbers) -> float:
    """Return the logarithm of the likelihood, averaged over all numbers of slips."""
    top = float(curve.max())
    return top + float(np.log(np.trapezoid(np.exp(curve - top), SLIPS)))


def _chances(seating: Seating, choice: Choice, strategy: Strategy, seed: int) -> tuple[float, float]:
    """Return the chance that a strategy makes a choice, and that it does if it overlooks its best move."""
    ask = _Asking(seating, choice, strategy, seed)
    first = ask(range(len(choice.moves)))
    if ask.draws_by_chance:
        return _sampled(seating, choice, strategy, seed)
    if first == choice.chosen:
        return 1.0, 0.0
    left = [i for i in range(len(choice.moves)) if i != first]
    rest = 1.0
    for _ in range(MOST_RANKS):
        if len(left) == 1:
            return 0.0, rest
        following = ask(left)
        rest /= 2
        if following == choice.chosen:
            return 0.0, rest
        left.remove(following)
    return 0.0, rest / len(left)


class _Asking:
    """Asks a strategy for its choice among some of the legal moves of a position."""

    def __init__(
        self, seating: Seating, choice: Choice, strategy: Strategy, seed: int, slips: float | None = None
    ) -> None:
        self._seating, self._own, self._choose = seating, choice, strategy.chooser(seating.game)
        self._room = zeros(1, seating.game.room)[0]
        self._row = zeros(1, PARAMETERS)[0]
        self._row.values[:] = strategy.parameter_row({} if slips is None else {OVERLOOKS: slips})
        self._chance = zeros(1, CHANCE)[0]
        open_stream(self._chance, seed, 0 if slips is None else 1 + int(slips), SEATS_STREAM)
        self._before = self._chance.tobytes()

    def __call__(self, places: Sequence[int]) -> int:
        """Return the place of its choice."""
        state, seat = self._own.state, int(self._own.state.seat)
        for i, place in enumerate(places):
            self._room.moves[i] = self._own.moves[place]
        with np.errstate(all="ignore"):
            choice = self._choose(
                state.table, state.seats[seat], self._seating.rules, self._room, len(places), self._row,
                self._chance,
            )  # fmt: skip
        return places[choice] if 0 <= choice < len(places) else places[0]

    @property
    def draws_by_chance(self) -> bool:
        """Whether it has drawn from its chance."""
        return bool(self._chance.tobytes() != self._before)


def _sampled(seating: Seating, choice: Choice, strategy: Strategy, seed: int) -> tuple[float, float]:
    """Return the same two chances of a strategy that draws, from some draws."""
    every = range(len(choice.moves))
    found = []
    for slips in (0.0, 1.0):
        ask = _Asking(seating, choice, erring(strategy), seed, slips)
        hits = sum(ask(every) == choice.chosen for _ in range(DRAWS))
        found.append((hits + 1 / len(every)) / (DRAWS + 1))
    return found[0], found[1]


TRIED = (0.0, 0.03, 0.0625, 0.125, 0.25, 0.5, 1.0)
"""The numbers of slips with which games are simulated, where only results are known."""


def by_results(
    results: Numbers, simulate: Callable[[Strategy, float], Numbers], strategies: Mapping[str, Strategy]
) -> list[Likeness]:
    """Return how people compare with strategies by the results of their games, the most alike first.

    * `results` (float64 array, shape (games, measures)): of each game some measures: who won, points, length.
    * `simulate`: called with a strategy that has the skill dial, and a number of slips; returns the same
      measures of such games.
    * `strategies`: those to compare with.
    """
    seen = results.mean(axis=0)
    curves = {}
    for name, strategy in strategies.items():
        points = [_chance_of_means(seen, len(results), simulate(erring(strategy), slips)) for slips in TRIED]
        curves[name] = np.interp(SLIPS, TRIED, points)
    return _compared(curves)


def _chance_of_means(seen: Numbers, games: int, simulated: Numbers) -> float:
    """Return the log likelihood of the means of some games, as a normal distribution has it."""
    off = seen - simulated.mean(axis=0)
    spread = np.atleast_2d(np.cov(simulated, rowvar=False))
    # One game in a thousand that comes out otherwise: a result that no game had is not impossible.
    spread = spread + np.diag(1.0 / len(simulated) * np.maximum(1.0, np.abs(seen)))
    covariance = spread * (1.0 / games + 1.0 / len(simulated))
    _, size = np.linalg.slogdet(covariance)
    return float(-0.5 * (off @ np.linalg.solve(covariance, off) + size))


def choices_of(match: Match, games: Mapping[int, set[int]]) -> Iterator[Choice]:
    """Yield the choices of people in games that are played again: by game, the numbers of the moves."""
    for number, moves in games.items():
        before = None
        for made, step in enumerate(match.walk(number)):
            if before is not None and step.move is not None and made in moves:
                chosen = next(i for i, move in enumerate(step.moves) if contents(move) == contents(step.move))
                yield Choice(before, step.moves, chosen)
            before = step.state


NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


ALWAYS = 0.95
"""From this number of slips per choice on, nearly every choice is one."""


def slips_in_words(slips: float) -> str:
    """Return a number of slips per choice in words: "one slip in eight"."""
    if slips < 1e-3:
        return "no slip"
    if slips >= ALWAYS:
        return "a slip at nearly every choice"
    if slips > 0.55:
        return f"{_number(round(10 * slips))} slips in ten"
    return f"one slip in {_number(round(1 / slips))}"


def _number(number: int) -> str:
    return NUMBERS[number - 2] if 2 <= number < 2 + len(NUMBERS) else f"{number:,}"


def _end_in_words(slips: float) -> str:
    if slips >= ALWAYS:
        return "nearly every choice"
    return slips_in_words(slips).replace("one slip in", "one in").replace("slips in", "in")


def interval_in_words(low: float, high: float) -> str:
    """Return the interval of a number of slips: "between one in four and one in twenty".

    "" where both ends are called alike, as the number between them is.
    """
    if low < 0.02 and high > 0.9:
        return "any number of slips is possible"
    if low < 1e-3:
        return f"at most {_end_in_words(high)}"
    ends = [_end_in_words(end) for end in (low, high)]
    return "" if ends[0] == ends[1] else f"between {ends[0]} and {ends[1]}"
