"""The columns of the rules record that are no plain knob: what is printed, and lists with counts."""

import numpy as np

from simkit.engine.effects.program import program_dtype
from simkit.games.castaways.state import (
    FISH_KINDS,
    MOST_CAMP_CARDS,
    MOST_CARDS,
    MOST_CHARACTERS,
    MOST_CONSTRUCTIONS,
    MOST_EVENTS,
    MOST_OBJECTS,
    MOST_PLAYERS,
    MOST_REMAINS,
    MOST_SPACES,
    MOST_SQUARES,
    VALUES,
)

MOST_TEXTS = 400
MOST_INSTRUCTIONS = 4_000

CHARACTER = np.dtype(
    [
        ("energy", np.int32),
        ("strength", np.int32),
        ("fish_draw", np.int32),  # fish tiles drawn, of which one is kept; 0: one, as for everybody
        ("keeps_tile", np.int32),
        ("return_roll", np.int32),
        ("heals_a_rester", np.int32),
        ("first_energy_double", np.int32),
    ],
    align=True,
)
OBJECT = np.dtype(
    [
        ("points", np.int32),
        ("strength", np.int32),
        ("return_roll", np.int32),
        ("lighting", np.int32),
        ("wood_action", np.int32),
        ("fish_bonus", np.int32),
        ("food_a_turn", np.int32),
        ("signal", np.int32),  # its bit among the signals, or 0
        ("is_found", np.int32),  # 1 if there is only one, which cards give
    ],
    align=True,
)
ISLAND_CARD = np.dtype(
    [
        ("text", np.int32),  # its number in the program
        ("deck", np.int32),  # a region: where it lies from the start; NO_DECK for a plot that others name
        ("plot", np.int32),  # NO_PLOT, or its number (0 for those that are drawn at the start)
        ("advance", np.int32),
        ("return_icon", np.int32),
        ("points", np.int32),  # story-point tiles
        ("pending", np.int32),
        ("not_solo", np.int32),  # 1 if it is out of the box when one plays alone (z07, 27)
    ],
    align=True,
)
NO_DECK = -1
NO_PLOT = -1

EVENT_CARD = np.dtype(
    [
        ("text", np.int32),
        ("weather", np.int32),  # -1 for a storm, 1 for a sun, or 0
        ("threshold", np.int32),
        ("signals", np.int32),  # bits of `names.SIGNALS`
        ("few", np.int32),  # 1 if it is taken out above `few_players`
    ],
    align=True,
)
REMAIN = np.dtype([("text", np.int32), ("object", np.int32), ("copies", np.int32)], align=True)
CAMP_CARD = np.dtype(
    [
        ("text", np.int32),
        ("each_turn", np.int32),  # the text done in every Events phase, or NO_TEXT
        ("cost", np.int32),
        ("red", np.int32),
        ("is_base", np.int32),  # 1 if it lies on the board from the start
        ("needs_gold", np.int32),  # 1 for Greed: only while another castaway, not lost, owns the gold
        ("is_fishing", np.int32),  # 1 if it can't be chosen in a storm
    ],
    align=True,
)
CONSTRUCTION = np.dtype(
    [
        ("energy", np.int32),
        ("wood", np.int32),
        ("objects", np.int64),  # bit `object` for each that it takes
        ("any_signal", np.int32),  # 1 if it stands for any one thing missing in the rescue check
        ("keeps_tile", np.int32),
    ],
    align=True,
)


PRINTED = (
    ("program", program_dtype(MOST_TEXTS, MOST_INSTRUCTIONS)),
    ("character_count", np.int32),
    ("character", CHARACTER, (MOST_CHARACTERS,)),
    ("object_count", np.int32),
    ("object", OBJECT, (MOST_OBJECTS,)),
    ("card_count", np.int32),
    ("card", ISLAND_CARD, (MOST_CARDS,)),
    ("event_count", np.int32),
    ("event", EVENT_CARD, (MOST_EVENTS,)),
    ("remain_count", np.int32),
    ("remain", REMAIN, (MOST_REMAINS,)),
    ("camp_card_count", np.int32),
    ("camp_card", CAMP_CARD, (MOST_CAMP_CARDS,)),
    ("construction_count", np.int32),
    ("construction", CONSTRUCTION, (MOST_CONSTRUCTIONS,)),
    ("plot_card", np.int32, (MOST_CARDS,)),  # by number of a plot: its card, or -1 (number 0: -1)
    ("card_of_text", np.int32, (MOST_TEXTS,)),  # by number of a text: the card of the island, or -1
)
"""What `cards.print_cards` fills from the content."""

WORKED_OUT = (
    *PRINTED,
    ("signal_objects", np.int64),  # bit `object` for each that is a signal
    ("turns_at_most", np.int32),
    ("food_at_start", np.int32),
    ("box_at_start", np.int32),
    ("character_mode", np.int32),
    ("character_of_seat", np.int32, (MOST_PLAYERS,)),
    ("story_tiles", np.int32, (VALUES,)),
    ("forage_tiles", np.int32, (VALUES,)),
    ("fish_tiles", np.int32, (FISH_KINDS,)),
    ("square_count", np.int32),
    ("squares", np.int32, (MOST_SQUARES,)),  # `names.WEATHERS` by square
    ("first_place", np.int32, (4,)),  # of each region; then the headland
    ("space_count", np.int32, (9,)),  # by action; of Rest and Camp as many as there are
    ("costs", np.int32, (9, MOST_SPACES)),
)
"""Columns of the rules record that are no plain knob."""
