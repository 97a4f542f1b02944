"""`simkit regret`: shows where a strategy loses most against look-ahead."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from pathlib import Path

from simkit.cli.console import console
from simkit.cli.loading import file_of
from simkit.cli.screen import Pace, new_table, show_table
from simkit.engine.cursor import NOBODY
from simkit.errors import Complaint, writing
from simkit.run.durable import written_in_one_step
from simkit.search.asked import (
    Asked,
    Wish,
    ask_about_experiment,
    ask_about_game,
    replay_experiment,
    write_experiment,
)
from simkit.search.losses import Loss, Losses, losses_of
from simkit.search.regret import turns_of, value_decisions
from simkit.search.regret_words import amount, as_data, findings_of, place_in_words, scale_of
from simkit.stats.words import decimals_of, number

MOST_KINDS = 8
"""The most kinds of moves that are listed; the file has all of them."""

DECISIONS, SUMMARY, REPLAYS = "decisions.parquet", "regret.json", "replay.yaml"
"""The files written: one row per decision, the table, and an experiment to replay the games with."""


@dataclass(frozen=True)
class Amount:
    """The options of `simkit regret` that say how much is played.

    Parameters
    ----------
    games, playouts : int
        How many games, and play-outs per decision.
    jobs : int
        Workers at once; -1 means one per core.
    """

    games: int
    playouts: int
    jobs: int = -1


def measure_and_show(target: str, wish: Wish, much: Amount, out: Path | None, runs: Path) -> None:
    """Value a strategy's decisions, print where it loses most, and write the tables.

    Parameters
    ----------
    target : str
        A game, or an experiment's file.
    wish : Wish
        Whose decisions, and under which rules.
    much : Amount
        How much is played.
    out : Path or None
        The folder that is written; one below `runs` without it.
    runs : Path
        The folder of all runs.
    """
    file = file_of(target)
    folder = out or runs / "regret" / _folder_name(target, wish)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    asked = ask_about_experiment(file, wish) if file else ask_about_game(target, wish)
    question = asked.question
    name = question.strategies[question.asked].name
    console.print(
        f"{question.game.title}, {name}: {question.words}; {much.games:,} games, {much.playouts:,} play-outs "
        "per decision"
    )
    pace = Pace(much.games)
    with console.status("compiling ...") as status:
        decisions = value_decisions(
            question,
            games=much.games,
            playouts=much.playouts,
            jobs=much.jobs,
            tell=lambda played: status.update(
                f"{played:,} of {much.games:,} games valued{pace.left('all this', played)}"
            ),
        )
    if decisions.is_empty():
        raise Complaint(f"{name} had nothing to decide in {much.games:,} games of {question.game.title}")
    found = losses_of(question, decisions, much.games, much.playouts)
    write_experiment(folder / REPLAYS, replay_experiment(asked, much.games, much.playouts, folder))
    for path, write in (
        (folder / DECISIONS, lambda to: decisions.write_parquet(to)),
        (folder / SUMMARY, lambda to: to.write_text(json.dumps(as_data(found), indent=1) + "\n")),
    ):
        with writing(path), written_in_one_step(path) as temporary:
            write(temporary)
    _show(found)
    _show_worst(found, asked, folder)
    console.print(f"files   {folder}: {DECISIONS}, {SUMMARY}, {REPLAYS}")


def _folder_name(target: str, wish: Wish) -> str:
    words = [Path(target).stem, Path(wish.strategy.replace(":", "_")).name if wish.strategy else ""]
    return "_".join(filter(None, words))


def _show(found: Losses) -> None:
    """Print the findings, and the losses by kind of move, turn and progress."""
    for finding in findings_of(found):
        console.print(finding)
    table = new_table("decisions", numbers=("per game", "better, %", "lost each", "lost per game"))
    _add(table, "all", found.whole, found)
    for kind in found.by("kind")[:MOST_KINDS]:
        _add(table, kind.label, kind, found)
    progress = found.question.game.progress
    for by, words in (("turn", "turn"), ("progress", progress.column.replace("_", " ") if progress else "")):
        for part in found.by(by):
            _add(table, f"{words} {part.label}", part, found)
    show_table(table)


def _add(table: object, label: str, loss: Loss, found: Losses) -> None:
    scale = scale_of(found.question)
    per_game = loss.decisions / (found.games * sum(found.question.is_asked))
    table.add_row(  # type: ignore[attr-defined]
        label,
        f"{per_game:.1f}",
        f"{100 * loss.better.value:.1f}",
        number(scale * loss.each.value, 2 if scale > 1 else decimals_of(loss.each)),
        amount(loss.per_game, scale),
    )


def _show_worst(found: Losses, asked: Asked, folder: Path) -> None:
    """Print the worst decisions in words, each with the command that shows it."""
    match = asked.question.match()
    for mistake in found.worst:
        console.print(f"{place_in_words(found, mistake)}", soft_wrap=True)
        for move, (_, step, _) in enumerate(turns_of(match, mistake.game), start=1):
            if move == mistake.move and step.seat != NOBODY:
                own, better = (
                    match.game.story.describe(match.game, step.state, option)
                    for option in (step.move, step.moves[mistake.better])
                )
                console.print(f"  chosen: {own}; better: {better}", soft_wrap=True)
                break
        command = ("simkit", "replay", str(folder / REPLAYS), "--game", str(mistake.game), "--choices")
        console.print(f"  {shlex.join((*command, '--move', str(mistake.move)))}", soft_wrap=True)
