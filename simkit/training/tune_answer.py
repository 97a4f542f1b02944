"""Asks for better weights of a strategy under some rules, and measures them in fresh games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from simkit.content.source import read_value
from simkit.document.blocks import Table
from simkit.engine.contract.knobs import PLAYERS, Knobs
from simkit.engine.contract.strategy import Strategy
from simkit.errors import BadInput, unknown
from simkit.experiment.values import Experiment
from simkit.language import plural
from simkit.plugins import strategies_of
from simkit.questions.answer import Answer
from simkit.questions.lab import Lab
from simkit.questions.named import factor_of, strategies_in, words_in
from simkit.search.settings import ladder_players, own_strategies
from simkit.training.trained import Trained, Training, rules_of, train
from simkit.training.tune import Tune, WeightSearch
from simkit.training.weights import Effort
from simkit.training.words import of_tuning
from simkit.words.asked.names import called

PRESET = "player.yaml"
"""The file with the player that was found, as an experiment has it."""

SPREAD = 0.35
"""The first spread of the candidates, as a share of the weights."""

SEED = 3_970_000_000
"""The first seed of the games that a search plays; no report and no ladder uses it."""


def ask(lab: Lab, experiment: Experiment, parameters: Tune) -> Answer:
    """Search weights under all rules of the experiment, and measure the winner in fresh games."""
    if parameters.league and (parameters.against or parameters.by):
        raise BadInput("league: it says what is played; leave out --against and --by")
    strategy = strategy_of(experiment, parameters.strategy)
    against, league = (
        [candidate for _, candidate in strategies_in(experiment, text, key)]
        for key, text in (("against", parameters.against), ("league", parameters.league))
    )
    chosen = _chosen(strategy, parameters.only)
    training = Training(
        experiment,
        strategy,
        SEED,
        _rules(experiment, parameters.seats),
        against=against,
        league=league,
        by=parameters.by,
    )
    lab.listener.says(
        f"{experiment.game.title}, {strategy.name}: {plural(len(chosen), 'weight')}, "
        f"{effort_in_words(parameters)}"
    )
    found = train(
        training,
        chosen,
        effort_of(parameters),
        parameters.fresh_games,
        parameters.searches,
        workers=lab.workers,
    )
    return _answer(experiment, strategy, found)


def effort_of(parameters: WeightSearch) -> Effort:
    """Return how long each search is."""
    return Effort(parameters.generations, parameters.candidates, parameters.games, SPREAD, parameters.seed)


def effort_in_words(parameters: WeightSearch) -> str:
    """Return the same in words, for all searches."""
    return (
        f"{plural(parameters.searches, 'search', 'searches')} of "
        f"{plural(parameters.generations, 'generation')} of {parameters.candidates} candidates, "
        f"{parameters.games:,} games of each"
    )


def strategy_of(experiment: Experiment, name: str) -> Strategy:
    """Return the strategy that is tuned: by default the strongest.

    Raises BadInput if there is none of that name, or it has no weights.
    """
    named = [candidate for _, candidate in strategies_in(experiment, name, "strategy")]
    strategy = named[0] if named else ladder_players(experiment.game, "", own_strategies(experiment)).base
    if not strategy.parameters:
        known = {**strategies_of(experiment.game.name), **own_strategies(experiment)}
        others = [name for name, candidate in known.items() if candidate.parameters]
        instead = f"those that have some: {', '.join(others)}" if others else "and no other one has any"
        raise BadInput(f"strategy: {strategy.name} has no weights to tune; {instead}")
    return strategy


def _chosen(strategy: Strategy, only: str) -> list[str]:

    names = [parameter.name for parameter in strategy.parameters]
    chosen = words_in(only) or names
    for name in chosen:
        if name not in names:
            raise BadInput(f"only: {unknown('parameter', name, names)}")
    return chosen


def _rules(experiment: Experiment, seats: str) -> list[Knobs]:
    """Return the rules of the experiment, for each of some numbers of players if they are given."""
    rules = rules_of(experiment)
    if not seats.strip():
        return rules
    game = experiment.game
    if PLAYERS not in game.knobs.model_fields:
        raise BadInput(f"seats: {game.title} has always {game.max_seats}")
    factor = factor_of(experiment, PLAYERS, [read_value(word, "seats") for word in words_in(seats)], "seats")
    counts = [setting.value for level in factor.levels for setting in level.settings]
    found = [
        type(knobs).model_validate({**dict(knobs), PLAYERS: count}) for knobs in rules for count in counts
    ]
    return list({knobs.as_json(): knobs for knobs in found}.values())


def preset(strategy: str, weights: Mapping[str, float]) -> dict[str, Any]:
    """Return a player with some weights as an experiment has it."""
    return {"name": strategy, "parameters": {k: float(f"{v:.4g}") for k, v in weights.items()}}


def _answer(experiment: Experiment, strategy: Strategy, found: Trained) -> Answer:

    others = dict(enumerate((values for values, _ in found.searches[1:]), 2))
    weights = [
        {"weight": name, "was": before, "found": found.values[name]}
        | {f"search {number}": values[name] for number, values in others.items()}
        for name, before in found.defaults.items()
    ]
    searches = [
        {"search": number, "result": estimate} for number, (_, estimate) in enumerate(found.searches, 1)
    ]
    tables = {
        "weights": Table(weights, "The weights before and after; those of further searches stand last."),
        "searches": Table(searches, "What each search came to in the games by which the best was chosen."),
    }
    if found.league:
        rows = [
            {"table": league.table, "measured": league.measured, "was": league.before, "found": league.after}
            for league in found.league
        ]
        tables["league"] = Table(rows, "What it does at each table of the league, before and after.")
    player = preset(found.strategy, found.changed)
    said = of_tuning(found, called({strategy.name: strategy.skill})[strategy.name])
    return Answer(
        sentences=(said,),
        key_figures={f"{found.measured}, tuned": found.after, f"{found.measured}, as it was": found.before},
        tables=tables,
        data={
            "strategy": found.strategy, "measured": found.measured, "has_won": found.has_won,
            "player": player, "fresh_games": found.after.n,
        },
        files={PRESET: f"# {said}\n" + yaml.safe_dump(player, sort_keys=False)} if found.has_won else {},
        about={"Game": experiment.game.title, "Setting": found.setting},
    )  # fmt: skip


def next_steps(answer: Answer, folder: Path | None) -> Iterator[str]:
    """Yield where the player lies, if it has won."""
    if answer.data["has_won"] and folder is not None:
        yield f"The player, to be copied into an experiment: {folder / PRESET}"
