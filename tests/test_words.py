"""Words that all parts share."""

from __future__ import annotations

import pytest

from simkit.words import listed, plural


@pytest.mark.parametrize(
    ("things", "words"), [(["one"], "one"), ([1, 2], "1 and 2"), (range(1, 4), "1, 2 and 3")]
)
def test_lists(things: list[object], words: str) -> None:
    assert listed(things) == words


def test_another_word_before_the_last() -> None:
    assert listed(["a", "b", "c"], "or") == "a, b or c"


def test_plurals() -> None:
    assert [plural(n, "coin") for n in (0, 1, 2)] == ["0 coins", "1 coin", "2 coins"]
    assert plural(2, "story", "stories") == "2 stories"
