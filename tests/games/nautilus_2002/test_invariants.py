"""What always holds, move by move, under random settings of all knobs."""

from __future__ import annotations

from random import Random

import pytest

from simkit.engine.base.columns import ending_of
from simkit.engine.base.rows import Record, Rows
from simkit.engine.play.match import Match
from simkit.games.nautilus_2002.knobs import Nautilus2002Knobs
from simkit.plugins import find_game, strategies_of
from simkit.testing import check_outcome, random_setting
from tests.games.nautilus_2002.invariants import check, check_steps

GAME = find_game("nautilus_2002")
STRATEGIES = strategies_of("nautilus_2002")
SHORT = {"round_cap": 20}
"""Some rules let games go on for long."""

EVERY = 9
"""Of so many steps one is looked at: the plain view of a state takes a while."""


def check_game_of(knobs: Nautilus2002Knobs, names: tuple[str, ...], number: int) -> None:
    line_up = tuple(STRATEGIES[names[seat % len(names)]] for seat in range(knobs.players))
    match = Match(GAME, knobs, line_up, seed=2)
    before = None
    for index, step in enumerate(match.walk(number)):
        if before is not None:
            check_steps(before, step.state)
        before = step.state
        if index % EVERY == 0 or step.state.over:
            check(step.state, knobs)
    rows, seats = match.play(number, 1)
    check_outcome(match, before, rows[0], seats)
    check_scores(knobs, rows[0], seats)


def check_scores(knobs: Nautilus2002Knobs, row: Record, seats: Rows) -> None:
    """A score is a product and the money left; awards go to one seat each."""
    given = []
    for seat in seats:
        assert seat.score == seat.factor * seat.points + seat.cash * knobs.cash_points
        given += [int(seat.award)] if seat.award else []
        kinds = (seat.got_snail, seat.got_shell, seat.got_crab, seat.got_anemone, seat.got_gold)
        tiles = sum(int(count) * points for count, points in zip(kinds, knobs.points, strict=True))
        assert seat.points == tiles + seat.rises * knobs.rise_points + seat.award
    assert not (set(given) - set(knobs.awards))
    assert sum(int(seat.win) for seat in seats) == 12
    end = ending_of(GAME.columns, row)
    assert end != "running"
    assert end != "stagnation" or knobs.end_stagnation


@pytest.mark.parametrize(
    "number", [*range(6), *(pytest.param(number, marks=pytest.mark.long) for number in range(6, 16))]
)
def test_invariants_under_any_knobs(number: int) -> None:
    names = (("random",), ("reference",), ("random", "reference"))[number % 3]
    check_game_of(random_setting(Nautilus2002Knobs, Random(1000 + number), **SHORT), names, number)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_invariants_by_default(players: int) -> None:
    check_game_of(Nautilus2002Knobs(players=players), ("reference", "random"), players)


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(5))
def test_invariants_under_many_knobs(hundred: int) -> None:
    for number in range(100 * hundred, 100 * hundred + 100):
        names = (("random",), ("reference",), ("random", "reference"))[number % 3]
        knobs = random_setting(Nautilus2002Knobs, Random(5000 + number), **SHORT)
        check_game_of(knobs, names, number)
