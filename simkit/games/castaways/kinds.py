"""The kinds of moves and of events of Castaways, with their fields and sentences."""

from __future__ import annotations

from simkit.engine.effects.vocabulary import Said
from simkit.engine.kinds import EventKind, Field, MoveKind
from simkit.games.castaways import decisions as d
from simkit.games.castaways import events as e
from simkit.games.castaways.box import CastawaysContent
from simkit.games.castaways.card_words import CAMP_CARD, CARD_EVENTS, CARD_MOVES, ISLAND_CARD, OBJECT, REMAIN
from simkit.games.castaways.names import (
    ACTIONS,
    CAMP,
    CHARACTERS,
    FOUND_SITE,
    REGIONS,
    SIGNAL_LETTERS,
    SITES,
    WEATHERS,
)
from simkit.games.castaways.outcome import ENDS
from simkit.games.castaways.state import NOBODY

EVENT = Field("event", of=("events",))
REGION = Field("deck", REGIONS)
ACTION = Field("action", ACTIONS)
CHARACTER = Field("character", CHARACTERS)


SITE = "site"


def _answer(yes: str, no: str) -> Field:
    return Field("answer", (no, yes))


def site_called(content: CastawaysContent, site: int) -> str:
    """Return the name of a site of the Build action."""
    if site < FOUND_SITE:
        return SITES[site]
    return content.titles(("constructions",))[site - FOUND_SITE]


def the_site(content: CastawaysContent, site: int) -> str:
    """Return a site as it stands within a sentence: "the shelter"."""
    called = site_called(content, site)
    return f"the {called}" if site < FOUND_SITE else f"{called[:1].lower()}{called[1:]}"


def say_site(site: int, content: CastawaysContent) -> str:
    """Return the words for the site that is to be built."""
    return f"build: {site_called(content, site)}"


def action_called(content: CastawaysContent, action: int, card: int) -> str:
    """Return the name of an action, or of the camp card that it is."""
    return content.titles(("camp_cards",))[card] if action == CAMP else ACTIONS[action]


def say_place(action: int, space: int, card: int, content: CastawaysContent) -> str:
    """Return the words for the place where a marker is to be placed."""
    if action == CAMP:
        return f"camp card: {action_called(content, action, card)}"
    return f"rest {space + 1}" if ACTIONS[action] == "rest" else ACTIONS[action]


MOVES = (
    MoveKind(d.CHOOSE_ABILITY, "choose_ability", "the {character}", (CHARACTER,)),
    MoveKind(d.NO_GIFT, "no_gift", "give nothing"),
    MoveKind(d.GIFT, "gift", "give {object} to seat {seat}", (OBJECT, "seat")),
    MoveKind(d.NO_WHITE, "no_white", "leave out the white marker"),
    MoveKind(d.WHITE_CARD, "white_card", "white marker: {card}", (CAMP_CARD, "space")),
    MoveKind(d.WHITE_ACTION, "white_action", "white marker: {action}", (ACTION,)),
    MoveKind(d.PLACE, "place", say_place, (ACTION, "space", CAMP_CARD)),
    MoveKind(d.TAKE_REMAIN, "take_remain", "take {card}", (REMAIN,)),
    MoveKind(d.ONE_CARD_ONLY, "one_card_only", "leave it at one card"),
    MoveKind(d.PAY_FOR_SECOND, "pay_for_second", "pay for a second card"),
    MoveKind(d.DECLARE_ENERGY, "declare_energy", "declare {n} energy", ("n",)),
    MoveKind(d.CHOOSE_SITE, "choose_site", say_site, (SITE,)),
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


def say_energy(seat: int, n: int, now: int) -> str:
    """Return the sentence about energy that comes or goes."""
    return f"  Seat {seat} {'gains' if n > 0 else 'loses'} {abs(n)} energy and has {now}."


MEANS = (
    *("forage", "fetch wood", "write the diary", "salvage", "light a fire", "build", "rest"),
    *("use", "explore the island"),
)
"""What somebody means to do who places a marker, by action."""


def meant(action: int, card: int, content: CastawaysContent) -> str:
    """Return the words for the purpose of a marker."""
    return f"{MEANS[action]}: {content.titles(('camp_cards',))[card]}" if action == CAMP else MEANS[action]


def say_marker(seat: int, action: int, card: int, content: CastawaysContent) -> str:
    """Return the sentence about a marker."""
    return f"Seat {seat} means to {meant(action, card, content)}."


def say_white(seat: int, action: int, card: int, content: CastawaysContent) -> str:
    """Return the sentence about the white marker."""
    return f"Seat {seat} begins with the white marker, to {meant(action, card, content)}."


def say_wood(n: int, now: int) -> str:
    """Return the sentence about wood that comes into storage or leaves it."""
    return f"  {Said(abs(n))} wood {'comes into' if n > 0 else 'is lost from'} storage, now {now}."


def say_food(n: int, now: int, tile: int) -> str:
    """Return the sentence about food that comes into storage or leaves it."""
    what = "food tile" if tile else "food token"
    return f"  {Said(abs(n)):{what}} {'for' if n > 0 else 'lost from'} the storage."


def say_own_food(seat: int, n: int, now: int) -> str:
    """Return the sentence about a castaway's own food."""
    return f"  Seat {seat} {'gets' if n > 0 else 'gives up'} {Said(abs(n)):food token}, now {now}."


def say_box(n: int, now: int) -> str:
    """Return the sentence about the forage box."""
    if n > 0:
        return f"  The castaways know of {Said(n):more place} to forage, now {now}."
    return f"  {Said(-n):place} to forage less, now {now}."


def say_fire_out(why: int) -> str:
    """Return the sentence for when the fire goes out."""
    return "  The fire burns down for want of wood." if why else "  The fire goes out."


def say_came_back(seat: int, attempt: int) -> str:
    """Return the sentence about somebody who comes back to camp."""
    return f"  Seat {seat} is back in camp{'' if attempt == NOBODY else ', after having been lost'}."


def say_fire_roll(seat: int, dice: int, needed: int) -> str:
    """Return the sentence about the campfire's die."""
    return f"  Seat {seat} strikes sparks: {dice}, {needed} or less lights the fire."


def say_way_back(seat: int, dice: int, needed: int) -> str:
    """Return the sentence about the dice of a return."""
    return f"  Seat {seat} looks for the way back: {dice} with all that helps, {needed} is needed."


def say_wounds(seat: int, dice: int, worst: int) -> str:
    """Return the sentence about the dice for injuries."""
    course = "grow worse" if dice <= worst else "do not grow worse"
    return f"  The injuries of seat {seat} {course} (lowest die {dice})."


def say_rested(seat: int, energy: int, injuries: int) -> str:
    """Return the sentence about somebody who has rested."""
    harm = f", {Said(injuries):injury/injuries}" if injuries else ""
    return f"  Seat {seat} has rested: energy {energy}{harm}."


def say_ability(seat: int, character: int, content: CastawaysContent) -> str:
    """Return the words for the castaway that a player plays."""
    name = content.titles(("characters",))[character]
    return f"Seat {seat} is {name[:1].lower()}{name[1:]}."


def say_party(n: int, turn: int) -> str:
    """Return the sentence for when an outing begins."""
    return "One castaway sets out alone." if n == 1 else f"A party of {n} sets out."


def say_decided(seat: int, turns: int, last: int) -> str:
    """Return the sentence for when the end of the game is decided."""
    return f"Seat {seat} decides: {'the next' if turns else 'this'} turn is the last (turn {last})."


SIGNALS_CALLED = ("the bonfire", "the sign", "the spyglass", "the captain's log", "the mirror")
"""The signals in the order of `names.SIGNALS`."""


def say_signals(event: int, signals: int, content: CastawaysContent) -> str:
    """Return the sentence about a rescue: what there is of the things that the card asks for."""
    asked = list(content.events.values())[event].signal
    seen = [name for i, name in enumerate(SIGNALS_CALLED) if signals >> i & 1 and SIGNAL_LETTERS[i] in asked]
    return f"A ship! The card '{content.titles(('events',))[event]}' is answered by {', '.join(seen)}."


def say_turn_state(seat: int, energy: int, harm: int) -> str:
    """Return the sentence about a castaway at the end of a turn."""
    return f"  Seat {seat}: energy {energy}, injuries {harm // 100}, traumas {harm % 100}."


def say_built(seat: int, site: int, shelter: int, content: CastawaysContent) -> str:
    """Return the sentence about something finished."""
    return f"  Seat {seat} has finished {the_site(content, site)}."


def say_worked(seat: int, site: int, n: int, content: CastawaysContent) -> str:
    """Return the sentence about work on something that takes several turns."""
    return f"  Seat {seat} works on {the_site(content, site)}: {n} done."


def say_build_failed(seat: int, site: int, missing: int, content: CastawaysContent) -> str:
    """Return the sentence for when too little energy was stated."""
    return f"  The work on {the_site(content, site)} comes to nothing: {missing} energy is missing."


PHASE_EVENTS = (
    EventKind(
        e.TURN_BEGUN,
        "turn_begun",
        "Turn {turn}: seat {starter} is the starting player.",
        ("turn", "starter"),
        begins_turn=True,
    ),
    EventKind(e.EVENT_TURNED, "event_turned", "Event: {event}; {left} are left.", (EVENT, "left")),
    EventKind(
        e.WEATHER_MOVED, "weather_moved", "  The weather: {weather}.", ("square", Field("weather", WEATHERS))
    ),
    EventKind(e.FIRE_WENT_OUT, "fire_went_out", say_fire_out, ("why",)),
    EventKind(e.FIRE_LIT, "fire_lit", "  The fire burns.", ("seat", "wood")),
    EventKind(e.FIRE_FED, "fire_fed", "  Seat {seat} puts a wood on the fire.", ("seat", "wood")),
    EventKind(
        e.WASHED_ASHORE,
        "washed_ashore",
        "  A piece of the wreck is washed ashore; {left} are left.",
        ("left",),
    ),
    EventKind(e.ENERGY_CHANGED, "energy", say_energy, ("seat", "n", "now")),
    EventKind(
        e.INJURED,
        "injured",
        "  Seat {seat} is injured: {injuries} now, energy {energy}.",
        ("seat", "injuries", "energy"),
    ),
    EventKind(e.HEALED, "healed", "  Seat {seat} heals {n}; {injuries} are left.", ("seat", "n", "injuries")),
    EventKind(
        e.TRAUMATISED,
        "traumatised",
        "  Seat {seat} has a trauma: {traumas} now, energy {energy}.",
        ("seat", "traumas", "energy"),
    ),
    EventKind(e.DIED, "died", "  Seat {seat} dies.", ("seat",)),
    EventKind(e.OBJECT_GAINED, "object_gained", "  Seat {seat} finds: {object}.", ("seat", OBJECT)),
    EventKind(e.OBJECT_LEFT, "object_left", "  Seat {seat} has lost: {object}.", ("seat", OBJECT)),
    EventKind(
        e.OBJECT_GIVEN,
        "object_given",
        "Seat {seat} gives seat {receiver}: {object}.",
        ("seat", OBJECT, "receiver"),
    ),
    EventKind(
        e.OBJECT_INHERITED, "object_inherited", "  Seat {seat} takes over: {object}.", ("seat", OBJECT)
    ),
    EventKind(
        e.TILES_DRAWN,
        "tiles_drawn",
        lambda seat, n, now: f"  Seat {seat} has {Said(n):story/stories} to tell (now {Said(now):tile}).",
        ("seat", "n", "now"),
    ),
    EventKind(
        e.REROLLED,
        "rerolled",
        "  Seat {seat} gives up a story of {value} for another roll.",
        ("seat", "value"),
    ),
    EventKind(e.WOOD_CHANGED, "wood", say_wood, ("n", "now")),
    EventKind(e.STORAGE_FOOD_CHANGED, "storage_food", say_food, ("n", "now", "tile")),
    EventKind(e.OWN_FOOD_CHANGED, "own_food", say_own_food, ("seat", "n", "now")),
    EventKind(e.TILE_STORED, "tile_stored", "  Food for {value} comes into storage.", ("value",)),
    EventKind(e.BOX_CHANGED, "box", say_box, ("n", "now")),
    EventKind(e.ADVANCED, "advanced", "  Seat {seat} is at place {place}.", ("seat", "place")),
    EventKind(e.CUBE_MOVED, "cube", "  The way back is at {place} now.", ("place",)),
    EventKind(e.HEADLAND_REACHED, "headland_reached", "Seat {seat} reaches the headland!", ("seat", "turn")),
    EventKind(e.HEADLAND_DECIDED, "headland_decided", say_decided, ("seat", "turns", "last")),
    EventKind(
        e.CONSTRUCTION_FOUND,
        "construction_found",
        "  It can be built now: {construction}.",
        (Field("construction", of=("constructions",)),),
    ),
    EventKind(e.BUILT_IT, "built", say_built, ("seat", SITE, "shelter")),
    EventKind(e.WORKED_ON_IT, "worked", say_worked, ("seat", SITE, "n")),
    EventKind(
        e.BUILD_FAILED,
        "build_failed",
        say_build_failed,
        ("seat", SITE, "missing"),
    ),
    EventKind(e.ABILITY_CHOSEN, "ability_chosen", say_ability, ("seat", CHARACTER)),
    EventKind(e.WHITE_MARKER, "white_marker", say_white, ("seat", ACTION, CAMP_CARD)),
    EventKind(e.MARKER_PLACED, "marker_placed", say_marker, ("seat", ACTION, CAMP_CARD)),
    EventKind(e.MARKER_WASTED, "marker_wasted", "  Seat {seat} can't do it: {action}.", ("seat", ACTION)),
    EventKind(e.SALVAGE_DRAWN, "salvage_drawn", "Seat {seat} salvages {n} things.", ("seat", "n", "wreck")),
    EventKind(e.ROLLED_FOR_FIRE, "rolled_for_fire", say_fire_roll, ("seat", "dice", "needed")),
    EventKind(
        e.ROLLED_FOR_REST, "rolled_for_rest", "  Seat {seat} sleeps: the die shows {dice}.", ("seat", "dice")
    ),
    EventKind(e.ROLLED_TO_RETURN, "rolled_to_return", say_way_back, ("seat", "dice", "needed")),
    EventKind(e.ROLLED_WHEN_LOST, "rolled_when_lost", say_way_back, ("seat", "dice", "needed")),
    EventKind(e.ROLLED_FOR_INJURIES, "rolled_for_injuries", say_wounds, ("seat", "dice", "worst")),
    EventKind(
        e.RESTED,
        "rested",
        say_rested,
        ("seat", "energy", "injuries"),
    ),
    EventKind(
        e.CARD_DRAWN, "card_drawn", "Seat {seat} explores the {deck}: {card}.", ("seat", ISLAND_CARD, REGION)
    ),
    EventKind(
        e.CARD_LEFT_OPEN, "card_left_open", "  Seat {seat} leaves it open: {card}.", ("seat", ISLAND_CARD)
    ),
    EventKind(e.CAME_BACK, "came_back", say_came_back, ("seat", "attempt")),
    EventKind(e.GOT_LOST, "got_lost", "  Seat {seat} is lost, at place {place}.", ("seat", "place")),
    EventKind(e.STILL_LOST, "still_lost", "They are still lost.", ("members",)),
    EventKind(
        e.TILE_KEPT,
        "tile_kept",
        "  The {who} keeps food for {value}.",
        ("value", Field("who", ("pantry", "cook"))),
    ),
    EventKind(e.ATE, "ate", "  Seat {seat} eats.", ("seat",)),
    EventKind(
        e.FOOD_GIVEN,
        "food_given",
        lambda seat, receiver, own: (
            f"  Seat {seat} gives seat {receiver} {'its own' if own else 'some'} food."
        ),
        ("seat", "receiver", "own"),
    ),
    EventKind(e.WENT_HUNGRY, "went_hungry", "  Seat {seat} goes hungry.", ("seat",)),
    EventKind(e.RESCUED_BY, "rescued_by", say_signals, (EVENT, "signals")),
    EventKind(
        e.HANDED_OVER, "handed_over", "Seat {seat} hands all signals to seat {heir}.", ("seat", "heir")
    ),
    EventKind(e.ENERGY_PAID, "energy_paid", "  The group pays {n} energy for another roll.", ("seat", "n")),
    EventKind(
        e.GAME_LOST,
        "game_lost",
        "Nobody is rescued: {end}.",
        (Field("end", lambda end: ENDS[end].replace("_", " ")),),
    ),
    EventKind(e.PARTY_SET_OUT, "party_set_out", say_party, ("n", "turn")),
    EventKind(
        e.REGION_DONE,
        "region_done",
        "  Nothing is left of the {region}: seat {seat} is at place {place}.",
        ("seat", Field("region", REGIONS), "place"),
    ),
    EventKind(e.CARD_USED, "card_used", "Seat {seat} uses: {card}.", ("seat", CAMP_CARD)),
    EventKind(e.TURN_STATE, "turn_state", say_turn_state, ("seat", "energy", "harm")),
    EventKind(
        e.CAMP_STATE,
        "camp_state",
        "In the morning: food tokens {food}, wood {wood}, fire {fire}.",
        ("food", "wood", Field("fire", ("out", "lit"))),
    ),
)

EVENTS = (*PHASE_EVENTS, *CARD_EVENTS)
