"""Rules that meet targets: a race whose winners are measured again, with the fewest changes first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import simkit
from simkit.experiment.file.wanted import read_words
from simkit.questions import Answer
from simkit.search.seek import _spread, candidates_of, values_of
from simkit.search.settings import standard_experiment

STORER = """
from simkit.game import strategy


@strategy(game="pig", skill="none")
def storer(table, seat, rules, moves, count, parameters, chance):
    return 1 if table.total >= 15 else 0
"""

FEW: dict[str, Any] = {"games": 1000, "fresh_games": 1000, "jobs": 1}


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("seek")
        patch.chdir(folder)
        yield folder


def ask(targets: str, by: Any, **given: Any) -> Answer:
    return simkit.ask("seek", "pig", targets=targets, by=by, **{**FEW, **given})


def test_a_rule_is_found_and_measured_again(elsewhere: Path) -> None:
    answer = ask("turns 24 to 30", "target")
    found = answer.tables["found"].frame
    best = found.row(1, named=True)
    target = int(best["change"].removeprefix("target "))
    assert best["meets all"]
    assert 24 <= best["fresh games low"] < best["fresh games high"] <= 30
    again = simkit.play("pig", ["hold_at", "hold_at"], games=1000, rules={"target": target}, seed=2)
    assert best["fresh games"] == pytest.approx(again.games["turns"].mean())
    assert best["in the search"] != best["fresh games"]
    before = found.row(0, named=True)
    assert (before["change"], before["in the search"], before["meets all"]) == ("as it is", None, False)


def test_the_fewest_changes_come_first(elsewhere: Path) -> None:
    answer = ask("turns 24 to 30", {"target": [120, 130, 140], "sides": [5, 7]})
    changed = answer.tables["found"].frame.filter("meets all")["rules changed"].to_list()
    assert changed == sorted(changed)
    assert changed[0] == 1


def test_targets_that_conflict_leave_the_settings_none_of_which_is_worse(elsewhere: Path) -> None:
    answer = ask("turns <= 10; hold_at score >= 90", "target")
    assert not answer.data["holds"]
    rows = answer.tables["found"].frame.filter(pl.col("rules changed") > 0).partition_by("change")
    pairs = [tuple(rows["away"]) for rows in rows]
    for one in pairs:
        assert not any(
            other != one and all(a <= b for a, b in zip(other, one, strict=True)) for other in pairs
        )


def test_within_a_range_that_is_narrower_than_its_interval_the_middle_is_the_nearest(elsewhere: Path) -> None:
    answer = ask("turns 18 to 22", {"target": [96, 98, 101, 103, 106]}, games=20, fresh_games=20)
    rows = answer.tables["found"].frame.filter(pl.col("rules changed") > 0)
    assert not rows["meets all"].any()
    assert (rows["in the search"] - 20).abs().is_sorted()
    assert not any("conflict" in sentence for sentence in answer.sentences)


def test_what_the_caller_sets_holds_in_the_search(elsewhere: Path) -> None:
    answer = ask("turns 10 to 12", "target", settings={"rules.target": 60, "rules.sides": 8})
    plain = simkit.play("pig", ["hold_at", "hold_at"], games=1000, rules={"target": 60, "sides": 8}, seed=2)
    assert answer.tables["found"].frame["fresh games"][0] == pytest.approx(plain.games["turns"].mean())


def test_without_names_all_rules_may_change(elsewhere: Path) -> None:
    answer = ask("turns 24 to 30", "", games=50, fresh_games=50)
    changed = {rule for change in answer.data["changes"] for rule in change}
    assert changed <= {"target", "sides"}
    assert answer.data["tried"] == 9 + 9 + 9 * 9
    assert candidates_of({"a": range(2), "b": range(3), "c": range(100)}, 2) == 2 + 3 + 9 + 6 + 18 + 27


def test_a_share_of_single_games_is_sought(elsewhere: Path) -> None:
    answer = ask("90 % of games at most 20 turns", {"target": [60, 150]})
    best = answer.tables["found"].frame.row(1, named=True)
    assert best["change"] == "target 60"
    again = simkit.play("pig", ["hold_at", "hold_at"], games=1000, rules={"target": 60}, seed=2)
    assert best["fresh games"] == pytest.approx((again.games["turns"] <= 20).mean())


def test_an_own_strategy_is_meant_by_its_name_in_its_file(elsewhere: Path) -> None:
    (elsewhere / "storer.py").write_text(STORER)
    described = {"name": "own", "game": "pig", "strategies": ["./storer.py:storer", "random"], "games": 100}
    wanted: dict[str, Any] = {"targets": "storer wins at least 60 %", "by": {"target": [50]}}
    answer = simkit.ask("seek", described, **wanted, **FEW)
    assert answer.data["holds"] == ["target 50"]


def test_an_experiments_own_targets_are_met(elsewhere: Path) -> None:
    described = {
        "name": "own", "game": "pig", "strategy": "hold_at", "games": 100, "targets": {"turns": "24 to 30"},
    }  # fmt: skip
    answer = simkit.ask("seek", described, by={"target": [130]}, **FEW)
    assert answer.data["changes"] == [{"target": 130}]


SAID = [
    ("hold_at wins 45 to 55 %", {"hold_at": {"won": "45 to 55 %"}}),
    ("turns <= 12; hold_at score at least 60", {"turns": "<= 12", "hold_at": {"score": "at least 60"}}),
    ("seats fair +- 0.02", {"seats": {"share": "fair +- 0.02"}}),
    ("hold_at is won >= 40 %", {"hold_at": {"won": ">= 40 %"}}),
    ("seat 1 wins 45 to 55 %", {"seat 1": {"won": "45 to 55 %"}}),
    ("95 % of games at most 30 turns", {"turns": "at most 30 in 95 % of games"}),
    ("turns at most 30 in at least 95% of the games", {"turns": "at most 30 in 95 % of games"}),
    (
        "90 % of games last <= 40 turns; hold_at score at least 60 in 80 % of games",
        {"turns": "<= 40 in 90 % of games", "hold_at": {"score": "at least 60 in 80 % of games"}},
    ),
]


@pytest.mark.parametrize(("words", "targets"), SAID)
def test_targets_are_read_from_a_sentence(words: str, targets: dict[str, Any]) -> None:
    assert read_words(words, standard_experiment("pig"))[0] == targets


WRONG = [
    ({"targets": "turns 20 to 24", "by": "targt"}, "by: unknown rule 'targt'; did you mean 'target'"),
    ({"targets": "turns", "by": "target"}, "targets: 'turns' has no range"),
    ({"targets": "turns 20", "by": "target"}, "targets: 'turns 20' has no range"),
    ({"targets": "seat 9 wins 1 to 2 %", "by": "target"}, "did you mean 'seat 1'"),
    ({"targets": "100 % of games at most 9 turns", "by": "target"}, "less than 100 %"),
    ({"targets": "turns <= 9", "by": "n"}, "by: 'n' is a parameter of hold_at, no rule"),
    (
        {"targets": "holdat wins 1 to 2 %", "by": "target"},
        "unknown player or result 'holdat'; did you mean 'hold_at'",
    ),
    ({"targets": "turns 24 to 20", "by": "target"}, "allowed is from the smaller to the larger"),
    ({"by": "target"}, "targets: the experiment has none"),
]


@pytest.mark.parametrize(("given", "said"), WRONG)
def test_what_is_wrong_is_told(elsewhere: Path, given: dict[str, Any], said: str) -> None:
    with pytest.raises(simkit.BadInput, match=re.escape(said)):
        simkit.ask("seek", "pig", **{**FEW, **given})


def test_a_target_that_no_result_is_about_is_told(elsewhere: Path) -> None:
    with pytest.raises(simkit.BadInput, match="no result of these games is"):
        ask("hold_at wins 48 to 52 %", {"target": [50]}, games=50, fresh_games=50)


def test_many_values_of_a_rule_are_tried_in_part_at_first() -> None:
    assert _spread(range(100)) == [0, 12, 25, 37, 50, 62, 74, 87, 99]
    values = values_of(standard_experiment("pig"), "target")
    assert (min(values), max(values), 100 in values) == (50, 200, False)
