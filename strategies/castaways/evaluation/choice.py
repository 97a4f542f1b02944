"""How players that weigh everything choose: by weights on what each action is worth."""

from simkit.game import find_kind, find_move, kernel, scratch, separate_kernel
from simkit.game.effects import AGAIN
from simkit.games.castaways import decisions as d
from simkit.games.castaways import names as n
from simkit.games.castaways.kinds import Move
from simkit.games.castaways.rules.build import energy_needed, most_to_state
from simkit.games.castaways.rules.castaway import cap_of
from simkit.games.castaways.rules.order import is_in_camp
from simkit.strategies.castaways.evaluation.camp import (
    answer_alike,
    answer_card,
    next_gift,
    own_food,
    stored_food,
)
from simkit.strategies.castaways.evaluation.journeys import (
    choose_step,
    joins,
    pays_energy,
    spends_tile,
    takes_up,
)
from simkit.strategies.castaways.evaluation.needs import count_at_hand
from simkit.strategies.castaways.evaluation.outlook import (
    ENOUGH_WOOD,
    SHEET,
    feeds_fire,
    fill_sheet,
    kept_energy,
    spare,
    turns_to_come,
)
from simkit.strategies.castaways.evaluation.worths import flame, share_counted, worth_of
from simkit.strategies.castaways.evaluation.wreck import pays_for_second, remain

CASTAWAYS_WANTED = (n.STRONG, n.FISHER, n.ORIENTEER, n.HEALER, n.BUILDER, n.COOK)
"""The castaways, those first whose games end in rescue most often, alone and in pairs."""


BY_SHEET = (d.ASK_ENERGY, d.ASK_SITE, d.ASK_JOIN, d.ASK_REMAIN, d.ASK_SECOND, d.ASK_FLAME)
"""Rarer questions that are answered with a sheet."""


def choose_by_weights(table, seat, rules, moves, count, parameters, chance):
    """Choose a move by the weights; strategies that share this function differ in their weights alone."""
    kind, number = moves[0].kind, seat.number
    if kind == AGAIN:
        return 1 if spends_tile(table, rules, number, parameters) else 0
    asks = table.asks
    if asks == d.ASK_CARD:
        return answer_card(table, rules, number, moves, count)
    if asks == d.ASK_MARKER or asks == d.ASK_WHITE or asks == d.ASK_STEP:
        return _weigh(table, rules, number, parameters, moves, count)
    if asks == d.ASK_GIFT:
        return gift(table, rules, number, parameters, moves, count)
    if asks == d.ASK_FOOD:
        return food(table, rules, number, parameters, moves, count)
    if asks == d.ASK_OWN_FOOD:
        return food_of_ones_own(table, rules, number, parameters, moves, count)
    return _answer_rarer(table, rules, number, parameters, moves, count)


@separate_kernel
def _weigh(table, rules, seat, weights, moves, count):
    """Choose where a marker goes, or a step of an outing."""
    sheet = scratch(SHEET)
    sheet.seat = seat
    if table.asks == d.ASK_STEP:
        return choose_step(sheet, table, rules, weights, moves, count)
    fill_sheet(sheet, table, rules, seat, weights)
    best, most = 0, 0.0
    for i in range(count):
        if moves[i].kind == Move.NO_WHITE:
            continue
        worth = worth_of(sheet, table, rules, weights, moves[i])
        if (i == 0 and table.asks == d.ASK_MARKER) or worth > most:
            best, most = i, worth
    return best


@separate_kernel
def _answer_rarer(table, rules, seat, weights, moves, count):
    asks = table.asks
    if asks in BY_SHEET:
        return _answer_by_sheet(table, rules, seat, weights, moves, count)
    if asks == d.ASK_PENDING:
        return 1 if takes_up(table, rules, seat, weights, table.card) else 0
    if asks == d.ASK_FEED:
        return 1 if feeds_fire(table, weights) else 0
    if asks == d.ASK_PAY:
        return 1 if pays_energy(table, rules, weights) else 0
    return answer_alike(table, rules, seat, moves, count, CASTAWAYS_WANTED)


@separate_kernel
def _answer_by_sheet(table, rules, seat, weights, moves, count):
    """Answer with a sheet: what to build, cards of the wreck, the campfire, whether to join a return."""
    sheet = scratch(SHEET)
    sheet.seat = seat
    if table.asks == d.ASK_JOIN:
        return 1 if joins(sheet, table, rules, weights) else 0
    fill_sheet(sheet, table, rules, seat, weights)
    if table.asks == d.ASK_ENERGY:
        return _energy_for_it(sheet, table, rules, weights)
    if table.asks == d.ASK_FLAME:
        return min(flame(sheet, rules, weights, table.castaways[seat]), count) - 1
    if table.asks == d.ASK_REMAIN:
        return remain(sheet, table, rules, weights, moves, count)
    if table.asks == d.ASK_SECOND:
        return 1 if pays_for_second(sheet, table, rules, weights) else 0
    return _site(sheet, table, rules, moves, count)


@kernel
def _energy_for_it(sheet, table, rules, weights):
    """Return the energy to state for a building: what can be spared, less if selfish."""
    seat = sheet.seat
    most = most_to_state(table, rules, seat)
    kept = kept_energy(sheet, weights)
    own = min(most, spare(table, rules, seat, kept))
    if table.site == n.SIGN_SITE or table.site == n.BONFIRE_SITE:
        return int(own * share_counted(sheet, weights) + 0.5)
    together = 0
    for i in range(table.sharer, rules.players):
        other = (table.actor + i) % rules.players
        together += spare(table, rules, other, kept) if is_in_camp(table, other) else 0
    if rules.character[table.castaways[seat].character].first_energy_double != 0 and table.sharer == 0:
        together += 1
    return 0 if together < table.needed else own


@separate_kernel
def _site(sheet, table, rules, moves, count):
    shelter = find_move(moves, count, Move.CHOOSE_SITE, "site", n.SHELTER_SITE)
    raft = find_move(moves, count, Move.CHOOSE_SITE, "site", n.FOUND_SITE + n.RAFT)
    sign = find_move(moves, count, Move.CHOOSE_SITE, "site", n.SIGN_SITE)
    bonfire = find_move(moves, count, Move.CHOOSE_SITE, "site", n.BONFIRE_SITE)
    if raft >= 0 and sheet.team >= rules.construction[n.RAFT].energy:
        return raft
    can_shelter = shelter >= 0 and sheet.team >= energy_needed(table, rules, n.SHELTER_SITE)
    if can_shelter and sheet.shelter_gain > 0.0:
        return shelter
    enough = min(ENOUGH_WOOD, rules.bonfire_size - table.bonfire)
    if bonfire >= 0 and (table.wood >= enough or table.sign_built != 0):
        return bonfire
    for site in (sign, bonfire, shelter, raft):
        if site >= 0:
            return site
    return 0


GIFT_TO_ALL = 1.0
"""Story points for which a gift that helps all is as good as keeping the object."""

OWN_MEAL = 1.0
"""Worth of one more food to a castaway who has eaten."""


@separate_kernel
def gift(table, rules, seat, weights, moves, count):
    """Return a gift, unless the giver would rather have its points."""
    found = next_gift(table, rules, seat, moves, count)
    if found > 0:
        selfish = weights.selfishness
        points = rules.object[moves[found].object].points
        if selfish * points > (1.0 - selfish) * GIFT_TO_ALL:
            return 0
    return found


@separate_kernel
def food(table, rules, seat, weights, moves, count):
    """Return the move for one food of the storage: the selfish eat once more before they give."""
    chosen = stored_food(table, rules, seat, moves, count)
    castaway = table.castaways[seat]
    if moves[chosen].kind == Move.PASS and eats_more(table, rules, weights, castaway, table.food):
        return find_kind(moves, count, Move.EAT)
    if moves[chosen].kind == Move.GIVE_FOOD and castaway.energy < cap_of(castaway):
        hungry = table.castaways[moves[chosen].seat].ate == 0
        if worth_of_giving(weights, hungry) < weights.selfishness * OWN_MEAL:
            return find_kind(moves, count, Move.EAT)
    return chosen


@separate_kernel
def food_of_ones_own(table, rules, seat, weights, moves, count):
    """Return the move for a food of one's own: once all have eaten, the rest is kept or eaten for energy."""
    chosen = own_food(table, rules, seat, moves, count)
    castaway = table.castaways[seat]
    if moves[chosen].kind == Move.PASS and eats_more(
        table, rules, weights, castaway, castaway.food + table.food
    ):
        return find_kind(moves, count, Move.EAT)
    return chosen


@kernel
def eats_more(table, rules, weights, castaway, stock):
    """Return True if a castaway who has eaten eats of the food that keeps, for its energy.

    It does if there is enough for all nights to come, or to go into a cold night with energy to lose.
    """
    if weights.foresight == 0.0 or castaway.energy >= cap_of(castaway):
        return False
    is_cold = table.fire == 0 or table.fire_wood == 0
    return (castaway.energy == 0 and is_cold) or stock > (turns_to_come(table) - 1) * count_at_hand(
        table, rules
    )


@kernel
def worth_of_giving(weights, hungry):
    """Return the worth to all of somebody else's meal."""
    return (1.0 - weights.selfishness) * (weights.hunger if hungry else OWN_MEAL)
