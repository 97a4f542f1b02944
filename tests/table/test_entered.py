"""Results of games on a real table, from CSV files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from simkit.errors import BadInput
from simkit.run.findings.again import play_again
from simkit.run.store.directory import RunDirectory
from simkit.run.store.people import ENTERED
from simkit.table.entered import read_results
from simkit.table.kept import add_games, directory_of

BY_GAME = "won 1,score 1,won 2,score 2,turns\nyes,103,no,80,21\nno,60,yes,102,\nyes,100,no,44,19\n"
BY_SEAT = "game,seat,player,won,score\n1,1,Ann,x,103\n1,2,Bob,,50\n2,1,Bob,yes,100\n2,2,Ann,no,99\n"


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Path]:
    """Return a function that writes a CSV file."""

    def to(text: str) -> Path:
        path = tmp_path / "tuesday.csv"
        path.write_text(text, encoding="utf-8")
        return path

    return to


def test_a_line_per_game_becomes_a_run(write: Callable[[str], Path], tmp_path: Path) -> None:
    entered = read_results(write(BY_GAME), "pig")
    assert entered.left_out == {"turns": 1}
    out = directory_of(entered.table.experiment, tmp_path / "runs")
    run = add_games(entered.table, entered.games, out, ENTERED)
    run.require_finished()
    assert run.games().collect().columns == ["scenario", "game"]
    seats = run.seats().collect()
    assert seats["score"].to_list() == [103, 80, 60, 102, 100, 44]
    assert seats["won"].to_list() == [True, False, False, True, True, False]
    assert run.line_ups == {0: ["person 1", "person 2"]}
    assert [goal.column for goal in run.game.objectives] == ["won", "score"]
    assert run.game.length_column is None
    with pytest.raises(BadInput, match="played on a real table"):
        play_again(RunDirectory(out), 10)
    with pytest.raises(BadInput, match="played on a real table"):
        list(run.match(0).walk(0))


def test_a_line_per_seat_with_names_that_change_seats(write: Callable[[str], Path]) -> None:
    entered = read_results(write(BY_SEAT.replace("x,103", "yes,103").replace(",,50", ",no,50")), "pig")
    assert entered.table.names == ["Ann", "Bob"]
    assert [game.players for game in entered.games] == [[0, 1], [1, 0]]
    assert entered.games[1].seat_rows[0] == {"won": 1, "score": 100}


def test_semicolons_and_another_number_of_players(write: Callable[[str], Path]) -> None:
    text = "rescued;turns;score 1;score 2;score 3\nyes;11;20;25;31\n"
    entered = read_results(write(text), "castaways")
    assert len(entered.table.players) == 3
    assert entered.games[0].row == {"rescued": 1, "turns": 11}


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "tuesday.csv"
    with pytest.raises(BadInput, match="there is no such file"):
        read_results(path, "pig")
    for contents, message in (
        ("won 1\n".encode("utf-16"), "not UTF-8 text but UTF-16"),
        (b"game,player,won\n1,Ann\x1b[2J,yes\n", r"tuesday\.csv:2:6: .* is not text"),
    ):
        path.write_bytes(contents)
        with pytest.raises(BadInput, match=message):
            read_results(path, "pig")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no columns"),
        ("won 1,won 2\n", "no games"),
        ("wno 1,won 2\nyes,no\n", r"tuesday\.csv:1: unknown column 'wno 1'; did you mean 'won 1'"),
        ("won 1,won 1\nyes,no\n", "two columns are called 'won 1'"),
        ("won 1,won 2\nyes,perhaps\n", r"tuesday\.csv:2: won 2: 'perhaps', allowed are yes and no"),
        ("won 1,score 2\nyes,12.5\n", r"tuesday\.csv:2: score 2: '12.5', allowed is a whole number$"),
        ("won 2,turns\nyes,3000000000\n", r"turns: 3000000000, allowed are whole numbers from -2,147,"),
        ("won 1,won 2\nyes,no,yes\n", r"tuesday\.csv:2: 3 values, the first line names 2"),
        ("turns\n20\n", "of what Pig is played for one column is needed, in all games: won, score"),
        ("player,won\nAnn,yes\n", "with a line per seat a column 'game' says"),
        ("game,seat,won\n1,1,yes\n1,1,no\n", r"tuesday\.csv:3: seat: '1', allowed is each of 1 to 2 once"),
        ("game,won\n1,yes\n", "unknown column 'won'"),
        ("game,player,won\n1,A,yes\n1,B,no\n2,A,yes\n", "a game of 1 player, others have 2"),
        ("won 2,end\nyes,finishd\n", "did you mean 'finished'"),
    ],
)
def test_mistakes_are_said_with_their_place(write: Callable[[str], Path], text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        read_results(write(text), "pig")


def test_the_command_enters(simkit: Callable[..., Result], write: Callable[[str], Path]) -> None:
    path = write(BY_GAME)
    result = simkit("enter", path, "--game", "pig", "--into", "tuesday")
    assert result.exit_code == 0, result.output
    assert "note: turns is left out: 1 game without a value" in result.output
    assert "kept 3 games as runs/tuesday/person-1-person-2-" in result.output
    assert "do not yet tell which player the group is like" in result.output
    again = simkit("enter", path, "--game", "pig", "--into", "tuesday")
    assert again.exit_code == 2
    assert "has game 0 already" in again.output
    other = simkit("enter", path, "--game", "pig", "--into", "..")
    assert other.exit_code == 2
    assert "--into: found '..', allowed are letters" in other.output


@pytest.mark.long
def test_a_report_is_made(simkit: Callable[..., Result], write: Callable[[str], Path]) -> None:
    assert simkit("enter", write(BY_GAME), "--game", "pig", "--into", "tuesday").exit_code == 0
    assert simkit("report", "tuesday", "--no-pdf").exit_code == 0
