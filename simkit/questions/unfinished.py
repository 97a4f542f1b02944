"""Keeps what a question has played in a file until its answer is whole, so that a killed one goes on.

The file has a line for every piece of work, after a first line that says what the pieces depend on.  A last
line that is not whole is dropped.  `Answer.store` removes the file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simkit.content.json_text import json_value
from simkit.errors import writing
from simkit.questions.answer import UNFINISHED
from simkit.run.store.durable import remove_link

Key = tuple[int, ...]
"""What identifies a piece of work, such as a scenario, its first game and the number of games."""


class Unfinished:
    """The pieces of work that are done, by their keys.

    * `folder`: the folder of the answer; None if nothing is kept.
    * `depends_on`: Plain data; what was kept with any other is dropped.
    """

    def __init__(self, folder: Path | None, depends_on: Mapping[str, Any]) -> None:
        self._done: dict[Key, Any] = {}
        self._path = folder / UNFINISHED if folder else None
        self._head = json.dumps(dict(depends_on), sort_keys=True)
        if self._path is None:
            return
        with writing(self._path):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            remove_link(self._path)
            lines = self._path.read_bytes().splitlines(keepends=True) if self._path.is_file() else []
            kept = self._read(lines)
            if kept < len(lines) or not lines:
                whole = lines[:kept] or [f"{self._head}\n".encode()]
                self._path.write_bytes(b"".join(whole))

    def _read(self, lines: list[bytes]) -> int:
        """Read lines, and return how many of them are whole; 0 if they depend on something else."""
        if not lines or lines[0] != f"{self._head}\n".encode():
            return 0
        for number, line in enumerate(lines[1:], 1):
            try:
                key, found = json_value(line.decode()) if line.endswith(b"\n") else (None, None)
            except ValueError:
                return number
            if key is None:
                return number
            self._done[tuple(key)] = found
        return len(lines)

    def get(self, key: Key) -> Any:
        """Return what a piece of work came to; None if it is not done."""
        return self._done.get(key)

    def add(self, key: Key, found: Any) -> None:
        """Keep what a piece of work came to, as plain data."""
        self._done[key] = found
        if self._path is not None:
            with writing(self._path), self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([key, found]) + "\n")
