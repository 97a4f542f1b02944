"""Deals anew what a seat can't see, so that look-ahead never peeks."""

from simkit.game import (
    clear,
    deal_back,
    draw,
    draw_from,
    kernel,
    pick_up,
    pile_dtype,
    put_into_bag,
    put_on_top,
    scratch,
    separate_kernel,
    shuffle_pile,
)
from simkit.games.castaways.state import MOST_CARDS, REGION_COUNT, VALUES

UNSEEN = pile_dtype(MOST_CARDS)


def conceal(state, seat, chance):
    """Deal anew, all deals equally likely, what `seat` can't see.

    That is the order of all decks, which plots with number 0 are in them, which events are still to come,
    which forage tiles are left and which left the game unseen, the others' story-point tiles and the tiles
    that they have discarded (face down, as they were drawn).
    """
    hidden = state.hidden
    for region in range(REGION_COUNT):
        redeal_plots(hidden, region, chance)
        shuffle_pile(chance, hidden.decks[region])
    shuffle_pile(chance, hidden.remains)
    redeal_events(hidden, chance)
    redeal_forage(hidden, chance)
    redeal_stories(state, seat, chance)


@separate_kernel
def redeal_plots(hidden, region, chance):
    """Deal the unseen plots of a region anew: the same number is in its deck, the others are out."""
    unseen = scratch(UNSEEN)
    clear(unseen)
    pick_up_plots(hidden, hidden.decks[region], region, unseen)
    pick_up_plots(hidden, hidden.plots_out, region, unseen)
    shuffle_pile(chance, unseen)
    deal_back_plots(hidden, hidden.decks[region], region, unseen)
    deal_back_plots(hidden, hidden.plots_out, region, unseen)


@kernel
def pick_up_plots(hidden, pile, region, unseen):
    """Pick up the plots of a region that lie in a pile."""
    for place in range(pile.count):
        if hidden.plot_region[pile.cards[place]] == region + 1:
            put_on_top(unseen, pile.cards[place])


@kernel
def deal_back_plots(hidden, pile, region, unseen):
    """Deal back what `pick_up_plots` picked up of a pile."""
    for place in range(pile.count):
        if hidden.plot_region[pile.cards[place]] == region + 1:
            pile.cards[place] = draw(unseen)


@kernel
def redeal_events(hidden, chance):
    """Deal anew which events are still to come, and in which order."""
    unseen = scratch(UNSEEN)
    clear(unseen)
    pick_up(unseen, hidden.events)
    pick_up(unseen, hidden.events_out)
    shuffle_pile(chance, unseen)
    deal_back(unseen, hidden.events)
    deal_back(unseen, hidden.events_out)


@kernel
def redeal_forage(hidden, chance):
    """Draw anew which forage tiles left the game unseen."""
    gone = hidden.forage_gone.total
    move_tiles(hidden.forage_gone, hidden.forage)
    for _ in range(gone):
        put_into_bag(hidden.forage_gone, draw_from(chance, hidden.forage), 1)


@kernel
def move_tiles(bag, into):
    """Move all tiles of a bag into another one."""
    for value in range(VALUES):
        put_into_bag(into, value, bag.counts[value])
        put_into_bag(bag, value, -bag.counts[value])


@kernel
def redeal_stories(state, seat, chance):
    """Draw the others' story-point tiles anew, and those that they have discarded, from all unseen ones."""
    story = state.hidden.story
    for other in range(len(state.seats)):
        if other != seat:
            for value in range(VALUES):
                put_into_bag(story, value, state.seats[other].tiles[value])
                put_into_bag(story, value, state.seats[other].discarded[value])
    for other in range(len(state.seats)):
        if other != seat:
            draw_tiles_anew(state.seats[other].tiles, story, chance)
            draw_tiles_anew(state.seats[other].discarded, story, chance)


@kernel
def draw_tiles_anew(tiles, story, chance):
    """Replace the tiles of a bag by as many others, drawn anew."""
    count = 0
    for value in range(VALUES):
        count += tiles[value]
        tiles[value] = 0
    for _ in range(count):
        tiles[draw_from(chance, story)] += 1
