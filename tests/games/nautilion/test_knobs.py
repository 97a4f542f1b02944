"""Every knob of Nautilion is load-bearing, and so is every card."""

from __future__ import annotations

from typing import Any

import pytest

from simkit.engine.play.match import Match
from simkit.games.nautilion.box import BOX
from simkit.games.nautilion.expansions import EXPANSIONS
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.plugins import find_game, strategies_of
from simkit.testing import moves_an_outcome

NAUTILION = find_game("nautilion")
ALL: dict[str, Any] = {"expansions": "all"}
SOME = [strategies_of("nautilion")[name] for name in ("expert", "random", "planner")]

ALTERNATIVES = {
    "board": "C2",
    "ducts": [[n, n + 1] for n in range(1, 9)],
    "add_duct": [5, 9],
    "remove_duct": [5, 8],
    "reserve": 2,
    "nautilion_start": 3,
    "phantom_start": 6,
    "dice_faces": [1, 2, 3, 4],
    "spell_cost_whirlwind": 3,
    "spell_cost_tide": 1,
    "spell_cost_translation": 1,
    "darkhouse_discards_on": [4],
    "crew_copies": [4, 4, 4, 4, 4, 4, 4, 4, 2],
    "players": 2,
    "reserve_two_players_bonus": 1,
    "admirals": [[5, 6, 7, 8, 9], [1, 2, 3, 4, 9]],
    "first_player": "seat_1",
    "expansions": "mages+reefs",
    "mage_copies": [3, 3, 4],
    "mercenary_count": 8,
    "mercenary_harpoons": 3,
    "phantom_harpoons": 3,
    "phantom_capacity": 2,
    "reef_spacing": 4,
    "reef_copies": [8, 5, 5],
    "reef_escape": 4,
    "darkhouse_level": "intro",
    "darkhouse_cards": [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12],
    "darkhouse_effects": {9: "nothing"},
    "darkhouse_more_tokens": 3,
    "darkhouse_fixed_dice": [1, 3, 4],
    "darkhouse_token_price": 1,
    "heroic_revealed": 2,
    "heroic_cards": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    "heroic_effects": {2: "no_discards"},
    "heroic_shield_turns": 3,
    "heroic_recoveries": 3,
    "turn_cap": 11,
    "decision_cap": 30,
}


def test_the_base_games_knobs_move_the_base_game() -> None:
    names = list(ALTERNATIVES)
    for knob in [*names[: names.index("players") + 1], "turn_cap", "decision_cap"]:
        assert moves_an_outcome(NAUTILION, SOME, {}, {knob: ALTERNATIVES[knob]}), knob


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
