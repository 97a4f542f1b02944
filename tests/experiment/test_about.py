"""What an experiment asks follows from what it varies, or from its key `question`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from simkit import BadInput, Experiment
from simkit.content.mapping import read_mapping
from simkit.experiment.about import About, AskedAbout, asked_about
from simkit.experiment.file.load import Overrides, read_experiment

PIG: dict[str, Any] = {"name": "asked", "game": "pig", "strategy": "hold_at", "games": 10}

ASKED = [
    ({}, AskedAbout(About.SETTING)),
    ({"factors": {"rules.target": [50, 100]}}, AskedAbout(About.CHANGE, "rules.target")),
    ({"factors": {"rules.target": [50, 75, 100]}}, AskedAbout(About.NUMBER, "rules.target")),
    (
        {"factors": {"rules.target": [50, 75, 100], "price": {"low": {}, "high": {"rules.sides": 8}}}},
        AskedAbout(About.CHANGE, "price"),
    ),
    ({"factors": {"strategy.n": [10, 20, 30], "rules.target": [50, 100]}}, AskedAbout(About.SETTING)),
    (
        {"factors": {"strategies.0": ["hold_at", "random"], "strategies.1": ["hold_at", "random"]}},
        AskedAbout(About.PLAYERS, "strategies.0"),
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
    ({"factors": {"strategy.n": {"nan": 10, "inf": 20, "3": 30}}}, AskedAbout(About.CHANGE, "strategy.n")),
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
    plays = "expert" if given["game"] == "nautilion" else "hold_at"
    given = {**given, "strategy": plays} if "strategy" not in given.get("factors", {}) else _without(given)
    return read_experiment(read_mapping(given, "asked"), Path(), Overrides())


def _without(given: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in given.items() if key != "strategy"}


@pytest.mark.parametrize(("changed", "asked"), ASKED)
def test_what_is_asked_follows_from_what_is_varied(changed: dict[str, Any], asked: AskedAbout) -> None:
    """A factor of rules, a number, seats by the targets; or the factor that `question` names."""
    experiment = loaded(changed)
    targets = [(target.subject, target.column) for target in experiment.targets]
    assert asked_about(experiment.varied, targets, experiment.question) == asked


BOARDS: dict[str, Any] = {"rules.board": ["A1", "B1"], "strategy": ["planner", "expert"]}
PRICES = {"rules.spell_cost_tide": [1, 2], "rules.spell_cost_whirlwind": [0, 1]}


@pytest.mark.parametrize(
    ("title", "factors", "factor"),
    [
        ("What if Tides were cheap?", BOARDS | PRICES, "rules.spell_cost_tide"),
        ("Nautilion: are WHIRLWINDS too dear?", BOARDS | PRICES, "rules.spell_cost_whirlwind"),
        ("What does a spell cost?", BOARDS | PRICES, ""),  # both are spells
        ("What do prices do?", BOARDS | PRICES, ""),
        ("On which board are Tides worth it most?", {"rules.reserve": [1, 2, 3], **BOARDS}, "rules.board"),
        ("How many tokens in the reserve?", BOARDS | {"rules.reserve": [1, 4]}, "rules.reserve"),
        ("Harder boards", {"costs": {"a": {}, "b": {"rules.spell_cost_tide": 3}}, **BOARDS}, "rules.board"),
        ("Cheap prices", BOARDS | {"prices": {"low": {}, "high": {"rules.spell_cost_tide": 3}}}, "prices"),
        ("Does the number of players matter?", BOARDS | {"rules.players": [1, 2]}, "rules.players"),
        ("Nautilion: what do Mercenaries bring?", BOARDS | {"rules.nautilion_start": [0, 1]}, ""),
        ("What if Tides were cheap?", {"rules.spell_cost_tide": [1], **BOARDS}, "rules.board"),
        ("", BOARDS | PRICES, ""),  # that a rule comes first says nothing
    ],
)  # fmt: skip
def test_what_the_title_names_is_asked_about(title: str, factors: dict[str, Any], factor: str) -> None:
    own = loaded({"game": "nautilion", "factors": factors, "title": title})
    assert asked_about(own.varied, (), "", own.title, own.game.knobs).factor == factor


SKILLS = {"rules.reserve": [4, 5], **PRICES, "strategy": ["novice", "planner", "expert"]}


@pytest.mark.parametrize(
    ("more", "asked"),
    [
        (
            {"title": "Are Tides too dear for a beginner?"},
            AskedAbout(About.CHANGE, "rules.spell_cost_tide", ("novice",)),
        ),
        ({"title": "How do experts fare?"}, AskedAbout(About.SETTING, players=("expert",))),
        (
            {"title": "Tides for experts", "targets": {"novice": {"won": "at least 20 %"}}},
            AskedAbout(About.CHANGE, "rules.spell_cost_tide", ("novice",)),
        ),
        (
            {"question": "reserve", "title": "Tides for experts"},
            AskedAbout(About.CHANGE, "rules.reserve", ("expert",)),
        ),
        ({"title": "How hard is it for novices, planners and experts?"}, AskedAbout(About.SETTING)),
    ],
)
def test_title_and_targets_say_whose_results_come_first(more: dict[str, Any], asked: AskedAbout) -> None:
    assert loaded({"game": "nautilion", "factors": SKILLS, **more}).asked == asked


def test_a_title_may_name_the_points_instead_of_the_wins() -> None:
    factors = {"rules.start_money": [35, 45, 55], "rules.players": [2, 4]}
    given = {"game": "nautilus_2002", "strategy": "expert", "factors": factors, "name": "money"}
    asked = AskedAbout(About.NUMBER, "rules.start_money", result="score")
    title = "What does money at the start do to scores?"
    experiment = read_experiment(read_mapping({**given, "title": title}, "money"), Path(), Overrides())
    assert experiment.asked == asked
    assert "score" in experiment.asked.in_words(experiment.game.knobs)  # `simkit check` says so


@pytest.mark.parametrize("file", sorted(Path("experiments").glob("*.yaml")), ids=lambda file: file.stem)
def test_every_shipped_experiment_names_its_question(file: Path) -> None:
    assert yaml.safe_load(file.read_text())["question"]


def test_what_question_says_comes_before_what_the_title_names() -> None:
    own = loaded({"game": "nautilion", "factors": BOARDS | PRICES, "title": "What if Tides were cheap?"})
    assert asked_about(own.varied, (), "board", own.title, own.game.knobs).factor == "rules.board"
    change = asked_about(own.varied, (), About.CHANGE, own.title, own.game.knobs)
    assert change == AskedAbout(About.CHANGE, "rules.spell_cost_tide")


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
