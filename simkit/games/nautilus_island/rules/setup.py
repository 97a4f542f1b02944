"""Setup: the stacks dealt, one bonus token on each camp space, the portholes in piles, a first player."""

from simkit.game import begin, below, kernel, put_into_bag, put_on_top, shuffle_pile
from simkit.games.nautilus_island.knobs import FIRST_BY_CHANCE
from simkit.games.nautilus_island.rules.explore import begin_round
from simkit.games.nautilus_island.rules.recover import turn_up_tops
from simkit.games.nautilus_island.rules.tokens import fill_the_camp
from simkit.games.nautilus_island.state import (
    COLOURS,
    DEAL,
    FIRST_PLAYER,
    MOST_STACKS,
    NO_CARD,
    NO_TOKEN,
    OFF_THE_BOARD,
)


@kernel
def deal_the_stacks(state, rules):
    """Shuffle all cards; the first ones form the stacks, the others are out of the game."""
    table, deck = state.table, state.hidden.deck
    state.hidden.stacks = rules.stacks
    state.hidden.stack_height = rules.stack_height
    for i in range(rules.card_count):
        put_on_top(deck, rules.cards[i])
    begin(state.chance, DEAL, 0)
    shuffle_pile(state.chance, deck)
    for stack in range(MOST_STACKS):
        table.tops[stack] = NO_CARD
    table.stocked = rules.as_wide_as[0]
    for column in range(rules.column_count):
        table.height[column] = rules.stack_height
        turn_up_tops(state, rules, column)


@kernel
def lay_out_tokens(state, rules, log):
    """Lay a bonus token on each camp space, and the portholes in their piles."""
    table = state.table
    for kind in range(len(rules.bonus_counts)):
        put_into_bag(table.bonus_stack, kind, rules.bonus_counts[kind])
    for colour in range(COLOURS):
        table.camp[colour] = NO_TOKEN
    fill_the_camp(state, log)
    for pile in range(rules.pile_count):
        table.portholes_left[pile] = rules.pile_tokens[pile]


def setup(state, rules, log):
    """Prepare a game, up to the first castaway's turn."""
    table = state.table
    deal_the_stacks(state, rules)
    lay_out_tokens(state, rules, log)
    for seat in range(rules.players):
        table.castaways[seat].column = OFF_THE_BOARD
        table.castaways[seat].column_before = OFF_THE_BOARD
    if rules.first_player == FIRST_BY_CHANCE:
        begin(state.chance, FIRST_PLAYER, 0)
        table.first_player = below(state.chance, rules.players)
    table.end_column = OFF_THE_BOARD
    state.hidden.leader = OFF_THE_BOARD
    begin_round(state, rules, log)
