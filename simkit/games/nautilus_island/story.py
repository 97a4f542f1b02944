"""Tells a game of Nautilus Island in sentences."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.engine.game import Record
from simkit.games.nautilus_island import events, state
from simkit.games.nautilus_island.outcome import ENDS
from simkit.games.nautilus_island.score import score_of

Events = npt.NDArray[np.void]

COLOUR_NAMES = ("clothes", "navigation", "repair", "fishing", "supplies", "treasure")
TOKEN_NAMES = ("two points", "three points", "a point a card", "double porthole", "odd", "pair")


class NautilusIslandStory:
    """The story of a game of Nautilus Island."""

    def begin(self, game_state: Record, rules: Record, log: Events) -> list[str]:
        """Return the sentences about the set-up."""
        widths = ", ".join(str(w) for w in rules.width[: rules.column_count])
        return [
            f"{rules.players} castaways; columns of {widths} stacks from the back, "
            f"{rules.stack_height} cards each. Seat {game_state.table.first_player} begins.",
            *self._sentences(game_state, rules, log),
        ]

    def tell(self, game_state: Record, rules: Record, log: Events) -> list[str]:
        """Return the sentences about the move just made."""
        return self._sentences(game_state, rules, log)

    def describe(self, move: Record) -> str:
        """Return one legal move in words."""
        kind = int(move.kind)
        if kind == state.ENTER:
            return f"column {move.column}"
        if kind == state.STORE:
            return f"store {move.count} of {COLOUR_NAMES[move.colour]}"
        if kind == state.PICK:
            return f"objects {_objects(move.objects)}"
        words = {
            state.COLLECT: "collect",
            state.PASS: "pass",
            state.LEAVE_OPEN: "leave the set open",
            state.CLOSE: "close the set",
        }
        return words[kind]

    def end(self, game_state: Record, rules: Record, outcome: Record) -> list[str]:
        """Return the sentences about how the game ended."""
        scores = [int(score_of(game_state, rules, seat)) for seat in range(rules.players)]
        listed = ", ".join(f"seat {seat} {score}" for seat, score in enumerate(scores))
        ends = {
            "last_round_played": f"The last round, after column {outcome.end_column} became empty, is over.",
            "column_empty": f"Column {outcome.end_column} is empty, and the game is over.",
            "round_cap": "The round cap is reached.",
            "decision_cap": "The game is stopped at the decision cap.",
        }
        won = "Several castaways share the win" if outcome.winner == 4 else f"Seat {outcome.winner} wins"
        return [ends[ENDS[int(outcome.end)]], f"{won} after {outcome.rounds} rounds. Points: {listed}."]

    def _sentences(self, game_state: Record, rules: Record, log: Events) -> list[str]:
        sentences = []
        for event in log:
            kind = int(event["kind"])
            if kind == events.ROUND_BEGUN:
                sentences += ["", *_round(game_state.table, rules, int(event["a"]), bool(event["b"]))]
            else:
                sentences.append(_sentence(kind, *(int(event[name]) for name in "abc")))
        return sentences


def _sentence(kind: int, a: int, b: int, c: int) -> str:
    if kind == events.COLLECTED:
        return f"  It takes {_card(b)}{'' if c else ', unseen by the others'}."
    if kind == events.STORED:
        return f"  It stores {COLOUR_NAMES[b]} {_objects(c)}."
    if kind == events.TOKEN_TAKEN:
        return f"  The bonus token '{TOKEN_NAMES[c]}' goes onto its {COLOUR_NAMES[b]}."
    if kind == events.SET_CLOSED:
        return f"  It closes its {COLOUR_NAMES[b]} with a porthole of {c} points."
    if kind == events.CAMP_FILLED:
        return f"  Camp: '{TOKEN_NAMES[b]}' for {COLOUR_NAMES[a]}."
    words = {
        events.ENTERED: f"Seat {a} moves to column {b}.",
        events.PASSED: "  It can do nothing there.",
        events.COLUMN_EMPTIED: f"  Column {a} is empty.",
        events.NOWHERE_TO_GO: f"Seat {a} has no column to go to.",
    }
    return words[kind]


def _round(table: Record, rules: Record, number: int, final: bool) -> list[str]:
    order = ", ".join(str(seat) for seat in table.order[: rules.players])
    name = f"Round {number}, the last" if final else f"Round {number}"
    return [f"{name}. Seats in turn: {order}.", *draw_columns(table, rules)]


def draw_columns(table: Record, rules: Record) -> list[str]:
    """Return the columns in text: how high the stacks are, and what lies on top of them."""
    lines = []
    for column in range(rules.column_count):
        first = int(rules.first_stack[column])
        height = int(table.height[column])
        if height == 0:
            lines.append(f"  Column {column}: empty.")
            continue
        tops = table.tops[first : first + int(rules.width[column])]
        shown = "; ".join("face down" if top == state.FACE_DOWN else _card(int(top)) for top in tops)
        lines.append(f"  Column {column}: {height} high: {shown}.")
    return lines


def _card(card: int) -> str:
    return f"{COLOUR_NAMES[card >> 3]} {'abcdef'[card & 7]}"


def _objects(packed: Any) -> str:
    letters = [letter * state.copies(packed, thing) for thing, letter in enumerate("abcdef")]
    return "".join(letters)
