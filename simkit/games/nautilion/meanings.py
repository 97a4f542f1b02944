"""The meaning of each field for an author of strategies; `simkit fields nautilion` lists them."""

_PATH = {
    "occupied": "places of the path that hold a token: bit `place` for each (place 1 is bit 1)",
    "path": "kind of token by place, 1 to `length`; 0 where it has been taken",
    "length": "places with tokens at the start; the Isles are place 0, the Abyss is `length + 1`",
    "nautilion": "place of the Nautilion",
    "phantom": "place of the Phantom",
}
_TURN = {
    "turn": "the turn, counted from 1",
    "step": "the decision to be made: a number of nautilion/rules/state.py, SPELL (0) to FIRST_PLAYER (16)",
    "dice": "what the dice in hand show: the first `dice_count` count",
    "dice_count": "dice in hand, rolled and not yet given",
    "figures": "figures still to receive a die: 1 the Darkhouse, 2 the Phantom, 4 the Nautilion, added up",
    "receiving": "those of them that the dice in hand may be given to, in the same bits",
    "darkhouse_die": "the die given to the Darkhouse; 0 before",
    "phantom_die": "the die given to the Phantom; 0 before",
    "nautilion_die": "the die given to the Nautilion; 0 before",
    "first_place": "the first place chosen for a Translation under way",
    "in_hand": "kind of the token that the Nautilion has reached, until it is placed; 0 for none",
    "first_player_open": "1 until it is chosen who plays the first turn, 0 after; two players only",
    "may_place": "crew mask of what the player at turn may place: their Admiral's; all when one plays",
    "admirals": "crew mask of each seat's Admiral; 0 when one plays",
    "end": "how the game ended, in the order of the column `end`; 0 while it goes on",
}
_TOKENS = {
    "crew": "crew mask of the crew tokens on the board",
    "reserve": "tokens in the reserve, of all kinds together",
    "reserve_green": "green reserve tokens among them: the first to be paid",
    "reserve_blue": "tokens of the path among them, by kind",
    "reserve_reefs": "reefs among them",
    "discard_pile": "tokens in the discard pile, by kind",
    "discards_due": "tokens still to be discarded before the turn goes on",
    "discards_for_phantom": "1 if the Phantom's mercenary asks for them, 0 if the Darkhouse does",
}
_MAGES_AND_MERCENARIES = {
    "cabin_crew": "crew mask of the crew in the Mage's cabin",
    "cabin_mages": "mages in the cabin: bit 0 for A, 1 for B, 2 for C",
    "partners_used": "partnerships whose re-roll was used this turn: bit 0 for A's, 1 for B's, 2 for C's",
    "mercenaries": "spaces of the board that mercenaries hold, as a crew mask",
    "phantom_board": "tokens on the Phantom's board, by kind",
    "phantom_board_tokens": "how many they are",
    "collision": "how the collision went: 0 not yet, 1 lost, 2 tied, 3 won",
}
_REEFS = {
    "reefs": "number of the reef beside each place; 0 for none",
    "beside_reef": "1 if the Nautilion has ended its own move beside a reef",
    "stuck_at": "place of the reef that holds the Nautilion this turn; 0 for none",
}
_CARDS = {
    "darkhouse_row": "Darkhouse cards in the row, from the first; 0 for an empty place",
    "darkhouse_figure": "place of the figure in that row, counted from 0",
    "darkhouse_effect": "what this turn's Darkhouse card does: a place in machinations.EFFECTS; 0 nothing",
    "second_pass": "1 while the same dice are given once more",
    "phantom_holds": "kind of the token that the Phantom has reached, until tokens are exchanged; 0 for none",
    "bought": "1 once a token was bought this turn",
    "returned_kind": "kind of the token on its way back into the path; 0 for none",
    "heroic_cards": "revealed Heroic cards; 0 for an empty place",
    "heroic_left": "Heroic cards still revealed",
    "pile_left": "Heroic cards still to come",
    "paid": "the crew number paid for the Heroic card being played",
    "recoveries": "tokens still to go from the discard pile into the reserve",
    "dice_to_set": "dice still to be set by a Heroic card",
    "shielded_until": "the last turn in which the Darkhouse costs no token; 0 for none",
    "phantom_course": "how the Phantom moves this turn: 0 toward the Isles, 1 not at all, 2 toward the Abyss",
    "three_tokens": "1 if the token that the Nautilion reaches goes into the reserve with its neighbours",
}
_COUNTED = {
    "whirlwinds": "Whirlwinds cast so far",
    "tides": "Tides cast so far",
    "translations": "Translations cast so far",
    "rerolls": "re-rolls by mages so far",
    "discards": "tokens that the Darkhouse has cost so far",
    "phantom_took": "tokens that the Phantom has taken so far",
    "reef_stuck": "turns in which a reef held the Nautilion so far",
    "heroic_played": "Heroic cards played so far",
    "heroic_seen": "Heroic cards that have lain revealed: bit `card - 1` for each",
    "purchases": "tokens bought so far",
    "placed": "tokens that each seat has placed on the board or in the cabin",
}

_TABLE = _PATH | _TURN | _TOKENS | _MAGES_AND_MERCENARIES | _REEFS | _CARDS | _COUNTED
NOTE = (
    "kinds of token: 1 to 9 crew by number, 10 to 12 mages A to C, 13 a mercenary, 0 none; a crew mask has "
    "bit `number - 1` for each crew number: 0b000_000_001 is number 1, 0b111_111_111 a full crew"
)
MEANINGS = {"table": NOTE, **{f"table.{name}": words for name, words in _TABLE.items()}}
