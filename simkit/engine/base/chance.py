"""Chance: counter-based random numbers, so that the n-th game is always the same game.

Every draw is a pure function of *who asks for what, when*: the seed, the game's number, the stream (the
game's own, or that of one seat's strategy), the purpose (the dice, the shuffle of the path ...), the turn,
and how many words were drawn for that purpose in that turn.  The dice of turn 7 are therefore the same under
two rule variants and under two strategies (common random numbers).

The generator is Philox 4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as
1, 2, 3", SC11).  Its key is (seed, game); its counter is (block, turn, purpose, stream).  Different streams
differ in the counter and so never overlap: what a strategy draws can't change what the game draws.
"""

import numpy as np

from simkit.compile.kernel import kernel, separate_kernel

LANES = 16
"""Blocks computed at once; in vector registers, many cost little more than one."""

BLOCKS_AHEAD = 2
TURNS_AHEAD = LANES // BLOCKS_AHEAD
"""The first blocks of this turn and of the next ones are computed together."""

CHANCE = np.dtype(
    [
        ("key", np.uint32, (2,)),  # seed, game
        ("counter", np.uint32, (4,)),  # next block, turn, purpose, stream
        ("words", np.uint32, (4 * LANES,)),  # block after block
        ("used", np.int32),  # the place of the next word
        ("limit", np.int32),  # the place at which they must be computed anew
        ("ahead_turn", np.int32),  # the first turn whose blocks are in `words`, or NO_TURN
        ("ahead_purpose", np.int32),
        ("anew", np.uint32),  # bit p is set for purposes, p modulo 32, whose draws come from another game
        ("shift", np.uint32),  # how much higher the number of that game is
    ],
    align=True,
)
"""A stream of random numbers: its position, and the blocks of four 32-bit words that it draws from.

`anew` and `shift` are no part of the position: they are zero unless a question sets them before the game, in
order to draw some purposes anew while all others stay.
"""

PURPOSES = 32
"""How many purposes have a bit of their own in `anew`."""

ALL_PURPOSES = (1 << PURPOSES) - 1
"""The value of `anew` for all purposes."""

NO_TURN = -1_000_000
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
def _game_for(chance, purpose):
    """Return the number of the game from which the draws for a purpose come."""
    is_anew = (np.uint64(chance.anew) >> (np.uint64(purpose) & np.uint64(31))) & np.uint64(1)
    return (np.uint64(chance.key[1]) + is_anew * np.uint64(chance.shift)) & _LOW


@kernel
def open_stream(chance, seed, game, stream):
    """Set `chance` to the beginning of one game's stream."""
    chance.key[0] = seed
    chance.key[1] = game
    chance.counter[3] = stream
    chance.ahead_turn = NO_TURN
    begin(chance, 0, 0)


@kernel
def draw_anew(chance, other):
    """Give a stream a new key, drawn from the stream `other`, and keep its position."""
    chance.key[0] = word(other)
    chance.key[1] = word(other)
    chance.ahead_turn = NO_TURN
    begin(chance, chance.counter[2], chance.counter[1])


@kernel
def begin(chance, purpose, turn):
    """Go to the beginning of the draws for `purpose` in `turn`.

    Turns are counted from 1; turn 0 is for draws that are made once, such as those of the set-up.

    Parameters
    ----------
    chance : record
        A stream of chance: ``state.chance`` in the rules, `chance` in a strategy and in `conceal`.
    purpose : int
        What is drawn, a number of the game's own (`Game.purposes`).
    turn : int
        The turn, or whatever else numbers the draws.
    """
    ahead = turn - chance.ahead_turn
    if 0 <= ahead < TURNS_AHEAD and purpose == chance.ahead_purpose:
        chance.counter[0] = BLOCKS_AHEAD
        chance.used = 4 * BLOCKS_AHEAD * ahead
        chance.limit = chance.used + 4 * BLOCKS_AHEAD
    else:
        chance.counter[0] = 0
        chance.used = 0
        chance.limit = 0
    chance.counter[1] = turn
    chance.counter[2] = purpose


@kernel
def word(chance):
    """Draw 32 random bits, as an unsigned 64-bit number."""
    if chance.used == chance.limit:
        _refill(chance)
    place = np.uint64(chance.used)  # an index with a sign would be looked at for being negative
    chance.used += 1
    return np.uint64(chance.words[place])


@separate_kernel
def _refill(chance):
    """Compute the next blocks; at the beginning of a turn, also those of the next turns."""
    counter = chance.counter
    if counter[0] == 0 and counter[1] > 0:
        _compute(chance, BLOCKS_AHEAD - 1, 1)  # two blocks of each of eight turns
        chance.ahead_turn = counter[1]
        chance.ahead_purpose = counter[2]
        chance.limit = 4 * BLOCKS_AHEAD
        counter[0] = BLOCKS_AHEAD
    else:
        _compute(chance, LANES - 1, 4)  # sixteen blocks of one turn
        chance.ahead_turn = NO_TURN
        chance.limit = 4 * LANES
        counter[0] += np.uint32(LANES)
    chance.used = 0


@kernel
def _compute(chance, block_bits, turn_shift):
    """Fill `words`: lane l receives block ``+ (l & block_bits)`` of turn ``+ (l >> turn_shift)``."""
    words, counter = chance.words, chance.counter
    block, turn, purpose, stream = counter[0], counter[1], counter[2], counter[3]
    seed, game = chance.key[0], _game_for(chance, purpose)
    for lane in range(LANES):
        x0, x1, x2, x3 = philox(
            block + np.uint32(lane & block_bits),
            turn + np.uint32(lane >> turn_shift),
            purpose,
            stream,
            seed,
            game,
        )
        words[4 * lane] = x0
        words[4 * lane + 1] = x1
        words[4 * lane + 2] = x2
        words[4 * lane + 3] = x3


@kernel
def below(chance, n):
    """Draw a whole number from 0 to n - 1, each exactly equally likely (1 <= n < 2**32).

    Lemire, "Fast random integer generation in an interval", ACM TOMACS 29(1), 2019.

    Parameters
    ----------
    chance : record
        A stream of chance: ``state.chance`` in the rules, `chance` in a strategy and in `conceal`.
    n : int
        How many numbers there are.

    Returns
    -------
    int
        0 to n - 1.
    """
    bound = np.uint64(n)
    product = word(chance) * bound
    if (product & _LOW) < bound:
        product = _redraw_unfair(chance, product, bound)
    return np.int64(product >> _HALF)


@separate_kernel
def _redraw_unfair(chance, product, bound):
    """Draw again while the product is one that would favour some numbers."""
    unfair = ((_LOW - bound) + np.uint64(1)) % bound
    while (product & _LOW) < unfair:
        product = word(chance) * bound
    return product


@kernel
def die(chance, faces, count):
    """Roll a die whose `count` faces are listed in `faces`; return the face.

    Parameters
    ----------
    chance : record
        A stream of chance: ``state.chance`` in the rules, `chance` in a strategy and in `conceal`.
    faces : array of int
    count : int
        How many faces there are.

    Returns
    -------
    int
        A face.
    """
    return np.int64(faces[below(chance, count)])


@kernel
def die_apart(chance, purpose, turn, faces, count):
    """Roll a die that is the only draw for its purpose in this turn; gives the same as `begin` and `die`.

    It keeps the blocks that were computed ahead.  Code that then draws for another purpose calls `begin`.
    """
    return np.int64(faces[np.uint64(below_apart(chance, purpose, turn, count))])


@kernel
def below_apart(chance, purpose, turn, n):
    """Draw the only number for its purpose in this turn; gives the same as `begin` and `below`."""
    bound = np.uint64(n)
    game = _game_for(chance, purpose)
    first, _, _, _ = philox(0, turn, purpose, chance.counter[3], chance.key[0], game)
    product = first * bound
    if (product & _LOW) < bound:  # may have to be drawn again
        begin(chance, purpose, turn)
        return below(chance, n)
    return np.int64(product >> _HALF)


@kernel
def coin(chance):
    """Return True or False, equally likely.

    Parameters
    ----------
    chance : record
        A stream of chance: ``state.chance`` in the rules, `chance` in a strategy and in `conceal`.
    """
    return (word(chance) & np.uint64(1)) == np.uint64(1)


@kernel
def uniform(chance):
    """Draw a number from [0, 1): a multiple of 2**-32.

    Parameters
    ----------
    chance : record
        A stream of chance: ``state.chance`` in the rules, `chance` in a strategy and in `conceal`.
    """
    return np.float64(word(chance)) * 2.0**-32


@separate_kernel
def shuffle(chance, items, first, last):
    """Shuffle ``items[first:last]``; each order is equally likely (Fisher and Yates).

    Parameters
    ----------
    chance : record
        A stream of chance: ``state.chance`` in the rules, `chance` in a strategy and in `conceal`.
    items : array
    first, last : int
        The first item that is shuffled, and the one after the last.
    """
    for i in range(last - 1, first, -1):
        place, other = np.uint64(i), np.uint64(first + below(chance, i - first + 1))
        items[place], items[other] = items[other], items[place]


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
