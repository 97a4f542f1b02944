"""Whom an answer is about: each player of a run, with what it comes to, in a designer's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite

import polars as pl

from simkit.document.figures import PALETTE
from simkit.engine.contract.skills import skill_of
from simkit.experiment.about import About, AskedAbout, about_of
from simkit.experiment.keys import is_of_players
from simkit.language import listed, plural
from simkit.results.averaging import are_far_apart, may_be_averaged
from simkit.results.claims import Change, Contrast, Nothing, Of, Quantity, change_or_nothing
from simkit.results.compared import Pair
from simkit.results.effects import Effects, effects_of
from simkit.results.line_ups import line_ups_of, ways_of
from simkit.results.people import People, counted, plain_name
from simkit.results.players import (
    introduced,
    is_only_of_kind,
    player_in_short,
    players_in_short,
    shown_name,
)
from simkit.results.result import Result, is_contested, measures_of
from simkit.results.scenarios import base, base_level
from simkit.results.wins import Wins, all_wins
from simkit.run.findings.targeted import RANDOM, won_by_one
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Estimate, percent
from simkit.stats.whose import GAME, ORDINALS, PLACE, PLAYER, SEAT, STRATEGY, Whose, whose

AGAINST_ANOTHER = " against another"

COUNT = ("no", "one", "two", "three", "four", "five", "six")


def fair_in_words(share: float) -> str:
    """Return a fair share: "50 %", "33.3 %"."""
    return percent(share).replace(".0", "")


@dataclass(frozen=True)
class Among:
    """The players of a table who are all alike: "four" "experts"."""

    count: str
    many: str


@dataclass(frozen=True)
class Line:
    """A player, with the scenarios in which it plays and what it comes to there."""

    run: RunDirectory
    """The run."""
    key: str
    """The name that figures have for it: "expert"."""
    subject: str
    """The player in a sentence: "a first-time player (novice)", "the first of two experts"."""
    is_plural: bool
    """Whether verbs follow it as they follow "they"."""
    wins: Wins
    """What it wins or scores."""
    scenarios: frozenset[int]
    """Where it plays."""
    among: Among | None = None
    """Of whom it is one, where a place at a table of players who are all alike is meant."""

    @property
    def result(self) -> Result:
        """What is won, or which points."""
        return self.wins.result

    @property
    def sign(self) -> int:
        """1 if more of the result is better, else -1."""
        return -1 if self.result.is_less_better else 1

    @property
    def is_place(self) -> bool:
        """True for a seat or a place in the turn order at a table of players who are all alike."""
        return whose(self.wins.of).kind in (SEAT, PLACE)

    @cached_property
    def fair(self) -> float | None:
        """The fair share, if players compete and it is the same everywhere; else None."""
        shares = {round(self.wins.fair[at], 3) for at in self.scenarios if at in self.wins.fair}
        return shares.pop() if len(shares) == 1 and self.is_place else None

    def fair_in(self, scenarios: Sequence[int]) -> float | None:
        """Return what a seat wins on average in some scenarios, if their tables have as many seats."""
        sizes = {len(self.run.line_ups[scenario]) for scenario in scenarios}
        shares = [self.wins.fair[at] for at in scenarios if at in self.wins.fair]
        return sum(shares) / len(shares) if shares and len(sizes) == 1 else None

    def where_fair(self, scenarios: Sequence[int]) -> str:
        """Return words on the fair share, to end a sentence with: ", where 50 % is fair"; or nothing."""
        is_at_tables = whose(self.wins.of).kind == STRATEGY
        fair = self.fair_in(scenarios) if is_at_tables else self.fair
        return "" if fair is None else f", where {fair_in_words(fair)} is fair"

    def average(self, scenarios: Sequence[int]) -> Estimate:
        """Return what it comes to in some of its scenarios."""
        return self.wins.average(scenarios)

    def of(self, scenarios: Iterable[int]) -> Of:
        """Return what its average over some scenarios is of."""
        return Of(self.result.column, tuple(scenarios), self.wins.of)

    def contrast(self, before: Iterable[int], after: Iterable[int]) -> Contrast:
        """Return what a change from some scenarios to others is of."""
        old, new = list(before), list(after)
        beyond = self.wins.fair_over(new) - self.wins.fair_over(old)
        names = self.wins.everybody
        terms = [
            (replace(self.of(scenarios), whose=whose), sign / len(names))
            for scenarios, sign in ((new, 1.0), (old, -1.0))
            for whose in names
        ]
        return Contrast(tuple(terms), -beyond)

    def is_alike(self, scenarios: Sequence[int]) -> bool:
        """Return whether it comes to the same in some scenarios: else an average describes none of them."""
        return may_be_averaged({scenario: self.average([scenario]) for scenario in scenarios})

    def verb(self, one: str, several: str) -> str:
        """Return the form of a verb that fits the subject."""
        return several if self.is_plural else one

    @property
    def does(self) -> str:
        """The verb before a result: "wins", "is rescued in", "has a mean score of"."""
        result = self.result
        if not result.is_share:
            return f"{self.verb('has', 'have')} a {result.rate} of"
        return People("", are_several=self.is_plural).verb(result.does_in)

    @cached_property
    def _values(self) -> dict[int, float]:
        """What it comes to, by scenario."""
        return dict(self.wins.rates.select("scenario", "estimate").iter_rows())

    def agrees_on(self, scenarios: Sequence[int]) -> bool:
        """Return False if it comes to so different results in some scenarios that a mean describes none."""
        values = (self._values[scenario] for scenario in scenarios)
        return not are_far_apart(values, is_share=self.result.is_share)

    def may_be_none(self, effect: Estimate) -> bool:
        """Return True if a change may be none at all, as far as games tell."""
        return isfinite(effect.low) and not effect.excludes(0)

    def is_within(self, effect: Estimate, share: float) -> bool:
        """Return True if a whole interval is nearer to 0 than a share of games."""
        return self.result.is_share and max(abs(effect.low), abs(effect.high)) < share

    def effects(self, factor: str, base: str) -> Effects:
        """Return what a factor's levels change for it, compared with the base."""
        found = effects_of(self.run, factor, self.wins, base=base)
        pairs = tuple(pair for pair in found.pairs if {pair.before, pair.after} <= self.scenarios)
        return replace(found, pairs=pairs, comparisons=max(1, len({pair.level for pair in pairs})))


@dataclass(frozen=True)
class Quoted:
    """The effect of a level for a player that sentences quote."""

    line: Line
    """Whose."""
    level: str
    """Of what."""
    effect: Estimate
    """By how much results differ from those with the base."""
    pairs: tuple[Pair, ...]
    """What was compared."""

    @property
    def before(self) -> Estimate:
        """What the player comes to with the base."""
        return self.line.average([pair.before for pair in self.pairs])

    @property
    def after(self) -> Estimate:
        """What it comes to with the level."""
        return self.line.average([pair.after for pair in self.pairs])

    @property
    def is_alike(self) -> bool:
        """Whether the player comes to the same in all settings, before and after."""
        ends = ([pair.before for pair in self.pairs], [pair.after for pair in self.pairs])
        return all(map(self.line.is_alike, ends))

    @property
    def contrast(self) -> Contrast:
        """What the change is of."""
        return self.line.contrast([pair.before for pair in self.pairs], [pair.after for pair in self.pairs])

    @property
    def mean(self) -> Of:
        """What the player comes to with the level."""
        return self.line.of([pair.after for pair in self.pairs])

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """The change; and what the player comes to before and after, where settings are alike."""
        effect = Quantity(self.effect, self.contrast)
        if not self.is_alike:  # an average would describe no setting
            return (effect,)
        before, after = [pair.before for pair in self.pairs], [pair.after for pair in self.pairs]
        ends = ((self.before, before), (self.after, after))
        return (effect, *(Quantity(value, self.line.of(alike), is_alone=True) for value, alike in ends))

    @property
    def change(self) -> Change:
        """The claim that it is more than nothing, or less."""
        contrast = self.contrast
        return Change(contrast if self.effect.value > 0 else -contrast, quantities=self.quantities[:1])

    def claim(self, comparisons: int) -> Change | Nothing:
        """Return what is claimed of it, one of a number of comparisons."""
        effect, *levels = self.quantities
        return change_or_nothing(effect, levels, comparisons)


def quoted(
    line: Line, effects: Effects, level: str, *, is_single: bool = False, at: int = 0
) -> Quoted | None:
    """Return the effect of a level to quote: the mean over settings, or that of one setting.

    None if it was not tried for the player, or not there.  With `is_single` that of the setting at a place,
    and where results in the settings are too far apart for a mean; the setting as printed comes first.
    """
    printed = {name: base_level(effects.run, name) for name in effects.others if not is_of_players(name)}
    pairs = tuple(sorted(effects.of(level), key=lambda pair: not _is_printed(printed, effects.others, pair)))
    if not pairs[at:]:
        return None
    agree = all(
        line.agrees_on(alike) for alike in zip(*((pair.before, pair.after) for pair in pairs), strict=True)
    )
    if len(pairs) > 1 and (is_single or not agree or not effects.has_mean(level)):
        pairs = pairs[at : at + 1]
    return Quoted(line, level, effects.over(pairs), pairs)


def _is_printed(printed: Mapping[str, str], others: Sequence[str], pair: Pair) -> bool:
    """Return whether all else is as printed where two levels are compared."""
    return all(
        level == printed.get(factor, level) for factor, level in zip(others, pair.setting, strict=True)
    )


def varying(line: Line, factors: Iterable[str]) -> list[str]:
    """Return the factors that vary among a player's scenarios, without those that say which player it is."""
    levels = line.run.levels.filter(pl.col("scenario").is_in(list(line.scenarios)))
    return [name for name in factors if not is_of_players(name) and levels[name].n_unique() > 1]


def lines_of(run: RunDirectory, result: Result | None = None) -> list[Line]:
    """Return the players of a run, the strongest first, with what they come to.

    Where all win or lose together, or one plays alone, a line for each player; where they compete, one for
    each player at tables of several, and one for the player that begins at tables of players who are all
    alike.  Chance players are left out unless nobody else plays.
    """
    measures = measures_of(run)
    if not measures:
        return []
    own = result or measures[0]
    rows = run.estimates(column=own.column, statistic=own.statistic)
    if (rows["of"] == GAME.name).any():
        found = _together(run, own, rows.filter(of=GAME.name)["scenario"].to_list())
    else:
        found = [*_at_tables(run, own), *_alike(run, own)]
    return [line for line in found if not line.key.startswith(RANDOM)] or found


def lines_asked(run: RunDirectory, asked: AskedAbout) -> tuple[Line, ...]:
    """Return the players, who is asked about first, with what they come to in the result asked about."""
    result = next((measure for measure in measures_of(run) if measure.column == asked.result), None)
    lines = (lines_of(run, result) if result else []) or lines_of(run)
    return tuple(sorted(lines, key=lambda line: not asked.is_about(line.key)))


def settings_beside(run: RunDirectory) -> list[str]:
    """Return the factors that do not say who plays."""
    who = {factor.name for factor in run.varied if about_of(factor) is About.PLAYERS}
    return [factor for factor in run.factors if factor not in who and not is_of_players(factor)]


def players_of(run: RunDirectory, result: Result) -> list[Line]:
    """Return a line for each player with all its tables: at which different players compete, else its own.

    Where players do not compete, or none meets another, those are the tables at which all play alike.  They
    are those that means are taken over (`simkit.results.scenarios.base`), in the run's order.
    """
    shown, names = line_ups_of(run), run.names
    mixed = [at for at in base(run) if len(set(names[at])) > 1 and run.has_seats(at)]
    is_meeting = bool(mixed) and is_contested(run, result) and not run.people_take_turns
    found: dict[str, dict[int, str]] = {}
    is_of_game = not run.estimates(of=GAME.name, column=result.column, statistic=result.statistic).is_empty()
    alone = GAME if is_of_game else Whose(PLAYER, 0)
    alike = run.alike & set(run.scenarios_with(alone))
    for scenario in mixed if is_meeting else (at for at in base(run) if at in alike):
        for name, called in zip(names[scenario], shown[scenario], strict=True):
            found.setdefault(name, {})[scenario] = called
    ways, skills = ways_of(run), _ranks(run)[1]
    lines = []
    for name, tables in found.items():
        called = next(iter(tables.values()))
        way = ways[called]
        shown_as, is_only = shown_name(run, way.strategy), is_only_of_kind(run, way.strategy)
        subject = f"{player_in_short(shown_as, skills[way.strategy], is_only=is_only)}{way.so}"
        of = Whose(STRATEGY, called=name) if is_meeting else alone
        wins = Wins(run, of.name, result).at_tables(tables)
        lines.append(Line(run, called, subject, False, wins, frozenset(tables)))
    return lines


def stands_above(line: Line) -> str:
    """Return that a player is known to be better than another, to follow a colon."""
    return f"on the game's ladder of skill {line.subject} stands above it"


def _ranks(run: RunDirectory) -> tuple[dict[str, int], dict[str, str]]:
    every = introduced(run)
    return {one.name: place for place, one in enumerate(every)}, {one.name: one.skill for one in every}


def _together(run: RunDirectory, result: Result, scenarios: Iterable[int]) -> list[Line]:
    wins = Wins(run, GAME.name, result)
    ranks, skills = _ranks(run)
    by_players: dict[tuple[str, ...], list[int]] = {}
    for scenario in scenarios:
        by_players.setdefault(tuple(dict.fromkeys(run.line_ups[scenario])), []).append(scenario)
    ranked = sorted(by_players, key=lambda group: min(ranks[name] for name in group))
    found = []
    for names, count, alike in _by_count(run, {names: by_players[names] for names in ranked}):
        shown = [shown_name(run, name) for name in names]
        skill, is_only = skills[names[0]], is_only_of_kind(run, names[0])
        several = f"{count} {players_in_short(shown[0], skill, is_only=is_only)}".strip()
        among_several = any(len(run.line_ups[scenario]) > 1 for scenario in by_players[names])
        one = f"{player_in_short(shown[0], skill, is_only=is_only)}{' alone' if among_several else ''}"
        is_alone = all(len(run.line_ups[scenario]) == 1 for scenario in alike)
        subject = listed(shown) if len(names) > 1 else one if is_alone else several
        name = " + ".join(shown)
        key = f"{name}{_with_count(run, alike, by_players[names])}"
        among = Among(count, players_in_short(shown[0], skill, is_only=is_only)) if count else None
        found.append(Line(run, key, subject, not is_alone, wins, frozenset(alike), among))
    return found


def _by_count(
    run: RunDirectory, groups: Mapping[tuple[str, ...], Sequence[int]], most: int = len(PALETTE)
) -> Iterator[tuple[tuple[str, ...], str, list[int]]]:
    """Yield groups of scenarios, each split by the number of players if these are few, with it in words."""
    split = {
        (names, count): [at for at in scenarios if len(run.line_ups[at]) == count]
        for names, scenarios in groups.items()
        for count in sorted({len(run.line_ups[at]) for at in scenarios})
    }
    if len(split) > most:
        for names, scenarios in groups.items():
            yield names, "", list(scenarios)
        return
    for (names, count), scenarios in split.items():
        yield names, COUNT[count] if count < len(COUNT) else str(count), scenarios


def _with_count(run: RunDirectory, scenarios: Sequence[int], every: Sequence[int]) -> str:
    """Return the number of players of some scenarios, to follow a name, if others of its have another."""
    counts, all_counts = ({len(run.line_ups[at]) for at in group} for group in (scenarios, every))
    return f", {plural(counts.pop(), 'player')}" if len(counts) == 1 < len(all_counts) else ""


def _at_tables(run: RunDirectory, result: Result) -> list[Line]:
    """Return a line for each player at tables where different players meet.

    Where it always meets the same players, the table at which it is one of them belongs to its line, too: a
    curve over what it does has no gap there.
    """
    (ranks, skills), ways = _ranks(run), ways_of(run)
    mixed = [scenario for scenario in sorted(run.line_ups) if len(set(run.names[scenario])) > 1]
    at: dict[tuple[int, str], list[int]] = {}
    for scenario in mixed:
        names = run.line_ups[scenario]
        for player in [names.index(name) for name in dict.fromkeys(names)]:
            at.setdefault((player, names[player]), []).append(scenario)
    found = []
    for (player, name), scenarios in sorted(at.items(), key=lambda entry: (ranks[entry[0][1]], entry[0][0])):
        met = {
            scenario: (*line_up[:player], *line_up[player + 1 :]) for scenario, line_up in run.names.items()
        }
        are_same = len({frozenset(met[scenario]) for scenario in scenarios}) == 1
        against = _against(run, scenarios[0], player) if are_same else ""
        if len(same := {met[scenario] for scenario in scenarios}) == 1:
            like = [other for other in run.alike if run.line_ups[other][player : player + 1] == [name]]
            scenarios = sorted({*scenarios, *(other for other in like if met[other] in same)})
        shown = shown_name(run, name)
        wins = Wins(run, Whose(PLAYER, player).name, result)
        is_only = against == AGAINST_ANOTHER or is_only_of_kind(run, name)
        so = {ways[line_ups_of(run)[scenario][player]].so for scenario in scenarios}
        how = so.pop() if len(so) == 1 else ""  # else it is what is varied
        subject = f"{player_in_short(shown, skills[name], is_only=is_only)}{how}{against}"
        found.append(Line(run, shown, subject, False, wins.at_tables(scenarios), frozenset(scenarios)))
    first = {line.wins.of: line for line in found}
    is_pair = len(found) == len(first) == 2
    if is_pair and (
        all_wins(run, result)[0].rest or _are_opposite(*found)
    ):  # what one gains, the other loses
        return found[:1]
    return found


SHARED = 0.03
"""Up to this share of games that both or none win, two players have opposite results."""


def _are_opposite(one: Line, other: Line) -> bool:
    """Return whether nearly each game that one of two players wins is lost by the other."""
    if one.scenarios != other.scenarios or not one.result.is_share:
        return False
    shares = (one.average([scenario]).value + other.average([scenario]).value for scenario in one.scenarios)
    return all(abs(share - 1) <= SHARED for share in shares)


def _against(run: RunDirectory, scenario: int, player: int) -> str:
    """Return whom a player of a table meets: " against an expert"; " against another" of its kind.

    Of people at several tables nothing is said: who met whom differs from game to game.
    """
    if len(line_ups_of(run)[scenario]) > run.game.max_seats:
        return ""
    skills, ways, met = _ranks(run)[1], ways_of(run), list(line_ups_of(run)[scenario])
    name = ways[met.pop(player)].strategy
    own, said = skill_of(skills[name]), []
    for way in (ways[name] for name in dict.fromkeys(met)):
        other = way.strategy
        is_only = is_only_of_kind(run, other) or plain_name(run, name) == plain_name(run, other)
        who = player_in_short(shown_name(run, other), skills[other], is_only=is_only)
        kind = skill_of(skills[other])
        who = who.replace(kind.one, "another", 1) if kind and kind == own else who
        who = "a random player" if other == RANDOM else who.removeprefix("the player ")
        said.append(f"{who}{way.so}")
    return f" against {listed(said) if len(said) <= MOST_MET else f'{counted(len(said))} others'}"


MOST_MET = 2
"""The most different players that are named as met by another."""


def lines_of_places(run: RunDirectory, result: Result) -> list[Line]:
    """Return a line for each seat, or place in the turn order, of each number of players who are alike."""
    most = max((len(run.line_ups[scenario]) for scenario in run.alike), default=0)
    return [line for number in range(most) for line in _alike(run, result, number, is_split=True)]


def _alike(run: RunDirectory, result: Result, number: int = 0, *, is_split: bool = False) -> list[Line]:
    """Return a line for each player at tables of its like: what a place gives, or what all score.

    With `is_split` there is one for each number of players, however many lines that makes.
    """
    ranks, skills = _ranks(run)
    none = won_by_one(run, result.column) if result.is_share else frozenset()
    by_player: dict[str, list[int]] = {}
    for scenario in sorted(run.alike - none):
        if len(run.line_ups[scenario]) > max(1, number):
            by_player.setdefault(run.line_ups[scenario][0], []).append(scenario)
    found = []
    of = Whose(run.seats_are if result.is_share else PLAYER, number).name
    wins = Wins(run, of, result)
    ranked = sorted(by_player, key=lambda name: ranks[name])
    most = len(run.line_ups) if is_split else len(PALETTE)
    for (name,), count, scenarios in _by_count(run, {(name,): by_player[name] for name in ranked}, most):
        shown = shown_name(run, name)
        is_only = is_only_of_kind(run, name)
        among = Among(count or "several", players_in_short(shown, skills[name], is_only=is_only))
        one = f"the {ORDINALS[number]}" if result.is_share else "each"
        subject = f"{one} of {among.count} {among.many}"
        key = f"{shown}{_with_count(run, scenarios, by_player[name])}"
        found.append(Line(run, key, subject, False, wins.at_tables(scenarios), frozenset(scenarios), among))
    return found
