"""Phase 2, deploying the researchers: walking through the city, starting to work in research stations."""

from simkit.game import NOBODY, kernel, lowest_bit, note, separate_kernel
from simkit.games.nautilus_2002.kinds import Event
from simkit.games.nautilus_2002.rules.stations import joins_between, within
from simkit.games.nautilus_2002.state import TRAINING, effect, holds, type_of


@kernel
def put_researchers(player, station, count):
    """Put researchers of a seat into a station, or take them out (a negative number)."""
    player.researchers[station] += count
    here, bit = player.researchers[station], 1 << int(station)
    if here > 0:
        player.present |= bit
    else:
        player.present &= ~bit
    if here > 1:
        player.several |= bit
    else:
        player.several &= ~bit


@kernel
def may_be_left(table, player):
    """Return the stations that a researcher of a seat may leave: a bit each."""
    return (int(player.present) & int(table.homes)) | int(player.several)


@kernel
def too_dear(table, rules, player):
    """Return the stations whose fee a seat can't pay: a bit each."""
    if player.money >= rules.fee:
        return 0
    every = (1 << int(table.station_count)) - 1
    return every & ~(int(table.homes) | int(player.owned) | int(player.present))


@kernel
def steps_left(table, rules, player):
    """Return the number of steps left of those that a turn's researchers share."""
    return rules.walk_steps[effect(player, TRAINING)] - table.steps_used


@separate_kernel
def walk_options(table, rules, seat, steps, moves):
    """List after a first move, which is there: every walk of one researcher; return how many moves there are.

    The first move says what it is not to walk, and its successor in `events` is the kind of the walks.
    """
    player = table.players[seat]
    kind, count = moves[0].kind + 1, 1
    if steps <= 0:
        return count
    barred = too_dear(table, rules, player)
    origins = may_be_left(table, player)
    while origins != 0:
        origin = lowest_bit(origins)
        origins &= origins - 1
        goals = within(table, origin, steps) & ~barred & ~(1 << origin)
        while goals != 0:
            moves[count].kind = kind
            moves[count].origin = origin
            moves[count].destination = lowest_bit(goals)
            goals &= goals - 1
            count += 1
    return count


@separate_kernel
def walk(table, rules, seat, move, log):
    """Walk with one researcher, and start to work where it ends; return the steps used."""
    steps = joins_between(table, move.origin, 1 << int(move.destination))
    put_researchers(table.players[seat], move.origin, -1)
    note(log, Event.WALKED, seat, move.origin, move.destination)
    arrive(table, rules, seat, move.destination, log)
    return steps


@separate_kernel
def arrive(table, rules, seat, number, log):
    """Put a researcher into a station; in a research station without an own one it starts to work."""
    player, station = table.players[seat], table.stations[number]
    starts = not holds(table.homes, number) and not holds(player.present, number)
    put_researchers(player, number, 1)
    if not starts:
        return
    kind = type_of(station)
    if station.owner != seat:
        player.money -= rules.fee
        player.activations_foreign += 1
        table.players[station.owner].money += rules.fee
        table.players[station.owner].fees_got += rules.fee
        note(log, Event.FEE_PAID, seat, rules.fee, station.owner)
    else:
        player.activations_own += 1
    player.ops[kind] += 1
    note(log, Event.STARTED_WORK, seat, number, kind)
    if wins_chip(table, rules, seat, kind):
        table.chips[kind] = seat
        note(log, Event.CHIP_TAKEN, seat, kind)


@kernel
def wins_chip(table, rules, seat, kind):
    """Return True if a seat's stations in operation win it the chip of a type that it does not hold."""
    holder, own = table.chips[kind], table.players[seat].ops[kind]
    if own < rules.chip_needs or holder == seat:
        return False
    return holder == NOBODY or table.players[holder].ops[kind] < own
