"""Describes in words how many rungs of skill a game has, and for whom it is difficult."""

from __future__ import annotations

from simkit.run.ladder import rate_in_words
from simkit.search.climb import DOUBLINGS, WORTH_A_RUNG, Climb, Rung


def result_in_words(found: Climb, rung: Rung) -> str:
    """Return a player's result with its interval: "81.3 % (81.1 to 81.5)", "53.21 (53.02 to 53.40)"."""
    own = rung.result
    if found.setting.is_share:
        return rate_in_words(own)
    return f"{own.value:.2f} ({own.low:.2f} to {own.high:.2f})"


def findings_of(found: Climb) -> list[str]:
    """Return sentences about a ladder of skill, beginning with the ceiling."""
    return [_ceiling(found), _rungs(found), *_distance(found)]


def _ceiling(found: Climb) -> str:
    best, said = found.ceiling, result_in_words(found, found.ceiling)
    what = found.setting.measured
    if found.is_over:
        return f"The ceiling of skill is a {what} of {said}, by {best.name}: {_why_over(found)}."
    last = found.thinking[-1].playouts
    return (
        f"Skill reaches at least a {what} of {said}, by {best.name}; with more than {last:,} play-outs per "
        "decision it may reach further."
    )


def _why_over(found: Climb) -> str:
    if found.setting.is_share and found.ceiling.result.value in (0.0, 1.0):
        return "no more can be won"
    few = f"less than {100 * WORTH_A_RUNG:.0f} points" if found.setting.is_share else "nothing significant"
    return f"{DOUBLINGS} more doublings of play-outs won {few}"


def _rungs(found: Climb) -> str:
    steps = len(found.rungs)
    if steps == 1:
        return (
            f"In these {found.setting.games:,} games no player does clearly better than another: skill "
            "decides little here, or more games would tell."
        )
    step = f"{100 * WORTH_A_RUNG:.0f} points above the one before"
    apart = f", each at least {step}" if found.setting.is_share else ""
    players = {rung.name: rung for rung in (*found.named, *found.thinking)}
    named = "; ".join(f"{name} ({_in_short(found, players[name])})" for name in found.rungs)
    return f"The game has {steps} rungs of skill{apart}: {named}."


def _in_short(found: Climb, rung: Rung) -> str:
    """Return a player's result without its interval: "81 %", "53.2"."""
    return (
        f"{rung.result.value:.0%}".replace("%", " %")
        if found.setting.is_share
        else f"{rung.result.value:.1f}"
    )


def _distance(found: Climb) -> list[str]:
    """Return a sentence about the gap between the base strategy and the ceiling."""
    alone = next(rung for rung in found.named if rung.name == found.base)
    best = found.ceiling
    if best.playouts == 0:
        return [f"Thinking ahead brings {found.base} no further than the strategies by themselves."]
    if not found.setting.is_share:
        return [f"By itself {found.base} comes to {result_in_words(found, alone)}."]
    points = 100 * abs(best.result.value - alone.result.value)
    return [
        f"By itself {found.base} comes to {result_in_words(found, alone)}: {points:.1f} points below the "
        "strongest player found. A setting that is hard for it may be easy for a better player."
    ]
