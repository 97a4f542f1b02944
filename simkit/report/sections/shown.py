"""What figures of sections show, as claims, for their titles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from simkit.results.claims import (
    Change,
    Claim,
    Extreme,
    Level,
    Of,
    Quantity,
    Subject,
    Truth,
    difference,
    measured_anew,
)
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Estimate, is_significant
from simkit.stats.extremes import clearly_most


def levels_shown(run: RunDirectory, ofs: Sequence[Of]) -> list[Claim]:
    """Return what each of some means comes to, the largest first."""
    truth = Truth(run)
    found = sorted((_quantity(truth, of) for of in ofs), key=lambda quantity: -quantity.estimate.value)
    return [Level(quantities=(quantity,)) for quantity in found]


def most_shown(run: RunDirectory, ofs: Sequence[Subject], *, is_most: bool = True) -> list[Claim]:
    """Return which of some means or differences is the largest, or the least, if one clearly is."""
    truth, sign = Truth(run), 1 if is_most else -1

    def further(one: Subject, other: Subject) -> Estimate:
        return truth.value(difference(one, other, sign))

    most = clearly_most({of: sign * truth.value(of).value for of in ofs}, further, together=1)
    rest = tuple(of for of in ofs if of not in most)
    return [
        Extreme((of,), rest, is_most, quantities=(measured_anew(run, _quantity(truth, of), len(ofs)),))
        for of in most
    ]


def change_shown(run: RunDirectory, before: Of, after: Of, comparisons: int = 1) -> list[Claim]:
    """Return by how much one mean is above another, if it clearly is above or below.

    One that is picked from several comparisons is measured in games that did not choose it.
    """
    found = _quantity(Truth(run), after - before)
    if not is_significant(found.estimate, comparisons):
        return []
    anew = measured_anew(run, found, comparisons) if comparisons > 1 else found
    if not anew.estimate.excludes(0):
        return []
    return [Change(after - before if anew.estimate.value > 0 else before - after, quantities=(anew,))]


def spread_shown(run: RunDirectory, ofs: Sequence[Of]) -> list[Claim]:
    """Return which means are the least and the most of some, if these clearly differ; else that of all."""
    truth, count = Truth(run), len(ofs)
    ranked = sorted(ofs, key=lambda of: truth.value(of).value)
    low, high = ranked[0], ranked[-1]
    if count > 1 and is_significant(truth.value(high - low), count * (count - 1) // 2):
        ends = (replace(_quantity(truth, of), is_alone=True) for of in (low, high))
        return [Level(quantities=tuple(measured_anew(run, end, count) for end in ends))]
    return levels_shown(
        run, [replace(low, scenarios=tuple(scenario for of in ofs for scenario in of.scenarios))]
    )


def _quantity(truth: Truth, of: Subject) -> Quantity:
    """Return what a mean or a difference comes to, in its unit."""
    if isinstance(of, Of):
        return Quantity(truth.average(of), of)
    unit = truth.average(of.terms[0][0]).unit.of_changes
    return Quantity(replace(truth.value(of), unit=unit), of)
