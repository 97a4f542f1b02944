"""What a question declares."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, model_validator

from simkit.errors import BadInput, place_of, raised
from simkit.installed import commands
from simkit.language import in_units

if TYPE_CHECKING:
    from simkit.document.blocks import Document, Figure, Section
    from simkit.experiment.values import Experiment
    from simkit.questions.answer import Answer
    from simkit.questions.lab import Lab
    from simkit.run.store.directory import RunDirectory

MOST_PLAYOUTS = 1_000_000
"""The most play-outs per decision, as the parameter `playouts` of thinking players allows them."""

MOST_GAMES = 10_000_000
"""The most games of a question that keeps the result of each in memory."""

MOST_SEED = 2**32 - 1

KEYS_TAKEN = frozenset((
    "content", "description", "events", "factors", "game", "games", "max_games", "name", "precision",
    "question", "report", "restrict", "rules", "seconds", "seed", "sheet", "strategies", "strategy",
    "targets", "title", "tournament",
))  # fmt: skip
"""The other keys of experiments, repeated here because importing them takes a second."""

COMMANDS_TAKEN = frozenset((
    "assumptions", "cards", "check", "claims", "columns", "compare", "completion", "demo", "doctor", "export",
    "fields", "games", "kinds", "new", "replay", "report", "rules", "run", "runs", "schema", "strategies",
    "summary", "verify", "watch",
))  # fmt: skip
"""The commands of `simkit.cli`, repeated here because they are declared on a higher floor."""

PARAMETERS_TAKEN = frozenset((
    "about", "cluster", "help", "jobs", "out", "progress", "question", "runs", "set", "settings", "target",
))  # fmt: skip
"""What `simkit.ask` and every command of a question take besides its parameters."""


class Parameters(BaseModel):
    """A question's parameters: fields with a type, a default, what is allowed, and a description."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @model_validator(mode="before")
    @classmethod
    def _read_numbers(cls, given: Any) -> Any:
        """Read whole numbers as people write them: 20k."""
        if not isinstance(given, dict):
            return given
        whole = {name for name, field in cls.model_fields.items() if field.annotation is int}
        return {name: in_units(value) if name in whole else value for name, value in given.items()}


P = TypeVar("P", bound=Parameters)


@dataclass(frozen=True)
class Positional:
    """Marks the parameter that the command line takes without a name: ``Annotated[str, Positional()]``."""


@dataclass(frozen=True)
class Command:
    """How a question is asked on the command line: ``simkit NAME GAME|EXPERIMENT``."""

    examples: tuple[str, ...] = ()
    """As they stand in its help."""
    group: str = "Questions"
    """Where `simkit --help` lists it."""
    has_folder: bool = False
    """Whether the answer's files are always written, to a folder that `--out` names.  Otherwise the answer
    is printed only, and `--out` names a page to write."""
    page: Callable[[Answer], Document] | None = None
    """Lays the answer out as a page by itself, which is one of its files, as HTML and as PDF.  Without it
    `--out` writes a page that has the answer's section."""


def later(place: str) -> Callable[..., Any]:
    """Return a function that is imported when it is called: what measures need not be loaded for `--help`.

    `place`: where it stands: "package.module:function".
    """

    def call(*given: Any) -> Any:
        return resolve_name(place)(*given)

    call.__module__, _, call.__name__ = place.partition(":")
    return call


def _no_figures(_answer: Answer) -> Iterable[Figure]:
    return ()


def _no_steps(_answer: Answer, _folder: Path | None) -> Iterable[str]:
    return ()


def _is_name(text: str) -> bool:
    return text.isascii() and text.isidentifier() and text.islower() and not text.startswith("_")


def _never(_experiment: Experiment) -> str:
    return ""


@dataclass(frozen=True, kw_only=True)
class Question(Generic[P]):
    """A question, the only thing that its module must define, as `QUESTION`.

    Exactly one of `ask` and `read` answers it.

    Raises
    ------
    BadInput
        If it can't be declared like that: the name is taken, a parameter has no default ...
    """

    name: str
    """In commands, Python and files: "ladder"."""
    title: str
    """What a page about it is headed."""
    summary: str
    """In one sentence, as the command's help begins."""
    parameters: type[P]
    """A model, a subclass of `Parameters`."""
    ask: Callable[[Lab, Experiment, P], Answer] | None = None
    """Plays what is needed in a `Lab`, and returns the answer about an experiment."""
    read: Callable[[RunDirectory, P], Answer] | None = None
    """Reads the answer from the tables of a finished run; such a question is asked of every run whose
    report is made."""
    key: str = ""
    """What its key in an experiment's file does, in words; empty if it has none."""
    command: Command | None = None
    """How the command line asks it; not at all without one."""
    line_ups: Callable[[Experiment, P], int] | None = None
    """About how many line-ups play as many games as its parameter `games` says, by which it is told how long
    it takes before it is asked; None if that is not known."""
    figures: Callable[[Answer], Iterable[Figure]] = _no_figures
    section: Callable[[Answer], Sequence[Section]] | None = None
    """The section about an answer in a report; left out if the report's script has one of that title."""
    is_finding: bool = False
    """Whether its sentences are findings of the report."""
    on_first_page: str = ""
    """The heading under which its first sentence stands on a report's first page; empty if it does not."""
    next_steps: Callable[[Answer, Path | None], Iterable[str]] = _no_steps
    """Lines for the terminal below an answer, such as commands to type, given the folder of its files, if
    they are kept.  They are not broken."""
    has_runs: bool = False
    """Whether what it plays is kept in runs, so that it is asked again whenever the experiment is run."""
    refusal: Callable[[Experiment], str] = _never
    """Why an experiment can't ask it; an empty text if it can."""

    def __post_init__(self) -> None:
        for problem in self._problems():
            code = getattr(self.ask or self.read, "__code__", None)
            place = f"{code.co_filename}:{code.co_firstlineno}: " if code else ""
            raise BadInput(f"{place}question '{self.name}': {problem}")

    def _problems(self) -> Iterator[str]:
        """Yield why it can't be asked, in words."""
        if not isinstance(self.name, str) or not _is_name(self.name):
            yield "allowed as a name are small letters, digits and _, beginning with a letter"
        if (self.ask is None) == (self.read is None):
            yield "it has either ask or read"
        if self.key and self.name in KEYS_TAKEN:
            yield "experiments have a key of that name already; choose another name"
        if self.command is not None and self.name in COMMANDS_TAKEN.union(commands()):
            yield "there is a command of that name already; choose another name"
        if not (isinstance(self.parameters, type) and issubclass(self.parameters, Parameters)):
            yield f"parameters: found {self.parameters!r}, allowed is a subclass of Parameters"
            return
        for name, field in self.parameters.model_fields.items():
            if name in PARAMETERS_TAKEN:
                yield f"no parameter may be called '{name}': every question has one of that name"
            if field.is_required():
                yield f"the parameter '{name}' has no default"

    @property
    def home(self) -> str:
        """The name of the module that answers it."""
        return str((self.ask or self.read).__module__)

    @property
    def is_own(self) -> bool:
        """Whether it is one of simkit's."""
        return self.home.startswith("simkit.questions.")

    @property
    def plays_runs(self) -> bool:
        """Whether it plays runs; others play in memory."""
        return self.read is not None or self.has_runs

    @property
    def is_kept(self) -> bool:
        """Whether a kept answer is used again: it takes time, and no run keeps it."""
        return not self.plays_runs

    @property
    def in_a_sentence(self) -> str:
        """The title as it stands within a sentence: "the ladder of skill"."""
        return f"{self.title[:1].lower()}{self.title[1:]}"

    def answer(self, lab: Lab, experiment: Experiment, parameters: P) -> Answer:
        """Return the answer about an experiment, with the parameters that it was asked with."""
        if self.read is not None:
            return self.read_from(lab.run(experiment), parameters)
        assert self.ask is not None
        with lab.listener.doing("compiling ..."), self.blaming():
            found = self.ask(lab, experiment, parameters)
        return found.asked(self.name, self.title, parameters.model_dump(mode="json"))

    def read_from(self, run: RunDirectory, parameters: P) -> Answer:
        """Return the answer that the tables of a finished run give."""
        assert self.read is not None
        with self.blaming():
            found = self.read(run, parameters)
        return found.asked(self.name, self.title, parameters.model_dump(mode="json"))

    @contextmanager
    def blaming(self) -> Iterator[None]:
        """Turn a failure of a question that is not simkit's own into a complaint with its line."""
        try:
            yield
        except BadInput:
            raise
        except Exception as error:
            if self.is_own:
                raise
            file = getattr(sys.modules.get(self.home), "__file__", None)
            place = (place_of(error, [Path(file).parent]) if file else None) or self.home
            raise BadInput(f"the question {self.name} failed: {place}: {raised(error)}") from error
