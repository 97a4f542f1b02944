"""Asks where a strategy loses most against look-ahead."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from simkit.document.blocks import Row, Table
from simkit.engine.contract.objectives import measure_in_words
from simkit.errors import BadInput
from simkit.experiment.values import Experiment
from simkit.language import NOBODY
from simkit.questions.answer import Answer
from simkit.questions.lab import Lab
from simkit.questions.regret import Regret
from simkit.search.asked import replay_experiment, valuation_of
from simkit.search.losses import Loss, Losses, Mistake, column_of, losses_of
from simkit.search.regret import turns_of, value_decisions
from simkit.words.asked.regret import place_in_words, sentences_of

MOST_KINDS = 8
"""The most kinds of moves that are listed; the file has all of them."""

REPLAY = "replay.yaml"


def ask(lab: Lab, experiment: Experiment, parameters: Regret) -> Answer:
    """Value all decisions of the strategy, and sum up what they gave away."""
    games, playouts = parameters.games, parameters.playouts
    valuation = valuation_of(experiment, parameters.strategy, parameters.against, parameters.seed)
    title, name = valuation.game.title, valuation.strategies[valuation.asked].name
    lab.listener.says(
        f"{title}, {name}: {valuation.words}; {games:,} games, {playouts:,} play-outs per decision"
    )
    decisions = value_decisions(valuation, games=games, playouts=playouts, workers=lab.workers)
    if decisions.is_empty():
        raise BadInput(f"{name} had nothing to decide in {games:,} games of {title}")
    found = losses_of(valuation, decisions, games, playouts)
    replay = {}
    if lab.answers is not None:
        described = replay_experiment(valuation, games, playouts, lab.answers)
        replay[REPLAY] = yaml.safe_dump(described, sort_keys=False, allow_unicode=True)
    measured = measure_in_words(column_of(valuation))
    return Answer(
        sentences=tuple(sentences_of(found)),
        key_figures={f"{measured} given away per game": found.whole.per_game},
        tables={
            "losses": Table(
                list(_losses(found)),
                f"What {name} gives away of its {measured}: its decisions per game, the share at which "
                "another move is surely better, and what they lose.",
            ),
            "decisions": Table(decisions),
        },
        data={
            "games": games,
            "playouts": playouts,
            "mistakes": [_row_of(found, mistake) for mistake in found.worst],
        },
        files=replay,
        about={"Game": title, "Setting": valuation.words, "Seed": str(valuation.seed)},
    )


def _row_of(found: Losses, mistake: Mistake) -> dict[str, Any]:
    """Return one of the worst decisions in words: where it was made, and the moves."""
    match = found.valuation.match()
    moves = ""
    for move, (_, step, _) in enumerate(turns_of(match, mistake.game), start=1):
        if move == mistake.move and step.seat != NOBODY:
            own, better = (
                match.game.story.describe(match.game, step.state, option)
                for option in (step.move, step.moves[mistake.better])
            )
            moves = f"chosen: {own}; better: {better}"
            break
    where = place_in_words(found, mistake)
    return {"game": mistake.game, "move": mistake.move, "where": where, "moves": moves}


def _losses(found: Losses) -> Iterator[Row]:
    """Yield what was given away: in all, by kind of move, turn and progress."""
    game, players = found.valuation.game, sum(found.valuation.is_asked)
    progress = game.progress.column.replace("_", " ") if game.progress else ""

    def row(label: str, loss: Loss) -> Row:
        return {
            "decisions": label,
            "per game": float(f"{loss.decisions / (found.games * players):.1f}"),
            "better": loss.better,
            "lost each": loss.each,
            "lost per game": loss.per_game,
        }

    yield row("all", found.whole)
    yield from (row(kind.label, kind) for kind in found.by("kind")[:MOST_KINDS])
    yield from (row(f"turn {turn.label}", turn) for turn in found.by("turn"))
    yield from (row(f"{progress} {stage.label}", stage) for stage in found.by("progress"))


def next_steps(answer: Answer, folder: Path | None) -> Iterator[str]:
    """Yield the worst decisions in words, each with the command that shows it."""
    for mistake in answer.data["mistakes"]:
        yield mistake["where"]
        if mistake["moves"]:
            yield f"  {mistake['moves']}"
        if folder is not None:
            file = str(folder / REPLAY)
            game, move = str(mistake["game"]), str(mistake["move"])
            command = ("simkit", "replay", file, "--game", game, "--choices", "--move", move)
            yield f"  {shlex.join(command)}"
