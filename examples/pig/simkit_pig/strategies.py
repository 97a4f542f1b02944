"""Two strategies for Pig."""

from simkit.game import Parameter, coin, strategy
from simkit_pig.game import Move


@strategy(game="pig", skill="uniform chance")
def random(table, seat, rules, moves, count, parameters, chance):
    """Roll or hold, with equal chances."""
    return Move.HOLD if coin(chance) else Move.ROLL


@strategy(
    game="pig",
    skill="casual",
    parameters=(
        Parameter(
            "n", 20, 1, 1000, "the turn's total at which to hold", "the total to hold at", "holding at {}"
        ),
    ),
)
def hold_at(table, seat, rules, moves, count, parameters, chance):
    """Roll until the turn's total is n, or enough to win.

    Holding at 20 gets the most points per turn on average; winning takes a little more (Neller and Presser,
    "Optimal Play of the Dice Game Pig", The UMAP Journal 25(1), 2004).
    """
    enough = table.total >= int(parameters.n)
    wins = table.score[seat.number] + table.total >= rules.target
    return Move.HOLD if enough or wins else Move.ROLL
