"""Finds settings of an experiment that contradict each other or would be ignored."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from simkit.content.complaints import Problem
from simkit.content.source import KEY, Place, Source
from simkit.engine.contract.game import Game
from simkit.errors import unknown
from simkit.experiment.factors import ASSUMPTIONS, Factor, Setting, heading, short_label
from simkit.experiment.file.factors import parameters_of
from simkit.experiment.file.model import ExperimentFile
from simkit.experiment.keys import EVERY_PLAYER, LINE_UP, EveryPlayer, Key, Restrict, RuleKey
from simkit.experiment.values import Scenario
from simkit.language import value_in_words


def clashes(factors: list[Factor], game: Game) -> Iterator[Problem]:
    """Yield a problem for each factor that sets what another factor sets: their labels would be wrong.

    Also for each that would have the same name in reports as another.
    """
    setters: dict[str, str] = {}
    names: dict[str, str] = {}
    for factor in factors:
        for called in dict.fromkeys((heading(factor.name), short_label(game.knobs, factor.name))):
            other = names.setdefault(called, factor.name)
            if other != factor.name:
                message = f"reports call '{other}' and '{factor.name}' both '{called}'; choose another name"
                yield ("factors", factor.name, KEY), message
        settings = [setting for level in factor.levels for setting in level.settings]
        within = [parameter for setting in settings for parameter in parameters_of(setting)]
        for path in sorted({setting.key.name for setting in (*settings, *within)}):
            seats = LINE_UP.name if path == EVERY_PLAYER.name else path
            other = setters.setdefault(seats, factor.name)
            if other != factor.name:
                yield ("factors", factor.name), f"sets {path}, which the factor '{other}' sets too"


def rival_line_ups(source: Source, factors: list[Factor]) -> Iterator[Problem]:
    """Yield a problem wherever both keys for the players are given, because one would be ignored."""
    both: set[Key] = {EVERY_PLAYER, LINE_UP}
    message = "strategy and strategies both say who plays; only one of them is allowed"
    if all(source.data.get(key.name) is not None for key in both):
        yield ("strategies", KEY), message
    for factor in factors:
        for level in factor.levels:
            if both <= {setting.key for setting in level.settings}:
                place: Place = ("factors", factor.name, level.label)
                yield place, f"factor '{factor.name}', variant '{level.label}': {message}"


def fixed_and_varied(source: Source, factors: list[Factor]) -> Iterator[Problem]:
    """Yield a problem for each rule under `rules:` that a factor always overrides."""
    rules = source.data.get("rules")
    for knob in rules if isinstance(rules, dict) else ():
        for factor in factors:
            if all(RuleKey(knob) in {setting.key for setting in level.settings} for level in factor.levels):
                message = f"rules: {knob} is fixed here and varied by the factor '{factor.name}'"
                yield ("rules", knob, KEY), f"{message}; remove it here, or remove the factor"


def twins(factors: list[Factor], scenarios: tuple[Scenario, ...], given: list[Setting]) -> Iterator[Problem]:
    """Yield a problem for levels that look different but make the same scenario."""
    for factor in factors:
        if factor.name == ASSUMPTIONS or factor.is_sampled:
            continue
        # Of each level the last scenario: in these, all other factors have the same levels.
        examples = {scenario.levels[factor.name]: scenario for scenario in scenarios}
        labels: dict[tuple[str, ...], str] = {}
        for label, scenario in examples.items():
            knobs = [
                value_in_words(getattr(scenario.knobs, knob)) for knob in type(scenario.knobs).model_fields
            ]
            other = labels.setdefault((*knobs, repr(scenario.players)), label)
            if other != label:
                by = f" with {' and '.join(str(setting.place) for setting in given)}" if given else ""
                message = f"the levels {other} and {label} are the same{by}"
                sampled = "" if factor.key else "; samples, which may be equal, stand in a list of rows"
                yield ("factors", factor.name), f"{message}{sampled}"


def without_effect(scenarios: Sequence[Scenario], given: list[Setting]) -> Iterator[Problem]:
    """Yield a problem for each parameter that is set for all players and overridden for each one."""
    for setting in {setting.key: setting for setting in given}.values():  # the last of two counts
        if not isinstance(setting.key, EveryPlayer) or not setting.key.parameter:
            continue
        parameter = setting.key.parameter
        values = [p.parameters.get(parameter) for scenario in scenarios for p in scenario.players]
        if values and setting.value not in values:
            message = f"has no effect: {parameter} is set for each seat separately"
            yield setting.place, f"{message} (strategies.0.{parameter})"


def nobody_restricted(settings: Sequence[Setting], names: Collection[str]) -> Iterator[Problem]:
    """Yield a problem for each setting that takes moves from a player that does not play."""
    for setting in settings:
        if isinstance(setting.key, Restrict) and setting.key.player not in names:
            message = unknown("player", setting.key.player, sorted(names))
            if isinstance(setting.place, str):
                yield setting.place, message
            else:
                yield (*setting.place, KEY), f"{setting.key.name}: {message}"


def never_tried(factors: list[Factor], scenarios: Sequence[Scenario]) -> Iterator[Problem]:
    """Yield a problem for each assumption that is asked for but applies in no scenario."""
    for factor in (factor for factor in factors if factor.name == ASSUMPTIONS):
        tried = {scenario.levels[ASSUMPTIONS] for scenario in scenarios}
        ids = {level.label.partition(":")[0] for level in factor.levels if level.label in tried}
        missing = {level.label.partition(":")[0]: level.only_if for level in factor.levels}
        for name in (name for name in missing if name not in ids):
            wanted = " and ".join(f"{knob} {value_in_words(value)}" for knob, value in missing[name].items())
            message = f"factor '{ASSUMPTIONS}': {name} matters only with {wanted}, and no scenario has that"
            yield ("factors", ASSUMPTIONS), f"{message}; leave {name} out"


def seconds_of_no_move(file: ExperimentFile, game: Game) -> Iterator[Problem]:
    """Yield a problem for each entry of `seconds` that names no kind of move of the game."""
    known = [kind.name for kind in game.moves]
    for name in file.seconds:
        if name not in known:
            yield ("seconds", name, KEY), unknown(f"kind of move of {game.name}", name, known)
