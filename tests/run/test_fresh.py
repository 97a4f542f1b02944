"""Fresh games: the values of what was chosen, measured on games that had no part in the choice."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import CliRunner

import simkit
from simkit import BadInput, plugins
from simkit.cli.main import main
from simkit.report.stats import Of, Truth, Wins
from simkit.run.findings import fresh as fresh_module
from simkit.run.findings.fresh import fresh_games, kept_fresh_games
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory
from simkit.testing import Match
from tests.conftest import RunOf

PIG: dict[str, Any] = {
    "name": "fresh",
    "game": "pig",
    "seed": 5,
    "games": 400,
    "strategies": ["hold_at", "random"],
    "factors": {"strategies.0.n": [2, 10, 20, 21]},
    "rules": {"target": 30},
    "report": "none",
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run without fresh games."""
    folder = tmp_path_factory.mktemp("fresh")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        return Path(simkit.run(PIG, progress=False).path).absolute()


@pytest.fixture
def run(played: Path, tmp_path: Path) -> RunDirectory:
    return RunDirectory(shutil.copytree(played, tmp_path / "run"))


def files_of(run: RunDirectory) -> dict[str, bytes]:
    folder = run.path / "fresh"
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def forbid_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(*_: object) -> None:
        raise AssertionError("a game is played")

    monkeypatch.setattr(Match, "play", play)


def test_fresh_games_are_those_after_the_last_one_of_the_run(run: RunDirectory) -> None:
    fresh = fresh_games(run, [2, 0])
    assert fresh is not None
    games = fresh.games.collect()
    assert games["scenario"].unique().sort().to_list() == [0, 2]
    for scenario in (0, 2):
        own = games.filter(pl.col("scenario") == scenario).sort("game")
        assert own["game"].to_list() == list(range(400, 800)) == list(fresh.numbers(scenario))
        rows, _ = run.match(scenario).play(400, 400)
        assert own["turns"].to_list() == rows["turns"].tolist()


def test_values_of_fresh_games_are_asked_for_as_those_of_a_run(run: RunDirectory) -> None:
    fresh = fresh_games(run, [1, 3])
    assert fresh is not None
    wins = Wins(fresh, "player 0")
    seats = fresh.seats_in([3]).filter(pl.col("player") == 0).collect()
    assert wins.average([3]).value == seats["won"].mean()
    assert wins.average([3]).n == 400
    (row,) = wins.rates.filter(pl.col("scenario") == 3).to_dicts()
    assert (row["estimate"], row["n"]) == (seats["won"].mean(), 400)
    truth, turns = Truth(fresh), Of("turns", (1,))
    assert truth.value(turns).value == fresh.games_in([1]).collect()["turns"].mean()
    ahead = truth.value(Of("won", (3,), "player 0") - Of("won", (1,), "player 0"))
    assert ahead.value == pytest.approx(wins.average([3]).value - wins.average([1]).value)
    (mean,) = fresh.estimates(scenario=1, of="game", column="turns", statistic="mean").to_dicts()
    assert mean["estimate"] == pytest.approx(truth.value(turns).value)


def test_the_files_are_the_same_bytes_however_they_are_asked_for(
    run: RunDirectory, played: Path, tmp_path: Path
) -> None:
    fresh_games(run, [0, 1, 2])
    other = RunDirectory(shutil.copytree(played, tmp_path / "other"))
    for scenario in (2, 1, 0):
        fresh_games(other, [scenario])
    assert files_of(run) == files_of(other)
    assert len(files_of(run)) == 6
    run.require_finished(deep=True)


def test_nothing_is_played_that_is_kept(run: RunDirectory, monkeypatch: pytest.MonkeyPatch) -> None:
    first = fresh_games(run, [0, 1])
    forbid_playing(monkeypatch)
    again = fresh_games(RunDirectory(run.path), [1, 0])
    assert first is not None and again is not None
    assert again.games.collect().equals(first.games.collect())


def test_kept_games_are_read_where_they_could_not_be_played(
    run: RunDirectory, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh_games(run, [0, 1])
    forbid_match(monkeypatch)
    again = RunDirectory(run.path)
    assert fresh_games(again, [0, 1]) is not None
    assert fresh_games(again, [0, 2]) is None
    assert fresh_games(again, [0, 1]) is not None


def forbid_match(monkeypatch: pytest.MonkeyPatch) -> None:
    def match(*_: object) -> None:
        raise BadInput("the strategy is not here")

    monkeypatch.setattr(RunDirectory, "match", match)


@pytest.mark.parametrize("how", ["damaged", "of the run", "missing"])
def test_what_is_kept_and_not_as_it_was_written_is_played_again(run: RunDirectory, how: str) -> None:
    fresh_games(run, [0, 1])
    before = files_of(run)
    file = run.path / "fresh/games/scenario-00001/part-00000.parquet"
    if how == "damaged":
        contents = bytearray(file.read_bytes())
        contents[len(contents) // 2] ^= 1
        file.write_bytes(contents)
    elif how == "of the run":  # the games that chose
        shutil.copy(run.path / "games/scenario-00001/part-00000.parquet", file)
    else:
        file.unlink()
    with pytest.raises(BadInput, match=r"fresh: damaged, .*scenario-00001"):
        kept_fresh_games(RunDirectory(run.path))
    fresh_games(RunDirectory(run.path), [0, 1])
    assert files_of(run) == before
    assert kept_fresh_games(RunDirectory(run.path)) is not None


def test_there_are_none_where_the_code_has_changed(run: RunDirectory) -> None:
    run.manifest["sources"]["hold_at"] = "0123456789abcdef"
    assert fresh_games(run, [0]) is None
    assert not (run.path / "fresh").exists()


def test_there_are_none_where_games_come_out_otherwise(
    run: RunDirectory, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Match.play

    def otherwise(match: Match, first: int, count: int, *more: Any) -> Any:
        rows, seat_rows = play(match, first, count, *more)
        rows["turns"] += 1
        return rows, seat_rows

    monkeypatch.setattr(Match, "play", otherwise)
    assert fresh_games(run, [0]) is None


def test_there_are_none_where_a_game_breaks(run: RunDirectory, monkeypatch: pytest.MonkeyPatch) -> None:
    play = Match.play

    def breaks(match: Match, first: int, count: int, *more: Any) -> Any:
        if first >= 400:
            raise BadInput("the rules fail")
        return play(match, first, count, *more)

    monkeypatch.setattr(Match, "play", breaks)
    assert fresh_games(run, [0]) is None


def test_there_are_none_where_the_folder_can_not_be_written_to(run: RunDirectory) -> None:
    (run.path / "fresh").write_text("a file in its place")
    assert fresh_games(run, [0]) is None


def test_there_are_none_of_a_run_that_is_not_whole(run: RunDirectory) -> None:
    manifest = json.loads((run.path / "manifest.json").read_text())
    (run.path / "manifest.json").write_text(json.dumps(manifest | {"state": "running", "finished_at": None}))
    assert fresh_games(RunDirectory(run.path), [0]) is None
    assert fresh_games(RunDirectory(run.path, asked=True), [0]) is None


def test_links_in_their_place_lead_nowhere(run: RunDirectory, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (run.path / "fresh").symlink_to(tmp_path / "elsewhere")
    assert fresh_games(run, [0]) is not None
    assert not list((tmp_path / "elsewhere").iterdir())


@pytest.mark.parametrize(("most", "games"), [(400, 40), (60, 15), (30, 0)])
def test_players_that_think_play_fewer_or_none(
    most: int, games: int, run_of: RunOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fresh_module, "PLAYOUTS", most)
    run = run_of(
        "{name: ahead, game: pig, games: 40, strategies: [{think: {base: hold_at, playouts: 4}}, random], "
        "rules: {target: 15}, report: none}"
    )
    fresh = fresh_games(run, [0])
    assert (fresh.games_played[0] if fresh else 0) == games


def test_scenarios_with_different_numbers_of_games_are_compared_by_common_chance(run_of: RunOf) -> None:
    run = run_of(
        "{name: narrow, game: pig, max_games: 12_000, precision: {turns: 0.15}, report: none, "
        "strategies: [hold_at, random], factors: {rules.target: [20, 50, 80]}}"
    )
    counts = run.games_played
    assert len(set(counts.values())) > 1
    fresh = fresh_games(run, list(counts))
    assert fresh is not None and fresh.games_played == counts
    assert {fresh.numbers(scenario)[0] for scenario in counts} == {12_000}
    change = Truth(fresh).value(Of("turns", (0,)) - Of("turns", (2,)))
    means = fresh.games.group_by("scenario").agg(pl.col("turns").mean()).sort("scenario").collect()
    assert change.value == pytest.approx(means["turns"][0] - means["turns"][2])


def test_check_and_verify_tell_of_them(run: RunDirectory) -> None:
    assert "fresh" not in told("check", run.path)
    fresh_games(run, [0, 1])
    assert "fresh is whole: fresh games of 2 scenarios" in told("check", run.path)
    assert "50 of 800 fresh games, in 1 scenario, were played again" in told(
        "verify", run.path, "--games", "50"
    )
    shutil.rmtree(run.path / "fresh/seats")
    assert "fresh: damaged, seats/scenario-00000/part-00000.parquet is missing" in told(
        "check", run.path, code=2
    )


def told(*arguments: object, code: int = 0) -> str:
    done = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert done.exit_code == code, done.output
    return " ".join(done.output.split())


def test_a_run_that_is_played_anew_loses_them_and_one_that_is_resumed_keeps_them(run_of: RunOf) -> None:
    text = "{name: small, game: pig, games: 100, strategies: [hold_at, random], report: none}"
    run = run_of(text)
    fresh_games(run, [0])
    kept = files_of(run)
    file = run.path / "run.yaml"
    file.write_text(text)
    experiment = simkit.experiment(file)
    for existing in ("keep", "resume"):
        run_experiment(experiment, run.path, jobs=1, existing=existing)
        assert files_of(run) == kept
    file.unlink()
    run_experiment(experiment, run.path, jobs=1, existing="replace")
    assert not files_of(run)


def test_results_that_people_entered_have_none(run_of: RunOf) -> None:
    run = run_of("{name: people, game: pig, games: 10, strategies: [hold_at, random], report: none}")
    run.people = {"how": "entered", "names": ["A", "B"], "games": [1]}
    assert fresh_games(run, [0]) is None


IDEA = """
from pathlib import Path
from simkit.engine.contract.strategy import strategy
(Path(__file__).parent / "was_run").touch()

@strategy(game="pig", skill="none")
def idea(table, seat, rules, moves, count, parameters, chance):
    return 1 if table.total > 15 else 0
"""


def test_what_a_stranger_has_made_is_played_only_if_trusted(
    run_of: RunOf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own.py").write_text(IDEA)
    run = run_of("{name: own, game: pig, games: 60, strategies: [./own.py:idea, random], report: none}")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "other account"))
    plugins.forget_changed_files()
    (tmp_path / "was_run").unlink()
    assert fresh_games(RunDirectory(run.path), [0]) is None
    assert not (tmp_path / "was_run").exists()
    assert fresh_games(RunDirectory(run.path, trusted=True), [0]) is not None
    assert fresh_games(RunDirectory(run.path), [0]) is not None  # they are kept now


def test_they_lie_in_the_folder_of_a_run_whose_tables_lie_in_a_store(small: Path, tmp_path: Path) -> None:
    run = run_experiment(
        simkit.experiment(small), tmp_path / "run", jobs=1, store=(tmp_path / "store").as_uri()
    )
    fresh = fresh_games(run, [0, 3])
    assert fresh is not None and len(fresh.games.collect()) == 600
    assert kept_fresh_games(RunDirectory(run.path)) is not None
    RunDirectory(run.path).require_finished(deep=True)
