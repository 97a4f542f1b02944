"""`simkit play` in a real terminal: a pseudo-terminal, with keys as a person types them."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from simkit.run.store.directory import RunDirectory

PATIENCE = 60.0
"""Seconds until an answer must have come, on a busy machine."""

CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07|\r")


def _take_the_terminal() -> None:
    """Let the keys Ctrl-C and Ctrl-D of this terminal reach the process."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """A process at a terminal of 80 x 24."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        own, other = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24", "PAGER": "cat"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "simkit", *arguments],
            stdin=other, stdout=other, stderr=other, cwd=folder, env=environment, start_new_session=True,
            preexec_fn=_take_the_terminal,
        )  # fmt: skip
        os.close(other)
        self._own, self._all, self._read = own, "", 0

    def until(self, words: str) -> str:
        """Return what is printed until some words are, without the terminal's codes."""
        end = time.monotonic() + PATIENCE
        while words not in (text := CODES.sub("", self._all))[self._read :]:
            assert time.monotonic() < end, f"{words!r} never came: {text[self._read :]}"
            if not self._more(1.0) and self.process.poll() is not None:
                self._more(0.2)
                assert words in CODES.sub("", self._all)[self._read :], CODES.sub("", self._all)
        place = text.index(words, self._read) + len(words)
        found, self._read = text[self._read : place], place
        return found

    def press(self, key: str, words: str) -> str:
        """Press a key until some words are printed: one that comes between two modes may be lost."""
        for _ in range(20):
            self.type(key)
            end = time.monotonic() + 3
            while time.monotonic() < end:
                if words in CODES.sub("", self._all)[self._read :]:
                    return self.until(words)
                self._more(0.2)
        return self.until(words)

    def type(self, keys: str) -> None:
        """Type some keys."""
        os.write(self._own, keys.encode())

    def end(self) -> int:
        """Wait for the end; return the exit code."""
        while self._more(0.2) or self.process.poll() is None:
            pass
        return self.process.wait(PATIENCE)

    @property
    def text(self) -> str:
        """All that was printed."""
        return CODES.sub("", self._all)

    def _more(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._own], [], [], seconds)
        try:
            read = os.read(self._own, 65536) if ready else b""
        except OSError:  # the other end is closed
            return False
        self._all += read.decode(errors="replace")
        return bool(read)

    def close(self) -> None:
        """End the process, if it goes on."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._own)


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    """Yield a list of terminals, which are closed in the end."""
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def test_a_whole_game_of_pig_by_keys(terminals: list[Terminal], tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "pig", "--set", "rules.target=15", "--seats", "you,hold_at")
    terminals.append(terminal)
    assert "seat 2 is hold_at" in terminal.until("2 hold")
    terminal.type("rol\n")
    terminal.until("Seat 1 rolls a")
    terminal.until("> ")
    terminal.type("undo\n")
    terminal.until("Taken back.")
    terminal.until("> ")
    terminal.type("nothing of the kind\n")
    terminal.until("is no option")
    for _ in range(200):
        terminal.until("> ")
        if "Enter ends" in terminal.text:
            break
        terminal.type("1\n" if "total 0" in terminal.text.rsplit("on the table", 1)[-1] else "hold\n")
    terminal.type("\n")
    terminal.until("kept as game 0 of runs/pig_table/you-hold_at-")
    assert terminal.end() == 0
    (folder,) = (tmp_path / "runs" / "pig_table").iterdir()
    run = RunDirectory(folder)
    run.require_finished()
    assert run.choices()["again"].sum() >= 1


@pytest.mark.long
def test_ctrl_d_saves_ctrl_c_too_and_both_go_on(terminals: list[Terminal], tmp_path: Path) -> None:
    first = Terminal(tmp_path, "play", "pig", "--game", "5", "--seats", "you,hold_at")
    terminals.append(first)
    first.until("2 hold")
    first.type("1\n")
    first.until("> ")
    first.press("\x04", "To go on: simkit play --resume pig-5.table.json")
    assert first.end() == 0
    second = Terminal(tmp_path, "play", "--resume", "pig-5.table.json")
    terminals.append(second)
    second.until("2 hold")
    second.until("> ")
    second.type("hold\n")
    second.until("2 hold")
    second.until("> ")
    second.press("\x03", "Saved in pig-5.table.json.")
    assert second.end() == 130
    assert "Traceback" not in first.text + second.text
    assert len(json.loads((tmp_path / "pig-5.table.json").read_text())["decisions"]) == 2


@pytest.mark.long
def test_a_hint_and_the_review_at_the_end(terminals: list[Terminal], tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "pig", "--set", "rules.target=12")
    terminals.append(terminal)
    terminal.until("2 hold")
    terminal.type("hint\n")
    assert "(hold_at, looking ahead)" in terminal.until("with 'hold'")
    for _ in range(200):
        terminal.until("> ")
        if "Enter ends" in terminal.text:
            break
        terminal.type("hold\n")
    terminal.type("review\n")
    terminal.until("something away")
    terminal.until("> ")
    terminal.type("\n")
    assert terminal.end() == 0
    (folder,) = (tmp_path / "runs" / "pig_table").iterdir()
    assert RunDirectory(folder).choices()["hinted"].sum() == 1
