"""Lists of cards that a spreadsheet has saved; what is wrong is said with file, row and column."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import simkit
from simkit import BadInput
from simkit.experiment.file.box import with_own_content
from simkit.testing import find_game
from tests.test_docs import ROOT

HEAD = "id,title,copies,aside,do\n"
PAGE = ROOT / "docs" / "reference" / "experiments.md"


def content_with(folder: Path, name: str, text: str) -> Any:
    (folder / name).write_bytes(text.encode())
    return with_own_content(find_game("night_market"), folder / name, "--content").content


def blocks(language: str) -> list[str]:
    """Return the blocks of the page that this file runs."""
    pattern = rf"<!-- run by tests/experiment/test_tables_of_cards.py -->\n```{language}\n(.*?)```"
    return re.findall(pattern, PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_table_of_the_page_changes_a_card_and_adds_one(tmp_path: Path) -> None:
    [text] = blocks("text")
    cards = content_with(tmp_path, "cards.csv", text).cards
    assert (cards["lanterns"].copies, cards["lanterns"].title) == (3, "Paper lanterns")
    assert (cards["kite"].title, cards["kite"].copies) == ("A kite: red", 2)
    assert cards["kite"].model_dump()["do"] == [{"coins": 3}, {"draw": 1}]


def test_columns_may_be_called_otherwise_and_others_are_left_out(tmp_path: Path) -> None:
    [text] = blocks("yaml")
    rows = 'Card;How many;Picture;Text\r\nlanterns;3;l.png;\r\nkite;2;k.png;"[{coins: 3},\r\n {draw: 1}]"\r\n'
    (tmp_path / "deck.csv").write_bytes(b"\xef\xbb\xbf" + rows.encode())
    cards = content_with(tmp_path, "mine.yaml", text).cards
    assert cards["lanterns"].copies == 3
    assert cards["kite"].model_dump()["do"] == [{"coins": 3}, {"draw": 1}]
    with pytest.raises(BadInput, match=r"mine.yaml:3:13: deck.csv: unknown column 'Cards'; did you mean"):
        content_with(tmp_path, "mine.yaml", text.replace("Card:", "Cards:"))


def test_an_experiment_is_played_with_the_cards_of_a_table(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(f"{HEAD}lanterns,,9,,\n")
    described = {"name": "x", "game": "night_market", "strategy": "bold", "games": 5}
    file = tmp_path / "x.yaml"
    file.write_text("".join(f"{key}: {value}\n" for key, value in described.items()) + "content: cards.csv\n")
    content: Any = simkit.experiment(file).game.content
    assert content.cards["lanterns"].copies == 9


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("lanterns,,x,,\n", "cards.csv:2:3: cards.lanterns.copies: found 'x', allowed is a whole number"),
        ("\nkite,,1,,[{coins: 3\n", r"cards.csv:3:5: not YAML: the \{ that opens here is not closed"),
        (
            "kite,,1,,[{coin: 3}]\n",
            "cards.csv:2:5: card 'kite': unknown operation 'coin'; did you mean 'coins'",
        ),
        ('kite,"a\nb",1,,[]\nkite,,1,,\n', "cards.csv:3:1: 'kite' is there twice"),
        (",a,1,,[]\n", "cards.csv:2:1: the name of this item is missing"),
        ("kite,a,1,,[],7\n", "cards.csv:2:6: a cell in a column without a name"),
        ("kite,1984,1,,[{coins: 1}]\n", "cards.csv:2:2: cards.kite.title: found 1984, allowed is text"),
        ("kite,,1,,\n", "cards.csv:2:5: cards.kite.do: is missing"),
        ("", "cards.csv: no items; each is a row"),
    ],
)
def test_what_is_wrong_with_a_row(rows: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=said):
        content_with(tmp_path, "cards.csv", HEAD + rows)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("cards.csv", "id,titel,copies\nlanterns,x,1\n", "cards.csv:2:2: .*'titel'; did you mean 'title'"),
        ("cards.csv", "id,title,title\nlanterns,x,1\n", "cards.csv:1: two columns are called 'title'"),
        ("cards.csv", "", "cards.csv:1: no columns; the first line names the keys of an item"),
        ("cards.xlsx", "", "cards.xlsx: a table of items is read from CSV; save the sheet as CSV"),
        ("m.yaml", "cards: {file: a.csv, colums: {}}", "m.yaml:1:22: .*'colums'; did you mean 'columns'"),
        ("m.yaml", "cards: {file: a.csv, columns: [id]}", "m.yaml:1:31: cards.columns: allowed is what each"),
        ("m.yaml", "cards: none.csv", "m.yaml:1:8: cards: there is no file .*none.csv"),
        ("m.yaml", "cards: {columns: {}, file: none}", "m.yaml:1:28: cards: there is no file .*none"),
    ],
)
def test_what_is_wrong_with_a_table(name: str, text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=said):
        content_with(tmp_path, name, text)


def test_yes_and_no_are_read_as_spreadsheets_save_them(tmp_path: Path) -> None:
    rows = "owl,An owl,,TRUE,[{coins: 1}]\nlanterns,,1,FALSE,\nkite,true,2,,[{shuffle_in: owl}]\n"
    with pytest.raises(BadInput, match=r"cards.csv:4:2: cards.kite.title: found true, allowed is text"):
        content_with(tmp_path, "cards.csv", HEAD + rows)
    cards = content_with(tmp_path, "cards.csv", HEAD + rows.replace("kite,true", "kite,'true'")).cards
    assert [cards[name].aside for name in ("owl", "lanterns")] == [True, False]
    assert cards["kite"].title == "true"
    cards = content_with(tmp_path, "cards.csv", HEAD + rows.replace("kite,true", "kite,'Tis a kite")).cards
    assert cards["kite"].title == "'Tis a kite"


def test_the_nearest_table_is_named(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text(HEAD)
    with pytest.raises(
        BadInput, match=r"m.yaml:1:8: cards: there is no file .*dekc.csv; did you mean deck.csv\?"
    ):
        content_with(tmp_path, "m.yaml", "cards: dekc.csv")


def test_a_table_of_no_section_is_refused(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text("id,tokens\n4,3\n")
    with pytest.raises(BadInput, match=r"unknown section 'deck'.* named in a YAML file: boards: deck.csv"):
        with_own_content(find_game("nautilion"), tmp_path / "deck.csv", "--content")
    (tmp_path / "darkhouse_cards.csv").write_text("number,tokens\n4,3\n")
    game = with_own_content(find_game("nautilion"), tmp_path / "darkhouse_cards.csv", "--content")
    assert game.knobs().model_dump()["darkhouse_more_tokens"] == 3
