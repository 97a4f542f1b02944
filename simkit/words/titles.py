"""Titles of figures: what a figure shows in one short sentence, made of the claims of the answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from typing import Any

from simkit.document.blocks import Figure, Section
from simkit.document.series import mark_points
from simkit.results.claims import (
    Change,
    Claim,
    Contrast,
    Extreme,
    Level,
    Quantity,
    Sentence,
    Subject,
    claims_of,
)
from simkit.stats.estimates import Estimate
from simkit.words.claims import Voice

LONGEST = 140
"""The most letters of a title that says more than one thing."""

TOO_LONG = 170
"""A title of more letters is none: claims about many things have no short name."""

WHOLE = 10
"""From this number on a title has no decimals; of shares, up to as far from all."""


class Rounded(Estimate):
    """An estimate as a title has it: without its interval, which the figure shows, and to few digits."""

    def __format__(self, words: str) -> str:
        """Return it as it is written, without its interval."""
        return super().__format__(f"{words} alone")

    @property
    def decimals(self) -> int:
        """How many decimals it is written with."""
        size = abs(self.unit.scale * self.value)
        is_near_all = self.unit.is_share and not self.unit.is_change and size > 99
        return min(super().decimals, int(size < WHOLE or is_near_all))


def titled(figure: Figure, voice: Voice, claims: Sequence[Claim]) -> Figure:
    """Return a figure that says some claims in its title, and has a mark where they are seen in it.

    What its title said before, which is what it shows, goes to the caption.

    Parameters
    ----------
    voice : Voice
        What says the answer.
    claims : sequence of Claim
        What the figure shows, the main claim first; of others as many are said as fit.
    """
    title = title_of(voice, claims)
    if len(title) > TOO_LONG:
        return figure
    is_drawn = not any(quantity.is_fresh for claim in title.claims for quantity in claim.quantities)
    mark_points(figure.drawing, {of for claim in title.claims for of in _seen(claim)}, has_values=is_drawn)
    shows = f"{figure.title}. " if figure.title and not claims_of(figure.title) else ""
    return replace(figure, title=title, caption=f"{shows}{figure.caption}")


def with_titles(sections: Iterable[Section], voice: Voice, claims: Sequence[Claim]) -> list[Section]:
    """Return sections whose first figures say some claims, if there are any and these say none yet."""

    def with_title(section: Section) -> Section:
        first = next((block for block in section.blocks if isinstance(block, Figure)), None)
        if first is None or claims_of(first.title):
            return section
        said = titled(first, voice, claims)
        return replace(section, blocks=[said if block is first else block for block in section.blocks])

    return list(map(with_title, sections)) if claims else list(sections)


def title_of(voice: Voice, claims: Sequence[Claim]) -> Sentence:
    """Return the title that says the main one of some claims, and as many others as fit."""
    said = [_short(claim) for claim in claims]
    title = voice.say(*said[:1])
    for count in range(2, len(said) + 1):
        longer = voice.say(*said[:count])
        if len(longer) > LONGEST:
            break
        title = longer
    return Sentence(title, *claims[: len(title.claims)])


def _short(claim: Claim) -> Claim:
    """Return a claim with rounded numbers, and of a change without what it changes from and to."""
    quantities = claim.quantities
    if isinstance(claim, Change) and quantities and len(_means(quantities[0].of)) > 1:
        quantities = quantities[:1]
    rounded = {field.name: _rounded(getattr(claim, field.name)) for field in fields(claim)}
    return replace(claim, **rounded | {"quantities": _rounded(quantities)})


def _rounded(value: Any) -> Any:
    """Return a claim's estimate, or what has some, with rounded numbers."""
    match value:
        case Estimate():
            return Rounded(value.value, value.low, value.high, value.n, value.method, value.unit)
        case Quantity():
            return replace(value, estimate=_rounded(value.estimate))
        case tuple():
            return tuple(map(_rounded, value))
    return value


def _means(of: Subject) -> list[Subject]:
    return [term for term, _ in of.terms] if isinstance(of, Contrast) else [of]


def _seen(claim: Claim) -> list[Subject]:
    """Return what is marked: a difference itself, or both of its ends, or what is the most of several."""
    if not isinstance(claim, Change | Extreme | Level):
        return []
    subjects = [*claim.subjects, *(quantity.of for quantity in claim.quantities)]
    return [found for subject in subjects for found in (subject, *_means(subject))]
