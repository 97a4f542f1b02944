"""Describes in words how many rungs of skill a game has, and for whom it is difficult."""

from __future__ import annotations

from simkit.run.findings.ladder import rate_in_words
from simkit.search.climb import DOUBLINGS, WORTH_A_RUNG, Climb, Rung
from simkit.stats.words import decimals_of, number, with_interval


def result_in_words(found: Climb, rung: Rung) -> str:
    """Return a player's result with its interval: "81.3 % (81.1 to 81.5)", "53.21 (53.02 to 53.40)"."""
    return rate_in_words(rung.result) if found.setting.is_share else with_interval(rung.result)


def findings_of(found: Climb) -> list[str]:
    """Return sentences about a ladder of skill, beginning with the ceiling."""
    if not found.is_decided:
        return [
            f"There is nothing to decide in this game: in {found.setting.games:,} games of each player no "
            "strategy ever had two moves to choose from, so there is no skill to measure."
        ]
    return [_ceiling(found), _rungs(found), *_distance(found), *_ties(found)]


def _ties(found: Climb) -> list[str]:
    """Return a sentence about games that several win or nobody does."""
    shared, nobody = (100 * count / found.setting.games for count in found.winners)
    words = [f"several win {shared:.1f} % of the games"] if shared else []
    words += [f"nobody wins {nobody:.1f} %{'' if shared else ' of the games'}"] if nobody else []
    if not words:
        return []
    counts = "; a shared win counts as a win" if shared else ""
    return [f"With {found.base} by itself, {' and '.join(words)}{counts}."]


def _ceiling(found: Climb) -> str:
    best, said = found.ceiling, result_in_words(found, found.ceiling)
    what = found.setting.measured
    reached = f"a {what} of {said}" if found.setting.is_share else f"{said} in {what}"
    if found.is_over:
        return f"The ceiling of skill is {reached}, by {best.name}: {_why_over(found)}."
    last = found.thinking[-1].playouts
    return (
        f"Skill reaches at least {reached}, by {best.name}; with more than {last:,} play-outs per "
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
        else number(rung.result.value, decimals_of(rung.result))
    )


def _distance(found: Climb) -> list[str]:
    """Return a sentence about the gap between the base strategy and the ceiling."""
    alone = next(rung for rung in found.named if rung.name == found.base)
    best = found.ceiling
    if best.playouts == 0:
        return [f"Thinking ahead brings {found.base} no further than the strategies by themselves."]
    if not found.setting.is_share:
        less = abs(best.result.value - alone.result.value)
        return [
            f"By itself {found.base} comes to {result_in_words(found, alone)}: "
            f"{number(less, decimals_of(best.result))} short of the ceiling, so that what it finds hard need "
            "not be hard."
        ]
    points = 100 * abs(best.result.value - alone.result.value)
    return [
        f"By itself {found.base} comes to {result_in_words(found, alone)}: {points:.1f} points below the "
        "strongest player found. A setting that is hard for it may be easy for a better player."
    ]
