"""simkit: a Monte Carlo laboratory for board-game designers.

>>> import simkit
>>> run = simkit.run(game="pig", games=1000, factors={"strategies.0.n": [15, 20, 25]}, strategy="hold_at")
>>> run.scenarios.height
3

What is not here, in `simkit.game`, `simkit.questions`, `simkit.report` or `simkit.testing` is private and may
change; docs/reference/what-is-stable.md says what stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack

from simkit import door
from simkit.door.one_line import (
    ceiling,
    ladder,
    luck,
    portrait,
    regret,
    seek,
    sensitivity,
    tournament,
    worth,
)
from simkit.errors import BadInput

if TYPE_CHECKING:
    import polars as pl

    from simkit.document.blocks import Document
    from simkit.door.comparing import Comparison
    from simkit.door.describing import Described, Keys
    from simkit.door.playing import Played
    from simkit.door.reading import Replay
    from simkit.door.results import Run
    from simkit.engine.contract.game import Game
    from simkit.engine.contract.strategy import Strategy
    from simkit.experiment.values import Experiment
    from simkit.questions.answer import Answer
    from simkit.questions.question import Question
    from simkit.results.claims import Claim, Quantity
    from simkit.training.functions import learning, tune
else:

    def __getattr__(name: str) -> Any:
        """Return a type, which loads polars only now, or a function of an optional part."""
        if name in _TYPES:
            return getattr(import_module(_TYPES[name]), name)
        if name in __all__:
            return import_module("simkit.installed").find_part(name)
        raise AttributeError(f"module 'simkit' has no name {name!r}")

    def __dir__() -> list[str]:
        """Return what is public, for completion."""
        return [*__all__, "game", "questions", "report", "testing", "__version__"]


__version__ = "1.0.0"

_TYPES = {
    "Answer": "simkit.questions.answer",
    "Claim": "simkit.results.claims",
    "Comparison": "simkit.door.comparing",
    "Document": "simkit.document.blocks",
    "Experiment": "simkit.experiment.values",
    "Played": "simkit.door.playing",
    "Quantity": "simkit.results.claims",
    "Replay": "simkit.door.reading",
    "Run": "simkit.door.results",
}
"""The module of each type that the functions below return, or that their answers are made of."""

__all__ = [
    "Answer",
    "BadInput",
    "Claim",
    "Comparison",
    "Document",
    "Experiment",
    "Played",
    "Quantity",
    "Replay",
    "Run",
    "ask",
    "ceiling",
    "columns",
    "compare",
    "experiment",
    "games",
    "ladder",
    "learning",
    "luck",
    "open_run",
    "play",
    "portrait",
    "regret",
    "rules",
    "run",
    "runs",
    "seek",
    "sensitivity",
    "strategies",
    "tournament",
    "tune",
    "worth",
]

for _name in ("experiment", "games", "run", "strategies"):
    # Packages with the name of a function below: loaded first, they don't take it later.
    import_module(f"simkit.{_name}")


def experiment(
    described: Described | None = None, /, *, settings: Mapping[str, Any] | None = None, **keys: Unpack[Keys]
) -> Experiment:
    """Return an experiment, checked, without playing it.

    Parameters
    ----------
    described : str, Path or mapping, optional
        The path of an experiment's file, or a mapping with the keys of such a file.
    settings : mapping, optional
        What counts in all scenarios in place of what the experiment says: ``{"rules.reserve": 3}``.
    **keys
        The experiment's keys, as in a file: game, games, seed, rules, strategy, strategies, factors ...  A
        strategy may be one that `simkit.game.strategy` made in a notebook's cell, a game a `Game` made there.
        Of these, games, seed and content are allowed beside a file.

    Raises
    ------
    BadInput
        A line for each mistake, with its place: file, line and column, or a path such as
        ``factors.rules.board[2]``.

    Examples
    --------
    >>> simkit.experiment(game="pig", strategy="hold_at", games=100).games
    100
    """
    return door.describing.make_experiment(described, settings, keys)


def run(
    described: Described | None = None,
    /,
    *,
    settings: Mapping[str, Any] | None = None,
    out: str | Path | None = None,
    runs: str | Path = "runs",
    jobs: int = -1,
    backend: Literal["threads", "processes"] = "threads",
    cluster: str | None = None,
    store: str | None = None,
    again: bool = False,
    label: str | None = None,
    note: str | None = None,
    skip_broken: int = 0,
    progress: bool | None = None,
    **keys: Unpack[Keys],
) -> Run:
    """Run an experiment, and return the finished run, as the command ``simkit run`` does.

    A run that exists already is not played again, and one that was interrupted is continued.  Games and
    strategies that were made in this process are played in its threads; other processes, and a later
    session that resumes the run, need them in a file.

    Parameters
    ----------
    described, settings, **keys
        The experiment, as `experiment` takes it.  The report that a file names is written, unless the call
        says ``report="none"``; where there is no file, only one that ``report`` names.
    out : str or Path, optional
        The run's directory; by default one in the folder `runs`.
    runs : str or Path
        The folder of all runs.
    jobs : int
        Workers at once; -1 means one per core.
    backend : {"threads", "processes"}
        What the workers are.
    cluster : str, optional
        The address of a Dask scheduler whose workers play, ``tcp://HOST:8786``; ``local:4`` for four worker
        processes here, ``none`` for none.  By default that of the account's settings.
    store : str, optional
        The address of a shared folder or object store that the tables go to: ``s3://bucket/runs``.
    again : bool
        Whether to play a finished run again.
    label, note : str, optional
        What to call the run, by which `open_run` finds it, and what is to be said about it.
    skip_broken : int
        Go on without up to that many games in which the rules or a strategy fail; `Run.broken` names them.
    progress : bool, optional
        Whether to show progress; by default in a notebook alone, and not in a script.

    Raises
    ------
    BadInput
        If anything is wrong with the experiment, or the rules or a strategy fail.

    Examples
    --------
    >>> run = simkit.run(game="pig", strategy="hold_at", games=100, label="the first")
    >>> run.games.collect().height
    100
    >>> simkit.open_run("the first").path == run.path
    True
    """
    listener = door.progress.watcher_for(progress)
    where = door.clusters.where_for(jobs, backend, cluster, store, runs, out, listener)
    existing = "replace" if again else "resume"
    how = {"existing": existing, "label": label, "note": note, "skip_broken": skip_broken}
    return door.playing.run(described, keys, settings, where, **how)


def play(
    game: str | Game,
    players: str | Strategy | Sequence[Any],
    *,
    games: int = 10_000,
    rules: Mapping[str, Any] | None = None,
    seed: int = 1,
) -> Played:
    """Play some games in memory; nothing is written.

    Parameters
    ----------
    game : str or Game
        The game.
    players : str, Strategy or sequence
        The player at every seat, or one for each seat; each as in an experiment.
    games : int
        How many games.
    rules : mapping, optional
        Rules that are not as printed, by name.
    seed : int
        The same seed plays the same games.

    Raises
    ------
    BadInput
        If an argument is wrong, or a strategy fails.

    Examples
    --------
    >>> simkit.play("pig", ["hold_at", "random"], games=100).games.height
    100
    """
    return door.playing.play(game, players, games=games, rules=rules, seed=seed)


def ask(
    question: str | Question[Any],
    about: Game | Described | Run,
    *,
    settings: Mapping[str, Any] | None = None,
    runs: str | Path = "runs",
    out: str | Path | None = None,
    jobs: int = -1,
    cluster: str | None = None,
    progress: bool | None = None,
    **parameters: Any,
) -> Answer:
    """Ask any question: one of simkit's, of an installed package, or of your own.

    Parameters
    ----------
    question : str or Question
        Its name, or the `Question` itself.
    about : str, Path, mapping, Game, Experiment or Run
        A game, at its standard setting; an experiment; or a finished run, for a question that its tables
        answer.
    settings : mapping, optional
        Settings that count in all scenarios: ``{"rules.reserve": 3}``.
    out : str or Path, optional
        A folder for the answer's files, or a page: ``ladder.html``.
    runs, jobs, cluster, progress
        As `run` takes them.
    **parameters
        The question's.

    Raises
    ------
    BadInput
        If there is no such question or parameter, or another argument is wrong.

    Examples
    --------
    >>> caps = {"rules.decision_cap": [8000, 9000]}
    >>> run = simkit.run(game="pig", strategy="hold_at", games=100, factors=caps)
    >>> simkit.ask("idle_rules", run).sentences
    ('Limit on moves changed none of the 100 games of each scenario.',)
    """
    listener = door.progress.watcher_for(progress)
    where = door.clusters.where_for(jobs, "threads", cluster, None, runs, out, listener)
    return door.questions.ask(question, about, where, settings, parameters)[0]


def open_run(
    reference: str | Path = "@1", runs: str | Path = "runs", *, trust: bool = False, incomplete: bool = False
) -> Run:
    """Return a run; of one that was stopped, what there is.

    Parameters
    ----------
    reference : str or Path
        A run's directory; an experiment's name, or a label, for the newest such run (a warning names others
        that differ); or ``@1``, the newest run of all, ``@2``, the one before ...
    runs : str or Path
        The folder of all runs.
    trust : bool
        Whether to import files with code that the run names; a run may come from a stranger.
    incomplete : bool
        Whether to read what is left of a run of which files are damaged, missing or foreign; and whether a
        run that was stopped may be compared with others.  `Run.incomplete` says what there is.

    Raises
    ------
    BadInput
        If there is no such run, nothing of it can be read, or it is damaged.

    Examples
    --------
    >>> made = simkit.run(game="pig", strategy="random", games=50)
    >>> simkit.open_run("@1").path == made.path
    True
    """
    return door.results.open_run(reference, runs, trust=trust, incomplete=incomplete)


def compare(before: Run | str | Path, after: Run | str | Path, runs: str | Path = "runs") -> Comparison:
    """Return what changed from one run to another; each is a `Run`, or as `open_run` takes it.

    Raises
    ------
    BadInput
        If the runs can't be compared: they are of different games, vary different factors, share no scenario,
        or are one and the same.

    Examples
    --------
    >>> for target in (80, 120):
    ...     made = simkit.run(game="pig", strategy="hold_at", games=50, rules={"target": target})
    >>> simkit.compare("@2", "@1").differs
    ['rules.target 80 -> 120']
    """

    def opened(given: Run | str | Path) -> Run:
        return given if isinstance(given, door.results.Run) else door.results.open_run(given, runs)

    return opened(before).compare(opened(after))


def runs(folder: str | Path = "runs") -> pl.DataFrame:
    """Return a row per run, the newest first.

    Runs that are not finished have no ``@`` number, and "unfinished" as their verdict.  Columns: run (``@1``
    ...), label, name, game, finished, scenarios, games, differs (from the rules as
    printed), headline, verdict, title, note, path.

    Examples
    --------
    >>> made = simkit.run(game="pig", strategy="hold_at", games=40, rules={"target": 90})
    >>> simkit.runs().row(0, named=True)["differs"]
    'target 90; hold_at'
    """
    return door.listing.runs(door.describing.path_given(folder, "folder"))


def games() -> pl.DataFrame:
    """Return a row per game: game, title, players, strategies, summary.

    Examples
    --------
    >>> "pig" in simkit.games()["game"]
    True
    """
    return door.listing.games()


def strategies(game: str | Game) -> pl.DataFrame:
    """Return a row per strategy of a game: strategy, skill, its measured result, parameters, idea.

    The strongest stand first, those that are not measured last.  `games` says how many games were measured,
    `seconds` how much processor time the master takes for one.

    Examples
    --------
    >>> simkit.strategies("pig")["strategy"].to_list()
    ['master', 'hold_at', 'random']
    """
    return door.listing.strategies(game)


def rules(game: str | Game) -> pl.DataFrame:
    """Return a row per rule that can be changed: rule, default, allowed, meaning, provenance.

    Examples
    --------
    >>> simkit.rules("pig").filter(rule="target")["default"].item()
    '100'
    """
    return door.listing.rules(game)


def columns(game: str | Game) -> pl.DataFrame:
    """Return a row per column of a run's tables: table, column, type, unit, words, meaning.

    Examples
    --------
    >>> simkit.columns("pig").filter(column="won")["table"].item()
    'seats'
    """
    return door.listing.columns(game)


for _function in (experiment, games, run, strategies):
    # `import simkit.run.runner as runner` looks for a module below what is called `simkit.run`.
    _function.__name__ = f"simkit.{_function.__name__}"
