"""A cluster of Dask plays a run to the bytes of one machine, whatever happens to its workers."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

import simkit
from simkit import BadInput
from simkit.cli.main import main
from simkit.cluster import bundle, node
from simkit.cluster import dask_cluster as cluster_module
from simkit.cluster.bundle import Bundle, pack_code, pack_files, unpack
from simkit.cluster.dask_cluster import Cluster, play_on
from simkit.cluster.jobs import RunJob
from simkit.cluster.table_store import TableStore
from simkit.door import clusters
from simkit.door.describing import make_experiment
from simkit.engine.contract.player import named
from simkit.plugins import forget_changed_files
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory
from simkit.run.store.parquet import Place, Written
from simkit.run.store.shards import PlayedShard, Shard
from simkit.run.work.in_worker import Task, play_in_worker
from simkit.run.work.listening import AtWork, Listener
from simkit.run.work.loaded import Loaded
from simkit.run.work.rehearsal import matches_of
from simkit.run.work.shard import play_shard
from simkit.stats.tally import Tally
from simkit.testing import find_game
from tests.run.helpers import table_hashes

CAREFUL = """
import json
from pathlib import Path

from simkit.engine.contract.strategy import strategy

ENOUGH = json.loads(Path(__file__).with_name("enough.json").read_text())


@strategy(game="pig", skill="none")
def careful(table, seat, rules, moves, count, parameters, chance):
    return 0 if table.total < ENOUGH else count - 1
"""

EXPERIMENT = (
    "name: x\ngame: pig\ngames: 70_000\nseed: 4\nreport: none\nstrategies: [./my.py:careful, hold_at]\n"
)


class Told(Listener):
    """Remembers what happens to workers; does something once when a shard is played."""

    def __init__(self, when_played: Callable[[], object] | None = None) -> None:
        self.words: list[str] = []
        self.seen: list[AtWork] = []
        self._when_played = when_played

    def told(self, words: str) -> None:
        self.words.append(words)

    def working(self, workers: Any) -> None:
        self.seen = list(workers) or self.seen

    def shard_played(self, played: PlayedShard) -> None:
        if self._when_played:
            self._when_played()
            self._when_played = None


def written(folder: Path, enough: int = 12) -> Path:
    experiment = folder / "x.yaml"
    experiment.write_text(EXPERIMENT)
    (folder / "my.py").write_text(CAREFUL)
    (folder / "enough.json").write_text(str(enough))
    return experiment


@pytest.fixture
def cluster(request: pytest.FixtureRequest) -> Iterator[Cluster]:
    pytest.importorskip("distributed")
    with Cluster(request.param) as own:
        yield own


@pytest.mark.parametrize(
    ("cluster", "versions"),
    [("local:1", (12,)), pytest.param("local:2", (17, 25), marks=pytest.mark.long)],
    indirect=["cluster"],
)
def test_a_cluster_writes_the_bytes_of_one_machine_and_loads_what_changed(
    tmp_path: Path, cluster: Cluster, versions: tuple[int, ...]
) -> None:
    hashes = []
    for enough in versions:
        file = written(tmp_path, enough)
        (tmp_path / "my.py").write_text(f"{CAREFUL}# {enough}\n")
        forget_changed_files()
        experiment, observer = simkit.experiment(file), Told()
        played = run_experiment(experiment, tmp_path / f"cluster{enough}", cluster=cluster, listener=observer)
        here = run_experiment(experiment, tmp_path / f"here{enough}", jobs=1)
        assert table_hashes(played.path) == table_hashes(here.path)
        assert not observer.words
        workers = int(cluster.address.partition(":")[2])
        assert [work.name for work in observer.seen] == [f"worker {1 + number}" for number in range(workers)]
        assert played.manifest["timings"]["backend"] == "cluster"
        hashes.append(str(table_hashes(here.path)))
    assert len({*hashes}) == len(versions)


def processes_that_play() -> list[int]:
    return [process.child.number for process in (*node._busy, *node._idle)]


@pytest.mark.long
@pytest.mark.parametrize("cluster", ["local:2"], indirect=True)
def test_a_shard_whose_process_is_killed_is_played_again(tmp_path: Path, cluster: Cluster) -> None:
    experiment = simkit.experiment(written(tmp_path).rename(tmp_path / "y.yaml"))
    experiment = replace(experiment, games=1_000_000)
    observer = Told(lambda: os.kill(processes_that_play()[0], signal.SIGKILL))
    played = run_experiment(experiment, tmp_path / "cluster", cluster=cluster, listener=observer)
    assert (
        "the process that plays there was lost (signal 9); 1 shard that it had will be" in observer.words[0]
    )
    here = run_experiment(experiment, tmp_path / "here", jobs=2)
    assert table_hashes(played.path) == table_hashes(here.path)


# What is done about workers, seen with a stand-in for Dask's connection that answers as it is told to.


class Future:
    """An answer that comes when the test says so."""

    def __init__(
        self, worker: str, work: Any, order: node.WorkOrder, answer: Callable[[Future], None]
    ) -> None:
        self.worker, self.work, self._answer = worker, work, answer
        self.call = pickle.loads(order.call)
        self.status, self.answer = "pending", b""
        self._tell: Callable[[Future], object] = print

    def add_done_callback(self, tell: Callable[[Future], object]) -> None:
        self._tell = tell
        self._answer(self)

    def result(self, timeout: float) -> bytes:
        return self.answer

    def cancel(self) -> None:
        self.status = "cancelled"

    def finish(self, said: str, what: Any) -> None:
        self.status, self.answer = "finished", pickle.dumps((said, what))
        self._tell(self)


class Connection:
    """Does what `distributed.Client` does, as far as it is needed."""

    def __init__(self, answer: Callable[[Future], None], *workers: str) -> None:
        self.workers = dict.fromkeys(workers, 1)
        self.status = "running"
        self.asked: list[Future] = []
        self._answer = answer

    def nthreads(self) -> dict[str, int]:
        return dict(self.workers)

    def submit(self, work: Any, *arguments: Any, workers: list[str], **_: Any) -> Future:
        future = Future(workers[0], work, arguments[-1], self._answer)
        self.asked.append(future)
        return future

    def cancel(self, futures: Any, force: bool) -> None: ...


SHARDS = [Shard(range(1), part, part, (1,), is_all=False) for part in range(5)]

OF_SHARDS = make_experiment({"game": "pig", "strategies": ["hold_at", "random"], "games": 5}, None, {})


def result_of(shard: Shard) -> tuple[PlayedShard, dict[str, bytes]]:
    """Return what a worker says of a shard: what it came to, and the contents of its files."""
    contents: dict[str, bytes] = {}
    matches = matches_of(OF_SHARDS, shard.scenarios)
    played = play_shard(
        Path(), "x", matches, shard, False, lambda place, content: contents.update({place.name: content})
    )
    return played, contents


def right(future: Future) -> None:
    """Answer as a worker does with which all is well."""
    if future.call[0] is node.make_ready:
        future.finish(node.READY, "process 7 on lab")
    else:
        future.finish(node.PLAYED, result_of(future.call[2]))


def play(tmp_path: Path, connection: Connection) -> tuple[list[int], list[str]]:
    """Return the shards that were played, in order, and what was told."""
    own = Loaded(find_game("pig"), (named("hold_at"),), tmp_path)
    nothing = Bundle(b"")
    job = RunJob(Task(tmp_path, "x", "now", reuse=False), nothing, nothing, own, OF_SHARDS, lambda _: ())
    cluster = Cluster("tcp://lab:8786")
    vars(cluster)["client"] = connection
    told = Told()
    played = sorted(work.shard.part for work in play_on(cluster, job, SHARDS, told))
    return played, told.words


def test_a_worker_with_another_version_is_left_out(tmp_path: Path) -> None:
    details = Loaded(find_game("pig"), (named("hold_at"),), tmp_path).details()
    other = replace(details, versions=details.versions | {"numba": "0.1"})

    def answer(future: Future) -> None:
        if future.worker == "tcp://old:1":
            future.finish(node.OTHER, ("process 7 on old", other, ""))
        else:
            right(future)

    played, told = play(tmp_path, Connection(answer, "tcp://old:1", "tcp://new:1"))
    assert played == [0, 1, 2, 3, 4]
    assert len(told) == 1
    assert told[0].startswith(
        "worker old:1 is left out: process 7 on old has numba 0.1, the run was begun with"
    )
    with pytest.raises(
        BadInput, match=r"no worker of tcp://lab:8786 can play this run: process 7 on old has"
    ):
        play(tmp_path, Connection(answer, "tcp://old:1"))


def test_a_lost_worker_is_told_and_its_shards_are_played_again(tmp_path: Path) -> None:
    def answer(future: Future) -> None:
        if future.worker != "tcp://lost:1" or future.call[0] is node.make_ready:
            right(future)
        else:
            connection.workers.pop("tcp://lost:1", None)

    connection = Connection(answer, "tcp://lost:1", "tcp://new:1")
    played, told = play(tmp_path, connection)
    assert played == [0, 1, 2, 3, 4]
    assert told == ["worker lost:1 is gone; 2 shards that it had will be played by others"]


def test_a_shard_that_takes_long_is_played_by_an_idle_worker_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "SLOW_SECONDS", 0.2)

    def answer(future: Future) -> None:
        if future.worker != "tcp://slow:1" or future.call[0] is node.make_ready:
            right(future)

    played, told = play(tmp_path, Connection(answer, "tcp://slow:1", "tcp://new:1"))
    assert played == [0, 1, 2, 3, 4]
    assert [words.partition(", 1 games")[0] for words in told] == ["worker slow:1 is slow: scenario 0"] * 2


def with_file(
    said: tuple[PlayedShard, dict[str, bytes]], name: str, contents: bytes | None, before: str = ""
) -> Any:
    """Return a result with another file, in place of one; without contents that is left out alone."""
    played, files = said
    files = {path: part for path, part in files.items() if path != before}
    written = [file for file in played.files if file.path != before]
    if contents is not None:
        files[name] = contents
        written.append(Written(name, hashlib.sha256(contents).hexdigest(), len(contents), 1))
    return replace(played, files=tuple(written)), files


GAMES_0, SEATS_0 = (f"{table}/scenario-00000/part-00000.parquet" for table in ("games", "seats"))

LIES: dict[str, Callable[[tuple[PlayedShard, dict[str, bytes]]], Any]] = {
    "other bytes than it says": lambda said: (said[0], {**said[1], GAMES_0: b"other"}),
    "a path that leads out": lambda said: with_file(said, "../../escaped.parquet", said[1][GAMES_0], GAMES_0),
    "an absolute path": lambda said: with_file(said, "/tmp/escaped.parquet", said[1][GAMES_0], GAMES_0),
    "a file more": lambda said: with_file(said, "report.html", b"<p>"),
    "no seats": lambda said: with_file(said, "", None, SEATS_0),
    "no table": lambda said: with_file(said, GAMES_0, b"games", GAMES_0),
    "the seats as games": lambda said: with_file(said, GAMES_0, said[1][SEATS_0], GAMES_0),
    "the games of another file": lambda said: with_file(
        said, GAMES_0, result_of(SHARDS[1])[1][GAMES_0.replace("00000.p", "00001.p")], GAMES_0
    ),
    "two games for one": lambda said: with_file(
        said, GAMES_0, result_of(replace(SHARDS[0], games=(2,)))[1][GAMES_0], GAMES_0
    ),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_worker_that_sends_something_else_than_it_should_is_left_out(tmp_path: Path, lie: str) -> None:
    def answer(future: Future) -> None:
        if future.worker == "tcp://liar:1" and future.call[0] is node.play:
            future.finish(node.PLAYED, LIES[lie](result_of(SHARDS[0])))
        else:
            right(future)

    run = tmp_path / "runs/run"
    run.mkdir(parents=True)
    played, told = play(run, Connection(answer, "tcp://liar:1", "tcp://new:1"))
    assert played == [0, 1, 2, 3, 4]
    assert told[0].startswith("worker liar:1 is left out: what it sent of scenario 0, 1 games from 0 is not")
    assert {path.relative_to(run).parts[0] for path in tmp_path.rglob("*.parquet")} == {"games", "seats"}


def test_a_shard_that_is_lost_again_and_again_ends_the_run(tmp_path: Path) -> None:
    def answer(future: Future) -> None:
        if future.call[0] is node.make_ready:
            right(future)
        else:
            future.finish(node.LOST, "signal 9")

    with pytest.raises(BadInput, match=r"were lost 3 times, most likely because memory ran out"):
        play(tmp_path, Connection(answer, "tcp://small:1"))


def test_a_worker_whose_process_never_gets_ready_is_left_out(tmp_path: Path) -> None:
    def answer(future: Future) -> None:
        if future.worker == "tcp://small:1":
            future.finish(node.LOST, "exit code 1")
        else:
            right(future)

    played, told = play(tmp_path, Connection(answer, "tcp://small:1", "tcp://new:1"))
    assert played == [0, 1, 2, 3, 4]
    assert told[0] == "small:1: the process that plays there was lost (exit code 1)"
    with pytest.raises(BadInput, match=r"can play this run: it lost the process that plays there 3 times"):
        play(tmp_path, Connection(answer, "tcp://small:1"))


def test_a_run_waits_for_a_worker_and_not_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cluster_module.WAIT, "0.1")
    with pytest.raises(BadInput, match=r"tcp://lab:8786 has no worker, and none came for 0.1 s"):
        play(tmp_path, Connection(right))
    gone = Connection(right)
    gone.status = "closed"
    with pytest.raises(BadInput, match=r"the scheduler at tcp://lab:8786 is gone; the games .* are kept"):
        play(tmp_path, gone)


def test_what_fails_in_a_game_ends_the_run_with_its_words(tmp_path: Path) -> None:
    def answer(future: Future) -> None:
        if future.call[0] is node.make_ready:
            right(future)
        else:
            future.finish(node.FAILED, "careful returned 7\nreplay it: simkit replay")

    with pytest.raises(BadInput, match=r"^careful returned 7\nreplay it"):
        play(tmp_path, Connection(answer, "tcp://lab:1"))


# What a worker says of a run is worked out again from its tables.


SMALL = """
name: x
game: pig
games: 300
report: none
strategies: [hold_at, random]
factors: {rules.target: [20, 30]}
"""


def lie_about_results(played: PlayedShard, contents: dict[str, bytes]) -> None:
    """Say that all values are greater by one."""
    for key, tally in played.tallies.items():
        played.tallies[key] = Tally(tally.values + 1, tally.counts)
    assert played.summary is not None
    object.__setattr__(played, "summary", played.summary.with_columns(pl.col("estimate") + 1))


def damage(played: PlayedShard, contents: dict[str, bytes]) -> None:
    """Flip a bit in the pages of each file before its bytes are hashed, as bad memory does."""
    files = []
    for file in played.files:
        data = bytearray(contents[file.path])
        data[60] ^= 1
        contents[file.path] = bytes(data)
        files.append(replace(file, sha256=hashlib.sha256(data).hexdigest()))
    object.__setattr__(played, "files", tuple(files))


def swap(played: PlayedShard, contents: dict[str, bytes]) -> None:
    """Write games under other numbers."""
    file = played.files[0]
    table = pq.read_table(BytesIO(contents[file.path]))
    other = BytesIO()
    pq.write_table(table.set_column(1, table.schema.field(1), pc.add(table["game"], 1)), other)
    data = other.getvalue()
    contents[file.path] = data
    own = replace(file, sha256=hashlib.sha256(data).hexdigest(), bytes=len(data))
    object.__setattr__(played, "files", (own, *played.files[1:]))


@pytest.mark.parametrize("store", [False, True])
@pytest.mark.parametrize("stops", [False, True])
@pytest.mark.parametrize("change", [lie_about_results, damage, swap])
def test_a_worker_with_wrong_results_makes_no_false_run(
    tmp_path: Path, change: Callable[[PlayedShard, dict[str, bytes]], None], stops: bool, store: bool
) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(SMALL)
    experiment = simkit.experiment(file)
    here = run_experiment(experiment, tmp_path / "here", jobs=1)
    place = (tmp_path / "store").as_uri() if store else None

    def answer(future: Future) -> None:
        if future.call[0] is node.make_ready:
            future.finish(node.READY, "process 7 on lab")
            return
        _, task, shard, rules = future.call
        contents: dict[str, bytes] = {}
        own = replace(task, loaded="", described=None, store="", counts=True)
        played = play_in_worker(own, shard, rules, lambda place, data: contents.update({place.name: data}))
        change(played, contents)
        for name, data in contents.items() if task.store else ():
            TableStore(task.store).put(Place(tmp_path, task.identity, name), data)
        future.finish(node.PLAYED, (played, {} if task.store else contents))

    def stop() -> None:
        raise KeyboardInterrupt

    cluster, out = Cluster("tcp://lab:8786"), tmp_path / "cluster"
    vars(cluster)["client"] = Connection(answer, "tcp://lab:1")
    observer = Told(stop if stops else None)
    if stops:
        with pytest.raises(KeyboardInterrupt):
            run_experiment(experiment, out, cluster=cluster, listener=observer, store=place)
        run = RunDirectory(out, asked=True)
        if change is lie_about_results:  # what there is of it is read from its tables, too
            whole = here.estimates().filter(pl.col("scenario").is_in(list(run.games_played)))
            assert run.estimates().equals(whole)
        before, observer = observer.words, Told()
        played = run_experiment(experiment, out, jobs=1, existing="resume", listener=observer)
        observer.words += before
    else:
        played = run_experiment(experiment, out, cluster=cluster, listener=observer, store=place)
    played.require_finished(deep=True)
    assert (out / "summary.parquet").read_bytes() == (here.path / "summary.parquet").read_bytes()
    assert played.games.collect().equals(here.games.collect())
    assert played.seats.collect().equals(here.seats.collect())
    assert table_hashes(out) == table_hashes(here.path)
    assert bool(observer.words) == (change is not lie_about_results)


# Bundles.


def test_a_bundle_has_what_strategies_import_and_read_and_is_named_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIMKIT_CACHE_DIR", str(tmp_path / "cache"))
    home = tmp_path / "home"
    home.mkdir()
    written(home)
    (home / "secret.txt").write_text("not named anywhere")
    reference = named("./my.py:careful")
    first = pack_code(find_game("pig"), (reference,), home)
    assert first == pack_code(find_game("pig"), (reference,), home)
    folder = unpack(first)
    assert folder == unpack(first)
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert {"strategies/0/my.py", "strategies/0/enough.json", "packages/simkit_pig/game.py"} <= files
    assert "pig = simkit_pig.game:PIG" in next(folder.rglob("entry_points.txt")).read_text()
    assert not any("secret" in file or "__pycache__" in file for file in files)
    (folder / "strategies/0/my.py").write_text("tampered")
    assert (unpack(first) / "strategies/0/my.py").read_text() == CAREFUL
    (home / "my.py").write_text(CAREFUL + "\n")
    with pytest.raises(BadInput, match=r"my.py was changed since it was loaded"):
        pack_code(find_game("pig"), (reference,), home)


def test_the_bundles_used_longest_ago_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMKIT_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(bundle, "MOST_KEPT", 2)
    (tmp_path / "one").write_text("1")
    folders = []
    for number, used in enumerate((30, 10, 20)):
        folders.append(unpack(pack_files({str(number): tmp_path / "one"})))
        os.utime(folders[-1], (used, used))
    assert [folder.exists() for folder in folders] == [True, False, True]
    newest = unpack(pack_files({"3": tmp_path / "one"}))
    assert [folder.exists() for folder in (*folders, newest)] == [True, False, False, True]


def test_a_worker_forgets_old_bundles_and_processes_that_have_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node, "MOST_KEPT", 2)
    monkeypatch.setattr(node, "_bundles", {})
    monkeypatch.setattr(node, "_Process", Ending)
    monkeypatch.setattr(node, "CAN_COPY", False)
    for code in ("a", "b"):
        order = node.WorkOrder(code, "run", b"")
        assert node.receive({code: b"code", "run": b"run"}, order) == b"done"
    assert [process.code for process in node._idle if isinstance(process, Ending)] == ["b"]
    assert node._bundles.keys() == {"b", "run"}
    assert pickle.loads(node.obey(node.WorkOrder("a", "run", b""))) == (node.MISSING, None)
    node._idle.clear()


class Ending:
    """A process that ends by itself after one piece of work."""

    def __init__(self, code: str) -> None:
        self.code, self.child = code, self
        self._looks = 0

    def do(self, order: node.WorkOrder, bundles: dict[str, bytes]) -> bytes:
        assert bundles == {self.code: b"code", "run": b"run"}
        return b"done"

    def end(self) -> int:
        return 0

    @property
    def is_alive(self) -> bool:
        self._looks += 1
        return self._looks == 1


def test_a_bundle_is_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "MOST_BYTES", 10)
    (tmp_path / "large").write_bytes(bytes(11))
    with pytest.raises(BadInput, match=r"comes to 0 MB, large most of all"):
        pack_files({"large": tmp_path / "large"})


# Addresses and settings.


def said(*arguments: str) -> str:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exit_code == 2
    return " ".join(result.output.split())


@pytest.mark.parametrize("address", ["tcp:/lab:1", "lab:8786", "local:x", "local:0", "tcp://lab"])
def test_a_wrong_address_is_told(tmp_path: Path, address: str) -> None:
    words = said("run", str(written(tmp_path)), "--cluster", address, "--out", str(tmp_path / "out"))
    assert f"cluster: found '{address}', allowed are tcp://HOST:PORT or tls://HOST:PORT" in words
    assert not (tmp_path / "out").exists()


def test_a_scheduler_that_does_not_answer_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster_module, "ANSWERS_WITHIN", 0.3)
    words = said(
        "run", str(written(tmp_path)), "--cluster", "tcp://127.0.0.1:1", "--out", str(tmp_path / "o")
    )
    assert "no scheduler answers at tcp://127.0.0.1:1 within 0.3 s; `dask scheduler` starts one" in words


def test_a_closed_connection_needs_certificates(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    words = said("run", str(written(tmp_path)), "--cluster", "tls://lab:8786", "--out", str(tmp_path / "o"))
    assert "tls://lab:8786 needs certificates here, too: Dask looks for them under distributed.com" in words


def test_a_cluster_without_dask_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    words = said("run", str(written(tmp_path)), "--cluster", "local:2", "--out", str(tmp_path / "out"))
    assert "a cluster needs Dask: pip install 'simkit[dask]'" in words


def test_every_question_takes_a_cluster() -> None:
    for command in (("ladder", "pig"), ("tournament", "pig"), ("regret", "pig", "random")):
        assert "allowed are tcp://HOST:PORT" in said(*command, "--cluster", "lab")
    with pytest.raises(BadInput, match=r"cluster: found 'lab', allowed are tcp://HOST:PORT"):
        simkit.ask("ladder", "pig", cluster="lab")


def test_an_account_may_have_a_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    file = clusters.settings_file()
    assert file == tmp_path / "simkit" / "settings.yaml"
    assert clusters.cluster_for(None) is None
    file.parent.mkdir()
    file.write_text("cluster: tcp://lab:8786\n")
    found = clusters.cluster_for(None)
    assert isinstance(found, Cluster)
    assert found.address == "tcp://lab:8786"
    assert clusters.cluster_for("none") is None
    file.write_text("clutser: tcp://lab:8786\n")
    with pytest.raises(BadInput, match=r"settings.yaml:1:1: unknown setting 'clutser'; did you mean 'clus"):
        clusters.cluster_for(None)
    file.write_text(json.dumps({"cluster": 3}))
    with pytest.raises(BadInput, match=r"settings.yaml:1:13: found 3, allowed is an address"):
        clusters.cluster_for(None)
