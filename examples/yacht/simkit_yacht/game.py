"""Yacht, whole: the state, the rules, the moves, the outcome.

One player and a sheet of thirteen boxes.  In each turn five dice are rolled; twice, any of them may be rolled
again.  Then the dice are scored in a box that is still open.  When no box is open, the points are added up.
"""

from typing import Annotated

import numpy as np
from pydantic import Field as Limits
from pydantic import field_validator

from simkit.game import (
    Column,
    Field,
    Game,
    Kinds,
    Knobs,
    Objective,
    Story,
    Weights,
    begin,
    column,
    draw_weighted,
    event,
    field,
    kernel,
    knob,
    move,
    note,
    record,
)

DICE, FACES = 5, 6

BOXES = (
    "ones", "twos", "threes", "fours", "fives", "sixes", "three alike", "four alike", "full house",
    "small straight", "large straight", "yacht", "chance",
)  # fmt: skip
THREE_ALIKE, FOUR_ALIKE, FULL_HOUSE, SMALL_STRAIGHT, LARGE_STRAIGHT, FIVE_ALIKE, CHANCE = range(6, 13)
OPEN = -1
"""The value of a box that is still open."""

TABLE = record(
    field("dice", "the faces of the dice, ascending", shape=DICE),
    field("rolls_left", "rolls left in this turn"),
    column("turns", "turns played", "turns"),
    field("points", "points in each box, -1 for one that is open", shape=len(BOXES)),
    column("bonus", "bonus points", "points"),
    column("yachts", "turns that ended with five dice alike", "yachts"),
)


def faces(number: int) -> str:
    """Return the digits of a number as the faces of dice: "3, 3, 5", or "nothing"."""
    return ", ".join(str(number)) if number else "nothing"


def scored(box: int, points: int, bonus: int) -> str:
    """Return the sentence about dice that were scored."""
    return f"{points} points for {BOXES[box]}{f', and a bonus of {bonus}' if bonus else ''}."


class Move(Kinds):
    """What the player chooses."""

    KEEP = move("keep {kept}", Field("kept", faces), seconds=6)
    SCORE = move("score {box}", Field("box", BOXES), seconds=8)


class Event(Kinds):
    """What happens."""

    ROLLED = event("The dice show {dice}.", Field("dice", faces))
    SCORED = event(scored, Field("box", BOXES), "points", "bonus")


class YachtKnobs(Knobs):
    """The rule parameters of Yacht."""

    die: Weights[Annotated[int, Limits(ge=1, le=FACES)]] = knob(
        dict.fromkeys(range(1, FACES + 1), 1),
        "the faces of a die, each with its weight",
        "published",
        max_length=FACES,
        label="the die",
        said="with dice {}",
    )
    rolls: int = knob(3, "rolls in a turn", "published", ge=1, le=9, label="the number of rolls")
    sheet: tuple[Annotated[int, Limits(ge=0, le=1)], ...] = knob(
        (1,) * len(BOXES),
        "1 for each box in play, 0 for a box that counts as filled with 0 points from the start",
        "published",
        min_length=len(BOXES),
        max_length=len(BOXES),
        label="the boxes in play",
    )
    upper_target: int = knob(
        63,
        "points in the boxes of ones to sixes that earn the bonus",
        "published",
        ge=0,
        label="the target of the upper bonus",
        unit="point",
    )
    upper_bonus: int = knob(
        35,
        "bonus points for the boxes of ones to sixes",
        "published",
        ge=0,
        le=1000,
        label="the upper bonus",
        unit="point",
    )
    yacht_bonus: int = knob(
        100,
        "bonus points for every further yacht after one that was scored as such",
        "published",
        ge=0,
        le=1000,
        label="the bonus for a further yacht",
        unit="point",
    )

    @field_validator("sheet")
    @classmethod
    def _has_a_box(cls, sheet: tuple[int, ...]) -> tuple[int, ...]:
        if not any(sheet):
            raise ValueError("no box is in play, allowed is at least one")
        return sheet


def setup(state, rules, log):
    """Open the boxes in play and roll for the first time."""
    for box in range(len(BOXES)):
        state.table.points[box] = OPEN if rules.sheet[box] else 0
    begin_turn(state, rules, log)


@kernel
def begin_turn(state, rules, log):
    """Roll all dice."""
    state.table.turns += 1
    state.table.rolls_left = rules.rolls
    roll(state, rules, 0, log)


@kernel
def roll(state, rules, kept, log):
    """Roll all dice except those kept, whose faces are the digits of `kept`; put the dice in order.

    Chance is asked for each roll of each turn apart, so that it does not depend on what was kept before.
    """
    table = state.table
    table.rolls_left -= 1
    begin(state.chance, table.rolls_left, table.turns)
    for i in range(DICE):
        face = kept % 10 if kept > 0 else draw_weighted(state.chance, rules.die)
        kept //= 10
        place = i
        while place > 0 and table.dice[place - 1] > face:
            table.dice[place] = table.dice[place - 1]
            place -= 1
        table.dice[place] = face
    note(log, Event.ROLLED, digits(table.dice, 31))


@kernel
def digits(dice, chosen):
    """Return the faces of some dice as the digits of a number; bit i of `chosen` stands for die i."""
    number = 0
    for i in range(DICE):
        if (chosen >> i) & 1:
            number = 10 * number + dice[i]
    return number


@kernel
def alike(dice, face):
    """Return how many dice show a face."""
    count = 0
    for i in range(DICE):
        count += dice[i] == face
    return count


@kernel
def is_joker(table):
    """Return True if the dice are a yacht and its box is filled: then they are a joker for other boxes."""
    return table.dice[0] == table.dice[DICE - 1] and table.points[FIVE_ALIKE] != OPEN


@kernel
def points_for(table, box):
    """Return the points of the dice in a box, without bonus."""
    dice = table.dice
    if box < FACES:
        return (box + 1) * alike(dice, box + 1)
    total, most, pairs, run, longest = 0, 0, 0, 0, 0
    for face in range(1, FACES + 1):
        count = alike(dice, face)
        total += face * count
        most = max(most, count)
        pairs += count >= 2
        run = run + 1 if count > 0 else 0
        longest = max(longest, run)
    joker = is_joker(table)
    if box == FULL_HOUSE:
        return 25 if joker or (most == 3 and pairs == 2) else 0
    if box == SMALL_STRAIGHT:
        return 30 if joker or longest >= 4 else 0
    if box == LARGE_STRAIGHT:
        return 40 if joker or longest == 5 else 0
    if box == FIVE_ALIKE:
        return 50 if most == DICE else 0
    needed = 3 if box == THREE_ALIKE else 4 if box == FOUR_ALIKE else 0
    return total if most >= needed else 0


@kernel
def upper_points(table):
    """Return the points in the boxes of ones to sixes."""
    total = 0
    for box in range(FACES):
        total += max(0, table.points[box])
    return total


@kernel
def bonus_for(table, rules, box):
    """Return the bonus that the dice earn in a box: for a further yacht, and for the upper boxes."""
    bonus = rules.yacht_bonus if is_joker(table) and table.points[FIVE_ALIKE] > 0 else 0
    if box < FACES:
        before = upper_points(table)
        if before < rules.upper_target <= before + points_for(table, box):
            bonus += rules.upper_bonus
    return bonus


def options(state, rules, moves):
    """List the dice to keep, each choice of faces once, as long as there is a roll left; then the boxes."""
    table = state.table
    return list_keeps(table.dice, moves) if table.rolls_left > 0 else list_boxes(table, moves)


@kernel
def list_keeps(dice, moves):
    """List which dice to keep; of dice that show the same face, those to the left first."""
    count = 0
    for chosen in range(1 << DICE):
        doubled = False
        for i in range(1, DICE):
            doubled |= dice[i] == dice[i - 1] and (chosen >> (i - 1)) & 3 == 2
        if not doubled:
            moves[count].kind = Move.KEEP
            moves[count].kept = digits(dice, chosen)
            count += 1
    return count


@kernel
def list_boxes(table, moves):
    """List the open boxes; for a joker the box of its face if it is open, else the lower ones if any is."""
    first, last = 0, len(BOXES)
    if is_joker(table):
        own = table.dice[0] - 1
        if table.points[own] == OPEN:
            first, last = own, own + 1
        else:
            for box in range(FACES, len(BOXES)):
                if table.points[box] == OPEN:
                    first = FACES
    count = 0
    for box in range(first, last):
        if table.points[box] == OPEN:
            moves[count].kind = Move.SCORE
            moves[count].box = box
            count += 1
    return count


def apply(state, rules, move, log):
    """Keep some dice and roll the others; or score, and begin the next turn if a box is open."""
    table = state.table
    if move.kind == Move.KEEP:
        if move.kept == digits(table.dice, 31):
            table.rolls_left = 0
        else:
            roll(state, rules, move.kept, log)
        return
    points, bonus = points_for(table, move.box), bonus_for(table, rules, move.box)
    table.yachts += table.dice[0] == table.dice[DICE - 1]
    table.points[move.box] = points
    table.bonus += bonus
    note(log, Event.SCORED, move.box, points, bonus)
    state.over = True
    for box in range(len(BOXES)):
        if table.points[box] == OPEN:
            state.over = False
    if not state.over:
        begin_turn(state, rules, log)


def outcome(state, rules, row, seat_rows):
    """Fill the columns that are no fields."""
    table = state.table
    row.upper = upper_points(table)
    row.score = table.bonus
    for box in range(len(BOXES)):
        row.score += max(0, table.points[box])


YACHT = Game(
    name="yacht",
    summary="Five dice, three rolls, thirteen boxes: a solitaire game for points (folk game).",
    seats=range(1, 2),
    table=TABLE,
    knobs=YachtKnobs,
    purposes={
        0: "the last roll of a turn",
        1: "the second last roll of a turn",
        2: "the third last roll of a turn",
    },
    setup=setup,
    options=options,
    apply=apply,
    outcome=outcome,
    moves=Move.kinds,
    max_moves=1 << DICE,
    events=Event.kinds,
    story=Story("{rules.rolls} rolls a turn."),
    columns=(
        Column("score", np.uint16, "points at the end", "points"),
        Column("upper", np.uint8, "points in the boxes of ones to sixes, without bonus", "points"),
    ),
    objectives=(Objective("score", "game", shared="all"),),
)
