"""A game told: what a plug-in's story does wrong is a message."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from simkit_pig.game import setup

from simkit.engine.base.events import LOG_CAPACITY, note
from simkit.engine.contract.story import Story
from simkit.engine.play.match import Match
from simkit.engine.play.playthrough import MOST_OTHERS, playthrough
from simkit.errors import BadInput
from simkit.games.nautilion.knobs import NautilionKnobs
from simkit.plugins import find_game, strategies_of

PIG = find_game("pig")
RANDOM = strategies_of("pig")["random"]


class Stammerer(Story):
    """Tells the set-up, and then fails in the way it was made for."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.answer = answer

    def begin(self, *_: Any) -> list[str]:
        """Tell the set-up."""
        return ["It begins."]

    def tell(self, *_: Any) -> Any:
        """Fail."""
        if self.answer is KeyError:
            raise KeyError("rolled")
        return self.answer

    def end(self, *_: Any) -> list[str]:
        """Tell the end."""
        return ["It is over."]

    def describe(self, *_: Any) -> Any:
        """Fail, as `tell` does."""
        return self.tell()


def told_by(answer: Any, *, choices: bool = False) -> Iterator[str]:
    stammer = replace(PIG, title="Stammer", story=Stammerer(answer))
    return playthrough(Match(stammer, PIG.knobs(), (RANDOM, RANDOM)), 5, choices=choices)


def test_a_story_that_raises_is_reported_with_its_line() -> None:
    story = told_by(KeyError)
    assert next(story) == "It begins."
    with pytest.raises(BadInput) as told:
        list(story)
    assert str(told.value).startswith("the story of Stammer raised KeyError: 'rolled' in game 5 (")
    assert f"{__file__}:" in str(told.value)


@pytest.mark.parametrize("answer", [None, "One sentence.", [3]])
def test_a_story_that_returns_no_list_of_sentences_is_reported(answer: Any) -> None:
    with pytest.raises(BadInput, match=r"tell returned .*, allowed is a list of sentences"):
        list(told_by(answer))


def test_a_story_may_have_nothing_to_say() -> None:
    assert list(told_by([])) == ["It begins.", "", "It is over."]


def test_choices_are_listed_before_their_effects() -> None:
    match = Match(PIG, PIG.knobs(), (RANDOM, RANDOM))
    told = list(playthrough(match, 5, choices=True))
    assert [line for line in told if " chooses " not in line] == list(playthrough(match, 5))
    steps = list(match.walk(5))[1:]
    assert sum(" chooses " in line for line in told) == len(steps)
    words = {0: "roll. Else: hold.", 1: "hold. Else: roll."}
    chosen = [(line, after) for line, after in pairwise(told) if " chooses " in line]
    for step, (line, after) in zip(steps, chosen, strict=True):
        assert step.move is not None
        assert line == f"  Seat {step.seat + 1} chooses of 2: {words[int(step.move.kind)]}"
        assert after.startswith(f"Seat {step.seat + 1} ")


def test_of_many_choices_a_few_are_listed() -> None:
    game = find_game("nautilion")
    match = Match(game, NautilionKnobs(reserve=9), (strategies_of("nautilion")["random"],), seed=1)
    told = [line for line in playthrough(match, 3, choices=True) if line.startswith("  Chosen of ")]
    counts = [len(step.moves) for step in match.walk(3) if len(step.moves) > 1]
    assert [int(line.split()[2].rstrip(":")) for line in told] == counts
    assert max(counts) < game.max_moves
    for line in told:
        others = line.partition(" Else: ")[2].rstrip(".").split("; ")
        assert len(set(others)) == len(others)
        more = re.fullmatch(r"and (\d+) more", others[-1])
        assert len(others) == MOST_OTHERS + 1 if more else len(others) <= MOST_OTHERS
    assert any(line.endswith(" more.") for line in told)
    assert not any("Seat" in line for line in told)


@pytest.mark.parametrize("answer", [None, 3])
def test_a_move_that_is_not_described_in_words_is_reported(answer: Any) -> None:
    with pytest.raises(BadInput, match=r"Stammer: describe returned .*, allowed are words"):
        list(told_by(answer, choices=True))


def test_events_without_room_in_the_log_are_reported() -> None:
    chatty = replace(PIG, setup=talk_too_much)
    told = list(playthrough(Match(chatty, PIG.knobs(), (RANDOM, RANDOM)), 5))
    assert f"  (The log has room for {LOG_CAPACITY} events of a move; not shown: 3.)" in told
    assert sum("not shown" in line for line in told) == 1


def talk_too_much(state, rules, log):  # type: ignore[no-untyped-def]
    """Note more than there is room for."""
    setup(state, rules, log)  # type: ignore[no-untyped-call]
    for _ in range(LOG_CAPACITY + 3):
        note(log, 1)
