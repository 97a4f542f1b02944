"""The knobs of Nautilion: every rule parameter, validated and documented."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema, model_validator

from simkit.engine.knobs import Knobs, knob
from simkit.errors import unknown
from simkit.games.nautilion import darkhouse_cards, heroic_actions
from simkit.games.nautilion.box import BOARDS, COMPONENTS, DARKHOUSE, HEROIC
from simkit.games.nautilion.rules import HIGHEST_FACE, MOST_FACES, WORKED_OUT, work_out
from simkit.games.nautilion.state import MOST_CARDS, MOST_PLACES, ROW_OF_CARDS
from simkit.games.nautilion.tokens import CREW_NUMBERS

Expansion = Literal["mages", "mercenaries", "reefs", "darkhouse", "heroic"]
EXPANSIONS: tuple[str, ...] = get_args(Expansion)


def read_expansions(value: Any) -> Any:
    """Return a set of expansions; in YAML it may be written "mages+reefs", "none" or "all"."""
    if value in ("none", "all"):
        return frozenset(EXPANSIONS if value == "all" else ())
    words = value.split("+") if isinstance(value, str) else value
    if isinstance(words, (list, tuple, set, frozenset)):
        for word in words:
            if word in ("none", "all"):
                raise ValueError(f"'{word}' stands alone, neither joined by + nor in a list")
            if word not in EXPANSIONS:
                raise ValueError(unknown("expansion", str(word), (*EXPANSIONS, "none", "all")))
        return frozenset(words)
    return value


def combination_name(expansions: Iterable[str]) -> str:
    """Return a set of expansions in one word, as `read_expansions` takes it."""
    chosen = set(expansions)
    return "+".join(name for name in EXPANSIONS if name in chosen) or "none"


Face = Annotated[int, Field(ge=1, le=HIGHEST_FACE)]
Copies = Annotated[int, Field(ge=1, le=6)]
Reefs = Annotated[int, Field(ge=0, le=20)]
Number = Annotated[int, Field(ge=1, le=CREW_NUMBERS)]
Card = Annotated[int, Field(ge=1, le=MOST_CARDS)]


def _joins_two(duct: tuple[int, int]) -> tuple[int, int]:
    if duct[0] == duct[1]:
        raise ValueError(f"a duct joins two different numbers, found {duct[0]}-{duct[1]}")
    return duct


Duct = Annotated[tuple[Number, Number], AfterValidator(_joins_two)]
Expansions = Annotated[
    frozenset[Expansion],
    BeforeValidator(read_expansions),
    WithJsonSchema(
        {
            "description": "none, all, or names joined by +",
            "anyOf": [
                {"type": "string", "pattern": r"^(none|all|[a-z]+(\+[a-z]+)*)$"},
                {"type": "array", "items": {"enum": list(EXPANSIONS)}},
            ],
        }
    ),
]


def _word_of(effects: tuple[str, ...]) -> AfterValidator:
    def check(word: str) -> str:
        if word not in effects:
            raise ValueError(unknown("effect", word, effects))
        return word

    return AfterValidator(check)


DarkhouseEffect = Annotated[
    str, _word_of(darkhouse_cards.EFFECTS), WithJsonSchema({"enum": list(darkhouse_cards.EFFECTS)})
]
HeroicEffect = Annotated[
    str, _word_of(heroic_actions.EFFECTS), WithJsonSchema({"enum": list(heroic_actions.EFFECTS)})
]


class NautilionKnobs(Knobs):
    """The rule parameters of Nautilion, base game and expansions."""

    worked_out = WORKED_OUT

    board: str = knob(
        "A1",
        "the Nautilion played; class A is the easiest, C the hardest",
        "published",
        choices=tuple(BOARDS),
    )
    ducts: tuple[Duct, ...] | None = knob(
        None,
        "air ducts of a board of your own, as pairs of numbers, instead of those of `board`",
        "reconstructed",
        assumption="A5",
        min_length=1,
    )
    add_duct: Duct | None = knob(None, "one more air duct on the board", "simkit")
    remove_duct: Duct | None = knob(None, "one air duct of the board that is closed", "simkit")
    reserve: int = knob(
        COMPONENTS["reserve"]["at_start"],
        "reserve tokens at the start; the rulebook's levels are 1 (hardest) to 6 (easiest)",
        "published",
        ge=0,
        le=20,
    )
    dice_faces: tuple[Face, ...] = knob(
        tuple(COMPONENTS["dice"]["faces"]),
        "the faces of each of the three dice",
        "inferred",
        assumption="A1",
        min_length=1,
        max_length=MOST_FACES,
    )
    spell_cost_whirlwind: int = knob(
        COMPONENTS["spells"]["whirlwind"],
        "reserve tokens for a Repetitive Whirlwind (re-roll all dice)",
        "reconstructed",
        assumption="A4",
        ge=0,
        le=20,
    )
    spell_cost_tide: int = knob(
        COMPONENTS["spells"]["tide"],
        "reserve tokens for an Artificial Tide (set one die)",
        "reconstructed",
        assumption="A4",
        ge=0,
        le=20,
    )
    spell_cost_translation: int = knob(
        COMPONENTS["spells"]["translation"],
        "reserve tokens for an Aquatic Translation (swap two tokens of the path)",
        "reconstructed",
        assumption="A4",
        ge=0,
        le=20,
    )
    darkhouse_discards_on: frozenset[Face] = knob(
        frozenset(COMPONENTS["darkhouse"]["discards_on"]),
        "faces of the Darkhouse's die that cost a token",
        "published",
    )
    crew_copies: tuple[Copies, ...] = knob(
        tuple(COMPONENTS["crew"]["copies"]),
        "crew tokens of the numbers 1 to 9 on the path",
        "published",
        min_length=CREW_NUMBERS,
        max_length=CREW_NUMBERS,
    )
    players: int = knob(
        1,
        "players; two share everything but the Admirals, and take turns",
        "published",
        ge=1,
        le=2,
    )
    reserve_two_players_bonus: int = knob(
        COMPONENTS["two_players"]["reserve_bonus"],
        "reserve tokens that two players have besides",
        "published",
        ge=0,
        le=20,
    )
    admirals: tuple[frozenset[Number], frozenset[Number]] = knob(
        tuple(frozenset(numbers) for numbers in COMPONENTS["admirals"]["numbers"]),
        "two players: the crew that each Admiral allows its player to place",
        "inferred",
        assumption="A3",
    )
    expansions: Expansions = knob(
        frozenset(), "the expansions in use: none, all, or names joined by +", "published"
    )
    mage_copies: tuple[Copies, ...] = knob(
        tuple(COMPONENTS["mages"]["copies"]),
        "Mages: tokens of A, B and C on the path",
        "derived",
        min_length=3,
        max_length=3,
    )
    mercenary_count: int = knob(
        COMPONENTS["mercenaries"]["count"], "Mercenaries: tokens on the path", "published", ge=0, le=12
    )
    mercenary_harpoons: int = knob(
        COMPONENTS["mercenaries"]["harpoons"], "Mercenaries: harpoons of each", "published", ge=0, le=9
    )
    phantom_harpoons: int = knob(
        COMPONENTS["mercenaries"]["phantom_harpoons"],
        "Mercenaries: the Phantom's own harpoons; the hard side of its board has 3",
        "published",
        ge=0,
        le=20,
    )
    phantom_capacity: int = knob(
        COMPONENTS["mercenaries"]["phantom_capacity"],
        "Mercenaries: tokens that the Phantom's board holds",
        "published",
        ge=0,
        le=40,
    )
    reef_spacing: int = knob(
        COMPONENTS["reefs"]["spacing"],
        "Reefs: beside the first place of the path and every so-many-th after it lies one",
        "published",
        ge=1,
        le=20,
    )
    reef_copies: tuple[Reefs, ...] = knob(
        tuple(COMPONENTS["reefs"]["copies"]),
        "Reefs: tokens of the numbers 3, 6 and 9",
        "inferred",
        assumption="A2",
        min_length=3,
        max_length=3,
    )
    reef_escape: int = knob(
        COMPONENTS["reefs"]["escape"],
        "Reefs: what the die must show at least (one less with the crew token of its number aboard)",
        "published",
        ge=1,
        le=10,
    )
    darkhouse_level: str = knob(
        "normal",
        "Darkhouse: how many of the five cards are red and blue; intro 3 + 2, normal 4 + 1, difficult 5 + 0",
        "published",
        choices=tuple(DARKHOUSE["levels"]),
    )
    darkhouse_cards: frozenset[Card] = knob(
        frozenset(DARKHOUSE["cards"]), "Darkhouse: the cards in the box; 1 to 9 are red", "published"
    )
    darkhouse_effects: dict[Card, DarkhouseEffect] = knob(
        {}, "Darkhouse: cards whose text is another than the printed one", "published"
    )
    darkhouse_more_tokens: int = knob(
        DARKHOUSE["cards"][4]["tokens"], "Darkhouse, card 4: tokens to discard", "published", ge=1, le=9
    )
    darkhouse_fixed_dice: tuple[Face, ...] = knob(
        tuple(DARKHOUSE["cards"][9]["dice"]),
        "Darkhouse, card 9: what the dice show",
        "published",
        min_length=3,
        max_length=3,
    )
    darkhouse_token_price: int = knob(
        DARKHOUSE["cards"][12]["price"], "Darkhouse, card 12: reserve tokens to pay", "published", ge=0, le=20
    )
    heroic_revealed: int = knob(
        HEROIC["revealed"], "Heroic Actions: cards revealed", "published", ge=1, le=ROW_OF_CARDS
    )
    heroic_cards: frozenset[Card] = knob(
        frozenset(HEROIC["cards"]),
        "Heroic Actions: the cards in the box; 10, 11 and 12 only count with the expansion they belong to",
        "published",
    )
    heroic_effects: dict[Card, HeroicEffect] = knob(
        {},
        "Heroic Actions: cards whose text is another than the one in the box",
        "reconstructed",
        assumption="A7",
    )
    heroic_shield_turns: int = knob(
        HEROIC["cards"][1]["turns"],
        "Heroic Actions, card 1: turns without discards",
        "published",
        ge=1,
        le=20,
    )
    heroic_recoveries: int = knob(
        HEROIC["cards"][8]["tokens"],
        "Heroic Actions, card 8: tokens recovered",
        "reconstructed",
        assumption="A7",
        ge=1,
        le=20,
    )
    turn_cap: int = knob(
        200,
        "turns after which a game that has not ended is stopped, and counts as lost",
        "simkit",
        ge=1,
        le=200,
    )

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
        ducts: Iterable[Iterable[int]] = BOARDS[self.board]["ducts"] if self.ducts is None else self.ducts
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
    def _the_box_suffices(self) -> Self:
        tokens = sum(self.path_counts())
        if tokens > MOST_PLACES:
            raise ValueError(f"crew_copies: the path has {tokens} tokens in all, allowed: {MOST_PLACES}")
        if "darkhouse" in self.expansions:
            for colour, needed in DARKHOUSE["levels"][self.darkhouse_level].items():
                found = sum(DARKHOUSE["cards"][card]["colour"] == colour for card in self.darkhouse_cards)
                if found < needed:
                    raise ValueError(
                        f"darkhouse_cards: level {self.darkhouse_level} needs {needed} {colour} cards, "
                        f"found {found}"
                    )
        return self

    def path_counts(self) -> list[int]:
        """Return how many tokens of each kind lie on the path, crew 1 first."""
        mages = self.mage_copies if "mages" in self.expansions else (0, 0, 0)
        mercenaries = self.mercenary_count if "mercenaries" in self.expansions else 0
        return [*self.crew_copies, *mages, mercenaries]

    def heroic_cards_in_play(self) -> frozenset[int]:
        """Return the Heroic cards that are not out of the game for want of their expansion."""
        belongs = {card: HEROIC["cards"][card].get("expansion") for card in self.heroic_cards}
        return frozenset(c for c, name in belongs.items() if name is None or name in self.expansions)

    def work_out(self, rules: Any) -> None:
        """Fill the columns of the rules record that are no plain knob."""
        work_out(rules, self)


def _sorted_pair(duct: Iterable[int]) -> tuple[int, int]:
    a, b = sorted(duct)
    return a, b
