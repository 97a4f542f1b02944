"""Phase 5, the Nautilion: it moves toward the Abyss and takes the token that it reaches."""

from simkit.game import kernel, note
from simkit.games.nautilion import state as s
from simkit.games.nautilion.card_effects import BACKWARDS
from simkit.games.nautilion.kinds import Event, Move
from simkit.games.nautilion.rules.board import numbers_open, place_aboard, spaces_held
from simkit.games.nautilion.rules.mages import cabin_open, place_in_cabin
from simkit.games.nautilion.rules.mercenaries import collision_to_come
from simkit.games.nautilion.rules.path import place_toward_abyss, place_toward_isles, take_token
from simkit.games.nautilion.rules.phantom import give_to_phantom
from simkit.games.nautilion.rules.reefs import remove_reef
from simkit.games.nautilion.rules.reserve import put_into_reserve
from simkit.games.nautilion.rules.tokens import bit, is_crew, list_numbers


@kernel
def end_at_abyss(table, rules):
    """Return the ending of the game if the Nautilion reaches the Abyss now."""
    if table.crew != s.FULL_CREW:
        return s.ABYSS_WITHOUT_CREW
    if rules.mages != 0 and table.cabin_mages != s.ALL_MAGES:
        return s.ABYSS_WITHOUT_MAGES
    return s.ABYSS_WITH_HEROIC_CARDS if table.heroic_left > 0 else s.WON


@kernel
def place_reached(table, nautilion_die):
    """Return the place that the Nautilion would reach with a die, in this turn's direction."""
    if table.darkhouse_effect == BACKWARDS:
        return place_toward_isles(table, table.nautilion, nautilion_die)
    return place_toward_abyss(table, table.nautilion, nautilion_die)


@kernel
def move_nautilion(table, rules, place, log):
    """Move the Nautilion; at the Abyss the game ends, else its token is in hand. True at a collision."""
    table.beside_reef = 0
    if collision_to_come(table, rules) and place >= table.phantom and place > table.nautilion:
        table.nautilion = table.phantom - 1
        return True
    table.nautilion = place
    if place > table.length:
        table.end = end_at_abyss(table, rules)
        note(log, Event.NAUTILION_AT_ABYSS)
    elif place == s.ISLES:
        note(log, Event.NAUTILION_BACK)
    else:
        table.in_hand = take_token(table, place)
        note(log, Event.NAUTILION_REACHED, place, table.in_hand)
        if rules.expanded != 0:
            table.beside_reef = 1 if table.reefs[place] != 0 else 0
            exchange_tokens(table, rules, log)
    return False


@kernel
def exchange_tokens(table, rules, log):
    """Darkhouse: the player gets the token that the Phantom holds, the Phantom the one just reached.

    Reefs are not affected and stay where they are.
    """
    if table.phantom_holds != 0:
        reached = table.in_hand
        table.in_hand = table.phantom_holds
        table.phantom_holds = 0
        note(log, Event.TOKENS_EXCHANGED, table.in_hand, reached)
        give_to_phantom(table, rules, reached, log)


@kernel
def may_choose_where(table, rules):
    """Return True if the token in hand may go anywhere except into the reserve."""
    placeable = numbers_open(table, rules) << 1 | cabin_open(table, rules)
    mercenaries = collision_to_come(table, rules) & (rules.open_spaces[spaces_held(table)] != 0)
    return (((placeable | mercenaries << s.MERCENARY) >> table.in_hand) & 1) != 0


@kernel
def take_options(state, rules, moves):
    """List: each space of the board that the ducts allow; the cabin; the reserve."""
    table = state.table
    kind = table.in_hand
    # A move that isn't allowed is overwritten by the next one.  That is faster than a branch, because the
    # processor could not predict which token it is.
    count = ((numbers_open(table, rules) << 1) >> kind) & 1
    moves[0].kind = Move.TAKE_ABOARD
    moves[0].number = kind * count
    if kind == s.MERCENARY and collision_to_come(table, rules):
        count = list_numbers(moves, count, Move.TAKE_ABOARD, rules.open_spaces[spaces_held(table)] << 1)
    moves[count].kind = Move.TAKE_CABIN
    count += (cabin_open(table, rules) >> kind) & 1
    moves[count].kind = Move.TAKE_RESERVE
    return count + 1


@kernel
def take_token_in_hand(table, move_kind, space, seat, log):
    """Take the token in hand aboard (onto a space), into the cabin or into the reserve."""
    kind = table.in_hand
    table.in_hand = 0
    if move_kind == Move.TAKE_ABOARD:
        if is_crew(kind):
            place_aboard(table, kind, seat)
        else:
            table.mercenaries |= bit(space)
            table.placed[seat] += 1
        note(log, Event.TAKEN_ABOARD, kind, space)
    elif move_kind == Move.TAKE_CABIN:
        place_in_cabin(table, kind, seat)
        note(log, Event.TAKEN_INTO_CABIN, kind)
    else:
        put_into_reserve(table, kind)
        note(log, Event.TAKEN_INTO_RESERVE, kind)


@kernel
def take_three_tokens(table, log):
    """Heroic: put the token in hand and its neighbours on the path into the reserve (rulings R20, R9)."""
    put_into_reserve(table, table.in_hand)
    note(log, Event.TAKEN_INTO_RESERVE, table.in_hand)
    table.in_hand = 0
    before = place_toward_isles(table, table.nautilion, 1)
    if before != s.ISLES:
        take_neighbour(table, before, log)
    after = place_toward_abyss(table, table.nautilion, 1)
    if after <= table.length:
        take_neighbour(table, after, log)


@kernel
def take_neighbour(table, place, log):
    """Take the token of a place into the reserve; a reef beside it leaves the game."""
    kind = take_token(table, place)
    put_into_reserve(table, kind)
    note(log, Event.NEIGHBOUR_TAKEN, place, kind)
    remove_reef(table, place, log)
