"""A fixed policy of plain rules, the same in every program that implements it."""

from simkit.game import NOBODY, NOT_FOUND, kernel, separate_kernel, strategy
from simkit.game.effects import AGAIN
from simkit.games.castaways import decisions as d
from simkit.games.castaways import names as n
from simkit.games.castaways.kinds import Move
from simkit.games.castaways.names import BUILDER, COOK, FISHER, HEALER, ORIENTEER, STRONG
from simkit.games.castaways.rules.castaway import cap_of
from simkit.games.castaways.rules.island import weather_of
from simkit.strategies.castaways.evaluation.camp import (
    answer_alike,
    answer_card,
    energy_to_state,
    next_gift,
    next_remain,
    next_site,
    own_food,
    stored_food,
)
from simkit.strategies.castaways.evaluation.needs import (
    count_at_hand,
    count_marked,
    energy_to_build_with,
    food_in_sight,
    free_tiles,
    may_go,
    scout_of,
    somebody_is_hurt,
    turns_left,
    wanted_wood,
    wants_shelter,
    wood_in_sight,
)
from simkit.strategies.castaways.evaluation.outings import (
    next_step,
    would_join,
    would_pay_energy,
    would_resolve,
    would_spend_tile,
)

CASTAWAYS_WANTED = (ORIENTEER, STRONG, BUILDER, COOK, FISHER, HEALER)
MOST_ENERGY_FOR_FIRE = 5


@strategy(game="castaways", skill="casual")
def reference(table, seat, rules, moves, count, parameters, chance):
    """Play by fixed rules without any chance, which other programs can implement too, for comparison.

    Food comes first, then wood, a fire, a shelter, the sign and the bonfire; one scout explores, with others
    if they are strong, and comes back before the way grows long.
    """
    kind, number = moves[0].kind, seat.number
    if kind == AGAIN:
        return 1 if would_spend_tile(table, rules) else 0
    if table.asks == d.ASK_CARD:
        return answer_card(table, rules, number, moves, count)
    if table.asks == d.ASK_MARKER:
        return next_marker(table, rules, number, moves, count)
    if table.asks == d.ASK_STEP:
        return next_step(table, rules, number, moves, count)
    if table.asks == d.ASK_WHITE:
        return white_marker(table, rules, number, moves, count)
    if table.asks == d.ASK_GIFT:
        return next_gift(table, rules, number, moves, count)
    if table.asks == d.ASK_FOOD:
        return stored_food(table, rules, number, moves, count)
    return answer_rarer(table, rules, number, moves, count)


@separate_kernel
def answer_rarer(table, rules, seat, moves, count):
    """Answer a question that is rarer."""
    asks = table.asks
    if asks == d.ASK_OWN_FOOD:
        return own_food(table, rules, seat, moves, count)
    if asks == d.ASK_ENERGY:
        return energy_to_state(table, rules, seat)
    if asks == d.ASK_REMAIN:
        return next_remain(table, rules, moves, count)
    if asks == d.ASK_FLAME:
        return min(MOST_ENERGY_FOR_FIRE, count) - 1
    if asks == d.ASK_SITE:
        return next_site(table, rules, seat, moves, count)
    if asks == d.ASK_PENDING:
        return 1 if would_resolve(table, rules, seat, table.card) else 0
    if asks == d.ASK_JOIN:
        return 1 if would_join(table, rules) else 0
    if asks == d.ASK_PAY:
        return 1 if would_pay_energy(table, rules) else 0
    return answer_alike(table, rules, seat, moves, count, CASTAWAYS_WANTED)


@kernel
def find_marker(moves, count, action):
    """Return the index of the first move that places a marker (or the white one) on an action."""
    for i in range(count):
        kind = moves[i].kind
        if (kind == Move.PLACE or kind == Move.WHITE_ACTION) and moves[i].action == action:
            return i
    return NOT_FOUND


@kernel
def find_camp_card(moves, count, card):
    """Return the index of the move that places a marker (or the white one) on a camp card."""
    for i in range(count):
        kind = moves[i].kind
        is_on_card = kind == Move.WHITE_CARD or (kind == Move.PLACE and moves[i].action == n.CAMP)
        if is_on_card and moves[i].card == card:
            return i
    return NOT_FOUND


SOLO_ENERGY_TO_FORAGE = 3


@separate_kernel
def food_action(table, rules, seat, moves, count):
    """Return the first legal action that brings food, or NOT_FOUND."""
    needed = SOLO_ENERGY_TO_FORAGE if rules.players == 1 else 1
    tiles = free_tiles(table, rules)
    forage = find_marker(moves, count, n.FORAGE) if tiles > 0 else NOT_FOUND
    if forage >= 0 and table.castaways[seat].energy >= needed:
        return forage
    for card in (n.FISHING, n.CRAB_POOLS):
        found = find_camp_card(moves, count, card)
        if found >= 0:
            return found
    return forage if tiles > 0 else find_camp_card(moves, count, n.LOOK_AROUND)


@separate_kernel
def white_marker(table, rules, seat, moves, count):
    """Return the move for the white marker (decision D3); the first one is to leave it out."""
    castaway = table.castaways[seat]
    if castaway.energy < cap_of(castaway):
        found = find_camp_card(moves, count, n.SPRING)
        if found >= 0:
            return found
    if castaway.energy >= 3:
        found = remove_a_threat(castaway, moves, count)
        if found >= 0:
            return found
    if castaway.energy >= 2 and somebody_is_hurt(table, rules):
        for card in (n.HERBS, n.TEND_THE_WOUNDED):
            found = find_camp_card(moves, count, card)
            if found >= 0:
                return found
    if rules.players == 1:
        return white_marker_alone(table, rules, seat, moves, count)
    return 0 if castaway.energy < 3 else white_marker_for_all(table, rules, seat, moves, count)


@kernel
def remove_a_threat(castaway, moves, count):
    """Return the first camp card by space that harms the camp and can be dealt with, or NOT_FOUND."""
    for i in range(count):
        if moves[i].kind == Move.WHITE_CARD:
            card = moves[i].card
            if card == n.RATS or card == n.FEVER or (card == n.PROWLING_BEAST and castaway.strength >= 1):
                return i
            if card == n.NATIVES_WATCH and (castaway.food >= 1 or castaway.strength >= 2):
                return i
    return NOT_FOUND


@kernel
def white_marker_alone(table, rules, seat, moves, count):
    """Return a solo player's move with the white marker."""
    energy = table.castaways[seat].energy
    if food_in_sight(table, rules) < 1:
        found = food_action(table, rules, seat, moves, count)
        if found >= 0:
            return found
    if energy >= 2:
        found = find_marker(moves, count, n.SALVAGE)
        if found >= 0:
            return found
    can_build = energy >= rules.shelter_energy[0] and table.wood >= rules.shelter_wood[0]
    if table.shelter == 0 and can_build and turns_left(table) > 3:
        found = find_marker(moves, count, n.BUILD)
        if found >= 0:
            return found
    return max(find_marker(moves, count, n.REST), 0)


@kernel
def white_marker_for_all(table, rules, seat, moves, count):
    """Return the white marker's move for the good of the group; the starting player has energy for it."""
    at_hand = count_at_hand(table, rules)
    strong = table.castaways[seat].strength >= 2
    wants_fish = food_in_sight(table, rules) < at_hand
    wants_wood = wood_in_sight(table, rules) < wanted_wood(table, rules, at_hand)
    wants_cube = table.salvage == 0 and table.wreck > 0
    for card, wanted in (
        (n.DRIFTWOOD_BEACH, wants_wood),
        (n.FISHING, wants_fish),
        (n.CRAB_POOLS, True),
        (n.LOOK_AROUND, table.forage_box < 2),
        (n.HUNTERS_PATH, strong),
        (n.SWIM_TO_THE_WRECK, wants_cube),
        (n.FISHING, True),
        (n.LOOKOUT_TREE, True),
        (n.PLAN_EXPEDITION, True),
    ):
        found = find_camp_card(moves, count, card) if wanted else NOT_FOUND
        if found >= 0:
            return found
    return 0


@separate_kernel
def next_marker(table, rules, seat, moves, count):
    """Return the move that places a marker (decision D4)."""
    castaway = table.castaways[seat]
    second = castaway.markers == 1
    rest = find_marker(moves, count, n.REST)
    is_weak = castaway.energy == 0 or castaway.injuries >= 2 or (castaway.injuries == 1 and second)
    if is_weak and rest >= 0:
        return rest
    salvage = find_marker(moves, count, n.SALVAGE)
    if salvage >= 0:
        return salvage
    if seat == scout_of(table, rules):
        found = marker_of_the_scout(table, rules, castaway, second, moves, count)
        if found >= 0:
            return found
    found = marker_for_the_camp(table, rules, seat, moves, count)
    if found >= 0:
        return found
    if (castaway.energy < cap_of(castaway) - 1 or castaway.injuries > 0) and rest >= 0:
        return rest
    return marker_at_leisure(table, rules, seat, moves, count)


@kernel
def marker_of_the_scout(table, rules, castaway, second, moves, count):
    """Return a marker on Explore, or on Rest to be ready for it; or NOT_FOUND."""
    explore = find_marker(moves, count, n.EXPLORE)
    is_ready = castaway.energy >= (3 if second else 2) and cap_of(castaway) >= 3
    if explore >= 0 and is_ready and may_go(table, rules, castaway.reached):
        return explore
    return find_marker(moves, count, n.REST) if castaway.energy < cap_of(castaway) else NOT_FOUND


@separate_kernel
def marker_for_the_camp(table, rules, seat, moves, count):
    """Return a marker for the first thing that the camp needs: food, fire, wood, a building; or NOT_FOUND."""
    at_hand = count_at_hand(table, rules)
    if food_in_sight(table, rules) < at_hand:
        found = food_action(table, rules, seat, moves, count)
        if found >= 0:
            return found
    has_wood = table.wood > 0 or count_marked(table, rules, n.WOOD) > 0
    can_light = at_hand >= 2 and table.castaways[seat].energy >= 4 and has_wood
    if can_light and weather_of(table, rules) != n.STORM:
        found = find_marker(moves, count, n.CAMPFIRE)
        if found >= 0:
            return found
    wood = wood_in_sight(table, rules)
    if wood < wanted_wood(table, rules, at_hand):
        beach = find_camp_card(moves, count, n.DRIFTWOOD_BEACH)
        found = beach if beach >= 0 else find_marker(moves, count, n.WOOD)
        if found >= 0:
            return found
    if count_marked(table, rules, n.BUILD) == 0 and is_worth_building(table, rules, wood):
        return find_marker(moves, count, n.BUILD)
    return NOT_FOUND


@kernel
def is_worth_building(table, rules, wood):
    """Return True if the team has the energy for what is to be built next."""
    team = energy_to_build_with(table, rules)
    if wants_shelter(table, rules, 3):
        level = table.shelter
        if wood >= rules.shelter_wood[level] and team >= rules.shelter_energy[level]:
            return True
    return team >= 2 and (table.sign_built == 0 or (table.bonfire_built == 0 and wood >= 2))


@separate_kernel
def marker_at_leisure(table, rules, seat, moves, count):
    """Return the move that places a marker when the camp needs nothing."""
    castaway = table.castaways[seat]
    at_hand = count_at_hand(table, rules)
    tiles = free_tiles(table, rules)
    joins = castaway.energy >= 4 and at_hand >= 3 and count_marked(table, rules, n.EXPLORE) > 0
    if joins and table.headland == NOBODY and castaway.reached < rules.headland - 2:
        found = find_marker(moves, count, n.EXPLORE)
        if found >= 0:
            return found
    if castaway.energy >= 3:
        forage = find_marker(moves, count, n.FORAGE)
        if forage >= 0 and food_in_sight(table, rules) < at_hand + 2 and tiles > 0:
            return forage
        fishing = find_camp_card(moves, count, n.FISHING)
        if fishing >= 0:
            return fishing
        wood = find_marker(moves, count, n.WOOD)
        if wood >= 0 and wood_in_sight(table, rules) < 6 and table.bonfire_built == 0:
            return wood
    look = find_camp_card(moves, count, n.LOOK_AROUND) if tiles == 0 else NOT_FOUND
    if look >= 0:
        return look
    diary = find_marker(moves, count, n.DIARY)
    return diary if diary >= 0 else max(find_marker(moves, count, n.REST), 0)
