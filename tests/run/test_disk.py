"""A full disk, and a run directory that somebody removes: one sentence, exit code 2."""

from __future__ import annotations

import re
import resource
import shutil
import signal
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import simkit.document.pdf as pdf_module
from simkit.cli.main import main
from simkit.report import write as write_module
from simkit.run import runner
from simkit.run.store import layout
from simkit.run.store.listed import Listing
from simkit.run.work import in_worker
from simkit.run.work.shard import Summaries
from tests.run.helpers import LONGEST, contents_of, start, table_hashes, wait_until

PIG = """
name: x
game: pig
games: {games}
strategies: [hold_at, hold_at]
report: none
factors: {{{factors}}}
"""


def simkit(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def require_one_sentence(result: Result, words: str) -> None:
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit), result.exception
    error = result.output.partition("Error: ")[2]
    assert words in " ".join(error.split()), result.output


def make_run(folder: Path, factors: str = "") -> Path:
    (folder / "x.yaml").write_text(PIG.format(games=300, factors=factors))
    assert simkit("run", folder / "x.yaml", "--out", folder / "run", "--jobs", 1).exit_code == 0
    return folder / "run"


@pytest.fixture
def full() -> Iterator[Callable[[int], None]]:
    """Return a function that lets no file get larger than so many bytes: a disk that is full, to a writer."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, ignored)


@pytest.mark.parametrize(
    ("factors", "options", "file"),
    [
        ("rules.target: [50, 100]", [], "figures/"),
        ("", ["--no-pdf"], "report.html"),
        ("", ["--no-html"], "report.pdf"),
    ],
)
def test_a_report_that_does_not_fit(
    tmp_path: Path, full: Callable[[int], None], factors: str, options: list[str], file: str
) -> None:
    run = make_run(tmp_path, factors)
    assert simkit("report", run).exit_code == 0
    before = contents_of(run)
    full(max(len(text) for name, text in before.items() if name.startswith(file)) - 1)
    result = simkit("report", run, *options)
    full(resource.RLIM_INFINITY)
    require_one_sentence(result, "can't be written: File too large")
    assert f"{run}/{file}" in "".join(result.output.split())
    assert {name: text for name, text in contents_of(run).items() if name.startswith("report.")} == {
        name: text for name, text in before.items() if name.startswith("report.")
    }
    assert not list(run.rglob(".*"))


def test_a_run_that_does_not_fit(tmp_path: Path, full: Callable[[int], None]) -> None:
    (tmp_path / "x.yaml").write_text(PIG.format(games=300, factors=""))
    full(100)
    result = simkit("run", tmp_path / "x.yaml", "--out", tmp_path / "run", "--jobs", 1)
    full(resource.RLIM_INFINITY)
    require_one_sentence(result, "can't be written: File too large")
    assert f"{tmp_path}/run/manifest.json" in "".join(result.output.split())


@pytest.mark.parametrize(
    ("module", "name", "nth"),
    [
        (in_worker, "play_shard", 3),
        (Listing, "add", 3),
        *(
            pytest.param(*place, marks=pytest.mark.long)
            for place in (
                (runner, "write_scenarios", 1),
                (Summaries, "close", 1),
                (runner, "write_list", 1),
                (runner, "write_manifest", 2),
                (runner, "write_verdict", 1),
            )
        ),
    ],
    ids=["games", "listing", "scenarios", "summary", "list", "manifest", "verdict"],
)
def test_a_disk_that_is_full_in_the_midst_of_a_run(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    full: Callable[[int], None],
    module: Any,
    name: str,
    nth: int,
) -> None:
    """Whatever it was about to write: a sentence, nothing half written, and then the same bytes."""
    monkeypatch.setattr(layout, "SHARD_GAMES", 64)
    expected = table_hashes(make_run(tmp_path))
    command = ["run", tmp_path / "x.yaml", "--out", tmp_path / "cut", "--jobs", 1]
    calls, function = count(1), getattr(module, name)

    def wrapped(*arguments: Any, **named: Any) -> Any:
        if next(calls) == nth:
            full(0)
        return function(*arguments, **named)

    with monkeypatch.context() as patched:
        patched.setattr(module, name, wrapped)
        result = simkit(*command)
        full(resource.RLIM_INFINITY)
    require_one_sentence(result, "can't be written: File too large")
    assert not list((tmp_path / "cut").rglob(".*"))
    assert simkit(*command, "--resume").exit_code == 0
    assert table_hashes(tmp_path / "cut") == expected
    assert {*contents_of(tmp_path / "cut")} == {*contents_of(tmp_path / "run")}


def test_a_run_directory_that_is_removed_while_games_are_played(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(PIG.format(games=100_000_000, factors=""))
    process = start(["run", "x.yaml", "--out", "out", "--jobs", "2"], tmp_path)
    try:
        wait_until(lambda: list(tmp_path.rglob("part-*.parquet")))
        (tmp_path / "out").rename(tmp_path / "elsewhere")
        said = " ".join(process.communicate(timeout=LONGEST)[0].split())
    finally:
        process.kill()
    assert process.returncode == 2, said
    said = said.partition("Error: ")[2]
    assert re.fullmatch(
        "out was removed .*; run again|out/.* can't be written: (No such file|File exists).*", said
    )
    assert not (tmp_path / "out/manifest.json").exists()


@pytest.mark.parametrize("when", ["figures", "html", "pdf"])
def test_a_run_directory_that_is_removed_while_its_report_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    run = make_run(tmp_path)
    module, name = {
        "figures": (write_module, "_write_figures"),
        "html": (write_module, "_write"),
        "pdf": (pdf_module, "_set"),
    }[when]
    write = getattr(module, name)

    def late(*arguments: object) -> object:
        shutil.rmtree(run, ignore_errors=True)
        return write(*arguments)

    monkeypatch.setattr(module, name, late)
    require_one_sentence(simkit("report", run), "can't be written: No such file or directory")
    assert not run.exists()
