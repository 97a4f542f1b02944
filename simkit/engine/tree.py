"""Tree search: what play-outs found out about the moves after the first makes those moves better, too.

Information-set Monte Carlo tree search with a single observer (Cowling, Powley and Whitehouse, "Information
Set Monte Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in Games 4(2), 2012).  A
node stands for all states that look alike to the seat that thinks: what is hidden and what is to come are
dealt anew for every play-out, what was seen is the same.  At a node the base's choice is tried first, then
ever more of the other moves (progressive widening: Coulom, "Computing Elo Ratings of Move Patterns in the
Game of Go", 2007), the better ones more often; how often a move was legal at all counts too, for hands are
dealt anew.  The first decision is made as without a tree, by `thinking.race`.
"""

from math import log, sqrt

import numpy as np

from simkit.compile.bind import BOUND_LATER
from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.layout import by_name
from simkit.engine.arms import PILOT
from simkit.engine.chance import begin, below

table_words = seat_words = move_words = BOUND_LATER  # layouts of nothing but words, of a game's records

ASK_BASE = -1
"""What `choose` returns if the base is to choose."""

EXPLORES = 1.0
"""How much a move gains that was tried seldom; outcomes spread by about 1 (`playouts.weigh`)."""

LATE = 10
"""A second move is tried at a node from four times so many visits on, a third from nine times, and so on.

Late, a decision with few play-outs compares its moves as without a tree, where all else is the same for all
of them.  With more than `PLENTY` play-outs for each move it is done from the fourth visit on, or a move that
is good only if it is followed up would be given up before that is known.
"""

PLENTY = 64

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_ODD = np.uint64(0x9E3779B1)


@kernel
def joined(low, high):
    """Return two sums as one key of 64 bits."""
    return (low & _LOW) | (high << _HALF)


@kernel
def summed(words, factors):
    """Return a key of some words: the sum of their products with a factor each (multilinear hashing).

    The halves of the products are added apart: nothing overflows, and it is done side by side in registers.
    """
    low, high = np.uint64(0), np.uint64(0)
    for i in range(len(words)):
        product = np.uint64(words[i]) * np.uint64(factors[i])
        low += product & _LOW
        high += product >> _HALF
    return joined(low, high)


@separate_kernel
def mixed(table, seat, turn):
    """Return one key of three."""
    low = (table & _LOW) * _ODD + (seat & _LOW)
    high = (table >> _HALF) * _ODD + (seat >> _HALF) + (low >> _HALF)
    return joined(low + np.uint64(turn), high)


def key_of(state, observer, factors):
    """Return a key of all that a seat sees, and of whose turn it is."""
    table = summed(by_name(state.table, table_words).words, factors)
    seat = summed(by_name(state.seats[observer], seat_words).words, factors)
    return mixed(table, seat, state.seat)


def identity(move, arena):
    """Return a key of a move: its kind, and the fields that moves of this kind have."""
    masks, factors = arena.masks, arena.factors
    words = by_name(move, move_words).words
    low, high = np.uint64(0), np.uint64(0)
    for i in range(len(words)):
        product = np.uint64(words[i] & masks[move.kind, i]) * np.uint64(factors[i])
        low += product & _LOW
        high += product >> _HALF
    return joined(low, high)


def find(moves, count, own, arena):
    """Return where a move that was tried stands in the list of legal moves, or -1."""
    if own.place < count and identity(moves[own.place], arena) == own.move:
        return own.place
    for i in range(count):
        if identity(moves[i], arena) == own.move:
            return np.int64(i)
    return np.int64(-1)


@separate_kernel
def clear(arena, searches, others):
    """Forget the decision before."""
    slots, walker = arena.slots, arena.walker
    walker.searches = searches
    walker.others = others
    walker.nodes = 0
    walker.tried = 0
    if searches:
        slots[:] = 0


@kernel
def plan(arena, each):
    """Choose how soon nodes widen in a decision that has `each` play-outs for each legal move."""
    arena.walker.widens = 1 if each >= PLENTY else LATE


@kernel
def enter(arena, book, own, index):
    """Begin a play-out; `own` is the stream of chance of the decision.

    Before what outcomes are worth is known in this game there is nothing that a tree could learn.
    """
    walker = arena.walker
    walker.inside = walker.searches and book.seen >= PILOT
    walker.waits = -1
    walker.depth = 0
    begin(own, index, 1)


@kernel
def step(arena, node, tried, seat):
    """Note a decision of the tree."""
    path, walker = arena.path, arena.walker
    own = path[walker.depth]
    own.node = node
    own.tried = tried
    own.seat = seat
    walker.depth += 1
    if walker.depth == len(path):
        walker.inside = False


def take(arena, node, move, place, seat):
    """Try a move for the first time at a node, where the tree ends for this play-out."""
    nodes, room, walker = arena.nodes, arena.tried, arena.walker
    own = room[walker.tried]
    own.move = identity(move, arena)
    own.place = place
    own.visits = 0
    own.available = 1
    own.total = 0.0
    own.following = nodes[node].first
    nodes[node].first = walker.tried + 1
    walker.inside = False
    walker.waits = -1
    step(arena, node, walker.tried, seat)
    walker.tried += 1


def choose(state, moves, count, observer, own, arena):
    """Return the index of the move that the tree tries, or ASK_BASE.

    Parameters
    ----------
    state : record
        A state dealt for this play-out.
    moves, count
        Its legal moves.
    observer : int
        The seat that thinks.
    own : record of CHANCE
        The stream of the decision that is thought about.
    arena : Arena
        Where tree search works.
    """
    nodes, slots, walker = arena.nodes, arena.slots, arena.walker
    key = key_of(state, observer, arena.factors)
    last = np.uint64(len(slots) - 1)
    slot = np.int64((key ^ (key >> _HALF)) & last)
    while slots[slot] != 0 and nodes[slots[slot] - 1].key != key:
        slot = (slot + 1) & np.int64(last)
    if slots[slot] != 0:
        return select(state.seat, moves, count, own, arena, slots[slot] - 1)
    walker.inside = False
    if walker.nodes < len(nodes) and walker.tried < len(arena.tried):
        node = nodes[walker.nodes]
        node.key = key
        node.visits = 0
        node.first = 0
        walker.waits = walker.nodes
        walker.nodes += 1
        slots[slot] = walker.nodes
    return np.int64(ASK_BASE)


def select(seat, moves, count, own, arena, node):
    """Return the index of the move that the tree tries at a node, or ASK_BASE."""
    nodes, room, walker = arena.nodes, arena.tried, arena.walker
    there = nodes[node]
    legal, best, place, most = 0, -1, -1, -np.inf
    number = there.first
    while number > 0:
        tried = room[number - 1]
        found = find(moves, count, tried, arena)
        if found >= 0:
            legal += 1
            tried.available += 1
            tried.place = found
            promise = tried.total / tried.visits + EXPLORES * sqrt(log(tried.available) / tried.visits)
            if promise > most:
                best, place, most = number - 1, found, promise
        number = tried.following
    if best < 0:
        walker.inside = False
        walker.waits = node if walker.tried < len(room) else -1
        return np.int64(ASK_BASE)
    if legal < count and walker.widens * (legal + 1) ** 2 <= there.visits + 1 and walker.tried < len(room):
        place = untried(moves, count, below(own, count), arena, there.first)
        take(arena, node, moves[place], place, seat)
        return np.int64(place)
    step(arena, node, best, seat)
    return np.int64(place)


def untried(moves, count, place, arena, first):
    """Return the index of a move that was not tried at a node: the first one from `place` on."""
    room = arena.tried
    for _ in range(count):
        key = identity(moves[place], arena)
        number = first
        while number > 0 and room[number - 1].move != key:
            number = room[number - 1].following
        if number == 0:
            return place
        place = (place + 1) % count
    return place


@separate_kernel
def back_up(book, arena):
    """Tell the decisions of a play-out what it came to, each for the seat that made it."""
    nodes, room, path, walker = arena.nodes, arena.tried, arena.path, arena.walker
    for depth in range(walker.depth):
        own = path[depth]
        tried = room[own.tried]
        tried.visits += 1
        tried.total += worth(book, walker.reached[own.seat])
        nodes[own.node].visits += 1


@kernel
def worth(book, reached):
    """Return what an outcome is worth."""
    weights = book.weights
    return (
        weights[0] * reached[0] + weights[1] * reached[1] + weights[2] * reached[2] + weights[3] * reached[3]
    )
