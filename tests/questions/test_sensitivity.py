"""Which rules decide: steps of every rule in the same games, rules that change none, Sobol' indices."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import simkit
from simkit.game import Knobs, knob
from simkit.questions import Answer
from simkit.report.stats import Estimate
from simkit.run.findings.ceiling import measures_of
from simkit.search.settings import standard_experiment
from simkit.search.steps import Effect, RuleStep, Steps
from simkit.testing import find_game

GAMES = 400


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("sensitivity") / "sensitivity.html"


@pytest.fixture(scope="module")
def answer(page: Path) -> Answer:
    return simkit.sensitivity("pig", games=GAMES, rules="target,sides", out=page, jobs=1)


def test_steps_go_down_and_up_in_the_same_games(answer: Answer) -> None:
    steps = answer.tables["steps"].frame.filter(pl.col("column") == "score")
    assert [*steps.select("rule", "step", "way").iter_rows()] == [
        ("target", "99", -1),
        ("target", "101", 1),
        ("sides", "5", -1),
        ("sides", "7", 1),
    ]
    printed, more = (
        simkit.play("pig", ["hold_at", "hold_at"], games=GAMES, rules={"sides": sides}) for sides in (6, 7)
    )
    means = [
        played.seats.group_by("game").agg(pl.col("score").mean()).sort("game")["score"]
        for played in (printed, more)
    ]
    assert steps["change"][3] == pytest.approx((means[1] - means[0]).mean())
    assert answer.key_figures["mean score of hold_at"].value == pytest.approx(means[0].mean())


def test_the_rule_that_moves_most_is_named_first(answer: Answer) -> None:
    assert answer.tables["rules"].frame["rule"].unique(maintain_order=True).to_list() == ["sides", "target"]


def test_a_rule_moves_most_only_where_no_other_may_move_more() -> None:
    experiment = standard_experiment("pig")
    scenario, wide = experiment.scenarios[0], {"a": (3, 5), "b": (2, 4), "c": (0.5, 1), "d": (-1, 1)}
    effects = [
        Effect(
            scenario.players[0],
            RuleStep(rule, "7", 1, scenario.knobs),
            {"score": Estimate(sum(ends) / 2, *ends, 10_000, "t")},
            9,
            400,
        )
        for rule, ends in wide.items()
    ]
    player = scenario.players[0].name
    found = Steps(scenario, measures_of(experiment.game, 2), {player: {}}, effects, 400, ())
    assert [effect.step.rule for effect in found.clear(player)] == ["a", "b", "c"]
    assert [effect.step.rule for effect in found.leading(player)] == ["a", "b"]


def test_a_rule_that_changes_no_game_is_told() -> None:
    """Every game is stopped after its first move here, so that nobody reaches the target."""
    at_once = {"rules.decision_cap": 1}
    found = simkit.sensitivity("pig", settings=at_once, games=20, rules="target", jobs=1)
    assert found.data["idle"] == {"hold_at": ["target"]}
    assert found.tables["steps"].frame["games_changed"].sum() == 0


def test_a_step_that_changes_none_of_the_first_games_is_played_no_further(
    monkeypatch: pytest.MonkeyPatch, answer: Answer
) -> None:
    """The target of Pig does not matter in its first three games, but in about a quarter of all."""
    monkeypatch.setattr("simkit.search.steps.FIRST", 3)
    found = simkit.sensitivity("pig", games=GAMES, rules="target,sides", jobs=1)
    own, every = (one.tables["steps"].frame for one in (found, answer))
    of_sides = pl.col("rule") == "sides"
    assert own.filter(of_sides).equals(every.filter(of_sides))
    assert own.filter(~of_sides)["games"].unique().to_list() == [3]
    assert "No step of the target changed any of three games." in found.sentences
    assert "if the first 3 games did not change" in found.tables["rules"].caption


def test_the_page_draws_a_tornado(answer: Answer, page: Path) -> None:
    text = page.read_text()
    assert (text.count("<figure"), text.count("<table")) == (1, 1)
    assert [len(table.frame) for table in answer.shown] == [4]


def test_every_kind_of_rule_has_its_steps() -> None:
    class Rules(Knobs):
        count: int = knob(3, "tokens", "published", ge=3, le=9)
        share: float = knob(0.5, "a share", "published", ge=0, le=1)
        prices: tuple[int, ...] = knob((0, 2), "prices", "published")
        open: bool = knob(False, "cards lie open", "published")
        first: str = knob("a", "the first", "published", choices=("a", "b", "c"))
        parts: frozenset[str] = knob(frozenset("x"), "parts", "published", choices=("x", "y"))

    def steps(name: str) -> list[tuple[int, Any]]:
        return [(way, getattr(rules, name)) for way, rules in Rules().one_step_away(name)]

    assert steps("count") == [(1, 4)]
    assert steps("share") == [(-1, pytest.approx(0.45)), (1, pytest.approx(0.55))]
    assert steps("prices") == [(-1, (0, 1)), (1, (1, 3))]
    assert steps("open") == [(0, True)]
    assert steps("first") == [(0, "b"), (0, "c")]
    assert steps("parts") == [(-1, frozenset()), (1, frozenset("xy"))]


def test_a_rule_left_to_the_others_goes_one_step_from_what_it_comes_to() -> None:
    rules: Any = find_game("nautilus_2002").knobs.model_validate({"players": 2})
    assert rules.start_money is None and rules.money_at_start == 55
    steps = [(way, changed.start_money) for way, changed in rules.one_step_away("start_money")]
    assert steps == [(-1, 54), (1, 56)]


def test_sobol_indices_are_those_of_a_known_function(monkeypatch: pytest.MonkeyPatch) -> None:
    """The result is 3 a + b with a and b of 0 or 1: a explains 9 / 10 of the variance, b the rest."""
    from simkit.search import indices

    def results(_experiment: Any, scenario: Any, measures: Any, _jobs: int) -> Any:
        value = 3.0 * (scenario.knobs.target == 60) + (scenario.knobs.sides == 7)
        return {measures[0].name: np.full(2, value)}

    monkeypatch.setattr(indices, "results_of", results)
    by: dict[str, Any] = {"target": [50, 60], "sides": [6, 7]}

    def asked() -> Answer:
        return simkit.sensitivity("pig", games=2, by=by, samples=512, jobs=1)

    next_draw = np.random.RandomState(3).random()
    np.random.seed(3)
    found = asked()
    assert np.random.random() == next_draw, "the chance of the process that asks is left alone"
    assert asked() == found
    table = found.tables["indices"].frame
    assert table["explains alone"].to_list() == pytest.approx([0.9, 0.1], abs=0.05)
    assert table["takes part in"].to_list() == pytest.approx([0.9, 0.1], abs=0.05)
    for row in table.iter_rows(named=True):
        assert row["takes part in low"] <= row["takes part in"] <= row["takes part in high"]


WRONG = [
    ({"rules": "targt"}, "rules: unknown rule 'targt'; did you mean 'target'"),
    ({"players": "hold"}, "hold_at"),
    ({"by": {"side": [5, 6]}}, "by: unknown rule 'side'; did you mean 'sides'"),
    ({"by": {"sides": [6]}}, "by: sides: found one level, allowed are two or more"),
    ({"by": {"sides": [5, 6]}}, "by: found one rule, allowed are two or more"),
    ({"by": {"decision_cap": [9000, 8000], "target": [100]}}, "by: target: found one level"),
]


@pytest.mark.parametrize(("given", "said"), WRONG)
def test_wrong_parameters_are_told(given: dict[str, Any], said: str) -> None:
    with pytest.raises(simkit.BadInput, match=re.escape(said)):
        simkit.ask("sensitivity", "pig", games=20, jobs=1, **given)


def test_rules_that_change_nothing_explain_nothing() -> None:
    by = {"target": [900, 1000], "sides": [6, 7]}
    with pytest.raises(simkit.BadInput, match="change nothing"):
        simkit.sensitivity("pig", settings={"rules.decision_cap": 1}, games=20, by=by, jobs=1)


def test_a_sample_is_a_power_of_two() -> None:
    with pytest.raises(
        simkit.BadInput, match=r"samples.*found 20, allowed are powers of 2, such as 16 or 32"
    ):
        simkit.ask("sensitivity", "pig", games=20, samples=20, jobs=1)
