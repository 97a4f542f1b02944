"""Tells a game of Nautilus in sentences, and draws the board in text."""

from __future__ import annotations

from simkit.engine.columns import ending_of
from simkit.engine.rows import Record, Rows
from simkit.engine.story import Declared, Events, Story, points, winners
from simkit.games.nautilus_2002 import events
from simkit.games.nautilus_2002.drawing import LEGEND, draw_board
from simkit.games.nautilus_2002.words import plural

QUIET = (events.PHASE_BEGUN,)


class Nautilus2002Story(Story):
    """The story of a game of Nautilus."""

    def begin(self, game: Declared, game_state: Record, rules: Record, log: Events) -> list[str]:
        """Return the sentences about the set-up."""
        base = game_state.table.stations[0]
        return [
            f"{rules.players} players with {plural(rules.money_at_start, 'Nemo')} each; the base lies at "
            f"({base.x}, {base.y}).",
            *LEGEND,
            *draw_board(game_state, rules),
            *self.tell(game, game_state, rules, log),
        ]

    def tell(self, game: Declared, game_state: Record, rules: Record, log: Events) -> list[str]:
        """Return the sentences about the move just made."""
        sentences: list[str] = []
        for event in log:
            if event["kind"] == events.ROUND_BEGUN:
                before = draw_board(game_state, rules) if event["a"] > 1 else []
                sentences += ["", *before, self.sentence(game, event)]
            elif event["kind"] not in QUIET:
                sentences.append(self.sentence(game, event))
        return sentences

    def end(
        self, game: Declared, game_state: Record, rules: Record, row: Record, seat_rows: Rows
    ) -> list[str]:
        """Return the sentences about how the game ended."""
        ends = {
            "atlantis_three": "Pieces 13, 14 and 15 of Atlantis are out, and the game is over.",
            "atlantis_all": "All pieces of Atlantis are out.",
            "stagnation": "Nobody bought, built or recovered anything in this round.",
            "round_cap": "The round cap is reached.",
            "decision_cap": "The game is stopped at the decision cap.",
        }
        scores = [
            f"Seat {seat}: {own.factor} x {own.points} + {own.cash}." for seat, own in enumerate(seat_rows, 1)
        ]
        return [
            *draw_board(game_state, rules),
            ends[ending_of(game.columns, row)],
            *scores,
            f"{winners(game, seat_rows)} {points(game, seat_rows)} {plural(row.rounds, 'round')}.",
        ]
