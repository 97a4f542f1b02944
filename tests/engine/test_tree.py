"""Tree search: it finds what takes two moves, expects good answers, and sees what its seat sees."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from simkit.compile.made import bind
from simkit.engine.base.rows import zeros
from simkit.engine.contract.composed import thinking
from simkit.engine.contract.player import FLAT, METHODS, TREE, LookAhead, Reference
from simkit.engine.contract.strategy import Strategy
from simkit.engine.lookahead.memory import MOST_NODES, factors_for, masks_of, new_tree, words_layout
from simkit.engine.lookahead.tree import identity, summed
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.experiment.file.load import load_experiment
from simkit.plugins import find_game, find_strategy, strategies_of
from simkit.run.runner import run_experiment
from simkit.run.work.trial import cost_of
from tests.engine.second_step_toy import GAME, HIDDEN, OPEN, OTHERS, OWN, SecondStepKnobs, clever, first

GAMES = 60


def dared(player: Strategy, second: int, *, other: Strategy = first) -> tuple[float, float]:
    """Return in how many games seat 0, who thinks, dares, and in how many it wins."""
    parameters = {"playouts": 1000}
    match = Match(GAME, SecondStepKnobs(second=second), (player, other), (parameters, {}), seed=3)
    rows, seat_rows = match.play(0, 2 * GAMES)
    begins = np.array([match.player_at(game, 0) == 0 for game in range(2 * GAMES)])
    return float(rows["dared"][begins].mean()), float(seat_rows["won"][::2][begins].mean())


def test_it_finds_what_takes_two_moves() -> None:
    """After the daring move the base goes wrong: play-outs of single moves never find out that it wins."""
    assert dared(thinking(first, method=FLAT), OWN)[0] == 0.0
    assert dared(thinking(first, method=TREE), OWN) == (1.0, 1.0)


def test_it_expects_a_good_answer_unless_it_is_said_who_answers() -> None:
    assert dared(thinking(first, method=FLAT), OTHERS, other=clever) == (1.0, 0.0)
    assert dared(thinking(first, method=TREE), OTHERS, other=clever)[0] == 0.0
    assert dared(thinking(first, first, TREE), OTHERS) == (1.0, 1.0)


def test_it_sees_what_lies_open_and_nothing_that_is_hidden() -> None:
    assert dared(thinking(first, method=TREE), OPEN) == (1.0, 1.0)
    assert dared(thinking(first, method=TREE), HIDDEN)[0] == 0.0


def pig(*players: Strategy, **parameters: float) -> Match:
    """Return a match of one that thinks against one that does not, to 30 points."""
    game = find_game("pig")
    return Match(game, game.knobs.model_validate({"target": 30}), players, (parameters, {}), seed=5)


def test_games_are_the_same_one_by_one_and_with_what_was_thought() -> None:
    strategies = strategies_of("pig")
    match = pig(thinking(strategies["random"], method=TREE), strategies["hold_at"], playouts=48)
    rows, seat_rows = match.play(0, 6)
    for number in range(6):
        row, seats = match.play(number, 1)
        assert row.tobytes() == rows[number : number + 1].tobytes()
        assert seats.tobytes() == seat_rows[2 * number : 2 * number + 2].tobytes()
        thought = [step for step in match.walk(number) if len(step.thoughts)]
        assert thought and {match.player_at(number, step.seat) for step in thought} == {0}
        assert sum(int(step.thoughts["playouts"].sum()) for step in thought) <= 48 * len(thought)


def test_without_play_outs_and_when_never_sure_it_is_its_base() -> None:
    strategies = strategies_of("pig")
    player, other = thinking(strategies["random"], method=TREE), strategies["hold_at"]
    alone = pig(player, other, playouts=0).play(0, 20)[1]
    assert alone.tobytes() == pig(strategies["random"], other).play(0, 20)[1].tobytes()
    assert alone.tobytes() == pig(player, other, playouts=32, sure=100).play(0, 20)[1].tobytes()


def test_a_move_is_known_by_its_kind_and_the_fields_of_that_kind() -> None:
    """What stands in the fields of other kinds was left there by another decision."""
    masks = masks_of(GAME.moves, GAME.move)
    assert masks.astype(bool).tolist() == [[True, True, False], [True, False, True]]
    moves = zeros(3, GAME.move)
    moves[0] = (0, 1, 7)
    moves[1] = (1, 1, 7)
    moves[2] = (0, 1, 9)
    tree = new_tree(0, masks, 16)
    of = bind(identity, move_words=words_layout(GAME.move))
    keys = [int(of(move, tree)) for move in moves]
    assert keys[0] == keys[2] != keys[1]


def test_keys_differ_where_one_bit_does() -> None:
    factors = factors_for(64)
    words = np.zeros(64, dtype=np.uint32)
    keys = {int(summed(words, factors))}
    for place in range(64):
        for bit in range(32):
            words[place] = np.uint32(1 << bit)
            keys.add(int(summed(words, factors)))
            words[place] = 0
    assert len(keys) == 1 + 64 * 32


def test_the_room_for_a_tree_is_bounded() -> None:
    masks = masks_of(GAME.moves, GAME.move)
    nodes, tried, slots, *_ = new_tree(1_000_000, masks, 4)
    assert len(nodes) == MOST_NODES and len(tried) == 2 * MOST_NODES
    assert len(slots) >= 2 * len(nodes) and len(slots) & (len(slots) - 1) == 0
    assert len(new_tree(0, masks, 4)[0]) == 0


def test_names_say_the_method() -> None:
    usual, flat = (thinking(first, clever, method) for method in (TREE, FLAT))
    assert usual.name == "thinking first, opponents clever"
    assert flat.name == "thinking first, opponents clever, method flat"
    of_flat = Reference("random", look_ahead=LookAhead(method=FLAT))
    assert find_strategy("pig", of_flat, Path()).look_ahead == LookAhead(method=FLAT)
    with pytest.raises(BadInput, match="unknown method 'tre'; did you mean 'tree'"):
        thinking(first, method="tre")  # type: ignore[arg-type]


METHODS_AS_LEVELS = """
name: x
game: pig
games: 20
report: none
rules: {target: 20}
strategies:
  - think: {base: random, playouts: 200, method: flat}
  - hold_at
factors:
  strategies.0.method: [flat, tree]
"""


def test_methods_are_levels_and_give_the_same_bytes_for_any_number_of_workers(
    tmp_path: Path, write_experiment: Callable[[str], Path]
) -> None:
    experiment = load_experiment(write_experiment(METHODS_AS_LEVELS))
    names = [scenario.players[0].name for scenario in experiment.scenarios]
    assert names == ["thinking random, method flat", "thinking random"]
    assert [scenario.levels for scenario in experiment.scenarios] == [
        {"strategies.0.method": method} for method in METHODS
    ]
    cost = cost_of(experiment)
    assert cost is not None and cost.playouts > 0 and cost.seconds > 0
    found = []
    for jobs in (1, 2):
        run_experiment(experiment, tmp_path / str(jobs), jobs=jobs)
        files = sorted((tmp_path / str(jobs)).rglob("*.parquet"))
        found.append([hashlib.sha256(file.read_bytes()).hexdigest() for file in files])
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("strategy", "level", "said"),
    [
        ("{think: {base: random, method: tre}}", "tree", "unknown method 'tre'; did you mean 'tree'?"),
        ("{think: {base: random}}", "tre", "found 'tre', allowed is flat or tree"),
        ("hold_at", "tree", "found 'tree', allowed is flat or tree, for a player that thinks"),
    ],
)
def test_mistakes_are_said(
    write_experiment: Callable[[str], Path], strategy: str, level: str, said: str
) -> None:
    file = write_experiment(
        f"name: x\ngame: pig\ngames: 1\nreport: none\nstrategy: {strategy}\n"
        f"factors: {{strategy.method: [flat, {level}]}}\n"
    )
    with pytest.raises(BadInput) as found:
        load_experiment(file)
    assert said in str(found.value)
