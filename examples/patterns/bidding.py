"""Bidding in turn: an open auction, in which each player raises the bid or passes until one is left.

A lot is worth another number to each player, which only that player knows.  A player who has passed is out
until the next lot.
"""

from simkit.game import (
    NOBODY, Game, Kinds, Knobs, Parameter, begin, below, column, event, field, kernel, knob, move, note,
    record, strategy, uniform,
)  # fmt: skip

MOST_SEATS, MOST_RAISE, MOST_WORTH = 5, 5, 40

TABLE = record(
    field("bid", "the highest bid so far"),
    field("bidder", "the seat that has made it; -1 before that"),
    field("passed", "by seat: 1 for a seat that is out until the next lot", shape=MOST_SEATS),
    column("score", "worth of the lots bought, less what was paid", "points", shape=MOST_SEATS),
    column("lots", "lots sold, and the one on offer", "lots"),
    field("most", "the most that a lot can be worth: `conceal` does not get the rules"),
)
SEAT = record(field("worth", "what the lot is worth to this seat"))


class Move(Kinds):
    """What a player chooses."""

    PASS = move("pass")
    RAISE = move("bid {to}")


class Event(Kinds):
    """What happens."""

    OFFERED = event("Lot {lot} is on offer.", begins_turn=True)
    PASSED = event("  Seat {seat} passes.")
    BID = event("  Seat {seat} bids {to}.")
    SOLD = event("  Seat {seat} gets it for {price}; it is worth {worth}.")


class BiddingKnobs(Knobs):
    """The rules that experiments can change."""

    players: int = knob(3, "players", "published", ge=2, le=MOST_SEATS)
    lots: int = knob(8, "lots", "published", ge=1, le=20)
    worth: int = knob(20, "the most that a lot can be worth", "published", ge=1, le=MOST_WORTH)
    raise_by: int = knob(3, "the most by which a bid can be raised", "published", ge=1, le=MOST_RAISE)


def setup(state, rules, log):
    """Offer the first lot."""
    state.table.most = rules.worth
    begin_lot(state, rules, log)


@kernel
def begin_lot(state, rules, log):
    """Offer a lot; another seat begins each time."""
    table = state.table
    state.seat = table.lots % rules.players
    table.lots += 1
    table.bid, table.bidder = 0, NOBODY
    begin(state.chance, 0, table.lots)
    for seat in range(rules.players):
        table.passed[seat] = 0
        state.seats[seat].worth = 1 + below(state.chance, rules.worth)
    note(log, Event.OFFERED, table.lots)


def options(state, rules, moves):
    """List: raise the bid by one, two ...; pass, unless nobody has bid."""
    count = rules.raise_by
    for i in range(count):
        moves[i].kind, moves[i].to = Move.RAISE, state.table.bid + 1 + i
    if state.table.bidder != NOBODY:
        moves[count].kind = Move.PASS
        count += 1
    return count


def apply(state, rules, move, log):
    """Pass or bid; the turn goes to the next seat that has not passed, until only the bidder is left."""
    table, seat = state.table, state.seat
    if move.kind == Move.PASS:
        table.passed[seat] = 1
        note(log, Event.PASSED, seat)
    else:
        table.bid, table.bidder = move.to, seat
        note(log, Event.BID, seat, move.to)
    turn = next_bidder(table, rules, seat)
    if turn == table.bidder:
        end_lot(state, rules, log)
    else:
        state.seat = turn


@kernel
def next_bidder(table, rules, seat):
    """Return the next seat that has not passed; the bidder's own if all others have."""
    turn = (seat + 1) % rules.players
    while table.passed[turn]:
        turn = (turn + 1) % rules.players
    return turn


@kernel
def end_lot(state, rules, log):
    """Sell the lot to the bidder, and offer the next one."""
    table = state.table
    worth = state.seats[table.bidder].worth
    table.score[table.bidder] += worth - table.bid
    note(log, Event.SOLD, table.bidder, table.bid, worth)
    state.over = table.lots == rules.lots
    if not state.over:
        begin_lot(state, rules, log)


def conceal(state, seat, chance):
    """Draw anew what the lot is worth to the others: as likely as before, whatever they have bid."""
    for other in range(len(state.seats)):
        if other != seat:
            state.seats[other].worth = 1 + below(chance, state.table.most)


BIDDING = Game(
    name="bidding",
    summary="Lots are sold to the player who bids longest.",
    seats=range(2, MOST_SEATS + 1),
    table=TABLE, seat=SEAT, knobs=BiddingKnobs,
    setup=setup, options=options, apply=apply, conceal=conceal,
    moves=Move.kinds, max_moves=MOST_RAISE + 1, events=Event.kinds,
    purposes={0: "what the lots are worth"},
    ranked_by="score", length="lots",
)  # fmt: skip


@strategy(game="bidding", skill="uniform chance")
def random(table, seat, rules, moves, count, parameters, chance):
    """Pass or bid, all equally likely."""
    return below(chance, count)


@strategy(
    game="bidding",
    skill="casual",
    parameters=(Parameter("bluffs", 0.1, 0, 1, "the share of lots that it bluffs for"),),
)
def bluffer(table, seat, rules, moves, count, parameters, chance):
    """Bid up to what the lot is worth; for some lots, decided once for each lot, half as much again."""
    begin(chance, 1, table.lots)  # the same numbers at each decision about this lot: no memory is needed
    limit = seat.worth
    if uniform(chance) < parameters.bluffs:
        limit += seat.worth // 2
    return 0 if table.bid < limit else count - 1
