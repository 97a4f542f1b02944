"""What always holds, move by move, under random play and all knob settings."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from simkit.games.nautilus_island import state as s
from simkit.games.nautilus_island.kinds import Move
from simkit.games.nautilus_island.knobs import NautilusIslandKnobs
from simkit.games.nautilus_island.rules.score import points_of_set, score_of
from simkit.games.nautilus_island.state import ENDS
from simkit.testing import Match, find_game, settings_of, strategies_of
from simkit.testing import check_outcome as check_columns

ISLAND = find_game("nautilus_island")
STRATEGIES = strategies_of("nautilus_island")
KNOBS = settings_of(NautilusIslandKnobs, round_cap=st.integers(1, 60), decision_cap=st.integers(1, 400))


def unpack(packed: int, colour: int) -> Counter[int]:
    return Counter({colour * 8 + thing: n for thing in range(6) if (n := int(packed) >> 4 * thing & 15)})


def cards_in_play(state: Any, rules: Any) -> Counter[int]:
    """Return all cards: in stacks and out, in hands, in sets."""
    cards = Counter(state.hidden.deck.cards[: rules.card_count].tolist())
    del cards[s.NO_CARD]
    hands = state.seats["hand"][: rules.players].tolist()
    sets = state.table.castaways["set_cards"][: rules.players].tolist()
    for packed in (*hands, *sets):
        for colour, cards_of_colour in enumerate(packed):
            cards.update(unpack(cards_of_colour, colour))
    return cards


def check(state: Any, rules: Any) -> None:
    table = state.table
    assert cards_in_play(state, rules) == Counter(rules.cards[: rules.card_count].tolist())
    check_stacks(state, rules)
    check_tokens(table, rules)
    moved = [int(table.castaways[seat].column) for seat in table.order[: table.turn_in_round]]
    if state.seat == table.order[table.turn_in_round % rules.players] and table.step != s.EXPLORE:
        moved.append(int(table.castaways[state.seat].column))
    if rules.may_enter_empty != 2 and not state.over:  # nobody ever had to stay
        assert len(set(moved)) == len(moved)
        assert table.occupied == sum(1 << column for column in moved)
    for seat in range(rules.players):
        check_castaway(table.castaways[seat], state.seats[seat])
        check_points(table.castaways[seat], rules)


def check_stacks(state: Any, rules: Any) -> None:
    table, deck = state.table, state.hidden.deck.cards
    assert table.stocked == sum(1 << column for column, height in enumerate(table.height) if height > 0)
    for column in range(rules.column_count):
        width, height = int(rules.width[column]), int(table.height[column])
        for i in range(width):
            stack = int(rules.first_stack[column]) + i
            first = stack * rules.stack_height
            there = deck[first : first + rules.stack_height] != s.NO_CARD
            assert there.tolist() == [True] * height + [False] * int(rules.stack_height - height)
            if height == 0:
                assert table.tops[stack] == s.NO_CARD
            else:
                up = i < rules.face_up[width]
                assert table.tops[stack] == (deck[first + height - 1] if up else s.FACE_DOWN)


def check_tokens(table: Any, rules: Any) -> None:
    packed, camp = table.castaways["set_tokens"].ravel().tolist(), table.camp.tolist()
    stacked = table.bonus_stack.counts.tolist()
    for kind, copies in enumerate(rules.bonus_counts.tolist()):
        taken = sum(tokens >> 4 * kind & 15 for tokens in packed)
        assert taken + camp.count(kind) + stacked[kind] == copies
    assert table.camp_tokens == sum(kind >= 0 for kind in camp)
    assert table.bonus_stack.total == table.bonus_stack.counts.sum()
    piles = slice(rules.pile_count)
    left = table.portholes_left[piles]
    closed = table.castaways["closed_by_pile"].sum(axis=0)[piles]
    assert (closed + left == rules.pile_tokens[piles]).all()
    assert (left >= 0).all()


def check_points(castaway: Any, rules: Any) -> None:
    for colour in range(s.COLOURS):
        assert castaway.set_points[colour] == points_of_set(castaway, rules, colour)


def check_castaway(castaway: Any, own: Any) -> None:
    assert castaway.hand_size == own.held.sum() == castaway.collected - castaway.stored
    assert castaway.set_size.sum() == castaway.stored
    assert castaway.closed_by_pile.sum() == bin(castaway.closed).count("1")
    hands, known, sets = own.hand.tolist(), castaway.known.tolist(), castaway.set_cards.tolist()
    for colour in range(6):
        hand = unpack(hands[colour], colour)
        assert hand.total() == own.held[colour]
        assert unpack(known[colour], colour) <= hand
        if colour < 5:
            assert unpack(sets[colour], colour).total() == castaway.set_size[colour]


@given(KNOBS, st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), st.sampled_from(["random", "reference"]))
def test_invariants(knobs: NautilusIslandKnobs, seed: int, number: int, name: str) -> None:
    match = Match(ISLAND, knobs, (STRATEGIES[name],) * knobs.players, seed=seed)
    steps = list(match.walk(number))
    for before, step in zip([None, *steps], steps, strict=False):
        check(step.state, match.rules)
        if before is not None:
            check_turn(before.state, step, match.rules)
    state, (rows, seat_rows) = steps[-1].state, match.play(number, 1)
    assert state.over
    check_columns(match, state, rows[0], seat_rows)
    capped = len(steps) - 1 == knobs.decision_cap
    check_outcome(state, match.rules, rows[0], seat_rows, capped)
    check_order(steps, seat_rows)
    if not capped:
        assert rows[0].lead_changes == lead_changes([step.state for step in steps], match.rules)


def check_order(steps: list[Any], seat_rows: Any) -> None:
    """Places in the turn order are those in which the seats acted in round 1."""
    acted = dict.fromkeys(int(step.state.seat) for step in steps if step.state.table.round_number == 1)
    if len(acted) == len(seat_rows):
        assert seat_rows["turn_position"][list(acted)].tolist() == list(range(1, len(acted) + 1))


def lead_changes(states: list[Any], rules: Any) -> int:
    """Count how often another seat leads alone at a round's end than did so before."""
    leaders = []
    for before, after in itertools.pairwise(states):
        if after.over or after.table.round_number != before.table.round_number:
            scores = [score_of(after, rules, seat) for seat in range(rules.players)]
            if scores.count(max(scores)) == 1:
                leaders.append(scores.index(max(scores)))
    return sum(one != other for one, other in itertools.pairwise(leaders))


def check_turn(before: Any, step: Any, rules: Any) -> None:
    """A closed set never changes; sets only grow; no column of the turn before is entered."""
    for old, new in zip(before.table.castaways, step.state.table.castaways, strict=True):
        assert old.closed & ~new.closed == 0
        assert (new.set_size >= old.set_size).all()
        for colour in range(5):
            if old.closed >> colour & 1:
                assert new.set_cards[colour] == old.set_cards[colour]
    if step.move.kind == Move.ENTER:
        seat, column = int(before.seat), int(step.move.column)
        assert column != before.table.castaways[seat].column
        open_when_empty = rules.may_enter_empty == 1 or (rules.may_enter_empty == 0 and before.table.final)
        assert before.table.height[column] > 0 or open_when_empty


def check_outcome(state: Any, rules: Any, row: Any, seat_rows: Any, capped: bool) -> None:
    parts = [
        "porthole_points",
        "treasure_points",
        *(f"bonus_{kind}" for kind in ("two", "three", "per_card", "double", "odd", "pair")),
    ]
    for seat_row in seat_rows:
        assert seat_row["score"] == sum(int(seat_row[part]) for part in parts)
        assert seat_row["won"] == (seat_row["rank"] == 1)
    castaways = state.table.castaways[: len(seat_rows)]
    assert seat_rows["last_position"].tolist() == castaways["column"].tolist()
    closed = sum(seat_rows[f"closed_{pile}"].astype(int) for pile in (0, 1, 2, 3, "more"))
    assert closed.tolist() == [bin(castaway.closed).count("1") for castaway in castaways]
    assert seat_rows["first_player"].sum() == 1
    assert (seat_rows["rank"] == 1).any()
    scores = sorted(seat_rows["score"].tolist())
    assert row.margin == scores[-1] - scores[-2]
    ends = {
        "last_round_played": state.table.final == 1,
        "column_empty": rules.last_round == 0 and row.end_column >= 0,
        "round_cap": row.rounds == rules.round_cap,
        "decision_cap": capped,
    }
    assert ends[ENDS[row.end]]


@given(KNOBS, st.sampled_from(sorted(STRATEGIES)))
def test_every_strategy_plays_by_all_rules(knobs: NautilusIslandKnobs, name: str) -> None:
    """A strategy that returned a move that is not listed would raise."""
    rows, _ = Match(ISLAND, knobs, (STRATEGIES[name],) * knobs.players, seed=1).play(0, 50)
    assert set(rows["end"]) <= {1, 2, 3, 4}
