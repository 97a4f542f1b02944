"""The verdict on a run: by its own targets or by default, as a file, the same bytes each time."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from simkit.experiment.load import load_experiment
from simkit.run.directory import RunDirectory
from simkit.run.runner import run_experiment
from simkit.run.verdict import VERDICT, judge_run, write_verdict

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


def test_another_target_needs_no_other_games(run_of: Run) -> None:
    first = run_of(f"{PIG}  hold_at: {{won: 0.2 to 0.3}}\n")
    played = first.manifest["finished_at"]
    second = run_of(f"{PIG}  hold_at: {{won: 0.2 to 0.9999}}\n")
    assert second.manifest["finished_at"] == played
    assert outcomes(second) == ["met"]
    assert json.loads((second.path / VERDICT).read_text())["verdict"] == "met"


def test_a_run_without_targets_is_judged_by_those_of_its_kind_of_game(run_of: Run) -> None:
    verdict = judge_run(run_of("strategy: hold_at\n"))
    assert verdict.by_default
    assert [(judged.target.subject, judged.target.column) for judged in verdict.targets] == [
        ("seats", "won"),
        ("games", "turns"),
    ]


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
