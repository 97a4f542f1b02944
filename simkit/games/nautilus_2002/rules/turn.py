"""A turn, decision by decision: what is legal, what a move leads to; phases, rounds, and the end."""

from simkit.game import Decision, decided_by, kernel, note, separate_kernel
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


@kernel
def answer_purchase(state, rules, move, log):
    """Buy; a player with stored stations may build now."""
    table, seat = state.table, state.seat
    if move.kind != Move.BUY_NOTHING:
        buy(table, rules, seat, move, log)
    if table.players[seat].stored_count > 0:
        table.step = BUILD
        return
    end_turn(state, rules, log)


@kernel
def answer_build(state, rules, move, log):
    """Begin to build, or end the turn."""
    table = state.table
    if move.kind == Move.START_BUILDING:
        begin_expansion(table)
        table.step = PLACE
        return
    if table.bought_now == 0:
        hand_back(table, state.seat, log)
    end_turn(state, rules, log)


@kernel
def answer_place(state, rules, move, log):
    """Place a station; the turn ends with the last one, or when no more is placed."""
    table, seat = state.table, state.seat
    if move.kind == Move.PLACE_STATION:
        place_station(state, rules, move, log)
        if table.players[seat].stored_count > 0:
            return
    hand_back(table, seat, log)
    end_turn(state, rules, log)


@kernel
def list_walks(state, rules, moves):
    """List the walks of a researcher, and stopping."""
    table, seat = state.table, state.seat
    moves[0].kind = Move.STOP_WALKING
    return walk_options(table, rules, seat, steps_left(table, rules, table.players[seat]), moves)


@kernel
def answer_walk(state, rules, move, log):
    """Walk; the turn ends when enough have walked, or with a stop."""
    table = state.table
    if move.kind != Move.STOP_WALKING:
        table.steps_used += walk(table, rules, state.seat, move, log)
        table.walks += 1
        if table.walks < rules.walkers:
            return
    end_turn(state, rules, log)


@kernel
def answer_launch(state, rules, move, log):
    """Launch a submarine, or go on to scanning."""
    if move.kind == Move.LAUNCH_FROM:
        launch(state.table, rules, state.seat, move, log)
    else:
        state.table.step = SCAN


@kernel
def answer_scan(state, rules, move, log):
    """Scan, or go on to diving."""
    if move.kind == Move.SCAN_WITH:
        scan(state, rules, move.submarine, log)
    else:
        state.table.step = DIVE


@kernel
def list_dives(state, rules, moves):
    """List the dives of the submarines that have not moved, and stopping."""
    table, seat = state.table, state.seat
    player = table.players[seat]
    moves[0].kind = Move.STOP_DIVING
    return dive_options(table, rules, seat, player.afloat & ~table.moved, sub_steps(rules, player), moves)


@kernel
def answer_dive(state, rules, move, log):
    """Move a submarine, or end the turn."""
    table, seat = state.table, state.seat
    if move.kind == Move.STOP_DIVING:
        end_turn(state, rules, log)
    else:
        table.moved |= 1 << int(move.submarine)
        table.players[seat].sub_moves += 1
        go_to(state, rules, move, sub_steps(rules, table.players[seat]), log)


@kernel
def answer_entry(state, rules, move, log):
    """Come into a station, or stay outside."""
    if move.kind == Move.COME_INTO:
        come_in(state.table, rules, state.seat, move.station, log)
    state.table.step = DIVE


@kernel
def list_speedy_dives(state, rules, moves):
    """List the further dives that a discovery brings."""
    table, seat = state.table, state.seat
    moves[0].kind = Move.NO_SPEED
    return dive_options(table, rules, seat, table.players[seat].afloat, rules.speed_steps, moves)


@kernel
def answer_speedy_dive(state, rules, move, log):
    """Move a submarine once more, or not."""
    table, seat = state.table, state.seat
    table.step = DIVE
    if move.kind != Move.NO_SPEED:
        table.players[seat].speed_moves += 1
        go_to(state, rules, move, rules.speed_steps, log)


@kernel
def list_bonus_walks(state, rules, moves):
    """List the walks that a discovery brings."""
    moves[0].kind = Move.NO_BONUS
    return walk_options(state.table, rules, state.seat, rules.bonus_steps, moves)


@kernel
def answer_bonus_walk(state, rules, move, log):
    """Walk once more, or not."""
    table, seat = state.table, state.seat
    table.step = DIVE
    if move.kind != Move.NO_BONUS:
        table.players[seat].bonus_moves += 1
        walk(table, rules, seat, move, log)


@kernel
def answer_look(state, rules, move, log):
    """Look at a discovery, or look no more."""
    table = state.table
    if move.kind == Move.LOOK_AT:
        look(state, state.seat, move.slot, log)
    if move.kind != Move.LOOK_AT or table.looks_left == 0:
        table.step = DIVE


@kernel
def answer_raise(state, rules, move, log):
    """Raise tiles; the game is over after the last seat."""
    seat = state.seat
    raise_tiles(state.table, rules, seat, move.rises, log)
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
    note(log, Event.PHASE_BEGUN, phase)
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
    if table.end == RUNNING and table.extra == 0 and last_three_are_out(table, rules):
        note(log, Event.LAST_ROUNDS, rules.extra_rounds)
        if rules.extra_rounds == 0:
            table.end = ATLANTIS_THREE
        else:
            table.extra = 1
            table.extra_left = rules.extra_rounds
    if table.end == STAGNATION and table.extra == 0 and last_three_are_out(table, rules):
        note(log, Event.NO_MORE_ROUND)
    if table.end != RUNNING:
        state.seat = 0
        table.step = RAISE
        return
    table.start_player = (table.start_player + 1) % rules.players
    begin_round(state, rules, log)


@kernel
def last_three_are_out(table, rules):
    """Return True if the last three pieces of Atlantis are out, and that brings the end near."""
    counts = rules.unclaimed_counts == COUNT_FOR_BOTH
    return rules.end_three == 1 and are_out(table, FIRST_OF_THREE, counts)


@kernel
def how_it_ends(table, rules):
    """Return the ending of the game with the round just played, or RUNNING."""
    if rules.end_all == 1 and are_out(table, 1, rules.unclaimed_counts != COUNT_FOR_NONE):
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
def are_out(table, first, unclaimed_counts):
    """Return True if all pieces of Atlantis from `first` on count as found."""
    for number in range(first, PIECES + 1):
        if not is_out(table, number, unclaimed_counts):
            return False
    return True


list_options, take_answer = decided_by(
    (
        Decision(BUY, buy_options, answer_purchase),
        Decision(BUILD, build_options, answer_build),
        Decision(PLACE, place_options, answer_place),
        Decision(WALK, list_walks, answer_walk),
        Decision(LAUNCH, launch_options, answer_launch),
        Decision(SCAN, scan_options, answer_scan),
        Decision(DIVE, list_dives, answer_dive),
        Decision(COME_IN, come_in_options, answer_entry),
        Decision(SPEED_UP, list_speedy_dives, answer_speedy_dive),
        Decision(SPREAD, list_bonus_walks, answer_bonus_walk),
        Decision(LOOK, look_options, answer_look),
        Decision(RAISE, raise_options, answer_raise),
    )
)


def options(state, rules, moves):
    """List the legal moves of the decision at hand, and with each how many others there are."""
    count = list_options(state.table.step, state, rules, moves)
    for i in range(count):
        moves[i].others = count - 1
    return count


def apply(state, rules, move, log):
    """Make one move and play on to the next decision or the end."""
    table = state.table
    if move.others > 0:
        table.decisions += 1
    take_answer(table.step, state, rules, move, log)
