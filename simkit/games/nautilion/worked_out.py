"""The columns of the rules record that are worked out from knobs and content; `knobs.py` has the knobs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import BeforeValidator

from simkit.game import weights_of
from simkit.games.nautilion import state as s
from simkit.games.nautilion.card_effects import DARKHOUSE_EFFECTS, HEROIC_EFFECTS
from simkit.games.nautilion.rules.tokens import bit

MOST_REEFS = 60

MORE_TOKENS, FIXED_DICE, TOKEN_PRICE = 4, 9, 12
SHIELD_TURNS, RECOVERIES = 1, 8
"""The Darkhouse cards, and the Heroic ones, with a number on them that is a knob, too."""

FIRST_PLAYER_WORDS = ("choose", "chance", *(f"seat_{seat}" for seat in range(s.MOST_PLAYERS)))
"""Who plays the first turn, two players, in the order of `BY_CHOICE`, `BY_CHANCE`, `SEAT_0`."""


def read_first_player(value: Any) -> Any:
    """Return the player of the first turn; a seat may be written as its number."""
    return f"seat_{value}" if isinstance(value, int) else value


FirstPlayer = Annotated[str, BeforeValidator(read_first_player)]

WORKED_OUT = (
    ("values", np.int32, (s.HIGHEST_FACE,)),  # the different faces, ascending: what a Tide may set
    ("value_count", np.int32),
    ("value_mask", np.int32),  # bit `face` for each of them
    ("value_weights", np.int32, (s.HIGHEST_FACE,)),  # how often each falls in `dice_faces.total` throws
    ("starting_reserve", np.int32),
    ("cheapest_spell", np.int32),
    ("darkhouse_discards_on", np.int32),  # bit `face` for each face that costs a token
    ("path_tokens", np.int32, (s.MOST_PLACES + 2,)),  # kinds on places 1, 2 ..., not yet shuffled
    ("path_length", np.int32),
    ("open_spaces", np.int32, (2**s.CREW_NUMBERS,)),  # by spaces held: those that may be filled
    ("one_group", np.int32, (2**s.CREW_NUMBERS,)),  # by spaces held: whether they are one group
    ("free_to_leave", np.int32, (2**s.CREW_NUMBERS,)),  # by spaces held: those whose token may leave
    ("uniting", np.int32, (2**s.CREW_NUMBERS,)),  # by spaces held: those that, filled, make them one group
    ("admirals", np.int32, (s.MOST_PLAYERS,)),  # crew masks
    ("expanded", np.int32),  # 1 if any expansion is in use, or two players play
    ("mages", np.int32),  # 1 if in use
    ("cabin_crew", np.int32),  # crew mask of those with a space in the cabin
    ("mage_partners", np.int32, (s.MAGE_KINDS,)),  # the crew number that is A's partner, B's, C's
    ("mercenaries", np.int32),  # 1 if in use
    ("armed_crew", np.int32),  # crew mask of those who carry a harpoon
    ("armed_kinds", np.int32),  # tokens that the Phantom takes on its board: bit `kind` for each
    ("reef_spacing", np.int32),  # 0 without reefs
    ("reef_crew", np.int32),  # crew mask of the numbers on reefs
    ("reef_tokens", np.int32, (MOST_REEFS,)),  # numbers, not yet shuffled
    ("reef_count", np.int32),
    ("reef_risk", np.float64, (2,)),  # the chance that it holds: without and with the crew's help
    ("darkhouse_reds", np.int32),  # red cards in the row; none without the expansion
    ("darkhouse_blues", np.int32),
    ("darkhouse_cards", np.int32),  # the highest number of a card
    ("darkhouse_in_box", np.int32, (s.MOST_CARDS + 1,)),  # by card
    ("darkhouse_blue", np.int32, (s.MOST_CARDS + 1,)),
    ("darkhouse_effects", np.int32, (s.MOST_CARDS + 1,)),
    ("darkhouse_tokens", np.int32, (s.MOST_CARDS + 1,)),  # what each card has discarded, if it does
    ("darkhouse_dice", np.int32, (s.MOST_CARDS + 1, 3)),  # what the dice show by each card, if it says so
    ("darkhouse_price", np.int32, (s.MOST_CARDS + 1,)),  # what a token costs by each card, if it sells one
    ("heroic_revealed", np.int32),  # 0 without the expansion
    ("heroic_cards", np.int32),  # the highest number of a card
    ("heroic_in_box", np.int32, (s.MOST_CARDS + 1,)),  # by card
    ("heroic_effects", np.int32, (s.MOST_CARDS + 1,)),
    ("heroic_turns", np.int32, (s.MOST_CARDS + 1,)),  # without discards by each card, if it shields
    ("heroic_tokens", np.int32, (s.MOST_CARDS + 1,)),  # recovered by each card, if it does
)


def work_out(rules: Any, knobs: Any) -> None:
    """Fill these columns, given the validated knobs (`NautilionKnobs`)."""
    two = knobs.players == 2
    rules.expanded = bool(knobs.expansions) or two
    rules.starting_reserve = knobs.reserve + (knobs.reserve_two_players_bonus if two else 0)
    rules.admirals[:] = [_mask(numbers) for numbers in knobs.admirals]
    tables = duct_tables(knobs.ducts_in_play())
    rules.open_spaces[:], rules.one_group[:], rules.free_to_leave[:], rules.uniting[:] = tables
    rules.cheapest_spell = min(
        knobs.spell_cost_whirlwind, knobs.spell_cost_tide, knobs.spell_cost_translation
    )
    rules.darkhouse_discards_on = sum(1 << face for face in knobs.darkhouse_discards_on)
    counts = knobs.path_counts()
    rules.path_length = sum(counts)
    rules.path_tokens[1 : rules.path_length + 1] = np.repeat(range(1, s.TOKEN_KINDS), counts)
    weights = weights_of(knobs.dice_faces)
    _dice(rules, weights)
    parts = knobs.content.components
    rules.mages = "mages" in knobs.expansions
    rules.mage_partners[:] = parts.mages.partners
    rules.cabin_crew = _mask(parts.mages.partners)
    rules.armed_crew = _mask(parts.mercenaries.armed_crew)
    rules.armed_kinds = int(rules.armed_crew) << 1 | 1 << s.MERCENARY
    rules.reef_crew = _mask(parts.reefs.numbers)
    rules.mercenaries = "mercenaries" in knobs.expansions
    if "reefs" in knobs.expansions:
        rules.reef_spacing = knobs.reef_spacing
        rules.reef_count = sum(knobs.reef_copies)
        rules.reef_tokens[: rules.reef_count] = np.repeat(parts.reefs.numbers, knobs.reef_copies)
        holding = [
            sum(weight for face, weight in weights.items() if face + help < knobs.reef_escape)
            for help in (0, 1)
        ]
        rules.reef_risk[:] = np.divide(holding, sum(weights.values()))
    if "darkhouse" in knobs.expansions:
        _darkhouse(rules, knobs)
    if "heroic" in knobs.expansions:
        _heroic(rules, knobs)


def _dice(rules: Any, weights: Mapping[int, int]) -> None:
    values = sorted(weights)
    rules["values"][: len(values)] = values
    rules.value_count = len(values)
    rules.value_mask = sum(1 << value for value in values)
    rules.value_weights[: len(values)] = [weights[value] for value in values]


def _darkhouse(rules: Any, knobs: Any) -> None:
    level = knobs.content.components.darkhouse.levels[knobs.darkhouse_level]
    rules.darkhouse_reds, rules.darkhouse_blues = level.red, level.blue
    rules.darkhouse_cards = len(knobs.content.darkhouse_cards)
    # The knobs, for the cards that they are about, and for all that print no number of their own.
    rules.darkhouse_tokens[:] = knobs.darkhouse_more_tokens
    rules.darkhouse_dice[:] = knobs.darkhouse_fixed_dice
    rules.darkhouse_price[:] = knobs.darkhouse_token_price
    for card, printed in knobs.content.darkhouse_cards.items():
        effect = knobs.darkhouse_effects.get(card, printed.effect)
        rules.darkhouse_in_box[card] = card in knobs.darkhouse_cards
        rules.darkhouse_blue[card] = printed.colour == "blue"
        rules.darkhouse_effects[card] = DARKHOUSE_EFFECTS.index(effect)
        if printed.tokens is not None and card != MORE_TOKENS:
            rules.darkhouse_tokens[card] = printed.tokens
        if printed.dice is not None and card != FIXED_DICE:
            rules.darkhouse_dice[card] = printed.dice
        if printed.price is not None and card != TOKEN_PRICE:
            rules.darkhouse_price[card] = printed.price


def _heroic(rules: Any, knobs: Any) -> None:
    rules.heroic_revealed = knobs.heroic_revealed
    in_play = knobs.heroic_cards_in_play()
    rules.heroic_cards = len(knobs.content.heroic_cards)
    rules.heroic_turns[:] = knobs.heroic_shield_turns
    rules.heroic_tokens[:] = knobs.heroic_recoveries
    for card, printed in knobs.content.heroic_cards.items():
        rules.heroic_in_box[card] = card in in_play
        effect = knobs.heroic_effects.get(card, printed.effect)
        rules.heroic_effects[card] = HEROIC_EFFECTS.index(effect)
        if printed.turns is not None and card != SHIELD_TURNS:
            rules.heroic_turns[card] = printed.turns
        if printed.tokens is not None and card != RECOVERIES:
            rules.heroic_tokens[card] = printed.tokens


def _mask(numbers: Iterable[int]) -> int:
    return sum(int(bit(number)) for number in numbers)


@lru_cache(maxsize=64)
def duct_tables(
    ducts: tuple[tuple[int, int], ...],
) -> tuple[npt.NDArray[np.int32], ...]:
    """Return the tables that compiled code looks up about a board, given its ducts as pairs of crew numbers.

    Returns
    -------
    open_spaces : int32 array, shape (512,)
        For each crew mask the mask of the numbers that may be placed: those not aboard that a duct joins to
        one that is; all numbers while no crew is aboard.
    one_group : int32 array, shape (512,)
        For each crew mask 1 if its numbers are one group (an empty crew is).
    free_to_leave : int32 array, shape (512,)
        For each crew mask the mask of the numbers without which the others are one group.
    uniting : int32 array, shape (512,)
        For each crew mask the mask of the numbers not in it each of which would make it one group.
    """
    joined = np.zeros(2**s.CREW_NUMBERS, dtype=np.int32)  # by crew mask: the numbers joined to any of them
    for a, b in ducts:
        for number, other in ((a, b), (b, a)):
            joined[1 << (number - 1)] |= 1 << (other - 1)
    one_group = np.zeros(2**s.CREW_NUMBERS, dtype=np.int32)
    for crew in range(2**s.CREW_NUMBERS):
        lowest = crew & -crew
        joined[crew] = joined[lowest] | joined[crew ^ lowest]
        group, grown = 0, lowest
        while grown != group:
            group, grown = grown, grown | (int(joined[grown]) & crew)
        one_group[crew] = group == crew
    open_spaces = np.bitwise_and(joined, ~np.arange(2**s.CREW_NUMBERS, dtype=np.int32), dtype=np.int32)
    open_spaces[0] = s.FULL_CREW
    free_to_leave = np.zeros(2**s.CREW_NUMBERS, dtype=np.int32)
    uniting = np.zeros(2**s.CREW_NUMBERS, dtype=np.int32)
    for crew in range(2**s.CREW_NUMBERS):
        for space in (1 << i for i in range(s.CREW_NUMBERS)):
            if one_group[crew ^ space]:
                (free_to_leave if crew & space else uniting)[crew] |= space
    tables = open_spaces, one_group, free_to_leave, uniting
    for table in tables:
        table.flags.writeable = False
    return tables
