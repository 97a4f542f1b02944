"""Tells a game of Castaways in sentences."""

from __future__ import annotations

from simkit.engine.base.events import EVENT_FIELDS
from simkit.engine.base.rows import Record, Rows
from simkit.engine.contract.story import Declared, Events, Story
from simkit.engine.effects.vocabulary import Said
from simkit.games.castaways import events
from simkit.games.castaways.sentences import castaway_called, listed, signals_called
from simkit.games.castaways.state import RESCUED
from simkit.games.castaways.telling import Happening, cost, groups, happenings, named, set_out, told


class CastawaysStory(Story):
    """The story of a game of Castaways."""

    def begin(self, game: Declared, state: Record, rules: Record, log: Events) -> list[str]:
        """Return the sentences about the set-up."""
        who = ("One castaway", "Two castaways", "Three castaways", "Four castaways")[rules.players - 1]
        return [
            f"{who} on the beach, {rules.turns_at_most} turns to be seen by a ship.",
            *self.tell(game, state, rules, log),
        ]

    def tell(self, game: Declared, state: Record, rules: Record, log: Events) -> list[str]:
        """Return the sentences about the move just made; every turn begins after an empty line."""
        sentences: list[str] = []
        for part in groups(happenings(log)):
            kind = part[0][0]
            if kind == events.TURN_BEGUN:
                sentences.append("")
            said = self._told(game, state, part)
            sentences.append(said if kind == events.ABILITY_CHOSEN else named(said, state, game.content))
        return sentences

    def _told(self, game: Declared, state: Record, part: list[Happening]) -> str:
        """Return the sentence about events that belong together, with seats."""
        kind = part[0][0]
        if kind == events.PARTY_SET_OUT:
            return set_out([int(seat) for seat in state.table.walkers[: state.table.party]])
        alone = self.sentence(game, dict(zip(("kind", *EVENT_FIELDS), part[0], strict=True)))
        if kind in (events.MARKER_PLACED, events.WHITE_MARKER):
            return f"{alone.rstrip('.')}{cost(part)}."
        return told(part) or alone

    def end(self, game: Declared, state: Record, rules: Record, row: Record, seat_rows: Rows) -> list[str]:
        """Return the sentences about how the game ended."""
        if row.end != RESCUED:
            return super().end(game, state, rules, row, seat_rows) if state.capped else [_why(row)]
        names = [castaway_called(int(own.ability), game.content) for own in seat_rows]
        points = [f"{name} {own.score}" for name, own in zip(names, seat_rows, strict=True) if own.rescued]
        best = [name for name, own in zip(names, seat_rows, strict=True) if own.won]
        left = [name for name, own in zip(names, seat_rows, strict=True) if not own.rescued]
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
