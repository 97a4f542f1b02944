"""Conditions compare a game's columns: they open no file, fill no memory, and are read or refused at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import simkit
from simkit import BadInput
from simkit.run.runner import run_experiment
from simkit.run.store.condition import FUNCTIONS, require_plain
from simkit.run.store.directory import RunDirectory
from simkit.run.store.query import find_games

FRAME = pl.DataFrame({"turns": [3, 12], "score": [0.5, 2.5], "won": [True, False], "word": ["won", "lost"]})

SOUND = [
    *(f"{name}(score) > 0" for name in ("abs", "ceil", "ceiling", "floor", "round", "sign", "sqrt", "exp")),
    *(f"{name}(score) < 9" for name in ("ln", "log2", "log10")),
    *(f"{name}(turns, 2) > 0" for name in ("power", "pow", "log", "mod", "least", "greatest", "coalesce")),
    *(f"{name}(turns, 2) > 0" for name in ("ifnull", "nullif")),
    *(f"{name}(word) = 'won'" for name in ("lower", "upper", "trim", "reverse")),
    *(f"{name}(word) = 3" for name in ("length", "char_length")),
    *(f"{name}(word, 'w')" for name in ("starts_with", "ends_with")),
    *(f"{name}(word, 1) = 'w'" for name in ("left", "right", "substr", "substring")),
    "strpos(word, 'o') = 2",
    "if(won, 1, 2) = 1",
    "won and not (turns > 3 or turns in (1, 2)) xor won",
    "turns not between 1 and 4 and word not ilike 'W%' and word <> 'it''s'",
    "won is not null and won is true and won is not distinct from true",
    "case turns when 3 then true else false end",
    'case when "turns" == 3 then true end',
    "-turns + .5 * 2e1 / 3 - +1 % 2 <= 1e-3",
]


@pytest.mark.parametrize("condition", SOUND)
def test_what_compares_columns_is_allowed(condition: str) -> None:
    require_plain(condition)
    FRAME.filter(pl.sql_expr(condition))


def test_every_function_allowed_is_tried() -> None:
    assert all(any(f"{name}(" in condition for condition in SOUND) for name in FUNCTIONS)


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("read_parquet('/etc/passwd')", "the function 'read_parquet' is not allowed; allowed are columns,"),
        ("turns in (select 1 from x)", "between select and 1 an operator or a comma is missing"),
        ("turns in (select turns from x)", "'from' is not allowed: a condition can't contain a query"),
        ("turns in (select * from 'x')", "'from' is not allowed: a condition can't contain a query"),
        (
            "turns in (select distinct from 'x')",
            "'distinct' is not allowed: a condition can't contain a query",
        ),
        ("exists(select turns)", "the function 'exists' is not allowed"),
        ("\"read_csv\"('x')", 'between "read_csv" and ( an operator or a comma is missing'),
        ("-- '\nread_csv('x') -- '", "'--' is not allowed"),
        ("won /* ' */ or read_csv('x') /* ' */", "'/*' is not allowed"),
        ("lpad('a', 99999999999) = 'a'", "the function 'lpad' is not allowed"),
        ("repeat(word, 9999999) = 'a'", "the function 'repeat' is not allowed"),
        ("wor || 'x' = 'a'", "'|' is not allowed"),
        ("cast(turns as varchar) = '3'", "the function 'cast' is not allowed"),
        ("turns::varchar = '3'", "':' is not allowed"),
        ("E'\\x41' = word", "between E and '\\x41' an operator or a comma is missing"),
        ("$$a$$ = word", "'$' is not allowed"),
        ("word = 'won", "''' is not allowed"),
        ("lenght(word) = 3", "the function 'lenght' is not allowed; did you mean 'length'?"),
        ("max(turns) > 3", "max(...): it is about all games together, not about each of them"),
        ("(" * 21 + "won" + ")" * 21, "it has brackets within brackets; allowed are 20 at most"),
        (" or ".join(["won"] * 300), "it has more than 200 operators"),
    ],
)
def test_what_does_more_is_refused(condition: str, said: str) -> None:
    with pytest.raises(BadInput) as complaint:
        require_plain(condition)
    assert str(complaint.value).startswith(said)


@pytest.fixture
def run(write_experiment: Callable[[str], Path], tmp_path: Path) -> RunDirectory:
    text = "name: pig\ngame: pig\ngames: 20\nstrategy: random\nreport: none\n"
    return run_experiment(simkit.experiment(write_experiment(text)), tmp_path / "run", jobs=1)


def test_costly_conditions_are_refused_at_once_and_files_stay_closed(run: RunDirectory) -> None:
    begun = time.process_time()
    for condition, said in (
        (
            "lpad('a', 99999999999) = 'a'",
            r"--where 'lpad.*' can't be understood: the function 'lpad' is not allowed",
        ),
        (
            " or ".join(["turns > 3"] * 3000),
            r"--where 'turns > 3 or .*\.\.\.': found 38,996 characters, allowed are 10,000",
        ),
        (" or ".join(["turns > 3"] * 400), "more than 200 operators"),
        ("read_parquet('/etc/passwd')", "'read_parquet' is not allowed"),
        ("(" * 9_000, "brackets within brackets"),
    ):
        with pytest.raises(BadInput, match=said) as complaint:
            find_games(run, [0], condition, 1)
        assert len(str(complaint.value)) < 2000
    assert time.process_time() - begun < 2


def test_many_games_can_be_named(run: RunDirectory) -> None:
    numbers = ", ".join(map(str, range(1500)))
    assert len(find_games(run, [0], f"game in ({numbers})", 99)) == 20


@given(st.text(alphabet="turns won'\"(),=<>-/*.5eE[]|$orandnotin", max_size=60))
def test_any_text_is_allowed_or_refused(condition: str) -> None:
    try:
        require_plain(condition)
    except BadInput as complaint:
        assert str(complaint)
