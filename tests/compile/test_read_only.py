"""What compiled code may only read it can't write to, and reads as it did."""

from __future__ import annotations

from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import numpy as np
import pytest

from simkit.compile.compiler import dispatcher
from simkit.compile.records import WRITES, read_only
from simkit.plugins import load_file

CARD = np.dtype([("value", np.int32), ("marks", np.int32, (3,))], align=True)
TABLE = np.dtype(
    [("turn", np.int32), ("path", np.int32, (4,)), ("cards", CARD, (5,)), ("top", CARD)], align=True
)

WORK = """
import numpy as np
from simkit.compile.records import read_only
from simkit.compile.kernel import kernel
from tests.compile.test_read_only import CARD

@kernel
def turn_over(card):
    card.value = 3

@kernel
def count_marks(card):
    return card.marks.sum()

def work(writable, other):
    table = read_only(writable)
    {line}
    return 0
"""


def compiled(folder: Path, line: str) -> Any:
    (folder / "work.py").write_text(WORK.format(line=line))
    work: FunctionType = load_file(folder / "work.py").work
    function: Any = dispatcher(work, checked=False)
    record = numba.from_dtype(TABLE)
    function.compile((record, record))
    return function


@pytest.mark.parametrize(
    "line",
    [
        "table.turn = 1",
        "table['turn'] += 1",
        "table.path[3] = 1",
        "table.path[1:][0] = 1",
        "table.path[:] = other.path",
        "table.path = other.path",
        "table.path.fill(1)",
        "table.path.sort()",
        "np.random.shuffle(table.path)",
        "table.path.reshape(2, 2)[0, 0] = 1",
        "table.top = other.top",
        "table.top.value = 1",
        "table.cards[0] = other.cards[0]",
        "table.cards[1].value = 1",
        "table.cards[1].marks[2] = 1",
        "table.cards[1:][0].marks[2] = 1",
        "table.cards.value[1] = 1",
        "for card in table.cards: card.value = 1",
        "top = table.top if other.turn else other.top; top.value = 1",
        "cards = other.cards if other.turn else table.cards; cards[0].value = 1",
        "turn_over(table.top)",
    ],
)
def test_nothing_in_it_can_be_written_to(tmp_path: Path, line: str) -> None:
    with pytest.raises(Exception, match=f"{WRITES}|Cannot modify readonly array"):
        compiled(tmp_path, line)


READING = """other.turn = table.turn + table.path[1:].sum() + table.cards[2].marks[1]
    other.turn += table.cards.value.sum()
    other.path[:] = np.sort(table.path)
    other.cards[0] = table.top
    other.top = table.cards[2]
    other.cards[1:] = table.cards[:4]
    top = table.top if other.turn else other.top
    copied = table.cards.copy()
    copied[0].value = count_marks(top) + count_marks(other.cards[1])
    path = table.path.copy()
    path[0] = copied[0].value
    one = np.empty(1, CARD)
    one[0] = table.top
    one[0].value = 5
    other.path[0] = path[0] + one[0].value"""


def filled() -> Any:
    tables = np.zeros(2, TABLE).view(np.recarray)
    tables.view(np.int32)[:] = np.arange(tables.nbytes // 4)
    return tables


def test_what_reads_and_copies_does_the_same(tmp_path: Path) -> None:
    read, plain = filled(), filled()
    compiled(tmp_path, READING)(read[0], read[1])
    compiled_plain: Any = dispatcher(_without_read_only(tmp_path), checked=False)
    compiled_plain(plain[0], plain[1])
    assert read[1].tobytes() == plain[1].tobytes() != filled()[1].tobytes()
    assert read[0].tobytes() == filled()[0].tobytes()


def _without_read_only(folder: Path) -> FunctionType:
    (folder / "plain.py").write_text(WORK.format(line=READING).replace("read_only(writable)", "writable"))
    work: FunctionType = load_file(folder / "plain.py").work
    return work


def test_plain_python_gets_the_record_itself() -> None:
    table = filled()[0]
    assert read_only(table) is table
