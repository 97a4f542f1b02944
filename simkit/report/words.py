"""Puts numbers into the words of reports: shares, points, intervals, and the joints of sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import isfinite

from simkit.experiment.factors import OUTCOME
from simkit.stats.estimates import Estimate, Range
from simkit.stats.extremes import furthest_from_zero
from simkit.stats.words import decimals, decimals_of, number, with_interval

NO_BREAK = "\N{NO-BREAK SPACE}"
"""A space that keeps a number and its unit on one line."""


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


def bound_in_words(effects: Collection[Estimate], comparisons: int = 0, *, is_share: bool = True) -> str:
    """Return how far from 0 any of several effects may be: "3.1 points" (see `furthest_from_zero`)."""
    furthest = (100 if is_share else 1) * furthest_from_zero(effects, comparisons)
    if not isfinite(furthest):
        return "an unknown amount"
    return f"{number(furthest, 1 if furthest >= 0.1 else 2)}{' points' if is_share else ''}"


def percent(share: float) -> str:
    """Return a share as a percentage with one decimal."""
    return f"{100 * share:.1f}{NO_BREAK}%"


def interval(low: float, high: float, unit: str = f"{NO_BREAK}%") -> str:
    """Return an interval of shares as percentages."""
    digits = decimals(50 * (high - low), is_share=True)
    return f"{100 * low:.{digits}f} to {100 * high:.{digits}f}{unit}"


def ends(share: Estimate) -> str:
    """Return a share's interval in words; empty for a single game, which has none."""
    return interval(share.low, share.high) if isfinite(share.low) else ""


def share_with_interval(share: Estimate) -> str:
    """Return a share with its interval."""
    value = f"{100 * share.value:.{decimals_of(share, is_share=True)}f}{NO_BREAK}%"
    return f"{value} ({ends(share)})" if ends(share) else value


def with_setting(words: str) -> str:
    """Return a setting to stand in a sentence: "with board A1", "as printed"."""
    return words if words.startswith(("as ", "'as ")) else f"with {words}"


def after(words: str, before: str = ", ") -> str:
    """Return words with a separator before them, or an empty text if there are no words."""
    return before + words if words else ""


def signed(number: float, digits: int = 1) -> str:
    """Return a number with its sign: "+3.1"; "0.0" has none."""
    words = f"{number:+.{digits}f}"
    return words.replace("-", "\N{MINUS SIGN}") if float(words) else words[1:]


def signed_points(share: float) -> str:
    """Return a share as points with their sign: "+3.1"."""
    return signed(100 * share)


def change_with_interval(estimate: Estimate, *, is_share: bool = True) -> str:
    """Return an effect in points, with its interval if it has one: "-3.1 (-4.0 to -2.2)"."""
    return with_interval(estimate, is_share=is_share, signed=True)


def count_with_verb(number: int) -> str:
    """Return a number with its verb: "1 is", "3 are"."""
    return f"{number} is" if number == 1 else f"{number} are"


def opening(words: str) -> str:
    """Return words with a capital letter, for the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def outcome_heading(name: str, taken: Iterable[str]) -> str:
    """Return a heading for an outcome that differs from all factors' headings."""
    return f"{name}{OUTCOME}" if name in taken else name


def both_uncertainties(estimate: Estimate, span: Range | None, *, is_share: bool) -> str:
    """Return an estimate with both kinds of uncertainty, from chance and from unknown values of rules.

    Parameters
    ----------
    estimate : Estimate
        With its interval by chance.
    span : pair of float, optional
        From where to where it moves over what is not known of the rules.
    is_share : bool
        Whether it is printed in per cent.
    """
    if span is None:
        unit = "\N{NO-BREAK SPACE}%" if is_share else ""
        return with_interval(estimate, is_share=is_share, unit=unit)
    scale = 100 if is_share else 1
    width = estimate.high - estimate.low
    digits = decimals(scale * width / 2, is_share=is_share)

    def ends(low: float, high: float) -> str:
        return f"{scale * low:.{digits}f} to {scale * high:.{digits}f}"

    unit = "\N{NO-BREAK SPACE}%" if is_share else ""
    value = f"{scale * estimate.value:.{digits}f}{unit}"
    by_chance = ends(estimate.low, estimate.high) if isfinite(width) else ""
    unknown = f"{ends(*span)} {UNKNOWN}"
    return f"{value} ({by_chance} by chance; {unknown})" if by_chance else f"{value} ({unknown})"
