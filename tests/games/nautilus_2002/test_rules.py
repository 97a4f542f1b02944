"""Worked examples, by their numbers, and rules that they leave open."""

from __future__ import annotations

import pytest

from simkit.engine.base.events import log_layout
from simkit.engine.base.rows import zeros
from simkit.games.nautilus_2002 import state as s
from simkit.games.nautilus_2002.kinds import Event
from simkit.games.nautilus_2002.rules.discoveries import slot_at
from simkit.games.nautilus_2002.rules.scoring import award_of
from simkit.games.nautilus_2002.rules.stations import joins_between, outlet, overlap
from simkit.games.nautilus_2002.rules.turn import end_round
from simkit.games.nautilus_2002.squares import square_of
from simkit.language import NOBODY
from tests.nautilus_2002_tables import GAME, SONAR, TESTING, TRAINING, Position, at


def test_1_overlap_and_joins() -> None:
    assert not overlap(2, 2) and overlap(2, 1) and not overlap(3, 1) and not overlap(3, 0)
    for x, y, corners_joined in ((15, 11, True), (16, 10, False)):
        position = Position()
        position.lay(s.BLUE, x, y)
        assert bool(position.table.stations[0].joined) == corners_joined
    position = Position()
    position.lay(s.GREEN, 16, 9)
    assert position.table.stations[0].joined == 0b10


def test_2_where_a_residential_can_be_placed() -> None:
    for tile, wanted in (
        (s.GREEN, {(13, 6): 2, (10, 9): 1, (16, 9): 1, (13, 12): 1}),
        (s.BLUE, {(11, 7): 2, (15, 7): 1, (11, 11): 1, (15, 11): 1}),
    ):
        position = Position().store((tile, 2)).step(s.PLACE)
        assert position.centres() == list(wanted)
        costs = [int(position.rules.centre_cost[square_of(x, y)]) for x, y in wanted]
        assert costs == list(wanted.values())


def test_3_where_a_training_station_can_be_placed() -> None:
    position = Position().store((TRAINING, 0)).step(s.PLACE)
    wanted = [
        (13, 6, 0),
        (11, 7, 1),
        (15, 7, 0),
        (10, 9, 1),
        (16, 9, 1),
        (11, 11, 0),
        (15, 11, 1),
        (13, 12, 0),
    ]
    placements = [(*at(square), rotation) for _, _, _, square, rotation in position.options()]
    assert placements == wanted
    assert position.money(1).centres() == [(x, y) for x, y, _ in wanted[2:]]
    several = Position().store((TRAINING, 0), (s.GREEN, 4), (s.GREEN, 2), (s.GREEN, 2)).step(s.PLACE)
    assert len(several.options()) == 16


@pytest.mark.parametrize(("squares", "paid"), [(((10, 9), (10, 6)), [1, 1]), (((13, 6), (10, 6)), [2, 0])])
def test_4_an_expansion_pays_for_its_dearest_square(
    squares: tuple[tuple[int, int], ...], paid: list[int]
) -> None:
    position = Position().store(*[(s.GREEN, 1)] * 4).step(s.PLACE)
    for (x, y), cost in zip(squares, paid, strict=True):
        before = int(position.player().money)
        position.make("place_station", s.GREEN, 1, square_of(x, y), 0)
        assert before - position.player().money == cost
    assert position.player().build_paid == sum(paid)


def test_4_costs_2_3_1_pay_2_1_0() -> None:
    position = Position(build_cost=[1, 2, 3, 4]).store(*[(s.GREEN, 1)] * 4).step(s.PLACE)
    position.rules.centre_cost[square_of(10, 9)] = 2
    position.rules.centre_cost[square_of(7, 9)] = 3
    position.rules.centre_cost[square_of(10, 6)] = 1
    for x, y, cost in ((10, 9, 2), (7, 9, 1), (10, 6, 0)):
        before = int(position.player().money)
        position.make("place_station", s.GREEN, 1, square_of(x, y), 0)
        assert before - position.player().money == cost


def test_5_outlets_and_joins() -> None:
    position = Position()
    research = position.lay(TESTING, 16, 9, 1)
    station = position.table.stations[research]
    assert [outlet(position.table, station, side) for side in range(4)] == [-1, square_of(18, 9), -1, -1]
    green = position.lay(s.GREEN, 19, 9)
    assert outlet(position.table, station, 1) == -1
    assert joins_between(position.table, 0, 1 << green) == 2


def test_6_a_training_station_helps_the_second_move() -> None:
    position = Position()
    green = position.lay(s.GREEN, 10, 9)
    training = position.lay(TRAINING, 16, 9, 1)
    position.staff(green, 3).step(s.WALK).make("walk_to", green, training)
    assert position.player().ops.tolist() == [1, 0, 0, 0, 0]
    assert ("walk_to", green, training) in position.options()  # two steps of four are left
    position.make("walk_to", green, 0)
    assert int(position.state.seat) == 1


def test_7_a_fee_that_cannot_be_paid() -> None:
    position = Position().money(0, 9)
    sonar = position.lay(SONAR, 16, 9, 1, owner=1)
    position.staff(0).step(s.WALK)
    assert position.options() == [("stop_walking",)]
    position.money(1).make("walk_to", 0, sonar)
    assert position.player(0).money == 0
    assert position.player(1).money == 10
    assert position.player(1).fees_got == 1


def test_8_who_holds_a_chip() -> None:
    position = Position()
    stations = [
        position.lay(SONAR, x, y, rotation, owner=0)
        for x, y, rotation in ((16, 9, 1), (19, 9, 1), (22, 9, 1), (10, 9, 1))
    ]
    chips = position.table.chips
    position.staff(stations[0], seat=0)
    assert chips[s.SONAR] == NOBODY
    position.staff(stations[1], seat=0)
    assert chips[s.SONAR] == 0
    position.staff(stations[2], seat=1).staff(stations[3], seat=1)
    assert chips[s.SONAR] == 0
    position.staff(stations[0], seat=1)
    assert chips[s.SONAR] == 1


def test_9_what_a_scan_shows() -> None:
    for place, seen in (((6, 2), {(5, 0), (8, 0), (5, 2), (7, 2), (4, 3)}), ((8, 2), {(10, 0), (8, 5)})):
        position = Position().submarine(*place).step(s.SCAN)
        position.table.canyon_open = 1
        position.make("scan_with", 0)
        own = position.state.seats[0]
        slots = [slot for slot in range(60) if int(own.seen) >> slot & 1]
        assert {at(int(position.table.slot_square[slot])) for slot in slots} == seen
        assert position.options() == [("stop_scanning",)]
        assert all(own.known[slot] == position.state.hidden.tiles[slot] for slot in slots)


def test_10_where_a_submarine_can_go() -> None:
    position = Position().submarine(24, 9).step(s.DIVE)
    assert len(position.ends()) == 39
    assert len(position.work(0, [0, 2, 0, 0, 0]).ends()) == 68
    beside = Position().submarine(8, 2).step(s.DIVE)
    assert len(beside.ends()) == 22
    all_types = beside.work(0, [1, 1, 1, 1, 1])
    all_types.rules.sub_steps[:] = 4
    assert len(all_types.ends()) == 33


def test_11_a_tile_that_was_not_paid() -> None:
    position = Position().submarine(27, 13)
    position.table.canyon_open = 1
    position.discovery(27, 13, s.GOLD, face_up=True).step(s.DIVE)
    assert (27, 13) not in position.money(1).ends()
    assert (27, 13) in position.money(2).ends()
    position.make("dive_to", 0, square_of(27, 13))
    assert position.player().got[s.GOLD] == 1
    assert position.player().money == 0


def test_r28_money_is_public_and_the_bank_is_endless() -> None:
    position = Position().submarine(27, 13).money(10_000, 20_000, 30_000, 40_000)
    position.table.canyon_open = 1
    position.discovery(27, 13, s.CHEST, face_up=True).step(s.DIVE)
    position.make("dive_to", 0, square_of(27, 13))
    assert position.player().money == 10_000 + position.rules.chest_value[0]
    assert position.table.players["money"].tolist()[1:] == [20_000, 30_000, 40_000]
    assert "money" not in (GAME.seat_record.names or ())  # it is nowhere but on the table


def test_12_coming_in() -> None:
    def beside(money: int, reserve: int, staffed: bool) -> Position:
        position = Position().money(money, 5).submarine(18, 9)
        testing = position.lay(TESTING, 16, 9, 1, owner=1)
        if staffed:
            position.staff(testing, seat=1)
        position.player(0).reserve = reserve
        return position.step(s.DIVE)

    assert (18, 9) not in beside(0, 5, True).ends()
    assert (18, 9) not in beside(5, 5, False).ends()
    without = beside(0, 0, True).make("dive_to", 0, square_of(18, 9))
    assert without.options() == [("come_into", 1)]  # after a move of no steps it may not stay out
    without.make("come_into", 1)
    assert without.player(0).ops.tolist() == [0] * 5
    assert without.player(0).submarines.tolist() == [-1] * 3
    paying = beside(1, 5, True).make("dive_to", 0, square_of(18, 9)).make("come_into", 1)
    assert paying.player(0).money == 0
    assert paying.player(1).money == 6
    assert paying.player(0).ops[s.TESTING] == 1
    assert paying.player(0).reserve == 4


def test_13_the_score_of_the_rulebook() -> None:
    position = Position(players=3).money(5, 0, 0).work(0, [2, 2, 2, 2, 1])
    position.table.chips[1] = position.table.chips[3] = 0
    position.player().got[:5] = [2, 3, 0, 1, 1]
    position.rules.awards[0] = 4
    position.table.ruins[3] = 0
    position.state.seats[0].goal = 0
    position.step(s.RAISE)
    assert [rises for _, rises in position.options()] == [0, 1, 2, 3]
    position.make("raise_tiles", 3)
    _, seats = position.finish()
    own = seats[0]
    assert (own.factor, own.points, own.cash, own.score) == (8, 10, 2, 82)
    assert own.won and own.rank == 1 and own.win == 12


def test_14_awards_for_atlantis() -> None:
    position = Position(players=3)
    for piece, seat in ((3, 0), (12, 0), (1, 1), (14, 1)):
        position.table.ruins[piece] = seat
    assert [award_of(position.table, position.rules, seat) for seat in range(3)] == [3, 5, 0]


@pytest.mark.parametrize(
    ("out", "rounds", "end"),
    [(range(13, 16), (9, 10), s.ATLANTIS_THREE), (range(1, 16), (9, 9), s.ATLANTIS_ALL)],
)
def test_15_the_extra_round(out: range, rounds: tuple[int, int], end: int) -> None:
    position = Position(players=2)
    found, last = rounds
    position.table.round_number = found
    for piece in out:
        position.table.ruins[piece] = s.UNCLAIMED
    while position.table.step != s.RAISE:
        position.table.busy = 1
        position.make(*position.options()[0])
    assert (int(position.table.round_number), int(position.table.end)) == (last, end)


def test_15_the_last_piece_in_the_extra_round() -> None:
    position = Position(players=2)
    for piece in range(2, 16):
        position.table.ruins[piece] = 0
    while position.table.step != s.RAISE:
        position.table.busy = 1
        if position.table.extra:
            position.table.ruins[1] = 1
        position.make(*position.options()[0])
    assert (int(position.table.round_number), int(position.table.end)) == (2, s.ATLANTIS_ALL)


def test_why_there_is_no_extra_round_is_told() -> None:
    """Pieces that nobody paid for are out, and yet the round in which they come out is one of stagnation."""
    position = Position(players=2)
    for piece in (13, 14, 15):
        position.table.ruins[piece] = s.UNCLAIMED
    log = zeros(1, log_layout(GAME.event))[0]
    position.table.busy = 0
    end_round(position.state, position.rules, log)
    assert int(position.table.end) == s.STAGNATION
    told = GAME.story.tell(GAME, position.state, position.rules, log.events[: log.count])
    assert "no more round is played" in told[-1]
    position.table.end, position.table.busy, log.count = s.RUNNING, 1, 0
    end_round(position.state, position.rules, log)
    assert int(log.events[0].kind) == Event.LAST_ROUNDS


def test_16_the_first_purchases_of_the_reference() -> None:
    for card, tile, square in ((0, s.GREEN, square_of(10, 9)), (1, s.BLUE, square_of(15, 7))):
        position = Position()
        position.state.seats[0].goal = card
        for _ in range(3):
            position.make(*position.choose("reference"))
        station = position.table.stations[1]
        assert (int(station.tile), square_of(station.x, station.y)) == (tile, square)
        assert position.player().researchers[1] == 4
        assert position.player().money == 40


def test_a_round_in_which_nothing_happens_ends_the_game() -> None:
    position = Position(players=2)
    while position.table.step != s.RAISE:
        position.make(*position.options()[0])
    assert (int(position.table.round_number), int(position.table.end)) == (1, s.STAGNATION)


def test_what_is_stored_and_not_built_is_handed_back() -> None:
    position = Position().make("buy_research", 0).make("do_not_build")
    assert position.player(0).stored_count == 1
    for seat in (1, 2, 3):
        assert position.state.seat == seat
        position.make("buy_nothing")
    assert position.table.phase == s.DEPLOYING
    position.step(s.BUY).make("buy_nothing").make("do_not_build")
    assert position.player(0).stored_count == 0
    assert position.player(0).handed_back == 1
    assert position.table.stock[TRAINING - 1] == 4


def test_a_speed_move_leaves_the_submarine_its_own_move() -> None:
    position = Position().money(9).submarine(24, 9, slot=0).submarine(20, 9, slot=1)
    position.table.first_zone = NOBODY
    target = next(
        end for end in position.step(s.DIVE).ends() if slot_at(position.table, square_of(*end)) >= 0
    )
    position.discovery(*target, s.SPEED)
    index = next(m for m in position.options() if m[0] == "dive_to" and m[2] == square_of(*target))
    position.make(*index)
    assert position.table.step == s.SPEED_UP
    other = 1 - index[1]
    free = next(
        m for m in position.options()
        if m[0] == "speed_to" and m[1] == other and slot_at(position.table, m[2]) < 0
    )  # fmt: skip
    position.make(*free)
    assert position.table.step == s.DIVE
    assert {m[1] for m in position.options() if m[0] == "dive_to"} == {other}


def test_the_canyon_stays_closed_to_a_way_round_it() -> None:
    """A submarine with all types that could have gone round the canyon does not open it."""
    position = Position().submarine(8, 2).work(0, [1, 1, 1, 1, 1]).step(s.DIVE)
    position.make("dive_to", 0, square_of(9, 2))
    assert not position.table.canyon_open
    position = Position().submarine(8, 2).work(0, [1, 1, 1, 1, 1]).step(s.DIVE)
    position.make("dive_to", 0, square_of(8, 1))
    assert position.table.canyon_open and position.table.canyon_round == 1


def test_a_station_built_over_a_piece_puts_it_on_the_ruins_board() -> None:
    position = Position().store((s.GREEN, 1))
    position.lay(s.GREEN, 16, 9)
    position.lay(s.GREEN, 19, 9)
    position.discovery(20, 12, s.ATLANTIS + 5).step(s.PLACE)
    covered = int(position.table.slots_covered)
    position.make("place_station", s.GREEN, 1, square_of(19, 12), 0)
    assert position.table.ruins[5] == s.UNCLAIMED
    assert position.table.slots_covered > covered
    assert slot_at(position.table, square_of(20, 12)) < 0
