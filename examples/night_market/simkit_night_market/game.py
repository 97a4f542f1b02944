"""Night Market, whole: two traders with a hand each; in a turn one card is played, and its text is done.

A turn ends with a hand filled up from the deck.  Who has enough coins at the end of a turn wins; when all
cards are played, who has more coins (then more charms, then who played second).
"""

import numpy as np

from simkit.game import (
    Column,
    Game,
    Knobs,
    Objective,
    Story,
    begin,
    clear,
    deal_back,
    kernel,
    knob,
    note,
    pick_up,
    pile_dtype,
    put_on_top,
    remove,
    scratch,
    shuffle_pile,
)
from simkit.game.effects import NO_TEXT, OPTION, VOTE, begin_text, give_answer, list_choices, waits
from simkit_night_market.cards import BOX
from simkit_night_market.effects import do_text, draw_cards, kinds_of
from simkit_night_market.state import HIDDEN, MOST_CARDS, MOST_KINDS, PROGRAM, SEAT, SEATS, TABLE
from simkit_night_market.words import MOVES, Event, Move

# The purposes of chance: the deal, once; and everything in a turn.
DEAL, TURN = 0, 1

UNSEEN = pile_dtype(MOST_CARDS)

# How a game ends; the engine adds the ending of a game that was stopped at the decision cap.
ENDS = ("enough coins", "all cards played", "card_without_end")
ENOUGH, ALL_PLAYED, WITHOUT_END = range(len(ENDS))


class MarketKnobs(Knobs):
    """The rule parameters of Night Market."""

    target: int = knob(
        15, "coins that win the game", "published", ge=1, le=999, label="the target", unit="coin"
    )
    hand: int = knob(
        3,
        "cards to which a hand is filled up at the end of a turn",
        "published",
        ge=1,
        le=6,
        label="the hand",
        unit="card",
    )
    purse: int = knob(
        3, "coins of each player at the start", "published", ge=0, le=99, label="the purse", unit="coin"
    )
    charms: int = knob(
        1, "charms of each player at the start", "published", ge=0, le=9, label="the number of charms"
    )

    content = BOX

    worked_out = (
        ("program", PROGRAM),
        ("kinds", np.int32),
        ("copies", np.int32, (MOST_KINDS,)),
        ("aside", np.int32, (MOST_KINDS,)),
    )

    def work_out(self, rules):
        """Write the cards into the rules record."""
        cards = self.content
        rules.kinds = len(cards.copies)
        rules.copies[: rules.kinds] = cards.copies
        rules.aside[: rules.kinds] = cards.aside
        cards.program.fill(rules.program)


def setup(state, rules, log):
    """Shuffle the deck and deal the hands; seat 0 begins."""
    table, deck = state.table, state.hidden.deck
    for card in range(rules.kinds):
        table.aside[card] = rules.aside[card]
        for _ in range(rules.copies[card]):
            put_on_top(deck, card)
    begin(state.chance, DEAL, 0)
    shuffle_pile(state.chance, deck)
    for seat in range(SEATS):
        table.coins[seat] = rules.purse
        table.charms[seat] = rules.charms
        draw_cards(state, seat, rules.hand, None)
    begin_turn(state, 0)


@kernel
def begin_turn(state, seat):
    """Begin a seat's turn: chance in it does not depend on what was played before."""
    state.seat = seat
    state.table.turns += 1
    begin(state.chance, TURN, state.table.turns)


def options(state, rules, moves):
    """List the answers if the card being done asks something; else each different card of the hand."""
    if waits(state.table.machine):
        return list_choices(state.table.machine, moves)
    kinds, count = kinds_of(state.seats[state.seat].hand), 0
    for card in range(rules.kinds):
        if (kinds >> card) & 1:
            moves[count].kind = Move.PLAY
            moves[count].card = card
            count += 1
    return count


def apply(state, rules, move, log):
    """Answer, or play a card; then go on with the card until it ends or asks something."""
    table = state.table
    machine = table.machine
    if waits(machine):
        if move.kind == OPTION or move.kind == VOTE:
            note(log, Event.CHOSE, state.seat, move.at, move.answer)
        give_answer(machine, move.answer)
    else:
        play_card(state, rules, move.card, log)
    do_text(state, rules, machine, rules.program, log)
    if waits(machine):
        state.seat = machine.asked
    elif machine.stuck != NO_TEXT:
        note(log, Event.GIVEN_UP, machine.stuck)
        state.over = True
    else:
        end_turn(state, rules, log)


@kernel
def play_card(state, rules, card, log):
    """Lay a card from the hand on the discards, and begin its text."""
    table, hand = state.table, state.seats[state.seat].hand
    remove(hand, card)
    table.hand_sizes[state.seat] = hand.count
    put_on_top(table.discards, card)
    note(log, Event.PLAYED, state.seat, card)
    begin_text(table.machine, rules.program, card + 1, state.seat)


@kernel
def end_turn(state, rules, log):
    """Fill up the hand and pass the turn, unless the game is over or the other seat has no card."""
    table = state.table
    seat = table.machine.drawer
    draw_cards(state, seat, max(0, rules.hand - table.hand_sizes[seat]), log)
    rich = max(table.coins[0], table.coins[1]) >= rules.target
    if rich or table.hand_sizes[0] + table.hand_sizes[1] == 0:
        state.over = True
    else:
        begin_turn(state, 1 - seat if table.hand_sizes[1 - seat] > 0 else seat)


@kernel
def winner(table):
    """Return the seat with more coins; if equal, with more charms; if equal, the second seat."""
    if table.coins[0] != table.coins[1]:
        return 0 if table.coins[0] > table.coins[1] else 1
    return 0 if table.charms[0] > table.charms[1] else 1


def outcome(state, rules, row, seat_rows):
    """Fill the columns that are no fields."""
    table = state.table
    row.end = ENOUGH if max(table.coins[0], table.coins[1]) >= rules.target else ALL_PLAYED
    if table.machine.stuck != NO_TEXT:
        row.end = WITHOUT_END
    for seat in range(SEATS):
        seat_rows[seat].won = not state.capped and row.end != WITHOUT_END and winner(table) == seat


def conceal(state, seat, chance):
    """Deal anew what a seat can't see: the deck, and the other seat's hand."""
    deck, hand = state.hidden.deck, state.seats[1 - seat].hand
    unseen = scratch(UNSEEN)
    clear(unseen)
    pick_up(unseen, deck)
    pick_up(unseen, hand)
    shuffle_pile(chance, unseen)
    deal_back(unseen, deck)
    deal_back(unseen, hand)


NIGHT_MARKET = Game(
    name="night_market",
    title="Night Market",
    summary="Two traders play cards whose texts are written in YAML (an example of simkit's own).",
    seats=range(SEATS, SEATS + 1),
    table=TABLE,
    seat=SEAT,
    hidden=HIDDEN,
    knobs=MarketKnobs,
    purposes={DEAL: "the shuffle of the deck", TURN: "the dice and draws of card texts"},
    setup=setup,
    options=options,
    apply=apply,
    outcome=outcome,
    conceal=conceal,
    moves=MOVES,
    max_moves=MOST_KINDS,
    events=Event.kinds,
    content=BOX,
    story=Story("{rules.target} coins win; {table.deck_left} cards are in the deck. Seat 1 begins."),
    columns=(Column("end", np.uint8, "how the game ended", labels=ENDS),),
    seat_columns=(Column("won", np.bool_, "had enough coins first, or more at the end"),),
    objectives=(Objective("won"), Objective("coins", shared="any")),
)
