"""The server of the live page: it answers its own page alone."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest

from simkit.page import serve as served
from simkit.page.server import LONGEST_BODY, Server
from tests.page.conftest import form_of, serve

JSON = "application/json"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server of the page of Pig."""
    with serve("pig", tmp_path_factory.mktemp("runs")) as served:
        yield served


def ask(
    server: Server, path: str, body: bytes | None = None, method: str = "", /, **headers: str
) -> tuple[int, dict[str, str], str]:
    """Return status, headers and words of an answer; names of headers have _ for -."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=20)
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    if body is not None:
        given.setdefault("Content-Type", JSON)
    connection.request(method or ("GET" if body is None else "POST"), path, body, given)
    answer = connection.getresponse()
    found = answer.status, dict(answer.getheaders()), answer.read().decode()
    connection.close()
    return found


def page_of(server: Server, path: str = "") -> str:
    """Return the address of something on the page, without the host."""
    return f"/{server.token}/{path}"


def test_the_page_names_no_other_place(server: Server) -> None:
    status, headers, words = ask(server, page_of(server))
    assert status == 200
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ")
    nonce = re.findall(r"'nonce-([\w-]+)'", policy)
    assert len(set(nonce)) == 1
    assert words.count(f'nonce="{nonce[0]}"') == 2
    assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)[^\"' ]+", words) == []
    assert " style=" not in words
    assert headers["Cache-Control"] == "no-store"
    assert "Access-Control-Allow-Origin" not in headers
    assert ask(server, page_of(server))[1]["Content-Security-Policy"] != policy


@pytest.mark.parametrize("path", ["/", "/wrong/", "/wrong/try", "", "/{token}x/", "/{token}", "//", "*"])
def test_without_the_whole_address_nothing_is_told(server: Server, path: str) -> None:
    status, _, words = ask(server, path.format(token=server.token) or "/x")
    assert status in (403, 404)
    assert server.token not in words
    assert "Pig" not in words
    assert (status == 404) == (path == "/{token}")


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "localhost", "evil.example:{port}", "127.0.0.1:{port}.evil"]
)
def test_another_host_is_refused(server: Server, host: str) -> None:
    assert ask(server, page_of(server), Host=host.format(port=server.port))[0] == 403


def test_both_names_of_this_machine_are_served(server: Server) -> None:
    for name in ("127.0.0.1", "localhost"):
        assert ask(server, page_of(server), Host=f"{name}:{server.port}")[0] == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://127.0.0.1:{port}"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_another_page_is_refused(server: Server, headers: dict[str, str]) -> None:
    given = {name: value.format(port=server.port) for name, value in headers.items()}
    body = json.dumps(form_of(server.session)).encode()
    assert ask(server, page_of(server, "copy"), body, "", **given)[0] == 403
    assert ask(server, page_of(server), None, "", **given)[0] == 403


def test_a_change_is_posted_from_the_page(server: Server) -> None:
    body = json.dumps(form_of(server.session)).encode()
    own = {"Origin": f"http://127.0.0.1:{server.port}", "Sec_Fetch_Site": "same-origin"}
    assert ask(server, page_of(server, "copy"), body, "", **own)[0] == 200
    assert ask(server, page_of(server, "copy"), body, "", Sec_Fetch_Site="none")[0] == 403
    assert ask(server, page_of(server, "copy"))[0] == 404
    assert ask(server, page_of(server, "copy"), body, "PUT")[0] == 501
    assert ask(server, page_of(server, "copy"), body, "OPTIONS")[0] == 501


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (b"{}", {"Content_Type": "text/plain"}, 415),
        (b"{", {}, 400),
        (b"[]", {}, 400),
        (b'{"games": NaN}', {}, 400),
        (b"[" * 50_000, {}, 400),
        (b"{}", {"Content_Length": "-1"}, 411),
        (b"{}", {"Content_Length": "2x"}, 411),
        (b"{}", {"Transfer_Encoding": "chunked"}, 411),
        (b" " * (LONGEST_BODY + 1), {}, 413),
        (b"{}", {"Content_Length": "9" * 5000}, 413),
    ],
)
def test_what_is_no_form_is_refused(
    server: Server, body: bytes, headers: dict[str, str], status: int
) -> None:
    assert ask(server, page_of(server, "try"), body, "", **headers)[0] == status


def test_there_is_no_report_of_a_number_of_thousands_of_digits(server: Server) -> None:
    assert ask(server, page_of(server, f"report/{'9' * 5000}/report.html"))[0] == 404


def lines_of(server: Server, path: str, form: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what is streamed after a form was posted."""
    status, _, words = ask(server, page_of(server, path), json.dumps(form).encode())
    assert status == 200
    return [json.loads(line) for line in words.splitlines()]


def test_results_are_streamed(server: Server) -> None:
    said = lines_of(server, "try", form_of(server.session, rules={"sides": 8}, games=500))
    assert said[-1]["state"] == "done"
    assert said[-1]["keys"][0]["column"] == "won"


def test_bad_values_are_answered_with_what_is_allowed(server: Server) -> None:
    form = form_of(server.session, rules={"sides": 0})
    wanted = [{"rule": "sides", "seat": None, "says": "found 0, allowed is at least 2"}]
    for path in ("try", "report", "copy"):
        assert lines_of(server, path, form)[-1]["complaints"] == wanted


def test_only_files_of_written_reports_are_served(server: Server, tmp_path: Any) -> None:
    (tmp_path / "report.html").write_text("<p>a report</p>", encoding="utf-8")
    (tmp_path / "manifest.json").write_text("{}", encoding="utf-8")
    server.session.reports.append(tmp_path)
    status, headers, words = ask(server, page_of(server, "report/0/report.html"))
    assert (status, words) == (200, "<p>a report</p>")
    assert headers["Content-Type"].startswith("text/html")
    for path in (
        "0/manifest.json",
        "0/report.pdf",
        "1/report.html",
        "-1/report.html",
        "0/../report.html",
        "x/",
    ):
        assert ask(server, page_of(server, f"report/{path}"))[0] == 404


CHANGES = ("try", "report", "copy", "cost", "ask", "card/copy", "card/report", "keep", "drop")
"""All that the page asks the server to do."""


def test_who_may_only_look_sees_the_page_and_changes_nothing(server: Server) -> None:
    lines_of(server, "try", form_of(server.session, rules={"sides": 9}, games=300))
    before = server.session.state()
    status, _, words = ask(server, f"/{server.reading_token}/")
    assert status == 200
    assert server.token not in words
    assert "You look at this page" in words
    status, _, words = ask(server, f"/{server.reading_token}/state")
    assert (status, json.loads(words)["now"]["form"]["rules"]) == (200, {"sides": 9})
    known = ask(server, f"/{server.reading_token}/state?since={before['changes']}")[2]
    assert json.loads(known) == {"changes": before["changes"]}
    for path in CHANGES:
        form = form_of(server.session, rules={"sides": 10})
        for sent in (form, {"form": form, "card": "luck", "parameters": {}}, {"name": "x", "form": form}):
            status, _, words = ask(server, f"/{server.reading_token}/{path}", json.dumps(sent).encode())
            assert (status, words) == (403, "this page is to be looked at only\n")
    assert server.session.state() == before
    assert ask(server, page_of(server))[2].count(server.reading_token) == 1


def test_everything_that_the_page_asks_for_is_served_to_who_may_change_it(server: Server) -> None:
    form = form_of(server.session, games=300)
    asked = {"form": form, "card": "replay", "parameters": {"game": 3}}
    assert lines_of(server, "ask", asked)[-1]["state"] == "done"
    for path, sent in (
        ("cost", asked),
        ("card/copy", {"card": "replay"}),
        ("card/report", {"card": "replay"}),
        ("keep", {"name": "mine", "form": form}),
        ("drop", {"name": "mine"}),
    ):
        (said,) = lines_of(server, path, sent)
        assert "complaints" not in said, (path, said)
    assert lines_of(server, "card/copy", {"card": "lucky"})[0]["complaints"][0]["says"].startswith(
        "unknown card 'lucky'"
    )
    assert lines_of(server, "ask", {"card": "luck"})[0]["state"] == "wrong"
    assert lines_of(server, "ask", {**asked, "more": 1})[0]["state"] == "wrong"


def command(*words: str) -> subprocess.Popen[str]:
    """Start the command `simkit ui` without a browser."""
    program = [sys.executable, "-m", "simkit", "ui", *words, "--no-browser"]
    return subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_the_command_serves_until_ctrl_c() -> None:
    process = command("pig")
    assert process.stdout is not None
    found = re.fullmatch(
        r"The page of Pig: (http://127\.0\.0\.1:(\d+)/[\w-]{32}/)\n", process.stdout.readline()
    )
    assert found
    connection = HTTPConnection("127.0.0.1", int(found[2]), timeout=20)
    connection.request("GET", found[1].partition(found[2])[2])
    assert connection.getresponse().status == 200
    process.send_signal(signal.SIGINT)
    said, errors = process.communicate(timeout=20)
    assert (process.returncode, errors) == (0, "")
    assert said.endswith("The page is closed.\n")


def test_bad_words_of_the_command(server: Server) -> None:
    from click.testing import CliRunner

    from simkit.cli.main import main

    for words, says in (
        (["pigg"], "did you mean 'pig'?"),
        (["pig", "--scenario", "1"], "a game has none"),
        (["pig", "--port", str(server.port)], "is in use"),
        (["pig", "--port", "70000"], "70000"),
    ):
        done = CliRunner().invoke(main, ["ui", *words, "--no-browser"])
        assert done.exit_code == 2
        assert says in done.output


def test_the_browser_is_led_to_the_page_by_a_file_of_this_account_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Other accounts see the arguments of a browser's process, and the address holds the secret."""
    opened: list[tuple[str, int, str]] = []

    def note(address: str) -> None:
        file = Path(url2pathname(urlsplit(address).path))
        opened.append((address, file.stat().st_mode & 0o777, file.read_text()))
        raise KeyboardInterrupt

    monkeypatch.setattr("webbrowser.open", note)
    monkeypatch.chdir(tmp_path)
    served.serve("pig", 0, 0, browser=True)
    ((address, mode, page),) = opened
    told, looked_at = re.findall(r"http://\S+", capsys.readouterr().out)
    assert not {told.split("/")[3], looked_at.split("/")[3]} & {*address.split("/")}
    assert mode == 0o600
    assert f"url={told}" in page
    assert not Path(url2pathname(urlsplit(address).path)).exists()


def test_a_page_is_opened_from_another_place_only_as_a_whole(server: Server) -> None:
    """A browser says that it comes from elsewhere when a file has led it here."""
    led = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}
    assert ask(server, page_of(server), None, "", **led)[0] == 200
    assert ask(server, "/guessed/", None, "", **led)[0] == 403
    assert ask(server, page_of(server, "report/0/report.html"), None, "", **led)[0] == 403
    body = json.dumps(form_of(server.session)).encode()
    assert ask(server, page_of(server, "copy"), body, "", **led)[0] == 403
