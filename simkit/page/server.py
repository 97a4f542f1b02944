"""Serves the live page to a browser on the same machine, and to nobody else.

Every address holds a secret that is made anew at each start.  Requests that name another host, come from
another page, or are larger than a form, are refused before anything is read.
"""

from __future__ import annotations

import hmac
import json
import os
import secrets
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import TCPServer
from threading import Thread
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from simkit.document.templates import PAGE
from simkit.errors import BadInput
from simkit.page.complaints import complaints
from simkit.page.controls import Data
from simkit.page.copies import copies_of_setting
from simkit.page.session import Session

HERE = Path(__file__).parent
HOST = "127.0.0.1"

LONGEST_BODY = 1 << 16
"""Bytes that the page may send at once: more than any form has."""

MOST_DIGITS = 18
"""The most digits of a number in a request that is read as one."""

PATIENCE = 30
"""Seconds that a browser may take to send a request."""

TYPES = {".html": "text/html; charset=utf-8", ".pdf": "application/pdf"}
"""The files of a report that are served, by their ending."""

SAFE = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""What is said to the browser with every answer."""


@dataclass
class Server:
    """Serves the page of one session.

    Raises
    ------
    OSError
        If the port is in use.
    """

    session: Session
    port: int = 0
    """Where it is served; 0 for any port that is free."""

    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    """The secret of those that may change what the page shows."""

    reading_token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    """The secret of those that may only look at it."""

    def __post_init__(self) -> None:
        self._http = _Http((HOST, self.port), _Handler)
        self._http.served = self
        self.port = self._http.server_address[1]

    @property
    def address(self) -> str:
        """The address of the page, with its secret."""
        return f"http://{HOST}:{self.port}/{self.token}/"

    @property
    def reading_address(self) -> str:
        """The address of the same page for those who only look at it."""
        return f"http://{HOST}:{self.port}/{self.reading_token}/"

    @cached_property
    def hosts(self) -> frozenset[str]:
        """The names by which a browser on this machine calls the server."""
        return frozenset(f"{name}:{self.port}" for name in (HOST, "localhost"))

    def start(self) -> None:
        """Serve from now on, in threads that end with the process."""
        Thread(target=self._http.serve_forever, args=(0.1,), daemon=True).start()

    def stop(self) -> None:
        """Serve no more, and play no more."""
        self.session.close()
        self._http.shutdown()
        self._http.server_close()

    def page(self, nonce: str, *, reading: bool = False) -> bytes:
        """Return the page; its style and its script carry the number that the browser asks for.

        `reading`: whether it is for someone who only looks at it.
        """
        templates = Environment(
            autoescape=True, loader=FileSystemLoader(HERE), undefined=StrictUndefined, trim_blocks=True
        )
        style = (PAGE / "page.css").read_text(encoding="utf-8") + (HERE / "page.css").read_text(
            encoding="utf-8"
        )
        return (
            templates.get_template("page.html")
            .render(
                form=self.session.form()
                | {"reading": reading, "link": "" if reading else f"../{self.reading_token}/"},
                nonce=nonce,
                style=Markup(style),
                script=Markup((HERE / "page.js").read_text(encoding="utf-8")),
            )
            .encode()
        )


def _refuse_number(word: str) -> Any:
    raise ValueError(f"{word} is no number of a form")


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = os.name == "posix"  # on Windows it would let another program take the port
    served: Server

    def server_bind(self) -> None:
        """Take the port, without asking a network for this machine's name, as the base class does."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = HOST, self.server_address[1]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of browsers that went away; print anything else."""
        if not isinstance(sys.exception(), (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: _Http
    server_version, sys_version = "simkit", ""
    timeout = PATIENCE

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing: addresses hold the secret."""

    def do_GET(self) -> None:
        """Answer with the page, or a file of a report."""
        is_opened = self.headers.get("Sec-Fetch-Mode") == "navigate" and self._path == ""
        sites = (
            "same-origin",
            "none",
            *(["cross-site"] if is_opened else []),
        )  # from the file that leads here
        if not self._is_allowed(sites):
            return
        path = self._path
        if path == "":
            nonce = secrets.token_urlsafe(16)
            policy = (
                f"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; img-src data:; "
                "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            )
            page = self.server.served.page(nonce, reading=self._is_reading)
            self._answer(page, TYPES[".html"], {"Content-Security-Policy": policy})
            return
        if path == "state":
            known = self.path.partition("?since=")[2]
            is_number = known.isascii() and known.isdecimal() and len(known) <= MOST_DIGITS
            self._tell(self.server.served.session.state(int(known) if is_number else -1))
            return
        file = self._report_file(path)
        if file is None:
            self._refuse(HTTPStatus.NOT_FOUND, "there is no such page")
            return
        headers = {"Content-Security-Policy": "frame-ancestors 'none'"}  # a report brings a policy of its own
        self._answer(file.read_bytes(), TYPES[file.suffix], headers)

    def do_POST(self) -> None:
        """Do what the page asks for, unless it is a page to look at only."""
        if not self._is_allowed(("same-origin",)):
            return
        session = self.server.served.session
        bench = session.workbench
        streams: dict[str, Callable[[Data], Iterator[Data]]] = {
            "try": session.try_out, "report": session.report, "ask": bench.ask
        }  # fmt: skip
        answers: dict[str, Callable[[Data], Data]] = {
            "copy": lambda data: copies_of_setting(session.setting(data)),
            "cost": bench.cost,
            "card/copy": lambda data: bench.copies(data.get("card")),
            "card/report": lambda data: bench.write(data.get("card")),
            "keep": session.keep,
            "drop": session.drop,
        }
        if self._path not in {*streams, *answers}:
            self._refuse(HTTPStatus.NOT_FOUND, "there is no such page")
            return
        if self._is_reading:
            self._refuse(HTTPStatus.FORBIDDEN, "this page is to be looked at only")
            return
        data = self._body()
        if data is None:
            return
        if self._path in streams:
            self._stream(streams[self._path](data))
            return
        try:
            said = answers[self._path](data)
        except BadInput as problem:
            said = {"state": "wrong", "complaints": complaints(str(problem))}
        self._tell(said)

    @property
    def _path(self) -> str:
        return self.path.partition("?")[0].partition("/")[2].partition("/")[2]

    @property
    def _is_reading(self) -> bool:
        """Whether the address is the one for those who only look at the page."""
        return not self._has(self.server.served.token)

    def _has(self, token: str) -> bool:
        """Return whether the address has a secret, in the same time whatever it has."""
        given = self.path.split("/")[1] if self.path.startswith("/") else ""
        return hmac.compare_digest(given.encode(), token.encode())

    def _is_allowed(self, sites: tuple[str, ...]) -> bool:
        """Return True if a request comes from the page itself; else refuse it.

        `sites`: where the browser may say that it comes from: "none" is an address that a person opens.
        """
        server = self.server.served
        if self.headers.get_all("Host") not in [[host] for host in server.hosts]:
            return self._refuse(HTTPStatus.FORBIDDEN, "this page is served to this machine alone")
        origin = self.headers.get("Origin")
        if origin is not None and origin.removeprefix("http://") not in server.hosts:
            return self._refuse(HTTPStatus.FORBIDDEN, "this request comes from another page")
        if self.headers.get("Sec-Fetch-Site", "same-origin") not in sites:
            return self._refuse(HTTPStatus.FORBIDDEN, "this request comes from another page")
        if not any([self._has(server.token), self._has(server.reading_token)]):
            return self._refuse(
                HTTPStatus.FORBIDDEN, "the address is not complete: copy it whole from the terminal"
            )
        if self.path.count("/") < 2:
            return self._refuse(HTTPStatus.NOT_FOUND, "there is no such page")
        return True

    def _body(self) -> Any:
        """Return what the page has sent, or None after refusing it."""
        kind = self.headers.get("Content-Type", "").partition(";")[0].strip()
        if kind != "application/json":
            return self._refuse(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "allowed is JSON") or None
        length = self.headers.get("Content-Length", "")
        if not length.isascii() or not length.isdecimal() or "Transfer-Encoding" in self.headers:
            return self._refuse(HTTPStatus.LENGTH_REQUIRED, "say how long it is") or None
        if len(length) > MOST_DIGITS or int(length) > LONGEST_BODY:
            return (
                self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"at most {LONGEST_BODY:,} bytes") or None
            )
        try:
            data = json.loads(self.rfile.read(int(length)), parse_constant=_refuse_number)
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict):
            return self._refuse(HTTPStatus.BAD_REQUEST, "allowed is a mapping in JSON") or None
        return data

    def _report_file(self, path: str) -> Path | None:
        """Return the file of a report that an address means: report/0/report.html."""
        reports = self.server.served.session.reports
        head, _, rest = path.partition("/")
        number, _, name = rest.partition("/")
        if head != "report" or not number.isascii() or not number.isdecimal() or len(number) > MOST_DIGITS:
            return None
        if int(number) >= len(reports):
            return None
        file = reports[int(number)] / name
        return file if name in ("report.html", "report.pdf") and file.is_file() else None

    def _stream(self, news: Iterator[Data]) -> None:
        """Send one line of JSON after another; stop the work if the browser goes away."""
        self.close_connection = True
        self._begin(HTTPStatus.OK, "application/x-ndjson", {"Connection": "close"})
        try:
            for one in news:
                self.wfile.write(json.dumps(one).encode() + b"\n")
                self.wfile.flush()
        finally:
            news.close()  # type: ignore[attr-defined]

    def _tell(self, said: Data) -> None:
        self._answer(json.dumps(said).encode(), "application/json")

    def _answer(self, body: bytes, kind: str, headers: dict[str, str] | None = None) -> None:
        self._begin(HTTPStatus.OK, kind, {"Content-Length": str(len(body)), **(headers or {})})
        self.wfile.write(body)

    def _refuse(self, status: HTTPStatus, words: str) -> bool:
        """Refuse a request, in words, and read no more of it."""
        self.close_connection = True
        body = f"{words}\n".encode()
        self._begin(
            status, "text/plain; charset=utf-8", {"Content-Length": str(len(body)), "Connection": "close"}
        )
        self.wfile.write(body)
        return False

    def _begin(self, status: HTTPStatus, kind: str, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": kind, **SAFE, **headers}.items():
            self.send_header(name, value)
        self.end_headers()
