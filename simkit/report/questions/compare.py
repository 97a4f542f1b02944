"""What changed from one run to another: for whom, by how much, where, and what else."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from statistics import fmean

import numpy as np
import polars as pl

from simkit.document.blocks import Block, Code, Document, Figure, InShort, KeyFigure, Section, Table, Text
from simkit.document.charts import LABEL, MOST_ON_PAGE_ONE, dots_against_zero
from simkit.document.points import Shown
from simkit.engine.base.columns import END, Column
from simkit.engine.contract.objectives import measure_in_words
from simkit.experiment.about import AskedAbout
from simkit.experiment.factors import short_label
from simkit.experiment.keys import RuleKey
from simkit.language import at_least, listed, opening, plural
from simkit.results.asked import asked_of
from simkit.results.averaging import may_be_averaged
from simkit.results.claims import (
    Change,
    Claim,
    Contrast,
    Extreme,
    Nothing,
    Of,
    Quantity,
    Sentence,
    Several,
    Truth,
    change_or_nothing,
    difference,
    measured_anew,
    nothing,
)
from simkit.results.columns import label_in_words
from simkit.results.paired import TwoRuns, size_of
from simkit.results.result import results_of
from simkit.results.scenarios import base_level, levels_in_words
from simkit.results.wins import fair_shares_in_run
from simkit.run.findings.comparison import Change as Moved
from simkit.run.findings.comparison import Difference, compare_runs, share_chance, what_differs
from simkit.run.findings.precision import games_in_words
from simkit.run.store.directory import RunDirectory
from simkit.run.store.manifest import LABEL as CALLED
from simkit.stats.estimates import SHARE, Estimate, is_significant, number, widened
from simkit.stats.extremes import clearly_most
from simkit.stats.whose import GAME, PLACE, PLAYER, SEAT, Whose
from simkit.words.differences import VoiceOfTwo, ends_of, unmoved, with_differences
from simkit.words.lines import Line, lines_asked
from simkit.words.titles import titled

MOST_SENTENCES = 4

MOST_FINDINGS = 5

IN_ORDER = 2
"""The last rank of results that are always said in the same order, whichever changes most."""

MOST_BY_CHANCE = 12
"""The most changes within chance that are listed; the table of all is `Comparison.changes`."""

SIZE = "size"
"""The heading of changes in standard deviations between games."""


@dataclass(frozen=True, eq=False)
class Compared:
    """Two runs, and what changed from one to the other."""

    before: RunDirectory
    after: RunDirectory

    @cached_property
    def mark(self) -> list[str]:
        """Sentences about what is not there of the runs; empty if all games of both are."""
        found = {"before": self.before.mark, "after": self.after.mark}
        first = {which: mark[0].partition(":") for which, mark in found.items() if mark}
        return [f"{word}, the run {which}:{rest}" for which, (word, _, rest) in first.items()]

    # ---- what is measured

    @cached_property
    def differences(self) -> list[Difference]:
        """What is different about the runs."""
        return what_differs(self.before, self.after)

    @cached_property
    def changes(self) -> list[Moved]:
        """The change of every result: of wins, of length, of points, of the rest, each the clearest first."""
        changes = compare_runs(self.before, self.after, about=self._asked.result)
        return sorted(changes, key=self._rank)  # else as they were

    @property
    def clear(self) -> list[Moved]:
        """The changes beyond chance, in the same order."""
        return [change for change in self.changes if change.is_clear]

    def _rank(self, change: Moved) -> int:
        """Return the place of a result among those that are shown: what is won stands first."""
        game = self.before.game
        if change.is_main or change.level:
            return 0 if change.is_main else 3
        if game.length_column is not None and change.column == game.length_column.name:
            return 1
        return IN_ORDER if change.column in {objective.column for objective in game.objectives} else 4

    @cached_property
    def settings(self) -> set[tuple[str, ...]]:
        """The settings that both runs have."""
        return {change.setting for change in self.changes}

    @cached_property
    def by_result(self) -> list[tuple[str, list[Moved]]]:
        """Of the main result, and of each that clearly changes somewhere, whose it is, and all its changes.

        What is of the game is apart for each player of the main result, in whose settings it was measured.
        """
        players: dict[frozenset[tuple[str, ...]], list[str]] = {}
        for changes in self.by_player:
            settings = frozenset(change.setting for change in changes)
            players.setdefault(settings, []).append(self.who(changes))
        if others := self.settings.difference(*players):
            players[frozenset(others)] = ["others"]
        found: dict[tuple[str, str, Whose, str], list[Moved]] = {}
        for change in self.changes:
            for settings, names in players.items():
                if change.setting in settings:
                    of_game = listed(names) if change.of == GAME and len(players) > 1 else ""
                    found.setdefault((change.column, change.level, change.of, of_game), []).append(change)
        called = {key: {self.whose(change) for change in changes} for key, changes in found.items()}
        return [
            (key[-1] or (called[key].pop() if len(called[key]) == 1 else key[2].from_1), changes)
            for key, changes in found.items()
            if changes[0].is_main or any(change.is_clear for change in changes)
        ]

    @cached_property
    def main(self) -> list[Moved]:
        """The changes of what the game is played for, the largest first."""
        return sorted(
            (change for change in self.changes if change.is_main),
            key=lambda change: (not change.is_clear, -abs(change.difference.value)),
        )

    @cached_property
    def lines(self) -> list[Line]:
        """The players of the first run, who is asked about first, then the strongest."""
        return list(lines_asked(self.before, self._asked))

    @cached_property
    def _asked(self) -> AskedAbout:
        return asked_of(self.before)

    @cached_property
    def truth(self) -> Truth:
        """The games of both runs, side by side."""
        return Truth(self.before, self.after)

    @cached_property
    def voice(self) -> VoiceOfTwo:
        """What says the claims."""
        return VoiceOfTwo(self.before, self.differences, self.lines)

    @cached_property
    def _numbers(self) -> dict[tuple[str, ...], int]:
        levels = self.before.levels
        return {tuple(row[1:]): row[0] for row in levels.select("scenario", *self.before.factors).iter_rows()}

    def _of(self, changes: Sequence[Moved]) -> Of:
        """Return what the first run's mean over the settings of some changes of a result is of."""
        scenarios = sorted(self._numbers[change.setting] for change in changes)
        return Of(changes[0].column, tuple(scenarios), changes[0].of.name, changes[0].level)

    @cached_property
    def by_player(self) -> list[list[Moved]]:
        """The changes of the main result in the settings of each player, in the run's order."""
        first = min(self.changes, key=self._rank)  # what is said first where a game declares no objective
        main = self.main or [
            change for change in self.changes if change.column == first.column and change.of == first.of
        ]
        main.sort(key=lambda change: self._numbers[change.setting])
        by_line = {(line.key, line.wins.of): list[Moved]() for line in self.lines}
        for change in main:
            if line := self.voice.line(self._of([change])):
                by_line[line.key, line.wins.of].append(change)
        by_whose = {change.of: [other for other in main if other.of == change.of] for change in main}
        return list(filter(None, by_line.values())) or list(by_whose.values())

    def _contrast(self, changes: Sequence[Moved]) -> Contrast:
        """Return what the change of a result is of, less that of the fair share."""
        old = self._of(changes)
        return replace(replace(old, run=1) - old, constant=self._fair(old, 0) - self._fair(old, 1))

    def _effect(self, changes: Sequence[Moved]) -> Quantity:
        """Return the change of a result, on average over some settings, less that of the fair share."""
        contrast = self._contrast(changes)
        estimate = replace(self.truth.value(contrast), unit=changes[0].difference.unit)
        return Quantity(estimate, contrast)

    def _levels(self, changes: Sequence[Moved]) -> list[Quantity]:
        """Return what a result comes to before and after; nothing where settings differ in it."""
        found, each = [], [self._of([change]) for change in changes]
        for run in (0, 1):
            values = {of: self.truth.average(replace(of, run=run)) for of in each}
            if not may_be_averaged(values):
                return []
            of = replace(self._of(changes), run=run)
            found.append(Quantity(self.truth.average(of), of, is_alone=True))
        return found

    def _fair(self, of: Of, which: int) -> float:
        """Return the fair share in a run; 0 where both runs have the same number of players."""
        run, same = (self.before, self.after)[which], self._same
        sizes = [
            (len(self.before.line_ups[scenario]), len(self.after.line_ups[same[scenario]]))
            for scenario in of.scenarios
        ]
        result = next(
            (result for result in results_of(self.before, "seat") if result.column == of.column), None
        )
        if all(one == other for one, other in sizes) or of.whose == GAME.name or result is None:
            return 0.0
        fair = fair_shares_in_run(run, result)
        return float(np.mean([fair[same[scenario] if which else scenario] for scenario in of.scenarios]))

    @cached_property
    def _same(self) -> dict[int, int]:
        """The second run's number of each scenario of the first one."""
        return TwoRuns(self.before, self.after).numbers

    def _agree(self, changes: Sequence[Moved]) -> bool:
        """Return whether a result changes alike in some settings: else a mean describes none of them."""
        return may_be_averaged({change.setting: change.difference for change in changes})

    def _quoted(self, changes: list[Moved]) -> list[Moved]:
        """Return the settings whose mean change is quoted: all, or else the one as printed."""
        printed = {factor: base_level(self.before, factor) for factor in self.before.factors}
        most = max(changes, key=lambda change: len(change.levels.items() & printed.items()))
        return changes if self._agree(changes) else [most]

    # ---- claims

    def _claim(self, changes: Sequence[Moved], comparisons: int) -> Change | Nothing:
        """Return what may be claimed of a result, over some settings."""
        return change_or_nothing(self._effect(changes), self._levels(changes), comparisons)

    @property
    def nothing_moves(self) -> bool:
        """True if no result has changed at all."""
        return all(change.difference.value == 0 for change in self.changes)

    @cached_property
    def sentences(self) -> list[Sentence]:
        """The answer, of which the first sentence is enough."""
        if self.nothing_moves:
            results = plural(len(self.changes), "result")
            return [unmoved(self.before.game.knobs, self.differences, results)]
        before: list[Claim | None] = [None, *(claims[-1] for claims in self._answer)]
        return [
            self.voice.say(*claims, following=previous)
            for claims, previous in zip(self._answer, before, strict=False)
        ]

    @cached_property
    def _answer(self) -> list[list[Claim]]:
        """The claims of each sentence of the answer."""
        found: list[list[Claim]] = []
        for changes in self.by_player:
            if self._is_open(changes):
                found += self._disagreeing(changes)
            else:
                found.append([self._of_player(changes)])
        said = [claim for claims in found for claim in claims]
        if all(isinstance(claim, Nothing) for claim in said):
            effects = [self._effect(self._quoted(changes)) for changes in self.by_player]
            found = [[nothing(effects, len(effects))]]
        return [*found, *self._others[:1]][:MOST_SENTENCES]

    def _of_player(self, changes: list[Moved]) -> Claim:
        """Return what may be claimed of the main result of a player."""
        return self._claim(self._quoted(changes), len(self.by_player))

    def _is_open(self, changes: Sequence[Moved]) -> bool:
        """Return whether settings disagree about a result that moves in some of them."""
        return not self._agree(changes) and any(change.is_clear for change in changes)

    def _disagreeing(self, changes: list[Moved]) -> Iterator[list[Claim]]:
        """Yield in how many settings at least a result rises and falls, and where it does so most."""
        yield self._counted(changes)
        if changes is self.by_player[0]:
            yield [self._furthest(changes) or self._of_player(changes)]

    def _counted(self, changes: Sequence[Moved]) -> list[Claim]:
        """Return in how many settings at least a result rises, and in how many it falls."""
        each = [self._effect([change]).of for change in changes]
        counts: list[Claim] = []
        for sign in (1, -1):
            clear = sum(change.is_clear and sign * change.difference.value > 0 for change in changes)
            claims = tuple(Change(of if sign > 0 else -of) for of in each if isinstance(of, Contrast))
            counts += [Several(claims, clear)] if clear else []
        return counts

    def _furthest(self, changes: Sequence[Moved]) -> Claim | None:
        """Return by how much a result changes where it changed most, in fresh games.

        That it changes most there is claimed only where it is clear.  None where fresh games show no change.
        """
        sign = np.sign(max((change.difference.value for change in changes), key=abs))
        effects = {quantity.of: quantity for quantity in (self._effect([change]) for change in changes)}

        def further(one: object, other: object) -> Estimate:
            return self.truth.value(difference(one, other, sign))  # type: ignore[arg-type]

        most = clearly_most(
            {of: sign * quantity.estimate.value for of, quantity in effects.items()}, further, together=1
        )
        chosen = most[0] if most else max(effects, key=lambda of: sign * effects[of].estimate.value)
        anew = measured_anew(self.before, effects[chosen], len(effects), self.after)
        if not most:
            found = change_or_nothing(anew, [], 1)
            return found if isinstance(found, Change) else None
        rest = tuple(of for of in effects if of not in most)
        return Extreme(tuple(most), rest, is_most=sign > 0, quantities=(anew,))

    @cached_property
    def _others(self) -> list[list[Claim]]:
        """The clear changes of other results in the first player's settings: length, points, the largest.

        Of settings that disagree it is claimed in how many a result rises and falls.  The largest changes are
        chosen among all, for which their intervals are widened.
        """
        are_places = self.by_player[0][0].of.kind in (SEAT, PLACE)
        settings = self.settings if are_places else {change.setting for change in self.by_player[0]}
        whose = {change.of.kind for change in self.changes if change.setting in settings}
        left_out = (SEAT, PLACE) if PLAYER in whose else ()
        groups: dict[tuple[str, str, str], list[Moved]] = {}
        for change in self.changes:
            is_said = (change.of.kind not in left_out and change.level == "") or change.column == END
            if is_said and change.setting in settings and change.column != self.by_player[0][0].column:
                groups.setdefault((change.of.name, change.column, change.level), []).append(change)
        found = [(group, self._effect(group)) for group in groups.values()]
        clear = [
            pair for pair in found if self._is_open(pair[0]) or is_significant(pair[1].estimate, len(groups))
        ]
        clear.sort(key=lambda pair: (self._rank(pair[0][0]), -size_of(pair[1].estimate)))
        claims = list[list[Claim]]()
        for group, effect in clear:
            if self._is_open(group):
                claims.append(self._counted(group))
                continue
            is_chosen = self._rank(group[0]) > IN_ORDER
            wide = widened(effect.estimate, len(groups)) if is_chosen else effect.estimate
            claim = change_or_nothing(replace(effect, estimate=wide), self._levels(group), 1)
            claims += [[claim]] if isinstance(claim, Change) else []
        return claims

    @cached_property
    def findings(self) -> list[Sentence]:
        """What other players come to where settings disagree, then the largest changes of other results."""
        if self.nothing_moves:
            return []
        quoted = [[self._of_player(changes)] for changes in self.by_player if self._is_open(changes)]
        others = [claims for claims in (*quoted, *self._others) if claims not in self._answer]
        return [self.voice.say(*claims, following=self._answer[0][0]) for claims in others[:MOST_FINDINGS]]

    def key_figures(self) -> list[KeyFigure]:
        """Return the change of the main result for each player."""
        shown = [] if self.nothing_moves else self.by_player[:MOST_SENTENCES]
        return [self.voice.key_figure(self._effect(self._quoted(changes))) for changes in shown]

    # ---- words for tables and figures

    @cached_property
    def drawn(self) -> list[tuple[str, Estimate, Contrast]]:
        """The rows of the main result's figure: its change in every setting, of all players or the first.

        Where these are too many: on average for each player, and for the first one at each level.
        """
        if not self.main:
            return []
        is_named = len({(change.of.name, change.strategy) for change in self.main}) > 1
        first = self.by_player[0]
        for group in (self.main, first):
            known = [change for change in self.main if change in group and has_interval(change)]
            if len(known) < 2:
                return []
            if len(known) <= MOST_ON_PAGE_ONE:
                return [
                    (self._row(change, is_named=is_named), change.difference, self._contrast([change]))
                    for change in known
                ]
        groups = [(self.who(changes), changes) for changes in self.by_player]
        for factor in self.before.factors:
            for level in dict.fromkeys(change.levels[factor] for change in first):
                name = ", ".join((self.who(first), levels_in_words(self.before, {factor: level}, [factor])))
                groups.append((name, [change for change in first if change.levels[factor] == level]))
        wanted = [(name, group) for name, group in groups if name == groups[0][0] or len(group) < len(first)]
        return [
            (textwrap.fill(name, LABEL), self._effect(changes).estimate, self._contrast(changes))
            for name, changes in wanted[:MOST_ON_PAGE_ONE]
        ]

    def who(self, changes: Sequence[Moved]) -> str:
        """Return whose result changes, for rows of tables and figures: a player's name, or "seat 1"."""
        line = self.voice.line(self._of(changes))
        return line.key if line else self.whose(changes[0])

    def column_of(self, change: Moved) -> Column:
        """Return the column of a change, as the game declares it today; else as it was recorded."""
        game = self.before.game
        columns = game.columns if change.of.kind == GAME.kind else game.seat_columns
        plain = Column(change.column, np.bool_ if change.share and not change.level else np.int64, "")
        return next((column for column in columns if column.name == change.column), plain)

    def short_name(self, change: Moved) -> str:
        """Return what has changed in a few words, for rows of tables: "turns", "end: the time is up"."""
        column = self.column_of(change)
        return f"{column.heading}: {label_in_words(column, change.level)}" if change.level else column.heading

    @staticmethod
    def whose(change: Moved) -> str:
        """Return whose result it is, for rows of tables; empty for the game's."""
        return "" if change.of == GAME else change.called

    def _row(self, change: Moved, *, is_named: bool) -> str:
        """Return what a row of a figure is called: whose result it is, in which setting."""
        words = (
            self.whose(change) if is_named else "",
            levels_in_words(self.before, change.levels, self.before.factors),
        )
        return textwrap.fill(", ".join(filter(None, words)) or "the only setting", LABEL)

    # ---- the page

    def document(self) -> Document:
        """Return what changed as a document."""
        experiment = self.after.manifest["experiment"]
        figure = next(iter(_main_figure(self)), None)
        return Document(
            title=self._title,
            subtitle=f"{experiment['title']}: what changed from one run to another",
            facts=_facts(self),
            key_figures=self.key_figures(),
            findings=self.findings,
            sections=[
                Section("What differs", [_differences(self)]),
                *_moved(self),
                *_within_chance(self),
                _how(self.before, self.after),
            ],
            in_short=" ".join(self.sentences),
            answer=InShort(self.sentences, figure=figure),
            mark=self.mark,
        )

    @property
    def _title(self) -> str:
        told = [difference for difference in self.differences if difference.what != "seed"]
        if not told:
            return "Two runs of the same rules and players"
        if len(told) > 1:
            return f"{self.after.game.title}: {len(told)} differences"
        return opening(with_differences(self.after.game.knobs, told))


def _facts(compared: Compared) -> dict[str, str]:
    before, after = compared.before, compared.after
    changes = compared.changes
    return {
        "Game": after.game.title,
        "Before": f"{run_in_words(before)}, {finished(before)}",
        "After": f"{run_in_words(after)}, {finished(after)}",
        "Scenarios compared": f"{len(compared.settings):,}",
        "Games per scenario": " and ".join(dict.fromkeys(games_in_words(run) for run in (before, after))),
        "Results compared": f"{len(changes):,}",
    }


def run_in_words(run: RunDirectory) -> str:
    """Return what a run is called: its label, or its experiment's name."""
    return str(run.manifest.get(CALLED) or run.manifest["experiment"]["name"])


def _differences(compared: Compared) -> Block:
    """Return the table of what differs, with what each rule means."""
    if not compared.differences:
        return Text("Nothing: the rules, the players, the content, the code and the seed are the same.")
    knobs = compared.after.game.knobs
    rows = []
    for differs in compared.differences:
        knob = knobs.model_fields.get(differs.name) if differs.what == "rule" else None
        name = short_label(knobs, RuleKey(differs.name).name) if differs.what == "rule" else differs.name
        what = f"code of {name or 'the game'}" if differs.what == "code" else name or differs.what
        ends = (differs.before, differs.after) if differs.what != "code" else ("", "changed")
        rows.append((what, *ends, (knob and knob.description) or ""))
    frame = pl.DataFrame(rows, schema=["what", "before", "after", "meaning"], orient="row")
    if not any(frame["meaning"]):
        frame = frame.drop("meaning")
    return Table(frame, "What is different about the two runs; all else is the same.")


def _main_figure(compared: Compared) -> list[Figure]:
    """Return the figure of the main result's change, unless it is a single number."""
    if not compared.drawn:
        return []
    names, changes, contrasts = zip(*compared.drawn, strict=True)
    first = compared.main[0]
    result = measure_in_words(compared.column_of(first))
    axis, scale = f"change of the {result}{' in points' if first.share else ''}", 100 if first.share else 1
    told = {"": Shown([], subjects=[[contrast, -contrast] for contrast in contrasts])}
    drawing = dots_against_zero(names, {"": changes}, axis, scale=scale, told=told)
    which, caption = "in every setting", "Clear changes are first, the largest on top."
    if len(changes) not in map(len, (compared.main, compared.by_player[0])):
        which, caption = "for each player and at each level", "Changes are averages over the settings."
    caption, title = f"{caption} Strokes are 95 % intervals.", f"The change of the {result} {which}"
    drawn = Figure("main_change", drawing, caption, "In each row a dot with its interval.", title)
    return [titled(drawn, compared.voice, claims) if (claims := compared.sentences[0].claims) else drawn]


def _moved(compared: Compared) -> Iterator[Section]:
    """Yield the section with the changes that chance alone does not explain."""
    if not compared.clear:
        return
    count = at_least(len(compared.clear), len(compared.changes), "results", says_open=False)
    words = (
        f"Clearly changed {'is' if len(compared.clear) == 1 else 'are'} {count}. First stands what is won, "
        "then length, points and the rest. "
        f"The {SIZE} is the change in standard deviations between games: shares and means can be compared."
    )
    tables = [table_of_results(compared), table_of_changes(compared, compared.clear, "The clear changes.")]
    yield Section("What moved", [Text(words), *tables])


def _within_chance(compared: Compared) -> Iterator[Section]:
    """Yield the sections with what is open among many results, and with what is within chance."""
    rest = [change for change in compared.changes if not change.is_clear]
    unsure = [change for change in rest if change.difference.excludes(0)]
    within = [change for change in rest if not change.difference.excludes(0)]
    moved = [change for change in within if change.difference.value or change.is_main]
    still = sum(not change.difference.value for change in within)
    for title, found, told, words in (
        (
            "Open",
            unsure,
            unsure,
            "would be clear alone. Among this number of results some are by chance alone.",
        ),
        ("Within chance", within, moved, f"may have moved by chance alone; {still} of them not at all."),
    ):
        if found:
            shown = told[:MOST_BY_CHANCE]
            which = f" Listed are {len(shown)}, those of the main result first." if shown != told else ""
            text = Text(f"{plural(len(found), 'result')} {words}{which if shown else ''}")
            table = [table_of_changes(compared, shown, f"Changes: {title.lower()}.")] if shown else []
            yield Section(title, [text, *table])


def table_of_results(compared: Compared) -> Table:
    """Return a table of the results that clearly change somewhere: in how many settings, and on average."""
    rows: list[dict[str, object]] = []
    for name, changes in compared.by_result:
        effect, first = compared._effect(changes).estimate, changes[0]
        unit = SHARE.words if first.share else ""
        rises = [change.difference.value > 0 for change in changes if change.is_clear]
        row = {"result": compared.short_name(first), "of": name}
        if len(changes) > 1:
            row |= {"more in": f"{rises.count(True)} of {len(changes)}", "less in": f"{rises.count(False)}"}
        for end in ("before", "after"):
            row[end] = f"{effect.beside(fmean(getattr(change, end) for change in changes))}{unit}"
        rows.append({**row, "change": effect if isfinite(effect.low) else "too few games"})
    caption = "What is won, and what else clearly moved: length, points, the rest."
    if any("more in" in row for row in rows):
        caption += (
            " Of the settings some come clearly to more or to less; the last columns are means over all."
        )
    if not any(row["of"] for row in rows):
        rows = [{name: cell for name, cell in row.items() if name != "of"} for row in rows]
    return Table(rows, caption)


def table_of_changes(compared: Compared, changes: Sequence[Moved], caption: str) -> Table:
    """Return a table of changes, a row each, for a page and for the terminal."""
    factors, knobs = compared.before.factors, compared.before.game.knobs
    rows = []
    for change in changes:
        unit = "\N{NO-BREAK SPACE}%" if change.share else ""
        before, after = ends_of(change)
        rows.append(
            {
                **{short_label(knobs, factor): change.levels[factor] for factor in factors},
                "result": compared.short_name(change),
                "of": compared.whose(change) or "game",
                "before": f"{before}{unit}",
                "after": f"{after}{unit}",
                "change": f"{change.difference:bare}" + ("" if has_interval(change) else " (too few games)"),
                SIZE: number(change.size, 2, signed=True),
            }
        )
    frame = pl.DataFrame(rows)
    if set(frame["of"]) == {"game"}:
        frame = frame.drop("of")
    return Table(frame, f"{caption} Changes of shares are in points.")


def _how(before: RunDirectory, after: RunDirectory) -> Section:
    """Return how the runs were compared, where they lie, and the command that does it again."""
    luck = (
        "Both runs have the same seed: game n of one is compared with game n of the other, so that the luck "
        "that both share cancels out."
        if share_chance(before, after)
        else "The runs have different seeds, and share no luck: their means and shares are compared."
    )
    clear = (
        "A change counts as clear if zero lies outside its 95 % interval, widened for the number of results "
        "that are compared; those of the main result are counted apart."
    )
    command = shlex.join(["simkit", "compare", str(before.path), str(after.path), "--report"])
    return Section("How it was compared", [Text(f"{luck} {clear}"), _runs((before, after)), Code(command)])


def _runs(runs: Iterable[RunDirectory]) -> Table:
    rows = [
        {
            "run": which,
            "called": run_in_words(run),
            "finished": finished(run),
            "scenarios": len(run.levels),
            "games": f"{run.manifest['experiment']['games']:,}",
            "seed": str(run.manifest["experiment"]["seed"]),
            "folder": str(run.path),
        }
        for which, run in zip(("before", "after"), runs, strict=True)
    ]
    return Table(pl.DataFrame(rows), "The two runs.")


def finished(run: RunDirectory) -> str:
    """Return when a run was finished, or begun if it is not finished, to the minute."""
    when = run.manifest["finished_at"] or run.manifest["started_at"]
    return str(when)[:16].replace("T", " ")


def has_interval(change: Moved) -> bool:
    """Return False for a change that rests on too few games."""
    return isfinite(change.difference.low)
