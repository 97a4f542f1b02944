"""The words that the cards of Night Market are written in.

The number of an operation, a condition or a target is its place in its table; `effects.py` does them.
"""

from simkit.game.effects import Condition, Operation, Price, Target, Vocabulary, number, text_name

OPERATIONS = (
    Operation("coins", (number("n", 1, 9),), "{n:coin} for {who}"),
    Operation("pay", (number("n", 1, 9),), "{n:coin} from {who}, as far as there are"),
    Operation("charms", (number("n", -9, 9),), "{n:charm} for {who}", "{n:charm} from {who}"),
    Operation("draw", (number("n", 1, 9),), "{n:card} for {who}"),
    Operation("discard", (number("n", 1, 9),), "{n:card} from the hand of {who}"),
    Operation("shuffle_in", (text_name("card"),), "{card} is shuffled into the deck", is_common=True),
    Operation(
        "haggle",
        (number("against", 1, 9),),
        "Haggle ({who}): a die and charms against {against}",
        branches=True,
    ),
)
COINS, PAY, CHARMS, DRAW, DISCARD, SHUFFLE_IN, HAGGLE = range(len(OPERATIONS))

CONDITIONS = (
    Condition("has_coins", (number("n", 1, 99),), "you have {n:coin}"),
    Condition("has_charms", (number("n", 1, 99),), "you have {n:charm}"),
)
HAS_COINS, HAS_CHARMS = range(len(CONDITIONS))

TARGETS = (
    Target("players", "both players", votes=True),
    Target("rival", "your rival"),
    Target("one", "a player of your choice", asks=True),
)
PLAYERS, RIVAL, ONE = range(len(TARGETS))

VOCABULARY = Vocabulary(OPERATIONS, CONDITIONS, TARGETS, (Price("cost", "has_coins", "pay"),))
