"""Makes sentences of what happens in a move: castaways by name, what belongs together in one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from simkit.engine.effects.vocabulary import Said
from simkit.engine.rows import Record
from simkit.games.castaways import events as e
from simkit.games.castaways.box import BOX
from simkit.games.castaways.card_events import REMAIN_KEPT

NAMES = tuple(f"{own.name[:1].lower()}{own.name[1:]}" for own in BOX.characters.values())
"""The castaways as they are called within a sentence: "the cook"."""

NEEDLESS = {
    (e.ENERGY_CHANGED, e.RESTED),
    (e.HEALED, e.RESTED),
    (e.ENERGY_CHANGED, e.HEALED),
    (REMAIN_KEPT, e.OBJECT_GAINED),
}
"""Kinds of events of one castaway, one after the other, of which one says all."""

SEAT = re.compile(r"\b([Ss])eat (\d)\b")

Happening = tuple[int, int, int, int]
"""An event: its kind and its numbers."""


def happenings(log: Any) -> list[Happening]:
    """Return the events of a move, without those that the next sentence says too."""
    found = [(int(own["kind"]), int(own["a"]), int(own["b"]), int(own["c"])) for own in log]
    kept: list[Happening] = []
    for i, own in enumerate(found):
        before = kept[-1] if kept else None
        after = found[i + 1] if i + 1 < len(found) else None
        if before and before[0] == REMAIN_KEPT and _one(before, own):
            continue
        if after and own[0] != REMAIN_KEPT and _one(own, after) and own[2] > 0:
            continue
        kept.append(own)
    return kept


def _one(first: Happening, second: Happening) -> bool:
    return (first[0], second[0]) in NEEDLESS and first[1] == second[1]


def groups(happened: Sequence[Happening]) -> list[list[Happening]]:
    """Return the events in groups that make one sentence each."""
    parts: list[list[Happening]] = []
    for own in happened:
        if parts and _belongs(parts[-1], own):
            parts[-1].append(own)
        else:
            parts.append([own])
    return parts


def _belongs(part: Sequence[Happening], own: Happening) -> bool:
    """Return True if an event belongs to the sentence of those before it."""
    first, last = part[0], part[-1]
    if own[0] == e.CAMP_STATE:
        return first[0] == e.TURN_STATE
    if own[0] == e.ENERGY_CHANGED and first[0] in (e.MARKER_PLACED, e.ATE):
        return last[0] == first[0] and last[1] == own[1] and (own[2] < 0) == (first[0] == e.MARKER_PLACED)
    if own[0] != first[0] or own[1] in [other[1] for other in part if other[0] == own[0]]:
        return False
    if own[0] in (e.ADVANCED, e.ENERGY_CHANGED, e.GOT_LOST, e.CAME_BACK):
        return own[2] == first[2]
    return own[0] in (e.ATE, e.TURN_STATE, e.WENT_HUNGRY)


def named(sentence: str, state: Record) -> str:
    """Return a sentence with castaways instead of seats, as far as it is known who they are."""

    def name(found: re.Match[str]) -> str:
        character = int(state.table.castaways[int(found[2])].character)
        if not 0 <= character < len(NAMES):
            return found[0]
        words = NAMES[character]
        return f"{words[:1].upper()}{words[1:]}" if found[1] == "S" else words

    return SEAT.sub(name, sentence)


def told(part: Sequence[Happening]) -> str:
    """Return the sentence of several events, with seats; "" if each has its own."""
    kind = part[0][0]
    return TOGETHER[kind](part) if kind in TOGETHER and len(part) > 1 else ""


def cost(part: Sequence[Happening]) -> str:
    """Return the cost of a marker, where it cost energy: " (1 energy, 4 are left)"."""
    paid = [own for own in part if own[0] == e.ENERGY_CHANGED]
    return "".join(f" ({-n} energy, {now} left)" for _, _, n, now in paid)


def listed(words: Sequence[str]) -> str:
    """Return words as a list within a sentence; the first opens it."""
    own = [words[0].replace("seat", "Seat", 1), *words[1:]]
    return own[0] if len(own) == 1 else f"{', '.join(own[:-1])} and {own[-1]}"


def _seats(part: Sequence[Happening]) -> str:
    return listed([f"seat {own[1]}" for own in part])


def _walk(part: Sequence[Happening]) -> str:
    return f"  {_seats(part)} walk on to place {part[0][2]}."


def _energy(part: Sequence[Happening]) -> str:
    n = part[0][2]
    now = listed([f"seat {seat} (now {left})" for _, seat, _, left in part])
    return f"  {now} {'gain' if n > 0 else 'lose'} {abs(n)} energy each."


def _lost(part: Sequence[Happening]) -> str:
    return f"  {_seats(part)} are lost, at place {part[0][2]}."


def _back(part: Sequence[Happening]) -> str:
    return f"  {_seats(part)} are back in camp{'' if part[0][2] < 0 else ', after having been lost'}."


def _hungry(part: Sequence[Happening]) -> str:
    return f"  {_seats(part)} go hungry."


def _eaten(part: Sequence[Happening]) -> str:
    energy = {seat: now for kind, seat, _, now in part if kind == e.ENERGY_CHANGED}
    eaters = [seat for kind, seat, _, _ in part if kind == e.ATE]
    words = [f"seat {seat}" + (f" (energy {energy[seat]})" if seat in energy else "") for seat in eaters]
    return f"  {listed(words)} {'eats' if len(words) == 1 else 'eat'}."


def _night(part: Sequence[Happening]) -> str:
    people = []
    for kind, seat, energy, harm in part:
        if kind == e.TURN_STATE:
            injuries, traumas = divmod(harm, 100)
            worse = f", {Said(injuries):injury/injuries}" if injuries else ""
            worse += f", {Said(traumas):trauma}" if traumas else ""
            people.append(f"seat {seat} has energy {energy}{worse}")
    camp = [own for own in part if own[0] == e.CAMP_STATE]
    storage = "".join(
        f" In storage: {Said(food):food token}, {wood} wood. {'The fire burns' if fire else 'No fire'}."
        for _, food, wood, fire in camp
    )
    return f"Night falls. {'; '.join([people[0].capitalize(), *people[1:]])}.{storage}"


TOGETHER: dict[int, Callable[[Sequence[Happening]], str]] = {
    e.ADVANCED: _walk,
    e.ENERGY_CHANGED: _energy,
    e.GOT_LOST: _lost,
    e.CAME_BACK: _back,
    e.WENT_HUNGRY: _hungry,
    e.ATE: _eaten,
    e.TURN_STATE: _night,
}
"""By the kind of the first: the sentence of several events."""
