"""Perfect play of Yacht by dynamic programming: what each decision is worth, for the whole sheet or a part.

The rules are written down here once more, from the words of the example's README.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
import numpy.typing as npt

DICE, FACES = 5, 6
BOXES = 13
FIVE_ALIKE = 11
TARGET, UPPER_BONUS, YACHT_BONUS = 63, 35, 100

Worth = npt.NDArray[np.float64]
Dice = tuple[int, ...]

KEEPS: list[Dice] = [
    dice for n in range(DICE + 1) for dice in combinations_with_replacement(range(1, FACES + 1), n)
]
ROLLS = [dice for dice in KEEPS if len(dice) == DICE]
ROLL_AT = {dice: i for i, dice in enumerate(ROLLS)}
KEEP_AT = {dice: i for i, dice in enumerate(KEEPS)}


def _chances() -> Worth:
    """Return the chance of each roll after each choice of dice to keep."""
    chances = np.zeros((len(KEEPS), len(ROLLS)))
    for i, kept in enumerate(KEEPS):
        others = DICE - len(kept)
        for thrown in product(range(1, FACES + 1), repeat=others):
            chances[i, ROLL_AT[tuple(sorted(kept + thrown))]] += FACES**-others
    return chances


def _kept_of(roll: Dice) -> list[int]:
    """Return what can be kept of a roll, once for each subset of its dice."""
    subsets = product((0, 1), repeat=DICE)
    return [KEEP_AT[tuple(d for d, yes in zip(roll, chosen, strict=True) if yes)] for chosen in subsets]


CHANCES = _chances()
CHOICES = np.array([_kept_of(roll) for roll in ROLLS])


def points(roll: Dice, box: int, joker: bool) -> int:
    """Return the points of a roll in a box."""
    counts = sorted(Counter(roll).values())
    if box < FACES:
        return (box + 1) * roll.count(box + 1)
    runs = {length: any(set(range(f, f + length)) <= set(roll) for f in range(1, 7)) for length in (4, 5)}
    return (
        sum(roll) * (counts[-1] >= 3),
        sum(roll) * (counts[-1] >= 4),
        25 * (joker or counts == [2, 3]),
        30 * (joker or runs[4]),
        40 * (joker or runs[5]),
        50 * (counts == [5]),
        sum(roll),
    )[box - FACES]


class Perfect:
    """Perfect play with some boxes, the others counting as filled with 0 points.

    Parameters
    ----------
    boxes : iterable of int
        The boxes in play.
    """

    def __init__(self, boxes: Any) -> None:
        self.boxes = frozenset(boxes)
        self._turns: dict[frozenset[int], Worth] = {}
        self._choices: dict[tuple[frozenset[int], int], Worth] = {}

    def turn(self, left: frozenset[int]) -> Worth:
        """Return what a new turn is worth with some boxes open: [upper points, a yacht was scored]."""
        if not left:
            return np.zeros((TARGET + 1, 2))
        if left not in self._turns:
            worth = self.rolled(left, 2)[0]
            self._turns[left] = np.tensordot(CHANCES[KEEP_AT[()]], worth, 1)
        return self._turns[left]

    def rolled(self, left: frozenset[int], rolls_left: int) -> tuple[Worth, Worth]:
        """Return what each roll is worth, and what each choice is worth: boxes, or dice to keep."""
        if rolls_left == 0:
            boxes = np.stack([self.box(left, box) for box in sorted(left)])
            return boxes.max(axis=0), boxes
        kept = np.tensordot(CHANCES, self.rolled(left, rolls_left - 1)[0], 1)
        return kept[CHOICES].max(axis=1), kept

    def box(self, left: frozenset[int], box: int) -> Worth:
        """Return what scoring each roll in a box is worth; minus infinity where that is not allowed."""
        after = self.turn(left - {box})
        found = np.full((len(ROLLS), TARGET + 1, 2), -np.inf)
        upper = np.arange(TARGET + 1)
        for i, roll in enumerate(ROLLS):
            joker = len(set(roll)) == 1 and FIVE_ALIKE not in left
            own = roll[0] - 1
            wanted = {own} & left or {b for b in left if b >= FACES} or left
            if joker and box not in wanted:
                continue
            gained = points(roll, box, joker)
            then = np.minimum(upper + (gained if box < FACES else 0), TARGET)
            scored = after[then].copy()
            if box == FIVE_ALIKE:
                scored = np.repeat(after[then, int(gained > 0)][:, None], 2, axis=1)
            scored += gained + UPPER_BONUS * ((upper < TARGET) & (then == TARGET))[:, None]
            scored[:, 1] += YACHT_BONUS * joker
            found[i] = scored
        return found

    @cached_property
    def expected(self) -> float:
        """The points that a perfect player makes on average."""
        return float(self.turn(self.boxes)[0, 0])

    def worths(self, state: Any, moves: Any) -> list[float]:
        """Return what each legal move of a state is worth, in points still to come."""
        table = state.table
        left = frozenset(box for box in range(BOXES) if table.points[box] == -1)
        upper = min(TARGET, sum(max(0, int(table.points[box])) for box in range(FACES)))
        yacht = int(table.points[FIVE_ALIKE] > 0)
        key = (left, int(table.rolls_left))
        if key not in self._choices:
            self._choices[key] = self.rolled(*key)[1]
        choices = self._choices[key]
        if table.rolls_left > 0:
            kept = [tuple(int(d) for d in str(int(m.kept))) if m.kept else () for m in moves]
            return [float(choices[KEEP_AT[dice], upper, yacht]) for dice in kept]
        roll = ROLL_AT[tuple(int(d) for d in table.dice)]
        return [float(choices[sorted(left).index(int(m.box)), roll, upper, yacht]) for m in moves]
