"""The traits from which `expert` reads the chance to win, by hand, and the file with its numbers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from simkit import BadInput
from simkit.engine.base.rows import zeros
from simkit.strategies.nautilion.evaluation.by_chance.chances import VIEW, prepare, survey
from simkit.strategies.nautilion.evaluation.by_chance.mind import CELLS, EXPERT, mind_of, read_mind, written
from simkit.strategies.nautilion.evaluation.by_chance.traits import MEANINGS
from tests.nautilion_tables import A, B, M, Position


def view_of(position: Position, mind: Any = EXPERT) -> Any:
    view = zeros(1, VIEW)[0]
    survey(position.table, position.rules, view)
    prepare(position.table, position.rules, mind[0], view)
    return view


def traits(*names: str, **given: Any) -> tuple[float, ...]:
    """Return some traits of a position, whose path is 9 5 3 4 4 unless given."""
    view = view_of(Position(given.pop("path", [9, 5, 3, 4, 4]), **given))
    return tuple(float(view.traits[name]) for name in names)


def test_what_is_missing_and_how_far_the_figures_have_to_go() -> None:
    given: dict[str, Any] = {"crew": [1, 2, 6, 7, 8], "reserve": 4, "nautilion": 2, "phantom": 5}
    assert traits("always", "crew_missing", "all_is_there", **given) == (1, 4, 0)
    assert traits("reserve", "reserve_to_1", "reserve_to_3", **given) == (4, 1, 3)
    assert traits("own_way", "own_way_to_4", "phantom_way", "phantom_way_to_9", **given) == (3, 3, 4, 4)
    assert traits("all_is_there", crew=range(1, 10)) == (1,)
    assert traits("all_is_there", "heroic_cards", crew=range(1, 10), cards=[1, 4], expansions="heroic") == (
        0,
        2,
    )


def test_copies_of_what_is_missing_ahead_behind_and_discarded() -> None:
    """Behind the Nautilion lie 9 and 5, ahead 3, 4 and 4; 3, 4, 5 and 9 are missing."""
    given: dict[str, Any] = {"crew": [1, 2, 6, 7, 8], "nautilion": 2, "pile": [5, 1]}
    assert traits("no_copy", "one_copy", "two_copies", "some_no_copy", **given) == (2, 1, 1, 1)
    assert traits("only_behind", "only_discarded", **given) == (1, 1)  # the Nautilion stands on the 5's place


def test_ducts_open_spaces_and_the_next_tokens_may_fit() -> None:
    """On A1 4 is joined to 3, 5 and 9."""
    assert traits("spaces_open", "next_fit", crew=[4]) == (3, 3)
    assert traits("spaces_open", "next_fit", crew=[]) == (9, 4)
    assert traits("chance_to_find", path=[1] * 5, crew=[4])[0] == pytest.approx(0, abs=1e-6)


def test_harpoons_count_before_the_collision_alone() -> None:
    """A mercenary has two harpoons, and the Phantom two of its own."""
    given: dict[str, Any] = {"expansions": "mercenaries", "path": [4, M, 4, 3], "crew": [4], "phantom": 4}
    names = ("before_collision", "way_to_collision", "harpoons_between", "harpoon_lead", "harpoons_behind")
    assert traits(*names, **given) == (1, 3, 2, -2, -2)
    assert traits(*names[3:], mercenaries=[5, 9], **given) == (2, 0)
    assert traits("mercenaries", "phantom_board", mercenaries=[5, 9], phantom_board=[M], **given) == (2, 1)
    assert traits(*names, crew=[4]) == (0, 0, 0, 0, 0)


def test_mages_their_partners_and_the_expansions_in_use() -> None:
    given: dict[str, Any] = {"expansions": "mages", "path": [A, B, 4], "nautilion": 1, "crew": [4]}
    assert traits("mages_missing", "mages_gone", "cabin_crew", **given) == (3, 2, 0)
    assert traits("mages_missing", "partnerships", "cabin_crew", cabin=[A, 1, 4], **given) == (2, 1, 2)
    assert traits("with_mages", "with_reefs", "two_players", **given) == (1, 0, 0)


def test_a_revealed_card_is_a_trait_of_its_own() -> None:
    found = traits(
        "card_no_discards", "card_dice_set", "card_phantom_stays", cards=[1, 2], expansions="heroic"
    )
    assert sum(found) >= 1 and traits("card_no_discards", "card_dice_set") == (0, 0)


def test_the_odds_are_the_traits_times_their_numbers() -> None:
    """By themselves, and in each cell as far as that is above zero."""
    mind = mind_of(written(EXPERT, {}), "mind")
    mind.odds[:], mind.cells[:], mind.cell_odds[:] = 0, 0, 0
    number = list(MEANINGS).index("crew_missing")
    mind.odds[0, number] = -0.5
    mind.cells[0, number, :2] = 1, -1
    mind.cell_odds[0, :2] = 0.1, 100
    position = Position([1] * 9, crew=[1, 2, 3])  # six are missing
    assert view_of(position, mind).odds_now == pytest.approx(-0.5 * 6 + 0.1 * 6)


def test_a_mind_is_written_as_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "mind.json"
    file.write_text(written(EXPERT, {"seed": 1}), encoding="utf-8")
    assert (read_mind(file) == EXPERT).all()
    assert json.loads(file.read_text(encoding="utf-8"))["fitted"] == {"seed": 1}


def changed(**other: Any) -> str:
    """Return a mind's text with other numbers for a trait, or without it."""
    found = json.loads(written(EXPERT, {}))
    for name, numbers in other.items():
        found["traits"][name] = numbers
    return json.dumps(found)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "mind.json:1:2: is not JSON"),
        ("[]", "found no 'traits'"),
        ('{"traits": {}}', "found no 'cells'"),
        ('{"traits": {}, "cells": []}', "traits: 'always' is missing"),
        (changed(reserv=[0.0]), "unknown trait 'reserv'; did you mean 'reserve'?"),
        (changed(reserve=[0.0]), f"traits: reserve: a list of {1 + CELLS} numbers, found 1 of them"),
        (changed(reserve=7), f"traits: reserve: a list of {1 + CELLS} numbers, found 7"),
        (changed(reserve=["x"] * (1 + CELLS)), "traits: reserve: numbers between -1e6 and 1e6, found 'x'"),
        (changed(reserve=[float("nan")] * (1 + CELLS)), "found nan"),
    ],
)
def test_a_mind_that_lacks_something_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadInput) as complaint:
        mind_of(text, "mind.json")
    assert message in str(complaint.value) and str(complaint.value).startswith("mind.json:")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="can't be read: No such file"):
        read_mind(tmp_path / "mind.json")
