"""Plays the crossed design that splits results into chance, players and seats, and the pairs of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np
import numpy.typing as npt

from simkit.engine.base.columns import Column
from simkit.engine.contract.game import Game
from simkit.engine.contract.strategy import Strategy
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.experiment.values import Experiment
from simkit.run.findings.alike import points_of
from simkit.run.findings.ceiling import is_contested
from simkit.run.findings.ladder import objective_of
from simkit.run.games import Games
from simkit.run.work.workers import HERE, Where, play_all
from simkit.search.kinds_of_chance import KindsOfChance, first_of, measure_kinds
from simkit.search.tension import Tension, measure_tension
from simkit.stats.estimates import (
    CONFIDENCE,
    POINTS,
    UNKNOWN,
    Estimate,
    mean_of,
    paired_difference,
    unit_of,
    wilson,
)
from simkit.stats.extremes import may_be_most
from simkit.stats.luck import Split, games_to_lead, split
from simkit.stats.survival import Survival, in_blocks, survival_of

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

FEWEST_THAT_SURVIVE = 3
"""Of two players it is plain which survives: the better one."""

CLEAR_AT_FIRST = 0.999999
"""How sure it must be after the first games which of two players is better, so that they play no more: so
sure that it is known about by how much, too."""


@dataclass(frozen=True)
class PairOfPlayers:
    """How a player does against a weaker one."""

    better: str
    other: str
    ahead: Estimate
    behind: Estimate
    """How often the better one is ahead, and behind, after one game."""

    needed: tuple[int | None, int | None, int | None]
    """The games that it needs to lead with 95 %: as estimated, at least, at most; None for too many."""

    lead: Estimate = UNKNOWN
    """By how much it does better: how much more often it is ahead than behind; where players do not meet, by
    how much its result is better in the same games."""

    blocks: Floats = field(default_factory=lambda: np.zeros(0), compare=False)
    """How much more often it is ahead in each block of games (`simkit.stats.survival.in_blocks`), where
    players meet."""

    def led_by(self, name: str) -> Estimate:
        """Return by how much one of the two does better than the other."""
        return self.lead if name == self.better else -self.lead

    @property
    def is_clear(self) -> bool:
        """Whether it is ahead more often than behind, beyond chance."""
        ahead, behind = (round(estimate.n * estimate.value) for estimate in (self.ahead, self.behind))
        return ahead > behind and _is_clear(ahead, behind, CONFIDENCE)


@dataclass(frozen=True)
class Luck:
    """What decides a game."""

    column: Column
    """The result that is split."""

    players: Sequence[str]
    """Those that play, the best on average first."""

    means: Mapping[str, float]
    """Their results on average."""

    split: Split
    """What chance, players, choices and seats make of its variance."""

    pairs: Sequence[PairOfPlayers]
    """Each player against each weaker one."""

    games: int
    against: str
    """The opponent of all, where there are opponents."""

    kinds: Sequence[tuple[Column, KindsOfChance]]
    """What each kind of chance makes of the result, and of winning, if the best player sits at every seat;
    without results that do not vary there."""

    column_of_tension: Column
    """The first objective, by which play-outs value moves."""

    tense: str = ""
    """The player at every seat where tension is measured: the best that does not look ahead."""

    tension: Tension | None = None
    """How tense these games are; None if it was not asked."""

    @property
    def may_be_best(self) -> list[str]:
        """The players of which none does clearly better, the best on average first."""
        leads = {frozenset((pair.better, pair.other)): pair for pair in self.pairs}
        ranks = {name: -float(rank) for rank, name in enumerate(self._by_leads())}
        return may_be_most(ranks, lambda one, other: leads[frozenset((one, other))].led_by(one))

    @property
    def survival(self) -> Survival | None:
        """Which players survive where what wins is copied; None for two players, or if they do not meet."""
        if len(self.players) < FEWEST_THAT_SURVIVE or not all(len(pair.blocks) for pair in self.pairs):
            return None
        return survival_of(self._by_leads(), {(pair.better, pair.other): pair.blocks for pair in self.pairs})

    def _by_leads(self) -> list[str]:
        """Return the players by how much they do better than the others on average, the best first."""
        leads = {
            name: sum(pair.led_by(name).value for pair in self.pairs if name in (pair.better, pair.other))
            for name in self.players
        }
        return sorted(self.players, key=lambda name: -leads[name])


def measure_luck(
    experiment: Experiment,
    players: Sequence[Strategy],
    against: Strategy,
    games: int,
    *,
    tense_games: int = 0,
    workers: Where = HERE,
) -> Luck:
    """Measure what chance, players, choices and seats make of results, at the first scenario's rules.

    * `players`: two or more; each plays all games from all seats.
    * `against`: the opponent at all other seats, where players compete.
    * `tense_games`: games whose tension is measured; of ten or more, one player does not look ahead.
    """
    game, first = experiment.game, experiment.scenarios[0]
    seats = len(first.players)
    contested = is_contested(game, seats)
    points = points_of(game) if contested else None
    main = game.column_of(points or objective_of(game))
    results, means, where = [], {}, np.zeros(games, np.int64)
    for number, player in enumerate(players, 1):
        others = (against if contested else player,) * (seats - 1)
        match = Match(game, first.knobs, (player, *others), seed=experiment.seed)
        played = play_all(workers, match, range(games))
        where = _seats_of_first(played, seats if contested else 1)
        results.append(_Results(game, main, contested, where)(played))
        means[player.name] = float(results[-1].mean())
        workers.listener.played("every player, the same games", number, len(players))
    try:
        parts = split(np.stack(results, axis=1), where)
    except ValueError:
        raise BadInput(f"luck: {main.heading} is the same in all {games:,} games of all players") from None
    ranked = sorted(
        players, key=lambda player: means[player.name], reverse=points is None or points.better == "more"
    )
    by_name = dict(zip((player.name for player in players), results, strict=True))
    pairs = []
    for number, (one, other) in enumerate(combinations(ranked, 2), 1):
        if contested:
            apart = np.sign(_meet(experiment, one, other, games, workers))
            lead, blocks = mean_of(apart, POINTS), in_blocks(apart)
        else:
            sign = 1 if points is None or points.better == "more" else -1
            own, against_it = sign * by_name[one.name], sign * by_name[other.name]
            apart, blocks = own - np.roll(against_it, 1), np.zeros(0)
            lead = paired_difference(against_it, own, unit=unit_of(main.is_yes_no).of_changes)
        pairs.append(_pair(one.name, other.name, apart, lead, blocks))
        workers.listener.played("every pair", number, len(players) * (len(players) - 1) // 2)
    table = Match(game, first.knobs, (ranked[0],) * seats, seed=experiment.seed)
    columns = {column.name: column for column in (main, game.column_of(objective_of(game)))}
    seen_from = np.arange(games) % seats if contested else np.zeros(games, np.int64)
    kinds = measure_kinds(
        table,
        games,
        {name: _Results(game, column, contested, seen_from) for name, column in columns.items()},
        seen_from,
        workers=workers,
    )
    tense = next((player for player in ranked if not player.look_ahead), None)
    tension = None
    if tense_games and tense:
        tension = measure_tension(replace(table, strategies=(tense,) * seats), tense_games, workers=workers)
    return Luck(
        main,
        [player.name for player in ranked],
        means,
        parts,
        pairs,
        games,
        against.name if contested else "",
        [(columns[name], chances) for name, chances in kinds.items()],
        game.column_of(objective_of(game)),
        tense.name if tense else "",
        tension,
    )


@dataclass(frozen=True)
class _Results:
    """Reads a result of each game: where players compete that of one seat, else that of all on average."""

    game: Game
    column: Column
    is_contested: bool
    where: Ints

    def __call__(self, games: Games) -> Floats:
        name = self.column.name
        of_seats = any(column.name == name for column in self.game.seat_columns)
        if of_seats and self.is_contested:
            values = games.values(name, of_seats=True).astype(np.float64)
            return np.asarray(values[np.arange(len(games)), self.where])
        return games.means(name, of_seats=of_seats)


def _seats_of_first(games: Games, seats: int) -> Ints:
    """Return the seat of the first player in every game; where all are alike, each seat in turn."""
    if len(games.match.lineups) == 1:
        return np.arange(len(games)) % seats
    return np.asarray(np.argmax(games.seated == 0, axis=1), np.int64)


def _meet(experiment: Experiment, one: Strategy, other: Strategy, games: int, workers: Where) -> Floats:
    """Return by how much a player does better than another in each game, who sit at the same table.

    At tables of three or more they take turns at the seats, and each is compared with the next of the other.
    If the first games show clearly which of them is better, they play no more.
    """
    first = experiment.scenarios[0]
    seats = len(first.players)
    table = tuple((one, other)[seat % 2] for seat in range(seats))
    match = Match(experiment.game, first.knobs, table, seed=experiment.seed)
    few = first_of(games)
    apart = _apart(match, range(few), workers)
    if few < games and not _is_clear(*_ahead_and_behind(apart), CLEAR_AT_FIRST):
        apart = np.concatenate([apart, _apart(match, range(few, games), workers)])
    return apart


def _apart(match: Match, numbers: range, workers: Where) -> Floats:
    """Return by how much the first of two players does better in some games than the next one."""
    played, objective = play_all(workers, match, numbers), match.game.objectives[0]
    values = played.values(objective.column, of_seats=True).astype(np.float64)
    seats = (np.argmax(played.seated == player, axis=1) for player in (0, 1))
    own, against = (values[np.arange(len(played)), seat] for seat in seats)
    return np.asarray(own - against if objective.better == "more" else against - own)


def _ahead_and_behind(apart: Floats) -> tuple[int, int]:
    return int((apart > 0).sum()), int((apart < 0).sum())


def _is_clear(ahead: int, behind: int, confidence: float) -> bool:
    """Return whether one of two players is ahead more often than the other, beyond chance."""
    return ahead + behind > 0 and wilson(ahead, ahead + behind, confidence).excludes(0.5)


def _pair(one: str, other: str, apart: Floats, lead: Estimate, blocks: Floats) -> PairOfPlayers:
    """Return a pair, the one that is ahead more often first.

    * `apart`: by how much the first does better in each game; where they do not play the same games, every
      game of the one is compared with the next of the other, so that they do not share their chance.
    * `lead`, `blocks`: those of the first, as a pair has them.
    """
    games, (ahead, behind) = len(apart), _ahead_and_behind(apart)
    if ahead < behind:
        one, other, ahead, behind, lead, blocks = other, one, behind, ahead, -lead, -blocks
    own, against = wilson(ahead, games), wilson(behind, games)
    decided = wilson(ahead, ahead + behind) if ahead + behind else own
    share = own.value + against.value
    needed = tuple(
        games_to_lead(share * end, share * (1 - end)) for end in (decided.value, decided.high, decided.low)
    )
    return PairOfPlayers(one, other, own, against, (needed[0], needed[1], needed[2]), lead, blocks)
