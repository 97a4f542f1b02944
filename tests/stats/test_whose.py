"""Whose number it is: names for tables and for people, and the way back by one look-up."""

from __future__ import annotations

import polars as pl
import pytest

from simkit.stats.whose import GAME, PLACE, PLAYER, SEAT, Whose, is_of, whose

CALLED = [
    (GAME, "game", "game"),
    (Whose(PLAYER, 0), "player 0", "player 1"),
    (Whose(SEAT, 11), "seat 11", "seat 12"),
    (Whose(PLACE, 0), "place 0", "first player"),
    (Whose(PLACE, 3), "place 3", "fourth player"),
]


@pytest.mark.parametrize(("own", "in_tables", "for_people"), CALLED)
def test_names(own: Whose, in_tables: str, for_people: str) -> None:
    assert (own.name, own.from_1) == (in_tables, for_people)
    assert whose(own.name) == own
    assert hash(whose(own.name)) == hash(own)


@pytest.mark.parametrize("name", ["players 0", "seat", "seat 01", "first player", ""])
def test_only_names_of_tables_are_known(name: str) -> None:
    with pytest.raises(KeyError):
        whose(name)


def test_rows_of_a_kind() -> None:
    rows = pl.DataFrame({"of": [name for _, name, _ in CALLED]})
    assert rows.filter(is_of(SEAT))["of"].to_list() == ["seat 11"]
    assert rows.filter(is_of("game"))["of"].to_list() == ["game"]
