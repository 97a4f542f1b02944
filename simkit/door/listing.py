"""What there is, as rows: games, strategies, rules, cards, kinds, fields, columns, assumptions.

Each function returns what a command lists, as plain data that JSON can hold; `simkit.games` and its like make
tables of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any

import polars as pl

from simkit.door.headline import headline_of
from simkit.engine.contract.content import GameContent, changes
from simkit.engine.contract.describe import describe_knobs, records_of
from simkit.engine.contract.game import Game
from simkit.engine.contract.kinds import Kind
from simkit.engine.contract.player import MASTER
from simkit.errors import BadInput, nearest, quoted, unknown
from simkit.experiment.factors import heading
from simkit.experiment.file.box import with_own_content
from simkit.plugins import find_game, names_of_players, strategies_and_master, working_games
from simkit.run.findings.noticed import unused_items
from simkit.run.findings.verdict import judge_run
from simkit.run.store.directory import RunDirectory
from simkit.run.store.found import list_runs
from simkit.run.store.manifest import LABEL, NEWEST, NOTE, PRECISION
from simkit.run.store.parquet import GAME_KEYS, GAMES, SEAT_KEYS, SEATS
from simkit.stats.estimates import Estimate
from simkit.words import value_in_words

Row = dict[str, Any]
Schema = dict[str, type[pl.DataType] | pl.DataType]


def rows_of_games() -> list[Row]:
    """Return a row per game that can be played."""
    found = [find_game(name) for name in working_games()]
    return [
        {
            "game": game.name,
            "title": game.title,
            "players": list(game.seats),
            "strategies": names_of_players(game.name),
            "summary": game.summary,
        }
        for game in found
    ]


def rows_of_strategies(game: str | Game | None) -> list[Row]:
    """Return a row per strategy of a game, or of all games."""
    from simkit.run.findings.ladder import ladders_of

    rows = []
    for name in working_games() if game is None else [game_named(game).name]:
        measured: dict[str, Estimate] = {}
        seconds: dict[str, float] = {}
        for ladder in ladders_of(name):
            measured |= ladder.results
            seconds |= {MASTER: ladder.seconds} if ladder.master else {}
        for strategy in strategies_and_master(name).values():
            result = measured.get(strategy.name)
            rows.append(
                {
                    "game": name,
                    "strategy": strategy.name,
                    "skill": strategy.skill,
                    "result": result.value if result else None,
                    "low": result.low if result else None,
                    "high": result.high if result else None,
                    "games": result.n if result else None,
                    "seconds": seconds.get(strategy.name),
                    "parameters": [
                        {"name": p.name, "default": p.default, "low": p.low, "high": p.high}
                        | {"meaning": p.description}
                        for p in strategy.parameters
                    ],
                    "idea": " ".join(strategy.idea.split()),
                }
            )
    return rows


def rows_of_rules(game: str | Game, content: Path | None = None, wanted: Collection[str] = ()) -> list[Row]:
    """Return a row per rule of a game, or per rule whose name or label contains a word that is wanted."""
    own = with_content(game_named(game), content)
    defaults = json.loads(own.knobs().as_json())
    labels = {knob.name: knob.label for knob in describe_knobs(own.knobs)}

    def means(word: str, name: str) -> bool:
        return word in name or word.lower() in labels[name].lower()

    require_known(f"rule of {own.name}", wanted, defaults, means)
    return [
        {
            "rule": knob.name,
            "label": knob.label,
            "default": defaults[knob.name],
            "allowed": knob.allowed,
            "meaning": knob.description,
            "provenance": knob.provenance,
            "assumption": knob.assumption or None,
        }
        for knob in describe_knobs(own.knobs)
        if not wanted or any(means(word, knob.name) for word in wanted)
    ]


def rows_of_columns(game: str | Game) -> list[Row]:
    """Return a row per column of a run's tables."""
    own = game_named(game)
    tables = {GAMES: (*GAME_KEYS, *own.columns)}
    if own.seat_columns:
        tables[SEATS] = (*SEAT_KEYS, *own.seat_columns)
    return [
        {
            "table": table,
            "column": column.name,
            "unit": column.unit,
            "words": list(column.labels),
            "meaning": column.description,
        }
        for table, columns in tables.items()
        for column in columns
    ]


def rows_of_kinds(game: str | Game) -> dict[str, list[Row]]:
    """Return a row per kind of move, per kind of event, and per objective of a game."""
    own = game_named(game)

    def of_kind(kind: Kind) -> Row:
        says = None if callable(kind.says) else kind.says.strip() or kind.name
        fields = [field.name for field in kind.fields]
        return {"number": int(kind.number), "kind": kind.name, "fields": fields, "says": says}

    goals = [{"column": goal.column, "of": goal.of, "better": goal.better} for goal in own.objectives]
    return {
        "moves": [of_kind(kind) for kind in own.moves],
        "events": [of_kind(kind) | {"begins_turn": kind.begins_turn} for kind in own.events],
        "objectives": goals,
    }


def rows_of_fields(game: str | Game, wanted: Collection[str] = ()) -> list[Row]:
    """Return a row per field that a game's strategies are given, or per field with a name that is wanted."""
    own = game_named(game)
    names = [field.name for record in records_of(own) for field in record.fields]
    require_known(f"field of {own.name}", wanted, names, lambda word, name: word == name)
    return [
        {"of": record.name, "field": field.name, "type": field.kind, "meaning": field.means}
        for record in records_of(own)
        for field in record.fields
        if not wanted or field.name in wanted
    ]


def rows_of_assumptions(game: str | Game) -> list[Row]:
    """Return a row per value of a game that could not be looked up, with its alternatives as rules."""
    return [
        {
            "assumption": own.id,
            "about": own.about,
            "provenance": own.provenance,
            "value": own.value,
            "alternatives": {
                label: json.loads(json.dumps(rules, default=sorted))
                for label, rules in own.alternatives.items()
            },
        }
        for own in game_named(game).assumptions
    ]


def rows_of_cards(game: str | Game, content: Path | None = None, wanted: Collection[str] = ()) -> list[Row]:
    """Return a row per card, token or board of a game, or per item with an id that is wanted."""
    own = with_content(game_named(game), content)
    require_items(own, wanted)
    places = [(section, id_) for section, id_, _ in content_of(own).items() if not wanted or id_ in wanted]
    return _items(own, places)


def rows_of_unused(game: str, run: RunDirectory) -> list[Row]:
    """Return a row per item that the logged events of a run never mention."""
    require_run_of(run, game)
    return _items(run.game, set(unused_items(run)[0]))


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


def require_run_of(run: RunDirectory, game: str) -> None:
    """Complain if a run is not of the game with a name."""
    if run.game.name != find_game(game).name:
        raise BadInput(f"{run.path} is a run of {run.game.name}, not of {game}")


def _items(game: Game, places: Collection[tuple[str, str]]) -> list[Row]:
    content = content_of(game)
    changed = changes(content, content_of(game.in_the_box))
    return [
        {
            "section": section,
            "id": id_,
            "says": content.in_words(section, id_, item),
            "copies": item.how_many,
            "provenance": item.provenance,
            "assumption": item.assumption or None,
            "as_printed": (section, id_) not in changed,
        }
        for section, id_, item in content.items()
        if (section, id_) in places
    ]


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
    """Return a game's cards, tokens and boards.

    Raises
    ------
    BadInput
        If it declares none.
    """
    if game.content is None:
        raise BadInput(f"{game.title} declares no content (cards, tokens, boards)")
    return game.content


def games() -> pl.DataFrame:
    """Return a row per game; see `simkit.games`."""
    return pl.DataFrame(rows_of_games())


def strategies(game: str | Game) -> pl.DataFrame:
    """Return a row per strategy; see `simkit.strategies`."""
    rows = rows_of_strategies(game)
    named = [row | {"parameters": [own["name"] for own in row["parameters"]]} for row in rows]
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
    rows = rows_of_rules(game)
    words = {knob.name: knob.default for knob in describe_knobs(game_named(game).knobs)}
    worded = [row | {"default": words[row["rule"]]} for row in rows]
    return pl.DataFrame(worded, schema_overrides={"assumption": pl.String})


def columns(game: str | Game) -> pl.DataFrame:
    """Return a row per column of the tables; see `simkit.columns`."""
    return pl.DataFrame(rows_of_columns(game), schema_overrides={"words": pl.List(pl.String)})


def runs(folder: Path) -> pl.DataFrame:
    """Return a row per run; see `simkit.runs`."""
    rows = [{key: row[key] for key in _OF_RUNS} for row in rows_of_runs(folder)]
    return pl.DataFrame(rows, schema=_OF_RUNS)


_OF_RUNS: Schema = {
    "run": pl.String,
    "label": pl.String,
    "name": pl.String,
    "game": pl.String,
    "rounds": pl.Int64,
    "finished": pl.String,
    "scenarios": pl.Int64,
    "games": pl.Int64,
    "differs": pl.String,
    "headline": pl.String,
    "verdict": pl.String,
    "title": pl.String,
    "note": pl.String,
    "path": pl.String,
}


MOST_PLAYERS = 4
"""The most players that are named; the run has them all."""


UNFINISHED = "unfinished"
"""Stands for the verdict on a run that was stopped, or is still being played."""

NO_TARGETS = "no targets"
"""Stands for the verdict where the experiment sets none."""


def rows_of_runs(folder: Path) -> list[dict[str, Any]]:
    """Return a row per run, the newest first; those that are not finished have no number.

    A search plays its rounds as runs; of these only the last has a row.
    """
    finished = {path: f"{NEWEST}{number}" for number, path in enumerate(list_runs(folder), start=1)}
    rounds: dict[object, list[RunDirectory]] = {}
    for path in list_runs(folder, unfinished=True):
        run = RunDirectory(path)
        rounds.setdefault(_search_of(run) or path, []).append(run)
    return [_row(finished.get(own[0].path, ""), own[0], len(own)) for own in rounds.values()]


def _search_of(run: RunDirectory) -> tuple[str, ...]:
    """Return what the rounds of a search share: name, command and targets; empty for any other run."""
    from simkit.search.seek import CANDIDATES, NAME_ENDS

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
    scenarios = [json.loads(knobs) for knobs in run.scenarios()["knobs"].unique(maintain_order=True)]
    printed = json.loads(run.game.in_the_box.knobs().as_json())
    same = [name for name in printed if all(own.get(name) == scenarios[0].get(name) for own in scenarios)]
    changed = [name for name in same if scenarios[0].get(name) != printed[name]]
    words = [f"{name} {value_in_words(scenarios[0].get(name))}" for name in changed]
    return [*words, *(["cards of its own"] if run.manifest["experiment"].get("content") else [])]


def _varied(run: RunDirectory) -> list[str]:
    words = [f"{heading(factor)} ({run.levels[factor].n_unique()})" for factor in run.factors]
    return [f"by {', '.join(words)}"] if words else []


def _players(run: RunDirectory) -> str:
    names = list(dict.fromkeys(name for line_up in run.line_ups.values() for name in line_up))
    more = len(names) - MOST_PLAYERS
    return f"{', '.join(names[:MOST_PLAYERS])}{f' and {more} more' if more > 0 else ''}"
