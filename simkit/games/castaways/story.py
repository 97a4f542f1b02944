"""Tells a game of Castaways: castaways by name, and what belongs together in one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from simkit.game import Declared, Events, Record, Rows, Said, Story, listed
from simkit.games.castaways import stands
from simkit.games.castaways.box import CastawaysContent
from simkit.games.castaways.kinds import CardEvent, Event
from simkit.games.castaways.names import FORAGE, WOOD
from simkit.games.castaways.sentences import castaway_called, enough, signals_called
from simkit.games.castaways.state import RESCUED

NEEDLESS = {
    (Event.ENERGY_CHANGED, Event.RESTED),
    (Event.HEALED, Event.RESTED),
    (Event.ENERGY_CHANGED, Event.HEALED),
    (CardEvent.REMAIN_KEPT, Event.OBJECT_GAINED),
}
"""Pairs of kinds: if one follows the other for the same castaway, a single sentence says both."""

FOLLOWING = {
    Event.ACTED: (Event.BOX_CHANGED, Event.TILE_STORED, Event.WOOD_CHANGED, Event.TILES_DRAWN),
    Event.WENT_HUNGRY: (Event.ENERGY_CHANGED, Event.INJURED),
    Event.ENERGY_PAID: (Event.ENERGY_CHANGED,),
    Event.TURN_STATE: (Event.TURN_STATE, Event.CAMP_STATE, Event.TILES_IN_STORAGE),
    Event.DICE_FOR_RETURN: (Event.ROLLED_TO_RETURN, Event.ROLLED_WHEN_LOST),
    CardEvent.STRENGTH_TRIED: (CardEvent.CARD_ROLLED,),
}
"""By the kind of an event: the kinds of following events that its sentence says, too."""

MINUS = "\N{MINUS SIGN}"

SEAT = re.compile(r"\b([Ss])eat (\d)\b")

Happening = tuple[int, int, int, int]
"""An event: its kind and its numbers."""


def happenings(log: Any) -> list[Happening]:
    """Return the events of a move, without those that the next sentence says too."""
    found = [(int(row["kind"]), *row["numbers"].tolist()) for row in log]
    kept: list[Happening] = []
    for i, event in enumerate(found):
        before = kept[-1] if kept else None
        after = found[i + 1] if i + 1 < len(found) else None
        if before and before[0] == CardEvent.REMAIN_KEPT and _one(before, event):
            continue
        if after and event[0] != CardEvent.REMAIN_KEPT and _one(event, after) and event[2] > 0:
            continue
        kept.append(event)
    return kept


def _one(first: Happening, second: Happening) -> bool:
    return (first[0], second[0]) in NEEDLESS and first[1] == second[1]


def groups(happened: Sequence[Happening]) -> list[list[Happening]]:
    """Return the events in groups that make one sentence each."""
    parts: list[list[Happening]] = []
    for event in happened:
        if parts and _belongs(parts[-1], event):
            parts[-1].append(event)
        else:
            parts.append([event])
    return parts


def _belongs(part: Sequence[Happening], own: Happening) -> bool:
    first, last = part[0], part[-1]
    if own[0] == Event.ENERGY_CHANGED and first[0] in (Event.MARKER_PLACED, Event.WHITE_MARKER, Event.ATE):
        return last[0] == first[0] and last[1] == own[1] and (own[2] > 0) == (first[0] == Event.ATE)
    if own[0] == Event.REST_CHOSEN and first[0] == Event.MARKER_PLACED:
        return own[1] == first[1]
    if own[0] in FOLLOWING.get(first[0], ()):
        return _follows(part, own)
    if own[0] == Event.INJURED == first[0]:
        return own[1] == first[1]
    if own[0] != first[0] or own[1] in [other[1] for other in part if other[0] == own[0]]:
        return False
    if own[0] in (Event.ADVANCED, Event.ENERGY_CHANGED, Event.GOT_LOST, Event.CAME_BACK):
        return own[2] == first[2]
    return own[0] == Event.ATE


def _follows(part: Sequence[Happening], own: Happening) -> bool:
    """Return True if an event follows from the first of a part, not from something in between."""
    first = part[0][0]
    if first in (Event.ACTED, Event.TURN_STATE):
        return True
    if first == Event.DICE_FOR_RETURN:
        return len(part) == 1
    if first == Event.ENERGY_PAID:
        return own[2] < 0
    return own[1] == part[0][1] and (own[0] != CardEvent.CARD_ROLLED or len(part) == 1)


def named(sentence: str, state: Record, content: CastawaysContent) -> str:
    """Return a sentence with castaways instead of seats, as far as these are known."""

    def name(found: re.Match[str]) -> str:
        character = int(state.table.castaways[int(found[2]) - 1].character)
        if not 0 <= character < len(content.characters):
            return found[0]
        words = castaway_called(character, content)
        return f"{words[:1].upper()}{words[1:]}" if found[1] == "S" else words

    return SEAT.sub(name, sentence)


def told(part: Sequence[Happening]) -> str:
    """Return the sentence of several events, with seats; "" if each has its own."""
    kind = part[0][0]
    return TOGETHER[kind](part) if kind in TOGETHER and len(part) > 1 else ""


def cost(part: Sequence[Happening]) -> str:
    """Return what a marker cost, if it cost energy: " (1 energy, 4 are left)"."""
    paid = [event for event in part if event[0] == Event.ENERGY_CHANGED]
    return "".join(f" ({-n} energy, {now} left)" for _, _, n, now in paid)


def space_of(part: Sequence[Happening]) -> str:
    """Return which space of Rest a marker lies on: it decides who rests first. ", on space 2"."""
    return "".join(f", on space {event[2] + 1}" for event in part if event[0] == Event.REST_CHOSEN)


def set_out(walkers: Sequence[int]) -> str:
    """Return the sentence for when an outing begins, with the castaways that walk."""
    if len(walkers) == 1:
        return f"Seat {walkers[0] + 1} sets out alone."
    return f"{_opening([f'seat {seat + 1}' for seat in walkers])} set out together."


def _opening(words: Sequence[str]) -> str:
    said = listed(list(words))
    return said[:1].upper() + said[1:]


def _seats(part: Sequence[Happening]) -> str:
    return _opening([f"seat {event[1] + 1}" for event in part])


def _walk(part: Sequence[Happening]) -> str:
    return f"  {_seats(part)} walk on to place {part[0][2]}."


def _energy(part: Sequence[Happening]) -> str:
    n = part[0][2]
    if n == 0:
        return f"  {_seats(part)} have no energy left to lose."
    now = _opening([f"seat {seat + 1} (now {left})" for _, seat, _, left in part])
    return f"  {now} {'gain' if n > 0 else 'lose'} {abs(n)} energy each."


def _paid(part: Sequence[Happening]) -> str:
    left = {seat: now for _, seat, _, now in part[1:]}
    payers = _opening([f"seat {seat + 1} ({now} left)" for seat, now in left.items()])
    return f"  {payers} {'pays' if len(left) == 1 else 'pay'} {part[0][2]} energy for another roll."


def _acted(part: Sequence[Happening]) -> str:
    _, seat, action, _ = part[0]
    brought = {event[0]: event for event in part[1:]}
    if action == FORAGE:
        value, left = brought[Event.TILE_STORED][1], brought[Event.BOX_CHANGED][2]
        return (
            f"  Seat {seat + 1} forages {f'food for {value}' if value else 'nothing'}; "
            f"{Said(left):place is/places are} left to forage."
        )
    if action == WOOD:
        _, n, now, _ = brought[Event.WOOD_CHANGED]
        return f"  Seat {seat + 1} fetches {n} wood; {now} {'is' if now == 1 else 'are'} in storage."
    _, _, n, now = brought[Event.TILES_DRAWN]
    return f"  Seat {seat + 1} writes {Said(n):story/stories} into the diary (now {Said(now):tile})."


def _tried(part: Sequence[Happening]) -> str:
    _, seat, against, _ = part[0]
    _, _, face, at_least = part[1]
    return f"  Seat {seat + 1} tries their strength against {against}: a {face}, {enough(face, at_least)}."


def _looked(part: Sequence[Happening]) -> str:
    _, one, other, helps = part[0]
    _, seat, dice, needed = part[1]
    added = f", {'+' if helps > 0 else MINUS}{abs(helps)} for what helps or hinders: {dice}" if helps else ""
    return (
        f"  Seat {seat + 1} looks for the way back: the dice show {one} and {other}{added or f': {dice}'}; "
        f"{needed} is needed."
    )


def _lost(part: Sequence[Happening]) -> str:
    return f"  {_seats(part)} are lost, at place {part[0][2]}."


def _back(part: Sequence[Happening]) -> str:
    return f"  {_seats(part)} are back in camp{'' if part[0][2] < 0 else ', after having been lost'}."


def _injured(part: Sequence[Happening]) -> str:
    _, seat, injuries, energy = part[-1]
    return f"  Seat {seat + 1} takes {len(part)} injuries: {injuries} now, energy {energy}."


def _hungry(part: Sequence[Happening]) -> str:
    lost = [f"loses {-n} energy" for kind, _, n, _ in part if kind == Event.ENERGY_CHANGED and n != 0]
    harm = [event for event in part if event[0] == Event.INJURED]
    lost += [f"takes {Said(len(harm)):injury/injuries}"] if harm else []
    now = [f"{injuries} now, energy {energy}" for _, _, injuries, energy in harm[-1:]]
    now = now or [f"{left} left" for kind, _, _, left in part if kind == Event.ENERGY_CHANGED]
    return f"  Seat {part[0][1] + 1} {listed(['goes hungry', *lost])} ({now[0]})."


def _eaten(part: Sequence[Happening]) -> str:
    energy = {seat: now for kind, seat, _, now in part if kind == Event.ENERGY_CHANGED}
    eaters = [seat for kind, seat, _, _ in part if kind == Event.ATE]
    words = [f"seat {seat + 1}" + (f" (energy {energy[seat]})" if seat in energy else "") for seat in eaters]
    return f"  {_opening(words)} {'eats' if len(words) == 1 else 'eat'}."


def _morning(part: Sequence[Happening]) -> str:
    people = []
    for kind, seat, energy, harm in part:
        if kind == Event.TURN_STATE:
            injuries, traumas = divmod(harm, 100)
            worse = f", {Said(injuries):injury/injuries}" if injuries else ""
            worse += f", {Said(traumas):trauma}" if traumas else ""
            people.append(f"seat {seat + 1} has energy {energy}{worse}")
    camp = [event for event in part if event[0] == Event.CAMP_STATE]
    tiles = "".join(
        f"{Said(n):food tile} for {value}, " for kind, value, n, _ in part if kind == Event.TILES_IN_STORAGE
    )
    storage = "".join(
        f" In storage: {Said(food):food token}, {tiles}{wood} wood. "
        f"{'The fire burns' if fire else 'No fire'}."
        for _, food, wood, fire in camp
    )
    return f"Morning comes. {'; '.join([people[0].capitalize(), *people[1:]])}.{storage}"


TOGETHER: dict[int, Callable[[Sequence[Happening]], str]] = {
    Event.ACTED: _acted,
    Event.ADVANCED: _walk,
    Event.ENERGY_CHANGED: _energy,
    Event.ENERGY_PAID: _paid,
    Event.GOT_LOST: _lost,
    Event.CAME_BACK: _back,
    Event.INJURED: _injured,
    Event.WENT_HUNGRY: _hungry,
    Event.ATE: _eaten,
    Event.TURN_STATE: _morning,
    Event.DICE_FOR_RETURN: _looked,
    CardEvent.STRENGTH_TRIED: _tried,
}
"""By the kind of the first: the sentence of several events."""


class CastawaysStory(Story):
    """The story of a game of Castaways."""

    def begin(self, game: Declared, state: Record, rules: Record, log: Events) -> list[str]:
        """Return the sentences about the set-up."""
        castaways = ("One castaway", "Two castaways", "Three castaways", "Four castaways")[rules.players - 1]
        return [
            f"{castaways} on the beach, {rules.turns_at_most} turns to be seen by a ship.",
            *self.tell(game, state, rules, log),
        ]

    def tell(self, game: Declared, state: Record, rules: Record, log: Events) -> list[str]:
        """Return the sentences about the move just made; every turn begins after an empty line."""
        sentences: list[str] = []
        for part in groups(happenings(log)):
            kind = part[0][0]
            if kind == Event.TURN_BEGUN:
                sentences.append("")
            said = self._told(game, state, part)
            sentences.append(said if kind == Event.ABILITY_CHOSEN else named(said, state, game.content))
        return sentences

    def look(self, game: Declared, state: Record, rules: Record, seat: int) -> list[str]:
        """Return lines about the turn, the camp, everybody, and the seat's own story-point tiles."""
        content: CastawaysContent = game.content
        own = [str(value) for value, count in enumerate(state.seats[seat].tiles) for _ in range(int(count))]
        return [
            *stands.camp(state.table, rules, content),
            *(stands.castaway(state.table, other, content) for other in range(int(rules.players))),
            f"Your story-point tiles: {', '.join(own) or 'none'}.",
        ]

    def _told(self, game: Declared, state: Record, part: list[Happening]) -> str:
        kind = part[0][0]
        if kind == Event.PARTY_SET_OUT:
            return set_out([int(seat) for seat in state.table.walkers[: state.table.party]])
        alone = self.sentence(game, {"kind": part[0][0], "numbers": part[0][1:]})
        if kind in (Event.MARKER_PLACED, Event.WHITE_MARKER):
            return f"{alone.rstrip('.')}{space_of(part)}{cost(part)}."
        return told(part) or alone

    def end(self, game: Declared, state: Record, rules: Record, row: Record, seat_rows: Rows) -> list[str]:
        """Return the sentences about how the game ended."""
        if row.end != RESCUED:
            return super().end(game, state, rules, row, seat_rows) if state.capped else [_why(row)]
        names = [castaway_called(int(row.ability), game.content) for row in seat_rows]
        points = [f"{name} {row.score}" for name, row in zip(names, seat_rows, strict=True) if row.rescued]
        best = [name for name, row in zip(names, seat_rows, strict=True) if row.won]
        left = [name for name, row in zip(names, seat_rows, strict=True) if not row.rescued]
        behind = f" Not aboard: {listed(left)}." if left else ""
        return [
            f"Rescued in turn {row.turns}.{behind} Points: {', '.join(points)}. "
            f"The best tale: {listed(best)}."
        ]


def _why(row: Record) -> str:
    headland = "never reached" if row.headland_turn == 0 else f"reached in turn {row.headland_turn}"
    dead = f"{row.deaths} died" if row.deaths else "nobody died"
    return (
        f"The game is over after {Said(row.turns):turn}; the headland was {headland}, {dead}. "
        f"To signal with there was in camp: {signals_called(int(row.signal_mask))}."
    )
