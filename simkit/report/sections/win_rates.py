"""Reports the win rates of every scenario, and which scenarios have the most and the fewest wins."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from functools import cached_property

import polars as pl

from simkit.document.blocks import Figure, Finding, KeyFigure, OwnPart, Part, Section, Surprise, Text
from simkit.document.charts import LABEL, MOST_ROWS, dots, estimates_of, numbers_beside, reference_line
from simkit.document.figures import LINE_HEIGHT, PALETTE, new_figure
from simkit.document.points import Shown
from simkit.language import opening
from simkit.results.claims import Claim, Extreme, Quantity, measured_anew
from simkit.results.wins import Wins, rate_table, wins_reported
from simkit.run.findings.targeted import estimate_of
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Estimate, percent
from simkit.stats.extremes import clearly_most
from simkit.words.claims import Voice
from simkit.words.lines import Line, lines_of, varying
from simkit.words.titles import with_titles

MOST_DRAWN = 120
"""The most scenarios that figures show; with more, only tables are made."""


class WinRates(Part):
    """How often the most important result is reached, and in which scenarios most and least.

    Parameters
    ----------
    run : RunDirectory
        The run.
    but : callable, optional
        Returns whether another part reports some wins.

    Attributes
    ----------
    main, first : Wins or None
        The wins that matter most, which another part may report, and the first that are reported here; None
        if there are none.
    """

    def __init__(self, run: RunDirectory, but: Callable[[Wins], bool] | None = None) -> None:
        every = wins_reported(run)
        self._run = run
        self._shown = [wins for wins in every if not (but and but(wins))]
        self.main, self.first = (next(iter(lines), None) for lines in (every, self._shown))

    def others(self) -> Part:
        """Return the part on all other results."""
        rest = self._shown[1:]
        return OwnPart(
            findings=[],
            key_figures=[key for wins in rest for key in _keys(wins)],
            sections=[section for wins in rest for section in self._section(wins, self._ends(wins))],
        )

    def key_figures(self) -> list[KeyFigure]:
        """Return the result of a run of one scenario, else the most and the least where that is clear."""
        voice = Voice(self._run)
        found = [voice.key_figure(extreme.quantities[0]) for extreme in self._extremes]
        return found or [key for wins in self._shown[:1] for key in _keys(wins)]

    def findings(self) -> list[Finding]:
        """Return where the strongest player comes to most and to least, if several factors are varied.

        Of one factor alone the answer says it.
        """
        voice = Voice(self._run)
        return [Finding(voice.say(claim), surprise=Surprise.WHICH) for claim in self._extremes]

    @cached_property
    def _extremes(self) -> list[Extreme]:
        return self._ends(self.first, fewest=2) if self.first else []

    def _ends(self, wins: Wins, fewest: int = 1) -> list[Extreme]:
        """Return where most is won and least, if at least that many factors vary for the strongest player."""
        lines = lines_of(self._run, wins.result)
        line = next((line for line in lines if line.wins.of == wins.of), None)
        if line is None or len(varying(line, self._run.factors)) < fewest:
            return []
        return [found for is_most in (True, False) if (found := extreme_of(line, is_most=is_most))]

    def sections(self) -> list[Section]:
        """Return the section with the win rates of all scenarios."""
        return [
            section
            for wins in self._shown[:1]
            for section in self._section(wins, self._extremes or self._ends(wins))
        ]

    def _section(self, wins: Wins, claims: Sequence[Claim]) -> list[Section]:
        return with_titles([wins_section(wins)], Voice(self._run), claims)


def extreme_of(line: Line, *, is_most: bool) -> Extreme | None:
    """Return the claim that a player comes to most, or to least, in one scenario; None if none clearly is."""
    sign = 1 if is_most else -1
    values = {scenario: sign * line.average([scenario]).value for scenario in sorted(line.scenarios)}

    def further(one: int, other: int) -> Estimate:
        return line.wins.effect(*(([other], [one]) if is_most else ([one], [other])))

    first = clearly_most(values, further, together=1)
    if not first:
        return None
    quantity = Quantity(line.average(first), line.of(first))
    rest = tuple(line.of([scenario]) for scenario in values if scenario not in first)
    return Extreme(
        (line.of(first),), rest, is_most, quantities=(measured_anew(line.run, quantity, len(values)),)
    )


def _keys(wins: Wins) -> list[KeyFigure]:
    """Return the win rate of the only scenario; nothing of several."""
    if len(wins.rates) > 1:
        return []
    row = wins.rates.row(0, named=True)
    fair = f" (fair: {percent(wins.fair[row['scenario']])})" if wins.fair else ""
    words = f"{wins.result.wins}{wins.of_whom}: {wins.in_levels(row)}{fair}"
    return [KeyFigure(f"{estimate_of(row):alone}", words)]


def wins_section(wins: Wins) -> Section:
    """Return the section with the win rates of all scenarios, as dots and as a table."""
    table = rate_table(wins.run, f"{opening(wins.rate)} in every scenario.", wins.of, wins.result)
    figures = _dots(wins) if 1 < len(wins.rates) <= MOST_DRAWN else []
    rest = [Text(wins.rest_in_words)] if wins.rest else []
    return Section(f"{opening(wins.result.wins)}{wins.of_whom}", [*rest, *figures, table])


def _dots(wins: Wins) -> list[Figure]:
    """Return figures of the scenarios' win rates that fit on pages, all to the same scale."""
    parts = -(-len(wins.rates) // MOST_ROWS)
    each = -(-len(wins.rates) // parts)
    every = [*wins.rates["low"].drop_nulls(), *wins.rates["high"].drop_nulls(), *wins.rates["estimate"]]
    every += wins.common_fair
    ends = wins.result.scale * min(every), wins.result.scale * max(every)
    room = 0.03 * (ends[1] - ends[0]) or 1.0
    return [
        _dots_of(wins, wins.rates[part * each : (part + 1) * each], (ends[0] - room, ends[1] + room), part)
        for part in range(parts)
    ]


def _dots_of(wins: Wins, rates: pl.DataFrame, scale: tuple[float, float], part: int) -> Figure:
    labels = [textwrap.fill(wins.in_levels(row), LABEL) for row in rates.iter_rows(named=True)]
    lines = max(label.count("\n") for label in labels)
    figure, axes = new_figure(1, 1, (0.22 + LINE_HEIGHT * lines) * len(rates) + 0.9)
    alone = [[scenario] for scenario in rates["scenario"]]
    told = Shown([], scenarios=alone, column=wins.result.column, of=wins.of)
    dots(axes[0, 0], labels, estimates_of(rates), PALETTE[0], told, wins.result.scale)
    numbers_beside(axes[0, 0], {"": estimates_of(rates)}, {}, wins.result.scale)
    axes[0, 0].set_xlim(*scale)
    for fair in wins.common_fair:
        reference_line(axes[0, 0], fair, "fair")
    axes[0, 0].set_xlabel(f"{wins.result.rate}{', %' if wins.result.is_share else ''}")
    return Figure(
        f"{wins.result.wins}_{wins.of.replace(' ', '_')}" + (f"_{part + 1}" if part else ""),
        figure,
        "Strokes are 95 % intervals.",
        "One dot with an interval per scenario.",
        f"{opening(wins.rate)} in every scenario{', continued' if part else ''}",
    )
