"""Which player stands for the ceiling of play, and in which scenarios; read when a file is checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from simkit.engine.contract.composed import thinking
from simkit.engine.contract.player import PLAYOUTS
from simkit.engine.contract.strategy import Strategy
from simkit.engine.play.match import Match
from simkit.errors import BadInput, unknown
from simkit.experiment.factors import heading
from simkit.experiment.values import Experiment, Scenario
from simkit.plugins import find_strategy, master_of
from simkit.questions.ceiling import CeilingAsked


@dataclass(frozen=True)
class Master:
    """The player whose results are the ceiling."""

    strategy: Strategy
    parameters: Mapping[str, float]
    base: str
    playouts: int


NO_SCENARIO = (
    "no scenario in which all players are alike and none looks ahead, with which the master could be compared"
)


def comparable(experiment: Experiment, parameters: CeilingAsked) -> Iterator[Scenario]:
    """Yield the scenarios with which the master can be compared: all players alike, and none looks ahead."""
    wanted = _wanted(experiment, parameters)
    for scenario in experiment.scenarios:
        first = scenario.players[0]
        if any(player != first for player in scenario.players) or first.strategy.look_ahead:
            continue
        if all(scenario.levels[name] in levels for name, levels in wanted.items()):
            yield scenario


def _wanted(experiment: Experiment, parameters: CeilingAsked) -> dict[str, set[str]]:
    """Return the factors of which only some levels count, with the labels of these.

    Raises BadInput if there is no such factor or level.
    """
    names = {heading(name): name for name in experiment.factors} | {name: name for name in experiment.factors}
    wanted = {}
    for called, given in parameters.where.items():
        if called not in names:
            raise BadInput(
                f"where: {unknown('factor', called, [heading(factor) for factor in experiment.factors])}"
            )
        name = names[called]
        played = list(dict.fromkeys(scenario.levels[name] for scenario in experiment.scenarios))
        labels = [_label(level) for level in (given if isinstance(given, list) else [given])]
        for label in labels:
            if label not in played:
                raise BadInput(f"where.{called}: {unknown('level', label, played)}")
        wanted[name] = {*labels}
    return wanted


def _label(level: object) -> str:
    return str(level).lower() if isinstance(level, bool) else str(level)


def master_at(experiment: Experiment, parameters: CeilingAsked) -> Master:
    """Return the game's master, or the player that is asked for in its place."""
    game, playouts = experiment.game, parameters.playouts
    reference = master_of(game.name)
    if reference.look_ahead is None and not parameters.base:
        if playouts:
            raise BadInput(f"playouts: {game.title} has a strategy called master, which is played as it is")
        return Master(find_strategy(game.name, reference, experiment.folder), {}, reference.name, 0)
    if playouts is None and reference.look_ahead is not None:
        playouts = reference.look_ahead.playouts
    own = {} if playouts is None else {PLAYOUTS.name: float(playouts)}
    if parameters.base:
        from simkit.search.settings import ladder_players, own_strategies  # loads polars

        base = ladder_players(game, parameters.base, own_strategies(experiment)).base
        strategy: Strategy = thinking(base)
    else:
        strategy = find_strategy(game.name, reference, experiment.folder)
    return Master(strategy, own, parameters.base or reference.base.name, playouts or int(PLAYOUTS.default))


def refusal(experiment: Experiment) -> str:
    """Return why no ceiling can be measured: nobody may look ahead, or there is nothing to measure."""
    own = next(asked.parameters for asked in experiment.questions if asked.name == "ceiling")
    assert isinstance(own, CeilingAsked)
    try:
        master = master_at(experiment, own)
        if not any(True for _ in comparable(experiment, own)):
            return NO_SCENARIO
        match_with(experiment, experiment.scenarios[0], master)
    except BadInput as problem:
        return str(problem)
    return ""


def match_with(experiment: Experiment, scenario: Scenario, master: Master) -> Match:
    """Return the match in which the master plays at every seat under the rules of a scenario."""
    seats = len(scenario.players)
    players, numbers = (master.strategy,) * seats, (master.parameters,) * seats
    return Match(experiment.game, scenario.knobs, players, numbers, experiment.seed)
