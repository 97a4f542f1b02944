"""Puts a figure into a page: its SVG without styles, and over it a spot for each point that can be asked."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Sequence
from html import escape
from typing import Any

from simkit.content.characters import cleaned
from simkit.experiment.factors import heading
from simkit.report.commands import Commands
from simkit.report.document import Figure
from simkit.report.points import points_of

_BACKGROUND = re.compile(
    r'(<g id="(?:figure|axes)_\d+">\s*<g id="patch_\d+">\s*<path [^>]*?)style="fill: #ffffff"'
)
"""The background of a picture, and of a panel, in matplotlib's SVG."""

_NUMBERS = re.compile(r'\b(?:d|x|y)="[^"]*"|translate\([^)]*\)')
"""Places in an SVG, of which a hundredth is as much as can be seen."""

REACH = 7
"""How far from a point, in units of its SVG, it can be asked."""


def inert(words: str) -> str:
    """Return words for a page: nothing in them is markup, and no mark turns the direction of what follows."""
    return escape(cleaned(words))


class Spots:
    """The points of all figures of a page, and what its script reads of them.

    Parameters
    ----------
    commands : Commands or None
        Finds what makes and what replays them; without it points are only named.
    """

    def __init__(self, commands: Commands | None) -> None:
        self.commands = commands
        self.sets: list[tuple[int, ...]] = []
        self.runs: list[str] = []
        self.replays: list[str] = []
        self._places: dict[Hashable, int] = {}

    def over(self, figure: Figure, number: int) -> str:
        """Return the layer of spots over a figure, or nothing if it has no points."""
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
        """Return the place of something in a list, to which it is added if it isn't there."""
        key = (id(of), what)
        if key not in self._places:
            self._places[key] = len(of)
            of.append(what)
        return self._places[key]

    def data(self) -> str:
        """Return the data of the page's script, as JSON that can stand in HTML."""
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
    start = f'<svg class="picture" role="img" stroke-linejoin="round" aria-label="{inert(description)}"'
    return body.replace("<svg", start, 1)


def _attributes(style: str) -> str:
    """Return a style as attributes: ``fill="#0b5d8a" opacity="0.4"``."""
    pairs: Sequence[Sequence[str]] = [part.split(":", 1) for part in style.split(";") if ":" in part]
    return " ".join(f'{name.strip()}="{value.strip()}"' for name, value in pairs)
