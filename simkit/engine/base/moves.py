"""Functions with which a strategy finds a move in a list."""

from simkit.compile.kernel import kernel

NOT_FOUND = -1
"""What the functions below return if no move matches."""


@kernel
def find_kind(moves, count, kind):
    """Return the index of the first move of a kind, or NOT_FOUND.

    Parameters
    ----------
    moves, count
        The legal moves, and how many there are.
    kind : int
        The number of the kind.
    """
    for i in range(count):
        if moves[i].kind == kind:
            return i
    return NOT_FOUND


@kernel
def find_move(moves, count, kind, field, value):
    """Return the index of the first move of a kind whose field has a value, or NOT_FOUND.

    Parameters
    ----------
    moves, count
        The legal moves, and how many there are.
    kind : int
        The number of the kind.
    field : str
        The field's name, written out where this is called: ``find_move(moves, count, ENTER, "column", 2)``.
    value : int
        The value that is looked for.
    """
    for i in range(count):
        if moves[i].kind == kind and moves[i][field] == value:
            return i
    return NOT_FOUND
