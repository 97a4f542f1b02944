"""Tells a game of Nautilion in sentences, and draws the path in text."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.engine.game import Record
from simkit.games.nautilion import events, state
from simkit.games.nautilion.outcome import ENDS

PLACES_IN_A_LINE = 32
"""Places of the path drawn side by side; with Isles and Abyss they fit into 80 columns."""

Events = npt.NDArray[np.void]


class NautilionStory:
    """The story of a game of Nautilion."""

    def begin(self, game_state: Record, rules: Record, log: Events) -> list[str]:
        """Return the sentences about the set-up and the first roll."""
        table = game_state.table
        tokens = "token" if table.reserve == 1 else "tokens"
        return [
            f"{table.length} crew tokens lie between the Isles and the Abyss; "
            f"{table.reserve} {tokens} in the reserve.",
            *draw_path(table),
            *self._sentences(table, log, turn=1),
        ]

    def tell(self, game_state: Record, rules: Record, log: Events) -> list[str]:
        """Return the sentences about the move just made."""
        return self._sentences(game_state.table, log, turn=int(game_state.table.turn))

    def describe(self, move: Record) -> str:
        """Return one legal move in words."""
        kind = int(move.kind)
        words = {
            state.STOP: "no more spells",
            state.WHIRLWIND: "Repetitive Whirlwind",
            state.TIDE: f"Artificial Tide: die {move.die + 1} to {move.value}",
            state.TRANSLATION: "Aquatic Translation",
            state.CHOOSE_PLACE: f"place {move.place}",
            state.GIVE_DICE: (
                f"Darkhouse {move.darkhouse}, Phantom {move.phantom}, Nautilion {move.nautilion}"
            ),
            state.DISCARD_RESERVE: "discard from the reserve",
            state.DISCARD_CREW: f"discard {move.number} from the board",
            state.TAKE_ABOARD: f"take {move.number} aboard",
            state.TAKE_RESERVE: "take it into the reserve",
        }
        return words[kind]

    def end(self, game_state: Record, rules: Record, outcome: Record) -> list[str]:
        """Return the sentences about how the game ended."""
        table = game_state.table
        missing = [n for n in range(1, state.CREW_NUMBERS + 1) if not int(table.crew) >> (n - 1) & 1]
        lacking = f"; missing: {_listed(missing)}" if missing else ""
        sentences = {
            "won": "Won: the Nautilion reaches the Abyss with a full crew.",
            "phantom_at_isles": f"Lost: the Phantom has reached the Happy Isles{lacking}.",
            "abyss_without_crew": f"Lost: the Nautilion reaches the Abyss without a full crew{lacking}.",
            "turn_cap": f"Lost: the turn cap is reached{lacking}.",
            "decision_cap": "Stopped: the decision cap is reached.",
        }
        return [sentences[ENDS[int(outcome.end)]], *draw_path(table)]

    def _sentences(self, table: Record, log: Events, turn: int) -> list[str]:
        lines: list[str] = []
        paid: list[int] = []
        for event in log:
            if event.kind == events.DICE_ROLLED:
                if turn > 1:
                    lines += [_holdings(table), *draw_path(table)]
                lines += ["", f"Turn {turn}. The dice show {event.a}, {event.b}, {event.c}."]
            elif event.kind == events.PAID:
                paid.append(int(event.a))
            else:
                lines.append(f"  {_sentence(event, paid)}")
                paid = []
        if paid:  # a Translation is paid before its places are chosen
            lines.append(f"  Aquatic Translation, for {_price(paid)}:")
        return lines


def _sentence(event: Any, paid: list[int]) -> str:
    kind, a, b, c = (int(event[name]) for name in ("kind", "a", "b", "c"))
    tokens = {
        events.WHIRLWIND_CAST: f"Repetitive Whirlwind, for {_price(paid)}: the dice show {a}, {b}, {c}.",
        events.TIDE_SET: f"Artificial Tide, for {_price(paid)}: a {a} becomes a {b}.",
        events.TOKENS_SWAPPED: f"the tokens of places {a} and {b} change places.",
        events.DICE_GIVEN: f"The Darkhouse gets the {a}, the Phantom the {b}, the Nautilion the {c}.",
        events.DISCARDED_FROM_RESERVE: f"The Darkhouse takes {_token(a)} from the reserve.",
        events.DISCARDED_FROM_BOARD: f"The Darkhouse takes crew {a} from the board.",
        events.PHANTOM_REACHED: f"The Phantom moves to place {a} and discards {_token(b)}.",
        events.PHANTOM_AT_THE_ISLES: "The Phantom arrives at the Happy Isles.",
        events.NAUTILION_REACHED: f"The Nautilion moves to place {a} and finds {_token(b)}.",
        events.NAUTILION_AT_THE_ABYSS: "The Nautilion arrives at the Abyss.",
        events.TAKEN_ABOARD: f"Crew {a} goes aboard.",
        events.TAKEN_INTO_RESERVE: f"Crew {a} goes into the reserve.",
    }
    return tokens[kind]


def _token(kind: int) -> str:
    return f"crew {kind}" if kind else "a green token"


def _price(paid: list[int]) -> str:
    return f"{_listed([_token(kind) for kind in paid])} from the reserve" if paid else "nothing"


def _listed(things: list[Any]) -> str:
    words = [str(thing) for thing in things]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _holdings(table: Record) -> str:
    aboard = [str(n) for n in range(1, state.CREW_NUMBERS + 1) if int(table.crew) >> (n - 1) & 1]
    crew = " ".join(aboard) or "nobody"
    return f"  Aboard: {crew}. Reserve: {table.reserve}."


def draw_path(table: Record) -> list[str]:
    """Return the path in text: Isles at the left, a number a token, a dot a place whose token is gone.

    N marks the Nautilion and P the Phantom, above their places (X if both are at one place).
    """
    length = int(table.length)
    places = ["|", *(str(kind) if (kind := int(table.path[p])) else "." for p in range(1, length + 1)), "|"]
    marks = [" "] * len(places)
    marks[int(table.nautilion)] = "N"
    marks[int(table.phantom)] = "X" if table.phantom == table.nautilion else "P"
    lines = []
    for first in range(0, len(places), PLACES_IN_A_LINE):
        last = min(first + PLACES_IN_A_LINE, len(places))
        before = "Isles " if first == 0 else "      "
        after = " Abyss" if last == len(places) else ""
        lines.append(f"  {' ' * len(before)}{' '.join(marks[first:last])}".rstrip())
        lines.append(f"  {before}{' '.join(places[first:last])}{after}")
    return lines
