"""Decides whose decisions `simkit regret` values, and writes the experiment to replay their games with."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from simkit.content.mapping import read_mapping
from simkit.content.names import path_in
from simkit.engine.describe import value_in_words
from simkit.engine.knobs import Knobs
from simkit.engine.player import FLAT, LookAhead, Player, Reference, named
from simkit.errors import Complaint, unknown, writing
from simkit.experiment.load import Overrides, load_experiment, read_experiment
from simkit.experiment.players import entry_of
from simkit.experiment.scenarios import Experiment
from simkit.plugins import find_game, find_strategy
from simkit.run.durable import written_in_one_step
from simkit.run.ladder import ladders_of
from simkit.search.regret import Question

SEED = 3_960_000_000
"""The default seed of the valued games; no report and no ladder uses it."""

REPLAYED = 1024
"""The fewest play-outs per decision in a replay, which shows their values."""

NEVER = 100
"""A lead, in standard errors, that no move reaches: the player values the moves but makes their own."""


PRINTED = "the rules as printed"


@dataclass(frozen=True)
class Wish:
    """The options of `simkit regret`.

    Parameters
    ----------
    strategy, against : str
        Whose decisions, and who the others are: the same if empty.
    settings : tuple of str
        "KEY=VALUE" each, as `simkit run --set` takes them.
    seed : int or None
        Of the games; an experiment's own, or `SEED`, without it.
    """

    strategy: str = ""
    against: str = ""
    settings: tuple[str, ...] = ()
    seed: int | None = None


@dataclass(frozen=True)
class Asked:
    """Whose decisions are valued, and how an experiment would describe the games.

    Parameters
    ----------
    question : Question
        Whose decisions are valued, and where.
    references : tuple of Reference
        Each player's strategy, as one in `folder`.
    folder : Path
        What the paths of strategies and of content are relative to.
    content : str
        The experiment's own content, if it has any.
    """

    question: Question
    references: tuple[Reference, ...]
    folder: Path
    content: str = ""

    @property
    def name(self) -> str:
        """The name of the question's folder: "nautilion_expert"."""
        return f"{self.question.game.name}_{self.question.strategies[self.question.asked].name}".replace(
            " ", "_"
        )


def ask_about_game(name: str, wish: Wish) -> Asked:
    """Return the question about a strategy at the game's standard setting, which its ladder uses."""
    if not wish.strategy:
        raise Complaint(f"say whose decisions: simkit regret {name} STRATEGY")
    game, knobs, words = find_game(name), {}, PRINTED
    for ladder in ladders_of(name):
        knobs, words = _changed(ladder.knobs), ladder.setting.partition(";")[0]
    described = {"name": "regret", "game": name, "rules": knobs, "strategy": wish.strategy}
    source = read_mapping(described, "the question")
    experiment = read_experiment(source, Path.cwd(), Overrides(settings=wish.settings))
    if wish.settings:
        changed = _changed(experiment.scenarios[0].knobs)
        words = ", ".join(f"{rule} {value_in_words(value)}" for rule, value in changed.items()) or PRINTED
    others = [wish.against] * (game.seats_under(experiment.scenarios[0].knobs) - 1)
    return _asked(
        experiment, 0, others if wish.against else [], wish.seed if wish.seed is not None else SEED, words
    )


def ask_about_experiment(file: Path, wish: Wish) -> Asked:
    """Return the question about a player in an experiment's first scenario; by default the first player."""
    experiment = load_experiment(file, Overrides(seed=wish.seed, settings=wish.settings))
    scenario = experiment.scenarios[0]
    names = [player.name for player in scenario.players]
    if wish.strategy and wish.strategy not in names:
        raise Complaint(unknown(f"player of {file}", wish.strategy, names))
    asked = names.index(wish.strategy) if wish.strategy else 0
    levels = ", ".join(f"{factor} {level}" for factor, level in scenario.levels.items())
    words = f"the first scenario of {file.name}: {levels}" if levels else f"the rules of {file.name}"
    others = [wish.against] * (len(names) - 1) if wish.against else []
    return _asked(experiment, asked, others, experiment.seed, words)


def _asked(experiment: Experiment, asked: int, others: Sequence[str], seed: int, words: str) -> Asked:
    """Return the question about a player of an experiment; `others` replaces the other players."""
    scenario = experiment.scenarios[0]
    own = scenario.players[asked]
    players = [(player.strategy, player.parameters) for player in scenario.players]
    if others:
        players, asked = [(own.strategy, own.parameters), *((named(name), {}) for name in others)], 0
    game = experiment.game
    question = Question(
        game,
        scenario.knobs,
        tuple(find_strategy(game.name, reference, experiment.folder) for reference, _ in players),
        tuple(chosen for _, chosen in players),
        asked,
        seed,
        words,
    )
    content = str(experiment.resolved.get("content") or "")
    return Asked(question, tuple(reference for reference, _ in players), experiment.folder, content)


def replay_experiment(asked: Asked, games: int, playouts: int, folder: Path) -> dict[str, Any]:
    """Return the experiment, as plain data, that plays the games whose decisions were valued.

    Who was asked about thinks, and never acts on it: `simkit replay --choices` says what each move is worth.
    """
    question = asked.question

    def entry(place: int) -> Any:
        reference, chosen = asked.references[place].moved(asked.folder, folder), question.parameters[place]
        if not question.is_asked[place]:
            return entry_of(Player(reference, chosen))
        opponents = None
        if question.opponents is not None:
            imagined = next(i for i, s in enumerate(question.strategies) if s is question.opponents)
            opponents = asked.references[imagined].without_dial.moved(asked.folder, folder)
        thinks = replace(reference, look_ahead=LookAhead(opponents, FLAT))
        budget = {"playouts": max(playouts, REPLAYED), "sure": NEVER}
        return entry_of(Player(thinks, {**chosen, **budget}))

    players = [entry(place) for place in range(len(question.strategies))]
    content = (
        {"content": os.path.relpath(path_in(asked.folder, asked.content), folder)} if asked.content else {}
    )
    return {
        "name": f"regret_{asked.name}"[:60],
        "game": question.game.name,
        "seed": question.seed,
        "games": games,
        **content,
        "rules": _changed(question.knobs),
        "strategies": players,
    }


def write_experiment(path: Path, data: Mapping[str, Any]) -> None:
    """Write an experiment as YAML."""
    with writing(path), written_in_one_step(path) as temporary:
        temporary.write_text(
            yaml.safe_dump(dict(data), sort_keys=False, allow_unicode=True), encoding="utf-8"
        )


def _changed(knobs: Knobs) -> dict[str, Any]:
    """Return the rules that differ from the printed ones, as plain data."""
    changed = knobs.model_dump(mode="json", exclude_defaults=True)
    # A set has no order of its own, and the same question is to be written in the same words.
    return {k: sorted(v) if isinstance(getattr(knobs, k), frozenset) else v for k, v in changed.items()}
