"""How often castaways are rescued: by their number, strategy and skill."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property

import polars as pl

from simkit import report as r

RESCUED = r.Result("rescued", "rescue rate", "games with a rescue", "is rescued", "rescues")

CEILING = "the ceiling"

UNKNOWN = r.charts.plain(float("nan"))

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")

STRATEGIES = ("strategy", "strategies")
"""The factors whose levels are strategies' names."""

TABLE = ("rules.players", *STRATEGIES)
"""The factors that say who sits at the table."""


def party(players: int) -> str:
    """Return a number of players in words: "one player", "four players"."""
    return f"{NUMBERS[players]} player{'' if players == 1 else 's'}"


@dataclass(frozen=True)
class Together(r.Part):
    """How often castaways are rescued, in the scenarios with the first level of every rule."""

    run: r.RunDirectory

    wins: r.Wins
    """Which games end with a rescue."""

    frame: pl.DataFrame
    """One row per scenario: scenario, players, strategy, and the levels of all other factors as `rest`."""

    @classmethod
    def read(cls, run: r.RunDirectory) -> Together:
        """Return the wins of a run, by the players at the table."""
        others = [factor for factor in run.factors if factor not in TABLE]
        rows = []
        for row in run.scenarios().sort("scenario").iter_rows(named=True):
            players = json.loads(row["players"])
            level = next((str(row[factor]) for factor in STRATEGIES if factor in row), "")
            names = [level] if level else dict.fromkeys(own["strategy"] for own in players)
            rest = r.levels_in_words(run, row, others)
            rows.append((row["scenario"], len(players), " + ".join(names), rest))
        schema = {"scenario": pl.Int64, "players": pl.Int64, "strategy": pl.String, "rest": pl.String}
        frame = pl.DataFrame(rows, schema=schema, orient="row")
        return cls(run, r.Wins(run, "game", RESCUED), frame)

    @cached_property
    def base(self) -> pl.DataFrame:
        """The scenarios with the first level of every factor except those that say who sits at the table."""
        return self.frame.filter(pl.col("rest") == self.frame["rest"][0])

    @property
    def setting(self) -> str:
        """That first level in words, to follow a comma; nothing if only the table is varied."""
        return f", {self.frame['rest'][0]}" if self.frame["rest"].n_unique() > 1 else ""

    @property
    def counts(self) -> list[int]:
        """The numbers of players, from the smallest."""
        return self.base["players"].unique().sort().to_list()

    @cached_property
    def names(self) -> list[str]:
        """The strategies, the one that wins most often first."""
        means = {
            name: self.wins.average(self.of(name)).value
            for name in self.base["strategy"].unique(maintain_order=True)
        }
        return sorted(means, key=lambda name: -means[name])

    @property
    def best(self) -> str:
        """The strategy that wins most often."""
        return self.names[0]

    def of(self, name: str) -> list[int]:
        """Return the scenarios of a strategy, of all numbers of players."""
        return self.base.filter(strategy=name)["scenario"].to_list()

    def by_players(self, name: str = "") -> dict[int, int]:
        """Return a strategy's scenario for each number of players; without a name, the best one's."""
        own = self.base.filter(strategy=name or self.best).unique("players", keep="first")
        return dict(own.sort("players").select("players", "scenario").iter_rows())

    @property
    def lines(self) -> dict[str, int]:
        """The best strategy's scenario for each number of players in words: "two players"."""
        return {party(count): scenario for count, scenario in self.by_players().items()}

    def key_figures(self) -> list[r.KeyFigure]:
        """Return the best strategy's rate for each number of players."""
        best = next((own for own in r.introduced(self.run) if own.name == self.best), None)
        is_only = r.is_only_of_kind(self.run, self.best)
        called = r.player_in_short(self.best, best.skill, is_only=is_only) if best else self.best
        tuned = ", tuned on these cards" if best and best.tuned else ""
        return [
            r.KeyFigure(
                r.percent(self.wins.average([scenario]).value),
                f"of games with a rescue: {party(count)}, each {called}{tuned}",
            )
            for count, scenario in self.by_players().items()
        ]

    def sections(self) -> list[r.Section]:
        """Return the rates by number of players, a dot per strategy."""
        counts, rows = self.counts, {name: self.by_players(name) for name in self.names}
        series = {
            name: [self.wins.average([own[count]]) if count in own else UNKNOWN for count in counts]
            for name, own in rows.items()
        }
        colours = r.figures.colours_of(self.names)
        ceilings, best = r.rates_at_ceiling(self.run), rows[self.best]
        if any(best.get(count) in ceilings for count in counts):
            series[CEILING] = [ceilings.get(best.get(count, -1), UNKNOWN) for count in counts]
            colours |= {CEILING: r.figures.INK}
        figure, axes = r.figures.new_figure(1, 1, (0.3 + 0.09 * len(rows)) * len(counts) + 1.1)
        r.charts.several_dots(axes[0, 0], list(map(party, counts)), series, colours)
        axes[0, 0].set_xlim(left=-0.01 * axes[0, 0].get_xlim()[1])  # no mark at 0 is cut
        axes[0, 0].set_xlabel("games with a rescue, %")
        if len(series) > 1:
            r.charts.key(figure, colours, marks=True)
        frame = pl.DataFrame(
            [
                {"strategy": name} | dict(zip(map(party, counts), map(format, series[name]), strict=True))
                for name in rows
            ]
        )
        what = f"How often castaways are rescued{self.setting}, with 95 % intervals."
        each = "One row per number of players: one dot with its interval per strategy."
        return [r.Section("Rescue", [r.Figure("rescue", figure, what, each), r.Table(frame, what)])]


def numbers_of(run: r.RunDirectory) -> list[str]:
    """Return the factors of three or more numbers, except the number of players."""
    levels = {factor: run.levels[factor].unique() for factor in run.factors if factor not in TABLE}
    return [factor for factor, own in levels.items() if len(own) > 2 and r.are_numbers(own)]


@dataclass(frozen=True)
class BySkill(r.Part):
    """The gap between the strongest strategy and the others."""

    together: Together

    def findings(self) -> list[r.Finding]:
        """Return the gap between the strongest strategy and the next best for each number of players."""
        of, first = self.together, self.together.best
        best, runners_up, behind = of.by_players(), dict[int, str](), dict[int, int]()
        for count in best:
            rows = {name: own[count] for name in of.names[1:] if count in (own := of.by_players(name))}
            if rows:
                name = max(rows, key=lambda name: of.wins.average([rows[name]]).value)
                runners_up[count], behind[count] = name, rows[name]
        if not behind:
            return []
        single = {count: of.wins.effect([behind[count]], [best[count]]) for count in behind}
        lead = of.wins.effect(list(behind.values()), [best[count] for count in behind])
        rivals = list(dict.fromkeys(runners_up.values()))
        is_one = len(rivals) == 1
        called = {
            f"{party(count)}{'' if is_one else f', where it is {name}'}": single[count]
            for count, name in runners_up.items()
        }
        rival = rivals[0] if is_one else "the next best"
        if not r.is_significant(lead):
            said = r.average_or_ends(called, lead, "the numbers of players")
            words = f"{r.opening(first)} and {rival} do not differ significantly: {said}."
            surprise = r.Surprise.NOTHING if r.is_nothing(lead) else r.Surprise.SIZE
            return [r.Finding(words, 0.0, surprise, "skill")]
        alike = r.may_be_averaged(single)
        size = r.mean_or_extremes(called, lead)
        over = ", on average over the numbers of players" if alike and len(single) > 1 else ""
        next_best = f"{rival}, the next best," if is_one else rival
        words = f"{r.opening(first)} is ahead of {next_best} by {size}{over}."
        open_ = [party(count) for count, own in single.items() if not r.is_significant(own, len(single))]
        if not alike and open_:
            words += f" With {r.listed(open_)} the lead may be chance."
        above = any(r.is_known_stronger(of.run, name, first) for name in rivals)
        surprise = r.Surprise.REVERSED if above else r.Surprise.SIZE
        return [r.Finding(words, abs(lead.value), surprise, "skill")]
