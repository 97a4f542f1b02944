"""The meaning of each field for an author of strategies; `simkit fields nautilus_island` lists them."""

_CASTAWAY = {
    "column": "column on which the marker stands; -1 before the first turn",
    "column_before": "column on which it stood the turn before; -1 for none",
    "hand_size": "cards in the hand",
    "known": "cards taken face up and not stored since, which all have seen: a packed count by colour",
    "set_size": "cards in the set of each colour",
    "set_cards": "which they are: a packed count by colour",
    "set_tokens": "bonus tokens on the set of each colour: a packed count by kind",
    "porthole": "points of the porthole on the set of each colour; 0 for none",
    "set_points": "points of the porthole and the bonus tokens on the set of each colour",
    "closed": "closed sets: bit `colour` for each",
    "collected": "cards collected so far",
    "stored": "cards stored so far",
    "stores": "times cards were stored so far",
    "passes": "times the castaway passed so far",
    "closed_by_pile": "sets closed so far, by pile of portholes",
}
_TABLE = {
    "castaways": "what everybody sees of each castaway, by seat",
    **{f"castaways.{name}": words for name, words in _CASTAWAY.items()},
    "height": "cards in each stack of a column",
    "stocked": "columns with cards: bit `column` for each",
    "tops": "top card of each stack; -1 if it lies face down, -2 if there is none",
    "camp": "kind of the bonus token on the camp space of each colour; -1 for none",
    "camp_tokens": "bonus tokens in the camp",
    "bonus_stack": "bonus tokens still to come, by kind: face down, but all less what was seen",
    "portholes_left": "portholes in each pile",
    "step": "the decision to be made: 0 explore, 1 act, 2 pick the objects to store, 3 close a set",
    "round_number": "the round, counted from 1",
    "first_player": "seat that begins this round",
    "order": "seats in the order of this round",
    "turn_in_round": "how many have had their turn in this round",
    "occupied": "columns to which a marker has moved in this round: bit `column` for each",
    "legal": "columns that the castaway at turn may enter (or could): bit `column` for each",
    "final": "1 in the last round",
    "end_column": "the first column that became empty; -1 for none",
    "store_colour": "colour that is being stored",
    "store_count": "cards of it that are being stored",
    "refills": "times the camp was filled up so far",
    "end": "how the game ended, in the order of the column `end`; 0 while it goes on",
}
_SEAT = {
    "hand": "cards in the hand: a packed count by colour",
    "held": "how many cards of each colour they are",
}

NOTE = (
    "a card is `colour * 8 + object`, treasures are colour 5; a packed count has four bits for each object "
    "(or kind of bonus token), the first lowest: `copies(packed, thing)` of "
    "simkit.games.nautilus_island.state reads one"
)
MEANINGS = {
    "table": NOTE,
    **{f"table.{name}": words for name, words in _TABLE.items()},
    **{f"seat.{name}": words for name, words in _SEAT.items()},
}
