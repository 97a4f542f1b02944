"""What a report is made of: blocks in sections, the parts that give them, and the document that is laid out.

A report script lists parts (`simkit.report.report.Report`); `html` and `pdf`, beside this module, lay out the
document that they make.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from math import nan
from typing import TYPE_CHECKING, Any

from simkit.stats.estimates import Estimate, Unit

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure as MatplotlibFigure

    from simkit.stats.verdicts import Outcome


LINE = 86
"""The characters of code that fit across a page; of text, a few more fit."""


LONG, VERY_LONG = 10, 30
"""Tables with at least the first number of rows stand back behind a figure of their section, tables with at
least the second number in any section (`Section.folded`)."""


@dataclass(frozen=True)
class Text:
    """A paragraph of plain words."""

    words: str


@dataclass(frozen=True)
class Bullets:
    """A list of points."""

    points: Sequence[str]


@dataclass(frozen=True)
class Code:
    """Lines of code or commands."""

    lines: str


@dataclass(frozen=True)
class Figure:
    """A vector picture."""

    name: str
    """Its name, from which the name of its file under ``figures/`` is made."""
    drawing: MatplotlibFigure
    """The picture."""
    caption: str
    """What it shows, and what to see in it."""
    description: str
    """For those who can't see it."""
    title: str = ""
    """Above it: its message in a sentence; where it has none, what is shown, without a stop."""

    @property
    def file_name(self) -> str:
        """The file's name."""
        return f"{self.plain_name}.svg"

    @property
    def plain_name(self) -> str:
        """The figure's name in letters and digits only; it may contain a strategy's path."""
        return re.sub(r"[^\w.]+", "-", self.name)


Row = Mapping[str, Any]
"""A row of a table, by heading: words, counts, numbers, estimates, or nothing."""

ENDS = (" low", " high", " n")
"""What the names of the columns of a frame end with that hold the interval of an estimate, and its number."""


@dataclass(frozen=True)
class Table:
    """A table, the same for the terminal, pages, notebooks and files."""

    rows: pl.DataFrame | Sequence[Row]
    """The rows; the names of their columns are the headings."""

    caption: str = ""
    """What it shows."""

    formats: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    """Column -> function from a value to what is printed; others are printed as they are."""

    shown: Mapping[str, str | Callable[[Row], Any]] = field(default_factory=dict)
    """Heading -> the column that is shown, or a function from a row to what is; by default all columns."""

    @classmethod
    def of_frame(cls, frame: pl.DataFrame, caption: str, units: Mapping[str, Unit]) -> Table:
        """Return the table of which `frame` and `units` are those."""
        of_ends = {f"{name}{end}" for name in units for end in ENDS}
        names = [name for name in frame.columns if name not in of_ends]

        def cell(row: Row, name: str) -> Any:
            value = row[name]
            if name not in units or value is None:
                return value
            low, high, n = (row[f"{name}{end}"] for end in ENDS)
            value, low, high = (nan if end is None else end for end in (value, low, high))
            return Estimate(value, low, high, n, "", units[name])

        rows = [{name: cell(row, name) for name in names} for row in frame.iter_rows(named=True)]
        return cls(rows if units else frame, caption)

    @property
    def columns(self) -> list[str]:
        """The headings."""
        if isinstance(self.rows, Sequence):
            return list(dict.fromkeys(name for row in self.rows for name in row))
        return self.rows.columns

    @property
    def units(self) -> dict[str, Unit]:
        """What the estimates of each column that has any are counted in."""
        rows = self.rows if isinstance(self.rows, Sequence) else ()
        return {name: cell.unit for row in rows for name, cell in row.items() if isinstance(cell, Estimate)}

    @property
    def frame(self) -> pl.DataFrame:
        """The rows as polars has them; an estimate is four columns: "x", "x low", "x high", "x n"."""
        if not isinstance(self.rows, Sequence):
            return self.rows
        import polars as pl

        units = self.units
        flat: dict[str, list[Any]] = {}
        for name in self.columns:
            cells = [row.get(name) for row in self.rows]
            if name not in units:
                flat[name] = cells
                continue
            known = [cell if isinstance(cell, Estimate) else None for cell in cells]
            flat[name] = [estimate and estimate.value for estimate in known]
            for end in ENDS:
                flat[f"{name}{end}"] = [estimate and getattr(estimate, end.strip()) for estimate in known]
        return pl.DataFrame(flat, strict=False)

    @property
    def height(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    def dicts(self) -> list[Row]:
        """Return the rows by heading."""
        rows: Iterable[Row] = (
            self.rows if isinstance(self.rows, Sequence) else self.rows.iter_rows(named=True)
        )
        return list(rows)

    def cells(self) -> list[list[str]]:
        """Return the printed cells, row by row."""
        names = self.columns
        return [[self._cell(name, row.get(name)) for name in names] for row in self.dicts()]

    def _cell(self, name: str, value: Any) -> str:
        if value is None:
            return ""
        if name in self.formats:
            return self.formats[name](value)
        if isinstance(self.rows, Sequence):
            if isinstance(value, bool):
                return "yes" if value else "no"
            if isinstance(value, int):
                return f"{value:,}"
            if isinstance(value, float):
                return f"{value:.4g}"
            if isinstance(value, list):
                return ", ".join(map(str, value))
        return str(value)

    def numeric(self) -> list[bool]:
        """Return, for each column, whether it is aligned to the right."""
        if not isinstance(self.rows, Sequence):
            return [dtype.is_numeric() for dtype in self.rows.dtypes]
        kinds = ({type(row.get(name)) for row in self.rows} for name in self.columns)
        return [kind <= {Estimate, int, float, type(None)} for kind in kinds]

    def is_same(self, other: Table) -> bool:
        """Return whether another table has the same rows, and the same caption."""
        same = (self.caption, self.units) == (other.caption, other.units)
        return same and self.frame.equals(other.frame)

    def as_shown(self) -> Table:
        """Return the table of what is shown."""
        if not self.shown:
            return self
        shown = self.shown.items()
        rows = [
            {name: row[of] if isinstance(of, str) else of(row) for name, of in shown} for row in self.dicts()
        ]
        return replace(self, rows=rows, shown={})

    def head(self, rows: int) -> Table:
        """Return the table with its first rows alone."""
        return replace(self, rows=self.rows[:rows])


@dataclass(frozen=True)
class VerdictRow:
    """A target as it was judged."""

    outcome: Outcome
    """The verdict: "met", "missed", "not yet known"."""

    target: str

    result: str


@dataclass(frozen=True)
class Verdicts:
    """Targets, each with its verdict in a colour and in words."""

    rows: Sequence[VerdictRow]

    caption: str = ""
    """How to read the results."""


Block = Text | Bullets | Code | Figure | Table | Verdicts


@dataclass(frozen=True)
class Section:
    """A heading, and the blocks below it."""

    heading: str
    blocks: Sequence[Block]

    def folded(self) -> list[Table]:
        """Return the tables that stand back: long ones beside a figure, and those that are very long."""
        has_figure = any(isinstance(block, Figure) for block in self.blocks)
        most = LONG if has_figure else VERY_LONG
        tables = (block for block in self.blocks if isinstance(block, Table))
        return [block for block in tables if block.height >= most]


@dataclass(frozen=True)
class KeyFigure:
    """One of a report's most important numbers, with its meaning."""

    number: str
    meaning: str


class Surprise(IntEnum):
    """How far a finding is from what one would expect before the run."""

    SIZE = 0
    """That it is so could be expected; how much, could not."""

    WHICH = 1
    """Which of several it is could not be known."""

    NOTHING = 2
    """Nothing, for all or for some, where something was expected."""

    REVERSED = 3
    """The opposite of what was expected, or of what is true elsewhere."""


@dataclass(frozen=True)
class Finding:
    """A headline, with what decides where it stands and whether it is printed.

    Of all findings of a report the five that matter most are printed: those about what was asked first, then
    by surprise, then by size (`simkit.report.front.findings`).
    """

    words: str
    """Whole sentences, each with at most two numbers that have intervals.  Nothing that was known before the
    run, nothing that is true of every run."""
    size: float = 0.0
    """How large what it is about is, as a part of a share: 0.031 for 3.1 points.  Effects on a mean count
    in standard deviations (`simkit.results.paired.size_of`)."""
    surprise: Surprise = Surprise.SIZE
    """How far it is from what one would expect."""
    about: str = ""
    """What it is about: a word of `simkit.experiment.about.About`, or the name of a factor."""

    def __str__(self) -> str:
        return self.words


Findings = Sequence[Finding | str]
"""Findings; those of a script of one's own may be plain words, which stand first, in their order."""


@dataclass(frozen=True)
class InShort:
    """The answer to what was asked, as it stands on page one."""

    sentences: Sequence[str]
    """The first is the answer: a number with its interval, and for whom.  At most three in all; a sentence
    has at most two numbers with intervals."""
    key_figures: Sequence[KeyFigure] = ()
    """The numbers of the answer, at most four."""
    figure: Figure | None = None
    """The picture that shows the answer.  In the PDF it gets what room page one has left: it should be no
    higher than half its width."""
    findings: Findings = ()
    """What else is to be said about what was asked; they stand before other findings."""
    draw: Callable[[], Figure | None] | None = None
    """Returns the picture, or None; in place of `figure` where it is drawn only if it is looked at."""

    def picture(self) -> Figure | None:
        """Return the picture, drawn now if it was not drawn yet."""
        return self.draw() if self.draw else self.figure


class Part:
    """A part of a report: what it has to say on one question.

    A part overrides what it has; what it doesn't override is empty.
    """

    def key_figures(self) -> Sequence[KeyFigure]:
        """Return its most important numbers, the most important first."""
        return ()

    def findings(self) -> Findings:
        """Return its headlines, in whole sentences."""
        return ()

    def cautions(self) -> Sequence[str]:
        """Return what must be known before its numbers are believed, in whole sentences."""
        return ()

    def sections(self) -> Sequence[Section]:
        """Return its sections."""
        return ()


class OwnPart(Part):
    """A part that is made of what a script has calculated itself.

    Parameters
    ----------
    key_figures, findings, sections, in_short, cautions
        What the part gives (`Part`).
    """

    def __init__(
        self,
        *,
        key_figures: Sequence[KeyFigure] = (),
        findings: Findings = (),
        sections: Sequence[Section] = (),
        cautions: Sequence[str] = (),
    ) -> None:
        self._key_figures = key_figures
        self._findings = findings
        self._sections = sections
        self._cautions = cautions

    def key_figures(self) -> Sequence[KeyFigure]:
        """Return the key figures that it was given."""
        return self._key_figures

    def findings(self) -> Findings:
        """Return the findings that it was given."""
        return self._findings

    def cautions(self) -> Sequence[str]:
        """Return the cautions that it was given."""
        return self._cautions

    def sections(self) -> Sequence[Section]:
        """Return the sections that it was given."""
        return self._sections


@dataclass(frozen=True)
class Document:
    """A report as it is laid out.

    Examples
    --------
    >>> isinstance(run.document(), simkit.Document)
    True
    """

    title: str
    subtitle: str
    """What stands on top."""
    facts: Mapping[str, str]
    """What was run, in a few words each: "Games" -> "1,080,000"."""
    key_figures: Sequence[KeyFigure]
    """Three or four large numbers."""
    findings: Findings
    """The headlines; the first page ranks them."""
    sections: Sequence[Section]
    """The rest; a figure whose file another one has already gets a number after its name."""
    in_short: str = ""
    """The answer as text, for the terminal; one or two sentences that a publisher would quote."""
    answer: InShort | None = None
    """The answer to what the run asked: its sentences, the first of them large, and its figure.  Its key
    figures and findings are read only by `simkit.report.front.first_page`."""
    verdict: Section | None = None
    """Whether the experiment's own targets are met; it stands before the answer."""
    notes: Sequence[str] = ("Intervals are 95\N{NO-BREAK SPACE}% confidence intervals.",)
    """Sentences in small print at the end."""
    cautions: Sequence[str] = ()
    """What must be known before the numbers are believed; it follows the answer."""
    hint: str = ""
    """What is said in grey below the findings: nothing that was asked."""
    is_sheet: bool = False
    """Whether it is one printed page: set small, the heading of each section at the left of its blocks."""
    kind: str = "balance report"
    """What it is, above the title."""
    mark: Sequence[str] = ()
    """Sentences above everything else, of which the first begins with a word and a colon, "Unfinished: ...".
    The word stands on every page, and before the title of the window."""

    @property
    def marked(self) -> str:
        """The word with which the mark begins; empty without one."""
        return self.mark[0].partition(":")[0] if self.mark else ""

    def __post_init__(self) -> None:
        for name in ("title", "subtitle"):  # an experiment's own words, with blanks as they were typed
            object.__setattr__(
                self, name, re.sub(r"(?<=\d) (?=%)", "\N{NO-BREAK SPACE}", getattr(self, name))
            )
        taken = {figure.file_name.lower() for figure in self._of_answer()}
        object.__setattr__(self, "sections", [_distinct(section, taken) for section in self.sections])

    def figures(self) -> list[Figure]:
        """Return all figures in order."""
        return [*self._of_answer(), *self.figures_below()]

    def figures_below(self) -> list[Figure]:
        """Return the figures of the sections, without the one that stands beside the answer."""
        return [block for section in self.sections for block in section.blocks if isinstance(block, Figure)]

    def _of_answer(self) -> list[Figure]:
        return [self.answer.figure] if self.answer and self.answer.figure else []


def _distinct(section: Section, taken: set[str]) -> Section:
    """Return a section whose figures have unique file names, which are added to `taken`."""
    blocks: list[Block] = []
    for block in section.blocks:
        if isinstance(block, Figure):
            name, number = block.name, 1
            while block.file_name.lower() in taken:  # some systems take "A" and "a" for one
                number += 1
                block = replace(block, name=f"{name}_{number}")
            taken.add(block.file_name.lower())
        blocks.append(block)
    return replace(section, blocks=blocks)
