"""What is printed on a card besides its text, in words that anybody understands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from typing import Any

from simkit.game import Item, Said, listed, printed_in_words
from simkit.games.castaways.names import SIGNAL_LETTERS, SIGNALS_CALLED

FIGURES: Mapping[str, str] = {
    "adv": "the walkers advance {n:space}",
    "base": "in the camp from the start",
    "cost": "costs {n} energy",
    "cubes": "{n:cube}",
    "deck": "deck of the {value}",
    "few": "taken out above two players",
    "first_energy_double": "the first energy in each Build counts two",
    "fish_bonus": "{n:food token} more with a fish",
    "fish_draw": "draws {n:fish tile} and keeps one",
    "food_per_turn": "{n:food token} every turn",
    "found": "found on the island",
    "heal": "a Rest heals {n:injury/injuries}",
    "heals_a_rester": "heals {n:injury/injuries} more of a castaway who rests",
    "keeps_tile": "{n:food tile} kept overnight",
    "lighting": "{n} more for lighting the campfire",
    "name": "{value}",
    "needs_gold": "only while another castaway owns the gold",
    "not_in_storm": "not in a storm",
    "object": "an object: {value}",
    "objects": "takes {value}",
    "pending": "may be left open",
    "red": "can't be covered",
    "rest": "a Rest brings {value} energy",
    "ret": "the return cube goes up {n:space}",
    "return_roll": "{n} more on return rolls",
    "signal": "something to signal with",
    "solo": "used by one player too",
    "stands_in": "stands for one thing missing in the rescue check",
    "strength": "strength {n}",
    "tiles": "{value}",
    "weather": "weather: {value}",
    "wood_action": "{n} more wood by the action Wood",
    "wreck": "a cube is washed ashore if the wreck has {n} or more",
}
"""The words for a figure, by its name in the cards' files."""

OF_ITEMS: Mapping[str, Mapping[str, str]] = {
    "Character": {"energy": "{n:energy space}"},
    "Construction": {"energy": "{n} energy to build it", "wood": "{n} wood to build it"},
    "EventCard": {"signal": "rescue needs {value}"},
    "ExplorationCard": {"sp": "draw {n:story-point tile}"},
    "Object": {"sp": "{n:story point} for a rescued owner"},
    "Plot": {"sp": "draw {n:story-point tile}"},
    "Shelter": {"energy": "{n} energy to build it", "wood": "{n} wood to build it"},
    "Site": {"wood": "{n} wood to build it"},
}
"""Figures with another meaning on these kinds of items."""


def figures_of(item: Item, hidden: Set[str]) -> str:
    """Return the figures printed on an item besides its text, if they differ from the usual ones."""
    default = {name: field.default for name, field in type(item).model_fields.items()}
    shown = ((name, value) for name, value in item if name not in hidden and value != default[name])
    return "; ".join(_in_words(type(item).__name__, name, value) for name, value in shown)


def _in_words(kind: str, name: str, value: Any) -> str:
    template = OF_ITEMS.get(kind, {}).get(name) or FIGURES.get(name)
    if template is None:
        return f"{name.replace('_', ' ')} {printed_in_words(value)}"
    if isinstance(value, bool):
        return template if value else f"not {template}"
    if isinstance(value, int):
        return template.format(n=Said(value))
    say = SAY.get(name, printed_in_words)
    return template.format(value=say(value))


def signals_in_words(letters: str) -> str:
    """Return the names of signals: "bonfire, sign and captain's log"."""
    return listed(CALLED[letter] for letter in letters)


def rest_in_words(energy: tuple[int, int]) -> str:
    """Return the energy of a Rest: "2", or "1 or 2" by the die."""
    return " or ".join(map(str, sorted(set(energy))))


def tiles_in_words(tiles: Mapping[str, int]) -> str:
    """Return the number of tiles of each value, in words: "3 of 0, 4 of 1"."""
    return ", ".join(f"{n} of {value}" for value, n in tiles.items())


CALLED = {
    letter: called.removeprefix("the ") for letter, called in zip(SIGNAL_LETTERS, SIGNALS_CALLED, strict=True)
}
"""The names of signals, by their letters."""

SAY: Mapping[str, Callable[[Any], str]] = {
    "name": str,
    "rest": rest_in_words,
    "signal": signals_in_words,
    "tiles": tiles_in_words,
}
"""The words for figures that are no plain numbers or words."""
