"""What page one answers: its first sentence, word for word, for each kind of question."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from simkit.report.front.answers import answer_of
from simkit.run.store.directory import RunDirectory

RunOf = Callable[..., RunDirectory]

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
}


@pytest.mark.parametrize("kind", FIRST_SENTENCES)
def test_the_first_sentence_is_the_answer(kind: str, run_of: RunOf) -> None:
    experiment, sentence = FIRST_SENTENCES[kind]
    answer = answer_of(run_of(experiment))
    assert answer is not None
    said = answer.sentences[0].replace("\N{NO-BREAK SPACE}", " ")
    assert said == sentence
