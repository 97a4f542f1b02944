"""Phase B, resolution: the actions in the order of the board, with Campfire, Rest and Salvage."""

from simkit.game import (
    NOBODY,
    begin,
    clear,
    draw,
    draw_from,
    kernel,
    note,
    put_on_top,
    remove,
    separate_kernel,
)
from simkit.game.effects import YES, first_of, one_seat, without_first
from simkit.games.castaways import decisions as d
from simkit.games.castaways import phases as p
from simkit.games.castaways.kinds import Event, Move
from simkit.games.castaways.names import (
    BUILD,
    CAMP,
    CAMPFIRE,
    DIARY,
    FORAGE,
    IN_CAMP,
    REST,
    SALVAGE,
    WOOD,
)
from simkit.games.castaways.rules.asking import ask
from simkit.games.castaways.rules.build import ask_for_site
from simkit.games.castaways.rules.camp import gain_wood, store_tile
from simkit.games.castaways.rules.card_things import keep_remain
from simkit.games.castaways.rules.cards import begin_card
from simkit.games.castaways.rules.castaway import draw_tiles, gain_energy, heal, pay_energy
from simkit.games.castaways.rules.markers import WHITE_CHOSEN, WHITE_DONE, WHITE_UNUSED, another_owns_gold
from simkit.games.castaways.rules.order import is_at_hand, is_in_camp, queue_in_turn
from simkit.games.castaways.rules.rolls import (
    ask_for_tiles,
    begin_roll,
    note_dice,
    offer_another_roll,
    roll_die,
)
from simkit.games.castaways.state import NO_CARD, RESOLUTION_CHANCE

ORDER = (FORAGE, REST, WOOD, REST, DIARY, REST, SALVAGE, REST, CAMPFIRE, REST, BUILD, REST, CAMP)
"""The actions in the order in which they are resolved; the n-th Rest stands for the n-th Rest space."""

BUILD_SLOT = ORDER.index(BUILD)
SLOTS = len(ORDER)


@separate_kernel
def resolve(state, rules, log):
    """Resolve the next marker; when none is left, go on with the late gifts and the outing."""
    table = state.table
    if table.white == WHITE_CHOSEN:
        table.white = WHITE_DONE
        resolve_action(state, rules, table.white_action, 0, table.actor, log)
        return
    if table.white == WHITE_DONE:
        table.white = WHITE_UNUSED
        table.at = 0
        table.phase = p.MARKERS
        return
    if table.at == 0 and table.begun == 0:
        begin(state.chance, RESOLUTION_CHANCE, table.turn)
    while table.at < SLOTS:
        action = ORDER[table.at]
        first = table.at // 2 if action == REST else 0
        last = first + 1 if action == REST else rules.space_count[action]
        if table.at == BUILD_SLOT and table.begun == 0:
            table.begun = 1
            table.todo = queue_in_turn(table, rules, table.starter, IN_CAMP)
            table.phase = p.FEED_BEFORE_BUILDING
            return
        for space in range(first, last):
            seat = table.marked[action, space]
            if seat != NOBODY:
                table.marked[action, space] = NOBODY
                table.begun = 1
                resolve_action(state, rules, action, space, seat, log)
                return
        table.at += 1
        table.begun = 0
    table.at = 0
    table.phase = p.LATE_GIFTS


@separate_kernel
def resolve_action(state, rules, action, space, seat, log):
    """Resolve one marker: at once, or by the phase of its action, which comes back here."""
    table = state.table
    table.actor = seat
    if action == FORAGE:
        forage(state, log)
    elif action == WOOD:
        note(log, Event.ACTED, seat, WOOD)
        gain_wood(state, rules.wood_a_marker + table.castaways[seat].wood_action, log)
    elif action == DIARY:
        note(log, Event.ACTED, seat, DIARY)
        draw_tiles(state, seat, rules.tiles_a_diary, log)
    elif action == SALVAGE:
        begin_salvage(state, rules, log)
    elif action == CAMPFIRE:
        declare_flame(state, log)
    elif action == BUILD:
        ask_for_site(state, rules, log)
    elif action == REST:
        begin_rest(state, rules, space)
    else:
        use_camp_card(state, rules, space, seat, log)


@kernel
def forage(state, log):
    """Bring a tile from the forage box into storage, if there is one."""
    table = state.table
    if table.forage_box == 0:
        note(log, Event.MARKER_WASTED, table.actor, FORAGE)
        return
    table.forage_box -= 1
    table.forage_tiles += 1
    note(log, Event.ACTED, table.actor, FORAGE)
    note(log, Event.BOX_CHANGED, -1, table.forage_box)
    store_tile(table, draw_from(state.chance, state.hidden.forage), log)


@kernel
def use_camp_card(state, rules, space, seat, log):
    """Begin the camp card of a space, if it still lies there and can still be used."""
    table = state.table
    card = table.board[space]
    if card == NO_CARD or (
        rules.camp_card[card].needs_gold != 0 and not another_owns_gold(table, rules, seat)
    ):
        note(log, Event.MARKER_WASTED, seat, CAMP)
        return
    note(log, Event.CARD_USED, seat, card)
    begin_card(state, rules, rules.camp_card[card].text, seat)


@separate_kernel
def feed_fire(state, rules, following, log):
    """Ask those in camp, in turn order, whether to put a wood on a fire that has none; then go on."""
    table = state.table
    while table.todo != 0 and table.fire != 0 and table.fire_wood == 0 and table.wood > 0:
        seat = first_of(table.todo)
        if table.castaways[seat].where == IN_CAMP:
            ask(state, seat, d.ASK_FEED)
            return
        table.todo = without_first(table.todo)
    table.phase = following


@kernel
def answer_feed(state, rules, move, log):
    """Put a wood on the fire, or ask the next one."""
    table = state.table
    table.todo = without_first(table.todo)
    if move.answer == YES:
        table.wood -= 1
        table.fire_wood += 1
        note(log, Event.FIRE_FED, state.seat, table.wood)


@kernel
def feed_after_outing(state, rules, log):
    """Ask about the fire once the outing is over."""
    feed_fire(state, rules, p.HEADLAND, log)


@kernel
def feed_before_building(state, rules, log):
    """Ask about the fire before Build is resolved."""
    feed_fire(state, rules, p.RESOLUTION, log)


@kernel
def declare_flame(state, log):
    """Ask how much energy is declared; without energy or wood, or if the fire burns, the marker is wasted."""
    table = state.table
    can_light = table.fire == 0 and table.wood > 0 and table.castaways[table.actor].energy > 0
    if can_light:
        ask(state, table.actor, d.ASK_FLAME)
    else:
        note(log, Event.MARKER_WASTED, table.actor, CAMPFIRE)


@kernel
def list_flame(state, rules, moves):
    """List the energy that can be declared."""
    most = min(rules.campfire_most, state.table.castaways[state.seat].energy)
    for n in range(1, most + 1):
        moves[n - 1].kind = Move.DECLARE_ENERGY
        moves[n - 1].n = n
    return most


@kernel
def begin_flame(state, rules, move, log):
    """Pay the energy declared; the die is rolled next."""
    table, seat = state.table, state.seat
    pay_energy(table, seat, move.n, log)
    table.needed = move.n + table.castaways[seat].lighting
    begin_roll(table, d.FOR_FIRE)
    table.phase = p.FIRE_ROLL


@separate_kernel
def roll_for_fire(state, rules, log):
    """Roll the die; after a failure the castaway that rolled may spend a tile."""
    table = state.table
    table.dice = roll_die(state)
    note_dice(state, table.actor, table.needed, log)
    if table.dice <= table.needed:
        table.fire = 1
        table.wood -= 1
        table.fire_wood = 1
        note(log, Event.FIRE_LIT, table.actor, table.wood)
        table.phase = p.RESOLUTION
        return
    offer_another_roll(table, rules, one_seat(table.actor))
    table.phase = p.FIRE_ASK


@kernel
def ask_fire(state, rules, log):
    """Ask for a tile; then the fire stays out."""
    if not ask_for_tiles(state):
        state.table.phase = p.RESOLUTION


LOW_FACES = 3
"""A die of 1 to 3 brings the first figure of a shelter."""


@kernel
def begin_rest(state, rules, space):
    """Begin a rest on a Rest space."""
    table = state.table
    table.space = space
    begin_roll(table, d.FOR_REST)
    table.phase = p.REST_ROLL


@separate_kernel
def roll_for_rest(state, rules, log):
    """Roll the die of a shelter; after 1-3 the castaway that rests may spend a tile."""
    table = state.table
    table.dice = 0
    if table.shelter > 0:
        table.dice = roll_die(state)
        note_dice(state, table.actor, 0, log)
    table.todo = 0
    if table.shelter > 0 and table.dice <= LOW_FACES:
        offer_another_roll(table, rules, one_seat(table.actor))
    table.phase = p.REST_ASK


@separate_kernel
def ask_rest(state, rules, log):
    """Ask for a tile; then the castaway rests."""
    table = state.table
    if ask_for_tiles(state):
        return
    seat, level = table.actor, table.shelter
    energy = rules.rest_high[level] if table.dice > LOW_FACES else rules.rest_low[level]
    gain_energy(state, seat, energy, log)
    heal(state, seat, rules.rest_heal[level], log)
    castaway = table.castaways[seat]
    note(log, Event.RESTED, seat, castaway.energy, castaway.injuries)
    if castaway.injuries > 0 and table.healer_used == 0:
        let_healer_heal(state, rules, seat, log)
    table.phase = p.RESOLUTION


@kernel
def let_healer_heal(state, rules, seat, log):
    """Let the healer, unless lost, heal more of the first in need; itself only if nobody rests later."""
    table = state.table
    for healer in range(rules.players):
        n = rules.character[table.castaways[healer].character].heals_a_rester
        if n == 0 or not is_at_hand(table, healer):
            continue
        if healer != seat or not somebody_rests_later(table, rules):
            heal(state, seat, n, log)
            table.healer_used = 1
            return


@kernel
def somebody_rests_later(table, rules):
    """Return True if another marker waits on a later Rest space."""
    for space in range(table.space + 1, rules.space_count[REST]):
        if table.marked[REST, space] != NOBODY:
            return True
    return False


@separate_kernel
def begin_salvage(state, rules, log):
    """Take the cube away and draw remains, if a cube still lies there."""
    table = state.table
    if table.salvage == 0:
        note(log, Event.MARKER_WASTED, table.actor, SALVAGE)
        return
    table.salvage -= 1
    table.salvaged += 1
    clear(table.drawn)
    remains = state.hidden.remains
    while table.drawn.count < rules.remains_drawn and remains.count > 0:
        put_on_top(table.drawn, draw(remains))
    table.remains_left = remains.count
    note(log, Event.SALVAGE_DRAWN, table.actor, table.drawn.count, table.wreck)
    table.sharer = 0
    table.phase = p.SALVAGE_SHARE


@separate_kernel
def share_remains(state, rules, log):
    """Let each castaway in camp take a card, clockwise from the salvager; the rest leaves the game."""
    table = state.table
    while table.sharer < rules.players and table.drawn.count > 0:
        seat = (table.actor + table.sharer) % rules.players
        if is_in_camp(table, seat):
            ask(state, seat, d.ASK_REMAIN)
            return
        table.sharer += 1
    table.phase = p.SALVAGE_SECOND


@separate_kernel
def offer_second(state, rules, log):
    """Solo: ask once whether to pay for a second card."""
    table = state.table
    castaway = table.castaways[table.actor]
    is_first = table.sharer == rules.players
    can_pay = castaway.energy >= max(rules.second_card_cost, 1) and is_in_camp(table, table.actor)
    if rules.players == 1 and is_first and can_pay and table.drawn.count > 0:
        ask(state, table.actor, d.ASK_SECOND)
        return
    clear(table.drawn)
    table.phase = p.RESOLUTION


@kernel
def list_remains(state, rules, moves):
    """List each different card that was drawn."""
    table = state.table
    count = 0
    for i in range(table.drawn.count):
        is_new = True
        for other in range(i):
            is_new = is_new and table.drawn.cards[other] != table.drawn.cards[i]
        if is_new:
            moves[count].kind = Move.TAKE_REMAIN
            moves[count].card = table.drawn.cards[i]
            count += 1
    return count


@kernel
def list_second(state, rules, moves):
    """List the moves to leave it at one card, and to pay for a second."""
    moves[0].kind = Move.ONE_CARD_ONLY
    moves[1].kind = Move.PAY_FOR_SECOND
    return 2


@kernel
def take_remain(state, rules, move, log):
    """Take a card that was drawn, and do what it says at once."""
    table, seat = state.table, state.seat
    card = move.card
    remove(table.drawn, card)
    table.sharer += 1
    begin_card(state, rules, keep_remain(state, rules, seat, card, log), seat)


@kernel
def answer_second(state, rules, move, log):
    """Pay for a second card, or not."""
    table = state.table
    table.sharer += 1
    if move.kind == Move.PAY_FOR_SECOND:
        pay_energy(table, table.actor, rules.second_card_cost, log)
        ask(state, table.actor, d.ASK_REMAIN)
