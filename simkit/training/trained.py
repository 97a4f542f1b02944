"""Tunes a strategy to rules, measures what was found in fresh games, and what learning new rules is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import Knobs
from simkit.engine.contract.objectives import Objective
from simkit.engine.contract.strategy import Strategy
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.experiment.values import SEEDS, Experiment
from simkit.run.findings.alike import points_of
from simkit.run.findings.ceiling import (
    CeilingMeasure,
    is_contested,
    mean_result,
    measures_of,
    results_by_game,
)
from simkit.run.findings.ladder import PlayedFor, objective_of, outcomes_of
from simkit.run.games import Games
from simkit.run.work.workers import HERE, Where, play_all
from simkit.search.settings import in_words
from simkit.stats.estimates import Estimate, is_significant, mean_of, paired_difference, unit_of, wilson
from simkit.training.weights import Effort, Values, best_values

FRESH = 500_000_000
"""How far the seeds of fresh games are from those of the search."""

CHOOSING = 400_000_000
"""How far the seeds of the games are that choose among several searches."""

CHOOSING_GAMES = 4
"""These games, as a multiple of a candidate's in the search."""

SEARCHES_APART = 100
"""How far the seeds of the candidates of one `--seed` are from those of the next: the most searches."""

LEAGUE_GAMES = 2000
"""The games in which the points of others at tables of their own are measured, for a league."""

LEAGUE = "league's score"
"""What a league measures, in words."""

Floats = npt.NDArray[np.float64]
Weights = Mapping[str, float]


@dataclass(frozen=True)
class InLeague:
    """What a strategy does at one table of a league, before and after."""

    table: str
    """Which one, in words."""

    measured: str
    before: Estimate
    after: Estimate


@dataclass(frozen=True)
class Trained:
    """What a search for weights found."""

    strategy: str
    defaults: Weights
    values: Weights
    """Its weights as they were, and as they were found."""

    before: Estimate
    after: Estimate
    """The mean result with either, in the same fresh games."""

    gain: Estimate
    """By how much the new weights do better there; less than 0 if worse, whatever is better."""

    measured: str
    """What the result is."""

    setting: str
    searches: Sequence[tuple[Weights, Estimate]] = ()
    """What each search found, and its result in the games that chose among them, the best first."""

    league: Sequence[InLeague] = ()

    @property
    def has_won(self) -> bool:
        """Whether the new weights do better beyond chance."""
        return self.gain.value > 0 and is_significant(self.gain)

    @property
    def changed(self) -> dict[str, float]:
        """The weights that were found, if they differ from the defaults."""
        return {name: value for name, value in self.values.items() if value != self.defaults[name]}


@dataclass(frozen=True)
class Training(PlayedFor):
    """A strategy, and where it is tuned."""

    experiment: Experiment
    strategy: Strategy
    seed: int
    """The first seed of the search's games."""

    rules: Sequence[Knobs] = ()
    """All of them count, on average."""

    against: Sequence[Strategy] = ()
    """The opponents where players compete: one of them at all other seats, each equally often.  Without any
    it is the strategy itself with the weights that it had."""

    known: Weights = field(default_factory=dict)
    """Other weights that it has, if not the defaults."""

    league: Sequence[Strategy] = ()
    """If there are any, it is tuned for two aims at once: points at a table of its own, in shares of the most
    that one of these scores at its own, and wins at a table of each of these, in shares of what is fair."""

    by: str = ""
    """The objective's column; the first objective if empty."""

    @property
    def game(self) -> Game:  # type: ignore[override]
        """What is played."""
        return self.experiment.game

    @property
    def objective(self) -> Objective:
        """What the strategy is tuned for."""
        return objective_of(self.game, self.by)

    @property
    def sign(self) -> int:
        """1 if more is better, else -1."""
        return 1 if self.league else super().sign

    @property
    def is_share(self) -> bool:
        """Whether the result is a share of games."""
        return not self.league and super().is_share

    @property
    def measured(self) -> str:
        """What the result is, in words."""
        return LEAGUE if self.league else super().measured

    @property
    def names(self) -> list[str]:
        """The names of its weights."""
        return [parameter.name for parameter in self.strategy.parameters]

    @property
    def defaults(self) -> Values:
        """Its weights as they are."""
        return np.array([self.known.get(weight.name, weight.default) for weight in self.strategy.parameters])

    def named(self, values: Values) -> dict[str, float]:
        """Return weights by their names."""
        return dict(zip(self.names, map(float, values), strict=True))

    def estimate(self, results: Floats) -> Estimate:
        """Return the mean of some results."""
        if self.is_share:
            return wilson(int(results.sum()), len(results))
        return mean_of(results)

    def results(self, values: Values, seed: int, games: int) -> Floats:
        """Return the results of some weights in games under all rules, one after another."""
        own = self.named(values)
        if self.league:
            return np.concatenate([self._in_league(knobs, own, seed, games) for knobs in self.rules])
        return np.concatenate(
            [
                self._outcomes(knobs, own, other, seed, games)
                for knobs in self.rules
                for other in (self.against or (None,))
            ]
        )

    def _outcomes(self, knobs: Knobs, own: Weights, other: Strategy | None, seed: int, games: int) -> Floats:
        """Return the first player's results; where all win or lose together, all have the new weights."""
        others = self.game.seats_under(knobs) - 1
        together = self.objective.shared == "all"
        opponent = self.strategy if together or other is None else other
        weights = own if together else self.known if other is None else {}
        return self._played(
            knobs, (self.strategy, *(opponent,) * others), (own, *(weights,) * others), seed, games
        )

    def _played(
        self,
        knobs: Knobs,
        players: tuple[Strategy, ...],
        weights: tuple[Weights, ...],
        seed: int,
        games: int,
        objective: Objective | None = None,
    ) -> Floats:
        match = Match(self.game, knobs, players, weights, seed % SEEDS)
        return outcomes_of(match, games, objective or self.objective).astype(np.float64)

    # ---- the league

    def require_league(self) -> None:
        """Raise a complaint unless players compete for points, and for wins."""
        game = self.game
        points = points_of(game)
        both = game.objectives and points and {points.better, game.objectives[0].better} == {"more"}
        if not both or not all(is_contested(game, game.seats_under(knobs)) for knobs in self.rules):
            raise BadInput(f"league: players of {game.title} do not compete for points; name --against")
        for knobs in self.rules:
            if self._best_points(knobs) <= 0:
                seats = game.seats_under(knobs)
                raise BadInput(f"league: among {seats} of their own these players score nothing")

    def _points_alike(self, knobs: Knobs, player: Strategy, own: Weights, seed: int, games: int) -> Floats:
        """Return the mean points of all seats in each game of a table where one strategy plays them all."""
        seats, points = self.game.seats_under(knobs), points_of(self.game)
        assert points is not None
        match = Match(self.game, knobs, (player,) * seats, (own,) * seats, seed % SEEDS)
        return Games.play(match, range(games)).means(points.column, of_seats=True)

    @cached_property
    def _best(self) -> dict[str, float]:
        return {}

    def _best_points(self, knobs: Knobs) -> float:
        """Return the most points that one of the others scores at a table of its own."""
        key = knobs.as_json()
        if key not in self._best:
            games = LEAGUE_GAMES
            means = [self._points_alike(knobs, other, {}, self.seed, games).mean() for other in self.league]
            self._best[key] = float(max(means))
        return self._best[key]

    def _won_against(self, knobs: Knobs, own: Weights, other: Strategy, seed: int, games: int) -> Floats:
        others = self.game.seats_under(knobs) - 1
        first = self.game.objectives[0]
        players, weights = (self.strategy, *(other,) * others), (own, *({},) * others)
        return self._played(knobs, players, weights, seed, games, first)

    def _in_league(self, knobs: Knobs, own: Weights, seed: int, games: int) -> Floats:
        """Return the score in each game number: 2 where it does as well as those it meets."""
        points = self._points_alike(knobs, self.strategy, own, seed, games) / self._best_points(knobs)
        won = [self._won_against(knobs, own, other, seed, games) for other in self.league]
        return np.asarray(points + self.game.seats_under(knobs) * np.mean(won, axis=0))

    def tables_of_league(self, values: Values, seed: int, games: int) -> Iterator[InLeague]:
        """Yield what the strategy does at each table of the league with its old weights and with new ones."""
        before, after = self.named(self.defaults), self.named(values)
        for knobs in self.rules if self.league else ():
            seats = self.game.seats_under(knobs)
            points = [self._points_alike(knobs, self.strategy, each, seed, games) for each in (before, after)]
            means = [mean_of(scored) for scored in points]
            yield InLeague(f"{seats} of its own", "points", means[0], means[1])
            for other in self.league:
                won = [
                    wilson(int(self._won_against(knobs, weights, other, seed, games).sum()), games)
                    for weights in (before, after)
                ]
                yield InLeague(f"against {seats - 1} of {other.name}", "wins", won[0], won[1])


def rules_of(experiment: Experiment) -> list[Knobs]:
    """Return the rules of an experiment's scenarios, each once."""
    found = {scenario.knobs.as_json(): scenario.knobs for scenario in experiment.scenarios}
    return list(found.values())


def find_weights(
    training: Training,
    chosen: Sequence[str],
    effort: Effort,
    searches: int = 1,
    *,
    workers: Where = HERE,
    called: str = "the search",
) -> list[tuple[Values, Floats]]:
    """Search better weights of a strategy several times.

    * `chosen`: the names of the weights that are searched.
    * `searches`: how many begin anew with other candidates and other games.
    * `called`: what the listener calls the search.

    Returns what each search found, with its results in the games that choose among them, the best first.
    """
    defaults = training.defaults
    if training.league:
        training.require_league()
    training.results(defaults, training.seed, 1)  # compiled before there are threads
    begins = [
        replace(parameter, default=training.known.get(parameter.name, parameter.default))
        for parameter in training.strategy.parameters
    ]
    found = []
    for search in range(searches):
        own = replace(effort, seed=SEARCHES_APART * effort.seed + search)

        def scores_of(drawn: Values, generation: int, own: Effort = own) -> Values:
            seed = training.seed + 1000 * own.seed + generation
            pieces = [(values, seed, own.games) for values in drawn]
            results = list(workers.results(results_with, (training,), pieces))
            done = own.seed % SEARCHES_APART * effort.generations + generation + 1
            workers.listener.played(called, done, searches * effort.generations)
            return training.sign * np.array([one.mean() for one in results])

        values = best_values(begins, chosen, scores_of, own)
        seed = training.seed + CHOOSING
        found.append((values, training.results(values, seed, CHOOSING_GAMES * effort.games)))
    return sorted(found, key=lambda pair: -training.sign * pair[1].mean())


def results_with(training: Training, values: Values, seed: int, games: int) -> Floats:
    """Return the results of some weights."""
    return training.results(values, seed, games)


def train(
    training: Training,
    chosen: Sequence[str],
    effort: Effort,
    fresh_games: int,
    searches: int = 1,
    *,
    workers: Where = HERE,
) -> Trained:
    """Search better weights of a strategy, and measure the best that were found in fresh games.

    `fresh_games`: how many games there are under each rules for the final measure.
    """
    found = find_weights(training, chosen, effort, searches, workers=workers)
    best, fresh, sign = found[0][0], training.seed + FRESH, training.sign
    pieces = [(values, fresh, fresh_games) for values in (training.defaults, best)]
    before, after = workers.results(results_with, (training,), pieces)
    return Trained(
        training.strategy.name,
        training.named(training.defaults),
        training.named(best),
        training.estimate(before),
        training.estimate(after),
        paired_difference(sign * before, sign * after, unit=unit_of(training.is_share).of_changes),
        training.measured,
        "; ".join(map(in_words, training.rules)),
        [(training.named(values), training.estimate(results)) for values, results in found],
        list(training.tables_of_league(best, fresh, fresh_games)),
    )


# ---- the price of learning


@dataclass(frozen=True)
class Habits:
    """What a column comes to under old rules and new ones, by players that know these or those."""

    measure: CeilingMeasure
    old: Estimate
    """Under the old rules, by players that know them."""

    unlearnt: Estimate
    learnt: Estimate
    """Under the new rules, by players with the habits of the old rules, and by those that know the new."""

    first: Estimate
    then: Estimate
    price: Estimate
    """By how much each differs from the old rules, and the one from the other: what learning is worth."""


@dataclass(frozen=True)
class Learning:
    """What new rules come to before and after players have learnt them."""

    rules: Knobs
    values: Weights
    """The weights of those that have learnt them."""

    changes: Sequence[Habits]
    """The results, the most important first."""

    ahead: Estimate | None
    """Where players compete: the share of games won by one that has learnt, against players that have not."""


def learn(
    training: Training,
    new: Sequence[Knobs],
    effort: Effort,
    fresh_games: int,
    searches: int = 1,
    *,
    workers: Where = HERE,
) -> tuple[Weights, list[Learning]]:
    """Tune a strategy to the old rules and to each of the new ones, and compare what these come to.

    Those that know the old rules are tuned to them by the same search: otherwise part of what new weights are
    worth could come from a strategy that was not tuned at all.  All is measured in fresh games on the same
    chance.

    * `training`: the strategy under the old rules.
    * `new`: the new rules.

    Returns the weights of those that know the old rules, and what each of the new ones comes to.
    """
    weights = training.names

    def tuned(own: Training, words: str) -> Weights:
        best = find_weights(own, weights, effort, searches, workers=workers, called=words)[0]
        seed, games = own.seed + CHOOSING, CHOOSING_GAMES * effort.games
        gain = own.sign * (best[1] - own.results(own.defaults, seed, games))
        return own.named(best[0] if gain.mean() > 0 else own.defaults)

    habits = tuned(training, "the search under the old rules")
    found = []
    for number, knobs in enumerate(new, 1):
        words = f"the search under new rules {number}" if len(new) > 1 else "the search under the new rules"
        own = replace(training, rules=[knobs], known=habits)
        found.append(_compared(own, training.rules[0], habits, tuned(own, words), fresh_games, workers))
    return habits, found


def _compared(
    own: Training, old: Knobs, habits: Weights, learnt: Weights, games: int, workers: Where
) -> Learning:
    """Return what new rules come to in fresh games, before and after they are learnt."""
    game, (new,) = own.experiment.game, own.rules
    seed = (own.seed + FRESH) % SEEDS
    measures = measures_of(game, game.seats_under(old))

    def alike(knobs: Knobs, weights: Weights) -> dict[str, Floats]:
        seats = game.seats_under(knobs)
        match = Match(game, knobs, (own.strategy,) * seats, (weights,) * seats, seed)
        return results_by_game(play_all(workers, match, range(games)), measures)

    played = alike(old, habits), alike(new, habits), alike(new, learnt)
    changes = []
    for one in measures:
        before, unlearnt, after = (results[one.name] for results in played)
        unit = one.unit.of_changes
        changes.append(
            Habits(
                one,
                mean_result(before, one),
                mean_result(unlearnt, one),
                mean_result(after, one),
                paired_difference(before, unlearnt, unit=unit),
                paired_difference(before, after, unit=unit),
                paired_difference(unlearnt, after, unit=unit),
            )
        )
    contested = is_contested(game, game.seats_under(new))
    values = np.array([learnt[name] for name in own.names])
    ahead = (
        own.estimate(replace(own, against=(), league=()).results(values, seed, games)) if contested else None
    )
    return Learning(new, learnt, changes, ahead)
