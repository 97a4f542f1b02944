"""A fixed policy of plain rules, the same in every program that implements it."""

from simkit.compile.kernel import separate_kernel
from simkit.engine.base.moves import find_kind
from simkit.engine.contract.strategy import strategy
from simkit.engine.effects.machine import AGAIN
from simkit.games.castaways import decisions as d
from simkit.games.castaways.kinds import Move
from simkit.games.castaways.names import BUILDER, COOK, FISHER, HEALER, ORIENTEER, STRONG
from simkit.strategies.castaways.evaluation.camp import (
    answer_card,
    best_of_estate,
    energy_to_state,
    next_gift,
    next_remain,
    next_site,
    own_food,
    stored_food,
    tile_to_keep,
    wants_second,
)
from simkit.strategies.castaways.evaluation.markers import next_marker, white_marker
from simkit.strategies.castaways.evaluation.needs import event_matches_in_camp, first_to_be_had
from simkit.strategies.castaways.evaluation.outings import (
    next_step,
    would_join,
    would_pay_energy,
    would_resolve,
    would_spend_tile,
)

CASTAWAYS_WANTED = (ORIENTEER, STRONG, BUILDER, COOK, FISHER, HEALER)
MOST_ENERGY_FOR_FIRE = 5


@strategy(game="castaways", skill="casual")
def reference(table, seat, rules, moves, count, parameters, chance):
    """Play by fixed rules without any chance, which other programs can implement too, for comparison.

    The camp is fed first, then wood, a fire, a shelter, the sign and the bonfire are looked after; one scout
    explores, with others if they are strong, and comes back before the way grows long.
    """
    kind, number = moves[0].kind, seat.number
    if kind == AGAIN:
        return 1 if would_spend_tile(table, rules) else 0
    if table.asks == d.ASK_CARD:
        return answer_card(table, rules, number, moves, count)
    if table.asks == d.ASK_MARKER:
        return next_marker(table, rules, number, moves, count)
    if table.asks == d.ASK_STEP:
        return next_step(table, rules, number, moves, count)
    if table.asks == d.ASK_WHITE:
        return white_marker(table, rules, number, moves, count)
    if table.asks == d.ASK_GIFT:
        return next_gift(table, rules, number, moves, count)
    if table.asks == d.ASK_FOOD:
        return stored_food(table, rules, number, moves, count)
    return answer_rarer(table, rules, number, moves, count)


@separate_kernel
def answer_rarer(table, rules, seat, moves, count):
    """Answer what is asked less often."""
    asks = table.asks
    if asks == d.ASK_OWN_FOOD:
        return own_food(table, rules, seat, moves, count)
    if asks == d.ASK_ENERGY:
        return energy_to_state(table, rules, seat)
    if asks == d.ASK_REMAIN:
        return next_remain(table, rules, moves, count)
    if asks == d.ASK_FLAME:
        return min(MOST_ENERGY_FOR_FIRE, count) - 1
    if asks == d.ASK_SITE:
        return next_site(table, rules, seat, moves, count)
    if asks == d.ASK_TILE:
        return tile_to_keep(table, rules, moves, count)
    if asks == d.ASK_INHERIT:
        return best_of_estate(moves, count)
    if asks == d.ASK_CHARACTER:
        return first_to_be_had(moves, count, CASTAWAYS_WANTED)
    if asks == d.ASK_SECOND:
        wanted = Move.PAY_FOR_SECOND if wants_second(table, rules, seat) else Move.ONE_CARD_ONLY
        return find_kind(moves, count, wanted)
    return 1 if says_yes(table, rules, seat) else 0


@separate_kernel
def says_yes(table, rules, seat):
    """Return the answer to a question of yes and no; the headland's next turn counts as a yes."""
    asks = table.asks
    if asks == d.ASK_PENDING:
        return would_resolve(table, rules, seat, table.card)
    if asks == d.ASK_JOIN:
        return would_join(table, rules)
    if asks == d.ASK_KEEP:
        return table.castaways[seat].ate == 0
    if asks == d.ASK_HEADLAND:
        return not event_matches_in_camp(table, rules)
    return would_pay_energy(table, rules) if asks == d.ASK_PAY else True
