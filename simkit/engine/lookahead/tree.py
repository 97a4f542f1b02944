"""Tree search: play-outs also learn which of the moves after the first one are good.

A tree over what one seat sees, as in information-set Monte Carlo tree search with a single observer
(Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on Computational
Intelligence and AI in Games 4(2), 2012): a node stands for all states that look alike to the seat that
thinks; hidden cards and future random numbers are dealt anew for every play-out.

Learning and judging are kept apart.  An ordinary play-out makes no experiments: at each node it makes the
base's choice, or a move that has proved to be better there.  Such play-outs alone judge the moves at hand, in
`thinking.race`.  After some of them, the same play-out is played once more under the same chance with one of
its later decisions changed (`change`); the difference between the two outcomes says what the change is worth
at that node, and nothing else learns from it.
"""

from math import log, sqrt

import numpy as np

from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.made import BOUND_LATER
from simkit.compile.records import by_name
from simkit.engine.base.chance import begin, below
from simkit.engine.lookahead.candidates import lead_of

table_words = seat_words = move_words = BOUND_LATER  # a game's records as arrays of words

SURELY = 1.0
"""By how many standard errors a move must lead the base's choice before ordinary play-outs make it."""

EXPLORES = 1.0
"""How strongly moves that were seldom tried are preferred; outcomes spread by about 1 (`playouts.weigh`)."""

EVERY = 2
"""After every second comparison of the moves at hand, each play-out is played again with a change."""

AT_FIRST = 24
"""The first comparisons of a decision are all played again: what is learnt early counts in all later ones."""

PLENTY = 256
"""With fewer play-outs for each legal move there is no tree: all are needed to compare these moves."""

UNCHANGED = -1

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_ODD = np.uint64(0x9E3779B1)


@kernel
def joined(low, high):
    """Return the low halves of two sums as one key of 64 bits."""
    return (low & _LOW) | (high << _HALF)


@kernel
def summed(words, factors):
    """Return a hash of some words: the sum of each word times its factor (multilinear hashing).

    The two halves of the products are added separately, so that nothing overflows and the processor can work
    on many words at once.
    """
    low, high = np.uint64(0), np.uint64(0)
    for i in range(len(words)):
        product = np.uint64(words[i]) * np.uint64(factors[i])
        low += product & _LOW
        high += product >> _HALF
    return joined(low, high)


@separate_kernel
def mixed(table, seat, turn):
    """Return one key made of three."""
    low = (table & _LOW) * _ODD + (seat & _LOW)
    high = (table >> _HALF) * _ODD + (seat >> _HALF) + (low >> _HALF)
    return joined(low + np.uint64(turn), high)


def key_of(state, observer, factors):
    """Return the key of everything that a seat sees, including whose turn it is."""
    table = summed(by_name(state.table, table_words).words, factors)
    seat = summed(by_name(state.seats[observer], seat_words).words, factors)
    return mixed(table, seat, state.seat)


@kernel
def slot_of(key, nodes, slots):
    """Return the place of a key's node in the hash table, which is 0 if there is none."""
    last = np.uint64(len(slots) - 1)
    slot = np.int64((key ^ (key >> _HALF)) & last)
    while slots[slot] != 0 and nodes[slots[slot] - 1].key != key:
        slot = (slot + 1) & np.int64(last)
    return slot


def identity(move, tree):
    """Return the key of a move: of its kind and of the fields that moves of this kind have."""
    masks, factors = tree.masks, tree.factors
    words = by_name(move, move_words).words
    low, high = np.uint64(0), np.uint64(0)
    for i in range(len(words)):
        product = np.uint64(words[i] & masks[move.kind, i]) * np.uint64(factors[i])
        low += product & _LOW
        high += product >> _HALF
    return joined(low, high)


def find(moves, count, own, tree):
    """Return the index of a tried move among the legal moves, or -1."""
    if own.place < count and identity(moves[own.place], tree) == own.move:
        return own.place
    for i in range(count):
        if identity(moves[i], tree) == own.move:
            return i
    return -1


@separate_kernel
def clear(tree, searches, others):
    """Forget the previous decision."""
    slots, playout = tree.slots, tree.playout
    playout.searches = searches
    playout.others = others
    playout.explores = False
    playout.varies = False
    playout.explored = 0
    playout.nodes = 0
    playout.tried = 0
    if searches:
        slots[:] = 0


@kernel
def plan(tree, each):
    """Begin the tree of a decision with `each` play-outs per legal move, if they are enough."""
    playout = tree.playout
    playout.explores = playout.searches and each >= PLENTY


@kernel
def enter(tree, changes_at):
    """Begin a play-out whose decision at this depth of the tree is to be changed; UNCHANGED for none."""
    playout = tree.playout
    playout.inside = playout.explores
    playout.changes_at = changes_at
    playout.changed = UNCHANGED
    playout.depth = 0


@kernel
def explores_now(tree, index):
    """Return True if the play-out that was just played is to be played again with a change."""
    playout = tree.playout
    return playout.explores and playout.depth > 0 and (index < AT_FIRST or index % EVERY == 0)


@kernel
def depth_of_change(tree, own, index):
    """Return which decision to change, evenly among those that the last play-out made at nodes."""
    begin(own, index, 1)
    return below(own, tree.playout.depth)


def choose(state, moves, listed, observer, own, tree):
    """Return the index of the move that a play-out makes at a decision.

    `listed` is how many legal moves there are, and the index of the base's choice; `observer` the seat that
    thinks; `own` the stream of random numbers of its decision.
    """
    nodes, slots, playout = tree.nodes, tree.slots, tree.playout
    key = key_of(state, observer, tree.factors)
    slot = slot_of(key, nodes, slots)
    if slots[slot] != 0:
        playout.seat = state.seat
        return select(moves, listed, own, tree, slots[slot] - 1)
    playout.inside = False
    if playout.nodes < len(nodes):
        node = nodes[playout.nodes]
        node.key = key
        node.visits = 0
        node.first = 0
        playout.nodes += 1
        slots[slot] = playout.nodes
    return listed[1]


def select(moves, listed, own, tree, node):
    """Return the move that leads the base's choice surely and by most, or that choice; or change it."""
    playout, room = tree.playout, tree.tried
    count, choice = listed
    place, lead = choice, 0.0
    better = UNCHANGED
    number = tree.nodes[node].first
    while number > 0:
        tried = room[number - 1]
        tried.place = find(moves, count, tried, tree)
        if tried.place >= 0 and tried.place != choice:
            mean, error = lead_of(tried)
            if mean > SURELY * error and mean > lead:
                place, lead, better = tried.place, mean, number - 1
        number = tried.following
    depth = playout.depth
    playout.depth += 1
    if depth != playout.changes_at:
        return place
    playout.changed_by = playout.seat
    return change(moves, count, choice, own, tree, (node, better, lead))


def change(moves, count, choice, own, tree, found):
    """Return another move than a play-out usually makes at a node; note what its outcome will be credited to.

    Moves come into question one after the other, the more often the node is changed (progressive widening:
    Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go", 2007); among them those that promise
    most.  If that is the move usually made there, the base's choice is made and the move is tested again.
    `found` is the node, the tried move usually made there (UNCHANGED if it is the base's choice), its lead.
    """
    node, better, lead = found
    there, room, playout = tree.nodes[node], tree.tried, tree.playout
    there.visits += 1
    legal, best, most = 0, UNCHANGED, -np.inf
    number = there.first
    while number > 0:
        tried = room[number - 1]
        if tried.place >= 0 and tried.place != choice:
            legal += 1
            promise = tried.total / tried.playouts + EXPLORES * sqrt(log(there.visits) / tried.playouts)
            if promise > most:
                best, most = number - 1, promise
        number = tried.following
    if legal < count - 1 and legal * legal < there.visits and playout.tried < len(room):
        best = add(moves, untried(moves, count, choice, below(own, count), tree, there.first), tree, node)
    playout.changed = best
    playout.retests = best == better
    playout.lead = 0.0 if best == better else lead
    return choice if best == better else room[best].place


def add(moves, place, tree, node):
    """Return the number of a move that is tried at a node for the first time."""
    nodes, playout = tree.nodes, tree.playout
    own = tree.tried[playout.tried]
    own.move = identity(moves[place], tree)
    own.place = place
    own.playouts = 0
    own.total = 0.0
    own.squares = 0.0
    own.following = nodes[node].first
    playout.tried += 1
    nodes[node].first = playout.tried
    return playout.tried - 1


def untried(moves, count, choice, place, tree, first):
    """Return the first move, from `place` on, that is not the base's choice and was not tried at a node."""
    room = tree.tried
    for _ in range(count):
        key = identity(moves[place], tree)
        number = first
        while number > 0 and room[number - 1].move != key:
            number = room[number - 1].following
        if number == 0 and place != choice:
            return place
        place = (place + 1) % count
    return place


@separate_kernel
def credit(tally, tree):
    """Credit the change of the last play-out with the difference that it made to the seat that decided."""
    playout = tree.playout
    playout.explored += 1
    if playout.changed == UNCHANGED:
        return
    tried, reached = tree.tried[playout.changed], playout.reached
    difference = worth(tally, reached[1, playout.changed_by]) - worth(tally, reached[0, playout.changed_by])
    gain = -difference if playout.retests else playout.lead + difference
    tried.playouts += 1
    tried.total += gain
    tried.squares += gain * gain


@kernel
def worth(tally, reached):
    """Return the worth of an outcome: the weighted sum of its goals."""
    weights = tally.weights
    return (
        weights[0] * reached[0] + weights[1] * reached[1] + weights[2] * reached[2] + weights[3] * reached[3]
    )
