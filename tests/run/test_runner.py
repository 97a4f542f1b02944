"""Runs: the same bytes for any number of workers, either back end, and after a kill."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from simkit.cli.main import main
from simkit.engine.columns import Column
from simkit.engine.objectives import Objective
from simkit.errors import Complaint
from simkit.experiment import Experiment, Overrides, load_experiment
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.run import layout
from simkit.run.compiling import Compiling
from simkit.run.directory import RunDirectory, find_run
from simkit.run.manifest import identity
from simkit.run.query import find_games
from simkit.run.runner import run_experiment
from simkit.run.shard import summary_of
from simkit.stats.distributions import Distributions
from tests.run.tampering import give_identity, read_manifest_of, rewrite


def table_hashes(run: Path) -> dict[str, str]:
    return {
        str(path.relative_to(run)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(run.rglob("*.parquet"))
    }


class Killed(Exception):
    """What ends a run in its midst."""


class Killer:
    """Ends a run when so many shards are done."""

    def __init__(self, shards: int) -> None:
        self.left = shards

    def compiling(self, compiling: Compiling) -> None: ...
    def started(self, games: int) -> None: ...

    def played(self, played: object) -> None:
        self.left -= 1
        if not self.left:
            raise Killed


@pytest.fixture
def sharded(small: Path, monkeypatch: pytest.MonkeyPatch) -> Experiment:
    """Return a small experiment that is cut into three shards for each scenario."""
    monkeypatch.setattr(layout, "SHARD_GAMES", 128)
    return load_experiment(small, None)


@pytest.fixture
def reference(sharded: Experiment, tmp_path: Path) -> dict[str, str]:
    return table_hashes(run_experiment(sharded, tmp_path / "reference", jobs=1).path)


def test_one_file_a_shard_and_two_tables_a_run(reference: dict[str, str]) -> None:
    assert len(reference) == 4 * 3 + 2


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_two_workers_write_the_same_bytes(
    sharded: Experiment, reference: dict[str, str], tmp_path: Path, backend: str
) -> None:
    run = run_experiment(sharded, tmp_path / "two", jobs=2, backend=backend)  # type: ignore[arg-type]
    assert table_hashes(run.path) == reference
    assert run.manifest["timings"]["backend"] == backend


def test_a_back_end_of_joblibs_configuration_plays_the_same_bytes(
    sharded: Experiment, reference: dict[str, str], tmp_path: Path
) -> None:
    """As a Dask cluster does: the shards are played elsewhere, by what reads the run directory there."""
    with joblib.parallel_config(backend="loky", n_jobs=2):
        run = run_experiment(sharded, tmp_path / "elsewhere", jobs=2, backend="threads")
    assert table_hashes(run.path) == reference
    assert run.manifest["timings"]["backend"] == "processes"


def test_a_killed_run_resumes_to_the_same_bytes(
    sharded: Experiment, reference: dict[str, str], tmp_path: Path
) -> None:
    out = tmp_path / "killed"
    with pytest.raises(Killed):
        run_experiment(sharded, out, jobs=1, observer=Killer(5))
    left = table_hashes(out)
    assert 5 <= len(left) - 1 < 12
    assert not RunDirectory(out).finished
    with pytest.raises(Complaint, match="--resume"):
        run_experiment(sharded, out, jobs=1)
    assert table_hashes(run_experiment(sharded, out, jobs=2, resume=True).path) == reference


def test_a_damaged_file_is_played_again_on_resume(
    sharded: Experiment, reference: dict[str, str], tmp_path: Path
) -> None:
    run = run_experiment(sharded, tmp_path / "damaged", jobs=1)
    manifest = run.path / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"finished"', '"running"'))
    part = run.path / "games/scenario-00002/part-00001.parquet"
    contents = bytearray(part.read_bytes())
    contents[len(contents) // 3] ^= 0xFF
    part.write_bytes(bytes(contents))
    (run.path / "games/scenario-00001/.part-00000.parquet.99.tmp").write_bytes(b"half a file")
    assert table_hashes(run_experiment(sharded, run.path, jobs=1, resume=True).path) == reference
    assert not list(run.path.rglob("*.tmp"))


@pytest.mark.long
def test_a_process_killed_by_signal_resumes_to_the_same_bytes(
    write_experiment: Callable[[str], Path], tmp_path: Path
) -> None:
    file = write_experiment(
        "name: killed\ngame: nautilion\nseed: 3\ngames: 400000\nstrategy: random\n"
        "factors: {rules.board: [A1, B1]}\nreport: none\n"
    )

    def command(out: Path, *more: str) -> list[str]:
        return [sys.executable, "-m", "simkit", "run", str(file), "--out", str(out), "--no-report", *more]

    subprocess.run(command(tmp_path / "whole"), check=True, capture_output=True)
    process = subprocess.Popen(command(tmp_path / "cut", "--jobs", "1"), stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while len(list((tmp_path / "cut").rglob("part-*.parquet"))) < 3:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    subprocess.run(command(tmp_path / "cut", "--resume"), check=True, capture_output=True)
    assert table_hashes(tmp_path / "cut") == table_hashes(tmp_path / "whole")


def test_a_finished_run_is_not_run_again_unless_asked(sharded: Experiment, tmp_path: Path) -> None:
    class Counter:
        shards = 0

        def compiling(self, compiling: Compiling) -> None: ...
        def started(self, games: int) -> None: ...

        def played(self, played: object) -> None:
            self.shards += 1

    counter = Counter()
    run_experiment(sharded, tmp_path / "run", jobs=1, observer=counter)
    assert counter.shards == 12
    run_experiment(sharded, tmp_path / "run", jobs=1, observer=counter)
    assert counter.shards == 12
    run_experiment(sharded, tmp_path / "run", jobs=1, again=True, observer=counter)
    assert counter.shards == 24


def test_knobs_of_other_rules_are_named(small: Path, tmp_path: Path) -> None:
    run = run_experiment(load_experiment(small, None), tmp_path / "run", jobs=1)
    other = run.scenarios().with_columns(pl.col("knobs").str.replace('"reserve": 2', '"spares": 2'))
    rewrite(run.path / "scenarios.parquet", other)
    with pytest.raises(Complaint, match=r"other rules of nautilion.*: there is no rule spares any more$"):
        RunDirectory(run.path).match(0)


@pytest.mark.parametrize(
    ("now", "then", "message"),
    [
        ('"game": "nautilion"', '"game": "nautilon"', "games than today's: unknown game 'nautilon'"),
        ('"expert"', '"expart"', "strategies than today's: unknown strategy of nautilion 'expart'"),
        ("{}", '{"crow": 1.0}', "strategies than today's: unknown parameter .* 'crow'"),
        ("{}", '{"crew": 99.0}', "strategies than today's: parameter 'crew' .* is 99; allowed: 0 to 60"),
    ],
)
def test_what_is_no_longer_what_a_run_was_made_with_is_reported_as_such(
    small: Path, tmp_path: Path, now: str, then: str, message: str
) -> None:
    small.write_text(small.read_text().replace("strategy: random", "strategy: expert"))
    run = run_experiment(load_experiment(small, Overrides(games=1)), tmp_path / "run", jobs=1)
    other = run.scenarios().with_columns(pl.col("players").str.replace(now, then, literal=True))
    rewrite(run.path / "scenarios.parquet", other)
    manifest = json.dumps(read_manifest_of(run.path))
    give_identity(run.path, json.loads(manifest.replace(now, then)))
    with pytest.raises(Complaint, match=rf"^{run.path}: made with other {message}"):
        RunDirectory(run.path).match(0)


def test_there_are_no_more_workers_than_work(small: Path, tmp_path: Path) -> None:
    run = run_experiment(load_experiment(small, None), tmp_path / "run", jobs=500)
    assert run.manifest["timings"]["jobs"] == 4


def test_a_new_title_is_that_of_the_run_found_again(small: Path, tmp_path: Path) -> None:
    first = run_experiment(load_experiment(small, None), tmp_path / "run", jobs=1, command=["first"])
    small.write_text(small.read_text().replace("A small experiment", "Small, but mine"))
    second = run_experiment(load_experiment(small, None), tmp_path / "run", jobs=1, command=["second"])
    assert second.manifest["experiment"]["title"] == "Small, but mine"
    unchanged = {key: value for key, value in first.manifest.items() if key != "experiment"}
    assert second.manifest == {**unchanged, "experiment": second.manifest["experiment"]}


def test_two_runs_do_not_write_into_one_directory(small: Path, tmp_path: Path) -> None:
    class Second:
        def compiling(self, compiling: Compiling) -> None: ...
        def started(self, games: int) -> None: ...

        def played(self, played: object) -> None:
            with pytest.raises(Complaint, match="another `simkit run` is at work here"):
                run_experiment(load_experiment(small, Overrides(seed=8)), tmp_path / "run", again=True)

    run = run_experiment(load_experiment(small, None), tmp_path / "run", jobs=1, observer=Second())
    run.require_finished()


def test_only_games_that_are_played_count_for_the_speed(sharded: Experiment, tmp_path: Path) -> None:
    run = run_experiment(sharded, tmp_path / "run", jobs=1)
    assert run.manifest["timings"]["games_per_second"] > 0
    manifest = run.path / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"finished"', '"running"'))
    (run.path / "games/scenario-00002/part-00001.parquet").unlink()
    timings = run_experiment(sharded, run.path, jobs=1, resume=True).manifest["timings"]
    assert timings["games"] == 1200
    assert 64 < timings["games_per_second"] * timings["play_seconds"] < 256  # 128, but for rounding


def test_another_experiment_does_not_overwrite_a_run(small: Path, tmp_path: Path) -> None:
    run_experiment(load_experiment(small, None), tmp_path / "run", jobs=1)
    other = load_experiment(small, Overrides(seed=8))
    with pytest.raises(Complaint, match="holds another run"):
        run_experiment(other, tmp_path / "run", jobs=1)


def test_a_folder_with_other_files_is_not_written_to(small: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years of work")
    with pytest.raises(Complaint, match="holds files that are not a run"):
        run_experiment(load_experiment(small, None), tmp_path / "mine", jobs=1, again=True)
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "years of work"


def test_what_is_left_of_a_run_without_its_manifest_is_reported(small: Path, tmp_path: Path) -> None:
    run = run_experiment(load_experiment(small, None), tmp_path / "run", jobs=1).path
    (run / "manifest.json").unlink()
    with pytest.raises(Complaint, match=r"there is no manifest.json.*remove the files if they are what is"):
        run_experiment(load_experiment(small, None), run, jobs=1, again=True)


@pytest.mark.parametrize("name", ["games", "scenarios.parquet", "games/scenario-00000/part-00000.parquet"])
def test_again_mends_whatever_stands_in_place_of_a_file(small: Path, tmp_path: Path, name: str) -> None:
    run = run_experiment(load_experiment(small, None), tmp_path / "run", jobs=1).path
    if (run / name).is_dir():
        shutil.rmtree(run / name)
        (run / name).write_text("no folder")
    else:
        (run / name).unlink()
        (run / name).mkdir()
    with pytest.raises(Complaint, match=r"damaged, .*`simkit run ... --again` makes the run anew"):
        run_experiment(load_experiment(small, None), run, jobs=1)
    run_experiment(load_experiment(small, None), run, jobs=1, again=True).require_finished()


def test_more_games_begin_with_the_same_games(small: Path, tmp_path: Path) -> None:
    short = run_experiment(load_experiment(small, Overrides(games=50)), tmp_path / "short", jobs=1)
    longer = run_experiment(load_experiment(small, None), tmp_path / "longer", jobs=1)
    first = longer.games().filter(pl.col("game") < 50).collect()
    assert short.games().collect().equals(first)


def test_columns_are_narrow_and_described(small: Path, tmp_path: Path) -> None:
    run = run_experiment(load_experiment(small, None), tmp_path / "run", jobs=1)
    schema = pq.read_schema(run.path / "games/scenario-00000/part-00000.parquet")
    assert schema.names[:4] == ["scenario", "game", "won", "turns"]
    assert str(schema.field("turns").type) == "uint8"
    assert schema.field("turns").metadata == {
        b"description": b"turns begun, the last one too",
        b"unit": b"turns",
    }
    assert b"phantom_at_isles" in schema.field("end").metadata[b"labels"]


def test_every_file_has_its_checksum_in_the_manifest(small: Path, tmp_path: Path) -> None:
    run = run_experiment(load_experiment(small, None), tmp_path / "run", jobs=1)
    assert set(run.manifest["files"]) == set(table_hashes(run.path))
    said = CliRunner().invoke(main, ["check", str(run.path)]).output
    assert "is whole" in " ".join(said.split())
    part = run.path / "games/scenario-00000/part-00000.parquet"
    contents = bytearray(part.read_bytes())
    contents[100] ^= 0xFF
    part.write_bytes(bytes(contents))
    with pytest.raises(Complaint, match="checksum of games/scenario-00000"):
        RunDirectory(run.path).require_finished()
    assert CliRunner().invoke(main, ["check", str(run.path)]).exit_code == 2


def test_an_unfinished_run_is_not_called_whole(sharded: Experiment, tmp_path: Path) -> None:
    class Stopper:
        def compiling(self, compiling: Compiling) -> None: ...
        def started(self, games: int) -> None: ...

        def played(self, played: object) -> None:
            raise KeyboardInterrupt

    run = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        run_experiment(sharded, run, jobs=1, observer=Stopper())
    checked = CliRunner().invoke(main, ["check", str(run)])
    assert checked.exit_code == 2
    assert "this run was not finished; `simkit run ... --resume`" in " ".join(checked.output.split())
    assert find_games(RunDirectory(run), [0], "turns > 0", 1) == [(0, 0)]


def test_the_summary_is_what_the_games_say(small: Path, tmp_path: Path) -> None:
    run = run_experiment(load_experiment(small, None), tmp_path / "run", jobs=1)
    turns = run.games().group_by("scenario").agg(pl.col("turns").mean()).collect()
    means = run.summary().filter((pl.col("column") == "turns") & (pl.col("statistic") == "mean"))
    joined = means.join(turns, on="scenario")
    assert len(joined) == 4
    assert joined["estimate"].to_list() == pytest.approx(joined["turns"].to_list())


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda run: (run / "manifest.json").write_text('{"format": 2,'), "manifest.json:1:14: damaged"),
        (lambda run: (run / "manifest.json").write_text("[]"), "not a valid manifest"),
        (
            lambda run: (run / "manifest.json").write_text('{"format": 2, "experiment": {}, "files": {}}'),
            "not a valid manifest: state: Field required; `simkit run ... --again`",
        ),
        (
            lambda run: (run / "manifest.json").write_text('{"format": 1}'),
            "of format 1, this simkit reads format 2; `simkit run ... --again` makes the run anew",
        ),
        (lambda run: (run / "manifest.json").write_bytes(b"\xff\xfe\x00"), "damaged, not text; .*--again"),
        (lambda run: (run / "manifest.json").unlink(), "not a run directory"),
        (
            lambda run: (run / "games/scenario-00001/part-00000.parquet").unlink(),
            "part-00000.parquet is missing",
        ),
        (lambda run: (run / "games/scenario-00001/part-00000.parquet").write_bytes(b"PAR1"), "has 4 bytes"),
    ],
)
def test_a_damaged_run_directory_is_reported(
    small: Path, tmp_path: Path, damage: Callable[[Path], object], message: str
) -> None:
    run = run_experiment(load_experiment(small, Overrides(games=5)), tmp_path / "run", jobs=1).path
    damage(run)
    with pytest.raises(Complaint, match=message):
        RunDirectory(run).require_finished()


@pytest.mark.parametrize("yes_no", [bool, np.bool_, np.dtype(np.bool_)])
def test_a_column_of_the_game_and_one_of_its_seats_may_share_a_name(
    write_experiment: Callable[[str], Path], yes_no: Any
) -> None:
    text = "name: pig\ngame: pig\ngames: 4\nstrategies: [random, hold_at]\nreport: none\n"
    experiment = load_experiment(write_experiment(text))
    game = replace(
        experiment.game,
        objectives=(),
        columns=(
            Column("best", np.uint16, "points", "points"),
            Column("end", np.uint8, "", labels=("a", "b")),
        ),
        seat_columns=(Column("best", yes_no, "the most"), Column("end", np.uint16, "", "turns")),
    )
    one = np.zeros(2, np.int32)
    counts = Distributions.of(np.array([2, 2]), one)
    wins = Distributions.of(np.array([True, False]), one)
    found = {
        ("game", "best"): counts,
        ("seat 1", "best"): wins,
        ("game", "end"): wins,
        ("player 1", "end"): counts,
    }
    summary = summary_of(game, found)
    first = summary.unique(["of", "column"], keep="first", maintain_order=True)
    assert list(first.select("of", "column", "level", "statistic", "estimate").iter_rows()) == [
        ("game", "best", "", "mean", 2.0),
        ("seat 1", "best", "", "rate", 0.5),
        ("game", "end", "a", "rate", 0.5),
        ("player 1", "end", "", "mean", 2.0),
    ]
    assert experiment.game.headline == Objective("won", "seat")


def test_other_columns_or_other_rules_make_another_run(small: Path) -> None:
    """Also where neither the game's functions nor its knobs have changed."""
    experiment = load_experiment(small, None)
    game = experiment.game
    told = [replace(column, description="otherwise") for column in game.columns[:1]]
    other = replace(experiment, game=replace(game, columns=(*told, *game.columns[1:])))
    assert identity(other, {}) != identity(experiment, {})

    class Heavier(NautilionKnobs):
        def record(self) -> Any:
            record = super().record()
            record.starting_reserve += 1
            return record

    scenarios = tuple(
        replace(scenario, knobs=Heavier(**scenario.knobs.model_dump())) for scenario in experiment.scenarios
    )
    assert identity(replace(experiment, scenarios=scenarios), {}) != identity(experiment, {})


def test_of_several_runs_of_an_experiment_the_newest_is_found(small: Path, tmp_path: Path) -> None:
    for games in (6, 5, 7):
        out = tmp_path / "runs" / "small" / f"run-{games}"
        run_experiment(load_experiment(small, Overrides(games=games)), out, jobs=1)
    os.utime(tmp_path / "runs/small/run-5/manifest.json")  # as copying it, or a new title, does
    assert find_run("small", tmp_path / "runs").path.name == "run-7"
    (tmp_path / "runs/small/run-5/manifest.json").write_text("damaged")
    assert find_run("small", tmp_path / "runs").path.name == "run-7"


def test_again_leaves_no_report_of_the_earlier_run(small: Path, tmp_path: Path) -> None:
    experiment = load_experiment(small, Overrides(games=5))
    out = run_experiment(experiment, tmp_path / "run", jobs=1).path
    (out / "figures").mkdir()
    for name in ("report.html", "report.pdf", "figures/wins.svg", "notes.txt"):
        (out / name).write_text("of the earlier run")
    run_experiment(experiment, out, jobs=1, again=True)
    left = {path.name for path in out.iterdir()} & {"report.html", "report.pdf", "figures", "notes.txt"}
    assert left == {"notes.txt"}


def test_pages_have_checksums(small: Path, tmp_path: Path) -> None:
    """A reader that verifies checksums gets an error for a damaged page (decision 007)."""
    run = run_experiment(load_experiment(small, Overrides(games=300)), tmp_path / "run", jobs=1).path
    part = run / "games/scenario-00000/part-00000.parquet"
    contents, refused = part.read_bytes(), 0
    for offset in range(4, len(contents) // 2, 97):
        damaged = bytearray(contents)
        damaged[offset] ^= 0xFF
        try:
            pq.read_table(io.BytesIO(bytes(damaged)), page_checksum_verification=True)
        except Exception as error:
            refused += "CRC" in str(error) or "checksum" in str(error)
    assert refused
