"""Answers are values: they come back from their files as they were."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

import simkit
from simkit.questions import Answer
from simkit.questions.answer import stored_answer
from simkit.report.parts import Table
from simkit.report.stats import Estimate
from simkit.stats.estimates import POINTS

DATA = Table(pl.DataFrame({"player": ["a", "b"], "games": [3, None], "share": [0.25, float("nan")]}))
TABLE = Table(
    [
        {"player": "a", "games": 3000, "gain": Estimate(0.031, 0.022, 0.04, 90, "", POINTS), "is best": True},
        {"player": "b", "games": None, "gain": None, "is best": False},
    ],
    "Who wins.",
)
ANSWER = Answer(
    ("a wins.",),
    {"win rate": Estimate(0.5, 0.4, 0.6, 100, "Wilson")},
    {"players": TABLE, "data": DATA},
    {"rungs": ["a", "b"], "scale": 100.0},
    {"replay.yaml": "name: größer\n"},
    {"Game": "Pig"},
).asked("ladder", "The ladder", {"games": 100, "seed": None})


def test_an_answer_comes_back_from_its_files(tmp_path: Path) -> None:
    folder = tmp_path / "ladder"
    assert stored_answer(folder) is None
    written = ANSWER.store(folder)
    names = ["answer.json", "data.parquet", "players.parquet", "replay.yaml"]
    assert sorted(path.name for path in written) == names
    assert sorted(path.name for path in folder.iterdir()) == names  # nothing temporary
    assert stored_answer(folder) == ANSWER
    assert stored_answer(folder) != replace(ANSWER, tables={"players": TABLE.head(1)})
    assert (folder / "replay.yaml").read_text(encoding="utf-8") == "name: größer\n"


def test_an_interrupt_leaves_the_old_answer_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ANSWER.store(tmp_path)
    other = replace(ANSWER, tables={"players": TABLE.head(1)}, sentences=("b wins.",))
    write, left = Path.write_bytes, 0

    def stopped(path: Path, content: bytes) -> int:
        nonlocal left
        if not left:
            raise KeyboardInterrupt
        left -= 1
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", stopped)
    for written in range(3):
        left = written
        with pytest.raises(KeyboardInterrupt):
            other.store(tmp_path)
        assert stored_answer(tmp_path) in (None, ANSWER)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"../out.yaml": ""}, "'../out.yaml' is no name of a file"),
        ({"answer.json": ""}, "two files called 'answer.json'"),
        ({"players.parquet": ""}, "two files called 'players.parquet'"),
    ],
)
def test_files_whose_names_clash_are_refused(tmp_path: Path, files: dict[str, str], said: str) -> None:
    with pytest.raises(simkit.BadInput, match=said):
        replace(ANSWER, files=files).store(tmp_path / "ladder")
    assert not (tmp_path / "ladder").exists()


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("answer.json", b"{", r"answer\.json can't be read \(.*\); `simkit run` .* makes it anew"),
        ("answer.json", b'{"tables": {}}', "KeyError 'format'"),
        ("answer.json", b'{"tables": {}, "format": 9}', "of format 9, this simkit reads format 3"),
        (
            "answer.json",
            b'{"tables": {}, "format": [%s1]}' % (b"1, " * 50_000),
            r"of format \[1, .{1,300}\.\.\., this",
        ),
        ("players.parquet", b"PAR1", "players.parquet is not the file that was written"),
    ],
)
def test_what_is_damaged_is_told(tmp_path: Path, file: str, content: bytes, said: str) -> None:
    ANSWER.store(tmp_path)
    (tmp_path / file).write_bytes(content)
    with pytest.raises(simkit.BadInput, match=said):
        stored_answer(tmp_path)


def test_a_missing_table_is_told(tmp_path: Path) -> None:
    ANSWER.store(tmp_path)
    (tmp_path / "players.parquet").unlink()
    with pytest.raises(simkit.BadInput, match=r"answer\.json can't be read"):
        stored_answer(tmp_path)


def test_a_table_is_printed_with_units_and_intervals() -> None:
    assert TABLE.columns == ["player", "games", "gain", "is best"]
    assert TABLE.cells() == [["a", "3,000", "+3.1 points (+2.2 to +4.0)", "yes"], ["b", "", "", "no"]]
    assert TABLE.numeric() == [False, True, True, False]
    assert TABLE.frame.columns == ["player", "games", "gain", "gain low", "gain high", "gain n", "is best"]


def test_a_table_without_a_caption_is_data() -> None:
    assert ANSWER.shown == [TABLE]
