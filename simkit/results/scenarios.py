"""Names scenarios, and chooses those over which means are taken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from textwrap import wrap

from simkit.engine.contract.knobs import Knobs
from simkit.experiment.factors import ASSUMPTIONS, COMPONENT, is_path, level_in_words, short_label
from simkit.experiment.keys import rule_of
from simkit.language import value_in_words
from simkit.results.settings import STRATEGIES
from simkit.run.store.directory import RunDirectory
from simkit.run.store.vocabulary import vocabulary_of
from simkit.stats.estimates import NO_BREAK

NAME_WIDTH = 30
"""The longest name of a row, in characters, that leaves a panel enough room."""

HALF, ROOM, TITLE_LETTER, NAME_LETTER = 3.9, 0.1, 0.088, 0.07
"""Sizes in inches: one of two neighbouring panels, the space around it, letters of titles and of names."""


def labels(run: RunDirectory) -> dict[int, str]:
    """Return every scenario in its levels: "2 players, strategy expert"."""
    return {row["scenario"]: in_levels(run, row) for row in run.scenario_rows().iter_rows(named=True)}


def rules_by_scenario(run: RunDirectory) -> dict[int, Knobs]:
    """Return the rules of every scenario."""
    return {scenario: run.rules_of(scenario) for scenario in run.scenario_rows()["scenario"]}


def scenario_column(run: RunDirectory, scenarios: list[int]) -> dict[str, list[str]]:
    """Return a column that names each row's scenario: factors in the heading, levels in the cells.

    Empty for a run without factors.
    """
    if not run.factors:
        return {}
    head = f"scenario ({', '.join(short_label(vocabulary_of(run), factor) for factor in run.factors)})"
    levels = {
        row["scenario"]: ", ".join(str(row[factor]) for factor in run.factors)
        for row in run.scenario_rows().iter_rows(named=True)
    }
    return {head: [levels[scenario] for scenario in scenarios]}


def wrapped(words: str, width: int = NAME_WIDTH) -> str:
    """Return words over as many lines as they need, about equally long; none begins with a dash."""
    joined = words.replace("\n", " ").replace(" - ", f"{NO_BREAK}- ")
    lines = len(wrap(joined, width, break_on_hyphens=False))
    longest = min(width, max(map(len, joined.split()), default=width))  # a narrower line would break it
    for narrower in range(longest, width):
        found = wrap(joined, narrower, break_on_hyphens=False)
        if len(found) <= lines:
            break
    else:
        found = wrap(joined, width, break_on_hyphens=False)
    return "\n".join(found).replace(NO_BREAK, " ")


def panel_titles(run: RunDirectory, scenarios: Iterable[int], rows: Iterable[str]) -> dict[int, str]:
    """Return scenarios in their levels as titles of panels, two of which share the page.

    Parameters
    ----------
    rows : iterable of str
        What the rows are called, which stands beside the panels: the longer, the narrower these are.
    """
    longest = max(len(line) for row in rows for line in row.split("\n"))
    width = int((HALF - ROOM - NAME_LETTER * longest) / TITLE_LETTER)
    words = labels(run)
    return {scenario: wrapped(words[scenario], width) for scenario in scenarios}


def base(run: RunDirectory) -> list[int]:
    """Return the scenarios that means are taken over: all, or those with the first of the components.

    A changed component makes a different game, and a mean over different games would describe none of them.
    """
    scenarios = run.scenario_rows().sort("scenario")
    if COMPONENT in run.factors:
        scenarios = scenarios.filter(scenarios[COMPONENT] == scenarios[COMPONENT][0])
    return scenarios["scenario"].to_list()


def in_base(run: RunDirectory) -> str:
    """Return what means are taken over, in words: "over all 6 scenarios"; empty for a single one."""
    if COMPONENT in run.factors:
        return f"with '{run.scenario_rows().sort('scenario')[COMPONENT][0]}'"
    count = len(run.scenario_rows())
    return f"over {all_of(count)} scenarios" if count > 1 else ""


def all_of(count: int) -> str:
    """Return the words for all of a number of things: "both", "all 6"."""
    return "both" if count == 2 else f"all {count}"


def in_those(run: RunDirectory, scenarios: list[int]) -> str:
    """Return the scenarios that a mean is taken over, in words: "over 3 of 6 scenarios"."""
    every = base(run)
    if COMPONENT in run.factors or len(scenarios) == len(every):
        return in_base(run)
    return f"over {len(scenarios)} of {len(every)} scenarios"


def only_base(run: RunDirectory) -> str:
    """Return which scenarios are shown, in words, if not all are: " with 'as printed'"."""
    return f" {in_base(run)}" if COMPONENT in run.factors else ""


SAY_LITTLE = frozenset({"false", "none", "null", "off", "true", "with", "without", "yes"})
"""Levels that mean nothing without the name of their factor."""


def in_levels(run: RunDirectory, row: Mapping[str, object]) -> str:
    """Return a scenario as its levels: "board A1, reserve 4, expert"."""
    return levels_in_words(run, row, run.factors) or "the only scenario"


def levels_in_words(
    run: RunDirectory, row: Mapping[str, object], factors: Sequence[str], *, quoted: bool = False
) -> str:
    """Return a scenario's levels of some factors, with the factors' names if they are needed.

    In a sentence the names of variants, which may be any words, stand in quotes: "with 'as printed', expert".
    """
    clear = _clear_factors(run)

    def said(factor: str) -> str:
        if factor not in clear:
            return level_in_words(factor, row[factor], vocabulary_of(run))
        return f"'{row[factor]}'" if quoted and not is_path(factor) else str(row[factor])

    return ", ".join(map(said, factors))


@lru_cache(maxsize=8)  # asked once for every scenario of a run
def _clear_factors(run: RunDirectory) -> frozenset[str]:
    """Return the factors whose levels are clear alone: strategies, assumptions and named variants.

    A knob's level needs the knob's name, and so does one that another factor has too.
    """
    levels = {factor: set(run.levels[factor].unique()) for factor in run.factors}
    return frozenset(
        factor
        for factor, values in levels.items()
        if (factor in STRATEGIES or not is_path(factor))
        and (factor == ASSUMPTIONS or all(_says_enough(level) for level in values))
        and not any(values & other for name, other in levels.items() if name != factor)
    )


def _says_enough(level: str) -> bool:
    return bool(re.search(r"[^\W\d_]{3}", level)) and level.lower() not in SAY_LITTLE


def base_level(run: RunDirectory, factor: str) -> str:
    """Return the level that others are compared with: the one as printed, or the first."""
    levels = run.levels[factor].unique(maintain_order=True).to_list()
    rule = rule_of(factor)
    if rule is not None:
        knob = run.game.knobs.model_fields.get(rule)
        printed = "" if knob is None else value_in_words(knob.default)
        return printed if printed in levels else str(levels[0])
    varied = next((one for one in run.varied if one.name == factor), None)
    unchanged = [level.label for level in varied.levels if not level.settings] if varied else []
    return next((label for label in unchanged if label in levels), str(levels[0]))


def is_whole(levels: Iterable[str]) -> bool:
    """Return True if all levels of a number are whole, so that none between them is meant with a fraction."""
    return all(level.lstrip("-").isdecimal() for level in levels)
