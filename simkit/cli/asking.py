"""Makes a command of each question, and shows its answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import click

from simkit import cli
from simkit.cli import options
from simkit.content.source import read_value
from simkit.errors import BadInput
from simkit.questions import Parameters, Positional
from simkit.questions.registry import find_question

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

Decorator = Callable[[Callable[..., None]], Callable[..., None]]


def command_of(name: str) -> click.Command | None:
    """Return the command that asks a question, if it has one; its options are the question's parameters."""
    question = find_question(name)
    asked_by = question.command
    if asked_by is None:
        return None

    def ask(**given: Any) -> None:
        cli.run.ask_and_show(question, given)

    is_one = len(asked_by.examples) == 1
    examples = "\n".join(f"  {example}" for example in asked_by.examples)
    title = "Example" if is_one else "Examples"
    text = f"{question.summary}\n\n\b\n{title}:\n{examples}" if examples else question.summary
    out = (
        "The folder to write." if asked_by.has_folder else (f"Also write it as a page: {question.name}.html")
    )
    decorators: list[Decorator] = [
        click.argument("target", metavar="GAME|EXPERIMENT", type=options.GameName(or_file=True)),
        *parameters_of(question.parameters),
        options.settings,
        options.jobs,
        options.cluster,
        click.option("--out", type=options.FILE, help=out),
    ]
    made: Callable[..., None] = ask
    for decorate in reversed(decorators):
        made = decorate(made)
    return click.command(question.name, help=text)(made)


def parameters_of(model: type[Parameters]) -> Iterator[Decorator]:
    """Yield what adds an option to a command, for each parameter of a question."""
    for name, field in model.model_fields.items():
        if any(isinstance(mark, Positional) for mark in field.metadata):
            yield click.argument(name, required=False, default=field.default, type=options.TEXT)
        else:
            help_ = f"{(field.description or name)[:1].upper()}{(field.description or name)[1:]}."
            flag = f"--{name.replace('_', '-')}"
            default = None if get_origin(field.annotation) is dict else field.default
            yield click.option(flag, name, default=default, help=help_, **_kind_of(field))


def _mapping(_context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> dict[str, Any]:
    """Return a mapping that is given key by key, with values as in YAML: reserve=4, "reserve=[2, 4]"."""
    found = {}
    for text in given:
        key, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"{option.opts[0]} {text}: allowed is KEY=VALUE, such as reserve=4")
        found[key.strip()] = read_value(value, f"{option.opts[0]} {key.strip()}")
    return found


def _kind_of(field: FieldInfo) -> dict[str, Any]:
    """Return how an option takes the values of a parameter."""
    kinds = [kind for kind in get_args(field.annotation) if kind is not NoneType]
    is_choice = get_origin(field.annotation) is Literal
    kind = kinds[0] if kinds and not is_choice else field.annotation
    if get_origin(field.annotation) is dict:
        return {"multiple": True, "metavar": "KEY=VALUE", "type": options.TEXT, "callback": _mapping}
    shown = {"show_default": field.default not in (None, "")}
    if is_choice:
        return {"type": click.Choice([str(word) for word in kinds]), **shown}
    if kind is bool:
        return {"is_flag": True}
    low, high = (
        next((getattr(m, end) for m in field.metadata if hasattr(m, end)), None) for end in ("ge", "le")
    )
    if kind is int:
        return {"type": options.Count(low, high), **shown}
    if kind is float:
        return {"type": click.FloatRange(low, high), **shown}
    if kind is str:
        return {"type": options.TEXT, **shown}
    raise TypeError(f"a parameter of a question is a word, a number, a choice or a flag, found {kind}")
