"""Expansion 4, the Darkhouse: five cards in a row, one of which is in force each turn (the Machinations)."""

from simkit.game import begin, clear, kernel, lowest_bit, note, put_in_order, shuffle, shuffle_pile
from simkit.games.nautilion.card_effects import BACKWARDS, EXCHANGE, FIGURE_FIRST, FOR_SALE, NO_EFFECT
from simkit.games.nautilion.kinds import Event, Move
from simkit.games.nautilion.rules.board import place_aboard
from simkit.games.nautilion.rules.mages import cabin_open, place_in_cabin
from simkit.games.nautilion.rules.path import before, beyond, only, place_options, put_token
from simkit.games.nautilion.rules.reserve import kinds_in_pile, kinds_paid, pay
from simkit.games.nautilion.rules.tokens import bit
from simkit.games.nautilion.state import CREW_NUMBERS, DARKHOUSE_DEAL, MERCENARY


@kernel
def deal_darkhouse_cards(state, rules):
    """Deal the red and blue cards of the chosen level, shuffled into a row.

    All printed cards take part; then a card that is not in the box is replaced, where it lies, by the next
    one of its colour.  So taking a card out of the box changes nothing about the others.
    """
    row, pile = state.table.darkhouse_row, state.hidden.pile
    put_in_order(pile, 1, rules.darkhouse_cards + 1)
    begin(state.chance, DARKHOUSE_DEAL, 0)
    shuffle_pile(state.chance, pile)
    cards = pile.cards
    reds, blues, dealt = rules.darkhouse_reds, rules.darkhouse_blues, 0
    for i in range(rules.darkhouse_cards):
        blue = rules.darkhouse_blue[cards[i]]
        if (blues if blue else reds) > 0:
            row[dealt] = cards[i]
            cards[i] = 0
            dealt += 1
            blues -= blue
            reds -= 1 - blue
    shuffle(state.chance, row, 0, dealt)
    for i in range(dealt):
        if rules.darkhouse_in_box[row[i]] == 0:
            row[i] = _next_in_box(cards, rules, rules.darkhouse_blue[row[i]])
    clear(pile)
    state.table.darkhouse_figure = -1  # on the first turn it comes to the first card


@kernel
def _next_in_box(cards, rules, blue):
    for i in range(rules.darkhouse_cards):
        card = cards[i]
        if card != 0 and rules.darkhouse_blue[card] == blue and rules.darkhouse_in_box[card] != 0:
            cards[i] = 0
            return card
    return 0


@kernel
def turn_the_card(table, rules, log):
    """Phase 0, Machinations: the figure moves one card on, and that card is in force this turn."""
    cards = rules.darkhouse_reds + rules.darkhouse_blues
    table.darkhouse_figure += 1
    if table.darkhouse_figure == cards:
        table.darkhouse_figure = 0
    card = card_of_the_turn(table)
    effect = rules.darkhouse_effects[card]
    if effect == BACKWARDS and table.turn == 1:
        effect = NO_EFFECT
    if table.stuck_at != 0 and effect in (EXCHANGE, BACKWARDS, FIGURE_FIRST):
        effect = NO_EFFECT  # ignored if the Nautilion doesn't move
    table.darkhouse_effect = effect
    note(log, Event.CARD_TURNED, card, effect)


@kernel
def card_of_the_turn(table):
    """Return the number of the card that is in force this turn."""
    return table.darkhouse_row[table.darkhouse_figure]


@kernel
def gaps(table):
    """Return the places between the Nautilion and the Abyss with neither token nor figure (ruling R10)."""
    ahead = beyond(table.nautilion) & before(table.length + 1)
    return ahead & ~table.occupied & ~only(table.phantom)


@kernel
def gap_options(state, rules, moves):
    """List the gaps."""
    table = state.table
    return place_options(moves, gaps(table))


@kernel
def return_token(table, place, log):
    """Put the chosen token of the discard pile back into the path."""
    kind = table.returned_kind
    table.discard_pile[kind] -= 1
    put_token(table, place, kind)
    table.returned_kind = 0
    note(log, Event.TOKEN_RETURNED, kind, place)


@kernel
def may_buy(table, rules):
    """Return True if a token of the discard pile is for sale and can be paid for."""
    return (
        table.darkhouse_effect == FOR_SALE
        and table.bought == 0
        and table.reserve >= rules.darkhouse_price[card_of_the_turn(table)]
    )


@kernel
def purchase_options(table, rules, moves, count, numbers, mercenary_spaces):
    """List, after the first `count` moves, each token of the discard pile with each place it may go to.

    The price is paid first, so the tokens that pay may be bought, too (ruling R28).  `numbers` are the crew
    that may go aboard now, `mercenary_spaces` the spaces for a mercenary.
    """
    aboard, cabin = numbers << 1, cabin_open(table, rules)
    kinds = kinds_in_pile(table) | kinds_paid(table, rules.darkhouse_price[card_of_the_turn(table)])
    kinds &= aboard | cabin | 1 << MERCENARY
    while kinds != 0:
        kind = lowest_bit(kinds)
        if (aboard >> kind) & 1:
            count = _add_purchase(moves, count, kind, kind)
        if (cabin >> kind) & 1:
            count = _add_purchase(moves, count, kind, 0)
        if kind == MERCENARY:
            for space in range(1, CREW_NUMBERS + 1):
                if mercenary_spaces & bit(space):
                    count = _add_purchase(moves, count, kind, space)
        kinds &= kinds - 1
    return count


@kernel
def _add_purchase(moves, count, kind, space):
    moves[count].kind = Move.BUY
    moves[count].number = kind
    moves[count].place = space
    return count + 1


@kernel
def buy_token(table, rules, move, seat, log):
    """Pay, and put a token of the discard pile onto the board or into the cabin."""
    pay(table, rules.darkhouse_price[card_of_the_turn(table)], log, Event.PAID)
    table.bought = 1
    table.purchases += 1
    kind = move.number
    table.discard_pile[kind] -= 1
    if move.place == 0:
        place_in_cabin(table, kind, seat)
    elif kind == MERCENARY:
        table.mercenaries |= bit(move.place)
        table.placed[seat] += 1
    else:
        place_aboard(table, kind, seat)
    note(log, Event.TOKEN_BOUGHT, kind, move.place)
