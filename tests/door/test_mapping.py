"""Python mappings are read as files are: plain data, complaints with the path of the place."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import simkit


@pytest.mark.parametrize(
    "levels",
    [(20, 30), range(20, 31, 10), np.array([20, 30]), pl.Series([20, 30]), {30, 20}, [np.int64(20), 30]],
)
def test_what_counts_as_a_list_becomes_one(levels: Any) -> None:
    made = simkit.experiment(
        game="pig",
        strategy="hold_at",
        games=np.int64(40),  # type: ignore[arg-type]
        factors={"rules.target": levels},
    )
    assert [scenario.knobs.model_dump()["target"] for scenario in made.scenarios] == [20, 30]
    assert (made.games, type(made.games)) == (40, int)


def test_a_level_may_be_called_by_a_number() -> None:
    dice = {6: {"rules.sides": 6}, 8: {"rules.sides": 8}}
    made = simkit.experiment(game="pig", strategy="hold_at", factors={"die": dice})
    assert [scenario.levels["die"] for scenario in made.scenarios] == ["6", "8"]


def test_a_path_is_as_good_as_its_text(tmp_path: Path) -> None:
    with pytest.raises(simkit.BadInput, match=r"cards\.yaml"):
        simkit.experiment(game="night_market", strategy="bold", content=tmp_path / "cards.yaml")


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"games": "many"}, "games: found 'many', allowed is a whole number"),
        ({"strategy": print}, "strategy: found the builtin_function_or_method 'print', allowed are words"),
        ({"strategy": "hold_att"}, "strategy: unknown strategy of pig 'hold_att'; did you mean 'hold_at'?"),
        (
            {"factors": {"strategies.0.n": [15, "a"]}},
            "factors.strategies.0.n[1]: 'strategies.0.n': found 'a', allowed is a number",
        ),
        ({"rules": {"tarrget": 50}}, "rules.tarrget: unknown rule of pig 'tarrget'; did you mean 'target'?"),
        ({"gaems": 5}, "gaems: unknown key 'gaems'; did you mean 'games'?"),
        ({"rules": {object(): 1}}, "rules: a key is a word, found a value of type object"),
    ],
)
def test_mistakes_are_said_with_their_path(keys: Mapping[str, Any], said: str) -> None:
    with pytest.raises(simkit.BadInput) as found:
        simkit.experiment(**{"game": "pig", "strategy": "hold_at", **keys})
    assert said in str(found.value)
    assert ".yaml" not in str(found.value)


def test_a_mapping_and_a_file_describe_the_same_experiment(tmp_path: Path) -> None:
    file = tmp_path / "it.yaml"
    file.write_text("name: it\ngame: pig\ngames: 50\nstrategy: hold_at\nfactors: {strategy.n: [15, 20]}\n")
    mapping = {"game": "pig", "games": 50, "strategy": "hold_at", "factors": {"strategy.n": (15, 20)}}
    assert simkit.experiment(file).scenarios == simkit.experiment(mapping).scenarios


def test_settings_count_in_place_of_factors() -> None:
    made = simkit.experiment(
        game="pig", strategy="hold_at", factors={"strategy.n": [15, 20]}, settings={"strategy.n": 30}
    )
    assert [scenario.players[0].parameters for scenario in made.scenarios] == [{"n": 30.0}]
    with pytest.raises(simkit.BadInput, match="settings: 'games' sets nothing"):
        simkit.experiment(game="pig", strategy="hold_at", settings={"games": 30})


def test_beside_a_file_only_some_keys_are_allowed(tmp_path: Path) -> None:
    file = tmp_path / "it.yaml"
    file.write_text("name: it\ngame: pig\ngames: 50\nstrategy: hold_at\n")
    assert simkit.experiment(file, games=20).games == 20
    with pytest.raises(
        simkit.BadInput, match="title: allowed beside a file are games, precision, max_games, seed, content"
    ):
        simkit.experiment(file, title="another")
