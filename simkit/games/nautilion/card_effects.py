"""What Darkhouse and Heroic cards can do: the content's words, their texts, and the rules' numbers."""

DARKHOUSE_TEXTS = {
    "nothing": "nothing",
    "play_twice": "phases 2 to 5 are played twice with the same dice",
    "dice_one_by_one": "the dice are rolled one at a time, and each is given before the next one is rolled",
    "token_back_into_path": "a token of the discard pile goes back into the path, ahead of the Nautilion",
    "discard_more": "the Darkhouse's die costs {tokens} tokens instead of one",
    "reroll_a_two": "a 2 given to the Darkhouse is rolled again",
    "tokens_exchanged": "Phantom and Nautilion take the tokens that the other one reaches",
    "nautilion_backwards": "the Nautilion moves backwards",
    "figure_chosen_first": "one die is rolled for a figure chosen before, then the others",
    "dice_fixed": "the dice are not rolled but show {dice}",
    "only_a_four_discards": "only a 4 on the Darkhouse's die costs a token",
    "token_recovered": "a token of the discard pile goes into the reserve",
    "token_for_sale": "for {price} reserve tokens, a token of the discard pile goes aboard",
}
"""What a Darkhouse card can do, as `simkit cards` lists it; numbers that a card does not print are knobs."""

DARKHOUSE_EFFECTS = tuple(DARKHOUSE_TEXTS)

(
    NO_EFFECT,
    PLAY_TWICE,
    DICE_ONE_BY_ONE,
    TOKEN_BACK,
    DISCARD_MORE,
    REROLL_A_TWO,
    EXCHANGE,
    BACKWARDS,
    FIGURE_FIRST,
    DICE_FIXED,
    ONLY_A_FOUR,
    RECOVERED,
    FOR_SALE,
) = range(len(DARKHOUSE_EFFECTS))

HEROIC_TEXTS = {
    "nothing": "nothing",
    "no_discards": "the Darkhouse's die costs no tokens for {turns} turns",
    "dice_set": "all dice are set to any faces",
    "phantom_stays": "the Phantom does not move",
    "phantom_backwards": "the Phantom moves backwards",
    "card_replaced": "another revealed Heroic card leaves, and the next one is revealed",
    "crew_from_path": "a crew token of the path comes aboard",
    "crew_from_discard_pile": "a crew token of the discard pile comes aboard",
    "tokens_recovered": "{tokens} tokens of the discard pile go into the reserve",
    "three_tokens": "the token that the Nautilion reaches and its two neighbours go into the reserve",
    "cabin_filled": "paid with crew of the cabin: the others of them leave the discard pile for the cabin",
    "phantom_mercenary_leaves": "paid with armed crew: a mercenary leaves the Phantom's board",
    "reefs_leave": "paid with a number that reefs have: all reefs of that number leave",
}
"""The same of a Heroic card."""

HEROIC_EFFECTS = tuple(HEROIC_TEXTS)

(
    NO_DISCARDS,
    DICE_SET_FREELY,
    PHANTOM_STAYS,
    PHANTOM_BACKWARDS,
    CARD_REPLACED,
    CREW_FROM_PATH,
    CREW_FROM_PILE,
    TOKENS_RECOVERED,
    THREE_TOKENS,
    CABIN_FILLS,
    MERCENARY_LEAVES,
    REEFS_LEAVE,
) = range(1, len(HEROIC_EFFECTS))
