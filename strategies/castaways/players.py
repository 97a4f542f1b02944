"""The players that weigh everything: one way to choose (`evaluation.choice`), and the weights of each."""

from simkit.game import Parameter, players_of
from simkit.strategies.castaways.evaluation.choice import choose_by_weights

WEIGHTS = (
    Parameter(
        "selfishness",
        0.0,
        0,
        1,
        "how far own story points count, and of what helps all the own share alone",
    ),
    Parameter("reserve", 3.0, 0, 8, "energy below which each point is worth more"),
    Parameter("thin", 0.6, 0, 4, "how much more a point of energy is worth below the reserve"),
    Parameter("hunger", 4.0, 0, 20, "worth of food for a castaway who would go hungry"),
    Parameter("surplus", 0.5, 0, 3, "worth of food beyond that"),
    Parameter("fire", 1.0, 0, 4, "worth of a point of energy that the fire brings to somebody"),
    Parameter("wood", 1.2, 0, 8, "worth of a wood that is wanted in storage"),
    Parameter("wood_store", 4.0, 0, 12, "wood wanted in storage beyond what tonight's fire takes"),
    Parameter("build", 0.8, 0, 6, "worth of a point of energy put into sign or bonfire"),
    Parameter("keep", 1.0, 0, 6, "energy that those who build keep"),
    Parameter("shelter", 0.3, 0, 3, "worth of a point of energy that a better shelter brings"),
    Parameter("salvage", 8.0, 0, 40, "worth of an object to signal with"),
    Parameter("loot", 2.0, 0, 6, "worth of a salvage besides"),
    Parameter("swim", 1.0, 0, 3, "weight of what swimming to the wreck makes possible"),
    Parameter("injury", 1.5, 0, 8, "what an injury costs"),
    Parameter("heal", 1.0, 0, 8, "worth of healing an injury"),
    Parameter("life", 1.5, 0, 12, "how much more it is worth when few are left: divided by their number"),
    Parameter("scout", 3.0, -10, 30, "worth of an outing for the castaway who has come furthest"),
    Parameter("urgency", 4.0, 0, 30, "how much more it is worth when the turns are only just enough"),
    Parameter("lag", 1.0, 0, 6, "what each place behind the furthest takes off"),
    Parameter("join", 0.5, -10, 20, "worth of joining an outing"),
    Parameter("ready", 0.4, 0, 4, "worth of each point of energy to set out with"),
    Parameter("pace", 5.0, 0.5, 8, "places that an outing is expected to bring"),
    Parameter(
        "risk", 0.8, 0, 2, "chance of getting lost at which a party returns, divided by the number of players"
    ),
    Parameter("push", 0.4, 0, 1, "how much higher it may be when the turns are only just enough"),
    Parameter("hold", 2.0, 0, 10, "places before the headland at which to wait for a match"),
    Parameter("confident", 0.6, 0, 1, "chance of a match at which not to wait any longer"),
    Parameter("patience", 6.0, 0.5, 20, "turns over which that chance may fall to nothing"),
    Parameter("tile", 1.2, 0, 6, "worth of a first story-point tile, for another roll"),
    Parameter("spot", 1.3, 0, 6, "worth of one more place to forage when there are few"),
    Parameter("settle", 0.0, 0, 20, "what an outing costs while camp has no shelter, or no fire"),
    Parameter(
        "dusk", 0.0, 0, 1, "how far energy is still worth its price in the last turn, to live through it"
    ),
    Parameter("supper", 0.2, 0, 1, "how far food is still worth its price in the last turn"),
    Parameter(
        "bold", 0.0, 0, 6, "injuries with which pending cards are taken up; 0: as the reference player does"
    ),
    Parameter(
        "fragile",
        4.0,
        0,
        12,
        "injuries, traumas counted twice, with which a castaway stays away from outings",
    ),
    Parameter(
        "near", 0.0, 0, 1, "how much higher the risk may be just before the headland, a match being likely"
    ),
    Parameter("thrift", 99.0, 0, 99, "story-point tiles kept before one is spent on another roll of a rest"),
    Parameter("empty", 0.0, 0, 4, "how much more the last point of energy is worth"),
    Parameter("rush", 0.0, 0, 12, "how much more an outing is worth the likelier a match is"),
    Parameter("insist", 0.06, 0, 1, "chance to come back from which on energy buys another roll"),
    Parameter(
        "foresight",
        0.0,
        0,
        1,
        "1: reckons with what the fire and other builders take first, and values cards of the wreck by need",
    ),
    Parameter("guide", 0.0, 0, 12, "with foresight: worth of an object that helps on the way back"),
    Parameter("tool", 0.0, 0, 12, "with foresight: worth of an axe or a net"),
    Parameter("flame", 5.0, 1, 6, "without foresight: most energy declared for the campfire"),
)

_player = players_of("castaways", choose_by_weights, WEIGHTS)

balanced = _player(
    "balanced",
    "experienced",
    """
    Weigh what the camp needs against the turns left: food and fire, sign and bonfire, wreck and outings.

    They wait before the headland until a match is likely.  The weights were set by hand.
    """,
)

camp_first = _player(
    "camp_first",
    "casual",
    """
    Build a camp before the first outing: a shelter, a fire that is kept up, food in sight.

    The way to the headland comes first only when the turns are just enough for it.
    """,
    settle=12.0,
    urgency=6.0,
    fire=1.6,
    shelter=0.5,
    wood_store=6.0,
    spot=2.0,
    scout=1.0,
    confident=0.0,
)

diarist = _player(
    "diarist",
    "casual",
    """
    Collect story points: write the diary, take gold rather than planks, keep energy and tiles for oneself.

    Each plays for the most points if all are rescued, and leaves the rescue to the others.
    """,
    selfishness=0.5,
    tile=2.0,
    keep=2.0,
)

explorer = _player(
    "explorer",
    "casual",
    """
    Set out every turn, together, and come back while the odds of the two dice are still good.

    The headland is reached early, with little to signal with.
    """,
    scout=9.0,
    join=2.0,
    risk=0.3,
    push=0.0,
    hold=0.0,
    confident=0.0,
)

salvager = _player(
    "salvager",
    "experienced",
    """
    Salvage before all else, and swim to the wreck for more, at the price of injuries.

    Sign and bonfire come after, as far as energy is left.
    """,
    salvage=16.0,
    loot=5.0,
    swim=1.8,
    build=0.5,
    scout=1.0,
    confident=0.3,
)

expert = _player(
    "expert",
    "expert",
    """
    Weigh every marker by what it does to the chance that a ship is signalled in time.

    It plans the last turns backwards: how many outings the headland still takes, whether an event that is
    left will match the signals, and when to wait no longer.  Outings go on as long as the exact odds of two
    dice allow, whatever injuries they bring; but energy buys another roll only where the odds are good, and
    nobody spends the last point of it lightly.  Who marks Build leaves the fire its wood and the builders
    before theirs; the wreck is searched for what is missing.  In the last turn nobody builds what can't be
    finished: they rest, for a castaway that dies in the last night is not rescued.  The weights were tuned on
    games that no report uses.
    """,
    reserve=2.78,
    thin=0.762,
    hunger=3.2,
    surplus=1.26,
    fire=1.73,
    wood=2.58,
    wood_store=2.55,
    build=0.56,
    keep=1.44,
    shelter=0.248,
    salvage=8.53,
    loot=3.34,
    swim=1.27,
    injury=1.19,
    heal=0.463,
    life=0.789,
    scout=3.43,
    urgency=3.35,
    lag=2.22,
    join=0.444,
    ready=0.202,
    pace=3.28,
    risk=0.836,
    push=0.26,
    hold=2.68,
    confident=0.883,
    patience=1.65,
    tile=0.561,
    spot=1.02,
    settle=0.195,
    dusk=0.189,
    supper=0.198,
    bold=2.44,
    fragile=9.31,
    near=0.592,
    thrift=2.04,
    empty=0.231,
    rush=3.46,
    insist=0.309,
    foresight=1.0,
    guide=2.25,
    tool=2.13,
)
