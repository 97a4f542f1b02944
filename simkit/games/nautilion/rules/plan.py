"""Phase 2, the Plan: give one die each to the Darkhouse, the Phantom and the Nautilion."""

from simkit.game import kernel, note
from simkit.games.nautilion.kinds import Event, Move
from simkit.games.nautilion.state import ALL_FIGURES, DARKHOUSE_FIGURE, NAUTILION_FIGURE, PHANTOM_FIGURE


@kernel
def plan_options(state, rules, moves):
    """List every distinct way to give the dice."""
    table = state.table
    if table.receiving != ALL_FIGURES or table.dice_count != 3:
        return partial_plan_options(table, moves)
    dice = table.dice
    count = 0
    for d in range(3):
        p, n = int(d == 0), 2 - int(d == 2)
        # A way that is in the list already is overwritten by the next one.
        is_new = (d == 0) | ((dice[d] != dice[0]) & ((d == 1) | (dice[d] != dice[1])))
        _list_giving(moves[count], dice[d], dice[p], dice[n])
        count += is_new
        _list_giving(moves[count], dice[d], dice[n], dice[p])
        count += is_new & (dice[p] != dice[n])
    return count


@kernel
def _list_giving(move, darkhouse, phantom, nautilion):
    move.kind = Move.GIVE_DICE
    move.darkhouse = darkhouse
    move.phantom = phantom
    move.nautilion = nautilion


@kernel
def partial_plan_options(table, moves):
    """List every distinct way to give the dice where some figures receive none of those in hand.

    One die goes to any of the figures that may receive it; more dice to both of these.
    """
    dice, receiving = table.dice, int(table.receiving)
    count = 0
    if table.dice_count == 1:
        for figure in range(3):
            _give(table, moves[count], 1 << figure, dice[0], 0, 0)
            count += (receiving >> figure) & 1  # if not, the next one overwrites it
        return count
    one = receiving & -receiving
    for i in range(table.dice_count):
        for first in (one, receiving ^ one):
            for j in range(i + 1, table.dice_count):  # the list has those with earlier dice already
                _give(table, moves[count], first, dice[i], receiving ^ first, dice[j])
                count += int(_is_new(moves, count))
    return count


@kernel
def _give(table, move, first, first_die, second, second_die):
    move.kind = Move.GIVE_DICE
    move.darkhouse = _die_of(DARKHOUSE_FIGURE, table.darkhouse_die, first, first_die, second, second_die)
    move.phantom = _die_of(PHANTOM_FIGURE, table.phantom_die, first, first_die, second, second_die)
    move.nautilion = _die_of(NAUTILION_FIGURE, table.nautilion_die, first, first_die, second, second_die)


@kernel
def _is_new(moves, count):
    """Return True if the way at place `count` is not among those before it."""
    move = moves[count]
    for i in range(count):
        listed = moves[i]
        if (
            listed.darkhouse == move.darkhouse
            and listed.phantom == move.phantom
            and listed.nautilion == move.nautilion
        ):
            return False
    return True


@kernel
def _die_of(figure, given_before, first, first_die, second, second_die):
    if figure == first:
        return first_die
    return second_die if figure == second else given_before


@kernel
def figures_without(table):
    """Return the figures that are still to receive a die, now that some have."""
    figures = table.figures
    if table.darkhouse_die != 0:
        figures &= ~DARKHOUSE_FIGURE
    if table.phantom_die != 0:
        figures &= ~PHANTOM_FIGURE
    if table.nautilion_die != 0:
        figures &= ~NAUTILION_FIGURE
    return figures


@kernel
def give_dice(table, move, log):
    """Give the dice as planned; those of earlier rolls stay where they were given."""
    table.darkhouse_die = move.darkhouse
    table.phantom_die = move.phantom
    table.nautilion_die = move.nautilion
    note(log, Event.DICE_GIVEN, move.darkhouse, move.phantom, move.nautilion)
