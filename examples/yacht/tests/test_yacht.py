"""What must hold of Yacht: the checks for any game, what scores how much, and chances that are known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from simkit_yacht.game import BOXES, FIVE_ALIKE, OPEN, bonus_for, list_boxes, points_for

import simkit
from simkit.testing import Match, check_game, check_playthrough, find_game, strategies_of

YACHT = find_game("yacht")
STRATEGIES = strategies_of("yacht")
HERE = Path(__file__).parent
pytestmark = pytest.mark.filterwarnings("ignore::numba.core.errors.NumbaExperimentalFeatureWarning")


def match_of(name: str, seed: int = 1, **knobs: Any) -> Match:
    return Match(YACHT, YACHT.knobs(**knobs), (STRATEGIES[name],), seed=seed)


def test_all_that_must_hold_of_any_game() -> None:
    check_game(YACHT)


def test_a_game_in_words() -> None:
    check_playthrough(match_of("simple"), 3, HERE / "playthrough.txt")


def table_of(dice: str, **filled: int) -> Any:
    """Return a table with these dice; all boxes are open but those filled."""
    table: Any = np.zeros(1, YACHT.table).view(np.recarray)[0]
    table.dice[:] = [int(face) for face in dice]
    table.points[:] = OPEN
    for box, scored in filled.items():
        table.points[BOXES.index(box.replace("_", " "))] = scored
    return table


@pytest.mark.parametrize(
    ("dice", "scores"),
    [
        ("11234", {"ones": 2, "small straight": 30, "chance": 11}),
        ("12345", {"small straight": 30, "large straight": 40, "chance": 15}),
        ("13456", {"small straight": 30, "chance": 19}),
        ("22233", {"twos": 6, "threes": 6, "three alike": 12, "full house": 25, "chance": 12}),
        ("22223", {"twos": 8, "three alike": 11, "four alike": 11, "chance": 11}),
        ("66666", {"sixes": 30, "three alike": 30, "four alike": 30, "yacht": 50, "chance": 30}),
        ("12456", {"chance": 18}),
    ],
)
def test_what_dice_score(dice: str, scores: dict[str, int]) -> None:
    table = table_of(dice)
    ones = {box: table.dice.tolist().count(i + 1) * (i + 1) for i, box in enumerate(BOXES[:6])}
    expected = {box: scores.get(box, ones.get(box, 0)) for box in BOXES}
    assert {box: points_for(table, i) for i, box in enumerate(BOXES)} == expected


def boxes_listed(table: Any) -> list[str]:
    moves: Any = np.zeros(YACHT.max_moves, YACHT.move).view(np.recarray)
    return [BOXES[moves[i].box] for i in range(list_boxes(table, moves))]


def test_a_further_yacht_fills_its_own_box_first_then_a_lower_one_then_any() -> None:
    assert boxes_listed(table_of("44444")) == list(BOXES)
    further = table_of("44444", yacht=50)
    assert boxes_listed(further) == ["fours"]
    further.points[3] = 12
    assert boxes_listed(further) == [box for box in BOXES[6:] if box != "yacht"]
    straight = BOXES.index("large straight")
    assert points_for(further, straight) == 40
    assert bonus_for(further, YACHT.knobs().record(), straight) == 100
    further.points[FIVE_ALIKE] = 0
    assert bonus_for(further, YACHT.knobs().record(), straight) == 0
    further.points[6:] = 0
    assert boxes_listed(further) == ["ones", "twos", "threes", "fives", "sixes"]


def test_the_upper_bonus_is_earned_once() -> None:
    rules = YACHT.knobs().record()
    table = table_of("55566", ones=3, twos=6, threes=9, fours=12, sixes=18)
    assert bonus_for(table, rules, 4) == 35
    table.points[5] = 17
    assert bonus_for(table, rules, 4) == 0
    table.points[5] = 33
    assert bonus_for(table, rules, 4) == 0


def only(*boxes: str) -> tuple[int, ...]:
    return tuple(int(box in boxes) for box in BOXES)


def test_a_yacht_comes_as_often_as_is_known() -> None:
    """Who keeps the face shown most often gets five alike in three rolls in 4.603 % of turns."""
    rows, _ = match_of("simple", sheet=only("yacht")).play(0, 100_000)
    share, chance = float(np.mean(rows["yachts"])), 347_897 / 7_558_272
    assert abs(share - chance) < 4 * (chance * (1 - chance) / len(rows)) ** 0.5


def test_one_roll_in_any_single_box_scores_what_is_known() -> None:
    """Points per roll: n times 5/6 in an upper box, 17.5 by chance, 50/1296 for a yacht, 25 x 300/7776 ..."""
    known = {"ones": 5 / 6, "sixes": 5.0, "full house": 25 * 300 / 7776, "small straight": 30 * 1200 / 7776}
    known |= {"large straight": 40 * 240 / 7776, "yacht": 50 / 1296, "chance": 17.5}
    for box, expected in known.items():
        scores = np.asarray(match_of("simple", rolls=1, sheet=only(box)).play(0, 20_000)[0]["score"], float)
        assert abs(scores.mean() - expected) < 4 * scores.std() / len(scores) ** 0.5, box


def test_the_simple_player_makes_more_points_than_chance() -> None:
    means = [match_of(name).play(0, 2000)[0]["score"].mean() for name in ("random", "simple")]
    assert means[0] < 60 and means[1] > 200


def test_a_sheet_without_boxes_is_refused() -> None:
    with pytest.raises(ValueError, match="no box is in play"):
        YACHT.knobs.model_validate({"sheet": (0,) * len(BOXES)})


def test_the_experiment_beside_it_is_right() -> None:
    assert simkit.experiment(HERE.parent / "yacht.yaml").game is YACHT
