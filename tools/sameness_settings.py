"""The settings under which `sameness.py` plays every strategy of every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import Any

from simkit.plugins import game_names, strategies_of

GAMES = 300

LONG_GAMES = 40
"""The games of each setting, for a game with hundreds of decisions."""


@dataclass(frozen=True)
class SamenessSetting:
    """Rules, a line-up, and how its parameters are set."""

    words: str
    """The setting in words, different for every setting of a line-up."""

    lineup: tuple[str, ...]
    rules: Mapping[str, Any] = field(default_factory=dict)
    """The knobs that differ from their defaults."""

    parameters_moved: bool = False
    """Whether every parameter is moved a quarter of the way from its default to its highest value."""

    games: int = GAMES

    @property
    def players(self) -> str:
        """The line-up in words: one name if all players use one strategy."""
        return self.lineup[0] if len(set(self.lineup)) == 1 else ", ".join(self.lineup)


EXPANSIONS = ("mages", "mercenaries", "reefs", "darkhouse", "heroic")

BOARDS = [
    {"board": "A1", "reserve": 3}, {"board": "B2", "reserve": 5}, {"board": "C1", "reserve": 2},
    {"board": "A2", "reserve": 1}, {"board": "B1", "reserve": 4}, {"board": "C2", "reserve": 6},
]  # fmt: skip

NAUTILION_RULES: dict[str, dict[str, Any]] = {
    "cheap spells": {"spell_cost_whirlwind": 0, "spell_cost_tide": 1, "spell_cost_translation": 1},
    "dear spells": {"spell_cost_whirlwind": 4, "spell_cost_tide": 2, "spell_cost_translation": 3},
    "other ducts": {"ducts": ((1, 9), (2, 5), (3, 4)), "add_duct": (6, 8), "remove_duct": (2, 5)},
    "other dice": {"dice_faces": (1, 2, 3, 4, 5, 5), "darkhouse_discards_on": frozenset({1, 2})},
    "loaded dice": {"dice_faces": {1: 300, 2: 0, 4: 100, 5: 50}},
    "other path": {"crew_copies": (3, 2, 4, 3, 2, 3, 3, 4, 2), "mage_copies": (1, 2, 3)},
    "fewer mercenaries": {"mercenary_count": 4, "mercenary_harpoons": 2, "phantom_harpoons": 3},
    "small Phantom": {"phantom_capacity": 8, "players": 2, "reserve_two_players_bonus": 4},
    "close reefs": {"reef_spacing": 3, "reef_copies": (4, 3, 2), "reef_escape": 4},
    "intro cards": {"darkhouse_level": "intro", "darkhouse_more_tokens": 2, "darkhouse_token_price": 1},
    "difficult cards": {"darkhouse_level": "difficult", "darkhouse_fixed_dice": (1, 3, 5)},
    "other effects": {
        "darkhouse_effects": {1: "token_for_sale", 5: "figure_chosen_first", 10: "tokens_exchanged"},
        "heroic_effects": {1: "three_tokens", 3: "crew_from_path", 9: "reefs_leave"},
    },
    "fewer cards": {"darkhouse_cards": range(1, 12), "heroic_cards": range(1, 9)},
    "two Heroic cards": {"heroic_revealed": 2, "heroic_shield_turns": 2, "heroic_recoveries": 1},
    "short games": {"turn_cap": 12},
    "few decisions": {"decision_cap": 40},
}

ISLAND_RULES: dict[str, dict[str, Any]] = {
    "the box": {},
    "high stacks": {"stack_height": 9, "object_copies": 6},
    "all face up": {"face_up": (1, 2, 3)},
    "all face down": {"face_up": (0, 0, 0)},
    "few objects": {"objects_per_colour": 3, "object_copies": 6},
    "two treasures": {"treasure_values": (1, 6), "object_copies": 5},
    "other bonus tokens": {
        "bonus_counts": (1, 1, 6, 6, 3, 6),
        "bonus_two": 1,
        "bonus_per_card": 2,
        "bonus_pair": 5,
    },
    "other portholes": {"porthole_sizes": (2, 5), "porthole_values": ((3, 2, 1), (9, 0, 7))},
    "early camp": {"camp_refill_at": 3},
    "no last round": {"last_round": False, "may_enter_empty": "always"},
    "never empty": {"may_enter_empty": "never", "tie_break": "shared", "first_player": "fixed"},
    "six columns": {"columns": (1, 2, 3, 3, 2, 1)},
    "short games": {"round_cap": 4},
    "few decisions": {"decision_cap": 20},
}

CASTAWAYS_RULES: dict[str, dict[str, Any]] = {
    "harder": {"sp_reroll": False, "trade_with_lost": False},
    "the least ability": {"abilities": ("cook",), "characters": "chance", "highest_energy": (5,) * 6},
    "named castaways": {"characters": "healer+cook+fisher+builder", "sp_reroll_by": "anybody"},
    "short": {"turns": (9, 9, 9, 9), "headland": 9, "heart_start": 6, "interior_start": 3, "few_players": 0},
    "cards left out": {"left_out": frozenset({"plots.1", "camp_cards.fishing", "remains.map"})},
    "more plots": {"plots_in_play": 20},
    "other events": {"few_events": frozenset({"e05", "e15"}), "threshold_change": -2, "signals_at_most": 3},
    "scarce": {"food_tokens": 5, "wood_tokens": 6, "storage_food": (0,) * 4, "storage_wood": 0},
    "other tiles": {"forage_values": (4, 8, 8, 4), "fish_values": (2, 9), "jellyfish": 3},
    "few stories": {"story_values": (2, 4, 4)},
    "bad weather": {"weather_track": ("storm", "rain", "storm", "sun", "scorching"), "weather_start": 2},
    "moods of the weather": {"sun_moves": 2, "storm_moves": 3, "scorching_energy": 2, "rain_modifier": -3},
    "long ways back": {"return_start": 6, "return_end": 12, "lost_step": 2, "night_step": 0},
    "a good storm": {"storm_modifier": 1, "tiles_a_building": 2},
    "mild": {"food_energy": 2, "hunger_energy": 0, "hunger_injuries": 0, "fire_energy": 2, "cold_energy": 0},
    "deadly": {"deadly_traumas": 2, "injury_dice_fail_on": 3, "campfire_most": 4},
    "small sites": {"sign_cubes": 5, "bonfire_size": 4, "shelters": 2, "build_spaces": 1},
    "other shelters": {
        "shelter_energy": (2, 3, 3, 4), "shelter_wood": (0, 1, 1, 2),
        "rest_low": (0, 2, 3, 3, 4), "rest_high": (2, 3, 3, 4, 5), "rest_heal": (0, 1, 2, 2, 3),
    },
    "a large wreck": {"wreck_cubes": 9, "remains_drawn": 3, "remains_copies": {"mirror": 3}},
    "a dear second card": {"second_card_cost": 2},
    "a small camp": {"camp_spaces": 3, "building_places": 0, "raft": False, "forage_tiles_a_player": 2},
    "other spaces": {
        "forage_costs": (1, 1), "wood_costs": (0, 2), "diary_costs": (1, 1), "salvage_costs": (0, 1),
        "explore_costs": (0, 1), "rest_costs": (1, 0, 1, 0, 1, 0), "wood_a_marker": 2, "tiles_a_diary": 2,
    },
    "this turn": {"end_decision": "this", "headland_decided": "at once", "strength_tie": "attacker"},
    "the next turn": {"end_decision": "next", "gifts_per_turn": 3, "white_marker_is_camp_action": True},
    "few decisions": {"decision_cap": 60},
}  # fmt: skip

NAUTILUS_2002_RULES: dict[str, dict[str, Any]] = {
    "base by chance": {"base_mode": "chance", "discovery_layout": "random", "atlantis_numbers": "dealt"},
    "poor": {"start_money": 25, "fee": 2, "scan_cost": 2, "recovery_cost": (2, 2, 3)},
    "rich": {"start_money": 120, "price_research": 0, "price_researcher": 0, "cash_points": 0},
    "few pieces": {"researchers": 6, "submarines": 1, "stock_green": 2, "stock_research": 2},
    "dear stations": {"build_cost": (2, 3, 5, 7), "cost_per_expansion": False, "may_leave_unused": False},
    "other passages": {"straight_mask": (15, 15, 15, 5), "diagonal_mask": (15, 15, 15, 10)},
    "corners free": {"half_covered_counts": False, "canyon_types": 3, "canyon_opens_for_all": False},
    "other effects": {
        "walk_steps": (2, 5, 9), "sub_steps": (3, 6, 9), "scan_range": (9, 4, 6), "looks": (1, 2, 3),
        "chest_value": (5, 3, 1), "walkers": 3, "speed_steps": 5, "bonus_steps": 4,
    },
    "other scoring": {
        "research_points": (1, 1, 2, 2, 3), "chip_points": 5, "chip_needs": 3, "points": (1, 0, 2, 2, 4),
        "rise_points": 2, "rise_cost": 2,
    },
    "other endings": {"unclaimed_counts": "none", "end_stagnation": False, "round_cap": 25},
    "long games": {"end_three": False, "extra_rounds": 3, "unclaimed_counts": "all_only"},
    "short games": {"extra_rounds": 0, "round_cap": 8},
    "few decisions": {"decision_cap": 60},
}  # fmt: skip

PIG_RULES: dict[str, dict[str, Any]] = {
    "the game": {},
    "short": {"target": 30},
    "large die": {"sides": 20},
    "few decisions": {"decision_cap": 10},
}

MARKET_RULES: dict[str, dict[str, Any]] = {
    "the box": {},
    "long": {"target": 60},
    "large hands": {"hand": 6, "target": 25},
    "poor": {"purse": 0, "charms": 0},
    "rich in charms": {"charms": 9, "purse": 12, "hand": 1},
    "few decisions": {"decision_cap": 12},
}

YACHT_RULES: dict[str, dict[str, Any]] = {
    "the game": {},
    "upper boxes": {"sheet": (1,) * 6 + (0,) * 7, "upper_target": 50},
    "more rolls": {"rolls": 5, "yacht_bonus": 200},
    "few decisions": {"decision_cap": 10},
}


def nautilion_settings() -> Iterator[SamenessSetting]:
    """Yield all combinations of expansions with one player and two on two boards each, and other rules."""
    subsets = [chosen for n in range(len(EXPANSIONS) + 1) for chosen in combinations(EXPANSIONS, n)]
    for name, strategy in strategies_of("nautilion").items():
        for i, expansions in enumerate(subsets):
            for players in (1, 2):
                for board in (BOARDS[(i + players) % 6], BOARDS[(i + players + 2) % 6]):
                    words = f"{'+'.join(expansions) or 'none'}, {players} pl., {board['board']}"
                    rules = {"expansions": expansions, "players": players, **board}
                    yield SamenessSetting(words, (name,) * players, rules)
        for words, changed in NAUTILION_RULES.items():
            rules = {"expansions": EXPANSIONS, "board": "B1", **changed}
            yield SamenessSetting(words, (name,) * changed.get("players", 1), rules)
        for words in ("none", "all") if strategy.parameters else ():
            yield SamenessSetting(f"{words}, parameters moved", (name,), {"expansions": words}, True)


def island_settings() -> Iterator[SamenessSetting]:
    """Yield line-ups of one strategy and mixed ones, with two to four players, under several rules."""
    names = list(strategies_of("nautilus_island"))
    for i, (name, strategy) in enumerate(strategies_of("nautilus_island").items()):
        for players in (2, 3, 4):
            for words, rules in ISLAND_RULES.items():
                if len(rules.get("columns", range(5))) > players:
                    yield SamenessSetting(
                        f"{players} pl., {words}", (name,) * players, {**rules, "players": players}
                    )
            mixed = tuple(names[(i + j) % len(names)] for j in range(players))
            yield SamenessSetting(f"{players} pl., mixed", mixed, {"players": players})
            if strategy.parameters:
                words = f"{players} pl., parameters moved"
                yield SamenessSetting(words, (name,) * players, {"players": players}, True)


def castaways_settings() -> Iterator[SamenessSetting]:
    """Yield one to four players of one strategy and mixed ones, and several rules with some of them."""
    names = list(strategies_of("castaways"))
    for i, (name, strategy) in enumerate(strategies_of("castaways").items()):
        for players in (1, 2, 3, 4):
            rules = {"players": players}
            yield SamenessSetting(f"{players} pl.", (name,) * players, rules, games=LONG_GAMES)
            if players > 1:
                mixed = tuple(names[(i + j) % len(names)] for j in range(players))
                yield SamenessSetting(f"{players} pl., mixed", mixed, rules, games=LONG_GAMES)
        for j, (words, changed) in enumerate(CASTAWAYS_RULES.items()):
            players = 1 + (i + j) % 4
            rules = {**changed, "players": players}
            yield SamenessSetting(f"{players} pl., {words}", (name,) * players, rules, games=LONG_GAMES)
        if strategy.parameters:
            yield SamenessSetting("parameters moved", (name,) * 3, {"players": 3}, True, LONG_GAMES)


def nautilus_2002_settings() -> Iterator[SamenessSetting]:
    """Yield line-ups of one strategy and mixed ones, with two to four players, and other rules in turn."""
    names = list(strategies_of("nautilus_2002"))
    for i, (name, strategy) in enumerate(strategies_of("nautilus_2002").items()):
        for players in (2, 3, 4):
            yield SamenessSetting(f"{players} pl.", (name,) * players, {"players": players})
            mixed = tuple(names[(i + j) % len(names)] for j in range(players))
            yield SamenessSetting(f"{players} pl., mixed", mixed, {"players": players})
        for j, (words, rules) in enumerate(NAUTILUS_2002_RULES.items()):
            players = 2 + (i + j) % 3
            yield SamenessSetting(f"{players} pl., {words}", (name,) * players, {**rules, "players": players})
        if strategy.parameters:
            yield SamenessSetting("2 pl., parameters moved", (name, name), {"players": 2}, True)


def pair_settings(game: str, rules: Mapping[str, Mapping[str, Any]]) -> Iterator[SamenessSetting]:
    """Yield every pair of strategies of a game for two under several rules."""
    for first, strategy in strategies_of(game).items():
        for second in strategies_of(game):
            for words, changed in rules.items():
                yield SamenessSetting(words, (first, second), changed)
        if strategy.parameters:
            yield SamenessSetting("parameters moved", (first, first), parameters_moved=True)


def yacht_settings() -> Iterator[SamenessSetting]:
    """Yield each strategy under several rules."""
    for name, strategy in strategies_of("yacht").items():
        for words, changed in YACHT_RULES.items():
            yield SamenessSetting(words, (name,), changed)
        if strategy.parameters:
            yield SamenessSetting("parameters moved", (name,), parameters_moved=True)


_SETTINGS: dict[str, Callable[[], Iterator[SamenessSetting]]] = {
    "castaways": castaways_settings,
    "nautilion": nautilion_settings,
    "nautilus_island": island_settings,
    "nautilus_2002": nautilus_2002_settings,
    "night_market": partial(pair_settings, "night_market", MARKET_RULES),
    "pig": partial(pair_settings, "pig", PIG_RULES),
    "yacht": yacht_settings,
}

SETTINGS = {name: settings for name, settings in _SETTINGS.items() if name in game_names()}
"""By game, of those that are installed."""
