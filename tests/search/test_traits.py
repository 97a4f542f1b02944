"""The traits of a game: what games of one table show, and what measures of luck, tension and worth become."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import simkit
from simkit.engine.contract.game import Game
from simkit.run.findings.minutes import seconds_of
from simkit.run.work.workers import Where
from simkit.search.luck import Luck, PairOfPlayers
from simkit.search.traits import (
    ALONE,
    FOLLOWED,
    NO_CHOICE,
    TOGETHER,
    TWO_PLAYERS,
    SeenGames,
    Trait,
    best_of_each_skill,
    see_games,
    traits_of_decisions,
    traits_of_length,
    traits_of_seats,
    traits_of_strategies,
    traits_of_variety,
)
from simkit.stats.estimates import POINTS, Estimate, mean_of
from simkit.stats.luck import Split
from simkit.testing import Match, find_game, strategies_of, wilson
from tests.engine.points_toy import GAMES, installed_toys

PIG = find_game("pig")
HOLD_AT = strategies_of("pig")["hold_at"]
ONE = Where(jobs=1)


@pytest.fixture(scope="module", autouse=True)
def toys() -> Iterator[None]:
    with installed_toys():
        yield


@pytest.fixture(scope="module")
def seen() -> SeenGames:
    return see_games(Match(PIG, PIG.knobs(), (HOLD_AT, HOLD_AT), seed=3), 120, workers=ONE)


def by_name(traits: Iterator[Trait]) -> dict[str, Trait]:
    return {trait.name: trait for trait in traits}


def found(trait: Trait) -> Estimate:
    assert trait.found is not None
    return trait.found


def toy(game: Game, strategy: str, **rules: int) -> Match:
    knobs = game.knobs(**rules)
    player = strategies_of(game.name)[strategy]
    return Match(game, knobs, (player,) * game.seats_under(knobs), seed=1)


def test_the_games_are_those_that_are_played_elsewhere(seen: SeenGames) -> None:
    played = simkit.play("pig", ["hold_at", "hold_at"], games=120, seed=3)
    turns = played.games.sort("game")["turns"].to_numpy()
    traits = by_name(traits_of_length(seen, seconds_of(PIG, {})))
    assert found(traits["length"]).value == pytest.approx(turns.mean())
    low, high = (traits["length"].beside[end].value for end in ("low", "high"))
    assert (np.sort(turns)[5], np.sort(turns)[113]) == (low, high)


def test_minutes_are_the_seconds_of_all_decisions(seen: SeenGames) -> None:
    traits = by_name(traits_of_length(seen, {"roll": 60.0, "hold": 0.0}))
    kinds = {kind.number: kind.name for kind in PIG.moves}
    rolls = sum(kinds[number] == "roll" for number in seen.decisions["move"])
    assert found(traits["minutes"]).value == pytest.approx(rolls / 120)


def test_who_begins_is_compared_with_the_mean_of_the_table(seen: SeenGames) -> None:
    won = simkit.play("pig", ["hold_at", "hold_at"], games=120, seed=3).seats
    first = won.filter(pl.col("seat") == 0)["won"].mean()
    assert isinstance(first, float)
    traits = by_name(traits_of_seats(seen.games))
    assert found(traits["begins"]).value == pytest.approx(first - 0.5)
    assert found(traits["furthest_seat"]).high >= found(traits["begins"]).high  # one of two is picked


def test_decisions_and_options_are_counted_game_by_game(seen: SeenGames) -> None:
    traits = by_name(traits_of_decisions(seen))
    assert found(traits["decisions"]).value == pytest.approx(seen.decisions.height / 120 / 2)
    assert (found(traits["options"]).low, found(traits["options"]).high) == (2, 2)


def test_two_games_of_a_player_without_chance_and_choice_of_chance_are_the_same() -> None:
    traits = by_name(traits_of_variety(see_games(toy(GAMES["toy_won"], "careful"), 30, workers=ONE)))
    assert found(traits["alike"]).value == 1
    assert found(traits["length_apart"]).value == 0
    assert found(traits["results_apart"]).value == 0


def test_two_games_of_a_player_that_tosses_a_coin_part_at_once() -> None:
    match = toy(GAMES["toy_won"], "random", turns=20)
    traits = by_name(traits_of_variety(see_games(match, 200, workers=ONE)))
    assert not found(traits["alike"]).excludes(0.5**3)  # three coins fall the same way
    assert not found(traits["parts"]).excludes(2.0)  # the first that falls otherwise


def test_games_that_never_part_are_compared_up_to_a_limit() -> None:
    match = toy(GAMES["toy_won"], "careful", turns=20)
    traits = by_name(traits_of_variety(see_games(match, 20, workers=ONE)))
    assert found(traits["parts"]).value == FOLLOWED + 1


@pytest.mark.parametrize(("players", "why"), [(1, ALONE), (2, TOGETHER)])
def test_seats_can_not_be_compared_where_nobody_competes(players: int, why: str) -> None:
    match = toy(GAMES["toy_sum"], "random", players=players)
    traits = list(traits_of_seats(see_games(match, 20, workers=ONE).games))
    assert [(trait.name, trait.found, trait.why) for trait in traits] == [
        ("begins", None, why),
        ("furthest_seat", None, why),
    ]


def test_a_game_without_a_choice_has_no_decisions() -> None:
    match = toy(GAMES["toy_won"], "random", asked=0)
    seen = see_games(match, 20, workers=ONE)
    traits = by_name(iter([*traits_of_decisions(seen), *traits_of_variety(seen)]))
    assert {traits[name].why for name in ("decisions", "options", "alike", "parts")} == {NO_CHOICE}


def test_the_same_games_are_seen_by_any_number_of_workers() -> None:
    match = Match(PIG, PIG.knobs.model_validate({"target": 20}), (HOLD_AT, HOLD_AT), seed=9)
    one, two = (see_games(match, 60, workers=Where(jobs=jobs)) for jobs in (1, 2))
    assert one.decisions.equals(two.decisions) and one.openings == two.openings


# ---- strategies


def pair(better: str, other: str, ahead: int, behind: int, games: int = 400) -> PairOfPlayers:
    apart = np.array([1.0] * ahead + [-1.0] * behind + [0.0] * (games - ahead - behind))
    rng = np.random.default_rng(len(better) + 7 * len(other))
    blocks = rng.permutation(apart)
    both = wilson(ahead, games), wilson(behind, games)
    return PairOfPlayers(better, other, *both, (1, 1, 1), mean_of(apart, POINTS), blocks)


def luck_of(players: list[str], pairs: list[PairOfPlayers]) -> Luck:
    column = PIG.column_of(PIG.objectives[0])
    return Luck(column, players, {}, Split({}), pairs, 400, "", [], column)


def test_of_a_ladder_of_players_one_dominates_and_alone_survives() -> None:
    every = [pair("a", "b", 300, 100), pair("a", "c", 350, 50), pair("b", "c", 300, 100)]
    traits = by_name(traits_of_strategies(luck_of(["a", "b", "c"], every), 2))
    assert found(traits["may_be_best"]).value == 1 and traits["may_be_best"].of == "a"
    assert found(traits["survive"]).value == 1
    assert found(traits["dominates"]).low > 0 and traits["dominates"].than == "b"


def test_in_a_cycle_all_survive_and_none_dominates() -> None:
    every = [pair("a", "b", 300, 100), pair("b", "c", 300, 100), pair("c", "a", 300, 100)]
    traits = by_name(traits_of_strategies(luck_of(["a", "b", "c"], every), 2))
    assert found(traits["survive"]).value == 3
    assert found(traits["dominates"]).low < 0


def test_of_players_that_are_alike_any_may_be_the_best() -> None:
    every = [pair("a", "b", 203, 197), pair("a", "c", 201, 199), pair("b", "c", 200, 200)]
    traits = by_name(traits_of_strategies(luck_of(["a", "b", "c"], every), 2))
    assert found(traits["may_be_best"]).value == 3
    assert (found(traits["may_be_best"]).low, found(traits["may_be_best"]).high) == (1, 3)


def test_who_survives_is_not_said_of_two_players_nor_of_those_that_do_not_meet() -> None:
    one = pair("a", "b", 300, 100)
    assert by_name(traits_of_strategies(luck_of(["a", "b"], [one]), 2))["survive"].why == TWO_PLAYERS
    alone = replace(one, blocks=np.zeros(0))
    assert by_name(traits_of_strategies(luck_of(["a", "b"], [alone]), 1))["survive"].why == ALONE


def test_a_pair_is_led_by_the_one_that_is_ahead() -> None:
    one = pair("a", "b", 300, 100)
    assert one.led_by("a").value == 0.5 and one.led_by("b").value == -0.5


def test_a_rung_is_the_strongest_player_of_its_skill_the_least_skill_first() -> None:
    results = {name: Estimate(value, value, value, 9, "") for name, value in
               {"master": 0.9, "fine": 0.8, "keen": 0.6, "tired": 0.5, "chance": 0.1}.items()}  # fmt: skip
    skills = {"fine": "expert", "keen": "casual", "tired": "casual", "chance": "random"}
    found = best_of_each_skill(results, skills)
    assert found == {"uniform chance": "chance", "casual": "keen", "expert": "fine", "master": "master"}
    assert [*found] == ["uniform chance", "casual", "expert", "master"]
