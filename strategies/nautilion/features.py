"""What strategies look at: which tokens can be reached, what fits, how many copies are left ahead."""

from simkit.engine.bits import bit_count, highest_bit, lowest_bit
from simkit.engine.kernel import kernel
from simkit.games.nautilion.board import free_to_leave, numbers_open, spaces_held
from simkit.games.nautilion.cabin import cabin_open, partners_ready
from simkit.games.nautilion.darkhouse import discard_faces
from simkit.games.nautilion.darkhouse_cards import BACKWARDS, PLAY_TWICE
from simkit.games.nautilion.mercenaries import collision_to_come
from simkit.games.nautilion.nautilion import end_at_abyss, place_reached
from simkit.games.nautilion.path import before, beyond
from simkit.games.nautilion.state import (
    DARKHOUSE_FIGURE,
    ISLES,
    MOST_PLACES,
    PLAY_HEROIC,
    REROLL,
    TIDE,
    TOWARD_ISLES,
    WON,
)
from simkit.games.nautilion.tokens import (
    ALL_MAGES,
    FULL_CREW,
    MAGE_A,
    MERCENARY,
    crew_size,
)

COPIES_BITS = 4
COPIES_MASK = 15

LOSES, NEITHER, FITS = range(3)
"""What a landing of the Nautilion may be, from worst to best."""

PLACE_BITS = 6
PLACE_MASK = 63
NO_DIE = 1000

MERCENARIES_WANTED = 2
"""Mercenaries aboard after which another one does not count as fitting."""


@kernel
def copies(packed, number):
    """Return how many copies of a kind `packed` holds (see `copies_ahead`)."""
    return (packed >> (COPIES_BITS * int(number))) & COPIES_MASK


@kernel
def one_copy(number):
    """Return the packed count of one copy of a kind."""
    return 1 << (COPIES_BITS * int(number))


@kernel
def copies_ahead(table):
    """Return how many copies of each kind lie ahead of the Nautilion, packed four bits a kind."""
    packed = 0
    for place in range(MOST_PLACES + 2):  # all of them, side by side
        kind = int(table.path[place])
        packed += one_copy(kind) if (place > table.nautilion) & (kind != 0) else 0
    return packed


@kernel
def tokens_between(table, low, high):
    """Return how many places with tokens lie between two places, both not counted."""
    return bit_count(table.occupied & beyond(low) & before(high))


@kernel
def ways_left(table):
    """Return how many tokens lie ahead of the Nautilion, and how many between the Isles and the Phantom."""
    own = bit_count(table.occupied & beyond(table.nautilion))
    return own, bit_count(table.occupied & before(table.phantom))


@kernel
def between_figures(table, ways):
    """Return how many tokens lie between the figures, as long as they have not passed each other."""
    own, phantoms = ways
    return own + phantoms - bit_count(table.occupied)  # which both ways count


@kernel
def will_move(table):
    """Return True unless a reef holds the Nautilion for all of this turn."""
    return table.stuck_at == 0 or table.darkhouse_effect == PLAY_TWICE


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
def fitting_kinds(table, rules):
    """Return the tokens that may go aboard or into the cabin now, and are welcome there: bit `kind` each."""
    fitting = numbers_open(table, rules) << 1 | cabin_open(table, rules)
    if (
        collision_to_come(table, rules)
        and crew_size(table.mercenaries) < MERCENARIES_WANTED
        and rules.open_spaces[spaces_held(table)] != 0
    ):
        fitting |= 1 << MERCENARY
    return fitting


@kernel
def landing(table, rules, fitting, die):
    """Return FITS if what the Nautilion would reach with `die` is `fitting` or wins, LOSES or NEITHER.

    If a reef holds it, this is what it would reach if it moved.
    """
    return landing_at(table, rules, fitting, die, place_reached(table, die))


@kernel
def landing_at(table, rules, fitting, die, place):
    """Return the `landing` of a die that leads to `place`."""
    if place > table.length:
        return FITS if end_at_abyss(table, rules) == WON else LOSES
    moved = int(die != 0)  # without a die it reaches nothing; nor is there a token at the Isles
    return NEITHER + ((fitting >> table.path[place]) & moved)


@kernel
def some_die_fits(table, rules):
    """Return True if one of the dice in hand lands on what fits."""
    fitting, reached = fitting_kinds(table, rules), places_reached(table)
    best = LOSES
    for i in range(table.dice_count):
        die = table.dice[i]
        best = max(best, landing_at(table, rules, fitting, die, place_of(reached, die)))
    return best == FITS


@kernel
def some_die_spares(table, rules):
    """Return True if one of the dice in hand costs no token at the Darkhouse, or it receives none of them."""
    costly, spares = discard_faces(table, rules), (table.receiving & DARKHOUSE_FIGURE) == 0
    for i in range(table.dice_count):
        spares |= ((costly >> int(table.dice[i])) & 1) == 0
    return spares


@kernel
def smallest_face_that_fits(table, rules):
    """Return the smallest face that lands on what fits, 0 if none would."""
    fitting = fitting_kinds(table, rules)
    for f in range(rules.value_count):
        if landing(table, rules, fitting, rules.values[f]) == FITS:
            return rules.values[f]
    return 0


@kernel
def places_reached(table):
    """Return where each face up to the largest of the dice in hand or given brings the Nautilion, packed."""
    most = max(table.nautilion_die, largest_in_hand(table))
    if table.darkhouse_effect == BACKWARDS:
        return places_toward_isles(table, table.nautilion, most)
    return places_toward_abyss(table, table.nautilion, most)


@kernel
def largest_in_hand(table):
    """Return the largest of the dice in hand, 0 without any."""
    dice = table.dice  # those that are not in hand show nothing
    return max(dice[0], dice[1], dice[2])


@kernel
def places_toward_abyss(table, start, most):
    """Return where 0 to `most` steps from `start` toward the Abyss lead, packed six bits a step."""
    packed = int(start)
    abyss = int(table.length) + 1
    ahead = table.occupied & beyond(start)
    for steps in range(1, most + 1):
        place = lowest_bit(ahead) if ahead != 0 else abyss
        packed |= place << (PLACE_BITS * steps)
        ahead &= ahead - 1
    return packed


@kernel
def places_toward_isles(table, start, most):
    """Return where 0 to `most` steps from `start` toward the Isles lead, packed six bits a step."""
    packed = int(start)
    behind = table.occupied & before(start)
    for steps in range(1, most + 1):
        if behind == 0:
            break  # at the Isles, place 0
        place = highest_bit(behind)
        packed |= place << (PLACE_BITS * steps)
        behind &= before(place)
    return packed


@kernel
def places_staying(start, most):
    """Return where 0 to `most` steps of a figure that stays lead, packed likewise."""
    packed = int(start)
    for steps in range(1, most + 1):
        packed |= int(start) << (PLACE_BITS * steps)
    return packed


@kernel
def place_of(packed, die):
    """Return the place that a die leads to, of those that are packed six bits a step."""
    return (packed >> (PLACE_BITS * int(die))) & PLACE_MASK


@kernel
def nothing_is_missing(table, rules):
    """Return True if reaching the Abyss would win, but for Heroic cards."""
    return table.crew == FULL_CREW and (rules.mages == 0 or table.cabin_mages == ALL_MAGES)


@kernel
def least_die_lost(table, rules):
    """Return the smallest die that would bring the Phantom to the Isles (NO_DIE if none would)."""
    if table.phantom_course != TOWARD_ISLES or collision_to_come(table, rules):
        return NO_DIE  # it does not go there, or meets the Nautilion first
    return tokens_between(table, ISLES, table.phantom) + 1


@kernel
def largest_die(table):
    """Return which of the dice in hand shows the most (the first of equals)."""
    largest = 0
    for i in range(1, table.dice_count):
        if table.dice[i] > table.dice[largest]:
            largest = i
    return largest


@kernel
def all_dice_equal(table):
    """Return True if the dice in hand all show the same."""
    for i in range(1, table.dice_count):
        if table.dice[i] != table.dice[0]:
            return False
    return True


@kernel
def highest_that_may_leave(table, rules):
    """Return the highest crew number that may be discarded from the board, 0 if there is none."""
    free = free_to_leave(table, rules) & table.crew
    return highest_bit(free) + 1 if free != 0 else 0


@kernel
def find_kind(moves, count, kind):
    """Return the index of the first move of a kind, or -1."""
    for i in range(count):
        if moves[i].kind == kind:
            return i
    return -1


@kernel
def find_spell(table, moves, count, kind, cost):
    """Return the index of the move that casts a spell, or -1; not looked for where its cost can't be paid."""
    return find_kind(moves, count, kind) if table.reserve >= cost else -1


@kernel
def find_reroll(table, rules, moves, count, die):
    """Return the index of the first partnership's re-roll of a die, or -1 where none is ready."""
    first = find_kind(moves, count, REROLL) if partners_ready(table, rules) != 0 else -1
    return first + die if first >= 0 else -1  # a partnership's re-rolls stand side by side


@kernel
def find_tide(moves, count, die, value):
    """Return the index of the Tide that sets `die` to `value`, or -1."""
    for i in range(count):
        if moves[i].kind == TIDE and moves[i].die == die and moves[i].value == value:
            return i
    return -1


@kernel
def find_place(moves, count, place):
    """Return the index of the move that chooses `place`, or 0."""
    for i in range(count):
        if moves[i].place == place:
            return i
    return 0


@kernel
def find_number(moves, count, kind, number):
    """Return the index of the move of a kind that means `number`, or -1."""
    for i in range(count):
        if moves[i].kind == kind and moves[i].number == number:
            return i
    return -1


@kernel
def find_card(moves, count, card, number):
    """Return the index of the Heroic card that is paid with `number`, or -1."""
    for i in range(count):
        if moves[i].kind == PLAY_HEROIC and moves[i].card == card and moves[i].number == number:
            return i
    return -1
