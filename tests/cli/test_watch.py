"""`simkit watch` answers after each save, says what was changed and what moved, and survives mistakes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest

from simkit.cli.watch import LINES_SHOWN, _in_lines
from simkit.door import watching
from simkit.door.watching import Edited, Files, files_in_use, need_a_new_process

IDEA = (
    "name: idea\ntitle: Hold later?\ngame: pig\ngames: 1_000_000\nstrategies: [./mine.py:mine, hold_at]\n"
    "rules: {target: 40}\nreport: none\n"
)
MINE = """from simkit.game import strategy
from limits import LIMIT
from simkit_pig.game import Move


@strategy(game="pig", skill="casual")
def mine(table, seat, rules, moves, count, parameters, chance):
    return Move.HOLD if table.total >= LIMIT else Move.ROLL
"""
LONGEST = 120
"""Seconds after which an answer will not come any more, on a busy machine."""


class Screen:
    """What a command has printed so far."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process, self.text, self.read = process, "", 0
        self._listening = Thread(target=self._listen)
        self._listening.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                self.text += line

    def close(self) -> None:
        """End the command."""
        self.process.kill()
        self.process.wait()
        self._listening.join(LONGEST)

    def until(self, words: str) -> str:
        """Return what was printed since the last call, up to these words."""
        end = time.monotonic() + LONGEST
        while (found := self.text.find(words, self.read)) < 0:
            assert time.monotonic() < end and self.process.poll() is None, self.text
            time.sleep(0.05)
        start, self.read = self.read, found + len(words)
        return self.text[start : self.read]


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Callable[[str], Screen]]:
    """Return a function that begins to watch with some options, in the test's folder."""
    begun: list[Screen] = []

    def begin(options: str) -> Screen:
        process = subprocess.Popen(
            [sys.executable, "-m", "simkit", "watch", "idea.yaml", *options.split()],
            cwd=tmp_path,
            env={**os.environ, "COLUMNS": "100", "TMPDIR": str(tmp_path), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        begun.append(Screen(process))
        return begun[-1]

    yield begin
    for screen in begun:
        screen.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_each_save_is_answered_and_a_mistake_is_survived(
    tmp_path: Path, watch: Callable[[str], Screen]
) -> None:
    idea, limits = tmp_path / "idea.yaml", tmp_path / "limits.py"
    idea.write_text(IDEA)
    (tmp_path / "mine.py").write_text(MINE)
    limits.write_text("LIMIT = 3\n")
    screen = watch("--games 400 --jobs 1")
    first = screen.until("Ctrl-C ends it")
    assert "Hold later?" in first and "400" in first and "Since the last answer" not in first
    limits.write_text("LIMIT = 18\n")  # a module that the strategy imports
    second = screen.until("Ctrl-C ends it")
    assert "changed limits.py, line 1\n    - LIMIT = 3\n    + LIMIT = 18\n" in second
    assert "Since the last answer" in second
    idea.write_text(IDEA.replace("target: 40", "tarjet: 40"))
    mistake = screen.until("Ctrl-C ends it")
    assert "idea.yaml:6:" in mistake and "did you mean 'target'?" in mistake
    idea.write_text(IDEA.replace("target: 40", "target: 60"))
    third = screen.until("Ctrl-C ends it")
    assert "    - rules: {target: 40}\n    + rules: {target: 60}\n" in third and "LIMIT" not in third
    assert "target 40 -> 60" in third
    screen.process.send_signal(signal.SIGINT)
    assert screen.process.wait(LONGEST) == 0
    assert screen.until("no longer watching")
    assert not list(tmp_path.glob("simkit-watch-*")) and not (tmp_path / "runs").exists()


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_a_save_while_games_are_played_begins_anew(tmp_path: Path, watch: Callable[[str], Screen]) -> None:
    idea = tmp_path / "idea.yaml"
    idea.write_text(IDEA.replace("./mine.py:mine", "random"))
    screen = watch("--games 100_000_000")
    screen.until("idea.yaml")
    time.sleep(5)
    idea.write_text(IDEA.replace("./mine.py:mine", "no_such"))
    assert "no_such" in screen.until("Ctrl-C ends it")


@pytest.mark.long
def test_the_number_of_games_is_found_and_kept(tmp_path: Path, watch: Callable[[str], Screen]) -> None:
    (tmp_path / "idea.yaml").write_text(IDEA.replace("./mine.py:mine", "random"))
    screen = watch("--jobs 1")
    first = screen.until("Ctrl-C ends it")
    (tmp_path / "idea.yaml").write_text(IDEA.replace("./mine.py:mine", "hold_at"))
    second = screen.until("Ctrl-C ends it")
    games = {next(word for word in said.split() if "/" in word and "," in word) for said in (first, second)}
    assert len(games) == 1, games


def test_a_file_counts_as_changed_when_it_is_saved_and_no_more_written_to(tmp_path: Path) -> None:
    one, other = tmp_path / "one.yaml", tmp_path / "other.yaml"
    one.write_text("a\nb\nc\n")
    files = Files([one, other])
    files.keep()
    assert files.changed() == [] and files.edited() == {}
    one.write_text("a\nB\nc\nd\n")
    other.write_text("new\n")  # a file that was not there
    assert files.changed() == [one, other]
    assert files.edited()[one] == [Edited(2, ["b"], ["B"]), Edited(4, [], ["d"])]
    files.begin()
    assert files.changed() == []
    assert files.edited().keys() == {one, other}, "compared with what was kept, not with the last save"
    one.unlink()
    assert files.changed() == [one]


def test_a_file_that_is_found_out_about_late_counts_if_it_was_saved_meanwhile(tmp_path: Path) -> None:
    early, late = tmp_path / "early.py", tmp_path / "late.py"
    early.write_text("")
    time.sleep(0.02)
    files = Files([])
    time.sleep(0.02)
    late.write_text("")
    files.add([early, late])
    assert files.changed() == [late]


def test_what_is_in_use_are_the_files_read_and_loaded_without_libraries() -> None:
    found = files_in_use()
    assert Path(__file__) in found and Path(watching.__file__) in found
    assert not any("site-packages" in file.parts or file.name == "threading.py" for file in found)


def test_a_process_that_waits_is_of_no_use_once_simkit_itself_has_changed(tmp_path: Path) -> None:
    assert need_a_new_process([Path(watching.__file__)])
    assert not need_a_new_process([tmp_path / "mine.py"])


def test_few_changed_lines_are_shown(tmp_path: Path) -> None:
    many = Edited(3, [], [f"line {number}" for number in range(20)])
    lines = _in_lines(tmp_path / "x.py", [many])
    assert lines[0].endswith("x.py, line 3") and lines[1] == "    + line 0"
    assert lines[-1] == "    ... and 12 more lines" and len(lines) == LINES_SHOWN + 2
