"""The span over what is not known of the rules: asked for, found beside the run, for the same rules."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from simkit import BadInput
from simkit.experiment.file.load import Overrides, load_experiment
from simkit.questions.answers.assumptions import over_assumptions
from simkit.report.stats import spans_of
from simkit.run.store.directory import RunDirectory
from simkit.run.store.found import find_run

ASKED = """
name: asked
game: nautilion
games: 60
rules: {board: A1}
strategy: novice
assumptions: true
targets: {novice: {won: at most 0.9}}
report: none
"""


@pytest.fixture
def both(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path]
) -> tuple[Result, RunDirectory]:
    result = simkit("run", write_experiment(ASKED), "--jobs", 1)
    assert result.exit_code == 0, result.output
    return result, RunDirectory(find_run("asked", Path("runs")))


def test_it_is_played_beside_the_run_and_shown(both: tuple[Result, RunDirectory]) -> None:
    result, run = both
    other = RunDirectory(find_run("asked_assumptions", Path("runs")))
    rates = other.estimates(of="game", column="won", statistic="rate")["estimate"]
    own = run.estimates(of="game", column="won", statistic="rate")["estimate"][0]
    least, most = spans_of(run)[0, "game", "won"]
    assert (least, most) == (rates.min(), rates.max())
    assert least <= own <= most
    assert len(rates) > 5
    assert f"by chance; {100 * least:.1f} to {100 * most:.1f} over unknown values)" in result.output


def test_without_a_run_of_the_same_rules_nothing_is_known(both: tuple[Result, RunDirectory]) -> None:
    _, run = both
    alone = shutil.copytree(run.path, Path("elsewhere"))
    assert spans_of(RunDirectory(alone)) == {}  # it lies apart from other runs
    shutil.rmtree("runs/asked_assumptions")
    assert spans_of(run) == {}


def test_it_can_not_be_asked_for_twice(write_experiment: Callable[[str], Path]) -> None:
    text = ASKED + "factors: {assumptions: all}\n"
    with pytest.raises(BadInput, match=r"7:1: assumptions: the factor of that name varies them already"):
        load_experiment(write_experiment(text))


def test_many_games_are_fewer_where_all_assumptions_are_tried(
    write_experiment: Callable[[str], Path],
) -> None:
    path = write_experiment(ASKED)
    asked = over_assumptions(load_experiment(path, Overrides(games=50_000)))
    assert (asked.name, asked.games, asked.targets, asked.report) == (
        "asked_assumptions", 2_000, (), "assumptions",
    )  # fmt: skip
