"""Whole settings of a game's knobs, for tests under rules of all kinds."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from simkit.engine.contract.knobs import Knobs

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Own = TypeVar("Own", bound=Knobs)

WIDTH = 10
"""The number of values of a knob among which one is chosen."""


def random_setting(knobs: type[Own], chance: Random, **given: Any) -> Own:
    """Return allowed knobs: about a third of those that are not given have other values.

    Parameters
    ----------
    knobs : type of Knobs
        The game's knobs.
    chance : Random
        The source of random numbers.
    **given
        The values of some knobs, which are kept.
    """
    chosen = knobs.model_validate(given)
    for name in sorted(set(knobs.model_fields) - set(given)):
        if chance.random() < 1 / 3:
            values = list(islice(chosen.others(name), chance.randint(1, WIDTH)))
            chosen = knobs.model_validate({**dict(chosen), name: values[-1]}) if values else chosen
    return chosen


def settings_of(knobs: type[Own], **own: SearchStrategy[Any]) -> SearchStrategy[Own]:
    """Return a hypothesis strategy for allowed settings of knobs.

    Parameters
    ----------
    knobs : type of Knobs
        The game's knobs.
    **own : hypothesis strategy
        For some knobs, the strategy that their values come from.

    Examples
    --------
    >>> settings = settings_of(PIG.knobs, decision_cap=st.integers(1, 400))
    """
    from hypothesis import strategies as st

    def setting(chance: Random, given: dict[str, Any]) -> Own:
        return random_setting(knobs, chance, **given)

    return st.builds(setting, st.randoms(use_true_random=False), st.fixed_dictionaries(own))
