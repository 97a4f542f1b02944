"""Fills the pages of a PDF: figures that do not fit are made smaller, or moved after the next table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from simkit.report.document.blocks import Document, Figure, Section, Table

Spots = Mapping[str, tuple[int, float]]
"""The page of each marked spot and its distance from the top in points, by name."""

TEXT_WIDTH = 476.2
"""The width of the text, in points."""

TALLEST = 538.6
"""The greatest height of a picture, in points."""

PAGE_TOP, PAGE_BOTTOM = 68.0, 779.5
"""The vertical positions where the text of a page begins and ends, in points."""

AROUND = 30.0
"""The space above and below headings and figures, in points, which vanishes at the edge of a page."""

SMALLEST = 0.62
"""The smallest size of a figure, as a share of the text's width, with legible letters."""

MOST_EMPTY = 130.0
"""The space, in points, that a figure which does not fit may leave empty."""


def fill_pages(
    report: Document, spots_in: Callable[[Document, Mapping[str, float]], Spots]
) -> tuple[Document, dict[str, float]]:
    """Return a report with figures moved so that no page is left half empty, and the figures' sizes.

    The first figure that has gone to the next page is made smaller, if it stays legible; else, if a table
    follows in its section, it is put after that; else it is made smaller together with the figures of the
    page that it has left.  Every such change moves all that follows, so figures are treated one by one.

    Parameters
    ----------
    report : Document
        The report.
    spots_in : callable
        Typesets a report with figures of certain sizes; returns where each figure begins and ends.

    Returns
    -------
    Document, dict
        The report, and by figure its share of the text's width, if less than all of it.
    """
    sizes: dict[str, float] = {}
    done = 0
    while done < len(report.figures()):
        spots = spots_in(report, sizes)
        for figure in report.figures()[done:]:
            before, end = spots[f"before {figure.plain_name}"], spots[f"end {figure.plain_name}"]
            smaller = _fitting([figure], sizes, before, end)
            if not smaller and end[0] > before[0] and PAGE_BOTTOM - before[1] > MOST_EMPTY:
                later = _after_next_table(report, figure)
                if later is not report:
                    report = later  # the next figure has moved up; this ends, because tables run out
                    break
                smaller = _fitting([*_of_page(report, before[0], spots), figure], sizes, before, end)
            sizes |= smaller
            done += 1
            if smaller:
                break
    return report, sizes


def _of_page(report: Document, page: int, spots: Spots) -> list[Figure]:
    """Return the figures that stand on a page."""
    return [figure for figure in report.figures() if spots[f"end {figure.plain_name}"][0] == page]


def _fitting(
    figures: Sequence[Figure], sizes: Mapping[str, float], before: tuple[int, float], end: tuple[int, float]
) -> dict[str, float]:
    """Return the sizes at which the last of some figures fits on the page of the others.

    All become smaller by the same share.  Nothing is returned if the last fits already, or they would no
    longer be legible.
    """
    if end[0] == before[0]:
        return {}
    needed = end[1] - PAGE_TOP + AROUND
    share = 1 - (needed - (PAGE_BOTTOM - before[1])) / sum(_drawn(own, sizes) for own in figures)
    fitting = {own.name: round(share * sizes.get(own.name, 1) - 0.005, 2) for own in figures}
    widths = [fitting[own.name] * min(1, TALLEST / _height(own)) for own in figures]
    return fitting if share < 1 and min(widths) >= SMALLEST - 0.01 else {}


def _drawn(figure: Figure, sizes: Mapping[str, float]) -> float:
    """Return how tall a figure is drawn, in points."""
    return min(_height(figure), TALLEST) * sizes.get(figure.name, 1)


def _height(figure: Figure) -> float:
    """Return how tall a figure is that is as wide as the text, in points."""
    width, height = figure.drawing.get_size_inches()
    return float(TEXT_WIDTH * height / width)


def _after_next_table(report: Document, figure: Figure) -> Document:
    """Return a report with a figure moved after the next table of its section, if there is one."""
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
