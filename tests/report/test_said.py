"""Sentences of page one are read once: shares in percentage points, a setting that is the talk not again."""

from __future__ import annotations

from pathlib import Path

import pytest

from simkit import Quantity
from simkit.engine.contract.player import named
from simkit.experiment.factors import THE_SAME, Vocabulary, variant_in_words, with_level
from simkit.plugins import find_game, find_strategy
from simkit.report.stats import POINTS, SHARE, Estimate, Of, wilson
from simkit.report.words import Voice
from simkit.results.claims import Change, Contrast, Level, Several, TooFew, in_turn
from simkit.results.line_ups import ways_of
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import NO_BREAK
from simkit.stats.words import WORTH_PLAYING
from simkit.words.extremes import each_once
from simkit.words.names import Doer, more
from simkit.words.rounding import Titled, as_said
from tests.conftest import RunOf

PIGS = """
name: pigs_in_turn
game: pig
seed: 3
games: 40
strategies: [hold_at, random]
factors: {rules.target: [20, 50], rules.sides: [6, 8]}
"""


@pytest.fixture
def run(run_of: RunOf) -> RunDirectory:
    return run_of(PIGS)


def won(scenario: int, whose: str = "player 0") -> Level:
    share = Estimate(0.6, 0.5, 0.7, 40, "", SHARE)
    return Level(quantities=(Quantity(share, Of("won", (scenario,), whose)),))


def test_a_difference_of_shares_is_one_of_percentage_points() -> None:
    found, wins = Estimate(-0.12, -0.15, -0.09, 40, "", POINTS), Doer("an expert", "wins")
    assert more(found, wins) == "12.0 percentage points less often (9.0 to 15.0)"
    assert (
        more(found, wins, is_alone=False) == "12.0 points less (9.0 to 15.0)"
    )  # both shares stand beside it


def test_a_number_that_two_things_have_is_said_once() -> None:
    assert each_once(["33.3 points", "33.3 points"]) == "both 33.3 points"
    assert each_once(["33.3 points", "12.0 points"]) == "33.3 points and 12.0 points"


def test_a_setting_is_named_where_it_changes(run: RunDirectory) -> None:
    voice = Voice(run)
    same, again, other, back = in_turn([voice.say(won(scenario)) for scenario in (0, 0, 2, 0)])
    assert "with the target at 20 and with 6 sides" in same
    assert "target" not in again and "sides" not in again
    assert "target at 50" in other and "sides" not in other  # which are six, as before
    assert "target at 20" in back


def test_after_words_that_say_no_setting_it_is_named_again(run: RunDirectory) -> None:
    *_, last = in_turn([Voice(run).say(won(0)), "The author says something.", Voice(run).say(won(0))])
    assert "target at 20" in last


def test_what_is_compared_over_settings_leaves_none_as_the_talk(run: RunDirectory) -> None:
    both = Several(tuple(Change(above(scenario)) for scenario in (0, 2)), 2)
    *_, last = in_turn([Voice(run).say(level) for level in (won(0), both, won(0))])
    assert "target at 20" in last and "sides" not in last


def above(scenario: int, whose: str = "seat 0") -> Contrast:
    return Contrast(((Of("won", (scenario,), whose), 1.0),), -0.5)


def test_whoever_wins_more_than_is_fair_is_named_if_it_is_the_same_everywhere(run: RunDirectory) -> None:
    same = Several(tuple(Change(above(scenario)) for scenario in range(4)), 3)
    assert Voice(run).say(same).startswith("Seat 1 wins more often than is fair in at least 3 of 4 settings")
    other = Several((Change(above(0)), Change(above(1, "seat 1"))), 2)
    assert "some seat wins more often than is fair" in Voice(run).say(other)
    opposed = Several((Change(above(0)), Change(-above(1))), 2)
    assert "clearly more or less" in Voice(run).say(opposed)


def test_no_more_games_are_proposed_than_are_worth_playing(run: RunDirectory) -> None:
    def said(margin: float) -> str:
        of = Of("won", (1,), "player 0") - Of("won", (0,), "player 0")
        return Voice(run).say(TooFew((of,), margin, POINTS, 100_000, 0.05))

    assert "would" in said(0.1)
    assert 100_000 * (0.5 / 0.05) ** 2 > WORTH_PLAYING and "would" not in said(0.5)


@pytest.mark.parametrize(
    ("level", "said"),
    [
        ("ten sides", "ten sides"),
        ("no last round", "no last round"),
        ("no injury is a trauma", "'no injury is a trauma'"),
        ("one to six", "the tokens one to six"),
        ("of 70 points", "the tokens of 70 points"),
        ("dear", "the tokens dear"),
        ("cheap tides", "cheap tides"),
        ("tokens by chance", "the tokens by chance"),
        ("flat building costs", "flat building costs"),
        ("storms cost nothing", "'storms cost nothing'"),
        ("none", "no tokens"),
    ],
)
def test_a_variant_is_said_without_quotes_unless_it_is_a_clause(level: str, said: str) -> None:
    assert variant_in_words(level, "tokens") == said


def test_a_variant_that_is_a_clause_is_said_as_one() -> None:
    said = with_level(find_game("pig").knobs, "rule", "storms cost nothing")
    assert said == "when storms cost nothing"


def test_a_share_has_no_decimals_that_are_chance() -> None:
    wide, narrow = wilson(31, 100), wilson(31_200, 100_000)
    assert (f"{as_said(wide)}", f"{as_said(narrow)}") == (f"31{NO_BREAK}% (23 to 41)", f"{narrow}")
    assert as_said(as_said(wide)) == as_said(wide) and f"{wide}" != f"{as_said(wide)}"


def test_a_share_of_which_hardly_anything_is_known_stands_with_its_interval() -> None:
    few, more_of_them = as_said(wilson(3, 6)), as_said(wilson(31, 100))
    assert (f"{few:alone}", f"{more_of_them:alone}") == (f"50{NO_BREAK}% (19 to 81)", f"31{NO_BREAK}%")
    assert f"{as_said(wilson(3, 6), Titled)}" == f"50{NO_BREAK}%"  # the figure shows the interval


def test_the_player_that_a_sentence_is_about_has_its_own_parameter() -> None:
    pig = Vocabulary.of(find_game("pig").knobs, [find_strategy("pig", named("hold_at"), Path())])
    said = [with_level(pig, "strategies.0.n", "25", who) for who in ("", "the other player", THE_SAME)]
    assert said == ["with player 1 holding at 25", "with the other player holding at 25", "holding at 25"]


def test_it_is_known_who_is_made_to_err(run_of: RunOf) -> None:
    erring = PIGS.replace("[hold_at, random]", "[hold_at, {base: random, overlooks: 0.2}]")
    ways = ways_of(run_of(erring))
    assert sorted(way.overlooks for way in ways.values()) == [0.0, 0.2]
