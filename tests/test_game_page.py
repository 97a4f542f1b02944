"""The page on what a game may consist of: its limits, types, fields and names are those of the code."""

from __future__ import annotations

import ast
import inspect
import os
import re
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

import simkit.game
from simkit.engine.base import chance, cursor, events, machine_state
from simkit.engine.contract import declaration, strategy
from simkit.game import Column, Game, Knobs
from simkit.plugins import load_file
from simkit.testing import Match

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "game.md"


def table(*rows: Iterable[object]) -> str:
    """Return lines of a table in Markdown, the first row its head."""
    head, *rest = [[str(cell) for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *rest))


def limits() -> str:
    [cap] = [limit.le for limit in Knobs.model_fields["decision_cap"].metadata if hasattr(limit, "le")]
    default = Knobs.model_fields["decision_cap"].default
    return table(
        ("what", "at most"),
        ("players", f"{cursor.MOST_SEATS}; {machine_state.MOST_SEATS} if cards have texts"),
        ("numbers of an event", len(events.NUMBERS)),
        ("events in one move", events.LOG_CAPACITY),
        ("moves in a game", f"{cap:,} (the knob `decision_cap`; {default:,} unless it is set)"),
        ("purposes of chance", f"{chance.PURPOSES}, numbered from 0"),
        ("parameters of a strategy", strategy.MOST_PARAMETERS),
        ("a number in the state", f"{np.iinfo(np.int32).max:,}, unless its field has another `layout`"),
    )


def types_of_columns() -> str:
    tried = [np.dtype(code) for code in "?bhilBHILfdFD"]
    taken = [kind for kind in tried if declaration._is_number_or_yes_no(Column("x", kind.type, ""))]
    named = {
        kind: ", ".join(f"`np.{type_.name}`" for type_ in taken if type_.kind in kind) for kind in ("iu", "f")
    }
    assert np.dtype(bool) in taken
    return table(
        ("a column holds", "type"),
        ("yes or no", "`np.bool_`"),
        ("a whole number, or a code for words (`labels`)", named["iu"]),
        ("a number with a fraction", named["f"]),
    )


def fields_of_game() -> str:
    """Return a row for each parameter of `Game`, or for some together, as the text below them explains."""
    rows: list[tuple[str, str]] = []
    names: list[str] = []
    for part in ast.parse(inspect.getsource(Game)).body[0].body:  # type: ignore[attr-defined]
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            names.append(part.target.id)
        elif names and isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant):
            says = " ".join(str(part.value.value).split()).replace("``", "`")
            rows.append((", ".join(f"`{name}`" for name in names), says))
            names = []
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row[0])} == {
        *inspect.signature(Game).parameters
    }
    return table(("field", "what it says"), *(row for row in rows if row[0] != "`as_printed`"))


GROUPS = {
    "to declare a game": (
        *("engine.contract.game", "engine.contract.records", "engine.contract.kinds", "engine.base.columns"),
        *("engine.contract.knobs", "engine.contract.objectives", "engine.contract.story"),
        *("engine.contract.decisions", "engine.contract.weights"),
    ),
    "within the rules": (
        *("compile.kernel", "compile.records", "compile.numbers", "compile.made"),
        *("engine.base.events", "engine.base.rows", "language", "errors"),
    ),
    "chance": ("engine.base.chance", "engine.base.weights"),
    "piles and bags": ("engine.base.cards",),
    "strategies": ("engine.contract.player", "engine.contract.strategy", "engine.base.moves"),
    "content in YAML": ("engine.contract.content", "content.characters", "content.source"),
}
"""What the names of each module are for."""


def names_of_simkit_game() -> str:
    """Return the names of `simkit.game` by what they are for: the modules that they come from."""
    imports = [
        (str(stmt.module), [alias.name for alias in stmt.names])
        for stmt in ast.parse(inspect.getsource(simkit.game)).body
        if isinstance(stmt, ast.ImportFrom)
    ]
    listed = {f"simkit.{home}" for homes in GROUPS.values() for home in homes}
    assert {home for home, _ in imports} == listed
    rows = []
    for group, homes in GROUPS.items():
        names = [
            name for home, imported in imports if home.removeprefix("simkit.") in homes for name in imported
        ]
        rows.append((group, ", ".join(f"`{name}`" for name in sorted(names, key=str.lower))))
    return table(("for", "names"), *rows)


MADE = {
    "limits": limits,
    "types of columns": types_of_columns,
    "fields of Game": fields_of_game,
    "names of simkit.game": names_of_simkit_game,
}
PLACE = re.compile(r"<!-- made: ([\w. ]+) -->(\n?)[^<]*<!-- end -->")


def test_the_page_says_what_the_code_says() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert {found[1] for found in PLACE.finditer(text)} == set(MADE)
    now = PLACE.sub(
        lambda found: f"<!-- made: {found[1]} -->{2 * found[2]}{MADE[found[1]]()}{2 * found[2]}<!-- end -->",
        text,
    )
    if os.environ.get("SIMKIT_RENEW"):
        PAGE.write_text(now, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == now, (
        "SIMKIT_RENEW=1 pytest tests/test_game_page.py writes it anew"
    )


def test_every_public_name_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [name for name in simkit.game.__all__ if f"`{name}`" not in text] == []


def test_the_names_that_the_page_refuses_are_those_of_numpy() -> None:
    [named] = re.findall(r"records use themselves, such as (.*?):", PAGE.read_text(encoding="utf-8"))
    refused = re.findall(r"`(\w+)`", named)
    assert len(refused) > 5 and set(refused) <= declaration.OF_NUMPY


RULES = """
import numpy as np
import pytest
from simkit.game import Column, Game, Kinds, Knobs, field, move, record, strategy


class Move(Kinds):
    GO = move("go")


def setup(state, rules, log):
    table = state.table
    table.a, table.b = 2_000_000_000, 2_000_000_000
    table.half = 7 / 2


def options(state, rules, moves):
    moves[0].kind = Move.GO
    return 1


def apply(state, rules, move, log):
    table = state.table
    if table.too_large == 0:
        table.too_large += 3_000_000_000
    state.over = True


def outcome(state, rules, row, seat_rows):
    table = state.table
    row.field_sum, row.sum_of_ints = table.a + table.b, int(table.a) + int(table.b)
    row.equal = (table.a == table.b) + (table.half == 3)
    row.equal_ints = int(table.a == table.b) + int(table.half == 3)
    row.half = table.half


NAMES = ("field_sum", "sum_of_ints", "equal", "equal_ints", "half")
GAME = Game(
    name="numbers_toy", summary="Numbers that differ.", seats=range(1, 2), knobs=Knobs,
    table=record(field("a"), field("b"), field("half"), field("too_large")),
    setup=setup, options=options, apply=apply, outcome=outcome, moves=Move.kinds, events=(),
    columns=[Column(name, np.int64, name.replace("_", " ")) for name in NAMES],
)


@strategy(game="numbers_toy", skill="none")
def only(table, seat, rules, moves, count, parameters, chance):
    return 0
"""


@pytest.mark.long
@pytest.mark.filterwarnings("ignore:overflow")
def test_numbers_differ_in_plain_python_as_the_page_says(tmp_path: Path) -> None:
    (tmp_path / "numbers_toy.py").write_text(RULES)
    module = load_file(tmp_path / "numbers_toy.py")
    match = Match(module.GAME, module.GAME.knobs(), (module.only,))
    row = match.play(0, 1)[0][0]
    compiled = {name: int(row[name]) for name in module.NAMES}
    assert compiled == {
        "field_sum": 4 * 10**9,
        "sum_of_ints": 4 * 10**9,
        "equal": 2,
        "equal_ints": 2,
        "half": 3,
    }
    steps = match.walk(0, plain=True)
    own = match.outcome_of(next(steps).state)[0][0]
    plain = {name: int(own[name]) for name in module.NAMES}
    assert plain == {**compiled, "field_sum": 4 * 10**9 - 2**32, "equal": 1}
    with pytest.raises(simkit.BadInput, match="OverflowError"):
        next(steps)
