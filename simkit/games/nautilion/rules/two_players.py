"""Two players: the Admirals, and the choice of the player of the first turn (ruling R29)."""

from simkit.game import begin, coin, kernel, note
from simkit.games.nautilion.kinds import Event, Move
from simkit.games.nautilion.rules.currents import ask_for_spell
from simkit.games.nautilion.state import BY_CHANCE, BY_CHOICE, MOST_PLAYERS, PLAYERS_DEAL, SEAT_0


@kernel
def seat_the_players(state, rules):
    """Deal the Admirals; the player of the first turn is chosen after the roll, or determined here."""
    table = state.table
    begin(state.chance, PLAYERS_DEAL, 0)
    first = 1 if coin(state.chance) else 0
    table.admirals[first] = rules.admirals[0]
    table.admirals[1 - first] = rules.admirals[1]
    if rules.first_player == BY_CHOICE:
        table.first_player_open = 1  # seat 0, which has the turn until then, will be asked
    elif rules.first_player == BY_CHANCE:
        state.seat = 1 if coin(state.chance) else 0
    else:
        state.seat = rules.first_player - SEAT_0
    table.may_place = table.admirals[state.seat]


@kernel
def first_player_options(state, rules, moves):
    """List both players: either may play the first turn."""
    for seat in range(MOST_PLAYERS):
        moves[seat].kind = Move.BEGIN
        moves[seat].number = seat
    return MOST_PLAYERS


@kernel
def choose_first_player(state, rules, seat, log):
    """Let a player play the first turn, whose dice are rolled already."""
    table = state.table
    table.first_player_open = 0
    state.seat = seat
    table.may_place = table.admirals[seat]
    note(log, Event.FIRST_PLAYER_CHOSEN, seat)
    ask_for_spell(table, rules)
