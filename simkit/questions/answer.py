"""Answers: values that can be kept as files."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import polars as pl
from markupsafe import Markup

from simkit.content.json_text import json_value
from simkit.document.blocks import Table
from simkit.document.templates import in_notebook
from simkit.errors import BadInput, quoted, writing
from simkit.run.store.durable import written_in_one_step
from simkit.stats.estimates import Estimate, Unit

FORMAT = 3
"""The format's version; it goes up when older versions of simkit can't read new answers."""

WHOLE = "answer.json"
"""The file that makes a kept answer whole: without it there is none."""

CHECKSUM = "sha256"
"""The key, in that file, for the checksum of all others."""

UNFINISHED = ".unfinished.jsonl"
"""The file with what a question has played so far, which goes when its answer is whole."""

ANEW = "`simkit run` of the experiment makes it anew"
"""The advice for an answer that is missing or damaged."""


@dataclass(frozen=True, eq=False)
class Answer:
    """The answer to a question.

    Examples
    --------
    >>> found = simkit.ladder("pig")
    >>> isinstance(found, simkit.Answer), list(found.tables)
    (True, ['players'])
    """

    sentences: tuple[str, ...] = ()
    """What was found, the most important first."""
    key_figures: Mapping[str, Estimate] = field(default_factory=dict)
    """Numbers with their intervals, by what they say."""
    tables: Mapping[str, Table] = field(default_factory=dict)
    """Of words, counts and estimates.  One without a caption is data, and is not shown."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """Anything else, as plain data that JSON can hold."""
    files: Mapping[str, str] = field(default_factory=dict)
    """The texts of further files, by their names."""
    about: Mapping[str, str] = field(default_factory=dict)
    """The facts that head a page about it: the game, the setting."""
    question: str = ""
    title: str = ""
    """What was asked."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """With what."""
    made_of: Mapping[str, str] = field(default_factory=dict)
    """For one that is kept beside a run: what else it depends on, as hashes."""

    @property
    def shown(self) -> list[Table]:
        """The tables that are shown."""
        return [table for table in self.tables.values() if table.caption]

    def __post_init__(self) -> None:
        for name, table in self.tables.items():
            if not isinstance(table, Table):
                found = type(table).__name__
                allowed = "allowed is simkit.report.parts.Table(frame, caption)"
                raise BadInput(f"tables: {name}: found a {found}, {allowed}")

    def asked(self, question: str, title: str, parameters: Mapping[str, Any]) -> Answer:
        """Return the answer with what was asked."""
        return replace(self, question=question, title=title, parameters=parameters)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Answer) or self._plain() != other._plain():
            return False
        names = self.tables.keys()
        return names == other.tables.keys() and all(self.tables[n].is_same(other.tables[n]) for n in names)

    __hash__ = None  # type: ignore[assignment]

    def _plain(self) -> dict[str, Any]:
        """Return all but the tables, as JSON can hold it."""
        found = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "tables"}
        found = {name: dict(value) if isinstance(value, Mapping) else value for name, value in found.items()}
        figures = {name: asdict(figure) for name, figure in self.key_figures.items()}
        return {"format": FORMAT, **found, "sentences": list(self.sentences), "key_figures": figures}

    @classmethod
    def _of_plain(cls, data: Mapping[str, Any], tables: Mapping[str, Table]) -> Answer:
        if data["format"] != FORMAT:
            raise ValueError(f"of format {quoted(data['format'])}, this simkit reads format {FORMAT}")
        found = {field.name: data[field.name] for field in fields(cls) if field.name != "tables"}
        figures = {name: estimate_of(figure) for name, figure in data["key_figures"].items()}
        whole = found | {"sentences": tuple(data["sentences"]), "key_figures": figures, "tables": tables}
        return cls(**whole)

    def store(self, folder: Path) -> list[Path]:
        """Write the answer's files into a folder; whenever that ends, it holds a whole answer or none.

        Returns
        -------
        list of Path
            answer.json; TABLE.parquet for each table; and the further files.

        Raises
        ------
        BadInput
            If two of the files share a name, one is no name of a file, or they can't be written.
        """
        contents = self._contents()
        whole = folder / WHOLE
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
        with writing(whole):
            whole.unlink(missing_ok=True)  # before the files that it names are replaced
        for file, content in contents.items():
            with writing(folder / file), written_in_one_step(folder / file) as temporary:
                temporary.write_bytes(content)
        with writing(folder / UNFINISHED):
            (folder / UNFINISHED).unlink(missing_ok=True)
        return [folder / file for file in reversed(contents)]

    def _contents(self) -> dict[str, bytes]:
        """Return what is written, by the names of the files, the one that makes the answer whole last."""
        tables = {}
        for name, table in self.tables.items():
            written = io.BytesIO()
            table.frame.write_parquet(written)
            tables[name] = written.getvalue()
        about = {
            name: {
                "hash": _hash(tables[name]),
                "caption": table.caption,
                "units": {column: asdict(unit) for column, unit in table.units.items()},
            }
            for name, table in self.tables.items()
        }
        whole = _sealed({**self._plain(), "tables": about})
        files = [(f"{name}.parquet", content) for name, content in tables.items()]
        files += [(name, text.encode()) for name, text in self.files.items()]
        contents: dict[str, bytes] = {}
        for name, content in (*files, (WHOLE, whole.encode())):
            if name in contents:
                raise BadInput(f"the answer of {self.question} has two files called '{name}'")
            if not is_name(name):
                raise BadInput(f"the answer of {self.question}: '{name}' is no name of a file")
            contents[name] = content
        return contents

    def _repr_html_(self) -> str:

        tables = [Markup(table.frame._repr_html_()) for table in self.tables.values()]
        return in_notebook(self.title, *self.sentences, tables=tables)

    def __str__(self) -> str:
        return "\n".join((self.title, *self.sentences))


def stored_answer(folder: Path) -> Answer | None:
    """Return the answer that lies in a folder, or None if there is none.

    Raises BadInput if one of its files is missing or damaged.
    """
    path = folder / WHOLE
    if not path.is_file():
        return None
    try:
        text = path.read_text(encoding="utf-8")
        data = json_value(text)
        if CHECKSUM in data and text != _sealed({key: data[key] for key in data if key != CHECKSUM}):
            raise ValueError("it is not as it was written")
        tables = {}
        for name, about in data["tables"].items():
            content = (folder / f"{name}.parquet").read_bytes()
            if _hash(content) != about["hash"]:
                raise ValueError(f"{name}.parquet is not the file that was written")
            units = {column: Unit(**unit) for column, unit in about["units"].items()}
            tables[name] = Table.of_frame(pl.read_parquet(io.BytesIO(content)), about["caption"], units)
        return Answer._of_plain(data, tables)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, pl.exceptions.PolarsError) as error:
        what = f"{type(error).__name__} {error}" if isinstance(error, (KeyError, TypeError)) else f"{error}"
        raise BadInput(f"{path} can't be read ({what}); {ANEW}") from None


def _sealed(data: Mapping[str, Any]) -> str:
    """Return an answer's plain data as the text of a file, with a checksum."""
    return json.dumps({**data, CHECKSUM: _hash(json.dumps(data).encode())}, indent=1) + "\n"


def is_name(name: str) -> bool:
    """Return True for the name of a file that lies in a folder itself, on any system."""
    return bool(name) and not name.startswith(".") and not {*'/\\:*?"<>|'} & {*name} and name.isprintable()


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def estimate_of(data: Mapping[str, Any]) -> Estimate:
    """Return the estimate that `asdict` has made plain."""
    return Estimate(**{**data, "unit": Unit(**data["unit"])})
