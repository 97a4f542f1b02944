"""Says what the strongest player would do, and what a person's choices gave away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from simkit.engine.base.columns import Column
from simkit.engine.base.rows import Record
from simkit.engine.contract.game import Game
from simkit.engine.contract.objectives import Objective, measure_in_words
from simkit.errors import BadInput
from simkit.language import plural
from simkit.search.position import Values, value_moves
from simkit.stats.estimates import Estimate, unit_of
from simkit.table.game import Asked, Decision, TableGame

SEED = 3_970_000_000
"""The seed of the play-outs; no game has it by default."""

SURELY = 2.0
"""The lead of another move, in standard errors, from which it counts."""

ALMOST_AS_GOOD = 3
"""The most other moves that a hint names."""


@dataclass(frozen=True)
class Lost:
    """What a choice gave away."""

    decision: Decision
    better: str
    made: str
    lost: Estimate


def values_of(game: TableGame, state: Record, count: int) -> Values:
    """Return what the legal moves are worth in a state of a game.

    Raises BadInput if the game declares no objective.
    """
    match = game.match
    if not match.game.objectives:
        raise BadInput(f"{match.game.title} declares no objective, by which moves could be valued")
    return value_moves(match.game, match.knobs, game.stand_ins, SEED, state, count)


def hint(game: TableGame, asked: Asked) -> list[str]:
    """Return what the strongest player would do, and why, in sentences."""
    values = values_of(game, asked.state, len(asked.moves))
    words = words_of(game, asked)
    best, means = values.best, values.means
    expert = game.table.expert.name
    order = sorted(range(len(words)), key=lambda move: -means[move])
    others = [move for move in order if words[move] != words[best]]
    measure = _Measure.of(game.match.game)
    first = f"The strongest player ({expert}, looking ahead) would choose '{words[best]}'"
    if not others:
        return [f"{first}. Nothing else is different."]
    lead, error = values.lead(best, others[0])
    compared = "; ".join([
        f"{measure.called} {measure.value(means[best])}",
        *(f"with '{words[move]}' {measure.value(means[move])}" for move in others[:ALMOST_AS_GOOD]),
    ])  # fmt: skip
    if lead > SURELY * error:
        lines = [f"{first}, because it brings the most: {compared}."]
    else:
        lines = [
            f"{first}. It is close: {compared}. "
            f"{values.playouts} play-outs a move show no sure difference between the best two."
        ]
    lines += _other_goals(game.match.game, values, best, others[0], words)
    if values.own != best:
        lines.append(f"Without looking ahead {expert} would choose '{words[values.own]}'.")
    return lines


def words_of(game: TableGame, asked: Asked) -> list[str]:
    """Return the legal moves in words."""
    story, declared = game.match.game.story, game.match.game
    return [story.describe(declared, asked.state, move) for move in asked.moves]


def losses(game: TableGame, player: int) -> Iterator[Lost | None]:
    """Yield, for each choice of a player, what it gave away; None if that was nothing for sure."""
    for decision in game.decisions:
        if decision.player != player:
            continue
        happened = game.happened[decision.move]
        assert happened.before is not None
        values = values_of(game, happened.before, decision.options)
        best = int(values.means.argmax())
        lost, error = values.lead(best, decision.chosen)
        story, declared = game.match.game.story, game.match.game
        better, made = (
            story.describe(declared, happened.before, happened.step.moves[i]) for i in (best, decision.chosen)
        )
        half = SURELY * error
        own_loss = Estimate(lost, lost - half, lost + half, values.playouts, "normal")
        yield Lost(decision, better, made, own_loss) if lost > half and better != made else None


def review(game: TableGame, name: str, found: Sequence[Lost | None]) -> list[str]:
    """Return what a player's choices gave away, in a few lines."""
    measure = _Measure.of(game.match.game)
    worst = sorted((move for move in found if move), key=lambda move: -move.lost.value)
    choices = plural(len(found), "choice")
    if not worst:
        return [f"{name}: of {choices} none surely gave anything away."]
    value, low, high = (sum(getattr(move.lost, end) for move in worst) for end in ("value", "low", "high"))
    total = Estimate(value, low, high, len(worst), "sum")
    number = "1 gave" if len(worst) == 1 else f"{len(worst)} gave"
    others = ", and the others by their own players" if len(game.table.players) > 1 else ""
    least, most = (end(move.lost.n for move in worst) for end in (min, max))
    return [
        f"{name}: of {choices} {number} something away, {measure.size(total)} in all.",
        *(
            f"  move {move.decision.move}: {move.made}; better: {move.better} ({measure.size(move.lost)})"
            for move in worst[:3]
        ),
        f"  {least if least == most else f'{least} to {most}'} play-outs of each choice, in which people are "
        f"played by {game.table.expert.name}{others}.",
        "  After \N{PLUS-MINUS SIGN}: the longer side of the 95 % interval.",
    ]


def _other_goals(game: Game, values: Values, best: int, other: int, words: Sequence[str]) -> Iterator[str]:
    """Yield what else the best move surely brings, compared with the next one."""
    goals = [*game.objectives, *([game.progress] if game.progress else [])][1 : values.goals.shape[2]]
    for place, goal in enumerate(goals, 1):
        lead, error = values.lead(best, other, place)
        if abs(lead) <= SURELY * error or lead == 0:
            continue
        measure = _Measure(goal, game.column_of(goal))
        means = values.goals[:, :, place].mean(axis=0)
        yield (
            f"Besides: {measure.called} {measure.value(means[best])} with '{words[best]}', "
            f"{measure.value(means[other])} with '{words[other]}'."
        )


@dataclass(frozen=True)
class _Measure:
    """How a goal's values are said."""

    goal: Objective
    column: Column

    @classmethod
    def of(cls, game: Game) -> _Measure:
        """Return the measure of a game's first objective."""
        return cls(game.objectives[0], game.column_of(game.objectives[0]))

    @property
    def called(self) -> str:
        """What a value of it is called: "the chance of 'won'", "mean score"."""
        return f"chance of '{self.goal.column}'" if self.column.is_yes_no else measure_in_words(self.column)

    def value(self, value: Any) -> str:
        """Return a value."""
        if self.column.is_yes_no:
            return f"{100 * float(value if self.goal.better == 'more' else -value):.0f} %"
        return f"{float(value if self.goal.better == 'more' else -value):.1f}"

    def size(self, value: Estimate) -> str:
        """Return a difference with its error."""
        is_chance = self.column.is_yes_no
        found = replace(value, unit=unit_of(is_chance).of_changes)
        return f"{found.counted(f' points of {self.called}') if is_chance else found:plain side}"
