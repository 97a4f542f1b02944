"""What calls itself is refused: compiled, without an end it would end the process without a word."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from simkit.engine.contract.player import named
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.plugins import find_game, find_strategy, load_file, strategies_of

PIG = find_game("pig")

IDEA = """
import numba
from simkit.compile.kernel import kernel
from simkit.engine.contract.strategy import strategy

@numba.njit
def endless(n):
    return endless(n + 1) + 1

@kernel
def there(n):
    return back(n + 1)

@kernel
def back(n):
    return there(n + 1) if n < 100 else 0

@kernel
def total(table):
    return table.total

@kernel
def twice(table):
    return total(table) + total(table)

@strategy(game="pig", skill="none")
def idea(table, seat, rules, moves, count, parameters, chance):
    return {value}

play = kernel(idea.function)
"""


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("endless(0)", "idea.py:6: 'endless' calls itself; endless recursion in compiled code"),
        ("there(0)", "idea.py:10: 'there' calls itself, by way of 'back' ("),
        ("back(0)", "idea.py:14: 'back' calls itself, by way of 'there' ("),
        ("play(table, seat, rules, moves, count, parameters, chance)", "idea.py:26: 'idea' calls itself; "),
    ],
)
def test_what_calls_itself_is_refused_before_it_is_compiled(tmp_path: Path, value: str, message: str) -> None:
    (tmp_path / "idea.py").write_text(IDEA.format(value=value))
    with pytest.raises(BadInput) as told:
        find_strategy("pig", named("./idea.py:idea"), tmp_path).compile(PIG)
    assert message in str(told.value)
    assert "write it as a loop" in str(told.value)


def test_what_is_called_twice_or_has_the_name_of_a_field_is_not(tmp_path: Path) -> None:
    (tmp_path / "idea.py").write_text(IDEA.format(value="0 * twice(table) * total(table)"))
    assert find_strategy("pig", named("./idea.py:idea"), tmp_path).compile(PIG)


DIRECT = {
    "kernel": "from simkit.compile.kernel import kernel\n@kernel\ndef down(n):\n    return down(n - 1)\n",
    "strategy": "from simkit.engine.contract.strategy import strategy\n@strategy(game='pig', skill='none')\n"
    "def down(table, seat, rules, moves, count, parameters, chance):\n"
    "    return down(table, seat, rules, moves, count, parameters, chance)\n",
}


@pytest.mark.parametrize("kind", DIRECT)
def test_what_calls_itself_by_its_name_is_refused_where_it_is_declared(tmp_path: Path, kind: str) -> None:
    (tmp_path / "idea.py").write_text(DIRECT[kind])
    with pytest.raises(BadInput, match=r"idea.py:2: 'down' calls itself; "):
        load_file(tmp_path / "idea.py")


def endless_options(state: Any, rules: Any, moves: Any) -> Any:
    return endless_options(state, rules, moves)


def test_functions_of_a_game_count_too() -> None:
    game = replace(PIG, options=endless_options)
    match = Match(game, game.knobs(), (strategies_of("pig")["random"],) * 2)
    line = endless_options.__code__.co_firstlineno
    with pytest.raises(BadInput, match=rf"test_recursion.py:{line}: 'endless_options' calls itself; "):
        match.play(0, 1)
