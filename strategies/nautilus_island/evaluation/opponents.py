"""How far the leading opponent gets: their points, and their best plan with the cards that were seen."""

from simkit.game import kernel, separate_kernel
from simkit.games.nautilus_island.rules.recover import is_open
from simkit.games.nautilus_island.rules.score import pairs, sets_points, treasure_points
from simkit.games.nautilus_island.state import COLOURS, NO_TOKEN, TREASURES, one
from simkit.strategies.nautilus_island.evaluation.plans import (
    LEVEL_TURNS,
    SOME_TURNS,
    THREE_TURNS,
    TWO_TURNS,
    WIDE,
    fill_level,
    fill_storable,
    worth_of_turn,
)
from simkit.strategies.nautilus_island.evaluation.promises import (
    count_cards,
    count_tokens,
    fill_portholes,
    set_worth,
)

NOBODY_ELSE = -1.0e6


@separate_kernel
def look_at_opponents(theirs, table, seat, rules, weights):
    """Find the leading opponent, and note what they can still make of the cards that were seen."""
    most, rival = NOBODY_ELSE, 0
    for other in range(rules.players):
        if other != seat.number:
            castaway = table.castaways[other]
            seen, useful = count_cards(castaway.known[TREASURES]), 0
            for colour in range(COLOURS):
                held = count_cards(castaway.known[colour])
                seen += held
                useful += held if is_open(castaway, colour) else 0
            has = sets_points(castaway) + treasure_points(rules, castaway.known[TREASURES])
            has += weights.hidden * (castaway.hand_size - seen)
            if has + useful > most:
                most, rival = has + useful, other
                theirs.mine = has
    theirs.later = 0
    for place in range(table.turn_in_round + 1, rules.players):
        if table.order[place] == rival:
            theirs.later = 1
    theirs.filled = 0
    theirs.turn = worth_of_turn(table, rules, weights)
    fill_portholes(theirs, table, rules, weights)
    fill_storable(theirs, rules)
    for colour in range(COLOURS):
        theirs.is_open[colour] = 1 if is_open(table.castaways[rival], colour) else 0
        if theirs.is_open[colour] == 1:
            look_at_set(theirs, table, rules, weights, rival, colour)


@kernel
def look_at_set(theirs, table, rules, weights, rival, colour):
    """Note what an open set of an opponent is worth, as `promises.fill_set` does for own sets."""
    castaway, known = table.castaways[rival], table.castaways[rival].known[colour]
    tokens, pair_count = castaway.set_tokens[colour], pairs(castaway.set_cards[colour] + known)
    count_tokens(theirs, rules.bonus_values, colour, tokens, pair_count)
    theirs.sizes[colour], theirs.held[colour] = castaway.set_size[colour], count_cards(known)
    theirs.worth[colour] = set_worth(theirs, weights, colour, castaway.set_size[colour], 0.0)
    theirs.fresh[colour] = weights.token
    theirs.luck[colour] = 1.0
    if table.camp[colour] != NO_TOKEN:
        count_tokens(theirs, rules.bonus_values, colour, tokens + one(table.camp[colour]), pair_count)
        theirs.fresh[colour] = 0.0


@kernel
def plan_of_theirs(theirs, weights, level):
    """Return the worth of the opponent's best plan for the turns of a level."""
    if (theirs.filled >> level) & 1 == 0:
        fill_level(theirs, weights, level)
    return theirs.whole[level]


@separate_kernel
def rival_points(theirs, weights, level):
    """Return the points that the opponent gets to while this player has the turns of a level.

    A player that acts later in the round has one more turn.
    """
    points = theirs.mine + weights.growth * LEVEL_TURNS[level] + weights.later * theirs.later
    if theirs.later == 0 or level >= SOME_TURNS:
        return points + plan_of_theirs(theirs, weights, max(level, WIDE))
    if level < TWO_TURNS:
        return points + plan_of_theirs(theirs, weights, TWO_TURNS)
    if level == TWO_TURNS:
        return points + plan_of_theirs(theirs, weights, THREE_TURNS)
    three, five = plan_of_theirs(theirs, weights, THREE_TURNS), plan_of_theirs(theirs, weights, SOME_TURNS)
    return points + 0.5 * (three + five)
