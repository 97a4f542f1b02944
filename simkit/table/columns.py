"""What the columns of a file of results mean: a mapping from their names to those of the game.

Logs of other tables call columns otherwise.  A mapping is a YAML file beside the results; simkit proposes one
from the first line of a file, and a person corrects it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simkit.content.complaints import Problem, complaint, problems_of
from simkit.content.source import Place, Source, read_source
from simkit.engine.contract.game import Game
from simkit.errors import BadInput, nearest, unknown, writing
from simkit.language import listed
from simkit.table.spreadsheet import Sheet, SheetLine

GAME, SEAT, PLAYER, BEGAN = "game", "seat", "player", "began"
"""Columns of the file besides outcomes: the game's number, the seat from 1, the name of the person there,
and a yes for the one who began."""

WON, RANK = "won", "rank"

EVENING = "evening"
"""The label that says on which day a game was played."""

ALSO = {
    **dict.fromkeys(("winner", "win", "wins"), WON),
    **dict.fromkeys(("place", "placing", "placement", "ranking"), RANK),
    "points": "score",
}
"""What columns are called, too, where the game has no column of that name."""

NAMES = ("name", "person")
"""What the column PLAYER is called, too, where the file has one of games."""

ELSEWHERE = {
    **dict.fromkeys(
        ("game id", "game no", "game number", "match", "match id", "table id", "play id", "session id", "id"),
        GAME,
    ),
    **dict.fromkeys(
        ("name", "person", "player name", "user", "user name", "username", "nickname", "nick", "who"), PLAYER
    ),
    **dict.fromkeys(("seat number", "seat no", "player order", "start position", "startposition"), SEAT),
    **dict.fromkeys(
        ("first player", "start player", "starting player", "starter", "who began", "begins", "started"),
        BEGAN,
    ),
    **dict.fromkeys(("final score", "total", "total score", "vp", "victory points", "pts"), "score"),
    **dict.fromkeys(("result", "is winner", "victory", "has won"), WON),
    **dict.fromkeys(("final rank", "final place", "position", "standing", "finish"), RANK),
    **dict.fromkeys(("number of turns", "turn count", "no of turns"), "turns"),
    **dict.fromkeys(("date", "day", "played on", "played at", "datetime", "session", "start"), EVENING),
    **dict.fromkeys(("number of rounds", "round count", "no of rounds"), "rounds"),
}
"""What the logs of other tables call columns."""

OF_SEAT = re.compile(r"(?P<what>.+?) (?P<seat>[1-9][0-9]?)")
OF_PERSON = re.compile(r"(?P<what>.+?) of (?P<name>.+)", re.DOTALL)
"""What a column may mean besides a column of the game: "score 2", "score of Ann"."""

NUMBERED = re.compile(r"(?:(?:player|seat|p) ?(?P<seat>[1-9][0-9]?) ?(?P<what>.*)|(?P<also>.+?) ?(?:of )?"
                      r"(?:player|seat|p)? ?(?P<behind>[1-9][0-9]?))")  # fmt: skip
"""A column of one seat as other tables write it: "Player 1 Score", "p1_score", "score_player1"."""

LETTERED = re.compile(r"\b[a-h]\b")
"""A seat by its letter, as in "Player A": where there is an A there is a B."""

A_SLIP = 0.8
"""So much alike is a name to the one that was meant, if it is a slip of the pen (`nearest`)."""

REMARKS = frozenset(("notes", "note", "comment", "comments", "remark", "remarks", "link", "url"))
"""Columns that tell no groups of games apart, whatever stands in them."""

SAYS_LITTLE = frozenset(("player", "final", "total", "overall", "end", "game", "the", "of", "at"))
"""Words that stand beside the one that says what a column is: "player_rank", "final position"."""

IN_ORDER = 5
"""From this many games on, in all of which the first listed has won, the numbers are no seats."""

MOST_LABELS = 12
"""A column of words with more than these, and with nearly as many as there are games, is no label."""

FEW_GAMES = 3
"""With fewer games a label may have another word for each."""

ShortName = Annotated[str, Field(min_length=1, max_length=200)]


class Columns(BaseModel):
    """What the columns of a file mean."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    columns: dict[ShortName, ShortName] = Field(
        default={}, description="a column of the file, and what it is: score, score 2, score of Ann"
    )
    labels: list[ShortName] = Field(
        default=[], description="columns that say something of a game besides: evening, table, version"
    )
    seat_labels: list[ShortName] = Field(
        default=[], description="columns that say something of a seat besides: colour, team, an answer"
    )
    left_out: list[ShortName] = Field(default=[], description="columns that are not read")
    seats: bool = Field(
        default=True, description="whether the numbers in score 1, score 2 are seats; else just an order"
    )

    @property
    def applied(self) -> Columns:
        """What is left to know of a sheet whose columns have the names of their meanings: the labels."""
        evening = [EVENING] if EVENING in map(plain, self.columns.values()) else []
        return Columns(labels=[*evening, *self.labels], seat_labels=self.seat_labels)

    def apply(self, sheet: Sheet, path: Path, game: Game) -> Sheet:
        """Return a sheet with its columns by their meaning; people in columns get lines of their own."""
        named = {*self.columns, *self.labels, *self.seat_labels}
        unnamed = [name for name in sheet.names if name not in named and name not in self.left_out]
        gone = [name for name in unnamed if not _is_of(name, game)]
        kept = [name for name in sheet.names if name not in gone and name not in self.left_out]
        if gone:
            said = (
                f"{listed(gone)} left out: neither the mapping of columns nor {game.title} has such columns"
            )
            sheet = replace(sheet, notes=[*sheet.notes, said])
        meanings = {name: self.columns.get(name, name) for name in kept}
        seats = {name: found for name, said in meanings.items()
                 if name in self.columns and (found := OF_SEAT.fullmatch(said))}  # fmt: skip
        people = {name: found for name, said in meanings.items()
                  if name in self.columns and (found := OF_PERSON.fullmatch(said))}  # fmt: skip
        if not people and not any(found["what"] in (PLAYER, BEGAN) for found in seats.values()):
            return _by_name(self._renamed(sheet, path, meanings))
        if people and seats:
            both = "columns of people ('score of Ann') and of seats ('score 2')"
            raise BadInput(f"{path}: {both}; use one kind")
        shared = [name for name in kept if name not in seats and name not in people]
        lines: list[SheetLine] = []
        for number, line in enumerate(sheet.lines, start=1):
            common = {meanings[name]: line.values[name] for name in shared}
            common.setdefault(GAME, str(number))
            lines += [
                SheetLine(line.number, common | of_seat)
                for of_seat in (_of_people(line, people) if people else _of_seats(line, seats, self.seats))
            ]
        names = list(dict.fromkeys(name for line in lines for name in line.values))
        full = [SheetLine(line.number, {name: line.values.get(name, "") for name in names}) for line in lines]
        return _by_name(Sheet(names, full, sheet.row, sheet.separator, sheet.notes))

    def _renamed(self, sheet: Sheet, path: Path, meanings: Mapping[str, str]) -> Sheet:
        names = list(meanings.values())
        if doubled := next((name for name in names if names.count(name) > 1), None):
            both = listed([f"'{name}'" for name, meaning in meanings.items() if meaning == doubled])
            raise BadInput(f"{path}:{sheet.row}: {both} are both '{doubled}'")
        lines = [
            SheetLine(line.number, {meanings[name]: line.values[name] for name in meanings})
            for line in sheet.lines
        ]
        return Sheet(names, lines, sheet.row, sheet.separator, sheet.notes)


def _is_of(name: str, game: Game) -> bool:
    """Return True for a column that the game has by that name, perhaps of a seat."""
    allowed, found = meanings_of(game), OF_SEAT.fullmatch(plain(name))
    called = (plain(name), found["what"] if found else "")
    return any(word in allowed or ALSO.get(word) in allowed for word in called if word)


def _by_name(sheet: Sheet) -> Sheet:
    """Return a sheet in which a winner who is named in all lines of a game has a yes, and the others no."""
    heads = {plain(name): name for name in sheet.names}
    if not {GAME, PLAYER, WON} <= heads.keys():
        return sheet
    game, player, won = (heads[key] for key in (GAME, PLAYER, WON))
    lines: list[SheetLine] = []
    for group in _by_game(sheet, game):
        names = {line.values[player].lower() for line in group}
        said = {line.values[won].lower() for line in group}
        for line in group:
            is_named = len(said) == 1 and said <= names and said != {""}
            word = "yes" if line.values[player].lower() in said else "no"
            lines.append(SheetLine(line.number, {**line.values, won: word}) if is_named else line)
    return Sheet(sheet.names, lines, sheet.row, sheet.separator, sheet.notes)


def _of_people(line: SheetLine, people: Mapping[str, re.Match[str]]) -> Iterator[dict[str, str]]:
    """Yield what a line says of each person; one of whom it says nothing has not played."""
    names = dict.fromkeys(found["name"] for found in people.values())
    for person in names:
        own = {found["what"]: line.values[name] for name, found in people.items() if found["name"] == person}
        if any(own.values()):
            yield {PLAYER: person, **own}


def _of_seats(
    line: SheetLine, seats: Mapping[str, re.Match[str]], are_seats: bool
) -> Iterator[dict[str, str]]:
    """Yield what a line says of each seat; one of which it says nothing is empty."""
    for number in sorted({int(found["seat"]) for found in seats.values()}):
        of_it = {found["what"]: name for name, found in seats.items() if int(found["seat"]) == number}
        own = {what: line.values[name] for what, name in of_it.items()}
        if any(own.values()):
            yield {**({SEAT: str(number)} if are_seats else {}), **own}


def read_columns(path: Path, sheet: Sheet, file: Path, game: Game) -> Columns:
    """Return the mapping in a file, for the columns of a sheet.

    Raises BadInput if it names a column that the sheet has not, or a meaning that the game has not.
    """
    source = read_source(path, "a mapping of columns")
    try:
        found = Columns.model_validate(source.data)
    except ValidationError as error:
        keys = "key", list(Columns.model_fields)
        raise complaint(source, problems_of(error, lambda place: place, lambda _place: keys)) from None
    if problems := list(_mistakes(found, source, sheet, file, game)):
        raise complaint(source, problems)
    return found


def _mistakes(columns: Columns, source: Source, sheet: Sheet, file: Path, game: Game) -> Iterator[Problem]:
    named: list[tuple[Place, str]] = [(("columns", name), name) for name in columns.columns]
    for key in ("labels", "seat_labels", "left_out"):
        named += [((key, place), name) for place, name in enumerate(getattr(columns, key))]
    seen: set[str] = set()
    for place, name in named:
        if name not in sheet.names:
            yield place, f"{unknown('column', name, sheet.names)} (the first line of {file})"
        elif name in seen:
            yield place, f"'{name}' stands here twice; a column has one meaning"
        seen.add(name)
    allowed = meanings_of(game)
    for name, said in columns.columns.items():
        found = OF_SEAT.fullmatch(said) or OF_PERSON.fullmatch(said)
        what = found["what"] if found else said
        if plain(what) not in allowed and plain(said) not in allowed:
            more = "; of a seat 'score 2', of a person 'score of Ann', where score stands for any of them"
            yield ("columns", name), f"{unknown('meaning', said, allowed)}{more}"
    taken = {*_OWN, *(column.name for column in (*game.columns, *game.seat_columns))}
    for key in ("labels", "seat_labels"):
        for at, name in enumerate(getattr(columns, key)):
            if label_of(name) in taken:
                own = f"'{name}' is called like a column of {game.title}"
                yield (key, at), f"{own}; say in columns what it is"


_OWN = ("scenario", GAME, SEAT, PLAYER)


def meanings_of(game: Game) -> list[str]:
    """Return what a column may mean: the game, the seat, who sat there, and the game's own columns."""
    of_seats = [plain(column.name) for column in game.seat_columns]
    of_seats += [RANK] if WON in of_seats and RANK not in of_seats else []
    own = [GAME, *([SEAT, PLAYER, BEGAN] if of_seats else []), *of_seats]
    return list(dict.fromkeys([*own, *(plain(column.name) for column in game.columns), EVENING]))


def plain(name: str) -> str:
    """Return the name of a column as it is compared: in small letters, without underscores."""
    return " ".join(name.replace("_", " ").lower().split())


def label_of(name: str) -> str:
    """Return what the column of a label is called in the tables of a run."""
    found = re.sub(r"\W+", "_", name.strip().lower()).strip("_")
    return f"label_{found}" if not found or found[0].isdigit() else found


def propose(sheet: Sheet, game: Game) -> Columns:
    """Return what the columns of a sheet may mean, by their names and their values."""
    allowed = meanings_of(game)
    found: dict[str, str] = {}
    for name, said in _numbered(sheet.names).items():
        meaning = _meaning(said, allowed)
        if meaning and meaning not in found.values():
            found[name] = meaning
    rest = [name for name in sheet.names if name not in found]
    meant = {_what(meaning) for meaning in found.values()}
    if meant.isdisjoint({PLAYER, WON, RANK, "score"}) and "score" in allowed:
        named = [name for name in rest if name[:1].isupper() and _are_numbers(sheet, name)]
        if len(named) > 1:  # a score sheet with a column for each person
            found |= {name: f"score of {name}" for name in named}
            rest = [name for name in rest if name not in named]
    by_game = _by_game(sheet, next((name for name, meaning in found.items() if meaning == GAME), ""))
    taken = {*_OWN, *(column.name for column in (*game.columns, *game.seat_columns))}
    labels = [name for name in rest if label_of(name) not in taken and _is_label(sheet, name, len(by_game))]
    of_games = [
        name for name in labels if all(len({line.values[name] for line in lines}) == 1 for lines in by_game)
    ]
    return Columns(
        seats=not _are_in_order(sheet, found),
        columns=found,
        labels=of_games,
        seat_labels=[name for name in labels if name not in of_games],
        left_out=[name for name in rest if name not in labels],
    )


def _numbered(names: Sequence[str]) -> dict[str, str]:
    """Return names of columns as words, a seat's letter as its number: "Player A" as "player 1"."""
    words = {
        name: plain(re.sub(r"[^\w ]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name))) for name in names
    }
    seats = {said: (LETTERED.sub("#", said, count=1), found[0])
             for said in words.values() if (found := LETTERED.search(said))}  # fmt: skip
    return {
        name: seats[said][0].replace("#", str(ord(seats[said][1]) - ord("a") + 1))
        if said in seats and {(seats[said][0], "a"), (seats[said][0], "b")} <= {*seats.values()}
        else said
        for name, said in words.items()
    }


def _meaning(said: str, allowed: Sequence[str]) -> str:
    """Return what a column means by its name in words; empty if nothing is like it."""
    for candidate in (said, ALSO.get(said, ""), ELSEWHERE.get(said, "")):
        if candidate in allowed:
            return candidate
    numbered = NUMBERED.fullmatch(said)
    if numbered:
        seat = numbered["seat"] or numbered["behind"]
        what = numbered["what"] if numbered["seat"] else numbered["also"]
        inner = _meaning(what, allowed) if what else PLAYER
        if inner in allowed and inner not in (GAME, SEAT):
            return f"{inner} {seat}"
    telling = " ".join(word for word in said.split() if word not in SAYS_LITTLE)
    if telling and telling != said and (meaning := _meaning(telling, allowed)):
        return meaning
    return nearest(said, allowed, least=A_SLIP) or "" if len(said) > 3 else ""


def _are_in_order(sheet: Sheet, found: Mapping[str, str]) -> bool:
    """Return True if the first listed has won all of several games: then nobody wrote down seats."""
    heads = {meaning: name for name, meaning in found.items()}
    names = [heads[f"score {seat}"] for seat in range(1, 100) if f"score {seat}" in heads]
    if len(names) < 2 or len(sheet.lines) < IN_ORDER or not all(_are_numbers(sheet, name) for name in names):
        return False
    scores = [
        [float(line.values[name].replace(",", ".") or "-inf") for name in names] for line in sheet.lines
    ]
    return all(row[0] == max(row) for row in scores)


def _what(meaning: str) -> str:
    found = OF_SEAT.fullmatch(meaning) or OF_PERSON.fullmatch(meaning)
    return found["what"] if found else meaning


def _are_numbers(sheet: Sheet, name: str) -> bool:
    said = [line.values[name] for line in sheet.lines if line.values[name]]
    return bool(said) and all(re.fullmatch(r"-?\d+([.,]\d+)?", words) for words in said)


def _by_game(sheet: Sheet, name: str) -> list[list[SheetLine]]:
    groups: dict[str, list[SheetLine]] = {}
    for number, line in enumerate(sheet.lines):
        groups.setdefault(line.values[name] if name else str(number), []).append(line)
    return list(groups.values())


def _is_label(sheet: Sheet, name: str, games: int) -> bool:
    """Return True for a column whose words tell groups of games apart, and not each of them."""
    said = [line.values[name] for line in sheet.lines if line.values[name]]
    words = {*said}
    are_few = len(words) <= MOST_LABELS and (len(words) < len(said) or games < FEW_GAMES)
    return bool(words) and plain(name) not in REMARKS and (are_few or len(words) <= games / 2)


HEAD = """\
# What the columns of {file} are, for {title}: proposed by simkit; correct what is wrong, and enter again.
#
# columns:      the name in the file, and what it is: {allowed};
#               of a seat "score 2", of a person "score of Ann"
# labels:       kept beside each game, so that reports group by them (evening, table, version of the rules)
# seat_labels:  kept beside each seat (the colour, an answer)
# left_out:     not read
# seats:        true if the numbers in "score 1", "score 2" are seats; false if they are just an order
"""


def write_columns(found: Columns, path: Path, file: Path, game: Game) -> None:
    """Write a mapping as YAML, with what its keys mean."""
    head = HEAD.format(file=file.name, title=game.title, allowed=listed(meanings_of(game), "or"))
    data = found.model_dump(mode="json")
    with writing(path), path.open("x", encoding="utf-8") as written:
        written.write(head + yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=100))
