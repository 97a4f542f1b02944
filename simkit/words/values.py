"""Says what somebody comes to: a level, a range of games, minutes, a curve's turning point."""

from __future__ import annotations

from simkit.experiment.factors import are_numbers, label
from simkit.language import listed_once, plural
from simkit.results.claims import Claim, Duration, Level, Range, Trend, Turning
from simkit.run.store.vocabulary import vocabulary_of
from simkit.stats.estimates import NO_BREAK, number
from simkit.words.levels import named
from simkit.words.names import HALF, NINE_IN_TEN, Names, share_in_words


def level(names: Names, claim: Level, previous: Claim | None) -> str:
    """Return what somebody comes to; of two quantities, at least and at most."""
    first, *others = claim.quantities
    doer, where = names.doer(first.of), names.where(first.of)
    value = format(first.estimate, "alone" if first.is_alone or others else "")
    if isinstance(previous, Level) and not others:  # the same verb, and mostly the same setting
        is_same = names.where(previous.quantities[0].of) == where
        return f"{doer.subject} {value}{'' if is_same else where}"
    if others:
        counted = f" {doer.noun}" if doer.noun and doer.noun in doer.of else ""
        values = [f"{value}{counted}", *(f"{other.estimate:alone}" for other in others)]
        places = [where, *(names.where(other.of) for other in others)]
        if len(set(places)) == 1:
            places = [*("" for _ in others), where]
        said = f"from {' to '.join(map(''.join, zip(values, places, strict=True)))}"
    else:
        said = f"{value}{doer.of}{doer.against}{where}"
    return f"{doer.subject} {doer.does} {said}{names.fair(first.of)}"


def range_of_games(names: Names, claim: Range, previous: Claim | None) -> str:
    """Return between which values nearly all games lie."""
    doer, share = names.doer(claim.of), _share(claim.share)
    low, high = (number(end, 0) for end in (claim.low, claim.high))
    if claim.of.column == getattr(names.run.game.length_column, "name", ""):
        return f"{share} last {low} to {high}{doer.of}"
    return f"{share} end with a {doer.noun.removeprefix('mean ')} from {low} to {high}"


def duration(names: Names, claim: Duration, previous: Claim | None) -> str:
    """Return between how many minutes nearly all games take; of several numbers of players, of which."""
    line_ups = names.run.line_ups
    sizes = {len(line_up) for line_up in line_ups.values()}
    where = f" with {plural(len(line_ups[claim.scenarios[0]]), 'player')}" if len(sizes) > 1 else ""
    minutes = f"{claim.low:.0f} to {claim.high:.0f}"
    if isinstance(previous, Duration):
        return f"{minutes}{where}"
    return f"{_share(claim.share)} take about {minutes} minutes at the table{where}"


def _share(share: float) -> str:
    return "nine in ten games" if share == NINE_IN_TEN else f"{100 * share:g} % of games"


def trend(names: Names, claim: Trend, previous: Claim | None) -> str:
    """Return where most of a change is made, to follow the change."""
    ((factor, (low, high)),) = names.shift(claim.part).changed.items()
    if claim.share > HALF:
        share = f"{100 * claim.share:g}{NO_BREAK}%"
        return f"at least {share} of that is reached with {named(names.run, factor, high)}"
    ends = listed_once(named(names.run, factor, level) for level in (low, high))
    return f"most of that comes between {ends}"


def turning(names: Names, claim: Turning, previous: Claim | None) -> str:
    """Return between which levels a share passes a bound."""
    shift = names.shift(claim.above - claim.below)
    ((factor, ends),) = shift.changed.items()
    doer = names.doer(claim.below)
    if are_numbers(ends):
        between = f"between {' and '.join(sorted(ends, key=float))}"
        where = f"with {label(vocabulary_of(names.run), factor)} somewhere {between}"
    else:
        where = between = f"between {named(names.run, factor, ends[0])} and {ends[1]}"
    if isinstance(previous, Turning):
        return f"{doer.subject} {between}"
    share = f"{share_in_words(claim.bound)}{doer.of}"
    return f"{doer.subject} {doer.does} {share} {where}{names.setting(shift)}"
