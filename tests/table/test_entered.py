"""Results of games on a real table, from CSV files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import polars as pl
import pytest

import simkit as door
from simkit import BadInput
from simkit.run.findings.again import play_again
from simkit.run.store.directory import RunDirectory
from simkit.run.store.people import ENTERED
from simkit.table.entered import read_results
from simkit.table.kept import add_games, directory_of
from simkit.testing import find_game
from tests.conftest import Simkit

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
    assert run.games.collect().columns == ["scenario", "game"]
    seats = run.seats.collect()
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
    path.write_bytes(b"game,player,won\n1,Ann\x1b[2J,yes\n")
    with pytest.raises(BadInput, match=r"tuesday\.csv:2:6: .* is not text"):
        read_results(path, "pig")


def in_turn(with_seats: bool = True) -> str:
    """Return 60 games of three people, two at a time: Ann wins her 40, Bob 20 against Cy."""
    pairs = [("Ann", "Bob"), ("Ann", "Cy"), ("Bob", "Cy")]
    lines = ["game,seat,player,won,score"]
    for game in range(60):
        winner, loser = pairs[game % 3]
        seated = [(winner, "yes", 103), (loser, "no", 60)]
        for seat, (name, won, score) in enumerate(seated if game % 2 else seated[::-1], start=1):
            lines.append(f"{game + 1},{seat},{name},{won},{score}")
    rows = [line.split(",") for line in lines]
    return "\n".join(",".join(row if with_seats else [row[0], *row[2:]]) for row in rows) + "\n"


def test_a_person_is_one_player_over_all_games(write: Callable[[str], Path], tmp_path: Path) -> None:
    entered = read_results(write(in_turn()), "pig")
    run = add_games(entered.table, entered.games, tmp_path / "run", ENTERED)
    assert run.line_ups == {0: ["Ann", "Bob", "Cy"]}
    won = run.estimates(column="won", statistic="rate")
    rates = {row["of"]: (row["estimate"], row["n"]) for row in won.iter_rows(named=True)}
    assert rates["player 0"] == (1.0, 40)
    assert rates["player 1"] == (0.5, 40)
    assert rates["player 2"] == (0.0, 40)


def test_people_who_take_turns_stand_in_summary_and_report_by_name(
    simkit: Simkit, write: Callable[[str], Path]
) -> None:
    assert simkit("enter", write(in_turn()), "--game", "pig", "--into", "tuesday").exit_code == 0
    shown = simkit("summary", "tuesday").output
    assert "Ann wins 100\xa0% of games; Bob 50\xa0% (35 to 65); Cy 0\xa0%." in shown
    assert "person" not in shown
    assert simkit("report", "tuesday", "--no-pdf").exit_code == 0
    page = page_of("tuesday")
    assert "Bob" in page
    assert "person 1" not in page
    assert "equally often" not in page
    assert "same experiment, seed and version" not in page


def page_of(name: str) -> str:
    """Return the report of the only run of a name."""
    (page,) = Path("runs", name).glob("*/report.html")
    return page.read_text(encoding="utf-8").replace("\xa0", " ")


def test_without_a_column_of_seats_nothing_is_said_about_seats(
    simkit: Simkit, write: Callable[[str], Path]
) -> None:
    lines = ["game,player,score,won"]
    for game in range(40):
        names = ["Ann", "Bob"] if game % 3 else ["Bob", "Ann"]
        lines += [f"{game},{names[0]},103,yes", f"{game},{names[1]},60,no"]
    path = write("\n".join(lines))
    assert simkit("enter", path, "--game", "pig", "--into", "tuesday").exit_code == 0
    shown = simkit("summary", "tuesday").output
    assert "Ann against Bob wins" in shown
    assert " seat" not in shown
    assert simkit("report", "tuesday", "--no-pdf").exit_code == 0
    page = page_of("tuesday")
    assert not [words for words in ("first seat", "Seat 1", "seat 1", "seats:") if words in page]
    run = door.open_run("tuesday")
    assert not run.summary["of"].str.starts_with("seat").any()
    assert "seat" not in simkit("compare", "tuesday", "tuesday").output


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no columns"),
        ("won 1,won 2\n", "no games"),
        ("wno 1,won 2\nyes,no\n", r"tuesday\.csv:1: unknown column 'wno 1'; did you mean 'won 1'"),
        ("won 1,won 1\nyes,no\n", "two columns are called 'won 1'"),
        ("won 1,won 2\nyes,perhaps\n", r"tuesday\.csv:2: won 2: 'perhaps', allowed are yes and no"),
        ("won 1,score 2\nyes,12.5\n", r"tuesday\.csv:2: score 2: '12.5', allowed is a whole number$"),
        ("won 2,turns\nyes,3000000000\n", r"turns: 3000000000, allowed are whole numbers from 0 to 2,147,"),
        ("won 1,won 2,turns\nyes,no,-20\n", r"tuesday\.csv:2: turns: -20, allowed are whole numbers from 0"),
        ("game,seat,player,won\n1,1,Ann,yes\n1,2,Ann,no\n", r"tuesday\.csv:3: player: 'Ann' sits at two"),
        ("game,player,won\n1,Ann,yes\n1,Bob,yes\n", r"tuesday\.csv:3: won: yes for 2 players"),
        ("won 1,won 2\nyes,no\nyes,yes\n", r"tuesday\.csv:3: won: yes for 2 players"),
        ("game,player,won\n1,Ann,no\n1,Bob,no\n", r"tuesday\.csv:2: won: no in all lines"),
        ("won 1,won 2\nyes,no\nno,no\n", r"tuesday\.csv:3: won: nobody"),
        ("won 1,score 1,won 2,score 2\nyes,3,no,100\n", r"tuesday\.csv:2: won: yes, but another player has"),
        ("game,player,rank\n1,Ann,2\n1,Bob,2\n", r"tuesday\.csv:2: rank: nobody in this game has rank 1"),
        ("won 1,rank 1,won 2,rank 2\nyes,2,no,1\n", r"tuesday\.csv:2: won: the winner has rank 1"),
        ("game,player,won\n1,hold_at,yes\n1,Bob,no\n", r"tuesday\.csv:2: player: 'hold_at' is a strategy"),
        ("game,player,won\n1,Ann,yes\n1,,no\n", r"tuesday\.csv:3: player: nothing"),
        ("game,player,won\n1,Ann,yes\n1,Bob,no\n2,ann,yes\n2,Bob,no\n", r":4: player: 'ann' is 'Ann' in"),
        (
            f"won 1,{'x' * 30_000}\nyes\n",
            r"tuesday\.csv:2: 1 value, the first line names 2: no x{200}\.\.\.$",
        ),
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


def test_the_command_enters(simkit: Simkit, write: Callable[[str], Path]) -> None:
    path = write(BY_GAME)
    result = simkit("enter", path, "--game", "pig", "--into", "tuesday")
    assert result.exit_code == 0, result.output
    assert "turns is left out" in result.output
    assert "3 games as runs/tuesday/entered-" in result.output
    assert "do not yet tell " in result.output
    other = simkit("enter", path, "--game", "pig", "--into", "..")
    assert other.exit_code == 2
    assert "--into: found '..', allowed" in other.output


def test_ties_are_taken_where_points_or_ranks_say_so(write: Callable[[str], Path]) -> None:
    (tied,) = read_results(write("won 1,score 1,won 2,score 2\nyes,99,yes,99\n"), "pig").games
    assert [row["won"] for row in tied.seat_rows] == [1, 1]
    to_a_seat = "won 1,score 1,won 2,score 2\nno,30,yes,30\n"  # what broke the tie was not written down
    (tied,) = read_results(write(to_a_seat), "nautilus_island").games
    assert [row["won"] for row in tied.seat_rows] == [0, 1]
    by_rank = "game,player,rank\n1,Ann,1\n1,Bob,1\n1,Cy,3\n"
    (tied,) = read_results(write(by_rank), "nautilus_island").games
    assert [row["won"] for row in tied.seat_rows] == [1, 1, 0]


def test_a_game_that_was_stopped_has_no_winner(write: Callable[[str], Path]) -> None:
    entered = read_results(write("won 1,won 2,end\nno,no,decision_cap\nyes,no,finished\n"), "pig")
    assert len(entered.games) == 2


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("pig", BY_GAME),
        ("pig", "score 1,score 2\n100,80\n"),
        ("pig", "game,player,won\n1,Ann,yes\n1,Bob,no\n"),
        ("nautilion", "won\nyes\nno\n"),
        ("nautilion", "won,crew_aboard\nyes,9\nno,4\n"),
        ("nautilus_island", "score 1,score 2,score 3,score 4\n30,25,20,10\n"),
        ("nautilus_island", "won 1,won 2,won 3,rounds\nyes,no,no,7\n"),
        ("castaways", "rescued\nyes\nno\n"),
        ("castaways", "rescued,deaths,rescued 1,rescued 2\nyes,0,yes,yes\nno,2,no,no\n"),
        ("yacht", "score\n200\n180\n"),
    ],
)
def test_what_a_group_did_not_write_down_is_left_out(
    simkit: Simkit, write: Callable[[str], Path], game: str, text: str
) -> None:
    entered = simkit("enter", write(text), "--game", game, "--into", "tuesday")
    assert entered.exit_code == 0, entered.output
    for command in (["summary", "tuesday"], ["report", "tuesday", "--no-pdf"]):
        result = simkit(*command)
        assert result.exit_code == 0, result.output


def a_sheet(game: str, chance: Random) -> str:
    """Return results of four simulated games, of which a group wrote down some columns."""
    played = door.run(game=game, strategy="random", games=4)
    games, own = played.games.collect(), find_game(game)
    of_game = [column.name for column in own.columns]
    of_seat = [column.name for column in own.seat_columns] if "seats" in dict(played.tables()) else []
    goals = [goal for goal in own.objectives if goal.of == "game" or of_seat]
    goal = chance.choice(goals).column
    picked = {name for name in of_game + of_seat if name == goal or chance.random() < 0.3}
    winners = played.seats.filter("won").collect() if of_seat else pl.DataFrame()
    if "won" in picked and winners.height > games.height:  # a tie needs its ranks
        picked.add("rank")
    rows = [{name: row[name] for name in of_game if name in picked} for row in games.iter_rows(named=True)]
    seat_picked = [name for name in of_seat if name in picked]
    by_seat = bool(of_seat) and chance.random() < 0.5
    lines = []
    for number, row in enumerate(rows):
        seats = played.seats.filter(game=number).sort("seat").collect() if of_seat else pl.DataFrame()
        if by_seat:
            lines += [
                {"game": number, "player": f"P{seat['seat']}"}
                | row
                | {name: seat[name] for name in seat_picked}
                for seat in seats.iter_rows(named=True)
            ]
        else:
            for seat in seats.iter_rows(named=True):
                row |= {f"{name} {seat['seat'] + 1}": seat[name] for name in seat_picked}
            lines.append(row)
    return pl.DataFrame(lines, infer_schema_length=None).write_csv()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "game", ["pig", "nautilion", "nautilus_island", "nautilus_2002", "castaways", "night_market", "yacht"]
)
def test_any_columns_of_any_game_make_a_summary_and_a_report(
    simkit: Simkit, write: Callable[[str], Path], game: str, seed: int
) -> None:
    text = a_sheet(game, Random(seed))
    for command in (
        ["enter", write(text), "--game", game, "--into", "tuesday"],
        ["summary", "tuesday"],
        ["report", "tuesday", "--no-pdf"],
    ):
        result = simkit(*command)
        assert result.exit_code == 0, f"{text}\n{result.output}"
