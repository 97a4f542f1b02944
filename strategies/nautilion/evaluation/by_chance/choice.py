"""The decisions of `expert` with expansions or two players: the chance to win after each move is compared.

What the dice change is worked out once, for any two faces that Phantom and Nautilion may get (`plans.fill`).
Every plan, Tide, re-roll and Whirlwind is read from that; what is paid for them, and what Heroic cards and
purchases bring, is added in odds.
"""

from simkit.game import find_move, kernel, scratch, separate_kernel
from simkit.games.nautilion import state as s
from simkit.games.nautilion.kinds import Move
from simkit.games.nautilion.rules.path import only
from simkit.games.nautilion.rules.tokens import bit, is_crew, mage_bit
from simkit.strategies.nautilion.evaluation.by_chance.chances import VIEW, found, odds_at, prepare, survey
from simkit.strategies.nautilion.evaluation.by_chance.currents import best_translation, currents
from simkit.strategies.nautilion.evaluation.by_chance.heroic_actions import sets_dice
from simkit.strategies.nautilion.evaluation.by_chance.moving import this_turn
from simkit.strategies.nautilion.evaluation.by_chance.plans import (
    SPOILED,
    fill,
    leave_out_spoiled_wins,
    struck,
)
from simkit.strategies.nautilion.evaluation.by_chance.standing import (
    STANDING,
    board,
    copy_standing,
    into_cabin,
    keep_largest,
    leave,
    remove,
)
from simkit.strategies.nautilion.evaluation.copies import one_copy
from simkit.strategies.nautilion.evaluation.faces import faces_in_question, faces_shown
from simkit.strategies.nautilion.evaluation.plain import answer_of_all
from simkit.strategies.nautilion.evaluation.plans import best_plan, set_dice
from simkit.strategies.nautilion.evaluation.sheet import SHEET
from simkit.strategies.nautilion.evaluation.translation import source_of


@separate_kernel
def choose_by_chance(table, rules, mind, moves, count):
    """Choose the move after which the chance to win is best."""
    step, view = table.step, scratch(VIEW)
    if step in (s.SPELL, s.PLAN, s.SET_DICE, s.TRANSLATION_FIRST, s.TRANSLATION_SECOND):
        survey(table, rules, view)
        prepare(table, rules, mind, view)
        return give_or_change(table, rules, mind, view, moves, count)
    answer = answer_of_all(table, rules, moves, count)
    if answer >= 0:
        return answer
    if step == s.FIGURE:
        return max(find_move(moves, count, Move.CHOOSE_FIGURE, "number", 1), 0)
    survey(table, rules, view)
    prepare(table, rules, mind, view)
    return best_after(table, rules, mind, view, moves, count)


@separate_kernel
def best_after(table, rules, mind, view, moves, count):
    """Return the index of the move with the best odds: what is taken, discarded, fetched, won, put back."""
    best, most = 0, -1.0e12
    at, now = scratch(STANDING), view.now
    for i in range(count):
        copy_standing(now, at)
        make(table, rules, at, moves[i])
        if table.step != s.RETURN_PLACE:
            gone = now.occupied & ~at.occupied
            at.hope = found(table, rules, view, at.nautilion, at.crew | at.mercenaries, gone)
        odds = odds_at(table, rules, mind, view, at)
        if odds > most:
            best, most = i, odds
    return best


@kernel
def make(table, rules, at, move):
    """Make a move on a copy of how things stand."""
    made = move.kind
    if made == Move.TAKE_ABOARD:
        board(at, table.in_hand, move.number)
    elif made == Move.TAKE_CABIN:
        into_cabin(at, table.in_hand)
    elif made == Move.TAKE_RESERVE or made == Move.PRIZE_RESERVE:
        at.reserve += 1
    elif made == Move.DISCARD_RESERVE:
        at.reserve -= 1
    elif made == Move.DISCARD_CREW:
        leave(at, move.number)
    elif made == Move.DISCARD_CABIN:
        if is_crew(move.number):
            at.cabin_crew &= ~bit(move.number)
        else:
            at.cabin_mages &= ~mage_bit(move.number)
    elif made == Move.PRIZE_ABOARD:
        at.crew |= bit(move.number)
        if rules.one_group[at.crew] == 0:
            keep_largest(at, rules)
    elif made == Move.CHOOSE_KIND:
        at.crew |= bit(move.number)
    elif table.step == s.FETCH_FROM_PATH:
        at.crew |= bit(table.path[move.place])
        remove(table, at, move.place)
    else:  # a token comes back into the path
        at.occupied |= only(move.place)
        at.ahead += one_copy(table.returned_kind)


@separate_kernel
def give_or_change(table, rules, mind, view, moves, count):
    """Return the index of the best plan, or of the best way to get other dice or another landing."""
    sheet = scratch(SHEET)
    sheet.faces = faces_in_question(table, rules)
    no_means = (table.reserve == 0) & (table.cabin_mages == 0) & (table.dice_count > 1)
    if table.step == s.SPELL and no_means and not sets_dice(table, rules):
        sheet.faces = faces_shown(table)
    fill(table, rules, mind, view, sheet, this_turn(table), moves, count)
    sheet.strike = struck(table, rules, mind, view, 0, view.odds_now)
    if table.step == s.PLAN:
        if sheet.strike == SPOILED:
            leave_out_spoiled_wins(sheet, moves, count)
        return best_plan(table, sheet, moves, count)
    if table.step == s.SET_DICE:
        return set_dice(table, rules, sheet, moves, count)
    if table.step == s.SPELL:
        return currents(table, rules, mind, view, sheet, moves, count)
    if table.step == s.TRANSLATION_FIRST:
        place = best_translation(table, rules, mind, view, sheet)[1]
        return max(find_move(moves, count, Move.CHOOSE_PLACE, "place", place), 0)
    number = best_translation(table, rules, mind, view, sheet)[2]
    place = source_of(table, number, table.first_place)
    return max(find_move(moves, count, Move.CHOOSE_PLACE, "place", place), 0)
