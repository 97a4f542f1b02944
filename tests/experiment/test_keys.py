"""Keys: what a setting is about, its names, and the one reader."""

from __future__ import annotations

import pytest

from simkit.experiment.factors import heading, level_in_words
from simkit.experiment.keys import (
    EVERY_PLAYER,
    LINE_UP,
    EveryPlayer,
    Key,
    OnePlayer,
    RuleKey,
    is_of_players,
    read_key,
    rule_of,
)

KEYS: list[tuple[str, Key, str]] = [
    ("rules.board", RuleKey("board"), "board"),
    ("strategy", EVERY_PLAYER, "strategy"),
    ("strategy.n", EveryPlayer("n"), "players' n"),
    ("strategies", LINE_UP, "strategies"),
    ("strategies.0", OnePlayer("0"), "player 1"),
    ("strategies.2.n", OnePlayer("2", "n"), "player 3's n"),
    ("strategies.first.n", OnePlayer("first", "n"), "player first's n"),
]


@pytest.mark.parametrize(("written", "key", "in_reports"), KEYS)
def test_a_key_is_read_once_and_says_its_names(written: str, key: Key, in_reports: str) -> None:
    assert read_key(written) == key
    assert key.name == written
    assert key.heading == heading(written) == in_reports
    assert is_of_players(written) == (not isinstance(key, RuleKey))
    assert rule_of(written) == (key.rule if isinstance(key, RuleKey) else None)


@pytest.mark.parametrize("written", ["length", "rules", "rules.", "rule.board", "strategy.", "players.0", ""])
def test_anything_else_names_variants(written: str) -> None:
    assert read_key(written) is None
    assert heading(written) == written
    assert not is_of_players(written)


def test_a_player_has_a_number_only_if_it_is_one() -> None:
    assert [OnePlayer(player).number for player in ("0", "11", "first", "-1", "")] == [
        0,
        11,
        None,
        None,
        None,
    ]


def test_levels_of_the_dial_are_said_in_words() -> None:
    assert level_in_words("strategies.1.overlooks", 0.25) == "player 2's 25 % of moves overlooked"
    assert level_in_words("strategy.overlooks", 0) == "no moves overlooked"
