"""What always holds, move by move, under random play on all boards and many rules."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from simkit.engine.match import Match
from simkit.games.nautilion.box import BOARDS
from simkit.games.nautilion.outcome import ENDS
from simkit.games.nautilion.tokens import FULL_CREW
from simkit.plugins import find_game, strategies_of

NAUTILION = find_game("nautilion")

KNOBS = st.fixed_dictionaries(
    {"board": st.sampled_from(sorted(BOARDS))},
    optional={
        "reserve": st.integers(0, 20),
        "dice_faces": st.lists(st.integers(1, 9), min_size=1, max_size=12),
        "spell_cost_whirlwind": st.integers(0, 4),
        "spell_cost_tide": st.integers(0, 4),
        "spell_cost_translation": st.integers(0, 4),
        "darkhouse_discards_on": st.frozensets(st.integers(1, 9)),
        "crew_copies": st.lists(st.integers(1, 6), min_size=9, max_size=9),
        "turn_cap": st.integers(1, 20),
        "decision_cap": st.integers(1, 300),
    },
)


def check(table: Any, rules: Any, knobs: Any, spent_green: int) -> None:
    aboard = [1 if table.crew >> (n - 1) & 1 else 0 for n in range(1, 10)]
    path = table.path[1 : table.length + 1].tolist()
    for number, copies in enumerate(knobs.crew_copies, start=1):
        held = path.count(number) + table.reserve_blue[number] + table.discard_pile[number]
        assert held + aboard[number - 1] == copies
    assert table.reserve == table.reserve_green + table.reserve_blue.sum()
    assert 0 <= table.reserve_green <= knobs.reserve
    assert (table.reserve_blue >= 0).all()
    assert table.tokens_on_path == sum(1 for token in path if token)
    assert rules.one_group[table.crew]
    assert 0 <= table.nautilion <= table.length + 1
    assert 0 <= table.phantom <= table.length + 1
    assert set(table.dice.tolist()) <= set(knobs.dice_faces)
    assert table.path[0] == table.path[table.length + 1] == 0


@settings(max_examples=60, deadline=None)
@given(KNOBS, st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), st.sampled_from(["random", "reference"]))
def test_invariants(chosen: dict[str, Any], seed: int, number: int, name: str) -> None:
    knobs: Any = NAUTILION.knobs(**chosen)
    match = Match(NAUTILION, knobs, (strategies_of("nautilion")[name],), seed=seed)
    green, turn, steps = knobs.reserve, 0, list(match.walk(number))
    for step in steps:
        table = step.state.table
        check(table, match.rules, knobs, green)
        assert table.reserve_green <= green
        assert table.turn >= turn
        green, turn = table.reserve_green, table.turn
    state, (row, _) = steps[-1].state, match.play(number, 1)
    assert state.over
    outcome, table = row[0], state.table
    assert outcome.crew_numbers == table.crew
    assert outcome.crew_aboard == bin(table.crew).count("1")
    assert (outcome.turns, outcome.reserve_left) == (table.turn, table.reserve)
    assert (outcome.phantom_place, outcome.nautilion_place) == (table.phantom, table.nautilion)
    assert (outcome.whirlwinds, outcome.tides) == (table.whirlwinds, table.tides)
    assert outcome.won == (ENDS[outcome.end] == "won")
    ends = {
        "won": table.nautilion == table.length + 1 and table.crew == FULL_CREW,
        "phantom_at_isles": table.phantom == 0,
        "abyss_without_crew": table.nautilion == table.length + 1 and table.crew != FULL_CREW,
        "turn_cap": table.turn == knobs.turn_cap,
        "decision_cap": len(steps) - 1 == knobs.decision_cap,
    }
    assert ends[ENDS[outcome.end]]


@settings(max_examples=40, deadline=None)
@given(KNOBS, st.sampled_from(sorted(strategies_of("nautilion"))))
def test_every_strategy_plays_by_all_rules(chosen: dict[str, Any], name: str) -> None:
    """A strategy that returned a move that is not listed would raise."""
    match = Match(NAUTILION, NAUTILION.knobs(**chosen), (strategies_of("nautilion")[name],), seed=1)
    rows, _ = match.play(0, 200)
    assert set(rows["end"]) <= {1, 2, 3, 4, 5}
