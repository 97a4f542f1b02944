"""What is dealt anew agrees with what the seat knows; `check_game` sees that no choice depends on it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from simkit.engine.base.events import log_layout
from simkit.engine.base.rows import zeros
from simkit.engine.play.compiled import compiled
from simkit.game import Record
from simkit.games.nautilus_island.kinds import Move
from simkit.games.nautilus_island.knobs import NautilusIslandKnobs
from simkit.testing import Match, concealed, decisions, find_game, strategies_of
from tests.games.nautilus_island.test_invariants import cards_in_play, check, unpack

ISLAND = find_game("nautilus_island")
STRATEGIES = strategies_of("nautilus_island")


def match(name: str = "random", **knobs: object) -> Match:
    chosen = NautilusIslandKnobs(**knobs)
    return Match(ISLAND, chosen, (STRATEGIES[name],) * ISLAND.seats_under(chosen), seed=9)


def finish(match: Match, state: Any, number: int) -> Any:
    """Play a state to its end, all moves by chance; return it."""
    _, options, apply = compiled(match.game).rules
    moves, log = zeros(match.game.max_moves, match.game.move), zeros(1, log_layout(match.game.event))[0]
    chance = np.random.default_rng(number)
    while not state.over:
        count = options(state, match.rules, moves)
        apply(state, match.rules, moves[int(chance.integers(count))], log)
        log.count = 0
    return state


@pytest.mark.parametrize("face_up", [(1, 1, 2), (0, 0, 0), (1, 2, 3)])
def test_a_new_deal_agrees_with_what_the_seat_knows(face_up: tuple[int, ...]) -> None:
    one = match(face_up=face_up)
    for number in range(3):
        for state in decisions(one, number):
            other = concealed(ISLAND, state, number)
            check(other, one.rules)  # no card is lost, hands keep their sizes, cards seen stay
            assert cards_in_play(other, one.rules) == cards_in_play(state, one.rules)


def test_everything_unseen_moves_and_nothing_seen_does() -> None:
    """Over many deals each unseen card shows up in an opponent's hand and in the stacks."""
    one = match()
    state = list(decisions(one, 0))[60]
    seat = int(state.seat)
    held: Counter[int] = Counter()
    tops: set[int] = set()
    for number in range(400):
        other = concealed(ISLAND, state, number)
        for opponent in range(4):
            if opponent != seat:
                hand = sum(
                    (unpack(other.seats[opponent].hand[colour], colour) for colour in range(6)), Counter()
                )
                known = state.table.castaways[opponent].known
                held += hand - sum((unpack(known[colour], colour) for colour in range(6)), Counter())
        tops.add(int(other.hidden.deck.cards[3 * 8]))  # the bottom of a stack that lies face down
    unseen = unseen_by(state, seat, one)
    assert set(held) == set(unseen)
    assert len(tops) > len(unseen) / 2
    # Dealt evenly: every card comes up in proportion to how many of it are unseen.
    total, copies = held.total(), unseen.total()
    for card, count in unseen.items():
        expected = total * count / copies
        assert abs(held[card] - expected) < 6 * expected**0.5


def unseen_by(state: Record, seat: int, one: Match) -> Counter[int]:
    """Return the cards that a seat can't place: not its own, not laid down, not open, not seen taken."""
    table = state.table
    cards = Counter(one.rules.cards[: one.rules.card_count].tolist())
    for colour in range(6):
        cards -= unpack(state.seats[seat].hand[colour], colour)
        for other, castaway in enumerate(table.castaways):
            if colour < 5:
                cards -= unpack(castaway.set_cards[colour], colour)
            if other != seat:
                cards -= unpack(castaway.known[colour], colour)
    return cards - Counter(table.tops[table.tops >= 0].tolist())


def test_a_concealed_game_can_be_played_to_its_end() -> None:
    one = match()
    for state in list(decisions(one, 1))[::10]:
        end = finish(one, concealed(ISLAND, state, 1), 1)
        check(end, one.rules)


def test_the_chance_to_come_is_concealed_too() -> None:
    one = match()
    state = next(iter(decisions(one, 2)))
    assert concealed(ISLAND, state, 1).chance.key.tolist() != state.chance.key.tolist()


def test_nothing_public_is_worked_out_from_what_is_hidden() -> None:
    """After a move that turns no card over, the table does not depend on what lies hidden."""
    one = match()
    _, _, apply = compiled(ISLAND).rules
    compared = 0
    for number in range(4):
        steps = list(one.walk(number))
        for before, step in pairwise(steps):
            state, other = before.state, concealed(ISLAND, before.state, number)
            assert step.move is not None
            if step.move.kind == Move.COLLECT:
                continue
            other.chance = state.chance
            apply(other, one.rules, step.move, zeros(1, log_layout(ISLAND.event))[0])
            assert other.table.tobytes() == step.state.table.tobytes()
            assert other.seats[state.seat].tobytes() == step.state.seats[state.seat].tobytes()
            compared += 1
    assert compared > 200
