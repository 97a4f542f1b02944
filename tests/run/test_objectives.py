"""What is shown, compared, tuned and measured is what a game declares its players to strive for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import Result

from simkit import BadInput, plugins
from simkit.door.progress import Standing
from simkit.engine.contract.player import named
from simkit.experiment.file.load import load_experiment
from simkit.game import Assumption, Column, Game, Objective
from simkit.plugins import find_strategy
from simkit.reports.assumptions import report
from simkit.run.findings.ladder import objective_of, read_ladder, write_results
from simkit.run.runner import run_experiment
from simkit.run.work.workers import Where
from simkit.training.trained import Training, find_weights, rules_of
from simkit.training.weights import Effort
from tests.engine.plain_pig import plain_pig

TEXT = "name: pigs\ngame: pig\ngames: 40\nreport: none\nstrategies: [hold_at, random]\n"
LADDER = "game: pig\nsetting: s\nagainst: [random]\ngames: 50\nseed: 1\n"
RESCUED, SCORE, SHORT = Objective("rescued", "game"), Objective("score"), Objective("turns", "game", "less")


def outcome(state, rules, row, seat_rows):  # type: ignore[no-untyped-def]
    """Fill the columns of a Pig in which both are rescued if they are fast, and nobody wins."""
    row.turns = state.table.turns
    row.rescued = state.table.turns <= 25
    for seat in range(2):
        seat_rows[seat].score = state.table.score[seat]


@pytest.fixture
def pig(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Game]]:
    """Return a function that puts a Pig without the column `won` in the place of Pig."""
    real, load = plain_pig(), plugins.load_point
    plugins._installed_game.cache_clear()

    def put(*objectives: Objective, **more: Any) -> Game:
        game = replace(
            real,
            outcome=outcome,
            columns=(
                Column("turns", np.uint16, "turns begun", "turns"),
                Column("rescued", np.bool_, "both were fast"),
            ),
            seat_columns=(Column("score", np.uint16, "points at the end", "points"),),
            objectives=objectives,
            **more,
        )
        own = ("simkit.games", "pig")
        monkeypatch.setattr(plugins, "load_point", lambda e: game if (e.group, e.name) == own else load(e))
        plugins._installed_game.cache_clear()
        return game

    yield put
    plugins._installed_game.cache_clear()


@pytest.mark.parametrize(
    ("objective", "title", "row", "so_far"),
    [
        (RESCUED, "Share rescued in %", r" \d+\.\d±\d+\.\d", r"rescued \d+\.\d\d%"),
        (SCORE, "Mean score", r" random *\n.*\n +\d+\.\d+±\d+\.\d+", r"hold_at score \d+\.\d\d"),
        (SHORT, "Mean number of turns", r" \d+\.\d±\d+\.\d", r"turns \d+\.\d\d"),
    ],
)
def test_a_run_shows_the_first_objective(
    pig: Callable[..., Game],
    simkit: Callable[..., Result],
    write_experiment: Callable[[str], Path],
    objective: Objective,
    title: str,
    row: str,
    so_far: str,
) -> None:
    pig(objective)
    result = simkit("run", write_experiment(TEXT), "--jobs", 1)
    assert result.exit_code == 0, result.output
    assert f"{title} (±" in result.output
    assert re.search(row, result.output.partition(title)[2].partition("tables")[0])
    assert re.search(so_far, result.output.partition("pigs\n")[0])


def test_what_is_compared_always_has_the_first_objective(
    pig: Callable[..., Game], simkit: Callable[..., Result], write_experiment: Callable[[str], Path]
) -> None:
    for objective, shown in ((RESCUED, ["rescued"]), (SCORE, [f"score .*player {n}" for n in (1, 2)])):
        pig(objective)
        for name, seed in (("a", 1), ("b", 2)):
            simkit(
                "run", write_experiment(TEXT), "--jobs", 1, "--seed", seed, "--out", objective.column + name
            )
        result = simkit("compare", f"{objective.column}a", f"{objective.column}b")
        assert result.exit_code == 0, result.output
        table = result.output.partition("What is won")[2]
        assert all(re.search(rf"(?m)^ {pattern}", table) for pattern in shown)


def test_a_strategy_is_tuned_by_the_first_objective_or_by_what_is_named(
    pig: Callable[..., Game], write_experiment: Callable[[str], Path]
) -> None:
    pig(SCORE, progress=SHORT)
    experiment = load_experiment(write_experiment(TEXT))
    known = {name: find_strategy("pig", named(name), Path()) for name in ("random", "hold_at")}
    for by, words, most in (("", "mean score", 110), ("turns", "mean number of turns", 60)):
        own = Training(
            experiment, known["hold_at"], 1, rules_of(experiment), against=[known["random"]], by=by
        )
        assert (own.measured, own.is_share) == (words, False)
        ((values, results),) = find_weights(own, ["n"], Effort(2, 8, 50, 0.35, 0), workers=Where(1))
        assert 5 < results.mean() < most
        worst = own.results(np.array([100.0 if by else 1.0]), 1, 200).mean()
        assert (own.results(values, 1, 200).mean() > worst) == (not by)
    with pytest.raises(BadInput, match="unknown objective of pig 'scor'; did you mean 'score'"):
        _ = Training(experiment, known["hold_at"], 1, by="scor").objective


def test_a_ladder_of_points_has_means(pig: Callable[..., Game], tmp_path: Path) -> None:
    file = tmp_path / "ladder.yaml"
    file.write_text(LADDER)
    pig(SHORT)
    ladder = read_ladder(file)
    found = {
        name: ladder.measure(find_strategy("pig", named(name), Path())) for name in ("random", "hold_at")
    }
    write_results(replace(ladder, results=found))
    again = read_ladder(file)
    assert again.measured == "mean number of turns"
    assert list(again.results) == ["hold_at", "random"]  # fewer turns are better
    assert again.results["random"].value == pytest.approx(found["random"].value, abs=1e-4)
    assert f"{found['random']}" in file.read_text()
    pig(RESCUED)
    with pytest.raises(BadInput, match="Pig is measured by rescued, which belongs under won"):
        read_ladder(file)


def test_a_game_without_objectives_shows_none(
    pig: Callable[..., Game], write_experiment: Callable[[str], Path]
) -> None:
    game = pig()
    experiment = load_experiment(write_experiment(TEXT))
    assert game.headline == SCORE  # by its name
    none = replace(game, objectives=(), seat_columns=(Column("coins", np.uint16, "", "coins"),))
    assert none.headline is None
    assert Standing(replace(experiment, game=none)).so_far == ""
    with pytest.raises(BadInput, match="Pig declares no objective"):
        objective_of(none)


def test_the_report_on_assumptions_is_about_the_objective(
    pig: Callable[..., Game], write_experiment: Callable[[str], Path], tmp_path: Path
) -> None:
    small = Assumption("A1", "the sides of the die", "inferred", "6", {"a small die": {"sides": 2}})
    pig(RESCUED, SCORE, assumptions=(small,))
    experiment = load_experiment(write_experiment(f"{TEXT}factors: {{assumptions: all}}\n"))
    made = report(run_experiment(experiment, tmp_path / "run", jobs=1)).document()
    assert made.sections[0].heading == "Rescued"
    finding = str(made.findings[-1])
    assert "a small die" in finding or "could not be looked up" in finding


def test_the_report_on_assumptions_needs_something_that_is_won(
    pig: Callable[..., Game], write_experiment: Callable[[str], Path], tmp_path: Path
) -> None:
    small = Assumption("A1", "the sides of the die", "inferred", "6", {"a small die": {"sides": 2}})
    pig(SCORE, assumptions=(small,))
    experiment = load_experiment(write_experiment(f"{TEXT}factors: {{assumptions: all}}\n"))
    with pytest.raises(BadInput, match="is about what is won or not, and Pig has no objective of yes or no"):
        report(run_experiment(experiment, tmp_path / "run", jobs=1)).document()
