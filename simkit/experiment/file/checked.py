"""Checks the keys of an experiment's file, before the game is loaded, and Numba with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from simkit.content.complaints import Problem, complaint, problems_of
from simkit.content.source import KEY, Place, Source
from simkit.errors import unknown
from simkit.experiment.factors import Setting
from simkit.experiment.file.model import WITHOUT_BEARING, ExperimentFile, keys_at
from simkit.experiment.file.players import FORMS
from simkit.experiment.file.precision import problems_with_both, with_one_of_both
from simkit.experiment.file.questions import questions_with_keys, read_questions
from simkit.experiment.values import Asked
from simkit.plugins import game_names

VARIANTS_GO = "Variants are levels of a factor with a name of your own: factors: {variant: {cheap: {...}}}"


@dataclass(frozen=True)
class Overrides:
    """The command line's changes to an experiment's file."""

    games: int | None = None
    seed: int | None = None
    """Each replaces the file's."""

    settings: tuple[str | Setting, ...] = ()
    """Each "KEY=VALUE", a key as in factors and a value as in YAML; or a setting that was read.  A factor of
    that key is no longer varied."""

    content: Path | None = None
    """A file with content that replaces the experiment's."""

    command: tuple[str, ...] = ()
    """The command line itself, for the run's manifest."""

    before: str = "--"
    """What messages put before a key: "--" on the command line, nothing in Python."""

    asked: Mapping[str, Any] = field(default_factory=dict)
    """Questions that are asked, with the parameters, or not asked, whatever the file says."""

    precision: Mapping[str, float] | None = None
    max_games: int | None = None
    """Each replaces the file's; `games` also replaces its precision, and `precision` its games."""

    @property
    def replacing(self) -> dict[str, Any]:
        """The keys of the file that are replaced, with their values."""
        values = {name: getattr(self, name) for name in ("games", "seed", "precision", "max_games")}
        return {name: value for name, value in values.items() if value is not None}

    def place_of(self, place: Place) -> Place | str:
        """Return a place in the file, or the option that says what stands there."""
        if not place or place[0] not in self.replacing:
            return place
        key, *within = (str(part) for part in place if part is not KEY)
        return " ".join([f"--{key.replace('_', '-')}" if self.before else key, *within])


def require_keys(source: Source, overrides: Overrides) -> None:
    """Complain about a file from which no experiment can be read, whatever its game is."""
    problems: list[Problem] = []
    file, _ = checked_file(source, overrides, problems)
    if file.game not in game_names():
        raise complaint(source, [*problems, (("game",), unknown("game", file.game, game_names()))])


def checked_file(
    source: Source, overrides: Overrides, problems: list[Problem]
) -> tuple[ExperimentFile, tuple[Asked, ...]]:
    """Return the file's keys, checked, and the questions that it asks.

    Problems with keys on which no scenario depends are added to `problems`, so that they hide no others;
    anything else is raised.
    """
    data = dict(source.data)
    asked: tuple[Asked, ...] = ()
    if overrides.asked or data.keys() - ExperimentFile.model_fields.keys():  # else they need not be loaded
        keys = questions_with_keys(data.keys() - ExperimentFile.model_fields.keys())
        questions = {key: data.pop(key) for key in source.data if key in keys}
        changed = changed_questions(questions, overrides)
        kept = {key: value for key, value in questions.items() if key not in changed}
        wrong_changes: list[Problem] = []
        asked = (*read_questions(kept, problems), *read_questions(changed, wrong_changes))
        problems += [(f"{overrides.before}{place[0]}", words) for place, words in wrong_changes]
    data = with_one_of_both(data, overrides.replacing)
    problems += [(overrides.place_of((key,)), words) for key, words in problems_with_both(data)]
    try:
        return ExperimentFile.model_validate(data), asked
    except ValidationError as error:
        problems += [
            (place, f"{words}. {VARIANTS_GO}" if place == ("variants", KEY) else words)
            for place, words in problems_of(error, overrides.place_of, keys_at, forms=FORMS)
        ]
        wrong = {str(found["loc"][0]) for found in error.errors() if found["loc"]}
    rest = {key: value for key, value in data.items() if key not in wrong}
    if wrong & (set(ExperimentFile.model_fields) - WITHOUT_BEARING):
        raise complaint(source, problems) from None
    return ExperimentFile.model_validate({"name": "unnamed", **rest}), asked


def changed_questions(questions: Mapping[str, Any], overrides: Overrides) -> dict[str, Any]:
    """Return the questions that the caller asks, or does not ask; a bare yes leaves the file's parameters."""
    return {
        name: questions[name] if value is True and isinstance(questions.get(name), dict) else value
        for name, value in overrides.asked.items()
    }
