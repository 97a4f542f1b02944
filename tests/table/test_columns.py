"""Logs of other tables: what their columns mean, proposed, corrected, and kept beside the file."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

import simkit as door
from tests.conftest import Simkit

BGA = """\
table_id;date;player_name;final_score;player_rank;elo;variant;comment
77001;2026-05-01 20:15;Zoë;103;1;1500;A;good
77001;2026-05-01 20:15;Bob;80;2;1400;A;
77002;2026-05-01 21:02;Zoë;60;2;1501;B;bad
77002;2026-05-01 21:02;Bob;101;1;1399;B;
77003;2026-05-08 20:00;Bob;100;1;1399;B;
77003;2026-05-08 20:00;Zoë;44;2;1399;B;late
"""

PHONE = """\
Date,Ann,Bob,Cy
2026-05-01,103,80,
2026-05-01,60,100,
2026-05-02,,40,101
"""

SIMULATOR = """\
match,P1 Name,P1 Score,P2 Name,P2 Score,Winner,Table
1,Ann,100,Bob,50,Ann,red
2,Bob,101,Ann,30,Bob,blue
"""


def enter_twice(simkit: Simkit, folder: Path, text: str) -> dict[str, object]:
    """Enter a log of Pig: a mapping is proposed, then taken; return it."""
    log = folder / "log.csv"
    log.write_text(text, encoding="utf-8")
    command = ("enter", log, "--game", "pig", "--columns", "results.yaml", "--into", "log")
    proposed = simkit(*command)
    assert proposed.exit_code == 0, proposed.output
    assert "enter the same command again" in proposed.output
    assert not (folder / "runs").exists()
    entered = simkit(*command)
    assert entered.exit_code == 0, entered.output
    found: dict[str, object] = yaml.safe_load((folder / "results.yaml").read_text(encoding="utf-8"))
    return found


def test_a_log_with_a_line_for_each_player(simkit: Simkit, tmp_path: Path) -> None:
    found = enter_twice(simkit, tmp_path, BGA)
    assert found["columns"] == {
        "table_id": "game", "date": "evening", "player_name": "player", "final_score": "score",
        "player_rank": "rank",
    }  # fmt: skip
    assert (found["labels"], found["seat_labels"], found["left_out"]) == (["variant"], ["elo"], ["comment"])
    run = door.open_run("log")
    games = run.games.collect()
    assert games["evening"].to_list() == ["2026-05-01", "2026-05-01", "2026-05-08"]
    assert games["variant"].to_list() == ["A", "B", "B"]
    seats = run.seats.collect()
    assert seats["won"].to_list() == [True, False, False, True, True, False]
    assert seats["elo"].to_list() == ["1500", "1400", "1501", "1399", "1399", "1399"]


def test_a_score_sheet_with_a_column_for_each_person(simkit: Simkit, tmp_path: Path) -> None:
    found = enter_twice(simkit, tmp_path, PHONE)
    assert found["columns"] == {
        "Date": "evening", "Ann": "score of Ann", "Bob": "score of Bob", "Cy": "score of Cy",
    }  # fmt: skip
    run = door.open_run("log")
    assert run.line_ups == {0: ["Ann", "Bob", "Cy"]}
    seats = run.seats.collect()
    assert seats["player"].to_list() == [0, 1, 0, 1, 1, 2]
    assert seats["won"].to_list() == [True, False, False, True, False, True]  # who has more points has won
    assert not run.knows_seats
    (page, *_) = run.report()
    assert "Ann against" not in page.read_text(encoding="utf-8")  # who met whom differs from game to game


def test_a_log_with_numbered_players_and_a_winner_by_name(simkit: Simkit, tmp_path: Path) -> None:
    found = enter_twice(simkit, tmp_path, SIMULATOR)
    assert found["columns"] == {
        "match": "game", "P1 Name": "player 1", "P1 Score": "score 1", "P2 Name": "player 2",
        "P2 Score": "score 2", "Winner": "won",
    }  # fmt: skip
    run = door.open_run("log")
    assert run.knows_seats
    assert run.seats.collect()["won"].to_list() == [True, False, True, False]


LETTERED = """\
Table ID,Date,Player A,Player B,Points A,Points B,Winner,Rounds,Remark,Turn
1001,2026-11-01,Ann,Bob,102,31,Ann,12,,7
1002,2026-11-01,Ann,Bob,44,100,Bob,15,late,7
1003,2026-11-08,Cy,Bob,100,20,Cy,9,,7
"""


def test_a_log_with_players_by_letter_and_columns_that_mean_nothing(simkit: Simkit, tmp_path: Path) -> None:
    found = enter_twice(simkit, tmp_path, LETTERED)
    assert found["columns"] == {
        "Table ID": "game", "Date": "evening", "Player A": "player 1", "Player B": "player 2",
        "Points A": "score 1", "Points B": "score 2", "Winner": "won", "Turn": "turns",
    }  # fmt: skip
    assert (found["labels"], found["left_out"]) == ([], ["Rounds", "Remark"])
    assert door.open_run("log").seats.collect()["won"].to_list() == [True, False, False, True, True, False]


def test_where_the_first_listed_always_wins_the_numbers_are_no_seats(simkit: Simkit, tmp_path: Path) -> None:
    lines = ["match,Player 1,Player 2,Score 1,Score 2"]
    lines += [f"{game},{'Ann,Bob' if game % 2 else 'Bob,Ann'},{100 + game},{game}" for game in range(6)]
    found = enter_twice(simkit, tmp_path, "\n".join(lines))
    assert found["seats"] is False
    assert not door.open_run("log").knows_seats


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("columns: {tabel_id: game}",
         "results.yaml:1:21: unknown column 'tabel_id'; did you mean 'table_id'"),
        ("columns: {table_id: gaem}", "unknown meaning 'gaem'; did you mean 'game'"),
        ("columns: {elo: score of}", "unknown meaning 'score of'"),
        ("labels: [elo, elo]", "'elo' stands here twice"),
        ("labels: [elo]\nleft_out: [elo]", "'elo' stands here twice"),
        ("label: [elo]", "unknown key 'label'; did you mean 'labels'"),
        ("labels: elo", "labels"),
        ("- a\n", "a mapping of columns is a mapping"),
        ("columns: {elo: game, table_id: game, player_name: player}", "'table_id' and 'elo' are both 'game'"),
        ("columns: {table_id: game, player_name: player, final_score: score}\nlabels: [elo]",
         "'1500' and '1400' in one game"),
        ("columns: {player_name: score of Ann, elo: score 2}", "use one kind"),
    ],
)  # fmt: skip
def test_mistakes_in_a_mapping_are_told(simkit: Simkit, tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "log.csv").write_text(BGA, encoding="utf-8")
    (tmp_path / "results.yaml").write_text(text, encoding="utf-8")
    result = simkit("enter", "log.csv", "--game", "pig", "--columns", "results.yaml")
    assert result.exit_code == 2, result.output
    assert message in result.output


def test_a_label_may_not_be_called_like_a_column(simkit: Simkit, tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text("game,player,won,Score\n1,Ann,yes,9\n1,Bob,no,8\n", encoding="utf-8")
    (tmp_path / "results.yaml").write_text("seat_labels: [Score]", encoding="utf-8")
    result = simkit("enter", "log.csv", "--game", "pig", "--columns", "results.yaml")
    assert result.exit_code == 2
    assert "'Score' is called like a column of Pig" in result.output


def test_a_workbook_of_ones_own_is_read_like_a_csv_file(simkit: Simkit, tmp_path: Path) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    page = book.active
    assert page is not None
    for row in (
        ["game", "seat", "name", "won", "score"],
        [1, 1, "Ann", True, 103.0],
        [1, 2, "Bob", False, 50],
    ):
        page.append(row)
    book.save(tmp_path / "alone.xlsx")
    assert simkit("enter", "alone.xlsx", "--game", "pig", "--into", "alone").exit_code == 0
    book.create_sheet("notes").append(["nothing"])
    book.save(tmp_path / "log.xlsx")
    result = simkit("enter", "log.xlsx", "--game", "pig", "--into", "log")
    assert result.exit_code == 0, result.output
    assert "'Sheet' is read; 'notes' left out" in result.output
    run = door.open_run("log")
    assert run.seats.collect()["score"].to_list() == [103, 50]
    assert run.games.collect()["evening"].to_list() == ["log"]


def test_labels_of_one_evening_are_not_lost_with_the_next(simkit: Simkit, tmp_path: Path) -> None:
    enter_twice(simkit, tmp_path, BGA)
    (tmp_path / "friday.csv").write_text(
        "game,player,won,score,rank\n1,Bob,yes,100,1\n1,Dan,no,3,2\n", encoding="utf-8"
    )
    result = simkit("enter", "friday.csv", "--game", "pig", "--into", "log")
    assert result.exit_code == 0, result.output
    run = door.open_run("log")
    assert run.games.collect()["variant"].to_list() == ["A", "B", "B", "not said"]
    assert run.games.collect()["evening"].to_list()[-1] == "friday"
    assert run.seats.collect()["elo"].to_list()[-2:] == ["not said", "not said"]
