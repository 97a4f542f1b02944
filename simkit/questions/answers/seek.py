"""Asks for rules that meet targets: which change of which rule, the fewest first."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import nan
from pathlib import Path
from typing import Any

from simkit.content.mapping import read_mapping
from simkit.document.blocks import Table
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import PLAYERS
from simkit.errors import BadInput
from simkit.experiment.file.load import Overrides, given_again, read_experiment
from simkit.experiment.file.wanted import read_words
from simkit.experiment.target import Target
from simkit.experiment.values import Experiment
from simkit.questions.answer import Answer
from simkit.questions.lab import Lab
from simkit.questions.named import names_of, values_in
from simkit.questions.seek import Seek
from simkit.search.seek import (
    AS_IT_IS,
    FIRST_GAMES,
    KEPT,
    MOST_CANDIDATES,
    MOST_SHOWN,
    Search,
    Sought,
    candidates_of,
    label_of,
    values_of,
    with_players,
)
from simkit.search.settings import rules_in_words
from simkit.search.steps import NO_RULES
from simkit.words.asked.seek import sentences_of


def ask(lab: Lab, experiment: Experiment, parameters: Seek) -> Answer:
    """Look for changes of the rules that meet the targets."""
    wanted = _with_targets(experiment, parameters.targets)
    values, changes = _searched(experiment, parameters)
    names = ", ".join(values)
    lab.listener.says(
        f"{experiment.game.title}: {'; '.join(_targets_in_words(wanted))}; by {names}, at most "
        f"{changes} at once"
    )
    search = Search(wanted, values, lab.run, changes)
    found = search.find(parameters.games, parameters.fresh_games)
    return _answer(wanted, found)


def line_ups(experiment: Experiment, parameters: Seek) -> int:
    """Return how many line-ups play as many games as the last round, in all rounds and in fresh games."""
    _with_targets(experiment, parameters.targets)
    values, changes = _searched(experiment, parameters)
    first = candidates_of(values, changes) * min(FIRST_GAMES, parameters.games)
    later = 3 * KEPT * parameters.games if parameters.games > FIRST_GAMES else 0
    fresh = (1 + MOST_SHOWN) * parameters.fresh_games
    return max(1, (first + later + fresh) // parameters.games)


def _searched(experiment: Experiment, parameters: Seek) -> tuple[dict[str, list[Any]], int]:
    """Return the values that are tried of each rule, and how many rules may change at once."""
    values, changes = _values(experiment, parameters.by), parameters.changes
    while not parameters.by and changes > 1 and candidates_of(values, changes) > MOST_CANDIDATES:
        changes -= 1
    return values, changes


def _values(experiment: Experiment, by: str | Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return, for each rule that may change, the values that are tried; without names for all that can.

    Raises BadInput if one is no rule, or has no other values.
    """
    given = values_in(experiment, by, "by")
    if not given:
        rules = [field for field in experiment.game.knobs.model_fields if field not in {*NO_RULES, PLAYERS}]
        every = {rule: values_of(experiment, rule) for rule in rules}
        if not any(every.values()):
            raise BadInput(f"by: {experiment.game.title} has no rule with another value")
        return {rule: values for rule, values in every.items() if values}
    found = {rule: values_of(experiment, rule, values) for rule, values in given.items()}
    for rule, values in found.items():
        if not values:
            raise BadInput(f"by: {rule}: no other value was found; name some: --by '{rule}=[1, 2]'")
    return found


# ---- targets in words


def _with_targets(experiment: Experiment, words: str) -> Experiment:
    """Return the experiment with the targets that a sentence names, and with the players in them."""
    if not words.strip():
        if not experiment.targets:
            raise BadInput("targets: the experiment has none; say what is wanted: 'planner wins 45 to 55 %'")
        return experiment
    targets, players = read_words(words, experiment)
    data = {**with_players(experiment, players), "targets": targets}
    for asked in experiment.questions:
        data.pop(asked.name, None)
    settings = given_again(experiment)
    data.pop("set", None)
    overrides = Overrides(settings=settings, command=experiment.command)
    return replace(
        read_experiment(read_mapping(data, "the targets"), experiment.folder, overrides),
        setting=experiment.setting,
    )


def _targets_in_words(experiment: Experiment) -> list[str]:
    return [
        target.in_words(is_share=_is_share(experiment.game, target), called=experiment.vocabulary)
        for target in experiment.targets
    ]


def _is_share(game: Game, target: Target) -> bool:
    columns = (*game.columns, *game.seat_columns)
    return bool(target.in_games) or any(
        column.is_yes_no for column in columns if column.name == target.column
    )


# ---- the answer


def _answer(experiment: Experiment, found: Sought) -> Answer:

    rows = [
        {
            "target": _words(found, number),
            "change": rules_in_words(dict(tried.change), experiment.game.knobs) or AS_IT_IS,
            "meets all": tried.meets,
            "in the search": replace(searched.found[number].estimate, low=nan) if searched else None,
            "fresh games": tried.found[number].estimate,
            "away": tried.distances[number],
            "rules changed": len(tried.change),
        }
        for number in range(len(found.targets))
        for searched, tried in [(None, found.before), *found.winners]
        if number in tried.found
    ]
    names = names_of(experiment, (player for scenario in experiment.scenarios for player in scenario.players))
    caption = (
        f"What the best of {found.tried:,} changes come to: in the last {found.games:,} games of the search, "
        f"which chose among them, and in {found.fresh_games:,} fresh games."
    )
    return Answer(
        sentences=tuple(sentences_of(found, experiment.game, experiment.scenarios[0].knobs, names)),
        tables={"found": Table(rows, caption)},
        data={
            "targets": [_words(found, number) for number in range(len(found.targets))],
            "tried": found.tried,
            "games": found.games,
            "fresh_games": found.fresh_games,
            "changes": [dict(_plain(tried.change)) for _, tried in found.winners],
            "holds": [label_of(tried.change) for _, tried in found.holds],
            "experiment": experiment.file,
            "game": experiment.game.name,
        },
        about={"Game": experiment.game.title, "Setting": experiment.setting or "as the experiment sets it"},
    )


def _plain(change: Any) -> Iterator[tuple[str, Any]]:
    for rule, value in change:
        yield rule, sorted(value) if isinstance(value, frozenset) else value


def _words(found: Sought, number: int) -> str:
    return found.targets[number].in_words(is_share=number in found.shares)


def next_steps(answer: Answer, _folder: Path | None) -> Iterator[str]:
    """Yield the command that plays the first setting that meets the targets, of a file."""
    file = answer.data["experiment"]
    if answer.data["holds"] and Path(file).is_file():
        first = answer.data["changes"][0].items()
        settings = [part for rule, value in first for part in ("--set", f"rules.{rule}={value}")]
        yield shlex.join(("simkit", "run", file, *settings))
