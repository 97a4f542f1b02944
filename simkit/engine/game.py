"""What a game is to the engine: record layouts, four functions over them, knobs, columns and a story.

A game knows only the engine; whatever knows files, processes or statistics takes the game from here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numba
import numpy as np
import numpy.typing as npt
from numba.core import types

from simkit.engine.chance import CHANCE, draw_anew
from simkit.engine.compile_errors import why_not_compiled
from simkit.engine.declaration import mistakes
from simkit.engine.kernel import compile_entry, is_shipped, kernel, rebind
from simkit.engine.knobs import Assumption, Knobs
from simkit.engine.log import LOG
from simkit.engine.play import play_games
from simkit.errors import Complaint, raised

MOST_PARAMETERS = 32
"""The most parameters that a strategy can have."""

PARAMETERS = np.dtype([("values", np.float64, (MOST_PARAMETERS,))], align=True)
"""A strategy's parameters, in the order in which it declares them.

A record and not an array: handing an array to a function counts a reference, which would cost more than
many a decision.
"""

Record = Any
"""One NumPy record (``np.record``): a state, rules, a move, an outcome."""


@dataclass(frozen=True)
class Look:
    """How reports show one label of a code.

    Parameters
    ----------
    words : str
        What it is called.
    loss : str
        For an ending that loses the game: what happens, as a part of a sentence: "time runs out".
    colour : str
        Its colour in figures, "#b8493b"; one of the reports' own if empty.
    """

    words: str
    loss: str = ""
    colour: str = ""


@dataclass(frozen=True)
class Column:
    """One outcome column: one number a game, or one a seat of a game.

    Parameters
    ----------
    name : str
        Its name in the Parquet files.
    dtype : type
        A NumPy integer type as narrow as the values allow, or ``np.bool_``.
    description : str
        What it counts, for a reader who knows the rulebook.
    unit : str
        What one of it is: "turns", "tokens"; empty for codes and yes/no.
    labels : sequence of str
        For a code: what 0, 1, 2 ... mean.
    looks : mapping
        How reports show labels, in the order in which they do; a label without a look is shown as it is.
    short : str
        What reports call it in figures and headings; its name if empty.
    part_of : str
        The column of which this one is a part: reports tell of what parts that one is made.
    """

    name: str
    dtype: type[np.generic]
    description: str
    unit: str = ""
    labels: Sequence[str] = ()
    looks: Mapping[str, Look] = field(default_factory=dict)
    short: str = ""
    part_of: str = ""

    @property
    def heading(self) -> str:
        """What it is called in figures and headings."""
        return self.short or self.name.replace("_", " ")

    @property
    def is_yes_no(self) -> bool:
        """Whether it holds yes or no, however its type is written: ``np.bool_`` or ``bool``."""
        return np.dtype(self.dtype).kind == "b"


def columns_dtype(columns: Sequence[Column]) -> np.dtype[np.void]:
    """Return the record layout that holds one row of `columns`."""
    return np.dtype([(column.name, column.dtype) for column in columns], align=True)


def roomy_dtype(columns: Sequence[Column]) -> np.dtype[np.void]:
    """Return the layout that holds one row of `columns`, with 64 bits for every number."""
    return np.dtype([(column.name, _roomy(column.dtype)) for column in columns], align=True)


def _roomy(dtype: type[np.generic]) -> type[np.generic]:
    return dtype if np.dtype(dtype).kind == "b" or np.dtype(dtype).itemsize == 8 else np.int64


class Story(Protocol):
    """Turns the events of one step of a game into sentences."""

    def begin(self, game_state: Record, rules: Record, log: npt.NDArray[np.void]) -> list[str]:
        """Return the sentences about the set-up."""

    def tell(self, game_state: Record, rules: Record, log: npt.NDArray[np.void]) -> list[str]:
        """Return the sentences about the move just made; `game_state` is the state after it."""

    def describe(self, move: Record) -> str:
        """Return one legal move in words."""

    def end(self, game_state: Record, rules: Record, outcome: Record) -> list[str]:
        """Return the sentences about how the game ended."""


@dataclass(frozen=True, eq=False)
class Game:
    """A game, whole.

    Parameters
    ----------
    name, title : str
        The word that experiments use, and the name printed in reports.
    seats : range
        How many players can play.
    table, seat, hidden : numpy.dtype
        What everyone sees, what only the seat itself sees, and what nobody sees.
    move : numpy.dtype
        One move; `max_moves` is the most that can be legal at once.
    rules : numpy.dtype
        The layout of the rules record, made by ``knobs.record()``; it must have `decision_cap`.
    setup, options, apply, outcome : callable
        ``setup(state, rules, log)`` prepares a state that is all zeros but for its chance;
        ``options(state, rules, moves) -> count`` lists the legal moves of the seat to act, at least one
        (in the fields of a move that it leaves alone stands what stood there before);
        ``apply(state, rules, move, log)`` makes one;
        ``outcome(state, rules, row, seat_rows)`` fills the outcome columns.
    columns, seat_columns : sequence of Column
        What `outcome` fills.  `seat_columns` is empty for games whose seats have nothing of their own.
        A game that was stopped (`state.capped`) should say so by the label ``decision_cap``: runs and
        reports warn of it.  The general report tells, too, if all games end by labels like ``turn_cap``.
    knobs : type of Knobs
        The validated rule parameters.
    assumptions : sequence of Assumption
        Values that nobody could look up, with alternatives.
    story : Story
        Tells a game in sentences.
    seats_of : callable
        How many seats play under given knobs.
    conceal : callable, optional
        ``conceal(state, seat, chance)`` deals anew whatever that seat can't see, consistently with what it
        knows; a game that hides nothing has none.  Call it by `concealer`.
    """

    name: str
    title: str
    summary: str
    seats: range
    table: np.dtype[np.void]
    seat: np.dtype[np.void]
    hidden: np.dtype[np.void]
    move: np.dtype[np.void]
    max_moves: int
    rules: np.dtype[np.void]
    setup: Callable[..., None]
    options: Callable[..., int]
    apply: Callable[..., None]
    outcome: Callable[..., None]
    columns: Sequence[Column]
    knobs: type[Knobs]
    story: Story
    seats_of: Callable[[Knobs], int]
    seat_columns: Sequence[Column] = ()
    assumptions: Sequence[Assumption] = ()
    conceal: Callable[..., None] | None = None

    def __post_init__(self) -> None:
        for mistake in mistakes(self):
            raise Complaint(f"the game '{self.name}': {mistake}")

    @property
    def is_shipped(self) -> bool:
        """Whether its rules are simkit's own, and not a plug-in's."""
        return is_shipped(self.setup.__module__)

    @cached_property
    def max_seats(self) -> int:
        """The most players that can play."""
        return self.seats[-1]

    def seats_under(self, knobs: Knobs) -> int:
        """Return how many play under given knobs.

        Raises
        ------
        Complaint
            If a plug-in's `seats_of` raises, or says a number that can't play.
        """
        with self._telling("seats_of"):
            seats = self.seats_of(knobs)
        if seats not in self.seats:
            span = f"{self.seats[0]} to {self.seats[-1]}"
            raise Complaint(f"{self.title}: seats_of returned {seats!r}, allowed is a number from {span}")
        return seats

    def rules_under(self, knobs: Knobs) -> Record:
        """Return the rules record of given knobs.

        Raises
        ------
        Complaint
            If a plug-in's ``knobs.record()`` raises, or returns something else.
        """
        with self._telling("the knobs' record()"):
            record = knobs.record()
        if getattr(record, "dtype", None) != self.rules or getattr(record, "shape", None) != ():
            found = getattr(record, "dtype", type(record).__name__)
            raise Complaint(
                f"{self.title}: the knobs' record() returned {found}, allowed is a record of rules"
            )
        if record.decision_cap != knobs.decision_cap:
            raise Complaint(
                f"{self.title}: the knobs' record() has the decision_cap {record.decision_cap}, the knob is "
                f"{knobs.decision_cap}"
            )
        return record

    @contextmanager
    def _telling(self, what: str) -> Iterator[None]:
        """Tell what a plug-in's function raises; what simkit's own do is a fault."""
        try:
            yield
        except Exception as error:
            if self.is_shipped:
                raise
            raise Complaint(f"{self.title}: {what} {raised(error)}") from error

    @cached_property
    def state(self) -> np.dtype[np.void]:
        """The layout of a state: flat, copied by one assignment."""
        return np.dtype(
            [
                ("table", self.table),
                ("seats", self.seat, (self.max_seats,)),
                ("hidden", self.hidden),
                ("chance", CHANCE),
                ("seat", np.int32),
                ("over", np.bool_),
                ("capped", np.bool_),
            ],
            align=True,
        )

    @cached_property
    def room(self) -> np.dtype[np.void]:
        """The layout of the room that legal moves are listed in, and of a move of zeros."""
        return np.dtype([("moves", self.move, (self.max_moves,)), ("blank", self.move)], align=True)

    @cached_property
    def row(self) -> np.dtype[np.void]:
        """The layout of one game's outcome, as the play loop fills it."""
        return self._layout(self.columns)

    @cached_property
    def seat_row(self) -> np.dtype[np.void]:
        """The layout of one seat's outcome, likewise (one unused byte where seats have none)."""
        return self._layout(self.seat_columns or (Column("unused", np.int8, ""),))

    def _layout(self, columns: Sequence[Column]) -> np.dtype[np.void]:
        # Whether a plug-in's numbers fit their columns is seen afterwards, so they are given room.
        return columns_dtype(columns) if self.is_shipped else roomy_dtype(columns)

    def chooser_signature(self) -> Any:
        """Return the Numba signature of a strategy of this game, as the play loop calls it."""
        return types.int64(
            _record(self.table), _record(self.seat), _record(self.rules), _record(self.room), types.int64,
            _record(PARAMETERS), _record(CHANCE),
        )  # fmt: skip

    @cached_property
    def play_loop(self) -> Any:
        """The play loop (`simkit.engine.play.play_games`) with this game's functions inside it."""
        functions = {
            "setup": self.setup,
            "options": self.options,
            "apply": self.apply,
            "outcome": self.outcome,
        }
        kernels = {name: kernel(function) for name, function in functions.items()}
        hides_something = self.conceal is not None
        bound = rebind(play_games, **kernels, hides_something=hides_something, is_checked=not self.is_shipped)
        return compile_entry(bound, home=self.home)

    @property
    def home(self) -> tuple[str, ...]:
        """The modules from which all that the game's functions call can be reached."""
        functions = (self.setup, self.options, self.apply, self.outcome)
        return tuple(dict.fromkeys(function.__module__ for function in functions))

    @property
    def plain_functions(self) -> tuple[Any, Any, Any]:
        """``(setup, options, apply)`` as they are written."""
        return self.setup, self.options, self.apply

    @cached_property
    def logged_functions(self) -> tuple[Any, Any, Any]:
        """``(setup, options, apply)`` compiled with the event log, to walk through a game."""
        signatures = self._signatures()
        setup, options, apply = (compile_entry(f, signatures[f]) for f in self.plain_functions)
        return setup, options, apply

    def _signatures(self) -> dict[Callable[..., Any], Any]:
        """Return with which signature each of the game's functions is compiled, by itself."""
        state, rules, log = _record(self.state), _record(self.rules), _record(LOG)
        return {
            self.setup: types.void(state, rules, log),
            self.options: types.int64(state, rules, _records(self.move)),
            self.apply: types.void(state, rules, _record(self.move), log),
            self.outcome: types.void(state, rules, _record(self.row), _records(self.seat_row)),
        }

    def why_not_compiled(self, error: BaseException) -> str:
        """Return why the rules can't be compiled, with file and line.

        `error` is what Numba raised of all functions together, whose place is often that of `setup`: it is
        asked of each by itself.
        """
        for function, signature in self._signatures().items():
            try:
                compile_entry(function, signature)
            except Exception as own:
                return why_not_compiled(own, function)
        return why_not_compiled(error, self.setup)

    @cached_property
    def concealer(self) -> Any:
        """``concealer(state, seat, chance)``, compiled: what a seat can't see is dealt anew.

        What the game's own chance will bring is hidden from everybody, so it is drawn anew too.
        """
        hide = kernel(self.conceal or _hide_nothing)
        bound = rebind(_conceal_all, _conceal=hide)
        home = (self.conceal.__module__,) if self.conceal else ()
        signature = types.void(_record(self.state), types.int64, _record(CHANCE))
        return compile_entry(bound, signature, home=home)


_conceal: Any = None  # a game's own, bound by `Game.concealer`


def _hide_nothing(state: Any, seat: Any, chance: Any) -> None:
    """Hide nothing but the chance to come."""


def _conceal_all(state: Any, seat: Any, chance: Any) -> None:
    _conceal(state, seat, chance)
    draw_anew(state.chance, chance)


def _record(dtype: np.dtype[np.void]) -> Any:
    return numba.from_dtype(dtype)


def _records(dtype: np.dtype[np.void]) -> Any:
    return types.Array(numba.from_dtype(dtype), 1, "C")
