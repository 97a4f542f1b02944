"""The knobs of Nautilus Island, and how they become the rules record that compiled code reads."""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np
from pydantic import model_validator

from simkit.game import Knobs, knob
from simkit.games.nautilus_island.box import (
    BOX,
    BonusPoints,
    FaceUp,
    NautilusIslandContent,
    Pile,
    Points,
    SetSize,
    Tokens,
    Width,
)
from simkit.games.nautilus_island.state import (
    BONUS_KINDS,
    COLOURS,
    LARGEST_SET,
    MOST_CARDS,
    MOST_COLUMNS,
    MOST_COPIES,
    MOST_OBJECTS,
    MOST_PILES,
    MOST_PLAYERS,
    MOST_TOKENS_IN_A_PILE,
    WIDEST_COLUMN,
)

BONUS_WORDS = tuple(BonusPoints.model_fields)
"""The kinds of bonus token, in the order of `state`."""

ENTER_WORDS = ("last_round", "always", "never")
ENTER_IN_LAST_ROUND, ENTER_ALWAYS, ENTER_NEVER = range(3)
TIE_WORDS = ("back", "shared")
TIES_TO_THE_BACK, TIES_SHARED = range(2)
FIRST_WORDS = ("chance", "fixed")
FIRST_BY_CHANCE, FIRST_FIXED = range(2)

WORKED_OUT = (
    ("column_count", np.int32),
    ("width", np.int32, (MOST_COLUMNS,)),
    ("first_stack", np.int32, (MOST_COLUMNS,)),
    (
        "as_wide_as",
        np.int32,
        (WIDEST_COLUMN + 1,),
    ),  # by number of stacks: bit `column` for each with that many or more
    ("stacks", np.int32),
    ("face_up", np.int32, (WIDEST_COLUMN + 1,)),  # by width of the column
    ("cards", np.int32, (MOST_CARDS,)),  # not yet shuffled
    ("card_count", np.int32),
    ("treasure_kinds", np.int32),
    ("treasure_values", np.int32, (MOST_OBJECTS,)),
    ("bonus_values", np.int32, (BONUS_KINDS,)),
    ("pile_count", np.int32),
    ("pile_sizes", np.int32, (MOST_PILES,)),
    ("pile_tokens", np.int32, (MOST_PILES,)),
    ("pile_of_size", np.int32, (LARGEST_SET + 1,)),  # -1 where there is none
    ("porthole_values", np.int32, (MOST_PILES * MOST_TOKENS_IN_A_PILE,)),
)
"""Columns of the rules record that are worked out from knobs and content."""


def printed_knobs(box: NautilusIslandContent) -> dict[str, Any]:
    """Return the values printed in the box, by the knob whose default each is."""
    parts = box.components
    bonus = parts.bonus_tokens
    return {
        "stack_height": parts.stacks.height,
        "face_up": parts.face_up.by_width,
        "object_copies": parts.cards.object_copies,
        "objects_per_colour": parts.cards.objects_per_colour,
        "treasure_values": parts.treasures.points,
        "bonus_counts": tuple(count for _, count in bonus.counts),
        **{f"bonus_{kind}": points for kind, points in bonus.points},
        "porthole_sizes": parts.portholes.sizes,
        "porthole_values": parts.portholes.points,
        "camp_refill_at": parts.camp.refill_at,
    }


IN_BOX = printed_knobs(BOX)


GROUPS = {
    "columns": "Stacks and cards",
    "bonus_counts": "Bonus tokens",
    "porthole_sizes": "Portholes and camp",
    "last_round": "Order and end",
    "round_cap": "Limits of simkit",
}
"""The headings of the rules, by the first rule below each."""


class NautilusIslandKnobs(Knobs):
    """The rule parameters of Nautilus Island."""

    worked_out = WORKED_OUT
    groups = GROUPS

    content: ClassVar[NautilusIslandContent] = BOX

    @classmethod
    def printed(cls, content: NautilusIslandContent) -> dict[str, Any]:
        """Return the defaults that content contains, by knob."""
        return printed_knobs(content)

    # fmt: off
    players: int = knob(4, "castaways", "published", ge=2, le=MOST_PLAYERS)
    columns: tuple[Width, ...] | None = knob(
        None, "stacks in each column, from the back of the Nautilus; none: the board for that many players",
        "inferred", assumption="A2", min_length=3, max_length=MOST_COLUMNS, label="the stacks of each column",
        said={"null": "with the columns printed for that many players", "": "with columns of {} stacks"},
    )
    stack_height: int = knob(
        IN_BOX["stack_height"], "cards in each stack at the start", "published", ge=1, le=24,
        label="the height of a stack", unit="card", said="with stacks of {}",
    )
    face_up: tuple[FaceUp, ...] = knob(
        IN_BOX["face_up"], "how many stacks lie face up in a column of one, of two, of three stacks",
        "reconstructed", assumption="A3", min_length=WIDEST_COLUMN, max_length=WIDEST_COLUMN,
        label="the number of open stacks by column",
    )
    object_copies: int = knob(
        IN_BOX["object_copies"], "cards of each object", "published", ge=1, le=MOST_COPIES,
        label="the number of cards of each object", unit="card", said="with {} of each object",
    )
    objects_per_colour: int = knob(
        IN_BOX["objects_per_colour"], "different objects in each of the five colours that are stored",
        "published", ge=1, le=MOST_OBJECTS, label="the number of objects of each colour", unit="object",
        said="with {} of each colour",
    )
    treasure_values: tuple[Points, ...] = knob(
        IN_BOX["treasure_values"], "points of each kind of treasure", "reconstructed", assumption="A1",
        min_length=1, max_length=MOST_OBJECTS, label="the points of the treasures",
    )
    bonus_counts: tuple[Tokens, ...] = knob(
        IN_BOX["bonus_counts"],
        "bonus tokens of each kind: two points, three points, a point a card, double, odd, pair", "inferred",
        assumption="A4", min_length=BONUS_KINDS, max_length=BONUS_KINDS,
        label="the number of bonus tokens of each kind",
    )
    bonus_two: int = knob(
        IN_BOX["bonus_two"], "points of the bonus token 'two points'", "published", ge=0, le=50,
        label="the worth of a token of two points", unit="point",
    )
    bonus_three: int = knob(
        IN_BOX["bonus_three"], "points of the bonus token 'three points'", "published", ge=0, le=50,
        label="the worth of a token of three points", unit="point",
    )
    bonus_per_card: int = knob(
        IN_BOX["bonus_per_card"], "points for each card of the set under the bonus token 'a point a card'",
        "published", ge=0, le=10, label="the worth of each card under 'a point a card'", unit="point",
    )
    bonus_double: int = knob(
        IN_BOX["bonus_double"], "how many more times a double porthole token counts its set's porthole",
        "published", ge=0, le=10, label="the number of times that a double token counts its porthole",
    )
    bonus_odd: int = knob(
        IN_BOX["bonus_odd"], "points of an odd token on a set of odd size", "published", ge=0, le=50,
        label="the worth of an odd token", unit="point",
    )
    bonus_pair: int = knob(
        IN_BOX["bonus_pair"], "points of a pair token on a set with a pair left for it", "published", ge=0,
        le=50, label="the worth of a pair token", unit="point",
    )
    porthole_sizes: tuple[SetSize, ...] = knob(
        IN_BOX["porthole_sizes"], "set sizes that can be closed, one pile of porthole tokens each",
        "reconstructed", assumption="A5", min_length=1, max_length=MOST_PILES,
        label="the sizes of the portholes", said="with portholes for sets of {}",
    )
    porthole_values: tuple[Pile, ...] = knob(
        IN_BOX["porthole_values"], "points of the porthole tokens of each pile, the top one first",
        "reconstructed", assumption="A5", min_length=1, max_length=MOST_PILES,
        label="the points of the portholes", said="with portholes worth {}",
    )
    camp_refill_at: int = knob(
        IN_BOX["camp_refill_at"], "bonus tokens left in the camp at which its empty spaces are filled",
        "published", ge=0, le=COLOURS - 1, label="the tokens left when the camp is refilled", unit="token",
        said="with the camp refilled at {}",
    )
    last_round: bool = knob(
        True, "one more round is played after a column has become empty", "published", label="the last round",
    )
    may_enter_empty: str = knob(
        "last_round", "when a marker may be moved to an empty column", "published", choices=ENTER_WORDS,
        label="the entry to an empty column",
        said={
            "last_round": "with empty columns entered in the last round only",
            "always": "with empty columns entered at any time", "never": "with empty columns never entered",
        },
    )
    tie_break: str = knob(
        "back", "the winner of a tie: the nearest to the back, or all of them", "published",
        choices=TIE_WORDS, label="the winner of a tie",
        said={"back": "with ties won by the nearest to the back", "shared": "with ties shared"},
    )
    first_player: str = knob(
        "chance", "the seat that begins: any, or always the first", "published", choices=FIRST_WORDS,
        label="the seat that begins",
        said={"chance": "with a first seat drawn by chance", "fixed": "with seat 1 first"},
    )
    round_cap: int = knob(
        60, "rounds after which a game that has not ended is stopped and scored", "simkit", ge=1, le=200,
        label="the most rounds of a game", unit="round", said="with {} at most",
    )
    # fmt: on

    @model_validator(mode="after")
    def _the_box_is_whole(self) -> Self:
        columns = self.columns_in_play()
        if len(columns) <= self.players:
            raise ValueError(f"columns: {self.players} players need {self.players + 1}, found {len(columns)}")
        needed, cards = sum(columns) * self.stack_height, len(self._cards())
        if needed > cards:
            raise ValueError(f"stack_height: the stacks take {needed} cards, there are {cards}")
        if len(set(self.porthole_sizes)) != len(self.porthole_sizes):
            raise ValueError("porthole_sizes: each size has one pile, found a size twice")
        if len(self.porthole_sizes) != len(self.porthole_values):
            found = len(self.porthole_values)
            raise ValueError(f"porthole_values: {len(self.porthole_sizes)} piles are needed, found {found}")
        for width, up in enumerate(self.face_up, start=1):
            if up > width:
                raise ValueError(f"face_up: a column of {width} can't have {up} stacks face up")
        return self

    def columns_in_play(self) -> tuple[int, ...]:
        """Return the number of stacks of each column, from the back."""
        if self.columns is not None:
            return self.columns
        return next(b.columns for players, b in self.content.boards.items() if players == str(self.players))

    def _cards(self) -> list[int]:
        kinds = [
            colour * 8 + thing
            for colour in range(COLOURS + 1)
            for thing in range(self.objects_per_colour if colour < COLOURS else len(self.treasure_values))
        ]
        return [card for card in kinds for _ in range(self.object_copies)]

    def work_out(self, rules: Any) -> None:
        """Fill the columns of the rules record that are worked out from knobs and content."""
        self._lay_out_columns(rules)
        self._lay_out_portholes(rules)
        cards = self._cards()
        rules.cards[: len(cards)] = cards
        rules.card_count = len(cards)
        rules.treasure_kinds = len(self.treasure_values)
        rules.treasure_values[: len(self.treasure_values)] = self.treasure_values
        rules.bonus_values[:] = [getattr(self, f"bonus_{kind}") for kind in BONUS_WORDS]

    def _lay_out_columns(self, rules: Any) -> None:
        columns = self.columns_in_play()
        rules.column_count = len(columns)
        rules.width[: len(columns)] = columns
        rules.first_stack[: len(columns)] = np.cumsum((0, *columns))[:-1]
        for width in range(WIDEST_COLUMN + 1):
            rules.as_wide_as[width] = sum(1 << i for i, stacks in enumerate(columns) if stacks >= width)
        rules.stacks = sum(columns)
        rules.face_up[1:] = self.face_up

    def _lay_out_portholes(self, rules: Any) -> None:
        rules.pile_count = len(self.porthole_sizes)
        rules.pile_sizes[: len(self.porthole_sizes)] = self.porthole_sizes
        rules.pile_of_size[:] = -1
        for pile, (size, values) in enumerate(zip(self.porthole_sizes, self.porthole_values, strict=True)):
            rules.pile_of_size[size] = pile
            rules.pile_tokens[pile] = len(values)
            first = pile * MOST_TOKENS_IN_A_PILE
            rules.porthole_values[first : first + len(values)] = values
