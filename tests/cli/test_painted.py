"""A drawing is plain text to a file, and has its colours on a terminal."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from simkit.cli.replay import _painted
from simkit.engine.story import Drawn

LINE = Drawn([("  ", ""), ("~", "blue"), ("[0]", "bold red")])


def test_a_drawn_line_is_text_like_any_other() -> None:
    assert LINE == "  ~[0]" and f"{LINE}!" == "  ~[0]!"


@pytest.mark.parametrize(("terminal", "codes"), [(True, True), (False, False)])
def test_colours_are_for_a_terminal(terminal: bool, codes: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    screen = Console(file=StringIO(), force_terminal=terminal, markup=False)
    screen.print(_painted(LINE), soft_wrap=True)
    told = screen.file.getvalue()  # type: ignore[attr-defined]
    assert ("\x1b[" in told) == codes
    assert codes or told == "  ~[0]\n"
