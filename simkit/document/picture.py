"""Puts a figure into a page: its SVG without styles, with a spot over each point that has a tooltip."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from itertools import groupby
from typing import Any

from markupsafe import Markup, escape

from simkit.content.characters import cleaned
from simkit.document.blocks import Figure
from simkit.document.commands import CommandLines
from simkit.document.points import INCH, Point, points_of
from simkit.experiment.factors import heading

_BACKGROUND = re.compile(
    r'(<g id="(?:figure|axes)_\d+">\s*<g id="patch_\d+">\s*<path [^>]*?)style="fill: #ffffff"'
)
"""Matches the backgrounds of pictures and panels in matplotlib's SVG."""

_NUMBERS = re.compile(r'\b(?:d|x|y)="[^"]*"|translate\([^)]*\)')
"""Matches coordinates in an SVG, to be rounded to hundredths."""

_PATH = re.compile(r'\bd="[^"]*"')
_BLANKS = re.compile(r'\s+(?=[A-Za-z"])|(?<=[A-Za-z])\s+')
"""Matches the coordinates in a path that are redundant."""

_UNSEEN = re.compile(r'<path d="[^"]*" clip-path="[^"]*" fill="none"/>\n')
"""Matches a square of a map on which nothing is painted."""

_SQUARE = re.compile(r'<path d="(?P<own>[^"]*)" (?P<alike>clip-path="[^"]*" fill="#\w+")/>')
"""Matches a square of a map."""

_MARK = re.compile(r'(?P<own><use xlink:href="[^"]*" x="[^"]*" y="[^"]*") (?P<alike>(?!opacity)[^>]*)/>')
"""Matches a mark of a chart, with its place and its style."""

FEWEST_ALIKE = 3
"""Runs of at least this many marks that look alike share one style."""

REACH = 7
"""The distance from a point, in units of its SVG, at which its tooltip appears."""


class Spots:
    """The points of all figures on a page, as data for its script.

    `commands`: finds the commands that play and replay their games; without it points have tooltips only.
    """

    def __init__(self, commands: CommandLines | None) -> None:
        self.commands = commands
        self.sets: list[tuple[int, ...]] = []
        self.runs: list[str] = []
        self.replays: list[str] = []
        self._places: dict[Hashable, int] = {}

    def over(self, figure: Figure) -> list[dict[str, Any]]:
        """Return the spots over a figure's points: where, what is said there, and data for the script."""
        return [
            {"x": f"{p.x:.1f}", "y": f"{p.y:.1f}", "words": p.words, "data": self._data_of(p)}
            for p in points_of(figure.drawing)
        ]

    def _data_of(self, point: Point) -> dict[str, Any]:
        commands = self.commands
        if commands is None:
            return {"group": point.group}
        scenarios, player = commands.scenarios_of(point), commands.player_of(point)
        return {
            "group": point.group,
            "set": self._place(self.sets, scenarios),
            "run": self._place(self.runs, commands.that_runs(scenarios)),
            "replay": self._place(self.replays, commands.that_replays(point, scenarios)),
            **({"player": commands.players.index(player)} if player else {}),
        }

    def _place(self, of: list[Any], what: Hashable) -> int:
        """Return the place of something in a list, after adding it if it is missing."""
        key = (id(of), what)
        if key not in self._places:
            self._places[key] = len(of)
            of.append(what)
        return self._places[key]

    def data(self) -> dict[str, Any]:
        """Return the data for the page's script."""
        commands = self.commands
        used = sorted({scenario for scenarios in self.sets for scenario in scenarios})
        return {
            "factors": [[heading(name), each] for name, each in commands.factors.items()] if commands else [],
            "players": commands.players if commands else [],
            "levels": {scenario: commands.levels_of(scenario) for scenario in used} if commands else {},
            "sets": self.sets or [()],
            "runs": self.runs,
            "replays": self.replays,
        }


def picture_of(figure: Figure, svg: str, spots: Spots | None) -> dict[str, Any]:
    """Return a figure for a page: its picture, the size of that, and the spots over it, if it has any."""
    width, height = (f"{INCH * size:g}" for size in figure.drawing.get_size_inches())
    picture = Markup(_inline(svg, figure.plain_name, figure.description))
    return {"svg": picture, "width": width, "height": height, "spots": spots.over(figure) if spots else []}


def _inline(svg: str, name: str, description: str) -> str:
    """Return an SVG for use inside HTML: with a name, a description, and ids that no other picture has.

    A page's security policy lets no styles stand in elements, so they become attributes, which also lets the
    page paint the picture in dark colours.  Its background is the page's.
    """
    body = svg[svg.index("<svg") :]
    body = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>|<style.*?</style>", "", body, flags=re.DOTALL)
    body = _BACKGROUND.sub(r'\1fill="none"', body)
    body = re.sub(r'style="([^"]*)"', lambda found: _attributes(found[1]), body)
    body = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', body)
    body = re.sub(r'(href="#|url\(#)', rf"\g<1>{name}-", body)
    body = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", body, count=1)
    body = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", body, count=1)
    body = re.sub(r"\n\s*", "\n", body)
    body = _NUMBERS.sub(lambda found: re.sub(r"(\.\d\d)\d+", r"\1", found[0]), body)
    body = _said_once(_PATH.sub(lambda found: _BLANKS.sub("", found[0]), body))
    start = (
        f'<svg class="picture" role="img" stroke-linejoin="round" aria-label="{escape(cleaned(description))}"'
    )
    return body.replace("<svg", start, 1)


def _said_once(body: str) -> str:
    """Return an SVG in which runs of marks or map squares that look alike share one style.

    Thousands of dots and squares, each with its looks, made up most of a page's bytes.
    """
    lines: list[str] = []
    for (form, alike), elements in groupby(_UNSEEN.sub("", body).split("\n"), _looks):
        own = list(elements)
        if form is None or len(own) < FEWEST_ALIKE:
            lines += own
        elif form is _SQUARE:
            paths = (form.sub(r"\g<own>", line) for line in own)
            lines.append(f'<path d="{"".join(paths)}" {alike}/>')
        else:
            lines += [f"<g {alike}>", *(form.sub(r"\g<own>/>", line) for line in own), "</g>"]
    return "\n".join(lines)


def _looks(line: str) -> tuple[re.Pattern[str] | None, str]:
    """Return the kind and the style of a mark or a square."""
    for form in (_MARK, _SQUARE):
        if found := form.fullmatch(line):
            return form, found["alike"]
    return None, ""


def _attributes(style: str) -> str:
    """Return a style as attributes: ``fill="#0b5d8a" opacity="0.4"``."""
    pairs: Sequence[Sequence[str]] = [part.split(":", 1) for part in style.split(";") if ":" in part]
    return " ".join(f'{name.strip()}="{value.strip()}"' for name, value in pairs)
