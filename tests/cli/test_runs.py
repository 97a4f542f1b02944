"""`simkit runs`, `summary` and `export`, labels and notes, `@1`, and lists as JSON."""

from __future__ import annotations

import csv
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from math import isclose
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import Result

from simkit import BadInput, open_run
from tests.run.helpers import read_manifest_of
from tests.test_howto import DOCS

PIG = (
    "name: idea\ngame: pig\ngames: 40\nstrategies: [hold_at, random]\nreport: none\n"
    "factors: {strategies.0.n: [15, 20]}\n"
)
PAGE = DOCS / "howto" / "runs.md"
RUN = ("run", "idea.yaml", "--jobs", 1)


@pytest.fixture
def three(simkit: Callable[..., Result]) -> Callable[..., Result]:
    """Return what runs simkit where an experiment was run three times, the first run with a label."""
    Path("idea.yaml").write_text(PIG)
    for more in (["--label", "as it is", "--note", "too long?"], ["--seed", 2], ["--set", "rules.target=50"]):
        told = simkit(*RUN, *more)
        assert told.exit_code == 0, told.output
    return simkit


def listed(simkit: Callable[..., Result], *words: object) -> list[dict[str, Any]]:
    told = simkit(*words, "--json")
    assert told.exit_code == 0, told.output
    rows: list[dict[str, Any]] = json.loads(told.stdout)
    return rows


def test_runs_are_listed_with_what_differs_result_and_verdict(three: Callable[..., Result]) -> None:
    rows = listed(three, "runs")
    assert [row["run"] for row in rows] == ["@1", "@2", "@3"]
    assert [row["label"] for row in rows] == ["", "", "as it is"]
    assert rows[0]["differs"] == "target 50; by player 1's n (2); hold_at, random"
    assert rows[1]["differs"] == "by player 1's n (2); hold_at, random"
    low, high = rows[0]["results"]
    assert low["estimate"] < 0.5 < high["estimate"]
    assert (low["who"], high["who"]) == ("random", "hold_at")
    assert str(rows[0]["headline"]).startswith(f"won {100 * low['estimate']:.1f}±")
    table = three("runs").output
    assert "@3" in table and '"as it is"' in table and "too long?" in table and "no targets" in table


def test_a_run_is_known_by_number_label_and_name_everywhere(three: Callable[..., Result]) -> None:
    newest, first = (open_run(word).path for word in ("@1", "as it is"))
    assert newest != first
    for words in (
        ("summary", "@1"),
        ("check", "@1"),
        ("report", "@1", "--no-pdf", "--no-html"),
        ("replay", "@1", "--scenario", 0, "--game", 1),
        ("export", "@1", "all.xlsx"),
        ("compare", "@1", "as it is"),
        ("runs", "--note", "@1", "quick"),
    ):
        told = three(*words)
        assert told.exit_code == 0, told.output
        assert "note:" not in told.stderr
    assert str(newest) in three("check", "@1").output
    assert "there are 3 finished runs in runs; @1 is the newest" in three("summary", "@4").output
    assert listed(three, "runs")[0]["note"] == "quick"


def test_of_several_runs_that_differ_the_newest_is_taken_and_that_is_said(
    three: Callable[..., Result],
) -> None:
    told = three("summary", "idea", "--json")
    assert told.stderr.startswith("note: idea: 3 runs that differ; this is the newest, runs/idea/seed1-40-")
    assert json.loads(told.stdout)
    assert three("summary", "as it is").stderr == ""
    assert three("runs", "--label", "@1", "as it is").exit_code == 0
    assert "as it is: 2 runs that differ" in three("summary", "as it is").stderr


def test_a_label_changes_neither_the_run_nor_whose_it_is(three: Callable[..., Result]) -> None:
    run = open_run("@1")
    before = read_manifest_of(run.path)
    run.describe(label="mine")
    assert read_manifest_of(run.path) == {**before, "label": "mine"}
    assert three("check", "mine").exit_code == 0
    assert three(*RUN, "--set", "rules.target=50", "--again").exit_code == 0
    assert open_run("mine").path == run.path
    run.describe(label="")
    assert "label" not in read_manifest_of(run.path)
    for wrong in ("@1", " x", "x" * 81, "\x1b"):
        with pytest.raises(BadInput, match=r"^label: "):
            run.describe(label=wrong)


def test_a_foreign_run_stays_foreign(three: Callable[..., Result]) -> None:
    run = open_run("@1")
    foreign = read_manifest_of(run.path) | {"seal": "of another"}
    (run.path / "manifest.json").write_text(json.dumps(foreign))
    run.describe(label="mine")
    assert read_manifest_of(run.path) == {**foreign, "label": "mine"}


def test_tables_are_exported(three: Callable[..., Result]) -> None:
    assert three("export", "@1", "tables").output.splitlines()[:2] == [
        "wrote tables/summary.csv",
        "wrote tables/scenarios.csv",
    ]
    assert pl.read_csv("tables/games.csv").height == 80
    assert three("export", "@1", "x.ods").exit_code == 2


def test_a_script_for_r_says_the_type_of_each_column(three: Callable[..., Result]) -> None:
    assert three("export", "@1", "idea.R").output.splitlines()[:2] == [
        "wrote idea.R",
        "wrote idea/summary.csv",
    ]
    script = Path("idea.R").read_text(encoding="utf-8")
    for line in (
        'file.path("idea", "games.csv")',
        '"turns" = "integer"',
        '"won" = "logical"',
        '"estimate" = "numeric"',
        '"end" = "character"',
        'games[["end"]] <- factor(games[["end"]], levels = c("finished", "decision_cap"))',
    ):
        assert line in script, line
    assert three("export", "@1", "idea.R", "--decimal", "comma").exit_code == 2


@pytest.mark.skipif(shutil.which("Rscript") is None, reason="R is not installed")
def test_r_reads_what_the_run_has(three: Callable[..., Result]) -> None:
    three("export", "@1", "short.R")
    [lines] = re.findall(
        r"```r\n(.*?)```", (DOCS / "howto" / "runs.md").read_text(encoding="utf-8"), re.DOTALL
    )
    asked = "cat(class(games$end), class(seats$won), class(summary$n), sum(seats$won), sum(games$turns))"
    done = subprocess.run(["Rscript", "-e", lines, "-e", asked], capture_output=True, text=True, check=True)
    games, seats = open_run("@1").games.collect(), open_run("@1").seats.collect()
    said = f"factor logical integer {seats['won'].sum()} {games['turns'].sum()}"
    assert done.stdout.splitlines()[-1] == said and "strategies.0.n" in done.stdout


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_libreoffice_opens_the_workbook_as_it_is(three: Callable[..., Result]) -> None:
    three("export", "@1", "all.xlsx")
    sheets = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"
    command = ["soffice", "-env:UserInstallation=file:///" + str(Path("lo").absolute()).lstrip("/")]
    subprocess.run(
        [*command, "--headless", "--convert-to", sheets, "all.xlsx"],
        capture_output=True,
        timeout=100,
        check=True,
    )
    for name, rows in open_run("@1").tables():
        with Path(f"all-{name}.csv").open(encoding="utf-8", newline="") as file:
            heading, *found = csv.reader(file)
        wanted = rows.collect()
        assert heading == wanted.columns
        for cells, values in zip(found, wanted.iter_rows(), strict=True):
            assert all(map(is_shown_as, cells, values)), (name, cells, values)


def is_shown_as(cell: str, value: Any) -> bool:
    """Return True if a cell of a spreadsheet, as text, holds a value of a table."""
    if value is None or value == "":
        return cell == ""
    if isinstance(value, bool):
        return cell == str(value).upper()
    return isclose(float(cell), value, rel_tol=1e-12) if isinstance(value, (int, float)) else cell == value


def test_a_finished_run_is_summed_up_again(three: Callable[..., Result]) -> None:
    again, told = three(*RUN, "--set", "rules.target=50"), three("summary", "@1")
    assert told.output == "".join(again.output.lstrip().splitlines(keepends=True)[1:])
    rows = listed(three, "summary", "@1")
    assert {type(row["estimate"]) for row in rows if row["statistic"] == "rate"} == {float}
    assert {row["strategies.0.n"] for row in rows} == {15, 20}


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        (["games"], {"game", "players", "strategies"}),
        (["strategies", "pig"], {"strategy", "result", "parameters"}),
        (["rules", "pig"], {"rule", "default", "allowed"}),
        (["columns", "pig"], {"table", "column", "unit"}),
        (["fields", "pig"], {"field", "type", "meaning"}),
        (["assumptions", "nautilion"], {"assumption", "alternatives"}),
        (["cards", "nautilion", "A1"], {"id", "says", "as_printed"}),
        (["runs"], set()),
    ],
)
def test_every_list_is_also_json(simkit: Callable[..., Result], words: list[str], keys: set[str]) -> None:
    rows = listed(simkit, *words)
    assert all(keys <= row.keys() for row in rows)
    assert bool(rows) == bool(keys)


def test_numbers_are_numbers_in_lists(simkit: Callable[..., Result]) -> None:
    rules = {row["rule"]: row["default"] for row in listed(simkit, "rules", "pig")}
    assert rules["target"] == 100
    (hold_at,) = (row for row in listed(simkit, "strategies", "pig") if row["strategy"] == "hold_at")
    assert hold_at["parameters"][0]["low"] < hold_at["parameters"][0]["default"]
    kinds = json.loads(simkit("kinds", "pig", "--json").stdout)
    assert kinds["moves"][0] == {"number": 0, "kind": "roll", "fields": [], "says": kinds["moves"][0]["says"]}
    assert kinds["objectives"][0]["column"] == "won"


@pytest.mark.parametrize("out", ["base", "elsewhere/base"])
def test_a_search_has_one_row_and_a_run_made_elsewhere_too(
    simkit: Callable[..., Result], tmp_path: Path, out: str
) -> None:
    text = "name: apart\ngame: pig\ngames: 30\nstrategy: hold_at\nreport: none\n"
    (tmp_path / "apart.yaml").write_text(text)
    assert simkit("run", "apart.yaml", "--out", out).exit_code == 0
    few = ("--by", "target", "--games", "2000", "--fresh-games", "50")
    assert simkit("seek", "pig", "turns 20 to 24", *few).exit_code == 0
    rows = json.loads(simkit("runs", "--json").output)
    assert [(row["name"], row["rounds"] > 1) for row in rows] == [("pig_seek", True), ("apart", False)]
    assert simkit("summary", "apart").output == simkit("summary", out).output
    assert simkit("summary", rows[1]["run"]).output == simkit("summary", out).output
    assert "did you mean 'apart'?" in simkit("summary", "aparts").output
    assert out in simkit("summary", "zzz").output  # among those that are allowed
    assert f"in {out}" in simkit("runs").output
