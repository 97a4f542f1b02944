"""What an experiment asks follows from what it varies, or from its key `question`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from simkit.content.mapping import read_mapping
from simkit.errors import BadInput
from simkit.experiment.about import About, AskedAbout, asked_about
from simkit.experiment.file.load import Overrides, read_experiment
from simkit.experiment.values import Experiment

PIG: dict[str, Any] = {"name": "asked", "game": "pig", "strategy": "hold_at", "games": 10}

ASKED = [
    ({}, AskedAbout(About.SETTING)),
    ({"factors": {"rules.target": [50, 100]}}, AskedAbout(About.CHANGE, "rules.target")),
    ({"factors": {"rules.target": [50, 75, 100]}}, AskedAbout(About.NUMBER, "rules.target")),
    (
        {"factors": {"rules.target": [50, 75, 100], "price": {"low": {}, "high": {"rules.sides": 8}}}},
        AskedAbout(About.CHANGE, "price"),
    ),
    (
        {"factors": {"strategy.n": [10, 20, 30], "rules.target": [50, 100]}},
        AskedAbout(About.NUMBER, "strategy.n"),
    ),
    (
        {"game": "nautilion", "factors": {"rules.players": [1, 2]}},
        AskedAbout(About.PLAYER_COUNT, "rules.players"),
    ),
    (
        {"factors": {"rules.target": [50, 100]}, "targets": {"seats": {"share": "fair +- 0.02"}}},
        AskedAbout(About.SEATS),
    ),
    (
        {
            "factors": {"rules.target": [50, 75, 100], "price": {"low": {}, "high": {"rules.sides": 8}}},
            "question": "target",
        },
        AskedAbout(About.NUMBER, "rules.target"),
    ),
    (
        {
            "factors": {"rules.target": [50, 75, 100]},
            "targets": {"seats": {"share": "fair +- 0.02"}},
            "question": "rules.target",
        },
        AskedAbout(About.NUMBER, "rules.target"),
    ),
    (
        {"factors": {"strategies.0.n": {"low": 10, "high": 25}}, "question": "player 1's n"},
        AskedAbout(About.CHANGE, "strategies.0.n"),
    ),
    (
        {"factors": {"strategy.overlooks": {"few": 0.01, "many": 0.2}}},
        AskedAbout(About.CHANGE, "strategy.overlooks"),
    ),
    (
        {"factors": {"strategy.n": {"nan": 10, "inf": 20, "3": 30}}},
        AskedAbout(About.CHANGE, "strategy.n"),
    ),
    (
        {
            "factors": {"rules.target": [50, 100], "die": {"a": {}, "b": {"rules.sides": 8}}},
            "question": "number",
        },
        AskedAbout(About.NUMBER, "rules.target"),
    ),
    (
        {"factors": {"component": {"as printed": {}, "eight sides": {"rules.sides": 8}}}},
        AskedAbout(About.COMPONENTS, "component"),
    ),
]


def loaded(changed: dict[str, Any]) -> Experiment:
    given = PIG | changed
    given |= {"strategy": "expert" if given["game"] == "nautilion" else "hold_at"}
    return read_experiment(read_mapping(given, "asked"), Path(), Overrides())


@pytest.mark.parametrize(("changed", "asked"), ASKED)
def test_what_is_asked_follows_from_what_is_varied(changed: dict[str, Any], asked: AskedAbout) -> None:
    """A factor of rules, a number, seats by the targets; or the factor that `question` names."""
    experiment = loaded(changed)
    subjects = [target.subject for target in experiment.targets]
    assert asked_about(experiment.varied, subjects, experiment.question) == asked


def test_an_unknown_question_is_told_with_the_nearest() -> None:
    """The message names the place, what was found and what is allowed."""
    with pytest.raises(
        BadInput, match=re.escape("question: unknown kind of question 'seat'; did you mean 'seats'")
    ):
        loaded({"question": "seat"})


@pytest.mark.parametrize("kind", ["number", "combinations", "skill", "assumptions"])
def test_a_kind_of_question_needs_something_that_it_can_be_asked_about(kind: str) -> None:
    """After the games there would be no answer."""
    with pytest.raises(BadInput, match=f"question: {kind} needs .* here die is varied"):
        loaded({"question": kind, "factors": {"die": {"a": {}, "b": {"rules.sides": 8}}}})
