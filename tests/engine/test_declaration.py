"""What a plug-in's game declares wrongly is reported when it is loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
import pytest
from pydantic import create_model
from simkit_pig.game import PigKnobs

from simkit.engine.base.columns import Column, Look
from simkit.engine.contract.content import GameContent
from simkit.engine.contract.declaration import KEYS
from simkit.engine.contract.kinds import EventKind, Field, MoveKind
from simkit.engine.contract.knobs import Assumption, Knobs, knob
from simkit.engine.contract.objectives import Objective
from simkit.engine.contract.records import field, record
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.plugins import strategies_of
from simkit.run.store.parquet import SEAT_KEYS
from tests.engine.plain_pig import plain_pig

PIG = plain_pig()
RANDOM = strategies_of("pig")["random"]
WON = PIG.columns[0]


def ended(looks: Any) -> Column:
    return Column("end", np.uint8, "", labels=("won", "lost"), looks=looks)


class Bare(Knobs):
    """A knob without its meaning."""

    target: int = 30


class Raising(PigKnobs):
    """Knobs of which no rules can be made."""

    def record(self) -> Any:
        """Fail."""
        raise KeyError("target")


class Empty(PigKnobs):
    """Knobs that forget to return the rules."""

    extra: int = knob(1, "nothing", "simkit")

    def record(self) -> Any:
        """Return nothing."""


class Uncapped(PigKnobs):
    """Knobs that leave the decision cap out of the rules."""

    def record(self) -> Any:
        """Return the rules without it."""
        record = super().record()
        record.decision_cap = 0
        return record


class Guessed(PigKnobs):
    """A knob of unknown origin."""

    extra: int = knob(1, "nothing", "guessed")  # type: ignore[arg-type]


class Resting(PigKnobs):
    """A knob that rests on an assumption that there is not."""

    extra: int = knob(1, "nothing", "inferred", assumption="A7")


class Belled(PigKnobs):
    """A knob whose meaning rings."""

    extra: int = knob(1, "a bell: \a", "simkit")


class Misprinted(PigKnobs):
    """Content says the default of a knob that there is not."""

    @classmethod
    def printed(cls, content: Any) -> dict[str, Any]:
        """Return what is printed."""
        return {"traget": 50}


class Misgrouped(PigKnobs):
    """A heading above a knob that there is not."""

    groups: ClassVar[Mapping[str, str]] = {"traget": "The race"}


class InARecord(PigKnobs):
    """A record in place of names and types."""

    worked_out: ClassVar[Any] = record(field("start", "the points at the start"))


class InText(PigKnobs):
    """One name and type that stand in no list."""

    worked_out: ClassVar[Any] = ("start", "i4")


class OutOfRange(PigKnobs):
    """A knob whose default is not allowed."""

    extra: int = knob(3000, "nothing", "simkit", le=500)


def made_by_a_factory(first: int) -> Any:
    def setup(state: Any, rules: Any, log: Any) -> None:
        state.seat = first

    return setup


def supposing(**knobs: Any) -> list[Assumption]:
    return [Assumption("A1", "the target", "inferred", "100", {"other": knobs})]


def test_a_limit_that_there_is_not_is_reported() -> None:
    with pytest.raises(
        BadInput, match=r"knob\(1, 'nothing'\): unknown limit 'min_len'; did you mean 'min_length'"
    ):
        knob(1, "nothing", "simkit", min_len=1)


def test_the_length_of_a_game_is_declared_or_called_turns_or_rounds() -> None:
    def length(**changed: Any) -> str | None:
        column = replace(PIG, **changed).length_column
        return column.name if column else None

    assert (length(), length(length="rolls")) == ("turns", "rolls")
    assert length(columns=[number for number in PIG.columns if number.name != "turns"]) is None


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"knobs": Guessed}, "the knob 'extra': unknown provenance 'guessed'.* Allowed: published"),
        ({"knobs": Resting}, "the knob 'extra': unknown assumption 'A7'"),
        ({"knobs": OutOfRange}, "the default of the knob 'extra' is not allowed: .* found 3000"),
        ({"assumptions": supposing(traget=50)}, "assumption A1, alternative 'other': unknown knob 'traget'"),
        ({"name": ""}, "name is a word, found ''"),
        ({"title": 5}, "title is text, found 5"),
        ({"title": "P\x1b[31mig"}, r"title: the character U\+001B \(a control character\) is not text"),
        ({"summary": "Roll.\a"}, r"summary: the character U\+0007"),
        ({"columns": [Column("ro\u202ells", np.int32, "")]}, r"column 'ro\\u202ells': .* U\+202E"),
        ({"columns": [Column("rolls", np.int32, "\x00")]}, r"column 'rolls': its description: .* U\+0000"),
        (
            {"columns": [Column("end", np.uint8, "", labels=("won", "lo\nst"))]},
            r"column 'end': its label 1: the character U\+000A",
        ),
        ({"knobs": Belled}, r"the knob 'extra': the character U\+0007"),
        ({"assumptions": [Assumption("A1", "\ufffe", "inferred", "", {})]}, r"assumption A1: .* U\+FFFE"),
        ({"seats": 3}, r"seats is the range of how many can play, such as range\(2, 5\), found 3"),
        ({"seats": range(2, 2)}, "seats is the range"),
        ({"seats": range(2, 18)}, "seats: found 17, allowed is 16 at most"),
        ({"summary": 3}, "summary is text, found 3"),
        ({"columns": [Column("rolls", np.int32, 3)]}, "a column is Column.*, found Column"),  # type: ignore[arg-type]
        ({"columns": [Column("rolls", np.int32, "", labels=5)]}, "a column is Column.*, found Column"),  # type: ignore[arg-type]
        ({"seat_columns": [Column("won", np.uint8, "")]}, r"the column 'won' is yes or no \(np.bool_\)"),
        ({"assumptions": supposing(target=50, when={"traget": 5})}, "assumption A1.*: unknown knob 'traget'"),
        ({"content": {"cards": 3}}, "content is an object of a class made of GameContent, found"),
        (
            {"content": GameContent(), "knobs": Misprinted},
            "printed: unknown knob 'traget'; did you mean 'target'",
        ),
        ({"max_moves": "20"}, "max_moves is a whole number from 1 on, found '20'"),
        ({"table": np.int32}, "table is a record layout"),
        ({"seats": range(2, 5)}, "a game for 2 to 4 needs the knob 'players', which says how many play"),
        ({"columns": [Column("name", str, "")]}, "column 'name': its type is np.bool_, np.float64"),  # type: ignore[arg-type]
        (
            {"columns": [Column("end", np.float64, "", labels=("a", "b"))]},
            "column 'end': labels are of the codes 0, 1, 2",
        ),
        ({"columns": [WON, WON]}, f"two columns are called '{WON.name}'"),
        (
            {"columns": [Column("end", np.uint8, "", labels=("won", "lost", "lost"))]},
            "column 'end': two of its labels are 'lost'",
        ),
        (
            {"columns": [ended({"lots": Look("lost")})]},
            "column 'end': unknown label 'lots'; did you mean 'lost'",
        ),
        ({"columns": [ended({"lost": Look("lost", colour="red")})]}, "column 'end': a colour is '#'.*'red'"),
        (
            {"columns": [ended({"won": Look("over"), "lost": Look("over")})]},
            "column 'end': two of its labels are shown as 'over'",
        ),
        ({"columns": [ended({"lost": "red"})]}, "a column is Column.*, found Column"),
        (
            {"seat_columns": [Column("fish", np.int32, ""), Column("food", np.int32, "", short="fish")]},
            "two columns are headed 'fish' in reports",
        ),
        (
            {"seat_columns": [Column("fish", np.int32, "", part_of="scroe")]},
            "column 'fish' is part of 'scroe', which is not another column",
        ),
        ({"columns": [Column("game", np.int32, "")]}, "a column can't be called 'game'"),
        (
            {"seats": range(1, 2), "columns": (), "objectives": ()},
            "seat_columns: with a single player no table of seats is written; put them into columns",
        ),
        ({"setup": made_by_a_factory(1)}, "setup is a function at the top of a module"),
        ({"options": None}, r"options is a function of \(state, rules, moves\), found None"),
        ({"apply": lambda state, rules: None}, r"apply: its arguments are \(state, rules\), allowed are"),
        ({"conceal": lambda state: None}, r"conceal: its arguments are \(state\), allowed are"),
        ({"story": type(PIG.story)}, "story is a Story, found <class"),
        ({"story": object()}, "story is a Story, found <object"),
        ({"moves": ()}, "moves: a game has at least one kind of move"),
        ({"moves": ["roll"]}, r"moves are a list of MoveKind\(.*\), found 'roll'"),
        ({"moves": (MoveKind(0, "roll"), MoveKind(0, "hold"))}, "moves: two kinds have the number 0"),
        ({"moves": (MoveKind(0, "roll"), MoveKind(1, "roll"))}, "moves: two kinds have the name 'roll'"),
        (
            {"events": (EventKind(0, "rolled", "A {fase}.", (Field("face", str),)),)},
            "events: the sentence of 'rolled' names 'fase'; did you mean 'face'",
        ),
        (
            {"events": (EventKind(0, "rolled", "A {a}.", tuple("abcdefghijklm")),)},
            "events: 'rolled' has 13 fields, allowed are 12 at most",
        ),
        ({"objectives": (Objective("wonn"),)}, "objective 'wonn': the seat has no such column; it has: won"),
        (
            {"objectives": (Objective("won", better="most"),)},  # type: ignore[arg-type]
            "objective 'won': better is one of more, less, found 'most'",
        ),
        ({"objectives": ("won",)}, r"objectives are a list of Objective\(.*\), found 'won'"),
        ({"progress": Objective("turn", "game")}, "objective 'turn': the game has no such column"),
        ({"length": "turn"}, "length: unknown column of the games with a unit 'turn'; did you mean 'turns'"),
        ({"purposes": ["the die"]}, 'purposes is a mapping such as {0: "the deal", 1: "the dice"}, found'),
        ({"purposes": {32: "the die"}}, "purposes: found 32, allowed are the numbers 0 to 31"),
        ({"purposes": {0: ""}}, "purposes: 0 is called '', allowed are words on one line"),
        ({"length": 5}, "length: unknown column of the games with a unit '5'"),
        ({"knobs": PIG.knobs()}, "knobs is a class made of Knobs"),
        ({"knobs": Misgrouped}, "groups: unknown knob 'traget'; did you mean 'target'"),
        ({"knobs": InARecord}, r'worked_out is a list of names .* \(\("start", np.int32\),\), found dtype'),
        ({"knobs": InText}, r"worked_out is a list of names and types.*found \('start', 'i4'\)"),
        ({"knobs": Bare}, "the knob 'target' needs its meaning and provenance: target: ... = knob"),
    ],
)
def test_mistakes_are_reported(changed: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=f"^the game '.*': {words}"):
        replace(PIG, **changed)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"knobs": Raising}, r"^Sow: the knobs' record\(\) raised KeyError: 'target'"),
        ({"knobs": Uncapped}, r"^Sow: the knobs' record\(\) has the decision_cap 0, the knob is 10000"),
        ({"knobs": Empty}, r"^Sow: the knobs' record\(\) returned NoneType, allowed is a record of rules"),
    ],
)
def test_functions_of_the_knobs_that_fail_are_reported(changed: dict[str, Any], words: str) -> None:
    game = replace(PIG, title="Sow", **changed)
    with pytest.raises(BadInput, match=words):
        Match(game, game.knobs(), (RANDOM, RANDOM))


def test_the_columns_that_a_runs_tables_have_besides() -> None:
    assert {column.name for column in SEAT_KEYS} | {"scenario"} == KEYS


def test_sentences_count_seats_from_1_and_tables_from_0() -> None:
    owner = Field("owner", is_seat=True)
    paid = EventKind(1, "paid", "Seat {seat} pays {fee} to seat {owner}.", ("seat", "fee", owner))
    assert paid.sentence([0, 3, 1]) == "Seat 1 pays 3 to seat 2."
    assert [field.words for field in paid.fields] == [None] * 3  # so that the table of events has numbers
    assert owner.say(-1) == "-1"  # nobody


def with_a_knob(name: str) -> Any:
    fields: dict[str, Any] = {name: (int, knob(1, "", "simkit"))}
    return create_model("More", __base__=PigKnobs, **fields)


@pytest.mark.parametrize(
    "name", ["round", "sum", "size", "flags", "take", "put", "base", "data", "T", "copy"]
)
@pytest.mark.parametrize(
    "declare",
    [
        lambda name: {"table": np.dtype([*PIG.table.descr, (name, np.int32)])},
        lambda name: {"table": np.dtype([*PIG.table.descr, ("inner", [(name, np.int32)])])},
        lambda name: {"seat": np.dtype([(name, np.int32)]), "conceal": PIG.setup},
        lambda name: {"hidden": np.dtype([(name, np.int32)])},
        lambda name: {"columns": (*PIG.columns, Column(name, np.uint8, ""))},
        lambda name: {"seat_columns": (*PIG.seat_columns, Column(name, np.uint8, ""))},
        lambda name: {"moves": (*PIG.moves, MoveKind(2, "more", named=(name,)))},
        lambda name: {"knobs": with_a_knob(name)},
    ],
)
@pytest.mark.filterwarnings("ignore:Field name:UserWarning")
def test_a_field_that_plain_python_would_not_find(declare: Any, name: str) -> None:
    taken = f"a field can't be called '{name}', which every record of NumPy has.*; call it '{name}_number'"
    with pytest.raises(BadInput, match=taken):
        replace(PIG, **declare(name))
