"""Reports which players hardly ever do what a varied rule is about."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simkit.report.effects.effects import Effects
from simkit.report.facts.columns import column_of, game_columns
from simkit.report.facts.scenarios import rules_by_scenario
from simkit.report.words import opening

SELDOM = 0.1
"""A player who does something less often than this per game can't react to rules about it."""


def hardly_used(every: Sequence[Effects]) -> list[str]:
    """Return a sentence for each player who hardly ever does what a varied rule is about.

    Such a player can't react to the rule: it gains or loses nothing by any level (see `Knobs.counted_by`).
    """
    said = []
    for effects in every:
        run = effects.run
        for (column, rule), scenarios in _counted(effects).items():
            players: dict[str, list[float]] = {}
            means = run.summary(of="game", column=column, statistic="mean")
            for scenario, mean in means.select("scenario", "estimate").iter_rows():
                if scenario in scenarios:
                    players.setdefault(" + ".join(dict.fromkeys(run.line_ups[scenario])), []).append(mean)
            what = column_of(game_columns(run), column).description
            said += [
                f"{opening(player)} can hardly react to {rule}: {np.mean(own):.2f} {what} per game."
                for player, own in players.items()
                if np.mean(own) < SELDOM
            ]
    return list(dict.fromkeys(said))


def _counted(effects: Effects) -> dict[tuple[str, str], set[int]]:
    """Return the columns that count what a factor's rules are about, with the rule and the scenarios."""
    rules = rules_by_scenario(effects.run)
    found: dict[tuple[str, str], set[int]] = {}
    for level in effects.levels:
        for pair in effects.of(level):
            for rule, column in type(rules[pair.before]).counted_by.items():
                if getattr(rules[pair.before], rule) != getattr(rules[pair.after], rule):
                    found.setdefault((column, rule), set()).update((pair.before, pair.after))
    return found
