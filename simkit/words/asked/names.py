"""Names players, shares and sizes in the sentences of answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from simkit.engine.contract.knobs import Knobs, words_of
from simkit.engine.contract.skills import skill_of
from simkit.language import listed, plural, value_in_words
from simkit.results.claims import MUCH
from simkit.results.people import counted
from simkit.results.players import player_in_short, players_in_short
from simkit.stats.estimates import POINTS, Estimate, number
from simkit.words.rounding import as_said

MOST_NAMED = 5
"""The most things that a sentence names; of more it says how many there are."""


def called(
    skills: Mapping[str, str],
    ways: Mapping[str, tuple[str, str]] = {},
    *,
    several: bool = False,
) -> dict[str, str]:
    """Return what players are called, by their names: "an expert", "a casual player (bold)".

    Parameters
    ----------
    skills : mapping of str to str
        The players that are asked about, with the kind of person that each models.
    ways : mapping
        Of players that are strategies with something set: the strategy, and what is set of it, in words.
    several : bool
        Whether several of each are meant: "experts".
    """
    plain = {name: ways[name][0] if name in ways else name for name in skills}
    kinds = Counter(
        skill_of(skill) for skill in {plain[name]: skill for name, skill in skills.items()}.values()
    )
    in_short = players_in_short if several else player_in_short
    return {
        name: in_short(plain[name], skill, is_only=kinds[skill_of(skill)] == 1)
        + (ways[name][1] if name in ways else "")
        for name, skill in skills.items()
    }


def of_100_games(share: Estimate, of: str = "") -> str:
    """Return a share as a count, with ends that lie further away: "58 of 100 games of Pig (52 to 63)"."""
    if share.value == 1:
        return f"all {share.n:,} games{of}"
    value, low, high = (round(100 * end) for end in (share.value, share.low, share.high))
    if value == 100:
        return f"nearly all games{of}"
    ends = f" ({low} to {high})" if high - low > 2 else ""
    return f"{value} of 100 games{of}{ends}"


def margin(changes: Sequence[Estimate]) -> str:
    """Return how far changes may reach at most, in either direction: "1.9 points"."""
    unit, most = changes[0].unit, max(max(abs(change.low), abs(change.high)) for change in changes)
    return f"{number(unit.scale * most, 1 if unit.scale * most >= 0.1 else 2)}{unit.words}"


def are_too_few(changes: Sequence[Estimate]) -> bool:
    """Return whether so few games were played that changes of a share may well be ones that matter."""
    is_share = changes[0].unit.scale == POINTS.scale
    return is_share and max(max(abs(change.low), abs(change.high)) for change in changes) > MUCH


def some_of(names: Sequence[str], several: str, last: str = "and", most: int = MOST_NAMED) -> str:
    """Return things by name, or of more than some how many there are: "17 cards"."""
    return listed(names, last) if len(names) <= most else f"{len(names)} {several}"


def count(number: int, one: str, many: str = "") -> str:
    """Return a number of things, small ones in words: "two games", "1,200 games"."""
    return plural(number, one, many).replace(f"{number:,}", counted(number), 1)


def games(number: int) -> str:
    """Return a number of games: "two games"."""
    return count(number, "game")


def higher_or_lower(change: Estimate) -> str:
    """Return how a result moves: "2.2 points higher (1.8 to 2.6)", "at most 1.9 points higher or lower"."""
    if change.low <= 0 <= change.high:
        return f"at most {margin([change])} higher or lower"
    words = f"{change.unit.words} {'higher' if change.value > 0 else 'lower'}"
    return f"{as_said(abs(change).counted(words))}"


def changed(old: Knobs, changes: Mapping[str, Any]) -> str:
    """Return other values of rules as a change: "with the target at 20 points instead of 100"."""
    return listed(
        words_of(type(old), rule).change(value_in_words(value), value_in_words(getattr(old, rule)))
        for rule, value in changes.items()
    )


def differing(old: Knobs, new: Knobs) -> dict[str, Any]:
    """Return the values of rules that differ from those of others."""
    return {rule: value for rule, value in new if value != getattr(old, rule)}
