"""Weights are searched under some rules, and the winner is measured in games that the search did not play."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

import simkit
from simkit.errors import BadInput
from simkit.questions.lab import Lab
from simkit.questions.tune import PRESET, QUESTION, SEED, Tune
from simkit.search.settings import standard_experiment
from simkit.search.training import FRESH

SHORT: dict[str, Any] = {"generations": 4, "candidates": 12, "games": 300, "fresh_games": 4000}
EIGHT = ["rules.sides=12"]


@pytest.fixture(scope="module")
def answer() -> Any:
    """A die of twelve sides: it pays to roll on for much longer than to 20."""
    asked = Tune(strategy="hold_at", **SHORT)
    return QUESTION.answer(Lab(jobs=1), standard_experiment("pig", EIGHT), asked)


def test_better_weights_are_found_and_measured_in_fresh_games(answer: Any) -> None:
    assert answer.data["has_won"]
    (row,) = answer.tables["weights"].iter_rows(named=True)
    assert (row["weight"], row["was"]) == ("n", 20)
    assert row["found"] > 24
    players = [{"name": "hold_at", "parameters": {"n": row["found"]}}, "hold_at"]
    fresh = (SEED + FRESH) % 2**32
    seats = simkit.play("pig", players, games=4000, rules={"sides": 12}, seed=fresh).seats
    assert answer.key_figures["win rate, tuned"].value == pytest.approx(seats.filter(player=0)["won"].mean())
    assert answer.sentences[0].startswith("Tuned to these rules, hold_at does better: the win rate is ")


def test_the_player_can_be_copied_into_an_experiment(answer: Any) -> None:
    player = yaml.safe_load(answer.files[PRESET])
    found = simkit.experiment(game="pig", games=10, strategies=[player, "hold_at"], name="copied")
    assert found.scenarios[0].players[0].parameters == pytest.approx(player["parameters"])


def test_a_search_that_does_not_win_says_so() -> None:
    asked = Tune(strategy="hold_at", generations=1, candidates=4, games=10, fresh_games=50)
    found = QUESTION.answer(Lab(jobs=1), standard_experiment("pig"), asked)
    assert not found.data["has_won"]
    assert found.sentences[0].startswith("The search did not win: in 50 fresh games ")
    assert not found.files


def test_the_number_of_jobs_changes_nothing(answer: Any) -> None:
    asked = Tune(strategy="hold_at", **SHORT)
    assert QUESTION.answer(Lab(jobs=2), standard_experiment("pig", EIGHT), asked) == answer


WRONG = [
    ({"strategy": "hold"}, "hold_at"),
    ({"strategy": "random"}, "strategy: random has no weights to tune"),
    ({"strategy": "hold_at", "only": "m"}, "only: unknown parameter 'm'; Allowed: n"),
]


@pytest.mark.parametrize(("given", "said"), WRONG)
def test_what_is_wrong_is_told(given: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=re.escape(said)):
        simkit.ask("tune", "pig", **given, jobs=1)
