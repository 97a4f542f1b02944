"""Says levels of factors and changes from one to another."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from simkit.experiment.factors import is_path, level_in_words
from simkit.experiment.keys import rule_of
from simkit.report.facts.scenarios import is_whole, rules_by_scenario
from simkit.run.store.directory import RunDirectory
from simkit.stats.crossing import Crossing
from simkit.stats.estimates import Estimate
from simkit.stats.words import whole

JOINT, NONE, ALL = "+", "none", "all"
"""How a level joins parts of a rule, such as expansions, and its words for none and for all of them."""


def parts_by_level(run: RunDirectory, factor: str) -> dict[str, tuple[str, ...]]:
    """Return the parts that each level of a factor puts together, in the order in which it names them.

    Of a rule that is a set they are what is in it; else what is joined in the level's name.
    """
    rule, rules = rule_of(factor) or "", rules_by_scenario(run)
    found: dict[str, tuple[str, ...]] = {}
    for scenario, level in run.levels.sort("scenario").select("scenario", factor).iter_rows():
        if level not in found:
            joined = [] if level in (NONE, ALL) else level.split(JOINT)
            value = getattr(rules[scenario], rule, None)
            inside = sorted(map(str, value)) if isinstance(value, (set, frozenset, list, tuple)) else joined
            found[level] = tuple(sorted(inside, key=lambda part: (part not in joined, *_place(joined, part))))
    return found


def _place(parts: Sequence[str], part: str) -> tuple[int, ...]:
    return (parts.index(part),) if part in parts else ()


def named(run: RunDirectory, factor: str, level: str) -> str:
    """Return a level in few words: "reserve 6", "no raft"; the name of a variant in quotes."""
    return level_in_words(factor, level, run.game.knobs) if is_path(factor) else f"'{level}'"


def at_place(levels: Sequence[str], found: Crossing, name: str = "") -> str:
    """Return a place between levels: "at reserve 4.6 (4.3 to 4.9)"; of whole numbers "between 1 and 2"."""
    low, high = found.low, found.high
    before = f"{name} " if name else ""
    if not isfinite(low) and not isfinite(high):
        return f"between {before}{levels[0]} and {levels[-1]}"
    if is_whole(levels):
        return whole(low, high, name)
    if isfinite(low) and isfinite(high):
        return f"at {before}{Estimate(found.at, low, high, 2, '')}"
    return f"at {before}{found.at:.2g} ({f'at most {high:.2g}' if isfinite(high) else f'at least {low:.2g}'})"
