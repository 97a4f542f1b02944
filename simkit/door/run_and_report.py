"""The order of work on an experiment: run it, ask what it asks, judge it, write its report.

`simkit.run` and the command `simkit run` are this, `Run.report` and `simkit report` its last step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from simkit import door
from simkit.door.required import NO_REPORT, require_report
from simkit.errors import BadInput, quoted
from simkit.experiment.values import Experiment
from simkit.questions.asking import ask_of_run
from simkit.questions.lab import Lab
from simkit.questions.reporting import report_of
from simkit.report.front.findings import first_findings
from simkit.report.write import Made, lay_out
from simkit.results.asked import asked_of
from simkit.run.findings.unknown import Place, spans_of
from simkit.run.findings.verdict import Verdict, judge_run
from simkit.run.runner import Existing, run_in
from simkit.run.store.directory import RunDirectory
from simkit.run.store.manifest import at_a_glance, keep_words, require_words, run_name
from simkit.run.work.listening import Listener
from simkit.run.work.signals import saying_when_stopped
from simkit.run.work.workers import Where
from simkit.stats.estimates import Range

if TYPE_CHECKING:
    from simkit.document.blocks import InShort


@dataclass(frozen=True)
class Results:
    """A finished run with its report, verdict and answer."""

    run: door.results.Run
    made: Made | None
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
        return " ".join(self._answer.sentences) if self._answer else ""

    @cached_property
    def findings(self) -> Sequence[object]:
        """What else is to be said of it, the most important first."""
        if self.made:
            return self.made.report.findings
        answer = self._answer
        return first_findings(answer.findings, (), asked_of(self.run), answer.sentences) if answer else []

    @cached_property
    def _answer(self) -> InShort | None:
        from simkit.report.front.answers import answer_of

        return answer_of(self.run.side_by_side())


def run_and_report(
    experiment: Experiment,
    where: Where,
    *,
    file: Path | None = None,
    existing: Existing = "resume",
    report: bool = True,
    label: str | None = None,
    note: str | None = None,
    skip_broken: int = 0,
) -> Results:
    """Run an experiment, ask what it asks, make its report, and return all that; then close the cluster.

    * `where`: how it is played, where it is kept, and who hears of it.
    * `file`: the experiment's file, if it has one.
    * `existing` ({"keep", "resume", "replace"}): what is done with a run that exists, as `run_in` takes it.
    * `report`: whether the report that the experiment names is written.
    * `label`, `note`: what the run is called, and what is to be said about it; None leaves what it has.
    * `skip_broken`: how many games that can't be played to their end the run goes on without.
    """
    if not isinstance(skip_broken, int) or skip_broken < 0:
        raise BadInput(f"skip_broken: found {quoted(skip_broken)}, allowed is a whole number from 0 on")
    require_words(label, note)
    if report:
        require_report(experiment, file)
    listener = where.listener
    experiment = replace(experiment, skip_broken=skip_broken)
    with where:
        path, was_played = play(experiment, where, existing)
        if label is not None or note is not None:
            keep_words(path, label, note)
        run = door.results.Run(path)
        with saying_when_stopped(lambda: f"the finished run in {run.path} is kept, the same command goes on"):
            ask_of_run(run, experiment, Lab(where, again=existing == "replace"), anew=was_played)
            made = None
            if report and experiment.report != NO_REPORT:
                with listener.doing("making the report ..."):
                    made = report_of(run, experiment.report, experiment.folder)
            results = Results(run, made)
            listener.known(results)
            if made:
                results.written.extend(_lay_out(made, listener))
            return results


def play(experiment: Experiment, where: Where, existing: Existing) -> tuple[Path, bool]:
    """Run an experiment; return the path of the run, and whether games were played."""
    with where.listener.doing("looking for an earlier run of it ..."):
        directory = where.out or where.runs / experiment.name / run_name(experiment)
    earlier = at_a_glance(directory).get("finished_at")
    with where.listener.playing(experiment):
        run = run_in(experiment, replace(where, out=directory), existing)
    was_played = run.manifest["finished_at"] != earlier
    if not was_played:
        where.listener.exists(directory)
    return run.path, was_played


def report_to_write(run: RunDirectory, script: str | None) -> Made:
    """Return a run's report, ready to be laid out; `script` as `write_report_of` takes it."""
    folder = Path.cwd() if script and Path(script).is_file() else None  # else beside the experiment
    asked_for = run.manifest["experiment"]["report"]
    return report_of(run, script or (asked_for if asked_for != NO_REPORT else None), folder)


def _lay_out(made: Made, listener: Listener, **formats: bool) -> list[Path]:
    with listener.doing("writing the report ..."):
        return lay_out(made, tell=listener.told, **formats)


def write_report_of(
    run: RunDirectory, script: str | None, listener: Listener, *, html: bool = True, pdf: bool = True
) -> list[Path]:
    """Write a finished run's report, and return the paths of its files.

    `script`: a script of ``reports/`` by name, or the path of a file relative to the current folder; without
    it the experiment's, and where that has none the general one.
    """
    with listener.doing("making the report ..."):
        made = report_to_write(run, script)
    return _lay_out(made, listener, html=html, pdf=pdf)
