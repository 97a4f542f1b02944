"""The schema of cards' texts: what editors complete is what the checks allow."""

from __future__ import annotations

from typing import Any

import pytest

from simkit.engine.effects.schema import text_definitions
from tests.engine.effects_toy import VOCABULARY

TEXT = text_definitions(VOCABULARY, ["a", "b"])["text"]["items"]["anyOf"]


def of(word: str) -> dict[str, Any]:
    """Return the schema of what has a word."""
    return next(entry for entry in TEXT if entry.get("required") == [word])


def test_every_word_can_be_completed() -> None:
    words = [entry["required"][0] for entry in TEXT if "required" in entry]
    own = [operation.name for operation in VOCABULARY.operations]
    assert words == [*own, "goto", "if", "roll", "choose", "every"]
    assert TEXT[0] == {"enum": ["leave"]}  # what takes nothing may stand alone


@pytest.mark.parametrize(
    ("word", "keys"),
    [
        ("coins", ["coins", "to"]),
        ("weather", ["weather"]),
        ("note_card", ["note_card", "n"]),
        ("contest", ["contest", "by", "to"]),
        ("roll", ["roll"]),
    ],
)
def test_what_may_stand_beside_a_word(word: str, keys: list[str]) -> None:
    assert sorted(of(word)["properties"]) == sorted(keys)
    assert of(word)["additionalProperties"] is False


def test_what_an_operand_may_be() -> None:
    number, named = of("coins")["properties"]["coins"]["anyOf"]
    assert number == {"type": "integer", "minimum": -9, "maximum": 9}
    assert named["required"] == ["n"]
    against = of("contest")["properties"]["contest"]["anyOf"][1]
    assert against["properties"]["by"] == {"enum": ["one", "all"]}
    assert against["required"] == ["against"]
    assert {"then", "else"} < set(against["properties"])
    assert of("goto")["properties"]["goto"]["enum"] == ["a", "b"]


def test_targets_prices_and_conditions() -> None:
    assert of("coins")["properties"]["to"]["enum"] == ["drawer", "all", "backwards", "one", "nobody"]
    choose = of("choose")["properties"]["choose"]["properties"]
    assert choose["by"] == {"enum": ["all", "nobody"]}
    assert set(choose["options"]["items"]["properties"]) == {"name", "need", "do", "cost"}
    assert set(of("if")["properties"]["if"]["properties"]) == {"has", "weather", "alone", "then", "else"}
