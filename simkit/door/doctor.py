"""Finds out whether simkit can work on this machine, and what to do where it can't.

Every check imports what it needs itself, so that a broken library is named and the rest is still checked.
"""

from __future__ import annotations

import importlib
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, metadata, requires, version
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from simkit.errors import BadInput
from simkit.extras import EXTRAS, PDF
from simkit.language import plural

if TYPE_CHECKING:
    from simkit.engine.contract.game import Game
    from simkit.engine.contract.strategy import Strategy

GIGABYTE = 1 << 30

LITTLE_MEMORY = 1.0
"""Gigabytes; with less, a run of millions of games and its report may not fit."""

LITTLE_DISK = 1.0
"""Gigabytes; the compiled code of all games and a few runs need less."""

TEXT_FONT = "Libertinus Serif"
FIGURE_FONT = "DejaVu Sans"

GAMES_PLAYED = 1000

INSTALL_ANEW = "install simkit anew, into an environment of its own"


State = Literal["ok", "careful", "broken"]


class Checked(NamedTuple):
    """What was found, and what to do about it; `careful`: simkit works, but not as well as it could."""

    state: State
    found: str
    advice: str = ""


def check_all() -> Iterator[tuple[str, Checked]]:
    """Check one thing after the other; what fails is broken, and the next is checked all the same."""
    for what, check in CHECKS.items():
        try:
            yield what, check()
        except BadInput as problem:
            found, _, advice = str(problem).partition("; ")
            yield what, Checked("broken", found, advice)
        except Exception as problem:  # whatever a broken library does
            said = f"{type(problem).__name__}: {problem}".strip(": ")
            yield what, Checked("broken", said, INSTALL_ANEW)


def _python() -> Checked:
    from packaging.specifiers import SpecifierSet

    allowed = SpecifierSet(metadata("simkit")["Requires-Python"])
    found = f"{platform.python_version()} on {platform.system()} {platform.machine()}: {sys.executable}"
    if allowed.contains(platform.python_version(), prereleases=True):
        return Checked("ok", found)
    return Checked("broken", found, f"simkit needs Python {allowed}")


def _libraries() -> Checked:
    from packaging.requirements import Requirement

    found, wrong = [], []
    for needed in map(Requirement, requires("simkit") or ()):
        if needed.marker is not None and not needed.marker.evaluate({"extra": ""}):
            continue
        try:
            installed = version(needed.name)
        except PackageNotFoundError:
            wrong.append(f"{needed.name} is not installed")
            continue
        found.append(f"{needed.name} {installed}")
        if not needed.specifier.contains(installed, prereleases=True):
            wrong.append(f"{needed.name} is {installed}, allowed is {needed.specifier}")
    if wrong:
        return Checked("broken", "; ".join(wrong), INSTALL_ANEW)
    return Checked("ok", ", ".join(found))


def _cores() -> Checked:
    import joblib

    usable, all_cores = joblib.cpu_count(), os.cpu_count() or 1
    of_all = f", of {all_cores}" if usable < all_cores else ""
    return Checked("ok", f"{usable} that this process may use{of_all}")


def _memory() -> Checked:
    free, total = _memory_in_bytes()
    if not total:
        return Checked("ok", f"{platform.system()} does not say how much there is")
    found = f"{free / GIGABYTE:.1f} of {total / GIGABYTE:.1f} GB free"
    if free < LITTLE_MEMORY * GIGABYTE:
        return Checked("careful", found, "close other programs, or run with fewer --jobs")
    return Checked("ok", found)


def _memory_in_bytes() -> tuple[float, float]:
    """Return what is free and what there is, for this process and those in its container; 0 if unknown."""
    amounts = {}
    with suppress(OSError, ValueError):
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            name, _, words = line.partition(":")
            amounts[name] = int(words.split()[0]) * 1024
    free, total = amounts.get("MemAvailable", 0), amounts.get("MemTotal", 0)
    with suppress(OSError, ValueError):  # "max" where a container has no limit
        limit = int(Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii"))
        used = int(Path("/sys/fs/cgroup/memory.current").read_text(encoding="ascii"))
        free, total = min(free, max(limit - used, 0)), min(total, limit)
    if not total and hasattr(os, "sysconf"):
        with suppress(OSError, ValueError):
            total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
            free = total
    return free, total


def _cache() -> Checked:
    import shutil

    from simkit.compile.cache import cache_note, cache_root

    root = cache_root()
    note = cache_note()
    kept = [file.stat().st_size for file in root.rglob("*") if file.is_file()] if root.is_dir() else []
    size = f"{plural(len(kept), 'file')}, {sum(kept) / GIGABYTE:.2f} GB" if kept else "empty so far"
    found = f"{root}: {size}"
    try:
        root.mkdir(parents=True, exist_ok=True, mode=0o700)
        tempfile.TemporaryFile(dir=root).close()
    except OSError as error:
        state: State = "careful" if kept else "broken"  # what is compiled already can be read
        return Checked(
            state, f"{found}; can't be written: {error.strerror}", "set SIMKIT_CACHE_DIR to another folder"
        )
    if note:
        return Checked("careful", found, note)
    free = shutil.disk_usage(root).free / GIGABYTE
    if free < LITTLE_DISK:
        return Checked("careful", f"{found}; {free:.1f} GB of disk free", "make room on that disk")
    return Checked("ok", f"{found}, can be written; {free:.1f} GB of disk free")


def _games() -> Checked:
    from simkit.plugins import broken_plugins, working_games

    problems = broken_plugins()
    if problems:
        return Checked("broken", "; ".join(problems), "mend or uninstall what is named there")
    return Checked("ok", ", ".join(working_games()))


def _compiling() -> Checked:
    import simkit

    began = time.perf_counter()
    game, strategy = _pig()
    simkit.play(game, [strategy, strategy], games=GAMES_PLAYED)
    seconds = time.perf_counter() - began
    return Checked("ok", f"Pig compiles, {GAMES_PLAYED:,} games are played, in {seconds:.1f} seconds")


def _pig() -> tuple[Game | str, Strategy | str]:
    """Return Pig and a strategy of it: where it is not installed, from the files to copy in the package."""
    from simkit.experiment.file.shipped import example_games
    from simkit.plugins import game_names

    if "pig" in game_names():
        return "pig", "hold_at"
    with _found_in(example_games()["pig"]):
        game = importlib.import_module("simkit_pig.game").PIG
        return game, importlib.import_module("simkit_pig.strategies").hold_at


@contextmanager
def _found_in(folder: Path) -> Iterator[None]:
    """Find modules in a folder, too; write no bytecode beside them."""
    before = sys.dont_write_bytecode
    sys.path.insert(0, str(folder))
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        sys.dont_write_bytecode = before


def _extras() -> Checked:
    lacks = [extra for extra in EXTRAS if not extra.is_installed]
    found = ", ".join(extra.holds for extra in EXTRAS if extra not in lacks) or "none is installed"
    if not lacks:
        return Checked("ok", found)
    without = f"; without {', '.join(extra.holds for extra in lacks)}"
    return Checked("ok", found + without, f"pip install 'simkit[{','.join(extra.name for extra in lacks)}]'")


def _fonts() -> Checked:
    from matplotlib.font_manager import findfont

    missing = []
    try:
        findfont(FIGURE_FONT, fallback_to_default=False)
    except ValueError:
        missing.append(f"{FIGURE_FONT} for figures")
    needed = [FIGURE_FONT]
    if PDF.is_installed:
        needed.insert(0, TEXT_FONT)
        page = PDF.load("typst").compile(f'#set text(font: "{TEXT_FONT}")\na'.encode())
        if TEXT_FONT.replace(" ", "").encode() not in page:  # a PDF names the fonts in it
            missing.append(f"{TEXT_FONT} for the text of the PDF")
    if missing:
        advice = "reports are written in other fonts; matplotlib and typst as published bring both"
        return Checked("careful", f"missing: {', '.join(missing)}", advice)
    return Checked("ok", ", ".join(needed))


def _pdf() -> Checked:
    if not PDF.is_installed:
        return Checked("ok", f"none: reports are HTML alone; {PDF.need}", f"pip install 'simkit[{PDF.name}]'")
    from simkit.document.blocks import Document, Figure, Section
    from simkit.document.figures import new_figure, svg_of, use_style
    from simkit.document.pdf import write_pdf

    use_style()
    drawing, axes = new_figure(1, 1, 2.0)
    axes[0, 0].plot([0, 1], [0, 1], label="a line")
    figure = Figure("line", drawing, "A line.", "A line.")
    page = Document("A page", "", {}, (), (), [Section("A figure", [figure])])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "figures").mkdir()
        (folder / "figures" / figure.file_name).write_text(svg_of(drawing), encoding="utf-8")
        write_pdf(page, folder, folder / "report.pdf")
        size = (folder / "report.pdf").stat().st_size
    return Checked("ok", f"a page with a figure is drawn and written, {size / 1024:.0f} kB")


CHECKS: dict[str, Callable[[], Checked]] = {
    "Python": _python,
    "libraries": _libraries,
    "extras": _extras,
    "cores": _cores,
    "memory": _memory,
    "cache": _cache,
    "games": _games,
    "compiling": _compiling,
    "fonts": _fonts,
    "PDF": _pdf,
}
