"""How many own turns are left after a turn: the game ends when a column has been emptied.

In a round each column is entered by one player at most.  So a stack of three cards lasts for three rounds,
or two if somebody after this player can still take from it, and a player who takes the last card knows how
many turns are left.
"""

from simkit.compile.kernel import kernel
from simkit.games.nautilus_island.state import OFF_THE_BOARD

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
    """Return how many own turns are to be expected after one in a column, and which columns can end the game.

    Parameters
    ----------
    column : int
        Where the player stands then.
    collects : int
        1 if they take the top cards there, else 0.

    Returns
    -------
    (turns, ripe)
        The turns, no whole number.  The columns whose last cards lie there: bit `column` for each.
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
def share_who_can_end(table, seat, rules, column, ripe):
    """Return the shares of the others who can take the last cards of a column: this round, and next round.

    Nobody enters the column where they stand, nor one where somebody stands already in this round.
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
