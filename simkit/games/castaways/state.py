"""The state of a game of Castaways, as flat records, and the words for what is in it."""

import numpy as np

from simkit.game import STOPPED, Column, Look, RecordField, bag_dtype, column, field, pile_dtype, record
from simkit.game.effects import MACHINE
from simkit.games.castaways.names import ACTIONS, REGIONS

MOST_PLAYERS = 4
MOST_OBJECTS = 48
MOST_CHARACTERS = 6
MOST_EVENTS = 40
MOST_REMAINS = 40
"""Different cards of the remains; `MOST_REMAINS_CARDS` with their copies."""

MOST_REMAINS_CARDS = 80
MOST_DRAWN = 8
MOST_CARDS = 256
"""Cards of the island: exploration cards and plots, numbered through (`rules.card`)."""

MOST_DECK = 128
MOST_CAMP_CARDS = 40
MOST_CAMP_SPACES = 12
MOST_CONSTRUCTIONS = 8
MOST_SHELTERS = 4
MOST_SPACES = 12
"""Spaces of one action (`MOST_CAMP_SPACES` of the camp cards, `REST_SPACES` of Rest)."""

REST_SPACES = 6
ACTION_COUNT = 9
MARKERS_A_TURN = 2
MOST_SQUARES = 16
REGION_COUNT = 3

VALUES = 10
"""Tiles of food and of story points have values from 0 to 9."""

JELLYFISH = 10
SHARK = 11
FISH_KINDS = 12
"""Kinds of fish tiles: the values, and these two."""

NO_CARD = -1
NO_TILE = -1
NO_SPACE = -1

# What has become of a card of the island (`table.card_state`).  One that lies in its deck from the start, or
# in the box, is NOT_SEEN until it is drawn or named.
NOT_SEEN, SHUFFLED_IN, PENDING, OUT_OF_PLAY = range(4)

# Constructions that cards reveal (`table.constructions`).
NOT_FOUND, WAITING, ON_A_PLACE, BUILT = range(4)

ENDS = (
    "running",
    "rescued",
    "time_without_headland",
    "headland_without_signal",
    "all_lost_at_the_check",
    "all_dead",
    "card_without_end",
    STOPPED,
)
"""How a game ends (`table.end`)."""

RUNNING, RESCUED, TIME_RUN_OUT, NO_SIGNAL, ALL_LOST, ALL_DEAD, WITHOUT_END = range(len(ENDS) - 1)

LOOKS = {
    "rescued": Look("rescued"),
    "time_without_headland": Look("time run out", "time runs out before the headland is reached"),
    "headland_without_signal": Look("no signal", "there is too little to signal with"),
    "all_lost_at_the_check": Look("all lost", "all are lost when a ship could be signalled"),
    "all_dead": Look("all dead", "all castaways die"),
}
"""How reports show the ends of a game, in their order."""

NOTE = (
    "numbers of characters, objects, camp cards, actions, regions and weathers are those of "
    "simkit.games.castaways.names; bit 0 is the first of them, or seat 0"
)


def number(name: str, means: str, shape: int | tuple[int, ...] = ()) -> RecordField:
    """Declare a field with a whole number, or several."""
    return field(name, means, np.int64, shape)


def counted(name: str, means: str, unit: str = "", stored: type[np.generic] = np.uint8) -> RecordField:
    """Declare a field with a whole number that is an outcome column, too."""
    return column(name, means, unit, np.int64, stored=stored)


def counted_as(name: str, means: str, *columns: Column) -> RecordField:
    """Declare a field with whole numbers that are outcome columns of other names."""
    several = len(columns) > 1
    return field(name, means, np.int64, len(columns) if several else (), columns if several else columns[0])


CASTAWAY = record(
    number("owned", "objects: bit `object` for each that it owns"),
    number("objects", "how many it owns of each", MOST_OBJECTS),
    number("character", "its character: 0 fisher, 1 cook, 2 orienteer, 3 healer, 4 strong, 5 builder"),
    number("where", "0 in camp, 1 out, 2 lost, 3 dead"),
    number("space", "energy spaces in all, with and without energy: its M"),
    counted("energy", "energy at the end", "energy"),
    number("injuries", "injuries it has"),
    counted("traumas", "traumas", "traumas"),
    counted("reached", "furthest place on the exploration track", "places"),
    number("lost_at", "a lost one's place on the return track"),
    number("group", "number of the group with which it is lost"),
    number("food", "its own food tokens"),
    counted("tiles", "story-point tiles at the end", "tiles"),
    number("strength", "its strength: of its ability and its objects together"),
    number("return_roll", "what it adds to return rolls: of its ability and its objects together"),
    number("lighting", "what it adds to lighting the fire: of its ability and its objects together"),
    number("wood_action", "what it adds to a Wood action: of its ability and its objects together"),
    number("fish_bonus", "what it adds to fishing: of its ability and its objects together"),
    number("food_per_turn", "food that its objects bring in every turn"),
    number("markers", "markers still to be placed this turn"),
    number("actions", "actions chosen this turn: bit `action` for each"),
    number("ate", "food eaten in this Survival phase"),
    number("stopped", "1 once it has stopped eating its own food"),
    number("received", "tokens kept of those that others gave it this turn"),
    # For the outcome.
    counted_as(
        "injuries_suffered",
        "injuries suffered so far",
        Column("injuries", np.uint16, "injuries suffered", "injuries"),
    ),
    counted("turns_lost", "turns at whose beginning the castaway was lost", "turns"),
    counted("hungry_turns", "turns without food", "turns"),
    counted_as(
        "markers_by_action",
        "markers placed so far, by action",
        *(
            Column(f"markers_{action}", np.uint8, f"markers placed on {action}", "markers")
            for action in ACTIONS
        ),
    ),
)
"""What everybody sees of one castaway."""

TABLE = record(
    number(
        "found_objects",
        "found objects that have turned up, of which there is one each: bit `object` for each",
    ),
    number("found_cards", "found camp cards that have turned up: bit `card` for each"),
    number("events_seen", "events that have been active: bit `event` for each"),
    field(
        "machine",
        "the card being done: the engine's (simkit.engine.effects.machine); `asked` is the seat asked",
        MACHINE,
    ),
    field("castaways", "what everybody sees of each castaway, by seat", CASTAWAY, MOST_PLAYERS),
    # Where the turn is: its phase, the decision, the action being done.
    number("phase", "the part of the turn that goes on: a number of simkit.games.castaways.phases"),
    number(
        "asks",
        "the decision to be made: a number of simkit.games.castaways.decisions (ASK_...); 0: play goes on",
    ),
    counted_as("turn", "the turn, counted from 1", Column("turns", np.uint8, "turns begun", "turns")),
    number("turns", "turns that the game has at most"),
    number("last_turn", "turn after which the game ends; `turns` until the headland decides otherwise"),
    number("starter", "seat of the starting player"),
    number("at", "how far the phase is: a place in the turn or walking order, an action, or a space"),
    number("begun", "1 once the action of the board that is resolved has begun"),
    number("keeper", "which keeps a food tile next: 0 the pantry, 1 the cook, 2 neither"),
    number("tried", "lost ones that have tried to find back this turn: bit `seat` for each"),
    number("second_try", "1 while the lost group that rolls uses its second marker"),
    number("actor", "seat whose marker is resolved, that builds, or that leads a return"),
    number("todo", "seats still to be asked, as a queue (simkit.engine.effects.machine)"),
    number("passes", "castaways that have passed in a row"),
    number("gifts_made", "gifts made in this phase"),
    number("estates", "dead ones whose objects are still to be divided: bit `seat` for each"),
    number("heir", "seat that chose last of an estate; -1 for nobody"),
    # A roll of the phases that may be re-rolled (cards roll in the machine).
    number("dice", "the roll that is looked at"),
    number("roll_for", "what it is for: 1 the fire, 2 Rest, 3 a return, 4 lost ones, 5 injuries"),
    number("rerolled", "1 once a story-point tile was spent on this roll"),
    number("volunteers", "seats that pay energy for another roll: bit `seat` for each"),
    number("die_needed", "in a contest of strength: what the die of the seat asked must show at least"),
    # Event and weather.
    number("event", "the active event card"),
    counted("events_left", "event cards left", "cards"),
    number("weather", "square on which the weather marker stands; its kind is rules.squares[weather]"),
    # Wreck.
    number("wreck", "cubes on the wreck"),
    number("salvage", "cubes in the salvage space"),
    counted_as(
        "salvaged",
        "cubes salvaged so far",
        Column("cubes_salvaged", np.uint8, "cubes of the wreck salvaged", "cubes"),
    ),
    number("remains_left", "cards of the remains still to come"),
    field("drawn", "remains that lie open while they are shared out", pile_dtype(MOST_DRAWN)),
    # Storage and supplies.
    number("food", "food tokens in storage"),
    number("wood", "wood in storage"),
    number("tiles", "food tiles in storage, by value", VALUES),
    number("cubes", "white cubes, in the Survival phase"),
    number("food_supply", "food tokens left in the supply"),
    number("wood_supply", "wood left in the supply"),
    number("pantry_tile", "value of the tile that the pantry keeps; -1 for none"),
    number("cook_tile", "value of the tile that the cook keeps; -1 for none"),
    number("forage_box", "tiles in the forage box"),
    number("forage_left", "forage tiles left beside the board"),
    field(
        "fish",
        "the fish stack, face down: how many of each kind it holds, values 0 to 9, jellyfish, shark",
        bag_dtype(FISH_KINDS),
    ),
    number("story_left", "story-point tiles left"),
    # Camp.
    number("fire", "1 while the fire is lit"),
    number("fire_wood", "wood on the fire"),
    counted("shelter", "level of the shelter; 0 for none"),
    number("sign", "cubes on the sign"),
    counted_as("sign_built", "1 once the sign is built", Column("sign", np.bool_, "the sign was built")),
    number("bonfire", "wood on the bonfire"),
    counted_as(
        "bonfire_built", "1 once the bonfire is built", Column("bonfire", np.bool_, "the bonfire was built")
    ),
    number(
        "constructions",
        "of each construction: 0 not found, 1 waiting for a place, 2 on a place, 3 built",
        MOST_CONSTRUCTIONS,
    ),
    field(
        "waiting",
        "constructions without a building place, the first found first",
        pile_dtype(MOST_CONSTRUCTIONS),
    ),
    number("site", "what is being built"),
    number("needed", "energy still needed for it; of the campfire, what the die may show at most"),
    number("sharer", "how many have been asked to share, from the actor clockwise"),
    number("space", "the Rest space that is resolved"),
    number("board", "card on each space of the camp board; -1 for none", MOST_CAMP_SPACES),
    number("white_space", "space whose card the white marker has taken this turn; -1 for none"),
    number("white", "the white marker's action: 0 none, 1 chosen and still to be done, 2 done"),
    number("white_action", "when one plays: the action that it does"),
    number("healer_used", "1 once the healer's ability was used this turn"),
    # Markers: the seat whose marker is on each space, or NOBODY.
    number(
        "marked",
        "by action and space: the seat whose marker stands there; -1 for nobody",
        (ACTION_COUNT, MOST_SPACES),
    ),
    # The island.
    number("deck_left", "cards left in the deck of each region: coast, interior, heart", REGION_COUNT),
    field("pending", "cards that lie open, in the order in which they came", pile_dtype(MOST_DECK)),
    field("pending_decks", "the deck from which each of them came", pile_dtype(MOST_DECK)),
    number("card_state", "of each card: 0 not seen, 1 shuffled in, 2 lies open, 3 out of play", MOST_CARDS),
    # The outing.
    number("cube", "place of the return cube"),
    number("outing", "1 while a party is out"),
    number("walkers", "seats of the party in walking order, those back too", MOST_PLAYERS),
    number("party", "how many set out"),
    number("planned", "1 if an expedition was planned and its icon is still to be left out"),
    number("card", "the card of the island being done; -1 for none"),
    number("card_deck", "deck that it came from"),
    number("card_was_open", "1 if it was lying open"),
    number("explored", "steps of this outing"),
    number("returners", "the group that rolls to come back: bit `seat` for each"),
    number("groups", "groups lost so far"),
    # The end.
    number("headland", "seat that reached the headland first; -1 for nobody"),
    counted("headland_turn", "turn in which the headland was reached; 0 if it was not", "turns"),
    number("decided", "1 once it is said when the game ends"),
    counted_as(
        "matched",
        "event by which the castaways are rescued; -1 for none",
        Column("matching_event", np.int8, "the event card that was answered; -1 if none was"),
    ),
    counted_as(
        "end",
        "how the game ended, in the order of the column `end`; 0 while it goes on",
        Column("end", np.uint8, "how the game ended", labels=ENDS, looks=LOOKS),
    ),
    # For the outcome.
    counted("fire_turns", "nights with a fire", "nights"),
    counted("wood_gathered", "wood that came into storage", "wood", np.uint16),
    counted("food_gathered", "food that came into storage or to an owner, tiles by value", "food", np.uint16),
    counted("forage_tiles", "forage tiles brought into storage", "tiles"),
    counted("remains_taken", "cards of the remains taken", "cards"),
    counted_as(
        "cards_explored",
        "cards drawn so far, by region",
        *(
            Column(f"cards_{region}", np.uint8, f"cards drawn from the deck of the {region}", "cards")
            for region in REGIONS
        ),
    ),
    counted(
        "plots_resolved",
        "plots done: drawn, or named by another card; one left open counts once it is done",
        "cards",
    ),
    counted("outings", "turns with an outing", "turns"),
    counted("times_lost", "times a castaway got lost", "times"),
    counted("nights_lost", "nights of castaways that were lost", "nights", np.uint16),
    counted("deaths", "castaways that died", "castaways"),
    number("story_discarded", "story-point tiles discarded so far"),
    counted("rerolls_by_tile", "rolls made again for a story-point tile", "rolls", np.uint16),
    counted("rerolls_by_energy", "rolls made again for energy", "rolls", np.uint16),
    note=NOTE,
)
"""All that everybody sees or can work out."""

SEAT = record(
    number("tiles", "its story-point tiles, by value from 0 to 9", VALUES),
    number("discarded", "the story-point tiles that it has discarded, by value from 0 to 9", VALUES),
)
"""What a seat knows for itself: its story-point tiles by value, and those that it has discarded."""

HIDDEN = record(
    field("decks", "", pile_dtype(MOST_DECK), REGION_COUNT),
    number("plot_region", "of a plot with number 0: one more than its region; else 0", MOST_CARDS),
    field("plots_out", "plots with number 0 that were not drawn", pile_dtype(MOST_DECK)),
    field("events", "", pile_dtype(MOST_EVENTS)),
    field("events_out", "those that were not drawn", pile_dtype(MOST_EVENTS)),
    field("remains", "", pile_dtype(MOST_REMAINS_CARDS)),
    field("forage", "the tiles in the box and beside the board", bag_dtype(VALUES)),
    field("forage_gone", "those that left the game unseen", bag_dtype(VALUES)),
    field("story", "", bag_dtype(VALUES)),
)
"""What nobody sees: the order of decks, which events and plots are in play, values of tiles."""

MOST_MOVES = 1 + MOST_OBJECTS * (MOST_PLAYERS - 1)
"""Of gifts: every object to everybody else, or none."""

# What chance is asked for: the deal; and in each turn a purpose a phase, so that the dice of one are the same
# whatever was rolled before.
(
    DEAL_CHANCE, FIRST_PLAYER_CHANCE,
    EVENT_CHANCE, MARKER_CHANCE, RESOLUTION_CHANCE, OUTING_CHANCE, END_CHANCE,
) = range(7)  # fmt: skip
