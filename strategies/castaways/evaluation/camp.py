"""What the reference policy does in camp: gifts, remains, building, food, objects (decisions D2 to D18)."""

from simkit.game import NOBODY, NOT_FOUND, find_kind, find_move, kernel, separate_kernel
from simkit.game.effects import OPTION, VOTE, WHOM, price_of
from simkit.games.castaways import decisions as d
from simkit.games.castaways import names as n
from simkit.games.castaways.kinds import CardMove, Move
from simkit.games.castaways.rules.build import energy_needed, most_to_state
from simkit.games.castaways.rules.castaway import cap_of
from simkit.games.castaways.rules.order import is_in_camp, is_living
from simkit.games.castaways.state import JELLYFISH, SHARK, VALUES
from simkit.strategies.castaways.evaluation.needs import (
    count_at_hand,
    energy_to_build_with,
    event_matches_in_camp,
    first_to_be_had,
    hungry_in_camp,
    rank_of,
    scout_of,
    spare_energy,
    stored_tiles,
    wants_shelter,
)

COVERED_FIRST = (
    *(n.LOOKOUT_TREE, n.HUNTERS_PATH, n.PLAN_EXPEDITION, n.TEND_THE_WOUNDED, n.SWIM_TO_THE_WRECK),
    *(n.HERBS, n.CRAB_POOLS, n.DRIFTWOOD_BEACH, n.SPRING, n.LOOK_AROUND, n.FISHING),
)
"""Camp cards, the one that is missed least first."""


@separate_kernel
def next_gift(table, rules, seat, moves, count):
    """Return a gift (decision D2): signals away from danger, what helps on the way to the scout; or none."""
    scout = scout_of(table, rules)
    keeper = NOBODY
    for other in range(rules.players - 1, -1, -1):
        if other != scout and other != seat and is_in_camp(table, other):
            keeper = other
    is_lost = table.castaways[seat].where == n.LOST
    if is_lost and keeper == NOBODY:
        keeper = scout
    for i in range(1, count):
        printed = rules.object[moves[i].object]
        if is_lost or seat == scout:
            fits = printed.signal != 0 and moves[i].seat == keeper
        else:
            fits = (printed.return_roll > 0 or printed.strength > 0) and moves[i].seat == scout
        if fits and moves[i].kind == Move.GIFT:
            return i
    return 0


@separate_kernel
def next_remain(table, rules, moves, count):
    """Return the best card of the remains (decision D5)."""
    best, least = 0, 1_000
    for i in range(count):
        rank = rank_of_remain(table, rules, moves[i].card) if moves[i].kind == Move.TAKE_REMAIN else least
        if rank < least:
            best, least = i, rank
    return best


@kernel
def rank_of_remain(table, rules, card):
    """Return a rank for a card of the remains, the best lowest; below 200 it is worth paying for."""
    thing = rules.remain[card].object
    if thing < 0:
        return 200 + card
    if rules.object[thing].signal != 0:
        return (400 if somebody_owns(table, rules, thing) else 0) + rank_of(thing)
    for i, wanted in enumerate((n.COMPASS, n.MAP, n.AXE, n.NET)):
        if thing == wanted:
            return 100 + i
    return 300 + rank_of(thing)


@kernel
def somebody_owns(table, rules, thing):
    """Return True if a living castaway owns an object."""
    owned = 0
    for seat in range(rules.players):
        owned |= table.castaways[seat].owned if is_living(table, seat) else 0
    return (owned >> thing) & 1 != 0


@kernel
def wants_second(table, rules, seat):
    """Return True if a second card is worth its energy (decision D5)."""
    if table.castaways[seat].energy < 2:
        return False
    for i in range(table.drawn.count):
        if rank_of_remain(table, rules, table.drawn.cards[i]) < 200:
            return True
    return False


@separate_kernel
def next_site(table, rules, seat, moves, count):
    """Return the site to build (decision D7)."""
    energy = table.castaways[seat].energy if rules.players == 1 else energy_to_build_with(table, rules)
    shelter = find_move(moves, count, Move.CHOOSE_SITE, "site", n.SHELTER_SITE)
    raft = find_move(moves, count, Move.CHOOSE_SITE, "site", n.FOUND_SITE + n.RAFT)
    pantry = find_move(moves, count, Move.CHOOSE_SITE, "site", n.FOUND_SITE + n.PANTRY)
    sign = find_move(moves, count, Move.CHOOSE_SITE, "site", n.SIGN_SITE)
    bonfire = find_move(moves, count, Move.CHOOSE_SITE, "site", n.BONFIRE_SITE)
    wants = shelter >= 0 and wants_shelter(table, rules, 3)
    if wants and energy >= energy_needed(table, rules, n.SHELTER_SITE):
        return shelter
    if raft >= 0 and energy >= rules.construction[n.RAFT].energy:
        return raft
    if pantry >= 0 and energy >= rules.construction[n.PANTRY].energy:
        return pantry
    enough = min(3, rules.bonfire_size - table.bonfire)
    if bonfire >= 0 and (table.wood >= enough or table.sign_built != 0):
        return bonfire
    for site in (sign, shelter, bonfire, raft, pantry):
        if site >= 0:
            return site
    return 0


@separate_kernel
def energy_to_state(table, rules, seat):
    """Return the energy to state for a building (decision D8)."""
    most = most_to_state(table, rules, seat)
    spare = spare_energy(table, rules, seat)
    if table.site == n.SIGN_SITE or table.site == n.BONFIRE_SITE:
        return min(most, spare)
    if rules.players == 1:
        doubles = rules.character[table.castaways[seat].character].first_energy_double
        done = most + (1 if doubles != 0 and most > 0 else 0)
        return most if done >= table.needed else 0
    together = 0
    for i in range(table.sharer, rules.players):
        other = (table.actor + i) % rules.players
        together += spare_energy(table, rules, other) if is_in_camp(table, other) else 0
    return 0 if together < table.needed else min(most, spare)


@separate_kernel
def next_option(table, rules, seat, moves, count):
    """Return an option of a card (decision D11): the unhurt take the first cheap one, others the last."""
    castaway = table.castaways[seat]
    if castaway.injuries == 0:
        for i in range(count):
            cost = price_of(rules.program, moves[i].at, moves[i].answer, 0)
            if cost == 0 or cost < castaway.energy:
                return i
    return count - 1


@separate_kernel
def most_injured(table, moves, count):
    """Return the move for the most injured castaway; of several, the one at the lowest seat."""
    best = 0
    for i in range(1, count):
        injuries = table.castaways[moves[i].answer].injuries
        most = table.castaways[moves[best].answer].injuries
        if injuries > most or (injuries == most and moves[i].answer < moves[best].answer):
            best = i
    return best


@kernel
def least_useful(moves, count):
    """Return the move for the object of the lowest rank."""
    worst = 0
    for i in range(1, count):
        if rank_of(moves[i].answer) > rank_of(moves[worst].answer):
            worst = i
    return worst


@separate_kernel
def card_to_cover(table, moves, count):
    """Return the camp card that is missed least."""
    for card in COVERED_FIRST:
        for i in range(count):
            if table.board[moves[i].answer] == card:
                return i
    return 0


@kernel
def better_fish(moves, count):
    """Return the fish tile of the higher value; a jellyfish is worth -1, a shark -2."""
    best = 0
    for i in range(1, count):
        if value_of_fish(moves[i].answer) > value_of_fish(moves[best].answer):
            best = i
    return best


@kernel
def value_of_fish(kind):
    """Return the value of a fish tile."""
    if kind == JELLYFISH:
        return -1
    return -2 if kind == SHARK else kind


@separate_kernel
def tile_to_keep(table, rules, moves, count):
    """Return the food tile to keep (decision D14): the largest that leaves enough for all."""
    food, at_hand = table.food + stored_tiles(table), count_at_hand(table, rules)
    best = 0
    for i in range(1, count):
        value = moves[i].value if moves[i].kind == Move.KEEP_TILE else 0
        if 0 < value < VALUES and food - value >= at_hand and (best == 0 or value > moves[best].value):
            best = i
    return best


@separate_kernel
def stored_food(table, rules, seat, moves, count):
    """Return the move for a food of the storage (decision D15)."""
    if table.castaways[seat].ate == 0:
        return find_kind(moves, count, Move.EAT)
    hungry = hungry_in_camp(table, rules)
    if hungry != NOBODY:
        return max(find_move(moves, count, Move.GIVE_FOOD, "seat", hungry), 0)
    if table.cubes == 0:
        return find_kind(moves, count, Move.PASS)
    weakest = NOBODY
    for other in range(rules.players):
        castaway = table.castaways[other]
        if is_in_camp(table, other) and castaway.energy < cap_of(castaway):
            weaker = weakest == NOBODY or castaway.energy < table.castaways[max(weakest, 0)].energy
            weakest = other if weaker else weakest
    if weakest == NOBODY:
        return find_kind(moves, count, Move.PASS)
    if weakest == seat:
        return find_kind(moves, count, Move.EAT)
    return max(find_move(moves, count, Move.GIVE_FOOD, "seat", weakest), 0)


@separate_kernel
def own_food(table, rules, seat, moves, count):
    """Return the move for a food of one's own (decision D16)."""
    if table.castaways[seat].ate == 0:
        return find_kind(moves, count, Move.EAT)
    for i in range(1, rules.players):
        other = (seat + i) % rules.players
        if is_in_camp(table, other) and table.castaways[other].ate == 0:
            found = find_move(moves, count, Move.GIVE_FOOD, "seat", other)
            if found != NOT_FOUND:
                return found
    return find_kind(moves, count, Move.PASS)


@kernel
def best_of_estate(moves, count):
    """Return the object of a dead castaway that ranks first (decision D18)."""
    best = 0
    for i in range(1, count):
        if moves[i].kind == Move.INHERIT and rank_of(moves[i].object) < rank_of(moves[best].object):
            best = i
    return best


@separate_kernel
def answer_card(table, rules, seat, moves, count):
    """Return the answer to a card's question; all of `moves` answer the same one."""
    kind = moves[0].kind
    if kind == OPTION or kind == VOTE:
        return next_option(table, rules, seat, moves, count)
    if kind == WHOM:
        return most_injured(table, moves, count)
    if kind == CardMove.LOSE_OBJECT:
        return least_useful(moves, count)
    return card_to_cover(table, moves, count) if kind == CardMove.COVER_CARD else better_fish(moves, count)


@separate_kernel
def answer_alike(table, rules, seat, moves, count, wanted):
    """Answer what all players that don't play at random answer alike; 1, a yes, to anything unknown.

    `wanted` are the castaways to choose from, the best first.
    """
    asks = table.asks
    if asks == d.ASK_TILE:
        return tile_to_keep(table, rules, moves, count)
    if asks == d.ASK_INHERIT:
        return best_of_estate(moves, count)
    if asks == d.ASK_CHARACTER:
        return first_to_be_had(moves, count, wanted)
    if asks == d.ASK_SECOND:
        second = Move.PAY_FOR_SECOND if wants_second(table, rules, seat) else Move.ONE_CARD_ONLY
        return find_kind(moves, count, second)
    if asks == d.ASK_KEEP:
        return 1 if table.castaways[seat].ate == 0 else 0
    if asks == d.ASK_HEADLAND:
        # The second move is to leave the headland for the next turn.
        return 0 if event_matches_in_camp(table, rules) else 1
    return 1
