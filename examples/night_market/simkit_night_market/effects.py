"""What the words of the cards do."""

from simkit.game import NOBODY, below, draw, kernel, note, put_on_top, remove, shuffle_in
from simkit.game.effects import DONE, FAILED, NO_ANSWER, GameFunctions, ask, bind_effects, bit
from simkit_night_market.state import SEATS
from simkit_night_market.vocabulary import CHARMS, COINS, DISCARD, DRAW, HAS_COINS, PAY, RIVAL, SHUFFLE_IN
from simkit_night_market.words import Event, Move


def perform(state, rules, op, a, b, log):
    """Do one operation, for the seat that the text is done for."""
    seat = state.table.machine.seat
    if op == COINS:
        change_coins(state, seat, a, log)
    elif op == PAY:
        change_coins(state, seat, -min(a, state.table.coins[seat]), log)
    elif op == CHARMS:
        change_charms(state, seat, max(a, -state.table.charms[seat]), log)
    elif op == DRAW:
        draw_cards(state, seat, a, log)
    elif op == DISCARD:
        return discard(state, seat, a, log)
    elif op == SHUFFLE_IN:
        bring_in(state, a - 1, log)
    else:
        return haggle(state, seat, a, log)
    return DONE


@kernel
def change_coins(state, seat, n, log):
    """Give a seat coins, or take them."""
    state.table.coins[seat] += n
    if n != 0:
        note(log, Event.COINS_CHANGED, seat, n, state.table.coins[seat])


@kernel
def change_charms(state, seat, n, log):
    """Give a seat charms, or take them."""
    state.table.charms[seat] += n
    if n != 0:
        note(log, Event.CHARMS_CHANGED, seat, n, state.table.charms[seat])


@kernel
def draw_cards(state, seat, n, log):
    """Let a seat draw cards, until the deck is empty."""
    table, deck, hand = state.table, state.hidden.deck, state.seats[seat].hand
    drawn = min(n, deck.count)
    for _ in range(drawn):
        put_on_top(hand, draw(deck))
    table.hand_sizes[seat] = hand.count
    table.deck_left = deck.count
    if drawn > 0:
        note(log, Event.DREW, seat, drawn)


@kernel
def discard(state, seat, n, log):
    """Let a seat discard a number of cards of its choice, one by one; `stage` counts them."""
    table, hand = state.table, state.seats[seat].hand
    machine = table.machine
    if machine.answer != NO_ANSWER:
        card = machine.answer
        remove(hand, card)
        table.hand_sizes[seat] = hand.count
        put_on_top(table.discards, card)
        note(log, Event.DISCARDED, seat, card)
        machine.stage += 1
    if machine.stage == n or hand.count == 0:
        return DONE
    return ask(machine, seat, Move.DISCARD_IT, kinds_of(hand))


@kernel
def kinds_of(hand):
    """Return the different cards of a hand: bit `card` for each."""
    kinds = bit(hand.cards[0])
    for i in range(1, hand.count):
        kinds |= bit(hand.cards[i])
    return kinds


@kernel
def bring_in(state, card, log):
    """Shuffle a card that waits outside the game into the deck; it comes only once."""
    if state.table.aside[card] != 0:
        state.table.aside[card] = 0
        shuffle_in(state.chance, state.hidden.deck, card)
        state.table.deck_left = state.hidden.deck.count
        note(log, Event.SHUFFLED_IN, card)


@kernel
def haggle(state, seat, against, log):
    """Throw a die and add the seat's charms: it succeeds if that is enough."""
    face = 1 + below(state.chance, 6)
    note(log, Event.HAGGLED, seat, face, against)
    return DONE if face + state.table.charms[seat] >= against else FAILED


def test(state, rules, condition, a, b):
    """Answer a condition, for the seat that the text is done for."""
    table = state.table
    seat = table.machine.seat
    return table.coins[seat] >= a if condition == HAS_COINS else table.charms[seat] >= a


def targets(state, rules, target, seats):
    """List the seats that a target means: both, beginning with the seat that plays; or the other one."""
    seat = state.table.machine.seat
    if target == RIVAL:
        seats[0] = 1 - seat
        return 1
    seats[0] = seat
    seats[1] = 1 - seat
    return SEATS


def throw(state, rules, payer, log):
    """Throw the die of a roll; another throw costs a charm."""
    if payer != NOBODY:
        state.table.rerolls += 1
        change_charms(state, payer, -1, log)
    face = 1 + below(state.chance, 6)
    note(log, Event.THROWN, state.table.machine.seat, face)
    return face


def offers(state, rules, seats):
    """Offer another throw to the seat that rolls, as long as it has a charm."""
    seats[0] = state.table.machine.seat
    return 1 if state.table.charms[seats[0]] > 0 else 0


def enter(state, rules, text, log):
    """Let every `goto` go on, and note it for the story."""
    note(log, Event.WENT_ON, text - 1)
    return text


do_text = bind_effects(GameFunctions(perform, test, targets, throw=throw, offers=offers, enter=enter))
