"""The table of what each die would change, for those who fill it and those who read it."""

import numpy as np

from simkit.games.nautilion.state import HIGHEST_FACE

DECIDED = 1000.0
"""Worth of a won game; a lost one is worth as much less than nothing."""

FACES = HIGHEST_FACE + 1

FACE_TABLE = np.dtype(
    (
        np.record,
        [
            ("strikes", np.float64, (FACES,)),  # 1 if the Darkhouse strikes
            ("phantom", np.float64, (FACES,)),  # what the Phantom changes with the face
            ("nautilion", np.float64, (FACES,)),  # what the Nautilion does
            ("phantom_place", np.int64, (FACES,)),  # where they get to
            ("nautilion_place", np.int64, (FACES,)),
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
"""What each face changes about a position; face 0 is no die."""
