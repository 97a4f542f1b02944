"""Values are read once: nobody takes a printed name to pieces again."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

import simkit
from simkit.experiment.factors import Factor
from simkit.experiment.target import as_data, from_data
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory

ROOT = Path(__file__).parents[1]

READERS = {
    "simkit/engine/contract/player.py": "players",
    "simkit/experiment/file/players.py": "players with their parameters",
    "simkit/stats/whose.py": "whose number it is",
    "simkit/experiment/keys.py": "keys of settings and factors",
}
"""The only modules that read, or make, the printed names of values."""

SPLITTING = {
    *("partition", "rpartition", "split", "rsplit", "removeprefix", "removesuffix"),
    *("startswith", "starts_with"),
}
"""The methods by which a name is taken to pieces."""

NAMES = {
    "players": ("thinking ", "erring ", ", opponents ", ", method ", ".py:"),
    "whose number it is": ("player", "seat", "place", "player ", "seat ", "place "),
    "keys of settings and factors": ("rules.", "strategy.", "strategies.", "strateg"),
    "players with their parameters": (" (",),
    "effects from one setting to another": ("from ",),
}
"""What printed names begin with, or hold."""

CONSTANTS = {"ERRING", "PLAYER", "SEAT", "PLACE", "IN_A_FILE"}
"""The names of such words in the code."""

FOR_PEOPLE = re.compile(r"(said|in_words|with_interval|interval|percent|average_or_ends|title|heading)$")
"""The names of what is in words for people: values, and functions that return them."""


@cache
def sources() -> dict[str, ast.Module]:
    """Return the parsed sources above the engine; games and strategies have words of their own."""
    folders = ("simkit", "reports")
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    own = {path.relative_to(ROOT).as_posix(): path for path in paths}
    left_out = ("simkit/games/", "simkit/strategies/", "simkit/compile/", *READERS)
    return {name: ast.parse(path.read_text()) for name, path in own.items() if not name.startswith(left_out)}


def calls(tree: ast.AST, methods: set[str]) -> Iterator[tuple[ast.Call, object]]:
    """Yield the calls of some methods, each with its first argument: a text, or the name of a constant."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            first = node.args[0]
            said = first.value if isinstance(first, ast.Constant) else _name_or_text(first)
            if node.func.attr in methods:
                yield node, said


def _name_or_text(node: ast.AST) -> object:
    """Return the name of a constant, or what an f-string says between its values."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
    return getattr(node, "id", None)


def found_in(tree: ast.AST) -> list[str]:
    """Return what a module does to printed names that only a reader may do."""
    words = {word for names in NAMES.values() for word in names} | CONSTANTS
    wrong = [
        f"line {call.lineno}: {said!r}"
        for call, said in calls(tree, SPLITTING)
        if said in words or _is_for_people(call.func)
    ]
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            word = node.left.value if isinstance(node.left, ast.Constant) else None
            if word in NAMES["players"]:
                wrong.append(f"line {node.lineno}: {word!r} in ...")
        if isinstance(node, ast.Attribute) and node.attr == "partition" and _is_a_row(node.value):
            wrong.append(f"line {node.lineno}: the column `of` is split")
    return wrong


def _is_for_people(method: ast.expr) -> bool:
    """Return True for a method of words for people: ``said.partition``, ``effects.said(mean).partition``."""
    own = method.value if isinstance(method, ast.Attribute) else method
    own = own.func if isinstance(own, ast.Call) else own
    return bool(FOR_PEOPLE.search(getattr(own, "id", getattr(own, "attr", ""))))


def _is_a_row(node: ast.AST) -> bool:
    """Return True for ``row["of"]`` and for a name or an attribute `of`."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Constant) and node.slice.value == "of"
    return getattr(node, "id", getattr(node, "attr", "")) == "of"


@pytest.mark.parametrize("name", sources())
def test_printed_names_are_not_parsed(name: str) -> None:
    assert not found_in(sources()[name]), (
        f"{name} parses a printed name; ask the value ({', '.join(READERS)})"
    )


@pytest.mark.parametrize(
    "code",
    [
        'path.startswith("rules.")',
        'name.removeprefix("rules.")',
        "name.removeprefix(ERRING)",
        'rest.partition(", opponents ")',
        'if ".py:" in name: pass',
        'if ".py:" not in name: pass',
        'kind, _, number = of.partition(" ")',
        'kind, _, number = row["of"].partition(" ")',
        'kind, _, number = wins.of.partition(" ")',
        'of.startswith("player")',
        'pl.col("of").str.starts_with(SEAT)',
        'with_interval(mean).partition(" ")[0]',
        'f"{result}".partition(" (")[0]',
        'title.partition(",")[0]',
        "said.removeprefix('from ')",
        'average_or_ends(often, share).removeprefix("from ")',
        'player.startswith(f"{word} (")',
        'factor.startswith("strateg")',
    ],
)
def test_this_test_finds_it(code: str) -> None:
    assert found_in(ast.parse(code))


TEXT = """
name: values
game: pig
games: 5
report: none
strategies: [hold_at, {base: hold_at, overlooks: 0.25}]
factors:
  strategies.0: [random, {think: {base: hold_at, playouts: 4}}, {name: hold_at, parameters: {n: 18}}]
  rules.target: [20, 30]
  length: {short: {}, odd: {strategies.1.n: 17}}
targets: {turns: 1 to 90, seats: {share: fair +- 0.4}}
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunDirectory:
    folder = tmp_path_factory.mktemp("values")
    (folder / "values.yaml").write_text(TEXT)
    return run_experiment(simkit.experiment(folder / "values.yaml"), folder / "run", jobs=1)


def test_experiments_are_equal_by_what_they_are(write_experiment: Callable[[str], Path]) -> None:
    one, other = (simkit.experiment(write_experiment(TEXT)) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert one != simkit.experiment(write_experiment(TEXT.replace("games: 5", "games: 6")))
    assert one != simkit.experiment(write_experiment(TEXT.replace("overlooks: 0.25", "overlooks: 0.5")))


def test_factors_and_targets_come_back_from_json(write_experiment: Callable[[str], Path]) -> None:
    experiment = simkit.experiment(write_experiment(TEXT))
    for factor in experiment.varied:
        assert Factor.from_data(json.loads(json.dumps(factor.as_data()))) == factor
    for target in experiment.targets:
        assert from_data(json.loads(json.dumps(as_data(target)))) == target


def test_a_run_knows_the_values_that_it_was_made_with(run: RunDirectory) -> None:
    experiment = simkit.experiment(run.path.parent / "values.yaml")
    assert run.varied == experiment.varied
    played = {
        player.name: player.strategy for scenario in experiment.scenarios for player in scenario.players
    }
    assert run.strategies == played
    assert set(played) == {"random", "thinking hold_at", "hold_at", "erring hold_at"}
