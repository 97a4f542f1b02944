"""Whose code is imported: a run directory is data, and may come from anybody."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import Result

from simkit import BadInput, Run
from simkit.engine.contract.player import named
from simkit.experiment.file.load import load_experiment
from simkit.run.runner import run_experiment
from simkit.run.store import trust
from tests.conftest import RunOf
from tests.run.helpers import list_anew

SCRIPT = """
from pathlib import Path
from simkit import report as r
(Path(__file__).parent / "was_run").touch()

def report(run):
    return r.Report(run, [])
"""

IDEA = """
from pathlib import Path
from simkit.engine.contract.strategy import strategy
(Path(__file__).parent / "was_run").touch()

@strategy(game="pig", skill="none")
def idea(table, seat, rules, moves, count, parameters, chance):
    return 1 if table.total > 15 else 0
"""

Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def run(write_experiment: Callable[[str], Path], tmp_path: Path) -> Path:
    """Return a run of Pig whose experiment names a report script beside it."""
    (tmp_path / "mine.py").write_text(SCRIPT)
    text = "name: pig\ngame: pig\ngames: 5\nstrategy: random\nreport: ./mine.py\n"
    return run_experiment(load_experiment(write_experiment(text)), tmp_path / "run", jobs=1).path


def rewrite(run: Path, change: Change) -> None:
    """Change the manifest as a stranger may, who has no secret of ours."""
    manifest = json.loads((run / "manifest.json").read_text())
    change(manifest)
    (run / "manifest.json").write_text(json.dumps(manifest))
    list_anew(run)


def know(strategy: str, manifest: dict[str, Any]) -> None:
    manifest["experiment"]["players"][strategy] = named(strategy).as_data()


def let_play(run: Path, strategy: str) -> None:
    """Change who plays in the tables, which go on saying of which run they are."""
    table = pq.read_table(run / "scenarios.parquet")
    place = table.schema.get_field_index("players")
    players = json.dumps([{"strategy": strategy, "parameters": {}}] * 2)
    column = pa.array([players] * table.num_rows, table.schema.field(place).type)
    changed = table.set_column(place, table.schema.field(place), column)
    pq.write_table(changed, run / "scenarios.parquet")


def test_what_was_made_here_is_reported_and_replayed(
    simkit: Callable[..., Result], run: Path, tmp_path: Path
) -> None:
    (tmp_path / "was_run").unlink(missing_ok=True)
    result = simkit("report", run, "--no-pdf")
    assert result.exit_code == 0, result.output
    assert (tmp_path / "was_run").exists()


def test_a_strategy_of_ones_own_is_replayed(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path], tmp_path: Path
) -> None:
    (tmp_path / "idea.py").write_text(IDEA)
    file = write_experiment("name: own\ngame: pig\ngames: 5\nstrategy: ./idea.py:idea\nreport: none\n")
    result = simkit("run", file, "--out", tmp_path / "run", "--jobs", 1)
    assert result.exit_code == 0, result.output
    result = simkit("replay", tmp_path / "run", "--game", 1)
    assert result.exit_code == 0, result.output
    assert "idea (seat 1)" in result.output


@pytest.mark.parametrize(
    "player", ["{base: './idea.py:idea', noise: 0.1}", "{think: {base: './idea.py:idea', playouts: 8}}"]
)
def test_players_who_err_or_think_are_trusted_by_their_files(
    simkit: Callable[..., Result],
    write_experiment: Callable[[str], Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    player: str,
) -> None:
    (tmp_path / "idea.py").write_text(IDEA)
    file = write_experiment(f"name: own\ngame: pig\ngames: 2\nstrategy: {player}\nreport: none\n")
    assert simkit("run", file, "--out", tmp_path / "run", "--jobs", 1).exit_code == 0
    result = simkit("replay", tmp_path / "run", "--game", 1)
    assert result.exit_code == 0, result.output
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "another"))
    result = simkit("replay", tmp_path / "run", "--game", 1)
    assert result.exit_code == 2
    assert f"the run names {tmp_path / 'idea.py'}, and was not made here" in result.output


@pytest.mark.parametrize(
    "report", ["./evil.py", "../run/evil.py", "sub/../evil.py", "outside.py", "../beside/inside.py"]
)
@pytest.mark.parametrize("resealed", [False, True])
def test_code_inside_a_run_directory_is_not_imported(
    simkit: Callable[..., Result], run: Path, tmp_path: Path, report: str, resealed: bool
) -> None:
    """Nor by `..`, nor by a link out of it or into it; and were the run our own."""
    (run / "evil.py").write_text(SCRIPT)
    (run / "outside.py").symlink_to(tmp_path / "mine.py")
    (tmp_path / "beside").mkdir()
    (tmp_path / "beside/inside.py").symlink_to(run / "evil.py")

    def name_it(manifest: dict[str, Any]) -> None:
        manifest["experiment"] |= {"folder": str(run), "report": report}
        manifest["seal"] = trust.seal_of(manifest) if resealed else manifest["seal"]

    rewrite(run, name_it)
    result = simkit("report", run, "--no-pdf")
    assert result.exit_code == 2
    told = " ".join(result.output.split())
    assert f"the run names {run / report}, code inside the run directory; nothing of it was run" in told
    assert not list(tmp_path.rglob("was_run"))
    result = simkit("report", run, "--no-pdf", "--trust")
    assert result.exit_code == 0, result.output
    assert list(tmp_path.rglob("was_run"))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda m: m["experiment"].update(report="./other.py"), "was not made here"),
        (lambda m: m["experiment"].update(folder=m["experiment"]["folder"] + "/sub"), "was not made here"),
        (lambda m: m["experiment"].update(folder="."), "was not made here"),
        (lambda m: m.pop("seal"), "was not made here"),
        (lambda m: m.update(seal="ä"), "was not made here"),
    ],
)
def test_a_run_from_elsewhere_names_no_file_of_ours(
    simkit: Callable[..., Result], run: Path, tmp_path: Path, change: Change, why: str
) -> None:
    (tmp_path / "sub").mkdir()
    for name in ("other.py", "sub/mine.py"):
        (tmp_path / name).write_text(SCRIPT)
    rewrite(run, change)
    result = simkit("report", run, "--no-pdf")
    assert result.exit_code == 2
    assert why in result.output
    assert not list(tmp_path.rglob("was_run"))


def test_a_run_of_another_account_is_trusted_only_if_asked(
    simkit: Callable[..., Result], run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "another"))
    result = simkit("report", run, "--no-pdf")
    assert result.exit_code == 2
    assert "simkit has not written it on this account" in result.output
    assert simkit("report", run, "--no-pdf", "--script", tmp_path / "mine.py").exit_code == 0
    (tmp_path / "was_run").unlink()
    assert simkit("report", run, "--no-pdf", "--script", "general").exit_code == 0
    assert not (tmp_path / "was_run").exists()
    copy = shutil.copytree(run, tmp_path / "copy")
    for arguments in (("check", run), ("compare", run, copy), ("replay", run, "--game", 1)):
        assert simkit(*arguments).exit_code == 0
    assert not (tmp_path / "was_run").exists()


def test_strategies_that_tables_name_are_not_imported(
    simkit: Callable[..., Result], run: Path, tmp_path: Path
) -> None:
    (run / "evil.py").write_text(IDEA)
    (tmp_path / "idea.py").write_text(IDEA)
    for strategy, why in (
        ("run/evil.py:idea", "code inside the run directory"),
        ("idea.py:idea", "which was not part of it when it was made"),
    ):
        let_play(run, strategy)
        rewrite(run, lambda manifest: None)
        result = simkit("replay", run, "--game", 1, "--trust")
        assert f"manifest.json does not say which strategy '{strategy}' is" in result.output
        rewrite(run, partial(know, strategy))
        copy = shutil.copytree(run, tmp_path / "copy", dirs_exist_ok=True)
        for command in (("replay", run, "--game", 1), ("check", run), ("compare", run, copy)):
            result = simkit(*command)
            assert why in result.output or command[0] != "replay"
            assert not list(tmp_path.rglob("was_run"))
    result = simkit("replay", run, "--game", 1, "--trust")
    assert result.exit_code == 0, result.output
    assert "idea (seat 1)" in result.output


def test_without_a_secret_only_what_the_caller_names_is_imported(
    simkit: Callable[..., Result], run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A home that can't be written to: the run itself reports, for its experiment was named."""
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    file = tmp_path / "experiment.yaml"
    result = simkit("run", file, "--out", tmp_path / "new", "--jobs", 1)
    assert result.exit_code == 0, result.output
    assert (tmp_path / "was_run").exists()
    with pytest.raises(BadInput, match="was not made here"):
        Run(tmp_path / "new").report()
    Run(tmp_path / "new", trusted=True).report()


def test_the_secret_is_made_once_and_read_by_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    manifest = {"experiment": {"folder": "/", "report": "none"}, "sources": {}}
    first = trust.seal_of(manifest)
    assert len(first) == 64
    assert trust.seal_of(manifest) == first
    assert trust.key_file().stat().st_mode & 0o077 == 0
    assert [path.name for path in trust.key_file().parent.iterdir()] == ["seal.key"]


def test_links_in_a_run_directory_are_replaced_when_the_report_is_written(
    simkit: Callable[..., Result], tmp_path: Path, run_of: RunOf
) -> None:
    text = "name: pig\ngame: pig\ngames: 5\nstrategy: random\nfactors: {rules.target: [20, 30]}\n"
    run = run_of(text).path
    away = tmp_path / "away"
    away.mkdir()
    precious = away / "precious.html"
    for name in ("report.html", "report.pdf", ".report.typ", ".report.pdf"):
        precious.write_text("precious")
        (run / name).unlink(missing_ok=True)
        (run / name).symlink_to(precious)
    (run / "figures").symlink_to(away)
    result = simkit("report", run, "--script", "general")
    assert result.exit_code == 0, result.output
    assert precious.read_text() == "precious"
    assert [path.name for path in away.iterdir()] == ["precious.html"]
    assert not (run / "figures").is_symlink()
    figure = next((run / "figures").glob("*.svg"))
    figure.unlink()
    figure.symlink_to(precious)
    assert simkit("report", run, "--script", "general", "--no-pdf").exit_code == 0
    assert precious.read_text() == "precious"


@pytest.mark.parametrize("own_name", ["hold_at", "called"])
def test_a_player_of_a_run_made_here_cannot_be_given_another_file(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path], tmp_path: Path, own_name: str
) -> None:
    """The seal has the names of all players, and a name of its own says nothing of files."""
    (tmp_path / "evil.py").write_text(IDEA)
    file = write_experiment("name: own\ngame: pig\ngames: 5\nstrategy: hold_at\nreport: none\n")
    run = run_experiment(load_experiment(file), tmp_path / "run", jobs=1).path

    def give(manifest: dict[str, Any]) -> None:
        reference = {"strategy": "idea", "file": "./evil.py"}
        more = {"called": "hold_at"} if own_name == "called" else {}
        manifest["experiment"]["players"]["hold_at"] = reference | more

    rewrite(run, give)
    told = simkit("replay", run, "--game", 1)
    assert told.exit_code == 2
    assert "which was not part of it when it was made" in " ".join(told.output.split())
    assert not (tmp_path / "was_run").exists()
