"""Game scoring: pieces of Atlantis, special goals, research stations, the product of two, remaining Nemos."""

from simkit.game import kernel, note, separate_kernel
from simkit.games.nautilus_2002.kinds import Event, Move
from simkit.games.nautilus_2002.rules.buying import affordable
from simkit.games.nautilus_2002.state import KEPT_KINDS, MOST_PLAYERS, MOST_SLOTS, PIECES, TYPES


@kernel
def pieces_of(table, seat):
    """Return the number of pieces of Atlantis that a seat has recovered, and the highest of their numbers."""
    pieces, highest = 0, 0
    for number in range(1, PIECES + 1):
        if table.ruins[number] == seat:
            pieces += 1
            highest = number
    return pieces, highest


@separate_kernel
def award_of(table, rules, seat):
    """Return the points of a seat for its pieces of Atlantis."""
    pieces, highest = pieces_of(table, seat)
    if pieces == 0:
        return 0
    place = 0
    for other in range(rules.players):
        others, other_highest = pieces_of(table, other)
        if others > pieces or (others == pieces and other_highest > highest):
            place += 1
    return int(rules.awards[place]) if place < MOST_PLAYERS else 0


@kernel
def factor_of(table, rules, seat):
    """Return the sum of a seat's research points: the factor of its score."""
    factor = 0
    for kind in range(TYPES):
        if table.chips[kind] == seat:
            factor += rules.chip_points
        else:
            factor += rules.research_points[table.players[seat].ops[kind]]
    return factor


@kernel
def tile_points(rules, player):
    """Return the points of a seat's discoveries, goals not counted."""
    points = 0
    for kind in range(KEPT_KINDS):
        points += player.got[kind] * rules.points[kind]
    return points


@kernel
def points_of(table, rules, seat):
    """Return a seat's points: discoveries, what the goal adds, and the award for Atlantis."""
    player = table.players[seat]
    return tile_points(rules, player) + player.rises * rules.rise_points + award_of(table, rules, seat)


@kernel
def score_of(table, rules, seat):
    """Return a seat's score."""
    product = factor_of(table, rules, seat) * points_of(table, rules, seat)
    return product + table.players[seat].money * rules.cash_points


@kernel
def most_rises(rules, player, goal):
    """Return the number of tiles of its goal that a seat can raise."""
    first, second = rules.goal_kinds[goal][0], rules.goal_kinds[goal][1]
    tiles = player.got[first]
    if second != first:
        tiles += player.got[second]
    if rules.rise_cost == 0:
        return min(int(tiles), MOST_SLOTS)
    return min(int(tiles), int(affordable(player.money, rules.rise_cost)))


@separate_kernel
def raise_options(state, rules, moves):
    """List (decision D12): no tile of the goal raised, one, two ..."""
    table, seat = state.table, state.seats[state.seat]
    most = most_rises(rules, table.players[seat.number], seat.goal)
    for rises in range(most + 1):
        moves[rises].kind = Move.RAISE_TILES
        moves[rises].rises = rises
    return most + 1


@separate_kernel
def raise_tiles(table, rules, seat, rises, log):
    """Pay for tiles of the goal to gain points."""
    player = table.players[seat]
    player.rises = rises
    player.money -= rises * rules.rise_cost
    note(log, Event.RAISED, seat, rises)
