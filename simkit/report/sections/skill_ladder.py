"""Reports the ladder of skill: what look-ahead reaches with more and more play-outs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from simkit.report.document import Block, Figure, Section, Table, Text
from simkit.report.figures import FAINT, PALETTE, SOFT, new_figure, percent_axis
from simkit.report.points import Points, Shown
from simkit.run.directory import RunDirectory
from simkit.search.kept import read_ladder_of
from simkit.stats.estimates import Estimate
from simkit.stats.words import with_interval

HEIGHT = 3.4
"""The size of the chart in inches."""

AT_LEFT = 4
"""The place of a strategy without look-ahead on the axis of play-outs, which begins with 16."""

CLOSE = 0.035
"""The least distance between two names of strategies, as a share of the axis."""


def ladder_sections(run: RunDirectory) -> list[Section]:
    """Return the section about a run's ladder of skill; empty if it has none."""
    data = read_ladder_of(run)
    return [] if data is None else [skill_section(data)]


def skill_section(data: Mapping[str, Any]) -> Section:
    """Return the section about a ladder of skill, given as `simkit.search.kept.as_data` returns it."""
    games = data["players"][0]["result"]["n"]
    introduction = (
        f"Measured at {data['setting']}: every player plays the same {games:,} games. A thinking player "
        f"tries each move by play-outs of {data['base']} before it chooses; the play-outs per decision "
        "double until they win no more."
    )
    blocks: list[Block] = [Text(introduction), *(Text(words) for words in data["findings"])]
    figure = [_figure(data)] if data["thinking"] else []
    return Section("The ladder of skill", [*blocks, *figure, _table(data)])


def _figure(data: Mapping[str, Any]) -> Figure:
    scale = _scale(data)
    figure, axes = new_figure(1, 1, HEIGHT)
    panel = axes[0, 0]
    alone = next(own for own in data["players"] if own["name"] == data["base"])
    climbed = [alone, *data["thinking"]]
    places = [max(own["playouts"], AT_LEFT) for own in climbed]
    values = [scale * own["result"]["value"] for own in climbed]
    below = [scale * (own["result"]["value"] - own["result"]["low"]) for own in climbed]
    above = [scale * (own["result"]["high"] - own["result"]["value"]) for own in climbed]
    drawn = panel.errorbar(places, values, (below, above), color=PALETTE[0], marker="o", ms=4.5, lw=1.6)
    shown = Shown(
        [_estimate(own) for own in climbed],
        unit=" %" if scale == 100 else "",
        scale=scale,
        rows=[own["name"] for own in climbed],
        series=f"thinking {data['base']}",
    )
    Points(panel, (places, values), shown, [drawn.lines[0]], upright=True)
    _mark_strategies(panel, data, scale)
    panel.set_xscale("log", base=2)
    panel.set_xticks(places, ["by itself", *(f"{place:,}" for place in places[1:])])
    panel.set_xlabel(f"play-outs per decision of {data['base']}")
    panel.set_ylabel(data["measured"])
    if scale == 100:
        percent_axis(panel, top=100.0)
    return Figure(
        "ladder_of_skill",
        figure,
        f"How far skill reaches: {data['measured']} of thinking {data['base']} with more and more play-outs "
        "per decision (95 % intervals); the strategies by themselves as lines.",
        "A rising curve over play-outs per decision, with a dashed line for each strategy by itself.",
    )


def _mark_strategies(panel: Any, data: Mapping[str, Any], scale: float) -> None:
    """Draw a line for each strategy without look-ahead, with its name where there is room."""
    values = [scale * own["result"]["value"] for own in (*data["players"], *data["thinking"])]
    room = CLOSE * (100.0 if scale == 100 else max(values) - min(values))
    written: list[tuple[float, list[str]]] = []  # where, and the names that stand there
    for own in sorted(data["players"], key=lambda player: float(player["result"]["value"])):
        value = scale * own["result"]["value"]
        panel.axhline(value, color=FAINT, lw=0.9, ls="--", zorder=0)
        if written and value - written[-1][0] < room:
            written[-1][1].append(own["name"])
        else:
            written.append((value, [own["name"]]))
    for value, names in written:
        panel.text(
            1.0, value, f" {', '.join(names)}", transform=panel.get_yaxis_transform(), va="center",
            color=SOFT, fontsize=8,
        )  # fmt: skip


def _table(data: Mapping[str, Any]) -> Table:
    is_share, unit = data["is_share"], " %" if data["is_share"] else ""
    rungs = set(data["rungs"])
    rows = [
        (
            own["name"],
            with_interval(_estimate(own), is_share=is_share, unit=unit),
            _gain(own, is_share=is_share),
            own["name"] in rungs,
        )
        for own in (*data["players"], *data["thinking"])
    ]
    heads = ["player", data["measured"], "won by the last doubling", "a rung of its own"]
    frame = pl.DataFrame(rows, schema=heads, orient="row")
    return Table(
        frame,
        "All players on the same games, with 95 % intervals.",
        {heads[3]: lambda own: "yes" if own else ""},
    )


def _scale(data: Mapping[str, Any]) -> float:
    return 100.0 if data["is_share"] else 1.0


def _gain(own: Mapping[str, Any], *, is_share: bool) -> str:
    return with_interval(Estimate(**own["gain"]), is_share=is_share, signed=True) if "gain" in own else ""


def _estimate(own: Mapping[str, Any]) -> Estimate:
    return Estimate(**own["result"])
