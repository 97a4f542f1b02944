"""The strategies of Nautilion: exact moves, the ladder."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import pytest

from simkit.engine.base.columns import stopped_code
from simkit.games.nautilion import state as s
from simkit.games.nautilion.expansions import EXPANSIONS
from simkit.games.nautilion.kinds import Move
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.report.stats import Estimate
from simkit.testing import Match, find_game, strategies_of, wilson
from tests.nautilion_tables import Position

NAUTILION = find_game("nautilion")
LADDER = ["random", "novice", "greedy", "planner", "expert"]
BOARDS = ["A1", "A2", "B1", "B2", "C1", "C2"]


def won(name: str, games: int, **knobs: object) -> Estimate:
    match = Match(NAUTILION, NautilionKnobs(**knobs), (strategies_of("nautilion")[name],), seed=77)
    return wilson(int(match.play(0, games)[0]["won"].sum()), games)


def plan(move: dict[str, int]) -> tuple[int, int, int]:
    return move["darkhouse"], move["phantom"], move["nautilion"]


# The reference policy, decision by decision.  On board A1, 4 is joined to 3, 5 and 9.


def test_reference_casts_a_whirlwind_at_equal_dice_if_a_token_is_left() -> None:
    equal: dict[str, Any] = {"dice": (2, 2, 2), "step": s.SPELL}
    assert Position([1, 2, 3], reserve=2, **equal).choose("reference")["kind"] == Move.WHIRLWIND
    assert Position([1, 2, 3], reserve=1, **equal).choose("reference")["kind"] == Move.STOP


def test_reference_sets_the_largest_die_to_the_smallest_face_that_fits() -> None:
    """Crew 4; places 1 to 4 hold 4, 4, 5, 3: only the faces 3 and 4 land on what fits."""
    position = Position([4, 4, 5, 3], crew=[4], dice=(1, 2, 1), reserve=4, step=s.SPELL)
    assert position.choose("reference") == {"kind": Move.TIDE, "die": 1, "value": 3}
    poor = Position([4, 4, 5, 3], crew=[4], dice=(1, 2, 1), reserve=3, step=s.SPELL)
    assert poor.choose("reference")["kind"] == Move.STOP
    happy = Position([4, 4, 5, 3], crew=[4], dice=(1, 2, 3), reserve=4, step=s.SPELL)
    assert happy.choose("reference")["kind"] == Move.STOP


def test_reference_fetches_the_farthest_that_fits_to_the_smallest_die() -> None:
    """Nothing within reach fits, so no Tide; the 9 at place 6 is the farthest that does."""
    path = [4, 4, 4, 4, 3, 9, 1]
    position = Position(path, crew=[4], dice=(2, 3, 2), reserve=7, step=s.SPELL)
    assert position.choose("reference")["kind"] == Move.TRANSLATION
    first = Position(path, crew=[4], dice=(2, 3, 2), reserve=4, step=s.TRANSLATION_FIRST)
    assert first.choose("reference")["place"] == 2
    first.make(kind=Move.CHOOSE_PLACE, place=2)
    assert first.choose("reference")["place"] == 6
    poor = Position(path, crew=[4], dice=(2, 3, 2), reserve=6, step=s.SPELL)
    assert poor.choose("reference")["kind"] == Move.STOP


def test_reference_gives_the_dice() -> None:
    fits_at_two = Position([4, 5, 4, 4, 1, 1, 1, 1], crew=[4], dice=(1, 2, 3))
    assert plan(fits_at_two.choose("reference")) == (1, 3, 2)  # a 3 for the Darkhouse would cost a token
    nothing_fits = Position([4, 4, 4, 4, 1, 1, 1, 1], crew=[4], dice=(1, 2, 2))
    assert plan(nothing_fits.choose("reference")) == (2, 1, 2)
    would_lose = Position([4, 4, 4, 4, 1, 1], crew=[4], dice=(1, 1, 2), nautilion=5, phantom=7)
    assert plan(would_lose.choose("reference")) == (2, 1, 1)
    wins = Position([4, 4, 4, 4], crew=range(1, 10), dice=(1, 2, 4), nautilion=1)
    assert plan(wins.choose("reference")) == (2, 1, 4)


def test_reference_discards_from_the_reserve_then_the_highest_that_may_leave() -> None:
    assert (
        Position([1], crew=[3, 4], reserve=1, step=s.DISCARD).choose("reference")["kind"]
        == Move.DISCARD_RESERVE
    )
    assert Position([1], crew=[3, 4, 5], step=s.DISCARD).choose("reference")["number"] == 5


def test_every_strategy_takes_what_fits_aboard() -> None:
    for name in LADDER[1:]:
        position = Position([5, 1, 1, 1, 1], crew=[4], nautilion=1, step=s.TAKE)
        assert position.choose(name) == {"kind": Move.TAKE_ABOARD, "number": 5}


def test_nobody_but_random_lets_the_phantom_in_or_reaches_the_abyss_too_early() -> None:
    for name in LADDER[1:]:
        in_reach = Position([1, 1, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2], nautilion=5, phantom=4, dice=(3, 1, 1))
        assert in_reach.choose(name)["phantom"] == 1, name
        early = Position([1] * 12 + [2], nautilion=12, phantom=9, dice=(2, 2, 1), crew=[4])
        assert early.choose(name)["nautilion"] == 1, name


def test_novice_gives_big_dice_to_a_phantom_that_is_far_away() -> None:
    far = Position([4] * 36, dice=(1, 2, 4), crew=[4])
    assert far.choose("novice")["phantom"] == 4


def test_greedy_lands_on_the_scarcer_number() -> None:
    """3 and 5 fit; two more 3s lie ahead, no other 5."""
    position = Position([3, 5, 1, 3, 3, 1, 1, 1, 1, 1], dice=(1, 2, 1), crew=[4])
    assert position.choose("greedy")["nautilion"] == 2


def test_planner_keeps_the_last_copy_from_the_phantom() -> None:
    """One step would give the only 5 away, two steps a number that is aboard."""
    path = [1] * 20 + [4, 5]
    position = Position(path, dice=(1, 2, 1), crew=[4])
    assert position.choose("planner")["phantom"] == 2


def test_expert_wins_the_game_by_a_tide() -> None:
    position = Position(
        [1] * 20, nautilion=17, phantom=3, dice=(1, 1, 1), crew=range(1, 10), reserve=2, step=s.SPELL
    )
    assert position.choose("expert")["value"] == 4


def test_one_weight_tells_the_player_of_all_spells_from_the_player_of_tides() -> None:
    """All dice land on a 1, which does not fit, and cost a token; a Tide can't be paid."""
    path = [9, 5, 3, 1, *[1] * 20, 2, 6, 7, 8]
    position = Position(path, dice=(4, 4, 4), crew=[4], reserve=2, step=s.SPELL, spell_cost_tide=9)
    for name in ("expert", "planner"):
        assert position.choose(name, everything=1)["kind"] == Move.WHIRLWIND
        assert position.choose(name, everything=0)["kind"] == Move.STOP


def test_expert_fetches_a_lost_number_from_behind() -> None:
    """The only 9 lies behind the Nautilion; everything else is aboard."""
    path = [9] + [1] * 25
    position = Position(
        path, nautilion=14, phantom=20, dice=(1, 1, 2), crew=range(1, 9), reserve=6, step=s.SPELL
    )
    assert position.choose("expert")["kind"] == Move.TRANSLATION
    position.make(kind=Move.TRANSLATION)
    place = position.choose("expert")["place"]
    assert place in (15, 16)
    position.make(kind=Move.CHOOSE_PLACE, place=place)
    assert position.choose("expert")["place"] == 1


@pytest.mark.long
def test_random_is_uniform_over_spells_after_a_fair_stop() -> None:
    match = Match(NAUTILION, NautilionKnobs(reserve=9), (strategies_of("nautilion")["random"],), seed=3)
    stops = others = 0
    for number in range(150):
        before = None
        for step in match.walk(number):
            if step.seat >= 0 and before is not None and before.table.step == s.SPELL:
                assert step.move is not None
                stops += step.move.kind == Move.STOP
                others += step.move.kind != Move.STOP
            before = step.state
    assert not wilson(stops, stops + others, 0.9999).excludes(0.5)


def test_the_ladder_on_a1() -> None:
    rates = [won(name, 5000, board="A1", reserve=4) for name in LADDER]
    for weaker, stronger in pairwise(rates):
        assert weaker.high < stronger.low


@pytest.mark.long
def test_expert_wins_four_games_of_five_on_a1_and_leads_on_every_board() -> None:
    assert won("expert", 50_000, board="A1", reserve=4).low > 0.80
    for board in BOARDS:
        expert = won("expert", 20_000, board=board, reserve=4)
        for name in strategies_of("nautilion"):
            assert name == "expert" or won(name, 20_000, board=board, reserve=4).high < expert.low


COMBINATIONS = ["+".join(chosen) or "none" for size in range(6) for chosen in combinations(EXPANSIONS, size)]
LADDER_GAMES = {"random": 400_000, "novice": 200_000, "greedy": 40_000, "planner": 20_000, "expert": 20_000}


@pytest.mark.long
@pytest.mark.parametrize("expansions", COMBINATIONS)
def test_the_ladder_with_every_combination_of_expansions(expansions: str) -> None:
    """On board A1 with 4 reserve tokens every strategy beats the one below it, beyond the intervals."""
    rates = [won(name, games, expansions=expansions) for name, games in LADDER_GAMES.items()]
    for weaker, stronger in pairwise(rates):
        assert weaker.high < stronger.low


@pytest.mark.parametrize("name", ["expert", "planner", "greedy", "novice", "reference"])
@pytest.mark.parametrize(
    "rules",
    [
        {"spell_cost_translation": 0},
        {"spell_cost_whirlwind": 0, "expansions": "all"},
        {"spell_cost_whirlwind": 0, "spell_cost_tide": 0, "spell_cost_translation": 0, "expansions": "all"},
    ],
)
def test_games_end_where_spells_cost_nothing(name: str, rules: dict[str, Any]) -> None:
    """What costs nothing is cast as long as it changes something, not for ever."""
    match = Match(NAUTILION, NautilionKnobs(**rules), (strategies_of("nautilion")[name],), seed=7)
    assert not (match.play(0, 100)[0]["end"] == stopped_code(NAUTILION.columns)).any()
