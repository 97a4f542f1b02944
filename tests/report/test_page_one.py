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

FIRST_SENTENCES = {
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
