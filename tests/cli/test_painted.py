"""A line of a replay is plain text in a file; a terminal has colours, and words that are not cut."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from simkit.cli.screen import show_line
from simkit.engine.contract.story import Drawn

LINE = Drawn([("  ", ""), ("~", "blue"), ("[0]", "bold red")])


def test_a_drawn_line_is_text_like_any_other() -> None:
    assert LINE == "  ~[0]" and f"{LINE}!" == "  ~[0]!"


@pytest.mark.parametrize(("terminal", "codes"), [(True, True), (False, False)])
def test_colours_are_for_a_terminal(terminal: bool, codes: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    screen = Console(file=StringIO(), force_terminal=terminal, markup=False)
    show_line(screen, LINE)
    told = screen.file.getvalue()  # type: ignore[attr-defined]
    assert ("\x1b[" in told) == codes
    assert codes or told == "  ~[0]\n"


def test_a_long_line_is_wrapped_at_words_on_a_terminal_alone() -> None:
    line = "    They walk from one station to another"
    for terminal, expected in (
        (True, ["    They walk from", "    one station to", "    another"]),
        (False, [line]),
    ):
        screen = Console(file=StringIO(), force_terminal=terminal, markup=False, width=20)
        show_line(screen, line)
        told = screen.file.getvalue()  # type: ignore[attr-defined]
        assert [own.rstrip() for own in told.splitlines()] == expected
