"""`make bench`: how fast simkit is, and how much memory and disk it takes; prints, and writes bench.json.

These machines are noisy, so every figure that is compared stands as a ratio to something that was measured in
the same run.  The yardstick is one *block* of chance: one Philox 4x32-10, in a chain in which each
block waits for the one before.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import bench_effects
import bench_lookahead
import bench_pig
import bench_plain
import bench_seconds
import joblib
import numpy as np
from bench_cold import MOST_SECONDS, Usage, cold_starts, run_simkit, shipped_cold_starts
from rich.console import Console
from rich.table import Table

from simkit.compile.compiler import dispatcher
from simkit.engine.base.chance import philox
from simkit.engine.play.match import Match
from simkit.plugins import find_game, strategies_of
from simkit.run.store.layout import SHARD_GAMES

EXPERIMENT = """
name: bench
game: nautilion
seed: 1
games: 10_000
strategy: planner
report: none
"""

MANY = """
name: many
game: nautilion
seed: 1
games: 200
strategy: reference
report: none
factors:
  rules.board: [A1, A2, B1, B2]
  rules.reserve: [1..10]
  rules.spell_cost_whirlwind: [1..5]
  rules.spell_cost_tide: [1..5]
  rules.spell_cost_translation: [1..5]
"""
"""5,000 scenarios, together a million games."""

SPELLS = ("whirlwind", "tide", "translation")

MOST_BLOCKS = {
    ("nautilion", "random"): 230,
    ("nautilion", "planner"): 900,
    ("nautilion", "expert"): 2200,
    ("nautilus_island", "random"): 3500,
    ("nautilus_island", "expert"): 14000,
    ("castaways", "random"): 4000,
    ("castaways", "expert"): 12_000,
    ("nautilus_2002", "random"): 25_000,
    ("nautilus_2002", "expert"): 200_000,
}
"""What a game may cost, in blocks: of Nautilion by default rules, of the others with four players."""


@dataclass(frozen=True)
class BenchFigure:
    """One measurement; `target` is what it should reach, in words, `met` whether it does."""

    what: str
    value: str
    target: str = ""
    met: bool | None = None


@partial(dispatcher, checked=False)
def chained_blocks(count):  # type: ignore[no-untyped-def]
    """Compute `count` blocks, each of which waits for the one before, as a game waits for its dice."""
    a = b = c = d = np.uint64(0)
    for _ in range(count):
        a, b, c, d = philox(a, b, c, d, 1, 2)
    return a


def block_nanoseconds() -> float:
    """Return the cost of one block."""
    return 1e9 / bench_pig.games_per_second(chained_blocks, 2_000_000)


def match_of(game: str, *names: str, **knobs: Any) -> Match:
    """Return a match, by default rules except for the knobs given."""
    players = tuple(strategies_of(game)[name] for name in names)
    return Match(find_game(game), find_game(game).knobs(**knobs), players)


def decisions_per_game(match: Match, games: int = 200) -> float:
    """Return the number of decisions per game (moves that were not forced)."""
    decisions, _ = match.measure(range(games))
    return decisions / games


def half_a_second(match: Match) -> int:
    """Return about how many games one core plays in half a second."""
    return max(1000, int(bench_pig.games_per_second(lambda n: match.play(0, n), 1000, 1) / 2))


def all_cores_speed(match: Match, games: int) -> float:
    """Return the games per second when every core plays its share in a thread of its own."""
    cores = joblib.cpu_count()

    def play(count: int) -> None:
        share = count // cores
        tasks = (joblib.delayed(match.play)(i * share, share) for i in range(cores))
        joblib.Parallel(n_jobs=cores, prefer="threads")(tasks)

    return bench_pig.games_per_second(play, games, 3)


def play_figures(block: float) -> list[BenchFigure]:
    """Return speed and cost in blocks of every strategy."""
    figures = []
    players: list[tuple[str, tuple[str, ...], dict[str, Any]]] = [
        ("nautilion", (name,), {}) for name in strategies_of("nautilion")
    ]
    players += [("pig", ("hold_at", "hold_at"), {}), ("pig", ("random", "random"), {})]
    for game in ("nautilus_island", "castaways", "nautilus_2002"):
        players += [(game, (name,) * 4, {"players": 4}) for name in strategies_of(game)]
    for game, names, knobs in players:
        match = match_of(game, *names, **knobs)
        games = half_a_second(match)
        speed = bench_pig.games_per_second(lambda n, match=match: match.play(0, n), games)  # type: ignore[misc]
        blocks = 1e9 / speed / block
        target = MOST_BLOCKS.get((game, names[0]))
        decisions = speed * decisions_per_game(match)
        figures.append(
            BenchFigure(
                f"{game} {names[0]}, one core",
                f"{speed:,.0f} games/s, {decisions:,.0f} decisions/s, {blocks:,.0f} blocks per game",
                f"at most {target} blocks" if target else "",
                blocks <= target if target else None,
            )
        )
        together = all_cores_speed(match, games * joblib.cpu_count())
        figures.append(BenchFigure(f"{game} {names[0]}, all cores", f"{together:,.0f} games/s"))
    return figures


def plain_figures(folder: Path) -> list[BenchFigure]:
    """Return what runs of the small games cost beside plain C++ programs of the same games."""
    if bench_plain.compiler() is None:
        return [BenchFigure("runs against plain C++ programs", "no C++ compiler")]
    most = bench_plain.MOST_TIMES
    return [
        BenchFigure(
            f"{game} {policy}, a run with its tables against a plain C++ program",
            bench_plain.in_words(value, plain),
            f"at most {most} times",
            value / plain <= most,
        )
        for game, policy, value, plain in bench_plain.times(folder)
    ]


def expansion_figures() -> list[BenchFigure]:
    """Return the speed of Nautilion with all five expansions, against the base game's."""
    figures = []
    for name in strategies_of("nautilion"):
        base, whole = match_of("nautilion", name), match_of("nautilion", name, expansions="all")
        ratios = [
            bench_pig.games_per_second(lambda n: whole.play(0, n), 10_000)  # noqa: B023
            / bench_pig.games_per_second(lambda n: base.play(0, n), 20_000)  # noqa: B023
            for _ in range(5)
        ]
        ratio = statistics.median(ratios)
        what = f"nautilion {name}, all expansions against the base game"
        figures.append(BenchFigure(what, f"{ratio:.2f} times", "at least 0.33", ratio >= 1 / 3))
    return figures


def effects_figures(block: float) -> list[BenchFigure]:
    """Return the costs of the parts of cards' texts."""
    return [
        BenchFigure(
            f"effects: {name}",
            f"{cost:.1f} ns, {cost / block:.2f} blocks",
            "at most 0.5 blocks" if name == "an operation" else "",
            cost <= block / 2 if name == "an operation" else None,
        )
        for name, cost in bench_effects.nanoseconds().items()
    ]


def pig_figures() -> list[BenchFigure]:
    """Return Pig in simkit against the same game by other means."""
    hold, uniform = match_of("pig", "hold_at", "hold_at"), match_of("pig", "random", "random")
    ratios = []
    for _ in range(5):
        plain, with_chance = bench_pig.numba_speeds()
        speed = bench_pig.games_per_second(lambda n: hold.play(0, n), 300_000)
        ratios.append((speed / plain, speed / with_chance))
    ratio, chance_ratio = (statistics.median(column) for column in zip(*ratios, strict=True))
    figures = [
        BenchFigure("pig against a plain Numba loop", f"{ratio:.2f} times", "at least 0.6", ratio >= 0.6),
        BenchFigure("the same with simkit's chance in the loop", f"{chance_ratio:.2f} times"),
        BenchFigure("pig against plain Python", f"{speed / bench_pig.python_speed():,.0f} times"),
    ]
    others = bench_pig.open_spiel_speeds()
    if others is None:
        return [*figures, BenchFigure("pig against OpenSpiel", "not installed (pip install simkit[bench])")]
    held = speed / others["hold at 20"]
    own = bench_pig.games_per_second(lambda n: uniform.play(0, n), 100_000)
    times = {name: own / theirs for name, theirs in others.items()}
    return [
        *figures,
        BenchFigure(
            "pig, hold at 20, against OpenSpiel from Python",
            f"{held:,.0f} times",
            "at least 300",
            held >= 300,
        ),
        BenchFigure("pig, random, against OpenSpiel from Python", f"{times['random']:,.0f} times"),
        BenchFigure("pig, random, against OpenSpiel's C++ bots", f"{times['bots']:.1f} times"),
        BenchFigure(
            "pig, random, against OpenSpiel's C++ roll-outs",
            f"{times['roll-outs']:.1f} times",
            "at least 8",
            times["roll-outs"] >= 8,
        ),
        BenchFigure("pig, hold at 20, against the same", f"{speed / others['roll-outs']:.1f} times"),
    ]


def look_ahead_figures() -> list[BenchFigure]:
    """Return what look-ahead wins with more and more play-outs, and its time as a multiple of the base's."""
    figures = []
    for game, setting in bench_lookahead.SETTINGS.items():
        alone, *points = bench_lookahead.curve(game, setting.games)
        figures.append(BenchFigure(f"{game} {setting.base} by itself", f"{alone.won}"))
        for point in points:
            times = point.seconds / alone.seconds
            value = f"{point.won}, {point.seconds:.3f} s a game, {times:,.0f} times the base's"
            figures.append(BenchFigure(f"{game} {setting.base}, {point.playouts} play-outs", value))
    return figures


def process_figures(folder: Path) -> list[BenchFigure]:
    """Return start, memory, bytes and the gain of a second worker, of whole processes."""
    experiment = folder / "bench.yaml"
    experiment.write_text(EXPERIMENT)
    count = iter(range(1000))

    def run(*more: str, cache: Path | None = None) -> Usage:
        out = str(folder / f"run{next(count)}")
        return run_simkit("run", str(experiment), "--out", out, *more, cache=cache)

    cold = run(cache=folder / "cache").seconds
    warm = statistics.median(run(cache=folder / "cache").seconds for _ in range(5))
    help_seconds = statistics.median(run_simkit("--help").seconds for _ in range(5))
    games = 32 * SHARD_GAMES  # so that two workers have the same number of shards
    ratios = []
    for _ in range(5):
        one = _play_seconds(folder / f"run{next(count)}", experiment, games, 1)
        two = _play_seconds(folder / f"run{next(count)}", experiment, games, 2)
        ratios.append(one / two)
    two_workers = statistics.median(ratios)
    memory = run("--games", "10000000", "--set", "strategy=random").memory
    size = (
        sum(f.stat().st_size for f in (folder / f"run{next(count) - 1}" / "games").rglob("*.parquet")) / 1e7
    )
    return [
        BenchFigure("simkit --help", f"{help_seconds:.2f} s", "under 0.4 s", help_seconds < 0.4),
        BenchFigure("simkit run of 10,000 games, cold", f"{cold:.1f} s", "under 30 s", cold < 30),
        BenchFigure("simkit run of 10,000 games, warm", f"{warm:.2f} s", "under 2.5 s", warm < 2.5),
        BenchFigure(
            "two workers against one", f"{two_workers:.2f} times", "at least 1.9", two_workers >= 1.9
        ),
        BenchFigure("peak memory of ten million games", f"{memory:.0f} MB", "under 1 GB", memory < 1000),
        BenchFigure("bytes per game on disk", f"{size:.1f}", "under 24", size < 24),
    ]


def scenario_figures(folder: Path) -> list[BenchFigure]:
    """Return what many small scenarios cost, also against as many games in a few large ones."""
    experiment = folder / "many.yaml"
    experiment.write_text(MANY)

    def processor_seconds(games: int, *settings: str) -> float:
        given = [word for setting in settings for word in ("--set", setting)]
        out, games_ = str(folder / "many"), str(games)
        run = ("run", str(experiment), "--jobs", "1", "--again", "--games", games_, "--out", out, *given)
        return run_simkit(*run).processor_seconds

    few = [f"rules.{name}=3" for name in ("reserve", *(f"spell_cost_{spell}" for spell in SPELLS))]
    start = processor_seconds(1, *few)
    ratios, speeds = [], []
    for _ in range(3):
        many, large = processor_seconds(200), processor_seconds(250_000, *few)
        ratios.append((many - start) / (large - start))
        speeds.append(1e6 / (many - start))
    ratio, speed = statistics.median(ratios), statistics.median(speeds)
    return [
        BenchFigure("5,000 scenarios of 200 games", f"{speed:,.0f} games per second of processor time"),
        BenchFigure("the same against four scenarios", f"{ratio:.1f} times", "at most 3", ratio <= 3),
    ]


def _play_seconds(out: Path, experiment: Path, games: int, jobs: int) -> float:
    run_simkit("run", str(experiment), "--out", str(out), "--games", str(games), "--jobs", str(jobs))
    timings: dict[str, Any] = json.loads((out / "manifest.json").read_text())["timings"]
    return float(timings["play_seconds"])


def cold_figures() -> list[BenchFigure]:
    """Return the times of first runs: of every game with some strategies, and of the shipped experiments."""
    figures = [
        BenchFigure(f"first run of {game}, {who}", usage.in_words()) for game, who, usage in cold_starts()
    ]
    for name, usage in shipped_cold_starts():
        target = f"under {MOST_SECONDS} s"
        figures.append(
            BenchFigure(f"first run of {name}", usage.in_words(), target, usage.seconds < MOST_SECONDS)
        )
    return figures


def waiting_figures() -> list[BenchFigure]:
    """Return the processor time from a question to its answer, first and second call."""
    return [
        BenchFigure(waiting.what, waiting.in_words(), waiting.aim_in_words(), waiting.is_met)
        for waiting in bench_seconds.waitings()
    ]


def measured(folder: Path) -> Iterator[list[BenchFigure]]:
    """Yield everything that is measured, a list for each subject, as soon as it is there."""
    block = block_nanoseconds()
    yield [BenchFigure("one Philox block", f"{block:.1f} ns")]
    yield play_figures(block)
    yield expansion_figures()
    yield pig_figures()
    yield effects_figures(block)
    yield look_ahead_figures()
    yield plain_figures(folder)
    yield process_figures(folder)
    yield scenario_figures(folder)
    yield cold_figures()
    yield waiting_figures()


def table_of(figures: list[BenchFigure]) -> Table:
    """Return figures as a table for the terminal."""
    table = Table("what", "measured", "to reach", "")
    for figure in figures:
        met = {True: "yes", False: "no", None: ""}[figure.met]
        table.add_row(figure.what, figure.value, figure.target, met)
    return table


def main() -> None:
    """Measure everything; print and write each subject as it comes, so that nothing is lost by a stop."""
    console = Console()
    machine = {"system": platform.platform(), "python": platform.python_version(), "cores": os.cpu_count()}
    written: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder, console.status("measuring; this takes over an hour ..."):
        for figures in measured(Path(folder)):
            console.print(table_of(figures))
            written += map(asdict, figures)
            Path("bench.json").write_text(
                json.dumps({"machine": machine, "figures": written}, indent=1) + "\n"
            )
    console.print("written to bench.json")


if __name__ == "__main__":
    main()
