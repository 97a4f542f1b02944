"""Reads the questions that an experiment asks besides playing its games: each has a key of its own.

Reading needs a question's name, its parameters and the meaning of its key.  The questions themselves are on a
higher floor (`simkit.questions`), and are found as games are.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, Protocol

from pydantic import BaseModel, ValidationError

from simkit.content.complaints import Problem, problems_of, quoted
from simkit.content.source import KEY
from simkit.experiment.values import Asked
from simkit.installed import own_questions
from simkit.plugins import question_declared, question_names, questions_of_others


class WithKey(Protocol):
    """A question with a key in experiments' files."""

    @property
    def name(self) -> str:
        """The key."""

    @property
    def key(self) -> str:
        """What the key asks for, in words."""

    @property
    def parameters(self) -> type[BaseModel]:
        """The model of what stands under the key."""

    @property
    def refusal(self) -> Callable[[Any], str]:
        """Return why an experiment can't ask it; an empty text if it can."""


def questions_with_keys(names: Container[str] | None = None) -> dict[str, WithKey]:
    """Return the questions that have a key in experiments' files, by their names.

    `names`: of these names alone, so that no other is loaded.
    """
    known = question_names()
    found = {name: question_declared(name) for name in known if names is None or name in names}
    return {name: question for name, question in found.items() if question.key}


WITHOUT_KEY = frozenset({"idle_rules", "likeness", "minutes", "playtest", "regret", "tournament"})
"""The questions of simkit's own that no file asks, repeated here because loading them takes a second."""


def keys_of_questions() -> list[str]:
    """Return the keys with which a file asks questions; none of simkit's own questions is loaded for that."""
    asked_by_others = (name for name, question in questions_of_others().items() if question.key)
    return [*(name for name in own_questions() if name not in WITHOUT_KEY), *asked_by_others]


def read_questions(data: Mapping[str, Any], problems: list[Problem]) -> tuple[Asked, ...]:
    """Return the questions that an experiment's keys ask; problems are added to `problems`."""
    known = questions_with_keys(data)
    asked = []
    for name, value in data.items():
        model = known[name].parameters
        if isinstance(value, dict):
            try:
                asked.append(Asked(name, model.model_validate(value)))
            except ValidationError as error:
                problems += _problems(name, model, error)
        elif value is True:
            asked.append(Asked(name, model()))
        elif value is not False:
            allowed = "true, false or a mapping (key: value)" if model.model_fields else "true or false"
            problems.append(((name,), f"{name}: found {quoted(value)}, allowed is {allowed}"))
    return tuple(asked)


def _problems(name: str, model: type[BaseModel], error: ValidationError) -> list[Problem]:
    keys = f"key of {name}", list(model.model_fields)
    found = problems_of(error, lambda place: (name, *place), lambda _place: keys)
    return [(place, f"{name}.{message}") for place, message in found]


def refusals(questions: Sequence[Asked], experiment: object) -> list[Problem]:
    """Return why an experiment can't ask some of its questions."""
    known = questions_with_keys([asked.name for asked in questions])
    said = ((asked.name, known[asked.name].refusal(experiment)) for asked in questions)
    return [((name, KEY), f"{name}: {why}") for name, why in said if why]
