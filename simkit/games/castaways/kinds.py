"""The kinds of moves and of events of Castaways, with their fields, sentences and times."""

from __future__ import annotations

from simkit.game import Field, Kinds, event, move, timed
from simkit.game.effects import ANSWER, answer_kinds
from simkit.games.castaways import sentences as say
from simkit.games.castaways.box import CastawaysContent
from simkit.games.castaways.names import ACTIONS, REGIONS, WEATHERS
from simkit.games.castaways.sentences import quoted, say_card_roll, within
from simkit.games.castaways.state import ENDS, JELLYFISH, SHARK

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


def say_choice(seat: int, at: int, answer: int, content: CastawaysContent) -> str:
    """Return the sentence about an option chosen."""
    return f"  Seat {seat + 1} chooses: {content.program.option(at, answer)}."


def say_vote(seat: int, at: int, answer: int, content: CastawaysContent) -> str:
    """Return the sentence about a vote."""
    return f"  Seat {seat + 1} votes: {content.program.option(at, answer)}."


def say_settled(at: int, answer: int, content: CastawaysContent) -> str:
    """Return the sentence about a tied vote that strength decides."""
    return f"  Strength settles the vote: {content.program.option(at, answer)}."


def say_missing(seat: int, card: int, content: CastawaysContent) -> str:
    """Return the sentence about a plot that is no longer in the box."""
    return f"  {some_island_card(card, content)} is not in the box any more."


def say_given_up(text: int, content: CastawaysContent) -> str:
    """Return the sentence about a card that does not end."""
    return f"The game ends: {content.program.why_stuck(text)}."


EVENT = Field("event", of=("events",))
REGION = Field("deck", REGIONS)
ACTION = Field("action", ACTIONS)
CHARACTER = Field("character", say.castaway_called)
FIRE = Field("fire", ("out", "lit"))
SITE = Field("site", say.site_called)
THE_SITE = Field("site", say.the_site)
WAY_BACK = "  Seat {seat} looks for the way back: {dice} in all, {needed} is needed."


def _answer(yes: str, no: str) -> Field:
    return Field("answer", (no, yes))


class Move(Kinds, first=1):
    """What a castaway chooses in the phases of a turn, and how many seconds it takes: an estimate."""

    CHOOSE_ABILITY = move("{character}", CHARACTER, seconds=20)
    NO_GIFT = move("give nothing", seconds=3)
    GIFT = move("give {object} to seat {seat}", OBJECT, seconds=8)
    NO_WHITE = move("leave out the white marker", seconds=3)
    WHITE_CARD = move("white marker: {card}", CAMP_CARD, "space", seconds=8)
    WHITE_ACTION = move("white marker: {action}", ACTION, seconds=8)
    PLACE = move(say.say_place, ACTION, "space", CAMP_CARD, seconds=20)
    TAKE_REMAIN = move("take {card}", REMAIN, seconds=6)
    ONE_CARD_ONLY = move("leave it at one card", seconds=4)
    PAY_FOR_SECOND = move("pay for a second card", seconds=5)
    DECLARE_ENERGY = move("declare {n} energy", seconds=8)
    CHOOSE_SITE = move("build: {site}", SITE, seconds=10)
    STATE_ENERGY = move("{n} energy for it", seconds=6)
    FEED = move("{answer}", _answer("put a wood on the fire", "leave the fire"), "at", seconds=4)
    EXPLORE_DECK = move("explore the {deck}", REGION, seconds=8)
    RESOLVE_PENDING = move("face {card}", ISLAND_CARD, seconds=12)
    RETURN = move("return to camp", seconds=5)
    LEAVE_OR_RESOLVE = move("{answer}", _answer("face it", "leave the card open"), "at", seconds=8)
    JOIN = move("{answer}", _answer("return too", "stay out"), "at", seconds=4)
    KEEP_NO_TILE = move("keep no food tile", seconds=3)
    KEEP_TILE = move("keep a food tile of {value}", seconds=4)
    EAT = move("eat", seconds=3)
    GIVE_FOOD = move("give food to seat {seat}", seconds=6)
    PASS = move("eat no more", seconds=3)
    KEEP_OR_EAT = move("{answer}", _answer("eat it", "keep it"), "at", seconds=4)
    THIS_OR_NEXT_TURN = move(
        "{answer}", _answer("the next turn is the last", "this turn is the last"), "at", seconds=5
    )
    INHERIT = move("take {object}", OBJECT, seconds=5)
    PAY_ENERGY = move("{answer}", _answer("pay for another roll", "do not pay"), "at", seconds=6)
    HAND_OVER = move("{answer}", _answer("hand the signals over", "keep them"), "at", seconds=8)


class CardMove(Kinds, first=50):
    """What cards ask for besides the engine's own kinds: an object, a space of the camp board, or a fish."""

    LOSE_OBJECT = move(say_loss, *ANSWER, seconds=6)
    COVER_CARD = move("cover the camp card on space {answer}", *ANSWER, seconds=6)
    KEEP_FISH = move("keep {answer}", Field("answer", fish_called), "at", seconds=4)


class Event(Kinds):
    """What happens in the phases of a turn."""

    TURN_BEGUN = event(
        "Turn {turn}: seat {starter} is the starting player.",
        Field("starter", is_seat=True),
        begins_turn=True,
    )
    EVENT_TURNED = event(say.say_event, EVENT, "left")
    WEATHER_MOVED = event(say.say_weather, "square", Field("weather", WEATHERS))
    FIRE_WENT_OUT = event(say.say_fire_out, "why")
    FIRE_LIT = event("  The fire burns.", "seat", "wood")
    FIRE_FED = event("  Seat {seat} puts a wood on the fire.", "wood")
    WASHED_ASHORE = event("  A piece of the wreck is washed ashore; {left:is left/are left}.")
    ENERGY_CHANGED = event(say.say_energy, "seat", "n", "now", name="energy")
    INJURED = event("  Seat {seat} is injured: {injuries:injury/injuries} now, energy {energy}.")
    HEALED = event(say.say_healed, "seat", "n", "injuries")
    TRAUMATISED = event("  Seat {seat} is marked for life: {traumas:trauma} now, energy {energy}.")
    DIED = event("  Seat {seat} dies.")
    OBJECT_GAINED = event("  Seat {seat} finds {object}.", OBJECT)
    OBJECT_LEFT = event("  Seat {seat} no longer has {object}.", OBJECT)
    OBJECT_GIVEN = event(
        "Seat {seat} gives seat {receiver} {object}.", "seat", OBJECT, Field("receiver", is_seat=True)
    )
    OBJECT_INHERITED = event("  Seat {seat} takes over {object}.", OBJECT)
    TILES_DRAWN = event("  Seat {seat} has {n:story/stories} to tell (now {now:tile}).")
    REROLLED = event("  Seat {seat} gives up a story of {value} for another roll.")
    WOOD_CHANGED = event(say.say_wood, "n", "now", name="wood")
    STORAGE_FOOD_CHANGED = event(say.say_food, "n", "now", "tile", name="storage_food")
    OWN_FOOD_CHANGED = event(say.say_own_food, "seat", "n", "now", name="own_food")
    TILE_STORED = event(say.say_tile, "value")
    BOX_CHANGED = event(say.say_box, "n", "now", name="box")
    ADVANCED = event("  Seat {seat} walks on to place {place}.")
    CUBE_MOVED = event(say.say_cube, "place", "n", name="cube")
    HEADLAND_REACHED = event("Seat {seat} reaches the headland!", "turn")
    HEADLAND_DECIDED = event(
        "Seat {seat} decides: {turns} turn is the last (turn {last}).",
        Field("turns", ("this", "the next")),
    )
    CONSTRUCTION_FOUND = event(
        "  It can be built now: {construction}.",
        Field("construction", of=("constructions",), within=say.within),
    )
    BUILDING_BEGUN = event("  Seat {seat} sets to work on {site}.", THE_SITE)
    BUILT_IT = event("  Seat {seat} has finished {site}.", THE_SITE, "shelter", name="built")
    WORKED_ON_IT = event("  Seat {seat} works on {site}: {n} done.", THE_SITE, name="worked")
    BUILD_FAILED = event(
        "  The work on {site} comes to nothing: {missing} energy is missing.", "seat", THE_SITE, "missing"
    )
    ABILITY_CHOSEN = event("Seat {seat} is {character}.", CHARACTER)
    WHITE_MARKER = event(say.say_white, "seat", ACTION, CAMP_CARD)
    MARKER_PLACED = event(say.say_marker, "seat", ACTION, CAMP_CARD)
    MARKER_WASTED = event(say.say_wasted, "seat", ACTION)
    ACTED = event(say.say_acted, "seat", ACTION)
    SALVAGE_DRAWN = event("Seat {seat} salvages {n} things.", "wreck")
    ROLLED_FOR_FIRE = event("  Seat {seat} strikes sparks: {dice}, {needed} or less lights the fire.")
    ROLLED_FOR_REST = event("  Seat {seat} sleeps: the die shows {dice}.")
    ROLLED_TO_RETURN = event(WAY_BACK, "seat", "dice", "needed")
    ROLLED_WHEN_LOST = event(WAY_BACK, "seat", "dice", "needed")
    ROLLED_FOR_INJURIES = event(say.say_wounds, "seat", "dice", "worst")
    RESTED = event(say.say_rested, "seat", "energy", "injuries")
    CARD_DRAWN = event("Seat {seat} explores the {deck}: {card}.", "seat", ISLAND_CARD, REGION)
    CARD_LEFT_OPEN = event("  Seat {seat} leaves it open: {card}.", ISLAND_CARD)
    CARD_FACED = event("Seat {seat} turns to what was left open: {card}.", ISLAND_CARD)
    CAME_BACK = event(say.say_came_back, "seat", "attempt")
    GOT_LOST = event("  Seat {seat} is lost, at place {place}.")
    STILL_LOST = event(say.say_still_lost, "members")
    TILE_KEPT = event("  The {who} keeps food for {value}.", "value", Field("who", ("pantry", "cook")))
    ATE = event("  Seat {seat} eats.")
    FOOD_GIVEN = event(say.say_food_given, "seat", "receiver", "own")
    WENT_HUNGRY = event("  Seat {seat} goes hungry.")
    NIGHT_CAME = event(say.say_night, FIRE)
    RESCUED_BY = event(say.say_signals, EVENT, "signals")
    HANDED_OVER = event("Seat {seat} hands all signals to seat {heir}.", Field("heir", is_seat=True))
    ENERGY_PAID = event("  The group pays {n} energy for another roll.", "seat", "n")
    GAME_LOST = event(say.say_lost, Field("end", ENDS))
    PARTY_SET_OUT = event(say.say_party, "n", "turn")
    REGION_DONE = event(
        "  Nothing is left of the {region}: seat {seat} is at place {place}.",
        "seat",
        Field("region", REGIONS),
        "place",
    )
    CARD_USED = event("Seat {seat} uses the camp card {card}.", CAMP_CARD)
    CARD_WORKS = event("  The camp card {card} does its work.", CAMP_CARD)
    TURN_STATE = event(say.say_turn_state, "seat", "energy", "harm")
    CAMP_STATE = event("In the morning: food tokens {food}, wood {wood}, fire {fire}.", FIRE)
    TILES_IN_STORAGE = event("In the morning: food tiles for {value}.", "n")
    DICE_FOR_RETURN = event("  The dice show {one} and {other}; what helps adds {helps}.")
    REST_CHOSEN = event(say.say_rest_space, "seat", "space")
    CHANGED_NOTHING = event(say.say_nothing, "seat", "why")


class CardEvent(Kinds, first=100):
    """What happens on cards."""

    CHOSE = event(say_choice, "seat", "at", "answer")
    VOTED = event(say_vote, "seat", "at", "answer")
    CARD_ROLLED = event(say_card_roll, "seat", "face", "at_least")
    STRENGTH_TRIED = event("  Seat {seat} tries their strength against {against}.", "at_least")
    SIDE_ROLLED = event("  Side {side} rolls a {face}: {score} with its strength.")
    VOTE_SETTLED = event(say_settled, "at", "answer")
    PLOT_BEGUN = event("  {card}.", "seat", ISLAND_CARD)
    PLOT_MISSING = event(say_missing, "seat", "card")
    PLOT_SHUFFLED_IN = event(
        "  A card is shuffled into the deck of the {deck}.", "card", Field("deck", REGIONS)
    )
    CAMP_CARD_LAID = event("  {card} comes to the camp board.", CAMP_CARD, "space")
    CAMP_CARD_COVERED = event(
        "  {card} comes to the camp board, over {covered}.",
        CAMP_CARD,
        Field("covered", of=CAMP_CARD.of, within=quoted),
        "space",
    )
    CAMP_CARD_LOST = event("  The camp board has no room for {card}.", CAMP_CARD)
    CAMP_CARD_REMOVED = event("  {card} leaves the camp board.", CAMP_CARD, "space")
    FISH_DRAWN = event("  Seat {seat} catches {fish}.", FISH)
    SHARK_ADDED = event("  {n:shark} in the fish stack.")
    OBJECT_STOLEN = event(
        "  Seat {seat} takes {object} from seat {owner}.", "seat", Field("owner", is_seat=True), OBJECT
    )
    EXPEDITION_PLANNED = event("  An expedition is planned.")
    WAVE_CAME = event("  A wave sweeps over the camp.")
    REMAIN_KEPT = event("  Seat {seat} takes {card}.", REMAIN)
    GIVEN_UP = event(say_given_up, "text", name="card_given_up")


SECONDS = {"option": 10, "vote": 8, "whom": 6, "again": 5}
"""How long the engine's own kinds of decisions take in this game, in seconds; all times are estimates."""

MOVES = timed((*Move.kinds, *CardMove.kinds, *answer_kinds(again=AGAIN_WORDS)), SECONDS)
EVENTS = (*Event.kinds, *CardEvent.kinds)
