"""Shards, the pieces of work that a run is cut into, and the summary written while they are played.

A shard is a pure function of what it names: the same scenarios, first game and count give the same arrays
and the same files, on any worker.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import polars as pl

from simkit.engine.base.columns import Column
from simkit.engine.base.cursor import new_cursor
from simkit.engine.base.failure import GameFailure, Meddling
from simkit.engine.base.rows import Rows, by_column
from simkit.engine.contract.game import Game
from simkit.engine.contract.player import PLAYOUTS, Player
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.experiment.values import Experiment, Scenario
from simkit.run.games import seat_keys
from simkit.run.store import layout
from simkit.run.store.broken import Broken
from simkit.run.store.events import event_columns, metadata_of, what_happened
from simkit.run.store.listed import packed, read_played, unpacked
from simkit.run.store.parquet import (
    EVENTS,
    GAME_KEYS,
    GAMES,
    SEAT_KEYS,
    SEATS,
    TABLES,
    Arrays,
    Keep,
    NotAsWritten,
    PartReader,
    PartWriter,
    Place,
    TableWriter,
    Written,
    keep_in_run,
    write_part,
)
from simkit.run.store.shards import PlayedShard, Shard, Tallies
from simkit.run.store.summing import add_tallies, distributions_of, summary_of
from simkit.stats.distributions import Distributions
from simkit.stats.summary import Key


def played_before(run: Path, identity: str, shards: Iterable[Shard]) -> Iterator[PlayedShard]:
    """Yield the results for shards that an earlier run has left, as far as its list tells them."""
    left = {shard.key: shard for shard in shards}
    for done in read_played(run, identity):
        if shard := left.pop(done.shard.key, None):
            yield replace(done, shard=shard)


def shards_of(
    experiment: Experiment, games: Sequence[int], together: Sequence[int] | None = None
) -> Iterator[Shard]:
    """Divide an experiment into shards, in the order of the scenarios.

    * `games`: the number of games of each scenario.
    * `together`: how many consecutive scenarios share a file, for one file after another; by default what
      `share_files` says.  Where some have got more games since that was decided, it stays.
    """
    one_in, following = experiment.events_one_in, 0
    for count in together or share_files(experiment, games):
        own = range(following, following + count)
        following = own.stop
        if count > 1:
            yield Shard(own, 0, 0, tuple(games[own.start : own.stop]), is_all=True, one_in=one_in)
            continue
        planned = games[own.start]
        most = games_in_a_file(experiment, playouts_of(experiment.scenarios[own.start]))
        for part, first in enumerate(range(0, planned, most)):
            some = min(most, planned - first)
            yield Shard(own, part, first, (some,), is_all=some == planned, one_in=one_in)


def share_files(experiment: Experiment, games: Sequence[int]) -> list[int]:
    """Return how many consecutive scenarios share a file, for one file after another.

    `games`: the number of games of each scenario.
    """
    playouts = max(map(playouts_of, experiment.scenarios))
    return layout.scenarios_in_files(games, playouts, experiment.events_one_in)


def trial_shards_of(experiment: Experiment, scenario: int, first: int, games: int) -> Iterator[Shard]:
    """Divide some trial games of a scenario into shards; `first` is the number of the first, from 0."""
    most = games_in_a_file(experiment, playouts_of(experiment.scenarios[scenario]))
    for begin in range(first, first + games, most):
        count = min(most, first + games - begin)
        own = range(scenario, scenario + 1)
        yield Shard(own, 0, layout.FIRST_TRIAL_GAME + begin, (count,), is_all=False, is_trial=True)


def games_in_a_file(experiment: Experiment, playouts: int) -> int:
    """Return the most games of a scenario in a file, given the play-outs of all its players together."""
    scenarios = 1 if experiment.precision else len(experiment.scenarios)
    return layout.games_in_a_file(playouts, experiment.games, scenarios, experiment.events_one_in)


def blocks_of(shard: Shard) -> Iterator[Shard]:
    """Divide a shard into pieces that are played and written one by one, in the order of its rows."""
    most, following = layout.SHARD_GAMES, 0
    for count in layout.take_together(shard.games, most, len(shard.scenarios)):
        own = slice(following, following + count)
        following = own.stop
        scenarios, games = shard.scenarios[own], shard.games[own]
        if sum(games) <= most:
            yield replace(shard, scenarios=scenarios, games=games)
            continue
        for first in range(0, games[0], most):
            some = min(most, games[0] - first)
            yield replace(shard, scenarios=scenarios, first_game=shard.first_game + first, games=(some,))


def playouts_of(scenario: Scenario) -> int:
    """Return the play-outs per decision of all players together."""
    return sum(map(playouts_of_player, scenario.players))


def playouts_of_player(player: Player) -> int:
    """Return a player's play-outs per decision; 0 for one that does not think."""
    look_ahead = player.strategy.look_ahead
    if look_ahead is None:
        return 0
    usual = PLAYOUTS.default if look_ahead.playouts is None else look_ahead.playouts
    return int(player.parameters.get(PLAYOUTS.name, usual))


def play_shard(
    run: Path,
    identity: str,
    matches: Sequence[Match],
    shard: Shard,
    reuse: bool,
    keep: Keep = keep_in_run,
    most_broken: int = 0,
    counts: bool = True,
) -> PlayedShard:
    """Play a shard and write its files; a worker calls this.

    * `matches`: game, rules and players of each of the shard's scenarios.
    * `reuse`: whether to keep the files of an earlier, killed run, where they are complete and of this run.
    * `keep`: keeps the contents of the files; by default in the run directory.
    * `most_broken`: goes on without that many games which can't be played to their end.
    * `counts`: whether to count what was played; trial games are counted in any case.
    """
    places = _places(run, identity, shard)
    found = _left_over(places, matches, shard) if reuse and not shard.is_trial else None
    replaced = reuse and found is None and places[GAMES].path.exists()
    made = found or _play_and_write(places, matches, shard, keep, most_broken, counts)
    own = made.as_played(shard, matches[0].game)
    return replace(own, reused=found is not None, replaced=replaced)


def _places(run: Path, identity: str, shard: Shard) -> dict[str, Place]:
    """Return where the files of a shard belong, by table."""
    names = {table: layout.part_name(table, shard.scenarios, shard.part) for table in TABLES}
    return {table: Place(run, identity, name) for table, name in names.items()}


def expected_files(
    run: Path, identity: str, game: Game, players: Sequence[int], shard: Shard, broken: Sequence[Broken] = ()
) -> dict[Place, tuple[Sequence[Column], Sequence[Column], int | None]]:
    """Return the files that a shard is written to, each with its keys, its columns, and its rows if known.

    * `players`: how many play in each of the shard's scenarios.
    * `broken`: the games of which there are no rows.
    """
    if shard.is_trial:
        return {}
    places = _places(run, identity, shard)
    rows = dict(zip(shard.scenarios, shard.games, strict=True))
    for fault in broken:
        rows[fault.scenario] -= 1
    counts = zip(rows.values(), players, strict=True)
    seats = sum(games * count for games, count in counts if count > 1) if game.seat_columns else 0
    found: dict[Place, tuple[Sequence[Column], Sequence[Column], int | None]] = {
        places[GAMES]: (GAME_KEYS, game.columns, sum(rows.values()))
    }
    if seats:
        found[places[SEATS]] = SEAT_KEYS, game.seat_columns, seats
    if shard.logged:
        found[places[EVENTS]] = GAME_KEYS, event_columns(game), None
    return found


def read_again(
    run: Path, identity: str, matches: Sequence[Match], played: PlayedShard, read: Callable[[str], bytes]
) -> PlayedShard:
    """Return what a shard came to, worked out from its files alone.

    * `played`: the shard, with its files.
    * `read`: returns the contents of a file, by its name.

    Raises NotAsWritten if a file is not what was written, can't be read, or does not have the games of the
    shard.
    """
    contents = {file.path: read(file.path) for file in played.files}
    if any(hashlib.sha256(contents[file.path]).hexdigest() != file.sha256 for file in played.files):
        raise NotAsWritten
    readers = {
        table: PartReader(place, contents[place.name])
        for table, place in _places(run, identity, played.shard).items()
        if place.name in contents
    }
    made = _read(readers, matches, played.shard)
    return replace(made.as_played(played.shard, matches[0].game), decisions=played.decisions)


class _Made:
    """What became of a shard: its files, decisions, broken games, and each block's distributions."""

    def __init__(self) -> None:
        self.files: list[Written] = []
        self.decisions = 0
        self.broken: list[Broken] = []
        self.parts: dict[Key, list[Distributions]] = {}

    def count(self, game: Game, games: tuple[Arrays, Arrays], seats: tuple[Arrays, Arrays]) -> None:
        """Count the rows of a block."""
        for key, distribution in distributions_of(game, games, seats).items():
            self.parts.setdefault(key, []).append(distribution)

    def as_played(self, shard: Shard, game: Game) -> PlayedShard:
        """Return it as a worker's result."""
        distributions = {key: Distributions.joined(parts) for key, parts in self.parts.items()}
        tallies = {key: groups.together() for key, groups in distributions.items()}
        summary = summary_of(game, distributions) if shard.is_all and distributions else None
        broken = tuple(sorted(self.broken))
        return PlayedShard(shard, tallies, summary, tuple(self.files), self.decisions, broken=broken)


def _play_and_write(
    places: Mapping[str, Place],
    matches: Sequence[Match],
    shard: Shard,
    keep: Keep,
    most_broken: int,
    counts: bool,
) -> _Made:
    """Play a shard and write its files, block by block, so that memory does not grow with the files."""
    made, game = _Made(), matches[0].game
    games = PartWriter(places[GAMES], GAME_KEYS, game.columns)
    seats = PartWriter(places[SEATS], SEAT_KEYS, game.seat_columns) if any(_seats(matches)) else None
    for block in blocks_of(shard):
        own = _matches_of(block, matches, shard)
        aside = _Aside(places[GAMES].run, most_broken, made.broken)
        rows, seat_rows, decisions = _play_block(own, block, aside)
        keys, seat_keys = (
            _without(each, made.broken) for each in (_game_keys(block), _seat_keys(own, block))
        )
        made.decisions += decisions
        if counts or shard.is_trial:
            made.count(game, (keys, by_column(rows)), (seat_keys, by_column(seat_rows)))
        if not shard.is_trial:
            games.add(keys, rows)
            if seats and len(seat_rows):
                seats.add(seat_keys, seat_rows)
    if not shard.is_trial:
        made.files = [writer.close(keep) for writer in (games, seats) if writer]
        if shard.logged:
            made.files.append(_log(places[EVENTS], matches, shard, keep, made.broken))
    return made


def _matches_of(block: Shard, matches: Sequence[Match], shard: Shard) -> Sequence[Match]:
    first = block.scenarios.start - shard.scenarios.start
    return matches[first : first + len(block.scenarios)]


@dataclass
class _Aside:
    """Where games go that can't be played to their end: up to that number, in the run of that directory."""

    run: Path
    most: int
    broken: list[Broken]

    def put(self, scenario: int, failure: GameFailure) -> None:
        """Put a game aside; complain if that is one too many."""
        number = failure.game_number
        if len(self.broken) == self.most or isinstance(failure, Meddling):
            skip = 0 if isinstance(failure, Meddling) else self.most + 1
            raise BadInput(f"{failure}\n{how_to_replay(number, self.run, scenario, skip)}") from None
        self.broken.append(Broken(scenario, number, str(failure)))


def _play_block(matches: Sequence[Match], block: Shard, aside: _Aside) -> tuple[Rows, Rows, int]:
    """Return the outcomes of all games, of all seats if seats have columns, and the decisions made."""
    parts: list[tuple[Rows, Rows]] = []
    decisions = 0
    for (scenario, planned), match in zip(block.numbers.items(), matches, strict=True):
        before, waiting = len(parts), [planned]
        while waiting:
            numbers, cursor = waiting.pop(), new_cursor()
            try:
                rows, seat_rows = match.play(numbers.start, len(numbers), cursor)
            except GameFailure as failure:
                aside.put(scenario, failure)
                # The games before it were played, but what they came to is lost.
                number = failure.game_number
                rest = (range(numbers.start, number), range(number + 1, numbers.stop))
                waiting += [games for games in reversed(rest) if games]
                continue
            parts.append((rows, seat_rows if match.seat_columns else seat_rows[:0]))
            decisions += int(cursor.decisions)
        if len(parts) == before:
            why = f"can be played: {aside.broken[-1].why}"
            raise BadInput(f"no game from {block.first_game} on of scenario {scenario} {why}")
    rows, seat_rows = parts[0] if len(parts) == 1 else map(np.concatenate, zip(*parts, strict=True))
    return rows, seat_rows, decisions


def _without(keys: Arrays, broken: Sequence[Broken]) -> Arrays:
    """Return the keys of rows without those of broken games."""
    if not broken or not keys:
        return keys
    left = np.ones(len(keys["game"]), np.bool_)
    for fault in broken:
        left &= (keys["scenario"] != fault.scenario) | (keys["game"] != fault.game)
    return {name: values[left] for name, values in keys.items()}


def _log(
    place: Place, matches: Sequence[Match], shard: Shard, keep: Keep, broken: Sequence[Broken]
) -> Written:
    game = matches[0].game
    without = {(fault.scenario, fault.game) for fault in broken}
    happened = what_happened(dict(zip(shard.scenarios, matches, strict=True)), shard.logged, without)
    columns, more = event_columns(game), metadata_of(game, happened)
    return write_part(place, GAME_KEYS, happened.keys, columns, happened.rows, more, keep)


def how_to_replay(number: int, run: Path, scenario: int, skip: int = 1) -> str:
    """Return, in words, how to replay a game in which something failed, and how to continue.

    `skip` is how many such games the run has to go on without; 0 if it can't.
    """
    command = f"simkit replay {run} --scenario {scenario} --game {number}"
    goes_on = f"; or --resume --skip-broken {skip} goes on without it (in Python skip_broken={skip})"
    return (
        f"replay it: {command}; correct it and run again (with --again, if --out named the directory)"
        f"{goes_on if skip else ''}"
    )


def _seats(matches: Sequence[Match]) -> list[int]:
    return [len(match.strategies) if match.seat_columns else 0 for match in matches]


def _game_keys(shard: Shard) -> Arrays:
    scenarios = np.arange(shard.scenarios.start, shard.scenarios.stop, dtype=np.int32)
    numbers = [np.arange(own.start, own.stop, dtype=np.uint32) for own in shard.numbers.values()]
    return {"scenario": np.repeat(scenarios, shard.games), "game": np.concatenate(numbers)}


def _seat_keys(matches: Sequence[Match], shard: Shard) -> Arrays:
    seated = zip(shard.numbers.items(), matches, _seats(matches), strict=True)
    parts = [
        seat_keys(match, np.arange(own.start, own.stop), scenario)
        for (scenario, own), match, seats in seated
        if seats
    ]
    return (
        {key.name: np.concatenate([part[key.name] for part in parts]) for key in SEAT_KEYS} if parts else {}
    )


def _left_over(places: Mapping[str, Place], matches: Sequence[Match], shard: Shard) -> _Made | None:
    """Return what an earlier run has left of a shard; None if a file is missing or not as it was written."""
    with suppress(NotAsWritten):
        return _read({table: PartReader(place) for table, place in places.items()}, matches, shard)
    return None


def _read(readers: Mapping[str, PartReader], matches: Sequence[Match], shard: Shard) -> _Made:
    """Return what the files of a shard have.

    Raises NotAsWritten if one is missing, not as it was written, or of other games.
    """
    made, game = _Made(), matches[0].game
    needed = [GAMES, *([SEATS] if any(_seats(matches)) else []), *([EVENTS] if shard.logged else [])]
    if missing := set(needed) - set(readers):
        raise NotAsWritten(missing)
    games = readers[GAMES].blocks(GAME_KEYS, game.columns)
    seats = readers[SEATS].blocks(SEAT_KEYS, game.seat_columns) if SEATS in needed else iter(())
    for block in blocks_of(shard):
        own = _matches_of(block, matches, shard)
        found, rows = next(games, ({}, {}))
        keys = _game_keys(block)
        broken = _broken_in(own, block, keys, found)
        keys, seat_keys = _without(keys, broken), _without(_seat_keys(own, block), broken)
        _require(found, keys)
        seat_rows = _next(seats, seat_keys) if seat_keys and len(seat_keys["game"]) else {}
        made.broken += broken
        made.count(game, (keys, rows), (seat_keys, seat_rows))
    events = readers[EVENTS].tables() if EVENTS in needed else iter(())
    for _ in events:
        pass
    if next(games, None) is not None or next(seats, None) is not None:
        raise NotAsWritten
    made.files = [readers[table].written() for table in needed]
    return made


def _next(blocks: Iterator[tuple[Arrays, Arrays]], expected: Arrays) -> Arrays:
    """Return the next block of a file, which must be of the games, and of the seats, that are expected."""
    found, rows = next(blocks, ({}, {}))
    _require(found, expected)
    return rows


def _require(found: Arrays, expected: Arrays) -> None:
    """Complain about rows that are of other games, or of other seats, than are expected."""
    if any(name not in found or not np.array_equal(found[name], values) for name, values in expected.items()):
        raise NotAsWritten


def _broken_in(matches: Sequence[Match], block: Shard, keys: Arrays, found: Arrays) -> list[Broken]:
    """Return the games of which a block has no row, because they can't be played to their end."""
    if found and len(found["game"]) == block.all_games:
        return []
    there = set(zip(found["scenario"].tolist(), found["game"].tolist(), strict=True)) if found else set()
    named = zip(keys["scenario"].tolist(), keys["game"].tolist(), strict=True)
    broken = []
    for scenario, number in (pair for pair in named if pair not in there):
        try:
            matches[scenario - block.scenarios.start].play(number, 1)
        except GameFailure as failure:
            broken.append(Broken(scenario, number, str(failure)))
        else:
            raise NotAsWritten
    return broken


ROWS = 1 << 17
"""The number of rows written at once, so that a summary of millions is never in memory as a whole."""


class Summaries:
    """Writes the summary as shards are finished.

    `games` has the number of games of each scenario; `writer` writes the table.
    """

    def __init__(self, game: Game, games: Sequence[int], writer: TableWriter) -> None:
        self._game, self._games, self._writer = game, games, writer
        self._parts: dict[int, tuple[int, Tallies]] = {}  # by scenario: games so far, and their tallies
        # By first scenario: the scenario after the last one, and the rows, packed because one slow scenario
        # may delay all others.
        self._early: dict[int, tuple[int, bytes]] = {}
        self._next = 0
        self._rows: list[pl.DataFrame] = []

    def add(self, played: PlayedShard) -> None:
        """Add a worker's result for a shard."""
        scenarios = played.shard.scenarios
        summary = played.summary if played.summary is not None else self._whole(played)
        if summary is None:
            return
        if scenarios.start != self._next:
            self._early[scenarios.start] = scenarios.stop, packed(summary)
            return
        self._write(summary, scenarios.stop)
        while self._next in self._early:
            stop, early = self._early.pop(self._next)
            self._write(unpacked(early), stop)

    def close(self) -> None:
        """Write the remaining rows."""
        if self._rows:
            self._writer.add(pl.concat(self._rows, rechunk=True))
            self._rows = []

    def _whole(self, played: PlayedShard) -> pl.DataFrame | None:
        """Return the estimates of a scenario with several shards once its last shard is finished."""
        scenario = played.shard.scenarios.start
        done, tallies = self._parts.pop(scenario, (0, {}))
        done += played.shard.all_games
        add_tallies(tallies, played.tallies)
        if done < self._games[scenario]:
            self._parts[scenario] = done, tallies
            return None
        groups = {key: Distributions.of_one(scenario, tally) for key, tally in tallies.items()}
        return summary_of(self._game, groups)

    def _write(self, summary: pl.DataFrame, following: int) -> None:
        self._rows.append(summary)
        self._next = following
        if sum(map(len, self._rows)) >= ROWS:
            self.close()
