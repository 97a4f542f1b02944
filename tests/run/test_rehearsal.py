"""A strategy that is not simkit's own is watched in plain Python before it plays compiled."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from simkit import BadInput
from simkit.cli.main import main
from simkit.engine.base.failure import Meddling, StrategyFailure
from simkit.engine.contract.player import named
from simkit.experiment.file.load import load_experiment
from simkit.plugins import find_strategy
from simkit.run.work import rehearsal
from simkit.run.work.rehearsal import prepare, rehearse
from simkit.testing import Match, find_game, strategies_of

PIG = find_game("pig")
LONG = 1e6

IDEA = """
import random
import numpy as np
from simkit.engine.base.chance import below
from simkit.engine.contract.player import Parameter
from simkit.engine.contract.strategy import strategy

@strategy(game="pig", skill="none", parameters=[Parameter("some", 1, 0, 2, "nothing")])
def idea(table, seat, rules, moves, count, parameters, chance):
    {line}
    return 0
"""


def match_of(folder: Path, line: str) -> Match:
    (folder / "idea.py").write_text(IDEA.format(line=line))
    idea = find_strategy("pig", named("./idea.py:idea"), folder)
    return Match(PIG, PIG.knobs(), (idea, strategies_of("pig")["random"]), seed=1)


@pytest.mark.parametrize(
    ("line", "done"),
    [
        ("table.score[0] += 1", "changed the table, which is the game's"),
        ("moves[0].kind = 1 - moves[0].kind", "changed the moves, which are the game's"),
        ("rules.target = 50", "changed the rules, which belong to all"),
        ("parameters.some = 2", "changed its parameters, which are the experiment's"),
        ("random.random()", "drew from Python's random, not from chance"),
        ("np.random.rand()", "drew from NumPy's random, not from chance"),
    ],
)
def test_what_a_strategy_may_not_do_is_reported(tmp_path: Path, line: str, done: str) -> None:
    with pytest.raises(Meddling, match=f"strategy 'idea' {done}, in game 0"):
        rehearse(match_of(tmp_path, line), LONG)


def test_a_rehearsal_does_not_see_what_happens_in_later_games_only(tmp_path: Path) -> None:
    match = match_of(tmp_path, "if table.score[0] > 95: table.score[0] = 0")
    rehearse(match, LONG)
    with pytest.raises(BadInput, match=r"idea.py:10: it writes to what it may only read"):
        match.compile()


def test_its_own_chance_is_its_own(tmp_path: Path) -> None:
    rehearse(match_of(tmp_path, "below(chance, 6)"), LONG)


def test_what_else_goes_wrong_is_left_to_the_run(tmp_path: Path) -> None:
    """Plain Python's numbers overflow where compiled ones have more room."""
    match = match_of(tmp_path, "table.total * 10_000_000_000")
    with pytest.raises(StrategyFailure, match="OverflowError"):
        list(match.walk(0, plain=True))
    rehearse(match, LONG)
    match.play(0, 10)


def test_the_time_that_compiling_takes_is_not_the_rehearsals(
    tmp_path: Path, write_experiment: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Match, "compile", lambda self, **_: time.sleep(0.05))
    monkeypatch.setattr(rehearsal, "LONGEST", 0.02)
    (tmp_path / "idea.py").write_text(IDEA.format(line="table.score[0] += 1"))
    file = write_experiment("name: x\ngame: pig\ngames: 5\nstrategy: ./idea.py:idea\n")
    with pytest.raises(Meddling, match="changed the table"):
        prepare(load_experiment(file, None))


def test_a_strategy_that_thinks_long_is_not_waited_for(tmp_path: Path) -> None:
    rehearse(match_of(tmp_path, "table.score[0] += 1"), 0.0)


def test_every_parameter_is_rehearsed_once_and_what_tests_prove_never(
    tmp_path: Path, write_experiment: Callable[[str], Path]
) -> None:
    file = write_experiment(
        "name: x\ngame: pig\ngames: 5\nfactors:\n  strategies:\n    - [./idea.py:idea, random]\n"
        "    - [random, hold_at]\n    - [./idea.py:idea, hold_at]\n"
        "    - [{name: './idea.py:idea', parameters: {some: 2}}, random]\n"
    )
    (file.parent / "idea.py").write_text(IDEA.format(line="below(chance, 6)"))
    assert [match.parameters[0] for match in prepare(load_experiment(file))] == [{}, {}, {"some": 2}]
    game = find_game("nautilion")
    shipped = write_experiment("name: x\ngame: nautilion\ngames: 5\nstrategy: greedy\n")
    assert game and not prepare(load_experiment(shipped))


@pytest.mark.parametrize("helper", ["random.random()", "np.random.rand()"])
def test_luck_that_only_compiled_code_draws_is_reported(tmp_path: Path, helper: str) -> None:
    match = match_of(tmp_path, f"{helper} if table.score[0] > 90 else 0")
    rehearse(match, 0.0)
    with pytest.raises(
        BadInput, match="random numbers were drawn that the seed does not control, by strategy 'idea'"
    ):
        match.play(0, 50)


@pytest.mark.parametrize("command", [["check", "x.yaml"], ["run", "x.yaml", "--out", "out"]])
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("random.random()", "strategy 'idea' drew from Python's random, not from chance, in game 0"),
        (
            "if table.score[0] > 95: table.score[0] = 0",  # which game 0 doesn't come to
            "idea.py:10: it writes to what it may only read",
        ),
    ],
)
def test_check_and_run_refuse_it_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], line: str, message: str
) -> None:
    match_of(tmp_path, line)
    (tmp_path / "x.yaml").write_text("name: x\ngame: pig\ngames: 5\nstrategy: ./idea.py:idea\n")
    monkeypatch.chdir(tmp_path)
    told = CliRunner().invoke(main, command)
    assert told.exit_code == 2
    assert message in told.output
    assert not (tmp_path / "out").exists()


def test_an_earlier_run_outlives_a_strategy_that_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "x.yaml"
    file.write_text("name: x\ngame: pig\ngames: 5\nstrategy: random\nreport: none\n")
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, ["run", "x.yaml", "--out", "out"]).exit_code == 0
    match_of(tmp_path, "nonsense + 1")
    file.write_text(file.read_text().replace("random", "./idea.py:idea"))
    assert CliRunner().invoke(main, ["run", "x.yaml", "--out", "out", "--again"]).exit_code == 2
    assert CliRunner().invoke(main, ["check", "out"]).exit_code == 0
