"""The camp: bonus tokens on its spaces, taken by a store, filled up when only one is left."""

from simkit.compile.kernel import kernel
from simkit.engine.base.cards import draw_from
from simkit.engine.base.chance import begin
from simkit.engine.base.events import note
from simkit.games.nautilus_island.events import CAMP_FILLED, TOKEN_TAKEN
from simkit.games.nautilus_island.state import CAMP, COLOURS, NO_TOKEN, one


@kernel
def fill_the_camp(state, log):
    """Lay tokens drawn from the stack on all empty spaces, as far as the stack goes."""
    table = state.table
    begin(state.chance, CAMP, table.refills)
    for colour in range(COLOURS):
        if table.camp[colour] == NO_TOKEN and table.bonus_stack.total > 0:
            table.camp[colour] = draw_from(state.chance, table.bonus_stack)
            table.camp_tokens += 1
            note(log, CAMP_FILLED, colour, table.camp[colour], 0)


@kernel
def take_token(table, seat, colour, log):
    """Move the token on the camp space of a colour, if there is one, onto the own set of that colour."""
    kind = table.camp[colour]
    if kind != NO_TOKEN:
        table.castaways[seat].set_tokens[colour] += one(kind)
        table.camp[colour] = NO_TOKEN
        table.camp_tokens -= 1
        note(log, TOKEN_TAKEN, seat, colour, kind)


@kernel
def refill_if_due(state, rules, log):
    """Fill the camp after a store that leaves no more than one token there."""
    table = state.table
    if table.camp_tokens <= rules.camp_refill_at and table.bonus_stack.total > 0:
        table.refills += 1
        fill_the_camp(state, log)
