"""Report how likely rescue is in Castaways: by number of players and skill, why games fail, what helps.

A report script: a function `report` that gets a run and returns a `Report`.  It draws what a run has to show:
the number of players, rules that are varied, components left out, and, where events were logged, the turns.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from simkit import report as r
from simkit.games.castaways.names import SIGNALS_CALLED
from simkit.reports.shared.castaways import RESCUE, TRUST
from simkit.reports.shared.castaways_outings import Outings
from simkit.reports.shared.castaways_points import StoryPoints, over_parameters
from simkit.reports.shared.castaways_turns import Headland, Turns


def report(run: r.RunDirectory) -> r.Report:
    """Return the report."""
    r.require_game(run, "castaways_rescue", "castaways")
    rescue = r.Together.read(run, RESCUE)
    left_out = r.LeftOut(rescue.wins)
    parts: list[r.Part] = [
        rescue,
        r.TogetherByRules(rescue),
        r.TogetherOverNumbers(rescue),
        over_parameters(rescue),
        left_out,
        r.TogetherBySkill(rescue),
        Ends(rescue),
    ]
    if left_out.worths is None and not r.numbers_of(rescue):  # then the run is about play
        parts += [Headland(rescue), Turns(rescue), Outings(rescue), StoryPoints(rescue)]
    table = r.rate_table(run, "Rescues in every scenario.", result=RESCUE.result)
    parts += [r.OwnPart(sections=[r.Section("Every scenario", [table])])]
    return r.Report(run, [*parts, r.Minutes(run), TRUST], findings=[*parts, TRUST])


@dataclass(frozen=True)
class Ends(r.Part):
    """How games end, and what was missing where no ship could be signalled."""

    rescue: r.Together

    def findings(self) -> list[str]:
        """Return the most frequent way to fail, with the fewest players and with the most."""
        run, rows = self.rescue.run, self.rescue.by_players()
        words = [
            said
            for count in dict.fromkeys((min(rows), max(rows)))
            for said in r.losing_most(run, self._end, [rows[count]], f"the failures of {r.party(count)}")
        ]
        return [f"Why games fail: in {'. In '.join(words)}."] if words else []

    def sections(self) -> list[r.Section]:
        """Return how games end for each strategy, and a table of what was missing for the best one."""
        panels = {
            name: {r.party(count): [scenario] for count, scenario in self.rescue.by_players(name).items()}
            for name in self.rescue.names
        }
        figure = r.ends_figure(
            self.rescue.run,
            self._end,
            panels,
            f"How games end{self.rescue.setting}; numbers are per cent of games.",
            "Stacked bars, one per number of players, for each strategy: rescued, and the ways to fail.",
        )
        return [r.Section("How games end", [figure, self._missing()])]

    @property
    def _end(self) -> r.Column:
        return r.column_of(r.game_columns(self.rescue.run), "end")

    def _missing(self) -> r.Block:
        """Return the signals missing in camp at the end of games that failed for want of one."""
        rows = []
        for count, scenario in self.rescue.by_players().items():
            games = self.rescue.run.games([scenario]).filter(pl.col("end") == "headland_without_signal")
            masks = games.select(pl.col("signal_mask").cast(pl.Int64)).collect()["signal_mask"]
            if len(masks):
                missing = {
                    called: r.percent(float(((masks // 2**bit) % 2 == 0).to_numpy().mean()))
                    for bit, called in enumerate(SIGNALS_CALLED)
                }
                rows.append({"players": count, "games": len(masks)} | missing)
        if not rows:
            return r.Text("No game failed for want of something to signal with.")
        return r.Table(
            pl.DataFrame(rows),
            f"Played by {self.rescue.best}: the games in which the headland was reached and no ship could be "
            "signalled, and in what share of them each thing was missing in camp at the end.",
        )
