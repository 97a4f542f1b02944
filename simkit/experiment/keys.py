"""Keys: what a setting or a factor is about, read once from what a person writes.

::

    rules.board        a rule
    strategy           every player;       strategy.n         a parameter of every player
    strategies         the line-up
    strategies.0       one player;         strategies.0.n     a parameter of one player
    restrict.planner   the kinds of moves that a player does without, by its name

All other code uses the value; its name, for messages and columns, is a property.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache


@dataclass(frozen=True, slots=True)
class RuleKey:
    """A rule."""

    rule: str

    @property
    def name(self) -> str:
        """The key as it is written."""
        return f"rules.{self.rule}"

    @property
    def heading(self) -> str:
        """The key in reports."""
        return self.rule


@dataclass(frozen=True, slots=True)
class LineUp:
    """All players, one by one."""

    @property
    def name(self) -> str:
        """The key as it is written."""
        return "strategies"

    heading = name


@dataclass(frozen=True, slots=True)
class EveryPlayer:
    """Every player, or a parameter of every player."""

    parameter: str = ""

    @property
    def name(self) -> str:
        """The key as it is written."""
        return f"strategy.{self.parameter}" if self.parameter else "strategy"

    @property
    def heading(self) -> str:
        """The key in reports."""
        return f"players' {self.parameter}" if self.parameter else "strategy"

    def of(self, parameter: str) -> EveryPlayer:
        """Return the key of a parameter."""
        return replace(self, parameter=parameter)


@dataclass(frozen=True, slots=True)
class OnePlayer:
    """One player, or a parameter of that player."""

    player: str
    """The player's number from 0, as it is written; it may be no number."""

    parameter: str = ""
    """The parameter; empty for the player."""

    @property
    def name(self) -> str:
        """The key as it is written."""
        path = f"strategies.{self.player}"
        return f"{path}.{self.parameter}" if self.parameter else path

    @property
    def number(self) -> int | None:
        """The player's number from 0; None if it is written as something else."""
        return int(self.player) if self.player.isdecimal() else None

    @property
    def heading(self) -> str:
        """The key in reports, which count players from 1: "player 1's n"."""
        player = f"player {self.player if self.number is None else self.number + 1}"
        return f"{player}'s {self.parameter}" if self.parameter else player

    def of(self, parameter: str) -> OnePlayer:
        """Return the key of a parameter."""
        return replace(self, parameter=parameter)


@dataclass(frozen=True, slots=True)
class Restrict:
    """The kinds of moves that the players of a name do without."""

    player: str

    @property
    def name(self) -> str:
        """The key as it is written."""
        return f"{RESTRICT}.{self.player}"

    @property
    def heading(self) -> str:
        """The key in reports."""
        return f"what {self.player} does without"


RESTRICT = "restrict"
"""The key of experiments that says which kinds of moves players do without."""

PlayerKey = LineUp | EveryPlayer | OnePlayer | Restrict

Key = RuleKey | PlayerKey

LINE_UP, EVERY_PLAYER = LineUp(), EveryPlayer()

_PLAYERS: dict[str, Key] = {key.name: key for key in (LINE_UP, EVERY_PLAYER)}


@cache
def read_key(words: str) -> Key | None:
    """Return what a key is about; None for one that sets nothing, such as the name of named variants."""
    head, _, rest = words.partition(".")
    if not rest:
        return _PLAYERS.get(words)
    if head == "rules":
        return RuleKey(rest)
    if head == EVERY_PLAYER.name:
        return EveryPlayer(rest)
    if head == LINE_UP.name:
        player, _, parameter = rest.partition(".")
        return OnePlayer(player, parameter)
    if head == RESTRICT:
        return Restrict(rest)
    return None


def rule_of(name: str) -> str | None:
    """Return the rule that a factor or setting of a name sets; None for any other."""
    key = read_key(name)
    return key.rule if isinstance(key, RuleKey) else None


def is_of_players(name: str) -> bool:
    """Return True for the name of a factor or setting that says which strategies play, or how."""
    return isinstance(read_key(name), PlayerKey)
