"""Runs as values: their tables, what they came to, and how they show themselves in a notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import polars as pl

from simkit import door
from simkit.document.templates import in_notebook
from simkit.door import RUNS
from simkit.door.describing import path_given
from simkit.door.exporting import Decimal, export
from simkit.door.headline import tables_of_rates
from simkit.door.progress import warn, watcher_for
from simkit.errors import BadInput
from simkit.language import plural
from simkit.plugins import forget_changed_files
from simkit.questions.answer import Answer
from simkit.questions.kept import kept_answers
from simkit.results.claims import Truth, claims_in
from simkit.run.findings.comparison import shared_scenarios
from simkit.run.findings.precision import games_in_words
from simkit.run.findings.verdict import judge_run
from simkit.run.store.broken import as_data
from simkit.run.store.directory import RunDirectory
from simkit.run.store.found import find_run
from simkit.run.store.found import runs_of as runs_of
from simkit.run.store.manifest import LABEL, NOTE, keep_words, read_manifest
from simkit.run.store.parquet import EVENTS, GAMES, SEATS, TABLES

if TYPE_CHECKING:
    from simkit.document.blocks import Document
    from simkit.run.findings.notable import Notable
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
    def when(self) -> str:
        """When it was finished, or begun if it is not finished, to the minute.

        Examples
        --------
        >>> len(run.when)
        16
        """
        when = self.manifest["finished_at"] or self.manifest["started_at"]
        return str(when)[:16].replace("T", " ")

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

    def compare(self, other: Run | str | Path) -> door.comparing.Comparison:
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
        return door.comparing.Comparison(self, with_run)

    @property
    def _runs(self) -> Path:
        """The folder of all runs, if this one lies where runs usually do; else the usual folder."""
        return self.path.parent.parent if self.path.parent.name == self.name else RUNS

    def replay(
        self,
        game: int | None = None,
        scenario: int | str | None = None,
        *,
        most: str | None = None,
        where: str = "",
        **shown: Unpack[door.reading.Telling],
    ) -> door.reading.Replay:
        """Return one game, move by move, in sentences.

        Parameters
        ----------
        game, scenario : int
            Which game of which scenario, from 0; a scenario also by levels, "rules.board=A1,strategy=expert".
            Without a game it is looked for, in the scenarios that are meant, or all.
        most : {"longest", "shortest", "closest", "dramatic", "lucky", "typical"}, optional
            What the game is more than any other; `why` of the result says what that was measured by.
        where : str
            A condition that the game meets: "won and turns <= 12"; without `most` it is the first that does.
        **shown
            What is told: `choices`, what else could have been chosen at every decision; `move`, only the move
            of this number, from 1; `review`, what each decision was worth, by play-outs; `instead`, how the
            game goes on after another choice, on the same chance: "7:2", the second legal move at move 7.

        Raises
        ------
        BadInput
            If there is no such game or scenario, no game meets the condition, or the tables don't know.

        Examples
        --------
        >>> print(str(run.replay(game=7)).splitlines()[0])
        Game 7, Pig, scenario 0
        >>> run.replay(most="closest", scenario=1).why
        '... the closest of 200 games by the two best results (median margin ...)...'
        """
        why = ""
        if game is None:
            if not (most or where):
                raise BadInput('say which game: game=7, most="closest", or where="won and turns <= 12"')
            found = self.find_games(most=most, where=where, scenario=scenario)
            if not found:
                raise BadInput(
                    door.reading.why_no_game(self, door.reading.find_scenarios(self, scenario), where)
                )
            scenario, game, why = found[0].scenario, found[0].game, found[0].why
        elif most or where:
            raise BadInput("say one of the two: game is one game, most and where look for games")
        (place, *others) = door.reading.find_scenarios(self, 0 if scenario is None else scenario)
        if others:
            raise BadInput(f"scenario {scenario}: allowed is one scenario, found {len(others) + 1}")
        return door.reading.replay_of_run(self, place, game, why, **shown)

    def find_games(
        self,
        *,
        most: str | None = None,
        where: str = "",
        scenario: int | str | None = None,
        first: int = 1,
    ) -> list[Notable]:
        """Return the games to look at, as `scenario`, `game` and, with `most`, `why`.

        Parameters
        ----------
        most, where, scenario
            As `replay` takes them.
        first : int
            How many.

        Raises
        ------
        BadInput
            If there is no such word, or the tables don't know.

        Examples
        --------
        >>> [found.game for found in run.find_games(where="turns > 5", scenario=0, first=3)]
        [0, 1, 2]
        """
        scenarios = door.reading.find_scenarios(self, scenario)
        return door.reading.games_to_read(self, scenarios, most, where, first)

    def check(self, *, deep: bool = False) -> list[str]:
        """Check that all of a finished run is as it was written; return sentences about what was compared.

        Parameters
        ----------
        deep : bool
            Whether to read every byte, also of files that have not changed since they were last checked, and
            to work the summary out again.

        Raises
        ------
        BadInput
            If anything is missing, or other than it was written.

        Examples
        --------
        >>> "is whole" in run.check()[0]
        True
        """
        return list(door.whole.checked(self, deep=deep))

    def verify(self, games: int = 1000, seed: int = 1) -> door.whole.Verified:
        """Check all files as `check` does, then play some games again and compare every column.

        Parameters
        ----------
        games : int
            At least how many games, of all scenarios; all if there are no more.
        seed : int
            Decides which.

        Raises
        ------
        BadInput
            If the run is not whole.

        Examples
        --------
        >>> run.verify(games=100).differing
        0
        """
        return door.whole.verified(self, games, seed)

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
        forget_changed_files()
        return door.run_and_report.write_report_of(self, script, watcher_for(progress), html=html, pdf=pdf)

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
        forget_changed_files()
        return door.run_and_report.report_to_write(self, script).report

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
            ``x.xlsx``: a workbook with a sheet per table, the summary first; ``x.csv``: the summary alone;
            ``x.R``: a script for R that reads the folder beside it; a folder: a CSV file per table.
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


def open_run(
    reference: str | Path = "@1", runs: str | Path = "runs", *, trust: bool = False, incomplete: bool = False
) -> Run:
    """Return a run; the arguments are those of `simkit.open_run`."""
    path_given(reference, "the run")
    run = find_run_of(str(reference), path_given(runs, "runs"), warn, trust=trust, incomplete=incomplete)
    run.require_readable()
    return run


def find_run_of(
    reference: str, runs: Path, tell: Callable[[str], None], *, trust: bool = False, incomplete: bool = False
) -> Run:
    """Return a run as `open_run` does, readable or not; `tell` is told of others that differ."""
    return Run(find_run(reference, runs, tell), trusted=trust, asked=incomplete)
