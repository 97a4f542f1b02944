"""The sheet on which a decision notes what there is and what is wanted."""

import numpy as np

SHEET = np.dtype(
    (
        np.record,
        [
            ("seat", np.int64),  # who decides
            ("second", np.int64),  # 1 for the second of two markers
            ("at_hand", np.int64),  # living castaways that are not lost
            ("few", np.float64),  # how much more each counts when they are few
            ("left", np.int64),  # turns left, this one counted
            ("last", np.int64),  # 1 in the last turn, whatever the headland
            ("future", np.float64),  # how far what lasts is still worth its price: 0 in the last turn
            ("hungry", np.float64),  # castaways for whom no food is in sight
            ("room", np.float64),  # energy that all together could still gain
            ("tile_mean", np.float64),  # what a forage tile is worth on average
            ("tiles", np.int64),  # forage tiles that no marker waits for
            ("wood", np.int64),  # wood in sight
            ("wood_missing", np.float64),  # wood wanted besides
            ("cold", np.int64),  # 1 if the fire will go out tonight for want of wood
            ("burning", np.int64),  # 1 if there will be a fire, or a marker waits to light one
            ("team", np.int64),  # energy that all in camp can give for building
            ("to_build", np.float64),  # energy still wanted for sign and bonfire, as far as wood is at hand
            ("shelter_gain", np.float64),  # what the next level of shelter brings, less what it takes
            ("missing", np.int64),  # objects to signal with that no living castaway owns
            ("signals", np.int64),  # what there is to signal with, wherever its owners are
            ("match", np.float64),  # chance that an event now or later matches these
            ("object_need", np.float64),  # what the objects missing would do to that chance
            ("building_need", np.float64),  # what sign and bonfire would
            ("outings", np.float64),  # outings that the headland still takes
            ("furthest", np.int64),  # the furthest place of those not lost
            ("urgent", np.float64),  # outings wanted for each turn left
            ("waits", np.int64),  # 1 while nobody is to reach the headland
            ("marked", np.int64),  # markers on Explore
        ],
    ),
    align=True,
)
"""Room for a sheet: ``sheet = scratch(SHEET)``, then `fill_sheet`."""
