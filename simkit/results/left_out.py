"""Levels that leave one thing out or change one: which level each is compared with, and what it lacks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from simkit.engine.contract.knobs import Knobs
from simkit.errors import BadInput
from simkit.experiment.factors import Factor, is_path
from simkit.run.store.directory import RunDirectory
from simkit.stats.whose import ORDINALS

LEFT_OUT = "left_out"
"""The rule with which games leave out cards."""

WITHOUT = " without "


def bases_of(factor: Factor) -> dict[str, str]:
    """Return the level that each level is compared with: one that sets the same but one thing less.

    It is the first level if that sets nothing else, or else the one with the most in common.  A level that
    is compared with none is missing.
    """
    sets = {level.label: {one.key.name: str(one.value) for one in level.settings} for level in factor.levels}
    first = factor.levels[0].label
    found = {}
    for label, parts in sets.items():
        less = [other for other, theirs in sets.items() if theirs.items() < parts.items()]
        if less:
            found[label] = first if first in less else max(less, key=lambda other: len(sets[other]))
    return found


@lru_cache(maxsize=16)  # asked for every name in a sentence
def things_left_out(run: RunDirectory, factor: str) -> Mapping[str, str]:
    """Return what each level of a factor of named variants leaves out: "'Spyglass' (thing of the wreck)".

    Empty unless most of its levels leave something out.
    """
    varied = next((candidate for candidate in run.varied if candidate.name == factor), None)
    if varied is None or is_path(factor):
        return {}
    bases = bases_of(varied)
    at = {level: scenario for scenario, level in run.levels.select("scenario", factor).iter_rows()}
    played = {level: base for level, base in bases.items() if {level, base} <= set(at)}
    try:
        less = [
            level
            for level, base in played.items()
            if leaves_out(run.rules_of(at[base]), run.rules_of(at[level]))
        ]
    except BadInput:  # made with other rules than today's
        return {}
    return {level: thing_in_words(level) for level in played} if 2 * len(less) > len(played) else {}


def leaves_out(whole: Knobs, changed: Knobs) -> bool:
    """Return True if all rules that differ hold less of what they held before, such as a card less."""

    def is_less(name: str) -> bool:
        before, now = getattr(whole, name), getattr(changed, name)
        if not all(isinstance(held, (list, tuple, set, frozenset)) for held in (before, now)):
            return False  # such as a list that one may leave to the game
        return set(before) < set(now) if name == LEFT_OUT else set(now) < set(before)

    differ = [name for name in type(whole).model_fields if getattr(whole, name) != getattr(changed, name)]
    return bool(differ) and all(map(is_less, differ))


def kind_and_name(level: str) -> tuple[str, str]:
    """Return the kind of what a level leaves out, and its name: "event" and "Squall" of "event: Squall"."""
    kind, colon, name = level.partition(": ")
    return (kind, name) if colon else ("", level)


def thing_in_words(level: str) -> str:
    """Return what a level leaves out, with its kind: "the fourth shelter", "'Squall' (event)"."""
    kind, name = kind_and_name(level)
    if kind and name == "all":
        return f"any {kind}"
    which, _, rest = name.removeprefix("the ").partition(" ")
    if kind and which in ORDINALS:
        return f"the {which} {kind} {rest}".rstrip()
    if kind:
        return f"{name} ({kind})" if name[:1].islower() else f"'{name}' ({kind})"
    return level.replace(WITHOUT, " ", 1).removeprefix("without ").removeprefix("no ")
