"""The order of work on an experiment: run it, ask what it asks, judge it, write its report.

`simkit.run` and the command `simkit run` are this, `Run.report` and `simkit report` its last step.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from simkit.door import MOST_JOBS, RUNS
from simkit.door.clusters import cluster_for
from simkit.door.required import NO_REPORT, require_report
from simkit.errors import BadInput, quoted, unknown
from simkit.experiment.values import Experiment
from simkit.questions.asking import ask_of_run
from simkit.questions.lab import Lab, Listener
from simkit.run.findings.unknown import Place, spans_of
from simkit.run.findings.verdict import Verdict, judge_run
from simkit.run.runner import Backend, Existing, run_experiment
from simkit.run.store.directory import RunDirectory
from simkit.run.store.manifest import at_a_glance, keep_words, require_words, run_name
from simkit.run.work.signals import saying_when_stopped
from simkit.stats.estimates import Range

if TYPE_CHECKING:
    from simkit.report.write import Made
    from simkit.run.work.cluster import Cluster


@dataclass(frozen=True)
class Plan:
    """How an experiment is run, and what is made of it."""

    file: Path | None = None
    """The experiment's file, if it has one."""

    jobs: int = -1
    backend: Backend = "threads"
    existing: Existing = "resume"
    out: Path | None = None
    """The run's directory, if it is not to be one in the folder `runs`."""

    runs: Path = RUNS
    """The folder of all runs."""

    report: bool = True
    """Whether the report that the experiment names is written."""

    label: str | None = None
    note: str | None = None
    """What the run is called, and what is to be said about it; None leaves what it has."""

    cluster: str | None = None
    """The address of a cluster that plays; "none" for none, None for that of the settings."""

    store: str | None = None
    """The address of a shared folder or object store for the tables; None for the run directory."""

    skip_broken: int = 0
    """How many games that can't be played to their end the run goes on without."""

    def __post_init__(self) -> None:
        require_jobs(self.jobs)
        if not isinstance(self.skip_broken, int) or self.skip_broken < 0:
            found = quoted(self.skip_broken)
            raise BadInput(f"skip_broken: found {found}, allowed is a whole number from 0 on")
        if not isinstance(self.backend, str) or self.backend not in get_args(Backend):
            raise BadInput(unknown("backend", quoted(self.backend), get_args(Backend)))
        require_words(self.label, self.note)


def require_jobs(jobs: object) -> None:
    """Complain about a number of workers that is not possible."""
    if not isinstance(jobs, int) or (jobs != -1 and not 1 <= jobs <= MOST_JOBS):
        raise BadInput(f"jobs: found {quoted(jobs)}, allowed are 1 to {MOST_JOBS}, or -1 for one per core")


@dataclass(frozen=True)
class Results:
    """A finished run with its report, verdict and answer."""

    run: RunDirectory
    made: Made | None
    """Its report, if one is wanted."""

    written: list[Path] = field(default_factory=list)
    """The report's files, once they are written."""

    @cached_property
    def verdict(self) -> Verdict:
        """Whether it meets the experiment's targets."""
        return judge_run(self.run)

    @cached_property
    def spans(self) -> Mapping[Place, Range]:
        """The ranges of its results over what is not known of the rules."""
        return spans_of(self.run)

    @cached_property
    def in_short(self) -> str:
        """What it came to, in a sentence or two."""
        if self.made:
            return self.made.report.in_short
        from simkit.report.front.answers import answer_of

        answer = answer_of(self.run.side_by_side())
        return " ".join(answer.sentences) if answer else ""


class Watcher(Listener):
    """Shows the work on an experiment; this one shows nothing."""

    def doing(self, what: str) -> AbstractContextManager[object]:
        """Show what is done, until it is done."""
        return nullcontext()

    def exists(self, run: Path) -> None:
        """Show that a run is finished already, and is not played again."""

    def known(self, results: Results) -> None:
        """Show the results, which are known before the report is written."""

    def tell(self, words: str) -> None:
        """Show a note."""


def run_and_report(experiment: Experiment, plan: Plan, watcher: Watcher) -> Results:
    """Run an experiment, ask what it asks, make its report, and return all that.

    Raises
    ------
    BadInput
        If the report can't be made, before any game is played; or as `run_experiment` does.
    """
    if plan.report:
        require_report(experiment, plan.file)
    experiment = replace(experiment, skip_broken=plan.skip_broken)
    with cluster_for(plan.cluster) as cluster:
        return _run_and_report(experiment, plan, watcher, cluster)


def _run_and_report(experiment: Experiment, plan: Plan, watcher: Watcher, cluster: Cluster | None) -> Results:
    wants_report = plan.report and experiment.report != NO_REPORT
    run, was_played = play(experiment, plan, watcher, cluster)
    with saying_when_stopped(lambda: f"the finished run in {run.path} is kept, the same command goes on"):
        again = plan.existing == "replace"
        lab = Lab(plan.jobs, plan.backend, plan.runs, again=again, listener=watcher, cluster=cluster)
        ask_of_run(run, experiment, lab, anew=was_played)
        made = None
        if wants_report:
            from simkit.questions.reporting import report_of
            from simkit.report.write import lay_out

            with watcher.doing("making the report ..."):
                made = report_of(run, experiment.report, experiment.folder)
        results = Results(run, made)
        watcher.known(results)
        if made:
            with watcher.doing("writing the report ..."):
                results.written.extend(lay_out(made, tell=watcher.tell))
        return results


def play(
    experiment: Experiment, plan: Plan, watcher: Watcher, cluster: Cluster | None = None
) -> tuple[RunDirectory, bool]:
    """Run an experiment; return the run, and whether games were played."""
    with watcher.doing("looking for an earlier run of it ..."):
        directory = plan.out or plan.runs / experiment.name / run_name(experiment)
    earlier = at_a_glance(directory).get("finished_at")
    with watcher.playing(experiment) as observer:
        run = run_experiment(
            experiment,
            directory,
            jobs=plan.jobs,
            backend=plan.backend,
            cluster=cluster,
            existing=plan.existing,
            store=plan.store,
            observer=observer,
        )
    was_played = run.manifest["finished_at"] != earlier
    if not was_played:
        watcher.exists(directory)
    if plan.label is not None or plan.note is not None:
        keep_words(directory, plan.label, plan.note)
        run = RunDirectory(directory)
    return run, was_played


def report_to_write(run: RunDirectory, script: str | None) -> Made:
    """Return a run's report, ready to be laid out; `script` as `write_report_of` takes it."""
    from simkit.questions.reporting import report_of

    folder = Path.cwd() if script and Path(script).is_file() else None  # else beside the experiment
    asked_for = run.manifest["experiment"]["report"]
    return report_of(run, script or (asked_for if asked_for != NO_REPORT else None), folder)


def write_report_of(
    run: RunDirectory, script: str | None, watcher: Watcher, *, html: bool = True, pdf: bool = True
) -> list[Path]:
    """Write a finished run's report, and return the paths of its files.

    Parameters
    ----------
    script : str or None
        A script of ``reports/`` by name, or the path of a file relative to the current folder; without it
        the experiment's, and where that has none the general one.
    """
    from simkit.report.write import lay_out

    with watcher.doing("making the report ..."):
        made = report_to_write(run, script)
    with watcher.doing("writing the report ..."):
        return lay_out(made, html=html, pdf=pdf, tell=watcher.tell)
