"""The weights by which `planner` and `expert` differ, in the order in which they stand in the record."""

from simkit.compile.kernel import kernel
from simkit.engine.contract.strategy import Parameter

_WEIGHTS = {
    "crew": (0, 60, "worth of a number aboard"),
    "last_copy": (0, 150, "what it costs when the last copy ahead of a missing number goes"),
    "second_copy": (0, 60, "the same for the last copy but one"),
    "third_copy": (0, 40, "the same for the last copy but two"),
    "opened": (0, 20, "worth of a missing number that the ducts have opened"),
    "reserve": (0, 40, "worth of the first reserve token"),
    "reserve_decay": (0.3, 1, "worth of each further one, as a share of the one before"),
    "phantom_step": (0, 20, "what a step of the Phantom costs"),
    "phantom_near": (0, 20, "how much more it costs as the Isles come near"),
    "own_step": (-5, 20, "what a step of the Nautilion costs while numbers are missing"),
    "race": (0, 5, "worth of a step when the Nautilion is behind in the race"),
    "next_landing": (0, 20, "worth of a fitting token one landing ahead"),
    "crew_lost": (0, 40, "what it costs to discard from the board, besides the number itself"),
    "partner": (0, 40, "Mages: worth of a crew token in the cabin"),
    "harpoon": (0, 60, "Mercenaries: worth of a harpoon while the Phantom has more"),
    "harpoon_decay": (0, 1, "worth of each further one, as a share of the one before"),
    "phantom_grows": (
        0,
        1,
        "harpoons that the Phantom is expected to gain with each token between the figures",
    ),
    "prize": (0, 60, "worth of a collision won"),
    "stuck": (0, 60, "Reefs: what a turn in which the Nautilion is stuck costs"),
    "heroic": (0, 60, "Heroic Actions: worth of a revealed card less"),
    "heroic_near": (0, 10, "how much more it is worth at the Abyss, as a multiple"),
    "shield": (0, 60, "worth of two turns without discards"),
    "hope": (
        0,
        60,
        "worth of the chance to find all that is missing, by its logarithm; 0 leaves it out",
    ),
    "spared": (0, 1, "the chance that the Phantom leaves a token that it comes to first"),
    "late": (0, 200, "what it costs if the Phantom will be at the Isles first"),
    "pace": (0, 3, "steps of the Phantom for each of the Nautilion"),
    "reach": (0, 1, "the chance that the Nautilion lands on a token ahead"),
    "everything": (
        0,
        1,
        "1: all spells, Heroic cards and purchases are weighed; 0: a Tide alone, where no die fits",
    ),
}


def weighted(**defaults: float) -> tuple[Parameter, ...]:
    """Return the weights as a strategy's parameters, each with the default given."""
    return tuple(Parameter(name, defaults[name], *rest) for name, rest in _WEIGHTS.items())


@kernel
def weighs_everything(weights):
    """Return True for a player who weighs all that the Currents offer, not only a Tide where no die fits."""
    return weights.everything >= 0.5
