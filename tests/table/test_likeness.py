"""Simulated people are found: the strategy that they play, and how often they slip."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simkit.engine.base.chance import CHANCE, open_stream
from simkit.engine.base.rows import zeros
from simkit.engine.contract.composed import erring
from simkit.engine.contract.player import OVERLOOKS
from simkit.engine.contract.strategy import PARAMETERS
from simkit.game import Strategy
from simkit.questions.answers.likeness import _sentence
from simkit.questions.likeness import QUESTION
from simkit.search.likeness import Choice, Likeness, by_choices, by_results, interval_in_words, slips_in_words
from simkit.search.people_results import PeopleResults
from simkit.table.game import AskedAtTable, TableGame
from simkit.table.setting import TableOfPlayers, table_for
from simkit.testing import strategies_of
from tests.table.conftest import play_like, play_table


class SimulatedPerson:
    """Plays like a strategy that overlooks its best move now and then."""

    def __init__(self, table: TableOfPlayers, strategy: Strategy, slips: float, seed: int) -> None:
        self._table, self._strategy = table, erring(strategy)
        self._row, self._chance = zeros(1, PARAMETERS)[0], zeros(1, CHANCE)[0]
        self._row.values[:] = self._strategy.parameter_row({OVERLOOKS: slips})
        open_stream(self._chance, seed, 0, 9)
        self.choices: list[Choice] = []

    def __call__(self, asked: AskedAtTable) -> int:
        room = zeros(1, self._table.game.room)[0]
        room.moves[: len(asked.moves)] = asked.moves
        state, rules, seat = asked.state, self._table.match.rules, asked.state.seats[asked.seat]
        choose = self._strategy.chooser(self._table.game)
        chosen = int(choose(state.table, seat, rules, room, len(asked.moves), self._row, self._chance))
        self.choices.append(Choice(state, asked.moves, chosen))
        return chosen


def choices_of(
    game: str, strategy: str, slips: float, games: int, seed: int = 1
) -> tuple[TableOfPlayers, list[Choice]]:
    """Return the choices of a simulated person in some games."""
    table = table_for(game)
    person = SimulatedPerson(table, strategies_of(game)[strategy], slips, seed)
    for number in range(games):
        play_like(TableGame(table, number), person)
    return table, person.choices


@pytest.mark.long
def test_the_interval_of_slips_holds_the_true_number_as_often_as_it_says() -> None:
    """At 95 %, of 40 people 34 or more lie inside, except once in a thousand times."""
    inside, estimates = 0, []
    for seed in range(40):
        table, choices = choices_of("pig", "hold_at", 0.125, 1, seed)
        (found,) = by_choices(table.match, choices, {"hold_at": strategies_of("pig")["hold_at"]})
        inside += found.low <= 0.125 <= found.high
        estimates.append(found.slips)
    assert 34 <= inside <= 40
    assert 0.09 < np.mean(estimates) < 0.16


@pytest.mark.parametrize(
    ("strategy", "slips"), [("bold", 0.2), pytest.param("random", 0.0, marks=pytest.mark.long)]
)
def test_the_strategy_is_found_among_the_others(strategy: str, slips: float) -> None:
    table, choices = choices_of("night_market", strategy, slips, 8)
    first, *_ = by_choices(table.match, choices, strategies_of("night_market"))
    assert first.strategy == strategy
    assert first.low <= slips <= first.high


@pytest.mark.long
def test_a_planner_with_known_slips_is_found_among_all_strategies_of_nautilion() -> None:
    table, choices = choices_of("nautilion", "planner", 0.125, 6)
    first, *_ = by_choices(table.match, choices, strategies_of("nautilion"))
    assert first.strategy == "planner"
    assert first.share > 0.99
    assert first.low <= 0.125 <= first.high


def test_a_run_of_people_says_whom_they_are_like(tmp_path: Path) -> None:
    table = table_for("pig", seats="you, hold_at")
    person = SimulatedPerson(table, strategies_of("pig")["hold_at"], 0.125, 6)
    run = play_table(table, range(3), person, tmp_path / "runs")
    answer = QUESTION.read_from(run, QUESTION.parameters())
    (sentence,) = answer.sentences
    assert " like hold_at with " in sentence
    assert f"{len(person.choices)} choices in 3 games." in sentence
    likely = answer.tables["likeness"].frame.row(0, named=True)
    assert likely["strategy"] == "hold_at"
    assert likely["low"] <= 0.125 <= likely["high"]


def test_results_alone_tell_good_play_from_bad() -> None:
    chance = np.random.default_rng(3)

    def simulate(strategy: Strategy, slips: float, games: int = 1_000) -> np.ndarray:
        best = 80.0 if strategy.name == "erring hold_at" else 30.0
        return np.stack([chance.normal(best * (1 - slips), 10, games), chance.normal(20, 3, games)], axis=1)

    strategies = strategies_of("pig")
    results = simulate(erring(strategies["hold_at"]), 0.125, 40)
    first, second = by_results(results, simulate, strategies)
    assert (first.strategy, second.strategy) == ("hold_at", "random")
    assert first.low <= 0.125 <= first.high
    few = by_results(results[:1], simulate, strategies)
    assert few[0].high - few[0].low > first.high - first.low


@pytest.mark.parametrize(("known", "simulated"), [(1, 200), (12, 240), (400, 1_000)])
def test_as_many_games_are_simulated_as_those_of_people_need(known: int, simulated: int) -> None:
    people = PeopleResults(table_for("pig").match, (("turns", False),), np.full((known, 1), 20.0))
    assert people.simulate(erring(strategies_of("pig")["hold_at"]), 0.0).shape == (simulated, 1)


@pytest.mark.parametrize(
    ("slips", "words"),
    [
        (0.0, "no slip"),
        (0.125, "one slip in eight"),
        (0.05, "one slip in 20"),
        (0.7, "seven slips in ten"),
        (1.0, "a slip at nearly every choice"),
    ],
)
def test_slips_in_words(slips: float, words: str) -> None:
    assert slips_in_words(slips) == words


def test_intervals_in_words() -> None:
    assert interval_in_words(0.05, 0.25) == "between one in 20 and one in four"
    assert interval_in_words(0.0, 0.1) == "at most one in ten"
    assert interval_in_words(0.0, 1.0) == "any number of slips is possible"
    assert not interval_in_words(0.98, 1.0)


def test_a_single_game_and_a_player_at_random_are_told_in_plain_english() -> None:
    found = [Likeness("hold_at", 1.0, 0.98, 1.0, -3.0, 0.5), Likeness("random", 0.03, 0.0, 1.0, -3.0, 0.5)]
    assert _sentence("the group", found, 5, 1, "results") == (
        "1 game does not yet tell which player the group is like: hold_at with a slip at nearly every choice "
        "or random."
    )
