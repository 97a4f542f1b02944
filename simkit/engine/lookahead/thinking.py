"""Look-ahead: a player tries each legal move by play-outs before it chooses.

Compiled once per game, with the game's functions bound to the open names (`Game.thinking_loop`).  A decision
begins with the choice of the *base*, an ordinary strategy.  Every other move is compared with that choice
again and again: everything that the seat can't see, and all random numbers to come, are dealt anew; the move
is made; and the base plays the game to its end.  Both moves get the same random numbers, so that the
difference between the outcomes is due to the move.  Moves that fall behind are dropped (sequential halving:
Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013).  The base's choice
is replaced only by a move that leads by more than chance explains.  If the player uses a tree, play-outs go
through the tree first, and the base plays on from where it ends (`tree`).
"""

import numpy as np

from simkit.compile.bind import BOUND_LATER
from simkit.compile.kernel import separate_kernel
from simkit.engine.base.chance import open_stream
from simkit.engine.lookahead.arms import BATCH, PILOT, best_of, drop_hopeless, halve, is_clear, lead_of
from simkit.engine.lookahead.playouts import learn
from simkit.engine.lookahead.tree import clear, plan, worth

deal = try_move = weigh = BOUND_LATER  # of `playouts`, bound to a game's functions

THOUGHT_STREAM = 64
"""The first stream of look-ahead's random numbers; each decision of each seat has a stream of its own."""

NEVER = 100.0
"""From this value of `sure` on, the base's choice is never replaced, however clear the lead."""

FEWEST = 6
"""With fewer play-outs per legal move the base decides, and the play-outs are saved for later decisions."""


@separate_kernel
def forget_game(desk):
    """Forget the previous game."""
    book = desk.book
    book.purse[:] = 0
    book.seen = 0
    book.means[:] = 0.0
    book.squares[:] = 0.0


def compare(state, moves, rules, team, desk, place):
    """Try the base's choice and all moves still in the race, under the same chance; return 0 or an error."""
    base, count, made, index = place
    arms, book, found = desk.arms, desk.book, desk.found
    deal(state, index, team[2], desk)
    failed = try_move(moves[base], index, rules, team, desk, made)
    if failed:
        return failed
    found[1, :] = found[0, :]
    learn(book, found[0])
    if count == 0:  # only the base's choice was wanted, to learn how far outcomes spread
        return 0
    arms[base].playouts += 1
    book.value += found[1, 0]
    of_base = worth(book, found[1])
    for option in range(count):
        arm = arms[option]
        if arm.alive and option != base:
            failed = try_move(moves[option], index, rules, team, desk, made)
            if failed:
                return failed
            difference = worth(book, found[0]) - of_base
            arm.playouts += 1
            arm.total += difference
            arm.squares += difference * difference
            arm.gain += found[0, 0] - found[1, 0]
    return 0


def think(state, moves, rules, team, desk, numbers):
    """Return the index of the move to make; a negated error code of the play loop if something failed.

    Parameters
    ----------
    state : record
        The game's state; only what the seat to act can see has an influence.
    moves : record array
        The legal moves.
    rules : record
        The rules.
    team : (choosers, parameters)
        The strategies.  The second half are those that each player imagines the others to play.
    desk : Desk
        Memory for look-ahead (`desk.new_desk`).
    numbers : (seed, game, player, count, made, base)
        The seed and the game's number, the player who thinks, the number of legal moves, the number of moves
        made, and the base's choice.
    """
    seed, number, player, count, made, base = numbers
    choosers, parameters = team
    chances, arms, book, seated = desk.chances, desk.arms, desk.book, desk.seated
    seats = len(seated)
    seat = state.seat
    thinker = desk.thinkers[player]
    for other in range(seats):
        seated[other] = len(choosers) // 2 + player
    seated[seat] = player
    full = (choosers, parameters, np.int64(seat))
    clear(desk.arena, thinker.searches, thinker.others)
    open_stream(chances[seats], seed, number, THOUGHT_STREAM + 8 * made + seat)
    for option in range(count):
        arm = arms[option]
        arm.playouts = 0
        arm.total = 0.0
        arm.squares = 0.0
        arm.gain = 0.0
        arm.alive = True
    book.value = 0.0
    book.purse[seat] += thinker.playouts
    before = book.playouts
    chosen = base
    purse = book.purse[seat]
    if purse >= FEWEST * count + PILOT:
        chosen = race(
            state,
            moves,
            rules,
            full,
            desk,
            (base, count, made, purse, thinker.playouts, thinker.sure),
        )
        book.purse[seat] -= book.playouts - before
        desk.arena.walker.explores = False
    desk.cursor.seat = seat
    return chosen


def race(state, moves, rules, team, desk, place):
    """Return the winner of sequential halving if its lead is clear, else the base's choice."""
    base, count, made, purse, playouts, sure = place
    arms, book, walker = desk.arms, desk.book, desk.arena.walker
    before = book.playouts
    index = 0
    if book.seen < PILOT:
        for _ in range(PILOT):
            failed = compare(state, moves, rules, team, desk, (base, 0, made, index))
            index += 1
            if failed:
                return -failed
    weigh(book)
    main = min(purse, max(playouts, FEWEST * count + PILOT)) - (book.playouts - before)
    plan(desk.arena, main // count)
    left = count - 1
    rounds = 1
    while (1 << (rounds - 1)) < left:
        rounds += 1
    spent = book.playouts
    for _ in range(rounds):
        each = max(1, main // rounds // (left + 1))
        explored, trial = walker.explored, 0
        while trial + (walker.explored - explored) // (left + 1) < each:
            failed = compare(state, moves, rules, team, desk, (base, count, made, index))
            index += 1
            if failed:
                return -failed
            trial += 1
            if trial % BATCH == 0:
                left = drop_hopeless(arms, base, count)
                if left == 0:
                    return base
        left = drop_hopeless(arms, base, count)
        if left == 0:
            return base
        if left > 1:
            left = halve(arms, base, count, left)
    best = best_of(arms, base, count)
    # Saved play-outs are spent on decisions that are not clear.
    limit = spent + main + (purse - main) // 2
    while not is_clear(arms[best], sure) and book.playouts + 2 * BATCH < limit:
        for option in range(count):
            arms[option].alive = option == best
        for _ in range(BATCH):
            failed = compare(state, moves, rules, team, desk, (base, count, made, index))
            index += 1
            if failed:
                return -failed
    mean, error = lead_of(arms[best])
    return best if sure < NEVER and arms[best].playouts >= PILOT // 2 and mean > sure * error else base
