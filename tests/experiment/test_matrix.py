"""A matrix of target win rates: its grammar, and one clear message for each mistake."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from simkit import BadInput
from simkit.experiment.file.load import Overrides, load_experiment
from simkit.experiment.target import Goal, Target, as_data, from_data

Write = Callable[[str], Path]

HEAD = """name: x
game: pig
games: 10
factors:
  table:
    near: {strategies: [hold_at, {name: hold_at, parameters: {n: 15}}]}
    far: {strategies: [random, hold_at]}
    none: {strategies: [./mine.py:clever, random]}
targets:
"""
CLEVER_FILE = """from simkit.engine.contract.strategy import strategy


@strategy(game='pig', skill='none')
def clever(table, seat, rules, moves, count, parameters, chance):
    return 0
"""


@pytest.fixture
def write(write_experiment: Write) -> Write:
    def make(text: str) -> Path:
        path = write_experiment(text)
        (path.parent / "mine.py").write_text(CLEVER_FILE, encoding="utf-8")
        return path

    return make


def matrix_of(write: Write, text: str) -> Target:
    (target,) = load_experiment(write(HEAD + text)).targets
    return target


def test_a_matrix_is_one_target_with_a_goal_for_each_pair(write: Write) -> None:
    target = matrix_of(
        write,
        "  matrix:\n    hold_at: {hold_at (n 15): 45 to 55 %, random: 0.7 to 0.9}\n"
        "    ./mine.py:clever: {random: fair +- 5 %}\n",
    )
    assert (target.subject, target.column) == ("matrix", "won")
    assert target.goals == (
        Goal("hold_at", "hold_at (n 15)", 0.45, 0.55),
        Goal("hold_at", "random", 0.7, 0.9),
        Goal("./mine.py:clever", "random", -0.05, 0.05, of_fair=True),
    )
    assert target.in_words(is_share=True) == "matrix: win rates of 3 pairs"
    assert from_data(as_data(target)) == target


def test_a_pair_can_be_named_in_both_orders(write: Write) -> None:
    target = matrix_of(write, "  matrix: {hold_at: {random: 0.8 to 0.9}}\n")
    assert target.goals == (Goal("hold_at", "random", 0.8, 0.9),)
    target = matrix_of(write, "  matrix: {random: {hold_at: 0.1 to 0.2}}\n")
    assert target.goals == (Goal("random", "hold_at", 0.1, 0.2),)


def test_a_strategy_with_one_set_of_parameters_needs_no_more_than_its_name(write: Write) -> None:
    text = HEAD.replace("[hold_at, {", "[random, {").replace(
        "[random, hold_at]", "[random, ./mine.py:clever]"
    )
    text = text.replace("    none: {strategies: [./mine.py:clever, random]}\n", "")
    (target,) = load_experiment(write(f"{text}  matrix: {{hold_at: {{random: 0.8 to 0.9}}}}\n")).targets
    assert target.goals[0].player == "hold_at (n 15)"


def test_a_pair_named_twice_is_a_mistake(write: Write) -> None:
    text = HEAD.replace("random, hold_at]", "random, {name: hold_at, parameters: {n: 15}}]").replace(
        "[hold_at, {name", "[random, {name"
    )
    twice = "  matrix: {random: {hold_at: 0.1 to 0.2, hold_at (n 15): 0.3 to 0.4}}\n"
    rules = text.replace("near: {", "near: {rules.target: 50, ")
    with pytest.raises(BadInput) as raised:
        load_experiment(write(rules + twice))
    assert "10:42: targets.matrix.random: random against hold_at (n 15) has two ranges; keep one" in str(
        raised.value
    )


def test_several_matrices_each_with_its_settings(write: Write) -> None:
    text = HEAD.replace("factors:\n", "factors:\n  rules.target: [50, 100]\n")
    found = load_experiment(
        write(
            f"{text}  matrix:\n    - {{where: {{target: 50}}, hold_at: {{random: 0.8 to 0.9}}}}\n"
            "    - {where: {target: 100}, hold_at: {random: 0.9 to 1}}\n"
        )
    ).targets
    assert [(dict(one.where), one.goals[0].low) for one in found] == [
        ({"rules.target": ("50",)}, 0.8),
        ({"rules.target": ("100",)}, 0.9),
    ]
    assert found[0].in_words(is_share=True) == "matrix: win rate of 1 pair, with target 50"


def test_the_command_line_leaves_pairs_out(write: Write) -> None:
    path = write(
        "name: x\ngame: pig\ngames: 10\nstrategies: [hold_at, random]\n"
        "factors: {strategies.1: [random, {name: hold_at, parameters: {n: 15}}]}\n"
        "targets:\n  matrix: {hold_at: {random: 0.8 to 0.9, hold_at (n 15): 0.4 to 0.6}}\n"
    )
    (target,) = load_experiment(path, Overrides(settings=("strategies.1=random",))).targets
    assert [goal.opponent for goal in target.goals] == ["random"]
    assert load_experiment(path, Overrides(settings=("strategies.1=hold_at",))).targets == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "{holt_at: {random: 0.8 to 0.9}}",
            "10:12: targets.matrix: unknown player 'holt_at'; did you mean 'hold_at'?",
        ),
        (
            "{hold_at: {rondom: 0.8 to 0.9}}",
            "10:22: targets.matrix.hold_at: unknown player 'rondom'; did you mean 'random'?",
        ),
        (
            "\n    hold_at:\n      random: 0.8 to 0.9\n      ./mine.py:clever: 0.1 to 0.2",
            "13:7: targets.matrix.hold_at: no scenario has a table of hold_at and ./mine.py:clever; "
            "hold_at plays with hold_at (n 15), random",
        ),
        (
            "{hold_at: {hold_at: 0.4 to 0.6}}",
            "10:22: targets.matrix.hold_at: hold_at against itself wins the fair share; name another player",
        ),
        (
            "{hold_at: {random: at least 0.8}}",
            "10:30: targets.matrix.hold_at.random: found 'at least 0.8', allowed in a matrix is a range with "
            "two ends, such as 0.8 to 1",
        ),
        ("{hold_at: {random: 0.8}}", "targets.matrix.hold_at.random: found 0.8, allowed is a range"),
        ("{hold_at: 0.8 to 0.9}", "targets.matrix.hold_at: found '0.8 to 0.9', allowed is a mapping of opp"),
        ("{}", "targets.matrix: found nothing, allowed is a mapping of players to opponents, such as"),
        ("{where: {table: far}}", "allowed is a mapping of players to opponents, such as"),
        (
            "{where: {table: near}, hold_at: {random: 0.8 to 0.9}}",
            "no scenario has a table of hold_at and random with table near; "
            "hold_at plays with hold_at (n 15)",
        ),
    ],
)
def test_mistakes(write: Write, text: str, message: str) -> None:
    with pytest.raises(BadInput) as raised:
        load_experiment(write(f"{HEAD}  matrix: {text}\n"))
    assert message in str(raised.value)


def test_a_strategy_with_several_sets_of_parameters_must_say_which(write: Write) -> None:
    text = HEAD.replace("[hold_at, {name", "[{name: hold_at, parameters: {n: 9}}, {name").replace(
        "[random, hold_at]", "[random, {name: hold_at, parameters: {n: 9}}]"
    )
    with pytest.raises(BadInput) as raised:
        load_experiment(write(f"{text}  matrix: {{hold_at: {{random: 0.8 to 0.9}}}}\n"))
    assert "targets.matrix: hold_at plays here as hold_at (n 9), hold_at (n 15); name one" in str(
        raised.value
    )


@pytest.mark.parametrize(
    ("head", "text", "message"),
    [
        (
            "game: nautilion\nstrategy: expert",
            "matrix: {expert: {novice: 0.1 to 0.2}}",
            "one player plays here",
        ),
        (
            "game: nautilus_island\nrules: {players: 3}\nstrategies: [expert, expert, random]",
            "matrix: {expert: {random: 0.1 to 0.2}}",
            "targets.matrix: here play 3, and a matrix is about tables of two players",
        ),
        (
            "game: nautilus_island\nfactors: {rules.players: [2, 3]}\nstrategy: expert",
            "3 players: {matrix: {expert: {random: 0.1 to 0.2}}}",
            "targets.3 players.matrix: a matrix is about tables of two players",
        ),
        (
            "game: nautilion\nrules: {players: 2}\nstrategy: expert",
            "matrix: {expert: {random: 0.1 to 0.2}}",
            "has no result that one of several players wins",
        ),
    ],
)
def test_games_and_tables_that_have_no_pairs(
    write_experiment: Write, head: str, text: str, message: str
) -> None:
    with pytest.raises(BadInput) as raised:
        load_experiment(write_experiment(f"name: x\ngames: 10\n{head}\ntargets: {{{text}}}\n"))
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("45 to 55 %", (0.45, 0.55)),
        ("50 +- 5 %", (0.45, 0.55)),
        ("0.5 +- 5 %", (0.45, 0.55)),
        ("0 to 5 %", (0, 0.05))])  # fmt: skip
def test_one_per_cent_sign_is_enough(write: Write, text: str, ends: tuple[float, float]) -> None:
    (goal,) = matrix_of(write, f"  matrix: {{hold_at: {{random: {text}}}}}\n").goals
    assert (goal.low, goal.high) == pytest.approx(ends)
