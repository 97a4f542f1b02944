"""Says what a player gives away against look-ahead, where it loses most, and which decisions were worst."""

from __future__ import annotations

from dataclasses import replace

from simkit.engine.contract.objectives import measure_in_words
from simkit.language import opening
from simkit.search.losses import Losses, Mistake, column_of, unit_of
from simkit.stats.estimates import NUMBER, PLUS_MINUS, number
from simkit.words.asked.names import are_too_few, called, games, margin
from simkit.words.rounding import as_said


def sentences_of(found: Losses) -> list[str]:
    """Return what was given away in all, and at which kind of move most."""
    strategy, whole = found.valuation.strategies[found.valuation.asked], found.whole
    who = called({strategy.name: strategy.skill})[strategy.name]
    what = measure_in_words(column_of(found.valuation))
    if whole.per_game.low <= 0:
        said = [f"{who} gives away at most {margin([whole.per_game])} of its {what} a game"]
        if are_too_few([whole.per_game]):
            said = [f"{games(found.games)} do not show whether {who} gives anything away of its {what}"]
    else:
        lost = whole.per_game
        size = (
            f"{as_said(lost)}"
            if lost.high <= lost.unit.most
            else f"at least {replace(lost, value=lost.low):alone}"
        )
        said = [
            f"{who} gives away {size} of its {what} a game",
            f"at {as_said(whole.better)} of its decisions another move is clearly better",
        ]
        if most_lost := found.costliest:
            kind = most_lost.label.replace("_", " ")
            said.append(f"most is lost at '{kind}': {as_said(most_lost.per_game)} a game")
    return [f"{opening(words)}." for words in said]


def place_in_words(found: Losses, mistake: Mistake) -> str:
    """Return where a decision was made, and what it gave away."""
    valuation, goal = found.valuation, found.valuation.game.headline
    assert goal is not None
    column, scale = valuation.game.column_of(goal), unit_of(valuation).scale
    sign, unit = 1 if goal.better == "more" else -1, " %" if column.is_yes_no else ""
    error = 2 * scale * mistake.error
    digits = 0 if column.is_yes_no else NUMBER.decimals(error)
    made, best, more = (
        number(sign * scale * value, digits)
        for value in (mistake.value, mistake.value + mistake.regret, sign * mistake.regret)
    )
    seat = f", seat {mistake.seat + 1}" if len(valuation.strategies) > 1 else ""
    return (
        f"Game {mistake.game}, turn {mistake.turn}, move {mistake.move}{seat}: {measure_in_words(column)} "
        f"{made}{unit} with the move made, {best}{unit} with the best one found, "
        f"{more}{PLUS_MINUS}{number(error, digits)} more"
    )
