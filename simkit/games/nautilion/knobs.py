"""The knobs of Nautilion: every rule parameter, validated and documented."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Self

from pydantic import Field, model_validator

from simkit.game import AsPrinted, Knobs, Weights, knob
from simkit.games.nautilion.box import (
    BOX,
    Copies,
    DarkhouseEffect,
    Duct,
    Face,
    HeroicEffect,
    NautilionContent,
    Number,
    Reefs,
)
from simkit.games.nautilion.expansions import EXPANSIONS, NEEDS, Expansions, combination_name
from simkit.games.nautilion.state import CREW_NUMBERS, MOST_CARDS, MOST_FACES, MOST_PLACES, ROW_OF_CARDS
from simkit.games.nautilion.worked_out import (
    FIRST_PLAYER_WORDS,
    FIXED_DICE,
    MORE_TOKENS,
    RECOVERIES,
    SHIELD_TURNS,
    TOKEN_PRICE,
    WORKED_OUT,
    FirstPlayer,
    work_out,
)

Card = Annotated[int, Field(ge=1, le=MOST_CARDS)]


def printed_knobs(box: NautilionContent) -> dict[str, Any]:
    """Return the values printed in the box, by the knob whose default each is."""
    parts, darkhouse, heroic = box.components, box.darkhouse_cards, box.heroic_cards
    levels = tuple(parts.darkhouse.levels)
    return {
        "board": AsPrinted(next(iter(box.boards)), tuple(box.boards)),
        "reserve": parts.reserve.at_start,
        "dice_faces": parts.dice.faces,
        "spell_cost_whirlwind": parts.spells.whirlwind,
        "spell_cost_tide": parts.spells.tide,
        "spell_cost_translation": parts.spells.translation,
        "darkhouse_discards_on": parts.darkhouse.discards_on,
        "crew_copies": parts.crew.copies,
        "reserve_two_players_bonus": parts.two_players.reserve_bonus,
        "admirals": parts.admirals.numbers,
        "mage_copies": parts.mages.copies,
        "mercenary_count": parts.mercenaries.count,
        "mercenary_harpoons": parts.mercenaries.harpoons,
        "phantom_harpoons": parts.mercenaries.phantom_harpoons,
        "phantom_capacity": parts.mercenaries.phantom_capacity,
        "reef_spacing": parts.reefs.spacing,
        "reef_copies": parts.reefs.copies,
        "reef_escape": parts.reefs.escape,
        "darkhouse_level": AsPrinted("normal" if "normal" in levels else levels[0], levels),
        "darkhouse_cards": frozenset(darkhouse),
        "darkhouse_more_tokens": darkhouse[MORE_TOKENS].tokens or 1,
        "darkhouse_fixed_dice": darkhouse[FIXED_DICE].dice or (1, 1, 1),
        "darkhouse_token_price": darkhouse[TOKEN_PRICE].price or 0,
        "heroic_revealed": parts.heroic.revealed,
        "heroic_cards": frozenset(heroic),
        "heroic_shield_turns": heroic[SHIELD_TURNS].turns or 1,
        "heroic_recoveries": heroic[RECOVERIES].tokens or 1,
    }


IN_BOX = printed_knobs(BOX)


def _own_cards(cards: str) -> str:
    """Return which numbers of cards are in no box."""
    return f"{max(IN_BOX[cards]) + 1} to {MOST_CARDS} only with cards of your own (--content)"


GROUPS = {
    "board": "Board and start",
    "dice_faces": "Dice, spells and crew",
    "reserve_two_players_bonus": "Two players",
    "expansions": "Expansions in use",
    "mage_copies": "Mages",
    "mercenary_count": "Mercenaries",
    "reef_spacing": "Reefs",
    "darkhouse_level": "Darkhouse",
    "heroic_revealed": "Heroic Actions",
    "turn_cap": "Limits of simkit",
}
"""The headings of the rules, by the first rule below each."""

COUNTED_BY = {
    "spell_cost_whirlwind": "whirlwinds",
    "spell_cost_tide": "tides",
    "spell_cost_translation": "translations",
}
"""The columns that count how often a player does what a rule prices."""


class NautilionKnobs(Knobs):
    """The rule parameters of Nautilion, base game and expansions."""

    worked_out = WORKED_OUT

    content: ClassVar[NautilionContent] = BOX

    groups = GROUPS
    counted_by = COUNTED_BY
    needs = NEEDS

    @classmethod
    def printed(cls, content: NautilionContent) -> dict[str, Any]:
        """Return the defaults that content contains, by knob."""
        return printed_knobs(content)

    # fmt: off
    board: str = knob(
        IN_BOX["board"], "the Nautilion played; class A is the easiest, C the hardest", "published",
        label="the board", said="on board {}",
    )
    ducts: tuple[Duct, ...] | None = knob(
        None, "air ducts of a board of your own, as pairs of numbers, instead of those of `board`",
        "reconstructed", assumption="A5", min_length=1, label="the board's air ducts",
        said={"null": "with the printed air ducts", "": "with the air ducts {}"},
    )
    add_duct: Duct | None = knob(
        None, "one more air duct on the board", "simkit", label="one more air duct",
        said={"null": "without one more air duct", "": "with one more air duct, {}"},
    )
    remove_duct: Duct | None = knob(
        None, "one air duct of the board that is closed", "simkit", label="one closed air duct",
        said={"null": "without a closed air duct", "": "with the air duct {} closed"},
    )
    reserve: int = knob(
        IN_BOX["reserve"],
        "reserve tokens at the start; the rulebook's levels are 1 (hardest) to 6 (easiest)", "published",
        ge=0, le=20, label="the reserve", unit="token",
    )
    nautilion_start: int = knob(
        0,
        "the place on which the Nautilion begins; 0 is the Happy Isles. Tokens behind it stay where they are",
        "published", ge=0, le=MOST_PLACES, label="the Nautilion's first place",
        said="with the Nautilion on place {} at the start",
    )
    phantom_start: int = knob(
        0, "how many places in front of the Abyss the Phantom begins; 0 is the Abyss", "published", ge=0,
        le=MOST_PLACES, label="the Phantom's distance from the Abyss", unit="place",
        said="with the Phantom {} in front of the Abyss at the start",
    )
    dice_faces: Weights[Face] = knob(
        IN_BOX["dice_faces"], "the faces of each of the three dice; of loaded dice, each with its weight",
        "published", min_length=1, max_length=MOST_FACES, label="the faces of a die",
        said="with dice of the faces {}",
    )
    spell_cost_whirlwind: int = knob(
        IN_BOX["spell_cost_whirlwind"], "reserve tokens for a Repetitive Whirlwind (re-roll all dice)",
        "reconstructed", assumption="A4", ge=0, le=20, label="the price of a Repetitive Whirlwind",
    )
    spell_cost_tide: int = knob(
        IN_BOX["spell_cost_tide"], "reserve tokens for an Artificial Tide (set one die)", "reconstructed",
        assumption="A4", ge=0, le=20, label="the price of an Artificial Tide",
    )
    spell_cost_translation: int = knob(
        IN_BOX["spell_cost_translation"],
        "reserve tokens for an Aquatic Translation (swap two tokens of the path)", "reconstructed",
        assumption="A4", ge=0, le=20, label="the price of an Aquatic Translation",
    )
    darkhouse_discards_on: frozenset[Face] = knob(
        IN_BOX["darkhouse_discards_on"], "faces of the Darkhouse's die that cost a token", "published",
        label="the faces on which the Darkhouse discards",
        said={
            "none": "with no face on which the Darkhouse discards", "": "with the Darkhouse discarding on {}",
        },
    )
    crew_copies: tuple[Copies, ...] = knob(
        IN_BOX["crew_copies"], "crew tokens of the numbers 1 to 9 on the path", "published",
        min_length=CREW_NUMBERS, max_length=CREW_NUMBERS, label="the crew tokens of each number",
    )
    players: int = knob(
        1, "players; two share everything except the Admirals, and take turns", "published", ge=1, le=2,
    )
    reserve_two_players_bonus: int = knob(
        IN_BOX["reserve_two_players_bonus"], "further reserve tokens with which two players begin",
        "published", ge=0, le=20, label="the further reserve of two players", unit="token",
    )
    admirals: tuple[frozenset[Number], frozenset[Number]] = knob(
        IN_BOX["admirals"], "two players: the crew that each Admiral allows its player to place", "inferred",
        assumption="A3", label="the crew of the Admirals", said="with the Admirals' crew {}",
    )
    first_player: FirstPlayer = knob(
        "choose",
        "two players: the player of the first turn: chosen by them once its dice are rolled, by chance, or a "
        "seat (seat_0 is the first)",
        "published", choices=FIRST_PLAYER_WORDS, label="the choice of the first player",
        said={
            "choose": "with the first player chosen by the players",
            "chance": "with the first player drawn by chance", "seat_0": "with the player of seat 1 first",
            "seat_1": "with the player of seat 2 first",
        },
    )
    expansions: Expansions = knob(
        frozenset(), "the expansions in use: none, all, or names joined by +", "published",
        label="the expansions",
        said={
            "none": "without expansions", "all": "with all five expansions", "mages": "with Mages",
            "mercenaries": "with Mercenaries", "reefs": "with Reefs", "darkhouse": "with Darkhouse",
            "heroic": "with Heroic", "": "with {}",
            combination_name(EXPANSIONS): "with all five expansions",
            **{
                combination_name(set(EXPANSIONS) - {name}): f"with all but {name.capitalize()}"
                for name in EXPANSIONS
            },
        },
    )
    mage_copies: tuple[Copies, ...] = knob(
        IN_BOX["mage_copies"], "Mages: tokens of A, B and C on the path", "derived", min_length=3,
        max_length=3, label="the number of tokens of each Mage",
    )
    mercenary_count: int = knob(
        IN_BOX["mercenary_count"], "Mercenaries: tokens on the path", "published", ge=0, le=12,
        label="the number of Mercenaries", unit="Mercenary/Mercenaries",
    )
    mercenary_harpoons: int = knob(
        IN_BOX["mercenary_harpoons"], "Mercenaries: harpoons of each", "published", ge=0, le=9,
        label="the harpoons of a Mercenary",
    )
    phantom_harpoons: int = knob(
        IN_BOX["phantom_harpoons"],
        "Mercenaries: the Phantom's own harpoons; the hard side of its board has 3", "published", ge=0, le=20,
        label="the Phantom's own harpoons",
    )
    phantom_capacity: int = knob(
        IN_BOX["phantom_capacity"], "Mercenaries: tokens that the Phantom's board holds", "published", ge=0,
        le=40, label="the room on the Phantom's board", unit="token",
    )
    reef_spacing: int = knob(
        IN_BOX["reef_spacing"],
        "Reefs: the number of places from one reef to the next; the first lies beside the first place",
        "published", ge=1, le=20, label="the distance from reef to reef", unit="place",
    )
    reef_copies: tuple[Reefs, ...] = knob(
        IN_BOX["reef_copies"], "Reefs: tokens of the numbers 3, 6 and 9", "inferred", assumption="A2",
        min_length=3, max_length=3, label="the number of reef tokens of each number",
    )
    reef_escape: int = knob(
        IN_BOX["reef_escape"],
        "Reefs: the least that the die must show (one less with the crew token of its number aboard)",
        "published", ge=1, le=10, label="the roll that frees from a reef",
        said="with {} or more to leave a reef",
    )
    darkhouse_level: str = knob(
        IN_BOX["darkhouse_level"],
        "Darkhouse: how many of the five cards are red and blue; intro 3 + 2, normal 4 + 1, difficult 5 + 0",
        "published", label="the level of the Darkhouse", said="with the Darkhouse at level {}",
    )
    darkhouse_cards: frozenset[Card] = knob(
        IN_BOX["darkhouse_cards"],
        f"Darkhouse: the cards in the box; 1 to 9 are red, {_own_cards('darkhouse_cards')}", "published",
        label="the Darkhouse cards", said="with Darkhouse cards {}",
    )
    darkhouse_effects: dict[Card, DarkhouseEffect] = knob(
        {}, "Darkhouse: cards whose text is another than the printed one", "published",
        label="the changed Darkhouse cards",
        said={"{}": "with the Darkhouse cards as printed", "": "with Darkhouse cards changed, {}"},
    )
    darkhouse_more_tokens: int = knob(
        IN_BOX["darkhouse_more_tokens"], "Darkhouse, card 4: tokens to discard", "published", ge=1, le=9,
        label="the loss of Darkhouse card 4", unit="token",
    )
    darkhouse_fixed_dice: tuple[Face, ...] = knob(
        IN_BOX["darkhouse_fixed_dice"], "Darkhouse, card 9: what the dice show", "published", min_length=3,
        max_length=3, label="the dice of Darkhouse card 9",
    )
    darkhouse_token_price: int = knob(
        IN_BOX["darkhouse_token_price"], "Darkhouse, card 12: reserve tokens to pay", "published", ge=0,
        le=20, label="the price of a token by Darkhouse card 12",
    )
    heroic_revealed: int = knob(
        IN_BOX["heroic_revealed"], "Heroic Actions: cards revealed", "published", ge=1, le=ROW_OF_CARDS,
        label="the number of revealed Heroic Actions", unit="revealed Heroic Action",
    )
    heroic_cards: frozenset[Card] = knob(
        IN_BOX["heroic_cards"],
        "Heroic Actions: the cards in the box; 10, 11 and 12 only count with the expansion they belong to, "
        f"{_own_cards('heroic_cards')}",
        "published", label="the Heroic Actions", said="with Heroic Actions {}",
    )
    heroic_effects: dict[Card, HeroicEffect] = knob(
        {}, "Heroic Actions: cards whose text is another than the one in the box", "reconstructed",
        assumption="A7", label="the changed Heroic Actions",
        said={"{}": "with the Heroic Actions as printed", "": "with Heroic Actions changed, {}"},
    )
    heroic_shield_turns: int = knob(
        IN_BOX["heroic_shield_turns"], "Heroic Actions, card 1: turns without discards", "published", ge=1,
        le=20, label="the length of Heroic Action 1", unit="turn",
    )
    heroic_recoveries: int = knob(
        IN_BOX["heroic_recoveries"], "Heroic Actions, card 8: tokens recovered", "reconstructed",
        assumption="A7", ge=1, le=20, label="the gain of Heroic Action 8", unit="token",
    )
    turn_cap: int = knob(
        200, "turns after which a game that has not ended is stopped, and counts as lost", "simkit", ge=1,
        le=200, label="the most turns of a game", unit="turn", said="with {} at most",
    )
    # fmt: on

    @model_validator(mode="after")
    def _ducts_make_sense(self) -> Self:
        present = self._own_ducts()
        if self.ducts and len(present) < len(self.ducts):
            raise ValueError("ducts: the same pair of numbers stands there twice")
        if self.add_duct and _sorted_pair(self.add_duct) in present:
            raise ValueError(
                f"add_duct: the board has the duct {self.add_duct[0]}-{self.add_duct[1]} already"
            )
        if self.remove_duct and _sorted_pair(self.remove_duct) not in present:
            listed = ", ".join(f"{a}-{b}" for a, b in sorted(present))
            a, b = self.remove_duct
            raise ValueError(f"remove_duct: the board has no duct {a}-{b}; it has {listed}")
        return self

    def _own_ducts(self) -> set[tuple[int, int]]:
        ducts = self.content.boards[self.board].ducts if self.ducts is None else self.ducts
        return {_sorted_pair(duct) for duct in ducts}

    def ducts_in_play(self) -> tuple[tuple[int, int], ...]:
        """Return the air ducts of the board, each as (lower, higher), in order."""
        ducts = self._own_ducts()
        if self.remove_duct:
            ducts.discard(_sorted_pair(self.remove_duct))
        if self.add_duct:
            ducts.add(_sorted_pair(self.add_duct))
        return tuple(sorted(ducts))

    @model_validator(mode="after")
    def _the_cards_are_in_the_box(self) -> Self:
        for deck, cards in (
            ("darkhouse", self.content.darkhouse_cards),
            ("heroic", self.content.heroic_cards),
        ):
            for name in (f"{deck}_cards", f"{deck}_effects"):
                if others := sorted(set(getattr(self, name)) - set(cards)):
                    raise ValueError(f"{name}: there is no card {others[0]}, allowed are 1 to {len(cards)}")
        return self

    @model_validator(mode="after")
    def _the_box_suffices(self) -> Self:
        tokens = sum(self.path_counts())
        if tokens > MOST_PLACES:
            raise ValueError(f"crew_copies: the path has {tokens} tokens in all, allowed: {MOST_PLACES}")
        if self.nautilion_start + self.phantom_start > tokens:
            most = f"allowed is {tokens - self.nautilion_start} at most, so that the figures face each other"
            raise ValueError(f"phantom_start: found {self.phantom_start}, {most}")
        if "darkhouse" in self.expansions:
            cards = self.content.darkhouse_cards
            for colour, needed in self.content.components.darkhouse.levels[self.darkhouse_level]:
                found = sum(cards[card].colour == colour for card in self.darkhouse_cards)
                if found < needed:
                    raise ValueError(
                        f"darkhouse_cards: level {self.darkhouse_level} needs {needed} {colour} cards, "
                        f"found {found}"
                    )
        return self

    def path_counts(self) -> list[int]:
        """Return the number of tokens of each kind on the path, crew 1 first."""
        mages = self.mage_copies if "mages" in self.expansions else (0, 0, 0)
        mercenaries = self.mercenary_count if "mercenaries" in self.expansions else 0
        return [*self.crew_copies, *mages, mercenaries]

    def heroic_cards_in_play(self) -> frozenset[int]:
        """Return the Heroic cards of the expansions in use, and those of no expansion."""
        belongs = {card: self.content.heroic_cards[card].expansion for card in self.heroic_cards}
        return frozenset(c for c, name in belongs.items() if name is None or name in self.expansions)

    def work_out(self, rules: Any) -> None:
        """Fill the columns of the rules record that are worked out from knobs and content."""
        work_out(rules, self)


def _sorted_pair(duct: Iterable[int]) -> tuple[int, int]:
    a, b = sorted(duct)
    return a, b
