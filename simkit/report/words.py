"""Puts numbers into the words of reports: shares, points, intervals, and the joints of sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import isfinite

from simkit.experiment.factors import OUTCOME
from simkit.stats.estimates import NO_BREAK as NO_BREAK
from simkit.stats.estimates import Estimate, Range, number, unit_of
from simkit.stats.estimates import percent as percent
from simkit.stats.extremes import furthest_from_zero

FAIR = "fair share"
"""The words for what a seat wins on average."""


UNKNOWN = "over unknown values"
"""The heading for how far a rate moves under other assumptions (`simkit.run.findings.unknown`)."""

GENERAL = "`report: general` (--script general) reports on any run"
"""The advice at the end of a complaint that a report can't be made of a run."""


def at_least(
    clear: int, every: int, of_what: str = "", *, unclear: int | None = None, says_open: bool = True
) -> str:
    """Return how many are known to be so: "all 36", "30 of 36", "at least 30 of 36 settings (6 open)".

    A count of what is significant grows with the number of games: it is no count of the game.

    Parameters
    ----------
    clear, every : int
        How many are clearly so, of how many.
    of_what : str
        Of what, in the plural.
    unclear : int, optional
        Of how many it is open; of all others by default.
    says_open : bool
        Whether their number is said, in brackets.
    """
    still = every - clear if unclear is None else unclear
    if not clear:
        return f"none of {every}{after(of_what, ' ')}{' for certain' if still else ''}"
    which = (
        ("both" if every == 2 else f"all {every}")
        if clear == every
        else f"{'at least ' if still else ''}{clear} of {every}"
    )
    return f"{which}{after(of_what, ' ')}{f' ({still} open)' if still and says_open else ''}"


def in_settings(clear: int, every: int, of_what: str) -> str:
    """Return in how many settings a difference is clear: "in at least 30 of 36 settings (6 open)"."""
    return f"in {at_least(clear, every, of_what)}"


def bound_in_words(
    effects: Collection[Estimate], comparisons: int = 0, *, is_share: bool | None = None
) -> str:
    """Return how far from 0 any of several effects may be: "3.1 points" (see `furthest_from_zero`)."""
    unit = next(iter(effects)).unit if is_share is None else unit_of(is_share).of_changes
    furthest = unit.scale * furthest_from_zero(effects, comparisons)
    if not isfinite(furthest):
        return "an unknown amount"
    return f"{number(furthest, 1 if furthest >= 0.1 else 2)}{unit.words}"


def with_setting(words: str) -> str:
    """Return a setting to stand in a sentence: "with board A1", "as printed"."""
    return words if words.startswith(("as ", "'as ")) else f"with {words}"


def after(words: str, before: str = ", ") -> str:
    """Return words with a separator before them, or an empty text if there are no words."""
    return before + words if words else ""


def count_with_verb(number: int) -> str:
    """Return a number with its verb: "1 is", "3 are"."""
    return f"{number} is" if number == 1 else f"{number} are"


def opening(words: str) -> str:
    """Return words with a capital letter, for the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def outcome_heading(name: str, taken: Iterable[str]) -> str:
    """Return a heading for an outcome that differs from all factors' headings."""
    return f"{name}{OUTCOME}" if name in taken else name


def both_uncertainties(estimate: Estimate, span: Range | None, *, is_share: bool | None = None) -> str:
    """Return an estimate with both kinds of uncertainty, from chance and from unknown values of rules.

    Parameters
    ----------
    estimate : Estimate
        With its interval by chance.
    span : pair of float, optional
        From where to where it moves over what is not known of the rules.
    """
    if span is None:
        return f"{estimate}"
    by_chance, unknown = f"{estimate:ends bare}", " to ".join(map(estimate.beside, span))
    return f"{estimate:alone} ({f'{by_chance} by chance; ' if by_chance else ''}{unknown} {UNKNOWN})"
