"""What always holds of a state of Nautilus, under any rules."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

from simkit.games.nautilus_2002.knobs import Nautilus2002Knobs
from simkit.games.nautilus_2002.state import ATLANTIS, NO_TILE, NOT_OUT
from tests.games.nautilus_2002.geometry import covered_squares, shape
from tests.games.nautilus_2002.plain import PlainView

SLOTS = 60


def check(state: Any, knobs: Nautilus2002Knobs) -> None:
    """See that invariants hold; those that no single state shows are seen by `check_steps`."""
    view, table = PlainView(state, knobs), state.table
    check_pieces(view, knobs)
    check_city(view, knobs)
    check_work(view, knobs)
    check_discoveries(state, view)
    for seat in range(knobs.players):
        check_money(table.players[seat], knobs)


def check_pieces(view: PlainView, knobs: Nautilus2002Knobs) -> None:
    stock = Counter({tile: int(view.table.stock[tile - 1]) for tile in range(1, 8)})
    for seat in range(knobs.players):
        player = view.table.players[seat]
        stored = [int(code) for code in player.stored[: int(player.stored_count)]]
        assert len(stored) <= knobs.stored_max
        assert stored == sorted(stored)
        stock.update(code // 8 for code in stored)
        on_board = sum(station.researchers[seat] for station in view.stations)
        assert player.reserve + sum(code % 8 for code in stored) + on_board == knobs.researchers
        afloat = [slot for slot in range(3) if player.submarines[slot] >= 0]
        assert sum(1 << slot for slot in afloat) == player.afloat
        assert all(slot < knobs.submarines for slot in afloat)
    stock.update(station.tile for station in view.stations[1:])
    assert stock[1] == knobs.stock_green and stock[2] == knobs.stock_blue
    assert all(stock[tile] == knobs.stock_research for tile in range(3, 8))
    squares = list(view.submarines.values())
    assert len(set(squares)) == len(squares)
    assert not set(squares) & view.covered
    if any(view.zone[square] == 3 for square in squares):
        assert view.table.canyon_open


def check_city(view: PlainView, knobs: Nautilus2002Knobs) -> None:
    for one, other in combinations(view.stations, 2):
        assert not shape(one.x, one.y) & shape(other.x, other.y)
    assert len(view.joins_from(0)) == len(view.stations), "the city is not connected"
    for number, station in enumerate(view.stations):
        joined = {i for i in range(41) if int(view.table.stations[number].joined) >> i & 1}
        assert joined == set(view.joined(number))
        assert (station.owner >= 0) == station.is_research
        assert not covered_squares(station.x, station.y, knobs.half_covered_counts) & set(view.slots)


def check_work(view: PlainView, knobs: Nautilus2002Knobs) -> None:
    table = view.table
    for seat in range(knobs.players):
        assert table.players[seat].ops.tolist() == view.ops(seat)
    for kind, holder in enumerate(table.chips.tolist()):
        working = [view.ops(seat)[kind] for seat in range(knobs.players)]
        if holder >= 0:
            assert working[holder] >= knobs.chip_needs
            assert working[holder] == max(working)
        elif knobs.chip_needs > 0:
            assert max(working) < knobs.chip_needs


def check_discoveries(state: Any, view: PlainView) -> None:
    """Every tile is in one place; what is known is true."""
    table = view.table
    ruins = [number for number in range(1, 16) if table.ruins[number] != NOT_OUT]
    left = [slot for slot in range(SLOTS) if int(table.slots) >> slot & 1]
    tiles = Counter(int(tile) for tile in state.hidden.tiles)
    assert tiles.total() == SLOTS
    on_board = [int(state.hidden.tiles[slot]) for slot in left]
    pieces = sorted(tile - ATLANTIS for tile in on_board if tile > ATLANTIS)
    assert sorted(pieces + ruins) == list(range(1, 16))
    got = sum(int(player.got.sum()) for player in table.players)
    unclaimed = sum(int(table.ruins[number]) == -1 for number in ruins)
    unpaid_pieces = SLOTS - len(left) - got - int(table.slots_covered)
    assert 0 <= unpaid_pieces <= unclaimed
    for slot in range(SLOTS):
        face_up = bool(int(table.face_up) >> slot & 1)
        assert not face_up or slot in left
        shown = int(state.hidden.tiles[slot]) if face_up else NO_TILE
        assert table.shown[slot] == shown
        assert not face_up or shown <= 4, "beige tiles and pieces never lie face up"
        for seat in state.seats:
            seen = bool(int(seat.seen) >> slot & 1)
            assert seat.known[slot] == (state.hidden.tiles[slot] if seen else NO_TILE)


def check_money(player: Any, knobs: Nautilus2002Knobs) -> None:
    assert player.money >= 0
    income = knobs.money_at_start + player.fees_got + player.chest_income
    spent = (
        player.researchers_bought * knobs.price_researcher
        + player.bought_research * knobs.price_research
        + player.build_paid
        + player.activations_foreign * knobs.fee
        + player.scans * knobs.scan_cost
        + player.recover_paid
        + player.rises * knobs.rise_cost
    )
    assert player.money == income - spent


def check_steps(before: Any, after: Any) -> None:
    """See that what never falls does not, from one state of a game to the next."""
    for seat in range(4):
        assert (after.table.players[seat].ops >= before.table.players[seat].ops).all()
        assert int(after.seats[seat].seen) & int(before.seats[seat].seen) == int(before.seats[seat].seen)
    assert after.table.canyon_open >= before.table.canyon_open
    assert after.table.round_number >= before.table.round_number
    assert int(before.table.slots) & int(after.table.slots) == int(after.table.slots)
