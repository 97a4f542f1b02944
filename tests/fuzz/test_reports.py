"""Whatever experiment and `question` are accepted: after the games their report is made."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from simkit.experiment.about import About
from simkit.experiment.factors import heading
from simkit.experiment.file.load import load_experiment
from simkit.experiment.file.schema import experiment_schema
from simkit.plugins import find_game
from simkit.questions.reporting import report_of
from simkit.report.write import lay_out
from simkit.run.runner import run_experiment
from tests.fuzz.conftest import Fuzzing
from tests.fuzz.making import Maker, as_yaml, few_of, read_or_refused
from tests.fuzz.test_experiments import rules_of

PLAYERS = {
    "pig": ("hold_at", "random"),
    "nautilion": ("novice", "planner"),
    "nautilus_island": ("counter", "set_closer"),
}
"""The players whose games are played: few, because their code is compiled at once."""

TARGETS: dict[str, dict[str, Any]] = {
    "pig": {"turns": "at most 20", "seats": {"share": "fair +- 0.02"}, "hold_at": {"won": "0.4 to 0.6"}},
    "nautilion": {"turns": "10 to 15", "novice": {"won": "at least 0.1"}, "games": {"won": "0.2 to 0.3"}},
    "nautilus_island": {"rounds": "at most 9", "best player": {"margin": "at least 9"}},
}

LABELS = st.sampled_from(["low", "high", "1", "2.0", "02", "1e1", "nan", "inf", "yes", "a+b", "as printed"])
"""What levels are called: words, and what a number can be read from."""


@cache
def asking(game: str) -> SearchStrategy[dict[str, Any]]:
    """Return a strategy for small experiments that ask something."""
    schema, declared, players = experiment_schema([game]), find_game(game), PLAYERS[game]
    maker = Maker(schema["$defs"])
    rules = {
        name: maker.of(rule) for name, rule in rules_of(schema["allOf"][0]["then"]["properties"]).items()
    }
    player = st.sampled_from(players) | st.builds(
        lambda name, share: {"base": name, "overlooks": share},
        st.sampled_from(players),
        st.sampled_from([0, 0.1, 1]),
    )
    numbers = {"overlooks": st.sampled_from([0, 0.05, 0.2, 0.5]), "noise": st.sampled_from([0, 0.1, 1])}
    if game == "pig":
        numbers["n"] = st.integers(1, 40)
    seats = declared.seats_under(declared.knobs())
    line_up = st.lists(player, min_size=seats, max_size=seats)
    levels = {f"rules.{name}": value for name, value in rules.items()} | {
        f"{whose}.{name}": value for whose in ("strategy", "strategies.0") for name, value in numbers.items()
    }
    levels |= {"strategy": player, "strategies.0": player, "strategies": line_up}
    named = few_of({}, {key: value for key, value in levels.items() if key.startswith("rules.")})

    @st.composite
    def made(draw: DrawFn) -> dict[str, Any]:
        keys = draw(st.lists(st.sampled_from(sorted(levels)), max_size=2, unique=True))
        factors = {key: draw(_some(levels[key])) for key in keys}
        if draw(st.integers(0, 3)) == 0:
            name = draw(st.sampled_from(["variant", "component", "die"]))
            factors[name] = draw(_named(named))
        if declared.assumptions and draw(st.integers(0, 5)) == 0:
            factors["assumptions"] = [
                draw(st.sampled_from([assumption.id for assumption in declared.assumptions]))
            ]
        kinds = st.sampled_from(About).map(str)
        asked = st.sampled_from([*factors, *map(heading, factors)]) | kinds if factors else kinds
        data: dict[str, Any] = {"name": "asks", "game": game, "games": draw(st.sampled_from([1, 2, 12]))}
        if not {"strategy", "strategies"} & {*factors}:
            key = draw(st.sampled_from(["strategy", "strategies"]))
            data[key] = draw(player if key == "strategy" else line_up)
        if draw(st.booleans()):
            name = draw(st.sampled_from(sorted(TARGETS[game])))
            data["targets"] = {name: TARGETS[game][name]}
        return data | {"question": draw(asked), "factors": factors, "seed": 3}

    return made()


def _some(value: SearchStrategy[Any]) -> SearchStrategy[Any]:
    """Return a strategy for the levels of a factor: listed, or named."""
    return st.lists(value, min_size=1, max_size=4, unique_by=repr) | _named(value)


def _first(pair: tuple[str, Any]) -> str:
    return pair[0]


def _second(pair: tuple[str, Any]) -> str:
    return repr(pair[1])


def _named(value: SearchStrategy[Any]) -> SearchStrategy[dict[str, Any]]:
    """Return a strategy for levels with names."""
    several = st.lists(st.tuples(LABELS, value), min_size=2, max_size=4, unique_by=(_first, _second))
    return several.map(dict)


@pytest.fixture(scope="module", autouse=True)
def all_is_compiled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Compile all that is played, before the memory of a test is limited: compiling needs more."""
    folder = tmp_path_factory.mktemp("compiled")
    for game, players in PLAYERS.items():
        levels = [player for name in players for player in (name, {"base": name, "overlooks": 0.1})]
        data = {"name": "all", "game": game, "games": 1, "factors": {"strategy": levels}, "report": "none"}
        (folder / "all.yaml").write_bytes(as_yaml(data))
        run_experiment(load_experiment(folder / "all.yaml"), folder / game, jobs=1)


def test_whatever_is_accepted_has_an_answer_and_a_report(fuzzing: Fuzzing, tmp_path: Path) -> None:
    path, folder = tmp_path / "asks.yaml", tmp_path / "run"

    def check(data: dict[str, Any]) -> None:
        path.write_bytes(as_yaml(data))
        experiment = read_or_refused(lambda: load_experiment(path), str(path))
        if experiment is None or len(experiment.scenarios) > 12:
            return
        shutil.rmtree(folder, ignore_errors=True)
        run = run_experiment(experiment, folder, jobs=1)
        lay_out(report_of(run, None), pdf=False)

    fuzzing(st.sampled_from(sorted(PLAYERS)).flatmap(asking), check, daily=4)
