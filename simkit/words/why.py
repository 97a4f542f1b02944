"""Finds out why a change does nothing for a player, or works against it, from what the tables count.

Of a change that does nothing, the strongest reason is that no game went differently.  Then come those that
say what the player does: it hardly ever does what the rule is about, it keeps what it is given, no game lasts
as long as the rule needs.  If nothing of that is so, it is said how many games went differently, and what
they came to.  Of a change that does something, the reason is the way to lose, or the source of points, that
moves most with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Protocol

import numpy as np
import polars as pl

from simkit.engine.base.columns import END, Column
from simkit.engine.base.rows import Rows
from simkit.engine.contract.knobs import Knobs, why_without_effect
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.language import opening
from simkit.results.claims import Change, Of, Quantity, change_or_nothing
from simkit.results.columns import column_of, game_columns, parts_of, seat_columns
from simkit.results.compared import Pair
from simkit.results.paired import Floats, SideBySide, places_of
from simkit.results.result import Result, total_of
from simkit.run.store.directory import RunDirectory
from simkit.run.store.in_parts import in_step
from simkit.run.store.incomplete import shared_games
from simkit.stats.estimates import (
    NO_BREAK,
    UNKNOWN,
    Estimate,
    is_significant,
    number,
    paired_difference,
    percent,
)
from simkit.stats.whose import GAME
from simkit.words.names import Doer

SELDOM = 0.1
"""What is done less often than this per game is hardly ever done."""

KEPT = 0.8
"""A player that keeps at least this share of what it is given more is said to keep it."""

MUCH_MORE = 1.5
"""How many times as much is much more."""

HARDLY_EVER = 0.05
"""A player that wins less than this share hardly ever wins."""

OFTEN, MOSTLY = 0.5, 0.5
"""By how much per game the best player must do something more often that another hardly ever does, and the
share of games that end in one way above which they mostly do."""

FEW = 0.1
"""A change in at most this share of the games can't do much."""


@dataclass(frozen=True)
class Reason:
    """Why a change does nothing for a player."""

    words: str
    """A clause that can follow a colon: "not one of 10,000 games went differently"."""
    is_certain: bool = False
    """Whether the change has no effect at all in these games."""
    is_known: bool = True
    """Whether it is a reason, and not only a count of games won and lost by the change."""
    touched: float | None = None
    """The share of the games that went differently, if the reason is that these are few."""

    @property
    def kind(self) -> str:
        """The same for reasons that can be said together."""
        return self.words if self.touched is None else TOUCHED


TOUCHED = "of the games went differently"


def together(reasons: Sequence[Reason]) -> str:
    """Return reasons of one kind: those of several changes that touch few games by the largest share."""
    words = list(dict.fromkeys(reason.words for reason in reasons))
    if len(words) == 1:
        return words[0]
    return f"at most {percent(max(reason.touched or 0.0 for reason in reasons))} {TOUCHED}"


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
    try:
        found = next(reasons_for_nothing(InRun(run, pairs, of), is_idle=not changed), "")
    except BadInput:  # made with other rules than today's
        found = ""
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
    return _changed(run, tuple((pair.before, pair.after) for pair in pairs))


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
    every = dict(ways_to_lose(run) if loses else _sources(run, of))
    place = places_of(run, of)
    groups = [[pair.before for pair in pairs], [pair.after for pair in pairs]]
    before, after = ([place[scenario] for scenario in group] for group in groups)
    effects = {what: games.effect(before, after) for what, games in every.items()}
    sign = -np.sign(effect.value) if loses else np.sign(effect.value)
    clear = [
        what
        for what, estimate in effects.items()
        if is_significant(estimate, len(every)) and sign * estimate.value > 0
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


def ways_to_lose(run: RunDirectory) -> Iterator[tuple[tuple[str, str], SideBySide]]:
    """Yield the column and the label of each way to lose, with whether each game ends so."""
    column = next((column for column in game_columns(run) if column.name == END), None)
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
def _changed(run: RunDirectory, pairs: tuple[tuple[int, int], ...]) -> int | None:
    """Return how many games of pairs of scenarios went differently; None with other numbers of players."""
    if any(len(run.line_ups[before]) != len(run.line_ups[after]) for before, after in pairs):
        return None
    scenarios = sorted({scenario for pair in pairs for scenario in pair})
    tables: list[tuple[Any, list[str]]] = [(run.games_in, ["game"])]
    if any(map(run.has_seats, scenarios)):
        tables.append((run.seats_in, ["game", "seat"]))
    sides = pl.LazyFrame(pairs, ["before", "after"], orient="row").with_row_index("pair")
    most_rows = 2 * len(pairs) * max(len(run.line_ups[scenario]) for scenario in scenarios)
    changed = 0
    for numbers in in_step(run, scenarios, most_rows):
        unlike = [
            _unlike(table(scenarios, numbers), sides, ["pair", *keys]).select("pair", "game")
            for table, keys in tables
        ]
        changed += pl.concat(unlike).unique().select(pl.len()).collect().item()
    return changed


def _unlike(rows: pl.LazyFrame, sides: pl.LazyFrame, keys: list[str]) -> pl.LazyFrame:
    """Return the rows, of those that both scenarios of a pair have, that have other values in the second."""
    columns = [name for name in rows.collect_schema() if name not in ("scenario", *keys)]
    before, after = (
        rows.join(sides.select("pair", scenario=side), on="scenario").drop("scenario")
        for side in ("before", "after")
    )
    other = [pl.col(name).to_physical().ne_missing(pl.col(f"{name}_after").to_physical()) for name in columns]
    return before.join(after, on=keys, suffix="_after").filter(pl.any_horizontal(other))


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


class Evidence(Protocol):
    """What games show under some rules, and the same games under others."""

    @property
    def rules(self) -> Sequence[tuple[Knobs, Knobs]]:
        """The rules without the change and with it, of each setting."""

    @property
    def columns(self) -> Sequence[Column]:
        """What is counted in a game."""

    @property
    def own(self) -> Sequence[Column]:
        """What is counted of somebody whose results are meant."""

    @property
    def total(self) -> str:
        """The seats' column of points that is an objective; empty if the game declares none."""

    def mean(self, column: Column) -> float:
        """Return how much of something there is a game, where there is more of it."""

    def longest(self, column: Column) -> int:
        """Return the most of something in any game."""

    def has(self, column: Column, code: int) -> bool:
        """Return whether a code came up in any game."""

    def after_set_up(self) -> tuple[Rows, Rows]:
        """Return what `own` hold in the first game after its set-up, without the change and with it."""

    def values(self, column: Column) -> tuple[Floats, Floats]:
        """Return one of `own` game by game, without the change and with it."""


def reasons_for_nothing(seen: Evidence, *, is_idle: bool) -> Iterator[str]:
    """Yield why a change of rules does nothing, the strongest reason first.

    Parameters
    ----------
    seen : Evidence
        What the games show.
    is_idle : bool
        Whether not one of them went differently.
    """
    before, after = seen.rules[0]
    changed = [name for name in type(before).model_fields if getattr(before, name) != getattr(after, name)]
    for rule in changed:
        if reason := why_without_effect(rule, [knobs for both in seen.rules for knobs in both]):
            yield reason
    for rule in changed:
        if counted := type(before).counted_by.get(rule):
            column = column_of(seen.columns, counted)
            if (mean := seen.mean(column)) < SELDOM:
                yield seldom(column, mean)
    for rule in changed:
        if given := _given(getattr(before, rule), getattr(after, rule)):
            yield from kept(seen, given)
    for rule in changed if is_idle else ():
        yield from _not_reached(seen, rule, (getattr(before, rule), getattr(after, rule)))


def seldom(column: Column, mean: float) -> str:
    """Return how seldom something is counted: "there are only 3 Artificial Tides cast in a hundred games"."""
    if not mean:
        return f"there are no {column.description} in any game"
    games, words = (100, "a hundred") if 100 * mean >= 1 else (1000, "a thousand")
    return f"there are only {games * mean:.0f} {column.description} in {words} games"


def beside(column: Column, mean: float, often: float, better: str) -> str:
    """Return what is counted, beside a better player: "a game has 4.1 cards lost, 1.6 with an expert"."""
    if mean < SELDOM:
        again = "" if 100 * mean >= 1 else "in a hundred "
        return f"{seldom(column, mean)}, {100 * often:,.0f} {again}with {better}"
    games, have = (1, "a game has") if min(mean, often) >= 1 else (100, "a hundred games have")
    own, other = (number(games * value, int(games == 1)) for value in (mean, often))
    return f"{have} {own} {column.description}, {other} with {better}"


@dataclass(frozen=True)
class Lost:
    """Why a player hardly ever wins: what it does not do, that a better one wins no more, how games end."""

    better: str = ""
    """Who it is set beside."""

    column: Column | None = None
    """What it hardly ever does that the better one often does; else what it does much more or less of."""

    mean: float = 0.0
    often: float = 0.0
    """How often a game it does so, and how often the better one does."""

    won: float | None = None
    """The share of games that the better one wins, if that hardly ever wins either."""

    end: str = ""
    """How nearly all its games end: the label of the column that says so."""

    loss: str = ""
    share: float = 0.0
    """What happens then, and in what share of its games."""

    def sentences(self, doer: Doer, rate: str) -> list[str]:
        """Return them in words; none if nothing is known."""
        said = []
        if self.won is not None:
            said.append(f"even {self.better} has a {rate} of only {100 * self.won:.0f}{NO_BREAK}%")
        elif self.column:
            said.append(beside(self.column, self.mean, self.often, self.better))
        if self.loss:
            its = "its" if doer.pronoun == "it" else "their"
            said.append(f"in {100 * self.share:.0f}{NO_BREAK}% of {its} games {self.loss}")
        if not said:
            return []
        verb, _, rest = doer.verb.partition(" ")  # "is rescued"
        hardly = f"{verb} hardly ever {rest}" if rest else f"hardly ever {verb}"
        said[0] = f"{doer.subject} {hardly}: {said[0]}"
        return [f"{opening(words)}." for words in said]


def why_lost(
    counts: Sequence[tuple[Column, float, Estimate]],
    ends: Iterable[tuple[str, str, Estimate]],
    better: str = "",
) -> Lost:
    """Return why a player that hardly ever wins loses.

    Parameters
    ----------
    counts : sequence of (Column, float, Estimate)
        What is counted in games: its mean, and how much higher that of a better player is.
    ends : iterable of (str, str, Estimate)
        The ways to lose: a label, what happens then, and in what share of its games.
    better : str
        What the better player is called.
    """
    clear = [count for count in counts if is_significant(count[2], len(counts)) and _is_told(*count)]
    never = [cause for cause in clear if cause[1] < SELDOM]
    column, mean, lead = max(never or clear, key=lambda cause: _size(*cause), default=(None, 0.0, UNKNOWN))
    mostly = [(label, loss, share.value) for label, loss, share in ends if share.low > MOSTLY]
    label, loss, share = next(iter(mostly), ("", "", 0.0))
    often = mean + lead.value if column else 0.0
    return Lost(better, column, mean, often, end=label, loss=loss, share=share)


def _is_told(column: Column, mean: float, lead: Estimate) -> bool:
    """Return whether a player does much less of something than a better one, or much more."""
    less, more = sorted((mean, mean + lead.value))
    is_count = not column.description.startswith("the ") and ";" not in column.description
    return is_count and 0 <= less and more >= max(OFTEN, MUCH_MORE * less)


def _size(column: Column, mean: float, lead: Estimate) -> float:
    """Return how far a player is from a better one: where it does something, in units of the error."""
    return lead.value if mean < SELDOM else abs(lead.value) / max(lead.high - lead.low, 1e-9)


def _given(before: object, after: object) -> float:
    numbers = [end for end in (before, after) if isinstance(end, int | float) and not isinstance(end, bool)]
    return float(numbers[1] - numbers[0]) if len(numbers) == 2 else 0.0


def kept(seen: Evidence, given: float) -> Iterator[str]:
    """Yield what is left over of what a rule gives more, where it is nearly all of it.

    A column counts what a rule gives if it would hold as much more in a game that ended after the set-up.

    Parameters
    ----------
    seen : Evidence
        What the games show.
    given : float
        How much more the rule gives.
    """
    try:
        before, after = seen.after_set_up()
    except Exception:  # a player is another one today; or the game can't count what no game ends with
        return
    for column in seen.own:
        more = after[column.name] - before[column.name].astype(np.float64)
        if not _is_counted(column) or column.name == seen.total or (more != given).any():
            continue
        means = seen.values(column)
        effect = paired_difference(*means)
        if KEPT * abs(given) <= np.sign(given) * effect.value:
            old, new = (number(float(mean.mean()), 1 if abs(given) >= 1 else 2) for mean in means)
            yield f"what is given is kept, {new} instead of {old} {column.description}"


def _not_reached(seen: Evidence, rule: str, values: tuple[object, object]) -> Iterator[str]:
    """Yield that games end before a rule matters: a limit that none comes to, a turn that none has."""
    ends = next((column for column in seen.columns if column.name == END), None)
    if ends is not None and rule in ends.labels and not seen.has(ends, list(ends.labels).index(rule)):
        yield "no game comes to that limit"
        return
    numbers = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    for column in seen.columns:
        is_about = len(numbers) == 2 and column.unit and _words(rule) & _words(column.name)
        if is_about and (longest := seen.longest(column)) < min(numbers):
            yield f"no game comes to it: the most {column.heading} are {longest:,}"


@dataclass(frozen=True, eq=False)
class InRun:
    """What some pairs of scenarios of a run show of somebody's results (`Evidence`)."""

    run: RunDirectory
    pairs: Sequence[Pair]
    of: str

    @cached_property
    def rules(self) -> Sequence[tuple[Knobs, Knobs]]:
        """The rules of each pair."""
        return [(self.run.rules_of(pair.before), self.run.rules_of(pair.after)) for pair in self.pairs]

    @property
    def columns(self) -> Sequence[Column]:
        """What is counted in a game."""
        return game_columns(self.run)

    @property
    def own(self) -> Sequence[Column]:
        """What is counted of whose results are meant."""
        return self.columns if self.of == GAME.name else seat_columns(self.run)

    @property
    def total(self) -> str:
        """The column of points that is an objective."""
        return total_of(self.run)

    @property
    def _scenarios(self) -> list[int]:
        return sorted({scenario for pair in self.pairs for scenario in (pair.before, pair.after)})

    def mean(self, column: Column) -> float:
        """Return the larger mean."""
        return max(_mean(self.run, column, GAME.name, scenario) for scenario in self._scenarios)

    def longest(self, column: Column) -> int:
        """Return the most in any game."""
        return int(self.run.games_in(self._scenarios).select(pl.col(column.name).max()).collect().item())

    def has(self, column: Column, code: int) -> bool:
        """Return whether a code came up."""
        physical = pl.col(column.name).to_physical()
        return bool(self.run.games_in(self._scenarios).select((physical == code).any()).collect().item())

    def after_set_up(self) -> tuple[Rows, Rows]:
        """Return the outcome after the set-up of the first pair's first game."""
        first = self.pairs[0]
        return after_set_up(
            self.run.match(first.before), self.run.match(first.after), of_game=self.of == GAME.name
        )

    def values(self, column: Column) -> tuple[Floats, Floats]:
        """Return the averages over the pairs, game by game."""
        table, place = SideBySide.read(self.run, column.name, self.of), places_of(self.run, self.of)
        before = table.per_game([place[pair.before] for pair in self.pairs])
        return before, table.per_game([place[pair.after] for pair in self.pairs])


def after_set_up(before: Match, after: Match, *, of_game: bool) -> tuple[Rows, Rows]:
    """Return what the columns of games, or of seats, hold in the first game of matches after its set-up."""
    with np.errstate(all="ignore"):
        first, second = (match.outcome_of(next(match.walk(0, plain=True)).state) for match in (before, after))
    return (first[0], second[0]) if of_game else (first[1], second[1])


def _is_counted(column: Column) -> bool:
    return not column.labels and not column.is_yes_no


def _words(name: str) -> set[str]:
    """Return the words of a name that say what it is about, without the s of a plural."""
    return {word.rstrip("s") for word in re.split(r"[^a-z]+", name.lower()) if len(word) > 3}


def _mean(run: RunDirectory, column: Column, of: str, scenario: int) -> float:
    rows = run.estimates(scenario=scenario, of=of, column=column.name, statistic="mean")
    return float(rows["estimate"][0]) if len(rows) else float("nan")
