"""Phase 5, the Nautilion: it moves toward the Abyss and takes the token that it reaches."""

from simkit.engine.kernel import kernel
from simkit.engine.log import note
from simkit.games.nautilion.board import may_go_aboard
from simkit.games.nautilion.events import (
    NAUTILION_AT_THE_ABYSS,
    NAUTILION_REACHED,
    TAKEN_ABOARD,
    TAKEN_INTO_RESERVE,
)
from simkit.games.nautilion.path import place_toward_abyss, take_token
from simkit.games.nautilion.reserve import put_into_reserve
from simkit.games.nautilion.state import (
    ABYSS_WITHOUT_CREW,
    FULL_CREW,
    TAKE_ABOARD,
    TAKE_RESERVE,
    WON,
    bit,
)


@kernel
def move_nautilion(table, log):
    """Move the Nautilion by its die; at the Abyss the game ends, won with all nine aboard."""
    table.nautilion = place_toward_abyss(table, table.nautilion, table.nautilion_die)
    if table.nautilion > table.length:
        table.end = WON if table.crew == FULL_CREW else ABYSS_WITHOUT_CREW
        note(log, NAUTILION_AT_THE_ABYSS, 0, 0, 0)
        return
    note(log, NAUTILION_REACHED, table.nautilion, table.path[table.nautilion], 0)


@kernel
def take_options(table, rules, moves):
    """List: the token's space of the board, if the ducts allow it; the reserve."""
    number = table.path[table.nautilion]
    count = 0
    if may_go_aboard(table.crew, rules, number):
        moves[0].kind = TAKE_ABOARD
        moves[0].number = number
        count = 1
    moves[count].kind = TAKE_RESERVE
    return count + 1


@kernel
def take_reached_token(table, aboard, log):
    """Take the token that the Nautilion has reached, aboard or into the reserve."""
    kind = take_token(table, table.nautilion)
    if aboard:
        table.crew |= bit(kind)
        note(log, TAKEN_ABOARD, kind, 0, 0)
    else:
        put_into_reserve(table, kind)
        note(log, TAKEN_INTO_RESERVE, kind, 0, 0)
