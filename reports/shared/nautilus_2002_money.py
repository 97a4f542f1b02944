"""Nautilus' report on money: where it comes from and goes, how long it lasts, what more of it does."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from simkit.report.charts import MOST_ROWS
from simkit.report.document import Block, Section, Text
from simkit.report.line_ups import per_game
from simkit.report.parts import levels_in_words, opening, percent
from simkit.report.scenarios import panel_titles
from simkit.report.sections.stock_over_turns import flows_figure, spread_by_turn, stock_by_turn, stock_figure
from simkit.reports.shared.nautilus_2002 import money_changes, money_flows, start_money
from simkit.reports.shared.nautilus_2002_subject import Subject, signed_in_words
from simkit.run.directory import RunDirectory
from simkit.run.recorded import EVENTS_ONE_IN
from simkit.stats.estimates import Estimate, paired_difference

MOST_PANELS = 15
"""Scenarios whose money is drawn over the rounds."""

START_MONEY = "rules.start_money"

FEW_NEMOS = 5
"""Nemos that are nearly none: less than a station in the canyon and its recoveries cost."""


def money_section(subject: Subject) -> tuple[Section, list[str]]:
    """Return the section on money, and how early it has run dry."""
    run, scenarios = subject.run, subject.alone[:MOST_ROWS]
    rows = [subject.rows[scenario] for scenario in scenarios]
    blocks: list[Block] = [
        Text(
            f"Means of {subject.who}. Money comes only from the start, from fees that others pay, and from "
            "treasure chests."
        ),
        flows_figure(rows, *money_flows(run, scenarios), "Nemos"),
    ]
    if EVENTS_ONE_IN not in run.manifest["experiment"]:
        blocks.append(Text("Money over the rounds needs events: `events: {one_in: 50}` in the experiment."))
        return Section("Money", blocks), []
    drawn = scenarios[:MOST_PANELS]
    start = start_money(run, drawn)
    spread = spread_by_turn(stock_by_turn(run, money_changes(run, drawn), start, "rounds"))
    titles = panel_titles(run, drawn, ["Nemos"])
    blocks.insert(1, stock_figure(spread, titles, start, "Nemos", "round"))
    if len(drawn) < len(scenarios):
        blocks.insert(1, Text(f"Over the rounds, the first {len(drawn)} scenarios are drawn."))
    return Section("Money", blocks), _money_findings(subject, spread, drawn)


def _money_findings(subject: Subject, spread: pl.DataFrame, drawn: Sequence[int]) -> list[str]:
    dry = spread.filter(pl.col("median") < FEW_NEMOS).group_by("scenario").agg(pl.col("turn").min())
    rounds = dict(dry.iter_rows())
    if not rounds:
        return [f"With {subject.who}, half of the players hold at least {FEW_NEMOS} Nemos all game long."]
    first, last = min(rounds.values()), max(rounds.values())
    when = f"round {first} on" if first == last else f"round {first} to {last} on, depending on the scenario"
    rest = len(drawn) - len(rounds)
    never = f"; in {rest} of {len(drawn)} scenarios they never do" if rest else ""
    return [
        f"Money runs dry: with {subject.who}, half of the players hold less than {FEW_NEMOS} Nemos from "
        f"{when}{never}."
    ]


def start_money_in_short(run: RunDirectory) -> list[str]:
    """Return in a sentence what the most money at the start does against the least, over all settings."""
    found = _most_against_least(run)
    if not found:
        return []
    gains = {words: own[-1] for words, own in found.items()}
    ends = sorted(gains, key=lambda words: gains[words].value)
    least, _, most, *_ = next(iter(found.values()))
    said = " to ".join(
        f"{signed_in_words(gains[words])} points{f' ({words})' if words else ''}"
        for words in dict.fromkeys((ends[0], ends[-1]))
    )
    return [f"A player who begins with {most} Nemos instead of {least} scores {said}."]


def start_money_findings(run: RunDirectory) -> list[str]:
    """Return a sentence on the most money at the start against the least, for runs that vary it."""
    findings = []
    for words, (least, low, most, high, gain) in _most_against_least(run).items():
        still = [_share_of_end(run, scenario, "stagnation") for scenario in (low, high)]
        findings.append(
            opening(
                f"{words and f'with {words}, '}a player who begins with {most} Nemos instead of {least} "
                f"scores {signed_in_words(gain)} points; {percent(still[1])} of games end with a "
                f"round in which nothing happened, instead of {percent(still[0])}."
            )
        )
    return findings


def _most_against_least(run: RunDirectory) -> dict[str, tuple[int, int, int, int, Estimate]]:
    """Return the least money and the most, each with its scenario, and the gain in points, by setting."""
    if START_MONEY not in run.factors:
        return {}
    others = [factor for factor in run.factors if factor != START_MONEY]
    groups: dict[str, dict[int, int]] = {}
    for row in run.scenarios().sort("scenario").iter_rows(named=True):
        if row[START_MONEY].isdecimal():
            words = levels_in_words(run, row, others)
            groups.setdefault(words, {})[int(row[START_MONEY])] = row["scenario"]
    found = {}
    for words, scenarios in groups.items():
        (least, low), (most, high) = min(scenarios.items()), max(scenarios.items())
        before, after_it = (np.mean(list(per_game(run, s, "score").values()), axis=0) for s in (low, high))
        found[words] = (least, low, most, high, paired_difference(before, after_it))
    return found


def _share_of_end(run: RunDirectory, scenario: int, end: str) -> float:
    """Return the share of a scenario's games with an ending."""
    found = run.summary(column="end", statistic="rate", of="game", scenario=scenario, level=end)
    return float(found["estimate"].sum())
