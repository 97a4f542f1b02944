"""A full disk, and a run directory that somebody removes: one sentence, exit code 2."""

from __future__ import annotations

import re
import resource
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import simkit.report.document.pdf as pdf_module
from simkit.cli.main import main
from simkit.report import write as write_module
from tests.run.helpers import LONGEST, start, wait_until

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
    before = contents(run)
    full(max(len(text) for name, text in before.items() if name.startswith(file)) - 1)
    result = simkit("report", run, *options)
    full(resource.RLIM_INFINITY)
    require_one_sentence(result, "can't be written: File too large")
    assert f"{run}/{file}" in "".join(result.output.split())
    assert {name: text for name, text in contents(run).items() if name.startswith("report.")} == {
        name: text for name, text in before.items() if name.startswith("report.")
    }
    assert not list(run.rglob(".*"))


def contents(run: Path) -> dict[str, bytes]:
    return {str(path.relative_to(run)): path.read_bytes() for path in run.rglob("*") if path.is_file()}


def test_a_run_that_does_not_fit(tmp_path: Path, full: Callable[[int], None]) -> None:
    (tmp_path / "x.yaml").write_text(PIG.format(games=300, factors=""))
    full(100)
    result = simkit("run", tmp_path / "x.yaml", "--out", tmp_path / "run", "--jobs", 1)
    full(resource.RLIM_INFINITY)
    require_one_sentence(result, "can't be written: File too large")
    assert f"{tmp_path}/run/manifest.json" in "".join(result.output.split())


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
    assert re.fullmatch("out was removed .*; run again|out/.* can't be written: No such file.*", said)
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
