"""Characters that no page can show are refused where they are read, by name."""

from __future__ import annotations

import pytest

from simkit.content.characters import cleaned, refused_character, refused_in

REFUSED = [
    "\a",
    "\x1b",
    "\x7f",
    "\x9b",
    "\u2028",
    "\u202e",
    "\u2066",
    "\ufdd0",
    "\ufffe",
    "\U0010ffff",
    "\ud83d",
]


@pytest.mark.parametrize("character", REFUSED)
def test_what_no_page_can_show_is_no_text(character: str) -> None:
    name = f"U+{ord(character):04X}"
    assert name in (refused_character(f"a{character}b") or "")
    assert [name in found and path for path, found in refused_in({"a": ["", {"b": character}]})] == ["a[1].b"]
    assert [path for path, _ in refused_in({character: 1})] == [""]
    assert cleaned(f"a{character}b").isprintable()


@pytest.mark.parametrize("text", ["", "Nautilus »2«, ½", "\U0001f3b2 \u200d ש\u200f", "\ue000"])
def test_what_pages_can_show_is_text(text: str) -> None:
    assert refused_character(text, one_line=True) is None
    assert cleaned(text) == text


def test_lines_are_text_but_not_in_a_name() -> None:
    assert refused_character("one\n\ttwo") is None
    assert "U+000A" in (refused_character("one\n", one_line=True) or "")
