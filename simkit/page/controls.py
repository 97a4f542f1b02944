"""The form: what can be changed of a game, from the declarations of its rules and strategies."""

from __future__ import annotations

import json
import math
import types
import typing
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic.fields import FieldInfo

from simkit.engine.contract.alternatives import PlainType, plain_type
from simkit.engine.contract.describe import describe_knobs
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import PLAYERS, Knobs
from simkit.engine.contract.player import MASTER
from simkit.engine.contract.strategy import Strategy
from simkit.language import value_in_words

Data = dict[str, Any]

SLIDES = 100
"""The longest range of a slider that goes to the limits of a rule; others go some way beyond its value."""

BEYOND = 3
"""How many times as large as the value at the start such a slider goes."""

MOST_BOXES = 14
"""The most numbers of a list that have a box each."""

MOST_TICKS = 20
"""The most entries of a set that have a box to tick each."""

RULES = "Rules"
"""The heading where a game declares no groups of rules."""

LIMITS = "Limits of simkit"
"""The heading of the rules that all games have."""


def groups_of_rules(game: Game, rules: Knobs) -> list[Data]:
    """Return a game's rules in the groups that it declares, each with a control and its value at the start.

    The number of players is left out: it stands with the players.
    """
    groups: dict[str, list[Data]] = {}
    heading = RULES
    printed, values = (json.loads(knobs.as_json()) for knobs in (game.in_the_box.knobs(), rules))
    for knob in describe_knobs(game.knobs):
        heading = LIMITS if knob.name in Knobs.model_fields else game.knobs.groups.get(knob.name, heading)
        if knob.name == PLAYERS:
            continue
        value, field = values[knob.name], type(rules).model_fields[knob.name]
        groups.setdefault(heading, []).append(
            {
                "name": knob.name,
                "label": knob.name.replace("_", " "),
                "meaning": _plain(knob.description),
                "allowed": knob.allowed,
                "known": "" if knob.provenance in ("published", "simkit") else knob.provenance,
                "value": value,
                "words": value_in_words(getattr(rules, knob.name)),
                "printed": "" if value == printed[knob.name] else value_in_words(printed[knob.name]),
                **control_of(field, value),
            }
        )
    return [{"heading": heading, "rules": group} for heading, group in groups.items()]


def control_of(field: FieldInfo, value: Any) -> Data:
    """Return by what a rule is changed: a slider, a choice, a switch, boxes for numbers, or text.

    A number that may be left out has a box alone; weights are text, which may be a list or a mapping.
    """
    extra: Any = field.json_schema_extra
    plain = plain_type(field.annotation, field.metadata, extra["choices"])
    origin, arguments = typing.get_origin(plain.kind), typing.get_args(plain.kind)
    if plain.kind is bool:
        return {"kind": "switch"}
    if (plain.words and not origin) or origin is typing.Literal:
        return {"kind": "choice", "options": list(plain.words)}
    if plain.kind in (int, float):
        return {"kind": "slider", **slider(plain, value)}
    if origin in (typing.Union, types.UnionType) and set(arguments) - {type(None)} <= {int, float}:
        return {"kind": "maybe", **ends_of(plain), "whole": float not in arguments}
    if origin in (tuple, list) and (not arguments[1:] or Ellipsis in arguments) and plain.things is None:
        entry = plain_type(arguments[0], words=plain.words)
        if entry.kind is int and not entry.words and len(value or ()) <= MOST_BOXES:
            least, most = plain.limits.get("min_length", 0), plain.limits.get("max_length", MOST_BOXES)
            return {"kind": "numbers", "least": least, "most": most, **ends_of(entry)}
    if origin in (set, frozenset):
        entries = _entries(plain_type(arguments[0], words=plain.words))
        if 0 < len(entries) <= MOST_TICKS:
            return {"kind": "set", "options": entries}
    return {"kind": "text", "text": "" if value is None else value_in_words(value)}


def slider(plain: PlainType, value: float) -> Data:
    """Return the ends and the step of a slider, and the limits of the box beside it."""
    ends = ends_of(plain)
    low, high = ends["low"], ends["high"]
    least = low if low is not None else min(0, value)
    most = high
    if most is None or most - least > SLIDES:
        wanted = max(least + SLIDES / 5, BEYOND * value)
        most = wanted if most is None else min(most, wanted)
    whole = plain.kind is int
    return {
        **ends,
        "from": least,
        "to": math.ceil(most) if whole else most,
        "step": 1 if whole else (most - least) / SLIDES,
        "whole": whole,
    }


def ends_of(plain: PlainType) -> Data:
    """Return the least and the most that a number may be; None where there is no limit."""
    step = 1 if plain.kind is int else 0
    low = plain.limits.get("ge", plain.limits["gt"] + step if "gt" in plain.limits else None)
    high = plain.limits.get("le", plain.limits["lt"] - step if "lt" in plain.limits else None)
    return {"low": low, "high": high}


def _entries(plain: PlainType) -> list[Any]:
    """Return all values of an entry of a set; none where there are too many, or they are not known."""
    if plain.words or typing.get_origin(plain.kind) is typing.Literal:
        return list(plain.words or typing.get_args(plain.kind))
    ends = ends_of(plain)
    if plain.kind is int and None not in ends.values() and ends["high"] - ends["low"] < MOST_TICKS:
        return list(range(ends["low"], ends["high"] + 1))
    return []


def players_range(game: Game) -> Data | None:
    """Return the numbers of players between which can be chosen; None where there is only one."""
    if len(game.seats) < 2 or PLAYERS not in game.knobs.model_fields:
        return None
    return {"low": game.seats[0], "high": game.seats[-1]}


def choices_of_strategy(strategies: Mapping[str, Strategy]) -> list[Data]:
    """Return the strategies that can sit at a seat, with their parameters."""
    return [
        {
            "name": name,
            "skill": strategy.skill,
            "idea": _plain(" ".join(strategy.idea.split())),
            "errs": name != MASTER,
            "parameters": [
                {
                    "name": one.name,
                    "value": one.default,
                    "low": one.low,
                    "high": one.high,
                    "meaning": one.description,
                }
                for one in (strategy.parameters if name != MASTER else ())
            ],
        }
        for name, strategy in strategies.items()
    ]


def _plain(words: str) -> str:
    """Return words without the marks of names in code."""
    return words.replace("`", "")


SLIPS = (100, 50, 30, 20, 15, 12, 10, 8, 6, 5, 4, 3, 2)
"""In how many decisions there is a slip, at the stops of the slider after the first, which has none."""


def stops_of_skill(found: Iterable[float]) -> Sequence[float]:
    """Return the stops of the slider of skill, with those at which players stand at the start."""
    return sorted({*map(float, SLIPS), *(value for value in found if value)}, reverse=True)
