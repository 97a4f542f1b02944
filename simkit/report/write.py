"""Writes a report: finds its script, runs it over a run directory, lays it out."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from simkit.errors import Complaint, place_of, unknown
from simkit.plugins import load_file
from simkit.report.document import Report
from simkit.run.directory import RunDirectory

ReportFunction = Callable[[RunDirectory], Report]


def write_report(run: RunDirectory, script: str | None, *, html: bool = True, pdf: bool = True) -> list[Path]:
    """Write a run's report into its directory.

    Parameters
    ----------
    run : RunDirectory
        A finished run.
    script : str or None
        A report of ``reports/`` by name, or the path of a file with a function ``report(run) -> Report``;
        None means ``general``.
    html, pdf : bool
        Which files to write.

    Returns
    -------
    list of Path
        The files written, figures not counted.

    Raises
    ------
    Complaint
        If the run is not finished or damaged, or there is no such script, or it fails.
    """
    run.require_finished()
    name = script or "general"
    make = find_script(name, Path(run.manifest["experiment"]["folder"]))
    from simkit.report.figures import svg_of, use_style
    from simkit.report.html import render_html

    use_style()
    written = []
    with _told(name, make):
        report = make(run)
        if not isinstance(report, Report):
            found = type(report).__name__
            raise Complaint(f"the report script {name} returned {found}, allowed is a Report")
        pictures = {figure.name: svg_of(figure.drawing) for figure in report.figures()}
        page = render_html(report, pictures)
    _write_figures(report, pictures, run.path / "figures")
    if html:
        written.append(run.path / "report.html")
        written[-1].write_text(page, encoding="utf-8")
    if pdf:
        from simkit.report.pdf import write_pdf

        written.append(run.path / "report.pdf")
        write_pdf(report, run.path, written[-1])
    return written


@contextmanager
def _told(script: str, make: ReportFunction) -> Iterator[None]:
    """Say whose fault it is if a report can't be made, or what was made can't be laid out."""
    try:
        yield
    except Complaint:
        raise
    except (Exception, SystemExit) as error:  # whatever a script may do wrong
        raise Complaint(_failure(script, make, error)) from None


def _write_figures(report: Report, pictures: dict[str, str], folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for figure in report.figures():
        (folder / figure.file_name).write_text(pictures[figure.name], encoding="utf-8")


def _failure(script: str, make: ReportFunction, error: Exception | SystemExit) -> str:
    """Say how a report script failed, and at which line of its own, of the scripts or of simkit."""
    folders = [Path(inspect.getfile(make)).parent, *map(Path, importlib.import_module("reports").__path__)]
    place = place_of(error, folders) or place_of(error, [Path(__file__).parent.parent]) or script
    what = str(error).strip().partition("\n")[0]
    return f"the report script {script} failed: {place}: {type(error).__name__}: {what}"


def find_script(script: str, folder: Path) -> ReportFunction:
    """Return the report function of a script.

    Parameters
    ----------
    script : str
        A report of ``reports/`` by name, or the path of a file.
    folder : Path
        What a relative path is relative to: the experiment's folder.

    Raises
    ------
    Complaint
        If there is no such script, it can't be loaded, or has no function ``report``.
    """
    module = load_file((folder / script).resolve()) if script.endswith(".py") else _shipped(script)
    function = getattr(module, "report", None)
    if not callable(function):
        raise Complaint(f"the report script {script} has no function report(run)")
    return function  # type: ignore[no-any-return]


def _shipped(name: str) -> ModuleType:
    reports = importlib.import_module("reports")
    names = sorted(found.name for found in pkgutil.iter_modules(reports.__path__) if not found.ispkg)
    if name not in names:
        raise Complaint(f"{unknown('report', name, names)}; or a file of yours: ./my_report.py")
    return importlib.import_module(f"reports.{name}")
