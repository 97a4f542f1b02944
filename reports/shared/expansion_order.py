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
        own = data.wins.filter(pl.col("strategy") == skill)
        ceilings = r.rates_at_ceiling(data.run)
        figure = curves_of(own, data.order, "board", colours, 1.17, ceilings)
        dotted = "; dotted: the ceiling, what the best we can find wins" if ceilings else ""
        r.name_series(figure, {f"board {board}": colour for board, colour in colours.items()})
        return r.Figure(
            f"win_rate_{skill}", figure,
            f"Games won by {skill} against starting reserve, for each combination, the easiest first; bands "
            f"are 95 % intervals, the dashed line is an even game{dotted}.",
            "One panel per combination: win rate against starting reserve, one line per board.",
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


class Ceilings(r.Part):
    """What the best play wins, and the strongest player, wherever that is known."""

    def __init__(self, data: Combinations) -> None:
        self.data, self.rates = data, r.rates_at_ceiling(data.run)

    def sections(self) -> list[r.Section]:
        """Return a table with a row for each combination, and a column for each board and reserve."""
        data, best = self.data, self.data.skills[0]
        known = data.wins.filter(pl.col("scenario").is_in(list(self.rates)), strategy=best)
        if known.is_empty():
            return []
        cells = {
            (row["expansions"], f"{row['board']}, {row['reserve']}"):
            f"{100 * self.rates[row['scenario']].value:.0f} ({100 * row['estimate']:.0f})"
            for row in known.sort("board", "reserve").to_dicts()
        }  # fmt: skip
        settings = dict.fromkeys(setting for _, setting in cells)
        rows = [
            {"combination": title(c)} | {own: cells.get((c, own), "") for own in settings} for c in data.order
        ]
        own = r.ceilings_of(data.run)[known["scenario"][0]]
        widest = max((end.high - end.low) / 2 for end in map(self.rates.__getitem__, known["scenario"]))
        when = f", measured on {own.measured}" if own.measured else ""
        who = r.master_in_words(own.base, own.playouts)
        caption = (
            f"Games won by {who}, in per cent, and in brackets by {best}, by board and reserve. 95 % "
            f"intervals of the former reach at most {100 * widest:.0f} points to either side{when}."
        )
        words = (
            "What the best we can find wins is as near as we know to what the rules allow; what is between "
            "it and a player is that player's weakness. Perfect play may win still more."
        )
        return [r.Section(r.CEILING, [r.Text(words), r.Table(pl.DataFrame(rows), caption)])]


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
        own = data.wins.filter(pl.col("strategy") == best)
        return [
            r.Section("How games end", [ends_figure(data.run, own, data.order, best, data.over)]),
            r.Section("Length", [lengths_figure(data.run, own, data.order, best)]),
        ]
