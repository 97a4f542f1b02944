"""Expansion 3, the Reefs: one beside every third place, as printed; they may hold the Nautilion."""

from simkit.game import begin, draw_weighted_apart, kernel, note, shuffle
from simkit.games.nautilion.kinds import Event
from simkit.games.nautilion.rules.reserve import put_reef_into_reserve
from simkit.games.nautilion.rules.tokens import bit
from simkit.games.nautilion.state import REEF_DIE, REEF_SHUFFLE


@kernel
def lay_the_reefs(state, rules):
    """Shuffle the reefs, and put one beside the first place and every third one after it."""
    table = state.table
    reefs = table.reefs
    # Shuffled side by side, then spread from the far end, so that none is overwritten.
    for i in range(rules.reef_count):
        reefs[1 + i] = rules.reef_tokens[i]
    begin(state.chance, REEF_SHUFFLE, 0)
    shuffle(state.chance, reefs, 1, rules.reef_count + 1)
    laid = min(rules.reef_count, (table.length - 1) // rules.reef_spacing + 1)
    for i in range(laid, rules.reef_count):
        reefs[1 + i] = 0
    if rules.reef_spacing > 1:
        for i in range(laid - 1, 0, -1):
            reefs[1 + i * rules.reef_spacing] = reefs[1 + i]
            reefs[1 + i] = 0


@kernel
def check_the_reef(state, rules, log):
    """Before phase 1, beside a reef: pass it and take it into the reserve, or be stuck for this turn."""
    table = state.table
    place = table.nautilion
    number = table.reefs[place]
    shown = draw_weighted_apart(state.chance, REEF_DIE, table.turn, rules.dice_faces)
    helped = 1 if table.crew & bit(number) else 0
    if shown + helped >= rules.reef_escape:
        note(log, Event.REEF_PASSED, number, shown, helped)
        put_reef_into_reserve(table, place, log)
    else:
        note(log, Event.REEF_HOLDS, number, shown, helped)
        table.stuck_at = place
        table.reef_stuck += 1


@kernel
def remove_reef(table, place, log):
    """Take the reef beside a place, if there is one, out of the game."""
    if table.reefs[place] != 0:
        note(log, Event.REEF_GONE, table.reefs[place])
    table.reefs[place] = 0


@kernel
def remove_reefs_of(table, number, log):
    """Take all reefs of a number out of the game."""
    for place in range(1, table.length + 1):
        if table.reefs[place] == number:
            remove_reef(table, place, log)
