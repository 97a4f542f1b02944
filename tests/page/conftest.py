"""What the tests of the live page share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from simkit.page.server import Server
from simkit.page.session import Session
from simkit.page.setting import Start, start_of


@pytest.fixture
def session_of(tmp_path: Path) -> Iterator[Callable[[str | Start], Session]]:
    """Yield a function that returns the session of a game or of a start."""
    made = []

    def make(start: str | Start) -> Session:
        made.append(Session(start_of(start) if isinstance(start, str) else start, tmp_path / "runs"))
        return made[-1]

    yield make
    for session in made:
        session.close()


@contextmanager
def serve(game: str, runs: Path) -> Iterator[Server]:
    """Serve the page of a game until the block ends."""
    server = Server(Session(start_of(game), runs))
    server.start()
    try:
        yield server
    finally:
        server.stop()


def form_of(session: Session, **changes: Any) -> dict[str, Any]:
    """Return the form of a session at its start, with some changes."""
    form = session.form()
    return {"rules": {}, "seats": form["seats"], "games": 2000, "seed": form["seed"], **changes}


def last_of(session: Session, **changes: Any) -> dict[str, Any]:
    """Return the last that a session says of a form."""
    return list(session.try_out(form_of(session, **changes)))[-1]
