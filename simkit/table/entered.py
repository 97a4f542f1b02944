"""Reads the results of games that were played on a real table, from a CSV file.

One line per game, or one per seat of a game.  Columns are the game's outcome columns that the group wrote
down; of a seat, with a line per game, they have the seat's number behind: ``score 1``, ``score 2``.
"""

from __future__ import annotations

import csv
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from simkit.content.mapping import read_mapping
from simkit.content.source import read_text
from simkit.engine.base.columns import Column
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import PLAYERS
from simkit.engine.contract.person import person
from simkit.engine.contract.player import Player
from simkit.errors import BadInput, unknown
from simkit.experiment.file.load import Overrides, read_experiment
from simkit.plugins import find_game
from simkit.search.settings import ladder_players
from simkit.table.kept import KeptGame
from simkit.table.setting import Table, checked
from simkit.words import plural

GAME, SEAT, PLAYER = "game", "seat", "player"
"""Columns of the file besides outcomes: the game's number, the seat from 1, the name of the person there."""

YES, NO = ("yes", "y", "true", "1", "x"), ("no", "n", "false", "0", "")
OF_A_SEAT = re.compile(r"(?P<name>.+?)[ _]?(?P<seat>\d+)")
MOST_PROBLEMS = 8


@dataclass(frozen=True)
class Entered:
    """Games that were read from a file.

    Parameters
    ----------
    table : Table
        Where they were played.
    games : list of KeptGame
        The games.
    left_out : dict
        Columns that some games lack, with the number of these; they are in no table.
    """

    table: Table
    games: list[KeptGame]
    left_out: dict[str, int]


@dataclass(frozen=True)
class _Line:
    number: int
    values: dict[str, str]


def read_results(path: Path, game: str, settings: Sequence[str] = (), content: Path | None = None) -> Entered:
    """Return the games in a file.

    Parameters
    ----------
    path : Path
        The file.
    game : str
        The game that was played.
    settings : sequence of str
        Rules that were not as printed: "rules.target=50".
    content : Path, optional
        A file with content of one's own.

    Raises
    ------
    BadInput
        If anything is wrong with the file: a line for each mistake, with its place.
    """
    declared = find_game(game)
    lines = _lines(path)
    header = list(lines[0].values)
    is_by_seat = SEAT in header or PLAYER in header
    reader = _Reader(path, declared, header, is_by_seat)
    groups = _by_game(path, lines, header) if is_by_seat else [[line] for line in lines]
    seats = reader.seats(groups)
    _require_seats(path, declared, seats)
    table = _table(path, declared, reader.people(groups, seats), seats, settings, content)
    expected = len(table.players)
    if seats and seats != expected:
        raise BadInput(
            f"{path}:1: results of {plural(seats, 'player')}; {declared.title} has {expected} under "
            "these rules"
        )
    kept = [reader.game(group, place, expected) for place, group in enumerate(groups)]
    reader.complain()
    left_out = reader.left_out(kept)
    reader.require_an_objective(left_out)
    return Entered(table, kept, left_out)


def _lines(path: Path) -> list[_Line]:
    """Return the lines of a file, by the names in its first line."""
    text = read_text(path, "a file of results")
    first = text.partition("\n")[0]
    comma = max((";", "\t", ","), key=first.count)
    rows = csv.reader(text.splitlines(), delimiter=comma)
    names = [name.strip() for name in next(_rows(path, rows), [])]
    if not names or not any(names):
        raise BadInput(f"{path}: no columns; the first line names them, such as: won,score,turns")
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"{path}:1: two columns are called '{name}'")
    found = []
    for row in _rows(path, rows):
        if any(cell.strip() for cell in row):
            if len(row) > len(names):
                raise BadInput(
                    f"{path}:{rows.line_num}: {len(row)} values, the first line names {len(names)}"
                )
            cells = [cell.strip() for cell in row] + [""] * (len(names) - len(row))
            found.append(_Line(rows.line_num, dict(zip(names, cells, strict=True))))
    if not found:
        raise BadInput(f"{path}: no games; a line for each follows the names of the columns")
    return found


def _rows(path: Path, rows: Any) -> Iterator[list[str]]:
    """Yield the lines that a reader of CSV files finds; complain where it can't go on."""
    try:
        yield from rows
    except csv.Error as error:
        raise BadInput(f"{path}:{rows.line_num}: can't be read: {error}") from None


def _by_game(path: Path, lines: Sequence[_Line], header: Sequence[str]) -> list[list[_Line]]:
    """Return the lines of each game, where each seat has one."""
    if GAME not in header:
        raise BadInput(f"{path}:1: with a line per seat a column '{GAME}' says which lines are one game")
    groups: dict[str, list[_Line]] = {}
    for line in lines:
        groups.setdefault(line.values[GAME], []).append(line)
    return list(groups.values())


class _Reader:
    """Reads the values of a file, and collects what is wrong with them."""

    def __init__(self, path: Path, game: Game, header: Sequence[str], is_by_seat: bool) -> None:
        self._path, self._game, self._is_by_seat = path, game, is_by_seat
        self._problems: list[str] = []
        self._of_game = {column.name: column for column in game.columns}
        self._of_seat = {column.name: column for column in game.seat_columns}
        self._read: dict[str, tuple[Column, int | None]] = {}
        for name in header:
            if name in (GAME, SEAT, PLAYER):
                continue
            found = self._column(name)
            if found is None:
                allowed = [GAME, SEAT, PLAYER, *self._of_game, *self._names_of_seats()]
                raise BadInput(f"{path}:1: {unknown('column', name, allowed)}")
            self._read[name] = found
        if not self._read:
            raise BadInput(
                f"{path}:1: no column of results; such as {', '.join([*self._of_seat, *self._of_game])}"
            )

    def _names_of_seats(self) -> list[str]:
        return list(self._of_seat) if self._is_by_seat else [f"{name} 1" for name in self._of_seat]

    def _column(self, name: str) -> tuple[Column, int | None] | None:
        """Return the column that a name means, and its seat; None as the seat for a column of the game."""
        if self._is_by_seat and name in self._of_seat:
            return self._of_seat[name], 0
        if name in self._of_game:
            return self._of_game[name], None
        split = OF_A_SEAT.fullmatch(name)
        if not self._is_by_seat and split and split["name"] in self._of_seat and int(split["seat"]) > 0:
            return self._of_seat[split["name"]], int(split["seat"]) - 1
        return None

    def seats(self, groups: Sequence[Sequence[_Line]]) -> int:
        """Return the number of players; 0 if the file does not say it."""
        if not self._is_by_seat:
            return max((seat + 1 for _, seat in self._read.values() if seat is not None), default=0)
        sizes = {len(group): group for group in groups}
        if len(sizes) > 1:
            few, many = min(sizes), max(sizes)
            first = sizes[few][0].number
            raise BadInput(
                f"{self._path}:{first}: a game of {plural(few, 'player')}, others have {many}; "
                "write games of each number of players into a file of their own"
            )
        return next(iter(sizes))

    def people(self, groups: Sequence[Sequence[_Line]], seats: int) -> list[str]:
        """Return the names of the people: those in the file, if the same sit at every game."""
        sets = {tuple(sorted(line.values.get(PLAYER, "") for line in group)) for group in groups}
        names = next(iter(sets)) if len(sets) == 1 else ()
        if self._is_by_seat and len(set(names)) == seats and all(names):
            return list(names)
        return [f"person {seat + 1}" for seat in range(seats)]

    def game(self, group: Sequence[_Line], number: int, seats: int) -> KeptGame:
        """Return one game."""
        row: dict[str, float] = {}
        seat_rows: list[dict[str, float]] = [{} for _ in range(seats)]
        players = list(range(seats))
        for place, line in enumerate(self._seated(group) if self._is_by_seat else group):
            for name, (column, seat) in self._read.items():
                value = self._value(line, name, column)
                if value is None:
                    continue
                if seat is None:
                    if row.setdefault(column.name, value) != value:
                        self._say(
                            line, f"{name}: '{line.values[name]}', another line of the same game differs"
                        )
                elif (own := place if self._is_by_seat else seat) < seats:
                    seat_rows[own][column.name] = value
        if self._is_by_seat and PLAYER in group[0].values:
            names = sorted(line.values[PLAYER] for line in group)
            seated = [line.values[PLAYER] for line in self._seated(group)]
            players = [names.index(name) for name in seated] if len(set(names)) == seats else players
        has_seats = any(seat is not None for _, seat in self._read.values()) and seats > 1
        return KeptGame(number, row, seat_rows if has_seats else [], players)

    def _seated(self, group: Sequence[_Line]) -> list[_Line]:
        """Return the lines of a game in the order of the seats."""
        if SEAT not in group[0].values:
            return list(group)
        order: dict[int, _Line] = {}
        for line in group:
            said = line.values[SEAT]
            if not said.isdecimal() or not 1 <= int(said) <= len(group) or int(said) in order:
                self._say(line, f"{SEAT}: '{said}', allowed is each of 1 to {len(group)} once")
                return list(group)
            order[int(said)] = line
        return [order[seat] for seat in sorted(order)]

    def _value(self, line: _Line, name: str, column: Column) -> float | None:
        """Return a value as its column holds it; None if nothing was written down."""
        said = line.values[name]
        if not said:
            return None
        if column.is_yes_no:
            if said.lower() in YES or said.lower() in NO:
                return int(said.lower() in YES)
            self._say(line, f"{name}: '{said}', allowed are yes and no")
        elif column.labels:
            if said in column.labels:
                return list(column.labels).index(said)
            self._say(line, f"{name}: {unknown('word', said, column.labels)}")
        elif column.is_fraction:
            if re.fullmatch(r"-?\d+(\.\d+)?", said):
                return float(said)
            self._say(line, f"{name}: '{said}', allowed is a number")
        else:
            limits = np.iinfo(np.dtype(column.dtype))
            if not re.fullmatch(r"-?\d+", said):
                self._say(line, f"{name}: '{said}', allowed is a whole number")
            elif not limits.min <= int(said) <= limits.max:
                self._say(
                    line, f"{name}: {said}, allowed are whole numbers from {limits.min:,} to {limits.max:,}"
                )
            else:
                return int(said)
        return None

    def _say(self, line: _Line, problem: str) -> None:
        self._problems.append(f"{self._path}:{line.number}: {problem}")

    def complain(self) -> None:
        """Complain about all mistakes found."""
        problems = list(dict.fromkeys(self._problems))
        if problems:
            more = len(problems) - MOST_PROBLEMS
            raise BadInput(
                "\n".join([*problems[:MOST_PROBLEMS], *([f"and {more} more"] if more > 0 else [])])
            )

    def require_an_objective(self, left_out: Mapping[str, int]) -> None:
        """Complain if nobody wrote down anything that the game is played for."""
        known = {column.name for column, _ in self._read.values()} - set(left_out)
        goals = [goal.column for goal in self._game.objectives]
        if known.isdisjoint(goals):
            raise BadInput(
                f"{self._path}: of what {self._game.title} is played for one column is needed, in all games: "
                f"{', '.join(dict.fromkeys(goals))}"
            )

    def left_out(self, games: Sequence[KeptGame]) -> dict[str, int]:
        """Return the columns of the file that some games lack, and how many games do."""
        found = {}
        for name, (column, seat) in self._read.items():
            lacking = sum(not _has(own, column.name, is_of_game=seat is None) for own in games)
            if lacking:
                found[name if seat is None or self._is_by_seat else column.name] = lacking
        return found


def _has(game: KeptGame, name: str, *, is_of_game: bool) -> bool:
    rows: Iterator[Mapping[str, float]] = iter([game.row] if is_of_game else game.seat_rows)
    return all(name in row for row in rows)


def _require_seats(path: Path, game: Game, seats: int) -> None:
    """Complain about a number of players that the game does not have; 0 means that it is not known."""
    if seats and seats not in game.seats:
        few, many = game.seats[0], game.seats[-1]
        allowed = plural(few, "player") if few == many else f"{few} to {many} players"
        raise BadInput(f"{path}:1: results of {plural(seats, 'player')}; {game.title} is played by {allowed}")


def _table(
    path: Path,
    game: Game,
    names: Sequence[str],
    seats: int,
    settings: Sequence[str],
    content: Path | None,
) -> Table:
    """Return the table at which people of these names sit."""
    given = list(settings)
    has_knob = PLAYERS in game.knobs.model_fields
    if seats and has_knob and not any(own.startswith(f"rules.{PLAYERS}=") for own in given):
        given.append(f"rules.{PLAYERS}={seats}")
    described = {
        "name": f"{game.name}_table",
        "title": f"{game.title} on a real table",
        "game": game.name,
        "strategy": ladder_players(game).base.name,
        "seed": zlib.crc32(path.read_bytes()),
        "report": "none",
    }
    experiment = read_experiment(
        read_mapping(described, str(path)), Path(), Overrides(settings=tuple(given), content=content)
    )
    (scenario,) = experiment.scenarios
    count = len(scenario.players)
    called = list(names) if len(names) == count else [f"person {seat + 1}" for seat in range(count)]
    players = tuple(Player(person(own), {}) for own in called)
    return checked(replace(experiment, scenarios=(replace(scenario, players=players),)))
