"""Three strategies for Night Market."""

from simkit.game import below, find_move, strategy
from simkit.game.effects import AGAIN, WHOM, YES
from simkit_night_market.words import Move


@strategy(game="night_market", skill="uniform chance")
def random(table, seat, rules, moves, count, parameters, chance):
    """Make any legal move, all equally likely."""
    return below(chance, count)


@strategy(game="night_market", skill="casual")
def bold(table, seat, rules, moves, count, parameters, chance):
    """Take every risk: the first option, every throw that a charm can buy, the card drawn last."""
    kind = moves[0].kind
    if kind == AGAIN:
        return YES
    if kind == WHOM:
        return find_move(moves, count, WHOM, "answer", seat.number)
    if kind == Move.PLAY:
        return find_move(moves, count, Move.PLAY, "card", seat.hand.cards[seat.hand.count - 1])
    return 0


@strategy(game="night_market", skill="casual")
def careful(table, seat, rules, moves, count, parameters, chance):
    """Take no risk: the last option, no throw for a charm, the card that is first in the file."""
    kind = moves[0].kind
    if kind == WHOM:
        return find_move(moves, count, WHOM, "answer", seat.number)
    if kind == Move.PLAY or kind == AGAIN:
        return 0
    return count - 1
