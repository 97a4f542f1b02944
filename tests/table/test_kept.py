"""Games that people have played are rows of a run like any other."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

import simkit as door
from simkit import BadInput, Run
from simkit.run.findings.again import play_again
from simkit.run.store.directory import RunDirectory
from simkit.table.game import TableGame
from simkit.table.kept import KeptGame, add_games, directory_of, games_in
from simkit.table.setting import table_for
from tests.conftest import RunOf, Simkit
from tests.table.conftest import hold_at_25, play_like, play_table


def test_the_run_of_a_table_has_games_seats_choices_and_a_summary(tuesday: RunDirectory) -> None:
    tuesday.require_finished()
    people = tuesday.people
    assert people is not None
    assert people["names"] == ["you"]
    assert people["how"] == "played"
    assert people["games"] == [0, 1, 2]
    assert tuesday.games.collect()["game"].to_list() == [0, 1, 2]
    seats = tuesday.seats.collect()
    assert seats["player"].to_list() == [0, 1, 1, 0, 0, 1]
    assert seats["won"].sum() == 3
    assert tuesday.line_ups == {0: ["you", "hold_at"]}
    choices = tuesday.choices()
    assert set(choices["player"]) == {0}
    assert choices["options"].unique().to_list() == [2]
    assert tuesday.estimates(of="player 1", column="won")["n"].to_list() == [3]


def test_its_games_are_those_of_a_simulation_with_the_same_seed(tuesday: RunDirectory, run_of: RunOf) -> None:
    simulated = run_of(
        "name: same\ngame: pig\ngames: 10\nreport: none\n"
        "strategies: [{base: hold_at, parameters: {n: 25}}, hold_at]\n"
    )
    numbers = pl.col("game") < 3
    for frame, other in ((tuesday.games, simulated.games), (tuesday.seats, simulated.seats)):
        assert frame.collect().equals(other.filter(numbers).collect())


def test_more_games_join_the_run_and_any_number_can_be_played(tuesday: RunDirectory) -> None:
    table = table_for("pig", seats="you, hold_at")
    seventh = KeptGame.of(play_like(TableGame(table, 7), hold_at_25))
    first = tuesday.games.collect()
    run = add_games(table, [seventh], tuesday.path)
    assert run.manifest["identity"] != tuesday.manifest["identity"]
    assert run.games.head(3).collect().equals(first)
    assert games_in(run.path) == [0, 1, 2, 7]
    assert play_again(run, 100).games == 4
    assert play_again(run, 100).differing == 0
    with pytest.raises(BadInput, match="has game 7 already"):
        add_games(table, [seventh], run.path)


def test_the_directory_of_a_table_takes_no_games_of_another(tuesday: RunDirectory) -> None:
    other = table_for("pig", seats="you, hold_at", settings=["rules.target=50"])
    game = KeptGame.of(play_like(TableGame(other, 9), hold_at_25))
    with pytest.raises(BadInput, match="holds games of another table"):
        add_games(other, [game], tuesday.path)
    assert directory_of(other.experiment, Path("runs")) != directory_of(
        table_for("pig", seats="you, hold_at").experiment, Path("runs")
    )


def test_a_game_is_told_again_and_nobody_knows_what_a_person_would_choose_elsewhere(
    tuesday: RunDirectory,
) -> None:
    run = Run(tuesday.path)
    assert "Seat 1 rolls" in str(run.replay(game=0))
    with pytest.raises(BadInput, match="there is no game 3; people played 0, 1, 2"):
        run.replay(game=3)
    match = tuesday.match(0)
    with pytest.raises(BadInput, match=r"a person \('you'\) chose at move \d+ of game 0"):
        for _ in match.walk(0, instead={1: 1}):
            pass


def test_a_changed_result_is_found(tuesday: RunDirectory) -> None:
    manifest = json.loads((tuesday.path / "manifest.json").read_text())
    manifest["experiment"]["people"]["games"] = [0, 1, 3]
    (tuesday.path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(BadInput, match="damaged"):
        RunDirectory(tuesday.path)


@pytest.mark.long
def test_commands_read_it_like_any_other_run(simkit: Simkit, tmp_path: Path, run_of: RunOf) -> None:
    play_table(table_for("pig", seats="you, hold_at"), range(4), hold_at_25, Path("runs"))
    simulated = run_of("name: same\ngame: pig\ngames: 50\nreport: none\nstrategies: [hold_at, hold_at]\n")
    wanted: dict[tuple[object, ...], str] = {
        ("check", "pig_table"): "is whole: 5 files",
        ("check", "pig_table", "--deep"): "summary.parquet is what the tables come to",
        ("verify", "pig_table"): "4 of 4 games, in 1 scenario, were played again: every column came out",
        ("summary", "pig_table"): "you",
        ("runs",): "you, hold_at",
        ("replay", "pig_table", "--game", 2): "Strategies: you",
        ("replay", "pig_table", "--where", "won and seat = 0"): "wins",
        ("compare", simulated.path, "pig_table"): "hold_at -> you",
        ("report", "pig_table", "--no-pdf"): "report.html",
    }
    for arguments, words in wanted.items():
        result = simkit(*arguments)
        assert result.exit_code == 0, (arguments, result.output)
        assert words in result.output, (arguments, result.output)


def test_the_door_opens_it(tuesday: RunDirectory) -> None:
    run = door.open_run(tuesday.path)
    assert run.games.collect().height == 3
    assert "pig_table" in repr(run)
