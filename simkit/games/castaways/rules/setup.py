"""Setup: decks shuffled with their plots, tiles, storage, the castaways, the first starting player."""

from simkit.game import (
    NOBODY,
    begin,
    below,
    clear,
    draw,
    kernel,
    note,
    pile_dtype,
    put_in_order,
    put_into_bag,
    put_on_top,
    scratch,
    separate_kernel,
    shuffle_pile,
    take_at,
)
from simkit.game.effects import bit
from simkit.games.castaways import decisions as d
from simkit.games.castaways import phases as p
from simkit.games.castaways.kinds import Event, Move
from simkit.games.castaways.knobs import DEAL_CHARACTER, GIVEN_CHARACTER
from simkit.games.castaways.printed import NO_DECK
from simkit.games.castaways.rules.asking import ask
from simkit.games.castaways.state import (
    ACTION_COUNT,
    DEAL_CHANCE,
    FIRST_PLAYER_CHANCE,
    FISH_KINDS,
    MOST_CHARACTERS,
    MOST_SPACES,
    NO_CARD,
    NO_SPACE,
    NO_TILE,
    OUT_OF_PLAY,
    REGION_COUNT,
    VALUES,
)

CHARACTER_PILE = pile_dtype(MOST_CHARACTERS)


@separate_kernel
def lay_out(state, rules, log):
    """Prepare a game, up to the choice of castaways."""
    table = state.table
    begin(state.chance, DEAL_CHANCE, 0)
    deal_the_island(state, rules)
    deal_the_events(state, rules)
    deal_the_remains(state, rules)
    lay_out_tiles(state, rules)
    lay_out_the_camp(table, rules)
    deal_the_castaways(state, rules, log)
    begin(state.chance, FIRST_PLAYER_CHANCE, 0)
    table.starter = below(state.chance, rules.players)
    table.phase = p.CHOOSING_CHARACTERS


@separate_kernel
def deal_the_island(state, rules):
    """Shuffle the three decks, with the plots that are drawn for them."""
    table, hidden = state.table, state.hidden
    solo = rules.players == 1
    plots = hidden.plots_out
    for card in range(rules.card_count):
        printed = rules.card[card]
        if solo and printed.not_solo != 0:
            table.card_state[card] = OUT_OF_PLAY
        elif printed.deck != NO_DECK and printed.plot == 0:
            hidden.plot_region[card] = printed.deck + 1
            put_on_top(plots, card)
        elif printed.deck != NO_DECK:
            put_on_top(hidden.decks[printed.deck], card)
        if printed.left_out != 0:
            table.card_state[card] = OUT_OF_PLAY
    shuffle_pile(state.chance, plots)
    take_out(plots, rules.card)
    for _ in range(min(rules.plots_in_play, plots.count)):
        card = draw(plots)
        put_on_top(hidden.decks[rules.card[card].deck], card)
    for region in range(REGION_COUNT):
        shuffle_pile(state.chance, hidden.decks[region])
        take_out(hidden.decks[region], rules.card)
        table.deck_left[region] = hidden.decks[region].count


@kernel
def take_out(pile, printed):
    """Take the cards that are left out from a shuffled pile; the undermost cards take their places.

    So all others lie where they would in the whole pile.
    """
    for place in range(pile.count - 1, -1, -1):
        if printed[pile.cards[place]].left_out != 0:
            pile.cards[place] = pile.cards[0]
            take_at(pile, 0)


@separate_kernel
def deal_the_events(state, rules):
    """Draw the event cards that are in play; the others are put away unseen."""
    table, hidden = state.table, state.hidden
    for event in range(rules.event_count):
        if rules.event[event].few == 0 or rules.players <= rules.few_players:
            put_on_top(hidden.events_out, event)
    shuffle_pile(state.chance, hidden.events_out)
    take_out(hidden.events_out, rules.event)
    for _ in range(rules.turns_at_most):
        put_on_top(hidden.events, draw(hidden.events_out))
    table.events_left = hidden.events.count
    table.turns = rules.turns_at_most
    table.last_turn = rules.turns_at_most
    table.event = NO_CARD


@separate_kernel
def deal_the_remains(state, rules):
    """Shuffle the remains of the ship."""
    remains = state.hidden.remains
    for kind in range(rules.remain_count):
        for _ in range(rules.remain[kind].copies):
            put_on_top(remains, kind)
    shuffle_pile(state.chance, remains)
    take_out(remains, rules.remain)
    state.table.remains_left = remains.count
    state.table.wreck = rules.wreck_cubes


@separate_kernel
def lay_out_tiles(state, rules):
    """Lay out the tiles of food and of story points."""
    table, hidden = state.table, state.hidden
    for value in range(VALUES):
        put_into_bag(hidden.forage, value, rules.forage_tiles[value])
        put_into_bag(hidden.story, value, rules.story_tiles[value])
    for kind in range(FISH_KINDS):
        put_into_bag(table.fish, kind, rules.fish_tiles[kind])
    table.story_left = hidden.story.total
    table.forage_box = min(rules.box_at_start, hidden.forage.total)
    table.forage_left = hidden.forage.total - table.forage_box
    table.pantry_tile = NO_TILE
    table.cook_tile = NO_TILE


@separate_kernel
def lay_out_the_camp(table, rules):
    """Fill the storage, lay the base cards on the camp board, and empty all spaces."""
    table.food = rules.food_at_start
    table.food_supply = rules.food_tokens - table.food
    table.wood = rules.storage_wood
    table.wood_supply = rules.wood_tokens - table.wood
    table.weather = rules.weather_start
    table.cube = rules.return_start
    space = 0
    for card in range(len(table.board)):
        table.board[card] = NO_CARD
    for card in range(rules.camp_card_count):
        if rules.camp_card[card].left_out != 0:
            table.found_cards |= bit(card)
        elif rules.camp_card[card].is_base != 0 and space < rules.camp_spaces:
            table.board[space] = card
            space += 1
    for action in range(ACTION_COUNT):
        for place in range(MOST_SPACES):
            table.marked[action, place] = NOBODY
    table.white_space = NO_SPACE
    table.headland = NOBODY
    table.heir = NOBODY
    table.card = NO_CARD
    table.matched = NO_CARD


@separate_kernel
def deal_the_castaways(state, rules, log):
    """Give out the castaways by chance, or as a knob says; or leave the choice to the players."""
    table, characters = state.table, scratch(CHARACTER_PILE)
    clear(characters)
    put_in_order(characters, 0, rules.character_count)
    if rules.character_mode == DEAL_CHARACTER:
        shuffle_pile(state.chance, characters)
    for seat in range(rules.players):
        table.castaways[seat].character = NOBODY
        if rules.character_mode == DEAL_CHARACTER:
            become(state, rules, seat, characters.cards[seat], log)
        elif rules.character_mode == GIVEN_CHARACTER:
            become(state, rules, seat, rules.character_of_seat[seat], log)


@kernel
def become(state, rules, seat, character, log):
    """Give a castaway to a player."""
    castaway, printed = state.table.castaways[seat], rules.character[character]
    castaway.character = character
    castaway.space = printed.energy
    castaway.energy = printed.energy
    castaway.strength = printed.strength
    castaway.return_roll = printed.return_roll
    note(log, Event.ABILITY_CHOSEN, seat, character)


@separate_kernel
def choose_characters(state, rules, log):
    """Ask the players in seat order for their castaways; then the first turn begins."""
    table = state.table
    for seat in range(rules.players):
        if table.castaways[seat].character == NOBODY:
            ask(state, seat, d.ASK_CHARACTER)
            return
    table.phase = p.EVENT


@kernel
def list_characters(state, rules, moves):
    """List the castaways that nobody has chosen."""
    table = state.table
    count = 0
    for character in range(rules.character_count):
        is_free = True
        for seat in range(rules.players):
            is_free = is_free and table.castaways[seat].character != character
        if is_free:
            moves[count].kind = Move.CHOOSE_ABILITY
            moves[count].character = character
            count += 1
    return count


@kernel
def choose_character(state, rules, move, log):
    """Let the seat to act play the castaway that it has chosen."""
    become(state, rules, state.seat, move.character, log)
