"""The knobs of Nautilion, and how they become the rules record that compiled code reads."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Any, Self

import numpy as np
import numpy.typing as npt
from pydantic import Field, model_validator

from simkit.engine.content import load_content
from simkit.engine.knobs import Knobs, knob
from simkit.games.nautilion.state import CREW_NUMBERS, FULL_CREW, MOST_PLACES

BOARDS: dict[str, Any] = load_content(__file__, "boards")
COMPONENTS: dict[str, Any] = load_content(__file__, "components")

assert sum(COMPONENTS["crew"]["copies"]) <= MOST_PLACES

MOST_FACES = 12
HIGHEST_FACE = 9

RULES = np.dtype(
    [
        ("dice_faces", np.int32, (MOST_FACES,)),
        ("face_count", np.int32),
        ("values", np.int32, (HIGHEST_FACE,)),  # the different faces, ascending: what a Tide may set
        ("value_count", np.int32),
        ("value_faces", np.int32, (HIGHEST_FACE,)),  # on how many faces each of them stands
        ("reserve", np.int32),
        ("spell_cost_whirlwind", np.int32),
        ("spell_cost_tide", np.int32),
        ("spell_cost_translation", np.int32),
        ("cheapest_spell", np.int32),
        ("darkhouse_discards_on", np.int32),  # bit `face` for each face that costs a token
        ("path_tokens", np.int32, (MOST_PLACES + 2,)),  # the crew on places 1, 2 ..., not yet shuffled
        ("path_length", np.int32),
        ("open_spaces", np.int32, (2**CREW_NUMBERS,)),  # by crew mask: the numbers that may be placed
        ("one_group", np.int32, (2**CREW_NUMBERS,)),  # by crew mask: whether it is one group
        ("turn_cap", np.int32),
        ("decision_cap", np.int32),
    ],
    align=True,
)

Face = Annotated[int, Field(ge=1, le=HIGHEST_FACE)]
Copies = Annotated[int, Field(ge=1, le=6)]
Number = Annotated[int, Field(ge=1, le=CREW_NUMBERS)]
Duct = tuple[Number, Number]


class NautilionKnobs(Knobs):
    """The rule parameters of Nautilion's base game."""

    board: str = knob(
        "A1",
        "the Nautilion played; class A is the easiest, C the hardest",
        "published",
        choices=tuple(BOARDS),
    )
    ducts: tuple[Duct, ...] | None = knob(
        None,
        "air ducts of a board of your own, as pairs of numbers, instead of those of `board`",
        "reconstructed",
        assumption="A5",
        min_length=1,
    )
    add_duct: Duct | None = knob(None, "one more air duct on the board", "simkit")
    remove_duct: Duct | None = knob(None, "one air duct of the board that is closed", "simkit")
    reserve: int = knob(
        COMPONENTS["reserve"]["at_start"],
        "reserve tokens at the start; the rulebook's levels are 1 (hardest) to 6 (easiest)",
        "published",
        ge=0,
        le=20,
    )
    dice_faces: tuple[Face, ...] = knob(
        tuple(COMPONENTS["dice"]["faces"]),
        "the faces of each of the three dice",
        "inferred",
        assumption="A1",
        min_length=1,
        max_length=MOST_FACES,
    )
    spell_cost_whirlwind: int = knob(
        COMPONENTS["spells"]["whirlwind"],
        "reserve tokens for a Repetitive Whirlwind (re-roll all dice)",
        "reconstructed",
        assumption="A4",
        ge=0,
        le=20,
    )
    spell_cost_tide: int = knob(
        COMPONENTS["spells"]["tide"],
        "reserve tokens for an Artificial Tide (set one die)",
        "reconstructed",
        assumption="A4",
        ge=0,
        le=20,
    )
    spell_cost_translation: int = knob(
        COMPONENTS["spells"]["translation"],
        "reserve tokens for an Aquatic Translation (swap two tokens of the path)",
        "reconstructed",
        assumption="A4",
        ge=0,
        le=20,
    )
    darkhouse_discards_on: frozenset[Face] = knob(
        frozenset(COMPONENTS["darkhouse"]["discards_on"]),
        "faces of the Darkhouse's die that cost a token",
        "published",
    )
    crew_copies: tuple[Copies, ...] = knob(
        tuple(COMPONENTS["crew"]["copies"]),
        "crew tokens of the numbers 1 to 9 on the path",
        "published",
        min_length=CREW_NUMBERS,
        max_length=CREW_NUMBERS,
    )
    turn_cap: int = knob(
        200,
        "turns after which a game that has not ended is stopped, and counts as lost",
        "simkit",
        ge=1,
        le=200,
    )

    @model_validator(mode="after")
    def _ducts_make_sense(self) -> Self:
        present = self._own_ducts()
        for a, b in present:
            if a == b:
                raise ValueError(f"a duct joins two different numbers, found {a}-{b}")
        if self.add_duct and _sorted_pair(self.add_duct) in present:
            raise ValueError(
                f"add_duct: the board has the duct {self.add_duct[0]}-{self.add_duct[1]} already"
            )
        if self.remove_duct and _sorted_pair(self.remove_duct) not in present:
            listed = ", ".join(f"{a}-{b}" for a, b in sorted(present))
            a, b = self.remove_duct
            raise ValueError(f"remove_duct: the board has no duct {a}-{b}; it has {listed}")
        return self

    def _own_ducts(self) -> set[tuple[int, int]]:
        ducts: Iterable[Iterable[int]] = BOARDS[self.board]["ducts"] if self.ducts is None else self.ducts
        return {_sorted_pair(duct) for duct in ducts}

    def ducts_in_play(self) -> tuple[tuple[int, int], ...]:
        """Return the air ducts of the board, each as (lower, higher), in order."""
        ducts = self._own_ducts()
        if self.remove_duct:
            ducts.discard(_sorted_pair(self.remove_duct))
        if self.add_duct:
            ducts.add(_sorted_pair(self.add_duct))
        return tuple(sorted(ducts))

    def record(self) -> np.record:
        """Return the rules record that compiled code reads."""
        record = np.recarray(1, dtype=RULES)
        record.view(np.uint8)[:] = 0
        rules: Any = record[0]
        values = sorted(set(self.dice_faces))
        rules.dice_faces[: len(self.dice_faces)] = self.dice_faces
        rules.face_count = len(self.dice_faces)
        rules["values"][: len(values)] = values
        rules.value_count = len(values)
        rules.value_faces[: len(values)] = [self.dice_faces.count(value) for value in values]
        rules.darkhouse_discards_on = sum(1 << face for face in self.darkhouse_discards_on)
        rules.path_length = sum(self.crew_copies)
        rules.path_tokens[1 : rules.path_length + 1] = np.repeat(range(1, CREW_NUMBERS + 1), self.crew_copies)
        rules.cheapest_spell = min(
            self.spell_cost_whirlwind, self.spell_cost_tide, self.spell_cost_translation
        )
        rules.open_spaces[:], rules.one_group[:] = duct_tables(self.ducts_in_play())
        for name in (
            "reserve",
            "spell_cost_whirlwind",
            "spell_cost_tide",
            "spell_cost_translation",
            "turn_cap",
            "decision_cap",
        ):
            rules[name] = getattr(self, name)
        return rules  # type: ignore[no-any-return]


def _sorted_pair(duct: Iterable[int]) -> tuple[int, int]:
    a, b = sorted(duct)
    return a, b


@lru_cache(maxsize=64)
def duct_tables(
    ducts: tuple[tuple[int, int], ...],
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Return what compiled code looks up about a board.

    Parameters
    ----------
    ducts : tuple of (int, int)
        Pairs of crew numbers.

    Returns
    -------
    open_spaces : int32 array, shape (512,)
        For each crew mask the mask of the numbers that may be placed: those not aboard that a duct joins to
        one that is; all of them while nobody is.
    one_group : int32 array, shape (512,)
        For each crew mask 1 if its numbers are one group (nobody at all is one group).
    """
    joined = np.zeros(2**CREW_NUMBERS, dtype=np.int32)  # by crew mask: the numbers joined to any of them
    for a, b in ducts:
        for number, other in ((a, b), (b, a)):
            joined[1 << (number - 1)] |= 1 << (other - 1)
    one_group = np.zeros(2**CREW_NUMBERS, dtype=np.int32)
    for crew in range(2**CREW_NUMBERS):
        lowest = crew & -crew
        joined[crew] = joined[lowest] | joined[crew ^ lowest]
        group, grown = 0, lowest
        while grown != group:
            group, grown = grown, grown | (int(joined[grown]) & crew)
        one_group[crew] = group == crew
    open_spaces = np.bitwise_and(joined, ~np.arange(2**CREW_NUMBERS, dtype=np.int32), dtype=np.int32)
    open_spaces[0] = FULL_CREW
    open_spaces.flags.writeable = False
    one_group.flags.writeable = False
    return open_spaces, one_group
