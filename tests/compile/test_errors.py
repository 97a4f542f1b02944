"""A strategy that can't be compiled is reported in one sentence, with the place."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from simkit.engine.contract.player import named
from simkit.engine.contract.strategy import strategy
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.plugins import find_game, find_strategy, load_file

IDEA = """
from simkit.compile.kernel import kernel
from simkit.engine.contract.strategy import strategy

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

@kernel
def plain2(x, y):
    return x + y

LISTED = [0, 1]
KEYED = {{0: 1}}
CHOSEN = {{0, 1}}
"""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "return table.totl",
            "broken.py:7: unknown field 'totl'; did you mean 'total'? Allowed: score, total, ",
        ),
        ("return table.zzzz", "broken.py:7: unknown field 'zzzz'; Allowed: score, total, turns, rolls"),
        ("return nonsense + 1", "name 'nonsense' is not defined"),
        ("return 'a' + 1", "broken.py:7: can't be called like this: add("),
        ("value = 1 if table.total > 3 else 'a'; return value + value", "broken.py:7: Cannot unify Literal"),
        ("return 1 if table.total > 3 else 'a'", "broken.py:7: Can"),  # told otherwise from Python 3.12 on
        (
            "return (table, table)",
            "broken.py:9: it returns a UniTuple, not a whole number; a strategy returns the index of a move",
        ),
        ("return 0.5", "it returns a float64, not a whole number; a strategy returns the index of a move"),
        ("table", "broken.py:9: on some path it returns nothing, not a whole number; a strategy returns"),
        ("if table.total > 3: return 0", "broken.py:9: on some path it returns nothing, not a whole number"),
        ("return len(table)", "broken.py:7: can't be called like this: len(record)"),
        ("return max(table.score, table)", "broken.py:7: can't be called like this: "),
        ("return plain(table)", "broken.py:7: 'plain' is a function without @kernel"),
        (
            "return other(table)",
            "broken.py:7: 'other' is a strategy; write play_other = kernel(other.function) at the top",
        ),
        ("return LISTED[0]", "broken.py:7: 'LISTED' is a list at the top of a file"),
        ("return KEYED[0]", "broken.py:7: 'KEYED' is a dict at the top of a file"),
        ("return any(table.score)", "broken.py:7: 'any' is a function of Python that can't be compiled"),
        ("return max(reversed(table.score))", "'reversed' is a function of Python that can't be compiled"),
        ("return 0 in CHOSEN", "broken.py:7: 'CHOSEN' is a set at the top of a file"),
        (
            "a = [1, 2]; a.append('x'); return a[0]",
            "broken.py:7: all items of a list are of one type, here int64: an item of another type can't be",
        ),
        (
            "a = []; a.append(table); return 0",
            "broken.py:7: a list can't hold records; keep their numbers in it",
        ),
        (
            "table.score = [1, 2]; return 0",
            "broken.py:7: a whole array can't be assigned to a field; assign its elements: field[:] = ...",
        ),
        (
            "x = 0\n    for x in (table.total, 1): x += 1\n    return x",
            "broken.py:8: a loop over a tuple needs values of one type, found int32, Literal[int](1); ",
        ),
        (
            'x = f"{table.total:.2f}"; return 0',
            "broken.py:7: a format in an f-string, such as :.2f, can't be compiled; sentences belong in the",
        ),
        ("return plain2(1)", "broken.py:7: plain2 is called with other arguments than plain2(x, y): missing"),
        ("return plain2(1, 2, 3)", "than plain2(x, y): too many positional arguments (called at broken.py:"),
        ("while True: pass", "broken.py:7: this loop never ends: there is no `break` and no `return` in it"),
        ("raise SystemExit", "broken.py:7: Encountered unsupported constant type used for exception"),
        ("import os", "Use of unsupported"),
        ("with open('x') as file: return 1", "is not supported"),
    ],
)
def test_one_sentence(tmp_path: Path, line: str, said: str) -> None:
    (tmp_path / "broken.py").write_text(IDEA.format(line=line))
    idea = find_strategy("pig", named("./broken.py:idea"), tmp_path)
    with pytest.raises(BadInput) as complaint:
        idea.compile(find_game("pig"))
    sentence = str(complaint.value).splitlines()[0]
    assert sentence.startswith("strategy 'idea' can't be compiled: ")
    assert said in sentence
    assert len(sentence) < 300


@pytest.mark.parametrize("line", ["yield 0", "yield", "return (yield 0)"])
def test_a_strategy_that_yields_is_reported(tmp_path: Path, line: str) -> None:
    (tmp_path / "broken.py").write_text(IDEA.format(line="return 0").replace("return helper(table)", line))
    with pytest.raises(BadInput, match=r"broken.py:9: it has a 'yield'; a strategy returns the index of a"):
        find_strategy("pig", named("./broken.py:idea"), tmp_path).compile(find_game("pig"))


def test_a_strategy_inside_a_function_is_refused() -> None:
    eagerness = 1

    @strategy(game="pig", skill="none")
    def inside(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
        return eagerness

    with pytest.raises(BadInput, match="must be a function at the top of a module"):
        inside.compile(find_game("pig"))


TYPED = """
from simkit.game import strategy

@strategy(game="pig", skill="none")
def idea(table, seat, rules, moves, count, parameters, chance):
    {line}
"""


@pytest.mark.parametrize("module", [{}, {"__name__": "nowhere"}])
def test_a_strategy_of_no_module_is_told_where_it_must_live(module: dict[str, str]) -> None:
    with pytest.raises(BadInput, match=r"^<cell>:4: strategy 'idea': it belongs to no module.*into a file"):
        exec(compile(TYPED.format(line="return 0"), "<cell>", "exec"), dict(module))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("return table.scores", "unknown field 'scores'; did you mean 'score'?"),
        ("while True: pass", "returns nothing"),
    ],
)
def test_a_mistake_of_a_typed_strategy_is_the_true_one(line: str, said: str) -> None:
    typed: dict[str, Any] = {"__name__": __name__}
    exec(compile(TYPED.format(line=line), "<cell>", "exec"), typed)
    with pytest.raises(BadInput, match=rf"<cell>:\d: .*{re.escape(said)}"):
        typed["idea"].compile(find_game("pig"))


LARGE = """
import numpy as np
from simkit.game import strategy

TABLE = np.zeros((300, 600), np.float64)

@strategy(game="pig", skill="none")
def idea(table, seat, rules, moves, count, parameters, chance):
    return int(TABLE[table.total % 300, 0])
"""


def test_a_large_table_at_the_top_of_a_file_is_told_of_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "large.py").write_text(LARGE)
    idea = find_strategy("pig", named("./large.py:idea"), tmp_path)
    with pytest.warns(UserWarning, match="compiled anew in every process.*a million bytes") as told:
        idea.compile(find_game("pig"))
    assert Path(told[0].filename).name == "large.py"


def test_the_command_ends_with_2_and_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(IDEA.format(line="return nonsense + 1"))
    (tmp_path / "x.yaml").write_text(
        "name: x\ngame: pig\nseed: 1\ngames: 10\nstrategies: ['./broken.py:idea', hold_at]\n"
    )
    command = (sys.executable, "-m", "simkit", "run", "x.yaml", "--out", "out")
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2
    assert "Traceback" not in done.stdout + done.stderr
    assert "name 'nonsense' is not defined" in " ".join(done.stderr.split())


RULES = """
import numpy as np
from simkit.game import kernel, note

@kernel
def helper(x):
    return x

def options(state, rules, moves):
    moves[0].kind, moves[1].kind = 0, 1
    {options}

def apply(state, rules, move, log):
    {apply}
    state.over = True
"""


@pytest.mark.parametrize(
    ("options", "apply", "said"),
    [
        ("pass", "pass", ": on some path it returns nothing; every path needs a `return`"),
        (
            "if state.table.total > 3: return 2",
            "pass",
            "`options` returned nothing in game 0; allowed is how many",
        ),
        ("return 2.0", "pass", "returns a float64, `options` returns a whole number"),
        *(
            (
                "return 2",
                f"state.table.score = {value}",
                "rules.py:14: a whole array can't be assigned to a field;",
            )
            for value in ("[1, 2]", "(1, 2)", "0", "np.zeros(2, np.int32)", "np.zeros(2, np.int64)")
        ),
        (
            "return 2",
            "state.table.total = None",
            "rules.py:14: a field of the type int32 can't take a value of the",
        ),
        ("return 2", "state.table.total = [1]", "int32 can't take a value of the type list(int64)"),
        (
            "return 2",
            "note(log, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)",
            "rules.py:14: note takes the log, the kind of event, and 12 numbers at most",
        ),
        ("return 2", "note(log)", "note takes the log, the kind of event, and 12 numbers"),
        (
            "return 2",
            "helper(1, 2)",
            "helper is called with other arguments than helper(x): too many positional",
        ),
    ],
)
def test_one_sentence_about_rules(tmp_path: Path, options: str, apply: str, said: str) -> None:
    (tmp_path / "rules.py").write_text(RULES.format(options=options, apply=apply))
    module = load_file(tmp_path / "rules.py")
    pig, random = find_game("pig"), find_strategy("pig", named("random"), tmp_path)
    game = replace(pig, options=module.options, apply=module.apply)
    with pytest.raises(BadInput) as complaint:
        Match(game, pig.knobs(), (random, random)).play(0, 1)
    assert said in str(complaint.value)
    assert len(str(complaint.value)) < 300
    assert "%" not in str(complaint.value)


def test_a_parameter_that_is_not_declared(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(
        IDEA.format(line="return 0").replace("return helper(table)", "return int(parameters.most)")
    )
    with pytest.raises(
        BadInput, match=r"unknown field 'most': there is none; parameters are declared: @strat"
    ):
        find_strategy("pig", named("./broken.py:idea"), tmp_path).compile(find_game("pig"))
