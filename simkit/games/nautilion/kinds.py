"""The kinds of moves and of events of Nautilion: their fields, sentences, and seconds at the table.

The seconds are estimates, not measured; an experiment can set its own (`seconds`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from simkit.game import Field, Kinds, event, listed, move
from simkit.games.nautilion.card_effects import DARKHOUSE_EFFECTS, HEROIC_EFFECTS
from simkit.games.nautilion.state import COLLISIONS, CREW_NUMBERS, MAGE_A, MERCENARY

REEF_TOKEN = 99
"""In place of a token's kind: a reef."""

FIGURES = {1: "Darkhouse", 2: "Phantom", 4: "Nautilion"}
MAGES = "ABC"
DICE = ("first", "second", "third")


def name_token(kind: int) -> str:
    """Return a token's name by its kind."""
    if kind == REEF_TOKEN:
        return "a reef"
    if kind == MERCENARY:
        return "a mercenary"
    if kind >= MAGE_A:
        return f"mage {MAGES[kind - MAGE_A]}"
    return f"crew {kind}" if kind else "a green token"


def name_space(space: int) -> str:
    """Return the name of a space of the board; 0 is the cabin."""
    return f"space {space}" if space else "the cabin"


def name_player(seat: int) -> str:
    """Return a player's name by their seat: seat 0 is player 1."""
    return f"player {seat + 1}"


def name_crew(mask: int) -> str:
    """Return the crew of a mask: "1, 5 and 9"."""
    numbers = [n for n in range(1, CREW_NUMBERS + 1) if int(mask) >> (n - 1) & 1]
    return listed(numbers) if numbers else "nobody"


def name_price(paid: Iterable[int]) -> str:
    """Return a payment in words: "crew 3 and a green token from the reserve"."""
    names = [name_token(kind) for kind in paid]
    return f"{listed(names)} from the reserve" if names else "nothing"


def name_darkhouse_effect(effect: int) -> str:
    """Return the effect of a Darkhouse card, in the words of its content file."""
    return DARKHOUSE_EFFECTS[effect].replace("_", " ")


def name_heroic_effect(effect: int) -> str:
    """Return the effect of a Heroic card, in the words of its content file."""
    return HEROIC_EFFECTS[effect].replace("_", " ")


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


def say_dice(first: int, second: int, third: int) -> str:
    """Return the sentence about the dice; 0 stands for a die that was not rolled."""
    shown = [str(face) for face in (first, second, third) if face]
    return f"The die shows {shown[0]}." if len(shown) == 1 else f"The dice show {', '.join(shown)}."


def say_whirlwind(first: int, second: int, third: int, paid: Sequence[int]) -> str:
    """Return the sentence about a Whirlwind: its cost and the new dice."""
    shown = say_dice(first, second, third)
    return f"Repetitive Whirlwind, for {name_price(paid)}: {shown[0].lower()}{shown[1:]}"


def say_tide(old: int, new: int, paid: Sequence[int]) -> str:
    """Return the sentence about a Tide: its cost and its effect."""
    return f"Artificial Tide, for {name_price(paid)}: a {old} becomes a {new}."


def say_giving(darkhouse: int, phantom: int, nautilion: int) -> str:
    """Return the sentence about which figure received which die."""
    given = [("Darkhouse", darkhouse), ("Phantom", phantom), ("Nautilion", nautilion)]
    received = [f"the {figure} {{}}the {die}" for figure, die in given if die]
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


class Move(Kinds):
    """What a player chooses."""

    STOP = move("no more spells", seconds=4)
    WHIRLWIND = move("Repetitive Whirlwind", seconds=10)
    TIDE = move("Artificial Tide: the {die} die to a {value}", DIE, seconds=10)
    TRANSLATION = move("Aquatic Translation", seconds=10)
    CHOOSE_PLACE = move("place {place}", seconds=15)
    GIVE_DICE = move(say_plan, "darkhouse", "phantom", "nautilion", seconds=25)
    DISCARD_RESERVE = move("discard from the reserve", seconds=4)
    DISCARD_CREW = move("discard {number} from the board", seconds=8)
    TAKE_ABOARD = move("take {number} aboard", seconds=4)
    TAKE_RESERVE = move("take it into the reserve", seconds=4)
    TAKE_CABIN = move("take it into the cabin", seconds=4)
    DISCARD_CABIN = move("discard {number} from the cabin", TOKEN, seconds=6)
    REROLL = move("mage {number}: re-roll the {die} die", MAGE, DIE, seconds=8)
    PLAY_HEROIC = move("Heroic card {card}, paid with crew {number}", seconds=15)
    BUY = move("buy {number} for {place}", TOKEN, SPACE, seconds=12)
    PRIZE_RESERVE = move("prize: {number} into the reserve", TOKEN, seconds=6)
    PRIZE_ABOARD = move("prize: {number} aboard", TOKEN, seconds=6)
    KEEP_GROUP = move("keep {number}", CREW, seconds=8)
    CHOOSE_KIND = move("choose {number}", TOKEN, seconds=8)
    CHOOSE_FIGURE = move("roll for the {number}", FIGURE, seconds=6)
    SET_DIE = move("set a die to {value}", seconds=6)
    CARD_OUT = move("Heroic card {card} leaves", seconds=6)
    BEGIN = move("{number} plays the first turn", Field("number", name_player))


class Event(Kinds, first=1):
    """What happens."""

    DICE_ROLLED = event(say_dice, "first", "second", "third")
    WHIRLWIND_CAST = event(say_whirlwind, "first", "second", "third")
    TIDE_SET = event(say_tide, "old", "new")
    TOKENS_SWAPPED = event("the tokens of places {first} and {second} change places.")
    DICE_GIVEN = event(say_giving, "darkhouse", "phantom", "nautilion")
    TURN_BEGUN = event("Turn {turn}.", "seat", begins_turn=True)
    DISCARDED_FROM_RESERVE = event("{taker} takes {token} from the reserve.", KIND, "space", TAKER)
    DISCARDED_FROM_BOARD = event("{taker} takes {token} from the board.", "space", KIND, TAKER)
    PHANTOM_REACHED = event(
        "The Phantom moves to place {place} and {kept} {token}.",
        "place",
        KIND,
        Field("kept", ("discards", "finds")),
    )
    PHANTOM_AT_ISLES = event("The Phantom arrives at the Happy Isles.")
    NAUTILION_REACHED = event("The Nautilion moves to place {place} and finds {token}.", KIND)
    NAUTILION_AT_ABYSS = event("The Nautilion arrives at the Abyss.")
    TAKEN_ABOARD = event(say_aboard, KIND, "space")
    TAKEN_INTO_RESERVE = event("{token} goes into the reserve.", KIND)
    PAID = event("{token} is paid.", KIND)
    TAKEN_INTO_CABIN = event("{token} goes into the cabin.", KIND)
    DISCARDED_FROM_CABIN = event("{taker} takes {token} from the cabin.", KIND, "space", TAKER)
    DIE_REROLLED = event(say_reroll, "partnership", "old", "new")
    TAKEN_BY_PHANTOM = event("It keeps {token} on its board.", KIND)
    COLLISION = event(
        "The figures collide, {harpoons} harpoons against the Phantom's {phantom}: {result}.",
        Field("result", COLLISIONS),
    )
    PRIZE_TAKEN = event(
        "The prize: {token}, {aboard}.", KIND, Field("aboard", ("into the reserve", "aboard"))
    )
    GROUP_KEPT = event("The crew is split; {crew} stay aboard.", Field("crew", name_crew))
    REEF_PASSED = event("Reef {reef}: the die shows {die}{helped}, the Nautilion is free.", HELPED)
    REEF_HOLDS = event("Reef {reef}: the die shows {die}{helped}, the Nautilion is stuck.", HELPED)
    REEF_TAKEN = event("Reef {reef} goes into the reserve.")
    REEF_GONE = event("Reef {reef} leaves the game.")
    CARD_TURNED = event("Darkhouse card {card}: {effect}.", Field("effect", name_darkhouse_effect))
    TOKEN_RETURNED = event("{token} returns to the path, at place {place}.", KIND)
    TOKEN_RECOVERED = event("{token} comes from the discard pile into the reserve.", KIND)
    TOKEN_BOUGHT = event("{token} is bought for {space}.", KIND, Field("space", name_space))
    FIGURE_CHOSEN = event(
        "The first die is rolled for the {figure}.", Field("figure", lambda figure: FIGURES[figure])
    )
    DARKHOUSE_REROLLED = event("The Darkhouse's 2 is rolled again: {face}.")
    SECOND_PASS = event("The same dice are given once more.")
    TOKENS_EXCHANGED = event(
        "The tokens are exchanged: {token} for the player, {other} for the Phantom.",
        KIND,
        Field("other", name_token),
    )
    HEROIC_PLAYED = event(
        "Heroic card {card}, paid with crew {paid}: {effect}.",
        "card",
        Field("effect", name_heroic_effect),
        "paid",
    )
    DICE_SET = event(say_dice_set, "first", "second", "third")
    CARD_REMOVED = event("Heroic card {card} leaves the game.")
    CARD_REVEALED = event("Heroic card {card} is revealed.")
    CREW_FETCHED = event(
        "Crew {number} comes aboard from {place}.",
        Field("place", lambda place: f"place {place}" if place else "the discard pile"),
    )
    CABIN_FILLED = event("Crew {number} comes from the discard pile into the cabin.")
    MERCENARY_LEFT = event("A mercenary leaves the Phantom's board.")
    PHANTOM_STAYED = event("The Phantom stays where it is.")
    PHANTOM_BACK = event("The Phantom is back at the Abyss.")
    NAUTILION_BACK = event("The Nautilion is back at the Happy Isles.")
    NEIGHBOUR_TAKEN = event("{token} of place {place} goes there too.", "place", KIND)
    FIRST_PLAYER_CHOSEN = event("{seat} plays the first turn.", Field("seat", name_player))
