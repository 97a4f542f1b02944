"""What always holds, move by move, under random play on all boards, expansions and many rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simkit.games.nautilion import state as s
from simkit.games.nautilion.box import BOX
from simkit.games.nautilion.expansions import EXPANSIONS
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.games.nautilion.state import ALL_MAGES, COLLISIONS, ENDS, FULL_CREW, MERCENARY
from simkit.testing import Match, check_outcome, find_game, settings_of, strategies_of

NAUTILION = find_game("nautilion")
KINDS = range(1, MERCENARY + 1)
CHEAP = st.integers(0, 4)
KNOBS = settings_of(
    NautilionKnobs,
    expansions=st.one_of(st.sampled_from(["none", "all"]), st.frozensets(st.sampled_from(EXPANSIONS))),
    players=st.sampled_from([1, 2]),
    spell_cost_whirlwind=CHEAP,
    spell_cost_tide=CHEAP,
    spell_cost_translation=CHEAP,
    darkhouse_token_price=CHEAP,
    phantom_harpoons=st.integers(0, 6),
    nautilion_start=CHEAP,
    turn_cap=st.one_of(st.just(200), st.integers(1, 20)),
    decision_cap=st.one_of(st.just(1000), st.integers(1, 300)),
)


def numbers_of(mask: Any) -> list[int]:
    return [n for n in range(1, 10) if int(mask) >> (n - 1) & 1]


def tokens_of(table: Any) -> Counter[int]:
    """Count the tokens of each kind: path, board, cabin, reserve, Phantom board, discard pile, hand, held."""
    tokens = Counter(table.path[1 : table.length + 1].tolist())
    tokens.update([int(table.in_hand), int(table.phantom_holds)])
    tokens.update(numbers_of(table.crew) + numbers_of(table.cabin_crew))
    tokens.update(9 + number for number in numbers_of(table.cabin_mages))
    tokens.update({MERCENARY: len(numbers_of(table.mercenaries))})
    for counts in (table.reserve_blue, table.phantom_board, table.discard_pile):
        tokens.update(dict(enumerate(counts.tolist())))
    return tokens


def check_tokens(table: Any, knobs: Any) -> None:
    tokens = tokens_of(table)
    for kind, copies in zip(KINDS, knobs.path_counts(), strict=True):
        assert tokens[kind] == copies, f"kind {kind}"
    counts = (table.reserve_blue, table.phantom_board, table.discard_pile, table.heroic_cards, table.reefs)
    assert all((count >= 0).all() for count in counts)
    assert table.reserve == table.reserve_green + table.reserve_reefs + table.reserve_blue.sum()
    assert min(table.reserve, table.reserve_green, table.reserve_reefs) >= 0
    bonus = knobs.reserve_two_players_bonus if knobs.players == 2 else 0
    assert table.reserve_green <= knobs.reserve + bonus
    assert table.occupied == sum(1 << int(place) for place in np.flatnonzero(table.path))
    assert table.path[0] == table.path[table.length + 1] == 0
    assert table.phantom_board.sum() == table.phantom_board_tokens <= knobs.phantom_capacity
    assert {kind for kind in KINDS if table.phantom_board[kind]} <= {2, 5, 8, MERCENARY}


def check_board(table: Any, rules: Any, knobs: Any) -> None:
    assert table.crew & table.mercenaries == 0
    mended_next = table.step in (s.PRIZE, s.GROUP, s.FETCH_FROM_PATH, s.FETCH_FROM_PILE)
    assert mended_next or rules.one_group[table.crew | table.mercenaries]
    assert table.cabin_crew & ~rules.cabin_crew == 0
    if "mages" not in knobs.expansions:
        assert table.cabin_crew == table.cabin_mages == 0
    if table.collision or "mercenaries" not in knobs.expansions:
        assert table.mercenaries == table.phantom_board_tokens == 0 or table.collision == s.COLLISION_LOST


def check_figures(table: Any, knobs: Any) -> None:
    assert 0 <= table.nautilion <= table.length + 1
    assert 0 <= table.phantom <= table.length + 1
    if "mercenaries" in knobs.expansions and table.collision == s.NO_COLLISION:
        assert table.nautilion < table.phantom
    faces = set(knobs.dice_faces) | set(knobs.darkhouse_fixed_dice if "darkhouse" in knobs.expansions else ())
    if table.step in (s.SPELL, s.TRANSLATION_FIRST, s.TRANSLATION_SECOND, s.PLAN, s.SET_DICE):
        assert set(table.dice[: table.dice_count].tolist()) <= faces
    for die in (table.darkhouse_die, table.phantom_die, table.nautilion_die):
        assert die == 0 or die in faces


def check_reefs(table: Any, knobs: Any) -> None:
    beside = np.flatnonzero(table.reefs)
    if "reefs" not in knobs.expansions:
        assert len(beside) == table.reserve_reefs == table.reef_stuck == 0
        return
    for place in beside.tolist():
        assert table.reefs[place] in (3, 6, 9)
        assert 1 <= place <= table.length
        assert (place - 1) % knobs.reef_spacing == 0
    for number, copies in zip((3, 6, 9), knobs.reef_copies, strict=True):
        assert np.count_nonzero(table.reefs == number) <= copies
    assert len(beside) + table.reserve_reefs <= sum(knobs.reef_copies)


def check_cards(state: Any, knobs: Any) -> None:
    table = state.table
    revealed = [card for card in table.heroic_cards.tolist() if card]
    draw = state.hidden.pile.cards[: table.pile_left].tolist() if "heroic" in knobs.expansions else []
    assert len(set(revealed + draw)) == len(revealed + draw)
    assert set(revealed + draw) <= (knobs.heroic_cards_in_play() if "heroic" in knobs.expansions else set())
    assert len(revealed) == table.heroic_left <= knobs.heroic_revealed
    row = [card for card in table.darkhouse_row.tolist() if card]
    assert len(set(row)) == len(row)
    if "darkhouse" in knobs.expansions:
        colours = [BOX.darkhouse_cards[card].colour for card in row]
        level = dict(BOX.components.darkhouse.levels[knobs.darkhouse_level])
        assert (colours.count("red"), colours.count("blue")) == (level["red"], level["blue"])
    else:
        assert row == []


def check_end(table: Any, outcome: Any, knobs: Any, moves: int) -> None:
    mages = "mages" not in knobs.expansions or table.cabin_mages == ALL_MAGES
    at_abyss, full = table.nautilion == table.length + 1, table.crew == FULL_CREW
    ends = {
        "won": at_abyss and full and mages and table.heroic_left == 0,
        "phantom_at_isles": table.phantom == 0,
        "abyss_without_crew": at_abyss and not full,
        "abyss_without_mages": at_abyss and full and not mages,
        "abyss_with_heroic_cards": at_abyss and full and mages and table.heroic_left > 0,
        "lost_collision": COLLISIONS[table.collision] == "lost",
        "turn_cap": table.turn == knobs.turn_cap,
        "decision_cap": moves == knobs.decision_cap,
    }
    assert ends[ENDS[outcome.end]]
    assert outcome.won == (ENDS[outcome.end] == "won")


@given(KNOBS, st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), st.sampled_from(["random", "reference"]))
def test_invariants(knobs: NautilionKnobs, seed: int, number: int, name: str) -> None:
    match = Match(NAUTILION, knobs, (strategies_of("nautilion")[name],) * knobs.players, seed=seed)
    steps = list(match.walk(number))
    green, turn, seat, reefs = 100, 0, 0, 100
    asked = False  # who plays the first turn
    for step in steps:
        table = step.state.table
        check_tokens(table, knobs)
        check_board(table, match.rules, knobs)
        check_figures(table, knobs)
        check_reefs(table, knobs)
        check_cards(step.state, knobs)
        reefs_left = int(np.count_nonzero(table.reefs) + table.reserve_reefs)
        assert table.reserve_green <= green
        assert table.turn >= turn
        assert reefs_left <= reefs
        if turn:
            same = table.turn == turn or knobs.players == 1
            assert asked or step.state.seat == (seat if same else 1 - seat)
        asked = table.step == s.FIRST_PLAYER
        assert not asked or (knobs.players, knobs.first_player, table.turn) == (2, "choose", 1)
        green, turn, seat, reefs = table.reserve_green, table.turn, step.state.seat, reefs_left
    (rows, seat_rows), state = match.play(number, 1), steps[-1].state
    assert state.over
    check_outcome(match, state, rows[0], seat_rows)
    outcome, table = rows[0], state.table
    check_end(table, outcome, knobs, len(steps) - 1)
    assert outcome.crew_numbers == table.crew
    assert outcome.crew_aboard == len(numbers_of(table.crew))
    assert (outcome.turns, outcome.reserve_left) == (table.turn, table.reserve)
    assert (outcome.phantom_place, outcome.nautilion_place) == (table.phantom, table.nautilion)
    assert (outcome.whirlwinds, outcome.tides) == (table.whirlwinds, table.tides)
    assert outcome.mages == len(numbers_of(table.cabin_mages))
    assert outcome.collision == table.collision
    if knobs.expansions or knobs.players == 2:
        assert seat_rows["placed"].tolist() == table.placed[: knobs.players].tolist()


@given(KNOBS, st.sampled_from(sorted(strategies_of("nautilion"))))
def test_every_strategy_plays_by_all_rules(knobs: NautilionKnobs, name: str) -> None:
    """A strategy that returned a move that is not listed would raise."""
    match = Match(NAUTILION, knobs, (strategies_of("nautilion")[name],) * knobs.players, seed=1)
    rows, _ = match.play(0, 100)
    assert set(rows["end"]) <= set(range(1, len(ENDS)))
