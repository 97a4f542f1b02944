"""Players that think: they see what their seat sees, get better, and are never worse than their base."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from simkit.engine.base.rows import zeros
from simkit.engine.contract.composed import thinking
from simkit.engine.contract.player import named
from simkit.engine.lookahead.candidates import bar_for, is_worth_more, lead_of
from simkit.engine.lookahead.memory import CANDIDATE
from simkit.engine.play.match import Match
from simkit.engine.play.playthrough import playthrough
from simkit.errors import BadInput
from simkit.experiment.file.load import load_experiment
from simkit.plugins import find_game, find_strategy, strategies_of
from simkit.run.runner import run_experiment
from simkit.run.store.layout import PLAYOUTS, games_in_a_file
from simkit.run.work.trial import cost_of
from tests.engine.guessing_toy import HIDDEN_COIN, OPEN, TO_COME, GuessingKnobs, conceal, game, heads

GUESSES = 400


def share_won(how: object, coin: int, playouts: int = 64) -> float:
    match = Match(game(how), GuessingKnobs(coin=coin), (thinking(heads),), ({"playouts": playouts},), 3)
    return float(match.play(0, GUESSES)[0]["won"].mean())


@pytest.mark.long
def test_it_finds_the_better_move_that_its_base_never_makes() -> None:
    assert share_won(conceal, OPEN, playouts=0) < 0.6
    assert share_won(conceal, OPEN) == 1.0


def test_it_sees_neither_what_is_hidden_nor_what_chance_will_bring() -> None:
    margin = 3 * (0.25 / GUESSES) ** 0.5
    for coin in (HIDDEN_COIN, TO_COME):
        assert abs(share_won(conceal, coin) - 0.5) < margin


def test_nobody_thinks_in_a_game_that_hides_something_and_deals_it_not_anew() -> None:
    with pytest.raises(BadInput, match=r"Guessing hides something but declares no `conceal`"):
        Match(game(None), GuessingKnobs(), (thinking(heads),))
    Match(game(None), GuessingKnobs(), (heads,))


def pig(**parameters: float) -> Match:
    """Return a match of one that thinks against one that does not, to 30 points."""
    found, strategies = find_game("pig"), strategies_of("pig")
    players = (thinking(strategies["random"], strategies["hold_at"]), strategies["hold_at"])
    return Match(found, found.knobs.model_validate({"target": 30}), players, (parameters, {}), seed=5)


def test_without_play_outs_it_is_its_base() -> None:
    match = pig(playouts=0)
    plain = Match(
        match.game, match.knobs, (find_strategy("pig", named("random"), Path()), match.strategies[1]), seed=5
    )
    assert match.play(0, 50)[1].tobytes() == plain.play(0, 50)[1].tobytes()


def test_it_is_better_than_its_base() -> None:
    won = []
    for playouts in (0, 128):
        match = pig(playouts=playouts)
        seat_rows = match.play(0, 100)[1].reshape(100, 2)
        seats = [next(s for s in (0, 1) if match.player_at(g, s) == 0) for g in range(100)]
        won.append(np.mean([row[seat]["won"] for row, seat in zip(seat_rows, seats, strict=True)]))
    assert won[1] - won[0] > 0.15


def test_games_are_the_same_one_by_one_walked_through_and_with_what_was_thought() -> None:
    match = pig(playouts=32)
    rows, seat_rows = match.play(0, 6)
    for number in range(6):
        row, seats = match.play(number, 1)
        assert row.tobytes() == rows[number : number + 1].tobytes()
        assert seats.tobytes() == seat_rows[2 * number : 2 * number + 2].tobytes()
        steps = list(match.walk(number))
        assert steps[-1].state.table.turns == row["turns"][0]
        plain = list(match.walk(number, plain=True))
        assert [step.move for step in plain[1:]] == [step.move for step in steps[1:]]
        thought = [step for step in steps if len(step.thoughts)]
        assert {match.player_at(number, step.seat) for step in thought} == {0}
        assert all(len(step.thoughts) == len(step.moves) for step in thought)
        assert sum(int(step.thoughts["playouts"].sum()) for step in thought) <= 32 * len(thought)


def test_a_replay_lists_what_each_option_is_worth() -> None:
    lines = [line for line in playthrough(pig(playouts=64), 0, choices=True) if "(win rate " in line]
    assert lines and all("roll (win rate" in line or "hold (win rate" in line for line in lines)


def test_who_must_be_surer_than_anything_stays_with_the_base_and_still_values_the_options() -> None:
    match = pig(playouts=32, sure=100)
    assert match.play(0, 10)[0].tobytes() == pig(playouts=0).play(0, 10)[0].tobytes()
    thoughts = match.think(0)
    assert (thoughts["is_base"] == thoughts["is_chosen"]).all()
    assert (thoughts["value"][thoughts["playouts"] > 0] <= 1).all()


def test_few_play_outs_that_agree_prove_little() -> None:
    candidate = zeros(1, CANDIDATE)[0]
    candidate.playouts, candidate.total, candidate.squares = 4, 0.4, 0.04  # 0.1 each time
    mean, error = lead_of(candidate)
    assert mean == pytest.approx(0.1)
    assert error > 0.25


@pytest.mark.parametrize(
    ("playouts", "tried", "lead", "spread", "is_worth"),
    [
        (64, 16, 0.0, 0.2, False),  # surely less than so few play-outs per decision can find
        (4096, 16, 0.0, 0.2, True),
        (64, 16, 0.0, 0.9, True),  # nobody knows yet
        (64, 64, -0.3, 0.9, False),
        (64, 8, 0.0, 0.0, False),  # never a difference
        (4096, 8, 0.0, 0.0, True),
        (4096, 16, 0.0, 0.0, False),
    ],
)
def test_play_outs_go_where_they_can_find_something(
    playouts: int, tried: int, lead: float, spread: float, is_worth: bool
) -> None:
    candidate = zeros(1, CANDIDATE)[0]
    candidate.playouts, candidate.total = tried, tried * lead
    candidate.squares = tried * (lead**2 + spread**2)
    assert is_worth_more(candidate, bar_for(playouts, False)) == is_worth


def test_a_tree_gives_a_move_up_only_if_it_clearly_trails() -> None:
    candidate = zeros(1, CANDIDATE)[0]
    candidate.playouts, candidate.total, candidate.squares = 16, -4.0, 16.0
    assert is_worth_more(candidate, bar_for(64, True))
    assert not is_worth_more(candidate, bar_for(64, False))


def test_a_better_strategy_that_finishes_play_outs_makes_look_ahead_better() -> None:
    strategies = strategies_of("pig")
    game, other = find_game("pig"), strategies["hold_at"]
    won = []
    for finish in (None, other):
        player = thinking(strategies["random"], other, finish=finish)
        knobs = game.knobs.model_validate({"target": 30})
        match = Match(game, knobs, (player, other), ({"playouts": 256}, {}), seed=5)
        _, seat_rows = match.play(0, 200)
        places = match.lineups[np.arange(200) % len(match.lineups)].ravel()
        won.append(seat_rows["won"][places == 0].mean())
    assert won[1] > won[0] + 0.05


def test_another_strategy_finishes_only_after_the_first_moves() -> None:
    """A guess is over before: whatever would finish its play-outs is never asked."""
    found = []
    for finish in (None, heads):
        match = Match(
            game(conceal), GuessingKnobs(coin=OPEN), (thinking(heads, finish=finish),),
            ({"playouts": 64},), 3,
        )  # fmt: skip
        found.append(match.play(0, 50)[0].tobytes())
    assert found[0] == found[1]


THINK = """
name: x
game: pig
games: 40
report: none
rules: {target: 20}
strategies:
  - think: {base: random, playouts: 8192, opponents: hold_at}
  - {name: hold_at, parameters: {n: 15}}
factors:
  strategies.0.playouts: [8, 2000]
"""


def test_an_experiment_gives_the_same_bytes_for_any_number_of_workers(
    tmp_path: Path, write_experiment: Callable[[str], Path]
) -> None:
    experiment = load_experiment(write_experiment(THINK))
    player = experiment.scenarios[1].players[0]
    assert player.name == "thinking random, opponents hold_at"
    assert [strategy.name for strategy in player.strategy.strategies] == ["random", "hold_at"]
    cost = cost_of(experiment)
    assert cost is not None and cost.decisions > 0 and cost.playouts > 1000 * cost.decisions / 4
    found = []
    for jobs in (1, 2):
        run_experiment(experiment, tmp_path / str(jobs), jobs=jobs)
        files = sorted((tmp_path / str(jobs)).rglob("*.parquet"))
        found.append([hashlib.sha256(file.read_bytes()).hexdigest() for file in files])
    assert found[0] == found[1]


def test_files_get_small_where_players_think_long() -> None:
    assert games_in_a_file(0, 1) == 65_536
    assert [games_in_a_file(n, 1) for n in (16, 1024, 1000, 1_000_000)] == [4096, 64, 64, 8]
    assert all(games_in_a_file(n, 1) * n <= PLAYOUTS for n in (16, 100, 1024, 8000))


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("{think: {bass: random}}", "unknown key 'bass'; did you mean 'base'?"),
        ("{think: {base: randm}}", "did you mean 'random'?"),
        ("{think: {base: random, playouts: -1}}", "found -1, allowed is at least 0"),
        ("{think: {base: random, opponents: holdat}}", "did you mean 'hold_at'?"),
        ("{think: {base: random, finish: holdat}}", "did you mean 'hold_at'?"),
        ("{think: {base: thinking random}}", "unknown strategy of pig 'thinking random'"),
        ("{think: random}", "found 'random', allowed is a mapping"),
    ],
)
def test_mistakes_are_said(write_experiment: Callable[[str], Path], entry: str, said: str) -> None:
    file = write_experiment(f"name: x\ngame: pig\ngames: 1\nreport: none\nstrategy: {entry}\n")
    with pytest.raises(BadInput) as found:
        load_experiment(file)
    assert said in str(found.value)
    assert "experiment.yaml:5" in str(found.value)
