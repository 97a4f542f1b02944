"""Asks what each kind of move, each card and each component is worth: the same games with and without it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from simkit.document.blocks import Figure, Row, Table
from simkit.document.charts import dots_against_zero
from simkit.document.points import Shown
from simkit.document.series import mark_points
from simkit.engine.contract.objectives import measure_in_words
from simkit.engine.contract.player import Player, named
from simkit.errors import BadInput, unknown
from simkit.experiment.values import Experiment
from simkit.language import listed, plural
from simkit.plugins import find_strategy, ranked_by_ladders, strategies_of
from simkit.questions.answer import Answer
from simkit.questions.lab import Lab
from simkit.questions.named import strategies_in, words_in
from simkit.questions.worth import WorthOfThings
from simkit.results.scenarios import wrapped
from simkit.run.findings.targeted import RANDOM
from simkit.search.settings import in_words
from simkit.search.worth import (
    GROUPS,
    Group,
    MeasuredWorth,
    MeasuredWorths,
    count_things,
    measure_worth,
    table_of,
    things_of,
)
from simkit.stats.estimates import UNKNOWN
from simkit.stats.extremes import stands_out
from simkit.words.asked.worth import ONE, SEVERAL, UNUSED, sentences_of, strip_label, verdict

MOST_SHOWN = 20
"""The most rows of a chart; the table has all."""


def ask(lab: Lab, experiment: Experiment, parameters: WorthOfThings) -> Answer:
    """Play the first scenario's games with everything, and without each thing."""
    groups = _groups(parameters.of)
    skills, line_ups = tables_of(experiment, parameters.players)
    things, kept = things_of(experiment, groups)
    if not things:
        raise BadInput(f"worth: {experiment.game.title} has no {' and no '.join(groups)} to leave out")
    counts = _counts([thing.group for thing in things])
    lab.listener.says(
        f"{experiment.game.title}, {', '.join(skills)}: {counts}; {parameters.games:,} games with and "
        "without each"
    )
    found = measure_worth(
        replace(experiment, games=parameters.games),
        line_ups,
        things,
        skills=skills,
        kept=kept,
        workers=lab.workers,
    )
    return _answer(experiment, found)


def line_ups(experiment: Experiment, parameters: WorthOfThings) -> int:
    """Return about how many line-ups play: each player with everything, and without each thing."""
    things = count_things(experiment, _groups(parameters.of))
    return (1 + things) * len(tables_of(experiment, parameters.players)[0])


def _groups(words: str) -> list[Group]:

    for word in words_in(words):
        if word not in GROUPS:
            raise BadInput(f"of: {unknown('group', word, GROUPS)}")
    return [group for group in GROUPS if group in words_in(words)]


def _counts(groups: Sequence[str]) -> str:
    """Return how many things of each group there are, in words."""
    counts = {group: groups.count(group) for group in dict.fromkeys(groups)}
    return listed(plural(count, ONE[group], SEVERAL[group]) for group, count in counts.items())


def tables_of(experiment: Experiment, words: str) -> tuple[dict[str, str], list[tuple[Player, ...]]]:
    """Return the players, the strongest first, with what they model; and the table of each."""
    scenario, game = experiment.scenarios[0], experiment.game
    if words:
        alike = [Player(reference, {}) for reference, _ in strategies_in(experiment, words)]
    else:
        alike = [Player(named(name), {}) for name in _of_each_skill(experiment)] if experiment.setting else []
    tables = {player.name: (player,) * len(scenario.players) for player in alike}
    if not tables:
        tables = {player.name: table_of(scenario, player) for player in reversed(scenario.players)}
    ranked = ranked_by_ladders(game.name)
    order = sorted(tables, key=lambda name: ranked.index(name) if name in ranked else len(ranked))
    skills = {
        name: find_strategy(game.name, tables[name][0].strategy, experiment.folder).skill for name in order
    }
    return skills, [tables[name] for name in order]


def _of_each_skill(experiment: Experiment) -> list[str]:
    """Return the strongest strategy of each skill; the experiment's own if there are no others."""
    known = strategies_of(experiment.game.name)
    names = [name for name in ranked_by_ladders(experiment.game.name) if name in known]
    found: dict[str, str] = {}
    for name in (*names, *known):
        if name != RANDOM:
            found.setdefault(known[name].skill, name)
    return list(found.values())


def _answer(experiment: Experiment, found: MeasuredWorths) -> Answer:
    rows = [_row(found, worth) for player in found.skills for worth in _ranked(found, player)]
    knobs = experiment.scenarios[0].knobs
    setting = in_words(knobs)
    caption = (
        f"Each was left out of the same {found.games:,} games, at {setting}: its worth is the result with it "
        "minus the result without it, where any result changed. The player alone does without a kind of move "
        "(in a game that all win together, all do); a card or a component is missing for all. Intervals "
        f"allow for the {found.comparisons} things left out."
    )
    return Answer(
        sentences=tuple(sentences_of(found, knobs)),
        key_figures={
            f"{measure_in_words(found.measured)} of {name}": estimate
            for name, estimate in found.results.items()
        },
        tables={"worth": Table(rows, caption)},
        data={
            "games": found.games,
            "comparisons": found.comparisons,
            "players": dict(found.skills),
            "names": {worth.thing.words: worth.thing.name for worth in found.worths},
            "kept": list(found.kept),
        },
        about={"Game": experiment.game.title, "Setting": setting},
    )


def _ranked(found: MeasuredWorths, player: str) -> list[MeasuredWorth]:
    """Return what things are worth to a player, what is worth most first, result by result."""
    every = found.of(player)
    measures = list(dict.fromkeys(worth.measured.name for worth in every))
    return sorted(every, key=lambda worth: (not worth.games_changed, measures.index(worth.measured.name)))


def _row(found: MeasuredWorths, worth: MeasuredWorth) -> Row:
    player = {"player": worth.player} if len(found.skills) > 1 else {}
    return {
        **player,
        "of": worth.thing.group,
        "left out": worth.thing.words,
        "worth": found.change(worth) if worth.games_changed else None,
        "measured": measure_in_words(worth.measured),
        "games changed": worth.games_changed,
        "uses a game": None if worth.uses is None else float(f"{worth.uses:.2g}"),
        "verdict": verdict(found, worth),
    }


# ---- the figures


def figures(answer: Answer) -> Iterator[Figure]:
    """Yield for each player, and for each result that is measured, what all things are worth."""
    drawn: dict[tuple[str, str], list[Row]] = {}
    (only, *_) = answer.data["players"]
    for row in answer.tables["worth"].dicts():
        if row["worth"] is not None or row["verdict"] == UNUSED:
            drawn.setdefault((row.get("player", only), row["measured"]), []).append(row)
    for (player, measured), rows in drawn.items():
        if rows[0]["worth"] is not None:
            yield _figure(player, measured, rows[:MOST_SHOWN])


def _figure(player: str, measured: str, rows: Sequence[Row]) -> Figure:
    """Return what things are worth to a player, what is worth most on top, what is never used at the end."""
    unit, groups = rows[0]["worth"].unit, dict.fromkeys(row["of"] for row in rows)
    known = {row["left out"]: row["worth"] for row in rows if row["worth"] is not None}
    most = max(known, key=lambda words: known[words].value)
    is_clear = known[most].value > 0 and stands_out(
        known[most], [value for words, value in known.items() if words != most]
    )
    drawing = dots_against_zero(
        [wrapped(strip_label(row["left out"], row["verdict"])) for row in rows],
        {player: [row["worth"] or UNKNOWN for row in rows]},
        f"{measured} with it minus without it{', points' if unit.is_share else ''}",
        scale=unit.scale,
        told={player: Shown([], subjects=[[row["left out"]] for row in rows])},
    )
    if is_clear:
        mark_points(drawing, {most}, has_values=False)
    return Figure(
        f"worth_of_{'_'.join(groups)}_{player}",
        drawing,
        "What changes most is on top. Strokes are 95 % intervals.",
        "A row for each, with a dot for its worth and a line for the interval.",
        f"'{most}' is worth most to {player}" if is_clear else f"What {listed(groups)} are worth to {player}",
    )
