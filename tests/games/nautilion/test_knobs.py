"""Every knob of Nautilion is load-bearing."""

from simkit.plugins import find_game, strategies_of
from tests.load_bearing import check_every_knob

ALTERNATIVES = {
    "board": "C2",
    "ducts": [[n, n + 1] for n in range(1, 9)],
    "add_duct": [5, 9],
    "remove_duct": [5, 8],
    "reserve": 2,
    "dice_faces": [1, 2, 3, 4],
    "spell_cost_whirlwind": 3,
    "spell_cost_tide": 1,
    "spell_cost_translation": 1,
    "darkhouse_discards_on": [4],
    "crew_copies": [4, 4, 4, 4, 4, 4, 4, 4, 2],
    "turn_cap": 11,
    "decision_cap": 30,
}


def test_every_knob_moves_some_outcome() -> None:
    strategies = strategies_of("nautilion")
    check_every_knob(find_game("nautilion"), [strategies["expert"], strategies["random"]], ALTERNATIVES, {})
