"""What a column offers: the cards on top of its stacks, and a place to stand."""

from simkit.compile.kernel import kernel
from simkit.games.nautilus_island.rules.recover import is_open
from simkit.games.nautilus_island.state import TREASURES, colour_of, object_of, one

NOTHING = -1.0e9
"""Worth of what can't be done."""

TIE_BREAK = 1.0e-3
"""In the last round a column nearer to the back is worth only the tie-break."""


@kernel
def place_worth(rules, weights, column, is_last):
    """Return the worth of standing in a column: early turns, wide columns left for the next turn."""
    front = rules.column_count - 1 - column
    if is_last:
        return TIE_BREAK * front
    return weights.tempo * front - weights.room * rules.width[column]


@kernel
def weigh_top_cards(spot, weights, column, points, unseen_worth):
    """Return what there is to collect in a column.

    Parameters
    ----------
    spot : (table, seat, rules)
        The table, who sits where, and the rules.
    points : float
        To which the worth of treasures, and of cards that opponents want, is added.
    unseen_worth : float
        Worth of a card that nobody has seen; added too.

    Returns
    -------
    (points, gains, unseen)
        The sum; the cards of own open colours, packed by colour; the number of cards that nobody has seen.
    """
    table, seat, rules = spot
    castaway = table.castaways[seat.number]
    first = rules.first_stack[column]
    gains, unseen = 0, 0
    for stack in range(first, first + rules.width[column]):
        card = table.tops[stack]
        if card < 0:
            unseen += 1
            points += unseen_worth
            continue
        colour = colour_of(card)
        if colour == TREASURES:
            points += weights.treasure * rules.treasure_values[object_of(card)]
            continue
        if weights.deny > 0.0:
            points += weights.deny * wanted_by_others(table, seat, rules, colour)
        if is_open(castaway, colour):
            gains += one(colour)
    return points, gains, unseen


@kernel
def count_gained(gains, colour):
    """Return the number of cards of a colour among those packed by colour."""
    return (gains >> (4 * colour)) & 15


@kernel
def usual_treasure(rules, weights):
    """Return the worth of a treasure of which nobody has seen which it is."""
    values = 0
    for kind in range(rules.treasure_kinds):
        values += rules.treasure_values[kind]
    return weights.treasure * values / rules.treasure_kinds


@kernel
def wanted_by_others(table, seat, rules, colour):
    """Return the number of opponents who have begun a set of a colour and not closed it."""
    wanted = 0
    for other in range(rules.players):
        castaway = table.castaways[other]
        if other != seat.number and castaway.set_size[colour] > 0 and is_open(castaway, colour):
            wanted += 1
    return wanted
