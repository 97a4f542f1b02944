"""What `planner` and `expert` note for a decision: what is in sight, and what each die would change."""

import numpy as np

from simkit.game import kernel
from simkit.games.nautilion.rules.board import spaces_held
from simkit.games.nautilion.rules.mercenaries import collision_to_come, kinds_for_phantom_board
from simkit.games.nautilion.state import HIGHEST_FACE, MERCENARY
from simkit.strategies.nautilion.evaluation.copies import copies_ahead, needed_kinds, ways_left
from simkit.strategies.nautilion.evaluation.prospects import WHEREABOUTS, hope, locate
from simkit.strategies.nautilion.evaluation.worths import FEW, harpoon_worth, reserve_token_worth

SIGHT = np.dtype(
    (
        np.record,
        [
            ("ahead", np.int64),  # copies of each kind ahead of the Nautilion, packed (`copies`)
            ("needed", np.int64),  # the kinds that victory asks for and that are not aboard: bit `kind` each
            ("own_way", np.int64),  # tokens ahead of the Nautilion
            ("phantom_way", np.int64),  # tokens between the Isles and the Phantom
            ("race", np.float64),  # worth of a step, as far as the Nautilion is behind in the race
            ("harpoon", np.float64),  # worth of one more harpoon (`harpoon_worth`)
            # Kinds that it costs something to let the Phantom have, and the cost: of a mercenary, of crew.
            ("costly_kinds", np.int64),
            ("whereabouts", WHEREABOUTS),  # the places of each number, where `hope` weighs anything
            ("hope", np.float64),  # worth of the prospects as things are (`prospects.hope`)
            ("cost_of_mercenary", np.float64),
            ("cost_of_crew", np.float64),
        ],
    ),
    align=True,
)
"""Room for it: ``sight = scratch(SIGHT)``, then `look`."""

DECIDED = 1000.0
"""Worth of a won game; a lost one is worth the same below zero."""

FACES = HIGHEST_FACE + 1

SHEET = np.dtype(
    (
        np.record,
        [
            ("sight", SIGHT),
            ("copy_worth", np.float64, (FEW + 1,)),  # what one copy less costs, by copies left (`copy_lost`)
            ("faces", np.int64),  # those that the decision may give to figures, where chances are compared
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
            # Where figures may meet or tokens change hands: the worth of the collision, and of the tokens.
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


@kernel
def look(table, rules, weights, sight):
    """Fill in what is in sight."""
    sight.ahead, sight.needed = copies_ahead(table), needed_kinds(table, rules)
    sight.own_way, sight.phantom_way = ways_left(table)
    sight.race = weights.race * max(0, sight.own_way - (sight.phantom_way + 1))
    if weights.hope > 0.0:
        locate(table, sight.whereabouts)
    sight.hope = hope(table, rules, weights, sight.whereabouts, (table.nautilion, spaces_held(table)))
    sight.harpoon = harpoon_worth(table, rules, weights, sight)
    if collision_to_come(table, rules):
        sight.costly_kinds = kinds_for_phantom_board(table, rules)
        sight.cost_of_mercenary = rules.mercenary_harpoons * sight.harpoon
        sight.cost_of_crew = sight.harpoon
    else:  # the Phantom takes no more harpoons, but a player that meets a mercenary loses a token
        sight.costly_kinds = 1 << MERCENARY
        sight.cost_of_mercenary = reserve_token_worth(weights, max(0, table.reserve - 1))
        sight.cost_of_crew = 0.0


@kernel
def copy_sight(sight, copy):
    """Copy what is in sight, to change the copy for what will be in sight further along the path."""
    copy.ahead, copy.needed = sight.ahead, sight.needed
    copy.own_way, copy.phantom_way = sight.own_way, sight.phantom_way
    copy.hope = sight.hope
    copy.race, copy.harpoon = sight.race, sight.harpoon
    copy.costly_kinds = sight.costly_kinds
    copy.cost_of_mercenary, copy.cost_of_crew = sight.cost_of_mercenary, sight.cost_of_crew
