"""Night Market, whole: two traders, a hand each; a turn is one card played, and what the card says done.

A turn ends with a hand filled up from the deck.  Who has enough coins at the end of a turn wins; when all
cards are played, who has more coins (then more charms, then who played second).
"""

from simkit.engine.cards import clear, deal_back, pick_up, pile_dtype, put_on_top, remove, shuffle_pile
from simkit.engine.chance import begin
from simkit.engine.effects.machine import (
    NO_TEXT,
    NOTHING,
    OPTION,
    VOTE,
    begin_text,
    give_answer,
    list_choices,
    waits,
)
from simkit.engine.game import Game, Record
from simkit.engine.kernel import kernel
from simkit.engine.knobs import Knobs, knob
from simkit.engine.log import note
from simkit.engine.rows import zeros
from simkit.engine.scratch import scratch
from simkit_night_market.box import CARDS
from simkit_night_market.effects import do_text, draw_cards, kinds_of
from simkit_night_market.outcome import COLUMNS, SEAT_COLUMNS, outcome
from simkit_night_market.state import HIDDEN, MOST_CARDS, MOST_KINDS, MOVE, RULES, SEAT, SEATS, TABLE
from simkit_night_market.story import CHOSE, PLAYED, MarketStory

# What chance is asked for: the deal, once; and all that happens in a turn.
DEAL, TURN = 0, 1

UNSEEN = pile_dtype(MOST_CARDS)


class MarketKnobs(Knobs):
    """The rule parameters of Night Market."""

    target: int = knob(15, "coins that win the game", "published", ge=1, le=999)
    hand: int = knob(3, "cards to which a hand is filled up at the end of a turn", "published", ge=1, le=6)
    purse: int = knob(3, "coins of each player at the start", "published", ge=0, le=99)
    charms: int = knob(1, "charms of each player at the start", "published", ge=0, le=9)

    def record(self) -> Record:
        """Return the rules record that compiled code reads: knobs, and the cards."""
        rules: Record = zeros(1, RULES)[0]
        for name in ("target", "hand", "purse", "charms", "decision_cap"):
            rules[name] = getattr(self, name)
        rules.kinds = len(CARDS.copies)
        rules.copies[: rules.kinds] = CARDS.copies
        rules.aside[: rules.kinds] = CARDS.aside
        CARDS.program.fill(rules.program)
        return rules


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
        state.seats[seat].number = seat
        table.coins[seat] = rules.purse
        table.charms[seat] = rules.charms
        draw_cards(state, seat, rules.hand, None)
    begin_turn(state, 0)


@kernel
def begin_turn(state, seat):
    """Begin a seat's turn: whatever chance decides in it is the same, whatever was played before."""
    state.seat = seat
    state.table.turns += 1
    begin(state.chance, TURN, state.table.turns)


def options(state, rules, moves):
    """List the answers to what the card being done asks; else each different card of the hand."""
    if waits(state.table.machine):
        return list_choices(state.table.machine, moves)
    kinds, count = kinds_of(state.seats[state.seat].hand), 0
    for card in range(rules.kinds):
        if (kinds >> card) & 1:
            moves[count].question = NOTHING
            moves[count].answer = card
            moves[count].at = 0
            count += 1
    return count


def apply(state, rules, move, log):
    """Answer, or play a card; then the card is done as far as it goes without an answer."""
    table = state.table
    machine = table.machine
    if waits(machine):
        if move.question == OPTION or move.question == VOTE:
            note(log, CHOSE, state.seat, move.at, move.answer)
        give_answer(machine, move.answer)
    else:
        play_card(state, rules, move.answer, log)
    do_text(state, rules, machine, rules.program, log)
    if waits(machine):
        state.seat = machine.asked
    elif machine.stuck != NO_TEXT:
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
    note(log, PLAYED, state.seat, card, 0)
    begin_text(table.machine, rules.program, card + 1, state.seat)


@kernel
def end_turn(state, rules, log):
    """Fill up the hand; it is the other seat's turn, unless the game is over or that one has no card."""
    table = state.table
    seat = table.machine.drawer
    draw_cards(state, seat, max(0, rules.hand - table.hand_sizes[seat]), log)
    rich = max(table.coins[0], table.coins[1]) >= rules.target
    if rich or table.hand_sizes[0] + table.hand_sizes[1] == 0:
        state.over = True
    else:
        begin_turn(state, 1 - seat if table.hand_sizes[1 - seat] > 0 else seat)


def conceal(state, seat, chance):
    """Deal anew what a seat can't see: the deck, and the other's hand."""
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
    seats=range(2, 3),
    table=TABLE,
    seat=SEAT,
    hidden=HIDDEN,
    move=MOVE,
    max_moves=MOST_KINDS,
    rules=RULES,
    setup=setup,
    options=options,
    apply=apply,
    outcome=outcome,
    columns=COLUMNS,
    seat_columns=SEAT_COLUMNS,
    knobs=MarketKnobs,
    story=MarketStory(),
    seats_of=lambda _knobs: SEATS,
    conceal=conceal,
)
