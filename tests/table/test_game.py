"""Games with people: the same as in a simulation, with a way back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from simkit import BadInput
from simkit.table.advice import losses, review, values_of
from simkit.table.game import AskedAtTable, DecisionAtTable, TableGame
from simkit.table.setting import table_for
from simkit.testing import Match, find_game, strategies_of
from tests.engine.perfect_pig import HOLD, ROLL
from tests.search.two_holders import chances_of_holding
from tests.table.conftest import hold_at_25, play_like


def first(_asked: AskedAtTable) -> int:
    """Choose the first option."""
    return 0


def test_a_person_who_plays_like_a_strategy_has_the_game_of_a_simulation() -> None:
    game = play_like(TableGame(table_for("pig", seats="you, hold_at", seed=4), 0), hold_at_25)
    pig, hold_at = find_game("pig"), strategies_of("pig")["hold_at"]
    match = Match(pig, pig.knobs(), (hold_at, hold_at), ({"n": 25}, {}), 4)
    rows, seat_rows = match.play(0, 1)
    own, of_seats = game.outcome()
    assert own.tolist() == rows.tolist()
    assert of_seats.tolist() == seat_rows.tolist()
    assert {decision.player for decision in game.decisions} == {0}


def test_players_change_seats_from_game_to_game_as_in_a_simulation() -> None:
    table = table_for("pig", seats="you, hold_at")
    assert [TableGame(table, number).people_seats for number in range(4)] == [[0], [1], [0], [1]]


def test_a_choice_that_is_taken_back_can_be_made_anew_with_the_same_dice() -> None:
    game = TableGame(table_for("pig"), 0)
    game.go_on()
    before = game.state.copy()
    game.choose(0)
    rolled = game.happened[-1].step.events.copy()
    game.go_on()
    assert game.undo()
    asked = game.go_on()
    assert asked is not None
    assert asked.state == before
    assert game.decisions == []
    game.choose(0)
    assert (game.happened[-1].step.events == rolled).all()
    assert game.undone == 1
    assert game.decisions[0].again


def test_all_choices_can_be_taken_back_one_after_the_other() -> None:
    game = play_like(TableGame(table_for("night_market"), 3), first)
    chosen = len(game.decisions)
    assert sum(game.undo() for _ in range(chosen)) == chosen
    assert not game.undo()
    assert not game.decisions
    assert play_like(game, first).is_over


def test_what_another_person_has_seen_is_not_taken_back() -> None:
    game = TableGame(table_for("pig", seats="you, Ann"), 0)
    game.go_on()
    game.choose(1)
    asked = game.go_on()
    assert asked is not None
    assert game.name_at(asked.seat) == "Ann"
    assert not game.undo()
    game.choose(0)
    game.go_on()
    assert game.undo()


def test_the_choices_alone_make_the_game_again() -> None:
    table = table_for("castaways", seats="you, random, Ann")
    game = play_like(TableGame(table, 2), lambda asked: len(asked.moves) // 2)
    again = TableGame(table, 2, game.decisions)
    assert again.go_on() is None
    assert again.outcome()[1].tobytes() == game.outcome()[1].tobytes()
    assert again.decisions == game.decisions


def test_a_choice_that_does_not_fit_is_refused() -> None:
    other = DecisionAtTable(move=1, seat=0, player=0, options=7, chosen=3)
    with pytest.raises(BadInput, match=r"move 1 of game 0 is not the one that was saved: .* 2 moves"):
        TableGame(table_for("pig"), 0, [other]).go_on()


@pytest.mark.parametrize(
    ("game", "seats", "message"),
    [
        ("pig", "you, hold_att", "did you mean 'hold_at'"),
        ("pig", "hold_at, random", "nobody sits at the table"),
        ("pig", "you, you", "two people are called 'you'"),
        ("pig", "you, Ann, Bob", "--seats names 3 players; Pig has 2"),
        ("castaways", "you, Ann, Bob, Cy, Di", "players"),
        ("pigg", "you", "did you mean 'pig'"),
    ],
)
def test_who_can_not_sit_there(game: str, seats: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        table_for(game, seats=seats)


def test_a_strategy_at_the_table_may_have_parameters() -> None:
    table = table_for("pig", seats="you, {base: hold_at, parameters: {n: 30}, overlooks: 0.1}")
    assert table.names == ["you", "erring hold_at (n 30, overlooks 0.1)"]


@pytest.mark.long
def test_a_player_that_looks_ahead_does_without_what_it_may_not_do() -> None:
    seats = "you, {think: {base: {name: hold_at, restrict: [no hold]}, method: flat, playouts: 16}}"
    table = table_for("pig", seats=seats, settings=["rules.target=12", "rules.decision_cap=60"])
    held = rolled = 0
    for number in range(6):
        game = play_like(TableGame(table, number), lambda asked: len(asked.moves) - 1)
        chosen = [decision.chosen for decision in game.decisions if decision.player == 1]
        held, rolled = held + sum(chosen), rolled + chosen.count(0)
    assert rolled > 20
    assert not held


def test_the_number_of_seats_is_the_number_of_players() -> None:
    assert len(table_for("castaways", seats="you, Ann, random").match.strategies) == 3
    assert len(table_for("castaways", settings=["rules.players=2"]).match.strategies) == 2


def test_an_experiment_gives_rules_and_opponents(write_experiment: Callable[[str], Any]) -> None:
    file = write_experiment(
        "name: idea\ngame: pig\nstrategies: [random, hold_at]\nfactors: {rules.target: [20, 40]}\n"
    )
    table = table_for(file, scenario=1)
    assert table.match.rules.target == 40
    assert table.names == ["you", "hold_at"]
    with pytest.raises(BadInput, match="there is no scenario 2; allowed: 0 to 1"):
        table_for(file, scenario=2)


def test_choices_are_valued_against_the_players_at_the_table_and_say_so() -> None:
    """The expert holds at 20, who sits opposite at 2."""
    table = table_for("pig", seats="you, {name: hold_at, parameters: {n: 2}}", settings=["rules.target=12"])
    game = TableGame(table, 0)
    exact = chances_of_holding(12, 20, 2)
    asked = game.go_on()
    assert asked is not None
    values = values_of(game, asked.state, 2)
    for move in (ROLL, HOLD):
        assert values.means[move] == pytest.approx(exact(asked.state, move), abs=4 * 0.5 / 256**0.5)
    play_like(game, lambda _: HOLD)
    told = "\n".join(review(game, "Ann", list(losses(game, 0))))
    assert "\N{PLUS-MINUS SIGN}" in told
    assert "256 play-outs " in told
    assert "their own players" in told
