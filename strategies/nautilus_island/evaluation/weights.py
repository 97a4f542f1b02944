"""The weights by which players who look at everything differ."""

from simkit.engine.contract.strategy import Parameter

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

PLAN_WEIGHTS = (
    Parameter("pace", 1.56, 0.2, 3, "own turns expected for each round that the lowest stack lasts at least"),
    Parameter("standoff", 3.27, 0, 8, "own turns expected while one card is left in the lowest stacks"),
    Parameter(
        "waits", 0.795, 0, 1, "chance that nobody takes the last card of a column who has no reason to"
    ),
    Parameter("hold", 0.771, 0, 1, "chance to end the game next round if that is better, and it can be done"),
    Parameter("eager", 0.681, 0, 1, "chance that somebody after this player takes from a column this round"),
    Parameter("ends", 0.5, 0, 1, "chance that an opponent ends the game who can, if that is better for them"),
    Parameter("reach", 2.92, 0.1, 30, "turns left at which a missing card is as likely to be found as not"),
    Parameter("turn", 5.0, 0, 12, "points that a turn spent on a store could bring elsewhere"),
    Parameter("late", 0.28, 0, 2, "what a turn is worth of that once a stack is down to its last card"),
    Parameter("half", 0.973, 0, 12, "turns left at which a turn is worth half of that"),
    Parameter("growth", -0.5, -8, 12, "points that a turn brings an opponent more than it brings the player"),
    Parameter("hidden", 0.88, 0, 4, "points of a card that an opponent took unseen"),
    Parameter("later", 2.9, -4, 12, "points that a turn more brings who acts later in the round"),
    Parameter(
        "unsure", 15.9, 0.1, 60, "points ahead at which a win is as good as half certain, no turn left"
    ),
    Parameter("spread", 4.07, 0, 30, "points more for each turn left"),
    Parameter("token", 5.02, 0, 8, "points of a bonus token that is not known yet"),
    Parameter("keep", 0.962, 0, 1, "what a porthole is still worth for each more store that it takes"),
    Parameter("porthole", 1.25, 0, 3, "weight of porthole points"),
    Parameter("bonus", 0.927, 0, 3, "weight of bonus tokens' points"),
    Parameter("treasure", 1.25, 0, 5, "weight of treasures' points"),
    Parameter("card", 0.12, -2, 3, "points for any card that can still be stored"),
    Parameter("unseen", 1.13, 0, 3, "weight of cards that lie face down"),
    Parameter("tempo", 0.0378, -2, 5, "points for each column nearer to the back"),
    Parameter("room", 0.128, -3, 3, "points for each stack of the column that is then closed next turn"),
    Parameter("counting", 0.328, 0, 1, "how far colours that are running out are taken to be harder to find"),
    Parameter("deny", 0.0476, 0, 2, "points for an open card that an opponent could add to a set"),
    Parameter("rivals", 0.2, 0, 1, "chance that a rival for a porthole takes it first"),
)
"""Those of the player who plans turn by turn, as they were tuned."""


def weighted(**values: float) -> tuple[Parameter, ...]:
    """Return the weights with other defaults."""
    known = {weight.name: weight for weight in WEIGHTS}
    assert set(values) <= set(known)
    return tuple(
        Parameter(w.name, values.get(w.name, w.default), w.low, w.high, w.description) for w in WEIGHTS
    )
