"""Deck and market: open cards in a row are bought and replaced from a deck; cards nobody wants come back.

In a turn a player takes two coins, or buys a card of the row: the first one costs nothing, the second a coin,
the third two ...  After each round the first card of the row goes to the discards, from which a new deck is
shuffled when the deck is empty.  The points on the cards bought count.
"""

from simkit.game import (
    NO_CARD, Field, Game, Kinds, Knobs, Parameter, begin, below, column, draw_or_reshuffle, event, field,
    kernel, knob, move, note, pile_dtype, put_in_order, put_on_top, record, shuffle_pile, strategy, take_at,
)  # fmt: skip

MOST_SEATS, MOST_ROW, COPIES, MOST_POINTS = 4, 8, 3, 12
PILE = pile_dtype(COPIES * MOST_POINTS)

# Everybody sees the row and the discards, nobody the order of the deck.
TABLE = record(
    field("row", "the open cards, the one that costs nothing first", PILE),
    field("discards", "cards that nobody has bought", PILE),
    field("coins", "coins, by seat", shape=MOST_SEATS),
    column("score", "points of the cards bought", "points", shape=MOST_SEATS),
    column("rounds", "rounds played", "rounds"),
)
HIDDEN = record(field("deck", "the cards left, in their order", PILE))


def say_card(card):
    """Return a card in words; each number of points is there several times."""
    return f"the card of {card % MOST_POINTS + 1}"


CARD = Field("card", say_card)


class Move(Kinds):
    """What a player chooses."""

    TAKE = move("take two coins")
    BUY = move("buy {card} for {price:coin}", CARD)


class Event(Kinds):
    """What happens."""

    BOUGHT = event("Seat {seat} buys {card} for {price:coin}.", CARD)
    TOOK = event("Seat {seat} takes two coins.")
    DISCARDED = event("Nobody has wanted {card}.", CARD)


class MarketKnobs(Knobs):
    """The rules that experiments can change."""

    players: int = knob(3, "players", "published", ge=2, le=MOST_SEATS)
    row: int = knob(5, "open cards", "published", ge=2, le=MOST_ROW)
    rounds: int = knob(10, "rounds", "published", ge=1, le=30)


def setup(state, rules, log):
    """Shuffle the deck and open the row."""
    put_in_order(state.hidden.deck, 0, COPIES * MOST_POINTS)
    begin(state.chance, 0, 0)
    shuffle_pile(state.chance, state.hidden.deck)
    begin_round(state, rules)


@kernel
def begin_round(state, rules):
    """Begin a round with a stream of chance of its own, in case the discards are shuffled in it."""
    state.table.rounds += 1
    begin(state.chance, 1, state.table.rounds)
    fill_row(state, rules)


@kernel
def fill_row(state, rules):
    """Draw cards until the row is full again; the discards become the deck when it is empty."""
    while state.table.row.count < rules.row:
        card = draw_or_reshuffle(state.chance, state.hidden.deck, state.table.discards)
        if card == NO_CARD:
            break
        put_on_top(state.table.row, card)


def options(state, rules, moves):
    """List: take coins; buy one of the cards that the seat can pay."""
    row = state.table.row
    moves[0].kind = Move.TAKE
    count = min(row.count, state.table.coins[state.seat] + 1)
    for place in range(count):
        listed = moves[1 + place]
        listed.kind, listed.card, listed.price = Move.BUY, row.cards[place], place
    return 1 + count


def apply(state, rules, move, log):
    """Take or buy; after the last seat of a round the first card of the row is discarded."""
    table, seat = state.table, state.seat
    if move.kind == Move.TAKE:
        table.coins[seat] += 2
        note(log, Event.TOOK, seat)
    else:
        table.coins[seat] -= move.price
        table.score[seat] += take_at(table.row, move.price) % MOST_POINTS + 1
        note(log, Event.BOUGHT, seat, move.card, move.price)
        fill_row(state, rules)
    state.seat = (seat + 1) % rules.players
    if state.seat == 0:
        if table.row.count > 0:
            put_on_top(table.discards, take_at(table.row, 0))
            note(log, Event.DISCARDED, table.discards.cards[table.discards.count - 1])
        state.over = table.rounds == rules.rounds
        if not state.over:
            begin_round(state, rules)


def conceal(state, seat, chance):
    """Shuffle what no seat knows: the order of the deck."""
    shuffle_pile(chance, state.hidden.deck)


MARKET = Game(
    name="market",
    summary="Open cards are bought; the deck fills their places.",
    seats=range(2, MOST_SEATS + 1),
    table=TABLE, hidden=HIDDEN, knobs=MarketKnobs,
    setup=setup, options=options, apply=apply, conceal=conceal,
    moves=Move.kinds, max_moves=MOST_ROW + 1, events=Event.kinds,
    purposes={0: "the shuffle of the deck", 1: "the shuffles of the discards"},
    ranked_by="score",
)  # fmt: skip


@strategy(game="market", skill="uniform chance")
def random(table, seat, rules, moves, count, parameters, chance):
    """Take or buy, all equally likely."""
    return below(chance, count)


@strategy(
    game="market",
    skill="casual",
    parameters=(Parameter("coin", 2.0, 0, 12, "points that a coin is worth", "the worth of a coin"),),
)
def buyer(table, seat, rules, moves, count, parameters, chance):
    """Buy the card with the most points after its price; take coins if that is worth more."""
    best, most = 0, 2 * parameters.coin
    for i in range(1, count):
        value = moves[i].card % MOST_POINTS + 1 - parameters.coin * moves[i].price
        if value > most:
            best, most = i, value
    return best
