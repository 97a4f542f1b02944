"""Report how likely rescue is in Castaways: by number of players and skill, why games fail, what helps.

A report script: a function `report` that gets a run and returns a `Report`.  It draws what a run has to show:
the number of players, rules that are varied, components left out, and, where events were logged, the turns.
"""

from __future__ import annotations

import polars as pl

from simkit.report.columns import column_of, game_columns
from simkit.report.document import Block, Figure, Report, Section, Table, Text
from simkit.report.parts import (
    assumptions_section,
    facts,
    percent,
    rate_table,
    reproduce_section,
    require_game,
)
from simkit.report.sections.endings import ends_figure, losing_most
from simkit.report.sections.minutes import minutes_section
from simkit.report.sections.rates_by_players import Numbers, Rules, Skill, Together, numbers_of, party
from simkit.report.sections.with_and_without import Worths, worth_findings, worth_sections
from simkit.report.settings import variants_section
from simkit.reports.shared.castaways import NAME, RECONSTRUCTED, RESCUE, RESTS_ON, SIGNALS
from simkit.reports.shared.castaways_outings import Outings
from simkit.reports.shared.castaways_points import StoryPoints, StoryPointsOverParameters
from simkit.reports.shared.castaways_turns import Headland, Turns
from simkit.run.directory import RunDirectory


def report(run: RunDirectory) -> Report:
    """Return the report."""
    require_game(run, NAME, "castaways")
    data = Together.read(run, RESCUE)
    worths = Worths.read(data.wins)
    about_play = not worths and not numbers_of(data)
    headland, outings, points = Headland(data), Outings(data), StoryPoints(data)
    rules, numbers = Rules(data), Numbers(data)
    return Report(
        title=run.manifest["experiment"]["title"],
        subtitle=run.manifest["experiment"]["description"],
        facts=facts(run),
        key_figures=data.key_figures(),
        findings=[
            *data.findings(),
            *rules.findings(),
            *numbers.findings(),
            *(worth_findings(worths) if worths else []),
            *Skill(data).findings(),
            *_failing(data),
            *([*headland.findings(), *outings.findings(), *points.findings()] if about_play else []),
            RECONSTRUCTED,
        ],
        sections=[
            *data.sections(),
            *rules.sections(),
            *numbers.sections(),
            *StoryPointsOverParameters(data).sections(),
            *(worth_sections(worths) if worths else []),
            Section("How games end", [_ends(data), _missing_at_the_end(data)]),
            *(
                [*headland.sections(), *Turns(data).sections(), *outings.sections(), *points.sections()]
                if about_play
                else []
            ),
            Section("Every scenario", [rate_table(run, "Rescues in every scenario.", result=RESCUE.result)]),
            *minutes_section(run),
            *variants_section(run),
            assumptions_section(run),
            reproduce_section(run),
        ],
        in_short=" ".join(filter(None, [data.in_short(), numbers.in_short(), RESTS_ON])),
    )


def _failing(data: Together) -> list[str]:
    """Return the most frequent way to fail, with the fewest players and with the most."""
    end = column_of(game_columns(data.run), "end")
    rows = data.by_players()
    words = [
        said
        for count in dict.fromkeys((min(rows), max(rows)))
        for said in losing_most(data.run, end, [rows[count]], f"the failures of {party(count)}")
    ]
    return [f"Why games fail: in {'. In '.join(words)}."] if words else []


def _ends(data: Together) -> Figure:
    end = column_of(game_columns(data.run), "end")
    panels = {
        name: {party(count): [scenario] for count, scenario in data.by_players(name).items()}
        for name in data.names
    }
    return ends_figure(
        data.run,
        end,
        panels,
        f"How games end{data.setting}; numbers are per cent of games.",
        "Stacked bars, one per number of players, for each strategy: rescued, and the ways to fail.",
    )


def _missing_at_the_end(data: Together) -> Block:
    """Return the signals missing in camp at the end of games that failed for want of one."""
    rows = []
    for count, scenario in data.by_players().items():
        games = data.run.games([scenario]).filter(pl.col("end") == "headland_without_signal")
        masks = games.select(pl.col("signal_mask").cast(pl.Int64)).collect()["signal_mask"]
        if len(masks):
            missing = {
                called: percent(float(((masks // 2**bit) % 2 == 0).to_numpy().mean()))
                for bit, called in enumerate(SIGNALS)
            }
            rows.append({"players": count, "games": len(masks)} | missing)
    if not rows:
        return Text("No game failed for want of something to signal with.")
    return Table(
        pl.DataFrame(rows),
        f"Played by {data.best}: the games in which the headland was reached and no ship could be signalled, "
        "and in what share of them each thing was missing in camp at the end.",
    )
