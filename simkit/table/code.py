"""Codes of sheets: seven letters by which results that were written on paper find their game and rules.

The last letter checks the others: one that is mistyped, or two that changed places, make another.
"""

from __future__ import annotations

import hashlib
import json

from simkit.errors import BadInput, quoted
from simkit.experiment.values import Experiment, Scenario

LETTERS = "23456789ABCDEFGHJKLMNPQRSTVWXYZ"
"""A prime number of letters, so that the check finds each such mistake; without 0, 1, I, O and U, which are
misread."""

LENGTH = 6
"""The letters before the one that checks them."""

ALLOWED = f"a code is {LENGTH + 1} letters and digits, such as {{}}, without 0, 1, I, O and U"


def code_of(experiment: Experiment, scenario: Scenario) -> str:
    """Return the code of the games of a scenario: "K7Q2-F3X".

    It stands for the experiment's name, the game, its rules and its content.
    """
    game = experiment.game
    content = game.content.as_data() if game.as_printed is not None and game.content is not None else None
    named = [experiment.name, game.name, scenario.knobs.as_json(), content]
    number = int.from_bytes(hashlib.sha256(json.dumps(named, sort_keys=True).encode()).digest()[:8])
    letters = ""
    for _ in range(LENGTH):
        number, place = divmod(number, len(LETTERS))
        letters += LETTERS[place]
    return in_groups(letters + _check(letters))


def read_code(said: str) -> str:
    """Return a code as it was typed, in groups.

    Raises BadInput if it is none, or something in it is mistyped.
    """
    letters = "".join(said.upper().replace("-", " ").split())
    example = ALLOWED.format(in_groups("K7Q2F3" + _check("K7Q2F3")))
    if wrong := next((letter for letter in letters if letter not in LETTERS), ""):
        raise BadInput(f"code {quoted(said)}: {quoted(wrong)} is in no code; {example}")
    if len(letters) != LENGTH + 1:
        raise BadInput(f"code {quoted(said)} has {len(letters)} letters; {example}")
    if _check(letters[:-1]) != letters[-1]:
        raise BadInput(f"code {quoted(said)} is mistyped: its last letter does not fit the others")
    return in_groups(letters)


def _check(letters: str) -> str:
    """Return the letter that checks others."""
    total = sum(place * LETTERS.index(letter) for place, letter in enumerate(letters, start=2))
    return LETTERS[total % len(LETTERS)]


def in_groups(letters: str) -> str:
    """Return a code's letters as they are printed."""
    return f"{letters[:4]}-{letters[4:]}"
