"""`import simkit`: the public face."""

from __future__ import annotations

import doctest
import html
import json
import linecache
import pickle
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable
from inspect import currentframe
from pathlib import Path
from types import ModuleType
from typing import Any

import polars as pl
import pytest

import simkit
from simkit import Run
from simkit.door import playing
from simkit.door.exporting import export
from simkit.door.progress import Silent
from simkit.game import Strategy
from simkit.plugins import strategies_of, working_games
from simkit.report.questions import compare

CELL = '''
from simkit.game import strategy

LIMIT = {limit}

def is_enough(total):
    return total >= LIMIT

@strategy(game="pig", skill="casual")
def mine(table, seat, rules, moves, count, parameters, chance):
    """Holds at a limit."""
    return count - 1 if table.total >= LIMIT else 0
'''


def cell(limit: int, number: int) -> Strategy:
    """Return the strategy that a notebook's cell makes, which stands in no file."""
    name, text = f"<cell {number}>", CELL.format(limit=limit)
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    module = ModuleType("__main__")
    exec(compile(text, name, "exec"), module.__dict__)
    made: Strategy = module.__dict__["mine"]
    return made


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


KINDS = {kind.__name__: kind for kind in (Run, simkit.Replay, simkit.Comparison, playing.Played)}

PUBLIC = [
    "simkit",
    *(f"simkit.{name}" for name in simkit.__all__ if name != "BadInput"),
    *KINDS,
    *(
        f"{name}.{member}"
        for name, kind in KINDS.items()
        for member, value in vars(kind).items()
        if not member.startswith("_") and hasattr(value, "__get__")
    ),
]


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the names that examples use."""
    asked: dict[str, Any] = {"game": "pig", "games": 200, "strategies": ["hold_at", "random"]}
    asked |= {"factors": {"strategies.0.n": [15, 20]}, "runs": tmp_path_factory.mktemp("runs")}
    return {
        "simkit": simkit,
        "pl": pl,
        "run": simkit.run(**asked),
        "longer": simkit.run(**asked, rules={"target": 150}),
        "played": simkit.play("pig", ["hold_at", "random"], games=100),
    }


@pytest.mark.parametrize("name", PUBLIC)
def test_all_that_is_public_has_an_example_which_holds(here: Path, given: dict[str, Any], name: str) -> None:
    if name == "Run.describe":  # finds its run in ./runs
        given = given | {"run": simkit.run(game="pig", strategy="hold_at", games=10)}
    owner, _, member = name.partition(".")
    kind = simkit if owner == "simkit" else KINDS[owner]
    words = getattr(kind, member).__doc__ if member else kind.__doc__
    example = doctest.DocTestParser().get_doctest(words or "", dict(given), name, None, None)
    assert example.examples, name
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=said.append)
    assert said == []


def test_importing_loads_neither_numba_nor_polars_and_changes_nothing() -> None:
    code = (
        "import os, sys; before = dict(os.environ); import simkit; assert dict(os.environ) == before; "
        "assert not {'numba', 'polars', 'pandas', 'pyarrow', 'numpy', 'pydantic'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_functions_keep_their_names_whatever_is_imported_later() -> None:
    import simkit.experiment.file.load
    import simkit.games.nautilion
    import simkit.run.runner
    import simkit.run.work.trial as trial
    import simkit.strategies.nautilion

    for name in ("run", "experiment", "games", "strategies"):
        assert callable(getattr(simkit, name)), name
    assert trial.__name__ == "simkit.run.work.trial"


def test_play_writes_nothing(here: Path) -> None:
    played = simkit.play("pig", ["hold_at", "random"], games=200, seed=3)
    assert played.games.height == 200
    assert played.seats.height == 400
    assert played.games["end"].unique().to_list() == ["finished"]
    page = played._repr_html_()
    assert "player 1 (hold_at)" in page and "player 2 (random)" in page
    assert not list(here.iterdir())


def test_play_and_run_play_the_same_games(here: Path) -> None:
    played = simkit.play("pig", ["hold_at", "random"], games=200, seed=3)
    run = simkit.run(game="pig", strategies=["hold_at", "random"], games=200, seed=3)
    assert repr(run).startswith("<Run pig: 1 scenario of 200 games")
    rows = run.games.sort("game").collect()
    assert rows["turns"].to_list() == played.games["turns"].to_list()
    assert rows["end"].cast(pl.String).to_list() == played.games["end"].cast(pl.String).to_list()


def pig_again() -> dict[str, Any]:
    factors = {"strategies.0.n": [15, 20]}
    return {"game": "pig", "games": 100, "strategies": ["hold_at", "random"], "factors": factors}


@pytest.fixture
def pig(here: Path) -> Run:
    return simkit.run(pig_again())


def test_a_run_is_found_again_and_not_played_again(pig: Run) -> None:
    assert simkit.open_run().path == simkit.open_run("pig").path == pig.path
    listed = simkit.runs()
    assert listed["run"].to_list() == ["@1"]
    assert listed["verdict"].to_list() == ["no targets"]
    with pytest.raises(simkit.BadInput, match=r"@2: there is one finished run in runs; @1 is the newest"):
        simkit.open_run("@2")


def test_what_varies_is_a_number_where_its_levels_are(pig: Run) -> None:
    assert pig.scenarios["strategies.0.n"].to_list() == [15, 20]
    assert pig.summary["strategies.0.n"].dtype.is_numeric()
    assert pig.games.collect_schema()["turns"] == pl.Int64


def test_a_run_shows_itself(pig: Run) -> None:
    assert "pig: 2 scenarios of 100 games" in repr(pig)
    page = pig._repr_html_()
    assert "<table>" in page
    assert "player 1 (hold_at" in page and "player 0" not in page
    assert "banks" in str(pig.replay(3))
    with pytest.raises(simkit.BadInput, match="there is no game 100; the run played games 0 to 99"):
        pig.replay(100)


def test_runs_are_compared(pig: Run) -> None:
    other = simkit.run(
        game="pig",
        games=100,
        strategies=["hold_at", "random"],
        factors={"strategies.0.n": [15, 20]},
        rules={"target": 50},
    )
    found = pig.compare(other)
    assert found.differs == ["rules.target 100 -> 50"]
    turns = found.changes.filter(pl.col("column") == "turns", of="game")
    assert (turns["difference"] < 0).all()
    assert "target 100" in found._repr_html_()
    assert str(found).startswith(found.in_short)
    assert found.clear["column"].unique(maintain_order=True)[:2].to_list() == ["turns", "score"]
    assert found.changes["column"].unique(maintain_order=True)[:2].to_list() == ["won", "turns"]
    page = found.report()
    assert page == [other.path / "compared" / pig.path.name / "compare.html"]
    assert html.escape(found.in_short, quote=False) in html.unescape(page[0].read_text())
    assert [path.name for path in found.report("elsewhere")] == ["compare.html"]
    assert Path("elsewhere/compare.html").is_file()
    with pytest.raises(simkit.BadInput, match="is compared with itself"):
        simkit.compare(pig, pig)


def test_what_cannot_be_compared_is_refused_at_once(pig: Run) -> None:
    other_factors = simkit.run(game="pig", games=10, strategy="hold_at")
    with pytest.raises(
        simkit.BadInput, match=r"^the runs vary different factors: strategies\.0\.n; and none"
    ):
        simkit.compare(pig, other_factors)
    other_game = simkit.run(game="nautilion", games=10, strategy="random")
    with pytest.raises(simkit.BadInput, match=r"^the runs are of different games: pig and nautilion"):
        simkit.compare(other_factors, other_game)


def test_frames_without_a_row_have_their_columns(pig: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    other = simkit.run(pig_again(), rules={"target": 50})
    monkeypatch.setattr(compare, "compare_runs", lambda before, after, about: [])
    found = simkit.compare(pig, other)
    assert found.clear.columns[:3] == ["player 1's n", "of", "column"]
    assert found.clear.is_empty()


def test_a_run_is_compared_with_one_of_its_own_folder(here: Path) -> None:
    short = simkit.run(pig_again(), rules={"target": 50}, name="short", runs="elsewhere")
    pig = simkit.run(pig_again(), runs="elsewhere")
    assert pig.compare("short").after.path == short.path


def test_a_finished_run_is_taken_before_an_unfinished_one(here: Path) -> None:
    done = simkit.run(pig_again(), label="mine")
    newer = here / "runs" / "pig" / "newer"
    newer.mkdir()
    manifest = json.loads((done.path / "manifest.json").read_text())
    manifest |= {"state": "running", "finished_at": None, "started_at": "2999"}
    (newer / "manifest.json").write_text(json.dumps(manifest))
    for reference in ("pig", "mine", "runs/pig", "@1"):
        with warnings.catch_warnings(action="error"):
            assert simkit.open_run(reference).path.name == done.path.name
    shutil.rmtree(done.path)
    with pytest.raises(simkit.BadInput, match="this run was not finished"):
        simkit.open_run("pig")


def test_rules_that_are_lists_are_exported_in_words(here: Path) -> None:
    (written,) = export({"scenarios": pl.LazyFrame({"rules.caps": [[1, 2], [3]]})}, here / "lists")
    assert pl.read_csv(written)["rules.caps"].to_list() == ["[1, 2]", "[3]"]


def test_tables_are_exported(pig: Run, here: Path) -> None:
    written = pig.export(here / "all")
    assert [path.name for path in written] == ["summary.csv", "scenarios.csv", "games.csv", "seats.csv"]
    assert pl.read_csv(here / "all" / "games.csv").height == 200
    assert pig.export("it.xlsx") == [Path("it.xlsx")]
    assert pl.read_csv(pig.export("it.csv")[0]).columns[0] == "scenario"
    with pytest.raises(
        simkit.BadInput, match=r"allowed are a name ending in \.xlsx, \.csv or \.R, or a folder"
    ):
        pig.export("it.ods")
    (comma,) = pig.export("comma.csv", decimal="comma")
    text = comma.read_text(encoding="utf-8")
    assert text.startswith("\ufeffscenario;")
    read = pl.read_csv(comma, separator=";", decimal_comma=True)
    assert read["estimate"].equals(pl.read_csv("it.csv")["estimate"])
    with pytest.raises(simkit.BadInput, match="workbook"):
        pig.export("it.xlsx", decimal="comma")
    for name in ("x.xlsx", "x.csv"):
        with pytest.raises(simkit.BadInput, match=rf"^/nonexist/{name} can't be written: No such file"):
            pig.export(f"/nonexist/{name}")
    with pytest.raises(simkit.BadInput, match=r"^path: found 5, allowed is a path"):
        pig.export(5)  # type: ignore[arg-type]


def test_a_strategy_of_a_cell_plays_and_is_never_stale(here: Path) -> None:
    timid, bold = cell(5, 1), cell(25, 2)
    runs = [simkit.run(game="pig", strategies=[mine, "hold_at"], games=400) for mine in (timid, bold)]
    assert runs[0].identity != runs[1].identity
    won = [
        run.seats.filter(pl.col("player") == 0).select(pl.col("won").mean()).collect().item() for run in runs
    ]
    assert won[0] + 0.1 < won[1]
    again = simkit.run(game="pig", strategies=[cell(5, 1), "hold_at"], games=400)
    assert again.path == runs[0].path


def test_other_processes_do_not_know_a_strategy_of_a_cell(here: Path) -> None:
    with pytest.raises(simkit.BadInput, match=r"the strategy mine was made in this process.*into a file"):
        simkit.run(game="pig", strategy=cell(5, 1), games=10, backend="processes")
    with pytest.raises(simkit.BadInput, match="an installed strategy of pig is called 'hold_at'"):
        from dataclasses import replace

        simkit.play("pig", replace(cell(5, 1), name="hold_at"), games=10)


def test_a_cluster_does_not_know_a_strategy_of_a_cell(here: Path) -> None:
    with pytest.raises(simkit.BadInput, match=r"the strategy mine was made in this process.*into a file"):
        simkit.run(game="pig", strategy=cell(5, 1), games=10, cluster="local:1")


def test_the_how_to_is_true(here: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "howto" / "from-python.md"
    found = doctest.testfile(str(page), module_relative=False)
    assert found.attempted >= 15
    assert found.failed == 0


FILE = """
from simkit.game import strategy
from {home} import LIMIT

@strategy(game="pig", skill="casual")
def mine(table, seat, rules, moves, count, parameters, chance):
    return count - 1 if table.total >= LIMIT + {more} else 0
"""


def test_a_strategys_file_that_was_edited_is_played_as_it_is_now(here: Path) -> None:
    turns = []
    edits = ((0, "limits", 5), (20, "limits", 5), (20, "limits", 30), (20, "bounds", 10), (20, "bounds", 20))
    for more, home, limit in edits:
        (here / "mine.py").write_text(FILE.format(home=home, more=more))
        (here / f"{home}.py").write_text(f"LIMIT = {limit}\n")
        run = simkit.run(game="pig", strategy="./mine.py:mine", games=50)
        turns.append(run.games.select(pl.col("turns").mean()).collect().item())
    assert turns[0] > turns[1] > 0 and len(set(turns)) == len(edits)
    assert simkit.runs().height == len(edits)
    assert simkit.run(game="pig", strategy="./mine.py:mine", games=50).path == simkit.open_run().path


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: simkit.play("pig", ["hold_at", "x"]), r"strategies\[1\]: unknown strategy of pig 'x'"),
        (lambda: simkit.play("pig", []), "strategies: found 0, Pig here has 2 seats"),
        (lambda: simkit.play("pig", "random", games=0), "games: found 0, allowed is at least 1"),
        (lambda: simkit.run(3), "the experiment: found 3, allowed are a file's path or a mapping"),  # type: ignore[arg-type]
        (lambda: simkit.run(), "game: is missing"),
        (
            lambda: simkit.run(game="pig", strategy="random", jobs=0),
            "jobs: found 0, allowed are 1 to 1024, or -1",
        ),
        (
            lambda: simkit.run(game="pig", strategy="random", label="@1"),
            "label: found '@1', allowed are up to",
        ),
        (lambda: simkit.run(game="pig", strategy="random", out="taken"), "taken: File exists"),
        (
            lambda: simkit.run(game="pig", strategy="random", report="genral"),
            "report: unknown report 'genral'",
        ),
        (lambda: simkit.run("nowhere.yaml"), "nowhere.yaml: there is no such file"),
        (lambda: simkit.rules("pgi"), "unknown game 'pgi'; did you mean 'pig'"),
        (lambda: simkit.rules(3), "game: found 3, allowed is a name or a Game"),  # type: ignore[arg-type]
        (lambda: simkit.open_run("nothing"), "unknown run 'nothing'"),
        (lambda: simkit.ladder("pig", jobs=0), "jobs: found 0"),
        (
            lambda: simkit.run("pig.yaml", content=5),  # type: ignore[arg-type]
            "content: found 5, allowed is a path",
        ),
        (lambda: simkit.run(""), "the experiment: found '', allowed is a path"),
        (lambda: simkit.run("a\0b"), r"the experiment: the character U\+0000 \(a control character\) is not"),
        (
            lambda: simkit.run(game="pig", strategy="random", out=5),  # type: ignore[arg-type]
            "out: found 5, allowed is a path",
        ),
        (
            lambda: simkit.run(game="pig", strategy="random", runs=None),  # type: ignore[arg-type]
            "runs: found None, allowed is a path",
        ),
        (
            lambda: simkit.run(game="pig", strategy="random", settings=[1]),  # type: ignore[arg-type]
            "settings: found a value of type list, allowed is a mapping",
        ),
        (
            lambda: simkit.experiment(game="pig", strategy="random", settings=(1, 2)),  # type: ignore[arg-type]
            "settings: found a value of type tuple, allowed is a mapping",
        ),
        (lambda: simkit.runs(None), "folder: found None, allowed is a path"),  # type: ignore[arg-type]
        (lambda: simkit.open_run(""), "the run: found '', allowed is a path"),
        (lambda: simkit.open_run("@1"), "@1: there are no finished runs in runs$"),
        (lambda: simkit.compare("a", None), "unknown run 'a'"),  # type: ignore[arg-type]
    ],
)
def test_bad_input_is_said_with_its_place(here: Path, wrong: Callable[[], object], message: str) -> None:
    (here / "taken").write_text("a file")
    (here / "pig.yaml").write_text("name: pig\ngame: pig\nstrategy: random\n")
    with pytest.raises(simkit.BadInput, match=f"^{message}"):
        wrong()
    assert not list(here.glob("runs/*/*"))


def test_of_several_runs_that_differ_the_newest_is_opened_with_a_warning(here: Path) -> None:
    asked: dict[str, Any] = {"game": "pig", "strategy": "hold_at", "games": 10}
    first, newest = (simkit.run(asked, seed=seed, label="mine") for seed in (1, 2))
    for reference in ("pig", "mine"):
        words = f"^{reference}: 2 runs that differ; this is the newest, runs/"
        with pytest.warns(UserWarning, match=words) as told:
            assert simkit.open_run(reference).path == newest.path
            line = currentframe().f_lineno - 1  # type: ignore[union-attr]
            assert first.compare(reference).after.path == newest.path
        assert {message.filename for message in told} == {__file__}
        assert [message.lineno for message in told] == [line, line + 2]
    with pytest.warns(UserWarning, match="^a note$") as noted:
        Silent().told("a note")
    assert noted[0].filename == __file__


def test_what_stands_beside_a_file_is_called_as_in_the_call(here: Path) -> None:
    (here / "pig.yaml").write_text("name: pig\ngame: pig\nstrategy: random\n")
    with pytest.raises(simkit.BadInput, match=r"^games: found '20x', allowed is a whole number"):
        simkit.run("pig.yaml", games="20x")  # type: ignore[arg-type]
    with pytest.raises(simkit.BadInput, match=r"^content: "):
        simkit.run("pig.yaml", content="nothing.yaml")


def test_a_function_that_is_no_strategy_yet_is_told_how_to_become_one() -> None:
    def mine() -> int:
        return 0

    with pytest.raises(
        simkit.BadInput, match=r"^strategy: found the function 'mine'.*@simkit\.game\.strategy"
    ):
        simkit.experiment(game="pig", strategy=mine)  # type: ignore[arg-type]


def test_bad_input_is_called_as_it_is_imported_and_travels_between_processes() -> None:
    assert str(simkit.BadInput).count("'simkit.BadInput'") == 1
    assert isinstance(pickle.loads(pickle.dumps(simkit.BadInput("x"))), simkit.BadInput)


@pytest.mark.parametrize("game", working_games())
@pytest.mark.parametrize("named", [simkit.strategies, simkit.rules, simkit.columns])
def test_every_game_is_listed(game: str, named: Callable[[str], pl.DataFrame]) -> None:
    assert not named(game).is_empty()


def test_a_row_is_a_strategy_and_no_step_of_skill() -> None:
    assert set(simkit.strategies("nautilion")["strategy"]) == {*strategies_of("nautilion"), "master"}
