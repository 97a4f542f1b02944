"""Tells a game of Nautilion in sentences, and draws the path in text."""

from __future__ import annotations

from simkit.game import Declared, Events, Record, Rows, Story, ending_of, listed, plural
from simkit.games.nautilion import state
from simkit.games.nautilion.kinds import MAGES, Event, name_crew, name_player, name_price

PLACES_IN_A_LINE = 32
"""Places of the path drawn side by side; with Isles and Abyss they fit into 80 columns."""

FIGURES = ("Darkhouse", "Phantom", "Nautilion")

SPELLS_PAID_AT_ONCE = (Event.WHIRLWIND_CAST, Event.TIDE_SET)


class NautilionStory(Story):
    """The story of a game of Nautilion."""

    def begin(self, game: Declared, game_state: Record, rules: Record, log: Events) -> list[str]:
        """Return the sentences about the set-up and the first roll."""
        table = game_state.table
        path = "tokens" if rules.mages or rules.mercenaries else "crew tokens"
        lines = [
            f"{table.length} {path} lie between the Isles and the Abyss; "
            f"{plural(int(table.reserve), 'token')} in the reserve."
        ]
        if rules.players == 2:
            lines += [f"Player {seat + 1}'s Admiral: {name_crew(table.admirals[seat])}." for seat in range(2)]
        row = [int(card) for card in table.darkhouse_row if card]
        if row:
            lines.append(f"The Darkhouse's cards: {listed(row)}.")
        revealed = [int(card) for card in table.heroic_cards if card]
        if revealed:
            lines.append(f"Heroic cards revealed: {listed(revealed)}.")
        return [*lines, *draw_path(table), *self.tell(game, game_state, rules, log)]

    def tell(self, game: Declared, game_state: Record, rules: Record, log: Events) -> list[str]:
        """Return the sentences about the move just made."""
        table = game_state.table
        lines: list[str] = []
        paid: list[int] = []
        for event in log:
            kind = int(event["kind"])
            if kind == Event.TURN_BEGUN:
                known = rules.players == 2 and not table.first_player_open
                player = f" of {name_player(event['numbers'][1])}" if known else ""
                lines += [*_between_turns(table), "", f"Turn {table.turn}{player}."]
            elif kind == Event.DICE_ROLLED and not rules.expanded:
                lines[-1] += f" {self.sentence(game, event)}"
            elif kind == Event.PAID:
                paid.append(int(event["numbers"][0]))
            else:
                price = {"paid": paid} if kind in SPELLS_PAID_AT_ONCE else {}
                lines.append(f"  {self.sentence(game, event, **price)}")
                paid = []
        if paid:  # a Translation is paid before its places are chosen
            lines.append(f"  Aquatic Translation, for {name_price(paid)}:")
        return lines

    def look(self, game: Declared, game_state: Record, rules: Record, seat: int) -> list[str]:
        """Return lines about how the game stands."""
        table = game_state.table
        dice = [str(int(die)) for die in table.dice[: table.dice_count]]
        given = [table.darkhouse_die, table.phantom_die, table.nautilion_die]
        got = [f"{name} {int(die)}" for name, die in zip(FIGURES, given, strict=True) if die]
        rolled = f" Dice to give: {', '.join(dice)}." if dice else ""
        rolled += f" Given: {', '.join(got)}." if got else ""
        return [f"Turn {table.turn}.{rolled}", _holdings(table), *draw_path(table)]

    def end(
        self, game: Declared, game_state: Record, rules: Record, row: Record, seat_rows: Rows
    ) -> list[str]:
        """Return the sentences about how the game ended."""
        table = game_state.table
        missing = state.FULL_CREW & ~int(table.crew)
        lacking = f"; missing: {name_crew(missing)}" if missing else ""
        abyss = "Lost: the Nautilion reaches the Abyss"
        sentences = {
            "won": "Won: the Nautilion reaches the Abyss with a full crew.",
            "phantom_at_isles": f"Lost: the Phantom has reached the Happy Isles{lacking}.",
            "abyss_without_crew": f"{abyss} without a full crew{lacking}.",
            "abyss_without_mages": f"{abyss} without all three mages.",
            "abyss_with_heroic_cards": f"{abyss} with Heroic cards still to be played.",
            "lost_collision": f"Lost: the Phantom has more harpoons{lacking}.",
            "turn_cap": f"Lost: the turn cap is reached{lacking}.",
            "decision_cap": "Stopped: the decision cap is reached.",
        }
        return [sentences[ending_of(game.columns, row)], *draw_path(table)]


def _between_turns(table: Record) -> list[str]:
    return [_holdings(table), *draw_path(table)] if table.turn > 1 else []


def _holdings(table: Record) -> str:
    aboard = []
    for n in range(1, state.CREW_NUMBERS + 1):
        if int(table.crew) >> (n - 1) & 1:
            aboard.append(str(n))
        elif int(table.mercenaries) >> (n - 1) & 1:
            aboard.append(f"M({n})")
    cabin = [MAGES[i] for i in range(3) if int(table.cabin_mages) >> i & 1]
    cabin += [str(n) for n in range(1, state.CREW_NUMBERS + 1) if int(table.cabin_crew) >> (n - 1) & 1]
    in_cabin = f" Cabin: {' '.join(cabin)}." if cabin else ""
    return f"  Aboard: {' '.join(aboard) or 'nobody'}.{in_cabin} Reserve: {table.reserve}."


def _mark(kind: int) -> str:
    return ".123456789ABCM"[kind]


def draw_path(table: Record) -> list[str]:
    """Return the path in text: Isles at the left, one sign per token, a dot for a place whose token is gone.

    Numbers are crew, A to C mages, M mercenaries; under them stand the reefs.  N marks the Nautilion and P
    the Phantom, above their places (X if both are at one place).
    """
    length = int(table.length)
    places = ["|", *(_mark(int(table.path[p])) for p in range(1, length + 1)), "|"]
    reefs = [str(int(reef)) if reef else " " for reef in table.reefs[: length + 2]]
    marks = [" "] * len(places)
    marks[int(table.nautilion)] = "N"
    marks[int(table.phantom)] = "X" if table.phantom == table.nautilion else "P"
    lines = []
    for first in range(0, len(places), PLACES_IN_A_LINE):
        last = min(first + PLACES_IN_A_LINE, len(places))
        before = "Isles " if first == 0 else "      "
        after = " Abyss" if last == len(places) else ""
        lines.append(f"        {' '.join(marks[first:last])}".rstrip())
        lines.append(f"  {before}{' '.join(places[first:last])}{after}")
        if any(reef != " " for reef in reefs[first:last]):
            lines.append(f"        {' '.join(reefs[first:last])}".rstrip())
    return lines
