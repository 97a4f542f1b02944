"""Rolls and contests within operations: who is asked for another throw, how often, and who wins."""

from __future__ import annotations

from typing import Any

import pytest

from simkit.language import NOBODY
from tests.engine.effects_rolls_toy import SEATS, played

WON, LOST = {"note": 1}, {"note": 2}
SEEDS = range(60)


def throws(table: Any) -> list[tuple[int, int, int]]:
    return [tuple(throw) for throw in table.throws[: table.count].tolist()]


def asked(table: Any) -> list[int]:
    return [int(seat) for seat in table.asked[: table.questions]]


def test_an_operation_may_roll_as_the_word_roll_does() -> None:
    paid = 0
    for seed in SEEDS:
        table = played({"try": {"at_least": 5, "then": [WON], "else": [LOST]}}, seed=seed)
        found = throws(table)
        bonus = int(table.bonus[0])
        assert table.noted == (1 if found[-1][2] + bonus >= 5 else 2)
        assert [payer == NOBODY for _, payer, _ in found] == [True, False][: len(found)]
        if found[0][2] + bonus >= 5:
            assert asked(table) == []
        else:
            assert asked(table) == list(range(len(asked(table))))  # one after the other, until one pays
            assert len(found) == 2 or len(asked(table)) == SEATS
        paid += len(found) - 1
    assert 0 < paid < len(SEEDS)


@pytest.mark.parametrize("drawer_first", [False, True])
def test_a_duel_asks_each_side_once_if_it_is_behind(drawer_first: bool) -> None:
    seen: set[tuple[int, ...]] = set()
    for seed in SEEDS:
        text = {"duel": {"with": 2, "then": [WON], "else": [LOST]}}
        table = played(text, seed=seed, drawer_first=drawer_first)
        bonus = (int(table.bonus[0]), int(table.bonus[2]))
        score = [face + extra for (_, _, face), extra in zip(throws(table)[:2], bonus, strict=True)]
        again = {who: face + bonus[who] for who, _, face in throws(table)[2:]}
        order = [0, 1] if drawer_first or score[0] <= score[1] else [1, 0]
        for side in order:
            ahead = 0 if score[0] > score[1] else 1
            assert (2 * side in asked(table)) == (ahead != side)
            score[side] = again.get(side, score[side])
        assert table.noted == (1 if score[0] > score[1] else 2)
        assert len(throws(table)) <= 4
        seen.add(tuple(asked(table)))
    assert {(0,), (2,), (0, 2)} <= seen
    assert ((2, 0) in seen) is not drawer_first


def test_nobody_is_asked_without_a_coin() -> None:
    for seed in SEEDS:
        table = played({"duel": {"with": 3, "then": [WON], "else": [LOST]}}, seed=seed, coins=0)
        assert asked(table) == []
        assert len(throws(table)) == 2


def test_a_tied_vote_may_be_fought_out() -> None:
    fought = 0
    for seed in SEEDS:
        options = [{"name": "a", "do": [WON]}, {"name": "b", "do": [LOST]}]
        table = played({"choose": {"by": "all", "options": options}}, seed=seed)
        votes = table.machine.votes.tolist()[:SEATS]
        if votes.count(0) != 2:
            assert throws(table) == []
            assert table.noted == (1 if votes.count(0) > 2 else 2)
            continue
        score = [0, 0]
        for side, _, face in throws(table):
            score[side] = face + sum(int(table.bonus[seat]) for seat in range(SEATS) if votes[seat] == side)
        assert table.noted == (1 if score[0] > score[1] else 2)
        fought += 1
    assert fought > 10
