"""Says changes: that one is more than nothing, or how little it may be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import isfinite

from simkit.language import after, listed, opening
from simkit.results.claims import Change, Claim, Contrast, Extreme, Nothing, Quantity
from simkit.results.wins import BEYOND_FAIR
from simkit.stats.estimates import ROUNDING
from simkit.words.names import (
    MOST_DOERS,
    Doer,
    Names,
    bounded,
    first,
    in_games,
    is_beside_fair,
    last,
    more,
    more_or_less,
    place_in_words,
    than_fair,
)


def change(names: Names, claim: Change, previous: Claim | None) -> str:
    """Return by how much a change moves somebody, from what to what where that is known."""
    effect, *levels = claim.quantities
    assert isinstance(effect.of, Contrast)
    doer, shift = names.doer(effect.of), names.shift(effect.of)
    if is_beside_fair(effect.of):
        return _beside_fair(names, doer, effect, *levels)
    if (parts := names.joined(effect.of)) is not None:
        return _together(names, effect, parts)
    if names.is_lead(effect.of) and not names.levels_of_players(shift, 1):
        return _lead(names, effect)
    before = names.shift_before(previous)
    is_same = before is not None and before.changed == shift.changed
    where = "" if isinstance(previous, Extreme) else names.setting(shift)
    if before is not None and (is_same or isinstance(previous, Change)) and names.setting(before) == where:
        where = ""  # it was just said
    head = "" if is_same else f"{names.instead(shift)} "
    is_beyond = abs(effect.of.constant) > ROUNDING  # the levels do not add up to it
    size = f"{more(effect.estimate, doer)}{BEYOND_FAIR if is_beyond else ''}"
    other, ending = names.doer(last(effect.of)), f"{where}{in_games(effect)}"
    if other.subject != doer.subject:
        own, its = (names.levels_of_players(shift, at) for at in (1, 0))
        return f"{doer.subject}{own} {doer.verb} {size} than {other.subject}{its}{ending}"
    if not levels and f" {doer.noun} of" in doer.does:
        side = more_or_less(effect.estimate.value > 0, doer)
        return f"{head}{doer.what} is {abs(effect.estimate).counted(f' {side}')}{ending}"
    who = names.who(doer, previous)
    if not levels:
        return f"{head}{who} {doer.verb} {size}{ending}"
    old, new = (own.estimate for own in levels)
    said = f"{head}{who} {doer.does} {new:alone}{doer.of}"
    if is_same:
        return f"{said}{where}, {size}{in_games(effect)}"
    return f"{said} instead of {old:alone bare}{where}: {size}{in_games(effect)}"


def _beside_fair(names: Names, doer: Doer, effect: Quantity, *levels: Quantity) -> str:
    """Return a share beside the fair one."""
    where, fair = names.where(first(effect.of)), than_fair(effect.of)
    if not levels:
        return f"{doer.subject} {doer.does} {more(effect.estimate, doer)} than the fair {fair}{where}"
    of = " of fresh games" if effect.is_fresh else doer.of
    return f"{doer.subject} {doer.does} {levels[0].estimate}{of}{doer.against}{where}, where {fair} is fair"


def _together(names: Names, effect: Quantity, parts: Iterable[str]) -> str:
    """Return what two parts of a rule do beyond the sum of both."""
    assert isinstance(effect.of, Contrast)
    both = first(effect.of)
    neither = next(of for of, times in effect.of.terms if times > 0 and of != both)
    size = abs(effect.estimate).counted(f" points {more_or_less(effect.estimate.value < 0)}")
    ending = f"{names.where(both - neither)}{in_games(effect)}"
    return (
        f"{listed(map(opening, parts))} together cost {names.subject(both)} {size} "
        f"than the sum of both{ending}"
    )


def _lead(names: Names, effect: Quantity) -> str:
    """Return by how much one player is ahead of another."""
    of, than = names.ranked(effect.of)
    if effect.estimate.value < 0:
        of, than = than, of
    ahead = names.doer(of)
    where = names.where(of) or names.beside(of, than)
    size = more(abs(effect.estimate), replace(ahead, noun=""))
    return f"{ahead.subject} is ahead of {names.subject(than)}{where}: {size}"


def nothing(names: Names, claim: Nothing, previous: Claim | None) -> str:
    """Return how little a change, or each of several, may move somebody."""
    leading, margin = claim.contrasts[0], bounded(claim.margin, claim.unit.of_changes)
    doers = list(dict.fromkeys(map(names.doer, claim.contrasts)))
    if is_beside_fair(leading):
        return _near_fair(names, claim, doers, margin)
    if names.joined(leading) is not None:
        who = doers[0].subject
        return f"two together cost {who} at most {margin} more or less than the sum of both"
    if names.is_lead(leading):
        others = [names.subject(names.ranked(of)[1]) for of in claim.contrasts]
        who = listed(others, "or") if len(others) <= MOST_DOERS else f"any of {len(others)} others"
        return f"between {names.subject(names.ranked(leading)[0])} and {who} lie at most {margin}"
    shifts = [names.shift(of) for of in claim.contrasts]
    head = "" if names.has_shift(previous, shifts[0]) else f"{names.any_of(shifts)} "
    who = listed(doer.subject for doer in doers) if len(doers) <= MOST_DOERS else "each player"
    does = doers[0].several if 1 < len(doers) <= MOST_DOERS else doers[0].does
    if not isfinite(claim.margin):
        return f"{head}so few games do not show how {who} would do"
    where = names.settings_of(shifts)
    if previous is not None and not head and names.where(previous.subjects[0]) == where:
        where = ""
    if doers[0].noun:
        return f"{head}the {doers[0].noun} of {who} is at most {margin} higher or lower{where}"
    return f"{head}{who} {does.removesuffix(' in')} at most {margin} more or less{where}"


def _near_fair(names: Names, claim: Nothing, doers: list[Doer], margin: str) -> str:
    """Return how far some shares may be from the fair one."""
    who = doers[0].subject
    if len(doers) > 1:
        who = f"each {place_in_words(claim.contrasts[0])}{_among(doers)}"
    settings = list(dict.fromkeys(names.where(first(of)) for of in claim.contrasts))
    where = settings[0] if len(settings) == 1 else f" in each of {len(settings)} settings"
    return f"{who} {doers[0].verb} within {margin} of the fair share{where}"


def _among(doers: Iterable[Doer]) -> str:
    """Return at tables of whom places are meant: " among two, three and four experts"."""
    counts: dict[str, list[str]] = {}
    for among in dict.fromkeys(doer.among for doer in doers if doer.among):
        counts.setdefault(among.many, []).append(among.count)
    return after(listed(f"{listed(own)} {many}" for many, own in counts.items()), " among ")
