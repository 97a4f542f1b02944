"""The kinds of moves and of events of Castaways, with their fields, sentences and times."""

from __future__ import annotations

from simkit.engine.contract.kinds import EventKind, Field, MoveKind
from simkit.engine.effects.program import ANSWER, answer_kinds
from simkit.engine.effects.vocabulary import Said
from simkit.games.castaways import decisions as d
from simkit.games.castaways import events as e
from simkit.games.castaways import sentences as say
from simkit.games.castaways.box import CastawaysContent
from simkit.games.castaways.decisions import COVER_CARD, KEEP_FISH, LOSE_OBJECT
from simkit.games.castaways.names import ACTIONS, REGIONS, WEATHERS
from simkit.games.castaways.rules.outcome import ENDS
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
        e.CHOSE,
        "chose",
        say_choice,
        ("seat", "at", "answer"),
    ),
    EventKind(
        e.VOTED,
        "voted",
        say_vote,
        ("seat", "at", "answer"),
    ),
    EventKind(
        e.CARD_ROLLED,
        "card_rolled",
        say_card_roll,
        ("seat", "face", "at_least"),
    ),
    EventKind(
        e.STRENGTH_TRIED,
        "strength_tried",
        "  Seat {seat} tries their strength against {against}.",
        ("seat", "against", "at_least"),
    ),
    EventKind(
        e.SIDE_ROLLED,
        "side_rolled",
        "  Side {side} rolls a {face}: {score} with its strength.",
        ("side", "face", "score"),
    ),
    EventKind(
        e.VOTE_SETTLED,
        "vote_settled",
        say_settled,
        ("at", "answer"),
    ),
    EventKind(e.PLOT_BEGUN, "plot_begun", "  {card}.", ("seat", ISLAND_CARD)),
    EventKind(e.PLOT_MISSING, "plot_missing", say_missing, ("seat", "card")),
    EventKind(
        e.PLOT_SHUFFLED_IN,
        "plot_shuffled_in",
        "  A card is shuffled into the deck of the {deck}.",
        ("card", Field("deck", REGIONS)),
    ),
    EventKind(e.CAMP_CARD_LAID, "camp_card_laid", "  {card} comes to the camp board.", (CAMP_CARD, "space")),
    EventKind(
        e.CAMP_CARD_COVERED,
        "camp_card_covered",
        "  {card} comes to the camp board, over {covered}.",
        (CAMP_CARD, Field("covered", of=CAMP_CARD.of, within=quoted), "space"),
    ),
    EventKind(e.CAMP_CARD_LOST, "camp_card_lost", "  The camp board has no room for {card}.", (CAMP_CARD,)),
    EventKind(
        e.CAMP_CARD_REMOVED,
        "camp_card_removed",
        "  {card} leaves the camp board.",
        (CAMP_CARD, "space"),
    ),
    EventKind(e.FISH_DRAWN, "fish_drawn", "  Seat {seat} catches {fish}.", ("seat", FISH)),
    EventKind(
        e.SHARK_ADDED,
        "shark_added",
        lambda n: f"  {Said(n):shark} in the fish stack.",
        ("n",),
    ),
    EventKind(
        e.OBJECT_STOLEN,
        "object_stolen",
        "  Seat {seat} takes {object} from seat {owner}.",
        ("seat", Field("owner", is_seat=True), OBJECT),
    ),
    EventKind(e.EXPEDITION_PLANNED, "expedition_planned", "  An expedition is planned."),
    EventKind(e.WAVE_CAME, "wave_came", "  A wave sweeps over the camp."),
    EventKind(
        e.REMAIN_KEPT,
        "remain_kept",
        "  Seat {seat} takes {card}.",
        ("seat", REMAIN),
    ),
    EventKind(
        e.GIVEN_UP,
        "card_given_up",
        say_given_up,
        ("text",),
    ),
)
"""The kinds of events that cards have of their own."""


SECONDS = {
    "choose_ability": 20,
    "no_gift": 3,
    "gift": 8,
    "no_white": 3,
    "white_card": 8,
    "white_action": 8,
    "place": 20,
    "take_remain": 6,
    "one_card_only": 4,
    "pay_for_second": 5,
    "declare_energy": 8,
    "choose_site": 10,
    "state_energy": 6,
    "feed": 4,
    "explore_deck": 8,
    "resolve_pending": 12,
    "return": 5,
    "leave_or_resolve": 8,
    "join": 4,
    "keep_no_tile": 3,
    "keep_tile": 4,
    "eat": 3,
    "give_food": 6,
    "pass": 3,
    "keep_or_eat": 4,
    "this_or_next_turn": 5,
    "inherit": 5,
    "pay_energy": 6,
    "hand_over": 8,
    "lose_object": 6,
    "cover_card": 6,
    "keep_fish": 4,
    "option": 10,
    "vote": 8,
    "whom": 6,
    "again": 5,
}
"""Kind of move -> seconds to decide for it and to carry it out."""


EVENT = Field("event", of=("events",))
REGION = Field("deck", REGIONS)
ACTION = Field("action", ACTIONS)
CHARACTER = Field("character", say.castaway_called)
FIRE = Field("fire", ("out", "lit"))
SITE = "site"


def _answer(yes: str, no: str) -> Field:
    return Field("answer", (no, yes))


MOVES = (
    MoveKind(d.CHOOSE_ABILITY, "choose_ability", "{character}", (CHARACTER,)),
    MoveKind(d.NO_GIFT, "no_gift", "give nothing"),
    MoveKind(d.GIFT, "gift", "give {object} to seat {seat}", (OBJECT, "seat")),
    MoveKind(d.NO_WHITE, "no_white", "leave out the white marker"),
    MoveKind(d.WHITE_CARD, "white_card", "white marker: {card}", (CAMP_CARD, "space")),
    MoveKind(d.WHITE_ACTION, "white_action", "white marker: {action}", (ACTION,)),
    MoveKind(d.PLACE, "place", say.say_place, (ACTION, "space", CAMP_CARD)),
    MoveKind(d.TAKE_REMAIN, "take_remain", "take {card}", (REMAIN,)),
    MoveKind(d.ONE_CARD_ONLY, "one_card_only", "leave it at one card"),
    MoveKind(d.PAY_FOR_SECOND, "pay_for_second", "pay for a second card"),
    MoveKind(d.DECLARE_ENERGY, "declare_energy", "declare {n} energy", ("n",)),
    MoveKind(d.CHOOSE_SITE, "choose_site", say.say_site, (SITE,)),
    MoveKind(d.STATE_ENERGY, "state_energy", "{n} energy for it", ("n",)),
    MoveKind(d.FEED, "feed", "{answer}", (_answer("put a wood on the fire", "leave the fire"), "at")),
    MoveKind(d.EXPLORE_DECK, "explore_deck", "explore the {deck}", (REGION,)),
    MoveKind(d.RESOLVE_PENDING, "resolve_pending", "face {card}", (ISLAND_CARD,)),
    MoveKind(d.RETURN, "return", "return to camp"),
    MoveKind(
        d.LEAVE_OR_RESOLVE, "leave_or_resolve", "{answer}", (_answer("face it", "leave the card open"), "at")
    ),
    MoveKind(d.JOIN, "join", "{answer}", (_answer("return too", "stay out"), "at")),
    MoveKind(d.KEEP_NO_TILE, "keep_no_tile", "keep no food tile"),
    MoveKind(d.KEEP_TILE, "keep_tile", "keep a food tile of {value}", ("value",)),
    MoveKind(d.EAT, "eat", "eat"),
    MoveKind(d.GIVE_FOOD, "give_food", "give food to seat {seat}", ("seat",)),
    MoveKind(d.PASS, "pass", "eat no more"),
    MoveKind(d.KEEP_OR_EAT, "keep_or_eat", "{answer}", (_answer("eat it", "keep it"), "at")),
    MoveKind(
        d.THIS_OR_NEXT_TURN,
        "this_or_next_turn",
        "{answer}",
        (_answer("the next turn is the last", "this turn is the last"), "at"),
    ),
    MoveKind(d.INHERIT, "inherit", "take {object}", (OBJECT,)),
    MoveKind(d.PAY_ENERGY, "pay_energy", "{answer}", (_answer("pay for another roll", "do not pay"), "at")),
    MoveKind(d.HAND_OVER, "hand_over", "{answer}", (_answer("hand the signals over", "keep them"), "at")),
    *CARD_MOVES,
)

PHASE_EVENTS = (
    EventKind(
        e.TURN_BEGUN,
        "turn_begun",
        "Turn {turn}: seat {starter} is the starting player.",
        ("turn", Field("starter", is_seat=True)),
        begins_turn=True,
    ),
    EventKind(e.EVENT_TURNED, "event_turned", say.say_event, (EVENT, "left")),
    EventKind(e.WEATHER_MOVED, "weather_moved", say.say_weather, ("square", Field("weather", WEATHERS))),
    EventKind(e.FIRE_WENT_OUT, "fire_went_out", say.say_fire_out, ("why",)),
    EventKind(e.FIRE_LIT, "fire_lit", "  The fire burns.", ("seat", "wood")),
    EventKind(e.FIRE_FED, "fire_fed", "  Seat {seat} puts a wood on the fire.", ("seat", "wood")),
    EventKind(e.WASHED_ASHORE, "washed_ashore", say.say_ashore, ("left",)),
    EventKind(e.ENERGY_CHANGED, "energy", say.say_energy, ("seat", "n", "now")),
    EventKind(e.INJURED, "injured", say.say_injured, ("seat", "injuries", "energy")),
    EventKind(e.HEALED, "healed", say.say_healed, ("seat", "n", "injuries")),
    EventKind(e.TRAUMATISED, "traumatised", say.say_traumatised, ("seat", "traumas", "energy")),
    EventKind(e.DIED, "died", "  Seat {seat} dies.", ("seat",)),
    EventKind(e.OBJECT_GAINED, "object_gained", "  Seat {seat} finds {object}.", ("seat", OBJECT)),
    EventKind(e.OBJECT_LEFT, "object_left", "  Seat {seat} no longer has {object}.", ("seat", OBJECT)),
    EventKind(
        e.OBJECT_GIVEN,
        "object_given",
        "Seat {seat} gives seat {receiver} {object}.",
        ("seat", OBJECT, Field("receiver", is_seat=True)),
    ),
    EventKind(e.OBJECT_INHERITED, "object_inherited", "  Seat {seat} takes over {object}.", ("seat", OBJECT)),
    EventKind(e.TILES_DRAWN, "tiles_drawn", say.say_tiles, ("seat", "n", "now")),
    EventKind(
        e.REROLLED,
        "rerolled",
        "  Seat {seat} gives up a story of {value} for another roll.",
        ("seat", "value"),
    ),
    EventKind(e.WOOD_CHANGED, "wood", say.say_wood, ("n", "now")),
    EventKind(e.STORAGE_FOOD_CHANGED, "storage_food", say.say_food, ("n", "now", "tile")),
    EventKind(e.OWN_FOOD_CHANGED, "own_food", say.say_own_food, ("seat", "n", "now")),
    EventKind(e.TILE_STORED, "tile_stored", say.say_tile, ("value",)),
    EventKind(e.BOX_CHANGED, "box", say.say_box, ("n", "now")),
    EventKind(e.ADVANCED, "advanced", "  Seat {seat} walks on to place {place}.", ("seat", "place")),
    EventKind(e.CUBE_MOVED, "cube", say.say_cube, ("place", "n")),
    EventKind(e.HEADLAND_REACHED, "headland_reached", "Seat {seat} reaches the headland!", ("seat", "turn")),
    EventKind(e.HEADLAND_DECIDED, "headland_decided", say.say_decided, ("seat", "turns", "last")),
    EventKind(
        e.CONSTRUCTION_FOUND,
        "construction_found",
        "  It can be built now: {construction}.",
        (Field("construction", of=("constructions",), within=say.within),),
    ),
    EventKind(e.BUILDING_BEGUN, "building_begun", say.say_building, ("seat", SITE)),
    EventKind(e.BUILT_IT, "built", say.say_built, ("seat", SITE, "shelter")),
    EventKind(e.WORKED_ON_IT, "worked", say.say_worked, ("seat", SITE, "n")),
    EventKind(e.BUILD_FAILED, "build_failed", say.say_build_failed, ("seat", SITE, "missing")),
    EventKind(e.ABILITY_CHOSEN, "ability_chosen", say.say_ability, ("seat", CHARACTER)),
    EventKind(e.WHITE_MARKER, "white_marker", say.say_white, ("seat", ACTION, CAMP_CARD)),
    EventKind(e.MARKER_PLACED, "marker_placed", say.say_marker, ("seat", ACTION, CAMP_CARD)),
    EventKind(e.MARKER_WASTED, "marker_wasted", say.say_wasted, ("seat", ACTION)),
    EventKind(e.ACTED, "acted", say.say_acted, ("seat", ACTION)),
    EventKind(e.SALVAGE_DRAWN, "salvage_drawn", "Seat {seat} salvages {n} things.", ("seat", "n", "wreck")),
    EventKind(e.ROLLED_FOR_FIRE, "rolled_for_fire", say.say_fire_roll, ("seat", "dice", "needed")),
    EventKind(
        e.ROLLED_FOR_REST, "rolled_for_rest", "  Seat {seat} sleeps: the die shows {dice}.", ("seat", "dice")
    ),
    EventKind(e.ROLLED_TO_RETURN, "rolled_to_return", say.say_way_back, ("seat", "dice", "needed")),
    EventKind(e.ROLLED_WHEN_LOST, "rolled_when_lost", say.say_way_back, ("seat", "dice", "needed")),
    EventKind(e.ROLLED_FOR_INJURIES, "rolled_for_injuries", say.say_wounds, ("seat", "dice", "worst")),
    EventKind(e.RESTED, "rested", say.say_rested, ("seat", "energy", "injuries")),
    EventKind(
        e.CARD_DRAWN, "card_drawn", "Seat {seat} explores the {deck}: {card}.", ("seat", ISLAND_CARD, REGION)
    ),
    EventKind(
        e.CARD_LEFT_OPEN, "card_left_open", "  Seat {seat} leaves it open: {card}.", ("seat", ISLAND_CARD)
    ),
    EventKind(
        e.CARD_FACED, "card_faced", "Seat {seat} turns to what was left open: {card}.", ("seat", ISLAND_CARD)
    ),
    EventKind(e.CAME_BACK, "came_back", say.say_came_back, ("seat", "attempt")),
    EventKind(e.GOT_LOST, "got_lost", "  Seat {seat} is lost, at place {place}.", ("seat", "place")),
    EventKind(e.STILL_LOST, "still_lost", say.say_still_lost, ("members",)),
    EventKind(
        e.TILE_KEPT,
        "tile_kept",
        "  The {who} keeps food for {value}.",
        ("value", Field("who", ("pantry", "cook"))),
    ),
    EventKind(e.ATE, "ate", "  Seat {seat} eats.", ("seat",)),
    EventKind(e.FOOD_GIVEN, "food_given", say.say_food_given, ("seat", "receiver", "own")),
    EventKind(e.WENT_HUNGRY, "went_hungry", "  Seat {seat} goes hungry.", ("seat",)),
    EventKind(e.NIGHT_CAME, "night_came", say.say_night, (FIRE,)),
    EventKind(e.RESCUED_BY, "rescued_by", say.say_signals, (EVENT, "signals")),
    EventKind(
        e.HANDED_OVER,
        "handed_over",
        "Seat {seat} hands all signals to seat {heir}.",
        ("seat", Field("heir", is_seat=True)),
    ),
    EventKind(e.ENERGY_PAID, "energy_paid", "  The group pays {n} energy for another roll.", ("seat", "n")),
    EventKind(e.GAME_LOST, "game_lost", say.say_lost, (Field("end", ENDS),)),
    EventKind(e.PARTY_SET_OUT, "party_set_out", say.say_party, ("n", "turn")),
    EventKind(
        e.REGION_DONE,
        "region_done",
        "  Nothing is left of the {region}: seat {seat} is at place {place}.",
        ("seat", Field("region", REGIONS), "place"),
    ),
    EventKind(e.CARD_USED, "card_used", "Seat {seat} uses the camp card {card}.", ("seat", CAMP_CARD)),
    EventKind(e.CARD_WORKS, "card_works", "  The camp card {card} does its work.", (CAMP_CARD,)),
    EventKind(e.TURN_STATE, "turn_state", say.say_turn_state, ("seat", "energy", "harm")),
    EventKind(
        e.CAMP_STATE,
        "camp_state",
        "In the morning: food tokens {food}, wood {wood}, fire {fire}.",
        ("food", "wood", FIRE),
    ),
)

EVENTS = (*PHASE_EVENTS, *CARD_EVENTS)
