"""The pages of what Python may import, from the docstrings."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import get_origin

from docsite.pages import Pages, toctree

INDEX = "reference/python/index"
PLACES = {
    "simkit": ("simkit", "Run, ask, compare: what the commands do, as functions."),
    "simkit_game": ("simkit.game", "What a game and its strategies are written with."),
    "simkit_game_effects": ("simkit.game.effects", "What a game needs whose card texts are written in YAML."),
    "simkit_report": (
        "simkit.report",
        "A report of your own: `from simkit import report as r`.",
    ),
    "simkit_report_parts": ("simkit.report.parts", "What a report consists of: `r.parts`."),
    "simkit_report_words": ("simkit.report.words", "What says: `r.words`."),
    "simkit_report_charts": ("simkit.report.charts", "What draws: `r.charts`."),
    "simkit_report_stats": ("simkit.report.stats", "What counts: `r.stats`."),
    "simkit_questions": ("simkit.questions", "What a question of your own is made of."),
    "simkit_testing": ("simkit.testing", "What the tests of a game are written with."),
}
OF_SIMKIT: Mapping[str, Sequence[str]] = {
    "Play": ("run", "play", "experiment", "open_run", "compare"),
    "Ask": (
        "ask",
        "sensitivity",
        "seek",
        "worth",
        "luck",
        "portrait",
        "tournament",
        "tune",
        "learning",
        "ladder",
        "regret",
        "ceiling",
    ),
    "What there is": ("games", "strategies", "rules", "columns", "runs"),
}


def write_door(pages: Pages) -> None:
    """Write a page for each module that may be imported, and their index."""
    lines = [f"* [`{name}`]({place}.md): {words}" for place, (name, words) in PLACES.items()]
    parts = [
        "# Python",
        "What is on these pages may be imported; all else is private and may change. The how-to is "
        "[simkit from Python](../../howto/from-python.md).",
        "\n".join(lines),
        toctree({f"reference/python/{place}": name for place, (name, _) in PLACES.items()}, INDEX),
    ]
    pages.write(INDEX, "\n\n".join(parts))
    shown = {id(import_module(name)): place for place, (name, _) in PLACES.items()}
    for place, (name, words) in PLACES.items():
        module = import_module(name)
        parts = [f"# `{name}`", words]
        left = list(module.__all__)
        if name == "simkit":
            for title, names in OF_SIMKIT.items():
                parts += [f"## {title}", *(_of(f"simkit.{item}", module) for item in names if item in left)]
                left = [item for item in left if item not in names]
            parts.append("## Types")
        again = {
            item: shown[id(getattr(module, item))] for item in left if id(getattr(module, item)) in shown
        }
        parts += [_of(f"{name}.{item}", module) for item in sorted(left, key=str.lower) if item not in again]
        if again:
            links = [f"[`{item}`]({where}.md)" for item, where in sorted(again.items())]
            parts.append(f"It also has {', '.join(links)}.")
        shown |= {id(getattr(module, item)): place for item in left if item not in again}
        pages.write(f"reference/python/{place}", "\n\n".join(parts))


def _of(path: str, module: object) -> str:
    """Return the directive that shows a thing's docstring."""
    thing = getattr(module, path.rpartition(".")[2])
    if inspect.ismodule(thing):
        return _directive("automodule", thing.__name__, "members")
    if inspect.isclass(thing):
        return _directive("autoclass", path, "members")
    is_function = callable(thing) and not get_origin(thing)  # NDArray[float64] can be called, too
    return _directive("autofunction" if is_function else "autodata", path)


def _directive(kind: str, path: str, *options: str) -> str:
    lines = "".join(f"   :{option}:\n" for option in options)
    return f"```{{eval-rst}}\n.. {kind}:: {path}\n{lines}```"
