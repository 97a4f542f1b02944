"""A game's declaration: record layouts, functions that work on them, knobs, columns, moves and events.

A game knows only the engine; the floors above, which know files, processes and statistics, use this class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from simkit.compile.mode import CHECKED_THROUGHOUT
from simkit.compile.reach import all_called_by
from simkit.engine.base.chance import CHANCE, philox
from simkit.engine.base.columns import LENGTHS, Column, columns_dtype, roomy_dtype, with_endings
from simkit.engine.base.events import FEWEST, event_layout
from simkit.engine.base.rows import Record, zeros
from simkit.engine.contract.content import GameContent, changes_in_words
from simkit.engine.contract.declaration import mistakes
from simkit.engine.contract.kinds import EventKind, MoveKind, move_layout
from simkit.engine.contract.knobs import PLAYERS, Assumption, Knobs
from simkit.engine.contract.objectives import Objective, objectives_or_default
from simkit.engine.contract.outcomes import RECORDS, fill_outcome_of, joined, outcome_columns
from simkit.engine.contract.story import Story
from simkit.errors import BadInput, raised

NOTHING = np.dtype([("nothing", np.int8)])
"""The layout of a record without contents."""


@dataclass(frozen=True, eq=False)
class Game:
    """A game."""

    name: str
    summary: str
    """Its name in experiments, and a sentence about it."""
    seats: range
    """The possible numbers of players.  If there are several, the game has a knob `players`."""
    table: np.dtype[np.void]
    """The layout of what everyone sees (`record`)."""
    knobs: type[Knobs]
    """The validated rule parameters, from which the rules record is made."""
    setup: Callable[..., None]
    options: Callable[..., int]
    apply: Callable[..., None]
    """``setup(state, rules, log)`` prepares a state that is all zeros except its chance and the seats'
    numbers;
    ``options(state, rules, moves) -> count`` lists the legal moves of the seat to act, at least one
    (fields that it does not set keep their old values);
    ``apply(state, rules, move, log)`` makes one."""
    moves: Sequence[MoveKind]
    events: Sequence[EventKind]
    """The kinds of moves and of events (`Kinds.kinds`)."""
    outcome: Callable[..., None] | None = None
    """``outcome(state, rules, row, seat_rows)`` fills `columns` and `seat_columns`, when those that are
    fields of the state are filled."""
    title: str = ""
    """The name printed in reports; by default, `name` with a capital letter."""
    columns: Sequence[Column] = ()
    seat_columns: Sequence[Column] = ()
    """The outcome columns of the game and of each seat that are no fields of the state.  Those that are
    (`column`) stand before them, and the engine adds a column `end` if there is none, to mark games that
    were stopped."""
    ranked_by: str | Sequence[str | Callable[..., Any]] = ()
    """The seats' columns by which seats are ranked, the most important first: the more the better, or the
    less where an objective says so.  What is no column, such as to which seat a tie goes, is a function
    ``breaks_tie(state, rules, seat)``: the more it returns, the better.  The engine then fills the seats'
    columns `won` and `rank`, which `seat_columns` may hold, to say where they stand and in which words; the
    best win, several in a tie, and nobody in a game that was stopped."""
    stopped_has_winner: bool = False
    """Whether a game that was stopped is ranked as it stands: the best then win that, too."""
    seat: np.dtype[np.void] = NOTHING
    hidden: np.dtype[np.void] = NOTHING
    """The layouts of what only one seat sees, and of what no seat sees; the engine adds the
    seat's `number`."""
    max_moves: int = 0
    """The most moves that can be legal at once; by default the number of kinds of moves."""
    objectives: Sequence[Objective] = ()
    """What players play for, the most important first; by default the columns `won` and `score`."""
    turn_order: str = ""
    """The seats' column with the place of each seat in the turn order, counted from 0 or 1, each seat
    another, where chance or a choice may decide who begins.  Targets, tables and reports then compare
    seats by it; by default they compare the seats' numbers."""
    length: str = ""
    """The games' column that counts how long a game lasts; by default the column `turns` or `rounds`."""
    purposes: Mapping[int, str] = field(default_factory=dict)
    """What each purpose of chance (`begin`) draws, in words that go on after "what decides is": {0: "the
    shuffle of the deck", 1: "the dice"}.  Reports then say how much each decides."""
    progress: Objective | None = None
    """A graded measure of how far a game got, for games that are seldom won."""
    assumptions: Sequence[Assumption] = ()
    """Values that are not known for sure, with alternatives."""
    story: Story = field(default_factory=Story)
    """Describes a game in sentences."""
    conceal: Callable[..., None] | None = None
    """``conceal(state, seat, chance)`` deals anew everything that the seat can't see, consistently with
    what it knows; not needed if nothing is hidden."""
    content: GameContent | None = None
    """What is printed in its box, if experiments may change that."""
    meanings: Mapping[str, str] = field(default_factory=dict)
    """The meaning of fields that their records do not say (`record`): "table.scores", "seat.hand"; the key
    "table" is for the record as a whole."""
    proven: Sequence[str] = ()
    """Packages whose tests play all that is in them with every index and division checked
    (SIMKIT_CHECKED=1): the game's own and its players'.  Their functions are then compiled without these
    checks; all others with them."""
    as_printed: Game | None = None
    """For a game with other content, the game as it is in the box; set by `with_content`."""

    def __post_init__(self) -> None:
        if isinstance(self.ranked_by, str):
            object.__setattr__(self, "ranked_by", (self.ranked_by,) if self.ranked_by else ())
        most = self.seats[-1] if isinstance(self.seats, range) and self.seats else 0
        if self.as_printed is None:  # otherwise it has them already, or only those that a group wrote down
            fields = outcome_columns(self.records, most, bool(self.ranked_by))
            for name, known in zip(("columns", "seat_columns"), fields, strict=True):
                object.__setattr__(self, name, joined(known, getattr(self, name)))
        for mistake in mistakes(self):
            raise BadInput(f"the game '{self.name}': {mistake}")
        object.__setattr__(self, "columns", with_endings(self.columns))
        if self.content is not None:
            for name in ("moves", "events"):
                kinds = tuple(kind.in_box(self.content) for kind in getattr(self, name))
                object.__setattr__(self, name, kinds)
        object.__setattr__(self, "title", self.title or self.name.replace("_", " ").capitalize())
        object.__setattr__(self, "max_moves", self.max_moves or len(self.moves))
        wanted = objectives_or_default(self.objectives, self.columns, self.seat_columns)
        object.__setattr__(self, "objectives", wanted)

    @property
    def in_the_box(self) -> Game:
        """The game with its printed content; code is always compiled for this one."""
        return self if self.as_printed is None else self.as_printed

    def with_content(self, content: GameContent) -> Game:
        """Return the game with other content.

        Raises
        ------
        BadInput
            If a knob's default would not be allowed.
        """
        game = self.in_the_box
        return replace(game, content=content, knobs=game.knobs.with_content(content), as_printed=game)

    @property
    def changed_content(self) -> str:
        """The items that differ from the printed ones, in words; an empty text if there are none."""
        printed = self.in_the_box.content
        if self.content is None or printed is None or self.content is printed:
            return ""
        return changes_in_words(self.content, printed)

    @property
    def hides_something(self) -> bool:
        """True if a seat sees something that the others don't, which its legal moves could reveal."""
        return self.seat_record.names != ("number",)  # what nobody sees shows in no legal move

    @property
    def hides_without_dealing(self) -> bool:
        """True if something is hidden and the game has no function to deal it anew."""
        return self.conceal is None and (self.hides_something or self.hidden is not NOTHING)

    @cached_property
    def leaves_nothing_to_chance(self) -> bool:
        """True if everybody sees everything and no move draws random numbers; the set-up may.

        What the rules call is followed, so a game that could draw, though it never does, is not among these.
        """
        hides = self.hides_something or self.hidden is not NOTHING
        rules = (self.options, self.apply, self.fill_outcome)
        return not hides and not any(philox in all_called_by(function) for function in rules)  # type: ignore[arg-type]

    @property
    def headline(self) -> Objective | None:
        """The most important objective, which summaries, comparisons and tuning show first."""
        return self.objectives[0] if self.objectives else None

    def column_of(self, objective: Objective) -> Column:
        """Return the outcome column of an objective or of the measure of progress."""
        columns = self.columns if objective.of == "game" else self.seat_columns
        return next(column for column in columns if column.name == objective.column)

    @property
    def length_column(self) -> Column | None:
        """The games' column that counts how long a game lasts; None if there is none."""
        names = (self.length,) if self.length else LENGTHS
        return next(
            (column for column in self.columns if column.name in names and not column.is_fraction), None
        )

    def proves(self, *functions: Callable[..., Any]) -> bool:
        """Return True if functions stand in packages that the game's tests prove."""
        packages = tuple(f"{package}." for package in self.proven)
        return all(f"{function.__module__}.".startswith(packages) for function in functions)

    @property
    def is_checked(self) -> bool:
        """True if its rules are compiled with checks: any but proven ones, and all under SIMKIT_CHECKED=1.

        The checks are of indexes, divisions, the number of moves listed, the seat whose turn it is, and
        whether numbers fit the outcome columns.
        """
        return CHECKED_THROUGHOUT or not self.proves(self.setup)

    @property
    def records(self) -> dict[str, np.dtype[np.void]]:
        """The layouts of the records whose fields may be columns, by name."""
        return {name: getattr(self, name) for name in RECORDS}

    @cached_property
    def fill_outcome(self) -> Callable[..., None]:
        """The function that fills all outcome columns, called as `outcome` is."""
        less = [
            objective.column
            for objective in self.objectives
            if objective.of == "seat" and objective.better == "less"
        ]
        return fill_outcome_of(
            self.records, self.max_seats, self.outcome, self.ranked_by, less, self.stopped_has_winner
        )

    @cached_property
    def max_seats(self) -> int:
        """The largest number of players."""
        return self.seats[-1]

    def seats_under(self, knobs: Knobs) -> int:
        """Return the number of players under some knobs."""
        return int(getattr(knobs, PLAYERS, self.max_seats))

    def rules_under(self, knobs: Knobs) -> Record:
        """Return the rules record of some knobs.

        Raises
        ------
        BadInput
            If a plug-in's ``knobs.record()`` raises, or returns something else.
        """
        with self._report_failure("the knobs' record()"):
            record = knobs.record()
        if getattr(record, "dtype", None) != self.rules or getattr(record, "shape", None) != ():
            found = getattr(record, "dtype", type(record).__name__)
            raise BadInput(
                f"{self.title}: the knobs' record() returned {found}, allowed is a record of rules"
            )
        if record.decision_cap != knobs.decision_cap:
            raise BadInput(
                f"{self.title}: the knobs' record() has the decision_cap {record.decision_cap}, the knob is "
                f"{knobs.decision_cap}"
            )
        return record

    @contextmanager
    def _report_failure(self, what: str) -> Iterator[None]:
        """Turn what a function of the game raises into a complaint."""
        try:
            yield
        except Exception as error:
            raise BadInput(f"{self.title}: {what} {raised(error)}") from error

    @cached_property
    def move(self) -> np.dtype[np.void]:
        """The layout of a move."""
        return move_layout(self.moves)

    @cached_property
    def rules(self) -> np.dtype[np.void]:
        """The layout of the rules record."""
        return self.knobs.layout()

    @cached_property
    def seat_record(self) -> np.dtype[np.void]:
        """The layout of what one seat sees: the game's own fields and the seat's number."""
        names = [] if self.seat is NOTHING else [name for name in self.seat.names or () if name != "number"]
        fields = [(name, self.seat[name]) for name in names]
        return np.dtype([("number", np.int32), *fields], align=True)

    def move_kind(self, number: int) -> MoveKind:
        """Return the kind of move with this number."""
        return self._kinds_by_number[0][number]

    def event_kind(self, number: int) -> EventKind:
        """Return the kind of event with this number."""
        return self._kinds_by_number[1][number]

    @cached_property
    def _kinds_by_number(self) -> tuple[dict[int, MoveKind], dict[int, EventKind]]:
        return {kind.number: kind for kind in self.moves}, {kind.number: kind for kind in self.events}

    @cached_property
    def state(self) -> np.dtype[np.void]:
        """The layout of a state: one flat record that is copied by one assignment."""
        return np.dtype(
            [
                ("table", self.table),
                ("seats", self.seat_record, (self.max_seats,)),
                ("hidden", self.hidden),
                ("chance", CHANCE),
                ("seat", np.int32),
                ("over", np.bool_),
                ("capped", np.bool_),
            ],
            align=True,
        )

    def new_states(self, count: int) -> Any:
        """Return states as `setup` receives them: all zeros except the seats' numbers."""
        return np.repeat(self._new_state, count)

    @cached_property
    def _new_state(self) -> Any:
        states = zeros(1, self.state)
        states["seats"]["number"] = range(self.max_seats)
        return states

    @cached_property
    def numbers_of_events(self) -> int:
        """How many numbers the table of events has room for: as many as the longest event has."""
        return max(FEWEST, *(len(kind.fields) for kind in self.events)) if self.events else FEWEST

    @cached_property
    def event(self) -> np.dtype[np.void]:
        """The layout of an event."""
        return event_layout(self.numbers_of_events)

    @cached_property
    def room(self) -> np.dtype[np.void]:
        """The layout of the room for legal moves and of a move of zeros."""
        return np.dtype([("moves", self.move, (self.max_moves,)), ("blank", self.move)], align=True)

    @cached_property
    def row(self) -> np.dtype[np.void]:
        """The layout of one game's outcome in the play loop."""
        return self._layout(self.columns)

    @cached_property
    def seat_row(self) -> np.dtype[np.void]:
        """The layout of one seat's outcome in the play loop (an unused byte if seats have none)."""
        return self._layout(self.seat_columns or (Column("unused", np.int8, ""),))

    def _layout(self, columns: Sequence[Column]) -> np.dtype[np.void]:
        # Too large numbers are found afterwards, so they need room until then.
        return roomy_dtype(columns) if self.is_checked else columns_dtype(columns)

    @property
    def home(self) -> tuple[str, ...]:
        """The modules from which everything that the game's functions call can be reached."""
        functions = (self.setup, self.options, self.apply, self.outcome)
        return tuple(dict.fromkeys(function.__module__ for function in functions if function is not None))
