"""Three strategies for Night Market."""

from simkit.engine.chance import below
from simkit.engine.effects.machine import AGAIN, NOTHING, WHOM, YES
from simkit.engine.kernel import kernel
from simkit.engine.strategy import strategy


@kernel
def find_answer(moves, count, answer):
    """Return the move with an answer; the first if none has it."""
    for i in range(count):
        if moves[i].answer == answer:
            return i
    return 0


@strategy(game="night_market", skill="uniform chance")
def random(table, seat, rules, moves, count, parameters, chance):
    """Make any legal move, all equally likely."""
    return below(chance, count)


@strategy(game="night_market", skill="casual")
def bold(table, seat, rules, moves, count, parameters, chance):
    """Take every risk: the first option, every throw that a charm can buy, the card that came last."""
    if moves[0].question == AGAIN:
        return YES
    if moves[0].question == WHOM:
        return find_answer(moves, count, seat.number)
    if moves[0].question == NOTHING:
        return find_answer(moves, count, seat.hand.cards[seat.hand.count - 1])
    return 0


@strategy(game="night_market", skill="casual")
def careful(table, seat, rules, moves, count, parameters, chance):
    """Keep what there is: the last option, no throw bought, the card that stands first in the file."""
    if moves[0].question == WHOM:
        return find_answer(moves, count, seat.number)
    if moves[0].question == NOTHING or moves[0].question == AGAIN:
        return 0
    return count - 1
