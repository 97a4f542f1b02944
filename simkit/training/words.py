"""Says what was learnt: better weights under some rules, and what new rules come to once they are learnt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import Knobs
from simkit.engine.contract.objectives import measure_in_words
from simkit.language import opening
from simkit.stats.estimates import NO_BREAK, is_significant
from simkit.training.trained import Learning, Trained, Weights
from simkit.words.asked.names import are_too_few, changed, differing, games, higher_or_lower, margin


def of_tuning(found: Trained, who: str) -> str:
    """Return whether a search found better weights, and by how much they are better in fresh games."""
    what, fresh = f"the {found.measured} of {who}", f"in {found.after.n:,} fresh games"
    gain = higher_or_lower(found.gain)
    if not found.has_won and are_too_few([found.gain]):
        return f"{opening(games(found.after.n))} do not show whether the weights that were found do better."
    if not found.has_won:
        return f"The search found nothing better: {what} is {gain} {fresh}."
    return (
        f"Tuned to these rules, {what} is {found.after:alone} instead of {found.before:alone bare}: {gain} "
        f"{fresh}."
    )


def of_learning(game: Game, old: Knobs, habits: Weights, found: Sequence[Learning], who: str) -> list[str]:
    """Return what new rules do at first, and once players have learnt them."""
    return [
        f"{opening(words)}." for learning in found for words in _of_rules(game, old, habits, learning, who)
    ]


def _of_rules(game: Game, old: Knobs, habits: Weights, own: Learning, who: str) -> Iterator[str]:
    change = own.changes[0]
    first, then = higher_or_lower(change.first), higher_or_lower(change.then)
    is_learnt = dict(own.values) != dict(habits)
    rules, measured = changed(old, differing(old, own.rules)), measure_in_words(change.measure.column)
    what = f"{rules} the {measured} of {who} is {first}"
    if not is_learnt:
        yield what
        yield "the search found nothing to learn: no other habits did better"
        return
    yield f"{what} at first"
    yield f"once players have learnt it, it is {then}"
    if is_significant(change.price):
        yield f"what they learn makes it {higher_or_lower(change.price)}"
    else:
        yield f"what they learn moves it by at most {margin([change.price])}"
    if own.ahead is not None:
        fair = f"{100 / game.seats_under(own.rules):.3g}{NO_BREAK}%"
        yield f"one who has learnt it wins {own.ahead} of games against old habits, where {fair} is fair"
