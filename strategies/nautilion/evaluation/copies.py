"""What still lies ahead: how many copies of each kind, how many tokens, and what is missing."""

from simkit.game import bit_count, kernel
from simkit.games.nautilion.rules.path import before, beyond
from simkit.games.nautilion.state import ALL_MAGES, FULL_CREW, MAGE_A, MOST_PLACES

COPIES_BITS = 4
COPIES_MASK = 15


@kernel
def copies(packed, number):
    """Return the number of copies of a kind in `packed` (see `copies_ahead`)."""
    return (packed >> (COPIES_BITS * int(number))) & COPIES_MASK


@kernel
def one_copy(number):
    """Return the packed count of one copy of a kind."""
    return 1 << (COPIES_BITS * int(number))


@kernel
def copies_ahead(table):
    """Return the copies of each kind ahead of the Nautilion, counted and packed, four bits per kind."""
    packed = 0
    for place in range(MOST_PLACES + 2):  # all of them, side by side
        kind = int(table.path[place])
        packed += one_copy(kind) if (place > table.nautilion) & (kind != 0) else 0
    return packed


@kernel
def tokens_between(table, low, high):
    """Return the number of places with tokens between two places, both not counted."""
    return bit_count(table.occupied & beyond(low) & before(high))


@kernel
def ways_left(table):
    """Return the number of tokens ahead of the Nautilion, and of those between the Isles and the Phantom."""
    own = bit_count(table.occupied & beyond(table.nautilion))
    return own, bit_count(table.occupied & before(table.phantom))


@kernel
def between_figures(table, ways):
    """Return the number of tokens between the figures, as long as they have not passed each other."""
    own, phantoms = ways
    return own + phantoms - bit_count(table.occupied)  # both ways count these


@kernel
def needed_kinds(table, rules):
    """Return the kinds that victory asks for and that are not aboard yet: bit `kind` for each."""
    needed = (FULL_CREW & ~table.crew) << 1
    if rules.mages != 0:
        needed |= (ALL_MAGES & ~table.cabin_mages) << MAGE_A
    return needed


@kernel
def is_needed(table, rules, kind):
    """Return True for a token that victory asks for and that is not aboard yet."""
    return ((needed_kinds(table, rules) >> kind) & 1) != 0


@kernel
def nothing_is_missing(table, rules):
    """Return True if reaching the Abyss would win, Heroic cards not counted."""
    return table.crew == FULL_CREW and (rules.mages == 0 or table.cabin_mages == ALL_MAGES)
