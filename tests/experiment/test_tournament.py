"""The key `tournament` stands for a factor with every table of some strategies."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from simkit.content.mapping import read_mapping
from simkit.errors import BadInput
from simkit.experiment.about import About, asked_about
from simkit.experiment.file.load import Overrides, read_experiment
from simkit.experiment.values import Experiment
from simkit.plugins import strategies_of


def loaded(tournament: Any, **more: Any) -> Experiment:
    given = {"name": "tables", "game": "nautilus_island", "games": 10, "tournament": tournament, **more}
    return read_experiment(read_mapping(given, "tables"), Path(), Overrides())


def tables(experiment: Experiment) -> list[tuple[str, ...]]:
    return [tuple(player.name for player in scenario.players) for scenario in experiment.scenarios]


def test_every_pair_meets() -> None:
    found = loaded({"strategies": ["expert", "tempo", "counter"]})
    assert tables(found) == [("expert", "tempo"), ("expert", "counter"), ("tempo", "counter")]
    assert next(scenario.levels["table"] for scenario in found.scenarios) == "expert - tempo"
    assert {scenario.knobs.model_dump()["players"] for scenario in found.scenarios} == {2}
    assert asked_about(found.varied).about is About.PLAYERS


def test_all_strategies_meet_at_tables_of_any_size() -> None:
    names = list(strategies_of("nautilus_island"))
    assert len(tables(loaded({"strategies": "all"}))) == len(names) * (len(names) - 1) // 2
    four = tables(loaded({"strategies": names[:5], "seats": 4}))
    assert len(four) == 5
    assert all(len(set(table)) == 4 for table in four)


def test_rules_say_how_many_sit_at_a_table() -> None:
    found = loaded({"strategies": ["expert", "tempo", "counter"]}, rules={"players": 3})
    assert tables(found) == [("expert", "tempo", "counter")]


def test_players_with_parameters_are_told_apart_and_others_factors_vary_with_them() -> None:
    erring = {"base": "expert", "overlooks": 0.2}
    found = loaded({"strategies": ["expert", erring]}, factors={"rules.first_player": ["fixed", "chance"]})
    assert found.factors == ("table", "rules.first_player")
    assert found.scenarios[0].levels["table"] == "expert - erring expert (overlooks 0.2)"
    assert len(found.scenarios) == 2


WRONG = [
    (
        {"strategies": ["expert"]},
        {},
        "tournament.strategies: found 1, and a table has 2 seats; name at least 2",
    ),
    ({"strategies": ["expert", "expert"]}, {}, "tournament.strategies: expert is named twice"),
    ({"strategies": ["expert", "temp"]}, {}, "did you mean 'tempo'"),
    ({"strategies": ["expert", "tempo"], "seat": 2}, {}, "did you mean 'seats'"),
    (
        {"strategies": ["expert", "tempo"], "seats": 2},
        {"rules": {"players": 3}},
        "tournament.seats: found 2, and rules: players is 3; remove one of the two",
    ),
    ({"strategies": ["expert", "tempo"]}, {"game": "pig"}, "expert"),
    ({"strategies": ["hold_at", "random"], "seats": 3}, {"game": "pig"}, "found 3, and Pig is for 2 players"),
    (
        {"strategies": ["expert", "tempo"]},
        {"factors": {"table": {"a": {}, "b": {"rules.players": 3}}}},
        "the tournament is a factor called 'table'",
    ),
]


@pytest.mark.parametrize(("tournament", "more", "said"), WRONG)
def test_what_is_wrong_is_told(tournament: Any, more: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=re.escape(said)):
        loaded(tournament, **more)
