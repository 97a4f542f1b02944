"""Estimates the time, memory and disk that a run needs, and what look-ahead costs, by playing a few games."""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path

from simkit.engine.contract.player import PLAYOUTS
from simkit.engine.play.match import Match
from simkit.experiment.values import Experiment, Scenario
from simkit.language import plural
from simkit.run.store.layout import SHARD_GAMES
from simkit.run.store.listed import FILES
from simkit.run.store.manifest import MANIFEST, SCENARIOS, SUMMARY
from simkit.run.store.shards import PlayedShard, Shard
from simkit.run.work import cores_for
from simkit.run.work.counting import needs_in
from simkit.run.work.rehearsal import match_of
from simkit.run.work.shard import play_shard, playouts_of, playouts_of_player, shards_of

MOST_TIMED = 8
"""The most scenarios whose games are timed."""

FEW, MOST = 20, 50_000
"""The fewest and the most games of each; between these, as many as take its part of `ENOUGH` seconds."""

ENOUGH = 0.4
"""Seconds of play, of all that are timed, after which the time per game is known well enough."""

MANY_PLAYOUTS = 256
"""The most play-outs per decision of a trial; the time of more is worked out from these."""

COPIES = 6
"""The number of copies of a shard's rows in memory while they are counted and written."""

OTHERS = (MANIFEST, FILES, SCENARIOS, SUMMARY)
"""The files of a run besides those of its games, seats and events."""

MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Needs:
    """What a run needs."""

    games: int
    files: int
    """How many it has; where that depends on precision, about how many."""

    seconds: float
    workers: int
    """How long it takes that many workers."""

    memory: float
    disk: float
    """In bytes."""

    def in_words(self) -> str:
        """Return it in words, for a sentence."""
        cores = plural(self.workers, "core")
        memory = f"{_size(self.memory)} of memory, " if self.memory else ""
        disk = f"{_size(self.disk)} on disk in {plural(self.files, 'file')}"
        return f"about {duration_in_words(self.seconds)} on {cores}, {memory}{disk}"


def needs_of(experiment: Experiment) -> Needs:
    """Return what an experiment's run needs; everything must be compiled already."""
    scenarios = experiment.scenarios
    step = -(-len(scenarios) // MOST_TIMED)
    timed = scenarios[::step]
    tried = [_try(experiment, scenario, ENOUGH / len(timed)) for scenario in timed]
    games = round(len(scenarios) * sum(trial.games for trial in tried) / len(tried))
    seconds = sum(trial.seconds for trial in tried) / len(tried)
    row = sum(trial.bytes for trial in tried) / len(tried)
    own_files = max(trial.bytes_of_a_file for trial in tried)
    of_each = [trial.games for trial in tried for _ in range(step)][: len(scenarios)]
    shards = list(shards_of(experiment, of_each))
    at_once = min(max(shard.all_games for shard in shards), SHARD_GAMES)
    files = len(shards) * max(trial.files for trial in tried)
    workers = cores_for(-1)
    memory = _memory_now()
    return Needs(
        games=games,
        files=files + len(OTHERS),
        seconds=games * seconds / workers,
        workers=workers,
        memory=memory and memory + workers * at_once * max(trial.in_memory for trial in tried) * COPIES,
        disk=games * row + len(shards) * own_files,
    )


@dataclass(frozen=True)
class _Tried:
    """What one scenario needs: games, seconds and bytes per game, files, and their bytes without games."""

    games: int
    files: int
    seconds: float
    bytes: float
    bytes_of_a_file: float
    in_memory: float


def with_fewer_playouts(experiment: Experiment) -> Experiment:
    """Return an experiment to try out: with at most `MANY_PLAYOUTS` play-outs per player."""
    scenarios = (_with_fewer_playouts(scenario)[0] for scenario in experiment.scenarios)
    return replace(experiment, scenarios=tuple(scenarios))


def _with_fewer_playouts(scenario: Scenario) -> tuple[Scenario, float]:
    """Return a scenario with at most `MANY_PLAYOUTS` per player, and how many times longer the whole is."""
    most = MANY_PLAYOUTS
    players = tuple(
        replace(player, parameters={**player.parameters, PLAYOUTS.name: most})
        if playouts_of_player(player) > most
        else player
        for player in scenario.players
    )
    fewer = replace(scenario, players=players)
    return fewer, max(1.0, playouts_of(scenario) / max(1, playouts_of(fewer)))


def _try(experiment: Experiment, scenario: Scenario, enough: float) -> _Tried:
    """Play and write about as many games of a scenario as take `enough` seconds."""
    scenario, times = _with_fewer_playouts(scenario)
    match = match_of(experiment, scenario)
    match.play(0, 1)  # the first game waits for what the others find ready
    begun = time.perf_counter()
    rows, seat_rows = match.play(0, FEW)
    few = time.perf_counter() - begun
    games = min(MOST, max(FEW, int(FEW * enough / max(few, 1e-6))))
    with tempfile.TemporaryDirectory() as folder:

        def write(count: int) -> PlayedShard:
            shard = Shard(range(1), 0, 0, (count,), is_all=False, one_in=experiment.events_one_in)
            return play_shard(Path(folder), "trial", [match], shard, reuse=False)

        begun = time.perf_counter()
        alone = _bytes_of(write(1))
        to_write = time.perf_counter() - begun
        begun = time.perf_counter()
        played = write(games)
        seconds = max(time.perf_counter() - begun - to_write, 1e-6)
    together = _bytes_of(played)
    a_row = (together - alone) / max(1, games - 1)
    count = experiment.games
    if experiment.precision:
        needs = needs_in(played.tallies, experiment.game, experiment.precision)
        wanted = (need.enough if isfinite(need.enough) else need.expected for _, need in needs)
        count = max(1, round(min(max(wanted), count)))
    return _Tried(
        count,
        len(played.files),
        times * seconds / games,
        a_row,
        alone,
        (rows.nbytes + seat_rows.nbytes) / FEW,
    )


def _bytes_of(played: PlayedShard) -> int:
    return sum(file.bytes for file in played.files)


def _memory_now() -> float:
    """Return the most memory that this process has used, in bytes; 0 if the system does not say."""
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    found = float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return found if sys.platform == "darwin" else 1024 * found


def duration_in_words(seconds: float) -> str:
    """Return a duration in words, roughly: "20 minutes", "9 days"."""
    if seconds < 1.5:
        return "a second"
    if seconds < 90:
        return f"{seconds:.0f} seconds"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} minutes"
    if seconds < 48 * 3600:
        return f"{seconds / 3600:.1f} hours"
    days = seconds / 86_400
    return f"{days:,.0f} days" if days < 1000 else f"{days / 365.25:,.0f} years"


def _size(size: float) -> str:
    if size < 10 * MEGABYTE:
        return f"{max(size / MEGABYTE, 0.1):.1f} MB"
    return f"{size / MEGABYTE:.0f} MB" if size < 1000 * MEGABYTE else f"{size / MEGABYTE / 1000:.1f} GB"


MOST_THINKING = 6
"""The most scenarios whose look-ahead is tried; the others are assumed to be like them."""

GAMES = 3
"""The number of games tried per scenario."""

PLAYOUTS_TRIED = 32
"""Play-outs per decision in the trial."""


@dataclass(frozen=True)
class Cost:
    """The cost of look-ahead in an experiment."""

    decisions: float
    """Decisions of thinking players in all games."""

    playouts: float
    """Play-outs at most."""

    seconds: float
    """Seconds of one core."""

    def in_words(self) -> str:
        """Return it as a line for the screen."""
        how_long = "less than a minute" if self.seconds < 60 else f"about {duration_in_words(self.seconds)}"
        return (
            f"look-ahead: about {self.decisions:,.0f} decisions, {self.playouts:,.0f} play-outs at most, "
            f"{how_long} of one core"
        )


def cost_of(experiment: Experiment, games: int | None = None) -> Cost | None:
    """Return the cost of look-ahead, estimated from a few games; None if no player thinks.

    `games`: how many games there are in all scenarios together, where that is known better than from the
    experiment.
    """
    thinking = [scenario for scenario in experiment.scenarios if playouts_of(scenario)]
    if not thinking:
        return None
    tried = thinking[:: -(-len(thinking) // MOST_THINKING)]
    found = [_of_one(experiment, scenario) for scenario in tried]
    each = experiment.games if games is None else games / len(experiment.scenarios)
    times = len(thinking) / len(tried) * each
    return Cost(*(times * sum(part) for part in zip(*found, strict=True)))


def _of_one(experiment: Experiment, scenario: Scenario) -> tuple[float, float, float]:
    match = match_of(experiment, scenario)
    few = tuple(
        {**player.parameters, PLAYOUTS.name: PLAYOUTS_TRIED}
        if player.strategy.look_ahead
        else player.parameters
        for player in scenario.players
    )
    trial = Match(match.game, match.knobs, match.strategies, few, match.seed)
    trial.compile()
    begun = time.process_time()
    decisions, made = trial.measure(range(GAMES))
    seconds = (time.process_time() - begun) / max(made, 1)
    playouts = decisions / GAMES * playouts_of(scenario) / len(scenario.players)
    return decisions / GAMES, playouts, playouts * seconds
