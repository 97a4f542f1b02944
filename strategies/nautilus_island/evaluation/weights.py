"""The weights by which players who look at everything differ."""

from simkit.engine.strategy import Parameter

WEIGHTS = (
    Parameter("pace", 1.1, 0.2, 3, "own turns expected for each card in the lowest stack"),
    Parameter("reach", 3.0, 0.1, 30, "turns left at which a missing card is as likely to be found as not"),
    Parameter("turn", 3.0, 0, 12, "points that a turn spent on a store could bring elsewhere"),
    Parameter("token", 2.5, 0, 8, "points of a bonus token that is not known yet"),
    Parameter("keep", 0.9, 0, 1, "what a porthole is still worth for each more store that it takes"),
    Parameter("porthole", 1.0, 0, 3, "weight of porthole points"),
    Parameter("bonus", 1.0, 0, 3, "weight of bonus tokens' points"),
    Parameter("treasure", 1.0, 0, 5, "weight of treasures' points"),
    Parameter("card", 0.2, -2, 3, "points for any card that can still be stored"),
    Parameter("unseen", 1.0, 0, 3, "weight of cards that lie face down"),
    Parameter("tempo", 0.2, -2, 5, "points for each column nearer to the back"),
    Parameter("room", 0.2, -3, 3, "points for each stack of the column that is then closed next turn"),
    Parameter("counting", 0.0, 0, 1, "how far colours that are running out are taken to be harder to find"),
    Parameter("deny", 0.0, 0, 2, "points for an open card that an opponent could add to a set"),
    Parameter("rivals", 0.0, 0, 1, "chance that a rival for a porthole takes it first"),
)


def weighted(**values: float) -> tuple[Parameter, ...]:
    """Return the weights with other defaults."""
    known = {weight.name: weight for weight in WEIGHTS}
    assert set(values) <= set(known)
    return tuple(
        Parameter(w.name, values.get(w.name, w.default), w.low, w.high, w.description) for w in WEIGHTS
    )
