"""A sampled design is a factor: a table of which each row is a scenario, equal rows among them."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import simkit
from simkit import BadInput, Experiment

FILE = "name: x\ngame: pig\ngames: 10\nstrategy: hold_at\nfactors: {design: samples.csv}\n"


def loaded(folder: Path, table: str) -> Experiment:
    (folder / "samples.csv").write_text(table)
    (folder / "x.yaml").write_text(FILE)
    return simkit.experiment(folder / "x.yaml")


@pytest.mark.parametrize(
    "table",
    [
        "target,sides,strategy.n\n60,6,20\n80,8,25\n60,6,20\n",
        "rules.target;sides;strategy.n\n60;6;20\n80;8;25\n60;6;20\n\n",
        ",target,sides,strategy.n\n0,60.0,6.0,20.0\n1,80.0,8.0,25.0\n2,60.0,6.0,20.0\n",
    ],
)
def test_each_row_of_a_table_is_a_scenario(tmp_path: Path, table: str) -> None:
    experiment = loaded(tmp_path, table)
    scenarios = experiment.scenarios
    assert [scenario.knobs.model_dump()["target"] for scenario in scenarios] == [60, 80, 60]
    assert [scenario.players[0].parameters["n"] for scenario in scenarios] == [20, 25, 20]
    assert [scenario.levels for scenario in scenarios] == [{"design": f"row {i}"} for i in (1, 2, 3)]
    (tmp_path / "samples.csv").unlink()
    assert len(experiment.resolved["factors"]["design"]) == 3  # the run knows its rows without the file


def test_rows_of_a_table_in_memory_are_a_design(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    frame = pl.DataFrame({"target": [60.0, 60.0, 80.0], "sides": [6, 6, 8]})
    run = simkit.run(game="pig", games=20, strategy="hold_at", factors={"design": frame.to_dicts()})
    assert run.scenarios["rules.target"].to_list() == [60, 60, 80]
    means = run.summary.filter(column="turns", statistic="mean")["estimate"].to_list()
    assert means[0] == means[1] != means[2]
    assert run.report()


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("target,sides\n60,6\n80.5,8\n", "samples.csv:3: target: found 80.5, allowed is a whole number"),
        ("targt\n60\n", "samples.csv:2: factor 'design': the column 'targt' sets nothing"),
        ("targt\n60\n", "did you mean 'rules.target'?"),
        ("target,sides\n60,\n", "samples.csv:2: found 1 value, allowed are 2"),
        ("target,target\n60,6\n", "two columns are called 'target'"),
        ("target\n", "no rows"),
        ("\n", "no columns"),
    ],
)
def test_what_is_wrong_with_a_table_is_told_with_the_line(tmp_path: Path, table: str, message: str) -> None:
    with pytest.raises(BadInput) as raised:
        loaded(tmp_path, table)
    assert message in str(raised.value)


def test_a_table_that_is_not_there_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(FILE)
    with pytest.raises(BadInput, match=r"samples\.csv: there is no such file"):
        simkit.experiment(tmp_path / "x.yaml")


def test_variants_as_a_key_are_told_where_they_go(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(FILE.replace("factors: {design: samples.csv}", "variants: {a: {}}"))
    with pytest.raises(BadInput, match=r"unknown key 'variants'.*factors: \{variant:"):
        simkit.experiment(tmp_path / "x.yaml")


def test_variants_that_are_the_same_say_where_samples_go(tmp_path: Path) -> None:
    rows = "{s0: {rules.target: 60}, s1: {rules.target: 60}}"
    (tmp_path / "x.yaml").write_text(FILE.replace("samples.csv", rows))
    with pytest.raises(BadInput, match=r"the levels s0 and s1 are the same; samples"):
        simkit.experiment(tmp_path / "x.yaml")
