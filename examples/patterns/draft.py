"""Drafting: all choose a card of their hand at the same time, show it, and pass the hand on to the next seat.

What is chosen stays in the seat's own record until the last seat has chosen.  Each seat remembers the cards
that it has passed on: the rules write them into its record, for a strategy has no memory of its own.  The
cards of a colour are worth the square of their number.
"""

from typing import ClassVar

import numpy as np

from simkit.game import (
    NO_CARD, Field, Game, Kinds, Knobs, begin, below, clear, column, deal_back_unknown, draw, event, field,
    kernel, knob, move, note, pick_up_unknown, pile_dtype, put_in_order, put_on_top, record, remove, scratch,
    shuffle_pile, strategy,
)  # fmt: skip

COLOURS = ("red", "green", "blue", "yellow", "white")
MOST_SEATS, MOST_HAND, OF_A_COLOUR = 5, 7, 8
CARDS = len(COLOURS) * OF_A_COLOUR
PILE = pile_dtype(CARDS)

TABLE = record(
    field("taken", "cards taken: [seat, colour]", shape=(MOST_SEATS, len(COLOURS))),
    column("score", "points of the cards taken", "points", shape=MOST_SEATS),
    column("picks", "how often all have chosen", "picks"),
)
SEAT = record(
    field("hand", "the cards to choose from", PILE),
    field("chosen", "the card chosen, until it is shown; -1 before that"),
    field("seen", "by card: 1 for a card that this seat has seen", shape=CARDS),
)
HIDDEN = record(field("left", "the cards that were not dealt", PILE))


def say_card(card):
    """Return a card in words."""
    return COLOURS[card // OF_A_COLOUR]


CARD = Field("card", say_card)


class Move(Kinds):
    """What a player chooses."""

    CHOOSE = move("choose {card}", CARD)


class Event(Kinds):
    """What happens: nothing is told before all have chosen."""

    TAKEN = event("Seat {seat} takes {card}.", CARD)
    PASSED = event("The hands are passed on.", begins_turn=True)


class DraftKnobs(Knobs):
    """The rules that experiments can change."""

    worked_out = (("dealt", np.int32),)  # read as rules.dealt
    in_effect: ClassVar = {"hand": "cards_dealt"}  # what `hand` comes to while it is None

    players: int = knob(4, "players", "published", ge=3, le=MOST_SEATS)
    hand: int | None = knob(
        None,
        "cards in a hand at the start; none: 7 with three players, 6 with four, 5 with five",
        "published",
        ge=2,
        le=MOST_HAND,
    )

    @property
    def cards_dealt(self):
        """The cards in a hand: those of the rule, or else those for the number of players."""
        return 10 - self.players if self.hand is None else self.hand

    def work_out(self, rules):
        """Fill what `worked_out` names."""
        rules.dealt = self.cards_dealt


def setup(state, rules, log):
    """Deal the hands."""
    left = state.hidden.left
    put_in_order(left, 0, CARDS)
    begin(state.chance, 0, 0)
    shuffle_pile(state.chance, left)
    for seat in range(rules.players):
        for _ in range(rules.dealt):
            put_on_top(state.seats[seat].hand, draw(left))
        begin_choice(state.seats[seat])


@kernel
def begin_choice(own):
    """Let a seat see its hand; nothing is chosen yet."""
    own.chosen = NO_CARD
    remember_hand(own)


@kernel
def remember_hand(own):
    """Write into a seat's record that it has seen the cards of its hand."""
    for i in range(own.hand.count):
        own.seen[own.hand.cards[i]] = 1


def options(state, rules, moves):
    """List a card of each colour in the hand; which card of a colour it is does not matter."""
    hand, count = state.seats[state.seat].hand, 0
    for i in range(hand.count):
        is_new = True
        for j in range(i):
            is_new = is_new and hand.cards[j] // OF_A_COLOUR != hand.cards[i] // OF_A_COLOUR
        if is_new:
            moves[count].kind, moves[count].card = Move.CHOOSE, hand.cards[i]
            count += 1
    return count


def apply(state, rules, move, log):
    """Keep the choice secret until all have chosen; then show all, and pass the hands on."""
    state.seats[state.seat].chosen = move.card
    state.seat = (state.seat + 1) % rules.players
    if state.seat != 0:
        return
    for seat in range(rules.players):
        own = state.seats[seat]
        remove(own.hand, own.chosen)
        take(state.table, seat, own.chosen // OF_A_COLOUR)
        note(log, Event.TAKEN, seat, own.chosen)
    state.table.picks += 1
    state.over = state.table.picks == rules.dealt
    pass_hands(state, rules)
    note(log, Event.PASSED)


@kernel
def take(table, seat, colour):
    """Give a seat a card of a colour: the first is worth 1 point, the second 3, the third 5 ..."""
    table.taken[seat, colour] += 1
    table.score[seat] += 2 * table.taken[seat, colour] - 1


@kernel
def pass_hands(state, rules):
    """Give each hand to the next seat, the last one's to the first."""
    last, kept = rules.players - 1, scratch(PILE)
    kept.count = state.seats[last].hand.count
    kept.cards[:] = state.seats[last].hand.cards
    for seat in range(last, 0, -1):
        state.seats[seat].hand = state.seats[seat - 1].hand
    state.seats[0].hand = kept
    for seat in range(rules.players):
        begin_choice(state.seats[seat])


def conceal(state, seat, chance):
    """Deal anew the cards that the seat has never seen, and draw anew what the others have chosen."""
    seen, unseen = state.seats[seat].seen, scratch(PILE)
    clear(unseen)
    pick_up_unknown(unseen, state.hidden.left, seen)
    for other in range(len(state.seats)):
        pick_up_unknown(unseen, state.seats[other].hand, seen)
    shuffle_pile(chance, unseen)
    deal_back_unknown(unseen, state.hidden.left, seen)
    for other in range(len(state.seats)):
        deal_back_unknown(unseen, state.seats[other].hand, seen)
        if other != seat:
            guess(state.seats[other], seen, chance)


@kernel
def guess(own, seen, chance):
    """Make up what another seat remembers and has chosen, from what the seat at work has seen."""
    for card in range(CARDS):
        own.seen[card] *= seen[card]
    remember_hand(own)
    if own.chosen != NO_CARD and own.hand.count > 0:  # seats that nobody plays have no cards
        own.chosen = own.hand.cards[below(chance, own.hand.count)]


DRAFT = Game(
    name="draft",
    summary="Cards are chosen at the same time, and the hands are passed on.",
    seats=range(3, MOST_SEATS + 1),
    table=TABLE, seat=SEAT, hidden=HIDDEN, knobs=DraftKnobs,
    setup=setup, options=options, apply=apply, conceal=conceal,
    moves=Move.kinds, max_moves=len(COLOURS), events=Event.kinds,
    purposes={0: "the deal"},
    ranked_by="score", length="picks",
)  # fmt: skip


@strategy(game="draft", skill="uniform chance")
def random(table, seat, rules, moves, count, parameters, chance):
    """Choose any colour, all equally likely."""
    return below(chance, count)


@strategy(game="draft", skill="casual")
def collector(table, seat, rules, moves, count, parameters, chance):
    """Choose the colour of which it has most, and of these the one of which the next seat has most."""
    best, most = 0, -1
    for i in range(count):
        colour = moves[i].card // OF_A_COLOUR
        after = table.taken[(seat.number + 1) % rules.players, colour]
        value = 10 * table.taken[seat.number, colour] + after
        if value > most:
            best, most = i, value
    return best
