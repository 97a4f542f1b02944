"""What is wrong with the texts of cards: each with its line, its card and the nearest right word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from simkit.content.source import Source
from simkit.engine.base.machine_state import MOST_FRAMES
from simkit.engine.effects.program import compile_texts, problems_of_texts
from simkit.engine.effects.vocabulary import Condition, Operation, Price, Text, Vocabulary, number, word
from simkit.errors import BadInput
from tests.engine.effects_toy import VOCABULARY, program_of, source_of, texts_of
from tests.engine.effects_trees import cards, places, replaced

OPERATIONS = "coins, leave, weather, pick, contest, do_twice, note_card, if, choose, roll, every, goto"


def refused(tmp_path: Path, text: str, starts: set[str] | None = None) -> list[str]:
    """Return the message about cards, a line each; `text` stands below ``cards:``."""
    from simkit.content.source import read_source

    file = tmp_path / "cards.yaml"
    file.write_text(f"cards:\n{text}", encoding="utf-8")
    source = read_source(file)
    with pytest.raises(BadInput) as complaint:
        compile_texts(VOCABULARY, source, texts_of(source, starts))
    return str(complaint.value).replace(str(file), "cards.yaml").splitlines()


FAULTS = Path(__file__).with_name("effects_faults.txt").read_text(encoding="utf-8").splitlines()
"""A text, in which a ^ stands before what is wrong; below it what is said of that."""


@pytest.mark.parametrize(
    ("text", "message"), list(zip(FAULTS[::2], FAULTS[1::2], strict=True)), ids=FAULTS[::2]
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    card = f"  a: {text}"
    said = message.strip().replace("OPERATIONS", OPERATIONS)
    found = refused(tmp_path, f"  b: []\n{card.replace('^', '')}\n")
    assert found == [f"cards.yaml:3:{card.index('^') + 1}: card 'a': {said}"]


def test_all_that_is_wrong_is_said_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    found = refused(tmp_path, "  a: [{coins: 99}, {goto: nowhere}]\n  b: [leaf]\n")
    assert [line.split(": ")[0] for line in found] == [f"cards.yaml:{at}" for at in ("2:15", "2:27", "3:7")]


def test_a_chain_that_never_ends(tmp_path: Path) -> None:
    first = "  a: [{roll: {at_least: 4, then: [{goto: b}], else: [{goto: c}]}}]\n"
    text = f"{first}  b: [{{goto: c}}]\n  c: [{{goto: a}}]\n"
    assert refused(tmp_path, text) == [
        "cards.yaml:2:42: card 'a': a chain that never ends: a -> b -> c -> a",
        "cards.yaml:3:14: card 'b': a chain that never ends: b -> c -> a -> b",
        "cards.yaml:4:14: card 'c': a chain that never ends: c -> a -> b -> c",
    ]


def test_a_chain_with_a_way_out_may_go_round() -> None:
    program_of({"a": [{"roll": {"at_least": 2, "then": [{"goto": "a"}]}}]})
    stop: dict[str, Any] = {"name": "stop", "do": []}
    program_of({"a": [{"choose": {"options": [{"name": "on", "do": [{"goto": "a"}]}, stop]}}]})


def test_a_card_that_comes_back_in_the_midst_of_its_text(tmp_path: Path) -> None:
    first = "  a: [{roll: {at_least: 4, then: [{goto: b}]}}, {coins: 1}]\n"
    second = "  b: [{roll: {at_least: 4, then: [{goto: a}]}}]\n"
    assert refused(tmp_path, first + second) == [
        "cards.yaml:2:42: card 'a': comes back to itself in the middle of its text; put the 'goto' last"
    ]


def test_a_loop_that_comes_back_to_itself(tmp_path: Path) -> None:
    text = "  a: [{every: {of: all, do: [{roll: {at_least: 4, then: [{goto: a}]}}]}}]\n"
    assert refused(tmp_path, text)[0].endswith("in the middle of its text; put the 'goto' last")


def test_too_many_cards_within_each_other(tmp_path: Path) -> None:
    deep = "".join(f"  c{i}: [{{goto: c{i + 1}}}, leave]\n" for i in range(MOST_FRAMES + 1))
    found = refused(tmp_path, f"{deep}  c{MOST_FRAMES + 1}: []\n")
    most = f"loops and cards within each other, allowed are {MOST_FRAMES}"
    assert found == [f"cards.yaml:2:7: card 'c0': {MOST_FRAMES + 1} {most}"]


def test_a_card_that_nothing_leads_to(tmp_path: Path) -> None:
    text = "  a: [{note_card: b}]\n  b: [{goto: c}]\n  c: []\n  d: [{goto: e}]\n  e: []\n"
    assert refused(tmp_path, text, {"a"}) == [
        "cards.yaml:5:6: card 'd': nothing leads to it",
        "cards.yaml:6:6: card 'e': nothing leads to it",
    ]


def test_two_cards_of_one_name_and_no_cards() -> None:
    source = source_of({"a": []})
    with pytest.raises(BadInput, match="two cards are called 'a'"):
        compile_texts(VOCABULARY, source, texts_of(source) * 2)
    with pytest.raises(BadInput, match="there are no cards"):
        compile_texts(VOCABULARY, source, [])


def test_messages_name_a_card_by_its_title_too() -> None:
    source = source_of({"a": [{"goto": "nowhere"}]})
    with pytest.raises(BadInput, match=r"card 'a' \(The fog\): there is no card 'nowhere'"):
        compile_texts(VOCABULARY, source, [Text("a", ("cards", "a"), "The fog")])


def compiled_or_refused(found: Any, tmp_path: Path) -> None:
    """See that cards are compiled, or refused with file, line, column and card."""
    source = source_of(found, tmp_path)
    if not isinstance(source.data["cards"], dict) or not source.data["cards"]:
        return
    try:
        compile_texts(VOCABULARY, source, texts_of(source))
    except BadInput as complaint:
        lines = (tmp_path / "cards.yaml").read_text().count("\n") + 1
        for message in str(complaint).splitlines():
            at, _, said = message.removeprefix(f"{source.path}:").partition(": ")
            line, column = map(int, at.split(":"))
            assert 2 <= line <= lines
            assert column >= 1
            assert said.startswith("card '")


WRONG = st.sampled_from(
    [None, True, 77, -77, 0.5, "nonsense", "goto", "", [], ["leave"], {}, {"goto": "a"}, {"then": 1}, [[1]]]
)


@given(found=cards(VOCABULARY), wrong=WRONG, data=st.data())
def test_any_fault_in_any_text_is_refused_with_its_line(
    found: dict[str, Any], wrong: Any, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = data.draw(st.sampled_from(places(found)[1:]))
    compiled_or_refused(replaced(found, place, wrong), tmp_path_factory.mktemp("cards"))


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.sampled_from(["coins", "to", "all", "if", "é"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["coins", "to", "if", "choose", "options", "roll", "every", "then", "do", "name"]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=12,
)


@given(found=st.dictionaries(st.sampled_from("abc"), PLAIN, min_size=1))
def test_whatever_stands_there_is_refused_in_words(
    found: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    compiled_or_refused(found, tmp_path_factory.mktemp("cards"))


COINS = Operation("coins", (number("n", 0, 9),), "{n} coins for {who}")
HAS = Condition("has", (number("n", 0, 9),), "you have {n}")


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ({"operations": (COINS, COINS)}, "two operations are called 'coins'"),
        ({"operations": (Operation("goto", (), "go"),)}, "no operation can be called 'goto'"),
        ({"operations": (Operation("fly", (), "{how} you fly"),)}, r"its sentence is '\{how\} you fly'"),
        ({"operations": (Operation("fly", (), "fly {who}", is_common=True),)}, "'fly': its sentence is"),
        ({"operations": (Operation("fly"),)}, "'fly' has no sentence"),
        ({"operations": (Operation("fly", (number("a", 0, 1),) * 3, "x"),)}, "'fly' has 3 operands, allowed"),
        ({"operations": (Operation("fly", (number("to", 0, 1),), "x"),)}, "its operands can't be called to"),
        (
            {"operations": (COINS,), "prices": (Price("cost", "has", "coins"),)},
            "needs 'has', which there is not",
        ),
        (
            {"operations": (COINS,), "conditions": (HAS,), "prices": (Price("do", "has", "coins"),)},
            "no price can be called 'do'",
        ),
        (
            {
                "operations": (Operation("pay", (), "x"),),
                "conditions": (HAS,),
                "prices": (Price("c", "has", "pay"),),
            },
            "the price 'c': 'pay' must have one operand, a number",
        ),
    ],
)
def test_what_is_wrong_with_a_vocabulary(tables: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Vocabulary(**tables)


def test_what_is_wrong_with_an_operand() -> None:
    from simkit.engine.effects.vocabulary import number_or_word

    with pytest.raises(BadInput, match="the word 'two' stands for a number from 1 to 9"):
        number_or_word("n", 1, 9, {"two": 2})
    with pytest.raises(BadInput, match="its default 'third' is none of its words"):
        word("n", ("first", "second"), default="third")


def test_what_is_wrong_with_plain_data_is_said_with_its_place() -> None:
    data = {"cards": {"a": [{"coins": 1}, "fly"]}}
    [(place, message)] = problems_of_texts(VOCABULARY, data, [Text("a", ("cards", "a"))])
    assert place == ("cards", "a", 1)
    assert message.startswith("card 'a': unknown operation 'fly'")
    assert problems_of_texts(VOCABULARY, {"a": []}, [Text("a", ("a",))]) == []


def test_a_file_that_was_not_read_has_places_too() -> None:
    source = Source(Path("x.yaml"), yaml.safe_load("cards: {a: [fly]}"))
    with pytest.raises(BadInput, match=r"^x\.yaml:1:1: card 'a': unknown operation 'fly'"):
        compile_texts(VOCABULARY, source, texts_of(source))
