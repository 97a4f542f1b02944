"""Answers what a card asks (decision D11), for the reference policy and for players who weigh all alike."""

from simkit.compile.kernel import separate_kernel
from simkit.engine.effects.machine import OPTION, VOTE, WHOM
from simkit.games.castaways.decisions import COVER_CARD, LOSE_OBJECT
from simkit.strategies.castaways.evaluation.camp import (
    better_fish,
    card_to_cover,
    least_useful,
    most_injured,
    next_option,
)


@separate_kernel
def answer_card(table, rules, seat, moves, count):
    """Return the answer to a card's question, which all of `moves` have in common."""
    kind = moves[0].kind
    if kind == OPTION or kind == VOTE:
        return next_option(table, rules, seat, moves, count)
    if kind == WHOM:
        return most_injured(table, moves, count)
    if kind == LOSE_OBJECT:
        return least_useful(moves, count)
    return card_to_cover(table, moves, count) if kind == COVER_CARD else better_fish(moves, count)
