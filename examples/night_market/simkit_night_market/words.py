"""The kinds of moves and of events, with their sentences."""

from __future__ import annotations

from simkit.game import Field, Kinds, Said, event, move
from simkit.game.effects import answer_kinds
from simkit_night_market.cards import NightMarketContent


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
    """Return the sentence about a card that did not end."""
    return f"The game ends: {content.program.why_stuck(text)}."


CARD, ANSWER = Field("card", say_card), Field("answer", say_card)


class Move(Kinds):
    """What a trader chooses, besides the answers to the engine's questions."""

    PLAY = move("play {card}", CARD)
    DISCARD_IT = move("discard {answer}", ANSWER, "at", name="discard")


MOVES = (*Move.kinds, *answer_kinds(again=("let the throw stand", "pay a charm and throw again")))


class Event(Kinds):
    """What happens."""

    PLAYED = event("Seat {seat} plays {card}.", "seat", CARD, begins_turn=True)
    CHOSE = event(say_choice, "seat", "at", "option")
    COINS_CHANGED = event(say_coins, "seat", "n", "now", name="coins")
    CHARMS_CHANGED = event(say_charms, "seat", "n", "now", name="charms")
    DREW = event(say_drawn, "seat", "n")
    DISCARDED = event("  Seat {seat} discards {card}.", "seat", CARD)
    SHUFFLED_IN = event("  {card} is shuffled into the deck.", CARD)
    THROWN = event("  Seat {seat} throws a {face}.")
    HAGGLED = event("  Seat {seat} haggles: a {face}, against {against}.")
    WENT_ON = event("  {card}.", CARD)
    GIVEN_UP = event(say_stuck, "text")
