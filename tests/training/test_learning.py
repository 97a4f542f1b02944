"""New rules come to something else before and after players have learnt them: the price of learning."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

import simkit
from simkit.questions import Answer
from simkit.training.trained import FRESH
from simkit.training.tune_answer import SEED

SHORT: dict[str, Any] = {
    "generations": 3, "candidates": 8, "games": 200, "fresh_games": 1000, "searches": 1,
}  # fmt: skip
SIDES = 12


@pytest.fixture(scope="module")
def answer() -> Answer:
    """A die of twelve sides: it pays to roll on for much longer than to 20."""
    return simkit.learning("pig", "hold_at", settings={"rules.sides": SIDES}, jobs=1, **SHORT)


def games_of(player: Any, **rules: Any) -> Any:
    seed = (SEED + FRESH) % 2**32
    return simkit.play("pig", [player, player], games=SHORT["fresh_games"], seed=seed, rules=rules)


def test_all_three_are_measured_in_the_same_fresh_games(answer: Answer) -> None:
    (row,) = answer.tables["changes"].frame.filter(result="turns").to_dicts()
    old, new = answer.data["players"]["old"], answer.data["players"]["12 sides"]
    turns = [
        games_of(player, **rules).games["turns"].mean()
        for player, rules in ((old, {}), (old, {"sides": SIDES}), (new, {"sides": SIDES}))
    ]
    assert row["old rules"] == pytest.approx(turns[0], rel=0.01)  # a preset's weights are rounded
    assert row["change, old habits"] == pytest.approx(turns[1] - turns[0], abs=0.2)
    assert row["change, learnt"] == pytest.approx(turns[2] - turns[0], abs=0.2)
    assert row["price of learning"] == pytest.approx(row["change, learnt"] - row["change, old habits"])
    assert row["price of learning low"] < row["price of learning"] < row["price of learning high"] < 0


def test_the_players_can_be_copied(answer: Answer) -> None:
    assert list(answer.files) == ["old_habits.yaml", "learnt.yaml"]
    assert yaml.safe_load(answer.files["learnt.yaml"])["parameters"]["n"] > 24


def test_a_file_s_first_rules_are_the_old_ones(tmp_path: Path) -> None:
    experiment = simkit.experiment(
        game="pig",
        name="dice",
        games=10,
        strategies=["hold_at", "hold_at"],
        factors={"rules.sides": [8, 6, 10]},
    )
    sizes: dict[str, Any] = {**SHORT, "generations": 1, "candidates": 4, "games": 20, "fresh_games": 50}
    page = tmp_path / "learning.html"
    found = simkit.learning(experiment, "hold_at", out=page, jobs=1, **sizes)
    assert found.about["Setting"] == "8 sides"
    assert found.tables["changes"].frame["new rules"].unique(maintain_order=True).to_list() == [
        "6 sides",
        "10 sides",
    ]
    assert list(found.files) == ["old_habits.yaml", "learnt_1.yaml", "learnt_2.yaml"]
    assert page.read_text().count("<table") == len(found.shown) == 2
    assert simkit.learning(experiment, "hold_at", jobs=2, **sizes) == found


def test_without_new_rules_there_is_nothing_to_learn() -> None:
    with pytest.raises(simkit.BadInput, match="no rule is changed"):
        simkit.ask("learning", "pig", strategy="hold_at", jobs=1)


def test_where_nothing_is_learnt_it_says_so() -> None:
    """The search begins at weights that are as good for other targets: few games show nothing better."""
    sizes: dict[str, Any] = {"generations": 1, "candidates": 4, "games": 10, "fresh_games": 50, "searches": 1}
    found = [
        simkit.learning("pig", "hold_at", settings={"rules.target": 99}, jobs=1, seed=seed, **sizes)
        for seed in range(3)
    ]
    (nothing, *_) = [
        measured
        for measured in found
        if measured.data["players"]["old"] == measured.data["players"]["target 99"]
    ]
    assert nothing.key_figures["price of learning, target 99: score"].value == 0


def test_its_games_are_read_as_on_the_command_line() -> None:
    asked: dict[str, Any] = {"learning": {"games": "1.5m"}}
    (question,) = simkit.experiment(game="pig", strategy="random", games=10, **asked).questions
    assert question.parameters.model_dump()["games"] == 1_500_000
