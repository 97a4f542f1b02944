"""Every block of code on a page is run, as it stands, or a comment above it says why not.

A block needs no comment on a page whose test does all that the page says (how-tos, the tutorial, patterns).
Elsewhere YAML is loaded and Python run by this module, unless one of these stands above it:

    <!-- with {game: pig, strategy: hold_at} -->     a part of an experiment, and what is to be added
    <!-- each line with {game: pig} -->              lines of which an experiment has one
    <!-- entered as games of pig -->                 a table that `simkit enter` reads
    <!-- run by tests/FILE.py -->                    another test runs it
    <!-- not run: REASON -->

For all commands of a page: ``<!-- commands are not run: REASON -->``.  These are read, at least.  Decisions
are left out: they tell of the code of their day.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
import pytest
import yaml

import simkit
import simkit.game
from simkit.cli.main import main
from simkit.experiment.file.load import load_experiment
from tests.conftest import Simkit
from tests.test_docs import PAGES, ROOT
from tests.test_howto import HOW_TOS, PIECE
from tests.test_patterns import SHOWN

BLOCK = re.compile(
    r"(?:^ *<!-- (?P<mark>[^\n]+) -->\n\n?)?"
    r"^(?P<indent> *)```(?P<language>\w*)\n(?P<fenced>.*?)^ *```"
    r"|(?:^<!-- (?P<told>[^\n]+) -->\n\n?)?"
    r"(?P<commands>(?:^    (?:simkit|python|pip|pytest|dask|make) [^\n]*\n)+)",
    re.DOTALL | re.MULTILINE,
)
RUN_BY = re.compile(r"run by ([\w/]+/test_\w+\.py)")
NOT_RUN = re.compile(r"not run: \w+")
WITH = re.compile(r"(each line )?with (\{.+\})")
ENTERED = re.compile(r"entered as games of (\w+)")
NO_COMMANDS = re.compile(r"<!-- commands are not run: \w.+ -->")
TUTORIAL = "my-first-question"


@dataclass(frozen=True)
class CodeBlock:
    """A block of code on a page; `mark` is the comment above it, and `language` '' for commands."""

    page: Path
    line: int
    language: str
    text: str
    mark: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks() -> list[CodeBlock]:
    """Return all blocks of code on all pages."""
    found = []
    for page in PAGES:
        if page.parent.name == "decisions":
            continue
        text = page.read_text(encoding="utf-8")
        for block in BLOCK.finditer(text):
            is_command = block["commands"] is not None
            mark = block["told" if is_command else "mark"] or ""
            start = block.start("commands" if is_command else "fenced")
            line = text.count("\n", 0, start) + (1 if is_command else 0)
            language = "" if is_command else block["language"] or "text"
            found.append(CodeBlock(page, line, language, block["commands"] or block["fenced"], mark))
    return found


def done_with_its_page(block: CodeBlock) -> bool:
    """Return True for a block that the test of its page does, saves, or looks for in what is printed."""
    text = block.page.read_text(encoding="utf-8")
    if ">>> " in block.text and block.page.stem == "from-python":  # doctest
        return True
    if block.page.stem == "patterns":
        return any(block.text in found[0] for found in SHOWN.finditer(text))
    if block.page.stem not in (*HOW_TOS, TUTORIAL):
        return False
    if not block.language:
        return all(line.startswith("    simkit ") for line in block.text.splitlines())
    return any(block.text in (found["text"], found["said"]) for found in PIECE.finditer(text))


def told(block: CodeBlock) -> bool:
    """Return True for a block of which the page says that another test runs it, or why none does."""
    if not block.language and NO_COMMANDS.search(block.page.read_text(encoding="utf-8")):
        return True
    return bool(RUN_BY.fullmatch(block.mark) or NOT_RUN.match(block.mark))


BLOCKS = blocks()
RUN_HERE = [block for block in BLOCKS if not done_with_its_page(block) and not told(block)]


def test_every_block_is_run_or_says_why_not() -> None:
    unsaid = [
        str(block)
        for block in RUN_HERE
        if block.language not in ("yaml", "python") and not ENTERED.fullmatch(block.mark)
    ]
    assert not unsaid, f"nothing runs these blocks, and no comment says why: {', '.join(unsaid)}"
    assert len(BLOCKS) > 150 and len(RUN_HERE) > 5


def test_the_tests_that_pages_name_are_there() -> None:
    for block in BLOCKS:
        for path in RUN_BY.findall(block.mark):
            assert (ROOT / path).is_file(), f"{block}: {path}"


@pytest.mark.parametrize("block", [block for block in RUN_HERE if block.language == "yaml"], ids=str)
def test_an_experiment_on_a_page_is_loaded(block: CodeBlock, tmp_path: Path) -> None:
    mark = WITH.fullmatch(block.mark)
    rest = yaml.safe_load(mark[2]) if mark else {}
    parts = block.text.splitlines() if mark and mark[1] else [block.text]
    for number, part in enumerate(parts):
        written = {"name": f"part_{number}", "games": 1} | rest | yaml.safe_load(part)
        file = tmp_path / f"part_{number}.yaml"
        file.write_text(yaml.safe_dump(written, sort_keys=False), encoding="utf-8")
        assert load_experiment(file).scenarios


@pytest.mark.parametrize("block", [block for block in RUN_HERE if block.language == "python"], ids=str)
def test_python_on_a_page_runs(block: CodeBlock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = {"__name__": __name__, "np": np, "simkit": simkit} | vars(simkit.game)
    exec(compile(re.sub(r"games=[\d_]+", "games=20", block.text), str(block), "exec"), names)


@pytest.mark.parametrize("block", [block for block in RUN_HERE if ENTERED.fullmatch(block.mark)], ids=str)
def test_results_on_a_page_are_entered(block: CodeBlock, simkit: Simkit) -> None:
    Path("evening.csv").write_text(block.text, encoding="utf-8")
    game = block.mark.rpartition(" ")[2]
    told = simkit("enter", "evening.csv", "--game", game, "--into", "evening")
    assert told.exit_code == 0, told.output


COMMAND = re.compile(r"^ *(?:>>> )?simkit ([^\n]*)$", re.MULTILINE)


def test_commands_that_are_not_run_exist() -> None:
    for block in BLOCKS:
        if block.language or done_with_its_page(block):
            continue
        for line in COMMAND.findall(block.text):
            words = shlex.split(line.partition("  #")[0].replace("\\", ""))
            command: click.Command = main
            while isinstance(command, click.Group) and words:
                found = command.get_command(click.Context(command), words.pop(0))
                assert found is not None, f"{block}: {line}"
                command = found
            known = {name for param in command.params for name in (*param.opts, *param.secondary_opts)}
            options = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
            assert options <= known | {"--help"}, f"{block}: {line}"
