"""Reports on a score that is a product: the spread of its two factors, and in which one winners lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from simkit.report.document.blocks import Figure, Finding, KeyFigure, Part, Section, Surprise, Text
from simkit.report.document.charts import Floats, key
from simkit.report.document.figures import SOFT, colours_of, mark_of, new_figure
from simkit.report.effects.averaging import may_be_averaged
from simkit.report.facts.line_ups import LineUps, as_frame
from simkit.report.facts.paired import size_of
from simkit.report.facts.result import WON, Result
from simkit.report.facts.scenarios import in_those, only_base
from simkit.report.sections.points_by_source import Points, Worth
from simkit.report.sections.subject import Subject
from simkit.report.words import after, opening
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Estimate, is_significant, mean_of

MOST_DOTS = 900
"""The most seats of a strategy that are drawn; more would hide each other."""

SPREAD = 0.3
"""How far dots are moved at random, because equal whole numbers would hide each other."""

LINES = 6
"""The most curves of equal scores."""

ROUND_NUMBERS = (1, 2, 5)
"""The first digits of possible steps between curves."""


@dataclass(frozen=True)
class ProductWords:
    """The two columns of seats whose product is the score, with the words for them.

    Parameters
    ----------
    first, second : str
        The columns.
    called : mapping
        What each is called: "research factor".
    decides : mapping
        The same as the subject of a sentence: "the research factor".
    introduction : str
        What the score is, in words, without a full stop.
    """

    first: str
    second: str
    called: Mapping[str, str]
    decides: Mapping[str, str]
    introduction: str


@dataclass(frozen=True)
class Product(Part):
    """What a score that is a product is made of, and in which of its two factors winners lead.

    Parameters
    ----------
    subject : Subject
        Whose games.
    points : Points
        The seats' means.
    words : ProductWords
        The two factors.
    play : mapping
        The columns of the table of how strategies play, and what they are called.
    worth : Worth
        What winners may have more of.
    """

    subject: Subject
    points: Points
    words: ProductWords
    play: Mapping[str, str]
    worth: Worth

    def key_figures(self) -> list[KeyFigure]:
        """Return the best strategy's score."""
        is_own = pl.col("strategy") == self.subject.name
        scenarios = self.points.seats.filter(is_own)["scenario"].unique().to_list()
        score = self.points.means(["strategy"], where=is_own)[self.points.total][0]
        where = after(in_those(self.subject.run, scenarios))
        return [KeyFigure(f"{score:.1f}", f"points per game of {self.subject.name}{where}")]

    def findings(self) -> list[Finding]:
        """Return which of the two factors decides more, if one does in most settings."""
        run, words, columns = self.subject.run, self.words, [self.words.first, self.words.second]
        own = {scenario: self.subject.players[scenario] for scenario in self.subject.alone}
        leads = leads_of_winners(run, own, columns)
        if not leads:
            return []
        single = {
            scenario: found
            for scenario, names in own.items()
            if (found := leads_of_winners(run, {scenario: names}, columns))
        }
        more = {scenario: self._more(found) for scenario, found in single.items()}
        whole, clear = self._more(leads), [own for own in more.values() if is_significant(own, len(more))]
        same = [own for own in clear if (own.value > 0) == (whole.value > 0)]
        is_so = is_significant(whole) if may_be_averaged(more) else 2 * len(same) > len(more) > 1
        if not is_so or len(same) < len(clear):
            return []
        ahead, behind = columns if whole.value > 0 else reversed(columns)
        times = [self._times(single, leads, column) for column in (ahead, behind)]
        many = "" if may_be_averaged(more) else f" in {len(same)} of {len(more)} settings"
        said = (
            f"{opening(self.subject.at_table)}, {words.decides[ahead]} decides more than "
            f"{words.decides[behind]}{many}: winners have {times[0]} times the {words.called[ahead]} of the "
            f"others, and {times[1]} times the {words.called[behind]}."
        )
        return [Finding(said, size_of(whole), Surprise.WHICH)]

    def sections(self) -> list[Section]:
        """Return the seats over the two factors, how strategies play, and what winners have more of."""
        run, players, names = self.subject.run, self.subject.players, self.subject.names
        return [
            Section(
                "The two factors of the score",
                [
                    Text(f"{self.words.introduction}{only_base(run)}."),
                    factors_figure(run, players, names, self.words),
                    self.points.play_table(self.play, "How the strategies play: means per game"),
                    *self.points.worth_tables(names[0], self.worth),
                ],
            )
        ]

    def _times(self, single: Mapping[int, Leads], leads: Leads, column: str) -> str:
        """Return how many times as much winners have: on average, or from one setting to another."""
        alike = may_be_averaged({scenario: own[column].estimate for scenario, own in single.items()})
        times = [1 + own[column].share for own in ([leads] if alike else single.values())]
        return " to ".join(dict.fromkeys(f"{pick(times):.1f}" for pick in (min, max)))

    def _more(self, leads: Leads) -> Estimate:
        return mean_of(leads[self.words.first].relative - leads[self.words.second].relative)


def factors_figure(run: RunDirectory, players: LineUps, names: Sequence[str], words: ProductWords) -> Figure:
    """Return a figure of some strategies' seats over the two factors, with curves of equal product.

    Parameters
    ----------
    players : dict
        Who plays in each scenario that is shown.
    names : sequence of str
        The strategies in the order in which they are shown; the first is drawn on top.
    """
    seats = _seats(run, players, [words.first, words.second])
    shifts = np.random.default_rng(0)  # moves dots apart, nothing else
    colours = colours_of(list(names))
    figure, axes = new_figure(1, 1, 4.4)
    panel, most = axes[0, 0], [1.0, 1.0]
    for layer, name in enumerate(reversed(names)):
        own = seats.filter(pl.col("strategy") == name)
        own = own.gather_every(max(1, -(-len(own) // MOST_DOTS)))
        spots = own.select(words.first, words.second).to_numpy().astype(np.float64)
        most = [max(old, float(new)) for old, new in zip(most, spots.max(axis=0), strict=True)]
        x, y = (spots + shifts.uniform(-SPREAD, SPREAD, spots.shape)).T
        panel.plot(
            x, y, mark_of(colours[name]), color=colours[name], ms=2.6, alpha=0.4, mew=0, zorder=2 + layer
        )
        panel.plot(
            *spots.mean(axis=0), mark_of(colours[name]), color=colours[name], ms=10, mec="white", mew=1.5,
            zorder=20,
        )  # fmt: skip
    across, up = np.meshgrid(np.linspace(0, most[0] + 1, 200), np.linspace(0, most[1] + 1, 200))
    curves = panel.contour(
        across, up, across * up, levels=_levels(most[0] * most[1]), colors=SOFT, linewidths=0.9, zorder=15
    )
    panel.clabel(curves, fontsize=8, fmt="%.0f")
    panel.set_xlim(-0.5, most[0] + 0.8)
    panel.set_ylim(-0.5, most[1] + 0.8)
    panel.set_xlabel(words.called[words.first])
    panel.set_ylabel(words.called[words.second])
    panel.grid(axis="x", visible=True)
    key(figure, colours, marks=True)
    return Figure(
        "factors",
        figure,
        f"{opening(words.called[words.first])} against {words.called[words.second]}: a dot is a seat at the "
        f"end of a game (at most {MOST_DOTS} of each strategy, moved a little apart), the large mark a "
        "strategy's mean. On each curve the product is the same.",
        "One dot per seat over the two factors, curves of equal products, one large mark per strategy.",
    )


def _levels(most: float) -> list[float]:
    """Return round products up to the largest one, at equal steps."""
    steps = sorted(digit * 10.0**power for power in range(5) for digit in ROUND_NUMBERS)
    step = next(step for step in steps if most / step <= LINES)
    return [float(level) for level in np.arange(step, most, step)] or [step]


@dataclass(frozen=True)
class Lead:
    """The lead of winners over the others at their table, in one column.

    Parameters
    ----------
    per_game : float array, shape (games,)
        By how much they lead.
    others : float
        What the others have on average.
    """

    per_game: Floats
    others: float

    @property
    def estimate(self) -> Estimate:
        """The mean lead, with its interval."""
        return mean_of(self.per_game)

    @property
    def share(self) -> float:
        """The mean lead as a share of what the others have."""
        return self.estimate.value / self.others

    @property
    def relative(self) -> Floats:
        """The lead in each game as a share of what the others have on average."""
        return self.per_game / self.others


Leads = Mapping[str, Lead]
"""How much more winners have than the others, by column."""


def leads_of_winners(
    run: RunDirectory, players: LineUps, columns: Sequence[str], result: Result = WON
) -> dict[str, Lead]:
    """Return the lead of winners over the others at their table, by column.

    Seats are compared within each game, so that games in which all seats have much do not count for more.
    Games that all seats win are left out.  The result is empty if fewer than two games remain, or if the
    others have none of some column.
    """
    seats = _seats(run, players, [*columns, result.column]).with_columns(won=pl.col(result.column))
    each = (
        seats.group_by("scenario", "game")
        .agg(
            *(pl.col(name).filter(pl.col("won")).mean().alias(f"{name} won") for name in columns),
            *(pl.col(name).filter(~pl.col("won")).mean().alias(f"{name} lost") for name in columns),
        )
        .sort("scenario", "game")
        .drop_nulls()
    )
    if len(each) < 2:
        return {}
    leads = {
        name: Lead(
            (each[f"{name} won"] - each[f"{name} lost"]).to_numpy(),
            float(each[f"{name} lost"].to_numpy().mean()),
        )
        for name in columns
    }
    return leads if all(lead.others > 0 for lead in leads.values()) else {}


def _seats(run: RunDirectory, players: LineUps, columns: Sequence[str]) -> pl.DataFrame:
    """Return some columns of the seats of some scenarios, with the column `strategy`."""
    return (
        run.seats(sorted(players))
        .select("scenario", "game", "seat", "player", *columns)
        .join(as_frame(players), on=["scenario", "player"])
        .sort("scenario", "game", "seat")
        .collect(engine="streaming")
    )
