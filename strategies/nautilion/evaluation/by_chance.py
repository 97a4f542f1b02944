"""The decisions of `expert` with expansions or two players: the odds after each move are compared.

What the dice change is worked out once, for any two faces that Phantom and Nautilion may get (`after`).
Every plan, Tide, re-roll and Whirlwind is read from that; what is paid for them, and what Heroic cards and
purchases bring, is added in odds.
"""

from math import exp

import numpy as np

from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.numbers import bit_count, highest_bit, lowest_bit
from simkit.compile.records import scratch
from simkit.engine.base.moves import find_kind, find_move
from simkit.games.nautilion import state as s
from simkit.games.nautilion.card_effects import (
    BACKWARDS,
    CABIN_FILLS,
    CARD_REPLACED,
    CREW_FROM_PATH,
    CREW_FROM_PILE,
    DICE_SET_FREELY,
    DISCARD_MORE,
    EXCHANGE,
    FOR_SALE,
    MERCENARY_LEAVES,
    NO_DISCARDS,
    PHANTOM_BACKWARDS,
    PHANTOM_STAYS,
    REROLL_A_TWO,
    THREE_TOKENS,
    TOKENS_RECOVERED,
)
from simkit.games.nautilion.kinds import Move
from simkit.games.nautilion.rules.board import (
    free_to_leave,
    group_of,
    lowest_number,
    numbers_open,
)
from simkit.games.nautilion.rules.darkhouse import THE_TWO, discard_faces
from simkit.games.nautilion.rules.heroic_actions import crew_in_pile, crew_on_path, numbers_to_fetch
from simkit.games.nautilion.rules.machinations import card_of_the_turn
from simkit.games.nautilion.rules.mages import partners_ready
from simkit.games.nautilion.rules.path import before, beyond, only
from simkit.games.nautilion.rules.tokens import bit, crew_size, is_crew, is_mage, mage_bit
from simkit.strategies.nautilion.evaluation.chances import (
    STANDING,
    VIEW,
    copy_standing,
    found,
    odds_at,
    survey,
)
from simkit.strategies.nautilion.evaluation.copies import copies, one_copy
from simkit.strategies.nautilion.evaluation.faces import faces_in_question, mean_strike, mean_values
from simkit.strategies.nautilion.evaluation.finding import find_card, find_reroll, find_spell
from simkit.strategies.nautilion.evaluation.plain import (
    answer_of_all,
)
from simkit.strategies.nautilion.evaluation.plans import best_faces_value, best_plan, best_tide, hand_value
from simkit.strategies.nautilion.evaluation.reach import harpoons_of
from simkit.strategies.nautilion.evaluation.sheet import FACES, SHEET
from simkit.strategies.nautilion.evaluation.translation import lands_normally

WON_ODDS = 60.0
"""The odds of a game that is won at once: more than any position's, whatever a strike takes off."""

LOST_ODDS = -200.0
"""The odds of one that is lost at once: less than any position's."""

CERTAIN = 30.0
"""Odds above this are of a game that is won at once."""

SPOILED = 80.0
"""What a strike costs that would take the crew on the way into the Abyss."""

DECIDED_BY_A_DIE = 12.0
"""What a win at once counts where faces are averaged; a loss is as far below zero."""

CREW_FOR_HEROISM = 3
"""With this many crew aboard Heroic cards are weighed."""

IMPOSSIBLE = -100.0
"""The odds of what cannot be done are even less."""

COLLIDES = -1
"""In the place of a place: the Nautilion has met the Phantom."""

HOPELESS = 1.0
"""If its payment alone costs more odds than this, what a Heroic card does to the dice is not worked out,
unless every plan would lose at once."""

NOT_WORTH_IT = 0.003
"""By how much the chance to win must rise before something is spent on it."""


@kernel
def felt(odds):
    """Return the chance to win for the logarithm of its odds."""
    return 1.0 / (1.0 + exp(-max(odds, IMPOSSIBLE)))


@separate_kernel
def choose_by_chance(table, rules, moves, count):
    """Choose the move after which the chance to win is best."""
    step, view = table.step, scratch(VIEW)
    if step in (s.SPELL, s.PLAN, s.SET_DICE, s.TRANSLATION_FIRST, s.TRANSLATION_SECOND):
        survey(table, rules, view)
        return give_or_change(table, rules, view, moves, count)
    answer = answer_of_all(table, rules, moves, count)
    if answer >= 0:
        return answer
    if step == s.FIGURE:
        return max(find_move(moves, count, Move.CHOOSE_FIGURE, "number", 1), 0)
    survey(table, rules, view)
    return best_after(table, rules, view, moves, count)


@separate_kernel
def best_after(table, rules, view, moves, count):
    """Return the index of the move with the best odds: what is taken, discarded, fetched, won, put back."""
    best, most = 0, -1.0e12
    at, now = scratch(STANDING), view.now
    for i in range(count):
        copy_standing(now, at)
        make(table, rules, at, moves[i])
        if table.step != s.RETURN_PLACE:
            gone = now.occupied & ~at.occupied
            at.hope = found(table, rules, view, at.nautilion, at.crew | at.mercenaries, gone)
        odds = odds_at(table, rules, view, at)
        if odds > most:
            best, most = i, odds
    return best


@kernel
def make(table, rules, at, move):
    """Make a move on a copy of how things stand."""
    made = move.kind
    if made == Move.TAKE_ABOARD:
        board(at, table.in_hand, move.number)
    elif made == Move.TAKE_CABIN:
        into_cabin(at, table.in_hand)
    elif made == Move.TAKE_RESERVE or made == Move.PRIZE_RESERVE:
        at.reserve += 1
    elif made == Move.DISCARD_RESERVE:
        at.reserve -= 1
    elif made == Move.DISCARD_CREW:
        leave(at, move.number)
    elif made == Move.DISCARD_CABIN:
        if is_crew(move.number):
            at.cabin_crew &= ~bit(move.number)
        else:
            at.cabin_mages &= ~mage_bit(move.number)
    elif made == Move.PRIZE_ABOARD:
        at.crew |= bit(move.number)
        if rules.one_group[at.crew] == 0:
            keep_largest(at, rules)
    elif made == Move.CHOOSE_KIND:
        at.crew |= bit(move.number)
    elif table.step == s.FETCH_FROM_PATH:
        at.crew |= bit(table.path[move.place])
        remove(table, at, move.place)
    else:  # a token comes back into the path
        at.occupied |= only(move.place)
        at.ahead += one_copy(table.returned_kind)


@kernel
def board(at, kind, space):
    """Put a token on the board."""
    if is_crew(kind):
        at.crew |= bit(kind)
    else:
        at.mercenaries |= bit(space)


@kernel
def into_cabin(at, kind):
    """Put a token into the cabin."""
    if is_crew(kind):
        at.cabin_crew |= bit(kind)
    else:
        at.cabin_mages |= mage_bit(kind)


@kernel
def leave(at, space):
    """Empty a space of the board."""
    at.crew &= ~bit(space)
    at.mercenaries &= ~bit(space)


@kernel
def remove(table, at, place):
    """Remove the token of a place."""
    if place > at.nautilion:
        at.ahead -= one_copy(table.path[place])
    at.occupied &= ~only(place)


@kernel
def keep_largest(at, rules):
    """Keep the largest group of a crew that is split."""
    left, best = at.crew, 0
    while left != 0:
        group = group_of(left, rules, lowest_number(left))
        if crew_size(group) > crew_size(best):
            best = group
        left &= ~group
    at.crew = best


@kernel
def phantom_gets(rules, at, kind):
    """Give the Phantom a token, for its board or the discard pile; a mercenary may cost a reserve token."""
    if rules.mercenaries == 0:
        return
    if at.to_come != 0:
        if at.phantom_board < rules.phantom_capacity and ((rules.armed_kinds >> kind) & 1):
            at.phantom_board += 1
            at.theirs += harpoons_of(rules, kind)
    elif kind == s.MERCENARY and at.reserve > 0:
        at.reserve -= 1


@separate_kernel
def meet(table, rules, view, at):
    """Return the log odds once the figures meet."""
    ours = rules.mercenary_harpoons * crew_size(at.mercenaries) + crew_size(at.crew & rules.armed_crew)
    if ours < at.theirs:
        return LOST_ODDS
    won = ours > at.theirs
    at.to_come, at.theirs, at.phantom_board, at.mercenaries = 0, 0, 0, 0
    prize = 0
    if won:
        pile = crew_in_pile(table) & table.may_place
        pile &= rules.open_spaces[at.crew] if rules.one_group[at.crew] != 0 else rules.uniting[at.crew]
        fewest = 100
        while pile != 0:
            number = lowest_number(pile)
            pile &= pile - 1
            if copies(at.ahead, number) < fewest:
                prize, fewest = number, copies(at.ahead, number)
    if prize > 0:
        at.crew |= bit(prize)
    else:
        at.reserve += 1
    if rules.one_group[at.crew] == 0:
        keep_largest(at, rules)
    at.hope = found(table, rules, view, at.nautilion, at.crew, view.now.occupied & ~at.occupied)
    return odds_at(table, rules, view, at)


@separate_kernel
def after(table, rules, view, turn, p, n):
    """Return the odds to win after the Phantom and the Nautilion have moved by these dice (0: none).

    `turn` is (course, three, instead): how the Phantom moves, whether three tokens go into the reserve, and
    the kind of token that a Translation brings to the landing (0: none).
    """
    course, three, instead = turn
    at = scratch(STANDING)
    copy_standing(view.now, at)
    holds, lost = 0, 0.0
    if p != 0 and course != s.STAYS:
        place = phantom_goes(table, at, course, p)
        if place <= at.nautilion and course == s.TOWARD_ISLES and at.to_come != 0:
            at.phantom = at.nautilion + 1
            return meet(table, rules, view, at)
        if place == s.ISLES:
            return LOST_ODDS
        at.phantom = place
        if place <= table.length:
            if place > at.nautilion:
                held = at.crew | at.mercenaries
                lost = found(table, rules, view, at.nautilion, held, only(place)) - view.now.hope
            holds = int(table.path[place])
            remove(table, at, place)
            if table.darkhouse_effect != EXCHANGE:
                phantom_gets(rules, at, holds)
                holds = 0
    if n == 0:
        if holds != 0:
            phantom_gets(rules, at, holds)
        at.hope += lost
        return odds_at(table, rules, view, at)
    place = nautilion_goes(table, at, n)
    if place == COLLIDES:
        return meet(table, rules, view, at)
    if place > table.length:
        return WON_ODDS if nothing_left_to_do(rules, at) else LOST_ODDS
    if place == s.ISLES:
        return odds_at(table, rules, view, at)
    kind = instead if instead != 0 else int(table.path[place])
    if rules.reef_spacing > 0 and table.reefs[place] != 0:
        helped = ((at.crew << 1) >> table.reefs[place]) & 1
        at.reef = rules.reef_risk[helped]
        at.reserve += 1  # the reef comes into the reserve, next turn or the one after
    if holds != 0:
        phantom_gets(rules, at, kind)
        kind = holds
    if three != 0:
        take_neighbours(table, at)
        return settle(table, rules, view, at, lost)
    return after_taking(table, rules, view, at, kind, lost)


@kernel
def nothing_left_to_do(rules, at):
    """Return True if reaching the Abyss wins."""
    complete = (at.crew == s.FULL_CREW) & (at.heroic_left == 0)
    return complete & ((rules.mages == 0) | (at.cabin_mages == s.ALL_MAGES))


@kernel
def phantom_goes(table, at, course, steps):
    """Return the place that the Phantom reaches, toward the Isles or, with a Heroic card, the Abyss."""
    place = np.int64(at.phantom)
    if course == s.TOWARD_ABYSS:
        tokens = at.occupied & beyond(place)
        for _ in range(steps - 1):
            tokens &= tokens - 1
        return lowest_bit(tokens) if tokens != 0 else np.int64(table.length + 1)
    tokens = at.occupied & before(place)
    for _ in range(steps):
        place = np.int64(highest_bit(tokens)) if tokens != 0 else np.int64(s.ISLES)
        tokens &= before(place)
    return place


@kernel
def nautilion_goes(table, at, steps):
    """Move the Nautilion; return the place that it reaches, whose token is off the path, or COLLIDES."""
    place = np.int64(at.nautilion)
    if table.darkhouse_effect == BACKWARDS:
        tokens = at.occupied & before(place)
        for _ in range(steps):
            place = np.int64(highest_bit(tokens)) if tokens != 0 else np.int64(s.ISLES)
            tokens &= before(place)
            if place != s.ISLES:
                at.ahead += one_copy(table.path[place])
        if place != s.ISLES:
            at.ahead -= one_copy(table.path[place])
    else:
        tokens = at.occupied & beyond(place)
        for _ in range(steps):
            place = np.int64(lowest_bit(tokens)) if tokens != 0 else np.int64(table.length + 1)
            if at.to_come != 0 and place >= at.phantom:
                at.nautilion = at.phantom - 1
                return np.int64(COLLIDES)
            if place > table.length:
                return place
            at.ahead -= one_copy(table.path[place])
            tokens &= tokens - 1
    at.nautilion = place
    at.occupied &= ~only(place)
    return place


@kernel
def take_neighbours(table, at):
    """Take the token reached and its neighbours into the reserve."""
    at.reserve += 1
    tokens = at.occupied & before(at.nautilion)
    if tokens != 0:
        at.reserve += 1
        at.occupied &= ~only(highest_bit(tokens))
    tokens = at.occupied & beyond(at.nautilion)
    if tokens != 0:
        at.reserve += 1
        remove(table, at, lowest_bit(tokens))


@kernel
def after_taking(table, rules, view, at, kind, lost):
    """Return the odds once a token is taken: aboard if it may go there, else into cabin or reserve."""
    held = at.crew | at.mercenaries
    if is_crew(kind):
        if ((rules.open_spaces[held] & table.may_place) >> (kind - 1)) & 1:
            at.crew |= bit(kind)
        elif rules.mages != 0 and (rules.cabin_crew & ~at.cabin_crew & table.may_place & bit(kind)) != 0:
            at.cabin_crew |= bit(kind)
        else:
            at.reserve += 1
    elif is_mage(kind) and rules.mages != 0 and (at.cabin_mages & mage_bit(kind)) == 0:
        at.cabin_mages |= mage_bit(kind)
    elif kind == s.MERCENARY and at.to_come != 0 and rules.open_spaces[held] != 0:
        at.reserve += 1
        kept = settle(table, rules, view, at, lost)
        at.reserve -= 1
        at.mercenaries |= bit(space_for_mercenary(rules, at, held))
        return max(kept, settle(table, rules, view, at, lost))
    else:
        at.reserve += 1
    return settle(table, rules, view, at, lost)


@kernel
def space_for_mercenary(rules, at, held):
    """Return the space where a mercenary is least in the way."""
    spaces, best, most = rules.open_spaces[held], 0, -1.0e9
    while spaces != 0:
        space = lowest_number(spaces)
        spaces &= spaces - 1
        worth = 4.0 * min(copies(at.ahead, space), 3) + crew_size(rules.open_spaces[held | bit(space)])
        if worth > most:
            best, most = space, worth
    return best


@kernel
def settle(table, rules, view, at, lost=0.0):
    """Return the log odds where the prospects have changed."""
    at.hope = found(table, rules, view, at.nautilion, at.crew | at.mercenaries, 0) + lost
    return odds_at(table, rules, view, at)


@kernel
def with_less(table, rules, view, less):
    """Return the log odds with `less` reserve tokens less."""
    if less == 0:
        return view.odds_now
    at = scratch(STANDING)
    copy_standing(view.now, at)
    at.reserve -= less
    return odds_at(table, rules, view, at)


@separate_kernel
def struck(table, rules, view, spent, before_it):
    """Return what a strike of the Darkhouse costs, in log odds, once `spent` reserve tokens are gone."""
    if table.turn <= table.shielded_until:
        return 0.0
    due = rules.darkhouse_tokens[card_of_the_turn(table)] if table.darkhouse_effect == DISCARD_MORE else 1
    left = table.reserve - spent
    near = bit_count(table.occupied & beyond(table.nautilion)) < highest_bit(int(rules.value_mask))
    if near and left + bit_count(table.cabin_crew) < due and nothing_left_to_do(rules, view.now):
        return SPOILED  # the Darkhouse comes before the Nautilion's move
    if left > 0:
        return before_it - with_less(table, rules, view, spent + min(due, left))
    at = scratch(STANDING)
    best = -1.0e12
    free = free_to_leave(table, rules)
    while free != 0:
        space = lowest_number(free)
        free &= free - 1
        copy_standing(view.now, at)
        at.reserve -= spent
        leave(at, space)
        best = max(best, settle(table, rules, view, at))
    cabin = int(table.cabin_crew)
    while cabin != 0:
        copy_standing(view.now, at)
        at.reserve -= spent
        at.cabin_crew = cabin & (cabin - 1)
        cabin = 0
        best = max(best, odds_at(table, rules, view, at))
    for i in range(s.MAGE_KINDS):
        if (table.cabin_mages >> i) & 1:
            copy_standing(view.now, at)
            at.reserve -= spent
            at.cabin_mages &= ~(1 << i)
            best = max(best, odds_at(table, rules, view, at))
    return before_it - best if best > -1.0e12 else 0.0


@separate_kernel
def fill(table, rules, view, sheet, turn, moves, count, faces):
    """Fill in what the dice change: pairs of them, or single ones."""
    costly = discard_faces(table, rules)
    for face in range(FACES):
        sheet.strikes[face] = (costly >> face) & 1
    if table.darkhouse_effect == REROLL_A_TWO and costly != 0:
        sheet.strikes[THE_TWO] = mean_strike(rules, costly)
    if table.step == s.PLAN and table.dice_count > 1:
        for i in range(count):
            a, b = moves[i].phantom, moves[i].nautilion
            sheet.figures[a, b] = after(table, rules, view, turn, int(a), int(b))
        return
    if table.dice_count == 1:
        left = faces
        loses = wins = 0
        while left != 0:
            face = lowest_bit(left)
            left &= left - 1
            if table.receiving & s.PHANTOM_FIGURE:
                odds = after(table, rules, view, turn, face, int(table.nautilion_die))
                sheet.phantom[face] = max(odds, -DECIDED_BY_A_DIE)
                loses |= int(odds == LOST_ODDS) << face
            if table.receiving & s.NAUTILION_FIGURE:
                odds = after(table, rules, view, turn, int(table.phantom_die), face)
                sheet.nautilion[face] = min(max(odds, -DECIDED_BY_A_DIE), DECIDED_BY_A_DIE)
                wins |= int(odds > CERTAIN) << face
                loses |= int(odds == LOST_ODDS) << (face + FACES)
        mean_values(rules, sheet)
        for face in range(FACES):
            if (wins >> face) & 1:
                sheet.nautilion[face] = WON_ODDS
            if (loses >> face) & 1:
                sheet.phantom[face] = LOST_ODDS
            if (loses >> (face + FACES)) & 1:
                sheet.nautilion[face] = LOST_ODDS
        return
    sheet.figures[0, 0] = 0.0
    if (table.receiving & s.NAUTILION_FIGURE) == 0 and table.nautilion_die == 0:
        left = faces
        while left != 0:
            face = lowest_bit(left)
            left &= left - 1
            sheet.figures[face, 0] = after(table, rules, view, turn, face, 0)
        return
    left = faces
    while left != 0:
        a = highest_bit(left)
        others = left
        left ^= 1 << a
        while others != 0:
            b = lowest_bit(others)
            others &= others - 1
            one = after(table, rules, view, turn, a, b)
            other = after(table, rules, view, turn, b, a) if a != b else one
            sheet.figures[a, b] = one
            sheet.figures[b, a] = other
            sheet.pairs[a, b] = sheet.pairs[b, a] = max(one, other)


@separate_kernel
def give_or_change(table, rules, view, moves, count):
    """Return the index of the best plan, or of the best way to get other dice or another landing."""
    sheet = scratch(SHEET)
    turn = int(table.phantom_course), int(table.three_tokens), 0
    faces = faces_in_question(table, rules)
    no_means = (table.reserve == 0) & (table.cabin_mages == 0) & (table.dice_count > 1)
    if table.step == s.SPELL and no_means and not sets_dice(table, rules):
        faces = faces_shown(table)
    fill(table, rules, view, sheet, turn, moves, count, faces)
    sheet.strike = struck(table, rules, view, 0, view.odds_now)
    if table.step == s.PLAN:
        if sheet.strike == SPOILED:
            leave_out_spoiled_wins(sheet, moves, count)
        return best_plan(table, sheet, moves, count)
    if table.step == s.SET_DICE:
        _, a, b, c = best_faces_value(table, rules, sheet)
        done = table.dice_count - table.dice_to_set
        wanted = a if done == 0 else (b if done == 1 else c)
        return max(find_move(moves, count, Move.SET_DIE, "value", wanted), 0)
    if table.step == s.SPELL:
        return currents(table, rules, view, sheet, moves, count)
    if table.step == s.TRANSLATION_FIRST:
        place = best_translation(table, rules, view, sheet)[1]
        return max(find_move(moves, count, Move.CHOOSE_PLACE, "place", place), 0)
    number = best_translation(table, rules, view, sheet)[2]
    return max(find_move(moves, count, Move.CHOOSE_PLACE, "place", source_of_number(table, number)), 0)


@kernel
def leave_out_spoiled_wins(sheet, moves, count):
    """Count as lost what reaches the Abyss after the Darkhouse has taken the crew."""
    for i in range(count):
        move = moves[i]
        if sheet.strikes[move.darkhouse] == 1.0 and sheet.figures[move.phantom, move.nautilion] > CERTAIN:
            sheet.figures[move.phantom, move.nautilion] = LOST_ODDS


@kernel
def sets_dice(table, rules):
    """Return True if a revealed Heroic card sets the dice."""
    for slot in range(s.ROW_OF_CARDS):
        if (
            rules.heroic_effects[table.heroic_cards[slot]] == DICE_SET_FREELY
            and table.heroic_cards[slot] != 0
        ):
            return True
    return False


@kernel
def faces_shown(table):
    """Return the faces that the dice show, given or in hand: bit `face` for each."""
    faces = 1 << int(table.phantom_die) | 1 << int(table.nautilion_die)
    for i in range(3):
        faces |= 1 << int(table.dice[i])
    return faces & ~1


@separate_kernel
def currents(table, rules, view, sheet, moves, count):
    """Return the index of the best move of the Currents; 0 to stop."""
    dice = table.dice
    sheet.now = hand_value(table, sheet, sheet.strike, dice[0], dice[1], dice[2])
    if sheet.now > CERTAIN:
        return 0
    lost = sheet.now < IMPOSSIBLE  # at once, with every plan: then all is worth it
    margin = 0.0 if lost else NOT_WORTH_IT
    best, most = 0, felt(sheet.now) + margin
    single = table.dice_count == 1  # compared with the mean of all dice: its own worth is a difference
    base = view.odds_now
    if single:
        sheet.now += base
        most = felt(sheet.now) + margin
    offset = base if single else 0.0
    if table.cabin_mages != 0 and partners_ready(table, rules) != 0:
        first = find_reroll(table, rules, moves, count, 0)
        if first >= 0:
            for die in range(table.dice_count):
                then = mean_after_reroll(table, rules, sheet, sheet.strike, offset, die)
                if then > felt(sheet.now) and then > most - margin:
                    best, most = first + die, max(then, most)
    cost = rules.spell_cost_whirlwind
    spell = find_spell(table, moves, count, Move.WHIRLWIND, cost)
    if spell >= 0:
        less = with_less(table, rules, view, cost)
        strike = struck(table, rules, view, cost, less) if not single else sheet.strike
        then = mean_after_whirlwind(table, rules, sheet, strike, offset + less - base)
        if then > most:
            best, most = spell, then
    cost = rules.spell_cost_tide
    if table.reserve >= cost and find_kind(moves, count, Move.TIDE) >= 0:
        less = with_less(table, rules, view, cost)
        strike = struck(table, rules, view, cost, less) if not single else sheet.strike
        tide, then = best_tide(table, sheet, strike, moves, count)
        if tide >= 0:
            if then > CERTAIN:
                return tide
            then = felt(then + offset + less - base)
            if then > most:
                best, most = tide, then
    if rules.expanded != 0:
        if table.heroic_left > 0 and crew_size(table.crew) >= CREW_FOR_HEROISM:
            index, then = best_heroic(table, rules, view, sheet, moves, count, base)
            if then > most:
                best, most = index, then
        if table.darkhouse_effect == FOR_SALE and find_kind(moves, count, Move.BUY) >= 0:
            index, gain = best_purchase(table, rules, view, moves, count)
            then = felt(sheet.now + gain - base)
            if then > most:
                best, most = index, then
    cost = rules.spell_cost_translation
    spell = find_spell(table, moves, count, Move.TRANSLATION, cost)
    if spell >= 0 and lands_normally(table):
        then = best_translation(table, rules, view, sheet)[0]
        then = felt(then + with_less(table, rules, view, cost) - base)
        if then > most:
            best, most = spell, then
    return best


@separate_kernel
def mean_after_reroll(table, rules, sheet, strike, offset, die):
    """Return the mean chance over all faces that a die may show after a re-roll."""
    total = 0.0
    for f in range(rules.value_count):
        face = rules.values[f]
        a = face if die == 0 else table.dice[0]
        b = face if die == 1 else table.dice[1]
        c = face if die == 2 else table.dice[2]
        total += rules.value_faces[f] * felt(hand_value(table, sheet, strike, a, b, c) + offset)
    return total / rules.face_count


@separate_kernel
def mean_after_whirlwind(table, rules, sheet, strike, offset):
    """Return the mean chance over all throws of the dice in hand."""
    total, throws = 0.0, 0
    second, third = table.dice_count > 1, table.dice_count > 2
    for i in range(rules.value_count):
        for j in range(i + 1 if second else 1):
            for k in range(j + 1 if third else 1):
                ways = rules.value_faces[i] * (rules.value_faces[j] if second else 1)
                if third:
                    orders = 1 if i == k else (3 if i == j or j == k else 6)
                    ways *= rules.value_faces[k] * orders
                elif second and i != j:
                    ways *= 2
                a, b, c = rules.values[i], rules.values[j], rules.values[k]
                total += ways * felt(hand_value(table, sheet, strike, a, b, c) + offset)
                throws += ways
    return total / throws


@separate_kernel
def best_heroic(table, rules, view, sheet, moves, count, base):
    """Return the index of the best Heroic card with its payment, and the chance after it."""
    at = scratch(STANDING)
    best, number_paid, most = 0, 0, -1.0e12
    # Every card is paid for with the number that is missed least, unless its effect asks for another.
    payers, cheapest, least = int(free_to_leave(table, rules) & table.crew), 0, -1.0e12
    left = plentiful(view, payers)
    while left != 0:
        payer = lowest_number(left)
        left &= left - 1
        worth = after_payment(table, rules, view, at, payer, 0)
        if worth > least:
            cheapest, least = payer, worth
    for slot in range(s.ROW_OF_CARDS):
        card = int(table.heroic_cards[slot])
        if card == 0:
            continue
        effect = rules.heroic_effects[card]
        special = 0
        if effect == CREW_FROM_PATH or effect == CREW_FROM_PILE:
            special = int(table.crew) if cheapest == 0 else 0
        elif effect == CABIN_FILLS:
            special = int(rules.cabin_crew) & payers
        elif effect == MERCENARY_LEAVES:
            special = int(rules.armed_crew) & payers
        if cheapest != 0:
            special |= bit(cheapest)
        gain = 0.0
        if cheapest != 0 and (least > base - HOPELESS or sheet.now < IMPOSSIBLE):
            gain = turn_gain(table, rules, view, sheet, moves, count, card)
        while special != 0:
            payer = lowest_number(special)
            special &= special - 1
            worth = gain + after_payment(table, rules, view, at, payer, card)
            if worth > most:
                best, number_paid, most = card, payer, worth
    if best == 0:
        return 0, 0.0
    return max(find_card(moves, count, best, number_paid), 0), felt(sheet.now + most - base)


@kernel
def plentiful(view, numbers):
    """Return those of the numbers of which most copies lie ahead (three or more count alike)."""
    best, most = 0, 0
    while numbers != 0:
        number = lowest_number(numbers)
        numbers &= numbers - 1
        left = min(copies(view.now.ahead, number), 3)
        if left > most:
            best, most = 0, left
        best |= bit(number) if left == most else 0
    return best


@separate_kernel
def turn_gain(table, rules, view, sheet, moves, count, card):
    """Return what a Heroic card adds to this very turn."""
    effect, dice = rules.heroic_effects[card], table.dice
    if table.dice_count == 1:
        return 0.0
    if effect == NO_DISCARDS:
        return hand_value(table, sheet, 0.0, dice[0], dice[1], dice[2]) - sheet.now
    if effect == DICE_SET_FREELY:
        return best_faces_value(table, rules, sheet)[0] - sheet.now
    if effect != PHANTOM_STAYS and effect != PHANTOM_BACKWARDS and effect != THREE_TOKENS:
        return 0.0
    course, three = int(table.phantom_course), int(table.three_tokens)
    if effect == THREE_TOKENS:
        three = 1
    elif effect == PHANTOM_STAYS:
        course = s.STAYS
    elif course != s.STAYS:
        course = s.TOWARD_ABYSS
    other = scratch(SHEET)
    fill(table, rules, view, other, (course, three, 0), moves, count, faces_shown(table))
    return hand_value(table, other, sheet.strike, dice[0], dice[1], dice[2]) - sheet.now


@separate_kernel
def after_payment(table, rules, view, at, payer, card):
    """Return the log odds once a Heroic card is paid for and has done what does not concern the dice."""
    copy_standing(view.now, at)
    leave(at, payer)
    at.heroic_left -= 1
    effect = rules.heroic_effects[card] if card != 0 else 0
    at.effects &= ~(1 << int(effect))
    if effect == NO_DISCARDS:
        at.shield = max(at.shield, rules.heroic_turns[card] - 1)
    elif effect == TOKENS_RECOVERED:
        at.reserve += rules.heroic_tokens[card]
    elif effect == CARD_REPLACED:
        if at.heroic_left > 0 and table.pile_left == 0:
            at.heroic_left -= 1
    elif effect == MERCENARY_LEAVES:
        if (rules.armed_crew & bit(payer)) != 0 and at.to_come != 0 and table.phantom_board[s.MERCENARY] > 0:
            at.theirs -= rules.mercenary_harpoons
            at.phantom_board -= 1
    elif effect == CABIN_FILLS and rules.cabin_crew & bit(payer):
        at.cabin_crew |= rules.cabin_crew & crew_in_pile(table) & ~bit(payer)
    worth = -1.0e12
    if rules.one_group[at.crew | at.mercenaries]:
        worth = settle(table, rules, view, at)
    if effect == CREW_FROM_PATH or effect == CREW_FROM_PILE:
        numbers = numbers_to_fetch(table, rules, payer)
        numbers &= crew_on_path(table) if effect == CREW_FROM_PATH else crew_in_pile(table)
        while numbers != 0:
            number = lowest_number(numbers)
            numbers &= numbers - 1
            at.crew |= bit(number)
            worth = max(worth, settle(table, rules, view, at))
            at.crew &= ~bit(number)
    return worth


@separate_kernel
def best_purchase(table, rules, view, moves, count):
    """Return the index of the best purchase, and the odds after it."""
    best, most = 0, -1.0e12
    at = scratch(STANDING)
    for i in range(count):
        move = moves[i]
        if move.kind == Move.BUY:
            copy_standing(view.now, at)
            at.reserve -= rules.darkhouse_price[card_of_the_turn(table)]
            kind = int(move.number)
            if move.place == 0:
                into_cabin(at, kind)
            else:
                board(at, kind, int(move.place))
            worth = settle(table, rules, view, at)
            if worth > most:
                best, most = i, worth
    return best, most


@separate_kernel
def best_translation(table, rules, view, sheet):
    """Return the log odds after the best Translation, the place it fetches to, and the number."""
    fetchable = int(numbers_open(table, rules) & crew_on_path(table))
    best, target, fetched = -1.0e12, 0, 0
    dice = table.dice
    strike = sheet.strike
    cost = rules.spell_cost_translation
    if table.step == s.SPELL:
        strike = struck(table, rules, view, cost, with_less(table, rules, view, cost))
    for i in range(3):
        left, right = int(dice[(i + 1) % 3]), int(dice[(i + 2) % 3])
        n = int(dice[i])
        if n == 0 or left == 0 or right == 0:
            continue
        one = sheet.figures[left, n] - strike * sheet.strikes[right]
        other = sheet.figures[right, n] - strike * sheet.strikes[left]
        p, d = (left, right) if one >= other else (right, left)
        place = landing_place(table, p, n)
        if place > table.length or (view.now.to_come != 0 and place >= table.phantom):
            continue
        if table.first_place != 0 and place != table.first_place:
            continue
        numbers = scarcest(view, fetchable)
        while numbers != 0:
            number = lowest_number(numbers)
            numbers &= numbers - 1
            if number == table.path[place] or source_of_number(table, number) == place:
                continue
            turn = int(table.phantom_course), 0, number
            worth = after(table, rules, view, turn, p, n) - strike * sheet.strikes[d]
            if worth > best:
                best, target, fetched = worth, place, number
    return best, target, fetched


@kernel
def scarcest(view, numbers):
    """Return those of the numbers of which fewest copies lie ahead."""
    best, fewest = 0, 100
    while numbers != 0:
        number = lowest_number(numbers)
        numbers &= numbers - 1
        left = copies(view.now.ahead, number)
        if left < fewest:
            best, fewest = 0, left
        best |= bit(number) if left == fewest else 0
    return best


@kernel
def landing_place(table, p, n):
    """Return the place that the Nautilion reaches, once the Phantom has moved."""
    occupied = int(table.occupied)
    if table.phantom_course == s.TOWARD_ISLES:
        tokens = occupied & before(table.phantom)
        place = np.int64(0)
        for _ in range(p):
            place = np.int64(highest_bit(tokens)) if tokens != 0 else np.int64(0)
            tokens &= before(place)
        occupied &= ~only(place)
    tokens = occupied & beyond(table.nautilion)
    place = np.int64(table.length + 1)
    for _ in range(n):
        place = np.int64(lowest_bit(tokens)) if tokens != 0 else np.int64(table.length + 1)
        tokens &= tokens - 1
    return place


@kernel
def source_of_number(table, number):
    """Return the place of a copy of a number: behind the Nautilion if possible, else as far as possible."""
    source = 0
    for place in range(1, table.length + 1):
        if table.path[place] == number and place != table.first_place:
            if place < table.nautilion:
                return place
            source = place
    return source
