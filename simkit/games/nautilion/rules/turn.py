"""The turn: which phase follows which, and which decision is asked next."""

from simkit.game import Decision, decided_by, kernel, note
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


@kernel
def play_darkhouse(state, rules, log):
    """Phase 3: ask for the tokens that the Darkhouse costs, if there are any to lose."""
    table = state.table
    table.discards_due = tokens_due(state, rules, log)
    if has_tokens(table) and asks_for_discard(table):
        return DECISION
    table.discards_due = 0
    return PHANTOM_PHASE


@kernel
def asks_for_discard(table):
    """Ask for a token that is to be lost; return False if none is due."""
    if table.discards_due > 0:
        table.step = s.DISCARD
    return table.discards_due > 0


@kernel
def ends_if_decided(state):
    """End the game if it is won or lost; return False if not."""
    if state.table.end != s.RUNNING:
        state.over = True
    return state.table.end != s.RUNNING


@kernel
def play_phantom(state, rules, log):
    """Phase 4 (if both figures would arrive, the Phantom does so first, and the game is lost: ruling R4)."""
    table = state.table
    if move_phantom(table, rules, log):
        return COLLISION
    if ends_if_decided(state):
        return DECISION
    return DECISION if asks_for_discard(table) else NAUTILION_PHASE


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
        if asks_for_discard(table):
            return DECISION
    if move_nautilion(table, rules, place, log):
        settle_phantom(table, rules, log)
        return COLLISION
    if ends_if_decided(state):
        return DECISION
    if table.in_hand == 0:
        return END_OF_PASS  # back at the Isles, where there is nothing to take
    return DECISION if asks_for_discard(table) else LANDING


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
    if ends_if_decided(state):
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
    note(log, Event.SECOND_PASS)
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
    note(log, Event.TURN_BEGUN, table.turn, state.seat)
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
def answer_spell(state, rules, move, log):
    """Cast a spell, or stop."""
    cast_spell(state, rules, move, log)
    return DECISION


@kernel
def answer_translation(state, rules, move, log):
    """Choose one of the two places of an Aquatic Translation."""
    choose_translated_place(state.table, rules, move, log)
    return DECISION


@kernel
def answer_plan(state, rules, move, log):
    """Give the dice; the figures without one are rolled for."""
    table = state.table
    give_dice(table, move, log)
    if rules.expanded != 0 and figures_without(table) != 0:
        table.figures = figures_without(table)
        roll_on(state, rules, log)
        return DECISION
    return DARKHOUSE_PHASE


@kernel
def answer_discard(state, rules, move, log):
    """Lose a token; go on with the phase in which the discard was asked for if no other is due."""
    table = state.table
    discard_token(table, move, log)
    table.discards_due -= 1
    if table.discards_due > 0 and has_tokens(table):
        return DECISION
    table.discards_due = 0
    if table.discards_for_phantom == 0:
        return PHANTOM_PHASE
    table.discards_for_phantom = 0
    return LANDING if table.in_hand != 0 else NAUTILION_PHASE


@kernel
def answer_take(state, rules, move, log):
    """Place the token in hand."""
    take_token_in_hand(state.table, move.kind, move.number, state.seat, log)
    return END_OF_PASS


@kernel
def answer_prize(state, rules, move, log):
    """Take the prize of the collision."""
    take_prize(state.table, move, state.seat, log)
    return after_prize(state.table, rules)


@kernel
def answer_group(state, rules, move, log):
    """Keep one group of a crew that is split."""
    keep_group(state.table, move.number, log)
    return END_OF_TURN


@kernel
def answer_first_player(state, rules, move, log):
    """Choose the player that begins."""
    choose_first_player(state, rules, move.number, log)
    return DECISION


@kernel
def answer_returned_kind(state, rules, move, log):
    """Choose the token of the discard pile that goes back to the path."""
    state.table.returned_kind = move.number
    state.table.step = s.RETURN_PLACE
    return DECISION


@kernel
def answer_returned_place(state, rules, move, log):
    """Put that token on a gap of the path."""
    return_token(state.table, move.place, log)
    return CURRENTS


@kernel
def answer_recovery(state, rules, move, log):
    """Take a token of the discard pile into the reserve."""
    table = state.table
    recover(table, move.number, log)
    table.recoveries -= 1
    if table.recoveries > 0 and not pile_is_empty(table):
        return DECISION
    table.recoveries = 0
    if table.dice_count == 0:
        return CURRENTS  # it was the Darkhouse's card, before the Currents
    ask_for_spell(table, rules)
    return DECISION


@kernel
def answer_figure(state, rules, move, log):
    """Choose the figure for which the first die is rolled."""
    choose_figure(state, rules, move.number, log)
    return DECISION


@kernel
def answer_set_die(state, rules, move, log):
    """Set a die to a face."""
    set_next_die(state.table, move, log)
    return after_heroic_card(state.table, rules)


@kernel
def answer_leaving_card(state, rules, move, log):
    """Take a revealed Heroic card out of the game."""
    replace_card(state, move, log)
    return after_heroic_card(state.table, rules)


@kernel
def answer_fetch_from_path(state, rules, move, log):
    """Take a token of the path aboard."""
    fetch_from_path(state.table, move.place, state.seat, log)
    return after_heroic_card(state.table, rules)


@kernel
def answer_fetch_from_pile(state, rules, move, log):
    """Take a token of the discard pile aboard."""
    fetch_from_pile(state.table, move.number, state.seat, log)
    return after_heroic_card(state.table, rules)


@kernel
def after_heroic_card(table, rules):
    """Ask for the next spell, once the card asks for nothing more."""
    if table.step == s.SPELL:
        ask_for_spell(table, rules)
    return DECISION


list_options, take_answer = decided_by(
    (
        Decision(s.SPELL, spell_options, answer_spell),
        Decision(s.PLAN, plan_options, answer_plan),
        Decision(s.DISCARD, discard_options, answer_discard),
        Decision(s.TAKE, take_options, answer_take),
        Decision(s.TRANSLATION_FIRST, translation_options, answer_translation),
        Decision(s.TRANSLATION_SECOND, translation_options, answer_translation),
        Decision(s.PRIZE, prize_options, answer_prize),
        Decision(s.GROUP, group_options, answer_group),
        Decision(s.FIRST_PLAYER, first_player_options, answer_first_player),
        Decision(s.RETURN_KIND, kind_options, answer_returned_kind),
        Decision(s.RETURN_PLACE, gap_options, answer_returned_place),
        Decision(s.RECOVER, kind_options, answer_recovery),
        Decision(s.FIGURE, figure_options, answer_figure),
        Decision(s.SET_DICE, set_die_options, answer_set_die),
        Decision(s.CARD_LEAVES, leaving_options, answer_leaving_card),
        Decision(s.FETCH_FROM_PATH, fetch_from_path_options, answer_fetch_from_path),
        Decision(s.FETCH_FROM_PILE, fetch_from_pile_options, answer_fetch_from_pile),
    )
)


def options(state, rules, moves):
    """List the legal moves of the decision at hand and return how many there are."""
    return list_options(state.table.step, state, rules, moves)


def apply(state, rules, move, log):
    """Make one move and play on, phase after phase, to the next decision or the end."""
    phase = take_answer(state.table.step, state, rules, move, log)
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
