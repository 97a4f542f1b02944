"""A text file that draws an item of content: its rows, and where every character stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from simkit.content.source import LONGEST_DRAWING, read_drawing
from simkit.errors import BadInput


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
