"""Reads the results of games that were played on a real table, from a CSV file or a workbook.

One line per game, or one per seat of a game.  Columns are the game's outcome columns that the group wrote
down; of a seat, with a line per game, they have the seat's number behind: ``score 1``, ``score 2``.  Columns
with other names, and labels, are those that a mapping names (`simkit.table.columns`).
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path

import numpy as np

from simkit.content.characters import refused_character
from simkit.content.mapping import read_mapping
from simkit.engine.base.columns import END, Column, stopped_code
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import PLAYERS
from simkit.engine.contract.player import IN_A_FILE, MASTER
from simkit.errors import BadInput, nearest, unknown
from simkit.experiment.file.load import Overrides, read_experiment
from simkit.language import listed, plural, shortened
from simkit.plugins import find_game, strategies_of
from simkit.search.settings import ladder_players
from simkit.table.columns import (
    ALSO,
    BEGAN,
    EVENING,
    GAME,
    NAMES,
    PLAYER,
    RANK,
    SEAT,
    WON,
    Columns,
    label_of,
    plain,
)
from simkit.table.kept import NOT_SAID, KeptGame, nameless, with_people
from simkit.table.setting import TableOfPlayers, checked
from simkit.table.sheet import PaperSheet, with_title
from simkit.table.spreadsheet import Sheet, SheetLine, read_sheet

YES = frozenset(
    ("yes", "y", "true", "t", "1", "win", "won", "w", "wahr", "ja", "j", "oui", "vrai", "si", "sí",
     "verdadero", "vero", "sim", "verdadeiro", "waar")
)  # fmt: skip
NO = frozenset(
    ("no", "n", "false", "f", "0", "loss", "lost", "l", "falsch", "nein", "non", "faux", "falso", "não",
     "nao", "nee", "onwaar")
)  # fmt: skip
"""Yes and no, as people and the spreadsheets of several languages write them."""

MARKS = frozenset(("x", "✓", "✔", "*"))
"""What stands for yes in a column that is left empty for no."""

NOTHING = frozenset(("", "na", "n/a", "#n/a", "nan", "none", "null", "-", "?"))
"""What says that nothing was written down."""

ONLY_RANK = Column(RANK, np.int64, "the place in the end, of a game that has no such column")
"""Ranks, which say who has won though the game does not record them."""

NUMBER = re.compile(r"[-+]?[0-9]+([.,][0-9]+)?(e[-+]?[0-9]{1,3})?", re.IGNORECASE)
THOUSANDS = re.compile(r"[-+]?[1-9][0-9]{0,2}[.,]000")
"""A number of which nobody knows whether it is 1 or a thousand times as much."""

_KEYS = (GAME, SEAT, PLAYER, BEGAN)
"""The columns besides those of results, by the names that they have in a file without a mapping."""

DAY = re.compile(r"(?<=\d\d)[ T]\d{1,2}:\d\d.*$")
"""The time of day behind a date, which is no part of an evening."""

OF_A_SEAT = re.compile(r"(?P<name>.+?) ?(?P<seat>[0-9]{1,3})")
LONGEST_NUMBER, LONGEST_NAME, LONGEST_SHOWN, LONGEST_LABEL = 30, 60, 40, 200
MOST_PROBLEMS = 8


@dataclass(frozen=True)
class Entered:
    """Games that were read from a file."""

    table: TableOfPlayers
    """Where they were played; its players are all people in the file."""

    games: list[KeptGame]
    left_out: dict[str, int]
    """Columns that some games lack, with the number of these; they are in no table."""

    lines: list[str] = field(default_factory=list)
    """The lines of the file, whatever its dialect, by which it is known when it is entered again."""

    notes: list[str] = field(default_factory=list)
    """What else is to be told."""


def read_results(
    path: Path,
    game: str,
    settings: Sequence[str] = (),
    content: Path | None = None,
    columns: Columns | None = None,
) -> Entered:
    """Return the games in a file.

    * `settings`: rules that were not as printed: "rules.target=50".
    * `content`: a file with content of one's own.
    * `columns`: what columns mean that are not called as the game calls them.
    """
    declared = find_game(game)
    sheet = read_sheet(path, "a file of results")
    labels = Columns(labels=[name for name in sheet.names if plain(name) == EVENING])
    if columns is not None:
        sheet, labels = columns.apply(sheet, path, declared), columns.applied
    return read_games(
        path, sheet, declared, lambda seats: _table(path, declared, seats, settings, content), labels
    )


def read_of_sheet(path: Path, sheet: Sheet, of: PaperSheet, name: str, columns: Columns | None) -> Entered:
    """Return the games in a sheet that were played by the rules of a printed one.

    * `name`: that of the run's folder.
    """
    experiment = replace(with_title(of, name), seed=zlib.crc32("\n".join(sheet.names).encode()))
    table = checked(with_people(TableOfPlayers(experiment), nameless(of.seats)).experiment)
    return read_games(path, sheet, of.experiment.game, lambda _seats: table, columns)


def read_games(
    path: Path,
    sheet: Sheet,
    declared: Game,
    table_of: Callable[[int], TableOfPlayers],
    columns: Columns | None = None,
) -> Entered:
    """Return the games in a sheet.

    * `path`: its file, as messages name it.
    * `table_of`: returns the table for a number of players, 0 if that is not known.
    * `columns`: which of its columns are labels, if any are.
    """
    heads = _Heads(path, declared, sheet, columns or Columns())
    if not sheet.lines:
        raise BadInput(f"{path}: no games; a line for each follows the names of the columns")
    reader = _Reader(path, declared, heads, sheet.lines)
    groups = reader.by_game() if heads.is_by_seat else [[line] for line in sheet.lines]
    seats = reader.seats(groups)
    _require_seats(path, declared, seats)
    names = reader.people(groups)
    table = table_of(seats)
    expected = table.seats
    if seats and seats != expected:
        raise BadInput(
            f"{path}:{sheet.row}: results of {plural(seats, 'player')}; {declared.title} has {expected} "
            "under these rules"
        )
    kept = [reader.game(group, place, expected, names) for place, group in enumerate(groups)]
    reader.complain()
    left_out = reader.left_out(kept)
    reader.require_an_objective(left_out)
    if names:
        table = with_people(table, names)
    lines = ["\t".join(cell for pair in line.values.items() for cell in pair) for line in sheet.lines]
    return Entered(table, kept, left_out, lines, [*sheet.notes, *heads.notes])


class _Heads:
    """What the names in the first line of a file mean.

    Attributes
    ----------
    keys : dict
        The names in the file of the columns GAME, SEAT, PLAYER and BEGAN, as far as it has them.
    labels, seat_labels : list of str
        The names in the file of what the group has written down besides, of games and of seats.
    columns : dict
        By its name in the file: a column of results, and its seat; None as the seat for one of the game, 0
        where a seat has a line of its own.
    is_by_seat : bool
        Whether a seat has a line of its own.
    notes : list of str
        Which columns are left out.
    """

    def __init__(self, path: Path, game: Game, sheet: Sheet, named: Columns) -> None:
        self._sheet = sheet
        self.labels = [name for name in sheet.names if name in named.labels]
        self.seat_labels = [name for name in sheet.names if name in named.seat_labels]
        self._of_game = {plain(column.name): column for column in game.columns}
        self._of_seat = {plain(column.name): column for column in game.seat_columns}
        if WON in self._of_seat:
            self._of_seat.setdefault(RANK, ONLY_RANK)
        self.keys = {key: name for name in sheet.names for key in _KEYS if plain(name) == key}
        if GAME in self.keys:
            for name in sheet.names:
                if plain(name) in NAMES:
                    self.keys.setdefault(PLAYER, name)
        self.is_by_seat = SEAT in self.keys or PLAYER in self.keys
        if not self.is_by_seat:
            self.keys.pop(BEGAN, None)
        self.columns: dict[str, tuple[Column, int | None]] = {}
        seen: dict[tuple[str, int | None], str] = {}
        left_out = []
        for name in sheet.names:
            if name in self.labels or name in self.seat_labels:
                continue
            key = next((heading for heading in _KEYS if plain(name) == heading), "")
            found = None if key or name in self.keys.values() else self._column(name)
            if found is not None:
                self.columns[name] = found
            meaning = (key, 0) if key else (found[0].name, found[1]) if found else (name, 0)
            if meaning in seen:
                raise BadInput(
                    f"{path}:{sheet.row}: two columns are called '{shown(name)}'"
                    if seen[meaning] == name
                    else f"{path}:{sheet.row}: '{shown(seen[meaning])}' and '{shown(name)}' are one column"
                )
            seen[meaning] = name
            if found is None and name not in self.keys.values():
                if nearest(plain(name), self._allowed):
                    raise BadInput(f"{path}:{sheet.row}: {unknown('column', shown(name), self._allowed)}")
                left_out.append(shown(name))
        if not self.columns:
            such = f"such as {', '.join(self._results)}"
            raise BadInput(f"{path}:{sheet.row}: no column of results; {such}")
        self.notes = [f"{name} is left out: {game.title} has no such column" for name in left_out[:1]]
        if len(left_out) > 1:
            self.notes = [f"{listed(left_out)} are left out: {game.title} has no such columns"]

    @property
    def _results(self) -> list[str]:
        own = [name for name, column in self._of_seat.items() if column is not ONLY_RANK]
        return [*(own if self.is_by_seat else [f"{name} 1" for name in own]), *self._of_game]

    @property
    def _allowed(self) -> list[str]:
        return [*_KEYS, *self._results]

    def _column(self, name: str) -> tuple[Column, int | None] | None:
        """Return the column that a name means, and its seat; None as the seat for a column of the game."""
        called = plain(name)
        if self.is_by_seat and called in self._of_seat:
            return self._of_seat[called], 0
        also = self._of_seat.get(ALSO.get(called, ""))
        if self.is_by_seat and also and (called not in self._of_game or self._says_yes_or_no(name)):
            return also, 0
        if called in self._of_game:
            return self._of_game[called], None
        split = OF_A_SEAT.fullmatch(called)
        if self.is_by_seat or split is None or int(split["seat"]) == 0:
            return None
        own = self._of_seat.get(split["name"]) or self._of_seat.get(ALSO.get(split["name"], ""))
        return None if own is None else (own, int(split["seat"]) - 1)

    def _says_yes_or_no(self, name: str) -> bool:
        allowed = YES | NO | MARKS | NOTHING
        return all(line.values[name].lower() in allowed for line in self._sheet.lines)


class _Reader:
    """Reads the values of a file, and collects what is wrong with them."""

    def __init__(self, path: Path, game: Game, heads: _Heads, lines: Sequence[SheetLine]) -> None:
        self._path, self._game, self._heads, self._lines = path, game, heads, lines
        self._problems: list[str] = []
        self._marked = {
            name
            for name, (column, _) in heads.columns.items()
            if column.is_yes_no and {line.values[name].lower() for line in lines} - {""} <= MARKS
        }
        names = {column.name for column, _ in heads.columns.values()}
        self._wins_by_rank = RANK in names and WON not in names and WON in self._of_seats
        self._wins_by_points = WON not in names and RANK not in names and WON in self._of_seats

    @property
    def _of_seats(self) -> set[str]:
        return {column.name for column in self._game.seat_columns}

    def by_game(self) -> list[list[SheetLine]]:
        """Return the lines of each game, where each seat has one."""
        name = self._heads.keys.get(GAME)
        if name is None:
            raise BadInput(
                f"{self._path}:1: with a line per seat a column '{GAME}' says which lines are one game"
            )
        groups: dict[str, list[SheetLine]] = {}
        for line in self._lines:
            if not line.values[name]:
                self._say(line, f"{GAME}: nothing; it says which lines are one game")
            groups.setdefault(line.values[name], []).append(line)
        self.complain()
        return list(groups.values())

    def seats(self, groups: Sequence[Sequence[SheetLine]]) -> int:
        """Return the number of players; 0 if the file does not say it."""
        if not self._heads.is_by_seat:
            seats = (seat + 1 for _, seat in self._heads.columns.values() if seat is not None)
            return max(seats, default=0)
        sizes = {len(group): group for group in groups}
        if len(sizes) > 1:
            few, many = min(sizes), max(sizes)
            first = sizes[few][0].number
            raise BadInput(
                f"{self._path}:{first}: a game of {plural(few, 'player')}, others have {many}; "
                "write games of each number of players into a file of their own"
            )
        return next(iter(sizes))

    def people(self, groups: Sequence[Sequence[SheetLine]]) -> list[str]:
        """Return the names of the people in all games, in alphabetical order; none if the file has none."""
        name = self._heads.keys.get(PLAYER)
        if name is None:
            return []
        strategies = {MASTER, *strategies_of(self._game.name)}
        found: dict[str, str] = {}
        for group in groups:
            seated: set[str] = set()
            for line in group:
                said = line.values[name]
                if problem := _not_a_name(said):
                    self._say(line, f"{PLAYER}: {problem}")
                elif said in strategies or IN_A_FILE in said:
                    self._say(line, f"{PLAYER}: '{said}' is a strategy of {self._game.title}, not a person")
                elif (known := found.setdefault(said.lower(), said)) != said:
                    self._say(line, f"{PLAYER}: '{said}' is '{known}' in another line; write it one way")
                elif said in seated:
                    self._say(line, f"{PLAYER}: '{said}' sits at two seats of this game")
                seated.add(said)
        self.complain()
        return sorted(found.values())

    def game(self, group: Sequence[SheetLine], number: int, seats: int, names: Sequence[str]) -> KeptGame:
        """Return one game, whose players are numbered in the order of the names."""
        heads = self._heads
        row: dict[str, float] = {}
        seat_rows: list[dict[str, float]] = [{} for _ in range(seats)]
        lines = self._seated(group) if heads.is_by_seat else group
        first = self._beginner(lines)
        order = self._game.turn_order
        if first is not None and not order:  # seats are numbered from the one that begins
            lines = [*lines[first:], *lines[:first]]
        for place, line in enumerate(lines):
            for name, (column, seat) in heads.columns.items():
                value = self._value(line, name, column)
                if value is None:
                    continue
                if seat is None:
                    if row.setdefault(column.name, value) != value:
                        self._say(
                            line,
                            f"{name}: '{shown(line.values[name])}', another line of the same game differs",
                        )
                elif (own := place if heads.is_by_seat else seat) < seats:
                    seat_rows[own][column.name] = value
        players = list(range(seats))
        if names:
            players = [names.index(line.values[heads.keys[PLAYER]]) for line in lines]
        has_seats = any(seat is not None for _, seat in heads.columns.values()) and seats > 1
        if has_seats:
            self._judge(lines, row, seat_rows)
        if first is not None and order and has_seats:
            for place, seat_row in enumerate(seat_rows):
                seat_row.setdefault(order, 1 + (place - first) % seats)
        is_seated = not heads.is_by_seat or SEAT in heads.keys or (first is not None and seats == 2)
        if BEGAN in heads.keys and first is None and not order:
            is_seated = False
        return KeptGame(
            number,
            row,
            seat_rows if has_seats else [],
            players,
            is_seated=is_seated,
            labels=self._labels(group),
            seat_labels=self._seat_labels(lines) if has_seats else (),
        )

    def _beginner(self, lines: Sequence[SheetLine]) -> int | None:
        """Return the place of the line of the player that began a game; None if that was not written down."""
        name = self._heads.keys.get(BEGAN)
        if name is None:
            return None
        said = [line.values[name] for line in lines]
        marked = [place for place, words in enumerate(said) if words.lower() in YES | MARKS]
        if len(marked) == 1:
            return marked[0]
        known = {words for words in said if words.lower() not in NOTHING | NO}
        if not known:
            return None
        if len(known) == 1:  # the same in all lines of the game: a name, or a seat
            (words,) = known
            player = self._heads.keys.get(PLAYER)
            called = [line.values[player].lower() for line in lines] if player else []
            if words.lower() in called:
                return called.index(words.lower())
            seat = _number(words, 1)
            if isinstance(seat, Decimal) and 1 <= seat <= len(lines):
                return int(seat) - 1
        self._say(lines[0], f"{name}: '{shown(', '.join(said))}', allowed is a yes for the one who began")
        return None

    def _labels(self, group: Sequence[SheetLine]) -> dict[str, str]:
        """Return what the group has written down about a game besides: the same in all its lines."""
        found = {}
        for name in self._heads.labels:
            said = list(dict.fromkeys(line.values[name] for line in group if line.values[name]))
            if len(said) > 1:
                self._say(
                    group[0],
                    f"{name}: '{shown(said[0])}' and '{shown(said[1])}' in one game; a label of games is "
                    "the same in all its lines (seat_labels may differ)",
                )
            own = self._label(group[0], name, said[0] if said else "")
            found[label_of(name)] = DAY.sub("", own) if plain(name) == EVENING else own
        return found

    def _seat_labels(self, lines: Sequence[SheetLine]) -> list[dict[str, str]]:
        names = self._heads.seat_labels
        return [
            {label_of(name): self._label(line, name, line.values[name]) for name in names} for line in lines
        ]

    def _label(self, line: SheetLine, name: str, said: str) -> str:
        character = refused_character(said, one_line=True)
        if character or len(said) > LONGEST_LABEL:
            problem = f"{character} is not allowed" if character else f"at most {LONGEST_LABEL} letters"
            self._say(line, f"{name}: '{shown(said)}', {problem}")
        return said or NOT_SAID

    def _seated(self, group: Sequence[SheetLine]) -> list[SheetLine]:
        """Return the lines of a game in the order of the seats."""
        name = self._heads.keys.get(SEAT)
        if name is None:
            return list(group)
        order: dict[int, SheetLine] = {}
        for line in group:
            said = line.values[name]
            seat = _number(said, 1)
            if not isinstance(seat, Decimal) or not 1 <= seat <= len(group) or int(seat) in order:
                self._say(line, f"{SEAT}: '{shown(said)}', allowed is each of 1 to {len(group)} once")
                return list(group)
            order[int(seat)] = line
        return [order[seat] for seat in sorted(order)]

    def _judge(
        self, lines: Sequence[SheetLine], row: Mapping[str, float], seat_rows: Sequence[dict[str, float]]
    ) -> None:
        """Complain about winners that the game can't have; where there are only ranks, rank 1 has won."""
        if all(RANK in seat_row for seat_row in seat_rows):
            if min(seat_row[RANK] for seat_row in seat_rows) != 1:
                self._say(lines[0], f"{RANK}: nobody in this game has rank 1")
                return
            for seat_row in seat_rows if self._wins_by_rank else ():
                seat_row[WON] = int(seat_row[RANK] == 1)
        if RANK not in {column.name for column in self._game.seat_columns}:
            ranks = [seat_row.pop(RANK, None) for seat_row in seat_rows]
        else:
            ranks = [seat_row.get(RANK) for seat_row in seat_rows]
        goal = self._game.headline  # of a later one there may be no winner: where all lose together, say
        if (
            goal is None
            or goal.of != "seat"
            or goal.shared != "one"
            or not self._game.column_of(goal).is_yes_no
        ):
            return
        if self._wins_by_points and row.get(END) != stopped_code(self._game.columns):
            self._fill_winner(goal.column, seat_rows)
        if all(goal.column in seat_row for seat_row in seat_rows):
            self._judge_winners(lines, goal.column, row, seat_rows, ranks)

    def _fill_winner(self, won: str, seat_rows: Sequence[dict[str, float]]) -> None:
        """Write down who has won where only points are known; nobody where several have the most."""
        points = [self._points(seat_row) for seat_row in seat_rows]
        known = [point for point in points if point is not None]
        if len(known) == len(points) and known.count(max(known)) == 1:
            for seat_row, point in zip(seat_rows, points, strict=True):
                seat_row[won] = int(point == max(known))

    def _judge_winners(
        self,
        lines: Sequence[SheetLine],
        won: str,
        row: Mapping[str, float],
        seat_rows: Sequence[Mapping[str, float]],
        ranks: Sequence[float | None],
    ) -> None:
        winners = [seat for seat, seat_row in enumerate(seat_rows) if seat_row[won]]
        line = lines[winners[-1] if winners and len(lines) > 1 else 0]
        if not winners:
            if row.get(END) != stopped_code(self._game.columns):
                self._say(line, f"{won}: no in all lines of this game; who has won?"
                          if len(lines) > 1 else f"{won}: nobody; who has won?")  # fmt: skip
            return
        points = [self._points(seat_row) for seat_row in seat_rows]
        known = [point for point in points if point is not None]
        is_tie = len({(points[seat], ranks[seat]) for seat in winners}) == 1
        if len(winners) > 1 and not (is_tie and (ranks[winners[0]] is not None or len(known) == len(points))):
            points_too = f", or the {self._points_by}" if self._ranked_by else ""
            self._say(
                line, f"{won}: yes for {len(winners)} players; of a tie write down the ranks too{points_too}"
            )
        elif len(known) == len(points) and max(known) > known[winners[0]]:
            self._say(line, f"{won}: yes, but another player has the better {self._points_by}")
        elif any(rank is not None and (rank == 1) != bool(seat_row[won])
                 for rank, seat_row in zip(ranks, seat_rows, strict=True)):  # fmt: skip
            self._say(line, f"{won}: the winner has rank 1, and nobody else")

    @property
    def _ranked_by(self) -> Sequence[str]:
        """The columns by which the game ranks; what else breaks a tie, nobody has written down."""
        return [by for by in self._game.ranked_by if isinstance(by, str)]

    @property
    def _points_by(self) -> str:
        """The columns by which the game ranks, in words."""
        return listed(column.replace("_", " ") for column in self._ranked_by)

    def _points(self, row: Mapping[str, float]) -> tuple[float, ...] | None:
        """Return the points by which the game ranks, more being better; None if they are not known."""
        ranked_by = self._ranked_by
        if not ranked_by or not all(name in row for name in ranked_by):
            return None
        less = {goal.column for goal in self._game.objectives if goal.better == "less"}
        return tuple(-row[name] if name in less else row[name] for name in ranked_by)

    def _value(self, line: SheetLine, name: str, column: Column) -> float | None:
        """Return a value as its column holds it; None if nothing was written down."""
        said = line.values[name]
        word = said.lower()
        if word in NOTHING and not (name in self._marked and not word):
            return None
        if column.is_yes_no:
            if word in YES | MARKS or word in NO or not word:
                return int(word in YES | MARKS)
            number = _number(said, 1)
            if isinstance(number, Decimal) and number in (0, 1):
                return int(number)
            self._say(line, f"{name}: '{shown(said)}', allowed are yes and no")
        elif column.labels:
            labels = {label.lower(): place for place, label in enumerate(column.labels)}
            if said in column.labels:
                return list(column.labels).index(said)
            if word in labels:
                return labels[word]
            self._say(line, f"{name}: {unknown('word', shown(said), column.labels)}")
        else:
            number = _number(said, 1 if column.is_fraction else 0)
            if isinstance(number, str):
                self._say(line, f"{name}: '{shown(said)}', {number}")
            elif column.is_fraction:
                return float(number)
            else:
                return self._whole(line, name, column, number)
        return None

    def _whole(self, line: SheetLine, name: str, column: Column, number: Decimal) -> int | None:
        """Return a whole number if its column can hold it, and it makes sense."""
        limits = np.iinfo(np.dtype(column.dtype))
        low, high = limits.min, limits.max
        if column == self._game.length_column:
            low = max(low, 0)
        elif column.name == RANK:
            low = 1
        if low <= number <= high:
            return int(number)
        allowed = f"from {low:,}" if number < low and low > limits.min else f"from {low:,} to {high:,}"
        self._say(line, f"{name}: {shown(line.values[name])}, allowed are whole numbers {allowed}")
        return None

    def _say(self, line: SheetLine, problem: str) -> None:
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
        known = {column.name for column, _ in self._heads.columns.values()}
        known |= {WON} if self._wins_by_rank and RANK in known - set(left_out) else set()
        goals = [goal.column for goal in self._game.objectives]
        if (known - set(left_out)).isdisjoint(goals):
            raise BadInput(
                f"{self._path}: of what {self._game.title} is played for one column is needed, in all games: "
                f"{', '.join(dict.fromkeys(goals))}"
            )

    def left_out(self, games: Sequence[KeptGame]) -> dict[str, int]:
        """Return the columns of the file that some games lack, and how many games do."""
        found = {}
        for name, (column, seat) in self._heads.columns.items():
            if column is ONLY_RANK:
                lacking = sum(not _has(game, WON, is_of_game=False) for game in games)
            else:
                lacking = sum(not _has(game, column.name, is_of_game=seat is None) for game in games)
            if lacking:
                found[name if seat is None or self._heads.is_by_seat else column.name] = lacking
        return found


def shown(said: str) -> str:
    """Return what a file says as a message quotes it: never long."""
    return shortened(said, LONGEST_SHOWN)


def _not_a_name(said: str) -> str:
    """Return what is wrong with a person's name; empty if nothing is."""
    if not said:
        return "nothing; every line names who played"
    if len(said) > LONGEST_NAME:
        return f"'{shown(said)}', a name has at most {LONGEST_NAME} letters"
    character = refused_character(said, one_line=True)
    return f"{character} is not allowed in a name" if character else ""


def _number(said: str, digits: int) -> Decimal | str:
    """Return a number, or what is allowed in its place; without `digits` after the point it is whole."""
    if len(said) > LONGEST_NUMBER:
        return f"allowed are numbers of at most {LONGEST_NUMBER} digits"
    if not NUMBER.fullmatch(said):
        return "allowed is a number" if digits else "allowed is a whole number"
    if THOUSANDS.fullmatch(said):
        return "which may be 1 or a thousand times as much: write it without the point or comma"
    number = Decimal(said.replace(",", "."))
    return number if digits or number == number.to_integral_value() else "allowed is a whole number"


def _has(game: KeptGame, name: str, *, is_of_game: bool) -> bool:
    return all(name in row for row in ([game.row] if is_of_game else game.seat_rows))


def _require_seats(path: Path, game: Game, seats: int) -> None:
    """Complain about a number of players that the game does not have; 0 means that it is not known."""
    if seats and seats not in game.seats:
        few, many = game.seats[0], game.seats[-1]
        allowed = plural(few, "player") if few == many else f"{few} to {many} players"
        raise BadInput(f"{path}:1: results of {plural(seats, 'player')}; {game.title} is played by {allowed}")


def _table(
    path: Path, game: Game, seats: int, settings: Sequence[str], content: Path | None
) -> TableOfPlayers:
    """Return the table at which a number of people sit, of whom no names are known."""
    given = list(settings)
    has_knob = PLAYERS in game.knobs.model_fields
    if seats and has_knob and not any(entry.startswith(f"rules.{PLAYERS}=") for entry in given):
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
    return checked(with_people(TableOfPlayers(experiment), nameless(len(scenario.players))).experiment)
