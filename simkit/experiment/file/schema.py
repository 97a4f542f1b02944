"""Makes the JSON Schema of experiment files, so that editors complete and check them."""

from __future__ import annotations

from typing import Any

from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import Knobs
from simkit.experiment.file.factors import RANGE
from simkit.experiment.file.model import ExperimentFile
from simkit.experiment.file.questions import questions_with_keys
from simkit.experiment.keys import RuleKey
from simkit.language import IN_UNITS
from simkit.plugins import find_game, names_of_players, working_games

_RANGE = {"type": "string", "pattern": RANGE, "description": "a range: 1..6, or 0..20 by 5"}
_TARGET = {
    "description": "a range (10 to 15, at most 15, at least 10, 12 +- 2, fair +- 0.02), or several",
    "anyOf": [
        {"type": "string"},
        {"type": "array", "items": {"$ref": "#/$defs/Target"}},
        {
            "type": "object",
            "properties": {
                "where": {"type": "object", "description": "the settings: factor: its level, or a list"}
            },
            "additionalProperties": {"$ref": "#/$defs/Target"},
        },
    ],
}
"""The schema of a target's entries; `simkit.experiment.file.targets` reads them."""


def experiment_schema(games: list[str] | None = None) -> dict[str, Any]:
    """Return the schema for experiments of some games, by default of all games that can be loaded."""
    names = working_games() if games is None else games
    schema = ExperimentFile.model_json_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "simkit experiment"
    schema["properties"]["game"]["enum"] = names
    schema["properties"]["targets"] |= {"type": "object", "additionalProperties": {"$ref": "#/$defs/Target"}}
    schema["$defs"]["Target"] = _TARGET
    for name, question in questions_with_keys().items():
        own = question.parameters.model_json_schema()
        schema["$defs"] |= own.pop("$defs", {})
        forms = [{"type": "boolean"}, *([own] if question.parameters.model_fields else [])]
        schema["properties"][name] = {"description": question.key, "default": False, "anyOf": forms}
    for properties in (schema["properties"], schema["$defs"]["EventsEntry"]["properties"]):
        for name in {"seed", "games", "max_games", "one_in"} & {*properties}:
            own = properties[name]
            said = {key: own.pop(key) for key in ("description", "default", "title") if key in own}
            properties[name] = {**said, "anyOf": [own, {"type": "string", "pattern": IN_UNITS}]}
    schema["allOf"] = [_for_game(name) for name in names]
    return schema


def _for_game(name: str) -> dict[str, Any]:
    game = find_game(name)
    knobs = _knobs(game.knobs)
    strategy = {"anyOf": [{"enum": names_of_players(name)}, {"type": ["string", "object"]}]}
    factors: dict[str, Any] = {
        RuleKey(knob).name: {
            "description": entry.get("description", ""),
            "anyOf": [
                {"type": "array", "items": {"anyOf": [entry, _RANGE]}},
                {"type": "object", "additionalProperties": entry},
                _RANGE,
            ],
        }
        for knob, entry in knobs.items()
    }
    factors["strategy"] = {
        "anyOf": [{"type": "array", "items": strategy}, {"type": "object", "additionalProperties": strategy}]
    }
    ids = [assumption.id for assumption in game.assumptions]
    factors["assumptions"] = {"anyOf": [{"const": "all"}, {"type": "array", "items": {"enum": ids}}]}
    return {
        "if": {"properties": {"game": {"const": name}}},
        "then": {
            "properties": {
                "rules": {"type": "object", "properties": knobs, "additionalProperties": False},
                "strategy": strategy,
                "restrict": _restrict(game),
                "factors": {"type": "object", "properties": factors},
            }
        },
    }


def _restrict(game: Game) -> dict[str, Any]:
    """Return the schema of `restrict`: by player, kinds of moves, which may also be written as "no tides"."""
    kinds = {"anyOf": [{"enum": [f"no {kind.name}" for kind in game.moves]}, {"type": "string"}]}
    entry = {"anyOf": [kinds, {"type": "array", "items": kinds}]}
    players = dict.fromkeys(names_of_players(game.name), entry)
    return {"type": "object", "properties": players, "additionalProperties": entry}


def _knobs(knobs: type[Knobs]) -> dict[str, Any]:
    properties: dict[str, Any] = knobs.model_json_schema()["properties"]
    for entry in properties.values():
        entry.pop("title", None)
        for words in ("label", "unit", "said"):
            entry.pop(words, None)
        choices = entry.pop("choices", None)
        if entry.pop("choices_are_printed", False):  # an experiment's own content may have others
            entry["anyOf"] = [{"enum": choices}, {"type": entry.pop("type")}]
        elif choices:
            entry["enum"] = choices
    return properties
