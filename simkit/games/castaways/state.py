"""The state of a game of Castaways, as flat records, and the words for what is in it."""

import numpy as np

from simkit.engine.base.cards import bag_dtype, pile_dtype
from simkit.engine.base.machine_state import MACHINE

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
MARKERS = 2
MOST_SQUARES = 16
REGION_COUNT = 3

VALUES = 10
"""Tiles of food and of story points have values from 0 to 9."""

JELLYFISH = 10
SHARK = 11
FISH_KINDS = 12
"""Kinds of fish tiles: the values, and these two."""

NOBODY = -1
NO_CARD = -1
NO_TILE = -1

# What has become of a card of the island (`table.card_state`).  One that lies in its deck from the start, or
# in the box, is NOT_SEEN until it is drawn or named.
NOT_SEEN, SHUFFLED_IN, PENDING, OUT_OF_PLAY = range(4)

# Constructions that cards reveal (`table.constructions`).
NOT_FOUND, WAITING, ON_A_PLACE, BUILT = range(4)

# How a game ends (`table.end`), in the order of outcome.ENDS.
RUNNING, RESCUED, TIME_RUN_OUT, NO_SIGNAL, ALL_LOST, ALL_DEAD, WITHOUT_END = range(7)

CASTAWAY = np.dtype(
    [
        ("owned", np.int64),  # bit `object` for each that it owns
        ("objects", np.int64, (MOST_OBJECTS,)),  # how many of each
        ("character", np.int64),
        ("where", np.int64),
        ("space", np.int64),  # energy spaces in all: its M
        ("energy", np.int64),
        ("injuries", np.int64),
        ("traumas", np.int64),
        ("reached", np.int64),  # its place on the exploration track
        ("lost_at", np.int64),  # a lost one's place on the return track
        ("group", np.int64),  # with whom it is lost
        ("food", np.int64),  # its own food tokens
        ("tiles", np.int64),  # how many story-point tiles it has
        ("strength", np.int64),  # of its ability and objects together; so are the next four
        ("return_roll", np.int64),
        ("lighting", np.int64),
        ("wood_action", np.int64),
        ("fish_bonus", np.int64),
        ("food_per_turn", np.int64),
        ("markers", np.int64),  # still to be placed this turn
        ("actions", np.int64),  # bit `action` for each chosen this turn
        ("ate", np.int64),  # food eaten in this Survival phase
        ("stopped", np.int64),  # 1 once it has stopped eating its own food
        ("received", np.int64),  # tokens kept of those that others gave it this turn
        # For the outcome.
        ("injuries_suffered", np.int64),
        ("turns_lost", np.int64),
        ("hungry_turns", np.int64),
        ("markers_by_action", np.int64, (ACTION_COUNT,)),
    ],
    align=True,
)
"""What everybody sees of one castaway."""

TABLE = np.dtype(
    [
        ("found_objects", np.int64),  # bit `object` for each found object that has turned up: there is one
        ("found_cards", np.int64),  # bit `card` for each found camp card that has turned up
        ("events_seen", np.int64),  # bit `event` for each that has been active
        ("machine", MACHINE),  # the card being done
        ("castaways", CASTAWAY, (MOST_PLAYERS,)),
        # Where the turn is: the phase that goes on, what is asked, what is being done.
        ("phase", np.int64),
        ("asks", np.int64),  # the decision that the seat to act must make, or 0
        ("turn", np.int64),
        ("turns", np.int64),  # at most
        ("last_turn", np.int64),  # after which the game ends; `turns` until the headland decides otherwise
        ("starter", np.int64),  # the starting player
        ("at", np.int64),  # how far a phase is: a seat's place in the turn order, an action, a space
        ("lap", np.int64),  # of markers, of gifts, of eating
        ("actor", np.int64),  # whose marker is resolved, who builds, who leads a return
        ("todo", np.int64),  # seats still to be asked, as a queue (`simkit.engine.effects.machine`)
        ("passes", np.int64),  # castaways who have passed in a row
        ("gifts_made", np.int64),
        ("estates", np.int64),  # bit `seat` for each dead one whose objects are still to be divided
        ("heir", np.int64),  # who chose last of an estate, or NOBODY
        # A roll of the phases that may be re-rolled (cards roll in the machine).
        ("dice", np.int64),
        ("roll_for", np.int64),  # `decisions.FOR_...`
        ("rerolled", np.int64),  # 1 once a story-point tile was spent on this roll
        ("volunteers", np.int64),  # bit `seat` for each who pays energy for another roll
        ("die_needed", np.int64),  # in a contest of strength: what the die of who is asked must show at least
        # Event and weather.
        ("event", np.int64),  # the active card
        ("events_left", np.int64),
        ("weather", np.int64),  # the square on which the marker stands
        # Wreck.
        ("wreck", np.int64),  # cubes
        ("salvage", np.int64),  # cubes in the salvage space
        ("salvaged", np.int64),  # cubes done
        ("remains_left", np.int64),
        ("drawn", pile_dtype(MOST_DRAWN)),  # remains that lie open while they are shared out
        # Storage and supplies.
        ("food", np.int64),  # tokens in storage
        ("wood", np.int64),
        ("tiles", np.int64, (VALUES,)),  # food tiles in storage by value
        ("cubes", np.int64),  # white cubes, in the Survival phase
        ("food_supply", np.int64),
        ("wood_supply", np.int64),
        ("pantry_tile", np.int64),  # the value of the tile that it keeps, or NO_TILE
        ("cook_tile", np.int64),
        ("forage_box", np.int64),  # tiles in the forage box
        ("forage_left", np.int64),  # beside the board
        ("fish", bag_dtype(FISH_KINDS)),  # the fish stack: face down, but what it holds is known
        ("story_left", np.int64),
        # Camp.
        ("fire", np.int64),  # 1 while it is lit
        ("fire_wood", np.int64),
        ("shelter", np.int64),  # the level
        ("sign", np.int64),  # cubes on it
        ("sign_built", np.int64),
        ("bonfire", np.int64),  # wood on it
        ("bonfire_built", np.int64),
        ("constructions", np.int64, (MOST_CONSTRUCTIONS,)),
        ("waiting", pile_dtype(MOST_CONSTRUCTIONS)),  # those without a building place, the first found first
        ("site", np.int64),  # what is being built
        ("needed", np.int64),  # energy still needed for it; of the campfire, what the die may show at most
        ("sharer", np.int64),  # how many have been asked, from the actor clockwise
        ("space", np.int64),  # the Rest space that is resolved
        ("board", np.int64, (MOST_CAMP_SPACES,)),  # the card on each space of the camp board, or NO_CARD
        ("white_card", np.int64),  # the space whose card the white marker has taken this turn, or NOBODY
        ("white", np.int64),  # how far the white marker is: `markers.WHITE_...`
        ("white_action", np.int64),  # solo: the action that it does
        ("healer_used", np.int64),
        # Markers: who stands on each space, or NOBODY.
        ("marked", np.int64, (ACTION_COUNT, MOST_SPACES)),
        # The island.
        ("deck_left", np.int64, (REGION_COUNT,)),
        ("pending", pile_dtype(MOST_DECK)),  # cards that lie open, in the order in which they came
        ("pending_decks", pile_dtype(MOST_DECK)),  # from which deck each of them came
        ("card_state", np.int64, (MOST_CARDS,)),
        # The outing.
        ("cube", np.int64),  # the place of the return cube
        ("outing", np.int64),  # 1 while a party is out
        ("walkers", np.int64, (MOST_PLAYERS,)),  # the party in walking order, those back too
        ("party", np.int64),  # how many set out
        ("planned", np.int64),  # 1 if an expedition was planned and its icon is still to be left out
        ("card", np.int64),  # the card of the island being done, or NO_CARD
        ("card_deck", np.int64),  # the deck that it came from
        ("card_was_open", np.int64),  # 1 if it was lying open
        ("explored", np.int64),  # steps of this outing
        ("returners", np.int64),  # bit `seat` for each of the group that rolls to come back
        ("groups", np.int64),  # groups lost so far
        # The end.
        ("headland", np.int64),  # who reached it first, or NOBODY
        ("headland_turn", np.int64),
        ("decided", np.int64),  # 1 once it is said when the game ends
        ("matched", np.int64),  # the event by which the castaways are rescued, or NO_CARD
        ("end", np.int64),
        # For the outcome.
        ("fire_turns", np.int64),
        ("wood_gathered", np.int64),
        ("food_gathered", np.int64),
        ("forage_tiles", np.int64),
        ("remains_taken", np.int64),
        ("cards_explored", np.int64, (REGION_COUNT,)),
        ("plots_resolved", np.int64),
        ("outings", np.int64),
        ("times_lost", np.int64),
        ("nights_lost", np.int64),
        ("deaths", np.int64),
        ("story_discarded", np.int64),
        ("rerolls_by_tile", np.int64),
        ("rerolls_by_energy", np.int64),
    ],
    align=True,
)
"""All that everybody sees or can work out."""

SEAT = np.dtype([("tiles", np.int64, (VALUES,)), ("discarded", np.int64, (VALUES,))], align=True)
"""What a seat knows for itself: its story-point tiles by value, and those that it has discarded."""

HIDDEN = np.dtype(
    [
        ("decks", pile_dtype(MOST_DECK), (REGION_COUNT,)),
        ("plot_region", np.int64, (MOST_CARDS,)),  # of a plot with number 0: one more than its region; else 0
        ("plots_out", pile_dtype(MOST_DECK)),  # plots with number 0 that were not drawn
        ("events", pile_dtype(MOST_EVENTS)),
        ("events_out", pile_dtype(MOST_EVENTS)),  # those that were not drawn
        ("remains", pile_dtype(MOST_REMAINS_CARDS)),
        ("forage", bag_dtype(VALUES)),  # the tiles in the box and beside the board
        ("forage_gone", bag_dtype(VALUES)),  # those that left the game unseen
        ("story", bag_dtype(VALUES)),
    ],
    align=True,
)
"""What nobody sees: the order of decks, which events and plots are in play, values of tiles."""

MOST_MOVES = 1 + MOST_OBJECTS * (MOST_PLAYERS - 1)
"""Of gifts: every object to everybody else, or none."""

# What chance is asked for: the deal; and in each turn a purpose a phase, so that the dice of one are the same
# whatever was rolled before.
DEAL, FIRST_PLAYER, EVENT_PHASE, MARKER_PHASE, RESOLUTION_PHASE, OUTING_PHASE, END_PHASE = range(7)
