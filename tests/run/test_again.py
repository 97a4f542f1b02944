"""A run directory that exists already: found again, made anew, or left alone."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from simkit_pig.game import PigKnobs

import simkit
from simkit import BadInput
from simkit.experiment.file.load import Overrides, load_experiment
from simkit.game import Game, Knobs, Record
from simkit.report.write import lay_out, make_report
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory
from simkit.run.store.found import find_run
from simkit.run.store.manifest import identity
from tests.conftest import RunOf
from tests.engine.plain_pig import plain_pig
from tests.run.helpers import give_identity, read_manifest_of, rewrite


def test_knobs_of_other_rules_are_named(small: Path, run_of: RunOf) -> None:
    run = run_of(small)
    other = pl.read_parquet(run.path / "scenarios.parquet").with_columns(
        pl.col("knobs").str.replace('"target": 20', '"goal": 20')
    )
    rewrite(run.path / "scenarios.parquet", other)
    with pytest.raises(BadInput, match=r"other rules of pig.*: there is no rule goal any more$"):
        RunDirectory(run.path).match(0)


@pytest.mark.parametrize(
    ("now", "then", "message"),
    [
        ('"game": "pig"', '"game": "pik"', "games than today's: unknown game 'pik'"),
        ('"hold_at"', '"held_at"', "strategies than today's: unknown strategy of pig 'held_at'"),
        ("{}", '{"m": 1.0}', "strategies than today's: unknown parameter .* 'm'"),
        ("{}", '{"n": 0.0}', "strategies than today's: parameter 'n' .* is 0; allowed: 1 to 1000"),
    ],
)
def test_what_is_no_longer_what_a_run_was_made_with_is_reported_as_such(
    small: Path, now: str, then: str, message: str, run_of: RunOf
) -> None:
    small.write_text(small.read_text().replace("strategy: random", "strategy: hold_at"))
    run = run_of(small, games=1)
    other = pl.read_parquet(run.path / "scenarios.parquet").with_columns(
        pl.col("players").str.replace_all(now, then, literal=True)
    )
    rewrite(run.path / "scenarios.parquet", other)
    manifest = json.dumps(read_manifest_of(run.path))
    give_identity(run.path, json.loads(manifest.replace(now, then)))
    with pytest.raises(BadInput, match=rf"^{run.path}: made with other {message}"):
        RunDirectory(run.path).match(0)


def test_a_new_title_is_that_of_the_run_found_again(small: Path, run_of: RunOf) -> None:
    first = run_of(small, command=("first",))
    small.write_text(small.read_text().replace("A small experiment", "Small, but mine"))
    second = run_of(small, command=("second",))
    assert second.manifest["experiment"]["title"] == "Small, but mine"
    unchanged = {key: value for key, value in first.manifest.items() if key != "experiment"}
    assert second.manifest == {**unchanged, "experiment": second.manifest["experiment"]}


def test_another_experiment_does_not_overwrite_a_run(small: Path, tmp_path: Path, run_of: RunOf) -> None:
    run_of(small)
    other = load_experiment(small, Overrides(seed=8))
    with pytest.raises(BadInput, match="holds another run"):
        run_experiment(other, tmp_path / "run", jobs=1)


def test_a_folder_with_other_files_is_not_written_to(small: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years of work")
    with pytest.raises(BadInput, match="holds files that are not a run"):
        run_experiment(load_experiment(small, None), tmp_path / "mine", jobs=1, existing="replace")
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "years of work"


def test_what_is_left_of_a_run_without_its_manifest_is_reported(small: Path, run_of: RunOf) -> None:
    run = run_of(small).path
    (run / "manifest.json").unlink()
    with pytest.raises(BadInput, match=r"there is no manifest.json.*remove the files if they are what is"):
        run_experiment(load_experiment(small, None), run, jobs=1, existing="replace")


@pytest.mark.parametrize("name", ["games", "scenarios.parquet", "games/scenario-00000/part-00000.parquet"])
def test_again_mends_whatever_stands_in_place_of_a_file(small: Path, name: str, run_of: RunOf) -> None:
    run = run_of(small).path
    if (run / name).is_dir():
        shutil.rmtree(run / name)
        (run / name).write_text("no folder")
    else:
        (run / name).unlink()
        (run / name).mkdir()
    with pytest.raises(BadInput, match=r"damaged, .*`simkit run ... --resume` plays again what is lost"):
        run_experiment(load_experiment(small, None), run, jobs=1)
    run_experiment(load_experiment(small, None), run, jobs=1, existing="replace").require_finished()


def test_other_columns_or_other_rules_make_another_run(small: Path) -> None:
    """Also where neither the game's functions nor its knobs have changed."""
    game = plain_pig()
    experiment = replace(load_experiment(small, None), game=game)
    told = [replace(column, description="otherwise") for column in game.columns[:1]]
    other = replace(experiment, game=replace(game, columns=(*told, *game.columns[1:])))
    assert identity(other, {}) != identity(experiment, {})

    class Longer(PigKnobs):
        def record(self) -> Any:
            record = super().record()
            record.target += 1
            return record

    scenarios = tuple(
        replace(scenario, knobs=Longer(**scenario.knobs.model_dump())) for scenario in experiment.scenarios
    )
    assert identity(replace(experiment, scenarios=scenarios), {}) != identity(experiment, {})


def test_of_several_runs_of_an_experiment_the_newest_is_found(small: Path, tmp_path: Path) -> None:
    for games in (6, 5, 7):
        out = tmp_path / "runs" / "small" / f"run-{games}"
        run_experiment(load_experiment(small, Overrides(games=games)), out, jobs=1)
    os.utime(tmp_path / "runs/small/run-5/manifest.json")  # as copying it, or a new title, does
    assert find_run("small", tmp_path / "runs").name == "run-7"
    (tmp_path / "runs/small/run-5/manifest.json").write_text("damaged")
    assert find_run("small", tmp_path / "runs").name == "run-7"


def test_again_leaves_no_report_of_the_earlier_run(small: Path, tmp_path: Path) -> None:
    experiment = load_experiment(small, Overrides(games=5))
    out = run_experiment(experiment, tmp_path / "run", jobs=1).path
    (out / "figures").mkdir()
    for name in ("report.html", "report.pdf", "figures/wins.svg", "notes.txt"):
        (out / name).write_text("of the earlier run")
    run_experiment(experiment, out, jobs=1, existing="replace")
    left = {path.name for path in out.iterdir()} & {"report.html", "report.pdf", "figures", "notes.txt"}
    assert left == {"notes.txt"}


def test_a_run_that_is_played_again_while_it_is_read_is_not_called_damaged(
    small: Path, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    run = run_experiment(load_experiment(small, Overrides(games=20)), out, jobs=1)
    made = make_report(run, "general")
    handle = os.open(out, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)  # as a run of another process does
    part = out / "games/scenario-00000/part-00000.parquet"
    part = part if part.is_file() else next(out.rglob("part-00000.parquet"))
    part.rename(tmp_path / "moved")
    with pytest.raises(BadInput, match="another `simkit run` has begun to play it again since"):
        run.require_finished()
    os.close(handle)
    with pytest.raises(BadInput, match=f"damaged, {part.relative_to(out)} is missing"):
        run.require_finished()
    run_experiment(load_experiment(small, Overrides(games=20, seed=8)), out, jobs=1, existing="replace")
    with pytest.raises(BadInput, match="another `simkit run` has begun to play it again since"):
        run.games.collect()
    with pytest.raises(BadInput, match="another `simkit run` has begun to play it again since"):
        lay_out(made)
    assert not (out / "report.html").exists()


def test_rules_from_a_file_that_was_edited_make_another_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, printed = tmp_path / "target.txt", Game.rules_under

    def from_file(game: Game, knobs: Knobs) -> Record:
        record = printed(game, knobs)
        record["target"] = int(file.read_text())
        return record

    monkeypatch.setattr(Game, "rules_under", from_file)
    made, kept = [], []
    for target in (20, 200):
        file.write_text(f"{target}")
        kept.append(simkit.experiment(game="pig", strategy="hold_at", games=20))
        made.append(simkit.run(kept[-1], runs=tmp_path / "runs", jobs=1))
    assert kept[0] == kept[1]
    assert made[0].identity != made[1].identity
    turns = [run.games.select(pl.col("turns").mean()).collect().item() for run in made]
    assert turns[0] < turns[1]
