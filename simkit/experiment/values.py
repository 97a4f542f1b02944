"""An experiment as a value: its scenarios, each with validated knobs and players, and what it asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import BaseModel

from simkit.engine.contract.player import Player
from simkit.experiment.about import AskedAbout, Who, asked_about
from simkit.experiment.factors import Factor, Vocabulary
from simkit.experiment.target import Target
from simkit.language import plural, value_in_words

if TYPE_CHECKING:
    from simkit.engine.contract.game import Game
    from simkit.engine.contract.knobs import Knobs
    from simkit.engine.contract.strategy import Strategy

SEEDS = 2**32

USUAL_GAMES = 10_000
"""Games per scenario by default; they give a win rate to within one point or better."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One combination of all factors' levels."""

    index: int
    """From 0, in the order of the grid, the last factor changing fastest."""

    levels: dict[str, str]
    """Factor -> label of its level."""

    knobs: Knobs
    players: tuple[Player, ...]
    """One per seat."""


class Asked(NamedTuple):
    """A question that an experiment asks, with the parameters."""

    name: str
    parameters: BaseModel


@dataclass(frozen=True, repr=False)
class Experiment:
    """A checked experiment with all defaults filled in.

    Examples
    --------
    >>> experiment = simkit.experiment(game="pig", strategy="hold_at", factors={"rules.target": [50, 100]})
    >>> isinstance(experiment, simkit.Experiment), len(experiment.scenarios)
    (True, 2)
    """

    name: str
    title: str
    description: str
    game: Game
    seed: int
    games: int
    """How many games of each scenario are played: exactly, or with `precision` at most."""

    factors: tuple[str, ...]
    """The names of what is varied."""

    scenarios: tuple[Scenario, ...]
    """What is played, one for each combination of levels."""

    report: str
    """Which report is written, as the file names it; "none" if none is."""

    folder: Path
    """What the paths of strategies and reports are relative to."""

    resolved: dict[str, Any]
    """The file as data, the command line's settings under `set`."""

    events_one_in: int = 0
    """Of how many games one is logged, event by event; 0 if none is."""

    seconds: Mapping[str, float] = field(default_factory=dict)
    """Kind of move -> how long a decision for it takes at the table, where the file says so."""

    targets: tuple[Target, ...] = ()
    """What the designer wants the game to come to; none if the file sets none."""

    question: str = ""
    """What is asked, where what is varied does not say it (`simkit.experiment.about`); else empty."""

    asked_at_table: tuple[str, ...] = ()
    """What the printed sheet asks people who play at a table."""

    questions: tuple[Asked, ...] = ()
    """What is asked besides, with the parameters."""

    varied: tuple[Factor, ...] = ()
    """The factors again, with what each of their levels sets."""

    command: tuple[str, ...] = field(default=(), compare=False)
    """The command that asked for it; empty if it was loaded in Python."""

    file: str = field(default="", compare=False)
    """The path of its file as it was given; of a mapping, what messages call it."""

    setting: str = ""
    """The setting in words, where it is a game's standard one and not a designer's own."""

    precision: Mapping[str, float] = field(default_factory=dict)
    """Column -> the half-width of its intervals at which a scenario has enough games; empty if all scenarios
    have as many."""

    skip_broken: int = field(default=0, compare=False)
    """How many games that can't be played to their end its run goes on without."""

    @property
    def fixed_games(self) -> int:
        """How many games of a scenario are played for a question that needs the same number of each."""
        return min(self.games, USUAL_GAMES) if self.precision else self.games

    @property
    def _strategies(self) -> Mapping[str, Strategy]:
        from simkit.plugins import find_strategy

        named = {player.name: player.strategy for scenario in self.scenarios for player in scenario.players}
        return {
            name: find_strategy(self.game.name, reference, self.folder) for name, reference in named.items()
        }

    @property
    def vocabulary(self) -> Vocabulary:
        """What a designer calls the rules, and what players can be given."""
        return Vocabulary.of(self.game.knobs, self._strategies.values())

    @property
    def skills(self) -> Mapping[str, str]:
        """The players, with the kind of person that each models."""
        return {name: strategy.skill for name, strategy in self._strategies.items()}

    @property
    def asked(self) -> AskedAbout:
        """What it asks, so that its report begins with that."""
        targets = [(target.subject, target.column) for target in self.targets]
        who = Who.of(self.game, self.skills)
        return asked_about(self.varied, targets, self.question, self.title, self.vocabulary, who)

    def __hash__(self) -> int:
        return hash((self.name, self.game, self.seed, self.games, self.factors))

    def __repr__(self) -> str:
        varied = f"; varied: {', '.join(self.factors)}" if self.factors else ""
        scenarios, most = plural(len(self.scenarios), "scenario"), "at most " if self.precision else ""
        return (
            f"<Experiment {self.name}: {self.game.title}, {scenarios} of {most}{self.games:,} games{varied}>"
        )


def player_in_words(strategy: str, parameters: Mapping[str, Any]) -> str:
    """Return a player in the words of reports and screens: "hold_at (n 25)"."""
    inside = parameters_in_words(parameters)
    return f"{strategy} ({inside})" if inside else strategy


def parameters_in_words(parameters: Mapping[str, Any]) -> str:
    """Return what is set of a player, in words: "n 25"; empty if nothing is."""
    numbers = {k: f"{v:g}" if isinstance(v, float) else value_in_words(v) for k, v in parameters.items()}
    return ", ".join(f"{name} {number}" for name, number in sorted(numbers.items()))
