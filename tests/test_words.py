"""Words that all parts share, and words that no part uses: plain English in code, messages and docs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from simkit.language import plural
from simkit.report.words import listed


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


ROOT = Path(__file__).parents[1]
ROOMS = ("simkit", "strategies", "reports", "tools", "examples", "docs", "README.md")

INSTEAD = {
    r"so many": "that many, a number of, one in N",
    r"(?:of|for|by|with|to|from|at|than) who": "name the role: of the player who",
    r"whoever": "name the role: the player that",
    r"but for": "except, without",
    r"tell(?:s|ing)? apart|told apart": "distinguish",
    r"(?:is|are) known of": "what we know about",
    r"goes by": "is, depends on",
    r"(?:left|leaves|leave) alone": "not changed, not played",
    r"what is asked of": "say what is asked",
    r"wherein|thereof|whereof|therein|whereby|nought|naught": "a word of today",
    r"desk|purse|arena|arms|pupils?|lessons?|school": "name the role, without a metaphor",
}
"""Words that must be read twice, as patterns, and what to write instead."""

ALLOWED = {
    ("arms", "strategies/nautilion"): "weapons: what harpoons are in the game",
    ("purse", "examples/night_market"): "a rule of the game: the coins in a player's purse",
    ("Purse", "docs/reference/portraits/night_market"): "the same rule, as a portrait names it",
    ("purse", "tools/sameness_settings.py"): "the same rule",
    ("purse", "docs/reference/experiments.md"): "the same rule, as an example",
    ("purse", "docs/tutorial/my-first-question.md"): "the same rule, as `simkit rules` prints it",
}
"""The word, where it may stand, and why."""

_BANNED = re.compile(
    "|".join(rf"\b(?:{words})\b".replace(" ", r"[\s#]+") for words in INSTEAD), re.IGNORECASE
)


def _banned_words() -> Iterator[str]:
    for room in ROOMS:
        place = ROOT / room
        for file in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if file.suffix not in (".py", ".md", ".html") or "_build" in file.parts:
                continue
            name, text = file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")
            for found in _BANNED.finditer(text):
                words = " ".join(found[0].replace("#", " ").split())
                if not any(words == word and name.startswith(start) for word, start in ALLOWED):
                    yield f"{name}:{text.count(chr(10), 0, found.start()) + 1}: {words}"


def test_sentences_need_not_be_read_twice() -> None:
    found = list(_banned_words())
    assert not found, "\n".join(["see INSTEAD in this file for what to write", *found])
