"""Prints the sheets on which people write down their games, and makes runs of what they have written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import click

from simkit.cli.screen import console
from simkit.door import RUNS
from simkit.errors import BadInput, quoted
from simkit.extras import PDF, WORKBOOKS
from simkit.language import listed, plural
from simkit.plugins import find_game
from simkit.run.store.directory import RunDirectory
from simkit.run.store.parquet import GAMES, SEATS
from simkit.run.store.people import BESIDE, CODE, ENTERED, GOALS, QUESTIONS
from simkit.table.code import read_code
from simkit.table.columns import EVENING, Columns, propose, read_columns, write_columns
from simkit.table.entered import LONGEST_LABEL, Entered, read_of_sheet, read_results
from simkit.table.kept import (
    NOT_SAID,
    KeptGame,
    add_games,
    directory_of,
    directory_of_group,
    games_in,
)
from simkit.table.play import place_of, show_likeness
from simkit.table.playtest import QUESTION
from simkit.table.printed import (
    CODE_KEPT,
    MOST_TABLES,
    TABLE,
    FilledIn,
    Paper,
    read_filled_in,
    write_pdf,
    write_workbook,
)
from simkit.table.setting import TableOfPlayers
from simkit.table.sheet import (
    NO_PLAYERS,
    PLAYERS,
    PaperSheet,
    sheet_for,
    sheet_in_words,
    sheet_with_code,
)
from simkit.table.spreadsheet import Sheet, read_sheet
from simkit.table.typed import ask_games

OF_A_TABLE = "_table"
"""What the name of an experiment ends with where people play it."""


def print_sheet(
    target: str,
    settings: tuple[str, ...],
    content: Path | None,
    scenario: int,
    paper: Paper,
    tables: int,
    games: int | None,
    out: Path | None,
) -> None:
    """Write a sheet for people as a PDF and a workbook, and say what to do with them."""
    for extra in (PDF, WORKBOOKS):
        if not extra.is_installed:
            raise BadInput(extra.lack)
    sheet = sheet_for(target, settings, content, scenario)
    if not 1 <= tables <= MOST_TABLES:
        raise BadInput(f"--tables: found {tables}, allowed are 1 to {MOST_TABLES}")
    on_a_page = sheet.games_on_a_page(games)
    folder = out if out is not None else Path()
    if out is not None:
        if out.suffix:
            raise BadInput(
                f"--out {out}: allowed is a folder; the files are called {sheet.name}.pdf and .xlsx"
            )
        out.mkdir(parents=True, exist_ok=True)
    pdf, workbook = folder / f"{sheet.name}.pdf", folder / f"{sheet.name}.xlsx"
    write_pdf(sheet, pdf, paper, tables, on_a_page)
    write_workbook(sheet, workbook, paper, tables, on_a_page)
    console.print(f"{sheet.title} ({sheet.subtitle}): code {sheet.code}", highlight=False)
    every = len(sheet.experiment.scenarios)
    if every > 1:
        console.print(f"scenario {scenario} of 0 to {every - 1}; --scenario prints that of another")
    console.print(f"to print: {pdf} ({plural(tables, 'page')} of {plural(on_a_page, 'game')})")
    console.print(f"to fill in: {workbook}")
    console.print(f"afterwards: simkit enter {workbook}, or simkit enter --code {sheet.code} to type it in")


@dataclass(frozen=True)
class Wanted:
    """What was said on the command line about games to enter."""

    game: str | None
    code: str | None
    scenario: int | None
    settings: tuple[str, ...]
    content: Path | None

    @property
    def is_a_file(self) -> bool:
        """Whether an experiment's file is named."""
        return self.game is not None and Path(self.game).suffix in (".yaml", ".yml")

    def sheet(self, filled_in: FilledIn | None) -> PaperSheet | None:
        """Return the sheet that games belong to; None if only a game is known.

        Raises BadInput if what was said contradicts the sheet.
        """
        code = read_code(self.code) if self.code else None
        if filled_in is not None:
            return self._of_workbook(filled_in, code)
        if code is None:
            if not self.is_a_file:
                if self.scenario is not None:
                    raise BadInput("--scenario is about an experiment's file: --game idea.yaml --scenario 1")
                return None
            assert self.game is not None
            sheet = sheet_for(self.game, self.settings, self.content, self.scenario or 0)
            count = len(sheet.experiment.scenarios)
            if self.scenario is None and count > 1:
                raise BadInput(
                    f"{self.game}: has {count} scenarios; say which was played: --scenario 0 to {count - 1}, "
                    "or the --code of its sheet"
                )
            return sheet
        if self.scenario is not None:
            raise BadInput("--code says which scenario it is; leave --scenario out")
        if self.game is not None:
            return sheet_with_code(self.game, code, self.settings, self.content)
        if self.settings or self.content:
            raise BadInput(
                "--code says what the rules are; leave --set and --content out, or name the --game"
            )
        beside = sorted(Path().glob(f"*-{code}.xlsx"))
        for path in beside:
            found = read_filled_in(path)
            if found is not None:
                return _kept_in(found)
        raise BadInput(
            f"there is no workbook *-{code}.xlsx here, which would say what {code} is; name the experiment's "
            "file or the game that the paper names: --game idea.yaml"
        )

    def _of_workbook(self, filled_in: FilledIn, code: str | None) -> PaperSheet:
        own = read_code(filled_in.kept[CODE_KEPT])
        if code is not None and code != own:
            raise BadInput(f"{filled_in.path}: is the sheet with the code {own}, not {code}")
        if self.is_a_file:
            assert self.game is not None
            return sheet_with_code(self.game, own, self.settings, self.content)
        if self.settings or self.content or self.scenario is not None:
            raise BadInput(
                f"{filled_in.path}: says itself what the rules are; leave --set, --content and --scenario out"
            )
        sheet = _kept_in(filled_in)
        if filled_in.kept.get(PLAYERS) == NO_PLAYERS:
            console.print(
                f"note: the players of {sheet.experiment.name} stand in files, so people are seen beside "
                f"{sheet.beside[0].name}; name the experiment's file to see them beside its own: --game"
            )
        if self.game is not None and find_game(self.game) is not sheet.experiment.game:
            raise BadInput(f"{filled_in.path}: is about {sheet.experiment.game.title}, not {self.game}")
        return sheet


def _kept_in(filled_in: FilledIn) -> PaperSheet:
    return sheet_in_words(filled_in.kept, read_code(filled_in.kept[CODE_KEPT]), str(filled_in.path))


def about_sheet(sheet: PaperSheet) -> dict[str, Any]:
    """Return what a run keeps about the sheet that its games belong to."""
    return {
        BESIDE: [player.as_data() for player in sheet.beside],
        CODE: sheet.code,
        QUESTIONS: list(sheet.questions),
        GOALS: sheet.goals,
    }


def enter_and_show(
    file: Path | None, columns: Path | None, evening: str | None, into: str | None, **said: Any
) -> None:
    """Make a run of the results of games on a real table, and say what was taken.

    `said`: the fields of `Wanted`.
    """
    if evening is not None and not 1 <= len(evening.strip()) <= LONGEST_LABEL:
        raise BadInput(f"--evening: found {quoted(evening)}, allowed are 1 to {LONGEST_LABEL} letters")
    filled_in = read_filled_in(file) if file is not None else None
    wanted = Wanted(**said)
    sheet, game = wanted.sheet(filled_in), wanted.game
    if columns is not None and (file is None or filled_in is not None):
        raise BadInput("--columns is about a file of results whose columns are called otherwise")
    if file is None:
        if sheet is None and game is None:
            raise BadInput(
                "say what was played: a file of results and its --game; or the --code of a sheet, to type in"
            )
        _type_in(sheet or sheet_for(game or "", wanted.settings, wanted.content), evening, into)
        return
    if sheet is None and game is None:
        raise BadInput(f"{file}: say which game it is: --game pig, or the --code of a sheet")
    known = None
    if columns is not None:
        declared = sheet.experiment.game if sheet else find_game(game or "")
        known = _columns_in(columns, file, declared)
        if known is None:
            return
    if sheet is not None:
        entered = _of_sheet(file, filled_in, sheet, known, into)
    else:
        assert game is not None
        entered = read_results(file, game, wanted.settings, wanted.content, known)
    called, is_said = evening or _stem(file), evening is not None
    entered = replace(entered, games=[_in_the_evening(one, called, is_said) for one in entered.games])
    out, table = _place(entered, sheet, into)
    run, notes = _keep(entered, table, out, about_sheet(sheet) if sheet else {})
    for note in notes:
        console.print(note)
    _show_people(run)


def _of_sheet(
    file: Path, filled_in: FilledIn | None, sheet: PaperSheet, known: Columns | None, into: str | None
) -> Entered:
    """Return the games of a printed sheet: in its workbook, or typed into a file of one's own."""
    name = into if into and len(Path(into).parts) == 1 else name_of(sheet)
    if filled_in is not None:
        columns = Columns(labels=[EVENING, TABLE], seat_labels=sheet.answers)
        return read_of_sheet(file, filled_in.sheet(), sheet, name, columns)
    read = read_sheet(file, "a file of results")
    if known is not None:
        return read_of_sheet(file, known.apply(read, file, sheet.experiment.game), sheet, name, known.applied)
    return read_of_sheet(file, read, sheet, name, _labels_of(read, sheet))


def _labels_of(read: Sheet, sheet: PaperSheet) -> Columns:
    """Return the labels that a sheet has, as far as a file has columns of these names."""
    return Columns(
        labels=[name for name in read.names if name in (EVENING, TABLE)],
        seat_labels=[name for name in read.names if name in sheet.answers],
    )


def name_of(sheet: PaperSheet) -> str:
    """Return the name of the runs of people by the rules of a sheet."""
    return f"{sheet.experiment.name.removesuffix(OF_A_TABLE)}{OF_A_TABLE}"


def _stem(file: Path) -> str:
    return " ".join(file.stem.replace("_", " ").split())[:60]


def _in_the_evening(game: KeptGame, evening: str, is_said: bool) -> KeptGame:
    """Return a game with the evening on which it was played; that which stands in the file comes first."""
    own = game.labels.get(EVENING)
    has_own = own is not None and own != NOT_SAID
    return game if has_own and not is_said else replace(game, labels={**game.labels, EVENING: evening})


def _columns_in(columns: Path, file: Path, game: Any) -> Columns | None:
    """Return the mapping in a file; where there is none, propose one, and return None."""
    sheet = read_sheet(file, "a file of results")
    if columns.exists():
        return read_columns(columns, sheet, file, game)
    found = propose(sheet, game)
    write_columns(found, columns, file, game)
    console.print(f"wrote {columns}, what the columns of {file} seem to be:")
    for name, meaning in found.columns.items():
        console.print(f"  {name}: {meaning}", highlight=False)
    others = {"labels": found.labels, "labels of seats": found.seat_labels, "left out": found.left_out}
    for key, names in others.items():
        if names:
            console.print(f"  {key}: {listed(names)}", highlight=False)
    console.print("correct what is wrong in it, and enter the same command again")
    return None


def _place(entered: Entered, sheet: PaperSheet | None, into: str | None) -> tuple[Path, TableOfPlayers]:
    """Return the run directory of games, and their table under the name that it has there."""
    if into or sheet is not None:
        return place_of(entered.table, into or (name_of(sheet) if sheet else ""), directory_of_group)
    out = directory_of(entered.table.experiment, RUNS)
    if games_in(out):
        raise BadInput(f"{out} has games of these people already; to add more, give it a name with --into")
    return out, entered.table


def _keep(
    entered: Entered, table: TableOfPlayers, out: Path, about: Mapping[str, Any]
) -> tuple[RunDirectory, list[str]]:
    """Add games to a run; return it, and what is to be told."""
    count = len(games_in(out))
    known = _columns_of(RunDirectory(out)) if count else set()
    run = add_games(table, entered.games, out, ENTERED, entered.lines, about)
    notes = [f"note: {note}" for note in entered.notes]
    for column, lacking in entered.left_out.items():
        notes.append(f"note: {column} is left out: {plural(lacking, 'game')} without a value")
    rows = [row for played in entered.games for row in (played.row, *played.seat_rows)]
    known = (known | {name for row in rows for name in row}) - _columns_of(run) - set(entered.left_out)
    if known and count:
        notes.append(f"note: {listed(sorted(known))} left out: not in all files of this run")
    more = f", which has {plural(len(games_in(out)), 'game')} now" if count else ""
    return run, [*notes, f"kept {plural(len(entered.games), 'game')} as {run.path}{more}"]


def _columns_of(run: RunDirectory) -> set[str]:
    """Return the columns of results that a run has, with the seats as one of them."""
    names = {column.name for column in (*run.game.columns, *run.game.seat_columns)}
    return names | ({"seat"} if run.knows_seats else set())


def _type_in(sheet: PaperSheet, evening: str | None, into: str | None) -> None:
    """Ask for one game after another at the terminal; each is kept at once."""
    name = into if into and len(Path(into).parts) == 1 else name_of(sheet)
    run: RunDirectory | None = None

    def keep(read: Sheet) -> None:
        nonlocal run
        columns = Columns(labels=[EVENING], seat_labels=sheet.answers)
        entered = read_of_sheet(Path("typed"), read, sheet, name, columns)
        out, table = _place(entered, sheet, into)
        _ask_about_losses(entered, out)
        run, notes = _keep(replace(entered, lines=[]), table, out, about_sheet(sheet))
        for note in notes:
            console.print(note)

    ask_games(sheet, evening or date.today().isoformat(), evening is None, keep)
    if run is not None:
        _show_people(run)


def _ask_about_losses(entered: Entered, out: Path) -> None:
    """Ask before a game is kept that lacks what all earlier ones have: it would be left out of these, too."""
    if not games_in(out):
        return
    rows = [row for game in entered.games for row in (game.row, *game.seat_rows)]
    known = {name for row in rows for name in row}
    known |= {"seat"} if all(game.is_seated for game in entered.games) else set()
    run = RunDirectory(out)
    recorded = {column.name for column in run.columns(GAMES)} | (
        {column.name for column in run.columns(SEATS)} if run.has_seats(0) else set()
    )
    lost = sorted((_columns_of(run) & (recorded | {"seat"})) - known)
    words = f"{listed(lost)} would be lost of all earlier games, too. Keep it so?" if lost else ""
    if words and not click.confirm(words):
        raise BadInput("not kept; the game is asked for again")


def _show_people(run: RunDirectory) -> None:
    """Print what people's games say so far; Ctrl-C leaves it out."""
    show_likeness(run)
    show_likeness(run, QUESTION)
