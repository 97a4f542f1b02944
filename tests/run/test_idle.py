"""Rules and factors that change no game are said to: in a trial, and in a run's tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import simkit
from simkit import Experiment, Run
from simkit.experiment.values import Scenario
from simkit.run.findings import idle as module
from simkit.run.findings.idle import idle_in_tables, idle_in_trial
from simkit.run.runner import run_experiment
from simkit.run.work.rehearsal import match_of
from tests.conftest import RunOf

Write = Callable[[str], Path]

PIG = "name: p\ngame: pig\ngames: 60\nstrategies: [hold_at, random]\n"


def idle(experiment: Experiment) -> list[str]:
    """Return what a trial finds of an experiment."""

    def play(scenario: Scenario, games: int) -> tuple[bytes, bytes]:
        rows, seat_rows = match_of(experiment, scenario).play(0, games)
        return rows.tobytes(), seat_rows.tobytes()

    return idle_in_trial(experiment, play)


def test_a_trial_finds_what_changes_no_game(write_experiment: Write) -> None:
    text = PIG + "rules: {decision_cap: 9000}\nfactors: {rules.target: [50, 100], strategies.0.n: [20, 25]}\n"
    found = idle(simkit.experiment(write_experiment(text)))
    assert found == ["the rule decision_cap: 9000 changes no game of the 100 tried"]
    text = PIG + "rules: {target: 60}\nfactors: {rules.decision_cap: [8000, 9000]}\n"
    found = idle(simkit.experiment(write_experiment(text)))
    assert found == ["the factor 'decision_cap' changes no game of the 100 tried"]


def test_the_number_of_players_is_not_tried_otherwise(write_experiment: Write) -> None:
    rules = "rules: {players: 3, decision_cap: 9000}\n"
    text = f"name: n\ngame: nautilus_island\ngames: 20\nstrategy: random\n{rules}"
    found = idle(simkit.experiment(write_experiment(text)))
    assert found == ["the rule decision_cap: 9000 changes no game of the 100 tried"]


def test_what_matters_with_another_level_only_is_not_idle(write_experiment: Write) -> None:
    """The cap stops no game but a long one."""
    text = PIG + "factors: {rules.decision_cap: [200, 9000], rules.target: [20, 1000]}\n"
    assert idle(simkit.experiment(write_experiment(text))) == []


def test_the_reason_is_said_where_it_is_known(write_experiment: Write) -> None:
    text = "name: n\ngame: nautilion\ngames: 10\nstrategy: random\nrules: {reef_escape: 5}\n"
    text += "factors: {rules.phantom_harpoons: [2, 3]}\n"
    harpoons, escape = idle(simkit.experiment(write_experiment(text)))
    assert harpoons == (
        "the factor 'phantom_harpoons' changes no game of the 100 tried: it has an effect only "
        "with expansions: mercenaries, which no scenario has"
    )
    assert escape.endswith("it has an effect only with expansions: reefs, which no scenario has")


def test_a_report_says_which_factor_changed_nothing(run_of: RunOf) -> None:
    text = PIG + "factors: {rules.decision_cap: [8000, 9000], rules.target: [50, 100]}\n"
    run = run_of(text)
    assert idle_in_tables(run) == ["Limit on moves changed none of the 60 games of each scenario."]
    html, _ = Run(run.path).report("general", pdf=True)
    assert "Limit on moves changed none of the 60 games of each scenario." in html.read_text(encoding="utf-8")


@pytest.mark.parametrize(("expansions", "said"), [("none", 1), ("reefs", 0)])
def test_a_report_says_which_rule_could_not_count(expansions: str, said: int, run_of: RunOf) -> None:
    text = "name: n\ngame: nautilion\ngames: 10\nstrategy: random\n"
    text += f"rules: {{reef_escape: 5, expansions: {expansions}}}\n"
    run = run_of(text)
    found = idle_in_tables(run)
    assert len(found) == said
    assert all(
        "reef_escape is set, and changes no game: it has an effect only with" in words for words in found
    )


VARIANTS = """
name: idle
game: nautilion
games: 60
factors:
  idea:
    as printed: {}
    five mercenaries: {rules.mercenary_count: 5}
    one in reserve: {rules.reserve: 1}
  strategy: [random, novice]
"""


def test_a_variant_that_changes_no_game_is_told_beside_others(
    write_experiment: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LONGEST", 60.0)  # a busy machine may need it
    experiment = simkit.experiment(write_experiment(VARIANTS))
    assert idle(experiment) == ["the variant 'five mercenaries' of 'idea' changes no game of the 100 tried"]
    run = run_experiment(experiment, tmp_path / "run", jobs=1)
    assert idle_in_tables(run) == ["idea: 'five mercenaries' instead of 'as printed' changed no game."]


def test_a_variant_that_changes_no_game_of_one_player_is_told(run_of: RunOf) -> None:
    dear = "dear Translations: {rules.spell_cost_translation: 8}"
    text = VARIANTS.replace("five mercenaries: {rules.mercenary_count: 5}", dear)
    run = run_of(text)
    assert idle_in_tables(run) == [
        "idea: 'dear Translations' instead of 'as printed' changed no game of novice."
    ]
