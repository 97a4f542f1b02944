"""The draw pile of Heroic cards, which nobody sees, dealt anew."""

from __future__ import annotations

from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.testing import Match, concealed, decisions, find_game, strategies_of
from simkit.testing.steps import first_difference
from tests.games.nautilion.test_invariants import check_cards

NAUTILION = find_game("nautilion")


def match_of(**knobs: object) -> Match:
    chosen = NautilionKnobs(**knobs)
    return Match(NAUTILION, chosen, (strategies_of("nautilion")["random"],) * chosen.players, seed=9)


def test_the_pile_keeps_its_cards_in_another_order() -> None:
    match = match_of(expansions="heroic")
    for state in decisions(match, 0):
        piles = set()
        for number in range(40):
            other = concealed(NAUTILION, state, number)
            check_cards(other, match.knobs)
            assert other.hidden.pile.count == state.hidden.pile.count == state.table.pile_left
            pile = other.hidden.pile.cards[: other.table.pile_left].tolist()
            assert sorted(pile) == sorted(state.hidden.pile.cards[: state.table.pile_left].tolist())
            piles.add(tuple(pile))
        if state.table.pile_left > 3:
            assert {pile[-1] for pile in piles} == set(pile)  # each of these cards comes up first


def test_without_heroic_actions_nothing_is_hidden_but_the_chance_to_come() -> None:
    state = next(iter(decisions(match_of(), 0)))
    other = concealed(NAUTILION, state, 1)
    assert other.hidden.pile.count == 0
    assert first_difference(other.table, state.table, "") is None
    assert other.chance.key.tolist() != state.chance.key.tolist()


def test_two_players_hide_nothing_from_each_other() -> None:
    """So the play loop need not clear what was listed for one of them before the other's turn."""
    assert not NAUTILION.hides_something
    assert find_game("nautilus_island").hides_something
