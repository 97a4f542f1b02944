"""The board's squares as sets: a word for each row, a bit for each square; and spreading step by step."""

from simkit.game import field, kernel, lowest_bit, record, separate_kernel

WIDTH, HEIGHT = 28, 20
SQUARES = WIDTH * HEIGHT

BOARD = record(field("rows", "by row y + 1: bit x for each square in the set", shape=HEIGHT + 2))
"""A set of squares.  Row y stands at ``y + 1``: the first and the last word are always empty."""

SIDES = 4
SIDE_X, SIDE_Y = (0, 1, 0, -1), (-1, 0, 1, 0)
"""The straight sides: north, east, south, west."""

CORNER_X, CORNER_Y = (1, 1, -1, -1), (-1, 1, 1, -1)
"""The diagonal sides: north-east, south-east, south-west, north-west."""


@kernel
def square_of(x, y):
    """Return the index of a square."""
    return WIDTH * int(y) + int(x)


@kernel
def is_on_board(x, y):
    """Return True for the coordinates of a square."""
    return 0 <= x < WIDTH and 0 <= y < HEIGHT


@kernel
def has(board, x, y):
    """Return True if a square is in a set."""
    return ((int(board.rows[y + 1]) >> int(x)) & 1) == 1


@kernel
def add(board, x, y):
    """Put a square into a set."""
    board.rows[y + 1] |= 1 << int(x)


@kernel
def remove(board, x, y):
    """Take a square out of a set."""
    board.rows[y + 1] &= ~(1 << int(x))


@kernel
def clear(board):
    """Empty a set."""
    for row in range(HEIGHT + 2):
        board.rows[row] = 0


@kernel
def is_empty(board):
    """Return True for a set without squares."""
    found = 0
    for row in range(1, HEIGHT + 1):
        found |= int(board.rows[row])
    return found == 0


@kernel
def meet(one, other):
    """Return True if two sets have a square in common."""
    found = 0
    for row in range(1, HEIGHT + 1):
        found |= int(one.rows[row]) & int(other.rows[row])
    return found != 0


@kernel
def first_common(one, other):
    """Return the lowest square that two sets have in common, or -1."""
    for row in range(1, HEIGHT + 1):
        found = int(one.rows[row]) & int(other.rows[row])
        if found != 0:
            return square_of(lowest_bit(found), row - 1)
    return -1


@separate_kernel
def spread(reach, start, water, stops, through):
    """Take one more step from a square: `reach` grows by the squares beside those already reached.

    Parameters
    ----------
    reach : record of BOARD
        The squares reached so far; empty before the first step.
    start : int
        The square moved from, which nothing blocks.
    water, stops : record of BOARD
        The squares that may be moved on, and those among them that can be reached but not passed.
    through : record of BOARD
        Room to work in.
    """
    for row in range(HEIGHT + 2):
        through.rows[row] = reach.rows[row] & ~stops.rows[row]
    through.rows[start // WIDTH + 1] |= 1 << (start % WIDTH)
    for row in range(1, HEIGHT + 1):
        here = int(through.rows[row])
        beside = here << 1 | here >> 1 | int(through.rows[row - 1]) | int(through.rows[row + 1])
        reach.rows[row] |= beside & int(water.rows[row])
