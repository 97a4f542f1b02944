"""A sheet for a table: printed, filled in, and entered, evening by evening."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from random import Random
from zipfile import ZipFile

import openpyxl
import pytest
from click.testing import CliRunner, Result

import simkit as door
from simkit import BadInput
from simkit.cli.main import main
from simkit.table.code import LETTERS, read_code
from simkit.table.printed import Paper, write_pdf
from simkit.table.sheet import sheet_for
from tests.conftest import Simkit

IDEA = """\
name: idea
title: "Pig to 50: is it short enough?"
game: pig
rules: {target: 50}
strategies: [hold_at, {base: hold_at, overlooks: 0.1}]
targets: {turns: 10 to 20}
factors: {rules.sides: [6, 8]}
sheet:
  questions: ["How much fun was it, from 1 to 5?", "Was it too long?"]
"""

EVENING = [
    {"name": ["Ann", "Bob"], "began": ["x", None], "won": ["x", None], "score": [52, 31], "turns": 9,
     "Q1": [4, 3], "Q2": ["no", "yes"]},
    {"began": [None, "x"], "won": ["x", None], "score": [50, 44], "turns": 14, "Q1": [5, None]},
    {"name": ["Cy", None], "won": [None, "x"], "began": ["x", None], "score": [12, 51], "turns": 7},
]  # fmt: skip
"""Three games of Pig, as a group fills them in: a name is left empty where the same person stays."""


@pytest.fixture
def idea(simkit: Simkit, tmp_path: Path) -> Path:
    """Return the workbook of a sheet for an experiment."""
    (tmp_path / "idea.yaml").write_text(IDEA, encoding="utf-8")
    result = simkit("sheet", "idea.yaml", "--tables", 2)
    assert result.exit_code == 0, result.output
    (workbook,) = tmp_path.glob("idea-*.xlsx")
    return workbook


def fill_in(
    workbook: Path, name: str, evening: str, games: Sequence[Mapping[str, object]], table: str = "Table 1"
) -> Path:
    """Write results into a workbook, as a person does, and save it under another name."""
    book = openpyxl.load_workbook(workbook)
    page = book[table]
    page["B3"] = evening
    head = next(row[0].row for row in page.iter_rows() if row[0].value == "game")
    places = {cell.value: cell.column for cell in page[head]}
    for number, game in enumerate(games):
        for heading, said in game.items():
            values = said if isinstance(said, list) else [said]
            for seat, value in enumerate(values):
                page.cell(head + 1 + 2 * number + seat, places[heading], value)
    path = workbook.with_name(name)
    book.save(path)
    return path


def code_in(workbook: Path) -> str:
    """Return the code in the name of a workbook."""
    return workbook.stem.partition("-")[2]


def answer(*words: str, options: Sequence[str] = ()) -> Result:
    """Run `simkit enter` with what somebody types."""
    return CliRunner().invoke(main, ["enter", *options], input="\n".join(words) + "\n")


def test_an_evening_from_the_workbook_becomes_a_run(simkit: Simkit, idea: Path) -> None:
    result = simkit("enter", fill_in(idea, "tuesday.xlsx", "Tuesday", EVENING))
    assert result.exit_code == 0, result.output
    assert "kept 3 games as runs/idea_table/entered-" in result.output
    run = door.open_run("idea_table")
    assert run.line_ups == {0: ["Ann", "Bob", "Cy"]}
    assert run.scenarios.row(0, named=True)["scenario"] == 0
    (rules,) = run.rules()
    assert (rules.model_dump()["target"], rules.model_dump()["sides"]) == (50, 6)
    games = run.games.collect()
    assert games["turns"].to_list() == [9, 14, 7]
    assert games["evening"].to_list() == ["Tuesday"] * 3
    assert games["table"].to_list() == ["1"] * 3
    seats = run.seats.sort("game", "seat").collect()
    names = ["Ann", "Bob", "Cy"]
    assert [names[player] for player in seats["player"]] == ["Ann", "Bob", "Bob", "Ann", "Cy", "Bob"]
    assert seats["score"].to_list() == [52, 31, 44, 50, 12, 51]
    assert seats["won"].to_list() == [True, False, False, True, False, True]
    assert "a game lasts 10 to 20 turns" in simkit("summary", "idea_table").output
    assert seats["q1"].to_list() == ["4", "3", "not said", "5", "not said", "not said"]


def test_the_second_evening_is_numbered_on_and_the_first_is_noticed(simkit: Simkit, idea: Path) -> None:
    first = fill_in(idea, "tuesday.xlsx", "Tuesday", EVENING)
    second = fill_in(idea, "friday.xlsx", "Friday", EVENING, "Table 2")
    assert simkit("enter", first).exit_code == 0
    again = simkit("enter", first)
    assert again.exit_code == 2
    assert "these lines are not new" in again.output
    added = simkit("enter", second)
    assert added.exit_code == 0, added.output
    assert "which has 6 games now" in added.output
    run = door.open_run("idea_table")
    assert run.games.collect()["game"].to_list() == [0, 1, 2, 3, 4, 5]
    found = run.find_games(where="evening = 'Friday'", first=9)
    assert [game.game for game in found] == [3, 4, 5]
    assert simkit("check", "idea_table").exit_code == 0


def test_games_are_asked_for_at_the_terminal_and_kept_one_by_one(simkit: Simkit, idea: Path) -> None:
    names = ["", "Ann", "Bob"]
    first = ["Ann", "1", "52", "31", "9", "4", "3", "no", "yes"]
    second = ["b", "ann", "50", "44", "14", "", "", "", ""]
    result = answer(*names, *first, "y", *second, "n", options=["--code", code_in(idea).lower()])
    assert result.exit_code == 0, result.output
    run = door.open_run("idea_table")
    seats = run.seats.sort("game", "seat").collect()
    assert seats["score"].to_list() == [52, 31, 44, 50]
    assert seats["player"].to_list() == [0, 1, 1, 0]
    assert run.games.collect()["evening"].n_unique() == 1
    broken_off = answer(*names, *first, options=["--code", code_in(idea), "--evening", "Friday"])
    assert broken_off.exit_code == 0
    assert len(door.open_run("idea_table").games.collect()) == 2  # the evening's name was not asked for
    more = answer(*names[1:], *first, "y", "Ann", options=["--code", code_in(idea), "--evening", "Friday"])
    assert more.exit_code == 0
    assert door.open_run("idea_table").games.collect()["evening"].to_list()[2:] == ["Friday"]


def test_a_game_that_can_not_be_is_asked_for_again(simkit: Simkit, idea: Path) -> None:
    wrong = ["Zoe", "Ann", "Bob", "20", "50", "9", "", "", "", ""]
    right = ["Ann", "Bob", "20", "50", "9", "", "", "", ""]
    result = answer(
        "", "Ann", "Bob", *wrong[:2], "Ann", *wrong[3:], *right, "n", options=["--code", code_in(idea)]
    )
    assert "'zoe' is nobody here" in result.output
    assert "another player has the better score" in result.output
    assert len(door.open_run("idea_table").games.collect()) == 1


def test_the_file_of_the_experiment_is_found_by_the_code(simkit: Simkit, idea: Path, tmp_path: Path) -> None:
    code = code_in(idea)
    idea.unlink()
    alone = simkit("enter", "--code", code)
    assert alone.exit_code == 2
    assert f"there is no workbook *-{code}.xlsx here" in alone.output
    path = tmp_path / "paper.csv"
    path.write_text("game,seat,name,began,won,score\n1,1,Ann,,x,50\n1,2,Bob,x,,3\n", encoding="utf-8")
    assert simkit("enter", path, "--code", code, "--game", "idea.yaml").exit_code == 0
    (tmp_path / "idea.yaml").write_text(IDEA.replace("target: 50", "target: 60"), encoding="utf-8")
    changed = simkit("enter", path, "--code", code, "--game", "idea.yaml")
    assert changed.exit_code == 2
    assert f"no scenario has the code {code}" in changed.output


def test_each_scenario_has_a_code_of_its_own(simkit: Simkit, idea: Path) -> None:
    assert simkit("sheet", "idea.yaml", "--scenario", 1, "--out", "eight").exit_code == 0
    (other,) = Path("eight").glob("*.xlsx")
    assert other.name != idea.name
    assert simkit("enter", fill_in(other, "tuesday.xlsx", "Tuesday", EVENING)).exit_code == 0
    (rules,) = door.open_run("idea_table").rules()
    assert rules.model_dump()["sides"] == 8
    assert simkit("sheet", "idea.yaml", "--scenario", 2).exit_code == 2


def test_which_of_several_scenarios_was_played_must_be_said(simkit: Simkit, idea: Path) -> None:
    Path("log.csv").write_text("game,player,won\n1,Ann,yes\n1,Bob,no\n", encoding="utf-8")
    silent = simkit("enter", "log.csv", "--game", "idea.yaml")
    assert silent.exit_code == 2
    assert "has 2 scenarios; say which was played" in silent.output
    assert simkit("enter", "log.csv", "--game", "idea.yaml", "--scenario", 1).exit_code == 0
    (rules,) = door.open_run("idea_table").rules()
    assert rules.model_dump()["sides"] == 8


def test_people_are_seen_beside_a_player_of_ones_own(simkit: Simkit, tmp_path: Path) -> None:
    assert simkit("new", "strategy", "mine", "--game", "pig").exit_code == 0
    Path("own.yaml").write_text("name: own\ngame: pig\nstrategy: ./mine.py:mine\n", encoding="utf-8")
    Path("log.csv").write_text(
        "game,player,won,score\n1,Ann,yes,100\n1,Bob,no,9\n2,Ann,yes,100\n2,Bob,no,5\n", encoding="utf-8"
    )
    result = simkit("enter", "log.csv", "--game", "own.yaml")
    assert result.exit_code == 0, result.output
    assert simkit("report", "own_table", "--no-pdf").exit_code == 0
    answer = door.ask("playtest", door.open_run("own_table"))
    assert "mine" in answer.tables["compared"].caption
    assert simkit("sheet", "own.yaml").exit_code == 0
    (workbook,) = tmp_path.glob("own-*.xlsx")
    games = [{key: said for key, said in game.items() if key[0] != "Q"} for game in EVENING]
    filled_in = simkit("enter", fill_in(workbook, "tuesday.xlsx", "Tuesday", games), "--into", "other")
    assert filled_in.exit_code == 0, filled_in.output
    assert "the players of own stand in files" in filled_in.output


def test_what_is_not_typed_in_is_lost_of_earlier_games_only_if_that_is_wanted(
    simkit: Simkit, idea: Path
) -> None:
    options = ["--code", code_in(idea), "--evening", "Friday"]
    whole = ["Ann", "Ann", "52", "31", "9", "", "", "", ""]
    without_turns = ["Ann", "Ann", "52", "31", "", "", "", "", ""]
    result = answer("Ann", "Bob", *whole, "y", *without_turns, "n", *without_turns, "y", "n", options=options)
    assert "turns would be lost of all earlier games" in result.output
    run = door.open_run("idea_table")
    assert len(run.games.collect()) == 2
    assert "turns" not in run.games.collect().columns


def test_every_mistyped_letter_and_every_swap_of_neighbours_is_found() -> None:
    code = sheet_for("pig").code
    assert read_code(code.lower().replace("-", " ")) == code
    letters = code.replace("-", "")
    for place in range(len(letters)):
        for letter in {*LETTERS} - {letters[place]}:
            with pytest.raises(BadInput, match="mistyped"):
                read_code(letters[:place] + letter + letters[place + 1 :])
    for place in range(len(letters) - 1):
        one, other = letters[place], letters[place + 1]
        if one != other:
            with pytest.raises(BadInput, match="mistyped"):
                read_code(letters[:place] + other + one + letters[place + 2 :])


@pytest.mark.parametrize(
    ("code", "message"), [("K7Q0-F3X", "'0' is in no code"), ("K7Q2", "has 4 letters"), ("", "has 0 letters")]
)
def test_what_is_no_code_is_told(code: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        read_code(code)


def test_what_contradicts_the_workbook_is_refused(simkit: Simkit, idea: Path) -> None:
    path = fill_in(idea, "tuesday.xlsx", "Tuesday", EVENING)
    other = sheet_for("pig").code
    for options, words in (
        (["--code", other], f"is the sheet with the code {code_in(idea)}, not {other}"),
        (["--set", "rules.target=70"], "says itself what the rules are"),
        (["--game", "night_market"], "is about Pig, not night_market"),
        (["--game", "night_market", "--scenario", 1], "says itself what the rules are"),
        (["--columns", "results.yaml"], "--columns is about a file of results"),
    ):
        result = simkit("enter", path, *options)
        assert result.exit_code == 2, result.output
        assert words in result.output
    book = openpyxl.load_workbook(path)
    book["simkit"]["B2"] = str(book["simkit"]["B2"].value).replace("target: 50", "target: 60")
    book.save(path)
    changed = simkit("enter", path)
    assert changed.exit_code == 2
    assert "code or rules were changed in it" in changed.output


def test_mistakes_in_the_workbook_are_told_with_worksheet_and_line(simkit: Simkit, idea: Path) -> None:
    games: list[dict[str, object]] = [{**EVENING[0], "score": ["many", 31]}]
    result = simkit("enter", fill_in(idea, "tuesday.xlsx", "Tuesday", games))
    assert result.exit_code == 2
    assert "tuesday.xlsx:Table 1:9: score: 'many', allowed is a whole number" in result.output
    assert simkit("enter", idea).exit_code == 2
    assert "no game is filled in" in simkit("enter", idea).output
    without_names = [{key: value for key, value in game.items() if key != "name"} for game in EVENING]
    nameless = simkit("enter", fill_in(idea, "friday.xlsx", "Friday", without_names))
    assert nameless.exit_code == 0, nameless.output
    assert door.open_run("idea_table").line_ups == {0: ["person 1", "person 2"]}


def test_a_workbook_names_no_code(simkit: Simkit, idea: Path, tmp_path: Path) -> None:
    path = fill_in(idea, "tuesday.xlsx", "Tuesday", EVENING)
    (tmp_path / "evil.py").write_text("raise SystemExit('run')\n", encoding="utf-8")
    book = openpyxl.load_workbook(path)
    book["simkit"]["B3"] = (
        '[{"reference": {"strategy": "./evil.py:x", "file": "./evil.py"}, "parameters": {}}]'
    )
    book.save(path)
    result = simkit("enter", path)
    assert result.exit_code == 2
    assert "names a file with code" in result.output


def broken(contents: bytes, chance: Random) -> bytes:
    """Return a workbook of which some bytes are others, or a part is cut off, lost, or written over."""
    if chance.random() < 0.4:
        changed = bytearray(contents)
        for _ in range(chance.randint(1, 20)):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        return bytes(changed[: chance.randrange(len(changed))] if chance.random() < 0.3 else changed)
    with ZipFile(BytesIO(contents)) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    name = chance.choice(list(parts))
    part = bytearray(parts.pop(name))
    match chance.randrange(4):
        case 1:
            for _ in range(chance.randint(1, 10)):
                part[chance.randrange(len(part))] = chance.choice(b'<>/"0123456789abcAZ ')
            parts[name] = bytes(part)
        case 2:
            parts[name] = bytes(part[: chance.randrange(len(part))])
        case 3:
            parts[name] = bytes(part[: chance.randrange(len(part))] + part[chance.randrange(len(part)) :])
    written = BytesIO()
    with ZipFile(written, "w") as packed:
        for own, content in parts.items():
            packed.writestr(own, content)
    return written.getvalue()


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 8))])
def test_a_broken_workbook_is_told_and_nothing_else(
    simkit: Simkit, idea: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simkit.table.enter._show_people", lambda run: None)
    chance, told = Random(seed), 0
    contents = fill_in(idea, "tuesday.xlsx", "Tuesday", EVENING).read_bytes()
    tried = 15 if seed == 1 else 60
    for number in range(tried):
        path = idea.with_name(f"broken{number}.xlsx")
        path.write_bytes(broken(contents, chance))
        result = simkit("enter", path, "--into", f"run{number}")
        assert result.exit_code in (0, 2), result.output
        assert result.exception is None or isinstance(result.exception, SystemExit)
        told += result.exit_code == 2
    assert told > tried / 3


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_pdf_has_a_page_for_each_table(idea: Path, tmp_path: Path, paper: Paper) -> None:
    path = tmp_path / "sheet.pdf"
    for target in ("pig", "idea.yaml"):
        for games in (1, 10, 14):
            write_pdf(sheet_for(target), path, paper, 3, games)
            assert b"/Type/Pages/Count 3/" in path.read_bytes()


def test_more_games_than_a_page_holds_are_refused(simkit: Simkit) -> None:
    for options, words in (
        (["--games", 15], "allowed are 1 to 14 on a page"),
        (["--tables", 51], "--tables: found 51, allowed are 1 to 50"),
        (["--out", "sheet.pdf"], "allowed is a folder"),
    ):
        result = simkit("sheet", "pig", *options)
        assert result.exit_code == 2
        assert words in result.output


@pytest.mark.parametrize(
    ("sheet", "message"),
    [
        ("{questions: [a, b, c, d]}", "at most 3"),
        ("{question: [a]}", "unknown key of sheet 'question'; did you mean 'questions'"),
        ("{questions: ['']}", "questions"),
        ("{questions: [1]}", "questions"),
        ("yes please", "sheet"),
    ],
)
def test_wrong_questions_are_told_with_their_place(
    simkit: Simkit, tmp_path: Path, sheet: str, message: str
) -> None:
    path = tmp_path / "idea.yaml"
    path.write_text(f"name: idea\ngame: pig\nstrategy: random\nsheet: {sheet}\n", encoding="utf-8")
    result = simkit("check", path)
    assert result.exit_code == 2, result.output
    assert "idea.yaml:4:" in result.output
    assert message in result.output


@pytest.mark.parametrize("game", ["nautilion", "castaways", "yacht", "night_market", "nautilus_island"])
@pytest.mark.long
def test_any_game_has_a_sheet_that_can_be_filled_in(simkit: Simkit, game: str, tmp_path: Path) -> None:
    played = door.run(game=game, strategy="random", games=3)
    assert simkit("sheet", game).exit_code == 0
    (workbook,) = tmp_path.glob(f"{game}_table-*.xlsx")
    book = openpyxl.load_workbook(workbook)
    page = book["Table 1"]
    head = next(row[0].row for row in page.iter_rows() if row[0].value == "game")
    seats = played.seats.sort("game", "seat").collect() if "seats" in dict(played.tables()) else None
    rows = played.games.sort("game").collect()
    count = len(played.line_ups[0])
    for number in range(3):
        for seat in range(count):
            for cell in page[head]:
                name = str(cell.value).replace(" ", "_")
                place = (head + 1 + number * count + seat, cell.column)
                if name == "name":
                    page.cell(*place, f"P{seat}")
                elif seats is not None and name in seats.columns and name != "seat":
                    page.cell(*place, seats[name][number * count + seat])
                elif name in rows.columns and seat == 0 and name != "game":
                    page.cell(*place, rows[name][number])
    book.save(tmp_path / "tuesday.xlsx")
    for command in (["enter", "tuesday.xlsx"], ["summary", f"{game}_table"], ["report", f"{game}_table"]):
        result = simkit(*command)
        assert result.exit_code == 0, result.output
