"""The page of all keys of an experiment, from the schema, each with an example out of a page or a file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from docsite.markdown import code, said, sentence, table
from docsite.pages import DOCS, ROOT, experiment_files
from simkit.experiment.file.schema import experiment_schema
from simkit.language import value_in_words

TITLE = "The keys of an experiment"
LONGEST = 6
"""The most lines of an example."""

KINDS = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
}
ENTRIES = {
    "PlayerEntry": "A strategy with parameters",
    "ErringEntry": "A strategy that errs",
    "ThinkEntry": "A strategy that thinks",
    "LookAheadEntry": "What stands under `think`",
    "EventsEntry": "What stands under `events`",
    "TournamentEntry": "What stands under `tournament`",
    "SheetEntry": "What stands under `sheet`",
}
"""The parts of the schema that have a heading of their own, in this order."""


def page() -> str:
    """Return the page."""
    schema = experiment_schema()
    parts = [
        f"# {TITLE}",
        "`simkit schema` prints this for editors, which then complete and check a file as it is written. "
        "[An experiment](experiments.md) says how the keys work together.",
    ]
    for name, key in schema["properties"].items():
        parts += _key(name, key, name in schema["required"])
    parts.append("## Players and other entries")
    for entry, title in ENTRIES.items():
        parts += [f"### {title}", _properties(schema["$defs"][entry])]
    return "\n\n".join(parts)


def _key(name: str, entry: dict[str, Any], required: bool) -> Iterator[str]:
    yield f"## {name}"
    yield said(sentence(entry.get("description", "")))
    facts = [f"Allowed: {_allowed(entry)}."]
    if required:
        facts.append("It must be there.")
    elif entry.get("default") not in (None, "", {}, []):
        facts.append(f"Without it: {code(value_in_words(entry['default']))}.")
    yield " ".join(facts)
    yield f"```yaml\n{example_of(name)}\n```"
    for form in entry.get("anyOf", ()):
        if form.get("properties"):
            yield "As a mapping it may say:"
            yield _properties(form)


def _properties(mapping: dict[str, Any]) -> str:
    required = mapping.get("required", [])
    rows = []
    for name, entry in mapping["properties"].items():
        default = entry.get("default")
        without = "it must be there" if name in required else "" if default in (None, "", {}, []) else code(
            value_in_words(default)
        )  # fmt: skip
        rows.append((code(name), said(sentence(entry.get("description", ""))), _allowed(entry), without))
    return table(["key", "what it says", "allowed", "without it"], rows)


def _allowed(entry: dict[str, Any]) -> str:
    """Return what a part of the schema allows, in words."""
    if "enum" in entry:
        return ", ".join(code(value) for value in entry["enum"])
    if "const" in entry:
        return code(entry["const"])
    if "$ref" in entry:
        name = entry["$ref"].rpartition("/")[2]
        if name not in ENTRIES:
            return "a target" if name == "Target" else "a mapping"
        words = ENTRIES[name]
        return f"[{words[0].lower()}{words[1:]}](#{re.sub(r'[^a-z ]', '', words.lower()).replace(' ', '-')})"
    for forms in ("anyOf", "oneOf"):
        if forms in entry:
            each = [_allowed(form) for form in entry[forms] if form.get("type") != "null"]
            return ", or ".join(dict.fromkeys(each))
    words = KINDS.get(entry.get("type", ""), "anything")
    if entry.get("type") == "array" and "items" in entry:
        words = f"a list, each of it {_allowed(entry['items'])}"
    return words + _span(entry)


def _span(entry: dict[str, Any]) -> str:
    low, high = entry.get("minimum"), entry.get("maximum")
    if "exclusiveMaximum" in entry:
        high = entry["exclusiveMaximum"] - 1
    if "exclusiveMinimum" in entry:
        return f" above {entry['exclusiveMinimum']:,}"
    if low is not None and high is not None:
        return f", {low:,} to {high:,}"
    return f", at least {low:,}" if low is not None else ""


@cache
def _blocks() -> tuple[str, ...]:
    """Return all YAML of pages, then of shipped experiments."""
    texts = [page.read_text(encoding="utf-8") for page in [ROOT / "README.md", *sorted(DOCS.glob("*/*.md"))]]
    shown = [block for text in texts for block in re.findall(r"^```yaml\n(.*?)^```", text, re.M | re.S)]
    return (*shown, *(file.read_text(encoding="utf-8") for file in experiment_files()))


def example_of(key: str) -> str:
    """Return the lines of a key from the first page or experiment that has them, if they are few.

    Raises LookupError if nowhere in the documentation or in an experiment the key is shown.
    """
    for block in _blocks():
        found = re.search(rf"^{key}:.*\n?(?:(?:[ \t]+.*|#.*)\n?)*", block, re.MULTILINE)
        lines = found[0].rstrip().splitlines() if found else []
        if 0 < len(lines) <= LONGEST:
            return "\n".join(lines)
    raise LookupError(f"no page and no experiment shows the key '{key}' in YAML; write an example of it")
