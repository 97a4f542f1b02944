"""The answer of the page: a sentence, key figures against the rules at the start, pictures, all results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import floor, isfinite, log10
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.engine.base.columns import END, Column, Look
from simkit.engine.base.rows import Rows
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import Knobs, why_without_effect
from simkit.engine.contract.objectives import WON, Objective, measure_in_words
from simkit.engine.contract.player import NOISE, OVERLOOKS, Player
from simkit.engine.contract.skills import skill_of
from simkit.experiment.factors import Vocabulary
from simkit.experiment.values import player_in_words
from simkit.language import opening, plural, value_in_words
from simkit.page.controls import Data
from simkit.page.games import GamesSoFar, Values
from simkit.page.setting import LiveSetting
from simkit.results.columns import label_in_words, parts_of
from simkit.results.line_ups import way_in_words
from simkit.results.players import player_in_short
from simkit.run.findings.comparison import ChangeOfResult, Difference, change_between
from simkit.stats.distributions import Distributions
from simkit.stats.estimates import Estimate, is_significant, means, paired_difference, percent, wilson
from simkit.stats.summary import Key
from simkit.stats.whose import GAME, PLACE, PLAYER, SEAT, Whose
from simkit.words.differences import FEW, ends_of, joint, moves, result_in_words, unmoved, with_differences
from simkit.words.names import Doer
from simkit.words.why import FEW as FEW_TOUCHED
from simkit.words.why import HARDLY_EVER, TOUCHED, Lost, after_set_up, reasons_for_nothing, why_lost

MOST_KEYS = 4

MOST_BARS = 40
"""The most bars of a picture; of more values some share a bar."""


@dataclass(frozen=True)
class LiveAnswer:
    """What a setting comes to, beside the rules at the start."""

    setting: LiveSetting
    games: GamesSoFar
    before: GamesSoFar | None
    """The games under the rules at the start; None if the setting changes no rule."""

    count: int
    """Of how many games, the same for both."""

    best: GamesSoFar | None = None
    """Where the player hardly ever wins: games of the best one that the game ships with."""

    @cached_property
    def _values(self) -> Values:
        return self.games.values(self.count)

    @cached_property
    def _earlier(self) -> Values:
        return self.before.values(self.count) if self.before else {}

    def in_short(self) -> Data:
        """Return what is shown while it plays."""
        keys = [self._key_figure(key) for key in self._main_keys]
        return {"games": self.count, "sentences": self.sentences(), "keys": keys, "charts": self._charts()}

    def whole(self) -> Data:
        """Return what is shown in the end: all of it."""
        return {**self.in_short(), "results": self._results(), **self._effects()}

    def row(self) -> Data:
        """Return the main result, for the list of what was tried."""
        if self._main is None:
            return {"result": "", "change": ""}
        found = self._key_figure(self._main)
        return {"result": found["value"], "change": found.get("change", ""), "measure": found["meaning"]}

    @cached_property
    def _objective(self) -> Objective | None:
        """The most important objective that these games have."""
        seats = bool(self.games.match.seat_columns)
        return next(
            (objective for objective in self._game.objectives if objective.of == "game" or seats), None
        )

    @property
    def _game(self) -> Game:
        return self.games.match.game

    @cached_property
    def _main_keys(self) -> list[Key]:
        """The columns of the key figures: the objective of each that differs, and how long a game lasts."""
        found: list[Key] = []
        others = self._game.objectives if self.games.is_alike else ()
        for objective in (self._objective, *others):
            if objective and (objective.of == "game" or self.games.match.seat_columns):
                found += [key for key in self._of(objective) if key not in found]
        length = self._game.length_column
        lengths = [(GAME, length.name)] if length and (GAME, length.name) not in found else []
        return [*found[: MOST_KEYS - len(lengths)], *lengths]

    def _of(self, objective: Objective) -> list[Key]:
        """Return an objective of the game, of its players, or of the first seat where all are alike."""
        if objective.of == "game":
            return [(GAME, objective.column)]
        if self.games.is_alike:
            return [(Whose(self.games.seats_are, 0), objective.column)]
        players = range(len(self.games.match.strategies))
        return [(Whose(PLAYER, number), objective.column) for number in players]

    @cached_property
    def _main(self) -> Key | None:
        return self._of(self._objective)[0] if self._objective else None

    def _column(self, key: Key) -> Column:
        columns = self._game.columns if key[0] == GAME else self._game.seat_columns
        return next(column for column in columns if column.name == key[1])

    def estimate(self, key: Key, *, earlier: bool = False) -> Estimate:
        """Return the share of yes, or the mean, of a column, as the summary of a run has it."""
        values = self._earlier if earlier else self._values
        return estimate_of(values[key], share=self._column(key).is_yes_no)

    def _change(self, key: Key, level: str = "") -> ChangeOfResult:
        """Return how much a column, or the share of one of its labels, changes."""
        column = self._column(key)
        first, second = (_of_level(values[key], column, level) for values in (self._earlier, self._values))
        return change_between(first, second, column.name, key[0], level)

    def _key_figure(self, key: Key) -> Data:
        column = self._column(key)
        found = self.estimate(key)
        of = self._whose(key)
        figure: Data = {
            "column": key[1],
            "of": key[0].name,
            "estimate": found.value,
            "low": _number(found.low),
            "high": _number(found.high),
            "n": found.n,
            "value": f"{found:alone}",
            "interval": f"{found}",
            "meaning": f"{measure_in_words(column)}{joint(column, key[0]) if of else ''}{of}",
        }
        if self.games.is_alike and (fair := self._fair(key)):
            figure["fair"] = f"fair: {percent(fair)}"
        if self.before:
            change = self._change(key)
            was = self.estimate(key, earlier=True)
            figure["before"] = f"{was:alone}"
            figure["change"] = (
                f"{change.difference}" if np.any(self._values[key] != self._earlier[key]) else "no change"
            )
            figure["difference"] = change.difference.value
            figure["clear"] = is_significant(change.difference)
        return figure

    def _fair(self, key: Key) -> float:
        """Return what a seat wins on average, where one of them wins; 0 for anything else."""
        objective = self._objective
        if key != self._main or not objective or objective.of == "game" or objective.shared != "one":
            return 0.0
        if not self._column(key).is_yes_no:
            return 0.0
        seats = len(self.games.match.strategies)
        kind = key[0].kind
        return float(np.mean([self._values[Whose(kind, number), key[1]].mean() for number in range(seats)]))

    def _whose(self, key: Key) -> str:
        """Return whose a column is, within a sentence; empty for the game of different players."""
        whose = key[0]
        if whose.kind == PLAYER:
            return f"player {whose.number + 1} ({called(self._players[whose.number])})"
        if whose.kind == PLACE:
            return f"the {whose.from_1}"
        if whose.kind == SEAT:
            return whose.from_1
        if whose == GAME and key != self._main:
            return ""
        return called(self._players[0]) if self.games.is_alike else ""

    @property
    def _players(self) -> Sequence[Player]:
        return self.setting.both[1].scenarios[0].players

    def _who(self, key: Key) -> str:
        """Return the same as a sentence has it: "a first-time player"."""
        whose = key[0]
        if whose.kind == PLAYER:
            return f"player {whose.number + 1} ({self._in_words(whose.number)})"
        return self._in_words(0) if whose == GAME and self._whose(key) else self._whose(key)

    def _in_words(self, number: int) -> str:
        """Return a player with the kind of person that it models: "a casual player with n 22"."""
        kinds = {
            one.strategy.without_dial.name: skill_of(strategy.skill)
            for one, strategy in zip(self._players, self.games.match.strategies, strict=True)
        }
        player, skill = self._players[number], self.games.match.strategies[number].skill
        name = player.strategy.without_dial.name
        is_only = [*kinds.values()].count(skill_of(skill)) == 1
        vocabulary = Vocabulary.of(self._game.knobs, self.games.match.strategies)
        way = way_in_words(player.parameters, vocabulary)
        return f"{player_in_short(name, skill, is_only=is_only)}{way}"

    def sentences(self) -> list[str]:
        """Return the answer, of which the first sentence is enough."""
        key = self._main
        if key is None:
            return [
                "The game declares nothing that its players play for; what its columns come to stands below."
            ]
        if self.before is None:
            return [self._goes(key), *self._why_lost()]
        moved = self._games_that_differ()
        knobs, differences = self._game.knobs, list(_differences(self.setting))
        if not moved:
            nothing = unmoved(knobs, differences, plural(self.count, "game"))
            return [nothing, *self._why_nothing(moved), *self._why_lost()]
        change = self._change(key)
        others = [f"{opening(what_differs(self.setting))}."] if len(self.setting.differs) > FEW else []
        is_clear = is_significant(change.difference)
        others += self._why_so(change) if is_clear else self._why_nothing(moved)
        others.append(self._what_moves(key, moved))
        what = result_in_words(self._column(key), key[0], self._who(key))
        said = moves(what, change, is_clear=is_clear)
        return [f"{opening(with_differences(knobs, differences))}, {said}.", *others, *self._why_lost()]

    def _why_nothing(self, moved: int) -> list[str]:
        """Return why a change does nothing, as reports say it: the strongest reason that the games show."""
        found = [*islice(reasons_for_nothing(_Seen(self), is_idle=not moved), 1)]
        if not found and 0 < moved <= FEW_TOUCHED * self.count:
            found = [f"only {percent(moved / self.count)} {TOUCHED}"]
        return [f"{opening(reason)}." for reason in found]

    def _why_so(self, change: ChangeOfResult) -> list[str]:
        """Return the way to lose, or the source of points, that moves most, if one clearly does."""
        key = self._main
        assert key is not None
        if key[0] == GAME:
            every = {((GAME, END), label): look.loss for label, look in self._losses.items()}
        else:
            parts = parts_of(self._game.seat_columns, self._total) if self._total else ()
            every = {((key[0], name), ""): "" for name in parts}
        sign = change.difference.value * (-1 if key[0] == GAME else 1)
        clear = {
            (what, label): moved
            for what, label in every
            for moved in [self._change(what, label)]
            if moved.difference.value * sign > 0 and is_significant(moved.difference, len(every))
        }
        for (what, label), moved in sorted(clear.items(), key=lambda entry: -abs(entry[1].difference.value))[
            :1
        ]:
            before, after = ends_of(moved)
            if label:
                return [f"{opening(every[what, label])} in {after} % of games instead of {before}."]
            of = result_in_words(self._column(what), what[0], self._who(what))
            return [f"{opening(moves(of, moved, is_clear=True))}."]
        return []

    @property
    def _total(self) -> str:
        """The seats' column of points that is an objective; empty if the game declares none."""
        points = {column.name for column in self._game.seat_columns if not column.is_yes_no}
        return next(
            (objective.column for objective in self._game.objectives if objective.column in points), ""
        )

    @property
    def _losses(self) -> dict[str, Look]:
        """The labels of the ways to lose."""
        end = next((column for column in self._game.columns if column.name == END), None)
        return {label: look for label, look in end.looks.items() if look.loss} if end else {}

    @property
    def hardly_wins(self) -> bool:
        """Whether the player that the answer is about hardly ever wins."""
        objective = self._objective
        if self._main is None or objective is None or objective.better != "more":
            return False
        return self._column(self._main).is_yes_no and self.estimate(self._main).high < HARDLY_EVER

    def _why_lost(self) -> list[str]:
        """Return why the player hardly ever wins, as reports say it, beside a better one at the table.

        Where all win or lose together, beside the best one that the game ships with.
        """
        key = self._main
        if not self.hardly_wins or key is None or not (who := self._who(key)):
            return []
        rate = measure_in_words(self._column(key))
        doer = Doer(who, "wins" if key[1] == WON else f"is {self._column(key).heading}")
        better, theirs, share = "", dict[str, npt.NDArray[Any]](), 0.0
        if self.best is not None:
            values, strategy = self.best.values(self.best.count), self.best.match.strategies[0]
            theirs = {column.name: values[GAME, column.name] for column in self._game.columns}
            better = player_in_short(strategy.name, strategy.skill)
            share = float(theirs[key[1]].mean())
            if estimate_of(theirs[key[1]], share=True).low <= HARDLY_EVER:
                return Lost(better, won=share).sentences(doer, rate)
        elif key[0].kind == PLAYER:
            others = [player for player in self._of_players(key[1]) if player != key[0]]
            best = max(others, key=lambda other: self.estimate((other, key[1])).value)
            theirs = {number.name: self._values[best, number.name] for number in self._game.seat_columns}
            better = self._who((best, key[1]))
        columns = self._game.columns if key[0] == GAME else self._game.seat_columns
        counts = []
        for column in columns if theirs else ():
            if column.unit:
                mine = self._values[key[0], column.name][: len(theirs[column.name])].astype(np.float64)
                lead = paired_difference(mine, theirs[column.name].astype(np.float64))
                counts.append((column, float(mine.mean()), lead))
        return why_lost(counts, self._ways_to_lose(key), better).sentences(doer, rate)

    def _of_players(self, column: str) -> list[Whose]:
        return [whose for whose, name in self._values if whose.kind == PLAYER and name == column]

    def _ways_to_lose(self, key: Key) -> Iterator[tuple[str, str, Estimate]]:
        """Yield each way to lose, with what happens then, and in what share of the games."""
        for label, look in self._losses.items() if key[0] == GAME else ():
            lost = _of_level(self._values[GAME, END], self._column((GAME, END)), label)
            yield label, look.loss, estimate_of(lost, share=True)

    def _goes(self, key: Key) -> str:
        """Return what the main result is."""
        column, found, of = self._column(key), self.estimate(key), self._who(key)
        fair = self._fair(key)
        beside = f", where {percent(fair)} is fair" if fair else ""
        if column.name == WON:
            return (
                f"{opening(of)} wins {found} of games{beside}."
                if of
                else f"The game is won in {found} of games."
            )
        return f"{opening(result_in_words(column, key[0], of))} is {found}{beside}."

    def _what_moves(self, key: Key, moved: int) -> str:
        """Return in how many games the main result is another, and in which direction."""
        first, second = (values[key] for values in (self._earlier, self._values))
        of_all = f"Of {plural(self.count, 'game')}"
        if self._column(key).is_yes_no:
            gained, lost = (int(np.count_nonzero(games)) for games in (~first & second, first & ~second))
            if self._column(key).name != WON:
                word = self._column(key).heading
                return f"{of_all}, {gained:,} become '{word}', and {lost:,} cease to be."
            if of := self._who(key):
                return f"{of_all}, {of} wins {gained:,} that it lost before, and loses {lost:,} that it won."
            return f"{of_all}, {gained:,} are won that were lost before, and {lost:,} lost that were won."
        other = int(np.count_nonzero(first != second))
        return (
            f"{of_all}, {moved:,} {'goes' if moved == 1 else 'go'} differently, and {other:,} "
            f"{'comes' if other == 1 else 'come'} to another result."
        )

    def _games_that_differ(self) -> int:
        """Return in how many games any column differs from the same game under the rules at the start."""
        differs = np.zeros(self.count, bool)
        for key, values in self._values.items():
            differs |= values != self._earlier[key]
        return int(differs.sum())

    def _charts(self) -> list[Data]:
        """Return how the main result is spread if it is a number, and how long games last."""
        wanted: list[Key] = [self._main] if self._main and not self._column(self._main).is_yes_no else []
        length = self._game.length_column
        if length and (GAME, length.name) not in wanted:
            wanted.append((GAME, length.name))
        return [chart for key in wanted for chart in [self._chart(key)] if chart]

    def _chart(self, key: Key) -> Data | None:
        both = [values[key] for values in (self._values, self._earlier) if values]
        every = np.concatenate(both).astype(np.float64)
        low, high = float(every.min()), float(every.max())
        if not isfinite(low) or not isfinite(high) or low == high:
            return None
        whole = both[0].dtype.kind in "iu"
        width = width_of_bars(low, high, whole=whole)
        first = floor(low / width)
        bars = floor(high / width) - first + 1
        places = [np.floor(values / width).astype(np.int64) - first for values in both]
        counts = [np.bincount(place, minlength=bars) for place in places]
        begins = [round((first + bar) * width, 9) for bar in range(bars)]
        column, of = self._column(key), self._whose(key) if key[0] != GAME else ""
        return {
            "title": f"{column.heading}{f' of {of}' if of else ''}",
            "meaning": column.description,
            "names": [_of_bar(begin, width, whole=whole) for begin in begins],
            "begins": [f"{begin:g}" for begin in begins],
            "now": [round(float(share), 6) for share in counts[0] / self.count],
            "before": [round(float(share), 6) for share in counts[-1] / self.count] if self.before else None,
        }

    def _results(self) -> list[Data]:
        """Return a row for every column, whose it is, and each label of codes."""
        rows = []
        for key in self._values:
            column, of = self._column(key), self._whose(key) if key[0] != GAME else ""
            for level in self._levels(key, column):
                whole = self._row_of(key, column, level)
                name = f"{column.heading}: {label_in_words(column, level)}" if level else column.heading
                rows.append({"name": name, "of": of, "meaning": column.description, **whole})
        return rows

    def _levels(self, key: Key, column: Column) -> Iterator[str]:
        """Yield "" for a number or a yes or no, and each label of a code that occurs."""
        if column.unit or column.is_yes_no:
            yield ""
        if column.labels and key[0] == GAME:
            seen = {
                int(code)
                for values in (self._values, self._earlier)
                if values
                for code in np.unique(values[key])
            }
            yield from (label for code, label in enumerate(column.labels) if code in seen)

    def _row_of(self, key: Key, column: Column, level: str) -> Data:
        share = column.is_yes_no or bool(level)
        found = estimate_of(_of_level(self._values[key], column, level), share=share)
        row: Data = {"value": f"{found}", "before": "", "change": "", "clear": False}
        if self.before:
            change = self._change(key, level)
            row["before"] = ends_of(change)[0] + found.unit.words
            row["change"] = f"{change.difference:bare}"
            row["clear"] = is_significant(change.difference)
        return row

    def _effects(self) -> Data:
        """Return why rules have no effect in this setting, and the values that follow from others."""
        rules = self.setting.both[1].scenarios[0].knobs
        why = {name: why_without_effect(name, [rules]) for name in type(rules).model_fields}
        said = {
            name: f"{opening(words.removesuffix(', which no scenario has'))}."
            for name, words in why.items()
            if words
        }
        standing = {
            name: value_in_words(rules.value_in_effect(name))
            for name in rules.in_effect
            if getattr(rules, name) is None
        }
        return {"idle": said, "standing": standing}


@dataclass(frozen=True, eq=False)
class _Seen:
    """What the games of an answer show of a change (`simkit.words.why.Evidence`)."""

    answer: LiveAnswer

    @property
    def rules(self) -> list[tuple[Knobs, Knobs]]:
        """The rules at the start, and those of the setting."""
        before, after = (experiment.scenarios[0].knobs for experiment in self.answer.setting.both)
        return [(before, after)]

    @property
    def columns(self) -> Sequence[Column]:
        """What is counted in a game."""
        return self.answer._game.columns

    @property
    def _whose(self) -> Whose:
        assert self.answer._main is not None
        return self.answer._main[0]

    @property
    def own(self) -> Sequence[Column]:
        """What is counted of whose results are meant."""
        return self.columns if self._whose == GAME else self.answer._game.seat_columns

    @property
    def total(self) -> str:
        """The column of points that is an objective."""
        return self.answer._total

    def _both(self, column: Column) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        return self.answer._earlier[GAME, column.name], self.answer._values[GAME, column.name]

    def mean(self, column: Column) -> float:
        """Return the larger mean."""
        return max(float(values.mean()) for values in self._both(column))

    def longest(self, column: Column) -> int:
        """Return the most in any game."""
        return max(int(values.max()) for values in self._both(column))

    def has(self, column: Column, code: int) -> bool:
        """Return whether a code came up."""
        return any(bool((values == code).any()) for values in self._both(column))

    def after_set_up(self) -> tuple[Rows, Rows]:
        """Return the outcome after the set-up of the first game."""
        before = self.answer.before
        assert before is not None
        return after_set_up(before.match, self.answer.games.match, of_game=self._whose == GAME)

    def values(self, column: Column) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """Return a column game by game, before and after."""
        key = self._whose, column.name
        before, after = (side[key].astype(np.float64) for side in (self.answer._earlier, self.answer._values))
        return before, after


def estimate_of(values: npt.NDArray[Any], *, share: bool) -> Estimate:
    """Return the share of yes, or the mean, of some values, made as the summary of a run makes it."""
    if share:
        return wilson(int(np.count_nonzero(values)), len(values))
    return means(Distributions.of(values, np.zeros(len(values), np.int64)))[0]


def width_of_bars(low: float, high: float, *, whole: bool) -> float:
    """Return a round width of bars, of which `MOST_BARS` at most reach from one value to another."""
    wanted = (high - low + whole) / MOST_BARS
    step = 10.0 ** floor(log10(wanted))
    width = next(times * step for times in (1, 2, 5, 10) if times * step >= wanted * (1 - 1e-9))
    return max(1.0, round(width)) if whole else width


def _of_bar(begin: float, width: float, *, whole: bool) -> str:
    if whole and width == 1:
        return f"{begin:g}"
    return f"{begin:g} to {begin + width - 1:g}" if whole else f"{begin:g} to less than {begin + width:g}"


def _of_level(values: npt.NDArray[Any], column: Column, level: str) -> npt.NDArray[Any]:
    """Return the values, or of a code in which games it has one of its labels."""
    return values == list(column.labels).index(level) if level else values


def _number(value: float) -> float | None:
    return value if isfinite(value) else None


def _differences(setting: LiveSetting) -> Iterator[Difference]:
    both = [experiment.scenarios[0].knobs for experiment in setting.both]
    for name in setting.differs:
        yield Difference("rule", name, *(_said(name, rules) for rules in both))


def _said(name: str, rules: Knobs) -> str:
    """Return the value of a rule in words; where it is left to others, the value that they give."""
    value = rules.value_in_effect(name)
    return "none" if value is None else value_in_words(value)


def called(player: Player) -> str:
    """Return a player in words: "planner with one slip in 8", "hold_at (n 25)"."""
    strategy = player.strategy.without_dial
    numbers = {k: v for k, v in player.parameters.items() if k not in (OVERLOOKS, NOISE)}
    words = player_in_words(strategy.name, numbers)
    overlooks, noise = (player.parameters.get(name, 0.0) for name in (OVERLOOKS, NOISE))
    slips = f" with one slip in {1 / overlooks:.3g}" if overlooks else ""
    moves = f"{' and' if slips else ' with'} {100 * noise:.3g} % of moves by chance" if noise else ""
    return f"{words}{slips}{moves}"


def what_differs(setting: LiveSetting) -> str:
    """Return what a setting changes, in a few words: "reserve 3, board B1"; "as printed" for nothing."""
    rules = setting.both[1].scenarios[0].knobs
    said = [f"{name.replace('_', ' ')} {_said(name, rules)}" for name in setting.differs]
    return ", ".join(said) or f"rules {setting.start.called}"


def who_plays(setting: LiveSetting) -> str:
    """Return the players of a setting in a few words."""
    players = setting.both[1].scenarios[0].players
    names = [called(player) for player in players]
    if len(set(names)) == 1:
        return names[0] if len(names) == 1 else f"{len(names)} x {names[0]}"
    return ", ".join(names)
