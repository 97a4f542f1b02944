"""Says how far players are from the best known for their very setting."""

from __future__ import annotations

from simkit.report.facts.players import BEST_KNOWN
from simkit.report.facts.result import WON, measures_of
from simkit.report.sections.ceiling import rates_at_ceiling
from simkit.report.words import opening
from simkit.run.findings.ceiling import ceilings_of
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Estimate


def best_known(run: RunDirectory, scenario: int) -> Estimate | None:
    """Return what is won at the ceiling under a scenario's rules; None if that is not known."""
    return rates_at_ceiling(run).get(scenario)


def beside_best(run: RunDirectory, scenario: int, where: str = "") -> str:
    """Return a sentence on what the best known player wins under a scenario's rules; empty if not known.

    Parameters
    ----------
    where : str
        The setting in words, to end the sentence with: "with reserve 6".
    """
    found = best_known(run, scenario)
    if found is None:
        return ""
    known = ceilings_of(run)[scenario]
    gain = known.gains.get(next(iter(known.results)))
    more = ""
    if gain is not None and known.control and gain.low > 0:
        more = f", {gain.counted(f' points more than {known.control}'):plain}"
    measures = measures_of(run)
    does = "wins" if not measures or measures[0] == WON else f"{measures[0].does} in"
    return opening(f"{BEST_KNOWN} {does} {found} of games{f' {where}' if where else ''}{more}.")
