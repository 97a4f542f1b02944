"""Expansion 2, the Mercenaries: the Phantom's board, the collision, its prize, and what comes after."""

from simkit.game import kernel, note
from simkit.games.nautilion import state as s
from simkit.games.nautilion.kinds import Event, Move
from simkit.games.nautilion.rules.board import group_of, lowest_number, may_go_aboard, place_aboard
from simkit.games.nautilion.rules.reserve import put_into_reserve
from simkit.games.nautilion.rules.tokens import bit, crew_size, is_crew


@kernel
def collision_to_come(table, rules):
    """Return True before the collision, if Mercenaries are in use."""
    return (rules.mercenaries != 0) & (table.collision == s.NO_COLLISION)


@kernel
def kinds_for_phantom_board(table, rules):
    """Return the kinds that the Phantom takes on its board instead of discarding them: bit `kind` each."""
    has_room = table.phantom_board_tokens < rules.phantom_capacity
    return rules.armed_kinds * int(collision_to_come(table, rules) & has_room)


@kernel
def goes_on_phantom_board(table, rules, kind):
    """Return True if the Phantom takes this token on its board instead of discarding it."""
    return ((kinds_for_phantom_board(table, rules) >> kind) & 1) != 0


@kernel
def nautilion_harpoons(table, rules):
    """Return the harpoons aboard the Nautilion."""
    return rules.mercenary_harpoons * crew_size(table.mercenaries) + crew_size(table.crew & rules.armed_crew)


@kernel
def phantom_harpoons(table, rules):
    """Return the Phantom's own harpoons and those on its board."""
    mercenaries = table.phantom_board[s.MERCENARY]
    crew = table.phantom_board_tokens - mercenaries
    return rules.phantom_harpoons + rules.mercenary_harpoons * mercenaries + crew


@kernel
def collide(table, rules, log):
    """Compare harpoons when the figures meet; unless the game is lost, clear the boards of mercenaries."""
    ours, theirs = nautilion_harpoons(table, rules), phantom_harpoons(table, rules)
    if ours < theirs:
        table.collision = s.COLLISION_LOST
        table.end = s.LOST_COLLISION
    else:
        table.collision = s.COLLISION_WON if ours > theirs else s.COLLISION_TIED
        clear_the_boards(table)
    note(log, Event.COLLISION, ours, theirs, table.collision)


@kernel
def clear_the_boards(table):
    """Discard all tokens of the Phantom's board, and all mercenaries aboard."""
    for kind in range(1, s.TOKEN_KINDS):
        table.discard_pile[kind] += table.phantom_board[kind]
        table.phantom_board[kind] = 0
    table.phantom_board_tokens = 0
    table.discard_pile[s.MERCENARY] += crew_size(table.mercenaries)
    table.mercenaries = 0


@kernel
def prize_options(state, rules, moves):
    """List each kind of token in the discard pile, for the reserve and, after a win, for the board."""
    table = state.table
    count = 0
    for kind in range(1, s.TOKEN_KINDS):
        if table.discard_pile[kind] > 0:
            moves[count].kind = Move.PRIZE_RESERVE
            moves[count].number = kind
            count += 1
            if table.collision == s.COLLISION_WON and is_crew(kind) and may_go_aboard(table, rules, kind):
                moves[count].kind = Move.PRIZE_ABOARD
                moves[count].number = kind
                count += 1
    return count


@kernel
def take_prize(table, move, seat, log):
    """Take the prize of the collision."""
    table.discard_pile[move.number] -= 1
    if move.kind == Move.PRIZE_ABOARD:
        place_aboard(table, move.number, seat)
        note(log, Event.PRIZE_TAKEN, move.number, 1)
    else:
        put_into_reserve(table, move.number)
        note(log, Event.PRIZE_TAKEN, move.number, 0)


@kernel
def crew_is_split(table, rules):
    """Return True if the crew is no longer one group."""
    return rules.one_group[table.crew] == 0


@kernel
def group_options(state, rules, moves):
    """List the groups into which the crew has split, as crew masks."""
    table = state.table
    count = 0
    left = int(table.crew)
    while left != 0:
        group = group_of(left, rules, lowest_number(left))
        moves[count].kind = Move.KEEP_GROUP
        moves[count].number = group
        count += 1
        left &= ~group
    return count


@kernel
def keep_group(table, group, log):
    """Keep one group; the rest of the crew is discarded."""
    for number in range(1, s.CREW_NUMBERS + 1):
        if table.crew & bit(number) and not group & bit(number):
            table.discard_pile[number] += 1
    table.crew = group
    note(log, Event.GROUP_KEPT, group)
