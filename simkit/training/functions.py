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

    Parameters
    ----------
    about, **how
        As `ask` takes them.
    strategy : str or Strategy
        The strategy whose weights are searched.
    only : str or sequence of str
        Only these weights; by default all.
    against : str or sequence of str
        The strategies at all other seats, each equally often; by default the same as it was.
    league : str or sequence of str
        Instead of `against`: tune for points among its own and for wins against each of these.
    seats : sequence of int
        Numbers of players; by default what the rules say.
    by : str
        The objective's column; by default the game's first objective.
    **how
        searches (3), generations (15), candidates (24), games of each (1000), fresh_games (20,000), seed (0):
        how long the search is; and settings, runs, out, jobs, cluster, progress, as `ask` takes them.

    Examples
    --------
    >>> few = {"searches": 1, "generations": 2, "candidates": 4, "games": 50, "fresh_games": 50}
    >>> simkit.tune("pig", "hold_at", jobs=1, **few).question
    'tune'
    """
    return ask_by_name("tune", locals())


def learning(about: Described, strategy: str | Strategy = "", **how: Unpack[Searching]) -> Answer:
    """Find what new rules come to before and after players have learnt them: the price of learning.

    Parameters
    ----------
    about : str, Path, mapping or Experiment
        An experiment: its first scenario has the old rules, the others the new ones; one with a single
        scenario is compared with the printed rules.
    strategy : str or Strategy
        The strategy that learns.
    **how
        As `tune` takes it.

    Examples
    --------
    >>> few = {"searches": 1, "generations": 2, "candidates": 4, "games": 50, "fresh_games": 50}
    >>> changed = {"game": "pig", "strategy": "hold_at", "rules": {"sides": 4}}
    >>> simkit.learning(changed, "hold_at", jobs=1, **few).question
    'learning'
    """
    return ask_by_name("learning", locals())
