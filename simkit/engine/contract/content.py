"""Content: what is printed on a game's cards, tokens and boards, in YAML files beside the game's code.

A game declares its content as a class made of `GameContent`: one field per section, each of them a mapping
of ids to items (``boards: dict[str, Board]``) or a class of named items (``components: Components``).  What
compiled code needs of it is in the rules record, so that other content compiles nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simkit.content.complaints import Problem, complaint, problems_of
from simkit.content.source import KEY, Place, Source, read_drawing, read_source
from simkit.content.table import ENDINGS, SPREADSHEETS, add_items, with_items_of_tables
from simkit.engine.contract.knobs import Assumption
from simkit.errors import BadInput, unknown

ASSUMPTIONS = "assumptions"
"""The file beside the content that lists the values that could not be looked up."""

Whole = Annotated[int, Field(strict=True)]
"""A whole number; 2.0 and true are refused."""


class Item(BaseModel):
    """Something printed: a card, a board, a kind of token."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    provenance: Literal["published", "derived", "inferred", "reconstructed", "yours"] = Field(
        default="yours", description="how it is known; 'yours' if it is not as it is in the box"
    )
    source: str = Field(default="", description="where it was found")
    assumption: str = Field(default="", description="the id of the assumption that it rests on")

    def in_words(self) -> str:
        """Return what is printed on it, in words."""
        own = {name: value for name, value in self if name not in Item.model_fields and value is not None}
        return "; ".join(f"{name.replace('_', ' ')} {printed_in_words(value)}" for name, value in own.items())

    @property
    def how_many(self) -> int | None:
        """The number of copies in the box; None for things that are not counted."""
        return None


class Items(BaseModel):
    """A section of named items; an experiment may change them, but may not add or remove any."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def section(description: str, *, may_add: bool = False) -> Any:
    """Declare a section: the class of its items, and whether an experiment may add new ones."""
    return Field(description=description, json_schema_extra={"may_add": may_add})


class GameContent(BaseModel):
    """Everything that is printed in a game's box, in sections."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: ClassVar[str] = ""
    """The game's name."""

    drawing: ClassVar[tuple[str, str]] = ("", "")
    """Section and item that a text file may draw: the item has the key `rows`."""

    legend: ClassVar[Mapping[str, str]] = {}
    """The meaning of the characters of such a drawing."""

    def drawn(self, section: str, id_: str) -> list[str]:
        """Return the lines of an item drawn in text, for `simkit cards`; none if it has no drawing."""
        return []

    def as_drawing(self) -> str:
        """Return the text file that draws this content, with the legend in remarks."""
        section, id_ = self.drawing
        item: Any = next(item for name, key, item in self.items() if (name, key) == (section, id_))
        legend = [f"#   {character}   {words}" for character, words in self.legend.items()]
        return "\n".join([*legend, *item.rows, ""])

    def problems(self) -> Iterator[tuple[Place, str]]:
        """Yield the problems of the content as a whole, such as ids that don't fit, each with its place."""
        yield from ()

    def in_words(self, section: str, id_: str, item: Item) -> str:
        """Return what is printed on an item, in words; games whose cards have texts override this."""
        return item.in_words()

    def title(self, section: str, id_: str, item: Item) -> str:
        """Return an item's title: its name, if it has one."""
        return str(getattr(item, "name", "") or id_.replace("_", " "))

    def ids(self, sections: Sequence[str]) -> list[tuple[str, str]]:
        """Return section and id of all items in some sections, in the order in which rules number them."""
        return [(name, id_) for wanted in sections for name, id_, _ in self.items() if name == wanted]

    def titles(self, sections: Sequence[str]) -> list[str]:
        """Return the titles of all items in some sections, in order."""
        found = {(name, id_): self.title(name, id_, item) for name, id_, item in self.items()}
        return [found[place] for place in self.ids(sections)]

    @classmethod
    def definitions(cls) -> dict[str, Any]:
        """Return the JSON Schema definitions, by name, that items refer to with `REFERENCE`."""
        return {}

    def items(self) -> Iterator[tuple[str, str, Item]]:
        """Yield every item with its section and its id."""
        for name in type(self).model_fields:
            held = getattr(self, name)
            for id_, item in held.items() if isinstance(held, Mapping) else held:
                yield name, str(id_), item

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data that JSON and YAML can hold."""
        return self.model_dump(mode="json")


REFERENCE = "x-reference"
"""The key in an item's schema that names one of `GameContent.definitions`.

(pydantic refuses references to what it has not defined itself.)
"""

Own = TypeVar("Own", bound=GameContent)


DRAWN = ".txt"
"""The suffix of files that draw content."""

YAML = (".yaml", ".yml")


def _read(model: type[GameContent], path: Path) -> Source:
    """Read a file with content: YAML, or a drawing if the game allows one."""
    if path.suffix == DRAWN and all(model.drawing):
        return read_drawing(path, *model.drawing)
    if path.suffix in (*ENDINGS, *SPREADSHEETS):
        source = Source(path)
        add_items(source, _section_of(model, path), path)
        return source
    try:
        return with_items_of_tables(read_source(path, called="content"), path.parent)
    except BadInput as problem:
        if path.suffix in YAML or not all(model.drawing):
            raise
        hint = f"the name of a file that draws the {model.drawing[0]} ends in {DRAWN}"
        raise BadInput(f"{problem}; {hint}") from None


def _section_of(model: type[GameContent], path: Path) -> str:
    """Return the section of which a file is the table: the one that it is called after, or the only one."""
    sections = list(model.model_fields)
    if path.stem not in sections and len(sections) > 1:
        raise BadInput(
            f"{path}: {unknown('section', path.stem, sections)}. A table is called after its section, or "
            f"named in a YAML file: {sections[0]}: {path.name}"
        )
    return path.stem if path.stem in sections else sections[0]


def load_content(model: type[Own], package_file: str) -> Own:
    """Load a game's printed content: all files of ``content/`` beside its module.

    Parameters
    ----------
    model : type of GameContent
        The game's declaration.
    package_file : str
        The ``__file__`` of a module beside the folder.  A file named after a section holds that section; any
        other file holds sections by their names.

    Raises
    ------
    BadInput
        If anything is wrong with it, with file, line and column.
    """
    data: dict[str, Any] = {}
    places: dict[str, tuple[Source, Place]] = {}
    for path in sorted((Path(package_file).parent / "content").iterdir()):
        if path.stem == ASSUMPTIONS:
            continue
        source = _read(model, path)
        is_section = path.stem in model.model_fields and path.suffix in YAML
        held = {path.stem: source.data} if is_section else source.data
        data |= held
        places |= {name: (source, (name,) if held is not source.data else ()) for name in held}
    found, problems = validated(model, data)
    if found is not None and not problems:
        return found
    place, message = problems[0]
    source, prefix = places.get(str(place[0]) if place else "", next(iter(places.values())))
    raise complaint(source, [(tuple(place[len(prefix) :]), message)])


def load_assumptions(package_file: str) -> tuple[Assumption, ...]:
    """Load the assumptions listed in ``content/assumptions.yaml`` beside a game's module."""
    path = Path(package_file).parent / "content" / f"{ASSUMPTIONS}.yaml"
    listed = read_source(path, called="a list of assumptions").data
    return tuple(Assumption(id=id_, **entry) for id_, entry in listed.items())


def no_more_problems(content: GameContent) -> Iterator[tuple[Place, str]]:
    """Yield nothing."""
    yield from ()


def own_content(
    printed: Own, path: Path, more: Callable[[Own], Iterator[tuple[Place, str]]] = no_more_problems
) -> Own:
    """Return the printed content with the items that a designer's file replaces or adds.

    The file is a drawing, or holds sections, and in each of them items by id.  Of an item that is printed,
    the keys given are replaced (a list as a whole, a mapping key by key); an item with a new id is added, if
    the section allows it, and needs all its keys.

    Parameters
    ----------
    printed : GameContent
        What is in the box.
    path : Path
        The file.
    more : callable
        Yields further problems of the content as a whole.

    Raises
    ------
    BadInput
        If anything is wrong with the file: a line for each problem, with file, line and column.
    """
    model = type(printed)
    source = _read(model, path)
    problems = list(_not_to_be_added(model, printed.as_data(), source.data))
    if problems:
        raise complaint(source, problems)

    def problems_with(own: Mapping[str, Any]) -> tuple[Own | None, list[tuple[Place, str]]]:
        found, wrong = validated(model, _merged(printed.as_data(), own))
        return found, wrong or ([] if found is None else list(more(found)))

    found, wrong = problems_with(source.data)
    if found is None or wrong:
        raise complaint(
            source, [(_place_in(source, problem, problems_with), problem[1]) for problem in wrong]
        )
    return found


def _place_in(
    source: Source,
    problem: tuple[Place, str],
    problems_with: Callable[[Mapping[str, Any]], tuple[Any, list[tuple[Place, str]]]],
) -> Place:
    """Return the place in a designer's file to report for a problem: its own, or the item that causes it."""
    place, message = problem
    if any(place[:n] in source.positions for n in range(min(2, len(place)), len(place) + 1) if n):
        return place
    items = [(name, id_) for name, items in source.data.items() if isinstance(items, dict) for id_ in items]
    for name, id_ in items:
        others = dict(source.data[name])
        del others[id_]
        if message not in [words for _, words in problems_with({**source.data, name: others})[1]]:
            return name, id_, KEY
    return (*items[0], KEY) if items else ()


def content_of(model: type[Own], data: Any) -> Own:
    """Return content made from the plain data that a run has recorded."""
    found, problems = validated(model, data)
    if found is None or problems:
        raise BadInput(problems[0][1])
    return found


def validated(model: type[Own], data: Any) -> tuple[Own | None, list[tuple[Place, str]]]:
    """Return content made from plain data (None if it is invalid), and the problems with their places."""
    try:
        content = model.model_validate(data)
    except ValidationError as error:
        found = problems_of(error, lambda place: place, lambda place: _known_at(model, place))
        return None, [(place, message) for place, message in found if not isinstance(place, str)]
    return content, list(content.problems())


def changes(content: GameContent, printed: GameContent) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the keys that differ from the printed ones, by section and id; no keys for a new item."""
    before = {(name, id_): item for name, id_, item in printed.items()}
    changed = {}
    for name, id_, item in content.items():
        old = before.get((name, id_))
        keys = () if old is None else tuple(key for key, value in item if getattr(old, key, None) != value)
        keys = tuple(key for key in keys if key not in Item.model_fields)
        if old is None or keys:
            changed[name, id_] = keys
    return changed


def changes_in_words(content: GameContent, printed: GameContent) -> str:
    """Return the items that differ from the printed ones, in words: "boards D1 (new), cards 4 (tokens)"."""
    found = changes(content, printed).items()
    return ", ".join(f"{name} {id_} ({', '.join(keys) or 'new'})" for (name, id_), keys in found)


_TABLE = {
    "description": "a table with a row for each item: cards.csv, cards.xlsx; or with the columns that count",
    "anyOf": [
        {"type": "string", "pattern": r"\.(csv|xlsx)$"},
        {
            "type": "object",
            "properties": {
                "file": {"type": "string", "pattern": r"\.(csv|xlsx)$"},
                "columns": {
                    "description": "what each column is called here: {Name: id, Number: copies}",
                    "type": "object",
                    "additionalProperties": {"type": "string"},
                },
            },
            "additionalProperties": False,
        },
    ],
}
"""The schema of a section whose items stand in a table."""


def content_schema(model: type[GameContent]) -> dict[str, Any]:
    """Return the JSON Schema of a content file, for editors."""
    schema = model.model_json_schema()
    for part in (schema, *schema.get("$defs", {}).values()):
        part.pop("required", None)  # keys that are not given stay as printed
    for name, entry in schema["properties"].items():
        entry.pop("may_add", None)
        entry.pop("title", None)
        described = {"description": entry.pop("description", "")}
        schema["properties"][name] = {**described, "anyOf": [entry, {"$ref": "#/$defs/Table"}]}
    schema.setdefault("$defs", {})["Table"] = _TABLE
    if definitions := model.definitions():
        _refer(schema)
        schema.setdefault("$defs", {}).update(definitions)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = f"content of {model.game}"
    return schema


def _refer(schema: Any) -> None:
    """Replace references to a game's definitions by JSON Schema's `$ref`."""
    if isinstance(schema, dict) and REFERENCE in schema:
        schema["$ref"] = f"#/$defs/{schema.pop(REFERENCE)}"
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        _refer(part)


def _merged(printed: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    merged = {name: dict(items) for name, items in printed.items()}
    for name, items in own.items():
        if name not in merged or not isinstance(items, dict):
            merged[name] = items  # validation says what is wrong with it
            continue
        for id_, item in items.items():
            as_printed = merged[name].get(id_)
            if isinstance(as_printed, dict) and isinstance(item, dict):
                known_how = {"provenance": "yours", "source": "", "assumption": ""}
                item = _merged_item({**as_printed, **known_how}, item)
            merged[name][id_] = item
    return merged


def _merged_item(printed: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return a mapping with some keys replaced, nested mappings key by key and lists as a whole."""
    merged = dict(printed)
    for key, value in own.items():
        within = merged.get(key)
        if isinstance(within, dict) and isinstance(value, dict):
            merged[key] = _merged_item(within, value)
        else:
            merged[key] = value
    return merged


def _not_to_be_added(
    model: type[GameContent], printed: Mapping[str, Any], own: Mapping[str, Any]
) -> Iterator[Problem]:
    """Yield a problem for each new id in a section that allows none."""
    for name, items in own.items():
        field = model.model_fields.get(name)
        if field is None or not isinstance(items, dict):
            continue
        extra: Any = field.json_schema_extra
        for id_ in items:
            if id_ not in printed[name] and not extra["may_add"]:
                yield (name, id_, KEY), unknown(f"item of {name}", id_, printed[name])


def _known_at(model: type[BaseModel], location: Place) -> tuple[str, list[str]]:
    """Return what a key at a place is called, and which keys exist there."""
    if len(location) == 1:
        return "section", list(model.model_fields)
    kind = model
    for part in location[:-1]:
        kind = _model_within(kind, part)
    return f"key of {'.'.join(map(str, location[:-1]))}", list(kind.model_fields)


def _model_within(kind: Any, part: Any) -> Any:
    """Return the model of a field, or of a mapping's values."""
    field = kind.model_fields.get(part) if isinstance(kind, type) and issubclass(kind, BaseModel) else None
    annotation = field.annotation if field is not None else kind
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    models = [kind for kind in get_args(annotation) if isinstance(kind, type) and issubclass(kind, BaseModel)]
    return models[-1] if models else kind


def printed_in_words(value: Any) -> str:
    """Return a printed value in words."""
    if isinstance(value, (tuple, list, frozenset, set)):
        parts = sorted(value) if isinstance(value, (set, frozenset)) else value
        return ", ".join(map(_nested_in_words, parts))
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {printed_in_words(entry)}" for key, entry in value.items())
    return str(value).replace("_", " ")


def _nested_in_words(value: Any) -> str:
    """Return a list within a list as "4-3-2"."""
    return "-".join(map(str, value)) if isinstance(value, (tuple, list)) else printed_in_words(value)
