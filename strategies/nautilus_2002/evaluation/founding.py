"""Where to place a station, by weights."""

from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.numbers import bit_count
from simkit.compile.records import scratch
from simkit.games.nautilus_2002.kinds import Move
from simkit.games.nautilus_2002.rules.building import added_cost
from simkit.games.nautilus_2002.rules.researchers import may_be_left
from simkit.games.nautilus_2002.squares import HEIGHT, WIDTH
from simkit.games.nautilus_2002.state import FIRST_RESEARCH
from simkit.strategies.nautilus_2002.evaluation.placing import (
    DISTANCES,
    covered_discoveries,
    find_distances,
    joins_to_researcher,
    outlets_of_new,
)

HOME_FIRST = 20.0
"""Residential stations go first: research stations then lie near the researchers."""

NEAR = 5
FARTHEST = 12
"""Joins beyond which it makes no difference how far the researchers are."""


@separate_kernel
def weigh_placements(table, seat, rules, moves, count, weights):
    """Return the index of the best placement."""
    own, others = scratch(DISTANCES), scratch(DISTANCES)
    find_distances(table, may_be_left(table, table.players[seat.number]), own)
    start = 0
    for other in range(rules.players):
        if other != seat.number:
            start |= may_be_left(table, table.players[other])
    find_distances(table, start, others)
    best, most = 0, 0.0
    for i in range(count):
        if moves[i].kind != Move.PLACE_STATION:
            continue
        worth = worth_of_place(table, rules, moves[i], own, weights)
        if weights.tenants != 0.0 and moves[i].tile >= FIRST_RESEARCH:
            joins = joins_to_researcher(table, rules, moves[i], others)
            worth += weights.tenants * max(0, 4 - joins)
        if (best == 0 and most == 0.0) or worth > most:
            best, most = i, worth
    return best


@kernel
def worth_of_place(table, rules, move, distances, weights):
    """Return the worth of a place, by its discoveries, its cost, its outlets and the way there."""
    worth = -weights.cover * covered_discoveries(table, rules, move.square)
    worth -= added_cost(table, rules, move.square)
    joins = min(FARTHEST, joins_to_researcher(table, rules, move, distances))
    if move.tile < FIRST_RESEARCH:
        return worth + HOME_FIRST - 0.1 * weights.way * joins
    worth += weights.outlet * outlets_of_new(table, rules, move)
    worth -= weights.way * joins
    return worth + weights.near * discoveries_near(table, move.square)


@kernel
def discoveries_near(table, square):
    """Return the number of discoveries around a square."""
    x, y = square % WIDTH, square // WIDTH
    left, right = max(0, x - NEAR), min(WIDTH - 1, x + NEAR)
    window = (1 << (right + 1)) - (1 << left)
    found = 0
    for row in range(max(0, y - NEAR), min(HEIGHT - 1, y + NEAR) + 1):
        found += bit_count(int(table.discoveries.rows[row + 1]) & window)
    return found
