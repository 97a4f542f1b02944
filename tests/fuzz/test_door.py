"""What Python passes through the door: plain or NumPy's, nested or odd, it is taken or refused in words."""

from __future__ import annotations

import datetime
import decimal
import enum
import fractions
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd  # type: ignore[import-untyped]
import polars as pl
import pytest
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

import simkit
from tests.fuzz.conftest import Fuzzing
from tests.fuzz.making import TEXTS, WRONG, at, broken, few_of, places_in, read_or_refused
from tests.fuzz.test_experiments import is_cheap, made_for, runs_or_is_refused


class Word(str, enum.Enum):  # noqa: UP042
    """Words that are a class of text."""

    RANDOM = "random"
    TARGET = "rules.target"


class Named(str):
    """A text that says something else of itself, as the members of an enumeration of texts do."""

    def __str__(self) -> str:
        return "Named"


class Level(enum.IntEnum):
    """Numbers that are a class of numbers."""

    ONE = 1


def cyclic(kind: str) -> Any:
    """Return a list or a mapping that contains itself."""
    if kind == "list":
        listed: list[Any] = [1]
        listed.append(listed)
        return listed
    mapped: dict[str, Any] = {"rules.target": [1]}
    mapped["x"] = mapped
    return mapped


def odd_values() -> list[Any]:
    """Return values of Python that no file holds, made anew: some change when they are read or written to."""
    return [
        *(
            np.int64(3),
            np.float32(0.5),
            np.float64("nan"),
            np.bool_(True),
            np.str_("random"),
            np.uint64(2**63),
        ),
        *(np.datetime64("2026-01-01"), np.longdouble(1), np.complex64(1), np.void(b"a"), np.array(3)),
        *(
            np.array([]),
            np.array([1, 2]),
            np.zeros((2, 2)),
            np.array([None, "x"], dtype=object),
            np.ma.masked,
        ),
        *(pl.Series([1, 2]), pl.DataFrame({"a": [1]}), pd.Series([1.5, None]), pd.DataFrame({"a": [1]})),
        *(pd.NA, pd.NaT, (1, 2), range(3), range(10**12), {1, 2}, frozenset({"a"})),
        *(b"random", bytearray(b"x"), memoryview(b"x"), Path("x.yaml"), Path(), Word.RANDOM, Level.ONE),
        *(datetime.date(2026, 1, 1), datetime.timedelta(1), decimal.Decimal("0.5"), fractions.Fraction(1, 2)),
        *(10**400, -(10**5000), 1j, ..., NotImplemented, int, print, cyclic("list"), cyclic("mapping")),
        *({Word.TARGET: [20]}, {1: 2}, {1.5: 2}, {None: 1}, {(1, 2): 3}, {True: 1}, {b"x": 1}),
        *({np.int64(1): 1}, {10**5000: 1}, iter([1]), zip([1], [2], strict=True), {"a": 1}.keys()),
    ]


ODD = st.integers(0, len(odd_values()) - 1).map(lambda place: odd_values()[place])


def in_pythons_way(value: Any) -> SearchStrategy[Any]:
    """Return a strategy for values that mean the same as a plain one."""
    same: list[Any] = [value]
    if isinstance(value, bool):
        same.append(np.bool_(value))
    elif isinstance(value, int):
        same += [np.int64(value)] if abs(value) < 2**63 else []
    elif isinstance(value, float):
        same.append(np.float64(value))
    elif isinstance(value, str):
        same += [np.str_(value), Named(value)]
    elif isinstance(value, list):
        same += [tuple(value), np.array(value, dtype=object)] if value else [()]
    return st.sampled_from(same)


@st.composite
def mappings(draw: DrawFn) -> Any:
    """Draw an experiment, some of its values in Python's way, and up to two of them odd."""
    data = draw(broken(st.sampled_from(["pig", "nautilion", "yacht"]).flatmap(made_for)))
    for _ in range(draw(st.integers(0, 3))):
        places = list(places_in(data))
        if not places:
            break
        *within, key = draw(st.sampled_from(places))
        holder = at(data, tuple(within))
        holder[key] = draw(st.one_of(in_pythons_way(holder[key]), ODD))
    return data


def test_broken_mappings(fuzzing: Fuzzing, tmp_path: Path) -> None:
    accepted = 0

    def check(data: dict[str, Any]) -> None:
        nonlocal accepted
        made = read_or_refused(lambda: simkit.experiment(data))
        if made is None:
            return
        accepted += 1
        few = read_or_refused(lambda: simkit.experiment(with_few_games(data)))
        if few is not None and not accepted % 4 and is_cheap(few):
            runs_or_is_refused(few, tmp_path / "run")

    fuzzing(mappings(), check, daily=12)


def with_few_games(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in ("precision", "max_games")} | {"games": 3}


@pytest.mark.parametrize("kind", [str, np.str_, Path])
def test_a_word_of_any_class_of_text_is_that_word(kind: Any) -> None:
    class Named(str, enum.Enum):  # noqa: UP042
        HOLD = "hold_at"

    given = simkit.experiment(game="pig", strategy=kind("hold_at"), games=5)
    named = simkit.experiment(game="pig", strategy=Named.HOLD, games=Level.ONE)
    assert [player.name for player in named.scenarios[0].players] == ["hold_at", "hold_at"]
    assert given.scenarios == named.scenarios
    assert named.games == 1


ANY = WRONG | ODD | st.sampled_from(TEXTS)
FEW = st.integers(-1, 5)

CALLS: dict[str, tuple[Any, SearchStrategy[dict[str, Any]]]] = {
    "experiment": (
        partial(simkit.experiment, game="pig", strategy="hold_at"),
        few_of(
            {},
            {
                "settings": ANY | st.dictionaries(st.sampled_from(["rules.target", "strategy", "x"]), ANY),
                **dict.fromkeys(("games", "seed", "precision", "max_games", "content", "rules", "name"), ANY),
                **dict.fromkeys(("factors", "restrict", "events", "seconds", "targets", "title"), ANY),
                **dict.fromkeys(("ladder", "ceiling", "tournament", "question", "report", "strategies"), ANY),
            },
        ),
    ),
    "play": (
        simkit.play,
        few_of(
            {
                "game": st.just("pig") | ANY,
                "players": st.sampled_from(["hold_at", ["hold_at", "random"]]) | ANY,
            },
            {"rules": ANY | st.dictionaries(st.just("target"), ANY), "seed": ANY, "games": FEW},
        ),
    ),
    "open_run": (simkit.open_run, few_of({"reference": ANY}, {"runs": ANY})),
    "compare": (simkit.compare, few_of({"before": ANY, "after": ANY}, {"runs": ANY})),
    "runs": (simkit.runs, few_of({"folder": ANY}, {})),
    "strategies": (simkit.strategies, few_of({"game": ANY}, {})),
    "rules": (simkit.rules, few_of({"game": ANY}, {})),
    "columns": (simkit.columns, few_of({"game": ANY}, {})),
    "ask": (
        partial(simkit.ask, jobs=1),
        few_of(
            {"question": st.sampled_from(["idle_rules", "ladder", "luck"]), "about": ANY},
            {"settings": ANY, "runs": ANY, "out": ANY, "cluster": ANY, "games": ANY, "x": ANY},
        ),
    ),
    "run": (
        partial(simkit.run, {"game": "pig", "strategy": "hold_at", "games": 2}),
        few_of(
            {"label": ANY},
            dict.fromkeys(("settings", "out", "runs", "note", "jobs", "backend", "cluster"), ANY),
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_broken_calls(fuzzing: Fuzzing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    call, arguments = CALLS[name]
    fuzzing(arguments, lambda given: read_or_refused(partial(call, **given)), daily=5)
