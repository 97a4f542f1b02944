"""What is wrong in a strategy's declaration is reported when it is declared, with file and line."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simkit.compile.entry import compile_entry
from simkit.compile.numbers import as_index
from simkit.compile.records import by_name, scratch
from simkit.engine.contract.player import Parameter
from simkit.engine.contract.strategy import PARAMETERS, parameter_layout, strategy
from simkit.errors import BadInput

SPEED = Parameter("speed", 2, 0, 9, "love of big dice")


def idea(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    """Make the first move."""
    return 0


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ([Parameter("speed", 12, 0, 9, "")], "parameter 'speed': the default is 12; allowed: 0 to 9"),
        ([Parameter("speed", 2, 9, 0, "")], "parameter 'speed': low is 9, more than high, 0"),
        ([Parameter("speed", float("nan"), 0, 9, "")], "the default is nan; allowed: 0 to 9"),
        ([Parameter("speed", "2", 0, 9, "")], "default, low and high are numbers, found '2'"),  # type: ignore[arg-type]
        ([Parameter("sp\x1beed", 2, 0, 9, "")], r"U+001B (a control character) is not text, in 'sp\x1beed'"),
        ([Parameter("speed", 2, 0, 9, "\u202e")], "U+202E"),
        ([Parameter("hold at", 2, 0, 9, "")], "a parameter can't be called 'hold at': a name is one word"),
        ([Parameter("class", 2, 0, 9, "")], "a parameter can't be called 'class': a name is one word"),
        (
            [Parameter("max", 2, 0, 9, "")],
            "a parameter can't be called 'max': NumPy's records have something",
        ),
        ([SPEED, SPEED], "two parameters are called 'speed'"),
        (["speed"], "list of Parameter(name, default, low, high, description), found 'speed'"),
        (SPEED, "parameters is a list of Parameter(name, default, low, high, description), found Parameter("),
        ([Parameter(f"p{i}", 0, 0, 1, "") for i in range(49)], "found 49 parameters, allowed are 48 at most"),
    ],
)
def test_parameters(parameters: Any, message: str) -> None:
    with pytest.raises(BadInput) as complaint:
        strategy(game="pig", skill="none", parameters=parameters)(idea)
    line = idea.__code__.co_firstlineno
    assert str(complaint.value).startswith(f"{__file__}:{line}: strategy 'idea': ")
    assert message in str(complaint.value)


LAYOUT = parameter_layout(["speed", "greed"])


def read(row):  # type: ignore[no-untyped-def]
    own = by_name(row, LAYOUT)
    return 10 * own.greed + own.speed


@pytest.mark.parametrize("reader", [read, compile_entry(read, checked=False)])
def test_parameters_are_read_by_name(reader: Any) -> None:
    pair = strategy(game="pig", skill="none", parameters=[SPEED, Parameter("greed", 3, 0, 9, "")])(idea)
    assert pair.layout == LAYOUT
    row = np.recarray(1, PARAMETERS)[0]
    row["values"][:] = pair.parameter_row({"speed": 4})
    assert reader(row) == 34


def test_arguments() -> None:
    def short(table, moves):  # type: ignore[no-untyped-def]
        return 0

    with pytest.raises(BadInput) as complaint:
        strategy(game="pig", skill="none")(short)
    assert str(complaint.value).endswith(
        "its arguments are (table, moves), allowed are (table, seat, rules, moves, count, parameters, chance)"
    )
    with pytest.raises(BadInput, match="belongs above a function, found <class 'int'>"):
        strategy(game="pig", skill="none")(int)


def test_in_plain_python_too_only_a_whole_number_is_an_index() -> None:
    assert as_index(np.bool_(True)) == 1
    assert type(as_index(np.int32(3))) is int
    for choice in (None, 0.5, np.float64(1.0)):
        with pytest.raises(TypeError, match="not a whole number"):
            as_index(choice)


def test_scratch_of_any_layout_has_its_fields_by_name() -> None:
    room = scratch(np.dtype([("value", np.float64), ("places", np.int32, (3,))]))
    room.value = 2.0
    room.places[1] = 7
    assert (room.value, room.places.tolist()) == (2.0, [0, 7, 0])
