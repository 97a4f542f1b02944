"""The machine that does cards' texts: order, targets, choices, votes, rolls, texts within texts; any tree."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from simkit.engine.base.machine_state import MOST_FRAMES
from simkit.engine.base.rows import zeros
from simkit.engine.effects.machine import AGAIN, NO_TEXT, OPTION, VOTE, WHOM, price_of
from simkit.engine.effects.program import MOST_STEPS, Program
from simkit.engine.effects.words import words_of
from simkit.errors import BadInput
from simkit.language import NOBODY
from tests.engine.effects_toy import (
    COINS,
    CONTEST,
    DO_TWICE,
    LEAVE,
    NOTE_CARD,
    PICK,
    RULES,
    SEATS,
    SEND,
    TIE,
    VOCABULARY,
    WHICH_NUMBER,
    played,
    program_of,
)
from tests.engine.effects_trees import NAMES, cards

ENTER, THROWN, SETTLED, ASKED = 102, 100, 101, 200


def events(state: Any) -> list[tuple[int, ...]]:
    return [tuple(event) for event in state.table.events[: state.table.count].tolist()]


def done(*entries: Any, seed: int = 1, others: dict[str, Any] | None = None, **knobs: Any) -> Any:
    """Return the state after some operations, done compiled and in plain Python."""
    program = program_of({"card": list(entries), **(others or {})})
    compiled, plain = (played(program, seed=seed, compiled=way, **knobs) for way in (True, False))
    assert compiled.tobytes() == plain.tobytes()
    return compiled


def option(name: str, *entries: Any, **keys: Any) -> dict[str, Any]:
    return {"name": name, **keys, "do": list(entries)}


def choose(*options: dict[str, Any], **keys: Any) -> dict[str, Any]:
    return {"choose": {**keys, "options": list(options)}}


def test_operations_are_done_in_order_to_each_target_in_order() -> None:
    state = done({"coins": 3}, {"coins": 1, "to": "backwards"}, {"coins": 2, "to": "drawer"}, seed=6)
    assert events(state) == [(COINS, 2, 3), *((COINS, seat, 1) for seat in (3, 2, 1, 0)), (COINS, 2, 2)]
    assert state.table.machine.text == NO_TEXT


def test_in_an_every_each_does_all_of_it_before_the_next() -> None:
    body = [{"coins": 1}, {"pick": 3}, {"coins": 2, "to": "drawer"}]
    found = events(done({"every": {"of": "all", "do": body}}, seed=5))
    assert [event[:2] for event in found[:4]] == [
        (COINS, 0),
        (ASKED + WHICH_NUMBER, 0),
        (PICK, 0),
        (COINS, 1),
    ]
    assert found[3] == (COINS, 1, 2)  # seat 1 is the drawer
    assert len(found) == 4 * SEATS


def test_loops_within_loops() -> None:
    inner = {"every": {"of": "backwards", "do": [{"coins": 1}]}}
    found = events(done({"every": {"of": "all", "do": [{"coins": 9}, inner]}}))
    assert found == [
        event
        for seat in range(SEATS)
        for event in [(COINS, seat, 9), *((COINS, other, 1) for other in (3, 2, 1, 0))]
    ]


def test_one_is_chosen_by_the_seat_that_it_is_done_for() -> None:
    found = events(done({"coins": 5, "to": "one"}, seed=7))
    assert found[0][:2] == (ASKED + WHOM, 3)
    assert found[1] == (COINS, found[0][2], 5)


def test_nothing_is_done_to_nobody() -> None:
    assert events(done({"coins": 5, "to": "nobody"}, choose(option("x"), option("y"), by="nobody"))) == []


def test_an_if_asks_all_its_conditions() -> None:
    rich, wet = {"has": 2, "weather": "dry"}, {"has": 2, "weather": "wet"}
    found = events(done({"if": {**rich, "then": [{"coins": 1}]}}, {"if": {**wet, "else": [{"coins": 2}]}}))
    assert found == [(COINS, 1, 1), (COINS, 1, 2)]


def test_options_that_are_not_open_are_not_offered() -> None:
    poor = option("poor", {"coins": 1}, need={"has": 9})
    dear = option("dear", {"coins": 2}, cost=3)
    cheap = option("cheap", {"coins": 3}, cost=2)
    free = option("free", {"coins": 4})
    found = [events(done(choose(poor, dear, cheap, free), seed=seed)) for seed in range(20)]
    assert {event[0][2] for event in found} == {2, 3}
    assert {tuple(event[-1]) for event in found} == {(COINS, s, n) for s in range(4) for n in (3, 4)}


def test_what_an_option_costs_is_paid_first() -> None:
    dear, other = option("dear", {"coins": 4}, cost=2), option("none", need={"has": 9})
    assert events(done(choose(dear, other))) == [(COINS, 1, 2), (COINS, 1, 4)]


def test_if_no_option_is_open_the_last_without_a_need_is_done() -> None:
    dear, needy = (option(name, {"coins": n}, cost=9) for name, n in (("a", 1), ("b", 2)))
    last = option("c", {"coins": 3}, need={"has": 9})
    assert events(done(choose(dear, needy, last)))[-1] == (COINS, 1, 2)


def test_a_vote_asks_each_once_and_the_most_votes_win() -> None:
    seen = set()
    for seed in range(40):
        vote = choose(
            option("p", {"coins": 1}), option("q", {"coins": 2}), option("r", {"coins": 3}), by="all"
        )
        found = events(done(vote, seed=seed))
        votes = [event for event in found if event[0] == ASKED + VOTE]
        assert [event[1] for event in votes] == [0, 1, 2, 3]
        counts = [sum(event[2] == answer for event in votes) for answer in range(3)]
        tied = [answer for answer in range(3) if counts[answer] == max(counts)]
        chosen = found[-1][2] - 1
        assert chosen in tied
        asked = [event for event in found if event[0] == ASKED + TIE]
        assert len(asked) == (len(tied) > 1)
        if asked:
            assert asked[0][1] == seed % SEATS  # the drawer settles a tie
            assert (SETTLED, sum(1 << answer for answer in tied), chosen) in found
        seen.add(len(tied))
    assert seen == {1, 2}


def test_a_roll_is_thrown_again_by_who_pays() -> None:
    roll = {"roll": {"at_least": 6, "then": [{"coins": 9}], "else": [{"coins": -9}]}}
    thrown = set()
    for seed in range(60):
        found = events(done(roll, seed=seed, rerolls=2))
        throws = [event for event in found if event[0] == THROWN]
        payers = [event[1] for event in throws]
        agreed = [event[1] for event in found if event[0] == ASKED + AGAIN and event[2] == 1]
        assert payers == [NOBODY, *agreed]
        assert [event[2] >= 6 for event in throws] == [False] * (len(throws) - 1) + [found[-1][2] == 9]
        thrown.add(len(throws))
    assert thrown == {1, 2, 3}


def test_who_no_longer_takes_part_is_left_out_and_the_rest_is_done() -> None:
    rest = [
        {"coins": 1},
        {"roll": {"at_least": 2, "then": [{"coins": 1}], "else": [{"coins": 1}]}},
        choose(option("x", {"coins": 1}), option("y", {"coins": 1})),
        {"coins": 1, "to": "one"},
        {"contest": {"against": 1, "else": [{"coins": 1, "to": "all"}]}},
        {"goto": "other"},
        {"note_card": "other"},
        {"coins": 7, "to": "all"},
    ]
    found = events(done("leave", *rest, others={"other": [{"coins": 1}]}, seed=4))
    assert found == [(LEAVE, 0, 0), (NOTE_CARD, 2, 0), *((COINS, seat, 7) for seat in (1, 2, 3))]


def test_a_text_goes_on_where_it_named_another() -> None:
    found = events(done({"goto": "other"}, {"coins": 1}, others={"other": [{"coins": 5, "to": "all"}]}))
    assert found == [(ENTER, 2, 0), *((COINS, seat, 5) for seat in range(4)), (COINS, 1, 1)]


def test_a_goto_that_stands_last_takes_no_room() -> None:
    chain = {str(i): [{"if": {"has": 0, "then": [{"goto": str(i + 1)}]}}] for i in range(40)}
    found = events(done({"goto": "0"}, others={**chain, "40": [{"coins": 1}]}))
    assert {event[2] for event in found[:-1]} == {0}
    assert found[-1] == (COINS, 1, 1)


def test_the_game_may_forbid_a_goto() -> None:
    program = program_of({"a": [{"coins": 1}], "b": [{"weather": "wet"}, {"goto": "a"}, {"coins": 2}]})
    assert events(played(program, text=2)) == [(ENTER, 1, 0), (COINS, 1, 2)]


def test_an_operation_may_have_texts_done_and_go_on() -> None:
    found = events(done({"do_twice": "other"}, {"coins": 1}, others={"other": [{"pick": 2}]}))
    assert [event[0] for event in found] == [DO_TWICE, ASKED + WHICH_NUMBER, PICK] * 2 + [DO_TWICE, COINS]


def test_an_operation_may_ask_several_in_turn() -> None:
    found = events(done({"contest": {"against": 9, "by": "all", "then": [{"coins": 1}]}}, seed=3))
    assert [event[:2] for event in found[:4]] == [(ASKED + SEND, seat) for seat in range(4)]
    assert found[4][0] == CONTEST
    assert found[4][1] >= 1 + sum(event[2] for event in found[:4])


def test_a_text_that_does_not_end_is_given_up_and_named() -> None:
    program = program_of({"a": [{"if": {"has": 0, "then": [{"goto": "b"}]}}], "b": [{"goto": "a"}]})
    for compiled in (True, False):
        state = played(program, compiled=compiled)
        assert state.table.machine.text == NO_TEXT
        assert program.why_stuck(state.table.machine.stuck) in [
            f"the card '{name}' did not end in {MOST_STEPS:,} steps: it was given up" for name in "ab"
        ]


def test_operations_that_call_texts_without_end_are_given_up() -> None:
    state = played(program_of({"a": [{"do_twice": "a"}]}))
    assert state.table.machine.stuck == 1
    assert state.table.machine.depth == MOST_FRAMES


def test_options_are_found_by_the_instruction_that_asks() -> None:
    program = program_of({"a": [choose(option("x", cost=1, need={"has": 1}), option("y"), option("z"))]})
    assert [program.option(0, answer) for answer in range(3)] == ["x", "y", "z"]


def test_a_strategy_can_ask_what_an_option_costs() -> None:
    program = program_of(
        {"a": [choose(option("x", cost=3, need={"alone": True}), option("y", need={"has": 1}), option("z"))]}
    )
    rules = zeros(1, RULES)[0]
    program.fill(rules.program)
    assert [price_of(rules.program, 0, case, 0) for case in range(3)] == [3, 0, 0]


def test_a_program_needs_room() -> None:
    program = program_of({str(i): [] for i in range(70)})
    with pytest.raises(BadInput, match="the cards have 71 texts, room is for 65"):
        program.fill(np.zeros(1, RULES)[0]["program"])


def well_formed(found: dict[str, Any]) -> Program:
    """Return what random cards are compiled to, if none leads back to itself in a way that is refused."""
    try:
        return program_of(found)
    except BadInput as refused:
        lines = str(refused).splitlines()
        assert all("never ends" in line or "in the middle of its text" in line for line in lines), lines
        assume(False)
        raise


@given(found=cards(VOCABULARY), seed=st.integers(0, 999), text=st.integers(1, len(NAMES)))
def test_any_texts_come_to_an_end_compiled_as_in_plain_python(
    found: dict[str, Any], seed: int, text: int
) -> None:
    program = well_formed(found)
    compiled, plain = (played(program, text, seed, compiled=way) for way in (True, False))
    assert compiled.tobytes() == plain.tobytes()
    machine = compiled.table.machine
    asked = sum(ASKED <= event[0] for event in events(compiled))
    assert machine.text == NO_TEXT or asked == 50  # played asks no more than that
    assert 0 <= machine.depth <= MOST_FRAMES
    if machine.question == OPTION:
        assert program.option(machine.at, 0) == "option 0"


@given(found=cards(VOCABULARY))
def test_any_text_can_be_said(found: dict[str, Any]) -> None:
    program = well_formed(found)
    for name in NAMES:
        assert all(line.rstrip()[-1] in ".:" for line in words_of(program, name))


def test_a_text_in_sentences() -> None:
    program = program_of(
        {
            "a": [
                {"coins": -2, "to": "all"},
                {"roll": {"at_least": 4, "else": ["leave"]}},
                {"every": {"of": "all", "do": [{"coins": 1}, {"weather": "dry"}]}},
                choose(
                    option("go on", {"goto": "b"}, cost=1, need={"has": 2, "alone": True}), option("stop")
                ),
                choose(option("yes", {"weather": "wet"}), option("no"), by="all"),
                {
                    "contest": {
                        "against": "left",
                        "by": "all",
                        "then": [{"coins": 1}],
                        "else": [{"coins": -1}],
                    }
                },
                {"if": {"weather": "wet", "then": [{"pick": 3}]}},
            ],
            "b": [],
        }
    )
    assert words_of(program, "a") == [
        "Everybody: pay 2 coins.",
        "Unless the die shows 4 or more:",
        "    You: leave the game.",
        "For everybody:",
        "    1 coin for each.",
        "    The weather is dry.",
        "Choose:",
        "    go on (cost 1; if you have 2 coins and you are alone):",
        "        Go on with 'b'.",
        "    stop:",
        "        Nothing.",
        "Vote (everybody):",
        "    yes:",
        "        The weather is wet.",
        "    no:",
        "        Nothing.",
        "You: contest against left by all.",
        "If it succeeds:",
        "    1 coin for you.",
        "If it fails:",
        "    You: pay 1 coin.",
        "If it is wet:",
        "    You: pick a number below 3.",
    ]
