"""What is surprising about Nautilion's expansions: who finds the game easier with one, and who feels none."""

from __future__ import annotations

from dataclasses import dataclass

from simkit.report.averaging import effect_in_words, may_be_averaged
from simkit.report.paired import is_significant
from simkit.report.parts import opening
from simkit.reports.shared.expansion_effects import BASE, Combinations
from simkit.reports.shared.nautilion import NAMES, in_sentence, plus
from simkit.stats.estimates import Estimate

EASIER, PARTED, SOME, NOBODY, EXPECTED = range(5)
"""What an expansion does, the most surprising first: easier for somebody, easier and harder for the same
player by the setting, harder for only some players, nothing for anybody, or harder for all."""


@dataclass(frozen=True)
class Added:
    """The effects of adding an expansion for one player, in every setting in which that was played.

    Parameters
    ----------
    effects : dict
        The change of the win rate by the setting in words: "the base game, board A1, reserve 4".
    comparisons : int
        For how many effects intervals are widened.
    """

    effects: dict[str, Estimate]
    comparisons: int

    def clear(self, sign: int) -> list[str]:
        """Return the settings in which the game becomes easier (+1) or harder (-1), the furthest first."""
        found = [
            setting
            for setting, effect in self.effects.items()
            if sign * effect.value > 0 and is_significant(effect, self.comparisons)
        ]
        return sorted(found, key=lambda setting: -sign * self.effects[setting].value)

    def range(self) -> tuple[Estimate, Estimate]:
        """Return the effects of the two settings that lie furthest apart."""
        ranked = sorted(self.effects.values(), key=lambda effect: effect.value)
        return ranked[0], ranked[-1]


def settings_with(data: Combinations, name: str, skill: str) -> Added:
    """Return the effects of adding an expansion for a player: on every combination, board and reserve."""
    effects = {}
    for combination in data.without(name):
        pairs = zip(data.of(combination, skill), data.of(plus(combination, name), skill), strict=True)
        for before, after in pairs:
            row = data.wins.row(data.wins["scenario"].to_list().index(before), named=True)
            words = f"{in_sentence(combination)}, board {row['board']}, reserve {row['reserve']}"
            effects[words] = data.games.effect([before], [after])
    return Added(effects, len(effects) * len(data.skills) * len(NAMES))


def surprises(data: Combinations) -> list[str]:
    """Return sentences on what a designer would not expect of the expansions, the most surprising first."""
    found = []
    for name in data.costs(data.skills[0]):
        added = {skill: settings_with(data, name, skill) for skill in data.skills}
        kind = kind_of(added)
        if kind < EXPECTED:
            found.append((kind, _in_words(NAMES[name], kind, added, _to_base_game(data, name))))
    return [words for _, words in sorted(found, key=lambda pair: pair[0])]


def kind_of(added: dict[str, Added]) -> int:
    """Return a rank of how surprising an expansion is, from its effect on each player."""
    easier = [skill for skill, own in added.items() if own.clear(1)]
    harder = [skill for skill, own in added.items() if own.clear(-1)]
    if easier:
        return EASIER if any(not added[skill].clear(-1) for skill in easier) else PARTED
    if len(added) > 1 and not harder:
        return NOBODY
    return SOME if 0 < len(harder) < len(added) else EXPECTED


def _of(number: int) -> str:
    """Return of how many settings something is counted: "of 288 settings", "of one setting"."""
    return f"of {number} settings" if number > 1 else "of one setting"


def _to_base_game(data: Combinations, name: str) -> dict[str, Estimate]:
    """Return the effect of an expansion on the base game for each player, where settings may be averaged."""
    if BASE not in data.without(name):
        return {}
    found = {}
    for skill in data.skills:
        pairs = list(zip(data.of(BASE, skill), data.of(plus(BASE, name), skill), strict=True))
        if may_be_averaged({i: data.games.effect([low], [high]) for i, (low, high) in enumerate(pairs)}):
            found[skill] = data.games.effect(*zip(*pairs, strict=True))
    return found


def _in_words(name: str, kind: int, added: dict[str, Added], base: dict[str, Estimate]) -> str:
    if kind == NOBODY:
        return f"{name}: no player wins significantly more or less with it, in any setting."
    if kind == SOME:
        touched = [skill for skill, own in added.items() if own.clear(-1)]
        rest = [skill for skill in added if skill not in touched]
        return (
            f"{name} makes the game harder only for {_often(added, touched)}; for {' and '.join(rest)} it "
            "makes no significant difference in any setting."
        )
    said = ". ".join(_for_player(skill, own) for skill, own in added.items())
    words = f"{name} can make the game easier. {said}"
    to_base = ", ".join(f"{skill} {effect_in_words(effect)}" for skill, effect in base.items())
    return f"{words}. Added to the base game: {to_base}." if to_base else f"{words}."


def _for_player(skill: str, added: Added) -> str:
    """Return in how many settings the game is easier and harder for a player, and by how much at most."""
    eased, hurt = added.clear(1), added.clear(-1)
    settings = _of(len(added.effects))
    if not eased:
        return f"For {skill} it is never significantly easier, and harder in {len(hurt)} {settings}"
    most = f"{effect_in_words(added.effects[eased[0]])} with {eased[0]}"
    return f"For {skill} it is easier in {len(eased)} {settings}, at most {most}; harder in {len(hurt)}"


def _often(added: dict[str, Added], skills: list[str]) -> str:
    """Return players, each with in how many settings it is harder: "expert in 51 of 288 settings"."""
    return " and ".join(
        f"{skill} in {len(added[skill].clear(-1))} {_of(len(added[skill].effects))}" for skill in skills
    )


def ranked_costs(data: Combinations, skill: str) -> str:
    """Return a sentence on the expansions' effects on a player's win rate, ranked."""
    costs = data.costs(skill)
    ranked = sorted(costs, key=lambda name: costs[name].value)
    every = {name: settings_with(data, name, skill) for name in ranked}
    if all(may_be_averaged(added.effects) for added in every.values()):
        said = ", ".join(f"{NAMES[name]} {effect_in_words(costs[name])}" for name in ranked)
        return f"What an expansion does to {skill}'s win rate, on average over the settings: {said}."
    ends = {name: [effect_in_words(end).partition(" ")[0] for end in every[name].range()] for name in ranked}
    said = ", ".join(f"{NAMES[name]} {low} to {high} points" for name, (low, high) in ends.items())
    return opening(
        f"what an expansion does to {skill}'s win rate depends on board, reserve and what else is played; "
        f"from the worst to the best setting: {said}."
    )
