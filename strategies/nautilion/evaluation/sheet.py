"""The sheet on which a decision notes what each die would change."""

import numpy as np

from simkit.games.nautilion.rules.state import HIGHEST_FACE
from simkit.strategies.nautilion.evaluation.sight import SIGHT
from simkit.strategies.nautilion.evaluation.worths import FEW

DECIDED = 1000.0
"""Worth of a won game; a lost one is worth as much less than nothing."""

FACES = HIGHEST_FACE + 1

SHEET = np.dtype(
    (
        np.record,
        [
            ("sight", SIGHT),
            ("copy_worth", np.float64, (FEW + 1,)),  # what a copy less costs, by copies left (`copy_lost`)
            ("strike", np.float64),  # what it costs if the Darkhouse strikes
            ("now", np.float64),  # worth of the best plan with the dice as they are
            ("window", np.int64),  # the kinds of the next tokens ahead, packed as copies are (`look_ahead`)
            ("fetchable", np.int64),  # the numbers that a Translation may fetch
            ("strikes", np.float64, (FACES,)),  # 1 if the Darkhouse strikes
            ("phantom", np.float64, (FACES,)),  # what the Phantom changes with the face
            ("nautilion", np.float64, (FACES + 1,)),  # what the Nautilion does, one token further too
            ("taken", np.float64, (FACES,)),  # what the token costs that the Phantom takes
            ("phantom_place", np.int64, (FACES,)),  # where they get to
            ("nautilion_place", np.int64, (FACES + 1,)),
            # Where figures may meet or tokens change hands: what the collision, what the tokens are worth.
            ("collision", np.float64, (FACES,)),
            ("phantom_token", np.float64, (FACES,)),
            ("nautilion_token", np.float64, (FACES,)),
            # Where single dice are given: the mean over a die.
            ("mean_strikes", np.float64),
            ("mean_phantom", np.float64),
            ("mean_nautilion", np.float64),
            # By the Phantom's face and the Nautilion's: both together; by any two: in the better order.
            ("figures", np.float64, (FACES, FACES)),
            ("pairs", np.float64, (FACES, FACES)),
        ],
    ),
    align=True,
)
"""Room for a sheet: ``sheet = scratch(SHEET)``, then `look` and `face_values`.  Face 0 is no die."""
