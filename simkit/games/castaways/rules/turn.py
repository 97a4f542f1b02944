"""The turn: which part follows which, what is asked, and how the answer is taken."""

import numpy as np

from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.made import by_number
from simkit.engine.base.events import note
from simkit.engine.contract.decisions import Decision, decided_by
from simkit.engine.effects.machine import NO_TEXT, OPTION, VOTE, give_answer, is_idle, list_choices, waits
from simkit.games.castaways import decisions as d
from simkit.games.castaways import phases as p
from simkit.games.castaways.kinds import CardEvent
from simkit.games.castaways.knobs import AT_ONCE
from simkit.games.castaways.rules.asking import answer_again, list_no_or_yes
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
    choose_last_turn,
    decide_headland,
    end_actions,
    hand_over,
)
from simkit.games.castaways.rules.resolution import (
    answer_feed,
    answer_second,
    ask_fire,
    ask_rest,
    begin_flame,
    feed_after_outing,
    feed_before_building,
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
from simkit.games.castaways.rules.setup import choose_abilities, choose_ability, lay_out, list_abilities
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


@kernel
def list_choices_of_card(state, rules, moves):
    """List the answers to what a card asks (decision D11)."""
    return list_choices(state.table.machine, moves)


@kernel
def answer_card(state, rules, move, log):
    """Answer what a card asks; its text goes on."""
    if move.kind == OPTION or move.kind == VOTE:
        note(log, CardEvent.VOTED if move.kind == VOTE else CardEvent.CHOSE, state.seat, move.at, move.answer)
    give_answer(state.table.machine, move.answer)


list_options, take_answer = decided_by(
    (
        Decision(d.NOTHING, list_choices_of_card, answer_card),
        Decision(d.ASK_MARKER, list_markers, place_marker),
        Decision(d.ASK_STEP, list_steps, make_step),
        Decision(d.ASK_AGAIN, list_no_or_yes, answer_again),
        Decision(d.ASK_FOOD, list_food, take_food),
        Decision(d.ASK_GIFT, list_gifts, make_gift),
        Decision(d.ASK_WHITE, list_white, use_white_marker),
        Decision(d.ASK_OWN_FOOD, list_food, use_own_food),
        Decision(d.ASK_ENERGY, list_statements, state_energy),
        Decision(d.ASK_REMAIN, list_remains, take_remain),
        Decision(d.ASK_FEED, list_no_or_yes, answer_feed),
        Decision(d.ASK_FLAME, list_flame, begin_flame),
        Decision(d.ASK_SITE, list_sites, begin_building),
        Decision(d.ASK_PENDING, list_no_or_yes, leave_or_resolve),
        Decision(d.ASK_JOIN, list_no_or_yes, answer_join),
        Decision(d.ASK_PAY, list_no_or_yes, answer_pay),
        Decision(d.ASK_KEEP, list_no_or_yes, eat_or_keep),
        Decision(d.ASK_TILE, list_tiles, keep_tile),
        Decision(d.ASK_INHERIT, list_estate, inherit),
        Decision(d.ASK_ABILITY, list_abilities, choose_ability),
        Decision(d.ASK_SECOND, list_second, answer_second),
        Decision(d.ASK_HEADLAND, list_no_or_yes, choose_last_turn),
        Decision(d.ASK_HAND_OVER, list_no_or_yes, hand_over),
    )
)

play_phase = by_number(
    "play_phase",
    "state, rules, log",
    {
        p.ABILITIES: choose_abilities,
        p.EVENT: begin_turn,
        p.SCORCHING: scorch,
        p.WRECK: wash_ashore,
        p.EACH_TURN: do_each_turn,
        p.GIFTS: make_gifts,
        p.WHITE_MARKER: offer_white_marker,
        p.MARKERS: place_markers,
        p.LOST_GROUPS: send_lost_groups,
        p.LOST_ROLL: roll_for_lost,
        p.LOST_ASK: ask_lost,
        p.LOST_MARKERS: place_late_markers,
        p.RESOLUTION: resolve,
        p.FEED_BEFORE_BUILDING: feed_before_building,
        p.SALVAGE_SHARE: share_remains,
        p.SALVAGE_SECOND: offer_second,
        p.FIRE_ROLL: roll_for_fire,
        p.FIRE_ASK: ask_fire,
        p.BUILD_STATEMENTS: take_statements,
        p.REST_ROLL: roll_for_rest,
        p.REST_ASK: ask_rest,
        p.LATE_GIFTS: make_gifts,
        p.OUTING: set_out,
        p.OUTING_STEP: take_step,
        p.CARD_DONE: end_card,
        p.JOINING: gather_returners,
        p.RETURN_ROLL: roll_for_return,
        p.RETURN_ASK: ask_return,
        p.RETURN_PAY: ask_for_energy,
        p.FEED_AFTER_OUTING: feed_after_outing,
        p.HEADLAND: end_actions,
        p.SURVIVAL: begin_survival,
        p.KEEPING: keep_tiles,
        p.SHARING_FOOD: share_food,
        p.OWN_FOOD: share_own_food,
        p.HUNGER: go_hungry,
        p.FIRE: burn_wood,
        p.NIGHT: spend_night,
        p.CHECK: check_rescue,
        p.INJURIES: check_injuries,
        p.INJURY_ROLL: roll_for_injuries,
        p.INJURY_ASK: ask_injuries,
        p.UPKEEP: keep_up,
    },
)


def setup(state, rules, log):
    """Prepare a game, up to its first decision."""
    lay_out(state, rules, log)
    go_on(state, rules, log)


def options(state, rules, moves):
    """List the legal moves of the decision at hand and return how many there are."""
    return list_options(state.table.asks, state, rules, moves)


def apply(state, rules, move, log):
    """Make one move and play on to the next decision or the end."""
    asks = state.table.asks
    state.table.asks = d.NOTHING
    take_answer(asks, state, rules, move, log)
    go_on(state, rules, log)


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
                note(log, CardEvent.GIVEN_UP, machine.stuck, 0, 0)
                table.end = WITHOUT_END
                state.over = True
            elif is_idle(machine) and table.card == NO_CARD:
                after_card(state, rules, np.int64(machine.drawer), log)
        elif rules.headland_decided == AT_ONCE and decide_headland(state, rules, log):
            return
        else:
            play_phase(table.phase, state, rules, log)
