"""Tells a game of Night Market in sentences."""

from __future__ import annotations

from typing import Any

from simkit.engine.effects.machine import AGAIN, NO_TEXT, NOTHING, OPTION, VOTE, WHOM
from simkit.engine.effects.vocabulary import Said
from simkit_night_market.box import CARDS
from simkit_night_market.outcome import ALL_PLAYED, ENDS, winner

PLAYED = 1  # seat, card
COINS_CHANGED = 2  # seat, how many, how many now
CHARMS_CHANGED = 3  # the same
DREW = 4  # seat, how many
DISCARDED = 5  # seat, card
SHUFFLED_IN = 6  # card
THROWN = 7  # seat, face
HAGGLED = 8  # seat, face, against
WENT_ON = 9  # card
CHOSE = 10  # seat, the instruction that asks, the option


class MarketStory:
    """The story of a game of Night Market."""

    def begin(self, game_state: Any, rules: Any, log: Any) -> list[str]:
        """Return the sentences about the set-up."""
        table = game_state.table
        purse = f"{Said(rules.purse):coin}, {Said(rules.charms):charm} and {Said(rules.hand):card}"
        return [
            f"{rules.target} coins win. Each trader has {purse}; {table.deck_left} are in the deck. "
            "Seat 0 begins."
        ]

    def tell(self, game_state: Any, rules: Any, log: Any) -> list[str]:
        """Return the sentences about the move just made."""
        found = [_sentence(int(e.kind), int(e.a), int(e.b), int(e.c)) for e in log]
        stuck = int(game_state.table.machine.stuck)
        if stuck != NO_TEXT:
            found.append(f"The game is stopped: {CARDS.program.why_stuck(stuck)}.")
        return [sentence for sentence in found if sentence]

    def describe(self, move: Any) -> str:
        """Return one legal move in words."""
        question, answer = int(move.question), int(move.answer)
        if question == NOTHING:
            return f"play {CARDS.title(answer)}"
        if question in (OPTION, VOTE):
            return CARDS.program.option(int(move.at), answer)
        if question == WHOM:
            return f"seat {answer}"
        if question == AGAIN:
            return "pay a charm and throw again" if answer else "let the throw stand"
        return f"discard {CARDS.title(answer)}"

    def end(self, game_state: Any, rules: Any, outcome: Any) -> list[str]:
        """Return the sentences about how the game ended."""
        coins = game_state.table.coins
        if outcome.end > ALL_PLAYED:
            return [f"Stopped ({ENDS[outcome.end]}), {coins[0]} to {coins[1]} coins."]
        return [
            f"Seat {winner(game_state.table)} wins, {coins[0]} to {coins[1]} coins ({ENDS[outcome.end]})."
        ]


def _sentence(kind: int, a: int, b: int, c: int) -> str:
    """Return one event in words; none of nothing."""
    if kind in (COINS_CHANGED, CHARMS_CHANGED):
        what, changes = "coin" if kind == COINS_CHANGED else "charm", "gets" if b > 0 else "loses"
        return f"  Seat {a} {changes} {Said(abs(b)):{what}}, now {c}." if b else ""
    if kind == DREW:
        return f"  Seat {a} draws {Said(b):card}." if b else ""
    if kind == CHOSE:
        return f"  Seat {a}: {CARDS.program.option(b, c)}."
    if kind == PLAYED:
        return f"Seat {a} plays {CARDS.title(b)}."
    if kind == DISCARDED:
        return f"  Seat {a} discards {CARDS.title(b)}."
    if kind == THROWN:
        return f"  Seat {a} throws a {b}."
    if kind == HAGGLED:
        return f"  Seat {a} haggles: a {b}, against {c}."
    return f"  {CARDS.title(a)}{' is shuffled into the deck' if kind == SHUFFLED_IN else ''}."
