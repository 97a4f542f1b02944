"""Says ceilings: what the best known player comes to, and how far others are behind.

Claims of a run have their templates here.  The sentences on ceilings alone stand in the answer to the
question `ceiling`, which needs no run, and in the section of a report.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from simkit.engine.contract.objectives import WON, measure_in_words
from simkit.engine.contract.skills import BEST
from simkit.language import at_least, opening
from simkit.results.ceilings import Ceilings
from simkit.results.claims import BehindBest, BestBelow, Claim, Of, Several
from simkit.run.findings.ceiling import Ceiling, CeilingMeasure
from simkit.stats.estimates import (
    Estimate,
    difference_of_shares,
    is_significant,
    number,
    widened,
    widened_share,
)
from simkit.words.names import HALF, Doer, Names, bounded, count, more, more_or_less, share_in_words


def behind_best(names: Names, claim: BehindBest, previous: Claim | None = None) -> str:
    """Return by how much the best known player is ahead of somebody, or by how much at most."""
    return f"{_lead(names, claim)}{names.where(claim.of)}"


def best_below(names: Names, claim: BestBelow, previous: Claim | None = None) -> str:
    """Return that even the best known player comes to little."""
    return f"{_even_best(names, claim)}{names.where(claim.of)}"


def in_settings(names: Names, claim: Several, claimed: BehindBest | BestBelow) -> str:
    """Return in how many settings the best known player is ahead, or comes to little."""
    where = f"in {count(claim, names.settings_among(claim.subjects))}"
    if isinstance(claimed, BestBelow):
        return f"{where} {_even_best(names, claimed)}"
    if claimed.at_most is not None:
        return f"{where} {_lead(names, claimed)}"
    doer = _one(names, claimed.of)
    return f"it {'is more' if doer.noun else f'{doer.verb} more often'} {where}"


def _lead(names: Names, claim: BehindBest) -> str:
    doer = _one(names, claim.of)
    often = "" if doer.noun else " often"
    most = bounded(claim.at_most or 0.0, claim.best.unit.of_changes)
    size = f"at most {most} {more_or_less(claim.sign > 0)}{often}"
    if claim.quantities:
        size = more(claim.quantities[0].estimate, doer)
    if doer.noun:
        return f"the {doer.noun} of {BEST} is {size} than that of {doer.subject}"
    return f"{BEST} {doer.verb} {size} than {doer.subject}"


def _even_best(names: Names, claim: BestBelow) -> str:
    doer = _one(names, claim.of)
    return f"even {BEST} {doer.does} less than {share_in_words(claim.bound)}{doer.of}"


def _one(names: Names, of: Of) -> Doer:
    """Return who comes to a mean, with the verb for one alone."""
    line, doer = names.line(of), names.doer(of)
    return doer if line is None else replace(doer, does=replace(line, is_plural=False).does)


def sentences_of(found: Ceilings) -> list[str]:
    """Return what was found, the most important first."""
    said = _of_shares(found) if found.main.is_share else _of_means(found)
    return [f"{opening(words)}." for words in (*said, *_recorded(found))]


def _of_shares(found: Ceilings) -> Iterator[str]:
    measure, count = found.main, len(found.ceilings)
    does = "wins" if measure.name == WON else f"is {measure.column.heading} in"
    ranked = sorted(found.ceilings, key=lambda ceiling: ceiling.results[measure.name].value)
    low, high = ranked[0], ranked[-1]
    ends = [ceiling.results[measure.name] for ceiling in ranked]
    wide = [widened_share(end, count) for end in ends]
    if count > 1 and not any(is_significant(difference_of_shares(ends[0], end), count) for end in ends[1:]):
        bounds = replace(
            ends[0], low=min(estimate.low for estimate in wide), high=max(estimate.high for estimate in wide)
        )
        size = f"{bounds:ends}"
        if bounds.low >= HALF:
            size = f"at least {replace(bounds, value=bounds.low):alone}"
        yield f"in {at_least(count, count, 'settings')} {BEST} {does} {size} of games"
    elif count > 1:
        least, most = (ceiling.quoted(measure, count) for ceiling in (low, high))
        yield f"{BEST} {does} {least} of games with {low.setting} and {most} with {high.setting}"
    else:
        yield f"{BEST} {does} {low.results[measure.name]} of games{_ahead(found, low, measure)}"
    compared = [ceiling for ceiling in ranked if ceiling.control]
    if count > 1 and compared:
        yield _gaps(found, compared, measure, does)
    hard = sum(estimate.high < HALF for estimate in wide)
    if hard:
        where = f" in {at_least(hard, count, 'settings', says_open=False)}" if count > 1 else ""
        yield f"too hard{where}: even {BEST} {does} less than half of the games"


def _ahead(found: Ceilings, ceiling: Ceiling, measure: CeilingMeasure) -> str:
    """Return by how much the only ceiling is above a player's result, to follow it; "" if there is none."""
    if not ceiling.control:
        return ""
    gain = ceiling.gains[measure.name]
    if gain.low <= 0:
        return f", at most {_most(gain)} more than {found.called(ceiling)}"
    return f", {gain.counted(f' points more than {found.called(ceiling)}'):plain}"


def _most(gain: Estimate) -> str:
    return f"{number(100 * gain.high, 1)} points"


def _gaps(found: Ceilings, compared: Sequence[Ceiling], measure: CeilingMeasure, does: str) -> str:
    """Return in how many settings a player wins less, with the largest gap; else what it is at most."""
    count = len(compared)
    wide = [(widened(ceiling.gains[measure.name], count), ceiling) for ceiling in compared]
    clear = [(gain, ceiling) for gain, ceiling in wide if gain.low > 0]
    if not clear:
        most, largest = max(wide, key=lambda pair: pair[0].high)
        return f"in every setting that is at most {_most(most)} more than {found.called(largest)}"
    _, largest = max(clear, key=lambda pair: pair[0].value)
    gain = largest.quoted_gain(measure, count)
    where = at_least(len(clear), count, "settings", says_open=False)
    size = f"{gain.counted(' points'):plain}"
    return f"it {does} more than {found.called(largest)} in {where}: by {size} with {largest.setting}"


def _of_means(found: Ceilings) -> Iterator[str]:
    first, *others = found.ceilings
    where = f"among {BEST}" if found.main.of_seats else f"played by {BEST}"
    for measure in found.measures:
        what = measure_in_words(measure.column)
        if others:
            ranked = sorted(found.ceilings, key=lambda ceiling: ceiling.results[measure.name].value)
            ends = [
                f"{ceiling.quoted(measure, len(ranked))} with {ceiling.setting}"
                for ceiling in (ranked[0], ranked[-1])
            ]
            yield f"{where} the {what} is {' and '.join(ends)}"
            continue
        beside = ""
        if first.control:
            gain = first.gains[measure.name]
            other = f"with {found.called(first)}" if found.main.of_seats else f"that of {found.called(first)}"
            more = "more" if gain.value > 0 else "less"
            wide = max(abs(gain.low), abs(gain.high))
            beside = f", at most {number(wide, gain.unit.decimals(wide))} more or less than {other}"
            if not gain.low <= 0 <= gain.high:
                beside = f", {abs(gain).counted(f' {more}')} than {other}"
        yield f"{where} the {what} is {first.results[measure.name]}{beside}"


def recorded_in_words(found: Ceilings) -> str:
    """Return when ceilings were measured that the run did not measure itself; "" if there are none."""
    return " ".join(f"{opening(words)}." for words in _recorded(found))


def _recorded(found: Ceilings) -> Iterator[str]:
    recorded = [ceiling for ceiling in found.ceilings if ceiling.measured]
    if not recorded:
        return
    days = sorted({ceiling.measured for ceiling in recorded})
    when = f"on {days[0]}" if len(days) == 1 else f"between {days[0]} and {days[-1]}"
    which = "the ceiling is" if len(found.ceilings) == 1 else "ceilings are"
    if len(recorded) < len(found.ceilings):
        which = f"{len(recorded):,} of the {len(found.ceilings):,} ceilings are"
    yield f"{which} recorded with the game, measured {when}"
    if not all(ceiling.is_current for ceiling in recorded):
        yield (
            "the game, its players or look-ahead have changed since then, and `ceiling: {anew: true}` "
            "measures anew"
        )
