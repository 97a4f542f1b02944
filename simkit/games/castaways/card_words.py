"""The words for cards: the moves that answer what they ask, their events, and the names of things."""

from __future__ import annotations

from simkit.engine.contract.kinds import EventKind, Field, MoveKind
from simkit.engine.effects.kinds import ANSWER, answer_kinds
from simkit.engine.effects.vocabulary import Said
from simkit.games.castaways import card_events as happened
from simkit.games.castaways.box import CastawaysContent
from simkit.games.castaways.decisions import COVER_CARD, KEEP_FISH, LOSE_OBJECT
from simkit.games.castaways.names import REGIONS
from simkit.games.castaways.sentences import quoted, say_card_roll, within
from simkit.games.castaways.state import JELLYFISH, SHARK

AGAIN_WORDS = ("let the roll stand", "spend a story-point tile and roll again")

OBJECT = Field("object", of=("objects",), within=within)
CAMP_CARD = Field("card", of=("camp_cards",), within=quoted)
ISLAND_CARD = Field("card", of=("exploration", "plots"))
REMAIN = Field("card", of=("remains",), within=within)


def some_island_card(card: int, content: CastawaysContent) -> str:
    """Return the name of a card that a sentence mentions; nobody has drawn it."""
    return content.titles(ISLAND_CARD.of)[card] if card >= 0 else "a card"


def fish_called(kind: int) -> str:
    """Return the name of a fish tile."""
    return {0: "nothing", JELLYFISH: "a jellyfish", SHARK: "a shark"}.get(kind, f"a fish of {kind}")


FISH = Field("fish", fish_called)


def say_loss(answer: int, at: int, content: CastawaysContent) -> str:
    """Return the words for the object that is to be lost."""
    return f"lose {within(content.titles(OBJECT.of)[answer])}"


CARD_MOVES = (
    MoveKind(LOSE_OBJECT, "lose_object", say_loss, ANSWER),
    MoveKind(COVER_CARD, "cover_card", "cover the camp card on space {answer}", ANSWER),
    MoveKind(KEEP_FISH, "keep_fish", "keep {answer}", (Field("answer", fish_called), "at")),
    *answer_kinds(again=AGAIN_WORDS),
)
"""The kinds of moves that answer what cards ask."""


def say_choice(seat: int, at: int, answer: int, content: CastawaysContent) -> str:
    """Return the sentence about an option chosen."""
    return f"  Seat {seat + 1} chooses: {content.program.option(at, answer)}."


def say_vote(seat: int, at: int, answer: int, content: CastawaysContent) -> str:
    """Return the sentence about a vote."""
    return f"  Seat {seat + 1} votes: {content.program.option(at, answer)}."


def say_settled(at: int, answer: int, content: CastawaysContent) -> str:
    """Return the sentence about a tied vote that strength settles."""
    return f"  Strength settles the vote: {content.program.option(at, answer)}."


def say_missing(seat: int, card: int, content: CastawaysContent) -> str:
    """Return the sentence about a plot that has left the box already."""
    return f"  {some_island_card(card, content)} is not in the box any more."


def say_given_up(text: int, content: CastawaysContent) -> str:
    """Return the sentence about a card that does not end."""
    return f"The game ends: {content.program.why_stuck(text)}."


CARD_EVENTS = (
    EventKind(
        happened.CHOSE,
        "chose",
        say_choice,
        ("seat", "at", "answer"),
    ),
    EventKind(
        happened.VOTED,
        "voted",
        say_vote,
        ("seat", "at", "answer"),
    ),
    EventKind(
        happened.CARD_ROLLED,
        "card_rolled",
        say_card_roll,
        ("seat", "face", "at_least"),
    ),
    EventKind(
        happened.STRENGTH_TRIED,
        "strength_tried",
        "  Seat {seat} tries their strength against {against}.",
        ("seat", "against", "at_least"),
    ),
    EventKind(
        happened.SIDE_ROLLED,
        "side_rolled",
        "  Side {side} rolls a {face}: {score} with its strength.",
        ("side", "face", "score"),
    ),
    EventKind(
        happened.VOTE_SETTLED,
        "vote_settled",
        say_settled,
        ("at", "answer"),
    ),
    EventKind(happened.PLOT_BEGUN, "plot_begun", "  {card}.", ("seat", ISLAND_CARD)),
    EventKind(happened.PLOT_MISSING, "plot_missing", say_missing, ("seat", "card")),
    EventKind(
        happened.PLOT_SHUFFLED_IN,
        "plot_shuffled_in",
        "  A card is shuffled into the deck of the {deck}.",
        ("card", Field("deck", REGIONS)),
    ),
    EventKind(
        happened.CAMP_CARD_LAID, "camp_card_laid", "  {card} comes to the camp board.", (CAMP_CARD, "space")
    ),
    EventKind(
        happened.CAMP_CARD_COVERED,
        "camp_card_covered",
        "  {card} comes to the camp board, over {covered}.",
        (CAMP_CARD, Field("covered", of=CAMP_CARD.of, within=quoted), "space"),
    ),
    EventKind(
        happened.CAMP_CARD_LOST, "camp_card_lost", "  The camp board has no room for {card}.", (CAMP_CARD,)
    ),
    EventKind(
        happened.CAMP_CARD_REMOVED,
        "camp_card_removed",
        "  {card} leaves the camp board.",
        (CAMP_CARD, "space"),
    ),
    EventKind(happened.FISH_DRAWN, "fish_drawn", "  Seat {seat} catches {fish}.", ("seat", FISH)),
    EventKind(
        happened.SHARK_ADDED,
        "shark_added",
        lambda n: f"  {Said(n):shark} in the fish stack.",
        ("n",),
    ),
    EventKind(
        happened.OBJECT_STOLEN,
        "object_stolen",
        "  Seat {seat} takes {object} from seat {owner}.",
        ("seat", Field("owner", is_seat=True), OBJECT),
    ),
    EventKind(happened.EXPEDITION_PLANNED, "expedition_planned", "  An expedition is planned."),
    EventKind(happened.WAVE_CAME, "wave_came", "  A wave sweeps over the camp."),
    EventKind(
        happened.REMAIN_KEPT,
        "remain_kept",
        "  Seat {seat} takes {card}.",
        ("seat", REMAIN),
    ),
    EventKind(
        happened.GIVEN_UP,
        "card_given_up",
        say_given_up,
        ("text",),
    ),
)
"""The kinds of events that cards have of their own."""
