"""A ladder of skill is measured on the same games for all, whatever the number of workers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from simkit.cli.main import main
from simkit.engine.contract.player import FLAT, LookAhead, Reference
from simkit.engine.contract.thinker import thinking
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.experiment.file.load import load_experiment
from simkit.plugins import find_game, strategies_of
from simkit.questions.answer import stored_answer
from simkit.questions.answers.ladder import answer_of
from simkit.questions.ladder import QUESTION, Ladder
from simkit.report.document.blocks import Figure
from simkit.run.store.manifest import ANSWERS
from simkit.run.work.workers import Workers
from simkit.search.climb import (
    Climb,
    LadderSetting,
    Rung,
    _gain,
    _is_over,
    _rungs,
    climb,
    findings_of,
    result_in_words,
)
from simkit.search.settings import ladder_players, setting_of, standard_experiment
from simkit.stats.estimates import NUMBER, wilson

PIG = find_game("pig")
RANDOM = strategies_of("pig")["random"]
SHORT = PIG.knobs.model_validate({"target": 20})


def short_pig(games: int = 120) -> LadderSetting:
    """Return a short race against the strategy that holds at 20 or so."""
    return LadderSetting(PIG, SHORT, (strategies_of("pig")["hold_at"],), "to 20", seed=4, games=games)


def climbed(jobs: int = 1) -> Climb:
    named = tuple(strategies_of("pig").values())
    return climb(short_pig(), named, strategies_of("pig")["random"], most=64, workers=Workers(jobs))


def test_players_are_measured_on_the_same_games_for_any_number_of_workers() -> None:
    found = climbed()
    assert answer_of(climbed(jobs=2)) == answer_of(found)
    own = Match(PIG, SHORT, (strategies_of("pig")["random"], strategies_of("pig")["hold_at"]), seed=4)
    _, seat_rows = own.play(0, 120)
    player = own.lineups[np.arange(120) % len(own.lineups)].ravel()
    won = int(seat_rows["won"][player == 0].sum())
    assert next(rung for rung in found.named if rung.name == "random").result == wilson(won, 120)
    assert [rung.playouts for rung in found.thinking] == [16, 32, 64]
    assert not found.is_over  # too few play-outs to say


def test_who_thinks_already_does_so_by_its_own_method() -> None:
    found = climb(short_pig(10), [RANDOM], thinking(RANDOM, method=FLAT), most=16, workers=Workers(1))
    assert found.base == "random"
    assert [rung.name for rung in found.thinking] == ["thinking random, method flat, 16 play-outs"]


def test_it_tells_how_far_it_is_with_each_player() -> None:
    told: list[tuple[str, int]] = []
    climb(
        short_pig(25),
        [RANDOM],
        RANDOM,
        most=16,
        workers=Workers(1),
        tell=lambda name, played: told.append((name, played)),
    )
    names = ["random", "thinking random, 16 play-outs"]
    assert told == [(name, played) for name in names for played in (10, 20, 25)]


def test_thinking_makes_a_good_player_of_random_moves() -> None:
    found = climb(short_pig(60), [RANDOM], RANDOM, most=256, workers=Workers(1))
    assert found.thinking[-1].result.low > found.named[0].result.high
    assert found.rungs[0] == "random"
    assert len(found.rungs) >= 2


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
    assert _gain(short_pig(), same, same).value == 0


def ladder(best: float, *, is_over: bool) -> Climb:
    alone = Rung("expert", 0, wilson(860, 1000))
    thinker = Rung("thinking expert, 1,024 play-outs", 1024, wilson(round(1000 * best), 1000), wilson(1, 10))
    return Climb(short_pig(), "expert", (alone,), (thinker,), is_over, ("expert", thinker.name))


def test_the_words_say_no_more_than_was_found() -> None:
    over, open_, whole = (
        findings_of(ladder(0.96, is_over=True)),
        findings_of(ladder(0.96, is_over=False)),
        "",
    )
    assert over[0].startswith("The ceiling of skill is a win rate of 96.0\N{NO-BREAK SPACE}%")
    assert "2 more doublings of play-outs won less than 5 points" in over[0]
    alone = findings_of(replace(ladder(0.96, is_over=True), rungs=("expert",)))[1]
    assert alone.startswith("In these 120 games no player does clearly better than another")
    assert over[1] == (
        "The game has 2 rungs of skill, each at least 5 points above the one before: expert (86 %); "
        "thinking expert, 1,024 play-outs (96 %)."
    )
    assert open_[0].startswith("Skill reaches at least a win rate of 96.0\N{NO-BREAK SPACE}%")
    assert open_[0].endswith("may reach further.")
    assert "10.0 points below the strongest player found" in over[2]
    whole = findings_of(ladder(1.0, is_over=True))[0]
    assert whole.endswith("no more can be won.")
    worse = findings_of(ladder(0.5, is_over=True))
    assert worse[2] == "Thinking ahead brings expert no further than the strategies by themselves."


def test_it_says_where_the_master_stands() -> None:
    own = Reference("random", look_ahead=LookAhead(playouts=32), called="master")
    found = climb(short_pig(20), [RANDOM], RANDOM, most=32, workers=Workers(1))
    said = f"The game's master is thinking random, 32 play-outs: {result_in_words(found, found.thinking[1])}."
    assert answer_of(found, own).sentences[-1] == said
    for other in (LookAhead(playouts=64), LookAhead(playouts=32, method=FLAT)):
        assert said not in answer_of(found, replace(own, look_ahead=other)).sentences


def test_the_master_as_base_is_its_own_base() -> None:
    assert ladder_players(PIG, "master").base is strategies_of("pig")["hold_at"]


def test_the_standard_setting_is_that_of_the_ladder() -> None:
    setting = setting_of(standard_experiment("nautilion"))
    assert (setting.words, setting.opponents) == (
        "the base game, one player, board A1, 4 tokens in the reserve",
        (),
    )
    assert ladder_players(find_game("nautilion")).base.name == "expert"
    assert ladder_players(find_game("nautilion"), "greedy").base.name == "greedy"
    with pytest.raises(BadInput, match="unknown strategy of nautilion 'gredy'; did you mean 'greedy'"):
        ladder_players(find_game("nautilion"), "gredy")


TEXT = """
name: climbing
game: pig
games: 20
strategies: [hold_at, random]
rules: {target: 20}
ladder: true
"""


def test_an_experiment_asks_for_its_ladder(write_experiment: Callable[[str], Path]) -> None:
    experiment = load_experiment(write_experiment(TEXT))
    assert experiment.questions == (("ladder", Ladder()),)
    setting = setting_of(experiment)
    assert (setting.knobs.target, setting.words) == (20, "the experiment's rules")  # type: ignore[attr-defined]
    few = load_experiment(write_experiment(TEXT.replace("ladder: true", "ladder: {games: 40}")))
    assert few.questions == (("ladder", Ladder(games=40)),)
    for none in ("", "ladder: false"):
        assert not load_experiment(write_experiment(TEXT.replace("ladder: true", none))).questions


def test_the_report_has_the_ladder_and_the_first_page_its_ceiling(
    write_experiment: Callable[[str], Path], tmp_path: Path
) -> None:
    out = tmp_path / "run"
    file = write_experiment(TEXT.replace("ladder: true", "ladder: {games: 40, playouts: 32}"))
    done = CliRunner().invoke(main, ["run", str(file), "--out", str(out), "--jobs", "1"])
    assert done.exit_code == 0, done.output
    kept = stored_answer(out / ANSWERS / "ladder")
    assert kept is not None
    page = (out / "report.html").read_text()
    assert "The ladder of skill" in page
    assert page.count(kept.sentences[0].partition(" (")[0]) >= 2  # on the first page and in the section
    shown = [own.name for own in QUESTION.sections(kept)[0].blocks if isinstance(own, Figure)]
    assert shown == ["ladder_of_skill"]
    again = CliRunner().invoke(main, ["run", str(file), "--out", str(out), "--jobs", "1"])
    assert "games per player" in done.output and "games per player" not in again.output
    (out / ANSWERS / "ladder" / "answer.json").write_text("{")
    broken = CliRunner().invoke(main, ["report", str(out)])
    assert broken.exit_code == 2
    assert "answer.json can't be read" in broken.output
    mended = CliRunner().invoke(main, ["run", str(file), "--out", str(out), "--jobs", "1"])
    assert mended.exit_code == 0 and "can't be read" in " ".join(mended.output.split())
    assert stored_answer(out / ANSWERS / "ladder") == kept


def test_a_ladder_of_points_has_no_percent() -> None:
    found = ladder(0.96, is_over=False)
    points = replace(
        found.setting, game=replace(PIG, objectives=(replace(PIG.objectives[0], column="score"),))
    )
    alone, thinking = (
        tuple(replace(rung, result=replace(rung.result, unit=NUMBER)) for rung in rungs)
        for rungs in (found.named, found.thinking)
    )
    said = findings_of(replace(found, setting=points, named=alone, thinking=thinking))
    assert "%" not in "".join(said)
    assert "mean score" in said[0]
