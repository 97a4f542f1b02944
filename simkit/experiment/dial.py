"""Players who err: ``strategy: {base: planner, overlooks: 0.3, noise: 0.1}``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from simkit.engine.parameters import DIAL_NAMES, ERRING
from simkit.errors import Complaint
from simkit.plugins import find_strategy

BASE = "base"

Share = Annotated[float, Field(strict=True, ge=0, le=1)]


class ErringEntry(BaseModel):
    """A strategy with the skill dial, as an experiment writes it."""

    model_config = ConfigDict(extra="forbid")

    base: str = Field(description="the strategy that errs: a name, or ./my_idea.py:my_strategy")
    overlooks: Share = Field(
        default=0,
        description="the chance that a decision misses the best move; half as often the second best too, "
        "and so on",
    )
    noise: Share = Field(default=0, description="the chance that a decision is a legal move evenly at random")
    parameters: dict[str, Annotated[float, Field(strict=True)]] = Field(
        default={}, description="parameters of the strategy itself, by name"
    )


def errs(value: Any) -> bool:
    """Return True if an entry is a player who errs."""
    return isinstance(value, dict) and not {BASE, *DIAL_NAMES}.isdisjoint(value)


def spelled_out(value: Any) -> Any:
    """Return a player who errs as a name with parameters; any other entry unchanged."""
    if not errs(value):
        return value
    own = value.get("parameters")
    dials = {name: value[name] for name in DIAL_NAMES if name in value}
    return {
        "name": f"{ERRING}{value.get(BASE)}",
        "parameters": {**(own if isinstance(own, dict) else {}), **dials},
    }


def reference_with(game: str, reference: str, folder: Path, parameter: str) -> str:
    """Return the strategy that has a parameter: the named one, or the same with the skill dial.

    Parameters
    ----------
    game : str
        The game.
    reference : str
        The strategy as the experiment names it.
    folder : Path
        What the paths of strategies are relative to.
    parameter : str
        The name of what is set.
    """
    if parameter not in DIAL_NAMES or reference.startswith(ERRING):
        return reference
    try:
        strategy = find_strategy(game, reference, folder)
    except Complaint:
        return reference  # reported where it is checked
    is_own = any(own.name == parameter for own in strategy.parameters)
    return reference if is_own else ERRING + reference
