"""What the how-tos say is typed by newcomers: each file in them is saved, each command run, as it stands."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import Simkit

DOCS = Path(__file__).parents[1] / "docs"
FOLDER = DOCS / "howto"
HOW_TOS = [
    *("a-variant", "a-strategy", "a-board", "a-report-script", "how-to-read-a-report"),
    *(
        "targets",
        "runs",
        "add-a-question",
        "which-rules-decide",
        "rules-for-a-target",
        "luck-and-skill",
        "players-for-new-rules",
        "what-a-move-is-worth",
        "as-many-games-as-it-takes",
        "a-tournament",
        "loaded-die",
        "a-portrait",
    ),
]
SLOW = (
    *("a-board", "targets", "what-a-move-is-worth", "which-rules-decide", "rules-for-a-target"),
    *("a-tournament", "players-for-new-rules", "a-portrait"),
)

FEWER = 300
"""Games that are played here in place of the many of the how-tos."""

VARIABLE = re.compile(r"^    export (\w+)=(\S+)$", re.MULTILINE)

PIECE = re.compile(
    r"`(?P<file>[\w.]+)`[^`\n]*:\n\n```(?:yaml|python|txt)\n(?P<text>.*?)```"  # a file to be saved
    r"|^    simkit (?P<command>[^\n]+)$"
    r"|```text\n(?P<said>.*?)```",
    re.DOTALL | re.MULTILINE,
)


def page(name: str) -> Path:
    """Return the page of a how-to, or of a tutorial."""
    (found,) = DOCS.glob(f"*/{name}.md")
    return found


def pieces(name: str) -> list[re.Match[str]]:
    """Return what a how-to has its reader do: files first, so that a command may stand above its file."""
    found = list(PIECE.finditer(page(name).read_text(encoding="utf-8")))
    return sorted(found, key=lambda piece: piece["file"] is None)


def plain(text: str) -> Iterator[str]:
    """Yield the lines of a text with their numbers taken out: with fewer games they are others."""
    for line in text.splitlines():
        words = re.sub(
            r"\d[\d.,]*( minutes?| seconds?| hours?| cores?| [MG]B)?|a second", "0", " ".join(line.split())
        )
        if words:
            yield words


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name in SLOW)) for name in HOW_TOS]
)
def test_what_a_how_to_says_is_done(simkit: Simkit, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable, value in VARIABLE.findall(page(name).read_text(encoding="utf-8")):
        monkeypatch.setenv(variable, value)
    outputs, commands = "", 0
    for piece in pieces(name):
        if piece["file"]:
            text = re.sub(r"games: [\d_]+", f"games: {FEWER}", piece["text"])
            Path(piece["file"]).write_text(text, encoding="utf-8")
        elif piece["command"]:
            commands += 1
            more = ["--jobs", "1"] if piece["command"].startswith("run ") else []
            told = simkit(*shlex.split(piece["command"]), *more)
            assert told.exit_code == 0, f"{piece[0]}\n{told.output}"
            outputs += told.output + reported()
        else:
            missing = set(plain(piece["said"])) - set(plain(outputs))
            assert not missing, missing
    assert commands > 2


@pytest.mark.parametrize(
    ("row", "spoilt"),
    [
        (4, lambda row: f"{row[:3]}~{row[4:]}"),
        (4, lambda row: row[:-1]),
        (2, lambda row: row.replace("x", "d")),
    ],
)
def test_mistakes_are_reported_as_the_how_to_of_boards_says(
    simkit: Simkit, row: int, spoilt: Callable[[str], str]
) -> None:
    drawn = next(piece["text"] for piece in pieces("a-board") if piece["file"] == "my_sea.txt")
    rows = [line for line in drawn.splitlines() if not line.startswith("#")]
    wrong = drawn.replace(f"{rows[row]}\n", f"{spoilt(rows[row])}\n")
    Path("my_sea.txt").write_text(wrong, encoding="utf-8")
    told = simkit("cards", "nautilus_2002", "--content", "my_sea.txt")
    assert told.exit_code == 2
    said = re.findall(
        r"^    (my_sea\.txt:\d+:.*)$", (FOLDER / "a-board.md").read_text(encoding="utf-8"), re.M
    )
    assert len(said) == 3 and told.output.strip().removeprefix("Error: ") in said


def reported() -> str:
    """Return the text of all reports written so far, a paragraph a line."""
    pages = (path.read_text(encoding="utf-8") for path in Path("runs").rglob("report.html"))
    return "\n".join(re.sub(r"<[^>]+>", "\n", page) for page in pages)


def test_the_script_of_the_how_to_is_some_thirty_lines(simkit: Simkit) -> None:
    assert simkit("new", "report", "my_report").exit_code == 0
    assert len(Path("my_report.py").read_text().splitlines()) <= 36
    again = simkit("new", "report", "my_report")
    assert again.exit_code == 2
    assert "my_report.py exists already" in again.output
    assert simkit("new", "report", "my-report").exit_code == 2


def test_the_tests_that_a_how_to_lists_are_those_of_a_copied_game(simkit: Simkit) -> None:
    text = (FOLDER / "tests-of-a-copied-game.md").read_text(encoding="utf-8")
    told = simkit(*shlex.split(next(PIECE.finditer(text))["command"]))
    assert told.exit_code == 0, told.output
    written = Path("dice_race/tests/test_dice_race.py").read_text()
    named = set(re.findall(r"`(test_\w+)`", text))
    assert named == set(re.findall(r"def (test_\w+)", written))
    for word in ("WEAKER, BETTER", "check_step"):
        assert f"`{word}`" in text and word in written
    assert not Path("dice_race/tests/test_exact.py").exists()
