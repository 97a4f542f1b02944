"""What a marker on an action is worth: to its owner, to all and in story points."""

from simkit.game import NOBODY, kernel, separate_kernel
from simkit.games.castaways import names as n
from simkit.games.castaways.kinds import Move
from simkit.games.castaways.rules.castaway import cap_of
from simkit.games.castaways.rules.order import is_in_camp
from simkit.games.castaways.rules.rolls import FACES
from simkit.strategies.castaways.evaluation.needs import count_marked
from simkit.strategies.castaways.evaluation.outlook import NO_FISH, is_in_vain, one_die, rest_energy

STORY = 2.5
"""Worth of a story-point tile to a player that cares for nothing else."""

NEVER = -100.0
FISH = 1.3
"""Food that a fish tile brings on average."""

THREAT = 3.0
"""Cost of a card that harms the camp every turn."""

PLAN = 1.0
SECOND_BUILDER = 0.5
"""Without foresight: weight of one more marker on Build, when the energy of the team may be used up."""

SALVAGED = 5
WARM = 3
"""With this many castaways a fire is worth its wood every night."""

TIP = 0.01
FIRE_WITHOUT_WOOD = 0.2
FIRE_STAYS = 0.4
"""Worth of each further night at the fire, as a share of the first."""


@kernel
def price(castaway, weights, cost):
    """Return what paying energy costs: more below the reserve."""
    after = castaway.energy - cost
    return cost + weights.thin * (_short(weights, after) - _short(weights, castaway.energy))


@kernel
def _short(weights, energy):
    return max(0.0, weights.reserve - energy) + weights.empty * max(0.0, 1.0 - energy)


@kernel
def gain(castaway, weights, energy):
    """Return the worth of gaining energy, up to the cap."""
    more = min(energy, float(max(0, cap_of(castaway) - castaway.energy)))
    return more + weights.thin * (_short(weights, castaway.energy) - _short(weights, castaway.energy + more))


@kernel
def healing(sheet, weights, castaway):
    """Return the worth of healing one injury: the castaway's energy, and the trauma that might follow."""
    if castaway.injuries == 0 or sheet.last != 0:
        return 0.0
    return (weights.heal + weights.life / sheet.at_hand) * (1.0 + castaway.traumas)


@separate_kernel
def worth_of(sheet, table, rules, weights, move):
    """Return the worth of placing a marker: its costs and gains, weighed, to its owner and to all."""
    castaway = table.castaways[sheet.seat]
    if move.kind == Move.WHITE_CARD or move.action == n.CAMP:
        own = -sheet.future * price(castaway, weights, rules.camp_card[move.card].cost)
        return own + _card_worth(sheet, table, rules, weights, move)
    action, space = move.action, move.space if move.kind == Move.PLACE else 0
    own = -sheet.future * price(castaway, weights, rules.costs[action, space])
    common, stories = 0.0, 0.0
    if action == n.REST:
        own += _rest_worth(sheet, table, rules, weights) + _sooner_or_later(table, rules, castaway, space)
    elif action == n.EXPLORE:
        common, stories = _explore_worth(sheet, table, rules, weights), 1.2
    elif action == n.FORAGE:
        common = food_worth(sheet, weights, sheet.tile_mean) if sheet.tiles > 0 else NEVER
    elif action == n.WOOD:
        common = wood_worth(sheet, table, weights, 1.0 + castaway.wood_action)
    elif action == n.DIARY:
        own += sheet.future * weights.tile / (1.0 + castaway.tiles)
        stories = 1.0
    elif action == n.BUILD:
        common, stories = _build_worth(sheet, table, rules, weights), 0.3
    elif action == n.CAMPFIRE:
        common = _fire_worth(sheet, table, rules, weights, castaway)
    else:
        common, stories = _salvage_worth(sheet, table, weights), 0.6
    return _together(sheet, weights, own, common, stories)


@kernel
def _together(sheet, weights, own, common, stories):
    """Return the weighted sum of the owner's gain, the gain of all, and story points."""
    return own + share_counted(sheet, weights) * common + weights.selfishness * STORY * stories


@kernel
def share_counted(sheet, weights):
    """Return how much of a gain of all counts: all of it; to the selfish, their own share."""
    return 1.0 - weights.selfishness * (1.0 - 1.0 / sheet.at_hand)


@kernel
def _rest_worth(sheet, table, rules, weights):
    castaway = table.castaways[sheet.seat]
    worth = sheet.future * gain(castaway, weights, rest_energy(rules, table.shelter))
    healed = min(castaway.injuries, rules.rest_heal[table.shelter])
    return worth + healed * healing(sheet, weights, castaway)


@kernel
def _sooner_or_later(table, rules, castaway, space):
    """Return a small worth that decides between Rest spaces: early, to build with it; late, near the cap."""
    is_full = castaway.energy + rest_energy(rules, table.shelter) > cap_of(castaway)
    return TIP * space if is_full else -TIP * space


@kernel
def food_worth(sheet, weights, food):
    """Return the worth of more food: to the hungry first, then as energy."""
    fed = min(sheet.hungry, food)
    more = min(food - fed, sheet.room)
    tonight = weights.supper + (1.0 - weights.supper) * sheet.future
    return tonight * weights.hunger * sheet.few * fed + sheet.future * weights.surplus * more


@kernel
def wood_worth(sheet, table, weights, wood):
    """Return the worth of more wood: for tonight's fire, then in storage."""
    worth = weights.wood * min(sheet.wood_missing, wood)
    if sheet.cold != 0:
        night = 2.0 * weights.fire * sheet.at_hand * sheet.future
        worth += night if sheet.burning != 0 else FIRE_WITHOUT_WOOD * night
    return worth


@kernel
def _fire_worth(sheet, table, rules, weights, castaway):
    """Return the worth of a marker on the campfire: the fire, times its chance with the energy declared."""
    if sheet.wood < 1 or sheet.burning != 0:
        return NEVER if sheet.wood < 1 else -1.0
    return _flame_worth(sheet, rules, weights, castaway, flame(sheet, rules, weights, castaway))


@kernel
def flame(sheet, rules, weights, castaway):
    """Return the energy to declare for the campfire; with foresight as much as pays."""
    if weights.foresight == 0.0:
        return min(int(weights.flame + 0.5), castaway.energy)
    best = 1
    for energy in range(2, castaway.energy + 1):
        worth = _flame_worth(sheet, rules, weights, castaway, energy)
        if worth > _flame_worth(sheet, rules, weights, castaway, best):
            best = energy
    return best


@kernel
def _flame_worth(sheet, rules, weights, castaway, energy):
    """Return the worth of declaring some energy; with foresight a tile counts as another roll."""
    chance = min(1.0, (energy + castaway.lighting) / FACES)
    if weights.foresight != 0.0 and castaway.tiles > 0 and rules.sp_reroll != 0:
        chance += (1.0 - chance) * chance
    night = 2.0 * weights.fire * sheet.at_hand * sheet.future * (1.0 + FIRE_STAYS * min(2, sheet.left - 1))
    return chance * night - sheet.future * price(castaway, weights, energy)


@kernel
def _build_worth(sheet, table, rules, weights):
    """Return the worth of a marker on Build: the shelter, or more work on sign and bonfire."""
    work = 0.0 if is_in_vain(sheet, weights) else weights.build * sheet.building_need * sheet.work
    worth = max(work, sheet.shelter_gain) if sheet.builds_shelter != 0 else work
    is_second = weights.foresight == 0.0 and count_marked(table, rules, n.BUILD) > 0
    return SECOND_BUILDER * worth if is_second else worth


@kernel
def _found(sheet, table):
    """Return the number of missing signals that a salvage is expected to bring."""
    if table.remains_left == 0:
        return 0.0
    return sheet.object_need * min(1.0, sheet.missing * float(SALVAGED) / table.remains_left)


@kernel
def _salvage_worth(sheet, table, weights):
    if table.salvage == 0 or table.remains_left == 0:
        return NEVER
    return weights.salvage * _found(sheet, table) + weights.loot * sheet.future


@separate_kernel
def _explore_worth(sheet, table, rules, weights):
    """Return the worth of setting out, or of joining an outing."""
    castaway = table.castaways[sheet.seat]
    if table.headland != NOBODY:
        return NEVER
    if sheet.waits != 0 and castaway.reached >= rules.headland - weights.hold:
        return NEVER
    worth = weights.scout + weights.urgency * sheet.urgent if sheet.marked == 0 else weights.join
    if sheet.marked == 0 and sheet.waits == 0:
        worth += weights.rush * sheet.match
    worth -= weights.lag * (sheet.furthest - castaway.reached)
    worth += weights.ready * min(4, castaway.energy - 1 - 2 * castaway.injuries)
    if table.shelter == 0 or (sheet.burning == 0 and sheet.at_hand >= WARM):
        worth -= weights.settle
    if cap_of(castaway) < 3 and sheet.left > 2:
        worth -= 2.0 * weights.injury
    return worth


@separate_kernel
def _card_worth(sheet, table, rules, weights, move):
    """Return the worth of a camp card, its cost not counted."""
    card = move.card
    castaway = table.castaways[sheet.seat]
    own, common, stories = 0.0, 0.0, 0.0
    if card == n.FISHING:
        caught = (FISH + castaway.fish_bonus) / (1.0 - NO_FISH)
        common = (1.0 - NO_FISH) * food_worth(sheet, weights, caught)
    elif card == n.SWIM_TO_THE_WRECK:
        common = _swim_worth(sheet, table, weights, move.kind == Move.WHITE_CARD)
    elif card == n.LOOK_AROUND:
        common = _spot_worth(sheet, weights)
    elif card == n.CRAB_POOLS:
        common = _spot_worth(sheet, weights) + 0.5 * food_worth(sheet, weights, 1.0)
    elif card == n.DRIFTWOOD_BEACH:
        common = wood_worth(sheet, table, weights, 2.0)
    elif card == n.SPRING:
        own = sheet.future * gain(castaway, weights, 1.0)
    elif card == n.LOOKOUT_TREE:
        own = sheet.future * (weights.tile / (1.0 + castaway.tiles) - weights.injury / 6.0)
        stories = 1.0
    elif card == n.HUNTERS_PATH:
        hit = one_die(4 - castaway.strength)
        common = hit * food_worth(sheet, weights, 2.0)
        own = -sheet.future * (1.0 - hit) * weights.injury
    elif card == n.TEND_THE_WOUNDED or card == n.HERBS:
        common = care_worth(sheet, table, rules, weights) * (1.33 if card == n.HERBS else 1.0)
    elif card == n.PLAN_EXPEDITION:
        common = PLAN if sheet.marked > 0 or sheet.urgent > 0.5 else -1.0
    else:
        common, own = _threat_worth(sheet, weights, castaway, card)
        stories = 2.5 * one_die(4 - castaway.strength) if card == n.GREED else 0.0
    return _together(sheet, weights, own, common, stories)


@kernel
def _spot_worth(sheet, weights):
    return sheet.future * weights.spot * sheet.few * max(0.0, 1.0 - sheet.tiles / sheet.at_hand)


@kernel
def _swim_worth(sheet, table, weights, at_once):
    """Return the worth of swimming to the wreck: a cube for the salvage of this turn or the next."""
    if table.salvage > 0 or table.wreck == 0 or (sheet.last != 0 and not at_once):
        return NEVER
    reached = weights.swim * 0.5 * (weights.salvage * _found(sheet, table) + weights.loot * sheet.future)
    return reached - 0.5 * sheet.future * weights.injury


@kernel
def care_worth(sheet, table, rules, weights):
    """Return the worth of healing one injury of the castaway in camp who needs it most."""
    most = 0.0
    for seat in range(rules.players):
        if is_in_camp(table, seat):
            most = max(most, healing(sheet, weights, table.castaways[seat]))
    return most


@kernel
def _threat_worth(sheet, weights, castaway, card):
    """Return the worth of dealing with a card that harms the camp: to all, and to the seat."""
    worth = sheet.future * THREAT
    if card == n.RATS:
        return 0.5 * worth, 0.0
    if card == n.FEVER:
        return worth * 2.0 / 3.0, 0.0
    if card == n.PROWLING_BEAST:
        hit = one_die(5 - castaway.strength)
        return hit * worth, -sheet.future * (1.0 - hit) * weights.injury
    if card == n.NATIVES_WATCH:
        hit = 1.0 if castaway.food > 0 else one_die(6 - castaway.strength)
        return hit * worth, -sheet.future * (1.0 - hit) * weights.injury
    return 0.0, 0.0
