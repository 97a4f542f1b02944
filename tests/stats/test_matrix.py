"""Who beats whom: ratings against known odds, and cycles."""

from __future__ import annotations

import pytest

from simkit.stats.matrix import Met, elo_ratings, may_be_a_cycle, shortest_cycle


def met(first: str, second: str, won: float, games: float) -> Met:
    return Met((first, second), (won, games - won))


def test_two_players_are_as_far_apart_as_their_odds() -> None:
    ratings = elo_ratings([met("a", "b", 10_000.0, 11_000)])  # ten to one: 400 points
    assert ratings["a"].value - ratings["b"].value == pytest.approx(400, abs=0.5)
    assert ratings["a"].value == pytest.approx(-ratings["b"].value)


def test_ratings_of_three_whose_odds_fit_together() -> None:
    table = [met("a", "b", 60_000, 90_000), met("b", "c", 60_000, 90_000), met("a", "c", 72_000, 90_000)]
    ratings = elo_ratings(table)  # two to one twice, and four to one: 120.4 points each
    assert list(ratings) == ["a", "b", "c"]
    assert ratings["a"].value - ratings["b"].value == pytest.approx(120.4, abs=0.1)
    assert ratings["b"].value - ratings["c"].value == pytest.approx(120.4, abs=0.1)
    assert ratings["b"].low < 0 < ratings["b"].high
    assert ratings["a"].n == 180_000


def test_who_never_loses_has_a_rating_too() -> None:
    ratings = elo_ratings([met("a", "b", 100, 100)])
    assert ratings["a"].value - ratings["b"].value == pytest.approx(921, abs=1)  # 100.5 to 0.5


def test_tables_of_three_whose_odds_fit_together() -> None:
    """Four to two to one: the first wins four of seven games at the table of all three."""
    tables = [Met(("a", "b", "c"), (40_000, 20_000, 10_000)), Met(("a", "b"), (60_000, 30_000))]
    ratings = elo_ratings(tables)
    assert ratings["a"].value - ratings["b"].value == pytest.approx(120.4, abs=0.1)
    assert ratings["b"].value - ratings["c"].value == pytest.approx(120.4, abs=0.1)
    assert (ratings["a"].n, ratings["c"].n, ratings["a"].method) == (160_000, 70_000, "Plackett-Luce")


def test_more_games_narrow_the_interval() -> None:
    few, many = (elo_ratings([met("a", "b", n / 2, n)])["a"] for n in (100, 10_000))
    assert (few.high - few.low) / (many.high - many.low) == pytest.approx(10, rel=0.01)


def test_the_shortest_cycle_is_found() -> None:
    beats = {("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("c", "a")}
    assert shortest_cycle(beats) == ["a", "b", "c"]
    assert shortest_cycle({("a", "b"), ("b", "c"), ("a", "c")}) == []


@pytest.mark.parametrize(
    ("beats", "may_be"),
    [
        ({("a", "b"), ("b", "c"), ("a", "c")}, False),
        ({("b", "c"), ("a", "c")}, False),  # whoever of a and b is better, both beat c
        ({("a", "b"), ("b", "c")}, True),  # c may beat a
        ({("a", "b"), ("b", "c"), ("c", "a")}, True),
        (set(), True),
    ],
)
def test_a_cycle_is_excluded_only_where_no_open_pair_can_close_one(
    beats: set[tuple[str, str]], may_be: bool
) -> None:
    assert may_be_a_cycle(["a", "b", "c"], beats) is may_be
