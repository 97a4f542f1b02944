"""Measures what each rule does: one step from what it is, down and up, in the same games.

Every other setting keeps what it was, and game n has the same chance as before, so that the step alone makes
the difference.  A step that changes nothing in the first games is played no further.  What could not be
looked up is tried in each way that it may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from simkit.engine.contract.knobs import WHEN, Knobs, holds
from simkit.engine.contract.objectives import measure_in_words
from simkit.engine.contract.player import Player
from simkit.engine.play.match import Match
from simkit.experiment.values import Experiment, Scenario
from simkit.language import value_in_words
from simkit.run.findings.ceiling import CeilingMeasure, mean_result, measures_of, results_by_game
from simkit.run.games import Games
from simkit.run.work.rehearsal import match_of, prepare
from simkit.run.work.workers import HERE, Where, play_all, play_each
from simkit.stats.estimates import Estimate, is_significant, paired_difference, widened

NO_RULES = frozenset({"decision_cap"})
"""Knobs of the simulator, which are no rules of a game."""

FIRST = 2_000
"""The games after which a step that has changed none is left: surely fewer than one game in 600 changes."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class RuleStep:
    """Rules that differ from those at hand by one step of one rule, or by one alternative."""

    rule: str
    """The rule; of an assumption its id."""

    words: str
    """What it is now: "5", "[2, 2, 3]"; of an assumption the alternative."""

    way: int
    """-1 for less, 1 for more, 0 where there is no such order."""

    knobs: Knobs
    is_assumption: bool = False
    """Whether it is an alternative to something that could not be looked up."""


@dataclass(frozen=True)
class Effect:
    """What a step does to a player."""

    player: Player
    """At every seat."""

    step: RuleStep
    changes: Mapping[str, Estimate]
    """By column, the mean difference over the same games."""

    games_changed: int
    """In how many games anything at all came out differently."""

    games: int
    """How many were played; fewer than of other steps where the first ones did not change."""


@dataclass(frozen=True)
class Steps:
    """What all steps do to some players."""

    scenario: Scenario
    """The rules that are at hand."""

    measures: Sequence[CeilingMeasure]
    """What is measured, the most important first."""

    before: Mapping[str, Mapping[str, Estimate]]
    """By player, the mean of each column under the rules at hand."""

    effects: Sequence[Effect]
    games: int
    """The games that are played under each of the rules that change any of the first ones."""

    without_step: Sequence[str]
    """Rules of which no other value is allowed beside the rest."""

    @property
    def first(self) -> int:
        """The games that are played under each of the rules, whatever it does."""
        return min(FIRST, self.games)

    @property
    def main(self) -> CeilingMeasure:
        """What matters most."""
        return self.measures[0]

    @property
    def measured(self) -> str:
        """What is measured, in words."""
        return measure_in_words(self.main.column)

    @property
    def players(self) -> list[str]:
        """The names of the players."""
        return list(self.before)

    def of(self, player: str) -> list[Effect]:
        """Return the effects on a player."""
        return [effect for effect in self.effects if effect.player.name == player]

    @cached_property
    def rules(self) -> list[str]:
        """All rules and assumptions that were tried."""
        return list(dict.fromkeys(effect.step.rule for effect in self.effects))

    def largest(self, player: str, rule: str) -> Effect:
        """Return the step of a rule that changes most for a player."""
        own = [effect for effect in self.of(player) if effect.step.rule == rule]
        return max(own, key=lambda effect: abs(effect.changes[self.main.name].value))

    def ranked(self, player: str) -> list[Effect]:
        """Return the largest step of each rule for a player, the largest of all first."""
        largest = [self.largest(player, rule) for rule in self.rules]
        return sorted(largest, key=lambda step: -abs(step.changes[self.main.name].value))

    def is_clear(self, effect: Effect) -> bool:
        """Return True if an effect is beyond chance, allowing for the number of steps tried."""
        return is_significant(effect.changes[self.main.name], len(self.of(effect.player.name)))

    def change(self, effect: Effect) -> Estimate:
        """Return a change with its interval widened for the number of steps tried."""
        wide = widened(effect.changes[self.main.name], len(self.of(effect.player.name)))
        if not self.main.column.is_yes_no:
            return wide
        return replace(wide, low=max(wide.low, -1.0), high=min(wide.high, 1.0))

    def clear(self, player: str) -> list[Effect]:
        """Return the largest step of each rule that moves a player beyond chance, the largest first."""
        return [effect for effect in self.ranked(player) if self.is_clear(effect)]

    def leading(self, player: str) -> list[Effect]:
        """Return those of them than which no other one is clearly larger."""
        sizes = [(abs(self.change(effect)), effect) for effect in self.clear(player)]
        return [effect for size, effect in sizes if size.high >= sizes[0][0].low]

    @cached_property
    def idle(self) -> list[str]:
        """The rules of which no step changed any game of any player."""
        every = [self.idle_for(player) for player in self.players]
        return [rule for rule in self.rules if all(rule in idle for idle in every)]

    def idle_for(self, player: str) -> list[str]:
        """Return the rules of which no step changed any game of a player."""
        moved = {effect.step.rule for effect in self.of(player) if effect.games_changed}
        return [rule for rule in self.rules if rule not in moved]


def steps_of(knobs: Knobs, experiment: Experiment, only: Sequence[str] = ()) -> Iterator[RuleStep]:
    """Yield all rules that are one step from those at hand, and the alternatives to what is not known.

    `only`: the rules that are tried; all if empty.
    """
    for name in type(knobs).model_fields:
        if name in NO_RULES or (only and name not in only):
            continue
        for way, changed in knobs.one_step_away(name):
            yield RuleStep(name, value_in_words(getattr(changed, name)), way, changed)
    for assumption in () if only else experiment.game.assumptions:
        for label, setting in assumption.alternatives.items():
            own = {name: value for name, value in setting.items() if name != WHEN}
            if not holds(setting.get(WHEN, {}), knobs):
                continue
            changed = type(knobs).model_validate({**dict(knobs), **own})
            if changed != knobs:
                yield RuleStep(assumption.id, label, 0, changed, is_assumption=True)


def try_steps(
    experiment: Experiment, players: Sequence[Player], only: Sequence[str] = (), *, workers: Where = HERE
) -> Steps:
    """Play all steps from an experiment's first scenario, with each player at every seat."""
    first = experiment.scenarios[0]
    steps = list(steps_of(first.knobs, experiment, only))
    tried = {step.rule for step in steps}
    measures = measures_of(experiment.game, len(first.players))
    before, effects = {}, []
    at_hand = [with_player(first, first.knobs, player) for player in players]
    prepare(replace(experiment, scenarios=tuple(at_hand)))
    for player, scenario in zip(players, at_hand, strict=True):
        others = [match_of(experiment, with_player(first, step.knobs, player)) for step in steps]
        base = play_all(workers, match_of(experiment, scenario), range(experiment.games))
        results = results_by_game(base, measures)
        before[player.name] = {goal.name: mean_result(results[goal.name], goal) for goal in measures}
        own: dict[int, Effect] = {}
        for number, other in _played_beside(base, others, workers):
            changed, games = results_by_game(other, measures), len(other)
            changes = {
                goal.name: paired_difference(
                    results[goal.name][:games], changed[goal.name], unit=goal.unit.of_changes
                )
                for goal in measures
            }
            differing = other.count_differing(base.first(games))
            own[number] = Effect(player, steps[number], changes, differing, games)
            workers.listener.played(f"{player.name}, one step of each rule", len(own), len(steps))
        effects += [own[number] for number in range(len(steps))]
    knobs = [name for name in type(first.knobs).model_fields if name not in NO_RULES]
    untried = [name for name in knobs if name not in tried and (not only or name in only)]
    return Steps(first, measures, before, effects, experiment.games, untried)


def _played_beside(base: Games, matches: Sequence[Match], workers: Where) -> Iterator[tuple[int, Games]]:
    """Yield the number of each match, in any order, with the games that it has of a base's.

    It has all of them, or the first ones if these came out as those of the base.
    """
    first, rest = base.numbers[:FIRST], base.numbers[FIRST:]
    begun: dict[int, Games] = {}
    for number, some in enumerate(play_each(workers, matches, first)):
        if rest and some.count_differing(base.first(len(first))):
            begun[number] = some
        else:
            yield number, some
    further = play_each(workers, [some.match for some in begun.values()], rest)
    for (number, some), others in zip(begun.items(), further, strict=True):
        yield number, Games.joined([some, others])


def with_player(scenario: Scenario, knobs: Knobs, player: Player) -> Scenario:
    """Return a scenario with other rules, and one player at every seat that these have."""
    seats = int(getattr(knobs, "players", len(scenario.players)))
    return replace(scenario, knobs=knobs, players=(player,) * seats)


def results_of(
    experiment: Experiment, scenario: Scenario, measures: Sequence[CeilingMeasure], workers: Where
) -> dict[str, Floats]:
    """Play a scenario, and return the results of each game; those of the seats on average."""
    played = play_all(workers, match_of(experiment, scenario), range(experiment.games))
    return results_by_game(played, measures)
