"""A turn, decision by decision: what is legal, and what a move leads to."""

from simkit.compile.kernel import kernel, separate_kernel
from simkit.games.nautilus_2002.building import begin_expansion, build_options, place_options, place_station
from simkit.games.nautilus_2002.buying import buy, buy_options, hand_back
from simkit.games.nautilus_2002.coming_in import come_in, come_in_options, stations_open_to
from simkit.games.nautilus_2002.discoveries import slot_at
from simkit.games.nautilus_2002.events import (
    BUY_NOTHING,
    COME_INTO,
    LAUNCH_FROM,
    LOOK_AT,
    NO_BONUS,
    NO_SPEED,
    PLACE_STATION,
    SCAN_WITH,
    START_BUILDING,
    STOP_DIVING,
    STOP_WALKING,
)
from simkit.games.nautilus_2002.launching import launch, launch_options
from simkit.games.nautilus_2002.recovery import look, look_options, recover
from simkit.games.nautilus_2002.researchers import steps_left, walk, walk_options
from simkit.games.nautilus_2002.rounds import end_turn
from simkit.games.nautilus_2002.scoring import raise_options, raise_tiles
from simkit.games.nautilus_2002.sonar import scan, scan_options
from simkit.games.nautilus_2002.state import (
    BUILD,
    BUY,
    COME_IN,
    DIVE,
    LAUNCH,
    LOOK,
    PLACE,
    SCAN,
    SPEED_UP,
    SPREAD,
    WALK,
)
from simkit.games.nautilus_2002.submarines import dive, dive_options, sub_steps


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
        moves[0].kind = STOP_WALKING
        return walk_options(table, rules, seat, steps_left(table, rules, player), moves)
    if step == LAUNCH:
        return launch_options(table, rules, seat, moves)
    if step == SCAN:
        return scan_options(table, rules, state.seats[seat], moves)
    if step == DIVE:
        moves[0].kind = STOP_DIVING
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
        moves[0].kind = NO_SPEED
        return dive_options(table, rules, seat, table.players[seat].afloat, rules.speed_steps, moves)
    if step == SPREAD:
        moves[0].kind = NO_BONUS
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
        if move.kind != BUY_NOTHING:
            buy(table, rules, seat, move, log)
        if table.players[seat].stored_count > 0:
            table.step = BUILD
            return
    elif step == BUILD:
        if move.kind == START_BUILDING:
            begin_expansion(table)
            table.step = PLACE
            return
        if table.bought_now == 0:
            hand_back(table, seat, log)
    elif step == PLACE:
        if move.kind == PLACE_STATION:
            place_station(state, rules, move, log)
            if table.players[seat].stored_count > 0:
                return
        hand_back(table, seat, log)
    elif move.kind != STOP_WALKING:
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
        if move.kind == LAUNCH_FROM:
            launch(table, rules, seat, move, log)
        else:
            table.step = SCAN
    elif step == SCAN:
        if move.kind == SCAN_WITH:
            scan(state, rules, move.submarine, log)
        else:
            table.step = DIVE
    elif step == DIVE:
        if move.kind == STOP_DIVING:
            end_turn(state, rules, log)
        else:
            table.moved |= 1 << int(move.submarine)
            table.players[seat].sub_moves += 1
            go_to(state, rules, move, sub_steps(rules, table.players[seat]), log)
    elif step == COME_IN:
        if move.kind == COME_INTO:
            come_in(table, rules, seat, move.station, log)
        table.step = DIVE
    else:
        finish_tail(state, rules, move, log)


@separate_kernel
def finish_tail(state, rules, move, log):
    """Make a move that a discovery has brought, or of scoring."""
    table, seat, step = state.table, state.seat, state.table.step
    if step == SPEED_UP:
        table.step = DIVE
        if move.kind != NO_SPEED:
            table.players[seat].speed_moves += 1
            go_to(state, rules, move, rules.speed_steps, log)
    elif step == SPREAD:
        table.step = DIVE
        if move.kind != NO_BONUS:
            table.players[seat].bonus_moves += 1
            walk(table, rules, seat, move, log)
    elif step == LOOK:
        if move.kind == LOOK_AT:
            look(state, seat, move.slot, log)
        if move.kind != LOOK_AT or table.looks_left == 0:
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
