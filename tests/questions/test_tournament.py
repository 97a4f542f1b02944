"""A tournament: who is best and survives, and the best of many, measured once more in fresh games."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import simkit
from simkit.questions import Answer
from simkit.search.tournament import FRESH, tables_for

GRID: dict[str, Any] = {"strategies": "hold_at", "weights": {"n": [2, 5, 10, 20, 60]}}


def asked(folder: Path, about: Any = "pig", jobs: int = 1, **given: Any) -> Answer:
    return simkit.tournament(about, runs=folder, jobs=jobs, out=folder / "page.html", **given)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return [tmp_path_factory.mktemp(name) / "page.html" for name in ("grid", "halved")]


@pytest.fixture(scope="module")
def grid(pages: list[Path]) -> Answer:
    """All pairs of five ways of holding."""
    return asked(pages[0].parent, **GRID, games=200)


@pytest.fixture(scope="module")
def halved(pages: list[Path]) -> Answer:
    """The best of five ways of holding."""
    return asked(pages[1].parent, **GRID, halve=True, games=200, fresh_games=1000)


def test_all_meet_and_the_best_one_takes_over(grid: Answer) -> None:
    assert grid.tables["pairs"].frame.height == 10
    players = grid.tables["players"].frame
    assert players["player"][0] == "hold_at (n 20)"
    assert players["player"][-1] in ("hold_at (n 2)", "hold_at (n 60)")
    assert players["Elo"].is_sorted(descending=True)
    assert (players["Elo low"] < players["Elo"]).all()
    (row,) = [row for row in grid.tables["pairs"].frame.to_dicts() if {row["player"], row["against"]} == {
        "hold_at (n 20)", "hold_at (n 5)"
    }]  # fmt: skip
    players_of_pair = [{"name": "hold_at", "parameters": {"n": n}} for n in (5, 20)]
    seats = simkit.play("pig", players_of_pair, games=200, seed=1).seats
    assert row["won"] == pytest.approx(seats.filter(player=1)["won"].mean())


def test_half_drop_out_until_the_best_is_left(halved: Answer) -> None:
    rounds = halved.tables["players"].frame.to_dicts()
    sizes = [sum(row["round"] == number for row in rounds) for number in (1, 2, 3)]
    assert sizes == [5, 3, 2]
    assert [row["player"] for row in rounds if row["round"] == 3 and row["goes on"]] == [
        halved.data["winner"]
    ]
    assert {row["player"] for row in rounds if row["round"] == 2} == {
        row["player"] for row in rounds if row["round"] == 1 and row["goes on"]
    }
    assert halved.data["winner"] == "hold_at (n 20)"
    assert halved.tables["rounds"].frame["games of each"].to_list() == [200, 400, 800]


def test_the_winner_is_measured_again_in_fresh_games(halved: Answer) -> None:
    names = [halved.data["winner"], halved.data["runner_up"]]
    players = [{"name": "hold_at", "parameters": {"n": float(re.findall(r"\d+", name)[0])}} for name in names]
    seats = simkit.play("pig", players, games=1000, seed=1 + FRESH).seats
    fresh = halved.key_figures[f"{names[0]}, fresh games"]
    assert fresh.value == pytest.approx(seats.filter(player=0)["won"].mean())
    assert halved.key_figures[f"{names[0]}, fresh games against all others"].value > 0.5


def test_the_number_of_jobs_changes_nothing(halved: Answer, tmp_path: Path) -> None:
    again = asked(tmp_path, **GRID, halve=True, games=200, fresh_games=1000, jobs=2)
    assert again == halved


def test_those_that_play_alone_play_the_same_games(tmp_path: Path) -> None:
    found = asked(tmp_path, "yacht", strategies="random, simple", games=100)
    best, other = found.tables["players"].frame.to_dicts()
    assert best["behind the best"] is None
    assert other["behind the best"] == pytest.approx(best["mean score"] - other["mean score"])


def test_a_player_that_was_tuned_takes_part(tmp_path: Path) -> None:
    file = tmp_path / "player.yaml"
    file.write_text("name: hold_at\nparameters: {n: 24}\n")
    found = asked(tmp_path, strategies=f"hold_at, {file}", games=50)
    assert set(found.tables["players"].frame["player"]) == {"hold_at", "hold_at (n 24)"}


def test_of_a_file_its_own_players_meet(tmp_path: Path) -> None:
    players = [{"name": "hold_at", "parameters": {"n": n}} for n in (15, 25)]
    experiment = simkit.experiment(name="own", game="pig", games=10, strategies=players, rules={"sides": 8})
    found = asked(tmp_path, experiment, games=100)
    assert set(found.tables["players"].frame["player"]) == {"hold_at (n 15)", "hold_at (n 25)"}
    (pair,) = found.tables["pairs"].frame.to_dicts()
    seats = simkit.play("pig", players, games=100, rules={"sides": 8}, seed=experiment.seed).seats
    best = seats.filter(player=int(pair["player"] == "hold_at (n 25)"))["won"].to_numpy().mean()
    assert pair["won"] == pytest.approx(best)


def test_the_page_shows_the_players_and_the_rounds(grid: Answer, halved: Answer, pages: list[Path]) -> None:
    for answer, page in zip((grid, halved), pages, strict=True):
        assert page.read_text().count("<table") == len(answer.shown) >= 2


@pytest.mark.parametrize(("count", "seats"), [(5, 2), (31, 2), (30, 2), (16, 4), (7, 3), (4, 4)])
def test_all_sit_equally_often(count: int, seats: int) -> None:
    names = [str(number) for number in range(count)]
    tables = tables_for(names, seats)
    assert len({frozenset(table) for table in tables}) == len(tables)
    sat = {sum(name in table for table in tables) for name in names}
    assert len(sat) == 1 and 1 <= sat.pop() <= 15
    assert all(len(set(table)) == seats for table in tables)
    if count <= 12 and seats == 2:
        assert {frozenset(table) for table in tables} == {
            frozenset(combination) for combination in combinations(names, 2)
        }


WRONG = [
    ({"strategies": "hold, random"}, "did you mean 'hold_at'"),
    ({"strategies": "hold_at"}, "strategies: found 1, and a tournament needs two or more"),
    ({"strategies": "hold_at", "weights": {"m": "1..3"}}, "unknown parameter 'm'"),
    ({"strategies": "hold_at", "weights": {"n": "1..many"}}, "weights: found '1..many', allowed is"),
    ({"strategies": "hold_at", "weights": {"n": ["few"]}}, "weights: found 'few', allowed are numbers"),
    ({"strategies": "hold_at", "weights": {"n": "0..100 by 0.25"}}, "found more than 200"),
    ({"seats": 3}, "seats: found 3, and Pig is for 2 players"),
    ({"strategies": "nowhere.yaml"}, "nowhere.yaml"),
]


@pytest.mark.parametrize(("given", "said"), WRONG)
def test_what_is_wrong_is_told(given: dict[str, Any], said: str) -> None:
    with pytest.raises(simkit.BadInput, match=re.escape(said)):
        simkit.ask("tournament", "pig", jobs=1, **given)
