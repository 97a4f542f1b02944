"""Choosing a subset: coins are laid one after another, in rising order, until it is enough.

One player has coins of different worth, each of which can be spent once.  Every turn a price is drawn; if the
coins laid are worth as much, the price scores, and what they are worth more is lost.  In rising order each
subset can be reached in one way only.
"""

from simkit.game import (
    Game, Kinds, Knobs, Objective, begin, below, column, event, field, kernel, knob, move, note, record,
    strategy,
)  # fmt: skip

MOST_COINS = 15

TABLE = record(
    field("spent", "by the worth of a coin: 1 once it is spent", shape=MOST_COINS + 1),
    field("price", "the price to be paid"),
    field("last", "the worth of the last coin laid for it; 0 before that"),
    field("laid", "the worth of the coins laid for it"),
    field("chosen", "by the worth of a coin: 1 if it is laid", shape=MOST_COINS + 1),
    column("score", "the prices paid", "points"),
    column("turns", "prices drawn", "turns"),
)


class Move(Kinds):
    """What the player chooses, again and again, until the choice is whole."""

    LAY = move("lay the coin of {coin}", seconds=3)
    ENOUGH = move("that is all", seconds=1)


class Event(Kinds):
    """What happens."""

    PRICED = event("Turn {turn}: the price is {price}.", begins_turn=True)
    PAID = event("  {laid} are paid.")
    TAKEN_BACK = event("  Nothing is paid.")


class SubsetKnobs(Knobs):
    """The rules that experiments can change."""

    coins: int = knob(10, "coins, of a worth of 1, 2, 3 ...", "published", ge=3, le=MOST_COINS)
    turns: int = knob(5, "prices", "published", ge=1, le=12)
    highest: int = knob(20, "the highest price", "published", ge=1, le=60)


def setup(state, rules, log):
    """Draw the first price."""
    begin_turn(state, rules, log)


@kernel
def begin_turn(state, rules, log):
    """Draw a price; no coin is laid."""
    table = state.table
    table.turns += 1
    begin(state.chance, 0, table.turns)
    table.price = 1 + below(state.chance, rules.highest)
    table.laid, table.last = 0, 0
    table.chosen[:] = 0
    note(log, Event.PRICED, table.turns, table.price)


def options(state, rules, moves):
    """List: that is all; each coin that is not spent and is worth more than the last one laid."""
    table, count = state.table, 1
    moves[0].kind = Move.ENOUGH
    for coin in range(table.last + 1, rules.coins + 1):
        if not table.spent[coin]:
            moves[count].kind, moves[count].coin = Move.LAY, coin
            count += 1
    return count


def apply(state, rules, move, log):
    """Lay a coin; or pay with the coins laid, if they are enough."""
    table = state.table
    if move.kind == Move.LAY:
        table.chosen[move.coin] = 1
        table.laid += move.coin
        table.last = move.coin
        return
    if table.laid >= table.price:
        table.score += table.price
        for coin in range(1, rules.coins + 1):
            table.spent[coin] |= table.chosen[coin]
        note(log, Event.PAID, table.laid)
    else:
        note(log, Event.TAKEN_BACK)
    state.over = table.turns == rules.turns
    if not state.over:
        begin_turn(state, rules, log)


SUBSET = Game(
    name="subset",
    summary="Prices are paid with coins that can be spent once.",
    seats=range(1, 2),
    table=TABLE, knobs=SubsetKnobs,
    setup=setup, options=options, apply=apply,
    moves=Move.kinds, max_moves=MOST_COINS + 1, events=Event.kinds,
    purposes={0: "the prices"},
    objectives=(Objective("score", "game", shared="all"),),
)  # fmt: skip


@strategy(game="subset", skill="uniform chance")
def random(table, seat, rules, moves, count, parameters, chance):
    """Lay any coins."""
    return below(chance, count)


@strategy(game="subset", skill="casual")
def in_small_coins(table, seat, rules, moves, count, parameters, chance):
    """Lay small coins first; the coin that makes the price whole is the smallest that does."""
    if table.laid >= table.price:
        return 0
    for i in range(1, count):
        if table.laid + moves[i].coin >= table.price:
            return i
    return min(1, count - 1)
