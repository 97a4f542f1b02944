"""Phase 1, the Currents: roll three dice, then cast any spells of the Grimoire."""

from simkit.engine.chance import begin, die
from simkit.engine.kernel import kernel
from simkit.engine.log import note
from simkit.games.nautilion.events import DICE_ROLLED, PAID, TIDE_SET, TOKENS_SWAPPED, WHIRLWIND_CAST
from simkit.games.nautilion.reserve import pay
from simkit.games.nautilion.state import (
    CHOOSE_PLACE,
    CURRENTS_DICE,
    PLAN,
    SPELL,
    STOP,
    TIDE,
    TRANSLATION,
    TRANSLATION_FIRST,
    TRANSLATION_SECOND,
    WHIRLWIND,
)


@kernel
def roll_all_dice(state, rules):
    """Roll all three dice."""
    dice = state.table.dice
    for i in range(3):
        dice[i] = die(state.chance, rules.dice_faces, rules.face_count)


@kernel
def roll_the_currents(state, rules, log):
    """Begin the next turn: roll, and let the player cast spells."""
    table = state.table
    table.turn += 1
    begin(state.chance, CURRENTS_DICE, table.turn)
    roll_all_dice(state, rules)
    note(log, DICE_ROLLED, table.dice[0], table.dice[1], table.dice[2])
    ask_for_spell(table, rules)


@kernel
def ask_for_spell(table, rules):
    """Let the player cast a spell; without the means for any it is on to the Plan."""
    table.step = SPELL if table.reserve >= rules.cheapest_spell else PLAN


@kernel
def spell_options(table, rules, moves):
    """List: stop; each spell that the reserve can pay (a Tide for each die and each face not shown)."""
    moves[0].kind = STOP
    count = 1
    if table.reserve >= rules.spell_cost_whirlwind:
        moves[count].kind = WHIRLWIND
        count += 1
    if table.reserve >= rules.spell_cost_tide:
        for i in range(3):
            shown = table.dice[i]
            for f in range(rules.value_count):
                value = rules.values[f]
                if value != shown:
                    move = moves[count]
                    move.kind = TIDE
                    move.die = i
                    move.value = value
                    count += 1
    if table.reserve >= rules.spell_cost_translation and table.tokens_on_path >= 2:
        moves[count].kind = TRANSLATION
        count += 1
    return count


@kernel
def translation_options(table, moves, taken):
    """List every place that holds a token, but not the place `taken`."""
    count = 0
    for place in range(1, table.length + 1):
        if table.path[place] != 0 and place != taken:
            moves[count].kind = CHOOSE_PLACE
            moves[count].place = place
            count += 1
    return count


@kernel
def cast_spell(state, rules, move, log):
    """Cast a spell, or stop casting."""
    table = state.table
    if move.kind == STOP:
        table.step = PLAN
    elif move.kind == WHIRLWIND:
        pay(table, rules.spell_cost_whirlwind, log, PAID)
        table.whirlwinds += 1
        roll_all_dice(state, rules)
        ask_for_spell(table, rules)
        note(log, WHIRLWIND_CAST, table.dice[0], table.dice[1], table.dice[2])
    elif move.kind == TIDE:
        pay(table, rules.spell_cost_tide, log, PAID)
        table.tides += 1
        note(log, TIDE_SET, table.dice[move.die], move.value, 0)
        table.dice[move.die] = move.value
        ask_for_spell(table, rules)
    else:
        pay(table, rules.spell_cost_translation, log, PAID)
        table.translations += 1
        table.step = TRANSLATION_FIRST


@kernel
def choose_translated_place(table, rules, move, log):
    """Choose the first or the second of the two places whose tokens are swapped."""
    if table.step == TRANSLATION_FIRST:
        table.first_place = move.place
        table.step = TRANSLATION_SECOND
        return
    first, second = table.first_place, move.place
    path = table.path
    path[first], path[second] = path[second], path[first]
    note(log, TOKENS_SWAPPED, first, second, 0)
    table.first_place = 0
    ask_for_spell(table, rules)
