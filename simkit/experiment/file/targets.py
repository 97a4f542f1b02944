"""Reads the targets of an experiment: the ranges that a designer wants results to lie in.

::

    targets:
      planner: {won: 0.4 to 0.6, where: {board: A1}}   # a player, in the settings named
      planner: [{won: 0.4 to 0.6, where: {board: A1}}, {won: 0.6 to 0.8, where: {board: C2}}]
      seats: {share: fair +- 0.02}                     # each place in the turn order, or each seat
      seat numbers: {share: fair +- 0.02}              # each seat, whatever the turn order
      turns: 10 to 15                                  # a column of the games: its mean, or its share of yes
      turns: at most 30 in 95 % of games               # the column's own value, in that share of the games
      3 players: {turns: at most 15}                   # any of these, where that number plays
      matrix: {expert: {planner: 55 to 65 %}}          # win rates of pairs, two at a table
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any

from simkit.content.complaints import Problem, quoted
from simkit.content.source import KEY, Place
from simkit.engine.base.columns import Column
from simkit.engine.contract.game import Game
from simkit.errors import unknown
from simkit.experiment.factors import heading, level_in_words
from simkit.experiment.file.players import short_names, strategy_said
from simkit.experiment.target import (
    AT_TABLES,
    BEST,
    FIRST_PLAYER,
    FIRST_SEAT,
    GAMES,
    MATRIX,
    SEATS,
    TURN_ORDER,
    Goal,
    Target,
)
from simkit.experiment.values import Scenario, player_in_words
from simkit.language import value_in_words
from simkit.plugins import names_of_players

SHARE = "share"
"""The word in targets for the share of games that a seat or player wins, whatever the game calls it."""

IN_TURN_ORDER = {SEATS: TURN_ORDER, FIRST_SEAT: FIRST_PLAYER}
"""What words for seats mean in a game that has a column for the turn order."""

WHERE = "where"
"""The key for the settings in which a target holds."""

_NUMBER = r"([+-]?\d+(?:\.\d+)?)\s*(%?)"
_FORMS = {
    "to": re.compile(rf"{_NUMBER}\s+to\s+{_NUMBER}"),
    "at most": re.compile(rf"(?:at most\s|<=)\s*{_NUMBER}"),
    "at least": re.compile(rf"(?:at least\s|>=)\s*{_NUMBER}"),
    "+-": re.compile(rf"{_NUMBER}\s*(?:\+-|±)\s*{_NUMBER}"),
    "fair": re.compile(rf"fair\s*(?:\+-|±)\s*{_NUMBER}"),
}
_ALLOWED = (
    "allowed is a range: 0.4 to 0.6, 40 % to 60 %, at most 15, at least 10, 12 +- 2, or fair +- 0.02; "
    "of single games: at most 30 in 95 % of games"
)
_IN_GAMES = re.compile(r"(.+?)\s+in\s+(?:at least\s+)?(\d+(?:\.\d+)?)\s*%\s+of\s+(?:the\s+)?games")
_QUANTILE = re.compile(r"quantile\s+(0?\.\d+)")
"""A quantile says the same: that of 0.95 is at most 30 where 95 % of the games are."""

RANGE_AT_END = re.compile(
    rf"(?:(?<![\w.])|(?=[<>]))(?:{'|'.join(f'(?:{form.pattern})' for form in _FORMS.values())})\s*$"
)
"""A range at the end of a sentence."""
_COUNT = re.compile(r"(\d+) players?")


@dataclass(frozen=True)
class Narrowed:
    """What the caller sets of an experiment: targets about anything else are left out."""

    settings: Mapping[str, str]
    """Key -> value, in words; none if nothing is set."""

    players: frozenset[str]
    """The players that the experiment names, also those that are left out."""


class _Scope:
    """What an experiment's targets can refer to, and the problems found in them."""

    def __init__(
        self,
        game: Game,
        factors: Iterable[str],
        scenarios: Sequence[Scenario],
        narrowed: Narrowed,
        problems: list[Problem],
    ) -> None:
        self.game, self.scenarios, self.narrowed, self._problems = game, scenarios, narrowed, problems
        references = {player.name: player.strategy for scenario in scenarios for player in scenario.players}
        self.strategies = dict.fromkeys(references)
        self._short = short_names(references.values())
        self.levels: dict[str, Sequence[str]] = {
            factor: list(dict.fromkeys(scenario.levels[factor] for scenario in scenarios))
            for factor in factors
        }
        self.levels |= {key: [value] for key, value in narrowed.settings.items()}
        self.counts = sorted({len(scenario.players) for scenario in scenarios})

    def wrong(self, place: Place, message: str, within: Place = ()) -> None:
        """Add a problem at a place, with the path to it, or to what contains it."""
        path = ".".join(str(key) for key in within or place if key is not KEY)
        self._problems.append((place, f"{path}: {message}"))

    def named(self, word: str) -> str:
        """Return the player that a word means, also by its name in its file, where that is unique."""
        meant = self._short.get(word, ())
        return meant[0] if word not in self.strategies and len(meant) == 1 else word

    def several(self, word: str) -> str:
        """Return why a word names no single player; empty if it names none at all."""
        return f"{word} is here {' and '.join(own)}; name one" if (own := self._short.get(word)) else ""

    def tables(self, where: Mapping[str, Sequence[str]]) -> dict[str, dict[str, None]]:
        """Return, for each player at tables of two with certain levels, its opponents."""
        found: dict[str, dict[str, None]] = {}
        for scenario in self.scenarios:
            if len(scenario.players) != 2:
                continue
            if any(scenario.levels[factor] not in levels for factor, levels in where.items()):
                continue
            first, second = (player_in_words(player.name, player.parameters) for player in scenario.players)
            found.setdefault(first, {})[second] = None
            found.setdefault(second, {})[first] = None
        return found

    @cached_property
    def strategy_of(self) -> dict[str, str]:
        """The strategy of each player in words: "hold_at" of "hold_at (n 25)"."""
        players = (player for scenario in self.scenarios for player in scenario.players)
        return {player_in_words(player.name, player.parameters): player.name for player in players}

    def left_out(self, player: str) -> bool:
        """Return True for a player that the command line may have left out of this run."""
        known = (*names_of_players(self.game.name), *self.narrowed.players)
        return self.is_narrowed and strategy_said(player) in known

    @property
    def is_narrowed(self) -> bool:
        """True if the caller sets anything."""
        return bool(self.narrowed.settings)

    def columns(self, subject: str) -> dict[str, Column]:
        """Return the columns that a target about a subject can name: numbers, and yes or no."""
        own = [] if subject in AT_TABLES else list(self.game.columns)
        if subject not in (GAMES, BEST) and self.counts[-1] > 1:
            own += self.game.seat_columns
        return {column.name: column for column in own if column.unit or column.is_yes_no}


def read_targets(
    data: Any,
    game: Game,
    factors: Iterable[str],
    scenarios: Sequence[Scenario],
    narrowed: Narrowed,
    problems: list[Problem],
) -> tuple[Target, ...]:
    """Read an experiment's targets, `data`; problems are added to `problems`.

    Targets about anything that the command line leaves out of this run are left out too.  `factors` are the
    names of what is varied.
    """
    scope = _Scope(game, factors, scenarios, narrowed, problems)
    return tuple(_read(data, ("targets",), scope, 0))


def _read(data: Any, place: Place, scope: _Scope, players: int) -> Iterator[Target]:
    """Yield the targets of a mapping; `players` is the number of players for which they hold, or 0."""
    if not isinstance(data, dict) or not data:
        message = "allowed is a mapping such as {turns: 10 to 15}"
        scope.wrong(place, f"found {quoted(data or None)}, {message}")
        return
    for name, entry in data.items():
        own, word = (*place, name), scope.named(str(name))
        count = _COUNT.fullmatch(word)
        if count and not players:
            if int(count[1]) not in scope.counts:
                if scope.is_narrowed:
                    continue
                sizes = ", ".join(map(str, scope.counts))
                scope.wrong((*own, KEY), f"here play {sizes}, never {count[1]}")
            else:
                yield from _read(entry, own, scope, int(count[1]))
        elif word in scope.columns(GAMES) and not (isinstance(entry, dict) and word in scope.strategies):
            yield from _ranges({name: entry}, place, GAMES, scope, players)
        elif word == MATRIX:
            if why := _has_no_pairs(scope, players):
                scope.wrong((*own, KEY), why)
            else:
                for one, its_place in _each(entry, own):
                    yield from _matrix(one, its_place, scope)
        elif word in scope.strategies or word in (GAMES, BEST, *AT_TABLES):
            if word in AT_TABLES and scope.counts[-1] < 2:
                why = "one player plays here, and there is none to compare with; set games or best player"
                scope.wrong((*own, KEY), why)
            elif word in (TURN_ORDER, FIRST_PLAYER) and not scope.game.turn_order:
                why = f"{scope.game.title} has no column for the turn order; set seats or seat 1"
                scope.wrong((*own, KEY), why)
            else:
                subject = IN_TURN_ORDER.get(word, word) if scope.game.turn_order else word
                for one, its_place in _each(entry, own):
                    yield from _ranges(one, its_place, subject, scope, players)
        elif not (scope.is_narrowed and word in names_of_players(scope.game.name)):
            numbers = [] if players else [f"{count} players" for count in scope.counts if count > 1]
            known = [*scope.strategies, GAMES, BEST, *AT_TABLES, MATRIX, *numbers, *scope.columns(GAMES)]
            scope.wrong((*own, KEY), scope.several(word) or unknown("target", word, known), place)


def _each(entry: Any, place: Place) -> list[tuple[Any, Place]]:
    if isinstance(entry, list) and entry:
        return [(one, (*place, number)) for number, one in enumerate(entry)]
    return [(entry, place)]


def _ranges(data: Any, place: Place, subject: str, scope: _Scope, players: int) -> Iterator[Target]:
    if not isinstance(data, dict) or not set(data) - {WHERE}:
        message = "allowed is a mapping such as {won: 0.4 to 0.6}"
        scope.wrong(place, f"found {quoted(data or None)}, {message}")
        return
    columns = scope.columns(subject)
    headline = _headline(scope.game)
    where = _where(data[WHERE], (*place, WHERE), scope) if WHERE in data else {}
    if where is None:  # this run plays none of it
        return
    for name, entry in data.items():
        own = (*place, name)
        if name == WHERE:
            continue
        shares = {SHARE: columns[headline]} if headline in columns else {}
        column = (columns | shares).get(str(name))
        if column is None:
            known = [*shares, *columns, WHERE]
            scope.wrong((*own, KEY), unknown("measure", str(name), known), place)
            continue
        try:
            span, in_games = _in_games(entry, column)
            low, high, of_fair = _bounds(span, column)
            if of_fair and in_games:
                raise ValueError("found fair, which is about the share or the mean of all games")
            if of_fair and not (subject != GAMES and _has_fair_share(scope.game, column.name)):
                raise ValueError("found fair, which is the share of one seat or player that can win")
        except ValueError as wrong:
            scope.wrong(own, str(wrong))
            continue
        yield Target(subject, column.name, low, high, of_fair, players, where, in_games=in_games)


def _has_no_pairs(scope: _Scope, players: int) -> str:
    """Return why there can be no matrix; empty if there can."""
    two = "a matrix is about tables of two players"
    if scope.counts[-1] < 2:
        return f"one player plays here, and {two}"
    if players not in (0, 2):
        return two
    if 2 not in scope.counts:
        return f"here play {', '.join(map(str, scope.counts))}, and {two}"
    return (
        "" if _headline(scope.game) else f"{scope.game.title} has no result that one of several players wins"
    )


def _matrix(data: Any, place: Place, scope: _Scope) -> Iterator[Target]:
    """Yield a target with a goal for each pair, unless the command line leaves all of them out."""
    if not isinstance(data, dict) or not set(data) - {WHERE}:
        message = "allowed is a mapping of players to opponents, such as {random: {expert: 0.1 to 0.2}}"
        scope.wrong(place, f"found {quoted(data or None)}, {message}")
        return
    where = _where(data[WHERE], (*place, WHERE), scope) if WHERE in data else {}
    if where is None:
        return
    every, tables = scope.tables({}), scope.tables(where)
    own_levels = [level_in_words(factor, " or ".join(levels)) for factor, levels in where.items()]
    setting = f" with {', '.join(own_levels)}" if own_levels else ""
    column = scope.columns(MATRIX)[_headline(scope.game)]
    goals: list[Goal] = []
    for name, row in data.items():
        own = (*place, name)
        if name == WHERE or not (player := _named(str(name), every, own, scope)):
            continue
        if not isinstance(row, dict) or not row:
            message = "allowed is a mapping of opponents to ranges such as {random: 0.8 to 0.9}"
            scope.wrong(own, f"found {quoted(row or None)}, {message}")
            continue
        for other, entry in row.items():
            its_place = (*own, other)
            opponent = _named(str(other), every, its_place, scope)
            if not opponent:
                continue
            if why := _not_played(player, opponent, tables, setting):
                if not (scope.is_narrowed and player != opponent):
                    scope.wrong((*its_place, KEY), why, own)
                continue
            if any((goal.player, goal.opponent) == (player, opponent) for goal in goals):
                message = f"{player} against {opponent} has two ranges; keep one"
                scope.wrong((*its_place, KEY), message, own)
                continue
            try:
                goals.append(Goal(player, opponent, *_two_ends(entry, column)))
            except ValueError as wrong:
                scope.wrong(its_place, str(wrong))
    if goals:
        yield Target(MATRIX, column.name, -inf, inf, where=where, goals=tuple(goals))


def _named(word: str, players: Iterable[str], place: Place, scope: _Scope) -> str:
    """Return the player that a word means: by all that is set, or by the strategy if it plays in one way."""
    known, word = list(players), scope.named(word)
    if word in known:
        return word
    ways = [player for player in known if scope.strategy_of[player] == word]
    if len(ways) == 1:
        return ways[0]
    if ways:
        message = f"{word} plays here as {', '.join(ways)}; name one"
    elif scope.left_out(word):
        return ""
    else:
        message = scope.several(word) or unknown("player", word, known)
    scope.wrong((*place, KEY), message, place[:-1])
    return ""


def _not_played(player: str, opponent: str, tables: Mapping[str, Iterable[str]], setting: str) -> str:
    """Return why a pair can't be judged; empty if a scenario plays it."""
    if player == opponent:
        return f"{player} against itself wins the fair share; name another player"
    met = list(tables.get(player, ()))
    if opponent in met:
        return ""
    others = f"{player} plays with {', '.join(met)}" if met else f"{player} plays at no such table"
    return f"no scenario has a table of {player} and {opponent}{setting}; {others}"


def _two_ends(entry: Any, column: Column) -> tuple[float, float, bool]:
    """Return the bounds of a range in a matrix, and whether they are distances from the fair share."""
    low, high, of_fair = _bounds(entry, column)
    if inf in (-low, high):
        ends = "such as 0.8 to 1: the distance is measured from its middle"
        raise ValueError(f"found '{entry}', allowed in a matrix is a range with two ends, {ends}")
    return low, high, of_fair


def _headline(game: Game) -> str:
    """Return the column of what one of several players wins; empty if there is none."""
    return next((o.column for o in game.objectives if _is_shared_by_one(game, o.column)), "")


def _has_fair_share(game: Game, column: str) -> bool:
    """Return True for columns that one seat can win, and for seats' points, whose mean is fair."""
    points = any(
        o.column == column and o.of == "seat" and not game.column_of(o).is_yes_no for o in game.objectives
    )
    return points or _is_shared_by_one(game, column)


def _is_shared_by_one(game: Game, column: str) -> bool:
    return any(
        o.column == column and o.of == "seat" and o.shared == "one" and game.column_of(o).is_yes_no
        for o in game.objectives
    )


def _in_games(entry: Any, column: Column) -> tuple[Any, float]:
    """Return a range, and in which share of games a value is to lie in it; 0 if it is that of the mean."""
    if isinstance(entry, dict) and len(entry) == 1:
        ((key, span),) = entry.items()
        if (found := _QUANTILE.fullmatch(str(key))) and isinstance(span, str):
            quantile, text = float(found[1]), span.strip()
            of_form = [form for form in ("at most", "at least") if _FORMS[form].fullmatch(text)]
            if not of_form or quantile <= 0:
                raise ValueError(f"{key}: found '{text}', allowed is at most or at least, such as at most 30")
            share = round(quantile if of_form == ["at most"] else 1 - quantile, 12)
            return _of_single_games(text, share, column)
    found = _IN_GAMES.fullmatch(entry.strip()) if isinstance(entry, str) else None
    return _of_single_games(found[1], float(found[2]) / 100, column) if found else (entry, 0.0)


def _of_single_games(span: str, share: float, column: Column) -> tuple[str, float]:
    if column.is_yes_no:
        raise ValueError(
            f"found a range of single games, and {column.name} is yes or no: allowed is its share"
        )
    if not 0 < share < 1:
        raise ValueError(f"found {100 * share:g} % of games, allowed is more than 0 and less than 100 %")
    return span, share


def _bounds(entry: Any, column: Column) -> tuple[float, float, bool]:
    """Return the bounds of a range, and whether they are distances from the fair share."""
    text = entry.strip() if isinstance(entry, str) else ""
    form, found = next(((form, m) for form, one in _FORMS.items() if (m := one.fullmatch(text))), ("", None))
    if found is None:
        raise ValueError(f"found {quoted(entry)}, {_ALLOWED}")
    groups = found.groups()
    pairs = list(zip(groups[::2], groups[1::2], strict=True))
    if len(pairs) == 2 and pairs[1][1] and float(pairs[0][0]) > 1:  # "40 to 60 %": one sign is for both
        pairs[0] = (pairs[0][0], pairs[1][1])
    numbers = [_number(*pair, column) for pair in pairs]
    if form in ("+-", "fair") and numbers[-1] <= 0:
        raise ValueError(f"found '{text}', allowed is more than 0 after +-")
    if form == "fair":
        return -numbers[0], numbers[0], True
    low, high = {
        "to": lambda: (numbers[0], numbers[-1]),
        "at most": lambda: (-inf, numbers[0]),
        "at least": lambda: (numbers[0], inf),
        "+-": lambda: (numbers[0] - numbers[-1], numbers[0] + numbers[-1]),
    }[form]()
    if low >= high:
        raise ValueError(f"found '{text}', allowed is from the smaller to the larger")
    return low, high, False


def _number(digits: str, percent: str, column: Column) -> float:
    """Return one end of a range; for a column of yes or no it is a share."""
    value = float(digits)
    if not column.is_yes_no:
        if percent:
            raise ValueError(f"found {digits} %, but {column.name} is not a share: allowed is a number")
        return value
    if percent:
        value = round(value / 100, 12)
    if not 0 <= value <= 1:
        raise ValueError(f"found {digits}{percent}, allowed is a share from 0 to 1, or in %: 0.4 or 40 %")
    return value


def _where(data: Any, place: Place, scope: _Scope) -> dict[str, tuple[str, ...]] | None:
    """Return the levels, by factor, for which a target holds; None if the command line leaves them out."""
    if not isinstance(data, dict):
        message = "allowed is a mapping of factors to their levels, such as {board: A1}"
        scope.wrong(place, f"found {quoted(data)}, {message}")
        return {}
    factors = {name: name for name in scope.levels} | {heading(name): name for name in scope.levels}
    found: dict[str, tuple[str, ...]] = {}
    for name, entry in data.items():
        if name not in factors:
            known = dict.fromkeys(heading(factor) for factor in scope.levels)
            message = unknown("factor", str(name), known) if known else "nothing is varied here"
            scope.wrong((*place, name, KEY), message, place)
            continue
        levels = scope.levels[factors[name]]
        wanted = [value_in_words(value) for value in (entry if isinstance(entry, list) else [entry])]
        if (set_to := scope.narrowed.settings.get(factors[name])) is not None:
            if set_to not in wanted:
                return None
            continue
        for word in wanted:
            if word not in levels:
                message = unknown(f"level of {name}", word, levels)
                scope.wrong((*place, name), message, place)
        found[factors[name]] = tuple(wanted)
    return found
