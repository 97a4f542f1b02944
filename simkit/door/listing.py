"""What there is, as lists: games, strategies, rules, cards, kinds, fields, columns, assumptions, runs.

Each function returns blocks: tables, and texts between them.  Rows are plain data that JSON can hold; of them
the terminal shows what `Table.shown` says; `simkit.games` and its like make data frames of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from simkit.document.blocks import Block, Table, Text
from simkit.door.headline import headline_of
from simkit.engine.base.columns import Column
from simkit.engine.contract.content import GameContent, changes, changes_in_words, content_schema
from simkit.engine.contract.describe import describe_knobs, records_of
from simkit.engine.contract.game import Game
from simkit.engine.contract.kinds import Kind
from simkit.engine.contract.knobs import WHEN, words_of
from simkit.engine.contract.objectives import Objective
from simkit.engine.contract.player import MASTER
from simkit.engine.contract.skills import NAMES_OF_SKILLS
from simkit.errors import BadInput, nearest, quoted, unknown
from simkit.experiment.factors import short_label
from simkit.experiment.file.box import with_own_content
from simkit.experiment.file.schema import experiment_schema
from simkit.language import listed, value_in_words
from simkit.plugins import (
    broken_plugins,
    find_game,
    master_of,
    names_of_players,
    strategies_and_master,
    working_games,
)
from simkit.run.findings.ladder import ladders_of
from simkit.run.findings.noticed import unused_items
from simkit.run.findings.steps import SkillSteps, steps_of
from simkit.run.findings.verdict import judge_run
from simkit.run.store.directory import RunDirectory
from simkit.run.store.found import list_runs
from simkit.run.store.manifest import LABEL, NEWEST, NOTE, PRECISION
from simkit.run.store.parquet import GAME_KEYS, GAMES, SEAT_KEYS, SEATS
from simkit.search.seek import CANDIDATES, NAME_ENDS
from simkit.stats.estimates import Estimate

Row = dict[str, Any]
Shown = dict[str, str | Callable[[Mapping[str, Any]], Any]]
Schema = dict[str, type[pl.DataType] | pl.DataType]

CHANGED = "*"
"""Marks an item that is not as printed."""


def rows_of(blocks: Iterable[Block]) -> list[Row]:
    """Return the rows of all tables of a list."""
    return [dict(row) for block in blocks if isinstance(block, Table) for row in block.dicts()]


def _known_how(row: Mapping[str, Any]) -> str:
    """Return where a value comes from: "reconstructed (A4)"."""
    return f"{row['provenance']} ({row['assumption']})" if row["assumption"] else row["provenance"]


def list_games() -> list[Block]:
    """Return the games that can be played, and what is wrong with others."""
    rows = [
        {
            "game": game.name,
            "title": game.title,
            "players": list(game.seats),
            "strategies": names_of_players(game.name),
            "summary": game.summary,
        }
        for game in map(find_game, working_games())
    ]
    shown: Shown = {
        "game": "game",
        "players": lambda row: "-".join(map(str, dict.fromkeys((row["players"][0], row["players"][-1])))),
        "strategies": "strategies",
        "what it is": "summary",
    }
    return [Table(rows, "The games", shown=shown), *map(Text, broken_plugins())]


def list_strategies(game: str | Game | None, *, weights: bool = False) -> list[Block]:
    """Return the strategies of a game, or of all, the strongest first; optionally with all parameters."""
    blocks: list[Block] = []
    for name in working_games() if game is None else [game_named(game).name]:
        blocks += _strategies(name, weights=weights)
    return [*blocks, *map(Text, broken_plugins())]


def _strategies(game: str, *, weights: bool) -> list[Block]:
    known, ladders = strategies_and_master(game), list(ladders_of(game))
    results = {name: estimate for ladder in ladders for name, estimate in ladder.results.items()}
    seconds = next((ladder.seconds for ladder in ladders if ladder.master), None)
    rows: list[Row] = []
    for strategy in (known[name] for name in dict.fromkeys([*results, *known]) if name in known):
        result = results.get(strategy.name)
        rows.append(
            {
                "game": game,
                "strategy": strategy.name,
                "skill": strategy.skill,
                **_ends_of(result),
                "games": result.n if result else None,
                "seconds": seconds if strategy.name == MASTER else None,
                "parameters": [
                    {"name": p.name, "default": p.default, "low": p.low, "high": p.high}
                    | {"meaning": p.description}
                    for p in strategy.parameters
                ],
                "idea": " ".join(strategy.idea.split()),
            }
        )
    measured = ladders[0].measured if ladders else "win rate"
    shown: Shown = {
        "strategy": "strategy",
        "skill": "skill",
        "how it plays": lambda row: " ".join(known[row["strategy"]].idea.partition("\n\n")[0].split()),
        measured: lambda row: results.get(row["strategy"], "not measured"),
    }
    blocks: list[Block] = [
        Table(rows, f"{find_game(game).title}: the strategies, the strongest first", shown=shown)
    ]
    blocks += [
        Text(f"{ladder.measured}, with its 95 % interval: {ladder.setting}; {ladder.games_in_words}")
        for ladder in ladders
    ]
    blocks += [block for steps in steps_of(game) for block in _steps(steps)]
    if notes := [strategy.name for strategy in known.values() if strategy.note]:
        blocks.append(Text(f"skills are {NAMES_OF_SKILLS}; the words for {listed(notes)} are a note"))
    if MASTER not in known:
        blocks += _why_no_master(game)
    for row in rows if weights else ():
        blocks.append(Text(f"\n{row['strategy']} ({row['skill']}): {known[row['strategy']].idea}"))
        if row["parameters"]:
            blocks.append(Table(row["parameters"], f"The parameters of {row['strategy']}"))
    return blocks


def _ends_of(found: Estimate | None) -> Row:
    """Return a result with its interval, for a row; None where nothing was measured."""
    return {
        "result": found.value if found else None,
        "low": found.low if found else None,
        "high": found.high if found else None,
    }


def _steps(found: SkillSteps) -> list[Block]:
    """Return the players from a first-time player to the best known, and what each sees and misses."""
    rows: list[Row] = [
        {
            "skill": step.skill.name,
            "plays": step.plays,
            "about": step.about,
            **_ends_of(step.result),
        }
        for step in found.steps
    ]
    by_skill = {step.skill.name: step for step in found.steps}
    shown: Shown = {
        "player": lambda row: by_skill[row["skill"]].words,
        "what it sees and what it misses": "about",
        "strategy": lambda row: by_skill[row["skill"]].strategy,
        found.setting.measured: lambda row: by_skill[row["skill"]].result or "not measured",
    }
    title = f"{found.setting.game.title}: from a first-time player to the best known"
    return [Table(rows, title, shown=shown), Text(f"{found.setting.measured}: {found.setting.setting}")]


def _why_no_master(game: str) -> list[Block]:
    try:
        master_of(game)
    except BadInput as problem:
        return [Text(str(problem))]
    return []


def list_rules(game: str | Game, content: Path | None = None, wanted: Collection[str] = ()) -> list[Block]:
    """Return the rules of a game, or those whose names or labels contain a word that is wanted."""
    named = with_content(game_named(game), content)
    defaults = json.loads(named.knobs().as_json())
    every = describe_knobs(named.knobs)
    labels = {knob.name: knob.label for knob in every}

    def means(word: str, name: str) -> bool:
        return word in name or word.lower() in labels[name].lower()

    require_known(f"rule of {named.name}", wanted, defaults, means)
    knobs = [knob for knob in every if not wanted or any(means(word, knob.name) for word in wanted)]
    words = {knob.name: knob.default for knob in knobs}
    printed = {knob.name: knob.default for knob in describe_knobs(named.in_the_box.knobs)}
    rows = [
        {
            "rule": knob.name,
            "label": knob.label,
            "default": defaults[knob.name],
            "allowed": knob.allowed,
            "meaning": knob.description,
            "provenance": knob.provenance,
            "assumption": knob.assumption or None,
        }
        for knob in knobs
    ]

    def origin(row: Mapping[str, Any]) -> str:
        return "yours" if words[row["rule"]] != printed[row["rule"]] else _known_how(row)

    shown: Shown = {
        "rule": "rule",
        "default": lambda row: words[row["rule"]],
        "what it is": lambda row: (
            f"{row['label']}: {row['meaning']}; allowed: {row['allowed']}; {origin(row)}"
        ),
    }
    title = f"{named.title}: the rules that can be changed, as they stand under rules: in an experiment"
    return [Table(rows, title, shown=shown)]


def list_columns(game: str | Game) -> list[Block]:
    """Return the columns of a run's tables, a table of each."""
    named = game_named(game)
    shown: Shown = {"column": "column", "type": "type", "what it is": _of_column}
    blocks: list[Block] = [
        Table(
            [_column(table, column) for column in columns],
            f"{named.title}: {table}/, one row per {of} (run.{table}; run.{table}() in a report's script)",
            shown=shown,
        )
        for table, of, columns in (
            (GAMES, "game", (*GAME_KEYS, *named.columns)),
            (SEATS, "seat of a game", (*SEAT_KEYS, *named.seat_columns) if named.seat_columns else ()),
        )
        if columns
    ]
    if named.events:
        blocks.append(
            Text(
                f"{named.title}: events/, one row per event of the games logged. `events: {{one_in: 100}}` "
                f"logs one game in a hundred; `simkit kinds {named.name}` lists the kinds and their fields, "
                "run.events_of(kind) has those of one kind by name\n"
            )
        )
    return [
        *blocks,
        Text(
            "scenario joins scenarios.parquet, which has every setting that varies, numbers as numbers "
            "(run.scenarios), and all rules and players; "
            "summary.parquet has every column's estimates. A word is a Categorical in pandas, an Enum in "
            "polars, a VARCHAR in DuckDB"
        ),
    ]


def _column(table: str, column: Column) -> Row:
    number = "float64" if column.is_fraction else "int64"
    return {
        "table": table,
        "column": column.name,
        "type": "yes or no" if column.is_yes_no else "word" if column.labels else number,
        "unit": column.unit,
        "words": list(column.labels),
        "meaning": column.description,
    }


def _of_column(row: Mapping[str, Any]) -> str:
    unit = f" [{row['unit']}]" if row["unit"] and row["unit"] not in row["meaning"] else ""
    return f"{row['meaning']}{unit}{': ' if row['words'] else ''}{', '.join(row['words'])}"


def list_kinds(game: str | Game) -> dict[str, Table]:
    """Return the kinds of moves, the kinds of events, and the objectives of a game."""
    own = game_named(game)
    progress = [own.progress] if own.progress else []
    declared = {goal.column: own.column_of(goal) for goal in (*own.objectives, *progress)}

    def of_kind(kind: Kind) -> Row:
        says = None if callable(kind.says) else kind.says.strip() or kind.name
        fields = [field.name for field in kind.fields]
        return {"number": int(kind.number), "kind": kind.name, "fields": fields, "says": says}

    def says(row: Mapping[str, Any]) -> str:
        turn = " (a turn begins)" if row.get("begins_turn") else ""
        return f"{row['says'] or '(depends on its fields)'}{turn}"

    def better(row: Mapping[str, Any]) -> str:
        column = declared[row["column"]]
        return ("yes" if row["better"] == "more" else "no") if column.is_yes_no else row["better"]

    def of_goals(goals: Iterable[Objective], words: str) -> Table:
        found = [{"column": goal.column, "of": goal.of, "better": goal.better} for goal in goals]
        described: Shown = {
            "column": "column",
            "of": "of",
            "better": better,
            "what it is": lambda row: declared[row["column"]].description,
        }
        return Table(found, f"{own.title}: {words}", shown=described)

    events = [of_kind(kind) | {"begins_turn": kind.begins_turn} for kind in own.events]
    kinds: Shown = {"number": "number", "kind": "kind", "fields": "fields", "in words": says}
    of_moves = "the moves, as `replay --choices` lists them and strategies find them"
    of_events = "the events, as `replay` says them and `events: {one_in: 100}` logs them"
    first = "the objectives of players, the most important first"
    return {
        "moves": Table([of_kind(kind) for kind in own.moves], f"{own.title}: {of_moves}", shown=kinds),
        "events": Table(events, f"{own.title}: {of_events}", shown=kinds),
        "objectives": of_goals(own.objectives, first),
        "progress": of_goals(progress, "the measure of progress"),
    }


def list_fields(game: str | Game, wanted: Collection[str] = ()) -> list[Block]:
    """Return the fields that a game's strategies are given, or those with a name that is wanted."""
    named = game_named(game)
    names = [field.name for record in records_of(named) for field in record.fields]
    require_known(f"field of {named.name}", wanted, names, lambda word, name: word == name)
    blocks: list[Block] = []
    for record in records_of(named):
        rows = [
            {"of": record.name, "field": field.name, "type": field.kind, "meaning": field.means}
            for field in record.fields
            if not wanted or field.name in wanted
        ]
        if rows:
            means = f", {record.means}" if record.means else ""
            title = f"{named.title}: {record.name}{means}"
            shown: Shown = {"field": "field", "type": "type", "what it is": "meaning"}
            blocks.append(Table(rows, title, shown=shown))
            blocks += [Text(f"{record.note[:1].upper()}{record.note[1:]}.")] if record.note else []
    return blocks


def list_assumptions(game: str | Game) -> list[Block]:
    """Return the values of a game that could not be looked up, with their alternatives as rules."""
    named = game_named(game)
    rows = [
        {
            "assumption": known.id,
            "about": known.about,
            "provenance": known.provenance,
            "value": known.value,
            "alternatives": {
                label: json.loads(json.dumps(rules, default=sorted))
                for label, rules in known.alternatives.items()
            },
        }
        for known in named.assumptions
    ]
    if not rows:
        return [Text(f"{named.title} rests on no assumptions: everything about it is published")]
    shown: Shown = {
        "assumption": lambda row: f"{row['assumption']}  {row['about']} ({row['provenance']})",
        "taken as": "value",
        "it may be": lambda row: "\n".join(
            f"{label}: {_rules_in_words(rules)}" for label, rules in row["alternatives"].items()
        ),
    }
    return [Table(rows, f"{named.title}: the assumptions", shown=shown)]


def _rules_in_words(rules: Mapping[str, Any]) -> str:
    set_ = ", ".join(f"{name}: {value_in_words(value)}" for name, value in rules.items() if name != WHEN)
    when = rules.get(WHEN, {})
    on = ", ".join(f"{name} {value_in_words(value)}" for name, value in when.items() if value is not None)
    return f"{set_} (on {on})" if on else set_


def list_cards(game: str | Game, content: Path | None = None, wanted: Collection[str] = ()) -> list[Block]:
    """Return the cards, tokens and boards of a game, or those with an id that is wanted."""
    named = with_content(game_named(game), content)
    require_items(named, wanted)
    kept, printed = content_of(named), content_of(named.in_the_box)
    places = [(section, id_) for section, id_, _ in kept.items() if not wanted or id_ in wanted]
    more = [Text(f"{CHANGED} not as printed: {changes_in_words(kept, printed)}")]
    return [*_items(named, places), *(more if changes(kept, printed) else [])]


def list_unused(game: str, run: RunDirectory) -> list[Block]:
    """Return the items that the logged events of a run never mention."""
    if run.game.name != find_game(game).name:
        raise BadInput(f"{run.path} is a run of {run.game.name}, not of {game}")
    unused, games = unused_items(run)
    told = f"never met in {games:,} logged games: {len(unused)} of what their events could name"
    return [*map(Text, run.mark), *_items(run.game, unused), Text(told)]


def _items(game: Game, places: Collection[tuple[str, str]]) -> list[Block]:
    """Return some items of a game, a table of each section, and below it what is drawn."""
    content = content_of(game)
    changed = changes(content, content_of(game.in_the_box))
    shown: Shown = {
        "id": lambda row: f"{row['id']}{'' if row['as_printed'] else CHANGED}",
        "what it says": "says",
        "copies": "copies",
        "provenance": _known_how,
    }
    blocks: list[Block] = []
    for section in dict.fromkeys(section for section, _, _ in content.items()):
        rows: list[Row] = [
            {
                "section": section,
                "id": id_,
                "says": content.in_words(section, id_, item),
                "copies": item.how_many,
                "provenance": item.provenance,
                "assumption": item.assumption or None,
                "as_printed": (section, id_) not in changed,
            }
            for of, id_, item in content.items()
            if of == section and (section, id_) in places
        ]
        blocks += [Table(rows, f"{game.title}: {section}", shown=shown)] if rows else []
        for lines in (content.drawn(section, row["id"]) for row in rows):
            legend = [f"    {character}  {words}" for character, words in content.legend.items()]
            blocks += map(Text, [*lines, *legend] if lines else [])
    return blocks


def require_known(
    kind: str, wanted: Collection[str], names: Iterable[str], means: Callable[[str, str], bool]
) -> None:
    """Complain about a wanted word that matches none of some names."""
    known = list(dict.fromkeys(names))
    for word in wanted:
        if not any(means(word, name) for name in known):
            raise BadInput(unknown(kind, word, known))


def require_items(game: Game, wanted: Collection[str]) -> None:
    """Complain about a wanted word that is no card, token or board of a game."""
    known = [id_ for _, id_, _ in content_of(game).items()]
    for word in wanted:
        if word not in known:
            guess = nearest(word, known)
            hint = f"did you mean '{guess}'?" if guess else f"`simkit cards {game.name}` lists them all"
            raise BadInput(f"{game.title} has no card, token or board '{word}'; {hint}")


def game_named(game: str | Game) -> Game:
    """Return a game by its name; a game itself is returned as it is."""
    if isinstance(game, Game):
        return game
    if not isinstance(game, str):
        raise BadInput(f"game: found {quoted(game)}, allowed is a name or a Game")
    return find_game(game)


def with_content(game: Game, file: Path | None) -> Game:
    """Return a game with the content of a file, if one is given."""
    return game if file is None else with_own_content(game, file, "--content")


def content_of(game: Game) -> GameContent:
    """Return a game's cards, tokens and boards; raise BadInput if it declares none."""
    if game.content is None:
        raise BadInput(f"{game.title} declares no content (cards, tokens, boards)")
    return game.content


def schema(game: str | Game | None) -> dict[str, Any]:
    """Return the JSON Schema of experiments, or of a game's content files."""
    return experiment_schema() if game is None else content_schema(type(content_of(game_named(game))))


def games() -> pl.DataFrame:
    """Return a row per game; see `simkit.games`."""
    return pl.DataFrame(rows_of(list_games()))


def strategies(game: str | Game) -> pl.DataFrame:
    """Return a row per strategy; see `simkit.strategies`."""
    rows = rows_of(list_strategies(game_named(game)))
    named = [
        row | {"parameters": [parameter["name"] for parameter in row["parameters"]]}
        for row in rows
        if "strategy" in row  # not the steps of skill
    ]
    types: Schema = {
        "result": pl.Float64,
        "low": pl.Float64,
        "high": pl.Float64,
        "games": pl.Int64,
        "seconds": pl.Float64,
        "parameters": pl.List(pl.String),
    }
    return pl.DataFrame(named, schema_overrides=types).drop("game", strict=False)


def rules(game: str | Game) -> pl.DataFrame:
    """Return a row per rule, with defaults in words; see `simkit.rules`."""
    rows = rows_of(list_rules(game))
    words = {knob.name: knob.default for knob in describe_knobs(game_named(game).knobs)}
    worded = [row | {"default": words[row["rule"]]} for row in rows]
    return pl.DataFrame(worded, schema_overrides={"assumption": pl.String})


def columns(game: str | Game) -> pl.DataFrame:
    """Return a row per column of the tables; see `simkit.columns`."""
    return pl.DataFrame(rows_of(list_columns(game)), schema_overrides={"words": pl.List(pl.String)})


def runs(folder: Path) -> pl.DataFrame:
    """Return a row per run; see `simkit.runs`."""
    rows = [{key: row[key] for key in _OF_RUNS} for row in rows_of(list_runs_in(folder))]
    return pl.DataFrame(rows, schema=_OF_RUNS)


_OF_RUNS: Schema = {
    **dict.fromkeys(("run", "label", "name", "game"), pl.String),
    "rounds": pl.Int64,
    "finished": pl.String,
    **dict.fromkeys(("scenarios", "games"), pl.Int64),
    **dict.fromkeys(("differs", "headline", "verdict", "title", "note", "path"), pl.String),
}


MOST_PLAYERS = 4
"""The most players that are named; the run has them all."""


UNFINISHED = "unfinished"
"""Stands for the verdict on a run that was stopped, or is still being played."""

NO_TARGETS = "no targets"
"""Stands for the verdict where the experiment sets none."""


def list_runs_in(folder: Path) -> list[Block]:
    """Return the runs, the newest first; those that are not finished have no number.

    A search plays its rounds as runs; of these only the last has a row.
    """
    finished = {path: f"{NEWEST}{number}" for number, path in enumerate(list_runs(folder), start=1)}
    rounds: dict[object, list[RunDirectory]] = {}
    for path in list_runs(folder, unfinished=True):
        run = RunDirectory(path)
        rounds.setdefault(_search_of(run) or path, []).append(run)
    rows = [_row(finished.get(group[0].path, ""), group[0], len(group)) for group in rounds.values()]
    if not rows:
        return [Text(f"there is no run in {folder} yet; `simkit run EXPERIMENT` makes one")]

    def named(row: Mapping[str, Any]) -> str:
        """Return a run's name, folder if it is another, label, note and number of rounds, each in a line."""
        label, rounds, path = row["label"], row["rounds"], Path(row["path"])
        is_elsewhere = path.parent.parent != folder
        words = (f"in {path}" if is_elsewhere else "", label and f'"{label}"', row["note"])
        return "\n".join(filter(None, (row["name"], *words, f"{rounds} rounds" if rounds > 1 else "")))

    shown: Shown = {
        "run": "run",
        "name": named,
        "finished": lambda row: row["finished"] or "not finished",
        "games": lambda row: f"{row['scenarios']:,} x {'up to ' * bool(row['precision'])}{row['games']:,}",
        "what is played": "differs",
        "result": "headline",
        "verdict": "verdict",
    }
    return [Table(rows, f"The runs in {folder}", shown=shown)]


def _search_of(run: RunDirectory) -> tuple[str, ...]:
    """Return what the rounds of a search share: name, command and targets; empty for any other run."""
    experiment = run.manifest["experiment"]
    if not experiment["name"].endswith(NAME_ENDS) or CANDIDATES not in run.factors:
        return ()
    return experiment["name"], json.dumps(run.manifest["command"]), json.dumps(experiment.get("targets"))


def _row(reference: str, run: RunDirectory, rounds: int) -> dict[str, Any]:
    path = run.path
    experiment = run.manifest["experiment"]
    headline, results = _known(run) if run.finished else (f"`simkit summary {path}` shows what there is", [])
    return {
        "run": reference,
        "label": run.manifest.get(LABEL, ""),
        "name": experiment["name"],
        "game": experiment["game"],
        "rounds": rounds,
        "finished": run.manifest["finished_at"][:16].replace("T", " ") if run.finished else "",
        "scenarios": experiment["scenarios"],
        "games": run.most_games if run.finished else run.games_planned(0),
        "precision": ", ".join(f"{name} {half:g}" for name, half in experiment.get(PRECISION, {}).items()),
        "differs": "; ".join(_what_differs(run)),
        "headline": headline,
        "results": results,
        "verdict": _verdict(run),
        "title": experiment["title"],
        "note": run.manifest.get(NOTE, ""),
        "path": str(path),
    }


def _known(run: RunDirectory) -> tuple[str, list[dict[str, Any]]]:
    try:
        return headline_of(run)
    except BadInput as problem:  # one damaged run doesn't hide the others
        return str(problem), []


def _verdict(run: RunDirectory) -> str:
    try:
        if not run.finished:
            return UNFINISHED
        return judge_run(run).outcome if run.manifest["experiment"].get("targets") else NO_TARGETS
    except BadInput:
        return "damaged"


def _what_differs(run: RunDirectory) -> list[str]:
    """Return what is not as printed, what is varied and who plays, in words."""
    try:
        return [*_rules(run), *_varied(run), _players(run)]
    except BadInput as problem:
        return [str(problem)]


def _rules(run: RunDirectory) -> list[str]:
    """Return the rules that are not as printed, and the same in all scenarios: "reserve 4"."""
    scenarios = [json.loads(knobs) for knobs in run.every_scenario()["knobs"].unique(maintain_order=True)]
    printed = json.loads(run.game.in_the_box.knobs().as_json())
    same = [
        name
        for name in printed
        if all(scenario.get(name) == scenarios[0].get(name) for scenario in scenarios)
    ]
    changed = [name for name in same if scenarios[0].get(name) != printed[name]]
    knobs = run.game.knobs
    words = [words_of(knobs, name).short(value_in_words(scenarios[0].get(name))) for name in changed]
    return [*words, *(["cards of its own"] if run.manifest["experiment"].get("content") else [])]


def _varied(run: RunDirectory) -> list[str]:
    scenarios = run.every_scenario()
    words = [
        f"{short_label(run.game.knobs, factor)} ({scenarios[factor].n_unique()})" for factor in run.factors
    ]
    return [f"by {', '.join(words)}"] if words else []


def _players(run: RunDirectory) -> str:
    line_ups = map(json.loads, run.every_scenario()["players"].unique(maintain_order=True))
    names = list(dict.fromkeys(player["strategy"] for line_up in line_ups for player in line_up))
    more = len(names) - MOST_PLAYERS
    return f"{', '.join(names[:MOST_PLAYERS])}{f' and {more} more' if more > 0 else ''}"
