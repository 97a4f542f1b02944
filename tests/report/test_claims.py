"""Page one claims only what its tests show: the most is compared with the next, and nothing has a bound."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from simkit.report.facts.combinations import Parts
from simkit.report.facts.people import People
from simkit.report.facts.result import WON
from simkit.report.front.answers import combinations
from simkit.report.words import at_least, in_settings
from simkit.stats.estimates import Estimate, average_share, paired_difference, wilson

GAMES = 400


@pytest.mark.parametrize(
    ("clear", "unclear", "said"),
    [
        (36, None, "all 36"),
        (30, None, "at least 30 of 36 (6 open)"),
        (30, 0, "30 of 36"),
        (30, 2, "at least 30 of 36 (2 open)"),
        (0, None, "none of 36 (36 open)"),
    ],
)
def test_a_count_of_what_is_clear_is_at_least(clear: int, unclear: int | None, said: str) -> None:
    assert at_least(clear, 36, unclear=unclear) == said


def test_settings_are_counted_the_same_way() -> None:
    assert in_settings(36, 36, "settings") == "in all 36 settings"
    assert in_settings(30, 36, "settings") == "in at least 30 of 36 settings (6 open)"


# Combinations


def combined(lost: Mapping[str, float], ceilings: Mapping[Parts, Estimate] | None = None) -> Any:
    """Return the answer on a run in which combinations lose such shares of the same games."""
    chance = np.random.default_rng(3).permutation(GAMES) / GAMES
    won = {frozenset(own): chance >= share for own, share in lost.items()}
    parts = tuple(dict.fromkeys(part for own in lost for part in own))
    data = SimpleNamespace(
        parts=parts,
        played=list(won),
        every=frozenset(parts),
        players=["expert"],
        where="",
        wins=SimpleNamespace(result=WON),
        title=lambda own: " and ".join(sorted(own)) or "none",
        rate=lambda own, _player: average_share(won[own].astype(float), 1),
        change=lambda one, other, _player: paired_difference(
            won[one].astype(float), won[other].astype(float), most=1
        ),
    )
    answer: Any = combinations.Answer(data, ceilings or {})  # type: ignore[arg-type]
    answer.__dict__["who"] = People("an expert", kind="expert")
    return answer


def test_a_part_costs_most_where_it_is_clearly_ahead_of_the_next() -> None:
    said = combined({"": 0.0, "A": 0.4, "B": 0.1, "C": 0.05, "AB": 0.5, "AC": 0.45, "BC": 0.2, "ABC": 0.6})
    assert said.part_by_part().startswith("A costs an expert most: ")


def test_of_two_parts_that_cost_nearly_the_same_none_costs_most() -> None:
    said = combined({"": 0.0, "A": 0.31, "B": 0.3, "C": 0.05, "AB": 0.5, "AC": 0.36, "BC": 0.35, "ABC": 0.6})
    words = said.part_by_part()
    assert words.startswith("A and B cost an expert most")
    said = combined({"": 0.0, "A": 0.31, "B": 0.3, "C": 0.29, "AB": 0.5, "AC": 0.5, "BC": 0.5, "ABC": 0.6})
    assert "is open" in said.part_by_part()


def test_parts_that_cost_nothing_clear_have_a_bound() -> None:
    said = combined({"": 0.1, "A": 0.1, "B": 0.1, "AB": 0.1})
    words = said.part_by_part()
    assert words.startswith(
        "No single one on top of the other one changes how often an expert wins by more than "
    )
    assert "points" in words


def test_what_costs_the_best_play_most_is_compared_with_the_next() -> None:
    played = [frozenset(own) for own in ("", "A", "B", "AB")]
    lost = {"": 0.0, "A": 0.1, "B": 0.1, "AB": 0.2}
    alike = dict(
        zip(played, (wilson(990, 1000), wilson(900, 1000), wilson(890, 1000), wilson(800, 1000)), strict=True)
    )
    words = combined(lost, alike).cost_at_the_ceiling()
    assert words.startswith("What costs the best we can find on average over the combinations: B ")
    ahead = dict(
        zip(played, (wilson(990, 1000), wilson(500, 1000), wilson(890, 1000), wilson(420, 1000)), strict=True)
    )
    words = combined(lost, ahead).cost_at_the_ceiling()
    assert words.startswith("What costs the best we can find most, on average over the combinations: A ")
    assert words.endswith("; B less.")


def test_the_lowest_of_several_ceilings_bounds_all_of_them_and_is_not_named() -> None:
    lost = dict.fromkeys(("", "A", "B", "AB"), 0.1)
    ceilings = {frozenset(own): wilson(won, 100) for own, won in zip(lost, (90, 85, 84, 75), strict=True)}
    words = combined(lost, ceilings).too_hard().replace("\N{NO-BREAK SPACE}", " ")
    assert words.startswith("No combination is too hard: the best we can find wins at least 6")
    assert words.endswith(" % of games with each.")
    ceilings[frozenset("AB")] = wilson(52, 100)
    words = combined(lost, ceilings).too_hard()
    assert words.startswith("At least 3 of 4 combinations (1 open) are not too hard: ")


def test_the_combinations_with_which_most_games_are_lost_are_at_least_so_many() -> None:
    lost = {"": 0.1, "A": 0.49, "B": 0.51, "AB": 0.7}
    ceilings = {frozenset(own): wilson(90, 100) for own in lost}
    words = combined(lost, ceilings).too_hard()
    assert words.endswith("; an expert loses most games with at least 1 of 4 (2 open).")
