"""A strategy that is not simkit's own is watched before it plays where nobody can watch it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from simkit.cli.main import main
from simkit.engine.match import Match, StrategyFailure
from simkit.plugins import find_game, find_strategy, strategies_of
from simkit.run import rehearsal
from simkit.run.rehearsal import rehearse

PIG = find_game("pig")

IDEA = """
import random
import numpy as np
from simkit.engine.chance import below
from simkit.engine.strategy import Parameter, strategy

@strategy(game="pig", skill="none", parameters=[Parameter("some", 1, 0, 2, "nothing")])
def idea(table, seat, rules, moves, count, parameters, chance):
    {line}
    return 0
"""


def match_of(folder: Path, line: str) -> Match:
    (folder / "idea.py").write_text(IDEA.format(line=line))
    idea = find_strategy("pig", "./idea.py:idea", folder)
    return Match(PIG, PIG.knobs(), (idea, strategies_of("pig")["random"]), seed=1)


@pytest.mark.parametrize(
    ("line", "done"),
    [
        ("table.scores[0] += 1", "changed the table, which is the game's"),
        ("moves[0].hold = 1 - moves[0].hold", "changed the moves, which are the game's"),
        ("rules.target = 50", "changed the rules, which are everybody's"),
        ("parameters.values[0] = 2", "changed its parameters, which are the experiment's"),
        ("random.random()", "drew from Python's random, not from chance"),
        ("np.random.rand()", "drew from NumPy's random, not from chance"),
    ],
)
def test_what_a_strategy_may_not_do_is_told(tmp_path: Path, line: str, done: str) -> None:
    with pytest.raises(StrategyFailure, match=f"strategy 'idea' {done}, in game 0"):
        rehearse(match_of(tmp_path, line))


def test_its_own_chance_is_its_own(tmp_path: Path) -> None:
    rehearse(match_of(tmp_path, "below(chance, 6)"))


def test_a_strategy_that_thinks_long_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rehearsal, "LONGEST", 0.0)
    rehearse(match_of(tmp_path, "table.total // 0 if table.scores[1] else 0"))


def test_simkits_own_are_not_rehearsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "walk", lambda *_, **__: pytest.fail("there is nothing to see"))
    game = find_game("nautilion")
    rehearse(Match(game, game.knobs(), (strategies_of("nautilion")["greedy"],)))


@pytest.mark.parametrize("command", [["check", "x.yaml"], ["run", "x.yaml", "--out", "out"]])
def test_check_and_run_rehearse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]) -> None:
    match_of(tmp_path, "table.scores[0] += 1")
    (tmp_path / "x.yaml").write_text("name: x\ngame: pig\ngames: 5\nstrategy: ./idea.py:idea\n")
    monkeypatch.chdir(tmp_path)
    told = CliRunner().invoke(main, command)
    assert told.exit_code == 2
    assert "strategy 'idea' changed the table, which is the game's, in game 0" in told.output
    assert ("--scenario 0 --game 0" in told.output) == (command[0] == "run")
