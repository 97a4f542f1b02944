"""Tells a game of Nautilus Island in sentences, and draws the columns in text."""

from __future__ import annotations

from typing import Any

from simkit.game import Declared, Events, Record, Rows, Story, ending_of, plural
from simkit.games.nautilus_island import state
from simkit.games.nautilus_island.box import NautilusIslandContent
from simkit.games.nautilus_island.kinds import (
    TOKEN_NAMES,
    Event,
    name_card,
    name_colour,
    name_objects,
)


class NautilusIslandStory(Story):
    """The story of a game of Nautilus Island."""

    def begin(self, game: Declared, game_state: Record, rules: Record, log: Events) -> list[str]:
        """Return the sentences about the set-up."""
        widths = ", ".join(str(w) for w in rules.width[: rules.column_count])
        return [
            f"{rules.players} castaways; columns of {widths} stacks from the back, "
            f"{rules.stack_height} cards each. Seat {game_state.table.first_player + 1} begins.",
            *self.tell(game, game_state, rules, log),
        ]

    def tell(self, game: Declared, game_state: Record, rules: Record, log: Events) -> list[str]:
        """Return the sentences about the move just made."""
        sentences: list[str] = []
        for event in log:
            if event["kind"] == Event.ROUND_BEGUN:
                sentences += ["", *_round(game, game_state.table, rules, event)]
            else:
                sentences.append(self.sentence(game, event))
        return sentences

    def look(self, game: Declared, game_state: Record, rules: Record, seat: int) -> list[str]:
        """Return the columns, the camp, what lies before everybody, and the seat's hand."""
        content: NautilusIslandContent = game.content
        table = game_state.table
        camp = [
            f"'{TOKEN_NAMES[int(token)]}' for {name_colour(colour, content)}"
            for colour, token in enumerate(table.camp)
            if token != state.NO_TOKEN
        ]
        return [
            *draw_columns(table, rules, content),
            f"  Camp: {', '.join(camp) or 'empty'}.",
            *(_castaway(table, other, content) for other in range(int(rules.players))),
            f"  Your hand: {_cards(game_state.seats[seat].hand, content) or 'empty'}.",
        ]

    def end(
        self, game: Declared, game_state: Record, rules: Record, row: Record, seat_rows: Rows
    ) -> list[str]:
        """Return the sentences about how the game ended."""
        listed = ", ".join(f"seat {seat} {row.score}" for seat, row in enumerate(seat_rows, 1))
        ends = {
            "last_round_played": f"The last round, after column {row.end_column} became empty, is over.",
            "column_empty": f"Column {row.end_column} is empty, and the game is over.",
            "round_cap": "The round cap is reached.",
            "decision_cap": "The game is stopped at the decision cap.",
        }
        won = "Several castaways share the win" if row.winner == 4 else f"Seat {row.winner + 1} wins"
        return [ends[ending_of(game.columns, row)], f"{won} after {row.rounds} rounds. Points: {listed}."]


def _cards(packed: Any, content: NautilusIslandContent) -> str:
    """Return cards by colour: "treasure aab, repair c"."""
    held = [(colour, name_objects(int(count))) for colour, count in enumerate(packed)]
    return ", ".join(f"{name_colour(colour, content)} {objects}" for colour, objects in held if objects)


def _castaway(table: Record, seat: int, content: NautilusIslandContent) -> str:
    """Return what everybody sees of a castaway."""
    own = table.castaways[seat]
    where = f"at column {own.column}" if own.column != state.OFF_THE_BOARD else "not on the board yet"
    sets = [
        f"{name_colour(colour, content)} {name_objects(int(own.set_cards[colour]))}"
        + (f" and tokens of {own.set_points[colour]} points" if own.set_points[colour] else "")
        + (" (closed)" if int(own.closed) >> colour & 1 else "")
        for colour in range(state.COLOURS)
        if own.set_size[colour]
    ]
    known = _cards(own.known, content)
    seen = f", of which all have seen {known}" if known else ""
    return (
        f"  Seat {seat + 1} {where}; {plural(int(own.hand_size), 'card')} in the hand{seen}; "
        f"sets: {', '.join(sets) or 'none'}."
    )


def _round(game: Declared, table: Record, rules: Record, event: Any) -> list[str]:
    order = ", ".join(str(seat + 1) for seat in table.order[: rules.players])
    number, is_last = event["numbers"][:2].tolist()
    name = f"Round {number}, the last" if is_last else f"Round {number}"
    return [f"{name}. Seats in turn: {order}.", *draw_columns(table, rules, game.content)]


def draw_columns(table: Record, rules: Record, content: NautilusIslandContent) -> list[str]:
    """Return the columns in text: how high the stacks are, and what lies on top of them."""
    lines = []
    for column in range(rules.column_count):
        first = int(rules.first_stack[column])
        height = int(table.height[column])
        if height == 0:
            lines.append(f"  Column {column}: empty.")
            continue
        tops = [int(top) for top in table.tops[first : first + int(rules.width[column])]]
        shown = ["face down" if top == state.FACE_DOWN else name_card(top, content) for top in tops]
        lines.append(f"  Column {column}: {height} high: {'; '.join(shown)}.")
    return lines
