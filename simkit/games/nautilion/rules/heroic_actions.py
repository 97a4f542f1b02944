"""Expansion 5, Heroic Actions: revealed cards that cost a crew token each, and must all be played."""

from simkit.game import begin, draw, keep_only, kernel, lowest_bit, note, put_in_order, shuffle_pile
from simkit.games.nautilion import state as s
from simkit.games.nautilion.card_effects import (
    CABIN_FILLS,
    CARD_REPLACED,
    CREW_FROM_PATH,
    CREW_FROM_PILE,
    DICE_SET_FREELY,
    MERCENARY_LEAVES,
    NO_DISCARDS,
    PHANTOM_BACKWARDS,
    PHANTOM_STAYS,
    REEFS_LEAVE,
    THREE_TOKENS,
    TOKENS_RECOVERED,
)
from simkit.games.nautilion.kinds import Event, Move
from simkit.games.nautilion.rules.board import free_to_leave, lowest_number, place_aboard, spaces_held
from simkit.games.nautilion.rules.darkhouse import discard_from_board
from simkit.games.nautilion.rules.mages import may_go_into_cabin, place_in_cabin
from simkit.games.nautilion.rules.path import take_token
from simkit.games.nautilion.rules.reefs import remove_reef, remove_reefs_of
from simkit.games.nautilion.rules.reserve import kinds_in_pile, pile_is_empty
from simkit.games.nautilion.rules.tokens import bit, list_numbers


@kernel
def deal_heroic_cards(state, rules):
    """Shuffle the cards in the box, and reveal the first ones."""
    table, pile = state.table, state.hidden.pile
    put_in_order(pile, 1, rules.heroic_cards + 1)
    begin(state.chance, s.HEROIC_SHUFFLE, 0)
    shuffle_pile(state.chance, pile)
    keep_only(pile, rules.heroic_in_box)
    table.pile_left = pile.count
    for slot in range(min(pile.count, rules.heroic_revealed)):
        reveal_card(state, slot)


def conceal(state, seat, chance):
    """Shuffle the draw pile: its cards are known, their order is not."""
    shuffle_pile(chance, state.hidden.pile)


@kernel
def reveal_card(state, slot):
    """Reveal the top card of the draw pile."""
    table = state.table
    table.pile_left -= 1
    card = draw(state.hidden.pile)
    table.heroic_cards[slot] = card
    table.heroic_left += 1
    table.heroic_seen |= 1 << (card - 1)
    return card


@kernel
def numbers_to_fetch(table, rules, paid):
    """Return the crew, except `paid`, that may come aboard once `paid` has left, making it one group."""
    return rules.uniting[spaces_held(table) & ~bit(paid)] & ~bit(paid) & table.may_place


@kernel
def crew_on_path(table):
    """Return the crew numbers that lie on the path, as a crew mask."""
    kinds = 0
    for place in range(s.MOST_PLACES + 2):  # all numbers, without a branch
        kinds |= 1 << int(table.path[place])
    return (kinds >> 1) & s.FULL_CREW


@kernel
def crew_in_pile(table):
    """Return the crew numbers that lie in the discard pile, as a crew mask."""
    return (kinds_in_pile(table) >> 1) & s.FULL_CREW


@kernel
def rejoined_payers(table, rules, effect, others):
    """Return those of `others` whose leaving splits the crew, but a number that is found rejoins it.

    `effect` says where the card finds the number: on the path or in the discard pile.
    """
    payers = 0
    found = crew_on_path(table) if effect == CREW_FROM_PATH else crew_in_pile(table)
    while others != 0:
        number = lowest_number(others)
        others &= others - 1
        if numbers_to_fetch(table, rules, number) & found:
            payers |= bit(number)
    return payers


@kernel
def rejoined_pairs(table, rules, others):
    """Return the pairs of a card that fetches crew and one of `others` that can pay (`rejoined_payers`)."""
    fetching = 0
    for slot in range(s.ROW_OF_CARDS):
        effect = rules.heroic_effects[table.heroic_cards[slot]]
        fetching |= int((effect == CREW_FROM_PATH) | (effect == CREW_FROM_PILE)) << slot
    pairs = 0
    while fetching != 0:
        slot = lowest_bit(fetching)
        fetching &= fetching - 1
        effect = rules.heroic_effects[table.heroic_cards[slot]]
        pairs |= rejoined_payers(table, rules, effect, others) << (s.CREW_NUMBERS * slot)
    return pairs


@kernel
def heroic_options(table, rules, moves, count):
    """List, after the first `count` moves, each revealed card with each crew token that can pay for it.

    The crew must stay one group; for a card that fetches crew it is enough if the fetched token rejoins it.
    """
    if table.crew == 0 or table.heroic_left == 0:
        return count
    free = int(free_to_leave(table, rules) & table.crew)
    pairs = 0  # of card and payer: bit ``CREW_NUMBERS * slot + number - 1``, to walk along them only once
    for slot in range(s.ROW_OF_CARDS):
        pairs |= int(table.heroic_cards[slot] != 0) << (s.CREW_NUMBERS * slot)
    pairs *= free
    if free != table.crew:
        pairs |= rejoined_pairs(table, rules, table.crew & ~free)
    while pairs != 0:
        pair = lowest_bit(pairs)
        moves[count].kind = Move.PLAY_HEROIC
        moves[count].card = table.heroic_cards[pair // s.CREW_NUMBERS]
        moves[count].number = 1 + pair % s.CREW_NUMBERS
        count += 1
        pairs &= pairs - 1
    return count


@kernel
def remove_card(table, card):
    """Take a revealed card out of the game; return where it lay."""
    slot = 0
    while table.heroic_cards[slot] != card:
        slot += 1
    table.heroic_cards[slot] = 0
    table.heroic_left -= 1
    return slot


@kernel
def play_heroic_card(state, rules, move, log):
    """Pay for a card, take it out of the game, and do what it says.

    Leaves `table.step` at SPELL, or at the decision for which the card asks.
    """
    table = state.table
    effect, paid = rules.heroic_effects[move.card], move.number
    discard_from_board(table, paid)
    remove_card(table, move.card)
    table.paid = paid
    table.heroic_played += 1
    table.step = s.SPELL
    note(log, Event.HEROIC_PLAYED, move.card, effect, paid)
    if effect == NO_DISCARDS:
        table.shielded_until = table.turn + rules.heroic_turns[move.card] - 1
    elif effect == DICE_SET_FREELY:
        table.dice_to_set = table.dice_count
        table.step = s.SET_DICE
    elif effect == PHANTOM_STAYS:
        table.phantom_course = s.STAYS
    elif effect == PHANTOM_BACKWARDS:
        if table.phantom_course != s.STAYS:
            table.phantom_course = s.TOWARD_ABYSS
    elif effect == CARD_REPLACED:
        if table.heroic_left > 0:
            table.step = s.CARD_LEAVES
    elif effect == CREW_FROM_PATH:
        if (numbers_to_fetch(table, rules, paid) & crew_on_path(table)) != 0:
            table.step = s.FETCH_FROM_PATH
    elif effect == CREW_FROM_PILE:
        if (numbers_to_fetch(table, rules, paid) & crew_in_pile(table)) != 0:
            table.step = s.FETCH_FROM_PILE
    elif effect == TOKENS_RECOVERED:
        table.recoveries = rules.heroic_tokens[move.card]
        if not pile_is_empty(table):
            table.step = s.RECOVER
    elif effect == THREE_TOKENS:
        table.three_tokens = 1
    elif effect == CABIN_FILLS:
        fill_the_cabin(table, rules, state.seat, log)
    elif effect == MERCENARY_LEAVES:
        remove_phantom_mercenary(table, rules, log)
    elif effect == REEFS_LEAVE:
        remove_reefs_of(table, paid, log)


@kernel
def fill_the_cabin(table, rules, seat, log):
    """If one of the crew for the cabin was paid, bring the other two from the discard pile into the cabin."""
    if not rules.cabin_crew & bit(table.paid):
        return
    for number in range(1, s.CREW_NUMBERS + 1):
        if (
            rules.cabin_crew & bit(number)
            and number != table.paid
            and table.discard_pile[number] > 0
            and may_go_into_cabin(table, rules, number)
        ):
            table.discard_pile[number] -= 1
            place_in_cabin(table, number, seat)
            note(log, Event.CABIN_FILLED, number)


@kernel
def remove_phantom_mercenary(table, rules, log):
    """If one of the armed crew was paid, remove a mercenary from the Phantom's board."""
    if rules.armed_crew & bit(table.paid) and table.phantom_board[s.MERCENARY] > 0:
        table.phantom_board[s.MERCENARY] -= 1
        table.phantom_board_tokens -= 1
        table.discard_pile[s.MERCENARY] += 1
        note(log, Event.MERCENARY_LEFT)


@kernel
def set_die_options(state, rules, moves):
    """List every face that a die may be set to."""
    for f in range(rules.value_count):
        moves[f].kind = Move.SET_DIE
        moves[f].value = rules.values[f]
    return rules.value_count


@kernel
def set_next_die(table, move, log):
    """Set the next of the dice in hand."""
    table.dice[table.dice_count - table.dice_to_set] = move.value
    table.dice_to_set -= 1
    if table.dice_to_set == 0:
        table.step = s.SPELL
        note(log, Event.DICE_SET, table.dice[0], table.dice[1], table.dice[2])


@kernel
def leaving_options(state, rules, moves):
    """List the revealed cards, one of which leaves the game."""
    table = state.table
    count = 0
    for slot in range(s.ROW_OF_CARDS):
        if table.heroic_cards[slot] != 0:
            moves[count].kind = Move.CARD_OUT
            moves[count].card = table.heroic_cards[slot]
            count += 1
    return count


@kernel
def replace_card(state, move, log):
    """Another revealed card leaves; the top of the draw pile is revealed, if there is one (ruling R21)."""
    table = state.table
    slot = remove_card(table, move.card)
    note(log, Event.CARD_REMOVED, move.card)
    if table.pile_left > 0:
        note(log, Event.CARD_REVEALED, reveal_card(state, slot))
    table.step = s.SPELL


@kernel
def fetch_from_path_options(state, rules, moves):
    """List every place with a crew token that may come aboard."""
    table = state.table
    wanted = numbers_to_fetch(table, rules, table.paid) << 1
    count, places = 0, table.occupied
    while places != 0:
        place = lowest_bit(places)
        moves[count].kind = Move.CHOOSE_PLACE
        moves[count].place = place
        count += (wanted >> table.path[place]) & 1  # if not, the next one overwrites it
        places &= places - 1
    return count


@kernel
def fetch_from_path(table, place, seat, log):
    """Take a crew token from the path onto the board; a reef beside it leaves the game (ruling R9)."""
    number = take_token(table, place)
    remove_reef(table, place, log)
    place_aboard(table, number, seat)
    table.step = s.SPELL
    note(log, Event.CREW_FETCHED, number, place)


@kernel
def fetch_from_pile_options(state, rules, moves):
    """List every crew token of the discard pile that may come aboard."""
    table = state.table
    numbers = numbers_to_fetch(table, rules, table.paid) & crew_in_pile(table)
    return list_numbers(moves, 0, Move.CHOOSE_KIND, numbers << 1)


@kernel
def fetch_from_pile(table, number, seat, log):
    """Take a crew token from the discard pile onto the board."""
    table.discard_pile[number] -= 1
    place_aboard(table, number, seat)
    table.step = s.SPELL
    note(log, Event.CREW_FETCHED, number, 0)
