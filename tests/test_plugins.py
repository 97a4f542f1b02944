"""Games and strategies are found, and what prevents it is reported."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from simkit import BadInput, installed, plugins
from simkit.compile.sources import file_hash, reachable_sources
from simkit.engine.contract.player import named
from simkit.plugins import find_strategy
from simkit.testing import find_game, strategies_of

Simkit = Callable[..., subprocess.CompletedProcess[str]]

IDEA = """
{imports}
from simkit.engine.contract.strategy import strategy

@strategy(game="pig", skill="none")
def idea(table, seat, rules, moves, count, parameters, chance):
    return {value}
"""


def write_idea(file: Path, imports: str, value: str = "LIMIT") -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text(IDEA.format(imports=imports, value=value))


@pytest.mark.parametrize(
    "own", ["limits_of_two_folders.py", "packed_limits/__init__.py", "bare_limits/low.py"]
)
def test_neighbours_of_one_name_in_two_folders_are_reported(tmp_path: Path, own: str) -> None:
    name = own.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    for folder in (tmp_path / "a", tmp_path / "b"):
        write_idea(folder / "idea.py", f"from {name} import LIMIT")
        (folder / own).parent.mkdir(exist_ok=True)
        (folder / own).write_text("LIMIT = 1\n")
    first = find_strategy("pig", named("a/idea.py:idea"), tmp_path).function.__module__
    with pytest.raises(BadInput, match=f"two modules are called '{name}', .*/b/.* and .*/a/.*; .*rename"):
        find_strategy("pig", named("b/idea.py:idea"), tmp_path)
    assert tmp_path / "a" / own in reachable_sources(first)


def test_neighbours_of_one_name_are_fine_where_one_folder_does_not_import_its_own(tmp_path: Path) -> None:
    for folder, imports in (("a", "from limits_of_one_folder import LIMIT"), ("b", "LIMIT = 2")):
        write_idea(tmp_path / folder / "idea.py", imports)
        write_idea(tmp_path / folder / "bold.py", imports)
        (tmp_path / folder / "limits_of_one_folder.py").write_text("LIMIT = 1\n")
    for file, limit in (("a/idea.py", 1), ("b/idea.py", 2), ("a/bold.py", 1), ("b/bold.py", 2)):
        strategy = find_strategy("pig", named(f"{file}:idea"), tmp_path)
        assert vars(sys.modules[strategy.function.__module__])["LIMIT"] == limit
        counted = tmp_path / "a" / "limits_of_one_folder.py" in reachable_sources(
            strategy.function.__module__
        )
        assert counted == file.startswith("a")


def test_a_neighbour_called_simkit_is_reported(tmp_path: Path) -> None:
    write_idea(tmp_path / "idea.py", "import simkit.engine\nLIMIT = 1")
    (tmp_path / "simkit.py").write_text("LIMIT = 1\n")
    with pytest.raises(BadInput, match=f"two modules are called 'simkit', {tmp_path}/simkit.py and .*rename"):
        find_strategy("pig", named("idea.py:idea"), tmp_path)
    assert "expert" in strategies_of("nautilion")


@pytest.mark.parametrize("name", ["strategies", "reports"])
def test_a_module_of_ones_own_may_have_the_name_of_a_shipped_folder(tmp_path: Path, name: str) -> None:
    write_idea(tmp_path / "idea.py", f"from {name} import LIMIT")
    (tmp_path / f"{name}.py").write_text("LIMIT = 1\n")
    strategy = find_strategy("pig", named("idea.py:idea"), tmp_path)
    assert vars(sys.modules[strategy.function.__module__])["LIMIT"] == 1
    assert "expert" in strategies_of("nautilion")


def test_a_file_of_ones_own_may_be_called_strategies(tmp_path: Path) -> None:
    write_idea(tmp_path / "strategies.py", "", "0")
    assert find_strategy("pig", named("strategies.py:idea"), tmp_path).name == "idea"
    assert "expert" in strategies_of("nautilion")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import os\nos._exit(3)\n", r"line 2: os\._exit\(3\) would end simkit"),
        ("while True:\n    pass\n", r"line [12]: still loading after 0\.2 s of processor time"),
        (
            "while True:\n    try:\n        1 / 0\n    except Exception:\n        pass\n",
            r"line \d: still loading",
        ),
    ],
)
def test_a_file_that_never_loads_or_ends_the_process_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    monkeypatch.setattr(plugins, "LONGEST_LOADING", 0.2)
    (tmp_path / "idea.py").write_text(text)
    with pytest.raises(BadInput, match=rf"idea\.py can't be loaded: {said}"):
        find_strategy("pig", named("idea.py:idea"), tmp_path)


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("from simkit.engine.strategy import strategy", r"strategy is in simkit\.game"),
        ("from simkit.facts import Table", r"Table is in simkit\.report"),
        ("from simkit.engine.base.chance import rolled", r"games and strategies import from simkit\.game"),
    ],
)
def test_an_import_of_old_names_the_place_of_today(tmp_path: Path, line: str, place: str) -> None:
    (tmp_path / "idea.py").write_text(f"{line}\n")
    with pytest.raises(BadInput, match=rf"line 1: \w+Error: .*{place}"):
        find_strategy("pig", named("./idea.py:idea"), tmp_path)


def test_a_game_imports_no_other_games_strategies() -> None:
    code = (
        "import sys; from simkit.plugins import find_game, strategies_of; find_game('pig'); "
        "from simkit.run.findings.ladder import ladders_of; assert strategies_of('pig'); "
        "assert list(ladders_of('pig')); "
        "print([m for m in sys.modules if m.startswith(('simkit.strategies.', 'simkit.games.'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"


def test_packages_that_have_a_game_of_one_name_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in ("first", "second"):
        folder = tmp_path / f"{package}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (folder / "entry_points.txt").write_text(f"[simkit.games]\ntwins = {package}.game:TWINS\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BadInput) as complaint:
        find_game("twins")
    assert " a game called 'twins'" in str(complaint.value)
    for package in ("first (first.game:TWINS)", "second (second.game:TWINS)"):
        assert package in str(complaint.value)


def test_the_examples_of_a_wheel_are_found_unless_they_are_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    points = (
        '[project.entry-points."simkit.games"]\nlantern = "lantern.game:LANTERN"\npig = "another.game:PIG"\n'
    )
    (tmp_path / "lantern").mkdir()
    (tmp_path / "lantern" / "pyproject.toml").write_text(points)
    assert "lantern" not in plugins.game_names()
    monkeypatch.setattr(installed, "EXAMPLES", tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    installed._of_examples.cache_clear()
    try:
        assert "lantern" in plugins.game_names()
        assert sys.path[-1] == str(tmp_path / "lantern")
        assert list(plugins._named("pig")) == ["simkit_pig.game:PIG"]
    finally:
        monkeypatch.undo()
        installed._of_examples.cache_clear()


def test_a_strategy_of_a_game_that_there_is_not_is_answered_with_the_nearest(tmp_path: Path) -> None:
    write_idea(tmp_path / "idea.py", "LIMIT = 1")
    (tmp_path / "idea.py").write_text((tmp_path / "idea.py").read_text().replace('"pig"', '"pgi"'))
    with pytest.raises(
        BadInput, match=r"strategy 'idea' in idea.py: unknown game 'pgi'; did you mean 'pig'\?"
    ):
        find_strategy("pig", named("idea.py:idea"), tmp_path)


@pytest.fixture
def simkit_with_broken(tmp_path: Path) -> Simkit:
    """Return a function that runs simkit, in a process of its own, beside broken plug-ins."""
    folder = tmp_path / "broken-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(
        "[simkit.games]\nlantern = broken_game:GAME\n"
        "[simkit.strategies]\nlantern = broken_ideas\nloud = loud\ntwins = twins\n"
    )
    (tmp_path / "broken_game.py").write_text("GAME = 1 / 0\n")
    (tmp_path / "broken_ideas.py").write_text("def idea(:\n")
    (tmp_path / "loud.py").write_text("print('hello')\n")
    write_idea(tmp_path / "twins.py", "LIMIT = 1")
    twins = (tmp_path / "twins.py").read_text()
    (tmp_path / "twins.py").write_text(twins.replace("pig", "nautilus_island").replace("idea", "expert"))

    def simkit(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "simkit", *arguments]
        environment = os.environ | {"PYTHONPATH": str(tmp_path), "COLUMNS": "200"}
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)

    return simkit


@pytest.mark.parametrize("command", [pytest.param("games", marks=pytest.mark.long), "strategies"])
def test_a_broken_plug_in_is_told_beside_what_is_not(simkit_with_broken: Simkit, command: str) -> None:
    listed = simkit_with_broken(command)
    assert listed.returncode == 0, listed.stderr
    assert "hold_at" in listed.stdout
    assert "lantern (broken_ideas)" in listed.stdout and listed.stdout.count("line 1 of ") == 2
    assert "lantern (broken_game:GAME)" in listed.stdout
    assert "are called 'expert'" in listed.stdout


@pytest.mark.long
def test_the_schema_is_written_without_a_broken_plug_in(simkit_with_broken: Simkit) -> None:
    schema = simkit_with_broken("schema")
    assert "lantern" not in json.loads(schema.stdout)["properties"]["game"]["enum"]
    assert "hello" in schema.stderr


@pytest.mark.long
def test_other_games_are_checked_beside_a_broken_plug_in(simkit_with_broken: Simkit, tmp_path: Path) -> None:
    experiment = "name: x\ngame: pig\ngames: 5\nstrategy: hold_out\n"
    (tmp_path / "x.yaml").write_text(experiment)
    misspelt = simkit_with_broken("check", "x.yaml")
    assert misspelt.returncode == 2
    assert "did you mean 'hold_at'" in misspelt.stderr
    assert "lantern" not in misspelt.stderr  # that is met by those who ask for its game
    (tmp_path / "x.yaml").write_text(experiment.replace("hold_out", "hold_at"))
    assert simkit_with_broken("check", "x.yaml").returncode == 0


def test_a_plug_in_counts_as_it_was_when_it_was_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Saved before it is compiled, it is not taken for what was compiled."""
    folder = tmp_path / "late-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: late\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[simkit.games]\nlate = late_game:LATE\n")
    file = tmp_path / "late_game.py"
    text = (
        "from dataclasses import replace\nfrom simkit_pig.game import PIG\nLATE = replace(PIG, name='late')\n"
    )
    file.write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    assert find_game("late").name == "late"
    file.write_text("NOTHING = 0\n")
    assert file_hash(file.resolve()) == hashlib.sha256(text.encode()).digest()


def test_commands_of_others_stand_with_simkits_own_and_broken_ones_leave_the_help_whole(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "greeting-1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: greeting\nVersion: 1\n")
    (folder / "entry_points.txt").write_text(
        "[simkit.commands]\ngreet = greeting:greet\nlost = nowhere_at_all:lost\n"
    )
    (tmp_path / "greeting.py").write_text(
        'import click\n\n@click.command()\ndef greet():\n    """Say hello."""\n    click.echo("hello")\n'
    )

    def called(*words: str) -> subprocess.CompletedProcess[str]:
        own = os.environ | {"PYTHONPATH": str(tmp_path)}
        command = [sys.executable, "-m", "simkit", *words]
        return subprocess.run(command, env=own, capture_output=True, text=True, check=False)

    whole = called("--help")
    assert whole.returncode == 0 and "Say hello." in whole.stdout and "can't be loaded" in whole.stdout
    assert called("greet").stdout == "hello\n"
    lost = called("lost")
    assert lost.returncode == 2 and "nowhere_at_all" in lost.stderr
