"""Castaways' words, which the parts of its report share, and how its games end."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from simkit import report as r
from simkit.games.castaways.names import SIGNALS_CALLED
from simkit.reports.shared.castaways_together import Together, party

RECONSTRUCTED = (
    "What is printed on the cards could not be looked up, so their texts were "
    "written anew to fit the published rules and numbers of cards. Comparisons (of players, rules, reasons "
    "for failing) are likely to hold for the printed game; the rescue rates are those of these cards, and "
    "the experiment castaways_assumptions shows how far some changes move them. They rest most on the camp "
    "card Swim to the wreck (A24): without it the last two cubes of the wreck do not come ashore, and a "
    "third of its things is never seen."
)
"""What a section says about the cards."""

RESTS_ON = (
    "What is printed on the cards is reconstructed: comparisons are likely to hold for the printed game, the "
    "rates are those of these cards. They rest most on one of them, Swim to the wreck (A24)."
)
"""What the first page says about the cards."""

TRUST = r.OwnPart(sections=[r.Section("How far to trust this", [r.Text(RECONSTRUCTED)])], cautions=[RESTS_ON])


@dataclass(frozen=True)
class Ends(r.Part):
    """How games end, and what was missing where no ship could be signalled."""

    rescue: Together

    def findings(self) -> list[r.Finding]:
        """Return the most frequent way to fail, with the fewest players and with the most, if one is."""
        rows = self.rescue.by_players()
        ends = dict.fromkeys((rows[min(rows)], rows[max(rows)]))
        claims = [
            claim for scenario in ends for claim in r.most_frequent_way(self.rescue.run, self._end, scenario)
        ]
        return [r.Finding(self.rescue.voice.say(claim), surprise=r.Surprise.WHICH) for claim in claims]

    def sections(self) -> list[r.Section]:
        """Return how games end for each strategy, and a table of what was missing for the best one."""
        panels = {
            name: {party(count): [scenario] for count, scenario in self.rescue.by_players(name).items()}
            for name in self.rescue.names
        }
        figure = r.ends_figure(
            self.rescue.run,
            self._end,
            panels,
            f"Numbers are per cent of games{self.rescue.setting}.",
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
            games = self.rescue.run.games_in([scenario]).filter(pl.col("end") == "headland_without_signal")
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
