"""The state of a game of Nautilion: tokens, crew masks, and what lies on the table, as flat records."""

import numpy as np

from simkit.game import STOPPED, Column, Look, column, field, pile_dtype, record

CREW_NUMBERS = 9
MAGE_A = 10
MAGE_C = 12
MERCENARY = 13
TOKEN_KINDS = 14
"""Kinds of token, 0 meaning none: 1 to 9 are crew tokens by number, 10 to 12 mages, 13 a mercenary."""

FULL_CREW = 0b111_111_111
"""The crew as a bit mask: bit ``number - 1`` for each number aboard."""

MAGE_KINDS = 3

ALL_MAGES = 0b111
"""The mages as a bit mask: bit 0 for A, 1 for B, 2 for C."""

MOST_PLACES = 62
"""The longest path that a game can be given, end places not counted."""

ISLES = 0
"""The place of the Happy Isles; places 1 to `length` hold tokens; the Abyss is at ``length + 1``."""

MOST_FACES = 12
HIGHEST_FACE = 9
"""Faces of a die, and the highest number on one."""

MOST_CARDS = 16
"""Numbers of cards in each deck; a column of the outcome has a bit for each of them."""

ROW_OF_CARDS = 5
"""Darkhouse cards in a row; also the most Heroic cards that can lie revealed."""

MOST_PLAYERS = 2

# Who plays the first turn (rules.first_player), in the order of worked_out.FIRST_PLAYER_WORDS.
BY_CHOICE = 0
BY_CHANCE = 1
SEAT_0 = 2

# The figures that receive dice, as a bit mask.
DARKHOUSE_FIGURE = 1
PHANTOM_FIGURE = 2
NAUTILION_FIGURE = 4
ALL_FIGURES = 7

# Decisions (state.table.step), in the order of a turn; the README numbers them.
SPELL = 0
TRANSLATION_FIRST = 1
TRANSLATION_SECOND = 2
PLAN = 3
DISCARD = 4
TAKE = 5
PRIZE = 6  # of a collision that was not lost
GROUP = 7  # which part of a crew that was split is kept
RETURN_KIND = 8  # Darkhouse: a token goes back into the path: which
RETURN_PLACE = 9  # ... and where
FIGURE = 10  # Darkhouse: whom the first die is rolled for
RECOVER = 11  # a token goes from the discard pile into the reserve
SET_DICE = 12  # Heroic: all dice are set, one by one
CARD_LEAVES = 13  # Heroic: which other revealed card leaves
FETCH_FROM_PATH = 14  # Heroic: a crew token comes aboard
FETCH_FROM_PILE = 15
FIRST_PLAYER = 16  # two players: who plays the first turn

ENDS = (
    "running",
    "won",
    "phantom_at_isles",
    "abyss_without_crew",
    "turn_cap",
    STOPPED,
    "abyss_without_mages",
    "abyss_with_heroic_cards",
    "lost_collision",
)
"""How a game ends (state.table.end); 5 is a game that was stopped."""

LOOKS = {
    "won": Look("won", colour="#1f6f6b"),
    "phantom_at_isles": Look("Phantom at the Isles", "the Phantom reaches the Happy Isles first", "#e3b778"),
    "abyss_without_crew": Look(
        "Abyss without full crew", "the Nautilion reaches the Abyss without a full crew", "#b8493b"
    ),
    "abyss_without_mages": Look(
        "Abyss without the mages", "the Nautilion reaches the Abyss without the mages", "#8f8df0"
    ),
    "abyss_with_heroic_cards": Look(
        "Abyss with Heroic cards left",
        "the Nautilion reaches the Abyss with Heroic cards still to be played",
        "#c3b930",
    ),
    "lost_collision": Look("collision lost", "the collision with the Phantom is lost", "#5d2a42"),
    "turn_cap": Look("turn cap", "the turn cap is reached", "#b9c0c8"),
    "decision_cap": Look("decision cap", "the decision cap is reached", "#b9c0c8"),
}
"""How reports show the ends of a game, in their order."""

RUNNING = 0
WON = 1
PHANTOM_AT_ISLES = 2
ABYSS_WITHOUT_CREW = 3
TURN_CAP = 4
ABYSS_WITHOUT_MAGES = 6
ABYSS_WITH_HEROIC_CARDS = 7
LOST_COLLISION = 8

# How the collision went (state.table.collision), and the words for it.
NO_COLLISION = 0
COLLISION_LOST = 1
COLLISION_TIED = 2
COLLISION_WON = 3
COLLISIONS = ("none", "lost", "tied", "won")

# How the Phantom moves this turn (state.table.phantom_course).
TOWARD_ISLES = 0
STAYS = 1
TOWARD_ABYSS = 2

NOTE = (
    "kinds of token: 1 to 9 crew by number, 10 to 12 mages A to C, 13 a mercenary, 0 none; a crew mask has "
    "bit `number - 1` for each crew number: 0b000_000_001 is number 1, 0b111_111_111 a full crew"
)

TABLE = record(
    field(
        "occupied",
        "places of the path that hold a token: bit `place` for each (place 1 is bit 1)",
        layout=np.int64,
    ),
    field("path", "kind of token by place, 1 to `length`; 0 where it has been taken", shape=MOST_PLACES + 2),
    field("length", "places with tokens at the start; the Isles are place 0, the Abyss is `length + 1`"),
    field(
        "nautilion",
        "place of the Nautilion",
        columns=Column(
            "nautilion_place", np.uint8, "the Nautilion's place at the end, 0 being the Isles", "places"
        ),
    ),
    field(
        "phantom",
        "place of the Phantom",
        columns=Column(
            "phantom_place", np.uint8, "the Phantom's place at the end, 0 being the Isles", "places"
        ),
    ),
    field(
        "turn",
        "the turn, counted from 1",
        columns=Column("turns", np.uint8, "turns begun, the last one too", "turns"),
    ),
    field(
        "step",
        "the decision to be made: a number of nautilion/rules/state.py, SPELL (0) to FIRST_PLAYER (16)",
    ),
    field("dice", "what the dice in hand show: the first `dice_count` count", shape=3),
    field("dice_count", "dice in hand, rolled and not yet given"),
    field(
        "figures", "figures still to receive a die: 1 the Darkhouse, 2 the Phantom, 4 the Nautilion, added up"
    ),
    field("receiving", "those of them that the dice in hand may be given to, in the same bits"),
    field("darkhouse_die", "the die given to the Darkhouse; 0 before"),
    field("phantom_die", "the die given to the Phantom; 0 before"),
    field("nautilion_die", "the die given to the Nautilion; 0 before"),
    field("first_place", "the first place chosen for a Translation under way"),
    field("in_hand", "kind of the token that the Nautilion has reached, until it is placed; 0 for none"),
    field(
        "crew",
        "crew mask of the crew tokens on the board",
        columns=Column(
            "crew_numbers", np.uint16, "which numbers are aboard at the end: bit n - 1 for number n"
        ),
    ),
    field(
        "reserve",
        "tokens in the reserve, of all kinds together",
        columns=Column("reserve_left", np.uint8, "reserve tokens at the end", "tokens"),
    ),
    field("reserve_green", "green reserve tokens among them: the first to be paid"),
    field("reserve_blue", "tokens of the path among them, by kind", shape=TOKEN_KINDS),
    field("discard_pile", "tokens in the discard pile, by kind", shape=TOKEN_KINDS),
    field("discards_due", "tokens still to be discarded before the turn goes on"),
    field("discards_for_phantom", "1 if the Phantom's mercenary asks for them, 0 if the Darkhouse does"),
    field("may_place", "crew mask of what the player at turn may place: their Admiral's; all when one plays"),
    field("admirals", "crew mask of each seat's Admiral; 0 when one plays", shape=MOST_PLAYERS),
    field("first_player_open", "1 until it is chosen who plays the first turn, 0 after; two players only"),
    field(
        "end",
        "how the game ended, in the order of the column `end`; 0 while it goes on",
        columns=Column("end", np.uint8, "how the game ended", labels=ENDS, looks=LOOKS),
    ),
    # Mages: the cabin, and the partnerships used this turn.
    field("cabin_crew", "crew mask of the crew in the Mage's cabin"),
    field("cabin_mages", "mages in the cabin: bit 0 for A, 1 for B, 2 for C"),
    field(
        "partners_used", "partnerships whose re-roll was used this turn: bit 0 for A's, 1 for B's, 2 for C's"
    ),
    # Mercenaries: spaces of the board that they hold, as a crew mask; the Phantom's board by kind.
    field("mercenaries", "spaces of the board that mercenaries hold, as a crew mask"),
    field("phantom_board", "tokens on the Phantom's board, by kind", shape=TOKEN_KINDS),
    field("phantom_board_tokens", "how many they are"),
    field(
        "collision",
        "how the collision went: 0 not yet, 1 lost, 2 tied, 3 won",
        columns=Column("collision", np.uint8, "how the collision went", labels=COLLISIONS),
    ),
    # Reefs: the number of the reef beside each place, 0 for none.
    field("reefs", "number of the reef beside each place; 0 for none", shape=MOST_PLACES + 2),
    field("reserve_reefs", "reefs among them"),
    field("beside_reef", "1 if the Nautilion has ended its own move beside a reef"),
    field("stuck_at", "place of the reef that holds the Nautilion this turn; 0 for none"),
    # Darkhouse: the row of cards, the figure's place in it, and the effect of this turn's card.
    field(
        "darkhouse_row",
        "Darkhouse cards in the row, from the first; 0 for an empty place",
        shape=ROW_OF_CARDS,
    ),
    field("darkhouse_figure", "place of the figure in that row, counted from 0"),
    field(
        "darkhouse_effect", "what this turn's Darkhouse card does: a place in DARKHOUSE_EFFECTS; 0 nothing"
    ),
    field("second_pass", "1 while the same dice are given once more"),
    field(
        "phantom_holds",
        "kind of the token that the Phantom has reached, until tokens are exchanged; 0 for none",
    ),
    field("bought", "1 once a token was bought this turn"),
    field("returned_kind", "kind of the token on its way back into the path; 0 for none"),
    # Heroic Actions: revealed cards (0 for an empty place), and what they do this turn.
    field("heroic_cards", "revealed Heroic cards; 0 for an empty place", shape=ROW_OF_CARDS),
    field("heroic_left", "Heroic cards still revealed"),
    field("pile_left", "Heroic cards still to come"),
    field("paid", "the crew number paid for the Heroic card being played"),
    field("recoveries", "tokens still to go from the discard pile into the reserve"),
    field("dice_to_set", "dice still to be set by a Heroic card"),
    field("shielded_until", "the last turn in which the Darkhouse costs no token; 0 for none"),
    field(
        "phantom_course",
        "how the Phantom moves this turn: 0 toward the Isles, 1 not at all, 2 toward the Abyss",
    ),
    field(
        "three_tokens", "1 if the token that the Nautilion reaches goes into the reserve with its neighbours"
    ),
    # What is counted.
    column("whirlwinds", "Repetitive Whirlwinds cast", "spells", stored=np.uint16),
    column("tides", "Artificial Tides cast", "spells", stored=np.uint16),
    column("translations", "Aquatic Translations cast", "spells", stored=np.uint16),
    column("rerolls", "dice re-rolled by partnerships of mage and crew", "dice", stored=np.uint16),
    column("discards", "tokens lost to the Darkhouse in phase 3", "tokens", stored=np.uint8),
    column(
        "phantom_took", "tokens that the Phantom discarded or took on its board", "tokens", stored=np.uint8
    ),
    column("reef_stuck", "turns in which a reef held the Nautilion", "turns", stored=np.uint8),
    column("heroic_played", "Heroic cards played", "cards", stored=np.uint8),
    field(
        "heroic_seen",
        "Heroic cards that have lain revealed: bit `card - 1` for each",
        columns=Column(
            "heroic_cards", np.uint16, "Heroic cards that have lain revealed: bit n - 1 for card n"
        ),
    ),
    column("purchases", "tokens bought from the discard pile by a Darkhouse card", "tokens", stored=np.uint8),
    column(
        "placed",
        "tokens that this player placed on board or cabin",
        "tokens",
        shape=MOST_PLAYERS,
        stored=np.uint8,
    ),
    note=NOTE,
)
"""All that lies on the table: everything except the draw pile of Heroic cards."""

HIDDEN = record(field("pile", "Heroic cards to come", pile_dtype(MOST_CARDS)))
"""What nobody may see: the Heroic cards to come."""

MOST_MOVES = 160

# What chance is asked for.
PATH_SHUFFLE = 0
CURRENTS_DICE = 1
REEF_SHUFFLE = 2
REEF_DIE = 3
DARKHOUSE_DEAL = 4
HEROIC_SHUFFLE = 5
PLAYERS_DEAL = 6
