"""The island: regions, the headland, the return cube, and what weather and objects add to return rolls."""

from simkit.game import NOBODY, kernel, note, separate_kernel
from simkit.games.castaways.kinds import Event
from simkit.games.castaways.names import DEAD, HEART, RAIN, STORM
from simkit.games.castaways.rules.order import seat_in_turn
from simkit.games.castaways.state import REGION_COUNT


@kernel
def region_of(rules, place):
    """Return the region in which a place of the exploration track lies."""
    region = 0
    while region < REGION_COUNT - 1 and place >= rules.first_place[region + 1]:
        region += 1
    return region


@kernel
def headland_of(rules):
    """Return the place of the headland."""
    return rules.first_place[REGION_COUNT]


@kernel
def advance(table, rules, seat, n, log):
    """Move a castaway on along the exploration track, not beyond the headland."""
    castaway = table.castaways[seat]
    if castaway.where != DEAD and castaway.reached < headland_of(rules):
        castaway.reached = min(castaway.reached + n, headland_of(rules))
        note(log, Event.ADVANCED, seat, castaway.reached)


@kernel
def move_cube(table, rules, n, log):
    """Move the return cube, within its track."""
    place = max(rules.return_start, min(rules.return_end, table.cube + n))
    if place != table.cube:
        note(log, Event.CUBE_MOVED, place, place - table.cube)
        table.cube = place


@separate_kernel
def finish_regions(state, rules, log):
    """After a card: castaways in a region whose deck is empty move to the next one, and so on.

    When the last card of the heart was drawn, all that live move to the headland.
    """
    table = state.table
    is_over = table.deck_left[HEART] == 0 and table.cards_explored[HEART] > 0
    for seat in range(rules.players):
        castaway = table.castaways[seat]
        if castaway.where == DEAD or castaway.reached == headland_of(rules):
            continue
        if is_over:
            castaway.reached = headland_of(rules)
            note(log, Event.REGION_DONE, seat, HEART, castaway.reached)
            continue
        for region in range(REGION_COUNT):
            here = castaway.reached < headland_of(rules) and region_of(rules, castaway.reached) == region
            if here and table.deck_left[region] == 0:
                castaway.reached = rules.first_place[region + 1]
                note(log, Event.REGION_DONE, seat, region, castaway.reached)


@separate_kernel
def note_headland(state, rules, drawer, log):
    """After a card: note the first castaway at the headland: the drawer, then by walking, then turn order."""
    table = state.table
    if table.headland != NOBODY:
        return
    top = headland_of(rules)
    if drawer != NOBODY and table.castaways[drawer].where != DEAD and table.castaways[drawer].reached == top:
        table.headland = drawer
    for i in range(table.party if table.outing != 0 else 0):
        walker = table.castaways[table.walkers[i]]
        if table.headland == NOBODY and walker.where != DEAD and walker.reached == top:
            table.headland = table.walkers[i]
    for i in range(rules.players):
        seat = seat_in_turn(table, rules, i)
        is_there = table.castaways[seat].where != DEAD and table.castaways[seat].reached == top
        if is_there and table.headland == NOBODY:
            table.headland = seat
    if table.headland != NOBODY:
        table.headland_turn = table.turn
        note(log, Event.HEADLAND_REACHED, table.headland, table.turn)


@kernel
def weather_of(table, rules):
    """Return the weather: the kind of the square on which its marker stands."""
    return rules.squares[table.weather]


@kernel
def weather_modifier(table, rules):
    """Return the number that the weather adds to return rolls."""
    weather = weather_of(table, rules)
    if weather == RAIN:
        return rules.rain_modifier
    return rules.storm_modifier if weather == STORM else rules.rain_modifier * 0


@kernel
def return_modifier(table, rules, members):
    """Return the number that the weather and a group's objects and abilities add to its return rolls."""
    modifier = weather_modifier(table, rules)
    for seat in range(rules.players):
        if (members >> seat) & 1:
            modifier += table.castaways[seat].return_roll
    return modifier
