"""The players of Nautilus Island that weigh everything: one way to choose, and the weights of each.

The strongest of them, `expert`, also plans turn by turn.
"""

from simkit.game import Parameter, players_of, strategy
from simkit.strategies.nautilus_island.evaluation.choice import choose_by_weights
from simkit.strategies.nautilus_island.evaluation.planning import choose_by_plan

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
        "waits",
        0.795,
        0,
        1,
        "chance that the last card of a column is left by a player without a reason to take it",
    ),
    Parameter("hold", 0.771, 0, 1, "chance to end the game next round if that is better, and it can be done"),
    Parameter("eager", 0.681, 0, 1, "chance that somebody after this player takes from a column this round"),
    Parameter(
        "ends", 0.5, 0, 1, "chance that an opponent ends the game if that is possible and better for them"
    ),
    Parameter("reach", 2.92, 0.1, 30, "turns left at which a missing card is as likely to be found as not"),
    Parameter("turn", 5.0, 0, 12, "points that a turn spent on a store could bring elsewhere"),
    Parameter("late", 0.28, 0, 2, "what a turn is worth of that once a stack is down to its last card"),
    Parameter("half", 0.973, 0, 12, "turns left at which a turn is worth half of that"),
    Parameter("growth", -0.5, -8, 12, "how many more points a turn brings an opponent than the player"),
    Parameter("hidden", 0.88, 0, 4, "points of a card that an opponent took unseen"),
    Parameter("later", 2.9, -4, 12, "points that one more turn brings a player that acts later in the round"),
    Parameter("unsure", 15.9, 0.1, 60, "lead at which a win is half certain, with no turn left"),
    Parameter("spread", 4.07, 0, 30, "how much larger that lead is for each turn left"),
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
"""The tuned weights of the player that plans turn by turn."""


_player = players_of("nautilus_island", choose_by_weights, WEIGHTS)


set_closer = _player(
    "set_closer",
    "casual",
    """
    Lay down three or four cards of a colour as soon as they are there, and close the set at once.

    It hardly looks at bonus tokens and treasures, and never waits for a big set.
    """,
    reach=1.0,
    turn=0.5,
    bonus=0.3,
    treasure=0.3,
    keep=0.5,
)

bonus_hunter = _player(
    "bonus_hunter",
    "casual",
    """
    Store where a good bonus token lies in the camp, and come back to a set for another one.

    Portholes are a welcome extra.
    """,
    bonus=1.6,
    porthole=0.6,
    token=4.0,
    turn=2.0,
)

treasure_diver = _player(
    "treasure_diver",
    "beginner",
    """
    Dive for treasures: an open one draws it to any column, and face-down cards may be some.

    It stores when nothing glitters.
    """,
    treasure=2.5,
    unseen=1.3,
    turn=4.0,
)

tempo = _player(
    "tempo",
    "casual",
    """
    Fight for the back of the Nautilus, to choose before the others in the next round.

    Otherwise it weighs portholes, bonus tokens and treasures evenly.
    """,
    tempo=1.0,
)

counter = _player(
    "counter",
    "experienced",
    """
    Count the cards of each colour that were seen, and build sets of what is still to be found.

    It takes what opponents need, and does not trust a porthole that others may take first.
    """,
    pace=0.85,
    reach=2.5,
    turn=3.5,
    token=4.0,
    counting=1.0,
    deny=0.2,
    rivals=0.2,
)

expert = strategy(
    name="expert",
    game="nautilus_island",
    skill="expert",
    parameters=PLAN_WEIGHTS,
    idea="""
    Plan turn by turn: what hand and sets can still become in the turns left, how far that is ahead of the
    best opponent's plan, and which player can end the game next.

    What to look at was learnt from look-ahead; the weights were tuned on games that no report uses.
    """,
)(choose_by_plan)
