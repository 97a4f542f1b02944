"""Puts a figure into a page: its SVG without styles, with a spot over each point that has a tooltip."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Sequence
from html import escape
from itertools import groupby
from typing import Any

from simkit.content.characters import cleaned
from simkit.experiment.factors import heading
from simkit.report.document.blocks import Figure
from simkit.report.document.commands import Commands
from simkit.report.document.points import points_of

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


def inert(words: str) -> str:
    """Return words that are safe in a page: without markup, and without marks that reverse text."""
    return escape(cleaned(words))


class Spots:
    """The points of all figures on a page, as data for its script.

    Parameters
    ----------
    commands : Commands or None
        Finds the commands that play and replay their games; without it points have tooltips only.
    """

    def __init__(self, commands: Commands | None) -> None:
        self.commands = commands
        self.sets: list[tuple[int, ...]] = []
        self.runs: list[str] = []
        self.replays: list[str] = []
        self._places: dict[Hashable, int] = {}

    def over(self, figure: Figure, number: int) -> str:
        """Return the layer of spots over a figure; empty if it has no points."""
        points = points_of(figure.drawing)
        if not points:
            return ""
        width, height = (72 * size for size in figure.drawing.get_size_inches())
        spots = []
        for point in points:
            told = f' data-group="{point.group}"'
            if self.commands is not None:
                scenarios = self.commands.scenarios_of(point)
                player = self.commands.player_of(point)
                run = self.commands.that_runs(scenarios)
                replay = self.commands.that_replays(point, scenarios)
                told += f' data-set="{self._place(self.sets, scenarios)}"'
                told += f' data-run="{self._place(self.runs, run)}"'
                told += f' data-replay="{self._place(self.replays, replay)}"'
                told += f' data-player="{self.commands.players.index(player)}"' if player else ""
            spots.append(
                f'<circle cx="{point.x:.1f}" cy="{point.y:.1f}" r="{REACH}"{told}>'
                f"<title>{inert(point.words)}</title></circle>"
            )
        name = f"Points of figure {number}: arrow keys go from one to the next, Enter gives commands"
        return (
            f'<svg class="spots" viewBox="0 0 {width:g} {height:g}" role="group" aria-label="{name}">'
            f"{''.join(spots)}</svg>"
        )

    def _place(self, of: list[Any], what: Hashable) -> int:
        """Return the place of something in a list, after adding it if it is missing."""
        key = (id(of), what)
        if key not in self._places:
            self._places[key] = len(of)
            of.append(what)
        return self._places[key]

    def data(self) -> str:
        """Return the data for the page's script, as JSON that is safe inside HTML."""
        commands = self.commands
        used = sorted({scenario for scenarios in self.sets for scenario in scenarios})
        found = {
            "factors": [[heading(name), own] for name, own in commands.factors.items()] if commands else [],
            "players": commands.players if commands else [],
            "levels": {scenario: commands.levels_of(scenario) for scenario in used} if commands else {},
            "sets": self.sets or [()],
            "runs": self.runs,
            "replays": self.replays,
        }
        text = json.dumps(found, separators=(",", ":"))
        return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def plot(figure: Figure, svg: str, spots: Spots, number: int) -> str:
    """Return a figure with its spots, for a page.

    Parameters
    ----------
    figure : Figure
        The figure.
    svg : str
        Its picture.
    spots : Spots
        The page's.
    number : int
        The figure's.
    """
    picture = _inline(svg, figure.plain_name, figure.description)
    return (
        f'<div class="plot" id="plot-{number}" data-name="{figure.plain_name}">{picture}'
        f"{spots.over(figure, number)}</div>"
    )


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
    start = f'<svg class="picture" role="img" stroke-linejoin="round" aria-label="{inert(description)}"'
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
