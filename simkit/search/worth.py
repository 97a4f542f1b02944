"""Measures what kinds of moves, cards and components are worth: the same games with and without each.

A player does without a kind of move, while all else stays as it is; a card stays in the deck without its
text, or leaves it; a rule that can be switched off, or set to nothing, is.  Game n has the same chance with
and without, so that what is left out alone makes the difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from pydantic import ValidationError

from simkit.engine.base.columns import END, Column, stopped_code
from simkit.engine.base.events import DECIDED
from simkit.engine.contract.composed import restricted
from simkit.engine.contract.content import GameContent, Item, validated
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import PLAYERS, Knobs, why_without_effect
from simkit.engine.contract.objectives import Objective
from simkit.engine.contract.player import Player
from simkit.engine.contract.strategy import Strategy
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.experiment.factors import COMPONENT
from simkit.experiment.values import Experiment, Scenario
from simkit.language import value_in_words
from simkit.plugins import find_strategy, ranked_by_ladders
from simkit.run.findings.alike import points_of
from simkit.run.findings.ceiling import changed_rules, is_contested
from simkit.run.findings.ladder import objective_of
from simkit.run.games import seated
from simkit.run.work.rehearsal import prepare
from simkit.run.work.workers import HERE, Where, in_batches, play_all
from simkit.search.steps import NO_RULES
from simkit.stats.estimates import Estimate, mean_of, paired_difference, unit_of, widened, wilson

Group = Literal["moves", "cards", "components"]

GROUPS: tuple[Group, ...] = ("moves", "cards", "components")
"""What can be left out."""

AT_ONCE = 512
"""Games per piece of work: their events are held in memory until they are counted."""

TEXT = "do"
"""The key of a card's text."""

MOST_ENTRIES = 12
"""The most entries of a printed list that are left out one by one."""

MOST_MEMBERS = 40
"""The most members of a set that are left out one by one."""

MANY = 0.1
"""With a larger share of games that are stopped unfinished, a worth says little."""

MEASURED = "the player measured"
"""The name of that player among others of the same strategy: it sits at the same seats in all games."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Thing:
    """Something that is left out."""

    group: Group
    name: str
    """The kind of move, or one answer of a kind that is a yes or no; the card, by section and id; the rule,
    or what a file calls the component."""

    words: str
    """What it is called, with what happens to it where that is not plain."""

    game: Game
    knobs: Knobs
    """What is played without it."""

    number: int = -1
    """Of a kind of move, or of a card among those that events name; -1 for none."""


@dataclass(frozen=True)
class MeasuredWorth:
    """What something is worth to a player."""

    thing: Thing
    player: str
    measured: Column
    change: Estimate
    """The mean result with it minus that without it, for a loss of points the other way round."""

    games_changed: int
    """In how many games any result of any player came out differently."""

    uses: float | None
    """How often it is used in a game; None if no event tells."""

    is_forced: bool = False
    """Whether it was used as often by a player that avoids it: nothing else was allowed."""

    stopped: float = 0.0
    """The share of games that were stopped unfinished without it, beyond those that are with it."""

    @property
    def never_ends(self) -> bool:
        """True if more than `MANY` of the games had no end without it: its worth says little."""
        return self.stopped > MANY

    @property
    def is_unused(self) -> bool:
        """True if it was not used in any game."""
        return self.uses == 0

    @property
    def never_mattered(self) -> bool:
        """True if it was used, or may have been, and no result changed."""
        return not self.games_changed and not self.is_unused and not self.is_forced


@dataclass(frozen=True)
class MeasuredWorths:
    """What everything is worth to some players."""

    skills: Mapping[str, str]
    """The players, the strongest first where that is known, with the kind of person that each models."""

    results: Mapping[str, Estimate]
    """What each comes to with everything."""

    measured: Column
    worths: Sequence[MeasuredWorth]
    """For each player and thing."""

    games: int
    kept: Sequence[str]
    """Cards that the game can't be without."""

    is_ranked: bool = False
    """Whether a ladder says that the players stand in the order of their strength."""

    @cached_property
    def comparisons(self) -> int:
        """How many things were left out, for each player."""
        return len({(worth.thing.group, worth.thing.name) for worth in self.worths})

    def of(self, player: str, group: str = "") -> list[MeasuredWorth]:
        """Return what things are worth to a player, what is worth most first."""
        worths = [one for one in self.worths if one.player == player and group in ("", one.thing.group)]
        return sorted(worths, key=lambda one: -abs(one.change.value))

    def change(self, worth: MeasuredWorth) -> Estimate:
        """Return a change with its interval widened for the number of things left out."""
        wide = widened(worth.change, self.comparisons)
        if not worth.measured.is_yes_no:
            return wide
        return replace(wide, low=max(wide.low, -1.0), high=min(wide.high, 1.0))

    def is_clear(self, worth: MeasuredWorth) -> bool:
        """Return True if a change is beyond chance, allowing for the number of things left out."""
        wide = self.change(worth)
        return bool(np.isfinite(wide.low) and (wide.low > 0 or wide.high < 0))

    def gains(self, player: str, group: str) -> list[MeasuredWorth]:
        """Return what is clearly worth something to a player, what is worth most first."""
        return [
            worth
            for worth in self.of(player, group)
            if worth.games_changed
            and not worth.never_ends
            and self.is_clear(worth)
            and worth.change.value > 0
        ]

    def leading(self, player: str, group: str) -> list[MeasuredWorth]:
        """Return those of the gains than which no other one is clearly larger."""
        gains = self.gains(player, group)
        return [worth for worth in gains if self.change(worth).high >= self.change(gains[0]).low]

    def users(self, worth: MeasuredWorth) -> list[str]:
        """Return the players that use a thing."""
        same = (worth.thing.group, worth.thing.name)
        return [one.player for one in self.worths if (one.thing.group, one.thing.name) == same and one.uses]

    def only_experts_use(self, worth: MeasuredWorth) -> bool:
        """Return True if the strongest players, at most half of all, use a kind of move, and no others."""
        users, players = self.users(worth), list(self.skills)
        if worth.is_forced:
            return False
        is_rare = self.is_ranked and 0 < 2 * len(users) <= len(players)
        return worth.thing.group == "moves" and is_rare and users == players[: len(users)]


# ---- what can be left out


def things_of(experiment: Experiment, groups: Sequence[Group]) -> tuple[list[Thing], list[str]]:
    """Return what can be left out of an experiment's first scenario, and the cards that can't be."""
    game, knobs = experiment.game, experiment.scenarios[0].knobs
    found: list[Thing] = []
    kept: list[str] = []
    if "moves" in groups:
        for kind in game.moves:
            names = kind.answers or (kind.name,)
            found += [Thing("moves", name, name, game, knobs, kind.number) for name in names]
    if "cards" in groups and game.content is not None:
        found += _cards(game, knobs, kept)
    if "components" in groups:
        found += _varied(experiment) if COMPONENT in experiment.factors else _rules(game, knobs)
    return found, kept


def count_things(experiment: Experiment, groups: Sequence[Group]) -> int:
    """Return about how many things can be left out, without looking whether the rules allow it."""
    game = experiment.game
    of_cards = game.content.items() if "cards" in groups and game.content is not None else ()
    rules = type(experiment.scenarios[0].knobs).model_fields if "components" in groups else ()
    moves = things_of(experiment, ("moves",))[0] if "moves" in groups else ()
    return len(moves) + sum(1 for _ in of_cards) + len(rules)


def _varied(experiment: Experiment) -> Iterator[Thing]:
    """Yield the components that an experiment varies, all else as in its first scenario."""
    first, *others = experiment.scenarios
    for scenario in others:
        if {**scenario.levels, COMPONENT: ""} == {**first.levels, COMPONENT: ""}:
            label = scenario.levels[COMPONENT]
            yield Thing("components", label, label, experiment.game, scenario.knobs)


def _rules(game: Game, knobs: Knobs) -> Iterator[Thing]:
    """Yield the rules that can be set to nothing, and the members of sets and of lists that are printed."""
    model = type(knobs)
    printed = model.printed(game.content) if game.content is not None else {}
    cards = {section for section, _, _ in game.content.items()} if game.content is not None else set()
    for name in model.model_fields:
        if name in NO_RULES or name in cards or name == PLAYERS or why_without_effect(name, [knobs]):
            continue
        for words, value in _without(name, getattr(knobs, name), is_printed=name in printed):
            with suppress(ValidationError, BadInput):
                changed = model.model_validate({**dict(knobs), name: value})
                if changed != knobs:
                    game.rules_under(changed)
                    yield Thing("components", words, words, game, changed)


def _without(name: str, value: Any, *, is_printed: bool) -> Iterator[tuple[str, Any]]:
    """Yield values of a rule without something, each with what is left out in words."""
    if value is True:
        yield f"{name} (off)", False
    elif isinstance(value, int) and value > 0:
        yield f"{name} (0 for {value})", 0
    elif isinstance(value, frozenset) and 0 < len(value) <= MOST_MEMBERS:
        for member in sorted(value):
            yield f"{name} without {value_in_words(member)}", value - {member}
    elif is_printed and isinstance(value, tuple) and len(value) <= MOST_ENTRIES:
        for place, entry in enumerate(value):
            if isinstance(entry, int) and entry > 0:
                yield f"{name}, no. {place + 1} (0 for {entry})", (*value[:place], 0, *value[place + 1 :])


def _cards(game: Game, knobs: Knobs, kept: list[str]) -> Iterator[Thing]:
    """Yield the cards that can be blank or can leave the game; the others go to `kept`."""
    assert game.content is not None
    numbers = _numbers_of(game)
    chosen = changed_rules(knobs)
    for section, id_, item in game.content.items():
        title = game.content.title(section, id_, item)
        if isinstance(in_use := getattr(knobs, section, None), frozenset):
            if not why_without_effect(section, [knobs]):
                yield from _out_of_set(game, knobs, section, id_, in_use, kept)
            continue
        if not isinstance(getattr(game.content, section), Mapping) or not is_card(item):
            continue
        for content in _contents_without(game.content, section, id_, item):
            with suppress(Exception):  # a game's own code may count on every card that is printed
                without = game.with_content(content)
                changed = without.knobs.model_validate(chosen)
                without.rules_under(changed)
                number = numbers.get((section, id_), -1)
                yield Thing("cards", f"{section}.{id_}", title, without, changed, number)
                break
        else:
            kept.append(title)


def _out_of_set(
    game: Game, knobs: Knobs, section: str, id_: str, in_use: frozenset[Any], kept: list[str]
) -> Iterator[Thing]:
    """Yield a card that a rule of the section's name may leave out."""
    for member in (member for member in in_use if str(member) == id_):
        words = f"{section.removesuffix('s').replace('_', ' ')} {id_}"
        try:
            changed = type(knobs).model_validate({**dict(knobs), section: in_use - {member}})
            game.rules_under(changed)
        except (ValidationError, BadInput):
            kept.append(words)
        else:
            yield Thing("cards", f"{section}.{id_}", words, game, changed)


def is_card(item: Item) -> bool:
    """Return True for a thing of the box with a text, or with a number of copies."""
    return isinstance(item.model_dump().get(TEXT), (list, tuple)) or bool(item.how_many)


def _contents_without(content: GameContent, section: str, id_: str, item: Item) -> Iterator[GameContent]:
    """Yield the content without a card: with its text blank, else without its copies, else without it.

    A blank card keeps its place in the deck, so that all others come as they do with it.
    """
    data = content.as_data()
    printed = data[section][id_]
    blank = {section: {**data[section], id_: {**printed, TEXT: []}}}
    if printed.get(TEXT):
        # Cards to which its text alone led are then never met, which is no problem here.
        with suppress(ValidationError):
            yield type(content).model_validate({**data, **blank})
    copies = [key for key, value in printed.items() if item.how_many and value == item.how_many]
    for changed in (*({**printed, key: 0} for key in copies), None):
        items = {**data[section], id_: changed} if changed else {**data[section]}
        if changed is None:
            del items[id_]
        found, problems = validated(type(content), {**data, section: items})
        if found is not None and not problems:
            yield found


def _numbers_of(game: Game) -> dict[tuple[str, str], int]:
    """Return a number for each card that an event may name."""
    assert game.content is not None
    sections = {name for kind in game.events for field in kind.fields for name in field.of}
    return {place: number for number, place in enumerate(game.content.ids(sorted(sections)))}


# ---- what it is worth


def measure_worth(
    experiment: Experiment,
    line_ups: Sequence[tuple[Player, ...]],
    things: Sequence[Thing],
    *,
    skills: Mapping[str, str],
    kept: Sequence[str] = (),
    workers: Where = HERE,
) -> MeasuredWorths:
    """Play an experiment's games with and without each of some things.

    * `experiment`: its first scenario's rules, its seed and its number of games.
    * `line_ups`: for each player that is measured the table: first that player, then the others.
    * `skills`: the players, the strongest first, and what each models.
    * `kept`: what can't be left out, for the answer.
    """
    first = experiment.scenarios[0]
    worths, results = [], {}
    scenarios = tuple(replace(first, players=line_up) for line_up in line_ups)
    players = _strategies(experiment, scenarios)
    if not all(experiment.game.proves(*player.functions) for player in players):
        prepare(replace(experiment, scenarios=scenarios))  # others are rehearsed first
    for scenario in scenarios:
        table = _Table(experiment, scenario, workers)
        results[table.player] = table.result
        for number, thing in enumerate(things, 1):
            worths.append(table.worth(thing))
            workers.listener.played(f"{table.player}, with and without each", number, len(things))
    measured = experiment.game.column_of(objective_of(experiment.game))
    ranked = ranked_by_ladders(experiment.game.name)
    is_ranked = all(name in ranked for name in skills)
    return MeasuredWorths(skills, results, measured, worths, experiment.games, kept, is_ranked)


def _strategies(experiment: Experiment, scenarios: Sequence[Scenario]) -> Iterator[Strategy]:
    for reference in {player.strategy for scenario in scenarios for player in scenario.players}:
        yield find_strategy(experiment.game.name, reference, experiment.folder)


@dataclass(frozen=True)
class _Games:
    """The results of some games: of those measured in each game, and all objectives of all seats."""

    own: Mapping[str, Floats]
    every: npt.NDArray[Any]
    stopped: float


@dataclass(frozen=True)
class _Table:
    """A table at which one player is measured, the first of its line-up."""

    experiment: Experiment
    scenario: Scenario
    workers: Where

    @property
    def player(self) -> str:
        """The player that is measured."""
        return self.scenario.players[0].name

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.scenario.players)

    @cached_property
    def is_contested(self) -> bool:
        """Whether players compete, so that one of them does without a kind of move, and not all."""
        return is_contested(self.experiment.game, self.seats)

    @cached_property
    def objective(self) -> Objective:
        """What the player plays for."""
        return objective_of(self.experiment.game)

    @cached_property
    def shared(self) -> Objective:
        """What is compared where all lack the same: points, if all play alike and win as often anyway."""
        alike = len(set(map(repr, self.scenario.players))) == 1
        points = points_of(self.experiment.game)
        return points if self.is_contested and alike and points else self.objective

    @property
    def measured(self) -> tuple[int, ...]:
        """The players whose result counts: all of that name, or the first where players compete."""
        named = tuple(i for i, player in enumerate(self.scenario.players) if player.name == self.player)
        return named[:1] if self.is_contested else named

    @cached_property
    def before(self) -> _Games:
        """The games with everything."""
        return self._play(self._match())

    @cached_property
    def result(self) -> Estimate:
        """What the player comes to with everything."""
        return _mean(self.before.own[self.objective.column], self.experiment.game.column_of(self.objective))

    @cached_property
    def uses(self) -> Counter[tuple[str, int]]:
        """How often each kind of move and each card is used in all games."""
        return self._count(self._match())

    def _match(self, thing: Thing | None = None) -> Match:
        """Return the match with everything, or without something.

        The player that is measured has a name of its own in all of them, and so the same seats.
        """
        game, knobs = self.experiment.game, self.scenario.knobs
        changed = thing if thing and thing.group != "moves" else None
        left_out = [thing.name] if thing and thing.group == "moves" else []
        strategies = []
        for place, player in enumerate(self.scenario.players):
            strategy = find_strategy(game.name, player.strategy, self.experiment.folder)
            if place in self.measured:
                strategy = replace(restricted(strategy, game, left_out), name=MEASURED)
            strategies.append(strategy)
        parameters = tuple(player.parameters for player in self.scenario.players)
        return Match(
            changed.game if changed else game,
            changed.knobs if changed else knobs,
            tuple(strategies),
            parameters,
            self.experiment.seed,
        )

    def _play(self, match: Match) -> _Games:
        played = play_all(self.workers, match, range(self.experiment.games))
        is_measured = np.isin(played.seated, self.measured)
        columns: dict[str, Floats] = {}
        every = []
        for objective in (*self.experiment.game.objectives, self.objective):
            values = played.values(objective.column, of_seats=objective.of == "seat").astype(np.float64)
            every.append(values.reshape(len(played), -1))
            if objective.of == "seat" and objective == self.shared and objective != self.objective:
                values = values.mean(axis=1)
            elif objective.of == "seat":
                values = (values * is_measured).sum(axis=1) / is_measured.sum(axis=1)
            columns[objective.column] = values
        stopped = float(np.mean(played.rows[END] == stopped_code(match.game.columns)))
        return _Games(columns, np.concatenate(every, axis=1), stopped)

    def _count(self, match: Match) -> Counter[tuple[str, int]]:
        """Return how often those measured chose each kind of move, and how often events named each card."""
        found: Counter[tuple[str, int]] = Counter()
        shared = match, self.measured, _naming(match.game)
        for part in in_batches(self.workers, count_uses, shared, range(self.experiment.games), AT_ONCE):
            found += part
        return found

    def worth(self, thing: Thing) -> MeasuredWorth:
        """Return what a thing is worth to the player."""
        match = self._match(thing)
        without = self._play(match)
        objective = self.objective if thing.group == "moves" else self.shared
        column = self.experiment.game.column_of(objective)
        before, after = self.before.own[objective.column], without.own[objective.column]
        if objective.better == "less":
            before, after = after, before
        change = paired_difference(after, before, unit=unit_of(column.is_yes_no).of_changes)
        changed = int((self.before.every != without.every).any(axis=1).sum())
        times = self.uses[thing.group, thing.number] if thing.number >= 0 else None
        is_answer = thing.group == "moves" and thing.name not in {kind.name for kind in match.game.moves}
        is_forced = False
        if thing.group == "moves" and times and not changed and not is_answer:
            is_forced = self._count(match)["moves", thing.number] == times
        # Events tell how often the question was answered, not how often so.
        uses = None if times is None or (is_answer and times) else times / self.experiment.games
        stopped = without.stopped - self.before.stopped
        return MeasuredWorth(thing, self.player, column, change, changed, uses, is_forced, stopped)


def count_uses(
    match: Match, measured: tuple[int, ...], naming: list[tuple[int, int, list[int]]], some: range
) -> Counter[tuple[str, int]]:
    """Return how often some players chose each kind of move in some games, and events named each card."""
    events: Any = match.log(some)[0]
    counted: Counter[tuple[str, int]] = Counter()
    kinds = events["event"]["kind"]
    decided = events[kinds == DECIDED]
    players = seated(match, decided["game"])[np.arange(len(decided)), decided["seat"]]
    mine = np.isin(players, measured)
    chosen = decided["event"]["numbers"][mine, 0]
    for number, times in zip(*np.unique(chosen, return_counts=True), strict=True):
        counted["moves", int(number)] += int(times)
    for kind, place, cards in naming:
        values = events["event"]["numbers"][kinds == kind, place]
        for number, times in zip(*np.unique(values, return_counts=True), strict=True):
            if 0 <= number < len(cards):
                counted["cards", cards[number]] += int(times)
    return counted


def _naming(game: Game) -> list[tuple[int, int, list[int]]]:
    """Return the kind, the place and the cards' numbers of each event field that names cards."""
    if game.content is None:
        return []
    numbers = _numbers_of(game)
    return [
        (kind.number, place, [numbers[card] for card in game.content.ids(field.of)])
        for kind in game.events
        for place, field in enumerate(kind.fields)
        if field.of
    ]


def _mean(values: Floats, column: Column) -> Estimate:
    if column.is_yes_no and np.isin(values, (0, 1)).all():
        return wilson(int(values.sum()), len(values))
    return mean_of(values)


def table_of(scenario: Scenario, player: Player) -> tuple[Player, ...]:
    """Return the players of a scenario with one of them first."""
    others = list(scenario.players)
    others.remove(player)
    return (player, *others)
