"""Look-ahead: a player tries each legal move by play-outs before it chooses.

Compiled once per game, with the game's functions bound to the open names (`play.compiled`).  A decision
begins with the choice of the *base*, an ordinary strategy.  Every other move is compared with that choice
again and again: everything that the seat can't see, and all random numbers to come, are dealt anew; the move
is made; and the base plays the game to its end.  Both moves get the same random numbers, so that the
difference between the outcomes is due to the move.  Moves that fall behind are dropped (sequential halving:
Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013).  The base's choice
is replaced only by a move that leads by more than chance explains.  If the player uses a tree, play-outs go
through the tree first, and the base plays on from where it ends (`tree`).
"""

from simkit.compile.kernel import separate_kernel
from simkit.compile.made import BOUND_LATER
from simkit.engine.base.chance import open_stream
from simkit.engine.lookahead.candidates import (
    BATCH,
    PILOT,
    bar_for,
    best_of,
    drop_hopeless,
    halve,
    is_clear,
    lead_of,
)
from simkit.engine.lookahead.playouts import learn
from simkit.engine.lookahead.tree import clear, plan, worth

deal = try_move = weigh = BOUND_LATER  # of `playouts`, bound to a game's functions
varies = BOUND_LATER  # whether nothing is random, so that play-outs have to vary
search = BOUND_LATER  # of `solving`, bound to the same functions; None where something is random

THOUGHT_STREAM = 64
"""The first stream of look-ahead's random numbers; each decision of each seat has a stream of its own."""

NEVER = 100.0
"""From this value of `sure` on, the base's choice is never replaced, however clear the lead."""

FEWEST = 6
"""With fewer play-outs per legal move the base decides, and the play-outs are saved for later decisions."""


@separate_kernel
def forget_game(memory):
    """Forget the previous game."""
    tally = memory.tally
    tally.budget[:] = 0
    tally.seen = 0
    tally.means[:] = 0.0
    tally.squares[:] = 0.0


@separate_kernel
def take_seats(seated, seat, player, finishes, most):
    """Note the strategy at each seat in the play-outs of a player at `seat`.

    `most` is the number of choosers of each sort: the bases, those that imagined opponents play, and those
    that finish play-outs.
    """
    for other in range(seated.shape[1]):
        seated[:, other] = most + player
    seated[:, seat] = player
    if finishes:
        seated[1, :] = 2 * most + player


def compare(state, moves, rules, team, memory, place):
    """Try the base's choice and all moves still in the race, under the same chance; return 0 or an error."""
    base, count, made, index = place
    candidates, tally, found = memory.candidates, memory.tally, memory.found
    deal(state, index, team[2], memory)
    failed = try_move(moves[base], index, rules, team, memory, made)
    if failed:
        return failed
    found[1, :] = found[0, :]
    learn(tally, found[0])
    if count == 0:  # only the base's choice was wanted, to learn how far outcomes spread
        return 0
    candidates[base].playouts += 1
    tally.value += found[1, 0]
    of_base = worth(tally, found[1])
    for option in range(count):
        candidate = candidates[option]
        if candidate.alive and option != base:
            failed = try_move(moves[option], index, rules, team, memory, made)
            if failed:
                return failed
            difference = worth(tally, found[0]) - of_base
            candidate.playouts += 1
            candidate.total += difference
            candidate.squares += difference * difference
            candidate.gain += found[0, 0] - found[1, 0]
    return 0


def pilot(state, moves, rules, team, memory, place):
    """Learn at the beginning of a game how far outcomes spread, and weigh the goals by it.

    Returns the number of play-outs that this took, and 0 or an error code.
    """
    base, made = place
    index = 0
    if memory.tally.seen < PILOT:
        for _ in range(PILOT):
            failed = compare(state, moves, rules, team, memory, (base, 0, made, index))
            index += 1
            if failed:
                return index, failed
    weigh(memory.tally)
    return index, 0


def think(state, moves, rules, team, memory, numbers):
    """Return the index of the move to make; a negated error code of the play loop if something failed.

    Of the state, only what the seat to act can see has an influence.  The strategies are those of the play
    loop; `numbers` are the seed, the game's number, the player who thinks, the number of legal moves, the
    number of moves made, and the base's choice.
    """
    seed, number, player, count, made, base = numbers
    choosers, parameters = team
    chances, candidates, tally, seated = memory.chances, memory.candidates, memory.tally, memory.seated
    seats = seated.shape[1]
    seat = state.seat
    thinker = memory.thinkers[player]
    take_seats(seated, seat, player, thinker.finishes, len(choosers) // 3)
    full = (choosers, parameters, seat)
    clear(memory.tree, thinker.searches, thinker.others)
    open_stream(chances[seats], seed, number, THOUGHT_STREAM + 8 * made + seat)
    for option in range(count):
        candidate = candidates[option]
        candidate.playouts = 0
        candidate.total = 0.0
        candidate.squares = 0.0
        candidate.gain = 0.0
        candidate.alive = True
        candidate.is_proven = False
    tally.value = 0.0
    tally.budget[seat] += thinker.playouts
    before = tally.playouts
    chosen = base
    budget = tally.budget[seat]
    if budget >= FEWEST * count + PILOT:
        memory.tree.playout.varies = varies
        place = (base, count, made, budget, thinker)
        if varies and thinker.searches and thinker.others:
            chosen = settle(state, moves, rules, full, memory, place)
        else:
            chosen = race(state, moves, rules, full, memory, place)
        tally.budget[seat] -= tally.playouts - before
        memory.tree.playout.explores = False
        memory.tree.playout.varies = False
    memory.cursor.seat = seat
    return chosen


def race(state, moves, rules, team, memory, place):
    """Return the winner of sequential halving if its lead is clear, else the base's choice."""
    base, count, made, budget, thinker = place
    playouts, sure = max(2, thinker.playouts), thinker.sure
    candidates, tally, playout = memory.candidates, memory.tally, memory.tree.playout
    before = tally.playouts
    index, failed = pilot(state, moves, rules, team, memory, (base, made))
    if failed:
        return -failed
    main = min(budget, max(playouts, FEWEST * count + PILOT)) - (tally.playouts - before)
    plan(memory.tree, main // count)
    bar = bar_for(playouts, playout.explores)
    left = count - 1
    rounds = 1
    while (1 << (rounds - 1)) < left:
        rounds += 1
    spent = tally.playouts
    for _ in range(rounds):
        each = max(1, main // rounds // (left + 1))
        explored, trial = playout.explored, 0
        while trial + (playout.explored - explored) // (left + 1) < each:
            failed = compare(state, moves, rules, team, memory, (base, count, made, index))
            index += 1
            if failed:
                return -failed
            trial += 1
            if trial % PILOT == 0:
                left = drop_hopeless(candidates, base, count, bar)
                if left == 0:
                    return base
        left = drop_hopeless(candidates, base, count, bar)
        if left == 0:
            return base
        if left > 1:
            left = halve(candidates, base, count, left)
    best = best_of(candidates, base, count)
    # Saved play-outs are spent on decisions that are not clear.
    limit = spent + main + (budget - main) // 2
    while not is_clear(candidates[best], sure, bar) and tally.playouts + 2 * BATCH < limit:
        for option in range(count):
            candidates[option].alive = option == best
        for _ in range(BATCH):
            failed = compare(state, moves, rules, team, memory, (base, count, made, index))
            index += 1
            if failed:
                return -failed
    mean, error = lead_of(candidates[best])
    return best if sure < NEVER and candidates[best].playouts >= PILOT // 2 and mean > sure * error else base


def settle(state, moves, rules, team, memory, place):
    """Return the best move of a tree in which positions are solved (`solving`), as `race` does."""
    base, count, made, budget, thinker = place
    index, failed = pilot(state, moves, rules, team, memory, (base, made))
    if failed:
        return -failed
    playouts = max(2, thinker.playouts)
    left = min(budget, playouts + (budget - playouts) // 2) - index
    chosen = search(state, moves, rules, team, memory, (base, count, made, index, left))
    return base if thinker.sure >= NEVER and chosen >= 0 else chosen


PARTS = (compare, pilot, race, settle)
"""What `think` calls, to be bound with it."""
