"""Build: a site, statements of energy clockwise from the builder, and the result."""

from simkit.game import NOBODY, kernel, lowest_bit, note, separate_kernel
from simkit.games.castaways import decisions as d
from simkit.games.castaways import phases as p
from simkit.games.castaways.kinds import Event, Move
from simkit.games.castaways.names import BONFIRE_SITE, BUILD, FOUND_SITE, SHELTER_SITE, SIGN_SITE
from simkit.games.castaways.rules.asking import ask
from simkit.games.castaways.rules.camp import fill_places
from simkit.games.castaways.rules.castaway import draw_tiles, lose_object, owns, pay_energy
from simkit.games.castaways.rules.order import is_in_camp
from simkit.games.castaways.state import BUILT, ON_A_PLACE


@kernel
def a_site_is_left(table, rules):
    """Return True if anything is left to build, whether or not everything for it is at hand."""
    if table.shelter < rules.shelters or table.sign_built == 0 or table.bonfire_built == 0:
        return True
    for number in range(rules.construction_count):
        if table.constructions[number] == ON_A_PLACE:
            return True
    return False


@separate_kernel
def sites_at_hand(table, rules):
    """Return the sites for which everything is at hand, as a mask in the order of `names.SITES`."""
    sites = 0
    if table.shelter < rules.shelters and table.wood >= rules.shelter_wood[table.shelter]:
        sites |= 1 << SHELTER_SITE
    sites |= 1 << SIGN_SITE if table.sign_built == 0 else 0
    sites |= 1 << BONFIRE_SITE if table.bonfire_built == 0 and table.wood > 0 else 0
    for number in range(rules.construction_count):
        printed = rules.construction[number]
        at_hand = table.constructions[number] == ON_A_PLACE and table.wood >= printed.wood
        needed = printed.objects if at_hand else printed.objects & 0
        while needed != 0 and at_hand:
            at_hand = owner_in_camp(table, rules, 0, lowest_bit(needed)) != NOBODY
            needed &= needed - 1
        sites |= 1 << (FOUND_SITE + number) if at_hand else 0
    return sites


@kernel
def owner_in_camp(table, rules, first, thing):
    """Return the first castaway in camp that owns an object, clockwise from a seat on, or NOBODY."""
    for i in range(rules.players):
        seat = (first + i) % rules.players
        if is_in_camp(table, seat) and owns(table.castaways[seat], thing):
            return seat
    return NOBODY


@kernel
def ask_for_site(state, rules, log):
    """Ask for the site to build; if nothing can be built the marker is wasted."""
    table = state.table
    if sites_at_hand(table, rules) != 0:
        ask(state, table.actor, d.ASK_SITE)
    else:
        note(log, Event.MARKER_WASTED, table.actor, BUILD)


@kernel
def list_sites(state, rules, moves):
    """List the sites for which everything is at hand."""
    sites, count = sites_at_hand(state.table, rules), 0
    while sites != 0:
        moves[count].kind = Move.CHOOSE_SITE
        moves[count].site = lowest_bit(sites)
        sites &= sites - 1
        count += 1
    return count


@kernel
def begin_building(state, rules, move, log):
    """Begin to build: everybody states energy, the builder first."""
    table = state.table
    table.site = move.site
    table.needed = energy_needed(table, rules, table.site)
    table.sharer = 0
    table.phase = p.BUILD_STATEMENTS
    note(log, Event.BUILDING_BEGUN, state.seat, table.site)


@kernel
def energy_needed(table, rules, site):
    """Return the energy that a site still takes; of sign and bonfire, as much as can be worked off now."""
    if site == SHELTER_SITE:
        return rules.shelter_energy[table.shelter]
    if site == SIGN_SITE:
        return rules.sign_cubes - table.sign
    if site == BONFIRE_SITE:
        return min(rules.bonfire_size - table.bonfire, table.wood)
    return rules.construction[site - FOUND_SITE].energy


@kernel
def most_to_state(table, rules, seat):
    """Return the most energy that a castaway may state: no more than is still needed."""
    castaway = table.castaways[seat]
    most = table.needed
    if rules.character[castaway.character].first_energy_double != 0:
        most = max(most - 1, min(most, 1))
    return min(most, castaway.energy)


@separate_kernel
def take_statements(state, rules, log):
    """Ask the next castaway in camp for energy, until there is enough or everybody was asked."""
    table = state.table
    while table.sharer < rules.players and table.needed > 0:
        seat = (table.actor + table.sharer) % rules.players
        if is_in_camp(table, seat) and table.castaways[seat].energy > 0:
            ask(state, seat, d.ASK_ENERGY)
            return
        table.sharer += 1
    table.phase = p.RESOLUTION
    finish_building(state, rules, log)


@kernel
def list_statements(state, rules, moves):
    """List how much energy a castaway may state."""
    most = most_to_state(state.table, rules, state.seat)
    for n in range(most + 1):
        moves[n].kind = Move.STATE_ENERGY
        moves[n].n = n
    return most + 1


@kernel
def state_energy(state, rules, move, log):
    """Pay the energy stated; on the sign and the bonfire each point is a piece of work."""
    table, seat = state.table, state.seat
    pay_energy(table, seat, move.n, log)
    table.sharer += 1
    work = move.n
    if move.n > 0 and rules.character[table.castaways[seat].character].first_energy_double != 0:
        work += 1
    work = min(work, table.needed)
    table.needed -= work
    if table.site == SIGN_SITE:
        table.sign += work
        note_work(log, seat, table.site, work, table.sign)
    elif table.site == BONFIRE_SITE:
        table.bonfire += work
        table.wood -= work
        note_work(log, seat, table.site, work, table.bonfire)


@kernel
def note_work(log, seat, site, work, done):
    """Note work on the sign or the bonfire; without energy there is none."""
    if work > 0:
        note(log, Event.WORKED_ON_IT, seat, site, done)


@separate_kernel
def finish_building(state, rules, log):
    """After the statements: see whether the site is finished."""
    table = state.table
    site = table.site
    if site == SIGN_SITE:
        if table.sign >= rules.sign_cubes:
            table.sign_built = 1
            celebrate(state, rules, log)
    elif site == BONFIRE_SITE:
        if table.bonfire >= rules.bonfire_size:
            table.bonfire_built = 1
            table.wood_supply += table.bonfire
            table.bonfire = 0
            celebrate(state, rules, log)
    elif table.needed > 0:
        note(log, Event.BUILD_FAILED, table.actor, site, table.needed)
    elif site == SHELTER_SITE:
        use_wood(table, rules.shelter_wood[table.shelter])
        table.shelter += 1
        celebrate(state, rules, log)
    else:
        finish_construction(state, rules, site - FOUND_SITE, log)
        celebrate(state, rules, log)


@kernel
def use_wood(table, n):
    """Return wood that was used for building to the supply."""
    table.wood -= n
    table.wood_supply += n


@kernel
def finish_construction(state, rules, number, log):
    """Use up what a construction takes."""
    table = state.table
    printed = rules.construction[number]
    use_wood(table, printed.wood)
    needed = printed.objects
    while needed != 0:
        thing = lowest_bit(needed)
        needed &= needed - 1
        owner = owner_in_camp(table, rules, table.actor, thing)
        if owner != NOBODY:
            lose_object(state, rules, owner, thing, log)
    table.constructions[number] = BUILT


@kernel
def celebrate(state, rules, log):
    """Let the builder draw a story-point tile, and fill a building place that became free."""
    table = state.table
    note(log, Event.BUILT_IT, table.actor, table.site, table.shelter)
    draw_tiles(state, table.actor, rules.tiles_a_building, log)
    fill_places(table, rules)
