"""Whole games in words, kept as files: a change in rules, chance, strategy or story is seen.

Renew them on purpose: ``SIMKIT_RENEW=1 pytest tests/games tests/strategies``, and read the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from simkit.engine.play.match import Match
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.games.nautilion.rules import events, state
from simkit.plugins import find_game, strategies_of
from simkit.testing import check_playthrough

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
    check_playthrough(match, number, GOLDEN / f"{file}.txt")


def test_every_event_and_every_move_that_the_rules_know_is_declared() -> None:
    """That each occurs and has its words is seen by `check_game`."""
    game = find_game("nautilion")
    numbers = {value for key, value in vars(events).items() if key.isupper() and key != "REEF_TOKEN"}
    assert {kind.number for kind in game.events} == numbers
    assert {kind.number for kind in game.moves} == set(range(state.BEGIN + 1))
