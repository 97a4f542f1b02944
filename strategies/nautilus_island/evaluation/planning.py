"""How the expert chooses: the turn after which the best plan for the turns then left is worth most.

A turn changes hand and table, and how many turns are left: taking the last card of a column ends the game.
So each turn is weighed with the turns that would follow it.

In a round each column is entered by one player at most.  So a stack of three cards lasts for three rounds, or
for two if somebody after this player can still take from it; a player that takes the last card knows how many
turns are left.
"""

from simkit.game import kernel, scratch, separate_kernel
from simkit.games.nautilus_island.rules.score import sets_points, treasure_points
from simkit.games.nautilus_island.rules.tokens import can_close, porthole_points
from simkit.games.nautilus_island.state import (
    CLOSE_SET,
    COLOURS,
    EXPLORE,
    OFF_THE_BOARD,
    PICK_OBJECTS,
    TREASURES,
)
from simkit.strategies.nautilus_island.evaluation.columns import (
    NOTHING,
    count_gained,
    find_action,
    find_closing,
    find_column,
    find_objects,
    is_legal,
    place_worth,
    usual_treasure,
    weigh_top_cards,
)
from simkit.strategies.nautilus_island.evaluation.opponents import look_at_opponents, rival_points
from simkit.strategies.nautilus_island.evaluation.plans import (
    LEVEL_TURNS,
    MANY_TURNS,
    NARROW,
    PLAN,
    SOME_TURNS,
    THREE_TURNS,
    TWO_TURNS,
    WIDE,
    after_store,
    begin_plan,
    fill_level,
    is_only_widest,
    more_in_hand,
)
from simkit.strategies.nautilus_island.evaluation.promises import set_worth

NOW = -1
"""The level without any turn left: nothing is planned."""


def choose_by_plan(table, seat, rules, moves, count, parameters, chance):
    """Choose a move by the best plan for the turns left."""
    if table.step == PICK_OBJECTS:
        return find_objects(table, seat, moves, count)
    return plan_turn(table, seat, rules, moves, count, parameters)


@separate_kernel
def plan_turn(table, seat, rules, moves, count, weights):
    """Choose a column, an action, or whether to close."""
    plan, theirs = scratch(PLAN), scratch(PLAN)
    begin_plan(plan, table, seat, rules, weights)
    plan.mine = sets_points(table.castaways[seat.number]) + treasure_points(rules, seat.hand[TREASURES])
    look_at_opponents(theirs, table, seat, rules, weights)
    plan.rival_now = theirs.mine
    plans, spot = (plan, theirs), (table, seat, rules)
    if table.step == EXPLORE:
        best, most = 0, 2 * NOTHING
        for column in range(rules.column_count):
            if is_legal(table, column):
                worth, _, _ = best_turn(plans, spot, weights, column)
                if worth > most:
                    best, most = column, worth
        return find_column(table, best)
    column = int(table.castaways[seat.number].column)
    if table.step == CLOSE_SET:
        close = closing_is_better(plans, spot, weights, column)
        return find_closing(moves, count, close)
    _, colour, cards = best_turn(plans, spot, weights, column)
    return find_action(moves, count, colour, cards)


@separate_kernel
def best_turn(plans, spot, weights, column):
    """Return the worth of the best turn in a column, and colour and number of cards to store (0: collect)."""
    plan, _ = plans
    table, _, rules = spot
    best, best_colour, best_cards = NOTHING, 0, 0
    place = place_worth(rules, weights, column, table.final == 1)
    after = horizon(plans, spot, weights, column, 0)
    for colour in range(COLOURS):
        if plan.is_open[colour] == 1:
            for cards in range(1, min(rules.width[column], plan.held[colour]) + 1):
                worth = store_worth(plan, table, rules, weights, after, (place, colour, cards))
                if worth > best:
                    best, best_colour, best_cards = worth, colour, cards
    if table.height[column] > 0:
        after = horizon(plans, spot, weights, column, 1)
        worth = collect_worth(plan, spot, weights, after, (place, column))
        if worth >= best:
            best, best_cards = worth, 0
    return best, best_colour, best_cards


@separate_kernel
def horizon(plans, spot, weights, column, collects):
    """Return for which levels plans are to be made, and how likely each is.

    Returns
    -------
    (soonest, first, high, share, ends, can_end)
        Levels, NOW for none: the one if others end the game this round, and the two between which it ends
        otherwise, with the share of the second.  The shares of the others that can end it this round and
        next round, or minus one.  Whether the player can end it next round.
    """
    table, seat, rules = spot
    turns, ripe = turns_after(table, rules, weights, column, collects)
    soonest, first, high, share = NOW, NOW, NOW, 0.0
    now, then, can_end = -1.0, -1.0, False
    if ripe != 0 and rules.last_round == 1:
        now, then = share_that_can_end(table, seat, rules, column, ripe)
        can_end = ripe & ~(1 << int(column)) != 0
        first, high, share = TWO_TURNS, SOME_TURNS, weights.waits
        if now > 0.0:
            soonest = NARROW if is_only_widest(rules, column) else WIDE
            require_level(plans, weights, soonest)
    elif turns >= 1.0:
        first, high, share = between_levels(turns)
        if first == WIDE and is_only_widest(rules, column):
            first = NARROW
    if first != NOW:
        require_level(plans, weights, first)
    if share > 0.0:
        require_level(plans, weights, high)
    return soonest, first, high, share, (now, then), can_end


@kernel
def require_level(plans, weights, level):
    """Work out a level, unless that has been done."""
    plan, theirs = plans
    if (plan.filled >> level) & 1 == 0:
        fill_level(plan, weights, level)
        plan.rival[level] = rival_points(theirs, weights, level)


@kernel
def between_levels(turns):
    """Return the levels between which a number of turns (1 or more) lies, and the share of the second."""
    if turns < 2.0:
        return WIDE, TWO_TURNS, turns - 1.0
    if turns < 3.0:
        return TWO_TURNS, THREE_TURNS, turns - 2.0
    if turns < 5.0:
        return THREE_TURNS, SOME_TURNS, (turns - 3.0) / 2.0
    return SOME_TURNS, MANY_TURNS, min(1.0, (turns - 5.0) / 3.0)


@kernel
def outlook(plan, weights, after, worth):
    """Return how likely the player is to win, from -1 to 1, by the lead over the best opponent.

    A player that can end the game does so if that is better for them.  `after` is what `horizon` returned;
    `worth` is (points, sooner, lower, higher): the points of the turn, and the plans' worth on its levels.
    """
    soonest, first, high, share, ends, can_end = after
    points, sooner, lower, higher = worth
    points += plan.mine
    if first == NOW:
        return chance_of(weights, points - plan.rival_now, 0)
    soon = chance_of(weights, points + lower - plan.rival[first], LEVEL_TURNS[first])
    chance = soon
    if share > 0.0:
        later = chance_of(weights, points + higher - plan.rival[high], LEVEL_TURNS[high])
        chance += share * (later - chance)
    if ends[1] >= 0.0:
        if can_end:
            chance += weights.hold * max(0.0, soon - chance)
        chance -= ends[1] * weights.ends * max(0.0, chance - soon)
    if soonest != NOW:
        soon = chance_of(weights, points + sooner - plan.rival[soonest], 1)
        chance -= ends[0] * weights.ends * max(0.0, chance - soon)
    return chance


@kernel
def chance_of(weights, ahead, turns):
    """Return how likely a win is, from -1 to 1, with a lead of `ahead` points and some turns left."""
    return ahead / (weights.unsure + weights.spread * turns + abs(ahead))


@kernel
def plans_after_store(plan, weights, after, colour, cards):
    """Return the worth of the best plans on all levels after a store that leaves the set open."""
    soonest, first, high, share, _, _ = after
    sooner = after_store(plan, weights, soonest, colour, cards) if soonest != NOW else 0.0
    lower = after_store(plan, weights, first, colour, cards) if first != NOW else 0.0
    return sooner, lower, after_store(plan, weights, high, colour, cards) if share > 0.0 else 0.0


@kernel
def plans_without(plan, after, colour):
    """Return the worth of the best plans of all other colours, on all levels."""
    soonest, first, high, share, _, _ = after
    sooner = plan.rest[soonest, colour, 0] if soonest != NOW else 0.0
    lower = plan.rest[first, colour, 0] if first != NOW else 0.0
    return sooner, lower, plan.rest[high, colour, 0] if share > 0.0 else 0.0


@separate_kernel
def store_worth(plan, table, rules, weights, after, store):
    """Return the worth of storing cards of a colour; the set is closed then if that is better."""
    place, colour, cards = store
    size = plan.sizes[colour] + cards
    points = place - plan.worth[colour]
    plans = plans_after_store(plan, weights, after, colour, cards)
    has = points + set_worth(plan, weights, colour, size, 0.0)
    worth = outlook(plan, weights, after, (has, plans[0], plans[1], plans[2]))
    if can_close(table, rules, size):
        closed = points + set_worth(plan, weights, colour, size, float(porthole_points(table, rules, size)))
        if after[1] != NOW:
            closed -= weights.card * (plan.held[colour] - cards)
        plans = plans_without(plan, after, colour)
        worth = max(worth, outlook(plan, weights, after, (closed, plans[0], plans[1], plans[2])))
    return worth


@kernel
def closing_is_better(plans, spot, weights, column):
    """Return True if the set of the last store should be closed."""
    plan, _ = plans
    table, _, rules = spot
    colour = int(table.store_colour)
    after = horizon(plans, spot, weights, column, 0)
    soonest, first, high, share, _, _ = after
    sooner = plan.whole[soonest] if soonest != NOW else 0.0
    lower = plan.whole[first] if first != NOW else 0.0
    higher = plan.whole[high] if share > 0.0 else 0.0
    left_open = outlook(plan, weights, after, (0.0, sooner, lower, higher))
    size = plan.sizes[colour]
    closed = set_worth(plan, weights, colour, size, float(porthole_points(table, rules, size)))
    closed -= plan.worth[colour]
    if first != NOW:
        closed -= weights.card * plan.held[colour]
    others = plans_without(plan, after, colour)
    return outlook(plan, weights, after, (closed, others[0], others[1], others[2])) >= left_open


@separate_kernel
def collect_worth(plan, spot, weights, after, place):
    """Return the worth of collecting in a column: each colour by itself."""
    _, _, rules = spot
    points, column = place
    soonest, level, high, share, _, _ = after
    points, gains, unseen = weigh_top_cards(spot, weights, column, points, 0.0)
    if unseen > 0:
        points += unseen * weights.unseen * (usual_treasure(rules, weights) / (COLOURS + 1))
    sooner = plan_with_cards(plan, weights, soonest, gains, unseen) if soonest != NOW else 0.0
    lower = plan_with_cards(plan, weights, level, gains, unseen) if level != NOW else 0.0
    higher = plan_with_cards(plan, weights, high, gains, unseen) if share > 0.0 else 0.0
    return outlook(plan, weights, after, (points, sooner, lower, higher))


@kernel
def plan_with_cards(plan, weights, level, gains, unseen):
    """Return the worth of the best plan with cards gained, counted by colour, and some unseen ones."""
    worth = plan.whole[level]
    if unseen > 0:
        worth += unseen * weights.unseen * unseen_worth(plan, weights, level)
    for colour in range(COLOURS):
        more = count_gained(gains, colour)
        if more > 0:
            worth += weights.card * more + more_in_hand(plan, weights, level, colour, more)
    return worth


@separate_kernel
def unseen_worth(plan, weights, level):
    """Return the worth of a card that nobody has seen; all colours are equally likely."""
    if (plan.unseen_known >> level) & 1 == 0:
        total = 0.0
        for colour in range(COLOURS):
            if plan.is_open[colour] == 1:
                total += weights.card + more_in_hand(plan, weights, level, colour, 1)
        plan.unseen[level] = total / (COLOURS + 1)
        plan.unseen_known |= 1 << level
    return plan.unseen[level]


FAR_AWAY = 1.0e3


@kernel
def can_still_enter(table, rules):
    """Return the columns that players after this one may still enter this round: bit `column` for each."""
    columns = 0
    for place in range(table.turn_in_round + 1, rules.players):
        own = table.castaways[table.order[place]].column
        if own == OFF_THE_BOARD:
            return rules.as_wide_as[0]
        columns |= rules.as_wide_as[0] & ~(1 << int(own))
    return columns


@kernel
def turns_after(table, rules, weights, column, collects):
    """Return how many own turns to expect after one in a column, and which columns can end the game.

    `collects` is 1 if the player takes the top cards there, else 0.  The turns are no whole number; of the
    columns, those count that are down to their last cards: bit `column` for each.
    """
    if table.final == 1:
        return 0.0, 0
    last = float(rules.last_round)
    if table.end_column != OFF_THE_BOARD:
        return last, 0
    open_to_others = can_still_enter(table, rules) & ~(int(table.occupied) | (1 << int(column)))
    soonest, ripe = FAR_AWAY, 0
    for other in range(rules.column_count):
        height = table.height[other]
        if other == column:
            height -= collects
            if height <= 0:
                return last, 0
        rounds = float(height)
        if height == 1:
            ripe |= 1 << other
        elif (open_to_others >> other) & 1 != 0:
            rounds -= weights.eager
        soonest = min(soonest, rounds)
    return last + weights.standoff + weights.pace * (soonest - 1.0), ripe


@kernel
def share_that_can_end(table, seat, rules, column, ripe):
    """Return the shares of the others that can take the last cards of a column: this round, and next round.

    Nobody enters the column where they stand, nor one that somebody has entered in this round.
    """
    now, then = 0, 0
    for place in range(rules.players):
        other = table.order[place]
        if other == seat.number:
            continue
        own = table.castaways[other].column
        elsewhere = ripe if own == OFF_THE_BOARD else ripe & ~(1 << int(own))
        if place < table.turn_in_round:
            then += 1 if elsewhere != 0 else 0
        else:
            then += 1
            now += 1 if elsewhere & ~(int(table.occupied) | (1 << int(column))) != 0 else 0
    return now / (rules.players - 1), then / (rules.players - 1)
