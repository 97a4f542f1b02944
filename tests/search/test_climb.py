"""A ladder of skill is measured on the same games for all, whatever the number of workers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import Result

import simkit
from simkit.plugins import know_game, know_strategy, master_of
from simkit.questions import Answer
from simkit.run.findings.ladder import LadderSetting
from simkit.search.climb import Climb, Rung, _is_over, _rungs, climb
from simkit.testing import find_game, strategies_of, wilson
from simkit.testing.playthroughs import check_lines
from simkit.words.asked.ladder import sentences_of

SHORT: dict[str, Any] = {"settings": {"rules.target": 20}, "seed": 4}


def climbed(playouts: int = 16, games: int = 10, **given: Any) -> Answer:
    """Return the ladder of a short race."""
    return simkit.ladder("pig", games=games, playouts=playouts, **{"jobs": 1, **SHORT, **given})


def players(answer: Answer) -> list[dict[str, Any]]:
    return answer.tables["players"].frame.to_dicts()


def test_players_are_measured_on_the_same_games_for_any_number_of_workers() -> None:
    found = climbed(64, 120)
    assert climbed(64, 120, jobs=2) == found
    seats = simkit.play("pig", ["random", "hold_at"], games=120, rules={"target": 20}, seed=4).seats
    random, _, *thinking = players(found)
    assert (random["player"], random["win rate"]) == ("random", seats.filter(player=0)["won"].mean())
    assert [row["play-outs per decision"] for row in thinking] == [16, 32, 64]
    assert not found.data["is_over"]  # too few play-outs to say


def test_it_thinks_by_the_method_that_was_asked_for() -> None:
    found = climbed(base="random", method="flat")
    assert found.data["base"] == "random"
    assert players(found)[-1]["player"] == "thinking random, method flat, 16 play-outs"


def test_thinking_makes_a_good_player_of_random_moves() -> None:
    found = climbed(256, 60, base="random")
    random, *_, best = players(found)
    assert best["win rate low"] > random["win rate high"]
    assert found.data["rungs"][0] == "random"
    assert len(found.data["rungs"]) >= 2


def test_the_master_is_named_where_it_is_one_of_those_that_climb() -> None:
    """Pig's thinks with a tree and 256 play-outs."""
    assert any("master" in said for said in climbed(256, base="master").sentences)
    for playouts, method in ((64, "tree"), (256, "flat")):
        assert not any("master" in said for said in climbed(playouts, method=method).sentences)


def test_the_strongest_thinks_and_the_master_as_base_is_its_own_base() -> None:
    assert climbed().data["base"] == climbed(base="master").data["base"] == "hold_at"
    with pytest.raises(simkit.BadInput, match="'gredy'; did you mean 'greedy'"):
        simkit.ladder("nautilion", base="gredy")


# What is a rung, and when no more can be won: by the results of each game.


def short_pig(games: int = 120) -> LadderSetting:
    """Return a short race against the strategy that holds at 20 or so."""
    pig = find_game("pig")
    rules = pig.knobs.model_validate({"target": 20})
    return LadderSetting(pig, rules, (strategies_of("pig")["hold_at"],), "to 20", seed=4, games=games)


def test_rungs_are_players_clearly_above_one_another() -> None:
    """By at least five points, beyond an interval that allows for the comparisons."""
    games = np.arange(400)
    values = {
        "third": (games % 10 < 8).astype(float),
        "first": (games % 10 < 2).astype(float),
        "as good as the first": ((games + 1) % 10 < 2).astype(float),
        "hardly better": (games % 100 < 83).astype(float),
    }
    assert _rungs(short_pig(), values) == ("first", "third")
    values["better by far"] = (games % 10 < 9).astype(float)
    assert _rungs(short_pig(), values) == ("first", "third", "better by far")


def test_of_players_who_do_as_well_the_one_who_thinks_least_stands_for_the_rung() -> None:
    games = np.arange(400)
    values = {
        "random": (games % 10 < 1).astype(float),
        "greedy": (games % 100 < 52).astype(float),
        "greedy, 16 play-outs": (games % 100 < 50).astype(float),
        "greedy, 32 play-outs": (games % 100 < 51).astype(float),
    }
    assert _rungs(short_pig(), values) == ("random", "greedy")


def test_the_climb_is_over_only_when_two_doublings_are_surely_worth_less_than_a_rung() -> None:
    few, many = np.arange(50), np.arange(4000)
    assert not _is_over(short_pig(), [((few + by) % 2).astype(float) for by in (0, 0, 1)])
    same = (many % 2).astype(float)
    assert _is_over(short_pig(), [same, same, same])
    assert not _is_over(short_pig(), [same, same, (many % 10 < 6).astype(float)])


def ladder(best: float, *, is_over: bool) -> Climb:
    alone = Rung("expert", 0, wilson(860, 1000))
    thinker = Rung("thinking expert, 1,024 play-outs", 1024, wilson(round(1000 * best), 1000), wilson(1, 10))
    return Climb(short_pig(), "expert", (alone,), (thinker,), is_over, ("expert", thinker.name))


def test_the_words_say_no_more_than_was_found() -> None:
    """Over; perhaps not over; all is won; thinking brings nothing; nobody is better than another."""
    over = ladder(0.96, is_over=True)
    found = (over, ladder(0.96, is_over=False), ladder(1.0, is_over=True), ladder(0.5, is_over=True))
    skills = {"expert": "expert"}
    said = [sentences_of(climb, skills) for climb in (*found, replace(over, rungs=("expert",)))]
    check_lines(
        (line for lines in said for line in (*lines, "")), Path(__file__).with_name("ladder_in_words.txt")
    )


TEXT = """
name: climbing
game: pig
games: 20
strategies: [hold_at, random]
rules: {target: 20}
ladder: {games: 40, playouts: 32}
"""


@pytest.mark.parametrize(("asked", "games"), [("true", [1000]), ("{games: 40}", [40]), ("false", [])])
def test_an_experiment_asks_for_its_ladder(
    write_experiment: Callable[[str], Path], asked: str, games: list[int]
) -> None:
    experiment = simkit.experiment(write_experiment(TEXT.replace("{games: 40, playouts: 32}", asked)))
    assert [(name, model.model_dump()["games"]) for name, model in experiment.questions] == [
        ("ladder", game) for game in games
    ]


def test_the_report_has_the_ladder_and_the_first_page_its_ceiling(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path]
) -> None:
    run = ("run", write_experiment(TEXT), "--out", "run", "--jobs", 1)
    done = simkit(*run)
    assert done.exit_code == 0, done.output
    kept = answer_beside(Path("run"))
    assert kept.about["Setting"] == "the experiment's rules"
    page = Path("run/report.html").read_text()
    assert page.count(kept.sentences[0].partition(" (")[0]) >= 2  # on the first page and in the section
    assert list(Path("run/figures").glob("*ladder_of_skill*"))
    again = simkit(*run)
    assert "games per player" in done.output and "games per player" not in again.output
    Path("run/answers/ladder/answer.json").write_text("{")
    assert simkit("report", "run").exit_code == 2
    assert simkit(*run).exit_code == 0
    assert answer_beside(Path("run")) == kept


def answer_beside(run: Path) -> Answer:
    return simkit.open_run(run).answers["ladder"]


@pytest.mark.parametrize("like", ["pig", "hex"])
def test_a_game_with_random_alone_has_a_master_and_three_rungs_on_its_first_day(like: str) -> None:
    game = replace(find_game(like), name=f"new_{like}")
    rules = {"target": 20} if like == "pig" else {"cells": 3}
    random = replace(strategies_of(like)["random"], game=game.name)
    know_game(game)
    know_strategy(random)
    assert master_of(game.name).composition == "thinking random"
    knobs = game.knobs.model_validate(rules)
    setting = LadderSetting(game, knobs, (random,), "a short game", seed=4, games=300)
    found = climb(setting, [random], random, most=256)
    assert len(found.rungs) >= 3, found.rungs
    assert found.rungs[0] == "random"
    assert found.ceiling.playouts > 0
