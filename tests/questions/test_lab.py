"""A lab plays what a run plays, with common chance, for any number of workers, and in parts."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import polars as pl

import simkit
from simkit import Experiment
from simkit.questions.lab import Lab
from simkit.questions.registry import find_question
from simkit.run.work.listening import Listener
from simkit.run.work.workers import Where


def two_targets(games: int = 60) -> Experiment:
    """Return an experiment with two scenarios of Pig."""
    return simkit.experiment(
        game="pig", games=games, strategies=["hold_at", "random"], factors={"rules.target": [20, 30]}
    )


class Heard(Listener):
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.said: list[tuple[str, int, int]] = []
        self.runs: list[str] = []

    def played(self, who: str, games: int, of: int) -> None:
        self.said.append((who, games, of))

    def playing(self, experiment: Experiment) -> AbstractContextManager[object]:
        self.runs.append(experiment.name)
        return nullcontext()


def test_in_memory_and_in_a_run_the_same_games_are_played(tmp_path: Path) -> None:
    heard = Heard()
    lab = Lab(Where(jobs=1, runs=tmp_path / "runs", listener=heard))
    experiment = two_targets()
    tables, run = lab.play(experiment), lab.run(experiment)
    for played, written in ((tables.games, run.games), (tables.seats, run.seats)):
        kept = written.collect()
        assert played.columns == kept.columns
        shown = played.with_columns(pl.selectors.enum().cast(pl.String))
        assert shown.equals(kept.with_columns(pl.selectors.by_dtype(pl.Enum, pl.Categorical).cast(pl.String)))
    done = [(who, of) for who, games, of in heard.said if games == of]
    assert done == [("scenario 0", 60), ("scenario 1", 60)]
    assert heard.runs == ["pig"]


def test_games_are_the_same_for_any_number_of_workers_and_in_parts() -> None:
    experiment = two_targets(9000)
    whole = Lab(Where(1)).play(experiment)
    assert Lab(Where(2)).play(experiment).games.equals(whole.games)
    parts = [Lab(Where(1)).play(experiment, games, first) for first, games in ((0, 4000), (4000, 5000))]
    joined = pl.concat([part.seats for part in parts]).sort("scenario", "game", "seat")
    assert joined.equals(whole.seats)


def test_a_finished_run_is_not_played_again_and_may_lie_anywhere(tmp_path: Path) -> None:
    experiment = two_targets()
    first = Lab(Where(jobs=1, runs=tmp_path / "runs"))
    run = first.run(experiment)
    made = (run.path / "manifest.json").stat().st_mtime_ns
    assert (first.run(experiment).path / "manifest.json").stat().st_mtime_ns == made
    elsewhere = Lab(Where(jobs=1, runs=tmp_path / "others"), played=run)
    assert elsewhere.run(experiment) is run
    assert elsewhere.run(two_targets(50)).path.is_relative_to(tmp_path / "others")
    again = Lab(Where(jobs=1, runs=tmp_path / "runs"), again=True).run(experiment)
    assert (again.path / "manifest.json").stat().st_mtime_ns != made


def test_a_question_tells_how_far_it_is_with_each_player() -> None:
    heard, ladder = Heard(), find_question("ladder")
    asked = simkit.experiment(game="pig", strategy="random", games=10, rules={"target": 20})
    ladder.answer(Lab(Where(1, listener=heard)), asked, ladder.parameters(games=25, playouts=16))
    players = ("hold_at", "random", "thinking hold_at, 16 play-outs")
    done = sorted(name for name, played, of in heard.said if played == of == 25)
    assert done == list(players)
    assert len(heard.said) > len(players)
