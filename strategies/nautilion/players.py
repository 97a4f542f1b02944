"""The players of Nautilion that don't play at random: two look one landing ahead, two weigh everything."""

from simkit.game import Parameter, players_of, strategy
from simkit.games.nautilion.state import ISLES
from simkit.strategies.nautilion.evaluation.choice import choose_by_weights
from simkit.strategies.nautilion.evaluation.copies import tokens_between
from simkit.strategies.nautilion.evaluation.next_landing import Weights, choose_by_next_landing

NOVICE_PARAMETERS = (
    Parameter("notices", 14, 0, 54, "steps from the Isles at which the Phantom is taken seriously"),
)


@strategy(game="nautilion", skill="first-time player", parameters=NOVICE_PARAMETERS)
def novice(table, seat, rules, moves, count, parameters, chance):
    """Land on anything that fits, and get rid of the big dice.

    A 3 or a 4 goes to the Phantom, where it seems to cost nothing, until the Phantom is so near the Isles
    that a beginner notices.  No spells, except when a full crew before the Abyss lacks only the right die.
    Mages re-roll the largest die if none lands on what fits; a Heroic card is played with four crew aboard;
    a collision with a stronger Phantom is avoided where possible.
    """
    is_near = int(parameters.notices) > tokens_between(table, ISLES, table.phantom)
    weights = Weights(
        landing=100.0,
        scarcity=0.0,
        token=50.0,
        darkhouse_step=1.0,
        phantom_step=5.0 if is_near else -5.0,
        own_step=0.0,
        harpoon=0.0,
        reef=0.0,
        crew_for_heroism=4,
        counts=False,
    )
    return choose_by_next_landing(table, rules, weights, moves, count)


GREEDY_PARAMETERS = (
    Parameter("landing", 10.0, 0, 50, "worth of a landing that takes a number aboard"),
    Parameter("scarcity", 6.0, 0, 50, "more of it, divided by the copies of that number still ahead"),
    Parameter("token", 4.0, 0, 50, "what a token lost to the Darkhouse costs"),
    Parameter("phantom_step", 1.5, 0, 20, "what each step of the Phantom costs"),
    Parameter("own_step", 1.0, 0, 20, "what each step of the Nautilion costs while numbers are missing"),
    Parameter("harpoon", 2.0, 0, 20, "what each harpoon that the Phantom takes costs"),
    Parameter(
        "reef", 2.0, 0, 20, "what a landing beside a reef costs, which may hold the Nautilion for a turn"
    ),
)


@strategy(game="nautilion", skill="beginner", parameters=GREEDY_PARAMETERS)
def greedy(table, seat, rules, moves, count, parameters, chance):
    """Look one landing ahead, and prefer numbers that are getting scarce.

    Weigh the landing against the token that the Darkhouse may cost, the steps that the figures make, the
    harpoons that the Phantom takes, and the reef beside it.  No spells; mages re-roll the largest of three
    dice if none lands on what fits, and Heroic cards are paid for at once, with the number of which most
    copies lie ahead, if there are any.
    """
    weights = Weights(
        landing=parameters.landing,
        scarcity=parameters.scarcity,
        token=parameters.token,
        darkhouse_step=0.0,
        phantom_step=parameters.phantom_step,
        own_step=parameters.own_step,
        harpoon=parameters.harpoon,
        reef=parameters.reef,
        crew_for_heroism=0,
        counts=True,
    )
    return choose_by_next_landing(table, rules, weights, moves, count)


WEIGHTS = (
    Parameter("crew", 11.3, 0, 60, "worth of a number aboard"),
    Parameter("last_copy", 31.6, 0, 150, "what it costs when the last copy ahead of a missing number goes"),
    Parameter("second_copy", 4.9, 0, 60, "the same for the last copy except one"),
    Parameter("third_copy", 1.2, 0, 40, "the same for the last copy except two"),
    Parameter("opened", 1.33, 0, 20, "worth of a missing number that the ducts have opened"),
    Parameter("reserve", 5.67, 0, 40, "worth of the first reserve token"),
    Parameter("reserve_decay", 0.746, 0.3, 1, "worth of each further one, as a share of the one before"),
    Parameter("phantom_step", 0.939, 0, 20, "what a step of the Phantom costs"),
    Parameter("phantom_near", 2.5, 0, 20, "how much more it costs as the Isles come near"),
    Parameter("own_step", 0.696, -5, 20, "what a step of the Nautilion costs while numbers are missing"),
    Parameter("race", 0.226, 0, 5, "worth of a step when the Nautilion is behind in the race"),
    Parameter("next_landing", 2.22, 0, 20, "worth of a fitting token one landing ahead"),
    Parameter("crew_lost", 4.45, 0, 40, "what it costs to discard from the board, besides the number itself"),
    Parameter("partner", 5.69, 0, 40, "Mages: worth of a crew token in the cabin"),
    Parameter("harpoon", 6.49, 0, 60, "Mercenaries: worth of a harpoon while the Phantom has more"),
    Parameter("harpoon_decay", 0.763, 0, 1, "worth of each further one, as a share of the one before"),
    Parameter(
        "phantom_grows",
        0.017,
        0,
        1,
        "harpoons that the Phantom is expected to gain with each token between the figures",
    ),
    Parameter("prize", 5.72, 0, 60, "worth of a collision won"),
    Parameter("stuck", 6.2, 0, 60, "Reefs: what a turn in which the Nautilion is stuck costs"),
    Parameter(
        "hope", 0, 0, 60, "worth of the chance to find all that is missing, by its logarithm; 0 leaves it out"
    ),
    Parameter("spared", 0, 0, 1, "the chance that the Phantom leaves a token that it comes to first"),
    Parameter("late", 0, 0, 200, "what it costs if the Phantom will be at the Isles first"),
    Parameter("pace", 0, 0, 3, "steps of the Phantom for each of the Nautilion"),
    Parameter("reach", 0, 0, 1, "the chance that the Nautilion lands on a token ahead"),
    Parameter(
        "everything",
        0,
        0,
        1,
        "1: all spells are weighed, with expansions all by chances; 0: only a Tide, and only if no die fits",
    ),
)


_player = players_of("nautilion", choose_by_weights, WEIGHTS)


planner = _player(
    "planner",
    "experienced",
    """
    Keep count of the copies ahead, and plan the landing after the next one.

    Let the Phantom have what is plentiful, open ducts early, keep both races in sight.  Spend a Tide
    only if no die lands on a token that fits, and the plan that it makes possible is worth more than the
    tokens; cast no other spell.  In that case, and where the Nautilion receives no die and each would cost a
    token, re-roll with mages what is worse than the average; pay for Heroic cards with a number of which
    two copies lie ahead (one, with twice the crew).
    """,
)

expert = _player(
    "expert",
    "expert",
    """
    Weigh everything that `planner` weighs, with other weights, look further, and use all three spells.

    It walks along the path in thought: which missing numbers can be aboard by when, given the ducts and the
    Phantom.  It sees where the Phantom takes a token on the Nautilion's way, and which of them wins the race.
    A Whirlwind is cast if the best plan after it is worth more on average, over all dice that may fall, than
    the best plan now and the token; a Tide or a Translation if the plan that it makes possible is.  A
    Translation fetches a missing number, from behind the Nautilion if a copy was left there.  The weights
    were tuned on games that no report uses.

    With expansions or two players it adds up no worths.  It tries each move of the turn in thought and
    compares the chance to win after it.  That chance it reads from what is still needed, how far both figures
    have to go, the copies that lie ahead, the reserve and the harpoons; the weights have no part in it.
    """,
    crew=13.4,
    last_copy=21,
    second_copy=2.45,
    third_copy=0.862,
    opened=1.49,
    reserve=8.34,
    reserve_decay=0.906,
    phantom_step=1.37,
    phantom_near=2.18,
    own_step=0.382,
    race=0.441,
    next_landing=1.19,
    crew_lost=7.26,
    partner=8.71,
    harpoon=9.41,
    harpoon_decay=0.753,
    phantom_grows=0.0184,
    prize=6.6,
    stuck=8.5,
    hope=3.74,
    spared=0.38,
    late=20.2,
    pace=0.559,
    reach=0.949,
    everything=1,
)
