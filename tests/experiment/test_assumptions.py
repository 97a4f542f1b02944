"""The assumptions of a game as a factor: one at a time, only where they make sense."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from simkit import BadInput
from simkit.experiment.file.load import Overrides, load_experiment
from tests.experiment.texts import HEAD, Write


def test_an_assumption_asked_for_that_makes_sense_nowhere_is_reported(write_experiment: Write) -> None:
    head = "name: a\ngame: nautilion\ngames: 5\nstrategy: random\n"
    path = write_experiment(f"{head}factors:\n  assumptions: [A4, A3]\n")
    with pytest.raises(BadInput, match=r":6:16: factor 'assumptions': A3 matters only with players 2"):
        load_experiment(path)
    for factors in ("{assumptions: [A4, A3], rules.players: [1, 2]}", "{assumptions: all}"):
        load_experiment(write_experiment(f"{head}factors: {factors}\n"))
    path = write_experiment(f"{head}factors: {{assumptions: [A4, A3], rules.players: [1, 2]}}\n")
    narrowed = load_experiment(path, Overrides(settings=("rules.players=1",)))
    assert {scenario.levels["assumptions"][:2] for scenario in narrowed.scenarios} == {"as", "A4"}
    wrong = write_experiment(f"{head}rules: {{reserve: 99}}\nfactors: {{assumptions: [A4, A5]}}\n")
    with pytest.raises(BadInput) as told:
        load_experiment(wrong)
    assert "reserve" in str(told.value)
    assert "assumptions" not in str(told.value), "nothing is known of them where no scenario could be read"


def test_assumptions_one_at_a_time_where_they_make_sense(write_experiment: Write) -> None:
    path = write_experiment(HEAD + "strategy: random\nfactors: {rules.board: [A1, C2], assumptions: all}\n")
    levels = [(s.levels["rules.board"], s.levels["assumptions"]) for s in load_experiment(path).scenarios]
    assert ("A1", "as assumed") in levels
    assert ("A1", "A4: 2/3/4") in levels
    assert ("C2", "A6: C2 with 6-8") in levels
    assert ("A1", "A6: C2 with 6-8") not in levels
    assert ("A1", "A5: B1 with 2-6") not in levels
    assert [s.index for s in load_experiment(path).scenarios] == list(range(len(levels)))


def test_what_is_set_is_not_assumed(write_experiment: Callable[[str], Path]) -> None:
    text = HEAD + "strategy: random\nrules: {dice_faces: [1, 2, 3, 4], spell_cost_tide: 2}\n"
    experiment = load_experiment(write_experiment(text + "factors: {assumptions: all}\n"), None)
    levels = {scenario.levels["assumptions"].partition(":")[0] for scenario in experiment.scenarios}
    assert levels == {"as assumed", "A4", "A5"}  # the dice are set, but Tides cost what they are taken to
    varied = text.replace(", spell_cost_tide: 2", "")
    varied += "factors: {rules.spell_cost_tide: [1, 2], assumptions: all}\n"
    experiment = load_experiment(write_experiment(varied), None)
    assert not any(scenario.levels["assumptions"].startswith("A4") for scenario in experiment.scenarios)


def test_air_ducts_of_ones_own_are_not_assumed(write_experiment: Callable[[str], Path]) -> None:
    text = HEAD + "strategy: random\nrules: {ducts: [[1, 2], [2, 3]]}\nfactors: {assumptions: all}\n"
    experiment = load_experiment(write_experiment(text), None)
    assert not any(scenario.levels["assumptions"].startswith("A5") for scenario in experiment.scenarios)
