"""Measures which kinds of chance decide: every game is played again with one kind drawn anew.

All else stays: the other dice and shuffles, the rules and the players.  What a kind explains alone is how far
games agree that have nothing but this kind in common; what it takes part in is how far games differ that have
all but this kind in common (first-order and total indices of Sobol').
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simkit.engine.base.chance import ALL_PURPOSES, PURPOSES
from simkit.engine.base.rows import Rows
from simkit.engine.contract.game import Game
from simkit.engine.lookahead.memory import LookaheadMemory
from simkit.engine.play.match import Match
from simkit.run.games import Games
from simkit.run.work.workers import HERE, Where, play_all
from simkit.stats.estimates import Estimate
from simkit.stats.luck import split_chance

PLAYERS_OWN = "what players themselves draw by chance"
"""What the chance of strategies is called: choices at random, play-outs."""

LOOKED_FOR = 400
"""The most games in which it is looked whether a purpose without a name is used."""

FEWEST_FIRST = 1000
"""The fewest games after which it is looked whether the others are needed."""

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Redrawn(Match):
    """A match in which some chance comes from other games: game n takes it from game n + `shift`."""

    purposes: int = 0
    """Bit p is set for a purpose p of the game's chance that does so."""

    is_players: bool = False
    """Whether the chance of strategies does."""

    shift: int = 0
    """How much higher the other game's number is."""

    def _set_chance(self, states: Rows, chances: Rows, memory: LookaheadMemory | None) -> None:
        states["chance"]["anew"] = self.purposes
        states["chance"]["shift"] = self.shift
        for streams in (chances, *([memory.chances] if memory else [])):
            streams["anew"] = ALL_PURPOSES if self.is_players else 0
            streams["shift"] = self.shift


@dataclass(frozen=True)
class KindOfChance:
    """A kind of chance and what it makes of results."""

    words: str
    changed: int
    """In how many games anything came out differently when it was drawn anew."""

    alone: Estimate
    in_all: Estimate
    """See `simkit.stats.luck.ChancesByKind`."""

    def is_more_than(self, other: KindOfChance) -> bool:
        """Return whether it clearly decides more: by one of both shares, and not less by the other one."""
        shares = (self.in_all, other.in_all), (self.alone, other.alone)
        more, less = any(a.low > b.high for a, b in shares), any(a.high < b.low for a, b in shares)
        return more and not less


@dataclass(frozen=True)
class KindsOfChance:
    """What each kind of chance makes of the results of one player at all seats."""

    kinds: Sequence[KindOfChance]
    """Those that changed a game, the one that takes part in most first."""

    together: Estimate
    """The share of the variance that no kind explains alone."""

    idle: Sequence[str]
    """Kinds that the game names and that changed none of the first games; it was looked at no others."""

    games: int

    @property
    def first(self) -> int:
        """In how many games each kind was drawn anew, whatever it changed."""
        return first_of(self.games)

    @property
    def leader(self) -> KindOfChance | None:
        """The kind that clearly decides more than each other one; None if none does."""
        return next((a for a in self.kinds if all(a.is_more_than(b) for b in self.kinds if b is not a)), None)

    @property
    def undecided(self) -> Sequence[KindOfChance]:
        """Those than which no other kind clearly decides more."""
        return [a for a in self.kinds if not any(b.is_more_than(a) for b in self.kinds)]


def first_of(games: int) -> int:
    """Return after how many games it is looked whether the others are needed: a quarter, but not too few."""
    return min(games, max(FEWEST_FIRST, games // 4))


def measure_kinds(
    match: Match,
    games: int,
    results: Mapping[str, Callable[[Games], Floats]],
    groups: Ints | None = None,
    *,
    workers: Where = HERE,
) -> dict[str, KindsOfChance]:
    """Return what share of each result's variance is due to each kind of chance, unless it does not vary.

    * `games`: how many games are played for each kind.
    * `results`: each takes some games, and returns the result of each.
    * `groups`: the seat of the result in each game.
    """
    seats = len(match.strategies)
    period = len(match.lineups) * seats  # so that each game has the same players at the same seats
    shift = -(-games // period) * period
    played = _Played(match, games, shift, workers)
    own, other = played.again(), play_all(workers, match, range(shift, shift + games))
    tried = [*_purposes(match.game, played, own), (PLAYERS_OWN, 0, True)]
    idle, moving, anew = [], [], []
    first = first_of(games)
    for number, (words, mask, is_players) in enumerate(tried, 1):
        rows = played.again(mask, is_players=is_players, numbers=range(first))
        if own.first(first).count_differing(rows):
            if first < games:
                others = played.again(mask, is_players=is_players, numbers=range(first, games))
                rows = Games.joined([rows, others])
            moving.append((words, own.count_differing(rows)))
            anew.append([read(rows) for read in results.values()])
        elif words in match.game.purposes.values():
            idle.append(words)
        workers.listener.played("each kind of chance", number, len(tried))
    found = {}
    for place, (result, read) in enumerate(results.items()):
        before, after = read(own), read(other)
        if not anew or np.ptp([before, after]) == 0:
            continue
        split = split_chance(before, after, np.array([each[place] for each in anew]), groups)
        shares = zip(moving, split.alone, split.in_all, strict=True)
        kinds = [KindOfChance(*each, alone, in_all) for each, alone, in_all in shares]
        found[result] = KindsOfChance(
            sorted(kinds, key=lambda kind: -kind.in_all.value), split.together, idle, games
        )
    return found


@dataclass(frozen=True)
class _Played:
    """Plays the same games again, with some chance drawn anew."""

    match: Match
    games: int
    shift: int
    workers: Where

    def again(self, purposes: int = 0, *, is_players: bool = False, numbers: range | None = None) -> Games:
        """Return the games, or those of some numbers."""
        own = self.match
        match = Redrawn(
            own.game, own.knobs, own.strategies, own.parameters, own.seed, purposes, is_players, self.shift
        )
        return play_all(self.workers, match, numbers or range(self.games))


def _purposes(game: Game, played: _Played, games: Games) -> list[tuple[str, int, bool]]:
    """Return what the game draws: what it is called, the bits of its purposes, and that no player draws it.

    Purposes that the game calls the same are one.  Those without a name are looked for.
    """
    masks: dict[str, int] = {}
    for purpose, words in game.purposes.items():
        masks[words] = masks.get(words, 0) | 1 << purpose
    few = min(played.games, LOOKED_FOR)
    before = games.first(few)

    def is_used(mask: int) -> bool:
        return bool(mask) and before.count_differing(played.again(mask, numbers=range(few))) > 0

    named = 0
    for mask in masks.values():
        named |= mask
    if is_used(ALL_PURPOSES & ~named):
        for purpose in range(PURPOSES):
            if not named >> purpose & 1 and is_used(1 << purpose):
                masks[f"chance of purpose {purpose}"] = 1 << purpose
    return [(words, mask, False) for words, mask in masks.items()]
