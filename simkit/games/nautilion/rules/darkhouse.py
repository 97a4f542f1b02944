"""Phase 3, the Darkhouse: on some faces of its die a token is lost."""

from simkit.game import draw_weighted, kernel, note
from simkit.games.nautilion.card_effects import DISCARD_MORE, ONLY_A_FOUR, REROLL_A_TWO
from simkit.games.nautilion.kinds import Event, Move
from simkit.games.nautilion.rules.board import free_to_leave, spaces_held
from simkit.games.nautilion.rules.machinations import card_of_the_turn
from simkit.games.nautilion.rules.mages import cabin_kinds, remove_from_cabin
from simkit.games.nautilion.rules.reserve import remove_from_reserve
from simkit.games.nautilion.rules.tokens import bit, list_numbers
from simkit.games.nautilion.state import MERCENARY

THE_ONLY_FOUR = 4
THE_TWO = 2
"""The face that a card makes the player roll again."""


@kernel
def discard_faces(table, rules):
    """Return the faces of the Darkhouse's die that cost a token this turn, bit `face` for each."""
    faces = 1 << THE_ONLY_FOUR if table.darkhouse_effect == ONLY_A_FOUR else int(rules.darkhouse_discards_on)
    return faces if table.turn > table.shielded_until else 0  # ruling R13: a shield beats every card


@kernel
def tokens_due(state, rules, log):
    """Return the number of tokens that the Darkhouse's die asks for."""
    table = state.table
    face = table.darkhouse_die
    if rules.expanded == 0:
        return (rules.darkhouse_discards_on >> face) & 1
    faces = discard_faces(table, rules)
    if table.darkhouse_effect == REROLL_A_TWO and face == THE_TWO and faces != 0:
        face = draw_weighted(state.chance, rules.dice_faces)
        note(log, Event.DARKHOUSE_REROLLED, face)
    if ((faces >> face) & 1) == 0:
        return 0
    if table.darkhouse_effect == DISCARD_MORE:
        return int(rules.darkhouse_tokens[card_of_the_turn(table)])
    return 1


@kernel
def has_tokens(table):
    """Return True if there is a token to lose: in the reserve, on the board or in the cabin."""
    return table.reserve > 0 or (spaces_held(table) | table.cabin_crew | table.cabin_mages) != 0


@kernel
def discard_options(state, rules, moves):
    """List: the reserve; each token aboard that may leave, the crew staying one group; each in the cabin."""
    table = state.table
    count = 0
    if table.reserve > 0:
        moves[0].kind = Move.DISCARD_RESERVE
        count = 1
    count = list_numbers(moves, count, Move.DISCARD_CREW, free_to_leave(table, rules) << 1)
    return list_numbers(moves, count, Move.DISCARD_CABIN, cabin_kinds(table))


@kernel
def discard_token(table, move, log):
    """Discard one token of the player's choice."""
    for_phantom = table.discards_for_phantom
    table.discards += 1 - for_phantom
    if move.kind == Move.DISCARD_RESERVE:
        note(log, Event.DISCARDED_FROM_RESERVE, remove_from_reserve(table), 0, for_phantom)
    elif move.kind == Move.DISCARD_CREW:
        kind = discard_from_board(table, move.number)
        note(log, Event.DISCARDED_FROM_BOARD, move.number, kind, for_phantom)
    else:
        remove_from_cabin(table, move.number)
        note(log, Event.DISCARDED_FROM_CABIN, move.number, 0, for_phantom)


@kernel
def discard_from_board(table, number):
    """Discard the token of a space, crew or mercenary, and return its kind."""
    if table.crew & bit(number):
        table.crew &= ~bit(number)
        table.discard_pile[number] += 1
        return int(number)
    table.mercenaries &= ~bit(number)
    table.discard_pile[MERCENARY] += 1
    return MERCENARY
