"""The turn: which phase follows which, and which decision is asked next."""

from simkit.compile.kernel import kernel
from simkit.engine.base.events import note
from simkit.games.nautilion import state as s
from simkit.games.nautilion.card_effects import PLAY_TWICE, RECOVERED, TOKEN_BACK
from simkit.games.nautilion.kinds import Event, Move
from simkit.games.nautilion.rules.currents import (
    ask_for_spell,
    cast_spell,
    choose_figure,
    choose_translated_place,
    figure_options,
    roll_on,
    roll_the_currents,
    spell_options,
    take_all_dice,
    translation_options,
)
from simkit.games.nautilion.rules.darkhouse import discard_options, discard_token, has_tokens, tokens_due
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
from simkit.games.nautilion.rules.machinations import gap_options, gaps, return_token, turn_the_card
from simkit.games.nautilion.rules.mercenaries import (
    collide,
    crew_is_split,
    group_options,
    keep_group,
    prize_options,
    take_prize,
)
from simkit.games.nautilion.rules.nautilion import (
    may_choose_where,
    move_nautilion,
    place_reached,
    take_options,
    take_three_tokens,
    take_token_in_hand,
)
from simkit.games.nautilion.rules.phantom import move_phantom, settle_phantom
from simkit.games.nautilion.rules.plan import figures_without, give_dice, plan_options
from simkit.games.nautilion.rules.reefs import check_the_reef
from simkit.games.nautilion.rules.reserve import kind_options, pile_is_empty, put_reef_into_reserve, recover
from simkit.games.nautilion.rules.two_players import choose_first_player, first_player_options

# Where play goes on after a move.
DECISION = 0  # nowhere: a decision is asked for, or the game is over
DARKHOUSE_PHASE = 1
PHANTOM_PHASE = 2
NAUTILION_PHASE = 3
LANDING = 4
COLLISION = 5
END_OF_PASS = 6
END_OF_TURN = 7
NEXT_TURN = 8
CURRENTS = 9


def options(state, rules, moves):
    """List the legal moves of the decision at hand and return how many there are."""
    table = state.table
    step = table.step
    if step == s.SPELL:
        return spell_options(table, rules, moves)
    if step == s.PLAN:
        return plan_options(table, moves)
    if step == s.DISCARD:
        return discard_options(table, rules, moves)
    if step == s.TAKE:
        return take_options(table, rules, moves)
    if step == s.TRANSLATION_FIRST or step == s.TRANSLATION_SECOND:
        return translation_options(table, moves, table.first_place)
    if step == s.PRIZE:
        return prize_options(table, rules, moves)
    if step == s.GROUP:
        return group_options(table, rules, moves)
    if step == s.FIRST_PLAYER:
        return first_player_options(moves)
    return card_options(table, rules, moves)


def apply(state, rules, move, log):
    """Make one move and play on, phase after phase, to the next decision or the end."""
    phase = make_move(state, rules, move, log)
    if phase == DARKHOUSE_PHASE:
        phase = play_darkhouse(state, rules, log)
    if phase == PHANTOM_PHASE:
        phase = play_phantom(state, rules, log)
    if phase == NAUTILION_PHASE:
        phase = play_nautilion(state, rules, log)
    if phase == LANDING:
        phase = land(state, rules, log)
    if phase == COLLISION:
        phase = play_collision(state, rules, log)
    if phase == END_OF_PASS:
        phase = end_the_pass(state, log)
    if phase == END_OF_TURN:
        phase = end_the_turn(state, rules, log)
    if phase == NEXT_TURN:
        phase = begin_turn(state, rules, log)
    if phase == CURRENTS:
        roll_the_currents(state, rules, log)


@kernel
def make_move(state, rules, move, log):
    """Make one move; return the phase that follows it, or DECISION."""
    table = state.table
    step = table.step
    if step == s.SPELL:
        cast_spell(state, rules, move, log)
        return DECISION
    if step == s.TRANSLATION_FIRST or step == s.TRANSLATION_SECOND:
        choose_translated_place(table, rules, move, log)
        return DECISION
    if step == s.PLAN:
        give_dice(table, move, log)
        if rules.expanded != 0 and figures_without(table) != 0:
            table.figures = figures_without(table)
            roll_on(state, rules, log)
            return DECISION
        return DARKHOUSE_PHASE
    if step == s.DISCARD:
        discard_token(table, move, log)
        return after_discard(table)
    if step == s.TAKE:
        take_token_in_hand(table, move.kind, move.number, state.seat, log)
        return END_OF_PASS
    if step == s.PRIZE:
        take_prize(table, move, state.seat, log)
        return after_prize(table, rules)
    if step == s.GROUP:
        keep_group(table, move.number, log)
        return END_OF_TURN
    if step == s.FIRST_PLAYER:
        choose_first_player(state, rules, move.number, log)
        return DECISION
    return CURRENTS if make_card_move(state, rules, move, log) else DECISION


@kernel
def after_discard(table):
    """Return DECISION if another token is due, else the phase in which the discard was asked for."""
    table.discards_due -= 1
    if table.discards_due > 0 and has_tokens(table):
        return DECISION
    table.discards_due = 0
    if table.discards_for_phantom == 0:
        return PHANTOM_PHASE
    table.discards_for_phantom = 0
    return LANDING if table.in_hand != 0 else NAUTILION_PHASE


@kernel
def play_darkhouse(state, rules, log):
    """Phase 3: ask for the tokens that the Darkhouse costs, if there are any to lose."""
    table = state.table
    table.discards_due = tokens_due(state, rules, log)
    if table.discards_due > 0 and has_tokens(table):
        table.step = s.DISCARD
        return DECISION
    table.discards_due = 0
    return PHANTOM_PHASE


@kernel
def play_phantom(state, rules, log):
    """Phase 4 (if both figures would arrive, the Phantom does so first, and the game is lost: ruling R4)."""
    table = state.table
    if move_phantom(table, rules, log):
        return COLLISION
    if table.end != s.RUNNING:
        state.over = True
        return DECISION
    if table.discards_due > 0:
        table.step = s.DISCARD
        return DECISION
    return NAUTILION_PHASE


@kernel
def play_nautilion(state, rules, log):
    """Phase 5: move the Nautilion, unless it is stuck."""
    table = state.table
    if table.nautilion_die == 0:
        return END_OF_PASS
    place = place_reached(table, table.nautilion_die)
    if table.phantom_holds != 0 and place > table.length:
        # No exchange at an end place (ruling R11): the Phantom's step comes first.
        settle_phantom(table, rules, log)
        if table.discards_due > 0:
            table.step = s.DISCARD
            return DECISION
    if move_nautilion(table, rules, place, log):
        settle_phantom(table, rules, log)
        return COLLISION
    if table.end != s.RUNNING:
        state.over = True
        return DECISION
    if table.in_hand == 0:
        return END_OF_PASS  # back at the Isles, where there is nothing to take
    if table.discards_due > 0:
        table.step = s.DISCARD
        return DECISION
    return LANDING


@kernel
def land(state, rules, log):
    """Let the player place the token in hand, if there is a choice."""
    table = state.table
    if table.three_tokens != 0:
        take_three_tokens(table, log)
        return END_OF_PASS
    if may_choose_where(table, rules):
        table.step = s.TAKE
        return DECISION
    take_token_in_hand(table, Move.TAKE_RESERVE, 0, state.seat, log)
    return END_OF_PASS


@kernel
def play_collision(state, rules, log):
    """Compare harpoons; unless the game is lost, ask for the prize."""
    table = state.table
    collide(table, rules, log)
    if table.end != s.RUNNING:
        state.over = True
        return DECISION
    if pile_is_empty(table):
        return after_prize(table, rules)
    table.step = s.PRIZE
    return DECISION


@kernel
def after_prize(table, rules):
    """Return END_OF_TURN, or DECISION if the crew is split and one group must be chosen."""
    if not crew_is_split(table, rules):
        return END_OF_TURN
    table.step = s.GROUP
    return DECISION


@kernel
def end_the_pass(state, log):
    """Play phases 2 to 5 once more with the same dice, if a card says so."""
    table = state.table
    if table.darkhouse_effect != PLAY_TWICE or table.second_pass != 0:
        return END_OF_TURN
    table.second_pass = 1
    take_all_dice(table)
    forget_the_dice(table)
    table.step = s.PLAN
    note(log, Event.SECOND_PASS, 0, 0, 0)
    return DECISION


@kernel
def end_the_turn(state, rules, log):
    """Take a reef that held the Nautilion into the reserve; stop at the turn cap."""
    table = state.table
    if table.stuck_at != 0 and table.reefs[table.stuck_at] != 0:
        put_reef_into_reserve(table, table.stuck_at, log)
    if table.turn >= rules.turn_cap:
        table.end = s.TURN_CAP
        state.over = True
        return DECISION
    return NEXT_TURN


@kernel
def begin_turn(state, rules, log):
    """Begin the next player's turn; return CURRENTS, or DECISION if a Darkhouse card asks for one."""
    table = state.table
    table.turn += 1
    if rules.players == 2 and table.turn > 1:
        state.seat = 1 - state.seat
        table.may_place = table.admirals[state.seat]
    note(log, Event.TURN_BEGUN, table.turn, state.seat, 0)
    if rules.expanded != 0:
        prepare_turn(state, rules, log)
        if rules.darkhouse_reds + rules.darkhouse_blues > 0 and machinations(state, rules, log):
            return DECISION
    return CURRENTS


@kernel
def prepare_turn(state, rules, log):
    """Clear everything that lasts for one turn, and check for a reef (ruling R18)."""
    table = state.table
    table.dice_count = 0
    table.partners_used = 0
    table.bought = 0
    table.second_pass = 0
    table.darkhouse_effect = 0
    table.phantom_course = s.TOWARD_ISLES
    table.three_tokens = 0
    table.stuck_at = 0
    forget_the_dice(table)
    if table.beside_reef != 0:
        table.beside_reef = 0
        if table.reefs[table.nautilion] != 0:
            check_the_reef(state, rules, log)


@kernel
def forget_the_dice(table):
    """Note that no figure has received a die."""
    table.darkhouse_die = 0
    table.phantom_die = 0
    table.nautilion_die = 0


@kernel
def machinations(state, rules, log):
    """Phase 0: turn the Darkhouse's card; return True if it asks for a decision before the dice."""
    table = state.table
    turn_the_card(table, rules, log)
    effect = table.darkhouse_effect
    if effect == TOKEN_BACK and gaps(table) != 0 and not pile_is_empty(table):
        table.step = s.RETURN_KIND
        return True
    if effect == RECOVERED and not pile_is_empty(table):
        table.recoveries = 1
        table.step = s.RECOVER
        return True
    return False


@kernel
def card_options(table, rules, moves):
    """List the legal moves of a decision that a card asks for."""
    step = table.step
    if step == s.RETURN_KIND or step == s.RECOVER:
        return kind_options(table, moves)
    if step == s.RETURN_PLACE:
        return gap_options(table, moves)
    if step == s.FIGURE:
        return figure_options(moves)
    if step == s.SET_DICE:
        return set_die_options(rules, moves)
    if step == s.CARD_LEAVES:
        return leaving_options(table, moves)
    if step == s.FETCH_FROM_PATH:
        return fetch_from_path_options(table, rules, moves)
    return fetch_from_pile_options(table, rules, moves)


@kernel
def make_card_move(state, rules, move, log):
    """Carry out the decision; return True if the dice are rolled next, False if another decision follows."""
    table = state.table
    step = table.step
    if step == s.RETURN_KIND:
        table.returned_kind = move.number
        table.step = s.RETURN_PLACE
        return False
    if step == s.RETURN_PLACE:
        return_token(table, move.place, log)
        return True
    if step == s.RECOVER:
        return recover_tokens(table, rules, move.number, log)
    if step == s.FIGURE:
        choose_figure(state, rules, move.number, log)
        return False
    if step == s.SET_DICE:
        set_next_die(table, move, log)
    elif step == s.CARD_LEAVES:
        replace_card(state, move, log)
    elif step == s.FETCH_FROM_PATH:
        fetch_from_path(table, move.place, state.seat, log)
    else:
        fetch_from_pile(table, move.number, state.seat, log)
    if table.step == s.SPELL:
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
