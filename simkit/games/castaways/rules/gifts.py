"""Objects that change hands: gifts, before the markers and before the outing, and estates of the dead."""

from simkit.game import NOBODY, begin, kernel, lowest_bit, note, separate_kernel
from simkit.games.castaways import decisions as d
from simkit.games.castaways import phases as p
from simkit.games.castaways.kinds import Event, Move
from simkit.games.castaways.names import IN_CAMP, LOST
from simkit.games.castaways.rules.asking import ask
from simkit.games.castaways.rules.castaway import give_up_object, receive_object
from simkit.games.castaways.rules.order import is_living, seat_in_turn
from simkit.games.castaways.state import MARKER_CHANCE


@kernel
def may_trade(table, rules, seat):
    """Return True if a castaway may give and receive objects."""
    where = table.castaways[seat].where
    return where == IN_CAMP or (where == LOST and rules.trade_with_lost != 0)


@kernel
def has_receiver(table, rules, giver):
    """Return True if there is somebody to whom a castaway could give something."""
    for seat in range(rules.players):
        if seat != giver and may_trade(table, rules, seat):
            return True
    return False


@separate_kernel
def make_gifts(state, rules, log):
    """Ask for the next gift, in turn order; at the end go on with the markers, or the outing."""
    table = state.table
    while table.at < rules.players:
        seat = seat_in_turn(table, rules, table.at)
        castaway = table.castaways[seat]
        gives = (
            table.gifts_made < rules.gifts_per_turn and castaway.owned != 0 and may_trade(table, rules, seat)
        )
        if gives and has_receiver(table, rules, seat):
            ask(state, seat, d.ASK_GIFT)
            return
        table.at += 1
        table.gifts_made = 0
    table.at = 0
    if table.phase == p.GIFTS:
        begin(state.chance, MARKER_CHANCE, table.turn)
        table.phase = p.WHITE_MARKER
    else:
        table.phase = p.OUTING


@separate_kernel
def list_gifts(state, rules, moves):
    """List every object with every receiver; none comes first."""
    table, giver = state.table, state.seat
    moves[0].kind = Move.NO_GIFT
    count, owned = 1, table.castaways[giver].owned
    while owned != 0:
        thing = lowest_bit(owned)
        owned &= owned - 1
        for seat in range(rules.players):
            if seat != giver and may_trade(table, rules, seat):
                moves[count].kind = Move.GIFT
                moves[count].object = thing
                moves[count].seat = seat
                count += 1
    return count


@kernel
def make_gift(state, rules, move, log):
    """Give an object away, or end this castaway's gifts."""
    table, giver = state.table, state.seat
    if move.kind == Move.GIFT:
        thing, receiver = move.object, move.seat
        give_up_object(table, rules, giver, thing)
        receive_object(table, rules, receiver, thing)
        note(log, Event.OBJECT_GIVEN, giver, thing, receiver)
        table.gifts_made += 1
    else:
        table.gifts_made = rules.gifts_per_turn


@kernel
def estate_of(table):
    """Return the seat whose objects are being divided: the first of the dead."""
    return lowest_bit(table.estates)


@separate_kernel
def divide_estate(state, rules):
    """Ask the next heir, in turn order, again and again; return False when nothing is left."""
    table = state.table
    dead = estate_of(table)
    if table.castaways[dead].owned == 0:
        table.estates &= ~(1 << dead)
        table.heir = NOBODY
        return False
    place = 0
    for i in range(rules.players):
        if table.heir != NOBODY and seat_in_turn(table, rules, i) == table.heir:
            place = i + 1
    for i in range(rules.players):
        seat = seat_in_turn(table, rules, (place + i) % rules.players)
        if is_living(table, seat):
            ask(state, seat, d.ASK_INHERIT)
            return True
    table.estates = 0
    return False


@kernel
def list_estate(state, rules, moves):
    """List each different object that is left."""
    table = state.table
    count, owned = 0, table.castaways[estate_of(table)].owned
    while owned != 0:
        moves[count].kind = Move.INHERIT
        moves[count].object = lowest_bit(owned)
        owned &= owned - 1
        count += 1
    return count


@kernel
def inherit(state, rules, move, log):
    """Take an object of a dead castaway."""
    table = state.table
    give_up_object(table, rules, estate_of(table), move.object)
    receive_object(table, rules, state.seat, move.object)
    table.heir = state.seat
    note(log, Event.OBJECT_INHERITED, table.heir, move.object)
