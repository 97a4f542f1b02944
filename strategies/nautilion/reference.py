"""A fixed policy of plain rules, the same in every program that implements it."""

from simkit.game import find_kind, find_move, kernel, strategy
from simkit.games.nautilion import state as s
from simkit.games.nautilion.card_effects import FOR_SALE
from simkit.games.nautilion.kinds import Move
from simkit.games.nautilion.rules.board import may_go_aboard
from simkit.games.nautilion.rules.darkhouse import discard_faces
from simkit.games.nautilion.rules.nautilion import place_reached
from simkit.games.nautilion.rules.tokens import bit, crew_size, is_crew
from simkit.strategies.nautilion.evaluation.finding import (
    find_card,
    find_reroll,
    find_tide,
)
from simkit.strategies.nautilion.evaluation.landing import (
    all_dice_equal,
    fitting_kinds,
    landing_at,
    largest_die,
    smallest_face_that_fits,
    some_die_fits,
)
from simkit.strategies.nautilion.evaluation.plain import (
    highest_that_may_leave,
    keep_the_crew,
    largest_group,
)
from simkit.strategies.nautilion.evaluation.reach import place_of, places_reached
from simkit.strategies.nautilion.evaluation.sheet import FACES

RESERVE_KEPT_AFTER_WHIRLWIND = 1
RESERVE_KEPT_AFTER_TIDE = 2
RESERVE_KEPT_AFTER_TRANSLATION = 4
RESERVE_BEFORE_PURCHASE = 5
CREW_FOR_HEROISM = 4
CREW_FOR_ANY_HEROISM = 8
DIE_TO_REROLL = 4
HEROIC_ORDER = (1, 4, 9, 12, 2, 3, 8, 5)
REEF_CARD = 12


@strategy(game="nautilion", skill="casual")
def reference(table, seat, rules, moves, count, parameters, chance):
    """Play by a handful of fixed rules, which other programs can implement too, for comparison.

    In the Currents, in this order, until none applies: a Heroic card, with four crew aboard, paid for with
    the highest number that may leave; a partnership's re-roll of a 4; a Whirlwind if all dice are equal and a
    reserve token is left after it (one that costs nothing only if another roll may differ); a Tide, with two
    left after it, if no die lands on a token that fits but some face would (the largest die becomes the
    smallest such face); a Translation, with four left after it, if the smallest die lands on a token that
    doesn't fit and some token of the path does (the farthest one is fetched); a purchase, with five in the
    reserve.
    The Plan: land on what fits; spare the Darkhouse a die that costs a token; then small dice to the Phantom,
    the Nautilion, the Darkhouse.  Discards come from the reserve, then the highest number that may leave.
    """
    step = table.step
    if step == s.SPELL:
        return _currents(table, rules, moves, count)
    if step == s.TRANSLATION_FIRST:
        return max(find_move(moves, count, Move.CHOOSE_PLACE, "place", _place_of_smallest_die(table)), 0)
    if step == s.TRANSLATION_SECOND:
        return max(find_move(moves, count, Move.CHOOSE_PLACE, "place", _farthest_that_fits(table, rules)), 0)
    if step == s.PLAN:
        return _give_one(table, moves, count) if table.dice_count == 1 else _plan(table, rules, moves, count)
    if step == s.DISCARD:
        return keep_the_crew(table, moves, count)
    if step == s.TAKE:
        return _take(table, rules, moves, count)
    return _card_decision(table, rules, moves, count)


@kernel
def _currents(table, rules, moves, count):
    heroic = _heroic_card(table, rules, moves, count)
    if heroic >= 0:
        return heroic
    reroll = _reroll(table, rules, moves, count)
    if reroll >= 0:
        return reroll
    kept = rules.spell_cost_whirlwind + RESERVE_KEPT_AFTER_WHIRLWIND
    if all_dice_equal(table) and table.reserve >= kept and _may_end_whirling(table, rules):
        whirlwind = find_kind(moves, count, Move.WHIRLWIND)
        if whirlwind >= 0:
            return whirlwind
    if table.reserve >= rules.spell_cost_tide + RESERVE_KEPT_AFTER_TIDE:
        value = _value_to_set(table, rules)
        if value > 0:
            tide = find_tide(moves, count, largest_die(table), value)
            if tide >= 0:
                return tide
    if table.reserve >= rules.spell_cost_translation + RESERVE_KEPT_AFTER_TRANSLATION and _swap_helps(
        table, rules
    ):
        return find_kind(moves, count, Move.TRANSLATION)
    if table.reserve >= RESERVE_BEFORE_PURCHASE and table.darkhouse_effect == FOR_SALE:
        return max(_purchase(moves, count), 0)
    return 0


@kernel
def _may_end_whirling(table, rules):
    """Return False where all dice are equal after any roll, and a Whirlwind costs nothing (ruling R26)."""
    return rules.spell_cost_whirlwind > 0 or (table.dice_count > 1 and rules.value_count > 1)


@kernel
def _heroic_card(table, rules, moves, count):
    if table.heroic_left == 0 or crew_size(table.crew) < CREW_FOR_HEROISM:
        return -1
    paid = highest_that_may_leave(table, rules)
    if paid == 0:
        return -1
    listed = False
    for card in HEROIC_ORDER:
        if _is_revealed(table, card):
            listed = True
            if card != REEF_CARD or rules.reef_crew & bit(paid):
                return find_card(moves, count, card, paid)
    if listed or crew_size(table.crew) < CREW_FOR_ANY_HEROISM:
        return -1
    return find_card(moves, count, _lowest_revealed(table), paid)


@kernel
def _is_revealed(table, card):
    for slot in range(s.ROW_OF_CARDS):
        if table.heroic_cards[slot] == card:
            return True
    return False


@kernel
def _lowest_revealed(table):
    lowest = 0
    for slot in range(s.ROW_OF_CARDS):
        card = table.heroic_cards[slot]
        if card != 0 and (lowest == 0 or card < lowest):
            lowest = card
    return lowest


@kernel
def _reroll(table, rules, moves, count):
    """Return the index of the first partnership's re-roll of the largest die, if that is a 4, or -1."""
    if table.cabin_mages == 0:
        return -1
    largest = largest_die(table)
    if table.dice[largest] != DIE_TO_REROLL:
        return -1
    return find_reroll(table, rules, moves, count, largest)


@kernel
def _value_to_set(table, rules):
    """Return the smallest face that lands on what fits; 0 if a die does already, or no face would."""
    return 0 if some_die_fits(table, rules) else smallest_face_that_fits(table, rules)


@kernel
def _place_of_smallest_die(table):
    smallest = table.dice[0]
    for i in range(1, table.dice_count):
        smallest = min(smallest, table.dice[i])
    return place_reached(table, smallest)


@kernel
def _farthest_that_fits(table, rules):
    """Return the place farthest from the Isles whose token fits, 0 if there is none."""
    fitting = fitting_kinds(table, rules)
    for place in range(table.length, 0, -1):
        if (fitting >> table.path[place]) & 1:
            return place
    return 0


@kernel
def _swap_helps(table, rules):
    if table.crew == s.FULL_CREW:
        return False
    place = _place_of_smallest_die(table)
    if place > table.length or place == s.ISLES or (fitting_kinds(table, rules) >> table.path[place]) & 1:
        return False
    return _farthest_that_fits(table, rules) > 0


@kernel
def _purchase(moves, count):
    for i in range(count):
        if moves[i].kind == Move.BUY and is_crew(moves[i].number):
            return i
    return -1


@kernel
def _plan(table, rules, moves, count):
    reached, fitting, costly = places_reached(table), fitting_kinds(table, rules), discard_faces(table, rules)
    best, most = 0, -1
    for i in range(count):
        die = moves[i].nautilion
        landing = landing_at(table, rules, fitting, die, place_of(reached, die))
        rank = _rank(moves[i], landing, costly)
        if rank > most:
            best, most = i, rank
    return best


@kernel
def _rank(move, landing, costly):
    """Return the rank of a way to give the dice: each part counts more than all that follow."""
    rank = 2 * landing + 1 - ((costly >> int(move.darkhouse)) & 1)
    rank = FACES * rank - move.phantom
    rank = FACES * rank - move.nautilion
    return FACES * rank - move.darkhouse + FACES**3


@kernel
def _give_one(table, moves, count):
    """Give a die as it falls: a 4 to the Darkhouse, a 1 to the Phantom, a 2 or 3 to the Nautilion."""
    if table.dice[0] == 4:
        order = (0, 1, 2)
    elif table.dice[0] == 1:
        order = (1, 0, 2)
    else:
        order = (2, 1, 0)
    for figure in order:
        for i in range(count):
            if _receives(table, moves[i]) == figure:
                return i
    return 0


@kernel
def _receives(table, move):
    """Return the figure for the one die in hand: 0 the Darkhouse, 1 the Phantom, 2 the Nautilion."""
    if move.darkhouse != table.darkhouse_die:
        return 0
    return 1 if move.phantom != table.phantom_die else 2


@kernel
def _take(table, rules, moves, count):
    """Take it aboard if that is legal (a third mercenary into the reserve), else into the cabin."""
    if not (fitting_kinds(table, rules) >> table.in_hand) & 1:
        return count - 1
    return 0  # the first place listed


@kernel
def _card_decision(table, rules, moves, count):
    """Decide what cards and the collision ask for: mostly by the first move listed, the lowest kind."""
    step = table.step
    if step == s.PRIZE:
        return _prize(table, rules, moves, count)
    if step == s.GROUP:
        return largest_group(moves, count)
    if step == s.FIRST_PLAYER:
        return _first_player(table, moves, count)
    if step == s.RETURN_KIND:
        return _lowest_not_aboard(table, moves, count)
    if step == s.FIGURE:
        return max(find_move(moves, count, Move.CHOOSE_FIGURE, "number", s.PHANTOM_FIGURE), 0)
    if step == s.CARD_LEAVES:
        return _highest_card(moves, count)
    if step == s.FETCH_FROM_PATH:
        return _lowest_number_on(table, moves, count)
    if step == s.SET_DICE:
        for i in range(count):
            if moves[i].value == 1:
                return i
    return 0


@kernel
def _first_player(table, moves, count):
    """Begin with the first player whose Admiral shows the crew where the smallest die leads to."""
    token = table.path[_place_of_smallest_die(table)]
    for i in range(count):
        if token != 0 and is_crew(token) and table.admirals[moves[i].number] & bit(token):
            return i
    return 0


@kernel
def _prize(table, rules, moves, count):
    """Take the lowest crew number for which there is room aboard, after a tie into the reserve.

    Without such a number take the lowest kind, into the reserve.
    """
    aboard = find_kind(moves, count, Move.PRIZE_ABOARD)
    if aboard >= 0:
        return aboard
    for i in range(count):
        if is_crew(moves[i].number) and may_go_aboard(table, rules, moves[i].number):
            return i
    return 0


@kernel
def _lowest_not_aboard(table, moves, count):
    for i in range(count):
        kind = moves[i].number
        if is_crew(kind) and not table.crew & bit(kind):
            return i
    return 0


@kernel
def _highest_card(moves, count):
    best = 0
    for i in range(1, count):
        if moves[i].card > moves[best].card:
            best = i
    return best


@kernel
def _lowest_number_on(table, moves, count):
    """Fetch the lowest number among the listed places, from the one nearest to the Isles."""
    best = 0
    for i in range(1, count):
        if table.path[moves[i].place] < table.path[moves[best].place]:
            best = i
    return best
