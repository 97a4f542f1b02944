"""What installed packages, and simkit itself, have to find by entry points; nothing of it is loaded here.

The groups ``simkit.games``, ``simkit.strategies`` and ``simkit.questions`` are those of `simkit.plugins`.
``simkit.commands`` names commands besides those of `simkit.cli`, ``simkit.parts`` what simkit itself asks of
an optional part: the cluster, the store, functions of the public API.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from pathlib import Path
from typing import Any

from simkit.errors import BadInput

QUESTIONS = "simkit.questions"
"""The group of entry points of all questions."""

FILES_OF_QUESTIONS = "SIMKIT_QUESTIONS"
"""The environment variable that lists files with further questions."""

EXAMPLES = Path(__file__).parent / "examples"
"""The examples as a wheel holds them; in a checkout they are packages of their own, which are installed."""


def points_of(group: str) -> list[EntryPoint]:
    """Return the entry points of installed packages, then those of simkit's examples with other names."""
    found = _points_in(tuple(sys.path), group)
    installed = sorted(set(found), key=lambda point: point.name)
    taken = {point.name for point in installed}
    return installed + [point for point in _of_examples() if point.group == group and point.name not in taken]


@cache
def _points_in(_path: tuple[str, ...], group: str) -> EntryPoints:
    """Return the entry points of installed packages, given where Python looks for them."""
    return entry_points(group=group)


@cache
def _of_examples() -> list[EntryPoint]:
    """Return the entry points of the examples that a wheel holds, which can be imported from then on."""
    found = []
    for project in sorted(EXAMPLES.glob("*/pyproject.toml")):
        import tomllib  # in a checkout there is none to read

        groups = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["entry-points"]
        found += [
            EntryPoint(name=name, value=value, group=group)
            for group, points in groups.items()
            for name, value in points.items()
        ]
        sys.path.append(str(project.parent))
    return found


def is_own(point: EntryPoint) -> bool:
    """Return True for an entry point that names a module of simkit."""
    return point.value.startswith("simkit.")


def commands() -> dict[str, EntryPoint]:
    """Return the commands that entry points name."""
    return {point.name: point for point in points_of("simkit.commands")}


def own_questions() -> dict[str, EntryPoint]:
    """Return simkit's own questions by name; each is loaded when it is asked."""
    return {point.name: point for point in points_of(QUESTIONS) if is_own(point)}


def others_have_questions() -> bool:
    """Return True if installed packages or files of the user have questions."""
    return bool(os.environ.get(FILES_OF_QUESTIONS)) or not all(map(is_own, points_of(QUESTIONS)))


def find_part(name: str) -> Any:
    """Return what an optional part of simkit has: "cluster", "store", or a function of the public API.

    Raises BadInput if that part was taken off.
    """
    for point in points_of("simkit.parts"):
        if point.name == name:
            return point.load()
    raise BadInput(f"{name}: this simkit is installed without the part that it needs")
