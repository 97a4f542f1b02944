"""Reports what each alternative to an assumption changes, for runs with the factor `assumptions`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from simkit.errors import BadInput
from simkit.experiment.factors import AS_ASSUMED, ASSUMPTIONS, heading
from simkit.report.document.blocks import (
    Block,
    Figure,
    Finding,
    KeyFigure,
    Part,
    Section,
    Surprise,
    Table,
    Text,
)
from simkit.report.document.charts import dots_against_zero
from simkit.report.effects.compared import Pair
from simkit.report.effects.effects import Effects, Shift, effects_of
from simkit.report.facts.paired import LITTLE
from simkit.report.facts.result import Result, results_of
from simkit.report.facts.scenarios import levels_in_words
from simkit.report.facts.settings import STRATEGIES
from simkit.report.facts.wins import Wins, fair_shares_in_run
from simkit.report.words import FAIR, GENERAL, at_least, opening, outcome_heading
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import is_significant, percent, widened
from simkit.stats.extremes import clearly_most

EVERY_GAME = "every game"
"""What the only series is called where no factor says who plays."""

MANY = 25
"""From this number of alternatives on, the rows of a chart stand closer together."""

UNTOLD = 0.1
"""That the rest makes no difference is said only if it is shown to be at most this far away."""

LONGEST = 46
"""Characters of an alternative that a chart has room for."""


class Alternatives(Part):
    """What alternatives to the assumptions change.

    Parameters
    ----------
    run : RunDirectory
        A run with the factor `assumptions`.

    Raises
    ------
    BadInput
        If no two scenarios differ by an assumption only, or the game has no objective of yes or no.
    """

    def __init__(self, run: RunDirectory) -> None:
        varied = ASSUMPTIONS in run.factors and AS_ASSUMED in run.levels[ASSUMPTIONS]
        wins = [own for result in results_of(run) for own in _wins(run, result)]
        moved = [Moved(own, _effects(own)) for own in wins if varied]
        if not varied or (wins and not any(own.effects.pairs for own in moved)):
            raise BadInput(
                "the report assumptions compares scenarios with an assumption and with an alternative to it; "
                f"this run has no two such scenarios: it needs the factor assumptions. {GENERAL}"
            )
        if not wins:
            raise BadInput(
                f"the report assumptions is about what is won or not, and {run.game.title} has no objective "
                f"of yes or no. {GENERAL}"
            )
        self.moved = [own for own in moved if own.effects.pairs]

    def key_figures(self) -> list[KeyFigure]:
        """Return the assumptions that move wins most, each by its alternative that goes furthest."""
        moved, furthest = self.moved[0], dict[str, KeyFigure]()
        for shift in moved.clear:
            words = f"points of {moved.wins.rate}{moved.where(shift)}: {moved.called(shift.level)}"
            figure = KeyFigure(f"{shift.effect:alone bare}", words)
            furthest.setdefault(shift.level.partition(":")[0], figure)
        return list(furthest.values())[:3]

    def findings(self) -> list[Finding]:
        """Return which alternative matters most, how many matter, and how far the rest may be away."""
        return [finding for moved in self.moved for finding in _findings(moved)]

    def sections(self) -> list[Section]:
        """Return a section for each win rate."""
        return [
            Section(f"{opening(moved.wins.result.wins)}{moved.wins.of_whom}", _blocks(moved))
            for moved in self.moved
        ]


def _wins(run: RunDirectory, result: Result) -> list[Wins]:
    """Return whose wins are compared: the game's, or the first player's and the first seat's."""
    if result.column in [column.name for column in run.game.columns]:
        return [Wins(run, "game", result)]
    return [
        Wins(run, of, result) for of in (() if run.all_alike else ("player 0",)) + (f"{run.seats_are} 0",)
    ]


def _effects(wins: Wins) -> Effects:
    return effects_of(wins.run, ASSUMPTIONS, wins, base=AS_ASSUMED)


@dataclass(frozen=True)
class Moved:
    """What alternatives do to one win rate."""

    wins: Wins
    effects: Effects

    @property
    def about(self) -> dict[str, str]:
        """What is assumed, by an assumption's id."""
        return {own.id: own.about for own in self.wins.run.game.assumptions}

    @property
    def clear(self) -> list[Shift]:
        """The significant effects, the largest first."""
        return [shift for shift in self.effects.shifts() if shift.is_clear]

    def called(self, alternative: str) -> str:
        """Return an alternative with what it is about: "'2/3/4' for the prices of the spells (A4)"."""
        assumption, _, words = alternative.partition(": ")
        return f"'{words}' for {self.about[assumption]} ({assumption})"

    def where(self, shift: Shift) -> str:
        """Return in words of whom, and of which of several settings, an effect is: " (expert; board A1)"."""
        words = [shift.series] if shift.series else []
        if len(shift.pairs) < len(self.effects.of(shift.level, shift.series)):
            words.append(self.setting(shift.pairs[0], STRATEGIES if words else ()))
        return f" ({'; '.join(words)})" if words else ""

    def setting(self, pair: Pair, known: Sequence[str] = ()) -> str:
        """Return what else is varied in a pair of scenarios, in words."""
        others = [factor for factor in self.effects.others if factor not in known]
        return levels_in_words(self.wins.run, self.wins.run.scenario(pair.after), others)


def _findings(moved: Moved) -> list[Finding]:
    effects, shifts, clear, rate = moved.effects, moved.effects.shifts(), moved.clear, moved.wins.rate
    moving = {shift.level for shift in clear}
    count, every, allowed = len(moving), len(effects.levels), f"{len(shifts)} comparisons allowed for"
    rest = [widened(own.effect, len(shifts)) for own in shifts if own.level not in moving]
    ends = [abs(end) for effect in rest for end in (effect.low, effect.high) if np.isfinite(end)]
    furthest = max(ends, default=1.0)
    away = f", and by the intervals none is more than {100 * furthest:.1f} points away" if ends else ""
    several = any(len(effects.of(*place)) > 1 for place in effects.places)
    average = ", on average over the settings" if several else ""
    beyond = f"{average}{away}{_somewhere(moved, moving)}."
    nothing = Surprise.NOTHING if furthest < LITTLE else Surprise.SIZE
    if not clear and furthest > UNTOLD:
        return []
    if not clear:
        words = f"None of the {every} alternatives changes the {rate} significantly ({allowed}){beyond}"
        return [Finding(words, 0.0, nothing, ASSUMPTIONS)]
    shift = clear[0]
    by_level = {own.level: own for own in reversed(shifts)}
    most = clearly_most(
        {level: abs(own.effect.value) for level, own in by_level.items()},
        lambda one, other: effects.further_shift(by_level[one], by_level[other]),
        together=1,
    )
    words = (
        f"{moved.called(shift.level)} changes the {rate}{moved.where(shift)}"
        f"{' most' if most == [shift.level] else ''}, by {shift.effect}; "
        f"{at_least(count, every, 'alternatives', says_open=False)} change it ({allowed})."
    )
    if every == 1:
        words = f"{moved.called(shift.level)} changes the {rate}{moved.where(shift)} by {shift.effect}."
    return [Finding(words, abs(shift.effect.value), Surprise.WHICH, ASSUMPTIONS)]


def _somewhere(moved: Moved, moving: set[str]) -> str:
    """Return a sentence on the assumption that matters in one setting only, and not on average."""
    pairs = moved.effects.pairs
    single = {pair: moved.effects.over([pair]) for pair in pairs if pair.level not in moving}
    clear = [pair for pair, effect in single.items() if is_significant(effect, len(pairs))]
    if not clear:
        return ""
    most = max(clear, key=lambda pair: abs(single[pair].value))
    changes = f"{moved.called(most.level)} changes it by {single[most]}"
    return f"; but in a single setting ({moved.setting(most)}) {changes}"


def _blocks(moved: Moved) -> list[Block]:
    effects, wins, shifts = moved.effects, moved.wins, moved.effects.shifts()
    levels = list(dict.fromkeys(shift.level for shift in shifts))
    names = list(dict.fromkeys(shift.series for shift in shifts))
    figure = dots_against_zero(
        [_shortened(level) for level in levels],
        {name or EVERY_GAME: [effects.mean(level, name) for level in levels] for name in names},
        f"points of {wins.result.rate}, against the value assumed",
        row=0.3 if len(levels) < MANY else 0.24,
    )
    return [
        Text(
            "The same games are played with the value that simkit assumes and with each alternative, where "
            "it makes sense. What an alternative does is averaged over the settings in which it was tried. "
            "Each begins with the number of its assumption; the section Assumptions lists them."
        ),
        Figure(
            f"assumptions_{wins.result.wins}_{wins.of.replace(' ', '_')}", figure,
            f"What each alternative does to the {wins.rate}, with 95 % intervals. The findings allow "
            "for the number of comparisons: what is not significant there may still be clear of 0 here.",
            "One row per alternative, the largest change on top: one dot with its interval per strategy.",
        ),
        _table(moved, levels),
    ]  # fmt: skip


def _shortened(words: str) -> str:
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 2].rstrip()} \N{HORIZONTAL ELLIPSIS}"


def _table(moved: Moved, levels: Sequence[str]) -> Table:
    effects, wins = moved.effects, moved.wins
    fair = fair_shares_in_run(wins.run, wins.result) if wins.of != "game" else {}
    rows = []
    for alternative in levels:
        for pair in sorted(effects.of(alternative), key=lambda pair: (pair.before, pair.after)):
            own = dict(zip(map(heading, effects.others), pair.setting, strict=True))
            outcomes = {
                **({FAIR: percent(fair[pair.before])} if fair else {}),
                "as assumed": percent(wins.average([pair.before]).value),
                "otherwise": percent(wins.average([pair.after]).value),
                "difference": f"{effects.over([pair]):bare}",
            }
            rows.append(
                {outcome_heading("alternative", own): alternative}
                | own
                | {outcome_heading(name, own): words for name, words in outcomes.items()}
            )
    caption = f"{opening(wins.rate)} in every setting, and the difference in points."
    return Table(pl.DataFrame(rows), caption)
