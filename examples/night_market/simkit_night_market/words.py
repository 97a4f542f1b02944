"""What is said of moves and events."""

from __future__ import annotations

from simkit.engine.effects.kinds import answer_kinds
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
    return f"  Seat {seat} {'gets' if n > 0 else 'loses'} {Said(abs(n)):{what}}, now {now}."


def kinds_for(content: NightMarketContent) -> tuple[tuple[MoveKind, ...], tuple[EventKind, ...]]:
    """Return the kinds of moves and of events, in the words of some cards."""
    return moves_for(content), events_for(content)


def moves_for(content: NightMarketContent) -> tuple[MoveKind, ...]:
    """Return the kinds of moves."""
    card, answer = Field("card", content.title_of), Field("answer", content.title_of)
    again = ("let the throw stand", "pay a charm and throw again")
    return (
        MoveKind(PLAY, "play", "play {card}", (card,)),
        MoveKind(DISCARD_IT, "discard", "discard {answer}", (answer, "at")),
        *answer_kinds(content.program, again),
    )


def events_for(content: NightMarketContent) -> tuple[EventKind, ...]:
    """Return the kinds of events."""
    card = Field("card", content.title_of)

    def chose(seat: int, at: int, option: int) -> str:
        return f"  Seat {seat}: {content.program.option(at, option)}."

    def coins(seat: int, n: int, now: int) -> str:
        return changed(seat, n, now, "coin")

    def charms(seat: int, n: int, now: int) -> str:
        return changed(seat, n, now, "charm")

    def given_up(text: int) -> str:
        return f"The game ends: {content.program.why_stuck(text)}."

    return (
        EventKind(PLAYED, "played", "Seat {seat} plays {card}.", ("seat", card), begins_turn=True),
        EventKind(CHOSE, "chose", chose, ("seat", "at", "option")),
        EventKind(COINS_CHANGED, "coins", coins, ("seat", "n", "now")),
        EventKind(CHARMS_CHANGED, "charms", charms, ("seat", "n", "now")),
        EventKind(DREW, "drew", lambda seat, n: f"  Seat {seat} draws {Said(n):card}.", ("seat", "n")),
        EventKind(DISCARDED, "discarded", "  Seat {seat} discards {card}.", ("seat", card)),
        EventKind(SHUFFLED_IN, "shuffled_in", "  {card} is shuffled into the deck.", (card,)),
        EventKind(THROWN, "thrown", "  Seat {seat} throws a {face}.", ("seat", "face")),
        EventKind(
            HAGGLED,
            "haggled",
            "  Seat {seat} haggles: a {face}, against {against}.",
            ("seat", "face", "against"),
        ),
        EventKind(WENT_ON, "went_on", "  {card}.", (card,)),
        EventKind(GIVEN_UP, "given_up", given_up, ("text",)),
    )
