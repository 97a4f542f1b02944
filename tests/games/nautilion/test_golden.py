"""Whole games in words, kept as files: a change in rules, chance, strategy or story is seen.

Renew them on purpose: ``SIMKIT_RENEW=1 pytest tests/games tests/strategies``, and read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from simkit.engine.match import Match
from simkit.engine.playthrough import playthrough
from simkit.games.nautilion import events, state
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.plugins import find_game, strategies_of

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize(
    ("file", "name", "number", "knobs"),
    [
        ("random_A1", "random", 5, {"board": "A1"}),
        ("reference_B1", "reference", 2, {"board": "B1"}),
        ("expert_C2", "expert", 8, {"board": "C2"}),
        ("reference_all", "reference", 123, {"expansions": "all"}),
        ("expert_all", "expert", 245, {"expansions": "all"}),
        ("random_all_two", "random", 109, {"expansions": "all", "players": 2, "reserve": 6}),
        ("expert_all_two", "expert", 19, {"expansions": "all", "players": 2}),
    ],
)
def test_playthrough(file: str, name: str, number: int, knobs: dict[str, object]) -> None:
    game = find_game("nautilion")
    chosen = NautilionKnobs(**knobs)
    match = Match(game, chosen, (strategies_of("nautilion")[name],) * game.seats_under(chosen), seed=2016)
    told = "\n".join(playthrough(match, number)) + "\n"
    path = GOLDEN / f"{file}.txt"
    if os.environ.get("SIMKIT_RENEW"):
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")


def test_every_move_can_be_described() -> None:
    game = find_game("nautilion")
    match = Match(game, NautilionKnobs(reserve=9), (strategies_of("nautilion")["random"],), seed=1)
    words = {
        game.story.describe(game, step.move)
        for n in range(30)
        for step in match.walk(n)
        if step.move is not None
    }
    assert {
        "no more spells",
        "Repetitive Whirlwind",
        "Aquatic Translation",
        "discard from the reserve",
    } <= words
    assert any(word.startswith("Artificial Tide: the second die to a ") for word in words)


def test_every_event_and_every_move_of_the_expansions_has_a_sentence() -> None:
    """Every kind of event and move of the game occurs in these games, and has its words."""
    game = find_game("nautilion")
    told, moved = set(), set()
    for name, players in (("random", 2), ("reference", 1), ("expert", 1)):
        knobs = NautilionKnobs(
            expansions="all", players=players, reserve=9, phantom_harpoons=0, mercenary_harpoons=0
        )
        match = Match(game, knobs, (strategies_of("nautilion")[name],) * players, seed=3)
        for number in range(80):
            for step in match.walk(number):
                told |= set(step.events["kind"].tolist())
                game.story.tell(game, step.state, match.rules, step.events)
                if step.move is not None:
                    moved.add(int(step.move.kind))
                    assert game.story.describe(game, step.move)
    numbers = {value for key, value in vars(events).items() if key.isupper() and key != "REEF_TOKEN"}
    assert told == numbers
    assert moved == set(range(state.CARD_OUT + 1))
