"""The turn: which phase follows which, and which decision is asked next."""

from simkit.engine.kernel import kernel
from simkit.games.nautilion.board import may_go_aboard
from simkit.games.nautilion.currents import (
    cast_spell,
    choose_translated_place,
    roll_the_currents,
    spell_options,
    translation_options,
)
from simkit.games.nautilion.darkhouse import darkhouse_strikes, discard_options, discard_token
from simkit.games.nautilion.nautilion import move_nautilion, take_options, take_reached_token
from simkit.games.nautilion.phantom import move_phantom
from simkit.games.nautilion.plan import give_dice, plan_options
from simkit.games.nautilion.state import (
    DISCARD,
    PLAN,
    RUNNING,
    SPELL,
    TAKE,
    TAKE_ABOARD,
    TRANSLATION_FIRST,
    TRANSLATION_SECOND,
    TURN_CAP,
)


def options(state, rules, moves):
    """List the legal moves of the decision at hand and return how many there are."""
    table = state.table
    step = table.step
    if step == SPELL:
        return spell_options(table, rules, moves)
    if step == PLAN:
        return plan_options(table, moves)
    if step == DISCARD:
        return discard_options(table, rules, moves)
    if step == TAKE:
        return take_options(table, rules, moves)
    return translation_options(table, moves, table.first_place)


def apply(state, rules, move, log):
    """Make one move and play on to the next decision or the end."""
    table = state.table
    step = table.step
    if step == SPELL:
        cast_spell(state, rules, move, log)
    elif step in (TRANSLATION_FIRST, TRANSLATION_SECOND):
        choose_translated_place(table, rules, move, log)
    elif step == PLAN:
        give_dice(table, move, log)
        if darkhouse_strikes(table, rules):
            table.step = DISCARD
        else:
            move_figures(state, rules, log)
    elif step == DISCARD:
        discard_token(table, move, log)
        move_figures(state, rules, log)
    else:
        take_reached_token(table, move.kind == TAKE_ABOARD, log)
        next_turn(state, rules, log)


@kernel
def move_figures(state, rules, log):
    """Phases 4 and 5: the Phantom, then the Nautilion (if both would arrive, the game is lost: R4)."""
    table = state.table
    move_phantom(table, log)
    if table.end == RUNNING:
        move_nautilion(table, log)
    if table.end != RUNNING:
        state.over = True
    elif may_go_aboard(table.crew, rules, table.path[table.nautilion]):
        table.step = TAKE
    else:
        take_reached_token(table, False, log)
        next_turn(state, rules, log)


@kernel
def next_turn(state, rules, log):
    """Begin another turn, unless the turn cap is reached."""
    if state.table.turn >= rules.turn_cap:
        state.table.end = TURN_CAP
        state.over = True
    else:
        roll_the_currents(state, rules, log)
