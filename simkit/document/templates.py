"""Fills templates of HTML: whatever words are put into one, they stand there as words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.content.characters import cleaned

if TYPE_CHECKING:
    from jinja2 import Environment

PAGE = Path(__file__).parent / "page"
"""The folder with the templates, and the style and the script of reports."""

MOST_ROWS = 12
"""The most rows of a table that a value shows of itself in a notebook."""


def filled(template: str, **values: Any) -> str:
    """Return a template of `PAGE` with its values, of which nothing is markup but what `Markup` marks."""
    return _templates().get_template(template).render(values)


@cache
def _templates() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    def inert(value: Any) -> Any:
        """Leave out marks that reverse text."""
        return value if isinstance(value, Markup) or not isinstance(value, str) else cleaned(value)

    templates = Environment(
        autoescape=True,
        finalize=inert,
        keep_trailing_newline=True,
        loader=FileSystemLoader(PAGE),
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    templates.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    return templates


def in_notebook(
    title: str, *sentences: str, lines: Iterable[str] = (), tables: Iterable[object] = (), where: str = ""
) -> str:
    """Return what a value shows of itself in a notebook.

    Parameters
    ----------
    lines : iterable of str
        Lines that keep their blanks.
    tables : iterable of polars.DataFrame or Markup
        Of a frame the first rows are shown, with numbers to four digits.
    where : str
        The attribute that has all rows.
    """
    return filled(
        "notebook.html",
        title=title, sentences=sentences, lines=list(lines), tables=list(tables), where=where, most=MOST_ROWS,
    )  # fmt: skip
