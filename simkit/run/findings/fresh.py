"""Fresh games: games of a few scenarios that did not choose them, from which their values are quoted.

The highest of many values is one that was lucky, and its interval holds the truth less often than it says.
A chosen value is therefore measured once more, on games after the last one of the run, which had no part in
the choice.  They are played when they are first asked for, and kept in the run's folder, in the
layout of its tables::

    fresh/games/scenario-00007/part-00000.parquet
    fresh/seats/scenario-00007/part-00000.parquet

Which games these are depends on the run alone, and so do the bytes of the files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from weakref import WeakKeyDictionary

import polars as pl

from simkit.engine.contract.player import Player
from simkit.engine.play.match import Match
from simkit.errors import BadInput, writing
from simkit.run.findings.again import TOGETHER, differing_in
from simkit.run.store.directory import RunDirectory
from simkit.run.store.durable import remove_link
from simkit.run.store.incomplete import ranges_in, ranges_of
from simkit.run.store.layout import FIRST_TRIAL_GAME, SHARD_GAMES, part_name, scenarios_of
from simkit.run.store.manifest import FRESH, sources_loaded
from simkit.run.store.parquet import GAMES, SEATS, TABLES, NotAsWritten, Place, on_disk, read_whole
from simkit.run.store.parts import Parts
from simkit.run.store.shards import Shard
from simkit.run.work.interrupt import run_interruptibly
from simkit.run.work.shard import play_shard, playouts_of_player
from simkit.run.work.workers import HERE

MOST_TOGETHER = 2 * SHARD_GAMES
"""The most fresh games that are asked for at once: of two scenarios, or of more that have fewer games."""

PLAYOUTS = 1 << 15
"""Where players think: the most fresh games of a scenario, times play-outs per decision."""

LEAST = 1 / 4
"""Of this share of a scenario's games there are fresh ones at least; else there are none.  A value from fewer
would be less exact than one with an interval that is widened for the choice."""


class FreshGames(RunDirectory):
    """The fresh games of some scenarios of a run, as if these were all that it had; see `fresh_games`."""

    def __init__(self, run: RunDirectory, numbers: Mapping[int, range]) -> None:
        super().__init__(run.path, trusted=run.trusted)
        if self.manifest["identity"] != run.manifest["identity"]:
            raise self._played_again()
        self.path = run.path / FRESH
        self._as_written = run._as_written
        self.is_whole, self.incomplete = False, None  # the summary is worked out
        self.store, self.broken_games = None, ()
        self._checked = {}
        own = {name: scenarios_of(name) for scenario in sorted(numbers) for name in _files(run, scenario)}
        files = {
            table: {name: of for name, of in own.items() if name.startswith(f"{table}/")} for table in TABLES
        }
        self.parts = Parts(files, dict(sorted(numbers.items())))

    def require_readable(self, scenarios: Sequence[int] | None = None, *, deep: bool = False) -> None:
        """Complain about nothing: the files were compared before."""

    def damaged(self, what: str) -> BadInput:
        """Return a complaint about what is damaged, with what is to be done."""
        return _damaged(self.path, what)


_KNOWN: WeakKeyDictionary[RunDirectory, dict[tuple[int, ...], FreshGames | None]] = WeakKeyDictionary()


def fresh_games(run: RunDirectory, scenarios: Sequence[int]) -> RunDirectory | None:
    """Return fresh games of a few scenarios: those chosen by the run's own games, and their runners-up.

    The first time they are played, which takes some seconds.

    * `run`: a finished run.
    * `scenarios`: which.  They must be chosen by the run's own games; what is chosen by fresh games needs
      others.

    Returns a run of these scenarios alone, under their numbers, of as many fresh games as each has in the run
    (but at most 65,536, and fewer of players that think).  None where that would be more than
    `MOST_TOGETHER`, and where no games can be played that are known to be of the same rules and players:
    people played them; the run is not whole; the game or a strategy has changed, is missing or must not be
    imported; a game breaks; the folder can't be written to; players think for too long.
    """
    if not run.finished or run.incomplete is not None or run.people is not None:
        return None
    wanted = tuple(sorted(set(scenarios)))
    known = _KNOWN.setdefault(run, {})
    if wanted not in known:
        known[wanted] = _found_or_played(run, wanted)
    return known[wanted]


def kept_fresh_games(run: RunDirectory) -> RunDirectory | None:
    """Return the fresh games that are kept beside a run, None if there are none; nothing is played."""
    folder = run.path / FRESH
    found = {file.relative_to(folder).as_posix() for file in folder.rglob("*.parquet")}
    numbers = {s: _numbers(run, s) for name in sorted(found) for s in scenarios_of(name) if s in run.line_ups}
    if not found:
        return None
    fresh = FreshGames(run, numbers)
    expected = {name for files in fresh.parts.files.values() for name in files}
    if others := sorted(found ^ expected):
        wrong = "is missing" if others[0] in expected else "is no file of fresh games"
        raise _damaged(folder, f"{others[0]} {wrong}")
    for scenario, games in numbers.items():
        if not _is_kept(run, scenario, games):
            name = part_name(GAMES, range(scenario, scenario + 1), 0)
            raise _damaged(folder, f"{name}, or the file of its seats, is not as it was written")
    return fresh


def _damaged(folder: Path, what: str) -> BadInput:
    return BadInput(f"{folder}: damaged, {what}; remove this folder, and a report plays its games again")


def _found_or_played(run: RunDirectory, scenarios: Sequence[int]) -> FreshGames | None:
    numbers = {scenario: _numbers(run, scenario) for scenario in scenarios}
    if not all(numbers.values()) or sum(map(len, numbers.values())) > MOST_TOGETHER:
        return None
    missing = {scenario: games for scenario, games in numbers.items() if not _is_kept(run, scenario, games)}
    try:
        _play(run, missing)
        return FreshGames(run, numbers)
    except BadInput:
        return None


def _numbers(run: RunDirectory, scenario: int) -> range:
    """Return the numbers of a scenario's fresh games, after those of all scenarios; none if too few."""
    first, planned = int(run.manifest["experiment"]["games"]), run.games_planned(scenario)
    players = (
        Player(run.strategies[player["strategy"]], player["parameters"]) for player in run._players[scenario]
    )
    playouts = sum(map(playouts_of_player, players))
    most = SHARD_GAMES if playouts <= 1 else PLAYOUTS // playouts
    count = min(planned, most)
    is_few = playouts > 1 and count < LEAST * planned
    return range(0) if is_few or first + count > FIRST_TRIAL_GAME else range(first, first + count)


def _files(run: RunDirectory, scenario: int) -> dict[str, int]:
    """Return the names of the files of a scenario's fresh games, each with its rows per game."""
    found = {GAMES: 1} | ({SEATS: len(run.line_ups[scenario])} if run.has_seats(scenario) else {})
    return {part_name(table, range(scenario, scenario + 1), 0): rows for table, rows in found.items()}


def _shard(scenario: int, numbers: range) -> Shard:
    return Shard(range(scenario, scenario + 1), 0, numbers.start, (len(numbers),), is_all=True)


def _is_kept(run: RunDirectory, scenario: int, numbers: range) -> bool:
    """Return True if the files of a scenario's fresh games are as they were written, and of these games."""
    folder, identity = run.path / FRESH, run.manifest["identity"]
    try:
        for name, rows in _files(run, scenario).items():
            if read_whole(Place(folder, identity, name)).rows != rows * len(numbers):
                return False
            keys = pl.read_parquet(on_disk(folder / name), columns=["scenario", "game"], glob=False)
            found = keys["game"].unique().sort().to_numpy()
            if keys["scenario"].unique().to_list() != [scenario] or ranges_in(found) != [numbers]:
                return False
    except NotAsWritten:
        return False
    return True


def _play(run: RunDirectory, missing: Mapping[int, range]) -> None:
    """Play fresh games and keep them."""
    if not missing:
        return
    matches = {scenario: run.match(scenario) for scenario in missing}
    _require_same_code(run, list(missing))
    for scenario, games in missing.items():
        recorded = ranges_of(run.numbers(scenario))[0][: min(TOGETHER, -(-len(games) // 8))]
        if run_interruptibly(differing_in, run, scenario, [recorded]):
            raise BadInput(f"{run.path}: its games come out otherwise today")
    folder = run.path / FRESH
    with writing(folder):
        remove_link(folder)  # it may lead anywhere, as those below it may
        for name in (Path(name) for scenario in missing for name in _files(run, scenario)):
            for place in (name.parts[0], name.parent):
                remove_link(folder / place)
        folder.mkdir(exist_ok=True)
    pieces = [(matches[scenario], _shard(scenario, numbers)) for scenario, numbers in missing.items()]
    for _ in HERE.results(_play_one, (folder, run.manifest["identity"]), pieces):
        pass


def _play_one(folder: Path, identity: str, match: Match, shard: Shard) -> None:
    run_interruptibly(play_shard, folder, identity, [match], shard, reuse=False)


def _require_same_code(run: RunDirectory, scenarios: Sequence[int]) -> None:
    """Complain unless the game and the players of some scenarios have the code that the run was made with."""
    names = {name for scenario in scenarios for name in run.line_ups[scenario]}
    folder = Path(run.manifest["experiment"]["folder"])
    loaded = sources_loaded(run.game, [run.strategies[name] for name in sorted(names)], folder)
    if any(run.manifest["sources"].get(name) != digest for name, digest in loaded.items()):
        raise BadInput(f"{run.path}: its game or strategies have changed")
