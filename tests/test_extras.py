"""What is not installed: each extra's part is refused in a sentence, and everything else works."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from packaging.requirements import Requirement

from simkit.door import doctor
from simkit.extras import EXTRAS, PDF, WORKBOOKS, Extra

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PIG = "name: it\ngame: pig\ngames: 20\nstrategy: hold_at\n"


def without(monkeypatch: pytest.MonkeyPatch, *extras: Extra) -> None:
    """Take the libraries of extras away."""
    for extra in extras:
        for library in extra.libraries:
            monkeypatch.setitem(sys.modules, library, None)


def test_extras_are_those_that_pip_knows() -> None:
    known = PROJECT["optional-dependencies"]
    for extra in EXTRAS:
        assert set(extra.libraries) <= {Requirement(text).name for text in known[extra.name]}
    (everything,) = known["all"]
    assert Requirement(everything).extras == {extra.name for extra in EXTRAS}


def test_nothing_that_an_extra_brings_is_needed_always() -> None:
    always = {Requirement(text).name for text in PROJECT["dependencies"]}
    assert not always & {library for extra in EXTRAS for library in extra.libraries}


def test_without_typst_a_run_has_a_page_and_says_why_no_pdf(
    simkit: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, PDF)
    (tmp_path / "pig.yaml").write_text(PIG)
    told = simkit("run", "pig.yaml", "--out", "run")
    assert told.exit_code == 0, told.output
    assert f"note: report.html alone is written; {PDF.lack}" in told.output
    assert (tmp_path / "run" / "report.html").is_file() and not (tmp_path / "run" / "report.pdf").exists()
    simkit("run", "pig.yaml", "--seed", "2", "--out", "later")
    told = simkit("compare", "run", "later", "--report", "--out", "compared")
    assert told.exit_code == 0 and told.output.count(PDF.lack) == 1
    assert [path.name for path in (tmp_path / "compared").glob("compare.*")] == ["compare.html"]
    assert PDF.lack not in simkit("report", "run", "--no-pdf").output
    told = simkit("report", "run", "--no-html")
    assert told.exit_code == 2 and told.output == f"Error: {PDF.lack}\n"


@pytest.mark.parametrize("extra", [PDF, WORKBOOKS])
def test_a_sheet_needs_both(
    simkit: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, extra: Extra
) -> None:
    without(monkeypatch, extra)
    told = simkit("sheet", "pig")
    assert told.exit_code == 2 and told.output == f"Error: {extra.lack}\n"
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def exported(simkit: Callable[..., Result], tmp_path: Path) -> Path:
    """A workbook of a run."""
    (tmp_path / "pig.yaml").write_text(f"{PIG}report: none\n")
    simkit("run", "pig.yaml", "--out", "run")
    assert simkit("export", "run", "tables.xlsx").exit_code == 0
    return tmp_path / "tables.xlsx"


def test_without_the_libraries_for_workbooks_none_is_written(
    simkit: Callable[..., Result], exported: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, WORKBOOKS)
    told = simkit("export", "run", "again.xlsx")
    assert told.exit_code == 2 and told.output == f"Error: {WORKBOOKS.lack}\n"
    assert not exported.with_name("again.xlsx").exists()
    assert simkit("export", "run", "tables.csv").exit_code == 0


def test_without_them_none_is_typed_in(
    simkit: Callable[..., Result], exported: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, WORKBOOKS)
    told = simkit("enter", exported.name, "--game", "pig")
    assert told.exit_code == 2 and told.output == f"Error: {WORKBOOKS.lack}\n"


def test_the_doctor_says_what_is_missing_for_what_and_that_all_is_well(
    simkit: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, *EXTRAS)
    for name in set(doctor.CHECKS) - {"extras", "fonts", "PDF"}:
        monkeypatch.delitem(doctor.CHECKS, name)
    told = simkit("doctor", "--json")
    assert told.exit_code == 0, told.output
    rows = {row["what"]: row for row in json.loads(told.output)}
    assert {row["state"] for row in rows.values()} == {"ok"}
    assert rows["extras"]["found"] == (
        "none is installed; without PDF, workbooks, a cluster, a store, notebooks"
    )
    assert rows["extras"]["advice"] == "pip install 'simkit[pdf,excel,dask,store,notebooks]'"
    assert rows["fonts"]["found"] == doctor.FIGURE_FONT
    assert rows["PDF"]["advice"] == "pip install 'simkit[pdf]'"
