"""Runs as values: their tables, what they came to, and how they show themselves in a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from simkit.document.templates import in_notebook
from simkit.door import RUNS
from simkit.door.describing import path_given
from simkit.door.exporting import Decimal, export
from simkit.door.headline import tables_of_rates
from simkit.door.progress import warn, watcher_for
from simkit.door.reading import games_to_read
from simkit.engine.base.failure import GameFailure
from simkit.engine.play.playthrough import playthrough
from simkit.errors import BadInput, writing
from simkit.experiment.factors import heading
from simkit.language import plural
from simkit.plugins import forget_changed_files
from simkit.questions.answer import Answer
from simkit.questions.kept import kept_answers
from simkit.run.findings.comparison import shared_scenarios
from simkit.run.findings.precision import games_in_words
from simkit.run.findings.verdict import judge_run
from simkit.run.store.broken import as_data
from simkit.run.store.directory import RunDirectory
from simkit.run.store.found import find_run
from simkit.run.store.manifest import LABEL, NOTE, keep_words, read_manifest
from simkit.run.store.nearest import why_no_game
from simkit.run.store.parquet import EVENTS, GAMES, SEATS, TABLES
from simkit.run.store.query import find_games, find_scenarios

if TYPE_CHECKING:
    from simkit.document.blocks import Document
    from simkit.report.questions.compare import Compared
    from simkit.run.findings.verdict import Verdict


class Run(RunDirectory):
    """A run: a finished one, or what there is of one that is incomplete.

    Parameters
    ----------
    path, trusted, asked
        As `RunDirectory` takes them.

    Attributes
    ----------
    games, seats, events : polars.LazyFrame
        One row per game; per seat of a game; per event of a logged game.  Codes are words, and numbers are
        wide enough for arithmetic.  ``run.games.collect().to_pandas()`` is the table for pandas.
    scenarios, summary : polars.DataFrame
        One row per scenario; one row per estimate, with its interval.

    Notes
    -----
    In the examples below `run` is this run, and `longer` the same to 150 points:

    >>> asked = {"game": "pig", "strategies": ["hold_at", "random"], "games": 200}
    >>> run = simkit.run(**asked, factors={"strategies.0.n": [15, 20]})
    >>> run
    <Run pig: 2 scenarios of 200 games, in runs/pig/...>
    """

    @property
    def name(self) -> str:
        """The experiment's name.

        Examples
        --------
        >>> run.name
        'pig'
        """
        return str(self._experiment["name"])

    @property
    def title(self) -> str:
        """The experiment's title.

        Examples
        --------
        >>> run.title
        'pig'
        """
        return str(self._experiment["title"])

    @property
    def label(self) -> str:
        """What somebody calls the run; empty if nothing.

        Examples
        --------
        >>> run.label
        ''
        """
        return str(self.manifest.get(LABEL, ""))

    @property
    def note(self) -> str:
        """What somebody wrote about the run; empty if nothing.

        Examples
        --------
        >>> run.note
        ''
        """
        return str(self.manifest.get(NOTE, ""))

    def describe(self, *, label: str | None = None, note: str | None = None) -> None:
        """Write the run's label, by which it is found, and its note; an empty text removes one.

        Raises
        ------
        BadInput
            If the label can't be one, or the run can't be written.

        Examples
        --------
        >>> run.describe(label="the first", note="to begin with")
        >>> simkit.open_run("the first").note
        'to begin with'
        >>> run.describe(label="", note="")
        """
        keep_words(self.path, label, note)
        self.manifest = read_manifest(self.path)

    @property
    def broken(self) -> pl.DataFrame:
        """The games that could not be played to the end, and of which there is no row: scenario, game, why.

        Examples
        --------
        >>> run.broken.height
        0
        """
        types = {"scenario": pl.Int64, "game": pl.Int64, "why": pl.String}
        return pl.DataFrame(as_data(self.broken_games), schema=types)

    @property
    def identity(self) -> str:
        """The hash of all that decides the tables: runs of one identity have the same tables.

        Examples
        --------
        >>> len(run.identity)
        16
        """
        return str(self.manifest["identity"])

    @property
    def _experiment(self) -> dict[str, Any]:
        experiment: dict[str, Any] = self.manifest["experiment"]
        return experiment

    @property
    def answers(self) -> dict[str, Answer]:
        """The answers to what the run was asked, then and since, by the questions' names.

        Raises
        ------
        BadInput
            If an answer is damaged.

        Examples
        --------
        >>> "luck" in run.answers
        False
        """
        return kept_answers(self)

    @cached_property
    def verdict(self) -> Verdict:
        """Whether the run meets the experiment's targets.

        Examples
        --------
        >>> run.verdict.outcome
        'not yet known'
        """
        return judge_run(self)

    def compare(self, other: Run | str | Path) -> Comparison:
        """Return what changed from this run to another: the same games where the seed is the same.

        Parameters
        ----------
        other : Run, str or Path
            The other run; or as `simkit.open_run` takes it, in the folder of runs in which this one lies.

        Raises
        ------
        BadInput
            If the runs can't be compared: they are of different games, vary different factors, share no
            scenario, or are one and the same.

        Examples
        --------
        >>> run.compare(longer).differs
        ['rules.target 100 -> 150']
        """
        with_run = other if isinstance(other, Run) else open_run(other, self._runs)
        shared_scenarios(self, with_run)
        if self.path.resolve() == with_run.path.resolve():
            raise BadInput(f"{self.path} is compared with itself; choose another run")
        return Comparison(self, with_run)

    @property
    def _runs(self) -> Path:
        """The folder of all runs, if this one lies where runs usually do; else the usual folder."""
        return self.path.parent.parent if self.path.parent.name == self.name else RUNS

    def replay(
        self,
        game: int | None = None,
        scenario: int | None = None,
        *,
        most: str | None = None,
        where: str = "",
        choices: bool = False,
    ) -> Replay:
        """Return one game, move by move, in sentences.

        Parameters
        ----------
        game, scenario : int
            Which game of which scenario, from 0.  Without a game it is looked for, in one scenario or all.
        most : {"longest", "shortest", "closest", "dramatic", "lucky", "typical"}, optional
            What the game is more than any other; `why` of the result says what that was measured by.
        where : str
            A condition that the game meets: "won and turns <= 12"; without `most` it is the first that does.
        choices : bool
            Whether to say what else could have been chosen.

        Raises
        ------
        BadInput
            If there is no such game or scenario, no game meets the condition, or the tables don't know.

        Examples
        --------
        >>> print(str(run.replay(game=7)).splitlines()[0])
        Pig, scenario 0, game 7
        >>> run.replay(most="closest", scenario=1).why
        '... the closest of 200 games by the two best results (median margin ...)...'
        """
        if scenario is not None and not isinstance(scenario, int):
            raise BadInput(f"scenario {scenario}: allowed is a whole number")
        why = ""
        if game is None:
            scenario, game, why = self._looked_for(scenario, most, where)
        elif most or where:
            raise BadInput("say one of the two: game is one game, most and where look for games")
        numbers = self._numbers(scenario or 0)
        if not isinstance(game, int) or game not in numbers:
            allowed = (
                f"0 to {len(numbers) - 1}" if isinstance(numbers, range) else ", ".join(map(str, numbers))
            )
            raise BadInput(f"game {game}: allowed is {allowed}")
        match = self.match(scenario or 0)
        lines: list[str] = []
        try:
            lines.extend(map(str, playthrough(match, game, choices=choices)))
        except GameFailure as failure:  # to its last move
            lines.append(f"Here the game breaks: {failure}.")
        return Replay(f"{match.game.title}, scenario {scenario or 0}, game {game}", tuple(lines), why)

    def _numbers(self, scenario: int) -> Sequence[int]:
        """Return the numbers of the games that can be replayed: of an incomplete run also those to come."""
        run = self
        return range(run.games_planned(scenario)) if run.people is None else run.numbers(scenario)

    def _looked_for(self, scenario: int | None, most: str | None, where: str) -> tuple[int, int, str]:
        """Return the scenario and the number of the game that is looked for, and why it is this one."""
        run = self
        scenarios = find_scenarios(run, None if scenario is None else str(scenario))
        if most:
            (found,) = games_to_read(run, most, scenarios, where)
            return found.scenario, found.game, found.why
        if not where:
            raise BadInput('say which game: game=7, most="closest", or where="won and turns <= 12"')
        games = find_games(run, scenarios, where, 1)
        if not games:
            raise BadInput(why_no_game(run, scenarios, where))
        return (*games[0], "")

    def report(
        self, script: str | None = None, *, html: bool = True, pdf: bool = False, progress: bool | None = None
    ) -> list[Path]:
        """Write the report into the run's directory, and return the paths of its files.

        Parameters
        ----------
        script : str, optional
            A script of ``reports/`` by name, or the path of your own; without it, the experiment's.
        html, pdf : bool
            Which files to write.
        progress : bool, optional
            Whether to show what is done; by default in a notebook alone.

        Raises
        ------
        BadInput
            If there is no such script, or it fails.

        Examples
        --------
        >>> [path.name for path in run.report()]
        ['report.html']
        """
        from simkit.door.run_and_report import write_report_of

        forget_changed_files()
        return write_report_of(self, script, watcher_for(progress), html=html, pdf=pdf)

    def document(self, script: str | None = None) -> Document:
        """Return the report as a value, and write nothing: its answer, findings, sections, tables, figures.

        Parameters
        ----------
        script : str, optional
            A script, as `report` takes it.

        Raises
        ------
        BadInput
            If there is no such script, or it fails.

        Examples
        --------
        >>> [section.heading for section in run.document().sections][-1]
        'How to reproduce'
        """
        from simkit.door.run_and_report import report_to_write

        forget_changed_files()
        return report_to_write(self, script).report

    def claims(self, against: Run | str | Path | None = None) -> list[dict[str, Any]]:
        """Return what the sentences of the report's first page claim, as far as they say so in values.

        Parameters
        ----------
        against : Run, str or Path, optional
            Another run of the same experiment, by which the claims are judged: one of many more games.

        Returns
        -------
        list of dict
            Of each claim its `kind`, `subject` (which column, whose, in which scenarios), `quantities` with
            intervals, what its kind is about besides (`rest`, `margin`, ...), `sentence`, `holds`: whether it
            is so in the other run, None where that is open.  A quantity's `truth` is its value there.

        Raises
        ------
        BadInput
            If the other run is of another experiment.

        Examples
        --------
        >>> [claim["kind"] for claim in run.claims()]
        ['nothing']
        """
        from simkit.results.claims import Truth, claims_in

        own, truth = self, None
        if against is not None:
            other = against if isinstance(against, Run) else open_run(against, self._runs)
            if not other.scenario_rows().equals(own.scenario_rows()):
                raise BadInput(f"{other.path}: found another experiment, allowed is a run of the same one")
            truth = Truth(other)
        return [
            {**claim.as_data(truth), "sentence": sentence, "holds": claim.holds(truth) if truth else None}
            for sentence, claim in claims_in(self.document())
        ]

    def export(self, path: str | Path, *, decimal: Decimal = "point") -> list[Path]:
        """Write the run's tables for other programs, and return the files written.

        Parameters
        ----------
        path : str or Path
            ``x.xlsx``: a workbook with a sheet per table, the summary first; ``x.csv``: the summary alone; a
            folder: a CSV file per table.
        decimal : {"point", "comma"}
            The sign of fractions in CSV files.  With a comma, values are separated by semicolons, as
            spreadsheets of continental Europe read them.

        Raises
        ------
        BadInput
            If a table is too long for a sheet, or the ending or the sign is another one.

        Examples
        --------
        >>> [path.name for path in run.export("tables")]
        ['summary.csv', 'scenarios.csv', 'games.csv', 'seats.csv']
        """
        self.require_readable()
        mark = " ".join(self.mark)
        return export(dict(self.tables()), path_given(path, "path"), mark, decimal)

    def tables(self) -> Iterator[tuple[str, pl.LazyFrame]]:
        """Yield the name and the rows of every table that the run has, the summary first.

        Examples
        --------
        >>> [name for name, rows in run.tables()]
        ['summary', 'scenarios', 'games', 'seats']
        """
        yield "summary", self.summary.lazy()
        yield "scenarios", self.scenarios.lazy()
        yield GAMES, self.games
        if self.has_any_seats:
            yield SEATS, self.seats
        if self.has_events:
            yield EVENTS, self.events

    def __dir__(self) -> list[str]:
        """Return what is public, for completion; report scripts use more."""
        tables = ["path", "incomplete", *TABLES, "events_of", "scenarios", "summary"]
        return [*tables, *(name for name in vars(Run) if not name.startswith("_"))]

    def __repr__(self) -> str:
        games, scenarios = games_in_words(self), len(self.levels)
        mark = "".join(f" {words}" for words in self.mark[:1])
        return f"<Run {self.name}:{mark} {plural(scenarios, 'scenario')} of {games} games, in {self.path}>"

    def _repr_html_(self) -> str:
        found = self.incomplete
        if found:
            return in_notebook(
                f"{found.mark}: {self.title}",
                *self.mark,
                f"in {self.path}",
                tables=[self._headline()],
                where="summary",
            )
        has_own = self.manifest["experiment"].get("targets")
        verdict = self.verdict.outcome if has_own else "none"
        words = [f"{repr(self)[1:-1]}; targets: {verdict}", *self.mark[1:]]
        return in_notebook(self.title, *words, tables=[self._headline()], where="summary")

    def _headline(self) -> pl.DataFrame:
        """Return the results of the first objective as they are printed; without one the summary."""
        for table in tables_of_rates(self):
            return pl.DataFrame(table.cells(), schema=table.columns, orient="row")
        return self.summary


@dataclass(frozen=True)
class Replay:
    """One game in sentences: `title`, `lines` in order, and `why` it was found, if it was looked for.

    Examples
    --------
    >>> run.replay(game=7).lines[0]
    'First to 100 wins; the die has 6 sides. Seat 1 begins.'
    """

    title: str
    lines: tuple[str, ...]
    why: str = ""

    def __str__(self) -> str:
        return "\n".join((f"{self.title}: {self.why}" if self.why else self.title, *self.lines))

    def _repr_html_(self) -> str:
        return in_notebook(self.title, *([self.why] if self.why else []), lines=self.lines)


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
        from simkit.report.questions.compare import Compared

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

    @cached_property
    def differs(self) -> list[str]:
        """What is different about the runs, in words.

        Examples
        --------
        >>> run.compare(longer).differs
        ['rules.target 100 -> 150']
        """
        return [str(difference) for difference in self._compared.differences]

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
        from simkit.document.figures import use_style
        from simkit.report.write import drawn, write_files

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


def open_run(
    reference: str | Path = "@1", runs: str | Path = "runs", *, trust: bool = False, incomplete: bool = False
) -> Run:
    """Return a run; the arguments are those of `simkit.open_run`."""
    path_given(reference, "the run")
    run = Run(find_run(str(reference), path_given(runs, "runs"), warn), trusted=trust, asked=incomplete)
    run.require_readable()
    return run
