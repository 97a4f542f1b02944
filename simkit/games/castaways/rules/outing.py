"""The outing: the party, its steps in walking order, the cards of the island, and the way back."""

from simkit.game import NOBODY, begin, draw, kernel, note, put_on_top, search, separate_kernel, take_at
from simkit.game.effects import NO, YES, bit, first_of, without_first
from simkit.games.castaways import decisions as d
from simkit.games.castaways import phases as p
from simkit.games.castaways.kinds import Event, Move
from simkit.games.castaways.names import EXPLORE, IN_CAMP, LOST, OUT
from simkit.games.castaways.printed import NO_PLOT
from simkit.games.castaways.rules.asking import ask
from simkit.games.castaways.rules.cards import begin_card
from simkit.games.castaways.rules.castaway import draw_tiles, pay_energy
from simkit.games.castaways.rules.island import (
    advance,
    finish_regions,
    move_cube,
    note_headland,
    region_of,
)
from simkit.games.castaways.rules.order import EVERYBODY, queue_clockwise, queue_in_turn, queue_of_walkers
from simkit.games.castaways.rules.rolls import (
    ask_for_tiles,
    begin_roll,
    note_dice,
    offer_another_roll,
    roll_to_return,
)
from simkit.games.castaways.state import NO_CARD, OUT_OF_PLAY, OUTING_CHANCE, PENDING, REGION_COUNT


@separate_kernel
def set_out(state, rules, log):
    """Send those with a marker on Explore out as one party, in the order of its spaces."""
    table = state.table
    table.party = 0
    table.cube = rules.return_start
    for space in range(rules.space_count[EXPLORE]):
        seat = table.marked[EXPLORE, space]
        if seat != NOBODY:
            table.marked[EXPLORE, space] = NOBODY
            table.castaways[seat].where = OUT
            table.walkers[table.party] = seat
            table.party += 1
    if table.party == 0:
        end_outing(table, rules)
        return
    begin(state.chance, OUTING_CHANCE, table.turn)
    table.outing = 1
    table.outings += 1
    table.explored = 0
    table.at = 0
    table.phase = p.OUTING_STEP
    note(log, Event.PARTY_SET_OUT, table.party, table.turn)


@kernel
def end_outing(table, rules):
    """End the outing: nobody is out any more."""
    table.outing = 0
    table.todo = queue_in_turn(table, rules, table.starter, IN_CAMP)
    table.phase = p.FEED_AFTER_OUTING


@separate_kernel
def take_step(state, rules, log):
    """Ask the next castaway out, in walking order, for a step; with nothing to explore all return."""
    table = state.table
    for i in range(table.party):
        place = (table.at + i) % table.party
        seat = table.walkers[place]
        if table.castaways[seat].where != OUT:
            continue
        table.at = place
        if table.explored == 0 and table.pending.count == 0 and no_deck_is_open(table, rules):
            table.returners = EVERYBODY
            come_back(state, rules, log)  # ruling R5: nothing is left on the island
            break
        ask(state, seat, d.ASK_STEP)
        return
    end_outing(table, rules)


@kernel
def furthest_region(table, rules):
    """Return the furthest region that any castaway out has reached."""
    furthest = 0
    for i in range(table.party):
        castaway = table.castaways[table.walkers[i]]
        if castaway.where == OUT:
            furthest = max(furthest, region_of(rules, castaway.reached))
    return furthest


@kernel
def no_deck_is_open(table, rules):
    """Return True if no deck can be drawn from."""
    for region in range(furthest_region(table, rules) + 1):
        if table.deck_left[region] > 0:
            return False
    return True


@separate_kernel
def list_steps(state, rules, moves):
    """List each open deck, each pending card, and the return; at the end of the track only the return."""
    table = state.table
    count = 0
    if table.cube < rules.return_end:
        for region in range(furthest_region(table, rules) + 1):
            if table.deck_left[region] > 0:
                moves[count].kind = Move.EXPLORE_DECK
                moves[count].deck = region
                count += 1
        for i in range(table.pending.count):
            moves[count].kind = Move.RESOLVE_PENDING
            moves[count].card = table.pending.cards[i]
            count += 1
    moves[count].kind = Move.RETURN
    return count + 1


@separate_kernel
def make_step(state, rules, move, log):
    """Draw from a deck, take up a pending card, or announce a return."""
    table = state.table
    if move.kind == Move.RETURN:
        announce_return(state, rules)
        return
    table.explored += 1
    if move.kind == Move.RESOLVE_PENDING:
        place = search(table.pending, move.card)
        table.card = take_at(table.pending, place)
        table.card_deck = take_at(table.pending_decks, place)
        table.card_was_open = 1
        note(log, Event.CARD_FACED, state.seat, table.card)
        resolve_card(state, rules, log)
        return
    table.card = draw(state.hidden.decks[move.deck])
    table.card_deck = move.deck
    table.card_was_open = 0
    table.deck_left[move.deck] -= 1
    table.cards_explored[move.deck] += 1
    note(log, Event.CARD_DRAWN, state.seat, table.card, table.card_deck)
    if rules.card[table.card].pending != 0:
        ask(state, state.seat, d.ASK_PENDING)
    else:
        resolve_card(state, rules, log)


@kernel
def leave_or_resolve(state, rules, move, log):
    """Leave a pending card open, only its return icon counting; or resolve it."""
    table = state.table
    if move.answer != NO:
        resolve_card(state, rules, log)
        return
    count_return_icon(table, rules, rules.card[table.card].return_icon, log)
    put_on_top(table.pending, table.card)
    put_on_top(table.pending_decks, table.card_deck)
    table.card_state[table.card] = PENDING
    note(log, Event.CARD_LEFT_OPEN, state.seat, table.card)
    table.card = NO_CARD
    table.phase = p.CARD_DONE


@separate_kernel
def resolve_card(state, rules, log):
    """Do the icons of a card of the island, and begin its text."""
    table, drawer = state.table, state.seat
    printed = rules.card[table.card]
    if printed.advance > 0:
        for i in range(table.party):
            seat = table.walkers[i]
            castaway = table.castaways[seat]
            if castaway.where == OUT and region_of(rules, castaway.reached) <= table.card_deck:
                advance(table, rules, seat, printed.advance, log)
    if table.card_was_open == 0:
        count_return_icon(table, rules, printed.return_icon, log)
    draw_tiles(state, drawer, printed.points, log)
    table.card_state[table.card] = OUT_OF_PLAY
    table.plots_resolved += 1 if printed.plot != NO_PLOT else 0
    table.actor = drawer
    table.phase = p.CARD_DONE
    begin_card(state, rules, printed.text, drawer)


@kernel
def count_return_icon(table, rules, n, log):
    """Move the return cube for an icon; the first one of a planned expedition does not count."""
    if n > 0 and table.planned != 0:
        table.planned = 0
        note(log, Event.CUBE_MOVED, table.cube, 0)
    else:
        move_cube(table, rules, n, log)


@separate_kernel
def end_card(state, rules, log):
    """After a card: regions without cards are left behind; then the next castaway takes a step."""
    table = state.table
    if table.card != NO_CARD:
        after_card(state, rules, table.actor, log)
    table.card = NO_CARD
    table.at = (table.at + 1) % table.party
    table.phase = p.OUTING_STEP


@separate_kernel
def after_card(state, rules, drawer, log):
    """After any card: note which castaways have left a region behind or reached the headland."""
    table = state.table
    for region in range(REGION_COUNT):
        if table.deck_left[region] == 0:
            finish_regions(state, rules, log)
            break
    note_headland(state, rules, drawer, log)


@kernel
def announce_return(state, rules):
    """Let the seat to act lead a return; the others out are asked to join, in walking order."""
    table = state.table
    table.actor = state.seat
    table.returners = 1 << table.actor
    table.todo = without_first(queue_of_walkers(table, EVERYBODY, table.actor))
    table.phase = p.JOINING


@separate_kernel
def gather_returners(state, rules, log):
    """Ask the next castaway whether to join; at the end the group rolls."""
    table = state.table
    if table.todo != 0:
        ask(state, first_of(table.todo), d.ASK_JOIN)
        return
    begin_roll(table, d.FOR_RETURN)
    table.phase = p.RETURN_ROLL


@kernel
def answer_join(state, rules, move, log):
    """Join a return, or stay out."""
    table = state.table
    table.todo = without_first(table.todo)
    if move.answer == YES:
        table.returners |= bit(state.seat)


@separate_kernel
def roll_for_return(state, rules, log):
    """Roll for the returning group; after a failure its members may spend a tile."""
    table = state.table
    roll_to_return(state, rules, log)
    note_dice(state, table.actor, table.cube, log)
    if table.dice >= table.cube:
        come_back(state, rules, log)
        table.phase = p.OUTING_STEP
        return
    offer_another_roll(table, rules, queue_clockwise(rules, table.returners, table.actor))
    table.phase = p.RETURN_ASK


@kernel
def come_back(state, rules, log):
    """Bring the returning group back to camp."""
    table = state.table
    for seat in range(rules.players):
        if (table.returners >> seat) & 1 and table.castaways[seat].where == OUT:
            table.castaways[seat].where = IN_CAMP
            note(log, Event.CAME_BACK, seat, NOBODY)


@separate_kernel
def ask_return(state, rules, log):
    """Ask for a tile; then for energy, if the group has enough; else it gets lost."""
    table = state.table
    if ask_for_tiles(state):
        return
    energy, count = 0, 0
    for seat in range(rules.players):
        if (table.returners >> seat) & 1:
            energy += table.castaways[seat].energy
            count += 1
    if energy < count:
        lose_group(state, rules, log)
        return
    table.volunteers = 0
    table.todo = queue_of_walkers(table, table.returners, table.actor)
    table.phase = p.RETURN_PAY


@separate_kernel
def ask_for_energy(state, rules, log):
    """Ask each returner whether to pay for another roll; roll if those that agree can pay for it."""
    table = state.table
    if table.todo != 0:
        ask(state, first_of(table.todo), d.ASK_PAY)
        return
    if pay_for_roll(state, rules, log):
        table.rerolls_by_energy += 1
        begin_roll(table, d.FOR_RETURN)
        table.phase = p.RETURN_ROLL
    else:
        lose_group(state, rules, log)


@kernel
def answer_pay(state, rules, move, log):
    """Agree to pay, or not."""
    table = state.table
    table.todo = without_first(table.todo)
    if move.answer == YES:
        table.volunteers |= bit(state.seat)


@separate_kernel
def pay_for_roll(state, rules, log):
    """Let those that agreed pay for a roll: 1 each if they can, the rest by the richest; False if not."""
    table = state.table
    energy, cost = 0, 0
    for seat in range(rules.players):
        cost += (table.returners >> seat) & 1
        energy += table.castaways[seat].energy if (table.volunteers >> seat) & 1 else 0
    if energy < cost:
        return False
    note(log, Event.ENERGY_PAID, table.actor, cost)
    for i in range(table.party):
        seat = table.walkers[i]
        if (table.volunteers >> seat) & 1 and table.castaways[seat].energy > 0 and cost > 0:
            pay_energy(table, seat, 1, log)
            cost -= 1
    for _ in range(cost):
        pay_energy(table, richest_volunteer(table), 1, log)
    return True


@kernel
def richest_volunteer(table):
    """Return the castaway with most energy of those that agreed; of equal ones the first in walking order."""
    best, most = 0, -1
    for i in range(table.party):
        seat = table.walkers[i]
        if (table.volunteers >> seat) & 1 and table.castaways[seat].energy > most:
            best, most = seat, table.castaways[seat].energy
    return best


@kernel
def lose_group(state, rules, log):
    """Let the returning group get lost at the cube's place."""
    table = state.table
    table.groups += 1
    for seat in range(rules.players):
        if (table.returners >> seat) & 1:
            castaway = table.castaways[seat]
            castaway.where = LOST
            castaway.lost_at = table.cube
            castaway.group = table.groups
            table.times_lost += 1
            note(log, Event.GOT_LOST, seat, table.cube)
    table.phase = p.OUTING_STEP
