"""What fits aboard, and which dice land on it or save the Darkhouse's token."""

from simkit.game import kernel
from simkit.games.nautilion.rules.board import numbers_open, spaces_held
from simkit.games.nautilion.rules.darkhouse import discard_faces
from simkit.games.nautilion.rules.mages import cabin_open
from simkit.games.nautilion.rules.mercenaries import collision_to_come
from simkit.games.nautilion.rules.nautilion import end_at_abyss, place_reached
from simkit.games.nautilion.rules.tokens import crew_size
from simkit.games.nautilion.state import DARKHOUSE_FIGURE, MERCENARY, WON
from simkit.strategies.nautilion.evaluation.reach import place_of, places_reached

LOSES, NEITHER, FITS = range(3)
"""What a landing of the Nautilion may be, from worst to best."""

MERCENARIES_WANTED = 2
"""With this many mercenaries aboard another one does not count as fitting."""


@kernel
def fitting_kinds(table, rules):
    """Return the tokens that may go aboard or into the cabin now, and are welcome there: bit `kind` each."""
    fitting = numbers_open(table, rules) << 1 | cabin_open(table, rules)
    if (
        collision_to_come(table, rules)
        and crew_size(table.mercenaries) < MERCENARIES_WANTED
        and rules.open_spaces[spaces_held(table)] != 0
    ):
        fitting |= 1 << MERCENARY
    return fitting


@kernel
def landing(table, rules, fitting, die):
    """Return FITS if what the Nautilion would reach with `die` is `fitting` or wins, LOSES or NEITHER.

    If a reef holds it, this is what it would reach if it moved.
    """
    return landing_at(table, rules, fitting, die, place_reached(table, die))


@kernel
def landing_at(table, rules, fitting, die, place):
    """Return the `landing` of a die that leads to `place`."""
    if place > table.length:
        return FITS if end_at_abyss(table, rules) == WON else LOSES
    moved = int(die != 0)  # without a die it reaches nothing; at the Isles there is no token
    return NEITHER + ((fitting >> table.path[place]) & moved)


@kernel
def some_die_fits(table, rules):
    """Return True if one of the dice in hand lands on what fits."""
    fitting, reached = fitting_kinds(table, rules), places_reached(table)
    best = LOSES
    for i in range(table.dice_count):
        die = table.dice[i]
        best = max(best, landing_at(table, rules, fitting, die, place_of(reached, die)))
    return best == FITS


@kernel
def some_die_spares(table, rules):
    """Return True if some die in hand costs no token at the Darkhouse, or the Darkhouse receives none."""
    costly, spares = discard_faces(table, rules), (table.receiving & DARKHOUSE_FIGURE) == 0
    for i in range(table.dice_count):
        spares |= ((costly >> int(table.dice[i])) & 1) == 0
    return spares


@kernel
def smallest_face_that_fits(table, rules):
    """Return the smallest face that lands on what fits, 0 if none would."""
    fitting = fitting_kinds(table, rules)
    for f in range(rules.value_count):
        if landing(table, rules, fitting, rules.values[f]) == FITS:
            return rules.values[f]
    return 0


@kernel
def largest_die(table):
    """Return the die in hand that shows the most (the first of equals)."""
    largest = 0
    for i in range(1, table.dice_count):
        if table.dice[i] > table.dice[largest]:
            largest = i
    return largest


@kernel
def all_dice_equal(table):
    """Return True if the dice in hand all show the same."""
    for i in range(1, table.dice_count):
        if table.dice[i] != table.dice[0]:
            return False
    return True
