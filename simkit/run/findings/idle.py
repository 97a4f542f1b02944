"""Finds rules and factors that change no game, in a short paired trial or in the tables of a run.

The n-th game is dealt alike under any rules, so a rule that changes anything changes some of the same games.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import polars as pl
from pydantic import ValidationError

from simkit.engine.contract.knobs import PLAYERS, Knobs, why_without_effect
from simkit.experiment.factors import ASSUMPTIONS, heading, is_path, short_label
from simkit.experiment.keys import RuleKey, rule_of
from simkit.experiment.values import Experiment, Scenario
from simkit.language import value_in_words
from simkit.run.findings.precision import games_in_words
from simkit.run.store.directory import RunDirectory
from simkit.run.store.vocabulary import vocabulary_of

TRIAL_GAMES = 100
"""The number of games in the trial of a factor or rule."""

FEW_GAMES = 5
"""The number of games played first; usually some of these differ already."""

LONGEST = 5.0
"""The most seconds for all trials together."""

MOST_PAIRS = 12
"""The most pairs of scenarios tried for one factor."""

Play = Callable[[Scenario, int], Any]
"""A function that plays some games of a scenario and returns the outcomes for comparison."""

Pair = tuple[Scenario, Scenario]


def idle_in_trial(experiment: Experiment, play: Play) -> list[str]:
    """Return a sentence for each factor and each changed rule that changes no game in a short trial."""
    until = time.monotonic() + LONGEST
    rules = [scenario.knobs for scenario in experiment.scenarios]
    found = []
    for factor in experiment.factors:
        if factor != ASSUMPTIONS and _is_idle(_pairs(experiment.scenarios, factor), play, until):
            found.append(_sentence(f"the factor '{heading(factor)}'", rule_of(factor) or factor, rules))
        elif factor != ASSUMPTIONS and not is_path(factor):
            found += [
                f"the variant '{label}' of '{factor}' changes no game of the {TRIAL_GAMES} tried"
                for label, pairs in _pairs_by_level(experiment.scenarios, factor).items()
                if _is_idle(iter(pairs), play, until)
            ]
    for knob in _changed(experiment):
        if _is_idle(_with_printed(experiment.scenarios, knob), play, until):
            value = value_in_words(getattr(rules[0], knob))
            found.append(_sentence(f"the rule {knob}: {value}", knob, rules))
    return found


def _sentence(what: str, knob: str, rules: Sequence[Knobs]) -> str:
    reason = why_without_effect(knob, rules)
    return f"{what} changes no game of the {TRIAL_GAMES} tried{f': {reason}' if reason else ''}"


def _is_idle(pairs: Iterator[Pair], play: Play, until: float) -> bool:
    """Return True if all pairs had the same outcomes, and there was time to try them all."""
    tried = 0
    for one, other in pairs:
        if tried == MOST_PAIRS:
            break
        tried += 1
        if len(one.players) != len(other.players):
            return False
        for games in (FEW_GAMES, TRIAL_GAMES):
            if time.monotonic() > until or play(one, games) != play(other, games):
                return False
    return tried > 0


def _pairs(scenarios: Sequence[Scenario], factor: str) -> Iterator[Pair]:
    """Yield pairs of scenarios that differ in one factor only, other factors' first levels first."""
    first: dict[tuple[str, ...], Scenario] = {}
    for scenario in scenarios:
        others = tuple(level for name, level in scenario.levels.items() if name != factor)
        known = first.setdefault(others, scenario)
        if known is not scenario:
            yield known, scenario


def _pairs_by_level(scenarios: Sequence[Scenario], factor: str) -> dict[str, list[Pair]]:
    found: dict[str, list[Pair]] = {}
    for first, other in _pairs(scenarios, factor):
        found.setdefault(other.levels[factor], []).append((first, other))
    return found


def _changed(experiment: Experiment) -> list[str]:
    """Return the knobs that the experiment's `rules` set to a value other than the printed one.

    Without the number of players, for which the line-ups would not fit.
    """
    rules = experiment.resolved.get("rules") or {}
    printed = experiment.game.knobs()
    knobs = experiment.scenarios[0].knobs
    return [name for name in rules if name != PLAYERS and getattr(knobs, name) != getattr(printed, name)]


def _with_printed(scenarios: Sequence[Scenario], knob: str) -> Iterator[Pair]:
    """Yield some scenarios, each with a copy in which one knob is as printed."""
    step = max(1, len(scenarios) // MOST_PAIRS)
    for scenario in scenarios[::step]:
        kind = type(scenario.knobs)
        try:
            values = {**scenario.knobs.model_dump(), knob: getattr(kind(), knob)}
            yield scenario, replace(scenario, knobs=kind.model_validate(values))
        except ValidationError:
            continue  # without this rule the others would make no sense


def idle_in_tables(run: RunDirectory) -> list[str]:
    """Return a sentence for each factor or level that changed no game of a finished run, and each rule."""
    idle = [factor for factor in run.factors if factor != ASSUMPTIONS and _changed_nothing(run, factor)]
    levels = (_idle_levels(run, factor) for factor in run.factors if factor not in (*idle, ASSUMPTIONS))
    return [*(said for level in levels for said in level), *idle_in_words(run)]


def idle_in_words(run: RunDirectory) -> list[str]:
    """Return a sentence for each factor that changed no game of a finished run, and each rule that can't."""
    rules = run.rules()
    found = []
    for factor in run.factors:
        if factor != ASSUMPTIONS and _changed_nothing(run, factor):
            reason = why_without_effect(rule_of(factor) or factor, rules)
            because = f": {reason}" if reason else ""
            games = f"{games_in_words(run)} games of each scenario"
            name = short_label(vocabulary_of(run), factor)
            found.append(f"{name[:1].upper()}{name[1:]} changed none of the {games}{because}.")
    printed = type(rules[0])()
    for knob in type(printed).needs:
        is_set = all(getattr(rule, knob) != getattr(printed, knob) for rule in rules)
        if is_set and RuleKey(knob).name not in run.factors and (reason := why_without_effect(knob, rules)):
            found.append(f"The rule {knob} is set, and changes no game: {reason}.")
    return found


def _changed_nothing(run: RunDirectory, factor: str) -> bool:
    """Return True if scenarios that differ only in this factor had the same outcome in every game."""
    pairs = list(_pairs_in(run, factor))
    return bool(pairs) and all(
        len(run.line_ups[first]) == len(run.line_ups[other]) and _alike(run, first, other)
        for first, other in pairs
    )


def _pairs_in(run: RunDirectory, factor: str) -> Iterator[tuple[int, int]]:
    """Yield the scenarios that differ in one factor only: with its first level, and with another."""
    others = [name for name in run.factors if name != factor]
    groups = run.levels.group_by(others, maintain_order=True) if others else [((), run.levels)]
    for _, levels in groups:
        first, *rest = levels["scenario"].to_list()
        yield from ((first, other) for other in rest)


def _idle_levels(run: RunDirectory, factor: str) -> list[str]:
    """Return a sentence for each level that changed no game of the first level: of all, or of a player."""
    prints = _fingerprints(run)
    same: dict[str, dict[str, list[bool]]] = {}
    for first, other in _pairs_in(run, factor):
        alike = prints[first] == prints[other] and _alike(run, first, other)
        level = str(run.scenario(other)[factor])
        player = " + ".join(dict.fromkeys(run.line_ups[other]))
        same.setdefault(level, {}).setdefault(player, []).append(alike)
    base = str(run.levels[factor][0])
    said = []
    for level, players in same.items():
        idle = [player for player, values in players.items() if all(values)]
        if idle:
            whose = "" if len(idle) == len(players) else f" of {' and '.join(idle)}"
            called = short_label(vocabulary_of(run), factor)
            said.append(f"{called}: '{level}' instead of '{base}' changed no game{whose}.")
    return said


def _fingerprints(run: RunDirectory) -> dict[int, int]:
    """Return a number per scenario; scenarios with the same estimates have the same number."""
    values = pl.struct("of", "column", "level", "statistic", "estimate").hash()
    return dict(run.estimates().group_by("scenario").agg(values.sum()).iter_rows())


def _alike(run: RunDirectory, one: int, other: int) -> bool:
    """Return True if two scenarios have equal tables; compares their estimates first, then all games."""
    values = ["of", "column", "level", "statistic", "estimate"]
    estimates = [run.estimates(scenario=scenario).select(values).sort(values) for scenario in (one, other)]
    if not estimates[0].equals(estimates[1]):
        return False
    tables = [run.games_in, run.seats_in] if run.has_seats(one) else [run.games_in]
    return all(_rows(table([one])).equals(_rows(table([other]))) for table in tables)


def _rows(table: pl.LazyFrame) -> pl.DataFrame:
    keys = [name for name in ("game", "seat") if name in table.collect_schema().names()]
    return table.drop("scenario").sort(keys).collect()
