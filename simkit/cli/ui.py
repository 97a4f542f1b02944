"""`simkit ui`: serves the live page of a game, or of an experiment's file, until Ctrl-C."""

from __future__ import annotations

import errno
import signal
import time
import webbrowser

import click

from simkit.cli.loading import file_of, load
from simkit.door import RUNS
from simkit.errors import BadInput
from simkit.page.server import Server
from simkit.page.session import Session
from simkit.page.setting import start_of, start_of_file
from simkit.run.work.interrupt import LISTENING


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
        click.echo(f"The page of {start.game.title}: {server.address}\nIt is served until Ctrl-C.")
        if browser:
            webbrowser.open(server.address)
        while True:
            time.sleep(LISTENING)
    except KeyboardInterrupt as stopped:
        if getattr(stopped, "number", signal.SIGINT) != signal.SIGINT:
            raise
        click.echo("\nThe page is closed.")
    finally:
        server.stop()
