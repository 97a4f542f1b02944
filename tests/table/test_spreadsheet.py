"""Sheets as spreadsheets, pandas and R write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from simkit import BadInput
from simkit.table.entered import Entered, read_results
from tests.conftest import Simkit

PLAIN = "game,seat,player,won,score\n1,1,Zoë,yes,103\n1,2,Bob,no,50\n2,1,Bob,yes,100\n2,2,Zoë,no,99\n"


def entered(folder: Path, contents: str | bytes, game: str = "pig") -> Entered:
    """Return what is read of a file."""
    path = folder / "tuesday.csv"
    path.write_bytes(contents if isinstance(contents, bytes) else contents.encode())
    return read_results(path, game)


@pytest.mark.parametrize(
    "contents",
    [
        PLAIN.encode("utf-8-sig"),
        PLAIN.encode("utf-16"),
        PLAIN.encode("cp1252"),
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace(",", ";"),
        PLAIN.replace(",", "\t"),
        f"sep=;\n{PLAIN.replace(',', ';')}",
        PLAIN.replace(",", ";").replace("103", "103,0").replace("99", "99,00"),
        PLAIN.replace("103", "103.0").replace("99", "99.0"),
        PLAIN.replace("103", "1.03e+02"),
        PLAIN.replace("yes", "WAHR").replace("no", "FALSCH"),
        PLAIN.replace("yes", "Ja").replace("no", "Nein"),
        PLAIN.replace("yes", "oui").replace("no", "non"),
        PLAIN.replace("yes", "TRUE").replace("no", "FALSE"),
        PLAIN.replace("yes", "T").replace("no", "F"),
        PLAIN.replace("yes", "1").replace("no", "0"),
        PLAIN.replace("yes", "1.0").replace("no", "0.0"),
        PLAIN.replace("yes", "x").replace("no", ""),
        PLAIN.replace("game,seat,player,won,score", "Game,Seat,Player,Winner,Score"),
        PLAIN.replace("game,seat,player,won,score", "game,seat,name,win,points"),
        "\n".join(f"{line},," for line in PLAIN.splitlines()),
        "\n".join(f"{'' if i == 0 else i - 1},{line}" for i, line in enumerate(PLAIN.splitlines())),
        "\n".join(f"{'Unnamed: 0' if i == 0 else i},{line}" for i, line in enumerate(PLAIN.splitlines())),
        '"game" "seat" "player" "won" "score"\n"1" 1 1 "Zoë" TRUE 103\n"2" 1 2 "Bob" FALSE 50\n'
        '"3" 2 1 "Bob" TRUE 100\n"4" 2 2 "Zoë" FALSE 99\n',
        f"\n{PLAIN}\n,,,,\n",
    ],
)
def test_usual_dialects_say_the_same(tmp_path: Path, contents: str | bytes) -> None:
    plain, other = entered(tmp_path, PLAIN), entered(tmp_path, contents)
    assert other.games == plain.games
    assert other.table.names == plain.table.names


def test_columns_that_the_game_has_not_are_left_out_in_one_line(tmp_path: Path) -> None:
    more = ["date,comment", *["3.5.,ok"] * 4]
    lines = [f"{line},{cells}" for line, cells in zip(PLAIN.splitlines(), more, strict=True)]
    found = entered(tmp_path, "\n".join(lines))
    assert found.notes == ["date and comment are left out: Pig has no such columns"]


def test_a_file_that_excel_wrote_for_windows_is_noted_with_a_line_to_look_at(tmp_path: Path) -> None:
    (note,) = entered(tmp_path, PLAIN.encode("cp1252")).notes
    assert "line 2 is: 1,1,Zoë,yes,103" in note


@pytest.mark.parametrize("name", ["rank", "Place"])
def test_ranks_say_who_has_won(tmp_path: Path, name: str) -> None:
    text = f"game,player,{name}\n1,Ann,1\n1,Bob,2\n2,Ann,2\n2,Bob,1\n"
    for game in ("pig", "night_market"):
        games = entered(tmp_path, text, game).games
        assert [[row["won"] for row in played.seat_rows] for played in games] == [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    ("contents", "message"),
    [
        (b"PK\x03\x04" + bytes(2_000_000), r"tuesday\.csv: is a workbook .* 'CSV UTF-8'"),
        (b"\xd0\xcf\x11\xe0rest", "is an old workbook"),
        (PLAIN.encode("utf-16")[2:], "not text; save"),
        (b"won 1,won 2\nyes,no\nyes,\x81\n", r"tuesday\.csv:3: neither UTF-8 nor Windows text"),
        ("won 1,score 1,won 2,score 2\nyes,103\n", r"tuesday\.csv:2: 2 values, .* no won 2 and score 2"),
        ("won 1,score 1,won 2\nyes,103,0,no\n", r"tuesday\.csv:2: 4 values, .* with a comma stands between"),
        ('score 1,score 2\n"1,000",80\n', "may be 1 or a thousand times as much"),
        ("score 1,score 2\n103.5,80\n", "score 1: '103.5', allowed is a whole number"),
        (f"score 1,score 2\n{'9' * 5000},80\n", r"score 1: '9{40}\.\.\.', allowed are numbers of at most 30"),
        (f"score 1,score 2\n80,1e{'9' * 5000}\n", "at most 30 digits"),
        (f"game,seat,score\n1,{'1' * 5000},80\n1,2,70\n", r"seat: '1{40}\.\.\.', allowed is each"),
        (f"score 1,score {'9' * 5000}\n80,70\n", "unknown column|is left out|needed|2 players"),
        (f"game,player,score\n1,{'A' * 5000},80\n1,Bob,70\n", "a name has at most 60 letters"),
        ("won 1,Won 1\nyes,no\n", "'won 1' and 'Won 1' are one column"),
    ],
)
def test_what_can_not_be_read_is_told_with_what_to_do(
    tmp_path: Path, contents: str | bytes, message: str
) -> None:
    with pytest.raises(BadInput, match=message):
        entered(tmp_path, contents)


def test_the_next_evening_is_numbered_on(simkit: Simkit, tmp_path: Path) -> None:
    first, second, third = (tmp_path / f"{day}.csv" for day in ("monday", "tuesday", "wednesday"))
    first.write_text(PLAIN, encoding="utf-8")
    second.write_text("game,seat,player,won,score\n1,1,Dan,yes,100\n1,2,Bob,no,9\n", encoding="utf-8")
    third.write_text(f"{PLAIN}3,1,Dan,yes,100\n3,2,Bob,no,9\n", encoding="utf-8")
    assert simkit("enter", first, "--game", "pig", "--into", "group").exit_code == 0
    added = simkit("enter", second, "--game", "pig", "--into", "group")
    assert added.exit_code == 0, added.output
    assert "which has 3 games now" in added.output
    assert "Dan" in simkit("summary", "group").output
    poorer = tmp_path / "thursday.csv"
    poorer.write_text("game,player,won\n1,Dan,yes\n1,Bob,no\n", encoding="utf-8")
    less = simkit("enter", poorer, "--game", "pig", "--into", "group")
    assert "note: score and seat left out" in less.output
    for path, words in ((first, "they were entered"), (third, "the first 4 of them were entered")):
        again = simkit("enter", path, "--game", "pig", "--into", "group")
        assert again.exit_code == 2
        assert words in again.output


def test_a_file_without_a_column_of_games_is_added_too(simkit: Simkit, tmp_path: Path) -> None:
    path = tmp_path / "evening.csv"
    for scores in ("50,50", "49,49"):  # nobody knows who has won
        path.write_text(f"score 1,score 2\n{scores}\n", encoding="utf-8")
        result = simkit("enter", path, "--game", "pig", "--into", "group")
        assert result.exit_code == 0, result.output
    assert "which has 2 games now" in result.output
    path.write_text("turns,won 1,won 2\n9,yes,no\n", encoding="utf-8")
    other = simkit("enter", path, "--game", "pig", "--into", "group")
    assert other.exit_code == 2
    assert "in common" in other.output


def test_without_a_name_more_games_of_the_same_people_need_into(simkit: Simkit, tmp_path: Path) -> None:
    path = tmp_path / "evening.csv"
    path.write_text(PLAIN, encoding="utf-8")
    assert simkit("enter", path, "--game", "pig").exit_code == 0
    again = simkit("enter", path, "--game", "pig")
    assert again.exit_code == 2
    assert "--into" in again.output
