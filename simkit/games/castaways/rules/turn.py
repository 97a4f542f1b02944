"""The turn: which part follows which, what is asked, and how the answer is taken."""

import numpy as np

from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.events import note
from simkit.engine.effects.machine import NO_TEXT, OPTION, VOTE, give_answer, is_idle, list_choices, waits
from simkit.games.castaways import decisions as d
from simkit.games.castaways import phases as p
from simkit.games.castaways.events import CHOSE, GIVEN_UP, VOTED
from simkit.games.castaways.knobs import AT_ONCE
from simkit.games.castaways.rules.asking import answer_again, list_again, list_no_or_yes
from simkit.games.castaways.rules.build import (
    begin_building,
    list_sites,
    list_statements,
    state_energy,
    take_statements,
)
from simkit.games.castaways.rules.end_of_turn import ask_injuries, check_injuries, keep_up, roll_for_injuries
from simkit.games.castaways.rules.event_phase import begin_turn, do_each_turn, scorch, wash_ashore
from simkit.games.castaways.rules.gifts import (
    divide_estate,
    inherit,
    list_estate,
    list_gifts,
    make_gift,
    make_gifts,
)
from simkit.games.castaways.rules.lost_groups import (
    ask_lost,
    place_late_markers,
    roll_for_lost,
    send_lost_groups,
)
from simkit.games.castaways.rules.markers import (
    list_markers,
    list_white,
    offer_white_marker,
    place_marker,
    place_markers,
    use_white_marker,
)
from simkit.games.castaways.rules.operations import do_text
from simkit.games.castaways.rules.outing import (
    after_card,
    answer_join,
    answer_pay,
    ask_for_energy,
    ask_return,
    end_card,
    gather_returners,
    leave_or_resolve,
    list_steps,
    make_step,
    roll_for_return,
    set_out,
    take_step,
)
from simkit.games.castaways.rules.rescue import (
    check_rescue,
    decide_headland,
    end_actions,
    end_with,
    hand_over,
)
from simkit.games.castaways.rules.resolution import (
    answer_feed,
    answer_second,
    ask_fire,
    ask_rest,
    begin_flame,
    feed_before_building,
    feed_fire,
    list_flame,
    list_remains,
    list_second,
    offer_second,
    resolve,
    roll_for_fire,
    roll_for_rest,
    share_remains,
    take_remain,
)
from simkit.games.castaways.rules.setup import become, choose_abilities, lay_out, list_abilities
from simkit.games.castaways.rules.survival import (
    begin_survival,
    burn_wood,
    eat_or_keep,
    go_hungry,
    keep_tile,
    keep_tiles,
    list_food,
    list_tiles,
    share_food,
    share_own_food,
    spend_night,
    take_food,
    use_own_food,
)
from simkit.games.castaways.state import NO_CARD, WITHOUT_END


def setup(state, rules, log):
    """Prepare a game, up to its first decision."""
    lay_out(state, rules, log)
    go_on(state, rules, log)


def options(state, rules, moves):
    """List the legal moves of the decision at hand and return how many there are."""
    table, seat = state.table, np.int64(state.seat)
    asks = table.asks
    if asks == d.NOTHING:
        return list_choices(table.machine, moves)
    if asks == d.ASK_MARKER:
        return list_markers(table, rules, seat, moves)
    if asks == d.ASK_STEP:
        return list_steps(table, rules, moves)
    if asks == d.ASK_AGAIN:
        return list_again(moves)
    if asks == d.ASK_FOOD or asks == d.ASK_OWN_FOOD:
        return list_food(table, rules, seat, 1 if asks == d.ASK_OWN_FOOD else 0, moves)
    if asks == d.ASK_GIFT:
        return list_gifts(table, rules, seat, moves)
    if asks == d.ASK_WHITE:
        return list_white(table, rules, seat, moves)
    return list_rarer(state, rules, asks, moves)


@separate_kernel
def list_rarer(state, rules, asks, moves):
    """List the legal moves of a decision that is asked for less often."""
    table, seat = state.table, np.int64(state.seat)
    if asks == d.ASK_ENERGY:
        return list_statements(table, rules, seat, moves)
    if asks == d.ASK_REMAIN:
        return list_remains(table, moves)
    if asks == d.ASK_FLAME:
        return list_flame(table, rules, seat, moves)
    if asks == d.ASK_SITE:
        return list_sites(table, rules, moves)
    if asks == d.ASK_TILE:
        return list_tiles(table, moves)
    if asks == d.ASK_INHERIT:
        return list_estate(table, moves)
    if asks == d.ASK_ABILITY:
        return list_abilities(table, rules, moves)
    if asks == d.ASK_SECOND:
        return list_second(moves)
    return list_no_or_yes(moves, kind_of_question(asks))


@kernel
def kind_of_question(asks):
    """Return the kind of moves that answer a question with no or yes."""
    if asks == d.ASK_FEED:
        return d.FEED
    if asks == d.ASK_PENDING:
        return d.LEAVE_OR_RESOLVE
    if asks == d.ASK_JOIN:
        return d.JOIN
    if asks == d.ASK_KEEP:
        return d.KEEP_OR_EAT
    if asks == d.ASK_HEADLAND:
        return d.THIS_OR_NEXT_TURN
    return d.PAY_ENERGY if asks == d.ASK_PAY else d.HAND_OVER


def apply(state, rules, move, log):
    """Make one move and play on to the next decision or the end."""
    table = state.table
    asks = table.asks
    table.asks = d.NOTHING
    if asks == d.NOTHING:
        if move.kind == OPTION or move.kind == VOTE:
            note(log, VOTED if move.kind == VOTE else CHOSE, state.seat, move.at, move.answer)
        give_answer(table.machine, move.answer)
    elif asks == d.ASK_MARKER:
        place_marker(state, rules, move, log)
    elif asks == d.ASK_STEP:
        make_step(state, rules, move, log)
    elif asks == d.ASK_AGAIN:
        answer_again(state, move, log)
    elif asks == d.ASK_FOOD:
        take_food(state, rules, move, log)
    elif asks == d.ASK_GIFT:
        make_gift(state, rules, move, log)
    elif asks == d.ASK_WHITE:
        use_white_marker(state, rules, move, log)
    else:
        answer_rarer(state, rules, asks, move, log)
    go_on(state, rules, log)


@separate_kernel
def answer_rarer(state, rules, asks, move, log):
    """Make a move of a decision that is asked for less often."""
    table, seat = state.table, np.int64(state.seat)
    if asks == d.ASK_OWN_FOOD:
        use_own_food(state, rules, move, log)
    elif asks == d.ASK_ENERGY:
        state_energy(state, rules, move, log)
    elif asks == d.ASK_REMAIN:
        take_remain(state, rules, move, log)
    elif asks == d.ASK_FEED:
        answer_feed(table, seat, move, log)
    elif asks == d.ASK_FLAME:
        begin_flame(table, seat, move, log)
    elif asks == d.ASK_SITE:
        begin_building(table, rules, seat, move, log)
    elif asks == d.ASK_PENDING:
        leave_or_resolve(state, rules, move, log)
    elif asks == d.ASK_JOIN:
        answer_join(table, seat, move)
    elif asks == d.ASK_PAY:
        answer_pay(table, seat, move)
    elif asks == d.ASK_KEEP:
        eat_or_keep(state, rules, move, log)
    elif asks == d.ASK_TILE:
        keep_tile(state, move, log)
    elif asks == d.ASK_INHERIT:
        inherit(state, rules, move, log)
    elif asks == d.ASK_ABILITY:
        become(state, rules, seat, np.int64(move.character), log)
    elif asks == d.ASK_SECOND:
        answer_second(state, rules, move, log)
    elif asks == d.ASK_HEADLAND:
        end_with(table, seat, np.int64(move.answer), log)
    elif move.answer != 0:
        hand_over(state, rules, log)


@separate_kernel
def go_on(state, rules, log):
    """Play on, part after part, to the next decision or the end of the game.

    Before the turn goes on, the objects of the dead are divided, and a card that was begun is done.
    """
    table = state.table
    machine = table.machine
    while not state.over and table.asks == d.NOTHING:
        if table.estates != 0:
            divide_estate(state, rules)
        elif not is_idle(machine):
            do_text(state, rules, machine, rules.program, log)
            if waits(machine):
                state.seat = machine.asked
                return
            if machine.stuck != NO_TEXT:
                note(log, GIVEN_UP, machine.stuck, 0, 0)
                table.end = WITHOUT_END
                state.over = True
            elif is_idle(machine) and table.card == NO_CARD:
                after_card(state, rules, np.int64(machine.drawer), log)
        elif rules.headland_decided == AT_ONCE and decide_headland(state, rules, log):
            return
        elif table.phase < p.RESOLUTION:
            play_until_resolution(state, rules, log)
        elif table.phase < p.SURVIVAL:
            play_until_survival(state, rules, log)
        else:
            play_until_morning(state, rules, log)


@separate_kernel
def play_until_resolution(state, rules, log):
    """Play one part of the turn, up to the lost groups."""
    phase = state.table.phase
    if phase == p.MARKERS:
        place_markers(state, rules, log)
    elif phase == p.GIFTS:
        make_gifts(state, rules, log)
    elif phase == p.WHITE_MARKER:
        offer_white_marker(state, rules, log)
    elif phase == p.EVENT:
        begin_turn(state, rules, log)
    elif phase == p.SCORCHING:
        scorch(state, rules, log)
    elif phase == p.WRECK:
        wash_ashore(state, rules, log)
    elif phase == p.EACH_TURN:
        do_each_turn(state, rules, log)
    elif phase == p.LOST_GROUPS:
        send_lost_groups(state, rules, log)
    elif phase == p.LOST_ROLL:
        roll_for_lost(state, rules, log)
    elif phase == p.LOST_ASK:
        ask_lost(state, rules, log)
    elif phase == p.LOST_MARKERS:
        place_late_markers(state, rules, log)
    else:
        choose_abilities(state, rules, log)


@separate_kernel
def play_until_survival(state, rules, log):
    """Play one part of the turn, from the resolution to the end of the outing."""
    phase = state.table.phase
    if phase == p.RESOLUTION:
        resolve(state, rules, log)
    elif phase == p.OUTING_STEP:
        take_step(state, rules, log)
    elif phase == p.CARD_DONE:
        end_card(state, rules, log)
    elif phase == p.SALVAGE_SHARE:
        share_remains(state, rules, log)
    elif phase == p.SALVAGE_SECOND:
        offer_second(state, rules, log)
    elif phase == p.FIRE_ROLL:
        roll_for_fire(state, rules, log)
    elif phase == p.FIRE_ASK:
        ask_fire(state, rules, log)
    elif phase == p.BUILD_STATEMENTS:
        take_statements(state, rules, log)
    elif phase == p.REST_ROLL:
        roll_for_rest(state, rules, log)
    elif phase == p.REST_ASK:
        ask_rest(state, rules, log)
    elif phase == p.JOINING:
        gather_returners(state, rules, log)
    elif phase == p.RETURN_ROLL:
        roll_for_return(state, rules, log)
    elif phase == p.RETURN_ASK:
        ask_return(state, rules, log)
    elif phase == p.RETURN_PAY:
        ask_for_energy(state, rules, log)
    elif phase == p.LATE_GIFTS:
        make_gifts(state, rules, log)
    elif phase == p.OUTING:
        set_out(state, rules, log)
    elif phase == p.FEED_BEFORE_BUILDING:
        feed_before_building(state, rules, log)
    elif phase == p.FEED_AFTER_OUTING:
        feed_fire(state, rules, p.HEADLAND, log)
    else:
        end_actions(state, rules, log)


@separate_kernel
def play_until_morning(state, rules, log):
    """Play one part of the turn, from Survival to its end."""
    phase = state.table.phase
    if phase == p.SURVIVAL:
        begin_survival(state, rules, log)
    elif phase == p.KEEPING:
        keep_tiles(state, rules, log)
    elif phase == p.SHARING_FOOD:
        share_food(state, rules, log)
    elif phase == p.OWN_FOOD:
        share_own_food(state, rules, log)
    elif phase == p.HUNGER:
        go_hungry(state, rules, log)
    elif phase == p.FIRE:
        burn_wood(state, rules, log)
    elif phase == p.NIGHT:
        spend_night(state, rules, log)
    elif phase == p.CHECK:
        check_rescue(state, rules, log)
    elif phase == p.INJURIES:
        check_injuries(state, rules, log)
    elif phase == p.INJURY_ROLL:
        roll_for_injuries(state, rules, log)
    elif phase == p.INJURY_ASK:
        ask_injuries(state, rules, log)
    else:
        keep_up(state, rules, log)
