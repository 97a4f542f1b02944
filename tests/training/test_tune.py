"""Weights are searched under some rules, and the winner is measured in games that the search did not play."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

import simkit
from simkit.questions import Answer
from simkit.search.settings import standard_experiment
from simkit.testing import strategies_of
from simkit.training.trained import CHOOSING, FRESH, Training, rules_of
from simkit.training.tune_answer import SEED, _rules

SHORT: dict[str, Any] = {
    "generations": 4, "candidates": 12, "games": 300, "fresh_games": 4000, "searches": 1,
}  # fmt: skip
QUICK: dict[str, Any] = {
    "generations": 1, "candidates": 4, "games": 20, "fresh_games": 50, "searches": 1,
}  # fmt: skip
TWELVE = {"rules.sides": 12}
"""A die of twelve sides: it pays to roll on for much longer than to 20."""


def tuned(jobs: int = 1, **given: Any) -> Answer:
    return simkit.tune("pig", "hold_at", jobs=jobs, **given)


@pytest.fixture(scope="module")
def answer() -> Answer:
    return tuned(settings=TWELVE, **SHORT)


def test_better_weights_are_found_and_measured_in_fresh_games(answer: Any) -> None:
    assert answer.data["has_won"]
    (row,) = answer.tables["weights"].frame.iter_rows(named=True)
    assert (row["weight"], row["was"]) == ("n", 20)
    assert row["found"] > 24
    players = [{"name": "hold_at", "parameters": {"n": row["found"]}}, "hold_at"]
    fresh = (SEED + FRESH) % 2**32
    seats = simkit.play("pig", players, games=4000, rules={"sides": 12}, seed=fresh).seats
    assert answer.key_figures["win rate, tuned"].value == pytest.approx(seats.filter(player=0)["won"].mean())


def test_the_player_can_be_copied_into_an_experiment(answer: Any) -> None:
    player = yaml.safe_load(answer.files["player.yaml"])
    found = simkit.experiment(game="pig", games=10, strategies=[player, "hold_at"], name="copied")
    assert found.scenarios[0].players[0].parameters == pytest.approx(player["parameters"])


def test_a_search_that_does_not_win_says_so() -> None:
    found = tuned(**QUICK)
    assert not found.data["has_won"]
    assert not found.files


def test_the_number_of_jobs_changes_nothing(answer: Any) -> None:
    assert tuned(jobs=2, settings=TWELVE, **SHORT) == answer


def test_the_best_of_several_searches_is_measured_in_games_that_did_not_choose_it() -> None:
    sizes = {"generations": 2, "candidates": 8, "games": 100, "fresh_games": 1000, "searches": 3}
    found = tuned(settings=TWELVE, **sizes)
    (row,) = found.tables["weights"].frame.to_dicts()
    assert len({row["found"], row["search 2"], row["search 3"]}) == 3
    chosen = found.tables["searches"].frame["result"].to_list()
    assert chosen == sorted(chosen, reverse=True)
    players = [{"name": "hold_at", "parameters": {"n": row["found"]}}, "hold_at"]
    for seed, games, share in (
        (SEED + CHOOSING, 400, chosen[0]),
        (SEED + FRESH, 1000, found.key_figures["win rate, tuned"].value),
    ):
        seats = simkit.play("pig", players, games=games, rules={"sides": 12}, seed=seed % 2**32).seats
        assert share == pytest.approx(seats.filter(player=0)["won"].mean())


def test_a_league_counts_points_among_its_own_and_wins_against_others() -> None:
    """Its own points are in shares of the most that one of the others scores: those of random."""
    experiment, known = standard_experiment("pig"), strategies_of("pig")
    strategy, rules = known["hold_at"], rules_of(experiment)
    league = Training(experiment, strategy, SEED, rules, league=[known["hold_at"], known["random"]])
    tables = list(league.tables_of_league(np.array([20.0]), 5, 2000))
    assert [table.table for table in tables] == [
        "2 of its own",
        "against 1 of hold_at",
        "against 1 of random",
    ]
    points, even, wins = (table.after.value for table in tables)
    assert even == pytest.approx(0.5, abs=0.05) and wins > 0.95
    alike = simkit.play("pig", ["random", "random"], games=2000, seed=SEED).seats["score"].to_numpy().mean()
    worth = league.results(np.array([20.0]), 5, 2000).mean()
    assert worth == pytest.approx(points / alike + even + wins)
    assert league.results(np.array([2.0]), 5, 2000).mean() < worth


def test_a_league_is_tuned_and_told_table_by_table(tmp_path: Path) -> None:
    page = tmp_path / "tune.html"
    found = tuned(league="hold_at, random", out=page, **QUICK)
    assert found.data["measured"] == "league's score"
    assert found.tables["league"].frame["table"].to_list()[0] == "2 of its own"
    assert page.read_text().count("<table") == len(found.shown) == 3


def test_it_is_tuned_at_several_numbers_of_seats_and_against_several_opponents() -> None:
    island = standard_experiment("nautilus_island")
    assert [rule.model_dump()["players"] for rule in _rules(island, "2, 4")] == [2, 4]
    assert _rules(island, "") == rules_of(island)
    known = strategies_of("pig")
    pig = standard_experiment("pig")
    both = Training(pig, known["hold_at"], SEED, rules_of(pig), against=[known["random"], known["hold_at"]])
    results = both.results(both.defaults, 1, 500)
    assert len(results) == 1000
    assert results[:500].mean() > 0.95 and results[500:].mean() == pytest.approx(0.5, abs=0.07)


WRONG = [
    ({"strategy": "hold"}, "hold_at"),
    ({"strategy": "random"}, "strategy: random has no weights to tune; those that have some: hold_at"),
    ({"strategy": "hold_at", "only": "m"}, "only: unknown parameter 'm'; Allowed: n"),
    ({"strategy": "hold_at", "league": "randon"}, "did you mean 'random'"),
    ({"strategy": "hold_at", "league": "random", "by": "won"}, "leave out --against and --by"),
    ({"strategy": "hold_at", "seats": "2,3"}, "seats: Pig has always 2"),
]


@pytest.mark.parametrize(("given", "said"), WRONG)
def test_what_is_wrong_is_told(given: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(simkit.BadInput, match=re.escape(said)):
        simkit.ask("tune", "pig", **given, jobs=1)


def test_a_league_needs_players_that_compete_for_points() -> None:
    with pytest.raises(simkit.BadInput, match="players of Nautilion do not compete for points"):
        simkit.ask("tune", "nautilion", strategy="expert", league="random", jobs=1)
