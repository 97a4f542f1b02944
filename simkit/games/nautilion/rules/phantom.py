"""Phase 4, the Phantom: it moves toward the Happy Isles and takes what it reaches."""

from simkit.game import kernel, note
from simkit.games.nautilion.card_effects import EXCHANGE
from simkit.games.nautilion.kinds import Event
from simkit.games.nautilion.rules.darkhouse import has_tokens
from simkit.games.nautilion.rules.mercenaries import collision_to_come, goes_on_phantom_board
from simkit.games.nautilion.rules.path import place_toward_abyss, place_toward_isles, take_token
from simkit.games.nautilion.rules.reefs import remove_reef
from simkit.games.nautilion.state import ISLES, MERCENARY, NO_COLLISION, PHANTOM_AT_ISLES, STAYS, TOWARD_ISLES


@kernel
def move_phantom(table, rules, log):
    """Move the Phantom; at the Isles the game is lost, else it takes the token. True at a collision."""
    if table.phantom_course != TOWARD_ISLES:
        turn_phantom_back(table, rules, log)
        return False
    place = place_toward_isles(table, table.phantom, table.phantom_die)
    if collision_to_come(table, rules) and place <= table.nautilion:
        table.phantom = table.nautilion + 1
        return True
    table.phantom = place
    if place == ISLES:
        table.end = PHANTOM_AT_ISLES
        note(log, Event.PHANTOM_AT_ISLES)
    else:
        reach_token(table, rules, log)
    return False


@kernel
def turn_phantom_back(table, rules, log):
    """Heroic cards: the Phantom stays, or moves backwards, at most to the Abyss (ruling R8: no collision)."""
    if table.phantom_course == STAYS:
        note(log, Event.PHANTOM_STAYED)
        return
    table.phantom = place_toward_abyss(table, table.phantom, table.phantom_die)
    if table.phantom > table.length:
        note(log, Event.PHANTOM_BACK)
    else:
        reach_token(table, rules, log)


@kernel
def reach_token(table, rules, log):
    """Take the token of the Phantom's place, and its reef leaves; or hold it until tokens are exchanged."""
    kind = take_token(table, table.phantom)
    exchanged = table.darkhouse_effect == EXCHANGE
    kept = exchanged or goes_on_phantom_board(table, rules, kind)
    note(log, Event.PHANTOM_REACHED, table.phantom, kind, 1 if kept else 0)
    if rules.expanded != 0:
        if exchanged:
            table.phantom_holds = kind
            return
        remove_reef(table, table.phantom, log)
    give_to_phantom(table, rules, kind, log)


@kernel
def give_to_phantom(table, rules, kind, log):
    """Put a token on the Phantom's board or discard it; a mercenary after the collision costs one."""
    table.phantom_took += 1
    if rules.mercenaries == 0:
        table.discard_pile[kind] += 1
        return
    # Both counts are updated without a branch, because the processor could not predict which token it is.
    boarded = goes_on_phantom_board(table, rules, kind)
    table.phantom_board[kind] += boarded
    table.phantom_board_tokens += boarded
    table.discard_pile[kind] += not boarded
    if boarded:
        note(log, Event.TAKEN_BY_PHANTOM, kind)
    if table.collision != NO_COLLISION and kind == MERCENARY and has_tokens(table):
        table.discards_due = 1
        table.discards_for_phantom = 1


@kernel
def settle_phantom(table, rules, log):
    """Let the Phantom keep its token, because there is no exchange; the reef beside it leaves."""
    if table.phantom_holds != 0:
        kind = table.phantom_holds
        table.phantom_holds = 0
        remove_reef(table, table.phantom, log)
        give_to_phantom(table, rules, kind, log)
