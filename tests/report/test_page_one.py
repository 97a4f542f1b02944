"""What page one says of small experiments: the first sentence answers what was asked, word for word.

Each experiment asks one kind of question.  The sentences are those of a few hundred games; a change of any
of them is seen here, and is to be read aloud.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from simkit.experiment.file.load import load_experiment
from simkit.report.document.blocks import InShort
from simkit.report.front.answers import answer_of
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory

Played = Callable[[str], RunDirectory]

ASKED = {
    "setting, competitive": """
        game: pig
        strategy: hold_at
        """,
    "setting, different players": """
        game: night_market
        strategies: [bold, careful]
        """,
    "setting, points": """
        game: yacht
        games: 100
        strategy: simple
        """,
    "change, solo": """
        game: nautilion
        games: 600
        factors: {rules.spell_cost_tide: [2, 1], strategy: [novice, planner, expert]}
        """,
    "change, competitive": """
        game: night_market
        factors: {rules.charms: [1, 3], strategy: [bold, careful]}
        """,
    "change, variants": """
        game: nautilion
        factors:
          alternative:
            as printed: {}
            reserve 1: {rules.reserve: 1}
            Tides for 1: {rules.spell_cost_tide: 1}
            Whirlwind free: {rules.spell_cost_whirlwind: 0}
            mercenaries 5: {rules.mercenary_count: 5}
          strategy: [planner, expert]
        """,
    "number, solo": """
        game: nautilion
        factors: {rules.reserve: [0, 1, 2, 3, 4, 6], strategy: [novice, planner, expert]}
        """,
    "number, competitive": """
        game: night_market
        strategies: [bold, careful]
        factors: {rules.purse: [0, 3, 6]}
        """,
    "number, points": """
        game: yacht
        games: 100
        strategy: simple
        factors: {rules.rolls: [1, 2, 3]}
        """,
    "number, of a player": """
        game: pig
        games: 1_000
        strategies: [hold_at, {name: hold_at, parameters: {n: 20}}]
        factors: {strategies.0.n: [5, 10, 20, 30, 60]}
        """,
}

FIRST = {
    "setting, competitive": (
        "The first of two casual players (hold_at) wins 57.3 % (51.7 to 62.8) of games, where 50.0 % is fair."
    ),
    "setting, different players": (
        "A casual player (bold) against careful wins 52.0 % (46.4 to 57.6) of games."
    ),
    "setting, points": ("A casual player (simple) has a mean score of 219 (203 to 234)."),
    "change, solo": (
        "With spell_cost_tide 1 instead of 2 no difference shows in 300 games: an experienced "
        "player (planner) wins 76.0 % of games instead of 70.3: 5.7 points more (1.0 to 10.3)."
    ),
    "change, competitive": (
        "With charms 3 instead of 1 no difference shows in 300 games: the first of two casual "
        "players (bold) wins 51.3 % of games instead of 54.7: -3.3 points (-7.6 to +0.9), where "
        "50.0 % is fair."
    ),
    "change, variants": (
        "Of 4 changes only 'reserve 1' harms an experienced player (planner): 43.7 % of games "
        "instead of 70.3, 26.7 points less (20.1 to 33.3)."
    ),
    "number, solo": (
        "With reserve 6 instead of 0 an expert wins 98.0 % of games instead of 62.3: 35.7 points "
        "more (30.1 to 41.3), almost all of it up to 4."
    ),
    "number, competitive": (
        "Purse makes no clear difference from 0 to 6: a casual player (bold) against careful wins "
        "56.0 % of games with 6 instead of 51.0, +5.0 points (-0.6 to +10.6)."
    ),
    "number, points": (
        "With rolls 3 instead of 1 a casual player (simple) has a mean score of 219 instead of "
        "116.0: 103 more (87 to 119)."
    ),
    "number, of a player": (
        "A casual player (hold_at) against hold_at (n 20) wins most with player 1's n 30, 43.5 % "
        "(40.5 to 46.6) of games; with 60 it is 12.9 points less (9.9 to 15.9)."
    ),
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Return a function that plays one of these experiments, each once."""
    runs: dict[str, RunDirectory] = {}

    def play(asked: str) -> RunDirectory:
        if asked not in runs:
            folder: Path = tmp_path_factory.mktemp("page_one")
            text = ASKED[asked].replace("\n        ", "\n")
            games = "" if "games:" in text else "games: 300\n"
            head = f"name: asked\ntitle: {asked}\nseed: 3\n{games}report: none"
            (folder / "asked.yaml").write_text(f"{head}{text}", encoding="utf-8")
            runs[asked] = run_experiment(load_experiment(folder / "asked.yaml"), folder / "run", jobs=1)
        return runs[asked]

    return play


def answered(run: RunDirectory) -> InShort:
    answer = answer_of(run)
    assert answer is not None
    return answer


def plain(words: str) -> str:
    return words.replace("\N{NO-BREAK SPACE}", " ").replace("\N{MINUS SIGN}", "-")


@pytest.mark.parametrize("asked", FIRST)
def test_the_first_sentence_is_the_answer(played: Played, asked: str) -> None:
    assert plain(answered(played(asked)).sentences[0]) == FIRST[asked]


@pytest.mark.parametrize("asked", ASKED)
def test_page_one_is_short(played: Played, asked: str) -> None:
    answer = answered(played(asked))
    assert asked in FIRST
    assert 1 <= len(answer.sentences) <= 3
    assert 1 <= len(answer.key_figures) <= 4
    for sentence in answer.sentences:
        assert sentence.count(" to ") - sentence.count(" up to ") <= 3, sentence
        assert sentence.endswith(".") and sentence[0] == sentence[0].upper()
    assert answer.figure is not None
    assert answer.figure.name == "answer"
