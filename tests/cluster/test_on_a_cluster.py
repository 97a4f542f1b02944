"""Questions that play in memory come to the same on a cluster as on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from polars.testing import assert_frame_equal

import simkit
from simkit.game import strategy
from tests.run.helpers import table_hashes

CAREFUL = """
from simkit.game import Parameter, strategy

PARAMETERS = [Parameter("enough", 12, 0, 30, "what is enough for a turn")]


@strategy(game="pig", skill="none", parameters=PARAMETERS)
def careful(table, seat, rules, moves, count, parameters, chance):
    return 0 if table.total < parameters.enough else count - 1
"""

EXPERIMENT = """
name: x
game: pig
games: 5000
seed: 4
report: none
rules: {target: 30}
factors: {rules.sides: [6, 8]}
strategies: [./my.py:careful, hold_at]
"""

ALIKE = EXPERIMENT.replace("strategies: [./my.py:careful, hold_at]", "strategy: ./my.py:careful")

SEARCH = {"strategy": "./my.py:careful", "generations": 2, "candidates": 4, "games": 50, "fresh_games": 100}

DAILY: list[tuple[str, dict[str, Any]]] = [
    ("ladder", {"games": 30, "playouts": 16}),
    ("sensitivity", {"players": "./my.py:careful", "rules": "target, sides"}),
    ("tune", SEARCH),
]
LONG: list[tuple[str, dict[str, Any]]] = [
    ("regret", {"strategy": "./my.py:careful", "games": 12, "playouts": 16}),
    ("learning", SEARCH),
    ("luck", {"players": "./my.py:careful, random", "games": 500, "tension": 12}),
    ("worth", {"of": "moves", "players": "./my.py:careful"}),
    ("ceiling", {"games": 10, "playouts": 4, "anew": True}),
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """Start a cluster of one worker process; return its address."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as own:
        yield own.scheduler_address


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("asked")
    (folder / "my.py").write_text(CAREFUL)
    (folder / "x.yaml").write_text(EXPERIMENT)
    (folder / "alike.yaml").write_text(ALIKE)
    return folder


@pytest.mark.parametrize(
    ("name", "given"), [*DAILY, *(pytest.param(*question, marks=pytest.mark.long) for question in LONG)]
)
def test_the_answer_is_that_of_this_machine(
    cluster: str, folder: Path, tmp_path: Path, name: str, given: dict[str, Any]
) -> None:
    file = folder / ("alike.yaml" if name == "ceiling" else "x.yaml")
    here = simkit.ask(name, file, runs=tmp_path / "a", jobs=1, **given)
    there = simkit.ask(name, file, runs=tmp_path / "b", cluster=cluster, **given)
    assert (there.sentences, there.data) == (here.sentences, here.data)
    assert there.tables.keys() == here.tables.keys()
    for name, table in here.tables.items():
        assert_frame_equal(there.tables[name].frame, table.frame)


def test_its_workers_write_tables_into_a_store(cluster: str, folder: Path, tmp_path: Path) -> None:
    store = (tmp_path / "store").as_uri()
    there = simkit.run(folder / "x.yaml", out=tmp_path / "there", cluster=cluster, store=store)
    assert not list(there.path.glob("*/*/*.parquet"))
    here = simkit.run(folder / "x.yaml", out=tmp_path / "here", jobs=1)
    assert there.games.collect().equals(here.games.collect())
    assert there.seats.collect().equals(here.seats.collect())
    assert table_hashes(there.path) == table_hashes(here.path)


def test_what_only_this_process_knows_is_told(cluster: str, folder: Path) -> None:
    mine = strategy(game="pig", skill="none", name="cautious")(cautious)
    asked = {"game": "pig", "strategies": [mine, "hold_at"]}
    with pytest.raises(
        simkit.BadInput, match=r"^the strategy cautious was made in this process, and the workers"
    ):
        simkit.sensitivity(asked, players="cautious", rules="target", cluster=cluster)


def cautious(table: Any, seat: Any, rules: Any, moves: Any, count: int, parameters: Any, chance: Any) -> int:
    return 0
