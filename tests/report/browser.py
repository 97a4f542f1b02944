"""A small driver of a real, headless Chromium: the DevTools protocol over the two pipes that Chromium offers.

No other package is needed, and no port is opened.
"""

from __future__ import annotations

import base64
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--remote-debugging-pipe", "about:blank",
)  # fmt: skip

PUT_PIPES = """
import os, sys
reads, writes = os.dup2(int(sys.argv[1]), 100), os.dup2(int(sys.argv[2]), 101)
os.dup2(reads, 3), os.dup2(writes, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""Puts the pipes where Chromium looks for them: it reads commands from descriptor 3 and answers on 4."""

KEYS = {"Enter": 13, "Escape": 27, "ArrowRight": 39, "Tab": 9}


def chromium() -> str | None:
    """Return the path of an installed Chromium, or None."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Page:
    """A page of a browser.

    Parameters
    ----------
    out : file
        What the browser reads.
    answers : file
        What it writes.
    """

    def __init__(self, out: io.RawIOBase, answers: io.BufferedReader) -> None:
        self._out = out
        self._in = answers
        self._left = b""
        self._number = 0
        self._session = ""
        self.events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and return its result."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._out.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                assert "error" not in answer, (method, answer["error"])
                return dict(answer["result"])
            self.events.append(answer)

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._left:
            more = self._in.read1(1 << 20)
            assert more, "the browser has ended"
            self._left += more
        first, _, self._left = self._left.partition(b"\0")
        return dict(json.loads(first))

    def open(self, path: Path) -> None:
        """Open a file and wait until it is loaded."""
        self.open_address(path.resolve().as_uri())

    def open_address(self, address: str) -> None:
        """Open a page and wait until it is loaded."""
        self.events.clear()
        self.call("Page.navigate", url=address)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._read())

    def run(self, script: str) -> Any:
        """Return the value of an expression of the page's, awaited."""
        answer = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def resize(self, width: int, height: int) -> None:
        """Give the page a window of another size."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
            mobile=width < 600,
        )  # fmt: skip

    def media(self, media: str = "", scheme: str = "light") -> None:
        """Show the page as on a screen or in print, in light or dark colours."""
        self.call(
            "Emulation.setEmulatedMedia", media=media,
            features=[{"name": "prefers-color-scheme", "value": scheme}],
        )  # fmt: skip

    def click(self, selector: str) -> None:
        """Click in the middle of an element with the mouse."""
        x, y = self._middle(selector)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def hover(self, selector: str) -> None:
        """Move the mouse over an element."""
        x, y = self._middle(selector)
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def press(self, key: str) -> None:
        """Press a key of `KEYS`."""
        typed = {"text": "\r"} if key == "Enter" else {}  # without it no button is pressed
        for kind, more in (("keyDown" if typed else "rawKeyDown", typed), ("keyUp", {})):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=KEYS[key], **more)

    def type(self, words: str) -> None:
        """Type words into what has the focus."""
        self.call("Input.insertText", text=words)

    def _middle(self, selector: str) -> tuple[float, float]:
        box = self.run(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            " e.scrollIntoView({block: 'center', behavior: 'instant'});"
            " const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        return float(box[0]), float(box[1])

    def screenshot(self, path: Path, *, whole: bool = False) -> None:
        """Write what is to be seen as PNG."""
        found = self.call("Page.captureScreenshot", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(found["data"]))

    def complaints(self) -> list[str]:
        """Return what the browser has complained of since the page was opened: errors, warnings, refusals."""
        said = []
        for event in self.events:
            method, what = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                said.append(str(what["exceptionDetails"]))
            elif method == "Runtime.consoleAPICalled" and what["type"] in ("error", "warning", "assert"):
                said.append(str(what["args"]))
            elif method == "Log.entryAdded" and what["entry"]["level"] in ("error", "warning"):
                said.append(what["entry"]["text"])
        return said

    def requests(self) -> list[str]:
        """Return the addresses that the page has asked for since it was opened."""
        sent = [event for event in self.events if event.get("method") == "Network.requestWillBeSent"]
        return [event["params"]["request"]["url"] for event in sent]


@contextmanager
def browser(profile: Path) -> Iterator[Page]:
    """Yield a page of a Chromium with a fresh profile, which ends with the block."""
    program = chromium()
    assert program is not None
    read_by_browser, to_browser = os.pipe()
    from_browser, written_by_browser = os.pipe()
    command = [program, *FLAGS[:-1], f"--user-data-dir={profile}", FLAGS[-1]]
    with subprocess.Popen(
        [sys.executable, "-c", PUT_PIPES, str(read_by_browser), str(written_by_browser), *command],
        pass_fds=(read_by_browser, written_by_browser),
        stderr=subprocess.DEVNULL,
    ) as process:
        os.close(read_by_browser)
        os.close(written_by_browser)
        try:
            with os.fdopen(to_browser, "wb", buffering=0) as out, os.fdopen(from_browser, "rb") as answers:
                yield Page(out, answers)
        finally:
            process.terminate()
