"""Reports whether those who do something once in a game, such as opening a gate, win more than others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import polars as pl

from simkit.report.effects.averaging import average_or_ends, may_be_averaged
from simkit.report.facts.scenarios import labels
from simkit.report.sections.subject import Subject
from simkit.report.words import percent, share_with_interval
from simkit.stats.estimates import Estimate, wilson

SEAT = ("scenario", "game", "seat")


@dataclass(frozen=True)
class Doers:
    """The seats of the logged games in which something is done, with who did it.

    Parameters
    ----------
    subject : Subject
        Whose games.
    kind : str
        The kind of event, which happens once in a game or never.
    """

    subject: Subject
    kind: str

    @cached_property
    def seats(self) -> pl.DataFrame:
        """The seats of the games in which it is done: scenario, game, seat, won, doer."""
        run = self.subject.run
        doers = run.events(self.kind, self.subject.alone).select(*SEAT, doer=True).collect()
        scenarios = sorted(doers["scenario"].unique())
        if not scenarios:
            return doers.with_columns(won=pl.col("doer"))
        return (
            run.seats(scenarios)
            .select(*SEAT, "won")
            .join(doers.lazy().select("scenario", "game"), on=["scenario", "game"])
            .join(doers.lazy(), on=SEAT, how="left")
            .with_columns(pl.col("doer").fill_null(False))
            .collect()
        )

    def wins(self) -> str:
        """Return how often who does it wins, against the fair share, another at each table."""
        words = labels(self.subject.run)
        leads = {
            words[int(str(scenario))]: _lead(own)
            for (scenario,), own in self.seats.group_by("scenario", maintain_order=True)
        }
        if not may_be_averaged(leads):
            ends = average_or_ends(leads, _lead(self.seats))
            return f"more or less than the fair share of games, {ends}"
        share, fair = _wins(self.seats)
        return f"{share_with_interval(share)} of games (fair: {percent(fair)})"


def _wins(seats: pl.DataFrame) -> tuple[Estimate, float]:
    """Return how often doers win, and the fair share."""
    won = seats.filter("doer")["won"]
    return wilson(int(won.sum()), len(won)), float(seats["won"].to_numpy().mean())


def _lead(seats: pl.DataFrame) -> Estimate:
    share, fair = _wins(seats)
    return replace(share, value=share.value - fair, low=share.low - fair, high=share.high - fair)
