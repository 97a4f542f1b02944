"""`simkit ui`: serves the live page of a game, or of an experiment's file, until Ctrl-C."""

from __future__ import annotations

import errno
import os
import signal
import time
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from html import escape
from pathlib import Path
from tempfile import mkstemp

import click

from simkit.cli.loading import load
from simkit.door import RUNS
from simkit.door.describing import file_of
from simkit.errors import BadInput
from simkit.page.server import Server
from simkit.page.session import Session
from simkit.page.setting import start_of, start_of_file
from simkit.run.work.interrupt import LISTENING


@contextmanager
def leads_to(address: str) -> Iterator[Path]:
    """Yield a page that leads a browser to an address, and that only this account can read.

    The address holds the secret of the live page, and every account of a machine sees with which arguments a
    browser was started.
    """
    handle, name = mkstemp(prefix="simkit-", suffix=".html")  # with the rights of its owner alone
    file = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as page:
            page.write(
                '<!DOCTYPE html><meta charset="utf-8"><meta name="referrer" content="no-referrer">'
                f'<meta http-equiv="refresh" content="0; url={escape(address)}"><title>simkit</title>'
                f'<p><a href="{escape(address)}">The page</a></p>'
            )
        yield file
    finally:
        file.unlink(missing_ok=True)


def serve(target: str, scenario: int, port: int, *, browser: bool) -> None:
    """Serve the page of a game or of a file, and open it in a browser, until Ctrl-C."""
    file = file_of(target)
    if file is None and scenario:
        raise BadInput("--scenario: a game has none; name an experiment's file")
    start = start_of_file(load(file), file, scenario) if file else start_of(target)
    try:
        server = Server(Session(start, RUNS), port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise BadInput(f"--port: {port} is in use; without --port, one that is free is taken") from None
    server.start()
    try:
        click.echo(f"The page of {start.game.title}: {server.address}")
        click.echo(f"To look at only: {server.reading_address}\nIt is served until Ctrl-C.")
        with leads_to(server.address) if browser else nullcontext() as file:
            if file is not None:
                webbrowser.open(file.as_uri())
            while True:
                time.sleep(LISTENING)
    except KeyboardInterrupt as stopped:
        if getattr(stopped, "number", signal.SIGINT) != signal.SIGINT:
            raise
        click.echo("\nThe page is closed.")
    finally:
        server.stop()
