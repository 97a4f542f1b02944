"""The points of a chart that have tooltips: what each shows, and its place in the picture.

A chart function leaves `PanelPoints` in its panel; the HTML puts a spot that can be pointed at and clicked
over each of them.  Nothing is drawn here, so the SVG files and the PDF do not change.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit.document.figures import hex_of
from simkit.stats.estimates import NUMBER, SHARE, Estimate, Unit

if TYPE_CHECKING:
    from matplotlib.figure import Figure as MatplotlibFigure

PER_CENT = SHARE.words
"""The ending of shares that are shown in per cent."""

IN_PER_CENT = ", %"
"""The ending of the label of an axis that shows shares in per cent."""

INCH = 72
"""The units of an SVG per inch."""


@dataclass(frozen=True)
class Shown:
    """The numbers and words of some points of one colour, in the order in which they are drawn."""

    estimates: Sequence[Estimate]
    """Value, interval and number of observations; an interval of NaN and an n of 0 are left out."""
    unit: Unit = NUMBER
    """What values are counted in."""
    rows: Sequence[str] = ()
    """What each point is called where its axis does not say it."""
    series: str = ""
    """What all of them are called; nothing if the figure names its series
    (`simkit.document.series`)."""
    scenarios: Sequence[Sequence[int]] = ()
    """The scenarios whose games each point counts; empty if names of rows, panels and series say which."""
    column: str = ""
    of: str = ""
    """What is counted, and whose ("game", "player 0", "seat 1"), to find a game to replay.  If empty, it is
    the game's first objective."""
    words: Sequence[str] = ()
    """What each point shows, if that is more than value, interval and n."""
    subjects: Sequence[Collection[Hashable]] = ()
    """What each point is of, as claims have it, so that what a title says can be marked."""


class PanelPoints:
    """Points of one colour in a panel that are drawn elsewhere.

    Parameters
    ----------
    x, y : sequence of float
        Where, in the panel's numbers; a point that is not finite is left out.
    drawn : sequence of matplotlib Artist
        What is drawn for them, and hidden when they are switched off.  The first one draws the marks.
    upright : bool
        Whether values go up, not to the right.
    """

    def __init__(
        self, panel: Any, at: tuple[Any, Any], shown: Shown, drawn: Sequence[Any], *, upright: bool = False
    ) -> None:
        self.panel = panel
        self.x, self.y = (np.asarray(numbers, dtype=np.float64) for numbers in at)
        self.shown = shown
        self.upright = upright
        self.colour = hex_of(drawn[0].get_color()) if hasattr(drawn[0], "get_color") else ""
        number = sum(len(points_in(other)) for other in panel.figure.axes)
        self.group = f"points-{number}"
        for part, artist in enumerate(drawn):
            artist.set_gid(f"{self.group}-{part}")
        panel.points = [*points_in(panel), self]


@dataclass(frozen=True)
class Point:
    """A point in a picture."""

    x: float
    y: float
    """Where it stands in the SVG."""

    group: str
    """The id of what is drawn begins with it."""

    place: int
    """Which of its group's marks it is."""

    names: tuple[str, ...]
    """Panel, row and series, as far as they have names."""

    words: str
    """What it shows: names, value, interval and n."""

    shown: Shown
    scenarios: tuple[int, ...]
    """The scenarios it is made of, if that was said."""


def points_in(panel: Any) -> list[PanelPoints]:
    """Return the points of a panel, each with its numbers and words."""
    return list(getattr(panel, "points", ()))


def points_of(figure: MatplotlibFigure) -> list[Point]:
    """Return all points of a drawn figure, with their places in its SVG."""
    return [point for panel in figure.axes for points in points_in(panel) for point in _each(figure, points)]


def _each(figure: Any, points: PanelPoints) -> Iterator[Point]:
    series = points.shown.series or getattr(figure, "series", {}).get(points.colour, "")
    labels = _labels_of_rows(points.panel)
    to_figure = points.panel.transData + figure.transFigure.inverted()
    width, height = figure.get_size_inches() * INCH
    place = 0
    for number, (x, y) in enumerate(zip(points.x, points.y, strict=True)):
        if not (isfinite(x) and isfinite(y)):
            continue
        across, up = to_figure.transform((x, y))
        names = tuple(
            " ".join(name.split())
            for name in (points.panel.get_title(loc="left") or points.panel.get_title(),
                         _row(points, number, labels), series)
            if name and name.strip()
        )  # fmt: skip
        words = ", ".join(names)
        axis = _axis(figure, points.panel, "y" if points.upright else "x")
        unit = points.shown.unit
        if axis.endswith(IN_PER_CENT):
            unit = replace(unit, words=PER_CENT)
        axis = axis.removesuffix(IN_PER_CENT)
        value = _with_n(replace(points.shown.estimates[number], unit=unit))
        said = points.shown.words[number] if points.shown.words else _said(axis, value)
        yield Point(
            across * width, (1 - up) * height, points.group, place, names,
            f"{words}: {said}" if words else said, points.shown,
            tuple(points.shown.scenarios[number]) if points.shown.scenarios else (),
        )  # fmt: skip
        place += 1


def _row(points: PanelPoints, number: int, labels: dict[int, str]) -> str:
    """Return a point's name: the one given, the label of its row, or its place along the axis."""
    if points.shown.rows:
        return points.shown.rows[number]
    if not points.upright:
        return labels.get(round(points.y[number]), "")
    axis = _axis(points.panel.figure, points.panel, "x").removesuffix(IN_PER_CENT)
    return f"{axis} {points.x[number]:g}".strip()


def _labels_of_rows(panel: Any) -> dict[int, str]:
    """Return the labels of a panel's rows, by the row's number."""
    texts = zip(panel.get_yticks(), panel.get_yticklabels(), strict=False)  # some draw none
    return {round(place): label.get_text() for place, label in texts}


def _axis(figure: Any, panel: Any, which: str) -> str:
    """Return the label of an axis, which neighbouring panels may share."""
    words = [getattr(axes, f"get_{which}label")() for axes in (panel, *figure.axes)]
    return next((word for word in words if word), "")


def _said(axis: str, value: str) -> str:
    """Return a value after the label of its axis; a long label gets a colon."""
    return f"{axis}{':' if ',' in axis else ''} {value}".strip()


def _with_n(estimate: Estimate) -> str:
    """Return value, interval and n: "12.3 % (11.2 to 13.4), n = 2,000"."""
    return f"{estimate}, n = {estimate.n:,}" if estimate.n else f"{estimate}"
