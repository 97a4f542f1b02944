"""Shards of games of three different players: who sat where, for any leftover files and any cut."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from simkit import BadInput, Experiment
from simkit.compile.sources import file_hash
from simkit.experiment.file.load import Overrides, load_experiment
from simkit.run.runner import run_experiment
from simkit.run.store import layout
from simkit.run.store import manifest as manifest_module
from simkit.run.store.directory import RunDirectory
from simkit.run.store.manifest import identity, sources_of
from simkit.run.store.shards import PlayedShard
from simkit.run.work.compiling import Compiling
from simkit.run.work.listening import Listener
from tests.run.helpers import table_hashes

SEATS = "seats/scenario-00000/part-00001.parquet"
GAMES = "games/scenario-00000/part-00001.parquet"


class Watcher(Listener):
    """Counts the shards that are played, and those that are taken as they were found."""

    def __init__(self) -> None:
        self.reused: list[bool] = []

    def compiling(self, compiling: Compiling) -> None: ...
    def started(self, games: int) -> None: ...

    def shard_played(self, played: PlayedShard) -> None:
        self.reused.append(played.reused)


@pytest.fixture
def three(write_experiment: Callable[[str], Path]) -> Experiment:
    return load_experiment(
        write_experiment(
            "name: three\ngame: nautilus_island\nseed: 5\ngames: 250\nreport: none\nrules: {players: 3}\n"
            "strategies: [random, reference, set_closer]\n"
        )
    )


@pytest.fixture
def whole(three: Experiment, tmp_path: Path) -> RunDirectory:
    """Return the run in one shard."""
    return run_experiment(three, tmp_path / "whole", jobs=1)


@pytest.fixture
def cut(three: Experiment, whole: RunDirectory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the run in three shards, which begin in the midst of the arrangements of the players."""
    monkeypatch.setattr(layout, "SHARD_GAMES", 100)
    return run_experiment(three, tmp_path / "cut", jobs=1).path


def test_it_is_the_same_run_however_it_is_cut(three: Experiment, whole: RunDirectory, cut: Path) -> None:
    assert len(list(cut.glob("seats/*/*.parquet"))) == 3
    assert RunDirectory(cut).seats.collect().equals(whole.seats.collect())
    assert (cut / "summary.parquet").read_bytes() == (whole.path / "summary.parquet").read_bytes()
    two = run_experiment(three, cut.with_name("two"), jobs=2)
    assert table_hashes(two.path) == table_hashes(cut)


def test_players_and_seats_each_have_estimates_of_their_own(whole: RunDirectory) -> None:
    seats = whole.seats.collect()
    arrangements = seats.group_by("game", maintain_order=True).agg("player")["player"].to_list()
    assert {tuple(sorted(players)) for players in arrangements} == {(0, 1, 2)}
    assert len({tuple(players) for players in arrangements}) > 2
    for who in ("seat", "player"):
        told = whole.estimates().filter(column="score", statistic="mean")
        for number in range(3):
            own = seats.filter(pl.col(who) == number)
            assert told.filter(of=f"{who} {number}")["estimate"].item() == pytest.approx(own["score"].mean())
            assert told.filter(of=f"{who} {number}")["n"].item() == 250


def other_part(file: Path) -> Path:
    """Return another part of as many games."""
    return next(part for part in sorted(file.parent.glob("*.parquet"))[:2] if part != file)


@pytest.mark.parametrize(
    ("damage", "reused"),
    [
        (lambda run: None, 3),
        (lambda run: (run / SEATS).unlink(), 2),
        (lambda run: (run / GAMES).unlink(), 2),
        (lambda run: pl.read_parquet(run / SEATS).head(150).write_parquet(run / SEATS), 2),
        (lambda run: (run / SEATS).write_bytes((run / SEATS).read_bytes()[:-50]), 2),
        (lambda run: (run / GAMES).write_bytes(other_part(run / GAMES).read_bytes()), 2),
        (lambda run: (run / SEATS).write_bytes(other_part(run / SEATS).read_bytes()), 2),
    ],
    ids=["nothing", "no seats", "no games", "half of the seats", "a cut file", "other games", "other seats"],
)
def test_what_is_left_over_is_taken_up_with_its_seats(
    three: Experiment, cut: Path, damage: Callable[[Path], object], reused: int
) -> None:
    before = table_hashes(cut)
    manifest = cut / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"finished"', '"running"'))
    (cut / "summary.parquet").unlink()
    damage(cut)
    watcher = Watcher()
    run_experiment(three, cut, jobs=1, existing="resume", listener=watcher)
    assert sum(watcher.reused) == reused
    assert table_hashes(cut) == before


def test_again_leaves_no_seats_of_another_game(whole: RunDirectory, boards: Path) -> None:
    assert (whole.path / "seats").is_dir()
    run = run_experiment(load_experiment(boards, Overrides(games=5)), whole.path, jobs=1, existing="replace")
    assert not (run.path / "seats").exists()


def test_a_stopped_run_of_another_experiment_is_not_gone_on_with(three: Experiment, small: Path) -> None:
    class Stopper(Watcher):
        def shard_played(self, played: PlayedShard) -> None:
            raise KeyboardInterrupt

    out = small.parent / "run"
    with pytest.raises(KeyboardInterrupt):
        run_experiment(three, out, jobs=1, listener=Stopper())
    before = table_hashes(out)
    with pytest.raises(BadInput, match=r"holds another run \(of three\)"):
        run_experiment(load_experiment(small), out, jobs=1, existing="resume")
    assert table_hashes(out) == before


def test_other_code_or_content_is_another_run(boards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    experiment = load_experiment(boards)
    sources = sources_of(experiment)
    assert sources.keys() == {"game", "random"}
    for name in sources:
        assert identity(experiment, sources) != identity(experiment, {**sources, name: "changed"})
    for suffix in (".py", ".yaml"):

        def changed(file: Path, suffix: str = suffix) -> bytes:
            return b"changed" if file.suffix == suffix else file_hash(file)

        monkeypatch.setattr(manifest_module, "file_hash", changed)
        assert sources_of(experiment)["game"] != sources["game"]
