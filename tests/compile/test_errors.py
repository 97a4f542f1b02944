"""A strategy that can't be compiled is reported in one sentence, with the place."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from simkit.engine.strategy import strategy
from simkit.errors import Complaint
from simkit.plugins import find_game, find_strategy

IDEA = """
from simkit.compile.kernel import kernel
from simkit.engine.strategy import strategy

@kernel
def helper(table):
    {line}

@strategy(game="pig", skill="none")
def idea(table, seat, rules, moves, count, parameters, chance):
    return helper(table)

def plain(table):
    return 0

@strategy(game="pig", skill="none")
def other(table, seat, rules, moves, count, parameters, chance):
    return 0

LISTED = [0, 1]
KEYED = {{0: 1}}
CHOSEN = {{0, 1}}
"""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "return table.totl",
            "broken.py:7: unknown field 'totl'; did you mean 'total'? Allowed: scores, total, ",
        ),
        ("return table.zzzz", "broken.py:7: unknown field 'zzzz'; Allowed: scores, total, turns, rolls"),
        ("return nonsense + 1", "name 'nonsense' is not defined"),
        ("return 'a' + 1", "broken.py:7: can't be called like this: add("),
        ("value = 1 if table.total > 3 else 'a'; return value + value", "broken.py:7: Cannot unify Literal"),
        ("return 1 if table.total > 3 else 'a'", "broken.py:7: Can"),  # told otherwise from Python 3.12 on
        (
            "return (table, table)",
            "broken.py:9: it returns a UniTuple, not a whole number; a strategy returns the index of a move",
        ),
        ("return 0.5", "it returns a float64, not a whole number; a strategy returns the index of a move"),
        (
            "table",
            "broken.py:9: on some path it returns nothing, not a whole number; a strategy returns",
        ),
        ("if table.total > 3: return 0", "broken.py:9: on some path it returns nothing, not a whole number"),
        ("return len(table)", "broken.py:7: can't be called like this: len(record)"),
        ("return max(table.scores, table)", "broken.py:7: can't be called like this: "),
        ("return plain(table)", "broken.py:7: 'plain' is a function without @kernel"),
        (
            "return other(table)",
            "broken.py:7: 'other' is a strategy; write play_other = kernel(other.function) at the top",
        ),
        ("return LISTED[0]", "broken.py:7: 'LISTED' is a list at the top of a file"),
        ("return KEYED[0]", "broken.py:7: 'KEYED' is a dict at the top of a file"),
        ("return 0 in CHOSEN", "broken.py:7: 'CHOSEN' is a set at the top of a file"),
        ("raise SystemExit", "broken.py:7: Encountered unsupported constant type used for exception"),
        ("import os", "Use of unsupported"),
        ("with open('x') as file: return 1", "is not supported"),
    ],
)
def test_one_sentence(tmp_path: Path, line: str, said: str) -> None:
    (tmp_path / "broken.py").write_text(IDEA.format(line=line))
    idea = find_strategy("pig", "./broken.py:idea", tmp_path)
    with pytest.raises(Complaint) as complaint:
        idea.compile(find_game("pig"))
    sentence = str(complaint.value).splitlines()[0]
    assert sentence.startswith("strategy 'idea' can't be compiled: ")
    assert said in sentence
    assert len(sentence) < 300


@pytest.mark.parametrize("line", ["yield 0", "yield", "return (yield 0)"])
def test_a_strategy_that_yields_is_reported(tmp_path: Path, line: str) -> None:
    (tmp_path / "broken.py").write_text(IDEA.format(line="return 0").replace("return helper(table)", line))
    with pytest.raises(Complaint, match=r"broken.py:9: it has a 'yield'; a strategy returns the index of a"):
        find_strategy("pig", "./broken.py:idea", tmp_path).compile(find_game("pig"))


def test_a_strategy_inside_a_function_is_refused() -> None:
    eagerness = 1

    @strategy(game="pig", skill="none")
    def inside(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
        return eagerness

    with pytest.raises(Complaint, match="must be a function at the top of a module"):
        inside.compile(find_game("pig"))


def test_the_command_ends_with_2_and_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(IDEA.format(line="return nonsense + 1"))
    (tmp_path / "x.yaml").write_text(
        "name: x\ngame: pig\nseed: 1\ngames: 10\nstrategies: ['./broken.py:idea', hold_at]\n"
    )
    command = (sys.executable, "-m", "simkit", "run", "x.yaml", "--out", "out")
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2
    assert "Traceback" not in done.stdout + done.stderr
    assert "name 'nonsense' is not defined" in done.stderr
