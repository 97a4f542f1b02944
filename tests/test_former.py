"""Older forms that are still understood: until when, and that the reference lists them all."""

from __future__ import annotations

import re
from pathlib import Path

from packaging.version import Version

import simkit
from simkit import former
from simkit.former import FORMER_FORMS, RUNS

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "what-is-stable.md"

OF_A_PART = {"SAVED_GAMES": ROOT / "simkit" / "table"}
"""The forms that an optional part understands, which may have come off."""


def test_the_reference_lists_every_older_form() -> None:
    listed = PAGE.read_text(encoding="utf-8").partition("## Older forms that still work")[2]
    rows = re.findall(r"^\| (.+) \| (.+) \| (.+) \| (.+) \|$", listed, re.MULTILINE)[1:]
    assert rows == [(form.name, form.today, form.since, form.until) for form in FORMER_FORMS]


def test_each_is_understood_somewhere_until_its_version_comes() -> None:
    declared = {name: form for name, form in vars(former).items() if isinstance(form, former.Former)}
    assert tuple(declared.values()) == FORMER_FORMS
    code = "".join(
        file.read_text(encoding="utf-8")
        for file in (ROOT / "simkit").rglob("*.py")
        if file.name != "former.py"
    )
    for name, form in declared.items():
        if OF_A_PART.get(name, ROOT).is_dir():
            assert re.search(rf"\b{name}\b", code), f"nothing understands {name}; take its line out"
        assert Version(form.since) <= Version(simkit.__version__) < Version(form.until), name


def test_no_name_is_deprecated_without_a_line_in_the_reference() -> None:
    for file in (ROOT / "simkit").rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"warn\([^)]*DeprecationWarning", text) or "simkit.former" in text, file


def test_the_changelog_begins_with_what_one_must_do() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    (section,) = re.findall(
        rf"^## \[{re.escape(simkit.__version__)}\].*\n\n### What you must do\n", text, re.MULTILINE
    )
    assert section


def test_what_is_met_says_since_when_and_until_when() -> None:
    assert RUNS.said == "a run of format 5: since simkit 1.0 it is format 6; understood until 2.0"
