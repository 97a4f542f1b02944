"""What page one answers: its first sentence, word for word, for each kind of question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from simkit.report.front.answers import answer_of
from simkit.report.sections.seats import Seats
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import wilson

RunOf = Callable[..., RunDirectory]

TRADERS = """
name: traders
game: night_market
seed: 1
games: 2_000
factors:
  pair:
    bold - careful: {strategies: [bold, careful]}
    bold - random: {strategies: [bold, random]}
    careful - random: {strategies: [careful, random]}
"""

TWO_TRADERS = """
name: two_traders
game: night_market
seed: 1
games: 2_000
strategies: [careful, bold]
question: players
"""

YACHT_ALONE = """
name: yacht_alone
game: yacht
seed: 1
games: 300
factors:
  strategy: [random, simple]
"""

PIG_BEGINS = """
name: pig_begins
game: pig
seed: 1
games: {games}
strategies: [hold_at, hold_at]
question: seats
"""

SETTING_COMPETITIVE = """
name: setting_competitive
seed: 3
games: 300
game: pig
strategy: hold_at
"""

SETTING_DIFFERENT_PLAYERS = """
name: setting_different_players
seed: 3
games: 300
game: night_market
strategies: [bold, careful]
"""

SETTING_POINTS = """
name: setting_points
seed: 3
game: yacht
games: 100
strategy: simple
"""

CHANGE_SOLO = """
name: change_solo
seed: 3
game: nautilion
games: 600
factors: {rules.spell_cost_tide: [2, 1], strategy: [novice, planner, expert]}
"""

CHANGE_COMPETITIVE = """
name: change_competitive
seed: 3
games: 300
game: night_market
factors: {rules.charms: [1, 3], strategy: [bold, careful]}
"""

CHANGE_VARIANTS = """
name: change_variants
seed: 3
games: 300
game: nautilion
factors:
  alternative:
    as printed: {}
    reserve 1: {rules.reserve: 1}
    Tides for 1: {rules.spell_cost_tide: 1}
    Whirlwind free: {rules.spell_cost_whirlwind: 0}
    mercenaries 5: {rules.mercenary_count: 5}
  strategy: [planner, expert]
"""

NUMBER_SOLO = """
name: number_solo
seed: 3
games: 300
game: nautilion
factors: {rules.reserve: [0, 1, 2, 3, 4, 6], strategy: [novice, planner, expert]}
"""

NUMBER_COMPETITIVE = """
name: number_competitive
seed: 3
games: 300
game: night_market
strategies: [bold, careful]
factors: {rules.purse: [0, 3, 6]}
"""

NUMBER_POINTS = """
name: number_points
seed: 3
game: yacht
games: 100
strategy: simple
factors: {rules.rolls: [1, 2, 3]}
"""

NUMBER_OF_A_PLAYER = """
name: number_of_a_player
seed: 3
game: pig
games: 1_000
strategies: [hold_at, {name: hold_at, parameters: {n: 20}}]
factors: {strategies.0.n: [5, 10, 20, 30, 60]}
"""

PIG_COMPONENTS = """
name: pig_components
game: pig
seed: 1
games: 300
strategies: [hold_at, hold_at]
factors:
  component:
    as printed: {}
    a four-sided die: {rules.sides: 4}
    a game to 50: {rules.target: 50}
"""

PIG_MISTAKES = """
name: pig_mistakes
game: pig
seed: 1
games: 300
strategies: [hold_at, hold_at]
factors:
  strategies.0.overlooks: [0, 0.1, 0.5]
"""

YACHT_MISTAKES = """
name: yacht_mistakes
game: yacht
seed: 1
games: 300
strategy: simple
factors:
  strategy.overlooks: [0, 0.2, 0.5]
"""

CARDS = """
name: cards
game: nautilion
seed: 1
games: 300
strategy: novice
rules: {expansions: darkhouse}
question: components
factors:
  cards:
    all cards: {}
    without 1 (a card is played twice): {rules.darkhouse_cards: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}
    without 7 (the Nautilion goes backwards): {rules.darkhouse_cards: [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12]}
"""

EXPANSIONS = """
name: expansions
game: nautilion
seed: 1
games: 300
rules: {board: A2}  # no ceilings are recorded on it
factors:
  rules.expansions: [none, mages, reefs, mages+reefs]
  rules.reserve: [2, 4]
  strategy: [novice, greedy]
"""

FIRST_SENTENCES = {
    "components, in points": (
        PIG_COMPONENTS,
        "'A game to 50' changes most: with it the mean score of two casual players is 42.5 "
        "lower (41.3 to 43.7).",
    ),
    "mistakes of one player": (
        PIG_MISTAKES,
        "Overlooking one move in ten takes a casual player (hold_at) from 49.0 % (43.4 to 54.6) to "
        "26.0 % (21.4 to 31.2) of games won.",
    ),
    "mistakes, in points": (
        YACHT_MISTAKES,
        "Overlooking one move in five takes a casual player from a mean score of 222.5 "
        "(215.1 to 230.0) to 169.9 (164.1 to 175.6).",
    ),
    "components that are left out": (
        CARDS,
        "7 (the Nautilion goes backwards) does most harm: without it a first-time player "
        "wins 2.7 points more often (0.6 to 4.7).",
    ),
    "combinations": (
        EXPANSIONS,
        "With Mages and Reefs a beginner wins 5.7 % (3.6 to 8.9) of games, with no "
        "expansions 17.0 % (13.2 to 21.7) (reserve 4).",
    ),
    "players of a round robin": (
        TRADERS,
        "A casual player (bold) is best: it wins 60.2 % (58.4 to 61.9; fair: 50.0) of games against the "
        "others.",
    ),
    "two players": (
        TWO_TRADERS,
        "A casual player (bold) is better than a casual player (careful): it wins 58.2 % (56.0 to 60.3; "
        "fair: 50.0) of games.",
    ),
    "players alone, in points": (
        YACHT_ALONE,
        "A casual player has a mean score of 222.5 (215.1 to 230.0), a player that moves at random "
        "45.5 (43.5 to 47.4).",
    ),
    "seats that matter": (
        PIG_BEGINS.replace("{games}", "4_000"),
        "Yes, the seat matters: seat 1 of two casual players wins 52.6 % (51.1 to 54.2; fair: "
        "50.0) of games.",
    ),
    "seats that may not matter": (
        PIG_BEGINS.replace("{games}", "300"),
        "Not as far as these games tell: among casual players no seat wins more than 8.1 points "
        "above or below the fair share, by the intervals.",
    ),
    "setting, competitive": (
        SETTING_COMPETITIVE,
        "The first of two casual players (hold_at) wins 57.3 % (51.7 to 62.8) of games, where 50.0 "
        "% is fair.",
    ),
    "setting, different players": (
        SETTING_DIFFERENT_PLAYERS,
        "A casual player (bold) against careful wins 52.0 % (46.4 to 57.6) of games.",
    ),
    "setting, points": (SETTING_POINTS, "A casual player (simple) has a mean score of 219 (203 to 234)."),
    "change, solo": (
        CHANGE_SOLO,
        "With the price of an Artificial Tide at 1 instead of 2 an experienced player (planner) wins 75.8 % "
        "of games instead of 68.8: 7.0 points more (3.6 to 10.4); a first-time player (novice) does not gain "
        "(0.0 points, -0.5 to +0.5).",
    ),
    "change, competitive": (
        CHANGE_COMPETITIVE,
        "With 3 charms instead of 1 the first of two casual players (bold) wins 51.3 % of games instead of "
        "54.7: -3.3 points (-7.6 to +0.9), which may be chance in 300 games, where 50.0 % is fair.",
    ),
    "change, variants": (
        CHANGE_VARIANTS,
        "Of 4 changes only 'reserve 1' clearly harms an experienced player (planner): 43.7 % of games "
        "instead of 70.3, 26.7 points less (20.1 to 33.3).",
    ),
    "number, solo": (
        NUMBER_SOLO,
        "With the reserve at 6 tokens instead of 0 an expert wins 98.0 % of games instead of 62.3: 35.7 "
        "points more (30.1 to 41.3).",
    ),
    "number, competitive": (
        NUMBER_COMPETITIVE,
        "Purse makes no clear difference from 0 to 6: a casual player (bold) against careful wins "
        "56.0 % of games with 6 instead of 51.0, +5.0 points (-0.6 to +10.6).",
    ),
    "number, points": (
        NUMBER_POINTS,
        "With 3 rolls instead of 1 a casual player (simple) has a mean score of 219 instead of "
        "116.0: 103 more (87 to 119).",
    ),
    "number, of a player": (
        NUMBER_OF_A_PLAYER,
        "A casual player (hold_at) against hold_at (n 20) wins most with player 1's n at 20, 47.6 % "
        "(44.5 to 50.7) of games; with 60 it is 17.0 points less (13.5 to 20.5).",
    ),
}


@pytest.mark.parametrize("kind", FIRST_SENTENCES)
def test_the_first_sentence_is_the_answer(kind: str, run_of: RunOf) -> None:
    experiment, sentence = FIRST_SENTENCES[kind]
    answer = answer_of(run_of(experiment))
    assert answer is not None
    said = answer.sentences[0].replace("\N{NO-BREAK SPACE}", " ").replace("\N{MINUS SIGN}", "-")
    assert said == sentence
    assert len(answer.sentences) <= 3
    assert len(answer.key_figures) <= 4


def with_shares(
    run_of: RunOf, monkeypatch: pytest.MonkeyPatch, shares: dict[int, tuple[int, int]]
) -> Sequence[str]:
    """Return what is said if seats win these numbers of 100 games among bold (0) and careful players (1)."""
    run = run_of(
        "name: openings\nseed: 1\ngame: night_market\ngames: 100\nquestion: seats\n"
        "factors: {strategy: [bold, careful]}\n"
    )
    read = Seats.read.__func__  # type: ignore[attr-defined]

    def as_given(cls: type[Seats], *given: Any, **named: Any) -> Seats:
        found: Seats = read(cls, *given, **named)
        for scenario, places in found.places.items():
            won = [wilson(own, 100) for own in shares[scenario]]
            found.places[scenario] = [
                replace(own, share=share, wide=share) for own, share in zip(places, won, strict=True)
            ]
        return found

    monkeypatch.setattr(Seats, "read", classmethod(as_given))
    answer = answer_of(run)
    assert answer is not None
    return [own.replace("\N{NO-BREAK SPACE}", " ") for own in answer.sentences]


def test_a_place_that_helps_one_kind_of_player_and_harms_another_depends_on_play(
    run_of: RunOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = with_shares(run_of, monkeypatch, {0: (40, 60), 1: (60, 40)})
    assert first == (
        "Which seat wins depends on how they play: seat 1 among two casual players (bold) wins 40.0 % (30.9 "
        "to 49.8; fair: 50.0) of games, among two casual players (careful) 60.0 % (50.2 to 69.1; fair: 50.0)."
    )
    assert (
        second == "So it is how they play that makes this seat good or bad."
    )  # of the others it says nothing


def test_beside_a_place_that_depends_on_play_stands_one_that_does_not(
    run_of: RunOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, second = with_shares(run_of, monkeypatch, {0: (30, 35), 1: (80, 30)})
    assert second == "Seat 2 of two wins less than the fair share with every kind of player tried."
