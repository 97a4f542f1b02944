"""Describes a game from beginning to end in sentences, using the game's story."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from simkit.engine.contract.objectives import measure_in_words
from simkit.engine.play.match import Match
from simkit.engine.play.walk import Step
from simkit.errors import BadInput, place_of, raised
from simkit.language import NOBODY

MOST_OTHERS = 6
"""The most moves not chosen that are listed one by one; there may be hundreds."""


def playthrough(
    match: Match,
    number: int,
    *,
    choices: bool = False,
    most: int | None = MOST_OTHERS,
    only: int | None = None,
    notes: Mapping[int, str] | None = None,
    instead: Mapping[int, int] | None = None,
) -> Iterator[str]:
    """Play a game move by move and yield its description, line by line.

    * `choices`: whether the other legal moves are listed before the effects of each move.
    * `most`: how many of the others are listed; None for all.
    * `only`: only this move, counted from 1, with what happened in its turn before it.
    * `notes`: lines that follow the description of a move, by its number from 1.
    * `instead`: by the number of a move, the index of the legal move that is made in place of the player's;
      the game goes on with the same chance.

    Raises StrategyFailure where a strategy fails, after all that happened before has been yielded.
    Raises BadInput where the rules or the story of a plug-in raise, also after what happened before.
    """
    state, turn = None, list[str]()
    begins = {kind.number for kind in match.game.events if kind.begins_turn}
    for made, step in enumerate(match.walk(number, instead=instead)):
        state = step.state
        told = [*_step(match, number, step, choices=choices, most=most)]
        told += [notes[made]] if notes and made in notes else []
        if only is None:
            yield from told
            continue
        turn.extend(told)
        if made == only:
            yield from turn
            return
        if any(int(event["kind"]) in begins for event in step.events):
            turn = list(_sentences_of(match, number, step))
    if only is not None:
        raise BadInput(f"game {number} has no move {only}: it ends after {made}")
    rows, seat_rows = match.outcome_of(state) if instead else match.play(number, 1)
    yield ""
    yield from _sentences(match, number, match.game.story.end, state, match.rules, rows[0], seat_rows)


def _step(match: Match, number: int, step: Step, *, choices: bool, most: int | None) -> Iterator[str]:
    """Yield the description of one move; if wanted, first the moves that it was chosen from."""
    if choices and step.seat != NOBODY:
        yield _choice(match, number, step, most)
    yield from _sentences_of(match, number, step)


def _sentences_of(match: Match, number: int, step: Step) -> Iterator[str]:
    """Yield the sentences about what happened in a move, or in the set-up."""
    story = match.game.story
    part = story.begin if step.move is None else story.tell
    yield from _sentences(match, number, part, step.state, match.rules, step.events)
    if step.untold:
        yield f"  (The log has room for {len(step.events)} events of a move; not shown: {step.untold}.)"


def _choice(match: Match, number: int, step: Step, most: int | None) -> str:
    """Return the chosen move and its alternatives, in words."""
    chosen, *words = (_words(match, number, step.state, move) for move in (step.move, *step.moves))
    if len(step.thoughts):
        words = [f"{word}{value}" for word, value in zip(words, _values(match, step), strict=True)]
        chosen = words[int(step.thoughts["is_chosen"].argmax())]
    others = [word for word in dict.fromkeys(words) if word != chosen]
    listed, left = "; ".join(others[:most]), len(others[most:]) if most is not None else 0
    more = f"; and {left} more" if left else ""
    who = f"Seat {step.seat + 1} chooses" if len(match.strategies) > 1 else "Chosen"
    return f"  {who} of {len(step.moves)}: {chosen}." + (f" Else: {listed}{more}." if others else "")


def _values(match: Match, step: Step) -> list[str]:
    """Return each option's value, as the thinking player estimated it, in brackets."""
    goal = match.game.headline
    column = match.game.column_of(goal) if goal else None
    found = [(float(thought["value"]), int(thought["playouts"])) for thought in step.thoughts]
    if column is None or not any(playouts for _, playouts in found):
        return [""] * len(found)
    sign = 1 if goal is None or goal.better == "more" else -1
    unit = measure_in_words(column)
    return [
        ""
        if not playouts
        else f" ({unit} {100 * v:.0f} %)"
        if column.is_yes_no
        else f" ({unit} {sign * v:.1f})"
        for v, playouts in found
    ]


def _words(match: Match, number: int, state: Any, move: Any) -> str:
    words = _call_story(match, number, match.game.story.describe, state, move)
    if not isinstance(words, str):
        raise BadInput(f"the story of {match.game.title}: describe returned {words!r}, allowed are words")
    return words


def _sentences(match: Match, number: int, part: Callable[..., Any], *arguments: Any) -> list[str]:
    sentences = _call_story(match, number, part, *arguments)
    if not isinstance(sentences, list) or not all(isinstance(sentence, str) for sentence in sentences):
        raise BadInput(
            f"the story of {match.game.title}: {part.__name__} returned {sentences!r}, allowed is a list of "
            "sentences"
        )
    return sentences


def _call_story(match: Match, number: int, part: Callable[..., Any], *arguments: Any) -> Any:
    """Return the sentences of one part of the story; turn what a plug-in's story raises into a complaint."""
    try:
        return part(match.game, *arguments)
    except Exception as error:
        homes = (inspect.getfile(match.game.setup), inspect.getfile(type(match.game.story)))
        place = place_of(error, [Path(home).parent for home in homes]) or part.__name__
        raise BadInput(
            f"the story of {match.game.title} {raised(error)} in game {number} ({place})"
        ) from error
