"""No list of legal moves is cut or wrong: each is what plain loops over everything find, in order."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from simkit.engine.base.rows import zeros
from simkit.engine.play.compiled import compiled
from simkit.game import Record
from simkit.games.nautilus_2002.knobs import Nautilus2002Knobs
from simkit.games.nautilus_2002.rules.stations import overlap
from simkit.testing import Match, find_game, random_setting, strategies_of
from tests.games.nautilus_2002.geometry import shape
from tests.games.nautilus_2002.plain import PlainView

GAME = find_game("nautilus_2002")
STRATEGIES = strategies_of("nautilus_2002")
MOST_BY_DEFAULT = 640


def listed(state: Record, rules: Record) -> list[tuple[Any, ...]]:
    """Return the moves that the game lists, each as its name and its fields."""
    _, options, _ = compiled(GAME).rules
    moves = zeros(GAME.max_moves, GAME.move)
    count = int(options(state, rules, moves))
    assert all(moves["others"][:count] == count - 1)
    found = []
    for move in moves[:count]:
        kind = GAME.move_kind(int(move["kind"]))
        found.append((kind.name, *(int(move[field.name]) for field in kind.fields[:-1])))
    return found


def check_lists(knobs: Nautilus2002Knobs, players: str, number: int) -> int:
    """Compare every list of a game; return how long the longest was."""
    match = Match(GAME, knobs, (STRATEGIES[players],) * knobs.players, seed=11)
    longest = 0
    for step in match.walk(number):
        if not step.state.over:
            found = listed(step.state, match.rules)
            assert found == PlainView(step.state, knobs).legal(), f"game {number}"
            longest = max(longest, len(found))
    return longest


@pytest.mark.parametrize(
    "name, players",
    [
        *(("random", 4), ("reference", 2)),
        *(pytest.param("random", players, marks=pytest.mark.long) for players in (2, 3)),
        *(pytest.param("reference", players, marks=pytest.mark.long) for players in (3, 4)),
    ],
)
@pytest.mark.parametrize("games", [1, pytest.param(40, marks=pytest.mark.long)])
def test_lists_are_whole_by_default(name: str, players: int, games: int) -> None:
    longest = [check_lists(Nautilus2002Knobs(players=players), name, number) for number in range(games)]
    assert max(longest) <= MOST_BY_DEFAULT


def check_under_any_knobs(number: int) -> None:
    knobs = random_setting(Nautilus2002Knobs, Random(number), round_cap=20)
    check_lists(knobs, ("random", "reference")[number % 2], number)


@pytest.mark.long
@pytest.mark.parametrize("number", range(8))
def test_lists_are_whole_under_any_knobs(number: int) -> None:
    check_under_any_knobs(number)


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(4))
def test_lists_are_whole_under_many_knobs(hundred: int) -> None:
    for number in range(100 + 100 * hundred, 200 + 100 * hundred):
        check_under_any_knobs(number)


def test_stations_overlap_where_their_shapes_do() -> None:
    centre = shape(10, 10)
    for dx in range(-5, 6):
        for dy in range(-5, 6):
            assert bool(overlap(dx, dy)) == bool(centre & shape(10 + dx, 10 + dy)), (dx, dy)


@pytest.mark.long
def test_there_is_room_for_lists_longer_than_any_found() -> None:
    """Stations that are open on all sides, or differ in each rotation, and money for all of them."""
    knobs = Nautilus2002Knobs(
        players=2, start_money=200, straight_mask=[15, 15, 7, 7], diagonal_mask=[15, 15, 13, 13],
        build_cost=[0, 0, 0, 0], price_research=0, price_researcher=0,
    )  # fmt: skip
    longest = max(check_lists(knobs, "random", number) for number in range(3))
    assert 100 < longest < GAME.max_moves // 4
