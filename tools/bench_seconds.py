"""The seconds that people feel: processor time from a question to its answer, of whole processes.

``python tools/bench_seconds.py [WORD ...]`` prints all rows, or those that hold one of the words.
A *first call* finds compiled code, and nothing of this question: its folder is fresh.  The *second* is the
same again, so that it finds what is kept.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from bench_cold import EXPERIMENTS, Usage, run_simkit

from simkit.plugins import game_names

TIMES = 3
"""Of how many measurements the best counts: what else a machine does only adds to them."""

RUN = """
name: bench
game: {game}
seed: 1
games: 10_000
strategy: {strategy}
report: none
"""

SCENARIOS = """
name: scenarios
game: nautilion
seed: 1
games: 200
strategy: reference
factors:
  rules.board: [A1, A2, B1, B2]
  rules.reserve: [1..10]
  rules.spell_cost_whirlwind: [1..5]
  rules.spell_cost_tide: [1..5]
"""
"""1,000 scenarios."""

SEEK = ("seek", "nautilion", "planner wins 45 to 55 %; turns <= 12", "--by", "reserve,spell_cost_tide")

EXPERT = {"seats": [{"strategy": "expert"}], "games": 20_000, "seed": 1}
"""The page of Nautilion as it is opened."""

OTHER_RULE = {"reserve": 3}

_edits = count(os.getpid())


class Waiting(NamedTuple):
    """What somebody waits for, first and second."""

    what: str
    first: Usage
    second: Usage | None
    most: float
    """Seconds of processor time that the first call should take at most."""

    most_memory: float | None = None

    @property
    def is_met(self) -> bool:
        """Whether the first call keeps to what it should take."""
        within = self.most_memory is None or self.first.memory <= self.most_memory
        return within and self.first.processor_seconds <= self.most

    def in_words(self) -> str:
        """Return what was measured, for a table."""
        calls = [self.first] if self.second is None else [self.first, self.second]
        seconds = ", again ".join(f"{call.processor_seconds:.2f} s" for call in calls)
        return seconds if self.most_memory is None else f"{seconds}, {self.first.memory:.0f} MB"

    def aim_in_words(self) -> str:
        """Return the aim, for a table."""
        memory = "" if self.most_memory is None else f", {self.most_memory:.0f} MB"
        return f"at most {self.most:g} s{memory}"


@dataclass(frozen=True)
class _Question:
    """A question, and the most seconds its answer should take."""

    what: str
    most: float
    ask: Callable[[Path], tuple[Usage, Usage | None]]
    """Asks it in a fresh folder, once and again."""

    times: int = TIMES
    most_memory: float | None = None

    def waiting(self) -> Waiting:
        """Ask it several times, after once in vain, which compiles; return the best of them."""
        calls = []
        for _ in range(self.times + 1):
            with tempfile.TemporaryDirectory() as name:
                calls.append(self.ask(Path(name)))
        firsts, seconds = zip(*calls[1:], strict=True)
        again = [usage for usage in seconds if usage is not None]
        return Waiting(
            self.what, _least(firsts), _least(again) if again else None, self.most, self.most_memory
        )


def _least(calls: list[Usage] | tuple[Usage, ...]) -> Usage:
    return Usage(*map(min, zip(*calls, strict=True)))


def _asked_twice(*arguments: str, file: str = "") -> Callable[[Path], tuple[Usage, Usage | None]]:
    """Return what runs simkit twice in a folder; `file`: what stands in its bench.yaml."""

    def ask(folder: Path) -> tuple[Usage, Usage | None]:
        (folder / "bench.yaml").write_text(file, encoding="utf-8")
        first, second = (run_simkit(*arguments, folder=folder) for _ in range(2))
        return first, second

    return ask


def _report(folder: Path) -> tuple[Usage, Usage | None]:
    (folder / "bench.yaml").write_text(SCENARIOS, encoding="utf-8")
    run_simkit("run", "bench.yaml", "--no-report", folder=folder)
    first, second = (run_simkit("report", "@1", folder=folder) for _ in range(2))
    return first, second


def _edited(game: str, strategy: str, module: str, function: str) -> Callable[[Path], tuple[Usage, None]]:
    """Return what plays a game in a copy of simkit, edits one of its rules, and measures playing again."""

    def ask(folder: Path) -> tuple[Usage, None]:
        source = EXPERIMENTS.parent
        (folder / "bench.yaml").write_text(RUN.format(game=game, strategy=strategy), encoding="utf-8")
        shutil.copytree(source / "simkit", folder / "simkit", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(source / "examples", folder / "examples")
        path = folder / module
        paths = {"PYTHONPATH": f"{folder}:{folder / 'examples' / 'pig'}"}
        run_simkit("run", "bench.yaml", folder=folder, more=paths)
        _edit(path, function)
        return run_simkit("run", "bench.yaml", "--again", folder=folder, more=paths), None

    return ask


def _edit(path: Path, function: str) -> None:
    """Add a line to a function that changes its code, each time another, and nothing of what it does."""
    text = path.read_text(encoding="utf-8")
    (found,) = (
        part for part in ast.parse(text).body if isinstance(part, ast.FunctionDef) and part.name == function
    )
    lines = text.splitlines(keepends=True)
    lines.insert(found.body[1].lineno - 1, f"    edited = {next(_edits)}  # noqa: F841\n")
    path.write_text("".join(lines), encoding="utf-8")


@dataclass
class _Page:
    """The live page of a game, in a process of its own."""

    folder: Path

    def __enter__(self) -> _Page:
        command = [sys.executable, "-m", "simkit", "ui", "nautilion", "--no-browser"]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=self.folder)
        assert self._process.stdout is not None
        found = re.search(r"http://\S+", self._process.stdout.readline())
        assert found is not None
        self._address = urlsplit(found[0])
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()

    def get(self) -> None:
        """Open the page."""
        connection = self._connection()
        connection.request("GET", self._address.path)
        connection.getresponse().read()

    def said(self, form: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield what the page is told about a setting."""
        connection = self._connection()
        head = {"Content-Type": "application/json"}
        connection.request("POST", f"{self._address.path}try", json.dumps(form), head)
        yield from map(json.loads, connection.getresponse())

    def _connection(self) -> HTTPConnection:
        return HTTPConnection(str(self._address.hostname), self._address.port, timeout=600)

    def seconds(self) -> float:
        """Return the processor time of the process so far."""
        words = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")


def _spent(seconds: float) -> Usage:
    return Usage(seconds, seconds, 0)


def _first_answer(folder: Path) -> tuple[Usage, Usage | None]:
    """Open the page of Nautilion until numbers stand on it; again when they were there before."""
    with _Page(folder) as page:
        page.get()
        answers = page.said({"rules": {}, **EXPERT})
        next(said for said in answers if said["state"] in ("playing", "done"))
        first = page.seconds()
        list(answers)
        begun = page.seconds()
        list(page.said({"rules": {}, **EXPERT}))
        return _spent(first), _spent(page.seconds() - begun)


def _other_rule(folder: Path) -> tuple[Usage, Usage | None]:
    """Change a rule on the page, until all games are played; and once more to the same."""
    with _Page(folder) as page:
        list(page.said({"rules": {}, **EXPERT}))
        spent = []
        for _ in range(2):
            begun = page.seconds()
            list(page.said({"rules": OTHER_RULE, **EXPERT}))
            spent.append(_spent(page.seconds() - begun))
        return spent[0], spent[1]


def _questions() -> Iterator[_Question]:
    yield _Question(
        "simkit run of 10,000 games",
        1.1,
        _asked_twice("run", "bench.yaml", file=RUN.format(game="nautilion", strategy="planner")),
    )
    for name, game, strategy, module, function, most in (
        ("Pig", "pig", "hold_at", "examples/pig/simkit_pig/game.py", "apply", 3),
        ("Castaways", "castaways", "reference", "simkit/games/castaways/rules/survival.py", "go_hungry", 5),
    ):
        yield _Question(
            f"an edit of a rule of {name} to the answer", most, _edited(game, strategy, module, function)
        )
    for name in ("nautilion_base", "castaways_rescue"):
        file = str(EXPERIMENTS / f"{name}.yaml")
        yield _Question(f"simkit check {name}.yaml", 0.4, _asked_twice("check", file))
    yield _Question("the live page's first answer", 0.6, _first_answer)
    yield _Question("a rule changed on the page, 20,000 games of Nautilion's expert", 0.4, _other_rule)
    yield _Question("simkit seek", 3, _asked_twice(*SEEK))
    for game in game_names():
        yield _Question(f"simkit luck {game}", 20, _asked_twice("luck", game), times=2)
    yield _Question("simkit worth nautilion", 8, _asked_twice("worth", "nautilion"), times=2)
    yield _Question("report of 1,000 scenarios", 6, _report, times=2, most_memory=600)
    yield _Question("simkit sensitivity nautilion", 45, _asked_twice("sensitivity", "nautilion"), times=1)


def waitings(*words: str) -> Iterator[Waiting]:
    """Yield what people wait for: all, or where one of the words stands in what is asked."""
    for question in _questions():
        if not words or any(word in question.what for word in words):
            yield question.waiting()


if __name__ == "__main__":
    for waiting in waitings(*sys.argv[1:]):
        print(f"{waiting.what}: {waiting.in_words()} ({waiting.aim_in_words()})", flush=True)
