"""What is played at a table: the game, its rules, and who sits there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from simkit.content.mapping import read_mapping
from simkit.content.source import Source, read_source, read_value
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import PLAYERS
from simkit.engine.contract.person import YOU, is_person, person
from simkit.engine.contract.player import IN_A_FILE, MASTER, Player
from simkit.engine.contract.strategy import Strategy
from simkit.engine.play.match import Match
from simkit.errors import BadInput, unknown
from simkit.experiment.file.load import Overrides, read_experiment
from simkit.experiment.values import Experiment, Scenario, player_in_words
from simkit.plugins import find_game, find_strategy, master_of, strategies_of
from simkit.run.work.rehearsal import match_of
from simkit.search.settings import ladder_players
from simkit.table.sight import hides

Described = str | Mapping[str, Any]


@dataclass(frozen=True)
class TableOfPlayers:
    """A game with its rules and players, some of whom are people."""

    experiment: Experiment
    """An experiment with a single scenario, whose players are those at the table, in the order of game 0."""

    @property
    def game(self) -> Game:
        """The game."""
        return self.experiment.game

    @property
    def scenario(self) -> Scenario:
        """Its rules and players."""
        return self.experiment.scenarios[0]

    @property
    def players(self) -> tuple[Player, ...]:
        """The players, in the order of game 0; in later games they change seats, as in a simulation."""
        return self.scenario.players

    @property
    def seats(self) -> int:
        """The number of seats: fewer than players if people take turns (`simkit.table.entered`)."""
        return self.game.seats_under(self.scenario.knobs)

    @property
    def people(self) -> list[int]:
        """The numbers of the players that are people."""
        return [i for i, player in enumerate(self.players) if is_person(player.strategy)]

    @cached_property
    def names(self) -> list[str]:
        """The players in words."""
        return [player_in_words(player.name, player.parameters) for player in self.players]

    @cached_property
    def match(self) -> Match:
        """The game with all its players."""
        return match_of(self.experiment, self.scenario)

    @cached_property
    def expert(self) -> Strategy:
        """The strategy that hints and reviews are made with: what the game's master is made of."""
        return find_strategy(self.game.name, expert_of(self.game), Path())

    def seats_in(self, number: int) -> list[int]:
        """Return the player at each seat in a game."""
        return [self.match.player_at(number, seat) for seat in range(self.seats)]


def expert_of(game: Game) -> Any:
    """Return the reference to the strategy that thinks as a game's master does, without look-ahead."""
    return replace(master_of(game.name).base, without=())


def table_for(
    game_or_file: str | Path,
    *,
    seats: str = "",
    settings: Sequence[str] = (),
    scenario: int = 0,
    seed: int | None = None,
    content: Path | None = None,
) -> TableOfPlayers:
    """Return a table for a game, or for a scenario of an experiment.

    * `game_or_file`: a game's name, or the path of an experiment's file.
    * `seats`: who plays, as `read_seats` takes it.  By default you, and at the other seats the experiment's
      strategies or the game's strongest one.
    * `settings`: rules that are set: "rules.target=50".
    * `scenario`: which scenario of the experiment.
    * `seed`: in place of the experiment's.
    * `content`: a file with content of one's own.

    Raises BadInput if anything is wrong with it, nobody sits there, or the game hides something that it can't
    deal anew.
    """
    overrides = Overrides(settings=tuple(settings), seed=seed, content=content)
    source, folder = described(game_or_file, settings)
    experiment = read_experiment(source, folder, overrides)
    if not 0 <= scenario < len(experiment.scenarios):
        raise BadInput(
            f"there is no scenario {scenario}; allowed: 0 to {len(experiment.scenarios) - 1} "
            f"({experiment.file})"
        )
    setting = experiment.scenarios[scenario]
    entries = read_seats(seats, experiment.game.name) if seats else [YOU]
    if seats and len(entries) != len(setting.players):
        experiment, setting = _for_as_many(source, folder, overrides, scenario, entries)
    players = tuple(_seated(experiment, entries, setting.players, folder))
    return checked(replace(experiment, scenarios=(replace(setting, index=0, levels={}, players=players),)))


def checked(experiment: Experiment) -> TableOfPlayers:
    """Return the table of an experiment with one scenario, if people can sit there.

    Raises BadInput if nobody sits there, two people have one name, or the game hides something without
    `conceal`.
    """
    table = TableOfPlayers(
        replace(experiment, factors=(), varied=(), targets=(), questions=(), events_one_in=0)
    )
    names = [table.players[i].name for i in table.people]
    if not names:
        raise BadInput(f"nobody sits at the table; name a person among the seats, such as '{YOU}'")
    if doubled := next((name for name in names if names.count(name) > 1), None):
        raise BadInput(f"two people are called '{doubled}'; give each a name of their own: {YOU}, Ann, Bob")
    if table.game.hides_without_dealing and hides(table.game):
        raise BadInput(
            f"{table.game.title} hides something but declares no `conceal` to deal it anew, so nobody knows "
            "what a person may see; declare `conceal`"
        )
    return table


def described(game_or_file: str | Path, settings: Sequence[str]) -> tuple[Source, Path]:
    """Return what describes the experiment, and the folder from which its paths lead."""
    path = Path(game_or_file)
    if path.suffix in (".yaml", ".yml"):
        return read_source(path), path.parent
    game = find_game(str(game_or_file))
    described = {
        "name": f"{game.name}_table",
        "title": f"{game.title} at the table",
        "game": game.name,
        "strategy": ladder_players(game).base.name,
        "report": "none",
    }
    return read_mapping(described, "the table"), Path()


def _for_as_many(
    source: Source, folder: Path, overrides: Overrides, scenario: int, entries: Sequence[Described]
) -> tuple[Experiment, Scenario]:
    """Read the experiment again for another number of players."""
    game = find_game(str(source.data["game"]))
    is_set = any("rules.players" in str(setting) for setting in overrides.settings)
    if PLAYERS not in game.knobs.model_fields or is_set:
        expected = read_experiment(source, folder, overrides).scenarios[scenario].players
        raise BadInput(
            f"--seats names {len(entries)} players; {game.title} has {len(expected)} under these rules"
        )
    strategy = source.data.get("strategy") or ladder_players(game).base.name
    data = {
        key: value for key, value in source.data.items() if key not in ("strategies", "factors", "targets")
    }
    fewer = read_mapping({**data, "strategy": strategy}, "the table")
    more = replace(overrides, settings=(*overrides.settings, f"rules.{PLAYERS}={len(entries)}"))
    experiment = read_experiment(fewer, folder, more)
    return experiment, experiment.scenarios[0]


def read_seats(words: str, game: str) -> list[Described]:
    """Read who plays: "you, planner, Ann", "you, {base: planner, overlooks: 0.1}".

    `you` and a name with a capital letter are people; anything else is a strategy, as in an experiment.
    """
    read = read_value(f"[{words}]", "--seats")
    if not isinstance(read, list) or not read or not all(isinstance(entry, (str, dict)) for entry in read):
        raise BadInput(f"--seats {words}: allowed are names, such as {YOU},planner,Ann")
    for entry in read:
        if isinstance(entry, str) and not _is_name(entry, game) and not _is_strategy(entry, game):
            said = unknown("player", entry, [YOU, *strategies_of(game), MASTER])
            raise BadInput(f"--seats: {said}; or a person's name, with a capital letter first: Ann")
    return read


def _is_strategy(word: str, game: str) -> bool:
    return word in strategies_of(game) or word == MASTER or IN_A_FILE in word


def _is_name(word: str, game: str) -> bool:
    """Return True for the name of a person."""
    return word == YOU or (word[:1].isupper() and not _is_strategy(word, game))


def _seated(
    experiment: Experiment, entries: Sequence[Described], others: Sequence[Player], folder: Path
) -> Iterator[Player]:
    """Yield the player at each seat; where no entry is left, the experiment's own."""
    for place, player in enumerate(others):
        entry = entries[place] if place < len(entries) else None
        if entry is None:
            yield player
        elif isinstance(entry, str) and _is_name(entry, experiment.game.name):
            yield Player(person(entry), {})
        else:
            yield _strategy(experiment, entry, len(others), folder)


def _strategy(experiment: Experiment, entry: Described, seats: int, folder: Path) -> Player:
    """Return the player that an entry describes, read as an experiment reads it."""
    described = {"name": "the_table", "game": experiment.game.name, "strategy": entry, "report": "none"}
    rules = {PLAYERS: seats} if PLAYERS in experiment.game.knobs.model_fields else {}
    read = read_experiment(read_mapping({**described, "rules": rules}, "--seats"), folder, Overrides())
    return read.scenarios[0].players[0]
