"""Says what is the most, or the least, of some that are compared; and who comes before whom."""

from __future__ import annotations

from collections.abc import Sequence

from simkit.language import after, listed, opening
from simkit.results.claims import Claim, Contrast, Cycle, Extreme, Of, Order, Quantity, Survivors
from simkit.words.names import ALONE, Added, Doer, Names, first, last, more, more_or_less, unit_in_words


def extreme(names: Names, claim: Extreme, previous: Claim | None) -> str:
    """Return what is the most, or the least, of some that are compared."""
    every = (*claim.first, *claim.rest)
    chosen = claim.first[0]
    doer = names.doer(chosen)
    if added := [own for of in claim.first if (own := names.added(of))]:
        return _costliest(names, claim, added, previous)
    if names.is_lead(chosen):
        return _closest(names, claim)
    if len({names.subject(of) for of in every}) == len(every):
        return _of_players(names, claim, is_second=isinstance(previous, Extreme))
    if is_one_place := len({first(of).scenarios for of in every}) == 1:
        others = listed(map(names.subject, claim.rest), "or")
        which = f"{more_or_less(claim.is_most)} than {others}"
    else:
        which = names.distinct(claim.first, every)
    end = "most" if claim.is_most else "least"
    if isinstance(chosen, Contrast):
        does = f"{'gain' if claim.is_most else 'lose'}{'s' if doer.pronoun == 'it' else ''} most"
    elif is_one_place:
        does = doer.verb
    elif doer.noun:
        does = f"{doer.does.split(' a ')[0]} the {'highest' if claim.is_most else 'lowest'} {doer.noun}"
    else:
        does = f"{doer.verb} {end}"
    sizes = after(_sizes(names, claim.quantities, doer, previous), ": ")
    return f"{names.who(doer, previous)} {does} {which}{sizes}"


def _sizes(names: Names, quantities: Sequence[Quantity], doer: Doer, previous: Claim | None) -> str:
    """Return some numbers; what differences are more than, and in which games, is said once."""
    if not quantities:
        return ""
    *_, final = quantities
    if isinstance(final.of, Of):
        return f"{each_once([f'{quantity.estimate}' for quantity in quantities])}{doer.of}"
    sizes = [more(quantity.estimate, doer) for quantity in quantities]
    if len(set(sizes)) > 1:  # of what they are is said once
        sizes[:-1] = [f"{abs(quantity.estimate):bare plain}" for quantity in quantities[:-1]]
    before = {last(quantity.of) for quantity in previous.quantities} if isinstance(previous, Extreme) else {}
    than = "" if last(final.of) in before else names.than(names.shift(final.of))
    return f"{each_once(sizes)}{than}"


def each_once(sizes: Sequence[str]) -> str:
    """Return several sizes; those that are written alike once."""
    both = "both " if len(sizes) > 1 and len(set(sizes)) == 1 else ""
    return f"{both}{listed(dict.fromkeys(sizes))}"


def _costliest(names: Names, claim: Extreme, added: Sequence[Added], previous: Claim | None) -> str:
    """Return which part of a rule costs somebody most, or gives most, and where it is added."""
    parts, where = listed(opening(addition.part) for addition in added), added[0].where
    effects = [quantity.estimate if claim.is_most else -quantity.estimate for quantity in claim.quantities]
    sizes = each_once([f"{effect.counted(unit_in_words(effect.unit)):plain}" for effect in effects])
    before = [names.added(of) for of in previous.first] if isinstance(previous, Extreme) else []
    if [addition and addition.part for addition in before] == [addition.part for addition in added]:
        return f"also when {where}{after(sizes, ': ')}"
    verb = f"{'give' if claim.is_most else 'cost'}{'' if len(added) > 1 or parts.endswith('s') else 's'}"
    setting = names.where(claim.first[0]) if where == ALONE else ""
    return f"{where}{setting}, {parts} {verb} {names.subject(claim.first[0])} most{after(sizes, ': ')}"


def _of_players(names: Names, claim: Extreme, *, is_second: bool) -> str:
    """Return which players come to most, or least, of some: "an expert wins most: 84.7 % of games"."""
    doers = [names.doer(of) for of in claim.first]
    one, is_one = doers[0], len(doers) == 1
    if one.noun:
        end = f"the {'highest' if claim.is_most else 'lowest'}"
        does = end if is_second else f"{'has' if is_one else 'have'} {end} {one.noun}"
    else:
        does = f"{one.verb if is_one else one.several.removesuffix(' in')} "
        does += "most" if claim.is_most else "least"
    said = f"{listed(doer.subject for doer in doers)} {does}{one.against}"
    for value in claim.quantities:
        fair = names.fair(value.of) if claim.is_most else ""
        said += f": {value.estimate}{one.of}{names.where(value.of)}{fair}"
    return said


def _closest(names: Names, claim: Extreme) -> str:
    """Return which player is least behind another one."""
    ahead, behind = map(names.subject, names.ranked(claim.first[0]))
    (found,) = claim.quantities
    said = f"the closest rival of {ahead} is {behind}"
    if isinstance(found.of, Of):
        return f"{said}, which {names.doer(found.of).does} {found.estimate} of the games between them"
    size = found.estimate.counted(unit_in_words(found.estimate.unit))
    return f"{said}, {size:plain} behind where both play"


def order(names: Names, claim: Order, previous: Claim | None) -> str:
    """Return an order from the most to the least."""
    first, *others = map(names.subject, claim.ranked)
    return f"{first} {names.doer(claim.ranked[0]).verb} most, then {', then '.join(others)}"


def cycle(names: Names, claim: Cycle, previous: Claim | None) -> str:
    """Return which players beat each other in a cycle, or that none do."""
    if not claim.is_one:
        return "there is no rock, paper, scissors among the players"
    steps = (map(names.subject, names.ranked(lead)) for lead in claim.leads)
    return f"there is a cycle: {', '.join(' beats '.join(step) for step in steps)}"


def survivors(names: Names, claim: Survivors, previous: Claim | None) -> str:
    """Return which players survive."""
    every = {of.whose: of for lead in claim.leads for of in names.ranked(lead)}
    who = [names.subject(every[whose]) for whose in claim.first]
    ending = "takes over" if len(who) == 1 else "survive, and all others die out"
    return f"if players copy what wins, {listed(who)} {ending}"
