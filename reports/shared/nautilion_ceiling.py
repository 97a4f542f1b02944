"""How much of the difficulty of Nautilion's expansions is the player's: what good play wins."""

from __future__ import annotations

from functools import cached_property

import polars as pl

from simkit import report as r
from simkit.reports.shared.expansion_charts import beside_matrix
from simkit.reports.shared.expansion_effects import ALL, BASE, EXPANSIONS_RULE, Combinations
from simkit.reports.shared.nautilion import board_and_reserve, in_sentence, quoted_reserve, title

MEASURE = "simkit run --ceiling"

CEILING = "the ceiling"


class PlayersPart(r.Part):
    """How much of the difficulty is the player's: the ceiling, what the game's master wins, beside players.

    It is about one board and reserve: the printed one on the first board for which the ceiling is known.
    """

    def __init__(self, data: Combinations) -> None:
        self.data = data
        self.rates = r.rates_at_ceiling(data.run)

    @cached_property
    def own(self) -> pl.DataFrame:
        """The scenarios with one board and reserve for which the ceiling is known."""
        known = self.data.wins.filter(pl.col("scenario").is_in(list(self.rates)))
        if known.is_empty():
            return known
        own = known.filter(board=known["board"][0])
        return own.filter(reserve=quoted_reserve(own))

    @property
    def order(self) -> list[str]:
        """The combinations for which the ceiling is known, the easiest for the strongest player first."""
        return [combination for combination in self.data.order if combination in self.own["expansions"]]

    @property
    def setting(self) -> str:
        """Board and reserve in words."""
        return board_and_reserve(self.own.row(0, named=True))

    @property
    def master(self) -> str:
        """The player whose results are the ceiling, in words."""
        found = r.ceilings_of(self.data.run)[self.own["scenario"][0]]
        return r.master_in_words(found.base, found.playouts)

    def rate(self, combination: str, skill: str) -> r.Estimate:
        """Return what a player wins with a combination."""
        found: r.Estimate = self.data.games.average(self._at(combination, skill))
        return found

    def _at(self, combination: str, skill: str) -> list[int]:
        own = self.own.filter(pl.col("expansions") == combination, strategy=skill)
        return own["scenario"].to_list()

    def ceiling(self, combination: str) -> r.Estimate:
        """Return what is won at the ceiling with a combination."""
        return self.rates[self.own.filter(pl.col("expansions") == combination)["scenario"][0]]

    def in_short(self) -> str:
        """Return how much of the difficulty is the player's, or how to find out."""
        data = self.data
        if not {BASE, ALL} <= set(data.order):
            return ""
        best = data.skills[0]
        if not {BASE, ALL} <= set(self.order):
            return (
                f"These are the rates of {best} as it is; good play may win far more often, so part of the "
                f"difficulty may be the player's: `{MEASURE}` measures how much."
            )
        rate, reached = self.rate(ALL, best), self.ceiling(ALL)
        back = r.difference_of_shares(rate, reached)
        part = "Part of this is the player's" if back.low > 0 else "How much of this is the player's is open"
        return (
            f"{part}: with all five {self.master} wins {r.share_with_interval(reached)} of games, and "
            f"{r.avoidable(best, rate, back)[:-1]} ({self.setting})."
        )

    def findings(self) -> list[r.Finding]:
        """Return where even the ceiling is low, or that it is nowhere."""
        if not self.order:
            return []
        low = [c for c in self.order if self.ceiling(c).high < r.EVEN]
        if low:
            named = r.listed(in_sentence(c) for c in low)
            words = (
                f"Too hard, by the ceiling: {named} ({self.setting}); even {self.master} loses most games."
            )
            return [r.Finding(words, 0.5, r.Surprise.REVERSED, EXPANSIONS_RULE)]
        hard = [c for c in self.order if self.rate(c, self.data.skills[0]).high < r.EVEN]
        least = min(self.order, key=lambda c: self.ceiling(c).value)
        shown = "" if self.ceiling(least).low > r.EVEN else "shown to be "
        words = (
            f"By the ceiling no combination is {shown}too hard: {self.master} wins "
            f"{r.share_with_interval(self.ceiling(least))} of games where it wins least, with "
            f"{in_sentence(least)} ({self.setting})"
        )
        if hard:
            words += (
                f"; {self.data.skills[0]} loses most games in {len(hard)} of {len(self.order)} combinations"
            )
        return [r.Finding(f"{words}.", 0.5, r.Surprise.WHICH, EXPANSIONS_RULE)]

    def sections(self) -> list[r.Section]:
        """Return the players' rates and the line of the ceiling, and its table; nothing if it is unknown."""
        if not self.order:
            return []
        words = (
            f"A rate says how hard a combination is for a player. The ceiling is what {self.master} wins. "
            "Where its band lies above a player's interval, that player loses games that better play wins; "
            f"perfect play may win still more. All with {self.setting}; the table has all settings for which "
            "the ceiling is known."
        )
        table = [block for own in r.CeilingOfPlay(self.data.run).sections() for block in own.blocks[-1:]]
        return [r.Section(r.CEILING, [r.Text(words), self._figure(), *table])]

    def _figure(self) -> r.Figure:
        data, order = self.data, self.order
        figure, (panel,) = beside_matrix(order)
        skills = [own for own in data.skills if data.run.strategies[self._player(own)].look_ahead is None]
        colours = r.figures.colours_of(skills)
        series = {skill: [self.rate(c, skill) for c in order] for skill in skills}
        told = {
            skill: r.Shown([], rows=[title(c) for c in order], scenarios=[self._at(c, skill) for c in order])
            for skill in skills
        }
        r.charts.several_dots(panel, None, series, colours, told)
        line, rows = r.figures.PALETTE[len(skills)], range(len(order))
        shares = [self.ceiling(combination) for combination in order]
        panel.fill_betweenx(
            rows, [100 * share.low for share in shares], [100 * share.high for share in shares],
            color=line, alpha=0.15, lw=0, zorder=1,
        )  # fmt: skip
        panel.plot([100 * share.value for share in shares], rows, color=line, lw=1.6, zorder=2)
        panel.set_xlim(0, 102)
        r.charts.reference_line(panel, 0.5, "even")
        panel.set_xlabel("games won, %")
        r.charts.key(figure, {**colours, CEILING: line}, marks=True, lines=[CEILING])
        return r.Figure(
            "ceiling", figure,
            f"What players win, and the line of the ceiling ({self.setting}), with 95 % intervals.",
            "One row per combination: a dot per player for its win rate, and a line for the ceiling.",
        )  # fmt: skip

    def _player(self, skill: str) -> str:
        """Return the player at a level of the strategy, whatever the level is called."""
        return self.data.run.line_ups[self.data.wins.filter(strategy=skill)["scenario"][0]][0]
