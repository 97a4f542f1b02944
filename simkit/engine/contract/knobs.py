"""Knobs: a game's rule parameters, which are validated, documented and turned into a rules record.

A game subclasses `Knobs` and gives every field with `knob`: its default, range, meaning and provenance.
Knobs are run-time data: changing one never compiles anything.
"""

from __future__ import annotations

import json
import re
import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any, ClassVar, Literal, NamedTuple, Self

import numpy as np
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    create_model,
    field_validator,
)
from pydantic.config import JsonDict
from pydantic.fields import FieldInfo

from simkit.engine.base.weights import fill_weights, weights_dtype
from simkit.engine.contract.alternatives import LIMITS, PlainType, other_values, plain_type, steps_from
from simkit.engine.contract.weights import numbered
from simkit.errors import BadInput, unknown
from simkit.language import listed, value_in_words

MOST_CONTENTS = 64
"""Of how many sets of cards, each of which has knobs of its own, what follows from their knobs is kept."""

PLAYERS = "players"
"""The knob for the number of players, in games where it may vary."""

Provenance = Literal["published", "derived", "inferred", "reconstructed", "simkit"]
"""How a value is known; "simkit" marks limits that belong to simkit and not to the game."""


class AsPrinted(NamedTuple):
    """A knob's default that the content prints, with the allowed words for a knob that is a word."""

    value: Any
    choices: Sequence[str] = ()


def knob(
    default: Any,
    description: str,
    provenance: Provenance,
    *,
    assumption: str = "",
    choices: Sequence[str] = (),
    label: str = "",
    unit: str = "",
    said: str | Mapping[str, str] = "",
    **limits: Any,
) -> Any:
    """Declare one knob.

    Parameters
    ----------
    default : Any
        The value in the box; `AsPrinted` if the allowed words are printed there too.
    description : str
        What it changes, in words of the rulebook.
    provenance : Provenance
        How the default is known.
    assumption : str
        The id of the assumption that the default rests on, if it is inferred or reconstructed.
    choices : sequence of str
        The allowed words, for a knob that is a word.
    label : str
        What a designer calls it, as it stands in a sentence: "the price of an Artificial Tide".  By default
        its name in words: "the spell cost tide".
    unit : str
        What its values count, one of them: "token"; an irregular plural behind a stroke: "penny/pence".
        By default, of "the number of tokens", "token".
    said : str or mapping
        How a value stands in a sentence, with {} for the value: "on board {}"; or, by the value as it is
        written in an experiment, how single values do: {"back": "with ties broken from the back"}, where the
        empty text stands for all others.  By default "with LABEL at 2 tokens",
        and "with 2 tokens" if the label is "the number of tokens".
    limits
        pydantic's limits, those in `LIMITS`.

    Raises
    ------
    BadInput
        For an unknown limit.
    """
    for limit in limits:
        if limit not in LIMITS:
            raise BadInput(f"knob({default!r}, '{description}'): {unknown('limit', limit, LIMITS)}")
    for words in (label, unit, *((said,) if isinstance(said, str) else (*said, *said.values()))):
        if not isinstance(words, str):
            place = f"knob({default!r}, '{description}')"
            raise BadInput(f"{place}: label, unit and said are words, found {words!r}")
    are_printed = isinstance(default, AsPrinted)
    if isinstance(default, AsPrinted):
        default, choices = default.value, default.choices
    extra: JsonDict = {
        "provenance": provenance,
        "assumption": assumption,
        "choices": list(choices),
        "choices_are_printed": are_printed,
        "label": label,
        "unit": unit,
        "said": said if isinstance(said, str) else dict(said),
    }
    return Field(
        default=default, description=description, json_schema_extra=extra, validate_default=True, **limits
    )


@dataclass(frozen=True)
class RuleWords:
    """What a designer calls a knob, and how its values stand in a sentence; see `knob`."""

    label: str
    unit: str
    said: Mapping[str, str]
    kind: Literal["yes or no", "set", "weights", "value"]

    @property
    def title(self) -> str:
        """The label without its article, for headings and axes; of "the number of rolls", "rolls"."""
        return re.sub(f"^({NUMBER_OF}|the |an? )", "", self.label)

    def level(self, level: str) -> str:
        """Return a level in a sentence: "with the reserve at 2 tokens", "on board A1", "without the raft"."""
        return self._phrase(level).replace(VALUE, self._value(level), 1)

    def change(self, level: str, base: str) -> str:
        """Return a change in a sentence: "with the reserve at 2 tokens instead of 4", "with the raft"."""
        now, before = self.level(level), self.level(base)
        if self._phrase(level) == self._phrase(base):
            return f"{now} instead of {base if self.unit else self._value(base)}"
        (first, _, rest), (start, _, left) = now.partition(" "), before.partition(" ")
        if start == "without" != first or rest == left:
            return now
        return f"{now} instead of {left if start == first else before}"

    def short(self, level: str) -> str:
        """Return a level in few words, for a list or behind "with": "board A1", "reserve 4", "no raft"."""
        if level in self.said or OTHERS in self.said or (self.kind == "yes or no" and level in YES_NO):
            return re.sub("^without (the |an? )?", "no ", re.sub("^(with|on) ", "", self.level(level)))
        return f"{self.title} {level}"

    def _phrase(self, level: str) -> str:
        """Return how a level stands in a sentence, with {} for the value where it is said by a template."""
        if level in self.said:
            return self.said[level]
        if self.kind == "yes or no" and level in YES_NO:
            return f"{'with' if level == 'true' else 'without'} {self.label}"
        if level == "null":
            return f"with {self.label} left open"
        if OTHERS in self.said and (not self.unit or _is_of_numbers(level)):
            return self.said[OTHERS]
        if self.kind == "set":
            return f"with {'none' if level in _NOTHING else VALUE} of {self.label}"
        return f"with {self.label} {'at' if _is_of_numbers(level) else 'set to'} {VALUE}"

    def _value(self, level: str) -> str:
        """Return a value in a sentence: "2 tokens", "1, 2 and 3", "4 each"; weights with `TIMES`."""
        if level in _NOTHING:
            return "none"
        if self.kind == "weights" and level.startswith("{"):
            pairs = (pair.rpartition(": ") for pair in level.strip("{}").split(", "))
            return listed(
                thing if weight == "1" else f"{thing} {TIMES}{weight}" for thing, _, weight in pairs
            )
        if level.startswith("[") and "[" not in level[1:]:
            parts = level.strip("[]").split(", ")
            are_one = len(parts) > 2 and len({*parts}) == 1 and OTHERS not in self.said
            return f"{parts[0]} each" if are_one else self._parts(parts)
        if self.kind == "set":
            return self._parts(level.split("+"))
        if self.unit and _is_of_numbers(level):
            one, _, several = self.unit.partition("/")
            return f"{level} {one if level == '1' else several or f'{one}s'}"
        return level

    def _parts(self, parts: Sequence[str]) -> str:
        return listed(self.said[part].removeprefix("with ") if part in self.said else part for part in parts)


TIMES = "\N{MULTIPLICATION SIGN}"
"""Stands before the weight of a thing, unless that is 1."""

VALUE = "{}"
"""What stands for the value in a knob's `said`."""

OTHERS = ""
"""The key of a knob's `said` for all values that it does not name."""

YES_NO = ("true", "false")

_NOTHING = ("none", "[]")

NUMBER_OF = "the number of "
"""How the label of a knob begins that counts its unit: its values are said as "with 3 rounds"."""


def _is_of_numbers(level: str) -> bool:
    return all(re.fullmatch(r"-?\d+(?:\.\d+)?", part) for part in level.strip("[]").split(", "))


@lru_cache(maxsize=100 * MOST_CONTENTS)
def words_of(knobs: type[Knobs], rule: str) -> RuleWords:
    """Return what a designer calls a rule of a game, and how its values stand in a sentence."""
    field = knobs.model_fields.get(rule)
    extra: Any = (field.json_schema_extra if field else None) or {}
    kind = field.annotation if field else None
    is_set = typing.get_origin(kind) in (set, frozenset)
    is_weighed = field is not None and plain_type(kind, field.metadata).things is not None
    label = extra.get("label") or (
        f"{NUMBER_OF}players" if rule == PLAYERS else f"the {rule.replace('_', ' ')}"
    )
    counted = re.fullmatch(rf"{NUMBER_OF}((?:\w+ )?\w+)s", label)
    unit = extra.get("unit") or (counted[1] if counted else "")
    said = extra.get("said") or ("with {}" if unit and label.startswith(NUMBER_OF) else "")
    return RuleWords(
        label,
        unit,
        {OTHERS: said} if said and isinstance(said, str) else said or {},
        "yes or no" if kind is bool else "set" if is_set else "weights" if is_weighed else "value",
    )


def words_of_parameter(name: str, label: str = "", said: str = "") -> RuleWords:
    """Return what a designer calls a parameter of players, and how its values stand in a sentence."""
    return RuleWords(label or f"the {name.replace('_', ' ')}", "", {OTHERS: said} if said else {}, "value")


class Knobs(BaseModel):
    """The rule parameters that all games have; a game's own knobs are a subclass."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    content: ClassVar[Any] = None
    """The content that the game is played with, if it declares content."""

    counted_by: ClassVar[Mapping[str, str]] = {}
    """For some knobs, the game's column that counts how often the rule is used."""

    groups: ClassVar[Mapping[str, str]] = {}
    """For the first of some knobs that belong together, the heading under which they are shown."""

    needs: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """For some knobs, the values that others must have for them to have an effect (an expansion in use)."""

    @classmethod
    def printed(cls, content: Any) -> Mapping[str, Any]:
        """Return the defaults that are printed in the content, by knob; games with content override this."""
        return {}

    @classmethod
    def with_content(cls, content: Any) -> type[Self]:
        """Return these knobs for other content, with its defaults and its allowed words."""
        fields: dict[str, Any] = {}
        for name, default in cls.printed(content).items():
            field = copy(cls.model_fields[name])
            said = default if isinstance(default, AsPrinted) else AsPrinted(default)
            field.default = said.value
            if said.choices:
                extra: Any = field.json_schema_extra
                field.json_schema_extra = {**extra, "choices": list(said.choices)}
            fields[name] = (field.annotation, field)
        own = create_model(cls.__name__, __base__=cls, __module__=cls.__module__, **fields)
        own.content = content
        return own

    decision_cap: int = knob(
        10_000,
        "moves after which a game that has not ended is stopped, with an outcome that says so",
        "simkit",
        label="the limit on moves",
        unit="move",
        said="with {} at most",
        ge=1,
        le=65_535,  # a count of moves fits a column of 16 bits
    )

    @field_validator("*", mode="before")
    @classmethod
    def _is_no_other_kind(cls, value: Any, info: ValidationInfo) -> Any:
        """Refuse true and false for numbers, and numbers for true and false, which pydantic would accept."""
        yes_or_no = info.field_name in _yes_or_no(cls)
        if yes_or_no and not isinstance(value, bool):
            raise ValueError(f"found {value}, allowed is true or false")
        if not yes_or_no and _has_yes_or_no(value):
            raise ValueError("true and false are not allowed here")
        return value

    @field_validator("*")
    @classmethod
    def _is_one_of_the_choices(cls, value: Any, info: ValidationInfo) -> Any:
        choices = _choices(cls).get(info.field_name or "", [])
        entries = value if isinstance(value, (tuple, list, set, frozenset, dict)) else (value,)
        for entry in entries if choices else ():
            if entry not in choices:
                raise ValueError(unknown(str(info.field_name), str(entry), choices))
        return value

    def others(self, name: str) -> Iterator[Any]:
        """Yield other values of a knob that are allowed together with the values of the other knobs here.

        They follow from its type, its limits and its choices: half way to the limits and at them, each of the
        choices, a list with other entries.  There may be none, as for a knob that is free text.
        """
        for value in other_values(type(self).model_fields[name], self.value_in_effect(name)):
            with suppress(ValidationError):
                changed = type(self).model_validate({**dict(self), name: value})
                if getattr(changed, name) != getattr(self, name):
                    yield getattr(changed, name)

    def another(self, name: str) -> Any:
        """Return another value of a knob that is allowed together with the values of the other knobs here.

        Raises
        ------
        BadInput
            If none can be found in its type and limits.
        """
        for value in self.others(name):
            return value
        raise BadInput(f"the knob '{name}': no value besides {getattr(self, name)!r} could be found")

    def one_step_away(self, name: str) -> Iterator[tuple[int, Self]]:
        """Yield the rules with one knob a step away, each with its direction: -1 down, 1 up, 0 without one.

        Only what is allowed together with the values of the other knobs here (see
        `simkit.engine.contract.alternatives.steps_from`).
        """
        for way, value in steps_from(type(self).model_fields[name], self.value_in_effect(name)):
            with suppress(ValidationError):
                changed = type(self).model_validate({**dict(self), name: value})
                if getattr(changed, name) != getattr(self, name):
                    yield way, changed

    def value_in_effect(self, name: str) -> Any:
        """Return the value of a knob; of one that is left open, what it comes to (see `in_effect`)."""
        value = getattr(self, name)
        return getattr(self, self.in_effect[name]) if value is None and name in self.in_effect else value

    @classmethod
    def with_values(cls, values: Mapping[str, Any]) -> Self:
        """Return the knobs with some values; the defaults are shared by all of them, and were checked once.

        Raises
        ------
        pydantic.ValidationError
            If there is no such knob, or its value is not allowed.
        """
        box = _in_the_box(cls)
        checked = box.checked.model_validate(values)
        return box.knobs.model_copy(update={name: getattr(checked, name) for name in values})  # type: ignore[return-value]

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the knobs that `as_json` describes.

        Raises
        ------
        pydantic.ValidationError
            If there is no such knob any more, or its value is no longer allowed.
        """
        box = _in_the_box(cls)
        missing = object()
        recorded = {
            name: value for name, value in json.loads(text).items() if value != box.data.get(name, missing)
        }
        checked = box.checked.model_validate_json(json.dumps(recorded))
        return box.knobs.model_copy(update={name: getattr(checked, name) for name in recorded})  # type: ignore[return-value]

    def as_json(self) -> str:
        """Return the knobs as JSON with names and sets sorted, so that equal knobs give equal text."""
        box = _in_the_box(type(self))
        values, shared = self.__dict__, box.knobs.__dict__
        own = {name for name in values if values[name] is not shared[name]}
        texts = {**box.texts, **_texts(self.model_dump(include=own))} if own else box.texts
        return "{" + ", ".join(texts.values()) + "}"

    in_effect: ClassVar[Mapping[str, str]] = {}
    """For knobs whose None stands for a value that depends on others, the property that gives this value."""

    worked_out: ClassVar[Sequence[tuple[Any, ...]]] = ()
    """Further columns of the rules record, (name, type) or (name, type, shape), which `work_out` fills."""

    @classmethod
    def layout(cls) -> np.dtype[np.void]:
        """Return the layout of the rules record: a column for each plain knob, and those in `worked_out`.

        A plain knob is a number, a yes or no, one of some words (the column holds its index), a list of
        numbers of fixed length, `Weights` (the column is a record of `weights_dtype`), or a list of these of
        fixed length.

        Raises
        ------
        BadInput
            If it is not said how many things `Weights` may hold.
        """
        return _layout(cls)

    def record(self) -> np.record:
        """Return the rules record that compiled code reads."""
        layout, choices = self.layout(), _choices(type(self))
        row = np.zeros(1, _within_reach(layout))
        rules = row[0]
        for name, column in _plain_columns(type(self)).items():
            value = getattr(self, name)
            if _is_of_weights(column):
                every = zip(rules[name], value, strict=True) if len(column) > 1 else [(rules[name], value)]
                for weights, one in every:
                    fill_weights(weights, *numbered(one, choices.get(name, ())))
            else:
                rules[name] = choices[name].index(value) if isinstance(value, str) else value
        self.work_out(rules)
        return np.ndarray(1, np.dtype((np.record, layout)), row)[0]  # type: ignore[no-any-return]

    def work_out(self, rules: Any) -> None:
        """Fill the columns in `worked_out`; games that have such columns override this."""


def _column_of(field: FieldInfo) -> tuple[Any, ...]:
    """Return type (and shape) of the column for a plain knob; an empty tuple for any other knob."""
    extra: Any = field.json_schema_extra
    kind = field.annotation
    if kind in (int, bool) or (kind is str and extra["choices"]):
        return (np.int32,)
    if kind is float:
        return (np.float64,)
    plain = plain_type(kind, field.metadata)
    if plain.things:
        return (_weights_column(plain, field),)
    lengths = {type(limit).__name__: limit for limit in field.metadata}
    if typing.get_origin(kind) in (tuple, list) and {"MinLen", "MaxLen"} <= set(lengths):
        few, many = lengths["MinLen"].min_length, lengths["MaxLen"].max_length
        entry = typing.get_args(kind)[0]
        if few == many and (several := plain_type(entry)).things:
            return (_weights_column(several, field), (many,))
        entry = typing.get_args(entry)[0] if typing.get_origin(entry) is typing.Annotated else entry
        if few == many and entry in (int, float):
            return (np.int32 if entry is int else np.float64, (many,))
    return ()


def _weights_column(plain: PlainType, field: FieldInfo) -> np.dtype[np.void]:
    if "max_length" not in plain.limits:
        raise BadInput(
            f"knob({value_in_words(field.default)}, '{field.description}'): how many things may it hold? "
            "Say max_length=6, or, in a list, Annotated[Weights[int], Field(max_length=6)]"
        )
    return weights_dtype(plain.limits["max_length"])


def _is_of_weights(column: tuple[Any, ...]) -> bool:
    return isinstance(column[0], np.dtype)


@lru_cache(maxsize=MOST_CONTENTS)
def _plain_columns(knobs: type[Knobs]) -> dict[str, tuple[Any, ...]]:
    """Return type (and shape) of the columns for the plain knobs that are not worked out."""
    worked_out = {str(column[0]) for column in knobs.worked_out}
    columns = {name: _column_of(field) for name, field in knobs.model_fields.items()}
    return {name: column for name, column in columns.items() if column and name not in worked_out}


@lru_cache(maxsize=MOST_CONTENTS)
def _layout(knobs: type[Knobs]) -> np.dtype[np.void]:
    plain = ((name, *column) for name, column in _plain_columns(knobs).items())
    return np.dtype([*plain, *knobs.worked_out], align=True)


@cache
def _within_reach(layout: np.dtype[np.void]) -> Any:
    """Return a layout whose records find their fields in half the time that NumPy's own take."""
    if any(layout[name].base.names for name in layout.names or ()):
        return np.dtype((np.record, layout))  # the records within it are to have attributes, too
    fields = {name: property(itemgetter(name)) for name in layout.names or () if not hasattr(np.record, name)}
    quick = {"__getattribute__": np.void.__getattribute__, "__setattr__": np.void.__setitem__}
    return np.dtype((type("Rules", (np.record,), {**fields, **quick}), layout))


class _InTheBox(NamedTuple):
    """A game's knobs with their defaults."""

    knobs: Knobs
    checked: type[Knobs]
    """The same kind of knobs; it takes its defaults as they are here, and does not check them again."""

    texts: dict[str, str]
    """For each knob its name and its default in JSON, by name, in alphabetical order."""

    data: dict[str, Any]
    """What is read from that JSON."""


@lru_cache(maxsize=MOST_CONTENTS)
def _in_the_box(knobs: type[Knobs]) -> _InTheBox:
    printed = knobs()
    fields: dict[str, Any] = {}
    for name, field in knobs.model_fields.items():
        own = copy(field)
        own.default, own.validate_default = getattr(printed, name), False
        fields[name] = (field.annotation, own)
    checked = create_model(knobs.__name__, __base__=knobs, __module__=knobs.__module__, **fields)
    texts = _texts(printed.model_dump())
    return _InTheBox(printed, checked, texts, json.loads("{" + ", ".join(texts.values()) + "}"))


def _texts(values: Mapping[str, Any]) -> dict[str, str]:
    """Return for each knob its name and its value in JSON, by name, in alphabetical order."""
    return {
        name: f"{json.dumps(name)}: {json.dumps(values[name], default=sorted, sort_keys=True)}"
        for name in sorted(values)
    }


@lru_cache(maxsize=MOST_CONTENTS)
def _yes_or_no(knobs: type[Knobs]) -> frozenset[str]:
    """Return the knobs that are true or false; cached, because there may be thousands of scenarios."""
    return frozenset(name for name, field in knobs.model_fields.items() if field.annotation is bool)


@lru_cache(maxsize=MOST_CONTENTS)
def _choices(knobs: type[Knobs]) -> dict[str, list[str]]:
    """Return the words that each knob allows; cached."""
    extras: dict[str, Any] = {name: field.json_schema_extra for name, field in knobs.model_fields.items()}
    return {name: extra["choices"] for name, extra in extras.items() if extra["choices"]}


def _has_yes_or_no(value: Any) -> bool:
    """Return True if a value, or an entry of it at any depth, is true or false."""
    if isinstance(value, (bool, int, str)):
        return isinstance(value, bool)
    if isinstance(value, Mapping):
        return any(_has_yes_or_no(entry) for entry in value.values())
    return isinstance(value, (list, tuple, set, frozenset)) and any(map(_has_yes_or_no, value))


WHEN = "when"
"""The key of an alternative for the knobs that it presupposes."""


@dataclass(frozen=True)
class Assumption:
    """A value that could not be looked up, with the other values that it might have."""

    id: str
    """Its id: "A1", "A2" ..."""
    about: str
    """What is not known for sure."""
    provenance: Provenance
    """"inferred" or "reconstructed"."""
    value: str
    """The value that simkit uses, in words."""
    alternatives: dict[str, dict[str, Any]]
    """For the name of each alternative, the knobs that it sets; under `WHEN`, knobs that it presupposes."""

    @property
    def knobs(self) -> frozenset[str]:
        """The knobs that its alternatives set."""
        return frozenset(name for setting in self.alternatives.values() for name in setting if name != WHEN)

    def bears_on(self, rules: Knobs) -> bool:
        """Return True if rules depend on it: an alternative applies and changes knobs that are as printed."""
        printed = _in_the_box(type(rules)).knobs
        return any(
            holds(setting.get(WHEN, {}), rules)
            and all(getattr(rules, name) == getattr(printed, name) for name in setting if name != WHEN)
            for setting in self.alternatives.values()
        )


def why_without_effect(name: str, rules: Iterable[Knobs]) -> str:
    """Return why a knob has no effect under any of the rules; an empty text if it may have one."""
    known = list(rules)
    wanted = dict(type(known[0]).needs.get(name, {})) if known else {}
    if not wanted or any(holds(wanted, knobs) for knobs in known):
        return ""
    said = " and ".join(f"{knob}: {value}" for knob, value in wanted.items())
    return f"it has an effect only with {said}, which no scenario has"


def holds(wanted: Mapping[str, Any], knobs: Knobs) -> bool:
    """Return True if knobs have the wanted values; a knob that is a set must contain the value."""
    for name, value in wanted.items():
        found = getattr(knobs, name)
        if not (value in found if isinstance(found, frozenset) else found == value):
            return False
    return True
