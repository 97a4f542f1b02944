"""Finds out why a change does nothing for a player, or works against it, from what the tables count.

Of a change that does nothing, the strongest reason is that no game went differently.  Then come those that
say what the player does: it hardly ever does what the rule is about, it keeps what it is given, no game lasts
as long as the rule needs.  If nothing of that is so, it is said how many games went differently, and what
they came to.  Of a change that does something, the reason is the way to lose, or the source of points, that
moves most with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import polars as pl

from simkit.engine.base.columns import END, Column
from simkit.engine.base.rows import Rows
from simkit.engine.contract.knobs import Knobs, why_without_effect
from simkit.errors import BadInput
from simkit.language import listed
from simkit.results.claims import Change, Claim, Level, Of, Quantity, Truth, change_or_nothing
from simkit.results.columns import column_of, game_columns, parts_of, seat_columns
from simkit.results.compared import Pair
from simkit.results.paired import SideBySide, places_of
from simkit.results.result import Result, total_of
from simkit.results.scenarios import rules_by_scenario
from simkit.run.store.directory import RunDirectory
from simkit.run.store.incomplete import shared_games
from simkit.stats.estimates import Estimate, is_significant, number, paired_difference, percent
from simkit.stats.whose import GAME

SELDOM = 0.1
"""What is done less often than this per game is hardly ever done."""

KEPT = 0.8
"""A player that keeps at least this share of what it is given more is said to keep it."""

OFTEN, MOSTLY = 0.5, 0.5
"""By how much per game the best player must do something more often that another hardly ever does, and the
share of games that end in one way above which they mostly do."""

FEW = 0.1
"""A change in at most this share of the games can't do much."""


@dataclass(frozen=True)
class Reason:
    """Why a change does nothing for a player.

    Parameters
    ----------
    words : str
        A clause that can follow a colon: "not one of 10,000 games went differently".
    is_certain : bool
        Whether the change has no effect at all in these games.
    is_known : bool
        Whether it is a reason, and not only a count of games won and lost by the change.
    touched : float, optional
        The share of the games that went differently, if the reason is that these are few.
    """

    words: str
    is_certain: bool = False
    is_known: bool = True
    touched: float | None = None

    @property
    def kind(self) -> str:
        """The same for reasons that can be said together."""
        return self.words if self.touched is None else TOUCHED


TOUCHED = "of the games went differently"


def together(reasons: Sequence[Reason]) -> str:
    """Return reasons of one kind: those of several changes that touch few games by the largest share."""
    words = list(dict.fromkeys(own.words for own in reasons))
    if len(words) == 1:
        return words[0]
    return f"at most {percent(max(own.touched or 0.0 for own in reasons))} {TOUCHED}"


def why_nothing(run: RunDirectory, pairs: Sequence[Pair], of: str, result: Result) -> Reason | None:
    """Return why a change does nothing for a player; None if the tables do not say.

    Parameters
    ----------
    run : RunDirectory
        A finished run.
    pairs : sequence of Pair
        The scenarios without the change and with it.
    of : str
        Whose results are meant, as a run's summary says it: "game", "player 0", "place 0".
    result : Result
        What is won.
    """
    changed = games_changed(run, pairs)
    if changed is None:
        return None
    games = sum(games_of_both(run, pair) for pair in pairs)
    found = next(_of_rules(run, pairs, of, is_idle=not changed), "")
    if not changed:
        words = f"not one of {games:,} games went differently"
        return Reason(f"{words}; {found}" if found else words, is_certain=True)
    if found:
        return Reason(found)
    if changed <= FEW * games:
        return Reason(f"only {percent(changed / games)} {TOUCHED}", touched=changed / games)
    if result.is_share:
        return Reason(_balance(run, pairs, of, result), is_known=False)
    return None


def games_changed(run: RunDirectory, pairs: Sequence[Pair]) -> int | None:
    """Return how many games of some pairs of scenarios go differently; None with other numbers of players."""
    counts = [_changed(run, pair.before, pair.after) for pair in pairs]
    known = [own for own in counts if own is not None]
    return sum(known) if len(known) == len(counts) else None


def why_so(
    run: RunDirectory, pairs: Sequence[Pair], of: str, result: Result, effect: Estimate
) -> Change | None:
    """Return the way to lose, or the source of points, that moves most with an effect; None if none does.

    Parameters
    ----------
    run, pairs, of, result
        As `why_nothing` takes them.
    effect : Estimate
        What the change does to the result.
    """
    loses = result.is_share and of == GAME.name
    every = dict(_ways_to_lose(run) if loses else _sources(run, of))
    place = places_of(run, of)
    groups = [[pair.before for pair in pairs], [pair.after for pair in pairs]]
    before, after = ([place[scenario] for scenario in group] for group in groups)
    effects = {what: games.effect(before, after) for what, games in every.items()}
    sign = -np.sign(effect.value) if loses else np.sign(effect.value)
    clear = [
        what for what, own in effects.items() if is_significant(own, len(every)) and sign * own.value > 0
    ]
    most = max(clear, key=lambda what: abs(effects[what].value), default=None)
    if most is None:
        return None
    column, label = most
    old, new = (Of(column, tuple(group), of, label) for group in groups)
    levels = [
        Quantity(every[most].average(at), of, is_alone=True) for at, of in ((before, old), (after, new))
    ]
    found = change_or_nothing(Quantity(effects[most], new - old), levels, len(every))
    return found if isinstance(found, Change) else None


def _ways_to_lose(run: RunDirectory) -> Iterator[tuple[tuple[str, str], SideBySide]]:
    """Yield the column and the label of each way to lose, with whether each game ends so."""
    column = next((own for own in game_columns(run) if own.name == END), None)
    if column is None:
        return
    losses = [label for label, look in column.looks.items() if look.loss]
    if not losses:
        return
    ends = SideBySide.read(run, END)
    for label in losses:
        yield (END, label), ends.that_are(list(column.labels).index(label))


def _sources(run: RunDirectory, of: str) -> Iterator[tuple[tuple[str, str], SideBySide]]:
    """Yield the column of each source of points, with how many come from there in each game."""
    if of != GAME.name:
        for name in parts_of(seat_columns(run), total_of(run)):
            yield (name, ""), SideBySide.read(run, name, of)


def games_of_both(run: RunDirectory, pair: Pair) -> int:
    """Return how many games both scenarios of a pair have."""
    return shared_games(run.numbers(pair.before), run.numbers(pair.after))


@lru_cache(maxsize=256)
def _changed(run: RunDirectory, before: int, after: int) -> int | None:
    """Return how many games that two scenarios have went differently; None with other numbers of players."""
    if len(run.line_ups[before]) != len(run.line_ups[after]):
        return None
    tables: list[tuple[Any, tuple[str, ...]]] = [(run.games_in, ("game",))]
    if run.has_seats(before) and run.has_seats(after):
        tables.append((run.seats_in, ("game", "seat")))
    differ: set[int] = set()
    for table, keys in tables:
        numbers = [run.games_in([scenario]).select("game") for scenario in (after, before)]
        one, other = (
            table([scenario]).join(there, on="game", how="semi").drop("scenario").sort(keys).collect()
            for scenario, there in zip((before, after), numbers, strict=True)
        )
        if one.columns != other.columns or len(one) != len(other):
            return None
        unlike = pl.Series(np.zeros(len(one), dtype=np.bool_))
        for name in one.columns:
            unlike |= one[name].to_physical().ne_missing(other[name].to_physical())
        differ |= set(one["game"].filter(unlike).to_list())
    return len(differ)


def _balance(run: RunDirectory, pairs: Sequence[Pair], of: str, result: Result) -> str:
    """Return in how many games the change makes a win of a loss, and the other way round."""
    place = places_of(run, of)
    won = SideBySide.read(run, result.column, of).values
    gained = lost = 0
    for pair in pairs:
        before, after = won[place[pair.before]], won[place[pair.after]]
        gained += int((after & ~before).sum())
        lost += int((before & ~after).sum())
    return f"{gained:,} games are won by it and {lost:,} lost"


def _of_rules(run: RunDirectory, pairs: Sequence[Pair], of: str, *, is_idle: bool) -> Iterator[str]:
    """Yield reasons from the rules that differ, the strongest first."""
    try:
        rules = rules_by_scenario(run)
    except BadInput:  # made with other rules than today's
        return
    first = pairs[0]
    before, after = rules[first.before], rules[first.after]
    changed = [name for name in type(before).model_fields if getattr(before, name) != getattr(after, name)]
    for rule in changed:
        both = [rules[scenario] for pair in pairs for scenario in (pair.before, pair.after)]
        if reason := why_without_effect(rule, both):
            yield reason

    def most(column: Column) -> float:
        return max(_mean(run, column, GAME.name, own) for pair in pairs for own in (pair.before, pair.after))

    yield from hardly_done(type(before), changed, game_columns(run), most)
    for rule in changed:
        given = _given(getattr(before, rule), getattr(after, rule))
        if given:
            yield from kept(run, given, pairs, of)
    if is_idle:
        for rule in changed:
            yield from _not_reached(run, rule, (getattr(before, rule), getattr(after, rule)), pairs)


def hardly_done(
    rules: type[Knobs], changed: Iterable[str], columns: Sequence[Column], most: Callable[[Column], float]
) -> Iterator[str]:
    """Yield that what a changed rule is about is hardly ever done.

    Parameters
    ----------
    rules : type of Knobs
        They say which column counts what a rule is about.
    changed : iterable of str
        The rules that differ.
    columns : sequence of Column
        The columns of games.
    most : callable
        Returns the larger mean of a column, of the games before the change and after it.
    """
    for rule in changed:
        if counted := rules.counted_by.get(rule):
            column = column_of(columns, counted)
            if (mean := most(column)) < SELDOM:
                yield seldom(column, mean)


def seldom(column: Column, mean: float) -> str:
    """Return how seldom something is counted: "there are only 3 Artificial Tides cast in a hundred games"."""
    if not mean:
        return f"there are no {column.description} in any game"
    games, words = (100, "a hundred") if 100 * mean >= 1 else (1000, "a thousand")
    return f"there are only {games * mean:.0f} {column.description} in {words} games"


def why_lost(run: RunDirectory, own: Of, best: Of, better: str) -> tuple[str, list[Claim]]:
    """Return what a player that hardly ever wins does not do, and how its games end; empty if nothing shows.

    The words have the claims that they make beside them.

    Parameters
    ----------
    own, best : Of
        Its results, and those of the best player.
    better : str
        What the best player is called.
    """
    games = own.whose == GAME.name
    truth, found = Truth(run), list[tuple[float, float, Column]]()
    columns = [own for own in (game_columns(run) if games else seat_columns(run)) if own.unit]
    for column in columns:
        mine, other = (replace(of, column=column.name) for of in (own, best))
        lead, mean = truth.value(other - mine), truth.average(mine).value
        if 0 <= mean < SELDOM and lead.value >= OFTEN and is_significant(lead, len(columns)):
            found.append((mean + lead.value, mean, column))
    said, claims = [], list[Claim]()
    if found:
        often, mean, column = max(found, key=lambda entry: entry[0])
        said.append(f"{seldom(column, mean)}, {100 * often:.0f} in a hundred with {better}")
        claims.append(Change(replace(best, column=column.name) - replace(own, column=column.name)))
    for (name, label), ends in _ways_to_lose(run) if games else ():
        share = ends.average([places_of(run, own.whose)[at] for at in own.scenarios])
        if share.low > MOSTLY:
            look = column_of(game_columns(run), name).looks[label]
            said.append(f"in {percent(share.value)} of its games {look.loss}")
            of = replace(own, column=name, label=label)
            claims.append(Level(quantities=(Quantity(share, of, is_alone=True),)))
    return (listed(said) if said else ""), claims


def _given(before: object, after: object) -> float:
    numbers = [own for own in (before, after) if isinstance(own, int | float) and not isinstance(own, bool)]
    return float(numbers[1] - numbers[0]) if len(numbers) == 2 else 0.0


def kept(run: RunDirectory, given: float, pairs: Sequence[Pair], of: str) -> Iterator[str]:
    """Yield what is left over of what a rule gives more, where it is nearly all of it.

    A column counts what a rule gives if it would hold as much more in a game that ended after the set-up.

    Parameters
    ----------
    given : float
        How much more the rule gives.
    run, pairs, of
        As `why_nothing` takes them.
    """
    try:
        before, after = (_after_set_up(run, own) for own in (pairs[0].before, pairs[0].after))
    except Exception:  # a player is another one today; or the game can't count what no game ends with
        return
    of_seats = int(of != GAME.name)
    place = places_of(run, of)
    for column in seat_columns(run) if of_seats else game_columns(run):
        more = after[of_seats][column.name] - before[of_seats][column.name].astype(np.float64)
        if not _is_counted(column) or column.name == total_of(run) or (more != given).any():
            continue
        table = SideBySide.read(run, column.name, of)
        groups = [
            [place[own] for own in group]
            for group in ([own.before for own in pairs], [own.after for own in pairs])
        ]
        means = [table.per_game(group) for group in groups]
        effect = paired_difference(means[0], means[1])
        if KEPT * abs(given) <= np.sign(given) * effect.value:
            old, new = (number(float(own.mean()), 1 if abs(given) >= 1 else 2) for own in means)
            yield f"what is given is kept, {new} instead of {old} {column.description}"


def _after_set_up(run: RunDirectory, scenario: int) -> tuple[Rows, Rows]:
    """Return what the outcome columns of a scenario's first game hold after its set-up."""
    match = run.match(scenario)
    with np.errstate(all="ignore"):
        return match.outcome_of(next(match.walk(0, plain=True)).state)


def _not_reached(
    run: RunDirectory, rule: str, values: tuple[object, object], pairs: Sequence[Pair]
) -> Iterator[str]:
    """Yield that games end before a rule matters: a limit that none comes to, a turn that none has."""
    scenarios = sorted({own for pair in pairs for own in (pair.before, pair.after)})
    ends = next((own for own in game_columns(run) if own.name == END), None)
    if ends is not None and rule in ends.labels:
        code = list(ends.labels).index(rule)
        physical = pl.col(END).to_physical()
        if not run.games_in(scenarios).select((physical == code).any()).collect().item():
            yield "no game comes to that limit"
            return
    numbers = [own for own in values if isinstance(own, int) and not isinstance(own, bool)]
    for column in game_columns(run):
        if len(numbers) == 2 and column.unit and _words(rule) & _words(column.name):
            longest = run.games_in(scenarios).select(pl.col(column.name).max()).collect().item()
            if longest < min(numbers):
                yield f"no game comes to it: the most {column.heading} are {longest:,}"


def _is_counted(column: Column) -> bool:
    return not column.labels and not column.is_yes_no


def _words(name: str) -> set[str]:
    """Return the words of a name that say what it is about, without the s of a plural."""
    return {own.rstrip("s") for own in re.split(r"[^a-z]+", name.lower()) if len(own) > 3}


def _mean(run: RunDirectory, column: Column, of: str, scenario: int) -> float:
    rows = run.estimates(scenario=scenario, of=of, column=column.name, statistic="mean")
    return float(rows["estimate"][0]) if len(rows) else float("nan")
