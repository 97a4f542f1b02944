"""Says changes: that one is more than nothing, or how little it may be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from simkit.language import listed, opening, plural
from simkit.results.claims import Change, Claim, Contrast, Extreme, Nothing, Quantity, TooFew
from simkit.results.wins import BEYOND_FAIR
from simkit.stats.estimates import PLUS_MINUS, ROUNDING
from simkit.stats.whose import ORDINALS, PLACE, SEAT, whose
from simkit.stats.words import WORTH_PLAYING, rounded_up
from simkit.words.names import (
    MOST_DOERS,
    Doer,
    Names,
    bounded,
    first,
    is_beside_fair,
    is_short,
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
    brief = names.setting(shift, is_brief=True)
    if before is not None and (is_same or isinstance(previous, Change)) and names.setting(before) == where:
        where = ""  # it was just said
    head = "" if is_same else f"{names.instead(shift)}, "
    is_beyond = abs(effect.of.constant) > ROUNDING  # the levels do not add up to it
    size = f"{more(effect.estimate, doer, is_alone=not levels)}{BEYOND_FAIR if is_beyond else ''}"
    other = names.doer(last(effect.of))
    if other.subject != doer.subject:
        own, its = (names.levels_of_players(shift, at) for at in (1, 0))
        return f"{doer.subject}{own} {doer.verb} {size} than {other.subject}{its}{where}"
    if not levels and f" {doer.noun} of" in doer.does:
        side = more_or_less(effect.estimate.value > 0, doer)
        return f"{head}{doer.what} is {abs(effect.estimate).counted(f' {side}')}{where}"
    who = names.who(doer, previous)
    if not levels:
        ways = [f"{head}{who} {doer.verb} {size}{place}" for place in (where, where and brief)]
        return next((words for words in ways if is_short(words, 1)), ways[-1])
    old, new = (level.estimate for level in levels)
    said = f"{head}{who} {doer.does} {new:alone}"
    if is_same or (isinstance(previous, Change) and levels[0] in previous.quantities):
        return f"{said}{doer.of}{where}, {size}"
    ways = [
        f"{said}{doer.of} instead of {old:alone}{where}: {size}",
        f"{said}{doer.of}{where}, {size}",
        *([f"{head}{who} {doer.verb} {more(effect.estimate, doer)}{where and brief}"] if doer.verb else []),
    ]
    return next((words for words in ways if is_short(words, 1)), ways[-1])


def _beside_fair(names: Names, doer: Doer, effect: Quantity, *levels: Quantity) -> str:
    """Return a share beside the fair one."""
    where, fair = names.where(first(effect.of)), than_fair(effect.of)
    if not levels:
        return f"{doer.subject} {doer.does} {more(effect.estimate, doer)} than the fair {fair}{where}"
    return (
        f"{doer.subject} {doer.does} {levels[0].estimate}{doer.of}{doer.against}{where}, where {fair} is fair"
    )


def _together(names: Names, effect: Quantity, parts: Iterable[str]) -> str:
    """Return what two parts of a rule do beyond the sum of both."""
    assert isinstance(effect.of, Contrast)
    both = first(effect.of)
    neither = next(of for of, times in effect.of.terms if times > 0 and of != both)
    size = abs(effect.estimate).counted(f" percentage points {more_or_less(effect.estimate.value < 0)}")
    return (
        f"{listed(map(opening, parts))} together cost {names.subject(both)} {size} "
        f"than the sum of both{names.where(both - neither)}"
    )


def _lead(names: Names, effect: Quantity) -> str:
    """Return by how much one player is ahead of another."""
    of, than = names.ranked(effect.of)
    if effect.estimate.value < 0:
        of, than = than, of
    ahead = names.doer(of)
    where = names.where(of) or names.beside(of, than)
    if ahead.noun:
        size = more(abs(effect.estimate), replace(ahead, noun=""))
        return f"{ahead.subject} is ahead of {names.subject(than)}{where}: {size}"
    return (
        f"{ahead.subject} {ahead.verb} {more(abs(effect.estimate), ahead)} than {names.subject(than)}{where}"
    )


def nothing(names: Names, claim: Nothing, previous: Claim | None) -> str:
    """Return how little a change, or each of several, may move somebody."""
    leading, margin = claim.contrasts[0], bounded(claim.margin, claim.unit.of_changes)
    most = f": at most {margin} more or less"
    who, verb = _all_of(names, claim.contrasts)
    if is_beside_fair(leading):
        return f"{_places(names, claim)} the fair share{_everywhere(names, claim)}{most}"
    if names.joined(leading) is not None:
        return f"two together cost {who} as much as the sum of both{most}"
    if names.is_lead(leading):
        others = [names.subject(names.ranked(of)[1]) for of in claim.contrasts]
        behind = listed(others) if len(others) <= MOST_DOERS else f"{len(others)} others"
        return f"{names.subject(names.ranked(leading)[0])} and {behind} are level{most}"
    shifts = [names.shift(of) for of in claim.contrasts]
    is_same = names.has_shift(previous, shifts[0])
    where = names.settings_of(shifts)
    if previous is not None and is_same and names.where(previous.subjects[0]) == where:
        where = ""
    noun = names.doer(leading).noun
    said = f"the {noun} of {who} stays about the same" if noun else f"{who} {verb} about as often"
    said = f"{'' if is_same else f'{names.any_of(shifts)}, '}{said}"
    size = f" ({PLUS_MINUS}{margin})"
    ways = [f"{said}{where}{most}", f"{said}{where.partition(' over ')[0].removeprefix(',')}{size}"]
    return next((words for words in ways if is_short(words, 0)), ways[0])


def too_few(names: Names, claim: TooFew, previous: Claim | None) -> list[str]:
    """Return that there are too few games to show what a change does, and how many it takes."""
    leading, who = claim.contrasts[0], " ".join(_all_of(names, claim.contrasts, "any"))
    if is_beside_fair(leading):
        whether = f"{_places(names, claim, 'any')} more than the fair share{_everywhere(names, claim)}"
    elif names.joined(leading) is not None:
        whether = "two together cost more than the sum of both"
    elif names.is_lead(leading):
        ahead, behind = map(names.subject, names.ranked(leading))
        is_one = len(claim.contrasts) == 1
        whether = f"{ahead} is ahead of {behind}" if is_one else "one player is ahead of another"
    else:
        shifts = [names.shift(of) for of in claim.contrasts]
        changed = "" if names.has_shift(previous, shifts[0]) else f" {names.any_of(shifts)}"
        lead = names.doer(leading)
        side = (
            f"the {lead.noun} of {_all_of(names, claim.contrasts, 'any')[0]} is higher" if lead.noun else ""
        )
        whether = f"{side or f'{who} more often'}{changed}{names.settings_of(shifts)}"
    is_worth = claim.needed <= WORTH_PLAYING
    needed = [f"about {rounded_up(claim.needed):,} would"] if is_worth else []
    does = "does" if claim.games == 1 else "do"
    return [f"{plural(claim.games, 'game')} {does} not show whether {whether}", *needed]


def _all_of(names: Names, contrasts: Sequence[Contrast], each: str = "all") -> tuple[str, str]:
    """Return all whom some differences are of, and the verb: "two and four experts", "all players" "win"."""
    doers = list(dict.fromkeys(map(names.doer, contrasts)))
    one, among = doers[0], [doer.among for doer in doers if doer.among]
    if len(doers) == 1:
        return one.subject, one.verb
    of = {first(contrast).whose for contrast in contrasts}
    if len(among) == len(doers) and len(of) == 1 and whose(min(of)).kind in (SEAT, PLACE):
        return f"the {ORDINALS[whose(min(of)).number]} player at a table", one.verb
    verb = one.several.removesuffix(" in")
    if len({kind.many for kind in among}) == 1 and len(among) == len(doers):
        return f"{listed(kind.count for kind in among)} {among[0].many}", verb
    if len(doers) > MOST_DOERS or any(" against " in doer.subject for doer in doers):
        return f"{each} players", verb
    return listed(doer.subject for doer in doers), verb


def _places(names: Names, claim: Nothing, each: str = "each") -> str:
    """Return the seats that are compared with the fair share, and the verb."""
    one, *others = doers = list(dict.fromkeys(map(names.doer, claim.contrasts)))
    counts: dict[str, list[str]] = {}
    for among in dict.fromkeys(doer.among for doer in doers if doer.among):
        counts.setdefault(among.many, []).append(among.count)
    if not others:
        return f"{one.subject} {one.verb}"
    tables = f" among {listed(f'{listed(sizes)} {many}' for many, sizes in counts.items())}" if counts else ""
    return f"{each} {place_in_words(claim.contrasts[0])}{tables} {one.verb}"


def _everywhere(names: Names, claim: Nothing) -> str:
    """Return in which settings seats are compared."""
    settings = list(dict.fromkeys(names.where(first(of)) for of in claim.contrasts))
    return settings[0] if len(settings) == 1 else f" in each of {len(settings)} settings"
