"""Whole settings of a game's knobs for tests with hypothesis."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from simkit.engine.contract.knobs import Knobs

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Own = TypeVar("Own", bound=Knobs)

WIDTH = 10
"""How many values of a knob are chosen among."""


def settings_of(knobs: type[Own], **own: SearchStrategy[Any]) -> SearchStrategy[Own]:
    """Return a strategy for allowed settings of knobs: any of them may be changed, beside what `own` says.

    Parameters
    ----------
    knobs : type of Knobs
        The game's knobs.
    **own : hypothesis strategy
        For some knobs, where their values come from; ``st.nothing()`` leaves a knob at its default.

    Examples
    --------
    >>> settings = settings_of(PIG.knobs, decision_cap=st.integers(1, 400))
    """
    from hypothesis import strategies as st

    @st.composite
    def walk(draw: Any) -> Own:
        given = {name: draw(values) for name, values in own.items() if not values.is_empty}
        chosen = knobs.model_validate(given)
        for name in draw(st.lists(st.sampled_from(sorted(set(knobs.model_fields) - set(own))), max_size=12)):
            values = list(islice(chosen.others(name), draw(st.integers(1, WIDTH))))
            if values:
                chosen = knobs.model_validate({**dict(chosen), name: values[-1]})
        return chosen

    return walk()
