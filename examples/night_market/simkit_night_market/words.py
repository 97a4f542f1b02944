"""What is said of moves and events."""

from __future__ import annotations

from simkit.engine.effects.kinds import answer_kinds
from simkit.engine.effects.vocabulary import Said
from simkit.game import EventKind, Field, MoveKind
from simkit_night_market.box import CARDS
from simkit_night_market.state import (
    CHARMS_CHANGED,
    CHOSE,
    COINS_CHANGED,
    DISCARD_IT,
    DISCARDED,
    DREW,
    GIVEN_UP,
    HAGGLED,
    PLAY,
    PLAYED,
    SHUFFLED_IN,
    THROWN,
    WENT_ON,
)

CARD = Field("card", CARDS.title)


def changed(seat: int, n: int, now: int, what: str) -> str:
    """Return what is said of coins or charms that come or go."""
    return f"  Seat {seat} {'gets' if n > 0 else 'loses'} {Said(abs(n)):{what}}, now {now}."


MOVES = (
    MoveKind(PLAY, "play", "play {card}", (CARD,)),
    MoveKind(DISCARD_IT, "discard", "discard {answer}", (Field("answer", CARDS.title), "at")),
    *answer_kinds(CARDS.program, again=("let the throw stand", "pay a charm and throw again")),
)

EVENTS = (
    EventKind(PLAYED, "played", "Seat {seat} plays {card}.", ("seat", CARD), begins_turn=True),
    EventKind(
        CHOSE,
        "chose",
        lambda seat, at, option: f"  Seat {seat}: {CARDS.program.option(at, option)}.",
        ("seat", "at", "option"),
    ),
    EventKind(
        COINS_CHANGED, "coins", lambda seat, n, now: changed(seat, n, now, "coin"), ("seat", "n", "now")
    ),
    EventKind(
        CHARMS_CHANGED, "charms", lambda seat, n, now: changed(seat, n, now, "charm"), ("seat", "n", "now")
    ),
    EventKind(DREW, "drew", lambda seat, n: f"  Seat {seat} draws {Said(n):card}.", ("seat", "n")),
    EventKind(DISCARDED, "discarded", "  Seat {seat} discards {card}.", ("seat", CARD)),
    EventKind(SHUFFLED_IN, "shuffled_in", "  {card} is shuffled into the deck.", (CARD,)),
    EventKind(THROWN, "thrown", "  Seat {seat} throws a {face}.", ("seat", "face")),
    EventKind(
        HAGGLED, "haggled", "  Seat {seat} haggles: a {face}, against {against}.", ("seat", "face", "against")
    ),
    EventKind(WENT_ON, "went_on", "  {card}.", (CARD,)),
    EventKind(
        GIVEN_UP, "given_up", lambda text: f"The game ends: {CARDS.program.why_stuck(text)}.", ("text",)
    ),
)
