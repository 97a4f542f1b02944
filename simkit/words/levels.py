"""Says levels of factors and changes from one to another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isfinite

from simkit.experiment.factors import (
    AS_ASSUMED,
    ASSUMPTIONS,
    is_path,
    level_in_words,
    variant_in_words,
    with_change,
    with_level,
)
from simkit.experiment.keys import EVERY_PLAYER, read_key, rule_of
from simkit.language import listed
from simkit.results.left_out import things_left_out
from simkit.results.players import called, introduced, is_only_of_kind, player_in_short
from simkit.results.scenarios import is_whole
from simkit.run.store.directory import RunDirectory
from simkit.run.store.vocabulary import vocabulary_of
from simkit.stats.crossing import Crossing
from simkit.stats.estimates import Estimate
from simkit.stats.words import whole

AS_PRINTED = "as printed"
"""What a variant in which nothing is changed is called, and the content of a run without changes."""

JOINT, NONE, ALL = "+", "none", "all"
"""How a level joins parts of a rule, such as expansions, and its words for none and for all of them."""


def parts_by_level(run: RunDirectory, factor: str) -> dict[str, tuple[str, ...]]:
    """Return the parts that each level of a factor puts together, in the order in which it names them.

    Of a rule that is a set they are what is in it; else what is joined in the level's name.
    """
    rule = rule_of(factor) or ""
    found: dict[str, tuple[str, ...]] = {}
    for scenario, level in run.levels.sort("scenario").select("scenario", factor).iter_rows():
        if level not in found:
            joined = [] if level in (NONE, ALL) else level.split(JOINT)
            value = getattr(run.rules_of(scenario), rule, None)
            inside = sorted(map(str, value)) if isinstance(value, (set, frozenset, list, tuple)) else joined
            found[level] = tuple(sorted(inside, key=lambda part: (part not in joined, *_place(joined, part))))
    return found


def _place(parts: Sequence[str], part: str) -> tuple[int, ...]:
    return (parts.index(part),) if part in parts else ()


def named(run: RunDirectory, factor: str, level: str) -> str:
    """Return a level in few words: "reserve 6", "no raft", "an expert", the name of a variant."""
    if factor == ASSUMPTIONS:
        alternative = _spelt_out(level.partition(": ")[2])
        is_other = level != AS_ASSUMED
        return f"another assumption on {assumed(run, level)} ({alternative})" if is_other else AS_ASSUMED
    if read_key(factor) == EVERY_PLAYER:
        return player_at(run, level)
    if is_path(factor):
        return level_in_words(factor, level, vocabulary_of(run))
    return variant_in_words(level, factor)


def player_at(run: RunDirectory, level: str) -> str:
    """Return who plays at a level that names a strategy: "an expert"; any other level as it is."""
    skills = {player.name: player.skill for player in introduced(run)}
    if level not in skills:
        return level
    return player_in_short(level, skills[level], is_only=is_only_of_kind(run, level))


NUMBERS = re.compile(r"\d+([-/,]\d+)+")
"""How the name of an alternative looks that gives its numbers: "1-1-2-3"."""


def _spelt_out(alternative: str) -> str:
    """Return the name of an alternative in brackets: "1, 1, 2 and 3", "base [13, 12]"."""
    if NUMBERS.fullmatch(alternative):
        return listed(re.split("[-/,]", alternative))
    return alternative.translate(str.maketrans("()", "[]"))


def in_figures(run: RunDirectory, factor: str, level: str) -> str:
    """Return a level along an axis or in a key: "reserve 6", "without 'Spyglass'"."""
    if level in things_left_out(run, factor):
        return at_level(run, factor, level)
    return named(run, factor, level) if is_path(factor) or factor == ASSUMPTIONS else level


def assumed(run: RunDirectory, level: str) -> str:
    """Return what an alternative to an assumption is about: "the prices of the spells"."""
    about = {assumption.id: assumption.about for assumption in run.game.assumptions}
    name = level.partition(":")[0]
    return about.get(name, name)


def at_level(run: RunDirectory, factor: str, level: str, who: str = "") -> str:
    """Return a level within a sentence: "on board A1", "without 'Spyglass'", "between bold and careful"."""
    if factor == ASSUMPTIONS:
        return named(run, factor, level) if level == AS_ASSUMED else f"with {named(run, factor, level)}"
    players = level.split(" - ")
    if not is_path(factor) and len(players) > 1 and run.strategies.keys() >= {*players}:
        return f"{'between' if len(players) == 2 else 'at the table of'} {listed(map(called, players))}"
    if left_out := things_left_out(run, factor).get(level):
        return f"without {left_out}"
    if read_key(factor) == EVERY_PLAYER:
        return f"with {player_at(run, level)} playing"
    return with_level(vocabulary_of(run), factor, level, who)


def changed_to(run: RunDirectory, factor: str, level: str, base: str, who: str = "") -> str:
    """Return a change within a sentence: "with the reserve at 6 tokens instead of 4", "without 'Map'".

    Of an alternative to an assumption that is one from what is assumed.
    """
    is_as_usual = not is_path(factor) and base.lower().startswith("as ")  # needs no comparison
    if level in things_left_out(run, factor) or is_as_usual:
        return at_level(run, factor, level)
    if read_key(factor) == EVERY_PLAYER:
        return f"{at_level(run, factor, level)} instead of {player_at(run, base)}"
    return with_change(vocabulary_of(run), factor, level, base, who)


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
