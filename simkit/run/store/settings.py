"""The settings that vary in an experiment, one typed column each, for scenarios.parquet.

A factor that is a setting (``rules.reserve``, ``strategies.0.n``) has its value: a number is a number.  Any
other factor has its level's label; and everything that such levels set has a column of its own with the value
in force in every scenario: the variant ``cheap: {rules.spell_cost_tide: 1}`` makes one called
``rules.spell_cost_tide``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from simkit.engine.contract.player import Reference
from simkit.experiment.factors import Factor
from simkit.experiment.keys import EveryPlayer, Key, OnePlayer, RuleKey, read_key
from simkit.experiment.values import Experiment, player_in_words
from simkit.plugins import find_strategy


def settings_frame(experiment: Experiment) -> pl.DataFrame:
    """Return one row per scenario: `scenario`, the factors, and everything else that their levels set.

    Whole numbers are Int64, other numbers Float64, yes and no Boolean, words String, lists and sets of these
    List; anything else is JSON.  A player that a scenario does not have is null.
    """
    numbers = [scenario.index for scenario in experiment.scenarios]
    columns = {
        "scenario": pl.Series(numbers, dtype=pl.Int64),
        **{factor: _column(_of_factor(experiment, factor)) for factor in experiment.factors},
    }
    keys = _further_keys(experiment)
    for key in keys:
        if isinstance(key, RuleKey):
            columns[key.name] = _column(
                [_plain(getattr(scenario.knobs, key.rule)) for scenario in experiment.scenarios]
            )
    if not all(isinstance(key, RuleKey) for key in keys):
        for name, values in _of_players(experiment):
            columns.setdefault(name, _column(values))
    return pl.DataFrame(columns)


def has_rules_of(settings: pl.DataFrame, knobs: Sequence[Mapping[str, Any]]) -> bool:
    """Return True if the columns of rules have the values that these have in each scenario."""
    keys = [key for name in settings.columns if isinstance(key := read_key(name), RuleKey)]
    return all(
        settings[key.name].equals(_column([knob.get(key.rule) for knob in knobs]), null_equal=True)
        for key in keys
    )


def _of_factor(experiment: Experiment, name: str) -> list[Any]:
    """Return a factor's value in each scenario: its setting, or the label of its level."""
    scenarios = experiment.scenarios
    key = read_key(name)
    if isinstance(key, RuleKey):
        return [_plain(getattr(scenario.knobs, key.rule)) for scenario in scenarios]
    labels = [scenario.levels[name] for scenario in scenarios]
    values = next((_values(factor) for factor in experiment.varied if factor.name == name), {})
    return [values.get(label, label) for label in labels]


def _values(factor: Factor) -> dict[str, Any]:
    """Return the values of a factor that is a player's parameter, by label; none for any other factor."""
    is_parameter = isinstance(factor.key, (EveryPlayer, OnePlayer)) and factor.key.parameter
    return {level.label: level.settings[0].value for level in factor.levels} if is_parameter else {}


def _further_keys(experiment: Experiment) -> list[Key]:
    """Return what named variants set, except what is a factor itself."""
    named = (factor for factor in experiment.varied if factor.key is None)
    keys = (setting.key for factor in named for level in factor.levels for setting in level.settings)
    return [key for key in dict.fromkeys(keys) if key.name not in experiment.factors]


def _of_players(experiment: Experiment) -> Iterator[tuple[str, list[Any]]]:
    """Yield a column for each player, and one for each parameter that some scenario sets for that player."""
    most = max(len(scenario.players) for scenario in experiment.scenarios)
    for seat in range(most):
        line_ups = (scenario.players for scenario in experiment.scenarios)
        players = [line_up[seat] if seat < len(line_up) else None for line_up in line_ups]
        names = [p and player_in_words(p.name, p.parameters) for p in players]
        yield OnePlayer(str(seat)).name, names
        parameters = dict.fromkeys(name for player in players if player for name in player.parameters)
        defaults = {p.name: _defaults(experiment, p.strategy) for p in players if p}
        for name in parameters:
            in_force = [p and p.parameters.get(name, defaults[p.name].get(name)) for p in players]
            yield OnePlayer(str(seat), name).name, in_force


def _defaults(experiment: Experiment, reference: Reference) -> Mapping[str, float]:
    strategy = find_strategy(experiment.game.name, reference, experiment.folder)
    return {parameter.name: float(parameter.default) for parameter in strategy.parameters}


def _plain(value: Any) -> Any:
    """Return a rule's value as plain data: sets and tuples as lists."""
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value


def _column(values: list[Any]) -> pl.Series:
    """Return values with the one type that fits them all."""
    dtype = _type(values)
    if dtype is None:
        return pl.Series([json.dumps(value, default=sorted) for value in values], dtype=pl.String)
    return pl.Series(values, dtype=dtype)


def _type(values: list[Any]) -> Any:
    """Return the polars type of some values; None if only JSON can hold them all."""
    kinds = {type(value) for value in values} - {type(None)}
    if kinds == {list}:
        inner = _type([entry for value in values for entry in value or ()])
        return None if inner is None else pl.List(inner)
    if kinds == {int, float}:
        return pl.Float64
    one = kinds.pop() if len(kinds) == 1 else str if not kinds else object
    return {bool: pl.Boolean, int: pl.Int64, float: pl.Float64, str: pl.String}.get(one)
