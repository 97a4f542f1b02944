"""Measures the traits of a game by which games are set beside each other: the same for every game.

A trait is a number with its interval.  Luck, tension, the ladder, and what things are worth are measured by
what measures them elsewhere, too.  What is new here is read from games of one table: how long they are, who
begins, how many options decisions have, how different two games are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf

import numpy as np
import numpy.typing as npt
import polars as pl

from simkit.engine.contract.game import Game
from simkit.engine.contract.objectives import measure_in_words
from simkit.engine.contract.skills import SKILLS, skill_of
from simkit.engine.play.match import Match
from simkit.experiment.values import Experiment
from simkit.language import NOBODY
from simkit.run.findings.ceiling import is_contested
from simkit.run.findings.ladder import LadderSetting
from simkit.run.findings.minutes import minutes_of
from simkit.run.games import Games
from simkit.run.store.events import DECISION, MOVER, kinds_of_events, what_happened
from simkit.run.work.workers import HERE, Where, in_batches
from simkit.search.luck import Luck, PairOfPlayers
from simkit.search.steps import NO_RULES
from simkit.search.tension import Tension
from simkit.search.worth import GROUPS, MeasuredWorth, MeasuredWorths, is_card
from simkit.stats.distributions import Distributions
from simkit.stats.estimates import (
    NUMBER,
    Estimate,
    mean_change,
    mean_of,
    quantiles,
    unit_of,
    widened,
)
from simkit.stats.tally import Tally
from simkit.stats.variety import chance_alike, mean_distance
from simkit.stats.weight import product_of, weight_of
from simkit.stats.whose import PLACE

ENDS = (0.05, 0.95)
"""The quantiles between which nine games in ten lie."""

OPENING = 3
"""The first decisions by which it is told whether two games begin alike."""

FOLLOWED = 12
"""How many decisions of two games are compared until they part."""

OPENED = 200
"""The most games whose decisions are compared: they are walked through move by move."""

AT_ONCE = 25
"""Games of one piece of work."""

ALONE, TOGETHER, TWO_PLAYERS, NO_CHANCE, NO_GOAL, NO_CHOICE, NEVER, NOTHING_OUT, NONE_CLEAR = (
    "alone", "together", "two_players", "no_chance", "no_goal", "no_choice", "never", "nothing_out",
    "none_clear",
)  # fmt: skip
"""Why a trait can't be measured: one plays alone, or all win together; there are too few players; nothing is
random, nothing is played for, nothing is ever chosen; it never happened; nothing can be left out ..."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Trait:
    """A number of a game that every game has, or why this one has none."""

    name: str
    """Which: a key of `simkit.words.asked.portrait.LABELS`."""

    found: Estimate | None = None
    of: str = ""
    """What or whose it is, where several have one: a component, a skill; or what it is counted in."""

    than: str = ""
    """What or whom it is compared with."""

    beside: Mapping[str, Estimate] = field(default_factory=dict)
    """Further numbers about the same, by what they are."""

    measured: str = ""
    where: str = ""
    """Of a rung of the ladder, what is measured, and at which setting, in words."""

    is_less: bool = False
    """Whether less of it is better."""

    why: str = ""
    """Why nothing was found."""

    def is_better_than(self, other: Trait) -> bool:
        """Return whether it is better than the same of another player."""
        assert self.found and other.found
        apart = self.found.value - other.found.value
        return apart < 0 if self.is_less else apart > 0


def missing(why: str, *names: str) -> list[Trait]:
    """Return traits that can't be measured, and why."""
    return [Trait(name, why=why) for name in names]


# ---- what games of one table show


@dataclass(frozen=True)
class SeenGames:
    """Games of one match: what came of them, and their decisions."""

    games: Games
    decisions: pl.DataFrame
    """One row per decision among several moves, in order: scenario, game, turn, `MOVER`, move, options."""

    openings: Sequence[tuple[object, ...]]
    """The first decisions of some of the games, each as the kind of move and its fields."""

    @property
    def match(self) -> Match:
        """What was played."""
        return self.games.match

    @cached_property
    def lengths(self) -> Floats:
        """How long each game was, in what the game counts length in, else in turns."""
        column = self.match.game.length_column
        if column is not None:
            return self.games.values(column.name, of_seats=False).astype(np.float64)
        turns = self.decisions.group_by("game").agg(pl.col("turn").max())
        return self.per_game(turns, "turn")

    def per_game(self, frame: pl.DataFrame, column: str) -> Floats:
        """Return a number of each game, in order; 0 for games that the frame does not have."""
        found = dict(frame.select("game", column).iter_rows())
        return np.array([found.get(number, 0) for number in self.games.numbers], np.float64)


def see_games(match: Match, games: int, *, workers: Where = HERE) -> SeenGames:
    """Play games of a match and return what they show; the same for any number of workers."""
    match.compile(logged=True)
    parts = in_batches(workers, see_some, (match,), range(games), AT_ONCE, "games of one table")
    played, decided, openings = zip(*parts, strict=True)
    return SeenGames(
        Games.joined(played), pl.concat(decided), [opening for part in openings for opening in part]
    )


def see_some(match: Match, some: range) -> tuple[Games, pl.DataFrame, list[tuple[object, ...]]]:
    """Return what some games of a match show."""
    happened = what_happened({0: match}, {0: some})
    kinds = [kind.name for kind in kinds_of_events(match.game)]
    rows = happened.rows[happened.rows["kind"] == kinds.index(DECISION)]
    numbers = happened.keys["game"][happened.rows["kind"] == kinds.index(DECISION)]
    decided = pl.DataFrame(
        {
            "scenario": np.zeros(len(rows), np.int64),
            "game": numbers.astype(np.int64),
            "turn": rows["turn"].astype(np.int64),
            MOVER: rows[MOVER].astype(np.int64),
            "move": rows["a"].astype(np.int64),
            "options": rows["b"].astype(np.int64),
        }
    )
    return Games.play(match, some), decided, [opening_of(match, game) for game in some if game < OPENED]


def opening_of(match: Match, number: int) -> tuple[object, ...]:
    """Return the first decisions of a game: of each the seat, the kind of move, and its own fields."""
    kinds = {kind.number: kind for kind in match.game.moves}
    found: list[object] = []
    for step in match.walk(number):
        if step.seat == NOBODY or step.move is None:
            continue
        kind = kinds[int(step.move.kind)]
        found.append((step.seat, kind.number, *(int(step.move[part.name]) for part in kind.fields)))
        if len(found) == FOLLOWED:
            break
    return tuple(found)


def traits_of_length(seen: SeenGames, seconds: Mapping[str, float]) -> Iterator[Trait]:
    """Yield how long games are: in turns or rounds, in minutes; and the longest wait."""
    game = seen.match.game
    column = game.length_column
    unit = column.unit if column and column.unit else "turns"
    yield Trait("length", _counted(mean_of(seen.lengths), unit), unit, beside=_spread(seen.lengths))
    if seen.decisions.is_empty():
        yield from missing(NO_CHOICE, "minutes", "wait")
        return
    found = minutes_of(seen.decisions.lazy(), game, seconds)
    minutes = seen.per_game(found, "minutes")
    yield Trait("minutes", _counted(mean_of(minutes), "minutes"), "minutes", beside=_spread(minutes))
    if len(seen.match.strategies) == 1:
        yield from missing(ALONE, "wait")
    else:
        yield Trait("wait", _counted(mean_of(seen.per_game(found, "wait")), "minutes"), "minutes")


def _counted(found: Estimate, unit: str) -> Estimate:
    return replace(found, low=max(found.low, 0.0)).counted(f" {unit}")


def _spread(values: Floats) -> dict[str, Estimate]:
    """Return the ends between which nine games in ten lie, each with its interval."""
    every = Distributions.of_one(0, Tally.of(values))
    return dict(zip(("low", "high"), (quantiles(every, q)[0] for q in ENDS), strict=True))


def traits_of_seats(games: Games) -> Iterator[Trait]:
    """Yield how much better than the mean of the table who begins does, and the seat furthest from it."""
    game, seats = games.match.game, len(games.match.strategies)
    names = "begins", "furthest_seat"
    if not game.objectives:
        yield from missing(NO_GOAL, *names)
    elif not is_contested(game, seats):
        yield from missing(ALONE if seats == 1 else TOGETHER, *names)
    else:
        ahead, is_order = _ahead_by_place(games)
        unit = unit_of(game.column_of(game.objectives[0]).is_yes_no).of_changes
        found = [mean_of(place, unit) for place in ahead.T]
        said = "place" if is_order else "seat"
        yield Trait("begins", found[0], said)
        furthest = max(range(seats), key=lambda place: abs(found[place].value))
        yield Trait("furthest_seat", widened(found[furthest], seats), f"{said} {furthest + 1}")


def _ahead_by_place(games: Games) -> tuple[Floats, bool]:
    """Return by how much each place does better than the mean of its table, shape (games, places).

    The places are those of the turn order, where a game tells it (then True is returned as well), else seats.
    """
    goal, seats = games.match.game.objectives[0], len(games.match.strategies)
    values = games.values(goal.column, of_seats=True).astype(np.float64)
    values = values if goal.better == "more" else -values
    place = games.whose.get(PLACE)
    if place is not None:
        at = np.empty_like(values)
        np.put_along_axis(at, place.reshape(-1, seats), values, axis=1)
        values = at
    return values - values.mean(axis=1, keepdims=True), place is not None


def traits_of_decisions(seen: SeenGames) -> Iterator[Trait]:
    """Yield how many decisions a player has in a game, and how many options a decision."""
    if seen.decisions.is_empty():
        yield from missing(NO_CHOICE, "decisions", "options")
        return
    found = seen.decisions.group_by("game").agg(count=pl.len(), options=pl.col("options").sum())
    counts, options = seen.per_game(found, "count"), seen.per_game(found, "options")
    yield Trait("decisions", _least(mean_of(counts / len(seen.match.strategies)), 0.0))
    every = seen.decisions["options"]
    if every.min() == every.max():
        yield Trait("options", _whole(int(every[0]), len(counts)))
    else:
        yield Trait("options", _least(mean_change(options, counts, unit=NUMBER, most=inf), 2.0))


def _least(found: Estimate, least: float) -> Estimate:
    return replace(found, low=max(found.low, least))


def traits_of_variety(seen: SeenGames) -> Iterator[Trait]:
    """Yield how different two games are: how they begin, when they part, how they end."""
    if not any(seen.openings):
        yield from missing(NO_CHOICE, "alike", "parts")
    else:
        firsts = [opening[:OPENING] for opening in seen.openings]
        yield Trait("alike", chance_alike(firsts))
        after = zip(seen.openings, [*seen.openings[1:], *seen.openings[:1]], strict=True)
        parted = np.array([in_common(one, other) + 1 for one, other in after], np.float64)
        yield Trait("parts", _least(mean_of(parted), 1.0))
    column = seen.match.game.length_column
    unit = column.unit if column and column.unit else "turns"
    yield Trait("length_apart", _counted(mean_distance(seen.lengths), unit), unit)
    yield from _results_apart(seen.games)


def in_common(one: Sequence[object], other: Sequence[object]) -> int:
    """Return how many first entries two sequences have in common.

    >>> in_common("abcd", "abxd")
    2
    """
    return next(
        (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )


def _results_apart(games: Games) -> Iterator[Trait]:
    """Yield how often two games end otherwise, or by how many points they differ."""
    game, seats = games.match.game, len(games.match.strategies)
    if not game.objectives:
        yield from missing(NO_GOAL, "results_apart")
        return
    goal = game.objectives[0]
    column, of_seats = game.column_of(goal), goal.of == "seat"
    if column.is_yes_no:
        rows = games.values(goal.column, of_seats=of_seats).reshape(len(games), -1)
        alike = chance_alike([row.tobytes() for row in rows.astype(np.bool_)])
        other = replace(alike, value=1 - alike.value, low=1 - alike.high, high=1 - alike.low)
        yield Trait("results_apart", other, "winner" if is_contested(game, seats) else "result")
    else:
        values = games.means(goal.column, of_seats=of_seats)
        yield Trait("results_apart", mean_distance(values), column.heading)


# ---- luck and tension


def traits_of_luck(found: Luck) -> Iterator[Trait]:
    """Yield what chance and players decide, which chance most, and how surely the better one wins."""
    shares = found.split.shares
    of = "" if found.column.is_yes_no else found.column.heading
    yield from (Trait(name, shares[name], of) for name in ("chance", "player", "choice"))
    yield _kind_of_chance(found)
    first, last = found.players[0], found.players[-1]
    yield _pair("best_and_weakest", found, (first, last))
    if len(found.players) > 2:
        yield _pair("best_and_next", found, found.players[:2])
    else:
        yield from missing(TWO_PLAYERS, "best_and_next")


def _kind_of_chance(found: Luck) -> Trait:
    """Return the kind of chance that decides most, where one clearly does."""
    if not found.kinds or not found.kinds[0][1].kinds:
        return Trait("kind_of_chance", why=NO_CHANCE)
    chances = found.kinds[0][1]
    leader = chances.leader or chances.undecided[0]
    others = [kind for kind in chances.kinds if kind is not leader]
    than = "" if not others else "others" if chances.leader else "open"
    return Trait("kind_of_chance", leader.in_all, leader.words, than)


def _pair(name: str, found: Luck, players: Sequence[str]) -> Trait:
    pair = next(pair for pair in found.pairs if {pair.better, pair.other} == {*players})
    return Trait(name, pair.ahead, pair.better, pair.other, beside={"behind": pair.behind, "lead": pair.lead})


OF_TENSION = {
    "decided": "decided", "lead_changes": "lead_changes", "comebacks": "comebacks", "forced": "forced",
    "clear": "clear", "best_move": "worth",
}  # fmt: skip
"""Traits that are numbers of the tension of games, by their names there."""


def traits_of_tension(found: Tension, measured: str) -> Iterator[Trait]:
    """Yield when games are decided, how they turn, and how many choices matter.

    `measured`: what moves are valued by, in words.
    """
    units = {"decided": found.unit, "forced": found.unit_of_choices, "best_move": measured}
    for name, own in OF_TENSION.items():
        value: Estimate | None = getattr(found, own)
        is_known = value is not None and np.isfinite(value.value)
        why = "" if is_known else NEVER if name == "comebacks" else NO_CHOICE
        yield Trait(name, value if is_known else None, units.get(name, ""), why=why)
    idle = found.idle
    if np.isfinite(idle.value):
        mattering = replace(idle, value=1 - idle.value, low=1 - idle.high, high=1 - idle.low)
        yield Trait("matter", mattering)
    else:
        yield from missing(NO_CHOICE, "matter")


TENSE = (*OF_TENSION, "matter")
"""All traits that the tension of games gives."""


# ---- the ladder, strategies


def best_of_each_skill(results: Mapping[str, Estimate], skills: Mapping[str, str]) -> dict[str, str]:
    """Return the strongest player of each skill, from the least skill to the most; those without one last.

    * `results`: of players, the strongest first.
    * `skills`: the kind of person that each models.
    """
    order = {skill.name: place for place, skill in enumerate(SKILLS)}
    found: dict[str, str] = {}
    for name in results:
        skill = skill_of(skills.get(name, ""))
        found.setdefault(skill.name if skill else name, name)
    weakest_first = list(found.items())[::-1]
    return dict(sorted(weakest_first, key=lambda of: order.get(of[0], len(order))))


def traits_of_ladder(setting: LadderSetting, rungs: Mapping[str, tuple[str, Estimate]]) -> Iterator[Trait]:
    """Yield the rungs of a ladder.

    * `setting`: where they were measured.
    * `rungs`: by skill, the least first: the player, by name or in words, and what it comes to.
    """
    for skill, (player, result) in rungs.items():
        yield Trait(
            "rung",
            result,
            skill,
            player,
            measured=setting.measured,
            where=setting.setting,
            is_less=setting.sign < 0,
        )


def traits_of_strategies(found: Luck, seats: int) -> Iterator[Trait]:
    """Yield how many strategies may be the best, how many survive, and how far ahead the best one is.

    `seats`: how many play.
    """
    count, may_be = len(found.players), found.may_be_best
    many = _whole(count, found.games)
    near = Estimate(len(may_be), 1.0, float(len(may_be)), found.games, "comparison with the best")
    yield Trait("may_be_best", near, may_be[0], beside={"of": many})
    survival = found.survival
    if survival is None:
        met = any(len(pair.blocks) for pair in found.pairs)
        yield from missing(TWO_PLAYERS if met else ALONE if seats == 1 else TOGETHER, "survive")
    else:
        sizes = sorted((len(alive), often) for alive, often in survival.outcomes.items())
        sums, ends = np.cumsum([often for _, often in sizes]), []
        for q in (0.025, 0.975):
            ends.append(float(sizes[min(int(np.searchsorted(sums, q)), len(sizes) - 1)][0]))
        alive = len(survival.alive)
        low, high = min(ends[0], alive), max(ends[1], alive)
        yield Trait("survive", Estimate(alive, low, high, found.games, "bootstrap"), beside={"of": many})
    pair = nearest_to(found, may_be[0])
    lead = widened(pair.led_by(may_be[0]), count - 1)
    other = pair.other if pair.better == may_be[0] else pair.better
    yield Trait("dominates", lead, may_be[0], other, beside={"of": many})


def nearest_to(found: Luck, best: str) -> PairOfPlayers:
    """Return the pair in which a player is least ahead of another."""
    own = [pair for pair in found.pairs if best in (pair.better, pair.other)]
    return min(own, key=lambda pair: pair.led_by(best).value)


def _whole(count: int, n: int = 1) -> Estimate:
    """Return a number that is counted, not measured."""
    return Estimate(float(count), float(count), float(count), n, "counted")


# ---- components


def traits_of_worth(found: MeasuredWorths) -> Iterator[Trait]:
    """Yield what is worth most to the strongest player, how much is worth something, and what is idle."""
    player = next(iter(found.skills))
    every = found.of(player)
    for group in GROUPS:
        name, gains = f"worth_{group}", found.gains(player, group)
        if gains:
            words = gains[0].thing.words.replace("_", " ")
            yield Trait(name, found.change(gains[0]), words, measure_in_words(gains[0].measured))
        else:
            is_there = any(worth.thing.group == group for worth in every)
            yield Trait(name, why=NONE_CLEAR if is_there else NOTHING_OUT)
    many = _whole(len(every), found.games)
    clear = sum(_is_clear(found, worth) for worth in every)
    least = Estimate(clear, clear, len(every), found.games, "significant")
    yield Trait("worth_something", least, beside={"of": many})
    idle = sum(not worth.games_changed for worth in every)
    yield Trait("idle", replace(least, value=idle, low=0.0, high=idle), beside={"of": many})


def _is_clear(found: MeasuredWorths, worth: MeasuredWorth) -> bool:
    return bool(worth.games_changed) and not worth.never_ends and found.is_clear(worth)


# ---- weight


def rules_and_cards(experiment: Experiment) -> Estimate:
    """Return how many rules a game has that can be set, and different cards."""
    game: Game = experiment.game
    rules = sum(name not in NO_RULES for name in game.knobs.model_fields)
    cards = sum(is_card(item) for _, _, item in game.content.items()) if game.content is not None else 0
    return _whole(rules + cards)


def traits_of_weight(experiment: Experiment, known: Mapping[str, Trait]) -> Iterator[Trait]:
    """Yield the weight of a game and the numbers that it is made of, of which some are known already."""
    parts = {"rules": rules_and_cards(experiment), "kinds": _whole(len(experiment.game.moves))}
    yield from (Trait(name, found) for name, found in parts.items())
    lacks = [name for name in ("options", "decisions", "matter") if known[name].found is None]
    if lacks:
        yield from missing(known[lacks[0]].why, "mattering", "weight")
        return
    options, decisions, matter = (known[name].found for name in ("options", "decisions", "matter"))
    assert options and decisions and matter
    mattering = product_of(decisions, matter)
    yield Trait("mattering", mattering)
    yield Trait("weight", weight_of([*parts.values(), options, mattering]))
