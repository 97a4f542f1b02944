"""Finds games and strategies: simkit's own, those of installed packages, and those in a user's files.

simkit's own come through the same entry point groups as anybody else's: ``simkit.games`` names `Game`
objects, ``simkit.strategies`` names packages or modules that hold `Strategy` objects.  An entry point of
strategies with the name of a game holds strategies of that game only, and is not loaded for any other.

Questions are found too: by the entry point group ``simkit.questions``, in which simkit's own are loaded when
they are asked, and others name a module; and in the files that the variable `SIMKIT_QUESTIONS` lists.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib
import importlib.util
import os
import pkgutil
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import contextmanager, redirect_stdout
from dataclasses import replace
from functools import cache
from importlib.metadata import EntryPoint
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from simkit.content.characters import path_in
from simkit.content.source import FILES_READ, Source, read_source
from simkit.engine.contract.player import MASTER, Reference, named
from simkit.errors import BadInput, unknown
from simkit.installed import FILES_OF_QUESTIONS, QUESTIONS, own_questions, points_of

if TYPE_CHECKING:
    from simkit.engine.contract.game import Game
    from simkit.engine.contract.strategy import Strategy

LONGEST_LOADING = 15.0
"""Seconds of processor time that a user's file may take to load, with all that it imports."""

LADDER = "ladder.yaml"
"""The file beside strategies that holds how often each of them wins (`simkit.run.findings.ladder`)."""

_games_made_here: dict[str, Game] = {}
_strategies_made_here: dict[tuple[str, str], Strategy] = {}
"""By game and name."""


def know_game(game: Game) -> str:
    """Register a game that was made in this process; return its name, by which it is then found.

    Raises BadInput if an installed game has that name and is another.
    """
    if game.name in _installed_games() and _installed_game(game.name) is not game:
        raise BadInput(f"an installed game is called '{game.name}' already; choose another name")
    _games_made_here[game.name] = game
    return game.name


def know_strategy(strategy: Strategy) -> str:
    """Register a strategy that was made in this process; return its name, by which it is then found.

    It replaces one of the same name that was made here earlier: a notebook's cell may be run again.

    Raises BadInput if an installed strategy of the game has that name and is another.
    """
    installed = _installed_strategies(strategy.game).get(strategy.name)
    if installed is not None and installed is not strategy:
        raise BadInput(
            f"an installed strategy of {strategy.game} is called '{strategy.name}'; choose another name"
        )
    _strategies_made_here[strategy.game, strategy.name] = strategy
    return strategy.name


def made_here(game: str, *strategies: str) -> list[str]:
    """Return, in words, which of a game and its strategies only this process knows."""
    found = [f"the game {game}"] if game in _games_made_here else []
    return found + [f"the strategy {name}" for name in strategies if (game, name) in _strategies_made_here]


def _installed_games() -> list[str]:
    return sorted({point.name for point in points_of("simkit.games")})


def game_names() -> list[str]:
    """Return the names of all games, in alphabetical order."""
    return sorted({*_installed_games(), *_games_made_here})


def find_game(name: str) -> Game:
    """Return a game by name.

    Raises
    ------
    BadInput
        If there is no such game, several packages have it, or its package can't be loaded.
    """
    if name in _games_made_here:
        return _games_made_here[name]
    if name not in game_names():
        raise BadInput(unknown("game", name, game_names()))
    return _installed_game(name)


def _named(name: str) -> dict[str, EntryPoint]:
    """Return the entry points of the games with a name, by what they name."""
    return {point.value: point for point in points_of("simkit.games") if point.name == name}


@cache
def _installed_game(name: str) -> Game:
    from simkit.engine.contract.game import Game

    entry, *others = _named(name).values()
    if others:
        found = " and ".join(f"{point.dist.name} ({point.value})" for point in (entry, *others) if point.dist)
        raise BadInput(
            f"several installed packages have a game called '{name}': {found}; uninstall all but one"
        )
    game = load_point(entry)
    if not isinstance(game, Game):
        raise BadInput(f"entry point '{entry.name}' of simkit.games must name a Game, found {game!r}")
    if game.name != name:
        raise BadInput(
            f"entry point '{name}' of simkit.games names a game called '{game.name}'; they must agree"
        )
    return game


def strategies_of(game: str) -> dict[str, Strategy]:
    """Return all strategies of a game by name: the installed ones alphabetically, and those made here.

    Plug-ins that can't be loaded are left out (`broken_plugins`).

    Raises
    ------
    BadInput
        If two installed strategies of a game share a name.
    """
    made = {name: strategy for (of, name), strategy in _strategies_made_here.items() if of == game}
    return _installed_strategies(game) | made


@cache
def _installed_strategies(game: str) -> dict[str, Strategy]:
    from simkit.engine.contract.strategy import Strategy

    found: dict[str, Strategy] = {}
    for module in _strategy_modules(game)[0]:
        strategies = (thing for thing in vars(module).values() if isinstance(thing, Strategy))
        for thing in (thing for thing in strategies if thing.game == game):
            if found.setdefault(thing.name, thing) is not thing:
                modules = f"{found[thing.name].function.__module__} and {thing.function.__module__}"
                raise BadInput(f"two strategies of {game} are called '{thing.name}': in {modules}")
    return dict(sorted(found.items()))


@cache
def _strategy_modules(game: str) -> tuple[list[ModuleType], list[str]]:
    """Return the modules that may hold a game's strategies, and messages about those that can't be loaded."""
    return _modules_of("simkit.strategies", {*_installed_games()} - {game})


def _modules_of(group: str, without: Set[str] = frozenset()) -> tuple[list[ModuleType], list[str]]:
    """Return the modules that entry points name, and messages about those that can't be loaded."""
    modules: list[ModuleType] = []
    problems = []
    for entry in points_of(group):
        if entry.name in without:
            continue
        try:
            modules += _modules(load_point(entry))
        except BadInput as problem:
            problems.append(str(problem))
    return modules, problems


def question_modules() -> list[ModuleType]:
    """Return the modules of others that may hold questions.

    Plug-ins that can't be loaded are left out (`broken_plugins`).
    """
    files = os.environ.get(FILES_OF_QUESTIONS, "").split(os.pathsep)
    return _question_modules()[0] + [load_file(Path(file).resolve()) for file in files if file]


def questions_of_others() -> dict[str, Any]:
    """Return what modules of others declare as `QUESTION`, by name.

    Raises BadInput if two share a name, one is no question, or as `question_modules` does.
    """
    found: dict[str, Any] = {}
    of_simkit = own_questions()
    for module in question_modules():
        question = getattr(module, "QUESTION", None)
        if question is None:
            continue
        name = getattr(question, "name", None)
        if not isinstance(name, str):
            raise BadInput(f"{module.__name__}.QUESTION must be a Question, found {question!r}")
        if name in of_simkit or found.setdefault(name, question) is not question:
            raise BadInput(f"two questions are called '{name}'; one is in {module.__name__}")
    return found


def question_names() -> list[str]:
    """Return the names of all questions, simkit's own first, of which none is loaded."""
    return [*own_questions(), *questions_of_others()]


def question_declared(name: str) -> Any:
    """Return what is declared as the question of a name, one of `question_names`."""
    of_simkit = own_questions()
    return of_simkit[name].load() if name in of_simkit else questions_of_others()[name]


@cache
def _question_modules() -> tuple[list[ModuleType], list[str]]:
    """Return the modules of others that are installed, and messages about those that can't be loaded."""
    return _modules_of(QUESTIONS, without=own_questions().keys())


def ladder_files(game: str) -> list[Path]:
    """Return the files with measured results beside the strategies that are installed for a game."""
    files = [module.__file__ for module in _strategy_modules(game)[0]]
    folders = dict.fromkeys(Path(file).parent for file in files if file)
    return [ladder for folder in folders if (ladder := folder / LADDER).is_file()]


def working_games() -> list[str]:
    """Return the names of the games that can be played."""
    return [name for name in game_names() if not _problem_of(name)]


def broken_plugins() -> list[str]:
    """Return one message about each plug-in that can't be loaded; everything else works without it."""
    problems = [problem for name in game_names() if (problem := _problem_of(name))]
    of_strategies = (problem for name in game_names() for problem in _strategy_modules(name)[1])
    return list(dict.fromkeys([*problems, *of_strategies, *_question_modules()[1]]))


def _problem_of(game: str) -> str:
    try:
        find_game(game)
        strategies_of(game)
    except BadInput as problem:
        return str(problem)
    return ""


def names_of_players(game: str) -> list[str]:
    """Return the names of a game's strategies, and of its master if it has one."""
    known = list(strategies_of(game))
    is_possible = known and not find_game(game).hides_without_dealing
    return list(dict.fromkeys([*known, MASTER])) if is_possible else known


def strategies_and_master(game: str) -> dict[str, Strategy]:
    """Return all strategies of a game by name, and its master if it has one."""
    return {name: find_strategy(game, named(name), Path()) for name in names_of_players(game)}


def master_of(game: str) -> Reference:
    """Return a game's strongest player, which is called `master`.

    A strategy of that name is the game's master as it is.  Else it is the strategy that the game's
    ``ladder.yaml`` names under `master`, with look-ahead; by default the strongest one.

    Returns what it is made of (`look_ahead` says with how many play-outs), to be played without parameters.

    Raises BadInput if the game hides something that look-ahead would see, it has no strategy, or its ladder
    is wrong.
    """
    known = strategies_of(game)
    if MASTER in known:
        return Reference(MASTER)
    from simkit.engine.contract.master import MasterEntry, read_master, strongest_of

    found = find_game(game)
    if found.hides_without_dealing:
        raise BadInput(
            f"{found.title} hides something but declares no `conceal` to deal it anew, so it has no master: "
            "look-ahead would see what is hidden"
        )
    if not known:
        raise BadInput(f"{found.title} has no strategy, so it has no master")
    sources = [source for source in _ladders_of(game) if MASTER in source.data]
    entry = read_master(sources[0], known) if sources else MasterEntry()
    return entry.reference(entry.base or strongest_of(known, ranked_by_ladders(game)))


def _ladders_of(game: str) -> list[Source]:
    sources = (read_source(file, "a ladder") for file in ladder_files(game))
    return [source for source in sources if source.data.get("game") == game]


def ranked_by_ladders(game: str) -> list[str]:
    """Return the strategies that a game's ladders measured, the strongest of each first, as the files do."""
    results = (source.data.get(key) for source in _ladders_of(game) for key in ("won", "points"))
    return [str(name) for found in results if isinstance(found, dict) for name in found]


def in_full(game: str, reference: Reference) -> Reference:
    """Return a reference with what it is made of, if it is that of the master, as `master_of` does."""
    is_master = reference == replace(named(MASTER), without=reference.without)
    return replace(master_of(game), without=reference.without) if is_master else reference


def find_strategy(game: str, reference: Reference, folder: Path) -> Strategy:
    """Return a strategy, with look-ahead, a restriction or the skill dial where the reference says so.

    * `reference`: which strategy; `simkit.engine.contract.player.named` makes it from a person's words.
    * `folder`: the experiment's folder, to which paths are relative.
    """
    reference = in_full(game, reference)
    thinks = reference.look_ahead
    found = _plain_strategy(game, reference, folder)
    from simkit.engine.contract.composed import erring, restricted, thinking

    if reference.errs:
        found = erring(found)
    if thinks:
        opponents, finish = (
            find_strategy(game, name, folder) if name else None for name in (thinks.opponents, thinks.finish)
        )
        found = thinking(
            found, opponents, thinks.method, finish, playouts=thinks.playouts, called=reference.called
        )
    if reference.without:
        found = restricted(found, find_game(game), reference.without)
    return found


def _plain_strategy(game: str, reference: Reference, folder: Path) -> Strategy:
    """Return an installed strategy or one in a file, without look-ahead and skill dial."""
    if reference.file:
        return _strategy_in_file(game, reference.file, reference.strategy, folder)
    if reference.called and not reference.look_ahead:
        from simkit.engine.contract.person import is_person, strategy_of_person

        if is_person(reference):
            return strategy_of_person(game, reference.called)
    known = strategies_of(game)
    if reference.strategy in known:
        return known[reference.strategy]
    if reference.strategy == MASTER:
        if reference.errs:
            raise BadInput(f"'{MASTER}' can't err: only a strategy can that is made of no other one")
        raise BadInput(f"'{MASTER}' thinks already: allowed is a strategy that doesn't")
    sentence = unknown(f"strategy of {game}", reference.strategy, names_of_players(game))
    broken = "".join(f"; {problem}" for problem in _strategy_modules(game)[1])
    raise BadInput(f"{sentence}; or a file of yours: ./my_idea.py:my_strategy{broken}")


def _strategy_in_file(game: str, file: str, name: str, folder: Path) -> Strategy:
    from simkit.engine.contract.strategy import Strategy

    module = load_file(_carried.get(file) or path_in(folder, file).resolve())
    strategies = {key: thing for key, thing in vars(module).items() if isinstance(thing, Strategy)}
    if name not in strategies:
        if not strategies:
            raise BadInput(f"{file} declares no strategy; put @strategy(game=..., skill=...) on a function")
        raise BadInput(unknown(f"strategy in {file}", name, strategies))
    if strategies[name].game not in game_names():
        raise BadInput(f"strategy '{name}' in {file}: {unknown('game', strategies[name].game, game_names())}")
    if strategies[name].game != game:
        raise BadInput(f"strategy '{name}' in {file} plays {strategies[name].game}, not {game}")
    return strategies[name]


def reference_of_function(game: str, function: Callable[..., Any]) -> Reference | None:
    """Return the strategy with a function: an installed one, or one in a file, whose path is whole.

    There is none for a function that was made in this process.
    """
    from simkit.engine.contract.strategy import Strategy

    for name, strategy in _installed_strategies(game).items():
        if strategy.function is function:
            return Reference(name)
    for path, module in _loaded.items():
        for name, thing in vars(module).items():
            if isinstance(thing, Strategy) and thing.game == game and thing.function is function:
                return Reference(name, str(path))
    return None


@contextmanager
def _loading(what: str, path: Path | None = None) -> Iterator[None]:
    """Turn any exception that a plug-in's code raises, even `SystemExit`, into a complaint.

    Whatever it prints goes to standard error: `simkit schema` prints JSON.
    """
    try:
        with redirect_stdout(sys.stderr):
            yield
    except BadInput:
        raise
    except (Exception, SystemExit, _Stopped) as error:
        raise BadInput(f"{what} can't be loaded: {_reason(error, path)}") from error


def load_point(entry: EntryPoint) -> object:
    """Return what an entry point names; complain if it can't be loaded."""
    with _loading(f"plug-in {entry.name} ({entry.value})"):
        thing = entry.load()
    _remember(entry.module)
    return thing


def _remember(*modules: str) -> None:
    """Remember the sources of a plug-in's modules as they are when loaded.

    If a file is saved between loading and compiling, its new contents are not what was compiled.
    """
    from simkit.compile.sources import remember_sources

    remember_sources(*modules)


def _modules(thing: object) -> list[ModuleType]:
    if not isinstance(thing, ModuleType):
        raise BadInput(f"an entry point that is no game names a package or a module, found {thing!r}")
    names = [
        f"{thing.__name__}.{found.name}" for found in pkgutil.iter_modules(getattr(thing, "__path__", []))
    ]
    with _loading(f"plug-in {thing.__name__}"):
        modules = [thing, *map(importlib.import_module, names)]
    _remember(*(module.__name__ for module in modules))
    return modules


_carried: dict[str, Path] = {}
"""Where the files of strategies lie that came from another machine, by what the experiment calls them."""


def carry_files(places: Mapping[str, Path]) -> None:
    """Make this process load the files of strategies from other places than the experiment says."""
    _carried.update(places)


_loaded: dict[Path, ModuleType] = {}
"""The files of users that this process has loaded."""


_used: WeakKeyDictionary[ModuleType, tuple[int, Mapping[str, Path]]] = WeakKeyDictionary()
"""By a user's module: how many modules were loaded when it was looked up, and the files that it reached."""


def load_file(path: Path) -> ModuleType:
    """Return a user's Python file as a module, loaded once; it may import other files in its folder."""
    if path not in _loaded:
        _loaded[path] = _load_now(path)
    return _loaded[path]


def forget_changed_files() -> None:
    """Forget users' files that have changed since they were loaded, or that use one that has.

    Not to be called during a run, in which all games are played by the same code.
    """
    if not _loaded:
        return
    from simkit.compile.sources import file_hash, forget_sources, hash_now, modules_below

    for path, module in _loaded.items():
        if module not in _used or _used[module][0] != len(sys.modules):
            _used[module] = len(sys.modules), modules_below(path.parent, module.__name__)
    used = {path: _used[module][1] for path, module in _loaded.items()}
    files = {file for group in used.values() for file in group.values()}
    changed = {file for file in files if file_hash(file) != hash_now(file)}
    for path, modules in used.items():
        if changed & {*modules.values()}:
            del _loaded[path]
            for name in modules:
                sys.modules.pop(name, None)
    forget_sources(changed)


def _load_now(path: Path) -> ModuleType:
    FILES_READ.add(path.absolute())
    if not path.is_file():
        raise BadInput(f"there is no file {path}")
    # Compiled code is found again under the module's name, so the name is the same in every process.
    name = f"simkit_user_{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with _importing_from(path.parent), _loading(str(path), path), _coming_to_an_end():
            spec.loader.exec_module(module)
    except BadInput:
        del sys.modules[name]
        raise
    from simkit.compile.sources import remember_sources  # late, because it imports Numba

    remember_sources(name)
    return module


class _Stopped(BaseException):
    """Raised in a file that is loaded, to stop it; no `except Exception` of its own catches it."""


@contextmanager
def _coming_to_an_end() -> Iterator[None]:
    """Stop a file that never finishes loading, or that ends the process while it does."""
    thread, done = threading.get_ident(), threading.Event()
    limit = time.process_time() + LONGEST_LOADING

    def watch() -> None:
        while not done.wait(0.1):
            if time.process_time() > limit:
                stop = ctypes.py_object(_Stopped)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), stop)
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    process, end = os.getpid(), os._exit

    def refuse_to_end(status: int) -> None:
        if (os.getpid(), threading.get_ident()) != (process, thread):
            end(status)  # a process that the file has forked, or a worker's thread whose run has ended
        raise _Stopped(f"os._exit({status}) would end simkit")

    vars(os)["_exit"] = refuse_to_end
    try:
        yield
    except _Stopped as stopped:
        stopped.args = stopped.args or (f"still loading after {LONGEST_LOADING:g} s of processor time",)
        raise
    finally:
        vars(os)["_exit"] = end
        done.set()
        watcher.join()


@contextmanager
def _importing_from(folder: Path) -> Iterator[None]:
    """Let a file import modules from its folder, except any whose name another module already has.

    Python finds a module by its name alone, and would take a loaded module for the one beside the file.  So
    modules from elsewhere are hidden meanwhile if the folder has one of the same name.
    """
    hidden = {
        name: (sys.modules.pop(name), file)
        for name, module in list(sys.modules.items())
        if (file := _file_in(folder, name)) and str(file) != getattr(module, "__file__", None)
    }
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        taken = [name for name in hidden if name in sys.modules]
        sys.modules.update({name: module for name, (module, _) in hidden.items()})
        if taken:
            module, file = hidden[taken[0]]
            raise BadInput(
                f"two modules are called '{taken[0]}', {file} and {module.__file__}; Python loads only one "
                "of a name: rename the first"
            )


def _file_in(folder: Path, name: str) -> Path | None:
    """Return the file of the module with this name in a folder, or None."""
    if name.partition(".")[0] in sys.stdlib_module_names:  # every import means the standard library's
        return None
    place = folder.joinpath(*name.split("."))
    return next((file for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file()), None)


def _where_it_is(line: str) -> str:
    """Return, in words, which public modules have what a line imports from a private one or an old path."""
    names = re.findall(r"\w+", line.partition("import ")[2])
    of_reports = (
        "simkit.report",
        *(f"simkit.report.{kind}" for kind in ("parts", "words", "charts", "stats")),
    )
    homes = ("simkit.game", *of_reports, "simkit.testing", "simkit.questions")
    found = {
        name: home
        for home in reversed(homes)
        for name in names
        if name in importlib.import_module(home).__all__
    }
    if found:
        return "; " + ", ".join(f"{name} is in {home}" for name, home in found.items())
    return "; games and strategies import from simkit.game, their tests from simkit.testing"


def _reason(error: Exception | SystemExit | _Stopped, path: Path | None) -> str:
    """Return an exception in words, with its line: if possible, one in a file in the folder of `path`."""
    if isinstance(error, SyntaxError) and error.filename:
        file, line, what = error.filename, error.lineno, error.msg
    else:
        what = str(error) if isinstance(error, _Stopped) else f"{type(error).__name__}: {error}"
        frames = [f for f in extract_tb(error.__traceback__) if "importlib" not in f.filename]
        frames = [frame for frame in frames if frame.filename != __file__]
        if isinstance(error, ImportError) and (error.name or "").startswith("simkit."):
            what += _where_it_is(frames[-1].line or "" if frames else "")
        beside = [f for f in frames if path and Path(f.filename).is_relative_to(path.parent)]
        if not frames:
            return what
        file, line = (beside or frames)[-1].filename, (beside or frames)[-1].lineno
    return f"line {line}: {what}" if Path(file) == path else f"line {line} of {file}: {what}"
