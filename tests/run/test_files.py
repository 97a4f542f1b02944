"""The files of a run: columns, checksums, the summary, and what is said of damage."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

import simkit
from simkit import BadInput
from simkit.cli.main import main
from simkit.game import Column, Objective
from simkit.run.store.directory import RunDirectory
from simkit.run.store.summing import summary_of
from simkit.stats.distributions import Distributions
from simkit.stats.whose import GAME, PLAYER, SEAT, Whose
from tests.conftest import RunOf
from tests.engine.plain_pig import plain_pig
from tests.run.helpers import table_hashes


def test_columns_are_described(small: Path, run_of: RunOf) -> None:
    run = run_of(small)
    schema = pq.read_schema(run.path / "games/scenario-00000/part-00000.parquet")
    assert schema.names[:4] == ["scenario", "game", "turns", "rolls"]
    assert str(schema.field("turns").type) == "int64"
    assert schema.field("turns").metadata == {b"description": b"turns begun", b"unit": b"turns"}
    assert b"decision_cap" in schema.field("end").metadata[b"labels"]


def test_every_file_has_its_checksum_in_the_list(small: Path, run_of: RunOf) -> None:
    run = run_of(small)
    assert set(run.files) == set(table_hashes(run.path))
    said = CliRunner().invoke(main, ["check", str(run.path)]).output
    assert "is whole" in " ".join(said.split())
    part = run.path / "games/scenario-00000/part-00000.parquet"
    contents = bytearray(part.read_bytes())
    contents[100] ^= 0xFF
    part.write_bytes(bytes(contents))
    with pytest.raises(BadInput, match="checksum of games/scenario-00000"):
        RunDirectory(run.path).require_finished()
    assert CliRunner().invoke(main, ["check", str(run.path)]).exit_code == 2


def test_the_summary_is_what_the_games_say(small: Path, run_of: RunOf) -> None:
    run = run_of(small)
    turns = run.games.group_by("scenario").agg(pl.col("turns").mean()).collect()
    means = run.estimates().filter((pl.col("column") == "turns") & (pl.col("statistic") == "mean"))
    joined = means.join(turns, on="scenario")
    assert len(joined) == 4
    assert joined["estimate"].to_list() == pytest.approx(joined["turns"].to_list())


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda run: (run / "manifest.json").write_text('{"format": 5,'), "manifest.json:1:14: damaged"),
        (lambda run: (run / "manifest.json").write_text("[]"), "not a valid manifest"),
        (
            lambda run: (run / "manifest.json").write_text('{"format": 5, "experiment": {}, "files": null}'),
            "not a valid manifest: state: Field required; `simkit run ... --again`",
        ),
        (
            lambda run: (run / "manifest.json").write_text('{"format": 1}'),
            "of format 1, this simkit reads 5, 6; `simkit run ... --again` plays the run again",
        ),
        (
            lambda run: (run / "manifest.json").write_text(json.dumps({"format": "x" * 100_000})),
            r"of format 'x{1,300}\.\.\., this simkit reads 5, 6",
        ),
        (lambda run: (run / "manifest.json").write_bytes(b"\xff\xfe\x00"), "damaged, not text; .*--again"),
        (lambda run: (run / "manifest.json").unlink(), "not a run directory"),
        (
            lambda run: (run / "games/scenario-00001/part-00000.parquet").unlink(),
            "part-00000.parquet is missing",
        ),
        (lambda run: (run / "games/scenario-00001/part-00000.parquet").write_bytes(b"PAR1"), "has 4 bytes"),
    ],
)
def test_a_damaged_run_directory_is_reported(
    small: Path, damage: Callable[[Path], object], message: str, run_of: RunOf
) -> None:
    run = run_of(small, games=5).path
    damage(run)
    with pytest.raises(BadInput, match=message):
        RunDirectory(run).require_finished()


@pytest.mark.parametrize("yes_no", [bool, np.bool_, np.dtype(np.bool_)])
def test_a_column_of_the_game_and_one_of_its_seats_may_share_a_name(
    write_experiment: Callable[[str], Path], yes_no: Any
) -> None:
    text = "name: pig\ngame: pig\ngames: 4\nstrategies: [random, hold_at]\nreport: none\n"
    experiment = simkit.experiment(write_experiment(text))
    game = replace(
        plain_pig(),
        objectives=(),
        columns=(
            Column("best", np.uint16, "points", "points"),
            Column("end", np.uint8, "", labels=("a", "b")),
        ),
        seat_columns=(Column("best", yes_no, "the most"), Column("end", np.uint16, "", "turns")),
    )
    one = np.zeros(2, np.int32)
    counts = Distributions.of(np.array([2, 2]), one)
    wins = Distributions.of(np.array([True, False]), one)
    found = {
        (GAME, "best"): counts,
        (Whose(SEAT, 1), "best"): wins,
        (GAME, "end"): wins,
        (Whose(PLAYER, 1), "end"): counts,
    }
    summary = summary_of(game, found)
    first = summary.unique(["of", "column"], keep="first", maintain_order=True)
    assert list(first.select("of", "column", "level", "statistic", "estimate").iter_rows()) == [
        ("game", "best", "", "mean", 2.0),
        ("seat 1", "best", "", "rate", 0.5),
        ("game", "end", "a", "rate", 0.5),
        ("player 1", "end", "", "mean", 2.0),
    ]
    assert experiment.game.headline == Objective("won", "seat")


def test_pages_have_checksums(small: Path, run_of: RunOf) -> None:
    """A reader that verifies checksums gets an error for a damaged page (decision 007)."""
    run = run_of(small, games=300).path
    part = run / "games/scenario-00000/part-00000.parquet"
    contents, refused = part.read_bytes(), 0
    for offset in range(4, len(contents) // 2, 97):
        damaged = bytearray(contents)
        damaged[offset] ^= 0xFF
        try:
            pq.read_table(io.BytesIO(bytes(damaged)), page_checksum_verification=True)
        except Exception as error:
            refused += "CRC" in str(error) or "checksum" in str(error)
    assert refused
