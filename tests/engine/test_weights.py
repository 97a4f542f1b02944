"""Draws by weight: exact, coupled, and dice where all weights are equal; and the knobs that hold them."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Annotated, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, ValidationError
from scipy import stats

from simkit import BadInput
from simkit.compile.entry import compile_entry
from simkit.engine.base import chance as c
from simkit.engine.base import weights as w
from simkit.engine.contract.describe import describe_knobs
from simkit.engine.contract.knobs import words_of
from simkit.game import Knobs, Weights, knob
from tests.engine.test_chance import new_stream

Face = Annotated[int, Field(ge=-3, le=20)]

LOADED: dict[int, int] = {1: 3, 2: 0, 5: 1, 6: 2}
RARE: dict[int, int] = {0: 999_000, 1: 999, 2: 1}


def weights(of: dict[int, int]) -> Any:
    record = np.zeros(1, np.dtype((np.record, w.weights_dtype(len(of)))))[0]
    w.fill_weights(record, list(of), list(of.values()))
    return record


class LoadedKnobs(Knobs):
    """One knob of each kind that is drawn from."""

    die: Weights[Face] = knob(
        (1, 1, 2), "the die", "published", label="the die", max_length=4, said="with dice {}"
    )
    wind: Weights[str] = knob(
        {"storm": 1, "fair": 3}, "the wind", "published", choices=("fair", "storm"), max_length=2
    )
    pool: tuple[Annotated[Weights[Face], Field(max_length=3)], ...] = knob(
        ((1, 2), {1: 1, 3: 4}), "the pool", "published", min_length=2, max_length=2
    )


class WideKnobs(Knobs):
    """A die with room for more faces."""

    die: Weights[Face] = knob((1,), "the die", "published", max_length=9)


@pytest.mark.parametrize("of", [LOADED, {1: 70, 2: 20, 3: 0, 4: 60}, {7: 1}, {-3: 500, 0: 1, 9: 499}])
def test_each_thing_falls_as_often_as_its_weight_says(of: dict[int, int]) -> None:
    stream, record = new_stream(), weights(of)
    drawn = Counter(int(w.draw_weighted(stream, record)) for _ in range(30_000))
    assert set(drawn) == {thing for thing, often in of.items() if often}
    if len(drawn) > 1:
        falling = {thing: often for thing, often in of.items() if often}
        expected = [30_000 * often / sum(of.values()) for often in falling.values()]
        assert stats.chisquare([drawn[thing] for thing in falling], expected).pvalue > 1e-4


@given(st.lists(st.integers(0, 300), min_size=1, max_size=9).filter(any))
def test_of_all_even_draws_each_thing_has_exactly_its_weight(often: list[int]) -> None:
    record = weights(dict(enumerate(often, start=4)))
    found = [int(w.thing_at(record, number)) for number in range(record.total)]
    assert found == np.repeat(np.arange(4, 4 + len(often)), often).tolist()


def test_what_is_rarest_falls_at_the_end_and_nowhere_else() -> None:
    record = weights(RARE)
    assert [int(w.thing_at(record, number)) for number in (0, 998_999, 999_000, 999_998, 999_999)] == [
        *(0, 0, 1, 1, 2)
    ]


@pytest.mark.parametrize("faces", [(1, 2, 3, 4, 5, 6), (1, 1, 2, 2, 3, 4), (3, 1, 2, 1)])
def test_a_list_is_the_die_that_it_always_was(faces: tuple[int, ...]) -> None:
    die, listed = new_stream(), new_stream()
    record = WideKnobs(die=faces).record().die
    rolled = [int(c.die(die, np.array(faces), len(faces))) for _ in range(200)]
    assert [int(w.draw_weighted(listed, record)) for _ in range(200)] == rolled


def test_a_small_change_of_weights_changes_few_draws() -> None:
    """Of n draws no more change than the weights move from below each thing to above it."""
    before, after = dict.fromkeys(range(1, 7), 100), {**dict.fromkeys(range(1, 6), 100), 6: 112}
    streams = new_stream(), new_stream()
    pairs = [
        tuple(
            int(w.draw_weighted(stream, weights(of)))
            for stream, of in zip(streams, (before, after), strict=True)
        )
        for _ in range(4000)
    ]
    steps = np.cumsum(list(before.values())) / 600 - np.cumsum(list(after.values())) / 612
    moved = np.mean([one != other for one, other in pairs])
    assert stats.binomtest(int(moved * 4000), 4000, float(np.abs(steps).sum())).pvalue > 1e-4
    assert all(0 <= other - one <= 1 for one, other in pairs)


def test_a_draw_apart_is_the_same_draw_and_disturbs_no_other() -> None:
    apart, begun, alone = new_stream(), new_stream(), new_stream()
    for of in (LOADED, RARE):
        record = weights(of)
        for turn in range(1, 60):
            c.begin(begun, 2, turn)
            expected = int(w.draw_weighted(begun, record))
            assert int(w.draw_weighted_apart(apart, 2, turn, record)) == expected
            for stream in (apart, alone):
                c.begin(stream, 1, turn)
            assert [int(c.word(apart)) for _ in range(5)] == [int(c.word(alone)) for _ in range(5)]


def test_a_pool_is_its_dice_one_after_another() -> None:
    pool, single, shown = new_stream(), new_stream(), np.zeros(5, np.int32)
    total = w.roll_pool(pool, weights(LOADED), 4, shown)
    dice = [int(w.draw_weighted(single, weights(LOADED))) for _ in range(4)]
    assert shown.tolist() == [*dice, 0] and total == sum(dice)


def _drawn(stream: Any, few: Any, many: Any, shown: Any) -> list[int]:
    """Draw in every way that there is."""
    drawn = [int(w.draw_weighted(stream, few)) for _ in range(50)]
    drawn += [int(w.draw_weighted(stream, many)) for _ in range(50)]
    drawn += [int(w.draw_weighted_apart(stream, 3, turn, many)) for turn in range(20)]
    drawn.append(int(w.roll_pool(stream, few, 5, shown)))
    return drawn


def test_compiled_draws_are_the_same_as_interpreted() -> None:
    few, many, shown = weights(LOADED), weights(RARE), np.zeros(5, np.int32)
    compiled = compile_entry(_drawn, checked=False)(new_stream(), few, many, shown)
    assert compiled == _drawn(new_stream(), few, many, shown)


def test_a_mapping_is_kept_in_the_order_of_its_numbers_by_any_hand() -> None:
    from_yaml = LoadedKnobs.with_values({"die": {"10": 1, "9": 2, "-1": 3}})
    assert list(from_yaml.die.items()) == [(-1, 3), (9, 2), (10, 1)]  # type: ignore[union-attr]
    again = LoadedKnobs.from_json(from_yaml.as_json())
    assert again == from_yaml and again.as_json() == from_yaml.as_json()
    assert list(again.die) == [-1, 9, 10]


def test_the_rules_hold_weights_as_records() -> None:
    rules = LoadedKnobs(die={6: 1, 1: 3}).record()
    assert (rules.die.total, rules.die.count, rules.die.things.tolist()) == (4, 2, [1, 6, 0, 0])
    assert (rules.wind.things.tolist(), rules.wind.up_to.tolist()) == ([0, 1], [3, 4])  # fair, then storm
    assert [int(die.total) for die in rules.pool] == [2, 5]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({1: -3, 2: 1}, "greater than or equal to 0"),
        ({1: 0, 2: 0}, "all weights are 0, allowed is at least one thing with a weight of 1 or more"),
        ({}, "found no weights, allowed is at least one thing"),
        ({1: 999_999, 2: 2}, "the weights come to 1,000,001 in all, allowed is at most 1,000,000"),
        ({1: int("9" * 4000)}, "less than or equal to 1000000"),
        ({1: 1.5}, "valid integer"),
        ({1: True}, "true and false are not allowed"),
        ({"one": 1}, "found 'one', allowed is a whole number"),
        ({"01": 1, "1": 2}, "found '01', allowed is a whole number"),
        ({21: 1}, "less than or equal to 20"),
        ([1, 21], "less than or equal to 20"),
        ([1, 2, 3, 4, 5], "at most 4 items"),
        ({1: 1, 2: 1, 3: 1, 4: 1, 5: 1}, "at most 4 items"),
        (3, r"found 3, allowed is a list of equally likely things, or a mapping with weights"),
        ("often", "found 'often', allowed is a list of equally likely"),
    ],
)
def test_weights_that_nothing_can_be_drawn_by(value: Any, said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        LoadedKnobs(die=value)


def test_words_are_among_the_choices() -> None:
    with pytest.raises(ValidationError, match="unknown wind 'calm'"):
        LoadedKnobs(wind={"calm": 3})


def test_a_knob_says_how_many_things_there_may_be() -> None:
    class Endless(Knobs):
        die: Weights[int] = knob({1: 2}, "the die", "published")

    with pytest.raises(BadInput, match=r"knob\(\{1: 2\}, 'the die'\): how many things .* max_length=6"):
        Endless.layout()


def test_other_weights_are_found_and_steps() -> None:
    loaded = LoadedKnobs(die={1: 3, 6: 1})
    others = list(loaded.others("die"))
    assert {1: 3, 6: 5} in others and {1: 3, 6: 0} in others
    assert any(isinstance(other, tuple) for other in others)
    assert [(way, step.die) for way, step in loaded.one_step_away("die")] == [
        (-1, {1: 4, 6: 1}),
        (1, {1: 3, 6: 2}),
    ]
    assert [step.wind for _, step in loaded.one_step_away("wind")] == [
        {"fair": 4, "storm": 1},
        {"fair": 3, "storm": 2},
    ]
    assert all(one.pool != other.pool for one, other in pairwise(_with_pools(loaded)))


def _with_pools(knobs: LoadedKnobs) -> list[LoadedKnobs]:
    return [knobs, *(LoadedKnobs(pool=other) for other in list(knobs.others("pool"))[:4])]


def test_weights_are_said_as_a_designer_writes_them() -> None:
    words = words_of(LoadedKnobs, "die")
    assert words.level("{1: 3, 6: 1}") == "with dice 1 \N{MULTIPLICATION SIGN}3 and 6"
    assert words.change("{1: 3, 2: 2, 6: 1}", "[1, 2]") == (
        "with dice 1 \N{MULTIPLICATION SIGN}3, 2 \N{MULTIPLICATION SIGN}2 and 6 instead of 1 and 2"
    )
    assert words_of(LoadedKnobs, "wind").level("{fair: 3, storm: 1}") == (
        "with the wind set to fair \N{MULTIPLICATION SIGN}3 and storm"
    )
    allowed = {knob.name: knob.allowed for knob in describe_knobs(LoadedKnobs)}
    assert allowed["die"] == "a list of at most 4 numbers, -3 to 20; or such numbers with weights"
