"""Where the phases meet the cards: a card's text begins, and how it goes on.

A phase begins a text with `begin_card`; the turn does it to its end with `operations.do_text` before the
phase goes on.

* The text of an event or of a camp card's `each_turn` is begun for the starting player, or for NOBODY if that
  one is lost or dead: then whatever it would do, roll or choose is left out, as for a dead drawer.
* A text stops where somebody must choose; and where somebody has died: an operation that can kill returns
  ASK, without asking anything, as long as ``table.estates != 0``.  The turn lets the heirs choose, and calls
  `do_text` again, with the machine's `stage` kept.
* Targets are, while a party is out (``table.outing``), those out in walking order; else those in camp, in
  turn order.
* Before AGAIN is asked in a contest of strength (and in a tied vote), ``table.die_needed`` is set to what the
  die of the seat that is asked must show at least; 0 for other rolls.
* Only phases change pending cards, decks and `card_state`, except `shuffle_in` and `goto`: a plot named is
  OUT_OF_PLAY (or SHUFFLED_IN, with ``table.deck_left``) from then on, and counts in ``table.plots_resolved``
  when it is done by `goto`.
"""

from simkit.game import NOBODY, kernel, note
from simkit.game.effects import NO_TEXT, begin_text, first_of, without_first
from simkit.games.castaways.kinds import CardEvent
from simkit.games.castaways.names import IN_CAMP, LOST
from simkit.games.castaways.rules.castaway import draw_tiles, owns
from simkit.games.castaways.rules.order import (
    EVERYBODY,
    all_are_lost,
    is_living,
    is_lost,
    is_out,
    queue_in_turn,
    queue_of_walkers,
    seat_in_turn,
)
from simkit.games.castaways.state import NO_CARD, NOT_SEEN, OUT_OF_PLAY
from simkit.games.castaways.vocabulary import (
    DRAWER,
    EXPLORERS,
    HAS,
    HAS_WOOD,
    ONE,
    OWN_FOOD,
    PLAYERS,
    STARTER,
    VOTE,
)


@kernel
def begin_card(state, rules, text, drawer):
    """Begin a card's text for its drawer; the turn finishes it before the phase goes on."""
    if text != NO_TEXT:
        begin_text(state.table.machine, rules.program, text, drawer)


def takes_part(state, rules, seat):
    """Return True for a living castaway: what a card does to the dead is left out."""
    return seat != NOBODY and is_living(state.table, seat)


def targets(state, rules, target, seats):
    """List the castaways that a target means, in the order in which they are affected."""
    table = state.table
    drawer = table.machine.drawer
    if target == DRAWER or (target == EXPLORERS and table.outing == 0):
        return just(seats, drawer)
    if target == STARTER:
        return 0 if is_lost(table, table.starter) else just(seats, table.starter)
    if target == ONE or target == EXPLORERS or target == VOTE:
        return list_those_here(table, rules, drawer if target == VOTE else NOBODY, seats)
    if table.outing == 0 and all_are_lost(table, rules):
        return 0
    count = 0
    for i in range(rules.players):
        seat = seat_in_turn(table, rules, i)
        if is_living(table, seat) and (target == PLAYERS or table.castaways[seat].where != LOST):
            seats[count] = seat
            count += 1
    return count


@kernel
def just(seats, seat):
    """List one seat, or none if it is NOBODY."""
    if seat == NOBODY:
        return 0
    seats[0] = seat
    return 1


@kernel
def list_those_here(table, rules, first, seats):
    """List the castaways out in walking order, or those in camp in turn order; from a seat on, if given."""
    if table.outing != 0:
        start = table.walkers[0] if first == NOBODY else first
        queue = queue_of_walkers(table, EVERYBODY, start)
    else:
        queue = queue_in_turn(table, rules, table.starter if first == NOBODY else first, IN_CAMP)
    return list_queue(queue, seats)


@kernel
def list_queue(queue, seats):
    """List the seats of a queue."""
    count = 0
    queue = queue
    while queue != 0:
        seats[count] = first_of(queue)
        queue = without_first(queue)
        count += 1
    return count


def test(state, rules, condition, a, b):
    """Return the answer to a card's condition, for the castaway that its text is done for."""
    table = state.table
    seat = table.machine.seat
    if condition == HAS_WOOD:
        return table.wood >= a
    if condition == HAS:
        return first_owner_here(table, rules, seat, a) != NOBODY
    if seat == NOBODY:
        return False
    castaway = table.castaways[seat]
    return castaway.food >= a if condition == OWN_FOOD else castaway.energy >= a


@kernel
def first_owner_here(table, rules, seat, thing):
    """Return the owner of an object: a castaway, or on an outing the first owner that is out; or NOBODY."""
    if seat != NOBODY and owns(table.castaways[seat], thing):
        return seat
    for i in range(table.party if table.outing != 0 else 0):
        walker = table.walkers[i]
        if is_out(table, walker) and owns(table.castaways[walker], thing):
            return walker
    return NOBODY


def enter(state, rules, text, log):
    """Take a plot that `goto` names out of the box; if it has left, a story-point tile is drawn instead."""
    table = state.table
    card = rules.card_of_text[text]
    seat = table.machine.seat
    if card == NO_CARD or table.card_state[card] != NOT_SEEN:
        note(log, CardEvent.PLOT_MISSING, seat, card)
        draw_tiles(state, seat, 1, log)
        return NO_TEXT
    table.card_state[card] = OUT_OF_PLAY
    table.plots_resolved += 1
    note(log, CardEvent.PLOT_BEGUN, seat, card)
    return text
