"""The experiments that come with simkit, and their schema."""

from __future__ import annotations

from pathlib import Path

import pytest

import simkit
from simkit.experiment.file.schema import experiment_schema

ROOT = Path(__file__).parents[2]
FILES = [*sorted((ROOT / "experiments").glob("*.yaml")), *sorted((ROOT / "examples").rglob("*.yaml"))]
SHIPPED = [path for path in FILES if path.name not in ("cards.yaml", "ladder.yaml")]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_a_shipped_experiment_is_good_and_names_the_schema(path: Path) -> None:
    first = path.read_text().splitlines()[0]
    assert first.startswith("# yaml-language-server: $schema=")
    assert (path.parent / first.partition("=")[2]).resolve() == ROOT / "experiments/schema.json"
    experiment = simkit.experiment(path)
    assert experiment.scenarios
    assert experiment.question  # so that the first sentence of its report answers its title


def test_the_demo_plays_a_million_games() -> None:
    experiment = simkit.experiment(ROOT / "experiments/nautilion_base.yaml")
    assert len(experiment.scenarios) == 6 * 6 * 3
    assert len(experiment.scenarios) * experiment.games >= 1_000_000


def test_the_schema_knows_knobs_strategies_and_boards() -> None:
    schema = experiment_schema()
    (nautilion,) = [
        part for part in schema["allOf"] if part["if"]["properties"]["game"]["const"] == "nautilion"
    ]
    properties = nautilion["then"]["properties"]
    boards = properties["rules"]["properties"]["board"]["anyOf"][0]["enum"]
    assert boards == ["A1", "A2", "B1", "B2", "C1", "C2"]
    assert properties["rules"]["properties"]["reserve"]["maximum"] == 20
    assert {"expert", "master"} <= {*properties["strategy"]["anyOf"][0]["enum"]}
