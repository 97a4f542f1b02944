"""Fills the pages of a PDF: a figure that does not fit is made smaller, or stands after the next table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from simkit.report.document import Figure, Report, Section, Table

Spots = Mapping[str, tuple[int, float]]
"""By name, the page of a marked spot, and how many points down it stands."""

TEXT_WIDTH = 476.2
"""Points of the text's width."""

TALLEST = 538.6
"""Points of the tallest picture's height."""

PAGE_TOP, PAGE_BOTTOM = 68.0, 779.5
"""Where the text of a page begins and ends, in points."""

AROUND = 30.0
"""Points above and below a heading or a figure that do not count at the edge of a page."""

SMALLEST = 0.62
"""The share of the text's width at which a figure's letters are still legible."""

MOST_EMPTY = 150.0
"""Points that a figure which does not fit may leave empty."""


def fill_pages(
    report: Report, spots_in: Callable[[Report, Mapping[str, float]], Spots]
) -> tuple[Report, dict[str, float]]:
    """Return a report with figures moved so that they leave no page half empty, and the sizes of figures.

    The first figure that has gone to the next page is made smaller, if it stays legible; else, if a table
    follows in its section, it is put after that.  Either moves all that follows, so one after the other.

    Parameters
    ----------
    report : Report
        The report.
    spots_in : callable
        Sets a report with figures of certain sizes; returns where each figure begins and ends.

    Returns
    -------
    Report, dict
        The report, and by figure its share of the text's width, if less than all of it.
    """
    sizes: dict[str, float] = {}
    done = 0
    while done < len(report.figures()):
        spots = spots_in(report, sizes)
        for figure in report.figures()[done:]:
            before, end = spots[f"before {figure.plain_name}"], spots[f"end {figure.plain_name}"]
            size = _fitting(figure, before, end)
            later = report
            if size < 1:
                sizes[figure.name] = size
            elif end[0] > before[0] and PAGE_BOTTOM - before[1] > MOST_EMPTY:
                later = _after_next_table(report, figure)
            if later is not report:
                report = later  # another figure may stand in its place now; there are but so many tables
                break
            done += 1
            if size < 1:
                break
    return report, sizes


def _fitting(figure: Figure, before: tuple[int, float], end: tuple[int, float]) -> float:
    """Return the size at which a figure fits on the page before the one that it moved to; 1 if none does."""
    if end[0] == before[0]:
        return 1
    width, height = figure.drawing.get_size_inches()
    drawn = min(TEXT_WIDTH * height / width, TALLEST)
    needed = end[1] - PAGE_TOP + AROUND
    size = 1 - (needed - (PAGE_BOTTOM - before[1])) / drawn
    return round(size - 0.005, 2) if SMALLEST <= size < 1 else 1


def _after_next_table(report: Report, figure: Figure) -> Report:
    """Return a report with a figure after the next table of its section; itself if there is none."""
    sections = [_swapped(section, figure) for section in report.sections]
    if all(old is new for old, new in zip(report.sections, sections, strict=True)):
        return report
    return replace(report, sections=sections)


def _swapped(section: Section, figure: Figure) -> Section:
    blocks = list(section.blocks)
    if not any(block is figure for block in blocks):
        return section
    place = next(i for i, block in enumerate(blocks) if block is figure)
    table = next((i for i in range(place, len(blocks)) if isinstance(blocks[i], Table)), None)
    if table is None:
        return section
    blocks.insert(table, blocks.pop(place))  # what stood behind it has moved up by one
    return replace(section, blocks=blocks)
