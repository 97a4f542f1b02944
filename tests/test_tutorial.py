"""The tutorial is done as it stands: its files are saved, its commands run, and they print what it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docsite.tutorial import PAGE, PICTURES, WIDTH, done

from simkit.cli.screen import console
from tests.conftest import Simkit


@pytest.mark.usefixtures("simkit")
def test_the_tutorial_shows_what_its_commands_print(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(console, "width", WIDTH)
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    pictures = tmp_path / "pictures"
    assert done(PAGE, pictures) == PAGE.read_text(encoding="utf-8"), "`make picture` writes it anew"
    made = {path.name: path.read_bytes() for path in pictures.iterdir()}
    assert made.keys() == {path.name for path in PICTURES.iterdir()}
    shown = set(re.findall(r"images/tutorial/([\w.]+)", PAGE.read_text(encoding="utf-8")))
    assert shown == made.keys()


def test_a_command_of_the_tutorial_that_fails_is_named(simkit: Simkit, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("    simkit check nothing.yaml\n", encoding="utf-8")
    with pytest.raises(RuntimeError, match=r"simkit check nothing\.yaml"):
        done(page)
