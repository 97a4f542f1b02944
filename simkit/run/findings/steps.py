"""The steps of skill: the players from a first-time player to the best known, as one would know them.

Strategies show what a game rewards; the steps show how far people come in it.  They stand in a file
``steps.yaml`` beside the strategies, with the setting in which they are measured: one in which neither the
weakest nor the strongest is close to winning nothing or everything, so that all differences show.
`tools/measure_ladder.py` writes what they win.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import nan
from pathlib import Path
from typing import Annotated, Any

from annotated_types import Ge, Len
from pydantic import BaseModel, ConfigDict

from simkit.content.complaints import Problem, complaint
from simkit.content.source import Source
from simkit.engine.contract.player import Player
from simkit.engine.contract.skills import BEST, LOOK_AHEAD, NAMES_OF_SKILLS, SKILLS, Skill, skill_of
from simkit.errors import BadInput, unknown
from simkit.experiment.file.players import read_player
from simkit.experiment.values import player_in_words
from simkit.plugins import find_strategy, ladder_files
from simkit.run.findings.ladder import STUDENT, LadderSetting, SettingEntry, read_as, read_setting
from simkit.stats.estimates import WILSON, Estimate, unit_of

FILE = "steps.yaml"


class StepEntry(BaseModel):
    """One step, as the file has it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    skill: str
    """One of the skills that strategies are given, each step a higher one."""

    plays: Any
    """The player, as an experiment writes it: a strategy's name, or one that errs."""

    about: str
    """What this player sees and what it misses, in one sentence."""

    games: Annotated[int, Ge(1)] | None = None
    """How many games it plays; by default as many as the file says."""

    result: Annotated[list[float], Len(3, 3)] | None = None
    """Its win rate or mean points, and the ends of the interval; written by the tool."""


class StepsFile(SettingEntry):
    """The contents of a ``steps.yaml``."""

    steps: Annotated[list[StepEntry], Len(2)]


@dataclass(frozen=True)
class SkillStep:
    """A player as one knows it."""

    skill: Skill
    player: Player
    plays: Any
    """The player as an experiment writes it."""

    about: str
    games: int
    result: Estimate | None
    """Its win rate or mean points; None if they were not measured."""

    @property
    def words(self) -> str:
        """Who it is: "a first-time player", "the best player known"."""
        return BEST if self.skill.name == LOOK_AHEAD else self.skill.one

    @property
    def strategy(self) -> str:
        """What plays for it: "erring planner (overlooks 0.04)"."""
        return player_in_words(self.player.name, self.player.parameters)


@dataclass(frozen=True)
class SkillSteps:
    """The steps of a game, the weakest player first."""

    file: Path
    setting: LadderSetting
    steps: Sequence[SkillStep]

    def measure(self, step: SkillStep) -> Estimate:
        """Play a step's games in the setting; return its win rate or mean points."""
        strategy = find_strategy(self.setting.game.name, step.player.strategy, self.file.parent)
        return self.setting.measure(strategy, step.games, step.player.parameters)


def steps_of(game: str) -> Iterator[SkillSteps]:
    """Yield the steps of a game: one for each package of strategies that has any."""
    for ladder in ladder_files(game):
        file = ladder.with_name(FILE)
        if file.is_file() and (found := read_steps(file)).setting.game.name == game:
            yield found


def read_steps(file: Path) -> SkillSteps:
    """Read a ``steps.yaml``."""
    source, found = read_as(StepsFile, file, "a file of steps of skill")
    setting = read_setting(source, found)
    problems: list[Problem] = []
    steps = [_step(source, setting, place, entry, problems) for place, entry in enumerate(found.steps)]
    if problems:
        raise complaint(source, problems)
    read = [step for step in steps if step is not None]
    ranks = [SKILLS.index(step.skill) for step in read]
    for place, (lower, higher) in enumerate(pairwise(ranks), 1):
        if higher <= lower:
            message = f"found {SKILLS[higher].name} after {SKILLS[lower].name}, allowed is a higher skill"
            raise complaint(source, [(("steps", place, "skill"), message)])
    return SkillSteps(file, setting, read)


def _step(
    source: Source, setting: LadderSetting, place: int, entry: StepEntry, problems: list[Problem]
) -> SkillStep | None:
    at = ("steps", place)
    skill = skill_of(entry.skill)
    if skill is None:
        problems.append(((*at, "skill"), f"{unknown('skill', entry.skill, NAMES_OF_SKILLS.split(', '))}"))
    player = read_player(entry.plays, (*at, "plays"), problems)
    if skill is None or player is None:
        return None
    try:
        find_strategy(setting.game.name, player.strategy, source.path.parent)
    except BadInput as problem:
        problems.append(((*at, "plays"), str(problem)))
        return None
    games = entry.games or setting.games
    method, unit = WILSON if setting.is_share else STUDENT, unit_of(setting.is_share)
    value, low, high = entry.result or (nan, nan, nan)
    result = Estimate(value, low, high, games, method, unit) if entry.result else None
    return SkillStep(skill, player, entry.plays, entry.about, games, result)


def write_steps(file: Path, results: Sequence[Estimate]) -> None:
    """Write what the steps come to into their file, in place of what stood there."""
    head, *entries = re.split(r"(?m)^(?=  - skill:)", file.read_text(encoding="utf-8"))
    measured = []
    for entry, found in zip(entries, results, strict=True):
        kept = re.sub(r"(?m)^    result:.*\n", "", entry).rstrip()
        ends = f"[{found.value:.4f}, {found.low:.4f}, {found.high:.4f}]"
        measured.append(f"{kept}\n    result: {ends}  # {found}\n")
    file.write_text(head + "".join(measured), encoding="utf-8")
