"""What commands show: tables' columns and fields, lines of a replay on a terminal and in a file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from click.testing import Result
from rich.console import Console

from simkit.cli.screen import show_line
from simkit.game import Drawn
from simkit.plugins import game_names
from simkit.testing import find_game

# `simkit columns` and `simkit fields`: what tables hold, and what a strategy is given.


@pytest.mark.parametrize("name", game_names())
def test_every_column_and_field_is_listed(simkit: Callable[..., Result], name: str) -> None:
    game = find_game(name)
    columns, fields = (json.loads(simkit(word, name, "--json").output) for word in ("columns", "fields"))
    assert {column.name for column in (*game.columns, *game.seat_columns)} <= {
        row["column"] for row in columns
    }
    found = {re.split(r"[.\[]", row["field"])[0] for row in fields}
    assert {*(game.table.names or ()), *(game.seat_record.names or ())} <= found
    assert [row for row in fields if not row["meaning"]] == []
    text = simkit("fields", name).output
    assert all(row["field"] in text for row in fields)


def test_single_fields_are_listed(simkit: Callable[..., Result]) -> None:
    told = simkit("fields", "nautilion", "occupied")
    assert "occupied" in told.output and "reserve" not in told.output
    wrong = simkit("fields", "nautilion", "ocupied")
    assert wrong.exit_code == 2
    assert "unknown field of nautilion 'ocupied'; did you mean 'occupied'" in wrong.output


def test_a_scenario_that_is_not_there_is_named_before_anything_else(simkit: Callable[..., Result]) -> None:
    Path("p.yaml").write_text("name: p\ngame: pig\ngames: 5\nstrategy: random\nreport: none\n")
    assert simkit("run", "p.yaml").exit_code == 0
    for more in ([], ["--game", 1], ["--where", "won"]):
        told = simkit("replay", "p", "--scenario", 99, *more)
        assert told.exit_code == 2
        assert "there is no scenario 99; allowed: 0 to 0" in told.output
    assert "say which game: --game NUMBER, --where CONDITION, or --most" in simkit("replay", "p").output


@pytest.mark.parametrize("words", [("fields", "pig"), ("rules", "pig"), ("cards", "castaways")])
def test_an_unknown_name_is_refused_in_either_form(simkit: Callable[..., Result], words: tuple[str]) -> None:
    for more in ([], ["--json"]):
        told = simkit(*words, "zzz", *more)
        assert told.exit_code == 2, told.output
        assert "zzz" in told.output


# A line of a replay is plain text in a file; a terminal has colours, and words that are not cut.


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
        assert [line.rstrip() for line in told.splitlines()] == expected
