"""Decides whose decisions `simkit regret` values, and makes the experiment that replays their games."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from simkit.content.characters import path_in
from simkit.engine.contract.player import FLAT, LookAhead, Player, Reference, named
from simkit.errors import BadInput, unknown
from simkit.experiment.factors import Setting, level_in_words
from simkit.experiment.file.players import entry_of
from simkit.experiment.keys import read_key
from simkit.experiment.values import Experiment
from simkit.plugins import find_strategy, in_full
from simkit.run.findings.ceiling import changed_rules
from simkit.search.regret import Valuation
from simkit.search.settings import in_words, standard_experiment

SEED = 3_960_000_000
"""The default seed of the valued games; no report and no ladder uses it."""

REPLAYED = 1024
"""The fewest play-outs per decision in a replay, which shows their values."""

NEVER = 100
"""A lead, in standard errors, that no move reaches: the player values the moves but makes their own."""


def valuation_of(
    experiment: Experiment, strategy: str = "", against: str = "", seed: int | None = None
) -> Valuation:
    """Return the valuation of a player's decisions in an experiment's first scenario.

    * `experiment`: at a game's standard setting any strategy can be named; else it must be one of the
      experiment's.
    * `strategy`, `against`: whose decisions, by default the first player's; and the other players, by default
      the experiment's.
    * `seed`: of the games; by default the experiment's own, or `SEED` at a standard setting.
    """
    if experiment.setting:
        return _valuation_of_game(experiment, strategy, against, SEED if seed is None else seed)
    scenario = experiment.scenarios[0]
    names = [player.name for player in scenario.players]
    if strategy and strategy not in names:
        raise BadInput(unknown(f"player of {experiment.file}", strategy, names))
    asked = names.index(strategy) if strategy else 0
    levels = ", ".join(level_in_words(*item, experiment.vocabulary) for item in scenario.levels.items())
    file = Path(experiment.file).name
    words = f"the first scenario of {file}: {levels}" if levels else f"the rules of {file}"
    others = [against] * (len(names) - 1) if against else []
    return _valuation(experiment, asked, others, experiment.seed if seed is None else seed, words)


def _valuation_of_game(experiment: Experiment, strategy: str, against: str, seed: int) -> Valuation:
    name, given = experiment.game.name, experiment.resolved["set"]
    if not strategy:
        raise BadInput(f"say whose decisions: simkit regret {name} STRATEGY")
    keys = {path: key for path in given if (key := read_key(path))}
    settings = [Setting(key, given[path], f"--set {path}") for path, key in keys.items()]
    seated = standard_experiment(name, settings, strategy)
    knobs = seated.scenarios[0].knobs
    words = experiment.setting.partition(";")[0]
    if given:
        words = in_words(knobs)
    others = [against] * (seated.game.seats_under(knobs) - 1) if against else []
    return _valuation(seated, 0, others, seed, words)


def _valuation(experiment: Experiment, asked: int, others: Sequence[str], seed: int, words: str) -> Valuation:
    """Return the valuation of a player of an experiment; `others` replaces the other players."""
    scenario = experiment.scenarios[0]
    own = scenario.players[asked]
    players = [(player.strategy, player.parameters) for player in scenario.players]
    game = experiment.game
    if others:
        named_others = [in_full(game.name, named(name)) for name in others]
        players, asked = [(own.strategy, own.parameters), *((other, {}) for other in named_others)], 0
    return Valuation(
        game,
        scenario.knobs,
        tuple(find_strategy(game.name, reference, experiment.folder) for reference, _ in players),
        tuple(chosen for _, chosen in players),
        asked,
        seed,
        words,
        tuple(reference for reference, _ in players),
        experiment.folder,
        str(experiment.resolved.get("content") or ""),
    )


def replay_experiment(valuation: Valuation, games: int, playouts: int, folder: Path) -> dict[str, Any]:
    """Return the experiment, as plain data, that plays the games whose decisions were valued.

    A valued player that does not look ahead by itself thinks but never acts on it: `simkit replay --choices`
    says what its moves are worth.
    """

    def moved(place: int) -> Reference:
        return valuation.references[place].moved(valuation.folder, folder)

    def entry(place: int) -> Any:
        reference, chosen = moved(place), valuation.parameters[place]
        if not valuation.is_asked[place] or reference.look_ahead:
            return entry_of(Player(reference, chosen))
        opponents = None
        if valuation.opponents is not None:
            alone = [strategy.without_look_ahead for strategy in valuation.strategies]
            imagined = next(i for i, strategy in enumerate(alone) if strategy is valuation.opponents)
            opponents = moved(imagined).base.without_dial
        thinks = replace(reference, look_ahead=LookAhead(opponents, FLAT))
        budget = {"playouts": max(playouts, REPLAYED), "sure": NEVER}
        return entry_of(Player(thinks, {**chosen, **budget}))

    players = [entry(place) for place in range(len(valuation.strategies))]
    content = {}
    if valuation.content:
        content["content"] = os.path.relpath(path_in(valuation.folder, valuation.content), folder)
    return {
        "name": f"regret_{valuation.name}"[:60],
        "game": valuation.game.name,
        "seed": valuation.seed,
        "games": games,
        **content,
        "rules": changed_rules(valuation.knobs),
        "strategies": players,
    }
