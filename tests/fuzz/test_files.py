"""Files that simkit keeps, or that people write: whatever stands in them, it is read or refused in words."""

from __future__ import annotations

import io
import json
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from simkit import Answer
from simkit.cluster.bundle import Bundle, pack_code, unpack
from simkit.door import clusters
from simkit.questions.answer import WHOLE, stored_answer
from simkit.report.parts import Table
from simkit.report.stats import Estimate
from simkit.table.entered import read_results
from simkit.table.game import TableGame
from simkit.table.saved import read_saved, save
from simkit.table.setting import table_for
from tests.fuzz.conftest import Fuzzing
from tests.fuzz.making import TEXTS, as_yaml, broken, read_or_refused
from tests.table.conftest import hold_at_25

DEEP = ["[" * 20_000, '{"a":' * 20_000, "9" * 5000, '{"format": ' + "9" * 5000 + "}", "NaN", '"\\ud800"']
"""Texts of JSON that Python's reader has an answer of its own for."""


@st.composite
def damaged(draw: DrawFn, contents: bytes) -> bytes:
    """Draw the bytes of a file after an accident."""
    cut, end = sorted((draw(st.integers(0, len(contents))), draw(st.integers(0, len(contents)))))
    other = draw(st.binary(max_size=8))
    return draw(
        st.sampled_from(
            [
                contents[:cut],
                contents[cut:],
                contents[:cut] + contents[end:],
                contents[:cut] + other + contents[cut:],
                contents[:cut] + other + contents[cut + len(other) :],
                contents[:cut] + bytes(end - cut) + contents[end:],
                contents + contents,
                other,
            ]
        )
    )


def as_json(data: SearchStrategy[Any]) -> SearchStrategy[bytes]:
    return data.map(lambda value: json.dumps(value).encode())


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Return the file of a game of Pig after some choices."""
    game = TableGame(
        table_for("pig", seats="you, {base: hold_at, noise: 0.2}", settings=["rules.target=60"]), 3
    )
    for _ in range(4):
        asked = game.go_on()
        assert asked is not None
        game.choose(hold_at_25(asked))
    path = tmp_path / "pig.table.json"
    save(game, path, "tuesday")
    return path


def anything_like(contents: bytes) -> SearchStrategy[bytes]:
    """Return a strategy for a file of JSON with other values, other bytes, or other contents."""
    return (
        as_json(broken(st.just(json.loads(contents))))
        | damaged(contents)
        | st.sampled_from(DEEP).map(str.encode)
    )


def test_broken_saved_games(fuzzing: Fuzzing, saved: Path) -> None:
    """One that is read goes on: its next choice is asked for, or what has changed is said."""

    def check(contents: bytes) -> None:
        saved.write_bytes(contents)
        found = read_or_refused(lambda: read_saved(saved))
        if found is not None:
            read_or_refused(lambda: found.game().go_on())

    fuzzing(anything_like(saved.read_bytes()), check, daily=20)


CELLS = st.sampled_from(
    [
        "yes",
        "no",
        "x",
        "",
        "3",
        "-1",
        "1e400",
        "9" * 30,
        "0.5",
        "won",
        "٣",
        "=1+1",
        " 2 ",
        '"',
        "x" * 200_000,
        *TEXTS,
    ]
)
HEADS = [
    "game",
    "seat",
    "player",
    "won",
    "score",
    "turns",
    "end",
    "score 1",
    "score 2",
    "won 0",
    "score 999999999",
]


@st.composite
def sheets(draw: DrawFn) -> str:
    """Draw what a spreadsheet of results may hold."""
    heads = draw(st.lists(st.sampled_from(HEADS) | CELLS, min_size=1, max_size=5))
    rows = draw(st.lists(st.lists(CELLS, max_size=len(heads) + 1), max_size=4))
    comma = draw(st.sampled_from([",", ";", "\t"]))
    return draw(st.sampled_from(["\n", "\r\n"])).join(comma.join(row) for row in [heads, *rows])


@pytest.mark.parametrize("game", ["pig", "castaways", "nautilus_island"])
def test_broken_results(fuzzing: Fuzzing, tmp_path: Path, game: str) -> None:
    path = tmp_path / "tuesday.csv"
    right = b"game,seat,player,won,score\n1,1,Ann,yes,100\n1,2,Bob,no,80\n2,2,Ann,no,70\n2,1,Bob,yes,101\n"

    def check(contents: str | bytes) -> None:
        path.write_bytes(
            contents if isinstance(contents, bytes) else contents.encode("utf-8", "surrogatepass")
        )
        read_or_refused(lambda: read_results(path, game), str(path))

    fuzzing(sheets() | damaged(right), check, daily=10)


def test_broken_settings(fuzzing: Fuzzing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    path = clusters.settings_file()
    assert path is not None
    path.parent.mkdir()

    def check(contents: bytes) -> None:
        path.write_bytes(contents)
        read_or_refused(clusters._address_in_settings, str(path))

    right = {"cluster": "tcp://lab:8786"}
    fuzzing(broken(st.just(right)).map(as_yaml) | damaged(as_yaml(right)), check, daily=10)


def test_broken_answers(fuzzing: Fuzzing, tmp_path: Path) -> None:
    """An answer of which a file is damaged is refused, unless what is read is an answer."""
    figure = Estimate(0.5, 0.4, 0.6, 100, "wilson")
    answer = Answer(
        ("one",), {"won": figure}, {"t": Table(pl.DataFrame({"a": [1, 2]}))}, {"n": 1}, {"f.txt": "x"}
    )
    answer.asked("luck", "Luck", {"games": 5}).store(tmp_path)
    whole = {path: path.read_bytes() for path in tmp_path.iterdir()}

    def check(damage: tuple[Path, bytes]) -> None:
        path, contents = damage
        path.write_bytes(contents)
        read_or_refused(lambda: stored_answer(tmp_path), str(tmp_path / WHOLE))
        path.write_bytes(whole[path])

    table = tmp_path / "t.parquet"
    said = anything_like(whole[tmp_path / WHOLE]).map(lambda contents: (tmp_path / WHOLE, contents))
    fuzzing(said | damaged(whole[table]).map(lambda contents: (table, contents)), check, daily=20)


def test_broken_bundles(fuzzing: Fuzzing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a worker of a cluster is sent: nothing is written outside of its folder."""
    from simkit.engine.contract.player import named
    from simkit.plugins import find_game

    inside = tmp_path / "cache"
    monkeypatch.setenv("SIMKIT_CACHE_DIR", str(inside))
    (tmp_path / "my.py").write_text(
        "from simkit.game import strategy\n\n\n@strategy(game='pig', skill='none')\n"
        "def careful(table, seat, rules, moves, count, parameters, chance):\n    return count - 1\n"
    )
    right = pack_code(find_game("pig"), (named("./my.py:careful"),), tmp_path).contents
    before = sorted(path for path in tmp_path.rglob("*") if inside not in (path, *path.parents))

    def check(contents: bytes) -> None:
        with suppress(Exception):  # a worker answers with whatever it was
            unpack(Bundle(contents))
        after = sorted(path for path in tmp_path.rglob("*") if inside not in (path, *path.parents))
        assert after == before

    fuzzing(damaged(right) | st.lists(ENTRIES, max_size=3).map(zipped), check, daily=10)


ENTRIES = st.tuples(
    st.sampled_from(
        ["places.json", "../x", "/x", "a/../../x", "strategies/0/my.py", "", ".", "a/", "a\\..\\x"]
    ),
    st.binary(max_size=20),
)


def zipped(entries: list[tuple[str, bytes]]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as packed:
        for name, contents in dict(entries).items():
            packed.writestr(zipfile.ZipInfo(name or "x"), contents)
    return buffer.getvalue()
