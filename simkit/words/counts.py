"""Says how many of several claims hold at least."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from simkit.experiment.factors import ASSUMPTIONS
from simkit.language import after, listed, opening
from simkit.results.claims import BehindBest, BestBelow, Change, Claim, Contrast, Of, Quantity, Several
from simkit.stats.estimates import POINTS
from simkit.stats.whose import ORDINALS, PLACE, whose
from simkit.words.ceilings import in_settings
from simkit.words.names import (
    MOST_DOERS,
    UNKNOWN_VALUES,
    Added,
    Doer,
    Names,
    bounded,
    count,
    first,
    is_beside_fair,
    more_or_less,
    place_in_words,
    share_in_words,
)

MOST_VALUES = 3
"""The most values that could not be looked up that a sentence names."""

THEM = {"it": "it", "they": "them"}
"""Pronouns behind a verb."""


def several(names: Names, claim: Several, previous: Claim | None) -> str:
    """Return how many of some changes at least move somebody, or at how many levels a bound is passed."""
    if isinstance(claimed := claim.claims[0], BehindBest | BestBelow):
        return in_settings(names, claim, claimed)
    leading, is_every = _changes(claim)[0], claim.at_least == len(claim.claims)
    of = leading.contrast
    if isinstance(of, Contrast) and is_beside_fair(of):
        return _beside_fair(names, claim) if of.constant else _past_bound(names, claim, leading, previous)
    if names.is_lead(of):
        return _ahead_of(names, claim, leading, previous)
    if is_every:
        added = [names.added(-subject) for subject in claim.subjects if isinstance(subject, Contrast)]
        if all(added):
            return _each(names, leading, [part for part in added if part], previous)
    doers = list(dict.fromkeys(map(names.doer, claim.subjects)))
    are_assumptions = ASSUMPTIONS in names.shift(of).changed
    if not are_assumptions:
        if len({doer.subject for doer in doers}) > 1:
            return _of_players(names, claim, leading)
        if is_every and len({effect.estimate.value > 0 for effect in _effects(claim)}) == 1:
            return _each_past_bound(names, claim, leading)
    move = "moves" if claim.at_least == 1 else "move"
    doer = doers[0] if len(doers) == 1 else _one_of(doers)
    if not are_assumptions:
        return f"{count(claim, 'changes')} {move} {doer.what}"
    which = count(claim, UNKNOWN_VALUES)
    which = which if len(claim.claims) > 1 else "the one value that could not be looked up"
    by = f" by more than {100 * leading.bound:g} percentage points" if leading.bound else ""
    values = names.assumed(claim.subjects)
    if is_every and 1 < len(values) <= MOST_VALUES:
        return f"other assumptions on {listed(values)} each change {doer.what}{by}"
    matter, change = ("matters: it", "changes") if claim.at_least == 1 else ("matter: they", "change")
    return f"{which} {matter} {change} {doer.what}{by}"


def _changes(claim: Several) -> list[Change]:
    return [stated for stated in claim.claims if isinstance(stated, Change)]


def _effects(claim: Several) -> list[Quantity]:
    """Return the differences of which several claims are, as far as they are measured."""
    return [quantity for change in _changes(claim) for quantity in change.quantities[:1]]


def _one_of(doers: Sequence[Doer]) -> Doer:
    """Return several as one of them: "an expert or a beginner"."""
    if len(doers) > MOST_DOERS:
        return replace(doers[0], subject="players", does=doers[0].several or doers[0].does)
    return replace(doers[-1], subject=listed((doer.subject for doer in doers), "or"))


def _beside_fair(names: Names, claim: Several) -> str:
    """Return in how many scenarios a place, perhaps another in each, wins more or less than is fair."""
    contrasts = [change.contrast for change in _changes(claim)]
    signs = {of.terms[0][1] > 0 for of in contrasts if isinstance(of, Contrast)}
    side = more_or_less(signs.pop()) if len(signs) == 1 else "clearly more or less"
    where, verb = f"in {count(claim, 'settings')}", names.doer(contrasts[0]).verb
    if len({first(of).whose for of in contrasts}) > 1:
        return f"{where} some {place_in_words(contrasts[0])} {verb} {side} often than is fair"
    seat, counts = whose(first(contrasts[0]).whose), {names.doer(of).among for of in contrasts}
    tables = {among.count if among else "" for among in counts}
    who = (
        f"the {ORDINALS[seat.number]}{after(tables.pop() if len(tables) == 1 else '', ' of ')} in turn order"
    )
    if len(subjects := {names.subject(of) for of in contrasts}) == 1:
        who = subjects.pop()
    elif seat.kind != PLACE:
        who = seat.from_1
    elif seat.number == 0:
        who = "the player that begins"
    return f"{who} {verb} {side} often than is fair {where}"


def _of_players(names: Names, claim: Several, leading: Change) -> str:
    """Return how many players at least come to more, or to less, by the same change."""
    assert isinstance(leading.contrast, Contrast)
    doer, shift = names.doer(leading.contrast), names.shift(leading.contrast)
    is_less = names.goes_back(shift)
    who = count(claim, "kinds of players" if len(names.kinds) == len(claim.claims) else "groups of players")
    side = f"{doer.several.removesuffix(' in')} {more_or_less(not is_less)} often"
    if doer.noun:
        side = f"have a {more_or_less(not is_less, doer)} {doer.noun}"
    return f"{names.instead(names.shift(-leading.contrast) if is_less else shift)}, {who} {side}"


def _each(names: Names, leading: Change, added: Sequence[Added], previous: Claim | None) -> str:
    """Return how much each of several parts of a rule costs somebody at least."""
    doer, size = names.doer(leading.contrast), bounded(abs(leading.bound), POINTS)
    is_same = names.is_about(previous, doer)
    setting = "" if is_same else names.where(leading.contrast)
    which = f"{'each of ' if len(added) > 1 else ''}{listed(opening(addition.part) for addition in added)}"
    ending = "" if len(added) == 1 and which.endswith("s") else "s"
    whom = THEM.get(doer.pronoun, doer.subject) if is_same else doer.subject
    return f"{added[0].where}{setting}, {which} cost{ending} {whom} at least {size}"


def _ahead_of(names: Names, claim: Several, leading: Change, previous: Claim | None) -> str:
    """Return how many others a player is ahead of, or in how many pairs one is ahead of the other."""
    if len({names.subject(names.ranked(change.contrast)[0]) for change in _changes(claim)}) > 1:
        return f"in {count(claim, 'pairs')} one player is ahead of the other"
    doer = names.doer(names.ranked(leading.contrast)[0])
    where = " where they meet" if doer.against else ""
    return f"{names.who(doer, previous)} is ahead of {count(claim, 'others')}{where}"


def _each_past_bound(names: Names, claim: Several, leading: Change) -> str:
    """Return by how much at least each of some changes moves somebody."""
    every = _effects(claim)
    doer, shifts = names.doer(every[0].of), [names.shift(quantity.of) for quantity in every]
    size, where = more_or_less(every[0].estimate.value > 0, doer), names.settings_of(shifts)
    if leading.bound > 0:
        size = f"at least {bounded(leading.bound, every[0].estimate.unit.of_changes)} {size}"
    size = size if doer.noun else f"{size} often"
    does = f"{doer.what} is" if doer.noun else f"{doer.subject} {doer.verb}"
    return f"{names.any_of(shifts)}, {does} {size}{where}"


def _side(change: Change) -> tuple[Of, float]:
    """Return what is above a bound, or with a minus below it."""
    ((of, sign),) = change.contrast.terms if isinstance(change.contrast, Contrast) else ()
    return of, sign


def _past_bound(names: Names, claim: Several, leading: Change, previous: Claim | None) -> str:
    """Return at how many levels somebody comes to more, or to less, than a share."""
    of, sign = _side(leading)
    doer = names.doer(of)
    groups = [first(subject).scenarios for subject in claim.subjects]
    differing = names.differing(groups)
    at, what, where = "at", "values tried", ""
    if len(differing) > 1:
        at, what = "in", "settings"
    elif set(differing) & names.parts.keys():
        at, what, where = "with", "combinations", after(names.at(names.shared(of, groups)), " ")
    than, ending = f"{more_or_less(sign > 0)} than {share_in_words(leading.bound)}", f"{doer.of}{where}"
    head = f"{at} {count(claim, what)}, "
    if isinstance(previous, Several) and previous is not names.before:
        before = previous.at_least, len(previous.claims)
        if before == (claim.at_least, len(claim.claims)):
            head = ending = ""  # it was just said
            other = _changes(previous)[0]
            if (other.bound, _side(other)[1]) == (leading.bound, sign):
                return f"{names.who(doer, previous)}, too"
    return f"{head}{names.who(doer, previous)} {doer.does} {than}{ending}"
