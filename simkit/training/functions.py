"""The questions about training, each as a function: `simkit.tune`, `simkit.learning`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

from simkit.door.one_line import How, Names, ask_by_name

if TYPE_CHECKING:
    from simkit.door.describing import Described
    from simkit.engine.contract.game import Game
    from simkit.engine.contract.strategy import Strategy
    from simkit.questions.answer import Answer


class Searching(How, total=False):
    """How weights are searched, beside how a question is asked; as `simkit tune --help` has it."""

    searches: int
    generations: int
    candidates: int
    games: int
    fresh_games: int
    seed: int


def tune(
    about: Game | Described,
    strategy: str | Strategy = "",
    *,
    only: Names = "",
    against: Names = "",
    league: Names = "",
    seats: Sequence[int] | str = "",
    by: str = "",
    **how: Unpack[Searching],
) -> Answer:
    """Search better weights of a strategy under the rules at hand, and measure the winner in fresh games.

    `simkit tune --help` says what the parameters mean; `about` and `how` are as `ask` takes them.

    Examples
    --------
    >>> few = {"searches": 1, "generations": 2, "candidates": 4, "games": 50, "fresh_games": 50}
    >>> simkit.tune("pig", "hold_at", jobs=1, **few).question
    'tune'
    """
    return ask_by_name("tune", locals())


def learning(about: Described, strategy: str | Strategy = "", **how: Unpack[Searching]) -> Answer:
    """Find what new rules come to before and after players have learnt them: the price of learning.

    `simkit learning --help` says what the parameters mean; `about` and `how` are as `ask` takes them.

    Examples
    --------
    >>> few = {"searches": 1, "generations": 2, "candidates": 4, "games": 50, "fresh_games": 50}
    >>> changed = {"game": "pig", "strategy": "hold_at", "rules": {"sides": 4}}
    >>> simkit.learning(changed, "hold_at", jobs=1, **few).question
    'learning'
    """
    return ask_by_name("learning", locals())
