"""Files of a large run that have not changed are not read again; those that have are, and all with --deep."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from simkit import BadInput
from simkit.experiment.file.load import Overrides, load_experiment
from simkit.run.runner import run_experiment
from simkit.run.store import states
from simkit.run.store.directory import RunDirectory
from simkit.run.store.listed import FILES, OF_A_FILE, write_list
from simkit.run.store.states import State, state_of
from tests.run.helpers import flip

PART = "games/scenario-00000/part-00000.parquet"

Command = Callable[..., Result]


@pytest.fixture
def run(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a run that counts as large, and whose files are not new any more."""
    monkeypatch.setattr(states, "ALWAYS_READ", 100)
    monkeypatch.setattr(states, "COARSE", 0)
    return run_experiment(load_experiment(small, Overrides(games=300)), tmp_path / "run", jobs=1).path


def read_by_check(run: Path) -> int:
    found = RunDirectory(run)
    found.require_finished()
    return found.files_read


def flip_unseen(run: Path) -> None:
    """Change a byte as a bad disk does: no time of the file tells of it."""
    flip(run / PART)
    remember(run, {name: state_of(run / name) for name in RunDirectory(run).files})


def remember(run: Path, known: dict[str, State]) -> None:
    """Write down in which states files were compared."""
    write_list(run, RunDirectory(run).files.values(), known)


def test_what_was_written_or_checked_is_not_read_again(run: Path) -> None:
    files = len(RunDirectory(run).files)
    assert read_by_check(run) == 2  # the scenarios and the summary
    assert read_by_check(run) == 0
    remember(run, {})
    assert read_by_check(run) == files
    assert read_by_check(run) == 0


def test_a_copy_is_read_once(run: Path) -> None:
    copied = run.with_name("copied")
    shutil.copytree(run, copied)  # with the times of the files
    assert read_by_check(copied) == len(RunDirectory(run).files)
    assert read_by_check(copied) == 0


def test_a_run_that_was_moved_is_not_read(run: Path) -> None:
    read_by_check(run)
    run.rename(run.with_name("moved"))
    assert read_by_check(run.with_name("moved")) == 0


def test_only_what_has_changed_is_read(run: Path) -> None:
    read_by_check(run)
    os.utime(run / PART)
    assert read_by_check(run) == 1
    assert read_by_check(run) == 0


@pytest.mark.parametrize(
    "command",
    [
        ["compare", "RUN", "RUN"],
        ["report", "RUN", "--no-pdf"],
        ["replay", "RUN", "--scenario", "0", "--game", "1"],
        ["check", "RUN"],
        ["summary", "RUN"],
    ],
)
def test_a_file_that_was_changed_is_found_by_every_reader(
    run: Path, simkit: Command, command: list[str]
) -> None:
    """Also if its time was set back: the system notes when that was done."""
    read_by_check(run)
    before = (run / PART).stat()
    flip(run / PART)
    os.utime(run / PART, ns=(before.st_atime_ns, before.st_mtime_ns))
    result = simkit(*(word.replace("RUN", str(run)) for word in command))
    assert result.exit_code == 2
    assert f"damaged, the checksum of {PART} is not that in files.csv" in " ".join(result.output.split())


def test_a_byte_that_changed_unseen_is_found_by_reading_all(run: Path, simkit: Command) -> None:
    read_by_check(run)
    flip_unseen(run)
    assert simkit("check", str(run)).exit_code == 0
    for command in (["check", str(run), "--deep"], ["check", str(run)], ["verify", str(run)]):
        result = simkit(*command)  # once it is found, all commands know
        assert result.exit_code == 2
        assert f"damaged, the checksum of {PART}" in " ".join(result.output.split())


def test_verify_reads_all(run: Path, simkit: Command) -> None:
    read_by_check(run)
    flip_unseen(run)
    assert "damaged" in simkit("verify", str(run)).output


def test_check_says_what_it_has_read(run: Path, simkit: Command) -> None:
    files = len(RunDirectory(run).files)
    read_by_check(run)
    told = " ".join(simkit("check", str(run)).output.split())
    assert f"is whole: of {files} files {files} have not changed since their checksums were compared" in told
    assert "0 were compared now; --deep compares all" in told
    told = " ".join(simkit("check", str(run), "--deep").output.split())
    assert f"is whole: {files} files have their checksums" in told


def test_deep_is_for_runs(small: Path, simkit: Command) -> None:
    result = simkit("check", str(small), "--deep")
    assert result.exit_code == 2
    assert "--deep" in result.output


def test_a_small_run_is_read_every_time(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert read_by_check(run.rename(run.with_name("moved"))) <= 2
    remember(run.with_name("moved"), {})
    for _ in range(2):
        assert read_by_check(run.with_name("moved")) == len(RunDirectory(run.with_name("moved")).files)


def test_a_file_that_is_new_is_read_again(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its clock may be too coarse to tell two changes apart."""
    monkeypatch.setattr(states, "COARSE", 3_600 * 10**9)
    remember(run, {})
    for _ in range(2):
        assert read_by_check(run) == len(RunDirectory(run).files)


@pytest.mark.parametrize("times", ["", ",,", "1,2", "1,2,three", "0,0,0"])
def test_a_memory_that_is_damaged_does_not_count(run: Path, times: str) -> None:
    header, *lines = (run / FILES).read_text().splitlines()
    files = [",".join([*line.split(",")[:4], times]) for line in lines]
    (run / FILES).write_text("\n".join([header, *files]) + "\n")
    assert read_by_check(run) == len(files)
    assert read_by_check(run) == 0


def test_a_run_of_the_format_before_is_read(run: Path) -> None:
    """Its list has no times, and what was checked stood in a file beside it."""
    before = [",".join(line.split(",")[: len(OF_A_FILE)]) for line in (run / FILES).read_text().splitlines()]
    contents = "\n".join(before) + "\n"
    (run / FILES).write_text(contents)
    manifest = json.loads((run / "manifest.json").read_text())
    assert manifest["files"]["sha256"] == hashlib.sha256(contents.encode()).hexdigest()
    (run / "manifest.json").write_text(json.dumps(manifest | {"format": 5}))
    (run / "checked.json").write_text("{}")
    assert read_by_check(run) == len(before) - 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda text: text.replace("part-00000", "part-00009", 1),
            "the checksum of files.csv is not the manifest's",
        ),
        (lambda text: text[:-90], "which describes no file"),
        (None, "files.csv is missing"),
    ],
)
def test_a_damaged_list_is_reported(
    run: Path, simkit: Command, change: Callable[[str], str] | None, message: str
) -> None:
    file = run / "files.csv"
    if change is None:
        file.unlink()
    else:
        file.write_text(change(file.read_text()))
    for command in (["check", str(run)], ["report", str(run), "--no-pdf"], ["summary", str(run)]):
        result = simkit(*command)
        assert result.exit_code == 2
        assert message in " ".join(result.output.split())


def test_a_list_names_no_file_outside_the_run(run: Path) -> None:
    """Somebody else may have written it."""
    file = run / "files.csv"
    file.write_text(file.read_text().replace("scenarios.parquet", "../scenarios.parquet"))
    manifest = json.loads((run / "manifest.json").read_text())
    manifest["files"]["sha256"] = hashlib.sha256(file.read_bytes()).hexdigest()
    (run / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(BadInput, match=r"files.csv:\d+: '../scenarios.parquet' is not a file that a run has"):
        RunDirectory(run).require_finished()


def test_clocks_that_jump_are_no_harm(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes back makes files new: they are read."""
    now = time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: now - 10**12)
    remember(run, {})
    for _ in range(2):
        assert read_by_check(run) == len(RunDirectory(run).files)
