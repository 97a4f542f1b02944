"""The turn: which part follows which, which decisions are asked for, and how answers are taken."""

from simkit.game import Decision, by_number, decided_by, kernel, note, separate_kernel
from simkit.game.effects import NO_TEXT, OPTION, VOTE, give_answer, is_idle, list_choices, waits
from simkit.games.castaways import decisions as d
from simkit.games.castaways import phases as p
from simkit.games.castaways.kinds import CardEvent
from simkit.games.castaways.knobs import AT_ONCE
from simkit.games.castaways.rules import (
    build,
    end_of_turn,
    event_phase,
    gifts,
    lost_groups,
    markers,
    outing,
    rescue,
    resolution,
    survival,
)
from simkit.games.castaways.rules.asking import ask, list_no_or_yes
from simkit.games.castaways.rules.operations import do_text
from simkit.games.castaways.rules.rolls import answer_again
from simkit.games.castaways.rules.setup import choose_character, choose_characters, lay_out, list_characters
from simkit.games.castaways.state import NO_CARD, WITHOUT_END


@kernel
def list_choices_of_card(state, rules, moves):
    """List the answers to what a card asks (decision D11)."""
    return list_choices(state.table.machine, moves)


@kernel
def answer_card(state, rules, move, log):
    """Answer a card's question; its text goes on."""
    if move.kind == OPTION or move.kind == VOTE:
        note(log, CardEvent.VOTED if move.kind == VOTE else CardEvent.CHOSE, state.seat, move.at, move.answer)
    give_answer(state.table.machine, move.answer)


list_options, take_answer = decided_by(
    (
        Decision(d.ASK_CARD, list_choices_of_card, answer_card),
        Decision(d.ASK_MARKER, markers.list_markers, markers.place_marker),
        Decision(d.ASK_STEP, outing.list_steps, outing.make_step),
        Decision(d.ASK_AGAIN, list_no_or_yes, answer_again),
        Decision(d.ASK_FOOD, survival.list_food, survival.take_food),
        Decision(d.ASK_GIFT, gifts.list_gifts, gifts.make_gift),
        Decision(d.ASK_WHITE, markers.list_white, markers.use_white_marker),
        Decision(d.ASK_OWN_FOOD, survival.list_food, survival.use_own_food),
        Decision(d.ASK_ENERGY, build.list_statements, build.state_energy),
        Decision(d.ASK_REMAIN, resolution.list_remains, resolution.take_remain),
        Decision(d.ASK_FEED, list_no_or_yes, resolution.answer_feed),
        Decision(d.ASK_FLAME, resolution.list_flame, resolution.begin_flame),
        Decision(d.ASK_SITE, build.list_sites, build.begin_building),
        Decision(d.ASK_PENDING, list_no_or_yes, outing.leave_or_resolve),
        Decision(d.ASK_JOIN, list_no_or_yes, outing.answer_join),
        Decision(d.ASK_PAY, list_no_or_yes, outing.answer_pay),
        Decision(d.ASK_KEEP, list_no_or_yes, survival.eat_or_keep),
        Decision(d.ASK_TILE, survival.list_tiles, survival.keep_tile),
        Decision(d.ASK_INHERIT, gifts.list_estate, gifts.inherit),
        Decision(d.ASK_CHARACTER, list_characters, choose_character),
        Decision(d.ASK_SECOND, resolution.list_second, resolution.answer_second),
        Decision(d.ASK_HEADLAND, list_no_or_yes, rescue.choose_last_turn),
        Decision(d.ASK_HAND_OVER, list_no_or_yes, rescue.hand_over),
    )
)

play_phase = by_number(
    "play_phase",
    "state, rules, log",
    {
        p.CHOOSING_CHARACTERS: choose_characters,
        p.EVENT: event_phase.begin_turn,
        p.SCORCHING: event_phase.scorch,
        p.WRECK: event_phase.wash_ashore,
        p.EACH_TURN: event_phase.do_each_turn,
        p.GIFTS: gifts.make_gifts,
        p.WHITE_MARKER: markers.offer_white_marker,
        p.MARKERS: markers.place_markers,
        p.LOST_GROUPS: lost_groups.send_lost_groups,
        p.LOST_ROLL: lost_groups.roll_for_lost,
        p.LOST_ASK: lost_groups.ask_lost,
        p.LOST_MARKERS: lost_groups.place_late_markers,
        p.RESOLUTION: resolution.resolve,
        p.FEED_BEFORE_BUILDING: resolution.feed_before_building,
        p.SALVAGE_SHARE: resolution.share_remains,
        p.SALVAGE_SECOND: resolution.offer_second,
        p.FIRE_ROLL: resolution.roll_for_fire,
        p.FIRE_ASK: resolution.ask_fire,
        p.BUILD_STATEMENTS: build.take_statements,
        p.REST_ROLL: resolution.roll_for_rest,
        p.REST_ASK: resolution.ask_rest,
        p.LATE_GIFTS: gifts.make_gifts,
        p.OUTING: outing.set_out,
        p.OUTING_STEP: outing.take_step,
        p.CARD_DONE: outing.end_card,
        p.JOINING: outing.gather_returners,
        p.RETURN_ROLL: outing.roll_for_return,
        p.RETURN_ASK: outing.ask_return,
        p.RETURN_PAY: outing.ask_for_energy,
        p.FEED_AFTER_OUTING: resolution.feed_after_outing,
        p.HEADLAND: rescue.end_actions,
        p.SURVIVAL: survival.begin_survival,
        p.KEEPING: survival.keep_tiles,
        p.SHARING_FOOD: survival.share_food,
        p.OWN_FOOD: survival.share_own_food,
        p.HUNGER: survival.go_hungry,
        p.FIRE: survival.burn_wood,
        p.NIGHT: survival.spend_night,
        p.CHECK: rescue.check_rescue,
        p.INJURIES: end_of_turn.check_injuries,
        p.INJURY_ROLL: end_of_turn.roll_for_injuries,
        p.INJURY_ASK: end_of_turn.ask_injuries,
        p.UPKEEP: end_of_turn.keep_up,
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

    Before the turn goes on, the objects of the dead are divided, and a card that was begun is finished.
    """
    table = state.table
    machine = table.machine
    while not state.over and table.asks == d.NOTHING:
        if table.estates != 0:
            gifts.divide_estate(state, rules)
        elif not is_idle(machine):
            do_text(state, rules, machine, rules.program, log)
            if waits(machine):
                ask(state, machine.asked, d.ASK_CARD)
                return
            if machine.stuck != NO_TEXT:
                note(log, CardEvent.GIVEN_UP, machine.stuck)
                table.end = WITHOUT_END
                state.over = True
            elif is_idle(machine) and table.card == NO_CARD:
                outing.after_card(state, rules, machine.drawer, log)
        elif rules.headland_decided == AT_ONCE and rescue.decide_headland(state, rules, log):
            return
        else:
            play_phase(table.phase, state, rules, log)
