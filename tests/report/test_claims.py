"""Page one claims only what its tests show: the most is compared with the next, and nothing has a bound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from simkit import Quantity
from simkit.report.parts import answer_of
from simkit.report.questions.change import Changes
from simkit.report.questions.combinations import Combinations
from simkit.report.questions.number import Curve
from simkit.report.stats import POINTS, Effects, Estimate, Measure, Of, Pair, SideBySide, Truth, wilson
from simkit.report.words import at_least
from simkit.results import claims as of_claims
from simkit.results.claims import AT_CEILING, Change, Extreme, Level, Nothing
from simkit.results.result import WON
from simkit.run.findings.would_meet import MetBetween
from simkit.stats.crossing import Crossing
from simkit.stats.estimates import average_share, paired_difference
from simkit.stats.words import whole
from simkit.words.lines import Line, Quoted
from simkit.words.verdicts import _whole
from tests.conftest import RunOf

GAMES = 400


@pytest.mark.parametrize(
    ("clear", "unclear", "said"),
    [
        (36, None, "all 36"),
        (30, None, "at least 30 of 36 (6 open)"),
        (30, 0, "30 of 36"),
        (30, 2, "at least 30 of 36 (2 open)"),
        (0, None, "none of 36 for certain"),
    ],
)
def test_a_count_of_what_is_clear_is_at_least(clear: int, unclear: int | None, said: str) -> None:
    assert at_least(clear, 36, unclear=unclear) == said


# Combinations


def combined(lost: Mapping[str, float], ceilings: Mapping[str, Estimate] | None = None) -> Any:
    """Return a run in which combinations lose such shares of the same games to an expert."""
    chance = np.random.default_rng(3).permutation(GAMES) / GAMES
    won = np.stack([chance >= share for share in lost.values()])
    at: Any = {(frozenset(combination), "expert", ()): place for place, combination in enumerate(lost)}
    run: Any = SimpleNamespace(
        game=SimpleNamespace(name="any"),
        factors=["parts"],
        line_ups=dict.fromkeys(range(len(lost))),
        games_played=dict.fromkeys(range(len(lost)), len(chance)),
    )
    wins: Any = SimpleNamespace(
        result=WON,
        of="game",
        everybody=("game",),
        average=lambda chosen: average_share(won[chosen].mean(axis=0), len(chosen)),
        effect=lambda one, other: SideBySide(won).effect(one, other),
        fair_over=lambda _: 0.0,
    )
    parts = tuple(dict.fromkeys(part for combination in lost for part in combination))
    found: Any = Combinations(run, "parts", wins, parts, {}, at)
    found.__dict__["lines"] = [Line(run, "expert", "an expert", False, wins, frozenset(at.values()))]
    found.__dict__["quoted"] = ()
    truth = Truth(run)
    truth._read[("won", "game", 0),] = [SideBySide(won)]
    found.__dict__["truth"] = truth
    places = {combination: at[frozenset(combination), "expert", ()] for combination in lost}
    known = {places[combination]: rate for combination, rate in (ceilings or {}).items()}
    found.__dict__["ceilings"] = {
        frozenset(combination): Quantity(rate, Of("won", (places[combination],), AT_CEILING))
        for combination, rate in (ceilings or {}).items()
    }
    return found, places, known


A_COSTS_MOST = {"": 0.0, "A": 0.4, "B": 0.1, "C": 0.05, "AB": 0.5, "AC": 0.45, "BC": 0.2, "ABC": 0.6}


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each scenario be one of the game's, of a run without fresh games."""
    monkeypatch.setattr(
        of_claims, "places_of", lambda run, _of: {scenario: scenario for scenario in run.line_ups}
    )
    monkeypatch.setattr(of_claims, "fresh_games", lambda _run, _scenarios: None)


def test_one_thing_has_one_number_on_page_one(alone: None) -> None:
    found, _, _ = combined(A_COSTS_MOST)
    found.__dict__["voice"] = SimpleNamespace(key_figure=lambda quantity: quantity)
    found.__dict__["shown"] = [found.first]
    said = found.rate(frozenset("ABC"), found.first)
    fresh = Quantity(wilson(70, 200), said.of, is_fresh=True)
    hardest = Extreme((said.of,), (), is_most=False, quantities=(fresh,))
    assert found._key_figures([Level(quantities=(said,))], [hardest])[-1] is said
    assert found._key_figures([], [hardest])[-1] is fresh


def test_a_part_costs_most_where_it_is_clearly_ahead_of_the_next(alone: None) -> None:
    found, at, _ = combined(A_COSTS_MOST)
    by_itself, on_top = found.costliest(found.first)
    assert isinstance(by_itself, Extreme) and isinstance(on_top, Extreme)
    assert by_itself.first == (Of("won", (at["A"],)) - Of("won", (at[""],)),)
    assert on_top.first == (Of("won", (at["ABC"],)) - Of("won", (at["BC"],)),)
    assert by_itself.quantities[0].estimate.value == pytest.approx(-0.4)
    (most,) = found.hardest(found.first)
    assert isinstance(most, Extreme) and most.first == (Of("won", (at["ABC"],)),)


def test_of_two_parts_that_cost_nearly_the_same_none_costs_most(alone: None) -> None:
    found, _, _ = combined(
        {"": 0.0, "A": 0.31, "B": 0.3, "C": 0.05, "AB": 0.5, "AC": 0.36, "BC": 0.35, "ABC": 0.6}
    )
    assert [len(claim.first) for claim in found.costliest(found.first)] == [2, 2]
    found, _, _ = combined(
        {"": 0.0, "A": 0.31, "B": 0.3, "C": 0.29, "AB": 0.5, "AC": 0.5, "BC": 0.5, "ABC": 0.6}
    )
    claims = found.costliest(found.first)
    assert [claim.kind for claim in claims] == ["change", "change"]
    (each,) = found.each(found.first, claims)
    assert len(each.claims) == each.at_least == 1
    assert 0.2 < each.claims[0].bound < 0.29


def test_parts_that_cost_nothing_clear_have_a_bound(alone: None) -> None:
    found, _, _ = combined({"": 0.1, "A": 0.1, "B": 0.1, "AB": 0.1025})
    (nothing,) = found.costliest(found.first)
    assert isinstance(nothing, Nothing) and len(nothing.contrasts) == 2 and 0 < nothing.margin < 0.03


def test_what_costs_the_best_play_most_is_compared_with_the_next(
    alone: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = {"": 0.0, "A": 0.1, "B": 0.1, "AB": 0.2}

    def claims(*won: int) -> Sequence[Any]:
        found, _, known = combined(
            lost, {combination: wilson(count, 1000) for combination, count in zip(lost, won, strict=True)}
        )
        ceilings = {
            combination: SimpleNamespace(results={"won": rate}) for combination, rate in known.items()
        }
        monkeypatch.setattr(of_claims, "ceilings_of", lambda _run: ceilings)
        own: Sequence[Any] = found.cost_at_the_ceiling()
        return own

    alike = claims(990, 900, 890, 800)
    assert [claim.kind for claim in alike] == ["change", "change"]
    assert alike[0].quantities[0].estimate.value == pytest.approx(-0.1)
    (most,) = claims(990, 500, 890, 420)
    assert isinstance(most, Extreme) and most.quantities[0].estimate.value == pytest.approx(-0.48)


def test_the_lowest_of_several_ceilings_bounds_all_of_them_and_is_not_named(alone: None) -> None:
    lost = dict.fromkeys(("", "A", "B", "AB"), 0.1)
    ceilings = {
        combination: wilson(won, 100) for combination, won in zip(lost, (90, 85, 84, 75), strict=True)
    }
    (every,) = combined(lost, ceilings)[0].too_hard()
    assert (every.at_least, len(every.claims)) == (4, 4)
    assert 0.6 <= every.claims[0].bound < 0.65
    ceilings["AB"] = wilson(52, 100)
    (some,) = combined(lost, ceilings)[0].too_hard()
    assert (some.at_least, some.claims[0].bound) == (3, 0.5)


def test_the_combinations_with_which_most_games_are_lost_are_at_least_so_many(alone: None) -> None:
    lost = {"": 0.1, "A": 0.49, "B": 0.51, "AB": 0.7}
    (*_, few) = combined(lost, {combination: wilson(90, 100) for combination in lost})[0].too_hard()
    assert (few.at_least, len(few.claims), few.claims[0].bound) == (1, 4, -0.5)


# Even games


# Numbers


def curve(shares: Sequence[float], games: int = 20_000) -> Curve:
    """Return a curve over the levels 1, 2, 3 ... of which such shares of the same games are won."""
    chance = np.random.default_rng(4).permutation(games) / games
    won = [(chance < share).astype(float) for share in shares]

    def mean(scenarios: Sequence[int]) -> Any:
        return np.mean([won[scenario] for scenario in scenarios], axis=0)

    wins = SimpleNamespace(
        result=WON,
        of="game",
        everybody=("game",),
        per_game=mean,
        fair_over=lambda _: 0.0,
        average=lambda chosen: average_share(mean(chosen), len(chosen)),
        effect=lambda before, after: paired_difference(mean(before), mean(after), unit=POINTS),
    )
    line: Any = Line(SimpleNamespace(finished=False), "expert", "an expert", False, wins, frozenset())  # type: ignore[arg-type]
    levels = tuple(map(str, range(1, len(shares) + 1)))
    return Curve(line, "rules.reserve", levels, tuple((scenario,) for scenario in range(len(shares))))


def test_most_of_a_change_is_more_than_half_of_it_by_its_interval() -> None:
    assert curve([0.2, 0.3, 0.74, 0.8]).steepest == 1
    assert curve([0.2, 0.3, 0.56, 0.8]).steepest is None  # 43 %
    assert curve([0.2, 0.3, 0.605, 0.8], games=200).steepest is None  # 51 %, give or take


def test_almost_all_of_a_change_is_nine_tenths_of_it() -> None:
    assert curve([0.2, 0.6, 0.78, 0.8]).flat_from == 2
    assert curve([0.2, 0.6, 0.725, 0.8]).flat_from is None  # 87.5 %


def test_a_level_is_the_best_only_where_it_is_clearly_ahead_of_the_next() -> None:
    assert curve([0.2, 0.4, 0.5, 0.3]).alike == [2]
    assert sorted(curve([0.2, 0.499, 0.5, 0.3], games=1000).alike) == [1, 2]


def test_a_curve_that_turns_is_compared_with_the_nearer_end() -> None:
    peak, change = curve([0.2, 0.4, 0.5, 0.3]).claims()
    assert isinstance(peak, Extreme)
    assert isinstance(change, Change)
    assert change.quantities[0].estimate.value == pytest.approx(-0.2)


def test_a_game_is_even_between_two_levels() -> None:
    turning = curve([0.3, 0.4, 0.7, 0.8]).turning_at_even()
    assert turning is not None
    assert (turning.below.scenarios, turning.above.scenarios) == ((1,), (2,))
    falling = curve([0.8, 0.7, 0.5, 0.2]).turning_at_even()
    assert falling is not None
    assert (falling.below.scenarios, falling.above.scenarios) == ((3,), (1,))


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (2.69, 2.9, "between 2 and 3"),
        (1.9, 2.1, "at 2"),
        (1.5, 4.2, "at 2 to 4"),
        (-inf, 1.8, "below 2"),
        (3.2, inf, "above 3"),
    ],
)
def test_a_place_between_whole_numbers(low: float, high: float, said: str) -> None:
    assert whole(low, high) == said


def test_every_level_is_above_half_only_by_intervals() -> None:
    assert curve([0.53, 0.55, 0.6]).beyond_even() is not None
    assert curve([0.51, 0.55, 0.6], games=100).beyond_even() is None
    assert curve([0.2, 0.3, 0.35]).beyond_even() is not None


def test_what_is_said_of_levels_averaged_over_settings_is_not_a_mean_of_100_and_0() -> None:
    two = replace(curve([1.0, 0.0, 1.0, 0.0]), levels=("1", "2"), scenarios=((0, 1), (2, 3)))
    assert not two.is_alike


# Changes


def changes(base: float, shares: Sequence[float], games: int = 1000) -> Changes:
    """Return what changes A, B, C ... do that make a player win such shares of the same games."""
    line = curve([base, *shares], games).line
    levels = [chr(ord("A") + number) for number in range(len(shares))]
    every = [
        Quoted(line, level, line.wins.effect([0], [at]), (Pair(level, (), "", 0, at),))
        for at, level in enumerate(levels, 1)
    ]
    run: Any = SimpleNamespace(games_played={0: games}, finished=False)
    found = Changes(run, "alternative", (line,))
    found.__dict__.update(every=every, levels=levels, base="as printed", effects={"expert": None})
    return found


def test_a_change_helps_most_only_where_it_is_clearly_ahead_of_the_next() -> None:
    for shares, first in (([0.7, 0.6, 0.5], [1]), ([0.7, 0.699, 0.6], [1, 2]), ([0.7, 0.699, 0.698], None)):
        found = changes(0.5, shares)
        (claim, *_) = found._ends(found.lines[0])
        named = (
            [of.scenarios[0] for of in claim.first if isinstance(of, Of)]
            if isinstance(claim, Extreme)
            else None
        )
        assert named == first


def test_changes_that_make_no_clear_difference_have_a_bound() -> None:
    (claim,) = changes(0.5, [0.5, 0.5005, 0.499]).first_claims()
    assert isinstance(claim, Nothing)
    assert 0 < claim.margin < 0.02
    assert len(claim.contrasts) == 3


def test_what_is_won_in_settings_that_differ_is_not_averaged(run_of: RunOf) -> None:
    answer = answer_of(
        run_of(
            "name: boards\nseed: 3\ngame: nautilion\ngames: 200\nstrategy: expert\n"
            "factors: {rules.spell_cost_whirlwind: [1, 2], rules.board: [A1, C2]}\n"
            "question: spell_cost_whirlwind\n"
        )
    )
    assert answer is not None
    assert "games instead of" not in answer.sentences[0]


@pytest.mark.parametrize(
    ("at", "low", "high", "is_low", "said"),
    [
        (2.9, 2.7, 3.1, True, "4 or more, perhaps 3 or more"),
        (2.9, 2.7, 2.95, True, "3 or more"),
        (4.3, 3.9, inf, False, "3 or less, perhaps 4 or less"),
        (2.9, 2.7, inf, True, "perhaps 3 or more"),
    ],
)
def test_a_target_of_a_whole_number_is_met_with_whole_numbers(
    at: float, low: float, high: float, is_low: bool, said: str
) -> None:
    place = Crossing(at, low, high, is_rising=is_low)
    between = MetBetween("rules.reserve", *((place, None) if is_low else (None, place)))
    assert _whole(between) == said


# What the rules and assumptions do most


def effects_in(*changes: Any) -> Effects:
    """Return the effects of levels A, B, ... on each game."""
    pairs = [Pair(chr(ord("A") + number), (), "", 0, number) for number in range(len(changes))]

    class Known(Measure):
        def per_game(self, scenario: int, series: str) -> Any:
            return changes[scenario]

        def changes(self, pairs: Sequence[Pair]) -> Any:
            return np.mean([changes[pair.after] for pair in pairs], axis=0)

    run: Any = SimpleNamespace()
    return Effects(run, "component", "printed", tuple(pairs), Known(WON), (), len(pairs))


def test_a_level_changes_most_only_where_it_is_clearly_ahead_of_the_next() -> None:
    luck = np.random.default_rng(6).normal(size=(3, 1000))
    luck -= luck.mean(axis=1, keepdims=True)
    assert effects_in(0.5 + luck[0], 0.48 + luck[1], luck[2] / 10).most() == ["A", "B"]
    assert effects_in(0.5 + luck[0], 0.1 + luck[1], luck[2] / 10).most() == ["A"]
    assert effects_in(0.5 + luck[0], 0.48 + luck[0], luck[0]).most() == ["A"]  # of the same chance
