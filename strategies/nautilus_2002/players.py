"""The players of Nautilus that weigh everything: one way to choose, and the weights of each."""

from simkit.game import Parameter, players_of
from simkit.strategies.nautilus_2002.evaluation.choice import choose_by_weights

WEIGHTS = (
    Parameter("factor_ahead", 5.0, 0, 15, "research points expected in a whole game"),
    Parameter("points_ahead", 20.0, 0, 30, "points of discoveries expected in a whole game"),
    Parameter("nemo", 0.3, 0, 2, "points of discoveries that a Nemo brings early in the game"),
    Parameter("piece", 1.0, 0, 3, "points of a piece of Atlantis"),
    Parameter("unseen", 1.0, 0, 4, "points of an unseen discovery outside the canyon"),
    Parameter("unseen_canyon", 1.5, 0, 4, "points of an unseen discovery of the canyon"),
    Parameter("patience", 0.2, 0, 1, "what a discovery is still worth for each round more on the way"),
    Parameter("boat", 4.0, 0, 10, "points of discoveries that a submarine brings in a whole game"),
    Parameter("first_dive", 1.0, 0, 10, "stations in operation before the first submarine is launched"),
    Parameter("more_dives", 1.5, 0, 6, "further stations in operation for each further submarine"),
    Parameter("scan_money", 50.0, 0, 100, "Nemos from which it scans, for each that a scan costs"),
    Parameter("spare", 1.3, 0, 8, "researchers without work that it wants at hand for each opponent"),
    Parameter("save", 5.0, 0, 12, "Nemos, for each player, below which it buys only what opens the canyon"),
    Parameter("building", 1.0, 0, 10, "Nemos that building a station is expected to cost"),
    Parameter("batch", 6.0, 2, 16, "stored stations, times the number of players, from which it builds"),
    Parameter("first", 0.5, 0, 2, "research points promised by the first station of a type"),
    Parameter("third", 0.5, 0, 2, "research points promised by a station beyond what counts now"),
    Parameter("chip", 1.0, 0, 2, "how much of a majority chip counts when it is taken"),
    Parameter("effects", 0.3, 0, 3, "points of discoveries for a step in Training, Testing, Analysis"),
    Parameter("engineering", 0.6, 0, 3, "... in Engineering"),
    Parameter("sonar", 0.2, 0, 3, "... in Sonar"),
    Parameter("canyon", 4.0, 0, 15, "points of discoveries that opening the canyon brings"),
    Parameter("borrow", 0.2, 0, 1, "how far another's station of a type makes an own one needless"),
    Parameter("rent", 0.0, 0, 3, "Nemos expected of each opponent who needs a type"),
    Parameter("cover", 1.0, 0, 10, "Nemos worth paying not to build over a discovery"),
    Parameter("outlet", 0.3, -2, 5, "Nemos worth paying for a free outlet of a new research station"),
    Parameter("way", 0.5, 0, 5, "Nemos worth paying for each join nearer to its own researchers"),
    Parameter("near", 0.1, -1, 2, "Nemos worth paying for each discovery near a new research station"),
    Parameter("tenants", 0.0, -2, 5, "Nemos worth paying for each join nearer to opponents' researchers"),
    Parameter("margin", 0.2, 0, 3, "Nemos by which choices may differ among which chance decides"),
    Parameter("deny", 0.0, 0, 3, "how much a majority chip counts that its holder loses"),
    Parameter(
        "guard",
        0.0,
        0,
        3,
        "the same for a chip held that an opponent could take with one more station",
    ),
)


_player = players_of("nautilus_2002", choose_by_weights, WEIGHTS)


balancer = _player(
    "balancer",
    "experienced",
    """
    Spend each Nemo where it adds most to the product, every weight a round number.

    It shows what the idea is worth before any tuning to opponents.
    """,
)

lagoon_builder = _player(
    "lagoon_builder",
    "casual",
    """
    Build a city of its own at low cost, over no discoveries and away from them, and dive from it later.

    Otherwise it weighs both factors evenly.
    """,
    cover=3.0,
    near=-0.3,
    first_dive=2.0,
    more_dives=2.0,
    building=0.5,
    borrow=0.1,
)

landlord = _player(
    "landlord",
    "casual",
    """
    Build stations of the types that others lack, next to their researchers, and live on fees.

    Otherwise it weighs both factors evenly.
    """,
    rent=1.0,
    tenants=0.8,
    borrow=0.0,
    building=0.5,
)

majority_hunter = _player(
    "majority_hunter",
    "casual",
    """
    Gather stations of the same types, to win majority chips and to keep them.

    Otherwise it weighs both factors evenly.
    """,
    chip=1.8,
    third=0.8,
)

diver = _player(
    "diver",
    "casual",
    """
    Launch all submarines early, and go for discoveries before everything else.

    Research stations are for what they do (range, speed, looks, richer chests), only then for points.
    """,
    first_dive=0.0,
    more_dives=0.5,
    boat=8.0,
    effects=0.8,
    engineering=1.5,
    sonar=0.8,
    chip=0.3,
    first=0.3,
    canyon=6.0,
)

canyon_racer = _player(
    "canyon_racer",
    "casual",
    """
    Work in all five types soon, to be the first in the canyon, where the richest discoveries lie.

    Otherwise it weighs both factors evenly.
    """,
    canyon=6.0,
    first=1.0,
    unseen_canyon=3.0,
    third=0.0,
    patience=0.7,
)

expert = _player(
    "expert",
    "expert",
    """
    Mind the product: spend each Nemo and each walk where research points times points grow most.

    Hold the chips: stay ahead of opponents that draw level, and take theirs; look-ahead showed that it pays.
    The weights were tuned for points among its own and for wins against others, on games that no report uses.
    """,
    factor_ahead=7.4,
    points_ahead=27.0,
    nemo=0.32,
    piece=1.2,
    unseen=0.68,
    unseen_canyon=1.6,
    patience=0.08,
    boat=6.4,
    first_dive=0.37,
    more_dives=1.6,
    scan_money=45.0,
    spare=2.0,
    save=6.2,
    building=1.2,
    first=0.97,
    third=0.0,
    chip=1.1,
    effects=1.1,
    engineering=0.98,
    sonar=0.24,
    canyon=3.8,
    borrow=0.3,
    cover=1.3,
    outlet=0.9,
    near=0.0,
    margin=0.36,
    deny=1.1,
    guard=0.4,
)
