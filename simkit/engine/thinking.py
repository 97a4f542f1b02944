"""Look-ahead: a player tries each legal move by play-outs before it chooses.

Compiled once per game, with the game's functions under the names that are left to be bound
(`Game.thinking_loop`).  A decision begins with the choice of the *base*, an ordinary strategy.  Every other
move is compared with that one, again and again: all that the seat can't see and all that chance will bring is
dealt anew, the move is made, and the base plays the game to its end.  Both moves meet the same chance, so
that what differs between them is the move's doing.  Who falls behind is dropped (sequential halving: Karnin,
Koren and Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013), and the base's choice is
left only for a move that leads by more than chance explains.  Where the player has a tree, play-outs go
through it first, and the base plays from where it ends (`tree`).
"""

import numpy as np

from simkit.compile.bind import BOUND_LATER
from simkit.compile.kernel import separate_kernel
from simkit.engine.arms import BATCH, PILOT, best_of, drop_hopeless, halve, is_clear, lead_of
from simkit.engine.chance import open_stream
from simkit.engine.playouts import learn
from simkit.engine.tree import clear, plan, worth

deal = try_move = weigh = BOUND_LATER  # of `playouts`, with a game's functions inside

THOUGHT_STREAM = 64
"""Streams of chance from this number on are those of look-ahead, one for each decision and seat."""

NEVER = 100.0
"""If it has to be so sure, the base's choice is never left, however certain the lead."""

FEWEST = 6
"""Play-outs for each legal move without which a decision is left to the base, and its share saved."""


@separate_kernel
def forget_game(desk):
    """Forget the game before."""
    book = desk.book
    book.purse[:] = 0
    book.seen = 0
    book.means[:] = 0.0
    book.squares[:] = 0.0


def compare(state, moves, rules, team, desk, place):
    """Try the base's choice and all moves that are alive, under the same chance; return 0 or what failed."""
    base, count, made, index = place
    arms, book, found = desk.arms, desk.book, desk.found
    deal(state, index, team[2], desk)
    failed = try_move(moves[base], index, rules, team, desk, made)
    if failed:
        return failed
    found[1, :] = found[0, :]
    learn(book, found[0])
    if count == 0:  # the pilot
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
    """Return the index of the move to make; a negative number if something failed.

    Parameters
    ----------
    state : record
        The game, of which only what the seat to act sees counts.
    moves : record array
        The legal moves.
    rules : record
        The rules.
    team : (choosers, parameters)
        The strategies; the second half are those by which each player imagines the others.
    desk : Desk
        Room to work in (`desk.new_desk`).
    numbers : (seed, game, player, count, made, base)
        Of the game; who thinks; how many moves are legal, and were made; what the base chooses.
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
    desk.cursor.seat = seat
    return chosen


def race(state, moves, rules, team, desk, place):
    """Return the move that wins sequential halving, if it leads the base's choice for sure; else that one."""
    base, count, made, purse, playouts, sure = place
    arms, book = desk.arms, desk.book
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
        for trial in range(each):
            failed = compare(state, moves, rules, team, desk, (base, count, made, index))
            index += 1
            if failed:
                return -failed
            if trial % BATCH == BATCH - 1:
                left = drop_hopeless(arms, base, count)
                if left == 0:
                    return base
        left = drop_hopeless(arms, base, count)
        if left == 0:
            return base
        if left > 1:
            left = halve(arms, base, count, left)
    best = best_of(arms, base, count)
    # What is saved is spent where it is not clear.
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
