"""Does what the tutorial says, and writes into it what simkit answers.

    cd tools && python -m docsite.tutorial

Every file of the page is saved, every command run.  A block of text below a command holds some lines of what
it prints; a comment above says which.  The pictures are of the reports that were written on the way.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import tempfile
from contextlib import chdir
from pathlib import Path

import typst
from click.testing import CliRunner

from docsite.pages import DOCS
from simkit.cli.main import main
from simkit.cli.screen import console
from simkit.run.store.found import find_run

PAGE = DOCS / "tutorial" / "my-first-question.md"
PICTURES = DOCS / "images" / "tutorial"
WIDTH = 100
"""The width of the terminal, in characters."""

PROGRESS = ("playing ", "compiling ")
"""How lines begin that another machine prints otherwise."""

PIECE = re.compile(
    r"`(?P<file>[\w.]+)`[^`\n]*:\n\n```(?:yaml|python)\n(?P<text>.*?)```"  # a file to be saved
    r"|^    (?P<command>simkit [^\n]+)$"
    r"|^<!-- lines (?P<first>\d+) to (?P<last>\d+) -->\n```text\n(?P<shown>.*?)```",
    re.DOTALL | re.MULTILINE,
)

PAGE_ONE = """#set page(width: 18.2cm, height: 26.6cm, margin: 0pt, fill: white)
#place(dx: -1.4cm, dy: -1.7cm, image("report.pdf", page: 1, width: 21cm))
"""
"""A document of typst that is page one of the PDF beside it, with narrower margins."""


def picture_of_page_one(pdf: Path, picture: Path, resolution: float = 96.0) -> None:
    """Write a picture of the first page of a PDF."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copyfile(pdf, Path(folder) / "report.pdf")
        source = Path(folder) / "page.typ"
        source.write_text(PAGE_ONE, encoding="utf-8")
        picture.parent.mkdir(parents=True, exist_ok=True)
        picture.write_bytes(typst.compile(str(source), root=folder, format="png", ppi=resolution))


def done(page: Path = PAGE, pictures: Path | None = None) -> str:
    """Do what the page says in the current folder, and return the page with what simkit answers.

    `pictures`: the folder for the pictures; without it, none are made.

    Raises RuntimeError if a command fails.
    """
    said: list[str] = []

    def follow(piece: re.Match[str]) -> str:
        if piece["file"]:
            Path(piece["file"]).write_text(piece["text"], encoding="utf-8")
        elif piece["command"]:
            said[:] = _run(piece["command"])
            if pictures:
                _take_pictures(piece["command"], pictures)
        else:
            lines = said[int(piece["first"]) - 1 : int(piece["last"])]
            return (
                piece[0][: piece.start("shown") - piece.start()]
                + "".join(f"{line}\n" for line in lines)
                + "```"
            )
        return piece[0]

    return PIECE.sub(follow, page.read_text(encoding="utf-8"))


def _run(command: str) -> list[str]:
    """Run a command and return the lines that it prints, without its progress and empty ones at the top."""
    arguments = shlex.split(command)[1:]
    jobs = ["--jobs", "1"] if arguments[0] == "run" else []
    told = CliRunner().invoke(main, [*arguments, *jobs])
    if told.exit_code:
        raise RuntimeError(f"{command}\n{told.output}")
    lines = [line.rstrip() for line in told.stdout.splitlines() if not line.startswith(PROGRESS)]
    return "\n".join(lines).strip("\n").splitlines()


def _take_pictures(command: str, pictures: Path) -> None:
    """Take the picture that belongs to a command of the page."""
    if command == "simkit run market.yaml":
        picture_of_page_one(find_run("market", Path("runs")) / "report.pdf", pictures / "market.png")
    elif command == "simkit run fair.yaml":
        pictures.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(find_run("fair", Path("runs")) / "figures" / "answer.svg", pictures / "fair.svg")
    elif "my_report.py" in command:
        picture_of_page_one(find_run("fair", Path("runs")) / "report.pdf", pictures / "my_report.png")


def write() -> None:
    """Write the page and its pictures anew, from what is done in an empty folder."""
    console.width = WIDTH
    os.environ["COLUMNS"] = str(WIDTH)  # so that lines are wrapped as on a terminal
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        text = done(PAGE, PICTURES)
    PAGE.write_text(text, encoding="utf-8")
    print(f"wrote {PAGE} and {PICTURES}")


if __name__ == "__main__":
    write()
