"""How hard Nautilion's combinations of expansions are: in order, by reserve and board, and how games end."""

from __future__ import annotations

import polars as pl

from simkit import report as r
from simkit.reports.shared.expansion_charts import curves_of, ends_figure, lengths_figure
from simkit.reports.shared.expansion_effects import Combinations
from simkit.reports.shared.nautilion import rate_cells, title
from simkit.reports.shared.nautilion_even import closest_table, even_table


class WinRates(r.Part):
    """The win rate by reserve, or by board."""

    def __init__(self, data: Combinations) -> None:
        self.data = data

    def sections(self) -> list[r.Section]:
        """Return a section for each player with curves over the reserve; else a table of boards."""
        data = self.data
        if data.wins["reserve"].n_unique() > 1:
            return [
                r.Section(f"Win rate by reserve: {skill}", [self._curves(skill)]) for skill in data.skills
            ]
        if data.wins["board"].n_unique() > 1:
            return [r.Section("Win rate by board", [self._boards(skill) for skill in data.skills])]
        return []

    def _curves(self, skill: str) -> r.Figure:
        data = self.data
        boards = data.wins["board"].unique(maintain_order=True).to_list()
        colours = r.figures.colours_of(boards)
        wins = data.wins.filter(pl.col("strategy") == skill)
        ceilings = r.rates_at_ceiling(data.run)
        figure = curves_of(wins, data.order, "board", colours, 1.17, ceilings)
        dotted = "; dotted: the ceiling, what the best we can find wins" if ceilings else ""
        r.name_series(figure, {f"board {board}": colour for board, colour in colours.items()})
        return r.Figure(
            f"win_rate_{skill}", figure,
            f"The easiest combination is first. Bands are 95 % intervals, the dashed line is an even "
            f"game{dotted}.",
            "One panel per combination: win rate against starting reserve, one line per board.",
            f"Games won by {skill} against the reserve at the start, with each combination",
        )  # fmt: skip

    def _boards(self, skill: str) -> r.Table:
        data = self.data
        cells, meaning = rate_cells(data.run, data.wins.filter(pl.col("strategy") == skill))
        rows = [
            {"combination": title(c)}
            | {
                f"board {row['board']}": row["cell"]
                for row in cells.filter(pl.col("expansions") == c).iter_rows(named=True)
            }
            for c in data.order
        ]
        return r.Table(pl.DataFrame(rows), f"Games won by {skill} on each board; {meaning}.")


class EvenGames(r.Part):
    """Which settings give about 50 %."""

    def __init__(self, data: Combinations) -> None:
        self.data = data

    def sections(self) -> list[r.Section]:
        """Return the closest settings, and the reserve that brings each combination closest."""
        data, several = self.data, self.data.wins["reserve"].n_unique() > 1
        words = "Which settings give about 50 %? First those closest to an even game, ranked, for each player"
        more = "; then the reserve that brings each combination closest." if several else "."
        grid = ["combination", "board", "reserve"]
        blocks: list[r.Block] = [
            r.Text(words + more),
            *(closest_table(data.wins, skill, grid) for skill in data.skills),
            *(self._reserves(skill) for skill in data.skills if several),
        ]
        return [r.Section("An even game", blocks)]

    def _reserves(self, skill: str) -> r.Table:
        wins = self.data.wins
        ranks = pl.Series([self.data.order.index(c) for c in wins["expansions"]])
        easiest_first = wins.select(pl.all().sort_by(ranks, maintain_order=True))
        grid = ("combination", "board")
        ceilings = r.rates_at_ceiling(self.data.run)
        return even_table(easiest_first, skill, grid, ceilings)


class HowGamesEnd(r.Part):
    """How the strongest player's games end, and after how many turns."""

    def __init__(self, data: Combinations) -> None:
        self.data, self.best = data, data.skills[0]

    def sections(self) -> list[r.Section]:
        """Return the shares of ends, and the lengths of games."""
        data, best = self.data, self.best
        settings = data.wins.filter(pl.col("strategy") == best)
        return [
            r.Section("How games end", [ends_figure(data.run, settings, data.order, best, data.over)]),
            r.Section("Length", [lengths_figure(data.run, settings, data.order, best)]),
        ]
