"""A game is reviewed: how it stood at each decision, what luck brought, and which choices were mistakes."""

from __future__ import annotations

import pytest

from simkit.report import Estimate
from simkit.search.review import Decision, Turn, deciding, half_width, review, turns
from simkit.testing import Match, find_game, strategies_of
from tests.search.two_holders import chances_of_holding

PIG = find_game("pig")
HOLD_AT = strategies_of("pig")["hold_at"]


@pytest.fixture(scope="module")
def match() -> Match:
    """To 30 points, one seat holds at 20, the other always rolls until it has won."""
    return Match(
        PIG, PIG.knobs.model_validate({"target": 30}), (HOLD_AT, HOLD_AT), ({"n": 20}, {"n": 30}), seed=1
    )


def test_every_decision_is_valued(match: Match) -> None:
    found = review(match, 3, playouts=64)
    steps = [step for step in match.walk(3) if len(step.moves) > 1]
    assert len(found) == len(steps)
    for decision, step in zip(found, steps, strict=True):
        assert decision.seat == step.seat
        assert step.moves[decision.chosen] == step.move
        assert 0 <= decision.value.low <= decision.value.value <= decision.value.high <= 1
        assert decision.lost.value > 0 or not decision.is_mistake
    last = found[-1]
    assert last.value.value == 1  # the winner's last choice wins


@pytest.mark.parametrize("number", [0, 1])
def test_a_review_values_a_game_of_two_kinds_of_players_as_is_known_exactly(number: int) -> None:
    """One seat holds with two points, the other goes for all in one turn: who plays on decides the value."""
    cautious, bold, target = 2, 12, 12
    own = Match(
        PIG,
        PIG.knobs.model_validate({"target": target}),
        (HOLD_AT, HOLD_AT),
        ({"n": cautious}, {"n": bold}),
        seed=1,
    )
    at = [(cautious, bold)[own.player_at(number, seat)] for seat in (0, 1)]
    exact = chances_of_holding(target, *at)
    steps = list(own.walk(number))
    off = []
    for one in review(own, number, playouts=2048):
        known = exact(steps[one.move - 1].state, int(steps[one.move].moves[one.chosen].kind))
        off.append(abs(one.value.value - known) / max(half_width(one.value), 0.001))
    assert off
    assert max(off) < 2.2  # half-widths, of a few decisions: four standard errors


def test_what_luck_brought_is_the_change_since_the_last_choice(match: Match) -> None:
    last: dict[int, float] = {}
    for decision in review(match, 3, playouts=64):
        assert (decision.gained is None) == (decision.seat not in last)
        if decision.gained is not None:
            assert decision.gained.value == pytest.approx(decision.value.value - last[decision.seat])
        last[decision.seat] = decision.value.value


def test_a_choice_that_throws_the_game_away_is_a_mistake() -> None:
    """To hold with nothing is worth nothing: the seat that holds at once never gets anywhere."""
    own = Match(
        PIG, PIG.knobs.model_validate({"target": 12}), (HOLD_AT, HOLD_AT), ({"n": 2}, {"n": 12}), seed=1
    )
    mistakes = [one for number in range(6) for one in review(own, number, playouts=256) if one.is_mistake]
    assert mistakes
    assert all(one.best != one.chosen and one.lost.low > 0 for one in mistakes)


def test_the_best_choice_is_no_mistake() -> None:
    """At a target of two every roll but a one wins, and both seats always roll."""
    own = Match(
        PIG, PIG.knobs.model_validate({"target": 2}), (HOLD_AT, HOLD_AT), ({"n": 2}, {"n": 2}), seed=1
    )
    assert not any(one.is_mistake for number in range(6) for one in review(own, number, playouts=64))


def within(value: float, half: float = 0.01) -> Estimate:
    return Estimate(value, value - half, value + half, 100, "")


def test_the_turns_that_decided_stand_in_the_games_order() -> None:
    def turn(number: int, luck: float, lost: float = 0.0) -> Turn:
        mistake = Decision(number, 0, within(0.5), None, 0, 1, within(lost)) if lost else None
        return Turn(number, 0, within(luck, 0.05), mistake)

    told = [turn(1, 0.2), turn(2, -0.3), turn(3, 0.02, 0.25), turn(4, 0.02), turn(5, 0.1)]
    assert [decided.turn for decided in deciding(told)] == [1, 2, 3]
    assert [decided.turn for decided in deciding(told, 2)] == [2, 3]
    assert deciding(told[3:4]) == []


@pytest.mark.parametrize("number", range(4))
def test_luck_makes_up_the_way_from_the_start_to_the_end(match: Match, number: int) -> None:
    found = review(match, number, playouts=64)
    won = match.play(number, 1)[1]["won"]
    luck = sum(turn.luck.value * (1 if turn.seat == 0 else -1) for turn in turns(match, number, found))
    start = found[0].value_of(0)
    assert start is not None
    assert luck == pytest.approx(float(won[0]) - start.value)


def test_where_seats_compete_the_chances_of_all_make_up_one(match: Match) -> None:
    for decision in review(match, 2, playouts=64):
        assert sum(chance.value for chance in decision.chances) == pytest.approx(1)
        assert decision.chances[decision.seat].value == pytest.approx(decision.value.value)


def test_who_wins_together_stands_as_all_do() -> None:
    game = find_game("nautilion")
    expert = strategies_of("nautilion")["expert"]
    own = Match(game, game.knobs(), (expert,), ({},), seed=1)
    found = review(own, 0, playouts=4)
    assert all(one.value_of(0) == one.value for one in found)
    told = turns(own, 0, found)
    assert [one.turn for one in told] == sorted(one.turn for one in told)
