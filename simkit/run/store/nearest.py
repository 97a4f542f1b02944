"""Says why no game meets a condition: which part of it fails, and what comes nearest."""

from __future__ import annotations

import polars as pl

from simkit.language import listed, plural
from simkit.run.store.condition import bound_of, parts_of
from simkit.run.store.directory import RunDirectory
from simkit.run.store.query import find_games, games_with, spans_asked_about, values_of

MOST_NAMED = 3
"""The most parts of a condition of which the nearest value is said."""


def why_no_game(run: RunDirectory, scenarios: list[int], where: str) -> str:
    """Return what to say of a condition that no game meets.

    "no game of 4,000 has turns <= 8: the least is 9, in 12 games".  Of parts joined by ``and`` those that no
    game meets even alone are named; if each has its games, it is said what comes nearest among the games that
    meet the others.
    """
    count = run.games_in(scenarios).select(pl.len()).collect().item()
    said = f"no game of {count:,} has {where}"
    parts = parts_of(where)
    alone = [part for part in parts if len(parts) > 1 and not find_games(run, scenarios, part, 1)]
    if len(parts) == 1:
        near = _nearest(run, scenarios, where)
        spans = "" if near else spans_asked_about(run, scenarios, where)
        return said + (f": {near}" if near else f"; its games have {spans}" if spans else "")
    if alone:
        return f"{said}: {'; '.join(_alone(run, scenarios, part) for part in alone[:MOST_NAMED])}"
    together = [_among(run, scenarios, parts, place) for place in range(len(parts))]
    known = [words for words in together if words][:MOST_NAMED]
    every = "all" if len(parts) > 2 else "both"
    near = f"; {'; '.join(known)}" if known else ""
    return f"{said}: each part alone has games, but no game meets {every}{near}"


def _alone(run: RunDirectory, scenarios: list[int], part: str) -> str:
    near = _nearest(run, scenarios, part)
    return f"{part} alone fails{f', {near}' if near else ''}"


def _among(run: RunDirectory, scenarios: list[int], parts: list[str], place: int) -> str:
    """Return what comes nearest to a part among the games that meet all others; empty if it is no number."""
    others = [part for other, part in enumerate(parts) if other != place]
    among = " and ".join(others)
    near = _nearest(run, scenarios, parts[place], among)
    if not near:
        return ""
    games = games_with(run, scenarios, among).select(pl.len()).collect().item()
    if not games:
        return ""
    bound = bound_of(parts[place])
    assert bound is not None
    return f"of {bound.expression} in the {plural(games, 'game')} with {listed(others)}, {near}"


def _nearest(run: RunDirectory, scenarios: list[int], part: str, among: str = "") -> str:
    """Return the value nearest to what a part asks for: "the least is 9, in 12 games"."""
    bound = bound_of(part)
    if bound is None:
        return ""
    values = values_of(run, scenarios, bound.expression, among)
    if not values.collect_schema()["value"].is_numeric():
        return ""
    value = pl.col("value")
    off = pl.max_horizontal(bound.low - value, value - bound.high)
    nearest = values.filter(off == off.min()).unique(["scenario", "game", "value"]).collect()
    if nearest.is_empty():
        return ""
    first = float(nearest["value"].cast(pl.Float64).to_numpy().min())
    games = nearest.filter(value == first).select("scenario", "game").n_unique()
    return f"the {bound.word} is {first:,.10g}, in {plural(games, 'game')}"
