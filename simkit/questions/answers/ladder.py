"""Asks how far skill reaches in a game: look-ahead with more and more play-outs, until they win no more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from simkit.document.blocks import Figure, Table
from simkit.document.figures import FAINT, PALETTE, SOFT, new_figure, percent_axis
from simkit.document.points import PanelPoints, Shown
from simkit.engine.contract.composed import thinking
from simkit.engine.contract.player import Reference
from simkit.experiment.values import Experiment
from simkit.plugins import master_of
from simkit.questions.answer import Answer
from simkit.questions.lab import Lab
from simkit.questions.ladder import LadderAsked
from simkit.search.climb import Climb, climb
from simkit.search.settings import ladder_players, own_strategies, setting_of
from simkit.words.asked.ladder import sentences_of

PLAYOUTS, GAIN = "play-outs per decision", "won by the last doubling"
"""Columns of the table of players."""

HEIGHT = 3.4
"""The size of the chart in inches."""

AT_LEFT = 4
"""A strategy without look-ahead stands on the axis of play-outs at this part of the first budget."""

CLOSE = 0.035
"""The least distance between two names of strategies, as a share of the axis."""


def ask(lab: Lab, experiment: Experiment, parameters: LadderAsked) -> Answer:
    """Measure the ladder at the first scenario's rules."""
    setting = replace(setting_of(experiment), games=parameters.games)
    if parameters.seed is not None:
        setting = replace(setting, seed=parameters.seed)
    players = ladder_players(setting.game, parameters.base, own_strategies(experiment))
    lab.listener.says(f"{setting.game.title}: {setting.setting}; {setting.games:,} games per player")
    found = climb(
        setting,
        players.named,
        thinking(players.base, method=parameters.method),
        most=parameters.playouts,
        workers=lab.workers,
    )
    return answer_of(
        found, {strategy.name: strategy.skill for strategy in players.named}, master_of(setting.game.name)
    )


def answer_of(found: Climb, skills: Mapping[str, str], master: Reference | None = None) -> Answer:
    """Return a ladder of skill as an answer, which says where the game's master stands."""
    setting = found.setting
    rows = [
        {
            "player": rung.name,
            PLAYOUTS: rung.playouts or None,
            setting.measured: rung.result,
            GAIN: rung.gain,
            "a rung of its own": "yes" if rung.name in found.rungs else "",
        }
        for rung in (*found.named, *found.thinking)
    ]
    caption = (
        f"Measured at {setting.setting}: every player plays the same {setting.games:,} games, with 95 % "
        f"intervals. A thinking player tries each move by play-outs of {found.base} before it chooses; the "
        "play-outs per decision double until they win no more."
    )
    return Answer(
        sentences=tuple(sentences_of(found, skills, master)),
        key_figures={f"{setting.measured} at the ceiling": found.ceiling.result},
        tables={"players": Table(rows, caption)},
        data={
            "measured": setting.measured,
            "base": found.base,
            "is_over": found.is_over,
            "rungs": list(found.rungs),
        },
        about={"Game": setting.game.title, "Setting": setting.setting, "Seed": str(setting.seed)},
    )


# ---- the figure


def figures(answer: Answer) -> Iterator[Figure]:
    """Yield the results over the play-outs per decision, if any player thinks."""
    base, measured, rows = answer.data["base"], answer.data["measured"], answer.tables["players"].dicts()
    climbed = [row for row in rows if row["player"] == base or row[PLAYOUTS]]
    if len(climbed) < 2:
        return
    results = [row[measured] for row in climbed]
    unit = results[0].unit
    figure, axes = new_figure(1, 1, HEIGHT)
    panel = axes[0, 0]
    at_left = min(row[PLAYOUTS] for row in climbed if row[PLAYOUTS]) / AT_LEFT
    places = [row[PLAYOUTS] or at_left for row in climbed]
    values = [unit.scale * result.value for result in results]
    below = [unit.scale * (result.value - result.low) for result in results]
    above = [unit.scale * (result.high - result.value) for result in results]
    drawn = panel.errorbar(places, values, (below, above), color=PALETTE[0], marker="o", ms=4.5, lw=1.6)
    players = [row["player"] for row in climbed]
    shown = Shown(results, unit=unit, rows=players, series=f"thinking {base}")
    PanelPoints(panel, (places, values), shown, [drawn.lines[0]], upright=True)
    by_itself = {row["player"]: unit.scale * row[measured].value for row in rows if not row[PLAYOUTS]}
    _mark_strategies(panel, by_itself)
    panel.set_xscale("log", base=2)
    panel.set_xticks(places, ["by itself", *(f"{place:,}" for place in places[1:])])
    panel.set_xlabel(f"{PLAYOUTS} of {base}")
    panel.set_ylabel(measured)
    if unit.is_share:
        percent_axis(panel, top=100.0)
    alone, last = results[0], results[-1]
    is_clear = climbed[0]["player"] == base and last.low > alone.high
    yield Figure(
        "ladder_of_skill",
        figure,
        f"The {measured} over the play-outs per decision, with 95 % intervals; the strategies by themselves "
        "are lines.",
        "A rising curve over play-outs per decision, with a dashed line for each strategy by itself.",
        f"Looking ahead lifts {base} from {alone:alone} to {last:alone}"
        if is_clear
        else f"How far {base} comes by looking ahead",
    )


def _mark_strategies(panel: Any, alone: Mapping[str, float]) -> None:
    """Draw a line for each strategy without look-ahead, with its name where there is room."""
    low, high = panel.get_ylim()
    written: list[tuple[float, list[str]]] = []  # where, and the names that stand there
    for name, value in sorted(alone.items(), key=lambda entry: entry[1]):
        panel.axhline(value, color=FAINT, lw=0.9, ls="--", zorder=0)
        if written and value - written[-1][0] < CLOSE * (high - low):
            written[-1][1].append(name)
        else:
            written.append((value, [name]))
    for value, names in written:
        panel.text(
            1.0, value, f" {', '.join(names)}", transform=panel.get_yaxis_transform(), va="center",
            color=SOFT, fontsize=8,
        )  # fmt: skip
