"""Draws the portraits of the games that stand in the documentation: `make portraits`.

    python tools/portraits.py              all games, and all side by side
    python tools/portraits.py pig yacht    only these

Portraits are kept in runs/portrait: what is whole is not measured again, and what was stopped goes on.  They
are written as pages into docs/reference/portraits, one a game, and one with the main lines of all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import click
from docsite.markdown import said, table

import simkit
from simkit.questions import Answer

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "reference" / "portraits"
KEPT = ROOT / "runs" / "portrait"
ALL = "side-by-side"

GAMES = ("pig", "yacht", "hex", "night_market", "nautilion", "nautilus_island", "castaways", "nautilus_2002")

HEAD = "<!-- written by `make portraits` -->"

BESIDE = (
    "a game lasts", "at the table", "beginning is worth", "chance alone", "who plays", "decisions a player",
    "options a decision", "can matter", "weight", "decided after", "lead changes", "comebacks", "begin alike",
    "results apart", "may be the best",
)  # fmt: skip
"""The lines in which all games stand side by side."""


WHAT = (
    "Each number has its 95 % interval; a dash is a line that a game does not have. [What each line means]"
    "(../portrait.md), and what the weight is not. `simkit portrait pig --beside hex` sets two beside each "
    "other, with their differences. `make portraits` measures all anew: ten minutes of two cores."
)


def page_of(answer: Answer, game: str) -> str:
    """Return a portrait as a page."""
    parts = [
        HEAD,
        f"# {said(answer.about['Game'])}: a portrait",
        f"{said(answer.about['Setting'])}. [What each line means](../portrait.md); [all games side by side]"
        f"({ALL}.md). `simkit portrait {game}` draws it anew.",
    ]
    for shown in answer.shown:
        parts += [f"## {shown.caption}", _table(shown.columns, shown.cells())]
    parts += ["## How sure", said(" ".join(answer.data["sure"]))]
    return "\n\n".join(parts).rstrip() + "\n"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return table(heads, ([said(cell) for cell in row] for row in rows)).rstrip()


def all_beside(answers: Mapping[str, Answer]) -> str:
    """Return the main lines of all portraits as a page."""
    heads = ["", *(f"[{said(answer.about['Game'])}]({game}.md)" for game, answer in answers.items())]
    cells = {game: dict(_values(answer)) for game, answer in answers.items()}
    rows = [[label, *(said(cells[game].get(label, "")) for game in answers)] for label in BESIDE]
    settings = [
        f"* {said(found.about['Game'])}: {said(found.about['Setting'])}" for found in answers.values()
    ]
    return (
        "\n\n".join(
            [
                HEAD,
                "# Portraits side by side",
                WHAT,
                table(heads, rows).rstrip(),
                "The settings:",
                "\n".join(settings),
            ]
        )
        + "\n"
    )


def _values(answer: Answer) -> Iterable[tuple[str, str]]:
    """Yield the lines of a portrait, each with what was found."""
    for shown in answer.shown:
        for row in shown.cells():
            yield row[0], row[1]


@click.command()
@click.argument("games", nargs=-1)
def write(games: Sequence[str]) -> None:
    """Draw the portraits of GAMES, by default of all, and write their pages."""
    PAGES.mkdir(parents=True, exist_ok=True)
    answers: dict[str, Answer] = {}
    known = set(simkit.games()["game"])
    for game in games or [game for game in GAMES if game in known]:
        answers[game] = simkit.portrait(game, out=KEPT / game)
        (PAGES / f"{game}.md").write_text(page_of(answers[game], game), encoding="utf-8")
        print(f"{PAGES.relative_to(ROOT) / game}.md")
    if not games:
        (PAGES / f"{ALL}.md").write_text(all_beside(answers), encoding="utf-8")


if __name__ == "__main__":
    write()
