"""Tells a game of Castaways in sentences."""

from __future__ import annotations

from simkit.engine.events import EVENT_FIELDS
from simkit.engine.rows import Record, Rows
from simkit.engine.story import Declared, Events, Story
from simkit.games.castaways import events
from simkit.games.castaways.state import RESCUED
from simkit.games.castaways.telling import NAMES, cost, groups, happenings, named, told


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
            alone = self.sentence(game, dict(zip(("kind", *EVENT_FIELDS), part[0], strict=True)))
            said = told(part) or alone
            if kind == events.MARKER_PLACED:
                said = f"{alone.rstrip('.')}{cost(part)}."
            sentences.append(said if kind == events.ABILITY_CHOSEN else named(said, state))
        return sentences

    def end(self, game: Declared, state: Record, rules: Record, row: Record, seat_rows: Rows) -> list[str]:
        """Return the sentences about how the game ended."""
        if row.end != RESCUED:
            return super().end(game, state, rules, row, seat_rows) if state.capped else [_why(row)]
        told = [f"{NAMES[int(own.ability)]} {own.score}" for own in seat_rows if own.rescued]
        best = [NAMES[int(own.ability)] for own in seat_rows if own.won]
        left = sum(1 for own in seat_rows if not own.rescued)
        behind = f" {left} of the castaways {'is' if left == 1 else 'are'} not aboard." if left else ""
        return [
            f"Rescued in turn {row.turns}.{behind} Points: {', '.join(told)}. "
            f"The best tale is told by {' and '.join(best)}."
        ]


def _why(row: Record) -> str:
    headland = "never reached" if row.headland_turn == 0 else f"reached in turn {row.headland_turn}"
    return (
        f"The game is over after {row.turns} turns; the headland was {headland}, {row.deaths} died, "
        f"{row.signals} of 5 things to signal with were in camp."
    )
