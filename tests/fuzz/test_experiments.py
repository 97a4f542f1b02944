"""Experiments that are nearly right are accepted, and then they run, or refused with a place."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from docsite.pages import experiment_files
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from simkit import BadInput, Experiment
from simkit.experiment.file.load import Overrides, load_experiment
from simkit.experiment.file.schema import experiment_schema
from simkit.plugins import names_of_players, working_games
from simkit.run.runner import run_experiment
from simkit.testing import find_game
from tests.fuzz.conftest import Fuzzing
from tests.fuzz.making import HARMLESS, Maker, as_yaml, broken, few_of, read_or_refused

SHIPPED = experiment_files()

PLAYED = {"random", "hold_at", "erring random", "erring hold_at"}
"""The players of which games are played: their code is compiled at once."""

ONE_IN = 4
"""One in so many of the experiments that are accepted is played."""


@cache
def shipped(file: Path) -> dict[str, Any]:
    return dict(yaml.safe_load(file.read_text()))


@cache
def made_for(game: str) -> SearchStrategy[dict[str, Any]]:
    """Return a strategy for experiments with a game."""
    schema = experiment_schema([game])
    keys, own = schema["properties"], schema["allOf"][0]["then"]["properties"]
    players = names_of_players(game)
    declared = find_game(game)
    columns = [column.name for column in (*declared.columns, *declared.seat_columns)]
    kinds = [f"no {kind.name}" for kind in declared.moves]
    maker = Maker(schema["$defs"], st.sampled_from([*players, *columns, *kinds, "n", "where"]) | HARMLESS)
    player = maker.of(keys["strategy"])
    rules = {f"rules.{name}": st.lists(maker.of(knob), max_size=3) for name, knob in rules_of(own).items()}
    factors = rules | {
        "strategy": st.lists(player, max_size=3) | st.dictionaries(HARMLESS, player, max_size=2),
        "strategies": st.lists(st.lists(player, max_size=4), max_size=3),
        "strategies.0": st.lists(player, max_size=3),
        "strategy.n": st.lists(st.integers(0, 40), max_size=3) | st.just("0..20 by 5"),
        "assumptions": maker.of(own["factors"]["properties"]["assumptions"]),
        "variants": st.dictionaries(HARMLESS, few_of({}, {**rules, "strategy": player}), max_size=3),
    }
    strategies = {name: maker.of(value) for name, value in keys.items()} | {
        "rules": maker.of(own["rules"]),
        "strategy": player,
        "restrict": maker.of(own["restrict"]),
        "factors": few_of({}, factors),
        "precision": st.dictionaries(st.sampled_from(columns), st.sampled_from([0.01, 0.5, 3])),
    }
    optional = {name: made for name, made in strategies.items() if name not in ("name", "game", "strategy")}
    needed = {name: strategies[name] for name in ("name", "game", "strategy")}
    return few_of(needed, optional)


def rules_of(own: dict[str, Any]) -> dict[str, Any]:
    return dict(own["rules"]["properties"])


NEARLY = broken(st.sampled_from(SHIPPED).map(shipped), fewest=1) | broken(
    st.sampled_from(working_games()).flatmap(made_for)
)


def is_cheap(experiment: Experiment) -> bool:
    names = {player.name for scenario in experiment.scenarios for player in scenario.players}
    return names <= PLAYED and len(experiment.scenarios) < 8


def runs_or_is_refused(experiment: Experiment, run: Path) -> None:
    """Play it; if it is refused, nothing may be left, and if it is not, it has to be a whole run."""
    try:
        played = run_experiment(experiment, run, jobs=1)
    except BadInput:
        assert not run.exists()
    else:
        played.require_finished()
        assert not list(run.rglob(".*"))
    shutil.rmtree(run, ignore_errors=True)


def test_broken_experiments(fuzzing: Fuzzing, tmp_path: Path) -> None:
    path, accepted = tmp_path / "broken.yaml", 0

    def check(data: Any) -> None:
        nonlocal accepted
        path.write_bytes(as_yaml(data))
        if read_or_refused(lambda: load_experiment(path), str(path)) is None:
            return
        accepted += 1
        few = load_experiment(path, Overrides(games=2 + accepted % 4))
        if not accepted % ONE_IN and is_cheap(few):
            runs_or_is_refused(few, tmp_path / "run")

    fuzzing(NEARLY, check, daily=16)


NUMBERS = st.integers() | st.sampled_from([0, -1, 2**31, 2**32])
SETTINGS = ["rules.target=30", "strategy=random", "strategies=[hold_at, random]", "strategy.n=3"]
OVERRIDES = {
    "settings": st.tuples(st.sampled_from(SETTINGS) | st.text(max_size=20), st.sampled_from(SETTINGS)),
    "games": NUMBERS,
    "seed": NUMBERS,
    "max_games": NUMBERS,
    "precision": st.dictionaries(st.sampled_from(["won", "turns", "x", ""]), st.floats()),
}


def test_broken_overrides(fuzzing: Fuzzing, tmp_path: Path) -> None:
    """What the command line says besides a file."""
    path = tmp_path / "right.yaml"
    path.write_text("name: x\ngame: pig\ngames: 5\nstrategy: hold_at\n")

    def check(given: dict[str, Any]) -> None:
        read_or_refused(lambda: load_experiment(path, Overrides(**given)), str(path), "--")

    fuzzing(few_of({}, OVERRIDES), check, daily=20)
