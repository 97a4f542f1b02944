"""Compiled code: never stale, never compiled twice."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from operator import ne
from pathlib import Path
from typing import Any

import pytest

import simkit.engine
from simkit.compile.entry import compile_entry
from simkit.compile.kernel import kernel
from simkit.compile.made import BOUND_LATER, bind
from simkit.compile.reach import is_typed_in
from simkit.compile.sources import constants_hash, reachable_sources, typed_in
from simkit.plugins import find_game, game_names, load_file, strategies_of

ROLL, HOLD = 0, 1  # in Pig

CONSTANT = "CHOICE = {choice}\n"

IDEA_BY_CONSTANT = """
from constant import CHOICE
from simkit.engine.contract.strategy import strategy

@strategy(game="pig", skill="none")
def idea(table, seat, rules, moves, count, parameters, chance):
    return CHOICE
"""

IDEA_BY_PACKAGE = """
import lib.constant
from simkit.engine.contract.strategy import strategy

CHOICE = lib.constant.CHOICE

@strategy(game="pig", skill="none")
def idea(table, seat, rules, moves, count, parameters, chance):
    return CHOICE
"""

IDEA_BY_FILE = """
from pathlib import Path
import numpy as np
from simkit.engine.contract.strategy import strategy

CHOICE = np.loadtxt(Path(__file__).with_name("constant.txt"), dtype=np.int64, ndmin=1)

@strategy(game="pig", skill="none")
def idea(table, seat, rules, moves, count, parameters, chance):
    return CHOICE[0]
"""

HELPER = """
from simkit.compile.kernel import kernel

@kernel
def favourite(count):
    return {choice}
"""

IDEA = """
from helper import favourite
from simkit.engine.contract.strategy import strategy

@strategy(game="pig", skill="none")
def idea(table, seat, rules, moves, count, parameters, chance):
    return favourite(count)
"""

PLAY = """
import json
from pathlib import Path
from simkit.engine.contract.player import named
from simkit.engine.play.compiled import compiled
from simkit.engine.play.match import Match
from simkit.plugins import find_game, find_strategy

game = find_game("pig")
idea = find_strategy("pig", named("./idea.py:idea"), Path("."))
match = Match(game, game.knobs(decision_cap=50), (idea, idea), seed=1)
cold = [compiled(game).is_cold(), idea.is_cold(game)]
rows, _ = match.play(0, 10)
functions = [compiled(game).loop(), idea.compile(game)]
missed = [f.py_func.__name__ for f in functions if f.stats.cache_misses]
print(json.dumps({"rolls": int(rows["rolls"].sum()), "missed": missed, "cold": cold}))
"""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for compiled code: Pig, which all of these play, is compiled into it once."""
    return tmp_path_factory.mktemp("cache")


def play(folder: Path, cache: Path, script: str = PLAY) -> dict[str, Any]:
    environment = {**os.environ, "SIMKIT_CACHE_DIR": str(cache), "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_a_changed_helper_is_compiled_anew_and_nothing_else_ever_is(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    (tmp_path / "idea.py").write_text(IDEA)
    (tmp_path / "helper.py").write_text(HELPER.format(choice=HOLD))
    first = play(tmp_path, cache)
    assert first["rolls"] == 0
    assert set(first["missed"]) == {"idea", "play_games"}
    assert first["cold"] == [True, True]
    (tmp_path / "helper.py").write_text(f"{HELPER.format(choice=HOLD)}# A sentence.\n")
    again = play(tmp_path, cache)
    assert again == {"rolls": 0, "missed": [], "cold": [False, False]}
    (tmp_path / "helper.py").write_text(HELPER.format(choice=ROLL))
    changed = play(tmp_path, cache)
    assert changed["missed"] == ["idea"]
    assert changed["cold"] == [False, True]
    assert changed["rolls"] > 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("idea", "file", "text"),
    [
        (IDEA_BY_CONSTANT, "constant.py", CONSTANT),
        # a package without __init__.py
        pytest.param(IDEA_BY_PACKAGE, "lib/constant.py", CONSTANT, marks=pytest.mark.long),
        pytest.param(IDEA_BY_FILE, "constant.txt", "{choice}", marks=pytest.mark.long),
    ],
)
def test_a_changed_number_from_elsewhere_is_compiled_anew(
    idea: str, file: str, text: str, tmp_path: Path, cache: Path
) -> None:
    (tmp_path / "idea.py").write_text(idea)
    (tmp_path / "lib").mkdir()
    (tmp_path / file).write_text(text.format(choice=HOLD))
    assert play(tmp_path, cache)["rolls"] == 0
    (tmp_path / file).write_text(text.format(choice=ROLL))
    changed = play(tmp_path, cache)
    assert changed["missed"] == ["idea"]
    assert changed["rolls"] > 0


def test_a_file_saved_before_it_is_compiled_is_compiled_anew_by_the_next_process(
    tmp_path: Path, cache: Path
) -> None:
    (tmp_path / "idea.py").write_text(IDEA)
    (tmp_path / "helper.py").write_text(HELPER.format(choice=HOLD))
    other = HELPER.format(choice=ROLL)
    save = f"Path('helper.py').write_text({other!r})\n"
    assert play(tmp_path, cache, PLAY.replace("match = ", f"{save}match = "))["rolls"] == 0
    changed = play(tmp_path, cache)
    assert changed["missed"] == ["idea"]
    assert changed["rolls"] > 0


def test_what_was_typed_in_is_compiled_for_the_process_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a notebook: its helper may be typed anew, in another session, and nobody could tell."""
    monkeypatch.setenv("SIMKIT_CACHE_DIR", str(tmp_path))
    cell: dict[str, Any] = {"__name__": "__main__"}
    text = IDEA.replace("from helper import favourite", "").replace("favourite(count)", "count - 1")
    exec(compile(text, "<cell>", "exec"), cell)
    cell["idea"].compile(find_game("pig"))
    assert not list(tmp_path.rglob("idea-*"))
    before = typed_in(cell["idea"].function)
    exec(compile(text.replace("- 1", "- 2"), "<cell>", "exec"), cell)
    assert typed_in(cell["idea"].function) != before


@pytest.mark.parametrize("name", game_names())
def test_every_module_of_a_game_that_its_rules_are_made_of_counts(name: str) -> None:
    game = find_game(name)
    counted = reachable_sources(*game.home, game.knobs.__module__)
    folder = Path(sys.modules[game.setup.__module__].__file__ or "").parent
    no_rules = {"__init__", "game", "conceal", "strategies"}
    made_of = {path for path in folder.glob("*.py") if path.stem not in no_rules}
    assert made_of <= counted, made_of - counted


@pytest.mark.parametrize("name", game_names())
def test_the_rules_of_a_game_are_kept_on_the_disk(name: str) -> None:
    """A function that seems to be in no file, or that uses one, would be compiled anew by every process."""
    game = find_game(name)
    used = [
        function for f in (game.setup, game.options, game.apply) for function in (f, *f.__globals__.values())
    ]
    assert not [function.__name__ for function in used if is_typed_in(function)]


def test_everything_that_the_play_loop_is_made_of_counts() -> None:
    engine = Path(simkit.engine.__file__ or "").parent
    loaded = {path for path in engine.rglob("*.py") if path.parent.name != "effects"}
    assert loaded - {engine / "__init__.py"} <= reachable_sources()


@pytest.mark.parametrize("game", [name for name in game_names() if find_game(name).proven])
def test_every_module_that_a_strategy_imports_counts(game: str) -> None:
    for strategy in strategies_of(game).values():
        module = sys.modules[strategy.function.__module__]
        counted = reachable_sources(module.__name__)
        for node in ast.walk(ast.parse(Path(module.__file__ or "").read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                imported = sys.modules[node.module].__file__
                if node.module.startswith(("simkit", "strategies")):
                    assert imported is not None
                    assert Path(imported).resolve() in counted, (strategy.name, node.module)


EVERYTHING = """
import json, pkgutil, sys
from importlib import import_module

from simkit.compile.sources import constants_hash, reachable_sources
from simkit.engine.contract.player import named
from simkit.plugins import find_game, game_names, strategies_of


def counted():
    games = {name: [*find_game(name).home, find_game(name).setup.__module__] for name in sys.argv[1:]}
    for name in sys.argv[1:]:
        games |= {of.name: [*of.modules] for of in strategies_of(name).values()}
    sources = {name: sorted(map(str, reachable_sources(*homes))) for name, homes in games.items()}
    return {name: [constants_hash(*homes).hex(), sources[name]] for name, homes in games.items()}


first = counted()
import simkit

for module in pkgutil.walk_packages(simkit.__path__, "simkit."):
    if not module.name.endswith("__main__"):
        import_module(module.name)
for name in game_names():
    strategies_of(name)
then = counted()
print(json.dumps([name for name in first if first[name] != then[name]]))
"""


def test_what_else_a_process_has_loaded_does_not_count() -> None:
    """Else the same experiment would get another identity in a notebook than by `simkit run`."""
    games = ("nautilion", "castaways", "pig")
    done = subprocess.run([sys.executable, "-c", EVERYTHING, *games], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []


def _one() -> int:
    return 1


def _two() -> int:
    return 2


def _call() -> Any:
    return _bound()


_bound: Any = BOUND_LATER


def test_what_is_bound_to_other_functions_is_compiled_apart() -> None:
    """Two games may stand in one file, and have the same sources."""
    found = [
        compile_entry(bind(_call, _bound=kernel(function)), checked=False)() for function in (_one, _two)
    ]
    assert found == [1, 2]
    again = compile_entry(bind(_call, _bound=kernel(_one)), checked=False)
    assert again() == 1


def test_numbers_count_wherever_their_files_lie(tmp_path: Path) -> None:
    hashes = []
    for name, choice in (("a", 0), ("b", 0), ("c", 1)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "constant.txt").write_text(str(choice))
        (tmp_path / name / "idea.py").write_text(IDEA_BY_FILE)
        hashes.append(constants_hash(load_file(tmp_path / name / "idea.py").__name__))
    assert hashes[0] == hashes[1] != hashes[2]


@pytest.mark.parametrize("folder", ["site-packages", "dist-packages"])
def test_libraries_are_not_the_designers_wherever_they_are_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    """As with `pip install --user`, or beside the system's own."""
    library = tmp_path / "lib" / folder / f"library_in_{folder[:4]}.py"
    library.parent.mkdir(parents=True)
    library.write_text("NUMBER = 3\n")
    kernels = library.with_stem(f"{library.stem}_for_plugins")  # but this one is
    kernels.write_text(HELPER.format(choice=0))
    monkeypatch.syspath_prepend(library.parent)
    (tmp_path / "idea.py").write_text(f"import {library.stem}, {kernels.stem}\n")
    sources = reachable_sources(load_file(tmp_path / "idea.py").__name__)
    assert (tmp_path / "idea.py").resolve() in sources
    assert library.resolve() not in sources
    assert kernels.resolve() in sources


def test_a_masked_constant_is_a_number_like_any_other(tmp_path: Path) -> None:
    (tmp_path / "idea.py").write_text("from numpy.ma import masked\n")
    assert constants_hash(load_file(tmp_path / "idea.py").__name__)


FROZEN = {
    "a word": "CONSTANT = {text!r}",
    "bytes": "CONSTANT = {text!r}.encode()",
    "a tuple of arrays": "CONSTANT = (np.array([1, 2]), np.frombuffer({text!r}.encode(), np.uint8))",
    "an enumeration": "class CONSTANT(IntEnum):\n    only = {number}",
    "a dtype": "CONSTANT = np.dtype([('room', np.int32, ({number},))])",
    "a record array": "CONSTANT = np.array([({number},)], dtype=[('n', np.int64)]).view(np.recarray)",
    "nothing or a number": "CONSTANT = None if {number} == 1 else {number}",
}


@pytest.mark.parametrize("kind", FROZEN)
def test_whatever_compiled_code_holds_counts(kind: str, tmp_path: Path) -> None:
    """The sources are the same, and what they read from a file is not."""
    hashes = []
    for folder, text in (("a", "1"), ("b", "1"), ("c", "2")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "read.txt").write_text(text)
        constant = FROZEN[kind].replace("{text!r}", "TEXT[0]").replace("{number}", "int(TEXT[0])")
        reading = "from enum import IntEnum\nfrom pathlib import Path\nimport numpy as np\n"
        reading += "TEXT = [Path(__file__).with_name('read.txt').read_text()]\n"
        (tmp_path / folder / "idea.py").write_text(reading + constant + "\n")
        hashes.append(constants_hash(load_file(tmp_path / folder / "idea.py").__name__))
    assert hashes[0] == hashes[1] != hashes[2]


def test_a_function_of_an_installed_library_that_is_made_a_kernel_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = tmp_path / "site-packages" / "plain_library.py"
    library.parent.mkdir()
    library.write_text("def enough(n):\n    return n > 20\n")
    monkeypatch.syspath_prepend(library.parent)
    text = "import plain_library\nfrom simkit.compile.kernel import kernel\n"
    text += "enough = kernel(plain_library.enough)\n"
    (tmp_path / "idea.py").write_text(text)
    assert library.resolve() in reachable_sources(load_file(tmp_path / "idea.py").__name__)


def test_a_kernel_made_inside_another_function_is_refused() -> None:
    def at_least(n: int) -> Any:
        def enough(points: int) -> bool:
            return points >= n

        return kernel(enough)

    with pytest.raises(TypeError, match="'enough' must be a function at the top of a module"):
        at_least(3)


def test_threads_that_compile_side_by_side_keep_their_folders_apart(tmp_path: Path) -> None:
    names = [f"side_{i}" for i in range(12)]
    for name in names:
        (tmp_path / f"{name}.py").write_text(f"def work(x):\n    return x + {len(name)}\n")
    modules = [load_file(tmp_path / f"{name}.py") for name in names]
    with ThreadPoolExecutor(12) as threads:
        compiled = list(threads.map(lambda module: compile_entry(module.work, checked=False), modules * 20))
    homes = {(c.py_func.__module__, c._cache.cache_path) for c in compiled}
    assert len(homes) == len({module for module, _ in homes}) == len({path for _, path in homes}) == 12


MADE_OF = """
import numpy as np
from simkit.compile.numbers import lowest_bit
from simkit.compile.kernel import kernel
import numbers_here
from numbers_here import NUMBER, Kind, Pair

@kernel
def below(n):
    return n + numbers_here.NUMBER

def entry(n):
    "It adds."
    return below(n) * NUMBER + Kind.first + lowest_bit(4) + np.int64(0) + Pair(n).high + min(0, n)
"""
NUMBERS = """
from enum import IntEnum
from typing import NamedTuple
NUMBER = 2
class Kind(IntEnum):
    first = 1
class Pair(NamedTuple):
    "Two numbers."
    low: int
    high: int = 3
"""

EDITS = {
    "nothing": ("", "", True),
    "a docstring": ("It adds.", "It adds, and multiplies.", True),
    "a comment": ("@kernel", "# A comment.\n@kernel", True),
    "a function it does not call": ("def entry", "@kernel\ndef other(n):\n    return n\n\ndef entry", True),
    "its own code": ("* NUMBER", "- NUMBER", False),
    "a kernel below": ("n + numbers", "n - numbers", False),
    "a number below, in another file": ("NUMBER = 2", "NUMBER = 3", False),
    "an enumeration in another file": ("first = 1", "first = 5", False),
    "what a named tuple says": ("Two numbers", "Two more numbers", True),
    "a field of a named tuple": ("low: int", "lower: int", False),
    "the order of a named tuple": ("low: int\n    high: int = 3", "high: int = 3\n    low: int = 3", False),
    "a usual value of a named tuple": ("high: int = 3", "high: int = 4", False),
    "another constant of its own": ("lowest_bit(4)", "lowest_bit(8)", False),
}


def hash_in(folder: Path, text: str, numbers: str = NUMBERS, *, checked: bool = False) -> Any:
    """Return the hash of the function `entry` in a file beside one with numbers."""
    script = (
        "import sys; sys.path.insert(0, ''); import made_of; from simkit.compile.key import key_of; "
        f"print(key_of(made_of.entry, 'made for', checked={checked}))"
    )
    (folder / "made_of.py").write_text(text)
    (folder / "numbers_here.py").write_text(numbers)
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("edit", EDITS)
def test_a_function_is_found_again_unless_an_edit_concerns_it(edit: str, tmp_path: Path) -> None:
    before, after, is_same = EDITS[edit]
    old = hash_in(tmp_path, MADE_OF)
    new = hash_in(tmp_path, MADE_OF.replace(before, after), NUMBERS.replace(before, after))
    assert (old == new) is is_same


def test_lines_count_where_exceptions_tell_them(tmp_path: Path) -> None:
    moved = MADE_OF.replace("@kernel", "# A comment.\n@kernel")
    assert hash_in(tmp_path, MADE_OF, checked=True) != hash_in(tmp_path, moved, checked=True)
    raising = MADE_OF.replace("    return n +", "    if n > 9:\n        raise ValueError\n    return n +")
    moved = raising.replace("@kernel", "# A comment.\n@kernel")
    assert hash_in(tmp_path, raising) != hash_in(tmp_path, moved)


NOT_UNDERSTOOD = {
    "a module under another name": ("below(n) *", "numbers_here_too(n) *"),
    "a list": ("+ min(0, n)", "+ LIST[0]"),
    "a function that is no kernel": ("+ min(0, n)", "+ plain(n)"),
    "a function compiled by Numba": ("+ min(0, n)", "+ jitted(n)"),
    "what the file teaches Numba": ("import numpy as np", "import numpy as np\nimport numba.extending"),
}


@pytest.mark.parametrize("kind", NOT_UNDERSTOOD)
def test_for_what_is_not_understood_all_files_count(kind: str, tmp_path: Path) -> None:
    helpers = (
        "LIST = [1]\ndef plain(n):\n    return n\n"
        "def in_here(n):\n    module = numbers_here\n    return module.NUMBER + n\n"
        "numbers_here_too = kernel(in_here)\n"
    )
    if "Numba" in kind and "jitted" in NOT_UNDERSTOOD[kind][1]:
        helpers += "import numba\njitted = numba.njit(plain)\n"
    text = MADE_OF.replace(*NOT_UNDERSTOOD[kind]).replace(
        "@kernel\ndef below", f"{helpers}@kernel\ndef below"
    )
    before = hash_in(tmp_path, text)
    assert before == hash_in(tmp_path, text)
    assert before != hash_in(tmp_path, text.replace("It adds", "It multiplies"))
    assert before != hash_in(tmp_path, text, f"{NUMBERS}# A comment.\n")


ENTRIES = """
import ast, json, sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import SimpleNamespace

def edited(loader, data, path, **options):
    code = ast.parse(data)
    if sys.argv[1:] and not FOLDERS.isdisjoint(Path(path).resolve().parts):
        ast.increment_lineno(code, 1 if is_unchecked(path) else 0)
        for sentence in ast.walk(code):
            if isinstance(sentence, ast.Constant) and is_sentence(sentence.value):
                sentence.value += " Another sentence."
    return compile(code, path, "exec", dont_inherit=True)

def is_unchecked(path):  # elsewhere the numbers of lines count: exceptions tell them
    return "examples" not in Path(path).parts

def is_sentence(value):
    if not isinstance(value, str) or value.count(" ") < 2:
        return False
    return value.rstrip().endswith(".") or NO_LABEL.isdisjoint(value)

NO_LABEL = set("{}=,()[]<0123456789")  # code, or numbers that are read from a text
FOLDERS = {"games", "strategies", "examples"}
SourceFileLoader.source_to_code = edited
SourceFileLoader.path_stats = lambda loader, path: exec("raise OSError")  # no file of bytecode is read

from simkit.compile import compiler, entry, key
from simkit.engine.contract.composed import erring
from simkit.engine.contract.composed import restricted
from simkit.engine.play.compiled import CompiledGame
from simkit.plugins import find_game, game_names, strategies_of
from simkit.search import valued

keys = {}
key_of = key.key_of

def keep(function, made_for, *, checked):
    found = key_of(function, made_for, checked=checked)
    keys[f"{key.all_called_by(function)[0].__module__} {function.__name__} {made_for}"] = found
    return found

key.key_of = keep
not_compiled = SimpleNamespace(compile=lambda types: None, disable_compile=lambda: None)
compiler.dispatcher = lambda function, checked: not_compiled
entry._keep_address = lambda compiled: None
for name in game_names():
    game = find_game(name).in_the_box
    code = CompiledGame(game)
    code.rules, code.conceal
    for logged in (False, True):
        for thinks, restricts in ((False, False), (True, False), (True, True)):
            code.loop(logged=logged, thinks=thinks, restricts=restricts)
    valued._decisions_loop(game), valued._positions_loop(game), valued._asking(game)
    for strategy in strategies_of(name).values():
        for player in (strategy, erring(strategy), restricted(strategy, game, (game.moves[0].name,))):
            player.compile(game)
print(json.dumps([keys, [find_game(name).setup.__doc__ or "" for name in game_names()]]))
"""


def test_all_code_of_all_games_and_players_is_found_again_after_an_edit_of_all_sentences(
    tmp_path: Path,
) -> None:
    """Docstrings, meanings and labels differ; in simkit's own games all lines have moved, too."""
    as_users_play = {"SIMKIT_CACHE_DIR": str(tmp_path), "NUMBA_DISABLE_JIT": "0", "SIMKIT_CHECKED": "0"}
    found = []
    for edit in ((), ("edited",)):
        command = [sys.executable, "-c", ENTRIES, *edit]
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **as_users_play})
        assert done.returncode == 0, done.stderr
        found.append(json.loads(done.stdout))
    (before, sentences), (after, others) = found
    players = sum(len(strategies_of(name)) for name in game_names())
    assert len(before) > 3 * players + 4 * len(game_names())  # a player also errs, and does without a move
    assert [place for place in before if before[place] != after.get(place)] == []
    assert all(map(ne, sentences, others))
