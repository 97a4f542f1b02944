"""What each component is worth: a change with many levels, each of which leaves out or changes one thing."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, partial

import polars as pl

from simkit.document.blocks import Block, Figure, Finding, InShort, KeyFigure, Part, Section, Table, Text
from simkit.document.charts import LABEL, dots_against_zero
from simkit.experiment.about import AskedAbout
from simkit.experiment.factors import COMPONENT
from simkit.report.questions.change import FEW, Changes
from simkit.results.claims import Claim, Sentence, Several, Subject
from simkit.results.left_out import bases_of, kind_and_name
from simkit.results.result import measures_of, total_of
from simkit.results.wins import OfAlike
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import NO_BREAK, percent
from simkit.words.levels import in_figures
from simkit.words.lines import Line, Quoted, lines_of
from simkit.words.titles import with_titles
from simkit.words.why import games_changed, games_of_both, why_so

MOST, MOST_SENTENCES = 4, 3
"""The most key figures, and sentences of an answer."""

AHEAD = 3
"""How many findings stand ahead of those of other results and settings."""


def answer_components(run: RunDirectory, asked: AskedAbout) -> InShort | None:
    """Return what each component is worth; None for a run without two scenarios that differ in one."""
    found = worths_of(run, asked.factor)
    if not found:
        return None
    first, *others = found
    answer = first.headline()
    besides = [
        sentence for other in others for sentence in other.first_sentences() or other.headline().sentences
    ]
    besides += first.in_other_settings()
    return replace(answer, findings=[*answer.findings[:AHEAD], *besides, *answer.findings[AHEAD:]])


def worths_of(run: RunDirectory, factor: str) -> list[Worths]:
    """Return what a factor's levels change: points where all players are alike, then what players win.

    Where all are alike no player gains on another: what a component is worth shows in their points.
    """
    varied = next((candidate for candidate in run.varied if candidate.name == factor), None)
    bases = bases_of(varied) if varied else {}
    if not bases:
        return []
    lines = lines_of(run)
    points = next((measure for measure in measures_of(run) if measure.column == total_of(run)), None)
    alike: list[Line] = []
    if points and any(line.is_place for line in lines):
        alike = [_of_all(line) for line in lines_of(run, points) if line.scenarios <= run.alike]
        lines = [line for line in lines if not line.is_place]
    found = [Worths(run, factor, tuple(group), bases=bases) for group in (alike, lines) if group]
    among = sum(len(worths.every) for worths in found)
    return [replace(worths, among=among) for worths in found if worths.every]


def _of_all(line: Line) -> Line:
    """Return a line of points with those of all players at tables where these are alike."""
    counts = {len(line.run.line_ups[scenario]) for scenario in line.scenarios}
    return replace(line, wins=OfAlike(line.run, line.result, *counts)) if len(counts) == 1 else line


class Worths(Changes):
    """What many levels change, one thing each."""

    def elsewhere(self) -> list[Worths]:
        """Return the same in each of the other settings, where settings disagree."""
        if not self.is_single:
            return []
        count = max(len(effect.of(level)) for effect in self.effects.values() for level in effect.levels)
        found = [replace(self, at=at) for at in range(1, count)]
        return [worths for worths in found if worths.every]

    def in_other_settings(self) -> list[Sentence]:
        """Return what matters most in each of the other settings; what matters most here, too, at once."""
        every = [(worths, claim) for worths in self.elsewhere() for claim in worths.first_ends[:1]]
        here = self.first_ends[:1]
        same = tuple(claim for _, claim in every if here and self.voice.is_same_change(claim, here[0]))
        said = [self.voice.say(Several(same, len(same)))] if same else []
        return [*said, *(worths.voice.say(claim) for worths, claim in every if claim not in same)]

    def headline(self) -> InShort:
        """Return what page one says: the largest gain and loss, the next ones, what does nothing, and why."""
        if len(self.levels) <= FEW:
            answer = super().headline()
            return replace(answer, findings=[*self._whys(), *answer.findings])
        first = self.first_sentences()
        others = [self.voice.say(claim) for line in self._moved[1:] for claim in self._ends_of(line)]
        also = self.also([*first, *others])
        said = [*first, *also[:1], *self._rest()] or [self.voice.say(self._nothing(self.levels))]
        besides = [
            *said[MOST_SENTENCES:],
            *also[1:],
            *self._reasons,
            *self._reversed(),
            *others,
            *self._whys(),
        ]
        keys, draw = self._key_figures(), partial(self.figure, said[0].claims)
        return InShort(said[:MOST_SENTENCES], key_figures=keys, draw=draw, findings=besides)

    def first_sentences(self) -> list[Sentence]:
        """Return what matters most, as findings beside another answer; nothing where nothing is clear."""
        return [self.voice.say(claim) for claim in self.first_ends]

    @property
    def first_ends(self) -> list[Claim]:
        """What helps and harms the main player most, the larger first; nothing where nothing is clear."""
        return self._ends_of(self._moved[0]) if self.clear else []

    @property
    def _moved(self) -> list[Line]:
        """The players that something clearly moves, the strongest first, and where it is moved furthest."""
        players = list(dict.fromkeys(line.key.partition(", ")[0] for line in self.lines))
        moved = dict.fromkeys(effect.line for effect in self.clear)
        return sorted(moved, key=lambda line: players.index(line.key.partition(", ")[0]))

    @cached_property
    def _known_ends(self) -> dict[Line, list[Claim]]:
        return {}

    def _ends_of(self, line: Line) -> list[Claim]:
        """Return which changes help and harm a player most, the larger first."""
        if line not in self._known_ends:
            found = self._ends(line)
            self._known_ends[line] = sorted(found, key=lambda claim: -abs(claim.quantities[0].estimate.value))
        return self._known_ends[line]

    def _largest(self, effect: Quoted) -> Claim:
        return replace(effect.change, quantities=(self._anew(effect),))

    @cached_property
    def _reasons(self) -> list[Sentence]:
        return self.why_nothing()

    def _rest(self) -> list[Sentence]:
        """Return what does little to everybody, where no reason says so already."""
        moved = {effect.level for effect in self.clear}
        known = {of for sentence in self._reasons for claim in sentence.claims for of in claim.subjects}
        open_ones = [effect for effect in self.every if effect.contrast not in known]
        return self.little(effect for effect in open_ones if effect.level not in moved)

    @property
    def _of_main(self) -> list[Quoted]:
        """What clearly moves the main player, the largest first."""
        return [effect for effect in self.clear if effect.line in self._moved[:1]]

    @property
    def _of_ends(self) -> set[Subject]:
        """What the largest gain and loss of the main player are of."""
        return {
            quantity.of
            for line in self._moved[:1]
            for claim in self._ends_of(line)
            for quantity in claim.quantities
        }

    def _reversed(self) -> list[Sentence]:
        """Return what clearly helps one player and harms another."""
        both = [effect.level for effect in self.clear if self.is_reversed(effect.level)]
        return [self.voice.say(*self._of_level(level)) for level in dict.fromkeys(both)]

    def _whys(self) -> list[Sentence]:
        """Return what moves most with the changes that help and harm most."""
        ends = {(effect.effect.value > 0): effect for effect in reversed(self._of_main)}.values()
        reasons = (why_so(self.run, end.pairs, end.line.wins.of, end.line.result, end.effect) for end in ends)
        return [self.voice.say(reason) for reason in reasons if reason]

    def _key_figures(self) -> list[KeyFigure]:
        if len(self.levels) <= FEW:
            return super()._key_figures()
        ends = [
            quantity for line in self._moved for claim in self._ends_of(line) for quantity in claim.quantities
        ]
        own = [self._anew(effect) for effect in self._of_main[:MOST] if effect.contrast not in self._of_ends]
        count = len(self._of_ends)
        return [self.voice.key_figure(found) for found in [*ends[:count], *own, *ends[count:]][:MOST]]

    def sections(self) -> list[Section]:
        """Return a section for each kind of component, such as events: the effects, by size."""
        kinds: dict[str, list[str]] = {}
        for level in self.levels:
            kinds.setdefault(kind_and_name(level)[0], []).append(level)
        return [self._section(kind, levels) for kind, levels in kinds.items()]

    def _section(self, kind: str, levels: Sequence[str]) -> Section:
        result = self.lines[0].result
        keys = {line.key + line.wins.of: line.key for line in self.lines}
        main = next(iter(self.effects.values()))
        ranked = sorted(levels, key=lambda level: -main.mean(level).value)
        series = {
            ", ".join(
                filter(
                    None,
                    (
                        keys[of] if len(keys) > 1 else "",
                        effects.setting_in_words(setting) if len(effects.settings) > 1 else "",
                    ),
                )
            ): [effects.in_setting(level, setting) for level in ranked]
            for of, effects in self.effects.items()
            for setting in effects.settings
        }
        names = [in_figures(self.run, self.factor, level) for level in ranked]
        what = f"{'points of ' if result.is_share else ''}{result.rate}"
        title = f"What each {kind or self.called} changes: {what}"
        caption = f"Strokes are 95{NO_BREAK}% intervals."
        alike = " All play the same way, so that no player gains on another: points show what it is worth."
        words = (
            f"The same games, with the same luck, are played with each change and without it{self.against}. "
            "Where a card is left out, another of its deck comes in its place."
            f"{'' if result.is_share else alike}"
        )
        _, told = self.in_rows(ranked)
        figure = dots_against_zero(
            [textwrap.fill(name, LABEL) for name in names],
            series,
            f"change of {what}",
            scale=result.scale,
            row=0.28 + 0.03 * len(series),
            told=told if told.keys() == series.keys() else None,
        )
        shown = "One row per component, ranked: a dot with its interval per player and setting."
        differ = [self._share_of_games(level) for level in ranked]
        cells = {
            kind or self.called: names,
            **{name or result.rate: [f"{effect:bare}" for effect in row] for name, row in series.items()},
            **({"games that go differently": differ} if any(differ) else {}),
        }
        blocks: list[Block] = [
            Text(words),
            Figure(f"components_{kind}_{result.column}", figure, caption, shown, title),
            Table(pl.DataFrame(cells), f"{title}, with 95{NO_BREAK}% intervals."),
        ]
        section = Section(f"What each {kind or self.called} changes: {result.rate}", blocks)
        largest = next(
            (quoted.claim(self.comparisons) for quoted in self.clear if quoted.level in levels), None
        )
        return with_titles([section], self.voice, [largest or self._nothing(levels)])[0]

    def _share_of_games(self, level: str) -> str:
        """Return how many games go differently with a level; "" where they can't be compared."""
        pairs = [pair for effect in self.effects.values() for pair in effect.of(level)]
        changed, games = games_changed(self.run, pairs), sum(games_of_both(self.run, pair) for pair in pairs)
        return "" if changed is None else percent(changed / games)


class Components(Part):
    """What each component is worth, in points or in wins: for runs with a factor `component`."""

    def __init__(self, run: RunDirectory) -> None:
        self.worths = worths_of(run, COMPONENT)

    def findings(self) -> list[Finding]:
        """Return what matters most of each result that is compared."""
        return [worth.finding() for worth in self.worths if worth.has_intervals]

    def sections(self) -> list[Section]:
        """Return the effects of all components."""
        return [section for worth in self.worths for section in worth.sections()]
