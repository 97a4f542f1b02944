"""Writes a report: finds its script, runs it over a run directory, lays it out."""

from __future__ import annotations

import importlib
import inspect
import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from simkit.content.characters import path_in
from simkit.document.blocks import Document, Findings, Section
from simkit.errors import BadInput, place_of, writing
from simkit.extras import PDF
from simkit.plugins import load_file
from simkit.report.incomplete import marked
from simkit.report.report import Report
from simkit.report.scripts import require_shipped
from simkit.results.result import ties_of
from simkit.run.findings.idle import idle_in_words
from simkit.run.findings.noticed import unasked_in_words
from simkit.run.store.directory import RunDirectory
from simkit.run.store.durable import remove_link
from simkit.run.store.manifest import INCOMPLETE

if TYPE_CHECKING:
    from simkit.document.commands import CommandLines

ReportFunction = Callable[[RunDirectory], Report]

_MADE_HERE = "<dc:title>simkit</dc:title>"
"""Every figure written by `svg_of` contains this."""

GENERAL_SCRIPT = "general"
"""The report of runs that name none."""

_GLYPH = r"Glyph (\d+) .*missing from"
"""The beginning of matplotlib's warning about a letter that a font lacks."""


@dataclass(frozen=True)
class More:
    """What stands in a run's report besides what its script says."""

    on_first_page: Mapping[str, str] = field(default_factory=dict)
    """Sentences beside the verdict, or under their own headings where there is none."""

    findings: Findings = ()
    """Findings besides those of the script."""

    sections: Sequence[Section] = ()
    sections_below: Sequence[Section] = ()
    """Before those of the script, and after them, where the script has none of that heading."""

    cautions: Sequence[str] = ()
    """Before those of the script."""


@dataclass(frozen=True)
class Made:
    """A report with the script that made it, which is named if the report can't be laid out."""

    run: RunDirectory
    script: str
    make: ReportFunction
    report: Document


def make_report(
    run: RunDirectory, script: str | None, folder: Path | None = None, more: More | None = None
) -> Made:
    """Return a run's report with its first page, ready to be laid out.

    Parameters
    ----------
    script : str or None
        A report of ``reports/`` by name, or the path of a file with a function ``report(run) -> Report``;
        None means ``general``.
    folder : Path, optional
        What a script's path is relative to, if the caller names the script.  Without it the run names the
        script: it lies beside the experiment, and is imported only if the run is trusted
        (`simkit.run.store.trust`).
    more : More, optional
        What stands in it besides.

    Raises
    ------
    BadInput
        If there is nothing to read or the run is damaged, or there is no such script, it must not be
        imported, or fails.

    Notes
    -----
    Of an incomplete run the general report is made where the script fails: it may need what is not there.
    """
    more = more or More()
    run.require_readable()
    name = script or GENERAL_SCRIPT
    if folder is None:
        folder = Path(run.manifest["experiment"]["folder"])
        if name.endswith(".py"):
            run.require_trust(name)
    from simkit.document.figures import use_style

    use_style()
    try:
        return _made(run, name, find_script(name, folder), more)
    except BadInput as problem:
        if run.incomplete is None or name == GENERAL_SCRIPT:
            raise
        why = f"This is the general report: {name} can't be made of what there is ({problem})."
        more = replace(more, cautions=[*more.cautions, why])
        return _made(run, GENERAL_SCRIPT, find_script(GENERAL_SCRIPT, folder), more)


def _made(run: RunDirectory, name: str, make: ReportFunction, more: More) -> Made:
    from simkit.report.front.first_page import with_first_page

    own_run, run = run, run.side_by_side()
    with _blaming_script(name, make):
        made = make(run)
        if not isinstance(made, Report):
            found = type(made).__name__
            raise BadInput(f"the report script {name} returned {found}, allowed is a Report")
        report = made.document()
        ties = ties_of(run)
        why = [words] if ties and (words := ties.explanation()) else []
        cautions = [*more.cautions, *unasked_in_words(run), *idle_in_words(run), *report.cautions, *why]
        findings = [*report.findings, *more.findings]
        headings = {section.heading for section in report.sections}
        above, below = (
            [section for section in sections if section.heading not in headings]
            for sections in (more.sections, more.sections_below)
        )
        report = replace(
            report, findings=findings, cautions=cautions, sections=[*above, *report.sections, *below]
        )
        report = with_first_page(run, report, more.on_first_page)
        return Made(own_run, name, make, marked(report, own_run))


def lay_out(
    made: Made, *, html: bool = True, pdf: bool = True, tell: Callable[[str], None] = warnings.warn
) -> list[Path]:
    """Write a report into its run's directory; return the files except the figures.

    That of an incomplete run has a folder of its own, so that it never replaces one of the whole run.
    """
    from simkit.document.commands import CommandLines

    run = made.run
    with _blaming_script(made.script, made.make):
        page = drawn(made.report, CommandLines(run), tell=tell)
    run.require_unchanged()  # else the report would be written beside the tables of another run
    folder = run.path
    if run.incomplete:
        folder = folder / INCOMPLETE
        with writing(folder):
            remove_link(folder)
            folder.mkdir(exist_ok=True)
    return write_files(page, folder, "report", html=html, pdf=pdf, tell=tell)


@dataclass(frozen=True)
class DrawnReport:
    """A document with its figures drawn and its page laid out."""

    document: Document
    pictures: Mapping[str, str]
    """Figure name -> SVG text."""

    page: str
    """The whole page as HTML."""


def drawn(document: Document, commands: CommandLines | None, *, tell: Callable[[str], None]) -> DrawnReport:
    """Draw a document's figures and lay out its page; `tell` is told of letters that the font lacks."""
    from simkit.document.figures import svg_of
    from simkit.document.html import render_html

    with _report_missing_letters(tell):
        pictures = {figure.name: svg_of(figure.drawing) for figure in document.figures()}
    return DrawnReport(document, pictures, render_html(document, pictures, commands))


def write_files(
    drawn: DrawnReport,
    folder: Path,
    name: str,
    *,
    html: bool = True,
    pdf: bool = True,
    tell: Callable[[str], None] = warnings.warn,
) -> list[Path]:
    """Write a document into a folder as HTML and PDF files of a name, and return them; figures besides.

    Where no PDF can be made, `tell` is told; BadInput is raised if nothing else was to be written.
    """
    if pdf and not PDF.is_installed:
        if not html:
            raise BadInput(PDF.lack)
        tell(f"note: {name}.html alone is written; {PDF.lack}")
        pdf = False
    _write_figures(drawn.document, drawn.pictures, folder / "figures")
    written = []
    if html:
        written.append(folder / f"{name}.html")
        _write(written[-1], drawn.page)
    if pdf:
        from simkit.document.pdf import write_pdf

        written.append(folder / f"{name}.pdf")
        write_pdf(drawn.document, folder, written[-1])
    return written


@contextmanager
def _report_missing_letters(tell: Callable[[str], None]) -> Iterator[None]:
    """Report all letters that the figures' font lacks in one message instead of many warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.filterwarnings("always", _GLYPH)
        yield
    found = [re.match(_GLYPH, str(warning.message)) for warning in caught]
    letters = "".join(sorted({chr(int(glyph[1])) for glyph in found if glyph}))
    if letters:
        tell(
            f"note: the figures' font has no {' '.join(letters)}; boxes stand for them there, and in the PDF"
        )
    for warning, glyph in zip(caught, found, strict=True):
        if not glyph:
            warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)


@contextmanager
def _blaming_script(script: str, make: ReportFunction) -> Iterator[None]:
    """Turn a failure to make or lay out a report into a complaint that names the script."""
    try:
        yield
    except BadInput:
        raise
    except (Exception, SystemExit) as error:  # anything that a script may do wrong
        raise BadInput(_failure(script, make, error)) from None


def _write_figures(report: Document, pictures: Mapping[str, str], folder: Path) -> None:
    with writing(folder):
        remove_link(folder)
        folder.mkdir(exist_ok=True)
    for left in folder.glob("*.svg"):
        if _MADE_HERE in left.read_text(encoding="utf-8", errors="replace"):  # by a former report
            left.unlink()
    for figure in report.figures():
        _write(folder / figure.file_name, pictures[figure.name])


def _write(path: Path, text: str) -> None:
    """Write a file in one step, so that the old one stays if the disk is full; a link is replaced."""
    temporary = path.with_name(f".{path.name}")
    with writing(path):
        try:
            remove_link(temporary)
            temporary.write_text(text, encoding="utf-8")
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)


def _failure(script: str, make: ReportFunction, error: Exception | SystemExit) -> str:
    """Return the error of a report script, with its line in the script or in simkit."""
    folders = [
        Path(inspect.getfile(make)).parent,
        *map(Path, importlib.import_module("simkit.reports").__path__),
    ]
    place = place_of(error, folders) or place_of(error, [Path(__file__).parent.parent]) or script
    what = str(error).strip().partition("\n")[0]
    return f"the report script {script} failed: {place}: {type(error).__name__}: {what}"


def find_script(script: str, folder: Path) -> ReportFunction:
    """Return the report function of a script.

    * `script`: a report of ``reports/`` by name, or the path of a file.
    * `folder`: what a relative path is relative to: the experiment's folder.

    Raises BadInput if there is no such script, it can't be loaded, or has no function ``report``.
    """
    module = load_file(path_in(folder, script).resolve()) if script.endswith(".py") else _shipped(script)
    function = getattr(module, "report", None)
    if not callable(function):
        raise BadInput(f"the report script {script} has no function report(run)")
    try:
        inspect.signature(function).bind(None)
    except TypeError as error:
        raise BadInput(f"the report script {script}: report must take a run, report(run): {error}") from None
    return function  # type: ignore[no-any-return]


def _shipped(name: str) -> ModuleType:
    require_shipped(name)
    return importlib.import_module(f"simkit.reports.{name}")
