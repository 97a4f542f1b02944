"""Answers how a game goes as it is: who wins how often, what beginning gives, and how long it lasts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import isfinite
from typing import Any

from simkit.experiment.about import AskedAbout
from simkit.report.document.blocks import Figure, InShort, KeyFigure
from simkit.report.document.charts import key, reference_line, several_dots
from simkit.report.document.figures import PALETTE, new_figure
from simkit.report.document.points import Shown
from simkit.report.facts.claims import Level, Quantity, Sentence
from simkit.report.facts.players import BEST_KNOWN
from simkit.report.facts.result import Result
from simkit.report.facts.scenarios import levels_in_words
from simkit.report.facts.wins import Wins
from simkit.report.questions.best_known import beside_best, best_known
from simkit.report.say.claims import Voice
from simkit.report.say.lines import Line, lines_of, varying
from simkit.report.sections.points_of_players import BestInPoints
from simkit.report.words import NO_BREAK, opening, percent
from simkit.run.findings.targeted import DECIDED, estimate_of, won_by_one
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import UNKNOWN
from simkit.stats.whose import PLAYER, Whose, is_of, whose
from simkit.stats.words import number, with_interval

SPREAD = ("q05", "q95")
"""The statistics between which nine in ten games lie."""

MOST_SCENARIOS = 40
"""The most rows of the figure."""


def answer_setting(run: RunDirectory, asked: AskedAbout) -> InShort | None:
    """Return how the game goes: for its strongest player and a weaker one, or for the player that begins."""
    lines = lines_of(run)
    if not lines:
        return None
    first = lines[0]
    if whose(first.wins.of).kind == PLAYER and not first.result.is_share and not first.scenarios <= run.alike:
        return _of_different_players(run, first.result)
    sentences: list[str] = [_goes(run, lines)]
    if whose(first.wins.of).kind == PLAYER and first.result.is_share:
        sentences += _beginning(run, first)
    if len(first.scenarios) == 1:
        best = beside_best(run, min(first.scenarios))
        sentences += [best] if best else []
    sentences += [said for said in (_spread(run, first), _length(run, first)) if said]
    return InShort(
        sentences=sentences[:3],
        key_figures=_key_figures(lines),
        draw=partial(_figure, run, lines),
        findings=sentences[3:],
    )


def _of_different_players(run: RunDirectory, result: Result) -> InShort | None:
    """Return which of different players has the most points; else the best and the worst result."""
    words = BestInPoints(run).answer() or _of_points(run, result)
    return InShort([words]) if words else None


def _of_points(run: RunDirectory, result: Result) -> str:
    """Return a sentence about the best and the worst result in points, of the game or of its players."""
    rows = run.summary(column=result.column, statistic="mean")
    kind = "game" if (rows["of"] == "game").any() else "seat" if run.all_alike else "player"
    rows = rows.filter(is_of(kind)).sort("estimate", descending=True)
    if rows.is_empty():
        return ""
    high, low = (rows.row(end, named=True) for end in (0, -1))
    if len(rows) == 1:
        return f"The {result.rate} is {with_interval(estimate_of(high))}."
    ends = [
        f"{with_interval(estimate_of(row))} ({_place(run, row, kind)})"
        for row in ((low, high) if result.is_less_better else (high, low))
    ]
    return f"The {result.rate} is {ends[0]} at best and {ends[1]} at worst."


def _place(run: RunDirectory, row: Mapping[str, Any], kind: str) -> str:
    setting = levels_in_words(run, run.scenario(row["scenario"]), run.factors)
    who = "" if kind == "game" else whose(row["of"]).from_1
    return ", ".join(part for part in (who, setting) if part)


def _goes(run: RunDirectory, lines: Sequence[Line]) -> Sentence:
    """Return what the strongest player and the weakest come to."""
    first, last = lines[0], lines[-1]
    claims = [_level(first)]
    if last is not first and last.wins.of == first.wins.of:
        claims.append(_level(last))
    return Voice(run, lines).say(*claims)


def _level(line: Line) -> Level:
    """Return what a player comes to; where several settings were played, at worst and at best."""
    own = sorted(line.scenarios, key=lambda one: line.average([one]).value)
    if len(own) == 1 or not varying(line, line.run.factors):
        return Level(quantities=(Quantity(line.average(sorted(own)), line.of(sorted(own))),))
    ends = (own[:1], own[-1:])
    return Level(quantities=tuple(Quantity(line.average(one), line.of(one), is_alone=True) for one in ends))


def _beginning(run: RunDirectory, line: Line) -> list[str]:
    """Return what beginning gives at a table of different players."""
    if not run.compares_seats:
        return []
    wins = Wins(run, Whose(run.seats_are, 0).name, line.result)
    own = sorted(line.scenarios - won_by_one(run, line.result.column, DECIDED))
    if not own or not line.agrees_on(own):
        return []
    fair = {round(wins.fair[at], 3) for at in own if at in wins.fair}
    if len(fair) != 1:
        return []
    who = "The player that begins" if run.turn_order else "The first seat"
    share = with_interval(wins.average(own), is_share=True, unit=f"{NO_BREAK}%")
    return [f"{who} wins {share} of games, where {percent(fair.pop())} is fair."]


def _spread(run: RunDirectory, line: Line) -> str:
    """Return between which points nine in ten games lie."""
    if line.result.is_share:
        return ""
    ends = _quantiles(run, line, line.wins.of, line.result.column)
    word = line.result.wins
    return f"Nine in ten games end with a {word} from {ends[0]} to {ends[1]}." if ends else ""


def _length(run: RunDirectory, line: Line) -> str:
    """Return how long the games of a player last."""
    column = run.game.length_column
    if column is None or len(line.scenarios) > 1 or column.name == line.result.column:
        return ""
    ends = _quantiles(run, line, "game", column.name)
    if not ends or ends[0] == ends[1]:
        return ""
    return f"Nine in ten games last {ends[0]} to {ends[1]} {column.heading}."


def _quantiles(run: RunDirectory, line: Line, of: str, column: str) -> list[str]:
    found = []
    for statistic in SPREAD:
        rows = run.summary(scenario=min(line.scenarios), of=of, column=column, statistic=statistic)
        if not len(rows) or not isfinite(rows["estimate"][0]):
            return []
        found.append(number(float(rows["estimate"][0]), 0))
    return found


def _key_figures(lines: Sequence[Line]) -> list[KeyFigure]:
    return [
        KeyFigure(
            line.level(sorted(line.scenarios)),
            f"{_measure(line.result)}: {line.key}",
        )
        for line in lines[:4]
    ]


def _measure(result: Result) -> str:
    return result.rate


def _figure(run: RunDirectory, lines: Sequence[Line]) -> Figure | None:
    """Return the results of all players, a row each, with the best known where that is known."""
    result = lines[0].result
    rows = [(line, scenario) for line in lines for scenario in sorted(line.scenarios)]
    if len(rows) > MOST_SCENARIOS:
        return None
    labels = []
    for line, scenario in rows:
        factors = varying(line, run.factors)
        setting = levels_in_words(run, run.scenario(scenario), factors)
        labels.append(", ".join(word for word in (line.key, setting) if word))
    series = {"": [line.average([scenario]) for line, scenario in rows]}
    best = [best_known(run, scenario) or UNKNOWN for _, scenario in rows]
    if any(own is not UNKNOWN for own in best):
        series = {"player": series[""], BEST_KNOWN: best}
    colours = dict(zip(series, PALETTE, strict=False))
    figure, axes = new_figure(1, 1, 0.34 * len(rows) + 1.0)
    shown = {name: Shown([], scenarios=[[scenario] for _, scenario in rows]) for name in series}
    several_dots(axes[0, 0], labels, series, colours, shown, scale=result.scale)
    axes[0, 0].set_xlabel(f"{result.rate}, %" if result.is_share else result.rate)
    if len(series) > 1:
        key(figure, colours, marks=True)
    if lines[0].fair is not None:
        reference_line(axes[0, 0], lines[0].fair, "fair share")
    whose = ", of the first player" if lines[0].is_place else ""
    return Figure(
        "answer",
        figure,
        f"{opening(result.rate)}{whose}, with 95{NO_BREAK}% intervals.",
        "One row per player: a dot with its interval.",
    )
