"""A turn, decision by decision: what is legal, what a move leads to; phases, rounds, and the end."""

from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.events import note
from simkit.games.nautilus_2002.kinds import Event, Move
from simkit.games.nautilus_2002.knobs import UNCLAIMED_WORDS
from simkit.games.nautilus_2002.rules.building import (
    begin_expansion,
    build_options,
    place_options,
    place_station,
)
from simkit.games.nautilus_2002.rules.buying import buy, buy_options, hand_back
from simkit.games.nautilus_2002.rules.discoveries import (
    look,
    look_options,
    recover,
    scan,
    scan_options,
    slot_at,
)
from simkit.games.nautilus_2002.rules.researchers import steps_left, walk, walk_options
from simkit.games.nautilus_2002.rules.scoring import raise_options, raise_tiles
from simkit.games.nautilus_2002.rules.submarines import (
    come_in,
    come_in_options,
    dive,
    dive_options,
    launch,
    launch_options,
    stations_open_to,
    sub_steps,
)
from simkit.games.nautilus_2002.state import (
    ATLANTIS_ALL,
    ATLANTIS_THREE,
    BUILD,
    BUILDING,
    BUY,
    COME_IN,
    DEPLOYING,
    DIVE,
    EXPLORING,
    LAUNCH,
    LOOK,
    PIECES,
    PLACE,
    RAISE,
    ROUND_CAP,
    RUNNING,
    SCAN,
    SPEED_UP,
    SPREAD,
    STAGNATION,
    UNCLAIMED,
    WALK,
)


def options(state, rules, moves):
    """List the legal moves of the decision at hand, and with each how many others there are."""
    count = list_moves(state, rules, moves)
    for i in range(count):
        moves[i].others = count - 1
    return count


@separate_kernel
def list_moves(state, rules, moves):
    """List the legal moves of the decision at hand."""
    table, seat = state.table, state.seat
    step = table.step
    player = table.players[seat]
    if step == BUY:
        return buy_options(table, rules, seat, moves)
    if step == BUILD:
        return build_options(table, rules, seat, moves)
    if step == PLACE:
        return place_options(table, rules, seat, moves)
    if step == WALK:
        moves[0].kind = Move.STOP_WALKING
        return walk_options(table, rules, seat, steps_left(table, rules, player), moves)
    if step == LAUNCH:
        return launch_options(table, rules, seat, moves)
    if step == SCAN:
        return scan_options(table, rules, state.seats[seat], moves)
    if step == DIVE:
        moves[0].kind = Move.STOP_DIVING
        submarines = player.afloat & ~table.moved
        return dive_options(table, rules, seat, submarines, sub_steps(rules, player), moves)
    return list_tail_moves(state, rules, moves)


@separate_kernel
def list_tail_moves(state, rules, moves):
    """List the legal moves of a decision that leads back to the submarines, or of scoring."""
    table, seat = state.table, state.seat
    step = table.step
    if step == COME_IN:
        return come_in_options(table, rules, seat, moves)
    if step == SPEED_UP:
        moves[0].kind = Move.NO_SPEED
        return dive_options(table, rules, seat, table.players[seat].afloat, rules.speed_steps, moves)
    if step == SPREAD:
        moves[0].kind = Move.NO_BONUS
        return walk_options(table, rules, seat, rules.bonus_steps, moves)
    if step == LOOK:
        return look_options(table, state.seats[seat], moves)
    return raise_options(table, rules, state.seats[seat], moves)


def apply(state, rules, move, log):
    """Make one move and play on to the next decision or the end."""
    table = state.table
    if move.others > 0:
        table.decisions += 1
    if table.step <= WALK:
        on_land(state, rules, move, log)
    else:
        at_sea(state, rules, move, log)


@separate_kernel
def on_land(state, rules, move, log):
    """Make a move of the first two phases."""
    table, seat, step = state.table, state.seat, state.table.step
    if step == BUY:
        if move.kind != Move.BUY_NOTHING:
            buy(table, rules, seat, move, log)
        if table.players[seat].stored_count > 0:
            table.step = BUILD
            return
    elif step == BUILD:
        if move.kind == Move.START_BUILDING:
            begin_expansion(table)
            table.step = PLACE
            return
        if table.bought_now == 0:
            hand_back(table, seat, log)
    elif step == PLACE:
        if move.kind == Move.PLACE_STATION:
            place_station(state, rules, move, log)
            if table.players[seat].stored_count > 0:
                return
        hand_back(table, seat, log)
    elif move.kind != Move.STOP_WALKING:
        table.steps_used += walk(table, rules, seat, move, log)
        table.walks += 1
        if table.walks < rules.walkers:
            return
    end_turn(state, rules, log)


@separate_kernel
def at_sea(state, rules, move, log):
    """Make a move of the third phase, or of scoring."""
    table, seat, step = state.table, state.seat, state.table.step
    if step == LAUNCH:
        if move.kind == Move.LAUNCH_FROM:
            launch(table, rules, seat, move, log)
        else:
            table.step = SCAN
    elif step == SCAN:
        if move.kind == Move.SCAN_WITH:
            scan(state, rules, move.submarine, log)
        else:
            table.step = DIVE
    elif step == DIVE:
        if move.kind == Move.STOP_DIVING:
            end_turn(state, rules, log)
        else:
            table.moved |= 1 << int(move.submarine)
            table.players[seat].sub_moves += 1
            go_to(state, rules, move, sub_steps(rules, table.players[seat]), log)
    elif step == COME_IN:
        if move.kind == Move.COME_INTO:
            come_in(table, rules, seat, move.station, log)
        table.step = DIVE
    else:
        finish_tail(state, rules, move, log)


@separate_kernel
def finish_tail(state, rules, move, log):
    """Make a move that a discovery has brought, or one of scoring."""
    table, seat, step = state.table, state.seat, state.table.step
    if step == SPEED_UP:
        table.step = DIVE
        if move.kind != Move.NO_SPEED:
            table.players[seat].speed_moves += 1
            go_to(state, rules, move, rules.speed_steps, log)
    elif step == SPREAD:
        table.step = DIVE
        if move.kind != Move.NO_BONUS:
            table.players[seat].bonus_moves += 1
            walk(table, rules, seat, move, log)
    elif step == LOOK:
        if move.kind == Move.LOOK_AT:
            look(state, seat, move.slot, log)
        if move.kind != Move.LOOK_AT or table.looks_left == 0:
            table.step = DIVE
    else:
        raise_tiles(table, rules, seat, move.rises, log)
        if seat + 1 < rules.players:
            state.seat = seat + 1
        else:
            state.over = True


@kernel
def go_to(state, rules, move, steps, log):
    """Move a submarine; recover what lies at its end, or ask whether it comes in."""
    table, seat = state.table, state.seat
    stays = table.players[seat].submarines[move.submarine] == move.square
    dive(table, rules, seat, move, steps, log)
    slot = slot_at(table, move.square)
    if slot >= 0:
        table.moved |= 1 << int(move.submarine)
        table.step = recover(state, rules, seat, slot, log)
    elif stations_open_to(table, rules, seat, move.square) != 0:
        table.step = COME_IN
        table.submarine = move.submarine
        table.stayed = 1 if stays else 0
    else:
        table.step = DIVE


COUNT_FOR_BOTH, COUNT_FOR_ALL, COUNT_FOR_NONE = range(len(UNCLAIMED_WORDS))
FIRST_OF_THREE = PIECES - 2


@separate_kernel
def begin_round(state, rules, log):
    """Begin a round with its first phase."""
    table = state.table
    table.round_number += 1
    table.busy = 0
    note(log, Event.ROUND_BEGUN, table.round_number, table.start_player, table.extra)
    begin_phase(state, rules, BUILDING, log)


@kernel
def begin_phase(state, rules, phase, log):
    """Begin a phase with the start player's turn."""
    table = state.table
    table.phase = phase
    table.turn_in_phase = 0
    note(log, Event.PHASE_BEGUN, phase, 0, 0)
    begin_turn(state, rules)


@kernel
def begin_turn(state, rules):
    """Begin a seat's turn in a phase, with nothing done in it."""
    table = state.table
    state.seat = (table.start_player + table.turn_in_phase) % rules.players
    if table.phase == BUILDING:
        table.step = BUY
        table.bought_now = 0
        table.placed = 0
        table.paid = 0
    elif table.phase == DEPLOYING:
        table.step = WALK
        table.walks = 0
        table.steps_used = 0
    else:
        table.step = LAUNCH
        table.scanned = 0
        table.moved = 0


@separate_kernel
def end_turn(state, rules, log):
    """Go on to the next seat, the next phase, or the end of the round."""
    table = state.table
    table.turn_in_phase += 1
    if table.turn_in_phase < rules.players:
        begin_turn(state, rules)
    elif table.phase != EXPLORING:
        begin_phase(state, rules, table.phase + 1, log)
    else:
        end_round(state, rules, log)


@kernel
def end_round(state, rules, log):
    """End the game, or pass the start player's disk to the left and play another round."""
    table = state.table
    table.end = how_it_ends(table, rules)
    if table.end == RUNNING and table.extra == 0 and rules.end_three == 1 and three_are_out(table, rules):
        note(log, Event.LAST_ROUNDS, rules.extra_rounds, 0, 0)
        if rules.extra_rounds == 0:
            table.end = ATLANTIS_THREE
        else:
            table.extra = 1
            table.extra_left = rules.extra_rounds
    if table.end != RUNNING:
        state.seat = 0
        table.step = RAISE
        return
    table.start_player = (table.start_player + 1) % rules.players
    begin_round(state, rules, log)


@kernel
def how_it_ends(table, rules):
    """Return the ending of the game with the round just played, or RUNNING."""
    if rules.end_all == 1 and all_are_out(table, rules):
        return ATLANTIS_ALL
    if table.extra == 1:
        table.extra_left -= 1
        if table.extra_left == 0:
            return ATLANTIS_THREE
    if rules.end_stagnation == 1 and table.busy == 0:
        return STAGNATION
    return ROUND_CAP if table.round_number >= rules.round_cap else RUNNING


@kernel
def is_out(table, number, unclaimed_counts):
    """Return True if a piece lies on the ruins board, with a marker unless unclaimed ones count too."""
    return table.ruins[number] > UNCLAIMED or (unclaimed_counts and table.ruins[number] == UNCLAIMED)


@kernel
def all_are_out(table, rules):
    """Return True if all pieces of Atlantis count as found."""
    for number in range(1, PIECES + 1):
        if not is_out(table, number, rules.unclaimed_counts != COUNT_FOR_NONE):
            return False
    return True


@kernel
def three_are_out(table, rules):
    """Return True if the last three pieces count as found."""
    for number in range(FIRST_OF_THREE, PIECES + 1):
        if not is_out(table, number, rules.unclaimed_counts == COUNT_FOR_BOTH):
            return False
    return True
