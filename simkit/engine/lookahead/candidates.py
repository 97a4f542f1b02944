"""Compares the legal moves by their play-outs, and decides which of them look-ahead goes on trying."""

from math import sqrt

import numpy as np

from simkit.compile.kernel import kernel, separate_kernel

PILOT = 8
"""No move is judged by fewer play-outs, and several moves are judged whenever this many more are played.

A game begins with this many, to learn how far outcomes spread.
"""

BATCH = 16
"""Once a single move is left, look-ahead checks after each batch of this size whether it is clear."""

RESOLVED = 1.6
"""Divided by the square root of the play-outs per decision: the least lead that they can tell from chance.

Outcomes spread by about 1 (`playouts.weigh`).  A move that probably leads by less is dropped.
"""

PATIENT = 2.0
"""Where there is a tree, only a move that trails by this many standard errors is dropped.

What follows a move gets better while the tree learns.
"""


@kernel
def bar_for(playouts, explores):
    """Return what a move must reach to be worth more play-outs (see `is_worth_more`).

    The more play-outs there are, the smaller the leads that they can find.
    """
    if explores:
        return 0.0, PATIENT, BATCH
    return RESOLVED / sqrt(playouts), 1.0, min(max(PILOT, playouts // 32), BATCH)


@kernel
def lead_of(candidate):
    """Return a move's average lead over the base's choice, and the standard error of that lead."""
    n = np.float64(candidate.playouts)
    if n < 2.0:
        return 0.0, np.inf
    mean = candidate.total / n
    # One more difference, of the size of a win, is added: a few play-outs that agree prove little.
    return mean, sqrt((max(candidate.squares - n * mean * mean, 0.0) + 1.0) / (n * (n - 1.0)))


@kernel
def is_worth_more(candidate, bar):
    """Return True if a move may still lead by the least worth finding out.

    `bar` is that lead, by how many standard errors a move may fall short of it, and the play-outs after which
    a move that never made a difference is given up.
    """
    least, errors, patience = bar
    if candidate.playouts >= patience and candidate.squares == 0.0:
        return False
    mean, error = lead_of(candidate)
    return mean + errors * error >= least


@separate_kernel
def drop_hopeless(candidates, base, count, bar):
    """Drop the moves that are not worth more play-outs (see `is_worth_more`); return how many are left."""
    left = 0
    for option in range(count):
        candidate = candidates[option]
        if option == base or not candidate.alive:
            continue
        if candidate.playouts >= PILOT and not is_worth_more(candidate, bar):
            candidate.alive = False
        else:
            left += 1
    return left


@kernel
def is_better(one, other):
    """Return True if one move's average is better than another's."""
    return one.total * other.playouts > other.total * one.playouts


@separate_kernel
def halve(candidates, base, count, left):
    """Drop the worse half of the moves still tried, never the base's choice; return how many are left."""
    for _ in range(left // 2):
        worst = -1
        for option in range(count):
            if option == base or not candidates[option].alive:
                continue
            if worst < 0 or is_better(candidates[worst], candidates[option]):
                worst = option
        candidates[worst].alive = False
    return left - left // 2


@separate_kernel
def best_of(candidates, base, count):
    """Return the move with the best average among those still tried, or the base's choice if none is."""
    best = base
    for option in range(count):
        if option == base or not candidates[option].alive:
            continue
        if best == base or is_better(candidates[option], candidates[best]):
            best = option
    return best


@separate_kernel
def is_clear(candidate, sure, bar):
    """Return True if a move's lead is more than chance explains, or is not worth more play-outs."""
    if candidate.playouts < PILOT:
        return False
    mean, error = lead_of(candidate)
    return mean > sure * error or not is_worth_more(candidate, bar)


@separate_kernel
def keep_thoughts(memory, decision):
    """Store what was found out about each option of a decision; return False if there is no room left.

    `decision` is the game's number, the moves made, the seat, the number of options, the base's choice, and
    the choice made.  If there is no room for any thoughts, none are stored, and it returns True.
    """
    number, made, seat, count, base, choice = decision
    candidates, tally, thoughts = memory.candidates, memory.tally, memory.kept
    if len(thoughts) == 0:
        return True
    if tally.thoughts + count > len(thoughts):
        return False
    tried = candidates[base].playouts
    for option in range(count):
        row, candidate = thoughts[tally.thoughts], candidates[option]
        row.game = number
        row.moves = made
        row.seat = seat
        row.option = option
        row.playouts = candidate.playouts
        row.is_base = option == base
        row.is_chosen = option == choice
        row.is_proven = candidate.is_proven
        row.value, row.lead, row.error = np.nan, np.nan, np.nan
        if tried > 0 and candidate.playouts > 0:
            row.value = tally.value / tried + candidate.gain / candidate.playouts
            row.lead, row.error = lead_of(candidate)
        tally.thoughts += 1
    return True
