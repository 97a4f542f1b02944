"""The knobs of Castaways: every rule parameter, validated and documented."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, ClassVar, Self

import numpy as np
from pydantic import Field, model_validator

from simkit.game import Knobs, knob, unknown
from simkit.games.castaways.box import BOX, CastawaysContent
from simkit.games.castaways.names import (
    BUILD,
    CAMP,
    CAMPFIRE,
    CHARACTERS,
    DIARY,
    EXPLORE,
    FORAGE,
    REST,
    SALVAGE,
    SIGNAL_LETTERS,
    WEATHERS,
    WOOD,
)
from simkit.games.castaways.printed import (
    PRINTED,
    WORKED_OUT,
    cards_by_name,
    leave_out,
    print_cards,
    printed_knobs,
)
from simkit.games.castaways.state import (
    JELLYFISH,
    MOST_CAMP_SPACES,
    MOST_DRAWN,
    MOST_EVENTS,
    MOST_PLAYERS,
    MOST_SHELTERS,
    MOST_SQUARES,
    REST_SPACES,
    SHARK,
    VALUES,
)

CHARACTER_WORDS = ("choose", "chance")
CHOOSE_CHARACTER, DEAL_CHARACTER, GIVEN_CHARACTER = range(3)
THIS_TURN, NEXT_TURN, CHOOSE_TURN = range(3)
AT_END_OF_B, AT_ONCE = range(2)
CASTAWAYS_WIN_TIES, ATTACKER_LOSES_TIES = range(2)
TAKING_PART, ANYBODY = range(2)

Count = Annotated[int, Field(ge=0, le=99)]
Cost = Annotated[int, Field(ge=0, le=9)]
Figure = Annotated[int, Field(ge=0, le=9)]
TRACK: dict[str, Any] = {"min_length": MOST_SHELTERS + 1, "max_length": MOST_SHELTERS + 1}
"""What a rest brings: without a shelter, then in each."""

IN_BOX = printed_knobs(BOX)


def _shelters(index: str, description: str, *, label: str) -> Any:
    return knob(
        IN_BOX[index],
        description,
        "inferred",
        assumption="A10",
        label=label,
        min_length=MOST_SHELTERS,
        max_length=MOST_SHELTERS,
    )


def _spaces(
    default: tuple[int, ...], description: str, provenance: Any, assumption: str = "", *, label: str
) -> Any:
    return knob(
        default, description, provenance, assumption=assumption, label=label, min_length=1, max_length=8
    )


def _tiles(index: str, description: str, assumption: str, *, label: str) -> Any:
    return knob(
        IN_BOX[index],
        description,
        "reconstructed",
        assumption=assumption,
        label=label,
        min_length=1,
        max_length=VALUES,
    )


GROUPS = {
    "characters": "Castaways and turns",
    "few_players": "Box and storage",
    "story_values": "Tiles",
    "weather_track": "Weather",
    "return_start": "The ways",
    "highest_energy": "Energy, injuries and food",
    "sign_cubes": "Constructions and shelters",
    "wreck_cubes": "Wreck and events",
    "camp_spaces": "Camp and actions",
    "sp_reroll": "Rulings",
}
"""The headings of the rules, by the first rule below each."""


class CastawaysKnobs(Knobs):
    """The rule parameters of Castaways."""

    worked_out = WORKED_OUT
    groups = GROUPS

    content: ClassVar[CastawaysContent] = BOX

    @classmethod
    def printed(cls, content: CastawaysContent) -> dict[str, Any]:
        """Return the defaults that content contains, by knob."""
        return printed_knobs(content)

    # fmt: off
    players: int = knob(4, "castaways", "published", ge=1, le=MOST_PLAYERS)
    characters: str = knob(
        "choose", "how castaways are given out: choose, chance, or names joined by + from the first seat on",
        "published", label="the choice of castaways",
        said={
            "choose": "with castaways chosen by the players", "chance": "with castaways dealt by chance",
            "": "with the castaways {}",
        },
    )
    abilities: frozenset[str] = knob(
        frozenset(CHARACTERS), "the castaways whose ability counts (the others play without it)",
        "reconstructed", assumption="A9", label="the abilities that count",
        said={"none": "without abilities", "": "with the abilities of {}"},
    )
    turns: tuple[Annotated[int, Field(ge=1, le=MOST_EVENTS)], ...] = knob(
        (21, 18, 15, 12), "turns at most, with 1, 2, 3 and 4 players: that many event cards are used",
        "published", min_length=MOST_PLAYERS, max_length=MOST_PLAYERS, label="the most turns of a game",
        said="with {} turns at most",
    )
    few_players: int = knob(
        2, "most players with whom the cards in `few_events` are among the events", "published", ge=0, le=4,
        label="the most players that use the events for few", unit="player",
        said="with the events for few used by up to {}",
    )
    few_events: frozenset[str] = knob(
        IN_BOX["few_events"], "event cards that only few players use", "reconstructed", assumption="A1",
        label="the events for few players",
        said={"none": "without events for few players", "": "with the events for few players {}"},
    )
    left_out: frozenset[str] = knob(
        frozenset(), "cards that are left out of the box, by section and id (events.e01)", "published",
        label="the cards left out", said={"none": "with no card left out", "": "with {} left out"},
    )
    food_tokens: int = knob(
        16, "food tokens in the box", "published", ge=0, le=99, label="the number of food tokens",
    )
    wood_tokens: int = knob(
        16, "wood tokens in the box", "published", ge=0, le=99, label="the number of wood tokens",
    )
    storage_food: tuple[Count, ...] = knob(
        (1, 1, 2, 3), "food tokens in storage at the start, with 1, 2, 3 and 4 players", "published",
        min_length=MOST_PLAYERS, max_length=MOST_PLAYERS, label="the food in storage at the start",
    )
    storage_wood: int = knob(
        1, "wood in storage at the start", "published", ge=0, le=99, label="the wood in storage at the start",
    )
    story_values: tuple[Count, ...] = _tiles(
        "story_values", "story-point tiles of 0, 1, 2 ... points", "A3", label="the story-point tiles",
    )
    forage_values: tuple[Count, ...] = _tiles(
        "forage_values", "forage tiles of 0, 1, 2 ... food", "A4", label="the forage tiles",
    )
    forage_tiles_a_player: int = knob(
        1, "forage tiles in the box at the start, for each player", "published", ge=0, le=9,
        label="the number of forage tiles for each player", unit="forage tile",
        said="with {} for each player",
    )
    fish_values: tuple[Count, ...] = _tiles(
        "fish_values", "fish tiles of 0, 1, 2 ... food", "A5", label="the fish tiles",
    )
    jellyfish: int = knob(
        IN_BOX["jellyfish"], "jellyfish in the fish stack at the start", "published", ge=0, le=9,
        label="the number of jellyfish", unit="jellyfish/jellyfish",
    )
    weather_track: tuple[str, ...] = knob(
        ("storm", "rain", "rain", "sun", "sun", "sun", "scorching"), "the squares of the weather track",
        "inferred", assumption="A6", min_length=1, max_length=MOST_SQUARES, label="the weather track",
        said="with a weather track of {}",
    )
    weather_start: int = knob(
        3, "square of the weather track at the start, the leftmost is 0", "published", ge=0, le=15,
        label="the start of the weather track", said="with the weather starting on square {}",
    )
    sun_moves: int = knob(
        1, "squares to the right for a sun", "published", ge=0, le=9,
        label="the move of the weather by a sun", unit="square",
    )
    storm_moves: int = knob(
        1, "squares to the left for a storm", "published", ge=0, le=9,
        label="the move of the weather by a storm", unit="square",
    )
    scorching_energy: int = knob(
        1, "energy that scorching weather costs each", "published", ge=0, le=9,
        label="the energy that scorching weather costs",
    )
    rain_modifier: int = knob(
        -1, "what rain adds to return rolls", "published", ge=-9, le=9,
        label="the change of a return roll by rain",
    )
    storm_modifier: int = knob(
        -2, "what a storm adds to return rolls", "published", ge=-9, le=9,
        label="the change of a return roll by a storm",
    )
    return_start: int = knob(
        4, "first place of the return track", "published", ge=0, le=30,
        label="the first place of the return track",
    )
    return_end: int = knob(
        15, "last place of the return track", "published", ge=0, le=30,
        label="the last place of the return track",
    )
    lost_step: int = knob(
        1, "places that a marker of a lost group moves it down the return track", "published", ge=0, le=9,
        label="the help of a marker to a lost group", unit="place",
    )
    night_step: int = knob(
        1, "places that a night moves a lost group down the return track", "published", ge=0, le=9,
        label="the help of a night to a lost group", unit="place",
    )
    interior_start: int = knob(
        5, "first place of the interior on the exploration track", "reconstructed", assumption="A7", ge=1,
        label="the first place of the interior",
    )
    heart_start: int = knob(
        12, "first place of the heart", "reconstructed", assumption="A7", ge=2,
        label="the first place of the heart",
    )
    headland: int = knob(
        16, "the headland: last place of the exploration track", "reconstructed", assumption="A7", ge=3,
        le=60, label="the place of the headland", said="with the headland on place {}",
    )
    highest_energy: tuple[Annotated[int, Field(ge=1, le=12)], ...] = knob(
        IN_BOX["highest_energy"], "highest energy of each castaway: " + ", ".join(CHARACTERS),
        "reconstructed", assumption="A8", min_length=len(CHARACTERS), max_length=len(CHARACTERS),
        label="the highest energy of the castaways",
    )
    deadly_traumas: int = knob(
        4, "traumas of which one dies", "published", ge=1, le=12, label="the number of deadly traumas",
        unit="trauma", said="with {} being deadly",
    )
    injury_dice_fail_on: int = knob(
        1, "an injury becomes a trauma if its die shows this or less", "published", ge=0, le=6,
        label="the die by which an injury becomes a trauma", said="with traumas on a die of {} or less",
    )
    food_energy: int = knob(
        1, "energy that a food eaten brings", "published", ge=0, le=9, label="the energy of a food",
    )
    hunger_energy: int = knob(
        1, "energy that a turn without food costs", "published", ge=0, le=9,
        label="the energy that hunger costs",
    )
    hunger_injuries: int = knob(
        2, "injuries that a turn without food brings", "published", ge=0, le=9,
        label="the injuries by hunger",
    )
    fire_energy: int = knob(
        1, "energy that a night at the fire brings", "published", ge=0, le=9,
        label="the energy of a night at the fire",
    )
    cold_energy: int = knob(
        1, "energy that a night without a fire costs", "published", ge=0, le=9,
        label="the energy that a night without a fire costs",
    )
    campfire_most: int = knob(
        6, "energy that may be declared for the campfire", "published", ge=1, le=12,
        label="the most energy for the campfire",
    )
    sign_cubes: int = knob(
        IN_BOX["sign_cubes"], "cubes of the sign in the sand", "inferred", ge=1, le=99,
        label="the size of the sign in the sand", unit="cube",
    )
    bonfire_size: int = knob(
        IN_BOX["bonfire_size"], "wood of the huge bonfire", "inferred", ge=1, le=99,
        label="the wood of the bonfire",
    )
    shelter_energy: tuple[Figure, ...] = _shelters(
        "shelter_energy", "energy for shelters 1 to 4", label="the energy for the shelters",
    )
    shelter_wood: tuple[Figure, ...] = _shelters(
        "shelter_wood", "wood for shelters 1 to 4", label="the wood for the shelters",
    )
    shelters: int = knob(
        4, "shelters that can be built", "published", ge=0, le=MOST_SHELTERS, label="the number of shelters",
    )
    rest_low: tuple[Figure, ...] = knob(
        IN_BOX["rest_low"], "energy of a rest after 1-3: no shelter, shelters 1 to 4", "inferred",
        label="the energy of a rest on a low roll", **TRACK,
    )
    rest_high: tuple[Figure, ...] = knob(
        IN_BOX["rest_high"], "energy of a rest after 4-6: no shelter, shelters 1 to 4", "inferred",
        label="the energy of a rest on a high roll", **TRACK,
    )
    rest_heal: tuple[Figure, ...] = knob(
        IN_BOX["rest_heal"], "injuries healed by a rest: no shelter, shelters 1 to 4", "inferred",
        label="the injuries healed by a rest", **TRACK,
    )
    wreck_cubes: int = knob(
        6, "cubes on the wreck", "published", ge=0, le=20, label="the number of cubes on the wreck",
        unit="cube", said="with {} on the wreck",
    )
    remains_drawn: int = knob(
        5, "remains drawn in a salvage", "published", ge=1, le=MOST_DRAWN,
        label="the number of remains drawn in a salvage", unit="card", said="with {} drawn in a salvage",
    )
    remains_copies: dict[str, Count] = knob(
        {}, "cards of the remains with more or fewer copies", "reconstructed", assumption="A19",
        label="the copies of remains",
        said={"{}": "with the copies of remains as printed", "": "with other copies of remains, {}"},
    )
    second_card_cost: int = knob(
        1, "solo: energy for a second card of a salvage", "published", ge=0, le=9,
        label="the price of a second card of a salvage",
    )
    threshold_change: int = knob(
        0, "what is added to the wreck thresholds of all event cards", "reconstructed", assumption="A17",
        ge=-9, le=9, label="the change of all wreck thresholds",
    )
    signals_at_most: int = knob(
        5, "the most things that an event card asks for; of B, S, Y, L, M the last ones are left out",
        "reconstructed", assumption="A18", ge=1, le=5, label="the number of signals on an event card",
        unit="signal", said="with {} on an event card at most",
    )
    plots_in_play: int = knob(
        8, "plots with number 0 that are in play", "published", ge=0, le=60,
        label="the number of starting plots",
    )
    camp_spaces: int = knob(
        7, "spaces of the camp board", "reconstructed", assumption="A11", ge=1, le=MOST_CAMP_SPACES,
        label="the number of spaces of the camp board", unit="space", said="with {} on the camp board",
    )
    building_places: int = knob(
        1, "places for other constructions at the start", "inferred", ge=0, le=9,
        label="the number of places for other constructions", unit="place",
        said="with {} for other constructions",
    )
    forage_costs: tuple[Cost, ...] = _spaces(
        (2, 1, 1, 1), "costs of the Forage spaces", "published", "A12",
        label="the costs of the Forage spaces",
    )
    wood_costs: tuple[Cost, ...] = _spaces(
        (2, 1, 1), "costs of the Wood spaces", "reconstructed", "A13", label="the costs of the Wood spaces",
    )
    diary_costs: tuple[Cost, ...] = _spaces(
        (0, 0, 0, 0), "costs of the Diary spaces", "published", label="the costs of the Diary spaces",
    )
    salvage_costs: tuple[Cost, ...] = _spaces(
        (1,), "costs of the Salvage spaces", "reconstructed", "A14", label="the costs of the Salvage spaces",
    )
    explore_costs: tuple[Cost, ...] = _spaces(
        (1, 1, 1, 1), "costs of the Explore spaces", "reconstructed", "A16",
        label="the costs of the Explore spaces",
    )
    wood_a_marker: int = knob(
        1, "wood that the action Wood brings", "published", ge=0, le=9, label="the wood of the action Wood",
    )
    tiles_a_diary: int = knob(
        1, "story-point tiles that the action Diary brings", "published", ge=0, le=9,
        label="the gain of the action Diary", unit="story-point tile",
    )
    tiles_a_building: int = knob(
        1, "story-point tiles for finishing a building", "published", ge=0, le=9,
        label="the gain of a finished building", unit="story-point tile",
    )
    build_spaces: int = knob(
        2, "spaces of Build", "reconstructed", assumption="A15", ge=1, le=8,
        label="the number of Build spaces",
    )
    rest_costs: tuple[Cost, ...] = knob(
        (0,) * REST_SPACES,
        "costs of the Rest spaces, after Forage, Wood, Diary, Salvage, Campfire and Build", "inferred",
        min_length=REST_SPACES, max_length=REST_SPACES, label="the costs of the Rest spaces",
    )
    sp_reroll: bool = knob(
        True, "a story-point tile may be spent for another roll", "published",
        label="the tile for another roll",
    )
    sp_reroll_by: str = knob(
        "taking part", "whose tile may be spent: of those that take part in the roll, or of anybody",
        "inferred", assumption="A21", choices=("taking part", "anybody"),
        label="the owner of the tile for another roll",
        said={
            "taking part": "with another roll paid by those who take part",
            "anybody": "with another roll paid by anybody",
        },
    )
    trade_with_lost: bool = knob(
        True, "objects may be given to lost castaways, and by them", "published",
        label="the exchange with the lost",
    )
    gifts_per_turn: int = knob(
        1, "gifts of each castaway at each of the two times", "inferred", ge=0, le=9,
        label="the number of gifts",
    )
    raft: bool = knob(True, "the raft can be found", "published", label="the raft")
    end_decision: str = knob(
        "choice", "when the game ends after the headland: with this turn, the next one, or as chosen",
        "published", choices=("this", "next", "choice"), label="the turn of the end",
        said={
            "this": "with the end in the turn of the headland",
            "next": "with the end a turn after the headland", "choice": "with a choice of the last turn",
        },
    )
    headland_decided: str = knob(
        "end of B", "when the end is chosen: at the end of phase B, or at once", "inferred", assumption="A23",
        choices=("end of B", "at once"), label="the time of choosing the end",
        said={
            "end of B": "with the end chosen at the end of phase B", "at once": "with the end chosen at once",
        },
    )
    strength_tie: str = knob(
        "castaways",
        "who wins a tie in strength: castaways: a castaway, always; attacker: the other side if a castaway "
        "attacks (`by: attacker` on the card)",
        "inferred", assumption="A20", choices=("castaways", "attacker"),
        label="the winner of a tie in strength",
        said={
            "castaways": "with ties in strength won by castaways",
            "attacker": "with ties in strength lost by the attacker",
        },
    )
    white_marker_is_camp_action: bool = knob(
        False, "the player of the white marker may choose no camp card this turn", "inferred",
        assumption="A22", label="the white marker as a camp action",
    )
    # fmt: on

    @model_validator(mode="after")
    def _words_are_known(self) -> Self:
        if self.characters not in CHARACTER_WORDS:
            names = self.characters.split("+")
            for name in names:
                if name not in CHARACTERS:
                    raise ValueError(
                        "characters: " + unknown("castaway", name, (*CHARACTERS, *CHARACTER_WORDS))
                    )
            if len(set(names)) < len(names) or len(names) < self.players:
                raise ValueError(
                    f"characters: {self.players} different castaways are needed, found {len(set(names))}"
                )
        for name in self.abilities:
            if name not in CHARACTERS:
                raise ValueError("abilities: " + unknown("castaway", name, CHARACTERS))
        for word in self.weather_track:
            if word not in WEATHERS:
                raise ValueError("weather_track: " + unknown("weather", word, WEATHERS))
        if self.weather_start >= len(self.weather_track):
            raise ValueError(f"weather_start: the track has squares 0 to {len(self.weather_track) - 1}")
        return self

    @model_validator(mode="after")
    def _tracks_are_in_order(self) -> Self:
        if not self.interior_start < self.heart_start < self.headland:
            found = f"{self.interior_start}, {self.heart_start}, {self.headland}"
            raise ValueError(f"interior_start, heart_start and headland must ascend, found {found}")
        if self.return_start > self.return_end:
            raise ValueError("return_start: the track ends before it begins")
        if min(self.highest_energy) < self.deadly_traumas:
            raise ValueError("highest_energy: a castaway has fewer spaces than the traumas of which one dies")
        if self.storage_food[self.players - 1] > self.food_tokens or self.storage_wood > self.wood_tokens:
            raise ValueError("storage_food, storage_wood: more than there is in the box")
        return self

    @model_validator(mode="after")
    def _the_box_suffices(self) -> Self:
        rules = self.content
        for name in self.few_events:
            if name not in rules.events:
                raise ValueError("few_events: " + unknown("event", name, rules.events))
        for name in self.remains_copies:
            if name not in rules.remains:
                raise ValueError("remains_copies: " + unknown("card", name, rules.remains))
        known = cards_by_name(rules)
        for name in self.left_out:
            if name not in known:
                raise ValueError("left_out: " + unknown("card", name, known))
        few = len(self.few_events) if self.players > self.few_players else 0
        gone = sum(name.startswith("events.") for name in self.left_out)
        turns, cards = self.turns[self.players - 1], len(rules.events) - few - gone
        if turns > cards:
            raise ValueError(f"turns: {turns} turns need as many event cards, there are {cards}")
        return self

    def work_out(self, rules: Any) -> None:
        """Fill the columns of the rules record that are worked out from knobs and content."""
        printed = _printed(type(self))
        for name in printed.dtype.names:
            rules[name] = printed[name]
        if self.left_out:
            leave_out(rules, self.content, self.left_out)
        self._change_what_is_printed(rules)
        signals = [thing for thing in range(rules.object_count) if rules.object[thing].signal]
        rules.signal_objects = sum(1 << thing for thing in signals)
        rules.turns_at_most = self.turns[self.players - 1]
        rules.food_at_start = self.storage_food[self.players - 1]
        rules.box_at_start = self.forage_tiles_a_player * self.players
        rules.character_mode = GIVEN_CHARACTER
        if self.characters in CHARACTER_WORDS:
            rules.character_mode = CHARACTER_WORDS.index(self.characters)
        else:
            names = self.characters.split("+")[: self.players]
            rules.character_of_seat[: self.players] = [CHARACTERS.index(name) for name in names]
        rules.story_tiles[: len(self.story_values)] = self.story_values
        rules.forage_tiles[: len(self.forage_values)] = self.forage_values
        rules.fish_tiles[: len(self.fish_values)] = self.fish_values
        rules.fish_tiles[JELLYFISH] = self.jellyfish
        rules.fish_tiles[SHARK] = 0
        rules.square_count = len(self.weather_track)
        rules.squares[: rules.square_count] = [WEATHERS.index(word) for word in self.weather_track]
        rules.first_place[:] = (0, self.interior_start, self.heart_start, self.headland)
        self._lay_out_spaces(rules)

    def _change_what_is_printed(self, rules: Any) -> None:
        """Change what is printed on cards where a knob says something else."""
        for i, name in enumerate(CHARACTERS):
            rules.character[i].energy = self.highest_energy[i]
            if name not in self.abilities:
                for field in rules.character.dtype.names:
                    if field != "energy":
                        rules.character[i][field] = 0
        letters = range(len(SIGNAL_LETTERS))
        for i, name in enumerate(self.content.events):
            event = rules.event[i]
            event.few = name in self.few_events
            event.threshold += self.threshold_change
            asked = [letter for letter in letters if event.signals >> letter & 1]
            event.signals = sum(1 << letter for letter in asked[: self.signals_at_most])
        for i, name in enumerate(self.content.remains):
            rules.remain[i].copies = self.remains_copies.get(name, rules.remain[i].copies)

    def _lay_out_spaces(self, rules: Any) -> None:
        paid = {
            FORAGE: self.forage_costs,
            WOOD: self.wood_costs,
            DIARY: self.diary_costs,
            SALVAGE: self.salvage_costs,
            CAMPFIRE: (0,),
            BUILD: (0,) * self.build_spaces,
            REST: self.rest_costs,
            EXPLORE: self.explore_costs,
            CAMP: (0,) * self.camp_spaces,
        }
        for action, costs in paid.items():
            rules.space_count[action] = len(costs)
            rules.costs[action][: len(costs)] = costs


@lru_cache(maxsize=64)  # each set of cards has knobs of its own
def _printed(knobs: type[CastawaysKnobs]) -> Any:
    """Return what the content alone fills of a rules record, which is the same for all rules."""
    record = np.zeros(1, np.dtype((np.record, list(PRINTED))))[0]
    print_cards(record, knobs.content)
    return record
