"""What page one answers: its first sentence, word for word, for each kind of question."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from simkit.report.front.answers import answer_of
from simkit.run.store.directory import RunDirectory

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
factors:
  rules.expansions: [none, mages, reefs, mages+reefs]
  rules.reserve: [2, 4]
  strategy: [novice, greedy]
"""

FIRST_SENTENCES = {
    "components, in points": (
        PIG_COMPONENTS,
        "'A game to 50' changes most: with it the mean score of two casual players (hold_at) is 42.5 "
        "lower (41.3 to 43.7).",
    ),
    "mistakes of one player": (
        PIG_MISTAKES,
        "Overlooking one move in ten takes a casual player (hold_at) from 49.0 % (43.4 to 54.6) to "
        "26.0 % (21.4 to 31.2) of games won.",
    ),
    "mistakes, in points": (
        YACHT_MISTAKES,
        "Overlooking one move in five takes a casual player (simple) from a mean score of 222.5 "
        "(215.1 to 230.0) to 169.9 (164.1 to 175.6).",
    ),
    "components that are left out": (
        CARDS,
        "7 (the Nautilion goes backwards) does most harm: without it a first-time player (novice) "
        "wins 2.7 points more often (0.6 to 4.7).",
    ),
    "combinations": (
        EXPANSIONS,
        "With Mages and Reefs a beginner (greedy) wins 5.7 % (3.6 to 8.9) of games, with no "
        "expansions 20.3 % (16.2 to 25.2) (reserve 4).",
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
        "A casual player (simple) has a mean score of 222.5 (215.1 to 230.0), a player that moves at random "
        "45.5 (43.5 to 47.4).",
    ),
    "seats that matter": (
        PIG_BEGINS.replace("{games}", "4_000"),
        "Yes, the seat matters: seat 1 of two casual players (hold_at) wins 52.6 % (51.1 to 54.2; fair: "
        "50.0) of games.",
    ),
    "seats that may not matter": (
        PIG_BEGINS.replace("{games}", "300"),
        "Not as far as these games tell: among casual players (hold_at) no seat wins more than 8.1 points "
        "above or below the fair share, by the intervals.",
    ),
}


@pytest.mark.parametrize("kind", FIRST_SENTENCES)
def test_the_first_sentence_is_the_answer(kind: str, run_of: RunOf) -> None:
    experiment, sentence = FIRST_SENTENCES[kind]
    answer = answer_of(run_of(experiment))
    assert answer is not None
    said = answer.sentences[0].replace("\N{NO-BREAK SPACE}", " ")
    assert said == sentence
