"""Reading YAML and drawings: bad characters are named with their place; reading any file ends soon."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from simkit.content.characters import cleaned, refused_character, refused_in
from simkit.content.source import (
    LONGEST_DRAWING,
    LONGEST_KEY,
    LONGEST_TEXT,
    MOST_BYTES,
    MOST_NODES,
    read_drawing,
    read_source,
    read_value,
)
from simkit.errors import BadInput

# Reading YAML: bad characters are named with their place; reading any file ends soon.


@pytest.fixture
def refusal(tmp_path: Path) -> Callable[[str], str]:
    """Return a function that reads a file and returns what is said of it, without its path."""

    def read(text: str) -> str:
        path = tmp_path / "file.yaml"
        path.write_text(text, encoding="utf-8", newline="")
        with pytest.raises(BadInput) as complaint:
            read_source(path)
        return str(complaint.value).removeprefix(f"{path}:")

    return read


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('a: 1\nb: "bell \\a"\n', "2:4: the character U+0007 (a control character) is not text"),
        ('a:\n  - "\\x1b[2J"\n', "2:5: the character U+001B (a control character) is not text"),
        ('"a\\uFFFE": 1\n', "1:1: the character U+FFFE (no character) is not text"),
        ('a: {"b\\t": 1}\n', "1:5: the character U+0009 (a control character) is not text"),
        ("a: 1\r\nb: x\u202ey\r\n", "2:5: the character U+202E (a mark that reverses text) is not text"),
        ("a: 1 # \x9b31m\n", "1:8: the character U+009B (a control character) is not text"),
    ],
)
def test_characters_are_refused_with_their_place(refusal: Callable[[str], str], text: str, said: str) -> None:
    assert refusal(text) == said


def test_values_of_the_command_line_are_refused_alike() -> None:
    for text in ('"\\e[31m"', "a\x1bb"):
        with pytest.raises(BadInput, match=r"--set title:1:\d: the character U\+001B"):
            read_value(text, "--set title")
    assert read_value("[a, 'b\tc']", "--set title") == ["a", "b\tc"]


def test_text_of_several_lines_is_read(tmp_path: Path) -> None:
    path = tmp_path / "file.yaml"
    path.write_text("a: |\n  one\n  \ttwo\n", encoding="utf-8")
    assert read_source(path).data == {"a": "one\n\ttwo\n"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a:\n" + "- 1\n" * (MOST_NODES + 1), "29999:3: too long; at most 30,000 keys and values"),
        ("a: [" + "b," * (MOST_BYTES // 2 - 10) + "]", "1:59999: too long; at most 30,000 keys and values"),
        ("a: " + "[" * 500_000, "1:23: nested too deeply; at most 20 levels"),
        ("? " * 400_000, "1:41: nested too deeply; at most 20 levels"),
        ("a: &a [x, *a]", "1:8: nested too deeply; at most 20 levels"),
        (
            "a: &a [1,1,1,1,1,1,1,1,1]\n"
            + "".join(
                f"{b}: &{b} [{','.join(['*' + a] * 9)}]\n" for a, b in zip("abcdef", "bcdefg", strict=True)
            ),
            "1:22: too long; at most 30,000 keys and values",
        ),
        ("a: " + "b" * (LONGEST_TEXT + 1), "1:4: text has at most 10,000 characters, found 10,001"),
        (f"? {'k' * (LONGEST_KEY + 1)}\n: 1\n", "1:3: a key has at most 200 characters, found 201"),
        ("a: " + "!" * 500_000 + " b", None),
        ("#" * (MOST_BYTES + 1), " is too large; an experiment has at most 1,000,000 bytes"),
    ],
)
def test_costly_files_are_refused_at_once(refusal: Callable[[str], str], text: str, said: str | None) -> None:
    begun = time.process_time()
    found = refusal(text)
    assert time.process_time() - begun < 2
    assert said is None or found == said
    assert len(found) < 200


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no file without an end")
def test_of_a_file_without_an_end_no_more_is_read_than_is_allowed() -> None:
    with pytest.raises(BadInput, match="is too large"):
        read_source(Path("/dev/zero"))


@pytest.mark.skipif(os.name == "nt", reason="Windows allows no such name")
def test_a_path_that_could_not_be_printed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a\x1bb.yaml"
    path.write_text("a: 1\n")
    with pytest.raises(BadInput, match=r"U\+001B .* is not allowed in the path of an experiment"):
        read_source(path)


SLIPS = [
    (
        "name: x\ntitle: What if: Tides\n",
        '2:15: not YAML: the text has a colon in it: put it in quotes: title: "W',
    ),
    (
        'a: 1\ntitle: "abc\nname: x\ngame: pig\n',
        "2:8: not YAML: the quote that opens here is not closed; put ano",
    ),
    ('title: "abc\ndescription: "foo"\nname: x\n', "1:8: not YAML: the quote that opens here is not closed"),
    ("t: What's\nx: 'abc\ngame: 1\ny: 'd'\n", "2:4: not YAML: the quote that opens here is not closed"),
    ("a: [x, 'y]\nb: 1\n", "1:8: not YAML: the quote that opens here is not closed"),
    (
        "a:\n\tb: 1\n",
        "2:1: not YAML: found a tab at the beginning of the line; YAML indents with spaces only",
    ),
    ("a: 1\n \tb: 2\n", "2:2: not YAML: found a tab at the beginning of the line"),
    ("a: [1, 2\nb: 3\n", "1:4: not YAML: the [ that opens here is not closed, or a comma is missing in it"),
    ("a: {x: 1\nb: 3\n", "1:4: not YAML: the { that opens here is not closed"),
    ("game: pig\nname:foo\nb: 1\n", "2:5: not YAML: a space is missing after 'name:'"),
    ("a: @x\n", '1:4: not YAML: a value that begins with @ needs quotes: "@x"'),
    ("a: *x\n", '1:4: not YAML: a value that begins with * needs quotes: "*x"'),
    ("a: 1\n  b: 2\n", "2:3: not YAML: this line is indented further than the one above it"),
    ("a:\n    b: 1\n  c: 2\n", "3:3: not YAML: this line belongs neither below nor within the one above it"),
    ('a: "x" y\nb: 2\n', '1:8: not YAML: the text in quotes ends before this; write \\" for a quote'),
    ("title: 'don't do it'\nb: 1\n", "1:13: not YAML: the text in quotes ends before this; write a ' inside"),
]


@pytest.mark.parametrize(("text", "said"), SLIPS)
def test_slips_are_said_in_a_persons_words(refusal: Callable[[str], str], text: str, said: str) -> None:
    assert refusal(text).startswith(said)


def test_the_quotes_that_a_message_proposes_are_right(tmp_path: Path, refusal: Callable[[str], str]) -> None:
    for title in ("What if: Tides?", 'the "free": one', "a\\b: c", "x: 'y'"):
        proposed = refusal(f"title: {title}\n").partition("put it in quotes: ")[2]
        path = tmp_path / "mended.yaml"
        path.write_text(proposed)
        assert read_source(path).data == {"title": title}


# Characters that no page can show are refused where they are read, by name.


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


# A text file that draws an item of content: its rows, and where every character stands.


def test_rows_and_places(tmp_path: Path) -> None:
    path = tmp_path / "map.txt"
    path.write_bytes(b"# a remark\r\n\r\nab \r\n# another\r\ncd\r\n")
    source = read_drawing(path, "board", "sea")
    assert source.data == {"board": {"sea": {"rows": ["ab", "cd"]}}}
    assert source.position(("board", "sea", "rows", 1)) == (5, 1)
    assert source.position(("board", "sea", "rows", 1, 1)) == (5, 2)
    assert source.position(("board", "sea", "rows", 0, 7)) == (3, 1)  # the row, where there is no such square
    assert source.position(("elsewhere",)) == (1, 1)


@pytest.mark.parametrize(
    ("contents", "message"),
    [
        (b"ab\xff", "byte 3 is not UTF-8 text"),
        (b"ab\nc\x07", "map.txt:2:2: the character U.0007"),
        (b"a\n" * (LONGEST_DRAWING + 1), "too large; a drawing has at most 200 rows"),
        (b"a" * 201, "too large; a drawing has at most 200 rows of 200 characters"),
    ],
)
def test_what_is_no_drawing(tmp_path: Path, contents: bytes, message: str) -> None:
    path = tmp_path / "map.txt"
    path.write_bytes(contents)
    with pytest.raises(BadInput, match=message):
        read_drawing(path, "board", "sea")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no such file"):
        read_drawing(tmp_path / "map.txt", "board", "sea")
