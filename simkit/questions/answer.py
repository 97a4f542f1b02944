"""Answers: values that can be kept as files, and what a terminal shows of them.

Here and in the modules of questions, what calculates and draws is imported where it is used: `simkit --help`
loads all questions.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.content.json_text import json_value
from simkit.errors import BadInput, writing
from simkit.run.store.durable import written_in_one_step

if TYPE_CHECKING:
    import polars as pl

    from simkit.stats.estimates import Estimate

FORMAT = 2
"""The format's version; it goes up when older versions of simkit can't read new answers."""

WHOLE = "answer.json"
"""The file that makes a kept answer whole: without it there is none."""

CHECKSUM = "sha256"
"""The key, in that file, for the checksum of all others."""

UNFINISHED = ".unfinished.jsonl"
"""The file with what a question has played so far, which goes when its answer is whole."""

ANEW = "`simkit run` of the experiment makes it anew"
"""The advice for an answer that is missing or damaged."""

Row = tuple[str, ...]


class Verbatim(str):
    """A line that a terminal does not break, such as a command that is to be copied."""

    __slots__ = ()


@dataclass(frozen=True)
class Lines:
    """A table as a terminal shows it.

    Parameters
    ----------
    words, numbers : tuple of str
        The headings of its columns: first those of words, then those of numbers.
    rows : tuple of tuple of str
        The cells.
    """

    words: tuple[str, ...]
    numbers: tuple[str, ...]
    rows: tuple[Row, ...]


Shown = str | Lines
"""A part of what a terminal shows of an answer."""


@dataclass(frozen=True, eq=False)
class Answer:
    """The answer to a question.

    Parameters
    ----------
    sentences : tuple of str
        What was found, the most important first.
    key_figures : mapping of str to Estimate
        Numbers with their intervals, by what they say.
    tables : mapping of str to polars.DataFrame
        Of words, numbers, and true or false.
    data : mapping
        Anything else, as plain data that JSON can hold.
    files : mapping of str to str
        The texts of further files, by their names.
    about : mapping of str to str
        The facts that head a page about it: the game, the setting.
    question, title : str
        What was asked.
    parameters : mapping
        With what.
    made_of : mapping of str to str
        For one that is kept beside a run: what else it depends on, as hashes.
    """

    sentences: tuple[str, ...] = ()
    key_figures: Mapping[str, Estimate] = field(default_factory=dict)
    tables: Mapping[str, pl.DataFrame] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    about: Mapping[str, str] = field(default_factory=dict)
    question: str = ""
    title: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    made_of: Mapping[str, str] = field(default_factory=dict)

    def asked(self, question: str, title: str, parameters: Mapping[str, Any]) -> Answer:
        """Return the answer with what was asked."""
        return replace(self, question=question, title=title, parameters=parameters)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Answer) or self._plain() != other._plain():
            return False
        names = self.tables.keys()
        return names == other.tables.keys() and all(self.tables[n].equals(other.tables[n]) for n in names)

    __hash__ = None  # type: ignore[assignment]

    def _plain(self) -> dict[str, Any]:
        figures = {name: asdict(figure) for name, figure in self.key_figures.items()}
        return {
            "format": FORMAT,
            "question": self.question,
            "title": self.title,
            "parameters": dict(self.parameters),
            "made_of": dict(self.made_of),
            "sentences": list(self.sentences),
            "key_figures": figures,
            "data": dict(self.data),
            "files": dict(self.files),
            "about": dict(self.about),
        }

    @classmethod
    def _of_plain(cls, data: Mapping[str, Any], tables: Mapping[str, pl.DataFrame]) -> Answer:
        from simkit.stats.estimates import Estimate

        if data["format"] != FORMAT:
            raise ValueError(f"of format {data['format']}, this simkit reads format {FORMAT}")
        return cls(
            tuple(data["sentences"]),
            {name: Estimate(**figure) for name, figure in data["key_figures"].items()},
            tables,
            data["data"],
            data["files"],
            data["about"],
            data["question"],
            data["title"],
            data["parameters"],
            data["made_of"],
        )

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
            table.write_parquet(written)
            tables[name] = written.getvalue()
        hashes = {name: _hash(content) for name, content in tables.items()}
        whole = _sealed({**self._plain(), "tables": hashes})
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
        from markupsafe import Markup

        from simkit.report.document.templates import in_notebook

        tables = [Markup(table._repr_html_()) for table in self.tables.values()]
        return in_notebook(self.title, *self.sentences, tables=tables)

    def __str__(self) -> str:
        return "\n".join((self.title, *self.sentences))


def stored_answer(folder: Path) -> Answer | None:
    """Return the answer that lies in a folder, or None if there is none.

    Raises
    ------
    BadInput
        If one of its files is missing or damaged.
    """
    import polars as pl

    path = folder / WHOLE
    if not path.is_file():
        return None
    try:
        text = path.read_text(encoding="utf-8")
        data = json_value(text)
        if CHECKSUM in data and text != _sealed({key: data[key] for key in data if key != CHECKSUM}):
            raise ValueError("it is not as it was written")
        tables = {}
        for name, digest in data["tables"].items():
            content = (folder / f"{name}.parquet").read_bytes()
            if _hash(content) != digest:
                raise ValueError(f"{name}.parquet is not the file that was written")
            tables[name] = pl.read_parquet(io.BytesIO(content))
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


def all_of(answer: Answer) -> Sequence[Shown]:
    """Return an answer's sentences, key figures and tables, for a terminal."""
    return list(_all_of(answer))


def _all_of(answer: Answer) -> Iterator[Shown]:
    from simkit.stats.words import with_interval

    yield from answer.sentences
    for name, figure in answer.key_figures.items():
        yield f"{name}: {with_interval(figure)}"
    for table in answer.tables.values():
        words = tuple(name for name in table.columns if not table.schema[name].is_numeric())
        numbers = tuple(name for name in table.columns if name not in words)
        rows = tuple(tuple(map(_cell, row)) for row in table.select(*words, *numbers).iter_rows())
        yield Lines(words, numbers, rows)


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else f"{value}"
