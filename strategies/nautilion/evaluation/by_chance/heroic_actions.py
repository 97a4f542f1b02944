"""What a Heroic card brings, by its effect and by what is paid for it."""

from simkit.game import kernel, scratch, separate_kernel
from simkit.games.nautilion import state as s
from simkit.games.nautilion.card_effects import (
    CABIN_FILLS,
    CARD_REPLACED,
    CREW_FROM_PATH,
    CREW_FROM_PILE,
    DICE_SET_FREELY,
    MERCENARY_LEAVES,
    NO_DISCARDS,
    PHANTOM_BACKWARDS,
    PHANTOM_STAYS,
    THREE_TOKENS,
    TOKENS_RECOVERED,
)
from simkit.games.nautilion.rules.board import free_to_leave, lowest_number
from simkit.games.nautilion.rules.heroic_actions import crew_in_pile, crew_on_path, numbers_to_fetch
from simkit.games.nautilion.rules.tokens import bit
from simkit.strategies.nautilion.evaluation.by_chance.chances import IMPOSSIBLE, chance_to_win, settle
from simkit.strategies.nautilion.evaluation.by_chance.moving import Turn, this_turn
from simkit.strategies.nautilion.evaluation.by_chance.plans import fill
from simkit.strategies.nautilion.evaluation.by_chance.standing import STANDING, copy_standing, leave
from simkit.strategies.nautilion.evaluation.copies import copies
from simkit.strategies.nautilion.evaluation.faces import faces_shown
from simkit.strategies.nautilion.evaluation.finding import find_card
from simkit.strategies.nautilion.evaluation.plans import best_faces_value, hand_value
from simkit.strategies.nautilion.evaluation.sheet import SHEET

HOPELESS = 1.0
"""If its payment alone costs more odds than this, what a Heroic card does to the dice is not worked out,
unless every plan would lose at once."""


@kernel
def sets_dice(table, rules):
    """Return True if a revealed Heroic card sets the dice."""
    for slot in range(s.ROW_OF_CARDS):
        if (
            rules.heroic_effects[table.heroic_cards[slot]] == DICE_SET_FREELY
            and table.heroic_cards[slot] != 0
        ):
            return True
    return False


@separate_kernel
def best_heroic(table, rules, mind, view, sheet, moves, count, base):
    """Return the index of the best Heroic card with its payment, and the chance after it."""
    at = scratch(STANDING)
    best, number_paid, most = 0, 0, -1.0e12
    # Every card is paid for with the number that is missed least, unless its effect asks for another.
    payers, cheapest, least = int(free_to_leave(table, rules) & table.crew), 0, -1.0e12
    left = plentiful(view, payers)
    while left != 0:
        payer = lowest_number(left)
        left &= left - 1
        worth = after_payment(table, rules, mind, view, at, payer, 0)
        if worth > least:
            cheapest, least = payer, worth
    for slot in range(s.ROW_OF_CARDS):
        card = table.heroic_cards[slot]
        if card == 0:
            continue
        effect = rules.heroic_effects[card]
        special = 0
        if effect == CREW_FROM_PATH or effect == CREW_FROM_PILE:
            special = int(table.crew) if cheapest == 0 else 0
        elif effect == CABIN_FILLS:
            special = int(rules.cabin_crew) & payers
        elif effect == MERCENARY_LEAVES:
            special = int(rules.armed_crew) & payers
        if cheapest != 0:
            special |= bit(cheapest)
        gain = 0.0
        if cheapest != 0 and (least > base - HOPELESS or sheet.now < IMPOSSIBLE):
            gain = turn_gain(table, rules, mind, view, sheet, moves, count, card)
        while special != 0:
            payer = lowest_number(special)
            special &= special - 1
            worth = gain + after_payment(table, rules, mind, view, at, payer, card)
            if worth > most:
                best, number_paid, most = card, payer, worth
    if best == 0:
        return 0, 0.0
    return max(find_card(moves, count, best, number_paid), 0), chance_to_win(sheet.now + most - base)


@kernel
def plentiful(view, numbers):
    """Return those of the numbers of which most copies lie ahead (three or more count alike)."""
    best, most = 0, 0
    while numbers != 0:
        number = lowest_number(numbers)
        numbers &= numbers - 1
        left = min(copies(view.now.ahead, number), 3)
        if left > most:
            best, most = 0, left
        best |= bit(number) if left == most else 0
    return best


@separate_kernel
def turn_gain(table, rules, mind, view, sheet, moves, count, card):
    """Return what a Heroic card adds to this very turn."""
    effect, dice = rules.heroic_effects[card], table.dice
    if table.dice_count == 1:
        return 0.0
    if effect == NO_DISCARDS:
        return hand_value(table, sheet, 0.0, dice[0], dice[1], dice[2]) - sheet.now
    if effect == DICE_SET_FREELY:
        return best_faces_value(table, rules, sheet)[0] - sheet.now
    if effect != PHANTOM_STAYS and effect != PHANTOM_BACKWARDS and effect != THREE_TOKENS:
        return 0.0
    course, three, _ = this_turn(table)
    if effect == THREE_TOKENS:
        three = 1
    elif effect == PHANTOM_STAYS:
        course = s.STAYS
    elif course != s.STAYS:
        course = s.TOWARD_ABYSS
    other = scratch(SHEET)
    other.faces = faces_shown(table)
    turn = Turn(course, three, 0)
    fill(table, rules, mind, view, other, turn, moves, count)
    return hand_value(table, other, sheet.strike, dice[0], dice[1], dice[2]) - sheet.now


@separate_kernel
def after_payment(table, rules, mind, view, at, payer, card):
    """Return the log odds once a Heroic card is paid for and has done what does not concern the dice."""
    copy_standing(view.now, at)
    leave(at, payer)
    at.heroic_left -= 1
    effect = rules.heroic_effects[card] if card != 0 else 0
    at.effects &= ~(1 << int(effect))
    if effect == NO_DISCARDS:
        at.shield = max(at.shield, rules.heroic_turns[card] - 1)
    elif effect == TOKENS_RECOVERED:
        at.reserve += rules.heroic_tokens[card]
    elif effect == CARD_REPLACED:
        if at.heroic_left > 0 and table.pile_left == 0:
            at.heroic_left -= 1
    elif effect == MERCENARY_LEAVES:
        if (rules.armed_crew & bit(payer)) != 0 and at.to_come != 0 and table.phantom_board[s.MERCENARY] > 0:
            at.theirs -= rules.mercenary_harpoons
            at.phantom_board -= 1
    elif effect == CABIN_FILLS and rules.cabin_crew & bit(payer):
        at.cabin_crew |= rules.cabin_crew & crew_in_pile(table) & ~bit(payer)
    worth = -1.0e12
    if rules.one_group[at.crew | at.mercenaries]:
        worth = settle(table, rules, mind, view, at)
    if effect == CREW_FROM_PATH or effect == CREW_FROM_PILE:
        numbers = numbers_to_fetch(table, rules, payer)
        numbers &= crew_on_path(table) if effect == CREW_FROM_PATH else crew_in_pile(table)
        while numbers != 0:
            number = lowest_number(numbers)
            numbers &= numbers - 1
            at.crew |= bit(number)
            worth = max(worth, settle(table, rules, mind, view, at))
            at.crew &= ~bit(number)
    return worth
