"""The script that compares the bytes of several Pythons and processors."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

import simkit

TOOLS = Path(__file__).parents[2] / "tools"


@pytest.fixture
def same_bytes(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(TOOLS))
    return importlib.import_module("same_bytes")


def test_what_it_plays_are_experiments(same_bytes: Any) -> None:
    for described in same_bytes.RUNS.values():
        assert simkit.experiment(**described).games > 0


def test_one_byte_or_another_name_is_another_hash(same_bytes: Any, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    file = tmp_path / "games" / "part.parquet"
    file.write_bytes(b"0123")
    found = [same_bytes.hash_of_tables(tmp_path)]
    file.write_bytes(b"0124")
    found.append(same_bytes.hash_of_tables(tmp_path))
    file.rename(tmp_path / "part.parquet")
    found.append(same_bytes.hash_of_tables(tmp_path))
    (tmp_path / "manifest.json").write_text("{}")  # it has times
    assert same_bytes.hash_of_tables(tmp_path) == found[-1]
    assert len(set(found)) == 3


def test_what_differs_stands_in_bold(same_bytes: Any) -> None:
    same = dict.fromkeys(same_bytes.RUNS, "aaa")
    rows = [same_bytes.Row("3.11", "this one", same)] * 2
    rows.append(same_bytes.Row("3.12", "any", same | {"Castaways": "bbb"}))
    lines = same_bytes.table_of(rows).splitlines()
    assert "**" not in "".join(lines[:4])
    assert lines[4].count("**bbb**") == 1 and lines[4].count("`aaa`") == len(same) - 1


def test_the_page_has_one_hash_for_each_run(same_bytes: Any) -> None:
    page = same_bytes.PAGE.read_text()
    assert page.count(same_bytes.BEGIN) == page.count(same_bytes.END) == 1
    table = page.split(same_bytes.BEGIN)[1].split(same_bytes.END)[0]
    assert len(table.strip().splitlines()) == 2 + 4 * len(same_bytes.PROCESSORS)
