"""The columns of the rules record that are worked out: what is printed, and lists with counts."""

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
        ("energy", np.int64),
        ("strength", np.int64),
        ("fish_draw", np.int64),  # fish tiles drawn, of which one is kept; 0: one, as for everybody
        ("keeps_tile", np.int64),
        ("return_roll", np.int64),
        ("heals_a_rester", np.int64),
        ("first_energy_double", np.int64),
    ],
    align=True,
)
OBJECT = np.dtype(
    [
        ("points", np.int64),
        ("strength", np.int64),
        ("return_roll", np.int64),
        ("lighting", np.int64),
        ("wood_action", np.int64),
        ("fish_bonus", np.int64),
        ("food_per_turn", np.int64),
        ("signal", np.int64),  # its bit among the signals, or 0
        ("is_found", np.int64),  # 1 if there is only one, which cards give
    ],
    align=True,
)
ISLAND_CARD = np.dtype(
    [
        ("text", np.int64),  # its number in the program
        ("deck", np.int64),  # a region: where it lies from the start; NO_DECK for a plot that others name
        ("plot", np.int64),  # NO_PLOT, or its number (0 for those that are drawn at the start)
        ("advance", np.int64),
        ("return_icon", np.int64),
        ("points", np.int64),  # story-point tiles
        ("pending", np.int64),
        ("not_solo", np.int64),  # 1 if it is out of the box when one plays alone (the quarrel)
        ("left_out", np.int64),  # 1 if it is out of the box
    ],
    align=True,
)
NO_DECK = -1
NO_PLOT = -1

EVENT_CARD = np.dtype(
    [
        ("text", np.int64),
        ("weather", np.int64),  # -1 for a storm, 1 for a sun, or 0
        ("threshold", np.int64),
        ("signals", np.int64),  # bits of `names.SIGNALS`
        ("few", np.int64),  # 1 if it is taken out above `few_players`
        ("left_out", np.int64),  # 1 if it is out of the box
    ],
    align=True,
)
REMAIN = np.dtype(
    [("text", np.int64), ("object", np.int64), ("copies", np.int64), ("left_out", np.int64)], align=True
)
CAMP_CARD = np.dtype(
    [
        ("text", np.int64),
        ("each_turn", np.int64),  # the text done in every Events phase, or NO_TEXT
        ("cost", np.int64),
        ("red", np.int64),
        ("is_base", np.int64),  # 1 if it lies on the board from the start
        ("needs_gold", np.int64),  # 1 for Greed: only while another castaway, not lost, owns the gold
        ("is_fishing", np.int64),  # 1 if it can't be chosen in a storm
        ("left_out", np.int64),  # 1 if it is out of the box
    ],
    align=True,
)
CONSTRUCTION = np.dtype(
    [
        ("energy", np.int64),
        ("wood", np.int64),
        ("objects", np.int64),  # bit `object` for each that it takes
        ("any_signal", np.int64),  # 1 if it stands for any one thing missing in the rescue check
        ("keeps_tile", np.int64),
    ],
    align=True,
)


PRINTED = (
    ("program", program_dtype(MOST_TEXTS, MOST_INSTRUCTIONS)),
    ("character_count", np.int64),
    ("character", CHARACTER, (MOST_CHARACTERS,)),
    ("object_count", np.int64),
    ("object", OBJECT, (MOST_OBJECTS,)),
    ("card_count", np.int64),
    ("card", ISLAND_CARD, (MOST_CARDS,)),
    ("event_count", np.int64),
    ("event", EVENT_CARD, (MOST_EVENTS,)),
    ("remain_count", np.int64),
    ("remain", REMAIN, (MOST_REMAINS,)),
    ("camp_card_count", np.int64),
    ("camp_card", CAMP_CARD, (MOST_CAMP_CARDS,)),
    ("construction_count", np.int64),
    ("construction", CONSTRUCTION, (MOST_CONSTRUCTIONS,)),
    ("plot_card", np.int64, (MOST_CARDS,)),  # by number of a plot: its card, or -1 (number 0: -1)
    ("card_of_text", np.int64, (MOST_TEXTS,)),  # by number of a text: the card of the island, or -1
)
"""What `printed.print_cards` fills from the content."""

WORKED_OUT = (
    *PRINTED,
    ("signal_objects", np.int64),  # bit `object` for each that is a signal
    ("turns_at_most", np.int64),
    ("food_at_start", np.int64),
    ("box_at_start", np.int64),
    ("character_mode", np.int64),
    ("character_of_seat", np.int64, (MOST_PLAYERS,)),
    ("story_tiles", np.int64, (VALUES,)),
    ("forage_tiles", np.int64, (VALUES,)),
    ("fish_tiles", np.int64, (FISH_KINDS,)),
    ("square_count", np.int64),
    ("squares", np.int64, (MOST_SQUARES,)),  # `names.WEATHERS` by square
    ("first_place", np.int64, (4,)),  # of each region; then the headland
    ("space_count", np.int64, (9,)),  # by action; of Rest and Camp as many as there are
    ("costs", np.int64, (9, MOST_SPACES)),
)
"""Columns of the rules record that are worked out from knobs and content."""
