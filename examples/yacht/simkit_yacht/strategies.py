"""Two strategies for Yacht."""

from simkit.game import Parameter, below, kernel, strategy
from simkit_yacht.game import (
    DICE,
    FACES,
    FULL_HOUSE,
    LARGE_STRAIGHT,
    OPEN,
    SMALL_STRAIGHT,
    alike,
    bonus_for,
    points_for,
)

PAR = (2, 5, 8, 12, 15, 19, 22, 14, 22, 29, 32, 15, 22)
"""The points in each box that are usual for a good player."""


@strategy(game="yacht", skill="uniform chance")
def random(table, seat, rules, moves, count, parameters, chance):
    """Keep any dice, score in any box."""
    return below(chance, count)


@strategy(
    game="yacht",
    skill="casual",
    parameters=(
        Parameter(
            "run", 4, 3, 5, "dice in a row that are worth keeping for a straight", said="keeping runs of {}"
        ),
    ),
)
def simple(table, seat, rules, moves, count, parameters, chance):
    """Keep a complete figure, a run, or the commonest face; score where points are most above usual."""
    if table.rolls_left == 0:
        return best_box(table, rules, moves, count)
    return find_keep(moves, count, kept_faces(table, int(parameters.run)))


@kernel
def best_box(table, rules, moves, count):
    """Return the box whose points are most above its par."""
    best, most = 0, -1000
    for i in range(count):
        box = moves[i].box
        above = points_for(table, box) + bonus_for(table, rules, box) - PAR[box]
        if above > most:
            best, most = i, above
    return best


@kernel
def kept_faces(table, run):
    """Return the faces to keep, as digits."""
    dice, points = table.dice, table.points
    whole = 0
    for i in range(DICE):
        whole = 10 * whole + dice[i]
    for box in (LARGE_STRAIGHT, FULL_HOUSE):
        if points[box] == OPEN and points_for(table, box) > 0:
            return whole
    straight = 0
    if points[SMALL_STRAIGHT] == OPEN or points[LARGE_STRAIGHT] == OPEN:
        straight = longest_run(dice, run)
        if points[LARGE_STRAIGHT] != OPEN and points_for(table, SMALL_STRAIGHT) > 0:
            return whole
    if straight > 0:
        return straight
    best, most = 0, -1
    for face in range(1, FACES + 1):
        wanted = 2 * alike(dice, face) + (points[face - 1] == OPEN)
        if alike(dice, face) > 0 and wanted >= most:
            best, most = face, wanted
    kept = 0
    for _ in range(alike(dice, best)):
        kept = 10 * kept + best
    return kept


@kernel
def longest_run(dice, least):
    """Return the faces of the longest run as digits, or 0 if it has fewer than `least`."""
    best, run, length, longest = 0, 0, 0, least - 1
    for face in range(1, FACES + 1):
        if alike(dice, face) > 0:
            run, length = 10 * run + face, length + 1
            if length > longest:
                best, longest = run, length
        else:
            run, length = 0, 0
    return best


@kernel
def find_keep(moves, count, kept):
    """Return the index of the move that keeps these faces."""
    for i in range(count):
        if moves[i].kept == kept:
            return i
    return 0
