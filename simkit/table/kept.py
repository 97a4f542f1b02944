"""Adds games that people have played to a run, whose tables anything reads that reads a run."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from simkit.engine.base.columns import Column, columns_dtype
from simkit.engine.base.rows import Rows, by_column, zeros
from simkit.engine.contract.objectives import Objective
from simkit.engine.contract.person import person
from simkit.engine.contract.player import Player
from simkit.errors import BadInput
from simkit.experiment.values import Experiment
from simkit.language import listed
from simkit.run.findings.verdict import judge_run, write_verdict
from simkit.run.runner import finish_run, make_run_directory, write_scenarios
from simkit.run.store import layout
from simkit.run.store.directory import RunDirectory
from simkit.run.store.durable import lock_directory
from simkit.run.store.manifest import (
    CHOICES,
    MANIFEST,
    PEOPLE,
    SUMMARY,
    TURN_ORDER,
    identity_of,
    new_manifest,
    sources_loaded,
    words_of,
    write_manifest,
)
from simkit.run.store.parquet import (
    GAME_KEYS,
    GAMES,
    SEAT_KEYS,
    SEATS,
    Place,
    Written,
    table_writer,
    write_part,
)
from simkit.run.store.people import (
    BESIDE,
    CHOICE_COLUMNS,
    ENTERED,
    GOALS,
    LABELS,
    OF_A_SHEET,
    PLAYED,
    SEAT_LABELS,
)
from simkit.run.store.summing import distributions_of, summary_of
from simkit.table.game import DecisionAtTable, TableGame
from simkit.table.setting import TableOfPlayers

NOT_SAID = "not said"
"""The label of games of which nobody has written one down."""


@dataclass(frozen=True)
class KeptGame:
    """A finished game as it is kept."""

    number: int
    row: Mapping[str, float]
    """The game's outcome columns, codes as numbers; those that nobody wrote down are missing."""

    seat_rows: Sequence[Mapping[str, float]]
    """The same of each seat; empty where there are none."""

    players: Sequence[int]
    """The player at each seat."""

    decisions: Sequence[DecisionAtTable] = ()
    """The choices of people, and of players that look ahead."""

    is_seated: bool = True
    """Whether it is known who sat at which seat; else the seats are in the order of the players."""

    labels: Mapping[str, str] = field(default_factory=dict)
    """What the group has written down besides: the evening, the version of the rules."""

    seat_labels: Sequence[Mapping[str, str]] = ()
    """The same of each seat: answers to questions."""

    @classmethod
    def of(cls, game: TableGame) -> KeptGame:
        """Return a game that was played to its end in the terminal."""
        rows, seat_rows = game.outcome()
        match = game.match
        of_seats = [_plain(row, match.seat_columns) for row in seat_rows] if match.seat_columns else []
        seats = game.table.seats_in(game.number)
        return cls(game.number, _plain(rows[0], match.game.columns), of_seats, seats, tuple(game.decisions))


def _plain(row: Any, columns: Sequence[Column]) -> dict[str, Any]:
    return {column.name: _number(row[column.name], column) for column in columns}


def _number(value: Any, column: Column) -> float:
    """Return a value of a column: a whole number, except in a column of fractions."""
    return float(value) if column.is_fraction else int(value)


def nameless(count: int) -> list[str]:
    """Return what people are called of whom no names are known: each is the person at a seat."""
    return [f"person {seat + 1}" for seat in range(count)]


def with_people(table: TableOfPlayers, names: Sequence[str]) -> TableOfPlayers:
    """Return a table at which people of these names play: more than it has seats, if they take turns."""
    players = tuple(Player(person(name), {}) for name in names)
    scenario = replace(table.scenario, players=players)
    return TableOfPlayers(replace(table.experiment, scenarios=(scenario,)))


def directory_of(experiment: Experiment, runs: Path) -> Path:
    """Return the run directory for the games at a table: the same for all of the same rules and players."""
    players = [player.name for player in experiment.scenarios[0].players]
    words = re.sub(r"[^A-Za-z0-9_.]+", "-", "-".join(players))[:60].strip("-")
    return runs / experiment.name / f"{words}-{_rules_of(new_manifest(experiment), PLAYED)}"


def directory_of_group(experiment: Experiment, runs: Path) -> Path:
    """Return the run directory for results that are entered under a name, for all players and evenings."""
    return runs / experiment.name / f"{ENTERED}-{_rules_of(new_manifest(experiment), ENTERED)}"


def _rules_of(manifest: Mapping[str, Any], how: str) -> str:
    """Return a short hash of what all games of a run share: game, rules, content and code.

    Games that are played in the terminal also share players and seed.
    """
    own = {key: value for key, value in manifest["experiment"].items() if key != PEOPLE}
    shared = {**manifest, "experiment": {**own, "games": 0}}
    if how == ENTERED:
        hashes = {key: value for key, value in manifest["hashes"].items() if key != "scenarios"}
        sources = {"game": manifest["sources"]["game"]}
        turn_order = {key: value for key, value in shared["experiment"].items() if key != TURN_ORDER}
        shared |= {"hashes": hashes, "sources": sources, "experiment": {**turn_order, "seed": 0}}
    return identity_of(shared)[:8]


def games_in(out: Path) -> list[int]:
    """Return the numbers of the games that a directory holds; none if there is no run in it."""
    if not (out / MANIFEST).is_file():
        return []
    people = RunDirectory(out).people
    return [] if people is None else [int(number) for number in people["games"]]


def add_games(
    table: TableOfPlayers,
    games: Sequence[KeptGame],
    out: Path,
    how: str = PLAYED,
    lines: Sequence[str] = (),
    about: Mapping[str, Any] | None = None,
) -> RunDirectory:
    """Add games to the run in a directory, or make one of them; return it.

    Results that are entered are numbered on, and people who have not played before join the run.

    * `table`: where they were played.
    * `how`: PLAYED in the terminal, or ENTERED: results of games on a real table.
    * `lines`: the lines of the file from which results are entered.
    * `about`: of a printed sheet what its games are seen beside (`simkit.table.enter`).

    Raises BadInput if the directory holds another run, or a game of that number, or the lines were entered
    before.
    """
    make_run_directory(out)
    with lock_directory(out):
        before = _games_before(table, out, how)
        files: list[dict[str, Any]] = []
        if how == ENTERED:
            files = _files_before(out, lines)
            table, games = _joined(table, games, before, out)
        taken = {game.number for game in before} & {game.number for game in games}
        if taken:
            raise BadInput(f"{out} has game {min(taken)} already; play another number")
        every = sorted([*before, *games], key=lambda game: game.number)
        known = (RunDirectory(out).people or {}) if before else {}
        kept = {key: known[key] for key in OF_A_SHEET if key in known}
        _write(table, every, out, how, {"files": files, **kept, **(about or {})})
    run = RunDirectory(out)
    write_verdict(run, judge_run(run))
    return run


def _files_before(out: Path, lines: Sequence[str]) -> list[dict[str, Any]]:
    """Return the files that were entered into a run, with this one; complain if it was, or begins as one."""
    files: list[dict[str, Any]] = []
    if (out / MANIFEST).is_file():
        files = [dict(file) for file in (RunDirectory(out).people or {}).get("files", [])]
    for file in files:
        if _hash_of_lines(lines[: file["lines"]]) == file["contents"]:
            first = f"the first {file['lines']:,} of them" if file["lines"] < len(lines) else "they"
            raise BadInput(
                f"these lines are not new: {first} were entered into {out} before; leave them out. Other "
                "games that came out the same need a column that says so, such as: date"
            )
    return [*files, *([{"lines": len(lines), "contents": _hash_of_lines(lines)}] if lines else [])]


def _hash_of_lines(lines: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def _joined(
    table: TableOfPlayers, games: Sequence[KeptGame], before: Sequence[KeptGame], out: Path
) -> tuple[TableOfPlayers, list[KeptGame]]:
    """Return the table of all people who have played so far, and new games numbered on after the earlier."""
    if not before:
        return table, list(games)
    run = RunDirectory(out)
    known, new = list(run.line_ups[0]), [player.name for player in table.players]
    seats = table.seats
    if (known == nameless(seats)) != (new == nameless(seats)):
        says = ("does not say", "says") if known == nameless(seats) else ("says", "does not say")
        raise BadInput(
            f"{out} {says[0]} who played, and this file {says[1]} it; enter it under another name with --into"
        )
    known += [name for name in new if name not in known]
    place = [known.index(name) for name in new]
    first = 1 + max(game.number for game in before)
    added = [
        replace(game, number=first + at, players=[place[player] for player in game.players])
        for at, game in enumerate(games)
    ]
    every = [*before, *added]
    if not any(_is_recorded(goal, every) for goal in table.game.objectives):
        goals = listed(dict.fromkeys(goal.column for goal in table.game.objectives), "or")
        raise BadInput(
            f"{out} and this file have no column of {goals} in common; enter it under another name"
        )
    seed = run.manifest["experiment"]["seed"]
    return with_people(TableOfPlayers(replace(table.experiment, seed=seed)), known), added


def _games_before(table: TableOfPlayers, out: Path, how: str) -> list[KeptGame]:
    """Return the games of the run in a directory, which must be of the same table."""
    if not (out / MANIFEST).is_file():
        return []
    run = RunDirectory(out)
    run.require_finished()
    if run.people is None or run.people["how"] != how:
        raise BadInput(f"{out} holds another kind of run; choose another directory with --into")
    own = new_manifest(replace(table.experiment, name=run.manifest["experiment"]["name"]))
    if _rules_of(own, how) != _rules_of(run.manifest, how):
        raise BadInput(
            f"{out} holds games of another table: other rules, players, content or code; choose another "
            "directory with --into"
        )
    said, said_of_seats = run.people.get(LABELS, ()), run.people.get(SEAT_LABELS, ())
    frame = run.games.sort("game").collect()
    games = _rows_in(frame, [column for column in run.columns(GAMES) if column.name not in said])
    labels = _labels_in(frame, said)
    seats: list[dict[str, Any]] = []
    players: list[int] = []
    seat_labels: list[dict[str, str]] = []
    if run.has_seats(0):
        frame = run.seats.sort("game", "seat").collect()
        columns = [column for column in run.columns(SEATS) if column.name not in said_of_seats]
        seats, players = _rows_in(frame, columns), frame["player"].to_list()
        seat_labels = _labels_in(frame, said_of_seats)
    count = table.seats
    chosen: dict[int, list[DecisionAtTable]] = {}
    if how == PLAYED:
        for row in run.choices().sort("game", "move").iter_rows(named=True):
            row.pop("scenario")
            chosen.setdefault(row.pop("game"), []).append(DecisionAtTable(**row))
    return [
        KeptGame(
            number,
            games[i],
            seats[i * count : (i + 1) * count],
            players[i * count : (i + 1) * count] or ([] if how == ENTERED else table.seats_in(number)),
            chosen.get(number, ()),
            is_seated=run.knows_seats,
            labels=labels[i],
            seat_labels=seat_labels[i * count : (i + 1) * count],
        )
        for i, number in enumerate(run.numbers(0))
    ]


def _labels_in(frame: pl.DataFrame, names: Sequence[str]) -> list[dict[str, str]]:
    """Return what was written down besides of each row of a table; without what nobody has said."""
    rows = frame.select(pl.col(name).cast(pl.String) for name in names).iter_rows(named=True) if names else ()
    found = [{name: word for name, word in row.items() if word != NOT_SAID} for row in rows]
    return found or [{} for _ in range(len(frame))]


def _rows_in(frame: pl.DataFrame, columns: Sequence[Column]) -> list[dict[str, Any]]:
    """Return the rows of a table, codes as numbers."""
    if not columns:
        return [{} for _ in range(len(frame))]
    coded = frame.select(
        pl.col(column.name).to_physical() if column.labels else pl.col(column.name) for column in columns
    )
    return [
        {column.name: _number(row[column.name], column) for column in columns}
        for row in coded.iter_rows(named=True)
    ]


def _write(
    table: TableOfPlayers, games: Sequence[KeptGame], out: Path, how: str, about: Mapping[str, Any]
) -> None:
    experiment = replace(table.experiment, games=len(games))
    manifest = new_manifest(experiment)
    manifest["experiment"][PEOPLE] = {
        "how": how,
        "names": [table.players[i].name for i in table.people],
        "games": [game.number for game in games],
        "contents": _hash_of(games),
    }
    if how == ENTERED:
        manifest["experiment"][PEOPLE] |= about
        manifest["experiment"][PEOPLE]["at_once"] = table.seats
        manifest["experiment"][PEOPLE]["seats"] = all(game.is_seated for game in games)
        wanted = [goal for goal in about.get(GOALS, []) if all(goal["column"] in game.row for game in games)]
        if wanted:
            manifest["experiment"]["targets"] = wanted
        for key, names in ((LABELS, label_names(games)), (SEAT_LABELS, seat_label_names(games))):
            if names:
                manifest["experiment"][PEOPLE][key] = names
        manifest["experiment"]["objectives"] = [
            asdict(goal) for goal in table.game.objectives if _is_recorded(goal, games)
        ]
        if TURN_ORDER in manifest["experiment"] and not all(
            manifest["experiment"][TURN_ORDER] in row for game in games for row in game.seat_rows
        ):
            del manifest["experiment"][TURN_ORDER]
        manifest["sources"] |= _sources_beside(experiment, about)
    manifest["identity"] = identity_of(manifest)
    manifest |= words_of(out)
    write_manifest(out, manifest)
    written = [
        write_scenarios(out, manifest["identity"], experiment),
        *_tables(table, games, out, manifest, how),
    ]
    manifest["timings"] = {
        "compile_seconds": 0.0,
        "play_seconds": 0.0,
        "games": len(games),
        "games_per_second": 0.0,
        "jobs": 1,
        "backend": PEOPLE,
    }
    finish_run(out, manifest, written)


def _sources_beside(experiment: Experiment, about: Mapping[str, Any]) -> dict[str, str]:
    """Return hashes of the sources of simulated players in files, beside whom people are seen.

    By these a report knows that the run was made with them.
    """
    players = (Player.from_data(entry).strategy for entry in about.get(BESIDE, ()))
    in_files = {player.name: player for player in players if player.files}
    if not in_files:
        return {}
    found = sources_loaded(experiment.game, in_files.values(), experiment.folder)
    return {name: found[name] for name in in_files}


def label_names(games: Sequence[KeptGame]) -> list[str]:
    """Return the names of the labels of games."""
    return list(dict.fromkeys(name for game in games for name in game.labels))


def seat_label_names(games: Sequence[KeptGame]) -> list[str]:
    """Return the names of the labels of seats."""
    return list(dict.fromkeys(name for game in games for seat in game.seat_labels for name in seat))


def _is_recorded(goal: Objective, games: Sequence[KeptGame]) -> bool:
    """Return True if all games have the column of an objective."""
    if goal.of == "game":
        return all(goal.column in game.row for game in games)
    rows = [row for game in games for row in game.seat_rows]
    return bool(rows) and all(goal.column in row for row in rows)


def _tables(
    table: TableOfPlayers, games: Sequence[KeptGame], out: Path, manifest: Mapping[str, Any], how: str
) -> list[Written]:
    """Write games, seats, choices and the summary."""
    game, identity = table.game, manifest["identity"]
    seats = table.seats if games[0].seat_rows else 0
    keys = _keys([played.number for played in games])
    seat_keys = _keys([played.number for played in games for _ in range(seats)]) | {
        "seat": np.array([seat for _ in games for seat in range(seats)], np.int64),
        "player": np.array([player for played in games for player in played.players[:seats]], np.int64),
    }
    columns, rows = _recorded(game.columns, [played.row for played in games])
    of_seats = [row for played in games for row in played.seat_rows]
    seat_columns, seat_rows = _recorded(game.seat_columns, of_seats)
    columns, rows = _with_labels(columns, rows, [played.labels for played in games])
    nothing: list[Mapping[str, str]] = [{} for _ in range(seats)]
    seat_columns, seat_rows = _with_labels(
        seat_columns, seat_rows, [row for played in games for row in (played.seat_labels or nothing)]
    )

    def part(name: str) -> Place:
        return Place(out, identity, layout.part_name(name, range(1), 0))

    written = [write_part(part(GAMES), GAME_KEYS, keys, columns, rows)]
    if of_seats:
        written.append(write_part(part(SEATS), SEAT_KEYS, seat_keys, seat_columns, seat_rows))
    if how == PLAYED:
        chosen = [
            {"scenario": 0, "game": played.number, **vars(d)} for played in games for d in played.decisions
        ]
        schema = {column.name: pl.Boolean if column.is_yes_no else pl.Int64 for column in CHOICE_COLUMNS}
        with table_writer(Place(out, identity, CHOICES)) as writer:
            writer.add(pl.DataFrame(chosen, schema=schema))
            written.append(writer.close())
    found = distributions_of(game, (keys, by_column(rows)), (seat_keys, by_column(seat_rows)))
    with table_writer(Place(out, identity, SUMMARY)) as writer:
        writer.add(summary_of(game, found))
        written.append(writer.close())
    return written


def _keys(numbers: Sequence[int]) -> dict[str, Any]:
    return {"scenario": np.zeros(len(numbers), np.int64), "game": np.array(numbers, np.int64)}


def _recorded(columns: Sequence[Column], rows: Sequence[Mapping[str, float]]) -> tuple[list[Column], Rows]:
    """Return the columns that all rows have, and the rows as records of these."""
    known = [column for column in columns if rows and all(column.name in row for row in rows)]
    records: Rows = zeros(len(rows), columns_dtype(known) if known else np.dtype([("nothing", np.int8)]))
    for column in known:
        records[column.name] = [row[column.name] for row in rows]
    return known, records


def _with_labels(
    columns: list[Column], rows: Rows, labels: Sequence[Mapping[str, str]]
) -> tuple[list[Column], Rows]:
    """Return columns and rows with those of the labels."""
    names = list(dict.fromkeys(name for row in labels for name in row))
    if not names:
        return columns, rows
    words = {name: sorted({row.get(name, NOT_SAID) for row in labels}) for name in names}
    added = [Column(name, np.int64, "written down by the group", labels=tuple(words[name])) for name in names]
    every = [*columns, *added]
    found: Rows = zeros(len(labels), columns_dtype(every))
    for column in columns:
        found[column.name] = rows[column.name]
    for name in names:
        found[name] = [words[name].index(row.get(name, NOT_SAID)) for row in labels]
    return every, found


def _hash_of(games: Sequence[KeptGame]) -> str:
    data = [
        [game.number, dict(game.row), [dict(row) for row in game.seat_rows], list(game.players),
         [vars(decision) for decision in game.decisions],
         *([dict(game.labels), [dict(row) for row in game.seat_labels]]
           if game.labels or game.seat_labels else [])]
        for game in games
    ]  # fmt: skip
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]
