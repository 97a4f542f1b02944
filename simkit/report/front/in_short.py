"""Makes one or two sentences from a run's estimates that a publisher would quote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from simkit.experiment.factors import ASSUMPTIONS, COMPONENT
from simkit.report.facts.line_ups import line_ups_of
from simkit.report.facts.players import introduced, player_in_short, shown_name
from simkit.report.facts.result import Result, measures_of, results_of
from simkit.report.facts.scenarios import base, in_base, levels_in_words
from simkit.report.sections.points_of_players import BestInPoints
from simkit.report.sections.seats import on_first_place
from simkit.report.words import both_uncertainties, opening, percent
from simkit.run.findings.noticed import nothing_is_decided, unasked_in_words
from simkit.run.findings.targeted import RANDOM, estimate_of, won_by_one
from simkit.run.findings.unknown import Place, spans_of
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Estimate, Range, wilson
from simkit.stats.whose import PLAYER, Whose, is_of, whose
from simkit.stats.words import with_interval

ALIKE = 1.5
"""Leads are averaged over tables only if the largest is at most this many times the smallest."""

ONE_IN_TEN, NEARLY_ALL = 0.1, 0.9
"""Below the first win rate a game is called too hard for a player, above the second too easy."""


@dataclass(frozen=True)
class _Rates:
    """A player's rates of a result, from the lowest setting to the highest."""

    player: str
    skill: str
    low: tuple[int, Estimate]
    high: tuple[int, Estimate]


def answer_in_short(
    run: RunDirectory, spans: Mapping[Place, Range] | None = None, first_place: str | None = None
) -> str:
    """Return a run's answer in one or two sentences; "" if its game has no yes-or-no result.

    Parameters
    ----------
    run : RunDirectory
        The run.
    spans : mapping, optional
        The ranges of its results over unknown values of the rules, if they are known already.
    first_place : str, optional
        The sentence on beginning, for games that the first seat does not always begin.
    """
    results = results_of(run)
    spans = spans_of(run) if spans is None else spans
    if ASSUMPTIONS in run.factors:
        return ""
    if nothing_is_decided(run):
        return " ".join(unasked_in_words(run))
    if measures := [own for own in measures_of(run)[:1] if not own.is_share]:
        return BestInPoints(run).answer() or _of_points(run, measures[0])
    if not results:
        return ""
    of_game = run.summary(of="game", column=results[0].column, statistic="rate")
    if not of_game.is_empty():
        return _together(run, results[0], of_game, spans)
    return " ".join(_at_the_table(run, results[0], first_place))


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


def _together(run: RunDirectory, result: Result, rates: pl.DataFrame, spans: Mapping[Place, Range]) -> str:
    """Return a sentence about the weakest and the strongest player of a cooperative or solo game."""
    players = _by_player(run, rates)
    if not players:
        return ""
    skilled = [own for own in players if own.player != RANDOM] or players
    ranked = sorted(skilled, key=lambda own: own.high[1].value)
    chosen = dict.fromkeys([0, len(ranked) - 1])
    sentences = [_sentence(run, result, ranked[i], spans) for i in chosen]
    return " ".join([*_headline(result, ranked), *sentences])


def _headline(result: Result, ranked: list[_Rates]) -> list[str]:
    """Return a sentence if the game is too hard for its weakest players or too easy for its strongest."""
    weakest, strongest = ranked[0], ranked[-1]
    if weakest.high[1].high < ONE_IN_TEN and len(ranked) > 1:
        who = player_in_short(weakest.player, weakest.skill)
        return [f"Hard for {who}: fewer than one in ten {result.games} on the easiest setting."]
    if strongest.low[1].low > NEARLY_ALL:
        who = player_in_short(strongest.player, strongest.skill)
        return [f"Easy for {who}: more than nine in ten {result.games} on the hardest setting."]
    return []


def _by_player(run: RunDirectory, rates: pl.DataFrame) -> list[_Rates]:
    skills = {own.name: own.skill for own in introduced(run)}
    own: dict[str, list[tuple[int, Estimate]]] = {}
    for row in rates.iter_rows(named=True):
        if row["scenario"] in run.alike:
            found = wilson(round(row["estimate"] * row["n"]), row["n"])
            own.setdefault(run.line_ups[row["scenario"]][0], []).append((row["scenario"], found))
    return [
        _Rates(
            shown_name(run, name),
            skills.get(name, ""),
            min(found, key=lambda pair: pair[1].value),
            max(found, key=lambda pair: pair[1].value),
        )
        for name, found in own.items()
    ]


def _sentence(run: RunDirectory, result: Result, own: _Rates, spans: Mapping[Place, Range]) -> str:
    (hardest, low), (easiest, high) = own.low, own.high
    wins = "wins" if result.column == "won" else f"{result.does} in"
    whole = both_uncertainties(high, spans.get((easiest, "game", result.column)), is_share=True)
    who = opening(player_in_short(own.player, own.skill))
    others = [factor for factor in run.factors if factor != "strategy"]
    if hardest == easiest or not others:
        return f"{who} {wins} {whole} of games."
    best, worst = (levels_in_words(run, run.scenario(place), others) for place in (easiest, hardest))
    return f"{who} {wins} {whole} of games at best ({best}) and {percent(low.value)} at worst ({worst})."


def _at_the_table(run: RunDirectory, result: Result, first_place: str | None) -> list[str]:
    """Return sentences on the best player and on beginning, in shares beside the fair share."""
    rates = run.summary(column=result.column, statistic="rate")
    seats = rates.filter(is_of(run.seats_are))
    fair = dict(seats.group_by("scenario").agg(pl.col("estimate").mean()).iter_rows())
    if first_place is None:
        first_place = _first_seat(run, result, seats, fair)
    return [*_best_player(run, result, rates, fair), *([first_place] if first_place else [])]


def _best_player(
    run: RunDirectory, result: Result, rates: pl.DataFrame, fair: Mapping[int, float]
) -> list[str]:
    """Return a sentence about the player who wins most at tables where different players meet."""
    names, counted = line_ups_of(run), set(base(run))
    won: dict[str, list[tuple[float, float]]] = {}
    for row in rates.iter_rows(named=True):
        own = whose(row["of"])
        if own.kind == PLAYER and row["scenario"] in counted and row["scenario"] not in run.alike:
            name = names[row["scenario"]][own.number]
            won.setdefault(name, []).append((row["estimate"], fair[row["scenario"]]))
    if len(won) < 2:
        return []
    means = {name: [sum(part) / len(own) for part in zip(*own, strict=True)] for name, own in won.items()}
    best, worst = (pick(means, key=lambda name: means[name][0] / means[name][1]) for pick in (max, min))
    where = f"{in_base(run)}, " if COMPONENT in run.factors else ""
    who = f"{opening(f'{where}the best player')} is {best}, who"
    beyond = [share - own for share, own in won[best]]
    if min(beyond) < 0 < max(beyond) or max(beyond) > ALIKE * max(min(beyond), 0):
        low, high = (pick(won[best], key=lambda pair: pair[0] - pair[1]) for pick in (min, max))
        once = percent(low[1]) == percent(high[1])
        spread = [
            percent(share) if once else f"{percent(share)} (fair: {percent(own)})"
            for share, own in (low, high)
        ]
        their_fair = f" (fair: {percent(low[1])})" if once else ""
        if low != high:
            return [
                f"{who} {result.does} from {spread[0]} to {spread[1]} of games, by "
                f"table{their_fair}; {worst} {result.does} least, on average over its tables."
            ]
    (most, fair_of_best), (least, fair_of_worst) = means[best], means[worst]
    same = percent(fair_of_best) == percent(fair_of_worst)
    tables = " at their tables" if len(counted - run.alike) > 1 else ""
    their_fair = "" if same else f" (fair: {percent(fair_of_worst)})"
    return [
        f"{who} {result.does} {percent(most)} of games{tables} (fair: {percent(fair_of_best)}); "
        f"{worst} least, {percent(least)}{their_fair}."
    ]


def _first_seat(run: RunDirectory, result: Result, seats: pl.DataFrame, fair: Mapping[int, float]) -> str:
    """Return a sentence on the player who begins, or the first seat; "" where there are no seats."""
    none = won_by_one(run, result.column)
    seats = seats.filter(~pl.col("scenario").is_in(list(none)))
    first = {
        row["scenario"]: (wilson(round(row["estimate"] * row["n"]), row["n"]), fair[row["scenario"]])
        for row in seats.filter(pl.col("of") == Whose(run.seats_are, 0).name).iter_rows(named=True)
    }
    who = "the first player" if run.turn_order else "the first seat"
    return on_first_place(run, result, who, first, seats.height)
