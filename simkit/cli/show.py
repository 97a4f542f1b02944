"""Commands that list what there is: `simkit games`, `strategies`, `rules`, `cards`, `check`, `schema` ..."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence, Set
from contextlib import suppress
from pathlib import Path
from typing import Any

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from simkit.cli.screen import (
    UNLIMITED,
    IndentedText,
    console,
    new_table,
    show_line,
    show_mark,
    show_table,
    unwrapped,
)
from simkit.door.listing import (
    content_of,
    require_items,
    require_run_of,
    rows_of_fields,
    rows_of_rules,
    with_content,
)
from simkit.engine.base.columns import Column
from simkit.engine.contract.content import GameContent, changes, changes_in_words, content_schema
from simkit.engine.contract.describe import FieldInWords, RecordInWords, describe_knobs, records_of
from simkit.engine.contract.game import Game
from simkit.engine.contract.kinds import Kind
from simkit.engine.contract.knobs import WHEN
from simkit.engine.contract.player import MASTER
from simkit.engine.contract.skills import NAMES_OF_SKILLS
from simkit.engine.contract.strategy import Strategy
from simkit.errors import BadInput
from simkit.experiment.file.schema import experiment_schema
from simkit.plugins import (
    broken_plugins,
    find_game,
    master_of,
    names_of_players,
    strategies_and_master,
    working_games,
)
from simkit.questions.kept import require_answers
from simkit.run.findings.fresh import kept_fresh_games
from simkit.run.findings.ladder import ladders_of
from simkit.run.findings.noticed import unused_items
from simkit.run.findings.verdict import VERDICT, has_own_verdict
from simkit.run.store.directory import RunDirectory
from simkit.run.store.files import ON
from simkit.run.store.listed import FILES
from simkit.run.store.manifest import ANSWERS, FRESH, INCOMPLETE, MANIFEST, SUMMARY
from simkit.run.store.parquet import GAME_KEYS, SEAT_KEYS
from simkit.run.store.states import CHECKED
from simkit.run.work.summing import require_summary
from simkit.words import listed, plural, value_in_words

SUMMARY_IS_RIGHT = f"{SUMMARY} is what the tables come to"

MADE_OF_TABLES = ("figures", INCOMPLETE, "report.html", "report.pdf", VERDICT)
"""What lies in a run directory and can be made anew."""

CHANGED = "*"
"""Marks an item that is not as printed."""


def show_games() -> None:
    """Print a table of the games."""
    table = Table("game", "players", "strategies", "what it is")
    for name in working_games():
        game = find_game(name)
        seats = f"{game.seats[0]}" if len(game.seats) == 1 else f"{game.seats[0]}-{game.seats[-1]}"
        table.add_row(name, seats, ", ".join(names_of_players(name)), game.summary)
    show_table(table)
    _show_broken()


def _show_broken() -> None:
    for problem in broken_plugins():
        console.print(problem, style="red", soft_wrap=True)


def show_strategies(game: str | None, *, weights: bool) -> None:
    """Print each game's strategies as a ladder, optionally with all parameters and whole descriptions."""
    for name in [find_game(game).name] if game else working_games():
        console.rule(find_game(name).title, align="left")
        strategies, ladders = strategies_and_master(name), list(ladders_of(name))
        results = {name: f"{found}" for ladder in ladders for name, found in ladder.results.items()}
        order = [
            *(known for known in results if known in strategies),
            *(s for s in strategies if s not in results),
        ]
        measured = ladders[0].measured if ladders else "win rate"
        table = new_table("strategy", "skill", "how it plays", measured)
        for strategy in (strategies[known] for known in order):
            result = results.get(strategy.name, "not measured")
            table.add_row(strategy.name, strategy.skill, _first_sentence(strategy), result)
        show_table(table, most_lines=UNLIMITED)  # all games in one shape
        for ladder in ladders:
            console.print(
                f"{ladder.measured}, with its 95 % interval: {ladder.setting}; {ladder.games_in_words}\n"
            )
        if notes := [own.name for own in strategies.values() if own.note]:
            console.print(f"skills are {NAMES_OF_SKILLS}; the words for {listed(notes)} are a note\n")
        if MASTER not in strategies:
            console.print(_why_no_master(name))
        if weights:
            for known in order:
                _show_weights(strategies[known])
    _show_broken()


def _why_no_master(game: str) -> str:
    try:
        master_of(game)
    except BadInput as problem:
        return f"{problem}\n"
    return ""


def _first_sentence(strategy: Strategy) -> str:
    return unwrapped(strategy.idea).partition("\n\n")[0]


def _show_weights(strategy: Strategy) -> None:
    console.print(f"\n{strategy.name} ({strategy.skill})", style="bold")
    console.print(unwrapped(strategy.idea))
    if strategy.parameters:
        table = Table("parameter", "default", "range", "meaning")
        for parameter in strategy.parameters:
            span = f"{parameter.low:g} to {parameter.high:g}"
            table.add_row(parameter.name, f"{parameter.default:g}", span, parameter.description)
        show_table(table)


def show_rules(name: str, content: Path | None, wanted: Sequence[str] = ()) -> None:
    """Print every rule of a game, or those whose names or labels contain a word that is wanted.

    A content file, if given, may change their defaults.
    """
    game = with_content(find_game(name), content)
    console.print(
        f"{game.title}: the rules that can be changed, as they stand under rules: in an experiment",
        style="bold",
    )
    printed = {knob.name: knob.default for knob in describe_knobs(game.in_the_box.knobs)}
    shown = {row["rule"] for row in rows_of_rules(game, wanted=wanted)}
    for knob in describe_knobs(game.knobs):
        if knob.name not in shown:
            continue
        provenance = f"{knob.provenance} ({knob.assumption})" if knob.assumption else knob.provenance
        if knob.default != printed[knob.name]:
            provenance = "yours"
        console.print(Text.assemble((knob.name, "bold"), f": {knob.default}  ({knob.label})"), soft_wrap=True)
        console.print(Padding(f"{knob.description}; allowed: {knob.allowed}; {provenance}", (0, 0, 0, 4)))


def show_kinds(name: str) -> None:
    """Print the kinds of moves and of events of a game, and the objectives of its players."""
    game = find_game(name)
    parts: tuple[tuple[str, Sequence[Kind]], ...] = (
        ("the moves, as `replay --choices` lists them and strategies find them", game.moves),
        ("the events, as `replay` says them and `events: {one_in: 100}` logs them", game.events),
    )
    for words, kinds in parts:
        console.print(f"{game.title}: {words}", style="bold")
        table = new_table("number", "kind", "fields", "in words")
        for kind in kinds:
            turn = " (a turn begins)" if getattr(kind, "begins_turn", False) else ""
            says = "(depends on its fields)" if callable(kind.says) else kind.says.strip() or kind.name
            table.add_row(
                f"{kind.number}", kind.name, ", ".join(field.name for field in kind.fields), says + turn
            )
        show_table(table)
    console.print(f"{game.title}: the objectives of players, the most important first", style="bold")
    table = new_table("column", "of", "better", "what it is")
    progress = [game.progress] if game.progress else []
    for goal in (*game.objectives, *progress):
        column = game.column_of(goal)
        better = ("yes" if goal.better == "more" else "no") if column.is_yes_no else goal.better
        note = "" if goal in game.objectives else " (a measure of progress)"
        table.add_row(goal.column, goal.of, better, column.description + note)
    show_table(table)


def show_assumptions(name: str) -> None:
    """Print every assumption of a game with its alternatives."""
    game = find_game(name)
    if not game.assumptions:
        console.print(f"{game.title} rests on no assumptions: everything about it is published")
        return
    console.print(f"{game.title}: the assumptions", style="bold")
    for assumption in game.assumptions:
        console.print(f"\n{assumption.id}  {assumption.about} ({assumption.provenance})", style="bold")
        console.print(f"    taken as: {assumption.value}")
        table = new_table("it may be", "as rules")
        for label, knobs in assumption.alternatives.items():
            table.add_row(label, _rules_in_words(knobs))
        show_table(table)


def _rules_in_words(knobs: dict[str, Any]) -> str:
    set_ = ", ".join(f"{name}: {value_in_words(value)}" for name, value in knobs.items() if name != WHEN)
    when = knobs.get(WHEN, {})
    on = ", ".join(f"{name} {value_in_words(value)}" for name, value in when.items() if value is not None)
    return f"{set_} (on {on})" if on else set_


def show_whole(run: RunDirectory, *, deep: bool) -> None:
    """Check a run, file by file; with `deep`, read every byte of it, and work its summary out."""
    if run.incomplete and not run.finished:
        raise BadInput(f"{run.path}: this run was not finished; {ON}\n{run.incomplete}")
    run.require_finished(deep=deep)
    for line in whole_in_lines(run, deep=deep):
        console.print(line, soft_wrap=True)


def whole_in_lines(run: RunDirectory, *, deep: bool) -> Iterator[str]:
    """Yield in words what of a whole run was compared, and what was not."""
    answers = require_answers(run)
    own = f" and {plural(answers, 'answer')}" if answers else ""
    yield _whole_in_words(run, own)
    if deep:
        try:
            _ = run.game
        except BadInput as problem:
            yield f"the summary was not worked out from the tables: {problem}"
        else:
            require_summary(run)
            yield SUMMARY_IS_RIGHT
    if fresh := kept_fresh_games(run):
        yield f"{run.path / FRESH} is whole: fresh games of {plural(len(fresh.games_played), 'scenario')}"
    known = {MANIFEST, FILES, CHECKED, ANSWERS, FRESH, *(Path(name).parts[0] for name in run.files)}
    others = sorted(own.name for own in run.path.iterdir() if own.name not in known)
    is_own = True
    with suppress(BadInput):
        if VERDICT in others:
            is_own = has_own_verdict(run)
            others.remove(VERDICT)
    made = [own for own in others if own in MADE_OF_TABLES]
    if made:
        yield f"not compared: {listed(made)}, which simkit makes from the tables"
    if foreign := [own for own in others if own not in made]:
        yield f"not compared: {listed(foreign)}, no file of a run"
    if not is_own:
        raise BadInput(
            f"{run.path}: {VERDICT} is not what the tables come to; `simkit run` of its file mends it"
        )


def _whole_in_words(run: RunDirectory, more: str) -> str:
    """Return in words that a run was found to be whole, and how many of its files were not read for it.

    `more` is what has its checksums besides.
    """
    files, known = len(run.files), len(run.files) - run.files_read - run.files_there
    if run.files_there:
        return (
            f"{run.path} is whole: of {plural(files, 'file')} {run.files_there:,} lie in "
            f"{run.manifest['store']} and have their sizes there, the others{more} have their checksums; "
            "--deep compares all"
        )
    if not known:
        return f"{run.path} is whole: {plural(files, 'file')}{more} have their checksums"
    return (
        f"{run.path} is whole: of {plural(files, 'file')} {known:,} have not changed since their checksums "
        f"were compared here, {run.files_read:,}{more} were compared now; --deep compares all"
    )


def show_schema(name: str | None) -> None:
    """Print the JSON Schema of experiments, or of a game's content."""
    schema = experiment_schema() if name is None else content_schema(type(content_of(find_game(name))))
    print(json.dumps(schema, indent=2))


def show_cards(name: str, file: Path | None, ids: Sequence[str] = ()) -> None:
    """Print a game's cards, tokens and boards, with the changes of a content file if one is given.

    Only those with certain ids, if some are given.
    """
    game = with_content(find_game(name), file)
    content, printed = content_of(game), content_of(game.in_the_box)
    require_items(game, ids)
    changed = changes(content, printed)
    places = {(section, id_) for section, id_, _ in content.items() if not ids or id_ in ids}
    _show_items(game, content, places, {place for place in places if place in changed})
    if changed:
        console.print(f"{CHANGED} not as printed: {changes_in_words(content, printed)}")


def show_unused(name: str, run: RunDirectory) -> None:
    """Print a game's items that the logged events of a run never mention."""
    require_run_of(run, name)
    show_mark(run)
    unused, games = unused_items(run)
    _show_items(run.game, content_of(run.game), set(unused), set())
    console.print(f"never met in {games:,} logged games: {len(unused)} of what their events could name")


def _show_items(
    game: Game, content: GameContent, places: Set[tuple[str, str]], changed: Set[tuple[str, str]]
) -> None:
    """Print some items, one table per section, with marks on those that are not as printed."""
    for section in type(content).model_fields:
        table = new_table("id", "what it says", "copies", "provenance")
        for of, id_, item in content.items():
            if of == section and (section, id_) in places:
                copies = "" if item.how_many is None else str(item.how_many)
                known_how = f"{item.provenance} ({item.assumption})" if item.assumption else item.provenance
                mark = CHANGED if (section, id_) in changed else ""
                says = IndentedText(content.in_words(section, id_, item))
                table.add_row(f"{id_}{mark}", says, copies, known_how)
        if table.row_count:
            console.print(f"{game.title}: {section}", style="bold")
            show_table(table)
        for of, id_ in sorted(place for place in places if place[0] == section):
            _show_drawing(content, content.drawn(of, id_))


def _show_drawing(content: GameContent, lines: Sequence[str]) -> None:
    """Print an item that is drawn in text, with the legend of its characters."""
    for line in lines:
        show_line(console, line)
    if lines:
        for character, words in content.legend.items():
            console.print(f"    {character}  {words}")
        console.print()


def show_columns(name: str) -> None:
    """Print the columns of a game's tables, with each table's place in a run directory."""
    game = find_game(name)
    _show_table(
        f"{game.title}: games/, one row per game",
        (*GAME_KEYS, *game.columns),
        "games",
        len(GAME_KEYS),
    )
    if game.seat_columns:
        columns = (*SEAT_KEYS, *game.seat_columns)
        _show_table(
            f"{game.title}: seats/, one row per seat of a game",
            columns,
            "seats",
            len(SEAT_KEYS),
        )
    if game.events:
        console.print(f"{game.title}: events/, one row per event of the games logged", style="bold")
        console.print(
            f"`events: {{one_in: 100}}` logs one game in a hundred; `simkit kinds {name}` lists the kinds "
            "and their fields, run.events_of(kind) has those of one kind by name "
            "(run.events(kind) in a report's script)\n"
        )
    console.print(
        "scenario joins scenarios.parquet, which has every setting that varies, numbers as numbers "
        "(run.scenarios; run.settings() in a report's script), and all rules and "
        "players; summary.parquet has every column's estimates. A word "
        "is a Categorical in pandas, an Enum in polars, a VARCHAR in DuckDB"
    )


def _show_table(title: str, columns: Sequence[Column], table_name: str, keys: int) -> None:
    console.print(f"{title} (run.{table_name}; run.{table_name}() in a report's script)", style="bold")
    table = new_table("column", "type", "what it is")
    for place, column in enumerate(columns):
        number = "float64" if column.is_fraction else "int64"
        kind = "yes or no" if column.is_yes_no else "word" if column.labels else number
        coded = ", ".join(column.labels)
        unit = f" [{column.unit}]" if column.unit and column.unit not in column.description else ""
        words = f"{column.description}{unit}{f': {coded}' if coded else ''}"
        table.add_row(column.name, kind, words, end_section=place == keys - 1)
    show_table(table)


def show_fields(name: str, names: Sequence[str] = ()) -> None:
    """Print the fields that a game's strategies are given, or only those with some names."""
    game = find_game(name)
    rows_of_fields(game, names)
    for record in records_of(game):
        shown = [field for field in record.fields if not names or field.name in names]
        if shown:
            _show_fields(game.title, record, shown)


def _show_fields(title: str, record: RecordInWords, fields: Sequence[FieldInWords]) -> None:
    means = f", {record.means}" if record.means else ""
    console.print(f"{title}: {record.name}{means}", style="bold")
    if record.note:
        console.print(f"{record.note[:1].upper()}{record.note[1:]}.")
    table = new_table("field", "type", "what it is")
    for field in fields:
        table.add_row(field.name, field.kind, field.means)
    show_table(table)
