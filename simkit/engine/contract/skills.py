"""Skills: the short list of kinds of players that strategies stand for, with their words in sentences."""

from __future__ import annotations

from typing import NamedTuple


class Skill(NamedTuple):
    """A kind of player."""

    name: str
    """How a strategy names it: ``@strategy(..., skill="casual")``."""

    one: str
    several: str
    """One such player and several, within a sentence."""

    also: tuple[str, ...] = ()
    """Other words for it."""


SKILLS = (
    Skill(
        "uniform chance", "a player that moves at random", "players that move at random",
        ("uniform", "random", "chance"),
    ),
    Skill("first-time player", "a first-time player", "first-time players", ("first-time",)),
    Skill("beginner", "a beginner", "beginners", ("novice",)),
    Skill("casual", "a casual player", "casual players"),
    Skill("experienced", "an experienced player", "experienced players", ("advanced",)),
    Skill("expert", "an expert", "experts"),
    Skill("look-ahead", "a player that looks ahead", "players that look ahead"),
    Skill("perfect", "a perfect player", "perfect players"),
)  # fmt: skip
"""All skills, the weakest first."""

NAMES_OF_SKILLS = ", ".join(skill.name for skill in SKILLS)

LOOK_AHEAD = "look-ahead"
"""The skill of players that look ahead."""

BEST = "the best player known"
"""What sentences call a game's strongest player."""

NO_SKILL = "none"
"""The skill of a strategy that stands for nobody."""

_BY_WORDS = {words: skill for skill in SKILLS for words in (skill.name, *skill.also)}


def skill_of(words: str) -> Skill | None:
    """Return the skill that a strategy names; None for other words, which are a note of its author.

    >>> skill_of("Casual player").several, skill_of("an experiment")
    ('casual players', None)
    """
    said = words.lower().split()
    is_spelt_out = len(said) > 1 and said[-1] == "player"
    return _BY_WORDS.get(" ".join(said)) or (_BY_WORDS.get(" ".join(said[:-1])) if is_spelt_out else None)
