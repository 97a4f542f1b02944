"""What is said of moves and events."""

from __future__ import annotations

from simkit.engine.effects.program import answer_kinds
from simkit.engine.effects.vocabulary import Said
from simkit.game import EventKind, Field, MoveKind
from simkit_night_market.cards import NightMarketContent
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


def changed(seat: int, n: int, now: int, what: str) -> str:
    """Return the sentence about coins or charms that come or go."""
    return f"  Seat {seat + 1} {'gets' if n > 0 else 'loses'} {Said(abs(n)):{what}}, now {now}."


def say_card(card: int, content: NightMarketContent) -> str:
    """Return the title of a card."""
    return content.title_of(card)


def say_choice(seat: int, at: int, option: int, content: NightMarketContent) -> str:
    """Return the sentence about an option that a player chose."""
    return f"  Seat {seat + 1}: {content.program.option(at, option)}."


def say_coins(seat: int, n: int, now: int) -> str:
    """Return the sentence about coins that come or go."""
    return changed(seat, n, now, "coin")


def say_charms(seat: int, n: int, now: int) -> str:
    """Return the sentence about charms that come or go."""
    return changed(seat, n, now, "charm")


def say_drawn(seat: int, n: int) -> str:
    """Return the sentence about cards drawn."""
    return f"  Seat {seat + 1} draws {Said(n):card}."


def say_stuck(text: int, content: NightMarketContent) -> str:
    """Return the sentence about a card without an end."""
    return f"The game ends: {content.program.why_stuck(text)}."


CARD, ANSWER = Field("card", say_card), Field("answer", say_card)

MOVES = (
    MoveKind(PLAY, "play", "play {card}", (CARD,)),
    MoveKind(DISCARD_IT, "discard", "discard {answer}", (ANSWER, "at")),
    *answer_kinds(again=("let the throw stand", "pay a charm and throw again")),
)

EVENTS = (
    EventKind(PLAYED, "played", "Seat {seat} plays {card}.", ("seat", CARD), begins_turn=True),
    EventKind(CHOSE, "chose", say_choice, ("seat", "at", "option")),
    EventKind(COINS_CHANGED, "coins", say_coins, ("seat", "n", "now")),
    EventKind(CHARMS_CHANGED, "charms", say_charms, ("seat", "n", "now")),
    EventKind(DREW, "drew", say_drawn, ("seat", "n")),
    EventKind(DISCARDED, "discarded", "  Seat {seat} discards {card}.", ("seat", CARD)),
    EventKind(SHUFFLED_IN, "shuffled_in", "  {card} is shuffled into the deck.", (CARD,)),
    EventKind(THROWN, "thrown", "  Seat {seat} throws a {face}.", ("seat", "face")),
    EventKind(
        HAGGLED, "haggled", "  Seat {seat} haggles: a {face}, against {against}.", ("seat", "face", "against")
    ),
    EventKind(WENT_ON, "went_on", "  {card}.", (CARD,)),
    EventKind(GIVEN_UP, "given_up", say_stuck, ("text",)),
)
