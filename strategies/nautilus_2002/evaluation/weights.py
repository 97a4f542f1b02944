"""The weights by which players who look at everything differ."""

from simkit.engine.contract.strategy import Parameter

WEIGHTS = (
    Parameter("factor_ahead", 5.0, 0, 15, "research points expected in a whole game"),
    Parameter("points_ahead", 20.0, 0, 30, "points of discoveries expected in a whole game"),
    Parameter("nemo", 0.3, 0, 2, "points of discoveries that a Nemo brings early in the game"),
    Parameter("piece", 1.0, 0, 3, "points of a piece of Atlantis"),
    Parameter("unseen", 1.0, 0, 4, "points of an unseen discovery outside the canyon"),
    Parameter("unseen_canyon", 1.5, 0, 4, "points of an unseen discovery of the canyon"),
    Parameter("look", 0.1, 0, 1, "points of a look at an unseen discovery"),
    Parameter("patience", 0.2, 0, 1, "what a discovery is still worth for each round more on the way"),
    Parameter("boat", 4.0, 0, 10, "points of discoveries that a submarine brings in a whole game"),
    Parameter("first_dive", 1.0, 0, 10, "stations in operation before the first submarine is launched"),
    Parameter("more_dives", 1.5, 0, 6, "further stations in operation for each further submarine"),
    Parameter("dive_money", 2.0, 0, 20, "Nemos for each submarine afloat"),
    Parameter("scan_money", 6.0, 0, 60, "Nemos from which it scans"),
    Parameter("spare", 3.0, 0, 8, "researchers without work that it wants at hand"),
    Parameter("household", 5.0, 1, 6, "researchers on a residential station at most"),
    Parameter("save", 6.0, 0, 40, "Nemos below which nothing is bought"),
    Parameter("building", 1.0, 0, 10, "Nemos taken to be paid for building a station"),
    Parameter("batch", 2.0, 1, 4, "stored stations from which it builds"),
    Parameter("first", 0.5, 0, 2, "research points promised by the first station of a type"),
    Parameter("third", 0.5, 0, 2, "research points promised by a station beyond what counts now"),
    Parameter("chip", 1.0, 0, 2, "how much of a majority chip counts when it is taken"),
    Parameter("effects", 0.3, 0, 3, "points of discoveries for a step in Training, Testing, Analysis"),
    Parameter("engineering", 0.6, 0, 3, "... in Engineering"),
    Parameter("sonar", 0.2, 0, 3, "... in Sonar"),
    Parameter("canyon", 0.2, 0, 5, "points of discoveries for each new type while the canyon is closed"),
    Parameter("borrow", 0.2, 0, 1, "how far another's station of a type makes an own one needless"),
    Parameter("rent", 0.0, 0, 3, "Nemos expected of each opponent who needs a type"),
    Parameter("cover", 1.0, 0, 10, "Nemos that it would pay not to build over a discovery"),
    Parameter("outlet", 0.3, -2, 5, "... for a free outlet of a new research station"),
    Parameter("way", 0.5, 0, 5, "... for each join nearer to its own researchers"),
    Parameter("near", 0.1, -1, 2, "... for each discovery near a new research station"),
    Parameter("tenants", 0.0, -2, 5, "... for each join nearer to opponents' researchers"),
    Parameter("deny", 0.0, 0, 3, "how much of a chip counts that its holder loses"),
    Parameter("guard", 0.0, 0, 3, "... that is held, and that an opponent could take with one station more"),
)


def weighted(**values: float) -> tuple[Parameter, ...]:
    """Return the weights with other defaults."""
    known = {weight.name: weight for weight in WEIGHTS}
    assert set(values) <= set(known)
    return tuple(
        Parameter(w.name, values.get(w.name, w.default), w.low, w.high, w.description) for w in WEIGHTS
    )
