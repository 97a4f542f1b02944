"""What cards do with things: fish, remains, objects, camp cards, plots that are shuffled in."""

from simkit.game import (
    NOBODY,
    draw,
    draw_from,
    highest_bit,
    kernel,
    lowest_bit,
    note,
    put_into_bag,
    separate_kernel,
    shuffle_in,
)
from simkit.game.effects import ASK, CALL, DONE, NO_ANSWER, NO_TEXT, ask, bit
from simkit.games.castaways.kinds import CardEvent, CardMove, Event
from simkit.games.castaways.names import CAMP, GOAT
from simkit.games.castaways.rules.camp import gain_stored_food, gain_wood, store_tile
from simkit.games.castaways.rules.cards import first_owner_here, takes_part
from simkit.games.castaways.rules.castaway import (
    draw_tiles,
    gain_object,
    give_up_object,
    injure,
    lose_object,
    owns,
    receive_object,
)
from simkit.games.castaways.rules.order import all_are_lost, is_living, seat_in_turn
from simkit.games.castaways.state import JELLYFISH, MOST_DECK, NO_CARD, NOT_SEEN, SHARK, SHUFFLED_IN

SHARK_INJURIES = 2


@separate_kernel
def go_fishing(state, rules, seat, n, log):
    """Let a castaway fish `n` times; `stage` counts, `memory` holds two tiles to choose from."""
    table = state.table
    machine = table.machine
    if machine.answer != NO_ANSWER:
        other = machine.memory[0] if machine.memory[1] == machine.answer else machine.memory[1]
        put_into_bag(table.fish, other, 1)
        machine.stage += 1
        land_fish(state, rules, seat, machine.answer, log)
        machine.answer = NO_ANSWER
    while machine.stage < n and table.fish.total > 0 and table.estates == 0 and is_living(table, seat):
        first = draw_from(state.chance, table.fish)
        note(log, CardEvent.FISH_DRAWN, seat, first)
        if rules.character[table.castaways[seat].character].fish_draw > 1 and table.fish.total > 0:
            second = draw_from(state.chance, table.fish)
            note(log, CardEvent.FISH_DRAWN, seat, second)
            if first != second:
                machine.memory[0] = first
                machine.memory[1] = second
                return ask(machine, seat, CardMove.KEEP_FISH, bit(first) | bit(second))
            put_into_bag(table.fish, second, 1)
        machine.stage += 1
        land_fish(state, rules, seat, first, log)
    return ASK if table.estates != 0 else DONE


@separate_kernel
def land_fish(state, rules, seat, fish, log):
    """Do what the fish tile that a castaway keeps says."""
    table = state.table
    if fish == JELLYFISH:
        put_into_bag(table.fish, JELLYFISH, 1)
        injure(state, rules, seat, log)
    elif fish == SHARK:
        for _ in range(SHARK_INJURIES):
            injure(state, rules, seat, log)
    else:
        store_tile(table, fish, log)
        if fish > 0 and table.castaways[seat].fish_bonus > 0:
            gain_stored_food(state, table.castaways[seat].fish_bonus, log)


@separate_kernel
def keep_remains(state, rules, seat, n, log):
    """Let a castaway keep the top remains, and do what each says; `stage` counts them."""
    table = state.table
    machine = table.machine
    while machine.stage < n and table.remains_left > 0:
        machine.stage += 1
        table.remains_left -= 1
        machine.call = keep_remain(state, rules, seat, draw(state.hidden.remains), log)
        if machine.call != NO_TEXT:
            return CALL
    return DONE


@separate_kernel
def keep_remain(state, rules, seat, card, log):
    """Give a castaway a card of the remains; return the text to be done now, or NO_TEXT."""
    table = state.table
    table.remains_taken += 1
    note(log, CardEvent.REMAIN_KEPT, seat, card)
    if rules.remain[card].object >= 0:
        gain_object(state, rules, seat, rules.remain[card].object, log)
    return rules.remain[card].text


@separate_kernel
def lose_objects(state, rules, seat, n, log):
    """Let a castaway choose what to lose; `stage` counts the objects."""
    machine = state.table.machine
    castaway = state.table.castaways[seat]
    if machine.answer != NO_ANSWER:
        machine.stage += 1
        lose_object(state, rules, seat, machine.answer, log)
        machine.answer = NO_ANSWER
    while machine.stage < n and castaway.owned != 0:
        owned = castaway.owned
        if owned & (owned - 1) != 0:
            return ask(machine, seat, CardMove.LOSE_OBJECT, owned)
        machine.stage += 1
        lose_object(state, rules, seat, lowest_bit(owned), log)
    return DONE


@separate_kernel
def give_up(state, rules, seat, thing, log):
    """Take an object out of the game, from a castaway or else from its first owner that is out."""
    owner = first_owner_here(state.table, rules, seat, thing)
    if owner != NOBODY:
        lose_object(state, rules, owner, thing, log)


@separate_kernel
def steal(state, rules, seat, thing, log):
    """Take an object for a castaway from its first other owner in turn order."""
    table = state.table
    for i in range(rules.players):
        owner = seat_in_turn(table, rules, i)
        if owner != seat and is_living(table, owner) and owns(table.castaways[owner], thing):
            give_up_object(table, rules, owner, thing)
            receive_object(table, rules, seat, thing)
            note(log, CardEvent.OBJECT_STOLEN, seat, owner, thing)
            return


@separate_kernel
def lay_camp_card(state, rules, card, log):
    """Put a camp card on a free space of the board; without one the drawer chooses which card to cover."""
    table = state.table
    machine = table.machine
    seat = machine.seat
    if machine.answer != NO_ANSWER:
        cover(table, machine.answer, card, log)
        return DONE
    if table.found_cards & bit(card) or rules.camp_card[card].is_base != 0:
        if takes_part(state, rules, seat):
            draw_tiles(state, seat, 1, log)
        return DONE
    if rules.players == 1 and rules.camp_card[card].needs_gold != 0:
        return DONE
    table.found_cards |= bit(card)
    coverable = 0
    for space in range(rules.space_count[CAMP]):
        held = table.board[space]
        if held == NO_CARD:
            table.board[space] = card
            note(log, CardEvent.CAMP_CARD_LAID, card, space)
            return DONE
        if rules.camp_card[held].red == 0 and table.marked[CAMP, space] == NOBODY:
            coverable |= bit(space)
    if coverable == 0 or not takes_part(state, rules, seat):
        note(log, CardEvent.CAMP_CARD_LOST, card)
        return DONE
    if coverable & (coverable - 1) != 0:
        return ask(machine, seat, CardMove.COVER_CARD, coverable)
    cover(table, highest_bit(coverable), card, log)
    return DONE


@kernel
def cover(table, space, card, log):
    """Put a camp card on another one, which leaves the game."""
    note(log, CardEvent.CAMP_CARD_COVERED, card, table.board[space], space)
    table.board[space] = card


@separate_kernel
def remove_camp_card(state, rules, card, log):
    """Take a camp card off the board."""
    table = state.table
    for space in range(rules.space_count[CAMP]):
        if table.board[space] == card:
            table.board[space] = NO_CARD
            note(log, CardEvent.CAMP_CARD_REMOVED, card, space)


@separate_kernel
def shuffle_plot_in(state, rules, card, deck, log):
    """Shuffle a plot into a deck; nothing happens if it has left the box, or the deck has no room."""
    table = state.table
    pile = state.hidden.decks[deck]
    if table.card_state[card] != NOT_SEEN or pile.count == MOST_DECK:
        return
    table.card_state[card] = SHUFFLED_IN
    shuffle_in(state.chance, pile, card)
    table.deck_left[deck] = pile.count
    note(log, CardEvent.PLOT_SHUFFLED_IN, card, deck)


@separate_kernel
def wash_ashore(state, n, log):
    """Let cubes of the wreck drift to the salvage space, which holds one."""
    table = state.table
    if n > 0 and table.wreck > 0 and table.salvage == 0:
        table.wreck -= 1
        table.salvage = 1
        note(log, Event.WASHED_ASHORE, table.wreck)


@separate_kernel
def flood(state, rules, log):
    """Let a tidal wave take all wood of the storage, and the goat; if all are lost, the goat is with them."""
    table = state.table
    note(log, CardEvent.WAVE_CAME)
    gain_wood(state, -table.wood, log)
    if all_are_lost(table, rules):
        return
    for seat in range(rules.players):
        while is_living(table, seat) and owns(table.castaways[seat], GOAT):
            lose_object(state, rules, seat, GOAT, log)
