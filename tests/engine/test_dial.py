"""The skill dial: strategies that err."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from simkit.engine.base.chance import CHANCE, open_stream
from simkit.engine.base.rows import zeros
from simkit.engine.contract.composed import erring
from simkit.engine.contract.player import Parameter
from simkit.engine.contract.strategy import MOST_PARAMETERS, Strategy, strategy
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.plugins import find_game, strategies_of
from simkit.stats.estimates import Estimate, wilson

PIG = find_game("pig")
PLAYERS = strategies_of("pig")
ROOMY = find_game("nautilus_2002")
ERRING = erring(PLAYERS["hold_at"])


def match(player: Strategy, dials: dict[str, float] | None = None, *, other: str = "hold_at") -> Match:
    return Match(PIG, PIG.knobs(), (player, PLAYERS[other]), (dials or {}, {}), seed=11)


def won(player: Strategy, **dials: float) -> Estimate:
    """Return how often a player beats `hold_at`."""
    games = 2000
    played = match(player, dials)
    seats = played.play(0, games)[1]["won"].reshape(games, 2)
    wins = sum(bool(seats[i, list(played.lineups[i % len(played.lineups)]).index(0)]) for i in range(games))
    return wilson(wins, games)


def third_of_five(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    """Prefer 2, then 1, then 0, then the highest; an index that counts on move 4 being there."""
    for wanted in (2, 1, 0):
        for i in range(count):
            if moves[i].kind == wanted:
                return i
    return 4


THIRD = strategy(game="pig", skill="none")(third_of_five)


def choices(games: int = 4000, of: Strategy = THIRD, count: int = 5, **dials: float) -> list[float]:
    """Return how often each of five moves is chosen, in plain Python."""
    player = erring(of)
    choose, room = player.chooser(ROOMY), _room(count)
    parameters = zeros(1, np.dtype([("values", np.float64, (MOST_PARAMETERS + 2,))]))[0]
    parameters["values"][:] = player.parameter_row(dials)
    chance, found = zeros(1, CHANCE)[0], [0] * count
    for game in range(games):
        open_stream(chance, 3, game, 1)
        found[choose(None, None, None, room, count, parameters, chance)] += 1
    return [number / games for number in found]


def _room(count: int) -> Any:
    """Return a room in which moves of the kinds 0, 1, 2 ... are listed."""
    room = zeros(1, ROOMY.room)[0]
    for i in range(count):
        room.moves[i].kind = i
    return room


def test_at_0_it_is_the_strategy_itself() -> None:
    """And the same with dials that are not set: to the last bit, with the same chance drawn."""
    for name in ("hold_at", "random"):
        games = [
            match(player, other="random").play(0, 200) for player in (PLAYERS[name], erring(PLAYERS[name]))
        ]
        assert games[0][0].tobytes() == games[1][0].tobytes()
        assert games[0][1].tobytes() == games[1][1].tobytes()


def test_noise_at_1_is_uniform_chance() -> None:
    assert choices(noise=1.0, overlooks=1.0) == pytest.approx([0.2] * 5, abs=0.03)
    blind, chance = won(ERRING, noise=1.0, overlooks=1.0), won(PLAYERS["random"])
    assert blind.low <= chance.high
    assert chance.low <= blind.high


def test_half_the_noise_is_half_of_it() -> None:
    assert choices(noise=0.5) == pytest.approx([0.1, 0.1, 0.6, 0.1, 0.1], abs=0.03)


def test_what_is_overlooked_is_the_best_then_half_as_often_the_second_best_and_so_on() -> None:
    """The strategy's order is 2, 1, 0; when none of these is left, it counts on a move 4 that is gone."""
    assert choices(overlooks=1.0, count=3) == pytest.approx([0.5, 0.5, 0.0], abs=0.03)
    assert choices(overlooks=0.4, count=3) == pytest.approx([0.2, 0.2, 0.6], abs=0.03)
    left = choices(overlooks=1.0)
    assert left[2] == 0.0
    assert left[:2] == pytest.approx([0.25, 0.5], abs=0.03)
    assert left[3:] == pytest.approx([0.125, 0.125], abs=0.02)


def test_one_move_is_always_left() -> None:
    assert choices(overlooks=1.0, count=2, of=PLAYERS["random"], games=400) == pytest.approx(
        [0.5, 0.5], abs=0.1
    )


def test_compiled_and_in_plain_python_it_errs_in_the_same_decisions() -> None:
    played = match(ERRING, {"overlooks": 0.4, "noise": 0.2})
    for number in range(5):
        states = [list(played.walk(number, plain=plain))[-1].state for plain in (False, True)]
        assert states[0].table.tobytes() == states[1].table.tobytes()


def test_a_game_is_the_same_whatever_is_played_before_it() -> None:
    played = match(ERRING, {"overlooks": 0.4, "noise": 0.2})
    rows, _ = played.play(0, 40)
    assert all(
        played.play(number, 1)[0].tobytes() == rows[number : number + 1].tobytes() for number in range(40)
    )


def test_the_more_it_errs_the_less_it_wins() -> None:
    for dial in ("overlooks", "noise"):
        rates = [won(ERRING, **{dial: share}) for share in (0.0, 0.1, 0.3, 1.0)]
        assert all(more.high < less.low for less, more in pairwise(rates))


@pytest.mark.long
@pytest.mark.parametrize("name", ["planner", "expert"])
def test_the_more_a_player_of_nautilion_errs_the_less_they_win(name: str) -> None:
    game = find_game("nautilion")
    player, rates = erring(strategies_of("nautilion")[name]), []
    for share in (0.0, 0.05, 0.1, 0.2):
        rows, _ = Match(game, game.knobs(), (player,), ({"overlooks": share},), seed=4).play(0, 4000)
        rates.append(wilson(int(rows["won"].sum()), 4000))
    assert all(more.high < less.low for less, more in pairwise(rates))


def test_a_dial_goes_from_0_to_1() -> None:
    with pytest.raises(BadInput, match=r"'overlooks' of strategy 'erring hold_at' is 1.5; allowed: 0 to 1"):
        ERRING.parameter_row({"overlooks": 1.5})


def test_parameters_of_its_own_stay_what_they_are() -> None:
    assert ERRING.parameter_row({"n": 17, "noise": 0.5})[:3].tolist() == [17, 0, 0.5]
    many = tuple(Parameter(f"p{i}", i, 0, 99, "") for i in range(MOST_PARAMETERS))
    crowded = erring(strategy(game="pig", skill="none", parameters=many)(third_of_five))
    assert crowded.parameter_row({"noise": 1.0})[-2:].tolist() == [0, 1]


def test_a_strategy_that_has_such_a_parameter_itself_cant_err() -> None:
    own = strategy(game="pig", skill="none", parameters=[Parameter("noise", 0, 0, 9, "loud")])(third_of_five)
    with pytest.raises(BadInput, match="has a parameter of its own called 'noise'"):
        erring(own)


def test_a_strategy_made_of_another_one_cant_err() -> None:
    with pytest.raises(BadInput, match="'erring hold_at' can't err"):
        erring(ERRING)


def test_a_choice_out_of_range_is_still_the_strategys_fault() -> None:
    with pytest.raises(BadInput, match="returned 4, allowed 0 to 1"):
        match(erring(FOUR), {"overlooks": 1.0}).play(0, 1)


def always_4(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    return 4


FOUR = strategy(game="pig", skill="none")(always_4)
