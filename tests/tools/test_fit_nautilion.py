"""The tool that fits Nautilion's expert: what it writes, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import fit_nautilion as tool
import numpy as np
import pytest
from click.testing import CliRunner

from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.plugins import load_file
from simkit.strategies.nautilion.evaluation.by_chance.mind import EXPERT, MIND, read_mind
from simkit.strategies.nautilion.evaluation.by_chance.traits import COUNT, NAMES
from simkit.testing import Match, find_game

SHORT = ["--rounds", "1", "--games", "40", "--check", "40", "--jobs", "1"]


def fit(*arguments: object) -> str:
    result = CliRunner().invoke(tool.fit, [*SHORT, *map(str, arguments)])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["my.txt"], "my.txt: a strategy's name and .py, or .json"),
        (["2nd.py"], "2nd.py: a strategy's name and .py"),
        (["gone/my.py"], "there is no folder gone"),
        (["my.py", "--rules", "reserv=2"], "did you mean 'reserve'?"),
        (["my.py", "--rules", "reserve"], "--rules reserve: a rule and its values, such as reserve=2"),
        (["my.py", "--rules", "reserve=99"], "reserve: found 99, allowed is at most"),
        (["my.py", "--rules", "players=1", "--rules", "board=A1,Z9"], "Z9"),
        (["my.py", "--jobs", "0"], "'--jobs': 0 is not in the range x>=1"),
    ],
)
def test_what_can_not_be_fitted_is_refused(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(tool.fit, arguments)
    assert (result.exit_code, result.exception.__class__) == (2, SystemExit)
    assert message in " ".join(result.output.split())


def test_the_tool_writes_numbers_and_a_strategy_and_where_they_come_from(tmp_path: Path) -> None:
    said = fit(tmp_path / "mine.py", "--rules", "reserve=2", "--seed", 7, "--check", 2)
    assert "mine.json" in said and "mine.py" in said
    fitted = json.loads((tmp_path / "mine.json").read_text(encoding="utf-8"))["fitted"]
    assert (fitted["rules"], fitted["seed"]) == ("reserve=2", 7)
    assert load_file(tmp_path / "mine.py").mine.name == "mine"
    read_mind(tmp_path / "mine.json")


def test_the_same_seed_finds_the_same_numbers(tmp_path: Path) -> None:
    rules = tool.read_rules(["expansions=all,none"])
    effort = tool.FittingEffort(rounds=2, games=40, check=40, seed=3, jobs=1)
    first, again = (tool.fitted(EXPERT, rules, effort) for _ in range(2))
    assert (first == again).all() and (first != EXPERT).any()


def test_positions_that_were_won_become_surer() -> None:
    """All games with four in the reserve were won, all others lost: that trait's number grows."""
    traits = np.zeros((400, COUNT), np.float32)
    traits[:, 0] = 1
    reserve = NAMES.index("reserve")
    traits[::2, reserve] = 4
    won = (traits[:, reserve] > 0).astype(np.float32)
    fit = tool.Fit(np.zeros(1, MIND).view(np.recarray))
    fit.rescale(traits)
    rng = np.random.default_rng(0)
    likely = [fit.pass_over(traits, won, 0.05, rng) for _ in range(30)]
    assert likely[-1] > likely[0]
    assert fit.mind.odds[0, reserve] > 0


def test_numbers_that_win_less_than_the_shipped_expert_are_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing: Any = np.zeros(1, MIND).view(np.recarray)
    monkeypatch.setattr(tool, "fitted", lambda *_: nothing)
    assert "nothing is written" in fit(tmp_path / "mine.py", "--rules", "board=A1")
    assert not list(tmp_path.iterdir())


def test_a_mind_plays_the_games_of_a_match() -> None:
    """With expansions the shipped expert goes by the shipped numbers."""
    match = tool.read_rules(["expansions=all"]).drawn(np.random.default_rng(0), 5)
    by_mind, _ = tool.play(match, range(7, 37), EXPERT, -1.0)
    assert (by_mind == tool.play_as_shipped(match, range(7, 37))[0]).all()


@pytest.mark.long
def test_a_strategy_that_was_written_plays(tmp_path: Path) -> None:
    fit(tmp_path / "mine.py", "--rules", "reserve=2", "--check", 2)
    player = load_file(tmp_path / "mine.py").mine
    match = Match(find_game("nautilion"), NautilionKnobs(reserve=2), (player,), seed=1)
    assert match.play(0, 200)[0]["won"].mean() > 0.5
