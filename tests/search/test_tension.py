"""The course of games: when they are decided, who led, and what choices were worth."""

from __future__ import annotations

import numpy as np
import pytest

import simkit
from simkit.engine.contract.composed import thinking
from simkit.language import NOBODY
from simkit.run.work.workers import Where
from simkit.search.review import valued_match
from simkit.search.tension import GameCourse, measure_tension
from simkit.search.valued import Course
from simkit.testing import Match, find_game, strategies_of
from tests.engine.perfect_pig import TARGET, holding_at, solve
from tests.search.two_dice_toy import TWO_DICE, DiceKnobs, nothing

PIG = find_game("pig")
HOLD_AT = strategies_of("pig")["hold_at"]


def course(*own: float, winner: int = 0, again: tuple[float, ...] = ()) -> GameCourse:
    """Return a game of as many turns as it has chances of the first of two sides.

    `own` is what one half of the play-outs says, `again` the other; both the same without it.
    """
    halves = np.array([own, again or own]).T
    turns = [(turn, 0, turn % 2 == 0) for turn in range(1, len(own) + 1)]
    chances = np.stack([halves, 1 - halves], axis=2)
    return GameCourse(turns, range(len(own)), chances, winner, 0, 0.0)


@pytest.mark.parametrize(
    ("game", "decided"),
    [
        (course(0.5, 0.95, 0.6, 0.92), 1.0),  # at its last turn
        (course(0.5, 0.6, 0.95, 0.92), 0.75),
        (course(0.5, 0.95, 0.95, 0.8), 1.0),  # not before its end
        (course(0.95, 0.95, 0.95, 0.95), 0.25),
        (course(0.5, 0.05, 0.03, 0.02, winner=1), 0.5),
        (course(0.95, 0.95, winner=NOBODY), 1.0),
    ],
)
def test_a_game_is_decided_when_the_winners_chance_stays_high(game: GameCourse, decided: float) -> None:
    assert game.decided == decided


@pytest.mark.parametrize(
    ("game", "changes"),
    [
        (course(0.5, 0.55, 0.7, 0.8), 0),
        (course(0.7, 0.55, 0.45, 0.7), 0),  # within the noise of play-outs nobody leads
        (course(0.7, 0.3, 0.7), 2),
        (course(0.7, 0.3), 2),  # the winner was not in the lead at the last choice
        (course(0.7, 0.3, winner=NOBODY), 1),
    ],
)
def test_the_lead_changes_when_another_side_leads_clearly(game: GameCourse, changes: int) -> None:
    assert game.lead_changes == changes


def test_a_comeback_is_measured_by_play_outs_that_did_not_pick_its_moment() -> None:
    assert course(0.5, 0.1, 0.9).is_comeback
    assert not course(0.5, 0.25, 0.9).is_comeback
    assert not course(0.5, 0.1, 0.9, again=(0.5, 0.3, 0.9)).is_comeback
    assert course(0.5, 0.9, 0.6, winner=1).is_comeback


def test_a_turn_is_forced_if_none_of_its_moves_was_a_choice() -> None:
    game = GameCourse(
        [(1, 0, False), (1, 0, True), (1, 1, False), (2, 0, False)], [1], np.ones((1, 2, 2)), 0, 0, 0.0
    )
    assert game.players_turns == [True, False, False]


def test_seats_stand_in_pig_as_is_known_exactly() -> None:
    _, exact = solve(holding_at(20))
    match = valued_match(Match(PIG, PIG.knobs(), (HOLD_AT, HOLD_AT), seed=7), 200)
    positions = match.value(range(20), 0.5, Course(10, 1, 0.5))
    off = []
    for row, state in zip(positions.rows, positions.states, strict=True):
        own, other = int(state.table.score[row.seat]), int(state.table.score[1 - row.seat])
        total = int(state.table.total)
        stands = row.stands.mean(axis=0)
        assert stands[row.seat] + stands[1 - row.seat] == pytest.approx(1)
        assert row.playouts[row.chosen] == 200
        assert row.playouts[1 - row.chosen] == 10
        if own + total < TARGET:
            off.append(stands[row.seat] - exact[row.chosen, total, own, other])
    assert len(off) > 100
    assert np.abs(off).max() < 5 * 0.5 / 200**0.5
    assert abs(np.mean(off)) < 0.01


@pytest.mark.long
def test_a_game_of_one_choice_is_known_exactly() -> None:
    found = measure_tension(Match(TWO_DICE, DiceKnobs(), (nothing,), seed=5), 40, workers=Where(1))
    assert found.unit == "moves"
    assert (found.length.value, found.decided.value) == (1, 1)
    assert found.worth.value == 2  # the dice lie there, and one move adds two
    assert (found.idle.value, found.forced.value, found.lead_changes.value) == (0, 0, 0)
    assert found.comebacks is not None
    assert found.thrown_away is not None
    assert found.comebacks.value == found.thrown_away.value == 0
    assert found.bar == 5  # the median of two dice that count from 0 to 3 and from 0 to 7


def test_choices_that_change_nothing_are_idle() -> None:
    found = measure_tension(Match(TWO_DICE, DiceKnobs(parity=1), (nothing,), seed=5), 40, workers=Where(1))
    assert (found.idle.value, found.worth.value) == (1, 0)


def test_the_same_games_give_the_same_for_any_number_of_jobs() -> None:
    match = Match(PIG, PIG.knobs(), (HOLD_AT, HOLD_AT), seed=7)
    one, two = (measure_tension(match, 12, workers=Where(jobs)) for jobs in (1, 2))
    assert one == two
    assert one.is_contested
    assert one.thrown_away is None
    assert 0 < one.decided.low < one.decided.value < one.decided.high <= 1
    assert one.forced.value == 0  # in Pig there is always a choice


def test_players_that_look_ahead_are_refused() -> None:
    match = Match(PIG, PIG.knobs(), (thinking(HOLD_AT, None), HOLD_AT), seed=7)
    with pytest.raises(simkit.BadInput, match="looks ahead"):
        measure_tension(match, 10, workers=Where(1))
