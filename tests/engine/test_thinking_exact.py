"""Look-ahead against Pig's exact answer, and against its own base: it is never worse."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from simkit.engine.contract.composed import thinking
from simkit.engine.contract.player import FLAT, METHODS, SURE, TREE, Method
from simkit.engine.contract.strategy import Strategy
from simkit.engine.play.match import Match
from simkit.engine.play.walk import Step
from simkit.plugins import find_game, strategies_of
from simkit.stats.estimates import wilson
from tests.engine.perfect_pig import HOLD, PERFECT, TARGET, WINS, WORTH, holding_at, solve

PIG = find_game("pig")
HOLD_AT = strategies_of("pig")["hold_at"]


def against_perfect(player: Strategy, **parameters: float) -> Match:
    return Match(PIG, PIG.knobs(), (player, PERFECT), (parameters, {}), seed=1)


def won(match: Match, games: int) -> npt.NDArray[np.float64]:
    """Return 1 for each game that player 0 wins, or that all win together; 0 for the others."""
    rows, seat_rows = match.play(0, games)
    goal = match.game.objectives[0]
    if goal.of == "game":
        return np.asarray(rows[goal.column], dtype=np.float64)
    seats = [next(s for s in range(2) if match.player_at(game, s) == 0) for game in range(games)]
    reached: Any = np.asarray(seat_rows[goal.column], dtype=np.float64).reshape(games, 2)
    return reached[np.arange(games), seats]  # type: ignore[no-any-return]


def test_value_iteration_finds_what_is_known_of_pig() -> None:
    """The player who begins wins 53.06 % of games between perfect players (Neller and Presser, 2004)."""
    assert WINS[0, 0] == pytest.approx(0.5306, abs=5e-5)
    assert WORTH[HOLD, 20, TARGET - 20].min() == 1.0


def test_the_perfect_player_plays_so() -> None:
    match = against_perfect(PERFECT)
    first = match.play(0, 20_000)[1]["won"].reshape(-1, 2)[:, 0]
    assert not wilson(int(first.sum()), len(first), 0.999).excludes(float(WINS[0, 0]))
    assert loss_per_game(match, range(4)) == 0.0
    assert loss_per_game(against_perfect(HOLD_AT), range(4)) > 0.0


def decisions_of(match: Match, games: range) -> Iterator[tuple[Step, tuple[int, int, int]]]:
    """Yield player 0's decisions: the step, and the total, the own and the other score before it.

    Those in which holding wins are left out: there both moves are as good as won.
    """
    for game in games:
        for before, step in pairwise(match.walk(game)):
            state = before.state
            total, scores = int(state.table.total), state.table.score
            own, other = int(scores[state.seat]), int(scores[1 - state.seat])
            if match.player_at(game, int(state.seat)) == 0 and own + total < TARGET:
                yield step, (total, own, other)


def loss_per_game(match: Match, games: range) -> float:
    """Return the exact chance to win that player 0 gives away per game."""
    lost = 0.0
    for step, (total, mine, other) in decisions_of(match, games):
        worth = WORTH[:, total, mine, other]
        lost += worth.max() - worth[int(step.move.kind)]  # type: ignore[union-attr]
    return lost / len(games)


def test_what_play_outs_say_of_each_move_is_its_exact_worth() -> None:
    """Both go on holding at 20; look-ahead that is never sure enough values the moves along the way."""
    _, exact = solve(holding_at(20))
    match = Match(
        PIG,
        PIG.knobs(),
        (thinking(HOLD_AT, method=FLAT), HOLD_AT),
        ({"playouts": 400, "sure": 100}, {}),
        seed=2,
    )
    off = []
    for step, (total, mine, other) in decisions_of(match, range(24)):
        for row in step.thoughts:
            chance = exact[int(step.moves[row["option"]].kind), total, mine, other]
            if row["playouts"] >= 64 and 0.05 < chance < 0.95:
                off.append((row["value"] - chance) / (chance * (1 - chance) / row["playouts"]) ** 0.5)
    assert len(off) > 60
    assert abs(np.mean(off)) < 0.5
    assert np.mean(np.square(off)) < 2.0


def given_away(method: Method, playouts: int, games: range) -> tuple[float, float]:
    """Return the chance to win given away per game, by `hold_at` that thinks and by itself.

    Both decide in the very same places, those of games that `hold_at` plays by itself: look-ahead that is
    never sure enough to leave its choice still says where it would, were it as sure as usual.
    """
    player = thinking(HOLD_AT, method=method)
    lost = np.zeros(2)
    for step, (total, mine, other) in decisions_of(
        against_perfect(player, playouts=playouts, sure=100), games
    ):
        worth = WORTH[:, total, mine, other]
        worths = [worth[int(step.moves[row["option"]].kind)] for row in step.thoughts]
        base = int(np.argmax(step.thoughts["is_base"]))
        surely = np.flatnonzero(step.thoughts["lead"] > SURE.default * step.thoughts["error"])
        lost += worth.max() - np.array([worths[surely[0] if len(surely) else base], worths[base]])
    return tuple(lost / len(games))


@pytest.mark.long
def test_trying_only_the_first_move_leads_away_from_perfect_play_and_a_tree_less_far() -> None:
    """Flat look-ahead finds the best answer to `hold_at`, which is not what a perfect player does."""
    games = range(20)
    (few, base), (many, _) = (given_away(FLAT, playouts, games) for playouts in (2048, 16384))
    assert many > few > base
    little, found = (given_away(TREE, playouts, games)[0] for playouts in (2048, 16384))
    assert little < few
    assert found < 0.75 * many


@pytest.mark.long
def test_with_more_play_outs_a_tree_comes_closer_to_perfect_play() -> None:
    """It begins with random moves and imagines nobody in particular: both players' moves are in the tree."""
    player, flat = (thinking(strategies_of("pig")["random"], method=method) for method in (TREE, FLAT))
    few, some, many = (
        loss_per_game(against_perfect(player, playouts=n), range(24)) for n in (64, 1024, 4096)
    )
    assert some < few / 1.5
    assert many < some / 2
    assert many < loss_per_game(against_perfect(flat, playouts=4096), range(24))


@pytest.mark.long
def test_with_more_play_outs_it_comes_closer_to_perfect_play() -> None:
    """Its base rolls and holds by chance: all that it knows comes from play-outs.

    Few prove no lead as small as those of a single roll, and are not spent on it.
    """
    player = thinking(strategies_of("pig")["random"], HOLD_AT, FLAT)
    few, some, many = (
        loss_per_game(against_perfect(player, playouts=n), range(40)) for n in (512, 4096, 16384)
    )
    assert some < few / 1.5
    assert many < some / 1.5
    assert many < 0.12


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "base"),
    [("pig", "hold_at"), ("pig", "random"), ("nautilion", "greedy"), ("nautilion", "planner")],
)
@pytest.mark.parametrize("method", METHODS)
def test_it_is_never_worse_than_its_base(name: str, base: str, method: Method) -> None:
    """Among games that end otherwise, those lost are not significantly more than those won."""
    game, player = find_game(name), strategies_of(name)[base]
    others = (HOLD_AT,) if name == "pig" else ()
    knobs = game.knobs.model_validate({} if name == "pig" else {"board": "A1", "reserve": 4})
    alone = None
    for playouts in (0, 8, 16, 64):
        parameters = ({"playouts": playouts}, *({} for _ in others))
        match = Match(game, knobs, (thinking(player, method=method), *others), parameters, seed=1)
        reached = won(match, 1000)
        alone = reached if alone is None else alone
        difference = reached - alone
        better, worse = int((difference > 0).sum()), int((difference < 0).sum())
        # Few games differ at all where the base is good: an exact test, twelve comparisons of a method
        # allowed for.
        assert stats.binom.cdf(better, better + worse, 0.5) > 0.05 / 12
