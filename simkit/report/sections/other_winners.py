"""Reports in how many games another player wins if one thing is changed and all chance is the same."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import polars as pl

from simkit.report.document.blocks import Table
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import wilson
from simkit.stats.words import with_interval
from simkit.words import NOBODY


def other_winners(run: RunDirectory, scenarios: Mapping[str, int], column: str, player: str) -> Table:
    """Return a table of the share of games whose winner differs from that with the first component.

    Parameters
    ----------
    run : RunDirectory
        The run.
    scenarios : mapping
        Component -> its scenario; the first is what the others are compared with.
    column : str
        The seats' column that says who won.
    player : str
        What the game calls a player.
    """
    winners = {component: _winners(run, scenario, column) for component, scenario in scenarios.items()}
    printed, *changed = winners
    shares = {
        component: wilson(int((winners[component] != winners[printed]).sum()), len(winners[printed]))
        for component in changed
    }
    rows = [
        {
            "component": component,
            "games with another winner, %": with_interval(shares[component], is_share=True),
            "if they were unrelated, %": f"{100 * unrelated(winners[printed], winners[component]):.1f}",
        }
        for component in sorted(changed, key=lambda component: shares[component].value, reverse=True)
    ]
    return Table(
        pl.DataFrame(rows),
        f"Each game is played twice with the same chance, with '{printed}' and with the component changed: "
        f"in how many does another {player} win? Any choice made otherwise changes all that follows, so this "
        "says how many games take another course, not who gains. Even two games that have nothing in common "
        "have the same winner now and then: the last column says how often they would not.",
    )


def _winners(run: RunDirectory, scenario: int, column: str) -> npt.NDArray[np.int64]:
    """Return the winner of each game of a scenario; NOBODY if there is not exactly one."""
    won = pl.col(column)
    only_winner = pl.when(won.sum() == 1).then(pl.col("player").cast(pl.Int64).filter(won).sum())
    games = run.seats([scenario]).group_by("game").agg(winner=only_winner.otherwise(NOBODY))
    return games.sort("game").collect()["winner"].to_numpy()


def unrelated(winners: npt.NDArray[np.int64], others: npt.NDArray[np.int64]) -> float:
    """Return the share of games that would have different winners if their chance were independent."""
    last = max(int(winners.max()), int(others.max()))
    counts = (np.bincount(one - NOBODY, minlength=last - NOBODY + 1) for one in (winners, others))
    shares = [count / len(winners) for count in counts]
    return 1 - float(shares[0] @ shares[1])
