"""What is said of cards: the moves that answer what they ask, their events, and what things are called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simkit.engine.effects.kinds import ANSWER, answer_kinds
from simkit.engine.effects.vocabulary import Said
from simkit.engine.kinds import EventKind, Field, MoveKind
from simkit.games.castaways import card_events as happened
from simkit.games.castaways.box import CastawaysContent
from simkit.games.castaways.decisions import COVER_CARD, KEEP_FISH, LOSE_OBJECT
from simkit.games.castaways.names import REGIONS
from simkit.games.castaways.printed import island_cards
from simkit.games.castaways.state import JELLYFISH, SHARK

AGAIN_WORDS = ("let the roll stand", "spend a story-point tile and roll again")

Called = Callable[[int], str]


def _titles(items: Any) -> Called:
    titles = [item.name for item in items]
    return lambda number: titles[number] if 0 <= number < len(titles) else str(number)


def object_called(content: CastawaysContent) -> Called:
    """Return what an object is called, by its number."""
    return _titles(content.objects.values())


def camp_card_called(content: CastawaysContent) -> Called:
    """Return what a camp card is called, by its number."""
    return _titles(content.camp_cards.values())


def construction_called(content: CastawaysContent) -> Called:
    """Return what a construction is called, by its number."""
    return _titles(content.constructions.values())


def event_called(content: CastawaysContent) -> Called:
    """Return what an event card is called, by its number."""
    return _titles(content.events.values())


def island_card_called(content: CastawaysContent) -> Called:
    """Return what a card of the island is called, by its number."""
    return _titles(card for _, card in island_cards(content).values())


def remain_called(content: CastawaysContent) -> Called:
    """Return what a card of the remains is called, by its number."""
    titles = [
        card.name or (content.objects[card.object].name if card.object else id_)
        for id_, card in content.remains.items()
    ]
    return lambda number: titles[number] if 0 <= number < len(titles) else str(number)


def fish_called(kind: int) -> str:
    """Return what a fish tile is called."""
    return {JELLYFISH: "a jellyfish", SHARK: "a shark"}.get(kind, f"a fish of {kind}")


def card_moves(content: CastawaysContent) -> tuple[MoveKind, ...]:
    """Return the kinds of moves that answer what the cards of a box ask."""
    thing = Field("answer", object_called(content))
    return (
        MoveKind(LOSE_OBJECT, "lose_object", "lose {answer}", (thing, "at")),
        MoveKind(COVER_CARD, "cover_card", "cover the camp card on space {answer}", ANSWER),
        MoveKind(KEEP_FISH, "keep_fish", "keep {answer}", (Field("answer", fish_called), "at")),
        *answer_kinds(content.program, AGAIN_WORDS),
    )


def card_events(content: CastawaysContent) -> tuple[EventKind, ...]:
    """Return the kinds of events that the cards of a box have of their own."""
    plot = Field("card", island_card_called(content))
    camp_card = Field("card", camp_card_called(content))
    covered = Field("covered", camp_card_called(content))
    thing = Field("object", object_called(content))
    fish = Field("fish", fish_called)

    def option(at: int, answer: int) -> str:
        return content.program.option(at, answer)

    return (
        EventKind(
            happened.CHOSE,
            "chose",
            lambda seat, at, answer: f"  Seat {seat} chooses: {option(at, answer)}.",
            ("seat", "at", "answer"),
        ),
        EventKind(
            happened.VOTED,
            "voted",
            lambda seat, at, answer: f"  Seat {seat} votes: {option(at, answer)}.",
            ("seat", "at", "answer"),
        ),
        EventKind(
            happened.CARD_ROLLED,
            "card_rolled",
            "  Seat {seat} rolls a {face}; {at_least} or more is needed.",
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
            lambda at, answer: f"  Strength settles the vote: {option(at, answer)}.",
            ("at", "answer"),
        ),
        EventKind(happened.PLOT_BEGUN, "plot_begun", "  {card}.", ("seat", plot)),
        EventKind(
            happened.PLOT_MISSING, "plot_missing", "  {card} is not in the box any more.", ("seat", plot)
        ),
        EventKind(
            happened.PLOT_SHUFFLED_IN,
            "plot_shuffled_in",
            "  A card is shuffled into the deck of the {deck}.",
            (plot, Field("deck", REGIONS)),
        ),
        EventKind(
            happened.CAMP_CARD_LAID, "camp_card_laid", "  {card} comes to the camp.", (camp_card, "space")
        ),
        EventKind(
            happened.CAMP_CARD_COVERED,
            "camp_card_covered",
            "  {card} comes to the camp, over {covered}.",
            (camp_card, covered, "space"),
        ),
        EventKind(happened.CAMP_CARD_LOST, "camp_card_lost", "  The camp has no room: {card}.", (camp_card,)),
        EventKind(
            happened.CAMP_CARD_REMOVED, "camp_card_removed", "  {card} leaves the camp.", (camp_card, "space")
        ),
        EventKind(happened.FISH_DRAWN, "fish_drawn", "  Seat {seat} catches {fish}.", ("seat", fish)),
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
            ("seat", "owner", thing),
        ),
        EventKind(happened.EXPEDITION_PLANNED, "expedition_planned", "  An expedition is planned."),
        EventKind(happened.WAVE_CAME, "wave_came", "  A wave sweeps over the camp."),
        EventKind(
            happened.REMAIN_KEPT,
            "remain_kept",
            "  Seat {seat} keeps {card}.",
            ("seat", Field("card", remain_called(content))),
        ),
        EventKind(
            happened.GIVEN_UP,
            "card_given_up",
            lambda text: f"The game ends: {content.program.why_stuck(text)}.",
            ("text",),
        ),
    )
