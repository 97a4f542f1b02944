"""Exact chances: of two dice, of a way back, of an event that matches."""

from simkit.compile.kernel import kernel, separate_kernel
from simkit.games.castaways.rules.island import return_modifier
from simkit.games.castaways.rules.rescue import matches, missing_allowed
from simkit.games.castaways.rules.rolls import FACES


@kernel
def two_dice(needed):
    """Return the chance that two dice show a number or more."""
    if needed <= 2:
        return 1.0
    if needed > 2 * FACES:
        return 0.0
    if needed > FACES:
        short = 2 * FACES + 1 - needed
        return short * (short + 1) / 72.0
    return 1.0 - (needed - 2) * (needed - 1) / 72.0


@kernel
def one_die(needed):
    """Return the chance that a die shows a number or more."""
    return min(1.0, max(0.0, (FACES + 1 - needed) / FACES))


@separate_kernel
def chance_lost(table, rules, members, place):
    """Return the chance that a group which returns from a place is lost, its tiles and energy all spent.

    Each point of energy a head buys one more roll, and each roll may be made again for one tile.
    """
    energy, tiles, heads = 0, 0, 0
    for seat in range(rules.players):
        if (members >> seat) & 1:
            energy += table.castaways[seat].energy
            tiles += table.castaways[seat].tiles
            heads += 1
    rolls = 1 + energy // max(1, heads)
    rolls += min(tiles, rolls) if rules.sp_reroll != 0 else 0
    failed = 1.0 - two_dice(place - return_modifier(table, rules, members))
    chance = 1.0
    for _ in range(rolls):
        chance *= failed
    return chance


@separate_kernel
def chance_of_match(table, rules, signals, coming):
    """Return the chance that one of the events still to come asks for nothing but these signals.

    All events that were not seen are equally likely to come.
    """
    allowed = missing_allowed(table, rules)
    unseen, fitting = 0, 0
    for event in range(rules.event_count):
        is_in_play = rules.event[event].few == 0 or rules.players <= rules.few_players
        if is_in_play and (table.events_seen >> event) & 1 == 0:
            unseen += 1
            fitting += 1 if matches(rules, event, signals, allowed) else 0
    none = 1.0
    for i in range(coming):
        none *= max(0.0, (unseen - fitting - i) / max(1, unseen - i))
    return 1.0 - none
