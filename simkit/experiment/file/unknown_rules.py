"""Suggests, for an unknown rule, the one that was meant or others about the same thing."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from simkit.engine.contract.describe import KnobInWords, describe_knobs
from simkit.engine.contract.game import Game
from simkit.errors import nearest, unknown

NEAR = 0.6
"""How similar the ends of two words must be, if they begin alike, to suggest one for the other."""

SHORTEST = 3
"""The fewest letters of a word by which rules are searched."""


def unknown_rule(game: Game, word: str) -> str:
    """Return the message about a rule that a game does not have.

    One that begins like others, `phantom_speed`, lists those.
    """
    known = describe_knobs(game.knobs)
    kind = f"rule of {game.name}"
    guess = nearest(word, [knob.name for knob in known])
    head = word.lower().partition("_")[0]
    kin = _about(head, known)
    if not kin:
        return unknown(kind, word, [knob.name for knob in known])
    hint = f"; did you mean '{guess}'?" if guess and _is_near(word.lower(), guess.lower(), head) else "."
    listed = "; ".join(f"{knob.name}, {knob.description} ({knob.allowed})" for knob in kin)
    return (
        f"unknown {kind} '{word}'{hint} What can be set about '{head}': {listed}. "
        f"`simkit rules {game.name}` lists all"
    )


def _about(head: str, known: list[KnobInWords]) -> list[KnobInWords]:
    """Return the rules whose names contain a word, in the singular or the plural."""
    stem = head.rstrip("s")
    if len(stem) < SHORTEST:
        return []
    return [knob for knob in known if re.search(rf"(^|_){re.escape(stem)}s?(_|$)", knob.name)]


def _is_near(word: str, guess: str, head: str) -> bool:
    """Return True if a guess is similar to a rule beyond the word with which both begin."""
    if guess.startswith(f"{head}_"):
        word, guess = word[len(head) + 1 :], guess[len(head) + 1 :]
    return SequenceMatcher(None, word, guess).ratio() >= NEAR
