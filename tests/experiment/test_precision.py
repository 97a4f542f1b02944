"""The keys `precision` and `max_games` are read with clear messages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import simkit
from simkit import BadInput, Experiment
from simkit.content.mapping import read_mapping
from simkit.experiment.file.load import Overrides, read_experiment
from simkit.experiment.file.model import USUAL_MOST
from simkit.experiment.file.schema import experiment_schema
from simkit.experiment.values import USUAL_GAMES
from simkit.questions.answers.assumptions import over_assumptions
from simkit.search.seek import Search


def loaded(game: str = "pig", changes: dict[str, Any] | None = None, **keys: Any) -> Experiment:
    players = {"strategies": ["hold_at", "random"]} if game == "pig" else {"strategy": "random"}
    given = {"name": "narrow", "game": game, **players, **keys}
    return read_experiment(read_mapping(given, "narrow"), Path(), Overrides(**(changes or {})))


def test_precision_stands_in_place_of_games() -> None:
    experiment = loaded(precision={"won": 0.01, "turns": 1})
    assert experiment.precision == {"won": 0.01, "turns": 1.0}
    assert (experiment.games, experiment.fixed_games) == (USUAL_MOST, USUAL_GAMES)
    assert experiment.resolved["precision"] == {"won": 0.01, "turns": 1.0}
    assert "games" not in experiment.resolved
    assert loaded(precision={"won of seats": 0.01}, max_games=500).fixed_games == 500
    assert "of at most 500 games" in repr(loaded(precision={"won": 0.01}, max_games=500))
    assert loaded().precision == {}


def test_the_caller_replaces_one_by_the_other() -> None:
    of_file: dict[str, Any] = {"precision": {"won": 0.01}, "max_games": 300}
    fixed = loaded(**of_file, changes={"games": 40})
    assert (fixed.games, fixed.precision) == (40, {})
    assert not {"precision", "max_games"} & set(fixed.resolved)
    narrow = loaded(games=40, changes={"precision": {"turns": 2.0}})
    assert (narrow.games, narrow.precision) == (USUAL_MOST, {"turns": 2.0})
    assert loaded(**of_file, changes={"max_games": 77}).games == 77
    described = {"game": "pig", "strategy": "random", "games": 40}
    assert simkit.experiment(described, precision={"turns": 2}).precision == {"turns": 2.0}


WRONG: list[tuple[dict[str, Any], str]] = [
    (
        {"precision": {"won": 0.01}, "games": 10},
        "games: precision decides how many games are played; only one of the two is allowed "
        "(max_games is the most of each scenario)",
    ),
    (
        {"max_games": 10},
        "max_games: is the most games that precision may take, and there is no precision; allowed are "
        "games, or precision with max_games",
    ),
    (
        {"precision": {"wonn": 0.01}},
        "precision.wonn: unknown column 'wonn'; did you mean 'won'? Allowed: turns, rolls, end, won, score",
    ),
    (
        {"precision": {"won of games": 0.01}},
        "precision.won of games: unknown column 'won'; Allowed: turns, rolls, end",
    ),
    (
        {"precision": {"score of player": 0.01}},
        "precision.score of player: unknown column 'score of player'; Allowed: turns, rolls, end, won, score",
    ),
    (
        {"precision": {"rank": 1}},
        "precision.rank: has no interval: it is a number without a unit, of which no mean is taken; "
        "allowed: turns, rolls, end, won, score",
    ),
    ({"precision": {"won": 0}}, "precision.won: found 0, allowed is more than 0"),
    ({"precision": {"turns": -1.5}}, "precision.turns: found -1.5, allowed is more than 0"),
    ({"precision": {"won": "narrow"}}, "precision.won: found 'narrow', allowed is a number"),
    ({"precision": {"won": True}}, "precision.won: found true, allowed is a number"),
    ({"precision": 0.01}, "precision: found 0.01, allowed is a mapping (key: value)"),
    (
        {"precision": {}},
        "precision: found an empty mapping, allowed is column: half-width, such as won: 0.005",
    ),
    (
        {"precision": {"won": 1}},
        "precision.won: found 1, allowed is less than 0.5: it is a share, from 0 to 1 (half a point is "
        "0.005)",
    ),
    ({"precision": {"won": 0.01}, "max_games": 0}, "max_games: found 0, allowed is at least 1"),
]


@pytest.mark.parametrize(("keys", "message"), WRONG)
def test_wrong_keys_are_told(keys: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=f"^{re.escape(message)}$"):
        loaded(**keys)


def test_a_game_of_one_player_has_no_columns_of_seats() -> None:
    with pytest.raises(BadInput, match="unknown column 'placed'"):
        loaded("nautilion", rules={"players": 1}, precision={"placed": 0.1})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--precision", "wonn=0.01"],
            "--precision wonn: unknown column 'wonn'; did you mean 'won'? Allowed: ",
        ),
        (["--precision", "won=0"], "--precision won: found 0.0, allowed is more than 0"),
        (
            ["--precision", "won"],
            "'--precision': found 'won', allowed is COLUMN=HALF-WIDTH, such as won=0.005",
        ),
        (["--precision", "won=wide"], "found 'won=wide', allowed is COLUMN=HALF-WIDTH"),
        (
            ["--precision", "won=0.01", "--games", "7"],
            "--games: precision decides how many games are played; only one of the two is allowed",
        ),
        (
            ["--max-games", "7"],
            "--max-games: is the most games that precision may take, and there is no precision",
        ),
    ],
)
def test_wrong_options_are_told(
    simkit: Callable[..., Result], tmp_path: Path, arguments: list[str], message: str
) -> None:
    (tmp_path / "x.yaml").write_text("name: x\ngame: pig\nstrategies: [hold_at, random]\nreport: none\n")
    result = simkit("run", "x.yaml", *arguments)
    assert result.exit_code == 2
    assert message in result.output


def test_the_schema_knows_the_keys() -> None:
    own = experiment_schema(["pig"])["properties"]
    assert own["precision"]["additionalProperties"]["exclusiveMinimum"] == 0
    assert own["max_games"]["default"] == USUAL_MOST


def test_other_questions_play_a_fixed_number_of_games() -> None:
    experiment = loaded("nautilion", rules={"players": 1}, precision={"won": 0.01}, max_games=1500)
    other = over_assumptions(experiment)
    assert (other.games, other.precision) == (1500, {})
    rounds: list[Experiment] = []

    def noted(asked: Experiment) -> None:
        rounds.append(asked)
        raise StopIteration

    search = Search(experiment, {"reserve": [2, 5]}, noted, 1)
    with pytest.raises(StopIteration):
        search.find(300, 300)
    assert (rounds[0].games, rounds[0].precision) == (300, {})
