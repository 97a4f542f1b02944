"""Makes the JSON Schema of a vocabulary, so that editors complete and check the texts of cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from pydantic import WithJsonSchema

from simkit.engine.contract.content import REFERENCE
from simkit.engine.effects.vocabulary import Condition, Operand, Operation, Vocabulary

Schema = dict[str, Any]

TextOfCard = Annotated[list[Any], WithJsonSchema({REFERENCE: "text"})]
"""The type of a content field that holds a text; `GameContent.definitions` must be `text_definitions`."""

TEXT = {"$ref": "#/$defs/text"}
CONDITIONS = {"$ref": "#/$defs/conditions"}
BRANCHES = {"then": TEXT, "else": TEXT}


def text_definitions(vocabulary: Vocabulary, texts: Sequence[str] = ()) -> dict[str, Schema]:
    """Return the definitions (``$defs``) that a schema with card texts needs.

    The schema of a text is ``{"$ref": "#/$defs/text"}``.

    Parameters
    ----------
    vocabulary : Vocabulary
        The words.
    texts : sequence of str
        The names of the existing texts, for completion; without them any name will do.
    """
    goto = _operand(Operand("name", is_text=True), texts)
    control = [
        _one("goto", goto, "do another text, then go on"),
        _one("if", _mapping(BRANCHES, base=vocabulary.conditions, texts=texts), "do what holds"),
        _one("roll", _roll(vocabulary), "throw a die"),
        _one("choose", _choice(vocabulary), "let somebody choose"),
        _one("every", _every(vocabulary), "do it for each of several"),
    ]
    bare = [operation.name for operation in vocabulary.operations if not operation.operands]
    own = [_operation(operation, vocabulary, texts) for operation in vocabulary.operations]
    return {
        "text": {"type": "array", "items": {"anyOf": [*([{"enum": bare}] if bare else []), *own, *control]}},
        "conditions": _mapping({}, base=vocabulary.conditions, texts=texts),
    }


def _one(word: str, value: Schema, description: str, beside: dict[str, Schema] | None = None) -> Schema:
    """Return the schema of a mapping with one word as its main key, and optional further keys."""
    return {
        "type": "object",
        "required": [word],
        "properties": {word: {**value, "description": description}, **(beside or {})},
        "additionalProperties": False,
    }


def _mapping(
    properties: dict[str, Schema],
    required: Iterable[str] = (),
    base: Sequence[Condition] = (),
    texts: Sequence[str] = (),
) -> Schema:
    """Return the schema of a mapping, whose keys may include conditions."""
    conditions = {condition.name: _given_to(condition, texts) for condition in base}
    return {
        "type": "object",
        "required": list(required),
        "properties": {**conditions, **properties},
        "additionalProperties": False,
    }


def _operand(operand: Operand, texts: Sequence[str]) -> Schema:
    if operand.is_text:
        return {"enum": list(texts)} if texts else {"type": ["string", "integer"]}
    number = {"type": "integer", "minimum": operand.low, "maximum": operand.high}
    words = {"enum": list(operand.words)}
    if operand.only_words:
        return words
    return {"anyOf": [number, words]} if operand.words else number


def _given_to(entry: Operation | Condition, texts: Sequence[str]) -> Schema:
    """Return the schema of an operation's or a condition's operands."""
    if not entry.operands and not getattr(entry, "branches", False):
        nothing = {"type": ["null", "object"], "maxProperties": 0}
        return nothing if isinstance(entry, Operation) else {"const": True}
    required = [operand.name for operand in entry.operands if operand.default is None]
    branches = BRANCHES if getattr(entry, "branches", False) else {}
    operands = {operand.name: _operand(operand, texts) for operand in entry.operands}
    named = _mapping({**operands, **branches}, required)
    return {"anyOf": [_operand(entry.operands[0], texts), named]} if entry.operands else named


def _operation(operation: Operation, vocabulary: Vocabulary, texts: Sequence[str]) -> Schema:
    beside = {operand.name: _operand(operand, texts) for operand in operation.operands[1:]}
    if not operation.is_common:
        beside["to"] = {"enum": [target.name for target in vocabulary.targets]}
    return _one(operation.name, _given_to(operation, texts), operation.sentence, beside)


def _roll(vocabulary: Vocabulary) -> Schema:
    at_least = {"type": "integer", "minimum": 2, "maximum": vocabulary.faces}
    return _mapping({"at_least": at_least, **BRANCHES}, ["at_least"])


def _choice(vocabulary: Vocabulary) -> Schema:
    prices = {
        price.name: _operand(vocabulary.condition(price.condition)[1].operands[0], ())
        for price in vocabulary.prices
    }
    option = _mapping(
        {"name": {"type": ["string", "number"]}, "need": CONDITIONS, "do": TEXT, **prices}, ["name", "do"]
    )
    voters = [target.name for target in vocabulary.targets if target.votes]
    by = {"by": {"enum": voters}} if voters else {}
    return _mapping({**by, "options": {"type": "array", "items": option, "minItems": 2}}, ["options"])


def _every(vocabulary: Vocabulary) -> Schema:
    targets = {"enum": [target.name for target in vocabulary.targets]}
    return _mapping({"of": targets, "do": TEXT}, ["of", "do"])
