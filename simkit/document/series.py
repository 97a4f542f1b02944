"""Names the series of a chart where they are drawn, and marks what its title is about.

A line is named at its right end, dots and bars above the first row that has them, so that no colour has to be
looked up in a key.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit.document.figures import FAINT, INK, LINE_HEIGHT, MARKS, WIDTH, darkened, hex_of, mark_of
from simkit.document.points import points_in

if TYPE_CHECKING:
    from matplotlib.figure import Figure as MatplotlibFigure

BESIDE = 24
"""The most characters per line of a name beside a line."""

ROUNDS = 50
"""How often names beside lines are moved apart; a handful of lines needs fewer."""

LETTERS, LINE, LETTER = 8.5, 11.5, 0.068
"""The size of names and the distance of their lines, in points, and the width of a letter in inches."""

BESIDE_AXES = 0.7
"""What the labels of an axis take of the height of a panel, in inches."""

WIDE_ENOUGH = 0.03
"""A part of a bar is named in the first row where it takes this share of the axis."""

FAR = 0.15
"""A line leads to the name of what ends further from the right edge than this share of the axis."""

MOST_MARKED = 6
"""The most points that are marked: of more, none stands out."""

LEADER = {"arrowstyle": "-", "color": FAINT, "lw": 0.6, "shrinkA": 0, "shrinkB": 3}
"""How the line looks that leads from a name to what it names."""

SYMBOLS = dict(zip(MARKS, "\u25cf\u25a0\u25b2\u25c6\u25bc\u271a\u2716\u2b1f", strict=True))
"""The letters for marks, which stand before names where several panels have the same series."""


@dataclass(frozen=True)
class End:
    """Where a series may be named in a panel."""

    name: str
    colour: Any
    x: float
    y: float
    is_beside: bool
    """Whether at the right, as lines are; else above, as rows are."""

    is_within: bool = False
    """Whether beside what is drawn in the middle of the panel."""

    has_mark: bool = False
    """Whether it has marks, not only a colour."""


def name_series(figure: MatplotlibFigure, colours: Mapping[str, Any], labels: Collection[str] = ()) -> None:
    """Write the names of series where they end, after all is drawn.

    Parameters
    ----------
    figure : matplotlib Figure
        The picture; a series is known in it by its colour.
    colours : mapping
        Name -> colour.
    labels : collection of str
        The names of further lines, which are known by their labels in the picture.
    """
    figure.series = {hex_of(colour): name for name, colour in colours.items()}  # type: ignore[attr-defined]
    panels = [panel for panel in figure.axes if panel.get_visible()]
    named: set[str] = set()
    for panel in sorted(panels, key=_from_the_right):
        ends = [end for end in _ends(panel, colours, labels) if end.is_beside]
        if ends and (_is_at_the_right(panel) or any(end.name not in named for end in ends)):
            _name_beside(panel, ends, has_marks=len(panels) > 1)
            named |= {end.name for end in ends}
    for panel in panels:
        above = [end for end in _ends(panel, colours, labels) if not end.is_beside and end.name not in named]
        if above:
            _name_above(panel, above, has_marks=len(panels) > 1)
            named |= {end.name for end in above}
    _name_areas(figure, {name: colour for name, colour in colours.items() if name not in named})


def _from_the_right(panel: Any) -> tuple[int, int]:
    place = panel.get_subplotspec()
    return (-place.colspan.stop, place.rowspan.start) if place else (0, 0)


def _is_at_the_right(panel: Any) -> bool:
    place = panel.get_subplotspec()
    return place is None or place.colspan.stop == place.get_gridspec().ncols


def _ends(panel: Any, colours: Mapping[str, Any], labels: Collection[str]) -> list[End]:
    """Return where the series of a panel may be named, each once, and labelled lines once for each colour."""
    names = {hex_of(colour): name for name, colour in colours.items()}
    found: dict[tuple[str, str], End] = {}

    def add(name: str | None, colour: Any, x: float, y: float, *, is_beside: bool, **more: bool) -> None:
        if name is not None:
            found.setdefault((name, hex_of(colour)), End(name, hex_of(colour), x, y, is_beside, **more))

    for points in points_in(panel):
        places = np.flatnonzero(np.isfinite(points.x) & np.isfinite(points.y))
        if len(places):
            at = places[-1 if points.upright else 0]
            name, place = names.get(points.colour), (points.x[at], points.y[at])
            add(name, points.colour, *place, is_beside=points.upright, has_mark=True)
    for line in panel.lines:
        x, y = (np.asarray(ends, dtype=np.float64) for ends in line.get_data())
        if line.get_label() in labels:
            is_one = len(x) == 1 and any(name == line.get_label() for name, _ in found)
            name = None if is_one else line.get_label()
            end = x[-1] if line.get_transform() == panel.transData else panel.get_xlim()[1]
            add(name, line.get_color(), end, y[-1], is_beside=True, is_within=len(x) == 1)
        elif len(x) and line.get_linestyle() != "None" and line.get_transform() == panel.transData:
            add(names.get(hex_of(line.get_color())), line.get_color(), x[-1], y[-1], is_beside=True)
    low, high = sorted(panel.get_xlim())
    for bars in panel.containers:
        wide = [bar for bar in bars if bar.get_width() >= WIDE_ENOUGH * (high - low)]
        for bar in wide[:1] or sorted(bars, key=lambda bar: bar.get_height() * bar.get_width())[-1:]:
            middle = bar.get_x() + bar.get_width() / 2, bar.get_y() + bar.get_height() / 2
            add(names.get(hex_of(bar.get_facecolor())), bar.get_facecolor(), *middle, is_beside=False)
    return list(found.values())


def _words(end: End, *, has_marks: bool) -> str:
    return f"{SYMBOLS[mark_of(end.colour)]} {end.name}" if has_marks and end.has_mark else end.name


def _moved(transform: Any, figure: Any, **points: float) -> Any:
    """Return a transform, moved by some points in `x` or `y`."""
    from matplotlib.transforms import offset_copy

    return offset_copy(transform, figure, units="points", **points)


def _name_beside(panel: Any, ends: Sequence[End], *, has_marks: bool) -> None:
    """Write names at the right of a panel; those that would touch are moved apart."""
    for end in (end for end in ends if end.is_within):
        panel.annotate(
            end.name, (end.x, end.y), xytext=(-8, 0), textcoords="offset points", va="center", ha="right",
            fontsize=LETTERS, color=darkened(end.colour),
        )  # fmt: skip
    low, high = panel.get_ylim()
    rows = panel.get_subplotspec().get_gridspec().nrows
    inch = (high - low) / max(0.5, panel.figure.get_figheight() / rows - BESIDE_AXES)
    ranked = sorted((end for end in ends if not end.is_within), key=lambda end: end.y)
    words = [textwrap.fill(_words(end, has_marks=has_marks), BESIDE) for end in ranked]
    sizes = [LINE_HEIGHT * abs(inch) * (1 + word.count("\n")) for word in words]
    places = [min(max(end.y, min(low, high)), max(low, high)) for end in ranked]
    for _ in range(ROUNDS):
        for one, other in pairwise(range(len(places))):
            near = (sizes[one] + sizes[other]) / 2 - (places[other] - places[one])
            if near > 0:
                places[one] -= near / 2
                places[other] += near / 2
    left, right = panel.get_xlim()
    beside = _moved(panel.get_yaxis_transform(), panel.figure, x=8)
    for end, said, place in zip(ranked, words, places, strict=True):
        is_far = (right - end.x) / (right - left) > FAR
        panel.annotate(
            said, (end.x, end.y), xytext=(1, place), textcoords=beside, va="center", ha="left",
            fontsize=LETTERS, color=darkened(end.colour), annotation_clip=False,
            arrowprops=LEADER | {"relpos": (0, 0.5)} if is_far else None,
        )  # fmt: skip


def _name_above(panel: Any, ends: Sequence[End], *, has_marks: bool) -> None:
    """Write names above a panel, each over what it names, on as many lines as they need."""
    figure, (left, right) = panel.figure, panel.get_xlim()
    labels = max(
        (len(words) for text in panel.get_yticklabels() for words in text.get_text().split("\n")), default=0
    )
    columns = panel.get_subplotspec().get_gridspec().ncols
    inches = max(1.5, WIDTH / columns - LETTER * labels - 0.3)
    first = LINE if any(text.get_gid() == REFERENCE for text in panel.texts) else 0.0
    taken: list[list[tuple[float, float]]] = []
    for end in sorted(ends, key=lambda end: abs((end.x - left) / (right - left) - 0.5)):
        at = (end.x - left) / (right - left)
        width = LETTER * len(end.name) / inches
        is_left = at + width <= 1 or at < 0.5
        span = (at, at + width) if is_left else (at - width, at)
        free = (n for n, spans in enumerate(taken) if all(span[1] < a or b < span[0] for a, b in spans))
        line = next(free, len(taken))
        taken[line:] = [[*spans, span] for spans in taken[line : line + 1] or [[]]] + taken[line + 1 :]
        up = first + 4 + LINE * line
        place = _moved(panel.get_xaxis_transform(), figure, y=up)
        panel.annotate(
            _words(end, has_marks=has_marks), (end.x, end.y), xytext=(end.x, 1), textcoords=place,
            ha="left" if is_left else "right", va="bottom", fontsize=LETTERS, color=darkened(end.colour),
            annotation_clip=False, arrowprops=LEADER | {"relpos": (0 if is_left else 1, 0)},
        )  # fmt: skip
    if panel.get_title(loc="left"):
        panel.set_title(panel.get_title(loc="left"), pad=6 + first + LINE * len(taken))
    figure.set_figheight(figure.get_figheight() + (first + LINE * len(taken)) / 72)


def _name_areas(figure: MatplotlibFigure, colours: Mapping[str, Any]) -> None:
    """Name what is drawn as areas, without lines, dots or bars, above all panels."""
    from matplotlib.patches import Patch

    if colours:
        handles = [Patch(color=colour, label=name) for name, colour in colours.items()]
        figure.legend(handles=handles, loc="outside upper left", ncols=len(handles))


REFERENCE = "reference"
"""What the words of a line that others are compared with are called in a picture."""


def mark_points(figure: MatplotlibFigure, subjects: AbstractSet[Hashable], *, has_values: bool) -> None:
    """Draw a ring round the points that are of some subjects, with their values where none stand beside.

    * `figure`: the picture, with points that say what they are of (`simkit.document.points.Shown.subjects`).
    * `subjects`: what the title is about.
    * `has_values`: whether the title has the numbers of these points, not those of other games.
    """
    found = [
        (points, place)
        for panel in figure.axes
        for points in points_in(panel)
        for place, of_point in enumerate(points.shown.subjects)
        if not subjects.isdisjoint(of_point) and np.isfinite(points.x[place])
    ]
    if len(found) > MOST_MARKED:
        return
    for count, (points, place) in enumerate(found):
        panel, at = points.panel, (points.x[place], points.y[place])
        above = any(row.panel is panel and (row.x[n], row.y[n]) > at for row, n in found if row.x[n] == at[0])
        panel.plot(
            *at, "o", ms=11, mfc="none", mec=INK, mew=1.3, zorder=4, clip_on=False, gid=f"marked-{count}"
        )
        if has_values and not getattr(panel, "has_numbers", False):
            value = replace(points.shown.estimates[place], unit=points.shown.unit)
            panel.annotate(
                f"{value:alone}", at, xytext=(0, -9 if above else 9), textcoords="offset points",
                ha="center", va="top" if above else "bottom",
                fontsize=LETTERS, fontweight="bold", color=INK, zorder=5, annotation_clip=False,
            )  # fmt: skip
