"""The kinds of moves and of events of Nautilion, with their fields and sentences."""

from __future__ import annotations

from collections.abc import Sequence

from simkit.engine.contract.kinds import EventKind, Field, MoveKind
from simkit.games.nautilion.rules import events, state
from simkit.games.nautilion.rules.outcome import COLLISIONS
from simkit.games.nautilion.rules.state import MERCENARY
from simkit.games.nautilion.words import (
    DICE,
    FIGURES,
    MAGES,
    listed,
    name_crew,
    name_darkhouse_effect,
    name_heroic_effect,
    name_player,
    name_price,
    name_space,
    name_token,
)

DIE = Field("die", DICE)
TOKEN = Field("number", name_token)
CREW = Field("number", name_crew)
SPACE = Field("place", name_space)
FIGURE = Field("number", lambda figure: FIGURES.get(figure, ""))
MAGE = Field("number", lambda partnership: MAGES[partnership % len(MAGES)])


def say_plan(darkhouse: int, phantom: int, nautilion: int) -> str:
    """Return a plan in words: "Darkhouse 1, Phantom 3"."""
    given = {"Darkhouse": darkhouse, "Phantom": phantom, "Nautilion": nautilion}
    return ", ".join(f"{figure} {die}" for figure, die in given.items() if die)


MOVES = (
    MoveKind(state.STOP, "stop", "no more spells"),
    MoveKind(state.WHIRLWIND, "whirlwind", "Repetitive Whirlwind"),
    MoveKind(state.TIDE, "tide", "Artificial Tide: the {die} die to a {value}", (DIE, "value")),
    MoveKind(state.TRANSLATION, "translation", "Aquatic Translation"),
    MoveKind(state.CHOOSE_PLACE, "choose_place", "place {place}", ("place",)),
    MoveKind(state.GIVE_DICE, "give_dice", say_plan, ("darkhouse", "phantom", "nautilion")),
    MoveKind(state.DISCARD_RESERVE, "discard_reserve", "discard from the reserve"),
    MoveKind(state.DISCARD_CREW, "discard_crew", "discard {number} from the board", ("number",)),
    MoveKind(state.DISCARD_CABIN, "discard_cabin", "discard {number} from the cabin", (TOKEN,)),
    MoveKind(state.TAKE_ABOARD, "take_aboard", "take {number} aboard", ("number",)),
    MoveKind(state.TAKE_CABIN, "take_cabin", "take it into the cabin"),
    MoveKind(state.TAKE_RESERVE, "take_reserve", "take it into the reserve"),
    MoveKind(state.REROLL, "reroll", "mage {number}: re-roll the {die} die", (MAGE, DIE)),
    MoveKind(
        state.PLAY_HEROIC, "play_heroic", "Heroic card {card}, paid with crew {number}", ("card", "number")
    ),
    MoveKind(state.BUY, "buy", "buy {number} for {place}", (TOKEN, SPACE)),
    MoveKind(state.PRIZE_RESERVE, "prize_reserve", "prize: {number} into the reserve", (TOKEN,)),
    MoveKind(state.PRIZE_ABOARD, "prize_aboard", "prize: {number} aboard", (TOKEN,)),
    MoveKind(state.KEEP_GROUP, "keep_group", "keep {number}", (CREW,)),
    MoveKind(state.CHOOSE_KIND, "choose_kind", "choose {number}", (TOKEN,)),
    MoveKind(state.CHOOSE_FIGURE, "choose_figure", "roll for the {number}", (FIGURE,)),
    MoveKind(state.SET_DIE, "set_die", "set a die to {value}", ("value",)),
    MoveKind(state.CARD_OUT, "card_out", "Heroic card {card} leaves", ("card",)),
    MoveKind(state.BEGIN, "begin", "{number} plays the first turn", (Field("number", name_player),)),
)


def say_dice(first: int, second: int, third: int) -> str:
    """Return the sentence about the dice; 0 stands for a die that was not rolled."""
    shown = [str(face) for face in (first, second, third) if face]
    return f"The die shows {shown[0]}." if len(shown) == 1 else f"The dice show {', '.join(shown)}."


def say_whirlwind(first: int, second: int, third: int, paid: Sequence[int]) -> str:
    """Return the sentence about a Whirlwind: what it cost and brought."""
    shown = say_dice(first, second, third)
    return f"Repetitive Whirlwind, for {name_price(paid)}: {shown[0].lower()}{shown[1:]}"


def say_tide(old: int, new: int, paid: Sequence[int]) -> str:
    """Return the sentence about a Tide: what it cost and did."""
    return f"Artificial Tide, for {name_price(paid)}: a {old} becomes a {new}."


def say_giving(darkhouse: int, phantom: int, nautilion: int) -> str:
    """Return the sentence about who received which die."""
    given = [("Darkhouse", darkhouse), ("Phantom", phantom), ("Nautilion", nautilion)]
    received = [f"the {who} {{}}the {die}" for who, die in given if die]
    return f"{', '.join(words.format('' if i else 'gets ') for i, words in enumerate(received))}."


def say_aboard(token: int, space: int) -> str:
    """Return the sentence about a token that went aboard; mercenaries may stand on any space."""
    at = f", on {name_space(space)}" if token == MERCENARY else ""
    return f"{name_token(token)} goes aboard{at}."


def say_reroll(partnership: int, old: int, new: int) -> str:
    """Return the sentence about a partnership's re-roll."""
    return f"Mage {MAGES[partnership]} and crew {3 * partnership + 1} re-roll: {old} becomes {new}."


def say_dice_set(first: int, second: int, third: int) -> str:
    """Return the sentence about dice that were set."""
    return f"The dice are set: {listed(face for face in (first, second, third) if face)}."


KIND = Field("token", name_token)
TAKER = Field("taker", ("The Darkhouse", "The Phantom's mercenary"))
HELPED = Field("helped", ("", ", one more with the crew"))

EVENTS = (
    EventKind(events.DICE_ROLLED, "dice_rolled", say_dice, ("first", "second", "third")),
    EventKind(events.WHIRLWIND_CAST, "whirlwind_cast", say_whirlwind, ("first", "second", "third")),
    EventKind(events.TIDE_SET, "tide_set", say_tide, ("old", "new")),
    EventKind(
        events.TOKENS_SWAPPED,
        "tokens_swapped",
        "the tokens of places {first} and {second} change places.",
        ("first", "second"),
    ),
    EventKind(events.DICE_GIVEN, "dice_given", say_giving, ("darkhouse", "phantom", "nautilion")),
    EventKind(events.TURN_BEGUN, "turn_begun", "Turn {turn}.", ("turn", "seat"), begins_turn=True),
    EventKind(
        events.DISCARDED_FROM_RESERVE,
        "discarded_from_reserve",
        "{taker} takes {token} from the reserve.",
        (KIND, "space", TAKER),
    ),
    EventKind(
        events.DISCARDED_FROM_BOARD,
        "discarded_from_board",
        "{taker} takes {token} from the board.",
        ("space", KIND, TAKER),
    ),
    EventKind(
        events.PHANTOM_REACHED,
        "phantom_reached",
        "The Phantom moves to place {place} and {kept} {token}.",
        ("place", KIND, Field("kept", ("discards", "finds"))),
    ),
    EventKind(events.PHANTOM_AT_THE_ISLES, "phantom_at_isles", "The Phantom arrives at the Happy Isles."),
    EventKind(
        events.NAUTILION_REACHED,
        "nautilion_reached",
        "The Nautilion moves to place {place} and finds {token}.",
        ("place", KIND),
    ),
    EventKind(events.NAUTILION_AT_THE_ABYSS, "nautilion_at_abyss", "The Nautilion arrives at the Abyss."),
    EventKind(events.TAKEN_ABOARD, "taken_aboard", say_aboard, (KIND, "space")),
    EventKind(events.TAKEN_INTO_RESERVE, "taken_into_reserve", "{token} goes into the reserve.", (KIND,)),
    EventKind(events.PAID, "paid", "{token} is paid.", (KIND,)),
    EventKind(events.TAKEN_INTO_CABIN, "taken_into_cabin", "{token} goes into the cabin.", (KIND,)),
    EventKind(
        events.DISCARDED_FROM_CABIN,
        "discarded_from_cabin",
        "{taker} takes {token} from the cabin.",
        (KIND, "space", TAKER),
    ),
    EventKind(events.DIE_REROLLED, "die_rerolled", say_reroll, ("partnership", "old", "new")),
    EventKind(events.TAKEN_BY_PHANTOM, "taken_by_phantom", "It keeps {token} on its board.", (KIND,)),
    EventKind(
        events.COLLISION,
        "collision",
        "The figures collide, {harpoons} harpoons against the Phantom's {phantom}: {result}.",
        ("harpoons", "phantom", Field("result", COLLISIONS)),
    ),
    EventKind(
        events.PRIZE_TAKEN,
        "prize_taken",
        "The prize: {token}, {aboard}.",
        (KIND, Field("aboard", ("into the reserve", "aboard"))),
    ),
    EventKind(
        events.GROUP_KEPT,
        "group_kept",
        "The crew is split; {crew} stay aboard.",
        (Field("crew", name_crew),),
    ),
    EventKind(
        events.REEF_PASSED,
        "reef_passed",
        "Reef {reef}: the die shows {die}{helped}, the Nautilion is free.",
        ("reef", "die", HELPED),
    ),
    EventKind(
        events.REEF_HOLDS,
        "reef_holds",
        "Reef {reef}: the die shows {die}{helped}, the Nautilion is stuck.",
        ("reef", "die", HELPED),
    ),
    EventKind(events.REEF_TAKEN, "reef_taken", "Reef {reef} goes into the reserve.", ("reef",)),
    EventKind(events.REEF_GONE, "reef_gone", "Reef {reef} leaves the game.", ("reef",)),
    EventKind(
        events.CARD_TURNED,
        "card_turned",
        "Darkhouse card {card}: {effect}.",
        ("card", Field("effect", name_darkhouse_effect)),
    ),
    EventKind(
        events.TOKEN_RETURNED,
        "token_returned",
        "{token} returns to the path, at place {place}.",
        (KIND, "place"),
    ),
    EventKind(
        events.TOKEN_RECOVERED,
        "token_recovered",
        "{token} comes from the discard pile into the reserve.",
        (KIND,),
    ),
    EventKind(
        events.TOKEN_BOUGHT,
        "token_bought",
        "{token} is bought for {space}.",
        (KIND, Field("space", name_space)),
    ),
    EventKind(
        events.FIGURE_CHOSEN,
        "figure_chosen",
        "The first die is rolled for the {figure}.",
        (Field("figure", lambda figure: FIGURES[figure]),),
    ),
    EventKind(
        events.DARKHOUSE_REROLLED,
        "darkhouse_rerolled",
        "The Darkhouse's 2 is rolled again: {face}.",
        ("face",),
    ),
    EventKind(events.SECOND_PASS, "second_pass", "The same dice are given once more."),
    EventKind(
        events.TOKENS_EXCHANGED,
        "tokens_exchanged",
        "The tokens are exchanged: {token} for the player, {other} for the Phantom.",
        (KIND, Field("other", name_token)),
    ),
    EventKind(
        events.HEROIC_PLAYED,
        "heroic_played",
        "Heroic card {card}, paid with crew {paid}: {effect}.",
        ("card", Field("effect", name_heroic_effect), "paid"),
    ),
    EventKind(events.DICE_SET, "dice_set", say_dice_set, ("first", "second", "third")),
    EventKind(events.CARD_REMOVED, "card_removed", "Heroic card {card} leaves the game.", ("card",)),
    EventKind(events.CARD_REVEALED, "card_revealed", "Heroic card {card} is revealed.", ("card",)),
    EventKind(
        events.CREW_FETCHED,
        "crew_fetched",
        "Crew {number} comes aboard from {place}.",
        ("number", Field("place", lambda place: f"place {place}" if place else "the discard pile")),
    ),
    EventKind(
        events.CABIN_FILLED,
        "cabin_filled",
        "Crew {number} comes from the discard pile into the cabin.",
        ("number",),
    ),
    EventKind(events.MERCENARY_LEFT, "mercenary_left", "A mercenary leaves the Phantom's board."),
    EventKind(events.PHANTOM_STAYED, "phantom_stayed", "The Phantom stays where it is."),
    EventKind(events.PHANTOM_BACK, "phantom_back", "The Phantom is back at the Abyss."),
    EventKind(events.NAUTILION_BACK, "nautilion_back", "The Nautilion is back at the Happy Isles."),
    EventKind(
        events.NEIGHBOUR_TAKEN,
        "neighbour_taken",
        "{token} of place {place} goes there too.",
        ("place", KIND),
    ),
    EventKind(
        events.FIRST_PLAYER_CHOSEN,
        "first_player_chosen",
        "{seat} plays the first turn.",
        (Field("seat", name_player),),
    ),
)
