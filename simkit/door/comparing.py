"""Comparisons of two runs as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from simkit.document.blocks import Table
from simkit.document.figures import use_style
from simkit.document.templates import in_notebook
from simkit.door.describing import path_given
from simkit.door.progress import warn
from simkit.errors import writing
from simkit.experiment.factors import heading
from simkit.report.questions.compare import Compared, table_of_results
from simkit.report.write import drawn, write_files

if TYPE_CHECKING:
    from simkit.door.results import Run
    from simkit.run.findings.comparison import Difference


@dataclass(frozen=True)
class Comparison:
    """What changed from one run to another.

    Attributes
    ----------
    in_short : str
        The answer in one sentence.
    differs : list of str
        What is different about the runs, in words: "rules.reserve 3 -> 4".
    changes : polars.DataFrame
        One row per scenario and number, of what is won, of length, of points, of the rest, the largest clear
        change of each first: factor levels, of, column, level,
        before, after, difference, low, high, size (the change in standard deviations between games), clear
        (whether it is more than chance explains).

    Examples
    --------
    >>> found = run.compare(longer)
    >>> print(found.in_short.partition(",")[0])
    With the target at 150 instead of 100
    >>> len(found.clear) < len(found.changes)
    True
    """

    before: Run
    after: Run

    @cached_property
    def _compared(self) -> Compared:
        """The comparison as reports take it."""
        return Compared(self.before, self.after)

    @property
    def in_short(self) -> str:
        """The answer in one sentence: what the difference does to the main result.

        Examples
        --------
        >>> run.compare(longer).in_short.startswith("With the target at 150 instead of 100")
        True
        """
        return self._compared.sentences[0]

    @property
    def sentences(self) -> Sequence[str]:
        """The answer in full, `in_short` first.

        Examples
        --------
        >>> run.compare(longer).sentences[0] == run.compare(longer).in_short
        True
        """
        return self._compared.sentences

    @property
    def findings(self) -> Sequence[object]:
        """What else is to be said, the most important first.

        Examples
        --------
        >>> len(run.compare(longer).findings)
        3
        """
        return self._compared.findings

    @property
    def mark(self) -> list[str]:
        """Sentences about what is not there of the runs; empty if all games of both are.

        Examples
        --------
        >>> run.compare(longer).mark
        []
        """
        return self._compared.mark

    @property
    def differences(self) -> list[Difference]:
        """What is different about the runs; `differs` in words.

        Examples
        --------
        >>> [difference.what for difference in run.compare(longer).differences]
        ['rule']
        """
        return self._compared.differences

    @property
    def settings(self) -> int:
        """How many settings both runs have.

        Examples
        --------
        >>> run.compare(longer).settings
        2
        """
        return len(self._compared.settings)

    @property
    def moved(self) -> Table | None:
        """The results that clearly moved, what is won first, averaged over settings; None if nothing can.

        Examples
        --------
        >>> run.compare(longer).moved.columns[0]
        'result'
        """
        return None if self._compared.nothing_moves else table_of_results(self._compared)

    @cached_property
    def differs(self) -> list[str]:
        """What is different about the runs, in words.

        Examples
        --------
        >>> run.compare(longer).differs
        ['rules.target 100 -> 150']
        """
        return [str(difference) for difference in self.differences]

    @cached_property
    def changes(self) -> pl.DataFrame:
        """One row per scenario and number that both runs have.

        Examples
        --------
        >>> turns = run.compare(longer).changes.filter(of="game", column="turns")
        >>> bool((turns["difference"] > 0).all())
        True
        """
        factors = map(heading, self.before.factors)
        words = dict.fromkeys([*factors, "of", "column", "level"], pl.String)
        names = ["before", "after", "difference", "low", "high", "size"]
        return pl.DataFrame(
            [
                {
                    **{heading(factor): level for factor, level in change.levels.items()},
                    "of": change.called,
                    "column": change.column,
                    "level": change.level,
                    "before": change.before,
                    "after": change.after,
                    "difference": change.difference.value,
                    "low": change.difference.low,
                    "high": change.difference.high,
                    "size": change.size,
                    "clear": change.is_clear,
                }
                for change in self._compared.changes
            ],
            schema={**words, **dict.fromkeys(names, pl.Float64), "clear": pl.Boolean},
        )

    @property
    def clear(self) -> pl.DataFrame:
        """The changes that are more than chance explains, given how many results are compared.

        Examples
        --------
        >>> "turns" in run.compare(longer).clear["column"]
        True
        """
        return self.changes.filter("clear")

    def report(self, folder: str | Path | None = None, *, html: bool = True, pdf: bool = False) -> list[Path]:
        """Write a page about the comparison, and return the paths of its files.

        Parameters
        ----------
        folder : str or Path, optional
            Where to write ``compare.html``, ``compare.pdf`` and ``figures/``; by default in the directory of
            the run after, ``compared/`` and the name of the directory of the run before.
        html, pdf : bool
            Which files to write.

        Raises
        ------
        BadInput
            If the folder can't be written.

        Examples
        --------
        >>> [path.name for path in run.compare(longer).report()]
        ['compare.html']
        """
        into = path_given(folder, "folder") if folder is not None else self._folder
        use_style()
        page = drawn(self._compared.document(), None, tell=warn)
        with writing(into):
            into.mkdir(parents=True, exist_ok=True)
        return write_files(page, into, "compare", html=html, pdf=pdf)

    @property
    def _folder(self) -> Path:
        return self.after.path / "compared" / self.before.path.resolve().name

    def __repr__(self) -> str:
        marks = "".join(f"{words} " for words in self._compared.mark)
        return f"<Comparison of {self.before.path} with {self.after.path}: {marks}{self.in_short}>"

    def __str__(self) -> str:
        differs = "; ".join(self.differs) or "the same rules and players"
        return "\n".join((*self._compared.mark, *self._compared.sentences, f"before -> after: {differs}"))

    def _repr_html_(self) -> str:
        answer, *more = self._compared.sentences
        count = f"{len(self.clear)} of {len(self.changes)} changes are more than chance explains"
        differs = "before -> after: " + ("; ".join(self.differs) or "the same rules and players")
        return in_notebook(
            answer, *self._compared.mark, *more, differs, count, tables=[self.clear], where="clear"
        )
