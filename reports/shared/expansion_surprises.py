"""What is surprising about Nautilion's expansions: who finds the game easier with one, and who feels none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from simkit import report as r
from simkit.reports.shared.expansion_effects import BASE, EXPANSIONS_RULE, Combinations
from simkit.reports.shared.nautilion import NAMES

FEWEST = 0.05
"""The share of settings in which an expansion does something, to be said of it."""

LITTLE = 0.05
"""A change of a win rate that is shown to be smaller is called next to nothing."""

EASIER, PARTED, SOME, NOBODY, EXPECTED = range(5)
"""What an expansion does, the most surprising first: easier for somebody, easier and harder for the same
player by the setting, harder for only some players, nothing for anybody, or harder for all."""


@dataclass(frozen=True)
class Added:
    """The effects of adding an expansion for one player, in every setting in which that was played.

    Parameters
    ----------
    effects : mapping
        The change of the win rate by the setting in words: "the base game, board A1, reserve 4".
    comparisons : int
        For how many effects intervals are widened.
    """

    effects: Mapping[str, r.Estimate]
    comparisons: int

    def clear(self, sign: int) -> list[str]:
        """Return the settings in which the game becomes easier (+1) or harder (-1), the furthest first.

        None if these are too few of many: one of 288 says little about an expansion.
        """
        found = [
            setting
            for setting, effect in self.effects.items()
            if sign * effect.value > 0 and r.is_significant(effect, self.comparisons)
        ]
        if len(found) < FEWEST * len(self.effects):
            return []
        return sorted(found, key=lambda setting: -sign * self.effects[setting].value)

    @property
    def of(self) -> str:
        """Of how many settings something is counted: "of 288 settings", "of one setting"."""
        number = len(self.effects)
        return f"of {number} settings" if number > 1 else "of one setting"


class Surprises(r.Part):
    """What a designer would not expect of the expansions."""

    def __init__(self, data: Combinations) -> None:
        self.data = data

    def findings(self) -> list[r.Finding]:
        """Return a finding for each expansion that surprises, and one for those that change nothing."""
        effects, found, nothing = self.data.added, [], []
        for name in effects.levels:
            added = {skill: _added(self.data, name, skill) for skill in self.data.skills}
            kind = kind_of(added)
            size = max(abs(own.value) for one in added.values() for own in one.effects.values())
            if kind == NOBODY:
                nothing.append(name)
            elif kind < EXPECTED:
                words = _surprise(NAMES[name], kind, added, self._to_base_game(name))
                surprise = r.Surprise.NOTHING if kind == SOME else r.Surprise.REVERSED
                found.append(r.Finding(words, size, surprise, EXPANSIONS_RULE))
        return [*found, *self._nothing(nothing)]

    def _nothing(self, names: Sequence[str]) -> list[r.Finding]:
        """Return which expansions change next to nothing for any player, on average over the settings."""
        effects = self.data.added
        small: dict[str, float] = {}
        for name in names:
            means = [effects.mean(name, skill) for skill in self.data.skills if effects.of(name, skill)]
            most = max(max(abs(own.low), abs(own.high)) for own in means)
            if most < LITTLE and all(effects.has_mean(name, skill) for skill in self.data.skills):
                small[name] = most
        if not small:
            return []
        named = r.listed(NAMES[name] for name in small)
        words = (
            f"{named} change{'' if len(small) > 1 else 's'} next to nothing: on average over the settings no "
            f"player's win rate by more than {100 * max(small.values()):.1f} points, by the intervals."
        )
        return [r.Finding(words, 0.0, r.Surprise.NOTHING, EXPANSIONS_RULE)]

    def _to_base_game(self, name: str) -> dict[str, r.Estimate]:
        """Return an expansion's effect on the base game for each player, where settings may be averaged."""
        effects, found = self.data.added, {}
        for skill in self.data.skills:
            pairs = [pair for pair in effects.of(name, skill) if pair.setting[0] == BASE]
            if pairs and r.may_be_averaged({pair: effects.over([pair]) for pair in pairs}):
                found[skill] = effects.over(pairs)
        return found


def _added(data: Combinations, name: str, skill: str) -> Added:
    single = data.added.single(name, skill)
    effects = {data.added.setting_in_words(pair.setting): effect for pair, effect in single.items()}
    return Added(effects, len(effects) * len(data.skills) * len(NAMES))


def kind_of(added: Mapping[str, Added]) -> int:
    """Return a rank of how surprising an expansion is, from its effect on each player."""
    easier = [skill for skill, own in added.items() if own.clear(1)]
    harder = [skill for skill, own in added.items() if own.clear(-1)]
    if easier:
        return EASIER if any(not added[skill].clear(-1) for skill in easier) else PARTED
    if len(added) > 1 and not harder:
        return NOBODY
    return SOME if 0 < len(harder) < len(added) else EXPECTED


def _surprise(name: str, kind: int, added: Mapping[str, Added], base: Mapping[str, r.Estimate]) -> str:
    if kind == SOME:
        touched = {skill: own.clear(-1) for skill, own in added.items() if own.clear(-1)}
        often = " and ".join(f"{skill} in {len(own)} {added[skill].of}" for skill, own in touched.items())
        return (
            f"{name} makes the game harder only for {often}; for "
            f"{' and '.join(skill for skill in added if skill not in touched)} it makes no significant "
            "difference in nearly all settings."
        )
    said = ". ".join(_for_player(skill, own) for skill, own in added.items())
    words = f"{name} can make the game easier. {said}"
    to_base = ", ".join(f"{skill} {r.points_with_interval(effect)}" for skill, effect in base.items())
    return f"{words}. Added to the base game: {to_base}." if to_base else f"{words}."


def _for_player(skill: str, added: Added) -> str:
    """Return in how many settings the game is easier and harder for a player, and by how much at most."""
    eased, hurt = added.clear(1), added.clear(-1)
    if not eased:
        return f"For {skill} it is never significantly easier, and harder in {len(hurt)} {added.of}"
    most = f"{r.points_with_interval(added.effects[eased[0]])} with {eased[0]}"
    return f"For {skill} it is easier in {len(eased)} {added.of}, at most {most}; harder in {len(hurt)}"
