"""No mean is taken over effects that differ in sign or by more than their intervals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from simkit.report import NUMBER, POINTS, Estimate, average_or_ends, may_be_averaged, users_of
from simkit.results.averaging import are_far_apart


def effect(value: float, half: float) -> Estimate:
    return Estimate(value, value - half, value + half, 1000, "paired Student t", POINTS)


@pytest.mark.parametrize(
    ("effects", "may"),
    [
        ([(0.03, 0.01), (0.04, 0.01)], True),
        ([(0.03, 0.01), (-0.03, 0.01)], False),  # one gains, the other loses
        ([(0.005, 0.01), (-0.005, 0.01)], True),  # neither differs from 0
        ([(0.02, 0.005), (0.12, 0.005)], False),  # both gain, but not the same
        ([(0.08, 0.005), (0.0, 0.005)], False),  # only one uses it
        ([(0.03, 0.01)], True),
        ([], True),
        ([(0.03, float("nan")), (-0.9, float("nan"))], True),  # single games say nothing
    ],
)
def test_which_effects_may_be_averaged(effects: list[tuple[float, float]], may: bool) -> None:
    assert may_be_averaged(dict(enumerate(effect(*one) for one in effects))) is may


def test_an_average_is_said_only_where_it_describes_all() -> None:
    alike = {"board A1": effect(0.03, 0.01), "board C2": effect(0.04, 0.01)}
    assert average_or_ends(alike, effect(0.035, 0.007), "the boards") == (
        f"{effect(0.035, 0.007)}, on average over the boards"
    )
    apart = {"board A1": effect(0.12, 0.01), "board C2": effect(-0.03, 0.01)}
    words = average_or_ends(apart, effect(0.045, 0.007), "the boards").replace("\N{MINUS SIGN}", "-")
    assert words == "from -3.0 points (-4.0 to -2.0) (board C2) to +12.0 points (+11.0 to +13.0) (board A1)"


@pytest.mark.parametrize(
    ("values", "surprise"),
    [
        ((0.05, -0.05), 0),  # it helps one player and costs the other
        ((0.05, 0.0), 1),  # only one uses it
        ((0.0, 0.0), 2),  # nobody does
        ((-0.05, -0.02), 3),  # it costs both
    ],
)
def test_what_players_do_not_have_alike_surprises(values: tuple[float, float], surprise: int) -> None:
    effects = {name: effect(value, 0.005) for name, value in zip(("expert", "novice"), values, strict=True)}
    assert users_of(effects, 2).surprise == surprise


def test_what_an_average_is_over_and_in_may_be_said_otherwise() -> None:
    rounds = {"two": replace(effect(12.5, 0.2), unit=NUMBER), "four": replace(effect(14.4, 0.2), unit=NUMBER)}
    mean = replace(effect(13.5, 0.1), unit=NUMBER)
    assert (
        average_or_ends(rounds, mean) == "from 12.50 (12.30 to 12.70) (two) to 14.40 (14.20 to 14.60) (four)"
    )
    assert average_or_ends({"two": rounds["two"]}, rounds["two"]) == "12.50 (12.30 to 12.70)"


def test_results_far_apart_have_no_mean_that_describes_them() -> None:
    assert are_far_apart([1.0, 1.0, 0.0], is_share=True)
    assert not are_far_apart([0.74, 0.99], is_share=True)
    assert are_far_apart([40.0, 120.0], is_share=False)
    assert not are_far_apart([0.0], is_share=False)
