"""Every kind of file that simkit reads, with code planted in it and a path that leads out.

The kinds are those of the table in docs/reference/what-simkit-executes.md.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import xlsxwriter
from click.testing import CliRunner

import simkit
from simkit import Answer, plugins
from simkit.cli.main import main
from simkit.page.session import Session
from simkit.page.setting import start_of
from simkit.questions.unfinished import Unfinished
from simkit.run.findings.ladder import ladders_of
from simkit.run.runner import run_experiment
from simkit.run.store.listed import read_list, write_list
from simkit.run.store.parquet import Written
from simkit.table.game import TableGame
from simkit.table.saved import save
from simkit.table.setting import table_for
from tests.page.conftest import form_of
from tests.run.helpers import list_anew
from tests.run.test_trust import know, let_play, rewrite
from tests.table.conftest import hold_at_25

PAGE = Path(__file__).parents[2] / "docs/reference/what-simkit-executes.md"

CODE = """
from pathlib import Path
from simkit import report as r
from simkit.engine.contract.strategy import strategy
(Path(__file__).parent / "was_run").touch()

@strategy(game="pig", skill="none")
def idea(table, seat, rules, moves, count, parameters, chance):
    return 0

def report(run):
    return r.Report(run, [])
"""


@dataclass
class Place:
    """Where a file is tried: the folder that the commands stand in, and one outside with code."""

    home: Path
    outside: Path
    trusts: bool = False

    @property
    def code(self) -> str:
        """The name of the strategy in the planted file."""
        return f"{self.outside / 'evil.py'}:idea"

    def typed(self, *arguments: object) -> str:
        """Type a command, which may fail but not with a traceback; return what it prints."""
        trust = ["--trust"] if self.trusts and arguments[0] in ("report", "replay", "verify", "play") else []
        result = CliRunner().invoke(main, [*map(str, arguments), *trust], input="\n")
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
        return " ".join(result.output.split())

    def run(self, **more: Any) -> Path:
        """Return the directory of a small run that this account has not made."""
        file = self.home / "own.yaml"
        file.write_text(json.dumps({"name": "own", "game": "pig", "games": 5, "strategy": "random", **more}))
        run = run_experiment(simkit.experiment(file), self.home / "runs/own/run", jobs=1).path
        rewrite(run, lambda manifest: manifest.update(seal="of another account"))
        return run

    def read(self, run: Path) -> None:
        """Let every command read a run that does."""
        commands: list[list[object]] = [
            ["check", run, "--deep"],
            ["verify", run],
            ["verify", run, "--incomplete"],
            ["summary", run],
            ["summary", run, "--incomplete"],
            ["report", run, "--no-pdf"],
            ["replay", run, "--game", 1],
            ["replay", run, "--where", "turns > 0"],
            ["compare", run, run],
            ["export", run, self.home / "tables"],
            ["runs"],
        ]
        for command in commands:
            self.typed(*command)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    found = Place(tmp_path / "home", tmp_path / "outside")
    for folder in (found.home, found.outside):
        folder.mkdir()
    (found.outside / "evil.py").write_text(CODE)
    (found.outside / "own.txt").write_text("precious")
    monkeypatch.chdir(found.home)
    monkeypatch.setattr(plugins, "_loaded", {})
    return found


# What each kind of file can say; those that are named by a person run what they name.


def describe(place: Place, **more: Any) -> None:
    said = {"name": "x", "game": "pig", "games": 5, "strategy": "random", "report": "none", **more}
    (place.home / "x.yaml").write_text(json.dumps(said))


def experiment(place: Place) -> None:
    for name in ("../../outside/x", str(place.outside / "x"), ".."):
        (place.home / "x.yaml").write_text(
            json.dumps({"name": name, "game": "pig", "games": 5, "strategy": "random"})
        )
        assert "name" in place.typed("run", "x.yaml")
    describe(place, strategy=place.code)
    place.typed("check", "x.yaml", "--no-play")


def content(place: Place) -> None:
    (place.home / "cards.yaml").write_text(f"!!python/name:os.system {place.outside}\n")
    place.typed("cards", "night_market", "--content", "cards.yaml")
    (place.home / "cards.yaml").write_text(f"market: [{place.code}]\nnew: ../../outside/x\n")
    place.typed("cards", "night_market", "--content", "cards.yaml")


def player(place: Place) -> None:
    (place.home / "player.yaml").write_text(json.dumps({"base": place.code, "overlooks": 0.1}))
    describe(place)
    place.typed("tournament", "x.yaml", "--strategies", "player.yaml,random", "--games", 10)


def say(said: dict[str, Any], manifest: dict[str, Any]) -> None:
    manifest["experiment"] |= said


def manifest(place: Place) -> None:
    run = place.run()
    for said in (
        {"report": str(place.outside / "evil.py")},
        {"folder": str(place.outside), "report": "./evil.py"},
        {"name": "../../outside/x", "title": "../../outside/x"},
    ):
        rewrite(run, partial(say, said))
        place.read(run)
    rewrite(run, lambda manifest: manifest.update(store=place.outside.as_uri()))
    place.read(run)


def lists(place: Place) -> None:
    run = place.run()
    whole = (run / "files.csv").read_bytes()
    stranger = Written("../../../../outside/own.txt", "0" * 64, 8, 1)
    before = json.loads((run / "manifest.json").read_text())
    known, _ = read_list(run, before["files"], ("scenarios.parquet", "summary.parquet"))
    said = write_list(run, [*known.values(), stranger])
    (run / "manifest.json").write_text(json.dumps(before | {"files": said}))
    place.read(run)
    text = f"{stranger.path},{stranger.sha256},8,1,0,0,0,"
    line = f"{text},{hashlib.sha256(text.encode()).hexdigest()[:32]}\n"
    (run / "files.csv").write_bytes(whole + line.encode())
    place.read(run)
    (run / "files.csv").write_bytes(whole)
    place.typed("run", "own.yaml", "--out", run, "--resume", "--no-report")


def tables(place: Place) -> None:
    run = place.run()
    let_play(run, place.code)
    rewrite(run, lambda manifest: know(place.code, manifest))
    list_anew(run)
    place.read(run)


def answers(place: Place) -> None:
    run = place.run()
    own = json.loads((run / "manifest.json").read_text())["identity"]
    Answer((place.code,), question="luck", made_of={"run": own}).store(run / "answers/luck")
    said = json.loads((run / "answers/luck/answer.json").read_text())
    del said["sha256"]
    said |= {"files": {"../../../../../outside/own.txt": "altered"}, "tables": {"../../../evil": "0" * 64}}
    (run / "answers/luck/answer.json").write_text(json.dumps(said))
    (run / "verdict.json").write_text(json.dumps({"verdict": "met", "file": place.code}))
    place.read(run)


def links(place: Place) -> None:
    run = place.run()
    for name in ("report.html", "verdict.json", "figures", "answers", "incomplete", ".report.html"):
        target = run / name
        if target.is_dir():
            shutil.rmtree(target)
        target.unlink(missing_ok=True)
        target.symlink_to(place.outside / ("own.txt" if "." in name else ""))
    place.read(run)
    place.typed("run", "own.yaml", "--out", run, "--again")


def saved(place: Place) -> None:
    game = TableGame(table_for("pig", seats="you, hold_at"), 0)
    asked = game.go_on()
    assert asked is not None
    game.choose(hold_at_25(asked))
    save(game, Path("own.table.json"))
    own = json.loads(Path("own.table.json").read_text())
    evil = {"reference": {"strategy": "idea", "file": str(place.outside / "evil.py")}, "parameters": {}}
    for said in (
        {"players": [own["players"][0], evil]},
        {"folder": str(place.outside), "players": [own["players"][0], evil]},
        {"into": "../outside/x"},
        {"into": str(place.outside)},
        {"name": "../outside/x"},
        {"game": "../outside/evil"},
    ):
        Path("own.table.json").write_text(json.dumps(own | said))
        place.typed("play", "--resume", "own.table.json")


def results(place: Place) -> None:
    for text in (
        f"won,score 1\nyes,{place.code}\n",
        f"game,seat,player,won\n1,1,{place.code},yes\n1,2,../../outside/x,no\n",
        f"{place.code},won\n1,yes\n",
    ):
        (place.home / "tuesday.csv").write_text(text)
        place.typed("enter", "tuesday.csv", "--game", "pig")


def settings(place: Place) -> None:
    folder = Path(os.environ["XDG_CONFIG_HOME"]) / "simkit"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        for text in (
            f"cluster: {place.code}\n",
            f"strategy: {place.code}\n",
            "cluster: !!python/name:os.system\n",
        ):
            (folder / "settings.yaml").write_text(text)
            (place.home / "x.yaml").write_text(
                json.dumps({"name": "x", "game": "pig", "games": 5, "strategy": "random"})
            )
            place.typed("run", "x.yaml")
    finally:
        shutil.rmtree(folder)


def stored(place: Place) -> None:
    pytest.importorskip("fsspec")
    file = place.home / "own.yaml"
    file.write_text(json.dumps({"name": "own", "game": "pig", "games": 5, "strategy": "random"}))
    store = place.home / "store"
    run = run_experiment(simkit.experiment(file), place.home / "run", jobs=1, store=store.as_uri()).path
    for path in store.rglob("*.parquet"):
        shutil.copy(path, path.with_name("..%2f..%2fx.parquet"))
        pq.write_table(pq.read_table(path).slice(0, 1), path)
    rewrite_state = json.loads((run / "manifest.json").read_text())
    place.read(run)
    (run / "manifest.json").write_text(json.dumps(rewrite_state | {"state": "running", "files": None}))
    place.read(run)


def measured(place: Place) -> None:
    assert ladders_of("pig")  # they are files of installed packages, and read as plain data


def unfinished(place: Place) -> None:
    depends = {"on": "this"}
    path = place.home / "answers"
    Unfinished(path, depends)
    (path / ".unfinished.jsonl").write_text(f'{json.dumps(depends)}\n[[7], "{place.code}"]\n')
    assert Unfinished(path, depends).get((7,)) == place.code


def form(place: Place) -> None:
    session = Session(start_of("pig"), place.home / "runs")
    data = form_of(session)
    data["seats"][0]["strategy"] = place.code
    assert next(iter(session.report(data)))["state"] == "wrong"
    assert next(iter(session.report(form_of(session, name="../../outside/x"))))["state"] == "wrong"


def kept(place: Place) -> None:
    session = Session(start_of("pig"), place.home / "runs")
    data = form_of(session)
    session.keep({"name": "mine", "form": data})
    data["seats"][0]["strategy"] = place.code
    planted = [{"name": "../../outside/x", "form": data}]
    session.kept.file.write_text(json.dumps(planted))
    assert session.form()["kept"] == []
    asked = {"form": form_of(session), "card": "compare", "parameters": {"other": "../../outside/x"}}
    assert list(session.workbench.ask(asked))[-1]["state"] == "wrong"
    session.close()


def schema(place: Place) -> None:
    (place.home / "experiment.schema.json").write_text(json.dumps({"title": "mine", "$ref": place.code}))
    place.typed("new", "experiment", "x", "--game", "pig")
    assert json.loads((place.home / "experiment.schema.json").read_text())["title"] == "mine"


def exported(place: Place) -> None:
    run = place.run()
    (place.home / "tables").mkdir()
    (place.home / "tables/incomplete.txt").write_text(f"my own words, {place.code}")
    place.typed("export", run, "tables")
    assert (place.home / "tables/incomplete.txt").exists()


def workbook(place: Place) -> None:
    with xlsxwriter.Workbook(place.home / "evening.xlsx") as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["game", "seat", "name", "won"])
        sheet.write_row(1, 0, [1, 1, place.code])
        sheet.write_formula(1, 3, f'=WEBSERVICE("file://{place.outside / "own.txt"}")', value="yes")
    place.typed("enter", "evening.xlsx", "--game", "pig")


def of_libraries(place: Place) -> None:
    (place.home / "matplotlibrc").write_text("backend: module://evil\ntext.usetex: True\n")
    (place.home / ".numba_config.yaml").write_text(f"cache_dir: {place.outside}\n")
    run = place.run()
    assert "report.html" in place.typed("report", run, "--script", "general", "--no-pdf")


PLANTS: dict[str, Callable[[Place], None] | None] = {
    "an experiment": experiment,
    "a content file": content,
    "a player's file": player,
    "a run's manifest": manifest,
    "a run's list of files": lists,
    "a run's tables": tables,
    "answers and verdict beside a run": answers,
    "links in a run directory": links,
    "a saved game": saved,
    "results of games on a real table": results,
    "a workbook": workbook,
    "your own settings": settings,
    "what a worker of a cluster sends": None,  # tests/run/test_cluster.py
    "a bundle, on a worker": None,
    "an object in a store": stored,
    "compiled code in the cache": None,  # tests/compile/test_cache.py
    "what a game has measured: ladders, ceilings": measured,
    "what a question has played so far": unfinished,
    "the form of the live page": form,
    "kept settings of the live page": kept,
    "a schema beside an experiment": schema,
    "an earlier export": exported,
    "settings of libraries in the folder": of_libraries,
    "notebooks": None,
}
"""What is tried with each kind of file; nothing with those that are code, or that simkit does not read."""


def kinds() -> dict[str, str]:
    """Return the kinds of files in the table of the page, with what it says of the code that they run."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    first = lines.index("| file | runs code | says where something is written |")
    rows = [line.strip("| ").split(" | ") for line in lines[first + 2 :] if line.startswith("| ")]
    return {name: runs for name, runs, _ in rows}


def test_the_page_has_every_kind_that_is_tried() -> None:
    assert kinds().keys() == PLANTS.keys()


@pytest.mark.parametrize("kind", [kind for kind, plant in PLANTS.items() if plant is not None])
def test_a_file_runs_and_writes_what_the_page_says(place: Place, tmp_path: Path, kind: str) -> None:
    plant = PLANTS[kind]
    assert plant is not None
    before = {path: path.read_bytes() for path in place.outside.rglob("*") if path.is_file()}
    plant(place)
    marks = list(tmp_path.rglob("was_run"))
    assert bool(marks) == kinds()[kind].startswith("yes")
    for mark in marks:
        mark.unlink()
    after = {path: path.read_bytes() for path in place.outside.rglob("*") if path.is_file()}
    assert {path for path in after if "__pycache__" not in path.parts} == {*before}
    assert all(after[path] == part for path, part in before.items())
    assert {path.name for path in tmp_path.iterdir()} == {"home", "outside"}


@pytest.mark.parametrize("kind", [kind for kind, runs in kinds().items() if runs.startswith("if trusted")])
def test_what_is_trusted_is_run(place: Place, kind: str) -> None:
    """So that the test above does not pass because nothing would have been run in any case."""
    plant, place.trusts = PLANTS[kind], True
    assert plant is not None
    plant(place)
    assert (place.outside / "was_run").exists()
