"""All results are those on record, and what differs is located."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest

from simkit.engine.base.columns import Column, columns_dtype

SAMENESS = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "sameness.py"))
WON, TURNS = Column("won", np.bool_, "won"), Column("turns", np.uint16, "turns")
RECORDED = {"expert": {"A1": {"won": "aa", "turns": "bb"}, "B1": {"won": "cc", "turns": "dd"}}}


@pytest.mark.long
@pytest.mark.parametrize("game", SAMENESS["SETTINGS"])
def test_results_are_those_on_record(game: str) -> None:
    """If they are meant to differ: tools/sameness.py --write, and say why in the commit."""
    recorded = SAMENESS["unpacked"](SAMENESS["read_recorded"]()[game])
    assert SAMENESS["differences"](game, recorded, SAMENESS["play_all"](game)) == []


def test_a_difference_names_line_up_setting_and_columns() -> None:
    found = {"expert": {**RECORDED["expert"], "B1": {"won": "cc", "turns": "00"}}}
    assert SAMENESS["differences"]("nautilion", RECORDED, found) == [
        "nautilion: expert: B1: differs: turns",
    ]


def test_what_is_gone_is_a_difference() -> None:
    found = {"expert": {"A1": {"turns": "bb"}}}
    assert SAMENESS["differences"]("nautilion", RECORDED, found) == [
        "nautilion: expert: A1: gone: won",
        "nautilion: expert: B1: no longer played",
    ]
    assert SAMENESS["differences"]("nautilion", RECORDED, {}) == ["nautilion: expert: no longer played"]


def test_what_is_new_is_no_difference() -> None:
    found = {
        "expert": {words: {"end": "ee", **hashes} for words, hashes in RECORDED["expert"].items()}
        | {"C1": {"won": "ff"}},
        "novice": {"A1": {"won": "aa"}},
    }
    assert SAMENESS["differences"]("nautilion", RECORDED, found) == []


def test_results_are_recorded_with_and_without_seats() -> None:
    results = {"a": {"alone": {"won": "11111111"}, "two": {"won": "22222222", "seat: won": "33333333"}}}
    assert SAMENESS["unpacked"](SAMENESS["packed"](results)) == results


def test_hashes_depend_on_values_and_not_on_their_layout() -> None:
    rows = np.zeros(3, columns_dtype((WON, TURNS)))
    rows["turns"] = [7, 8, 9]
    turned = np.zeros(3, np.dtype([("turns", ">i8"), ("more", np.int8), ("won", np.bool_)]))
    turned["turns"] = rows["turns"]
    assert SAMENESS["hashes_of"]((WON, TURNS), rows) == SAMENESS["hashes_of"]((WON, TURNS), turned)
    turned["turns"][2] = 10
    changed = SAMENESS["hashes_of"]((WON, TURNS), turned)
    assert changed["won"] == SAMENESS["hashes_of"]((WON,), rows)["won"]
    assert changed["turns"] != SAMENESS["hashes_of"]((TURNS,), rows)["turns"]
