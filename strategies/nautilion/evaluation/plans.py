"""The worth of dice in hand: of every plan, Tide and re-roll, from the table that `face_values` fills."""

from simkit.game import find_move, kernel, separate_kernel
from simkit.games.nautilion.kinds import Move
from simkit.games.nautilion.state import ALL_FIGURES, DARKHOUSE_FIGURE, NAUTILION_FIGURE, PHANTOM_FIGURE
from simkit.strategies.nautilion.evaluation.finding import find_reroll


@kernel
def best_plan_value(sheet, strike, a, b, c):
    """Return the worth of the best way to give three dice; a strike of the Darkhouse costs `strike`."""
    return max(
        sheet.pairs[b, c] - strike * sheet.strikes[a],
        sheet.pairs[a, c] - strike * sheet.strikes[b],
        sheet.pairs[a, b] - strike * sheet.strikes[c],
    )


@kernel
def is_usual(table):
    """Return True if there are three dice for three figures.

    `hand_value` checks this for every hand; callers that compare many check it once, a twentieth faster.
    """
    return table.receiving == ALL_FIGURES and table.dice_count == 3


@kernel
def hand_value(table, sheet, strike, a, b, c):
    """Return the worth of the best way to give the dice in hand if they showed these faces."""
    if is_usual(table):
        return best_plan_value(sheet, strike, a, b, c)
    if table.dice_count == 1:
        return single_die_value(table, sheet, strike, a)
    if table.dice_count == 2:
        return pair_value(table, sheet, strike, a, b)
    return max(  # three dice for two figures
        pair_value(table, sheet, strike, a, b),
        pair_value(table, sheet, strike, a, c),
        pair_value(table, sheet, strike, b, c),
    )


@kernel
def pair_value(table, sheet, strike, a, b):
    """Return the worth of giving two dice to the two figures that receive them, in the better order."""
    if table.receiving == DARKHOUSE_FIGURE | PHANTOM_FIGURE:
        n = table.nautilion_die
        return max(plan_value(sheet, strike, a, b, n), plan_value(sheet, strike, b, a, n))
    if table.receiving == DARKHOUSE_FIGURE | NAUTILION_FIGURE:
        p = table.phantom_die
        return max(plan_value(sheet, strike, a, p, b), plan_value(sheet, strike, b, p, a))
    d = table.darkhouse_die
    return max(plan_value(sheet, strike, d, a, b), plan_value(sheet, strike, d, b, a))


@kernel
def plan_value(sheet, strike, darkhouse, phantom, nautilion):
    """Return the worth of a plan; 0 for a figure without a die."""
    return sheet.figures[phantom, nautilion] - strike * sheet.strikes[darkhouse]


@kernel
def single_die_value(table, sheet, strike, face):
    """Return how much more this die is worth than the mean of all dice, for the figure that it suits best."""
    best = -1.0e12
    for i in range(3):
        if (table.receiving >> i) & 1:
            best = max(best, figure_gain(sheet, strike, 1 << i, face))
    return best


@kernel
def figure_gain(sheet, strike, figure, face):
    """Return how much more this face is worth for a figure than the mean of all dice."""
    if figure == DARKHOUSE_FIGURE:
        return strike * (sheet.mean_strikes - sheet.strikes[face])
    if figure == PHANTOM_FIGURE:
        return sheet.phantom[face] - sheet.mean_phantom
    return sheet.nautilion[face] - sheet.mean_nautilion


@kernel
def best_plan(table, sheet, moves, count):
    """Return the index of the best plan."""
    strike = sheet.strike
    best, most = 0, -1.0e12
    for i in range(count):
        move = moves[i]
        if table.dice_count == 1:
            worth = figure_gain(sheet, strike, receiver(table, move), table.dice[0])
        else:
            worth = plan_value(sheet, strike, move.darkhouse, move.phantom, move.nautilion)
        if worth > most:
            best, most = i, worth
    return best


@kernel
def receiver(table, move):
    """Return the figure that receives the one die in hand."""
    if move.darkhouse != table.darkhouse_die:
        return DARKHOUSE_FIGURE
    return PHANTOM_FIGURE if move.phantom != table.phantom_die else NAUTILION_FIGURE


@kernel
def best_tide(table, sheet, strike, moves, count):
    """Return the index of the best Tide listed (-1 if there is none) and the worth of the plan after it."""
    dice, usual = table.dice, is_usual(table)
    best, most = -1, -1.0e12
    for i in range(1, count):  # Tides are listed side by side
        move = moves[i]
        if move.kind == Move.TIDE:
            a = move.value if move.die == 0 else dice[0]
            b = move.value if move.die == 1 else dice[1]
            c = move.value if move.die == 2 else dice[2]
            if usual:
                worth = best_plan_value(sheet, strike, a, b, c)
            else:
                worth = hand_value(table, sheet, strike, a, b, c)
            if worth > most:
                best, most = i, worth
        elif best >= 0:
            break
    return best, most


@separate_kernel
def best_reroll(table, rules, sheet, moves, count):
    """Return the index of the best re-roll by mages (-1 if there is none) and the mean worth after it."""
    strike = sheet.strike
    dice, usual = table.dice, is_usual(table)
    best, most = -1, -1.0e12
    first = find_reroll(table, rules, moves, count, 0)
    if first < 0:
        return best, most
    for die in range(table.dice_count):  # by the first partnership; others re-roll the same dice
        total = 0.0
        for f in range(rules.value_count):
            face = rules.values[f]
            a = face if die == 0 else dice[0]
            b = face if die == 1 else dice[1]
            c = face if die == 2 else dice[2]
            if usual:
                worth = best_plan_value(sheet, strike, a, b, c)
            else:
                worth = hand_value(table, sheet, strike, a, b, c)
            total += rules.value_weights[f] * worth
        if total > most:
            best, most = first + die, total
    return best, most / rules.dice_faces.total


@separate_kernel
def after_whirlwind(table, rules, sheet, strike):
    """Return the mean worth of the best plan over all throws of the dice in hand."""
    usual, total, throws = is_usual(table), 0.0, 0
    for i in range(rules.value_count):
        for j in range(i + 1 if table.dice_count > 1 else 1):
            for k in range(j + 1 if table.dice_count > 2 else 1):
                ways = throw_ways(table, rules, i, j, k)
                a, b, c = rules.values[i], rules.values[j], rules.values[k]
                if usual:
                    worth = best_plan_value(sheet, strike, a, b, c)
                else:
                    worth = hand_value(table, sheet, strike, a, b, c)
                total += ways * worth
                throws += ways
    return total / throws


@kernel
def throw_ways(table, rules, i, j, k):
    """Return in how many ways the dice in hand, at most three, show the i-th, j-th and k-th values."""
    if table.dice_count == 1:
        return rules.value_weights[i]
    ways = rules.value_weights[i] * rules.value_weights[j]
    if table.dice_count == 2:
        return ways if i == j else 2 * ways
    return ways * rules.value_weights[k] * _orders(i, j, k)


@kernel
def _orders(i, j, k):
    """Return the number of orders in which three dice can show these values."""
    if i == j and j == k:
        return 1
    return 3 if i == j or j == k else 6


@kernel
def best_faces_value(table, rules, sheet):
    """Return the worth of the best plan if all dice could be set, and the faces: Heroic card 2."""
    most, best_a, best_b, best_c = -1.0e12, 0, 0, 0
    for i in range(rules.value_count):
        for j in range(i + 1 if table.dice_count > 1 else 1):
            for k in range(j + 1 if table.dice_count > 2 else 1):
                a, b, c = rules.values[i], rules.values[j], rules.values[k]
                worth = hand_value(table, sheet, sheet.strike, a, b, c)
                if worth > most:
                    most, best_a, best_b, best_c = worth, a, b, c
    return most, best_a, best_b, best_c


@kernel
def set_dice(table, rules, sheet, moves, count):
    """Set the next die to its face in the best plan over all faces."""
    _, a, b, c = best_faces_value(table, rules, sheet)
    done = table.dice_count - table.dice_to_set
    wanted = a if done == 0 else (b if done == 1 else c)
    return max(find_move(moves, count, Move.SET_DIE, "value", wanted), 0)
