"""A target: a range that a designer wants a result of the game to lie in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import inf, isinf
from typing import Any

from simkit.experiment.factors import Called, level_in_words

GAMES, BEST, SEATS, FIRST_SEAT, PLAYERS = "games", "best player", "seats", "first seat", "players"
"""The subjects of targets, besides strategies."""

TURN_ORDER, FIRST_PLAYER = "turn order", "first player"
"""The subjects that `seats` and `first seat` mean in a game that has a column for the turn order."""

SEAT_NUMBERS, SEAT_1 = "seat numbers", "seat 1"
"""The subjects for seats by their numbers, whatever the turn order is."""

MATRIX = "matrix"
"""The subject for win rates of players against each other, two at a table."""

AT_TABLES = (SEATS, FIRST_SEAT, TURN_ORDER, FIRST_PLAYER, SEAT_NUMBERS, SEAT_1, PLAYERS)
"""The subjects that compare seats or players of the same game."""


@dataclass(frozen=True)
class Goal:
    """The range in which a player's win rate against an opponent should lie."""

    player: str
    opponent: str
    """The players with their parameters: "hold_at (n 25)"."""

    low: float
    high: float
    """The ends of the range, both included, from 0 to 1."""

    of_fair: bool = False
    """Whether the ends are distances from the fair share."""


@dataclass(frozen=True)
class Target:
    """A range that a designer wants a result of the game to lie in."""

    subject: str
    """Whose column it is about: "games", "best player" (the one that does best in a setting), "turn order"
    (each place in it), "first player", "seats" or "seat numbers" (each seat), "first seat" or "seat 1",
    "players" (each strategy), "matrix" (the pairs of `goals`), or a strategy by its name."""

    column: str
    """The column: its share of yes, or its mean."""

    low: float
    high: float
    """What is allowed, both included; infinite where an end is open."""

    of_fair: bool = False
    """Whether the ends are distances from the fair share."""

    players: int = 0
    """The number of players with which it holds; 0 for any."""

    where: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Factor -> the levels with which it holds."""

    is_spread: bool = False
    """Whether it is about the column's 95 % quantile, as a multiple of its median."""

    is_default: bool = False
    """Whether simkit has set it because the experiment sets none."""

    goals: tuple[Goal, ...] = ()
    """For a matrix, what is allowed for each pair; `low` and `high` are infinite."""

    in_games: float = 0.0
    """In at least which share of the games the column's own value is to lie in the range; 0 where the range
    is that of its mean."""

    def in_words(self, *, is_share: bool, called: Called | None = None) -> str:
        """Return the target in words: "planner: won 40 % to 60 %, where board A1".

        * `is_share`: whether what is judged is a share: of yes, or of the games in the range.
        * `called`: what rules and players' parameters are called.
        """
        parts = [
            *([f"{self.players} players"] if self.players else []),
            *(level_in_words(factor, " or ".join(levels), called) for factor, levels in self.where.items()),
        ]
        where = f", with {', '.join(parts)}" if parts else ""
        if self.is_spread:
            what = f"the longest games in twenty, in {self.column}"
            return f"{what}: at most {self.high:g} times the median{where}"
        if self.goals:
            pairs = "rate of 1 pair" if len(self.goals) == 1 else f"rates of {len(self.goals)} pairs"
            return f"{self.subject}: win {pairs}{where}"
        column = self.column.replace("_", " ")
        if self.in_games:
            games = f"in {100 * self.in_games:g} % of games"
            return f"{self.subject}: {column} {self.range_in_words} {games}{where}"
        return f"{self.subject}: {column} {self._range(is_share=is_share)}{where}"

    @property
    def range_in_words(self) -> str:
        """The range of single games in words: "at most 30"."""
        return self._range(is_share=False)

    def _range(self, *, is_share: bool) -> str:
        def number(value: float) -> str:
            return f"{100 * value:g}" if is_share else f"{value:g}"

        unit = " %" if is_share else ""
        if self.of_fair:
            points = f" point{'' if number(self.high) == '1' else 's'}" if is_share else ""
            fair = "the fair share" if is_share else "the mean of all seats"
            return f"{fair} \N{PLUS-MINUS SIGN} {number(self.high)}{points}"
        if self.low == -inf:
            return f"at most {number(self.high)}{unit}"
        if self.high == inf:
            return f"at least {number(self.low)}{unit}"
        return f"{number(self.low)} to {number(self.high)}{unit}"


def as_data(target: Target) -> dict[str, Any]:
    """Return a target as plain data for a run's manifest; open ends are null."""
    ends = {name: None if isinf(end) else end for name, end in (("low", target.low), ("high", target.high))}
    return {
        "subject": target.subject,
        "column": target.column,
        **ends,
        "of_fair": target.of_fair,
        "players": target.players,
        "where": {factor: list(levels) for factor, levels in target.where.items()},
        **({"goals": [asdict(goal) for goal in target.goals]} if target.goals else {}),
        **({"in_games": target.in_games} if target.in_games else {}),
    }


def from_data(data: Mapping[str, Any]) -> Target:
    """Return the target from the plain data in a run's manifest."""
    low, high = data["low"], data["high"]
    return Target(
        data["subject"],
        data["column"],
        -inf if low is None else low,
        inf if high is None else high,
        data["of_fair"],
        data["players"],
        {factor: tuple(levels) for factor, levels in data["where"].items()},
        goals=tuple(Goal(**goal) for goal in data.get("goals", ())),
        in_games=data.get("in_games", 0.0),
    )
