"""Phase 1, the Currents: roll the dice, then cast spells, re-roll with mages, play Heroic cards."""

from simkit.game import begin, bit_count, kernel, note, roll_pool
from simkit.games.nautilion import state as s
from simkit.games.nautilion.card_effects import DICE_FIXED, DICE_ONE_BY_ONE, FIGURE_FIRST, PLAY_TWICE
from simkit.games.nautilion.kinds import Event, Move
from simkit.games.nautilion.rules.board import numbers_open, spaces_held
from simkit.games.nautilion.rules.heroic_actions import heroic_options, play_heroic_card
from simkit.games.nautilion.rules.machinations import buy_token, card_of_the_turn, may_buy, purchase_options
from simkit.games.nautilion.rules.mages import partners_ready, reroll_die, reroll_options
from simkit.games.nautilion.rules.mercenaries import collision_to_come
from simkit.games.nautilion.rules.path import only, place_options
from simkit.games.nautilion.rules.reserve import pay


@kernel
def roll_dice(state, rules, count):
    """Roll `count` dice."""
    roll_pool(state.chance, rules.dice_faces, count, state.table.dice)


@kernel
def roll_the_currents(state, rules, log):
    """Roll the turn's dice, and let the player cast spells."""
    table = state.table
    begin(state.chance, s.CURRENTS_DICE, table.turn)
    if rules.expanded != 0:
        take_all_dice(table)
        if table.darkhouse_effect != 0 or table.stuck_at != 0:
            roll_in_troubled_waters(state, rules, log)
            return
    roll_dice(state, rules, 3)
    note(log, Event.DICE_ROLLED, table.dice[0], table.dice[1], table.dice[2])
    ask_for_spell(table, rules)


@kernel
def take_all_dice(table):
    """Take three dice in hand, for all three figures."""
    table.figures = s.ALL_FIGURES
    table.receiving = s.ALL_FIGURES
    table.dice_count = 3


@kernel
def roll_in_troubled_waters(state, rules, log):
    """Roll in a turn that a reef or a Darkhouse card changes."""
    table = state.table
    effect, stuck = table.darkhouse_effect, table.stuck_at != 0
    if stuck:
        table.figures = s.DARKHOUSE_FIGURE | s.PHANTOM_FIGURE
    if effect == FIGURE_FIRST:
        table.step = s.FIGURE
    elif effect == DICE_FIXED:
        table.receiving = table.figures
        table.dice_count = 3
        for i in range(3):
            table.dice[i] = rules.darkhouse_dice[card_of_the_turn(table), i]
        ask_for_spell(table, rules)
    elif effect == DICE_ONE_BY_ONE:
        roll_for(state, rules, table.figures, 1, log)
    else:
        roll_for(state, rules, table.figures, 2 if stuck and effect != PLAY_TWICE else 3, log)


@kernel
def roll_for(state, rules, receiving, count, log):
    """Roll `count` dice for the figures in `receiving` only."""
    table = state.table
    table.receiving = receiving
    table.dice_count = count
    for i in range(count, 3):
        table.dice[i] = 0
    roll_dice(state, rules, count)
    note(log, Event.DICE_ROLLED, table.dice[0], table.dice[1], table.dice[2])
    ask_for_spell(table, rules)


@kernel
def figure_options(state, rules, moves):
    """List the figures for which the first die may be rolled."""
    for i in range(3):
        moves[i].kind = Move.CHOOSE_FIGURE
        moves[i].number = 1 << i
    return 3


@kernel
def choose_figure(state, rules, figure, log):
    """Roll one die for the chosen figure."""
    note(log, Event.FIGURE_CHOSEN, figure)
    roll_for(state, rules, figure, 1, log)


@kernel
def roll_on(state, rules, log):
    """Roll for the figures that have not received a die yet."""
    figures = state.table.figures
    roll_for(state, rules, figures, 2 if state.table.darkhouse_effect == FIGURE_FIRST else 1, log)


@kernel
def ask_for_spell(table, rules):
    """Let the player cast a spell, or go on with the Plan if they can pay for none.

    Two players first choose who plays the first turn, once the first dice are rolled.
    """
    if table.first_player_open != 0:
        table.step = s.FIRST_PLAYER
    elif table.reserve >= rules.cheapest_spell or (rules.expanded != 0 and _other_means(table, rules)):
        table.step = s.SPELL
    else:
        table.step = s.PLAN


@kernel
def _other_means(table, rules):
    """Return True if a partnership, a Heroic card or a purchase may be available."""
    return table.heroic_left > 0 or partners_ready(table, rules) != 0 or may_buy(table, rules)


@kernel
def spell_options(state, rules, moves):
    """List: stop; each spell that the reserve can pay for (a Tide for each die and each face not shown).

    Then each mage's re-roll, each Heroic card that can be paid for, and what the Darkhouse sells.
    """
    table = state.table
    moves[0].kind = Move.STOP
    count = 1
    dice_move = table.darkhouse_effect != DICE_FIXED
    if dice_move and table.reserve >= rules.spell_cost_whirlwind:
        moves[count].kind = Move.WHIRLWIND
        count += 1
    if dice_move and table.reserve >= rules.spell_cost_tide:
        count = tide_options(table, rules, moves, count, table.dice_count)
    if table.reserve >= rules.spell_cost_translation and bit_count(table.occupied) >= 2:
        moves[count].kind = Move.TRANSLATION
        count += 1
    if rules.expanded != 0:
        if dice_move and table.cabin_mages != 0:
            count = reroll_options(table, rules, moves, count)
        count = heroic_options(table, rules, moves, count)
        if may_buy(table, rules):
            spaces = rules.open_spaces[spaces_held(table)] if collision_to_come(table, rules) else 0
            count = purchase_options(table, rules, moves, count, numbers_open(table, rules), spaces)
    return count


@kernel
def tide_options(table, rules, moves, count, dice):
    """List, after the first `count` moves, a Tide for each of the dice and each face that it doesn't show."""
    for i in range(dice):
        shown = table.dice[i]
        for f in range(rules.value_count - 1):
            move = moves[count]
            move.kind = Move.TIDE
            move.die = i
            move.value = rules.values[f] if rules.values[f] < shown else rules.values[f + 1]
            count += 1
    return count


@kernel
def translation_options(state, rules, moves):
    """List every place that holds a token, except the first place chosen."""
    table = state.table
    return place_options(moves, table.occupied & ~only(table.first_place))


@kernel
def cast_spell(state, rules, move, log):
    """Cast a spell, make another move of the Currents, or stop."""
    table = state.table
    if move.kind == Move.STOP:
        table.step = s.PLAN
    elif move.kind == Move.WHIRLWIND:
        pay(table, rules.spell_cost_whirlwind, log, Event.PAID)
        table.whirlwinds += 1
        roll_dice(state, rules, table.dice_count)
        ask_for_spell(table, rules)
        note(log, Event.WHIRLWIND_CAST, table.dice[0], table.dice[1], table.dice[2])
    elif move.kind == Move.TIDE:
        pay(table, rules.spell_cost_tide, log, Event.PAID)
        table.tides += 1
        note(log, Event.TIDE_SET, table.dice[move.die], move.value)
        table.dice[move.die] = move.value
        ask_for_spell(table, rules)
    elif move.kind == Move.TRANSLATION:
        pay(table, rules.spell_cost_translation, log, Event.PAID)
        table.translations += 1
        table.step = s.TRANSLATION_FIRST
    elif move.kind == Move.REROLL:
        reroll_die(state, rules, move, log)
        ask_for_spell(table, rules)
    elif move.kind == Move.BUY:
        buy_token(table, rules, move, state.seat, log)
        ask_for_spell(table, rules)
    else:
        play_heroic_card(state, rules, move, log)
        if table.step == s.SPELL:
            ask_for_spell(table, rules)


@kernel
def choose_translated_place(table, rules, move, log):
    """Choose the first or the second of the two places whose tokens are swapped."""
    if table.step == s.TRANSLATION_FIRST:
        table.first_place = move.place
        table.step = s.TRANSLATION_SECOND
        return
    first, second = table.first_place, move.place
    path = table.path
    path[first], path[second] = path[second], path[first]
    note(log, Event.TOKENS_SWAPPED, first, second)
    table.first_place = 0
    ask_for_spell(table, rules)
