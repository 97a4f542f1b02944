"""The weights by which the players who look at everything differ, in the order in which they stand."""

from simkit.engine.contract.strategy import Parameter

_WEIGHTS: dict[str, tuple[float, float, float, str]] = {
    "selfishness": (0.0, 0, 1, "how far own story points count, and what helps all only by the own share"),
    "reserve": (3.0, 0, 8, "energy below which each point is worth more"),
    "thin": (0.6, 0, 4, "how much more a point of energy is worth below the reserve"),
    "hunger": (4.0, 0, 20, "worth of food for a castaway who would go hungry"),
    "surplus": (0.5, 0, 3, "worth of food beyond that"),
    "fire": (1.0, 0, 4, "worth of a point of energy that the fire brings to somebody"),
    "wood": (1.2, 0, 8, "worth of a wood that is wanted in storage"),
    "wood_store": (4.0, 0, 12, "wood wanted in storage beyond what tonight's fire takes"),
    "build": (0.8, 0, 6, "worth of a point of energy put into sign or bonfire"),
    "keep": (1.0, 0, 6, "energy that those who build keep"),
    "shelter": (0.3, 0, 3, "worth of a point of energy that a better shelter brings"),
    "salvage": (8.0, 0, 40, "worth of an object to signal with"),
    "loot": (2.0, 0, 6, "worth of a salvage besides"),
    "swim": (1.0, 0, 3, "weight of what swimming to the wreck makes possible"),
    "injury": (1.5, 0, 8, "what an injury costs"),
    "heal": (1.0, 0, 8, "worth of healing an injury"),
    "life": (1.5, 0, 12, "how much more it is worth when few are left: divided by their number"),
    "scout": (3.0, -10, 30, "worth of an outing for who has come furthest"),
    "urgency": (4.0, 0, 30, "how much more it is worth when the turns are only just enough"),
    "lag": (1.0, 0, 6, "what each place behind the furthest takes off"),
    "join": (0.5, -10, 20, "worth of joining an outing"),
    "ready": (0.4, 0, 4, "worth of each point of energy to set out with"),
    "pace": (5.0, 0.5, 8, "places that an outing is expected to bring"),
    "risk": (0.8, 0, 2, "chance of getting lost at which a party returns, divided by the number of players"),
    "push": (0.4, 0, 1, "how much higher it may be when the turns are only just enough"),
    "hold": (2.0, 0, 10, "places before the headland at which to wait for a match"),
    "confident": (0.6, 0, 1, "chance of a match at which not to wait any longer"),
    "patience": (6.0, 0.5, 20, "turns over which that chance may fall to nothing"),
    "tile": (1.2, 0, 6, "worth of a first story-point tile, for another roll"),
    "spot": (1.3, 0, 6, "worth of one more place to forage when there are few"),
    "settle": (0.0, 0, 20, "what an outing costs while camp has no shelter, or no fire"),
    "dusk": (0.0, 0, 1, "how far energy is still worth its price in the last turn, to live through it"),
    "supper": (0.2, 0, 1, "the same for food"),
    "bold": (0.0, 0, 6, "injuries with which pending cards are taken up; 0: as the reference player does"),
    "fragile": (4.0, 0, 12, "injuries, traumas counted twice, with which an outing is no place to be"),
    "near": (0.0, 0, 1, "how much higher the risk may be just before the headland, a match being likely"),
    "thrift": (99.0, 0, 99, "story-point tiles kept before one is spent on another roll of a rest"),
    "flame": (5.0, 1, 6, "energy declared for the campfire at most"),
}


def weighted(**changes: float) -> tuple[Parameter, ...]:
    """Return the weights as a strategy's parameters: as they are, but for these."""
    assert set(changes) <= set(_WEIGHTS)
    return tuple(
        Parameter(name, changes.get(name, default), low, high, description)
        for name, (default, low, high, description) in _WEIGHTS.items()
    )
