"""What a person is told: everything that their seat sees, and nothing else."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import numpy as np
import pytest

from simkit.game import (
    Column,
    Field,
    Game,
    Kinds,
    Knobs,
    begin,
    below,
    event,
    field,
    move,
    note,
    record,
    strategy,
)
from simkit.games.nautilus_island.kinds import Event as Taken
from simkit.run.work.rehearsal import match_of
from simkit.search.settings import standard_experiment
from simkit.table.look import look
from simkit.table.sight import NOT_SEEN, UNSEEN, Sight
from simkit.testing import Match

OTHERS = ("castaways", "nautilus_island", "nautilus_2002")
"""Games that hide something, besides the one of the daily tests."""

RANKS = ("jack", "queen", "king", "ace", "ten", "nine", "eight", "seven")


class Move(Kinds):
    """What a player chooses."""

    DRAW = move("draw")
    SHOW = move("show the top card")


class Event(Kinds):
    """What happens."""

    DREW = event("Seat {seat} draws the {card}.", "seat", Field("card", RANKS))
    SHOWED = event("The {card} lies open.", Field("card", RANKS))
    ROLLED = event("Seat {seat} rolls a {face} in secret.", "seat", "face")
    OPENLY = event("Everybody sees a {face}.", "face")


class ToyKnobs(Knobs):
    """No rules."""


def setup(state: Any, rules: Any, log: Any) -> None:
    """Shuffle the cards."""
    begin(state.chance, 0, 0)
    for place in range(len(RANKS)):
        state.hidden.deck[place] = place
    for place in range(len(RANKS) - 1):
        other = place + below(state.chance, len(RANKS) - place)
        card = int(state.hidden.deck[place])
        state.hidden.deck[place] = state.hidden.deck[other]
        state.hidden.deck[other] = card


def options(state: Any, rules: Any, moves: Any) -> int:
    """List: draw; show."""
    moves[0].kind, moves[1].kind = Move.DRAW, Move.SHOW
    return 2


def apply(state: Any, rules: Any, move: Any, log: Any) -> None:
    """Draw a card in secret, show one to all, roll a die in secret and one openly: all in one move."""
    table, own = state.table, state.seats[state.seat]
    if move.kind == Move.DRAW:
        own.card = state.hidden.deck[table.taken]
        table.taken += 1
        note(log, Event.DREW, state.seat, own.card)
    table.open = state.hidden.deck[table.taken]
    table.taken += 1
    note(log, Event.SHOWED, table.open)
    begin(state.chance, 1, table.taken)
    own.die = 1 + below(state.chance, 6)
    note(log, Event.ROLLED, state.seat, own.die)
    note(log, Event.OPENLY, 1 + below(state.chance, 6))
    state.seat = 1 - state.seat
    state.over = table.taken > 5


def outcome(state: Any, rules: Any, row: Any, seat_rows: Any) -> None:
    """Fill the outcome column."""
    row.taken = state.table.taken


def conceal(state: Any, seat: Any, chance: Any) -> None:
    """Deal anew the other's card and the deck; the other's die is any."""
    other, table = state.seats[1 - seat], state.table
    for place in range(table.taken, len(RANKS) - 1):
        swap = place + below(chance, len(RANKS) - place)
        card = int(state.hidden.deck[place])
        state.hidden.deck[place] = state.hidden.deck[swap]
        state.hidden.deck[swap] = card
    if other.card >= 0 and table.taken < len(RANKS):
        place = table.taken + below(chance, len(RANKS) - table.taken)
        if below(chance, 2):
            card = int(other.card)
            other.card = state.hidden.deck[place]
            state.hidden.deck[place] = card
    if other.die:
        other.die = 1 + below(chance, 6)


@strategy(game="secrets", skill="none", name="drawer")
def drawer(table: Any, seat: Any, rules: Any, moves: Any, count: Any, parameters: Any, chance: Any) -> int:
    """Draw."""
    return 0


TOY = Game(
    name="secrets",
    summary="A card in the hand and one on the table.",
    seats=range(2, 3),
    table=record(field("taken"), field("open")),
    seat=record(field("card"), field("die")),
    hidden=record(field("deck", shape=len(RANKS))),
    knobs=ToyKnobs,
    setup=setup,
    options=options,
    apply=apply,
    outcome=outcome,
    conceal=conceal,
    moves=Move.kinds,
    events=Event.kinds,
    columns=(Column("taken", np.uint8, "cards taken", "cards"),),
)


def test_a_card_drawn_in_secret_and_a_secret_die_are_not_told() -> None:
    match = Match(TOY, ToyKnobs(), (drawer, drawer), seed=3)
    seen = 0
    for number in range(8):
        sights = [Sight(match, number, seat) for seat in range(2)]
        before = None
        for step in match.walk(number, plain=True):
            whole = TOY.story.tell(TOY, step.state, match.rules, step.events)
            for seat, sight in enumerate(sights):
                told = sight.tell(before, step)
                if step.move is None:
                    continue
                own = list(whole)
                if seat != step.seat:
                    own[0] = f"Seat {step.seat + 1} draws the ?."
                    own[2] = f"Seat {step.seat + 1} rolls ? in secret."
                    seen += 1
                assert told == own, (number, seat)
            before = step.state
    assert seen > 10


def match_at(game: str, strategy: str = "") -> Match:
    """Return a game at its standard setting, played by its strongest strategy or another."""
    experiment = standard_experiment(game, strategy=strategy)
    return match_of(experiment, experiment.scenarios[0])


@pytest.mark.long
def test_what_the_others_take_unseen_stays_unseen() -> None:
    match = match_at("nautilus_island")
    sights = [Sight(match, 0, seat) for seat in (0, 3)]
    before, unseen = None, {0: 0, 3: 0}
    for step in islice(match.walk(0, plain=True), 7):
        whole = match.game.story.tell(match.game, step.state, match.rules, step.events)
        for seat, sight in zip((0, 3), sights, strict=True):
            told = sight.tell(before, step)
            if step.move is None:
                continue
            for line, said in zip(whole, told, strict=True):
                by = next(
                    (int(event["numbers"][0]) for event in step.events if event["kind"] == Taken.COLLECTED),
                    -1,
                )
                if "unseen by the others" in line and by != seat:
                    assert said == "  It takes ?, unseen by the others."
                    unseen[seat] += 1
                else:
                    assert said == line
        before = step.state
    assert min(unseen.values()) > 0


@pytest.mark.parametrize(
    "game", ["night_market", *(pytest.param(name, marks=pytest.mark.long) for name in OTHERS)]
)
def test_how_the_game_stands_depends_on_nothing_that_the_seat_does_not_see(game: str) -> None:
    match = match_at(game, "random")
    steps = list(islice(match.walk(1, plain=True), 60))
    sight = Sight(match, 1, 0)
    step = steps[len(steps) // 2]
    lines = look(match, step.state, sight, 0)
    assert look(match, sight._dealt_anew(step.state), sight, 0) == lines
    if game == "nautilus_2002":
        goals = [line for line in lines if "goal card" in line]
        assert [("? and ?" in line) for line in goals] == [False, True, True, True]


def fits(told: list[str], whole: list[str]) -> bool:
    """Return True if lines differ from others only in signs for words, and in lines left out."""
    lines = iter(whole)
    parts = (".*".join(map(re.escape, line.split(UNSEEN))) for line in told if line != NOT_SEEN)
    return all(any(re.fullmatch(part, line) for line in lines) for part in parts)


def test_words_fit_where_they_differ_in_signs_alone() -> None:
    assert fits(["It takes ?.", "Rest."], ["It takes a coin.", "A word.", "Rest."])
    assert not fits(["It takes a coin."], ["It takes a shell."])
    assert not fits(["Rest.", "It takes ?."], ["It takes a coin.", "Rest."])
    assert fits([NOT_SEEN], ["It takes a coin."])


@pytest.mark.long
@pytest.mark.parametrize("game", ["night_market", *OTHERS])
def test_what_is_told_of_a_move_fits_most_of_what_the_seat_may_think(game: str) -> None:
    """Of other deals that look the same to the seat, at most one in ten contradicts what it is told."""
    match = match_at(game)
    sight, chance, before = Sight(match, 0, 0), Sight(match, 1, 0), None
    compared = 0
    for step in match.walk(0, plain=True):
        told = sight.tell(before, step)
        if before is not None:
            seen = sight._words_of(step.state)[0]
            alike = [
                match.game.story.tell(match.game, other.state, match.rules, other.events)
                for other in chance._again(before, step)
                if np.array_equal(other.seen, seen) and other.has_kinds_of(step.events)
            ]
            assert sum(not fits(told, whole) for whole in alike) <= len(alike) / 10, (told, alike)
            compared += len(alike)
        before = step.state
    assert compared > 100


def test_a_game_that_hides_nothing_is_told_as_in_a_replay() -> None:
    match = match_at("pig")
    sight, before = Sight(match, 0, 1), None
    for step in match.walk(0, plain=True):
        whole = match.game.story.begin if step.move is None else match.game.story.tell
        assert sight.tell(before, step) == whole(match.game, step.state, match.rules, step.events)
        before = step.state
