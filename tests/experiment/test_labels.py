"""Factors, levels and changes stand in sentences as a designer says them, by the labels of rules."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import simkit
from simkit import BadInput
from simkit.content.mapping import read_mapping
from simkit.engine.contract.knobs import PLAYERS, words_of
from simkit.experiment.factors import Vocabulary, label, level_in_words, so_in_words, with_change, with_level
from simkit.experiment.file.load import Overrides, read_experiment
from simkit.game import Knobs, Parameter, knob
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.games.nautilus_2002.knobs import Nautilus2002Knobs
from simkit.plugins import working_games
from simkit.report.words import short_label
from simkit.testing import find_game

SHIPPED = sorted(Path("experiments").glob("*.yaml"))
TIDE, RESERVE = "rules.spell_cost_tide", "rules.reserve"


class StrangersKnobs(Knobs):
    """Rules of a game whose author wrote no labels."""

    spell_cost_tide: int = knob(2, "what a tide costs", "published")
    limit: int | None = knob(None, "the most tides", "published")
    with_dragons: bool = knob(False, "whether dragons fly", "published")
    who_wins: str = knob("first", "the winner of a tie", "published", choices=("first", "last"))
    weights: tuple[int, ...] = knob((1, 2, 3), "what cards weigh", "published", min_length=3, max_length=3)
    tribes: frozenset[str] = knob(frozenset({"elves", "orcs"}), "who takes part", "published")
    penalty: float = knob(0.5, "what a slip costs", "published", label="the penalty", unit="penny/pence")


@pytest.mark.parametrize("name", working_games())
def test_every_rule_of_a_game_that_is_shipped_has_a_label(name: str) -> None:
    knobs = find_game(name).knobs
    for rule, field in knobs.model_fields.items():
        extra: Any = field.json_schema_extra
        own = words_of(knobs, rule).label
        assert extra["label"] or rule == PLAYERS, rule
        assert "_" not in own and own == own.strip() and not own.endswith("."), rule


@pytest.mark.parametrize("name", working_games())
def test_no_sentence_about_a_rule_that_is_shipped_has_an_identifier(name: str) -> None:
    knobs = find_game(name).knobs
    rules = knobs()
    for rule in knobs.model_fields:
        words = words_of(knobs, rule)
        assert "_" not in words.label
        for value in [getattr(rules, rule), *list(rules.others(rule))[:2]]:
            level = str(value).lower() if isinstance(value, bool) else str(value)
            if isinstance(value, (int, str)) and "_" not in words.level(level).replace(level, ""):
                said = words.level(level)
                assert re.match("(with|without|on|when|by) ", said), said
                assert "{}" not in said


SAID = [
    (NautilionKnobs, TIDE, "1", "2", "with the price of an Artificial Tide at 1 instead of 2"),
    (NautilionKnobs, RESERVE, "1", "6", "with the reserve at 1 token instead of 6"),
    (NautilionKnobs, "rules.board", "B1", "A1", "on board B1 instead of A1"),
    (NautilionKnobs, "rules.players", "2", "1", "with 2 players instead of 1"),
    (NautilionKnobs, "rules.expansions", "heroic", "none", "with Heroic"),
    (NautilionKnobs, "rules.expansions", "mages+heroic", "mages", "with Mages and Heroic instead of Mages"),
    (NautilionKnobs, "rules.expansions", "[heroic, mages]", "none", "with Heroic and Mages"),
    (NautilionKnobs, "rules.expansions", "none", "mages", "without expansions instead of with Mages"),
    (Nautilus2002Knobs, "rules.end_three", "false", "true", "without the end after pieces 13, 14 and 15"),
    (Nautilus2002Knobs, "rules.extra_rounds", "2", "1", "with 2 extra rounds instead of 1"),
    (NautilionKnobs, "strategy", "expert", "novice", "with expert playing instead of novice"),
    (NautilionKnobs, "strategies", "a - b", "b - a", "with a and b playing instead of b and a"),
    (NautilionKnobs, "strategies.0", "expert", "novice", "with expert as player 1 instead of novice"),
    (NautilionKnobs, "strategies.0.n", "4", "3", "with player 1's n at 4 instead of 3"),
    (NautilionKnobs, "strategy.overlooks", "0.1", "0", "with 10 % of moves overlooked instead of none"),
    (NautilionKnobs, "restrict.expert", "[no tides]", "[]", "with no tides for expert instead of every move"),
    (NautilionKnobs, "tides", "cheap tides", "as printed", "with cheap tides instead of as printed"),
    (NautilionKnobs, "headland", "10", "16", "with the headland at 10 instead of 16"),
    (StrangersKnobs, TIDE, "1", "2", "with the spell cost tide at 1 instead of 2"),
    (StrangersKnobs, "rules.limit", "3", "null", "with the limit at 3 instead of the limit left open"),
    (StrangersKnobs, "rules.with_dragons", "true", "false", "with the with dragons"),
    (StrangersKnobs, "rules.who_wins", "last", "first", "with the who wins set to last instead of first"),
    (StrangersKnobs, "rules.weights", "[3, 2]", "[1, 2]", "with the weights at 3 and 2 instead of 1 and 2"),
    (StrangersKnobs, "rules.tribes", "[elves]", "[orcs]", "with elves of the tribes instead of orcs"),
    (StrangersKnobs, "rules.penalty", "1", "0.5", "with the penalty at 1 penny instead of 0.5"),
    (StrangersKnobs, "rules.penalty", "2.5", "1", "with the penalty at 2.5 pence instead of 1"),
    (StrangersKnobs, "rules.no_such_rule", "1", "2", "with the no such rule at 1 instead of 2"),
]  # fmt: skip


@pytest.mark.parametrize(("knobs", "factor", "level", "base", "said"), SAID)
def test_a_change_reads_as_a_designer_says_it(
    knobs: type[Knobs], factor: str, level: str, base: str, said: str
) -> None:
    assert with_change(knobs, factor, level, base) == said
    assert said.startswith(with_level(knobs, factor, level))


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_every_factor_of_the_experiments_that_are_shipped_is_said_without_its_key(file: Path) -> None:
    experiment = simkit.experiment(file)
    knobs = experiment.game.knobs
    for factor in experiment.varied:
        base, *others = [level.label for level in factor.levels]
        is_rule = factor.name.startswith("rules.")
        for words in (label(knobs, factor.name), short_label(knobs, factor.name)):
            assert words and not (is_rule and "_" in words)
        for level in others:
            for said in (with_change(knobs, factor.name, level, base), with_level(knobs, factor.name, level)):
                assert re.match("(with|without|on|when|by) ", said)
                assert "with with" not in said
                assert not (is_rule and "_" in said)


HOLD = Parameter("n", 20, 1, 99, "when to hold", said="holding at {}")
SELFISH = Parameter("selfishness", 0, 0, 1, "how far only own points count")
SLOW = Parameter("last_copy", 3, 0, 9, "what the last copy is worth", "the worth of the last copy")
PLAYOUTS = Parameter("playouts", 64, 0, 9999, "tries", said="with {} play-outs")

OF_PLAYERS = [
    ("strategies.0.n", "25", "20", "with player 1 holding at 25 instead of 20", "player 1 holding at 25"),
    ("strategy.n", "25", "20", "with each player holding at 25 instead of 20", "each player holding at 25"),
    ("strategy.selfishness", "1", "0", "with the players' selfishness at 1 instead of 0", "selfishness 1"),
    (
        "strategies.1.last_copy",
        "1",
        "0",
        "with player 2's worth of the last copy at 1 instead of 0",
        "player 2's worth of the last copy 1",
    ),
    ("strategy.playouts", "1024", "0", "with 1,024 play-outs instead of 0", "1,024 play-outs"),
    (
        "strategies.0.playouts",
        "1024",
        "0",
        "with 1,024 play-outs for player 1 instead of 0",
        "1,024 play-outs for player 1",
    ),
]


def called(*parameters: Parameter) -> Vocabulary:
    return Vocabulary.of(NautilionKnobs, [SimpleNamespace(parameters=parameters)])  # type: ignore[list-item]


@pytest.mark.parametrize(("factor", "level", "base", "change", "short"), OF_PLAYERS)
def test_how_players_play_reads_as_a_designer_says_it(
    factor: str, level: str, base: str, change: str, short: str
) -> None:
    words = called(HOLD, SELFISH, SLOW, PLAYOUTS)
    assert with_change(words, factor, level, base) == change
    assert level_in_words(factor, level, words) == short


@pytest.mark.parametrize(
    ("parameter", "said"), [("n", "holding at 25"), ("selfishness", "with selfishness 25")]
)
def test_a_player_is_told_by_how_it_plays(parameter: str, said: str) -> None:
    words = called(HOLD, SELFISH)
    assert so_in_words(words, parameter, 25.0) == said


def test_a_heading_has_no_article_and_a_list_says_a_level_in_few_words() -> None:
    assert short_label(NautilionKnobs, TIDE) == "price of an Artificial Tide"
    assert level_in_words(TIDE, "1", NautilionKnobs) == "price of an Artificial Tide 1"
    assert level_in_words("rules.board", "A1", NautilionKnobs) == "board A1"
    assert level_in_words(RESERVE, "4", NautilionKnobs) == "reserve 4"
    assert level_in_words("rules.players", "1", NautilionKnobs) == "1 player"
    assert level_in_words("rules.expansions", "none", NautilionKnobs) == "no expansions"
    assert level_in_words("rules.end_all", "false", Nautilus2002Knobs).startswith("no end with")


def test_a_label_that_is_no_text_is_refused() -> None:
    with pytest.raises(BadInput, match="label, unit and said are words, found 3"):
        knob(1, "what it is", "published", label=3)  # type: ignore[arg-type]


@given(
    rule=st.sampled_from(sorted(StrangersKnobs.model_fields)), level=st.text(), base=st.text(), own=st.text()
)
def test_any_label_of_a_level_can_be_said(rule: str, level: str, base: str, own: str) -> None:
    for factor in (f"rules.{rule}", own, f"strategy.{own}", f"strategies.{own}", f"restrict.{own}"):
        assert with_change(StrangersKnobs, factor, level, base)
        assert with_level(StrangersKnobs, factor, level)
        assert level_in_words(factor, level, StrangersKnobs) is not None


def test_a_factor_called_like_the_label_of_a_rule_that_is_varied_is_refused() -> None:
    """Tables of a report would have two columns of one name."""
    own = {"price of an Artificial Tide": {"low": {}, "high": {"rules.reserve": 2}}, TIDE: [1, 2]}
    experiment = {"name": "twice", "game": "nautilion", "strategy": "expert", "games": 10, "factors": own}
    with pytest.raises(BadInput, match="both 'price of an Artificial Tide'; choose another name"):
        read_experiment(read_mapping(experiment, "twice"), Path(), Overrides())
