"""The steps of skill: players as one knows them, each clearly better than the one before."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from simkit import BadInput
from simkit.plugins import find_strategy, game_names
from simkit.run.findings.steps import SkillStep, SkillSteps, read_steps, steps_of, write_steps
from simkit.testing import wilson

SHIPPED = [(steps, step) for game in game_names() for steps in steps_of(game) for step in steps.steps]
FEW_GAMES = {True: 2000, False: 60}
"""Games of a player by itself, and of one that looks ahead."""

PIG = """\
# a comment
game: pig
setting: "two players"
against: [hold_at]
games: 400
seed: 1
steps:
  - skill: first-time player
    plays: {base: hold_at, overlooks: 0.3}
    about: Sees little.
  - skill: casual
    plays: hold_at
    about: Sees more.
    games: 500
"""


def _named(value: object) -> str:
    return value.setting.game.name if isinstance(value, SkillSteps) else getattr(value, "words", "")


@pytest.mark.parametrize("game", sorted({steps.setting.game.name for steps, _ in SHIPPED}))
def test_each_step_is_ten_to_thirty_five_points_above_the_one_before(game: str) -> None:
    (steps,) = steps_of(game)
    assert [step.skill.name for step in steps.steps] == [
        "first-time player", "casual", "experienced", "expert", "look-ahead",
    ]  # fmt: skip
    results = [step.result.value for step in steps.steps if step.result]
    assert len(results) == len(steps.steps)
    for lower, higher in pairwise(results):
        assert 0.10 <= higher - lower <= 0.35


@pytest.mark.parametrize(("steps", "step"), SHIPPED, ids=_named)
def test_a_strategy_that_never_slips_stands_on_the_step_of_its_skill(
    steps: SkillSteps, step: SkillStep
) -> None:
    if not step.player.strategy.errs:
        strategy = find_strategy(steps.setting.game.name, step.player.strategy, steps.file.parent)
        assert strategy.skill == step.skill.name


@pytest.mark.parametrize(("steps", "step"), SHIPPED, ids=_named)
def test_who_a_player_is_takes_one_sentence(steps: SkillSteps, step: SkillStep) -> None:
    assert step.about.endswith(".")
    assert ". " not in step.about
    assert len(step.about.split()) <= 30


@pytest.mark.long
@pytest.mark.parametrize(("steps", "step"), SHIPPED, ids=_named)
def test_other_games_come_to_the_same(steps: SkillSteps, step: SkillStep) -> None:
    alone = step.skill.name != "look-ahead"
    strategy = find_strategy(steps.setting.game.name, step.player.strategy, steps.file.parent)
    games = FEW_GAMES[alone]
    won = steps.setting.measure(strategy, games, step.player.parameters)
    found = wilson(round(won.value * games), games, confidence=0.99999)
    assert step.result is not None
    assert found.low <= step.result.high and step.result.low <= found.high


def test_what_the_steps_come_to_is_written_beside_them(tmp_path: Path) -> None:
    file = tmp_path / "steps.yaml"
    file.write_text(PIG)
    for _again in range(2):
        steps = read_steps(file)
        results = [steps.measure(step) for step in steps.steps]
        write_steps(file, results)
        assert [step.result.value for step in read_steps(file).steps if step.result] == pytest.approx(
            [result.value for result in results], abs=1e-4
        )
    assert [step.games for step in steps.steps] == [400, 500]
    assert [line for line in file.read_text().splitlines() if "result" not in line] == PIG.splitlines()


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("skill: casual", "skill: causal", "steps.yaml:11:12: .*did you mean 'casual'"),
        ("skill: casual", "skill: first-time player", "found first-time player after first-time player"),
        ("plays: hold_at", "plays: hold", "steps.yaml:12:12: unknown strategy of pig 'hold'"),
        ("overlooks: 0.3", "overlook: 0.3", "did you mean 'overlooks'"),
        ("against: [hold_at]", "against: []", "2 play, found 0 opponents"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, right: str, wrong: str, message: str) -> None:
    file = tmp_path / "steps.yaml"
    file.write_text(PIG.replace(right, wrong))
    with pytest.raises(BadInput, match=message):
        read_steps(file)
