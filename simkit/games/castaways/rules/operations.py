"""What the words of the cards do: `perform` for the engine's effects machine, and the machine bound to it."""

import numpy as np

from simkit.compile.kernel import separate_kernel
from simkit.engine.base.cards import put_into_bag
from simkit.engine.base.events import note
from simkit.engine.effects.interpreter import GameFunctions, bind_effects
from simkit.engine.effects.machine import ASK, DONE
from simkit.games.castaways.events import EXPEDITION_PLANNED, SHARK_ADDED
from simkit.games.castaways.events import FIRE_LIT as FIRE_WAS_LIT
from simkit.games.castaways.rules.camp import (
    fill_forage_box,
    gain_stored_food,
    gain_wood,
    lose_stored_food,
    put_fire_out,
    reveal_construction,
)
from simkit.games.castaways.rules.card_rolls import offers, settle, strength, throw
from simkit.games.castaways.rules.card_things import (
    flood,
    give_up,
    go_fishing,
    keep_remains,
    lay_camp_card,
    lose_objects,
    remove_camp_card,
    shuffle_plot_in,
    steal,
    wash_ashore,
)
from simkit.games.castaways.rules.cards import enter, takes_part, targets, test
from simkit.games.castaways.rules.castaway import (
    draw_tiles,
    gain_energy,
    gain_object,
    gain_own_food,
    heal,
    injure,
    lose_energy,
    pay_energy,
    traumatise,
)
from simkit.games.castaways.rules.island import advance, move_cube
from simkit.games.castaways.state import SHARK as SHARK_TILE
from simkit.games.castaways.vocabulary import (
    ADVANCE,
    CAMP_CARD,
    CONSTRUCTION,
    ENERGY,
    FIRE,
    FIRE_OUT,
    FISH,
    FOOD,
    FOOD_STORAGE,
    FORAGE,
    GIVE_UP,
    HEAL,
    INJURY,
    LOSE_OBJECT,
    OBJECT,
    PAY,
    PLAN,
    REMAINS,
    REMOVE_CAMP_CARD,
    RETURN,
    SHARK,
    SHUFFLE_IN,
    SP,
    STEAL,
    STRENGTH,
    TIDAL_WAVE,
    WASH_ASHORE,
    WOOD,
)
from simkit.words import NOBODY


def perform(state, rules, op, a, b, log):
    """Do one operation, for the castaway that the text is done for."""
    # One width of numbers throughout, so that what is called is compiled once.
    a, b = np.int64(a), np.int64(b)
    if op >= FOOD_STORAGE:
        return do_to_nobody(state, rules, op, a, b, log)
    seat = np.int64(state.table.machine.seat)
    if op == STRENGTH:
        return strength(state, rules, a, b, log)
    if op == FISH:
        return go_fishing(state, rules, seat, a, log)
    if op == REMAINS:
        return keep_remains(state, rules, seat, a, log)
    if op == LOSE_OBJECT:
        return lose_objects(state, rules, seat, a, log)
    if op == GIVE_UP:
        give_up(state, rules, seat, a, log)
    elif op == STEAL:
        steal(state, rules, seat, a, log)
    elif op == OBJECT:
        gain_object(state, rules, seat, a, log)
    else:
        change_castaway(state, rules, op, seat, a, log)
    return ASK if state.table.estates != 0 else DONE


@separate_kernel
def change_castaway(state, rules, op, seat, n, log):
    """Do what changes one castaway's energy, body, food, tiles or place; some of it can kill."""
    if op == ENERGY and n > 0:
        gain_energy(state, seat, n, log)
    elif op == ENERGY:
        lose_energy(state, rules, seat, -n, log)
    elif op == INJURY:
        for _ in range(n):
            injure(state, rules, seat, log)
    elif op == HEAL:
        heal(state, seat, n, log)
    elif op == SP:
        draw_tiles(state, seat, n, log)
    elif op == FOOD:
        gain_own_food(state, seat, n, log)
    elif op == PAY:
        pay_energy(state.table, seat, min(n, np.int64(state.table.castaways[seat].energy)), log)
    elif op == ADVANCE:
        advance(state.table, rules, seat, n, log)
    else:
        for _ in range(n):
            traumatise(state, rules, seat, log)


@separate_kernel
def do_to_nobody(state, rules, op, a, b, log):
    """Do one operation that concerns the camp, the island or the decks."""
    table = state.table
    if op == CAMP_CARD:
        return lay_camp_card(state, rules, a, log)
    if op == FOOD_STORAGE and a > 0:
        gain_stored_food(state, a, log)
    elif op == FOOD_STORAGE:
        lose_stored_food(state, -a, log)
    elif op == WOOD:
        gain_wood(state, a, log)
    elif op == FORAGE:
        fill_forage_box(state, a, log)
    elif op == SHUFFLE_IN:
        shuffle_plot_in(state, rules, np.int64(rules.card_of_text[a]), b, log)
    elif op == RETURN:
        move_cube(table, rules, a, log)
    elif op == WASH_ASHORE:
        wash_ashore(state, a, log)
    elif op == CONSTRUCTION:
        reveal_construction(state, rules, a, log)
    elif op == REMOVE_CAMP_CARD:
        remove_camp_card(state, rules, a, log)
    elif op == SHARK:
        put_into_bag(table.fish, SHARK_TILE, a)
        note(log, SHARK_ADDED, a, 0, 0)
    elif op == PLAN:
        table.planned = 1
        note(log, EXPEDITION_PLANNED, 0, 0, 0)
    elif op == FIRE and a == FIRE_OUT:
        put_fire_out(table, log)
    elif op == FIRE:
        light_fire(table, log)
    elif op == TIDAL_WAVE:
        flood(state, rules, log)
    return DONE


@separate_kernel
def light_fire(table, log):
    """Let the fire burn; wood must be put on it."""
    if table.fire == 0:
        table.fire = 1
        note(log, FIRE_WAS_LIT, NOBODY, 0, 0)


do_text = bind_effects(
    GameFunctions(
        perform,
        test,
        targets,
        throw=throw,
        offers=offers,
        settle=settle,
        takes_part=takes_part,
        enter=enter,
    )
)
