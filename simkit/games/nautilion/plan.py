"""Phase 2, the Plan: give one die each to the Darkhouse, the Phantom and the Nautilion."""

from simkit.engine.kernel import kernel
from simkit.engine.log import note
from simkit.games.nautilion.events import DICE_GIVEN
from simkit.games.nautilion.state import GIVE_DICE


@kernel
def plan_options(table, moves):
    """List every distinct giving of the three dice."""
    dice = table.dice
    count = 0
    for d in range(3):
        if (d > 0 and dice[d] == dice[0]) or (d > 1 and dice[d] == dice[1]):
            continue
        p = 1 if d == 0 else 0
        n = 3 - d - p
        for swap in range(2):
            if swap == 1:
                if dice[p] == dice[n]:
                    break
                p, n = n, p
            move = moves[count]
            move.kind = GIVE_DICE
            move.darkhouse = dice[d]
            move.phantom = dice[p]
            move.nautilion = dice[n]
            count += 1
    return count


@kernel
def give_dice(table, move, log):
    """Give the dice as planned."""
    table.darkhouse_die = move.darkhouse
    table.phantom_die = move.phantom
    table.nautilion_die = move.nautilion
    note(log, DICE_GIVEN, move.darkhouse, move.phantom, move.nautilion)
