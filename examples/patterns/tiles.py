"""Tiles on a map: each turn a tile is drawn from a bag and laid beside the tiles that lie there.

A tile scores a point for each neighbour of its own kind.  The map has an empty border, so that every space
has four neighbours and no edge needs a case of its own.
"""

from simkit.game import (
    Field, Game, Kinds, Knobs, bag_dtype, begin, below, column, draw_from, event, field, kernel, knob, move,
    note, put_into_bag, record, strategy,
)  # fmt: skip

SEATS, MOST_SIDE = 2, 9
TERRAINS = ("meadow", "forest", "lake", "mountain")
EMPTY = 0  # a space holds 0, or 1 + the number of its terrain
WIDTH = MOST_SIDE + 2  # with the border; space (row, column) has the number WIDTH * row + column
NEIGHBOURS = (-WIDTH, -1, 1, WIDTH)

TABLE = record(
    field("map", "by space: 0 if it is empty, else 1 + the number of its terrain", shape=WIDTH * WIDTH),
    field("tile", "the terrain of the tile to be laid"),
    field("bag", "the tiles left, by terrain", bag_dtype(len(TERRAINS))),
    column("score", "points", "points", shape=SEATS),
    column("turns", "tiles laid", "turns"),
)


def say_space(space):
    """Return a space as on a chess board: "b3"."""
    return f"{chr(ord('a') + space % WIDTH - 1)}{space // WIDTH}"


class Move(Kinds):
    """What a player chooses."""

    LAY = move("lay it on {space}", Field("space", say_space))


class Event(Kinds):
    """What happens."""

    DRAWN = event("Seat {seat} draws a {tile}.", Field("tile", TERRAINS), begins_turn=True)
    LAID = event("  It lies on {space}: {points:point}.", Field("space", say_space))


class TilesKnobs(Knobs):
    """The rules that experiments can change."""

    side: int = knob(5, "rows and columns of the map", "published", ge=3, le=MOST_SIDE)
    each: int = knob(5, "tiles of each terrain", "published", ge=1, le=15)


def setup(state, rules, log):
    """Fill the bag and lay the first tile on the middle of the map."""
    for terrain in range(len(TERRAINS)):
        put_into_bag(state.table.bag, terrain, rules.each)
    begin(state.chance, 0, 0)
    middle = (rules.side + 1) // 2 * (WIDTH + 1)
    state.table.map[middle] = 1 + draw_from(state.chance, state.table.bag)
    begin_turn(state, rules, 0, log)


@kernel
def begin_turn(state, rules, seat, log):
    """Draw a tile."""
    table = state.table
    state.seat = seat
    table.turns += 1
    begin(state.chance, 0, table.turns)
    table.tile = draw_from(state.chance, table.bag)
    note(log, Event.DRAWN, seat, table.tile)


@kernel
def like_it(table, space, terrain):
    """Return how many neighbours of a space have a terrain."""
    count = 0
    for step in NEIGHBOURS:
        count += int(table.map[space + step] == 1 + terrain)
    return count


@kernel
def touches(table, space):
    """Return True if a tile lies beside a space."""
    for step in NEIGHBOURS:
        if table.map[space + step] != EMPTY:
            return True
    return False


def options(state, rules, moves):
    """List the empty spaces beside a tile; there is one as long as the map is not full."""
    count = 0
    for row in range(1, rules.side + 1):
        for space in range(WIDTH * row + 1, WIDTH * row + rules.side + 1):
            if state.table.map[space] == EMPTY and touches(state.table, space):
                moves[count].kind, moves[count].space = Move.LAY, space
                count += 1
    return count


def apply(state, rules, move, log):
    """Lay the tile; the game ends when the bag is empty or the map is full."""
    table, seat = state.table, state.seat
    points = like_it(table, move.space, table.tile)
    table.map[move.space] = 1 + table.tile
    table.score[seat] += points
    note(log, Event.LAID, move.space, points)
    state.over = table.bag.total == 0 or table.turns == rules.side * rules.side - 1
    if not state.over:
        begin_turn(state, rules, 1 - seat, log)


TILES = Game(
    name="tiles",
    summary="Tiles are laid on a map beside others of their kind.",
    seats=range(SEATS, SEATS + 1),
    table=TABLE, knobs=TilesKnobs,
    setup=setup, options=options, apply=apply,
    moves=Move.kinds, max_moves=MOST_SIDE * MOST_SIDE, events=Event.kinds,
    purposes={0: "the tiles drawn"},
    ranked_by="score",
)  # fmt: skip


@strategy(game="tiles", skill="uniform chance")
def random(table, seat, rules, moves, count, parameters, chance):
    """Lay the tile anywhere."""
    return below(chance, count)


@strategy(game="tiles", skill="casual")
def matcher(table, seat, rules, moves, count, parameters, chance):
    """Lay the tile where it scores most."""
    best, most = 0, -1
    for i in range(count):
        points = like_it(table, moves[i].space, table.tile)
        if points > most:
            best, most = i, points
    return best
