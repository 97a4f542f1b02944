"""The pages of each game, from its declarations: rules, players, moves, tables, cards, assumptions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import yaml

from docsite.gallery import Pictured
from docsite.markdown import code, said, sentence, table
from docsite.pages import Pages, experiment_files, toctree
from simkit.door.listing import (
    list_assumptions,
    list_cards,
    list_columns,
    list_kinds,
    list_strategies,
    rows_of,
)
from simkit.engine.contract.describe import describe_knobs, records_of
from simkit.engine.contract.game import Game
from simkit.engine.contract.kinds import Kind
from simkit.engine.contract.knobs import WHEN
from simkit.engine.contract.player import MASTER
from simkit.language import value_in_words
from simkit.plugins import find_game, strategies_and_master, working_games
from simkit.run.findings.ladder import ladders_of

INDEX = "games/index"


def seats_in_words(game: Game) -> str:
    """Return how many players a game has: "2 to 4 players"."""
    first, last = game.seats[0], game.seats[-1]
    return f"{first} to {last} players" if first != last else f"{first} player{'s' if first > 1 else ''}"


def write_games(pages: Pages, gallery: Mapping[str, Sequence[Pictured]]) -> None:
    """Write the pages of all games that simkit brings, and their index."""
    brought = [name for name in working_games() if f"games/{name}/rulings" in pages.places.values()]
    examples = [
        name for name in working_games() if f"games/{name}/how_it_is_written" in pages.places.values()
    ]
    text = [
        "# Games",
        "Each game has its rules, players, moves, tables and reports on pages of its own. All of that comes "
        "from the code, so it is as simkit plays it.",
    ]
    for title, names in (("Whole games", brought), ("Small games to copy", examples)):
        rows = []
        for name in names:
            game = find_game(name)
            rows.append((f"[{game.title}]({name}/index.md)", seats_in_words(game), said(game.summary)))
        text += [f"## {title}", table(["game", "for", "what it is"], rows)]
    order = [*brought, *examples]
    text.append(toctree({f"games/{name}/index": find_game(name).title for name in order}, INDEX))
    pages.write(INDEX, "\n\n".join(text))
    for name in order:
        _write_game(pages, find_game(name), gallery.get(name, ()))


def _write_game(pages: Pages, game: Game, gallery: Sequence[Pictured]) -> None:
    folder = f"games/{game.name}"
    readme = "rulings" if f"{folder}/rulings" in pages.places.values() else "how_it_is_written"
    parts: dict[str, tuple[str, str]] = {
        "rules": ("Rules that can be changed", _rules(game)),
        "players": ("Players", _players(game)),
        "moves_and_events": ("Moves and events", _kinds(game)),
        "tables": ("Columns of the tables", _tables(game)),
        "fields": ("What a strategy is given", _fields(game)),
    }
    if game.content is not None:
        parts["cards"] = ("Cards, tokens, boards", _cards(game))
    if game.assumptions:
        parts["assumptions"] = ("Assumptions", _assumptions(game))
    for name, (title, text) in parts.items():
        pages.write(f"{folder}/{name}", f"# {game.title}: {title[0].lower()}{title[1:]}\n\n{text}")
    titles = {f"{folder}/{name}": title for name, (title, _) in parts.items()}
    titles[f"{folder}/{readme}"] = (
        "Rulings, and where each is coded" if readme == "rulings" else "How it is written"
    )
    listed = "\n".join(f"* [{title}]({place.rpartition('/')[2]}.md)" for place, title in titles.items())
    summary = f"{said(sentence(game.summary))} For {seats_in_words(game)}."
    rest = [*_pictures(gallery), *_experiments(game), toctree(titles, f"{folder}/index")]
    pages.write(f"{folder}/index", "\n\n".join([f"# {game.title}", summary, listed, *rest]))


def _pictures(gallery: Sequence[Pictured]) -> list[str]:
    if not gallery:
        return []
    lines = [
        "## Reports",
        "Page one of some reports; a click opens the whole. They were played with fewer games than "
        "their experiments ask for, when this site was made.",
    ]
    cards = [
        f'<a class="report" href="{pictured.report}"><img src="{pictured.picture}" '
        f'alt="Page one of the report {pictured.title}" loading="lazy"><span>{pictured.title}</span></a>'
        for pictured in gallery
    ]
    return [*lines, '<div class="reports">\n' + "\n".join(cards) + "\n</div>"]


def experiments_of(game: str) -> dict[str, str]:
    """Return the shipped experiments of a game, with what their titles ask."""
    found = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in experiment_files()}
    return {name: entry.get("title", "") for name, entry in found.items() if entry.get("game") == game}


def _experiments(game: Game) -> list[str]:
    rows = [
        (code(name), said(title.partition(": ")[2] or title))
        for name, title in experiments_of(game.name).items()
    ]
    return (
        ["## Experiments", table(["experiment", "asks"], [(n, t[:1].upper() + t[1:]) for n, t in rows])]
        if rows
        else []
    )


def _rules(game: Game) -> str:
    rows = []
    for knob in describe_knobs(game.knobs):
        known = f"{knob.provenance} ({knob.assumption})" if knob.assumption else knob.provenance
        rows.append(
            (code(knob.name), said(sentence(knob.description)), said(knob.default), said(knob.allowed), known)
        )
    heads = ["rule", "what it is", "as printed", "allowed", "known how"]
    return (
        f"They stand under `rules:` in an experiment, or as factors `rules.NAME`. `simkit rules {game.name}` "
        "prints them, too. *Published* stands in the rulebook; *simkit* marks limits of its own; "
        f"[the glossary](../../reference/glossary.md#rules) has the other words.\n\n{table(heads, rows)}"
    )


def _players(game: Game) -> str:
    known = strategies_and_master(game.name)
    listed = (row for row in rows_of(list_strategies(game)) if "strategy" in row)  # steps of skill have none
    rows = {row["strategy"]: row for row in listed}
    ladders = list(ladders_of(game.name))
    results = {name: f"{found}" for ladder in ladders for name, found in ladder.results.items()}
    order = [*(name for name in results if name in known), *(name for name in known if name not in results)]
    measured = ladders[0].measured if ladders else "result"
    text = [
        table(
            ["strategy", "skill", measured],
            [(f"[`{n}`](#{n})", said(rows[n]["skill"]), results.get(n, "not measured")) for n in order],
        )
    ]
    text += [
        f"{sentence(one.measured)[:-1]}, with its 95 % interval: {one.setting}; {one.games_in_words}."
        for one in ladders
    ]
    for name in order:
        text += [f"## {name}", said(known[name].idea.strip())]
        parameters = rows[name]["parameters"]
        if parameters:
            cells = [
                (
                    code(p["name"]),
                    f"{p['default']:g}",
                    f"{p['low']:g} to {p['high']:g}",
                    said(sentence(p["meaning"])),
                )
                for p in parameters
            ]
            text.append(table(["parameter", "default", "range", "what it is"], cells))
        if name == MASTER:
            text.append(
                "The [strongest player](../../howto/look-ahead.md#the-strongest-player-master) of the game."
            )
    return "\n\n".join(text)


def _kinds(game: Game) -> str:
    rows = {name: listed.dicts() for name, listed in list_kinds(game).items()}

    def told(row: Mapping[str, object]) -> str:
        begins = " (a turn begins)" if row.get("begins_turn") else ""
        return (said(row["says"]) if row["says"] else "depends on its fields") + begins

    def of(kinds: Sequence[Kind], own: Sequence[Mapping[str, object]]) -> str:
        cells = [
            (kind.number, code(kind.name), ", ".join(code(field.name) for field in kind.fields), told(row))
            for kind, row in zip(kinds, own, strict=True)
        ]
        return table(["number", "kind", "fields", "in words"], cells)

    progress = [game.progress] if game.progress else []
    goals = [
        (code(goal.column), f"each {goal.of}", goal.better, said(sentence(game.column_of(goal).description)))
        for goal in (*game.objectives, *progress)
    ]
    return "\n\n".join(
        [
            "## Moves",
            "As `simkit replay --choices` lists them and strategies find them.",
            of(game.moves, rows["moves"]),
            "## Events",
            "As `simkit replay` says them and `events: {one_in: 100}` logs them.",
            of(game.events, rows["events"]),
            "## What players play for",
            "The most important first.",
            table(["column", "of", "better", "what it is"], goals),
        ]
    )


def _tables(game: Game) -> str:
    text = ["What [the tables of a run](../../reference/tables.md) hold."]
    titles = {"games": "One row per game: games", "seats": "One row per seat of a game: seats"}
    rows = rows_of(list_columns(game))
    for name, title in titles.items():
        cells = []
        for row in rows:
            if row["table"] == name:
                words = f": {', '.join(code(word) for word in row['words'])}" if row["words"] else ""
                cells.append(
                    (code(row["column"]), row["unit"], said(sentence(row["meaning"])).rstrip(".") + words)
                )
        if cells:
            text += [f"## {title}", table(["column", "unit", "what it is"], cells)]
    return "\n\n".join(text)


def _fields(game: Game) -> str:
    text = ["How a strategy reads them: [strategies and reports](../../reference/strategies-and-reports.md)."]
    for record in records_of(game):
        if record.fields:
            text.append(f"## {record.name}")
            text.append(" ".join(said(sentence(part)) for part in (record.means, record.note) if part))
            cells = [(code(field.name), field.kind, said(field.means)) for field in record.fields]
            text.append(table(["field", "type", "what it is"], cells))
    return "\n\n".join(part for part in text if part)


def _cards(game: Game) -> str:
    text = [f"What is printed in the box; `simkit cards {game.name}` prints the same, drawings too."]
    rows = rows_of(list_cards(game))
    for section in dict.fromkeys(row["section"] for row in rows):
        cards = [row for row in rows if row["section"] == section]
        counted = any(row["copies"] is not None for row in cards)
        cells = [
            (
                said(row["id"]),
                said(row["says"]).replace("\n", "<br>"),
                *([row["copies"] or ""] if counted else []),
                row["provenance"] + (f" ({row['assumption']})" if row["assumption"] else ""),
            )
            for row in cards
        ]
        text += [
            f"## {section.replace('_', ' ').capitalize()}",
            table(["id", "what it says", *(["copies"] if counted else []), "known how"], cells),
        ]
    return "\n\n".join(text)


def _assumptions(game: Game) -> str:
    text = [
        "Values that could not be looked up, and what they might be instead. An experiment with the factor "
        "`assumptions: all` plays every alternative."
    ]
    for row in rows_of(list_assumptions(game)):
        about = f"{row['about'][0].upper()}{row['about'][1:]}"
        text.append(f"## {row['assumption']}: {said(about)}")
        text.append(said(sentence(f"It is {row['provenance']}, and taken as: {row['value']}")))
        cells = [(said(label), _set_rules(rules)) for label, rules in row["alternatives"].items()]
        text.append(table(["it may be", "as rules"], cells))
    return "\n\n".join(text)


def _set_rules(rules: Mapping[str, object]) -> str:
    given = [f"{code(name)} {said(value_in_words(value))}" for name, value in rules.items() if name != WHEN]
    return f"{', '.join(given)}{_condition(rules.get(WHEN))}"


def _condition(when: object) -> str:
    """Return under which rules an alternative makes sense: " (on board A1)"."""
    wanted = when if isinstance(when, Mapping) else {}
    words = [f"{name} {value_in_words(value)}" for name, value in wanted.items() if value is not None]
    return f" (on {said(', '.join(words))})" if words else ""
