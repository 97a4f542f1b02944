"""What always holds, move by move, under random play and all knob settings."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.games.castaways import decisions as d
from simkit.games.castaways import state as s
from simkit.games.castaways.kinds import Event
from simkit.games.castaways.knobs import CastawaysKnobs
from simkit.games.castaways.names import CHARACTERS, DEAD, IN_CAMP, LOST, OUT
from simkit.games.castaways.rules.castaway import cap_of
from simkit.games.castaways.state import ENDS
from simkit.language import NOBODY
from simkit.testing import Match, find_game, settings_of, strategies_of

CASTAWAYS = find_game("castaways")
STRATEGIES = strategies_of("castaways")

KNOBS = settings_of(
    CastawaysKnobs,
    players=st.integers(1, 4),
    characters=st.sampled_from(["choose", "chance", "+".join(CHARACTERS)]),
    decision_cap=st.integers(1, 900),
)


def check(state: Any, rules: Any) -> None:
    """See that nothing has come from nowhere or vanished, and that everything is where it can be."""
    table = state.table
    castaways = [table.castaways[seat] for seat in range(rules.players)]
    in_hand = int(table.asks == d.ASK_KEEP)  # a token between giver and receiver
    owned = sum(int(castaway.food) for castaway in castaways)
    assert table.food_supply + table.food + owned + in_hand == rules.food_tokens
    assert table.wood_supply + table.wood + table.fire_wood + table.bonfire == rules.wood_tokens
    assert table.wreck + table.salvage + table.salvaged == rules.wreck_cubes
    assert 0 <= table.salvage <= 1
    assert rules.return_start <= table.cube <= rules.return_end
    assert 0 <= table.weather < rules.square_count
    assert 0 <= table.sign <= rules.sign_cubes
    assert min(table.food, table.wood, table.food_supply, table.wood_supply, *table.tiles) >= 0
    for seat, castaway in enumerate(castaways):
        check_castaway(castaway, state.seats[seat], rules)
    chosen = [int(c.character) for c in castaways if c.character != NOBODY]
    assert len(set(chosen)) == len(chosen)
    check_tiles(state, rules, castaways)
    check_cards(state, rules)
    check_markers(table, rules)
    for dead in range(rules.players):
        is_divided = table.estates >> dead & 1 == 0
        assert not (castaways[dead].where == DEAD and castaways[dead].owned and is_divided) or state.over


def check_castaway(castaway: Any, own: Any, rules: Any) -> None:
    """Check one castaway."""
    if castaway.character == NOBODY:
        return
    held = sum(1 << thing for thing in range(rules.object_count) if castaway.objects[thing] > 0)
    assert held == castaway.owned
    assert castaway.objects.min() >= 0
    assert 0 <= castaway.reached <= rules.headland
    assert castaway.tiles == own.tiles.sum()
    if castaway.where == DEAD:
        assert castaway.food == castaway.tiles == 0
        return
    assert 0 <= castaway.energy <= cap_of(castaway) <= castaway.space
    assert castaway.traumas < rules.deadly_traumas
    if castaway.where == LOST:
        assert rules.return_start <= castaway.lost_at <= rules.return_end
    for name in ("strength", "return_roll"):
        things = sum(int(castaway.objects[i]) * int(rules.object[i][name]) for i in range(rules.object_count))
        assert castaway[name] == things + rules.character[castaway.character][name]


def check_tiles(state: Any, rules: Any, castaways: list[Any]) -> None:
    """Check that every tile is somewhere, once."""
    table, hidden = state.table, state.hidden
    owned = sum(int(castaway.tiles) for castaway in castaways)
    assert table.story_left == hidden.story.total == hidden.story.counts.sum()
    assert table.story_left + owned + table.story_discarded == rules.story_tiles.sum()
    seats = [state.seats[seat] for seat in range(len(castaways))]
    assert table.story_discarded == sum(int(seat.discarded.sum()) for seat in seats)
    everywhere = sum((seat.tiles + seat.discarded for seat in seats), hidden.story.counts)
    assert everywhere.tolist() == rules.story_tiles.tolist()
    assert hidden.forage.total == hidden.forage.counts.sum() == table.forage_box + table.forage_left
    gone = hidden.forage_gone.total
    assert hidden.forage.total + gone + table.forage_tiles == rules.forage_tiles.sum()
    assert table.fish.total == table.fish.counts.sum()


def check_cards(state: Any, rules: Any) -> None:
    """Check that every card is in exactly one place."""
    table, hidden = state.table, state.hidden
    lying = [int(card) for deck in hidden.decks for card in deck.cards[: deck.count]]
    assert table.deck_left.tolist() == [int(deck.count) for deck in hidden.decks]
    waiting = [int(card) for card in table.pending.cards[: table.pending.count]]
    out = [int(card) for card in hidden.plots_out.cards[: hidden.plots_out.count]]
    everywhere = lying + waiting + out
    assert len(set(everywhere)) == len(everywhere)
    for card in range(rules.card_count):
        place = table.card_state[card]
        if card == table.card and place != s.OUT_OF_PLAY:
            assert card not in everywhere
        elif place == s.PENDING:
            assert card in waiting
        elif place == s.SHUFFLED_IN:
            assert card in lying
        elif place == s.OUT_OF_PLAY:
            assert card not in everywhere
        else:
            assert (card in lying or card in out) == (rules.card[card].deck >= 0)
    events = [
        *hidden.events.cards[: hidden.events.count],
        *hidden.events_out.cards[: hidden.events_out.count],
    ]
    seen = [event for event in range(rules.event_count) if int(table.events_seen) >> event & 1]
    assert len(set(events) | set(seen)) == len(events) + len(seen)
    assert table.events_left == hidden.events.count
    assert table.remains_left == hidden.remains.count
    board = [int(card) for card in table.board if card != s.NO_CARD]
    assert len(set(board)) == len(board) <= rules.camp_spaces


def check_markers(table: Any, rules: Any) -> None:
    """Check that nobody has more markers than two, and nobody lost or dead any on the board."""
    for seat in range(rules.players):
        castaway = table.castaways[seat]
        lying = int((table.marked == seat).sum())
        assert lying + castaway.markers <= s.MARKERS_A_TURN
        if castaway.where in (LOST, DEAD):
            assert lying == 0
        if castaway.where == OUT:
            assert table.outing


def check_events(step: Any, before: Any) -> None:
    """Check that nobody eats who is not in camp."""
    for event in step.events:
        if event["kind"] == Event.ATE:
            assert step.state.table.castaways[event["numbers"][0]].where in (IN_CAMP, DEAD)


def check_step(step: Any, match: Any) -> None:
    """Check a step of a walk."""
    check(step.state, match.rules)
    check_events(step, match)


def played(knobs: CastawaysKnobs, name: str, number: int) -> None:
    """Walk through a game, and check every step and the outcome."""
    match = Match(CASTAWAYS, knobs, (STRATEGIES[name],) * knobs.players, seed=11)
    for step in match.walk(number):
        check_step(step, match)
    rows, seat_rows = match.play(number, 1)
    row = rows[0]
    assert row["rescued"] == (ENDS[row["end"]] == "rescued")
    assert seat_rows["rescued"].any() == row["rescued"]
    assert seat_rows["won"].any() == row["rescued"]
    assert seat_rows["win_share"].sum() == (60 if row["rescued"] else 0)
    assert row["deaths"] == seat_rows["dead"].sum()
    assert row["turns"] <= knobs.turns[knobs.players - 1]


@given(knobs=KNOBS, number=st.integers(0, 10_000), name=st.sampled_from(["random", "reference"]))
def test_what_always_holds(knobs: CastawaysKnobs, number: int, name: str) -> None:
    played(knobs, name, number)


@pytest.mark.long
@pytest.mark.parametrize("name", ["random", "reference"])
@pytest.mark.parametrize(
    "players", [1, *(pytest.param(players, marks=pytest.mark.long) for players in (2, 3)), 4]
)
def test_what_always_holds_in_the_box(players: int, name: str) -> None:
    for number in range(4):
        played(CastawaysKnobs(players=players), name, number)
