"""What a cluster can be given to do: the shards of a run, or pieces of a question's work."""

from __future__ import annotations

import hashlib
import pickle
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from contextlib import AbstractContextManager
from io import BytesIO
from typing import Any, Generic, NamedTuple, TypeVar

from simkit.cluster import node
from simkit.cluster.bundle import Bundle, pack_code
from simkit.cluster.node import WorkOrder
from simkit.cluster.packed import ROOT, pack
from simkit.cluster.pieces import Proof
from simkit.cluster.table_store import TableStore
from simkit.errors import BadInput
from simkit.experiment.values import Experiment
from simkit.run.store.parquet import is_part, keep_in_run
from simkit.run.store.shards import PlayedShard, Shard
from simkit.run.work.in_worker import Task
from simkit.run.work.loaded import KEPT, Loaded
from simkit.run.work.shard import expected_files

Piece = TypeVar("Piece", bound=Hashable)
Result = TypeVar("Result")


class Job(ABC, Generic[Piece, Result]):
    """What a cluster is to do."""

    key: str
    """The same for jobs that a worker can play if it can play one of them."""

    what: str
    unit: str
    """What is played, and a piece of it, in words: "this run", "shard"."""

    afterwards: str
    """What is left when it can't go on, and what is to be done."""

    bundles: Sequence[Bundle]
    own: Loaded

    @abstractmethod
    def getting_ready(self) -> WorkOrder:
        """Return the work by which a worker finds out whether it can play the job."""

    @abstractmethod
    def order(self, piece: Piece) -> WorkOrder:
        """Return the work of playing a piece."""

    @abstractmethod
    def in_words(self, piece: Piece) -> str:
        """Return what a piece is, for the screen."""

    @abstractmethod
    def games(self, piece: Piece) -> int:
        """Return how many games a piece has."""

    @abstractmethod
    def take(self, piece: Piece, said: Any) -> Result | None:
        """Return what a worker says that came of a piece; None if that is not so.

        Raises NotThere if what the worker says that it has written is not found.
        """


class RunJob(Job[Shard, PlayedShard]):
    """The shards of a run, whose files are written into the run directory, or lie in a store then.

    * `task`: what each worker is told of the run.
    * `code`, `description`: the code that simkit does not ship; the run's manifest and scenarios.
    * `own`: what this process has loaded.
    * `experiment`: what is played.
    * `rules_of`: returns the hashes of the rules records of a shard.
    """

    what, unit = "this run", "shard"
    afterwards = f"{KEPT}, --resume continues the run"

    def __init__(
        self,
        task: Task,
        code: Bundle,
        description: Bundle,
        own: Loaded,
        experiment: Experiment,
        rules_of: Callable[[Shard], tuple[bytes, ...]],
    ) -> None:
        self.bundles: Sequence[Bundle] = (code, description)
        self.own = own
        self.key = f"{code.name} {description.name} {task.begun}"
        self._task, self._experiment, self._rules_of = task, experiment, rules_of

    def getting_ready(self) -> WorkOrder:
        """Return the work by which a worker finds out whether it can play the run."""
        return self._order(node.make_ready)

    def order(self, piece: Shard) -> WorkOrder:
        """Return the work of playing a shard."""
        return self._order(node.play, piece, self._rules_of(piece))

    def _order(self, work: Callable[..., tuple[str, Any]], *arguments: Any) -> WorkOrder:
        code, description = self.bundles
        return WorkOrder(code.name, description.name, pickle.dumps((work, self._task, *arguments)))

    def in_words(self, piece: Shard) -> str:
        """Return which games a shard has."""
        first, last = piece.scenarios[0], piece.scenarios[-1]
        scenarios = f"scenario {first}" if first == last else f"scenarios {first} to {last}"
        kind = "trial games" if piece.is_trial else "games"
        fewest, most = min(piece.games), max(piece.games)
        games = f"{most:,}" if fewest == most else f"{fewest:,} to {most:,}"
        return f"{scenarios}, {games} {kind} from {piece.first_game:,}"

    def games(self, piece: Shard) -> int:
        """Return how many games a shard has."""
        return piece.all_games

    def take(self, piece: Shard, said: tuple[PlayedShard, dict[str, bytes]]) -> PlayedShard | None:
        """Write the files of a shard, if they are what the worker says; those in a store must be there.

        How they are called, and what columns and rows they have, follows from the shard.  What it came to is
        to be worked out from the files.
        """
        played, contents = said
        scenarios = self._experiment.scenarios[piece.scenarios.start : piece.scenarios.stop]
        players = [len(scenario.players) for scenario in scenarios]
        if any(broken.scenario not in piece.scenarios for broken in played.broken):
            return None
        task, game = self._task, self._experiment.game
        expected = expected_files(task.run, task.identity, game, players, piece, played.broken)
        hashes = {written.path: written.sha256 for written in played.files}
        names = [place.name for place in expected]
        if played.shard != piece or sorted(hashes) != sorted(names):
            return None
        opened: Callable[[str], AbstractContextManager[Any]]
        if task.store:
            store = TableStore(task.store)
            store.require(played.files)
            opened = store.opened
        else:
            if sorted(contents) != sorted(names):
                return None
            if any(hashlib.sha256(contents[name]).hexdigest() != hashes[name] for name in names):
                return None
            opened = lambda name: BytesIO(contents[name])  # noqa: E731
        for place, (keys, columns, rows) in expected.items():
            with opened(place.name) as file:
                if not is_part(place, file, keys, columns, rows):
                    return None
        for place in () if task.store else expected:
            keep_in_run(place, contents[place.name])
        return played


class Share(NamedTuple):
    """A piece of a question's work."""

    number: int
    of: int
    """Which one, from 0, and how many there are."""

    own: bytes
    """What the function gets besides what all pieces share, packed."""

    games: int


class QuestionJob(Job[Share, tuple[int, Any]]):
    """Pieces of a question's work: a function of simkit's, called with values.

    * `function`: a function at the top of a module.
    * `shared`: its first arguments, the same for all pieces.
    * `pieces`: the others.

    Raises BadInput if the workers can't be told what is played, because only this process knows it.
    """

    what, unit = "this question", "piece of work"
    afterwards = "ask again"

    def __init__(
        self, function: Callable[..., Any], shared: Sequence[Any], pieces: Sequence[tuple[Any, ...]]
    ) -> None:
        packed = pack(function, *shared)
        games, references = list(packed.games), set(packed.references)
        self.pieces = []
        for number, piece in enumerate(pieces):
            contents, more_games, more = pack(*piece)
            games += more_games
            references |= set(more)
            count = sum(len(each) for each in piece if isinstance(each, range))
            self.pieces.append(Share(number, len(pieces), contents, count))
        if not games:
            raise BadInput("the workers of a cluster play games, and there is none in what they are to do")
        self._contents = packed.contents
        self.own = Loaded(games[0], tuple(sorted(references, key=repr)), ROOT)
        self._proof = Proof(games[0].name, self.own.references, self.own.digest)
        self._code = pack_code(games[0], self.own.references, ROOT)
        self.bundles: Sequence[Bundle] = (self._code,)
        self.key = f"{self._code.name} {self._proof.loaded}"

    def getting_ready(self) -> WorkOrder:
        """Return the work by which a worker finds out whether it can play the pieces."""
        return WorkOrder(self._code.name, "", pickle.dumps((node.prove, self._proof)))

    def order(self, piece: Share) -> WorkOrder:
        """Return the work of playing a piece."""
        call = (node.call, self._proof, self._contents, piece.own)
        return WorkOrder(self._code.name, "", pickle.dumps(call))

    def in_words(self, piece: Share) -> str:
        """Return which one a piece is."""
        return f"piece {piece.number + 1:,} of {piece.of:,}"

    def games(self, piece: Share) -> int:
        """Return how many games a piece has."""
        return piece.games

    def take(self, piece: Share, said: Any) -> tuple[int, Any]:
        """Return the number of a piece, and what came of it."""
        return piece.number, said
