"""`check_game` says what is wrong with a game, and where."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simkit import BadInput
from simkit.engine.play.compiled import compiled
from simkit.game import (
    EventKind,
    Game,
    Objective,
    below,
    draw,
    kernel,
    knob,
    put_on_top,
    put_under,
    shuffle_pile,
    strategy,
)
from simkit.testing import (
    Match,
    Step,
    check_game,
    check_hiding,
    check_outcome,
    check_playthrough,
    find_game,
    knobs,
    strategies_of,
    whole,
)
from simkit.testing.cards import cards_in, check_same_cards
from simkit.testing.hiding import check_that_hidden_is_concealed
from simkit.testing.noting import check_noted_numbers
from simkit.testing.steps import check_legal_moves, check_plain_python, check_sentences
from tests.engine import kuhn_toy
from tests.search import two_dice_toy

PIG = find_game("pig")
RANDOM = strategies_of("pig")["random"]


def pig(**knobs: Any) -> Match:
    return Match(PIG, PIG.knobs(**knobs), (RANDOM, RANDOM), seed=1)


def test_what_is_hidden_needs_to_be_concealed() -> None:
    check_that_hidden_is_concealed(PIG)
    with pytest.raises(
        AssertionError, match=r"hides something \(hidden 'deck', a seat's own 'hand'.* `conceal`"
    ):
        check_that_hidden_is_concealed(replace(find_game("night_market"), conceal=None))


def lists_nothing(state, rules, moves):  # type: ignore[no-untyped-def]
    return 0


def lists_too_many(state, rules, moves):  # type: ignore[no-untyped-def]
    return 3


def lists_a_stranger(state, rules, moves):  # type: ignore[no-untyped-def]
    moves[0].kind = 9
    return 1


def lists_a_move_twice(state, rules, moves):  # type: ignore[no-untyped-def]
    moves[0].kind = moves[1].kind = 0
    return 2


def leaves_the_kind_alone(state, rules, moves):  # type: ignore[no-untyped-def]
    moves[0].kind = 0
    return 2


def changes_the_state(state, rules, moves):  # type: ignore[no-untyped-def]
    state.table.total += 1
    moves[0].kind = 0
    return 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (lists_nothing, "lists 0 moves, allowed are 1 to 2"),
        (lists_too_many, "lists 3 moves, allowed are 1 to 2"),
        (lists_a_stranger, "a move of the kind 9, which is not declared"),
        (lists_a_move_twice, "the same move 'roll' more than once"),
        (leaves_the_kind_alone, "the same move 'roll' more than once"),
        (changes_the_state, "`options` changes the state"),
    ],
)
def test_what_is_wrong_with_a_list_of_moves(options: Callable[..., int], message: str) -> None:
    wrong = replace(PIG, options=options)
    compiled(wrong).__dict__["rules"] = _in_plain_python(wrong)  # nothing has to be compiled to see it
    state = next(iter(pig().walk(0, plain=True))).state
    with pytest.raises(AssertionError, match=message):
        check_legal_moves(Match(wrong, PIG.knobs(), (RANDOM, RANDOM)), state)


def _in_plain_python(game: Game) -> tuple[Callable[..., Any], ...]:
    return game.setup, game.options, game.apply


def half_a_move(state, rules, moves):  # type: ignore[no-untyped-def]
    moves[0].kind = 0
    return 1


def test_a_field_that_is_not_filled() -> None:
    market = find_game("night_market")
    wrong = replace(market, options=half_a_move)
    compiled(wrong).__dict__["rules"] = _in_plain_python(wrong)
    line_up = (strategies_of("night_market")["random"],) * 2
    state = next(iter(Match(market, market.knobs(), line_up).walk(0, plain=True))).state
    with pytest.raises(AssertionError, match=r"`options` leaves '.*' of the move 'play' alone"):
        check_legal_moves(Match(wrong, market.knobs(), line_up), state)


def adds_up_otherwise(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    """Hold in plain Python, where NumPy adds with 32 bits; roll in compiled code, which adds with 64."""
    return int(np.float32(0.1) + 0.2 == np.float32(0.1) + np.float32(0.2))


def test_compiled_code_that_is_not_plain_python() -> None:
    differs = strategy(game="pig", skill="none")(adds_up_otherwise)
    with pytest.raises(AssertionError, match=r"step 1: compiled code and plain Python differ in move\.kind"):
        check_plain_python(Match(PIG, PIG.knobs(), (differs, RANDOM)), 0)


def with_an_event(name: str) -> Game:
    return replace(PIG, events=(*PIG.events, EventKind(7, name)))


def test_a_kind_of_event_that_never_occurs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole, "MOST_GAMES", 2)
    with pytest.raises(AssertionError, match="in 4 games no move or event of these kinds occurs: snored;"):
        check_game(with_an_event("snored"))
    check_game(with_an_event("snored"), unseen={"snored": "pigs do not sleep at play"})


@pytest.mark.parametrize(
    ("unseen", "message"),
    [
        ({"banked": "too rare"}, r"'banked' occurs, though it is said that it does not \(too rare\)"),
        ({"snored": ""}, "no kind of move or event called 'snored'"),
    ],
)
def test_what_is_wrongly_said_not_to_occur(unseen: dict[str, str], message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_game(PIG, unseen=unseen)


def test_an_event_that_is_not_declared() -> None:
    step = next(step for step in pig().walk(0, plain=True) if len(step.events))
    step.events["kind"] = 9
    with pytest.raises(AssertionError, match="an event of the kind 9, not declared"):
        check_sentences(pig(), step, all_moves=False)


@pytest.mark.parametrize(
    ("named", "message"),
    [
        (
            ("seat", "face", "sides"),
            r"has 2 numbers, but the kind of event 'rolled' has 3 numbers: seat, face, sides",
        ),
        (("seat",), r"has 2 numbers, but the kind of event 'rolled' has 1 number: seat"),
    ],
)
def test_an_event_is_noted_with_the_numbers_of_its_kind(named: tuple[str, ...], message: str) -> None:
    game = find_game("pig")
    rolled, *others = game.events
    check_noted_numbers(game)
    with pytest.raises(AssertionError, match=r"game\.py, line \d+: note\(log, Event\.ROLLED, .*" + message):
        check_noted_numbers(replace(game, events=(EventKind(rolled.number, "rolled", named=named), *others)))


def few_rolls(step: Step, match: Match) -> None:
    assert step.state.table.rolls < 5, f"{step.state.table.rolls} rolls"


def test_what_is_wrong_is_said_with_its_place() -> None:
    with pytest.raises(AssertionError, match=r"^Pig, game 0 of .* under {'sides': 8}: step \d+: 5 rolls"):
        check_game(PIG, settings=[{"sides": 8}], invariants=few_rolls)


@pytest.mark.parametrize(
    ("alternatives", "message"),
    [
        (
            {"sides": 6},
            r"the knob 'sides' at 6 moves no outcome; tried under the defaults.* name them: .*settings=\[",
        ),
        ({"sides": 1}, "the knob 'sides' can't be 1: Input should be greater than"),
    ],
)
def test_a_knob_that_does_not_matter(alternatives: dict[str, int], message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_game(PIG, alternatives)


@kernel
def draw_each_face_alike(state, rules, log):  # type: ignore[no-untyped-def]
    """Roll the dice of the toy, whatever the weights are."""
    state.table.eyes = rules.small.things[below(state.chance, rules.small.count)]


class OtherWeights(two_dice_toy.DiceKnobs):
    """Rules whose record does not hold the weights of the knob."""

    def work_out(self, rules: Any) -> None:
        """Make the last face fall in the place of the first."""
        rules.small.at_once[0] = rules.small.things[3]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            {"setup": draw_each_face_alike},
            r"'small' moves no outcome where only its weights .*draw_weighted\(state.chance, rules.small\)",
        ),
        ({"knobs": OtherWeights}, "the rules record has other weights than the knob 'small' at"),
        ({}, ""),
    ],
)
def test_draws_that_are_not_by_their_weights_are_found(changed: dict[str, Any], said: str) -> None:
    game = replace(two_dice_toy.TWO_DICE, **changed)
    with pytest.raises(AssertionError, match=said) if said else nullcontext():
        knobs.check_weights(game, [{}], [two_dice_toy.nothing])


class PricedKnobs(two_dice_toy.DiceKnobs):
    """Rules with a list."""

    added: tuple[int, ...] = knob((2, 3), "what is added", "published", min_length=2, max_length=2)


@kernel
def add_the_first(state, rules, move, log):  # type: ignore[no-untyped-def]
    """Add the first entry of the list, whatever is chosen."""
    state.table.eyes += rules.added[0]
    state.over = True


@kernel
def add_what_is_chosen(state, rules, move, log):  # type: ignore[no-untyped-def]
    """Add the entry that is chosen."""
    state.table.eyes += rules.added[move.kind]
    state.over = True


def test_an_entry_of_a_list_that_is_never_read_is_found() -> None:
    game = replace(two_dice_toy.TWO_DICE, knobs=PricedKnobs, apply=add_the_first)
    with pytest.raises(AssertionError, match=r"'added': no other value of its entry 2 moves an outcome"):
        knobs.check_lists(game, [{}], [two_dice_toy.tossing])
    knobs.check_lists(replace(game, apply=add_what_is_chosen), [{}], [two_dice_toy.tossing])


def test_an_objective_that_nobody_reaches() -> None:
    with pytest.raises(AssertionError, match="'won' of the seat is an objective, and 0 in every game"):
        check_game(PIG, settings=[{"decision_cap": 9}])


def test_an_outcome_that_is_another_one() -> None:
    match = pig()
    state = [step.state for step in match.walk(0)][-1]
    rows, seat_rows = match.play(0, 1)
    check_outcome(match, state, rows[0], seat_rows)
    rows["rolls"] += 1
    with pytest.raises(AssertionError, match=r"column 'rolls' holds \d+, walked through it is \d+"):
        check_outcome(match, state, rows[0], seat_rows)


def test_a_playthrough_is_kept_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "playthrough.txt"
    with pytest.raises(AssertionError, match="SIMKIT_RENEW=1 writes it anew"):
        check_playthrough(pig(), 5, file)
    monkeypatch.setenv("SIMKIT_RENEW", "1")
    check_playthrough(pig(), 5, file)
    monkeypatch.delenv("SIMKIT_RENEW")
    check_playthrough(pig(), 5, file)
    assert "Seat 1 chooses of 2: roll. Else: hold." in file.read_text()
    with pytest.raises(AssertionError, match=r"\n-.*\n\+"):
        check_playthrough(pig(), 6, file)


def check_kuhn(**changed: Any) -> None:
    """Check the toy, with a fault if one is wished; `bold` never passes in the games of some faults."""
    check_game(
        kuhn_toy.kuhn(**changed),
        {"bet": 3, "decision_cap": 1},
        strategies=[kuhn_toy.bold],
        invariants=cards_differ,
    )


def cards_differ(step: Step, match: Match) -> None:
    first, second = step.state.seats["card"].tolist()
    assert first != second, f"both seats hold the card {first}"


def test_the_game_without_faults_passes() -> None:
    check_kuhn()


def test_a_game_of_one_move_passes() -> None:
    with pytest.raises(AssertionError, match="the knob 'decision_cap' at 1 moves no outcome"):
        check_kuhn(apply=kuhn_toy.one_move)  # it gets to the last check of all


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ({"options": kuhn_toy.leaking_options}, "bold, or what is legal, depends on what is hidden"),
        (
            {"conceal": kuhn_toy.careless_conceal},
            r"when `conceal` has dealt anew what seat \d can't see: both seats hold the card",
        ),
        (
            {"options": kuhn_toy.too_many_options},
            r"listed 3 moves in game 0, allowed 1 to 2; Game\(max_moves=...\) says how many can be legal",
        ),
        (
            {"apply": kuhn_toy.never_over},
            "none of 20 games came to an end: all were stopped after .*do the rules set `state.over`",
        ),
    ],
    ids=["leak", "conceal", "max_moves", "over"],
)
def test_faults_of_a_small_game(fault: dict[str, Any], said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_kuhn(**fault)


SHARED = "seats 1 and 2 have 'won' together, and several seats in 300 of 300 games.*ties=True"


def test_a_shared_win_is_a_mistake_unless_the_game_says_otherwise() -> None:
    game = kuhn_toy.kuhn(outcome=kuhn_toy.two_winners)
    how: dict[str, Any] = {"strategies": [kuhn_toy.bold], "settings": [{}, {"bet": 2}]}
    with pytest.raises(AssertionError, match=f"{SHARED}.* see `outcome`"):
        check_game(game, {"bet": 3, "decision_cap": 1}, **how)
    shared = replace(game, objectives=(Objective("won", ties=True),))
    with pytest.warns(UserWarning, match="a master over bold is blind: whatever it does"):
        check_game(shared, {"bet": 3, "decision_cap": 1}, **how)


@pytest.mark.parametrize("apply", [kuhn_toy.notes_one_of_two, kuhn_toy.notes_one_of_many])
def test_a_kind_of_event_that_is_chosen_is_checked_too(apply: Callable[..., None]) -> None:
    game = kuhn_toy.kuhn(apply=apply)
    with pytest.raises(AssertionError, match=r"kuhn_toy\.py, line \d+: note\(.* has 2 numbers, .*'moved'"):
        check_noted_numbers(game)


def test_a_rule_that_fails_is_named_with_its_line() -> None:
    with pytest.raises(AssertionError, match=r"IndexError: index 2 .*kuhn_toy\.py:\d+\)"):
        check_kuhn(apply=kuhn_toy.breaks_at_times)


def test_a_rule_that_matters_in_one_game_of_a_thousand_is_found() -> None:
    check_kuhn(apply=kuhn_toy.seldom)


def test_a_rule_may_be_said_to_be_rare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knobs, "LONGEST", 0.0)
    game = kuhn_toy.kuhn(apply=kuhn_toy.seldom)
    how: dict[str, Any] = {"alternatives": {"bet": 3, "decision_cap": 1}, "strategies": [kuhn_toy.bold]}
    with pytest.raises(AssertionError, match=r"'bet' at 3 moves no outcome; .*rare=\{'KNOB': 3_000\}"):
        check_game(game, **how)
    check_game(game, **how, rare={"bet": 20_000})
    with pytest.raises(AssertionError, match="rare: unknown knob 'bett'; did you mean 'bet'"):
        check_game(game, **how, rare={"bett": 20_000})


def conceal_deck_only(state, seat, chance):  # type: ignore[no-untyped-def]
    """Shuffle the deck, and leave the others their hands."""
    shuffle_pile(chance, state.hidden.deck)


@kernel
def change_hand(deck, hand):  # type: ignore[no-untyped-def]
    """Put a hand under the deck, and draw a new one: the same each time."""
    count = hand.count
    for _ in range(count):
        put_under(deck, draw(hand))
    for _ in range(count):
        put_on_top(hand, draw(deck))


def conceal_without_chance(state, seat, chance):  # type: ignore[no-untyped-def]
    """Change the other hand, and shuffle nothing."""
    change_hand(state.hidden.deck, state.seats[1 - seat].hand)


def conceal_hand_without_chance(state, seat, chance):  # type: ignore[no-untyped-def]
    """Change the other hand, and shuffle the deck afterwards."""
    change_hand(state.hidden.deck, state.seats[1 - seat].hand)
    shuffle_pile(chance, state.hidden.deck)


@pytest.mark.parametrize(
    ("conceal", "said"),
    [
        (conceal_deck_only, "leaves the other seats' 'hand' as it is"),
        (conceal_hand_without_chance, "'hand' as it is, or deals it the same each time"),
        (conceal_without_chance, "`conceal` hides nothing: .* is the same each time"),
    ],
)
def test_a_hand_that_is_not_dealt_by_chance_is_found(conceal: Callable[..., None], said: str) -> None:
    market = find_game("night_market")
    player = strategies_of("night_market")["random"]
    wrong = replace(market, conceal=conceal)
    with pytest.raises(AssertionError, match=said):
        check_hiding(Match(wrong, market.knobs(), (player, player)), [player], 12)


def test_cards_that_vanish_or_are_there_twice_are_named() -> None:
    state = next(iter(market_match().walk(0))).state
    before = cards_in(state)
    deck = state.hidden.deck
    deck.count -= 1
    with pytest.raises(AssertionError, match=r"here card \d+ is in the piles \d times, it was \d times"):
        check_same_cards(before, cards_in(state), "here")
    deck.count = -1
    with pytest.raises(AssertionError, match=r"the pile hidden\.deck holds -1 cards, .*0 to \d+"):
        cards_in(state)


def market_match() -> Match:
    player = strategies_of("night_market")["random"]
    return Match(find_game("night_market"), find_game("night_market").knobs(), (player, player), seed=3)


@pytest.mark.long
def test_an_endless_loop_is_named_in_seconds() -> None:
    """In a process of its own: the loop would go on until the end of all tests."""
    said = r"rules of Kuhn did not come to an end within 1 s .* at move 1 of game 0 \(.*kuhn_toy\.py:\d+\)"
    code = "from tests.test_testing import check_kuhn, kuhn_toy; check_kuhn(apply=kuhn_toy.endless)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[1],
        env=os.environ | {"SIMKIT_PATIENCE": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert re.search(rf"AssertionError: .*{said}", done.stderr), done.stderr


def test_too_many_moves_are_said_in_runs_too() -> None:
    game = kuhn_toy.kuhn(options=kuhn_toy.too_many_options)
    with pytest.raises(BadInput, match=r"listed 3 moves in game 0, allowed 1 to 2; Game\(max_moves"):
        Match(game, game.knobs(), (kuhn_toy.bold,) * 2).play(0, 10)


@pytest.mark.parametrize("parameters", [{"n": 25}, 5, ({"n": 25},), (5, {})])
def test_parameters_of_a_match_that_are_none(parameters: Any) -> None:
    hold_at = strategies_of("pig")["hold_at"]
    with pytest.raises(BadInput, match="parameters are"):
        Match(PIG, PIG.knobs(), (hold_at, hold_at), parameters)
