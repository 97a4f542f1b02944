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

    `simkit ladder --help` says what the parameters mean; `about` and `how` are as `ask` takes them.

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

    `simkit regret --help` says what the parameters mean; `about` and `how` are as `ask` takes them.

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

    `simkit sensitivity --help` says what the parameters mean; `about` and `how` are as `ask` takes them.

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

    `simkit seek --help` says what the parameters mean; `about` and `how` are as `ask` takes them.

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

    `simkit luck --help` says what the parameters mean; `about` and `how` are as `ask` takes them.

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

    `simkit worth --help` says what the parameters mean; `about` and `how` are as `ask` takes them.

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

    `simkit ceiling --help` says what the parameters mean; `about` and `how` are as `ask` takes them.

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

    `simkit tournament --help` says what the parameters mean; `about` and `how` are as `ask` takes them.

    Examples
    --------
    >>> simkit.tournament("pig", strategies=["hold_at", "random"], games=100, jobs=1).question
    'tournament'
    """
    return ask_by_name("tournament", locals())


def portrait(
    about: Game | Described,
    *,
    beside: str = "",
    strategies: Names = "",
    games: int = 1000,
    tension: int = 60,
    playouts: int = 64,
    seed: int | None = None,
    **how: Unpack[How],
) -> Answer:
    """Draw a game on one page: numbers that every game has, each with its interval and a sentence.

    `simkit portrait --help` says what the parameters mean; `about` and `how` are as `ask` takes them.

    Returns
    -------
    Answer
        With a table for each topic, and the table ``traits`` with all numbers.

    Examples
    --------
    >>> few = {"games": 50, "tension": 10, "jobs": 1}
    >>> found = simkit.portrait("pig", settings={"rules.target": 20}, **few)
    >>> found.tables["traits"].frame.filter(trait="weight")["value"].item() > 1
    True
    """
    return ask_by_name("portrait", locals())


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
