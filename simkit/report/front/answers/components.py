"""Answers what each component is worth: all of them ranked, those that show nothing, and those that harm."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import isfinite
from typing import Any

from simkit.engine.contract.knobs import Knobs
from simkit.experiment.about import AskedAbout
from simkit.experiment.factors import COMPONENT, Factor
from simkit.report.document.blocks import Figure, InShort, KeyFigure
from simkit.report.document.charts import LABEL, key, several_dots, zero_line
from simkit.report.document.figures import PALETTE, SOFT, new_figure
from simkit.report.document.points import Shown
from simkit.report.effects.compared import Pair
from simkit.report.effects.effects import Effects, effects_of
from simkit.report.facts.paired import Floats
from simkit.report.facts.people import People, people_at, people_by_strength
from simkit.report.facts.result import Result, is_contested, measures_of, results_of, total_of
from simkit.report.facts.scenarios import rules_by_scenario
from simkit.report.facts.wins import all_wins
from simkit.report.say.claims import Voice
from simkit.report.say.why import FEW, games_changed, games_of_both, why_so
from simkit.report.sections.worth_of_components import ComponentWords, component_tables
from simkit.report.words import after, bound_in_words, opening
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import UNKNOWN, Estimate, difference_of_shares, is_significant, mean_of, percent
from simkit.stats.extremes import clearly_most, furthest_from_zero
from simkit.stats.whose import GAME
from simkit.words import listed, plural

MOST_NAMED = 3
"""The most things without effect that are named."""

MOST_DRAWN = 20
"""The most things with a row of their own in the figure."""

LEFT_OUT = "left_out"
"""The rule with which games leave out cards."""

WITHOUT = " without "


@dataclass(frozen=True)
class Worths:
    """What things are worth to the players of a table.

    Parameters
    ----------
    people : People
        The players.
    of : mapping of str to Estimate
        By thing: what is won with it less what is won without it; where things are changed, what is won
        after the change less what is won before it.
    result : Result
        What is won, or which points.
    said : mapping of str to str
        By thing, where the effect was measured, if not in all games: "board C1".
    table : str
        The players who compete at their table; empty if all of it are meant.
    why : mapping of str to str
        By thing that shows an effect, what happens more often or less often without it, or after the change.
    touched : mapping of str to float
        By thing that shows none, the share of the games that go differently without it, or after the change.
    both : callable, optional
        Returns what two things are worth in each game, in the settings in which the first was measured;
        without it their intervals are compared as if they shared no games.
    """

    people: People
    of: Mapping[str, Estimate]
    result: Result
    said: Mapping[str, str] = field(default_factory=dict)
    table: str = ""
    why: Mapping[str, str] = field(default_factory=dict)
    touched: Mapping[str, float] = field(default_factory=dict)
    both: Callable[[str, str], tuple[Floats, Floats]] | None = None

    def is_clear(self, thing: str) -> bool:
        """Return True if a thing's worth differs significantly from nothing, of as many as there are."""
        return is_significant(self.of[thing], len(self.of))

    def ranked(self) -> list[str]:
        """Return the things, from the largest gain to the largest loss."""
        return sorted(self.of, key=lambda thing: -self.of[thing].value)

    def most(self, first: str, *, either_way: bool) -> list[str]:
        """Return the things that are clearly worth most, or do most harm; none where that is open.

        Parameters
        ----------
        first : str
            The one with the largest effect in its direction.
        either_way : bool
            Whether effects in both directions are compared by their sizes.
        """
        way = 1 if self.of[first].value > 0 else -1
        sign = {
            thing: way if not either_way or own.value * way > 0 else -way for thing, own in self.of.items()
        }

        def further(one: str, other: str) -> Estimate:
            if self.both is not None:
                changes = self.both(one, other)
                if len(changes[0]) == len(changes[1]):
                    return mean_of(sign[one] * changes[0] - sign[other] * changes[1])
            ends = (own if sign[thing] > 0 else -own for thing in (other, one) for own in [self.of[thing]])
            return difference_of_shares(*ends)

        found = clearly_most({thing: sign[thing] * own.value for thing, own in self.of.items()}, further)
        return found if first in found and all(map(self.is_clear, found)) else []


def answer(run: RunDirectory, asked: AskedAbout) -> InShort | None:
    """Return what each component is worth; None for a run without two scenarios that differ in one."""
    factor = next((own for own in run.varied if own.name == asked.factor), None)
    if factor is None:
        return None
    is_without, tables = _tables(run, factor)
    return in_short(tables, is_without=is_without) if tables else None


def in_short(tables: Sequence[Worths], *, is_without: bool = True, besides: str = "") -> InShort:
    """Return the answer from what things are worth to the players of some tables, the most important first.

    Parameters
    ----------
    is_without : bool
        Whether things were left out; else they were changed.
    besides : str
        In which games effects are measured: "in the games in which it turns up".
    """
    say = _Say(is_without, besides)
    first = next(filter(_top, tables), tables[0])
    clear = sorted(filter(first.is_clear, first.of), key=lambda thing: -abs(first.of[thing].value))
    better = [thing for thing in first.ranked() if thing in clear and first.of[thing].value > 0]
    worse = [thing for thing in reversed(first.ranked()) if thing in clear and first.of[thing].value < 0]
    sentences = [say.most(first, clear[0])] if clear else [say.nothing(first)]
    opposite = worse if clear and clear[0] in better else better
    if clear and opposite:
        sentences.append(say.opposite(first, opposite[0]))
    if clear and (unclear := [thing for thing in first.ranked() if thing not in clear]):
        sentences += filter(None, [say.unclear(first, unclear)])
    keys = [*better[:3], *worse[:1]] if len(better) >= len(worse) else [*better[:1], *worse[:3]]
    return InShort(
        sentences,
        key_figures=[say.key(first, thing) for thing in keys],
        draw=partial(figure_of, tables, first, is_without=is_without),
        findings=[
            *(first.why[thing] for thing in [*clear[:1], *opposite[:1]] if thing in first.why),
            *say.seldom(first),
            *(
                say.most(own, top)
                for own in _one_for_each_table(tables)
                if own is not first and (top := _top(own)) and top != (clear or [""])[0]
            ),
        ],
    )


def _one_for_each_table(tables: Sequence[Worths]) -> list[Worths]:
    """Return of the players who compete at a table the one whose results move most."""
    found: dict[str, Worths] = {}
    for place, own in enumerate(tables):
        at = own.table or f"{place}"
        found[at] = max(found.get(at, own), own, key=_reach)
    return list(found.values())


def _reach(worths: Worths) -> float:
    """Return the size of the largest clear effect, 0 if there is none."""
    return max((abs(worths.of[thing].value) for thing in worths.of if worths.is_clear(thing)), default=0.0)


def _top(worths: Worths) -> str:
    clear = filter(worths.is_clear, worths.of)
    return max(clear, key=lambda thing: abs(worths.of[thing].value), default="")


# ---- what is compared


def _tables(run: RunDirectory, factor: Factor) -> tuple[bool, list[Worths]]:
    """Return whether things are left out, and what they are worth at each table."""
    bases = bases_of(factor)
    at = {level: scenario for scenario, level in run.levels.select("scenario", factor.name).iter_rows()}
    rules = rules_by_scenario(run)
    left = [leaves_out(rules[at[base]], rules[at[level]]) for level, base in bases.items()]
    is_without = 2 * sum(left) > len(left)
    result = next(iter(measures_of(run)), None)
    if result is None or not bases:
        return is_without, []
    if is_contested(run, result) and factor.name == COMPONENT:
        return is_without, _of_contests(run, result, is_without=is_without)
    wins = all_wins(run, result)[0]
    pairs = [
        pair
        for base in dict.fromkeys(bases.values())
        for pair in effects_of(run, factor.name, wins, base=base, reverse=is_without).pairs
        if bases.get(pair.level) == base
    ]
    first = effects_of(run, factor.name, wins, reverse=is_without)
    effects = replace(first, pairs=tuple(pairs), comparisons=len(bases))
    by_people: dict[People, list[Pair]] = {}
    for pair in pairs:
        by_people.setdefault(people_at(run, pair.before), []).append(pair)
    tables = [
        _worths(replace(effects, pairs=tuple(own)), people, is_without=is_without)
        for people, own in by_people.items()
    ]
    return is_without, _in_order(run, tables)


def bases_of(factor: Factor) -> dict[str, str]:
    """Return the level that each level is compared with: one that sets the same but one thing less.

    It is the first level if that sets nothing else, or else the one with the most in common.  A level that
    is compared with none is missing.
    """
    sets = {own.label: {one.key.name: str(one.value) for one in own.settings} for own in factor.levels}
    first = factor.levels[0].label
    found = {}
    for label, own in sets.items():
        less = [other for other, theirs in sets.items() if theirs.items() < own.items()]
        if less:
            found[label] = first if first in less else max(less, key=lambda other: len(sets[other]))
    return found


def leaves_out(whole: Knobs, changed: Knobs) -> bool:
    """Return True if all rules that differ hold less of what they held before, such as a card less."""

    def is_less(name: str) -> bool:
        before, now = getattr(whole, name), getattr(changed, name)
        if not isinstance(before, (list, tuple, set, frozenset)):
            return False
        return set(before) < set(now) if name == LEFT_OUT else set(now) < set(before)

    differ = [name for name in type(whole).model_fields if getattr(whole, name) != getattr(changed, name)]
    return bool(differ) and all(map(is_less, differ))


def _worths(effects: Effects, people: People, *, is_without: bool) -> Worths:
    """Return what things are worth to some players: on average, or in the setting where it shows most."""
    found, said, compared = {}, {}, {}
    levels, quoted = dict[str, Sequence[Pair]](), dict[str, Sequence[Pair]]()
    for level in effects.levels:
        pairs = effects.of(level)
        name = name_of(level) if is_without else level
        levels[name] = pairs
        if not effects.has_mean(level):
            furthest = max(pairs, key=lambda pair: abs(effects.over([pair]).value))
            pairs, said[name] = [furthest], effects.setting_in_words(furthest.setting)
        quoted[name], found[name] = pairs, effects.over(pairs)
        compared[name] = [_turned(own) for own in pairs] if is_without else pairs

    def both(one: str, other: str) -> tuple[Floats, Floats]:
        settings = {pair.setting for pair in quoted[one]}
        like = [pair for pair in levels[other] if pair.setting in settings] or quoted[other]
        return effects.measure.changes(quoted[one]), effects.measure.changes(like)

    worths = Worths(people, found, effects.measure.result, said, both=both)
    return replace(worths, **_reasons(effects, worths, compared, -1 if is_without else 1))


def _turned(pair: Pair) -> Pair:
    return pair._replace(before=pair.after, after=pair.before)


def _reasons(
    effects: Effects, worths: Worths, compared: Mapping[str, Sequence[Pair]], sign: int
) -> dict[str, Any]:
    """Return why the two extremes do what they do, and how many games the others touch."""
    run, result, of = effects.run, worths.result, GAME.name
    ranked = worths.ranked()
    extremes = [thing for thing in (ranked[0], ranked[-1]) if worths.is_clear(thing)]
    effect = {thing: worths.of[thing] if sign > 0 else -worths.of[thing] for thing in extremes}
    found = {thing: why_so(run, compared[thing], of, result, effect[thing]) for thing in extremes}
    why = {thing: Voice(run).say(change) for thing, change in found.items() if change is not None}
    changed = {thing: games_changed(run, compared[thing]) for thing in ranked if not worths.is_clear(thing)}
    games = {thing: sum(games_of_both(run, own) for own in compared[thing]) for thing in changed}
    touched = {thing: own / games[thing] for thing, own in changed.items() if own is not None}
    return {"why": why, "touched": touched}


def name_of(level: str) -> str:
    """Return what a level leaves out: "Spyglass (thing of the wreck)" of "thing of the wreck: Spyglass"."""
    kind, colon, thing = level.partition(": ")
    if colon:
        return f"{thing} ({kind})"
    return level.replace(WITHOUT, " ", 1).removeprefix("without ").removeprefix("no ")


def _of_contests(run: RunDirectory, result: Result, *, is_without: bool) -> list[Worths]:
    """Return what things are worth at tables where players compete: in points, if they are all alike."""
    won, total = next(iter(results_of(run, "seat")), result), total_of(run)
    found = []
    for table in component_tables(run, ComponentWords(total, won)):
        if table.alike and not total:
            continue
        people = people_at(run, next(iter(table.scenarios.values())))
        for series in table.effects.series:
            of = {
                name_of(level) if is_without else level: -mean if is_without else mean
                for level in table.effects.levels
                for mean in [table.effects.mean(level, series)]
            }
            who = people if table.alike else People(f"{series} (at a table of {table.called})")
            own = next((one for one in measures_of(run) if one.column == total), result)
            at = "" if table.alike else table.called
            levels = {name_of(level) if is_without else level: level for level in table.effects.levels}

            def both(
                one: str, other: str, effects: Effects = table.effects, series: str = series,
                levels: Mapping[str, str] = levels,
            ) -> tuple[Floats, Floats]:  # fmt: skip
                first, second = (
                    effects.measure.changes(effects.of(levels[own], series)) for own in (one, other)
                )
                return (-first, -second) if is_without else (first, second)

            found.append(Worths(who, of, own if table.alike else won, table=at, both=both))
    return sorted(_in_order(run, found), key=lambda own: own.result.is_share)


def _in_order(run: RunDirectory, tables: Sequence[Worths]) -> list[Worths]:
    """Return tables, first those of the strongest player, and of these the one where most is at stake."""
    strongest = people_by_strength(run)[0]
    return sorted(tables, key=lambda own: (strongest not in own.people.words, -_reach(own)))


# ---- sentences


@dataclass(frozen=True)
class _Say:
    """Says what things are worth.

    Parameters
    ----------
    is_without : bool
        Whether things were left out; else they were changed.
    besides : str
        In which games.
    """

    is_without: bool
    besides: str

    def most(self, worths: Worths, thing: str) -> str:
        """Return what the thing with the largest effect does, and whether no other does as much."""
        most = worths.most(thing, either_way=not self.is_without)
        first, *rest = most or [thing]
        first = first if len(worths.of) > 1 and not most else opening(first)
        named = listed(own if self.is_without else f"'{own}'" for own in (first, *rest))
        several = len(most) > 1
        if not self.is_without:
            what = "change most" if several else "changes most"
        elif worths.of[thing].value > 0:
            what = f"{'are' if several else 'is'} worth most"
        else:
            what = f"{'do' if several else 'does'} most harm"
        if len(worths.of) == 1:
            what = {"is worth most": "is worth something", "does most harm": "does harm"}.get(
                what, "changes something"
            )
        elif not most:
            return f"Whether {named} {what} is open: {self._with(worths, thing, 'it')}."
        if several:
            each = (self._with(worths, own, own if self.is_without else f"'{own}'") for own in most)
            return f"{named} {what}: {'; '.join(each)}."
        return f"{named} {what}: {self._with(worths, thing, 'it')}."

    def _with(self, worths: Worths, thing: str, called: str) -> str:
        """Return what happens without a thing, or with a change."""
        word, sign = ("without", -1) if self.is_without else ("with", 1)
        return f"{word} {called} {self._effect(worths, thing, sign)}"

    def opposite(self, worths: Worths, thing: str) -> str:
        """Return what moves most in the other direction."""
        if not self.is_without:
            return f"In the other direction, '{thing}': {self._effect(worths, thing, 1)}."
        return self.most(worths, thing)

    def nothing(self, worths: Worths) -> str:
        """Return that nothing shows an effect."""
        if len(worths.of) == 1:
            return self.unclear(worths, [*worths.of])
        return self._within(
            worths, f"No single {'thing' if self.is_without else 'change'}", worths.of, "more"
        )

    def unclear(self, worths: Worths, things: Sequence[str]) -> str:
        """Return by how much the things that show no effect may move the result at most."""
        nearest = sorted(things, key=lambda thing: abs(worths.of[thing].value))
        named = nearest[:MOST_NAMED] if len(things) > MOST_NAMED + 1 else nearest
        quoted = [own if self.is_without else f"'{own}'" for own in named]
        rest = [f"{len(things) - len(named)} others"] if len(named) < len(things) else []
        each = "each of " if len(things) > 1 else ""
        return self._within(worths, opening(f"{each}{listed([*quoted, *rest])}"), things, "less")

    def _within(self, worths: Worths, subject: str, things: Collection[str], than: str) -> str:
        """Return a bound of what things move, by intervals widened for the number of all things."""
        people, result, own = worths.people, worths.result, [worths.of[thing] for thing in things]
        if not isfinite(furthest_from_zero(own)):
            return ""
        size = bound_in_words(own, len(worths.of))
        what = f"the {result.rate} of {people.words}"
        if result.is_share:
            what = f"how often {people.words} {people.do(result)}"
        way = " either way" if than == "less" else ""
        return f"{subject} changes {what} by {than} than {size}{way}{after(self.besides, ' ')}."

    def seldom(self, worths: Worths) -> list[str]:
        """Return the things that show no effect because they touch few games, those with the fewest first."""
        few = sorted(
            (own for own in worths.touched if worths.touched[own] <= FEW), key=worths.touched.__getitem__
        )
        if not few:
            return []
        named = few[:MOST_NAMED] if len(few) > MOST_NAMED + 1 else few
        rest = [plural(len(few) - len(named), "other")] if len(named) < len(few) else []
        most = percent(worths.touched[few[-1]])
        matter = "matters" if len(few) == 1 else "matter"
        other = "without" if self.is_without else "with"
        changed = f"{other} {'it' if len(few) == 1 else 'one of them'}"
        said = f"{opening(listed([*named, *rest]))} seldom {matter}"
        return [f"{said}: {changed} at most {most} of the games go differently."]

    def _effect(self, worths: Worths, thing: str, sign: int) -> str:
        """Return who wins how much more or less often, or gets how many more or fewer points."""
        own, result = worths.of[thing], worths.result
        effect = own if sign > 0 else -own
        size = abs(effect)
        value, ends = f"{size:alone bare}", f"({size:ends bare}{after(worths.said.get(thing, ''), '; ')})"
        besides = after(self.besides, " ")
        if result.is_share:
            often = "more often" if effect.value > 0 else "less often"
            does = f"{worths.people.words} {worths.people.do(result)}"
            return f"{does} {value} points {often}{besides} {ends}"
        higher = "higher" if effect.value > 0 else "lower"
        return f"the {result.rate} of {worths.people.words} is {value} {higher}{besides} {ends}"

    def key(self, worths: Worths, thing: str) -> KeyFigure:
        """Return a thing's worth as a key figure."""
        result = worths.result
        unit = f"points of {result.games}" if result.is_share else result.rate
        return KeyFigure(f"{worths.of[thing]:alone bare}", f"{unit}: {thing}, for {worths.people.words}")


# ---- the figure


def figure_of(tables: Sequence[Worths], first: Worths, *, is_without: bool) -> Figure:
    """Return a strip of all things, sorted by size; those that show nothing share a row if they are many."""
    like = [own for own in tables if own.result == first.result][: len(PALETTE)]
    like = [first, *(own for own in like if own is not first)]
    order = first.ranked()
    clear = {thing for own in like for thing in own.of if own.is_clear(thing)}
    rows = [thing for thing in order if len(order) <= MOST_DRAWN or thing in clear]
    rows = sorted(sorted(rows, key=lambda thing: -abs(first.of[thing].value))[:MOST_DRAWN], key=order.index)
    rest = [thing for thing in order if thing not in rows]
    place = next((i for i, thing in enumerate(rows) if first.of[thing].value < 0), len(rows))
    labels = [textwrap.fill(thing, LABEL) for thing in rows]
    if rest:
        rows.insert(place, "")
        labels.insert(place, f"{plural(len(rest), 'other')}, together")
    figure, axes = new_figure(1, 1, (0.2 + 0.03 * len(like)) * len(rows) + 0.9)
    panel, colours = axes[0, 0], {own.people.words: PALETTE[i] for i, own in enumerate(like)}
    scale = first.result.scale
    series = {own.people.words: [own.of.get(thing, UNKNOWN) for thing in rows] for own in like}
    shown = {name: Shown([], rows=[thing or labels[place] for thing in rows]) for name in series}
    several_dots(panel, labels, series, colours, shown, scale)
    for own in like if rest else []:
        values = [scale * own.of[thing].value for thing in rest if thing in own.of]
        panel.plot(values, [place] * len(values), "|", ms=7, color=colours[own.people.words], alpha=0.6)
    zero_line(panel)
    result = first.result
    unit = f"points of {result.games}" if result.is_share else result.rate
    panel.set_xlabel(f"{unit}: {'with it less without it' if is_without else 'change'}", color=SOFT)
    if len(like) > 1:
        key(figure, colours, marks=True)
    together = " Strokes in the row of the others are single ones." if rest else ""
    what = "is worth" if is_without else "changes"
    return Figure(
        "worths",
        figure,
        f"What each {what}, sorted, with 95 % intervals.{together}",
        "One row per component, sorted by size: a dot with its interval per player.",
    )
