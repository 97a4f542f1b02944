"""Phase B, markers: the starting player's white marker, then the castaways' own, one after the other."""

from simkit.game import NOBODY, kernel, note, separate_kernel
from simkit.games.castaways import decisions as d
from simkit.games.castaways import names as n
from simkit.games.castaways import phases as p
from simkit.games.castaways.kinds import Event, Move
from simkit.games.castaways.rules.asking import ask
from simkit.games.castaways.rules.build import a_site_is_left, sites_at_hand
from simkit.games.castaways.rules.cards import begin_card
from simkit.games.castaways.rules.castaway import owns, pay_energy
from simkit.games.castaways.rules.island import weather_of
from simkit.games.castaways.rules.order import is_at_hand, is_in_camp, queue_in_turn, seat_in_turn
from simkit.games.castaways.state import MARKERS_A_TURN, NO_CARD, NO_SPACE

# How far the white marker is (`table.white`): when its action is done, the markers follow.
WHITE_UNUSED, WHITE_CHOSEN, WHITE_DONE = range(3)


@kernel
def free_space(table, rules, action):
    """Return the leftmost free space of an action, or NO_SPACE."""
    for space in range(rules.space_count[action]):
        if table.marked[action, space] == NOBODY:
            return space
    return NO_SPACE


@kernel
def is_open(table, rules, seat, action):
    """Return True if an action can be chosen at all, apart from spaces and costs."""
    if action == n.SALVAGE:
        return table.salvage > 0
    if action == n.CAMPFIRE:
        return table.fire == 0 and table.castaways[seat].energy > 0
    if action == n.BUILD:
        return table.castaways[seat].energy > 0 and a_site_is_left(table, rules)
    return True


@kernel
def card_is_open(table, rules, seat, card):
    """Return True if a camp card can be chosen: the weather, its cost and the owner of the gold allow it."""
    printed = rules.camp_card[card]
    if printed.cost > table.castaways[seat].energy:
        return False
    if printed.is_fishing != 0 and weather_of(table, rules) == n.STORM:
        return False
    return printed.needs_gold == 0 or another_owns_gold(table, rules, seat)


@kernel
def another_owns_gold(table, rules, seat):
    """Return True if another castaway that is not lost owns the gold."""
    for other in range(rules.players):
        if other != seat and is_at_hand(table, other) and owns(table.castaways[other], n.GOLD_AND_JEWELS):
            return True
    return False


@separate_kernel
def offer_white_marker(state, rules, log):
    """Ask the starting player, unless lost or dead, for the white marker's action."""
    table = state.table
    table.at = 0
    if is_in_camp(table, table.starter):
        ask(state, table.starter, d.ASK_WHITE)
    else:
        table.phase = p.MARKERS


@separate_kernel
def list_white(state, rules, moves):
    """List none, each camp card that the starting player can pay for; solo also actions except Explore."""
    table, seat = state.table, state.seat
    moves[0].kind = Move.NO_WHITE
    count = 1
    for space in range(rules.camp_spaces):
        card = table.board[space]
        if card != NO_CARD and card_is_open(table, rules, seat, card):
            moves[count].kind = Move.WHITE_CARD
            moves[count].card = card
            moves[count].space = space
            count += 1
    if rules.players == 1:
        for action in (n.FORAGE, n.WOOD, n.DIARY, n.SALVAGE, n.CAMPFIRE, n.BUILD, n.REST):
            if white_action_is_open(table, rules, seat, action):
                moves[count].kind = Move.WHITE_ACTION
                moves[count].action = action
                count += 1
    return count


@kernel
def white_action_is_open(table, rules, seat, action):
    """Return True if the solo player can use the white marker for an action, which is done at once."""
    if rules.costs[action, 0] > table.castaways[seat].energy or not is_open(table, rules, seat, action):
        return False
    if action == n.CAMPFIRE:
        return table.wood > 0
    return action != n.BUILD or sites_at_hand(table, rules) != 0


@separate_kernel
def use_white_marker(state, rules, move, log):
    """Do the white marker's action: a camp card at once; solo, any other action."""
    table, seat = state.table, state.seat
    if move.kind == Move.NO_WHITE:
        table.phase = p.MARKERS
        return
    if rules.white_marker_is_camp_action != 0 and move.kind == Move.WHITE_CARD:
        table.castaways[seat].actions |= 1 << n.CAMP
    if move.kind == Move.WHITE_CARD:
        note(log, Event.WHITE_MARKER, seat, n.CAMP, move.card)
        pay_energy(table, seat, rules.camp_card[move.card].cost, log)
        table.white_space = NO_SPACE if rules.players == 1 else move.space
        table.white = WHITE_DONE
        table.phase = p.RESOLUTION
        begin_card(state, rules, rules.camp_card[move.card].text, seat)
        return
    note(log, Event.WHITE_MARKER, seat, move.action, NO_CARD)
    pay_energy(table, seat, rules.costs[move.action, 0], log)
    table.actor = seat
    table.white = WHITE_CHOSEN
    table.white_action = move.action
    table.at = 0
    table.todo = queue_in_turn(table, rules, seat, n.IN_CAMP)
    table.phase = p.FEED_BEFORE_BUILDING if move.action == n.BUILD else p.RESOLUTION


@separate_kernel
def place_markers(state, rules, log):
    """Ask for the next marker: first each castaway's one, then each castaway's other."""
    table = state.table
    while table.at < MARKERS_A_TURN * rules.players:
        seat = seat_in_turn(table, rules, table.at % rules.players)
        castaway = table.castaways[seat]
        # A lost castaway that comes back places its markers later.
        due = is_in_camp(table, seat) and castaway.markers > 0
        if due and can_place(table, rules, seat):
            ask(state, seat, d.ASK_MARKER)
            return
        table.at += 1
    table.at = 0
    table.phase = p.LOST_GROUPS


@kernel
def can_place(table, rules, seat):
    """Return True if there is any action that a castaway can choose."""
    castaway = table.castaways[seat]
    for action in range(n.EXPLORE + 1):
        if action == n.CAMP:
            for space in range(rules.camp_spaces):
                if card_can_be_marked(table, rules, seat, space):
                    return True
        elif action_can_be_marked(table, rules, castaway, seat, action):
            return True
    return False


@kernel
def action_can_be_marked(table, rules, castaway, seat, action):
    """Return True if a castaway can place a marker on an action."""
    if (castaway.actions >> action) & 1:
        return False
    if action == n.REST:
        for space in range(rules.space_count[n.REST]):
            if table.marked[n.REST, space] == NOBODY and rules.costs[n.REST, space] <= castaway.energy:
                return True
        return False
    space = free_space(table, rules, action)
    affordable = space != NO_SPACE and rules.costs[action, space] <= castaway.energy
    return affordable and is_open(table, rules, seat, action)


@kernel
def card_can_be_marked(table, rules, seat, space):
    """Return True if a castaway can place a marker on the camp card of a space."""
    card = table.board[space]
    if card == NO_CARD or table.marked[n.CAMP, space] != NOBODY or table.white_space == space:
        return False
    if (table.castaways[seat].actions >> n.CAMP) & 1:
        return False
    return card_is_open(table, rules, seat, card)


@separate_kernel
def list_markers(state, rules, moves):
    """List each action with a free space, each Rest space and each camp card that a castaway can choose."""
    table, seat = state.table, state.seat
    castaway, count = table.castaways[seat], 0
    for action in range(n.EXPLORE + 1):
        if action == n.CAMP:
            for space in range(rules.camp_spaces):
                if card_can_be_marked(table, rules, seat, space):
                    count = put_place(moves, count, n.CAMP, space, table.board[space])
        elif action == n.REST:
            for space in range(rules.space_count[n.REST]):
                is_free = table.marked[n.REST, space] == NOBODY and (castaway.actions >> n.REST) & 1 == 0
                if is_free and rules.costs[n.REST, space] <= castaway.energy:
                    count = put_place(moves, count, n.REST, space, NO_CARD)
        elif action_can_be_marked(table, rules, castaway, seat, action):
            count = put_place(moves, count, action, free_space(table, rules, action), NO_CARD)
    return count


@kernel
def put_place(moves, count, action, space, card):
    """Write one move into the list; return how many there are now."""
    moves[count].kind = Move.PLACE
    moves[count].action = action
    moves[count].space = space
    moves[count].card = card
    return count + 1


@separate_kernel
def place_marker(state, rules, move, log):
    """Place a marker and pay what it costs."""
    table, seat = state.table, state.seat
    castaway = table.castaways[seat]
    action, space, card = move.action, move.space, move.card
    table.marked[action, space] = seat
    castaway.actions |= 1 << action
    castaway.markers -= 1
    castaway.markers_by_action[action] += 1
    note(log, Event.MARKER_PLACED, seat, action, card)
    cost = rules.camp_card[card].cost if action == n.CAMP else rules.costs[action, space]
    pay_energy(table, seat, cost, log)
    if action == n.REST:
        note(log, Event.REST_CHOSEN, seat, space)
    table.at += 1
