"""Reports how often a game that players win together is won: by number of players, strategy and skill."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import polars as pl

from simkit.engine.contract.knobs import PLAYERS
from simkit.experiment.about import About
from simkit.report.document.blocks import Figure, Finding, KeyFigure, Part, Section, Surprise, Table
from simkit.report.document.charts import key, several_dots
from simkit.report.document.figures import INK, colours_of, new_figure
from simkit.report.effects.averaging import (
    average_or_ends,
    may_be_averaged,
    mean_or_extremes,
)
from simkit.report.facts.paired import is_nothing
from simkit.report.facts.players import Introduced, introduced, is_known_stronger, player_in_short
from simkit.report.facts.result import Result
from simkit.report.facts.scenarios import levels_in_words
from simkit.report.facts.settings import STRATEGIES
from simkit.report.facts.wins import Wins
from simkit.report.sections.ceiling import CEILING, rates_at_ceiling
from simkit.report.words import opening
from simkit.run.findings.targeted import estimate_of
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import UNKNOWN, Estimate, is_significant, percent
from simkit.words import listed

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")

TABLE = (f"rules.{PLAYERS}", *STRATEGIES)
"""The factors that say who sits at the table."""

BY_PLAYERS = "the numbers of players"


def party(players: int) -> str:
    """Return a number of players in words: "one player", "four players"."""
    return f"{NUMBERS[players]} player{'' if players == 1 else 's'}"


@dataclass(frozen=True)
class TogetherWords:
    """The words for winning together.

    Parameters
    ----------
    result : Result
        What it is to win.
    done : str
        What becomes of the players then: "rescued".
    heading : str
        What that is called: "Rescue".
    games_do : str
        What games do that are won: "end with a rescue".
    players : str
        What the game calls its players: "castaways".
    tuned_on : str
        What the weights of a tuned strategy were tuned on: "cards".
    """

    result: Result
    done: str
    heading: str
    games_do: str
    players: str = "players"
    tuned_on: str = "rules"


@dataclass(frozen=True)
class Together(Part):
    """How often players win together, in the scenarios with the first level of every rule.

    Parameters
    ----------
    run : RunDirectory
        The run.
    words : TogetherWords
        What it is to win.
    wins : Wins
        Which games were won.
    frame : polars.DataFrame
        One row per scenario: scenario, players, strategy, and the levels of all other factors as `rest`.
    """

    run: RunDirectory
    words: TogetherWords
    wins: Wins
    frame: pl.DataFrame

    @classmethod
    def read(cls, run: RunDirectory, words: TogetherWords) -> Together:
        """Return the wins of a run, by the players at the table."""
        others = [factor for factor in run.factors if factor not in TABLE]
        rows = []
        for row in run.scenarios().sort("scenario").iter_rows(named=True):
            players = json.loads(row["players"])
            level = next((str(row[factor]) for factor in STRATEGIES if factor in row), "")
            names = [level] if level else dict.fromkeys(own["strategy"] for own in players)
            rest = levels_in_words(run, row, others)
            rows.append((row["scenario"], len(players), " + ".join(names), rest))
        schema = {"scenario": pl.Int64, "players": pl.Int64, "strategy": pl.String, "rest": pl.String}
        frame = pl.DataFrame(rows, schema=schema, orient="row")
        return cls(run, words, Wins(run, "game", words.result), frame)

    @cached_property
    def introduced(self) -> dict[str, Introduced]:
        """The strategies as the report introduces them, by name."""
        return {own.name: own for own in introduced(self.run)}

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

    def rate(self, scenario: int) -> Estimate:
        """Return how often a scenario's games are won, with its interval."""
        return estimate_of(self.wins.rates.row(by_predicate=pl.col("scenario") == scenario, named=True))

    def key_figures(self) -> list[KeyFigure]:
        """Return the best strategy's rate for each number of players."""
        tuned = f", tuned on these {self.words.tuned_on}" if self._is_tuned else ""
        return [
            KeyFigure(
                percent(self.rate(scenario).value),
                f"of {self.words.result.games}: {party(count)}, each {self._called}{tuned}",
            )
            for count, scenario in self.by_players().items()
        ]

    def sections(self) -> list[Section]:
        """Return the rates by number of players, a dot per strategy."""
        names, counts = self.names, self.counts
        rates = {name: self.by_players(name) for name in names}
        series = {
            name: [self.rate(rows[count]) if count in rows else UNKNOWN for count in counts]
            for name, rows in rates.items()
        }
        colours = colours_of(names)
        ceilings, best = rates_at_ceiling(self.run), self.by_players()
        if any(best.get(count) in ceilings for count in counts):
            series[CEILING] = [ceilings.get(best.get(count, -1), UNKNOWN) for count in counts]
            colours |= {CEILING: INK}
        figure, axes = new_figure(1, 1, (0.3 + 0.09 * len(names)) * len(counts) + 1.1)
        several_dots(axes[0, 0], [party(count) for count in counts], series, colours)
        axes[0, 0].set_xlim(left=-0.01 * axes[0, 0].get_xlim()[1])  # no mark at 0 is cut
        axes[0, 0].set_xlabel(f"{self.words.result.games}, %")
        if len(series) > 1:
            key(figure, colours, marks=True)
        frame = pl.DataFrame(
            [
                {"strategy": name}
                | {party(count): f"{self.rate(rows[count])}" if count in rows else "" for count in counts}
                for name, rows in rates.items()
            ]
        )
        what = f"How often {self.words.players} are {self.words.done}{self.setting}, with 95 % intervals."
        each = "One row per number of players: one dot with its interval per strategy."
        shown = Figure(self.words.heading.lower(), figure, what, each)
        return [Section(self.words.heading, [shown, Table(frame, what)])]

    def _are(self, count: int) -> str:
        return f"{party(count)} {'is' if count == 1 else 'are'}"

    @property
    def _called(self) -> str:
        """The best strategy with the kind of player that it models: "a casual player (diarist)"."""
        own = self.introduced.get(self.best)
        return player_in_short(self.best, own.skill) if own else self.best

    @property
    def _is_tuned(self) -> bool:
        own = self.introduced.get(self.best)
        return own is not None and own.tuned != ""

    def rates_of(self, names: Sequence[str]) -> dict[int, dict[str, Estimate]]:
        """Return the rates of some strategies by number of players, where any of them was tried."""
        rows = {name: self.by_players(name) for name in names}
        rates = {
            count: {name: self.rate(own[count]) for name, own in rows.items() if count in own}
            for count in self.counts
        }
        return {count: own for count, own in rates.items() if own}


@dataclass(frozen=True)
class TogetherBySkill(Part):
    """The gap between the strongest strategy and the others, where players win together."""

    together: Together

    def findings(self) -> list[Finding]:
        """Return the gap between the strongest strategy and the next best for each number of players."""
        of, names = self.together, self.together.names
        if len(names) < 2:
            return []
        first, best = names[0], of.by_players(names[0])
        runners_up = {count: name for count in best if (name := self._runner_up(count))}
        if not runners_up:
            return []
        behind = {count: of.by_players(name)[count] for count, name in runners_up.items()}
        single = {count: of.wins.effect([behind[count]], [best[count]]) for count in behind}
        lead = of.wins.effect(list(behind.values()), [best[count] for count in behind])
        is_one = len(set(runners_up.values())) == 1
        rival = runners_up[next(iter(runners_up))] if is_one else "the next best"
        called = {
            f"{party(count)}{'' if is_one else f', where it is {name}'}": single[count]
            for count, name in runners_up.items()
        }
        if not is_significant(lead):
            said = average_or_ends(called, lead, BY_PLAYERS)
            words = f"{opening(first)} and {rival} do not differ significantly: {said}."
            return [Finding(words, 0.0, Surprise.NOTHING if is_nothing(lead) else Surprise.SIZE, About.SKILL)]
        size = mean_or_extremes(called, lead)
        over = f", on average over {BY_PLAYERS}" if len(single) > 1 and may_be_averaged(single) else ""
        next_best = f"{rival}, the next best," if is_one else rival
        words = f"{opening(first)} is ahead of {next_best} by {size}{over}."
        behind_all = [count for count, own in single.items() if not is_significant(own, len(single))]
        if not over and len(single) > 1 and behind_all:
            words += f" With {listed(map(party, behind_all))} the lead may be chance."
        above = any(is_known_stronger(of.run, name, first) for name in set(runners_up.values()))
        return [Finding(words, abs(lead.value), Surprise.REVERSED if above else Surprise.SIZE, About.SKILL)]

    def _runner_up(self, count: int) -> str:
        """Return the strategy, other than the strongest, that wins most with a number of players; "" if none.

        It is another one with each number of players where their order is.
        """
        rates = self.together.rates_of(self.together.names[1:]).get(count, {})
        return max(rates, key=lambda name: rates[name].value, default="")
