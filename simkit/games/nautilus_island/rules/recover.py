"""Recover objects, or store them: collecting from a column, laying down cards of one colour."""

from simkit.game import kernel, note
from simkit.games.nautilus_island.kinds import Event, Move
from simkit.games.nautilus_island.state import (
    COLOURS,
    FACE_DOWN,
    NO_CARD,
    OFF_THE_BOARD,
    WIDEST_COLUMN,
    colour_of,
    copies,
    object_of,
    one,
)


@kernel
def turn_up_tops(state, rules, column):
    """Show the top cards of a column's stacks, as far as the stacks lie face up."""
    table = state.table
    width, height, first = rules.width[column], table.height[column], rules.first_stack[column]
    for i in range(width):
        stack = first + i
        if height == 0:
            table.tops[stack] = NO_CARD
        elif i < rules.face_up[width]:
            table.tops[stack] = state.hidden.deck.cards[stack * rules.stack_height + height - 1]
        else:
            table.tops[stack] = FACE_DOWN


@kernel
def is_open(castaway, colour):
    """Return True if the castaway's set of a colour is not closed."""
    return ((int(castaway.closed) >> int(colour)) & 1) == 0


@kernel
def act_options(table, seat, rules, moves):
    """List: collect; every colour and number of cards that can be stored; pass if nothing else is legal."""
    castaway = table.castaways[seat.number]
    column = castaway.column
    count = 0
    if table.height[column] > 0:
        moves[0].kind = Move.COLLECT
        count = 1
    for colour in range(COLOURS):
        most = min(rules.width[column], seat.held[colour]) * is_open(castaway, colour)
        for k in range(1, WIDEST_COLUMN + 1):
            moves[count].kind = Move.STORE
            moves[count].colour = colour
            moves[count].count = k
            count += k <= most  # if not, the next one overwrites it
    # What the last one left behind would show the next castaway how many moves this one had.
    moves[count].kind = 0
    moves[count].colour = 0
    moves[count].count = 0
    if count == 0:
        moves[0].kind = Move.PASS
        count = 1
    return count


@kernel
def collect(state, rules, log):
    """Take the top card of every stack of the column into the hand."""
    table, own = state.table, state.seats[state.seat]
    castaway = table.castaways[state.seat]
    column = castaway.column
    table.height[column] -= 1
    for i in range(rules.width[column]):
        stack = rules.first_stack[column] + i
        place = stack * rules.stack_height + table.height[column]
        card = state.hidden.deck.cards[place]
        state.hidden.deck.cards[place] = NO_CARD
        colour, thing = colour_of(card), object_of(card)
        own.hand[colour] += one(thing)
        own.held[colour] += 1
        seen = table.tops[stack] != FACE_DOWN
        if seen:
            castaway.known[colour] += one(thing)
        note(log, Event.COLLECTED, state.seat, card, 1 if seen else 0)
    castaway.hand_size += rules.width[column]
    castaway.collected += rules.width[column]
    turn_up_tops(state, rules, column)
    if table.height[column] == 0:
        table.stocked &= ~(1 << int(column))
        note(log, Event.COLUMN_EMPTIED, column)
        if table.end_column == OFF_THE_BOARD:
            table.end_column = column


@kernel
def pick_options(table, seat, rules, moves):
    """List every choice of objects for the cards to be stored, each once."""
    hand = seat.hand[table.store_colour]
    wanted = table.store_count
    count = 0
    for a in range(rules.objects_per_colour):
        if copies(hand, a) == 0:
            continue
        if wanted == 1:
            count = _list_objects(moves, count, one(a))
            continue
        for b in range(a, rules.objects_per_colour):
            pair = one(a) + one(b)
            if not _holds(hand, pair, b):
                continue
            if wanted == 2:
                count = _list_objects(moves, count, pair)
                continue
            for c in range(b, rules.objects_per_colour):
                if _holds(hand, pair + one(c), c):
                    count = _list_objects(moves, count, pair + one(c))
    return count


@kernel
def _holds(hand, picked, thing):
    return copies(hand, thing) >= copies(picked, thing)


@kernel
def _list_objects(moves, count, objects):
    moves[count].kind = Move.PICK
    moves[count].objects = objects
    return count + 1


@kernel
def store(state, rules, objects, log):
    """Lay the picked cards down on the castaway's own set of their colour."""
    table, own = state.table, state.seats[state.seat]
    castaway, colour, count = table.castaways[state.seat], table.store_colour, table.store_count
    own.hand[colour] -= objects
    own.held[colour] -= count
    castaway.set_cards[colour] += objects
    castaway.set_size[colour] += count
    castaway.hand_size -= count
    castaway.stored += count
    castaway.stores += 1
    known = castaway.known[colour]
    for thing in range(rules.objects_per_colour):
        # What remains is the least number of the seen cards that are still in the hand.
        known -= min(copies(known, thing), copies(objects, thing)) * one(thing)
    castaway.known[colour] = known
    note(log, Event.STORED, state.seat, colour, objects)


@kernel
def pass_turn(table, seat, log):
    """Do nothing, because nothing can be done in this column."""
    table.castaways[seat].passes += 1
    note(log, Event.PASSED, seat)
