"""The odds of every way to give the dice, and what a strike of the Darkhouse takes off them."""

from simkit.game import bit_count, highest_bit, kernel, lowest_bit, scratch, separate_kernel
from simkit.games.nautilion import state as s
from simkit.games.nautilion.card_effects import DISCARD_MORE
from simkit.games.nautilion.rules.board import free_to_leave, lowest_number
from simkit.games.nautilion.rules.machinations import card_of_the_turn
from simkit.games.nautilion.rules.path import beyond
from simkit.strategies.nautilion.evaluation.by_chance.chances import (
    CERTAIN,
    LOST_ODDS,
    WON_ODDS,
    odds_at,
    settle,
)
from simkit.strategies.nautilion.evaluation.by_chance.moving import after
from simkit.strategies.nautilion.evaluation.by_chance.standing import (
    STANDING,
    copy_standing,
    leave,
    nothing_left_to_do,
)
from simkit.strategies.nautilion.evaluation.faces import mean_values, order_pairs, strike_values
from simkit.strategies.nautilion.evaluation.sheet import FACES

SPOILED = 80.0
"""What a strike costs that would take the crew on the way into the Abyss."""

DECIDED_BY_A_DIE = 12.0
"""What a win at once counts where faces are averaged; a loss is as far below zero."""


@separate_kernel
def fill(table, rules, mind, view, sheet, turn, moves, count):
    """Fill in what the dice change: pairs of them, or single ones."""
    faces = sheet.faces
    strike_values(table, rules, sheet)
    if table.step == s.PLAN and table.dice_count > 1:
        for i in range(count):
            a, b = moves[i].phantom, moves[i].nautilion
            sheet.figures[a, b] = after(table, rules, mind, view, turn, a, b)
        return
    if table.dice_count == 1:
        left = faces
        loses = wins = 0
        while left != 0:
            face = lowest_bit(left)
            left &= left - 1
            if table.receiving & s.PHANTOM_FIGURE:
                odds = after(table, rules, mind, view, turn, face, table.nautilion_die)
                sheet.phantom[face] = max(odds, -DECIDED_BY_A_DIE)
                loses |= int(odds == LOST_ODDS) << face
            if table.receiving & s.NAUTILION_FIGURE:
                odds = after(table, rules, mind, view, turn, table.phantom_die, face)
                sheet.nautilion[face] = min(max(odds, -DECIDED_BY_A_DIE), DECIDED_BY_A_DIE)
                wins |= int(odds > CERTAIN) << face
                loses |= int(odds == LOST_ODDS) << (face + FACES)
        mean_values(rules, sheet)
        for face in range(FACES):
            if (wins >> face) & 1:
                sheet.nautilion[face] = WON_ODDS
            if (loses >> face) & 1:
                sheet.phantom[face] = LOST_ODDS
            if (loses >> (face + FACES)) & 1:
                sheet.nautilion[face] = LOST_ODDS
        return
    sheet.figures[0, 0] = 0.0
    if (table.receiving & s.NAUTILION_FIGURE) == 0 and table.nautilion_die == 0:
        left = faces
        while left != 0:
            face = lowest_bit(left)
            left &= left - 1
            sheet.figures[face, 0] = after(table, rules, mind, view, turn, face, 0)
        return
    left = faces
    while left != 0:
        a = lowest_bit(left)
        left &= left - 1
        others = faces
        while others != 0:
            b = lowest_bit(others)
            others &= others - 1
            sheet.figures[a, b] = after(table, rules, mind, view, turn, a, b)
    order_pairs(sheet, faces)


@kernel
def with_less(table, rules, mind, view, less):
    """Return the log odds with `less` reserve tokens less."""
    if less == 0:
        return view.odds_now
    at = scratch(STANDING)
    copy_standing(view.now, at)
    at.reserve -= less
    return odds_at(table, rules, mind, view, at)


@separate_kernel
def struck(table, rules, mind, view, spent, before_it):
    """Return what a strike of the Darkhouse costs, in log odds, once `spent` reserve tokens are gone."""
    if table.turn <= table.shielded_until:
        return 0.0
    due = rules.darkhouse_tokens[card_of_the_turn(table)] if table.darkhouse_effect == DISCARD_MORE else 1
    left = table.reserve - spent
    near = bit_count(table.occupied & beyond(table.nautilion)) < highest_bit(int(rules.value_mask))
    if near and left + bit_count(table.cabin_crew) < due and nothing_left_to_do(rules, view.now):
        return SPOILED  # the Darkhouse comes before the Nautilion's move
    if left > 0:
        return before_it - with_less(table, rules, mind, view, spent + min(due, left))
    at = scratch(STANDING)
    best = -1.0e12
    free = free_to_leave(table, rules)
    while free != 0:
        space = lowest_number(free)
        free &= free - 1
        copy_standing(view.now, at)
        at.reserve -= spent
        leave(at, space)
        best = max(best, settle(table, rules, mind, view, at))
    cabin = int(table.cabin_crew)
    while cabin != 0:
        copy_standing(view.now, at)
        at.reserve -= spent
        at.cabin_crew = cabin & (cabin - 1)
        cabin = 0
        best = max(best, odds_at(table, rules, mind, view, at))
    for i in range(s.MAGE_KINDS):
        if (table.cabin_mages >> i) & 1:
            copy_standing(view.now, at)
            at.reserve -= spent
            at.cabin_mages &= ~(1 << i)
            best = max(best, odds_at(table, rules, mind, view, at))
    return before_it - best if best > -1.0e12 else 0.0


@kernel
def leave_out_spoiled_wins(sheet, moves, count):
    """Count as lost what reaches the Abyss after the Darkhouse has taken the crew."""
    for i in range(count):
        move = moves[i]
        if sheet.strikes[move.darkhouse] == 1.0 and sheet.figures[move.phantom, move.nautilion] > CERTAIN:
            sheet.figures[move.phantom, move.nautilion] = LOST_ODDS
