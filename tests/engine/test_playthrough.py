"""A game told: what a plug-in's story does wrong is a message."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from simkit.engine.match import Match
from simkit.engine.playthrough import playthrough
from simkit.errors import Complaint
from simkit.plugins import find_game, strategies_of

PIG = find_game("pig")
RANDOM = strategies_of("pig")["random"]


class Stammerer:
    """Tells the set-up, and then fails in the way it was made for."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def begin(self, *_: Any) -> list[str]:
        """Tell the set-up."""
        return ["It begins."]

    def tell(self, *_: Any) -> Any:
        """Fail."""
        return {}["rolled"] if self.answer is KeyError else self.answer

    def end(self, *_: Any) -> list[str]:
        """Tell the end."""
        return ["It is over."]

    describe = tell


def told_by(answer: Any) -> Iterator[str]:
    return playthrough(
        Match(replace(PIG, title="Stammer", story=Stammerer(answer)), PIG.knobs(), (RANDOM, RANDOM)), 5
    )


def test_a_story_that_raises_is_told_with_its_line() -> None:
    story = told_by(KeyError)
    assert next(story) == "It begins."
    with pytest.raises(Complaint) as told:
        list(story)
    assert str(told.value).startswith("the story of Stammer raised KeyError: 'rolled' in game 5 (")
    assert f"{__file__}:" in str(told.value)


@pytest.mark.parametrize("answer", [None, "One sentence.", [3]])
def test_a_story_that_returns_no_list_of_sentences_is_told(answer: Any) -> None:
    with pytest.raises(Complaint, match=r"tell returned .*, allowed is a list of sentences"):
        list(told_by(answer))


def test_a_story_may_have_nothing_to_say() -> None:
    assert list(told_by([])) == ["It begins.", "", "It is over."]
