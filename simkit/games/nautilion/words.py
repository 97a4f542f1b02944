"""The words for tokens, figures, cards and prices in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from simkit.games.nautilion.rules import heroic_actions, machinations, state
from simkit.games.nautilion.rules.events import REEF_TOKEN

FIGURES = {1: "Darkhouse", 2: "Phantom", 4: "Nautilion"}
MAGES = "ABC"
DICE = ("first", "second", "third")


def name_token(kind: int) -> str:
    """Return a token's name by its kind."""
    if kind == REEF_TOKEN:
        return "a reef"
    if kind == state.MERCENARY:
        return "a mercenary"
    if kind >= state.MAGE_A:
        return f"mage {MAGES[kind - state.MAGE_A]}"
    return f"crew {kind}" if kind else "a green token"


def name_space(space: int) -> str:
    """Return the name of a space of the board; 0 is the cabin."""
    return f"space {space}" if space else "the cabin"


def name_player(seat: int) -> str:
    """Return a player's name by their seat: seat 0 is player 1."""
    return f"player {seat + 1}"


def name_crew(mask: int) -> str:
    """Return the crew of a mask: "1, 5 and 9"."""
    numbers = [n for n in range(1, state.CREW_NUMBERS + 1) if int(mask) >> (n - 1) & 1]
    return listed(numbers) if numbers else "nobody"


def name_price(paid: Iterable[int]) -> str:
    """Return a payment in words: "crew 3 and a green token from the reserve"."""
    names = [name_token(kind) for kind in paid]
    return f"{listed(names)} from the reserve" if names else "nothing"


def name_darkhouse_effect(effect: int) -> str:
    """Return the effect of a Darkhouse card, in the words of its content file."""
    return machinations.EFFECTS[effect].replace("_", " ")


def name_heroic_effect(effect: int) -> str:
    """Return the effect of a Heroic card, in the words of its content file."""
    return heroic_actions.EFFECTS[effect].replace("_", " ")


def listed(things: Iterable[object]) -> str:
    """Return things in a row: "1, 2 and 3"."""
    words = [str(thing) for thing in things]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
