"""Runs an experiment: joblib's workers play its scenarios in shards; tables and a summary are written."""

from __future__ import annotations

import shutil
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Literal, get_args

import polars as pl

from simkit.errors import BadInput
from simkit.experiment.values import Experiment
from simkit.plugins import made_here
from simkit.run.findings.verdict import VERDICT, judge_run, write_verdict
from simkit.run.store.broken import BROKEN, Broken, as_data
from simkit.run.store.directory import RunDirectory
from simkit.run.store.durable import keep, lock_directory, remove_unfinished
from simkit.run.store.elsewhere import store_at, store_of_run
from simkit.run.store.layout import FIRST_TRIAL_GAME, part_name
from simkit.run.store.listed import FILES, FORMER, Listing, write_list
from simkit.run.store.manifest import (
    ANSWERS,
    FRESH,
    INCOMPLETE,
    MANIFEST,
    PRECISION,
    SCENARIO_ROWS,
    SCENARIOS,
    STORE,
    SUMMARY,
    at_a_glance,
    counted_before,
    new_manifest,
    now,
    references_of,
    rules_hashes,
    run_name,
    texts_of,
    words_kept,
    write_manifest,
)
from simkit.run.store.parquet import GAMES, TABLES, Place, Written, on_disk, table_writer
from simkit.run.store.settings import settings_frame
from simkit.run.store.shards import PlayedShard, Shard
from simkit.run.store.states import State, state_of
from simkit.run.work import cores_for
from simkit.run.work.compiling import cold_pieces, compile_side_by_side
from simkit.run.work.counting import count_games, games_after, remove_short_parts, too_wide, widths_in
from simkit.run.work.in_worker import Task, play_in_worker, work_out
from simkit.run.work.interrupt import run_interruptibly
from simkit.run.work.listening import Listener
from simkit.run.work.loaded import Loaded, told_of
from simkit.run.work.rehearsal import prepare
from simkit.run.work.shard import Summaries, how_to_replay, played_before, shards_of
from simkit.run.work.signals import saying_when_stopped
from simkit.run.work.workers import Backend, Where, play_in_processes, taking_no_module_from_here

Existing = Literal["keep", "resume", "replace"]
"""What to do with a run that exists already: keep it if it is finished, resume it, or replace it."""


def run_experiment(
    experiment: Experiment, out: Path, *, existing: Existing = "keep", **where: Any
) -> RunDirectory:
    """Run an experiment in a directory as `run_in` does, with jobs, backend ... as `Where` has them."""
    return run_in(experiment, Where(out=out, **where), existing)


def run_in(experiment: Experiment, where: Where, existing: Existing) -> RunDirectory:
    """Run an experiment and return its run directory.

    The tables come out the same, byte for byte, for any number of jobs, either back end, on a cluster, and
    however often the run was interrupted and resumed.

    * `experiment`: what to run.  The tables have no rows of broken games that are skipped, the manifest names
      them.
    * `where`: how it is played, and in which directory.
    * `existing` ({"keep", "resume", "replace"}): a run that exists already is kept if it is finished;
      "resume" also goes on with one that was killed, and plays again what a damaged one has lost; "replace"
      makes the run anew in any case.
    """
    if where.cluster is not None or where.backend == "processes":
        _require_known_elsewhere(experiment)
    manifest = new_manifest(experiment)
    out = where.out or where.runs / experiment.name / run_name(experiment)
    make_run_directory(out)
    with saying_when_stopped(partial(_what_is_kept, out)), lock_directory(out):
        manifest |= words_kept(out, manifest["identity"]) | _store_of(out, manifest, existing, where.store)
        if existing == "resume":
            manifest |= counted_before(out, manifest["identity"])
        if not _is_there(out, manifest, existing):
            if where.cluster is not None:
                where.cluster.connect()  # a wrong address is told before anything is compiled
            try:
                seconds = _compile(experiment, where)
            except BaseException:
                with suppress(OSError):
                    out.rmdir()  # unless there is an earlier run in it
                raise
            if existing == "replace":
                _clear(out)
            manifest["timings"] = {"compile_seconds": round(seconds, 3)}
            task = Task(
                out,
                manifest["identity"],
                manifest["started_at"],
                existing == "resume",
                store=manifest.get(STORE, ""),
                most_broken=experiment.skip_broken,
            )
            _write_run(task, where, experiment, manifest)
        run = RunDirectory(out)
        where.listener.judging()
        write_verdict(run, judge_run(run))
    return run


def _store_of(out: Path, manifest: dict[str, Any], existing: Existing, store: str | None) -> dict[str, str]:
    """Return what the manifest says of the store of a run; complain if the run has another one."""
    place = store_of_run(store, manifest["identity"]).address if store else ""
    earlier = at_a_glance(out) if existing != "replace" else {}
    if earlier.get("identity") == manifest["identity"]:
        before = str(earlier.get(STORE, ""))
        if place not in ("", before):
            where = before or "the run directory"
            raise BadInput(
                f"{out}: the tables of this run are in {where}; --again plays it anew, with them in {place}"
            )
        place = before
    return {STORE: place} if place else {}


def _require_known_elsewhere(experiment: Experiment) -> None:
    played = {
        strategy.strategy for reference in references_of(experiment) for strategy in reference.strategies
    }
    if here := made_here(experiment.game.name, *sorted(played)):
        raise BadInput(
            f"{here[0]} was made in this process, and other processes can't see it: write it into a file, or "
            'use backend="threads" and no cluster'
        )


def _what_is_kept(out: Path) -> str:
    """Return in words what a stopped run has left in its directory."""
    if not (out / MANIFEST).is_file():
        return "no game was played"
    with suppress(BadInput):
        if RunDirectory(out).finished:
            return f"the finished run in {out} is kept"
    if any((out / GAMES).rglob("part-*.parquet")) or (out / FILES).is_file():
        shown = f"`simkit summary {out}` shows what there is"
        return f"the games played are kept, --resume continues the run, {shown}"
    return f"no game was kept yet; --resume begins with the first (in {out})"


def _compile(experiment: Experiment, where: Where) -> float:
    """Compile and rehearse before anything is played or written; return the seconds that it took."""
    clock = time.perf_counter()
    run_interruptibly(compile_side_by_side, experiment, where.jobs, where.listener.compiling)
    loads = where.cluster is None or bool(cold_pieces(experiment))  # what can't be compiled says why
    run_interruptibly(prepare, experiment, loads=loads)
    return time.perf_counter() - clock


def _write_run(task: Task, where: Where, experiment: Experiment, manifest: dict[str, Any]) -> None:
    out = task.run
    write_manifest(out, manifest)
    files = [write_scenarios(out, task.identity, experiment)]
    loaded = Loaded(experiment.game, references_of(experiment), experiment.folder)
    own = {"experiment": experiment} if _workers(where) == "threads" else {"loaded": loaded.digest}
    work = _Work(replace(task, **own), where, experiment, loaded, manifest)
    begun = time.perf_counter()
    with told_of(loaded):
        if experiment.precision:
            files += _play_until_narrow(work, manifest)
        else:
            files += work.play_games([experiment.games] * len(experiment.scenarios))
    seconds = time.perf_counter() - begun
    keep(path for file in files if (path := out / file.path).exists())  # others are in a store
    manifest["timings"] |= {
        "play_seconds": round(seconds, 3),
        "games": sum(file.rows for file in files if file.path.startswith(f"{GAMES}/")),
        "games_per_second": round(work.played_now / seconds, 1),
        "jobs": work.workers,
        "backend": _workers(where),
    }
    finish_run(out, manifest, files, work.states)


class _Work:
    """The shards of a run, played by its workers.

    `played_now` is the number of games played, without those that an earlier run had left; `workers` how many
    play at once; `states` those of the files of games, seats and events, as they were written.
    """

    def __init__(
        self, task: Task, where: Where, experiment: Experiment, loaded: Loaded, manifest: dict[str, Any]
    ) -> None:
        self.task, self.where, self.experiment = task, where, experiment
        self.played_now, self.workers = 0, 1
        self.states: dict[str, State] = {}
        self._loaded, self._manifest = loaded, manifest
        self._broken: set[Broken] = set()

    def play(self, shards: list[Shard]) -> Iterator[PlayedShard]:
        """Play some shards, in any order; those that an earlier run has left first."""
        task, left = self.task, dict.fromkeys(shards)
        if task.reuse:
            for played in played_before(task.run, task.identity, shards):
                del left[played.shard]
                with suppress(OSError):  # those in a store have none
                    self.states |= {file.path: state_of(task.run / file.path) for file in played.files}
                self._note_broken(played)
                yield played
        if not left:
            return
        if task.reuse and task.store:
            self._fetch(left)
        with closing(Listing(task.run, task.identity, task.store)) as listing:
            play = self._play_on_cluster if self.where.cluster else self._play_here
            for played in play(list(left)):
                _require_still_there(task.run)
                self.played_now += 0 if played.reused else played.shard.all_games
                if not played.shard.is_trial:
                    states = listing.add(played)
                    self.states |= {} if task.store else states
                if task.store and played.replaced:
                    for file in played.files:
                        (task.run / file.path).unlink(missing_ok=True)
                self._note_broken(played)
                yield played

    def _note_broken(self, played: PlayedShard) -> None:
        """Write down the games of which a shard has no row; complain if they are more than are skipped."""
        if not played.broken:
            return
        self._broken |= set(played.broken)
        counting = [broken for broken in self._broken if broken.game < FIRST_TRIAL_GAME]
        self._manifest[BROKEN] = as_data(counting)
        write_manifest(self.task.run, self._manifest)
        most, found = self.task.most_broken, len(self._broken)
        if found > most:
            last = max(played.broken)
            how = how_to_replay(last.game, self.task.run, last.scenario, found)
            raise BadInput(
                f"{last.why}\n{found:,} games are broken, --skip-broken {most} allows {most}; {how}"
            )

    def _fetch(self, shards: Iterable[Shard]) -> None:
        """Fetch what the store has of shards of which the list says nothing, so that it is read here.

        What was fetched before goes: what the store has lost since, or has otherwise, is to be played again.
        """
        task = self.task
        store = store_at(task.store)
        there = store.states()
        for shard in shards:
            for table in () if shard.is_trial else TABLES:
                name = part_name(table, shard.scenarios, shard.part)
                (task.run / name).unlink(missing_ok=True)
                if name in there:
                    store.fetch(Place(task.run, task.identity, name))

    def _play_here(self, shards: list[Shard]) -> Iterator[PlayedShard]:
        where = replace(self.where, jobs=min(self.where.jobs, len(shards)))
        self.workers = cores_for(where.jobs)  # at once: Dask may lose some
        return _play_shards(self.task, where, self.experiment, shards)

    def _play_on_cluster(self, shards: list[Shard]) -> Iterator[PlayedShard]:
        """Play on the cluster what an earlier run has not left here."""
        assert self.where.cluster is not None
        left = [shard for shard in shards if self.task.reuse and self._has_left(shard)]
        if left:
            here = replace(self.where, backend="threads", cluster=None)
            yield from _play_shards(replace(self.task, loaded=""), here, self.experiment, left)
        known = set(left)
        others = (shard for shard in shards if shard not in known)
        for played in self._worked_out(self._play_elsewhere(others, self.where.listener)):
            self.workers = max(self.workers, self.where.cluster.workers)
            yield played

    def _has_left(self, shard: Shard) -> bool:
        name = part_name(GAMES, shard.scenarios, shard.part)
        return not shard.is_trial and (self.task.run / name).is_file()

    @cached_property
    def _play_elsewhere(self) -> Callable[[Iterable[Shard], Listener], Iterator[PlayedShard]]:
        """What plays on the cluster."""
        task = replace(self.task, reuse=False, counts=False)  # what is left lies here
        assert self.where.cluster is not None
        return self.where.cluster.run_job(
            task, self._loaded, self.experiment, lambda shard: _rules_of(shard, self._hashes)
        )

    @cached_property
    def _hashes(self) -> list[bytes]:
        return rules_hashes(self.experiment)

    def _worked_out(self, told: Iterable[PlayedShard]) -> Iterator[PlayedShard]:
        """Yield what shards came to that a cluster plays, as their files say, while it plays others."""
        task = replace(self.task, reuse=False, loaded="", experiment=self.experiment)
        jobs = cores_for(self.where.jobs)
        waiting: deque[Future[PlayedShard]] = deque()
        pool = ThreadPoolExecutor(jobs)
        try:
            for played in told:
                if played.shard.is_trial:  # there are no files
                    yield played
                    continue
                waiting.append(pool.submit(work_out, task, played, _rules_of(played.shard, self._hashes)))
                while waiting and (waiting[0].done() or len(waiting) > jobs):
                    yield self._said_if_replaced(waiting.popleft().result())
            while waiting:
                yield self._said_if_replaced(waiting.popleft().result())
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def _said_if_replaced(self, played: PlayedShard) -> PlayedShard:
        if played.replaced:
            self.where.listener.told(
                f"{played.files[0].path}, or a file beside it, does not have what a worker should have "
                "written; its games were played again here"
            )
        return replace(played, replaced=False)

    def play_games(self, games: Sequence[int], together: Sequence[int] | None = None) -> list[Written]:
        """Play the games of every scenario, given their numbers, and write them with their summary.

        `together`: which scenarios share a file, as `shards_of` takes it.
        """
        run = self.task.run
        files: list[Written] = []
        shards = list(shards_of(self.experiment, games, together))
        self.where.listener.started(sum(shard.all_games for shard in shards))
        with table_writer(Place(run, self.task.identity, SUMMARY)) as writer:
            summaries = Summaries(self.experiment.game, games, writer)
            for played in self.play(shards):
                summaries.add(played)
                files.extend(played.files)
                self.where.listener.shard_played(played)
            _require_still_there(run)
            summaries.close()
            files.append(writer.close())
        return files


def _play_until_narrow(work: _Work, manifest: dict[str, Any]) -> list[Written]:
    """Play as many games of each scenario as the experiment's precision takes; the manifest says how many."""
    run, experiment, counted = work.task.run, work.experiment, manifest[PRECISION]

    def keep_numbers(known: int) -> None:
        write_manifest(run, manifest)
        work.where.listener.trying(known, len(experiment.scenarios))

    count_games(experiment, counted, work.play, keep_numbers)
    while True:
        games = counted["games"]
        together = counted["together"] or [1] * len(games)  # an older run does not say it
        files = work.play_games(games, together)
        widths = widths_in(pl.read_parquet(on_disk(run / SUMMARY), glob=False), experiment.precision)
        after = games_after(widths, games, experiment.games)
        if after == games:
            counted["wide"] = too_wide(widths)
            return files
        remove_short_parts(run, *(shards_of(experiment, each, together) for each in (games, after)))
        counted["games"] = after
        write_manifest(run, manifest)
        work.task = replace(work.task, reuse=True)


def finish_run(
    out: Path, manifest: dict[str, Any], files: list[Written], states: Mapping[str, State] | None = None
) -> None:
    """Write into the manifest that a run is finished, and which files it has; `states` are those known."""
    manifest["state"] = "finished"
    manifest["finished_at"] = now()
    manifest["files"] = write_list(out, files, states)
    write_manifest(out, manifest)
    _remove_former(out)
    with suppress(OSError):
        shutil.rmtree(out / INCOMPLETE)  # reports on what there was before


def _workers(where: Where) -> str:
    """Return in words what plays the shards; `joblib.parallel_config` may have chosen another backend."""
    if where.cluster:
        return "cluster"
    from joblib.parallel import get_active_backend

    name = type(get_active_backend(prefer=where.backend)[0]).__name__.removesuffix("Backend")
    return {"Threading": "threads", "Loky": "processes"}.get(name, f"{name} workers")


def make_run_directory(out: Path) -> None:
    """Make a run's directory; refuse one that holds anything except a run."""
    if out.is_dir() and not (out / MANIFEST).is_file() and any(out.iterdir()):
        raise BadInput(
            f"{out} holds files that are not a run (there is no {MANIFEST}); choose an empty directory with "
            "--out, or remove the files if they are what is left of a run"
        )
    out.mkdir(parents=True, exist_ok=True)


def _is_there(out: Path, manifest: dict[str, Any], existing: Existing) -> bool:
    """Return True if the run is finished already; complain if it can neither be started nor resumed."""
    if existing == "replace" or not (out / MANIFEST).is_file():
        return False
    run = RunDirectory(out)
    if run.manifest.get("identity") != manifest["identity"]:
        raise BadInput(
            f"{out} holds another run (of {run.manifest['experiment']['name']}): its experiment, strategies "
            "or game are not these; choose another directory with --out, or replace it with --again"
        )
    if run.finished:
        _remove_left(out)
        try:
            run.require_finished(deep=existing == "resume" and run.store is not None)
        except BadInput:
            if existing != "resume":
                raise
        else:
            if (
                run.manifest["experiment"] != manifest["experiment"]
            ):  # a title, for example: no game depends on it
                own = {key: manifest[key] for key in ("experiment", "sources")}
                write_manifest(out, run.manifest | own)
            return True
    elif existing != "resume":
        raise BadInput(f"{out} holds a run that was not finished; --resume continues it, --again starts over")
    remove_unfinished(out)
    return False


def _remove_left(out: Path) -> None:
    """Remove what a run leaves that is killed when it has just finished; not where nothing can be written."""
    with suppress(OSError):
        remove_unfinished(out)
        _remove_former(out)


def _remove_former(out: Path) -> None:
    for name in FORMER:
        (out / name).unlink(missing_ok=True)


def _clear(out: Path) -> None:
    """Remove a run's own files, and no others, from the directory.

    The manifest stays until the new one replaces it: without it the directory would not count as a run.
    """
    for name in (
        *TABLES,
        "figures",
        SCENARIOS,
        SUMMARY,
        ANSWERS,
        FRESH,
        VERDICT,
        INCOMPLETE,
        "report.html",
        "report.pdf",
        FILES,
        *FORMER,
    ):
        path = out / name
        try:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
        except OSError as error:
            raise BadInput(f"{path} can't be removed: {error.strerror}") from None


def _play_shards(
    task: Task, where: Where, experiment: Experiment, shards: list[Shard]
) -> Iterator[PlayedShard]:
    """Play shards in any order; complain if a worker has loaded something else than this process."""
    import joblib

    hashes = rules_hashes(experiment)

    def play(some: Iterable[Shard], **start: Any) -> Iterator[PlayedShard]:
        parallel = joblib.Parallel(
            n_jobs=where.jobs, prefer=where.backend, return_as="generator_unordered", **start
        )
        results: Generator[PlayedShard, None, None] = parallel(
            joblib.delayed(play_in_worker)(task, shard, _rules_of(shard, hashes)) for shard in some
        )
        try:
            for played in results:  # noqa: UP028 (`yield from` would close them by itself)
                yield played
        finally:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # of results that nobody takes
                results.close()

    workers = _workers(where)
    if workers in get_args(Backend) and cores_for(where.jobs) == 1:
        # joblib would let the main thread play, deaf to Ctrl-C until a shard is done.
        yield from (play_in_worker(task, shard, _rules_of(shard, hashes)) for shard in shards)
    elif workers == "processes":
        with taking_no_module_from_here():
            yield from play_in_processes(task.run, shards, play)
    else:
        yield from play(shards)


def _rules_of(shard: Shard, hashes: list[bytes]) -> tuple[bytes, ...]:
    return tuple(hashes[shard.scenarios.start : shard.scenarios.stop])


def _require_still_there(out: Path) -> None:
    """Complain if the run's directory was removed meanwhile, because its first part would be missing."""
    if not (out / MANIFEST).is_file():
        raise BadInput(f"{out} was removed during the run; run again")


def write_scenarios(run: Path, identity: str, experiment: Experiment) -> Written:
    """Write the table of an experiment's scenarios."""
    settings = settings_frame(experiment)
    with table_writer(Place(run, identity, SCENARIOS)) as writer:
        for first in range(0, len(experiment.scenarios), SCENARIO_ROWS):
            scenarios = experiment.scenarios[first : first + SCENARIO_ROWS]
            texts = [texts_of(experiment, scenario) for scenario in scenarios]
            types = dict.fromkeys(texts[0], pl.String)
            writer.add(settings[first : first + SCENARIO_ROWS].hstack(pl.DataFrame(texts, schema=types)))
        return writer.close()
