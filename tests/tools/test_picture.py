"""The picture in README is that of the page that `make demo` writes today; `make picture` takes it anew."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

import simkit

ROOT = Path(__file__).parents[2]


@pytest.fixture
def picture(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("picture")


def test_the_page_in_the_picture_is_laid_out_as_today(picture: Any, tmp_path: Path) -> None:
    today = picture.words_of_page(picture.run_of_few(tmp_path / "run"))
    assert picture.words_in_picture()[picture.PAGE_OF_FEW] == today, "make picture"


@pytest.mark.long
def test_the_picture_is_the_page_that_the_demo_writes(picture: Any, tmp_path: Path) -> None:
    run = simkit.run(picture.DEMO, out=tmp_path / "run", report="none", progress=False)
    assert picture.words_in_picture()[picture.PAGE] == picture.words_of_page(run), "make picture"


def test_the_readme_shows_that_picture(picture: Any) -> None:
    assert f"({picture.PICTURE.relative_to(ROOT)})" in (ROOT / "README.md").read_text(encoding="utf-8")
