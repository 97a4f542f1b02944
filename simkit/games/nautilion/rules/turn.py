"""What Darkhouse and Heroic cards ask of the player (decision D7 but for the dice)."""

from simkit.compile.kernel import kernel
from simkit.games.nautilion.rules.currents import ask_for_spell, choose_figure, figure_options
from simkit.games.nautilion.rules.heroic_actions import (
    fetch_from_path,
    fetch_from_path_options,
    fetch_from_pile,
    fetch_from_pile_options,
    leaving_options,
    replace_card,
    set_die_options,
    set_next_die,
)
from simkit.games.nautilion.rules.machinations import (
    RECOVERED,
    TOKEN_BACK,
    gap_options,
    gaps,
    return_token,
    turn_the_card,
)
from simkit.games.nautilion.rules.reserve import kind_options, pile_is_empty, recover
from simkit.games.nautilion.rules.state import (
    CARD_LEAVES,
    FETCH_FROM_PATH,
    FIGURE,
    RECOVER,
    RETURN_KIND,
    RETURN_PLACE,
    SET_DICE,
    SPELL,
)


@kernel
def machinations(state, rules, log):
    """Phase 0: turn the Darkhouse's card; return True if it asks for a decision before the dice."""
    table = state.table
    turn_the_card(table, rules, log)
    effect = table.darkhouse_effect
    if effect == TOKEN_BACK and gaps(table) != 0 and not pile_is_empty(table):
        table.step = RETURN_KIND
        return True
    if effect == RECOVERED and not pile_is_empty(table):
        table.recoveries = 1
        table.step = RECOVER
        return True
    return False


@kernel
def card_options(table, rules, moves):
    """List the legal moves of a decision that a card asks for."""
    step = table.step
    if step == RETURN_KIND or step == RECOVER:
        return kind_options(table, moves)
    if step == RETURN_PLACE:
        return gap_options(table, moves)
    if step == FIGURE:
        return figure_options(moves)
    if step == SET_DICE:
        return set_die_options(rules, moves)
    if step == CARD_LEAVES:
        return leaving_options(table, moves)
    if step == FETCH_FROM_PATH:
        return fetch_from_path_options(table, rules, moves)
    return fetch_from_pile_options(table, rules, moves)


@kernel
def make_card_move(state, rules, move, log):
    """Do what was decided; return True if the dice are rolled next, False if another decision follows."""
    table = state.table
    step = table.step
    if step == RETURN_KIND:
        table.returned_kind = move.number
        table.step = RETURN_PLACE
        return False
    if step == RETURN_PLACE:
        return_token(table, move.place, log)
        return True
    if step == RECOVER:
        return recover_tokens(table, rules, move.number, log)
    if step == FIGURE:
        choose_figure(state, rules, move.number, log)
        return False
    if step == SET_DICE:
        set_next_die(table, move, log)
    elif step == CARD_LEAVES:
        replace_card(state, move, log)
    elif step == FETCH_FROM_PATH:
        fetch_from_path(table, move.place, state.seat, log)
    else:
        fetch_from_pile(table, move.number, state.seat, log)
    if table.step == SPELL:
        ask_for_spell(table, rules)
    return False


@kernel
def recover_tokens(table, rules, kind, log):
    """Take a token of the discard pile into the reserve; return True if the dice are rolled next."""
    recover(table, kind, log)
    table.recoveries -= 1
    if table.recoveries > 0 and not pile_is_empty(table):
        return False
    table.recoveries = 0
    if table.dice_count == 0:
        return True  # it was the Darkhouse's card, before the Currents
    ask_for_spell(table, rules)
    return False
