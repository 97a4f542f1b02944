"""What the words of the cards do: `perform` for the engine's effects machine, made into one."""

from simkit.game import NOBODY, kernel, note, put_into_bag, separate_kernel
from simkit.game.effects import ASK, DONE, GameFunctions, bind_effects
from simkit.games.castaways import vocabulary as v
from simkit.games.castaways.kinds import CardEvent, Event
from simkit.games.castaways.rules import camp, card_rolls, card_things, castaway, island
from simkit.games.castaways.rules.cards import enter, takes_part, targets, test
from simkit.games.castaways.rules.order import is_living
from simkit.games.castaways.sentences import IS_UNCHANGED, NO_INJURY, NO_ROOM
from simkit.games.castaways.state import SHARK


def perform(state, rules, op, a, b, log):
    """Do one operation for the castaway that the text is done for."""
    before = count_of(log)
    if op >= v.FOOD_STORAGE:
        found = do_to_nobody(state, rules, op, a, b, log)
        if op in SAY_IF_NOTHING:
            note_if_nothing(log, before, NOBODY, IS_UNCHANGED)
        return found
    seat = state.table.machine.seat
    if op == v.STRENGTH:
        return card_rolls.strength(state, rules, a, b, log)
    if op == v.FISH:
        return card_things.go_fishing(state, rules, seat, a, log)
    if op == v.REMAINS:
        return card_things.keep_remains(state, rules, seat, a, log)
    if op == v.LOSE_OBJECT:
        return card_things.lose_objects(state, rules, seat, a, log)
    if op == v.GIVE_UP:
        card_things.give_up(state, rules, seat, a, log)
    elif op == v.STEAL:
        card_things.steal(state, rules, seat, a, log)
    elif op == v.OBJECT:
        castaway.gain_object(state, rules, seat, a, log)
    else:
        change_castaway(state, rules, op, seat, a, log)
        if is_living(state.table, seat):
            note_if_nothing(log, before, seat, why_nothing(op, a))
    return ASK if state.table.estates != 0 else DONE


SAY_IF_NOTHING = (v.FOOD_STORAGE, v.WOOD, v.FORAGE, v.WASH_ASHORE, v.FIRE)
"""The words about the camp after which it is said that they changed nothing."""


@kernel
def count_of(log):
    """Return how many events a move has noted so far."""
    if log is not None:
        return log.count
    return 0


@kernel
def note_if_nothing(log, before, seat, why):
    """Note that words of a card changed nothing, if nothing has been noted since."""
    if log is not None and log.count == before:
        note(log, Event.CHANGED_NOTHING, seat, why)


@kernel
def why_nothing(op, n):
    """Return why words for a castaway changed nothing."""
    if op == v.HEAL:
        return NO_INJURY
    return NO_ROOM if op == v.ENERGY and n > 0 else IS_UNCHANGED


@separate_kernel
def change_castaway(state, rules, op, seat, n, log):
    """Change one castaway's energy, body, food, tiles or place; some changes can kill."""
    if op == v.ENERGY and n > 0:
        castaway.gain_energy(state, seat, n, log)
    elif op == v.ENERGY:
        castaway.lose_energy(state, rules, seat, -n, log)
    elif op == v.INJURY:
        for _ in range(n):
            castaway.injure(state, rules, seat, log)
    elif op == v.HEAL:
        castaway.heal(state, seat, n, log)
    elif op == v.SP:
        castaway.draw_tiles(state, seat, n, log)
    elif op == v.FOOD:
        castaway.gain_own_food(state, seat, n, log)
    elif op == v.PAY:
        castaway.pay_energy(state.table, seat, min(n, state.table.castaways[seat].energy), log)
    elif op == v.ADVANCE:
        island.advance(state.table, rules, seat, n, log)
    else:
        for _ in range(n):
            castaway.traumatise(state, rules, seat, log)


@separate_kernel
def do_to_nobody(state, rules, op, a, b, log):
    """Do one operation that concerns the camp, the island or the decks."""
    table = state.table
    if op == v.CAMP_CARD:
        return card_things.lay_camp_card(state, rules, a, log)
    if op == v.FOOD_STORAGE and a > 0:
        camp.gain_stored_food(state, a, log)
    elif op == v.FOOD_STORAGE:
        camp.lose_stored_food(state, -a, log)
    elif op == v.WOOD:
        camp.gain_wood(state, a, log)
    elif op == v.FORAGE:
        camp.fill_forage_box(state, a, log)
    elif op == v.SHUFFLE_IN:
        card_things.shuffle_plot_in(state, rules, rules.card_of_text[a], b, log)
    elif op == v.RETURN:
        island.move_cube(table, rules, a, log)
    elif op == v.WASH_ASHORE:
        card_things.wash_ashore(state, a, log)
    elif op == v.CONSTRUCTION:
        camp.reveal_construction(state, rules, a, log)
    elif op == v.REMOVE_CAMP_CARD:
        card_things.remove_camp_card(state, rules, a, log)
    elif op == v.SHARK:
        put_into_bag(table.fish, SHARK, a)
        note(log, CardEvent.SHARK_ADDED, a)
    elif op == v.PLAN:
        table.planned = 1
        note(log, CardEvent.EXPEDITION_PLANNED)
    elif op == v.FIRE and a == v.FIRE_OUT:
        camp.put_fire_out(table, log)
    elif op == v.FIRE:
        light_fire(table, log)
    elif op == v.TIDAL_WAVE:
        card_things.flood(state, rules, log)
    return DONE


@separate_kernel
def light_fire(table, log):
    """Let the fire burn; it must have wood."""
    if table.fire == 0:
        table.fire = 1
        note(log, Event.FIRE_LIT, NOBODY, 0)


do_text = bind_effects(
    GameFunctions(
        perform,
        test,
        targets,
        throw=card_rolls.throw,
        offers=card_rolls.offers,
        settle=card_rolls.settle,
        takes_part=takes_part,
        enter=enter,
    )
)
