"""What a Translation would fetch, and what the plan after it is worth."""

from simkit.game import kernel
from simkit.games.nautilion import state as s
from simkit.games.nautilion.card_effects import BACKWARDS, EXCHANGE
from simkit.games.nautilion.rules.board import may_go_aboard, numbers_open, spaces_held
from simkit.games.nautilion.rules.heroic_actions import crew_on_path
from simkit.games.nautilion.rules.mercenaries import collision_to_come
from simkit.games.nautilion.rules.path import only
from simkit.games.nautilion.rules.tokens import bit, crew_size, is_crew
from simkit.games.nautilion.state import CREW_NUMBERS
from simkit.strategies.nautilion.evaluation.copies import tokens_between
from simkit.strategies.nautilion.evaluation.faces import next_landings, welcome_kinds
from simkit.strategies.nautilion.evaluation.landing import some_die_fits
from simkit.strategies.nautilion.evaluation.prospects import hope, most_hope
from simkit.strategies.nautilion.evaluation.reach import figures_meet
from simkit.strategies.nautilion.evaluation.sheet import DECIDED
from simkit.strategies.nautilion.evaluation.worths import boarding_worth, kept_worth, strike_cost

ANYTHING = -1.0e12
"""Less than any worth."""

NEARLY = 1.0e-6
"""Sums that are added up in another order may differ by this."""


@kernel
def lands_normally(table):
    """Return True if three dice lie in hand, one of them for a Nautilion that keeps what it finds ahead."""
    if table.darkhouse_effect in (BACKWARDS, EXCHANGE) or table.three_tokens != 0:
        return False
    return table.receiving == s.ALL_FIGURES and table.dice_count == 3


@kernel
def may_end_fetching(table, rules):
    """Return False where a Translation costs nothing and a die lands on what fits already.

    Another number, fetched for nothing again and again, would have no end.
    """
    return rules.spell_cost_translation > 0 or not some_die_fits(table, rules)


@kernel
def best_translation(table, rules, weights, sheet, at_least):
    """Return the worth of the best plan after the best Translation, and the place that it fetches to.

    A Translation worth no more than `at_least` is not worked out: then that is the worth, and 0 the place.
    """
    best, most = 0, at_least
    reserve = table.reserve - rules.spell_cost_translation
    strike = strike_cost(table, rules, weights, sheet.sight, reserve)
    sheet.fetchable = numbers_open(table, rules) & crew_on_path(table)
    dice = table.dice
    for i in range(3):
        die = dice[i]
        place = sheet.nautilion_place[die]
        if die == 0 or not table.nautilion < place <= table.length:
            continue
        kind = table.path[place]
        fits = is_crew(kind) and may_go_aboard(table, rules, kind)
        if fits and weights.hope == 0.0:  # a player that looks far may want another number
            continue
        left, right = dice[(i + 1) % 3], dice[(i + 2) % 3]
        one = sheet.phantom[left] - strike * sheet.strikes[right]
        other = sheet.phantom[right] - strike * sheet.strikes[left]
        if collision_to_come(table, rules):  # where the figures meet, the token is not reached
            one = -DECIDED if figures_meet(table, sheet.phantom_place[left], place) else one
            other = -DECIDED if figures_meet(table, sheet.phantom_place[right], place) else other
        without = sheet.nautilion[die] + max(one, other)
        landing = die, place, most - without
        number, gain = best_number_to_fetch(table, rules, weights, sheet, landing)
        worth = sheet.nautilion[die] + gain + max(one, other)
        if number > 0 and worth > most:
            best, most = place, worth
    return most, best


@kernel
def best_number_to_fetch(table, rules, weights, sheet, landing):
    """Return the number that is best fetched to a landing place, and what is gained (0 and 0 if none).

    It is one of the `fetchable` ones.  `landing` is (landed, place, at_least): the landing is on the
    `landed`-th token ahead, and a number that gains less than `at_least` is ignored.
    """
    landed, place, at_least = landing
    held, sight, kind = spaces_held(table), sheet.sight, table.path[place]
    whereabouts = sight.whereabouts
    without = kept_worth(table, rules, weights, sight, kind)
    without += next_landings(weights, sheet.window, landed, welcome_kinds(table, rules, held))
    fits = is_crew(kind) and may_go_aboard(table, rules, kind)
    without += hope(table, rules, weights, whereabouts, (place, held | bit(kind) if fits else held))
    best, most = 0, without + at_least - NEARLY
    highest = most_hope(weights, CREW_NUMBERS - 1 - crew_size(held))
    for number in range(1, CREW_NUMBERS + 1):
        if sheet.fetchable & bit(number) and number != kind:
            worth = boarding_worth(table, rules, weights, sight, number)
            welcome = welcome_kinds(table, rules, held | bit(number))
            worth += next_landings(weights, sheet.window, landed, welcome)
            if weights.hope > 0.0 and worth + highest > most:
                source = only(source_of(table, number, place))
                worth += hope(table, rules, weights, whereabouts, (place, held | bit(number)), source)
            if worth > most:
                best, most = number, worth
    return best, most - without if best > 0 else 0.0


@kernel
def best_source(table, rules, weights, sheet):
    """Return the place from which to fetch the best token, once the target is chosen (0 if none is)."""
    landed = tokens_between(table, table.nautilion, table.first_place) + 1
    sheet.fetchable = numbers_open(table, rules) & crew_on_path(table)
    landing = landed, table.first_place, ANYTHING
    number = best_number_to_fetch(table, rules, weights, sheet, landing)[0]
    return source_of(table, number, table.first_place)


@kernel
def source_of(table, number, place):
    """Return the place from which to fetch a copy of `number`, 0 if there is none.

    It is behind the Nautilion if possible, so that no copy ahead is used up; else as far ahead as possible.
    """
    source = 0
    for candidate in range(1, table.length + 1):
        if table.path[candidate] == number and candidate != place:
            if candidate < table.nautilion:
                return candidate
            source = candidate
    return source
