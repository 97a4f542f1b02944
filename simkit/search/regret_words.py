"""Describes what a strategy gives away, in words and as plain data."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from simkit.engine.contract.objectives import measure_in_words
from simkit.search.losses import Loss, Losses, Mistake
from simkit.search.regret import Question
from simkit.stats.estimates import Estimate
from simkit.stats.words import decimals, number, with_interval


def scale_of(question: Question) -> float:
    """Return the factor for showing an amount: rates are shown in percentage points."""
    goal = question.game.headline
    return 100.0 if goal and question.game.column_of(goal).is_yes_no else 1.0


def unit_of(question: Question) -> str:
    """Return the unit of what is given away: "points of win rate", "mean score"."""
    goal = question.game.headline
    assert goal is not None
    column = question.game.column_of(goal)
    return f"points of {measure_in_words(column)}" if column.is_yes_no else measure_in_words(column)


def amount(estimate: Estimate, scale: float) -> str:
    """Return an amount with its interval: "12.3 (10.1 to 14.5)"."""
    return with_interval(estimate, is_share=scale > 1)


def findings_of(found: Losses) -> list[str]:
    """Return the findings in sentences, beginning with the sum."""
    question, whole = found.question, found.whole
    name, scale, unit = question.strategies[question.asked].name, scale_of(question), unit_of(question)
    if whole.per_game.low <= 0:
        return [
            f"Look-ahead with {found.playouts:,} play-outs can't tell whether {name} gives anything away: it "
            f"finds {amount(whole.per_game, scale)} {unit} per game, and chance alone explains that. More "
            "games or more play-outs tell more."
        ]
    said = [
        f"{name} gives away {amount(whole.per_game, scale)} {unit} per game, summed over its decisions; at "
        f"{100 * whole.better.value:.1f} % of them another move is surely better."
    ]
    costly = [loss for loss in found.by("kind") if loss.per_game.low > 0]
    if costly:
        share = 100 * costly[0].per_game.value / whole.per_game.value
        said.append(f"Most is lost at {costly[0].label}: {share:.0f} % of it.")
    return said


def place_in_words(found: Losses, mistake: Mistake) -> str:
    """Return where a decision was made, and what it gave away, in words."""
    question = found.question
    goal = question.game.headline
    assert goal is not None
    column, scale = question.game.column_of(goal), scale_of(question)
    sign = 1 if goal.better == "more" else -1
    error, unit = 2 * scale * mistake.error, " %" if column.is_yes_no else ""
    digits = 0 if column.is_yes_no else decimals(error)
    before, after = (
        f"{number(sign * scale * v, digits)}{unit}" for v in (mistake.value, mistake.value + mistake.regret)
    )
    seat = f", seat {mistake.seat}" if len(question.strategies) > 1 else ""
    return (
        f"Game {mistake.game}, turn {mistake.turn}, move {mistake.move}{seat}: "
        f"{measure_in_words(column)} {before} with the move made, {after} with the best one found (the "
        f"difference is known to about +- {number(error, digits)})"
    )


def as_data(found: Losses) -> dict[str, Any]:
    """Return the losses as plain data, in the game's own units."""
    question = found.question
    return {
        "game": question.game.name,
        "strategy": question.strategies[question.asked].name,
        "setting": question.words,
        "seed": question.seed,
        "games": found.games,
        "playouts": found.playouts,
        "measured": unit_of(question),
        "scale": scale_of(question),
        "players": sum(question.is_asked),
        "progress": question.game.progress.column if question.game.progress else "",
        "whole": _as_data(found.whole),
        "parts": [_as_data(part) for part in found.parts],
        "worst": [asdict(mistake) for mistake in found.worst],
    }


def _as_data(loss: Loss) -> dict[str, Any]:
    return asdict(loss)
