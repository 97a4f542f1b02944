"""Chance: the generator's published answers, exact uniformity, streams that never meet."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

from simkit.compile.entry import compile_entry
from simkit.engine.base import chance as c


def new_stream(seed: int = 1, game: int = 2, stream: int = 0) -> Any:
    record = np.recarray(1, c.CHANCE)
    record.view(np.uint8)[:] = 0
    c.open_stream(record[0], seed, game, stream)
    return record[0]


ONES = 0xFFFFFFFF


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((ONES,) * 4, (ONES, ONES), (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_known_answers_of_philox(
    counter: tuple[int, ...], key: tuple[int, ...], words: tuple[int, ...]
) -> None:
    assert tuple(int(word) for word in c.philox(*counter, *key)) == words


def _words_and_more(stream: Any) -> list[int]:
    """Draw in every way that there is, from turns near and far."""
    drawn = []
    for turn in (1, 2, 9, 3, 40):
        c.begin(stream, 5, turn)
        for n in (1, 6, 3 * 2**30):
            for _ in range(40):
                drawn.append(int(c.word(stream)))
                drawn.append(int(c.below(stream, n)))
    return drawn


def test_compiled_chance_is_the_same_as_interpreted() -> None:
    assert compile_entry(_words_and_more, checked=False)(new_stream()) == _words_and_more(new_stream())


def test_a_stream_is_its_blocks_in_order() -> None:
    stream = new_stream(seed=7, game=9, stream=3)
    c.begin(stream, 5, 11)
    drawn = [int(c.word(stream)) for _ in range(8)]
    blocks = [c.philox(block, 11, 5, 3, 7, 9) for block in range(2)]
    assert drawn == [int(word) for block in blocks for word in block]


def test_streams_purposes_and_turns_are_different() -> None:
    drawn = set()
    for stream_number in range(3):
        stream = new_stream(stream=stream_number)
        for purpose in range(4):
            for turn in range(5):
                c.begin(stream, purpose, turn)
                drawn.add(int(c.word(stream)) << 32 | int(c.word(stream)))
    assert len(drawn) == 3 * 4 * 5


def test_what_is_drawn_for_a_turn_does_not_depend_on_what_was_drawn_before() -> None:
    one, other = new_stream(), new_stream()
    c.begin(one, 1, 6)
    for _ in range(13):
        c.word(one)
    for stream in (one, other):
        c.begin(stream, 1, 7)
    assert int(c.word(one)) == int(c.word(other))


@pytest.mark.parametrize("n", [1, 2, 6, 7, 36, 1000, 3 * 2**30, 2**32 - 1])
def test_below_is_lemires_method_exactly(n: int) -> None:
    stream, words = new_stream(), new_stream()

    def expected() -> int:
        while True:
            product = int(c.word(words)) * n
            if product % 2**32 >= 2**32 % n:
                return product >> 32

    drawn = [int(c.below(stream, n)) for _ in range(300)]
    assert drawn == [expected() for _ in range(300)]
    assert all(0 <= value < n for value in drawn)


def test_below_rejects_where_that_is_needed() -> None:
    """With n = 3 * 2**30 a quarter of all words are unfair: that many more are drawn."""
    stream, words = new_stream(), new_stream()
    drawn = [int(c.below(stream, 3 * 2**30)) for _ in range(3000)]
    taken, all_words = 0, iter(lambda: int(c.word(words)), None)
    for value in drawn:
        taken += 1
        while next(all_words) * 3 * 2**30 >> 32 != value:
            taken += 1
    assert 3000 / 0.75 * 0.95 < taken < 3000 / 0.75 * 1.05


def test_words_are_the_same_however_turns_are_come_by() -> None:
    """Blocks of later turns are computed ahead: that must never show."""
    straight, wandering = new_stream(), new_stream()
    expected = {}
    for turn in range(40):
        fresh = new_stream()
        c.begin(fresh, 3, turn)
        expected[turn] = [int(c.word(fresh)) for _ in range(100)]
    for turn in range(40):
        c.begin(straight, 3, turn)
        assert [int(c.word(straight)) for _ in range(turn % 11)] == expected[turn][: turn % 11]
    for turn in (5, 6, 6, 13, 12, 30, 31, 5, 0, 1, 9):
        c.begin(wandering, 3, turn)
        drawn = (turn * 7) % 100
        assert [int(c.word(wandering)) for _ in range(drawn)] == expected[turn][:drawn]
        c.begin(wandering, 4, turn)
        c.word(wandering)


def test_die_shows_its_faces_as_often_as_they_stand_on_it() -> None:
    stream, faces = new_stream(), np.array([1, 1, 2, 2, 3, 4], dtype=np.int32)
    rolls = [int(c.die(stream, faces, 6)) for _ in range(12_000)]
    counts = [rolls.count(face) for face in (1, 2, 3, 4)]
    assert stats.chisquare(counts, [4000, 4000, 2000, 2000]).pvalue > 1e-4


def test_a_die_apart_is_the_same_die_and_disturbs_no_other() -> None:
    apart, begun, alone = new_stream(), new_stream(), new_stream()
    for faces in (np.array([1, 2, 2, 3]), range(3 * 2**30)):  # of the second, a quarter of words are unfair
        for turn in range(1, 60):
            c.begin(begun, 2, turn)
            expected = int(c.die(begun, faces, len(faces)))
            assert int(c.die_apart(apart, 2, turn, faces, len(faces))) == expected
            for stream in (apart, alone):
                c.begin(stream, 1, turn)
            assert [int(c.word(apart)) for _ in range(5)] == [int(c.word(alone)) for _ in range(5)]


def test_coin_and_uniform() -> None:
    stream = new_stream()
    heads = sum(bool(c.coin(stream)) for _ in range(10_000))
    assert 4800 < heads < 5200
    drawn = [float(c.uniform(stream)) for _ in range(10_000)]
    assert stats.kstest(drawn, "uniform").pvalue > 1e-4


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    stream = new_stream()
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(12_000):
        items = np.array([9, 1, 2, 3, 9], dtype=np.int32)
        c.shuffle(stream, items, 1, 4)
        assert items[0] == items[4] == 9
        order = tuple(int(item) for item in items[1:4])
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    assert stats.chisquare(list(counts.values())).pvalue > 1e-4


def test_a_bag_is_drawn_empty_and_fairly() -> None:
    stream, first = new_stream(), [0, 0, 0]
    for _ in range(6000):
        bag = np.array([3, 0, 3], dtype=np.int32)
        drawn = [int(c.draw_from_bag(stream, bag, total)) for total in range(6, 0, -1)]
        assert sorted(drawn) == [0, 0, 0, 2, 2, 2]
        assert not bag.any()
        first[drawn[0]] += 1
    assert first[1] == 0
    assert stats.binomtest(first[0], 6000).pvalue > 1e-4
