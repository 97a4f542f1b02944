"""Pieces of Markdown for pages that come from the code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

FENCE = re.compile(r"^(```|~~~).*?^\1[ \t]*$", re.MULTILINE | re.DOTALL)


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table whose cells may hold Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines) + "\n"


def _cell(content: object) -> str:
    return " ".join(str(content).split()).replace("|", "\\|")


def code(text: object) -> str:
    """Return a text as code within a line, or nothing of nothing."""
    return f"`{text}`" if str(text) else ""


def said(text: object) -> str:
    """Return a text in which no character means anything to Markdown but those of code."""
    pieces = re.split(r"(`[^`]+`)", str(text))
    return "".join(
        piece if piece.startswith("`") else re.sub(r"([\\*_<>\[\]{}$~#])", r"\\\1", piece) for piece in pieces
    )


def sentence(text: str) -> str:
    """Return a text that begins with a capital letter and ends with a full stop."""
    text = text.strip()
    return text if not text else f"{text[0].upper()}{text[1:]}{'' if text[-1] in '.!?:' else '.'}"


def outside_code(text: str, change: re.Pattern[str], to: Callable[[re.Match[str]], str]) -> str:
    """Return a text in which a pattern was replaced wherever it isn't in a block of code."""
    pieces, end = [], 0
    for fence in FENCE.finditer(text):
        pieces += [change.sub(to, text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*pieces, change.sub(to, text[end:])])
