"""A game in a million that can't be played to its end: a run goes on without it, and says so."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import Result

import simkit as door
from simkit import BadInput, Experiment
from simkit.experiment.file.load import load_experiment
from simkit.plugins import forget_changed_files
from simkit.run.runner import run_experiment
from simkit.run.store import layout
from simkit.run.store.directory import RunDirectory
from simkit.run.store.incomplete import shared_games
from tests.engine import kuhn_toy
from tests.run.helpers import Killed, Killer, table_hashes

RASH = """
from simkit.game import strategy

@strategy(game="pig", skill="none")
def rash(table, seat, rules, moves, count, parameters, chance):
    \"\"\"Goes on, and has no move for a turn as lucky as this.\"\"\"
    return 99 if table.total >= {most} else 0 if table.total < 20 else count - 1
"""

RUN = """
name: rash
game: pig
games: 300
seed: 5
strategies: [./rash.py:rash, hold_at]
factors: {rules.target: [40, 60, 80]}
events: {one_in: 2}
report: none
"""

MOST = 25


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an experiment in which some games break, with several files of games."""
    monkeypatch.setattr(layout, "SHARD_GAMES", 100)
    (tmp_path / "rash.py").write_text(RASH.format(most=MOST))
    path = tmp_path / "rash.yaml"
    path.write_text(RUN)
    return path


@pytest.fixture
def whole(file: Path, tmp_path: Path) -> RunDirectory:
    """Return the run, played without the games that break."""
    return run_experiment(skipping(load_experiment(file), 900), tmp_path / "whole", jobs=1)


def skipping(experiment: Experiment, most: int) -> Experiment:
    """Return an experiment whose run goes on without so many broken games."""
    return replace(experiment, skip_broken=most)


def missing(run: RunDirectory) -> set[tuple[int, int]]:
    """Return the games of which a run has no row."""
    there = set(run.games.select("scenario", "game").collect().iter_rows())
    return {(scenario, game) for scenario in range(3) for game in range(300)} - there


def test_the_games_that_break_are_left_out_and_named(whole: RunDirectory) -> None:
    named = {(game.scenario, game.game) for game in whole.broken_games}
    assert 3 < len(named) < 600 and named == missing(whole)
    seats = whole.seats.select("scenario", "game").collect()
    assert seats.height == 2 * (900 - len(named)) and not named & set(seats.iter_rows())
    events = set(whole.events.select("scenario", "game").collect().iter_rows())
    assert events == {
        pair for pair in {(s, g) for s in range(3) for g in range(0, 300, 2)} if pair not in named
    }
    assert all(
        "returned 99" in game.why and f"in game {game.game}" in game.why for game in whole.broken_games
    )
    counts = whole.estimates(of="game", column="turns", statistic="mean")["n"].to_list()
    assert counts == [len(whole.numbers(scenario)) for scenario in range(3)]
    assert sum(whole.games_played.values()) == 900 - len(named)


def test_the_other_games_are_as_they_are_without_the_fault(whole: RunDirectory, tmp_path: Path) -> None:
    (tmp_path / "rash.py").write_text(RASH.format(most=1_000))
    forget_changed_files()
    sound = run_experiment(load_experiment(tmp_path / "rash.yaml"), tmp_path / "sound", jobs=1)
    both = sound.games.join(whole.games.select("scenario", "game"), on=("scenario", "game"), how="semi")
    keys = ["scenario", "game"]
    assert both.sort(keys).collect().equals(whole.games.sort(keys).collect())


@pytest.mark.parametrize(
    "how", [{"jobs": 2}, {"jobs": 2, "backend": "processes"}], ids=["threads", "processes"]
)
def test_the_bytes_are_the_same_for_any_workers(
    how: dict[str, Any], whole: RunDirectory, file: Path, tmp_path: Path
) -> None:
    other = run_experiment(skipping(load_experiment(file), 900), tmp_path / "other", **how)
    assert table_hashes(other.path) == table_hashes(whole.path)
    assert other.broken_games == whole.broken_games


@pytest.mark.parametrize("has_list", [True, False], ids=["list", "files"])
def test_a_run_that_was_stopped_goes_on_to_the_same_bytes(
    has_list: bool, whole: RunDirectory, file: Path, tmp_path: Path
) -> None:
    experiment, out = load_experiment(file), tmp_path / "stopped"
    with pytest.raises(Killed):
        run_experiment(skipping(experiment, 900), out, jobs=1, listener=Killer(5))
    if not has_list:
        (out / "files.csv").unlink()
    part = RunDirectory(out, asked=True)
    assert part.incomplete
    there = part.games.select("scenario", "game").collect()
    assert set(there.iter_rows()) == {(s, g) for s in part.games_played for g in part.numbers(s)}
    resumed = run_experiment(skipping(experiment, 900), out, jobs=1, existing="resume")
    assert table_hashes(out) == table_hashes(whole.path)
    assert resumed.broken_games == whole.broken_games


def test_one_game_too_many_ends_the_run_with_a_sentence(file: Path, tmp_path: Path) -> None:
    experiment, out = load_experiment(file), tmp_path / "run"
    with pytest.raises(BadInput, match=r"game \d+.*\nreplay it: .*; or --resume --skip-broken 1 goes on"):
        run_experiment(experiment, out, jobs=1)
    with pytest.raises(BadInput, match=r"--skip-broken 3 goes on"):
        run_experiment(skipping(experiment, 2), out, jobs=1, existing="resume")
    done = run_experiment(skipping(experiment, 900), out, jobs=1, existing="resume")
    last = len(done.broken_games) - 1
    again = tmp_path / "again"
    with pytest.raises(BadInput, match=rf"--skip-broken {last + 1} goes on"):
        run_experiment(skipping(experiment, last), again, jobs=1)
    assert run_experiment(skipping(experiment, last + 1), again, jobs=1, existing="resume").broken_games


def test_a_broken_rule_is_named_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game of one's own, made in this process."""
    monkeypatch.chdir(tmp_path)
    game = kuhn_toy.kuhn(apply=kuhn_toy.breaks_at_times)
    how: Any = {"game": game, "strategy": kuhn_toy.bold, "games": 400, "report": "none"}
    with pytest.raises(
        BadInput, match=r"the rules of Kuhn raised IndexError: .*in game \d+ \(.*kuhn_toy\.py:\d+\)"
    ):
        door.run(**how)
    run = door.run(**how, skip_broken=400)
    assert 0 < run.broken.height < 400
    assert all("kuhn_toy.py:" in why for why in run.broken["why"])


def test_scenarios_of_which_games_are_missing_are_compared_by_number(whole: RunDirectory) -> None:
    beside = whole.side_by_side().games.sort("scenario", "game").collect()
    real = whole.games.sort("scenario", "game").collect()
    shared = set.intersection(*(set(whole.numbers(scenario)) for scenario in range(3)))
    assert shared_games(whole.numbers(0), whole.numbers(1)) == len(
        set(whole.numbers(0)) & set(whole.numbers(1))
    )
    for scenario in range(3):
        own = beside.filter(scenario=scenario)
        assert own["game"].to_list()[: len(shared)] == list(range(len(shared)))
        first = own.filter(pl.col("game") < len(shared)).drop("game")
        meant = real.filter(pl.col("scenario") == scenario, pl.col("game").is_in(sorted(shared))).drop("game")
        assert first.equals(meant)


def test_the_terminal_and_the_report_say_so_first(
    simkit: Callable[..., Result], file: Path, tmp_path: Path
) -> None:
    file.write_text(RUN.replace("report: none", "report: general"))
    told = simkit("run", file, "--skip-broken", 900, "--jobs", 1, "--out", "it")
    assert told.exit_code == 0, told.output
    run = door.open_run("it")
    first = run.broken.row(0, named=True)
    mark = rf"Broken: {run.broken.height} of 900 games .* left out\.\nScenario {first['scenario']}, "
    for said in (told.output, simkit("summary", "it").output):
        assert re.search(mark + rf"game {first['game']}: .*returned 99", said)
        assert said.index("Broken: ") < said.index("rash\n")
    page = (tmp_path / "it" / "report.html").read_text()
    assert "<title>Broken: " in page and page.index("Broken: ") < page.index("<h1")
    assert repr(run).startswith("<Run rash: Broken: ")
    for command in ("check", "verify"):
        checked = simkit(command, "it")
        assert checked.exit_code == 0, checked.output
    whole = json.loads(simkit("summary", "it", "--json").output)
    assert isinstance(whole, list)


def test_the_terminal_and_the_report_compare_the_same_games(
    simkit: Callable[..., Result], file: Path, tmp_path: Path
) -> None:
    file.write_text(RUN.replace("report: none", "report: general"))
    told = simkit("run", file, "--skip-broken", 900, "--jobs", 1, "--out", "it")
    answer = " ".join(told.output.partition("\nrash\n")[2].partition("\n- ")[0].split())
    assert re.search(r"\d", answer)
    assert answer[:200] in " ".join(simkit("summary", "it").output.split())


def test_a_broken_game_is_replayed_to_its_last_move(
    simkit: Callable[..., Result], whole: RunDirectory
) -> None:
    first = whole.broken_games[0]
    told = simkit("replay", whole.path, "--scenario", first.scenario, "--game", first.game)
    assert told.exit_code == 2 and "Seat 1 rolls" in told.output and "returned 99" in told.output
    replay = door.open_run(whole.path).replay(scenario=first.scenario, game=first.game)
    assert "returned 99" in replay.broken and len(replay.lines) > 2


@pytest.mark.parametrize("fewest_files", [1, 64])
def test_games_that_count_until_it_is_precise_are_left_out_too(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fewest_files: int
) -> None:
    monkeypatch.setattr(layout, "FEWEST_FILES", fewest_files)
    monkeypatch.setattr(layout, "SHARD_GAMES", 500)
    file.write_text(RUN.replace("games: 300", "precision: {won: 0.1}\nmax_games: 2000"))
    run = run_experiment(skipping(load_experiment(file), 9_000), tmp_path / "precise", jobs=1)
    assert run.broken_games and run.finished
    rows = dict(run.games.group_by("scenario").len().collect().iter_rows())
    assert rows == run.games_played
    assert max(run.manifest["precision"]["together"]) == (3 if fewest_files == 1 else 1)


def test_a_scenario_without_a_game_is_told(file: Path, tmp_path: Path) -> None:
    (tmp_path / "rash.py").write_text(RASH.format(most=0))
    forget_changed_files()
    with pytest.raises(BadInput, match=r"no game from 0 on of scenario 0 can be played: .*returned 99"):
        run_experiment(skipping(load_experiment(file), 900), tmp_path / "none", jobs=1)


@pytest.mark.parametrize("wrong", [-1, "x", 1.5])
def test_how_many_are_skipped_is_a_number(
    wrong: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=r"skip_broken: found .*, allowed is a whole number"):
        door.run(game="pig", strategy="hold_at", games=5, skip_broken=wrong)
