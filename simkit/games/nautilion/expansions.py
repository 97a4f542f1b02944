"""The expansions: their names, and the rules that apply only if one of them is in use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, WithJsonSchema

from simkit.game import unknown

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
    """Return a set of expansions as one word, which `read_expansions` reads as the same set."""
    chosen = set(expansions)
    return "+".join(name for name in EXPANSIONS if name in chosen) or "none"


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


OF_EXPANSIONS = {
    "mages": ("mage_copies",),
    "mercenaries": ("mercenary_count", "mercenary_harpoons", "phantom_harpoons", "phantom_capacity"),
    "reefs": ("reef_spacing", "reef_copies", "reef_escape"),
    "darkhouse": (
        *("darkhouse_level", "darkhouse_cards", "darkhouse_effects", "darkhouse_more_tokens"),
        *("darkhouse_fixed_dice", "darkhouse_token_price"),
    ),
    "heroic": (
        *("heroic_revealed", "heroic_cards", "heroic_effects", "heroic_shield_turns", "heroic_recoveries"),
    ),
}
"""The knobs that apply only with an expansion."""

NEEDS: Mapping[str, Mapping[str, Any]] = {
    **{name: {"expansions": expansion} for expansion, names in OF_EXPANSIONS.items() for name in names},
    "reserve_two_players_bonus": {"players": 2},
    "admirals": {"players": 2},
}
"""By rule: the other rules with which it changes games."""
