"""Outcome columns that are fields of the state: what is declared once, and the mistakes in it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simkit.engine.base.machine_state import MACHINE
from simkit.engine.base.rows import contents, zeros
from simkit.engine.contract.describe import records_of
from simkit.errors import BadInput
from simkit.game import Column, column, field, record
from tests.engine.party_toy import PARTY, party

PILE: Any = np.dtype([("count", np.int32), ("cards", np.int32, (3,))])
CHIPS = column("chips", "chips won", "chips", np.float64, 16)
WON = Column("won", np.bool_, "has the most")
LATE = Column("late", np.bool_, "it was late")
BETS = Column("bets", np.uint8, "bets made", "bets")
MOST_BETS = Column("most_bets", np.uint8, "most chips bet at once", "chips")


def nothing(state: Any, rules: Any, row: Any, seat_rows: Any) -> None:
    """Fill nothing."""


def winners(state: Any, rules: Any, row: Any, seat_rows: Any) -> None:
    """Fill `won`."""
    seat_rows[0].won = True


def latest(state: Any, rules: Any, seat: Any) -> Any:
    """Return what breaks a tie: the later a seat, the more, in games of more than two turns."""
    return seat if state.table.turns > 2 else 0


def no_tie(state: Any, seat: Any) -> Any:
    """Return nothing, of too little."""
    return 0


def test_a_field_that_is_a_column_is_declared_once() -> None:
    assert [column.name for column in PARTY.columns] == ["turns", "bank", "end"]
    assert [column.name for column in PARTY.seat_columns] == ["won", "chips", "daring", "rank"]
    bank = PARTY.columns[1]
    assert (bank.unit, bank.description, bank.is_fraction) == ("chips", "chips that the bank took", True)
    assert [field.means for field in records_of(PARTY)[0].fields[:2]] == ["chips won", "turns made"]


def test_a_copy_of_a_game_has_the_same_columns() -> None:
    more = party(columns=(Column("tosses", np.int32, "", "tosses"),), outcome=nothing)
    for game in (PARTY, more):
        again = party(columns=game.columns, seat_columns=game.seat_columns, outcome=nothing)
        assert again.columns == game.columns
        assert again.seat_columns == game.seat_columns


def test_a_field_is_a_column_of_another_name_of_a_narrower_type_and_of_each_of_its_numbers() -> None:
    of_each = record(
        column("folds", "times folded", "times", stored=np.uint8),
        field("bet", "chips bet now", columns=BETS),
        field("by_round", "chips bet, by round", shape=3, columns=[MOST_BETS]),
    )
    table = record(
        CHIPS, field("is_late", "1 late in the game", columns=LATE), field("each", "", of_each, 16)
    )
    game = party(table=table)
    assert [number.name for number in game.columns] == ["late", "end"]
    assert [number.name for number in game.seat_columns] == [
        "won",
        "chips",
        "folds",
        "bets",
        "most_bets",
        "daring",
        "rank",
    ]
    state, row, seat_rows = game.new_states(1)[0], zeros(1, game.row)[0], zeros(2, game.seat_row)
    state.table.is_late = 2
    for seat in range(2):
        state.table.each[seat].folds = 200 + seat
        state.table.each[seat].bet = 5 - seat
        state.table.each[seat].by_round[:] = 7 + seat, 1, 1
    game.fill_outcome(state, None, row, seat_rows)
    assert bool(row.late)
    found = [[int(rows.folds), int(rows.bets), int(rows.most_bets)] for rows in seat_rows]
    assert found == [[200, 5, 7], [201, 4, 8]]


@pytest.mark.parametrize("stopped_has_winner", [False, True])
def test_a_tie_goes_to_a_seat_and_the_ranks_stand_where_the_game_lists_them(stopped_has_winner: bool) -> None:
    listed = (WON, Column("rank", np.uint8, "the place"))
    game = party(
        ranked_by=("chips", latest),
        seat_columns=listed,
        stopped_has_winner=stopped_has_winner,
        outcome=nothing,
    )
    assert [number.name for number in game.seat_columns] == ["chips", "daring", "won", "rank"]
    assert game.seat_columns[-2:] == listed
    state, row, seat_rows = game.new_states(1)[0], zeros(1, game.row)[0], zeros(3, game.seat_row)
    state.table.chips[:3] = 1, 2, 2
    for turns, ranks in ((2, [3, 1, 1]), (3, [3, 2, 1])):
        state.table.turns = turns
        game.fill_outcome(state, None, row, seat_rows)
        assert seat_rows["rank"].tolist() == ranks
        assert seat_rows["won"].tolist() == [rank == 1 for rank in ranks]
    state.capped = True
    game.fill_outcome(state, None, row, seat_rows)
    assert seat_rows["won"].tolist() == [False, False, stopped_has_winner]


def fewest_folds(state: Any, rules: Any, seat: Any) -> Any:
    """Return the less, the more often a seat has folded: a number that no column holds."""
    return -state.seats[seat].folds


def test_who_needed_fewest_wins_a_tie_without_a_column_of_its_own() -> None:
    seat = record(column("daring", "whole chips staked"), field("folds", "times folded"))
    game = party(ranked_by=("chips", fewest_folds), seat=seat)
    assert "folds" not in [number.name for number in (*game.columns, *game.seat_columns)]
    state, row, seat_rows = game.new_states(1)[0], zeros(1, game.row)[0], zeros(4, game.seat_row)
    state.table.chips[:4] = 7, 7, 7, 2
    state.seats["folds"][:4] = 2, 1, 1, 0
    game.fill_outcome(state, None, row, seat_rows)
    assert seat_rows["rank"].tolist() == [3, 1, 1, 4]
    assert seat_rows["won"].tolist() == [False, True, True, False]


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (
            {"table": record(column("chips", "", shape=5))},
            "table: the column 'chips' has 5 numbers; allowed is one number, or one for each of the 16 seats",
        ),
        (
            {"table": record(column("chips", "", shape=(16, 2)))},
            "table: the column 'chips' has 16 x 2 numbers; allowed is one number, or one for each of the 16",
        ),
        (
            {"seat": record(column("daring", "", shape=16))},
            "seat: the column 'daring' has 16 numbers; allowed is one number",
        ),
        (
            {"table": record(CHIPS, field("inner", "", record(column("bank", "chips"))))},
            "table: 'inner.bank' is no column, because it is inside of 'inner'; allowed are fields of the",
        ),
        (
            {"seat": record(field("inner", "", record(column("bank", "chips"))))},
            "seat: 'inner.bank' is no column, because it is inside of 'inner'; allowed are fields of the",
        ),
        (
            {"table": record(CHIPS, field("each", "", record(column("bets", "", shape=2)), 16))},
            "table.each: the column 'bets' has 2 numbers; allowed is one number",
        ),
        (
            {"table": record(CHIPS, field("bets", "", shape=1, columns=[BETS, MOST_BETS]))},
            "table: 'bets' has 1 numbers, and more columns",
        ),
        (
            {"table": record(CHIPS, column("hand", "", "", PILE))},
            "table: the column 'hand' is a record; allowed is one number, or one for each of the 16 seats",
        ),
        ({"ranked_by": "chip"}, "ranked_by: unknown column of the seats 'chip'; did you mean 'chips'"),
        ({"ranked_by": ("chips", "won")}, "ranked_by: unknown column of the seats 'won'"),
        ({"ranked_by": 5}, "ranked_by is a column of the seats, or several, found 5"),
        (
            {"ranked_by": "chips", "seats": range(1, 2), "table": record(column("chips", ""))},
            "ranked_by: with a single player nobody is ranked",
        ),
        (
            {"seat_columns": (WON,), "outcome": winners},
            "'winners' fills 'won', which ranked_by fills; leave out one of them",
        ),
        ({"ranked_by": ("chips", no_tie)}, "ranked_by: its arguments are "),
        ({"ranked_by": (), "stopped_has_winner": True}, "stopped_has_winner: no seats are ranked"),
        (
            {"columns": (Column("turns", np.int32, "turns made", "rounds"),), "outcome": nothing},
            "the column 'turns' is a field and declared once more; leave one of them out",
        ),
        (
            {"columns": (Column("tosses", np.int32, "", "tosses"),)},
            "nothing fills the column 'tosses': it is no field, and there is no `outcome`",
        ),
        (
            {"table": record(CHIPS, field("machine", "", MACHINE))},
            "seats: found 16, allowed is 8 at most with card texts",
        ),
    ],
)
def test_mistakes_are_reported(changed: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=f"^the game 'party': {words}"):
        party(**changed)


def test_the_contents_of_a_record_are_those_of_its_fields() -> None:
    station = np.dtype([("owner", np.int32), ("joined", np.int64)], align=True)
    table = np.dtype([("open", np.bool_), ("stations", station, (3,)), ("score", np.float64)], align=True)
    one, other = zeros(1, table), zeros(1, table)
    other.view(np.uint8)[:] = 255  # memory that nobody wrote to may hold anything
    for name in ("open", "score"):
        other[name] = one[name]
    for name in ("owner", "joined"):
        other["stations"][name] = one["stations"][name]
    assert one.tobytes() != other.tobytes()
    assert contents(one[0]) == contents(other[0]) == one.tobytes()
    other.stations[0, 2].joined = 5
    assert contents(one[0]) != contents(other[0])
    assert contents(one[0]["stations"]) != contents(other[0]["stations"])
