"""The traits of a position, from which the chance to win is read: what is needed, and what time is left."""

from math import exp

import numpy as np

from simkit.game import bit_count, kernel, lowest_bit
from simkit.games.nautilion import state as s
from simkit.games.nautilion.card_effects import HEROIC_TEXTS
from simkit.games.nautilion.rules.path import before, beyond
from simkit.games.nautilion.rules.tokens import crew_size
from simkit.strategies.nautilion.evaluation.copies import COPIES_BITS, copies

MEANINGS = {
    "always": "1 in every position",
    "crew_missing": "crew numbers not on the board",
    "mages_missing": "mages not in the cabin",
    "heroic_cards": "revealed Heroic cards",
    "all_is_there": "1 if nothing is missing and no Heroic card is left",
    "reserve": "tokens in the reserve",
    "reserve_to_1": "the same, but at most 1",
    "reserve_to_3": "the same, but at most 3",
    "phantom_way": "tokens between the Isles and the Phantom",
    "own_way": "tokens between the Nautilion and the Abyss",
    "way_to_collision": "tokens between the figures, before the collision",
    "before_collision": "1 before the collision",
    "phantom_way_to_4": "tokens between the Isles and the Phantom, but at most 4",
    "phantom_way_to_9": "the same, but at most 9",
    "own_way_to_4": "tokens between the Nautilion and the Abyss, but at most 4",
    "harpoon_lead": "harpoons of the Nautilion less those of the Phantom, before the collision",
    "harpoons_behind": "the same where it is below 0",
    "harpoons_between": "harpoons that lie between the figures",
    "mercenaries": "mercenaries on the board",
    "phantom_board": "tokens on the Phantom's board",
    "no_copy": "crew numbers missing of which no copy lies ahead",
    "one_copy": "those of which one copy lies ahead",
    "two_copies": "those of which two copies lie ahead",
    "some_no_copy": "1 if there is a number with no copy ahead",
    "only_behind": "numbers with no copy ahead but one behind",
    "only_discarded": "numbers with no copy ahead but one in the discard pile",
    "mages_gone": "mages missing that don't lie ahead",
    "spaces_blocked": "spaces that mercenaries hold, those of plentiful numbers counting less",
    "spaces_open": "spaces that may be filled next",
    "hope": "logarithm of the chance to find all crew that is missing (`prospects`)",
    "chance_to_find": "the chance itself",
    "partnerships": "mages whose partner is in the cabin",
    "cabin_crew": "crew in the cabin",
    "reef": "the chance that a reef holds the Nautilion next turn",
    "shielded_turns": "turns to come in which the Darkhouse takes nothing",
    "next_fit": "how many of the next tokens may be placed",
    "mages_before_collision": "mages missing, before the collision",
    # Those above may change within a turn; these don't, except by a Heroic card that is played.
    "with_mages": "1 with that expansion",
    "with_mercenaries": "1 with that expansion",
    "with_reefs": "1 with that expansion",
    "with_darkhouse": "1 with that expansion",
    "two_players": "1 with two players",
    **{
        f"card_{name}": f"1 if this card is revealed: {text}" for name, text in list(HEROIC_TEXTS.items())[1:]
    },
}
"""What each trait says, by its name."""

NAMES = tuple(MEANINGS)
COUNT = len(NAMES)

MOVING = NAMES.index("with_mages")
"""The traits before this one may change within a turn."""

EFFECTS = NAMES.index("two_players")
"""The trait of a Heroic card is this one and the number of what the card does."""

TRAITS = np.dtype(
    {
        "names": [*NAMES, "numbers"],
        "formats": [*[np.float64] * COUNT, (np.float64, (COUNT,))],
        "offsets": [*range(0, 8 * COUNT, 8), 0],
        "itemsize": 8 * COUNT,
        "aligned": True,
    }
)
"""A number for each trait; `numbers` are the same as a row."""

SHOWN = 4
"""How many tokens ahead are looked at."""


@kernel
def read(table, rules, view, at, traits):
    """Fill in the traits that may change within a turn."""
    ahead_of_us = at.occupied & beyond(at.nautilion)
    own = 1.0 * bit_count(ahead_of_us)
    way = 1.0 * bit_count(at.occupied & before(at.phantom))
    missing = 9.0 - crew_size(at.crew)
    mages = 3.0 - crew_size(at.cabin_mages) if rules.mages != 0 else 0.0
    reserve, to_come = 1.0 * at.reserve, 1.0 * at.to_come
    held = at.crew | at.mercenaries
    opened = rules.open_spaces[held] & view.may_place
    traits.always = 1.0
    traits.crew_missing = missing
    traits.mages_missing = mages
    traits.heroic_cards = at.heroic_left
    traits.all_is_there = 1.0 * (missing + mages + at.heroic_left == 0.0)
    traits.reserve = reserve
    traits.reserve_to_1, traits.reserve_to_3 = min(reserve, 1.0), min(reserve, 3.0)
    traits.phantom_way, traits.own_way = way, own
    traits.phantom_way_to_4, traits.phantom_way_to_9 = min(way, 4.0), min(way, 9.0)
    traits.own_way_to_4 = min(own, 4.0)
    traits.before_collision = to_come
    traits.mercenaries = crew_size(at.mercenaries)
    traits.phantom_board = at.phantom_board
    traits.spaces_open = 1.0 * (crew_size(opened) if held != 0 else 9)
    traits.hope, traits.chance_to_find = at.hope, exp(at.hope)
    traits.cabin_crew = crew_size(at.cabin_crew)
    traits.reef = at.reef
    traits.shielded_turns = at.shield
    traits.mages_before_collision = mages * to_come
    _read_copies(rules, view, at, traits)
    _read_harpoons(rules, view, at, ahead_of_us, traits)
    _read_partners(table, rules, at, opened, ahead_of_us, traits)


@kernel
def _read_harpoons(rules, view, at, ahead_of_us, traits):
    """Fill in what matters before the collision."""
    between, armed, lead = 0.0, 0.0, 0.0
    if at.to_come != 0:
        segment = ahead_of_us & before(at.phantom)
        between = 1.0 * bit_count(segment)
        armed = bit_count(segment & view.armed) + 2.0 * bit_count(segment & view.mercenaries)
        ours = rules.mercenary_harpoons * crew_size(at.mercenaries)
        lead = 1.0 * (ours + crew_size(at.crew & rules.armed_crew) - at.theirs)
    traits.way_to_collision = between
    traits.harpoon_lead, traits.harpoons_behind = lead, min(lead, 0.0)
    traits.harpoons_between = armed


@kernel
def _read_copies(rules, view, at, traits):
    """Fill in how many numbers are missing with no copy ahead, one or two, and where else copies lie."""
    # Four bits for each number, as copies are packed; of these the lowest says yes or no.
    bits = at.ahead >> COPIES_BITS
    second, high = bits >> 1, (bits >> 2) | (bits >> 3)
    lacks = _spread(s.FULL_CREW & ~at.crew)
    gone = lacks & ~(bits | second | high)
    none = 1.0 * bit_count(gone)
    traits.no_copy, traits.some_no_copy = none, min(none, 1.0)
    traits.one_copy = 1.0 * bit_count(lacks & bits & ~(second | high))
    traits.two_copies = 1.0 * bit_count(lacks & second & ~(bits | high))
    behind, piled, blocked = 0, 0, 0.0
    back = at.occupied & before(at.nautilion)
    while gone != 0:
        i = lowest_bit(gone) // COPIES_BITS
        gone &= gone - 1
        behind += int((view.whereabouts.places[i] & back) != 0)
        piled += (view.pile >> i) & 1
    taken = at.mercenaries
    while taken != 0:
        i = lowest_bit(taken)
        taken &= taken - 1
        blocked += 1.0 / (1.0 + copies(at.ahead, i + 1))
    no_mage = 0.0
    if rules.mages != 0:
        for i in range(s.MAGE_KINDS):
            no_mage += (((at.cabin_mages >> i) & 1) == 0) * (copies(at.ahead, s.MAGE_A + i) == 0)
    traits.only_behind, traits.only_discarded = behind, piled
    traits.mages_gone, traits.spaces_blocked = no_mage, blocked


@kernel
def _spread(crew):
    """Return a crew mask with four bits for each number, the lowest of which is that of the mask."""
    crew = (crew | (crew << 24)) & 0x1000000FF
    crew = (crew | (crew << 12)) & 0x1000F000F
    crew = (crew | (crew << 6)) & 0x103030303
    return (crew | (crew << 3)) & 0x111111111


@kernel
def _read_partners(table, rules, at, opened, ahead_of_us, traits):
    """Fill in how many partnerships there are, and how many of the next tokens fit."""
    partners, fits = 0.0, opened << 1
    if rules.mages != 0:
        for i in range(s.MAGE_KINDS):
            partners += ((at.cabin_mages >> i) & 1) * ((at.cabin_crew >> (rules.mage_partners[i] - 1)) & 1)
        fits |= (s.ALL_MAGES & ~at.cabin_mages) << s.MAGE_A
    next_fit, left = 0.0, ahead_of_us
    for _ in range(SHOWN):
        kind = table.path[lowest_place(left)]
        next_fit += ((fits >> kind) & 1) * (left != 0)
        left &= left - 1
    traits.partnerships, traits.next_fit = partners, next_fit


@kernel
def read_fixed(rules, at, traits):
    """Fill in what at most Heroic cards change within a turn."""
    traits.with_mages = 1.0 * (rules.mages != 0)
    traits.with_mercenaries = 1.0 * (rules.mercenaries != 0)
    traits.with_reefs = 1.0 * (rules.reef_spacing > 0)
    traits.with_darkhouse = 1.0 * (rules.darkhouse_reds + rules.darkhouse_blues > 0)
    traits.two_players = 1.0 * (rules.players == 2)
    for effect in range(1, COUNT - EFFECTS):
        traits.numbers[EFFECTS + effect] = (at.effects >> effect) & 1


@kernel
def lowest_place(places):
    """Return the lowest place of a set, 0 if it is empty."""
    return bit_count((places & -places) - 1) if places != 0 else 0
