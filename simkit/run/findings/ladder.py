"""A game's ladder: stored results of each of its strategies at one standard setting.

It is the file ``ladder.yaml`` beside the strategies.  A person writes its head: the setting, in words and as
rules and opponents, how many games, the seed, and what the game's master is made of.
`tools/measure_ladder.py` plays them and writes the results, by the game's first objective: under `won` the
number of games each strategy won, or under `points` its mean, with an interval; and the same of the master,
which plays fewer games, under `master_measured`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

import numpy.typing as npt
from annotated_types import Ge, Len, Lt
from pydantic import BaseModel, ConfigDict, ValidationError

from simkit.content.complaints import complaint, problems_of
from simkit.content.source import Source, read_source
from simkit.engine.base.columns import Column
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import Knobs
from simkit.engine.contract.master import MasterEntry, read_master, strongest_of
from simkit.engine.contract.objectives import WON, Objective, measure_in_words
from simkit.engine.contract.player import MASTER, USUAL_METHOD, LookAhead, Method, Reference, named
from simkit.engine.contract.strategy import Strategy
from simkit.engine.play.match import Match
from simkit.errors import BadInput, unknown
from simkit.experiment.file.scenarios import unknown_rule
from simkit.plugins import find_game, find_strategy, ladder_files, strategies_of
from simkit.run.games import Games
from simkit.stats.distributions import Distributions
from simkit.stats.estimates import Estimate, means, wilson
from simkit.stats.tally import Tally

NO_PARAMETERS: Mapping[str, float] = {}

MEASURED = "master_measured"

STUDENT = "Student t"
"""The method of the intervals of means."""

ITSELF = "itself"
"""Stands among the opponents for the measured strategy itself, in games with a common aim."""


Model = TypeVar("Model", bound=BaseModel)


def read_as(model: type[Model], file: Path, called: str) -> tuple[Source, Model]:
    """Read a file that is kept beside strategies, as a model says; a complaint calls it `called`."""
    source = read_source(file, called)
    try:
        return source, model.model_validate(source.data)
    except ValidationError as error:
        raise complaint(source, problems_of(error, lambda place: place, model.model_fields)) from None


class MasterMeasured(BaseModel):
    """What a ladder's file keeps of the master."""

    model_config = ConfigDict(extra="forbid", strict=True)

    base: str
    playouts: Annotated[int, Ge(1)]
    method: Method = USUAL_METHOD
    """What it was made of; it is to be measured again after these have changed."""

    finish: str = ""
    games: Annotated[int, Ge(1)]
    """How many of the ladder's games it played, from the first one."""

    won: Annotated[int, Ge(0)] | None = None
    points: Annotated[list[float], Len(3, 3)] | None = None
    """Where the game's first objective is points: its mean and the ends of its interval."""

    seconds: Annotated[float, Ge(0)]
    """Processor time per game."""

    @property
    def reference(self) -> Reference:
        """What was measured."""
        made_of = MasterEntry(playouts=self.playouts, method=self.method, finish=self.finish)
        return made_of.reference(self.base)


class SettingEntry(BaseModel):
    """The setting in which a file's players are measured."""

    model_config = ConfigDict(extra="forbid", strict=True)

    game: str
    setting: str
    """The setting in words, as `simkit strategies` prints it."""

    rules: dict[str, Any] = {}
    """The knobs that differ from their defaults."""

    against: list[str] = []
    """The opponents: one strategy for each other player, or `itself` for another player with the measured
    strategy."""

    games: Annotated[int, Ge(1)]
    """How many games each strategy plays; all of them play the same games."""

    seed: Annotated[int, Ge(0), Lt(2**32)]


class LadderFile(SettingEntry):
    """The contents of a ``ladder.yaml``."""

    tuned: dict[str, str] = {}
    """The strategies whose parameters were tuned, and the rules, in words: "the rules as printed"."""

    master: Any = None
    """What the game's master is made of; `simkit.engine.contract.master.read_master` reads it."""

    won: dict[str, Annotated[int, Ge(0)]] = {}
    """How many games each strategy won, the strongest first."""

    points: dict[str, Annotated[list[float], Len(3, 3)]] = {}
    """Where the game's first objective is points: each strategy's mean and the ends of its interval."""

    master_measured: MasterMeasured | None = None


GAMES = 1000
"""Games per player by default."""


class PlayedFor:
    """What players strive for in a game: the objective by which they are measured."""

    game: Game

    @property
    def objective(self) -> Objective:
        """The game's first objective."""
        return objective_of(self.game)

    @property
    def column(self) -> Column:
        """The column that has it."""
        return self.game.column_of(self.objective)

    @property
    def sign(self) -> int:
        """1 if more is better, else -1."""
        return 1 if self.objective.better == "more" else -1

    @property
    def is_share(self) -> bool:
        """True if it is a yes or no, so that results are rates."""
        return self.column.is_yes_no

    @property
    def measured(self) -> str:
        """What is measured, in words: "win rate", "mean score"."""
        return measure_in_words(self.column)


@dataclass(frozen=True)
class LadderSetting(PlayedFor):
    """The game, rules and other players with which skill is measured."""

    game: Game
    knobs: Knobs
    opponents: tuple[Strategy | None, ...]
    """The other players; empty in a solo game.  None stands for another player like the one that is
    measured."""

    setting: str
    """The setting in words."""

    seed: int
    games: int = GAMES
    """The seed of the games that all players play, and their number."""

    def match(self, strategy: Strategy, parameters: Mapping[str, float] = NO_PARAMETERS) -> Match:
        """Return the match in which a strategy is measured."""
        players = (strategy, *(opponent or strategy for opponent in self.opponents))
        own = (parameters, *({} if opponent else parameters for opponent in self.opponents))
        return Match(self.game, self.knobs, players, own, seed=self.seed)

    def measure(
        self, strategy: Strategy, games: int = 0, parameters: Mapping[str, float] = NO_PARAMETERS
    ) -> Estimate:
        """Return the win rate or mean points of a strategy in the setting's games, or in the first ones."""
        games = games or self.games
        values = outcomes_of(self.match(strategy, parameters), games, self.objective)
        if self.is_share:
            return wilson(int(values.sum()), games)
        found = means(Distributions.of_one(0, Tally.of(values)))
        value, low, high = (float(ends[0]) for ends in (found.values, found.low, found.high))
        return Estimate(value, low, high, games, found.method)


@dataclass(frozen=True, kw_only=True)
class Ladder(LadderSetting):
    """A game's ladder."""

    file: Path
    results: Mapping[str, Estimate]
    """Each strategy's win rate, or its mean points, with a 95 % interval, the strongest first.  The master is
    among them if it was measured as it is today."""

    tuned: Mapping[str, str] = field(default_factory=dict)
    """The strategies whose parameters were tuned, and for which rules."""

    master: Reference | None = None
    """What the measured master is made of."""

    seconds: float = 0.0
    """The master's processor time per game."""

    def is_above(self, one: str, other: str) -> bool:
        """Return True if one strategy is clearly stronger than another: their intervals do not overlap."""
        if one not in self.results or other not in self.results:
            return False
        first, second = self.results[one], self.results[other]
        apart = first.low > second.high or first.high < second.low
        return apart and list(self.results).index(one) < list(self.results).index(other)

    @property
    def games_in_words(self) -> str:
        """How many games were played: "200,000 games each, master 1,000 at 0.05 s of processor time each"."""
        words = f"{self.games:,} games each"
        if self.master is None:
            return words
        return f"{words}, {MASTER} {self.results[MASTER].n:,} at {self.seconds:.2g} s of processor time each"


def objective_of(game: Game, column: str = "") -> Objective:
    """Return the objective (or measure of progress) with a column; by default the game's first objective."""
    known = {o.column: o for o in (*game.objectives, *([game.progress] if game.progress else []))}
    if column and column not in known:
        raise BadInput(unknown(f"objective of {game.name}", column, known))
    if not game.objectives and not column:
        raise BadInput(
            f"{game.title} declares no objective, and has no column '{WON}' or 'score': nothing says who did "
            "better"
        )
    return known[column] if column else game.objectives[0]


def outcomes_of(match: Match, games: int, objective: Objective, first: int = 0) -> npt.NDArray[Any]:
    """Return the results of a match's first player in some games, whatever the seat: shape (games,)."""
    return Games.play(match, range(first, first + games)).of_player(objective)


def ladders_of(game: str) -> Iterator[Ladder]:
    """Yield the ladders of a game: one for each package with measured strategies."""
    for file in ladder_files(game):
        if read_source(file, "a ladder").data.get("game") == game:
            yield read_ladder(file)


def read_setting(source: Source, found: SettingEntry) -> LadderSetting:
    """Return the setting that a file names; raise BadInput where its rules or opponents are wrong."""
    game = find_game(found.game)
    try:
        knobs = game.knobs.model_validate(found.rules)
    except ValidationError as error:
        problems = problems_of(
            error, lambda place: ("rules", *place), (), unknown_word=partial(unknown_rule, game)
        )
        raise complaint(source, problems) from None
    seats = game.seats_under(knobs)
    if len(found.against) != seats - 1:
        message = f"{seats} play, found {len(found.against)} opponents, allowed are {seats - 1}"
        raise complaint(source, [(("against",), message)])
    opponents = tuple(_opponents(source, found))
    return LadderSetting(game, knobs, opponents, found.setting, found.seed, found.games)


def read_ladder(file: Path) -> Ladder:
    """Read a ``ladder.yaml``."""
    source, found = read_as(LadderFile, file, "a ladder")
    known = strategies_of(found.game)
    entry = read_master(source, known)
    setting = read_setting(source, found)
    game = setting.game
    objective = objective_of(game)
    is_share = game.column_of(objective).is_yes_no
    wrong = "points" if is_share else "won"
    if getattr(found, wrong):
        right = "won" if is_share else "points"
        message = f"{game.title} is measured by {objective.column}, which belongs under {right}"
        raise complaint(source, [((wrong,), message)])
    for name, count in found.won.items():
        if count > found.games:
            message = f"'{name}' won {count} games, allowed are {found.games} at most"
            raise complaint(source, [(("won", name), message)])
    results = {name: wilson(count, found.games) for name, count in found.won.items()}
    for name, (mean, low, high) in found.points.items():
        results[name] = Estimate(mean, low, high, found.games, STUDENT)
    ranked = list(_strongest_first(results, objective))
    measured = found.master_measured
    if measured and measured.reference != entry.reference(entry.base or strongest_of(known, ranked)):
        measured = None  # something else is the master today
    if measured:
        results[MASTER] = _result_of(source, measured, is_share)
    return Ladder(
        game=game,
        setting=setting.setting,
        knobs=setting.knobs,
        opponents=setting.opponents,
        games=setting.games,
        seed=setting.seed,
        file=file,
        results=_strongest_first(results, objective),
        tuned=found.tuned,
        master=measured.reference if measured else None,
        seconds=measured.seconds if measured else 0.0,
    )


def _result_of(source: Source, measured: MasterMeasured, is_share: bool) -> Estimate:
    key = "won" if is_share else "points"
    if getattr(measured, key) is None or (measured.won or 0) > measured.games:
        message = f"{MEASURED}: {key} is missing, or more games were won than played"
        raise complaint(source, [((MEASURED,), message)])
    if measured.points is None:
        return wilson(measured.won or 0, measured.games)
    value, low, high = measured.points
    return Estimate(value, low, high, measured.games, STUDENT)


def _opponents(source: Source, found: SettingEntry) -> Iterator[Strategy | None]:
    for place, name in enumerate(found.against):
        try:
            yield None if name == ITSELF else find_strategy(found.game, named(name), source.path.parent)
        except BadInput as problem:
            raise complaint(source, [(("against", place), str(problem))]) from None


def _strongest_first(results: Mapping[str, Estimate], objective: Objective) -> dict[str, Estimate]:
    sign = 1 if objective.better == "less" else -1
    return dict(sorted(results.items(), key=lambda pair: sign * pair[1].value))


def write_results(ladder: Ladder) -> None:
    """Write the strategies' results into a ladder's file, the strongest first, below its settings."""
    is_share = ladder.is_share
    text = ladder.file.read_text(encoding="utf-8")
    head = re.split(rf"\n(?:won|points|{MEASURED}):", text)[0].rstrip()

    def kept(found: Estimate) -> str:
        mean = f"[{found.value:.4f}, {found.low:.4f}, {found.high:.4f}]"
        return str(round(found.value * found.n)) if is_share else mean

    key = "won" if is_share else "points"
    results = dict(_strongest_first(ladder.results, ladder.objective))
    master = results.pop(MASTER, None) if ladder.master else None
    lines = [f"  {name}: {kept(found)}  # {found}" for name, found in results.items()]
    if ladder.master and master:
        thinks = ladder.master.look_ahead or LookAhead()
        made_of = f"base: {ladder.master.strategy}, playouts: {thinks.playouts}, method: {thinks.method}"
        if thinks.finish:
            made_of += f", finish: {thinks.finish.name}"
        measured = f"games: {master.n}, {key}: {kept(master)}, seconds: {ladder.seconds:.2g}"
        lines += ["", f"{MEASURED}: {{{made_of}, {measured}}}  # {master}"]
    ladder.file.write_text("\n".join([head, "", f"{key}:", *lines, ""]), encoding="utf-8")
