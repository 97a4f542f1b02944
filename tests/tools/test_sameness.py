"""All results are those on record, and what differs is located."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simkit.engine.base.columns import columns_dtype
from simkit.game import Column

SAMENESS = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "sameness.py"))
WON, TURNS = Column("won", np.bool_, "won"), Column("turns", np.uint16, "turns")
FOUND = {"expert": {"A1": {"won": "aa", "turns": "bb"}, "B1": {"won": "cc", "turns": "dd"}}}
ONE_IN = 12
"""Of so many settings one is played in `make test`."""


def lines_of(found: Any) -> list[str]:
    """Return what differs from the results above."""
    lines: list[str] = SAMENESS["differences"]("nautilion", SAMENESS["recorded_of"](FOUND), found)
    return lines


@pytest.mark.parametrize("game", SAMENESS["SETTINGS"])
def test_results_of_some_settings_are_those_on_record(game: str) -> None:
    """What differs is named by: tools/sameness.py GAME."""
    recorded = SAMENESS["read_recorded"]()[game]
    assert SAMENESS["different_settings"](game, recorded, SAMENESS["play_all"](game, ONE_IN)) == []


@pytest.mark.long
@pytest.mark.parametrize("game", SAMENESS["SETTINGS"])
def test_results_are_those_on_record(game: str) -> None:
    """If they are meant to differ: tools/sameness.py --write, and say why in the commit."""
    recorded = SAMENESS["read_recorded"]()[game]
    assert SAMENESS["differences"](game, recorded, SAMENESS["play_all"](game)) == []


def test_a_difference_names_line_up_setting_and_columns() -> None:
    assert lines_of({"expert": {**FOUND["expert"], "B1": {"won": "cc", "turns": "00"}}}) == [
        "nautilion: expert: B1: differs",
        "nautilion: columns that differ: turns",
    ]


def test_what_is_gone_is_a_difference() -> None:
    assert lines_of({"expert": {"A1": FOUND["expert"]["A1"]}}) == ["nautilion: expert: B1: no longer played"]
    assert lines_of({}) == ["nautilion: expert: no longer played"]
    without = {words: {"turns": hashes["turns"]} for words, hashes in FOUND["expert"].items()}
    assert "nautilion: the column is gone: won" in lines_of({"expert": without})


def test_what_is_new_is_no_difference() -> None:
    settings = {words: {"end": "ee", **hashes} for words, hashes in FOUND["expert"].items()}
    assert lines_of({"novice": {"A1": {"won": "aa"}}, "expert": {"C1": {"won": "ff"}, **settings}}) == []


def test_results_are_recorded_with_and_without_seats() -> None:
    found = {
        "b": {"two": {"won": "22", "seat: won": "33"}, "alone": {"won": "11"}},
        "a": {"two": {"won": "4"}},
    }
    recorded = SAMENESS["recorded_of"](found)
    assert SAMENESS["from_json"](SAMENESS["as_json"](recorded)) == recorded


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
    assert new_in(FOUND) == []


def test_what_was_never_recorded_is_named() -> None:
    more = {"A1": {"end": "ee", **FOUND["expert"]["A1"]}, "C1": {"won": "ff"}}
    assert new_in({"novice": {"A1": {"won": "aa"}}, "expert": {**FOUND["expert"], **more}}) == [
        "nautilion: novice: never recorded",
        "nautilion: expert: C1: never recorded",
        "nautilion: the column was never recorded: end",
    ]


def new_in(found: Any) -> list[str]:
    """Return what results have that is not in the ones above."""
    lines: list[str] = SAMENESS["not_recorded"]("nautilion", SAMENESS["recorded_of"](FOUND), found)
    return lines
