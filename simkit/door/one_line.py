"""The questions that a designer asks most, each as a function.

``simkit.ask`` asks any question by its name; these are the same questions with their parameters in the open.
All return an `Answer`: sentences, key figures with intervals, tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack

if TYPE_CHECKING:
    from simkit.door.describing import Described
    from simkit.engine.contract.game import Game
    from simkit.engine.contract.strategy import Strategy
    from simkit.questions.answer import Answer


class How(TypedDict, total=False):
    """How a question is asked; the keys are the arguments of `simkit.ask`."""

    settings: Mapping[str, Any] | None
    runs: str | Path
    out: str | Path | None
    jobs: int
    cluster: str | None
    progress: bool | None


Names = str | Sequence[str]
"""Names, in a sequence or in one text, separated by commas."""


def ladder(
    about: Game | Described,
    *,
    base: str | Strategy = "",
    games: int = 1000,
    playouts: int = 1024,
    method: Literal["tree", "flat"] = "tree",
    seed: int | None = None,
    **how: Unpack[How],
) -> Answer:
    """Measure how far skill reaches: look-ahead with more and more play-outs, until it wins no more.

    Parameters
    ----------
    about, **how
        As `ask` takes them.
    base : str or Strategy
        The strategy that thinks; by default the strongest.
    games : int
        Games per player.
    playouts : int
        The most play-outs per decision.
    method : {"tree", "flat"}
        How it thinks: with a tree of moves, or by trying only the first move.
    seed : int, optional
        The seed of the games.

    Returns
    -------
    Answer
        With the table ``players``: each player's result, and for those that think what the last doubling of
        play-outs has won.

    Examples
    --------
    >>> found = simkit.ladder("pig", games=20, playouts=32, settings={"rules.target": 20}, jobs=1)
    >>> found.tables["players"].frame["play-outs per decision"].to_list()
    [None, None, 16, 32]
    """
    return ask_by_name("ladder", locals())


def regret(
    about: Game | Described,
    strategy: str | Strategy = "",
    *,
    against: str | Strategy = "",
    games: int = 200,
    playouts: int = 256,
    seed: int | None = None,
    **how: Unpack[How],
) -> Answer:
    """Find where a strategy loses most against look-ahead: by kind of move, turn and progress.

    Parameters
    ----------
    about, **how
        As `ask` takes them.
    strategy : str or Strategy
        Whose decisions; in an experiment by default those of the first player.
    against : str or Strategy
        The strategy of the other players; by default the same, or the experiment's.
    games : int
        How many games.
    playouts : int
        Play-outs per decision that look for a better move; as many again value it.
    seed : int, optional
        The seed of the games.

    Returns
    -------
    Answer
        With the table ``decisions``: a row for each decision, with what it gave away.

    Examples
    --------
    >>> found = simkit.regret("pig", "random", games=4, playouts=16, settings={"rules.target": 20}, jobs=1)
    >>> found.tables["decisions"].frame["kind"].unique().sort().to_list()
    ['hold', 'roll']
    """
    return ask_by_name("regret", locals())


def sensitivity(
    about: Game | Described,
    *,
    players: Names = "",
    rules: Names = "",
    by: Mapping[str, Any] | None = None,
    games: int = 20_000,
    samples: int = 64,
    **how: Unpack[How],
) -> Answer:
    """Find the rules that decide: each one step down and up, in the same games.

    Parameters
    ----------
    about, **how
        As `ask` takes them.
    players : str or sequence of str
        The strategies, each at every seat; by default the experiment's.
    rules : str or sequence of str
        Only these rules; by default all.
    by : mapping, optional
        In place of steps: Sobol' indices of these rules over their levels, ``{"reserve": [2, 4, 6]}``.
    games : int
        Games under each rules.
    samples : int
        The size of the sample for the indices, a power of 2.

    Returns
    -------
    Answer
        With the table ``steps``: what each step of each rule changes for each player.

    Examples
    --------
    >>> found = simkit.sensitivity("pig", players="hold_at", rules=["target"], games=200, jobs=1)
    >>> found.question
    'sensitivity'
    """
    return ask_by_name("sensitivity", locals())


def seek(
    about: Game | Described,
    targets: str = "",
    *,
    by: Names | Mapping[str, Any] = "",
    changes: int = 2,
    games: int = 8000,
    fresh_games: int = 10_000,
    **how: Unpack[How],
) -> Answer:
    """Find rules that meet targets, those with the fewest changes first.

    Parameters
    ----------
    about, **how
        As `ask` takes them.
    targets : str
        What is wanted, ``"planner wins 45 to 55 %; turns <= 12"``; by default the experiment's targets.
    by : str, sequence or mapping
        The rules that may change, by name, or with their values: ``{"reserve": [2, 3, 4]}``.
    changes : int
        How many rules may change at once.
    games : int
        Games of each candidate in the last round; fewer before.
    fresh_games : int
        Games in which the winners are measured again: only these count.

    Examples
    --------
    >>> few = {"games": 100, "fresh_games": 100, "jobs": 1}
    >>> simkit.seek("pig", "turns <= 10", by={"target": [50, 100]}, **few).question
    'seek'
    """
    return ask_by_name("seek", locals())


def luck(
    about: Game | Described,
    *,
    players: Names = "",
    against: str = "",
    games: int = 4000,
    tension: int = 0,
    **how: Unpack[How],
) -> Answer:
    """Find how much of a game's results is chance, and how much the player.

    Parameters
    ----------
    about, **how
        As `ask` takes them.
    players : str or sequence of str
        The strategies that are compared; by default all of the game.
    against : str
        The opponent at all other seats; by default the strongest strategy.
    games : int
        Games of each player.
    tension : int
        Games whose course play-outs look at; 100 are enough, 0 is none.

    Examples
    --------
    >>> simkit.luck("pig", players=["hold_at", "random"], games=200, jobs=1).question
    'luck'
    """
    return ask_by_name("luck", locals())


def worth(
    about: Game | Described,
    *,
    of: Names = ("moves", "cards", "components"),
    players: Names = "",
    games: int = 1000,
    **how: Unpack[How],
) -> Answer:
    """Find what each kind of move, each card and each component is worth: with it less without it.

    Parameters
    ----------
    about, **how
        As `ask` takes them.
    of : str or sequence of str
        What is left out: moves, cards, components, or several of these.
    players : str or sequence of str
        The strategies, each at every seat; by default the experiment's, of a game the strongest of each
        skill.
    games : int
        Games with and without each.

    Examples
    --------
    >>> simkit.worth("pig", of="moves", players="hold_at", games=100, jobs=1).question
    'worth'
    """
    return ask_by_name("worth", locals())


def ceiling(
    about: Game | Described,
    *,
    width: float = 0.03,
    games: int = 2000,
    base: str = "",
    playouts: int | None = None,
    anew: bool = False,
    where: Mapping[str, Any] | None = None,
    **how: Unpack[How],
) -> Answer:
    """Measure how much could be won: the results of the game's master under each rules.

    Parameters
    ----------
    about, **how
        As `ask` takes them.
    width : float
        Games are played until the interval is at most this long to either side: 0.03 for 3 points of a
        share, or 3 % of a mean.
    games : int
        The most games of the master under each rules.
    base : str
        The strategy that looks ahead; by default the master's.
    playouts : int, optional
        Its play-outs per decision; by default the master's.
    anew : bool
        Whether to measure also what is recorded with the game.
    where : mapping, optional
        Only at these levels of the factors: ``{"reserve": [2, 4]}``.

    Examples
    --------
    >>> simkit.ceiling("pig", games=10, playouts=4, settings={"rules.target": 20}, jobs=1).question
    'ceiling'
    """
    return ask_by_name("ceiling", locals())


def tournament(
    about: Game | Described,
    *,
    strategies: str | Sequence[Any] = "",
    weights: Mapping[str, Any] | None = None,
    seats: int | None = None,
    halve: bool = False,
    games: int = 2000,
    fresh_games: int = 10_000,
    **how: Unpack[How],
) -> Answer:
    """Find which player is best, and which survive if players copy what wins.

    Parameters
    ----------
    about, **how
        As `ask` takes them.
    strategies : str or sequence
        The players, by name, or each as in an experiment; by default all of the game.
    weights : mapping, optional
        Makes of every player one for each combination of these weights: ``{"n": [10, 20, 30]}``.
    seats : int, optional
        Players at a table; by default 2, if that is allowed.
    halve : bool
        Whether the lower half drops out after every round, until the best is left.
    games : int
        Games of each table; with `halve` of each player in round one.
    fresh_games : int
        With `halve`: games in which the winner is measured again.

    Examples
    --------
    >>> simkit.tournament("pig", strategies=["hold_at", "random"], games=100, jobs=1).question
    'tournament'
    """
    return ask_by_name("tournament", locals())


def ask_by_name(question: str, given: dict[str, Any]) -> Answer:
    """Ask a question, given the arguments of its function; names in a sequence are written as one text."""
    import simkit

    about, how = given.pop("about"), given.pop("how")
    parameters = {name: _written(value) for name, value in given.items() if value is not None}
    return simkit.ask(question, about, **how, **parameters)


def _written(value: Any) -> Any:
    is_list = isinstance(value, Sequence) and not isinstance(value, str)
    if is_list and all(isinstance(entry, (str, int)) for entry in value):
        return ",".join(map(str, value))
    return list(value) if is_list else dict(value) if isinstance(value, Mapping) else value
