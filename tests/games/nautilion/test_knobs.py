"""Every knob of Nautilion is load-bearing, and so is every card."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from simkit.games.nautilion.box import BOX
from simkit.games.nautilion.expansions import EXPANSIONS
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.testing import Match, find_game, moves_an_outcome, strategies_of

NAUTILION = find_game("nautilion")
ALL: dict[str, Any] = {"expansions": "all"}
SOME = [strategies_of("nautilion")[name] for name in ("expert", "random", "planner")]

NAMES = list(NautilionKnobs.model_fields)
BASE_GAME = [*NAMES[: NAMES.index("players") + 1], "turn_cap"]


@pytest.mark.parametrize("knob", BASE_GAME)
def test_the_base_games_knobs_move_the_base_game(knob: str) -> None:
    others = NautilionKnobs().others(knob)
    assert any(moves_an_outcome(NAUTILION, SOME, {}, {knob: value}) for value in others)


@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_every_expansion_moves_the_base_game(expansion: str) -> None:
    assert moves_an_outcome(NAUTILION, SOME, {}, {"expansions": expansion})


@pytest.mark.parametrize("card", BOX.darkhouse_cards)
def test_every_darkhouse_card_counts(card: int) -> None:
    without = sorted(set(BOX.darkhouse_cards) - {card})
    assert moves_an_outcome(NAUTILION, SOME, ALL, {"darkhouse_effects": {card: "nothing"}})
    assert moves_an_outcome(NAUTILION, SOME, ALL, {"darkhouse_cards": without})


@pytest.mark.parametrize("card", BOX.heroic_cards)
def test_every_heroic_card_counts(card: int) -> None:
    without = sorted(set(BOX.heroic_cards) - {card})
    assert moves_an_outcome(NAUTILION, SOME, ALL, {"heroic_effects": {card: "nothing"}})
    assert moves_an_outcome(NAUTILION, SOME, ALL, {"heroic_cards": without})


@pytest.mark.parametrize(
    ("knobs", "message"),
    [
        ({"expansions": "mags"}, "did you mean"),
        ({"expansions": "all+mages"}, "'all' stands alone"),
        ({"expansions": ["none"]}, "'none' stands alone"),
        ({"expansions": ["reefs", "dark"]}, "expansion"),
        ({"crew_copies": [6] * 9, "expansions": "all"}, "allowed: 62"),
        ({"expansions": "darkhouse", "darkhouse_cards": [1, 2, 3, 10]}, "needs 4 red cards, found 3"),
        ({"nautilion_start": 30, "phantom_start": 7}, "phantom_start: found 7, allowed is 6 at most"),
        ({"darkhouse_effects": {1: "play_thrice"}}, "did you mean"),
        ({"heroic_effects": {1: "no_discard"}}, "did you mean"),
    ],
)
def test_knobs_that_make_no_sense(knobs: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        NautilionKnobs(**knobs)


def test_expansions_may_be_written_in_words() -> None:
    assert NautilionKnobs(expansions="mages+reefs").expansions == frozenset({"mages", "reefs"})
    assert NautilionKnobs(expansions="none").expansions == frozenset()
    assert NautilionKnobs(expansions="all").expansions == frozenset(EXPANSIONS)


def test_the_figures_begin_where_the_rules_say() -> None:
    knobs = NautilionKnobs(nautilion_start=3, phantom_start=6)
    state = next(iter(Match(NAUTILION, knobs, (SOME[0],), seed=1).walk(0))).state
    assert (state.table.nautilion, state.table.phantom) == (3, 31)
    assert (state.table.path[1:37] > 0).all()


def test_the_list_of_rules_says_which_cards_are_ones_own() -> None:
    for rule in ("darkhouse_cards", "heroic_cards"):
        described = NautilionKnobs.model_fields[rule].description or ""
        assert "13 to 16 only with cards of your own" in described
        with pytest.raises(ValidationError, match="there is no card 13, allowed are 1 to 12"):
            NautilionKnobs.model_validate({rule: [*range(1, 14)]})
