"""Tells a game of Nautilus in sentences, and draws the board in text."""

from __future__ import annotations

from simkit.engine.base.columns import ending_of
from simkit.engine.base.rows import Record, Rows
from simkit.engine.contract.story import Declared, Events, Story, points, winners
from simkit.games.nautilus_2002 import events
from simkit.games.nautilus_2002.drawing import LEGEND, draw_board
from simkit.games.nautilus_2002.standing import standings
from simkit.games.nautilus_2002.telling import goal_in_words, tell_events, with_places
from simkit.games.nautilus_2002.words import plural


class Nautilus2002Story(Story):
    """The story of a game of Nautilus."""

    def begin(self, game: Declared, game_state: Record, rules: Record, log: Events) -> list[str]:
        """Return the sentences about the set-up."""
        base = game_state.table.stations[0]
        return [
            f"{rules.players} players with {plural(rules.money_at_start, 'Nemo')} each; the base lies at "
            f"({base.x}, {base.y}).",
            *LEGEND,
            *self.tell(game, game_state, rules, log),
        ]

    def tell(self, game: Declared, game_state: Record, rules: Record, log: Events) -> list[str]:
        """Return the sentences about the move just made; every round begins with what everybody has."""
        sentences: list[str] = []
        begun = [place for place, event in enumerate(log) if event["kind"] == events.ROUND_BEGUN]
        first = begun[0] if begun else len(log)
        sentences += tell_events(self, game, game_state, rules, log[:first])
        if begun:
            sentences += ["", self.sentence(game, log[first]), *draw_board(game_state, rules)]
            sentences += standings(game_state, rules)
            sentences += tell_events(self, game, game_state, rules, log[first + 1 :])
        return sentences

    def describe(self, game: Declared, game_state: Record, move: Record) -> str:
        """Return one legal move in words, with the places of stations."""
        return with_places(super().describe(game, game_state, move), game_state.table)

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
        return [
            *draw_board(game_state, rules),
            *standings(game_state, rules),
            ends[ending_of(game.columns, row)],
            *(_score(rules, seat, own) for seat, own in enumerate(seat_rows, 1)),
            f"{winners(game, seat_rows)} {points(game, seat_rows)} {plural(row.rounds, 'round')}.",
        ]


def _score(rules: Record, seat: int, own: Record) -> str:
    """Return what a seat's score is made of."""
    raised = int(own.rises) * int(rules.rise_points)
    tiles = int(own.points) - raised - int(own.award)
    parts = (
        f"discoveries {tiles}, goal of {goal_in_words(rules, int(own.goal))} {raised}, Atlantis {own.award}"
    )
    money = plural(int(own.cash), "Nemo")
    if rules.cash_points != 1:
        money += f" at {plural(int(rules.cash_points), 'point')}"
    return f"Seat {seat}: factor {own.factor} x {own.points} points ({parts}) + {money} = {own.score}."
