"""A run with `precision` plays as many games of each scenario as its intervals take."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import Result

import simkit as door
from simkit import BadInput
from simkit.experiment.file.load import load_experiment
from simkit.report.stats import SideBySide, Wins
from simkit.run.findings.again import play_again
from simkit.run.findings.comparison import compare_runs
from simkit.run.findings.precision import precision_lines, wide_lines, widths_of
from simkit.run.runner import run_experiment
from simkit.run.store import layout
from simkit.run.store.directory import RunDirectory
from simkit.run.store.layout import FIRST_TRIAL_GAME
from simkit.run.store.manifest import PRECISION, write_manifest
from simkit.run.store.parquet import TABLES
from simkit.run.store.query import find_games, recorded_outcome
from simkit.run.store.shards import PlayedShard
from simkit.run.work import counting, in_worker
from simkit.run.work import shard as shard_module
from simkit.run.work.listening import Listener
from simkit.run.work.summing import require_summary
from simkit.stats.precision import GamesNeeded, need_of_mean
from simkit.stats.tally import Tally
from tests.conftest import RunOf
from tests.run.helpers import Killed, Killer, read_manifest_of, table_hashes

PIG = """
name: narrow
game: pig
seed: 3
precision: {won of players: 0.012, turns: 0.5}
max_games: 12_000
strategies: [hold_at, hold_at]
factors: {strategies.0.n: [2, 20, 28]}
rules: {target: 40}
report: none
"""

MANY = f"""
name: many
game: pig
seed: 3
precision: {{won of players: 0.08}}
max_games: 2_000
strategies: [hold_at, hold_at]
factors: {{strategies.0.n: [2, 18], rules.target: {[*range(20, 120)]}}}
events: {{one_in: 50}}
report: none
"""
"""200 scenarios, of which three share a file."""

SOME = re.sub(r"\[20, 21.*?\]", "[20, 24, 28, 32, 36, 40, 50, 60, 70, 80, 90, 100]", MANY)
"""24 scenarios, of which three share a file in a run that has `eight_files`."""


@pytest.fixture
def eight_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "FEWEST_FILES", 8)


@pytest.fixture(scope="module")
def narrow(run_once_of: RunOf) -> Callable[[], RunDirectory]:
    run_once_of(PIG)  # now, because a test that reads it may have put something else in the place of a rule
    return lambda: run_once_of(PIG)


def test_games_go_where_the_question_is_open(narrow: Callable[[], RunDirectory]) -> None:
    run = narrow()
    games = list(run.games_played.values())
    assert len(set(games)) > 1
    assert max(games) < 12_000
    widths = widths_of(run)
    assert {(width.scenario, width.asked.name) for width in widths} == {
        (scenario, name) for scenario in range(3) for name in ("won of players", "turns")
    }
    assert all(width.is_narrow and width.half_width <= width.asked.half_width for width in widths)
    played = run.games.group_by("scenario").agg(pl.len(), pl.col("game").max()).sort("scenario").collect()
    assert played["len"].to_list() == games
    assert played["game"].to_list() == [game - 1 for game in games]
    assert run.estimates(of="game", column="turns", statistic="mean")["n"].to_list() == games
    for scenario, count in enumerate(games):
        assert run.manifest[PRECISION]["trial"][scenario] <= count


def test_the_manifest_says_what_was_asked_and_what_came_of_it(narrow: Callable[[], RunDirectory]) -> None:
    run = narrow()
    assert run.manifest["experiment"][PRECISION] == {"won of players": 0.012, "turns": 0.5}
    assert run.manifest["experiment"]["games"] == 12_000
    assert run.manifest[PRECISION]["games"] == list(run.games_played.values())
    assert run.manifest[PRECISION]["wide"] == []
    assert run.path.name == "run"
    assert door.open_run(run.path).summary is not None
    said, unseen = precision_lines(run)
    trial = sum(run.manifest[PRECISION]["trial"])
    fewest, most = min(run.games_played.values()), max(run.games_played.values())
    assert said == (
        f"For won of players ± 1.2 points, turns ± 0.5, scenarios have {fewest:,} to {most:,} games each. "
        f"{trial:,} trial games, which do not count, showed how many it takes."
    )
    assert f"once in {fewest // 3:,} games may still be unseen" in unseen


def test_a_mean_that_hangs_on_few_games_is_named_where_no_more_are_allowed(
    run_of: RunOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if turns were many more in one game of a thousand."""

    def few_in(tally: Tally, half: float) -> GamesNeeded:
        need = need_of_mean(tally, half)
        return replace(need, to_see=9000.0) if tally.mean > 9 else need

    monkeypatch.setattr(counting, "need_of_mean", few_in)
    run = run_of(PIG.replace("12_000", "250"))
    few = run.manifest[PRECISION]["few"]
    assert few == [{"scenario": 0, "asked": "turns"}]
    said = next(wide_lines(run))
    assert said.startswith(
        "A few unusual games decide the mean of turns in 1 of 3 scenarios (player 1 holding at 2)"
    )
    assert said in list(precision_lines(run))


def test_small_scenarios_share_files(run_once_of: RunOf) -> None:
    run = run_once_of(MANY)
    assert {table: len(list(run.path.glob(f"{table}/*/*.parquet"))) for table in TABLES} == {
        "games": 67, "seats": 67, "events": 67,
    }  # fmt: skip
    counts = run.games_played
    assert run.manifest[PRECISION]["together"] == [3] * 66 + [2]
    assert any(len({counts[at + i] for i in range(3)}) > 1 for at in range(0, 198, 3))
    games = run.games.collect()
    assert games.select("scenario", "game").rows() == [(at, n) for at in counts for n in range(counts[at])]
    assert run.games_in([7, 150]).collect().equals(games.filter(pl.col("scenario").is_in([7, 150])))
    assert run.games_in([8], range(95, 5_000)).collect()["game"].to_list() == [*range(95, counts[8])]
    assert find_games(run, [3, 77], "true", 999)[-1] == (77, counts[77] - 1)
    for scenario in (0, 1, 5, 199):
        rows, seat_rows = run.match(scenario).play(0, counts[scenario])
        assert run.games_in([scenario]).collect()["turns"].to_list() == rows["turns"].tolist()
        seats = run.seats_in([scenario]).collect()
        assert seats["score"].to_list() == seat_rows["score"].tolist()
        won = run.estimates(scenario=scenario, of="player 1", column="won")
        assert won["estimate"].item() == seats.filter(player=1)["won"].mean()
        logged = run.events.filter(scenario=scenario).collect()["game"].unique().sort().to_list()
        assert logged == [*range(0, counts[scenario], 50)]
    run.require_finished(deep=True)
    require_summary(run)


@pytest.mark.parametrize("text", [PIG, MANY], ids=["own files", "shared files"])
@pytest.mark.parametrize(
    "how", [{"jobs": 2}, pytest.param({"jobs": 4, "backend": "processes"}, marks=pytest.mark.long)]
)
def test_any_workers_write_the_same_bytes(
    run_once_of: RunOf, write_experiment: Callable[[str], Path], tmp_path: Path, how: Any, text: str
) -> None:
    whole = run_once_of(text)
    run = run_experiment(load_experiment(write_experiment(text)), tmp_path / "other", **how)
    assert table_hashes(run.path) == table_hashes(whole.path)
    assert run.manifest[PRECISION] == whole.manifest[PRECISION]
    assert run.manifest["identity"] == whole.manifest["identity"]


class Noting(Listener):
    """Counts how often each file of games was written."""

    def __init__(self, written: Counter[str]) -> None:
        self.written = written

    def shard_played(self, played: PlayedShard) -> None:
        self.written[played.files[0].path] += not played.reused


class KilledInTrial(Killer):
    def trying(self, known: int, scenarios: int) -> None:
        if known:
            raise Killed


@pytest.mark.usefixtures("eight_files")
@pytest.mark.parametrize("killer", [KilledInTrial(99), Killer(1), Killer(3)], ids=["trial", "1", "3"])
@pytest.mark.parametrize("text", [PIG, SOME], ids=["own files", "shared files"])
def test_a_killed_run_resumes_to_the_same_bytes(
    run_once_of: RunOf,
    write_experiment: Callable[[str], Path],
    tmp_path: Path,
    text: str,
    killer: Killer,
) -> None:
    killer = copy(killer)
    experiment, whole = load_experiment(write_experiment(text)), run_once_of(text)
    with pytest.raises(Killed):
        run_experiment(experiment, tmp_path / "killed", jobs=1, listener=killer)
    killed = RunDirectory(tmp_path / "killed", asked=True)
    assert any(killed.manifest[PRECISION]["games"])
    there = {scenario: whole.games_played[scenario] for scenario in killed.games_played}
    assert killed.games_played == there  # of those that are there, all
    run = run_experiment(experiment, tmp_path / "killed", jobs=1, existing="resume")
    assert table_hashes(run.path) == table_hashes(whole.path)
    assert run.manifest[PRECISION] == whole.manifest[PRECISION]


@pytest.mark.usefixtures("eight_files")
def test_scenarios_of_an_older_run_have_files_of_their_own(
    run_once_of: RunOf,
    write_experiment: Callable[[str], Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its manifest does not say which share a file."""
    experiment, out = load_experiment(write_experiment(SOME)), tmp_path / "older"
    with monkeypatch.context() as older:
        older.setattr(counting, "share_files", lambda _, games: [1] * len(games))
        run_experiment(experiment, out, jobs=1)
    manifest = read_manifest_of(out)
    del manifest[PRECISION]["together"]
    write_manifest(out, manifest)
    run, before = RunDirectory(out), table_hashes(out)
    run.require_finished(deep=True)
    assert run.games.collect().equals(run_once_of(SOME).games.collect())
    assert run.seats.collect().equals(run_once_of(SOME).seats.collect())
    assert run.estimates().equals(run_once_of(SOME).estimates())
    (out / "games/scenario-00007/part-00000.parquet").unlink()
    run_experiment(experiment, out, jobs=1, existing="resume")
    assert table_hashes(out) == before
    write_manifest(out, manifest | {"state": "running"})
    (out / "games/scenario-00008/part-00000.parquet").unlink()
    assert RunDirectory(out, asked=True).games_played.keys() == set(range(24)) - {8}
    run_experiment(experiment, out, jobs=1, existing="resume")
    assert table_hashes(out) == before


@pytest.mark.usefixtures("eight_files")
@pytest.mark.parametrize("together", [[3] * 7, [23, 0, 1], [-1, 25]])
def test_a_manifest_says_of_each_scenario_where_it_lies(
    run_once_of: RunOf, tmp_path: Path, together: list[int]
) -> None:
    manifest = read_manifest_of(run_once_of(SOME).path)
    manifest[PRECISION]["together"] = together
    write_manifest(tmp_path, manifest)
    with pytest.raises(BadInput, match=r"damaged, .* it does not say which scenarios share a file"):
        RunDirectory(tmp_path)


def test_too_few_games_are_followed_by_more(
    narrow: Callable[[], RunDirectory],
    write_experiment: Callable[[str], Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As if trial games had shown less than half of what is needed; also if the run is killed then."""
    monkeypatch.setattr(counting, "games_to_count", lambda needs, tried, most: 150 if tried > 99 else None)
    experiment = load_experiment(write_experiment(PIG))
    run = run_experiment(experiment, tmp_path / "more", jobs=1)
    assert all(width.is_narrow for width in widths_of(run))
    assert min(run.games_played.values()) > 150
    with pytest.raises(Killed):
        run_experiment(experiment, tmp_path / "killed", jobs=1, listener=Killer(5))
    resumed = run_experiment(experiment, tmp_path / "killed", jobs=1, existing="resume")
    assert table_hashes(resumed.path) == table_hashes(run.path)
    first = narrow().games_in([2]).sort("game").collect().drop("scenario").head(150)
    assert first.equals(run.games_in([2]).sort("game").collect().drop("scenario").head(150))


@pytest.mark.usefixtures("eight_files")
def test_games_are_added_to_a_file_that_scenarios_share(
    write_experiment: Callable[[str], Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As if trial games had shown that 110 games are enough everywhere."""
    monkeypatch.setattr(counting, "games_to_count", lambda needs, tried, most: 110)
    experiment, played = load_experiment(write_experiment(SOME)), Counter[str]()
    run = run_experiment(experiment, tmp_path / "more", jobs=1, listener=Noting(played))
    assert all(width.is_narrow for width in widths_of(run))
    assert run.manifest[PRECISION]["together"] == [3] * 8
    names = [written.path for written in run.files.values() if written.path.startswith("games/")]
    assert names == sorted(path.relative_to(run.path).as_posix() for path in run.path.glob("games/*/*"))
    more = {scenario for scenario, games in run.games_played.items() if games > 110}
    again = {name for name in names if not more.isdisjoint(layout.scenarios_of(name))}
    assert 0 < len(again) < len(names) == 8
    assert {name for name, times in played.items() if times > 1} == again
    require_summary(run)
    for shards in (3, 8 + 3, 8 + 7, 8 + 8):
        out = tmp_path / f"killed after {shards}"
        with pytest.raises(Killed):
            run_experiment(experiment, out, jobs=1, listener=Killer(shards))
        resumed = run_experiment(experiment, out, jobs=2, existing="resume")
        assert table_hashes(out) == table_hashes(run.path)
        assert resumed.manifest[PRECISION] == run.manifest[PRECISION]


def test_games_are_added_to_a_file_that_is_full(run_of: RunOf, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the file's games came to was all, and is no longer."""
    monkeypatch.setattr(counting, "games_to_count", lambda needs, tried, most: 150 if tried > 99 else None)
    whole = run_of(PIG, "whole")
    monkeypatch.setattr(layout, "SHARD_GAMES", 150)
    cut = run_of(PIG, "cut")
    assert cut.games.collect().equals(whole.games.collect())
    assert cut.estimates().equals(whole.estimates())


def test_the_most_games_allowed_are_a_lid(run_of: RunOf) -> None:
    run = run_of(PIG.replace("12_000", "250"))
    assert max(run.games_played.values()) == 250
    wide = run.manifest[PRECISION]["wide"]
    assert wide
    assert {row["scenario"] for row in wide} == {
        width.scenario for width in widths_of(run) if width.half_width > width.asked.half_width
    }
    said = next(iter(wide_lines(run)))
    assert said.startswith(
        "250 games, the most allowed, were too few for won of players ± 1.2 points in all 3 "
    )
    some = run_of(PIG.replace("12_000", "1100"), "some")
    said = next(iter(wide_lines(some)))
    assert re.search(
        r"in 2 of 3 scenarios \(player 1 holding at 20; player 1 holding at 28\): it is ± 2\.\d+ points", said
    )


def test_trial_games_are_no_games_that_count(run_of: RunOf, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers: list[tuple[int, int, bool]] = []
    play = shard_module.play_shard

    def noted(run: Path, identity: str, matches: Any, shard: Any, *more: Any) -> Any:
        numbers.append((shard.first_game, shard.all_games, shard.is_trial))
        return play(run, identity, matches, shard, *more)

    monkeypatch.setattr(in_worker, "play_shard", noted)
    run = run_of(PIG.replace("[2, 20, 28]", "[2]"))
    trial = [number for number in numbers if number[2]]
    assert [piece[0] for piece in trial] == [
        FIRST_TRIAL_GAME + sum(games for _, games, _ in trial[:i]) for i in range(len(trial))
    ]
    assert sum(games for _, games, _ in trial) == run.manifest[PRECISION]["trial"][0]
    assert [number[:2] for number in numbers if not number[2]] == [(0, run.games_played[0])]
    assert recorded_outcome(run, 0, FIRST_TRIAL_GAME) is None  # may be replayed, and was not recorded
    with pytest.raises(BadInput, match=f"the run played games 0 to {run.games_played[0] - 1} of scenario 0"):
        recorded_outcome(run, 0, run.games_played[0])


def test_averages_and_effects_are_those_of_all_games(narrow: Callable[[], RunDirectory]) -> None:
    run = narrow()
    rates = run.estimates(of="player 0", column="won", statistic="rate")
    won = SideBySide.read(run, "won", "player 0")
    for row in rates.iter_rows(named=True):
        own = won.average([row["scenario"]])
        assert own.value == pytest.approx(row["estimate"])
        assert own.low == pytest.approx(row["low"], abs=1e-3)
        assert own.high == pytest.approx(row["high"], abs=1e-3)
    both = won.effect([0], [2])
    assert both.value == pytest.approx(rates["estimate"][2] - rates["estimate"][0])
    assert 0.012 < both.high - both.value < 0.012 * 2**0.5 * 1.1
    wins = Wins(run, "player 0")
    assert wins.effect([0], [1]).value == pytest.approx(rates["estimate"][1] - rates["estimate"][0])


def test_a_sample_is_played_again(narrow: Callable[[], RunDirectory]) -> None:
    run = narrow()
    found = play_again(run, sum(run.games_played.values()))
    assert (found.games, found.scenarios, found.differing) == (sum(run.games_played.values()), 3, 0)


def test_runs_are_compared_in_the_games_that_both_have(
    narrow: Callable[[], RunDirectory], run_of: RunOf
) -> None:
    run = narrow()
    fixed = run_of(PIG, "fixed", games=700)
    assert list(fixed.games_played.values()) == [700] * 3
    games = {change.setting: change.difference.n for change in compare_runs(fixed, run)}
    assert sorted(games.values()) == sorted(min(700, played) for played in run.games_played.values())


@pytest.mark.parametrize(
    "arguments",
    [["--games", "50"], ["--precision", "turns=2"], ["--precision", "turns=2", "--max-games", "120"]],
)
def test_the_command_line_replaces_what_the_file_says(
    simkit: Callable[..., Result], tmp_path: Path, arguments: list[str]
) -> None:
    (tmp_path / "x.yaml").write_text(PIG)
    result = simkit("run", "x.yaml", "--jobs", 1, "--out", "out", "--no-report", *arguments)
    assert result.exit_code == 0, result.output
    run = RunDirectory(tmp_path / "out")
    if "--games" in arguments:
        assert list(run.games_played.values()) == [50] * 3
        assert PRECISION not in run.manifest
        assert "trial games" not in result.output
    else:
        assert run.manifest["experiment"][PRECISION] == {"turns": 2.0}
        assert run.manifest["experiment"]["games"] == (120 if "--max-games" in arguments else 12_000)
        assert "trial games, which do not count, showed how many it takes." in result.output


def test_the_door_takes_precision(tmp_path: Path) -> None:
    run = door.run(
        game="pig",
        strategy="random",
        rules={"target": 30},
        precision={"turns": 1},
        max_games=9000,
        runs=tmp_path,
        jobs=1,
    )
    assert run.path.name.startswith("seed1-precision-")
    assert run.games.collect().height < 9000
    assert f"1 scenario of {run.games.collect().height:,} games" in repr(run)
    last = run.games.collect().height - 1
    assert run.replay(game=last).lines
    with pytest.raises(BadInput, match=f"games 0 to {last}"):
        run.replay(game=last + 1)


def test_events_are_those_of_the_games_that_count(run_of: RunOf) -> None:
    run = run_of(PIG.replace("report: none", "report: none\nevents: {one_in: 100}"))
    logged = run.events.group_by("scenario").agg(pl.col("game").n_unique(), last=pl.col("game").max())
    for scenario, games, last in logged.sort("scenario").collect().iter_rows():
        assert games == -(-run.games_played[scenario] // 100)
        assert last < run.games_played[scenario]


def test_what_a_scenario_gets_does_not_depend_on_others(
    narrow: Callable[[], RunDirectory], run_of: RunOf
) -> None:
    alone = run_of(PIG.replace("[2, 20, 28]", "[20]"))
    assert alone.games_played[0] == narrow().games_played[1]
    own = alone.games_in([0]).drop("scenario").collect()
    assert own.equals(narrow().games_in([1]).drop("scenario").collect())
