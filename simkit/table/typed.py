"""Asks at the terminal for games that were played at a table, one after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click

from simkit.cli.screen import console
from simkit.engine.base.columns import Column
from simkit.errors import BadInput
from simkit.table.columns import BEGAN, EVENING, GAME, SEAT, plain
from simkit.table.sheet import NAME, PaperSheet
from simkit.table.spreadsheet import Sheet, SheetLine

AGAIN, OTHERS, STOP = "y", "o", "n"
"""What may be answered to the question whether there is another game."""


def ask_games(sheet: PaperSheet, evening: str, asks_evening: bool, keep: Callable[[Sheet], None]) -> None:
    """Ask for games until there is none left; Ctrl-D and Ctrl-C end it.

    * `evening`: what the evening is called; `asks_evening` if somebody may call it otherwise.
    * `keep`: is given each game, as a sheet of one; if it complains, the game is asked for again.
    """
    console.print(f"{sheet.title}: {sheet.experiment.game.title}, code {sheet.code}")
    console.print("Each game is kept as soon as it is typed in. Enter alone: nothing was written down.")
    try:
        if asks_evening:
            evening = click.prompt("Evening", default=evening)
        names: list[str] = []
        number = 0
        while True:
            names = names or _names(sheet)
            number += 1
            console.print(f"Game {number}", style="bold")
            try:
                keep(_game(sheet, names, number, evening))
            except BadInput as problem:
                console.print(f"{problem}", style="red")
                number -= 1
                continue
            answer = click.prompt(
                "Another game? y, with the same people; o, with others; n",
                type=click.Choice([AGAIN, OTHERS, STOP]),
                default=AGAIN,
                show_choices=False,
            )
            if answer == STOP:
                return
            if answer == OTHERS:
                names = []
    except (click.Abort, EOFError):
        console.print()


def _asked(words: str) -> str:
    return str(click.prompt(words, default="", show_default=False)).strip()


def _names(sheet: PaperSheet) -> list[str]:
    """Ask who plays."""
    if sheet.seats == 1:
        return [_asked("Who plays")]
    return [_asked(f"Who sits at seat {seat}") for seat in range(1, sheet.seats + 1)]


def _game(sheet: PaperSheet, names: Sequence[str], number: int, evening: str) -> Sheet:
    """Ask for one game, and return it as a sheet."""
    called = [name or f"seat {seat}" for seat, name in enumerate(names, start=1)]
    values: list[dict[str, str]] = [
        {GAME: str(number), **({SEAT: str(seat)} if sheet.seats > 1 else {}), NAME: name}
        for seat, name in enumerate(names, start=1)
    ]
    if not any(names):
        for line in values:
            del line[NAME]
    if BEGAN in sheet.headings:
        _mark(values, BEGAN, _who("Who began", called))
    for column in sheet.of_seats:
        heading = plain(column.name)
        if column.is_yes_no:
            _mark(values, heading, _who(f"Who: {heading}", called))
            continue
        for line, name in zip(values, called, strict=True):
            line[heading] = _asked(f"{heading} of {name}{_hint(sheet, column)}")
    for column in sheet.of_games:
        said = _asked(f"{plain(column.name)}{_hint(sheet, column)}")
        for line in values:
            line[plain(column.name)] = said
    for heading, words in zip(sheet.answers, sheet.questions, strict=True):
        console.print(words)
        for line, name in zip(values, called, strict=True):
            line[heading] = _asked(f"{heading}, {name}")
    lines = [SheetLine(f"game {number}", {**line, EVENING: evening}) for line in values]
    return Sheet(list(lines[0].values), lines, 1, "\t", [])


def _hint(sheet: PaperSheet, column: Column) -> str:
    hint = "yes or no" if column.is_yes_no else sheet.hint(column)
    return "" if hint == plain(column.name) else f" ({hint})"


def _who(words: str, called: Sequence[str]) -> set[int]:
    """Ask for some of the people, by name or seat; return their places."""
    known = {name.lower(): place for place, name in enumerate(called)}
    known |= {str(place + 1): place for place in range(len(called))}
    while True:
        named = [part.strip().lower() for part in _asked(f"{words} ({', '.join(called)})").split(",")]
        places: set[int] = set()
        for part in filter(None, named):
            begin = [place for place, name in enumerate(called) if name.lower().startswith(part)]
            if part not in known and len(begin) != 1:
                console.print(f"'{part}' is nobody here; allowed are {', '.join(called)}, or the seat")
                break
            places.add(known[part] if part in known else begin[0])
        else:
            return places


def _mark(values: Sequence[dict[str, str]], heading: str, places: set[int]) -> None:
    """Write yes for some people, and no for the others; nothing if nobody is named."""
    for place, own in enumerate(values):
        own[heading] = "" if not places else "yes" if place in places else "no"
