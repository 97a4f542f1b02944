"""Another choice at one move of a game, after which the stories part."""

from __future__ import annotations

import re
from dataclasses import dataclass

from simkit.engine.play.match import Match
from simkit.engine.play.playthrough import playthrough
from simkit.errors import BadInput
from simkit.language import plural


@dataclass(frozen=True)
class Parting:
    """A move of a game, and what is chosen there instead."""

    match: Match
    number: int
    move: int
    """Which of the game's moves, from 1."""

    option: int
    """The index of the legal move that is made instead."""

    was: str
    becomes: str
    """The player's own choice and the other one, in words."""

    @classmethod
    def read(cls, match: Match, number: int, said: str) -> Parting:
        """Return what a person writes as "7:2": at move 7 the second legal move."""
        written = re.fullmatch(r"\s*(\d+)\s*:\s*(\d+)\s*", said)
        if written is None:
            raise BadInput(
                f"--instead {said}: allowed is a move's number and that of a legal move there, such as 7:2"
            )
        if match.thinks:
            raise BadInput(
                "--instead: a player of this game looks ahead, whose choices after it are not known"
            )
        move, option = int(written[1]), int(written[2])
        last = 0
        for made, step in enumerate(match.walk(number)):
            last = made
            if not made or made != move:
                continue
            story = match.game.story
            words = [story.describe(match.game, step.state, move) for move in step.moves]
            if not 1 <= option <= len(words):
                listed = "; ".join(f"{at} {word}" for at, word in enumerate(words, 1))
                has = "has one legal move" if len(words) == 1 else f"has {plural(len(words), 'legal move')}"
                raise BadInput(f"--instead {said}: move {move} {has}: {listed}")
            assert step.move is not None
            own = story.describe(match.game, step.state, step.move)
            return cls(match, number, move, option - 1, own, words[option - 1])
        raise BadInput(f"--instead {said}: game {number} has no move {move}: it ends after {last}")

    def note(self) -> str:
        """Return a line about where the stories part."""
        if self.was == self.becomes:
            return "Here nothing is chosen otherwise: it is the player's own choice."
        return f"Here the stories part: the player's own choice was {self.was}."

    def ending(self) -> list[str]:
        """Return lines that say how the game ends with the player's own choice."""
        lines = list(playthrough(self.match, self.number))
        last = max((at for at, line in enumerate(lines) if not line), default=-1)
        return ["", f"With {self.was} at move {self.move}:", *lines[last + 1 :]]
