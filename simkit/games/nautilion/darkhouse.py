"""Phase 3, the Darkhouse: on some faces of its die a token is lost."""

from simkit.engine.kernel import kernel
from simkit.engine.log import note
from simkit.games.nautilion.board import may_leave
from simkit.games.nautilion.events import DISCARDED_FROM_BOARD, DISCARDED_FROM_RESERVE
from simkit.games.nautilion.reserve import remove_from_reserve
from simkit.games.nautilion.state import CREW_NUMBERS, DISCARD_CREW, DISCARD_RESERVE, bit


@kernel
def darkhouse_strikes(table, rules):
    """Return True if the Darkhouse's die costs a token and there is one to lose."""
    strikes = (rules.darkhouse_discards_on >> table.darkhouse_die) & 1
    return strikes != 0 and (table.reserve > 0 or table.crew != 0)


@kernel
def discard_options(table, rules, moves):
    """List: the reserve, if it has tokens; each token aboard without which the crew is still one group."""
    count = 0
    if table.reserve > 0:
        moves[0].kind = DISCARD_RESERVE
        count = 1
    for number in range(1, CREW_NUMBERS + 1):
        if may_leave(table.crew, rules, number):
            moves[count].kind = DISCARD_CREW
            moves[count].number = number
            count += 1
    return count


@kernel
def discard_token(table, move, log):
    """Discard one token of the player's choice."""
    table.discards += 1
    if move.kind == DISCARD_RESERVE:
        note(log, DISCARDED_FROM_RESERVE, remove_from_reserve(table), 0, 0)
    else:
        table.crew &= ~bit(move.number)
        table.discard_pile[move.number] += 1
        note(log, DISCARDED_FROM_BOARD, move.number, 0, 0)
