"""Matches: play and walk agree, seats rotate, chance is common, failures are named, states copy."""

from __future__ import annotations

import numpy as np
import pytest

from simkit.compile.entry import with_known_types
from simkit.engine.base.columns import stopped_code
from simkit.engine.base.events import LOG_CAPACITY, event_layout, log_layout, note
from simkit.engine.base.failure import StrategyFailure
from simkit.engine.contract.player import Parameter
from simkit.engine.contract.strategy import Strategy, strategy
from simkit.engine.play.compiled import compiled
from simkit.engine.play.match import Match
from simkit.engine.play.seating import lineups
from simkit.errors import BadInput
from simkit.plugins import find_game, strategies_of

PIG = find_game("pig")
ROLLED = next(kind.number for kind in PIG.events if kind.name == "rolled")


def match(name: str = "random", seed: int = 3, **knobs: object) -> Match:
    return Match(PIG, PIG.knobs(**knobs), (strategies_of("pig")[name],) * 2, seed=seed)


@strategy(game="pig", skill="none", name="too_far")
def too_far(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    """Return an index out of range in turn 3."""
    return count if table.turns == 3 else 0


@strategy(game="pig", skill="none", name="stumbles")
def stumbles(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    """Raise in turn 3."""
    if table.turns == 3:
        raise ValueError("no idea")
    return 0


@pytest.mark.parametrize("name", ["random", "hold_at"])
def test_walk_is_the_game_that_play_plays(name: str) -> None:
    played, _ = match(name).play(0, 12)
    for number in range(12):
        last = list(match(name).walk(number))[-1].state.table
        assert (last.turns, last.rolls) == (played[number].turns, played[number].rolls)


def test_the_nth_game_is_the_same_whatever_was_played_before() -> None:
    together, _ = match().play(0, 50)
    apart = np.concatenate([match().play(first, 10)[0] for first in (0, 10, 20, 30, 40)])
    assert together.tolist() == apart.tolist()


def test_another_seed_plays_other_games() -> None:
    assert match(seed=3).play(0, 50)[0].tolist() != match(seed=4).play(0, 50)[0].tolist()


def dice_of_turns(one: Match, number: int) -> dict[int, list[int]]:
    rolled: dict[int, list[int]] = {}
    turn = 1
    for step in one.walk(number):
        rolled.setdefault(turn, []).extend(int(e["numbers"][1]) for e in step.events if e["kind"] == ROLLED)
        turn = int(step.state.table.turns)
    return rolled


def test_common_random_numbers_across_rules_and_strategies() -> None:
    """The dice of turn t are the same dice, as far as both games have a turn t and roll in it."""
    variants = [match("random"), match("hold_at"), match("random", target=50), match("hold_at", target=40)]
    compared = 0
    for number in range(20):
        first, *others = (dice_of_turns(variant, number) for variant in variants)
        for other in others:
            for turn in first.keys() & other:
                pairs = list(zip(first[turn], other[turn], strict=False))
                assert all(one == same for one, same in pairs)
                compared += len(pairs)
    assert compared > 200


def test_lineups_seat_everybody_everywhere_equally_often() -> None:
    rows = lineups(3, ("a", "b", "c"))
    assert len(rows) == 6
    for seat in range(3):
        assert sorted(rows[:, seat]) == [0, 0, 1, 1, 2, 2]
    assert lineups(2, ("a", "a")).tolist() == [[0, 1], [1, 0]]
    alike = lineups(3, ("a", "a", "b"))
    seats_of_b = np.argwhere(alike == 2)[:, 1]
    assert seats_of_b.tolist() == [*seats_of_b[:3], *seats_of_b[:3]]  # what is played comes round, then again
    assert all((np.bincount(alike[:, seat]) == 2).all() for seat in range(3))


@pytest.mark.parametrize(
    ("failing", "reason"), [(too_far, "returned"), (stumbles, "raised ValueError: no idea")]
)
def test_a_failing_strategy_is_named(failing: Strategy, reason: str) -> None:
    broken = Match(PIG, PIG.knobs(), (failing, failing), seed=1)
    with pytest.raises(StrategyFailure, match=f"strategy '{failing.name}' {reason}.* in game 40") as failure:
        broken.play(40, 5)
    assert failure.value.game_number == 40
    with pytest.raises(StrategyFailure, match=reason):
        list(broken.walk(40))


def test_players_that_choose_by_one_function_share_it_and_keep_their_parameters() -> None:
    hold_at, uniform = strategies_of("pig")["hold_at"], strategies_of("pig")["random"]
    assert Match(PIG, PIG.knobs(), (hold_at, uniform)).functions.tolist() == [0, 1]
    both = Match(PIG, PIG.knobs(), (hold_at, hold_at), ({"n": 20}, {"n": 2}), seed=3)
    assert both.functions.tolist() == [0, 0]
    _, seats = both.play(0, 400)
    won = [seats["won"][both.lineups[np.arange(400) % 2].ravel() == player].mean() for player in (0, 1)]
    assert won[0] > won[1] + 0.3


def test_the_decision_cap_stops_a_game_and_says_so() -> None:
    rows, seat_rows = match(decision_cap=20).play(0, 20)
    assert set(rows["end"]) == {stopped_code(PIG.columns)}
    assert not seat_rows["won"].any()
    steps = list(match(decision_cap=20).walk(0))
    assert len(steps) == 21
    assert steps[-1].state.capped


def test_the_wrong_number_of_strategies() -> None:
    random = strategies_of("pig")["random"]
    with pytest.raises(BadInput, match="as many strategies as players: 2 under these rules, found 3"):
        Match(PIG, PIG.knobs(), (random,) * 3)


def test_a_state_is_copied_by_one_assignment() -> None:
    states = np.recarray(2, PIG.state)
    states.view(np.uint8)[:] = 0
    steps = list(match().walk(1))
    states[0] = steps[9].state
    states[1] = states[0]
    states[0].table.score[1] = 99
    assert repr(states[1]) == repr(steps[9].state)
    assert repr(states[0]) != repr(steps[9].state)


def test_parameters_are_checked() -> None:
    tuned = Strategy("tuned", "pig", "none", (Parameter("weight", 1.0, 0, 2, "a weight"),), too_far.function)
    assert tuned.parameter_row({})[0] == 1.0
    assert tuned.parameter_row({"weight": 2})[0] == 2.0
    with pytest.raises(BadInput, match="did you mean 'weight'"):
        tuned.parameter_row({"wieght": 1})
    with pytest.raises(BadInput, match="is 3; allowed: 0 to 2"):
        tuned.parameter_row({"weight": 3})
    with pytest.raises(BadInput, match="has no parameters"):
        too_far.parameter_row({"weight": 1})


def test_a_full_log_counts_what_it_drops() -> None:
    log = np.recarray(1, log_layout(event_layout(2)))
    log.view(np.uint8)[:] = 0
    for i in range(LOG_CAPACITY + 3):
        note(log[0], 1, i)
    assert log[0].count == LOG_CAPACITY
    assert log[0].dropped == 3
    assert log[0].events[LOG_CAPACITY - 1].numbers[0] == LOG_CAPACITY - 1
    note(None, 1, 2, 3, 4)


def test_players_under_other_rules_play_as_in_a_match_of_these_rules() -> None:
    first, second = match("hold_at", target=20), match("hold_at", target=40)
    assert first.play(0, 20)[0].tolist() != second.play(0, 20)[0].tolist()
    assert first.under(second.knobs).play(0, 20)[0].tolist() == second.play(0, 20)[0].tolist()
    assert first.under(second.knobs).knobs == second.knobs


def test_rules_for_more_players_are_refused() -> None:
    nautilion = find_game("nautilion")
    alone = Match(nautilion, nautilion.knobs(), (strategies_of("nautilion")["random"],))
    with pytest.raises(BadInput, match="needs as many strategies as players: 2"):
        alone.under(nautilion.knobs.model_validate({"players": 2}))


def test_numba_works_out_the_types_of_arguments_once() -> None:
    loop = compiled(PIG).loop()
    first = match().play(0, 20)[0].tolist()
    assert with_known_types(loop) is not loop
    assert match().play(0, 20)[0].tolist() == first
    assert len(loop.overloads) == 1
