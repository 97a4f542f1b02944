"""Scoring: portholes, bonus tokens, treasures."""

from simkit.game import kernel
from simkit.games.nautilus_island.knobs import TIES_TO_THE_BACK
from simkit.games.nautilus_island.state import (
    BONUS_KINDS,
    COLOURS,
    DOUBLE,
    ODD,
    PAIR,
    PER_CARD,
    TREASURES,
    copies,
)


@kernel
def bonus_points(rules, kind, tokens, size, cards, porthole):
    """Return the points of all tokens of one kind on one set.

    `tokens` are the packed counts of the tokens on the set, `size` and `cards` its number of cards and its
    packed objects, `porthole` the points of its porthole, 0 if it is open.
    """
    points = copies(tokens, kind) * rules.bonus_values[kind]
    if kind == PER_CARD:
        points *= size
    elif kind == DOUBLE:
        points *= porthole
    elif kind == ODD:
        points *= size & 1
    elif kind == PAIR:
        # Each token needs a pair of its own.
        points = min(copies(tokens, kind), pairs(cards)) * rules.bonus_values[kind]
    return points


@kernel
def pairs(cards):
    """Return the number of pairs of the same object in a packed set of cards."""
    halves = (int(cards) >> 1) & 0x777777  # four bits each: half of every count
    sums = (halves & 0x0F0F0F) + ((halves >> 4) & 0x0F0F0F)  # eight bits each
    return ((sums * 0x010101) >> 16) & 0xFF


@kernel
def points_of_set(castaway, rules, colour):
    """Return the points of one set of a castaway: porthole and bonus tokens."""
    tokens, porthole = castaway.set_tokens[colour], castaway.porthole[colour]
    size, cards = castaway.set_size[colour], castaway.set_cards[colour]
    points = porthole
    for kind in range(BONUS_KINDS):
        points += bonus_points(rules, kind, tokens, size, cards, porthole)
    return points


@kernel
def count_set(castaway, rules, colour):
    """Work out anew what a set is worth, because it has changed."""
    castaway.set_points[colour] = points_of_set(castaway, rules, colour)


@kernel
def sets_points(castaway):
    """Return the points of a castaway that all can see: all except the treasures."""
    points = 0
    for colour in range(COLOURS):
        points += castaway.set_points[colour]
    return points


@kernel
def treasure_points(rules, treasures):
    """Return the points of treasures (packed)."""
    points = 0
    for kind in range(rules.treasure_kinds):
        points += copies(treasures, kind) * rules.treasure_values[kind]
    return points


@kernel
def score_of(state, rules, seat):
    """Return a seat's score if the game ended now."""
    hand = state.seats[seat].hand
    return sets_points(state.table.castaways[seat]) + treasure_points(rules, hand[TREASURES])


@kernel
def nearness_to_the_back(state, rules, seat):
    """Return what breaks a tie: the more, the nearer a seat is to the back; 0 where ties are shared."""
    return -state.table.castaways[seat].column if rules.tie_break == TIES_TO_THE_BACK else 0


@kernel
def note_the_leader(state, rules):
    """Count a change of leader, if another seat has come to lead alone since the last round."""
    best, most, shared = 0, -1, False
    for seat in range(rules.players):
        score = score_of(state, rules, seat)
        best = seat if score > most else best
        shared = (score <= most) & (shared | (score == most))
        most = max(score, most)
    hidden = state.hidden
    if not shared:
        if hidden.leader >= 0 and hidden.leader != best:
            hidden.lead_changes += 1
        hidden.leader = best
