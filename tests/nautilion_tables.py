"""Hand-made tables of Nautilion, for tests of single rules and single decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simkit.engine.base.chance import CHANCE
from simkit.engine.contract.strategy import PARAMETERS
from simkit.games.nautilion import state as s
from simkit.games.nautilion.card_effects import DARKHOUSE_EFFECTS
from simkit.games.nautilion.kinds import Move
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.games.nautilion.rules.turn import apply as apply_rule
from simkit.games.nautilion.rules.turn import options as options_rule
from simkit.testing import find_game, strategies_of

NAUTILION = find_game("nautilion")

A, B, C, M = 10, 11, 12, s.MERCENARY
"""The kinds of token besides crew 1 to 9: mages A, B and C, a mercenary."""

CABIN_MAGES = {A: 1, B: 2, C: 4}


def zeros(dtype: np.dtype[np.void], count: int = 1) -> Any:
    array = np.recarray(count, dtype)
    array.view(np.uint8)[:] = 0
    return array


def mask(numbers: Sequence[int]) -> int:
    return sum(1 << (number - 1) for number in numbers)


def give(darkhouse: int, phantom: int, nautilion: int) -> dict[str, int]:
    """Return the move that gives these dice (0: none) to Darkhouse, Phantom and Nautilion."""
    return {"kind": Move.GIVE_DICE, "darkhouse": darkhouse, "phantom": phantom, "nautilion": nautilion}


class Position:
    """A position set up by hand: the path by places (0 for a gap), figures, dice, crew, reserve.

    What expansions add, each empty unless given: `cabin` and `pile` (the discard pile) list kinds of token,
    `mercenaries` the spaces that they hold, `phantom_board` kinds of token, `reefs` a number by place,
    `stuck` the place of a reef that holds the Nautilion, `effect` what this turn's Darkhouse card does, `row`
    the Darkhouse cards of the turns to come (the next one first), `cards` the Heroic cards revealed, `draw`
    those to come (the next one last), `admiral` the numbers that the player may place.
    """

    def __init__(
        self,
        path: Sequence[int],
        *,
        dice: Sequence[int] = (1, 2, 3),
        nautilion: int = 0,
        phantom: int | None = None,
        crew: Sequence[int] = (),
        reserve: int = 0,
        step: int = s.PLAN,
        cabin: Sequence[int] = (),
        pile: Sequence[int] = (),
        mercenaries: Sequence[int] = (),
        phantom_board: Sequence[int] = (),
        reefs: Mapping[int, int] | None = None,
        stuck: int = 0,
        effect: str = "nothing",
        row: Sequence[int] = (),
        cards: Sequence[int] = (),
        draw: Sequence[int] = (),
        admiral: Sequence[int] | None = None,
        **knobs: Any,
    ) -> None:
        self.rules = NautilionKnobs(**knobs).record()
        self.state = zeros(NAUTILION.state)[0]
        self.room = zeros(NAUTILION.room)[0]
        self.moves = self.room.moves
        table = self.table = self.state.table
        table.path[1 : len(path) + 1] = path
        table.length = len(path)
        table.occupied = sum(1 << place for place, token in enumerate(path, 1) if token)
        table.nautilion = nautilion
        table.phantom = len(path) + 1 if phantom is None else phantom
        table.dice[: len(dice)] = dice
        table.crew = mask(crew)
        table.reserve = table.reserve_green = reserve
        table.turn = 1
        table.step = step
        table.may_place = s.FULL_CREW
        table.figures = table.receiving = s.ALL_FIGURES
        table.dice_count = len(dice)
        if step == s.TAKE:
            table.in_hand = table.path[nautilion]
            table.path[nautilion] = 0
            table.occupied &= ~(1 << nautilion)
        for kind in cabin:
            if kind in CABIN_MAGES:
                table.cabin_mages |= CABIN_MAGES[kind]
            else:
                table.cabin_crew |= mask([kind])
        for kind in pile:
            table.discard_pile[kind] += 1
        for kind in phantom_board:
            table.phantom_board[kind] += 1
        table.phantom_board_tokens = len(phantom_board)
        table.mercenaries = mask(mercenaries)
        for place, number in (reefs or {}).items():
            table.reefs[place] = number
        table.darkhouse_effect = DARKHOUSE_EFFECTS.index(effect)
        table.darkhouse_row[: len(row)] = row
        table.darkhouse_figure = -1
        table.heroic_cards[: len(cards)] = cards
        table.heroic_left = len(cards)
        self.state.hidden.pile.cards[: len(draw)] = draw
        self.state.hidden.pile.count = table.pile_left = len(draw)
        if stuck:
            table.stuck_at = stuck
            table.figures = table.receiving = s.DARKHOUSE_FIGURE | s.PHANTOM_FIGURE
        if admiral is not None:
            table.may_place = table.admirals[0] = mask(admiral)

    def options(self) -> list[dict[str, int]]:
        """Return the legal moves, each as a dict of what matters (zeros left out)."""
        self.moves.view(np.uint8)[:] = 0
        count = options_rule(self.state, self.rules, self.moves)
        return [
            {name: int(move[name]) for name in move.dtype.names if move[name] or name == "kind"}
            for move in self.moves[:count].copy()
        ]

    def kinds(self) -> set[int]:
        """Return the kinds of move that are legal."""
        return {move["kind"] for move in self.options()}

    def numbers(self, kind: int, field: str = "number") -> list[int]:
        """Return, for the legal moves of one kind, what they mean."""
        return [move.get(field, 0) for move in self.options() if move["kind"] == kind]

    def pile(self) -> list[int]:
        """Return the kinds of token in the discard pile, sorted."""
        return [kind for kind, count in enumerate(self.table.discard_pile) for _ in range(count)]

    def reserve(self) -> list[int]:
        """Return the kinds of the blue tokens of the reserve, sorted."""
        return [kind for kind, count in enumerate(self.table.reserve_blue) for _ in range(count)]

    def crew(self) -> list[int]:
        """Return the crew aboard, sorted."""
        return [n for n in range(1, 10) if int(self.table.crew) & mask([n])]

    def make(self, **move: int) -> None:
        """Make one move."""
        record = zeros(NAUTILION.move)[0]
        for name, value in move.items():
            record[name] = value
        apply_rule(self.state, self.rules, record, None)

    def choose(self, strategy: str, **parameters: float) -> dict[str, int]:
        """Return the move that a strategy makes."""
        options = self.options()
        chosen = strategies_of("nautilion")[strategy]
        row = zeros(PARAMETERS)[0]
        row["values"][:] = chosen.parameter_row(parameters)
        index: int = chosen.compile(NAUTILION)(
            self.table, self.state.seats[0], self.rules, self.room, len(options), row, zeros(CHANCE)[0]
        )
        return options[index]


LONG_PATH = [1] * 20


def table_of(effect: str, path: list[int] | None = None, **given: Any) -> Position:
    """Return a position of a game with the Darkhouse in which a card's effect is in force."""
    return Position(path or LONG_PATH, **{"effect": effect, "expansions": "darkhouse", **given})


def turns_over(row: list[int], figure: int = -1, **given: Any) -> Position:
    """Return the first decision of the next turn: the figure comes to the next card of `row`."""
    position = Position(**{"path": LONG_PATH, "row": row, "expansions": "darkhouse", "crew": [1], **given})
    position.table.darkhouse_figure = figure
    position.make(**give(1, 1, 1))
    return position
