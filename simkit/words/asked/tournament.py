"""Says which of many players is best, where no run is read: by halves, or by what each comes to alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simkit.language import opening
from simkit.search.tournament import Halved, PlayersInField
from simkit.stats.estimates import NO_BREAK, Estimate, is_significant
from simkit.words.asked.names import count, margin
from simkit.words.rounding import as_said


def of_halves(field: PlayersInField, found: Halved, names: Mapping[str, str]) -> list[str]:
    """Return which player is left, and by how much it is ahead in fresh games."""
    winner, second, games = (
        names[found.winner],
        names[found.runner_up],
        f"{found.fresh[found.winner].n:,} games",
    )
    many, ahead = count(len(field.players), "player"), abs(as_said(found.lead))
    if not is_significant(found.lead):
        said = [f"which of {many} is best is open between {winner} and {second}: {_apart([found.lead])}"]
    elif found.lead.value < 0:
        said = [f"{second} is better than {winner}, the last of {many}: by {ahead} in {games}"]
    else:
        said = [f"{winner} is the best of {many}: {ahead} ahead of {second} in {games}"]
    if field.meets:
        fair = f"{100 / field.seats:.3g}{NO_BREAK}%"
        won = as_said(found.against_all)
        said.append(f"{winner} wins {won} of games against all that began, where {fair} is fair")
    elif is_significant(found.lead_over_all):
        side = "ahead of" if found.lead_over_all.value > 0 else "behind"
        said.append(f"{winner} is {abs(found.lead_over_all)} {side} all others, on average")
    return [f"{opening(words)}." for words in said]


def of_results(
    ranked: Sequence[str],
    rates: Mapping[str, Estimate],
    behind: Mapping[str, Estimate],
    measured: str,
    names: Mapping[str, str],
) -> list[str]:
    """Return which player comes to most where none meets another, and by how much more than the next."""
    best, second, *_ = ranked
    near = [name for name in ranked[1:] if not is_significant(behind[name], len(behind))]
    if near:
        both = (
            f"{names[best]} and {names[near[0]]}"
            if len(near) == 1
            else f"{names[best]} and {count(len(near), 'other')}"
        )
        return [f"Which player is best is open between {both}: {_apart([behind[name] for name in near])}."]
    better = abs(behind[second]).counted(f"{behind[second].unit.words} better")
    said = f"{opening(names[best])} is best: its {measured} is {as_said(rates[best])}"
    return [f"{said}, {better} than that of {names[second]}."]


def _apart(leads: Sequence[Estimate]) -> str:
    return f"at most {margin(leads)} lie between them"
