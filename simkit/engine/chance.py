"""Chance: counter-based random numbers, so that the n-th game is always the same game.

Every draw is a pure function of *who asks for what, when*: the seed, the game's number, the stream (the
game's own, or one seat's strategy), the purpose (the dice, the shuffle of the path ...), the turn and
how many words were drawn for that purpose in that turn.  The dice of turn 7 are therefore the same dice
in two rule variants and under two strategies: common random numbers.

The generator is Philox 4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as
1, 2, 3", SC11).  Its key is (seed, game); its counter is (block, turn, purpose, stream).  Different streams
differ in the counter and thus never meet: what a strategy draws can't shift what the game draws.
"""

import numpy as np

from simkit.engine.kernel import kernel

CHANCE = np.dtype(
    [("key", np.uint32, (2,)), ("counter", np.uint32, (4,)), ("words", np.uint32, (4,)), ("used", np.int32)],
    align=True,
)
"""One stream of chance: where it stands, and the block of four 32-bit words that it is drawing from."""

WORDS_PER_BLOCK = 4
GAME_STREAM = 0
SEATS_STREAM = 1
"""Stream of seat 0's strategy; seat s has stream ``SEATS_STREAM + s``."""

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_MULTIPLIER_0 = np.uint64(0xD2511F53)
_MULTIPLIER_1 = np.uint64(0xCD9E8D57)
_WEYL_0 = np.uint64(0x9E3779B9)
_WEYL_1 = np.uint64(0xBB67AE85)
_ROUNDS = 10


@kernel
def philox(counter_0, counter_1, counter_2, counter_3, key_0, key_1):
    """Return the four 32-bit words of one Philox 4x32-10 block (as unsigned 64-bit numbers)."""
    x0 = np.uint64(counter_0)
    x1 = np.uint64(counter_1)
    x2 = np.uint64(counter_2)
    x3 = np.uint64(counter_3)
    k0 = np.uint64(key_0)
    k1 = np.uint64(key_1)
    for _ in range(_ROUNDS):
        product_0 = _MULTIPLIER_0 * x0
        product_1 = _MULTIPLIER_1 * x2
        x0 = (product_1 >> _HALF) ^ x1 ^ k0
        x1 = product_1 & _LOW
        x2 = (product_0 >> _HALF) ^ x3 ^ k1
        x3 = product_0 & _LOW
        k0 = (k0 + _WEYL_0) & _LOW
        k1 = (k1 + _WEYL_1) & _LOW
    return x0, x1, x2, x3


@kernel
def open_stream(chance, seed, game, stream):
    """Set `chance` to the beginning of a stream of one game."""
    chance.key[0] = seed
    chance.key[1] = game
    chance.counter[3] = stream
    begin(chance, 0, 0)


@kernel
def begin(chance, purpose, turn):
    """Turn to what is drawn for `purpose` in `turn`; the first word of it comes next."""
    chance.counter[0] = 0
    chance.counter[1] = turn
    chance.counter[2] = purpose
    chance.used = WORDS_PER_BLOCK


@kernel
def word(chance):
    """Draw 32 random bits, as an unsigned 64-bit number."""
    if chance.used == WORDS_PER_BLOCK:
        counter = chance.counter
        words = chance.words
        words[0], words[1], words[2], words[3] = philox(
            counter[0], counter[1], counter[2], counter[3], chance.key[0], chance.key[1]
        )
        counter[0] += np.uint32(1)
        chance.used = 0
    drawn = np.uint64(chance.words[chance.used])
    chance.used += 1
    return drawn


@kernel
def below(chance, n):
    """Draw a whole number from 0 to n - 1, all exactly equally likely (1 <= n < 2**32).

    Lemire, "Fast random integer generation in an interval", ACM TOMACS 29(1), 2019.
    """
    bound = np.uint64(n)
    product = word(chance) * bound
    if (product & _LOW) < bound:
        product = _redraw_unfair(chance, product, bound)
    return np.int64(product >> _HALF)


@kernel
def _redraw_unfair(chance, product, bound):
    """Draw again while the product is one of those that would favour some numbers."""
    unfair = ((_LOW - bound) + np.uint64(1)) % bound
    while (product & _LOW) < unfair:
        product = word(chance) * bound
    return product


@kernel
def die(chance, faces, count):
    """Roll a die whose `count` faces are listed in `faces`; return the face."""
    return np.int64(faces[below(chance, count)])


@kernel
def coin(chance):
    """Return True or False, equally likely."""
    return (word(chance) & np.uint64(1)) == np.uint64(1)


@kernel
def uniform(chance):
    """Draw a number from [0, 1), a multiple of 2**-32."""
    return np.float64(word(chance)) * 2.0**-32


@kernel
def shuffle(chance, items, first, last):
    """Put ``items[first:last]`` in an order drawn uniformly (Fisher and Yates)."""
    for i in range(last - 1, first, -1):
        j = first + below(chance, i - first + 1)
        items[i], items[j] = items[j], items[i]


@kernel
def draw_from_bag(chance, counts, total):
    """Draw one thing from a bag and take it out.

    `counts` holds how many of each kind the bag holds, `total` their sum (at least 1); the kind drawn is
    returned and its count lowered by one.
    """
    left = below(chance, total)
    kind = 0
    while left >= counts[kind]:
        left -= counts[kind]
        kind += 1
    counts[kind] -= 1
    return kind
