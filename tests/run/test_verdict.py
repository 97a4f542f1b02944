"""The verdict on a run: by its own targets or by default, as a file, the same bytes each time."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from simkit.experiment.file.load import load_experiment
from simkit.report.write import make_report
from simkit.run.findings.verdict import VERDICT, judge_run, write_verdict
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import wilson
from simkit.stats.verdicts import judge
from simkit.words.verdicts import judged_in_words, usual_in_words

Run = Callable[..., RunDirectory]

PIG = """
strategies: [hold_at, random]
targets:
"""


@pytest.fixture
def run_of(write_experiment: Callable[[str], Path], tmp_path: Path) -> Run:
    def make(text: str, name: str = "run") -> RunDirectory:
        file = write_experiment(f"name: t\ngame: pig\ngames: 400\n{text}")
        return run_experiment(load_experiment(file), tmp_path / name, jobs=1)

    return make


def outcomes(run: RunDirectory) -> list[str]:
    return [judged.outcome for judged in judge_run(run).targets]


def test_a_verdict_per_target(run_of: Run) -> None:
    run = run_of(
        f"{PIG}  hold_at: {{won: at least 0.6}}\n  random: {{won: at least 0.4}}\n"
        "  first seat: {share: fair +- 0.001}\n  players: {share: fair +- 0.1}\n"
    )
    verdict = judge_run(run)
    assert outcomes(run) == ["met", "missed", "not yet known", "missed"]
    assert verdict.outcome == "missed"
    assert not verdict.by_default
    unknown = verdict.targets[2]
    assert unknown.more_games is None or unknown.more_games > 400
    assert len(verdict.targets[3].found) == 2


def test_a_target_in_a_share_of_games_is_judged_by_that_share(run_of: Run) -> None:
    run = run_of(
        f"{PIG}  turns: {{quantile 0.95: at most 200}}\n  hold_at: {{score: at least 101 in 99 % of games}}\n"
    )
    assert outcomes(run) == ["met", "missed"]
    turns, score = (judged.found[0].estimate for judged in judge_run(run).targets)
    few = int((run.games_in([0]).collect()["turns"] <= 200).sum())
    assert turns == wilson(few, 400)
    assert score.unit == turns.unit


def test_the_file_says_the_same_in_the_same_bytes(run_of: Run) -> None:
    run = run_of(f"{PIG}  hold_at: {{won: 0.2 to 0.3}}\n")
    written = (run.path / VERDICT).read_bytes()
    data = json.loads(written)
    assert (data["verdict"], data["defaults"]) == ("missed", False)
    (target,) = data["targets"]
    (estimate,) = target["estimates"]
    assert target["target"] == "hold_at: won 20 to 30 %"
    assert (estimate["of"], estimate["player"], estimate["games"]) == ("player 1", "hold_at", 400)
    assert estimate["bounds"] == [0.2, 0.3]
    assert target["by"] == pytest.approx(estimate["estimate"] - 0.3)
    (run.path / VERDICT).unlink()
    assert write_verdict(run, judge_run(run)).read_bytes() == written


def test_a_share_of_single_games_is_a_target(run_of: Run) -> None:
    run = run_of(
        f"{PIG}  turns: at most 200 in 95 % of games\n  hold_at: {{score: at least 60 in 99.9 % of games}}\n"
    )
    length, score = judge_run(run).targets
    assert length.outcome == "met" and score.outcome != "met"
    (found,) = length.found
    assert found.estimate.value == 1 and found.estimate.n == 400


def test_another_target_needs_no_other_games(run_of: Run) -> None:
    first = run_of(f"{PIG}  hold_at: {{won: 0.2 to 0.3}}\n")
    played = first.manifest["finished_at"]
    second = run_of(f"{PIG}  hold_at: {{won: 0.2 to 0.9999}}\n")
    assert second.manifest["finished_at"] == played
    assert outcomes(second) == ["met"]
    assert json.loads((second.path / VERDICT).read_text())["verdict"] == "met"


def test_a_run_without_targets_is_judged_by_those_of_its_kind_of_game(run_of: Run) -> None:
    run = run_of("strategy: hold_at\n")
    verdict = judge_run(run)
    assert verdict.by_default
    assert usual_in_words(run, verdict).startswith("No targets are set. Usual for such a game: seats won the")
    assert [(judged.target.subject, judged.target.column) for judged in verdict.targets] == [
        ("seats", "won"),
        ("games", "turns"),
    ]


def test_without_targets_nothing_is_missed(run_of: Run) -> None:
    run = run_of("strategy: hold_at\nfactors: {rules.target: [2, 4]}\n", name="unfair")
    assert judge_run(run).outcome == "missed"  # by what is usual
    page = make_report(run, "general").report
    assert page.verdict is None and "otherwise here" in page.hint
    words = [
        page.hint,
        page.in_short,
        *map(str, page.findings),
        *(section.heading for section in page.sections),
    ]
    assert not [word for word in words if "missed" in word or "Verdict" in word]


def test_players_who_are_all_alike_are_not_judged_by_their_share(run_of: Run) -> None:
    run = run_of("strategy: hold_at\ntargets:\n  hold_at: {won: at least 0.9}\n")
    (judged,) = judge_run(run).targets
    assert (judged.found, judged.outcome, judged.decisive) == ((), "not yet known", None)


def test_the_best_player_of_each_setting(write_experiment: Callable[[str], Path], tmp_path: Path) -> None:
    file = write_experiment(
        "name: t\ngame: nautilion\ngames: 100\nfactors:\n  rules.board: [A1, C2]\n"
        "  strategy: [random, novice]\ntargets:\n  best player: {won: at most 0.3}\n"
    )
    (judged,) = judge_run(run_experiment(load_experiment(file), tmp_path / "run", jobs=1)).targets
    assert [found.player for found in judged.found] in (["novice", "novice"], ["novice", "random"])
    assert len({found.scenario for found in judged.found}) == 2


ISLAND = "name: t\ngame: nautilus_island\ngames: 400\nrules: {players: 3, first_player: chance}\n"


@pytest.fixture(scope="module")
def chance_begins(tmp_path_factory: pytest.TempPathFactory) -> RunDirectory:
    """A run of a game whose start player is drawn."""
    folder = tmp_path_factory.mktemp("island")
    file = folder / "experiment.yaml"
    file.write_text(
        f"{ISLAND}strategy: reference\ntargets:\n  seats: {{share: fair +- 0.001}}\n"
        "  first player: {share: at least 0.0}\n  seat numbers: {share: fair +- 0.1}\n",
        encoding="utf-8",
    )
    return run_experiment(load_experiment(file), folder / "run", jobs=1)


def test_where_chance_says_who_begins_seats_go_by_the_turn_order(chance_begins: RunDirectory) -> None:
    by_order, first, by_number = judge_run(chance_begins).targets
    assert [found.of.name for found in by_order.found] == ["place 0", "place 1", "place 2"]
    assert [found.of.name for found in first.found] == ["place 0"]
    assert [found.of.name for found in by_number.found] == ["seat 0", "seat 1", "seat 2"]
    won = chance_begins.seats.filter(pl.col("turn_position") == 1).collect()["won"]
    assert len(won) == 400
    assert first.found[0].estimate.value == pytest.approx(won.mean())
    data = json.loads((chance_begins.path / VERDICT).read_text())
    words = [estimate["of"] for estimate in data["targets"][0]["estimates"]]
    assert words == ["first player", "second player", "third player"]


def test_the_default_target_goes_by_the_turn_order(tmp_path: Path) -> None:
    file = tmp_path / "experiment.yaml"
    file.write_text(f"{ISLAND.replace('400', '50')}strategy: reference\n", encoding="utf-8")
    run = run_experiment(load_experiment(file), tmp_path / "run", jobs=1)
    assert [judged.target.subject for judged in judge_run(run).targets] == ["turn order", "games"]


def test_one_who_wins_every_game_says_nothing_about_seats(run_of: Run) -> None:
    run = run_of(
        "rules: {target: 200}\nstrategies: [hold_at, random]\ntargets:\n  seats: {share: fair +- 0.1}\n"
    )
    assert run.estimates(of="player 0", column="won", statistic="rate")["estimate"].to_list() == [1.0]
    (judged,) = judge_run(run).targets
    assert judged.found == ()


def test_a_verdict_over_alternatives_names_those_that_meet(run_of: Run) -> None:
    run = run_of(
        "strategies: [hold_at, random]\nfactors: {strategies.0.n: [1, 20]}\n"
        "targets:\n  hold_at: {won: at least 0.9}\n"
    )
    (judged,) = judge_run(run).targets
    words = judged_in_words(run, judged, {})
    assert judged.outcome == "missed"
    assert words.startswith("met in 1 of 2: ")
    assert words.index("20") < words.index("missed in 1 of 2")


def test_what_lies_at_the_edge_of_a_target_is_told_what_more_games_give(run_of: Run) -> None:
    run = run_of("strategies: [hold_at, random]\ntargets:\n  hold_at: {won: at least 0.3}\n")
    (target,) = judge_run(run).targets
    at_edge = judge(wilson(3, 10), target.found[0].bounds)
    words = judged_in_words(run, replace(target, judgements=(at_edge,)), {})
    assert words.endswith("; it lies at the edge of the range: 40 games would give half as wide an interval")


def test_default_targets_do_not_judge_what_is_taken_apart(run_of: Run) -> None:
    run = run_of(
        "strategy: hold_at\nfactors:\n  component:\n    as printed: {}\n    short: {rules.target: 30}\n"
    )
    for judged in judge_run(run).targets:
        assert {found.scenario for found in judged.found} == {0}


@pytest.fixture
def pigs(run_of: Run) -> Callable[[str], RunDirectory]:
    """Return a function that plays hold_at, at five totals, against itself at 20, and judges by a target."""

    def make(target: str) -> RunDirectory:
        return run_of(
            "strategies: [{name: hold_at, parameters: {n: 20}}, random]\n"
            "factors: {rules.target: [5, 10, 20, 40, 80], rules.sides: [6, 8]}\n"
            f"targets:\n  random: {{won: {target}, where: {{target: 80, sides: 6}}}}\n"
        )

    return make


def test_a_missed_target_says_which_change_of_those_played_would_meet_it(
    pigs: Callable[[str], RunDirectory],
) -> None:
    """Chance wins the less the further the target: at 5 points often, at 80 hardly ever."""
    run = pigs("at least 10 %")
    (judged,) = judge_run(run).targets
    assert judged.outcome == "missed"
    words = judged_in_words(run, judged, {}).replace("\N{NO-BREAK SPACE}", " ")
    assert "; it would be met with target 5 (" in words
    assert "; by interpolation it is met with target " in words
    ends = words.rpartition("it is met with ")[2]  # there is no target of 7.3 points
    assert re.fullmatch(r"target \d+ or less(, perhaps \d+ or less)?", ends)
    (target,) = json.loads((run.path / VERDICT).read_text())["targets"]
    meets = {
        (change["factor"], change["level"])
        for change in target["would_meet"]["changes"]
        if change["verdict"] == "met"
    }
    assert ("rules.target", "5") in meets
    assert {factor for factor, _ in meets} == {"rules.target"}
    (between,) = target["would_meet"]["ranges"]
    assert between["factor"] == "rules.target" and between["from"] is None
    at, low, high = between["to"]
    assert 5 < low < at < high < 80


def test_a_target_that_nothing_meets_says_what_is_nearest(pigs: Callable[[str], RunDirectory]) -> None:
    run = pigs("at least 95 %")
    (judged,) = judge_run(run).targets
    words = judged_in_words(run, judged, {}).replace("\N{NO-BREAK SPACE}", " ")
    assert "; none of the 5 changes played would meet it for certain; nearest is target 5 (" in words
    assert "by interpolation" not in words


def test_a_target_that_is_met_needs_no_change(pigs: Callable[[str], RunDirectory]) -> None:
    run = pigs("at most 20 %")
    (judged,) = judge_run(run).targets
    assert "would" not in judged_in_words(run, judged, {})
    (target,) = json.loads((run.path / VERDICT).read_text())["targets"]
    assert "would_meet" not in target
