"""How hard Nautilion's combinations of expansions are: in order, by reserve and board, and how games end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import polars as pl

from simkit import report as r
from simkit.reports.shared.expansion_charts import beside_matrix, curves_of, ends_figure, lengths_figure
from simkit.reports.shared.expansion_effects import ALL, BASE, EXPANSIONS_RULE, Combinations
from simkit.reports.shared.nautilion import board_and_reserve, in_sentence, quoted_reserve, rate_cells, title


class FromEasyToHard(r.Part):
    """Which combinations are won most and least."""

    def __init__(self, data: Combinations) -> None:
        self.data, self.best = data, data.skills[0]

    def key_figures(self) -> list[r.KeyFigure]:
        """Return the win rates without expansions and with all, or of the easiest and the hardest."""
        order = self.data.order
        easy, hard = (BASE, ALL) if {BASE, ALL} <= set(order) else (order[0], order[-1])
        words = {c: f"with {in_sentence(c)}" for c in (easy, hard)} | {BASE: "without expansions"}
        rates, where = self._rates(easy, hard)
        over = f", {where}" if where else ""
        return [
            r.KeyFigure(r.percent(rates[easy]), f"of games {self.best} wins {words[easy]}{over}"),
            r.KeyFigure(r.percent(rates[hard]), words[hard]),
        ]

    def findings(self) -> list[r.Finding]:
        """Return the easiest and the hardest combination, as far as they differ from others."""
        data, best = self.data, self.best
        order, scenarios = data.order, {c: data.of(c, best) for c in data.order}
        rates, over = self._rates(order[0], order[-1])
        if not self._is_average(order[0], order[-1]):  # the order of that setting, not of the average
            printed = {c: self._printed(c)[0] for c in order}
            order = sorted(order, key=lambda c: printed[c]["estimate"], reverse=True)
            scenarios = {c: [row["scenario"]] for c, row in printed.items()}
            rates = {c: row["estimate"] for c, row in printed.items()}
        easy, hard = order[0], order[-1]
        won = f"{r.percent(rates[easy])} and {r.percent(rates[hard])} of games{f' ({over})' if over else ''}"
        ends = f"{best} wins most with {in_sentence(easy)} and least with {in_sentence(hard)}, {won}"
        distinct = r.extremes(lambda low, high: data.games.effect(scenarios[low], scenarios[high]), order)
        if distinct == "none":
            return [self._finding(f"No combination is significantly easier than another: {ends}.")]
        if distinct == "some":
            return [
                self._finding(
                    f"{r.opening(ends)}; not all other combinations differ significantly from these two."
                )
            ]
        words = ("easiest", "hardest") if len(order) > 2 else ("easier", "harder")
        return [
            self._finding(
                f"The {words[0]} combination is {in_sentence(easy)}, the {words[1]} {in_sentence(hard)}: "
                f"{best} wins {won}."
            )
        ]

    def _finding(self, words: str) -> r.Finding:
        easy, hard = self.data.order[0], self.data.order[-1]
        gap = self.data.games.effect(self.data.of(hard, self.best), self.data.of(easy, self.best))
        return r.Finding(words, abs(gap.value), r.Surprise.WHICH, EXPANSIONS_RULE)

    def _rates(self, first: str, last: str) -> tuple[dict[str, float], str]:
        """Return win rates over all boards and reserves, or in one setting where the gap depends on it."""
        data, best = self.data, self.best
        if self._is_average(first, last):
            over = f"over all {data.over}" if data.over else ""
            return {c: data.games.average(data.of(c, best)).value for c in (first, last)}, over
        rows = {c: self._printed(c)[0] for c in (first, last)}
        return {c: row["estimate"] for c, row in rows.items()}, board_and_reserve(rows[first])

    def _is_average(self, first: str, last: str) -> bool:
        """Return whether two combinations may be compared on average over all boards and reserves."""
        data, best = self.data, self.best
        places = zip(data.of(first, best), data.of(last, best), strict=True)
        return r.may_be_averaged({pair: data.games.effect([pair[0]], [pair[1]]) for pair in places})

    def _printed(self, combination: str) -> list[dict[str, Any]]:
        """Return a combination's win rates for each player, on the first board with the printed reserve."""
        own = self.data.wins.filter(pl.col("expansions") == combination)
        own = own.filter(board=own["board"][0], reserve=quoted_reserve(own))
        return [own.filter(pl.col("strategy") == skill).row(0, named=True) for skill in self.data.skills]

    def in_short(self) -> str:
        """Return the win rates without expansions and with all of them; "" for other runs."""
        if not {BASE, ALL} <= set(self.data.order):
            return ""
        spans = r.spans_of(self.data.run)
        easy, hard = (self._printed(combination) for combination in (BASE, ALL))

        def won(row: dict[str, Any]) -> str:
            share = r.Estimate(row["estimate"], row["low"], row["high"], row["n"], "Wilson")
            span = spans.get((row["scenario"], "game", "won"))
            return f"{row['strategy']} wins {r.both_uncertainties(share, span, is_share=True)}"

        return (
            f"Without expansions {' and '.join(map(won, easy))} of games; with all five "
            f"{' and '.join(map(won, hard))} ({board_and_reserve(easy[0])})."
        )

    def sections(self) -> list[r.Section]:
        """Return the combinations' win rates in order."""
        return [r.Section("From easy to hard", [self._text(), self._figure()])]

    def _text(self) -> r.Text:
        words, data = "Each row is a combination, its dark dots the expansions in it.", self.data
        if data.over:
            boards, reserves = (
                data.wins["board"].unique(maintain_order=True),
                sorted(set(data.wins["reserve"])),
            )
            among = {
                "boards": f"the boards {', '.join(boards)}",
                "reserves": f"the reserves of {_numbers(reserves)} tokens at the start",
            }
            over = " and ".join(among[name] for name in data.over.split(" and "))
            words += f" Win rates are averages over {over}."
        return r.Text(words)

    def _figure(self) -> r.Figure:
        data = self.data
        figure, (panel,) = beside_matrix(data.order)
        colours = r.figures.colours_of(data.skills)
        series = {s: [data.games.average(data.of(c, s)) for c in data.order] for s in data.skills}
        rows = [title(c) for c in data.order]
        told = {s: r.Shown([], rows=rows, scenarios=[data.of(c, s) for c in data.order]) for s in data.skills}
        r.charts.several_dots(panel, None, series, colours, told)
        panel.set_xlim(0, 100)
        r.charts.reference_line(panel, 0.5, "even")
        panel.set_xlabel("games won, %")
        r.charts.key(figure, colours, marks=True)
        return r.Figure(
            "order", figure,
            f"The {len(data.order)} combinations from the easiest to the hardest for {data.skills[0]}, with "
            "95 % intervals.",
            "One row per combination: dots for its expansions, then one dot per player for its win rate.",
        )  # fmt: skip


def _numbers(ascending: Sequence[int]) -> str:
    if len(ascending) > 2 and list(ascending) == list(range(ascending[0], ascending[-1] + 1)):
        return f"{ascending[0]} to {ascending[-1]}"
    return ", ".join(map(str, ascending))


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
        dotted = "; dotted: the ceiling, what the game's master wins" if ceilings else ""
        r.charts.key(figure, {f"board {board}": colour for board, colour in colours.items()}, marks=True)
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


class EvenGames(r.Part):
    """Which settings give about 50 %."""

    def __init__(self, data: Combinations) -> None:
        self.data = data

    def findings(self) -> list[r.Finding]:
        """Return the setting that is closest to an even game for each player."""
        words = []
        for skill in self.data.skills:
            row = r.closest_to_even(self.data.wins, skill, 1).row(0, named=True)
            own = self.data.wins.filter(pl.col("strategy") == skill)
            even = own.filter((pl.col("low") <= r.EVEN) & (pl.col("high") >= r.EVEN)).height
            nearest = (
                f"{in_sentence(row['expansions'])} on board {row['board']} with reserve {row['reserve']} "
                f"({r.percent(row['estimate'])})"
            )
            if abs(row["estimate"] - r.EVEN) > r.FAR:
                far = f"no setting brings {skill} within {100 * r.FAR:.0f} points of it"
                words.append(f"{far}, nearest {nearest}")
            elif even > 1:
                words.append(f"{skill} may win half of the games in {even} settings, closest in {nearest}")
            else:
                words.append(f"closest for {skill} is {nearest}")
        return [r.Finding(f"An even game: {'; '.join(words)}.", surprise=r.Surprise.WHICH)]

    def sections(self) -> list[r.Section]:
        """Return the closest settings, and the reserve that brings each combination closest."""
        data, several = self.data, self.data.wins["reserve"].n_unique() > 1
        words = "Which settings give about 50 %? First those closest to an even game, ranked, for each player"
        more = "; then the reserve that brings each combination closest." if several else "."
        grid = ["combination", "board", "reserve"]
        blocks: list[r.Block] = [
            r.Text(words + more),
            *(r.closest_table(data.wins, skill, grid) for skill in data.skills),
            *(self._reserves(skill) for skill in data.skills if several),
        ]
        return [r.Section("An even game", blocks)]

    def _reserves(self, skill: str) -> r.Table:
        wins = self.data.wins
        ranks = pl.Series([self.data.order.index(c) for c in wins["expansions"]])
        easiest_first = wins.select(pl.all().sort_by(ranks, maintain_order=True))
        grid = ("combination", "board")
        ceilings = r.rates_at_ceiling(self.data.run)
        return r.even_table(
            easiest_first, skill, "reserve", grid=grid, called="starting reserve", ceilings=ceilings
        )


class HowGamesEnd(r.Part):
    """How the strongest player's games end, and after how many turns."""

    def __init__(self, data: Combinations) -> None:
        self.data, self.best = data, data.skills[0]

    def findings(self) -> list[r.Finding]:
        """Return the most frequent ways to lose."""
        data = self.data
        ends = r.SideBySide.read(data.run, "end")
        leading = [r.leading_ways(ends, data.end, data.of(own, self.best)) for own in data.order]
        lost = [ways for ways in leading if ways]
        first = Counter(next(iter(ways)) for ways in lost if len(ways) == 1)
        words = [
            f"in {n} of {len(lost)} combinations {data.end.looks[way].loss}" for way, n in first.most_common()
        ]
        if len(lost) > first.total():
            words.append(f"in {len(lost) - first.total()} no single way is significantly the most frequent")
        said = f"The most frequent way to lose ({self.best}): {'; '.join(words)}."
        return [r.Finding(said, surprise=r.Surprise.WHICH)] if words else []

    def sections(self) -> list[r.Section]:
        """Return the shares of ends, and the lengths of games."""
        data, best = self.data, self.best
        own = data.wins.filter(pl.col("strategy") == best)
        return [
            r.Section("How games end", [ends_figure(data.run, own, data.order, best, data.over)]),
            r.Section("Length", [lengths_figure(data.run, own, data.order, best)]),
        ]


class Skill(r.Part):
    """By how much the strongest player is ahead of the second."""

    def __init__(self, data: Combinations) -> None:
        self.data = data

    def findings(self) -> list[r.Finding]:
        """Return where it wins less often; that it wins more often elsewhere was known before."""
        data = self.data
        if len(data.skills) < 2:
            return []
        first, second = data.skills[:2]
        at = {row["scenario"]: board_and_reserve(row) for row in data.wins.iter_rows(named=True)}
        leads = {
            in_sentence(c) if len(data.of(c, first)) == 1 else f"{in_sentence(c)}, {at[high]}":
            data.games.effect([low], [high])
            for c in data.order
            for low, high in zip(data.of(c, second), data.of(c, first), strict=True)
        }  # fmt: skip
        behind = [c for c, own in leads.items() if own.value < 0 and r.is_significant(own, len(leads))]
        if not behind:
            return []
        most = min(behind, key=lambda c: leads[c].value)
        of_what = "combinations" if len(leads) == len(data.order) else "settings"
        words = (
            f"{r.opening(first)} wins less often than {second} in {len(behind)} of {len(leads)} {of_what}, "
            f"most with {most}: {r.points_with_interval(leads[most])}."
        )
        return [r.Finding(words, abs(leads[most].value), r.Surprise.REVERSED)]
