"""What is dealt anew agrees with what the seat knows; `check_game` sees that no choice depends on it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from simkit.engine.base.events import log_layout
from simkit.engine.base.rows import zeros
from simkit.engine.play.compiled import compiled
from simkit.engine.play.match import Match
from simkit.games.nautilus_2002 import state as s
from simkit.games.nautilus_2002.knobs import Nautilus2002Knobs
from simkit.plugins import find_game, strategies_of
from simkit.testing import concealed, decisions
from simkit.testing.steps import first_difference
from tests.games.nautilus_2002.invariants import check

GAME = find_game("nautilus_2002")
STRATEGIES = strategies_of("nautilus_2002")
SLOTS = np.arange(60)


def match(name: str = "reference", **knobs: Any) -> Match:
    chosen = Nautilus2002Knobs(**knobs)
    return Match(GAME, chosen, (STRATEGIES[name],) * chosen.players, seed=9)


def knobs_of(one: Match) -> Nautilus2002Knobs:
    assert isinstance(one.knobs, Nautilus2002Knobs)
    return one.knobs


def bits(mask: Any) -> Any:
    return (int(mask) >> SLOTS & 1).astype(bool)


def unseen_by(state: Any, seat: int) -> Any:
    """Return which slots a seat knows nothing of."""
    return bits(state.table.slots) & ~bits(state.table.face_up) & ~bits(state.seats[seat].seen)


def test_a_new_deal_agrees_with_what_the_seat_knows() -> None:
    one = match()
    for index, state in enumerate(decisions(one, 1)):
        seat = int(state.seat)
        other = concealed(GAME, state, index)
        if index % 10 == 0:
            check(other, knobs_of(one))  # no tile is lost; everybody remembers what lies there
        unseen = unseen_by(state, seat)
        assert (other.hidden.tiles[~unseen] == state.hidden.tiles[~unseen]).all()
        for zone in range(1, 4):
            own = unseen & (state.table.slot_zone == zone)
            assert sorted(other.hidden.tiles[own]) == sorted(state.hidden.tiles[own])
        goals = [int(seat.goal) for seat in other.seats]
        assert goals[seat] == state.seats[seat].goal
        assert sorted(goals) == [0, 1, 2, 3]
        for dealt, before in zip(other.seats, state.seats, strict=True):
            assert dealt.seen == before.seen


def test_everything_unseen_moves_and_evenly() -> None:
    """Over many deals each unseen tile of a zone comes up on a slot, and each goal card with another seat."""
    state = list(decisions(match(players=3), 2))[150]
    seat, deals = int(state.seat), 3000
    unseen = unseen_by(state, seat)
    slot = int(np.flatnonzero(unseen & (state.table.slot_zone == s.DEEP))[0])
    pile = Counter(state.hidden.tiles[unseen & (state.table.slot_zone == s.DEEP)].tolist())
    found: Counter[int] = Counter()
    goals: Counter[int] = Counter()
    for number in range(deals):
        other = concealed(GAME, state, number)
        found[int(other.hidden.tiles[slot])] += 1
        goals[int(other.seats[(seat + 1) % 3].goal)] += 1
    assert set(found) == set(pile)
    for tile, count in pile.items():
        expected = deals * count / pile.total()
        assert abs(found[tile] - expected) < 6 * expected**0.5
    assert set(goals) == {0, 1, 2, 3} - {int(state.seats[seat].goal)}
    assert all(abs(count - deals / 3) < 6 * (deals / 3) ** 0.5 for count in goals.values())


@pytest.mark.parametrize("name", ["random", "reference"])
def test_a_move_that_turns_nothing_over_does_not_depend_on_what_is_hidden(name: str) -> None:
    """Every legal move made in both worlds: the table is the same unless a tile comes to light."""
    one = match(name)
    _, options, apply = compiled(GAME).rules
    log, moves = zeros(1, log_layout(GAME.event))[0], zeros(GAME.max_moves, GAME.move)
    for index, state in enumerate(decisions(one, 3)):
        if index % 7:
            continue
        other = concealed(GAME, state, index)
        count = int(options(state, one.rules, moves))
        for move in moves[: min(count, 25)].copy():
            worlds = zeros(2, GAME.state)
            worlds[0], worlds[1] = state, other
            for world in worlds:
                apply(world, one.rules, move.copy(), log)
                log.count = 0
            tables = [world.table for world in worlds]
            if all(table.slots == state.table.slots for table in tables) and all(
                table.face_up == state.table.face_up for table in tables
            ):
                assert first_difference(tables[0], tables[1], "table") is None


def test_a_scan_shows_the_seat_what_lies_there_and_nobody_else() -> None:
    scans = 0
    before: Any = None
    for step in match().walk(4):
        if step.move is not None and GAME.move_kind(int(step.move["kind"])).name == "scan_with":
            scans += 1
            seat = step.seat
            new = bits(step.state.seats[seat].seen) & ~bits(before.seats[seat].seen)
            assert new.any()
            assert (step.state.seats[seat].known[new] == step.state.hidden.tiles[new]).all()
            for other in {0, 1, 2, 3} - {seat}:
                assert first_difference(step.state.seats[other], before.seats[other], "seat") is None
        before = step.state
    assert scans > 0


def test_a_concealed_game_can_be_played_to_its_end() -> None:
    one = match("random", players=2)
    _, options, apply = compiled(GAME).rules
    moves, log = zeros(GAME.max_moves, GAME.move), zeros(1, log_layout(GAME.event))[0]
    chance = np.random.default_rng(1)
    for index, state in enumerate(list(decisions(one, 1))[::40]):
        world = concealed(GAME, state, index)
        while not world.over:
            count = int(options(world, one.rules, moves))
            apply(world, one.rules, moves[int(chance.integers(count))].copy(), log)
            log.count = 0
        check(world, knobs_of(one))
